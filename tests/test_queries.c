// SPDX-License-Identifier: MIT OR Unlicense
// test_queries.c - casts, rays, overlaps, what is near; sweeps.
//
// The grid and the strays are tested against a search of all proxies, bit for bit, whatever was done to the
// world before; what is done with one figure is tested against distances sampled along its way.
#define ENGINE_MEDIUM
#define ENGINE_INSIDE
#include "test.h"

enum { CASES = 20000 }; // of each verb and kind

enum { ROOM = 128 };

static v2d_world world;
static v2d_query_result found[ROOM], expected[ROOM];
static uint32_t seed;

static uint32_t random_bits(void) { return test_bits(&seed); }
static int below(int n) { return (int)(random_bits() % (uint32_t)n); }
static float between(float low, float high) { return test_between(&seed, low, high); }
static v2d_vec2 vec(float x, float y) { return v2d_vec2_make(x, y); }
static v2d_vec2 place(float reach) { return vec(between(-reach, reach), between(-reach, reach)); }
static v2d_transform pose(float reach) {
    return v2d_transform_make(place(reach), between(-3.2f, 3.2f));
}

// A figure of about `size`. kind 0 to 4 are convex, 5 is a chain segment, 6 a half-plane.
static v2d_geometry figure(int kind, float size) {
    v2d_vec2 v[8];
    float r = size * between(0.5f, 1.0f);
    int count = 3 + below(6);
    for (int i = 0; i < count; ++i) {
        double angle = 2.0 * TEST_PI * ((double)i + 0.3 * (double)between(-1.0f, 1.0f)) / count;
        v[i] = vec(r * (float)cos(angle), r * (float)sin(angle));
    }
    switch (kind) {
    case 0: return v2d_geometry_circle(vec(between(-r, r), between(-r, r)), r);
    case 1: return v2d_geometry_capsule(v[0], v[1], 0.3f * r);
    case 2: return v2d_geometry_segment(v[0], v[2]);
    case 3: return v2d_geometry_polygon(v, count, 0.0f);
    case 4: return v2d_geometry_polygon(v, count, 0.3f * r);
    case 5: return v2d_geometry_chain_segment(v[0], v[1], v[2], vec(-2.0f * r, -r));
    default: return v2d_geometry_half_plane(vec(0.0f, 0.0f), v[0]);
    }
}

// ---- all proxies, one by one -----------------------------------------------------------------------

static int in_order(const void *a, const void *b) {
    const v2d_query_result *x = (const v2d_query_result *)a, *y = (const v2d_query_result *)b;
    return v2d__result_before(x, y) ? -1 : v2d__result_before(y, x);
}

static int search_all(v2d__verb verb, const v2d_query_def *def, const v2d_geometry *g,
                      v2d_transform at, v2d_vec2 way, float limit, int capacity) {
    v2d__query q;
    CHECK(v2d__query_begin(&q, &world, verb, def) == V2D_OK);
    q.sweep.figure = g, q.sweep.place = at.p, q.sweep.q = at.q, q.sweep.way = way;
    q.limit = limit, q.results = expected, q.capacity = capacity;
    v2d__query_prepare(&q);
    for (int i = 0; i < V2D__MAX_PROXIES && !v2d__query_done(&q); ++i) {
        if ((world.proxies.flags[i] & V2D__PROXY_LIVE) == 0u || v2d__proxy_is_bounds(i)) continue;
        v2d__query_proxy(&q, i);
    }
    qsort(expected, (size_t)q.count, sizeof(expected[0]), in_order);
    return capacity == 0 ? q.found : q.count;
}

static void compare(int count, int all, int capacity) {
    CHECK(count == all);
    int written = count < capacity ? count : capacity;
    for (int i = 0; i < written; ++i)
        CHECK(memcmp(&found[i], &expected[i], sizeof(found[i])) == 0);
}

static v2d_query_def random_def(void) {
    v2d_query_def def = v2d_query_def_default();
    if (below(3) == 0) def.filter.mask = random_bits() | random_bits();
    if (below(6) == 0) def.filter.group = below(3) - 1;
    def.shapes = below(6) != 0, def.points = below(6) != 0, def.softs = below(6) != 0;
    def.inner_edges = below(2) == 0, def.both_sides = below(2) == 0;
    return def;
}

static int total; // of all that was found

static void ask(float reach) {
    v2d_query_def def = random_def();
    const v2d_query_def *with = below(2) == 0 ? NULL : &def;
    int capacity = below(3) == 0 ? ROOM : below(4), verb = below(4), count, all;
    float long_way = below(3) == 0 ? 3.0f * reach : below(2) == 0 ? 0.2f * reach : 0.0f;
    v2d_geometry g = figure(below(5), below(4) == 0 ? 0.3f * reach : 0.5f);
    v2d_transform at = pose(1.2f * reach);
    v2d_vec2 way = place(long_way);
    if (below(8) == 0) way.x = 0.0f;
    if (below(8) == 0) way.y = 0.0f;
    memset(found, 0, sizeof(found)), memset(expected, 0, sizeof(expected));
    if (verb == 0) {
        v2d_vec2 to = vec(at.p.x + way.x, at.p.y + way.y);
        at.q = v2d_rot_make(0.0f);
        way = vec(to.x - at.p.x, to.y - at.p.y);
        count = v2d_world_ray(&world, with, at.p, to, found, capacity);
        all = search_all(V2D__CAST, with, NULL, at, way, 1.0f, capacity);
    } else if (verb == 1) {
        count = v2d_world_cast(&world, with, &g, at, way, found, capacity);
        all = search_all(V2D__CAST, with, &g, at, way, 1.0f, capacity);
    } else if (verb == 2) {
        count = v2d_world_overlap(&world, with, &g, at, found, capacity);
        all = search_all(V2D__OVERLAP, with, &g, at, vec(0.0f, 0.0f), 0.0f, capacity);
    } else {
        float radius = between(0.0f, below(2) == 0 ? 1.0f : reach);
        count = v2d_world_closest(&world, with, &g, at, radius, found, capacity);
        all = search_all(V2D__CLOSEST, with, &g, at, vec(0.0f, 0.0f), radius, capacity);
    }
    compare(count, all, capacity);
    total += count;
}

// ---- what can be pushed in a box, for zones and explosions -----------------------------------------

static v2d__marks marks;
static uint8_t marked[V2D__MAX_PROXIES];
static int last_marked, all_marked;

static void take(void *context, int32_t proxy) {
    CHECK(context == &marks && proxy > last_marked); // in ascending order
    last_marked = proxy;
    marked[proxy] = 1;
    all_marked += 1;
}

static bool in_use(int proxy) {
    if (v2d__proxy_is_bounds(proxy)) return false;
    if (proxy < V2D__POINT_PROXY) return world.shapes.generation[proxy] % 2u == 1u;
    if (proxy < V2D__SOFT_PROXY)
        return v2d__point_live(&world, proxy - V2D__POINT_PROXY) &&
               world.points.at[proxy - V2D__POINT_PROXY].soft1 == 0;
    int soft = proxy - V2D__SOFT_PROXY;
    return v2d__soft_live(&world, soft) && world.softs.at[soft].point_count > 0;
}

