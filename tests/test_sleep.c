// SPDX-License-Identifier: MIT OR Unlicense
// test_sleep.c - islands fall asleep, stay where they are, and wake when something concerns them.
#include "verlet2d.h"
#include "test.h"

static v2d_world *world;
static const float dt = 1.0f / 60.0f;

static void run(int steps) { test_steps(world, steps); }

static bool awake(v2d_body_id id) { return v2d_body_is_awake(world, id); }

static v2d_body_id add_box(float x, float y) {
    return test_box(world, V2D_BODY_DYNAMIC, x, y, 0.5f, 0.5f);
}

// A tower of boxes that stands on the ground and sleeps.
static void add_tower(v2d_body_id *boxes, int count, float x) {
    for (int i = 0; i < count; ++i)
        boxes[i] = add_box(x, 0.5f + (float)i);
}

// The ground, and a tower of four asleep.
static v2d_body_id tower[4], ground;

static void build_asleep(void) {
    ground = test_ground(world);
    add_tower(tower, 4, 0.0f);
    run(120);
    CHECK(v2d_world_counters(world).awake == 0);
}

static void start_asleep(void) {
    world = test_world();
    build_asleep();
}

static int same_pose(v2d_body_id id, v2d_transform before) {
    v2d_transform now = v2d_body_transform(world, id);
    return memcmp(&now, &before, sizeof(now)) == 0;
}

// ---- falling asleep ----------------------------------------------------------------------------

static void a_pile_sleeps_and_does_not_stir_by_a_bit(void **state) {
    (void)state;
    start_asleep();
    v2d_transform before[4];
    for (int i = 0; i < 4; ++i) {
        before[i] = v2d_body_transform(world, tower[i]);
        CHECK(!awake(tower[i]));
        CHECK_NEAR(v2d_body_velocity(world, tower[i]).y, 0.0, 0.0);
        CHECK_NEAR(v2d_body_angular_velocity(world, tower[i]), 0.0, 0.0);
        CHECK_NEAR(v2d_body_interpolated(world, tower[i], 0.3f).p.y, before[i].p.y, 1e-6);
    }
    uint64_t hash = v2d_world_hash(world);
    run(600);
    for (int i = 0; i < 4; ++i)
        CHECK(same_pose(tower[i], before[i]));
    CHECK(v2d_world_hash(world) == hash);
    CHECK(v2d_world_counters(world).steps == 720);
}

// Something that moves elsewhere leaves it alone, and the contacts are still told.
static void a_pile_sleeps_beside_what_moves(void **state) {
    (void)state;
    start_asleep();
    v2d_transform before = v2d_body_transform(world, tower[3]);
    v2d_body_id other = test_circle(world, V2D_BODY_DYNAMIC, 20.0f, 0.5f, 0.5f);
    v2d_body_set_velocity(world, other, v2d_vec2_make(5.0f, 0.0f));
    run(100);
    CHECK(awake(other) && !awake(tower[0]) && !awake(tower[3]));
    CHECK(v2d_world_counters(world).awake == 1);
    CHECK(same_pose(tower[3], before));
    CHECK(v2d_world_contact_count(world) == 5);
    double carried = 0.0;
    for (int i = 0; i < 5; ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(world, i, &c) == V2D_OK);
        if (v2d_shape_body(world, c.a.shape).index1 == ground.index1 &&
            v2d_shape_body(world, c.b.shape).index1 == tower[0].index1)
            carried = (double)(c.normal_impulse[0] + c.normal_impulse[1]);
    }
    CHECK_NEAR(carried, 4.0 * 10.0 / 60.0, 0.01); // weight times the step
}

static void sleep_comes_after_the_time_of_rest(void **state) {
    (void)state;
    world = test_world();
    test_ground(world);
    v2d_body_id box = add_box(0.0f, 0.5f);
    run(29);
    CHECK(awake(box));
    run(11); // half a second, and at most eight steps until islands are looked for
    CHECK(!awake(box));
}

