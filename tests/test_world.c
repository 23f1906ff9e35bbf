// SPDX-License-Identifier: MIT OR Unlicense
// test_world.c - the world as a whole: copies, hashes, budgets, timers, counters, drawing, picking.
#define ENGINE_SMALL
#include "test.h"

static const float dt = 1.0f / 60.0f;

// Something of everything: a heap, a conveyor, a kinematic paddle, joints, a rope, cloth, a jelly, relaxed boxes.
static void build_scene(v2d_world *world, float offset) {
    v2d_world_def def = v2d_world_def_default();
    def.bounded = true;
    def.bounds.lower = v2d_vec2_make(-12.0f, 0.0f);
    def.bounds.upper = v2d_vec2_make(12.0f, 20.0f);
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    for (int i = 0; i < 25; ++i) {
        float x = -4.0f + 1.05f * (float)(i % 5) + 0.2f * (float)(i / 5) + offset;
        if (i % 3 == 0) test_circle(world, V2D_BODY_DYNAMIC, x, 1.0f + 1.1f * (float)(i / 5), 0.5f);
        if (i % 3 != 0)
            test_box(world, V2D_BODY_DYNAMIC, x, 1.0f + 1.1f * (float)(i / 5), 0.5f, 0.4f);
    }
    v2d_body_id belt = test_box(world, V2D_BODY_STATIC, 6.0f, 0.5f, 2.0f, 0.3f);
    shape_set_surface_speed(world, v2d_body_first_shape(world, belt), 1.5f);
    v2d_body_id paddle = test_box(world, V2D_BODY_KINEMATIC, -8.0f, 2.0f, 1.5f, 0.2f);
    v2d_body_set_angular_velocity(world, paddle, 2.0f);

    v2d_body_id post = test_box(world, V2D_BODY_STATIC, 0.0f, 12.0f, 0.2f, 0.2f), last = post;
    for (int i = 0; i < 4; ++i) { // a chain
        v2d_body_id link = test_box(world, V2D_BODY_DYNAMIC, 0.5f + (float)i, 12.0f, 0.4f, 0.1f);
        v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        joint.a = v2d_anchor_body(last, v2d_vec2_make(i == 0 ? 0.0f : 0.5f, 0.0f));
        joint.b = v2d_anchor_body(link, v2d_vec2_make(-0.5f, 0.0f));
        CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &joint)));
        last = link;
    }

    v2d_soft_def soft = v2d_soft_def_default();
    soft.position = v2d_vec2_make(-6.0f, 14.0f);
    CHECK(
        v2d_soft_is_valid(world, v2d_soft_create_rope(world, &soft, v2d_vec2_make(0.0f, 0.0f),
                                                      v2d_vec2_make(3.0f, 0.0f), 10, true, false)));
    soft.position = v2d_vec2_make(4.0f, 10.0f);
    v2d_soft_id cloth = v2d_soft_create_cloth(world, &soft, 6, 5, 0.4f);
    CHECK(v2d_soft_is_valid(world, cloth));
    v2d_point_set_pinned(world, v2d_soft_point(world, cloth, 0), true);
    v2d_point_set_pinned(world, v2d_soft_point(world, cloth, 5), true);
    soft.position = v2d_vec2_make(2.0f + offset, 8.0f);
    soft.area_frequency = 6.0f;
    soft.bend_frequency = 3.0f;
    v2d_vec2 ring[12];
    for (int i = 0; i < 12; ++i) {
        ring[i] = v2d_vec2_make((float)(0.8 * cos(TEST_PI * i / 6.0)),
                                (float)(0.8 * sin(TEST_PI * i / 6.0)));
    }
    CHECK(v2d_soft_is_valid(world, v2d_soft_create_blob(world, &soft, ring, 12)));
    v2d_soft_def relaxed = v2d_soft_def_default();
    relaxed.relaxed = true;
    relaxed.position = v2d_vec2_make(8.5f, 3.0f);
    CHECK(v2d_soft_is_valid(world, v2d_soft_create_box(world, &relaxed, 0.8f, 0.8f)));
    relaxed.position = v2d_vec2_make(8.6f, 4.5f);
    CHECK(v2d_soft_is_valid(world, soft_triangle(world, &relaxed, 0.8f, 0.8f)));
    v2d_point_def point = v2d_point_def_default();
    point.position = v2d_vec2_make(1.0f, 18.0f);
    CHECK(v2d_point_is_valid(world, v2d_point_create(world, &point)));
    CHECK(v2d_world_status(world) == V2D_OK);
}

// Calls from outside between the steps, the same in every run.
static void play(v2d_world *world, int step) {
    v2d_body_id id = {0, 0};
    id = v2d_world_next_body(world, id);
    id = v2d_world_next_body(world, id); // the first of the heap: the walls are a body too
    if (step % 17 == 3) v2d_body_apply_impulse_to_center(world, id, v2d_vec2_make(1.0f, 4.0f));
    if (step % 23 == 5) {
        v2d_body_id added =
            test_circle(world, V2D_BODY_DYNAMIC, 0.3f * (float)(step % 11), 15.0f, 0.3f);
        v2d_body_set_velocity(world, added, v2d_vec2_make(0.0f, -5.0f));
    }
    if (step % 41 == 40) v2d_body_destroy(world, v2d_world_next_body(world, id));
}

static v2d_world worlds[3];

// ---- copies and determinism ---------------------------------------------------------------------------

static void two_worlds_interleaved_equal_two_apart(void **state) {
    (void)state;
    static uint64_t apart[2][200];
    for (int k = 0; k < 2; ++k) {
        build_scene(&worlds[2], 0.1f * (float)k);
        for (int i = 0; i < 200; ++i) {
            play(&worlds[2], i);
            v2d_world_step(&worlds[2], dt, 4);
            apart[k][i] = v2d_world_hash(&worlds[2]);
        }
    }
    build_scene(&worlds[0], 0.0f);
    build_scene(&worlds[1], 0.1f);
    for (int i = 0; i < 200; ++i) {
        for (int k = 0; k < 2; ++k) {
            play(&worlds[k], i);
            v2d_world_step(&worlds[k], dt, 4);
            CHECK(v2d_world_hash(&worlds[k]) == apart[k][i]);
        }
    }
    CHECK(apart[0][199] != apart[1][199]);
    CHECK(memcmp(&worlds[1], &worlds[2], sizeof(v2d_world)) ==
          0); // the last one apart was the same
}

static void same_calls_give_the_same_bytes(void **state) {
    (void)state;
    // Whatever was in the memory before does not matter.
    memset(&worlds[0], 0xa5, sizeof(v2d_world));
    memset(&worlds[1], 0x00, sizeof(v2d_world));
    for (int k = 0; k < 2; ++k) {
        build_scene(&worlds[k], 0.0f);
        for (int i = 0; i < 300; ++i) {
            play(&worlds[k], i);
            v2d_world_step(&worlds[k], dt, 1 + i % 5);
        }
    }
    CHECK(v2d_world_hash(&worlds[0]) == v2d_world_hash(&worlds[1]));
    CHECK(memcmp(&worlds[0], &worlds[1], sizeof(v2d_world)) == 0);
}

// A snapshot is a memcpy; the copy goes on bit for bit like the original.
static void copy_continues_bit_for_bit(void **state) {
    (void)state;
    build_scene(&worlds[0], 0.0f);
    for (int round = 0; round < 12; ++round) {
        for (int i = 0; i < 7 + round; ++i) {
            play(&worlds[0], 20 * round + i);
            v2d_world_step(&worlds[0], dt, 4);
        }
        memcpy(&worlds[1], &worlds[0], sizeof(v2d_world));
        worlds[2] = worlds[0]; // or an assignment
        uint64_t hashes[15];
        for (int i = 0; i < 15; ++i) {
            play(&worlds[1], i + round);
            v2d_world_step(&worlds[1], dt, 4);
            hashes[i] = v2d_world_hash(&worlds[1]);
        }
        for (int i = 0; i < 15; ++i) {
            play(&worlds[2], i + round);
            v2d_world_step(&worlds[2], dt, 4);
            CHECK(v2d_world_hash(&worlds[2]) == hashes[i]);
        }
        CHECK(memcmp(&worlds[1], &worlds[2], sizeof(v2d_world)) == 0);
    }
}

// Ids and user numbers of a copy mean the same objects.
static void copy_keeps_ids_and_user_data(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&worlds[0], &def) == V2D_OK);
    v2d_body_id id = test_box(&worlds[0], V2D_BODY_DYNAMIC, 1.0f, 2.0f, 0.5f, 0.5f);
    body_set_user(&worlds[0], id, 0x0123456789abcdefu);
    memcpy(&worlds[1], &worlds[0], sizeof(v2d_world));
    v2d_body_destroy(&worlds[0], id);
    CHECK(!v2d_body_is_valid(&worlds[0], id));
    CHECK(v2d_body_is_valid(&worlds[1], id));
    CHECK(body_user(&worlds[1], id) == 0x0123456789abcdefu);
    CHECK_NEAR(v2d_body_position(&worlds[1], id).y, 2.0, 0.0);
    memcpy(&worlds[0], &worlds[1], sizeof(v2d_world)); // restored
    CHECK(v2d_body_is_valid(&worlds[0], id));
}

