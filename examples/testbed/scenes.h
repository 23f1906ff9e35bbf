// SPDX-License-Identifier: MIT OR Unlicense
// scenes.h - the scenes of the test bed and of the page. A new one is a function, and a line in the table at
// the end; gestures that are to be seen when the page plays it by itself are lines of a second table.
//
// The world is empty and has the default settings when the function is called. The keys A and D reach
// a scene by its second function, before each step, as a drive of -1 or 1. Nothing here needs a C library,
// and sines are the engine's own, so that a scene begins with the same bits everywhere.
#ifndef BED_SCENES_H
#define BED_SCENES_H

#include "../furnish.h"

typedef struct bed_scene {
    const char *name;
    const char *hint;
    void (*build)(v2d_world *world);
    void (*step)(v2d_world *world, float drive); // or NULL
    float x, y, height;                          // of the camera [m]
    v2d_vec2 (*focus)(const v2d_world *world);   // where the camera follows to, or NULL
} bed_scene;

// What a scene has to find again in its step. Ids depend on the scene alone, so that copies of its world,
// before and after, can use them alike.
static v2d_joint_id bed_axles[2]; // of the car
static v2d_zone_id bed_breeze;    // of the playground

// ---- stacks ----------------------------------------------------------------------------------------

static void bed_pyramid(v2d_world *world) {
    enum { ROWS = 16 };
    scene_ground(world);
    for (int row = 0; row < ROWS; ++row) {
        for (int i = 0; i < ROWS - row; ++i) {
            float x = 0.62f * ((float)i - 0.5f * (float)(ROWS - 1 - row));
            scene_box(world, x, 0.25f + 0.5f * (float)row, 0.25f, 0.25f, 1.0f, row / 2);
        }
    }
    scene_ball(world, -8.0f, 0.8f, 0.8f, 8.0f, 3);
}

static void bed_dominoes(v2d_world *world) {
    scene_ground(world);
    scene_wall(world, 0.0f, 2.6f, 6.0f, 0.1f, 0.0f);
    for (int i = 0; i < 26; ++i) {
        scene_box(world, -5.4f + 0.42f * (float)i, 3.2f, 0.06f, 0.5f, 2.0f, i / 4);
    }
    for (int i = 0; i < 15; ++i) {
        scene_box(world, -6.4f + 0.62f * (float)i, 0.6f, 0.08f, 0.6f, 2.0f, 7 - i / 4);
    }
    scene_wall(world, 7.6f, 1.3f, 1.3f, 0.1f, 0.45f); // what falls off rolls back to the lower row
    scene_ball(world, 5.75f, 3.05f, 0.35f, 3.0f, 3);
    // A pendulum that is held up by a stop until it is pulled over it.
    v2d_body_id hook = scene_static(world, -6.4f, 6.6f, 0.0f);
    v2d_body_id bob = scene_ball(world, -8.7f, 4.6f, 0.35f, 6.0f, 1);
    scene_wall(world, -8.9f, 4.1f, 0.6f, 0.1f, -0.12f);
    v2d_joint_def rope = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    rope.a = v2d_anchor_body(hook, scene_vec(0.0f, 0.0f));
    rope.b = v2d_anchor_body(bob, scene_vec(0.0f, 0.0f));
    rope.linear.lower = 0.0f; // slack where it may be
    rope.linear.upper = 3.05f;
    v2d_joint_create(world, &rope);
}

// ---- ropes, chains and hinges ----------------------------------------------------------------------

// Links of capsules from a body on, hanging down. @return the last one
static v2d_body_id bed_chain(v2d_world *world, v2d_body_id from, v2d_vec2 at, int links) {
    v2d_geometry link =
        v2d_geometry_capsule(scene_vec(0.0f, -0.14f), scene_vec(0.0f, 0.14f), 0.06f);
    for (int i = 0; i < links; ++i) {
        v2d_body_id next = scene_body(world, at.x, at.y - 0.2f - 0.4f * (float)i, 0.0f, 4);
        scene_shape(world, next, link, 8.0f);
        scene_pin(world, from, next, at.x, at.y - 0.4f * (float)i);
        from = next;
    }
    return from;
}

static void bed_bridge(v2d_world *world) {
    enum { PLANKS = 20 };
    scene_ground(world);
    v2d_body_id left = scene_wall(world, -9.0f, 1.5f, 3.0f, 1.5f, 0.0f);
    v2d_body_id right = scene_wall(world, 9.0f, 1.5f, 3.0f, 1.5f, 0.0f), before = left;
    for (int i = 0; i < PLANKS; ++i) {
        float x = -6.0f + 0.6f * (float)i;
        v2d_body_id plank = scene_body(world, x + 0.3f, 2.9f, 0.0f, 1);
        scene_shape(world, plank, v2d_geometry_box(0.28f, 0.1f), 4.0f);
        scene_pin(world, before, plank, x, 2.9f);
        before = plank;
    }
    scene_pin(world, before, right, 6.0f, 2.9f);
    for (int i = 0; i < 9; ++i) {
        float x = -3.4f + 0.85f * (float)i;
        if (i % 3 == 1) {
            scene_ball(world, x, 3.6f, 0.38f, 2.0f, i);
        } else {
            scene_box(world, x, 3.5f, 0.36f, 0.36f, 2.0f, i);
        }
    }
    v2d_body_id beam = scene_wall(world, 0.0f, 9.0f, 2.0f, 0.15f, 0.0f);
    v2d_body_id last = bed_chain(world, beam, scene_vec(0.0f, 8.85f), 8);
    v2d_body_id ball = scene_ball(world, 0.0f, 5.1f, 0.55f, 8.0f, 3);
    scene_pin(world, last, ball, 0.0f, 5.65f);
}