static void nothing_sleeps_in_the_air(void **state) {
    (void)state;
    world = test_world();
    v2d_body_id box = add_box(0.0f, 0.0f);
    v2d_body_set_velocity(world, box, v2d_vec2_make(0.0f, 10.0f));
    for (int i = 0; i < 180; ++i) { // up, the apex after one second, down
        run(1);
        CHECK(awake(box));
    }
    CHECK_NEAR(v2d_body_velocity(world, box).y, -20.0, 1e-3);
}

static void worlds_and_bodies_may_be_kept_awake(void **state) {
    (void)state;
    world = test_world();
    CHECK(world_set_sleep(world, false) == V2D_OK);
    test_ground(world);
    v2d_body_id box = add_box(0.0f, 0.5f);
    run(120);
    CHECK(awake(box));
    CHECK(world_set_sleep(world, true) == V2D_OK);
    CHECK(body_set_allow_sleep(world, box, false) == V2D_OK);
    v2d_body_id on_it = add_box(0.0f, 1.5f), apart = add_box(5.0f, 0.5f);
    run(120);
    CHECK(awake(box) && awake(on_it) && !awake(apart));
    body_set_allow_sleep(world, box, true);
    run(60);
    CHECK(!awake(box) && !awake(on_it));
    world_set_sleep(world, false);
    CHECK(awake(box) && awake(on_it) && awake(apart));
}

// Two towers on one floor are two islands; a plank over both makes them one.
static void islands_are_what_touches(void **state) {
    (void)state;
    world = test_world();
    test_ground(world);
    v2d_body_id a[2], b[2];
    add_tower(a, 2, 0.0f), add_tower(b, 2, 3.0f);
    run(90);
    CHECK(!awake(a[0]) && !awake(b[0]));
    v2d_body_set_awake(world, a[1], true);
    CHECK(awake(a[0]) && awake(a[1]) && !awake(b[0]) && !awake(b[1]));
    run(90);
    CHECK(!awake(a[0]));
    v2d_body_id plank = test_box(world, V2D_BODY_DYNAMIC, 1.5f, 2.1f, 2.0f, 0.1f);
    run(120);
    CHECK(!awake(plank) && !awake(a[0]) && !awake(b[0]));
    v2d_body_set_awake(world, a[0], true);
    CHECK(awake(plank) && awake(a[1]) && awake(b[0]) && awake(b[1]));
}

// ---- waking ------------------------------------------------------------------------------------

static void a_touch_wakes_the_island_in_the_same_step(void **state) {
    (void)state;
    start_asleep();
    v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, -5.0f, 2.5f, 0.25f);
    v2d_body_set_velocity(world, ball, v2d_vec2_make(10.0f, 1.0f));
    int steps = 0;
    while (!awake(tower[0]) && steps++ < 60) {
        run(1);
        if (!awake(tower[0])) CHECK(v2d_body_velocity(world, ball).x > 9.9f);
    }
    CHECK(steps < 60);
    for (int i = 0; i < 4; ++i)
        CHECK(awake(tower[i]));
    CHECK(v2d_body_velocity(world, tower[2]).x > 0.0f || v2d_body_velocity(world, ball).x > 9.9f);
}

// A tower that slept falls as one that did not.
static void a_hit_does_the_same_to_a_tower_asleep(void **state) {
    (void)state;
    double x[2], y[2];
    for (int sleep = 0; sleep < 2; ++sleep) {
        world = test_world();
        world_set_sleep(world, sleep == 1);
        test_ground(world);
        add_tower(tower, 4, 0.0f);
        run(120);
        CHECK(awake(tower[0]) == (sleep == 0));
        v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, -2.0f, 3.5f, 0.4f);
        v2d_body_set_velocity(world, ball, v2d_vec2_make(12.0f, 2.0f));
        run(40);
        x[sleep] = (double)v2d_body_position(world, tower[3]).x;
        y[sleep] = (double)v2d_body_position(world, tower[0]).y;
    }
    CHECK(x[0] > 0.3);
    CHECK_NEAR(x[1], x[0], 0.1);
    CHECK_NEAR(y[1], y[0], 0.02);
}

