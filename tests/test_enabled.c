// SPDX-License-Identifier: MIT OR Unlicense
// test_enabled.c - bodies that are taken out of the world and put back.
//
// A body that is not enabled must be for all others as if it were destroyed; back in the world it must be as it was.
#define ENGINE_SMALL
#include "test.h"

static v2d_world world, other;
static uint32_t seed;
static unsigned char bytes[1 << 20];

static v2d_vec2 at(float x, float y) { return v2d_vec2_make(x, y); }

static float random_between(float low, float high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * ((float)(seed >> 8) / 16777216.0f);
}

static int random_below(int count) { return (int)random_between(0.0f, (float)count * 0.9999f); }

static void start(float gravity, bool sleep) {
    v2d_world_def def = v2d_world_def_default();
    def.gravity.y = -gravity, def.sleep = sleep;
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
}

static void step(v2d_world *w, int count) {
    for (int i = 0; i < count; ++i)
        CHECK(v2d_world_step(w, 1.0f / 60.0f, 4) == V2D_OK);
}

static v2d_body_id box(float x, float y) {
    return test_box(&world, V2D_BODY_DYNAMIC, x, y, 0.5f, 0.5f);
}

static void enable(v2d_body_id body, bool enabled) {
    CHECK(v2d_body_set_enabled(&world, body, enabled) == V2D_OK);
    CHECK(body_is_enabled(&world, body) == enabled);
}

static int events_of(const v2d_world *w, v2d_event_kind kind) {
    int count = 0;
    for (int i = 0; i < v2d_world_event_count(w); ++i) {
        v2d_event event;
        CHECK(v2d_world_event(w, i, &event) == V2D_OK);
        count += event.kind == kind;
    }
    return count;
}

// A step has one event of a kind.
static void step_tells(v2d_event_kind kind) {
    step(&world, 1);
    CHECK(events_of(&world, kind) == 1);
}

// ---- as if it were destroyed -----------------------------------------------------------------------------

// A joint of a random kind between two bodies, or between a body and the world.
static void add_joint(const v2d_body_id *bodies, int count) {
    static const v2d_joint_kind kinds[] = {
        V2D_JOINT_REVOLUTE, V2D_JOINT_DISTANCE,  V2D_JOINT_DRAG,  V2D_JOINT_PRISMATIC,
        V2D_JOINT_WHEEL,    V2D_JOINT_WELD,      V2D_JOINT_MOTOR, V2D_JOINT_RATCHET,
        V2D_JOINT_PULLEY,   V2D_JOINT_NO_COLLIDE};
    v2d_joint_def def = v2d_joint_def_default(kinds[random_below(10)]);
    v2d_body_id a = bodies[random_below(count)], b = bodies[random_below(count)];
    v2d_body_id over = bodies[random_below(count)];
    v2d_vec2 pa = v2d_body_position(&world, a), pb = v2d_body_position(&world, b);
    v2d_vec2 place = at(0.5f * (pa.x + pb.x), 0.5f * (pa.y + pb.y));
    bool line = def.kind == V2D_JOINT_DISTANCE || def.kind == V2D_JOINT_PULLEY;
    if (def.kind != V2D_JOINT_DRAG) def.a = v2d_anchor_at(&world, a, line ? pa : place, 0.3f);
    def.b = v2d_anchor_at(&world, b, line ? pb : place, 0.3f);
    if (def.kind == V2D_JOINT_DRAG) def.target = place;
    if (def.kind == V2D_JOINT_PULLEY) {
        def.over_a = v2d_anchor_at(&world, over, at(place.x, place.y + 3.0f), 0.0f);
        def.over_b = v2d_anchor_world(at(place.x + 1.0f, place.y + 3.0f), 0.0f);
    }
    if (def.kind == V2D_JOINT_REVOLUTE && random_below(2) == 0) def.linear.frequency = 3.0f;
    (void)v2d_joint_create(&world, &def); // some are refused
}

