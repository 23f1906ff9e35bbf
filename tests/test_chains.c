// SPDX-License-Identifier: MIT OR Unlicense
// test_chains.c - one-sided chains: sides, normals at corners, sliding and rolling, what they hold.
#include "verlet2d.h"
#include "test.h"

static const float dt = 1.0f / 60.0f;
static v2d_vec2 line[512];
static uint32_t seed = 7u;

static float uniform(float low, float high) { return test_random(&seed, low, high); }

static v2d_vec2 at(float x, float y) { return v2d_vec2_make(x, y); }

static v2d_chain_id add_chain(v2d_world *world, int count, bool closed, float friction) {
    v2d_body_def body_def = v2d_body_def_default();
    v2d_shape_def def = v2d_shape_def_default();
    body_def.type = V2D_BODY_STATIC;
    def.friction = friction;
    v2d_chain_id id =
        v2d_chain_create(world, v2d_body_create(world, &body_def), &def, line, count, closed);
    CHECK(v2d_chain_is_valid(world, id));
    return id;
}

// Ground from right to left: its right side is up.
static int ground_line(float left, float right, int links, float (*height)(float)) {
    for (int i = 0; i <= links; ++i) {
        float x = right + (left - right) * (float)i / (float)links;
        line[i] = at(x, height(x));
    }
    return links + 1;
}

static float flat(float x) { return 0.0f * x; }
static float hills(float x) { return 0.5f * (float)cos(0.8 * (double)x); }   // crests at 0, +-7.85
static float rough(float x) { return 2e-6f * (float)sin(37.0 * (double)x); } // as if from a file
static float valley(float x) { return 0.05f * x * x; }

static int ring(float radius, int count) { // clockwise: what is inside stays inside
    for (int i = 0; i < count; ++i) {
        double angle = -2.0 * TEST_PI * i / count;
        line[i] = at(radius * (float)cos(angle), radius * (float)sin(angle));
    }
    return count;
}

enum { BOX, CIRCLE, CAPSULE, PENTAGON, ROUNDED, FIGURES };

// Lower end of each figure when it lies flat on y = 0: half its height.
static const float half_height[FIGURES] = {0.5f, 0.5f, 0.25f, 0.404508f, 0.504508f};

static v2d_geometry figure(int kind) {
    v2d_vec2 v[5];
    for (int i = 0; i < 5; ++i) { // an edge below
        double angle = 2.0 * TEST_PI * (i + 0.5) / 5.0 - 0.5 * TEST_PI;
        v[i] = at(0.5f * (float)cos(angle), 0.5f * (float)sin(angle));
    }
    switch (kind) {
    case BOX: return v2d_geometry_box(0.5f, 0.5f);
    case CIRCLE: return v2d_geometry_circle(at(0.0f, 0.0f), 0.5f);
    case CAPSULE: return v2d_geometry_capsule(at(-0.5f, 0.0f), at(0.5f, 0.0f), 0.25f);
    case PENTAGON: return v2d_geometry_polygon(v, 5, 0.0f);
    default: return v2d_geometry_polygon(v, 5, 0.1f);
    }
}

static v2d_body_id add_figure(v2d_world *world, int kind, float x, float y, float friction) {
    v2d_body_def body_def = v2d_body_def_default();
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry g = figure(kind);
    body_def.position = at(x, y);
    def.friction = friction;
    v2d_body_id id = v2d_body_create(world, &body_def);
    CHECK(v2d_shape_create(world, id, &def, &g).index1 != 0);
    return id;
}

static float speed_of(const v2d_world *world, v2d_body_id id) {
    v2d_vec2 v = v2d_body_velocity(world, id);
    return sqrtf(v.x * v.x + v.y * v.y);
}

// ---- making and destroying ---------------------------------------------------------------------

static void chains_are_made_of_shapes(void **state) {
    (void)state;
    for (int closed = 0; closed < 2; ++closed) {
        v2d_world *world = test_world();
        int count = ring(2.0f, 5), links = closed ? count : count - 1;
        v2d_chain_id id = add_chain(world, count, closed != 0, 0.3f);
        CHECK(chain_shape_count(world, id) == links);
        CHECK(v2d_world_counters(world).shapes.count == links);
        for (int i = 0; i < links; ++i) {
            v2d_shape_id shape = v2d_chain_shape(world, id, i);
            v2d_geometry g = v2d_shape_geometry(world, shape);
            v2d_chain_id owner = v2d_shape_chain(world, shape);
            CHECK(owner.index1 == id.index1 && owner.generation == id.generation);
            CHECK(g.kind == V2D_GEOMETRY_CHAIN_SEGMENT && g.count == 2 && g.radius == 0.0f);
            v2d_vec2 a = line[i], b = line[(i + 1) % count];
            v2d_vec2 before = i > 0 ? line[i - 1] : (closed ? line[count - 1] : b);
            v2d_vec2 after = i + 1 < links ? line[(i + 2) % count] : (closed ? line[1] : a);
            CHECK(g.vertices[0].x == a.x && g.vertices[1].y == b.y);
            CHECK(g.vertices[2].x == before.x && g.vertices[2].y == before.y);
            CHECK(g.vertices[3].x == after.x && g.vertices[3].y == after.y);
            CHECK(g.normals[0].x * (b.y - a.y) - g.normals[0].y * (b.x - a.x) > 0.0f); // right
            CHECK(v2d_geometry_mass(&g, 1.0f).mass == 0.0f);
            CHECK(v2d_shape_destroy(world, shape) == V2D_ERROR_WRONG_KIND);
        }
        CHECK(v2d_chain_shape(world, id, links).index1 == 0);
        CHECK(v2d_chain_shape(world, id, -1).index1 == 0);
        v2d_body_id body = v2d_shape_body(world, v2d_chain_shape(world, id, 0));
        CHECK(v2d_chain_destroy(world, id) == V2D_OK && !v2d_chain_is_valid(world, id));
        CHECK(v2d_body_is_valid(world, body) && v2d_world_counters(world).shapes.count == 0);
        CHECK(v2d_chain_destroy(world, id) == V2D_ERROR_BAD_ID);
        CHECK(chain_shape_count(world, id) == 0);
    }
}

