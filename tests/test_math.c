// SPDX-License-Identifier: MIT OR Unlicense
// test_math.c - section >>math: own sine, cosine and arc tangent, vectors, rotations, boxes.
//
// Expected values come from the C library in double precision, or from invariances.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

static float bits_to_float(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static double rot_error(v2d_rot q, double angle) {
    return fmax(fabs((double)q.c - cos(angle)), fabs((double)q.s - sin(angle)));
}

static double rot_length(v2d_rot q) {
    return sqrt((double)q.c * (double)q.c + (double)q.s * (double)q.s);
}

static void scalars(void **state) {
    (void)state;
    CHECK(v2d__minf(1.0f, 2.0f) == 1.0f && v2d__minf(2.0f, 1.0f) == 1.0f);
    CHECK(v2d__maxf(1.0f, 2.0f) == 2.0f && v2d__maxf(2.0f, 1.0f) == 2.0f);
    CHECK(v2d__absf(-3.0f) == 3.0f && v2d__absf(3.0f) == 3.0f);
    CHECK(v2d__clampf(-1.0f, 0.0f, 2.0f) == 0.0f);
    CHECK(v2d__clampf(3.0f, 0.0f, 2.0f) == 2.0f);
    CHECK(v2d__clampf(1.0f, 0.0f, 2.0f) == 1.0f);
}

static void finite_is_told_from_the_bits(void **state) {
    (void)state;
    CHECK(v2d__is_finite(0.0f) && v2d__is_finite(-0.0f) && v2d__is_finite(1e-45f));
    CHECK(v2d__is_finite(bits_to_float(0x7f7fffffu)) && v2d__is_finite(bits_to_float(0xff7fffffu)));
    CHECK(!v2d__is_finite(bits_to_float(0x7f800000u)) &&
          !v2d__is_finite(bits_to_float(0xff800000u)));
    CHECK(!v2d__is_finite(bits_to_float(0x7fc00000u)) &&
          !v2d__is_finite(bits_to_float(0x7f800001u)));
    CHECK(v2d__is_finite2(v2d_vec2_make(1.0f, 2.0f)));
    CHECK(!v2d__is_finite2(v2d_vec2_make(1.0f, bits_to_float(0x7fc00000u))));
    CHECK(!v2d__is_finite2(v2d_vec2_make(bits_to_float(0x7f800000u), 1.0f)));
}

static void vectors_follow_their_definitions(void **state) {
    (void)state;
    v2d_vec2 a = v2d_vec2_make(3.0f, 4.0f), b = v2d_vec2_make(-2.0f, 5.0f);
    CHECK(v2d__add(a, b).x == 1.0f && v2d__add(a, b).y == 9.0f);
    CHECK(v2d__sub(a, b).x == 5.0f && v2d__sub(a, b).y == -1.0f);
    CHECK(v2d__neg(a).x == -3.0f && v2d__neg(a).y == -4.0f);
    CHECK(v2d__scale(2.0f, a).x == 6.0f && v2d__scale(2.0f, a).y == 8.0f);
    CHECK(v2d__add_scaled(a, 2.0f, b).x == -1.0f && v2d__add_scaled(a, 2.0f, b).y == 14.0f);
    CHECK(v2d__dot(a, b) == 14.0f);
    CHECK(v2d__cross(a, b) == 23.0f);
    CHECK(v2d__perp(a).x == -4.0f && v2d__perp(a).y == 3.0f);
    CHECK(v2d__cross_sv(2.0f, a).x == -8.0f && v2d__cross_sv(2.0f, a).y == 6.0f);
    CHECK(v2d__length(a) == 5.0f && v2d__length_sq(a) == 25.0f);
}

// The public functions give the bits of those that the engine uses.
static void public_vectors_are_those_of_the_engine(void **state) {
    (void)state;
    for (int i = 0; i < 10000; ++i) {
        float x[6];
        for (int k = 0; k < 6; ++k)
            x[k] = (float)(sin(12.9898 * (6 * i + k)) * pow(10.0, i % 9 - 4));
        v2d_vec2 a = v2d_vec2_make(x[0], x[1]), b = v2d_vec2_make(x[2], x[3]);
        v2d_rot q = v2d_rot_make(x[4]);
#define SAME(u, v) CHECK(u.x == v.x && u.y == v.y)
        SAME(v2d_add(a, b), v2d__add(a, b));
        SAME(v2d_sub(a, b), v2d__sub(a, b));
        SAME(v2d_scale(x[5], a), v2d__scale(x[5], a));
        SAME(v2d_add_scaled(a, x[5], b), v2d__add_scaled(a, x[5], b));
        SAME(v2d_perp(a), v2d__perp(a));
        SAME(v2d_cross_sv(x[5], a), v2d__cross_sv(x[5], a));
        SAME(v2d_rotate(q, a), v2d__rotate(q, a));
        SAME(v2d_inverse_rotate(q, a), v2d__inv_rotate(q, a));
        SAME(v2d_normalize(a), v2d__normalize(a));
        SAME(v2d_lerp(a, b, 0.0f), a);
        SAME(v2d_lerp(a, b, 1.0f), b);
#undef SAME
        CHECK(v2d_dot(a, b) == v2d__dot(a, b) && v2d_cross(a, b) == v2d__cross(a, b));
        CHECK(v2d_length(a) == v2d__length(a));
    }
}

static void normalize_survives_any_size(void **state) {
    (void)state;
    static const float sizes[] = {1e-44f, 1e-30f, 1e-20f, 1e-12f, 1.0f, 1e12f, 1e15f, 1e30f, 3e38f};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        for (int k = 0; k < 360; ++k) {
            double angle = k * TEST_PI / 180.0, size = (double)sizes[i];
            v2d_vec2 v = v2d_vec2_make((float)(size * cos(angle)), (float)(size * sin(angle)));
            double length = hypot((double)v.x, (double)v.y);
            v2d_vec2 n = v2d__normalize(v);
            CHECK_NEAR(n.x, (double)v.x / length, 3e-7);
            CHECK_NEAR(n.y, (double)v.y / length, 3e-7);
        }
    }
    v2d_vec2 zero = v2d__normalize(v2d_vec2_make(0.0f, -0.0f));
    CHECK(zero.x == 0.0f && zero.y == 0.0f);
}

