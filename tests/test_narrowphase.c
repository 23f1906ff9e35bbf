// SPDX-License-Identifier: MIT OR Unlicense
// test_narrowphase.c - sections >>narrowphase and >>casts: manifolds, closest points, sweeps, the tests that
// stand alone.
//
// Expected values come from hand-made cases, from brute force in double precision (support
// functions over many directions, dense sampling, tiny steps), or from invariances.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

static uint32_t seed;

static float uniform(float low, float high) { return test_random(&seed, low, high); }

static v2d_vec2 vec(float x, float y) { return v2d_vec2_make(x, y); }

static v2d_transform at(float x, float y, float angle) {
    return v2d_transform_make(vec(x, y), angle);
}

static float not_a_number(void) { return (float)NAN; }

enum {
    FIGURE_CIRCLE,
    FIGURE_CAPSULE,
    FIGURE_SEGMENT,
    FIGURE_POLYGON,
    FIGURE_ROUNDED,
    FIGURE_COUNT
};

static v2d_geometry random_polygon(float radius) {
    for (;;) {
        v2d_vec2 v[8];
        int count = 3 + (int)uniform(0.0f, 5.99f);
        float rx = uniform(0.4f, 1.5f), ry = uniform(0.4f, 1.5f), angle = uniform(0.0f, 6.0f);
        for (int i = 0; i < count; ++i) {
            v[i] = vec(rx * cosf(angle), ry * sinf(angle));
            angle += uniform(0.6f, 1.4f) * 6.2831853f / (float)count;
        }
        v2d_geometry g = v2d_geometry_hull(v, count, radius);
        if (g.kind == V2D_GEOMETRY_POLYGON) return g;
    }
}

static v2d_geometry random_figure(int kind) {
    v2d_vec2 a = vec(uniform(-1.0f, 0.0f), uniform(-1.0f, 1.0f));
    v2d_vec2 b = vec(a.x + uniform(0.3f, 2.0f), a.y + uniform(-1.0f, 1.0f));
    switch (kind) {
    case FIGURE_CIRCLE: return v2d_geometry_circle(a, uniform(0.2f, 1.2f));
    case FIGURE_CAPSULE: return v2d_geometry_capsule(a, b, uniform(0.1f, 0.6f));
    case FIGURE_SEGMENT: return v2d_geometry_segment(a, b);
    case FIGURE_POLYGON: return random_polygon(0.0f);
    default: return random_polygon(uniform(0.05f, 0.5f));
    }
}

// ---- brute force -------------------------------------------------------------------------------

// A figure in world coordinates, in double precision.
typedef struct placed {
    int count;
    double radius, x[8], y[8];
} placed;

static placed place(const v2d_geometry *g, v2d_transform xf) {
    placed p;
    memset(&p, 0, sizeof(p));
    p.count = g->count;
    p.radius = (double)g->radius;
    double c = (double)xf.q.c, s = (double)xf.q.s;
    for (int i = 0; i < g->count; ++i) {
        double x = (double)g->vertices[i].x, y = (double)g->vertices[i].y;
        p.x[i] = (double)xf.p.x + c * x - s * y;
        p.y[i] = (double)xf.p.y + s * x + c * y;
    }
    return p;
}

// Signed gap between the two along the direction (x, y) from a to b, radii included.
static double gap_along(const placed *a, const placed *b, double x, double y) {
    double highest = -1e30, lowest = 1e30, length = hypot(x, y);
    for (int i = 0; i < a->count; ++i)
        highest = fmax(highest, (a->x[i] * x + a->y[i] * y) / length);
    for (int i = 0; i < b->count; ++i)
        lowest = fmin(lowest, (b->x[i] * x + b->y[i] * y) / length);
    return lowest - highest - a->radius - b->radius;
}

// Distance of two convex figures, or minus the shortest way out of their overlap: the largest gap
// over all directions. It is reached along a side's normal or a line through two corners.
static double true_separation(const placed *a, const placed *b) {
    double best = -1e30;
    for (int k = 0; k < 2; ++k) {
        const placed *p = k ? b : a;
        for (int i = 0; i < p->count; ++i) {
            int j = (i + 1) % p->count;
            double ex = p->x[j] - p->x[i], ey = p->y[j] - p->y[i];
            if (ex == 0.0 && ey == 0.0) continue;
            best = fmax(best, fmax(gap_along(a, b, ey, -ex), gap_along(a, b, -ey, ex)));
            if (p->count == 2)
                best = fmax(best, fmax(gap_along(a, b, ex, ey), gap_along(a, b, -ex, -ey)));
        }
    }
    for (int i = 0; i < a->count; ++i) {
        for (int j = 0; j < b->count; ++j) {
            double dx = b->x[j] - a->x[i], dy = b->y[j] - a->y[i];
            if (dx != 0.0 || dy != 0.0) best = fmax(best, gap_along(a, b, dx, dy));
        }
    }
    return best;
}

static double dense_separation(const placed *a, const placed *b, int steps) {
    double best = -1e30;
    for (int i = 0; i < steps; ++i) {
        double angle = 2.0 * TEST_PI * i / steps;
        best = fmax(best, gap_along(a, b, cos(angle), sin(angle)));
    }
    return best;
}

static double distance_to_side(const placed *p, int i, int j, double x, double y) {
    double ex = p->x[j] - p->x[i], ey = p->y[j] - p->y[i], square = ex * ex + ey * ey;
    double t = square > 0.0 ? ((x - p->x[i]) * ex + (y - p->y[i]) * ey) / square : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(x - p->x[i] - t * ex, y - p->y[i] - t * ey);
}

// Signed distance of a point to the surface.
static double surface_distance(const placed *p, double x, double y) {
    double best = 1e30;
    bool inside = p->count > 2;
    for (int i = 0; i < p->count; ++i) {
        int j = (i + 1) % p->count;
        best = fmin(best, distance_to_side(p, i, j, x, y));
        double side = (p->x[j] - p->x[i]) * (y - p->y[i]) - (p->y[j] - p->y[i]) * (x - p->x[i]);
        inside = inside && side > 0.0;
    }
    return (inside ? -best : best) - p->radius;
}

static float smallest_separation(const v2d_manifold *m) {
    float best = 1e30f;
    for (int i = 0; i < m->count; ++i)
        best = fminf(best, m->points[i].separation);
    return best;
}

static void check_manifold_is_sound(const v2d_manifold *m, int count, float margin) {
    CHECK(m->count == count && count >= 0 && count <= 2);
    if (count == 0) return;
    CHECK_NEAR(hypot((double)m->normal.x, (double)m->normal.y), 1.0, 1e-6);
    for (int i = 0; i < count; ++i) {
        CHECK(v2d__is_finite2(m->points[i].position) && v2d__is_finite(m->points[i].separation));
        CHECK(m->points[i].separation <= margin);
    }
    if (count < 2) return;
    v2d_vec2 along = v2d__perp(m->normal),
             way = v2d__sub(m->points[1].position, m->points[0].position);
    CHECK(v2d__dot(along, way) > 0.0f);
    CHECK(m->points[0].feature != m->points[1].feature);
}

// ---- all pairs against brute force -------------------------------------------------------------

// The brute force agrees with itself: closed-form directions against dense ones.
static void brute_force_is_right(void **state) {
    (void)state;
    seed = 100u;
    for (int k = 0; k < 300; ++k) {
        v2d_geometry ga = random_figure(k % FIGURE_COUNT),
                     gb = random_figure(k / FIGURE_COUNT % FIGURE_COUNT);
        placed a = place(&ga, at(0.0f, 0.0f, uniform(-3.0f, 3.0f)));
        placed b = place(&gb, at(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f), uniform(-3.0f, 3.0f)));
        double closed = true_separation(&a, &b), dense = dense_separation(&a, &b, 20000);
        CHECK(dense <= closed + 1e-12);
        CHECK_NEAR(dense, closed, 2e-3);
    }
}

// What a manifold's normal may lose against the best one: 1e-4 of the smaller figure's first edge
// (bias towards a), 5e-4 of the core gap (corners that count as faces).
static void check_against_brute_force(const v2d_geometry *ga, v2d_transform xa,
                                      const v2d_geometry *gb, v2d_transform xb, float margin) {
    v2d_manifold m;
    int count = v2d_collide(ga, xa, gb, xb, margin, &m);
    check_manifold_is_sound(&m, count, margin);
    CHECK(v2d_collide(ga, xa, gb, xb, margin, NULL) == count);
    placed a = place(ga, xa), b = place(gb, xb);
    double expected = true_separation(&a, &b);
    const double slack = 6e-4;
    if (expected > (double)margin + 1e-5) CHECK(count == 0);
    if (expected < (double)margin - slack) CHECK(count >= 1);
    if (count == 0) return;
    CHECK_NEAR(gap_along(&a, &b, (double)m.normal.x, (double)m.normal.y), expected, slack);
    CHECK((double)smallest_separation(&m) >= expected - slack);
    if (expected > 1e-3) CHECK_NEAR(smallest_separation(&m), expected, slack);
    for (int i = 0; i < count; ++i) { // half the separation to either side lie the two surfaces
        double half = 0.5 * (double)m.points[i].separation;
        double x = (double)m.points[i].position.x, y = (double)m.points[i].position.y;
        double nx = half * (double)m.normal.x, ny = half * (double)m.normal.y;
        double to_a = surface_distance(&a, x - nx, y - ny),
               to_b = surface_distance(&b, x + nx, y + ny);
        bool sharp = ga->radius == 0.0f && gb->radius == 0.0f;
        bool round_one = ga->kind == V2D_GEOMETRY_CIRCLE || gb->kind == V2D_GEOMETRY_CIRCLE;
        if ((sharp && expected > -0.05) || round_one || expected > 1e-3) {
            CHECK_NEAR(fmin(fabs(to_a), fabs(to_b)), 0.0, slack);
        }
        if (round_one) CHECK_NEAR(fmax(fabs(to_a), fabs(to_b)), 0.0, slack);
    }
}

