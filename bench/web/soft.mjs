// SPDX-License-Identifier: MIT OR Unlicense
// soft.mjs - soft bodies: the same scenes with verlet2d and with Rapier, both as WebAssembly under node.
//
// Run:   node soft.mjs FOLDER BINDINGS [SCENE]...    FOLDER has node_modules, BINDINGS is build/bindings/js
// Each run is a process of its own, pinned to one core. A scene is built of the same points, masses and materials in
// both engines, and is run twice; the steps of the second run are timed, by processor time, for in the first one node
// compiles the modules. An error is measured on positions alone, the same way for both:
// pairs of edges that cross, area or height lost, the worst stretch, the lean of a tower.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DT = 1 / 60, G = 9.81, YOUNG = 3000, POISSON = 0.3;

// ---- the engines ---------------------------------------------------------------------------------
// Each has: ground(), box(x, y, hx, hy, mass), plate(x, y, hx, hy), move(plate, vy), soft(figure), cut(soft, from, to),
// step(), all() soft bodies, points(soft): [[x, y]...], rim(soft): pairs of points, pose(body), angle(body).
// A figure: kind 'rope' (a, b, count), 'ring' (outline), 'cloth' (columns, rows, spacing, pins),
// 'cells' (outline, size), with `mass` and where it is part of the kind `young` or `area` [Hz].

async function verlet2d(bindings, gravity) {
    const v2d = await import(pathToFileURL(resolve(bindings, 'verlet2d.mjs')));
    const world = v2d.world(), def = v2d.world_def_default();
    def.gravity = { x: 0, y: -gravity }, def.sleep = false;
    v2d.check(v2d.world_init(world, def));
    const body = (type, x, y, hx, hy, mass) => {
        const b = v2d.body_def_default(), s = v2d.shape_def_default();
        b.type = type, b.position = { x, y };
        s.density = mass / (4 * hx * hy);
        const id = v2d.body_create(world, b);
        v2d.shape_create(world, id, s, v2d.geometry_box(hx, hy));
        return id;
    };
    return {
        ground: () => body(v2d.BODY_STATIC, 0, -1, 40, 1, 1),
        box: (x, y, hx, hy, mass) => body(v2d.BODY_DYNAMIC, x, y, hx, hy, mass),
        plate: (x, y, hx, hy) => body(v2d.BODY_KINEMATIC, x, y, hx, hy, 1),
        move: (id, vy) => v2d.body_set_velocity(world, id, { x: 0, y: vy }),
        soft(f) {
            const d = v2d.soft_def_default();
            d.mass = f.mass, d.radius = f.radius ?? 0.02, d.linear_damping = f.damping ?? 0;
            if (f.friction !== undefined) d.friction = f.friction;
            if (f.area) d.area_frequency = f.area, d.shape_frequency = f.shape ?? 0;
            if (f.size) d.cell_size = f.size, d.young = f.young, d.poisson = POISSON, d.cell_damping = f.cellDamping ?? 0.02;
            if (f.kind === 'rope') return v2d.soft_create_rope(world, d, f.a, f.b, f.count - 1, false, false);
            if (f.kind !== 'cloth') return v2d.soft_create_blob(world, d, f.outline, f.outline.length);
            d.position = { x: 0, y: (f.rows - 1) * f.spacing };
            const id = v2d.soft_create_cloth(world, d, f.columns, f.rows, f.spacing);
            for (const i of f.pins) v2d.point_set_pinned(world, v2d.soft_point(world, id, i), true);
            return id;
        },
        step: () => v2d.world_step(world, DT, 4),
        points(id) {
            const count = v2d.soft_point_count(world, id), list = v2d.vec2.array(count);
            v2d.soft_points(world, id, 1, list, count);
            const points = Array.from({ length: count }, (_, i) => [list.f32[2 * i], list.f32[2 * i + 1]]);
            list.free();
            return points;
        },
        cut: (id, from, to) => v2d.world_cut(world, null, from, to, null, 0),
        all() {
            const found = [];
            for (let id = v2d.world_next_soft(world, { index1: 0, generation: 0 }); id.index1 !== 0; id = v2d.world_next_soft(world, id)) found.push(id);
            return found;
        },
        rim(id) { // the pairs of points of what collides
            const index = new Map(), pairs = [];
            for (let i = 0; i < v2d.soft_point_count(world, id); ++i) index.set(v2d.soft_point(world, id, i).index1, i);
            for (let i = 0; i < v2d.soft_edge_count(world, id); ++i) {
                const e = v2d.edge_def_default();
                v2d.edge_describe(world, v2d.soft_edge(world, id, i), e);
                if (e.side !== v2d.EDGE_INNER) pairs.push([index.get(e.a.index1), index.get(e.b.index1)]);
            }
            return pairs;
        },
        pose: (id) => v2d.body_position(world, id),
        angle: (id) => v2d.body_angle(world, id),
    };
}