// Woken, a pile stands on the impulses it fell asleep with, also when the sub-step changed. (At the
// default stiffness, which follows the sub-step, it would rise a little then.)
static void impulses_wait_for_the_waking(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    def.contact_frequency = 32.0f;
    for (int substeps = 3; substeps <= 8; ++substeps) {
        world = test_world();
        CHECK(v2d_world_init(world, &def) == V2D_OK);
        build_asleep();
        v2d_body_id far = add_box(50.0f, 50.0f); // keeps the world going
        for (int i = 0; i < 10; ++i)
            v2d_world_step(world, dt, substeps);
        CHECK(!awake(tower[0]) && awake(far));
        double before = (double)v2d_body_position(world, tower[3]).y;
        v2d_body_set_awake(world, tower[0], true);
        for (int i = 0; i < 10; ++i) {
            v2d_world_step(world, dt, substeps);
            // Forgotten impulses would show as the fall of a step, 0.16 m/s.
            CHECK_NEAR(v2d_body_velocity(world, tower[3]).y, 0.0, substeps < 4 ? 0.02 : 0.002);
            CHECK_NEAR(v2d_body_position(world, tower[3]).y, before, 0.002);
        }
    }
}

static void what_loses_its_support_falls(void **state) {
    (void)state;
    for (int way = 0; way < 6; ++way) {
        world = test_world();
        v2d_body_id shelf = test_box(world, V2D_BODY_STATIC, 0.0f, 5.0f, 2.0f, 0.25f);
        v2d_body_id load = add_box(0.0f, 5.75f), second = add_box(0.0f, 6.75f);
        v2d_shape_id shape = v2d_body_first_shape(world, shelf);
        run(90);
        CHECK(!awake(load) && !awake(second));
        v2d_filter none = {1u, 0u, 0};
        if (way == 0) v2d_body_destroy(world, shelf);
        if (way == 1) v2d_shape_destroy(world, shape);
        if (way == 2) v2d_body_set_transform(world, shelf, v2d_vec2_make(9.0f, 5.0f), 0.0f);
        if (way == 3) v2d_body_set_type(world, shelf, V2D_BODY_DYNAMIC);
        if (way == 4) shape_set_filter(world, shape, none);
        if (way == 5) v2d_body_destroy(world, load);
        run(30);
        CHECK(awake(second));
        CHECK(v2d_body_position(world, second).y < 6.0f + (way == 5 ? 0.5f : 0.0f));
    }
}

// Every call that may set something in motion.
static void calls_wake(void **state) {
    (void)state;
    v2d_vec2 push = {1.0f, 0.0f}, zero = {0.0f, 0.0f};
    for (int call = 0; call < 23; ++call) {
        start_asleep();
        v2d_body_id b = tower[1];
        v2d_shape_id shape = v2d_body_first_shape(world, b);
        v2d_mass mass = {2.0f, {0.0f, 0.0f}, 0.5f};
        v2d_filter filter = {2u, 0xffffffffu, 0};
        v2d_shape_def shape_def = v2d_shape_def_default();
        v2d_geometry box = v2d_geometry_box(0.1f, 0.1f);
        v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        joint.a = v2d_anchor_body(b, zero), joint.b = v2d_anchor_body(ground, zero);
        switch (call) {
        case 0: v2d_body_set_velocity(world, b, push); break;
        case 1: v2d_body_set_angular_velocity(world, b, 1.0f); break;
        case 2: v2d_body_apply_force_to_center(world, b, push); break;
        case 3: v2d_body_apply_torque(world, b, 1.0f); break;
        case 4: v2d_body_apply_impulse_to_center(world, b, push); break;
        case 5: v2d_body_apply_angular_impulse(world, b, 0.1f); break;
        case 6: v2d_body_set_transform(world, b, v2d_body_position(world, b), 0.1f); break;
        case 7: body_set_mass(world, b, mass); break;
        case 8: body_set_gravity_scale(world, b, -1.0f); break;
        case 9: body_set_damping(world, b, 0.1f, 0.0f); break;
        case 10: body_set_locks(world, b, false, false, true); break;
        case 11: v2d_body_set_type(world, b, V2D_BODY_STATIC); break;
        case 12: shape_set_friction(world, shape, 0.1f); break;
        case 13: shape_set_restitution(world, shape, 0.1f); break;
        case 14: shape_set_surface_speed(world, shape, 1.0f); break;
        case 15: shape_set_filter(world, shape, filter); break;
        case 16: v2d_shape_create(world, b, &shape_def, &box); break;
        case 17: v2d_shape_destroy(world, shape); break;
        case 18: v2d_joint_create(world, &joint); break;
        case 19: v2d_world_set_gravity(world, push); break;
        case 20: v2d_body_set_awake(world, b, true); break;
        case 21: v2d_shape_create_outline(world, b, &shape_def, box.vertices, 4); break;
        default: v2d_body_destroy(world, b); break;
        }
        CHECK(awake(tower[0]) && awake(tower[2]) && awake(tower[3]));
        run(1);
        CHECK(awake(tower[0]));
        CHECK(v2d_world_status(world) == V2D_OK);
    }
}