static void every_pair_matches_brute_force(void **state) {
    (void)state;
    seed = 101u;
    for (int k = 0; k < test_share(100000); ++k) {
        v2d_geometry ga = random_figure(k % FIGURE_COUNT),
                     gb = random_figure(k / FIGURE_COUNT % FIGURE_COUNT);
        v2d_transform xa = at(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f));
        float reach = k % 3 ? 3.0f : 0.5f; // every third lies deep inside
        v2d_transform xb = at(xa.p.x + uniform(-reach, reach), xa.p.y + uniform(-reach, reach),
                              uniform(-3.0f, 3.0f));
        check_against_brute_force(&ga, xa, &gb, xb, k % 2 ? 0.0f : uniform(0.0f, 0.5f));
    }
}

// Pairs that are pushed together along the true normal until they nearly touch: where the engine
// works.
static void pairs_that_barely_touch(void **state) {
    (void)state;
    seed = 102u;
    for (int k = 0; k < test_share(40000); ++k) {
        v2d_geometry ga = random_figure(k % FIGURE_COUNT),
                     gb = random_figure(k / FIGURE_COUNT % FIGURE_COUNT);
        v2d_transform xa = at(0.0f, 0.0f, uniform(-3.0f, 3.0f));
        double angle = (double)uniform(-3.1f, 3.1f);
        v2d_transform xb =
            at((float)(6.0 * cos(angle)), (float)(6.0 * sin(angle)), uniform(-3.0f, 3.0f));
        double wanted = (double)uniform(-0.02f, 0.02f), lo = 0.0, hi = 6.0;
        v2d_transform moved = xb;
        for (int i = 0; i < 40; ++i) { // along the line to the centre the separation falls
            double mid = 0.5 * (lo + hi);
            moved.p = vec((float)(mid * cos(angle)), (float)(mid * sin(angle)));
            placed a = place(&ga, xa), b = place(&gb, moved);
            if (true_separation(&a, &b) > wanted)
                hi = mid;
            else
                lo = mid;
        }
        check_against_brute_force(&ga, xa, &gb, moved, 0.01f);
    }
}

static uint32_t swapped_feature(uint32_t f) {
    uint32_t kind = f >> 16;
    kind = kind < 2u ? 1u - kind : kind;
    return (f & 0xffu) << 8 | (f >> 8 & 0xffu) | kind << 16;
}

// Swapping a and b mirrors the manifold, except where two axes tie within the bias towards a.
static void swapping_a_and_b_mirrors_the_manifold(void **state) {
    (void)state;
    seed = 103u;
    int ties = 0, checked = 0;
    for (int k = 0; k < test_share(60000); ++k) {
        v2d_geometry ga = random_figure(k % FIGURE_COUNT),
                     gb = random_figure(k / FIGURE_COUNT % FIGURE_COUNT);
        v2d_transform xa = at(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f));
        v2d_transform xb =
            at(xa.p.x + uniform(-2.0f, 2.0f), xa.p.y + uniform(-2.0f, 2.0f), uniform(-3.0f, 3.0f));
        v2d_manifold m, w;
        int count = v2d_collide(&ga, xa, &gb, xb, 0.1f, &m),
            back = v2d_collide(&gb, xb, &ga, xa, 0.1f, &w);
        if (count > 0 && (v2d__dot(m.normal, w.normal) > -0.99999f || count != back)) {
            placed a = place(&ga, xa),
                   b = place(&gb, xb); // then both normals must be about as good
            double one = gap_along(&a, &b, (double)m.normal.x, (double)m.normal.y);
            if (back > 0)
                CHECK_NEAR(gap_along(&a, &b, -(double)w.normal.x, -(double)w.normal.y), one, 6e-4);
            ties += 1;
            continue;
        }
        CHECK(count == back);
        checked += count > 0;
        for (int i = 0; i < count; ++i) {
            const v2d_manifold_point *p = &m.points[i], *q = &w.points[count - 1 - i];
            double turn = (double)v2d__length(v2d__add(m.normal, w.normal)); // another reference
            CHECK_NEAR(p->position.x, q->position.x, 1e-5 + 3.0 * turn);
            CHECK_NEAR(p->position.y, q->position.y, 1e-5 + 3.0 * turn);
            CHECK_NEAR(p->separation, q->separation, 2e-4);
            if (count == 2) CHECK(p->feature == swapped_feature(q->feature));
        }
    }
    CHECK(checked > test_share(20000) && ties < checked / 100);
}

// The same pair turned and moved, as far as 20 km away on coordinates that floats hold exactly.
static void manifolds_move_with_the_figures(void **state) {
    (void)state;
    seed = 104u;
    int other = 0, same = 0;
    for (int k = 0; k < test_share(20000); ++k) {
        v2d_geometry ga = random_figure(k % FIGURE_COUNT),
                     gb = random_figure(k / FIGURE_COUNT % FIGURE_COUNT);
        v2d_vec2 way = vec(floorf(uniform(-512.0f, 512.0f)) / 256.0f,
                           floorf(uniform(-512.0f, 512.0f)) / 256.0f);
        float angle_a = uniform(-3.0f, 3.0f), angle_b = uniform(-3.0f, 3.0f),
              turn = uniform(-3.0f, 3.0f);
        v2d_manifold m, far_one, turned;
        int count =
            v2d_collide(&ga, at(0.0f, 0.0f, angle_a), &gb, at(way.x, way.y, angle_b), 0.05f, &m);
        CHECK(v2d_collide(&ga, at(20000.0f, -20000.0f, angle_a), &gb,
                          at(20000.0f + way.x, way.y - 20000.0f, angle_b), 0.05f,
                          &far_one) == count);
        CHECK(memcmp(&m.normal, &far_one.normal, sizeof(m.normal)) == 0);
        v2d_rot q = v2d_rot_make(turn);
        v2d_vec2 w = v2d__rotate(q, way);
        v2d_transform xa = at(0.0f, 0.0f, 0.0f), xb = at(w.x, w.y, 0.0f);
        xa.q = v2d__rot_mul(q, v2d_rot_make(angle_a));
        xb.q = v2d__rot_mul(q, v2d_rot_make(angle_b));
        int turned_count = v2d_collide(&ga, xa, &gb, xb, 0.05f, &turned);
        if (count == 0 && turned_count == 0) continue;
        for (int i = 0; i < count; ++i) {
            CHECK(m.points[i].separation == far_one.points[i].separation); // to the bit
            CHECK(m.points[i].feature == far_one.points[i].feature);
        }
        v2d_vec2 normal = v2d__rotate(q, m.normal);
        if (count != turned_count || v2d__dot(normal, turned.normal) < 0.99999f) {
            other += 1; // a tie of axes or a point at the margin
            continue;
        }
        same += 1;
        for (int i = 0; i < count; ++i) {
            v2d_vec2 p = v2d__rotate(q, m.points[i].position);
            CHECK_NEAR(turned.points[i].position.x, p.x, 2e-3);
            CHECK_NEAR(turned.points[i].position.y, p.y, 2e-3);
            CHECK_NEAR(turned.points[i].separation, m.points[i].separation, 2e-4);
        }
    }
    CHECK(same > test_share(5000) && other < same / 50);
}

// ---- hand-made manifolds -----------------------------------------------------------------------

static void check_point(const v2d_manifold *m, int i, double x, double y, double separation) {
    CHECK_NEAR(m->points[i].position.x, x, 1e-5);
    CHECK_NEAR(m->points[i].position.y, y, 1e-5);
    CHECK_NEAR(m->points[i].separation, separation, 1e-5);
}

static void check_normal(const v2d_manifold *m, double x, double y) {
    CHECK_NEAR(m->normal.x, x, 1e-5);
    CHECK_NEAR(m->normal.y, y, 1e-5);
}

static void box_on_box(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_manifold m;
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(0.25f, 0.98f, 0.0f), 0.0f, &m) == 2);
    check_normal(&m, 0.0, 1.0);
    check_point(&m, 0, 0.5, 0.49, -0.02); // perp of the normal is (-1, 0)
    check_point(&m, 1, -0.25, 0.49, -0.02);
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(0.0f, 1.005f, 0.0f), 0.01f, &m) == 2);
    check_point(&m, 0, 0.5, 0.5025, 0.005);
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(0.0f, 1.02f, 0.0f), 0.01f, &m) == 0);
    // on its corner: one point half way into the overlap
    float root = 0.70710678f;
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(0.1f, 0.5f + root - 0.02f, 0.7853982f),
                      0.0f, &m) == 1);
    check_normal(&m, 0.0, 1.0);
    check_point(&m, 0, 0.1, 0.49, -0.02);
}

static void sharp_corners_apart_face_each_other(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_manifold m;
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(1.03f, 1.04f, 0.0f), 0.1f, &m) == 1);
    check_normal(&m, 0.6, 0.8);
    check_point(&m, 0, 0.515, 0.52, 0.05);
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(1.03f, 1.04f, 0.0f), 0.049f, &m) == 0);
}

static void rounded_corners(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    box.radius = 0.1f;
    v2d_manifold m;
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(1.09f, 1.12f, 0.0f), 0.0f, &m) == 1);
    check_normal(&m, 0.6, 0.8);
    check_point(&m, 0, 0.545, 0.56, 0.15 - 0.2);
    // exactly above each other they stand on two points, also with noise in the positions
    for (int i = -3; i <= 3; ++i) {
        float noise = 1e-6f * (float)i;
        CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(noise, 1.195f, noise), 0.0f, &m) ==
              2);
        check_normal(&m, 0.0, 1.0);
        check_point(&m, 0, 0.5, 0.5975, -0.005);
        check_point(&m, 1, -0.5, 0.5975, -0.005);
    }
}

