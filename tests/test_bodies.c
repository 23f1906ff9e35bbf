// SPDX-License-Identifier: MIT OR Unlicense
// test_bodies.c - rigid bodies without contacts: motion, mass, impulses, types, iteration.
#include "verlet2d.h"
#include "test.h"

static const float dt = 1.0f / 60.0f;

static double wrapped(double angle) {
    return angle - 2.0 * TEST_PI * floor(angle / (2.0 * TEST_PI) + 0.5);
}

// ---- integration ----------------------------------------------------------------------------------

// Semi-implicit Euler falls g h^2 n(n+1)/2 in n sub-steps of h.
static void free_fall_matches_closed_form(void **state) {
    (void)state;
    for (int substeps = 1; substeps <= 8; substeps *= 2) {
        v2d_world *world = test_world();
        v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, 3.0f, 7.0f, 0.5f);
        for (int i = 0; i < 60; ++i)
            v2d_world_step(world, dt, substeps);
        double n = 60.0 * substeps, h = 1.0 / n;
        CHECK_NEAR(v2d_body_position(world, id).x, 3.0, 0.0);
        CHECK_NEAR(v2d_body_position(world, id).y, 7.0 - 10.0 * h * h * n * (n + 1.0) / 2.0, 2e-4);
        CHECK_NEAR(v2d_body_velocity(world, id).y, -10.0, 1e-4);
    }
}

static void projectile_matches_closed_form(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_world_set_gravity(world, v2d_vec2_make(1.0f, -9.81f));
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry geometry = v2d_geometry_box(0.2f, 0.3f);
    def.position = v2d_vec2_make(-1.0f, 2.0f);
    def.velocity = v2d_vec2_make(12.0f, 15.0f);
    v2d_body_id id = v2d_body_create(world, &def);
    v2d_shape_create(world, id, &shape_def, &geometry);
    for (int i = 1; i <= 120; ++i) {
        v2d_world_step(world, dt, 4);
        double n = 4.0 * i, h = 1.0 / 240.0, sum = h * h * n * (n + 1.0) / 2.0, t = n * h;
        CHECK_NEAR(v2d_body_position(world, id).x, -1.0 + 12.0 * t + 1.0 * sum, 1e-3);
        CHECK_NEAR(v2d_body_position(world, id).y, 2.0 + 15.0 * t - 9.81 * sum, 1e-3);
        CHECK_NEAR(v2d_body_velocity(world, id).x, 12.0 + t, 1e-3);
        CHECK_NEAR(v2d_body_velocity(world, id).y, 15.0 - 9.81 * t, 1e-3);
    }
    CHECK_NEAR(v2d_body_angle(world, id), 0.0, 0.0);
}

// The step's length may change from one step to the next: velocities are per second, not per step.
static void velocity_survives_a_change_of_step(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
    v2d_body_set_velocity(world, id, v2d_vec2_make(3.0f, -2.0f));
    v2d_body_set_angular_velocity(world, id, 1.5f);
    double t = 0.0;
    for (int i = 1; i <= 40; ++i) {
        float step = 0.001f * (float)(1 + i % 20);
        v2d_world_step(world, step, 1 + i % 5);
        t += (double)step;
        CHECK_NEAR(v2d_body_velocity(world, id).x, 3.0, 1e-5);
        CHECK_NEAR(v2d_body_velocity(world, id).y, -2.0, 1e-5);
        CHECK_NEAR(v2d_body_angular_velocity(world, id), 1.5, 1e-5);
        CHECK_NEAR(v2d_body_position(world, id).x, 3.0 * t, 1e-4);
        CHECK_NEAR(v2d_body_position(world, id).y, -2.0 * t, 1e-4);
        CHECK_NEAR(v2d_body_angle(world, id), 1.5 * t, 1e-4);
    }
}

static void gravity_scale_scales_gravity(void **state) {
    (void)state;
    static const float scales[4] = {0.0f, 0.5f, 2.0f, -1.0f};
    for (int i = 0; i < 4; ++i) {
        v2d_world *world = test_world();
        v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
        CHECK(body_set_gravity_scale(world, id, scales[i]) == V2D_OK);
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_velocity(world, id).y, -10.0 * (double)scales[i], 1e-4);
    }
}

// One factor 1 - c dt a step, whatever the number of sub-steps; c dt > 1 stops and never reverses.
static void damping_matches_closed_form(void **state) {
    (void)state;
    for (int substeps = 1; substeps <= 4; substeps += 3) {
        v2d_world *world = test_weightless();
        v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
        CHECK(body_set_damping(world, id, 3.0f, 5.0f) == V2D_OK);
        v2d_body_set_velocity(world, id, v2d_vec2_make(8.0f, -4.0f));
        v2d_body_set_angular_velocity(world, id, 6.0f);
        for (int i = 1; i <= 60; ++i) {
            v2d_world_step(world, dt, substeps);
            v2d_vec2 v = v2d_body_velocity(world, id);
            CHECK_NEAR(v.x, 8.0 * pow(1.0 - 3.0 / 60.0, i), 1e-5);
            CHECK_NEAR(v.y, -4.0 * pow(1.0 - 3.0 / 60.0, i), 1e-5);
            CHECK_NEAR(v2d_body_angular_velocity(world, id), 6.0 * pow(1.0 - 5.0 / 60.0, i), 1e-5);
        }
        CHECK(body_set_damping(world, id, 100.0f, 1e6f) == V2D_OK);
        v2d_world_step(world, dt, substeps);
        CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 1e-6);
        CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 1e-6);
    }
}

// With gravity and damping c the speed tends to g / c.
static void damping_gives_terminal_speed(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
    body_set_damping(world, id, 2.0f, 0.0f);
    test_steps(world, 600);
    CHECK_NEAR(v2d_body_velocity(world, id).y, -5.0, 1e-3);
}

static void torque_free_spin_is_steady(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 2.0f, 1.0f, 1.0f, 0.1f);
    v2d_body_set_angular_velocity(world, id, 7.0f);
    for (int i = 1; i <= 600; ++i) {
        v2d_world_step(world, dt, 4);
        CHECK_NEAR(v2d_body_angular_velocity(world, id), 7.0, 1e-4);
        CHECK_NEAR(wrapped((double)v2d_body_angle(world, id) - 7.0 * i / 60.0), 0.0, 2e-3);
    }
    CHECK_NEAR(v2d_body_position(world, id).x, 2.0, 1e-5);
    CHECK_NEAR(v2d_body_position(world, id).y, 1.0, 1e-5);
}

// A body turns about its centre of mass, not about its origin.
static void spin_is_about_the_centre_of_mass(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_shape(world, V2D_BODY_DYNAMIC, 1.0f, 2.0f,
                                v2d_geometry_circle(v2d_vec2_make(0.5f, 0.0f), 0.25f));
    CHECK_NEAR(v2d_body_center(world, id).x, 1.5, 1e-6);
    v2d_body_set_angular_velocity(world, id, 2.0f);
    for (int i = 1; i <= 120; ++i) {
        v2d_world_step(world, dt, 4);
        double angle = 2.0 * i / 60.0;
        CHECK_NEAR(v2d_body_center(world, id).x, 1.5, 1e-5);
        CHECK_NEAR(v2d_body_center(world, id).y, 2.0, 1e-5);
        CHECK_NEAR(v2d_body_position(world, id).x, 1.5 - 0.5 * cos(angle), 1e-3);
        CHECK_NEAR(v2d_body_position(world, id).y, 2.0 - 0.5 * sin(angle), 1e-3);
    }
}

// Small swings of a bar hung from its end: T = 2 pi sqrt(I / (m g r)) (1 + a^2 / 16).
static void physical_pendulum_has_its_period(void **state) {
    (void)state;
    static const float half_lengths[3] = {0.5f, 1.0f, 2.0f};
    for (int k = 0; k < 3; ++k) {
        v2d_world *world = test_world();
        v2d_body_def anchor_def = v2d_body_def_default();
        anchor_def.type = V2D_BODY_STATIC;
        v2d_body_id anchor = v2d_body_create(world, &anchor_def);
        double r = (double)half_lengths[k], amplitude = 0.1;
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape_def = v2d_shape_def_default();
        v2d_geometry bar = v2d_geometry_box(0.05f, half_lengths[k]);
        def.position = v2d_vec2_make((float)(r * sin(amplitude)), (float)(-r * cos(amplitude)));
        def.angle = (float)amplitude;
        v2d_body_id id = v2d_body_create(world, &def);
        v2d_shape_create(world, id, &shape_def, &bar);
        v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        joint.a = v2d_anchor_body(anchor, v2d_vec2_make(0.0f, 0.0f));
        joint.b = v2d_anchor_body(id, v2d_vec2_make(0.0f, half_lengths[k]));
        CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &joint)));

        double inertia = (0.1 * 0.1 + 4.0 * r * r) / 12.0 + r * r; // per kilogram, about the pivot
        double period =
            2.0 * TEST_PI * sqrt(inertia / (10.0 * r)) * (1.0 + amplitude * amplitude / 16.0);
        double first = 0.0, last = 0.0, before = amplitude;
        int crossings = 0;
        for (int i = 1; crossings < 11 && i < 3000; ++i) {
            v2d_world_step(world, dt, 4);
            double angle = (double)v2d_body_angle(world, id);
            if ((before > 0.0) != (angle > 0.0)) {
                last = (i - 1 + before / (before - angle)) / 60.0;
                if (crossings == 0) first = last;
                crossings += 1;
            }
            before = angle;
        }
        CHECK(crossings == 11);
        CHECK_NEAR((last - first) / 5.0, period, 0.005 * period);
    }
}