static void add_gear(v2d_body_id a, v2d_body_id b) {
    v2d_joint_id axle[2];
    for (int i = 0; i < 2; ++i) {
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        v2d_body_id body = i == 0 ? a : b;
        def.a = v2d_anchor_world(v2d_body_position(&world, body), 0.0f);
        def.b = v2d_anchor_body(body, at(0.0f, 0.0f));
        axle[i] = v2d_joint_create(&world, &def);
    }
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_GEAR);
    def.joint_a = axle[0], def.joint_b = axle[1], def.ratio = -2.0f;
    CHECK(v2d_joint_is_valid(&world, v2d_joint_create(&world, &def)));
}

static void add_soft(const v2d_body_id *bodies, int count, float x) {
    bool box_like = random_below(2) == 1;
    v2d_soft_def def = v2d_soft_def_default();
    def.report = V2D_REPORT_CONTACT;
    if (box_like) def.position = at(x, 8.0f);
    v2d_soft_id soft = !box_like ? v2d_soft_create_rope(&world, &def, at(x, 8.0f),
                                                        at(x + 2.0f, 8.0f), 8, false, false)
                                 : v2d_soft_create_box(&world, &def, 1.0f, 1.0f);
    CHECK(v2d_soft_is_valid(&world, soft));
    v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    v2d_point_id point = v2d_soft_point(&world, soft, 0);
    joint.a =
        v2d_anchor_at(&world, bodies[random_below(count)], v2d_point_position(&world, point), 0.0f);
    joint.b = v2d_anchor_point(point);
    CHECK(v2d_joint_is_valid(&world, v2d_joint_create(&world, &joint)));
}

// A random world with joints of all kinds, soft bodies, sensors and zones. Returns how many bodies it has.
static int add_scene(v2d_body_id *bodies) {
    int count = 0;
    test_ground(&world);
    for (; count < 24; ++count) {
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry g = count % 3 == 0 ? v2d_geometry_circle(at(0.1f, 0.0f), 0.4f)
                                        : v2d_geometry_box(0.4f, 0.3f);
        def.type = count % 8 == 7 ? (v2d_body_type)(count / 8 % 2) : V2D_BODY_DYNAMIC;
        def.position = at(random_between(-4.0f, 4.0f), random_between(0.5f, 7.0f));
        def.angle = random_between(-3.0f, 3.0f);
        def.velocity = at(random_between(-2.0f, 2.0f), random_between(-2.0f, 2.0f));
        def.angular_velocity = random_between(-3.0f, 3.0f);
        if (def.type == V2D_BODY_STATIC) def.velocity = at(0.0f, 0.0f), def.angular_velocity = 0.0f;
        def.report = V2D_REPORT_SLEEP;
        shape.report = V2D_REPORT_CONTACT | V2D_REPORT_HIT;
        bodies[count] = v2d_body_create(&world, &def);
        CHECK(!V2D_IS_NULL(v2d_shape_create(&world, bodies[count], &shape, &g)));
        if (count % 6 != 5) continue;
        v2d_zone_def zone = v2d_zone_def_default(count % 4 == 1 ? V2D_ZONE_FLUID : V2D_ZONE_POINT);
        v2d_geometry disc = v2d_geometry_circle(at(0.0f, 0.0f), 2.0f);
        shape.sensor = true;
        zone.shape = v2d_shape_create(&world, bodies[count], &shape, &disc);
        CHECK(v2d_zone_is_valid(&world, v2d_zone_create(&world, &zone)));
    }
    for (int i = 0; i < 10; ++i)
        add_joint(bodies, count);
    add_gear(bodies[0], bodies[1]);
    add_soft(bodies, count, -5.0f), add_soft(bodies, count, 3.0f);
    return count;
}

static bool same_motion(v2d_body_id body) {
    v2d_transform a = v2d_body_transform(&world, body), b = v2d_body_transform(&other, body);
    v2d_vec2 va = v2d_body_velocity(&world, body), vb = v2d_body_velocity(&other, body);
    return memcmp(&a, &b, sizeof(a)) == 0 && memcmp(&va, &vb, sizeof(va)) == 0;
}

static void expect_same_events(void) {
    CHECK(v2d_world_event_count(&world) == v2d_world_event_count(&other));
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event a, b;
        CHECK(v2d_world_event(&world, i, &a) == V2D_OK && v2d_world_event(&other, i, &b) == V2D_OK);
        CHECK(a.kind == b.kind && a.key == b.key);
    }
}