static void chains_share_a_body_with_other_shapes(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id body = add_figure(world, BOX, 1.0f, 2.0f, 0.5f);
    v2d_mass mass = v2d_body_mass(world, body);
    v2d_shape_def def = v2d_shape_def_default();
    ring(3.0f, 6);
    v2d_chain_id first = v2d_chain_create(world, body, &def, line, 6, true);
    v2d_chain_id second = v2d_chain_create(world, body, &def, line, 6, false);
    v2d_geometry circle = v2d_geometry_circle(at(2.0f, 0.0f), 0.5f); // moves the centre of mass
    v2d_shape_id last = v2d_shape_create(world, body, &def, &circle);
    CHECK(v2d_body_mass(world, body).mass > mass.mass);
    CHECK(chain_shape_count(world, first) == 6 && chain_shape_count(world, second) == 5);
    v2d_geometry g = v2d_shape_geometry(world, v2d_chain_shape(world, first, 0));
    CHECK_NEAR(g.vertices[0].x, line[0].x, 1e-6);
    CHECK_NEAR(g.vertices[2].x, line[5].x, 1e-6);
    CHECK_NEAR(g.vertices[3].y, line[2].y, 1e-6);
    CHECK(v2d_shape_chain(world, last).index1 == 0);
    CHECK(v2d_chain_destroy(world, first) == V2D_OK);
    CHECK(v2d_chain_is_valid(world, second) && v2d_shape_is_valid(world, last));
    CHECK(chain_set_friction(world, second, 0.25f) == V2D_OK);
    CHECK(chain_set_restitution(world, second, 0.5f) == V2D_OK);
    CHECK(chain_set_surface_speed(world, second, 1.0f) == V2D_OK);
    CHECK(chain_set_friction(world, second, -1.0f) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(chain_set_restitution(world, second, 2.0f) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(chain_set_surface_speed(world, second, NAN) == V2D_ERROR_NOT_FINITE);
    CHECK(v2d_body_destroy(world, body) == V2D_OK);
    CHECK(!v2d_chain_is_valid(world, second) && v2d_world_counters(world).shapes.count == 0);
}

static void bad_chains_are_refused_whole(void **state) {
    (void)state;
    static v2d_world before;
    v2d_world *world = test_world();
    v2d_body_id body = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 1.0f, 1.0f), none = {0, 0};
    v2d_shape_def def = v2d_shape_def_default(), bad = def;
    bad.friction = -1.0f;
    static v2d_vec2 many[V2D_MAX_SHAPES + 1];
    for (int i = 0; i <= V2D_MAX_SHAPES; ++i)
        many[i] = at((float)i, 0.0f);
    struct {
        v2d_result code;
        v2d_body_id body;
        const v2d_shape_def *def;
        const v2d_vec2 *vertices;
        int count;
        bool closed;
    } cases[] = {
        {V2D_ERROR_NULL, body, &def, NULL, 4, false},
        {V2D_ERROR_NULL, body, NULL, many, 4, false},
        {V2D_ERROR_OUT_OF_RANGE, body, &bad, many, 4, false},
        {V2D_ERROR_BAD_ID, none, &def, many, 4, false},
        {V2D_ERROR_VERTEX_COUNT, body, &def, many, 1, false},
        {V2D_ERROR_VERTEX_COUNT, body, &def, many, 2, true},
        {V2D_ERROR_VERTEX_COUNT, body, &def, many, -5, true},
        {V2D_ERROR_VERTEX_COUNT, body, &def, many, INT32_MIN, false},
        {V2D_ERROR_CAPACITY, body, &def, many, V2D_MAX_SHAPES, true},
        {V2D_ERROR_CAPACITY, body, &def, many, V2D_MAX_SHAPES + 1, false},
        {V2D_ERROR_CAPACITY, body, &def, many, INT32_MAX, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        v2d_world_clear_status(world);
        before = *world;
        v2d_chain_id id = v2d_chain_create(world, cases[i].body, cases[i].def, cases[i].vertices,
                                           cases[i].count, cases[i].closed);
        CHECK(id.index1 == 0 && v2d_world_status(world) == cases[i].code);
        v2d_world_clear_status(world);
        CHECK(memcmp(world, &before, sizeof(before)) == 0);
    }
    static const struct {
        v2d_result code;
        float x, y;
    } vertices[] = {{V2D_ERROR_NOT_FINITE, NAN, 0.0f},
                    {V2D_ERROR_NOT_FINITE, 0.0f, INFINITY},
                    {V2D_ERROR_OUT_OF_RANGE, 2e6f, 0.0f},
                    {V2D_ERROR_DEGENERATE, 2.0f, 0.0f},
                    {V2D_ERROR_DEGENERATE, 4.0f, 1e-7f}};
    for (size_t i = 0; i < sizeof(vertices) / sizeof(vertices[0]); ++i) {
        v2d_vec2 v[6];
        memcpy(v, many, sizeof(v));
        v[3] = at(vertices[i].x, vertices[i].y);
        v2d_chain_id id = v2d_chain_create(world, body, &def, v, 6, true);
        CHECK(id.index1 == 0 && v2d_world_status(world) == vertices[i].code);
        v2d_world_clear_status(world);
        CHECK(memcmp(world, &before, sizeof(before)) == 0);
    }
    CHECK(v2d_chain_create(world, body, &def, many, V2D_MAX_SHAPES, false).index1 !=
          0); // just fits
    CHECK(v2d_world_counters(world).shapes.count == V2D_MAX_SHAPES);
}

static void chain_segments_are_checked(void **state) {
    (void)state;
    v2d_vec2 a = at(1.0f, 0.0f), b = at(0.0f, 0.0f), c = at(-1.0f, 1.0f), z = at(NAN, 0.0f);
    CHECK(v2d_geometry_chain_segment(c, a, b, c).kind == V2D_GEOMETRY_CHAIN_SEGMENT);
    CHECK(v2d_geometry_chain_segment(b, a, b, a).kind == V2D_GEOMETRY_CHAIN_SEGMENT); // free ends
    CHECK(v2d_geometry_chain_segment(a, a, b, c).error == V2D_ERROR_DEGENERATE);
    CHECK(v2d_geometry_chain_segment(c, a, a, c).error == V2D_ERROR_DEGENERATE);
    CHECK(v2d_geometry_chain_segment(c, a, b, b).error == V2D_ERROR_DEGENERATE);
    CHECK(v2d_geometry_chain_segment(z, a, b, c).error == V2D_ERROR_NOT_FINITE);
    CHECK(v2d_geometry_chain_segment(c, a, b, z).error == V2D_ERROR_NOT_FINITE);
    CHECK(v2d_geometry_chain_segment(c, z, b, c).error == V2D_ERROR_NOT_FINITE);
    CHECK(v2d_geometry_chain_segment(at(3e6f, 0.0f), a, b, c).error == V2D_ERROR_OUT_OF_RANGE);

    v2d_geometry g = v2d_geometry_chain_segment(c, a, b, c), box = v2d_geometry_box(0.5f, 0.5f);
    v2d_transform here = v2d_transform_make(at(0.0f, 0.0f), 0.0f);
    CHECK(v2d_collide(&g, here, &box, here, 0.0f, NULL) == 2);
    g.vertices[3].x = NAN; // a caller may have filled it
    CHECK(v2d_collide(&g, here, &box, here, 0.0f, NULL) == 0);
    g.vertices[3].x = -1.0f, g.normals[2].y = INFINITY;
    CHECK(v2d_collide(&g, here, &box, here, 0.0f, NULL) == 0);
    v2d_world *world = test_world();
    v2d_shape_def def = v2d_shape_def_default();
    v2d_body_id body = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 1.0f, 1.0f);
    g.vertices[3] = b;
    CHECK(v2d_shape_create(world, body, &def, &g).index1 == 0);
    CHECK(v2d_world_status(world) == V2D_ERROR_DEGENERATE);
    g.vertices[3] = c;
    v2d_shape_id alone = v2d_shape_create(world, body, &def, &g); // its normals are made anew
    CHECK(v2d_shape_is_valid(world, alone) && v2d_shape_chain(world, alone).index1 == 0);
    CHECK(test_finite(v2d_shape_geometry(world, alone).normals[2]));
    CHECK(v2d_shape_destroy(world, alone) == V2D_OK);
}

// ---- what touches, without a world ---------------------------------------------------------------

static void only_the_right_side_touches(void **state) {
    (void)state;
    v2d_transform here = v2d_transform_make(at(0.0f, 0.0f), 0.0f);
    v2d_vec2 a = at(2.0f, 0.0f), b = at(-2.0f, 0.0f); // the right side is up
    v2d_geometry link = v2d_geometry_chain_segment(at(3.0f, 0.0f), a, b, at(-3.0f, 0.0f));
    for (int kind = 0; kind < FIGURES; ++kind) {
        v2d_geometry g = figure(kind);
        for (int side = -1; side <= 1; side += 2) {
            v2d_transform xf =
                v2d_transform_make(at(0.3f, (float)side * (half_height[kind] - 0.01f)), 0.0f);
            v2d_manifold m, flipped;
            int count = v2d_collide(&link, here, &g, xf, 0.0f, &m);
            CHECK(count == v2d_collide(&g, xf, &link, here, 0.0f, &flipped));
            CHECK(count == (side < 0 ? 0 : (kind == CIRCLE ? 1 : 2)));
            if (side < 0) continue;
            CHECK_NEAR(m.normal.y, 1.0, 1e-6);
            CHECK_NEAR(flipped.normal.y, -1.0, 1e-6);
            CHECK_NEAR(m.points[0].separation, -0.01, 1e-5);
            CHECK(v2d_closest_points(&link, here, &g, xf).distance == 0.0f);
        }
    }
    v2d_geometry plane = v2d_geometry_half_plane(at(0.0f, 0.5f), at(0.0f, 1.0f));
    CHECK(v2d_collide(&link, here, &plane, here, 0.0f, NULL) == 0);
    CHECK(v2d_collide(&plane, here, &link, here, 0.0f, NULL) == 0);
    CHECK(v2d_collide(&link, here, &link, here, 0.1f, NULL) == 0);
    // As a set of points it is a plain segment.
    v2d_geometry small = v2d_geometry_circle(at(0.0f, -1.0f), 0.25f);
    CHECK_NEAR(v2d_closest_points(&small, here, &link, here).distance, 0.75, 1e-6);
    v2d_aabb box = v2d_geometry_aabb(&link, here);
    CHECK(box.lower.x == -2.0f && box.upper.x == 2.0f && box.upper.y == 0.0f);
    CHECK(!v2d_geometry_contains(&link, here, at(0.0f, 0.5f)));
    // Sweeps from the right side only.
    v2d_hit down = v2d_swept_circle(at(0.0f, 3.0f), at(0.0f, -1.0f), 0.5f, &link, here);
    CHECK(down.hit && down.normal.y == 1.0f);
    CHECK_NEAR(down.t, 2.5 / 4.0, 1e-5);
    CHECK(!v2d_swept_circle(at(0.0f, -3.0f), at(0.0f, 1.0f), 0.5f, &link, here).hit);
}

// An outline of n corners, counter-clockwise: solid inside.
static int star(int n) {
    for (int i = 0; i < n; ++i) {
        double angle = 2.0 * TEST_PI * i / n, r = 3.0 * (double)uniform(0.6f, 1.2f);
        line[i] = at((float)(r * cos(angle)), (float)(r * sin(angle)));
    }
    return n;
}

static v2d_geometry star_link(int n, int i) {
    return v2d_geometry_chain_segment(line[(i + n - 1) % n], line[i], line[(i + 1) % n],
                                      line[(i + 2) % n]);
}

static bool star_is_clear_of(int n, const v2d_geometry *g, v2d_transform xf) {
    v2d_transform here = v2d_transform_make(at(0.0f, 0.0f), 0.0f);
    v2d_geometry small = *g;
    small.radius *= 0.9f;
    for (int i = 0; i < small.count; ++i)
        small.vertices[i].x *= 0.9f, small.vertices[i].y *= 0.9f;
    for (int i = 0; i < n; ++i) {
        v2d_geometry link = star_link(n, i);
        if (v2d_closest_points(&link, here, &small, xf).distance <= 0.0f) return false;
    }
    return true;
}

// All links together say what the nearest points of the whole outline say.
static void links_together_touch_like_the_outline(void **state) {
    (void)state;
    v2d_transform here = v2d_transform_make(at(0.0f, 0.0f), 0.0f);
    int met = 0, overlapped = 0;
    for (int trial = 0; trial < 40000; ++trial) {
        int n = star(3 + trial % 17);
        v2d_geometry g = figure(trial % FIGURES);
        v2d_transform xf = v2d_transform_make(at(uniform(-5.0f, 5.0f), uniform(-5.0f, 5.0f)),
                                              uniform(-3.0f, 3.0f));
        if (v2d_point_in_polygon(xf.p, line, n)) continue;
        v2d_closest nearest;
        v2d_manifold first;
        memset(&nearest, 0, sizeof(nearest));
        memset(&first, 0, sizeof(first));
        nearest.distance = 1e9f;
        float separation = 1e9f;
        for (int i = 0; i < n; ++i) {
            v2d_geometry link = star_link(n, i);
            v2d_closest c = v2d_closest_points(&link, here, &g, xf);
            if (c.distance < nearest.distance) nearest = c;
            v2d_manifold m;
            int count = v2d_collide(&link, here, &g, xf, 0.5f, &m);
            for (int k = 0; k < count; ++k) {
                if (m.points[k].separation < separation)
                    separation = m.points[k].separation, first = m;
            }
        }
        if (nearest.distance > 0.49f) continue;
        if (nearest.distance <= 0.0f) { // overlaps, but when a tenth smaller it would not
            if (!star_is_clear_of(n, &g, xf)) continue;
            overlapped += 1;
            CHECK(separation < 0.0f && separation > -0.11f);
            continue;
        }
        met += 1;
        CHECK_NEAR(separation, nearest.distance, 1e-5);
        CHECK(first.normal.x * nearest.normal.x + first.normal.y * nearest.normal.y > 0.9997f);
    }
    CHECK(met > 3000 && overlapped > 200);
}

// A corner of a box that got past the end of the link it is in, with the end inside the box.
static void a_corner_that_slipped_past_is_held(void **state) {
    (void)state;
    v2d_transform here = v2d_transform_make(at(0.0f, 0.0f), 0.0f);
    line[0] = at(0.0f, -3.2713f), line[1] = at(1.1231f, -2.7113f);
    line[2] = at(1.655f, -1.655f), line[3] = at(2.0532f, -0.8505f);
    v2d_geometry link = v2d_geometry_chain_segment(line[0], line[1], line[2], line[3]);
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_transform xf = v2d_transform_make(at(1.7574f, -2.5201f), -2.1044f);
    v2d_manifold m;
    CHECK(v2d_collide(&link, here, &box, xf, 0.0f, &m) > 0);
    CHECK_NEAR(m.normal.x, link.normals[0].x, 1e-6);
    CHECK_NEAR(m.normal.y, link.normals[0].y, 1e-6);
}

// Each link's contact with a circle is at the link's own nearest point, and corners belong to one.
static void circles_meet_each_corner_once(void **state) {
    (void)state;
    v2d_transform here = v2d_transform_make(at(0.0f, 0.0f), 0.0f);
    int corners = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        int n = star(3 + trial % 17);
        v2d_geometry g = v2d_geometry_circle(at(uniform(-5.0f, 5.0f), uniform(-5.0f, 5.0f)), 0.3f);
        v2d_vec2 touched[2 * 20];
        int count = 0;
        for (int i = 0; i < n; ++i) {
            v2d_geometry link = star_link(n, i);
            v2d_manifold m;
            if (v2d_collide(&link, here, &g, here, 0.5f, &m) == 0) continue;
            v2d_closest c = v2d_closest_points(&link, here, &g, here);
            if (c.distance > 0.0f) {
                CHECK_NEAR(m.points[0].separation, c.distance, 1e-5);
                CHECK(m.normal.x * c.normal.x + m.normal.y * c.normal.y > 0.9999f);
            }
            CHECK(m.normal.x * link.normals[0].x + m.normal.y * link.normals[0].y >= -1e-6f);
            for (int k = 0; k < count; ++k)
                CHECK(fabsf(c.a.x - touched[k].x) + fabsf(c.a.y - touched[k].y) > 1e-6f);
            touched[count++] = c.a;
            bool corner =
                fabsf(m.normal.x * link.normals[0].y - m.normal.y * link.normals[0].x) > 1e-4f;
            corners += corner ? 1 : 0;
        }
    }
    CHECK(corners > 300);
}

