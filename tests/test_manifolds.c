// SPDX-License-Identifier: MIT OR Unlicense
// test_manifolds.c - section >>manifolds: the contact function for several pairs at once agrees to
// the bit with the one for a single pair, which test_narrowphase.c checks.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

static uint32_t seed;

static float uniform(float low, float high) { return test_random(&seed, low, high); }

static int below(int n) { return (int)uniform(0.0f, (float)n - 0.001f); }

static v2d_vec2 vec(float x, float y) { return v2d_vec2_make(x, y); }

enum {
    FIGURE_CIRCLE,
    FIGURE_CAPSULE,
    FIGURE_SEGMENT,
    FIGURE_TRIANGLE,
    FIGURE_BOX,
    FIGURE_OCTAGON,
    FIGURE_POLYGON, // of three to eight vertices, rounded
    FIGURE_HALF_PLANE,
    FIGURE_LINK, // of a one-sided chain
    FIGURE_PENTAGON,
    FIGURE_HEXAGON,
    FIGURE_COUNT
};

static v2d_geometry random_polygon(int count, float size, float radius) {
    for (;;) {
        v2d_vec2 v[8];
        float rx = size * uniform(0.4f, 1.5f), ry = size * uniform(0.4f, 1.5f);
        float angle = uniform(0.0f, 6.0f), x = size * uniform(-0.5f, 0.5f);
        for (int i = 0; i < count; ++i) {
            v[i] = vec(x + rx * cosf(angle), ry * sinf(angle));
            angle += uniform(0.8f, 1.2f) * 6.2831853f / (float)count;
        }
        v2d_geometry g = v2d_geometry_hull(v, count, radius);
        if (g.kind == V2D_GEOMETRY_POLYGON) return g;
    }
}

static v2d_geometry random_figure(int kind, float size) {
    v2d_vec2 a = vec(size * uniform(-1.0f, 0.0f), size * uniform(-1.0f, 1.0f));
    v2d_vec2 b = vec(a.x + size * uniform(0.3f, 2.0f), a.y + size * uniform(-1.0f, 1.0f));
    v2d_vec2 center = below(2) ? a : vec(0.0f, 0.0f);
    switch (kind) {
    case FIGURE_CIRCLE: return v2d_geometry_circle(center, size * uniform(0.2f, 1.2f));
    case FIGURE_CAPSULE: return v2d_geometry_capsule(a, b, size * uniform(0.1f, 0.6f));
    case FIGURE_SEGMENT: return v2d_geometry_segment(a, b);
    case FIGURE_TRIANGLE: return random_polygon(3, size, 0.0f);
    case FIGURE_BOX: return v2d_geometry_box(0.5f * size, below(2) ? 0.5f * size : 0.3f * size);
    case FIGURE_PENTAGON: return random_polygon(5, size, 0.0f);
    case FIGURE_HEXAGON: return random_polygon(6, size, 0.0f);
    case FIGURE_OCTAGON: return random_polygon(8, size, 0.0f);
    case FIGURE_POLYGON: return random_polygon(3 + below(6), size, size * uniform(0.05f, 0.5f));
    case FIGURE_LINK:
        return v2d_geometry_chain_segment(vec(a.x - size, a.y), a, b, vec(b.x + size, b.y));
    default: return v2d_geometry_half_plane(a, vec(uniform(-1.0f, 1.0f), 1.0f));
    }
}

// Half of all poses lie on a coarse grid and are not turned, or by a quarter: there faces touch
// exactly, corners meet and figures coincide. Half of these are off by a trace.
static v2d_transform random_pose(float size, float reach, v2d_vec2 origin) {
    static const v2d_rot quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    float x = uniform(-reach, reach), y = uniform(-reach, reach), angle = uniform(-3.2f, 3.2f);
    bool on_grid = below(2) == 0;
    if (on_grid) x = 0.25f * (float)below(9) - 1.0f, y = 0.25f * (float)below(9) - 1.0f;
    if (on_grid && below(2) == 0) {
        float trace = below(2) ? 1e-6f : 1e-4f;
        x += uniform(-trace, trace), y += uniform(-trace, trace), angle = uniform(-trace, trace);
        on_grid = false;
    }
    v2d_transform xf = v2d_transform_make(vec(origin.x + size * x, origin.y + size * y), angle);
    if (on_grid) xf.q = quarters[below(4)];
    return xf;
}

// A block of pairs, of which some are not wanted, and how often each outcome came.
typedef struct block {
    v2d_geometry figures[16]; // a, then b
    bool skipped[8];
    v2d_transform xa[8], xb[8];
    float margin[8];
    v2d__ahead ahead[8];
} block;

static int outcomes[3];

// The manifolds of a block as plain numbers.
typedef struct numbers {
    float count[8], nx[8], ny[8], ax[2][8], ay[2][8], separation[2][8], feature[2][8];
} numbers;