// In one copy of a world some bodies are taken out, in the other one they are destroyed: all others move alike,
// to the bit, and both tell the same events. So too after a save, and when the first is taken out while asleep.
static void others_move_as_if_it_were_destroyed(void **state) {
    (void)state;
    for (uint32_t run = 0; run < 90; ++run) {
        v2d_body_id bodies[24];
        seed = run;
        start(10.0f, run % 3 != 0);
        int count = add_scene(bodies);
        step(&world, run % 3 == 2 ? 600 : 40);
        memcpy(&other, &world, sizeof(world));
        for (int turn = 0; turn < 3; ++turn) {
            int out = random_below(count);
            if (!v2d_body_is_valid(&other, bodies[out])) continue;
            v2d_transform before = v2d_body_transform(&world, bodies[out]);
            v2d_vec2 velocity = v2d_body_velocity(&world, bodies[out]);
            enable(bodies[out], false);
            CHECK(v2d_body_destroy(&other, bodies[out]) == V2D_OK);
            for (int i = 0; i < 30; ++i) {
                step(&world, 1), step(&other, 1);
                expect_same_events();
            }
            for (int i = 0; i < count; ++i)
                if (v2d_body_is_valid(&other, bodies[i])) CHECK(same_motion(bodies[i]));
            v2d_point_id point = {0, 0};
            for (;;) {
                point = v2d_world_next_point(&world, point);
                if (V2D_IS_NULL(point)) break;
                v2d_vec2 a = v2d_point_position(&world, point);
                v2d_vec2 b = v2d_point_position(&other, point);
                CHECK(a.x == b.x && a.y == b.y);
            }
            v2d_transform after = v2d_body_transform(&world, bodies[out]);
            CHECK(memcmp(&before, &after, sizeof(after)) == 0);
            CHECK(velocity.x == v2d_body_velocity(&world, bodies[out]).x);
            size_t size = v2d_world_save(&world, bytes, sizeof(bytes));
            CHECK(size > 0 && size <= sizeof(bytes));
            uint64_t hash = v2d_world_hash(&world);
            CHECK(v2d_world_load(&world, bytes, size) == V2D_OK);
            CHECK(v2d_world_hash(&world) == hash && !body_is_enabled(&world, bodies[out]));
        }
    }
}

// ---- as it was -------------------------------------------------------------------------------------------

// Bodies without contacts, free and with joints, beside a pile: out and back without a step between changes no
// bit, then and later.
static void it_comes_back_to_the_bit(void **state) {
    (void)state;
    for (int what = 0; what < 4; ++what) {
        start(10.0f, false);
        test_ground(&world);
        for (int i = 0; i < 20; ++i)
            box(0.3f * (float)(i % 3), 0.6f + 1.1f * (float)i);
        v2d_body_id free_one = box(30.0f, 90.0f), arm = box(-30.0f, 20.0f),
                    end = box(-28.0f, 20.0f);
        CHECK(v2d_body_set_angular_velocity(&world, free_one, 1.7f) == V2D_OK);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        def.a = v2d_anchor_world(at(-31.0f, 20.0f), 0.0f);
        def.b = v2d_anchor_body(arm, at(-1.0f, 0.0f));
        CHECK(!V2D_IS_NULL(v2d_joint_create(&world, &def)));
        def = v2d_joint_def_default(what == 3 ? V2D_JOINT_REVOLUTE : V2D_JOINT_WELD);
        if (what == 3) def.angular.frequency = 2.0f;
        def.a = v2d_anchor_body(arm, at(1.0f, 0.0f)), def.b = v2d_anchor_body(end, at(-1.0f, 0.0f));
        CHECK(!V2D_IS_NULL(v2d_joint_create(&world, &def)));
        v2d_body_id fan = test_box(&world, V2D_BODY_KINEMATIC, 60.0f, 60.0f, 1.0f, 1.0f);
        v2d_transform goal = v2d_transform_make(at(61.0f, 60.0f), 1.0f);
        CHECK(v2d_body_set_target(&world, fan, goal, 1.0f) == V2D_OK);
        step(&world, 30);
        memcpy(&other, &world, sizeof(world));
        v2d_body_id body = what == 0 ? free_one : what == 1 ? fan : what == 2 ? arm : end;
        for (int i = 0; i < 90; ++i) {
            if (i % 20 == 0) {
                enable(body, false);
                CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
                enable(body, true);
            }
            CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
            step(&world, 1), step(&other, 1);
        }
        CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
        v2d_transform there = v2d_body_transform(&world, fan);
        CHECK(there.p.x == goal.p.x && there.q.s == goal.q.s);
    }
}