// A chain that is destroyed wakes its body, unless it is a sensor.
static void a_chain_that_goes_wakes_its_body(void **state) {
    (void)state;
    for (int sensor = 0; sensor < 2; ++sensor) {
        world = test_world();
        test_ground(world);
        v2d_body_id body = add_box(0.0f, 0.5f);
        v2d_shape_def def = v2d_shape_def_default();
        v2d_vec2 line[2] = {{1.0f, 0.0f}, {-1.0f, 0.0f}};
        def.sensor = sensor == 1;
        v2d_chain_id chain = v2d_chain_create(world, body, &def, line, 2, false);
        run(120);
        CHECK(!awake(body) && v2d_chain_destroy(world, chain) == V2D_OK);
        CHECK(awake(body) == (sensor == 0));
    }
}

// What changes nothing wakes nothing; what is refused neither.
static void some_calls_do_not_wake(void **state) {
    (void)state;
    start_asleep();
    v2d_vec2 zero = {0.0f, 0.0f}, bad = {NAN, 0.0f};
    v2d_body_set_velocity(world, tower[1], zero);
    v2d_body_set_angular_velocity(world, tower[1], 0.0f);
    body_set_user(world, tower[1], 5);
    CHECK(v2d_body_set_velocity(world, tower[1], bad) != V2D_OK);
    CHECK(v2d_body_apply_force_to_center(world, tower[1], bad) != V2D_OK);
    CHECK(v2d_body_set_awake(world, tower[1], false) == V2D_OK);
    v2d_body_id none = {0, 0};
    CHECK(v2d_body_set_awake(world, none, true) == V2D_ERROR_BAD_ID);
    CHECK(!v2d_body_is_awake(world, none) && !awake(ground));
    run(10);
    CHECK(!awake(tower[0]) && !awake(tower[1]));
}

// A conveyor that starts, and a platform that does.
static void ground_that_starts_to_move_wakes(void **state) {
    (void)state;
    start_asleep();
    shape_set_surface_speed(world, v2d_body_first_shape(world, ground), 2.0f);
    run(30);
    CHECK(awake(tower[0]) && v2d_body_velocity(world, tower[0]).x < -0.5f);

    world = test_world();
    v2d_body_id platform = test_box(world, V2D_BODY_KINEMATIC, 0.0f, 0.0f, 3.0f, 0.5f);
    v2d_body_id box = add_box(0.0f, 1.0f);
    run(90);
    CHECK(!awake(box) && !awake(platform));
    v2d_body_set_velocity(world, platform, v2d_vec2_make(0.0f, 0.02f));
    run(300); // so slow that nothing on it is fast enough to be awake by itself
    CHECK(awake(platform) && awake(box));
    CHECK_NEAR(v2d_body_position(world, box).y, 1.0 + 0.02 * 5.0, 0.01);
    v2d_body_set_velocity(world, platform, v2d_vec2_make(0.0f, 0.0f));
    run(90);
    CHECK(!awake(platform) && !awake(box));
}