static void capsules(void **state) {
    (void)state;
    v2d_geometry c = v2d_geometry_capsule(vec(-1.0f, 0.0f), vec(1.0f, 0.0f), 0.25f);
    v2d_geometry box = v2d_geometry_box(2.0f, 0.5f);
    v2d_manifold m;
    CHECK(v2d_collide(&c, at(0.0f, 0.0f, 0.0f), &c, at(0.5f, 0.45f, 0.0f), 0.0f, &m) ==
          2); // side by side
    check_normal(&m, 0.0, 1.0);
    check_point(&m, 0, 1.0, 0.225, -0.05);
    check_point(&m, 1, -0.5, 0.225, -0.05);
    CHECK(v2d_collide(&c, at(0.0f, 0.0f, 0.0f), &c, at(2.4f, 0.0f, 0.0f), 0.0f, &m) ==
          1); // end to end
    check_normal(&m, 1.0, 0.0);
    check_point(&m, 0, 1.2, 0.0, -0.1);
    CHECK(v2d_collide(&c, at(0.0f, 0.0f, 0.0f), &c, at(1.9f, 0.0f, 0.0f), 0.0f, &m) >=
          1);                                        // ends inside
    CHECK_NEAR(smallest_separation(&m), -0.5, 1e-3); // out sideways
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &c, at(0.0f, 0.74f, 0.0f), 0.0f, &m) == 2);
    check_normal(&m, 0.0, 1.0);
    check_point(&m, 0, 1.0, 0.495, -0.01);
    check_point(&m, 1, -1.0, 0.495, -0.01);
    // crossed cores: out over the nearer end of b, by 0.5 and both radii
    CHECK(v2d_collide(&c, at(0.0f, 0.0f, 0.0f), &c, at(0.3f, 0.5f, 1.5707963f), 0.0f, &m) == 1);
    check_normal(&m, 0.0, 1.0);
    CHECK_NEAR(m.points[0].separation, -0.5 - 0.5, 1e-4);
}

// The sides of a needle are so steep that only its tip tells how deep it is.
static void needle_on_the_end_of_a_long_floor(void **state) {
    (void)state;
    v2d_vec2 v[3] = {{0.0f, 0.0f}, {0.003f, 5.0f}, {-0.002f, 5.0f}};
    v2d_geometry needle = v2d_geometry_polygon(v, 3, 0.0f), ground = v2d_geometry_box(100.0f, 0.5f);
    for (int i = 0; i < 1000; ++i) {
        v2d_transform xf = at(60.0f + 0.0317f * (float)i, 0.49f, 0.0f);
        v2d_manifold m;
        CHECK(v2d_collide(&ground, at(0.0f, 0.0f, 0.0f), &needle, xf, 0.0f, &m) >= 1);
        check_normal(&m, 0.0, 1.0);
        CHECK_NEAR(smallest_separation(&m), -0.01, 1e-5);
    }
}

static bool circle_circle(v2d_vec2 at_a, float radius_a, v2d_vec2 at_b, float radius_b,
                          v2d_manifold *m) {
    v2d_geometry a = v2d_geometry_circle(vec(0.0f, 0.0f), radius_a);
    v2d_geometry b = v2d_geometry_circle(vec(0.0f, 0.0f), radius_b);
    return v2d_collide(&a, v2d_transform_make(at_a, 0.0f), &b, v2d_transform_make(at_b, 0.0f), 0.0f,
                       m) > 0;
}

static bool circle_half_plane(v2d_vec2 center, float radius, v2d_vec2 place, v2d_vec2 normal,
                              v2d_manifold *m) {
    v2d_geometry a = v2d_geometry_circle(vec(0.0f, 0.0f), radius);
    v2d_geometry b = v2d_geometry_half_plane(vec(0.0f, 0.0f), normal);
    return v2d_collide(&a, v2d_transform_make(center, 0.0f), &b, v2d_transform_make(place, 0.0f),
                       0.0f, m) > 0;
}

static v2d_hit segment_half_plane(v2d_vec2 a, v2d_vec2 b, v2d_vec2 place, v2d_vec2 normal) {
    v2d_geometry plane = v2d_geometry_half_plane(vec(0.0f, 0.0f), normal);
    return v2d_swept_circle(a, b, 0.0f, &plane, v2d_transform_make(place, 0.0f));
}

static void circles(void **state) {
    (void)state;
    v2d_manifold m;
    CHECK(circle_circle(vec(0.0f, 0.0f), 1.0f, vec(3.0f, 4.0f), 4.5f, &m));
    check_normal(&m, 0.6, 0.8);
    check_point(&m, 0, 0.6 * 0.75, 0.8 * 0.75, -0.5);
    CHECK(m.count == 1);
    CHECK(!circle_circle(vec(0.0f, 0.0f), 1.0f, vec(3.0f, 4.0f), 3.9f, &m) && m.count == 0);
    CHECK(circle_circle(vec(2.0f, 3.0f), 1.0f, vec(2.0f, 3.0f), 0.5f, &m)); // same centre
    check_normal(&m, 0.0, 1.0);
    CHECK_NEAR(m.points[0].separation, -1.5, 1e-6);
    CHECK(!circle_circle(vec(0.0f, 0.0f), -1.0f, vec(0.0f, 0.0f), 1.0f, &m));
    CHECK(!circle_circle(vec(0.0f, not_a_number()), 1.0f, vec(0.0f, 0.0f), 1.0f, &m) &&
          m.count == 0);
}

static void circle_on_polygon_by_region(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(1.0f, 1.0f),
                 circle = v2d_geometry_circle(vec(0.0f, 0.0f), 0.5f);
    v2d_manifold m;
    v2d_transform o = at(0.0f, 0.0f, 0.0f);
    CHECK(v2d_collide(&box, o, &circle, at(1.4f, 0.2f, 0.0f), 0.0f, &m) == 1); // face
    check_normal(&m, 1.0, 0.0);
    check_point(&m, 0, 0.95, 0.2, -0.1);
    CHECK(v2d_collide(&box, o, &circle, at(1.24f, 1.32f, 0.0f), 0.0f, &m) == 1); // corner, 3-4-5
    check_normal(&m, 0.6, 0.8);
    check_point(&m, 0, 1.0 - 0.03, 1.0 - 0.04, -0.1);
    CHECK(v2d_collide(&box, o, &circle, at(0.1f, -0.7f, 0.0f), 0.0f, &m) == 1); // centre inside
    check_normal(&m, 0.0, -1.0);
    check_point(&m, 0, 0.1, -0.6, -0.8);
    CHECK(v2d_collide(&circle, at(1.4f, 0.2f, 0.0f), &box, o, 0.0f, &m) ==
          1); // and from the other side
    check_normal(&m, -1.0, 0.0);
    check_point(&m, 0, 0.95, 0.2, -0.1);
}

static void half_planes(void **state) {
    (void)state;
    v2d_geometry ground = v2d_geometry_half_plane(vec(0.0f, 1.0f), vec(0.0f, 2.0f));
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_geometry capsule = v2d_geometry_capsule(vec(-1.0f, 0.0f), vec(1.0f, 0.0f), 0.25f);
    v2d_manifold m, w;
    v2d_transform o = at(0.0f, 0.0f, 0.0f);
    CHECK(v2d_collide(&ground, o, &box, at(3.0f, 1.48f, 0.0f), 0.0f, &m) == 2);
    check_normal(&m, 0.0, 1.0);
    check_point(&m, 0, 3.5, 0.99, -0.02);
    check_point(&m, 1, 2.5, 0.99, -0.02);
    CHECK(v2d_collide(&box, at(3.0f, 1.48f, 0.0f), &ground, o, 0.0f, &w) == 2);
    check_normal(&w, 0.0, -1.0);
    CHECK(w.points[0].feature == swapped_feature(m.points[1].feature));
    CHECK(w.points[0].feature != w.points[1].feature && m.points[0].feature != w.points[1].feature);
    check_point(&w, 0, 2.5, 0.99, -0.02);
    check_point(&w, 1, 3.5, 0.99, -0.02);
    CHECK(v2d_collide(&ground, o, &capsule, at(0.0f, 1.24f, 0.0f), 0.0f, &m) == 2);
    check_point(&m, 0, 1.0, 0.995, -0.01);
    CHECK(v2d_collide(&ground, o, &capsule, at(0.0f, 2.2f, 1.5707963f), 0.0f, &m) == 1); // upright
    check_point(&m, 0, 0.0, 0.975, -0.05);
    CHECK(v2d_collide(&ground, o, &ground, at(0.0f, -5.0f, 0.0f), 0.0f, &m) == 0);
    CHECK(v2d_collide(&ground, o, &box, at(3.0f, 1.6f, 0.0f), 0.05f, &m) == 0);
    // rolling over a corner keeps that corner's name
    int shared = 0;
    v2d_collide(&ground, o, &box, at(0.0f, 1.6f, 0.7f), 0.3f, &m);
    v2d_collide(&ground, o, &box, at(0.0f, 1.6f, 0.9f), 0.3f, &w);
    for (int i = 0; i < m.count; ++i) {
        for (int j = 0; j < w.count; ++j)
            shared += m.points[i].feature == w.points[j].feature;
    }
    CHECK(shared == 1);
    CHECK(circle_half_plane(vec(2.0f, 1.4f), 0.5f, vec(0.0f, 1.0f), vec(0.0f, 3.0f), &m));
    check_normal(&m, 0.0, -1.0);
    check_point(&m, 0, 2.0, 0.95, -0.1);
    CHECK(!circle_half_plane(vec(2.0f, 1.6f), 0.5f, vec(0.0f, 1.0f), vec(0.0f, 3.0f), &m) &&
          m.count == 0);
    CHECK(!circle_half_plane(vec(2.0f, 1.4f), 0.5f, vec(0.0f, 1.0f), vec(0.0f, 0.0f), &m));
}

