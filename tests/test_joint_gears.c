// SPDX-License-Identifier: MIT OR Unlicense
// test_joint_gears.c - gears, ratchets, pulleys, and stiff joints that hang together: closed forms, errors.
#include "scene.h"

static const double gravity = 10.0; // [m/s^2]
static const float right_angle = 1.57079633f;
// Holds a body to the world at a place, or to another body.
static v2d_joint_def held(v2d_joint_kind kind, const v2d_body_id *a, v2d_body_id b, float x,
                          float y, float angle) {
    v2d_joint_def def = v2d_joint_def_default(kind);
    v2d_vec2 place = v2d_vec2_make(x, y);
    def.a = a == NULL ? v2d_anchor_world(place, angle) : v2d_anchor_at(world, *a, place, angle);
    def.b = v2d_anchor_at(world, b, place, angle);
    return def;
}

static v2d_joint_def gear_of(v2d_joint_id a, v2d_joint_id b, float ratio) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_GEAR);
    def.joint_a = a, def.joint_b = b, def.ratio = ratio;
    return def;
}

// Five gears of 1 : 2 each; the last wheel has 1000 times the mass.
static void a_motor_drives_a_gear_train_by_its_reduced_inertia(void **state) {
    (void)state;
    start_awake(10.0f);
    v2d_joint_id axle[5], gear[4];
    double inertia = 0.0;
    for (int i = 0; i < 5; ++i) {
        float x = 2.0f * (float)i;
        v2d_body_id wheel = add_free_box(x, 0.0f, 0.0f, 1.0f, 1.0f, i == 4 ? 1000.0f : 1.0f);
        v2d_joint_def def = held(V2D_JOINT_REVOLUTE, NULL, wheel, x, 0.0f, 0.0f);
        if (i == 0) {
            def.angular.motor = true, def.angular.motor_speed = 8.0f;
            def.angular.motor_effort = 50.0f;
        }
        axle[i] = make(&def);
        inertia += (double)v2d_body_mass(world, wheel).inertia * pow(0.25, i);
    }
    for (int i = 0; i < 4; ++i) {
        v2d_joint_def def = gear_of(axle[i], axle[i + 1], -0.5f);
        gear[i] = make(&def);
    }
    run(6);
    CHECK_NEAR(state_of(axle[0]).turn_speed, 50.0 * 0.1 / inertia, 0.01);
    run(594);
    for (int i = 0; i < 5; ++i)
        CHECK_NEAR(state_of(axle[i]).turn_speed, 8.0 * pow(-0.5, i), 1e-3);
    for (int i = 0; i < 4; ++i)
        CHECK_NEAR(state_of(gear[i]).separation, 0.0, 1e-3);
}

static void a_rack_travels_by_the_turns_of_its_pinion(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_body_id pinion = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_body_id rack = add_free_box(0.0f, 1.0f, 0.0f, 3.0f, 0.2f, 2.0f);
    v2d_joint_def def = held(V2D_JOINT_REVOLUTE, NULL, pinion, 0.0f, 0.0f, 0.0f);
    v2d_joint_id axle = make(&def);
    def = held(V2D_JOINT_PRISMATIC, NULL, rack, 0.0f, 1.0f, 0.0f);
    v2d_joint_id slide = make(&def);
    def = gear_of(axle, slide, -0.5f);
    v2d_joint_id gear = make(&def);
    double inertia = (double)v2d_body_mass(world, pinion).inertia;
    CHECK(v2d_body_set_angular_velocity(world, pinion, 4.0f) == V2D_OK);
    run(300);
    double w = 4.0 * inertia / (inertia + 2.0 * 0.25); // momentum about the common coordinate
    CHECK_NEAR(state_of(axle).turn_speed, w, 0.01);
    CHECK_NEAR(state_of(slide).travel, -0.5 * (double)state_of(axle).turn, 1e-3);
    CHECK(v2d_body_set_transform(world, rack, v2d_vec2_make(0.3f, 1.0f), 0.0f) == V2D_OK);
    CHECK_NEAR(state_of(gear).separation, 0.3 + 0.5 * (double)state_of(axle).turn, 1e-5);
    run(60);
    CHECK_NEAR(state_of(slide).travel, -0.5 * (double)state_of(axle).turn, 1e-3);
}