// ---- forces and impulses ----------------------------------------------------------------------------

static void torque_gives_angular_acceleration(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.25f);
    double inertia = 0.5 * (1.0 + 0.25) / 12.0; // m (w^2 + h^2) / 12
    CHECK_NEAR(v2d_body_mass(world, id).inertia, inertia, 1e-6);
    for (int i = 0; i < 30; ++i) {
        CHECK(v2d_body_apply_torque(world, id, 0.1f) == V2D_OK);
        v2d_world_step(world, dt, 4);
    }
    double n = 120.0, h = 1.0 / 240.0;
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.1 / inertia * 0.5, 1e-4);
    CHECK_NEAR(v2d_body_angle(world, id), 0.1 / inertia * h * h * n * (n + 1.0) / 2.0, 1e-4);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 1e-6);
}

// A force acts for the next step only.
static void forces_are_cleared_after_a_step(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 1.0f, 0.5f); // 2 kg
    CHECK(v2d_body_apply_force_to_center(world, id, v2d_vec2_make(12.0f, -6.0f)) == V2D_OK);
    CHECK(v2d_body_apply_torque(world, id, 3.0f) == V2D_OK);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 0.0);
    v2d_world_step(world, dt, 4);
    double turn = 3.0 / (2.0 * (4.0 + 1.0) / 12.0) / 60.0;
    for (int i = 0; i < 5; ++i) {
        CHECK_NEAR(v2d_body_velocity(world, id).x, 6.0 / 60.0, 1e-6);
        CHECK_NEAR(v2d_body_velocity(world, id).y, -3.0 / 60.0, 1e-6);
        CHECK_NEAR(v2d_body_angular_velocity(world, id), turn, 1e-6);
        v2d_world_step(world, dt, 4);
    }
}

// Applied forces add up.
static void forces_add_up(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_body_apply_force_to_center(world, id, v2d_vec2_make(5.0f, 0.0f));
    v2d_body_apply_force_to_center(world, id, v2d_vec2_make(1.0f, 2.0f));
    v2d_body_apply_torque(world, id, 1.0f);
    v2d_body_apply_torque(world, id, -1.0f);
    v2d_world_step(world, dt, 4);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 6.0 / 60.0, 1e-6);
    CHECK_NEAR(v2d_body_velocity(world, id).y, 2.0 / 60.0, 1e-6);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 1e-7);
}

static void force_at_a_point_is_a_force_and_a_torque(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id a = test_box(world, V2D_BODY_DYNAMIC, -10.0f, 0.0f, 0.5f, 0.25f);
    v2d_body_id b = test_box(world, V2D_BODY_DYNAMIC, 10.0f, 0.0f, 0.5f, 0.25f);
    v2d_vec2 arm = v2d_vec2_make(0.3f, -0.2f), force = v2d_vec2_make(1.5f, 2.5f);
    for (int i = 0; i < 30; ++i) {
        v2d_vec2 center = v2d_body_center(world, a);
        v2d_body_apply_force(world, a, force, v2d_vec2_make(center.x + arm.x, center.y + arm.y));
        v2d_body_apply_force_to_center(world, b, force);
        v2d_body_apply_torque(world, b, arm.x * force.y - arm.y * force.x);
        v2d_world_step(world, dt, 4);
    }
    CHECK_NEAR(v2d_body_velocity(world, a).x, 1.5 / 0.5 * 0.5, 1e-4);
    CHECK_NEAR(v2d_body_velocity(world, a).x, v2d_body_velocity(world, b).x, 1e-5);
    CHECK_NEAR(v2d_body_velocity(world, a).y, v2d_body_velocity(world, b).y, 1e-5);
    CHECK_NEAR(v2d_body_angular_velocity(world, a), v2d_body_angular_velocity(world, b), 1e-3);
}

// v += J / m at once, w += (r x J) / I at once.
static void impulses_change_velocities_at_once(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 3.0f, 4.0f, 1.0f, 0.5f); // 2 kg
    double inertia = 2.0 * (4.0 + 1.0) / 12.0;
    CHECK(v2d_body_apply_impulse_to_center(world, id, v2d_vec2_make(4.0f, -2.0f)) == V2D_OK);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 2.0, 1e-6);
    CHECK_NEAR(v2d_body_velocity(world, id).y, -1.0, 1e-6);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 0.0);

    CHECK(v2d_body_apply_angular_impulse(world, id, 0.5f) == V2D_OK);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.5 / inertia, 1e-6);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 2.0, 1e-6);

    // At (3.5, 3.75): r = (0.5, -0.25), J = (1, 3), r x J = 1.75.
    CHECK(v2d_body_apply_impulse(world, id, v2d_vec2_make(1.0f, 3.0f),
                                 v2d_vec2_make(3.5f, 3.75f)) == V2D_OK);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 2.5, 1e-6);
    CHECK_NEAR(v2d_body_velocity(world, id).y, 0.5, 1e-6);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), (0.5 + 1.75) / inertia, 1e-5);
    v2d_world_step(world, dt, 4); // and stay
    CHECK_NEAR(v2d_body_velocity(world, id).x, 2.5, 1e-5);
    CHECK_NEAR(v2d_body_velocity(world, id).y, 0.5, 1e-5);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 2.25 / inertia, 1e-5);
    CHECK_NEAR(v2d_body_position(world, id).x, 3.0 + 2.5 / 60.0, 1e-5);
}

static void what_does_not_move_ignores_forces(void **state) {
    (void)state;
    static const v2d_body_type types[2] = {V2D_BODY_STATIC, V2D_BODY_KINEMATIC};
    for (int i = 0; i < 2; ++i) {
        v2d_world *world = test_world();
        v2d_body_id id = test_box(world, types[i], 1.0f, 2.0f, 0.5f, 0.5f);
        v2d_body_apply_force(world, id, v2d_vec2_make(100.0f, 0.0f), v2d_vec2_make(1.0f, 2.5f));
        v2d_body_apply_force_to_center(world, id, v2d_vec2_make(100.0f, 0.0f));
        v2d_body_apply_torque(world, id, 100.0f);
        v2d_body_apply_impulse(world, id, v2d_vec2_make(100.0f, 0.0f), v2d_vec2_make(1.0f, 2.5f));
        v2d_body_apply_impulse_to_center(world, id, v2d_vec2_make(100.0f, 0.0f));
        v2d_body_apply_angular_impulse(world, id, 100.0f);
        test_steps(world, 30);
        CHECK_NEAR(v2d_body_position(world, id).x, 1.0, 0.0);
        CHECK_NEAR(v2d_body_position(world, id).y, 2.0, 0.0);
        CHECK_NEAR(v2d_body_angle(world, id), 0.0, 0.0);
        CHECK_NEAR(v2d_body_mass(world, id).mass, 0.0, 0.0);
        CHECK_NEAR(v2d_body_mass(world, id).inertia, 0.0, 0.0);
    }
}

// ---- velocities, locks, transforms ---------------------------------------------------------------------

static void velocity_is_what_was_set(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.37f, 0.11f);
    uint32_t seed = 1u;
    for (int i = 0; i < 200; ++i) {
        float v[3];
        for (int k = 0; k < 3; ++k) {
            seed = seed * 1664525u + 1013904223u;
            v[k] = (float)(int32_t)(seed >> 8) * 1e-6f - 8.0f;
        }
        CHECK(v2d_body_set_velocity(world, id, v2d_vec2_make(v[0], v[1])) == V2D_OK);
        CHECK(v2d_body_set_angular_velocity(world, id, v[2]) == V2D_OK);
        CHECK_NEAR(v2d_body_velocity(world, id).x, v[0], 0.0);
        CHECK_NEAR(v2d_body_velocity(world, id).y, v[1], 0.0);
        CHECK_NEAR(v2d_body_angular_velocity(world, id), v[2], 2e-7 * fabs((double)v[2]));
        if (i % 20 == 19) v2d_world_step(world, dt, 4);
    }
}

// Velocities given before the shapes hold for the body with its shapes.
static void velocity_of_a_def_outlives_its_shapes(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    def.velocity = v2d_vec2_make(3.0f, -1.0f);
    def.angular_velocity = 2.0f;
    v2d_body_id id = v2d_body_create(world, &def);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 3.0, 0.0);
    v2d_shape_create(world, id, &shape_def, &box);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 3.0, 1e-6);
    CHECK_NEAR(v2d_body_velocity(world, id).y, -1.0, 1e-6);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 2.0, 1e-6);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_position(world, id).x, 3.0, 1e-4);
    CHECK_NEAR(v2d_body_angle(world, id), 2.0, 1e-4);
}