async function rapier(folder, gravity) {
    const path = createRequire(`${resolve(folder)}/`).resolve('@dimforge/rapier2d-compat');
    const rapier = createRequire(`${resolve(folder)}/`)(path), warn = console.warn;
    console.warn = () => {};
    await rapier.init();
    console.warn = warn;
    const world = new rapier.World({ x: 0, y: -gravity });
    world.timestep = DT;
    const body = (desc, x, y, hx, hy, mass) => {
        const b = world.createRigidBody(desc.setTranslation(x, y).setCanSleep(false));
        world.createCollider(rapier.ColliderDesc.cuboid(hx, hy).setDensity(mass / (4 * hx * hy)), b);
        return b;
    };
    const flat = (points) => new Float32Array(points.flatMap((p) => [p.x, p.y]));
    return {
        ground: () => body(rapier.RigidBodyDesc.fixed(), 0, -1, 40, 1, 1),
        box: (x, y, hx, hy, mass) => body(rapier.RigidBodyDesc.dynamic(), x, y, hx, hy, mass),
        plate: (x, y, hx, hy) => body(rapier.RigidBodyDesc.kinematicVelocityBased(), x, y, hx, hy, 1),
        move: (b, vy) => b.setLinvel({ x: 0, y: vy }, true),
        soft(f) {
            const material = new rapier.SoftBodyMaterial(), n = f.outline?.length;
            let d;
            if (f.kind === 'rope') d = rapier.SoftBodyDesc.rope(f.a, f.b, f.count).setTensionOnly();
            if (f.kind === 'ring') {
                d = rapier.SoftBodyDesc.polygon(flat(f.outline)).setShapeMatching(f.shape > 0);
                material.volumeSoftness = { naturalFrequency: f.area, dampingRatio: 1 };
            }
            if (f.kind === 'cells') {
                const ends = new Uint32Array(f.outline.flatMap((_, i) => [i, (i + 1) % n]));
                d = rapier.SoftBodyDesc.volumetric(flat(f.outline), ends, f.size, false).setSolver(rapier.SoftBodySolver.Fem)
                    .setCellModel(rapier.SoftBodyCellModel.NeoHookean);
                material.youngModulus = f.young, material.poissonRatio = POISSON;
            }
            if (f.kind === 'cloth' && f.pins.length === 0) {
                const hx = 0.5 * (f.columns - 1) * f.spacing, hy = 0.5 * (f.rows - 1) * f.spacing;
                d = rapier.SoftBodyDesc.grid({ x: hx, y: hy }, { x: hx, y: hy }, f.columns, f.rows);
            } else if (f.kind === 'cloth') {
                const at = (x, y) => y * f.columns + x, places = [], edges = [];
                for (let y = 0; y < f.rows; ++y) {
                    for (let x = 0; x < f.columns; ++x) {
                        places.push({ x: x * f.spacing, y: (f.rows - 1 - y) * f.spacing });
                        if (x + 1 < f.columns) edges.push(at(x, y), at(x + 1, y));
                        if (y + 1 < f.rows) edges.push(at(x, y), at(x, y + 1));
                        if (x + 1 < f.columns && y + 1 < f.rows) edges.push(at(x, y), at(x + 1, y + 1));
                    }
                }
                d = new rapier.SoftBodyDesc(flat(places)).setEdges(edges).setTensionOnly().setPinnedParticles(f.pins);
                material.edgeSoftness = { naturalFrequency: 1e5, dampingRatio: 1 };
            }
            d = d.setMaterial(material).setMass(f.mass).setParticleRadius(f.radius ?? 0.02).setSelfContacts(true)
                .setLinearDamping(f.damping ?? 0).setCanSleep(false);
            if (f.friction !== undefined) d = d.setSurfaceCollider(rapier.ColliderDesc.ball(1).setFriction(f.friction)
                .setFrictionCombineRule(rapier.CoefficientCombineRule.Min));
            return world.createSoftBody(d);
        },
        step: () => world.step(),
        points: (s) => Array.from({ length: s.numParticles() }, (_, i) => [s.particlePosition(i).x, s.particlePosition(i).y]),
        cut: (soft, from, to) => world.cutSoftBody(soft, [from, to])?.free(),
        all: () => world.softBodies.getAll(),
        rim(s) {
            const b = s.boundary().length > 0 ? s.boundary() : s.edges();
            return Array.from({ length: b.length / 2 }, (_, i) => [b[2 * i], b[2 * i + 1]]);
        },
        pose: (b) => b.translation(),
        angle: (b) => b.rotation(),
    };
}