// ---- sliding and rolling -------------------------------------------------------------------------

// Speed v - mu g t, within a tenth of the friction: at a seam weight changes over to a new contact.
// Nothing lifts, nothing turns. Both ways, links longer and shorter than the body.
static void a_flat_chain_is_flat(void **state) {
    (void)state;
    static const int links[3] = {12, 60, 240};
    static const float speeds[3] = {2.0f, 12.0f, 60.0f};
    for (int trial = 0; trial < FIGURES * 18; ++trial) {
        int kind = trial % FIGURES, way = trial / FIGURES % 2 * 2 - 1;
        float speed = speeds[trial / (2 * FIGURES) % 3];
        float mu = kind == CIRCLE ? 0.0f : 0.1f;
        v2d_world *world = test_world();
        int count =
            ground_line(-80.0f, 80.0f, links[trial / (6 * FIGURES)], trial % 7 < 3 ? rough : flat);
        add_chain(world, count, false, mu);
        v2d_body_id id = add_figure(world, kind, 0.123f, half_height[kind] - 0.005f, mu);
        test_steps(world, 60);
        float height = v2d_body_position(world, id).y;
        CHECK(v2d_body_set_velocity(world, id, at((float)way * speed, 0.0f)) == V2D_OK);
        for (int i = 1; i <= 60; ++i) {
            test_steps(world, 1);
            float expected = fmaxf(speed - mu * 10.0f * (float)i * dt, 0.0f);
            v2d_vec2 v = v2d_body_velocity(world, id);
            CHECK_NEAR((float)way * v.x, expected, 0.01f + 0.1f * (speed - expected));
            CHECK_NEAR(v.y, 0.0, 1e-3f + 2e-4f * speed);
            CHECK_NEAR(v2d_body_position(world, id).y, height, 1e-3);
            CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 2e-3f + 2e-4f * speed);
        }
    }
}

