// SPDX-License-Identifier: MIT OR Unlicense
// test_joints.c - revolute and distance joints, drags: geometry, closed forms, limits, conservation.
#include "scene.h"

static const double gravity = 10.0; // of the default world [m/s^2]
// A box of the given mass. Category 2 meets category 1 only: links do not collide with each other.
static v2d_body_id add_box(v2d_body_type type, float x, float y, float width, float height,
                           float mass) {
    v2d_filter filter = filter_default();
    filter.category = 2u, filter.mask = 1u;
    return add_filtered_box(type, x, y, 0.0f, width, height, mass, filter);
}

static v2d_body_id add_link(float x, float y, float width, float height, float mass) {
    return add_box(V2D_BODY_DYNAMIC, x, y, width, height, mass);
}

static v2d_body_id add_anchor(float x, float y) {
    return add_box(V2D_BODY_STATIC, x, y, 0.2f, 0.2f, 1.0f);
}

static v2d_anchor local(v2d_body_id body, float x, float y) {
    return v2d_anchor_body(body, v2d_vec2_make(x, y));
}

static v2d_anchor anchor_at(v2d_body_id body, float world_x, float world_y) {
    return v2d_anchor_body(body,
                           v2d_body_local_point(world, body, v2d_vec2_make(world_x, world_y)));
}

static v2d_joint_id join(v2d_joint_kind kind, v2d_anchor a, v2d_anchor b) {
    v2d_joint_def def = v2d_joint_def_default(kind);
    def.a = a;
    def.b = b;
    v2d_joint_id id = v2d_joint_create(world, &def);
    CHECK(v2d_joint_is_valid(world, id));
    return id;
}

static v2d_joint_id hinge(v2d_body_id a, v2d_body_id b, float world_x, float world_y) {
    return join(V2D_JOINT_REVOLUTE, anchor_at(a, world_x, world_y), anchor_at(b, world_x, world_y));
}

static double gap_of(v2d_joint_id id) {
    v2d_vec2 a = joint_anchor_a(world, id), b = joint_anchor_b(world, id);
    return hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

static double x_of(v2d_body_id id) { return (double)v2d_body_position(world, id).x; }

static double y_of(v2d_body_id id) { return (double)v2d_body_position(world, id).y; }

static double turn_of(v2d_body_id id) { return (double)v2d_body_angular_velocity(world, id); }

static double force_of(v2d_joint_id id) {
    v2d_vec2 f = joint_force_now(world, id);
    return hypot((double)f.x, (double)f.y);
}

static double distance(v2d_body_id a, v2d_body_id b) {
    return hypot(x_of(a) - x_of(b), y_of(a) - y_of(b));
}

typedef struct motion {
    double px, py, turn, energy; // turn: angular momentum about the origin; energy: kinetic
} motion;

static motion world_motion(void) {
    motion m = {0.0, 0.0, 0.0, 0.0};
    v2d_body_id b = {0, 0};
    for (b = v2d_world_next_body(world, b); b.index1 != 0; b = v2d_world_next_body(world, b)) {
        v2d_mass mass = v2d_body_mass(world, b);
        v2d_vec2 c = v2d_body_center(world, b), v = v2d_body_velocity(world, b);
        double w = turn_of(b), vx = (double)v.x, vy = (double)v.y;
        m.px += (double)mass.mass * vx;
        m.py += (double)mass.mass * vy;
        m.turn += (double)mass.mass * ((double)c.x * vy - (double)c.y * vx);
        m.turn += (double)mass.inertia * w;
        m.energy += 0.5 * (double)mass.mass * (vx * vx + vy * vy);
        m.energy += 0.5 * (double)mass.inertia * w * w;
    }
    return m;
}

// ---- creation ----------------------------------------------------------------------------------

static void bad_joints_are_refused(void **state) {
    (void)state;
    start();
    v2d_body_id a = add_link(0.0f, 0.0f, 1.0f, 1.0f, 1.0f),
                b = add_link(2.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_body_id none = {0, 0};
    uint64_t hash = v2d_world_hash(world);
    for (int k = 0; k < 14; ++k) {
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = local(a, 0.0f, 0.0f), def.b = local(b, 0.0f, 0.0f);
        v2d_result expected = V2D_ERROR_OUT_OF_RANGE;
        switch (k) {
        case 0: def.b = def.a, expected = V2D_ERROR_SAME_OBJECT; break;
        case 1: def.b = local(none, 0.0f, 0.0f), expected = V2D_ERROR_BAD_ID; break;
        case 2: def.a.local.x = NAN, expected = V2D_ERROR_NOT_FINITE; break;
        case 3: def.linear.frequency = -1.0f; break;
        case 4: def.linear.damping_ratio = 101.0f; break;
        case 5: def.linear.lower = 3.0f; break; // the measured upper is 2
        case 6: def.linear.frequency = NAN, expected = V2D_ERROR_NOT_FINITE; break;
        case 7: def.cookie += 1u, expected = V2D_ERROR_BAD_DEF; break;
        case 8:
            def = v2d_joint_def_default(V2D_JOINT_DRAG), def.b = local(b, 0, 0),
            def.linear.spring_effort = -1.0f;
            break;
        case 9:
            def = v2d_joint_def_default(V2D_JOINT_DRAG), def.b = local(b, 0, 0), def.target.x = NAN,
            expected = V2D_ERROR_NOT_FINITE;
            break;
        default:
            def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
            def.a = local(a, 1.0f, 0.0f), def.b = local(b, -1.0f, 0.0f), def.angular.limited = true;
            if (k == 10) def.angular.lower = 0.5f;
            if (k == 11) def.angular.lower = -4.0f;
            if (k == 12) def.angular.upper = 4.0f;
            if (k == 13) def.angular.motor = true, def.angular.motor_effort = -1.0f;
        }
        v2d_world_clear_status(world);
        v2d_joint_id id = v2d_joint_create(world, &def);
        CHECK(id.index1 == 0 && id.generation == 0);
        CHECK(v2d_world_status(world) == expected);
        CHECK(v2d_world_counters(world).joints.count == 0);
        CHECK(v2d_world_hash(world) == hash);
    }
    v2d_world_clear_status(world);
    CHECK(v2d_joint_create(world, NULL).index1 == 0);
    CHECK(v2d_world_status(world) == V2D_ERROR_NULL);
    v2d_joint_id gone = {0, 0};
    CHECK(v2d_joint_destroy(world, gone) == V2D_ERROR_BAD_ID);
    CHECK(v2d_joint_set_target(world, gone, v2d_vec2_make(0, 0)) == V2D_ERROR_BAD_ID);
    v2d_joint_id rod = join(V2D_JOINT_DISTANCE, local(a, 0, 0), local(b, 0, 0));
    CHECK(v2d_joint_set_target(world, rod, v2d_vec2_make(0, 0)) == V2D_ERROR_WRONG_KIND);
    v2d_joint_id weld = join(V2D_JOINT_WELD, local(a, 0, 0), local(b, 0, 0));
    CHECK(v2d_joint_set_motor(world, weld, 1.0f, 1.0f) == V2D_ERROR_WRONG_KIND);
    v2d_joint_id pin = hinge(a, b, 1.0f, 0.0f);
    CHECK(v2d_joint_set_lengths(world, pin, 0.0f, 1.0f) == V2D_ERROR_WRONG_KIND);
}

static void a_joint_tells_what_it_is(void **state) {
    (void)state;
    start();
    v2d_body_id a = add_anchor(0.0f, 0.0f), b = add_link(2.0f, 1.0f, 1.0f, 1.0f, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = local(a, 0.1f, 0.0f), def.b = local(b, -0.5f, 0.5f), def.user = 42u;
    v2d_joint_id id = v2d_joint_create(world, &def);
    CHECK(joint_kind_of(world, id) == V2D_JOINT_DISTANCE);
    CHECK(joint_user(world, id) == 42u);
    CHECK_NEAR(joint_anchor_a(world, id).x, 0.1, 1e-6);
    CHECK_NEAR(joint_anchor_b(world, id).x, 1.5, 1e-6);
    CHECK_NEAR(joint_anchor_b(world, id).y, 1.5, 1e-6);
    CHECK(v2d_world_next_joint(world, (v2d_joint_id){0, 0}).index1 == id.index1);
    CHECK(v2d_joint_destroy(world, id) == V2D_OK);
    CHECK(!v2d_joint_is_valid(world, id));
    CHECK(v2d_joint_destroy(world, id) == V2D_ERROR_BAD_ID);
}

static void destroying_a_body_destroys_its_joints(void **state) {
    (void)state;
    start();
    v2d_body_id body[5];
    v2d_joint_id joint[4];
    for (int i = 0; i < 5; ++i)
        body[i] = add_link((float)i, 0.0f, 0.8f, 0.2f, 1.0f);
    for (int i = 0; i < 4; ++i)
        joint[i] = hinge(body[i], body[i + 1], (float)i + 0.5f, 0.0f);
    run(10);
    CHECK(v2d_body_destroy(world, body[2]) == V2D_OK);
    CHECK(v2d_joint_is_valid(world, joint[0]) && v2d_joint_is_valid(world, joint[3]));
    CHECK(!v2d_joint_is_valid(world, joint[1]) && !v2d_joint_is_valid(world, joint[2]));
    CHECK(v2d_world_counters(world).joints.count == 2);
    run(30);
    CHECK(gap_of(joint[0]) < 0.01 && gap_of(joint[3]) < 0.01);
    v2d_body_id again = add_link(0.0f, 5.0f, 1.0f, 1.0f, 1.0f);
    v2d_joint_id next = hinge(again, body[0], 0.0f, 2.0f);
    CHECK(v2d_joint_is_valid(world, next) && !v2d_joint_is_valid(world, joint[1]));
}

static void a_destroyed_joint_lets_go(void **state) {
    (void)state;
    start();
    v2d_body_id a = add_anchor(0.0f, 0.0f), b = add_link(0.5f, 0.0f, 1.0f, 0.2f, 1.0f);
    v2d_joint_id id = hinge(a, b, 0.0f, 0.0f);
    run(60);
    CHECK(v2d_joint_destroy(world, id) == V2D_OK);
    double v = (double)v2d_body_velocity(world, b).y;
    run(60);
    CHECK_NEAR(v2d_body_velocity(world, b).y, v - gravity, 1e-2);
}

// ---- revolute ----------------------------------------------------------------------------------

static void anchors_of_a_swinging_chain_stay_together(void **state) {
    (void)state;
    start();
    v2d_body_id before = add_anchor(0.0f, 0.0f);
    v2d_joint_id joint[21];
    for (int i = 0; i < 20; ++i) {
        v2d_body_id link = add_link(0.5f + (float)i, 0.0f, 1.0f, 0.25f, 1.0f);
        joint[i] = hinge(before, link, (float)i, 0.0f);
        before = link;
    }
    v2d_body_id ball = add_link(20.5f, 0.0f, 1.0f, 1.0f, 20.0f);
    joint[20] = hinge(before, ball, 20.0f, 0.0f);
    double worst = 0.0, at_end = 0.0;
    for (int step = 0; step < 900; ++step) {
        run(1);
        for (int i = 0; i < 21; ++i) {
            double gap = gap_of(joint[i]);
            if (gap > worst) worst = gap;
            if (step == 899 && gap > at_end) at_end = gap;
        }
    }
    CHECK(worst < 0.25); // a quarter of a link in the crack of the whip
    CHECK(at_end < 0.05);
    CHECK(hypot(x_of(ball), y_of(ball)) < 1.01 * 20.5);
}

// Planks along an arc that hangs: 20 chords of 1 m on a circle of 20 m.
static void a_bridge_carries_its_load(void **state) {
    (void)state;
    start();
    double radius = 20.0, turn = 2.0 * asin(0.5 / radius);
    double half_span = radius * sin(10.0 * turn);
    v2d_body_id before = add_anchor((float)-half_span, 0.0f), plank[20];
    v2d_joint_id joint[21];
    for (int i = 0; i <= 20; ++i) {
        double a = turn * (i - 10.0), drop = radius * cos(10.0 * turn);
        float x = (float)(radius * sin(a)), y = (float)(drop - radius * cos(a)); // vertex i
        v2d_body_id next = {0, 0};
        if (i == 20) next = add_anchor((float)half_span, 0.0f);
        if (i < 20) {
            double middle = a + 0.5 * turn, r = radius * cos(0.5 * turn);
            next = add_link((float)(r * sin(middle)), (float)(drop - r * cos(middle)), 1.0f, 0.25f,
                            5.0f);
            plank[i] = next;
            v2d_vec2 center = v2d_body_position(world, next);
            CHECK(v2d_body_set_transform(world, next, center, (float)middle) == V2D_OK);
            CHECK(body_set_damping(world, next, 1.0f, 1.0f) == V2D_OK);
        }
        joint[i] = hinge(before, next, x, y);
        CHECK(gap_of(joint[i]) < 1e-4);
        before = next;
    }
    v2d_body_def body = v2d_body_def_default();
    body.position = v2d_vec2_make(0.0f, (float)(radius * cos(10.0 * turn) - radius + 1.5));
    v2d_body_id crate = v2d_body_create(world, &body);
    v2d_shape_def shape = v2d_shape_def_default();
    shape.density = 10.0f;
    shape.filter.mask = 2u;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_shape_create(world, crate, &shape, &box);
    run(1200);
    // DESIGN 12: the gap is load / (local mass * frequency^2). The ropes of a parabola pull with
    // w l^2 / (8 sag) along: about 1000 N * 19.2 / (8 * 2.4); two planks' ends give about 2.5 kg.
    double w = 2.0 * TEST_PI * 60.0, expected = 1100.0 / (2.5 * w * w);
    for (int i = 0; i <= 20; ++i)
        CHECK(gap_of(joint[i]) < 3.0 * expected);
    for (int i = 0; i < 20; ++i) {
        v2d_vec2 v = v2d_body_velocity(world, plank[i]);
        CHECK(hypot((double)v.x, (double)v.y) < 0.05);
    }
    CHECK(y_of(crate) > y_of(plank[10]));
    CHECK(fabs(x_of(crate)) < 1.0);
    // Both ends together carry everything: 20 planks of 5 kg and the crate of 10.
    double lift = fabs((double)joint_force_now(world, joint[0]).y) +
                  fabs((double)joint_force_now(world, joint[20]).y);
    CHECK_NEAR(lift, 110.0 * gravity, 0.02 * 110.0 * gravity);
}

// T = 2 pi sqrt((I + m d^2) / (m g d)) (1 + A^2 / 16) for an amplitude A.
static void compound_pendulum_has_its_period(void **state) {
    (void)state;
    const double length[] = {1.0, 2.0, 0.5}, width[] = {0.1, 1.0, 0.3}, mass[] = {1.0, 20.0, 0.1};
    for (int k = 0; k < 3; ++k) {
        start();
        v2d_body_id anchor = add_anchor(0.0f, 0.0f);
        v2d_body_id rod = add_link(0.0f, (float)(-0.5 * length[k]), (float)width[k],
                                   (float)length[k], (float)mass[k]);
        double amplitude = 0.1, d = 0.5 * length[k];
        v2d_vec2 c = v2d_vec2_make((float)(d * sin(amplitude)), (float)(-d * cos(amplitude)));
        CHECK(v2d_body_set_transform(world, rod, c, (float)amplitude) == V2D_OK);
        join(V2D_JOINT_REVOLUTE, local(anchor, 0.0f, 0.0f), local(rod, 0.0f, (float)d));
        double inertia = mass[k] * (length[k] * length[k] + width[k] * width[k]) / 12.0;
        CHECK_NEAR(v2d_body_mass(world, rod).inertia, inertia, 1e-4 * inertia);
        double exact = 2.0 * TEST_PI * sqrt((inertia + mass[k] * d * d) / (mass[k] * gravity * d));
        exact *= 1.0 + amplitude * amplitude / 16.0;
        static double signal[600];
        for (int i = 0; i < 600; ++i) {
            run(1);
            signal[i] = (double)v2d_body_angle(world, rod);
        }
        CHECK_NEAR(period_of(signal, 600), exact, 0.005 * exact);
    }
}

static void a_pendulum_gains_no_energy(void **state) {
    (void)state;
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), rod = add_link(0.5f, 0.0f, 1.0f, 0.1f, 1.0f);
    v2d_joint_id joint = hinge(anchor, rod, 0.0f, 0.0f);
    double late = -10.0;
    for (int i = 0; i < 600; ++i) {
        run(1);
        motion m = world_motion();
        double energy = m.energy + gravity * y_of(rod); // 0 at the start, -5 at rest
        CHECK(energy < 0.1);
        if (i > 500 && energy > late) late = energy;
        CHECK(gap_of(joint) < 0.005);
    }
    CHECK(late > -0.75); // ten seconds lose less than 15 % of the 5 J
}

static void joint_force_is_the_weight_that_hangs_on_it(void **state) {
    (void)state;
    const float mass[] = {0.1f, 3.0f, 400.0f};
    for (int k = 0; k < 9; ++k) {
        start();
        float m = mass[k % 3];
        v2d_body_id anchor = add_anchor(0.0f, 0.0f), box = add_link(0.0f, -1.0f, 1.0f, 1.0f, m);
        v2d_joint_id joint =
            k < 3   ? hinge(anchor, box, 0.0f, -0.5f)
            : k < 6 ? join(V2D_JOINT_DISTANCE, local(anchor, 0.0f, 0.0f), local(box, 0.0f, 0.5f))
                    : join(V2D_JOINT_DISTANCE, local(box, 0.0f, 0.5f), local(anchor, 0.0f, 0.0f));
        run(300);
        double weight = (double)m * gravity;
        CHECK_NEAR(force_of(joint), weight, 0.01 * weight);
        // On end b: up when that is the hanging body, down when it is the anchor.
        CHECK_NEAR(joint_force_now(world, joint).y, k < 6 ? weight : -weight, 0.01 * weight);
        CHECK_NEAR(y_of(box), -1.0, 1e-3);
    }
}

// Joint i of a hanging chain carries links i to 5 and the ball, whatever way the engine holds them.
static void joint_force_of_a_hanging_chain_adds_up_from_below(void **state) {
    (void)state;
    const float ball_mass[] = {1.0f, 100.0f};
    for (int k = 0; k < 2; ++k) {
        start();
        v2d_body_id before = add_anchor(0.0f, 0.0f);
        v2d_joint_id joint[7];
        for (int i = 0; i < 7; ++i) {
            float mass = i < 6 ? 1.0f : ball_mass[k];
            v2d_body_id link = add_link(0.0f, -0.5f - (float)i, 0.25f, 1.0f, mass);
            joint[i] = hinge(before, link, 0.0f, -(float)i);
            before = link;
        }
        run(600);
        for (int i = 0; i < 7; ++i) {
            double weight = gravity * (6 - i + (double)ball_mass[k]);
            CHECK_NEAR(joint_force_now(world, joint[i]).y, weight, 0.03 * weight);
        }
    }
}

static void points_hang_on_joints_too(void **state) {
    (void)state;
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f);
    v2d_point_def def = v2d_point_def_default();
    def.position = v2d_vec2_make(0.0f, -1.0f), def.mass = 2.0f;
    v2d_point_id p = v2d_point_create(world, &def);
    def.position = v2d_vec2_make(0.0f, -2.0f);
    v2d_point_id q = v2d_point_create(world, &def);
    v2d_joint_id upper = join(V2D_JOINT_DISTANCE, local(anchor, 0.0f, 0.0f), v2d_anchor_point(p));
    v2d_joint_id lower = join(V2D_JOINT_DISTANCE, v2d_anchor_point(p), v2d_anchor_point(q));
    run(300);
    CHECK_NEAR(force_of(upper), 40.0, 0.8);
    CHECK_NEAR(force_of(lower), 20.0, 0.4);
    CHECK_NEAR(v2d_point_position(world, q).y, -2.0, 2e-3);
    CHECK(v2d_point_destroy(world, p) == V2D_OK);
    CHECK(!v2d_joint_is_valid(world, upper) && !v2d_joint_is_valid(world, lower));
}

// A wheel on an axle through its centre.
static v2d_joint_id add_wheel(v2d_body_id *wheel, float speed, float torque) {
    v2d_body_id anchor = add_anchor(0.0f, 0.0f);
    *wheel = add_link(0.0f, 0.0f, 2.0f, 1.0f, 3.0f); // inertia 3 (4 + 1) / 12 = 1.25
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = local(anchor, 0.0f, 0.0f), def.b = local(*wheel, 0.0f, 0.0f);
    def.angular.motor = true, def.angular.motor_speed = speed, def.angular.motor_effort = torque;
    v2d_joint_id id = v2d_joint_create(world, &def);
    CHECK(v2d_joint_is_valid(world, id));
    return id;
}

static void a_motor_accelerates_with_its_torque_up_to_its_speed(void **state) {
    (void)state;
    const float speed[] = {5.0f, -8.0f};
    for (int k = 0; k < 2; ++k) {
        start();
        v2d_body_id wheel;
        v2d_joint_id joint = add_wheel(&wheel, speed[k], 2.5f);
        double sign = speed[k] > 0.0f ? 1.0 : -1.0, alpha = 2.5 / 1.25;
        for (int step = 1; step <= 60; ++step) { // 2 rad/s^2 for one second
            run(1);
            CHECK_NEAR(turn_of(wheel), sign * alpha * step / 60.0, 0.01 * alpha);
            CHECK_NEAR(joint_motor_effort(world, joint), sign * 2.5, 0.03);
        }
        run(240);
        CHECK_NEAR(turn_of(wheel), speed[k], 0.005);
        CHECK_NEAR(joint_motor_effort(world, joint), 0.0, 0.03);
        CHECK(v2d_joint_set_motor(world, joint, 0.0f, 1.25f) == V2D_OK); // brake: -1 rad/s^2
        run(60);
        CHECK_NEAR(turn_of(wheel), (double)speed[k] - sign, 0.02);
        CHECK(v2d_joint_set_motor(world, joint, 0.0f, 0.0f) == V2D_OK); // off
        double coasting = turn_of(wheel);
        run(60);
        CHECK_NEAR(turn_of(wheel), coasting, 0.005);
    }
}

// An arm held out level: the motor at speed 0 is dry friction. It holds m g d or slips at
// (m g d - T) / (I + m d^2).
static void a_motor_at_rest_is_dry_friction(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        start();
        v2d_body_id anchor = add_anchor(0.0f, 0.0f), arm = add_link(1.0f, 0.0f, 2.0f, 0.2f, 2.0f);
        double load = 2.0 * gravity * 1.0, torque = k == 0 ? 1.5 * load : 0.5 * load;
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        def.a = local(anchor, 0.0f, 0.0f), def.b = local(arm, -1.0f, 0.0f);
        def.angular.motor = true, def.angular.motor_effort = (float)torque;
        v2d_joint_id joint = v2d_joint_create(world, &def);
        run(k == 0 ? 120 : 12);
        double inertia = 2.0 * (4.0 + 0.04) / 12.0 + 2.0, alpha = (load - torque) / inertia;
        if (k == 0) {
            CHECK_NEAR(joint_motor_effort(world, joint), load, 0.02 * load);
            CHECK_NEAR(v2d_body_angle(world, arm), 0.0, 0.01);
            CHECK_NEAR(turn_of(arm), 0.0, 0.005);
        } else {
            CHECK_NEAR(turn_of(arm), -alpha * 0.2, 0.02 * alpha * 0.2);
        }
    }
}