// ---- what is measured ----------------------------------------------------------------------------

function crossings(points, pairs) {
    const side = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
    let count = 0;
    pairs.forEach(([i, j], k) => pairs.slice(k + 1).forEach(([m, n]) => {
        if (i === m || i === n || j === m || j === n) return;
        const [a, b, c, d] = [points[i], points[j], points[m], points[n]];
        if (side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b)) count += 1;
    }));
    return count;
}

// Of all soft bodies, after the last step.
function tangled(e) {
    const points = [], pairs = [];
    for (const soft of e.all()) {
        e.rim(soft).forEach(([i, j]) => pairs.push([i + points.length, j + points.length]));
        points.push(...e.points(soft));
    }
    return crossings(points, pairs);
}

// Two bodies that were made in each other, without weight: what is left, and the greatest speed of a point.
const untangle = (make) => ({ steps: 120, gravity: 0, build(e) {
    make(e);
    const places = () => e.all().flatMap((soft) => e.points(soft));
    let last = places(), most = 0;
    const look = () => {
        const now = places();
        now.forEach((p, i) => most = Math.max(most, Math.hypot(p[0] - last[i][0], p[1] - last[i][1]) / DT));
        last = now;
    };
    return { before: look, error: () => (look(), `${tangled(e)}, ${most.toFixed(2)} m/s`) };
} });

const area = (points, pairs) => Math.abs(0.5 * pairs.reduce((sum, [i, j]) =>
    sum + points[i][0] * points[j][1] - points[i][1] * points[j][0], 0));
const chain = (count, closed) => Array.from({ length: closed ? count : count - 1 }, (_, i) => [i, (i + 1) % count]);
const ring = (x, y, r, count) => Array.from({ length: count }, (_, i) =>
    ({ x: x + r * Math.cos(2 * Math.PI * i / count), y: y + r * Math.sin(2 * Math.PI * i / count) }));
const square = (x, y, side) => [{ x, y }, { x: x + side, y }, { x: x + side, y: y + side }, { x, y: y + side }];
const top = (points) => Math.max(...points.map((p) => p[1])), least = (points) => Math.min(...points.map((p) => p[1]));
const percent = (x) => `${(100 * x).toFixed(1)} %`;

// ---- scenes: each builds, and returns what is done before a step and the error at the end -------------------