static void half_planes_match_brute_force(void **state) {
    (void)state;
    seed = 105u;
    for (int k = 0; k < test_share(20000); ++k) {
        v2d_geometry g = random_figure(k % FIGURE_COUNT);
        double angle = (double)uniform(-3.0f, 3.0f), nx = cos(angle), ny = sin(angle);
        v2d_geometry plane = v2d_geometry_half_plane(vec(1.0f, 2.0f), vec((float)nx, (float)ny));
        v2d_transform xf = at(uniform(-3.0f, 3.0f), uniform(-2.0f, 4.0f), uniform(-3.0f, 3.0f));
        v2d_manifold m;
        int count = v2d_collide(&plane, at(0.0f, 0.0f, 0.0f), &g, xf, 0.1f, &m);
        check_manifold_is_sound(&m, count, 0.1f);
        placed p = place(&g, xf);
        double lowest = 1e30;
        for (int i = 0; i < p.count; ++i)
            lowest = fmin(lowest, (p.x[i] - 1.0) * nx + (p.y[i] - 2.0) * ny - p.radius);
        if (fabs(lowest - 0.1) > 1e-5) CHECK((count > 0) == (lowest < 0.1));
        if (count > 0) CHECK_NEAR(smallest_separation(&m), lowest, 1e-5);
    }
}

// ---- identity of contacts ----------------------------------------------------------------------

// A box that rocks on another: the reference face changes sides, the names of the points do not.
static void features_survive_a_change_of_reference(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f), wide = v2d_geometry_box(2.0f, 0.5f);
    uint32_t names[2] = {0u, 0u};
    bool from_a = false, from_b = false;
    for (int i = -40; i <= 40; ++i) {
        float tilt = 0.0005f * (float)i;
        for (int k = 0; k < 2; ++k) {
            v2d_transform below = at(0.0f, 0.0f, k ? tilt : 0.0f),
                          above = at(0.01f, 0.99f, k ? 0.0f : tilt);
            v2d_manifold m;
            CHECK(v2d_collide(&box, below, &box, above, 0.1f, &m) == 2);
            v2d_vec2 side_a = v2d__inv_rotate(below.q, m.normal),
                     side_b = v2d__inv_rotate(above.q, m.normal);
            from_a = from_a || (fabsf(side_a.x) < 1e-6f && fabsf(side_b.x) > 1e-4f);
            from_b = from_b || (fabsf(side_b.x) < 1e-6f && fabsf(side_a.x) > 1e-4f);
            if (names[0] == 0u && names[1] == 0u) {
                names[0] = m.points[0].feature;
                names[1] = m.points[1].feature;
            }
            CHECK(m.points[0].feature == names[0] && m.points[1].feature == names[1]);
            CHECK_NEAR(smallest_separation(&m), -0.01, 0.012); // whichever is the reference
        }
    }
    CHECK(from_a && from_b);
    // noise in the pose of a box at rest changes neither side nor name
    for (int i = -5; i <= 5; ++i) {
        v2d_manifold m;
        CHECK(v2d_collide(&wide, at(0.0f, 0.0f, 0.0f), &box, at(0.3f, 0.995f, 1e-6f * (float)i),
                          0.1f, &m) == 2);
        CHECK(m.normal.x == 0.0f && m.normal.y == 1.0f);
    }
}

static void separation_is_continuous_where_the_reference_changes(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_manifold before;
    memset(&before, 0, sizeof(before));
    for (int i = -2000; i <= 2000; ++i) {
        v2d_manifold m;
        float tilt = 1e-5f * (float)i;
        CHECK(v2d_collide(&box, at(0.0f, 0.0f, tilt), &box, at(0.02f, 0.985f, -0.7f * tilt), 0.1f,
                          &m) == 2);
        for (int k = 0; k < 2 && i > -2000; ++k) {
            CHECK_NEAR(m.points[k].separation, before.points[k].separation, 3e-5);
            CHECK_NEAR(m.points[k].position.x, before.points[k].position.x, 3e-4);
        }
        before = m;
    }
}

static void one_point_of_two_keeps_its_name(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_manifold two, one;
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(0.0f, 1.0f, 0.02f), 0.1f, &two) == 2);
    CHECK(v2d_collide(&box, at(0.0f, 0.0f, 0.0f), &box, at(0.0f, 1.0f, 0.02f), 0.0f, &one) == 1);
    int same = two.points[0].separation < two.points[1].separation ? 0 : 1;
    CHECK(one.points[0].feature == two.points[same].feature);
    CHECK(one.points[0].separation == two.points[same].separation);
}

// a * b + c * d + e, each operation rounded: volatile forbids the compiler to fuse or to reorder
// here, whatever the flags are.
static float by_steps(float a, float b, float c, float d, float e) {
    volatile float first = a * b, second = c * d;
    volatile float sum = first + second;
    volatile float result = sum + e;
    return result;
}

// GCC 12 before 12.3 fuses products in its vectorizer even with -ffp-contract=off (PR 106902); it
// did so in these two functions with -O2 -march=native.
static void no_operation_is_fused(void **state) {
    (void)state;
    seed = 115u;
    for (int k = 0; k < test_share(20000); ++k) {
        v2d_geometry g = random_polygon(0.0f);
        v2d_transform xa = at(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f));
        v2d_transform xb = at(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f));
        v2d_transform xf = v2d__relative(xa.q, xb.q, xb.p);
        CHECK(xf.p.x == by_steps(xa.q.c, xb.p.x, xa.q.s, xb.p.y, 0.0f));
        CHECK(xf.p.y == by_steps(xa.q.c, xb.p.y, -xa.q.s, xb.p.x, 0.0f));
        CHECK(xf.q.c == by_steps(xa.q.c, xb.q.c, xa.q.s, xb.q.s, 0.0f));
        CHECK(xf.q.s == by_steps(xa.q.c, xb.q.s, -xa.q.s, xb.q.c, 0.0f));
        v2d_aabb box = v2d_geometry_aabb(&g, xa);
        v2d_vec2 upper = vec(-1e9f, -1e9f);
        for (int i = 0; i < g.count; ++i) {
            v2d_vec2 v = g.vertices[i];
            upper.x = fmaxf(upper.x, by_steps(xa.q.c, v.x, -xa.q.s, v.y, xa.p.x));
            upper.y = fmaxf(upper.y, by_steps(xa.q.s, v.x, xa.q.c, v.y, xa.p.y));
        }
        CHECK(box.upper.x == upper.x && box.upper.y == upper.y);
    }
}

// ---- nothing breaks ----------------------------------------------------------------------------

static void total_overlap_is_never_nan(void **state) {
    (void)state;
    seed = 106u;
    for (int k = 0; k < test_share(5000); ++k) {
        v2d_geometry ga = random_figure(k % FIGURE_COUNT),
                     gb = random_figure(k / FIGURE_COUNT % FIGURE_COUNT);
        float angle = uniform(-3.0f, 3.0f);
        v2d_transform xf = at(1.0f, 2.0f, angle);
        v2d_manifold m;
        if (k % 2) gb = ga; // the same figure at the same place
        int count = v2d_collide(&ga, xf, &gb, xf, 0.0f, &m);
        check_manifold_is_sound(&m, count, 0.0f);
        if (k % 2 && ga.kind != V2D_GEOMETRY_SEGMENT)
            CHECK(count >= 1 && smallest_separation(&m) < 0.0f);
        v2d_closest c = v2d_closest_points(&ga, xf, &gb, xf);
        CHECK(v2d__is_finite2(c.a) && v2d__is_finite2(c.b) && v2d__is_finite2(c.normal) &&
              c.distance >= 0.0f);
    }
}

static void sizes_from_dust_to_mountains(void **state) {
    (void)state;
    seed = 107u;
    for (int k = 0; k < test_share(3000); ++k) {
        v2d_geometry ga = random_figure(FIGURE_POLYGON), gb = random_figure(FIGURE_ROUNDED);
        float scale = powf(10.0f, uniform(-3.0f, 5.0f));
        v2d_geometry sa = ga, sb = gb;
        for (int i = 0; i < 8; ++i) {
            sa.vertices[i] = v2d__scale(scale, ga.vertices[i]);
            sb.vertices[i] = v2d__scale(scale, gb.vertices[i]);
        }
        sb.radius *= scale;
        float x = uniform(-2.0f, 2.0f), y = uniform(-2.0f, 2.0f), angle = uniform(-3.0f, 3.0f);
        v2d_manifold m, s;
        int count = v2d_collide(&ga, at(0.0f, 0.0f, 0.3f), &gb, at(x, y, angle), 0.0f, &m);
        int scaled =
            v2d_collide(&sa, at(0.0f, 0.0f, 0.3f), &sb, at(scale * x, scale * y, angle), 0.0f, &s);
        if (count != scaled || count == 0) {
            CHECK(count == scaled || fabsf(count ? smallest_separation(&m) : 0.0f) < 1e-4f ||
                  count * scaled == 2);
            continue;
        }
        if (v2d__dot(m.normal, s.normal) < 0.9999f) continue; // a tie
        CHECK_NEAR(smallest_separation(&s) / scale, smallest_separation(&m), 2e-4);
    }
}

