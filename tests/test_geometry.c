// SPDX-License-Identifier: MIT OR Unlicense
// test_geometry.c - section >>geometry: makers and their checks, hull, mass, bounds, signed
// distance, convex decomposition.
//
// Expected values come from closed forms, from brute force in double precision, or from
// invariances.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

#include <stdlib.h>

static uint32_t seed;

static float uniform(float low, float high) { return test_random(&seed, low, high); }

static v2d_vec2 vec(float x, float y) { return v2d_vec2_make(x, y); }

static float not_a_number(void) { return (float)NAN; }

// Random convex polygon: points in order on an ellipse.
static v2d_geometry random_polygon(float radius) {
    for (;;) {
        v2d_vec2 v[8];
        int count = 3 + (int)uniform(0.0f, 5.99f);
        float rx = uniform(0.3f, 2.0f), ry = uniform(0.3f, 2.0f), angle = uniform(0.0f, 6.0f);
        v2d_vec2 center = vec(uniform(-3.0f, 3.0f), uniform(-3.0f, 3.0f));
        for (int i = 0; i < count; ++i) {
            v[i] = vec(center.x + rx * cosf(angle), center.y + ry * sinf(angle));
            angle += uniform(0.6f, 1.4f) * 6.2831853f / (float)count;
        }
        v2d_geometry g = v2d_geometry_hull(v, count, radius);
        if (g.kind == V2D_GEOMETRY_POLYGON) return g;
    }
}

static double segment_distance(double px, double py, v2d_vec2 a, v2d_vec2 b) {
    double abx = (double)b.x - (double)a.x, aby = (double)b.y - (double)a.y;
    double t = ((px - (double)a.x) * abx + (py - (double)a.y) * aby) / (abx * abx + aby * aby);
    t = t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
    return hypot(px - (double)a.x - t * abx, py - (double)a.y - t * aby);
}

static int winding_number(double px, double py, const v2d_vec2 *v, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        v2d_vec2 a = v[i], b = v[(i + 1) % count];
        double ax = (double)a.x - px, ay = (double)a.y - py;
        double bx = (double)b.x - px, by = (double)b.y - py;
        sum += atan2(ax * by - ay * bx, ax * bx + ay * by);
    }
    return (int)lrint(sum / (2.0 * TEST_PI));
}

static double outline_distance(double px, double py, const v2d_vec2 *v, int count) {
    double best = 1e30;
    for (int i = 0; i < count; ++i) {
        best = fmin(best, segment_distance(px, py, v[i], v[(i + 1) % count]));
    }
    return best;
}

// Signed distance to a rounded convex figure by definition.
static double figure_distance(const v2d_geometry *g, double px, double py) {
    v2d_vec2 v0 = g->vertices[0];
    if (g->kind == V2D_GEOMETRY_CIRCLE) {
        return hypot(px - (double)v0.x, py - (double)v0.y) - (double)g->radius;
    }
    if (g->count == 2) return segment_distance(px, py, v0, g->vertices[1]) - (double)g->radius;
    double d = outline_distance(px, py, g->vertices, g->count);
    if (winding_number(px, py, g->vertices, g->count) != 0) d = -d;
    return d - (double)g->radius;
}

static double area_of(const v2d_vec2 *v, int count) {
    double twice = 0.0;
    for (int i = 0; i < count; ++i) {
        v2d_vec2 a = v[i], b = v[(i + 1) % count];
        twice += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
    }
    return 0.5 * twice;
}

static void check_none(v2d_geometry g, v2d_result error) {
    CHECK(g.kind == V2D_GEOMETRY_NONE);
    CHECK(g.error == error);
    CHECK(g.count == 0);
}

// ---- makers ------------------------------------------------------------------------------------

static void box_has_its_corners_and_normals(void **state) {
    (void)state;
    v2d_geometry g = v2d_geometry_box(2.0f, 0.5f);
    CHECK(g.kind == V2D_GEOMETRY_POLYGON && g.error == V2D_OK && g.count == 4 && g.radius == 0.0f);
    static const float corner[4][2] = {{-2.0f, -0.5f}, {2.0f, -0.5f}, {2.0f, 0.5f}, {-2.0f, 0.5f}};
    static const float normal[4][2] = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
    for (int i = 0; i < 4; ++i) {
        CHECK(g.vertices[i].x == corner[i][0] && g.vertices[i].y == corner[i][1]);
        CHECK(g.normals[i].x == normal[i][0] && g.normals[i].y == normal[i][1]);
    }
    v2d_geometry turned =
        v2d_geometry_oriented_box(2.0f, 0.5f, vec(1.0f, 2.0f), (float)(TEST_PI / 2.0));
    CHECK_NEAR(turned.vertices[0].x, 1.5, 1e-6);
    CHECK_NEAR(turned.vertices[0].y, 0.0, 1e-6);
    CHECK_NEAR(turned.normals[0].x, 1.0, 1e-6);
}

static void normals_are_unit_and_point_outward(void **state) {
    (void)state;
    seed = 1u;
    for (int k = 0; k < test_share(2000); ++k) {
        v2d_geometry g = random_polygon(0.0f);
        CHECK(area_of(g.vertices, g.count) > 0.0);
        for (int i = 0; i < g.count; ++i) {
            CHECK_NEAR(v2d__length(g.normals[i]), 1.0, 1e-6);
            for (int j = 0; j < g.count; ++j) {
                float height = v2d__dot(g.normals[i], v2d__sub(g.vertices[j], g.vertices[i]));
                bool on_edge = j == i || j == (i + 1) % g.count;
                CHECK(on_edge ? fabsf(height) < 1e-5f : height < 0.0f);
            }
        }
        for (int i = g.count; i < V2D_MAX_VERTICES; ++i) {
            CHECK(g.vertices[i].x == 0.0f && g.normals[i].y == 0.0f);
        }
    }
}