// A crate on a rope of points.
static void bed_hang(v2d_world *world, float x, float top, float length, int color) {
    v2d_soft_def def = v2d_soft_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.45f, 0.45f);
    v2d_body_id crate = scene_body(world, x, top - length - 0.45f, 0.0f, color);
    shape.density = 4.0f;
    shape.filter.group = def.filter.group = -1 - color; // a rope does not touch its own crate
    v2d_shape_create(world, crate, &shape, &box);
    def.position = scene_vec(x, top);
    def.mass = 0.3f;
    def.radius = 0.04f;
    def.user = 7;
    v2d_soft_id rope =
        v2d_soft_create_rope(world, &def, scene_vec(0.0f, 0.0f), scene_vec(0.0f, -length),
                             (int)(length / 0.2f), true, false);
    v2d_point_attach(world, v2d_soft_point(world, rope, v2d_soft_point_count(world, rope) - 1),
                     crate);
}

static void bed_hanging(v2d_world *world) {
    scene_ground(world);
    v2d_body_id beam = scene_wall(world, 0.0f, 8.4f, 7.0f, 0.15f, 0.0f);
    for (int i = 0; i < 4; ++i) {
        bed_hang(world, -5.6f + 1.9f * (float)i, 8.25f, 3.0f + 0.9f * (float)(i % 3), i);
    }
    v2d_body_id last = bed_chain(world, beam, scene_vec(3.4f, 8.25f), 11);
    v2d_body_id ball = scene_ball(world, 3.4f, 3.15f, 0.7f, 6.0f, 3);
    scene_pin(world, last, ball, 3.4f, 3.85f);
    bed_chain(world, beam, scene_vec(5.6f, 8.25f), 15);
}

// What a body is; its default for one that is not.
static inline v2d_body_def bed_def(const v2d_world *world, v2d_body_id id) {
    v2d_body_def def = v2d_body_def_default();
    v2d_body_describe(world, id, &def);
    return def;
}

// Gives a body a user number.
static void bed_mark(v2d_world *world, v2d_body_id id, uint64_t user) {
    v2d_body_def def = bed_def(world, id);
    def.user = user;
    v2d_body_change(world, id, &def);
}

// A limb hangs by its upper end from `from` at (x, y) and turns within a range [rad].
static v2d_body_id bed_limb(v2d_world *world, v2d_body_id from, v2d_vec2 at, float length,
                            v2d_vec2 range) {
    v2d_body_id limb = scene_body(world, at.x, at.y - 0.5f * length, 0.0f, 0);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry bone = v2d_geometry_capsule(scene_vec(0.0f, 0.5f * length - 0.1f),
                                             scene_vec(0.0f, 0.1f - 0.5f * length), 0.12f);
    def.user = bed_def(world, from).user;
    def.filter.group = -(int32_t)def.user; // the limbs of one doll pass each other
    v2d_shape_create(world, limb, &def, &bone);
    bed_mark(world, limb, def.user);
    v2d_joint_def pin = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    pin.a = v2d_anchor_body(from, v2d_body_local_point(world, from, at));
    pin.b = v2d_anchor_body(limb, scene_vec(0.0f, 0.5f * length));
    pin.angular.limited = true;
    pin.angular.lower = range.x;
    pin.angular.upper = range.y;
    pin.angular.motor = true; // dry friction
    pin.angular.motor_effort = 0.05f;
    v2d_joint_create(world, &pin);
    return limb;
}

static void bed_doll(v2d_world *world, float x, float y, int color) {
    v2d_body_id chest = scene_body(world, x, y, 0.0f, color);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry head = v2d_geometry_circle(scene_vec(0.0f, 0.75f), 0.25f);
    v2d_geometry trunk = v2d_geometry_capsule(scene_vec(0.0f, 0.3f), scene_vec(0.0f, -0.3f), 0.2f);
    def.filter.group = -(color % 8 + 1);
    v2d_shape_create(world, chest, &def, &trunk);
    v2d_shape_create(world, chest, &def, &head);
    for (int side = -1; side <= 1; side += 2) {
        float s = 0.12f * (float)side;
        v2d_vec2 shoulder = scene_vec(-2.6f, 2.6f), knee = scene_vec(-1.8f, 0.1f);
        v2d_body_id arm = bed_limb(world, chest, scene_vec(x + s, y + 0.35f), 0.6f, shoulder);
        bed_limb(world, arm, scene_vec(x + s, y - 0.17f), 0.55f, scene_vec(-0.1f, 2.2f));
        v2d_body_id leg =
            bed_limb(world, chest, scene_vec(x + s, y - 0.35f), 0.7f, scene_vec(-0.5f, 1.6f));
        bed_limb(world, leg, scene_vec(x + s, y - 0.97f), 0.7f, knee);
    }
}

static void bed_dolls(v2d_world *world) {
    scene_ground(world);
    for (int i = 0; i < 5; ++i) { // stairs
        scene_wall(world, -6.0f + 1.1f * (float)i, 1.3f - 0.26f * (float)i, 0.55f,
                   1.3f - 0.26f * (float)i, 0.0f);
    }
    for (int i = 0; i < 4; ++i) {
        bed_doll(world, -5.2f + 2.7f * (float)i, 5.4f + 0.6f * (float)(i % 2), i);
    }
    scene_wall(world, 5.4f, 2.2f, 1.4f, 0.12f, 0.35f);
    for (int i = 0; i < 6; ++i) {
        scene_box(world, 1.6f + 0.5f * (float)(i % 3), 0.22f + 0.45f * (float)(i / 3), 0.22f, 0.22f,
                  0.5f, 4 + i);
    }
}

// ---- soft bodies -----------------------------------------------------------------------------------