static void bad_pairs_give_nothing(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(1.0f, 1.0f), none = v2d_geometry_box(-1.0f, 1.0f),
                 forged = box;
    v2d_transform o = at(0.0f, 0.0f, 0.0f), bad = o, scaled = o, far_away = at(2e9f, 0.0f, 0.0f);
    v2d_manifold m;
    bad.q.s = not_a_number();
    scaled.q.c = 1.5f;
    forged.count = 100;
    CHECK(v2d_collide(&box, o, &box, o, 0.0f, &m) == 2);
    CHECK(v2d_collide(NULL, o, &box, o, 0.0f, &m) == 0 && m.count == 0 && m.normal.x == 0.0f);
    CHECK(v2d_collide(&box, o, NULL, o, 0.0f, &m) == 0);
    CHECK(v2d_collide(&none, o, &box, o, 0.0f, &m) == 0 &&
          v2d_collide(&box, o, &none, o, 0.0f, &m) == 0);
    CHECK(v2d_collide(&forged, o, &box, o, 0.0f, &m) == 0);
    CHECK(v2d_collide(&box, bad, &box, o, 0.0f, &m) == 0 &&
          v2d_collide(&box, o, &box, bad, 0.0f, &m) == 0);
    CHECK(v2d_collide(&box, scaled, &box, o, 0.0f, &m) == 0);
    CHECK(v2d_collide(&box, far_away, &box, far_away, 0.0f, &m) == 0);
    CHECK(v2d_collide(&box, o, &box, o, -0.1f, &m) == 0);
    CHECK(v2d_collide(&box, o, &box, o, not_a_number(), &m) == 0);
    CHECK(v2d_closest_points(NULL, o, &box, o).distance == 0.0f);
    CHECK(v2d_closest_points(&box, o, &none, o).distance == 0.0f);
    CHECK(v2d_closest_points(&box, o, &box, bad).distance == 0.0f);
}

// ---- closest points ----------------------------------------------------------------------------

static void closest_points_match_brute_force(void **state) {
    (void)state;
    seed = 108u;
    for (int k = 0; k < test_share(40000); ++k) {
        v2d_geometry ga = random_figure(k % FIGURE_COUNT),
                     gb = random_figure(k / FIGURE_COUNT % FIGURE_COUNT);
        v2d_transform xa = at(1.0f, -1.0f, uniform(-3.0f, 3.0f));
        v2d_transform xb =
            at(1.0f + uniform(-4.0f, 4.0f), uniform(-5.0f, 3.0f), uniform(-3.0f, 3.0f));
        placed a = place(&ga, xa), b = place(&gb, xb);
        double expected = true_separation(&a, &b);
        v2d_closest c = v2d_closest_points(&ga, xa, &gb, xb);
        CHECK_NEAR(c.distance, fmax(expected, 0.0), 1e-5);
        bool cores_apart = expected + a.radius + b.radius > 1e-4;
        if (!cores_apart) continue;
        CHECK_NEAR(hypot((double)c.normal.x, (double)c.normal.y), 1.0, 1e-6);
        double noise =
            2e-6 / (expected + a.radius + b.radius); // of the direction, over the core gap
        CHECK_NEAR(gap_along(&a, &b, (double)c.normal.x, (double)c.normal.y), expected,
                   1e-5 + noise);
        CHECK_NEAR(surface_distance(&a, (double)c.a.x, (double)c.a.y), 0.0, 1e-5);
        CHECK_NEAR(surface_distance(&b, (double)c.b.x, (double)c.b.y), 0.0, 1e-5);
        if (expected > 0.0) {
            CHECK_NEAR(hypot((double)c.a.x - (double)c.b.x, (double)c.a.y - (double)c.b.y),
                       expected, 1e-5);
        }
    }
}

static void closest_points_of_half_planes(void **state) {
    (void)state;
    v2d_geometry ground = v2d_geometry_half_plane(vec(0.0f, 0.0f), vec(0.0f, 1.0f)),
                 box = v2d_geometry_box(1.0f, 1.0f);
    v2d_transform o = at(0.0f, 0.0f, 0.0f);
    v2d_closest c = v2d_closest_points(&box, at(5.0f, 3.0f, 0.1f), &ground, o);
    double lowest = 3.0 - (cos(0.1) + sin(0.1)), x = 5.0 + sin(0.1) - cos(0.1);
    CHECK_NEAR(c.distance, lowest, 1e-5);
    CHECK_NEAR(c.normal.y, -1.0, 1e-6);
    CHECK_NEAR(c.a.x, x, 1e-5);
    CHECK_NEAR(c.a.y, lowest, 1e-5);
    CHECK_NEAR(c.b.y, 0.0, 1e-5);
    c = v2d_closest_points(&ground, o, &box, at(5.0f, 0.5f, 0.0f));
    CHECK(c.distance == 0.0f && c.normal.x == 0.0f && c.normal.y == 0.0f);
    CHECK(v2d_closest_points(&ground, o, &ground, o).distance == 0.0f);
}

// ---- tests that stand alone --------------------------------------------------------------------

static v2d_aabb random_box(void) {
    v2d_aabb box;
    box.lower = vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f));
    box.upper = vec(box.lower.x + uniform(0.1f, 3.0f), box.lower.y + uniform(0.1f, 3.0f));
    return box;
}

static void boxes_match_the_general_test(void **state) {
    (void)state;
    seed = 109u;
    for (int k = 0; k < test_share(20000); ++k) {
        v2d_aabb a = random_box(), b = random_box();
        v2d_vec2 ha = v2d__scale(0.5f, v2d__sub(a.upper, a.lower)),
                 hb = v2d__scale(0.5f, v2d__sub(b.upper, b.lower));
        v2d_vec2 ca = v2d__add(a.lower, ha), cb = v2d__add(b.lower, hb);
        v2d_geometry ga = v2d_geometry_box(ha.x, ha.y), gb = v2d_geometry_box(hb.x, hb.y);
        placed pa = place(&ga, at(ca.x, ca.y, 0.0f)), pb = place(&gb, at(cb.x, cb.y, 0.0f));
        double expected = true_separation(&pa, &pb);
        v2d_manifold m;
        bool hit = v2d_collide(&ga, at(ca.x, ca.y, 0.0f), &gb, at(cb.x, cb.y, 0.0f), 0.0f, &m) > 0;
        if (fabs(expected) > 1e-5) CHECK(hit == (expected < 0.0));
        check_manifold_is_sound(&m, m.count, 0.0f);
        if (!hit) continue;
        CHECK(fabsf(m.normal.x) + fabsf(m.normal.y) == 1.0f);
        CHECK_NEAR(gap_along(&pa, &pb, (double)m.normal.x, (double)m.normal.y), expected, 1e-5);
        CHECK(m.count == 2); // random faces share more than a point
        for (int i = 0; i < m.count; ++i) {
            CHECK_NEAR(m.points[i].separation, expected, 1e-5);
            double half = 0.5 * (double)m.points[i].separation; // back to a's face
            double x = (double)m.points[i].position.x - half * (double)m.normal.x;
            double y = (double)m.points[i].position.y - half * (double)m.normal.y;
            CHECK_NEAR(surface_distance(&pa, x, y), 0.0, 1e-5);
        }
    }
}

static int winding_number(double px, double py, const v2d_vec2 *v, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        v2d_vec2 a = v[i], b = v[(i + 1) % count];
        double ax = (double)a.x - px, ay = (double)a.y - py, bx = (double)b.x - px,
               by = (double)b.y - py;
        sum += atan2(ax * by - ay * bx, ax * bx + ay * by);
    }
    return (int)lrint(sum / (2.0 * TEST_PI));
}

// Star-shaped, clockwise every other time. Returns the number of vertices.
static int random_star(v2d_vec2 *v) {
    int count = 3 + (int)uniform(0.0f, 12.0f);
    float direction = uniform(-1.0f, 1.0f) < 0.0f ? -1.0f : 1.0f;
    for (int i = 0; i < count; ++i) {
        float angle = direction * 6.2831853f * (float)i / (float)count, r = uniform(0.3f, 2.0f);
        v[i] = vec(r * cosf(angle), r * sinf(angle));
    }
    return count;
}

static void point_in_polygon_matches_the_winding_number(void **state) {
    (void)state;
    seed = 110u;
    for (int k = 0; k < test_share(20000); ++k) {
        v2d_vec2 v[16], p = vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f));
        int count = random_star(v);
        if (k % 4 == 0) p.y = v[k % count].y; // level with a corner
        bool expected = winding_number((double)p.x, (double)p.y, v, count) != 0;
        CHECK(v2d_point_in_polygon(p, v, count) == expected);
    }
    v2d_vec2 v[3] = {{0, 0}, {1, 0}, {0, 1}};
    CHECK(!v2d_point_in_polygon(vec(0.1f, 0.1f), NULL, 3) &&
          !v2d_point_in_polygon(vec(0.1f, 0.1f), v, 2));
    CHECK(!v2d_point_in_polygon(vec(not_a_number(), 0.1f), v, 3));
    v[2].x = not_a_number();
    CHECK(!v2d_point_in_polygon(vec(0.1f, 0.1f), v, 3));
}

// Two polygons with a common border share no point of it: each is in exactly one.
static void border_points_belong_to_one_of_two_neighbours(void **state) {
    (void)state;
    v2d_vec2 left[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
             right[4] = {{1, 0}, {2, 0}, {2, 1}, {1, 1}};
    for (int i = 1; i < 16; ++i) {
        v2d_vec2 p = vec(1.0f, (float)i / 16.0f);
        CHECK(v2d_point_in_polygon(p, left, 4) != v2d_point_in_polygon(p, right, 4));
    }
}

static void segments_enter_polygons_where_tiny_steps_do(void **state) {
    (void)state;
    seed = 111u;
    int hits = 0;
    for (int k = 0; k < test_share(1500); ++k) {
        v2d_vec2 v[16], a = vec(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f)),
                        b = vec(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f));
        int count = random_star(v), steps = 1000, first = -1;
        for (int i = 0; i <= steps && first < 0; ++i) {
            double t = (double)i / steps;
            double x = (double)a.x + t * ((double)b.x - (double)a.x),
                   y = (double)a.y + t * ((double)b.y - (double)a.y);
            if (winding_number(x, y, v, count) != 0) first = i;
        }
        v2d_hit hit = v2d_segment_polygon(a, b, v, count);
        if (first < 0) {
            if (hit.hit) { // through less than one step of it
                v2d_hit back = v2d_segment_polygon(b, a, v, count);
                CHECK(back.hit);
                CHECK(1.0f - back.t - hit.t < 1.1e-3f * 2.0f || hit.t > 0.9989f || count > 3);
            }
            continue;
        }
        hits += 1;
        CHECK(hit.hit && (double)hit.t <= (double)first / steps + 1e-5);
        if (first == 0) CHECK(hit.t == 0.0f && hit.normal.x == 0.0f && hit.normal.y == 0.0f);
        if (first == 0) continue;
        CHECK_NEAR(hit.point.x, (double)a.x + (double)hit.t * ((double)b.x - (double)a.x), 1e-5);
        CHECK_NEAR(hit.point.y, (double)a.y + (double)hit.t * ((double)b.y - (double)a.y), 1e-5);
        CHECK_NEAR(hypot((double)hit.normal.x, (double)hit.normal.y), 1.0, 1e-6);
        CHECK(v2d__dot(hit.normal, v2d__sub(b, a)) <= 0.0f);
        // just before it the segment is outside, just behind it is inside or has cut off a corner
        double x = (double)hit.point.x + 1e-4 * (double)hit.normal.x,
               y = (double)hit.point.y + 1e-4 * (double)hit.normal.y;
        double nearest = 1e30;
        for (int i = 0; i < count; ++i)
            nearest = fmin(nearest, hypot(x - (double)v[i].x, y - (double)v[i].y));
        if (nearest > 1e-2) CHECK(winding_number(x, y, v, count) == 0);
    }
    CHECK(hits > test_share(300));
}

