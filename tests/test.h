// SPDX-License-Identifier: MIT OR Unlicense
// test.h - what every test program shares: include order, checks, random numbers, a world and simple bodies.
//
// Use:  #define ENGINE_... as engine.h tells, or nothing
//       #include "test.h"
// Such a test is linked to an engine that others share. One whose capacities are the point of it has its own:
// #define V2D_MAX_..., then VERLET2D_IMPLEMENTATION, first of all. scene.h has more for tests with one world.
#ifndef VERLET2D_TEST_H
#define VERLET2D_TEST_H

// cmocka wants these four before itself, in this order.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "fields.h"

#define TEST_PI 3.14159265358979323846

// Stop the test with file, line and the text of the condition.
#define CHECK(cond) test_check((cond) ? 1 : 0, #cond, __FILE__, __LINE__)

// |actual - expected| <= tolerance; NaN fails. Says both values when it does.
#define CHECK_NEAR(actual, expected, tolerance)                                                   \
    test_check_near((double)(actual), (double)(expected), (double)(tolerance), #actual, __FILE__, \
                    __LINE__)

static inline void test_check(int passed, const char *text, const char *file, int line) {
    if (passed) return;
    print_error("%s:%d: failed: %s\n", file, line, text);
    _fail(file, line);
}

static inline void test_check_near(double actual, double expected, double tolerance,
                                   const char *text, const char *file, int line) {
    if (fabs(actual - expected) <= tolerance) return;
    print_error("%s:%d: %s is %.9g, expected %.9g within %.3g (off by %.3g)\n", file, line, text,
                actual, expected, tolerance, actual - expected);
    _fail(file, line);
}

// So many cases, or a part of them where they run slowly, as with sanitizers: the environment variable
// V2D_SHARE says how many in a hundred.
static inline int test_share(int cases) {
    const char *text = getenv("V2D_SHARE");
    int percent = text != NULL ? atoi(text) : 0;
    return percent > 0 ? (cases * percent + 99) / 100 : cases;
}

// A freshly initialised world of default parameters. Always the same object: it is too big for the
// stack, and each test starts it anew.
static inline v2d_world *test_world(void) {
    static v2d_world world;
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    return &world;
}

static inline v2d_world *test_weightless(void) {
    v2d_world *world = test_world();
    CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
    return world;
}

// Uniform between low and high.
static inline float test_random(uint32_t *seed, float low, float high) {
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * ((float)(*seed >> 8) / 16777216.0f);
}

// Another generator; its seed is not 0.
static inline uint32_t test_bits(uint32_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static inline float test_between(uint32_t *seed, float low, float high) {
    return low + (high - low) * ((float)(test_bits(seed) >> 8) / 16777216.0f);
}

// A body at (x, y) with one shape of default material.
static inline v2d_body_id test_shape(v2d_world *world, v2d_body_type type, float x, float y,
                                     v2d_geometry geometry) {
    v2d_body_def body_def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    body_def.type = type;
    body_def.position = v2d_vec2_make(x, y);
    v2d_body_id id = v2d_body_create(world, &body_def);
    v2d_shape_id shape = v2d_shape_create(world, id, &shape_def, &geometry);
    CHECK(v2d_shape_is_valid(world, shape));
    return id;
}

static inline v2d_body_id test_box(v2d_world *world, v2d_body_type type, float x, float y,
                                   float half_width, float half_height) {
    return test_shape(world, type, x, y, v2d_geometry_box(half_width, half_height));
}

static inline v2d_body_id test_circle(v2d_world *world, v2d_body_type type, float x, float y,
                                      float radius) {
    return test_shape(world, type, x, y, v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), radius));
}

// What is at a place: queries with a tiny disc.
static inline v2d_geometry test_dot(void) {
    return v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 1e-6f);
}