static void bed_jelly(v2d_world *world, float x, float y, float radius, int color) {
    enum { POINTS = 28 };
    v2d_vec2 ring[POINTS];
    v2d_soft_def def = scene_jelly(x, y, color);
    if (color % 3 == 2) { // a square that finds its form again
        def.bend_frequency = 0.0f;
        def.shape_frequency = 6.0f;
        def.shape_damping_ratio = 0.3f;
    }
    for (int i = 0; i < POINTS; ++i) {
        float angle = 2.0f * SCENE_PI * (float)i / (float)POINTS, t = (float)(i % 7) / 3.5f - 1.0f;
        v2d_rot q = v2d_rot_make(angle);
        ring[i] = scene_vec(radius * q.c, radius * q.s);
        if (color % 3 != 2) continue;
        q = v2d_rot_make(0.5f * SCENE_PI * (float)(i / 7));
        ring[i] = scene_vec(0.9f * radius * (t * q.c + q.s), 0.9f * radius * (t * q.s - q.c));
    }
    v2d_soft_create_blob(world, &def, ring, POINTS);
}

static void bed_jellies(v2d_world *world) {
    scene_ground(world);
    scene_wall(world, -7.4f, 3.0f, 0.3f, 3.0f, 0.0f);
    scene_wall(world, 7.4f, 3.0f, 0.3f, 3.0f, 0.0f);
    for (int i = 0; i < 10; ++i) {
        float x = -5.4f + 3.6f * (float)(i % 4), y = 1.4f + 2.7f * (float)(i / 4);
        float half = 0.3f + 0.07f * (float)(i % 4);
        bed_jelly(world, x, y, 0.7f + 0.08f * (float)(i % 5), i);
        if (i % 4 < 3) scene_box(world, x + 1.8f, y + 0.8f, half, half, 0.8f, 4 + i);
    }
}

static void bed_cloth(v2d_world *world) {
    enum { COLUMNS = 30, ROWS = 20 };
    scene_ground(world);
    v2d_soft_def def = scene_soft(-4.35f, 7.6f, 6.0f, 0.03f, 0.8f, 0);
    def.tear_strain = 0.35f;
    v2d_soft_id cloth = v2d_soft_create_cloth(world, &def, COLUMNS, ROWS, 0.2f);
    for (int column = 0; column < COLUMNS; ++column) {
        if (column % 7 != 1) continue;
        v2d_point_set_pinned(world, v2d_soft_point(world, cloth, column), true);
    }
    for (int i = 0; i < 4; ++i) {
        scene_ball(world, 4.4f + 0.9f * (float)i, 0.4f, 0.4f, 2.0f + 6.0f * (float)i, 3 + i);
    }
    def.position = scene_vec(4.0f, 4.2f); // a sheet that carries crates
    def.tear_strain = 0.0f;
    def.user = 7;
    def.mass = 2.0f;
    v2d_soft_id sheet = v2d_soft_create_cloth(world, &def, 20, 3, 0.2f);
    for (int row = 0; row < 3; ++row) {
        v2d_point_set_pinned(world, v2d_soft_point(world, sheet, 20 * row), true);
        v2d_point_set_pinned(world, v2d_soft_point(world, sheet, 20 * row + 19), true);
    }
    for (int i = 0; i < 3; ++i) {
        scene_box(world, 5.1f + 0.8f * (float)i, 5.0f, 0.3f, 0.3f, 1.5f, i);
    }
}

// ---- elastic material ------------------------------------------------------------------------------

static v2d_soft_id bed_slime_body;  // of the slime
static v2d_soft_id bed_curtains[2]; // of the folds

// The point of a soft body that is nearest to a place.
static v2d_point_id bed_point_near(const v2d_world *world, v2d_soft_id soft, v2d_vec2 place) {
    v2d_point_id best = {0, 0};
    float least = 1e30f;
    for (int i = 0; i < v2d_soft_point_count(world, soft); ++i) {
        v2d_point_id id = v2d_soft_point(world, soft, i);
        float d = v2d_length(v2d_sub(v2d_point_position(world, id), place));
        if (d < least) least = d, best = id;
    }
    return best;
}

// A tyre: a ring under pressure, with spokes of rubber to the hub in its middle.
static v2d_body_id bed_tyre(v2d_world *world, float x, float y, float radius, int color) {
    enum { POINTS = 24 };
    v2d_vec2 ring[POINTS];
    v2d_soft_def def = scene_soft(x, y, 2.0f, 0.04f, 0.2f, color);
    def.area_frequency = 30.0f;
    def.friction = 1.0f;
    def.filter.group = -9 - color; // not its own hub
    for (int i = 0; i < POINTS; ++i) {
        v2d_rot q = v2d_rot_make(2.0f * SCENE_PI * (float)i / (float)POINTS);
        ring[i] = scene_vec(radius * q.c, radius * q.s);
    }
    v2d_soft_id tyre = v2d_soft_create_blob(world, &def, ring, POINTS);
    v2d_body_id hub = scene_body(world, x, y, 0.0f, color + 3);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.5f * radius);
    shape.density = 8.0f;
    shape.filter.group = -9 - color;
    v2d_shape_create(world, hub, &shape, &disc);
    for (int i = 0; i < POINTS; ++i) { // aslant, so that the tyre turns with its hub
        v2d_joint_def spoke = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        v2d_rot q = v2d_rot_make(2.0f * SCENE_PI * ((float)i + (i % 2 == 0 ? 3.0f : -3.0f)) /
                                 (float)POINTS);
        spoke.a = v2d_anchor_body(hub, scene_vec(0.5f * radius * q.c, 0.5f * radius * q.s));
        spoke.b = v2d_anchor_point(v2d_soft_point(world, tyre, i));
        spoke.linear.limited = false;
        spoke.linear.frequency = 9.0f;
        spoke.linear.damping_ratio = 0.5f;
        v2d_joint_create(world, &spoke);
    }
    return hub;
}

