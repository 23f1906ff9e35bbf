// SPDX-License-Identifier: MIT OR Unlicense
// test_joint_kinds.c - prismatic, wheel, weld and motor joints: closed forms, frames, breaking, changes, errors.
#include "scene.h"

static const double gravity = 10.0; // of the default world [m/s^2]
static const float right_angle = 1.57079633f;
static v2d_joint_def frame(v2d_joint_kind kind, const v2d_body_id *a, const v2d_body_id *b, float x,
                           float y, float angle) {
    v2d_joint_def def = v2d_joint_def_default(kind);
    def.a = end_at(a, x, y, angle), def.b = end_at(b, x, y, angle);
    return def;
}

// Kinetic and potential energy.
static double energy(double g) {
    double sum = 0.0;
    v2d_body_id id = {0, 0};
    for (id = v2d_world_next_body(world, id); id.index1 != 0; id = v2d_world_next_body(world, id)) {
        v2d_mass m = v2d_body_mass(world, id);
        v2d_vec2 v = v2d_body_velocity(world, id), c = v2d_body_world_point(world, id, m.center);
        double w = (double)v2d_body_angular_velocity(world, id), mass = (double)m.mass;
        sum += 0.5 * mass * ((double)v.x * (double)v.x + (double)v.y * (double)v.y) +
               0.5 * (double)m.inertia * w * w + mass * g * (double)c.y;
    }
    return sum;
}

// ---- loads -------------------------------------------------------------------------------------

static void a_cantilever_bears_its_weight_and_moment(void **state) {
    (void)state;
    for (int k = 0; k < 3; ++k) {
        start_awake(10.0f);
        v2d_body_id a = add_free_box(0.5f, 0.0f, 0.0f, 1.0f, 0.2f, 1.0f);
        v2d_body_id b = add_free_box(1.5f, 0.0f, 0.0f, 1.0f, 0.2f,
                                     k == 0   ? 3.0f
                                     : k == 1 ? 100.0f
                                              : 1000.0f);
        double m = (double)v2d_body_mass(world, b).mass;
        v2d_joint_def def = frame(V2D_JOINT_WELD, NULL, &a, 0.0f, 0.0f, 0.0f);
        v2d_joint_id root = make(&def);
        def = frame(V2D_JOINT_WELD, &a, &b, 1.0f, 0.0f, 0.0f);
        v2d_joint_id tip = make(&def);
        for (int i = 0; i < 120; ++i) {
            run(1);
            CHECK_NEAR(v2d_body_position(world, b).y, 0.0, 1.5e-3);
        }
        CHECK_NEAR(state_of(root).force.y, (m + 1.0) * gravity, 0.005 * m * gravity);
        CHECK_NEAR(state_of(root).torque, 0.5 * gravity + 1.5 * m * gravity, 0.005 * m * gravity);
        CHECK_NEAR(state_of(tip).torque, 0.5 * m * gravity, 0.005 * m * gravity);
        CHECK(state_of(tip).turn_effort == 0.0f); // nothing but what it holds
    }
}

static void a_suspension_sags_by_g_over_w_squared(void **state) {
    (void)state;
    static const float frequency[] = {1.0f, 2.0f, 5.0f, 10.0f};
    for (int i = 0; i < 4; ++i) {
        start_awake(10.0f);
        v2d_body_id wheel = add_free_box(0.3f, 0.0f, 0.0f, 0.5f, 0.5f, 2.0f);
        v2d_joint_def def = frame(V2D_JOINT_WHEEL, NULL, &wheel, 0.3f, 0.0f, right_angle);
        def.linear.frequency = frequency[i], def.linear.damping_ratio = 0.7f;
        v2d_joint_id id = make(&def);
        run(600);
        double w = 2.0 * TEST_PI * (double)frequency[i], sag = gravity / (w * w);
        CHECK_NEAR(state_of(id).travel, -sag, 0.005 * sag);
        CHECK_NEAR(state_of(id).travel_effort, 2.0 * gravity, 0.01 * gravity);
        CHECK_NEAR(state_of(id).separation, 0.0, 1e-4);
    }
}

static void a_slider_accelerates_down_its_slope(void **state) {
    (void)state;
    for (int i = 0; i < 6; ++i) {
        start_awake(10.0f);
        float angle = 0.4f * (float)i - 1.0f, x = i % 2 == 0 ? 0.0f : 2.0f;
        v2d_body_id box = add_free_box(x, 0.0f, 0.3f, 1.0f, 0.4f, 2.0f);
        v2d_joint_def def = frame(V2D_JOINT_PRISMATIC, NULL, &box, 0.0f, 0.0f, angle);
        v2d_joint_id id = make(&def);
        run(60);
        double a = -gravity * sin((double)angle), c = cos((double)angle);
        CHECK_NEAR(state_of(id).travel_speed, a, 1e-3 * gravity);
        CHECK_NEAR(state_of(id).separation, 0.0, 1e-4);
        CHECK_NEAR(state_of(id).turn, 0.0, 1e-4);
        double normal = hypot((double)state_of(id).force.x, (double)state_of(id).force.y);
        CHECK_NEAR(normal, 2.0 * gravity * c, 0.1);
        CHECK_NEAR(v2d_body_angle(world, box), 0.3, 1e-4);
    }
}