static void limits_hold(void **state) {
    (void)state;
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), rod = add_link(0.0f, -0.5f, 0.1f, 1.0f, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = local(anchor, 0.0f, 0.0f), def.b = local(rod, 0.0f, 0.5f);
    def.angular.limited = true, def.angular.lower = -0.4f, def.angular.upper = 0.7f;
    v2d_joint_id joint = v2d_joint_create(world, &def);
    CHECK(v2d_body_set_angular_velocity(world, rod, 20.0f) == V2D_OK);
    CHECK(v2d_body_set_velocity(world, rod, v2d_vec2_make(10.0f, 0.0f)) == V2D_OK);
    double least = 0.0, most = 0.0;
    for (int step = 0; step < 300; ++step) {
        run(1);
        double angle = (double)joint_angle(world, joint);
        if (angle < least) least = angle;
        if (angle > most) most = angle;
        CHECK(gap_of(joint) < 0.05);
    }
    CHECK_NEAR(most, 0.7, 0.03);
    CHECK(least > -0.43);
    CHECK_NEAR(joint_angle(world, joint), v2d_body_angle(world, rod), 1e-4);
    // Gravity to the side presses it on a limit for good.
    CHECK(v2d_world_set_gravity(world, v2d_vec2_make(-10.0f, 0.0f)) == V2D_OK);
    run(300);
    CHECK_NEAR(joint_angle(world, joint), -0.4, 0.01);
    CHECK_NEAR(turn_of(rod), 0.0, 0.01);
}

// A wheel on a limited hinge, turned to `angle` without a step. Limits are 0.1 rad wider.
static v2d_joint_id add_limited_wheel(float x, float angle, float motor_speed) {
    v2d_body_id anchor = add_anchor(x, 0.0f), wheel = add_link(x, 0.0f, 2.0f, 1.0f, 3.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = local(anchor, 0.0f, 0.0f), def.b = local(wheel, 0.0f, 0.0f);
    def.angular.limited = true;
    def.angular.lower = angle < 0.0f ? fmaxf(angle - 0.1f, -3.14159f) : 0.0f;
    def.angular.upper = angle > 0.0f ? fminf(angle + 0.1f, 3.14159f) : 0.0f;
    def.angular.motor = motor_speed != 0.0f, def.angular.motor_speed = motor_speed,
    def.angular.motor_effort = 50.0f;
    v2d_joint_id joint = v2d_joint_create(world, &def);
    CHECK(v2d_joint_is_valid(world, joint));
    CHECK(v2d_body_set_transform(world, wheel, v2d_vec2_make(x, 0.0f), angle) == V2D_OK);
    return joint;
}

// Limits all around the circle, a third of a degree and more from it: each is met, and not passed.
static void limits_hold_at_every_angle(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        start_weightless();
        v2d_joint_id joints[60];
        for (int i = 0; i < 60; ++i) { // from 0.05 to 3 rad
            float angle = 0.05f * (float)(i + 1) * (float)side;
            joints[i] = add_limited_wheel(3.0f * (float)i, angle, 2.0f * (float)side);
            CHECK_NEAR(joint_angle(world, joints[i]), angle, 1e-5);
        }
        for (int step = 0; step < 120; ++step) {
            run(1);
            for (int i = 0; i < 60; ++i) {
                double over = side * (double)joint_angle(world, joints[i]) - 0.05 * (i + 1);
                CHECK(over < 0.1 + 0.006);
            }
        }
        for (int i = 0; i < 60; ++i) {
            double limit = (0.05 * (i + 1) + 0.1) * side;
            CHECK_NEAR(joint_angle(world, joints[i]), limit, 0.002);
        }
    }
}

// What the lanes take for the angle at the start of a step is what v2d_joint_state says, to the bit.
static void lanes_know_the_angle_to_the_bit(void **state) {
    (void)state;
    start_weightless();
    enum { COUNT = 250 };
    v2d_joint_id joints[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        float angle = (float)TEST_PI * (2.0f * (float)i / (float)(COUNT - 1) - 1.0f);
        joints[i] = add_limited_wheel(3.0f * (float)i, 0.999f * angle, 0.0f);
    }
    float before[COUNT];
    for (int i = 0; i < COUNT; ++i)
        before[i] = v2d_joint_get_state(world, joints[i]).turn;
    run(1);
    for (int i = 0; i < COUNT; ++i) {
        int32_t lane = world->joints.at[joints[i].index1 - 1].lane1 - 1;
        const v2d__joint_extra *x = &world->joints.extras[lane / V2D__LANES];
        CHECK(memcmp(&x->angle[lane % V2D__LANES], &before[i], sizeof(float)) == 0);
    }
}

// A joint that comes, goes or changes moves no other: all others keep their lanes. When most have gone, the rest is laid
// out anew, in as few blocks as it fills.
static void joints_keep_their_lanes(void **state) {
    (void)state;
    start_weightless();
    enum { COUNT = 120, ROUNDS = 20 };
    v2d_joint_id joints[COUNT];
    v2d_body_id a[COUNT], b[COUNT];
    int32_t lane1[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        float x = 3.0f * (float)i;
        a[i] = add_link(x, 0.0f, 1.0f, 0.2f, 1.0f), b[i] = add_link(x, 1.0f, 1.0f, 0.2f, 1.0f);
        joints[i] = hinge(a[i], b[i], x, 0.5f);
    }
    run(1);
    for (int round = 0; round < ROUNDS; ++round) {
        int gone = 7 * round % COUNT, changed = (7 * round + 3) % COUNT;
        for (int i = 0; i < COUNT; ++i) {
            lane1[i] = world->joints.at[joints[i].index1 - 1].lane1;
            CHECK(lane1[i] > 0);
        }
        v2d_joint_def def;
        CHECK(v2d_joint_describe(world, joints[changed], &def) == V2D_OK);
        def.angular.limited = true, def.angular.upper = 1.0f;
        CHECK(v2d_joint_change(world, joints[changed], &def) == V2D_OK);
        CHECK(v2d_joint_destroy(world, joints[gone]) == V2D_OK);
        joints[gone] = hinge(a[gone], b[gone], 3.0f * (float)gone, 0.5f);
        run(1);
        for (int i = 0; i < COUNT; ++i)
            CHECK(i == gone || i == changed ||
                  world->joints.at[joints[i].index1 - 1].lane1 == lane1[i]);
    }
    for (int i = 0; i < COUNT; ++i)
        if (i % 5 != 0) CHECK(v2d_joint_destroy(world, joints[i]) == V2D_OK);
    run(1);
    CHECK(world->joints.batch.block_count == COUNT / 5 / V2D__LANES);
}