// Shapes that shift the centre of mass leave the motion of the body as it is, in any order: its material at the
// origin keeps the velocity of the def, and every other point that plus w x r.
static void shapes_leave_the_motion_of_their_body(void **state) {
    (void)state;
    static const float x[3] = {2.0f, -2.0f, 0.5f}, y[3] = {1.0f, 1.0f, -3.0f};
    for (int first = 0; first < 3; ++first) {
        for (int count = 1; count <= 3; ++count) {
            v2d_world *world = test_weightless();
            v2d_body_def def = v2d_body_def_default();
            v2d_shape_def shape_def = v2d_shape_def_default();
            def.position = v2d_vec2_make(5.0f, 6.0f), def.angle = 0.7f;
            def.velocity = v2d_vec2_make(3.0f, -1.0f), def.angular_velocity = 2.0f;
            v2d_body_id id = v2d_body_create(world, &def);
            for (int i = 0; i < count; ++i) {
                v2d_vec2 at = v2d_vec2_make(x[(first + i) % 3], y[(first + i) % 3]);
                v2d_geometry box = v2d_geometry_oriented_box(0.5f, 0.25f, at, 0.3f);
                v2d_shape_create(world, id, &shape_def, &box);
            }
            v2d_vec2 r = v2d_body_center(world, id), v = v2d_body_velocity(world, id);
            CHECK_NEAR(v2d_body_angular_velocity(world, id), 2.0, 1e-6);
            CHECK_NEAR(v.x, 3.0 - 2.0 * ((double)r.y - 6.0), 1e-5);
            CHECK_NEAR(v.y, -1.0 + 2.0 * ((double)r.x - 5.0), 1e-5);
            v = v2d_body_velocity_at(world, id, def.position);
            CHECK_NEAR(v.x, 3.0, 1e-5);
            CHECK_NEAR(v.y, -1.0, 1e-5);
        }
    }
}

// v + w x r
static void velocity_at_a_point_includes_spin(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 5.0f, 6.0f, 0.5f, 0.5f);
    v2d_body_set_velocity(world, id, v2d_vec2_make(1.0f, 2.0f));
    v2d_body_set_angular_velocity(world, id, 3.0f);
    v2d_vec2 v = v2d_body_velocity_at(world, id, v2d_vec2_make(5.5f, 7.0f)); // r = (0.5, 1)
    CHECK_NEAR(v.x, 1.0 - 3.0 * 1.0, 1e-5);
    CHECK_NEAR(v.y, 2.0 + 3.0 * 0.5, 1e-5);
}

static void locks_hold(void **state) {
    (void)state;
    for (int lock = 0; lock < 8; ++lock) {
        v2d_world *world = test_world();
        v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 1.25f, 2.5f, 0.5f, 0.25f);
        v2d_body_id other =
            test_box(world, V2D_BODY_DYNAMIC, 1.5f, 4.0f, 0.4f, 0.4f); // falls on it
        CHECK(body_set_locks(world, id, (lock & 1) != 0, (lock & 2) != 0, (lock & 4) != 0) ==
              V2D_OK);
        v2d_body_set_velocity(world, other, v2d_vec2_make(-2.0f, -3.0f));
        for (int i = 0; i < 60; ++i) {
            v2d_body_apply_force(world, id, v2d_vec2_make(3.0f, 4.0f), v2d_vec2_make(1.5f, 2.75f));
            v2d_body_apply_impulse(world, id, v2d_vec2_make(0.02f, 0.01f),
                                   v2d_vec2_make(1.0f, 2.75f));
            v2d_body_apply_angular_impulse(world, id, 0.01f);
            v2d_world_step(world, dt, 4);
            if (lock & 1) CHECK_NEAR(v2d_body_center(world, id).x, 1.25, 0.0);
            if (lock & 2) CHECK_NEAR(v2d_body_center(world, id).y, 2.5, 0.0);
            if (lock & 4) CHECK_NEAR(v2d_body_angle(world, id), 0.0, 0.0);
        }
        if (!(lock & 1)) CHECK(fabsf(v2d_body_center(world, id).x - 1.25f) > 0.1f);
        if (!(lock & 2)) CHECK(fabsf(v2d_body_center(world, id).y - 2.5f) > 0.1f);
        if (!(lock & 4)) CHECK(fabsf(v2d_body_angle(world, id)) > 0.05f);
    }
}

static void locks_of_the_def_work_too(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    def.lock_y = true;
    def.velocity = v2d_vec2_make(1.0f, 0.0f);
    v2d_body_id id = v2d_body_create(world, &def);
    v2d_shape_create(world, id, &shape_def, &box);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_position(world, id).y, 0.0, 0.0);
    CHECK_NEAR(v2d_body_position(world, id).x, 1.0, 1e-4);
    body_set_locks(world, id, false, false, false); // unlocked it falls
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, id).y, -10.0, 1e-3);
}

static void transforms_go_there_and_back(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    def.position = v2d_vec2_make(2.0f, -3.0f);
    def.angle = (float)(TEST_PI / 6.0);
    v2d_body_id id = v2d_body_create(world, &def);
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry shape =
        v2d_geometry_circle(v2d_vec2_make(0.7f, 0.2f), 0.3f); // centre off the origin
    v2d_shape_create(world, id, &shape_def, &shape);
    double c = cos(TEST_PI / 6.0), s = sin(TEST_PI / 6.0);

    v2d_vec2 p = v2d_body_world_point(world, id, v2d_vec2_make(1.0f, 2.0f));
    CHECK_NEAR(p.x, 2.0 + c * 1.0 - s * 2.0, 1e-5);
    CHECK_NEAR(p.y, -3.0 + s * 1.0 + c * 2.0, 1e-5);
    p = v2d_body_local_point(world, id, p);
    CHECK_NEAR(p.x, 1.0, 1e-5);
    CHECK_NEAR(p.y, 2.0, 1e-5);

    v2d_transform xf = v2d_body_transform(world, id);
    CHECK_NEAR(xf.p.x, 2.0, 1e-6);
    CHECK_NEAR(xf.p.y, -3.0, 1e-6);
    CHECK_NEAR(xf.q.c, c, 1e-6);
    CHECK_NEAR(xf.q.s, s, 1e-6);
    CHECK_NEAR(v2d_body_angle(world, id), TEST_PI / 6.0, 1e-6);
    CHECK_NEAR(v2d_body_center(world, id).x, 2.0 + c * 0.7 - s * 0.2, 1e-6);
    CHECK_NEAR(v2d_body_center(world, id).y, -3.0 + s * 0.7 + c * 0.2, 1e-6);
}

static void teleport_moves_the_origin_and_keeps_velocities(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id =
        test_shape(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f,
                   v2d_geometry_oriented_box(0.5f, 0.25f, v2d_vec2_make(0.2f, 0.1f), 0.3f));
    v2d_body_set_velocity(world, id, v2d_vec2_make(1.0f, 2.0f));
    v2d_body_set_angular_velocity(world, id, -1.0f);
    test_steps(world, 7);
    CHECK(v2d_body_set_transform(world, id, v2d_vec2_make(30.0f, -20.0f), 2.5f) == V2D_OK);
    CHECK_NEAR(v2d_body_position(world, id).x, 30.0, 1e-5);
    CHECK_NEAR(v2d_body_position(world, id).y, -20.0, 1e-5);
    CHECK_NEAR(v2d_body_angle(world, id), 2.5, 1e-5);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 1.0, 1e-5);
    CHECK_NEAR(v2d_body_velocity(world, id).y, 2.0, 1e-5);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), -1.0, 1e-5);
    v2d_vec2 center = v2d_body_center(world, id);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_center(world, id).x, (double)center.x + 1.0, 1e-4);
    CHECK_NEAR(v2d_body_center(world, id).y, (double)center.y + 2.0, 1e-4);
    CHECK_NEAR(v2d_body_angle(world, id), 1.5, 1e-4);
}

// A body teleported next to others collides there at once: its old neighbours do not matter.
static void teleported_body_collides_at_its_new_place(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_box(world, V2D_BODY_STATIC, 50.0f, 0.0f, 5.0f, 0.5f);
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, -50.0f, 20.0f, 0.5f, 0.5f);
    test_steps(world, 5);
    v2d_body_set_transform(world, id, v2d_vec2_make(50.0f, 1.01f), 0.0f);
    v2d_body_set_velocity(world, id, v2d_vec2_make(0.0f, 0.0f));
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_position(world, id).y, 1.0, 0.02);
}

// Angles read back within -pi to pi after any number of turns.
static void angle_stays_in_range(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_body_set_angular_velocity(world, id, 40.0f);
    for (int i = 0; i < 300; ++i) {
        v2d_world_step(world, dt, 4);
        CHECK(fabs((double)v2d_body_angle(world, id)) <= TEST_PI + 1e-6);
        v2d_rot q = v2d_body_transform(world, id).q;
        CHECK_NEAR((double)q.c * (double)q.c + (double)q.s * (double)q.s, 1.0, 1e-5);
    }
}

// ---- types and mass ----------------------------------------------------------------------------------------

