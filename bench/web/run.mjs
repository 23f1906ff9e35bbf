// SPDX-License-Identifier: MIT OR Unlicense
// run.mjs - one scene with one engine in one process; prints one line of JSON.
//
// Run:   node run.mjs FOLDER ENGINE SCENE STEPS LIMIT_MS      FOLDER holds scenes.wasm
//        node run.mjs FOLDER                                  lists scenes
// An engine is a module beside this file: see engine_planck.mjs for the functions it has. Only the
// engine's step is timed, the same way for all; verlet2d is stepped by scenes.wasm itself.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const KINDS = ['circle', 'capsule', 'segment', 'box', 'polygon', 'chain'];
const TYPES = ['static', 'kinematic', 'dynamic'];
const SOFT = 4, BOX2D = 8, SPEED = 1; // scenes.h
const JUDGE_EVERY = 50;

let wasm, engine, refusal = null;

// The first reason of a refusal is the scene's error.
const attempt = (work) => (...args) => {
    try {
        work(...args);
        return 1;
    } catch (e) {
        refusal ??= e.message ?? String(e);
        return 0;
    }
};

// Centre, half sides and angle of a box from its corners.
function box_of(p) {
    const ax = p[1].x - p[0].x, ay = p[1].y - p[0].y;
    const bx = p[3].x - p[0].x, by = p[3].y - p[0].y;
    return {
        x: 0.5 * (p[0].x + p[2].x), y: 0.5 * (p[0].y + p[2].y),
        hx: 0.5 * Math.hypot(ax, ay), hy: 0.5 * Math.hypot(bx, by), angle: Math.atan2(ay, ax),
    };
}

const host = {
    web_now: () => performance.now(),
    sin: Math.sin,
    cos: Math.cos,
    atan2: Math.atan2,
    web_create: attempt((x, y) => engine.create({ x, y })),
    web_body_create: attempt((body, type, x, y, angle, vx, vy, w, linear, angular, bullet) =>
        engine.bodyCreate(body, {
            type: TYPES[type], x, y, angle, vx, vy, w, linear, angular, bullet: bullet !== 0,
        })),
    web_body_destroy: attempt((body) => engine.bodyDestroy(body)),
    web_shape_create: attempt((body, kind, points, count, radius, density, friction, restitution,
                               category, mask, group) => {
        const f = new Float32Array(wasm.memory.buffer, points, 2 * count);
        const p = Array.from({ length: count }, (_, i) => ({ x: f[2 * i], y: f[2 * i + 1] }));
        const shape = {
            kind: KINDS[kind], points: p, radius, density, friction, restitution,
            category: category >>> 0, mask: mask >>> 0, group,
        };
        if (shape.kind === 'box') shape.box = box_of(p);
        engine.shapeCreate(body, shape);
    }),
    web_joint_create: attempt((joint, a, b, ax, ay, bx, by, motor, speed, torque, limited, lower,
                               upper, frequency, dampingRatio, collide) =>
        engine.jointCreate(joint, {
            a, b, localA: { x: ax, y: ay }, localB: { x: bx, y: by }, motor: motor !== 0, speed,
            torque, limited: limited !== 0, lower, upper, frequency, dampingRatio,
            collide: collide !== 0,
        })),
    web_joint_destroy: attempt((joint) => engine.jointDestroy(joint)),
    web_body_impulse: attempt((body, ix, iy, x, y) => engine.impulse(body, { x: ix, y: iy }, { x, y })),
    web_body_set_velocity: attempt((body, vx, vy, w) => engine.setVelocity(body, { x: vx, y: vy }, w)),
    web_body_pose: attempt((body, out) =>
        new Float32Array(wasm.memory.buffer, out, 7).set(engine.pose(body))),
    web_step: attempt((dt, substeps) => engine.step(dt, substeps)),
    web_contacts: () => engine.contacts(),
};

function text(pointer) {
    if (pointer === 0) return null;
    const bytes = new Uint8Array(wasm.memory.buffer);
    let end = pointer;
    while (bytes[end] !== 0) ++end;
    return Buffer.from(bytes.subarray(pointer, end)).toString();
}

function scenes() {
    return Array.from({ length: wasm.scene_count() }, (_, i) => ({
        name: text(wasm.scene_name(i)), steps: wasm.scene_steps(i),
        speed: (wasm.scene_flags(i) & SPEED) !== 0, soft: (wasm.scene_flags(i) & SOFT) !== 0,
        box2d: (wasm.scene_flags(i) & BOX2D) !== 0,
    }));
}

function run(scene, steps, limit) {
    const begin = performance.now(), ms = [];
    const own = engine === null;
    if (!wasm.scene_open(scene, own ? 0 : 1)) return { error: 'out of memory' };
    const error = () => refusal ?? text(wasm.scene_error());
    while (ms.length < steps && error() === null) {
        wasm.scene_step();
        if (error() !== null) break;
        const start = performance.now();
        wasm.engine_step();
        ms.push(performance.now() - start);
        if (ms.length % JUDGE_EVERY === 0) wasm.scene_judge();
        if (limit > 0 && performance.now() - begin > limit) break;
    }
    if (error() !== null) return { error: error() };
    const until = [];
    let sum = 0;
    for (const t of ms) until.push(sum += t);
    const sorted = ms.slice().sort((a, b) => a - b);
    return {
        error: null, steps: ms.length, finished: ms.length === steps, until,
        mean: sum / ms.length, median: sorted[ms.length >> 1],
        p99: sorted[Math.floor(ms.length * 99 / 100)], max: sorted[ms.length - 1],
        bodies: wasm.scene_bodies(), contacts: wasm.scene_contacts(),
        overlapEnd: wasm.scene_overlap(1), overlapMost: wasm.scene_overlap(0),
        hash: [1, 0].map((k) => (wasm.scene_hash(k) >>> 0).toString(16).padStart(8, '0')).join(''),
        seconds: 1e-3 * (performance.now() - begin),
    };
}

const [folder, engineName, sceneName, steps, limit] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(`${folder}/scenes.wasm`));
wasm = (await WebAssembly.instantiate(module, { env: host })).exports;
if (engineName === undefined) {
    console.log(JSON.stringify(scenes()));
} else {
    const all = scenes(), scene = all.findIndex((s) => s.name === sceneName);
    engine = null;
    if (engineName !== 'verlet2d') {
        const file = engineName.split('-')[0];
        engine = await (await import(`./engine_${file}.mjs`)).open(engineName);
    }
    const result = run(scene, Number(steps) || all[scene].steps, Number(limit));
    process.stdout.write(JSON.stringify(result) + '\n', () => process.exit(0));
}