static void a_motor_presses_on_a_limit(void **state) {
    (void)state;
    start_weightless();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), wheel = add_link(0.0f, 0.0f, 2.0f, 1.0f, 3.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = local(anchor, 0.0f, 0.0f), def.b = local(wheel, 0.0f, 0.0f);
    def.angular.limited = true, def.angular.lower = -1.0f, def.angular.upper = 1.0f;
    def.angular.motor = true, def.angular.motor_speed = 3.0f, def.angular.motor_effort = 50.0f;
    v2d_joint_id joint = v2d_joint_create(world, &def);
    run(300);
    CHECK_NEAR(joint_angle(world, joint), 1.0, 0.02);
    CHECK_NEAR(turn_of(wheel), 0.0, 0.02);
    CHECK(v2d_joint_set_motor(world, joint, -3.0f, 50.0f) == V2D_OK);
    run(300);
    CHECK_NEAR(joint_angle(world, joint), -1.0, 0.02);
}

static void an_angular_spring_has_its_frequency(void **state) {
    (void)state;
    const float frequency[] = {0.5f, 1.0f, 3.0f};
    for (int k = 0; k < 6; ++k) {
        start_weightless();
        // Against an anchor, or two free bodies: then it is the relative angle that swings.
        v2d_body_id a = k < 3 ? add_anchor(0.0f, 0.0f) : add_link(0.0f, 0.0f, 1.0f, 1.0f, 7.0f);
        v2d_body_id b = add_link(0.0f, 0.0f, 2.0f, 1.0f, 3.0f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        def.a = local(a, 0.0f, 0.0f), def.b = local(b, 0.0f, 0.0f);
        def.angular.frequency = frequency[k % 3], def.angular.damping_ratio = 0.0f;
        v2d_joint_id joint = v2d_joint_create(world, &def);
        CHECK(v2d_body_set_transform(world, b, v2d_vec2_make(0.0f, 0.0f), 0.3f) == V2D_OK);
        CHECK_NEAR(joint_angle(world, joint), 0.3, 1e-5);
        static double signal[480];
        for (int i = 0; i < 480; ++i) {
            run_with(1, 16);
            signal[i] = (double)joint_angle(world, joint);
        }
        CHECK_NEAR(period_of(signal, 480), 1.0 / (double)frequency[k % 3],
                   0.01 / (double)frequency[k % 3]);
    }
}

// ---- springs -----------------------------------------------------------------------------------

// A spring of any kind, stretched by 0.02: kinds 0 to 2 are distances (to a wall, between bodies, to a
// point), 3 and 4 angles, 5 a soft hinge, 6 a drag.
typedef struct spring_scene {
    v2d_body_id a, b;
    v2d_point_id point;
    v2d_joint_id joint;
    int kind;
} spring_scene;

enum { SPRING_KINDS = 7 };

static spring_scene add_spring(int kind, float frequency, float damping) {
    spring_scene s;
    memset(&s, 0, sizeof(s));
    s.kind = kind;
    bool distant = kind < 3, turns = kind == 3 || kind == 4, fixed = kind != 1 && kind != 4;
    v2d_joint_def def = v2d_joint_def_default(distant     ? V2D_JOINT_DISTANCE
                                              : kind == 6 ? V2D_JOINT_DRAG
                                                          : V2D_JOINT_REVOLUTE);
    s.a = fixed && kind != 2 ? add_anchor(0.0f, 0.0f) : add_link(0.0f, 0.0f, 1.0f, 1.0f, 2.0f);
    s.b = add_link(distant ? 2.0f : 0.0f, 0.0f, 1.0f, 0.5f, 0.7f);
    def.a = local(s.a, 0.0f, 0.0f), def.b = local(s.b, 0.0f, 0.0f);
    if (kind == 2) {
        v2d_point_def point = v2d_point_def_default();
        point.position = v2d_vec2_make(2.02f, 0.0f), point.mass = 0.3f;
        point.collides = false;
        s.point = v2d_point_create(world, &point);
        def.b = v2d_anchor_point(s.point);
    }
    v2d_joint_axis *axis = turns ? &def.angular : &def.linear;
    axis->frequency = frequency, axis->damping_ratio = damping;
    if (def.kind == V2D_JOINT_DRAG) def.linear.spring_effort = 1e6f;
    if (distant) def.linear.limited = false, def.linear.rest = 2.0f;
    s.joint = v2d_joint_create(world, &def);
    CHECK(v2d_joint_is_valid(world, s.joint));
    v2d_vec2 place = v2d_vec2_make(turns ? 0.0f : distant ? 2.02f : 0.02f, 0.0f);
    CHECK(v2d_body_set_transform(world, s.b, place, turns ? 0.02f : 0.0f) == V2D_OK);
    return s;
}

static double stretch_of(const spring_scene *s) {
    if (s->kind == 3 || s->kind == 4) return (double)joint_angle(world, s->joint);
    v2d_vec2 b =
        s->kind == 2 ? v2d_point_position(world, s->point) : v2d_body_position(world, s->b);
    return (double)b.x - x_of(s->a) - (s->kind < 3 ? 2.0 : 0.0);
}

// x'' + 2 z w x' + w^2 x = 0 at any sub-step: frequency within 1 %, damping ratio within 0.01.
static void springs_have_their_frequency_and_damping(void **state) {
    (void)state;
    const float frequency[] = {0.5f, 2.0f, 5.0f, 15.0f}, damping[] = {0.0f, 0.1f, 0.5f, 0.9f};
    static double x[181];
    for (int i = 0; i < SPRING_KINDS * 16 * 3; ++i) {
        int kind = i / 48, substeps = 2 << i % 3;
        float f = frequency[i / 3 % 4], z = damping[i / 12 % 4];
        start_sleepless();
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        spring_scene s = add_spring(kind, f, z);
        for (int k = 0; k <= 180; ++k) {
            x[k] = stretch_of(&s);
            run_with(1, substeps);
        }
        double measured_f, measured_z;
        test_fit(x, 181, (double)dt, &measured_f, &measured_z);
        CHECK_NEAR(measured_f, f, 0.01 * (double)f);
        CHECK_NEAR(measured_z, z, 0.01);
    }
}

// Springs that hold both bodies, or one of them and a wall, off their centres. The stiffness is m w^2 with
// 1 / m = 1 / ma + 1 / mb. The anchors are easier to move along the spring: by k = 1 / ma + ja^2 / Ia + 1 / mb +
// jb^2 / Ib, j = arm x n. So for small stretches their distance x obeys x'' + m k (2 z w x' + w^2 x) = 0. The spring
// acts at the anchors: what it gives a body turns it by the arm times that.
static void springs_at_levers_have_their_frequency_and_damping(void **state) {
    (void)state;
    const float frequency[] = {1.0f, 4.0f}, damping[] = {0.0f, 0.1f, 0.5f};
    static double x[121];
    for (int i = 0; i < 48; ++i) {
        bool swapped = i % 2 == 1, wall = i / 2 % 2 == 1;
        float f = frequency[i / 4 % 2], z = damping[i / 8 % 3];
        start_sleepless();
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        v2d_body_id body[2] = {wall ? add_anchor(0.0f, 0.0f)
                                    : add_link(0.0f, 0.0f, 1.0f, 0.8f, 2.0f),
                               add_link(2.0f, 0.5f, 0.9f, 0.6f, 0.7f)};
        const v2d_vec2 arm[2] = {{0.3f, -0.35f}, {-0.4f, 0.25f}};
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = v2d_anchor_body(body[swapped ? 1 : 0], arm[swapped ? 1 : 0]);
        def.b = v2d_anchor_body(body[swapped ? 0 : 1], arm[swapped ? 0 : 1]);
        double length = hypot(1.3, 1.1), free = 0.0, levers = 0.0;
        for (int n = wall ? 1 : 0; n < 2; ++n) {
            v2d_mass mass = v2d_body_mass(world, body[n]);
            double j = ((double)arm[n].x * 1.1 - (double)arm[n].y * 1.3) / length;
            free += 1.0 / (double)mass.mass, levers += j * j / (double)mass.inertia;
        }
        double easier = sqrt(1.0 + levers / free), stretch = i / 24 == 0 ? 0.002 : -0.002;
        def.linear.limited = false, def.linear.rest = (float)(length - stretch);
        def.linear.frequency = f, def.linear.damping_ratio = z;
        v2d_joint_id joint = v2d_joint_create(world, &def);
        CHECK(v2d_joint_is_valid(world, joint));
        double most = 2.0 * TEST_PI * easier * (double)f * 0.002; // of the anchors' speed
        for (int k = 0; k <= 120; ++k) {
            x[k] = gap_of(joint) - (length - stretch);
            run(1);
            for (int n = wall ? 1 : 0; n < 2; ++n) {
                v2d_mass mass = v2d_body_mass(world, body[n]);
                v2d_vec2 v = v2d_body_velocity(world, body[n]);
                double turn = (double)(arm[n].x * v.y - arm[n].y * v.x) * (double)mass.mass;
                double turns = turn_of(body[n]) * (double)mass.inertia;
                CHECK_NEAR(turns, turn, 0.02 * most * (double)mass.mass * 0.5);
            }
        }
        double measured_f, measured_z;
        test_fit(x, 121, (double)dt, &measured_f, &measured_z);
        CHECK_NEAR(measured_f, easier * (double)f, 0.01 * (double)f);
        CHECK_NEAR(measured_z, easier * (double)z, 0.01);
    }
}

// From damping ratio 1 on: x(t) from rest is in closed form. A sub-step is a phase of half its length.
static void overdamped_springs_follow_the_closed_form(void **state) {
    (void)state;
    const double damping[] = {1.0001, 2.0, 5.0};
    for (int i = 0; i < SPRING_KINDS * 9; ++i) {
        double z = damping[i % 3], w = 2.0 * TEST_PI * 2.0;
        int substeps = 2 << i / 3 % 3;
        start_sleepless();
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        spring_scene s = add_spring(i / 9, 2.0f, (float)z);
        double slow = w * (z - sqrt(z * z - 1.0)), fast = w * (z + sqrt(z * z - 1.0));
        for (int k = 0; k <= 60; ++k) {
            double t = k * (double)dt;
            double exact = 0.02 * (fast * exp(-slow * t) - slow * exp(-fast * t)) / (fast - slow);
            CHECK_NEAR(stretch_of(&s), exact, 0.02 * 0.5 * w / (60.0 * substeps));
            run_with(1, substeps);
        }
    }
}

// A weight on a spring of any damping hangs g / w^2 below its rest; without damping it swings about
// that place, and hangs too low by (w h)^2 / 12 at most.
static void weights_on_springs_sag_by_the_closed_form(void **state) {
    (void)state;
    const float damping[] = {0.0f, 0.2f, 1.0f, 3.0f};
    for (int i = 0; i < 24; ++i) {
        start_sleepless();
        v2d_body_id anchor = add_anchor(0.0f, 0.0f), box = add_link(0.0f, -2.0f, 0.5f, 0.5f, 3.0f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = local(anchor, 0.0f, 0.0f), def.b = local(box, 0.0f, 0.0f);
        def.linear.limited = false;
        def.linear.frequency = i / 12 == 0 ? 3.0f : 12.0f,
        def.linear.damping_ratio = damping[i % 4];
        v2d_joint_id joint = v2d_joint_create(world, &def);
        CHECK(v2d_joint_is_valid(world, joint));
        int substeps = 2 << i / 4 % 3;
        double w = 2.0 * TEST_PI * (double)def.linear.frequency, sum = 0.0;
        for (int k = 0; k < 600; ++k) {
            run_with(1, substeps);
            if (k >= 360) sum += -2.0 - y_of(box); // 240 steps are 12 or 48 periods
        }
        double q = w * (double)dt / substeps, most = i % 4 == 0 ? q * q / 12.0 : 0.0;
        CHECK_NEAR(sum / 240.0, gravity / (w * w), (most + 0.005) * gravity / (w * w));
    }
}

// Boxes in a row, hinged end to end by undamped springs of the angle, some of them soft hinges too.
// They swing for 20 s; kinetic energy stays below what it was given.
static void springs_of_hinges_give_no_energy(void **state) {
    (void)state;
    const float frequency[] = {1.0f, 5.0f, 15.0f, 30.0f, 60.0f};
    for (int i = 0; i < 15; ++i) {
        start_sleepless();
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        v2d_body_id box[8];
        for (int k = 0; k < 8; ++k) {
            box[k] = add_link((float)k, 0.0f, 1.0f, 0.2f, 1.0f);
            CHECK(v2d_body_set_angular_velocity(world, box[k], k % 3 == 0 ? 1.0f : -0.7f) ==
                  V2D_OK);
            if (k == 0) continue;
            v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
            def.a = local(box[k - 1], 0.5f, 0.0f), def.b = local(box[k], -0.5f, 0.0f);
            def.angular.frequency = frequency[i % 5], def.angular.damping_ratio = 0.0f;
            if (k == 4) def.linear.frequency = frequency[i % 5], def.linear.damping_ratio = 0.0f;
            CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
        }
        double given = world_motion().energy;
        for (int k = 0; k < 1200; ++k) {
            run_with(1, 2 << i / 5);
            CHECK(world_motion().energy < 1.1 * given);
        }
    }
}

// So do two rods on a hinge, and two discs on the ends of rods that a limit keeps in line, for whatever acts
// between them acts at one place.
static void a_hinge_keeps_angular_momentum(void **state) {
    (void)state;
    for (int k = 0; k < 8; ++k) {
        float spin = (float)(4 << k / 2);
        bool straight = k % 2 == 1;
        if (straight && spin > 16.0f) continue; // its anchors are 7 cm apart then
        start_weightless();
        v2d_body_id body[2];
        for (int i = 0; i < 2; ++i) {
            float x = i == 0 ? -1.0f : 1.0f, width = straight ? 0.4f : 2.0f;
            body[i] = add_link(x, 0.0f, width, straight ? 0.4f : 0.2f, 1.0f + (float)i);
            v2d_vec2 v = {0.0f, spin * (x - 1.0f / 3.0f)}; // about their centre of mass
            CHECK(v2d_body_set_velocity(world, body[i], v) == V2D_OK);
            CHECK(v2d_body_set_angular_velocity(world, body[i], spin) == V2D_OK);
        }
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        def.a = local(body[0], 1.0f, 0.0f), def.b = local(body[1], -1.0f, 0.0f);
        def.angular.limited = straight;
        CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
        double before = world_motion().turn;
        run(1200);
        CHECK_NEAR(world_motion().turn / before, 1.0, 2e-4);
    }
}

// Two bodies on a rod about their common centre: m v r and I w of both stay for a minute.
static void a_dumbbell_keeps_its_angular_momentum(void **state) {
    (void)state;
    const float spin[] = {1.0f, 5.0f, 10.0f, 20.0f, 30.0f};
    for (int i = 0; i < 5; ++i) {
        start_sleepless();
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        v2d_body_id a = add_link(-1.0f, 0.0f, 1.0f, 1.0f, 2.0f);
        v2d_body_id b = add_link(0.5f, 0.0f, 1.0f, 1.0f, 4.0f);
        join(V2D_JOINT_DISTANCE, local(a, 0.0f, 0.0f), local(b, 0.0f, 0.0f));
        CHECK(v2d_body_set_velocity(world, a, v2d_vec2_make(0.0f, -spin[i])) == V2D_OK);
        CHECK(v2d_body_set_velocity(world, b, v2d_vec2_make(0.0f, 0.5f * spin[i])) == V2D_OK);
        motion first = world_motion();
        for (int k = 0; k < 3600; ++k) {
            run(1);
            motion now = world_motion();
            if (spin[i] > 15.0f && k < 10) continue; // the rod is stretched by its pull meanwhile
            CHECK_NEAR(now.turn / first.turn, 1.0, 1e-4);
            CHECK(now.energy < 1.0002 * first.energy);
        }
    }
}

// Forces are means over a step: a blow of 50 N s in a sixtieth of a second adds 3000 N to the weight of
// 100 N, and is gone in the next step.
static void forces_are_means_over_the_step(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        start();
        v2d_body_id anchor = add_anchor(0.0f, 0.0f);
        v2d_body_id box = add_link(0.0f, kind == 0 ? 0.0f : -2.0f, 0.5f, 0.5f, 10.0f);
        v2d_joint_id joint = join(kind == 0 ? V2D_JOINT_REVOLUTE : V2D_JOINT_DISTANCE,
                                  local(anchor, 0.0f, 0.0f), local(box, 0.0f, 0.0f));
        run(120);
        CHECK_NEAR(joint_force_now(world, joint).y, 100.0, 1.0);
        CHECK_NEAR(joint_peak_force(world, joint), 100.0, 1.0);
        CHECK(v2d_body_apply_impulse_to_center(world, box, v2d_vec2_make(0.0f, -50.0f)) == V2D_OK);
        run(1);
        CHECK_NEAR(joint_force_now(world, joint).y, 3100.0, 62.0);
        CHECK(joint_peak_force(world, joint) > 3100.0f); // all of it in few sub-steps
        run(2);
        CHECK_NEAR(joint_force_now(world, joint).y, 100.0, 2.0);
    }
}

// A weight on a soft hinge through its centre sags by g / (2 pi f)^2.
static void a_soft_hinge_is_a_spring(void **state) {
    (void)state;
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), box = add_link(0.0f, 0.0f, 1.0f, 1.0f, 5.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = local(anchor, 0.0f, 0.0f), def.b = local(box, 0.0f, 0.0f);
    def.linear.frequency = 3.0f, def.linear.damping_ratio = 1.0f;
    v2d_joint_id joint = v2d_joint_create(world, &def);
    run(300);
    double w = 2.0 * TEST_PI * 3.0;
    CHECK_NEAR(y_of(box), -gravity / (w * w), 0.01 * gravity / (w * w));
    CHECK_NEAR(force_of(joint), 50.0, 0.5);
}

// ---- distance ----------------------------------------------------------------------------------

static void a_rod_keeps_its_length(void **state) {
    (void)state;
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), bob = add_link(2.0f, 0.0f, 0.2f, 0.2f, 1.0f);
    join(V2D_JOINT_DISTANCE, local(anchor, 0.0f, 0.0f), local(bob, 0.0f, 0.0f));
    for (int step = 0; step < 300; ++step) {
        run(1);
        CHECK_NEAR(distance(anchor, bob), 2.0, 5e-3);
        motion m = world_motion();
        CHECK(m.energy + gravity * y_of(bob) < 0.1);
    }
}