// A kinematic body that moves wakes what it runs into.
static void a_moving_kinematic_body_wakes(void **state) {
    (void)state;
    start_asleep();
    v2d_body_id ram = test_box(world, V2D_BODY_KINEMATIC, -4.0f, 0.5f, 0.5f, 0.4f);
    v2d_body_set_velocity(world, ram, v2d_vec2_make(3.0f, 0.0f));
    run(50);
    CHECK(!awake(tower[0]));
    run(40);
    CHECK(awake(tower[0]) && v2d_body_position(world, tower[0]).x > 0.3f);
}

// ---- made asleep -------------------------------------------------------------------------------

static void bodies_made_asleep_hang_until_they_are_touched(void **state) {
    (void)state;
    world = test_world();
    test_ground(world);
    v2d_body_def def = v2d_body_def_default();
    def.awake = false;
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry geometry = v2d_geometry_box(0.2f, 0.2f);
    v2d_body_id wall[12];
    for (int i = 0; i < 12; ++i) { // a column in the air, and one on the ground
        def.position =
            v2d_vec2_make(i < 6 ? 0.0f : 5.0f, (i < 6 ? 3.0f : 0.2f) + 0.4f * (float)(i % 6));
        wall[i] = v2d_body_create(world, &def);
        v2d_shape_create(world, wall[i], &shape, &geometry);
    }
    run(60);
    for (int i = 0; i < 12; ++i)
        CHECK(!awake(wall[i]));
    CHECK_NEAR(v2d_body_position(world, wall[0]).y, 3.0, 0.0);
    v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, -2.0f, 4.0f, 0.3f);
    v2d_body_set_velocity(world, ball, v2d_vec2_make(60.0f, 0.0f));
    for (int i = 0; i < 10 && !awake(wall[0]); ++i)
        run(1);
    for (int i = 0; i < 12; ++i) // all that touches, in one step
        CHECK(awake(wall[i]) == (i < 6));
    run(20);
    CHECK(v2d_body_position(world, wall[0]).y < 3.0f && !awake(wall[6]));
}

// ---- joints, points and soft bodies ------------------------------------------------------------

static void jointed_bodies_sleep_and_wake_together(void **state) {
    (void)state;
    world = test_world();
    v2d_body_id anchor = test_box(world, V2D_BODY_STATIC, 0.0f, 10.0f, 0.5f, 0.5f), links[6];
    v2d_body_id last = anchor;
    for (int i = 0; i < 6; ++i) {
        links[i] = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 9.0f - (float)i, 0.1f, 0.4f);
        body_set_damping(world, links[i], 0.5f, 0.5f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        v2d_vec2 place = {0.0f, 9.5f - (float)i};
        def.a = v2d_anchor_body(last, v2d_body_local_point(world, last, place));
        def.b = v2d_anchor_body(links[i], v2d_body_local_point(world, links[i], place));
        CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
        last = links[i];
    }
    run(120);
    for (int i = 0; i < 6; ++i)
        CHECK(!awake(links[i]));
    double y = (double)v2d_body_position(world, links[5]).y;
    v2d_body_set_awake(world, links[5], true);
    CHECK(awake(links[0]));
    run(5);
    CHECK_NEAR(v2d_body_position(world, links[5]).y, y, 1e-3); // its joints still carry it
    CHECK_NEAR(v2d_body_velocity(world, links[5]).y, 0.0, 0.02);
    run(120);
    CHECK(!awake(links[0]));
    v2d_body_destroy(world, anchor);
    run(30);
    CHECK(v2d_body_velocity(world, links[5]).y < -3.0f);
}

static v2d_soft_id add_rope(float x) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(x, 5.0f);
    def.linear_damping = 2.0f;
    v2d_vec2 a = {0.0f, 0.0f}, b = {0.0f, -3.0f};
    return v2d_soft_create_rope(world, &def, a, b, 12, true, false);
}