// Without friction a ball keeps its energy over crests and through hollows.
static void a_ball_keeps_its_energy_over_hills(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        v2d_world *world = test_world();
        add_chain(world, ground_line(-12.0f, 12.0f, 480, hills), false, 0.0f);
        v2d_body_id id = add_figure(world, CIRCLE, 0.0f, 1.0f, 0.0f);
        CHECK(v2d_body_set_velocity(world, id, at((float)way * 0.5f, 0.0f)) == V2D_OK);
        float most = 0.0f, energy = 0.125f + 10.0f;
        for (int i = 0; i < 1200 && fabsf(v2d_body_position(world, id).x) < 7.5f; ++i) {
            CHECK(v2d_world_step(world, 0.25f * dt, 1) == V2D_OK); // each takes its normals anew
            v2d_vec2 p = v2d_body_position(world, id);
            float v = speed_of(world, id);
            CHECK_NEAR(0.5f * v * v + 10.0f * p.y, energy, 0.35);
            most = fmaxf(most, v);
        }
        CHECK(fabsf(v2d_body_position(world, id).x) >= 7.5f); // over the next crest
        CHECK_NEAR(most, sqrt(2.0 * 10.0 + 0.25), 0.15);      // one metre down
    }
}

// At a concave corner of angle a the part of the velocity into the slope is lost, and no more.
static void a_concave_corner_takes_its_part(void **state) {
    (void)state;
    for (int kind = 0; kind < FIGURES; ++kind) {
        if (kind != CIRCLE && kind != CAPSULE) continue; // others turn at the corner
        v2d_world *world = test_world();
        v2d_world_set_gravity(world, at(0.0f, 0.0f));
        const double angle = 0.3;
        line[0] = at(20.0f * (float)cos(angle), 20.0f * (float)sin(angle));
        line[1] = at(0.0f, 0.0f), line[2] = at(-20.0f, 0.0f);
        add_chain(world, 3, false, 0.0f);
        v2d_body_id id = add_figure(world, kind, -6.0f, half_height[kind], 0.0f);
        if (kind == CAPSULE) body_set_locks(world, id, false, false, true);
        v2d_body_set_velocity(world, id, at(10.0f, 0.0f));
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_velocity(world, id).x, 10.0 * cos(angle) * cos(angle), 0.05);
        CHECK_NEAR(v2d_body_velocity(world, id).y, 10.0 * cos(angle) * sin(angle), 0.05);
    }
}