static void sine_and_cosine_match_the_library(void **state) {
    (void)state;
    double worst = 0.0;
    for (int i = -1000000; i <= 1000000; ++i) {
        float angle = (float)i * 1e-3f;
        worst = fmax(worst, rot_error(v2d_rot_make(angle), (double)angle));
    }
    CHECK_NEAR(worst, 0.0, 1e-6);
    worst = 0.0;
    for (int i = -4096; i <= 4096; ++i) {
        worst = fmax(worst, rot_error(v2d_rot_make((float)i), (double)i));
    }
    CHECK_NEAR(worst, 0.0, 1e-6);
}

static void sine_and_cosine_stay_a_unit_vector(void **state) {
    (void)state;
    for (float angle = 1e-30f; angle < 3e38f; angle *= 1.37f) {
        CHECK_NEAR(rot_length(v2d_rot_make(angle)), 1.0, 3e-7);
        CHECK_NEAR(rot_length(v2d_rot_make(-angle)), 1.0, 3e-7);
        CHECK_NEAR(v2d_rot_make(-angle).c, v2d_rot_make(angle).c, 1e-6);
        CHECK_NEAR(v2d_rot_make(-angle).s, -v2d_rot_make(angle).s, 1e-6);
        if (angle > 3e37f) break;
    }
    // beyond 4096 rad only whole float turns are taken off: compare with that
    for (int i = 1; i < 10000; ++i) {
        float angle = 4096.0f + 13.7f * (float)i;
        double turn = (double)(2.0f * 3.14159265f);
        CHECK_NEAR(rot_error(v2d_rot_make(angle), fmod((double)angle, turn)), 0.0, 1e-6);
    }
}

static void rotations_refuse_what_is_not_finite(void **state) {
    (void)state;
    static const uint32_t bad[] = {0x7f800000u, 0xff800000u, 0x7fc00000u};
    for (int i = 0; i < 3; ++i) {
        float x = bits_to_float(bad[i]);
        v2d_rot q = v2d_rot_make(x), broken = {1.0f, 0.0f};
        CHECK(q.c == 1.0f && q.s == 0.0f);
        broken.s = x;
        CHECK(v2d_rot_angle(broken) == 0.0f);
        q = v2d__rot_integrate(q, x);
        CHECK(v2d__is_finite(q.c) && v2d__is_finite(q.s));
    }
}