static void either_order_gives_the_same_polygon(void **state) {
    (void)state;
    seed = 2u;
    for (int k = 0; k < 500; ++k) {
        v2d_geometry g = random_polygon(0.1f);
        v2d_vec2 reversed[8];
        for (int i = 0; i < g.count; ++i) {
            reversed[i] = g.vertices[g.count - 1 - i];
        }
        v2d_geometry h = v2d_geometry_polygon(reversed, g.count, 0.1f);
        CHECK(memcmp(&g, &h, sizeof(g)) == 0);
    }
}

static void two_point_figures(void **state) {
    (void)state;
    v2d_geometry c = v2d_geometry_capsule(vec(0.0f, 0.0f), vec(3.0f, 4.0f), 0.5f);
    CHECK(c.kind == V2D_GEOMETRY_CAPSULE && c.count == 2 && c.radius == 0.5f);
    CHECK_NEAR(c.normals[0].x, 0.8, 1e-6);
    CHECK_NEAR(c.normals[0].y, -0.6, 1e-6);
    CHECK(c.normals[1].x == -c.normals[0].x && c.normals[1].y == -c.normals[0].y);
    v2d_geometry s = v2d_geometry_segment(vec(1.0f, 0.0f), vec(2.0f, 0.0f));
    CHECK(s.kind == V2D_GEOMETRY_SEGMENT && s.count == 2 && s.radius == 0.0f);
    v2d_geometry p = v2d_geometry_half_plane(vec(1.0f, 2.0f), vec(0.0f, 7.0f));
    CHECK(p.kind == V2D_GEOMETRY_HALF_PLANE && p.count == 1 && p.normals[0].y == 1.0f);
    v2d_geometry o = v2d_geometry_circle(vec(1.0f, 2.0f), 3.0f);
    CHECK(o.kind == V2D_GEOMETRY_CIRCLE && o.count == 1 && o.radius == 3.0f && o.error == V2D_OK);
}