// All that can be pushed and has a box there is marked once, nothing else is that is not in use, and the
// set is empty afterwards.
static void ask_marks(float reach) {
    v2d_vec2 at = place(1.2f * reach), half = vec(between(0.0f, 0.2f * reach), between(0.0f, 2.0f));
    v2d_aabb box = {vec(at.x - half.x, at.y - half.y), vec(at.x + half.x, at.y + half.y)};
    memset(marked, 0, sizeof(marked));
    v2d__marks_begin(&world, &marks);
    for (int round = 0; round < 2; ++round) {
        last_marked = -1, all_marked = 0;
        v2d__marks_add_box(&world, &marks, &box);
        v2d__marks_take(&marks, take, &marks);
    }
    for (int i = 0; i < V2D__MAX_PROXIES; ++i) {
        if (!in_use(i)) CHECK(!marked[i]);
        all_marked -= marked[i];
        if (!in_use(i) || (world.proxies.flags[i] & V2D__PROXY_PLANE) != 0u) continue;
        int node = v2d__proxy_node(&world, i);
        if (node >= 0 && world.nodes.dof[node].inv_mass <= 0.0f) continue;
        if (v2d__aabb_overlaps(box, v2d__proxy_box(&world, i))) CHECK(marked[i]);
    }
    CHECK(all_marked == 0);
    for (int k = 0; k <= V2D__MAX_PROXIES / 32; ++k)
        CHECK(marks.words[k] == 0u);
}

// An explosion tells of the bodies, and only of those, that are nearer than its radius and are not about
// its centre, by slot.
static void ask_explosion(float reach) {
    v2d_vec2 center = place(reach);
    float radius = between(0.0f, 0.2f * reach);
    v2d_query_def def = v2d_query_def_default();
    def.points = def.softs = false;
    int count = v2d_world_explode(&world, &def, center, radius, 0.0f, found, ROOM), at = 0;
    v2d_geometry dot = v2d_geometry_circle(vec(0.0f, 0.0f), 1e-6f);
    for (int i = 0; i < world.shapes.pool.high; ++i) {
        v2d_shape_id id = v2d__shape_id_of(&world, i);
        if (!in_use(i) || !v2d__filter_wants(&def.filter, v2d__proxy_filter(&world, i))) continue;
        const v2d_geometry *g = &world.shapes.at[i].geometry;
        int body = world.shapes.at[i].body;
        v2d_transform xf = v2d__node_transform(&world, body);
        v2d_closest near = v2d_closest_points(g, xf, &dot, v2d_transform_make(center, 0.0f));
        if (world.nodes.dof[body].inv_mass <= 0.0f || !(near.distance < radius)) continue;
        if (!(v2d_geometry_mass(g, 1.0f).mass > 0.0f)) continue;
        CHECK(at < count && V2D_ID_EQUALS(found[at].part.shape, id));
        CHECK(found[at].distance == near.distance);
        at += 1;
    }
    CHECK(at == count);
}

// ---- a world that changes --------------------------------------------------------------------------

static void add_body(float reach, float ratio) {
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def def = v2d_shape_def_default();
    int type = below(8);
    body.type = type < 5 ? V2D_BODY_DYNAMIC : type < 7 ? V2D_BODY_STATIC : V2D_BODY_KINEMATIC;
    body.position = place(reach), body.angle = between(-3.0f, 3.0f);
    body.velocity = place(below(10) == 0 ? 150.0f : 5.0f);
    body.angular_velocity = between(-10.0f, 10.0f);
    body.bullet = below(10) == 0;
    if (body.type == V2D_BODY_STATIC) body.velocity = vec(0.0f, 0.0f), body.angular_velocity = 0.0f;
    if (below(10) == 0) def.filter.mask = 0x80000000u; // not in the grid
    if (below(4) == 0) def.filter.category = random_bits();
    if (below(12) == 0) def.filter.category = def.filter.mask = 0u;
    if (below(12) == 0) def.filter.group = below(3) - 1;
    v2d_body_id id = v2d_body_create(&world, &body);
    if (V2D_IS_NULL(id)) return;
    float size = ratio > 1.0f ? (float)pow((double)ratio, (double)between(-0.5f, 0.5f)) : 0.5f;
    for (int i = 0; i <= below(3); ++i) {
        int kind = below(6);
        if (body.type == V2D_BODY_STATIC && below(40) == 0) kind = 6;
        if (kind == 5 && body.type == V2D_BODY_DYNAMIC) kind = 3;
        v2d_geometry g = figure(kind, size);
        (void)v2d_shape_create(&world, id, &def, &g);
    }
}

static void add_soft(float reach) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = place(reach), def.angle = between(-3.0f, 3.0f);
    def.velocity = place(5.0f), def.relaxed = below(4) == 0;
    def.radius = below(3) == 0 ? 0.0f : 0.05f;
    int kind = below(4);
    if (kind == 0) (void)v2d_soft_create_box(&world, &def, 0.7f, 0.7f);
    v2d_vec2 ring[9];
    for (int i = 0; i < 9; ++i)
        ring[i] = vec(0.8f * (float)cos(2.0 * TEST_PI * i / 9.0),
                      0.8f * (float)sin(2.0 * TEST_PI * i / 9.0));
    if (kind == 1) (void)v2d_soft_create_blob(&world, &def, ring, 9);
    if (kind == 2)
        (void)v2d_soft_create_rope(&world, &def, vec(0.0f, 0.0f), vec(3.0f, 0.0f), 8, false, true);
    if (kind == 3) def.tear_strain = 0.05f;
    if (kind == 3) (void)v2d_soft_create_cloth(&world, &def, 4, 4, 0.3f);
}

static void add_point(float reach) {
    v2d_point_def def = v2d_point_def_default();
    def.position = place(reach), def.velocity = place(below(10) == 0 ? 100.0f : 5.0f);
    def.radius = between(0.01f, 0.2f), def.collides = below(6) != 0, def.pinned = below(5) == 0;
    if (def.pinned) def.velocity = vec(0.0f, 0.0f);
    (void)v2d_point_create(&world, &def);
}

static v2d_body_id some_body(void) {
    v2d_body_id id = {0, 0};
    for (int left = below(128); left >= 0; --left)
        id = v2d_world_next_body(&world, id);
    return id;
}

static v2d_point_id some_point(void) {
    v2d_point_id id = {0, 0};
    for (int left = below(128); left >= 0; --left)
        id = v2d_world_next_point(&world, id);
    return id;
}

static void change(float reach, float ratio) {
    v2d_soft_id soft = {0, 0};
    switch (below(14)) {
    case 0:
    case 1: add_body(reach, ratio); break;
    case 2: add_soft(reach); break;
    case 3:
    case 4: add_point(reach); break;
    case 5: (void)v2d_body_destroy(&world, some_body()); break;
    case 6: (void)v2d_point_destroy(&world, some_point()); break;
    case 7:
        soft = v2d_world_next_soft(&world, soft);
        (void)v2d_soft_destroy(&world, soft);
        break;
    case 8:
        (void)v2d_body_set_transform(&world, some_body(), place(reach), between(-3.0f, 3.0f));
        break;
    case 9: (void)v2d_point_set_position(&world, some_point(), place(reach)); break;
    case 10: (void)v2d_body_set_type(&world, some_body(), (v2d_body_type)below(3)); break;
    case 11: (void)v2d_body_set_awake(&world, some_body(), below(2) == 0); break;
    case 12: (void)v2d_body_set_velocity(&world, some_body(), place(60.0f)); break;
    default: {
        v2d_shape_id shape = v2d_body_first_shape(&world, some_body());
        v2d_filter filter = {random_bits(), random_bits(), 0};
        if (below(2) == 0)
            (void)shape_set_filter(&world, shape, filter);
        else
            (void)v2d_shape_destroy(&world, shape);
    }
    }
    v2d_world_clear_status(&world);
}