static void arc_tangent_matches_the_library(void **state) {
    (void)state;
    static const double sizes[] = {1e-30, 1e-5, 1.0, 1e6, 1e30};
    for (int k = 0; k < 5; ++k) {
        for (int i = -31415; i <= 31415; ++i) {
            float y = (float)(sizes[k] * sin(i * 1e-4)), x = (float)(sizes[k] * cos(i * 1e-4));
            CHECK_NEAR(v2d__atan2(y, x), atan2((double)y, (double)x), 1e-6);
        }
    }
    CHECK(v2d__atan2(0.0f, 0.0f) == 0.0f);
    CHECK_NEAR(v2d__atan2(0.0f, -1.0f), TEST_PI, 1e-6);
    CHECK_NEAR(v2d__atan2(-0.0f, -1.0f), TEST_PI, 1e-6);
    CHECK_NEAR(v2d__atan2(1.0f, 0.0f), TEST_PI / 2.0, 1e-6);
    CHECK_NEAR(v2d__atan2(-1.0f, 0.0f), -TEST_PI / 2.0, 1e-6);
}

static void angle_of_a_rotation_comes_back(void **state) {
    (void)state;
    for (int i = -3141; i <= 3141; ++i) {
        CHECK_NEAR(v2d_rot_angle(v2d_rot_make((float)i * 1e-3f)), i * 1e-3, 1e-6);
    }
}

static void integrated_rotation_is_exact_and_stays_unit(void **state) {
    (void)state;
    for (int i = -320; i <= 320; ++i) {
        v2d_rot q = v2d__rot_integrate(v2d_rot_make(0.7f), (float)i * 0.01f);
        CHECK_NEAR(rot_error(q, (double)0.7f + (double)((float)i * 0.01f)), 0.0, 1e-6);
    }
    v2d_rot q = {1.0f, 0.0f};
    for (int i = 0; i < 100000; ++i) {
        q = v2d__rot_integrate(q, 0.01f);
    }
    CHECK_NEAR(rot_length(q), 1.0, 3e-7);
    CHECK_NEAR(rot_error(q, 100000.0 * (double)0.01f), 0.0, 1e-3); // a random walk of roundings
    v2d_rot scaled = {2.0f, 0.0f};
    CHECK_NEAR(rot_error(v2d__rot_integrate(scaled, 0.5f), 0.5), 0.0, 1e-6);
}

static void rotations_compose(void **state) {
    (void)state;
    for (int i = 0; i < 1000; ++i) {
        double a = i * 0.37, b = i * 0.11 - 20.0;
        v2d_rot qa = v2d_rot_make((float)a), qb = v2d_rot_make((float)b);
        CHECK_NEAR(rot_error(v2d__rot_mul(qa, qb), (double)(float)a + (double)(float)b), 0.0, 2e-6);
        CHECK_NEAR(rot_error(v2d__rot_inv_mul(qa, qb), (double)(float)b - (double)(float)a), 0.0,
                   2e-6);
        v2d_vec2 v = v2d_vec2_make(1.5f, -2.5f);
        v2d_vec2 w = v2d__rotate(qa, v), back = v2d__inv_rotate(qa, w);
        CHECK_NEAR(w.x, 1.5 * cos((double)(float)a) + 2.5 * sin((double)(float)a), 2e-6);
        CHECK_NEAR(w.y, 1.5 * sin((double)(float)a) - 2.5 * cos((double)(float)a), 2e-6);
        CHECK_NEAR(back.x, 1.5, 2e-6);
        CHECK_NEAR(back.y, -2.5, 2e-6);
    }
}

static void transforms_go_there_and_back(void **state) {
    (void)state;
    v2d_transform quarter = v2d_transform_make(v2d_vec2_make(10.0f, 20.0f), (float)(TEST_PI / 2.0));
    v2d_vec2 w = v2d_transform_point(quarter, v2d_vec2_make(1.0f, 2.0f));
    CHECK_NEAR(w.x, 8.0, 2e-6);
    CHECK_NEAR(w.y, 21.0, 2e-6);
    for (int i = 0; i < 100; ++i) {
        v2d_transform xf = v2d_transform_make(v2d_vec2_make((float)i, -3.0f), (float)i * 0.3f);
        v2d_vec2 back =
            v2d_transform_inverse_point(xf, v2d_transform_point(xf, v2d_vec2_make(0.3f, -0.7f)));
        CHECK_NEAR(back.x, 0.3, 2e-5);
        CHECK_NEAR(back.y, -0.7, 2e-5);
    }
}