static void limits_bear_and_motors_lift_or_stall(void **state) {
    (void)state;
    start_awake(10.0f);
    v2d_body_id box = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 0.4f, 2.0f);
    v2d_joint_def def = frame(V2D_JOINT_PRISMATIC, NULL, &box, 0.0f, 0.0f, right_angle);
    def.linear.limited = true, def.linear.lower = -0.5f, def.linear.upper = 0.7f;
    v2d_joint_id id = make(&def);
    run(120);
    CHECK_NEAR(state_of(id).travel, -0.5, 0.005);
    CHECK_NEAR(state_of(id).travel_effort, 20.0, 0.1);
    CHECK(v2d_joint_set_motor(world, id, 1.0f, 21.0f) == V2D_OK);
    run(60); // 1 N lifts 2 kg: 0.5 m/s^2
    CHECK_NEAR(state_of(id).travel_speed, 0.5, 0.02);
    CHECK_NEAR(joint_motor_effort(world, id), 21.0, 0.01);
    run(240);
    CHECK_NEAR(state_of(id).travel, 0.7, 0.005); // against the upper limit
    CHECK(v2d_joint_set_motor(world, id, 1.0f, 19.0f) == V2D_OK);
    run(60); // and 1 N short it sinks
    CHECK_NEAR(state_of(id).travel_speed, -0.5, 0.02);
    CHECK(v2d_joint_set_motor(world, id, 0.0f, 50.0f) == V2D_OK);
    run(60); // a brake
    CHECK_NEAR(state_of(id).travel_speed, 0.0, 1e-3);
    CHECK_NEAR(state_of(id).travel_effort, 20.0, 0.1);
}

static void a_brake_stands_beside_a_spring(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        start_awake(10.0f);
        v2d_body_id box = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 0.4f, 2.0f);
        v2d_joint_def def = frame(V2D_JOINT_PRISMATIC, NULL, &box, 0.0f, 0.0f, right_angle);
        def.linear.frequency = 2.0f, def.linear.spring_effort = k == 0 ? V2D_UNLIMITED : 5.0f;
        def.linear.motor = true, def.linear.motor_effort = 8.0f;
        v2d_joint_id id = make(&def);
        run(600);
        double w = 2.0 * TEST_PI * 2.0;
        if (k == 0) { // it stops where spring and brake bear the weight together
            CHECK_NEAR(state_of(id).travel_speed, 0.0, 1e-3);
            CHECK(state_of(id).travel > -20.0f / (2.0f * (float)(w * w)) - 1e-3f);
            CHECK_NEAR(state_of(id).travel_effort, 20.0, 0.1);
        } else { // 20 N against 5 + 8
            CHECK_NEAR(state_of(id).travel_effort, 13.0, 0.01);
            CHECK_NEAR(state_of(id).travel_speed, -3.5 * 10.0, 0.4);
        }
    }
}

// Inverse mass along the unit vector u at `place` of a (or the world) against b, of boxes 1 x 0.4, when the joint
// also keeps them from moving across u, and from turning if `guides`: the Schur complement of J M^-1 J^T.
static double inverse_along(v2d_vec2 u, v2d_vec2 place, const v2d_body_id *a, v2d_body_id b,
                            double mass_a, double mass_b, bool guides) {
    double k[3][3] = {{0.0}};
    for (int end = 0; end < 2; ++end) {
        if (end == 0 && a == NULL) continue;
        double mass = end == 0 ? mass_a : mass_b;
        double inertia = mass * (1.0 + 0.4 * 0.4) / 12.0;
        v2d_vec2 c = v2d_body_position(world, end == 0 ? *a : b);
        double x = (double)(place.x - c.x), y = (double)(place.y - c.y);
        // motion of the anchor along u, across it, and about it, for a motion of the body in x, y, angle
        double row[3][3] = {{(double)u.x, (double)u.y, x * (double)u.y - y * (double)u.x},
                            {-(double)u.y, (double)u.x, x * (double)u.x + y * (double)u.y},
                            {0.0, 0.0, 1.0}};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                k[i][j] += (row[i][0] * row[j][0] + row[i][1] * row[j][1]) / mass +
                           row[i][2] * row[j][2] / inertia;
    }
    for (int held = guides ? 2 : 1; held > 0; --held)
        for (int i = 0; i < held; ++i)
            for (int j = 0; j < held; ++j)
                k[i][j] -= k[i][held] * k[held][j] / k[held][held];
    return k[0][0];
}

// Its stiffness is that of the two masses, see v2d_joint_axis; what turns along, too, is moved by it.
static void a_spring_has_its_frequency(void **state) {
    (void)state;
    for (int k = 0; k < 6; ++k) {
        start_awake(0.0f);
        v2d_body_id a = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 0.4f, 2.0f);
        v2d_body_id b = add_free_box(3.0f, k < 2 ? 0.0f : 1.0f, 0.2f, 1.0f, 0.4f, 1.0f);
        float angle = 0.3f * (float)k;
        v2d_joint_def def = frame(k % 2 == 0 ? V2D_JOINT_PRISMATIC : V2D_JOINT_WHEEL, &a, &b,
                                  k % 2 == 0 ? 0.5f : 3.0f,
                                  k % 2 == 0 ? -1.0f
                                  : k < 2    ? 0.0f
                                             : 1.0f,
                                  angle);
        if (k % 2 == 1) def.a = v2d_anchor_world(v2d_vec2_make(3.0f, k < 2 ? 0.0f : 1.0f), angle);
        def.linear.frequency = 3.0f, def.linear.damping_ratio = 0.0f;
        v2d_joint_id id = make(&def);
        v2d_vec2 v = v2d_vec2_make(0.3f * cosf(angle), 0.3f * sinf(angle));
        bool slides = k % 2 == 0;
        double moved =
            inverse_along(v2d_vec2_make(cosf(angle), sinf(angle)), joint_anchor_b(world, id),
                          slides ? &a : NULL, b, 2.0, 1.0, slides);
        double expected = 3.0 * sqrt(moved / (slides ? 1.5 : 1.0));
        CHECK(v2d_body_set_velocity(world, b, v) == V2D_OK);
        double last = 0.0, from = 0.0, to = 0.0;
        int periods = -1;
        for (int i = 0; i < 1200; ++i) {
            run(1);
            double x = (double)state_of(id).travel;
            if (last < 0.0 && x >= 0.0) {
                to = i - x / (x - last), periods += 1;
                if (periods == 0) from = to;
            }
            last = x;
        }
        CHECK_NEAR(periods * 60.0 / (to - from), expected, 0.01 * expected);
    }
}

