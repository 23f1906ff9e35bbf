// SPDX-License-Identifier: MIT OR Unlicense
// bindings.mts - what the types of the package for JavaScript allow and refuse. tests/bindings.sh has it checked.
import * as v2d from 'verlet2d';

const world: v2d.world = v2d.world(), def: v2d.body_def = v2d.body_def_default();
def.type = v2d.BODY_KINEMATIC;
def.user = 7n;
const body: v2d.body_id = v2d.body_create(world, def);
const shape: v2d.shape_id = v2d.shape_create(world, body, v2d.shape_def_default(), v2d.geometry_box(1, 1));
const speed: number = v2d.body_velocity(world, body).y, user: bigint = def.user;
const events = v2d.event.array(8), poses = v2d.body_pose.array(8), wrong: { value?: string | null } = {};
const count: number = v2d.world_events(world, events, events.length), kind: v2d.event_kind = events.get(0).kind;
const at: number = v2d.body_pose.offset.transform, f: Float32Array = poses.f32;
const area: number = v2d.polygon_area([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }], 3);
const result: v2d.result = v2d.world_selfcheck(world, wrong), text: string = v2d.result_text(v2d.ERROR_NULL);
const saved: number = v2d.world_save(world, new Uint8Array(8), 8), hash: bigint = v2d.world_hash(world);
v2d.body_set_velocity(world, body, { x: 7, y: 0 });
if (result !== v2d.OK && !v2d.is_null(shape) && v2d.id_equals(body, body)) v2d.check(result);
console.log(speed, user, count, kind, at, f, area, text, saved, hash);

// @ts-expect-error a number is no world
v2d.world_step(7, 1 / 60, 4);
// @ts-expect-error a shape is no body
v2d.body_position(world, shape);
// @ts-expect-error no such type of body
def.type = 3;
// @ts-expect-error no such field
def.colour = 1;
// @ts-expect-error too few arguments
v2d.world_step(world, 1 / 60);
// @ts-expect-error poses are no events
v2d.world_events(world, poses, 8);
// @ts-expect-error an array that is filled is one of array()
v2d.world_events(world, [], 8);
// @ts-expect-error no such field
console.log(v2d.body_pose.offset.angle);
// @ts-expect-error it calls functions of the caller
v2d.world_draw(world, null);