static void run_worlds(uint32_t first, int worlds, float reach, float ratio, float gravity) {
    total = 0;
    for (int k = 0; k < worlds; ++k) {
        seed = first + 977u * (uint32_t)k;
        v2d_world_def def = v2d_world_def_default();
        def.gravity = vec(0.0f, -gravity), def.sleep_time = 0.1f;
        def.bounded = k % 2 == 1, def.bounds.lower = vec(-2.0f * reach, -2.0f * reach);
        def.bounds.upper = vec(2.0f * reach, 2.0f * reach);
        CHECK(v2d_world_init(&world, &def) == V2D_OK);
        for (int i = 0; i < 120; ++i)
            add_body(reach, ratio);
        for (int i = 0; i < 40; ++i)
            add_point(reach);
        for (int i = 0; i < 10; ++i)
            add_soft(reach);
        for (int step = 0; step < test_share(50); ++step) {
            for (int i = 0; i < 60; ++i)
                ask(reach);
            for (int i = below(3) == 0 ? below(8) : 0; i > 0; --i)
                change(reach, ratio);
            for (int i = 0; i < 20; ++i)
                ask(reach);
            for (int i = 0; i < 8; ++i)
                ask_marks(reach);
            if (below(4) == 0) ask_explosion(reach);
            if (below(6) != 0) CHECK(v2d_world_step(&world, 1.0f / 60.0f, 4) == V2D_OK);
            if (below(30) == 0) CHECK(v2d_world_step(&world, 0.2f, 8) == V2D_OK);
        }
    }
    CHECK(total > test_share(1000) * worlds); // something is found
}

static void queries_equal_a_search_of_everything(void **state) {
    (void)state;
    run_worlds(3u, 12, 12.0f, 1.0f, 10.0f);
    run_worlds(5u, 8, 40.0f, 1.0f, 0.0f);
}

// Things that overlap push each other farther in a step than their velocity says.
static void what_was_pushed_hard_is_found(void **state) {
    (void)state;
    int pushed[2] = {0, 0};
    for (int k = 0; k < 6; ++k) {
        seed = 71u + 13u * (uint32_t)k;
        v2d_world_def def = v2d_world_def_default();
        def.gravity = vec(0.0f, 0.0f);
        CHECK(v2d_world_init(&world, &def) == V2D_OK);
        for (int i = 0; i < 80; ++i)
            (void)test_box(&world, V2D_BODY_DYNAMIC, between(-3.0f, 3.0f), between(-3.0f, 3.0f),
                           0.4f, 0.3f);
        for (int i = 0; i < 10; ++i)
            add_soft(3.0f);
        for (int i = 0; i < 40; ++i)
            add_point(3.0f);
        for (int step = 0; step < 10; ++step) {
            CHECK(v2d_world_step(&world, 1.0f / 60.0f, 4) == V2D_OK);
            for (int i = 0; i < world.queries.count; ++i)
                pushed[world.queries.strays[i] < V2D__POINT_PROXY ? 0 : 1] += 1;
            for (int i = 0; i < test_share(100); ++i)
                ask(5.0f);
            for (int i = 0; i < V2D__MAX_PROXIES; ++i) { // where it is, each is found
                if (!in_use(i) || v2d__proxy_is_bounds(i)) continue;
                v2d_aabb box = v2d__proxy_box(&world, i);
                v2d_vec2 at =
                    vec(0.5f * (box.lower.x + box.upper.x), 0.5f * (box.lower.y + box.upper.y));
                v2d_geometry g = v2d_geometry_box(0.5f * (box.upper.x - box.lower.x) + 0.01f,
                                                  0.5f * (box.upper.y - box.lower.y) + 0.01f);
                v2d_transform xf = v2d_transform_make(at, 0.0f);
                int count = v2d_world_overlap(&world, NULL, &g, xf, found, ROOM);
                CHECK(count == search_all(V2D__OVERLAP, NULL, &g, xf, vec(0.0f, 0.0f), 0.0f, ROOM));
                compare(count, count, ROOM);
            }
        }
    }
    CHECK(pushed[0] > 0 && pushed[1] > 0);
}

// Cells are then larger than boxes, unless most are in a heap.
static void worlds_may_be_wide_and_sparse(void **state) {
    (void)state;
    run_worlds(17u, 4, 1500.0f, 1.0f, 0.0f);
    CHECK(world.grid.layer_count > 0);
    bool wide = false;
    for (int i = 0; i < world.grid.layer_count; ++i)
        wide = wide || world.grid.layers[i].half > 10.0f * world.grid.layers[i].box;
    CHECK(wide);
}

static void sizes_may_differ_by_a_thousand(void **state) {
    (void)state;
    run_worlds(7u, 10, 60.0f, 1000.0f, 1.0f);
}

// ---- one figure ------------------------------------------------------------------------------------

static v2d_transform between_poses(v2d_transform from, v2d_transform to, float t) {
    v2d_rot turn = {from.q.c * to.q.c + from.q.s * to.q.s, from.q.c * to.q.s - from.q.s * to.q.c};
    float angle = v2d_rot_angle(from.q) + t * v2d_rot_angle(turn);
    v2d_vec2 p = vec(from.p.x + t * (to.p.x - from.p.x), from.p.y + t * (to.p.y - from.p.y));
    return v2d_transform_make(p, angle);
}

// Until the hit the figures are apart, at the hit they touch, and the normal is that between them. Without
// a hit they are apart all the way.
static void check_way(const v2d_geometry *g, v2d_transform from, v2d_transform to,
                      const v2d_geometry *target, v2d_transform at, v2d_hit hit) {
    const float error = 2e-4f;
    float end = hit.hit ? hit.t : 1.0f;
    if (hit.hit && hit.normal.x == 0.0f && hit.normal.y == 0.0f) {
        CHECK(hit.t == 0.0f && hit.point.x == from.p.x && hit.point.y == from.p.y);
        CHECK(v2d_closest_points(g, from, target, at).distance == 0.0f);
        return;
    }
    for (int i = 0; i <= 50; ++i) {
        float t = end * (float)i / 50.0f;
        v2d_transform xf = between_poses(from, to, t);
        v2d_manifold m;
        if (v2d_collide(g, xf, target, at, 0.0f, &m) == 0) continue;
        for (int k = 0; k < m.count; ++k)
            CHECK(m.points[k].separation >= -error); // touches at the most
    }
    if (!hit.hit) return;
    v2d_closest c = v2d_closest_points(target, at, g, between_poses(from, to, hit.t));
    CHECK(c.distance <= error);
    CHECK_NEAR(hypot((double)hit.normal.x, (double)hit.normal.y), 1.0, 1e-4);
    CHECK(v2d_closest_points(target, at, g, between_poses(from, to, hit.t)).distance <= error);
    v2d_geometry dot = v2d_geometry_circle(vec(0.0f, 0.0f), 1e-6f);
    CHECK(v2d_closest_points(&dot, v2d_transform_make(hit.point, 0.0f), target, at).distance <=
          error);
}