// A car of sheet metal drives against a lamp post that stands on a weld; both keep what was done to them.
static void bed_crash(v2d_world *world) {
    v2d_body_id ground = scene_ground(world);
    v2d_vec2 car[10] = {{-2.0f, 0.35f}, {2.0f, 0.35f}, {2.15f, 0.8f}, {1.1f, 1.0f},
                        {0.6f, 1.5f},   {-0.9f, 1.5f}, {-1.5f, 1.0f}, {-2.1f, 0.95f},
                        {-2.2f, 0.6f},  {-2.1f, 0.4f}};
    v2d_soft_def def = scene_soft(-7.0f, 0.25f, 200.0f, 0.03f, 0.0f, 3);
    def.cell_size = 0.25f;
    def.young = 1e6f;
    def.cell_damping = 0.003f;
    def.plastic.yield = 0.012f;
    def.plastic.limit = 0.5f;
    def.velocity = scene_vec(13.0f, 0.0f);
    def.filter.group = -8;
    v2d_soft_id body = v2d_soft_create_polygon(world, &def, car, 10);
    for (int i = 0; i < 2; ++i) {
        float x = -7.0f + (i == 0 ? -1.25f : 1.25f);
        v2d_body_id wheel = scene_body(world, x, 0.45f, 0.0f, 4);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.45f);
        shape.density = 20.0f;
        shape.friction = 0.9f;
        shape.filter.group = -8;
        v2d_shape_create(world, wheel, &shape, &disc);
        v2d_body_set_velocity(world, wheel, def.velocity);
        v2d_body_set_angular_velocity(world, wheel, -13.0f / 0.45f);
        v2d_joint_def axle = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        v2d_point_id hub = bed_point_near(world, body, scene_vec(x, 0.62f));
        axle.a = v2d_anchor_body(wheel, scene_vec(0.0f, 0.0f));
        axle.b = v2d_anchor_point(hub);
        v2d_point_set_position(world, hub, scene_vec(x, 0.45f));
        v2d_joint_create(world, &axle);
    }
    v2d_body_id post = scene_body(world, 1.5f, 2.2f, 0.0f, 7);
    scene_shape(world, post, v2d_geometry_box(0.09f, 2.18f), 60.0f);
    scene_shape(world, post, v2d_geometry_oriented_box(0.5f, 0.08f, scene_vec(-0.4f, 2.2f), 0.0f),
                40.0f);
    v2d_joint_def weld = v2d_joint_def_default(V2D_JOINT_WELD);
    weld.a = v2d_anchor_at(world, ground, scene_vec(1.5f, 0.0f), 0.0f);
    weld.b = v2d_anchor_at(world, post, scene_vec(1.5f, 0.0f), 0.0f);
    weld.angular.frequency = 5.0f;
    weld.angular.plastic.yield = 0.03f;
    weld.angular.plastic.limit = 0.9f;
    v2d_joint_create(world, &weld);
    bed_tyre(world, 5.0f, 1.2f, 0.9f, 1);
    v2d_body_set_velocity(world, bed_tyre(world, 8.5f, 4.0f, 0.7f, 2), scene_vec(-3.0f, 0.0f));
}

// A slime on a step, for the knife.
static void bed_slime(v2d_world *world) {
    enum { POINTS = 32 };
    v2d_vec2 ring[POINTS];
    scene_ground(world);
    scene_wall(world, -7.4f, 1.5f, 0.3f, 1.5f, 0.0f);
    scene_wall(world, 7.4f, 1.5f, 0.3f, 1.5f, 0.0f);
    scene_wall(world, 0.0f, 0.3f, 1.4f, 0.3f, 0.0f);
    v2d_soft_def def = scene_soft(0.0f, 2.6f, 30.0f, 0.03f, 0.0f, 2);
    def.cell_size = 0.3f;
    def.young = 900.0f;
    def.poisson = 0.4f;
    def.cell_damping = 0.02f;
    def.friction = 0.4f;
    for (int i = 0; i < POINTS; ++i) {
        v2d_rot q = v2d_rot_make(2.0f * SCENE_PI * (float)i / (float)POINTS);
        ring[i] = scene_vec(2.1f * q.c, 1.7f * q.s);
    }
    bed_slime_body = v2d_soft_create_blob(world, &def, ring, POINTS);
    scene_box(world, -4.6f, 0.4f, 0.4f, 0.4f, 2.0f, 1);
    scene_ball(world, 4.6f, 0.4f, 0.4f, 2.0f, 3);
}

enum { CURTAIN_COLUMNS = 21, CURTAIN_ROWS = 24, CURTAIN_RINGS = 4 }; // a ring each 4 columns

// Ropes that pile up, and curtains on a rail.
static void bed_folds(v2d_world *world) {
    scene_ground(world);
    v2d_soft_def def = scene_soft(0.0f, 0.0f, 1.0f, 0.05f, 0.3f, 3);
    for (int i = 0; i < 2; ++i) {
        def.position = scene_vec(-7.4f + 2.8f * (float)i, 0.4f);
        def.user = (uint64_t)(3 + i);
        v2d_soft_create_rope(world, &def, scene_vec(0.0f, 0.0f),
                             scene_vec(1.6f - 1.2f * (float)i, 6.6f), 56, false, false);
    }
    scene_wall(world, 3.0f, 7.4f, 4.0f, 0.1f, 0.0f);
    for (int side = 0; side < 2; ++side) {
        def = scene_soft(side == 0 ? -0.8f : 3.6f, 7.2f, 1.5f, 0.03f, 0.6f, side == 0 ? 0 : 6);
        bed_curtains[side] =
            v2d_soft_create_cloth(world, &def, CURTAIN_COLUMNS, CURTAIN_ROWS, 0.16f);
        for (int column = 0; column < CURTAIN_COLUMNS; column += CURTAIN_RINGS) {
            v2d_point_id ring = v2d_soft_point(world, bed_curtains[side], column);
            v2d_point_set_pinned(world, ring, true);
        }
    }
}