static void soft_bodies_sleep(void **state) {
    (void)state;
    world = test_world();
    test_ground(world);
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(0.0f, 0.5f);
    v2d_soft_id box = v2d_soft_create_box(world, &def, 1.0f, 1.0f), rope = add_rope(5.0f);
    v2d_point_def point_def = v2d_point_def_default();
    point_def.position = v2d_vec2_make(-4.0f, 0.1f);
    v2d_point_id point = v2d_point_create(world, &point_def);
    run(400);
    CHECK(!v2d_soft_is_awake(world, box) && !v2d_soft_is_awake(world, rope));
    CHECK(!v2d_point_is_awake(world, point) && v2d_world_counters(world).awake == 0);
    v2d_vec2 center = v2d_soft_center(world, box), end = v2d_soft_center(world, rope);
    v2d_body_id far = add_box(50.0f, 50.0f); // the world goes on
    run(40);
    CHECK(awake(far) && !v2d_soft_is_awake(world, box));
    CHECK(v2d_soft_center(world, box).y == center.y && v2d_soft_center(world, rope).x == end.x);

    soft_set_awake(world, box, true); // it stands as it did
    CHECK(v2d_soft_is_awake(world, box) && !v2d_soft_is_awake(world, rope));
    for (int i = 0; i < 20; ++i) {
        run(1);
        CHECK_NEAR(v2d_soft_center(world, box).y, center.y, 2e-3);
        CHECK_NEAR(v2d_soft_velocity(world, box).y, 0.0, 0.03);
    }
    soft_set_awake(world, rope, true);
    run(20);
    CHECK_NEAR(v2d_soft_center(world, rope).y, end.y, 2e-3);
}

// A box dropped on cloth-like softness and the other way round.
static void soft_and_rigid_wake_each_other(void **state) {
    (void)state;
    world = test_world();
    test_ground(world);
    v2d_body_id box = add_box(0.0f, 0.5f);
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(5.0f, 0.55f);
    v2d_soft_id soft = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
    run(200);
    CHECK(!awake(box) && !v2d_soft_is_awake(world, soft));
    v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, 5.0f, 2.5f, 0.3f);
    def.position = v2d_vec2_make(0.0f, 2.5f);
    v2d_soft_id falling = v2d_soft_create_box(world, &def, 0.6f, 0.6f);
    run(5);
    CHECK(!awake(box) && !v2d_soft_is_awake(world, soft));
    int steps = 0;
    for (; steps < 90 && !(awake(box) && v2d_soft_is_awake(world, soft)); ++steps)
        run(1);
    CHECK(steps < 90);
    run(240);
    CHECK(!awake(box) && !awake(ball));
    CHECK(!v2d_soft_is_awake(world, soft) && !v2d_soft_is_awake(world, falling));
    CHECK_NEAR(v2d_soft_center(world, falling).y, 1.3, 0.06);
    // Each is held by the other: take the lower one away.
    v2d_body_destroy(world, box);
    run(20);
    CHECK(v2d_soft_center(world, falling).y < 1.2f);
    v2d_soft_destroy(world, soft);
    run(20);
    CHECK(v2d_body_position(world, ball).y < 1.2f);
}

static void a_pin_that_is_moved_wakes_its_rope(void **state) {
    (void)state;
    world = test_world();
    v2d_soft_id rope = add_rope(0.0f);
    run(300);
    CHECK(!v2d_soft_is_awake(world, rope));
    v2d_point_id pin = v2d_soft_point(world, rope, 0);
    CHECK(point_is_pinned(world, pin));
    v2d_point_set_velocity(world, pin, v2d_vec2_make(0.5f, 0.0f));
    run(120);
    CHECK(v2d_soft_is_awake(world, rope));
    CHECK(v2d_soft_center(world, rope).x > 0.7f);
    v2d_point_set_pinned(world, pin, false);
    run(30);
    CHECK(v2d_soft_velocity(world, rope).y < -2.0f);
}

// ---- saving, and the hostile -------------------------------------------------------------------