static void hash_changes_when_anything_moves(void **state) {
    (void)state;
    build_scene(&worlds[0], 0.0f);
    test_steps(&worlds[0], 30);
    uint64_t hash = v2d_world_hash(&worlds[0]);
    CHECK(hash == v2d_world_hash(&worlds[0]));
    int tried = 0;
    v2d_body_id body = {0, 0};
    for (body = v2d_world_next_body(&worlds[0], body); body.index1 != 0;
         body = v2d_world_next_body(&worlds[0], body)) {
        v2d_vec2 p = v2d_body_position(&worlds[0], body), v = v2d_body_velocity(&worlds[0], body);
        float angle = v2d_body_angle(&worlds[0], body);
        worlds[1] = worlds[0];
        v2d_body_set_transform(&worlds[1], body, v2d_vec2_make(p.x + 1e-4f, p.y), angle);
        CHECK(v2d_world_hash(&worlds[1]) != hash);
        worlds[1] = worlds[0];
        v2d_body_set_transform(&worlds[1], body, p, angle + 1e-3f);
        CHECK(v2d_world_hash(&worlds[1]) != hash);
        if (body_type_of(&worlds[0], body) != V2D_BODY_STATIC) {
            worlds[1] = worlds[0];
            v2d_body_set_velocity(&worlds[1], body, v2d_vec2_make(v.x, v.y + 1e-4f));
            CHECK(v2d_world_hash(&worlds[1]) != hash);
            worlds[1] = worlds[0];
            v2d_body_set_angular_velocity(&worlds[1], body,
                                          v2d_body_angular_velocity(&worlds[0], body) + 1e-3f);
            CHECK(v2d_world_hash(&worlds[1]) != hash);
        }
        worlds[1] = worlds[0];
        v2d_body_destroy(&worlds[1], body);
        CHECK(v2d_world_hash(&worlds[1]) != hash);
        tried += 1;
    }
    v2d_point_id point = {0, 0};
    for (point = v2d_world_next_point(&worlds[0], point); point.index1 != 0;
         point = v2d_world_next_point(&worlds[0], point)) {
        v2d_vec2 p = v2d_point_position(&worlds[0], point),
                 v = v2d_point_velocity(&worlds[0], point);
        if (tried++ % 4 != 0) continue;
        worlds[1] = worlds[0];
        v2d_point_set_position(&worlds[1], point, v2d_vec2_make(p.x, p.y + 1e-4f));
        CHECK(v2d_world_hash(&worlds[1]) != hash);
        worlds[1] = worlds[0];
        v2d_point_set_velocity(&worlds[1], point, v2d_vec2_make(v.x + 1e-4f, v.y));
        CHECK(v2d_world_hash(&worlds[1]) != hash);
    }
    v2d_world_step(&worlds[0], dt, 4);
    CHECK(v2d_world_hash(&worlds[0]) != hash);
}

// The hash is about where things are, not about counters, errors, or what was drawn.
static void hash_ignores_what_is_not_state(void **state) {
    (void)state;
    build_scene(&worlds[0], 0.0f);
    test_steps(&worlds[0], 10);
    uint64_t hash = v2d_world_hash(&worlds[0]);
    v2d_body_id null_id = {0, 0};
    v2d_body_destroy(&worlds[0], null_id); // an error
    CHECK(v2d_world_status(&worlds[0]) == V2D_ERROR_BAD_ID);
    CHECK(v2d_world_hash(&worlds[0]) == hash);
    world_set_budget(&worlds[0], 1000);
    CHECK(v2d_world_hash(&worlds[0]) == hash);
}

// ---- sub-steps and budget ----------------------------------------------------------------------------------

static double kinetic_energy(const v2d_world *world) {
    double sum = 0.0;
    v2d_body_id id = {0, 0};
    for (id = v2d_world_next_body(world, id); id.index1 != 0; id = v2d_world_next_body(world, id)) {
        v2d_vec2 v = v2d_body_velocity(world, id);
        sum += 0.5 * (double)v2d_body_mass(world, id).mass *
               ((double)v.x * (double)v.x + (double)v.y * (double)v.y);
    }
    return sum;
}

static double deepest_overlap(const v2d_world *world) {
    double deepest = 0.0;
    for (int i = 0; i < v2d_world_contact_count(world); ++i) {
        v2d_contact contact;
        v2d_world_contact(world, i, &contact);
        for (int k = 0; k < contact.manifold.count; ++k) {
            if (-(double)contact.manifold.points[k].separation > deepest) {
                deepest = -(double)contact.manifold.points[k].separation;
            }
        }
    }
    return deepest;
}

static bool all_finite(const v2d_world *world) {
    v2d_body_id body = {0, 0};
    for (body = v2d_world_next_body(world, body); body.index1 != 0;
         body = v2d_world_next_body(world, body)) {
        if (!test_finite(v2d_body_position(world, body)) ||
            !test_finite(v2d_body_velocity(world, body)))
            return false;
    }
    v2d_point_id point = {0, 0};
    for (point = v2d_world_next_point(world, point); point.index1 != 0;
         point = v2d_world_next_point(world, point)) {
        if (!test_finite(v2d_point_position(world, point)) ||
            !test_finite(v2d_point_velocity(world, point)))
            return false;
    }
    return true;
}

static void build_pyramid(v2d_world *world, int rows) {
    v2d_world_def def = v2d_world_def_default();
    def.sleep = false;
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    test_ground(world);
    for (int i = 0; i < rows; ++i) {
        for (int k = 0; k < rows - i; ++k) {
            test_box(world, V2D_BODY_DYNAMIC, 1.05f * ((float)k + 0.5f * (float)i), 0.5f + (float)i,
                     0.5f, 0.5f);
        }
    }
}

static void any_number_of_substeps_is_stable(void **state) {
    (void)state;
    for (int substeps = 1; substeps <= 64; substeps += substeps < 8 ? 1 : 7) {
        v2d_world *world = &worlds[0];
        v2d_world_def def = v2d_world_def_default();
        CHECK(v2d_world_init(world, &def) == V2D_OK);
        test_ground(world);
        v2d_body_id ids[5];
        for (int i = 0; i < 5; ++i)
            ids[i] = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f + (float)i, 0.5f, 0.5f);
        for (int i = 0; i < 180; ++i)
            CHECK(v2d_world_step(world, dt, substeps) == V2D_OK);
        for (int i = 0; i < 5; ++i) {
            CHECK_NEAR(v2d_body_position(world, ids[i]).x, 0.0, substeps < 3 ? 0.05 : 0.02);
            CHECK_NEAR(v2d_body_position(world, ids[i]).y, 0.5 + i, substeps < 3 ? 0.12 : 0.03);
        }
        CHECK(v2d_world_counters(world).substeps == substeps);
    }
    build_scene(&worlds[0], 0.0f);
    for (int i = 0; i < 256; ++i) { // changing from step to step
        CHECK(v2d_world_step(&worlds[0], dt, 1 + (i * 29) % 64) == V2D_OK);
        CHECK(all_finite(&worlds[0]));
    }
    CHECK(kinetic_energy(&worlds[0]) < 500.0);
}

// Less budget: fewer sub-steps, more overlap, but a pyramid that still stands.
static void quality_falls_smoothly_with_the_budget(void **state) {
    (void)state;
    build_pyramid(&worlds[0], 8);
    for (int i = 0; i < 60; ++i)
        v2d_world_step(&worlds[0], dt, 16);
    int full = v2d_world_counters(&worlds[0]).row_visits, last_substeps = 17;
    CHECK(full > 0);
    double last_overlap = 0.0;
    for (int divisor = 1; divisor <= 32; divisor *= 2) {
        v2d_world *world = &worlds[1];
        build_pyramid(world, 8);
        CHECK(world_set_budget(world, full / divisor) == V2D_OK);
        double overlap = 0.0;
        for (int i = 0; i < 240; ++i) {
            v2d_world_step(world, dt, 16);
            v2d_counters counters = v2d_world_counters(world);
            CHECK(counters.row_visits <= full / divisor || counters.substeps == 1);
            CHECK(counters.substeps >= 1 && counters.substeps <= 16);
            if (i >= 180) overlap += deepest_overlap(world) / 60.0;
        }
        int substeps = v2d_world_counters(world).substeps;
        CHECK(substeps <= last_substeps);
        CHECK(substeps >= 16 / divisor / 2);
        CHECK(kinetic_energy(world) < 1.0); // no explosion, at any budget
        CHECK(all_finite(world));
        CHECK(overlap < 0.1);
        CHECK(overlap > last_overlap * 0.7 - 0.002); // never much better with less work
        last_overlap = overlap;
        last_substeps = substeps;
    }
    CHECK(last_substeps == 1);
    CHECK(world_set_budget(&worlds[1], 0) == V2D_OK); // no limit again
    v2d_world_step(&worlds[1], dt, 16);
    CHECK(v2d_world_counters(&worlds[1]).substeps == 16);
}

// The tightest budget possible, with everything in the scene, and back to none.
static void starved_world_does_not_explode(void **state) {
    (void)state;
    build_scene(&worlds[0], 0.0f);
    world_set_budget(&worlds[0], 1);
    for (int i = 0; i < 300; ++i) {
        v2d_world_step(&worlds[0], dt, 8);
        CHECK(v2d_world_counters(&worlds[0]).substeps == 1);
        CHECK(v2d_world_counters(&worlds[0]).relax_passes == 1);
        CHECK(all_finite(&worlds[0]));
        CHECK(kinetic_energy(&worlds[0]) <
              2000.0); // falling from 12 m: m g h = 25 * 0.8 * 10 * 12 at most
    }
    world_set_budget(&worlds[0], 0);
    for (int i = 0; i < 60; ++i)
        v2d_world_step(&worlds[0], dt, 8);
    CHECK(v2d_world_counters(&worlds[0]).substeps == 8);
    CHECK(v2d_world_counters(&worlds[0]).relax_passes == 15);
    CHECK(kinetic_energy(&worlds[0]) < 500.0);
}

static void steps_of_all_lengths_are_stable(void **state) {
    (void)state;
    static const float lengths[6] = {1e-6f, 1e-4f, 0.004f, 0.02f, 0.1f, 1.0f};
    for (int k = 0; k < 6; ++k) {
        build_scene(&worlds[0], 0.0f);
        for (int i = 0; i < 60; ++i) {
            CHECK(v2d_world_step(&worlds[0], lengths[k], 4) == V2D_OK);
            CHECK(all_finite(&worlds[0]));
        }
    }
    build_scene(&worlds[0], 0.0f); // and from one to another
    for (int i = 0; i < 120; ++i) {
        CHECK(v2d_world_step(&worlds[0], lengths[i % 5], 4) == V2D_OK);
        CHECK(all_finite(&worlds[0]));
    }
}

// ---- timer ---------------------------------------------------------------------------------------------------

// Ten seconds in frames of any length, and half a step more: the same steps, the same state.
static void state_does_not_depend_on_the_frame_rate(void **state) {
    (void)state;
    static const int rates[5] = {30, 60, 144, 25, 1000};
    uint64_t first = 0;
    for (int r = 0; r < 5; ++r) {
        v2d_timer timer = v2d_timer_make(1.0 / 60.0, 8);
        build_scene(&worlds[0], 0.0f);
        int steps = 0;
        for (int frame = 0; frame <= 5 * rates[r]; ++frame) {
            int now = v2d_timer_advance(&timer, frame < 5 * rates[r] ? 1.0 / rates[r] : 0.5 / 60.0);
            for (int i = 0; i < now; ++i) {
                play(&worlds[0], steps);
                v2d_world_step(&worlds[0], (float)timer.step, 4);
                steps += 1;
            }
            CHECK(v2d_timer_alpha(&timer) >= 0.0f && v2d_timer_alpha(&timer) <= 1.0f);
        }
        CHECK(steps == 300);
        CHECK_NEAR(v2d_timer_alpha(&timer), 0.5, 1e-3);
        if (r == 0) first = v2d_world_hash(&worlds[0]);
        CHECK(v2d_world_hash(&worlds[0]) == first);
    }
}