// ---- motor joints ------------------------------------------------------------------------------

static void a_motor_joint_reaches_its_target(void **state) {
    (void)state;
    start_awake(10.0f);
    v2d_body_id box = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 0.4f, 2.0f);
    v2d_joint_def def = frame(V2D_JOINT_MOTOR, NULL, &box, 0.0f, 0.0f, 0.0f);
    def.linear.frequency = def.angular.frequency = 3.0f;
    def.target = v2d_vec2_make(2.0f, 1.0f), def.angular.rest = 3.0f;
    v2d_joint_id id = make(&def);
    run(300);
    double w = 6.0 * TEST_PI;
    CHECK_NEAR(v2d_body_position(world, box).x, 2.0, 1e-3);
    CHECK_NEAR(v2d_body_position(world, box).y, 1.0 - gravity / (w * w), 1e-3);
    CHECK_NEAR(state_of(id).turn, 3.0, 1e-3);
    CHECK_NEAR(state_of(id).travel, gravity / (w * w), 1e-3);
    CHECK_NEAR(state_of(id).travel_effort, 20.0, 0.1);
    v2d_joint_describe(world, id, &def);
    def.angular.rest = -3.0f; // the shorter way is past pi
    CHECK(v2d_joint_change(world, id, &def) == V2D_OK);
    run(1);
    CHECK(v2d_body_angular_velocity(world, box) > 0.0f);
    CHECK(v2d_joint_set_target(world, id, v2d_vec2_make(-1.0f, 0.0f)) == V2D_OK);
    run(300);
    CHECK_NEAR(v2d_body_position(world, box).x, -1.0, 1e-3);
    CHECK_NEAR(state_of(id).turn, -3.0, 1e-3);
}

static void a_motor_joint_has_bounded_effort(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_body_id box = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 0.4f, 2.0f);
    v2d_joint_def def = frame(V2D_JOINT_MOTOR, NULL, &box, 0.0f, 0.0f, 0.0f);
    def.linear.motor = true, def.linear.motor_effort = 10.0f;
    def.target_velocity = v2d_vec2_make(30.0f, 40.0f);
    v2d_joint_id id = make(&def);
    run(60); // 5 m/s^2 along (0.6, 0.8)
    CHECK_NEAR(v2d_body_velocity(world, box).x, 3.0, 0.01);
    CHECK_NEAR(v2d_body_velocity(world, box).y, 4.0, 0.01);
    CHECK_NEAR(state_of(id).travel_effort, 10.0, 0.01);
    CHECK(state_of(id).turn_effort == 0.0f); // it turns freely
    run(660);
    CHECK_NEAR(v2d_body_velocity(world, box).x, 30.0, 0.01);
    CHECK_NEAR(state_of(id).travel_effort, 0.0, 0.05);
}

// ---- motion ------------------------------------------------------------------------------------

static void what_spins_keeps_its_energy(void **state) {
    (void)state;
    static const v2d_joint_kind kinds[] = {V2D_JOINT_WELD, V2D_JOINT_PRISMATIC, V2D_JOINT_WHEEL};
    for (int k = 0; k < 3; ++k) {
        start_awake(0.0f);
        v2d_body_id a = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 0.4f, 2.0f);
        v2d_body_id b = add_free_box(2.0f, 0.0f, 0.0f, 1.0f, 0.4f, 1.0f);
        v2d_joint_def def = frame(kinds[k], &a, &b, 1.0f, 0.0f, 0.0f);
        if (k > 0) def.linear.limited = true; // to 0
        v2d_joint_id id = make(&def);
        CHECK(v2d_body_set_angular_velocity(world, a, 6.0f) == V2D_OK);
        CHECK(v2d_body_set_angular_velocity(world, b, 6.0f) == V2D_OK);
        CHECK(v2d_body_set_velocity(world, b, v2d_vec2_make(0.0f, 12.0f)) == V2D_OK);
        double given = energy(0.0);
        for (int i = 0; i < 1200; ++i) {
            run(1);
            CHECK_NEAR(energy(0.0), given, 0.005 * given);
            CHECK(state_of(id).separation < 1e-3f);
        }
        if (k < 2) CHECK_NEAR(v2d_body_angular_velocity(world, a), 6.0, 0.02);
    }
}

static void a_double_pendulum_gains_no_energy(void **state) {
    (void)state;
    start_awake(10.0f);
    v2d_body_id a = add_free_box(0.5f, 0.0f, 0.0f, 1.0f, 0.2f, 1.0f);
    v2d_body_id b = add_free_box(1.5f, 0.0f, 0.0f, 1.0f, 0.2f, 1.0f);
    v2d_joint_def def = frame(V2D_JOINT_WHEEL, NULL, &a, 0.0f, 0.0f, 0.0f);
    def.linear.limited = true; // a hinge
    make(&def);
    def = frame(V2D_JOINT_WHEEL, &a, &b, 1.0f, 0.0f, 0.0f);
    def.linear.limited = true;
    v2d_joint_id id = make(&def);
    for (int i = 0; i < 3600; ++i) {
        run(1);
        CHECK_NEAR(energy(10.0), 0.0, 0.4); // it could fall by 20 J
        CHECK(fabsf(state_of(id).travel) + state_of(id).separation < 2e-3f);
    }
}