// Two boxes on a rod that holds both off their centres turn about their common centre, and then tumble
// where the rod does not lead through their centres. Nothing acts on them from outside: momentum, angular
// momentum and energy stay, and the rod keeps its length.
static void a_rod_at_levers_keeps_all_that_it_should(void **state) {
    (void)state;
    for (int i = 0; i < 16; ++i) {
        bool swapped = i % 2 == 1, line = i / 2 % 2 == 1;
        double spin = i / 4 % 2 == 0 ? 3.0 : 8.0, side = i / 8 == 0 ? 1.0 : -1.0;
        start_sleepless();
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        v2d_body_id body[2] = {add_link(-1.2f, 0.0f, 1.0f, 0.8f, 2.0f),
                               add_link(0.8f, 0.0f, 0.9f, 0.9f, 3.0f)};
        double low = line ? 0.0 : 0.3 * side;
        const v2d_vec2 arm[2] = {{0.4f, (float)low}, {-0.35f, (float)low}};
        int first = swapped ? 1 : 0;
        v2d_joint_id rod = join(V2D_JOINT_DISTANCE, v2d_anchor_body(body[first], arm[first]),
                                v2d_anchor_body(body[1 - first], arm[1 - first]));
        for (int k = 0; k < 2; ++k) { // as one about their common centre, the origin
            v2d_vec2 v = {0.0f, (float)(side * spin * x_of(body[k]))};
            CHECK(v2d_body_set_velocity(world, body[k], v) == V2D_OK);
            CHECK(v2d_body_set_angular_velocity(world, body[k], (float)(side * spin)) == V2D_OK);
        }
        motion before = world_motion();
        // Its pull F = m r spin^2 stretches it by F / (m w^2) where both centres lie in its line.
        double w = 2.0 * TEST_PI * 60.0, most = 1.2 * spin * spin * 2.0 / (1.2 * w * w);
        for (int k = 0; k < 300; ++k) {
            run(1);
            motion now = world_motion();
            CHECK_NEAR(now.px, before.px, 1e-3);
            CHECK_NEAR(now.py, before.py, 1e-3);
            CHECK_NEAR(now.turn / before.turn, 1.0, 1e-4);
            CHECK(now.energy < 1.0002 * before.energy && now.energy > 0.995 * before.energy);
            CHECK_NEAR(gap_of(rod), 1.25, 2.0 * most);
        }
    }
}

// Three boxes on rods that hold them off their centres swing from a pin: no energy comes or goes, to 0.5 %
// of what is in the fall from level to straight down, and the rods of a serial chain keep their lengths.
static void boxes_on_rods_at_levers_swing_on(void **state) {
    (void)state;
    enum { COUNT = 3 };
    for (int i = 0; i < 4; ++i) {
        bool swapped = i % 2 == 1;
        float side = i / 2 == 0 ? 1.0f : -1.0f;
        double rest[COUNT], before = 0.0, scale = gravity * (1.0 + 2.0 + 3.0);
        v2d_joint_id rod[COUNT];
        v2d_body_id box[COUNT];
        start_sleepless();
        v2d_body_id last = add_anchor(0.0f, 0.0f);
        for (int k = 0; k < COUNT; ++k) {
            box[k] = add_link(side * (float)(k + 1), -0.5f * (float)(k + 1), 0.5f, 0.5f, 1.0f);
            v2d_anchor up = k == 0 ? local(last, 0.0f, 0.0f) : local(last, 0.2f * side, -0.15f);
            v2d_anchor down = local(box[k], -0.2f * side, 0.2f);
            rod[k] = join(V2D_JOINT_DISTANCE, swapped ? down : up, swapped ? up : down);
            rest[k] = gap_of(rod[k]);
            before += gravity * y_of(box[k]);
            last = box[k];
        }
        for (int step = 0; step < 300; ++step) {
            run(1);
            double energy = world_motion().energy;
            for (int k = 0; k < COUNT; ++k) {
                CHECK_NEAR(gap_of(rod[k]), rest[k], 2e-5);
                energy += gravity * y_of(box[k]);
            }
            CHECK_NEAR(energy, before, 0.005 * scale);
        }
    }
}

// A light box between two rods or ropes, at the arm r above and below its centre, with a weight below:
// the pull F holds it upright, V = F r turn^2 for long rods, and much more strongly than its inertia bears
// in a sub-step. Tilted and let go, it never tilts more.
static void a_light_box_in_a_loaded_line_stays_calm(void **state) {
    (void)state;
    const float loads[4] = {100.0f, 300.0f, 500.0f, 1000.0f};
    for (int i = 0; i < 32; ++i) {
        bool rope = i % 2 == 1, up_swapped = i / 2 % 2 == 1, down_swapped = i / 4 % 2 == 1;
        float load = loads[i / 8];
        start_sleepless();
        v2d_body_id anchor = add_anchor(0.0f, 0.0f), box = add_link(0.0f, -2.0f, 0.2f, 0.2f, 1.0f);
        v2d_body_id weight = add_link(0.0f, -4.0f, 1.0f, 1.0f, load);
        v2d_anchor end[2][2] = {{local(anchor, 0.0f, 0.0f), local(box, 0.0f, 0.1f)},
                                {local(box, 0.0f, -0.1f), local(weight, 0.0f, 0.0f)}};
        for (int k = 0; k < 2; ++k) {
            bool swapped = k == 0 ? up_swapped : down_swapped;
            v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
            def.a = end[k][swapped ? 1 : 0], def.b = end[k][swapped ? 0 : 1];
            def.linear.upper = 1.9f, def.linear.lower = rope ? 0.0f : 1.9f;
            CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
        }
        run(120);
        double tilt = 0.05;
        CHECK(v2d_body_set_transform(world, box, v2d_body_position(world, box), (float)tilt) ==
              V2D_OK);
        for (int step = 0; step < 240; ++step) {
            run(1);
            CHECK_NEAR(v2d_body_angle(world, box), 0.0, 1.25 * tilt);
        }
    }
}

static void a_rod_pendulum_has_its_period(void **state) {
    (void)state;
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f);
    double amplitude = 0.1, length = 1.5;
    v2d_body_id bob = add_link((float)(length * sin(amplitude)), (float)(-length * cos(amplitude)),
                               0.2f, 0.2f, 4.0f);
    join(V2D_JOINT_DISTANCE, local(anchor, 0.0f, 0.0f), local(bob, 0.0f, 0.0f));
    static double signal[900];
    for (int i = 0; i < 900; ++i) {
        run(1);
        signal[i] = x_of(bob);
    }
    double exact = 2.0 * TEST_PI * sqrt(length / gravity) * (1.0 + amplitude * amplitude / 16.0);
    CHECK_NEAR(period_of(signal, 900), exact, 0.005 * exact);
}

static void a_rope_is_slack_until_it_is_taut(void **state) {
    (void)state;
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), box = add_link(0.0f, -0.5f, 0.2f, 0.2f, 2.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = local(anchor, 0.0f, 0.0f), def.b = local(box, 0.0f, 0.0f);
    def.linear.lower = 0.0f, def.linear.upper = 3.0f;
    v2d_joint_id rope = v2d_joint_create(world, &def);
    run(30);
    CHECK_NEAR(v2d_body_velocity(world, box).y, -gravity * 0.5, 1e-3); // free fall
    CHECK_NEAR(force_of(rope), 0.0, 1e-4);
    for (int step = 0; step < 240; ++step) {
        run(1);
        CHECK(distance(anchor, box) < 3.0 * 1.01);
    }
    CHECK_NEAR(distance(anchor, box), 3.0, 0.005);
    CHECK_NEAR(force_of(rope), 20.0, 0.2);
    CHECK(v2d_body_apply_impulse_to_center(world, box, v2d_vec2_make(0.0f, 8.0f)) == V2D_OK);
    run(12);
    CHECK(distance(anchor, box) < 2.7); // nothing pushes against going up
}

static void a_distance_spring_has_its_frequency(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        start_weightless();
        v2d_body_id a = k == 0 ? add_anchor(0.0f, 0.0f) : add_link(0.0f, 0.0f, 0.5f, 0.5f, 4.0f);
        v2d_body_id b = add_link(2.0f, 0.0f, 0.5f, 0.5f, 1.0f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = local(a, 0.0f, 0.0f), def.b = local(b, 0.0f, 0.0f);
        def.linear.limited = false;
        def.linear.frequency = 1.5f, def.linear.damping_ratio = 0.0f;
        CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
        CHECK(v2d_body_set_transform(world, b, v2d_vec2_make(2.2f, 0.0f), 0.0f) == V2D_OK);
        static double signal[360];
        for (int i = 0; i < 360; ++i) {
            run_with(1, 16);
            signal[i] = distance(a, b) - 2.0;
        }
        CHECK_NEAR(period_of(signal, 360), 1.0 / 1.5, 0.01 / 1.5);
    }
}

static void a_distance_stays_between_its_limits(void **state) {
    (void)state;
    start_weightless();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), box = add_link(1.5f, 0.0f, 0.2f, 0.2f, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = local(anchor, 0.0f, 0.0f), def.b = local(box, 0.0f, 0.0f);
    def.linear.lower = 1.0f, def.linear.upper = 2.0f;
    v2d_joint_id joint = v2d_joint_create(world, &def);
    CHECK(v2d_body_set_velocity(world, box, v2d_vec2_make(3.0f, 0.0f)) == V2D_OK);
    double least = 9.0, most = 0.0;
    for (int step = 0; step < 300; ++step) {
        if (step % 60 == 30) {
            float v = step % 120 == 30 ? -6.0f : 6.0f;
            CHECK(v2d_body_set_velocity(world, box, v2d_vec2_make(v, 0.0f)) == V2D_OK);
        }
        run(1);
        double d = distance(anchor, box);
        if (d < least) least = d;
        if (d > most) most = d;
    }
    CHECK_NEAR(least, 1.0, 0.02);
    CHECK_NEAR(most, 2.0, 0.02);
    CHECK(v2d_joint_set_lengths(world, joint, 3.0f, 2.0f) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_joint_set_lengths(world, joint, -1.0f, 2.0f) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_joint_set_lengths(world, joint, 2.5f, 2.5f) == V2D_OK);
    run(120);
    CHECK_NEAR(distance(anchor, box), 2.5, 0.01);
}