static void timer_alpha_is_the_fraction_of_a_step(void **state) {
    (void)state;
    v2d_timer timer = v2d_timer_make(0.02, 5);
    CHECK(v2d_timer_alpha(&timer) == 0.0f);
    CHECK(v2d_timer_advance(&timer, 0.005) == 0);
    CHECK_NEAR(v2d_timer_alpha(&timer), 0.25, 1e-6);
    CHECK(v2d_timer_advance(&timer, 0.005) == 0);
    CHECK_NEAR(v2d_timer_alpha(&timer), 0.5, 1e-6);
    CHECK(v2d_timer_advance(&timer, 0.025) == 1);
    CHECK_NEAR(v2d_timer_alpha(&timer), 0.75, 1e-6);
    CHECK(v2d_timer_advance(&timer, 0.047) == 3);
    CHECK_NEAR(v2d_timer_alpha(&timer), 0.1, 1e-6);
}

// A frame that took too long is not made up for: the world slows down instead.
static void timer_drops_what_is_too_much(void **state) {
    (void)state;
    v2d_timer timer = v2d_timer_make(0.01, 4);
    CHECK(v2d_timer_advance(&timer, 5.0) == 4);
    CHECK(v2d_timer_advance(&timer, 0.0) == 0);
    CHECK(v2d_timer_alpha(&timer) >= 0.0f && v2d_timer_alpha(&timer) <= 1.0f);
    CHECK(v2d_timer_advance(&timer, 0.035) >= 3);
    CHECK(v2d_timer_advance(&timer, 1e300) <= 4);
    CHECK(v2d_timer_advance(&timer, 0.0) == 0);
}

static void timer_survives_bad_input(void **state) {
    (void)state;
    static const double bad_steps[7] = {
        0.0, -1.0, 1e-7, 1.5, (double)NAN, (double)INFINITY, -(double)INFINITY};
    static const double bad_frames[5] = {-1.0, (double)NAN, (double)INFINITY, -(double)INFINITY,
                                         -0.0};
    for (int i = 0; i < 7; ++i) {
        v2d_timer timer = v2d_timer_make(bad_steps[i], i % 2 ? 0 : -7);
        CHECK_NEAR(timer.step, 1.0 / 60.0, 0.0);
        CHECK(timer.max_steps == 8);
    }
    v2d_timer timer = v2d_timer_make(0.01, 4);
    CHECK(v2d_timer_advance(&timer, 0.004) == 0);
    for (int i = 0; i < 5; ++i)
        CHECK(v2d_timer_advance(&timer, bad_frames[i]) == 0);
    CHECK_NEAR(v2d_timer_alpha(&timer), 0.4, 1e-6);
    CHECK(v2d_timer_advance(NULL, 1.0) == 0);
    CHECK(v2d_timer_alpha(NULL) == 0.0f);
    memset(&timer, 0, sizeof(timer)); // one that was never made
    CHECK(v2d_timer_advance(&timer, 1.0) == 0);
    CHECK(v2d_timer_alpha(&timer) == 0.0f);
}

// ---- counters and profile -----------------------------------------------------------------------------------------

static void counters_count(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    v2d_world *world = &worlds[0];
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    v2d_counters zero = v2d_world_counters(world);
    CHECK(zero.bodies.count == 0 && zero.shapes.count == 0 && zero.points.count == 0 &&
          zero.edges.count == 0);
    CHECK(zero.bends.count == 0 && zero.softs.count == 0 && zero.joints.count == 0 &&
          zero.contacts.count == 0);
    CHECK(zero.steps == 0 && zero.bytes == (int32_t)sizeof(v2d_world));
    CHECK(zero.bodies.capacity == V2D_MAX_BODIES && zero.shapes.capacity == V2D_MAX_SHAPES);
    CHECK(zero.points.capacity == V2D_MAX_POINTS && zero.edges.capacity == V2D_MAX_EDGES);
    CHECK(zero.bends.capacity == V2D_MAX_BENDS && zero.softs.capacity == V2D_MAX_SOFTS);
    CHECK(zero.joints.capacity == V2D_MAX_JOINTS && zero.pairs.capacity == V2D_MAX_PAIRS);
    CHECK(zero.contacts.capacity == V2D_MAX_CONTACTS && zero.rows.capacity == V2D_MAX_ROWS);
    CHECK(zero.events.capacity == V2D_MAX_EVENTS);

    test_ground(world);
    v2d_body_id ids[6];
    for (int i = 0; i < 6; ++i)
        ids[i] = test_box(world, V2D_BODY_DYNAMIC, 2.0f * (float)i, 0.5f, 0.5f, 0.5f);
    v2d_soft_def soft = v2d_soft_def_default();
    soft.position = v2d_vec2_make(0.0f, 20.0f);
    v2d_soft_id rope = v2d_soft_create_rope(world, &soft, v2d_vec2_make(0.0f, 0.0f),
                                            v2d_vec2_make(5.0f, 0.0f), 5, false, false);
    test_steps(world, 10);
    v2d_counters c = v2d_world_counters(world);
    CHECK(c.bodies.count == 7 && c.bodies.peak == 7 && c.shapes.count == 7);
    CHECK(c.points.count == 6 && c.edges.count == 5 && c.softs.count == 1);
    CHECK(c.contacts.count == 6); // each box on the ground, and nothing else
    CHECK(c.steps == 10 && c.substeps == 4);
    CHECK(c.colors >= 1 && c.row_visits > 0);
    CHECK(c.dropped_pairs == 0 && c.dropped_contacts == 0 && c.dropped_events == 0);

    for (int i = 0; i < 3; ++i)
        v2d_body_destroy(world, ids[i]);
    v2d_soft_destroy(world, rope);
    test_steps(world, 1);
    c = v2d_world_counters(world);
    CHECK(c.bodies.count == 4 && c.bodies.peak == 7 && c.shapes.count == 4 && c.shapes.peak == 7);
    CHECK(c.points.count == 0 && c.points.peak == 6 && c.edges.count == 0 && c.edges.peak == 5);
    CHECK(c.contacts.count == 3 && c.contacts.peak == 6);
    CHECK(c.steps == 11);
}

static double ticking_clock(void *context) {
    double *now = (double *)context;
    *now += 1.0;
    return *now;
}

// Every look at this clock takes 1 ms; the stages add up to the total, and nothing else changes.
static void profile_uses_the_callers_clock(void **state) {
    (void)state;
    build_scene(&worlds[0], 0.0f);
    worlds[1] = worlds[0];
    double now = 100.0;
    v2d_profile profile;
    memset(&profile, 0, sizeof(profile));
    v2d_step_def def = v2d_step_def_default();
    def.clock = ticking_clock;
    def.clock_context = &now;
    def.profile = &profile;
    for (int i = 0; i < 20; ++i) {
        double start = now;
        CHECK(v2d_world_step_with(&worlds[0], &def) == V2D_OK);
        CHECK(v2d_world_step(&worlds[1], 1.0f / 60.0f, 4) == V2D_OK);
        CHECK(profile.broadphase > 0.0 && profile.narrowphase > 0.0 && profile.prepare > 0.0);
        CHECK(profile.substeps > 0.0 && profile.finish > 0.0);
        double sum = profile.broadphase + profile.narrowphase + profile.prepare + profile.substeps +
                     profile.finish;
        CHECK_NEAR(profile.total, sum, 1e-9);
        CHECK(profile.total <= now - start);
    }
    CHECK(memcmp(&worlds[0], &worlds[1], sizeof(v2d_world)) == 0);

    // One without the other does nothing.
    profile.total = -1.0;
    def.profile = NULL;
    CHECK(v2d_world_step_with(&worlds[0], &def) == V2D_OK);
    def.profile = &profile;
    def.clock = NULL;
    CHECK(v2d_world_step_with(&worlds[0], &def) == V2D_OK);
    CHECK_NEAR(profile.total, -1.0, 0.0);
}

// ---- drawing -----------------------------------------------------------------------------------------------------------

typedef struct tally {
    int polygon, circle, capsule, segment, half_plane, outline, point, edge, contact, box, joint;
    int bad, kinds[6], pinned, inner_edges;
    uint64_t users;
} tally;

static void check_style(tally *t, v2d_draw_style style) {
    if ((int)style.kind < 0 || (int)style.kind > (int)V2D_DRAW_DISABLED) {
        t->bad += 1;
        return;
    }
    t->kinds[style.kind] += 1;
    t->users += style.user;
}

static void check_place(tally *t, v2d_vec2 p) {
    if (!(fabsf(p.x) < 200.0f && fabsf(p.y) < 200.0f)) t->bad += 1;
}

static void draw_polygon(void *context, const v2d_vec2 *vertices, int count, float radius,
                         const v2d_draw_style *style) {
    tally *t = (tally *)context;
    t->polygon += 1;
    check_style(t, *style);
    if (count < 3 || count > V2D_MAX_VERTICES || radius < 0.0f) t->bad += 1;
    for (int i = 0; i < count; ++i)
        check_place(t, vertices[i]);
    if (v2d_polygon_area(vertices, count) <= 0.0f) t->bad += 1;
}

static void draw_circle(void *context, const v2d_vec2 *center, float radius,
                        const v2d_rot *rotation, const v2d_draw_style *style) {
    tally *t = (tally *)context;
    t->circle += 1;
    check_style(t, *style);
    check_place(t, *center);
    if (!(radius > 0.0f) ||
        fabsf(rotation->c * rotation->c + rotation->s * rotation->s - 1.0f) > 1e-3f)
        t->bad += 1;
}

static void draw_capsule(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                         const v2d_draw_style *style) {
    tally *t = (tally *)context;
    t->capsule += 1;
    check_style(t, *style);
    check_place(t, *a);
    check_place(t, *b);
    if (!(radius > 0.0f)) t->bad += 1;
}

static void draw_segment(void *context, const v2d_vec2 *a, const v2d_vec2 *b,
                         const v2d_draw_style *style) {
    tally *t = (tally *)context;
    t->segment += 1;
    check_style(t, *style);
    check_place(t, *a);
    check_place(t, *b);
}