// A wall lower than the box stops it, and the ground on top of the wall does not lift it.
static void a_step_stops_a_box(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        v2d_world *world = test_world();
        float left = way > 0 ? 0.0f : 0.15f, right = 0.15f - left;
        line[0] = at(9.0f, right), line[1] = at(0.0f, right);
        line[2] = at(0.0f, left), line[3] = at(-9.0f, left);
        add_chain(world, 4, false, 0.0f);
        v2d_body_id id = add_figure(world, BOX, (float)-way * 3.0f, 0.5f, 0.0f);
        body_set_locks(world, id, false, false, true);
        v2d_body_set_velocity(world, id, at((float)way * 4.0f, 0.0f));
        for (int i = 0; i < 180; ++i) {
            test_steps(world, 1);
            CHECK_NEAR(v2d_body_position(world, id).y, 0.5, 0.01);
        }
        CHECK_NEAR((float)way * v2d_body_position(world, id).x, -0.5, 0.02);
    }
}

// Over a convex corner too slow to fly: down the slope it gains what the height gives.
static void figures_pass_a_convex_corner(void **state) {
    (void)state;
    for (int kind = 0; kind < FIGURES; ++kind) {
        for (int way = -1; way <= 1; way += 2) {
            v2d_world *world = test_world();
            line[0] = at(way > 0 ? 30.0f : 10.0f, way > 0 ? -6.0f : 0.0f);
            line[1] = at(0.0f, 0.0f);
            line[2] = at(way > 0 ? -10.0f : -30.0f, way > 0 ? 0.0f : -6.0f);
            add_chain(world, 3, false, 0.0f);
            v2d_body_id id = add_figure(world, kind, (float)-way * 3.0f, half_height[kind], 0.0f);
            test_steps(world, 30);
            v2d_body_set_velocity(world, id, at((float)way * 1.5f, 0.0f));
            float start = v2d_body_position(world, id).y, up = 0.0f;
            for (int i = 0; i < 270; ++i) {
                test_steps(world, 1);
                up = fmaxf(up, v2d_body_velocity(world, id).y);
            }
            float fall = start - v2d_body_position(world, id).y;
            CHECK(fall > 0.5f && up < 0.02f);
            CHECK_NEAR(speed_of(world, id), sqrt(1.5 * 1.5 + 2.0 * 10.0 * (double)fall), 0.12);
        }
    }
}

// ---- one-sidedness in a world ---------------------------------------------------------------------

static void what_comes_from_behind_passes(void **state) {
    (void)state;
    for (int trial = 0; trial < 2 * FIGURES; ++trial) {
        int kind = trial % FIGURES;
        v2d_world *world = test_world();
        add_chain(world, ground_line(-5.0f, 5.0f, trial < FIGURES ? 4 : 60, flat), false, 0.6f);
        v2d_body_id id = add_figure(world, kind, 0.3f, -3.0f, 0.6f);
        v2d_body_set_velocity(world, id, at(0.0f, 12.0f));
        for (int i = 1; i <= 60; ++i) { // up through the chain, and it does not feel it
            test_steps(world, 1);
            CHECK_NEAR(v2d_body_velocity(world, id).y, 12.0 - 10.0 * i * (double)dt, 1e-3);
            CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 1e-5);
            CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 1e-5);
        }
        test_steps(world, 420); // and back down to rest on it
        CHECK_NEAR(v2d_body_position(world, id).y, half_height[kind], 0.01);
    }
}

static void the_back_does_not_catch_fast_bodies(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_world_set_gravity(world, at(0.0f, 0.0f));
    for (int trial = 0; trial < 200; ++trial) {
        world = test_world();
        v2d_world_set_gravity(world, at(0.0f, 0.0f));
        add_chain(world, ground_line(-9.0f, 9.0f, 60, valley), false, 0.6f);
        v2d_body_id id = add_figure(world, trial % FIGURES, uniform(-2.0f, 2.0f), -20.0f, 0.6f);
        float speed = uniform(20.0f, 380.0f);
        v2d_body_set_velocity(world, id, at(0.0f, speed));
        test_steps(world, 90);
        CHECK_NEAR(v2d_body_velocity(world, id).y, speed, 1e-3f * speed);
        CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 1e-3);
    }
}

static void fast_bodies_do_not_pass_the_front(void **state) {
    (void)state;
    for (int trial = 0; trial < 200; ++trial) {
        v2d_world *world = test_world();
        add_chain(world, ground_line(-9.0f, 9.0f, trial % 2 ? 16 : 120, valley), false, 0.1f);
        int kind = trial % FIGURES;
        v2d_body_id id = add_figure(world, kind, uniform(-3.0f, 3.0f), uniform(2.0f, 4.0f), 0.1f);
        double angle = (double)uniform(-2.6f, -0.5f), speed = (double)uniform(20.0f, 380.0f);
        v2d_body_set_velocity(world, id,
                              at((float)(speed * cos(angle)), (float)(speed * sin(angle))));
        v2d_body_set_angular_velocity(world, id, uniform(-10.0f, 10.0f));
        for (int i = 0; i < 120; ++i) {
            test_steps(world, 1);
            v2d_vec2 p = v2d_body_position(world, id);
            if (fabsf(p.x) > 8.5f) break; // up and out over an end
            // pressed in for a moment it may be, half a metre in a way of several in one step
            CHECK(p.y > valley(p.x) - (i < 30 ? 0.5f : 0.0f));
        }
    }
}