static void a_ratchet_turns_one_way_only(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        start_awake(0.0f);
        v2d_body_id wheel = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
        v2d_joint_def def = held(V2D_JOINT_REVOLUTE, NULL, wheel, 0.0f, 0.0f, 0.0f);
        make(&def);
        def = held(V2D_JOINT_RATCHET, NULL, wheel, 0.0f, 0.0f, 0.0f);
        def.tooth = 0.25f * (float)side;
        v2d_joint_id id = make(&def);
        CHECK(v2d_body_set_angular_velocity(world, wheel, 3.1f * (float)side) == V2D_OK);
        run(240);
        double turn = (double)state_of(id).turn, tooth = floor(fabs(turn) / 0.25) * 0.25;
        CHECK_NEAR(fabs(turn), 12.4, 0.01); // free, beyond pi
        CHECK(v2d_body_set_angular_velocity(world, wheel, -3.1f * (float)side) == V2D_OK);
        run(120);
        CHECK_NEAR(fabs((double)state_of(id).turn), tooth, 2e-3);
        CHECK_NEAR(state_of(id).turn_speed, 0.0, 1e-3);
    }
}

static void a_pulley_holds_a_thousand_to_one(void **state) {
    (void)state;
    static const float heavy[] = {1.0f, 100.0f, 1000.0f};
    for (int i = 0; i < 3; ++i) {
        start_awake(10.0f);
        v2d_body_id a = add_free_box(-1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 1.0f);
        v2d_body_id b = add_free_box(1.0f, -1.0f, 0.0f, 0.6f, 0.6f, heavy[i]);
        v2d_joint_def def = held(V2D_JOINT_PRISMATIC, NULL, a, -1.0f, 0.0f, right_angle);
        def.linear.limited = true, def.linear.upper = 1.0f;
        make(&def); // a stop
        def = v2d_joint_def_default(V2D_JOINT_PULLEY);
        def.a = v2d_anchor_body(a, v2d_vec2_make(0.0f, 0.2f));
        def.b = v2d_anchor_body(b, v2d_vec2_make(0.0f, 0.3f));
        def.over_a = v2d_anchor_world(v2d_vec2_make(-1.0f, 4.0f), 0.0f);
        def.over_b = v2d_anchor_world(v2d_vec2_make(1.0f, 4.0f), 0.0f);
        v2d_joint_id rope = make(&def);
        double length = (double)state_of(rope).travel;
        CHECK_NEAR(length, 3.8 + 4.7, 1e-5);
        for (int k = 0; k < 300; ++k) {
            run(1);
            CHECK_NEAR(state_of(rope).travel, length, 1e-3 * length);
        }
        CHECK_NEAR(state_of(rope).force.y, gravity * (double)heavy[i],
                   0.01 * gravity * (double)heavy[i]);
        if (i > 0) CHECK_NEAR(v2d_body_position(world, a).y, 1.0, 1e-3);
    }
}

// A pulley between the centres of a and b, over the places (-1, 4) and (1, over_b).
static v2d_joint_def pulley(v2d_body_id a, v2d_body_id b, float over_b, float ratio) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PULLEY);
    def.a = v2d_anchor_body(a, v2d_vec2_make(0.0f, 0.0f));
    def.b = v2d_anchor_body(b, v2d_vec2_make(0.0f, 0.0f));
    def.over_a = v2d_anchor_world(v2d_vec2_make(-1.0f, 4.0f), 0.0f);
    def.over_b = v2d_anchor_world(v2d_vec2_make(1.0f, over_b), 0.0f);
    def.ratio = ratio;
    return def;
}

// From rest by what its effort allows, until the rope shortens at its speed; with a weak spring, too.
static void a_motor_winds_the_rope_of_a_pulley(void **state) {
    (void)state;
    static const float effort[] = {0.1f, 1000.0f};
    for (int i = 0; i < 4; ++i) {
        start_awake(0.0f);
        v2d_body_id a = add_free_box(-1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 1.0f);
        v2d_body_id b = add_free_box(1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 3.0f);
        v2d_joint_def def = pulley(a, b, 4.0f, 3.0f);
        def.linear.frequency = i < 2 ? 0.0f : 1e-3f;
        def.linear.limited = false, def.linear.motor = true;
        def.linear.motor_speed = -0.5f, def.linear.motor_effort = effort[i % 2];
        v2d_joint_id rope = make(&def);
        run(30);
        double inverse = 1.0 / 1.0 + 3.0 * 3.0 / 3.0; // of the mass that the rope has
        double speed = fmin(0.5, (double)effort[i % 2] * inverse * 0.5);
        CHECK_NEAR(v2d_body_velocity(world, a).y + 3.0f * v2d_body_velocity(world, b).y, speed,
                   1e-3);
        CHECK_NEAR(v2d_body_velocity(world, a).y, v2d_body_velocity(world, b).y,
                   1e-3); // F / 1 = 3 F / 3
        CHECK_NEAR(state_of(rope).travel, 16.0 - speed * (i % 2 == 0 ? 0.25 : 0.5), 0.01);
    }
}