static void a_sweep_stops_at_the_first_touch(void **state) {
    (void)state;
    seed = 11u;
    int hits = 0, inside = 0;
    for (int i = 0; i < test_share(CASES); ++i) {
        v2d_geometry g = figure(below(5), 1.0f),
                     target = figure(below(5) == 0 ? 6 : below(5), 1.0f);
        v2d_transform from = pose(4.0f), to = pose(4.0f), at = pose(1.0f);
        if (below(3) == 0) to.q = from.q;
        if (below(10) == 0) to.p = from.p;
        v2d_hit hit = v2d_sweep(&g, from, to, &target, at);
        check_way(&g, from, to, &target, at, hit);
        hits += hit.hit, inside += hit.hit && hit.normal.x == 0.0f && hit.normal.y == 0.0f;
    }
    CHECK(hits > test_share(5000) && inside > test_share(400) && hits - inside > test_share(3000));
}

// A cast is a sweep without rotation, and a ray one of a tiny disc.
static void casts_are_sweeps(void **state) {
    (void)state;
    seed = 13u;
    int hits = 0;
    for (int i = 0; i < test_share(CASES); ++i) {
        if (i % 50 == 0) {
            v2d_world_def def = v2d_world_def_default();
            CHECK(v2d_world_init(&world, &def) == V2D_OK);
        }
        v2d_geometry target = figure(below(7), 1.0f), g = figure(below(5), 0.7f), drop;
        v2d_body_id body = test_shape(&world, V2D_BODY_STATIC, between(-1.0f, 1.0f), 0.0f, target);
        v2d_body_set_transform(&world, body, place(1.0f), between(-3.0f, 3.0f));
        v2d_transform at = v2d_body_transform(&world, body), from = pose(5.0f), to = from;
        to.p = place(5.0f);
        v2d_vec2 way = vec(to.p.x - from.p.x, to.p.y - from.p.y);
        v2d_hit hit = v2d_sweep(&g, from, to, &target, at);
        int count = v2d_world_cast(&world, NULL, &g, from, way, found, 1);
        CHECK(count == (hit.hit ? 1 : 0) || (hit.hit && hit.t > 0.9999f));
        if (count == 1 && hit.hit) {
            CHECK_NEAR(found[0].t, hit.t, 1e-4);
            CHECK_NEAR(found[0].distance, found[0].t * (float)hypot((double)way.x, (double)way.y),
                       1e-5);
            CHECK(V2D_ID_EQUALS(found[0].part.body, body));
        }
        hits += count;
        drop = v2d_geometry_circle(vec(0.0f, 0.0f), 1e-5f);
        v2d_transform start = v2d_transform_make(from.p, 0.0f),
                      end = v2d_transform_make(to.p, 0.0f);
        hit = v2d_sweep(&drop, start, end, &target, at);
        count = v2d_world_ray(&world, NULL, from.p, to.p, found, 1);
        if (count == 1 && hit.hit) CHECK_NEAR(found[0].t, hit.t, 2e-2);
        if (count == 1 && hit.hit) CHECK_NEAR(found[0].position.x, hit.point.x, 2e-2);
        if (count == 1) CHECK(hit.hit);
        CHECK(v2d_body_destroy(&world, body) == V2D_OK);
    }
    CHECK(hits > test_share(4000));
}

static void closest_is_the_distance(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    seed = 17u;
    for (int i = 0; i < test_share(CASES); ++i) {
        if (i % 50 == 0) CHECK(v2d_world_init(&world, &def) == V2D_OK);
        v2d_geometry target = figure(below(7), 1.0f), g = figure(below(5), 0.7f);
        v2d_body_id body = test_shape(&world, V2D_BODY_STATIC, 0.3f, 0.2f, target);
        v2d_transform xf = pose(5.0f);
        v2d_closest c = v2d_closest_points(&target, v2d_body_transform(&world, body), &g, xf);
        int count = v2d_world_closest(&world, NULL, &g, xf, 3.0f, found, ROOM);
        CHECK(count == 1 || c.distance > 2.9999f);
        CHECK(count == 0 || c.distance < 3.0001f);
        if (count == 1) {
            CHECK_NEAR(found[0].distance, c.distance, 1e-5);
            CHECK_NEAR(found[0].normal.x, c.distance > 0.0f ? c.normal.x : 0.0f, 1e-3);
        }
        count = v2d_world_overlap(&world, NULL, &g, xf, found, ROOM);
        CHECK(count == (c.distance <= 0.0f ? 1 : 0) || c.distance < 1e-5f);
        CHECK(v2d_body_destroy(&world, body) == V2D_OK);
    }
}

// ---- meaning ---------------------------------------------------------------------------------------

static void start(void) {
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
}

// A row of boxes one metre apart: box i has its left side at x = i + 0.75.
static void a_ray_stops_where_it_has_enough(void **state) {
    (void)state;
    start();
    for (int i = 40; i > 0; --i)
        (void)test_box(&world, V2D_BODY_STATIC, (float)i, 0.0f, 0.25f, 0.25f);
    for (int pass = 0; pass < 2; ++pass) { // as strays, and in the grid
        for (int room = 1; room < 60; room += 7) {
            int count =
                v2d_world_ray(&world, NULL, vec(0.0f, 0.0f), vec(100.0f, 0.0f), found, room);
            CHECK(count == (room < 40 ? room : 40));
            for (int i = 0; i < count; ++i) {
                CHECK_NEAR(found[i].distance, (float)i + 0.75f, 1e-4);
                CHECK_NEAR(found[i].t * 100.0f, (float)i + 0.75f, 1e-4);
                CHECK_NEAR(found[i].position.x, (float)i + 0.75f, 1e-4);
                CHECK(found[i].normal.x == -1.0f && found[i].normal.y == 0.0f);
            }
            count = v2d_world_ray(&world, NULL, vec(41.0f, 0.0f), vec(-9.0f, 0.0f), found, room);
            CHECK(count == (room < 40 ? room : 40));
            CHECK_NEAR(found[count - 1].position.x, 41.25f - (float)count, 1e-4);
        }
        CHECK(v2d_world_ray(&world, NULL, vec(0.0f, 0.0f), vec(100.0f, 0.0f), NULL, 0) == 1);
        CHECK(v2d_world_ray(&world, NULL, vec(0.0f, 1.0f), vec(100.0f, 1.0f), NULL, 0) == 0);
        v2d_geometry band = v2d_geometry_box(3.0f, 0.1f);
        v2d_transform at = v2d_transform_make(vec(10.5f, 0.0f), 0.0f);
        CHECK(v2d_world_overlap(&world, NULL, &band, at, found, 2) == 2);
        CHECK(v2d_world_overlap(&world, NULL, &band, at, found, ROOM) == 6); // 8 to 13
        CHECK(v2d_world_overlap(&world, NULL, &band, at, NULL, 0) == 1);
        CHECK(v2d_world_closest(&world, NULL, &band, at, 0.4f, found, ROOM) == 8); // 7 to 14
        CHECK(v2d_world_closest(&world, NULL, &band, at, 0.4f, found, 3) == 3);
        test_steps(&world, 3);
    }
}