// Draws the curtains apart and together again; more so with a drive.
static void bed_folds_step(v2d_world *world, float drive) {
    float t = (float)(v2d_world_counters(world).steps % 480u) / 480.0f;
    float speed = 0.17f * v2d_rot_make(2.0f * SCENE_PI * t).s + 0.2f * drive;
    for (int side = 0; side < 2; ++side) {
        for (int column = 0; column < CURTAIN_COLUMNS; column += CURTAIN_RINGS) {
            v2d_point_id ring = v2d_soft_point(world, bed_curtains[side], column);
            float part = (float)column / (float)(CURTAIN_COLUMNS - 1); // of the way along the rail
            if (side == 1) part -= 1.0f;
            if (v2d_point_is_valid(world, ring))
                v2d_point_set_velocity(world, ring, scene_vec(-3.2f * part * speed, 0.0f));
        }
    }
}

// ---- machines --------------------------------------------------------------------------------------

static void bed_cradle(v2d_world *world) {
    enum { BALLS = 5 };
    v2d_world_def world_def = v2d_world_def_default();
    world_def.restitution_threshold = 0.001f; // even the gentlest touch bounces
    world_def.length_unit = 0.02f;            // and nothing is held off before it touches
    v2d_world_init(world, &world_def);
    v2d_body_id frame = scene_static(world, 0.0f, 5.1f, 0.0f);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry bar = v2d_geometry_box(2.7f, 0.1f);
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.5f);
    def.filter.mask = 0;
    v2d_shape_create(world, frame, &def, &bar);
    def = v2d_shape_def_default();
    def.friction = 0.0f;
    def.restitution = 1.0f;
    def.density = 10.0f;
    for (int i = 0; i < BALLS; ++i) {
        v2d_rot q = v2d_rot_make(i == 0 ? -0.9f : 0.0f);
        float x = 1.002f * ((float)i - 0.5f * (float)(BALLS - 1));
        v2d_body_id ball = scene_body(world, x + 4.0f * q.s, 5.0f - 4.0f * q.c, 0.0f, i);
        v2d_shape_create(world, ball, &def, &disc);
        v2d_joint_def rod = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        rod.a = v2d_anchor_body(frame, scene_vec(x, -0.1f));
        rod.b = v2d_anchor_body(ball, scene_vec(0.0f, 0.0f));
        v2d_joint_create(world, &rod);
    }
}

static float bed_height(float x) {
    float hills = 0.9f * v2d_rot_make(0.35f * x).s + 0.35f * v2d_rot_make(0.9f * x + 1.0f).s;
    return x < 0.0f ? 0.06f * x * x : hills * (x < 10.0f ? 0.1f * x : 1.0f);
}

static void bed_car_body(v2d_world *world, float x, float y) {
    v2d_body_id car = scene_body(world, x, y, 0.0f, 0);
    v2d_vec2 hull[6];
    hull[0] = scene_vec(-1.3f, -0.25f);
    hull[1] = scene_vec(1.3f, -0.25f);
    hull[2] = scene_vec(1.35f, 0.1f);
    hull[3] = scene_vec(0.5f, 0.25f);
    hull[4] = scene_vec(-0.2f, 0.65f);
    hull[5] = scene_vec(-1.2f, 0.6f);
    scene_shape(world, car, v2d_geometry_hull(hull, 6, 0.0f), 1.0f);
    for (int i = 0; i < 2; ++i) {
        v2d_body_id wheel = scene_body(world, x - 0.85f + 1.7f * (float)i, y - 0.4f, 0.0f, 4);
        v2d_shape_def def = v2d_shape_def_default();
        v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.4f);
        def.friction = 1.5f;
        v2d_shape_create(world, wheel, &def, &disc);
        v2d_joint_def axle = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        axle.a = v2d_anchor_body(car, scene_vec(-0.85f + 1.7f * (float)i, -0.4f));
        axle.b = v2d_anchor_body(wheel, scene_vec(0.0f, 0.0f));
        bed_axles[i] = v2d_joint_create(world, &axle);
    }
}

static void bed_car(v2d_world *world) {
    enum { STEPS = 160 };
    v2d_vec2 line[STEPS + 1];
    for (int i = 0; i <= STEPS; ++i) { // from right to left, so that the right side is up
        float x = 56.0f - 66.0f * (float)i / STEPS;
        line[i] = scene_vec(x, bed_height(x));
    }
    v2d_shape_def def = v2d_shape_def_default();
    def.friction = 0.9f;
    v2d_chain_create(world, scene_static(world, 0.0f, 0.0f, 0.0f), &def, line, STEPS + 1, false);
    bed_car_body(world, 1.0f, 1.6f);
    for (int i = 0; i < 8; ++i) {
        float x = 8.0f + 5.0f * (float)i;
        scene_box(world, x, bed_height(x) + 0.6f, 0.3f, 0.3f, 0.2f, i);
        scene_ball(world, x + 1.5f, bed_height(x + 1.5f) + 0.5f, 0.3f, 0.2f, i + 3);
    }
    scene_wall(world, 57.0f, 1.0f, 1.0f, 6.0f, 0.0f);
    scene_wall(world, -11.0f, 6.0f, 1.0f, 6.0f, 0.0f);
}

static void bed_car_step(v2d_world *world, float drive) {
    for (int i = 0; i < 2; ++i) {
        if (!v2d_joint_is_valid(world, bed_axles[i])) continue; // it was cut
        v2d_joint_set_motor(world, bed_axles[i], -18.0f * drive,
                            drive * drive > 0.0f ? 14.0f : 0.3f);
    }
}

static v2d_vec2 bed_car_focus(const v2d_world *world) {
    v2d_joint_def axle = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    for (int i = 0; i < 2; ++i) {
        if (v2d_joint_describe(world, bed_axles[i], &axle) == V2D_OK)
            return v2d_body_position(world, axle.a.body);
    }
    return scene_vec(5.0f, 2.4f); // it has lost its wheels
}

