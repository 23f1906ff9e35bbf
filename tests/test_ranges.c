// SPDX-License-Identifier: MIT OR Unlicense
// test_ranges.c - dt and sub-steps anywhere in their ranges: nothing gets more energy than it had.
#include "verlet2d.h"
#include "test.h"

static v2d_world *w;

// ---- scenes ------------------------------------------------------------------------------------

static void stack(void) {
    test_ground(w);
    for (int i = 0; i < 8; ++i)
        test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f + (float)i, 0.5f, 0.5f);
}

// The uppermost of five boxes weighs 100 times the others.
static void heavy_top(void) {
    test_ground(w);
    for (int i = 0; i < 5; ++i) {
        v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f + (float)i, 0.5f, 0.5f);
        v2d_mass mass = v2d_body_mass(w, box);
        if (i < 4) continue;
        mass.mass *= 100.0f, mass.inertia *= 100.0f;
        body_set_mass(w, box, mass);
    }
}

static void hinges(void) { test_links(w, V2D_JOINT_REVOLUTE, 0.0f, 8); }
static void rods(void) { test_links(w, V2D_JOINT_DISTANCE, 0.0f, 8); }

// Balls over a floor that is a chain.
static void chain(void) {
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_vec2 line[12];
    body.type = V2D_BODY_STATIC;
    for (int i = 0; i < 12; ++i)
        line[i] = v2d_vec2_make(10.0f - 20.0f * (float)i / 11.0f,
                                i == 0 || i == 11 ? 6.0f : 0.3f * (float)(i % 2));
    v2d_chain_create(w, v2d_body_create(w, &body), &shape, line, 12, false);
    for (int i = 0; i < 10; ++i)
        test_circle(w, V2D_BODY_DYNAMIC, -4.0f + 0.8f * (float)i, 1.5f, 0.3f);
}

static v2d_soft_def soft_at(float x, float y) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(x, y);
    return def;
}

static void jellies(void) {
    v2d_vec2 v[12];
    for (int i = 0; i < 12; ++i) {
        double angle = TEST_PI * i / 6.0;
        v[i] = v2d_vec2_make(0.6f * (float)cos(angle), 0.6f * (float)sin(angle));
    }
    test_ground(w);
    for (int i = 0; i < 3; ++i) {
        v2d_soft_def def = soft_at(0.1f * (float)i, 1.0f + 1.4f * (float)i);
        def.radius = 0.02f, def.frequency = 10.0f;
        def.area_frequency = 5.0f, def.bend_frequency = 3.0f, def.shape_frequency = 3.0f;
        CHECK(v2d_soft_create_blob(w, &def, v, 12).index1 != 0);
    }
}

static void cloth(void) {
    v2d_soft_def def = soft_at(0.0f, 5.0f);
    v2d_soft_id id = v2d_soft_create_cloth(w, &def, 8, 8, 0.25f);
    v2d_point_set_pinned(w, v2d_soft_point(w, id, 0), true);
    v2d_point_set_pinned(w, v2d_soft_point(w, id, 7), true);
}

// Ropes that bend stiffly or not, on one pin or two.
static void ropes(void) {
    v2d_soft_def def = soft_at(0.0f, 5.0f);
    v2d_vec2 a = v2d_vec2_make(0.0f, 0.0f), b = v2d_vec2_make(4.0f, 0.0f);
    CHECK(v2d_soft_create_rope(w, &def, a, b, 16, true, false).index1 != 0);
    def.position.y = 9.0f, def.bend_frequency = 5.0f;
    CHECK(v2d_soft_create_rope(w, &def, a, b, 16, true, true).index1 != 0);
}

static void ragdoll(float y) {
    v2d_body_id trunk = test_box(w, V2D_BODY_DYNAMIC, 0.0f, y, 0.2f, 0.4f);
    for (int i = 0; i < 4; ++i) {
        float x = i % 2 ? 0.5f : -0.5f, up = i / 2 ? 0.3f : -0.3f;
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        def.a = v2d_anchor_body(trunk, v2d_vec2_make(0.4f * x, up));
        def.b = v2d_anchor_body(test_box(w, V2D_BODY_DYNAMIC, x, y + up, 0.3f, 0.08f),
                                v2d_vec2_make(-0.6f * x, 0.0f));
        def.angular.limited = true, def.angular.lower = -0.5f, def.angular.upper = 0.5f;
        CHECK(v2d_joint_create(w, &def).index1 != 0);
    }
}