static v2d_aabb make_box(float x0, float y0, float x1, float y1) {
    v2d_aabb box;
    box.lower = v2d_vec2_make(x0, y0);
    box.upper = v2d_vec2_make(x1, y1);
    return box;
}

static void boxes(void **state) {
    (void)state;
    v2d_aabb a = make_box(0.0f, 0.0f, 2.0f, 1.0f), b = make_box(1.0f, -3.0f, 4.0f, 0.5f);
    v2d_aabb e = v2d__aabb_expand(a, 0.5f);
    CHECK(e.lower.x == -0.5f && e.lower.y == -0.5f && e.upper.x == 2.5f && e.upper.y == 1.5f);
    CHECK(v2d__aabb_overlaps(a, b) && v2d__aabb_overlaps(b, a));
    CHECK(v2d__aabb_overlaps(a, make_box(2.0f, 1.0f, 3.0f, 3.0f))); // a common corner
    CHECK(!v2d__aabb_overlaps(a, make_box(2.1f, 0.0f, 3.0f, 1.0f)));
    CHECK(!v2d__aabb_overlaps(a, make_box(-2.0f, 0.0f, -0.1f, 1.0f)));
    CHECK(!v2d__aabb_overlaps(a, make_box(0.0f, 1.1f, 2.0f, 2.0f)));
    CHECK(!v2d__aabb_overlaps(a, make_box(0.0f, -1.0f, 2.0f, -0.1f)));
}

// Arguments may be anything: what comes out is finite, and of the right sign where it is too large.
static void places_beyond_all_numbers_are_finite(void **state) {
    (void)state;
    const float numbers[] = {0.0f,    1.0f,     -1.0f,    1e20f,     -1e30f,
                             3.4e38f, -3.4e38f, INFINITY, -INFINITY, NAN};
    v2d_world *world = test_world();
    v2d_body_id body = test_box(world, V2D_BODY_DYNAMIC, 3.0f, -2.0f, 0.5f, 0.5f);
    v2d_body_set_transform(world, body, v2d_vec2_make(3.0f, -2.0f), 0.7f);
    v2d_transform xf = v2d_body_transform(world, body);
    for (int i = 0; i < 100; ++i) {
        v2d_vec2 v = v2d_vec2_make(numbers[i / 10], numbers[i % 10]);
        v2d_transform odd = {v, {v.y, v.x}};
        CHECK(test_finite(v2d_body_local_point(world, body, v)));
        CHECK(test_finite(v2d_body_world_point(world, body, v)));
        CHECK(test_finite(v2d_transform_point(odd, v)));
        CHECK(test_finite(v2d_transform_inverse_point(odd, v)));
    }
    CHECK(v2d_transform_inverse_point(xf, v2d_vec2_make(INFINITY, 0.0f)).x > 1e29f);
    CHECK(v2d_transform_inverse_point(xf, v2d_vec2_make(INFINITY, 0.0f)).y < -1e29f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_beyond_all_numbers_are_finite),
        cmocka_unit_test(scalars),
        cmocka_unit_test(finite_is_told_from_the_bits),
        cmocka_unit_test(vectors_follow_their_definitions),
        cmocka_unit_test(public_vectors_are_those_of_the_engine),
        cmocka_unit_test(normalize_survives_any_size),
        cmocka_unit_test(sine_and_cosine_match_the_library),
        cmocka_unit_test(sine_and_cosine_stay_a_unit_vector),
        cmocka_unit_test(rotations_refuse_what_is_not_finite),
        cmocka_unit_test(arc_tangent_matches_the_library),
        cmocka_unit_test(angle_of_a_rotation_comes_back),
        cmocka_unit_test(integrated_rotation_is_exact_and_stays_unit),
        cmocka_unit_test(rotations_compose),
        cmocka_unit_test(transforms_go_there_and_back),
        cmocka_unit_test(boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