// It flies on after 50 steps outside, by g t^2 / 2, and a kinematic body goes on to its target.
static void it_goes_on_where_it_was(void **state) {
    (void)state;
    start(10.0f, true);
    v2d_body_id body = box(0.0f, 50.0f);
    v2d_body_id lift = test_box(&world, V2D_BODY_KINEMATIC, 9.0f, 0.0f, 1.0f, 1.0f);
    v2d_transform goal = v2d_transform_make(at(9.0f, 3.0f), 0.0f);
    CHECK(v2d_body_set_velocity(&world, body, at(3.0f, 4.0f)) == V2D_OK);
    CHECK(v2d_body_set_angular_velocity(&world, body, 2.0f) == V2D_OK);
    CHECK(v2d_body_set_target(&world, lift, goal, 1.0f) == V2D_OK);
    step(&world, 30);
    enable(body, false), enable(lift, false);
    uint64_t hash = v2d_world_hash(&world);
    step(&world, 50);
    CHECK(v2d_world_hash(&world) == hash);
    CHECK(v2d_body_angular_velocity(&world, body) == 2.0f && !v2d_body_is_awake(&world, body));
    enable(body, true), enable(lift, true);
    CHECK(v2d_body_is_awake(&world, body));
    step(&world, 30);
    CHECK_NEAR(v2d_body_position(&world, body).x, 3.0, 1e-4);
    CHECK_NEAR(v2d_body_position(&world, body).y, 50.0 + 4.0 - 5.0, 0.05);
    CHECK_NEAR(v2d_body_angle(&world, body), 2.0, 1e-4);
    v2d_transform there = v2d_body_transform(&world, lift);
    CHECK(memcmp(&there, &goal, sizeof(goal)) == 0);
}

// Its pose, velocity, shapes, mass and type can be set while it is outside. Forces do nothing.
static void it_can_be_changed_outside(void **state) {
    (void)state;
    start(0.0f, true);
    v2d_body_id body = box(0.0f, 0.0f),
                wall = test_box(&world, V2D_BODY_STATIC, 8.0f, 5.0f, 1.0f, 9.0f);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(at(2.0f, 0.0f), 0.5f);
    step(&world, 3);
    enable(body, false);
    CHECK(v2d_body_set_transform(&world, body, at(3.0f, 5.0f), 0.0f) == V2D_OK);
    CHECK(v2d_body_set_velocity(&world, body, at(6.0f, 0.0f)) == V2D_OK);
    CHECK(v2d_body_apply_impulse_to_center(&world, body, at(9.0f, 9.0f)) == V2D_OK);
    CHECK(v2d_body_apply_force_to_center(&world, body, at(900.0f, 9.0f)) == V2D_OK);
    v2d_shape_id arm = v2d_shape_create(&world, body, &shape, &disc);
    CHECK(v2d_shape_set_geometry(&world, v2d_body_first_shape(&world, body), &disc) == V2D_OK);
    CHECK(v2d_shape_destroy(&world, arm) == V2D_OK);
    arm = v2d_shape_create(&world, body, &shape, &disc);
    CHECK(v2d_body_set_type(&world, body, V2D_BODY_STATIC) == V2D_OK);
    CHECK(v2d_body_set_type(&world, body, V2D_BODY_DYNAMIC) == V2D_OK);
    CHECK(v2d_body_set_awake(&world, body, false) == V2D_OK);
    CHECK(v2d_body_set_transform(&world, body, at(3.0f, 5.0f), 0.0f) == V2D_OK);
    CHECK(v2d_body_set_velocity(&world, body, at(6.0f, 0.0f)) == V2D_OK);
    step(&world, 30);
    CHECK(!body_is_enabled(&world, body) && v2d_body_position(&world, body).x == 3.0f);
    CHECK(V2D_IS_NULL(test_body_at(&world, at(5.0f, 5.0f))));
    CHECK(v2d_world_shift_origin(&world, at(1.0f, 0.0f)) == V2D_OK);
    CHECK_NEAR(v2d_body_position(&world, body).x, 2.0, 1e-6);
    v2d_body_def def;
    CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
    CHECK(!def.enabled && def.awake && def.velocity.x == 6.0f);
    def.enabled = true;
    CHECK(v2d_body_change(&world, body, &def) == V2D_OK && body_is_enabled(&world, body));
    CHECK(V2D_ID_EQUALS(test_body_at(&world, at(4.0f, 5.0f)), body));
    step(&world, 60); // it flew into the wall, with its arm ahead
    CHECK_NEAR(v2d_body_position(&world, body).x, 6.0 - 2.5, 0.1);
    enable(wall, false);
    CHECK(v2d_body_set_velocity(&world, body, at(6.0f, 0.0f)) == V2D_OK);
    step(&world, 60);
    CHECK(v2d_body_position(&world, body).x > 8.0f);
    enable(body, false);
    CHECK(v2d_body_destroy(&world, body) == V2D_OK && !v2d_body_is_valid(&world, body));
    CHECK(!body_is_enabled(&world, body));
    CHECK(v2d_body_set_enabled(&world, body, true) == V2D_ERROR_BAD_ID);
    step(&world, 2);
}