static void bed_tumbler(v2d_world *world) {
    v2d_body_id axle = scene_static(world, 0.0f, 0.0f, 0.0f);
    v2d_body_id drum = scene_body(world, 0.0f, 0.0f, 0.0f, 4);
    v2d_vec2 none = scene_vec(0.0f, 0.0f);
    for (int side = 0; side < 4; ++side) { // mitred like a picture frame
        v2d_transform turn = v2d_transform_make(none, 0.5f * SCENE_PI * (float)side);
        v2d_vec2 wall[4];
        wall[0] = v2d_transform_point(turn, scene_vec(4.0f, -4.0f));
        wall[1] = v2d_transform_point(turn, scene_vec(4.4f, -4.4f));
        wall[2] = v2d_transform_point(turn, scene_vec(4.4f, 4.4f));
        wall[3] = v2d_transform_point(turn, scene_vec(4.0f, 4.0f));
        scene_shape(world, drum, v2d_geometry_polygon(wall, 4, 0.0f), 50.0f);
    }
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_body(axle, none);
    def.b = v2d_anchor_body(drum, none);
    def.angular.motor = true;
    def.angular.motor_speed = 0.5f;
    def.angular.motor_effort = 1e8f;
    v2d_joint_create(world, &def);
    for (int i = 0; i < 196; ++i) {
        float x = 0.45f * ((float)(i % 14) - 6.5f), y = 0.45f * ((float)(i / 14) - 6.5f);
        if (i % 3 == 0) {
            scene_ball(world, x, y, 0.19f, 1.0f, i / 49);
        } else {
            scene_box(world, x, y, 0.18f, 0.18f, 1.0f, i / 49);
        }
    }
}

// ---- water -----------------------------------------------------------------------------------------

static void bed_boat(v2d_world *world, float x, float y, int color) {
    v2d_vec2 hull[4];
    hull[0] = scene_vec(-1.2f, -0.4f);
    hull[1] = scene_vec(1.2f, -0.4f);
    hull[2] = scene_vec(1.9f, 0.35f);
    hull[3] = scene_vec(-1.7f, 0.35f);
    v2d_body_id boat = scene_body(world, x, y, 0.0f, color);
    scene_shape(world, boat, v2d_geometry_polygon(hull, 4, 0.0f), 0.5f);
    scene_shape(world, boat, // a heavy keel rights it
                v2d_geometry_oriented_box(0.9f, 0.07f, scene_vec(0.0f, -0.47f), 0.0f), 6.0f);
    scene_shape(world, boat, v2d_geometry_oriented_box(0.4f, 0.3f, scene_vec(-1.0f, 0.65f), 0.0f),
                0.2f);
    scene_shape(world, boat, v2d_geometry_oriented_box(0.04f, 0.8f, scene_vec(-0.2f, 1.15f), 0.0f),
                0.2f);
}

static void bed_water(v2d_world *world) {
    scene_ground(world);
    scene_wall(world, -8.6f, 2.0f, 0.3f, 2.0f, 0.0f);
    scene_wall(world, 8.6f, 2.0f, 0.3f, 2.0f, 0.0f);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry basin = v2d_geometry_box(8.3f, 1.7f);
    shape.sensor = true;
    shape.user = 1; // blue
    v2d_zone_def zone = v2d_zone_def_default(V2D_ZONE_FLUID);
    zone.shape = v2d_shape_create(world, scene_static(world, 0.0f, 1.7f, 0.0f), &shape, &basin);
    zone.density = 2.0f;
    zone.drag = 1.5f;
    v2d_zone_create(world, &zone);
    bed_boat(world, -4.2f, 4.2f, 4);
    bed_boat(world, 4.6f, 5.6f, 2);
    for (int i = 0; i < 12; ++i) { // from cork to stone
        float x = -6.0f + 1.15f * (float)i, y = 6.0f + 0.7f * (float)(i % 3);
        float density = 0.4f + 0.3f * (float)(i * 5 % 8);
        if (i % 2 == 0) {
            scene_box(world, x, y, 0.36f, 0.3f, density, i);
        } else {
            scene_ball(world, x, y, 0.34f, density, i);
        }
    }
    bed_jelly(world, 0.0f, 4.6f, 0.8f, 6);
    bed_jelly(world, 1.6f, 7.4f, 0.6f, 7);
    for (int i = 0; i < 9; ++i) { // a jetty, and a chain that ends in a float
        scene_wall(world, -8.0f + 0.25f * (float)i, 3.95f, 0.12f, 0.06f, 0.0f);
    }
    v2d_body_id beam = scene_wall(world, 0.0f, 8.6f, 1.2f, 0.12f, 0.0f);
    v2d_body_id last = bed_chain(world, beam, scene_vec(0.0f, 8.5f), 9);
    v2d_body_id buoy = scene_ball(world, 0.0f, 4.5f, 0.4f, 0.5f, 3);
    scene_pin(world, last, buoy, 0.0f, 4.9f);
}

// ---- everything ------------------------------------------------------------------------------------

static void bed_star(v2d_world *world, float x, float y, int color) {
    v2d_vec2 outline[10];
    v2d_shape_def def = v2d_shape_def_default();
    for (int i = 0; i < 10; ++i) {
        v2d_rot q = v2d_rot_make(SCENE_PI * (0.2f * (float)i + 0.5f));
        float r = i % 2 == 0 ? 0.75f : 0.34f;
        outline[i] = scene_vec(r * q.c, r * q.s);
    }
    v2d_shape_create_outline(world, scene_body(world, x, y, 0.0f, color), &def, outline, 10);
}