static void segment_against_polygon_by_hand(void **state) {
    (void)state;
    v2d_vec2 v[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    v2d_hit h = v2d_segment_polygon(vec(-1.0f, 1.0f), vec(3.0f, 1.0f), v, 4);
    CHECK(h.hit && h.t == 0.25f && h.normal.x == -1.0f && h.normal.y == 0.0f && h.point.x == 0.0f &&
          h.point.y == 1.0f);
    CHECK(v2d_segment_polygon(vec(-1.0f, -1.0f), vec(3.0f, 3.0f), v, 4).t ==
          0.25f); // through two corners
    CHECK(v2d_segment_polygon(vec(-1.0f, 1.0f), vec(0.0f, 1.0f), v, 4).t == 1.0f); // ends on it
    CHECK(!v2d_segment_polygon(vec(-1.0f, 1.0f), vec(-0.1f, 1.0f), v, 4).hit);
    CHECK(!v2d_segment_polygon(vec(-1.0f, 3.0f), vec(3.0f, 3.0f), v, 4).hit);
    h = v2d_segment_polygon(vec(1.0f, 1.0f), vec(5.0f, 5.0f), v, 4);
    CHECK(h.hit && h.t == 0.0f && h.normal.x == 0.0f && h.normal.y == 0.0f);
    CHECK(v2d_segment_polygon(vec(1.0f, 1.0f), vec(1.0f, 1.0f), v, 4).hit);
    CHECK(!v2d_segment_polygon(vec(5.0f, 1.0f), vec(5.0f, 1.0f), v, 4).hit);
    CHECK(!v2d_segment_polygon(vec(5.0f, not_a_number()), vec(1.0f, 1.0f), v, 4).hit);
    CHECK(!v2d_segment_polygon(vec(-1.0f, 1.0f), vec(1.0f, 1.0f), NULL, 4).hit);
    CHECK(!v2d_segment_polygon(vec(-1.0f, 1.0f), vec(1.0f, 1.0f), v, 2).hit);
}

static void segment_against_half_plane(void **state) {
    (void)state;
    seed = 112u;
    for (int k = 0; k < test_share(5000); ++k) {
        v2d_vec2 a = vec(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f)),
                 b = vec(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f));
        v2d_vec2 p = vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f)),
                 n = vec(uniform(-9.0f, 9.0f), uniform(-9.0f, 9.0f));
        double length = hypot((double)n.x, (double)n.y), nx = (double)n.x / length,
               ny = (double)n.y / length;
        double ha = ((double)a.x - (double)p.x) * nx + ((double)a.y - (double)p.y) * ny;
        double hb = ((double)b.x - (double)p.x) * nx + ((double)b.y - (double)p.y) * ny;
        if (fabs(ha) < 1e-4 || fabs(hb) < 1e-4) continue;
        v2d_hit h = segment_half_plane(a, b, p, n);
        CHECK(h.hit == (ha < 0.0 || hb < 0.0));
        if (ha < 0.0)
            CHECK(h.t == 0.0f && h.normal.x == 0.0f && h.point.x == a.x && h.point.y == a.y);
        if (!h.hit || ha < 0.0) continue;
        CHECK_NEAR(h.t, ha / (ha - hb), 1e-4);
        CHECK_NEAR(h.normal.x, nx, 1e-6);
        CHECK_NEAR(((double)h.point.x - (double)p.x) * nx + ((double)h.point.y - (double)p.y) * ny,
                   0.0, 1e-5);
    }
    v2d_vec2 o = vec(0.0f, 0.0f), up = vec(0.0f, 1.0f);
    CHECK(!segment_half_plane(up, o, o, o).hit);
    CHECK(!segment_half_plane(up, vec(0.0f, not_a_number()), o, up).hit);
    CHECK(segment_half_plane(up, o, o, up).hit);
}

static void swept_circle_matches_tiny_steps(void **state) {
    (void)state;
    seed = 113u;
    int hits = 0;
    for (int k = 0; k < test_share(6000); ++k) {
        v2d_geometry g = random_figure(k % FIGURE_COUNT);
        v2d_transform xf = at(1.0f, 2.0f, uniform(-3.0f, 3.0f));
        v2d_vec2 a = vec(uniform(-3.0f, 5.0f), uniform(-2.0f, 6.0f)),
                 b = vec(uniform(-3.0f, 5.0f), uniform(-2.0f, 6.0f));
        float radius = k % 7 ? uniform(0.01f, 0.5f) : 0.0f;
        placed p = place(&g, xf);
        double first = 2.0, nearest = 1e30,
               speed = hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y), t = 0.0;
        while (t <= 1.0) { // as far as it can safely go, at least a tiny step
            double x = (double)a.x + t * ((double)b.x - (double)a.x),
                   y = (double)a.y + t * ((double)b.y - (double)a.y);
            double gap = surface_distance(&p, x, y) - (double)radius;
            nearest = fmin(nearest, gap);
            if (gap <= 0.0) {
                first = t;
                break;
            }
            t += fmax(gap / speed, 1e-5);
        }
        v2d_hit h = v2d_swept_circle(a, b, radius, &g, xf);
        if (fabs(nearest) < 1e-4 && first > 1.0) continue; // grazes
        CHECK(h.hit == (first <= 1.0));
        if (!h.hit) continue;
        hits += 1;
        double x = (double)a.x + (double)h.t * ((double)b.x - (double)a.x),
               y = (double)a.y + (double)h.t * ((double)b.y - (double)a.y);
        if (first == 0.0) {
            CHECK(h.t == 0.0f && h.normal.x == 0.0f && h.normal.y == 0.0f);
            continue;
        }
        CHECK((double)h.t <= first + 1e-5);
        CHECK_NEAR(surface_distance(&p, x, y), (double)radius, 3e-5);
        CHECK_NEAR(surface_distance(&p, (double)h.point.x, (double)h.point.y), 0.0, 3e-5);
        CHECK_NEAR((double)h.point.x + (double)radius * (double)h.normal.x, x, 3e-5);
        CHECK_NEAR((double)h.point.y + (double)radius * (double)h.normal.y, y, 3e-5);
        CHECK_NEAR(hypot((double)h.normal.x, (double)h.normal.y), 1.0, 1e-6);
    }
    CHECK(hits > test_share(1000));
}

static void fast_circle_does_not_pass_a_thin_wall(void **state) {
    (void)state;
    v2d_geometry wall = v2d_geometry_box(5.0f, 0.001f),
                 ground = v2d_geometry_half_plane(vec(0.0f, 0.0f), vec(0.0f, 1.0f));
    for (int i = -80; i <= 80; ++i) {
        double slope = tan(i * TEST_PI / 180.0);
        v2d_vec2 a = vec((float)(-slope * 0.5), 0.5f), b = vec((float)(slope * 20.0), -20.0f);
        double t = (0.5 - 0.051) / 20.5;
        v2d_hit h = v2d_swept_circle(a, b, 0.05f, &wall, at(0.0f, 0.0f, 0.0f));
        CHECK(h.hit);
        CHECK_NEAR(h.t, t, 2e-5);
        CHECK_NEAR(h.normal.y, 1.0, 1e-5);
        h = v2d_swept_circle(a, b, 0.05f, &ground, at(0.0f, 0.0f, 0.0f));
        CHECK(h.hit);
        CHECK_NEAR(h.t, 0.45 / 20.5, 2e-5);
    }
}

// A circle that starts beyond an end of a segment, within its own radius of the line, and passes that end at 0.45.
static void circles_graze_the_end_of_a_segment(void **state) {
    (void)state;
    v2d_geometry segment = v2d_geometry_segment(vec(-1.0f, 0.0f), vec(1.0f, 0.0f));
    double first = 0.3 - sqrt(0.25 - 0.45 * 0.45);
    for (int i = -60; i <= 60; i += 3) {
        double c = cos(i * TEST_PI / 180.0), s = sin(i * TEST_PI / 180.0);
        double x = 1.0 + 0.45 * c - 0.3 * s, y = -0.45 * s - 0.3 * c;
        for (int side = -1; side <= 1; side += 2) { // the other end, by symmetry
            v2d_vec2 from = vec((float)(side * x), (float)y);
            v2d_vec2 to = vec((float)(side * (x + 2.0 * s)), (float)(y + 2.0 * c));
            v2d_hit h = v2d_swept_circle(from, to, 0.5f, &segment, at(0.0f, 0.0f, 0.0f));
            CHECK(h.hit);
            CHECK_NEAR(h.t, 0.5 * first, 1e-5);
        }
    }
}