static void turns_are_counted_beyond_pi(void **state) {
    (void)state;
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_WHEEL};
    static const float speed[] = {-10.0f, 100.0f, 3.0f, -170.0f};
    for (int k = 0; k < 4; ++k) {
        start_awake(0.0f);
        v2d_body_id a = add_free_box(0.0f, 0.0f, 2.0f, 1.0f, 0.4f, 2.0f);
        v2d_body_id b = add_free_box(0.0f, 0.0f, -3.0f, 1.0f, 0.4f, 2.0f);
        v2d_joint_def def = frame(kinds[k % 2], &a, &b, 0.0f, 0.0f, 0.5f);
        def.linear.limited = k % 2 == 1;          // what can slide flies off
        if (k / 2 == 1) def.angular.motor = true; // with effort 0: the rows of the angle are there
        v2d_joint_id id = make(&def);
        double turn = 0.0;
        for (int i = 0; i < 4; ++i) {
            CHECK(v2d_body_set_angular_velocity(world, b, speed[i]) == V2D_OK);
            CHECK(v2d_body_set_angular_velocity(world, a, -0.5f * speed[i]) == V2D_OK);
            run(150);
            turn += 1.5 * (double)speed[i] * 2.5;
            CHECK_NEAR(state_of(id).turn, turn, 1e-3 + 1e-4 * fabs(turn));
            CHECK_NEAR(state_of(id).turn_speed, 1.5 * (double)speed[i], 1e-2);
        }
    }
}

static void a_wound_spring_unwinds_all_turns(void **state) {
    (void)state;
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_WHEEL};
    for (int k = 0; k < 2; ++k) {
        start_awake(0.0f);
        v2d_body_id b = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 6.0f); // inertia 1
        v2d_joint_def def = frame(kinds[k], NULL, &b, 0.0f, 0.0f, 0.0f);
        def.angular.motor = true, def.angular.motor_effort = 1e6f, def.angular.motor_speed = 4.0f;
        def.angular.frequency = 1.0f;
        v2d_joint_id id = make(&def);
        run(180);
        double w = 2.0 * TEST_PI;
        CHECK_NEAR(state_of(id).turn, 12.0, 0.05);
        CHECK(v2d_joint_set_motor(world, id, 0.0f, 1e6f) == V2D_OK);
        run(30);
        CHECK_NEAR(joint_motor_effort(world, id), w * w * (double)state_of(id).turn, 5.0);
        CHECK(v2d_joint_set_motor(world, id, 0.0f, 0.0f) == V2D_OK);
        run(300);
        CHECK_NEAR(state_of(id).turn, 0.0, 0.01);
    }
}

static void limits_hold_either_side_of_zero(void **state) {
    (void)state;
    for (int k = 0; k < 4; ++k) {
        start_awake(0.0f);
        v2d_body_id b = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 2.0f);
        v2d_joint_def def =
            frame(k < 2 ? V2D_JOINT_REVOLUTE : V2D_JOINT_WHEEL, NULL, &b, 0.0f, 0.0f, 0.0f);
        def.angular.limited = true, def.angular.lower = 0.5f, def.angular.upper = 2.5f;
        def.angular.motor = true, def.angular.motor_effort = 20.0f;
        def.angular.motor_speed = k % 2 == 0 ? -5.0f : 5.0f;
        v2d_joint_id id = make(&def);
        run(240);
        CHECK_NEAR(state_of(id).turn, k % 2 == 0 ? 0.5 : 2.5, 0.01);
        CHECK_NEAR(state_of(id).turn_effort, 0.0, 0.2); // motor and limit are even
        CHECK_NEAR(joint_motor_effort(world, id), k % 2 == 0 ? -20.0 : 20.0, 0.01);
    }
}

// ---- frames, breaking, changes -----------------------------------------------------------------

static void the_zero_is_that_of_the_frames(void **state) {
    (void)state;
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_PRISMATIC, V2D_JOINT_WHEEL,
                                           V2D_JOINT_MOTOR};
    for (int k = 0; k < 40; ++k) {
        start_awake(0.0f);
        float x = 0.1f * (float)k, qa = 0.37f * (float)k - 3.0f, qb = 1.1f - 0.23f * (float)k;
        v2d_body_id a = add_free_box(x, 0.0f, qa, 1.0f, 0.4f, 2.0f),
                    b = add_free_box(1.0f, x, qb, 1.0f, 0.4f, 1.0f);
        v2d_joint_def def = v2d_joint_def_default(kinds[k % 4]);
        def.a = v2d_anchor_body(a, v2d_vec2_make(0.2f, 0.1f)), def.a.angle = 0.4f;
        def.b = v2d_anchor_body(b, v2d_vec2_make(-0.3f, 0.0f)), def.b.angle = -0.3f;
        v2d_joint_state s = state_of(make(&def));
        double turn = remainder((double)qb - 0.3 - (double)qa - 0.4, 2.0 * TEST_PI);
        CHECK_NEAR(remainder((double)s.turn - turn, 2.0 * TEST_PI), 0.0, 1e-5);
        CHECK(fabsf(s.turn) < 3.1416f);
        v2d_vec2 pa = v2d_body_world_point(world, a, def.a.local),
                 pb = v2d_body_world_point(world, b, def.b.local);
        double dx = (double)(pb.x - pa.x), dy = (double)(pb.y - pa.y), axis = (double)qa + 0.4;
        double along = dx * cos(axis) + dy * sin(axis);
        double expected = k % 4 == 0 ? 0.0 : k % 4 == 3 ? hypot(dx, dy) : along;
        CHECK_NEAR(s.travel, expected, 1e-5);
    }
}