// A floor that turns up into a slope at the origin. What flies along the floor lies beside the slope, past
// its lower end, but its way in the step leads into it. It must be stopped by its surface, not its centre:
// without bounce it ends at its radius r from the slope, n . p = r. Along the slope it goes on with the
// rest of its speed v, v cos(slope), all of the step without friction. With friction it loses mu times
// v sin(slope) to it, and a disc, J = m r^2 / 2, turns by 2 / r times that, if it came from near.
static void a_slope_past_a_corner_is_met_at_the_surface(void **state) {
    (void)state;
    for (int i = 0; i < 48; ++i) {
        int kind = i % 4; // a disc, a disc with friction, a capsule along the floor, a point
        double speed = 100.0 * (i / 4 % 4 + 1), slope = 0.3 * (i / 16 + 1), step = 0.01;
        double r = 0.3, mu = kind == 1 ? 0.1 : 0.0, front = kind == 2 ? 0.2 : 0.0;
        double nx = -sin(slope), ny = cos(slope), x = -0.7 * speed * step, y = r + 0.1;
        if (kind == 1) y = r + 0.001, x = -y * tan(slope) - 0.01;
        double gap = nx * x + ny * y - r;
        v2d_world *world = test_world();
        v2d_world_set_gravity(world, at(0.0f, 0.0f));
        line[0] = at((float)(10.0 * cos(slope)), (float)(10.0 * sin(slope)));
        line[1] = at(0.0f, 0.0f), line[2] = at(-20.0f, 0.0f);
        add_chain(world, 3, false, (float)mu);
        v2d_body_id body = {0, 0};
        v2d_point_id point = {0, 0};
        if (kind == 3) {
            v2d_point_def def = v2d_point_def_default();
            def.position = at((float)x, (float)y), def.velocity = at((float)speed, 0.0f);
            def.radius = (float)r, def.friction = 0.0f;
            point = v2d_point_create(world, &def);
        } else {
            v2d_body_def def = v2d_body_def_default();
            v2d_shape_def shape = v2d_shape_def_default();
            v2d_geometry g = v2d_geometry_circle(at(0.0f, 0.0f), (float)r);
            v2d_mass mass = {1.0f, {0.0f, 0.0f}, (float)(0.5 * r * r)};
            if (kind == 2) {
                g = v2d_geometry_capsule(at(-0.2f, 0.0f), at((float)front, 0.0f), (float)r);
                mass.inertia = 1000.0f; // it hardly turns
            }
            def.position = at((float)(x - front), (float)y), def.velocity = at((float)speed, 0.0f);
            shape.friction = (float)mu;
            body = v2d_body_create(world, &def);
            CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, body, &shape, &g)));
            CHECK(body_set_mass(world, body, mass) == V2D_OK);
        }
        CHECK(v2d_world_step(world, (float)step, 4) == V2D_OK);
        v2d_vec2 p, v;
        p = kind == 3 ? v2d_point_position(world, point) : v2d_body_position(world, body);
        v = kind == 3 ? v2d_point_velocity(world, point) : v2d_body_velocity(world, body);
        double px = (double)p.x + front, py = (double)p.y, vx = (double)v.x, vy = (double)v.y;
        CHECK_NEAR(nx * px + ny * py, r, 1e-3);
        CHECK_NEAR(nx * vx + ny * vy, 0.0, 1e-4 * speed);
        CHECK_NEAR(ny * vx - nx * vy, speed * (ny + mu * nx), 1e-3 * speed);
        if (kind != 1) CHECK_NEAR(ny * (px - x) - nx * (py - y), speed * ny * step, 1e-3);
        double turn = 2.0 * mu * speed * nx / r;
        double lever = 0.02 + 0.5 * gap / r; // it ends in the middle of the gap there was
        if (kind < 2)
            CHECK_NEAR(v2d_body_angular_velocity(world, body), turn, lever * fabs(turn) + 1e-3);
    }
}

static void a_closed_loop_keeps_everything_in(void **state) {
    (void)state;
    for (int trial = 0; trial < 60; ++trial) {
        v2d_world *world = test_world();
        if (trial % 2) v2d_world_set_gravity(world, at(0.0f, 0.0f));
        add_chain(world, ring(5.0f, trial % 3 == 0 ? 8 : (trial % 3 == 1 ? 48 : 360)), true, 0.2f);
        v2d_body_id id[FIGURES];
        for (int k = 0; k < FIGURES; ++k) {
            id[k] = add_figure(world, k, -2.0f + (float)k, 0.0f, 0.2f);
            v2d_body_set_velocity(world, id[k],
                                  at(uniform(-100.0f, 100.0f), uniform(-100.0f, 100.0f)));
        }
        for (int i = 0; i < 180; ++i) {
            test_steps(world, 1);
            for (int k = 0; k < FIGURES; ++k) {
                v2d_vec2 p = v2d_body_position(world, id[k]);
                CHECK(sqrtf(p.x * p.x + p.y * p.y) < 5.0f);
            }
        }
    }
}

// A ball that was carried stays carried when it is pressed in past its centre; one that never was
// goes its way.
static void the_carried_stay_carried(void **state) {
    (void)state;
    for (int kind = 0; kind < FIGURES; ++kind) {
        for (int carried = 0; carried < 3; ++carried) { // 2: it was, and left
            v2d_world *world = test_world();
            add_chain(world, ground_line(-5.0f, 5.0f, 1, flat), false, 0.6f);
            float top = carried > 0 ? half_height[kind] : 20.0f;
            v2d_body_id id = add_figure(world, kind, 0.0f, top, 0.6f);
            test_steps(world, 2);
            if (carried == 2) {
                v2d_body_set_transform(world, id, at(0.0f, 20.0f), 0.0f);
                test_steps(world, 2);
            }
            v2d_body_set_transform(world, id, at(0.0f, -0.1f), 0.0f);
            v2d_body_set_velocity(world, id, at(0.0f, 0.0f));
            test_steps(world, 120);
            float y = v2d_body_position(world, id).y;
            if (carried == 1) {
                CHECK_NEAR(y, half_height[kind], 0.02);
            } else {
                CHECK(y < -10.0f);
            }
        }
    }
}

// Neither do the vertices on the way let it go.
static void the_carried_stay_carried_from_link_to_link(void **state) {
    (void)state;
    for (int kind = 0; kind < FIGURES; ++kind) {
        v2d_world *world = test_world();
        add_chain(world, ground_line(-15.0f, 15.0f, 180, flat), false, 0.0f);
        v2d_body_id id = add_figure(world, kind, -10.0f, half_height[kind], 0.0f);
        body_set_locks(world, id, false, false, true);
        test_steps(world, 2);
        v2d_body_set_transform(world, id, at(-10.0f, -0.1f), 0.0f);
        v2d_body_set_velocity(world, id, at(10.0f, 0.0f));
        test_steps(world, 90);
        CHECK_NEAR(v2d_body_position(world, id).y, half_height[kind], 0.02);
        CHECK(v2d_body_position(world, id).x > 0.0f);
    }
}