static void draw_half_plane(void *context, const v2d_vec2 *point, const v2d_vec2 *normal,
                            const v2d_draw_style *style) {
    tally *t = (tally *)context;
    t->half_plane += 1;
    check_style(t, *style);
    check_place(t, *point);
    if (fabsf(normal->x * normal->x + normal->y * normal->y - 1.0f) > 1e-3f) t->bad += 1;
}

static void draw_outline(void *context, const v2d_vec2 *vertices, int count, float radius,
                         const v2d_draw_style *style) {
    tally *t = (tally *)context;
    t->outline += 1;
    check_style(t, *style);
    if (count < 3 || radius < 0.0f || style->kind != V2D_DRAW_SOFT) t->bad += 1;
    for (int i = 0; i < count; ++i)
        check_place(t, vertices[i]);
    if (v2d_polygon_area(vertices, count) <= 0.0f) t->bad += 1;
}

static void draw_point(void *context, const v2d_vec2 *position, float radius,
                       const v2d_draw_style *style) {
    tally *t = (tally *)context;
    t->point += 1;
    if (style->kind == V2D_DRAW_PINNED) t->pinned += 1;
    check_style(t, *style);
    check_place(t, *position);
    if (!(radius >= 0.0f)) t->bad += 1;
}

static void draw_edge(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                      float strain, v2d_edge_side side, const v2d_draw_style *style) {
    tally *t = (tally *)context;
    t->edge += 1;
    if (side == V2D_EDGE_INNER) t->inner_edges += 1;
    check_style(t, *style);
    check_place(t, *a);
    check_place(t, *b);
    if (!(radius >= 0.0f) || !(strain > -1.0f && strain < 1.0f)) t->bad += 1;
}

static void draw_contact(void *context, const v2d_vec2 *position, const v2d_vec2 *normal,
                         float separation, float impulse) {
    tally *t = (tally *)context;
    t->contact += 1;
    check_place(t, *position);
    if (fabsf(normal->x * normal->x + normal->y * normal->y - 1.0f) > 1e-3f) t->bad += 1;
    if (!isfinite(separation) || !(impulse >= 0.0f)) t->bad += 1;
}

static void draw_box(void *context, const v2d_aabb *box) {
    tally *t = (tally *)context;
    t->box += 1;
    if (!(box->lower.x <= box->upper.x && box->lower.y <= box->upper.y)) t->bad += 1;
}

static void draw_joint(void *context, v2d_joint_kind kind, const v2d_vec2 *center_a,
                       const v2d_vec2 *anchor_a, const v2d_vec2 *anchor_b,
                       const v2d_vec2 *center_b) {
    tally *t = (tally *)context;
    t->joint += 1;
    check_place(t, *center_a);
    check_place(t, *anchor_a);
    check_place(t, *anchor_b);
    check_place(t, *center_b);
    if (kind == V2D_JOINT_REVOLUTE &&
        fabsf(anchor_a->x - anchor_b->x) + fabsf(anchor_a->y - anchor_b->y) > 0.05f)
        t->bad += 1;
}

static v2d_draw all_drawing(tally *t) {
    v2d_draw draw;
    memset(&draw, 0, sizeof(draw));
    draw.context = t;
    draw.polygon = draw_polygon;
    draw.circle = draw_circle;
    draw.capsule = draw_capsule;
    draw.segment = draw_segment;
    draw.half_plane = draw_half_plane;
    draw.outline = draw_outline;
    draw.point = draw_point;
    draw.edge = draw_edge;
    draw.contact = draw_contact;
    draw.box = draw_box;
    draw.joint = draw_joint;
    return draw;
}

static void build_drawing(v2d_world *world) {
    build_scene(world, 0.0f);
    test_shape(world, V2D_BODY_DYNAMIC, -2.0f, 16.0f,
               v2d_geometry_capsule(v2d_vec2_make(-0.5f, 0.0f), v2d_vec2_make(0.5f, 0.0f), 0.3f));
    test_shape(world, V2D_BODY_STATIC, -2.0f, 15.0f,
               v2d_geometry_segment(v2d_vec2_make(-1.0f, 0.0f), v2d_vec2_make(1.0f, 0.0f)));
    test_steps(world, 45);
}

static void drawing_calls_everything_with_sensible_values(void **state) {
    (void)state;
    build_drawing(&worlds[0]);
    worlds[1] = worlds[0];
    tally t;
    memset(&t, 0, sizeof(t));
    v2d_draw draw = all_drawing(&t);
    CHECK(v2d_world_draw(&worlds[0], &draw) == V2D_OK);
    CHECK(memcmp(&worlds[0], &worlds[1], sizeof(v2d_world)) == 0);
    CHECK(t.bad == 0);
    CHECK(t.circle == 9);           // every third of 25
    CHECK(t.polygon == 16 + 3 + 4); // boxes of the heap; belt, paddle, post; chain
    CHECK(t.capsule == 1 && t.segment == 1 && t.half_plane == 0);
    CHECK(t.point == v2d_world_counters(&worlds[0]).points.count);
    CHECK(t.edge >= 10 + 12 && t.edge <= v2d_world_counters(&worlds[0]).edges.count);
    CHECK(t.pinned == 3);
    CHECK(t.outline == 3); // jelly, box, triangle
    CHECK(t.joint == 4);
    CHECK(t.contact >= 10);
    CHECK(t.box >= 9 + 16 + 3 + 4 + 2);
    CHECK(t.kinds[V2D_DRAW_STATIC] > 0 && t.kinds[V2D_DRAW_KINEMATIC] == 1 &&
          t.kinds[V2D_DRAW_DYNAMIC] >= 9 + 16 + 4 + 1);
    CHECK(t.kinds[V2D_DRAW_SOFT] > 0 && t.kinds[V2D_DRAW_DISABLED] == 0);
}

static void missing_drawing_functions_are_skipped(void **state) {
    (void)state;
    build_drawing(&worlds[0]);
    tally all, t;
    memset(&all, 0, sizeof(all));
    v2d_draw draw = all_drawing(&all);
    CHECK(v2d_world_draw(&worlds[0], &draw) == V2D_OK);
    v2d_draw nothing;
    memset(&nothing, 0, sizeof(nothing));
    CHECK(v2d_world_draw(&worlds[0], &nothing) == V2D_OK);
    for (int left_out = 0; left_out < 11; ++left_out) {
        memset(&t, 0, sizeof(t));
        draw = all_drawing(&t);
        if (left_out == 0) draw.polygon = NULL;
        if (left_out == 1) draw.circle = NULL;
        if (left_out == 2) draw.capsule = NULL;
        if (left_out == 3) draw.segment = NULL;
        if (left_out == 4) draw.half_plane = NULL;
        if (left_out == 5) draw.outline = NULL;
        if (left_out == 6) draw.point = NULL;
        if (left_out == 7) draw.edge = NULL;
        if (left_out == 8) draw.contact = NULL;
        if (left_out == 9) draw.box = NULL;
        if (left_out == 10) draw.joint = NULL;
        CHECK(v2d_world_draw(&worlds[0], &draw) == V2D_OK);
        CHECK(t.polygon == (left_out == 0 ? 0 : all.polygon) &&
              t.circle == (left_out == 1 ? 0 : all.circle));
        CHECK(t.capsule == (left_out == 2 ? 0 : all.capsule) &&
              t.segment == (left_out == 3 ? 0 : all.segment));
        CHECK(t.half_plane == (left_out == 4 ? 0 : all.half_plane) &&
              t.outline == (left_out == 5 ? 0 : all.outline));
        CHECK(t.point == (left_out == 6 ? 0 : all.point) &&
              t.edge == (left_out == 7 ? 0 : all.edge));
        CHECK(t.contact == (left_out == 8 ? 0 : all.contact) &&
              t.box == (left_out == 9 ? 0 : all.box));
        CHECK(t.joint == (left_out == 10 ? 0 : all.joint));
    }
}

// The shape's user number, or when it is 0 its body's.
static void drawing_hands_on_user_numbers(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&worlds[0], &def) == V2D_OK);
    v2d_body_id a = test_circle(&worlds[0], V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
    v2d_body_id b = test_circle(&worlds[0], V2D_BODY_DYNAMIC, 5.0f, 0.0f, 0.5f);
    body_set_user(&worlds[0], a, 1000u);
    body_set_user(&worlds[0], b, 30000u);
    shape_set_user(&worlds[0], v2d_body_first_shape(&worlds[0], b), 7u);
    tally t;
    memset(&t, 0, sizeof(t));
    v2d_draw draw = all_drawing(&t);
    CHECK(v2d_world_draw(&worlds[0], &draw) == V2D_OK);
    CHECK(t.users == 1007u);
}

// ---- picking and dragging -------------------------------------------------------------------------------------------------

static void picking_finds_what_is_there(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    v2d_world *world = &worlds[0];
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    v2d_body_id wall = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 5.0f, 5.0f);
    v2d_body_id ball =
        test_circle(world, V2D_BODY_DYNAMIC, 2.0f, 0.0f, 0.5f); // in front of the wall
    v2d_body_id far_box = test_box(world, V2D_BODY_DYNAMIC, 10.0f, 0.0f, 0.5f, 0.5f);
    v2d_body_id moving = test_box(world, V2D_BODY_KINEMATIC, 20.0f, 0.0f, 0.5f, 0.5f);
    CHECK(test_body_at(world, v2d_vec2_make(2.1f, 0.1f)).index1 == ball.index1);
    CHECK(test_body_at(world, v2d_vec2_make(-2.0f, 0.1f)).index1 == wall.index1);
    CHECK(test_body_at(world, v2d_vec2_make(2.45f, 0.45f)).index1 ==
          wall.index1); // beside the disc
    CHECK(test_body_at(world, v2d_vec2_make(10.4f, -0.4f)).index1 == far_box.index1);
    CHECK(test_body_at(world, v2d_vec2_make(20.0f, 0.0f)).index1 == moving.index1);
    CHECK(test_body_at(world, v2d_vec2_make(10.6f, 0.0f)).index1 == 0);

    v2d_point_def point = v2d_point_def_default();
    v2d_point_id points[3];
    for (int i = 0; i < 3; ++i) {
        point.position = v2d_vec2_make(30.0f + (float)i, 0.0f);
        points[i] = v2d_point_create(world, &point);
    }
    CHECK(test_point_near(world, v2d_vec2_make(30.6f, 0.3f), 1.0f).index1 == points[1].index1);
    CHECK(test_point_near(world, v2d_vec2_make(30.4f, 0.3f), 1.0f).index1 == points[0].index1);
    CHECK(test_point_near(world, v2d_vec2_make(32.6f, 0.0f), 0.5f).index1 == 0);
    CHECK(test_point_near(world, v2d_vec2_make(32.4f, 0.0f), 0.5f).index1 == points[2].index1);
    v2d_point_destroy(world, points[1]);
    CHECK(test_point_near(world, v2d_vec2_make(30.9f, 0.0f), 2.0f).index1 == points[0].index1);
    CHECK(v2d_world_status(world) == V2D_OK); // not finding anything is no error
}

