// SPDX-License-Identifier: MIT OR Unlicense
// bench.mjs - verlet2d as WebAssembly against the engines that npm has, under node.
//
// Run:   node bench.mjs FOLDER [--scene S]... [--engine E]... [--steps N] [--runs N]
//                       [--budget SECONDS]         FOLDER holds what `make bench-web` put there
// As bench.c does: each run is a process of its own, pinned to one core; the engines take turns; the
// run of median mean counts; the budget is for all, and who has no time left stops early, with its
// ratio in brackets and out of the means.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ENGINES = {
    verlet2d: { note: 'simd128, defaults, 4 sub-steps', soft: true },
    box2d3: { note: 'SIMD build, 4 sub-steps', npm: 'box2d3-wasm' },
    rapier2d: { note: 'no SIMD build of this version, 4 solver iterations', npm: '@dimforge/rapier2d-compat' },
    'rapier2d-simd': { note: 'SIMD build, 4 solver iterations', npm: '@dimforge/rapier2d-simd-compat' },
    planck: { note: 'JavaScript, 8 velocity and 3 position iterations', npm: 'planck' },
    matter: { note: 'JavaScript, 6 position and 4 velocity iterations', npm: 'matter-js' },
};
const HERE = dirname(fileURLToPath(import.meta.url));

function parse(args) {
    const o = { folder: args[0], scene: [], engine: [], steps: 0, runs: 1, budget: 0 };
    for (let i = 1; i < args.length; i += 2) {
        const name = args[i].slice(2), value = args[i + 1];
        if (name === 'scene' || name === 'engine') o[name].push(value);
        else if (name === 'steps' || name === 'runs' || name === 'budget') o[name] = Number(value);
        else throw new Error(`unknown option ${args[i]}`);
    }
    return o;
}

const pinned = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

// The limit is looked at between steps; a single step may take minutes, so that there is an end to
// that too.
function node(args, limit) {
    const core = String(availableParallelism() - 1);
    const command = [process.execPath, join(HERE, 'run.mjs'), ...args.map(String)];
    const line = pinned ? ['taskset', '-c', core, ...command] : command;
    const done = spawnSync(line[0], line.slice(1), {
        encoding: 'utf8', maxBuffer: 1 << 26, timeout: limit > 0 ? Math.ceil(2 * limit + 5000) : undefined,
        killSignal: 'SIGKILL',
    });
    if (done.error?.code === 'ETIMEDOUT') return { error: 'no step within the time' };
    try {
        return JSON.parse(done.stdout.trim().split('\n').at(-1));
    } catch {
        return { error: (done.stderr.trim().split('\n').at(-1) || 'crashed').slice(0, 60) };
    }
}

const able = (engine, scene) => !scene.soft || ENGINES[engine].soft === true;

// Results of all engines on one scene; `share` [ms] is what it may take, 0 for no end.
function runScene(o, engines, scene, share) {
    const runs = engines.map(() => []), begin = Date.now();
    let waiting = engines.filter((e) => able(e, scene)).length;
    for (let turn = 0; turn < o.runs; ++turn) {
        engines.forEach((e, i) => {
            if (!able(e, scene)) {
                if (turn === 0) runs[i].push({ error: 'no points' });
                return;
            }
            const left = share - (Date.now() - begin);
            let limit = 0;
            if (turn === 0 && share > 0) limit = Math.max(1, left / (i === 0 ? Math.min(2, waiting) : waiting));
            if (turn === 0) --waiting;
            const first = runs[i][0];
            if (turn > 0 && (first.error !== null || !first.finished ||
                (share > 0 && 1e3 * first.seconds > left))) return;
            runs[i].push(node([o.folder, e, scene.name, o.steps, limit], limit));
        });
    }
    return runs.map((list) => {
        list.sort((a, b) => a.mean - b.mean);
        return { ...list[(list.length - 1) >> 1], runs: list.length };
    });
}

function ratioOf(own, other) {
    if (own.error !== null || other.error !== null) return 0;
    const same = Math.min(own.steps, other.steps);
    return other.until[same - 1] / own.until[same - 1];
}