// Created outside it waits there; nothing happens when it already is as told.
static void it_may_be_created_outside(void **state) {
    (void)state;
    start(10.0f, true);
    v2d_body_def def = v2d_body_def_default();
    v2d_geometry disc = v2d_geometry_circle(at(0.0f, 0.0f), 0.5f);
    def.enabled = def.awake = false, def.position = at(0.0f, 9.0f);
    v2d_body_id body = v2d_body_create_with(&world, &def, NULL, &disc);
    step(&world, 60);
    CHECK(v2d_body_position(&world, body).y == 9.0f && !v2d_body_is_awake(&world, body));
    memcpy(&other, &world, sizeof(world));
    enable(body, false);
    CHECK(memcmp(&other, &world, sizeof(world)) == 0);
    enable(body, true);
    memcpy(&other, &world, sizeof(world));
    enable(body, true);
    CHECK(memcmp(&other, &world, sizeof(world)) == 0);
    step(&world, 60);
    CHECK_NEAR(v2d_body_position(&world, body).y, 9.0 - 5.0, 0.1);
    CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
    def.enabled = def.awake = false;
    CHECK(v2d_body_change(&world, body, &def) == V2D_OK && !body_is_enabled(&world, body));
    def.enabled = true;
    CHECK(v2d_body_change(&world, body, &def) == V2D_OK && body_is_enabled(&world, body));
    step(&world, 1);
    CHECK(!v2d_body_is_awake(&world, body)); // it was put back and to sleep
}

// ---- what it does to others --------------------------------------------------------------------------------

// A box that sleeps on it falls, with events of the end, and is caught again when it comes back.
static void what_rests_on_it_falls(void **state) {
    (void)state;
    start(10.0f, true);
    v2d_body_id ledge = test_box(&world, V2D_BODY_STATIC, 0.0f, 0.0f, 2.0f, 0.5f),
                crate = box(0.0f, 1.0f);
    v2d_shape_id shape = v2d_body_first_shape(&world, crate);
    CHECK(shape_set_report(&world, shape, V2D_REPORT_CONTACT, V2D_UNLIMITED) == V2D_OK);
    step(&world, 120);
    CHECK(!v2d_body_is_awake(&world, crate));
    enable(ledge, false);
    step(&world, 1);
    CHECK(events_of(&world, V2D_EVENT_CONTACT_END) == 1 && v2d_world_contact_count(&world) == 0);
    step(&world, 29);
    CHECK_NEAR(v2d_body_position(&world, crate).y, 1.0 - 0.5 * 10.0 * 0.25, 0.06);
    CHECK(v2d_body_set_transform(&world, crate, at(0.0f, 1.0f), 0.0f) == V2D_OK);
    CHECK(v2d_body_set_velocity(&world, crate, at(0.0f, 0.0f)) == V2D_OK);
    enable(ledge, true);
    step(&world, 1);
    CHECK(events_of(&world, V2D_EVENT_CONTACT_BEGIN) == 1 && v2d_world_contact_count(&world) == 1);
    enable(ledge, false), enable(ledge, true); // its contact ended and begins anew
    step(&world, 1);
    CHECK(v2d_world_contact_count(&world) == 1);
    step(&world, 60);
    CHECK_NEAR(v2d_body_position(&world, crate).y, 1.0, 0.01);
}