// A body there, one that is not static first.
static inline v2d_body_id test_body_at(const v2d_world *world, v2d_vec2 place) {
    v2d_query_def def = v2d_query_def_default();
    v2d_query_result found[16];
    v2d_geometry dot = test_dot();
    v2d_body_id body = {0, 0};
    def.points = def.softs = false;
    int count = v2d_world_overlap(world, &def, &dot, v2d_transform_make(place, 0.0f), found, 16);
    for (int i = 0; i < count && i < 16; ++i) {
        bool dynamic = body_type_of(world, found[i].part.body) == V2D_BODY_DYNAMIC;
        if (V2D_IS_NULL(body) || dynamic) body = found[i].part.body;
        if (dynamic) break;
    }
    return body;
}

static inline v2d_soft_id test_soft_at(const v2d_world *world, v2d_vec2 place) {
    v2d_query_def def = v2d_query_def_default();
    v2d_query_result found;
    v2d_geometry dot = test_dot();
    v2d_soft_id none = {0, 0};
    def.points = def.shapes = false;
    v2d_transform at = v2d_transform_make(place, 0.0f);
    return v2d_world_overlap(world, &def, &dot, at, &found, 1) > 0 ? found.part.soft : none;
}

// The loose point whose centre is nearest.
static inline v2d_point_id test_point_near(const v2d_world *world, v2d_vec2 place, float radius) {
    v2d_query_def def = v2d_query_def_default();
    v2d_query_result found;
    v2d_geometry dot = test_dot();
    v2d_point_id none = {0, 0};
    def.shapes = def.softs = false;
    v2d_transform at = v2d_transform_make(place, 0.0f);
    if (v2d_world_closest(world, &def, &dot, at, radius, &found, 1) <= 0) return none;
    v2d_vec2 p = v2d_point_position(world, found.part.point);
    return hypot((double)(p.x - place.x), (double)(p.y - place.y)) <= (double)radius
               ? found.part.point
               : none;
}

// An immovable half-plane below y = 0.
static inline v2d_shape_id test_floor(v2d_world *world, float friction) {
    v2d_body_def body = v2d_body_def_default();
    body.type = V2D_BODY_STATIC;
    v2d_shape_def shape = v2d_shape_def_default();
    shape.friction = friction;
    v2d_geometry plane =
        v2d_geometry_half_plane(v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(0.0f, 1.0f));
    return v2d_shape_create(world, v2d_body_create(world, &body), &shape, &plane);
}

// Everything at or below y = 0, static.
static inline v2d_body_id test_ground(v2d_world *world) {
    return test_shape(
        world, V2D_BODY_STATIC, 0.0f, 0.0f,
        v2d_geometry_half_plane(v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(0.0f, 1.0f)));
}

// A circle of radius 0.2 that bounces and rolls with resistance.
static inline v2d_body_id test_ball(v2d_world *world, float x, float y, bool bullet) {
    v2d_shape_def def = v2d_shape_def_default();
    def.rolling_resistance = 0.05f;
    def.restitution = 0.5f;
    v2d_body_def body_def = v2d_body_def_default();
    body_def.position = v2d_vec2_make(x, y);
    body_def.bullet = bullet;
    v2d_body_id body = v2d_body_create(world, &body_def);
    v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.2f);
    CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, body, &def, &circle)));
    return body;
}

// Planks of length 0.8 in a row, joined end to end, the first one to a static box at (x, 12).
static inline void test_links(v2d_world *world, v2d_joint_kind kind, float x, int count) {
    v2d_body_id last = test_box(world, V2D_BODY_STATIC, x, 12.0f, 0.1f, 0.1f);
    for (int i = 1; i <= count; ++i) {
        v2d_body_id next = test_box(world, V2D_BODY_DYNAMIC, x + (float)i, 12.0f, 0.4f, 0.1f);
        v2d_joint_def def = v2d_joint_def_default(kind);
        def.a = v2d_anchor_body(last, v2d_vec2_make(0.5f, 0.0f));
        def.b = v2d_anchor_body(next, v2d_vec2_make(-0.5f, 0.0f));
        CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
        last = next;
    }
}

