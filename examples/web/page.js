// SPDX-License-Identifier: MIT OR Unlicense
// page.js - paints the sessions of page.c and hands it what fingers do. Physics, inputs and history are C.
//
// DATA is put before this by build.mjs: the module, the sources of the scenes, and the hashes that the same
// scenes have natively.
'use strict';
/* global DATA */

(() => {
const $ = (id) => document.getElementById(id);
const STEP = 1 / 60, EVERY = 20, MOST_STEPS = 4;
const [PRESS, MOVE, LIFT, CUT, DROP, DRIVE, CROWD] = [0, 1, 2, 3, 4, 5, 6];
const FINGERS = 10;
const COARSE = matchMedia('(pointer: coarse)').matches; // no keyboard: a phone
const THINGS = ['crate', 'ball', 'star', 'jelly', 'doll', 'blast'];
const LAYERS = ['contacts', 'normals', 'joints', 'boxes', 'strain', 'points'];

// ---- colours: those of the pictures of the examples ------------------------------------------------

const PAPER = '#f7f8fa', GRID = '#e9ecf1', INK = '#2a3342', MUTED = '#66718a', ACCENT = '#e0335c', JOINT = '#475569';
const FILLS = ['#8dbbe8', '#f5b183', '#86cdbc', '#f0959a', '#b9ace8', '#f3d582', '#a9d392', '#e3a6cc'];
const LINES = ['#34689f', '#b2612b', '#2a7d6e', '#a9434b', '#6250a6', '#a27e1c', '#548438', '#974b7f'];
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const mix = (a, b, t) => {
    const p = rgb(a), q = rgb(b);
    return '#' + p.map((v, i) => Math.round(v + (q[i] - v) * t).toString(16).padStart(2, '0')).join('');
};
const alpha = (hex, a) => `rgba(${rgb(hex).join(',')},${a})`;
const look = (fill, line) => ({ fill, line, shine: mix(fill, '#ffffff', 0.55), pale: alpha(fill, 0.62), thin: alpha(line, 0.42) });
const BODY = FILLS.map((fill, i) => look(fill, LINES[i]));
const ASLEEP = FILLS.map((fill, i) => look(mix(fill, PAPER, 0.34), mix(LINES[i], PAPER, 0.28)));
const STATIC = look('#d3d8e0', '#8993a3'), KINEMATIC = look('#a7b2c4', '#55627a'), DISABLED = look(mix(PAPER, ACCENT, 0.25), ACCENT);
const STRAINS = Array.from({ length: 33 }, (_, i) => {
    const t = i / 16 - 1;
    return t < 0 ? mix('#939dad', '#1f7fd1', -t) : mix('#939dad', '#d8262c', t);
});

// A style of page.c: 3 bits of colour, 3 of kind, then flags.
function lookOf(style) {
    const kind = style >> 3 & 7;
    if (kind === 0) return STATIC;
    if (kind === 1) return KINEMATIC;
    if (kind === 5) return DISABLED;
    return (style & 64 ? ASLEEP : BODY)[style & 7];
}

// ---- the module ------------------------------------------------------------------------------------

let c, memory; // exports of page.c
const text = (at) => {
    const all = new Uint8Array(memory.buffer);
    let end = at;
    while (all[end]) ++end;
    return new TextDecoder().decode(all.subarray(at, end));
};
const unpack = (base64) => Uint8Array.from(atob(base64), (x) => x.charCodeAt(0));
const hashNow = () => [1, 0].map((k) => (c.page_hash(k) >>> 0).toString(16).padStart(8, '0')).join('');

// ---- state -----------------------------------------------------------------------------------------

const canvas = $('world');
let g = canvas.getContext('2d', { alpha: false }); // what is painted on
const view = { x: 0, y: 0, scale: 50, width: 1, height: 1, dpr: 1, moved: false };
const s = {
    scene: 0, tool: 'hand', thing: 0, paused: false, slow: false, rewinding: false, held: 0, layers: 4,
    drive: 0, time: 0, last: 0, ms: 0, costs: new Float32Array(120), cost: 0, frame: 0,
    reference: null, checked: 0, wrong: 0, hash: '', target: null, branches: [], scrub: false, rate: 1,
    trails: [], blasts: [], toast: 0, errors: [],
};
const pointers = new Map(); // by pointerId: { finger, x, y, kind }
const keys = new Set();

// ---- the view --------------------------------------------------------------------------------------

const insets = () => innerHeight <= 460 ? [6, 70] : innerWidth <= 720 ? [64, 176] : [8, 172];

function fit() {
    const [x, y, height] = [0, 1, 2].map((i) => c.page_camera(s.scene, i)), width = height * 16 / 9;
    const [top, bottom] = insets(), room = Math.max(view.height - top - bottom, 60);
    const narrow = view.width < view.height; // of what is at the sides a phone shows less
    view.scale = Math.min(room / height, view.width / (narrow ? 0.92 * width : width));
    if (!narrow) view.scale = Math.max(view.scale, 0.9 * room / height);
    view.x = x;
    view.y = y + ((view.height - bottom + top) / 2 - view.height / 2) / view.scale;
    if (narrow) view.y += (room / view.scale - height) * 0.28;
    view.moved = false;
    view.home = [view.x, view.y];
}

function resize() {
    view.dpr = Math.min(devicePixelRatio || 1, 2.5);
    view.width = innerWidth;
    view.height = innerHeight;
    canvas.width = Math.round(view.width * view.dpr);
    canvas.height = Math.round(view.height * view.dpr);
    for (const id of ['spark', 'timeline']) {
        const e = $(id), box = e.getBoundingClientRect();
        e.width = Math.max(1, Math.round(box.width * view.dpr));
        e.height = Math.max(1, Math.round(box.height * view.dpr));
    }
    if (!view.moved) fit();
}

const toWorld = (x, y) => [view.x + (x - view.width / 2) / view.scale, view.y - (y - view.height / 2) / view.scale];
const toScreen = (x, y) => [view.width / 2 + (x - view.x) * view.scale, view.height / 2 - (y - view.y) * view.scale];

function zoom(factor, x, y) {
    const before = toWorld(x, y);
    view.scale = Math.min(Math.max(view.scale * factor, 8), 600);
    const after = toWorld(x, y);
    view.x += before[0] - after[0];
    view.y += before[1] - after[1];
    view.moved = true;
}

// ---- painting --------------------------------------------------------------------------------------

let f; // the floats of a picture
const figures = { plane: [], still: [], body: [], outline: [], edge: [], point: [], joint: [], contact: [], box: [] };

// Sorts the figures of a picture by what lies above what.
function sort(count) {
    for (const list of Object.values(figures)) list.length = 0;
    for (let i = 0; i < count;) {
        const kind = f[i], style = f[i + 1], at = i;
        const still = (style >> 3 & 7) === 0 || (style & 128) !== 0;
        switch (kind) {
        case 0: i += 4 + 2 * f[i + 3]; (still ? figures.still : figures.body).push(at); break;
        case 1: i += 7; (still ? figures.still : figures.body).push(at); break;
        case 2: i += 7; (still ? figures.still : figures.body).push(at); break;
        case 3: i += 6; (still ? figures.still : figures.body).push(at); break;
        case 4: i += 6; figures.plane.push(at); break;
        case 5: i += 4 + 2 * f[i + 3]; figures.outline.push(at); break;
        case 6: i += 5; figures.point.push(at); break;
        case 7: i += 9; figures.edge.push(at); break;
        case 8: i += 6; figures.joint.push(at); break;
        case 9: i += 7; figures.contact.push(at); break;
        case 10: i += 6; figures.box.push(at); break;
        default: return;
        }
    }
}

const px = new Float64Array(64), py = new Float64Array(64);

// A convex polygon, counter-clockwise, moved inwards by `inset` [m].
function tracePolygon(p, at, count, inset) {
    const dx = px, dy = py;
    for (let k = 0; k < count; ++k) {
        const a = at + 2 * k, b = at + 2 * ((k + 1) % count), z = at + 2 * ((k + count - 1) % count);
        const ux = f[a] - f[z], uy = f[a + 1] - f[z + 1], vx = f[b] - f[a], vy = f[b + 1] - f[a + 1];
        const u = Math.hypot(ux, uy) || 1, v = Math.hypot(vx, vy) || 1;
        // Both edges' inner normals, and where their lines meet when moved.
        const nx = -uy / u, ny = ux / u, mx = -vy / v, my = vx / v, d = 1 + nx * mx + ny * my;
        const t = d > 0.05 ? inset / d : 0;
        dx[k] = f[a] + t * (nx + mx);
        dy[k] = f[a + 1] + t * (ny + my);
    }
    p.moveTo(dx[0], dy[0]);
    for (let k = 1; k < count; ++k) p.lineTo(dx[k], dy[k]);
    p.closePath();
}

// Half the least width of a figure [m], its skin included.
function halfWidth(i) {
    if (f[i] === 1) return f[i + 4];
    if (f[i] === 2) return f[i + 6];
    if (f[i] !== 0) return 0;
    let least = 1e9;
    const count = f[i + 3], at = i + 4;
    for (let k = 0; k < count; ++k) {
        const a = at + 2 * k, b = at + 2 * ((k + 1) % count);
        const vx = f[b] - f[a], vy = f[b + 1] - f[a + 1], v = Math.hypot(vx, vy) || 1;
        let far = 0;
        for (let m = 0; m < count; ++m) far = Math.max(far, (vx * (f[at + 2 * m + 1] - f[a + 1]) - vy * (f[at + 2 * m] - f[a])) / v);
        least = Math.min(least, far);
    }
    return 0.5 * least + f[i + 2];
}

function trace(p, i, inset) {
    const kind = f[i];
    if (kind === 0) {
        tracePolygon(p, i + 4, f[i + 3], inset);
    } else if (kind === 1) {
        const r = Math.max(f[i + 4] - inset, 0);
        p.moveTo(f[i + 2] + r, f[i + 3]);
        p.arc(f[i + 2], f[i + 3], r, 0, 2 * Math.PI);
    } else if (kind === 2) {
        const r = Math.max(f[i + 6] - inset, 0), angle = Math.atan2(f[i + 5] - f[i + 3], f[i + 4] - f[i + 2]);
        p.moveTo(f[i + 2] + r * Math.cos(angle + Math.PI / 2), f[i + 3] + r * Math.sin(angle + Math.PI / 2));
        p.arc(f[i + 2], f[i + 3], r, angle + Math.PI / 2, angle - Math.PI / 2);
        p.arc(f[i + 4], f[i + 5], r, angle - Math.PI / 2, angle + Math.PI / 2);
        p.closePath();
    }
}

// The figures of one body, which follow each other with the same style.
function paintGroup(list, first, end, px1) {
    const i = list[first], l = lookOf(f[i + 1]), width = 1.5 * px1;
    g.lineJoin = 'round';
    if ((f[i + 1] & 128) !== 0) return paintSensor(list, first, end);
    if (f[i] === 3) {
        if (l === STATIC && end - first > 20) { // land: all below it is solid
            g.beginPath();
            g.moveTo(f[list[first] + 2], f[list[first] + 3]);
            for (let k = first; k < end; ++k) g.lineTo(f[list[k] + 4], f[list[k] + 5]);
            g.lineTo(f[list[end - 1] + 4], -40);
            g.lineTo(f[list[first] + 2], -40);
            const deep = g.createLinearGradient(0, 2, 0, -5);
            deep.addColorStop(0, '#d3d8e0');
            deep.addColorStop(1, '#dfe3ea');
            g.fillStyle = deep;
            g.fill();
        }
        g.beginPath();
        for (let k = first; k < end; ++k) g.moveTo(f[list[k] + 2], f[list[k] + 3]), g.lineTo(f[list[k] + 4], f[list[k] + 5]);
        g.strokeStyle = l.line;
        g.lineWidth = 2.5 * px1;
        g.lineCap = 'round';
        return g.stroke();
    }
    if (end - first > 1) { // an outline around all of them, then their insides above it
        g.beginPath();
        for (let k = first; k < end; ++k) trace(g, list[k], 0);
        g.strokeStyle = l.line;
        g.lineWidth = 2 * width;
        g.stroke();
        g.fillStyle = l.fill;
        g.fill();
    } else {
        const skin = f[i] === 0 ? f[i + 2] : 0;
        const round = f[i] === 0 ? Math.min(4 * px1, 0.3 * halfWidth(i)) : 0;
        g.beginPath();
        trace(g, i, round);
        if (round + skin > 0) {
            g.strokeStyle = l.line;
            g.lineWidth = 2 * (round + skin);
            g.stroke();
            g.fillStyle = l.fill;
            g.strokeStyle = l.fill;
            if (round + skin > width) {
                g.lineWidth = 2 * (round + skin - width);
                g.stroke();
            }
            g.fill();
        } else {
            g.fillStyle = l.line;
            g.fill();
            g.beginPath();
            trace(g, i, Math.min(width, 0.5 * halfWidth(i)));
            g.fillStyle = l.fill;
            g.fill();
        }
    }
    for (let k = first; k < end; ++k) { // how a disc is turned
        const at = list[k], r = f[at + 4];
        if (f[at] !== 1 || r < 4 * px1) continue;
        g.beginPath();
        g.moveTo(f[at + 2] + 0.3 * r * f[at + 5], f[at + 3] + 0.3 * r * f[at + 6]);
        g.lineTo(f[at + 2] + 0.68 * r * f[at + 5], f[at + 3] + 0.68 * r * f[at + 6]);
        g.strokeStyle = l.line;
        g.lineCap = 'round';
        g.lineWidth = Math.min(1.8 * px1, 0.2 * r);
        g.stroke();
    }
}

// Water is to be seen, other zones are not. It lies behind what is in it, and a little before it.
function paintSensor(list, first, end) {
    const style = f[list[first] + 1];
    if ((style & 512) === 0) return;
    g.beginPath();
    for (let k = first; k < end; ++k) trace(g, list[k], 0);
    g.fillStyle = alpha(FILLS[style & 7], 0.36);
    g.fill();
}

function paintWater(px1) {
    for (const i of figures.still) {
        const style = f[i + 1];
        if ((style & 128) === 0 || (style & 512) === 0 || f[i] !== 0) continue;
        g.globalAlpha = 0.7;
        paintSensor([i], 0, 1);
        g.globalAlpha = 1;
        const [xs, ys] = [0, 1].map((k) => Array.from({ length: f[i + 3] }, (_, n) => f[i + 4 + 2 * n + k]));
        g.beginPath();
        g.moveTo(Math.min(...xs), Math.max(...ys));
        g.lineTo(Math.max(...xs), Math.max(...ys));
        g.strokeStyle = alpha(LINES[style & 7], 0.55);
        g.lineWidth = 1.5 * px1;
        g.stroke();
    }
}

function paintBodies(list, px1) {
    for (let k = 0; k < list.length;) {
        let end = k + 1;
        while (end < list.length && f[list[end] + 1] === f[list[k] + 1]) ++end;
        paintGroup(list, k, end, px1);
        k = end;
    }
}

function paintShadows(px1) {
    g.save();
    g.translate(1.5 * px1, -3.5 * px1);
    g.fillStyle = 'rgba(42,51,66,.10)';
    g.beginPath();
    for (const i of figures.body) if (f[i] !== 3 && (f[i + 1] & 128) === 0) trace(g, i, 0);
    for (const i of figures.outline) traceOutline(i, 1, 0, 0);
    g.fill();
    g.restore();
}

// A jelly's rim as curves through the middles of its edges, shrunk by `share` towards a place.
function traceOutline(i, share, cx, cy) {
    const count = f[i + 3], at = i + 4, x = (k) => cx + share * (f[at + 2 * (k % count)] - cx);
    const y = (k) => cy + share * (f[at + 2 * (k % count) + 1] - cy);
    if (count < 8) {
        for (let k = 0; k < count; ++k) k === 0 ? g.moveTo(x(k), y(k)) : g.lineTo(x(k), y(k));
        return g.closePath();
    }
    g.moveTo(0.5 * (x(0) + x(1)), 0.5 * (y(0) + y(1)));
    for (let k = 1; k <= count; ++k) g.quadraticCurveTo(x(k), y(k), 0.5 * (x(k) + x(k + 1)), 0.5 * (y(k) + y(k + 1)));
    g.closePath();
}

function paintJelly(i, px1) {
    const l = lookOf(f[i + 1]), count = f[i + 3], skin = Math.max(f[i + 2], 1.2 * px1), width = 1.6 * px1;
    let cx = 0, cy = 0, top = -1e9, size = 0;
    for (let k = 0; k < count; ++k) cx += f[i + 4 + 2 * k] / count, cy += f[i + 5 + 2 * k] / count;
    for (let k = 0; k < count; ++k) {
        top = Math.max(top, f[i + 5 + 2 * k] - cy);
        size = Math.max(size, Math.abs(f[i + 4 + 2 * k] - cx));
    }
    g.lineJoin = 'round';
    g.beginPath();
    traceOutline(i, 1, 0, 0);
    g.strokeStyle = l.line;
    g.lineWidth = 2 * skin;
    g.stroke();
    g.strokeStyle = l.fill;
    g.lineWidth = Math.max(2 * (skin - width), 0);
    if (skin > width) g.stroke();
    const shade = g.createRadialGradient(cx - 0.3 * size, cy + 0.45 * top, 0, cx, cy, 1.25 * Math.max(size, top));
    shade.addColorStop(0, l.shine);
    shade.addColorStop(0.55, l.fill);
    shade.addColorStop(1, l.fill);
    g.fillStyle = shade;
    g.fill();
    g.beginPath();
    traceOutline(i, 0.82, cx, cy);
    g.strokeStyle = 'rgba(255,255,255,.28)';
    g.lineWidth = 2 * px1;
    g.stroke();
}

const FULL_STRAIN = 0.08;
const strainColor = (strain) => STRAINS[Math.round(16 + 16 * Math.max(-1, Math.min(1, strain / FULL_STRAIN)))];

// Cloth: what lies between three edges is filled, so that a tear is a hole.
function paintFabric(list) {
    const at = new Map(), near = [];
    const id = (x, y) => {
        const key = x * 8191.5 + y;
        let n = at.get(key);
        if (n === undefined) at.set(key, n = near.length), near.push({ x, y, to: [] });
        return n;
    };
    for (const i of list) {
        const a = id(f[i + 2], f[i + 3]), b = id(f[i + 4], f[i + 5]);
        near[Math.min(a, b)].to.push(Math.max(a, b));
    }
    g.beginPath();
    for (const p of near) {
        for (let k = 0; k < p.to.length; ++k) {
            const q = near[p.to[k]];
            for (let m = 0; m < p.to.length; ++m) {
                if (!q.to.includes(p.to[m])) continue;
                const r = near[p.to[m]];
                g.moveTo(p.x, p.y);
                if ((q.x - p.x) * (r.y - p.y) > (q.y - p.y) * (r.x - p.x)) {
                    g.lineTo(q.x, q.y), g.lineTo(r.x, r.y);
                } else {
                    g.lineTo(r.x, r.y), g.lineTo(q.x, q.y);
                }
            }
        }
    }
    g.fill();
}

function paintEdges(px1) {
    const softs = new Map(), strained = (s.layers & 16) !== 0;
    for (const i of figures.edge) {
        const style = f[i + 1] & ~64;
        if (!softs.has(style)) softs.set(style, { outer: [], inner: [], rim: [] });
        const soft = softs.get(style);
        (f[i + 8] === 0 ? soft.inner : f[i + 8] === 1 ? soft.outer : soft.rim).push(i);
    }
    g.lineCap = 'round';
    const strokeAll = (list) => {
        g.beginPath();
        for (const i of list) g.moveTo(f[i + 2], f[i + 3]), g.lineTo(f[i + 4], f[i + 5]);
        g.stroke();
    };
    for (const [style, soft] of softs) {
        const l = lookOf(style), cloth = soft.inner.length > 0 && soft.rim.length === 0;
        const radius = soft.outer.length > 0 ? f[soft.outer[0] + 6] : 0;
        if (cloth && !strained) {
            g.fillStyle = l.pale;
            paintFabric(soft.inner.concat(soft.outer));
            g.strokeStyle = l.thin;
            g.lineWidth = Math.min(0.9 * px1, 0.02);
            strokeAll(soft.inner);
        }
        if (soft.outer.length > 0 && !strained) {
            const width = Math.max(2 * radius, 2 * px1);
            g.strokeStyle = l.line;
            g.lineWidth = cloth ? Math.min(width, 2.5 * px1) : width + 1.2 * px1;
            strokeAll(soft.outer);
            g.strokeStyle = l.fill;
            g.lineWidth = Math.max(width - 1.2 * px1, 0.8 * px1);
            if (!cloth) strokeAll(soft.outer);
        }
        if (!strained) continue;
        for (const list of [soft.inner, soft.rim, soft.outer]) {
            for (const i of list) {
                g.strokeStyle = strainColor(f[i + 7]);
                g.lineWidth = list === soft.inner ? 1.2 * px1 : 2.6 * px1;
                strokeAll([i]);
            }
        }
    }
}

function dot(x, y, radius, color) {
    g.beginPath();
    g.arc(x, y, radius, 0, 2 * Math.PI);
    g.fillStyle = color;
    g.fill();
}

function paintPoints(px1) {
    for (const i of figures.point) {
        const style = f[i + 1], radius = Math.max(f[i + 4], px1);
        if ((style >> 3 & 7) === 4) {
            const r = Math.max(radius, Math.min(3.6 * px1, 0.09));
            dot(f[i + 2], f[i + 3], r, INK);
            dot(f[i + 2], f[i + 3], 0.5 * r, PAPER);
        } else if ((s.layers & 32) !== 0 || (style & 256) !== 0) {
            dot(f[i + 2], f[i + 3], radius, lookOf(style).line);
        }
    }
}

function paintJoints(px1) {
    const size = Math.min(1, 0.045 / px1);
    for (const i of figures.joint) {
        const kind = f[i + 1], [ax, ay, bx, by] = [f[i + 2], f[i + 3], f[i + 4], f[i + 5]];
        if (kind === 2) { // the pull of a finger: thin when it is long
            const length = Math.hypot(bx - ax, by - ay), pull = Math.min(length / 4, 1);
            g.beginPath();
            g.moveTo(ax, ay);
            g.lineTo(bx, by);
            g.lineCap = 'round';
            g.strokeStyle = alpha(ACCENT, 0.85);
            g.lineWidth = (3.4 - 1.8 * pull) * px1;
            g.stroke();
            dot(bx, by, 4 * px1, ACCENT);
            dot(bx, by, 1.8 * px1, PAPER);
            dot(ax, ay, 11 * px1, alpha(ACCENT, 0.16));
            dot(ax, ay, 3 * px1, ACCENT);
            continue;
        }
        if ((s.layers & 4) === 0) continue;
        if (kind !== 0) {
            g.beginPath();
            g.moveTo(ax, ay);
            g.lineTo(bx, by);
            g.lineCap = 'round';
            g.strokeStyle = JOINT;
            g.lineWidth = 1.8 * size * px1;
            g.stroke();
            dot(ax, ay, 2.6 * size * px1, JOINT);
        }
        dot(bx, by, 3.1 * size * px1, JOINT);
        dot(bx, by, 1.4 * size * px1, PAPER);
    }
}

function paintLayers(px1) {
    if ((s.layers & 8) !== 0) {
        g.beginPath();
        for (const i of figures.box) g.rect(f[i + 2], f[i + 3], f[i + 4] - f[i + 2], f[i + 5] - f[i + 3]);
        g.strokeStyle = alpha(MUTED, 0.7);
        g.lineWidth = px1;
        g.stroke();
    }
    for (const i of figures.contact) {
        const [x, y, nx, ny, impulse] = [f[i + 2], f[i + 3], f[i + 4], f[i + 5], f[i + 6]];
        if ((s.layers & 1) !== 0) dot(x, y, 2.4 * px1, ACCENT);
        if ((s.layers & 2) === 0 || !(impulse > 0)) continue;
        // Impulses span decades, so the arrow grows with the logarithm.
        const length = Math.min(10 + 8 * Math.log10(1 + 100 * impulse), 40) * px1, h = 4 * px1;
        const ex = x + nx * length, ey = y + ny * length;
        g.beginPath();
        g.moveTo(x, y);
        g.lineTo(ex, ey);
        g.moveTo(ex - h * (nx - 0.6 * ny), ey - h * (ny + 0.6 * nx));
        g.lineTo(ex, ey);
        g.lineTo(ex - h * (nx + 0.6 * ny), ey - h * (ny - 0.6 * nx));
        g.strokeStyle = ACCENT;
        g.lineWidth = 1.3 * px1;
        g.stroke();
    }
}

function paintGround(px1, lower, upper) {
    for (const i of figures.plane) { // all planes of the scenes are level
        const y = f[i + 3];
        if (y < lower[1]) continue;
        const deep = g.createLinearGradient(0, y, 0, y - 3);
        deep.addColorStop(0, '#d3d8e0');
        deep.addColorStop(1, '#dfe3ea');
        g.fillStyle = deep;
        g.fillRect(lower[0], Math.min(lower[1], y - 1), upper[0] - lower[0], y - Math.min(lower[1], y - 1));
        g.fillStyle = STATIC.line;
        g.fillRect(lower[0], y - 1.5 * px1, upper[0] - lower[0], 1.5 * px1);
    }
}

function paintGrid(px1, lower, upper) {
    const gap = view.scale > 22 ? 1 : 5;
    g.beginPath();
    for (let x = Math.floor(lower[0] / gap) * gap; x <= upper[0]; x += gap) g.moveTo(x, lower[1]), g.lineTo(x, upper[1]);
    for (let y = Math.floor(lower[1] / gap) * gap; y <= upper[1]; y += gap) g.moveTo(lower[0], y), g.lineTo(upper[0], y);
    g.strokeStyle = GRID;
    g.lineWidth = px1;
    g.stroke();
}

// A picture that lies in `floats`, to the context `g`, as `v` sees it.
function paintWorld(v, count) {
    f = new Float32Array(memory.buffer, c.page_floats(), count);
    const k = v.scale * v.dpr, px1 = 1 / v.scale;
    const lower = [v.x - v.width / 2 / v.scale, v.y - v.height / 2 / v.scale];
    const upper = [v.x + v.width / 2 / v.scale, v.y + v.height / 2 / v.scale];
    sort(count);
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.fillStyle = PAPER;
    g.fillRect(0, 0, v.width * v.dpr, v.height * v.dpr);
    g.setTransform(k, 0, 0, -k, v.dpr * v.width / 2 - k * v.x, v.dpr * v.height / 2 + k * v.y);
    if (v === view) paintGrid(px1, lower, upper);
    paintGround(px1, lower, upper);
    if (v === view) paintShadows(px1);
    paintBodies(figures.still, px1);
    paintBodies(figures.body, px1);
    for (const i of figures.outline) paintJelly(i, px1);
    paintEdges(px1);
    paintWater(px1);
    paintPoints(px1);
    paintJoints(px1);
    if (v === view) paintLayers(px1);
}

// Traces of the knife, and blasts.
function paintTraces(now) {
    g.setTransform(view.dpr, 0, 0, view.dpr, 0, 0);
    g.lineCap = g.lineJoin = 'round';
    for (const trail of s.trails) {
        for (let i = 1; i < trail.length; ++i) {
            const age = (now - trail[i].time) / 260;
            if (age > 1) continue;
            const a = toScreen(trail[i - 1].x, trail[i - 1].y), b = toScreen(trail[i].x, trail[i].y);
            for (const [color, width] of [[alpha(ACCENT, 0.35 * (1 - age)), 9], [alpha(ACCENT, 1 - age), 3], [`rgba(255,255,255,${1 - age})`, 1]]) {
                g.beginPath();
                g.moveTo(a[0], a[1]);
                g.lineTo(b[0], b[1]);
                g.strokeStyle = color;
                g.lineWidth = width * (1 - age);
                g.stroke();
            }
        }
    }
    s.trails = s.trails.filter((t) => t.length > 0 && now - t[t.length - 1].time < 300);
    for (const b of s.blasts) {
        const t = (now - b.time) / 420, at = toScreen(b.x, b.y);
        if (t > 1) continue;
        g.beginPath();
        g.arc(at[0], at[1], 4 * view.scale * (1 - (1 - t) ** 3), 0, 2 * Math.PI);
        g.strokeStyle = alpha('#f08a3c', 0.8 * (1 - t));
        g.lineWidth = 14 * (1 - t) + 1;
        g.stroke();
    }
    s.blasts = s.blasts.filter((b) => now - b.time < 420);
}

// The hand of a played session.
function paintHand() {
    if (s.reference !== 'played' && s.reference !== 'link') return;
    const down = c.page_hand(2);
    if (!down) return;
    const cuts = c.page_hand(3) !== 0, at = [c.page_hand(0), c.page_hand(1)], [x, y] = toScreen(...at);
    if (cuts) addTrail('hand', at[0], at[1]);
    g.setTransform(view.dpr, 0, 0, view.dpr, 0, 0);
    g.beginPath();
    g.arc(x, y, 15, 0, 2 * Math.PI);
    g.fillStyle = alpha(cuts ? ACCENT : INK, 0.14);
    g.fill();
    g.strokeStyle = alpha(cuts ? ACCENT : INK, 0.55);
    g.lineWidth = 2;
    g.stroke();
}

function addTrail(owner, x, y) {
    let trail = s.trails.find((t) => t.owner === owner);
    if (!trail) {
        trail = [];
        trail.owner = owner;
        s.trails.push(trail);
    }
    trail.push({ x, y, time: performance.now() });
    if (trail.length > 60) trail.shift();
}

// While time runs backwards the picture is a little blue.
function paintTint() {
    if (!s.rewinding && !s.scrub) return;
    g.setTransform(1, 0, 0, 1, 0, 0);
    const shade = g.createRadialGradient(canvas.width / 2, canvas.height / 2, 0.3 * Math.min(canvas.width, canvas.height),
                                         canvas.width / 2, canvas.height / 2, 0.62 * Math.hypot(canvas.width, canvas.height));
    shade.addColorStop(0, 'rgba(47,111,181,0)');
    shade.addColorStop(1, 'rgba(47,111,181,.30)');
    g.fillStyle = shade;
    g.fillRect(0, 0, canvas.width, canvas.height);
}

function paintSpark() {
    const e = $('spark'), p = e.getContext('2d'), w = e.width, h = e.height, n = s.costs.length;
    let most = 2;
    for (const v of s.costs) most = Math.max(most, v);
    p.clearRect(0, 0, w, h);
    p.fillStyle = '#e9edf3';
    const limit = h - h * 2 / most;
    if (most > 2.2) p.fillRect(0, limit, w, view.dpr);
    for (let i = 0; i < n; ++i) {
        const v = s.costs[(s.cost + i) % n], y = Math.max(v > 0 ? view.dpr : 0, h * v / most);
        p.fillStyle = v > 2 ? '#f0959a' : '#8dbbe8';
        p.fillRect(i * w / n, h - y, Math.max(w / n - 0.5 * view.dpr, 1), y);
    }
}

function paintTimeline() {
    const e = $('timeline'), p = e.getContext('2d'), w = e.width, h = e.height, d = view.dpr;
    const now = c.page_now(), end = c.page_end(), [from, to] = timeRange(), x = (step) => (step - from) / (to - from) * (w - 12 * d) + 6 * d;
    const mid = 0.62 * h;
    p.clearRect(0, 0, w, h);
    p.lineCap = 'round';
    const line = (a, b, color, width) => {
        p.beginPath();
        p.moveTo(x(Math.max(a, from)), mid);
        p.lineTo(x(Math.max(b, from)), mid);
        p.strokeStyle = color;
        p.lineWidth = width * d;
        p.stroke();
    };
    line(from, to, '#e0e5ed', 4);
    for (const b of s.branches) { // what has not happened in the end
        if (b.at < from) continue;
        p.beginPath();
        p.moveTo(x(b.at), mid);
        p.quadraticCurveTo(x(b.at) + 5 * d, mid - 7 * d, x(b.at) + 10 * d, mid - 7 * d);
        p.lineTo(Math.max(x(b.at) + 12 * d, Math.min(x(b.was), w - 6 * d)), mid - 7 * d);
        p.strokeStyle = '#c3ccda';
        p.lineWidth = 2 * d;
        p.stroke();
    }
    line(Math.max(c.page_oldest(), from), end, '#a9b8cf', 4);
    line(Math.max(c.page_oldest(), from), now, '#2f6fb5', 4);
    p.beginPath();
    p.arc(x(now), mid, 5.5 * d, 0, 2 * Math.PI);
    p.fillStyle = '#fff';
    p.fill();
    p.strokeStyle = '#2f6fb5';
    p.lineWidth = 2 * d;
    p.stroke();
}

const timeRange = () => {
    const end = c.page_end();
    return end < 600 ? [0, 600] : [Math.max(0, end - 3600), end];
};

// ---- the hash --------------------------------------------------------------------------------------

// After each step: is there a hash that was computed natively for the same inputs?
function check() {
    const now = c.page_now();
    if (c.page_inputs() === 0) {
        if (s.reference !== 'alone') s.checked = 0;
        s.reference = 'alone';
    } else if (s.reference === 'alone') {
        s.reference = null;
    }
    const list = s.reference === 'alone' || s.reference === 'played' ? DATA.hashes[text(c.page_name(s.scene))][s.reference] : null;
    if (!list || now % EVERY !== 0 || now === 0 || now / EVERY > list.length) return;
    if (hashNow() === list[now / EVERY - 1]) {
        s.checked += 1;
        beat();
    } else {
        s.wrong += 1;
    }
}

function beat() {
    const m = $('meter');
    m.classList.remove('beat');
    void m.offsetWidth;
    m.classList.add('beat');
}

function writeHash() {
    const m = $('meter'), now = c.page_now();
    s.hash = hashNow();
    $('hash').textContent = s.hash.slice(0, 8) + ' ' + s.hash.slice(8);
    const list = DATA.hashes[text(c.page_name(s.scene))][s.reference];
    let verdict = 'your own history, like no other', good = false;
    if (s.wrong > 0) {
        verdict = 'not the bits of the native build';
    } else if (s.reference === 'link' && s.target) {
        good = s.target.reached === true;
        verdict = good ? 'the same bits as where the link was made' : 'on the way to the moment of the link';
    } else if (list && now <= list.length * EVERY) {
        good = s.checked > 0;
        verdict = good ? `same bits as native, ${s.checked}×` : 'compared with the native build';
    } else if (list) {
        good = s.checked > 0;
        verdict = `same bits as native so far, ${s.checked}×`;
    }
    m.classList.toggle('good', good && s.wrong === 0);
    m.classList.toggle('bad', s.wrong > 0);
    $('verdict').textContent = verdict;
}

// ---- scenes ----------------------------------------------------------------------------------------

function begin(scene, how = 'alone') {
    s.scene = (scene + c.page_scenes()) % c.page_scenes();
    if (how === 'played') c.page_play(s.scene);
    if (how === 'alone') c.page_open(s.scene);
    s.reference = how;
    s.checked = s.wrong = 0;
    s.branches = [];
    s.trails = [];
    s.target = null;
    s.time = 0;
    s.drive = 0;
    s.costs.fill(0);
    pointers.clear();
    canvas.classList.remove('holds');
    setPaused(false);
    $('name').textContent = text(c.page_name(s.scene));
    $('hint').textContent = COARSE ? text(c.page_hint(s.scene)).replace('Hold R', 'Hold the blue arrows') : text(c.page_hint(s.scene));
    $('crowd').value = 0;
    $('crowdcount').textContent = 0;
    const drives = c.page_focus(2) !== 0;
    $('left').hidden = $('right').hidden = !drives;
    [...$('strip').children].forEach((e, i) => e.classList.toggle('on', i === s.scene));
    const on = $('strip').children[s.scene];
    if (on) $('strip').scrollTo({ left: on.offsetLeft - ($('strip').clientWidth - on.clientWidth) / 2, behavior: 'smooth' });
    fit();
    if (!$('source').hidden) showSource();
    writeHash();
}

function makeStrip() {
    for (let i = 0; i < c.page_scenes(); ++i) {
        const b = document.createElement('button'), p = document.createElement('canvas'), t = document.createElement('span');
        b.className = 'scene';
        b.title = text(c.page_hint(i));
        t.textContent = text(c.page_name(i));
        b.append(p, t);
        b.onclick = () => goto(i);
        $('strip').append(b);
    }
}

function goto(scene) {
    history.replaceState(null, '', '#' + text(c.page_name((scene + c.page_scenes()) % c.page_scenes())));
    begin(scene);
}

// One small picture a call, when there is time.
let thumbnails = 0;
function makeThumbnail() {
    if (thumbnails >= c.page_scenes()) return;
    const i = thumbnails++, e = $('strip').children[i].firstChild, dpr = Math.max(view.dpr, 2);
    const [x, y, height] = [0, 1, 2].map((k) => c.page_camera(i, k));
    const v = { x, y: y - 0.03 * height, scale: 54 / height * 1.03, width: 96, height: 54, dpr };
    e.width = v.width * dpr;
    e.height = v.height * dpr;
    const before = g;
    g = e.getContext('2d', { alpha: false });
    paintWorld(v, c.page_thumbnail(i, 50));
    g = before;
}

// ---- links -----------------------------------------------------------------------------------------

const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const fromBase64 = (t) => unpack(t.replace(/-/g, '+').replace(/_/g, '/'));

function makeLink() {
    const now = c.page_now(), name = text(c.page_name(s.scene));
    let link = `#${name}@${now}`;
    if (c.page_inputs() > 0) {
        const size = c.page_encode(now);
        if (size === 0) return null;
        const bytes = new Uint8Array(memory.buffer, c.page_bytes(), size);
        let base64 = '';
        for (let i = 0; i < size; i += 3 * 8192) base64 += toBase64(bytes.subarray(i, i + 3 * 8192));
        link += '~' + base64;
    }
    return link + '~' + hashNow();
}

function copyLink() {
    const link = makeLink();
    if (link === null) return toast('Too much has happened for a link');
    history.replaceState(null, '', link);
    const done = () => toast('Link copied: this scene, this moment, all that you did');
    const old = () => {
        const t = document.createElement('textarea');
        t.value = location.href;
        document.body.append(t);
        t.select();
        document.execCommand('copy');
        t.remove();
        done();
    };
    if (navigator.clipboard && isSecureContext) navigator.clipboard.writeText(location.href).then(done, old);
    else old();
}

// #scene, #scene@step, #scene@step~hash, #scene@step~inputs~hash
function openLink() {
    const [where, ...rest] = decodeURIComponent(location.hash.slice(1)).split('~'), [name, step] = where.split('@');
    let scene = 0;
    while (scene < c.page_scenes() && text(c.page_name(scene)) !== name) ++scene;
    if (scene === c.page_scenes()) return begin(0);
    if (step === undefined) return begin(scene);
    const hash = rest.length > 0 ? rest[rest.length - 1] : null;
    if (rest.length > 1) {
        let bytes;
        try {
            bytes = fromBase64(rest[0]);
        } catch {
            return begin(scene);
        }
        new Uint8Array(memory.buffer, c.page_bytes(), 1 << 17).set(bytes.subarray(0, 1 << 17));
        if (!c.page_decode(scene, bytes.length)) {
            toast('This link is damaged');
            return begin(scene);
        }
        begin(scene, 'link');
    } else {
        begin(scene, 'alone');
    }
    s.target = { step: Math.min(Math.max(Number(step) | 0, 0), 100000), hash };
}

function reach() { // the moment of a link
    const t = s.target;
    t.reached = t.hash === null || hashNow() === t.hash;
    if (!t.reached) s.wrong += 1;
    setPaused(true);
    if (s.reference === 'link' || t.hash !== null) beat();
    toast(t.reached ? 'Here is the moment. Touch it, or press play' : 'This build makes other bits than the link says');
    if (s.reference !== 'link') s.target = null;
    writeHash();
}

// ---- time ------------------------------------------------------------------------------------------

function stepOnce() {
    const start = performance.now();
    c.page_step();
    const ms = performance.now() - start;
    s.ms += (ms - s.ms) * (s.ms === 0 ? 1 : 0.06);
    s.costs[s.cost] = ms;
    s.cost = (s.cost + 1) % s.costs.length;
    check();
}

function setPaused(paused) {
    s.paused = paused;
    $('pause').classList.toggle('on', paused);
    $('pause').lastElementChild.textContent = paused ? 'play' : 'pause';
}

// History goes on from here: what was later is a branch that nobody took.
function branch() {
    const now = c.page_now(), end = c.page_end();
    if (now < end) {
        s.branches = s.branches.filter((b) => b.at < now);
        s.branches.push({ at: now, was: end });
        if (s.branches.length > 24) s.branches.shift();
        c.page_branch();
        if (s.reference !== 'alone') s.reference = c.page_inputs() === 0 ? 'alone' : null;
        s.wrong = 0;
        s.target = null;
    }
    $('crowd').value = c.page_count(6);
    $('crowdcount').textContent = c.page_count(6);
}

function setRewind(on) {
    if (on === s.rewinding) return;
    if (on) {
        s.held = 0;
        s.rate = 1;
        letGo();
    }
    s.rewinding = on;
    $('rewind').classList.toggle('on', on);
    if (!on) {
        branch();
        setPaused(false);
    }
}

function back(seconds) {
    s.held += seconds;
    s.rate = Math.min(1 + Math.max(s.held - 1.5, 0) * 0.5, 3); // the longer it is held, the faster
    s.time += seconds * s.rate;
    let steps = Math.min(Math.floor(s.time / STEP), 6);
    s.time -= steps * STEP;
    if (s.time > STEP) s.time = 0;
    for (; steps > 0; --steps) {
        const now = c.page_now();
        if (now <= c.page_oldest()) return;
        c.page_prepare();
        c.page_show(now - 1);
    }
}

function advance(seconds) {
    if (s.target && !s.target.reached && s.target.reached !== false) { // on the way to a moment
        const start = performance.now();
        while (c.page_now() < s.target.step && performance.now() - start < 11) stepOnce();
        if (c.page_now() >= s.target.step) reach();
        return 1;
    }
    s.time += seconds * (s.slow ? 0.125 : 1);
    let steps = 0;
    while (s.time >= STEP) {
        s.time -= STEP;
        if (++steps > MOST_STEPS) {
            s.time = 0;
            break;
        }
        stepOnce();
    }
    return s.time / STEP;
}

function frame(ms) {
    const seconds = Math.min(Math.max((ms - s.last) / 1000, 0), 0.25);
    s.last = ms;
    s.frame += 1;
    let at = 1;
    if (s.rewinding) back(seconds);
    else if (!s.paused && !s.scrub) at = advance(seconds);
    if (c.page_focus(2) !== 0 && pointers.size === 0) follow(seconds);
    let layers = 0;
    if ((s.layers & 3) !== 0) layers |= 1;
    if ((s.layers & 8) !== 0) layers |= 2;
    paintWorld(view, c.page_draw(layers, at));
    paintTraces(performance.now());
    paintHand();
    paintTint();
    paintTimeline();
    for (const p of pointers.values()) if (p.kind === 'ask') settle(p);
    if (s.frame % 6 === 0) {
        paintSpark();
        writeHash();
        $('ms').textContent = s.ms.toFixed(2);
        const [bodies, points, contacts] = [0, 1, 2].map((k) => c.page_count(k));
        $('counts').textContent = `${bodies} bodies · ${points} points · ${contacts} contacts`;
        canvas.classList.toggle('holds', [...pointers.values()].some((p) => p.kind === 'drag'));
        if (s.toast > 0 && performance.now() > s.toast) $('toast').hidden = true, s.toast = 0;
    }
    const behind = c.page_now() - c.page_end();
    $('badge').hidden = !s.rewinding && !s.scrub;
    if (!$('badge').hidden) $('badge').textContent = `${(behind / 60).toFixed(2)} s` + (s.rate > 1.05 && s.rewinding ? ` · ${s.rate.toFixed(1)}×` : '');
    if (s.frame > 20 && s.frame % 4 === 0) makeThumbnail();
    requestAnimationFrame(frame);
}

function follow(seconds) { // what drives keeps in the middle
    const t = 1 - Math.exp(-3 * seconds), [bx, by] = [0, 1].map((i) => c.page_camera(s.scene, i));
    if (view.home === undefined) return;
    view.x += (view.home[0] + Math.max(c.page_focus(0) - bx + 2, 0) - view.x) * t;
    view.y += (view.home[1] + 0.6 * Math.min(Math.max(c.page_focus(1) - by + 1, -3), 3) - view.y) * t;
}

function toast(words) {
    $('toast').textContent = words;
    $('toast').hidden = false;
    s.toast = performance.now() + 3200;
}

// ---- fingers ---------------------------------------------------------------------------------------

// Whatever somebody does ends what is being played.
function act(kind, what, x = 0, y = 0, x2 = 0, y2 = 0) {
    if (c.page_now() < c.page_end()) branch();
    if (s.reference === 'played' || s.reference === 'link') {
        s.reference = null;
        s.target = null;
    }
    c.page_do(kind, what, x, y, x2, y2);
}

function freeFinger() {
    const taken = new Set([...pointers.values()].map((p) => p.finger));
    for (let i = 0; i < FINGERS; ++i) if (!taken.has(i)) return i;
    return -1;
}

function letGo() {
    for (const p of pointers.values()) {
        if (p.kind === 'drag' || p.kind === 'ask') act(LIFT, p.finger);
    }
    pointers.clear();
}

// A finger that pressed holds something, or else it moves the view.
function settle(p) {
    if (c.page_now() <= p.step) return;
    p.kind = c.page_holds(p.finger) ? 'drag' : 'pan';
}

function press(e) {
    const [x, y] = toWorld(e.clientX, e.clientY), finger = freeFinger();
    if (finger < 0 || s.rewinding) return;
    canvas.setPointerCapture?.(e.pointerId);
    const p = { finger, sx: e.clientX, sy: e.clientY, x, y, kind: 'pan' };
    pointers.set(e.pointerId, p);
    if (e.button > 0) return;
    if (s.paused && s.tool === 'hand') setPaused(false);
    if (s.tool === 'hand') {
        p.kind = 'ask';
        p.step = c.page_now();
        act(PRESS, finger, x, y, (e.pointerType === 'touch' ? 26 : 12) / view.scale);
    } else if (s.tool === 'knife') {
        p.kind = 'knife';
        p.from = [x, y];
        addTrail(e.pointerId, x, y);
    } else {
        p.kind = 'drop';
        drop(x, y);
    }
}

function drop(x, y) {
    if (s.paused) setPaused(false);
    act(DROP, s.thing, x, y);
    if (THINGS[s.thing] === 'blast') s.blasts.push({ x, y, time: performance.now() });
}

function move(e) {
    const p = pointers.get(e.pointerId);
    if (!p) return;
    const [x, y] = toWorld(e.clientX, e.clientY);
    if (p.kind === 'drag' || p.kind === 'ask') {
        act(MOVE, p.finger, x, y);
    } else if (p.kind === 'knife') {
        if (Math.hypot(x - p.x, y - p.y) * view.scale < 2) return;
        if (s.paused) setPaused(false);
        // A stroke is one cut while it is straight: what is cut piece by piece may hang together in between.
        const [ax, ay, bx, by] = [p.x - p.from[0], p.y - p.from[1], x - p.x, y - p.y], along = ax * bx + ay * by;
        if (ax * by - ay * bx > 0.4 * along || ay * bx - ax * by > 0.4 * along) slice(p);
        addTrail(e.pointerId, x, y);
    } else if (p.kind === 'drop') {
        if (Math.hypot(x - p.x, y - p.y) < (THINGS[s.thing] === 'blast' ? 2 : 1.1)) return;
        drop(x, y);
    } else {
        pan(p, e);
        return;
    }
    Object.assign(p, { x, y, sx: e.clientX, sy: e.clientY });
}

// Cuts along the stroke, and begins the next one.
function slice(p) {
    if (p.x !== p.from[0] || p.y !== p.from[1]) act(CUT, 0, ...p.from, p.x, p.y);
    p.from = [p.x, p.y];
}

function pan(p, e) {
    const other = [...pointers.values()].find((q) => q !== p && q.kind === 'pan');
    if (other) { // two fingers on nothing: pinch
        const before = Math.hypot(p.sx - other.sx, p.sy - other.sy), after = Math.hypot(e.clientX - other.sx, e.clientY - other.sy);
        if (before > 10) zoom(after / before, other.sx, other.sy);
    } else {
        view.x -= (e.clientX - p.sx) / view.scale;
        view.y += (e.clientY - p.sy) / view.scale;
    }
    view.moved = true;
    p.sx = e.clientX;
    p.sy = e.clientY;
}

function lift(e) {
    const p = pointers.get(e.pointerId);
    if (!p) return;
    pointers.delete(e.pointerId);
    if (p.kind === 'drag' || p.kind === 'ask') act(LIFT, p.finger);
    if (p.kind === 'knife') slice(p);
}

function drive(value) {
    if (value === s.drive || $('left').hidden) return;
    s.drive = value;
    act(DRIVE, 0, value);
    $('left').classList.toggle('on', value < 0);
    $('right').classList.toggle('on', value > 0);
}

// ---- buttons ---------------------------------------------------------------------------------------

function setTool(tool) {
    s.tool = tool;
    for (const id of ['hand', 'knife', 'drop']) {
        $(id).classList.toggle('on', id === tool);
        canvas.classList.toggle(id, id === tool);
    }
    $('things').hidden = tool !== 'drop';
    if (tool === 'drop') $('layers').hidden = true, $('show').classList.remove('on');
}

const ICONS = {
    crate: '<rect x="5" y="5" width="14" height="14" rx="2"/>',
    ball: '<circle cx="12" cy="12" r="7.5"/><path d="M12 12h4.5"/>',
    star: '<path d="M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6L12 16.3 7 19.2l1.2-5.6L4 9.8l5.6-.6z"/>',
    jelly: '<path d="M4.5 17c-1.5-5 2-11 7.5-11s9 6 7.5 11c-1 3-14 3-15 0zM8.5 12c.5-1.6 1.6-2.6 3-2.9"/>',
    doll: '<circle cx="12" cy="6" r="2.6"/><path d="M12 9v6M12 10.5L7.5 13M12 10.5l4.5 2.5M12 15l-3 5M12 15l3 5"/>',
    blast: '<path d="M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l2.8 2.8M15.6 15.6l2.8 2.8M18.4 5.6l-2.8 2.8M8.4 15.6l-2.8 2.8"/>',
};

function makeRows() {
    THINGS.forEach((name, i) => {
        const b = document.createElement('button');
        b.innerHTML = `<svg viewBox="0 0 24 24">${ICONS[name]}</svg><span>${name}</span>`;
        b.onclick = () => {
            s.thing = i;
            [...$('things').children].forEach((e, k) => e.classList.toggle('on', k === i));
        };
        b.classList.toggle('on', i === 0);
        $('things').append(b);
    });
    LAYERS.forEach((name, i) => {
        const b = document.createElement('button');
        b.innerHTML = `<b>${i + 1}</b><span>${name}</span>`;
        b.onclick = () => toggleLayer(i);
        b.classList.toggle('on', (s.layers >> i & 1) !== 0);
        $('layers').append(b);
    });
}

function toggleLayer(i) {
    s.layers ^= 1 << i;
    $('layers').children[i].classList.toggle('on', (s.layers >> i & 1) !== 0);
}

const WORDS = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:[^"\\]|\\.)*")|\b(static|const|void|int|float|bool|enum|for|if|else|while|return|continue|break|true|false|NULL|uint64_t|uint32_t|int32_t|typedef|struct|inline|v2d_(?!\w+\s*\()\w+)\b|\b(\d[\w.]*)|\b([a-z]\w*)(?=\()/g;

function showSource() {
    const name = text(c.page_name(s.scene));
    const safe = (t) => t.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    let html = '', last = 0;
    const source = DATA.sources[name];
    for (const m of source.matchAll(WORDS)) {
        const kind = m[1] ? 'c' : m[2] ? 's' : m[3] ? 'k' : m[4] ? 'n' : 'f';
        html += safe(source.slice(last, m.index)) + `<span class="${kind}">${safe(m[0])}</span>`;
        last = m.index + m[0].length;
    }
    $('text').innerHTML = html + safe(source.slice(last));
    $('sourcename').textContent = `${name}: all of the scene, in C`;
    $('source').hidden = false;
    $('source').querySelector('pre').scrollTop = 0;
}

const actions = {
    hand: () => setTool('hand'),
    knife: () => setTool('knife'),
    drop: () => setTool('drop'),
    pause: () => {
        if (s.paused && c.page_now() < c.page_end()) branch();
        setPaused(!s.paused);
    },
    once: () => {
        setPaused(true);
        if (c.page_now() < c.page_end()) c.page_show(c.page_now() + 1);
        else stepOnce();
    },
    slow: () => {
        s.slow = !s.slow;
        $('slow').classList.toggle('on', s.slow);
    },
    again: () => goto(s.scene),
    next: () => goto(s.scene + 1),
    previous: () => goto(s.scene - 1),
    watch: () => begin(s.scene, 'played'),
    show: () => {
        $('layers').hidden = !$('layers').hidden;
        $('show').classList.toggle('on', !$('layers').hidden);
        if (!$('layers').hidden && s.tool === 'drop') setTool('hand');
    },
    code: () => $('source').hidden ? showSource() : $('source').hidden = true,
    link: copyLink,
};

function scrub(e) {
    const box = $('timeline').getBoundingClientRect(), [from, to] = s.range;
    const t = Math.min(Math.max((e.clientX - box.left - 6) / (box.width - 12), 0), 1);
    const step = Math.max(Math.min(Math.round(from + t * (to - from)), c.page_end()), c.page_oldest());
    c.page_show(step);
}

function listen() {
    canvas.addEventListener('pointerdown', press);
    canvas.addEventListener('pointermove', (e) => (e.getCoalescedEvents && pointers.get(e.pointerId)?.kind === 'knife'
        ? (e.getCoalescedEvents().length > 0 ? e.getCoalescedEvents() : [e]) : [e]).forEach(move));
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, lift);
    canvas.addEventListener('contextmenu', (e) => e.preventDefault());
    canvas.addEventListener('dblclick', (e) => e.preventDefault());
    canvas.addEventListener('wheel', (e) => {
        e.preventDefault();
        zoom(Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.0015)), e.clientX, e.clientY);
    }, { passive: false });
    for (const [id, action] of Object.entries(actions)) $(id).onclick = action;
    $('close').onclick = actions.code;
    const hold = (id, down, up) => {
        $(id).addEventListener('pointerdown', (e) => {
            e.preventDefault();
            $(id).setPointerCapture?.(e.pointerId);
            down();
        });
        for (const name of ['pointerup', 'pointercancel', 'lostpointercapture']) $(id).addEventListener(name, up);
        $(id).addEventListener('contextmenu', (e) => e.preventDefault());
    };
    hold('rewind', () => setRewind(true), () => setRewind(false));
    hold('left', () => drive(-1), () => drive(0));
    hold('right', () => drive(1), () => drive(0));
    const t = $('timeline');
    t.addEventListener('pointerdown', (e) => {
        t.setPointerCapture?.(e.pointerId);
        letGo();
        s.scrub = true;
        s.range = timeRange();
        setPaused(true);
        scrub(e);
    });
    t.addEventListener('pointermove', (e) => s.scrub && scrub(e));
    for (const name of ['pointerup', 'pointercancel']) t.addEventListener(name, () => s.scrub = false);
    $('crowd').oninput = () => {
        if (s.paused) setPaused(false);
        $('crowdcount').textContent = $('crowd').value;
        act(CROWD, 0, Number($('crowd').value));
    };
    addEventListener('resize', resize);
    addEventListener('hashchange', openLink);
    addEventListener('blur', () => {
        keys.clear();
        drive(0);
        setRewind(false);
    });
    addEventListener('keydown', keyDown);
    addEventListener('keyup', (e) => {
        keys.delete(e.code);
        if (e.code === 'KeyR') setRewind(false);
        driveByKeys();
    });
    document.addEventListener('gesturestart', (e) => e.preventDefault());
}

const driveByKeys = () => drive((keys.has('KeyD') ? 1 : 0) - (keys.has('KeyA') ? 1 : 0));

function keyDown(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target === $('crowd') && e.code.startsWith('Arrow')) return;
    const map = { KeyH: 'hand', KeyK: 'knife', KeyB: 'drop', Space: 'pause', Period: 'once', KeyS: 'slow', KeyW: 'watch',
                  KeyC: 'code', KeyL: 'link', Backspace: 'again' };
    keys.add(e.code);
    driveByKeys();
    if (e.code === 'KeyR') setRewind(true);
    else if (e.repeat && e.code !== 'Period') return;
    else if (map[e.code]) actions[map[e.code]]();
    else if (/^Digit[1-6]$/.test(e.code)) toggleLayer(Number(e.code[5]) - 1);
    else if (e.code === 'KeyN' || e.code === 'ArrowRight') goto(s.scene + 1);
    else if (e.code === 'KeyP' || e.code === 'ArrowLeft') goto(s.scene - 1);
    else if (e.code === 'KeyF') fit();
    else if (e.code === 'Escape') $('source').hidden = true;
    else return;
    if (e.target === document.body || e.code === 'Space' || e.code === 'Backspace') e.preventDefault();
    if (document.activeElement && document.activeElement.tagName === 'BUTTON') document.activeElement.blur();
}

// ---- the beginning ---------------------------------------------------------------------------------

async function open() {
    const { instance } = await WebAssembly.instantiate(unpack(DATA.wasm), {});
    c = instance.exports;
    memory = c.memory;
    if (!c.page_init()) throw new Error('there is not enough memory');
    makeStrip();
    makeRows();
    if (COARSE) $('rewind').lastElementChild.textContent = 'rewind';
    setTool('hand');
    resize();
    openLink();
    listen();
    s.last = performance.now();
    requestAnimationFrame(frame);
    // For tests, and for the curious.
    window.verlet2d = { c, state: s, view, toScreen, toWorld, hash: hashNow, link: makeLink, step: stepOnce, begin, thumbnails: () => thumbnails };
}

open().catch((e) => {
    $('name').textContent = 'Sorry';
    $('hint').textContent = 'This needs a browser with WebAssembly SIMD: any of the last years has it.';
    console.error(e);
});
})();