static void makers_refuse_bad_numbers(void **state) {
    (void)state;
    float nan = not_a_number(), inf = (float)INFINITY;
    v2d_vec2 zero = vec(0.0f, 0.0f), one = vec(1.0f, 0.0f), far_away = vec(2e6f, 0.0f);
    v2d_vec2 triangle[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    check_none(v2d_geometry_circle(vec(nan, 0.0f), 1.0f), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_circle(zero, inf), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_circle(zero, 0.0f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_circle(zero, -1.0f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_circle(zero, 2e6f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_circle(far_away, 1.0f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_capsule(zero, vec(0.0f, inf), 1.0f), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_capsule(zero, one, 0.0f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_capsule(zero, one, nan), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_capsule(one, one, 1.0f), V2D_ERROR_DEGENERATE);
    check_none(v2d_geometry_segment(one, one), V2D_ERROR_DEGENERATE);
    check_none(v2d_geometry_segment(one, vec(nan, nan)), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_segment(one, far_away), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_box(0.0f, 1.0f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_box(1.0f, -1.0f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_box(nan, 1.0f), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_box(1.0f, 2e6f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_box(1000.0f, 1e-5f), V2D_ERROR_DEGENERATE);
    check_none(v2d_geometry_oriented_box(1.0f, 1.0f, zero, inf), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_oriented_box(1.0f, 1.0f, vec(nan, 0.0f), 0.0f), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_oriented_box(1.0f, 1.0f, far_away, 0.0f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_half_plane(zero, zero), V2D_ERROR_DEGENERATE);
    check_none(v2d_geometry_half_plane(zero, vec(nan, 1.0f)), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_half_plane(far_away, one), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_polygon(triangle, 3, -0.1f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_polygon(triangle, 3, nan), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_polygon(NULL, 3, 0.0f), V2D_ERROR_NULL);
    check_none(v2d_geometry_polygon(triangle, 2, 0.0f), V2D_ERROR_VERTEX_COUNT);
    check_none(v2d_geometry_polygon(triangle, 9, 0.0f), V2D_ERROR_VERTEX_COUNT);
    check_none(v2d_geometry_hull(NULL, 3, 0.0f), V2D_ERROR_NULL);
    check_none(v2d_geometry_hull(triangle, 2, 0.0f), V2D_ERROR_VERTEX_COUNT);
    check_none(v2d_geometry_hull(triangle, 257, 0.0f), V2D_ERROR_VERTEX_COUNT);
    check_none(v2d_geometry_hull(triangle, 3, -1.0f), V2D_ERROR_OUT_OF_RANGE);
    triangle[1].y = nan;
    check_none(v2d_geometry_polygon(triangle, 3, 0.0f), V2D_ERROR_NOT_FINITE);
    check_none(v2d_geometry_hull(triangle, 3, 0.0f), V2D_ERROR_NOT_FINITE);
    triangle[1].y = -1.1e6f;
    check_none(v2d_geometry_polygon(triangle, 3, 0.0f), V2D_ERROR_OUT_OF_RANGE);
    check_none(v2d_geometry_hull(triangle, 3, 0.0f), V2D_ERROR_OUT_OF_RANGE);
}

static void largest_and_smallest_figures_are_accepted(void **state) {
    (void)state;
    CHECK(v2d_geometry_circle(vec(1e6f, -1e6f), 1e6f).kind == V2D_GEOMETRY_CIRCLE);
    CHECK(v2d_geometry_circle(vec(0.0f, 0.0f), 1e-6f).kind == V2D_GEOMETRY_CIRCLE);
    CHECK(v2d_geometry_box(1e6f, 1e6f).kind == V2D_GEOMETRY_POLYGON);
    CHECK(v2d_geometry_box(1e-6f, 1e-6f).kind == V2D_GEOMETRY_POLYGON);
    CHECK(v2d_geometry_box(1000.0f, 0.01f).kind == V2D_GEOMETRY_POLYGON);
}

static void polygons_that_are_not_convex_are_refused(void **state) {
    (void)state;
    v2d_vec2 dart[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {0.5f, 0.5f}, {0.0f, 2.0f}};
    check_none(v2d_geometry_polygon(dart, 4, 0.0f), V2D_ERROR_NOT_CONVEX);
    v2d_vec2 star[5];
    for (int i = 0; i < 5; ++i) { // every corner turns left, but it goes round twice
        star[i] = vec(cosf(2.5132741f * (float)i), sinf(2.5132741f * (float)i));
    }
    check_none(v2d_geometry_polygon(star, 5, 0.0f), V2D_ERROR_NOT_CONVEX);
    v2d_vec2 duplicate[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    check_none(v2d_geometry_polygon(duplicate, 4, 0.0f), V2D_ERROR_DEGENERATE);
    v2d_vec2 collinear[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {0.0f, 1.0f}};
    check_none(v2d_geometry_polygon(collinear, 4, 0.0f), V2D_ERROR_DEGENERATE);
    v2d_vec2 line[3] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {2.0f, 2.0f}};
    check_none(v2d_geometry_polygon(line, 3, 0.0f), V2D_ERROR_DEGENERATE);
}

static void hull_encloses_its_points_with_some_of_them(void **state) {
    (void)state;
    seed = 3u;
    int made = 0;
    for (int k = 0; k < test_share(3000); ++k) {
        v2d_vec2 p[256];
        int count = 3 + (int)uniform(0.0f, 12.0f);
        bool coarse = k % 3 == 0; // many duplicates and collinear ones
        for (int i = 0; i < count; ++i) {
            p[i] = vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f));
            if (coarse) p[i] = vec(floorf(p[i].x), floorf(p[i].y));
        }
        v2d_geometry g = v2d_geometry_hull(p, count, 0.0f);
        if (g.kind == V2D_GEOMETRY_NONE) {
            CHECK(g.error == V2D_ERROR_DEGENERATE || g.error == V2D_ERROR_VERTEX_COUNT);
            CHECK(g.error == V2D_ERROR_VERTEX_COUNT || coarse);
            continue;
        }
        made += 1;
        for (int i = 0; i < count; ++i) {
            CHECK(figure_distance(&g, (double)p[i].x, (double)p[i].y) < 1e-5);
        }
        for (int i = 0; i < g.count; ++i) {
            bool found = false;
            for (int j = 0; j < count; ++j) {
                found = found || (p[j].x == g.vertices[i].x && p[j].y == g.vertices[i].y);
            }
            CHECK(found);
        }
    }
    CHECK(made > test_share(2000));
}

static void hull_limits(void **state) {
    (void)state;
    v2d_vec2 p[256];
    for (int i = 0; i < 256; ++i) {
        p[i] = vec((float)(i % 16), (float)(i / 16));
    }
    v2d_geometry g = v2d_geometry_hull(p, 256, 0.25f);
    CHECK(g.kind == V2D_GEOMETRY_POLYGON && g.count == 4 && g.radius == 0.25f);
    CHECK_NEAR(v2d_polygon_area(g.vertices, g.count), 225.0, 1e-4);
    for (int i = 0; i < 9; ++i) {
        p[i] = vec(cosf(0.698f * (float)i), sinf(0.698f * (float)i));
    }
    check_none(v2d_geometry_hull(p, 9, 0.0f), V2D_ERROR_VERTEX_COUNT);
    CHECK(v2d_geometry_hull(p, 8, 0.0f).count == 8);
    for (int i = 0; i < 9; ++i) {
        p[i] = vec((float)i, 2.0f * (float)i);
    }
    check_none(v2d_geometry_hull(p, 9, 0.0f), V2D_ERROR_DEGENERATE);
    for (int i = 0; i < 9; ++i) {
        p[i] = vec(1.0f, 2.0f);
    }
    check_none(v2d_geometry_hull(p, 9, 0.0f), V2D_ERROR_DEGENERATE);
}

// ---- mass --------------------------------------------------------------------------------------

static void check_mass(v2d_mass m, double mass, double x, double y, double inertia) {
    CHECK_NEAR(m.mass, mass, 2e-6 * mass);
    CHECK_NEAR(m.center.x, x, 5e-6);
    CHECK_NEAR(m.center.y, y, 5e-6);
    CHECK_NEAR(m.inertia, inertia, 1e-5 * inertia);
}

static void mass_of_known_figures(void **state) {
    (void)state;
    v2d_geometry g = v2d_geometry_box(1.5f, 0.5f);
    check_mass(v2d_geometry_mass(&g, 2.0f), 6.0, 0.0, 0.0, 6.0 * (9.0 + 1.0) / 12.0);
    g = v2d_geometry_circle(vec(3.0f, -2.0f), 0.5f);
    check_mass(v2d_geometry_mass(&g, 4.0f), TEST_PI, 3.0, -2.0, TEST_PI * 0.125);
    // triangle with legs 3 and 4: centroid (1, 4/3), I = bh(b^2 + h^2)/36
    v2d_vec2 t[3] = {{0.0f, 0.0f}, {3.0f, 0.0f}, {0.0f, 4.0f}};
    g = v2d_geometry_polygon(t, 3, 0.0f);
    check_mass(v2d_geometry_mass(&g, 1.0f), 6.0, 1.0, 4.0 / 3.0, 12.0 * 25.0 / 36.0);
    // capsule: rectangle L x 2r and two half discs, each 4r/3pi beyond its end
    double r = 0.25, length = 2.0, box = 2.0 * r * length, disc = TEST_PI * r * r;
    double offset = 4.0 * r / (3.0 * TEST_PI), far_end = 0.5 * length + offset;
    double inertia = box * (length * length + 4.0 * r * r) / 12.0 +
                     disc * (0.5 * r * r - offset * offset + far_end * far_end);
    g = v2d_geometry_capsule(vec(1.0f, 0.0f), vec(1.0f, 2.0f), 0.25f);
    check_mass(v2d_geometry_mass(&g, 1.0f), box + disc, 1.0, 1.0, inertia);
}

// A rounded box is a cross of rectangles and a disc cut into four.
static void mass_of_a_rounded_box(void **state) {
    (void)state;
    double w = 2.0, h = 1.0, r = 0.3;
    v2d_geometry g = v2d_geometry_box(1.0f, 0.5f);
    g.radius = 0.3f;
    double mass = w * h + 2.0 * r * (w + h) + TEST_PI * r * r;
    double inertia = w * h * (w * w + h * h) / 12.0;
    inertia += 2.0 * w * r * ((w * w + r * r) / 12.0 + 0.25 * (h + r) * (h + r));
    inertia += 2.0 * h * r * ((h * h + r * r) / 12.0 + 0.25 * (w + r) * (w + r));
    // quarter disc: centroid 4r/3pi along both axes from the corner
    double q = 0.25 * TEST_PI * r * r, c = 4.0 * r / (3.0 * TEST_PI);
    double own = 0.5 * q * r * r - 2.0 * q * c * c;
    inertia += 4.0 * (own + q * ((0.5 * w + c) * (0.5 * w + c) + (0.5 * h + c) * (0.5 * h + c)));
    check_mass(v2d_geometry_mass(&g, 1.0f), mass, 0.0, 0.0, inertia);
}

// Midpoint rule on a fine grid over the definition of the figure.
static void mass_matches_integration(void **state) {
    (void)state;
    seed = 4u;
    for (int k = 0; k < 24; ++k) {
        v2d_geometry g = random_polygon(k % 2 ? 0.4f : 0.0f);
        v2d_mass m = v2d_geometry_mass(&g, 1.0f);
        v2d_aabb box = v2d_geometry_aabb(&g, v2d_transform_make(vec(0.0f, 0.0f), 0.0f));
        const int n = 300;
        double dx = ((double)box.upper.x - (double)box.lower.x) / n;
        double dy = ((double)box.upper.y - (double)box.lower.y) / n;
        double area = 0.0, sx = 0.0, sy = 0.0, second = 0.0;
        for (int i = 0; i < n * n; ++i) {
            double x = (double)box.lower.x + (i % n + 0.5) * dx;
            double y = (double)box.lower.y + (i / n + 0.5) * dy;
            if (figure_distance(&g, x, y) > 0.0) continue;
            area += dx * dy;
            sx += x * dx * dy;
            sy += y * dx * dy;
            second += (x * x + y * y) * dx * dy;
        }
        sx /= area;
        sy /= area;
        CHECK_NEAR(m.mass, area, 4e-3 * area);
        CHECK_NEAR(m.center.x, sx, 4e-3);
        CHECK_NEAR(m.center.y, sy, 4e-3);
        double inertia = second - area * (sx * sx + sy * sy);
        CHECK_NEAR(m.inertia, inertia, 1.5e-2 * inertia);
    }
}

static void mass_moves_with_the_figure(void **state) {
    (void)state;
    seed = 5u;
    for (int k = 0; k < 200; ++k) {
        v2d_geometry g = random_polygon(0.2f), far_one = g;
        for (int i = 0; i < g.count; ++i) { // whole numbers: no rounding of the shape itself
            g.vertices[i] = vec(roundf(g.vertices[i].x * 1024.0f) / 1024.0f,
                                roundf(g.vertices[i].y * 1024.0f) / 1024.0f);
            far_one.vertices[i] = vec(g.vertices[i].x + 1000.0f, g.vertices[i].y - 2000.0f);
        }
        v2d_mass m = v2d_geometry_mass(&g, 3.0f), n = v2d_geometry_mass(&far_one, 3.0f);
        CHECK(m.mass == n.mass && m.inertia == n.inertia);
        CHECK_NEAR(n.center.x, (double)m.center.x + 1000.0, 2e-4);
        CHECK_NEAR(n.center.y, (double)m.center.y - 2000.0, 2e-4);
    }
}

static void mass_of_what_has_none_is_zero(void **state) {
    (void)state;
    v2d_geometry segment = v2d_geometry_segment(vec(0.0f, 0.0f), vec(1.0f, 0.0f));
    v2d_geometry plane = v2d_geometry_half_plane(vec(0.0f, 0.0f), vec(0.0f, 1.0f));
    v2d_geometry none = v2d_geometry_circle(vec(0.0f, 0.0f), -1.0f),
                 box = v2d_geometry_box(1.0f, 1.0f);
    CHECK(v2d_geometry_mass(&segment, 1.0f).mass == 0.0f);
    CHECK(v2d_geometry_mass(&plane, 1.0f).inertia == 0.0f);
    CHECK(v2d_geometry_mass(&none, 1.0f).mass == 0.0f);
    CHECK(v2d_geometry_mass(NULL, 1.0f).mass == 0.0f);
    CHECK(v2d_geometry_mass(&box, not_a_number()).mass == 0.0f);
    CHECK(v2d_geometry_mass(&box, -1.0f).mass == 0.0f);
    CHECK(v2d_geometry_mass(&box, 1e30f).mass == 0.0f);
    CHECK(v2d_geometry_mass(&box, 0.0f).mass == 0.0f);
    v2d_geometry forged = box;
    forged.count = 9;
    CHECK(v2d_geometry_mass(&forged, 1.0f).mass == 0.0f);
    forged = box;
    forged.vertices[2].x = not_a_number();
    CHECK(v2d_geometry_mass(&forged, 1.0f).mass == 0.0f);
}

// ---- bounds, support, distance -----------------------------------------------------------------

static v2d_geometry random_figure(void) {
    float kind = uniform(0.0f, 4.0f);
    v2d_vec2 a = vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f));
    v2d_vec2 b = vec(a.x + uniform(0.2f, 2.0f), a.y + uniform(-2.0f, 2.0f));
    if (kind < 1.0f) return v2d_geometry_circle(a, uniform(0.1f, 2.0f));
    if (kind < 2.0f) return v2d_geometry_capsule(a, b, uniform(0.1f, 1.0f));
    if (kind < 2.5f) return v2d_geometry_segment(a, b);
    return random_polygon(kind < 3.2f ? uniform(0.01f, 0.8f) : 0.0f);
}

static double true_support(const v2d_geometry *g, double nx, double ny) {
    double best = -1e30;
    for (int i = 0; i < g->count; ++i) {
        best = fmax(best, nx * (double)g->vertices[i].x + ny * (double)g->vertices[i].y);
    }
    return best + (double)g->radius;
}

static void bounds_touch_the_figure_on_all_sides(void **state) {
    (void)state;
    seed = 6u;
    for (int k = 0; k < test_share(2000); ++k) {
        v2d_geometry g = random_figure();
        double angle = (double)uniform(-4.0f, 4.0f), c = cos(angle), s = sin(angle);
        v2d_transform xf = v2d_transform_make(vec(5.0f, -7.0f), (float)angle);
        v2d_aabb box = v2d_geometry_aabb(&g, xf);
        CHECK_NEAR(box.upper.x, 5.0 + true_support(&g, c, -s), 2e-5);
        CHECK_NEAR(box.lower.x, 5.0 - true_support(&g, -c, s), 2e-5);
        CHECK_NEAR(box.upper.y, -7.0 + true_support(&g, s, c), 2e-5);
        CHECK_NEAR(box.lower.y, -7.0 - true_support(&g, -s, -c), 2e-5);
    }
}

static void bounds_of_half_planes(void **state) {
    (void)state;
    v2d_transform at = v2d_transform_make(vec(1.0f, 2.0f), 0.0f);
    v2d_geometry up = v2d_geometry_half_plane(vec(3.0f, 4.0f), vec(0.0f, 1.0f));
    v2d_geometry left = v2d_geometry_half_plane(vec(3.0f, 4.0f), vec(-1.0f, 0.0f));
    v2d_geometry slope = v2d_geometry_half_plane(vec(3.0f, 4.0f), vec(1.0f, 1.0f));
    v2d_aabb box = v2d_geometry_aabb(&up, at);
    CHECK(box.upper.y == 6.0f && box.lower.y == -1e18f && box.lower.x == -1e18f &&
          box.upper.x == 1e18f);
    box = v2d_geometry_aabb(&left, at);
    CHECK(box.lower.x == 4.0f && box.upper.x == 1e18f && box.upper.y == 1e18f);
    box = v2d_geometry_aabb(&slope, at);
    CHECK(box.upper.x == 1e18f && box.upper.y == 1e18f && box.lower.x == -1e18f &&
          box.lower.y == -1e18f);
}

static void bad_questions_get_zeros(void **state) {
    (void)state;
    v2d_geometry none = v2d_geometry_circle(vec(0.0f, 0.0f), -1.0f),
                 box = v2d_geometry_box(1.0f, 1.0f);
    v2d_transform good = v2d_transform_make(vec(0.0f, 0.0f), 0.0f), bad = good, scaled = good;
    bad.p.x = not_a_number();
    scaled.q.c = 2.0f;
    CHECK(v2d_geometry_aabb(NULL, good).upper.x == 0.0f);
    CHECK(v2d_geometry_aabb(&none, good).upper.x == 0.0f);
    CHECK(v2d_geometry_aabb(&box, bad).upper.x == 0.0f);
    CHECK(v2d_geometry_aabb(&box, scaled).upper.x == 0.0f);
    CHECK(!v2d_geometry_contains(NULL, good, vec(0.0f, 0.0f)));
    CHECK(!v2d_geometry_contains(&none, good, vec(0.0f, 0.0f)));
    CHECK(!v2d_geometry_contains(&box, bad, vec(0.0f, 0.0f)));
    CHECK(!v2d_geometry_contains(&box, good, vec(0.0f, not_a_number())));
    CHECK(v2d_geometry_contains(&box, good, vec(0.0f, 0.0f)));
    CHECK(v2d_polygon_area(NULL, 3) == 0.0f);
    CHECK(v2d_polygon_area(box.vertices, 2) == 0.0f);
    box.vertices[1].x = not_a_number();
    CHECK(v2d_polygon_area(box.vertices, 4) == 0.0f);
}

static void signed_distance_matches_the_definition(void **state) {
    (void)state;
    seed = 8u;
    for (int k = 0; k < test_share(20000); ++k) {
        v2d_geometry g = random_figure();
        v2d_vec2 p = vec(uniform(-6.0f, 6.0f), uniform(-6.0f, 6.0f)), n;
        double expected = figure_distance(&g, (double)p.x, (double)p.y);
        float separation, margin = uniform(0.0f, 3.0f);
        bool near_enough = v2d__point_geometry(&g, p, margin, &separation, &n);
        if (fabs(expected - (double)margin) > 1e-5)
            CHECK(near_enough == (expected < (double)margin));
        if (!near_enough) continue;
        CHECK_NEAR(separation, expected, 1e-5);
        CHECK_NEAR(v2d__length(n), 1.0, 1e-6);
        // down the normal by the separation lies the surface
        double qx = (double)p.x - (double)separation * (double)n.x,
               qy = (double)p.y - (double)separation * (double)n.y;
        CHECK_NEAR(figure_distance(&g, qx, qy), 0.0, 2e-5);
        if (expected > 1e-3 || expected < -1e-3) { // and the distance grows along it
            double ex = (double)p.x + 1e-4 * (double)n.x, ey = (double)p.y + 1e-4 * (double)n.y;
            CHECK_NEAR(figure_distance(&g, ex, ey), expected + 1e-4, 1e-6);
        }
    }
}

static void distance_has_a_normal_even_in_the_centre(void **state) {
    (void)state;
    v2d_geometry circle = v2d_geometry_circle(vec(1.0f, 2.0f), 0.5f);
    v2d_geometry capsule = v2d_geometry_capsule(vec(0.0f, 0.0f), vec(4.0f, 0.0f), 0.5f);
    v2d_geometry plane = v2d_geometry_half_plane(vec(0.0f, 1.0f), vec(0.0f, 1.0f));
    float s;
    v2d_vec2 n;
    CHECK(v2d__point_geometry(&circle, vec(1.0f, 2.0f), 0.0f, &s, &n));
    CHECK(s == -0.5f && n.x == 0.0f && n.y == 1.0f);
    CHECK(v2d__point_geometry(&capsule, vec(1.0f, 0.0f), 0.0f, &s, &n));
    CHECK(s == -0.5f && n.x == 0.0f && n.y == -1.0f);
    CHECK(v2d__point_geometry(&plane, vec(5.0f, -1.0f), 0.0f, &s, &n));
    CHECK(s == -2.0f && n.y == 1.0f);
    CHECK(!v2d__point_geometry(&plane, vec(5.0f, 2.0f), 0.5f, &s, &n));
}

static void point_to_segment(void **state) {
    (void)state;
    seed = 9u;
    for (int k = 0; k < test_share(10000); ++k) {
        v2d_vec2 a = vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f)),
                 b = vec(uniform(-2.0f, 2.0f), uniform(-2.0f, 2.0f));
        v2d_vec2 p = vec(uniform(-4.0f, 4.0f), uniform(-4.0f, 4.0f));
        float t, d2 = v2d__point_segment(p, a, b, &t);
        CHECK(t >= 0.0f && t <= 1.0f);
        CHECK_NEAR(sqrt((double)d2), segment_distance((double)p.x, (double)p.y, a, b), 1e-5);
    }
    float t;
    CHECK(v2d__point_segment(vec(3.0f, 4.0f), vec(0.0f, 0.0f), vec(0.0f, 0.0f), &t) == 25.0f &&
          t == 0.0f);
}

static void containment_matches_the_distance(void **state) {
    (void)state;
    seed = 10u;
    for (int k = 0; k < test_share(10000); ++k) {
        v2d_geometry g = random_figure();
        v2d_vec2 p = vec(uniform(-5.0f, 5.0f), uniform(-5.0f, 5.0f));
        double expected = figure_distance(&g, (double)p.x, (double)p.y);
        v2d_transform xf =
            v2d_transform_make(vec(uniform(-50.0f, 50.0f), 3.0f), uniform(-3.0f, 3.0f));
        if (fabs(expected) < 1e-4) continue;
        CHECK(v2d_geometry_contains(&g, xf, v2d_transform_point(xf, p)) == (expected < 0.0));
    }
}

// ---- decomposition -----------------------------------------------------------------------------

static v2d_geometry pieces[V2D_MAX_OUTLINE];

// Area, convexity, and that a random point is in exactly as many pieces as the outline winds about
// it.
static int check_decomposition(const v2d_vec2 *outline, int count) {
    int piece_count = -1;
    double area = 0.0, size = 0.0, wanted = fabs(area_of(outline, count));
    CHECK(v2d_polygon_decompose(outline, count, pieces, V2D_MAX_OUTLINE, &piece_count) == V2D_OK);
    CHECK(piece_count >= 1 && piece_count <= count - 2);
    for (int i = 0; i < count; ++i) {
        size = fmax(size, fmax(fabs((double)outline[i].x), fabs((double)outline[i].y)));
    }
    for (int k = 0; k < piece_count; ++k) {
        CHECK(pieces[k].kind == V2D_GEOMETRY_POLYGON && pieces[k].radius == 0.0f);
        CHECK(pieces[k].count >= 3 && pieces[k].count <= V2D_MAX_VERTICES);
        for (int i = 0; i < pieces[k].count; ++i) {
            v2d_vec2 a = pieces[k].vertices[i], b = pieces[k].vertices[(i + 1) % pieces[k].count];
            for (int j = 0; j < pieces[k].count; ++j) {
                if (j == i || j == (i + 1) % pieces[k].count) continue;
                CHECK(v2d__orient(a, b, pieces[k].vertices[j]) > 0.0);
            }
        }
        area += area_of(pieces[k].vertices, pieces[k].count);
    }
    CHECK_NEAR(area, wanted, 1e-5 * size * size);
    for (int k = 0; k < 400; ++k) {
        v2d_vec2 p = vec(uniform((float)-size, (float)size), uniform((float)-size, (float)size));
        double px = (double)p.x, py = (double)p.y,
               nearest = outline_distance(px, py, outline, count);
        int inside = 0;
        for (int i = 0; i < piece_count; ++i) {
            nearest = fmin(nearest, outline_distance(px, py, pieces[i].vertices, pieces[i].count));
            inside += winding_number(px, py, pieces[i].vertices, pieces[i].count);
        }
        if (nearest < 1e-5 * size) continue;
        CHECK(inside == abs(winding_number(px, py, outline, count)));
    }
    return piece_count;
}

static void convex_outlines_stay_whole(void **state) {
    (void)state;
    seed = 11u;
    for (int k = 0; k < 300; ++k) {
        v2d_geometry g = random_polygon(0.0f);
        CHECK(check_decomposition(g.vertices, g.count) == 1);
        CHECK(pieces[0].count == g.count);
    }
}

static void letter_shapes_need_few_pieces(void **state) {
    (void)state;
    seed = 12u;
    v2d_vec2 l[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    CHECK(check_decomposition(l, 6) == 2);
    v2d_vec2 u[8] = {{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    CHECK(check_decomposition(u, 8) == 3);
    v2d_vec2 plus[12] = {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2},
                         {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}};
    CHECK(check_decomposition(plus, 12) <= 5);
}

static void straight_corners_are_no_trouble(void **state) {
    (void)state;
    seed = 13u;
    v2d_vec2 square[12] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2},
                           {3, 3}, {2, 3}, {1, 3}, {0, 3}, {0, 2}, {0, 1}};
    CHECK(check_decomposition(square, 12) == 1);
    CHECK(pieces[0].count == 4);
    v2d_vec2 comb[20]; // teeth whose tips and feet lie on two lines
    for (int i = 0; i < 9; ++i) {
        comb[i + 2] = vec(8.0f - (float)i, i % 2 ? 1.0f : 3.0f);
    }
    comb[0] = vec(0.0f, 0.0f);
    comb[1] = vec(8.0f, 0.0f);
    check_decomposition(comb, 11);
}

// Two skylines back to back on whole coordinates: corners on one line everywhere.
static void skylines(void **state) {
    (void)state;
    seed = 17u;
    for (int k = 0; k < 500; ++k) {
        v2d_vec2 v[V2D_MAX_OUTLINE];
        int half = 2 + (int)uniform(0.0f, (float)V2D_MAX_OUTLINE / 2.0f - 2.01f), count = 0;
        for (int side = -1; side <= 1; side += 2) {
            for (int i = 0; i < half; ++i) {
                float x = (float)(side < 0 ? i : half - 1 - i);
                v[count++] = vec(x, (float)side * floorf(uniform(1.0f, 4.99f)));
            }
        }
        check_decomposition(v, count);
    }
}

static void star_outlines_in_either_order(void **state) {
    (void)state;
    seed = 14u;
    for (int k = 0; k < 400; ++k) {
        v2d_vec2 v[V2D_MAX_OUTLINE], reversed[V2D_MAX_OUTLINE];
        int count = 3 + (int)uniform(0.0f, (float)V2D_MAX_OUTLINE - 2.5f);
        float scale = k % 5 == 0 ? 1000.0f : 1.0f;
        for (int i = 0; i < count; ++i) {
            float angle = 6.2831853f * (float)i / (float)count, r = scale * uniform(0.3f, 2.0f);
            v[i] = vec(r * cosf(angle), r * sinf(angle));
            reversed[count - 1 - i] = v[i];
        }
        int one = check_decomposition(v, count);
        CHECK(check_decomposition(reversed, count) == one);
    }
}

static void spirals(void **state) {
    (void)state;
    seed = 15u;
    for (int turns = 1; turns <= 5; ++turns) {
        v2d_vec2 v[64];
        for (int i = 0; i < 32; ++i) {
            float angle = (float)turns * 6.2831853f * (float)i / 31.0f, r = 1.0f + 0.5f * angle;
            v[i] = vec(r * cosf(angle), r * sinf(angle));
            v[63 - i] = vec((r + 0.8f) * cosf(angle), (r + 0.8f) * sinf(angle));
        }
        check_decomposition(v, 64);
    }
}

// Simple outlines of any kind: start from a triangle and pull a random side out to a new point as
// long as the brute-force test finds no crossing.
static bool crosses(v2d_vec2 a, v2d_vec2 b, v2d_vec2 c, v2d_vec2 d) {
    bool p = (v2d__orient(a, b, c) > 0.0) != (v2d__orient(a, b, d) > 0.0);
    bool q = (v2d__orient(c, d, a) > 0.0) != (v2d__orient(c, d, b) > 0.0);
    return p && q;
}

static int random_simple_outline(v2d_vec2 *v, int wanted) {
    int count = 3;
    v[0] = vec(-1.0f, -1.0f);
    v[1] = vec(1.0f, -1.0f);
    v[2] = vec(0.0f, 1.0f);
    for (int attempt = 0; attempt < 4000 && count < wanted; ++attempt) {
        int at = (int)uniform(0.0f, (float)count - 0.01f);
        v2d_vec2 a = v[at], b = v[(at + 1) % count],
                 p = vec(uniform(-4.0f, 4.0f), uniform(-4.0f, 4.0f));
        bool bad = false;
        for (int i = 0; i < count; ++i) {
            v2d_vec2 c = v[i], d = v[(i + 1) % count];
            if (i != at) bad = bad || segment_distance((double)p.x, (double)p.y, c, d) < 0.02;
            if (i != at && (i + 1) % count != at) bad = bad || crosses(a, p, c, d);
            if (i != at && i != (at + 1) % count) bad = bad || crosses(p, b, c, d);
            if (i == at || i == (at + 1) % count) continue;
            bad = bad || segment_distance((double)c.x, (double)c.y, a, p) < 0.02;
            bad = bad || segment_distance((double)c.x, (double)c.y, p, b) < 0.02;
        }
        bad = bad || segment_distance((double)a.x, (double)a.y, p, b) < 0.02;
        bad = bad || segment_distance((double)b.x, (double)b.y, p, a) < 0.02;
        if (bad) continue;
        for (int i = count; i > at + 1; --i) {
            v[i] = v[i - 1];
        }
        v[at + 1] = p;
        count += 1;
    }
    return count;
}

static void random_simple_outlines(void **state) {
    (void)state;
    seed = 16u;
    for (int k = 0; k < 300; ++k) {
        v2d_vec2 v[V2D_MAX_OUTLINE];
        int count = random_simple_outline(v, 4 + k % (V2D_MAX_OUTLINE - 3));
        check_decomposition(v, count);
    }
}

static void check_refused(const v2d_vec2 *v, int count, v2d_result error) {
    int piece_count = -1;
    v2d_vec2 reversed[V2D_MAX_OUTLINE], shifted[V2D_MAX_OUTLINE];
    for (int i = 0; i < count; ++i) {
        reversed[i] = v[count - 1 - i];
        shifted[i] = v[(i + 1) % count];
    }
    CHECK(v2d_polygon_decompose(v, count, pieces, V2D_MAX_OUTLINE, &piece_count) == error);
    CHECK(piece_count == 0);
    CHECK(v2d_polygon_decompose(reversed, count, pieces, V2D_MAX_OUTLINE, &piece_count) == error);
    CHECK(v2d_polygon_decompose(shifted, count, pieces, V2D_MAX_OUTLINE, &piece_count) == error);
}

static void outlines_that_cross_or_touch_themselves_are_refused(void **state) {
    (void)state;
    v2d_vec2 bow[4] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    check_refused(bow, 4, V2D_ERROR_SELF_CROSSING);
    v2d_vec2 uneven_bow[4] = {{0, 0}, {3, 2}, {2, 0}, {0, 2}};
    check_refused(uneven_bow, 4, V2D_ERROR_SELF_CROSSING);
    v2d_vec2 corner_on_side[5] = {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}};
    check_refused(corner_on_side, 5, V2D_ERROR_SELF_CROSSING);
    v2d_vec2 corner_on_corner[6] = {{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 1}};
    check_refused(corner_on_corner, 6, V2D_ERROR_SELF_CROSSING);
    v2d_vec2 spike[5] = {{0, 0}, {2, 0}, {5, 0}, {3, 0}, {1, 2}};
    check_refused(spike, 5, V2D_ERROR_SELF_CROSSING);
    v2d_vec2 shared_side[8] = {{0, 0}, {3, 0}, {3, 3}, {1, 3}, {1, 2}, {2, 2}, {2, 1}, {1, 2}};
    check_refused(shared_side, 8, V2D_ERROR_SELF_CROSSING);
    v2d_vec2 star[5];
    for (int i = 0; i < 5; ++i) {
        star[i] = vec(cosf(2.5132741f * (float)i), sinf(2.5132741f * (float)i));
    }
    check_refused(star, 5, V2D_ERROR_SELF_CROSSING);
}

static void degenerate_outlines_are_refused(void **state) {
    (void)state;
    v2d_vec2 twice[4] = {{0, 0}, {2, 0}, {2, 0}, {0, 2}};
    check_refused(twice, 4, V2D_ERROR_DEGENERATE);
    v2d_vec2 line[4] = {{0, 0}, {1, 1}, {3, 3}, {2, 2}};
    check_refused(line, 4, V2D_ERROR_DEGENERATE);
    v2d_vec2 dot[3] = {{1, 1}, {1, 1}, {1, 1}};
    check_refused(dot, 3, V2D_ERROR_DEGENERATE);
}

static void decomposition_checks_its_arguments(void **state) {
    (void)state;
    v2d_vec2 l[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}, many[V2D_MAX_OUTLINE + 1];
    int n = -1;
    memset(many, 0, sizeof(many));
    CHECK(v2d_polygon_decompose(NULL, 6, pieces, 8, &n) == V2D_ERROR_NULL);
    CHECK(v2d_polygon_decompose(l, 6, NULL, 8, &n) == V2D_ERROR_NULL);
    CHECK(v2d_polygon_decompose(l, 6, pieces, 8, NULL) == V2D_ERROR_NULL);
    CHECK(v2d_polygon_decompose(l, 2, pieces, 8, &n) == V2D_ERROR_VERTEX_COUNT && n == 0);
    CHECK(v2d_polygon_decompose(many, V2D_MAX_OUTLINE + 1, pieces, 8, &n) ==
          V2D_ERROR_VERTEX_COUNT);
    pieces[0].radius = 123.0f;
    CHECK(v2d_polygon_decompose(l, 6, pieces, 1, &n) == V2D_ERROR_CAPACITY && n == 2);
    CHECK(pieces[0].radius == 123.0f); // untouched
    l[3].x = not_a_number();
    CHECK(v2d_polygon_decompose(l, 6, pieces, 8, &n) == V2D_ERROR_NOT_FINITE && n == 0);
    l[3].x = -2e6f;
    CHECK(v2d_polygon_decompose(l, 6, pieces, 8, &n) == V2D_ERROR_OUT_OF_RANGE && n == 0);
}

static void area_is_signed(void **state) {
    (void)state;
    v2d_vec2 l[6] = {{100, 100}, {102, 100}, {102, 101}, {101, 101}, {101, 103}, {100, 103}}, r[6];
    for (int i = 0; i < 6; ++i) {
        r[i] = l[5 - i];
    }
    CHECK(v2d_polygon_area(l, 6) == 4.0f);
    CHECK(v2d_polygon_area(r, 6) == -4.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_has_its_corners_and_normals),
        cmocka_unit_test(normals_are_unit_and_point_outward),
        cmocka_unit_test(either_order_gives_the_same_polygon),
        cmocka_unit_test(two_point_figures),
        cmocka_unit_test(makers_refuse_bad_numbers),
        cmocka_unit_test(largest_and_smallest_figures_are_accepted),
        cmocka_unit_test(polygons_that_are_not_convex_are_refused),
        cmocka_unit_test(hull_encloses_its_points_with_some_of_them),
        cmocka_unit_test(hull_limits),
        cmocka_unit_test(mass_of_known_figures),
        cmocka_unit_test(mass_of_a_rounded_box),
        cmocka_unit_test(mass_matches_integration),
        cmocka_unit_test(mass_moves_with_the_figure),
        cmocka_unit_test(mass_of_what_has_none_is_zero),
        cmocka_unit_test(bounds_touch_the_figure_on_all_sides),
        cmocka_unit_test(bounds_of_half_planes),
        cmocka_unit_test(bad_questions_get_zeros),
        cmocka_unit_test(signed_distance_matches_the_definition),
        cmocka_unit_test(distance_has_a_normal_even_in_the_centre),
        cmocka_unit_test(point_to_segment),
        cmocka_unit_test(containment_matches_the_distance),
        cmocka_unit_test(convex_outlines_stay_whole),
        cmocka_unit_test(letter_shapes_need_few_pieces),
        cmocka_unit_test(straight_corners_are_no_trouble),
        cmocka_unit_test(skylines),
        cmocka_unit_test(star_outlines_in_either_order),
        cmocka_unit_test(spirals),
        cmocka_unit_test(random_simple_outlines),
        cmocka_unit_test(outlines_that_cross_or_touch_themselves_are_refused),
        cmocka_unit_test(degenerate_outlines_are_refused),
        cmocka_unit_test(decomposition_checks_its_arguments),
        cmocka_unit_test(area_is_signed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