static void dragging_moves_a_body_to_the_target(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    v2d_world *world = &worlds[0];
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    test_ground(world);
    v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    test_steps(world, 30);
    v2d_joint_id drag = v2d_world_drag_begin(world, v2d_vec2_make(0.2f, 0.7f), 0.1f);
    CHECK(v2d_joint_is_valid(world, drag));
    CHECK(joint_kind_of(world, drag) == V2D_JOINT_DRAG);
    for (int i = 1; i <= 60; ++i) {
        CHECK(v2d_joint_set_target(
                  world, drag, v2d_vec2_make(0.2f + 0.05f * (float)i, 0.7f + 0.05f * (float)i)) ==
              V2D_OK);
        v2d_world_step(world, dt, 4);
    }
    test_steps(world, 240);
    v2d_vec2 held = joint_anchor_b(world, drag),
             place = v2d_body_world_point(world, box, v2d_vec2_make(0.2f, 0.2f));
    CHECK_NEAR(held.x, 3.2, 0.05);
    CHECK_NEAR(held.y, 3.7, 0.1); // sags a little under its weight
    CHECK_NEAR(place.x, held.x, 0.02);
    CHECK_NEAR(place.y, held.y, 0.02);
    // It swings below the pointer; on average the force on it is its weight.
    double sum = 0.0;
    float before = v2d_body_velocity(world, box).y;
    for (int i = 0; i < 300; ++i) {
        v2d_world_step(world, dt, 4);
        sum += (double)joint_force_now(world, drag).y / 300.0;
    }
    double gained = (double)(v2d_body_velocity(world, box).y - before) / 5.0;
    CHECK_NEAR(sum, 10.0 + gained, 0.3);
    CHECK(v2d_joint_destroy(world, drag) == V2D_OK);
    test_steps(world, 120);
    CHECK(v2d_body_position(world, box).y < 1.0f); // let go, it falls
}

static void dragging_moves_a_point_to_the_target(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    v2d_world *world = &worlds[0];
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_soft_id rope = v2d_soft_create_rope(world, &soft, v2d_vec2_make(0.0f, 0.0f),
                                            v2d_vec2_make(0.0f, -2.0f), 8, true, false);
    v2d_joint_id nothing = v2d_world_drag_begin(world, v2d_vec2_make(5.0f, 5.0f), 0.5f);
    CHECK(nothing.index1 == 0 && v2d_world_status(world) == V2D_OK);
    v2d_joint_id drag = v2d_world_drag_begin(world, v2d_vec2_make(0.05f, -2.1f), 0.3f);
    CHECK(v2d_joint_is_valid(world, drag));
    CHECK(v2d_joint_set_target(world, drag, v2d_vec2_make(1.0f, -1.0f)) == V2D_OK);
    test_steps(world, 240);
    v2d_vec2 end = v2d_point_position(world, v2d_soft_point(world, rope, 8));
    CHECK_NEAR(end.x, 1.0, 0.1);
    CHECK_NEAR(end.y, -1.0, 0.1);
    CHECK_NEAR(v2d_point_position(world, v2d_soft_point(world, rope, 0)).x, 0.0,
               0.0); // the pin holds
    // Pinned points are not picked up.
    v2d_joint_id pinned = v2d_world_drag_begin(world, v2d_vec2_make(0.0f, 0.02f), 0.05f);
    CHECK(pinned.index1 == 0);
}

// A drag is no stronger than its greatest force: a heavy body stays on the ground.
static void dragging_has_a_greatest_force(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    v2d_world *world = &worlds[0];
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    test_ground(world);
    v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_DRAG);
    joint.b = v2d_anchor_body(box, v2d_vec2_make(0.0f, 0.0f));
    joint.target = v2d_vec2_make(0.0f, 10.0f);
    joint.linear.spring_effort = 9.0f; // of the 10 N that it weighs
    v2d_joint_id drag = v2d_joint_create(world, &joint);
    CHECK(v2d_joint_is_valid(world, drag));
    test_steps(world, 120);
    CHECK_NEAR(v2d_body_position(world, box).y, 0.5, 0.01);
    CHECK_NEAR(joint_force_now(world, drag).y, 9.0, 0.1);
    v2d_joint_destroy(world, drag);
    joint.linear.spring_effort = 12.0f; // more than it weighs
    CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &joint)));
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, box).y, 2.0, 0.1); // (12 - 10) / 1 for a second
}

// A body that is teleported away from its joint comes back to it, at no more than the greatest speed.
static void teleported_body_returns_to_its_joint(void **state) {
    (void)state;
    static const float ways[5] = {1.0f, 3.0f, 10.0f, 30.0f, 100.0f};
    for (int k = 0; k < 10; ++k) {
        v2d_world_def def = v2d_world_def_default();
        v2d_world *world = &worlds[0];
        CHECK(v2d_world_init(world, &def) == V2D_OK);
        v2d_body_id post = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.1f, 0.1f);
        v2d_body_id bar = test_box(world, V2D_BODY_DYNAMIC, 0.8f, -0.6f, 0.7f, 0.5f);
        v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        joint.a = v2d_anchor_body(post, v2d_vec2_make(0.0f, 0.0f));
        joint.b = v2d_anchor_body(bar, v2d_vec2_make(-0.8f, 0.6f));
        joint.angular.limited = k >= 5;
        joint.angular.lower = -1.4f;
        joint.angular.upper = 0.8f;
        v2d_joint_id id = v2d_joint_create(world, &joint);
        test_steps(world, 10);
        v2d_body_set_transform(world, bar, v2d_vec2_make(ways[k % 5], 0.3f * ways[k % 5]), 0.3f);
        for (int i = 0; i < 300; ++i) {
            v2d_world_step(world, dt, 4);
            CHECK(v2d_world_event_count(world) == 0); // nothing had to be put aside
            v2d_vec2 v = v2d_body_velocity(world, bar);
            CHECK(sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y) < 400.5);
        }
        v2d_vec2 a = joint_anchor_a(world, id), b = joint_anchor_b(world, id);
        CHECK_NEAR(a.x, b.x, 0.02);
        CHECK_NEAR(a.y, b.y, 0.02);
    }
}

// ---- far away ----------------------------------------------------------------------------------------------------------------

// At 1 km a float has steps of 0.06 mm: a stack stands there, and things fall as they should.
static void world_works_a_kilometre_away(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    v2d_world *world = &worlds[0];
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    float x = 1000.0f, y = -1000.0f;
    test_box(world, V2D_BODY_STATIC, x, y - 0.5f, 20.0f, 0.5f);
    v2d_body_id ids[6];
    for (int i = 0; i < 6; ++i)
        ids[i] = test_box(world, V2D_BODY_DYNAMIC, x, y + 0.5f + (float)i, 0.5f, 0.5f);
    v2d_body_id falling = test_circle(world, V2D_BODY_DYNAMIC, x + 10.0f, y + 20.0f, 0.5f);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, falling).y, -10.0, 1e-3);
    CHECK_NEAR(v2d_body_position(world, falling).y, (double)y + 20.0 - 5.0 * (1.0 + 1.0 / 240.0),
               0.02);
    test_steps(world, 540);
    for (int i = 0; i < 6; ++i) {
        CHECK_NEAR(v2d_body_position(world, ids[i]).x, x, 0.03);
        CHECK_NEAR(v2d_body_position(world, ids[i]).y, (double)y + 0.5 + i, 0.03 + 0.005 * i);
        CHECK_NEAR(v2d_body_angle(world, ids[i]), 0.0, 0.02);
    }
}

// ---- definitions -----------------------------------------------------------------------------------------------------------------

static void gravity_can_change(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    v2d_world *world = &worlds[0];
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    CHECK_NEAR(world_gravity(world).x, 0.0, 0.0);
    CHECK_NEAR(world_gravity(world).y, -10.0, 0.0);
    v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
    test_steps(world, 60);
    CHECK(v2d_world_set_gravity(world, v2d_vec2_make(5.0f, 10.0f)) == V2D_OK);
    CHECK_NEAR(world_gravity(world).x, 5.0, 0.0);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 5.0, 1e-3);
    CHECK_NEAR(v2d_body_velocity(world, id).y, 0.0, 1e-3);
}

// Slops scale with length_unit: the same stack in millimetres, with gravity to scale, stands.
static void length_unit_scales_the_slops(void **state) {
    (void)state;
    static const float units[3] = {1e-3f, 1.0f, 100.0f};
    for (int k = 0; k < 3; ++k) {
        v2d_world_def def = v2d_world_def_default();
        v2d_world *world = &worlds[0];
        float unit = units[k];
        def.length_unit = unit;
        def.gravity.y = -10.0f * unit;
        def.max_speed = 400.0f * unit;
        def.restitution_threshold = 1.0f * unit;
        def.contact_push_speed = 3.0f;
        CHECK(v2d_world_init(world, &def) == V2D_OK);
        test_ground(world);
        v2d_body_id ids[5];
        for (int i = 0; i < 5; ++i) {
            ids[i] = test_box(world, V2D_BODY_DYNAMIC, 0.0f, unit * (0.5f + (float)i), 0.5f * unit,
                              0.5f * unit);
        }
        test_steps(world, 300);
        for (int i = 0; i < 5; ++i) {
            CHECK_NEAR(v2d_body_position(world, ids[i]).x / unit, 0.0, 0.02);
            CHECK_NEAR(v2d_body_position(world, ids[i]).y / unit, 0.5 + i, 0.02);
        }
    }
}

static void result_texts_are_all_there(void **state) {
    (void)state;
    for (int i = 0; i <= (int)V2D_ERROR_SAME_OBJECT; ++i) {
        const char *text = v2d_result_text((v2d_result)i);
        CHECK(text != NULL && text[0] != '\0');
        for (int k = 0; k < i; ++k)
            CHECK(strcmp(text, v2d_result_text((v2d_result)k)) != 0);
    }
    CHECK(v2d_result_text((v2d_result)99) != NULL);
    CHECK(v2d_selfcheck() == V2D_OK);
    CHECK(v2d_world_selfcheck(test_world(), NULL) == V2D_OK);
}