static void kinematic_body_moves_at_its_velocity(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id id = test_box(world, V2D_BODY_KINEMATIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_body_id load = test_box(world, V2D_BODY_DYNAMIC, 3.0f, 0.0f, 0.5f, 0.5f); // in its way
    body_set_gravity_scale(world, load, 0.0f);
    v2d_body_set_velocity(world, id, v2d_vec2_make(2.0f, 0.0f));
    v2d_body_set_angular_velocity(world, id, 0.0f);
    for (int i = 1; i <= 180; ++i) {
        v2d_world_step(world, dt, 4);
        CHECK_NEAR(v2d_body_position(world, id).x, 2.0 * i / 60.0, 1e-4);
        CHECK_NEAR(v2d_body_position(world, id).y, 0.0, 1e-6);
        CHECK_NEAR(v2d_body_velocity(world, id).x, 2.0, 1e-6);
    }
    CHECK_NEAR(v2d_body_velocity(world, load).x, 2.0, 0.1); // pushed along
    CHECK_NEAR(v2d_body_position(world, load).x, 7.0, 0.2);

    v2d_body_id spinner = test_box(world, V2D_BODY_KINEMATIC, -20.0f, 0.0f, 0.5f, 0.5f);
    v2d_body_set_angular_velocity(world, spinner, 1.0f);
    test_steps(world, 120);
    CHECK_NEAR(v2d_body_angle(world, spinner), 2.0, 1e-4);
    CHECK_NEAR(v2d_body_angular_velocity(world, spinner), 1.0, 1e-6);
}

static void static_body_reports_no_velocity(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id id = test_box(world, V2D_BODY_STATIC, 4.0f, 5.0f, 0.5f, 0.5f);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_position(world, id).x, 4.0, 0.0);
    CHECK_NEAR(v2d_body_position(world, id).y, 5.0, 0.0);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 0.0);
    CHECK_NEAR(v2d_body_velocity(world, id).y, 0.0, 0.0);
    CHECK(body_type_of(world, id) == V2D_BODY_STATIC);
}

static void type_can_change(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    test_steps(world, 30);
    CHECK_NEAR(v2d_body_velocity(world, id).y, -5.0, 1e-3);

    CHECK(v2d_body_set_type(world, id, V2D_BODY_STATIC) == V2D_OK);
    CHECK(body_type_of(world, id) == V2D_BODY_STATIC);
    CHECK_NEAR(v2d_body_mass(world, id).mass, 0.0, 0.0);
    v2d_vec2 before = v2d_body_position(world, id);
    test_steps(world, 30);
    CHECK_NEAR(v2d_body_position(world, id).y, before.y, 0.0);

    CHECK(v2d_body_set_type(world, id, V2D_BODY_KINEMATIC) == V2D_OK);
    CHECK(body_type_of(world, id) == V2D_BODY_KINEMATIC);
    v2d_body_set_velocity(world, id, v2d_vec2_make(1.0f, 0.0f));
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_position(world, id).x, 1.0, 1e-4);
    CHECK_NEAR(v2d_body_position(world, id).y, before.y, 1e-6);

    CHECK(v2d_body_set_type(world, id, V2D_BODY_DYNAMIC) == V2D_OK);
    CHECK_NEAR(v2d_body_mass(world, id).mass, 1.0, 1e-6);
    CHECK_NEAR(v2d_body_mass(world, id).inertia, 1.0 / 6.0, 1e-6);
    v2d_body_set_velocity(world, id, v2d_vec2_make(0.0f, 0.0f));
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, id).y, -10.0, 1e-3);
}

// A body made static under a stack holds it; made dynamic again it falls with it.
static void changed_type_matters_to_contacts(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id shelf = test_box(world, V2D_BODY_STATIC, 0.0f, 5.0f, 2.0f, 0.25f);
    v2d_body_id load = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 5.75f, 0.5f, 0.5f);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_position(world, load).y, 5.75, 0.02);
    v2d_body_set_type(world, shelf, V2D_BODY_DYNAMIC);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, shelf).y, -10.0, 0.3);
    CHECK_NEAR(v2d_body_velocity(world, load).y, -10.0, 0.3);
}

static void mass_can_be_replaced(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 1.0f, 1.0f, 0.5f, 0.5f);
    v2d_mass mass;
    mass.mass = 5.0f;
    mass.center = v2d_vec2_make(0.25f, -0.125f);
    mass.inertia = 3.0f;
    CHECK(body_set_mass(world, id, mass) == V2D_OK);
    CHECK_NEAR(v2d_body_mass(world, id).mass, 5.0, 1e-6);
    CHECK_NEAR(v2d_body_mass(world, id).center.x, 0.25, 1e-6);
    CHECK_NEAR(v2d_body_mass(world, id).center.y, -0.125, 1e-6);
    CHECK_NEAR(v2d_body_mass(world, id).inertia, 3.0, 1e-5);
    CHECK_NEAR(v2d_body_position(world, id).x, 1.0, 1e-6); // the origin did not move
    CHECK_NEAR(v2d_body_position(world, id).y, 1.0, 1e-6);
    CHECK_NEAR(v2d_body_center(world, id).x, 1.25, 1e-6);
    CHECK_NEAR(v2d_body_center(world, id).y, 0.875, 1e-6);
    v2d_vec2 local = v2d_shape_geometry(world, v2d_body_first_shape(world, id)).vertices[0];
    CHECK_NEAR(fabsf(local.x), 0.5, 1e-6); // nor did the shape
    CHECK_NEAR(fabsf(local.y), 0.5, 1e-6);
    CHECK_NEAR(v2d_shape_aabb(world, v2d_body_first_shape(world, id)).lower.x, 0.5, 1e-5);

    v2d_body_apply_impulse(world, id, v2d_vec2_make(0.0f, 10.0f), v2d_vec2_make(2.25f, 0.875f));
    CHECK_NEAR(v2d_body_velocity(world, id).y, 2.0, 1e-5);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 10.0 * 1.0 / 3.0, 1e-5);

    mass.inertia = 0.0f; // does not turn
    CHECK(body_set_mass(world, id, mass) == V2D_OK);
    v2d_body_set_angular_velocity(world, id, 0.0f);
    v2d_body_apply_impulse(world, id, v2d_vec2_make(0.0f, 10.0f), v2d_vec2_make(9.0f, 0.0f));
    v2d_body_apply_torque(world, id, 50.0f);
    test_steps(world, 10);
    CHECK_NEAR(v2d_body_angle(world, id), 0.0, 0.0);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 0.0);

    v2d_shape_def shape_def = v2d_shape_def_default(); // a new shape changes nothing
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_shape_create(world, id, &shape_def, &box);
    CHECK_NEAR(v2d_body_mass(world, id).mass, 5.0, 0.0);
    v2d_body_def def; // until the shapes count again
    CHECK(v2d_body_describe(world, id, &def) == V2D_OK && def.own_mass);
    def.own_mass = false;
    CHECK(v2d_body_change(world, id, &def) == V2D_OK);
    CHECK_NEAR(v2d_body_mass(world, id).mass, 2.0, 1e-5);
    CHECK_NEAR(v2d_body_mass(world, id).inertia, 2.0 / 6.0, 1e-5);
}

// ---- shapes: mass, centre, inertia -------------------------------------------------------------------------

// Disc m r^2/2; box m (w^2 + h^2)/12; right triangle with legs a, b: m (a^2 + b^2)/18;
// capsule: a box and two half discs, by hand.
static void inertia_of_known_shapes(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_mass mass = v2d_body_mass(world, test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.7f));
    double expected = TEST_PI * 0.49;
    CHECK_NEAR(mass.mass, expected, 1e-5);
    CHECK_NEAR(mass.inertia, expected * 0.49 / 2.0, 1e-5);

    mass = v2d_body_mass(world, test_box(world, V2D_BODY_DYNAMIC, 9.0f, 0.0f, 1.5f, 0.25f));
    CHECK_NEAR(mass.mass, 1.5, 1e-5);
    CHECK_NEAR(mass.inertia, 1.5 * (9.0 + 0.25) / 12.0, 1e-5);

    v2d_vec2 corners[3] = {{0.0f, 0.0f}, {3.0f, 0.0f}, {0.0f, 2.0f}};
    mass = v2d_body_mass(world, test_shape(world, V2D_BODY_DYNAMIC, 0.0f, 9.0f,
                                           v2d_geometry_polygon(corners, 3, 0.0f)));
    CHECK_NEAR(mass.mass, 3.0, 1e-5);
    CHECK_NEAR(mass.center.x, 1.0, 1e-5);
    CHECK_NEAR(mass.center.y, 2.0 / 3.0, 1e-5);
    CHECK_NEAR(mass.inertia, 3.0 * (9.0 + 4.0) / 18.0, 1e-4);

    v2d_geometry capsule =
        v2d_geometry_capsule(v2d_vec2_make(-1.0f, 0.0f), v2d_vec2_make(1.0f, 0.0f), 0.5f);
    mass = v2d_body_mass(world, test_shape(world, V2D_BODY_DYNAMIC, 9.0f, 9.0f, capsule));
    double box = 2.0, disc = TEST_PI * 0.25, offset = 4.0 * 0.5 / (3.0 * TEST_PI);
    // Half discs: about their own centre of mass I0 - m offset^2, then moved out to 1 + offset.
    double halves =
        disc * 0.25 / 2.0 - disc * offset * offset + disc * (1.0 + offset) * (1.0 + offset);
    CHECK_NEAR(mass.mass, box + disc, 1e-5);
    CHECK_NEAR(mass.inertia, box * (4.0 + 1.0) / 12.0 + halves, 1e-4);

    v2d_shape_def dense = v2d_shape_def_default();
    v2d_body_def def = v2d_body_def_default();
    v2d_geometry unit = v2d_geometry_box(0.5f, 0.5f);
    dense.density = 7.0f;
    v2d_body_id id = v2d_body_create(world, &def);
    v2d_shape_create(world, id, &dense, &unit);
    CHECK_NEAR(v2d_body_mass(world, id).mass, 7.0, 1e-5);
    CHECK_NEAR(v2d_body_mass(world, id).inertia, 7.0 / 6.0, 1e-5);
}