static void sensors_lose_and_find_it(void **state) {
    (void)state;
    start(0.0f, true);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry room = v2d_geometry_box(3.0f, 3.0f);
    def.sensor = true;
    v2d_body_id body = box(0.0f, 0.0f);
    v2d_body_def anchor = v2d_body_def_default();
    anchor.type = V2D_BODY_STATIC;
    v2d_body_id sensor = v2d_body_create_with(&world, &anchor, &def, &room);
    for (int i = 0; i < 4; ++i) {
        v2d_body_id out = i < 2 ? body : sensor;
        step(&world, 2);
        CHECK(v2d_world_event_count(&world) == 0 || i == 0);
        enable(out, false);
        step_tells(V2D_EVENT_SENSOR_END);
        step(&world, 1);
        CHECK(v2d_world_event_count(&world) == 0);
        enable(out, true);
        step_tells(V2D_EVENT_SENSOR_BEGIN);
    }
}

static void nothing_finds_it(void **state) {
    (void)state;
    start(0.0f, true);
    v2d_body_id body = box(3.0f, 0.0f);
    for (int i = 0; i < 4; ++i) {
        v2d_query_result found[4];
        v2d_geometry dot = v2d_geometry_circle(at(0.0f, 0.0f), 0.1f);
        v2d_transform place = v2d_transform_make(at(3.0f, 0.0f), 0.0f),
                      origin = v2d_transform_make(at(0.0f, 0.0f), 0.0f);
        v2d_body_pose poses[4];
        int there = i % 2;
        enable(body, there == 1);
        if (i > 1) step(&world, 2);
        CHECK(v2d_world_ray(&world, NULL, at(0.0f, 0.0f), at(9.0f, 0.0f), found, 4) == there);
        CHECK(v2d_world_overlap(&world, NULL, &dot, place, found, 4) == there);
        CHECK(v2d_world_closest(&world, NULL, &dot, origin, 9.0f, found, 4) == there);
        CHECK(v2d_world_cast(&world, NULL, &dot, origin, at(9.0f, 0.0f), found, 4) == there);
        CHECK(v2d_world_poses(&world, false, 1.0f, poses, 4) == there);
        CHECK(v2d_world_explode(&world, NULL, at(0.0f, 0.0f), 9.0f, 0.0f, found, 4) == there);
    }
    v2d_mover_def def = v2d_mover_def_default();
    v2d_mover mover = v2d_mover_make(at(0.0f, 0.0f));
    enable(body, false);
    for (int i = 0; i < 60; ++i) {
        mover.velocity = at(6.0f, 0.0f);
        CHECK(v2d_mover_move(&world, &def, 1.0f / 60.0f, &mover, NULL, 0) >= 0);
    }
    CHECK_NEAR(mover.position.x, 6.0, 0.05); // straight through it
}