// ---- lines have no holes ---------------------------------------------------------------------------

enum { ENDS = 9 };

// Where a way crosses a polyline first, in double precision: the fraction, or 2. Also tells the sine of the
// angle there.
static double first_crossing(const v2d_vec2 *line, v2d_vec2 from, v2d_vec2 to, double *sine) {
    double first = 2.0, wx = (double)to.x - (double)from.x, wy = (double)to.y - (double)from.y;
    for (int i = 0; i + 1 < ENDS; ++i) {
        double ax = (double)line[i].x - (double)from.x, ay = (double)line[i].y - (double)from.y;
        double lx = (double)line[i + 1].x - (double)line[i].x;
        double ly = (double)line[i + 1].y - (double)line[i].y, det = wx * ly - wy * lx;
        double t = (ax * ly - ay * lx) / det, u = (ax * wy - ay * wx) / det;
        if (!(u >= 0.0 && u <= 1.0 && t >= 0.0 && t < first)) continue;
        first = t, *sine = fabs(det) / hypot(wx, wy) / hypot(lx, ly);
    }
    return first;
}

// Kind 0: a chain, 1: segments of one body, 2: each on a body of its own, 3: a rope without, 4: with a skin.
static void add_line(int kind, const v2d_vec2 *line, float size) {
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_vec2 local[ENDS];
    body.type = V2D_BODY_STATIC;
    body.position = kind < 2 ? vec(size * between(-1.0f, 1.0f), size) : vec(0.0f, 0.0f);
    for (int i = 0; i < ENDS; ++i)
        local[i] = vec(line[i].x - body.position.x, line[i].y - body.position.y);
    v2d_body_id id = v2d_body_create(&world, &body);
    if (kind == 0) CHECK(v2d_chain_create(&world, id, &shape, local, ENDS, false).index1 > 0);
    soft.radius = kind == 4 ? 1e-4f * size : 0.0f;
    v2d_soft_id rope = v2d_soft_create(&world, &soft);
    v2d_point_id before = {0, 0};
    for (int i = 0; i < ENDS && kind >= 3; ++i) {
        v2d_point_def point = v2d_point_def_default();
        v2d_edge_def edge = v2d_edge_def_default();
        point.soft = rope, point.position = line[i], point.pinned = true,
        point.radius = soft.radius;
        v2d_point_id now = v2d_point_create(&world, &point);
        edge.a = before, edge.b = now, edge.side = V2D_EDGE_OPEN;
        if (i > 0) CHECK(v2d_edge_create(&world, &edge).index1 > 0);
        before = now;
    }
    for (int i = 0; i + 1 < ENDS && (kind == 1 || kind == 2); ++i) {
        if (kind == 2) body.position = line[i], id = v2d_body_create(&world, &body);
        v2d_vec2 at = body.position;
        v2d_geometry g = v2d_geometry_segment(vec(line[i].x - at.x, line[i].y - at.y),
                                              vec(line[i + 1].x - at.x, line[i + 1].y - at.y));
        CHECK(v2d_shape_create(&world, id, &shape, &g).index1 > 0);
    }
}

// Lines of any slope and size, and rays and small figures on their way across them, every other one straight
// at a vertex. They meet the line where that is, and the normal is that of one of its sides.
static void nothing_passes_through_lines(void **state) {
    (void)state;
    seed = 23u;
    int crossed = 0;
    for (int round = 0; round < test_share(800); ++round) {
        float size = powf(10.0f, between(-2.0f, 3.0f));
        v2d_vec2 line[ENDS];
        start();
        double slope = (double)between(-1.3f, 1.3f);
        for (int i = 0; i < ENDS; ++i) { // from right to left: a chain holds from above
            float x = size * ((float)(ENDS / 2 - i) + between(-0.3f, 0.3f));
            line[i] = vec(x, x * (float)tan(slope) + size * between(-0.4f, 0.4f));
        }
        int kind = round % 5;
        add_line(kind, line, size);
        if (round % 2 == 0) (void)v2d_world_step(&world, 1.0f / 60.0f, 1);
        for (int i = 0; i < 250; ++i) {
            v2d_vec2 a = line[below(ENDS - 1)], b = line[1 + below(ENDS - 2)];
            float u = between(0.0f, 1.0f),
                  sideways = i % 3 == 0 ? 0.0f : size * between(-3.0f, 3.0f);
            v2d_vec2 at = i % 2 == 0 ? b : vec(a.x + u * (b.x - a.x), a.y + u * (b.y - a.y));
            v2d_vec2 from = vec(at.x + sideways, at.y + 20.0f * size);
            v2d_vec2 to = vec(at.x - sideways, at.y - 20.0f * size);
            double sine = 0.0, t = first_crossing(line, from, to, &sine);
            if (t > 1.0) continue; // beside the ends, or by rounding beside a vertex at an end
            v2d_geometry g =
                i % 4 < 2   ? v2d_geometry_circle(vec(0.0f, 0.0f), fmaxf(1e-6f, 2e-5f * size))
                : i % 8 < 4 ? v2d_geometry_segment(vec(-0.01f * size, 0.0f), vec(0.0f, 0.0f))
                            : v2d_geometry_box(0.01f * size, 0.02f * size);
            v2d_vec2 way = vec(to.x - from.x, to.y - from.y);
            v2d_transform xf = v2d_transform_make(from, 0.0f);
            int ray = v2d_world_ray(&world, NULL, from, to, found, 1);
            CHECK(ray == 1);
            double far = t - (double)found[0].t, length = hypot((double)way.x, (double)way.y);
            if (kind < 4) CHECK(fabs(far) * length * sine <= 2e-5 * (double)size);
            CHECK(far >= -1e-5);
            CHECK(v2d_world_cast(&world, NULL, &g, xf, way, found, 1) == 1);
            CHECK((double)found[0].t <= t + 1e-5);
            crossed += 1;
        }
    }
    CHECK(crossed > test_share(100000));
}