// A dumbbell, then one weight less: parallel axes by hand.
static void compound_mass_follows_the_parallel_axis_theorem(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_def def = v2d_body_def_default();
    def.position = v2d_vec2_make(10.0f, 20.0f);
    v2d_body_id id = v2d_body_create(world, &def);
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry bar = v2d_geometry_box(1.0f, 0.1f); // 0.4 kg
    v2d_geometry weight = v2d_geometry_circle(v2d_vec2_make(1.0f, 0.5f), 0.3f);
    v2d_shape_create(world, id, &shape_def, &bar);
    shape_def.density = 4.0f;
    v2d_shape_id round = v2d_shape_create(world, id, &shape_def, &weight);

    double m1 = 0.4, m2 = 4.0 * TEST_PI * 0.09, m = m1 + m2;
    double cx = m2 * 1.0 / m, cy = m2 * 0.5 / m;
    double inertia = m1 * (4.0 + 0.04) / 12.0 + m1 * (cx * cx + cy * cy) + m2 * 0.09 / 2.0 +
                     m2 * ((1.0 - cx) * (1.0 - cx) + (0.5 - cy) * (0.5 - cy));
    v2d_mass mass = v2d_body_mass(world, id);
    CHECK_NEAR(mass.mass, m, 1e-5);
    CHECK_NEAR(mass.center.x, cx, 1e-5);
    CHECK_NEAR(mass.center.y, cy, 1e-5);
    CHECK_NEAR(mass.inertia, inertia, 1e-5);
    CHECK_NEAR(v2d_body_center(world, id).x, 10.0 + cx, 1e-5);
    CHECK_NEAR(v2d_body_position(world, id).x, 10.0, 1e-5);
    CHECK(shape_contains(world, round, v2d_vec2_make(11.0f, 20.5f)));
    CHECK(!shape_contains(world, round, v2d_vec2_make(11.0f, 20.0f)));

    CHECK(v2d_shape_destroy(world, round) == V2D_OK);
    CHECK(!v2d_shape_is_valid(world, round));
    mass = v2d_body_mass(world, id);
    CHECK_NEAR(mass.mass, 0.4, 1e-5);
    CHECK_NEAR(mass.center.x, 0.0, 1e-5);
    CHECK_NEAR(mass.center.y, 0.0, 1e-5);
    CHECK_NEAR(mass.inertia, m1 * 4.04 / 12.0, 1e-5);
    CHECK_NEAR(v2d_body_position(world, id).x, 10.0, 1e-5);
    CHECK_NEAR(v2d_body_position(world, id).y, 20.0, 1e-5);
}

// A shape of density 0 adds no mass.
static void weightless_shape_adds_no_mass(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry far_box = v2d_geometry_oriented_box(1.0f, 1.0f, v2d_vec2_make(3.0f, 0.0f), 0.0f);
    shape_def.density = 0.0f;
    CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, id, &shape_def, &far_box)));
    CHECK_NEAR(v2d_body_mass(world, id).mass, 1.0, 1e-6);
    CHECK_NEAR(v2d_body_mass(world, id).center.x, 0.0, 1e-6);
    CHECK_NEAR(v2d_body_mass(world, id).inertia, 1.0 / 6.0, 1e-6);
}

// An L of 2 x 2 without its upper right unit square. About the corner at the origin:
// mass 3, centre 5/6; inertia of unit squares at (.5, .5), (1.5, .5), (.5, 1.5) by parallel axes.
static void concave_outline_has_the_mass_of_its_area(void **state) {
    (void)state;
    v2d_vec2 forward[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    v2d_vec2 backward[6];
    for (int i = 0; i < 6; ++i)
        backward[i] = forward[5 - i];
    for (int order = 0; order < 2; ++order) {
        v2d_world *world = test_weightless();
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape_def = v2d_shape_def_default();
        v2d_body_id id = v2d_body_create(world, &def);
        v2d_shape_id first =
            v2d_shape_create_outline(world, id, &shape_def, order ? backward : forward, 6);
        CHECK(!V2D_IS_NULL(first) && V2D_ID_EQUALS(first, v2d_body_first_shape(world, id)));
        v2d_mass mass = v2d_body_mass(world, id);
        double c = 5.0 / 6.0, near = (0.5 - c) * (0.5 - c), far = (1.5 - c) * (1.5 - c);
        CHECK_NEAR(mass.mass, 3.0, 1e-5);
        CHECK_NEAR(mass.center.x, c, 1e-5);
        CHECK_NEAR(mass.center.y, c, 1e-5);
        CHECK_NEAR(mass.inertia, 3.0 / 6.0 + 2.0 * near + 2.0 * (far + near), 1e-4);

        int inside[5] = {0, 0, 0, 0, 0}, shapes = 0;
        v2d_vec2 probes[5] = {
            {0.5f, 0.5f}, {1.7f, 0.4f}, {0.4f, 1.7f}, {1.5f, 1.5f}, {-0.1f, 0.5f}};
        for (v2d_shape_id s = v2d_body_first_shape(world, id); s.index1 != 0;
             s = v2d_shape_next(world, s)) {
            for (int k = 0; k < 5; ++k)
                inside[k] += shape_contains(world, s, probes[k]) ? 1 : 0;
            shapes += 1;
        }
        CHECK(shapes >= 2);
        CHECK(inside[0] > 0 && inside[1] > 0 && inside[2] > 0 && inside[3] == 0 && inside[4] == 0);
    }
}

static void bad_outline_adds_no_shape(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_vec2 bow_tie[4] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    int before = v2d_world_counters(world).shapes.count;
    CHECK(V2D_IS_NULL(v2d_shape_create_outline(world, id, &shape_def, bow_tie, 4)));
    CHECK(v2d_world_status(world) == V2D_ERROR_SELF_CROSSING);
    CHECK(v2d_world_counters(world).shapes.count == before);
    CHECK_NEAR(v2d_body_mass(world, id).mass, 1.0, 1e-6);
}

// A box dropped into a U stays in it: the outline is hollow where it should be.
static void concave_body_is_hollow(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_vec2 u[8] = {{-2, 0},      {2, 0},        {2, 3},     {1.5f, 3},
                     {1.5f, 0.5f}, {-1.5f, 0.5f}, {-1.5f, 3}, {-2, 3}};
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    def.type = V2D_BODY_STATIC;
    v2d_body_id cup = v2d_body_create(world, &def);
    CHECK(v2d_shape_is_valid(world, v2d_shape_create_outline(world, cup, &shape_def, u, 8)));
    v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 0.3f, 4.0f, 0.4f, 0.4f);
    test_steps(world, 240);
    CHECK_NEAR(v2d_body_position(world, box).y, 0.9, 0.02);
    CHECK(fabsf(v2d_body_position(world, box).x) < 1.1f);
}