// With ratio r, a of mass m balances b of mass r m.
static void a_tackle_balances_by_its_ratio(void **state) {
    (void)state;
    start_awake(10.0f);
    v2d_body_id a = add_free_box(-1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 1.0f);
    v2d_body_id b = add_free_box(1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 3.0f);
    v2d_joint_def def = pulley(a, b, 4.0f, 3.0f);
    v2d_joint_id rope = make(&def);
    run(120);
    CHECK_NEAR(v2d_body_position(world, a).y, 0.0, 1e-3);
    CHECK_NEAR(state_of(rope).travel_effort, -gravity, 0.01 * gravity);
    v2d_joint_def said;
    CHECK(v2d_joint_describe(world, rope, &said) == V2D_OK);
    CHECK(said.ratio == 3.0f && said.over_a.kind == V2D_ANCHOR_WORLD);
    uint64_t hash = v2d_world_hash(world);
    CHECK(v2d_joint_change(world, rope, &said) == V2D_OK && v2d_world_hash(world) == hash);
}

static void measured_lengths_are_such_as_may_be_set(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PULLEY), said;
    def.a = v2d_anchor_body(add_free_box(-1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 1.0f),
                            v2d_vec2_make(0.0f, 0.0f));
    def.b = v2d_anchor_body(add_free_box(1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 1.0f),
                            v2d_vec2_make(0.0f, 0.0f));
    def.over_a = v2d_anchor_world(v2d_vec2_make(-1.0f, 4.0f), 0.0f);
    def.over_b = v2d_anchor_world(v2d_vec2_make(1.0f, 4.0f), 0.0f);
    def.ratio = 1e9f; // 4 m + 1e9 * 4 m, of which at most 1e9 m may be set
    v2d_joint_id rope = make(&def);
    CHECK(v2d_joint_describe(world, rope, &said) == V2D_OK && said.linear.upper == 1e9f);
    CHECK(v2d_joint_change(world, rope, &said) == V2D_OK);
}

static void a_cantilever_of_ten_bears_a_thousand_fold_load(void **state) {
    (void)state;
    start_awake(10.0f);
    v2d_body_id last = {0, 0};
    for (int i = 0; i < 10; ++i) {
        float x = 0.5f * (float)i;
        v2d_body_id b = add_free_box(x + 0.25f, 0.0f, 0.0f, 0.5f, 0.1f, i == 9 ? 1000.0f : 1.0f);
        v2d_joint_def def = held(V2D_JOINT_WELD, i == 0 ? NULL : &last, b, x, 0.0f, 0.0f);
        make(&def);
        last = b;
    }
    for (int k = 0; k < 120; ++k) {
        run(1);
        CHECK_NEAR(v2d_body_position(world, last).y, 0.0, 5e-3);
    }
}

static void gears_end_with_their_joints_and_refuse_what_they_cannot_turn(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_body_id a = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f),
                b = add_free_box(2.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_joint_def def = held(V2D_JOINT_REVOLUTE, NULL, a, 0.0f, 0.0f, 0.0f);
    v2d_joint_id one = make(&def);
    def = held(V2D_JOINT_REVOLUTE, NULL, b, 2.0f, 0.0f, 0.0f);
    v2d_joint_id two = make(&def);
    def = held(V2D_JOINT_WELD, &a, b, 1.0f, 0.0f, 0.0f);
    v2d_joint_id weld = make(&def);
    def = gear_of(one, two, 2.0f);
    v2d_joint_id gear = make(&def);
    def = gear_of(one, one, 2.0f);
    CHECK(V2D_IS_NULL(v2d_joint_create(world, &def)));
    CHECK(v2d_world_status(world) == V2D_ERROR_SAME_OBJECT);
    v2d_world_clear_status(world);
    def = gear_of(one, weld, 2.0f);
    CHECK(V2D_IS_NULL(v2d_joint_create(world, &def)));
    CHECK(v2d_world_status(world) == V2D_ERROR_WRONG_KIND);
    v2d_world_clear_status(world);
    def = gear_of(one, two, 0.0f);
    CHECK(V2D_IS_NULL(v2d_joint_create(world, &def)));
    CHECK(v2d_world_status(world) == V2D_ERROR_OUT_OF_RANGE);
    v2d_world_clear_status(world);
    CHECK(v2d_body_destroy(world, a) == V2D_OK);
    CHECK(!v2d_joint_is_valid(world, gear) && !v2d_joint_is_valid(world, one));
    CHECK(v2d_joint_is_valid(world, two));
    run(2);
}