static void free_ends_are_corners(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        v2d_world *world = test_world();
        add_chain(world, ground_line(-4.0f, 4.0f, 8, flat), false, 0.6f);
        float edge = (float)way * 4.0f;
        v2d_body_id stays = add_figure(world, BOX, edge - (float)way * 0.1f, 0.5f, 0.6f);
        test_steps(world, 240);
        CHECK_NEAR(v2d_body_position(world, stays).y, 0.5, 0.01);
        CHECK_NEAR(v2d_body_angle(world, stays), 0.0, 0.01);
        v2d_body_destroy(world, stays);
        v2d_body_id tips = add_figure(world, BOX, edge + (float)way * 0.2f, 0.5f, 0.6f);
        v2d_body_id rolls = add_figure(world, CIRCLE, edge - (float)way * 3.0f, 0.5f, 0.6f);
        v2d_body_set_velocity(world, rolls, at((float)way * 1.0f, 0.0f));
        float turned = 0.0f, beside = 0.0f;
        for (int i = 0; i < 420; ++i) {
            test_steps(world, 1);
            v2d_vec2 p = v2d_body_position(world, tips);
            if (p.y > 0.2f) turned = v2d_body_angular_velocity(world, tips);
            p = v2d_body_position(world, rolls);
            if (p.y > 0.0f) beside = ((float)way * p.x) - 4.0f;
        }
        CHECK((float)-way * turned > 0.3f); // round the corner, not straight through it
        CHECK(beside > 0.3f);               // and the ball went round it, too
        CHECK(v2d_body_position(world, tips).y < -5.0f);
        CHECK(v2d_body_position(world, rolls).y < -5.0f);
    }
}

// ---- bodies that move, points, soft bodies ----------------------------------------------------------

static void a_moving_chain_carries(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def body_def = v2d_body_def_default();
    v2d_shape_def def = v2d_shape_def_default();
    body_def.type = V2D_BODY_KINEMATIC;
    body_def.position = at(0.0f, 3.0f);
    body_def.angle = (float)TEST_PI; // turned over: now its left-to-right is right-to-left
    body_def.velocity = at(1.0f, 0.5f);
    v2d_body_id lift = v2d_body_create(world, &body_def);
    ground_line(-3.0f, 3.0f, 6, flat);
    for (int i = 0; i < 3; ++i) {
        v2d_vec2 v = line[i];
        line[i] = line[6 - i], line[6 - i] = v;
    }
    CHECK(v2d_chain_create(world, lift, &def, line, 7, false).index1 != 0);
    v2d_body_id box = add_figure(world, BOX, 0.0f, 3.5f, 0.6f);
    test_steps(world, 180);
    CHECK_NEAR(v2d_body_velocity(world, box).x, 1.0, 0.01);
    CHECK_NEAR(v2d_body_velocity(world, box).y, 0.5, 0.01);
    CHECK_NEAR(v2d_body_position(world, box).y, 3.0 + 1.5 + 0.5, 0.02);
    // A conveyor: the surface runs along its counter-clockwise tangent, to the left on top.
    world = test_world();
    v2d_chain_id belt = add_chain(world, ground_line(-9.0f, 9.0f, 30, flat), false, 0.6f);
    CHECK(chain_set_surface_speed(world, belt, 2.0f) == V2D_OK);
    box = add_figure(world, BOX, 0.0f, 0.5f, 0.6f);
    test_steps(world, 120);
    CHECK_NEAR(v2d_body_velocity(world, box).x, -2.0, 0.01);
}

// Friction, surface speed and restitution reach contacts that exist. Slowed down by mu g, then by
// nothing; carried along; thrown back by what was put in.
static void resting_contacts_learn_of_new_materials(void **state) {
    (void)state;
    v2d_world *world = test_world();
    world_set_sleep(world, false);
    v2d_chain_id ground = add_chain(world, ground_line(-50.0f, 50.0f, 1, flat), false, 0.4f);
    v2d_body_id box = add_figure(world, BOX, 0.0f, 0.5f, 0.4f);
    test_steps(world, 60);
    CHECK(v2d_body_set_velocity(world, box, at(4.0f, 0.0f)) == V2D_OK);
    test_steps(world, 30);
    float kept = 4.0f - 0.4f * 10.0f * 0.5f;
    CHECK_NEAR(v2d_body_velocity(world, box).x, kept, 0.02);
    kept = v2d_body_velocity(world, box).x;
    CHECK(chain_set_friction(world, ground, 0.0f) == V2D_OK);
    test_steps(world, 30);
    CHECK_NEAR(v2d_body_velocity(world, box).x, kept, 1e-3);
    CHECK(chain_set_friction(world, ground, 0.4f) == V2D_OK);
    test_steps(world, 1);
    CHECK(chain_set_surface_speed(world, ground, 1.0f) == V2D_OK);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, box).x, -1.0, 0.01);
    CHECK(chain_set_restitution(world, ground, 1.0f) == V2D_OK);
    CHECK(v2d_body_set_velocity(world, box, at(0.0f, -3.0f)) == V2D_OK);
    test_steps(world, 1);
    CHECK_NEAR(v2d_body_velocity(world, box).y, 3.0, 0.3);
}

static void points_rest_on_a_chain(void **state) {
    (void)state;
    v2d_world *world = test_world();
    add_chain(world, ground_line(-6.0f, 6.0f, 60, valley), false, 0.0f);
    v2d_point_def def = v2d_point_def_default();
    v2d_point_id id[40];
    for (int i = 0; i < 40; ++i) {
        def.position = at(-3.9f + 0.2f * (float)i, i % 2 ? 3.0f : -4.0f); // half of them below
        def.velocity = at(0.0f, i % 2 ? -2.0f : 14.0f);
        def.friction = 0.0f;
        def.radius = 0.05f;
        id[i] = v2d_point_create(world, &def);
    }
    test_steps(world, 10);
    for (int i = 0; i < 40; i += 2) // those from below do not feel it
        CHECK_NEAR(v2d_point_velocity(world, id[i]).y, 14.0 - 100.0 / 60.0, 1e-3);
    for (int k = 0; k < 600; ++k) {
        test_steps(world, 1);
        if (k < 60) continue;
        for (int i = 0; i < 40; ++i) {
            v2d_vec2 p = v2d_point_position(world, id[i]);
            CHECK(p.y > valley(p.x) - 0.02f);
        }
    }
}

static void a_point_far_faster_than_its_size_stays_in(void **state) {
    (void)state;
    for (int trial = 0; trial < 60; ++trial) {
        v2d_world *world = test_world();
        add_chain(world, ring(5.0f, trial % 2 ? 12 : 120), true, 0.1f);
        v2d_point_def def = v2d_point_def_default();
        def.velocity = at(uniform(-300.0f, 300.0f), uniform(-300.0f, 300.0f));
        v2d_point_id id = v2d_point_create(world, &def);
        for (int i = 0; i < 180; ++i) {
            test_steps(world, 1);
            v2d_vec2 p = v2d_point_position(world, id);
            CHECK(p.x * p.x + p.y * p.y < 25.1f);
        }
    }
}