// A plank that 70 boxes touch, which are more than there are colours.
static inline void test_crowded_plank(v2d_world *world) {
    test_box(world, V2D_BODY_DYNAMIC, 30.0f, 0.2f, 8.0f, 0.2f);
    for (int i = 0; i < 70; ++i)
        test_box(world, V2D_BODY_DYNAMIC, 22.3f + 0.22f * (float)i, 0.5f, 0.1f, 0.1f);
}

// Steps of 1/60 s in 4 sub-steps, the engine's usual ones.
static inline void test_steps(v2d_world *world, int count) {
    for (int i = 0; i < count; ++i) {
        CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
    }
}

// The plank of test_crowded_plank() at rest on the ground: it and each box are carried, by the
// impulses that are their weights times the step, and lie where they were put.
static inline void test_check_crowded_plank(const v2d_world *world) {
    int boxes = 0;
    double ground = 0.0, plank = 0.0;
    for (int i = 0; i < v2d_world_contact_count(world); ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(world, i, &c) == V2D_OK && c.manifold.count == 2);
        v2d_body_id a = v2d_shape_body(world, c.a.shape), b = v2d_shape_body(world, c.b.shape);
        double mass_a = (double)v2d_body_mass(world, a).mass;
        double mass_b = (double)v2d_body_mass(world, b).mass;
        double push = (double)(c.normal_impulse[0] + c.normal_impulse[1]);
        double light = mass_a < mass_b ? mass_a : mass_b;
        if (mass_a == mass_b) { // boxes side by side
            CHECK_NEAR(push, 0.0, 1e-4);
            continue;
        }
        if (light == 0.0) {
            ground += push;
            continue;
        }
        CHECK_NEAR(push, light * 10.0 / 60.0, 0.02 * light * 10.0 / 60.0);
        plank += push;
        boxes += 1;
    }
    CHECK(boxes == 70);
    CHECK_NEAR(plank, 70 * 0.04 * 10.0 / 60.0, 1e-3 * 70 * 0.04 * 10.0 / 60.0);
    CHECK_NEAR(ground, (70 * 0.04 + 6.4) * 10.0 / 60.0, 1e-3 * 9.2 * 10.0 / 60.0);
    v2d_body_id id = {0, 0};
    for (id = v2d_world_next_body(world, id); id.index1 != 0; id = v2d_world_next_body(world, id)) {
        if (body_type_of(world, id) != V2D_BODY_DYNAMIC) continue;
        bool is_plank = v2d_body_mass(world, id).mass > 1.0f;
        CHECK_NEAR(v2d_body_position(world, id).y, is_plank ? 0.2 : 0.5, 2e-3);
        CHECK_NEAR(v2d_body_angle(world, id), 0.0, 2e-3);
        CHECK_NEAR(v2d_body_velocity(world, id).y, 0.0, 1e-3);
    }
}

// Frequency [Hz] and damping ratio of a free oscillation about 0, from samples dt apart: the least
// squares solution of x[i + 1] = trace x[i] - determinant x[i - 1]. For ratios below 1.
static inline void test_fit(const double *x, int count, double dt, double *frequency,
                            double *damping) {
    double pp = 0.0, pq = 0.0, qq = 0.0, py = 0.0, qy = 0.0;
    for (int i = 1; i + 1 < count && fabs(x[i - 1]) + fabs(x[i]) > 1e-4 * fabs(x[0]); ++i) {
        double p = x[i], q = -x[i - 1], y = x[i + 1];
        pp += p * p, pq += p * q, qq += q * q, py += p * y, qy += q * y;
    }
    double trace = (py * qq - qy * pq) / (pp * qq - pq * pq);
    double determinant = (qy * pp - py * pq) / (pp * qq - pq * pq);
    double rate = -0.5 * log(determinant) / dt; // zeta w
    double swing = acos(0.5 * trace / sqrt(determinant)) / dt;
    double w = hypot(rate, swing);
    *frequency = w / (2.0 * TEST_PI);
    *damping = rate / w;
}

static inline int test_finite(v2d_vec2 v) { return isfinite(v.x) && isfinite(v.y); }

#endif