// ---- bounds ------------------------------------------------------------------------------------

static v2d_aabb bounds_at(float left, float floor, float right, float ceiling) {
    v2d_aabb b;
    b.lower = v2d_vec2_make(left, floor), b.upper = v2d_vec2_make(right, ceiling);
    return b;
}

static v2d_world *bounded_world(void) {
    v2d_world_def def = v2d_world_def_default();
    v2d_world *w = test_world();
    def.bounded = true;
    def.bounds = bounds_at(-10.0f, 0.0f, 10.0f, 20.0f);
    CHECK(v2d_world_init(w, &def) == V2D_OK);
    return w;
}

static void count_half_plane(void *context, const v2d_vec2 *point, const v2d_vec2 *normal,
                             const v2d_draw_style *style) {
    (void)point, (void)normal, (void)style;
    *(int *)context += 1;
}

static void nobody_meets_the_bounds(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_body_id none = {0, 0}, alone = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    w = bounded_world();
    CHECK(v2d_world_next_body(w, none).index1 == 0);
    CHECK(v2d_world_counters(w).bodies.count == 0 && v2d_world_counters(w).shapes.count == 0);
    CHECK(v2d_world_counters(w).bodies.peak == 0 && v2d_world_counters(w).shapes.peak == 0);
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    CHECK(box.index1 == alone.index1 && box.generation == alone.generation);
    CHECK(v2d_world_next_body(w, box).index1 == 0);
    CHECK(test_body_at(w, v2d_vec2_make(0.0f, -3.0f)).index1 == 0);
    CHECK(v2d_world_drag_begin(w, v2d_vec2_make(0.0f, -3.0f), 1.0f).index1 == 0);
    v2d_point_def point = v2d_point_def_default();
    point.position = v2d_vec2_make(3.0f, 0.02f);
    v2d_point_id dot = v2d_point_create(w, &point);
    test_steps(w, 10);
    CHECK(v2d_world_contact_count(w) == 2);
    for (int i = 0; i < 2; ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(w, i, &c) == V2D_OK);
        CHECK(i == 0 ? c.a.shape.index1 == v2d_body_first_shape(w, box).index1
                     : c.a.point.index1 == dot.index1);
        CHECK(c.b.shape.index1 == 0 && c.manifold.count == 2 - i);
        CHECK_NEAR(c.manifold.normal.y, -1.0, 1e-6);
    }
    int planes = 0;
    v2d_draw draw;
    memset(&draw, 0, sizeof(draw));
    draw.context = &planes, draw.half_plane = count_half_plane;
    CHECK(v2d_world_draw(w, &draw) == V2D_OK && planes == 0);
    test_ground(w);
    CHECK(v2d_world_draw(w, &draw) == V2D_OK && planes == 1);
}

// Two boxes, a loose point, a soft box and a vertex-edge box come to rest with their lowest places on the
// floor, whatever they collide with.
static void bounds_hold_whatever_the_filter(void **state) {
    (void)state;
    const v2d_filter filter[5] = {
        {1u, 0u, 0}, {0u, 0xffffffffu, 0}, {4u, 2u, 0}, {1u, 0xfffffffeu, -1}, {0u, 0u, -3}};
    for (int k = 0; k < 5; ++k) {
        v2d_world *w = bounded_world();
        v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, -4.0f, 2.0f, 0.5f, 0.5f);
        CHECK(shape_set_filter(w, v2d_body_first_shape(w, box), filter[k]) == V2D_OK);
        v2d_point_def point = v2d_point_def_default();
        point.position = v2d_vec2_make(-2.0f, 2.0f), point.filter = filter[k];
        v2d_point_id dot = v2d_point_create(w, &point);
        v2d_soft_def def = v2d_soft_def_default();
        v2d_soft_id soft[2];
        for (int i = 0; i < 2; ++i) {
            def.position = v2d_vec2_make(2.0f * (float)i, 2.0f);
            def.relaxed = i == 1, def.filter = filter[k];
            soft[i] = v2d_soft_create_box(w, &def, 1.0f, 1.0f);
        }
        test_steps(w, 300);
        CHECK_NEAR(v2d_body_position(w, box).y, 0.5, 0.005);
        CHECK_NEAR(v2d_point_position(w, dot).y, 0.02, 0.005);
        for (int i = 0; i < 2; ++i)
            CHECK_NEAR(v2d_soft_center(w, soft[i]).y, 0.52, 0.005);
    }
}

static void bounds_are_moved_and_removed(void **state) {
    (void)state;
    v2d_world *w = bounded_world();
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    v2d_body_id shelf = test_box(w, V2D_BODY_STATIC, 5.0f, 3.0f, 1.0f, 0.5f);
    v2d_body_id other = test_box(w, V2D_BODY_DYNAMIC, 5.0f, 4.0f, 0.5f, 0.5f);
    (void)shelf;
    test_steps(w, 120);
    CHECK(!v2d_body_is_awake(w, box) && !v2d_body_is_awake(w, other));
    // Lower: the box falls. What did not touch the walls sleeps on.
    CHECK(world_set_bounds(w, bounds_at(-10.0f, -2.0f, 10.0f, 20.0f)) == V2D_OK);
    test_steps(w, 6);
    CHECK(v2d_body_is_awake(w, box) && !v2d_body_is_awake(w, other));
    test_steps(w, 120);
    CHECK_NEAR(v2d_body_position(w, box).y, -1.5, 0.005);
    // Higher: it is put back in, although it sleeps.
    CHECK(!v2d_body_is_awake(w, box));
    CHECK(world_set_bounds(w, bounds_at(-10.0f, -0.5f, 10.0f, 20.0f)) == V2D_OK);
    test_steps(w, 120);
    CHECK_NEAR(v2d_body_position(w, box).y, 0.0, 0.01);
    // A side that is not there, then none.
    CHECK(world_set_bounds(w, bounds_at(-V2D_UNLIMITED, -0.5f, V2D_UNLIMITED, V2D_UNLIMITED)) ==
          V2D_OK);
    CHECK(v2d_body_set_velocity(w, box, v2d_vec2_make(-20.0f, 0.0f)) == V2D_OK);
    test_steps(w, 600);
    CHECK(v2d_body_position(w, box).x < -12.0f);
    CHECK_NEAR(v2d_body_position(w, box).y, 0.0, 0.01);
    CHECK(world_set_bounds(w, bounds_at(-V2D_UNLIMITED, -V2D_UNLIMITED, V2D_UNLIMITED,
                                        V2D_UNLIMITED)) == V2D_OK);
    test_steps(w, 60);
    CHECK_NEAR(v2d_body_position(w, box).y, -5.0, 0.2); // g t^2 / 2
    // In a world that was made without.
    w = test_world();
    box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    CHECK(world_set_bounds(w, bounds_at(-1.0f, -4.0f, 1.0f, 4.0f)) == V2D_OK);
    test_steps(w, 180);
    CHECK_NEAR(v2d_body_position(w, box).y, -3.5, 0.005);
}

// Walls hold as far out as they may be, by what numbers there can tell (half a metre at 4e6).
static void bounds_hold_far_out(void **state) {
    (void)state;
    for (float far = 1e5f; far < 1.1e9f; far *= 10.0f) {
        v2d_world *w = test_world();
        CHECK(world_set_bounds(w, bounds_at(-far, -far, far, far)) == V2D_OK);
        float unit = far * 1.2e-7f, inside = far - fmaxf(20.0f, 40.0f * unit);
        v2d_body_id low = test_box(w, V2D_BODY_DYNAMIC, 0.0f, -inside, 0.5f, 0.5f);
        v2d_body_id right = test_box(w, V2D_BODY_DYNAMIC, inside, 0.0f, 0.5f, 0.5f);
        for (int i = 0; i < 120; ++i) {
            CHECK(v2d_body_set_velocity(w, low, v2d_vec2_make(0.0f, -400.0f)) == V2D_OK);
            CHECK(v2d_body_set_velocity(w, right, v2d_vec2_make(400.0f, 0.0f)) == V2D_OK);
            test_steps(w, 1);
        }
        CHECK_NEAR(v2d_body_position(w, low).y, -far, 40.0f * unit + 1.0f);
        CHECK_NEAR(v2d_body_position(w, right).x, far, 40.0f * unit + 1.0f);
        CHECK(v2d_body_position(w, low).y > -far - unit);
        CHECK(v2d_body_position(w, right).x < far + unit);
    }
}