static void a_winch_lifts(void **state) {
    (void)state;
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), box = add_link(0.0f, -4.0f, 1.0f, 1.0f, 50.0f);
    v2d_joint_id rope = join(V2D_JOINT_DISTANCE, local(anchor, 0.0f, 0.0f), local(box, 0.0f, 0.5f));
    for (int step = 1; step <= 180; ++step) {
        float length = 3.5f - (float)step / 90.0f;
        CHECK(v2d_joint_set_lengths(world, rope, 0.0f, length) == V2D_OK);
        run(1);
        CHECK(distance(anchor, box) - 0.5 < (double)length + 0.05);
    }
    run(60);
    CHECK_NEAR(y_of(box), -2.0, 0.01);
    CHECK_NEAR(force_of(rope), 500.0, 5.0);
}

// ---- drag --------------------------------------------------------------------------------------

static v2d_joint_id add_drag(v2d_anchor b, float x, float y, float max_force) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DRAG);
    def.b = b, def.target = v2d_vec2_make(x, y), def.linear.spring_effort = max_force;
    v2d_joint_id id = v2d_joint_create(world, &def);
    CHECK(v2d_joint_is_valid(world, id));
    return id;
}

static void a_drag_brings_its_body_to_the_target(void **state) {
    (void)state;
    start();
    v2d_body_id box = add_link(0.0f, 0.0f, 1.0f, 1.0f, 2.0f);
    v2d_joint_id drag = add_drag(local(box, 0.0f, 0.0f), 0.0f, 0.0f, 2000.0f);
    for (int step = 0; step < 120; ++step) {
        double a = 0.02 * step;
        CHECK(v2d_joint_set_target(world, drag, v2d_vec2_make((float)(2.0 * sin(a)), (float)a)) ==
              V2D_OK);
        run(1);
    }
    run(120);
    CHECK_NEAR(joint_anchor_a(world, drag).x, 2.0 * sin(2.38), 1e-5);
    CHECK_NEAR(x_of(box), 2.0 * sin(2.38), 0.005);
    // It holds the weight like the spring it is: 5 Hz.
    double w = 2.0 * TEST_PI * 5.0;
    CHECK_NEAR(y_of(box), 2.38 - gravity / (w * w), 0.002);
    CHECK_NEAR(joint_force_now(world, drag).y, 20.0, 0.4);
}

static void a_drag_pulls_no_harder_than_its_force(void **state) {
    (void)state;
    start();
    v2d_body_id heavy = add_link(0.0f, 0.0f, 1.0f, 1.0f, 10.0f);
    v2d_joint_id weak = add_drag(local(heavy, 0.0f, 0.0f), 0.0f, 100.0f, 80.0f);
    v2d_body_id light = add_link(10.0f, 0.0f, 1.0f, 1.0f, 10.0f);
    v2d_joint_id strong = add_drag(local(light, 0.0f, 0.0f), 10.0f, 100.0f, 130.0f);
    for (int step = 1; step <= 60; ++step) {
        run(1);
        CHECK(force_of(weak) < 80.1 && force_of(strong) < 130.1);
        // (F - m g) / m: -2 and +3 m/s^2.
        CHECK_NEAR(v2d_body_velocity(world, heavy).y, -2.0 * step / 60.0, 0.02);
        CHECK_NEAR(v2d_body_velocity(world, light).y, 3.0 * step / 60.0, 0.03);
    }
}

static void a_drag_by_a_corner_turns_the_body_under_it(void **state) {
    (void)state;
    start();
    v2d_body_def def = v2d_body_def_default();
    def.angular_damping = 2.0f;
    v2d_body_id box = v2d_body_create(world, &def);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry geometry = v2d_geometry_box(0.5f, 0.5f);
    v2d_shape_create(world, box, &shape, &geometry);
    add_drag(local(box, 0.5f, 0.5f), 0.5f, 0.5f, 1000.0f);
    run(900);
    v2d_vec2 corner = v2d_body_world_point(world, box, v2d_vec2_make(0.5f, 0.5f));
    CHECK_NEAR(corner.x, 0.5, 0.02);
    CHECK_NEAR(corner.y, 0.5, 0.05);
    CHECK_NEAR(x_of(box), 0.5, 0.05); // the centre hangs below
    CHECK_NEAR(y_of(box), 0.5 - sqrt(0.5), 0.06);
}

static void drag_begin_takes_what_is_under_the_pointer(void **state) {
    (void)state;
    start();
    v2d_body_id box = add_link(0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_body_id wall = add_box(V2D_BODY_STATIC, 5.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    v2d_point_def def = v2d_point_def_default();
    def.position = v2d_vec2_make(-3.0f, 0.0f);
    v2d_point_id p = v2d_point_create(world, &def);
    v2d_vec2 place = v2d_vec2_make(0.3f, 0.2f);
    CHECK(test_body_at(world, place).index1 == box.index1);
    CHECK(test_body_at(world, v2d_vec2_make(5.2f, 0.2f)).index1 == wall.index1);
    CHECK(test_body_at(world, v2d_vec2_make(8.0f, 8.0f)).index1 == 0);
    v2d_joint_id drag = v2d_world_drag_begin(world, place, 0.5f);
    CHECK(joint_kind_of(world, drag) == V2D_JOINT_DRAG);
    CHECK_NEAR(joint_anchor_b(world, drag).x, 0.3, 1e-5);
    CHECK_NEAR(joint_anchor_b(world, drag).y, 0.2, 1e-5);
    CHECK(v2d_world_drag_begin(world, v2d_vec2_make(5.0f, 0.0f), 0.5f).index1 == 0); // static
    CHECK(v2d_world_drag_begin(world, v2d_vec2_make(0.0f, 9.0f), 0.5f).index1 == 0); // nothing
    v2d_joint_id pull = v2d_world_drag_begin(world, v2d_vec2_make(-2.8f, 0.1f), 0.5f);
    CHECK(v2d_joint_is_valid(world, pull));
    CHECK(v2d_joint_set_target(world, pull, v2d_vec2_make(-4.0f, 2.0f)) == V2D_OK);
    CHECK(v2d_joint_set_target(world, drag, v2d_vec2_make(2.0f, 2.0f)) == V2D_OK);
    run(240);
    CHECK_NEAR(v2d_point_position(world, p).x, -4.0, 0.05);
    CHECK_NEAR(v2d_point_position(world, p).y, 2.0, 0.05);
    CHECK_NEAR(joint_anchor_b(world, drag).x, 2.0, 0.1);
    CHECK_NEAR(joint_anchor_b(world, drag).y, 2.0, 0.1);
    CHECK(v2d_joint_destroy(world, drag) == V2D_OK && v2d_joint_destroy(world, pull) == V2D_OK);
    double y = y_of(box), v = (double)v2d_body_velocity(world, box).y;
    run(60);
    CHECK_NEAR(y_of(box), y + v - 0.5 * gravity, 0.05); // free
}

// ---- collision between joined bodies -----------------------------------------------------------

static void joined_bodies_collide_only_when_asked_to(void **state) {
    (void)state;
    for (int k = 0; k < 4; ++k) {
        start_weightless();
        v2d_body_id body[2];
        for (int i = 0; i < 2; ++i) {
            v2d_body_def def = v2d_body_def_default();
            def.position = v2d_vec2_make(0.6f * (float)i, 0.0f);
            body[i] = v2d_body_create(world, &def);
            v2d_shape_def shape = v2d_shape_def_default();
            v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
            v2d_shape_create(world, body[i], &shape, &box);
        }
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = local(body[0], 0.0f, 0.0f), def.b = local(body[1], 0.0f, 0.0f);
        def.linear.lower = 0.0f, def.linear.upper = 5.0f;
        def.collide_connected = k == 1;
        v2d_joint_id joint = {0, 0};
        if (k != 2) joint = v2d_joint_create(world, &def);
        run(120);
        if (k == 0 || k == 3) CHECK_NEAR(distance(body[0], body[1]), 0.6, 1e-5);
        if (k == 1 || k == 2) CHECK(distance(body[0], body[1]) > 0.95);
        if (k != 3) continue;
        CHECK(v2d_joint_destroy(world, joint) == V2D_OK); // then they are strangers again
        run(120);
        CHECK(distance(body[0], body[1]) > 0.95);
    }
}

// ---- heavy chains ------------------------------------------------------------------------------

static void a_chain_carries_a_load_of_1000_links(void **state) {
    (void)state;
    const float load[] = {100.0f, 1000.0f, 10000.0f};
    for (int k = 0; k < 6; ++k) {
        start();
        bool hanging = k < 3;
        v2d_body_id before = add_anchor(0.0f, 0.0f);
        v2d_joint_id joint[31];
        for (int i = 0; i < 30; ++i) {
            float s = 0.5f + (float)i;
            v2d_body_id link = add_link(hanging ? 0.0f : s, hanging ? -s : 0.0f,
                                        hanging ? 0.25f : 1.0f, hanging ? 1.0f : 0.25f, 1.0f);
            joint[i] = hinge(before, link, hanging ? 0.0f : (float)i, hanging ? -(float)i : 0.0f);
            before = link;
        }
        float e = 30.0f;
        v2d_body_id ball =
            add_link(hanging ? 0.0f : e, hanging ? -e : 0.0f, 2.0f, 2.0f, load[k % 3]);
        joint[30] = hinge(before, ball, hanging ? 0.0f : e, hanging ? -e : 0.0f);
        for (int step = 0; step < 600; ++step) {
            run(1);
            double reach = hypot(x_of(ball), y_of(ball));
            // Hung: within 1 %. Swung from the side, which pulls three times as hard: 3 %.
            CHECK(reach < (hanging ? 1.01 : 1.03) * 30.0);
        }
        double worst = 0.0;
        for (int i = 0; i < 31; ++i)
            worst = gap_of(joint[i]) > worst ? gap_of(joint[i]) : worst;
        CHECK(worst < (hanging ? 0.1 : 1.0));
    }
}

static void a_chain_cut_loose_is_no_longer_tethered(void **state) {
    (void)state;
    start();
    v2d_body_id before = add_anchor(0.0f, 0.0f), last = before;
    v2d_joint_id joint[6];
    for (int i = 0; i < 6; ++i) {
        last = add_link(0.0f, -0.5f - (float)i, 0.25f, 1.0f, 1.0f);
        joint[i] = hinge(before, last, 0.0f, -(float)i);
        before = last;
    }
    run(60);
    CHECK(v2d_joint_destroy(world, joint[3]) == V2D_OK);
    run(60);
    CHECK_NEAR(v2d_body_velocity(world, last).y, -gravity, 0.05);
}

// ---- serial chains -----------------------------------------------------------------------------

// A double pendulum of bars with hinges, or of discs on rods: lengths 1 m, masses 1 and `mass`, released
// at `angle` from the vertical. Its energy above that of rest, over what it was.
static double double_pendulum_keeps(bool rods, double angle, float mass, int steps, double *most) {
    start();
    v2d_body_id anchor = add_anchor(0.0f, 0.0f), bar[2];
    double s = sin(angle), c = cos(angle), before = 0.0, kept = 0.0;
    for (int i = 0; i < 2; ++i) {
        double reach = rods ? i + 1.0 : i + 0.5;
        float m = i == 0 ? 1.0f : mass;
        bar[i] = add_link(0.0f, 0.0f, rods ? 0.2f : 0.1f, rods ? 0.2f : 1.0f, m);
        v2d_vec2 place = v2d_vec2_make((float)(reach * s), (float)(-reach * c));
        CHECK(v2d_body_set_transform(world, bar[i], place, (float)angle) == V2D_OK);
        float top = rods ? 0.0f : 0.5f;
        v2d_anchor a = i == 0 ? local(anchor, 0.0f, 0.0f) : local(bar[0], 0.0f, -top);
        join(rods ? V2D_JOINT_DISTANCE : V2D_JOINT_REVOLUTE, a, local(bar[i], 0.0f, top));
        before += (double)m * gravity * reach * (1.0 - c);
    }
    *most = 0.0;
    for (int step = 0; step < steps; ++step) {
        run(1);
        double energy = world_motion().energy;
        for (int i = 0; i < 2; ++i)
            energy += (i == 0 ? 1.0 : (double)mass) * gravity *
                      (y_of(bar[i]) + (rods ? i + 1.0 : i + 0.5));
        if (energy / before > *most) *most = energy / before;
        if (step >= steps - 60) kept += energy / before / 60.0; // mean of the last second
    }
    return kept;
}

static void a_double_pendulum_keeps_its_energy(void **state) {
    (void)state;
    const double angle[] = {0.5, TEST_PI / 2.0, 2.0, 2.8};
    const float mass[] = {0.3f, 1.0f, 3.0f, 0.1f, 10.0f};
    for (int k = 0; k < 40; ++k) {
        double most,
            kept = double_pendulum_keeps(k % 2 == 1, angle[k / 2 % 4], mass[k / 8], 3600, &most);
        CHECK(kept > (mass[k / 8] < 5.0f ? 0.98 : 0.85));
        // A light disc that snaps through the line between heavy ones does so in few sub-steps.
        CHECK(kept < 1.01 && most < (mass[k / 8] < 5.0f ? 1.02 : 1.12));
    }
}

// A chain of 20 links of 1 kg and 1 m from the origin, a ball at its end: straight down, straight at an
// angle, or a zigzag of +-1 rad that hangs loose.
enum { LINKS = 20 };
static v2d_body_id serial[LINKS + 1];

static void make_serial_chain(double angle, bool zigzag, float ball) {
    v2d_body_id before = add_anchor(0.0f, 0.0f);
    double x = 0.0, y = 0.0;
    for (int i = 0; i <= LINKS; ++i) {
        double a = zigzag ? (i == LINKS ? 0.0 : i % 2 == 1 ? 1.0 : -1.0) : angle;
        serial[i] = add_link(0.0f, 0.0f, i == LINKS ? 1.0f : 0.2f, 1.0f, i == LINKS ? ball : 1.0f);
        v2d_vec2 place = v2d_vec2_make((float)(x + 0.5 * sin(a)), (float)(y - 0.5 * cos(a)));
        CHECK(v2d_body_set_transform(world, serial[i], place, (float)a) == V2D_OK);
        join(V2D_JOINT_REVOLUTE, local(before, 0.0f, i == 0 ? 0.0f : -0.5f),
             local(serial[i], 0.0f, 0.5f));
        x += sin(a), y -= cos(a);
        before = serial[i];
    }
}

static double serial_energy(float ball) {
    double energy = world_motion().energy;
    for (int i = 0; i <= LINKS; ++i)
        energy += (i == LINKS ? (double)ball : 1.0) * gravity * (y_of(serial[i]) + i + 0.5);
    return energy;
}

// Where the ball hangs on, from the origin.
static double serial_reach(void) {
    v2d_vec2 p = v2d_body_world_point(world, serial[LINKS], v2d_vec2_make(0.0f, 0.5f));
    return hypot((double)p.x, (double)p.y);
}

static void a_chain_reaches_no_farther_than_it_is_long(void **state) {
    (void)state;
    const float ball[] = {100.0f, 1000.0f, 10000.0f};
    for (int k = 0; k < 9; ++k) { // hanging, swinging, dropped into tension
        start();
        make_serial_chain(k % 3 == 1 ? TEST_PI / 2.0 : 0.0, k % 3 == 2, ball[k / 3]);
        double whole = serial_energy(ball[k / 3]), weight = ((double)ball[k / 3] + LINKS) * gravity;
        for (int step = 0; step < 600; ++step) {
            run(1);
            CHECK(serial_reach() < (k % 3 == 2 ? 1.04 : 1.002) * LINKS); // a drop strains it
            CHECK(serial_energy(ball[k / 3]) < 1.02 * whole + 1e-3 * weight);
        }
        if (k % 3 == 0) CHECK_NEAR(serial_reach(), LINKS, 4e-4 * LINKS);
    }
}

// A ball of ten times the mass of a link goes by the passes, which take some of its energy.
static void a_ball_on_a_chain_swings_on(void **state) {
    (void)state;
    const double angle[] = {0.5, TEST_PI / 2.0};
    for (int k = 0; k < 2; ++k) {
        start();
        make_serial_chain(angle[k], false, 10.0f);
        double whole = serial_energy(10.0f);
        run(600);
        CHECK(serial_energy(10.0f) > (k == 0 ? 0.95 : 0.85) * whole);
        CHECK(serial_energy(10.0f) < 1.01 * whole);
    }
}

// A kinematic body may turn by any angle in a step. What is joined to it keeps the speed limit, and is not disabled.
static void what_spins_beyond_measure_throws_nothing(void **state) {
    (void)state;
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_WELD, V2D_JOINT_WHEEL,
                                           V2D_JOINT_PRISMATIC, V2D_JOINT_DISTANCE};
    for (int kind = 0; kind < 5; ++kind) {
        for (int power = 4; power <= 8; ++power) {
            start();
            v2d_body_id hub = add_anchor(0.0f, 0.0f);
            v2d_body_set_type(world, hub, V2D_BODY_KINEMATIC);
            CHECK(v2d_body_set_angular_velocity(world, hub, (float)pow(10.0, power)) == V2D_OK);
            v2d_body_id body = add_link(1.0f, 0.0f, 0.2f, 0.2f, 1.0f);
            v2d_joint_def def = v2d_joint_def_default(kinds[kind]);
            def.a = local(hub, 0.5f, 0.0f), def.b = local(body, -0.5f, 0.0f);
            CHECK(v2d_joint_create(world, &def).index1 != 0);
            for (int step = 0; step < 60; ++step) {
                run(1);
                v2d_vec2 at = v2d_body_position(world, body), v = v2d_body_velocity(world, body);
                CHECK(v2d_body_is_valid(world, body) && isfinite(at.x) && isfinite(at.y));
                CHECK(hypot((double)v.x, (double)v.y) <= 400.0 * 1.01); // the speed limit
                v2d_event events[16];
                for (int i = v2d_world_events(world, events, 16) - 1; i >= 0; --i)
                    CHECK(events[i].kind != V2D_EVENT_BODY_DISABLED);
            }
        }
    }
}

static void rods_carry_a_load_of_1000_of_them(void **state) {
    (void)state;
    start();
    v2d_body_id before = add_anchor(0.0f, 0.0f);
    for (int i = 1; i <= 15; ++i) {
        v2d_body_id disc = add_link(0.0f, (float)-i, 0.2f, 0.2f, i == 15 ? 1000.0f : 1.0f);
        join(V2D_JOINT_DISTANCE, local(before, 0.0f, 0.0f), local(disc, 0.0f, 0.0f));
        before = disc;
    }
    for (int step = 0; step < 600; ++step) {
        run(1);
        CHECK_NEAR(y_of(before), -15.0, 0.001 * 15.0);
    }
}

// ---- conservation ------------------------------------------------------------------------------

static void make_free_chain(bool rods) {
    v2d_body_id before = {0, 0};
    uint32_t seed = 7u;
    for (int i = 0; i < 6; ++i) {
        v2d_body_id link =
            add_link((float)i, 0.2f * (float)(i % 2), 0.8f, 0.2f, 1.0f + 0.5f * (float)(i % 3));
        float kick[3];
        for (int j = 0; j < 3; ++j) {
            seed = seed * 1664525u + 1013904223u;
            kick[j] = (float)(seed >> 8) / 8388608.0f - 1.0f;
        }
        CHECK(v2d_body_set_velocity(world, link,
                                    v2d_vec2_make(kick[0], kick[1] + 1.5f * (float)i)) == V2D_OK);
        CHECK(v2d_body_set_angular_velocity(world, link, 1.5f + kick[2]) == V2D_OK);
        if (i > 0 && !rods) hinge(before, link, (float)i - 0.5f, 0.1f);
        if (i > 0 && rods)
            join(V2D_JOINT_DISTANCE, local(before, 0.3f, 0.0f), local(link, -0.3f, 0.05f));
        before = link;
    }
}

static void joints_conserve_momentum_in_free_flight(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        start_weightless();
        make_free_chain(k == 1);
        motion m0 = world_motion();
        for (int step = 0; step < 300; ++step) {
            run(1);
            motion m = world_motion();
            CHECK_NEAR(m.px, m0.px, 5e-3);
            CHECK_NEAR(m.py, m0.py, 5e-3);
            // About the origin, from which the chain flies away: x * p rounds, so a share of both.
            CHECK_NEAR(m.turn, m0.turn, 0.03 * fabs(m0.turn));
        }
    }
}

