// SPDX-License-Identifier: MIT OR Unlicense
// bindings.mjs - the package for JavaScript: every function with nothing and with nonsense, strings, arrays,
// saves, memory. tests/bindings.sh runs it with the names of all functions of the header.
import { readFileSync } from 'node:fs';
import * as v2d from 'verlet2d';

const names = readFileSync(process.argv[2], 'utf8').trim().split('\n').map((n) => n.replace('v2d_', ''));
const types = readFileSync(process.argv[3], 'utf8');
let failed = 0;
function test(name, body) {
    let wrong = '';
    try {
        body();
    } catch (error) {
        wrong = `: ${error.stack}`;
        ++failed;
    }
    console.log(`${wrong === '' ? 'ok' : 'not ok'} - js: ${name}${wrong}`);
}
function same(a, b) {
    if (!Object.is(a, b)) throw new Error(`${String(a)} is not ${String(b)}`);
}
function throws(kind, body) {
    try {
        body();
    } catch (error) {
        if (error instanceof kind) return;
    }
    throw new Error(`no ${kind.name}`);
}
function new_world() {
    const world = v2d.world();
    v2d.check(v2d.world_init(world, v2d.world_def_default()));
    return world;
}

const uncalled = ['world_draw']; // it calls functions of the caller
test('all functions but those that call back are there, with a comment', () => {
    for (const name of names) {
        same(typeof v2d[name], uncalled.includes(name) ? 'undefined' : 'function');
        if (!uncalled.includes(name) && !types.includes(` */\nexport function ${name}(`)) throw new Error(`no comment of ${name}`);
    }
});