static void bad_bounds_change_nothing(void **state) {
    (void)state;
    const float nan = NAN, inf = INFINITY;
    v2d_world *w = bounded_world();
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    test_steps(w, 30);
    static v2d_world before;
    before = *w;
    CHECK(world_set_bounds(NULL, bounds_at(0.0f, 0.0f, 1.0f, 1.0f)) != V2D_OK);
    CHECK(world_set_bounds(w, bounds_at(nan, 0.0f, 1.0f, 1.0f)) == V2D_ERROR_NOT_FINITE);
    CHECK(world_set_bounds(w, bounds_at(0.0f, 0.0f, inf, 1.0f)) == V2D_ERROR_NOT_FINITE);
    CHECK(world_set_bounds(w, bounds_at(0.0f, -2e9f, 1.0f, 1.0f)) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(world_set_bounds(w, bounds_at(V2D_UNLIMITED, 0.0f, 1.0f, 1.0f)) ==
          V2D_ERROR_OUT_OF_RANGE);
    CHECK(world_set_bounds(w, bounds_at(0.0f, 1.0f, 1.0f, 1.0f)) == V2D_ERROR_DEGENERATE);
    v2d_world_clear_status(w);
    CHECK(memcmp(&before, w, sizeof(before)) == 0);
    test_steps(w, 30);
    CHECK_NEAR(v2d_body_position(w, box).y, 0.5, 0.005);
}

// ---- another origin --------------------------------------------------------------------------------

static v2d_world shifted, loaded;

// How far bodies and points of `shifted` are from where those of a world are, as seen from its origin [m].
static double farthest_apart(const v2d_world *w, v2d_vec2 origin) {
    double far = 0.0;
    v2d_body_id body = {0, 0};
    v2d_point_id point = {0, 0};
    while (body = v2d_world_next_body(w, body), !V2D_IS_NULL(body)) {
        v2d_vec2 a = v2d_body_position(w, body), b = v2d_body_position(&shifted, body);
        far = fmax(far, hypot((double)(a.x - origin.x - b.x), (double)(a.y - origin.y - b.y)));
    }
    while (point = v2d_world_next_point(w, point), !V2D_IS_NULL(point)) {
        v2d_vec2 a = v2d_point_position(w, point), b = v2d_point_position(&shifted, point);
        far = fmax(far, hypot((double)(a.x - origin.x - b.x), (double)(a.y - origin.y - b.y)));
    }
    return far;
}

// A scene of everything goes on as before, and so does its save.
static void a_world_goes_on_from_another_origin(void **state) {
    (void)state;
    v2d_world *w = test_world();
    const v2d_vec2 origin = {48.0f, -32.0f};
    static unsigned char bytes[sizeof(v2d_world)];
    build_scene(w, 0.0f);
    test_steps(w, 90);
    memcpy(&shifted, w, sizeof(shifted));
    CHECK(v2d_world_shift_origin(&shifted, origin) == V2D_OK);
    CHECK(farthest_apart(w, origin) < 1e-5);
    v2d_body_id body = {0, 0};
    v2d_point_id point = {0, 0};
    while (body = v2d_world_next_body(w, body), !V2D_IS_NULL(body))
        CHECK_NEAR(v2d_body_interpolated(&shifted, body, 0.0f).p.x,
                   v2d_body_interpolated(w, body, 0.0f).p.x - origin.x, 1e-5);
    while (point = v2d_world_next_point(w, point), !V2D_IS_NULL(point))
        CHECK_NEAR(v2d_point_interpolated(&shifted, point, 0.0f).y,
                   v2d_point_interpolated(w, point, 0.0f).y - origin.y, 1e-5);
    CHECK(v2d_world_contact_count(&shifted) == v2d_world_contact_count(w));
    size_t size = v2d_world_save(&shifted, bytes, sizeof(bytes));
    CHECK(size > 0 && v2d_world_load(&loaded, bytes, size) == V2D_OK);
    for (int step = 1; step <= 30; ++step) {
        test_steps(w, 1), test_steps(&shifted, 1), test_steps(&loaded, 1);
        CHECK(v2d_world_hash(&shifted) == v2d_world_hash(&loaded));
        CHECK(farthest_apart(w, origin) < (step < 4 ? 1e-3 : 1e-1));
    }
}

// A pendulum, a drag, a kinematic body under way, a pulley, an attraction that is everywhere, and bounds: they
// stay where they are. What sleeps sleeps on, what is near is found, and what touches keeps touching.
static void places_move_with_the_origin(void **state) {
    (void)state;
    v2d_world *w = test_world();
    const v2d_vec2 origin = {1024.0f, -512.0f}, zero = {0.0f, 0.0f};
    v2d_aabb bounds = {{960.0f, -V2D_UNLIMITED}, {V2D_UNLIMITED, -448.0f}};
    v2d_body_id ball[4], floor = test_box(w, V2D_BODY_STATIC, 1020.0f, -520.0f, 8.0f, 1.0f);
    v2d_body_id stack[2];
    for (int i = 0; i < 2; ++i)
        stack[i] = test_box(w, V2D_BODY_DYNAMIC, 1020.0f, -518.5f + (float)i, 0.5f, 0.5f);
    CHECK(shape_set_report(w, v2d_body_first_shape(w, stack[0]), V2D_REPORT_CONTACT,
                           V2D_UNLIMITED) == V2D_OK);
    test_steps(w, 240);
    CHECK(!v2d_body_is_awake(w, stack[1]));
    for (int i = 0; i < 4; ++i)
        ball[i] = test_circle(w, V2D_BODY_DYNAMIC, 1024.0f + 3.0f * (float)i, -505.0f, 0.5f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    v2d_vec2 pin = {1025.0f, -505.0f};
    def.a = v2d_anchor_world(pin, 0.0f), def.b = v2d_anchor_at(w, ball[0], pin, 0.0f);
    CHECK(v2d_joint_is_valid(w, v2d_joint_create(w, &def)));
    def = v2d_joint_def_default(V2D_JOINT_DRAG);
    def.b = v2d_anchor_body(ball[1], zero), def.target = v2d_vec2_make(1028.0f, -503.0f);
    v2d_joint_id drag = v2d_joint_create(w, &def);
    def = v2d_joint_def_default(V2D_JOINT_PULLEY);
    def.a = v2d_anchor_body(ball[2], zero), def.b = v2d_anchor_body(ball[3], zero);
    def.over_a = v2d_anchor_world(v2d_vec2_make(1030.0f, -500.0f), 0.0f);
    def.over_b = v2d_anchor_world(v2d_vec2_make(1033.0f, -500.0f), 0.0f);
    CHECK(v2d_joint_is_valid(w, v2d_joint_create(w, &def)));
    v2d_body_id lift = test_box(w, V2D_BODY_KINEMATIC, 1010.0f, -500.0f, 1.0f, 0.5f);
    v2d_transform there = v2d_transform_make(v2d_vec2_make(1012.0f, -499.0f), 0.5f);
    v2d_zone_def zone = v2d_zone_def_default(V2D_ZONE_POINT);
    zone.everywhere = true, zone.center = v2d_vec2_make(1024.0f, -512.0f), zone.falloff = 0.0f;
    zone.strength = 1e-3f; // too weak to wake the stack
    v2d_zone_id pull = v2d_zone_create(w, &zone);
    CHECK(v2d_zone_is_valid(w, pull) && world_set_bounds(w, bounds) == V2D_OK);
    test_steps(w, 150);
    CHECK(v2d_body_set_target(w, lift, there, 0.5f) == V2D_OK);
    test_steps(w, 10);
    bool asleep = !v2d_body_is_awake(w, stack[1]);
    memcpy(&shifted, w, sizeof(shifted));
    CHECK(v2d_world_shift_origin(&shifted, origin) == V2D_OK);
    CHECK(farthest_apart(w, origin) == 0.0); // these differences are floats
    CHECK(v2d_joint_describe(&shifted, drag, &def) == V2D_OK && def.target.x == 4.0f);
    CHECK(v2d_zone_describe(&shifted, pull, &zone) == V2D_OK && zone.center.y == 0.0f);
    v2d_query_result hit;
    v2d_vec2 above = {-4.0f, 0.0f}, under = {-4.0f, -7.5f};
    CHECK(v2d_world_ray(&shifted, NULL, above, under, &hit, 1) == 1);
    CHECK(V2D_ID_EQUALS(hit.part.body, stack[1]));
    CHECK_NEAR(hit.position.y, -5.0, 0.02);
    for (int step = 0; step < 60; ++step) {
        test_steps(w, 1), test_steps(&shifted, 1);
        CHECK(farthest_apart(w, origin) < 2e-3);
        CHECK(v2d_body_is_awake(&shifted, stack[1]) == v2d_body_is_awake(w, stack[1]));
        CHECK(v2d_world_event_count(&shifted) == v2d_world_event_count(w));
    }
    CHECK(asleep && !v2d_body_is_awake(&shifted, stack[1]));
    CHECK_NEAR(v2d_body_position(&shifted, lift).x, -12.0, 1e-5);
    v2d_body_id thrown = test_circle(&shifted, V2D_BODY_DYNAMIC, -50.0f, 0.0f, 0.5f);
    v2d_body_set_velocity(&shifted, thrown, v2d_vec2_make(-100.0f, 20.0f)); // at the wall at -64 m
    test_steps(&shifted, 30);
    CHECK_NEAR(v2d_body_position(&shifted, thrown).x, -63.5, 0.05);
    CHECK(v2d_body_is_valid(&shifted, floor));
}

static void what_would_leave_the_world_keeps_the_origin(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 1.0f, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DRAG);
    def.b = v2d_anchor_body(box, v2d_vec2_make(0.0f, 0.0f)), def.target.x = 5e8f;
    v2d_joint_id drag = v2d_joint_create(w, &def);
    CHECK(v2d_world_shift_origin(w, v2d_vec2_make(-6e8f, 0.0f)) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_joint_destroy(w, drag) == V2D_OK);
    test_box(w, V2D_BODY_STATIC, 5e8f, 0.0f, 1.0f, 1.0f);
    uint64_t hash = v2d_world_hash(w);
    CHECK(v2d_world_shift_origin(w, v2d_vec2_make(-6e8f, 0.0f)) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_shift_origin(w, v2d_vec2_make(0.0f, NAN)) == V2D_ERROR_NOT_FINITE);
    CHECK(v2d_world_shift_origin(NULL, v2d_vec2_make(0.0f, 0.0f)) == V2D_ERROR_NULL);
    v2d_world_clear_status(w);
    CHECK(v2d_world_hash(w) == hash);
    CHECK(v2d_world_shift_origin(w, v2d_vec2_make(5e8f, 0.0f)) == V2D_OK);
}

// ---- defaults ----------------------------------------------------------------------------------

// `expected` is 0 but for what is set in it; the comments of >>defs state these numbers.
#define DEFAULT_IS(made, ...)                                     \
    do {                                                          \
        memset(&expected, 0, sizeof(expected));                   \
        __VA_ARGS__;                                              \
        expected.cookie = (made).cookie;                          \
        CHECK(expected.cookie != 0);                              \
        CHECK(memcmp(&(made), &expected, sizeof(expected)) == 0); \
    } while (0)

static const v2d_plasticity never = {V2D_UNLIMITED, V2D_UNLIMITED, V2D_UNLIMITED};
static const v2d_filter all = {1u, 0xffffffffu, 0};

static void defaults_of_worlds_and_things(void **state) {
    (void)state;
    {
        v2d_world_def made = v2d_world_def_default(), expected;
        DEFAULT_IS(made, expected.gravity.y = -10.0f, expected.length_unit = 1.0f,
                   expected.contact_frequency = 10000.0f, expected.contact_damping_ratio = 10.0f,
                   expected.contact_push_speed = 3.0f, expected.restitution_threshold = 0.5f,
                   expected.max_speed = 400.0f, expected.restitution_mix = V2D_MIX_MAXIMUM,
                   expected.bounds.lower = v2d_vec2_make(-100.0f, -100.0f),
                   expected.bounds.upper = v2d_vec2_make(100.0f, 100.0f),
                   expected.bounds_friction = 0.6f, expected.relax_passes = 15,
                   expected.sleep = true, expected.sleep_speed = 0.05f, expected.sleep_time = 0.5f,
                   expected.hit_speed = 1.0f);
    }
    {
        v2d_body_def made = v2d_body_def_default(), expected;
        DEFAULT_IS(made, expected.type = V2D_BODY_DYNAMIC, expected.gravity_scale = 1.0f,
                   expected.allow_sleep = expected.awake = expected.enabled = true,
                   expected.mass.mass = 1.0f);
    }
    {
        v2d_shape_def made = v2d_shape_def_default(), expected;
        DEFAULT_IS(made, expected.density = 1.0f, expected.friction = 0.6f, expected.filter = all,
                   expected.hit_impulse = V2D_UNLIMITED);
    }
    {
        v2d_step_def made = v2d_step_def_default(), expected;
        DEFAULT_IS(made, expected.dt = 1.0f / 60.0f, expected.substeps = 4, expected.workers = 1);
    }
}

static void defaults_of_soft_things(void **state) {
    (void)state;
    {
        v2d_point_def made = v2d_point_def_default(), expected;
        DEFAULT_IS(made, expected.mass = 1.0f, expected.radius = 0.02f, expected.friction = 0.6f,
                   expected.gravity_scale = 1.0f, expected.collides = true, expected.filter = all,
                   expected.hit_impulse = V2D_UNLIMITED);
    }
    {
        v2d_edge_def made = v2d_edge_def_default(), expected;
        DEFAULT_IS(made, expected.damping_ratio = 1.0f, expected.holds = true,
                   expected.rest_length = V2D_MEASURED, expected.break_force = V2D_UNLIMITED,
                   expected.plastic = never);
    }
    {
        v2d_bend_def made = v2d_bend_def_default(), expected;
        DEFAULT_IS(made, expected.measured = true, expected.frequency = 10.0f,
                   expected.damping_ratio = 1.0f, expected.break_torque = V2D_UNLIMITED,
                   expected.plastic = never);
    }
    {
        v2d_cell_def made = v2d_cell_def_default(), expected;
        DEFAULT_IS(made, expected.measured = true, expected.young = 10000.0f,
                   expected.poisson = 0.3f, expected.plastic = never);
    }
    {
        v2d_soft_def made = v2d_soft_def_default(), expected;
        DEFAULT_IS(made, expected.mass = 1.0f, expected.radius = 0.02f, expected.friction = 0.6f,
                   expected.gravity_scale = 1.0f, expected.linear_damping = 0.5f,
                   expected.damping_ratio = 1.0f, expected.press_frequency = V2D_MEASURED,
                   expected.area_scale = 1.0f, expected.leak_speed = V2D_UNLIMITED,
                   expected.shape_damping_ratio = 1.0f, expected.young = 10000.0f,
                   expected.poisson = 0.3f, expected.plastic = expected.bend_plastic = never,
                   expected.tethered = expected.self_contact = true, expected.filter = all,
                   expected.hit_impulse = V2D_UNLIMITED);
    }
}

static void defaults_of_joints_and_zones(void **state) {
    (void)state;
    for (int kind = V2D_JOINT_REVOLUTE; kind <= V2D_JOINT_NO_COLLIDE; ++kind) {
        v2d_joint_def made = v2d_joint_def_default((v2d_joint_kind)kind), expected;
        bool length = kind == V2D_JOINT_DISTANCE || kind == V2D_JOINT_PULLEY;
        v2d_joint_axis axis;
        memset(&axis, 0, sizeof(axis));
        axis.damping_ratio = 1.0f, axis.spring_effort = V2D_UNLIMITED, axis.plastic = never;
        DEFAULT_IS(made, expected.kind = (v2d_joint_kind)kind,
                   expected.linear = expected.angular = axis, expected.linear.limited = length,
                   expected.linear.lower = expected.linear.upper = expected.linear.rest =
                       length ? V2D_MEASURED : 0.0f,
                   expected.ratio = 1.0f, expected.tooth = 0.1f,
                   expected.break_force = expected.break_torque = V2D_UNLIMITED;
                   if (kind == V2D_JOINT_DRAG) expected.linear.frequency = 5.0f,
                   expected.linear.spring_effort = 1000.0f);
    }
    for (int kind = V2D_ZONE_GRAVITY; kind <= V2D_ZONE_DAMPING; ++kind) {
        v2d_zone_def made = v2d_zone_def_default((v2d_zone_kind)kind), expected;
        DEFAULT_IS(made, expected.kind = (v2d_zone_kind)kind,
                   expected.strength = kind == V2D_ZONE_DAMPING ? 1.0f : 10.0f,
                   expected.falloff = 2.0f, expected.density = kind == V2D_ZONE_FLUID ? 2.0f : 1.0f,
                   expected.drag = expected.lift = expected.angular_strength = 1.0f);
    }
}

static void defaults_of_queries_and_movers(void **state) {
    (void)state;
    v2d_query_def query = v2d_query_def_default();
    {
        v2d_query_def expected;
        DEFAULT_IS(query, expected.filter = all, expected.filter.category = 0xffffffffu,
                   expected.shapes = expected.points = expected.softs = true);
    }
    v2d_mover_def made = v2d_mover_def_default(), expected;
    DEFAULT_IS(made, // a capsule of radius 0.3 m, 1.8 m high
               expected.geometry = v2d_geometry_capsule(v2d_vec2_make(0.0f, -0.6f),
                                                        v2d_vec2_make(0.0f, 0.6f), 0.3f),
               expected.up.y = 1.0f, expected.step_height = expected.snap = 0.3f,
               expected.max_slope = 0.9f, expected.skin = 0.01f, expected.push = 100.0f,
               expected.along_ground = true, expected.query = query);
}

// The greatest force of a drag is 1000 length units for each kilogram.
static void a_drag_pulls_by_what_it_holds(void **state) {
    (void)state;
    static const float units[3] = {0.1f, 1.0f, 5.0f};
    static v2d_world w;
    for (int i = 0; i < 6; ++i) {
        v2d_world_def def = v2d_world_def_default();
        def.length_unit = units[i / 2];
        CHECK(v2d_world_init(&w, &def) == V2D_OK);
        float size = 0.5f + (float)(i % 2);
        v2d_body_id box = test_box(&w, V2D_BODY_DYNAMIC, 0.0f, 0.0f, size, size);
        v2d_joint_id drag = v2d_world_drag_begin(&w, v2d_vec2_make(0.0f, 0.1f), 0.0f);
        v2d_joint_def made;
        CHECK(v2d_joint_describe(&w, drag, &made) == V2D_OK);
        CHECK(V2D_ID_EQUALS(made.b.body, box));
        double most = 1000.0 * (double)units[i / 2] * 4.0 * (double)size * (double)size;
        CHECK_NEAR(made.linear.spring_effort, most, 1e-5 * most);
    }
}

// Of what a timer cannot do in a frame, whole steps are dropped; less than a step stays.
static void a_timer_drops_whole_steps_only(void **state) {
    (void)state;
    for (int steps = 0; steps < 12; ++steps) {
        v2d_timer timer = v2d_timer_make(0.25, 4);
        int now = v2d_timer_advance(&timer, 0.25 * steps + 0.125); // exact in binary
        CHECK(now == (steps < 4 ? steps : 4));
        CHECK(timer.accumulator == (steps < 5 ? 0.125 : 0.0));
        timer = v2d_timer_make(0.25, 4);
        CHECK(v2d_timer_advance(&timer, 0.25 * steps) == (steps < 4 ? steps : 4));
        CHECK(timer.accumulator == 0.0);
        timer = v2d_timer_make(0.25, 4); // a millionth of a step may be missing, two may not
        CHECK(v2d_timer_advance(&timer, 0.25 * (1.0 - 0.5e-6)) == 1);
        timer = v2d_timer_make(0.25, 4);
        CHECK(v2d_timer_advance(&timer, 0.25 * (1.0 - 2e-6)) == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drag_pulls_by_what_it_holds),
        cmocka_unit_test(a_timer_drops_whole_steps_only),
        cmocka_unit_test(defaults_of_worlds_and_things),
        cmocka_unit_test(defaults_of_soft_things),
        cmocka_unit_test(defaults_of_joints_and_zones),
        cmocka_unit_test(defaults_of_queries_and_movers),
        cmocka_unit_test(two_worlds_interleaved_equal_two_apart),
        cmocka_unit_test(same_calls_give_the_same_bytes),
        cmocka_unit_test(copy_continues_bit_for_bit),
        cmocka_unit_test(copy_keeps_ids_and_user_data),
        cmocka_unit_test(hash_changes_when_anything_moves),
        cmocka_unit_test(hash_ignores_what_is_not_state),
        cmocka_unit_test(any_number_of_substeps_is_stable),
        cmocka_unit_test(quality_falls_smoothly_with_the_budget),
        cmocka_unit_test(starved_world_does_not_explode),
        cmocka_unit_test(steps_of_all_lengths_are_stable),
        cmocka_unit_test(state_does_not_depend_on_the_frame_rate),
        cmocka_unit_test(timer_alpha_is_the_fraction_of_a_step),
        cmocka_unit_test(timer_drops_what_is_too_much),
        cmocka_unit_test(timer_survives_bad_input),
        cmocka_unit_test(counters_count),
        cmocka_unit_test(profile_uses_the_callers_clock),
        cmocka_unit_test(drawing_calls_everything_with_sensible_values),
        cmocka_unit_test(missing_drawing_functions_are_skipped),
        cmocka_unit_test(drawing_hands_on_user_numbers),
        cmocka_unit_test(picking_finds_what_is_there),
        cmocka_unit_test(dragging_moves_a_body_to_the_target),
        cmocka_unit_test(dragging_moves_a_point_to_the_target),
        cmocka_unit_test(dragging_has_a_greatest_force),
        cmocka_unit_test(teleported_body_returns_to_its_joint),
        cmocka_unit_test(world_works_a_kilometre_away),
        cmocka_unit_test(gravity_can_change),
        cmocka_unit_test(length_unit_scales_the_slops),
        cmocka_unit_test(result_texts_are_all_there),
        cmocka_unit_test(nobody_meets_the_bounds),
        cmocka_unit_test(bounds_hold_whatever_the_filter),
        cmocka_unit_test(bounds_are_moved_and_removed),
        cmocka_unit_test(bounds_hold_far_out),
        cmocka_unit_test(bad_bounds_change_nothing),
        cmocka_unit_test(a_world_goes_on_from_another_origin),
        cmocka_unit_test(places_move_with_the_origin),
        cmocka_unit_test(what_would_leave_the_world_keeps_the_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