// Once per width: v2d__collide_wide_w8 for eight lanes.
#if defined(V2D__CHOOSE_WIDTH)
#define V2D__WIDTH 8
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#include "manifolds_lanes.h"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef V2D__WIDTH
#endif
#define V2D__WIDTH V2D__BASE_WIDTH
#include "manifolds_lanes.h"

static void check_same(const float *lanes, int lane, float expected) {
    CHECK(memcmp(&lanes[lane], &expected, sizeof(float)) == 0);
}

static void check_numbers(const block *k, const numbers *wide) {
    for (int i = 0; i < 8; ++i) {
        v2d__contact_manifold m;
        v2d__placed a = {&k->figures[i], k->xa[i]}, b = {&k->figures[8 + i], k->xb[i]};
        if (k->skipped[i]) continue;
        memset(&m, 0, sizeof(m));
        int count = v2d__collide_ahead(&a, &b, &k->ahead[i], k->margin[i], &m);
        outcomes[count] += 1;
        if (count == 0) memset(&m, 0, sizeof(m));
        check_same(wide->count, i, (float)count);
        check_same(wide->nx, i, m.normal.x);
        check_same(wide->ny, i, m.normal.y);
        for (int p = 0; p < 2; ++p) {
            bool exists = p < count; // what does not is 0
            check_same(wide->ax[p], i, exists ? m.points[p].anchor_from_a.x : 0.0f);
            check_same(wide->ay[p], i, exists ? m.points[p].anchor_from_a.y : 0.0f);
            check_same(wide->separation[p], i, exists ? m.points[p].separation : 0.0f);
            check_same(wide->feature[p], i, exists ? (float)m.points[p].feature : 0.0f);
        }
    }
}

static void check_block_from(const block *k, const v2d__oriented_box *boxes) {
    block padded = *k;
    numbers wide;
    for (int i = 0; i < 16; ++i)
        v2d__geometry_pad(&padded.figures[i]);
    V2D__K(collide_wide)(&padded, boxes, &wide);
    check_numbers(k, &wide);
#if defined(V2D__CHOOSE_WIDTH)
    if (!__builtin_cpu_supports("avx2")) return;
    v2d__collide_wide_w8(&padded, boxes, &wide);
    check_numbers(k, &wide);
#endif
}

// From the figures alone, and with their oriented boxes, too.
static void check_block(const block *k) {
    v2d__oriented_box boxes[16];
    for (int i = 0; i < 16; ++i)
        boxes[i] = v2d__oriented_box_make(&k->figures[i]);
    check_block_from(k, NULL);
    check_block_from(k, boxes);
}

// Pairs of the given kinds, or of any kind where one is negative.
static void check_random_blocks(int blocks, int kind_a, int kind_b, float size, float reach,
                                v2d_vec2 origin) {
    for (int n = 0; n < blocks; ++n) {
        block k;
        memset(&k, 0, sizeof(k));
        for (int i = 0; i < 8; ++i) {
            k.figures[i] = random_figure(kind_a < 0 ? below(FIGURE_COUNT) : kind_a, size);
            k.figures[8 + i] = random_figure(kind_b < 0 ? below(FIGURE_COUNT) : kind_b, size);
            if (below(8) == 0) k.figures[8 + i] = k.figures[i];
            k.xa[i] = random_pose(size, reach, origin), k.xb[i] = random_pose(size, reach, origin);
            if (below(16) == 0) k.xb[i] = k.xa[i];
            k.skipped[i] = below(16) == 0;
            k.margin[i] = below(2) ? 0.0f : size * uniform(0.0f, 0.3f);
        }
        check_block(&k);
    }
}

static bool never_moves(int kind) { return kind == FIGURE_HALF_PLANE || kind == FIGURE_LINK; }

static void every_pair_of_kinds(void **state) {
    (void)state;
    // Not fewer, or the rarer outcomes would not be met often enough to count them.
    const int blocks = test_share(2000) > 400 ? test_share(2000) : 400;
    seed = 1u;
    for (int a = 0; a < FIGURE_COUNT; ++a) {
        for (int b = 0; b < FIGURE_COUNT; ++b) {
            outcomes[0] = outcomes[1] = outcomes[2] = 0;
            check_random_blocks(blocks, a, b, 1.0f, 1.2f, vec(0.0f, 0.0f));
            if (never_moves(a) && never_moves(b)) continue;
            CHECK(outcomes[0] > blocks / 20 && outcomes[1] > blocks / 20);
        }
    }
}

static void blocks_of_all_kinds(void **state) {
    (void)state;
    seed = 2u;
    outcomes[0] = outcomes[1] = outcomes[2] = 0;
    check_random_blocks(test_share(100000), -1, -1, 1.0f, 1.5f, vec(0.0f, 0.0f));
    CHECK(outcomes[0] > test_share(10000) && outcomes[1] > test_share(10000) &&
          outcomes[2] > test_share(10000));
}