static void sweeps_that_touch_or_are_bad(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(1.0f, 1.0f), none = v2d_geometry_box(0.0f, 1.0f);
    v2d_transform o = at(0.0f, 0.0f, 0.0f);
    CHECK(!v2d_swept_circle(vec(0.0f, 1.5f), vec(0.0f, 3.0f), 0.5f, &box, o).hit); // leaves
    v2d_hit h = v2d_swept_circle(vec(0.0f, 1.5f), vec(0.0f, 0.0f), 0.5f, &box, o);
    CHECK(h.hit && h.t == 0.0f && h.normal.y == 1.0f); // begins touching and goes in
    CHECK(!v2d_swept_circle(vec(0.0f, 3.0f), vec(0.0f, 3.0f), 0.5f, &box, o).hit); // stands still
    CHECK(!v2d_swept_circle(vec(0.0f, 3.0f), vec(0.0f, 0.0f), -0.5f, &box, o).hit);
    CHECK(!v2d_swept_circle(vec(0.0f, 3.0f), vec(0.0f, not_a_number()), 0.5f, &box, o).hit);
    CHECK(!v2d_swept_circle(vec(0.0f, 3.0f), vec(0.0f, 0.0f), 0.5f, &none, o).hit);
    CHECK(!v2d_swept_circle(vec(0.0f, 3.0f), vec(0.0f, 0.0f), 0.5f, NULL, o).hit);
}

// ---- the articles' separating axis test -------------------------------------------------------

// Axis by axis as the articles have it, in double: the overlap is that of the two intervals.
static void documents_sat_matches_double_precision(void **state) {
    (void)state;
    seed = 114u;
    int overlaps = 0;
    for (int k = 0; k < test_share(20000); ++k) {
        v2d_geometry ga = random_figure(FIGURE_POLYGON), gb = random_figure(FIGURE_POLYGON);
        v2d_vec2 move = vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f));
        for (int i = 0; i < gb.count; ++i)
            gb.vertices[i] = v2d__add(gb.vertices[i], move);
        placed a = place(&ga, at(0.0f, 0.0f, 0.0f)), b = place(&gb, at(0.0f, 0.0f, 0.0f));
        double least = 1e30, second = 1e30;
        int best = -1;
        for (int e = 0; e < a.count + b.count; ++e) {
            const placed *p = e < a.count ? &a : &b;
            int i = e < a.count ? e : e - a.count, j = (i + 1) % p->count;
            double nx = p->y[i] - p->y[j], ny = p->x[j] - p->x[i], length = hypot(nx, ny);
            double min_a = 1e30, max_a = -1e30, min_b = 1e30, max_b = -1e30;
            for (int q = 0; q < a.count; ++q) {
                double s = (a.x[q] * nx + a.y[q] * ny) / length;
                min_a = fmin(min_a, s);
                max_a = fmax(max_a, s);
            }
            for (int q = 0; q < b.count; ++q) {
                double s = (b.x[q] * nx + b.y[q] * ny) / length;
                min_b = fmin(min_b, s);
                max_b = fmax(max_b, s);
            }
            double overlap = min_a < min_b ? max_a - min_b : max_b - min_a;
            if (overlap < least) {
                second = least;
                least = overlap;
                best = e;
            } else {
                second = fmin(second, overlap);
            }
        }
        v2d_sat_result r = v2d_sat(ga.vertices, ga.count, gb.vertices, gb.count);
        if (fabs(least) < 1e-5) continue;
        CHECK(r.overlap == (least > 0.0));
        if (!r.overlap) continue;
        overlaps += 1;
        CHECK_NEAR(r.depth, least, 1e-5);
        if (second - least > 1e-4) CHECK((r.edge_owner ? a.count : 0) + r.edge == best);
        const placed *owner = r.edge_owner ? &b : &a, *other = r.edge_owner ? &a : &b;
        int i = r.edge, j = (i + 1) % owner->count;
        double ex = owner->x[j] - owner->x[i], ey = owner->y[j] - owner->y[i],
               length = hypot(ex, ey);
        double nx = (double)r.normal.x, ny = (double)r.normal.y, cx = 0.0, cy = 0.0, nearest = 1e30;
        CHECK_NEAR((nx * ex + ny * ey) / length, 0.0, 1e-5);
        CHECK_NEAR(hypot(nx, ny), 1.0, 1e-6);
        for (int q = 0; q < owner->count; ++q) {
            cx -= owner->x[q] / owner->count;
            cy -= owner->y[q] / owner->count;
        }
        for (int q = 0; q < other->count; ++q) {
            cx += other->x[q] / other->count;
            cy += other->y[q] / other->count;
            nearest = fmin(nearest, other->x[q] * nx + other->y[q] * ny);
        }
        if (fabs(cx * nx + cy * ny) > 1e-5) CHECK(cx * nx + cy * ny > 0.0);
        CHECK_NEAR(other->x[r.vertex] * nx + other->y[r.vertex] * ny, nearest, 1e-5);
    }
    CHECK(overlaps > test_share(4000));
}

static void documents_sat_by_hand(void **state) {
    (void)state;
    v2d_vec2 a[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}},
             b[3] = {{1.0f, 1.75f}, {3.0f, 4.0f}, {-1.0f, 4.0f}};
    v2d_sat_result r = v2d_sat(a, 4, b, 3);
    CHECK(r.overlap && r.edge_owner == 0 && r.edge == 2 && r.vertex == 0);
    CHECK_NEAR(r.depth, 0.25, 1e-6);
    CHECK(r.normal.x == 0.0f && r.normal.y == 1.0f);
    r = v2d_sat(b, 3, a, 4); // edge and vertex stay with their figures
    CHECK(r.overlap && r.edge_owner == 1 && r.edge == 2 && r.vertex == 0 && r.normal.y == 1.0f);
    b[0].y = 2.5f;
    CHECK(!v2d_sat(a, 4, b, 3).overlap);
    CHECK(!v2d_sat(NULL, 4, b, 3).overlap && !v2d_sat(a, 4, NULL, 3).overlap &&
          !v2d_sat(a, 2, b, 3).overlap);
    b[0].y = not_a_number();
    CHECK(!v2d_sat(a, 4, b, 3).overlap);
}

// What a caller spoilt has no normals of unit length: nothing touches it, where a manifold without a normal
// would be.
static void figures_without_normals_touch_nothing(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f), spoilt = box, bare = box;
    v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.1f), marked = disc;
    spoilt.count = 7;                              // four of them have normals
    bare.normals[2] = v2d_vec2_make(0.0f, 0.9f);   // not of unit length
    marked.normals[0] = v2d_vec2_make(3.0f, 4.0f); // a circle needs none
    v2d_transform at = v2d_transform_make(v2d_vec2_make(0.1f, 0.2f), 0.3f);
    for (int k = 0; k < 2; ++k) {
        v2d_manifold m;
        const v2d_geometry *bad = k == 0 ? &spoilt : &bare;
        CHECK(v2d_collide(bad, at, &disc, at, 0.0f, &m) == 0 && m.count == 0);
        CHECK(v2d_collide(&box, at, bad, at, 0.0f, &m) == 0 && m.count == 0);
    }
    v2d_manifold m;
    CHECK(v2d_collide(&box, at, &marked, at, 0.0f, &m) == 1);
    CHECK_NEAR(hypot((double)m.normal.x, (double)m.normal.y), 1.0, 1e-6);
}

// Numbers that are no places, directions, rotations or figures: nothing is hit.
static void what_is_no_figure_hits_nothing(void **state) {
    (void)state;
    const v2d_vec2 zero = {0.0f, 0.0f}, right = {3.0f, 0.0f}, left = {-3.0f, 0.0f};
    const v2d_vec2 bad[3] = {{NAN, 0.0f}, {0.0f, NAN}, {2e9f, 0.0f}};
    const v2d_rot turns[3] = {{NAN, 0.0f}, {0.0f, NAN}, {2.0f, 0.0f}};
    v2d_geometry box = v2d_geometry_box(1.0f, 1.0f), dot = v2d_geometry_circle(zero, 0.1f);
    v2d_transform at = v2d_transform_make(zero, 0.0f), from = v2d_transform_make(left, 0.0f);
    CHECK(v2d_swept_circle(left, right, 0.1f, &box, at).hit);
    CHECK(segment_half_plane(right, left, zero, v2d_vec2_make(1.0f, 0.0f)).hit);
    for (int i = 0; i < 3; ++i) {
        v2d_transform turned = {zero, {turns[i].c, turns[i].s}};
        CHECK(!v2d_swept_circle(bad[i], right, 0.1f, &box, at).hit);
        CHECK(!v2d_swept_circle(left, bad[i], 0.1f, &box, at).hit);
        CHECK(!v2d_swept_circle(left, right, 0.1f, &box, turned).hit);
        CHECK(!v2d_sweep(&dot, from, turned, &box, at).hit);
        CHECK(i == 2 || !segment_half_plane(right, left, zero, bad[i]).hit);
        CHECK(i == 2 || v2d_rot_angle(turns[i]) == 0.0f);
        v2d_geometry spoilt = box;
        spoilt.normals[1] = i < 2 ? bad[i] : right;
        CHECK(v2d_geometry_mass(&spoilt, 1.0f).mass == 0.0f);
        CHECK(!v2d_swept_circle(left, right, 0.1f, &spoilt, at).hit);
    }
    CHECK(!v2d_swept_circle(left, right, 0.1f, NULL, at).hit);
}

// Areas that no float holds, of either sign, are 0.
static void an_area_beyond_floats_is_none(void **state) {
    (void)state;
    const v2d_vec2 large[4] = {{0.0f, 0.0f}, {3e38f, 0.0f}, {0.0f, 3e38f}, {3e38f, 0.0f}};
    CHECK(v2d_polygon_area(large, 3) == 0.0f && v2d_polygon_area(large + 1, 3) == 0.0f);
    const v2d_vec2 clockwise[3] = {{0.0f, 0.0f}, {0.0f, 3e38f}, {3e38f, 0.0f}};
    CHECK(v2d_polygon_area(clockwise, 3) == 0.0f);
}