// Joints of each kind to a body outside: the other end falls freely, and the joints are still there.
static void joints_hold_nothing(void **state) {
    (void)state;
    for (int k = 0; k <= (int)V2D_JOINT_PULLEY; ++k) {
        v2d_joint_kind kind = (v2d_joint_kind)k;
        start(10.0f, true);
        v2d_body_id holder = test_box(&world, V2D_BODY_STATIC, 0.0f, 2.0f, 0.5f, 0.5f),
                    body = box(0.0f, 0.0f);
        v2d_joint_def def =
            v2d_joint_def_default(kind == V2D_JOINT_GEAR ? V2D_JOINT_REVOLUTE : kind);
        v2d_vec2 place =
            at(0.0f, kind == V2D_JOINT_DISTANCE || kind == V2D_JOINT_PULLEY ? 2.0f : 0.0f);
        if (kind != V2D_JOINT_DRAG) def.a = v2d_anchor_at(&world, holder, place, 0.0f);
        def.b = v2d_anchor_body(body, at(0.0f, 0.0f));
        def.break_force = 1000.0f;
        v2d_body_id out = holder;
        if (kind == V2D_JOINT_DRAG) out = body;
        if (kind == V2D_JOINT_PULLEY) { // the third body goes
            v2d_body_id counter = box(9.0f, 0.0f);
            def.a = v2d_anchor_body(counter, at(0.0f, 0.0f));
            def.over_a = v2d_anchor_body(holder, at(0.0f, 0.0f));
            def.over_b = v2d_anchor_world(at(1.0f, 4.0f), 0.0f);
        }
        v2d_joint_id joint = v2d_joint_create(&world, &def), gear = joint;
        CHECK(v2d_joint_is_valid(&world, joint));
        if (kind == V2D_JOINT_GEAR) {
            v2d_body_id wheel = box(5.0f, 0.0f);
            v2d_joint_def axle = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
            axle.a = v2d_anchor_world(at(5.0f, 0.0f), 0.0f),
            axle.b = v2d_anchor_body(wheel, at(0.0f, 0.0f));
            v2d_joint_def both = v2d_joint_def_default(V2D_JOINT_GEAR);
            both.joint_a = joint, both.joint_b = v2d_joint_create(&world, &axle);
            gear = v2d_joint_create(&world, &both);
            CHECK(v2d_joint_is_valid(&world, gear));
        }
        step(&world, 90);
        v2d_vec2 from = v2d_body_position(&world, body);
        v2d_vec2 speed = v2d_body_velocity(&world, body);
        enable(out, false);
        step(&world, 30);
        double fall = kind == V2D_JOINT_DRAG ? 0.0 : 0.5 * (double)speed.y - 0.5 * 10.0 * 0.25;
        CHECK_NEAR(v2d_body_position(&world, body).y - from.y, fall, 0.06);
        CHECK(v2d_joint_is_valid(&world, joint) && v2d_joint_is_valid(&world, gear));
        v2d_joint_state told = v2d_joint_get_state(&world, joint);
        CHECK(told.force.x == 0.0f && told.force.y == 0.0f && told.torque == 0.0f);
        CHECK(v2d_joint_describe(&world, joint, &def) == V2D_OK);
        CHECK(def.kind == (kind == V2D_JOINT_GEAR ? V2D_JOINT_REVOLUTE : kind));
        def.break_force = V2D_UNLIMITED; // it is far away now
        CHECK(v2d_joint_change(&world, joint, &def) == V2D_OK);
        enable(out, true);
        step(&world, 300);
        v2d_vec2 place_now = v2d_body_position(&world, body);
        if (kind == V2D_JOINT_REVOLUTE || kind == V2D_JOINT_WELD || kind == V2D_JOINT_GEAR)
            CHECK_NEAR(place_now.y, 0.0, 0.02); // it holds again
    }
}

// A rope hangs on a body by a point: it falls as a whole.
static void attached_points_fall(void **state) {
    (void)state;
    start(10.0f, true);
    v2d_body_id holder = test_box(&world, V2D_BODY_STATIC, 0.0f, 5.0f, 0.2f, 0.2f);
    v2d_soft_def def = v2d_soft_def_default();
    def.linear_damping = 0.0f;
    v2d_soft_id rope =
        v2d_soft_create_rope(&world, &def, at(0.0f, 5.0f), at(0.0f, 2.0f), 10, false, false);
    v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    joint.a = v2d_anchor_body(holder, at(0.0f, 0.0f));
    joint.b = v2d_anchor_point(v2d_soft_point(&world, rope, 0));
    CHECK(v2d_joint_is_valid(&world, v2d_joint_create(&world, &joint)));
    step(&world, 240);
    v2d_vec2 top = v2d_point_position(&world, v2d_soft_point(&world, rope, 0));
    CHECK_NEAR(top.y, 5.0, 0.02);
    enable(holder, false);
    step(&world, 30);
    CHECK_NEAR(v2d_point_position(&world, v2d_soft_point(&world, rope, 0)).y - top.y, -1.25, 0.03);
}