// The same in a ring that is turned and flies on at its own speed.
static void a_point_stays_in_a_ring_that_moves(void **state) {
    (void)state;
    for (int trial = 0; trial < 200; ++trial) {
        v2d_world *world = test_world();
        v2d_body_def body = v2d_body_def_default();
        v2d_shape_def shape = v2d_shape_def_default();
        body.type = V2D_BODY_KINEMATIC, body.angle = 2.1f;
        body.velocity = at(uniform(-60.0f, 60.0f), uniform(-60.0f, 60.0f));
        v2d_body_id center = v2d_body_create(world, &body);
        v2d_chain_create(world, center, &shape, line, ring(5.0f, trial % 2 ? 12 : 120), true);
        v2d_point_def def = v2d_point_def_default();
        def.velocity = at(body.velocity.x + uniform(-300.0f, 300.0f),
                          body.velocity.y + uniform(-300.0f, 300.0f));
        v2d_point_id id = v2d_point_create(world, &def);
        for (int i = 0; i < 150; ++i) {
            test_steps(world, 1);
            v2d_vec2 p = v2d_point_position(world, id), c = v2d_body_position(world, center);
            CHECK(hypot((double)(p.x - c.x), (double)(p.y - c.y)) < 5.01);
        }
    }
}

// A rope over a crest of few links: its points and, where the chain turns away, its edges hold.
static void ropes_and_jellies_rest_on_a_chain(void **state) {
    (void)state;
    v2d_world *world = test_world();
    line[0] = at(4.0f, -3.0f), line[1] = at(0.0f, 0.0f), line[2] = at(-4.0f, -3.0f);
    add_chain(world, 3, false, 0.6f);
    v2d_soft_def def = v2d_soft_def_default();
    def.friction = 1.0f;
    v2d_soft_id rope =
        v2d_soft_create_rope(world, &def, at(-1.1f, 0.6f), at(1.1f, 0.6f), 4, false, false);
    test_steps(world, 300);
    v2d_vec2 center = v2d_soft_center(world, rope);
    CHECK(fabsf(center.x) < 0.5f && center.y > -0.9f);
    for (int i = 0; i < 5; ++i) {
        v2d_vec2 p = v2d_point_position(world, v2d_soft_point(world, rope, i));
        CHECK(p.y > -0.75f * fabsf(p.x) - 0.02f);
    }
    // One edge and no point on the ridge.
    world = test_world();
    add_chain(world, 3, false, 0.6f);
    rope = v2d_soft_create_rope(world, &def, at(-0.8f, 0.3f), at(0.8f, 0.3f), 1, false, false);
    test_steps(world, 60);
    CHECK_NEAR(v2d_soft_center(world, rope).y, 0.0, 0.1);
    // From below it passes, edges too.
    world = test_world();
    v2d_world_set_gravity(world, at(0.0f, 0.0f));
    add_chain(world, 3, false, 0.6f);
    def.velocity = at(0.0f, 5.0f);
    def.linear_damping = 0.0f;
    rope = v2d_soft_create_rope(world, &def, at(-1.3f, -4.0f), at(1.1f, -4.0f), 4, false, false);
    test_steps(world, 120);
    CHECK_NEAR(v2d_soft_velocity(world, rope).y, 5.0, 0.05);

    world = test_world();
    add_chain(world, ground_line(-6.0f, 6.0f, 40, valley), false, 0.6f);
    v2d_vec2 outline[16];
    for (int i = 0; i < 16; ++i) {
        double angle = 2.0 * TEST_PI * i / 16.0;
        outline[i] = at(0.6f * (float)cos(angle), 0.6f * (float)sin(angle));
    }
    v2d_soft_def jelly_def = v2d_soft_def_default();
    jelly_def.position = at(0.5f, 3.0f);
    jelly_def.bend_frequency = 8.0f, jelly_def.area_frequency = 8.0f;
    v2d_soft_id jelly = v2d_soft_create_blob(world, &jelly_def, outline, 16);
    test_steps(world, 400);
    for (int i = 0; i < 16; ++i) {
        v2d_vec2 p = v2d_point_position(world, v2d_soft_point(world, jelly, i));
        CHECK(p.y > valley(p.x) - 0.02f);
    }
    CHECK(v2d_soft_area(world, jelly) > 0.9f);
}

static void count_segments(void *context, const v2d_vec2 *a, const v2d_vec2 *b,
                           const v2d_draw_style *style) {
    CHECK(test_finite(*a) && test_finite(*b) && style->kind == V2D_DRAW_STATIC);
    *(int *)context += 1;
}

static void chains_are_drawn_as_segments(void **state) {
    (void)state;
    v2d_world *world = test_world();
    add_chain(world, ring(2.0f, 9), true, 0.6f);
    int count = 0;
    v2d_draw draw;
    memset(&draw, 0, sizeof(draw));
    draw.context = &count;
    draw.segment = count_segments;
    CHECK(v2d_world_draw(world, &draw) == V2D_OK && count == 9);
    v2d_body_id none = test_body_at(world, at(0.0f, 0.0f));
    CHECK(none.index1 == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_are_made_of_shapes),
        cmocka_unit_test(chains_share_a_body_with_other_shapes),
        cmocka_unit_test(bad_chains_are_refused_whole),
        cmocka_unit_test(chain_segments_are_checked),
        cmocka_unit_test(only_the_right_side_touches),
        cmocka_unit_test(links_together_touch_like_the_outline),
        cmocka_unit_test(a_corner_that_slipped_past_is_held),
        cmocka_unit_test(circles_meet_each_corner_once),
        cmocka_unit_test(a_flat_chain_is_flat),
        cmocka_unit_test(a_ball_keeps_its_energy_over_hills),
        cmocka_unit_test(a_concave_corner_takes_its_part),
        cmocka_unit_test(a_step_stops_a_box),
        cmocka_unit_test(figures_pass_a_convex_corner),
        cmocka_unit_test(what_comes_from_behind_passes),
        cmocka_unit_test(the_back_does_not_catch_fast_bodies),
        cmocka_unit_test(fast_bodies_do_not_pass_the_front),
        cmocka_unit_test(a_slope_past_a_corner_is_met_at_the_surface),
        cmocka_unit_test(a_closed_loop_keeps_everything_in),
        cmocka_unit_test(the_carried_stay_carried),
        cmocka_unit_test(the_carried_stay_carried_from_link_to_link),
        cmocka_unit_test(free_ends_are_corners),
        cmocka_unit_test(a_moving_chain_carries),
        cmocka_unit_test(resting_contacts_learn_of_new_materials),
        cmocka_unit_test(points_rest_on_a_chain),
        cmocka_unit_test(a_point_far_faster_than_its_size_stays_in),
        cmocka_unit_test(a_point_stays_in_a_ring_that_moves),
        cmocka_unit_test(ropes_and_jellies_rest_on_a_chain),
        cmocka_unit_test(chains_are_drawn_as_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