static void a_free_spinning_chain_gains_no_energy(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        start_weightless();
        make_free_chain(k == 1);
        run(1); // the joints make the random velocities agree
        double before = world_motion().energy;
        for (int step = 0; step < 1200; ++step) {
            run(1);
            CHECK(world_motion().energy < 1.02 * before);
        }
        // Straight and stiff it would keep all; rows that are soft in the bias pass lose some.
        CHECK(world_motion().energy > 0.2 * before);
    }
}

static void motors_and_springs_conserve_angular_momentum(void **state) {
    (void)state;
    start_weightless();
    v2d_body_id a = add_link(0.0f, 0.0f, 1.0f, 1.0f, 2.0f),
                b = add_link(1.0f, 0.0f, 1.0f, 0.5f, 1.0f);
    v2d_body_id c = add_link(2.0f, 0.0f, 1.0f, 0.5f, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = local(a, 0.5f, 0.0f), def.b = local(b, -0.5f, 0.0f);
    def.angular.motor = true, def.angular.motor_speed = 6.0f, def.angular.motor_effort = 3.0f;
    v2d_joint_create(world, &def);
    def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = local(b, 0.5f, 0.0f), def.b = local(c, -0.5f, 0.0f);
    def.angular.frequency = 2.0f, def.angular.limited = true, def.angular.lower = -0.5f,
    def.angular.upper = 0.5f;
    v2d_joint_create(world, &def);
    double most = 0.0;
    for (int step = 0; step < 240; ++step) {
        run(1);
        motion m = world_motion();
        double moving = fabs(turn_of(b)) * (double)v2d_body_mass(world, b).mass;
        if (moving > most) most = moving;
        CHECK_NEAR(m.px, 0.0, 2e-3);
        CHECK_NEAR(m.py, 0.0, 2e-3);
        CHECK_NEAR(m.turn, 0.0, 0.05);
    }
    CHECK(most > 1.0); // though the parts do move
}

// A hub with spokes of every kind of hinge: more of them than a body can have colours.
static void add_spokes(v2d_body_id hub, int spokes, v2d_body_id *rim, v2d_joint_id *joints) {
    for (int i = 0; i < spokes; ++i) {
        float angle = 6.2831853f * (float)i / (float)spokes;
        float x = 3.0f * (float)cos((double)angle), y = 3.0f * (float)sin((double)angle);
        rim[i] = add_link(x, y, 0.2f, 0.2f, 0.5f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        def.a = anchor_at(hub, 0.9f * x, 0.9f * y), def.b = anchor_at(rim[i], 0.9f * x, 0.9f * y);
        def.angular.limited = i % 2 == 0, def.angular.lower = -0.1f, def.angular.upper = 0.1f;
        def.angular.frequency = i % 3 == 0 ? 4.0f : 0.0f;
        joints[i] = v2d_joint_create(world, &def);
    }
}

static void a_hub_may_have_any_number_of_joints(void **state) {
    enum { SPOKES = 80 };
    v2d_body_id rim[SPOKES];
    v2d_joint_id joints[SPOKES];
    (void)state;
    start_weightless();
    v2d_body_id hub = add_link(0.0f, 0.0f, 4.0f, 4.0f, 1000.0f);
    add_spokes(hub, SPOKES, rim, joints);
    CHECK(v2d_body_set_velocity(world, hub, v2d_vec2_make(2.0f, 0.0f)) == V2D_OK);
    CHECK(v2d_body_set_angular_velocity(world, hub, 1.0f) == V2D_OK);
    motion m0 = world_motion();
    for (int step = 0; step < 240; ++step) {
        run(1);
        motion m = world_motion();
        CHECK_NEAR(m.px, m0.px, 1e-4 * m0.px);
        CHECK_NEAR(m.py, m0.py, 0.2);
        for (int i = 0; i < SPOKES && step > 60; ++i)
            CHECK(gap_of(joints[i]) < 0.02);
        for (int i = 0; i < SPOKES && step > 60; i += 2)
            CHECK(fabs((double)joint_angle(world, joints[i])) < 0.12);
    }
}

// Joints that come and go elsewhere lay out all lanes anew: stored impulses must come along.
static void joints_elsewhere_change_nothing(void **state) {
    v2d_vec2 place[2], pull[2];
    float torque[2];
    (void)state;
    for (int k = 0; k < 2; ++k) {
        start();
        v2d_body_id wall = add_anchor(0.0f, 0.0f), far_a = add_anchor(90.0f, 0.0f);
        v2d_body_id last = wall, far_b = add_link(91.0f, 0.0f, 0.5f, 0.5f, 1.0f);
        v2d_joint_id first = {0, 0}, motor = {0, 0};
        for (int i = 0; i < 12; ++i) {
            v2d_body_id link = add_link((float)i + 0.5f, 0.0f, 1.0f, 0.2f, 1.0f);
            v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
            def.a = anchor_at(last, (float)i, 0.0f), def.b = anchor_at(link, (float)i, 0.0f);
            def.angular.motor = i % 3 == 1, def.angular.motor_effort = 5.0f;
            def.angular.limited = i % 3 == 2, def.angular.lower = -0.3f, def.angular.upper = 0.2f;
            def.angular.frequency = i % 4 == 3 ? 3.0f : 0.0f;
            v2d_joint_id id = v2d_joint_create(world, &def);
            if (i == 0) first = id;
            if (i == 1) motor = id;
            last = link;
        }
        run(40);
        for (int i = 0; i < 20; ++i) {
            if (k == 1 && i % 5 == 0) {
                v2d_joint_id extra = hinge(far_a, far_b, 90.5f, 0.0f);
                run(1);
                CHECK(v2d_joint_destroy(world, extra) == V2D_OK);
            } else {
                run(1);
            }
        }
        place[k] = v2d_body_position(world, last);
        pull[k] = joint_force_now(world, first);
        torque[k] = joint_motor_effort(world, motor);
    }
    CHECK(memcmp(&place[0], &place[1], sizeof(place[0])) == 0);
    CHECK(memcmp(&pull[0], &pull[1], sizeof(pull[0])) == 0);
    CHECK(torque[0] == torque[1] && torque[0] != 0.0f);
}

// A hinge made without a motor gets one while its world runs, and loses it again.
static void a_motor_may_come_and_go(void **state) {
    (void)state;
    start_weightless();
    v2d_body_id wall = add_anchor(0.0f, 0.0f), wheel = add_link(0.0f, 0.0f, 1.0f, 1.0f, 3.0f);
    v2d_joint_id joint = hinge(wall, wheel, 0.0f, 0.0f);
    run(10);
    CHECK_NEAR(turn_of(wheel), 0.0, 1e-6);
    double inertia = (double)v2d_body_mass(world, wheel).inertia;
    CHECK(v2d_joint_set_motor(world, joint, 2.0f, 0.5f) == V2D_OK);
    run(30);
    CHECK_NEAR(turn_of(wheel), 0.5 * 0.5 / inertia, 1e-3); // torque * time / inertia
    CHECK_NEAR(joint_motor_effort(world, joint), 0.5, 1e-3);
    run(120);
    CHECK_NEAR(turn_of(wheel), 2.0, 1e-3);
    CHECK(v2d_joint_set_motor(world, joint, 0.0f, 0.0f) == V2D_OK);
    CHECK(joint_motor_effort(world, joint) == 0.0f);
    run(60);
    CHECK_NEAR(turn_of(wheel), 2.0, 1e-3); // it coasts
}

// Anchors far apart at creation are drawn together by positions, not by speed: what the body gains
// is at most its fall.
static void a_joint_that_starts_far_apart_closes_calmly(void **state) {
    (void)state;
    for (int k = 0; k < 4; ++k) {
        start();
        v2d_body_id anchor = add_anchor(0.0f, 0.0f), box = add_link(7.0f, 3.0f, 0.8f, 0.6f, 1.0f);
        v2d_joint_def def = v2d_joint_def_default(k < 2 ? V2D_JOINT_REVOLUTE : V2D_JOINT_DISTANCE);
        def.a = local(anchor, 0.0f, 0.0f);
        def.b = k % 2 == 0 ? local(box, 0.0f, 0.0f) : local(box, 0.9f, -0.5f);
        if (k >= 2) def.linear.lower = def.linear.upper = 0.3f;
        v2d_joint_id joint = v2d_joint_create(world, &def);
        double highest = 3.0;
        for (int step = 0; step < 300; ++step) {
            run(1);
            if (y_of(box) > highest) highest = y_of(box); // drawing together may also lift it
            CHECK(world_motion().energy < gravity * (highest - y_of(box)) + 0.5);
        }
        CHECK_NEAR(gap_of(joint), k < 2 ? 0.0 : 0.3, 0.02);
    }
}

static void joints_work_far_from_the_origin(void **state) {
    (void)state;
    start();
    float x = 4096.0f, y = -2048.0f;
    v2d_body_id anchor = add_anchor(x, y), rod = add_link(x + 1.0f, y, 2.0f, 0.25f, 1.0f);
    v2d_joint_id joint =
        join(V2D_JOINT_REVOLUTE, local(anchor, 0.0f, 0.0f), local(rod, -1.0f, 0.0f));
    run(600);
    CHECK(gap_of(joint) < 0.01);
    CHECK(distance(anchor, rod) < 1.01);
}

// A chain of ten boxes on rods or hinges, the last of them heavier, hangs at rest: each joint reads what
// hangs below it, on average and at most; then a blow to the last box, and what was before it again.
// Small boxes on hinges take more than one sub-step to bear a blow; then the peak is less.
static void chains_report_weights_and_blows(void **state) {
    (void)state;
    enum { COUNT = 10 };
    for (int run_i = 0; run_i < 12; ++run_i) {
        double heavy = run_i / 4 == 0 ? 1.0 : run_i / 4 == 1 ? 10.0 : 100.0;
        float size = run_i % 4 < 2 ? 0.6f : 0.2f, blow = 5.0f;
        v2d_joint_kind kind = run_i % 2 ? V2D_JOINT_DISTANCE : V2D_JOINT_REVOLUTE;
        v2d_joint_id joints[COUNT];
        start_sleepless();
        v2d_body_id last = add_anchor(0.0f, 12.0f);
        for (int i = 0; i < COUNT; ++i) {
            float mass = i + 1 < COUNT ? 1.0f : (float)heavy;
            v2d_body_id body = add_link(0.0f, 11.0f - (float)i, size, size, mass);
            float up = kind == V2D_JOINT_REVOLUTE ? 1.0f : 0.0f;
            joints[i] = join(kind, local(last, 0.0f, 0.0f), local(body, 0.0f, up));
            last = body;
        }
        run(300);
        for (int step = 0; step < 4; ++step) {
            run(1);
            for (int i = 0; i < COUNT; ++i) {
                double mean = gravity * (COUNT - 1 - i + heavy), peak = mean;
                if (step == 1) mean += 60.0 * (double)blow, peak += 240.0 * (double)blow;
                double share = step == 0 ? 0.01 : 0.02;
                CHECK_NEAR(joint_force_now(world, joints[i]).y, mean, share * mean);
                double read = (double)joint_peak_force(world, joints[i]);
                CHECK(read < (1.0 + share) * peak);
                CHECK(read > (1.0 - share) * (step == 1 && size < 0.5f ? mean : peak));
            }
            if (step > 0) continue;
            if (heavy < 50.0) break; // passes take a few sub-steps to hand a blow on
            v2d_body_apply_impulse_to_center(world, last, v2d_vec2_make(0.0f, -blow));
        }
    }
}

// A rod of 1 m and mass M hangs on a hinge; a ball of mass m at v strikes it at d below the hinge, e = 1: w = 2 m v d / (I + m d^2), and the hinge takes the rest.
static void a_blow_to_a_hinged_rod_turns_it(void **state) {
    (void)state;
    for (int run_i = 1; run_i < 10; ++run_i) {
        double d = 0.1 * run_i, m = 0.5, v = 4.0, mass = 2.0, force = 0.0, drawn = 0.0;
        start_weightless();
        v2d_body_id anchor = add_anchor(0.0f, 3.0f);
        v2d_body_id rod = add_link(0.0f, -0.5f, 0.02f, 1.0f, (float)mass);
        v2d_joint_id pin = hinge(anchor, rod, 0.0f, 0.0f);
        v2d_body_def body = v2d_body_def_default();
        body.position = v2d_vec2_make(-0.5f, (float)-d);
        body.velocity = v2d_vec2_make((float)v, 0.0f);
        v2d_body_id ball = v2d_body_create(world, &body);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.1f);
        shape.restitution = 1.0f, shape.friction = 0.0f;
        shape.density = (float)(m / (TEST_PI * 0.01));
        v2d_shape_create(world, ball, &shape, &circle);
        for (int i = 0; i < 12; ++i) {
            double before = (double)v2d_body_velocity(world, ball).x;
            run(1);
            if (fabs((double)v2d_body_velocity(world, ball).x - before) < 0.1) continue;
            force = (double)joint_force_now(world, pin).x;
            drawn = m * (before - (double)v2d_body_velocity(world, ball).x);
        }
        double inertia = mass * (1.0 + 0.02 * 0.02) / 12.0 + mass * 0.25;
        double w = 2.0 * m * v * d / (inertia + m * d * d);
        CHECK_NEAR(v2d_body_angular_velocity(world, rod), w, 0.01 * w);
        CHECK_NEAR(v2d_body_velocity(world, ball).x, v - inertia * w / (m * d), 0.01 * v);
        CHECK_NEAR(force / 60.0, mass * 0.5 * w - drawn, 0.02 * m * v);
    }
}

// Three bodies before a blow, then after it: velocities x, y and turn of one after the other; inverse
// masses. A row is a constraint on the velocities, its rate is to become goal.
typedef struct blow {
    double v[9], w[9], row[3][9], goal[3], impulse[3];
    int rows;
} blow;

static void blow_body(blow *b, int i, v2d_body_id id) {
    v2d_mass mass = v2d_body_mass(world, id);
    v2d_vec2 v = v2d_body_velocity(world, id);
    b->v[3 * i] = (double)v.x, b->v[3 * i + 1] = (double)v.y, b->v[3 * i + 2] = turn_of(id);
    b->w[3 * i] = b->w[3 * i + 1] = 1.0 / (double)mass.mass;
    b->w[3 * i + 2] = 1.0 / (double)mass.inertia;
}

// The rate along (x, y) at which `there` on body j parts from the same place on body i.
static double blow_row(blow *b, int i, v2d_vec2 arm_i, int j, v2d_vec2 arm_j, double x, double y) {
    double *row = b->row[b->rows++], rate = 0.0;
    row[3 * i] = -x, row[3 * i + 1] = -y;
    row[3 * i + 2] = -((double)arm_i.x * y - (double)arm_i.y * x);
    row[3 * j] = x, row[3 * j + 1] = y;
    row[3 * j + 2] = (double)arm_j.x * y - (double)arm_j.y * x;
    for (int k = 0; k < 9; ++k)
        rate += row[k] * b->v[k];
    return rate;
}

// J W J' impulse = goal - J v; then v + W J' impulse. By Gauss, the matrix is positive definite.
static void blow_solve(blow *b) {
    double m[3][4];
    for (int i = 0; i < b->rows; ++i) {
        m[i][b->rows] = b->goal[i];
        for (int k = 0; k < 9; ++k)
            m[i][b->rows] -= b->row[i][k] * b->v[k];
        for (int j = 0; j < b->rows; ++j) {
            m[i][j] = 0.0;
            for (int k = 0; k < 9; ++k)
                m[i][j] += b->row[i][k] * b->w[k] * b->row[j][k];
        }
    }
    for (int i = 0; i < b->rows; ++i) {
        for (int j = 0; j < b->rows; ++j) {
            double share = m[j][i] / m[i][i];
            for (int k = i; k <= b->rows && j != i; ++k)
                m[j][k] -= share * m[i][k];
        }
    }
    for (int i = 0; i < b->rows; ++i) {
        b->impulse[i] = m[i][b->rows] / m[i][i];
        for (int k = 0; k < 9; ++k)
            b->v[k] += b->w[k] * b->row[i][k] * b->impulse[i];
    }
}

static v2d_vec2 turned(double x, double y, double angle) {
    return v2d_vec2_make((float)(x * cos(angle) - y * sin(angle)),
                         (float)(x * sin(angle) + y * cos(angle)));
}

// A ball strikes the side of a free box off its centre, e = 1, without friction. A hinge, or a rod, leads
// from a place off the centre of the box to one off the centre of another free box. Of the blow and the
// joint all velocities after it follow: the ball parts as fast as it came, the anchors stay together, or
// at their distance, and impulses act at the contact and at the anchors only. In every direction, for a
// hinge has a row of x and one of y; either box first, for the arm of either must count. Steps are short,
// lest what turns after the blow count.
static void a_blow_passes_a_joint_at_the_exact_share(void **state) {
    (void)state;
    for (int k = 0; k < 64; ++k) {
        bool rod = k % 2 == 1, swapped = k / 2 % 2 == 1, far_side = k / 32 == 1;
        double angle = 2.0 * TEST_PI * (k / 4 % 8 + 0.3) / 8.0, d = far_side ? -0.3 : 0.25;
        double speed = 4.0, gap = 0.0005, radius = 0.1, step = 0.001;
        start_sleepless();
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        // In the frame of the scene the struck box is at the origin, and the ball comes from above.
        v2d_body_id box = add_link(0.0f, 0.0f, 1.0f, 0.5f, 2.0f);
        v2d_body_id other = add_link(0.0f, 0.0f, 0.8f, 0.6f, 3.0f);
        double ox = rod ? 1.2 : 0.7, oy = rod ? -1.0 : -0.35;
        v2d_vec2 arm = turned(0.4, -0.15, angle), other_arm = turned(-0.3, 0.2, angle);
        v2d_vec2 place = turned(ox, oy, angle), contact = turned(d, 0.25, angle);
        CHECK(v2d_body_set_transform(world, box, v2d_vec2_make(0.0f, 0.0f), (float)angle) ==
              V2D_OK);
        CHECK(v2d_body_set_transform(world, other, place, (float)angle) == V2D_OK);
        v2d_anchor here = local(box, 0.4f, -0.15f), there = local(other, -0.3f, 0.2f);
        v2d_joint_id joint = join(rod ? V2D_JOINT_DISTANCE : V2D_JOINT_REVOLUTE,
                                  swapped ? there : here, swapped ? here : there);
        v2d_body_def body = v2d_body_def_default();
        body.position = turned(d, 0.25 + radius + gap, angle);
        body.velocity = turned(0.5 * speed, -speed, angle);
        v2d_body_id ball = v2d_body_create(world, &body);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), (float)radius);
        shape.restitution = 1.0f, shape.friction = 0.0f;
        shape.density = (float)(1.5 / (TEST_PI * radius * radius));
        v2d_shape_create(world, ball, &shape, &circle);

        blow b;
        memset(&b, 0, sizeof(b));
        blow_body(&b, 0, ball), blow_body(&b, 1, box), blow_body(&b, 2, other);
        v2d_vec2 n = turned(0.0, -1.0, angle), below = turned(0.0, -radius, angle);
        b.goal[0] = -blow_row(&b, 0, below, 1, contact, (double)n.x, (double)n.y);
        double rx = (double)(place.x + other_arm.x - arm.x);
        double ry = (double)(place.y + other_arm.y - arm.y), length = hypot(rx, ry);
        blow_row(&b, 1, arm, 2, other_arm, rod ? rx / length : 1.0, rod ? ry / length : 0.0);
        if (!rod) blow_row(&b, 1, arm, 2, other_arm, 0.0, 1.0);
        blow_solve(&b);

        motion before = world_motion();
        CHECK(v2d_world_step(world, (float)step, 4) == V2D_OK);
        motion after = world_motion();
        CHECK_NEAR(after.px, before.px, 1e-3);
        CHECK_NEAR(after.py, before.py, 1e-3);
        CHECK_NEAR(after.turn, before.turn, 1e-3 * 2.0 * 1.5 * speed); // arms within 1 mm
        CHECK_NEAR(after.energy, before.energy, 0.005 * before.energy);
        const v2d_body_id ids[3] = {ball, box, other};
        for (int i = 0; i < 3; ++i) {
            v2d_vec2 v = v2d_body_velocity(world, ids[i]);
            CHECK_NEAR(v.x, b.v[3 * i], 0.01 * speed);
            CHECK_NEAR(v.y, b.v[3 * i + 1], 0.01 * speed);
            CHECK_NEAR(turn_of(ids[i]), b.v[3 * i + 2], 0.02 * speed);
        }
        // The joint's force, from a to b, tells what passed.
        double sign = swapped ? -step : step;
        double x = rod ? b.impulse[1] * rx / length : b.impulse[1];
        double y = rod ? b.impulse[1] * ry / length : b.impulse[2];
        CHECK_NEAR(sign * (double)joint_force_now(world, joint).x, x, 0.01 * 1.5 * speed);
        CHECK_NEAR(sign * (double)joint_force_now(world, joint).y, y, 0.01 * 1.5 * speed);
    }
}