// Loose points that lie on the ground, `apart` from each other, asleep.
static void add_points(v2d_point_id *points, int count, float apart) {
    world = test_world();
    test_ground(world);
    for (int i = 0; i < count; ++i) {
        v2d_point_def def = v2d_point_def_default();
        def.position = v2d_vec2_make(apart * (float)i, def.radius);
        points[i] = v2d_point_create(world, &def);
    }
}

static void check_points_awake(const v2d_point_id *points, int count, bool expected) {
    for (int i = 0; i < count; ++i)
        CHECK(v2d_point_is_awake(world, points[i]) == expected);
}

// A new rest length wakes both ends of an edge, which then takes that length.
static void a_new_rest_length_wakes(void **state) {
    (void)state;
    for (int pinned = 0; pinned < 2; ++pinned) {
        v2d_point_id points[3]; // the third has no edge
        add_points(points, 3, 1.0f);
        v2d_edge_def def = v2d_edge_def_default();
        def.a = points[0], def.b = points[1];
        v2d_edge_id edge = v2d_edge_create(world, &def);
        if (pinned) CHECK(v2d_point_set_pinned(world, points[0], true) == V2D_OK);
        run(90);
        check_points_awake(points, 3, false);
        CHECK(v2d_edge_set_rest_length(world, edge, 0.5f) == V2D_OK);
        if (!pinned) CHECK(v2d_point_is_awake(world, points[0]));
        CHECK(v2d_point_is_awake(world, points[1]) && !v2d_point_is_awake(world, points[2]));
        run(30);
        CHECK_NEAR(v2d_edge_length(world, edge), 0.5, 0.01);
        CHECK(!v2d_point_is_awake(world, points[2]));
    }
}

// v2d_point_set_awake() wakes a point and what it is linked with, and puts them to sleep at once.
static void points_wake_and_sleep_by_hand(void **state) {
    (void)state;
    v2d_point_id points[3];
    add_points(points, 3, 1.0f);
    v2d_edge_def def = v2d_edge_def_default();
    def.a = points[0], def.b = points[1];
    CHECK(v2d_edge_is_valid(world, v2d_edge_create(world, &def)));
    run(90);
    check_points_awake(points, 3, false);
    CHECK(v2d_point_set_awake(world, points[1], true) == V2D_OK);
    check_points_awake(points, 2, true);
    CHECK(!v2d_point_is_awake(world, points[2]));
    run(3);
    check_points_awake(points, 2, true);
    CHECK(v2d_point_set_awake(world, points[0], false) == V2D_OK);
    run(1);
    check_points_awake(points, 3, false);
}

// Three points that only a bend holds together are one island: they wake together, and none sleeps
// while one of them moves. The bend is so weak that it moves nothing itself.
static void a_bend_links_its_points(void **state) {
    (void)state;
    for (int end = 0; end < 3; ++end) {
        v2d_point_id points[4]; // the fourth is on its own
        add_points(points, 4, 1.0f);
        v2d_bend_def def = v2d_bend_def_default();
        def.a = points[0], def.b = points[1], def.c = points[2];
        def.frequency = 0.01f;
        CHECK(v2d_bend_is_valid(world, v2d_bend_create(world, &def)));
        for (int i = 0; i < 90; ++i) { // one of them is kept moving
            v2d_vec2 v = {i % 2 == 0 ? 0.2f : -0.2f, 0.0f};
            CHECK(v2d_point_set_velocity(world, points[end], v) == V2D_OK);
            run(1);
        }
        check_points_awake(points, 3, true);
        CHECK(!v2d_point_is_awake(world, points[3]));
        run(90);
        check_points_awake(points, 4, false);
        CHECK(v2d_point_set_awake(world, points[end], true) == V2D_OK);
        check_points_awake(points, 3, true);
        CHECK(!v2d_point_is_awake(world, points[3]));
    }
}