function row(scene, engine, t, own) {
    const head = `${scene.name.padEnd(14)} ${engine.padEnd(14)}`;
    if (t.error !== null) return `${head} ${'-'.padStart(8)} ${t.error}`;
    const ratio = ratioOf(own, t).toFixed(2);
    const cells = [
        t.mean.toFixed(3), t.finished && own.finished ? ratio : `(${ratio})`, t.median.toFixed(3),
        t.p99.toFixed(3), t.max.toFixed(3),
    ].map((cell) => cell.padStart(9)).join('');
    return `${head}${cells} ${String(t.steps).padStart(5)} ${String(t.runs).padStart(4)} ` +
        `${String(t.bodies).padStart(6)} ${String(t.contacts).padStart(8)} ` +
        `${t.overlapMost.toFixed(4).padStart(8)} ${t.overlapEnd.toFixed(4).padStart(7)}  ${t.hash}` +
        (t.finished ? '' : ' out of time');
}

function means(engines, results, name, filter) {
    const chosen = results.filter((r) => filter(r.scene));
    if (chosen.length === 0) return;
    const lines = [];
    engines.slice(1).forEach((e, i) => {
        const ratios = chosen.filter((r) => r.all[0].finished && r.all[i + 1].finished)
            .map((r) => ratioOf(r.all[0], r.all[i + 1])).filter((ratio) => ratio > 0);
        if (ratios.length === 0) return;
        const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
        const of = chosen.filter((r) => able(e, r.scene)).length;
        lines.push(`  than ${e.padEnd(14)} geometric mean ${mean.toFixed(2).padStart(6)}, least ` +
            `${Math.min(...ratios).toFixed(2).padStart(6)}, over the ${ratios.length} of ${of} ` +
            'that both finished');
    });
    if (lines.length > 0)
        console.log(`${name}: how many times as fast ${engines[0]} is\n${lines.join('\n')}`);
}

const o = parse(process.argv.slice(2));
const all = node([o.folder], 0);
const scenes = all.filter((s) => o.scene.length > 0 ? o.scene.includes(s.name) : s.speed);
const engines = Object.keys(ENGINES).filter((e) => o.engine.length === 0 || o.engine.includes(e));
if (scenes.length < o.scene.length || engines.length < Math.max(1, o.engine.length)) {
    console.error('bench: no such scene or engine');
    process.exit(2);
}

const wasm = readFileSync(join(o.folder, 'verlet2d.wasm'));
console.log(`verlet2d.wasm: ${wasm.length} bytes (${(wasm.length / 1024).toFixed(1)} KB), ` +
    `${gzipSync(wasm, { level: 9 }).length} in a gzip; all public functions`);
console.log(`node ${process.version}, one thread each` + (pinned ? ', pinned to a core' : ''));
for (const e of engines) {
    const { note, npm } = ENGINES[e];
    const file = npm && join(o.folder, 'node_modules', npm, 'package.json');
    const version = npm && existsSync(file) ? ` ${JSON.parse(readFileSync(file)).version}` : '';
    console.log(`${e}: ${npm ? `${npm}${version}, ` : ''}${note}`);
}
console.log(`${'scene'.padEnd(14)} ${'engine'.padEnd(14)}` +
    ['ms/step', 'ratio', 'median', 'p99', 'max'].map((s) => s.padStart(9)).join('') +
    ' steps runs bodies contacts  overlap  at end  pose hash');

const csv = ['scene,engine,ms,ratio,median_ms,p99_ms,max_ms,steps,finished,runs,bodies,contacts,' +
    'overlap_most,overlap_end,pose_hash'];
const results = [], begin = Date.now();
const entries = (list) => list.reduce((sum, s) => sum + engines.filter((e) => able(e, s)).length, 0);
scenes.forEach((scene, k) => {
    const left = Math.max(1, 1e3 * o.budget - (Date.now() - begin));
    const share = o.budget > 0 ? left * entries([scene]) / Math.max(1, entries(scenes.slice(k))) : 0;
    const times = runScene(o, engines, scene, share);
    results.push({ scene, all: times });
    engines.forEach((e, i) => {
        const t = times[i];
        console.log(row(scene, e, t, times[0]));
        if (t.error !== null) return;
        csv.push([scene.name, e, t.mean, ratioOf(times[0], t), t.median, t.p99, t.max, t.steps,
            Number(t.finished), t.runs, t.bodies, t.contacts, t.overlapMost, t.overlapEnd, t.hash,
        ].join(','));
    });
    writeFileSync(join(o.folder, '..', 'bench', 'web.csv'), csv.join('\n') + '\n');
});
console.log('');
if (!scenes.every((s) => s.box2d))
    means(engines, results, "the ten scenes of Box2D's benchmark", (s) => s.box2d);
means(engines, results, 'all scenes', () => true);