static void far_from_the_origin(void **state) {
    (void)state;
    seed = 3u;
    check_random_blocks(test_share(30000), -1, -1, 1.0f, 1.2f, vec(20000.0f, -20000.0f));
    check_random_blocks(test_share(10000), -1, -1, 1.0f, 1.2f, vec(-1e6f, 3e5f));
}

static void from_dust_to_mountains(void **state) {
    (void)state;
    seed = 4u;
    for (int power = -3; power <= 4; ++power) {
        float size = 1.0f;
        for (int i = power; i < 0; ++i)
            size *= 0.1f;
        for (int i = 0; i < power; ++i)
            size *= 10.0f;
        check_random_blocks(test_share(4000), -1, -1, size, 1.2f, vec(0.0f, 0.0f));
    }
}

// A link whose neighbours go on straight, turn either way, or turn straight back: there the chain ends.
static v2d_geometry any_link(void) {
    v2d_vec2 p[4] = {{-2.0f, 0.0f}, {-1.0f, 0.0f}, {0.5f, 0.0f}, {1.5f, 0.0f}};
    for (int end = 0; end < 2; ++end) {
        int turn = below(4);
        if (turn == 0) p[3 * end].y = uniform(-1.5f, 1.5f);
        if (turn == 1) p[3 * end].y = below(2) ? 0.1f : -0.1f;
        if (turn == 2) p[3 * end] = p[2 - end];
    }
    v2d_transform xf = v2d_transform_make(vec(0.0f, 0.0f), below(2) ? 0.0f : uniform(-3.2f, 3.2f));
    for (int i = 0; i < 4; ++i)
        p[i] = v2d_transform_point(xf, p[i]);
    return v2d_geometry_chain_segment(p[0], p[1], p[2], p[3]);
}

// Fast bodies get a contact with a link that they are going to pass, and those that touched the chain already
// may be behind it. The link may be on either side.
static void links_of_bodies_on_their_way(void **state) {
    (void)state;
    seed = 8u;
    outcomes[0] = outcomes[1] = outcomes[2] = 0;
    for (int n = 0; n < test_share(40000); ++n) {
        block k;
        bool all = below(2) == 0;
        memset(&k, 0, sizeof(k));
        for (int i = 0; i < 8; ++i) {
            int link = below(2) ? 8 : 0;
            k.figures[8 + i] = random_figure(below(n % 2 ? FIGURE_OCTAGON : FIGURE_COUNT), 0.5f);
            k.figures[i] = random_figure(below(FIGURE_COUNT), 0.5f);
            if (all || below(2)) k.figures[link + i] = any_link();
            k.xa[i] = random_pose(1.0f, 1.0f, vec(n % 4 == 0 ? 700.0f : 0.0f, 0.0f));
            k.xb[i] = random_pose(1.0f, 1.0f, k.xa[i].p);
            k.margin[i] = below(2) ? 0.02f : uniform(0.0f, 1.0f);
            k.ahead[i].reach = below(4) ? uniform(0.0f, 2.0f) : 0.0f;
            k.ahead[i].velocity = vec(uniform(-1.0f, 1.0f), below(4) ? uniform(-1.0f, 1.0f) : 0.0f);
            if (below(16) == 0) k.ahead[i].velocity = vec(0.0f, 0.0f);
            k.ahead[i].carried = below(2) == 0;
        }
        check_block(&k);
    }
    CHECK(outcomes[0] > test_share(10000) && outcomes[1] > test_share(10000) &&
          outcomes[2] > test_share(10000));
}

// A square of any size or of an even one, or a flat or a tall box.
static v2d_geometry any_box(void) {
    float half = below(2) ? 0.5f : uniform(0.1f, 1.0f);
    return v2d_geometry_box(half, below(3) == 0 ? half : half * uniform(0.01f, 30.0f));
}

// Places pair i of a block at random, sometimes one figure on the other; `far`: from the origin.
static void place_pair(block *k, int i, bool far) {
    v2d_vec2 origin = far ? vec(3000.0f, -700.0f) : vec(0.0f, 0.0f);
    k->xa[i] = random_pose(1.0f, 1.5f, origin), k->xb[i] = random_pose(1.0f, 1.5f, origin);
    if (below(16) == 0) k->xb[i] = k->xa[i];
    k->margin[i] = below(2) ? 0.0f : uniform(0.0f, 0.3f);
}