// Along a side the ends of the side next to it are what is crossed.
static void a_segment_along_a_side_enters_at_its_corner(void **state) {
    (void)state;
    const v2d_vec2 box[4] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    v2d_vec2 a = {-3.0f, -1.0f}, b = {3.0f, -1.0f};
    v2d_hit hit = v2d_segment_polygon(a, b, box, 4);
    CHECK(hit.hit);
    CHECK_NEAR(hit.t, 2.0 / 6.0, 1e-6);
    CHECK_NEAR(hit.point.x, -1.0, 1e-6);
}

// What turns while it moves. A disc about its own middle is the same as one that does not turn.
static void turning_sweeps_hit_by_the_closed_form(void **state) {
    (void)state;
    const v2d_vec2 zero = {0.0f, 0.0f};
    v2d_geometry box = v2d_geometry_box(1.0f, 1.0f), disc = v2d_geometry_circle(zero, 0.5f);
    v2d_transform at = v2d_transform_make(zero, 0.0f);
    for (int i = 0; i < 4; ++i) { // from the left or above, with a turn or without
        v2d_vec2 start = i < 2 ? v2d_vec2_make(-3.0f, 0.0f) : v2d_vec2_make(0.0f, 3.0f);
        v2d_vec2 end = v2d_vec2_make(-start.x, -start.y);
        v2d_hit hit = v2d_sweep(&disc, v2d_transform_make(start, 0.0f),
                                v2d_transform_make(end, i % 2 == 0 ? 0.0f : 2.0f), &box, at);
        CHECK(hit.hit);
        CHECK_NEAR(hit.t, 1.5 / 6.0, 1e-5);
        CHECK_NEAR(hit.normal.y, i < 2 ? 0.0 : 1.0, 1e-5);
    }
    v2d_hit inside =
        v2d_sweep(&disc, at, v2d_transform_make(v2d_vec2_make(3.0f, 0.0f), 0.0f), &box, at);
    CHECK(inside.hit && inside.t == 0.0f && inside.normal.x == 0.0f && inside.normal.y == 0.0f);
    // a disc at the end of an arm of 1 m that turns by a right angle, against one there
    v2d_geometry arm = v2d_geometry_circle(v2d_vec2_make(1.0f, 0.0f), 0.2f);
    v2d_geometry there = v2d_geometry_circle(v2d_vec2_make(0.0f, 1.0f), 0.2f);
    v2d_transform quarter = v2d_transform_make(zero, (float)(TEST_PI / 2.0));
    v2d_hit hit = v2d_sweep(&arm, at, quarter, &there, at);
    CHECK(hit.hit);
    CHECK_NEAR(hit.t, 1.0 - 2.0 * asin(0.2) / (TEST_PI / 2.0), 1e-3);
    // one that overlaps at the start is told at its origin
    v2d_transform left = v2d_transform_make(v2d_vec2_make(-1.0f, 0.0f), 0.0f);
    hit = v2d_sweep(&arm, left, at, &box, at);
    CHECK(hit.hit && hit.t == 0.0f && hit.point.x == -1.0f && hit.point.y == 0.0f);
    // a rod that makes half a turn, to the left, against discs on both sides
    v2d_geometry rod = v2d_geometry_capsule(zero, v2d_vec2_make(2.0f, 0.0f), 0.1f);
    v2d_transform half = {zero, {-1.0f, 0.0f}};
    v2d_geometry up = v2d_geometry_circle(v2d_vec2_make(0.0f, 1.0f), 0.5f);
    v2d_geometry down = v2d_geometry_circle(v2d_vec2_make(0.0f, -1.0f), 0.5f);
    hit = v2d_sweep(&rod, at, half, &up, at);
    CHECK(hit.hit && !v2d_sweep(&rod, at, half, &down, at).hit);
    CHECK_NEAR(hit.t, (TEST_PI / 2.0 - asin(0.6)) / TEST_PI, 1e-3);
    CHECK_NEAR(hit.point.x, 0.5 * 0.8, 2e-3); // where the rod is tangent to the disc
    CHECK_NEAR(hit.point.y, 1.0 - 0.5 * 0.6, 2e-3);
}

// ---- figures that meet -------------------------------------------------------------------------

static v2d__sweep random_motion(const v2d_geometry *figure, v2d_vec2 place, float way, float turn) {
    v2d__sweep sweep;
    sweep.figure = figure, sweep.place = place;
    sweep.way = vec(uniform(-way, way), uniform(-way, way));
    sweep.q = v2d_rot_make(uniform(-3.0f, 3.0f));
    sweep.turn = uniform(-turn, turn);
    return sweep;
}

// Separation of two figures at a fraction of their motions.
static float separation_at(const v2d__sweep *a, const v2d__sweep *b, float t) {
    v2d_vec2 n;
    return v2d__separation(a->figure, v2d__sweep_at(a, t), b->figure, v2d__sweep_at(b, t), &n);
}

// The time at which figures meet: before it they do not touch, at it they nearly do; whatever the axis to begin
// with is, and for sizes of 1 to 1000. Tiny steps tell.
static void figures_meet_when_tiny_steps_do(void **state) {
    enum { STEPS = 400 };
    int met = 0, missed = 0;
    (void)state;
    for (int k = 0; k < test_share(6000); ++k) {
        if (k % 3000 == 0) seed = k == 0 ? 117u : 944u;
        float size = powf(10.0f, uniform(-3.0f, 0.0f)), tolerance = 0.0002f;
        v2d_geometry ga = random_polygon(0.0f), gb = random_figure(k % FIGURE_COUNT);
        if (gb.kind > V2D_GEOMETRY_POLYGON) continue;
        for (int i = 0; i < V2D_MAX_VERTICES; ++i)
            gb.vertices[i] = v2d__scale(size, gb.vertices[i]);
        gb.radius *= size;
        float turn = k % 3 == 0 ? 0.01f : k % 3 == 1 ? 0.1f : 0.5f;
        v2d__sweep a = random_motion(&ga, vec(0.0f, 0.0f), 0.3f, turn);
        v2d__sweep b = random_motion(&gb, vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f)), 2.0f,
                                     k % 2 == 0 ? 0.0f : 6.0f);
        v2d_vec2 n;
        if (v2d__separation(a.figure, v2d__sweep_at(&a, 0.0f), b.figure, v2d__sweep_at(&b, 0.0f),
                            &n) <= 0.01f)
            continue;
        if (k % 5 == 0) n = v2d__rotate(v2d_rot_make(0.7f), n); // the axis need not be the best
        if (k % 5 == 1) n = vec(0.0f, 0.0f);                    // or known
        float t = v2d__sweep_time(&a, &b, 0.0f, tolerance, &n);
        CHECK(t >= 0.0f && (t < 1.0f || t == 2.0f));
        if (t < 1.0f) CHECK_NEAR(separation_at(&a, &b, t), 0.0, 0.01);
        for (int i = 0; i <= STEPS; ++i) {
            float at = fminf(t, 1.0f) * (float)i / (float)STEPS;
            CHECK(separation_at(&a, &b, at) >= -1e-5f);
        }
        met += t < 1.0f, missed += t == 2.0f;
    }
    CHECK(met > test_share(6000) / 20 && missed > test_share(6000) / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brute_force_is_right),
        cmocka_unit_test(every_pair_matches_brute_force),
        cmocka_unit_test(pairs_that_barely_touch),
        cmocka_unit_test(swapping_a_and_b_mirrors_the_manifold),
        cmocka_unit_test(manifolds_move_with_the_figures),
        cmocka_unit_test(box_on_box),
        cmocka_unit_test(sharp_corners_apart_face_each_other),
        cmocka_unit_test(rounded_corners),
        cmocka_unit_test(capsules),
        cmocka_unit_test(needle_on_the_end_of_a_long_floor),
        cmocka_unit_test(circles),
        cmocka_unit_test(circle_on_polygon_by_region),
        cmocka_unit_test(half_planes),
        cmocka_unit_test(half_planes_match_brute_force),
        cmocka_unit_test(features_survive_a_change_of_reference),
        cmocka_unit_test(separation_is_continuous_where_the_reference_changes),
        cmocka_unit_test(one_point_of_two_keeps_its_name),
        cmocka_unit_test(no_operation_is_fused),
        cmocka_unit_test(total_overlap_is_never_nan),
        cmocka_unit_test(sizes_from_dust_to_mountains),
        cmocka_unit_test(bad_pairs_give_nothing),
        cmocka_unit_test(closest_points_match_brute_force),
        cmocka_unit_test(closest_points_of_half_planes),
        cmocka_unit_test(boxes_match_the_general_test),
        cmocka_unit_test(point_in_polygon_matches_the_winding_number),
        cmocka_unit_test(border_points_belong_to_one_of_two_neighbours),
        cmocka_unit_test(segments_enter_polygons_where_tiny_steps_do),
        cmocka_unit_test(segment_against_polygon_by_hand),
        cmocka_unit_test(segment_against_half_plane),
        cmocka_unit_test(swept_circle_matches_tiny_steps),
        cmocka_unit_test(fast_circle_does_not_pass_a_thin_wall),
        cmocka_unit_test(circles_graze_the_end_of_a_segment),
        cmocka_unit_test(sweeps_that_touch_or_are_bad),
        cmocka_unit_test(documents_sat_matches_double_precision),
        cmocka_unit_test(documents_sat_by_hand),
        cmocka_unit_test(figures_without_normals_touch_nothing),
        cmocka_unit_test(what_is_no_figure_hits_nothing),
        cmocka_unit_test(an_area_beyond_floats_is_none),
        cmocka_unit_test(a_segment_along_a_side_enters_at_its_corner),
        cmocka_unit_test(turning_sweeps_hit_by_the_closed_form),
        cmocka_unit_test(figures_meet_when_tiny_steps_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