// Figures that stand exactly on a row of tiles, but for rounding, and move along them, and a wall at the end.
// Only that is met, wherever the row is and however it is turned.
static void casts_slide_along_tiles(void **state) {
    (void)state;
    seed = 29u;
    for (int i = 0; i < test_share(4000); ++i) {
        start();
        float half = between(0.2f, 1.0f), high = between(0.1f, 1.0f), r = between(0.1f, 1.0f);
        v2d_transform row = pose(i % 4 == 0 ? 1000.0f : 5.0f);
        if (i % 3 != 0) row.q = v2d_rot_make(0.0f);
        float angle = v2d_rot_angle(row.q);
        for (int k = -1; k < 14; ++k) {
            v2d_vec2 at = v2d_transform_point(row, vec(2.0f * half * (float)k, -high));
            v2d_body_id tile = test_box(&world, V2D_BODY_STATIC, at.x, at.y, half, high);
            v2d_body_set_transform(&world, tile, at, angle);
        }
        v2d_vec2 at = v2d_transform_point(row, vec(2.0f * half * 12.0f, 0.02f));
        v2d_body_id wall = test_box(&world, V2D_BODY_STATIC, at.x, at.y, half, half);
        v2d_body_set_transform(&world, wall, at, angle);
        v2d_vec2 line[4] = {{-r, -r}, {r, -r}, {r, r}, {0.0f, 2.0f * r}}, round[4];
        for (int k = 0; k < 4; ++k)
            round[k] = vec(0.5f * line[k].x, 0.5f * line[k].y);
        v2d_geometry g = i % 5 == 0   ? v2d_geometry_circle(vec(0.0f, 0.0f), r)
                         : i % 5 == 1 ? v2d_geometry_capsule(vec(0.0f, 0.0f), vec(0.0f, r), r)
                         : i % 5 == 2 ? v2d_geometry_polygon(round, 4, 0.5f * r)
                                      : v2d_geometry_polygon(line, 3 + i % 2, 0.0f);
        v2d_transform from = {v2d_transform_point(row, vec(0.0f, r)), row.q};
        v2d_vec2 way = vec(24.0f * half * row.q.c, 24.0f * half * row.q.s);
        int count = v2d_world_cast(&world, NULL, &g, from, way, found, ROOM);
        CHECK(count == 1 && V2D_ID_EQUALS(found[0].part.body, wall));
        if (r > half) continue;
        CHECK_NEAR(found[0].distance, 23.0f * half - r, 1e-3f * r + 1e-6f * 1500.0f);
    }
}

// Whatever a filter is: the default query finds it, one that asks for a category or as one finds what a shape
// of that filter would touch.
static void default_queries_find_every_filter(void **state) {
    (void)state;
    const uint32_t bits[4] = {0u, 1u, 0x80000000u, 0xffffffffu};
    start();
    for (int i = 0; i < 48; ++i) {
        v2d_filter filter = {bits[i % 4], bits[i / 4 % 4], i / 16 - 1};
        v2d_vec2 at = vec((float)(i % 16), 0.0f);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_point_def point = v2d_point_def_default();
        v2d_soft_def soft = v2d_soft_def_default();
        v2d_body_def body = v2d_body_def_default();
        body.position = at, body.type = V2D_BODY_STATIC, shape.filter = filter;
        v2d_geometry box = v2d_geometry_box(0.2f, 0.2f);
        (void)v2d_shape_create(&world, v2d_body_create(&world, &body), &shape, &box);
        point.filter = filter, point.position = at, point.pinned = true;
        (void)v2d_point_create(&world, &point);
        soft.filter = filter, soft.position = at;
        (void)v2d_soft_create_box(&world, &soft, 0.4f, 0.4f);
        for (int pass = 0; pass < 2; ++pass) {
            v2d_query_def def = v2d_query_def_default();
            v2d_geometry dot = test_dot();
            v2d_transform xf = v2d_transform_make(at, 0.0f);
            int all = 3 * (i / 16 + 1);
            CHECK(v2d_world_closest(&world, NULL, &dot, xf, 0.01f, found, ROOM) == all);
            CHECK(v2d_world_ray(&world, &def, vec(at.x, 1.0f), vec(at.x, -1.0f), found, ROOM) ==
                  all);
            def.filter.mask = 1u;
            bool wanted = (filter.category & 1u) != 0u;
            CHECK(v2d_world_closest(&world, &def, &dot, xf, 0.01f, found, ROOM) ==
                  (wanted ? all : 0));
            def.filter = filter_default();
            wanted = (filter.mask & 1u) != 0u;
            CHECK(v2d_world_closest(&world, &def, &dot, xf, 0.01f, found, ROOM) ==
                  (wanted ? all : 0));
            v2d_mover_def mover_def = v2d_mover_def_default();
            v2d_mover mover = v2d_mover_make(at);
            int met = v2d_mover_move(&world, &mover_def, 1.0f / 60.0f, &mover, NULL, 0);
            if (i / 16 == 0) CHECK((met > 0) == (filter.category != 0u && filter.mask != 0u));
            if (pass == 0) (void)v2d_world_step(&world, 1e-4f, 1);
        }
        v2d_world_clear_status(&world);
    }
}

// All at one distance: shapes by slot, then points, then soft bodies.
static void ties_are_sorted_by_part(void **state) {
    (void)state;
    start();
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_point_def point = v2d_point_def_default();
    v2d_soft_id softs[2];
    v2d_point_id points[2];
    v2d_body_id bodies[3];
    soft.position = vec(2.0f, 0.0f), soft.radius = 0.5f;
    point.position = vec(2.0f, 0.0f), point.radius = 0.5f;
    for (int i = 0; i < 2; ++i)
        softs[i] =
            v2d_soft_create_rope(&world, &soft, vec(0.0f, -2.0f), vec(0.0f, 2.0f), 1, true, true);
    for (int i = 0; i < 2; ++i)
        points[i] = v2d_point_create(&world, &point);
    for (int i = 0; i < 3; ++i)
        bodies[i] = test_circle(&world, V2D_BODY_STATIC, 2.0f, 0.0f, 0.5f);
    int count = v2d_world_ray(&world, NULL, vec(0.0f, 0.0f), vec(4.0f, 0.0f), found, ROOM);
    CHECK(count == 7);
    for (int i = 0; i < 7; ++i)
        CHECK(found[i].t == 0.375f);
    for (int i = 0; i < 3; ++i)
        CHECK(V2D_ID_EQUALS(found[i].part.body, bodies[i]));
    for (int i = 0; i < 2; ++i)
        CHECK(V2D_ID_EQUALS(found[3 + i].part.point, points[i]));
    for (int i = 0; i < 2; ++i)
        CHECK(V2D_ID_EQUALS(found[5 + i].part.soft, softs[i]) &&
              !V2D_IS_NULL(found[5 + i].part.edge));
    CHECK(v2d_world_ray(&world, NULL, vec(0.0f, 0.0f), vec(4.0f, 0.0f), found, 4) == 4);
    CHECK(V2D_ID_EQUALS(found[3].part.point, points[0]));
    v2d_query_def def = v2d_query_def_default();
    def.ignored_body = bodies[1], def.ignored_point = points[0], def.ignored_soft = softs[1];
    CHECK(v2d_world_ray(&world, &def, vec(0.0f, 0.0f), vec(4.0f, 0.0f), found, ROOM) == 4);
    def.shapes = false;
    CHECK(v2d_world_ray(&world, &def, vec(0.0f, 0.0f), vec(4.0f, 0.0f), found, ROOM) == 2);
    def.points = false;
    CHECK(v2d_world_ray(&world, &def, vec(0.0f, 0.0f), vec(4.0f, 0.0f), found, ROOM) == 1);
    def.softs = false;
    CHECK(v2d_world_ray(&world, &def, vec(0.0f, 0.0f), vec(4.0f, 0.0f), found, ROOM) == 0);
}