// Boxes are also known from half their sides alone.
static void boxes_of_any_sides(void **state) {
    (void)state;
    seed = 6u;
    outcomes[0] = outcomes[1] = outcomes[2] = 0;
    for (int n = 0; n < test_share(20000); ++n) {
        block k;
        memset(&k, 0, sizeof(k));
        for (int i = 0; i < 8; ++i) {
            k.figures[i] = any_box(), k.figures[8 + i] = any_box();
            if (below(8) == 0) k.figures[8 + i] = k.figures[i];
            place_pair(&k, i, n % 4 == 0);
        }
        check_block(&k);
    }
    CHECK(outcomes[0] > test_share(1000) && outcomes[1] > test_share(1000) &&
          outcomes[2] > test_share(1000));
}

// So are boxes and circles, in any order. Circles may be off the middle of their bodies.
static void boxes_and_circles(void **state) {
    (void)state;
    seed = 7u;
    outcomes[0] = outcomes[1] = outcomes[2] = 0;
    for (int n = 0; n < test_share(40000); ++n) {
        block k;
        memset(&k, 0, sizeof(k));
        for (int i = 0; i < 8; ++i) {
            int box = below(2) ? i : 8 + i, circle = box < 8 ? 8 + i : i;
            k.figures[box] = any_box();
            k.figures[circle] = random_figure(FIGURE_CIRCLE, uniform(0.02f, 2.0f));
            place_pair(&k, i, n % 4 == 0);
        }
        check_block(&k);
    }
    CHECK(outcomes[0] > test_share(1000) && outcomes[1] > test_share(1000));
}

// The same polygon in another order, off the middle, turned or rounded, and what has no height, is no such box.
static void only_boxes_are_boxes(void **state) {
    (void)state;
    v2d_vec2 turned[4] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    const v2d_geometry others[] = {
        v2d_geometry_polygon(turned, 4, 0.0f),
        v2d_geometry_oriented_box(1.0f, 1.0f, vec(1e-7f, 0.0f), 0.0f),
        v2d_geometry_oriented_box(1.0f, 1.0f, vec(0.0f, 0.0f), 1e-6f),
        v2d_geometry_polygon(turned, 4, 0.1f),
        v2d_geometry_circle(vec(0.0f, 0.0f), 1.0f),
        v2d_geometry_segment(vec(-1.0f, 0.0f), vec(1.0f, 0.0f)), // its box has no height
        v2d_geometry_half_plane(vec(0.0f, 0.0f), vec(0.0f, 1.0f)),
        v2d_geometry_capsule(vec(-1.0f, 0.0f), vec(1.0f, 0.0f), 0.5f)};
    for (int i = 0; i < (int)(sizeof(others) / sizeof(*others)); ++i) {
        CHECK(others[i].kind != V2D_GEOMETRY_NONE);
        CHECK(!v2d__geometry_is_box(&others[i]));
        CHECK(v2d__oriented_box_make(&others[i]).half_height <= 0.0f);
    }
}

// The centre of mass of a box is its middle to the bit, so that it is a box for the engine whatever its sides.
static void boxes_are_boxes_in_a_world(void **state) {
    (void)state;
    v2d_world *world = test_world();
    seed = 7u;
    for (int n = 0; n < 1000; ++n) {
        v2d_geometry g = any_box();
        v2d_body_def body_def = v2d_body_def_default();
        v2d_shape_def shape_def = v2d_shape_def_default();
        body_def.type = V2D_BODY_DYNAMIC;
        v2d_body_id body = v2d_body_create(world, &body_def);
        v2d_shape_id shape = v2d_shape_create(world, body, &shape_def, &g);
        CHECK(v2d__geometry_is_box(&world->shapes.at[shape.index1 - 1].geometry));
        CHECK(world->proxies.oriented_boxes[shape.index1 - 1].half_height == g.vertices[2].y);
        v2d_body_destroy(world, body);
    }
}

// Nothing of the padding is seen from outside.
static void shapes_keep_their_figures(void **state) {
    (void)state;
    v2d_world *world = test_world();
    seed = 5u;
    for (int kind = 0; kind < FIGURE_COUNT; ++kind) {
        v2d_geometry g = random_figure(kind, 1.0f);
        v2d_body_def body_def = v2d_body_def_default();
        v2d_shape_def shape_def = v2d_shape_def_default();
        body_def.type = V2D_BODY_STATIC;
        v2d_body_id body = v2d_body_create(world, &body_def);
        v2d_shape_id shape = v2d_shape_create(world, body, &shape_def, &g);
        v2d_geometry kept = v2d_shape_geometry(world, shape);
        CHECK(memcmp(&kept, &g, sizeof(g)) == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_kinds),
        cmocka_unit_test(blocks_of_all_kinds),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(from_dust_to_mountains),
        cmocka_unit_test(links_of_bodies_on_their_way),
        cmocka_unit_test(boxes_of_any_sides),
        cmocka_unit_test(only_boxes_are_boxes),
        cmocka_unit_test(boxes_are_boxes_in_a_world),
        cmocka_unit_test(shapes_keep_their_figures),
        cmocka_unit_test(boxes_and_circles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