static void an_overloaded_joint_breaks(void **state) {
    (void)state;
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_WELD, V2D_JOINT_PRISMATIC,
                                           V2D_JOINT_DISTANCE};
    for (int k = 0; k < 16; ++k) {
        start_awake(10.0f);
        bool torque = k % 4 == 1 && k / 8 == 1;
        v2d_body_id b = add_free_box(torque ? 1.0f : 0.0f, -1.0f, 0.0f, 1.0f, 0.4f, 2.0f);
        v2d_joint_def def = frame(kinds[k % 4], NULL, &b, 0.0f, -1.0f, 0.0f);
        if (k % 4 == 3) def.a.local.y = 0.0f;
        bool breaks = k / 4 % 2 == 0;
        if (torque)
            def.break_torque = breaks ? 19.5f : 20.5f;
        else
            def.break_force = breaks ? 19.5f : 20.5f;
        v2d_joint_id id = make(&def);
        run(60);
        CHECK(v2d_joint_is_valid(world, id) == !breaks);
        CHECK_NEAR(v2d_body_velocity(world, b).y, breaks ? -10.0 : 0.0, breaks ? 0.5 : 0.01);
    }
}

// Planks between two walls, welded, and pressed by two opposite forces. Without forces and without the welds at the
// walls nothing acts on the planks any more: they stay where they are, although their welds bore torques.
static void a_strained_row_is_at_rest_when_it_is_cut_loose(void **state) {
    (void)state;
    for (int count = 3; count < 8; ++count) {
        start_weightless();
        v2d_body_id plank[8];
        v2d_joint_id weld[9];
        for (int i = 0; i <= count; ++i) {
            float x = (float)i + 0.5f;
            if (i < count) plank[i] = add_free_box((float)i + 1.0f, 0.0f, 0.0f, 1.0f, 0.3f, 0.3f);
            v2d_joint_def def = frame(V2D_JOINT_WELD, i > 0 ? &plank[i - 1] : NULL,
                                      i < count ? &plank[i] : NULL, x, 0.0f, 0.0f);
            weld[i] = make(&def);
        }
        for (int i = 0; i < 30; ++i) {
            v2d_vec2 push = {0.0f, 10000.0f};
            v2d_body_apply_force_to_center(world, plank[0], push);
            v2d_body_apply_force_to_center(world, plank[count - 1], v2d_scale(-1.0f, push));
            run(1);
        }
        CHECK(fabsf(state_of(weld[1]).torque) > 900.0f);
        CHECK(v2d_joint_destroy(world, weld[0]) == V2D_OK);
        CHECK(v2d_joint_destroy(world, weld[count]) == V2D_OK);
        for (int i = 0; i < 30; ++i) {
            run(1);
            for (int k = 0; k < count; ++k) {
                CHECK(v2d_length(v2d_body_velocity(world, plank[k])) < 0.05f);
                CHECK(k == 0 || state_of(weld[k]).separation < 0.002f);
            }
        }
    }
}

static v2d_event event_of(v2d_event_kind kind, int *at) {
    v2d_event event;
    for (*at = 0; *at < v2d_world_event_count(world); *at += 1) {
        CHECK(v2d_world_event(world, *at, &event) == V2D_OK);
        if (event.kind == kind) return event;
    }
    memset(&event, 0, sizeof(event));
    *at = -1;
    return event;
}

static void add_ball(float x, float y) {
    v2d_body_def ball = v2d_body_def_default();
    ball.position = v2d_vec2_make(x, y);
    v2d_shape_def shape = v2d_shape_def_default();
    shape.report = V2D_REPORT_CONTACT;
    v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.5f);
    v2d_shape_create(world, v2d_body_create(world, &ball), &shape, &circle);
}