static void ragdolls(void) {
    test_ground(w);
    for (int i = 0; i < 3; ++i)
        ragdoll(2.0f + 3.0f * (float)i);
}

static void soft_boxes(bool relaxed) {
    test_ground(w);
    for (int i = 0; i < 4; ++i) {
        v2d_soft_def def = soft_at(0.05f * (float)i, 0.6f + 1.05f * (float)i);
        def.relaxed = relaxed;
        CHECK(v2d_soft_create_box(w, &def, 1.0f, 1.0f).index1 != 0);
    }
}

static void tight(void) { soft_boxes(false); }
static void relaxed(void) { soft_boxes(true); }

// ---- energy ------------------------------------------------------------------------------------

static const float gravity = 10.0f;

// Height that the energy of everything would lift it to on average [m], and the highest node.
static double energy(float *top) {
    double sum = 0.0, mass = 0.0;
    *top = -1e9f;
    for (int i = 0; i < V2D__DUMMY_NODE; ++i) {
        const v2d__dof *d = &w->nodes.dof[i];
        if (d->inv_mass <= 0.0f) continue;
        double m = 1.0 / (double)d->inv_mass, x = (double)d->dx, y = (double)d->dy;
        double spin = (double)d->du;
        mass += m;
        sum += m *
               (0.5 * (x * x + y * y + spin * spin) / (double)gravity + (double)w->nodes.pose[i].y);
        *top = fmaxf(*top, w->nodes.pose[i].y);
    }
    return sum / mass;
}

static void start(void (*scene)(void)) {
    w = test_world();
    v2d_world_set_gravity(w, v2d_vec2_make(0.0f, -gravity));
    scene();
}

typedef struct named {
    const char *name;
    void (*build)(void);
    float rise; // how much higher than the highest one something may get [m]
    float gain; // mean height that its energy may gain [m]
} named;

// Everything begins at rest, so that no node may ever be faster than a fall over the time since, no
// higher than it was, and all together have no more energy than they had.
static void no_step_gives_energy(void **state) {
    (void)state;
    // An exact integration of the hinged chain throws its end up by 0.52 m in 20 s (Runge-Kutta in the
    // angles of its links, steps of 50 us), of the rope by 0.28 m. The chain of rods gains for moments where its
    // end whips, up to a tenth of its fall.
    static const named scenes[] = {
        {"stack", stack, 0.4f, 0.02f},       {"heavy_top", heavy_top, 0.4f, 0.02f},
        {"hinges", hinges, 0.55f, 0.02f},    {"rods", rods, 2.5f, 1.2f},
        {"chain", chain, 0.4f, 0.02f},       {"jellies", jellies, 0.4f, 0.02f},
        {"cloth", cloth, 0.4f, 0.02f},       {"ropes", ropes, 0.4f, 0.02f},
        {"tight", tight, 0.4f, 0.02f},       {"relaxed", relaxed, 0.4f, 0.02f},
        {"ragdolls", ragdolls, 0.4f, 0.02f},
    };
    static const float lengths[] = {1e-6f,   1e-4f, 1.0f / 60.0f, 0.05f, 1.0f / 16.0f,
                                    0.0626f, 0.1f,  0.25f,        0.5f,  1.0f};
    static const int substeps[] = {1, 2, 3, 4, 8, 64};
    for (int s = 0; s < (int)(sizeof(scenes) / sizeof(scenes[0])); ++s) {
        for (int i = 0; i < 60; ++i) {
            float dt = lengths[i / 6], top, highest;
            start(scenes[s].build);
            double before = energy(&highest);
            for (int step = 1; step <= 20; ++step) {
                CHECK(v2d_world_step(w, dt, substeps[i % 6]) == V2D_OK);
                double gain = energy(&top) - before;
                if (!(gain <= (double)scenes[s].gain && top <= highest + scenes[s].rise))
                    print_error("%s, dt %g, %d sub-steps, step %d: %g m more, up %g m\n",
                                scenes[s].name, (double)dt, substeps[i % 6], step, gain,
                                (double)(top - highest));
                CHECK(gain <= (double)scenes[s].gain && top <= highest + scenes[s].rise);
                CHECK(v2d_world_event_count(w) == 0);
            }
        }
    }
}