// A ball strikes one of two discs on a rod, e = 1, while the rod is still being drawn or pressed at r
// by what moves them. The blow keeps the energy; the rod takes that of r, r^2 / 4 per mass, and no more.
static void a_blow_to_a_rod_that_is_drawn_makes_no_energy(void **state) {
    (void)state;
    for (int run_i = 0; run_i < 5; ++run_i) {
        double r = 0.25 * (run_i - 2), v = 4.0, energy = 0.0, along = 0.0;
        static const float places[3] = {-0.202f, 0.0f, 1.0f};
        v2d_body_id discs[3];
        start_weightless();
        for (int i = 0; i < 3; ++i) {
            v2d_body_def body = v2d_body_def_default();
            body.position = v2d_vec2_make(places[i], 0.0f);
            body.velocity = v2d_vec2_make(i == 0 ? (float)v : i == 2 ? (float)r : 0.0f, 0.0f);
            discs[i] = v2d_body_create(world, &body);
            v2d_shape_def shape = v2d_shape_def_default();
            v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.1f);
            shape.restitution = 1.0f, shape.friction = 0.0f;
            v2d_shape_create(world, discs[i], &shape, &circle);
        }
        join(V2D_JOINT_DISTANCE, local(discs[1], 0.0f, 0.0f), local(discs[2], 0.0f, 0.0f));
        run(1);
        for (int i = 0; i < 3; ++i) {
            double x = (double)v2d_body_velocity(world, discs[i]).x;
            energy += 0.5 * x * x, along += x;
        }
        CHECK_NEAR(along, v + r, 1e-4);
        CHECK_NEAR(energy, 0.5 * v * v + 0.5 * r * r - 0.25 * r * r, 0.005 * v * v);
    }
}