// The event has the load, what was at the ends, and comes after those of touching. A gear goes unsaid.
static void a_broken_joint_is_told(void **state) {
    (void)state;
    for (int k = 0; k < 4; ++k) {
        bool torque = k == 1, point = k == 2, gear = k == 3;
        start_awake(10.0f);
        v2d_body_id b = add_free_box(torque ? 1.0f : 0.0f, -1.0f, 0.0f, 1.0f, 0.4f, 2.0f), from = b;
        v2d_body_def body = v2d_body_def_default();
        CHECK(v2d_body_describe(world, b, &body) == V2D_OK);
        body.user = 5u;
        CHECK(v2d_body_change(world, b, &body) == V2D_OK);
        v2d_joint_def def =
            frame(torque ? V2D_JOINT_WELD : V2D_JOINT_REVOLUTE, NULL, &b, 0.0f, -1.0f, 0.0f);
        v2d_point_def pin = v2d_point_def_default();
        pin.position = v2d_vec2_make(0.0f, -1.0f), pin.pinned = true, pin.user = 6u;
        if (point) def.a = v2d_anchor_point(v2d_point_create(world, &pin));
        def.user = 77u;
        *(torque ? &def.break_torque : &def.break_force) = 19.5f;
        v2d_joint_id id = make(&def), other = id;
        if (gear) {
            from = add_free_box(9.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
            v2d_joint_def to = frame(V2D_JOINT_REVOLUTE, NULL, &from, 9.0f, 0.0f, 0.0f);
            v2d_joint_def g = v2d_joint_def_default(V2D_JOINT_GEAR);
            g.joint_a = id, g.joint_b = make(&to), other = make(&g);
        }
        int at = -1, lands = -1;
        v2d_event event;
        memset(&event, 0, sizeof(event));
        for (int i = 0; i < 60 && at < 0; ++i) {
            add_ball(20.0f, (float)(i + 5)); // begin to touch each other in this step
            add_ball(20.5f, (float)(i + 5));
            CHECK(v2d_joint_is_valid(world, id) && v2d_joint_is_valid(world, other));
            run(1);
            event = event_of(V2D_EVENT_JOINT_BROKEN, &at);
        }
        CHECK(at >= 0 && !v2d_joint_is_valid(world, id) && !v2d_joint_is_valid(world, other));
        CHECK(V2D_ID_EQUALS(event.joint, id) && event.joint_user == 77u);
        CHECK(V2D_ID_EQUALS(event.b.body, b) && event.b.owner_user == 5u &&
              V2D_IS_NULL(event.b.shape));
        CHECK(V2D_IS_NULL(event.a.body) && event.a.user == (point ? 6u : 0u));
        CHECK(V2D_IS_NULL(event.a.point) == !point);
        CHECK_NEAR(event.force, 20.0, 0.5);
        CHECK_NEAR(event.torque, torque ? 20.0 : 0.0, 0.5);
        CHECK_NEAR(event.position.x, 0.0, 0.01);
        CHECK_NEAR(event.position.y, -1.0, 0.01);
        CHECK((event.force > 19.5f && !torque) || (event.torque > 19.5f && torque));
        event_of(V2D_EVENT_CONTACT_BEGIN, &lands);
        CHECK(lands >= 0 && lands < at && at == v2d_world_event_count(world) - 1);
        run(1);
        event_of(V2D_EVENT_JOINT_BROKEN, &at);
        CHECK(at < 0);
    }
}

static v2d_joint_id random_joint(unsigned *seed, v2d_body_id a, v2d_body_id b) {
    float r[8];
    for (int i = 0; i < 8; ++i) {
        *seed = *seed * 1664525u + 1013904223u;
        r[i] = (float)(*seed >> 8) / 16777216.0f;
    }
    v2d_joint_kind kind = (v2d_joint_kind)(r[0] * 8.0f);
    if (kind == V2D_JOINT_GEAR) kind = V2D_JOINT_NO_COLLIDE;
    v2d_joint_def def = frame(kind, &a, &b, r[1], r[2], 6.0f * r[3] - 3.0f);
    def.b.angle += r[4], def.break_force = 100.0f + r[5], def.user = *seed;
    if (kind == V2D_JOINT_DRAG) def.a = v2d_joint_def_default(kind).a;
    if (kind == V2D_JOINT_WHEEL || kind == V2D_JOINT_REVOLUTE)
        def.angular.limited = true, def.angular.lower = -r[6], def.angular.upper = r[7];
    if (kind == V2D_JOINT_PRISMATIC || kind == V2D_JOINT_WHEEL)
        def.linear.motor = true, def.linear.motor_speed = r[6], def.linear.motor_effort = 5.0f;
    if (kind != V2D_JOINT_NO_COLLIDE && r[7] > 0.5f) def.linear.frequency = 1.0f + r[6];
    if (kind == V2D_JOINT_MOTOR) def.target = v2d_vec2_make(r[5], r[6]);
    return make(&def);
}

static void an_unchanged_def_changes_no_bit(void **state) {
    (void)state;
    static v2d_world before;
    unsigned seed = 7u;
    for (int k = 0; k < 60; ++k) {
        start_awake(10.0f);
        v2d_body_id a = add_free_box(0.0f, 0.0f, 0.3f, 1.0f, 0.4f, 2.0f),
                    b = add_free_box(1.0f, 0.5f, -0.7f, 1.0f, 0.4f, 1.0f);
        v2d_joint_id id = random_joint(&seed, a, b);
        run(20);
        if (!v2d_joint_is_valid(world, id)) continue; // it broke
        v2d_joint_def def;
        CHECK(v2d_joint_describe(world, id, &def) == V2D_OK);
        memcpy(&before, world, sizeof(before));
        CHECK(v2d_joint_change(world, id, &def) == V2D_OK);
        CHECK(memcmp(&before, world, sizeof(before)) == 0);
        // What describe gives makes the same joint: the same zero and the same numbers.
        v2d_joint_id twin = make(&def);
        v2d_joint_def other;
        CHECK(v2d_joint_describe(world, twin, &other) == V2D_OK);
        CHECK(other.linear.lower == def.linear.lower && other.angular.upper == def.angular.upper);
        CHECK(other.user == def.user && other.break_force == def.break_force);
        CHECK_NEAR(remainder((double)(state_of(twin).turn - state_of(id).turn), 2.0 * TEST_PI), 0.0,
                   1e-5);
        CHECK_NEAR(state_of(twin).travel, state_of(id).travel, 1e-5);
        def.break_force = 50.0f;
        CHECK(v2d_joint_change(world, id, &def) == V2D_OK);
        CHECK(v2d_joint_describe(world, id, &other) == V2D_OK && other.break_force == 50.0f);
        def.kind = def.kind == V2D_JOINT_WELD ? V2D_JOINT_MOTOR : V2D_JOINT_WELD;
        v2d_joint_def plain = frame(def.kind, &a, &b, 0.0f, 0.0f, 0.0f);
        CHECK(v2d_joint_change(world, id, &plain) == V2D_ERROR_WRONG_KIND);
    }
}

static void what_does_not_apply_is_ignored(void **state) {
    (void)state;
    start_awake(10.0f);
    v2d_body_id a = add_free_box(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f),
                b = add_free_box(2.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_point_def point_def = v2d_point_def_default();
    v2d_point_id point = v2d_point_create(world, &point_def);
    // For each kind: may `linear` and `angular` have a limit, a motor, a spring? 1 limit, 2 motor, 4 spring.
    static const int linear[] = {4, 7, 4, 7, 7, 4, 6, 0}, angular[] = {7, 0, 0, 4, 7, 4, 7, 0};
    static const bool point_a[] = {true, true, true, false, false, false, false, true};
    static const bool point_b[] = {true, true, true, false, true, false, true, true};
    uint64_t hash = v2d_world_hash(world);
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE,  V2D_JOINT_DISTANCE,  V2D_JOINT_DRAG,
                                           V2D_JOINT_PRISMATIC, V2D_JOINT_WHEEL,     V2D_JOINT_WELD,
                                           V2D_JOINT_MOTOR,     V2D_JOINT_NO_COLLIDE};
    for (int k = 0; k < 8; ++k) {
        for (int bit = 0; bit < 6; ++bit) {
            v2d_joint_def def = frame(kinds[k], &a, &b, 1.0f, 0.0f, 0.0f);
            v2d_joint_axis *axis = bit < 3 ? &def.linear : &def.angular;
            if (bit % 3 == 0) axis->limited = true, axis->lower = 0.1f, axis->upper = 0.5f;
            if (bit % 3 == 1) axis->motor = true, axis->motor_effort = 2.0f;
            if (bit % 3 == 2) axis->frequency = 3.0f;
            bool fits = ((bit < 3 ? linear[k] : angular[k]) >> bit % 3 & 1) != 0;
            v2d_world_clear_status(world);
            v2d_joint_id id = v2d_joint_create(world, &def);
            v2d_joint_def read, plain = v2d_joint_def_default(kinds[k]);
            CHECK(v2d_joint_describe(world, id, &read) == V2D_OK);
            const v2d_joint_axis *now = bit < 3 ? &read.linear : &read.angular,
                                 *none = bit < 3 ? &plain.linear : &plain.angular;
            if (!fits) CHECK(memcmp(now, none, sizeof(*now)) == 0);
            CHECK(v2d_joint_destroy(world, id) == V2D_OK);
        }
        for (int end = 0; end < 2; ++end) {
            v2d_joint_def def = frame(kinds[k], &a, &b, 1.0f, 0.0f, 0.0f);
            *(end == 0 ? &def.a : &def.b) = v2d_anchor_point(point);
            v2d_joint_id id = v2d_joint_create(world, &def);
            CHECK(v2d_joint_is_valid(world, id) == (end == 0 ? point_a[k] : point_b[k]));
            if (id.index1 != 0) CHECK(v2d_joint_destroy(world, id) == V2D_OK);
            v2d_joint_def none = frame(kinds[k], &a, &b, 1.0f, 0.0f, 0.0f);
            memset(end == 0 ? &none.a : &none.b, 0, sizeof(none.a));
            v2d_world_clear_status(world);
            id = v2d_joint_create(world, &none);
            bool unread = k == V2D_JOINT_DRAG && end == 0;
            CHECK(v2d_world_status(world) == (unread ? V2D_OK : V2D_ERROR_BAD_ID));
            if (unread) CHECK(v2d_joint_destroy(world, id) == V2D_OK);
        }
    }
    CHECK(v2d_world_hash(world) == hash);
    v2d_joint_def twice = frame(V2D_JOINT_WELD, NULL, NULL, 0.0f, 0.0f, 0.0f);
    v2d_world_clear_status(world);
    CHECK(v2d_joint_create(world, &twice).index1 == 0);
    CHECK(v2d_world_status(world) == V2D_ERROR_SAME_OBJECT);
}

static void a_walk_finds_the_joints_of_a_body(void **state) {
    (void)state;
    start_awake(10.0f);
    v2d_body_id body[6];
    unsigned seed = 3u;
    for (int i = 0; i < 6; ++i)
        body[i] = add_free_box((float)i, 0.0f, 0.0f, 0.5f, 0.5f, 1.0f);
    for (int i = 0; i < 40; ++i) {
        seed = seed * 1664525u + 1013904223u;
        int a = (int)(seed >> 16) % 6, b = (a + 1 + (int)(seed >> 24) % 5) % 6;
        v2d_joint_def def = frame(V2D_JOINT_NO_COLLIDE, &body[a], &body[b], 0.0f, 0.0f, 0.0f);
        v2d_joint_id id = make(&def);
        if (i % 3 == 0) CHECK(v2d_joint_destroy(world, id) == V2D_OK);
    }
    for (int i = 0; i < 6; ++i) {
        v2d_joint_id each = {0, 0}, own = {0, 0};
        while ((each = v2d_world_next_joint(world, each)).index1 != 0) {
            v2d_joint_def def;
            CHECK(v2d_joint_describe(world, each, &def) == V2D_OK);
            if (!V2D_ID_EQUALS(def.a.body, body[i]) && !V2D_ID_EQUALS(def.b.body, body[i]))
                continue;
            own = v2d_body_next_joint(world, body[i], own);
            CHECK(V2D_ID_EQUALS(own, each));
        }
        CHECK(v2d_body_next_joint(world, body[i], own).index1 == 0);
    }
}

static void what_is_not_to_collide_passes(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        start_awake(10.0f);
        v2d_body_id floor = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 2.0f, 0.2f);
        v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 2.0f, 0.3f, 0.3f);
        v2d_joint_def def = frame(V2D_JOINT_NO_COLLIDE, &floor, &box, 0.0f, 0.0f, 0.0f);
        v2d_joint_id id = {0, 0};
        if (k == 0) id = make(&def);
        run(120);
        CHECK((v2d_body_position(world, box).y < -1.0f) == (k == 0));
        if (k == 0) CHECK(state_of(id).force.y == 0.0f);
    }
}