static void what_begins_inside_is_found_at_once(void **state) {
    (void)state;
    start();
    v2d_geometry g = v2d_geometry_box(0.2f, 0.1f),
                 disc = v2d_geometry_circle(vec(0.1f, 0.0f), 0.2f);
    v2d_vec2 ring[8], from = vec(0.2f, 0.3f);
    for (int i = 0; i < 8; ++i)
        ring[i] = vec(3.0f * (float)cos(TEST_PI * i / 4.0), 3.0f * (float)sin(TEST_PI * i / 4.0));
    v2d_soft_def soft = v2d_soft_def_default();
    soft.user = 9u;
    v2d_soft_id jelly = v2d_soft_create_blob(&world, &soft, ring, 8);
    v2d_body_id box = test_box(&world, V2D_BODY_STATIC, 0.0f, 0.0f, 1.0f, 1.0f);
    v2d_transform at = v2d_transform_make(from, 0.5f);
    for (int k = 0; k < 3; ++k) {
        memset(found, 0, sizeof(found));
        int count = k == 0 ? v2d_world_ray(&world, NULL, from, vec(9.0f, 9.0f), found, ROOM)
                    : k == 1
                        ? v2d_world_cast(&world, NULL, &g, at, vec(9.0f, 9.0f), found, ROOM)
                        : v2d_world_cast(&world, NULL, &disc, at, vec(9.0f, 9.0f), found, ROOM);
        CHECK(count == 2 && V2D_ID_EQUALS(found[0].part.body, box));
        CHECK(V2D_ID_EQUALS(found[1].part.soft, jelly) && V2D_IS_NULL(found[1].part.edge));
        CHECK(V2D_IS_NULL(found[1].part.point) && found[1].part.owner_user == 9u);
        for (int i = 0; i < 2; ++i) {
            CHECK(found[i].t == 0.0f && found[i].normal.x == 0.0f && found[i].normal.y == 0.0f);
            CHECK(found[i].position.x == from.x && found[i].position.y == from.y);
        }
    }
    CHECK(v2d_world_overlap(&world, NULL, &g, at, found, ROOM) == 2);
    CHECK(v2d_world_closest(&world, NULL, &g, at, 0.0f, found, ROOM) == 2);
    CHECK(found[1].distance == 0.0f);
    // An edge less: the outline is open, and has no inside, in the same step too.
    v2d_edge_id edge = {0, 0};
    CHECK(v2d_edge_destroy(&world, v2d_world_next_edge(&world, edge)) == V2D_OK);
    CHECK(v2d_world_overlap(&world, NULL, &g, at, found, ROOM) == 1);
}

// A chain from right to left holds what is above it.
static void chains_have_one_side(void **state) {
    (void)state;
    start();
    v2d_query_def def = v2d_query_def_default();
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_vec2 line[3] = {{5.0f, 0.0f}, {0.0f, 0.0f}, {-5.0f, 0.0f}};
    v2d_geometry g = v2d_geometry_box(0.5f, 0.5f),
                 disc = v2d_geometry_circle(vec(0.0f, 0.0f), 0.5f);
    body.type = V2D_BODY_STATIC;
    (void)v2d_chain_create(&world, v2d_body_create(&world, &body), &shape, line, 3, false);
    for (int pass = 0; pass < 2; ++pass) {
        v2d_transform above = v2d_transform_make(vec(2.0f, 2.0f), 0.0f);
        v2d_transform under = v2d_transform_make(vec(2.0f, -2.0f), 0.0f);
        v2d_vec2 down = vec(0.0f, -4.0f), up = vec(0.0f, 4.0f);
        CHECK(v2d_world_ray(&world, &def, above.p, under.p, found, 4) == 1);
        CHECK_NEAR(found[0].t, 0.5, 1e-6);
        CHECK(v2d_world_ray(&world, &def, under.p, above.p, found, 4) == pass);
        CHECK(v2d_world_cast(&world, &def, &g, above, down, found, 4) == 1);
        CHECK_NEAR(found[0].t, 0.375, 1e-5);
        CHECK(v2d_world_cast(&world, &def, &g, under, up, found, 4) == pass);
        CHECK(v2d_world_cast(&world, &def, &disc, above, down, found, 4) == 1);
        CHECK_NEAR(found[0].t, 0.375, 1e-5);
        CHECK(v2d_world_cast(&world, &def, &disc, under, up, found, 4) == pass);
        if (pass == 1) CHECK_NEAR(found[0].normal.y, -1.0, 1e-6);
        def.both_sides = true;
    }
}

// A braced box of points: its braces are found on request only.
static void inner_edges_are_found_on_request(void **state) {
    (void)state;
    start();
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_query_def def = v2d_query_def_default();
    soft.radius = 0.0f;
    v2d_soft_id id = v2d_soft_create(&world, &soft);
    v2d_point_def point = v2d_point_def_default();
    v2d_edge_def edge = v2d_edge_def_default();
    point.soft = id, point.radius = 0.0f;
    edge.a = v2d_point_create(&world, &point);
    point.position = vec(0.0f, 1.0f);
    edge.b = v2d_point_create(&world, &point);
    v2d_edge_id brace = v2d_edge_create(&world, &edge);
    CHECK(v2d_world_ray(&world, &def, vec(-1.0f, 0.5f), vec(1.0f, 0.5f), found, 4) == 0);
    def.inner_edges = true;
    CHECK(v2d_world_ray(&world, &def, vec(-1.0f, 0.5f), vec(1.0f, 0.5f), found, 4) == 1);
    CHECK_NEAR(found[0].t, 0.5, 1e-6);
    CHECK(V2D_ID_EQUALS(found[0].part.edge, brace) && V2D_ID_EQUALS(found[0].part.soft, id));
}

static void long_rays_cost_no_more(void **state) {
    (void)state;
    start();
    for (int i = 0; i < 200; ++i)
        (void)test_circle(&world, V2D_BODY_STATIC, (float)(i % 20) * 3.0f, (float)(i / 20) * 3.0f,
                          0.5f);
    (void)test_circle(&world, V2D_BODY_STATIC, 9e8f, 9e8f, 0.5f); // alone, far away
    test_steps(&world, 2);
    for (int i = 0; i < test_share(CASES); ++i) {
        v2d_vec2 from = vec(-1e9f, 1e9f), to = vec(1e9f, i % 2 == 0 ? 1e9f : -1e9f);
        CHECK(v2d_world_ray(&world, NULL, from, to, found, ROOM) >= 0);
    }
    CHECK(v2d_world_ray(&world, NULL, vec(-1e9f, 0.0f), vec(1e9f, 0.0f), found, ROOM) == 20);
}