// Newton's cradle on hinges, which the discs turn about, and on rods: no blow takes energy.
static void a_hung_cradle_keeps_its_energy(void **state) {
    (void)state;
    for (int run_i = 0; run_i < 8; ++run_i) {
        v2d_joint_kind kind = run_i % 2 ? V2D_JOINT_DISTANCE : V2D_JOINT_REVOLUTE;
        double angle = 0.5 + 0.1 * (run_i / 2), before = 3.0 * gravity * (1.0 - cos(angle));
        v2d_body_id discs[5];
        start_sleepless();
        v2d_body_id anchor = add_anchor(0.0f, 5.0f);
        for (int i = 0; i < 5; ++i) {
            float a = i == 0 ? (float)-angle : 0.0f;
            v2d_body_def body = v2d_body_def_default();
            body.angle = a;
            body.position = v2d_vec2_make((float)i + 3.0f * sinf(a), -3.0f * cosf(a));
            discs[i] = v2d_body_create(world, &body);
            v2d_shape_def shape = v2d_shape_def_default();
            v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.5f);
            shape.restitution = 1.0f, shape.friction = 0.0f;
            v2d_shape_create(world, discs[i], &shape, &circle);
            float up = kind == V2D_JOINT_REVOLUTE ? 3.0f : 0.0f;
            join(kind, anchor_at(anchor, (float)i, 0.0f), local(discs[i], 0.0f, up));
        }
        run(600);
        double energy = 0.0; // per mass
        for (int i = 0; i < 5; ++i) {
            v2d_vec2 v = v2d_body_velocity(world, discs[i]);
            double w = (double)v2d_body_angular_velocity(world, discs[i]);
            energy += 0.5 * ((double)v.x * (double)v.x + (double)v.y * (double)v.y) +
                      0.5 * 0.125 * w * w +
                      gravity * ((double)v2d_body_position(world, discs[i]).y + 3.0);
        }
        CHECK_NEAR(energy, before, 0.01 * before);
    }
}

// Before the first step nothing was pushed, so nothing has a force.
static void there_is_no_force_before_a_step(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_soft_def def = v2d_soft_def_default();
    v2d_vec2 zero = {0.0f, 0.0f}, end = {4.0f, 0.0f};
    v2d_soft_id rope = v2d_soft_create_rope(w, &def, zero, end, 4, true, true);
    v2d_edge_id edge = v2d_soft_edge(w, rope, 0);
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, -2.0f, 0.5f, 0.5f);
    v2d_joint_def rod = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    rod.a = v2d_anchor_world(zero, 0.0f), rod.b = v2d_anchor_body(box, zero);
    v2d_joint_id joint = v2d_joint_create(w, &rod);
    for (int i = 0; i < 2; ++i) {
        bool stepped = i == 1;
        CHECK((joint_peak_force(w, joint) > 0.0f) == stepped);
        CHECK((joint_force_now(w, joint).y > 0.0f) == stepped);
        CHECK((v2d_edge_peak_force(w, edge) > 0.0f) == stepped);
        CHECK((v2d_edge_tension(w, edge) != 0.0f) == stepped);
        test_steps(w, 5);
    }
    v2d_joint_id gone = {0, 0};
    v2d_edge_id no_edge = {0, 0};
    CHECK(joint_peak_force(w, gone) == 0.0f && v2d_edge_peak_force(w, no_edge) == 0.0f);
}

// Two wheels and a third with a gear between the first two.
static v2d_joint_id make_gear(v2d_world *w, v2d_joint_id hinges[3]) {
    v2d_joint_def gear = v2d_joint_def_default(V2D_JOINT_GEAR);
    for (int i = 0; i < 3; ++i) {
        v2d_vec2 place = {3.0f * (float)i, 0.0f};
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        v2d_body_id wheel = test_circle(w, V2D_BODY_DYNAMIC, place.x, place.y, 1.0f);
        def.a = v2d_anchor_world(place, 0.0f), def.b = v2d_anchor_at(w, wheel, place, 0.0f);
        hinges[i] = v2d_joint_create(w, &def);
    }
    gear.joint_a = hinges[0], gear.joint_b = hinges[1];
    v2d_joint_id id = v2d_joint_create(w, &gear);
    CHECK(v2d_joint_is_valid(w, id));
    return id;
}

// A gear goes with either of its joints, and not with another; it keeps its joints.
static void a_gear_has_its_two_joints(void **state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        v2d_world *w = test_world();
        v2d_joint_id hinges[3];
        v2d_joint_id gear = make_gear(w, hinges);
        v2d_joint_def def;
        CHECK(v2d_joint_describe(w, gear, &def) == V2D_OK);
        CHECK(v2d_joint_change(w, gear, &def) == V2D_OK);
        def.joint_b = hinges[2];
        CHECK(v2d_joint_change(w, gear, &def) == V2D_ERROR_WRONG_KIND);
        def.joint_a = hinges[2], def.joint_b = hinges[1];
        CHECK(v2d_joint_change(w, gear, &def) == V2D_ERROR_WRONG_KIND);
        CHECK(v2d_joint_destroy(w, hinges[i]) == V2D_OK);
        CHECK(v2d_joint_is_valid(w, gear) == (i == 2));
        CHECK(v2d_joint_change(w, hinges[i], &def) == V2D_ERROR_BAD_ID);
        test_steps(w, 3);
    }
}

// The length that is measured may not be less than the least, nor more than the greatest.
static void measured_lengths_do_not_cross_given_ones(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_vec2 zero = {0.0f, 0.0f};
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, -2.0f, 0.5f, 0.5f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = v2d_anchor_world(zero, 0.0f), def.b = v2d_anchor_body(box, zero);
    v2d_joint_id joint = v2d_joint_create(w, &def);
    def.linear.lower = 3.0f;
    CHECK(v2d_joint_change(w, joint, &def) == V2D_ERROR_OUT_OF_RANGE);
    def.linear.lower = 1.0f;
    CHECK(v2d_joint_change(w, joint, &def) == V2D_OK);
    def.linear.lower = V2D_MEASURED, def.linear.upper = 1.0f;
    CHECK(v2d_joint_change(w, joint, &def) == V2D_ERROR_OUT_OF_RANGE);
    def.a.kind = (v2d_anchor_kind)7;
    CHECK(v2d_joint_change(w, joint, &def) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_joint_create(w, &def).index1 == 0);
}

// A rod that becomes a rope and a rod again: the weight on it hangs at the length that counts.
static void a_rod_may_become_a_rope(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_vec2 zero = {0.0f, 0.0f};
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, -2.0f, 0.2f, 0.2f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = v2d_anchor_world(zero, 0.0f), def.b = v2d_anchor_body(box, zero);
    v2d_joint_id joint = v2d_joint_create(w, &def);
    const float lengths[5][2] = {
        {2.0f, 2.0f}, {2.0f, 2.5f}, {0.5f, 2.5f}, {3.0f, 3.0f}, {1.0f, 3.0f}};
    for (int i = 0; i < 5; ++i) {
        CHECK(v2d_joint_set_lengths(w, joint, lengths[i][0], lengths[i][1]) == V2D_OK);
        test_steps(w, 200);
        CHECK_NEAR(v2d_body_position(w, box).y, -lengths[i][1], 2e-3);
    }
}

// A motor along a rail stops its box when it becomes a brake, and lets it go without effort.
static void a_motor_along_a_rail_lets_go(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_vec2 zero = {0.0f, 0.0f};
    CHECK(v2d_world_set_gravity(w, zero) == V2D_OK);
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PRISMATIC);
    def.a = v2d_anchor_world(zero, 0.0f), def.b = v2d_anchor_body(box, zero);
    v2d_joint_id joint = v2d_joint_create(w, &def);
    CHECK(v2d_joint_set_motor(w, joint, 2.0f, 100.0f) == V2D_OK);
    test_steps(w, 30);
    CHECK_NEAR(v2d_body_velocity(w, box).x, 2.0, 1e-3);
    CHECK(v2d_joint_set_motor(w, joint, 0.0f, 0.0f) == V2D_OK);
    test_steps(w, 30);
    CHECK_NEAR(v2d_body_velocity(w, box).x, 2.0, 1e-3);
    CHECK(joint_motor_effort(w, joint) == 0.0f);
    CHECK(v2d_joint_set_motor(w, joint, 0.0f, 100.0f) == V2D_OK);
    test_steps(w, 30);
    CHECK_NEAR(v2d_body_velocity(w, box).x, 0.0, 1e-3);
}

// What a pulley runs over may get another centre of mass: the places of its rope stay, and so its length.
static void a_pulley_keeps_its_places_with_another_centre_of_mass(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PULLEY);
    v2d_body_id ends[4];
    for (int i = 0; i < 4; ++i) // two weights, and two boxes above them
        ends[i] = test_box(w, V2D_BODY_DYNAMIC, i % 2 == 0 ? -2.0f : 2.0f, i < 2 ? 0.0f : 5.0f,
                           0.5f, 0.5f);
    def.a = v2d_anchor_body(ends[0], v2d_vec2_make(0.1f, 0.2f));
    def.b = v2d_anchor_body(ends[1], v2d_vec2_make(-0.2f, 0.3f));
    def.over_a = v2d_anchor_body(ends[2], v2d_vec2_make(0.3f, -0.1f));
    def.over_b = v2d_anchor_body(ends[3], v2d_vec2_make(0.0f, -0.4f));
    v2d_joint_id joint = v2d_joint_create(w, &def);
    double travel = hypot(0.2, 4.7) + hypot(0.2, 4.3);
    CHECK_NEAR(v2d_joint_get_state(w, joint).travel, travel, 1e-5);
    for (int i = 0; i < 4; ++i) {
        v2d_mass mass = v2d_body_mass(w, ends[i]);
        mass.center = v2d_vec2_make(0.25f, -0.125f), mass.inertia *= 2.0f;
        CHECK(body_set_mass(w, ends[i], mass) == V2D_OK);
        CHECK_NEAR(v2d_joint_get_state(w, joint).travel, travel, 1e-5);
        CHECK_NEAR(joint_anchor_a(w, joint).y, 0.2, 1e-6);
        CHECK_NEAR(joint_anchor_b(w, joint).x, 1.8, 1e-6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_joints_are_refused),
        cmocka_unit_test(a_joint_tells_what_it_is),
        cmocka_unit_test(destroying_a_body_destroys_its_joints),
        cmocka_unit_test(a_destroyed_joint_lets_go),
        cmocka_unit_test(anchors_of_a_swinging_chain_stay_together),
        cmocka_unit_test(a_bridge_carries_its_load),
        cmocka_unit_test(compound_pendulum_has_its_period),
        cmocka_unit_test(a_pendulum_gains_no_energy),
        cmocka_unit_test(joint_force_is_the_weight_that_hangs_on_it),
        cmocka_unit_test(joint_force_of_a_hanging_chain_adds_up_from_below),
        cmocka_unit_test(points_hang_on_joints_too),
        cmocka_unit_test(a_motor_accelerates_with_its_torque_up_to_its_speed),
        cmocka_unit_test(a_motor_at_rest_is_dry_friction),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(limits_hold_at_every_angle),
        cmocka_unit_test(lanes_know_the_angle_to_the_bit),
        cmocka_unit_test(joints_keep_their_lanes),
        cmocka_unit_test(a_motor_presses_on_a_limit),
        cmocka_unit_test(an_angular_spring_has_its_frequency),
        cmocka_unit_test(springs_have_their_frequency_and_damping),
        cmocka_unit_test(springs_at_levers_have_their_frequency_and_damping),
        cmocka_unit_test(overdamped_springs_follow_the_closed_form),
        cmocka_unit_test(weights_on_springs_sag_by_the_closed_form),
        cmocka_unit_test(springs_of_hinges_give_no_energy),
        cmocka_unit_test(a_dumbbell_keeps_its_angular_momentum),
        cmocka_unit_test(a_hinge_keeps_angular_momentum),
        cmocka_unit_test(forces_are_means_over_the_step),
        cmocka_unit_test(a_soft_hinge_is_a_spring),
        cmocka_unit_test(a_rod_keeps_its_length),
        cmocka_unit_test(a_rod_at_levers_keeps_all_that_it_should),
        cmocka_unit_test(boxes_on_rods_at_levers_swing_on),
        cmocka_unit_test(a_light_box_in_a_loaded_line_stays_calm),
        cmocka_unit_test(a_rod_pendulum_has_its_period),
        cmocka_unit_test(a_rope_is_slack_until_it_is_taut),
        cmocka_unit_test(a_distance_spring_has_its_frequency),
        cmocka_unit_test(a_distance_stays_between_its_limits),
        cmocka_unit_test(a_winch_lifts),
        cmocka_unit_test(a_drag_brings_its_body_to_the_target),
        cmocka_unit_test(a_drag_pulls_no_harder_than_its_force),
        cmocka_unit_test(a_drag_by_a_corner_turns_the_body_under_it),
        cmocka_unit_test(drag_begin_takes_what_is_under_the_pointer),
        cmocka_unit_test(joined_bodies_collide_only_when_asked_to),
        cmocka_unit_test(a_chain_carries_a_load_of_1000_links),
        cmocka_unit_test(a_chain_cut_loose_is_no_longer_tethered),
        cmocka_unit_test(a_double_pendulum_keeps_its_energy),
        cmocka_unit_test(a_chain_reaches_no_farther_than_it_is_long),
        cmocka_unit_test(a_ball_on_a_chain_swings_on),
        cmocka_unit_test(what_spins_beyond_measure_throws_nothing),
        cmocka_unit_test(rods_carry_a_load_of_1000_of_them),
        cmocka_unit_test(chains_report_weights_and_blows),
        cmocka_unit_test(a_blow_to_a_hinged_rod_turns_it),
        cmocka_unit_test(a_blow_passes_a_joint_at_the_exact_share),
        cmocka_unit_test(a_blow_to_a_rod_that_is_drawn_makes_no_energy),
        cmocka_unit_test(a_hung_cradle_keeps_its_energy),
        cmocka_unit_test(joints_conserve_momentum_in_free_flight),
        cmocka_unit_test(a_free_spinning_chain_gains_no_energy),
        cmocka_unit_test(motors_and_springs_conserve_angular_momentum),
        cmocka_unit_test(a_hub_may_have_any_number_of_joints),
        cmocka_unit_test(joints_elsewhere_change_nothing),
        cmocka_unit_test(a_motor_may_come_and_go),
        cmocka_unit_test(a_joint_that_starts_far_apart_closes_calmly),
        cmocka_unit_test(joints_work_far_from_the_origin),
        cmocka_unit_test(there_is_no_force_before_a_step),
        cmocka_unit_test(a_gear_has_its_two_joints),
        cmocka_unit_test(measured_lengths_do_not_cross_given_ones),
        cmocka_unit_test(a_rod_may_become_a_rope),
        cmocka_unit_test(a_motor_along_a_rail_lets_go),
        cmocka_unit_test(a_pulley_keeps_its_places_with_another_centre_of_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