// A motor joint holds nothing: however far it is from its target, nothing is off.
static void a_motor_joint_has_no_separation(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_body_id box = add_free_box(3.0f, 4.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_MOTOR);
    def.a = v2d_anchor_world(v2d_vec2_make(0.0f, 0.0f), 0.3f);
    def.b = v2d_anchor_body(box, v2d_vec2_make(0.0f, 0.0f));
    v2d_joint_id joint = make(&def);
    CHECK_NEAR(state_of(joint).travel, 5.0, 1e-5); // from the target
    CHECK(state_of(joint).separation == 0.0f);
}

// A slack rope is not off; one that is too long or too short is, by what it is beyond its limits.
static void a_distance_is_off_by_what_is_beyond_its_limits(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_body_id box = add_free_box(3.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = v2d_anchor_world(v2d_vec2_make(0.0f, 0.0f), 0.0f);
    def.b = v2d_anchor_body(box, v2d_vec2_make(0.0f, 0.0f));
    def.linear.lower = 2.0f, def.linear.upper = 5.0f;
    v2d_joint_id joint = make(&def);
    for (int i = 2; i < 16; ++i) {
        double length = 0.5 * i;
        v2d_body_set_transform(world, box, v2d_vec2_make((float)length, 0.0f), 0.0f);
        CHECK_NEAR(state_of(joint).travel, length, 1e-5);
        CHECK_NEAR(state_of(joint).separation, fmax(fmax(length - 5.0, 2.0 - length), 0.0), 1e-5);
    }
}

// Each end of a pulley runs over a place of its own, which may change.
static void a_pulley_runs_over_two_places(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PULLEY), said;
    v2d_body_id a = add_free_box(-1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 1.0f);
    v2d_body_id b = add_free_box(1.0f, 0.0f, 0.0f, 0.4f, 0.4f, 1.0f);
    def.a = v2d_anchor_body(a, v2d_vec2_make(0.0f, 0.0f));
    def.b = v2d_anchor_body(b, v2d_vec2_make(0.0f, 0.0f));
    def.over_a = v2d_anchor_world(v2d_vec2_make(-1.0f, 4.0f), 0.0f);
    def.over_b = v2d_anchor_world(v2d_vec2_make(1.0f, 5.0f), 0.0f);
    def.linear.limited = false;
    v2d_joint_id joint = make(&def);
    CHECK_NEAR(state_of(joint).travel, 4.0 + 5.0, 1e-5);
    CHECK(v2d_joint_describe(world, joint, &said) == V2D_OK);
    CHECK(said.over_a.local.x == -1.0f && said.over_a.local.y == 4.0f);
    CHECK(said.over_b.local.x == 1.0f && said.over_b.local.y == 5.0f);
    said.over_b.local.y = 7.0f;
    CHECK(v2d_joint_change(world, joint, &said) == V2D_OK);
    CHECK_NEAR(state_of(joint).travel, 4.0 + 7.0, 1e-5);
    for (int end = 0; end < 2; ++end) { // each of the two is checked
        v2d_joint_def bad = said;
        v2d_anchor *over = end == 0 ? &bad.over_a : &bad.over_b;
        over->local.x = NAN;
        CHECK(v2d_joint_change(world, joint, &bad) == V2D_ERROR_NOT_FINITE);
        CHECK(v2d_joint_create(world, &bad).index1 == 0);
        *over = end == 0 ? bad.a : bad.b;
        CHECK(v2d_joint_create(world, &bad).index1 == 0);
        over->kind = V2D_ANCHOR_NONE;
        CHECK(v2d_joint_create(world, &bad).index1 == 0);
        CHECK_NEAR(state_of(joint).travel, 4.0 + 7.0, 1e-5);
    }
}