// A gear has joints and no anchors of its own; other joints have anchors, and no joints.
static void a_gear_is_described_by_its_joints(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_joint_id axle[2];
    v2d_joint_def def, said;
    for (int i = 0; i < 2; ++i) {
        float x = 2.0f * (float)i;
        def = held(V2D_JOINT_REVOLUTE, NULL, add_free_box(x, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f), x, 0.0f,
                   0.0f);
        axle[i] = make(&def);
        CHECK(v2d_joint_describe(world, axle[i], &said) == V2D_OK);
        CHECK(said.a.kind == V2D_ANCHOR_WORLD && said.b.kind == V2D_ANCHOR_BODY);
        CHECK(V2D_IS_NULL(said.joint_a) && V2D_IS_NULL(said.joint_b));
        CHECK(said.over_a.kind == V2D_ANCHOR_NONE && said.over_b.kind == V2D_ANCHOR_NONE);
    }
    def = gear_of(axle[0], axle[1], -2.5f), def.user = 7u;
    v2d_joint_id gear = make(&def);
    CHECK(v2d_joint_describe(world, gear, &said) == V2D_OK);
    CHECK(V2D_ID_EQUALS(said.joint_a, axle[0]) && V2D_ID_EQUALS(said.joint_b, axle[1]));
    CHECK(said.a.kind == V2D_ANCHOR_NONE && said.b.kind == V2D_ANCHOR_NONE);
    CHECK(said.over_a.kind == V2D_ANCHOR_NONE && said.over_b.kind == V2D_ANCHOR_NONE);
    CHECK(said.ratio == -2.5f && said.user == 7u);
    CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &said)));
}

// The rope of a pulley between masses a and b, b with ratio r, is a spring on the mass m, 1 / m = 1 / a + r^2 / b: without
// damping its length is a cosine about its rest; with an upper limit it stays below.
static void the_spring_of_a_pulley_swings_at_its_frequency(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        const double frequency = 0.5, ratio = i % 2 ? 2.0 : 1.0, more = i < 2 ? 0.5 : -0.5;
        start_awake(0.0f);
        v2d_body_id a = add_free_box(-1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 1.0f);
        v2d_body_id b = add_free_box(1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 3.0f);
        v2d_joint_def def = pulley(a, b, 5.0f, (float)ratio);
        double length = 4.0 + ratio * 5.0, rest = length + more;
        def.linear.limited = false, def.linear.rest = (float)rest;
        def.linear.frequency = (float)frequency, def.linear.damping_ratio = 0.0f;
        v2d_joint_id rope = make(&def);
        for (int step = 1; step <= 240; ++step) {
            run(1);
            double t = step / 60.0;
            double now = rest - more * cos(2.0 * TEST_PI * frequency * t);
            CHECK_NEAR(state_of(rope).travel, now, 0.02);
            // Of the rope a gets 1 / m_a of it, and b ratio / m_b.
            double share = ((double)state_of(rope).travel - length) / (1.0 + ratio * ratio / 3.0);
            CHECK_NEAR(v2d_body_position(world, a).y, -share, 0.005);
            CHECK_NEAR(v2d_body_position(world, b).y, -share * ratio / 3.0, 0.005);
        }
        v2d_joint_def said;
        CHECK(v2d_joint_describe(world, rope, &said) == V2D_OK);
        said.linear.limited = true, said.linear.lower = 0.0f;
        said.linear.upper = (float)(length + 0.25 * fabs(more));
        CHECK(v2d_joint_change(world, rope, &said) == V2D_OK);
        for (int step = 0; step < 240; ++step) {
            run(1);
            if (step > 20) CHECK((double)state_of(rope).travel < length + 0.25 * fabs(more) + 0.02);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_spring_of_a_pulley_swings_at_its_frequency),
        cmocka_unit_test(a_motor_drives_a_gear_train_by_its_reduced_inertia),
        cmocka_unit_test(a_rack_travels_by_the_turns_of_its_pinion),
        cmocka_unit_test(a_ratchet_turns_one_way_only),
        cmocka_unit_test(a_pulley_holds_a_thousand_to_one),
        cmocka_unit_test(a_motor_winds_the_rope_of_a_pulley),
        cmocka_unit_test(a_tackle_balances_by_its_ratio),
        cmocka_unit_test(measured_lengths_are_such_as_may_be_set),
        cmocka_unit_test(a_cantilever_of_ten_bears_a_thousand_fold_load),
        cmocka_unit_test(gears_end_with_their_joints_and_refuse_what_they_cannot_turn),
        cmocka_unit_test(a_gear_is_described_by_its_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