static void shape_tells_what_it_was_given(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    def.position = v2d_vec2_make(3.0f, 4.0f);
    def.angle = (float)(TEST_PI / 2.0);
    def.user = 0x123456789abcdef0u;
    v2d_body_id body = v2d_body_create(world, &def);
    v2d_shape_def shape_def = v2d_shape_def_default();
    shape_def.user = 0xfedcba9876543210u;
    v2d_geometry capsule =
        v2d_geometry_capsule(v2d_vec2_make(0.5f, 0.0f), v2d_vec2_make(1.5f, 0.0f), 0.25f);
    v2d_shape_id shape = v2d_shape_create(world, body, &shape_def, &capsule);
    CHECK(body_user(world, body) == 0x123456789abcdef0u);
    CHECK(shape_user(world, shape) == 0xfedcba9876543210u);
    CHECK(body_set_user(world, body, 1u) == V2D_OK);
    CHECK(shape_set_user(world, shape, 0xffffffffffffffffu) == V2D_OK);
    CHECK(body_user(world, body) == 1u);
    CHECK(shape_user(world, shape) == 0xffffffffffffffffu);
    CHECK(v2d_shape_body(world, shape).index1 == body.index1);
    CHECK(v2d_shape_body(world, shape).generation == body.generation);

    v2d_geometry got = v2d_shape_geometry(world, shape); // in the body's coordinates, as given
    CHECK(got.kind == V2D_GEOMETRY_CAPSULE && got.count == 2);
    CHECK_NEAR(got.radius, 0.25, 0.0);
    CHECK_NEAR(got.vertices[0].x, 0.5, 1e-6);
    CHECK_NEAR(got.vertices[1].x, 1.5, 1e-6);
    CHECK_NEAR(got.vertices[0].y, 0.0, 1e-6);

    v2d_aabb box = v2d_shape_aabb(world, shape); // turned by 90 degrees
    CHECK_NEAR(box.lower.x, 3.0 - 0.25, 1e-5);
    CHECK_NEAR(box.upper.x, 3.0 + 0.25, 1e-5);
    CHECK_NEAR(box.lower.y, 4.0 + 0.25, 1e-5);
    CHECK_NEAR(box.upper.y, 4.0 + 1.75, 1e-5);
    CHECK(shape_contains(world, shape, v2d_vec2_make(3.2f, 5.0f)));
    CHECK(!shape_contains(world, shape, v2d_vec2_make(3.3f, 5.0f)));
}

// Distance from the centre of mass to the farthest point of any shape.
static double farthest(const v2d_world *world, v2d_body_id body) {
    v2d_vec2 center = v2d_body_mass(world, body).center;
    double most = 0.0;
    for (v2d_shape_id s = v2d_body_first_shape(world, body); s.index1 != 0u;
         s = v2d_shape_next(world, s)) {
        v2d_geometry g = v2d_shape_geometry(world, s);
        for (int i = 0; i < g.count; ++i) {
            double x = (double)g.vertices[i].x - (double)center.x;
            double y = (double)g.vertices[i].y - (double)center.y;
            most = fmax(most, sqrt(x * x + y * y) + (double)g.radius);
        }
    }
    return most;
}

// Whatever happens to a body, its surface is known to reach as far as it does.
static void extent_follows_shapes_type_and_mass(void **state) {
    (void)state;
    static const v2d_body_type types[] = {V2D_BODY_DYNAMIC, V2D_BODY_STATIC, V2D_BODY_KINEMATIC};
    v2d_world *world = test_weightless();
    uint32_t seed = 7;
    v2d_body_def def = v2d_body_def_default();
    v2d_body_id body = v2d_body_create(world, &def);
    v2d_shape_def shape_def = v2d_shape_def_default();
    for (int i = 0; i < 400; ++i) {
        seed = seed * 1664525u + 1013904223u;
        float x = (float)(seed >> 8 & 255u) / 64.0f, y = (float)(seed >> 16 & 255u) / 64.0f;
        v2d_geometry g =
            v2d_geometry_capsule(v2d_vec2_make(x, y), v2d_vec2_make(y, x + 1.0f), 0.1f);
        v2d_mass mass = {1.0f + x, v2d_vec2_make(y, x), 1.0f};
        switch (seed >> 24 & 7u) {
        case 0: CHECK(v2d_body_set_type(world, body, types[seed >> 27 & 1u]) == V2D_OK); break;
        case 1: CHECK(v2d_body_set_type(world, body, types[2]) == V2D_OK); break;
        case 2: body_set_mass(world, body, mass); break; // of dynamic ones only
        case 3:
        case 4: v2d_shape_destroy(world, v2d_body_first_shape(world, body)); break; // if any
        default: v2d_shape_create(world, body, &shape_def, &g);
        }
        CHECK_NEAR(world->bodies.at[body.index1 - 1u].extent, farthest(world, body), 1e-5);
        CHECK(world->nodes.speculation[body.index1 - 1u].extent ==
              world->bodies.at[body.index1 - 1u].extent);
    }
}

// Shapes that a body without mass gets or loses leave it where it is, to the bit.
static void shapes_do_not_move_what_has_no_mass(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_STATIC;
    def.position = v2d_vec2_make(0.1f, 1000.3f);
    def.angle = 0.7f;
    v2d_body_id body = v2d_body_create(world, &def);
    v2d_transform at = v2d_body_transform(world, body);
    v2d_shape_def shape_def = v2d_shape_def_default();
    for (int i = 0; i < 20; ++i) {
        v2d_geometry g = v2d_geometry_circle(v2d_vec2_make((float)i, 1.0f), 0.5f);
        CHECK(v2d_shape_create(world, body, &shape_def, &g).index1 != 0u);
        v2d_transform now = v2d_body_transform(world, body);
        CHECK(memcmp(&now, &at, sizeof(at)) == 0);
        CHECK(v2d_body_mass(world, body).mass == 0.0f);
    }
}

// ---- interpolation and iteration -------------------------------------------------------------------------------

static void interpolation_runs_between_the_last_two_steps(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id =
        test_shape(world, V2D_BODY_DYNAMIC, 1.0f, 2.0f,
                   v2d_geometry_oriented_box(0.5f, 0.25f, v2d_vec2_make(0.5f, 0.0f), 0.0f));
    v2d_body_set_velocity(world, id, v2d_vec2_make(6.0f, 0.0f));
    v2d_body_set_angular_velocity(world, id, 6.0f);
    for (int i = 0; i < 100; ++i) { // more than a turn: passes pi as well
        v2d_transform before = v2d_body_transform(world, id);
        v2d_vec2 center_before = v2d_body_center(world, id);
        v2d_world_step(world, dt, 4);
        v2d_transform after = v2d_body_transform(world, id);
        v2d_transform first = v2d_body_interpolated(world, id, 0.0f);
        v2d_transform last = v2d_body_interpolated(world, id, 1.0f);
        v2d_transform middle = v2d_body_interpolated(world, id, 0.5f);
        CHECK_NEAR(first.p.x, before.p.x, 1e-5);
        CHECK_NEAR(first.p.y, before.p.y, 1e-5);
        CHECK_NEAR(first.q.s, before.q.s, 1e-5);
        CHECK_NEAR(last.p.x, after.p.x, 1e-5);
        CHECK_NEAR(last.p.y, after.p.y, 1e-5);
        CHECK_NEAR(last.q.c, after.q.c, 1e-5);
        CHECK_NEAR((double)middle.q.c * (double)middle.q.c +
                       (double)middle.q.s * (double)middle.q.s,
                   1.0, 1e-4);
        double half = wrapped((double)v2d_rot_angle(middle.q) - (double)v2d_rot_angle(before.q));
        CHECK_NEAR(half, 0.05, 1e-4);
        // The centre of mass moves on a line; the shape's centre is at (0.5, 0) locally.
        double center_x = (double)middle.p.x + (double)middle.q.c * 0.5;
        CHECK_NEAR(center_x, (double)center_before.x + 0.05, 2e-3);
    }
}

static void teleport_leaves_nothing_to_interpolate(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    CHECK_NEAR(v2d_body_interpolated(world, id, 0.3f).p.x, 0.0, 0.0); // before the first step too
    test_steps(world, 3);
    v2d_body_set_transform(world, id, v2d_vec2_make(40.0f, 0.0f), 1.0f);
    CHECK_NEAR(v2d_body_interpolated(world, id, 0.0f).p.x, 40.0, 1e-5);
    CHECK_NEAR(v2d_body_interpolated(world, id, 0.5f).p.x, 40.0, 1e-5);
    CHECK_NEAR(v2d_rot_angle(v2d_body_interpolated(world, id, 0.5f).q), 1.0, 1e-5);
}

static void iteration_visits_each_body_once(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id null_id = {0, 0}, ids[20];
    CHECK(v2d_world_next_body(world, null_id).index1 == 0);
    for (int i = 0; i < 20; ++i)
        ids[i] = test_circle(world, V2D_BODY_DYNAMIC, 3.0f * (float)i, 0.0f, 0.5f);
    CHECK(v2d_body_destroy(world, ids[0]) == V2D_OK);
    CHECK(v2d_body_destroy(world, ids[7]) == V2D_OK);
    CHECK(v2d_body_destroy(world, ids[8]) == V2D_OK);
    CHECK(v2d_body_destroy(world, ids[19]) == V2D_OK);
    CHECK(v2d_body_destroy(world, ids[19]) == V2D_ERROR_BAD_ID);
    v2d_world_clear_status(world);
    int seen[20] = {0}, count = 0;
    uint32_t last = 0;
    for (v2d_body_id id = v2d_world_next_body(world, null_id); id.index1 != 0;
         id = v2d_world_next_body(world, id)) {
        CHECK(v2d_body_is_valid(world, id));
        CHECK(id.index1 > last); // slot order
        last = id.index1;
        for (int i = 0; i < 20; ++i) {
            if (ids[i].index1 == id.index1 && ids[i].generation == id.generation) seen[i] += 1;
        }
        count += 1;
    }
    CHECK(count == 16);
    CHECK(v2d_world_counters(world).bodies.count == 16);
    CHECK(v2d_world_counters(world).bodies.peak == 20);
    for (int i = 0; i < 20; ++i) {
        bool gone = i == 0 || i == 7 || i == 8 || i == 19;
        CHECK(seen[i] == (gone ? 0 : 1));
        CHECK(v2d_body_is_valid(world, ids[i]) == !gone);
    }
}