// Of a drag both places of end a are drawn at the target.
static void a_drag_is_drawn_from_its_target(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_body_id box = add_free_box(3.0f, 4.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DRAG);
    def.b = v2d_anchor_body(box, v2d_vec2_make(0.25f, 0.5f));
    def.target = v2d_vec2_make(-7.0f, 2.0f);
    make(&def);
    v2d_draw_item item;
    CHECK(v2d_world_draw_list(world, 1u << V2D_PRIMITIVE_JOINT, 1.0f, &item, 1) == 1);
    static const double places[4][2] = {{-7.0, 2.0}, {-7.0, 2.0}, {3.25, 4.5}, {3.0, 4.0}};
    for (int i = 0; i < 4; ++i) {
        CHECK_NEAR(item.vertices[i].x, places[i][0], 1e-5);
        CHECK_NEAR(item.vertices[i].y, places[i][1], 1e-5);
    }
    v2d_body_set_velocity(world, box, v2d_vec2_make(20.0f, 10.0f));
    run(1);
    CHECK(v2d_world_draw_list(world, 1u << V2D_PRIMITIVE_JOINT, 0.25f, &item, 1) == 1);
    v2d_vec2 end = v2d_transform_point(v2d_body_interpolated(world, box, 0.25f), def.b.local);
    CHECK_NEAR(item.vertices[1].x, -7.0, 1e-5);
    CHECK_NEAR(item.vertices[2].x, end.x, 1e-5);
    CHECK_NEAR(item.vertices[2].y, end.y, 1e-5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_distance_is_off_by_what_is_beyond_its_limits),
        cmocka_unit_test(a_pulley_runs_over_two_places),
        cmocka_unit_test(a_drag_is_drawn_from_its_target),
        cmocka_unit_test(a_motor_joint_has_no_separation),
        cmocka_unit_test(a_cantilever_bears_its_weight_and_moment),
        cmocka_unit_test(a_suspension_sags_by_g_over_w_squared),
        cmocka_unit_test(a_slider_accelerates_down_its_slope),
        cmocka_unit_test(limits_bear_and_motors_lift_or_stall),
        cmocka_unit_test(a_brake_stands_beside_a_spring),
        cmocka_unit_test(a_spring_has_its_frequency),
        cmocka_unit_test(a_motor_joint_reaches_its_target),
        cmocka_unit_test(a_motor_joint_has_bounded_effort),
        cmocka_unit_test(what_spins_keeps_its_energy),
        cmocka_unit_test(a_double_pendulum_gains_no_energy),
        cmocka_unit_test(turns_are_counted_beyond_pi),
        cmocka_unit_test(a_wound_spring_unwinds_all_turns),
        cmocka_unit_test(limits_hold_either_side_of_zero),
        cmocka_unit_test(the_zero_is_that_of_the_frames),
        cmocka_unit_test(an_overloaded_joint_breaks),
        cmocka_unit_test(a_strained_row_is_at_rest_when_it_is_cut_loose),
        cmocka_unit_test(a_broken_joint_is_told),
        cmocka_unit_test(an_unchanged_def_changes_no_bit),
        cmocka_unit_test(what_does_not_apply_is_ignored),
        cmocka_unit_test(a_walk_finds_the_joints_of_a_body),
        cmocka_unit_test(what_is_not_to_collide_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