const SCENES = {
    rope_pile: { steps: 600, what: 'rope of 6 m falls on itself: crossings', build(e) {
        e.ground();
        const rope = e.soft({ kind: 'rope', a: { x: 0, y: 0.5 }, b: { x: 0.05, y: 6.5 }, count: 61, mass: 1, radius: 0.04 });
        return { error: () => `${crossings(e.points(rope), chain(61, false))}` };
    } },
    c_pressed: { steps: 480, what: 'jelly like a C pressed from 2 to 0.8 m: crossings, area lost', build(e) {
        e.ground();
        const outline = [[0, 0], [2, 0], [2, 0.35], [0.4, 0.35], [0.4, 1.65], [2, 1.65], [2, 2], [0, 2]].map(([x, y]) => ({ x, y: y + 0.03 }));
        const jelly = e.soft({ kind: 'cells', outline, size: 0.18, young: YOUNG, mass: 3 });
        const plate = e.plate(1, 2.3, 3, 0.2), rim = e.rim(jelly), before = area(e.points(jelly), rim);
        return {
            before: (step) => e.move(plate, step >= 60 && step < 348 ? -1.3 / 4.8 : 0),
            error: () => `${crossings(e.points(jelly), rim)}, ${percent(1 - area(e.points(jelly), rim) / before)}`,
        };
    } },
    cloth_hung: { steps: 600, what: 'cloth 21 x 21 hung by two corners: worst stretch of an edge', build(e) {
        const n = 21, spacing = 0.1;
        const cloth = e.soft({ kind: 'cloth', columns: n, rows: n, spacing, pins: [0, n - 1], mass: 1, damping: 0.5 });
        return { error() {
            const p = e.points(cloth), d = (i, j) => Math.hypot(p[i][0] - p[j][0], p[i][1] - p[j][1]) / spacing - 1;
            let worst = 0;
            for (let i = 0; i < n * n; ++i) {
                if (i % n < n - 1) worst = Math.max(worst, d(i, i + 1));
                if (i + n < n * n) worst = Math.max(worst, d(i, i + n));
            }
            return percent(worst);
        } };
    } },
    block_sags: { steps: 600, what: 'block 2 x 2 m of cells under its weight: error of its height by plane strain', build(e) {
        e.ground();
        const mass = 400, young = 2e5, side = 2;
        const block = e.soft({ kind: 'cells', outline: square(-1, 0.02, side), size: 0.2, young, mass, friction: 0, cellDamping: 0.05, damping: 1 });
        const first = e.points(block), high = top(first), low = least(first), rows = [high, low].map((y) =>
            first.map((_, i) => i).filter((i) => Math.abs(first[i][1] - y) < 1e-3));
        const height = () => rows.map((row) => row.reduce((sum, i) => sum + e.points(block)[i][1], 0) / row.length).reduce((a, b) => a - b);
        const strain = mass / (side * side) * G * side * (1 - POISSON * POISSON) / (2 * young); // of the mean, by Hooke
        return { error: () => percent(Math.abs((1 - height() / (high - low)) / strain - 1)) };
    } },
    jellies_boxes: { steps: 600, what: '16 jellies and 20 boxes in a bin: worst area lost', build(e) {
        e.ground();
        e.plate(-4.5, 5, 0.3, 5), e.plate(4.5, 5, 0.3, 5);
        const jellies = Array.from({ length: 16 }, (_, i) => e.soft({
            kind: 'ring', outline: ring(-3 + 2 * (i % 4), 1 + 2.4 * Math.floor(i / 4), 0.7, 24), mass: 1.5, area: 20, shape: 2, radius: 0.04 }));
        for (let i = 0; i < 20; ++i) e.box(-3.4 + 1.7 * (i % 5), 2.2 + 2.4 * Math.floor(i / 5), 0.25, 0.25, 0.5);
        const pairs = chain(24, true), before = area(e.points(jellies[0]), pairs);
        return { error: () => percent(Math.max(...jellies.map((j) => 1 - area(e.points(j), pairs) / before))) };
    } },
    crate_on_cells: { steps: 600, what: '100 kg on a jelly of 1 kg, 1.6 m high, E = 3000: area lost, crossings', build(e) {
        e.ground();
        const jelly = e.soft({ kind: 'cells', outline: square(-0.8, 0.02, 1.6), size: 0.2, young: YOUNG, mass: 1 });
        const crate = e.box(0, 1.9, 0.8, 0.25, 100), rim = e.rim(jelly), before = area(e.points(jelly), rim);
        return { error: () => `${percent(1 - area(e.points(jelly), rim) / before)}, ${crossings(e.points(jelly), rim)}, ` +
            `crate at ${e.pose(crate).y.toFixed(2)} m` };
    } },
    cloth_cut: { steps: 480, what: 'cloth 21 x 21 cut in the middle falls on the ground: bodies, crossings', build(e) {
        e.ground();
        const cloth = e.soft({ kind: 'cloth', columns: 21, rows: 21, spacing: 0.1, pins: [], mass: 1, damping: 0.5 });
        return {
            before: (step) => step === 10 && e.cut(cloth, { x: -1, y: 0.83 }, { x: 3, y: 0.87 }),
            error: () => `${e.all().length}, ${tangled(e)}`,
        };
    } },
    jelly_in_jelly: { what: 'two jellies made in each other: crossings after 2 s, greatest speed', ...untangle((e) => {
        for (const x of [0, 0.7]) e.soft({ kind: 'ring', outline: ring(x, 0, 0.8, 24), mass: 1, area: 20, shape: 4, radius: 0.04 });
    }) },
    rope_in_jelly: { what: 'a rope through a jelly, likewise', ...untangle((e) => {
        e.soft({ kind: 'ring', outline: ring(0, 0, 0.8, 24), mass: 1, area: 20, shape: 4, radius: 0.04 });
        e.soft({ kind: 'rope', a: { x: -1.5, y: 0.5 }, b: { x: 1.5, y: 0.55 }, count: 31, mass: 0.5, radius: 0.03 });
    }) },
    rope_in_rope: { what: 'two ropes across each other, likewise', ...untangle((e) => {
        e.soft({ kind: 'rope', a: { x: -1.5, y: 0 }, b: { x: 1.5, y: 0.03 }, count: 31, mass: 0.5, radius: 0.03 });
        e.soft({ kind: 'rope', a: { x: 0.43, y: -0.6 }, b: { x: 0.47, y: 2.4 }, count: 31, mass: 0.5, radius: 0.03 });
    }) },
    rope_in_box: { what: 'a rope through a box: points inside after 2 s', steps: 120, gravity: 0, build(e) {
        const box = e.box(0, 0, 0.5, 0.5, 2);
        const rope = e.soft({ kind: 'rope', a: { x: -1.5, y: 0.3 }, b: { x: 1.5, y: 0.33 }, count: 31, mass: 0.5, radius: 0.03 });
        return { error() {
            const b = e.pose(box), angle = e.angle(box), c = Math.cos(angle), s = Math.sin(angle);
            return `${e.points(rope).filter(([x, y]) => Math.abs(c * (x - b.x) + s * (y - b.y)) < 0.5 && Math.abs(c * (y - b.y) - s * (x - b.x)) < 0.5).length}`;
        } };
    } },
};