static void iteration_visits_each_shape_once(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_body_id body = v2d_body_create(world, &def), other = v2d_body_create(world, &def);
    v2d_shape_id ids[6];
    CHECK(v2d_body_first_shape(world, body).index1 == 0);
    for (int i = 0; i < 6; ++i) {
        v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make((float)i, 0.0f), 0.4f);
        shape_def.user = (uint64_t)i;
        ids[i] = v2d_shape_create(world, body, &shape_def, &circle);
        v2d_shape_create(world, other, &shape_def, &circle);
    }
    v2d_shape_destroy(world, ids[0]);
    v2d_shape_destroy(world, ids[3]);
    v2d_shape_destroy(world, ids[5]);
    int seen[6] = {0}, count = 0;
    for (v2d_shape_id s = v2d_body_first_shape(world, body); s.index1 != 0;
         s = v2d_shape_next(world, s)) {
        CHECK(v2d_shape_body(world, s).index1 == body.index1);
        seen[shape_user(world, s)] += 1;
        count += 1;
    }
    CHECK(count == 3 && seen[1] == 1 && seen[2] == 1 && seen[4] == 1);

    CHECK(v2d_body_destroy(world, body) == V2D_OK); // takes its shapes along, not those of others
    CHECK(!v2d_shape_is_valid(world, ids[1]) && !v2d_shape_is_valid(world, ids[2]));
    CHECK(v2d_world_counters(world).shapes.count == 6);
}

static void destroying_a_body_destroys_its_joints(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id a = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_body_id b = test_box(world, V2D_BODY_DYNAMIC, 0.0f, -2.0f, 0.5f, 0.5f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = v2d_anchor_body(a, v2d_vec2_make(0.0f, 0.0f));
    def.b = v2d_anchor_body(b, v2d_vec2_make(0.0f, 0.0f));
    v2d_joint_id joint = v2d_joint_create(world, &def);
    CHECK(v2d_joint_is_valid(world, joint));
    test_steps(world, 10);
    CHECK(v2d_body_destroy(world, a) == V2D_OK);
    CHECK(!v2d_joint_is_valid(world, joint));
    CHECK(v2d_world_counters(world).joints.count == 0);
    v2d_body_set_velocity(world, b, v2d_vec2_make(0.0f, 0.0f));
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, b).y, -10.0, 1e-3); // falls freely
}

// Last-freed slot first, with a new generation: the old id stays invalid.
static void slots_are_reused_with_new_generations(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id old = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
    v2d_shape_id old_shape = v2d_body_first_shape(world, old);
    for (int i = 0; i < 1000; ++i) {
        CHECK(v2d_body_destroy(world, old) == V2D_OK);
        v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
        CHECK(id.index1 == old.index1 && id.generation != old.generation);
        CHECK(!v2d_body_is_valid(world, old) && !v2d_shape_is_valid(world, old_shape));
        old = id;
        old_shape = v2d_body_first_shape(world, id);
    }
}

// An id is not valid again before all free slots are used up. Each slot is set to the last use but one
// that its generation has room for.
static void ids_stay_invalid_until_all_slots_are_worn(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    v2d_body_id keeper = v2d_body_create(world, &def), old[V2D_MAX_BODIES];
    int uses[V2D_MAX_BODIES] = {0}, order[V2D_MAX_BODIES];
    for (int i = 1; i < V2D_MAX_BODIES; ++i)
        old[i] = v2d_body_create(world, &def);
    for (int i = 1; i < V2D_MAX_BODIES; ++i)
        CHECK(v2d_body_destroy(world, old[i]) == V2D_OK);
    for (int i = 1; i < V2D_MAX_BODIES; ++i)
        world->bodies.generation[i] = 0x0ffffffcu;
    for (int k = 0; k < 2 * (V2D_MAX_BODIES - 1); ++k) {
        v2d_body_id id = v2d_body_create(world, &def);
        int slot = (int)id.index1 - 1;
        CHECK(slot > 0 && slot < V2D_MAX_BODIES);
        order[k / 2] = slot; // last freed, first taken: both uses of a slot follow each other
        uses[slot] += 1;
        for (int i = 1; i < V2D_MAX_BODIES; ++i)
            CHECK(!v2d_body_is_valid(world, old[i]));
        CHECK(v2d_body_destroy(world, id) == V2D_OK && !v2d_body_is_valid(world, id));
    }
    for (int i = 1; i < V2D_MAX_BODIES; ++i)
        CHECK(uses[i] == 2);
    // All are worn. What was worn first is taken first, and the first ids of all are back.
    static v2d_world copy;
    memcpy(&copy, world, sizeof(copy));
    for (int k = 0; k < V2D_MAX_BODIES - 1; ++k) {
        v2d_body_id id = v2d_body_create(world, &def), same = v2d_body_create(&copy, &def);
        CHECK((int)id.index1 - 1 == order[k] && id.generation == old[order[k]].generation);
        CHECK(id.index1 == same.index1 && id.generation == same.generation);
    }
    CHECK(v2d_world_counters(world).bodies.count == V2D_MAX_BODIES);
    CHECK(!v2d_body_is_valid(world, v2d_body_create(world, &def))); // full
    CHECK(v2d_body_is_valid(world, keeper));
    CHECK(v2d_body_destroy(world, old[7]) == V2D_OK);
    CHECK(v2d_body_create(world, &def).index1 == old[7].index1);
}

// A slot that is worn is passed over while others are left; two of them wait in turn.
static void worn_slots_wait(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    v2d_body_id id[V2D_MAX_BODIES];
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 3; ++i)
            id[i] = v2d_body_create(world, &def);
        world->bodies.generation[id[0].index1 - 1] |= 0x0fffffffu; // its last use
        world->bodies.generation[id[2].index1 - 1] |= 0x0fffffffu;
        id[0].generation |= 0x0fffffffu, id[2].generation |= 0x0fffffffu;
        for (int i = 0; i < 3; ++i)
            CHECK(v2d_body_destroy(world, id[i]) == V2D_OK);
        v2d_body_id next = v2d_body_create(world, &def);
        CHECK(next.index1 == id[1].index1); // the only one that is not worn
        CHECK(v2d_body_create(world, &def).index1 == (uint32_t)(3 * round + 4));
        CHECK(v2d_body_destroy(world, next) == V2D_OK);
    }
}

// The first slot of all is taken again as the others are, when it is worn and nothing else is left.
static void a_worn_first_slot_is_taken_when_it_alone_is_left(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    v2d_body_id first = v2d_body_create(world, &def);
    while (!V2D_IS_NULL(v2d_body_create(world, &def)))
        continue;
    CHECK(v2d_world_status(world) == V2D_ERROR_CAPACITY && first.index1 == 1u);
    world->bodies.generation[0] |= 0x0fffffffu; // its last use
    first.generation |= 0x0fffffffu;
    CHECK(v2d_body_destroy(world, first) == V2D_OK);
    CHECK(v2d_body_create(world, &def).index1 == 1u);
    CHECK(v2d_world_counters(world).bodies.count == V2D_MAX_BODIES);
}

// Nothing goes faster than max_speed.
static void speed_is_limited(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
    v2d_body_apply_force_to_center(world, id, v2d_vec2_make(1e7f, 1e7f));
    for (int i = 0; i < 3; ++i) { // also in the step of the force
        v2d_vec2 before = v2d_body_position(world, id);
        test_steps(world, 1);
        v2d_vec2 after = v2d_body_position(world, id);
        double way = hypot((double)(after.x - before.x), (double)(after.y - before.y));
        CHECK(way <= 400.5 / 60.0);
    }
    v2d_vec2 v = v2d_body_velocity(world, id);
    CHECK(sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y) <= 400.5);
    CHECK(v.x > 100.0f && v.y > 100.0f);
}

// A target that differs by the sign of the angle alone is one; a body that is fixed has none.
static void a_target_may_be_the_mirrored_angle(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_KINEMATIC, def.angle = 0.3f;
    v2d_body_id turner = v2d_body_create(world, &def);
    v2d_transform to = v2d_body_transform(world, turner);
    to.q.s = -to.q.s;
    CHECK(v2d_body_set_target(world, turner, to, 1.0f / 60.0f) == V2D_OK);
    CHECK_NEAR(v2d_body_angular_velocity(world, turner), -0.6 * 60.0, 1e-3);
    test_steps(world, 1);
    CHECK_NEAR(v2d_body_angle(world, turner), -0.3, 1e-6);
    CHECK(v2d_body_angular_velocity(world, turner) == 0.0f);
    v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 5.0f, 0.0f, 0.5f, 0.5f);
    CHECK(v2d_body_set_target(world, box, to, 0.1f) == V2D_ERROR_WRONG_KIND);
    v2d_body_id wall = test_box(world, V2D_BODY_STATIC, 9.0f, 0.0f, 0.5f, 0.5f);
    CHECK(v2d_body_set_target(world, wall, to, 0.1f) == V2D_ERROR_WRONG_KIND);
}