// A ball in a band of rubber between two posts.
static void bed_sling(v2d_world *world, float x) {
    scene_wall(world, x - 1.25f, 1.3f, 0.12f, 1.3f, 0.0f);
    scene_wall(world, x + 1.25f, 1.15f, 0.12f, 1.15f, 0.0f);
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, 0.0f);
    def.mass = 0.6f;
    def.radius = 0.05f;
    def.frequency = 16.0f;
    def.damping_ratio = 0.1f;
    def.user = 4;
    v2d_soft_create_rope(world, &def, scene_vec(-1.25f, 2.66f), scene_vec(1.25f, 2.36f), 14, true,
                         true);
    scene_ball(world, x + 0.1f, 2.75f, 0.36f, 1.5f, 3);
}

// A cross that a motor turns.
static void bed_mill(v2d_world *world, float x, float y) {
    v2d_body_id mill = scene_body(world, x, y, 0.0f, 5);
    scene_shape(world, mill, v2d_geometry_box(1.15f, 0.1f), 4.0f);
    scene_shape(world, mill, v2d_geometry_box(0.1f, 1.15f), 4.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_world(scene_vec(x, y), 0.0f);
    def.b = v2d_anchor_body(mill, scene_vec(0.0f, 0.0f));
    def.angular.motor = true;
    def.angular.motor_speed = 1.6f;
    def.angular.motor_effort = 60.0f;
    v2d_joint_create(world, &def);
}

// A cloth on pins in a breeze.
static void bed_sail(v2d_world *world, float x, float y) {
    enum { COLUMNS = 17, ROWS = 13 };
    v2d_soft_def def = scene_soft(x, y, 2.0f, 0.03f, 0.6f, 6);
    def.tear_strain = 0.35f;
    v2d_soft_id cloth = v2d_soft_create_cloth(world, &def, COLUMNS, ROWS, 0.2f);
    for (int column = 0; column < COLUMNS; column += 4)
        v2d_point_set_pinned(world, v2d_soft_point(world, cloth, column), true);
    for (int i = 0; i < v2d_soft_edge_count(world, cloth); ++i) { // soft diagonals let it sway
        v2d_edge_id id = v2d_soft_edge(world, cloth, i);
        v2d_edge_def edge = v2d_edge_def_default();
        v2d_edge_describe(world, id, &edge);
        edge.frequency = 4.0f;
        edge.tear_strain = 0.8f;
        if (edge.rest_length > 0.22f) v2d_edge_change(world, id, &edge);
    }
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(3.0f, 2.4f);
    shape.sensor = true;
    v2d_zone_def wind = v2d_zone_def_default(V2D_ZONE_WIND);
    wind.density = 0.6f;
    wind.shape =
        v2d_shape_create(world, scene_static(world, x + 1.6f, y - 1.6f, 0.0f), &shape, &box);
    bed_breeze = v2d_zone_create(world, &wind);
}

static void bed_playground(v2d_world *world) {
    scene_ground(world);
    scene_wall(world, -9.7f, 2.2f, 0.25f, 2.2f, 0.0f);
    scene_wall(world, 9.7f, 2.2f, 0.25f, 2.2f, 0.0f);
    bed_sling(world, -7.4f);
    for (int row = 0; row < 6; ++row) {
        for (int i = 0; i < 6 - row; ++i) {
            float x = -3.2f + 0.62f * ((float)i - 0.5f * (float)(5 - row));
            scene_box(world, x, 0.3f + 0.6f * (float)row, 0.3f, 0.3f, 1.0f, row + 1);
        }
    }
    v2d_body_id beam = scene_wall(world, 0.4f, 8.6f, 2.1f, 0.12f, 0.0f);
    v2d_body_id last = bed_chain(world, beam, scene_vec(-0.8f, 8.5f), 12);
    v2d_body_id ball = scene_ball(world, -0.8f, 3.2f, 0.5f, 4.0f, 3);
    scene_pin(world, last, ball, -0.8f, 3.7f);
    v2d_body_set_velocity(world, ball, scene_vec(7.0f, 0.0f));
    bed_hang(world, 1.9f, 8.5f, 2.6f, 1);
    bed_jelly(world, 1.1f, 1.1f, 0.95f, 6);
    bed_jelly(world, 3.2f, 3.8f, 0.75f, 2);
    bed_jelly(world, 7.4f, 1.2f, 0.85f, 4);
    bed_mill(world, 4.6f, 1.5f);
    bed_star(world, 6.2f, 0.9f, 5);
    bed_star(world, 8.6f, 3.0f, 7);
    bed_sail(world, 4.3f, 7.5f);
}

static void bed_playground_step(v2d_world *world, float drive) {
    v2d_zone_def wind = v2d_zone_def_default(V2D_ZONE_WIND);
    float t = (float)(v2d_world_counters(world).steps % 7200u) / 60.0f;
    if (v2d_zone_describe(world, bed_breeze, &wind) != V2D_OK) return;
    wind.flow.x =
        6.0f * drive - 2.0f + 3.5f * v2d_rot_make(0.9f * t).s + 2.5f * v2d_rot_make(2.3f * t).s;
    wind.flow.y = 1.5f * v2d_rot_make(1.7f * t).c;
    v2d_zone_change(world, bed_breeze, &wind);
}

// ---- tables ----------------------------------------------------------------------------------------

static const bed_scene bed_scenes[] = {
    {"playground", "Pull anything, with all your fingers. Hold R to turn time back", bed_playground,
     bed_playground_step, 0.0f, 4.5f, 11.4f, NULL},
    {"pyramid", "Throw the ball, or pull out a box", bed_pyramid, NULL, 0.0f, 4.2f, 10.4f, NULL},
    {"dominoes", "Pull the pendulum off its ledge", bed_dominoes, NULL, -0.4f, 4.0f, 11.8f, NULL},
    {"bridge", "Shake the planks, cut the bridge", bed_bridge, NULL, 0.0f, 4.4f, 12.4f, NULL},
    {"hanging", "Pull the ropes and the chains, and cut them", bed_hanging, NULL, -0.6f, 4.7f,
     11.6f, NULL},
    {"dolls", "Hold one by its hand", bed_dolls, NULL, 0.0f, 3.7f, 10.4f, NULL},
    {"jellies", "Squeeze, stretch, throw", bed_jellies, NULL, 0.0f, 4.1f, 11.2f, NULL},
    {"cloth", "Pull hard and it tears", bed_cloth, NULL, 1.2f, 4.4f, 12.2f, NULL},
    {"cradle", "Pull a ball aside", bed_cradle, NULL, 0.0f, 3.0f, 7.6f, NULL},
    {"car", "A and D drive", bed_car, bed_car_step, 5.0f, 2.4f, 12.0f, bed_car_focus},
    {"tumbler", "A motor turns the drum", bed_tumbler, NULL, 0.0f, 0.0f, 13.6f, NULL},
    {"water", "Sink the boats", bed_water, NULL, 0.0f, 4.3f, 11.4f, NULL},
    {"crash", "What is bent stays bent", bed_crash, NULL, 0.0f, 3.2f, 10.4f, NULL},
    {"slime", "Cut it, and throw the halves", bed_slime, NULL, 0.0f, 3.0f, 9.4f, NULL},
    {"folds", "Ropes pile up, curtains fold", bed_folds, bed_folds_step, 0.0f, 3.6f, 10.4f, NULL},
};

#define BED_SCENES ((int)(sizeof(bed_scenes) / sizeof(bed_scenes[0])))

typedef enum bed_gesture_kind {
    BED_GESTURE_DRAG,
    BED_GESTURE_CUT,
    BED_GESTURE_DRIVE
} bed_gesture_kind;

// A gesture of a session that is played: a finger drags what is at `from` to `to`, or a knife goes there, or
// the drive is from.x.
typedef struct bed_gesture {
    int scene; // in the table above
    bed_gesture_kind kind;
    int begin, end; // steps
    v2d_vec2 from, to;
} bed_gesture;

static const bed_gesture bed_gestures[] = {
    {0, BED_GESTURE_DRAG, 40, 110, {-7.3f, 2.0f}, {-8.15f, 1.2f}},
    {0, BED_GESTURE_DRAG, 150, 260, {1.1f, 1.1f}, {1.6f, 4.6f}},
    {0, BED_GESTURE_CUT, 330, 352, {0.8f, 7.4f}, {3.0f, 7.2f}},
    {0, BED_GESTURE_DRAG, 400, 500, {6.0f, 5.6f}, {2.6f, 2.6f}},
    {0, BED_GESTURE_CUT, 530, 560, {4.0f, 6.9f}, {8.0f, 6.7f}},
    {1, BED_GESTURE_DRAG, 30, 90, {-8.0f, 0.8f}, {-3.0f, 3.4f}},
    {1, BED_GESTURE_DRAG, 200, 320, {0.0f, 0.25f}, {3.0f, 5.0f}},
    {2, BED_GESTURE_DRAG, 30, 80, {-8.7f, 4.6f}, {-7.7f, 5.2f}},
    {2, BED_GESTURE_CUT, 360, 380, {-7.4f, 5.6f}, {-5.4f, 5.6f}},
    {3, BED_GESTURE_DRAG, 30, 120, {0.0f, 5.1f}, {-4.0f, 6.5f}},
    {3, BED_GESTURE_CUT, 300, 330, {0.9f, 1.6f}, {1.5f, 4.6f}},
    {4, BED_GESTURE_DRAG, 30, 120, {3.4f, 3.1f}, {6.4f, 5.4f}},
    {4, BED_GESTURE_CUT, 240, 300, {-6.4f, 7.2f}, {1.4f, 6.8f}},
    {5, BED_GESTURE_DRAG, 10, 200, {0.2f, 5.6f}, {3.0f, 6.5f}},
    {5, BED_GESTURE_CUT, 260, 280, {-8.0f, 2.0f}, {8.0f, 0.6f}},
    {6, BED_GESTURE_DRAG, 60, 200, {-1.8f, 1.2f}, {0.0f, 6.5f}},
    {6, BED_GESTURE_DRAG, 260, 400, {1.8f, 1.2f}, {5.0f, 6.0f}},
    {7, BED_GESTURE_DRAG, 60, 200, {-1.5f, 5.5f}, {-3.0f, 0.6f}},
    {7, BED_GESTURE_CUT, 300, 340, {3.6f, 4.6f}, {8.4f, 3.0f}},
    {8, BED_GESTURE_DRAG, 20, 90, {2.0f, 1.0f}, {4.4f, 2.6f}},
    {8, BED_GESTURE_CUT, 400, 420, {-1.5f, 3.2f}, {-0.5f, 3.2f}},
    {9, BED_GESTURE_DRIVE, 40, 420, {1.0f, 0.0f}, {0.0f, 0.0f}},
    {10, BED_GESTURE_DRAG, 60, 200, {0.0f, -3.0f}, {1.0f, 2.5f}},
    {10, BED_GESTURE_CUT, 300, 320, {-1.0f, -1.0f}, {1.0f, 1.0f}},
    {11, BED_GESTURE_DRAG, 120, 220, {-4.2f, 3.4f}, {-5.0f, 0.9f}},
    {11, BED_GESTURE_CUT, 300, 320, {-0.8f, 6.6f}, {0.8f, 6.4f}},
    {12, BED_GESTURE_DRAG, 180, 300, {5.0f, 1.0f}, {3.0f, 4.0f}},
    {13, BED_GESTURE_CUT, 150, 156, {0.4f, 4.6f}, {-0.3f, 0.2f}},
    {13, BED_GESTURE_DRAG, 260, 360, {1.4f, 1.2f}, {4.0f, 4.0f}},
    {14, BED_GESTURE_DRAG, 200, 320, {0.4f, 5.6f}, {2.4f, 6.2f}},
};

#define BED_GESTURES ((int)(sizeof(bed_gestures) / sizeof(bed_gestures[0])))

#endif // BED_SCENES_H