// ---- running -------------------------------------------------------------------------------------

const [folder, bindings, ...chosen] = process.argv.slice(2);
const ENGINES = { verlet2d: (g) => verlet2d(bindings, g), rapier2d: (g) => rapier(folder, g) };
const [engine, scene] = (process.env.SOFT_RUN ?? '').split(' ');
if (scene) {
    const { steps, build } = SCENES[scene];
    let start, error;
    for (let pass = 0; pass < 2; ++pass) { // the second is timed
        const e = await ENGINES[engine](SCENES[scene].gravity ?? G), made = build(e);
        start = process.cpuUsage(), error = made.error;
        for (let i = 0; i < steps; ++i) {
            made.before?.(i);
            e.step();
        }
    }
    const { user, system } = process.cpuUsage(start);
    process.stdout.write(`${JSON.stringify({ ms: 1e-3 * (user + system) / steps, error: error() })}\n`, () => process.exit(0));
} else {
    const pinned = spawnSync('taskset', ['-c', '0', 'true']).status === 0, core = String(availableParallelism() - 1);
    const ratios = [];
    console.log(`${'scene'.padEnd(15)} ${'engine'.padEnd(9)} ms/step  ratio  error`);
    for (const name of Object.keys(SCENES).filter((s) => chosen.length === 0 || chosen.includes(s))) {
        console.log(`${name}: ${SCENES[name].what}`);
        let own = 0;
        for (const e of Object.keys(ENGINES)) {
            const command = [process.execPath, '--no-liftoff', fileURLToPath(import.meta.url), folder, bindings];
            const line = pinned ? ['taskset', '-c', core, ...command] : command;
            const done = spawnSync(line[0], line.slice(1), { encoding: 'utf8', env: { ...process.env, SOFT_RUN: `${e} ${name}` } });
            let t = null;
            try {
                t = JSON.parse(done.stdout.trim().split('\n').at(-1));
            } catch {
                console.log(`${name.padEnd(15)} ${e.padEnd(9)} ${(done.stderr.trim().split('\n').at(-1) || 'crashed').slice(0, 90)}`);
                continue;
            }
            if (own > 0 && SCENES[name].gravity !== 0 && name !== 'cloth_cut') ratios.push(t.ms / own);
            console.log(`${name.padEnd(15)} ${e.padEnd(9)} ${t.ms.toFixed(3).padStart(7)} ${(own > 0 ? t.ms / own : 1).toFixed(2).padStart(6)}  ${t.error}`);
            if (e === 'verlet2d') own = t.ms;
        }
    }
    if (ratios.length > 0) {
        const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
        console.log(`soft bodies: verlet2d is ${mean.toFixed(1)} times as fast (geometric mean), ${Math.min(...ratios).toFixed(1)} at least`);
    }
}