static void a_copy_sleeps_and_wakes_alike(void **state) {
    (void)state;
    static v2d_world copy;
    start_asleep();
    v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, -8.0f, 1.5f, 0.4f);
    v2d_body_set_velocity(world, ball, v2d_vec2_make(12.0f, 4.0f));
    run(7);
    copy = *world;
    for (int i = 0; i < 300; ++i) {
        run(1);
        CHECK(v2d_world_step(&copy, dt, 4) == V2D_OK);
        CHECK(v2d_world_hash(&copy) == v2d_world_hash(world));
        for (int k = 0; k < 4; ++k)
            CHECK(v2d_body_is_awake(&copy, tower[k]) == awake(tower[k]));
    }
    CHECK(memcmp(&copy, world, sizeof(copy)) == 0);
}

static void put_to_sleep_by_hand(void **state) {
    (void)state;
    world = test_world();
    test_ground(world);
    v2d_body_id falling = add_box(0.0f, 9.0f);
    add_tower(tower, 4, 5.0f);
    run(5);
    CHECK(v2d_body_set_awake(world, tower[2], false) == V2D_OK);
    CHECK(v2d_body_set_awake(world, falling, false) == V2D_OK); // it hangs: the caller wants it so
    double y = (double)v2d_body_position(world, falling).y;
    run(60);
    CHECK(!awake(falling) && !awake(tower[0]) && !awake(tower[3]));
    CHECK_NEAR(v2d_body_position(world, falling).y, y, 0.0);
    CHECK_NEAR(v2d_body_position(world, tower[3]).y, 3.5, 0.02);
}

static void bad_settings_are_refused(void **state) {
    (void)state;
    static v2d_world other;
    v2d_world_def def = v2d_world_def_default();
    def.sleep_speed = -1.0f;
    CHECK(v2d_world_init(&other, &def) == V2D_ERROR_OUT_OF_RANGE);
    def = v2d_world_def_default();
    def.sleep_time = NAN;
    CHECK(v2d_world_init(&other, &def) == V2D_ERROR_NOT_FINITE);
    def.sleep_time = 0.0f; // at once, but nothing that moves
    CHECK(v2d_world_init(&other, &def) == V2D_OK);
    world = &other;
    test_ground(world);
    v2d_body_id box = add_box(0.0f, 2.0f);
    v2d_body_set_velocity(world, box, v2d_vec2_make(0.0f, -1.0f));
    run(20);
    CHECK(v2d_body_position(world, box).y < 1.2f);
    run(60);
    CHECK(!awake(box));
    CHECK(world_set_sleep(NULL, true) == V2D_ERROR_NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pile_sleeps_and_does_not_stir_by_a_bit),
        cmocka_unit_test(a_pile_sleeps_beside_what_moves),
        cmocka_unit_test(sleep_comes_after_the_time_of_rest),
        cmocka_unit_test(nothing_sleeps_in_the_air),
        cmocka_unit_test(worlds_and_bodies_may_be_kept_awake),
        cmocka_unit_test(islands_are_what_touches),
        cmocka_unit_test(a_touch_wakes_the_island_in_the_same_step),
        cmocka_unit_test(a_hit_does_the_same_to_a_tower_asleep),
        cmocka_unit_test(impulses_wait_for_the_waking),
        cmocka_unit_test(what_loses_its_support_falls),
        cmocka_unit_test(calls_wake),
        cmocka_unit_test(a_chain_that_goes_wakes_its_body),
        cmocka_unit_test(some_calls_do_not_wake),
        cmocka_unit_test(ground_that_starts_to_move_wakes),
        cmocka_unit_test(a_moving_kinematic_body_wakes),
        cmocka_unit_test(bodies_made_asleep_hang_until_they_are_touched),
        cmocka_unit_test(jointed_bodies_sleep_and_wake_together),
        cmocka_unit_test(soft_bodies_sleep),
        cmocka_unit_test(soft_and_rigid_wake_each_other),
        cmocka_unit_test(a_pin_that_is_moved_wakes_its_rope),
        cmocka_unit_test(a_new_rest_length_wakes),
        cmocka_unit_test(points_wake_and_sleep_by_hand),
        cmocka_unit_test(a_bend_links_its_points),
        cmocka_unit_test(a_copy_sleeps_and_wakes_alike),
        cmocka_unit_test(put_to_sleep_by_hand),
        cmocka_unit_test(bad_settings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