static void bad_arguments_give_codes(void **state) {
    (void)state;
    start();
    v2d_query_def def = v2d_query_def_default(), raw;
    v2d_geometry g = v2d_geometry_box(0.5f, 0.5f), none = v2d_geometry_box(-1.0f, 1.0f);
    v2d_geometry plane = v2d_geometry_half_plane(vec(0.0f, 0.0f), vec(0.0f, 1.0f));
    v2d_geometry link = figure(5, 1.0f);
    v2d_transform at = v2d_transform_make(vec(0.0f, 0.0f), 0.0f), bad = at, far = at;
    v2d_vec2 a = vec(0.0f, 0.0f), nan_a = vec(NAN, 0.0f), huge = vec(0.0f, 2e9f);
    bad.q.c = 3.0f, far.p.x = NAN;
    memset(&raw, 0, sizeof(raw));
    CHECK(v2d_world_ray(NULL, NULL, a, a, found, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_ray(&world, &raw, a, a, found, 1) == -(int)V2D_ERROR_BAD_DEF);
    CHECK(v2d_world_ray(&world, NULL, nan_a, a, found, 1) == -(int)V2D_ERROR_NOT_FINITE);
    CHECK(v2d_world_ray(&world, NULL, a, huge, found, 1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_ray(&world, NULL, a, a, found, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_ray(&world, NULL, a, a, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_ray(&world, NULL, a, a, NULL, 0) == 0);
    CHECK(v2d_world_cast(&world, NULL, NULL, at, a, found, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_cast(&world, NULL, &none, at, a, found, 1) == -(int)none.error);
    CHECK(v2d_world_cast(&world, NULL, &plane, at, a, found, 1) == -(int)V2D_ERROR_WRONG_KIND);
    CHECK(v2d_world_cast(&world, NULL, &link, at, a, found, 1) == -(int)V2D_ERROR_WRONG_KIND);
    CHECK(v2d_world_cast(&world, NULL, &g, bad, a, found, 1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_cast(&world, NULL, &g, far, a, found, 1) == -(int)V2D_ERROR_NOT_FINITE);
    CHECK(v2d_world_cast(&world, NULL, &g, at, nan_a, found, 1) == -(int)V2D_ERROR_NOT_FINITE);
    CHECK(v2d_world_overlap(&world, NULL, &plane, at, found, 1) == -(int)V2D_ERROR_WRONG_KIND);
    CHECK(v2d_world_closest(&world, NULL, &g, at, -1.0f, found, 1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_closest(&world, NULL, &g, at, NAN, found, 1) == -(int)V2D_ERROR_NOT_FINITE);
    v2d_body_id body = test_box(&world, V2D_BODY_STATIC, 0.0f, 0.0f, 1.0f, 1.0f);
    def.ignored_body = body;
    CHECK(v2d_world_overlap(&world, &def, &g, at, found, 1) == 0);
    CHECK(v2d_body_destroy(&world, body) == V2D_OK);
    CHECK(v2d_world_overlap(&world, &def, &g, at, found, 1) == -(int)V2D_ERROR_BAD_ID);
    def.ignored_body.index1 = def.ignored_body.generation = 0u;
    memcpy(&def.ignored_soft, &body, sizeof(body));
    CHECK(v2d_world_overlap(&world, &def, &g, at, found, 1) == -(int)V2D_ERROR_WRONG_KIND);
    CHECK(v2d_world_status(&world) == V2D_OK);
    CHECK(!v2d_sweep(&plane, at, at, &g, at).hit && !v2d_sweep(&g, at, bad, &g, at).hit);
    CHECK(!v2d_sweep(NULL, at, at, &g, at).hit && !v2d_sweep(&g, at, at, &none, at).hit);
}

// A row of new boxes one metre apart: the box around each 64 of them is 63.5 m long, so that a ray
// across passes over the others. It finds those that calls moved, also after a load.
static void what_is_new_is_passed_over_at_once(void **state) {
    (void)state;
    static unsigned char save[1 << 20];
    v2d_body_id ids[500];
    start();
    for (int i = 0; i < 500; ++i)
        ids[i] = test_box(&world, V2D_BODY_STATIC, (float)i, 0.0f, 0.25f, 0.25f);
    for (int k = 0; k < 500 / V2D__STRAYS_EACH; ++k) {
        const v2d__box *around = &world.queries.around[k];
        CHECK_NEAR(around->v[0], (float)(V2D__STRAYS_EACH * k) - 0.25f, 1e-3);
        CHECK_NEAR(-around->v[2] - around->v[0], V2D__STRAYS_EACH - 0.5f, 1e-3);
        CHECK_NEAR(-around->v[3] - around->v[1], 0.5f, 1e-3);
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < 500; i += 37) {
            v2d_vec2 from = vec((float)i, 5.0f), far = vec((float)i, 40.0f + (float)pass);
            CHECK(v2d_world_ray(&world, NULL, from, vec(from.x, -5.0f), found, ROOM) == 1);
            CHECK(V2D_ID_EQUALS(found[0].part.body, ids[i]));
            CHECK(v2d_body_set_transform(&world, ids[i], far, 0.0f) == V2D_OK);
            CHECK(v2d_world_ray(&world, NULL, from, vec(from.x, -5.0f), found, ROOM) == 0);
            CHECK(v2d_world_ray(&world, NULL, vec(far.x, 50.0f), from, found, ROOM) == 1);
            CHECK(V2D_ID_EQUALS(found[0].part.body, ids[i]));
            CHECK(v2d_body_destroy(&world, ids[i]) == V2D_OK);
            CHECK(v2d_world_ray(&world, NULL, vec(far.x, 50.0f), from, found, ROOM) == 0);
            ids[i] = test_box(&world, V2D_BODY_STATIC, (float)i, 0.0f, 0.25f, 0.25f);
        }
        size_t size = v2d_world_save(&world, save, sizeof(save));
        CHECK(size > 0 && v2d_world_load(&world, save, size) == V2D_OK);
    }
}

// A sensor may be far from the solid shapes of its body, and large.
static void sensors_are_found_before_the_first_step(void **state) {
    (void)state;
    v2d_geometry discs[2] = {v2d_geometry_circle(vec(0.0f, 0.0f), 5.0f),
                             v2d_geometry_circle(vec(30.0f, 3.0f), 0.5f)};
    v2d_query_def def = v2d_query_def_default();
    v2d_shape_def sensor = v2d_shape_def_default();
    sensor.sensor = def.sensors = true;
    start();
    v2d_body_id body = test_box(&world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.1f, 0.1f);
    for (int i = 0; i < 2; ++i)
        v2d_shape_create(&world, body, &sensor, &discs[i]);
    for (int step = 0; step < 2; ++step) {
        CHECK(v2d_world_ray(&world, &def, vec(-50.0f, 3.0f), vec(50.0f, 3.0f), found, ROOM) == 2);
        CHECK_NEAR(found[0].distance, 46.0f, 1e-3);
        CHECK_NEAR(found[1].distance, 79.5f, 1e-3);
        CHECK(v2d_world_step(&world, 1.0f / 60.0f, 4) == V2D_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_equal_a_search_of_everything),
        cmocka_unit_test(what_was_pushed_hard_is_found),
        cmocka_unit_test(worlds_may_be_wide_and_sparse),
        cmocka_unit_test(sizes_may_differ_by_a_thousand),
        cmocka_unit_test(a_sweep_stops_at_the_first_touch),
        cmocka_unit_test(casts_are_sweeps),
        cmocka_unit_test(closest_is_the_distance),
        cmocka_unit_test(a_ray_stops_where_it_has_enough),
        cmocka_unit_test(nothing_passes_through_lines),
        cmocka_unit_test(casts_slide_along_tiles),
        cmocka_unit_test(default_queries_find_every_filter),
        cmocka_unit_test(ties_are_sorted_by_part),
        cmocka_unit_test(what_begins_inside_is_found_at_once),
        cmocka_unit_test(chains_have_one_side),
        cmocka_unit_test(inner_edges_are_found_on_request),
        cmocka_unit_test(long_rays_cost_no_more),
        cmocka_unit_test(what_is_new_is_passed_over_at_once),
        cmocka_unit_test(sensors_are_found_before_the_first_step),
        cmocka_unit_test(bad_arguments_give_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