// A world is its memory or nothing: other numbers would be other places in memory.
function call(name, given, world) {
    const params = v2d[name].toString().match(/\((.*?)\)/)[1].split(', ').filter((p) => p !== '');
    return v2d[name](...params.map((p) => (p === 'world' ? world : given)));
}
const callable = names.filter((n) => !uncalled.includes(n) && n !== 'world_selfcheck'); // which empties the world
function walk(given, world) {
    for (const name of callable) call(name, given, world);
}
test('nothing does no harm to any function', () => {
    walk(null, 0);
    walk(undefined, 0);
    const world = new_world();
    walk(null, world);
    v2d.check(v2d.world_init(world, v2d.world_def_default()));
    v2d.circle(world, v2d.BODY_DYNAMIC, { x: 0, y: 4 }, 1);
    walk(undefined, world);
    v2d.world_clear_status(world);
    v2d.check(v2d.world_step(world, 1 / 60, 4));
    same(v2d.world_counters(world).bodies.count, 1);
    v2d.world_free(world);
});
test('nonsense is an error of JavaScript or of the engine, and no trap', () => {
    const world = new_world();
    for (const given of [NaN, -1, 1e30, 2 ** 31, 7n, 'x', {}, [], [{}], { index1: 7, generation: 1 }, { x: NaN, y: 1 }, true]) {
        for (const name of callable) {
            try {
                call(name, given, world);
            } catch (error) {
                if (error instanceof WebAssembly.RuntimeError) throw new Error(`${name}(${String(given)})`, { cause: error });
            }
        }
    }
    v2d.world_clear_status(world);
    v2d.check(v2d.world_step(world, 1 / 60, 4));
    v2d.world_free(world);
});
test('the module computes what all others do', () => {
    const world = new_world(), wrong = {};
    same(v2d.selfcheck(), v2d.OK);
    same(v2d.world_selfcheck(world, wrong), v2d.OK);
    same(wrong.value, null);
    same(v2d.version(), v2d.VERSION_MAJOR << 16 | v2d.VERSION_MINOR << 8 | v2d.VERSION_PATCH);
    v2d.world_free(world);
});
test('errors have texts', () => {
    const world = new_world(), def = v2d.shape_def_default();
    const body = v2d.box(world, v2d.BODY_DYNAMIC, { x: 0, y: 0 }, 1, 1);
    def.friction = -1;
    same(v2d.is_null(v2d.shape_create(world, body, def, v2d.geometry_box(1, 1))), true);
    same(v2d.world_status(world), v2d.ERROR_OUT_OF_RANGE);
    same(v2d.world_error(world).call, 'v2d_shape_create');
    same(v2d.world_error(world).argument, 'def->friction');
    throws(Error, () => v2d.check(v2d.world_status(world)));
    v2d.world_free(world);
});
test('ids, 64-bit numbers and fields go there and back', () => {
    const world = new_world(), def = v2d.body_def_default();
    def.user = 2n ** 63n + 5n, def.lock_y = true, def.position = { x: 1.5, y: -2 };
    const id = v2d.body_create(world, def), read = {};
    v2d.check(v2d.body_describe(world, id, read));
    same(read.user, 2n ** 63n + 5n), same(read.lock_y, true), same(read.position.x, 1.5);
    read.user = 9n, v2d.check(v2d.body_change(world, id, read));
    const again = {};
    v2d.check(v2d.body_describe(world, id, again)), same(again.user, 9n);
    same(v2d.id_equals(v2d.world_next_body(world, null), id), true);
    same(v2d.dot({ x: 2, y: 3 }, { x: 4, y: 5 }), 23);
    same(v2d.world_next_body(world, id).index1, 0);
    v2d.world_free(world);
});
test('arrays are read and filled, and none is overrun', () => {
    const ell = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]].map(([x, y]) => ({ x, y }));
    const pieces = v2d.geometry.array(4), count = {}, same_ell = v2d.vec2.array(6);
    ell.forEach((v, i) => same_ell.set(i, v));
    same(v2d.polygon_area(ell, 6), 3), same(v2d.polygon_area(same_ell, 6), 3);
    v2d.check(v2d.polygon_decompose(ell, 6, pieces, 4, count));
    same(count.value, 2);
    same(v2d.geometry_mass(pieces.get(0), 1).mass + v2d.geometry_mass(pieces.get(1), 1).mass, 3);
    same(pieces.f32[v2d.geometry.offset.radius / 4], 0), same(pieces.u32[v2d.geometry.offset.kind / 4], v2d.GEOMETRY_POLYGON);
    throws(RangeError, () => v2d.polygon_area(ell, 7));
    throws(RangeError, () => v2d.polygon_decompose(ell, 6, pieces, 5, count));
    throws(TypeError, () => v2d.polygon_decompose(ell, 6, same_ell, 4, count));
    throws(RangeError, () => pieces.get(4));
    pieces.free(), throws(RangeError, () => pieces.get(0));
});
test('a save goes on as the world does', () => {
    const world = new_world(), other = v2d.world();
    v2d.box(world, v2d.BODY_DYNAMIC, { x: 0, y: 0 }, 1, 1);
    v2d.world_step(world, 1 / 60, 4);
    const bytes = new Uint8Array(v2d.world_save(world, null, 0));
    same(v2d.world_save(world, bytes, bytes.length), bytes.length);
    v2d.check(v2d.world_load(other, bytes, bytes.length));
    for (const w of [world, other]) v2d.world_step(w, 1 / 60, 4);
    same(v2d.world_hash(world), v2d.world_hash(other));
    throws(RangeError, () => v2d.world_save(world, bytes, bytes.length + 1));
    bytes[bytes.length >> 1] ^= 1;
    same(v2d.world_load(other, bytes, bytes.length), v2d.ERROR_DAMAGED);
    v2d.world_free(world), v2d.world_free(other);
});
test('timers and movers keep their state in the object', () => {
    const timer = v2d.timer_make(0.25, 8);
    same(v2d.timer_advance(timer, 0.625), 2), same(timer.accumulator, 0.125), same(v2d.timer_alpha(timer), 0.5);
    const world = new_world(), mover = v2d.mover_make({ x: 0, y: 2 });
    v2d.box(world, v2d.BODY_STATIC, { x: 0, y: -1 }, 9, 1);
    mover.velocity.y = -4;
    for (let i = 0; i < 60; ++i) v2d.mover_move(world, v2d.mover_def_default(), 1 / 60, mover, null, 0);
    same(mover.on_ground, true);
    v2d.world_free(world);
});
test('figures are a list', () => {
    const world = new_world(), items = v2d.draw_item.array(8);
    v2d.circle(world, v2d.BODY_DYNAMIC, { x: 3, y: 4 }, 0.5);
    same(v2d.world_draw_list(world, 1 << v2d.PRIMITIVE_CIRCLE, 1, items, 8), 1);
    same(items.get(0).style.kind, v2d.DRAW_DYNAMIC), same(items.get(0).vertices[0].y, 4), same(items.get(0).radius, 0.5);
    v2d.world_free(world), items.free();
});
test('a thousand worlds one after the other need the memory of one', () => {
    const first = new_world();
    v2d.world_free(first), v2d.world_free(first); // the second time does nothing
    same(v2d.world_step(first, 1 / 60, 4), v2d.ERROR_NOT_INITIALIZED);
    for (let i = 0; i < 1000; ++i) {
        const world = v2d.world();
        same(world, first), same(v2d.world_status(world), v2d.ERROR_NOT_INITIALIZED);
        v2d.world_free(world);
    }
    same(v2d.world() === v2d.world(), false);
});
process.exitCode = failed > 0 ? 1 : 0;