// A change of the user number wakes nothing. One of what is reported is noted: each sleep and each waking is
// told then.
static void changed_bodies_tell_of_their_sleep(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_ground(world);
    v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    v2d_body_def def;
    v2d_event event;
    for (uint32_t reports = 0; reports < 3; ++reports) {
        CHECK(v2d_body_set_awake(world, box, true) == V2D_OK);
        CHECK(v2d_body_describe(world, box, &def) == V2D_OK && def.allow_sleep && def.awake);
        def.report = reports == 1 ? V2D_REPORT_SLEEP : 0u;
        CHECK(v2d_body_change(world, box, &def) == V2D_OK);
        int told = 0;
        for (int i = 0; i < 120; ++i) {
            test_steps(world, 1);
            if (v2d_world_event_count(world) == 0) continue;
            CHECK(v2d_world_event_count(world) == 1 && v2d_world_event(world, 0, &event) == V2D_OK);
            CHECK(event.kind == V2D_EVENT_SLEEP && V2D_ID_EQUALS(event.a.body, box));
            told += 1;
        }
        CHECK(told == (reports == 1) && !v2d_body_is_awake(world, box));
        CHECK(v2d_body_describe(world, box, &def) == V2D_OK && !def.awake);
        def.user = 7u + reports;
        CHECK(v2d_body_change(world, box, &def) == V2D_OK && !v2d_body_is_awake(world, box));
    }
    def.allow_sleep = false;
    CHECK(v2d_body_change(world, box, &def) == V2D_OK && v2d_body_is_awake(world, box));
    CHECK(v2d_body_describe(world, box, &def) == V2D_OK && def.awake && !def.allow_sleep);
    def.user = 8u;
    CHECK(v2d_body_change(world, box, &def) == V2D_OK && body_user(world, box) == 8u);
    test_steps(world, 120);
    CHECK(v2d_body_is_awake(world, box));
}

// A half-plane with another normal is another one.
static void a_half_plane_is_its_place_and_normal(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id ground = test_ground(world);
    v2d_shape_id shape = v2d_body_first_shape(world, ground);
    v2d_vec2 zero = {0.0f, 0.0f}, normals[3] = {{0.0f, 1.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}};
    for (int i = 0; i < 3; ++i) {
        v2d_geometry plane = v2d_geometry_half_plane(zero, normals[i]);
        CHECK(v2d_shape_set_geometry(world, shape, &plane) == V2D_OK);
        CHECK(shape_contains(world, shape, v2d_vec2_make(-3.0f, -2.0f)) == (i != 1));
    }
}

// A body that hangs in the air, created asleep, stays there while its shape is changed.
static void a_body_created_asleep_sleeps_on_with_another_shape(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    def.position.y = 5.0f, def.awake = false;
    v2d_body_id body = v2d_body_create(world, &def);
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f), disc = test_dot();
    v2d_shape_id shape = v2d_shape_create(world, body, &shape_def, &box);
    disc.radius = 0.3f;
    CHECK(v2d_shape_set_geometry(world, shape, &disc) == V2D_OK);
    CHECK(!v2d_body_is_awake(world, body));
    test_steps(world, 30);
    CHECK(!v2d_body_is_awake(world, body) && v2d_body_position(world, body).y == 5.0f);
    CHECK_NEAR(v2d_body_mass(world, body).mass, TEST_PI * 0.09, 1e-6);
}

// One call makes the same world as two, or nothing.
static void a_body_is_made_with_its_shape(void **state) {
    (void)state;
    uint64_t hash[2];
    v2d_geometry box = v2d_geometry_box(0.5f, 0.25f);
    v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.3f);
    v2d_geometry plane =
        v2d_geometry_half_plane(v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(0.0f, 1.0f));
    for (int run = 0; run < 2; ++run) {
        v2d_world *world = test_world();
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape_def = v2d_shape_def_default();
        def.type = V2D_BODY_STATIC;
        if (run == 0) {
            v2d_body_create_with(world, &def, NULL, &plane);
            v2d_box(world, V2D_BODY_DYNAMIC, v2d_vec2_make(0.0f, 2.0f), 0.5f, 0.25f);
            v2d_circle(world, V2D_BODY_DYNAMIC, v2d_vec2_make(0.1f, 4.0f), 0.3f);
        } else {
            v2d_shape_create(world, v2d_body_create(world, &def), &shape_def, &plane);
            def.type = V2D_BODY_DYNAMIC;
            def.position.y = 2.0f;
            v2d_shape_create(world, v2d_body_create(world, &def), &shape_def, &box);
            def.position = v2d_vec2_make(0.1f, 4.0f);
            v2d_shape_create(world, v2d_body_create(world, &def), &shape_def, &disc);
        }
        CHECK(v2d_world_counters(world).shapes.count == 3);
        for (int i = 0; i < 60; ++i)
            v2d_world_step(world, dt, 4);
        hash[run] = v2d_world_hash(world);
        CHECK(v2d_world_status(world) == V2D_OK);
        if (run == 0) continue;
        // A shape that is refused leaves no body.
        CHECK(V2D_IS_NULL(v2d_body_create_with(world, NULL, NULL, &plane)));
        CHECK(V2D_IS_NULL(v2d_body_create_with(world, NULL, NULL, NULL)));
        CHECK(V2D_IS_NULL(v2d_box(world, V2D_BODY_DYNAMIC, def.position, 1.0f, -1.0f)));
        CHECK(v2d_world_counters(world).bodies.count == 3);
    }
    CHECK(hash[0] == hash[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_fall_matches_closed_form),
        cmocka_unit_test(projectile_matches_closed_form),
        cmocka_unit_test(velocity_survives_a_change_of_step),
        cmocka_unit_test(gravity_scale_scales_gravity),
        cmocka_unit_test(damping_matches_closed_form),
        cmocka_unit_test(damping_gives_terminal_speed),
        cmocka_unit_test(torque_free_spin_is_steady),
        cmocka_unit_test(spin_is_about_the_centre_of_mass),
        cmocka_unit_test(physical_pendulum_has_its_period),
        cmocka_unit_test(torque_gives_angular_acceleration),
        cmocka_unit_test(forces_are_cleared_after_a_step),
        cmocka_unit_test(forces_add_up),
        cmocka_unit_test(force_at_a_point_is_a_force_and_a_torque),
        cmocka_unit_test(impulses_change_velocities_at_once),
        cmocka_unit_test(what_does_not_move_ignores_forces),
        cmocka_unit_test(velocity_is_what_was_set),
        cmocka_unit_test(velocity_of_a_def_outlives_its_shapes),
        cmocka_unit_test(shapes_leave_the_motion_of_their_body),
        cmocka_unit_test(velocity_at_a_point_includes_spin),
        cmocka_unit_test(locks_hold),
        cmocka_unit_test(locks_of_the_def_work_too),
        cmocka_unit_test(transforms_go_there_and_back),
        cmocka_unit_test(teleport_moves_the_origin_and_keeps_velocities),
        cmocka_unit_test(teleported_body_collides_at_its_new_place),
        cmocka_unit_test(angle_stays_in_range),
        cmocka_unit_test(kinematic_body_moves_at_its_velocity),
        cmocka_unit_test(static_body_reports_no_velocity),
        cmocka_unit_test(type_can_change),
        cmocka_unit_test(changed_type_matters_to_contacts),
        cmocka_unit_test(mass_can_be_replaced),
        cmocka_unit_test(inertia_of_known_shapes),
        cmocka_unit_test(compound_mass_follows_the_parallel_axis_theorem),
        cmocka_unit_test(weightless_shape_adds_no_mass),
        cmocka_unit_test(concave_outline_has_the_mass_of_its_area),
        cmocka_unit_test(bad_outline_adds_no_shape),
        cmocka_unit_test(concave_body_is_hollow),
        cmocka_unit_test(shape_tells_what_it_was_given),
        cmocka_unit_test(extent_follows_shapes_type_and_mass),
        cmocka_unit_test(shapes_do_not_move_what_has_no_mass),
        cmocka_unit_test(interpolation_runs_between_the_last_two_steps),
        cmocka_unit_test(teleport_leaves_nothing_to_interpolate),
        cmocka_unit_test(iteration_visits_each_body_once),
        cmocka_unit_test(iteration_visits_each_shape_once),
        cmocka_unit_test(destroying_a_body_destroys_its_joints),
        cmocka_unit_test(slots_are_reused_with_new_generations),
        cmocka_unit_test(ids_stay_invalid_until_all_slots_are_worn),
        cmocka_unit_test(worn_slots_wait),
        cmocka_unit_test(a_worn_first_slot_is_taken_when_it_alone_is_left),
        cmocka_unit_test(speed_is_limited),
        cmocka_unit_test(a_target_may_be_the_mirrored_angle),
        cmocka_unit_test(changed_bodies_tell_of_their_sleep),
        cmocka_unit_test(a_half_plane_is_its_place_and_normal),
        cmocka_unit_test(a_body_created_asleep_sleeps_on_with_another_shape),
        cmocka_unit_test(a_body_is_made_with_its_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