// A rope that was taut between two pins falls when one of them is taken away, and nothing else, however
// coarse the sub-steps: what it bore must not throw it.
static void ropes_that_are_let_go_fall(void **state) {
    (void)state;
    for (int run = 0; run < 4 * 20; ++run) {
        float h = 1.0f / (float)(16 << run / 20), top, highest = 5.0f;
        w = test_world();
        v2d_world_set_gravity(w, v2d_vec2_make(0.0f, -gravity));
        v2d_soft_def def = soft_at(0.0f, 5.0f);
        def.bend_frequency = 5.0f;
        v2d_soft_id rope = v2d_soft_create_rope(w, &def, v2d_vec2_make(0.0f, 0.0f),
                                                v2d_vec2_make(4.0f, 0.0f), 16, true, true);
        for (int i = 0; i < 60 + 3 * (run % 20); ++i) {
            if (i == 3 * (run % 20)) v2d_point_set_pinned(w, v2d_soft_point(w, rope, 16), false);
            CHECK(v2d_world_step(w, h, 1) == V2D_OK);
            energy(&top);
            CHECK(top <= highest + 0.01f && v2d_world_event_count(w) == 0);
        }
    }
}

// A force acts for the whole of a long step: dv = f dt / m.
static void forces_act_throughout_long_steps(void **state) {
    (void)state;
    static const float lengths[] = {0.01f, 0.0625f, 0.1f, 0.25f, 1.0f};
    for (int i = 0; i < 10; ++i) {
        w = test_world();
        v2d_world_set_gravity(w, v2d_vec2_make(0.0f, 0.0f));
        v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 3.0f, 0.0f, 0.5f, 0.5f);
        float mass = v2d_body_mass(w, box).mass, inertia = v2d_body_mass(w, box).inertia;
        float dt = lengths[i / 2];
        v2d_body_apply_force_to_center(w, box, v2d_vec2_make(2.0f * mass, -mass));
        v2d_body_apply_torque(w, box, 0.3f * inertia);
        CHECK(v2d_world_step(w, dt, i % 2 ? 5 : 1) == V2D_OK);
        CHECK_NEAR(v2d_body_velocity(w, box).x, 2.0f * dt, 1e-5);
        CHECK_NEAR(v2d_body_velocity(w, box).y, -dt, 1e-5);
        CHECK_NEAR(v2d_body_angular_velocity(w, box), 0.3f * dt, 1e-5);
        float x = v2d_body_position(w, box).x;
        CHECK_NEAR(v2d_body_interpolated(w, box, 0.0f).p.x, 3.0, 0.0);
        CHECK(v2d_world_step(w, dt, 1) == V2D_OK); // it is used up
        CHECK_NEAR(v2d_body_velocity(w, box).x, 2.0f * dt, 1e-5);
        CHECK_NEAR(v2d_body_interpolated(w, box, 0.0f).p.x, x, 0.0);
        CHECK_NEAR(v2d_body_position(w, box).x, x + 2.0f * dt * dt, 1e-5);
        CHECK(v2d_world_counters(w).steps == 2);
    }
}

// What happens in any part of a long step is among its events.
static void long_steps_keep_all_events(void **state) {
    (void)state;
    w = test_world();
    for (int i = 0; i < 4; ++i) { // weights that tear what holds them, one after the other
        v2d_soft_def def = soft_at(3.0f * (float)i, 50.0f);
        def.tear_strain = 0.1f + 0.4f * (float)i, def.frequency = 0.5f;
        def.mass = 10.0f, def.tethered = false;
        v2d_soft_create_rope(w, &def, v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(0.0f, -1.0f), 1,
                             true, false);
    }
    CHECK(v2d_world_step(w, 1.0f, 16) == V2D_OK);
    int torn = 0;
    for (int i = 0; i < v2d_world_event_count(w); ++i) {
        v2d_event event;
        CHECK(v2d_world_event(w, i, &event) == V2D_OK);
        torn += event.kind == V2D_EVENT_EDGE_TORN;
    }
    v2d_counters counters = v2d_world_counters(w);
    CHECK(torn == 4 - counters.edges.count && torn > 1);
    CHECK(counters.substeps == 16 && counters.steps == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_step_gives_energy),
        cmocka_unit_test(ropes_that_are_let_go_fall),
        cmocka_unit_test(forces_act_throughout_long_steps),
        cmocka_unit_test(long_steps_keep_all_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