// A zone in a sensor of it does nothing, and what sleeps in it wakes.
static void its_zones_rest(void **state) {
    (void)state;
    start(10.0f, true);
    v2d_body_def anchor = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry room = v2d_geometry_box(30.0f, 30.0f);
    anchor.type = V2D_BODY_STATIC, shape.sensor = true;
    v2d_body_id fan = v2d_body_create_with(&world, &anchor, &shape, &room);
    v2d_zone_def zone = v2d_zone_def_default(V2D_ZONE_GRAVITY);
    zone.shape = v2d_body_first_shape(&world, fan), zone.gravity = at(0.0f, 10.0f); // none is left
    CHECK(v2d_zone_is_valid(&world, v2d_zone_create(&world, &zone)));
    v2d_body_id body = box(0.0f, 0.0f);
    step(&world, 120);
    CHECK(!v2d_body_is_awake(&world, body) && fabsf(v2d_body_position(&world, body).y) < 1e-3f);
    enable(fan, false);
    step(&world, 60);
    CHECK_NEAR(v2d_body_velocity(&world, body).y, -10.0, 0.01);
    enable(fan, true);
    step(&world, 60);
    CHECK_NEAR(v2d_body_velocity(&world, body).y, -10.0, 0.01);
}

// It tells that it woke when it is back, not while it is outside.
static void sleepers_wake_when_they_are_back(void **state) {
    (void)state;
    start(0.0f, true);
    v2d_body_id body = box(0.0f, 0.0f);
    CHECK(body_set_report(&world, body, V2D_REPORT_SLEEP) == V2D_OK);
    step(&world, 60);
    CHECK(!v2d_body_is_awake(&world, body));
    enable(body, false);
    for (int i = 0; i < 60; ++i) {
        step(&world, 1);
        CHECK(v2d_world_event_count(&world) == 0);
    }
    enable(body, true);
    step_tells(V2D_EVENT_WAKE);
}

static void bad_calls_are_refused(void **state) {
    (void)state;
    v2d_body_id none = {0, 0};
    start(0.0f, true);
    CHECK(!body_is_enabled(&world, none));
    CHECK(v2d_body_set_enabled(&world, none, false) == V2D_ERROR_BAD_ID);
    v2d_body_id lift = test_box(&world, V2D_BODY_KINEMATIC, 0.0f, 0.0f, 1.0f, 1.0f);
    enable(lift, false);
    v2d_transform goal = v2d_transform_make(at(9.0f, 3.0f), 0.0f);
    CHECK(v2d_body_set_target(&world, lift, goal, 1.0f) == V2D_ERROR_WRONG_KIND);
    v2d_mover_def def = v2d_mover_def_default();
    v2d_mover mover = v2d_mover_make(at(0.0f, 0.0f));
    mover.body = lift;
    CHECK(v2d_mover_move(&world, &def, 0.01f, &mover, NULL, 0) == -(int)V2D_ERROR_WRONG_KIND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_move_as_if_it_were_destroyed),
        cmocka_unit_test(it_comes_back_to_the_bit),
        cmocka_unit_test(it_goes_on_where_it_was),
        cmocka_unit_test(it_can_be_changed_outside),
        cmocka_unit_test(it_may_be_created_outside),
        cmocka_unit_test(what_rests_on_it_falls),
        cmocka_unit_test(sensors_lose_and_find_it),
        cmocka_unit_test(nothing_finds_it),
        cmocka_unit_test(joints_hold_nothing),
        cmocka_unit_test(attached_points_fall),
        cmocka_unit_test(its_zones_rest),
        cmocka_unit_test(sleepers_wake_when_they_are_back),
        cmocka_unit_test(bad_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
