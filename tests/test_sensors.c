// SPDX-License-Identifier: MIT OR Unlicense
// test_sensors.c - section >>sensors: what overlaps a sensor and what goes through it is found, and nothing
// else in the world changes by it.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

static const float dt = 1.0f / 60.0f;
static uint32_t random_state;

static float random_float(float low, float high) { return test_random(&random_state, low, high); }

static int random_below(int count) { return (int)random_float(0.0f, (float)count - 0.001f); }

static v2d_vec2 random_vector(float most) {
    float x = random_float(-most, most);
    return v2d_vec2_make(x, random_float(-most, most));
}

static v2d_shape_id add_shape(v2d_world *world, v2d_body_id body, v2d_geometry geometry,
                              bool sensor) {
    v2d_shape_def def = v2d_shape_def_default();
    def.sensor = sensor;
    v2d_shape_id id = v2d_shape_create(world, body, &def, &geometry);
    CHECK(v2d_shape_is_valid(world, id));
    return id;
}

static v2d_body_id add_sensor(v2d_world *world, v2d_body_type type, float x, float y,
                              v2d_geometry geometry) {
    v2d_body_def def = v2d_body_def_default();
    def.type = type;
    def.position = v2d_vec2_make(x, y);
    v2d_body_id body = v2d_body_create(world, &def);
    add_shape(world, body, geometry, true);
    return body;
}

// What overlaps sensors: in ascending order of a, then b. Those with V2D__OVERLAP_PASSED do not any more.
static const v2d__overlap *overlaps(const v2d_world *world, int32_t *count) {
    *count = world->sensors.count;
    return world->sensors.at;
}

// What overlaps now, and what began in the last step, passing through included.
static int inside_count(const v2d_world *world) {
    int32_t count, inside = 0;
    const v2d__overlap *list = overlaps(world, &count);
    for (int32_t i = 0; i < count; ++i)
        inside += (list[i].flags & V2D__OVERLAP_PASSED) == 0u;
    return inside;
}

static int started_count(const v2d_world *world) {
    int32_t count, started = 0;
    const v2d__overlap *list = overlaps(world, &count);
    for (int32_t i = 0; i < count; ++i)
        started += (list[i].flags & V2D__OVERLAP_STARTED) != 0u;
    return started;
}

// ---- reference: signed distance of convex figures in double precision ----------------------------

typedef struct figure {
    double x[8], y[8], radius;
    int count;
    bool plane;
    double nx, ny; // of a half-plane
} figure;

static figure figure_of(const v2d_geometry *g, v2d_transform xf) {
    figure f;
    memset(&f, 0, sizeof(f));
    f.count = g->count, f.radius = (double)g->radius;
    f.plane = g->kind == V2D_GEOMETRY_HALF_PLANE;
    double c = (double)xf.q.c, s = (double)xf.q.s;
    f.nx = c * (double)g->normals[0].x - s * (double)g->normals[0].y;
    f.ny = s * (double)g->normals[0].x + c * (double)g->normals[0].y;
    for (int i = 0; i < f.count; ++i) {
        double x = (double)g->vertices[i].x, y = (double)g->vertices[i].y;
        f.x[i] = (double)xf.p.x + c * x - s * y;
        f.y[i] = (double)xf.p.y + s * x + c * y;
    }
    return f;
}

static figure figure_strip(v2d_vec2 a, v2d_vec2 b, double radius) {
    figure f;
    memset(&f, 0, sizeof(f));
    f.x[0] = (double)a.x, f.y[0] = (double)a.y, f.x[1] = (double)b.x, f.y[1] = (double)b.y;
    f.count = a.x == b.x && a.y == b.y ? 1 : 2, f.radius = radius;
    return f;
}

// How far b is from a along (nx, ny).
static double gap_along(const figure *a, const figure *b, double nx, double ny) {
    double high = -1e30, low = 1e30;
    for (int i = 0; i < a->count; ++i)
        high = fmax(high, nx * a->x[i] + ny * a->y[i]);
    for (int i = 0; i < b->count; ++i)
        low = fmin(low, nx * b->x[i] + ny * b->y[i]);
    return low - high;
}

// The greatest gap over all normals of edges and all lines from vertex to vertex: the distance of figures
// that are apart, minus the depth of those that overlap.
static double figure_gap(const figure *a, const figure *b) {
    double most = -1e30;
    if (a->plane || b->plane) {
        const figure *plane = a->plane ? a : b, *other = a->plane ? b : a;
        figure at = *plane;
        at.count = 1;
        return gap_along(&at, other, plane->nx, plane->ny) - other->radius;
    }
    for (int side = 0; side < 2; ++side) {
        const figure *f = side == 0 ? a : b;
        for (int i = 0; i < f->count && f->count > 1; ++i) {
            int k = (i + 1) % f->count;
            double x = f->y[k] - f->y[i], y = f->x[i] - f->x[k], size = sqrt(x * x + y * y);
            most = fmax(most, gap_along(a, b, x / size, y / size));
            most = fmax(most, gap_along(a, b, -x / size, -y / size));
        }
    }
    for (int i = 0; i < a->count; ++i) {
        for (int k = 0; k < b->count; ++k) {
            double x = b->x[k] - a->x[i], y = b->y[k] - a->y[i], size = sqrt(x * x + y * y);
            if (size > 1e-12) most = fmax(most, gap_along(a, b, x / size, y / size));
            if (size <= 1e-12) most = fmax(most, a->count == 1 || b->count == 1 ? 0.0 : -1e30);
        }
    }
    return most - a->radius - b->radius;
}

// ---- reference: everything against everything ----------------------------------------------------

static bool may_meet(const v2d_world *w, int32_t a, int32_t b) {
    const v2d_filter *fa = v2d__proxy_filter(w, a), *fb = v2d__proxy_filter(w, b);
    int32_t na = v2d__proxy_node(w, a), nb = v2d__proxy_node(w, b);
    if (fa->group != 0 && fa->group == fb->group) {
        if (fa->group < 0) return false;
    } else if ((fa->mask & fb->category) == 0u || (fb->mask & fa->category) == 0u) {
        return false;
    }
    if (na >= 0 && na == nb) return false;
    for (int32_t i = 0; i < w->joints.pool.high; ++i) {
        const v2d__joint *j = &w->joints.at[i];
        if (w->joints.generation[i] % 2u == 0u || !v2d__joint_disables_collision(j)) continue;
        if ((j->node_a == na && j->node_b == nb) || (j->node_a == nb && j->node_b == na))
            return false;
    }
    return true;
}

static figure proxy_figure(const v2d_world *w, int32_t proxy) {
    if (proxy < V2D_MAX_SHAPES)
        return figure_of(&w->shapes.at[proxy].geometry,
                         v2d__node_transform(w, w->shapes.at[proxy].body));
    int32_t point = proxy - V2D__POINT_PROXY;
    v2d_vec2 p = v2d__point_place(w, point);
    return figure_strip(p, p, (double)w->points.at[point].radius);
}

// Signed distance of a soft body from a figure.
static double soft_gap(const v2d_world *w, int32_t soft, const figure *f) {
    double least = 1e30;
    bool inside = false, closed = true;
    int outline = 0, first = -1, last = -1;
    const v2d__soft *s = &w->softs.at[soft];
    for (int32_t p1 = s->point1; p1 > 0; p1 = w->points.at[p1 - 1].next1) {
        v2d_vec2 p = v2d__point_place(w, p1 - 1);
        figure circle = figure_strip(p, p, (double)w->points.at[p1 - 1].radius);
        if ((w->points.at[p1 - 1].flags & V2D__POINT_COLLIDES) != 0u)
            least = fmin(least, figure_gap(f, &circle));
    }
    for (int32_t e1 = s->edge1; e1 > 0; e1 = w->edges.at[e1 - 1].next1) {
        const v2d__edge *e = &w->edges.at[e1 - 1];
        if (e->side == V2D_EDGE_INNER) continue;
        v2d_vec2 a = v2d__point_place(w, e->a), b = v2d__point_place(w, e->b);
        figure strip = figure_strip(a, b, (double)s->radius);
        least = fmin(least, figure_gap(f, &strip));
        if (e->side != V2D_EDGE_OUTLINE || (last >= 0 && e->a != last)) closed = false;
        if (first < 0) first = e->a;
        last = e->b, outline += 1;
        if (((double)a.y > f->y[0]) != ((double)b.y > f->y[0])) {
            double x =
                (double)a.x + (f->y[0] - (double)a.y) * (double)(b.x - a.x) / (double)(b.y - a.y);
            if (x > f->x[0]) inside = !inside;
        }
    }
    return closed && outline >= 3 && first == last && inside && least > 0.0 ? -1.0 : least;
}

static int pairs_checked, pairs_inside;

// The least signed distance of the things of which two proxies are parts, over all such proxies.
static double gaps[V2D__MAX_PROXIES][64]; // of thing b and sensor number k

static void check_overlaps(v2d_world *w) {
    int32_t sensors[64], numbers = 0, count;
    for (int32_t a = 0; a < V2D__SOFT_PROXY; ++a) {
        if ((w->proxies.flags[a] & V2D__PROXY_SENSOR) == 0u) continue;
        CHECK(numbers < 64);
        for (int32_t b = 0; b < V2D__MAX_PROXIES; ++b)
            gaps[b][numbers] = 1e30;
        sensors[numbers++] = a;
    }
    for (int32_t k = 0; k < numbers; ++k) {
        figure f = proxy_figure(w, sensors[k]);
        for (int32_t b = 0; b < V2D__MAX_PROXIES; ++b) {
            uint32_t flags = w->proxies.flags[b];
            if ((flags & V2D__PROXY_LIVE) == 0u || (flags & V2D__PROXY_SENSOR) != 0u) continue;
            if (v2d__proxy_is_bounds(b) || !may_meet(w, sensors[k], b)) continue;
            figure g;
            double gap;
            if (b < V2D__SOFT_PROXY) {
                g = proxy_figure(w, b);
                if (f.plane && g.plane) continue;
                gap = figure_gap(&f, &g);
            } else {
                gap = soft_gap(w, b - V2D__SOFT_PROXY, &f);
            }
            int32_t thing = v2d__thing_of(w, b);
            gaps[thing][k] = fmin(gaps[thing][k], gap);
        }
    }
    const v2d__overlap *list = overlaps(w, &count);
    int found = 0;
    for (int32_t k = 0; k < numbers; ++k) {
        for (int32_t b = 0; b < V2D__MAX_PROXIES; ++b) {
            bool inside = false;
            for (int32_t i = 0; i < count; ++i)
                inside |= list[i].a == sensors[k] && list[i].b == b &&
                          (list[i].flags & V2D__OVERLAP_PASSED) == 0u;
            found += inside;
            pairs_checked += 1, pairs_inside += inside;
            if (fabs(gaps[b][k]) < 1e-4) continue;
            if (inside != (gaps[b][k] < 0.0))
                print_error("sensor %d thing %d: inside %d gap %g\n", sensors[k], b, inside,
                            gaps[b][k]);
            CHECK(inside == (gaps[b][k] < 0.0));
        }
    }
    CHECK(found == inside_count(w));
}

// ---- random worlds -------------------------------------------------------------------------------

static v2d_filter random_filter(void) {
    v2d_filter filter = filter_default();
    if (random_below(3) == 0) filter.category = 1u << random_below(3);
    if (random_below(3) == 0) filter.mask = (uint32_t)random_below(8);
    if (random_below(8) == 0) filter.group = random_below(5) - 2;
    return filter;
}

static v2d_geometry random_geometry(void) {
    v2d_vec2 a = random_vector(0.8f), b = random_vector(0.8f), v[5];
    for (int i = 0; i < 5; ++i)
        v[i] = random_vector(0.7f);
    b.x += 0.9f;
    switch (random_below(6)) {
    case 0: return v2d_geometry_circle(a, random_float(0.05f, 0.8f));
    case 1: return v2d_geometry_capsule(a, b, random_float(0.02f, 0.4f));
    case 2: return v2d_geometry_segment(a, b);
    case 3: {
        v2d_geometry g = v2d_geometry_hull(v, 5, random_float(0.0f, 0.1f));
        return g.error == V2D_OK ? g : v2d_geometry_box(0.3f, 0.2f);
    }
    default: return v2d_geometry_box(random_float(0.02f, 1.0f), random_float(0.02f, 1.0f));
    }
}

static v2d_body_id random_body(const v2d_world *w) {
    v2d_body_id id = {0, 0};
    for (int n = random_below(w->bodies.pool.count + 1); n >= 0; --n)
        id = v2d_world_next_body(w, id);
    return id;
}

static v2d_point_id random_point(const v2d_world *w) {
    v2d_point_id id = {0, 0};
    for (int n = random_below(w->points.pool.count + 1); n >= 0; --n)
        id = v2d_world_next_point(w, id);
    return id;
}

static void make_body(v2d_world *w, bool sensor) {
    v2d_body_def def = v2d_body_def_default();
    def.type = (v2d_body_type)random_below(3);
    def.position = random_vector(6.0f), def.angle = random_float(-3.0f, 3.0f);
    def.velocity = random_vector(random_below(4) == 0 ? 60.0f : 3.0f);
    def.angular_velocity = random_below(4) == 0 ? random_float(-20.0f, 20.0f) : 0.0f;
    def.awake = random_below(6) != 0;
    v2d_body_id body = v2d_body_create(w, &def);
    for (int n = random_below(3); n >= 0; --n) {
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry geometry = random_geometry();
        shape.filter = random_filter();
        shape.sensor = sensor && random_below(3) != 0;
        v2d_shape_create(w, body, &shape, &geometry);
    }
}

static void make_chain(v2d_world *w) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_vec2 v[5];
    def.type = (v2d_body_type)random_below(2);
    def.position = random_vector(5.0f), def.velocity = random_vector(0.5f);
    for (int i = 0; i < 5; ++i)
        v[i] = v2d_vec2_make(2.0f - (float)i, random_float(-0.5f, 0.5f));
    v2d_body_id body = v2d_body_create(w, &def);
    v2d_chain_create(w, body, &shape, v, 5, false);
}

static void make_point(v2d_world *w) {
    v2d_point_def def = v2d_point_def_default();
    def.position = random_vector(6.0f), def.velocity = random_vector(30.0f);
    def.radius = random_float(0.0f, 0.2f), def.sensor = random_below(3) == 0;
    def.pinned = random_below(6) == 0;
    if (def.pinned) def.velocity = random_vector(0.3f);
    def.filter = random_filter();
    v2d_point_create(w, &def);
}

static void make_soft(v2d_world *w) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = random_vector(5.0f), def.velocity = random_vector(5.0f);
    def.filter = random_filter(), def.relaxed = random_below(3) == 0;
    if (random_below(3) == 0) def.tear_strain = 0.05f;
    v2d_vec2 a = random_vector(1.5f), b = random_vector(1.5f);
    switch (random_below(4)) {
    case 0: v2d_soft_create_rope(w, &def, a, b, 5, random_below(2) == 0, false); break;
    case 1: v2d_soft_create_cloth(w, &def, 4, 3, 0.3f); break;
    case 2: soft_triangle(w, &def, 1.0f, 1.0f); break;
    default: v2d_soft_create_box(w, &def, random_float(0.4f, 2.0f), 1.0f); break;
    }
}

static void make_joint(v2d_world *w) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    v2d_vec2 zero = v2d_vec2_make(0.0f, 0.0f);
    def.a = v2d_anchor_body(random_body(w), zero), def.b = v2d_anchor_body(random_body(w), zero);
    v2d_joint_create(w, &def);
}

static void change_something(v2d_world *w) {
    v2d_body_id body = random_body(w);
    v2d_shape_id shape = v2d_body_first_shape(w, body);
    v2d_joint_id joint = {0, 0};
    switch (random_below(16)) {
    case 0: make_body(w, random_below(2) == 0); break;
    case 1: make_point(w); break;
    case 2: make_soft(w); break;
    case 3: make_chain(w); break;
    case 4: make_joint(w); break;
    case 5: v2d_body_destroy(w, body); break;
    case 6: v2d_body_set_transform(w, body, random_vector(6.0f), random_float(-3.0f, 3.0f)); break;
    case 7: shape_set_filter(w, shape, random_filter()); break;
    case 8: v2d_body_set_awake(w, body, random_below(2) == 0); break;
    case 9: v2d_body_set_velocity(w, body, random_vector(100.0f)); break;
    case 10: v2d_body_set_type(w, body, (v2d_body_type)random_below(3)); break;
    case 11: v2d_point_destroy(w, random_point(w)); break;
    case 12: v2d_point_set_position(w, random_point(w), random_vector(6.0f)); break;
    case 13: v2d_joint_destroy(w, v2d_world_next_joint(w, joint)); break;
    case 14: v2d_shape_destroy(w, v2d_shape_next(w, shape)); break;
    default: {
        v2d_soft_id soft = {0, 0};
        v2d_soft_destroy(w, v2d_world_next_soft(w, soft));
    }
    }
    v2d_world_clear_status(w);
}

static void overlaps_equal_brute_force(void **state) {
    (void)state;
    int asleep = 0;
    pairs_checked = pairs_inside = 0;
    for (uint32_t seed = 1; seed <= 40; ++seed) {
        random_state = seed * 7919u;
        v2d_world *w = test_world();
        if (seed % 2 == 0) v2d_world_set_gravity(w, v2d_vec2_make(0.0f, 0.0f));
        v2d_body_id ground = test_ground(w);
        v2d_body_set_transform(w, ground, v2d_vec2_make(0.0f, -6.0f), 0.0f);
        v2d_body_id water = add_sensor(
            w, V2D_BODY_STATIC, 0.0f, -4.0f,
            v2d_geometry_half_plane(v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(0.1f, 0.99f)));
        (void)water;
        for (int i = 0; i < 12; ++i)
            make_body(w, i % 3 == 0);
        for (int step = 0; step < 500; ++step) {
            int rate = seed % 4 == 0 ? 60 : 6;
            if (random_below(rate) == 0) change_something(w);
            CHECK(v2d_world_step(w, random_below(50) == 0 ? 0.15f : dt, 4) == V2D_OK);
            CHECK(w->pairs.missing == 0 && w->sensors.missing == 0);
            check_overlaps(w);
            asleep += w->islands.asleep_count > 0;
        }
    }
    CHECK(pairs_inside > 50000 && asleep > 2000);
}

// ---- shots ---------------------------------------------------------------------------------------

typedef enum shot_kind {
    SHOT_BALL,
    SHOT_POINT,
    SHOT_SOFT,
    SHOT_ROPE,    // its edges are longer than the sensor
    SHOT_SENSOR,  // a thin sensor hits a ball
    SHOT_BULLET,  // a sensor point hits a thin plank
    SHOT_BOTH,    // both move
    SHOT_SEGMENT, // a point without radius and a sensor without thickness
    SHOTS
} shot_kind;

// Puts a thin sensor at the origin and something that flies through it with v, half a step before it meets.
static void shoot(v2d_world *w, shot_kind kind, v2d_vec2 v, float angle, float back) {
    v2d_body_def def = v2d_body_def_default();
    v2d_geometry plank = v2d_geometry_box(0.005f, 1.0f);
    v2d_geometry ball = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.05f);
    v2d_vec2 from = v2d_vec2_make(-back * v.x, -back * v.y), still = v2d_vec2_make(0.0f, 0.0f);
    bool plank_flies = kind == SHOT_SENSOR;
    def.type = plank_flies ? V2D_BODY_KINEMATIC : V2D_BODY_STATIC, def.angle = angle;
    def.position = plank_flies ? from : still, def.velocity = plank_flies ? v : still;
    if (kind == SHOT_BOTH) {
        def.type = V2D_BODY_KINEMATIC;
        def.velocity = v2d_vec2_make(-v.x, -v.y), def.position = v2d_vec2_make(-from.x, -from.y);
    }
    if (kind == SHOT_SEGMENT)
        plank = v2d_geometry_segment(v2d_vec2_make(0.0f, -1.0f), v2d_vec2_make(0.0f, 1.0f));
    if (kind == SHOT_ROPE) plank = v2d_geometry_box(0.005f, 0.05f);
    v2d_body_id body = v2d_body_create(w, &def);
    add_shape(w, body, plank, kind != SHOT_BULLET);
    if (kind == SHOT_POINT || kind == SHOT_BULLET || kind == SHOT_SEGMENT) {
        v2d_point_def point = v2d_point_def_default();
        point.position = from, point.velocity = v, point.sensor = kind == SHOT_BULLET;
        if (kind == SHOT_SEGMENT) point.radius = 0.0f;
        CHECK(v2d_point_is_valid(w, v2d_point_create(w, &point)));
    } else if (kind == SHOT_SOFT || kind == SHOT_ROPE) {
        v2d_soft_def soft = v2d_soft_def_default();
        soft.position = from, soft.velocity = v, soft.linear_damping = 0.0f;
        v2d_vec2 across = v2d__scale(0.35f / v2d__length(v), v2d_vec2_make(-v.y, v.x));
        v2d_vec2 other = v2d_vec2_make(-across.x, -across.y);
        if (kind == SHOT_SOFT) CHECK(v2d_soft_create_box(w, &soft, 0.1f, 0.1f).index1 != 0);
        if (kind == SHOT_ROPE)
            CHECK(v2d_soft_create_rope(w, &soft, across, other, 1, false, false).index1 != 0);
    } else {
        v2d_body_def flies = v2d_body_def_default();
        flies.position = plank_flies ? still : from, flies.velocity = plank_flies ? still : v;
        add_shape(w, v2d_body_create(w, &flies), ball, false);
    }
}

static void sensors_see_what_goes_through(void **state) {
    (void)state;
    random_state = 3u;
    for (int kind = 0; kind < SHOTS; ++kind) {
        int passed = 0;
        for (int shot = 0; shot < test_share(1000); ++shot) {
            v2d_world *w = test_weightless();
            float speed = random_float(20.0f, 400.0f), angle = random_float(-3.0f, 3.0f);
            float way = angle + random_float(-1.2f, 1.2f);
            v2d_vec2 v = v2d_vec2_make(speed * cosf(way), speed * sinf(way));
            shoot(w, (shot_kind)kind, v, angle, random_float(1.5f, 4.0f) * dt);
            int started = 0, started_at_end = 0;
            for (int step = 0; step < 30 && (step < 8 || inside_count(w) > 0); ++step) {
                CHECK(v2d_world_step(w, dt, 4) == V2D_OK);
                started += started_count(w);
                started_at_end += inside_count(w);
            }
            CHECK(inside_count(w) == 0);
            if (started != 1) print_error("kind %d shot %d: %d\n", kind, shot, started);
            CHECK(started == 1);
            passed += started_at_end == 0;
        }
        CHECK(passed > test_share(300)); // most are never inside at the end of a step
    }
}

// A ball that flies in a straight line touches what its path touches, and nothing else; where it enters, the
// touch has its place, normal and speed.
static void sensors_see_the_path_and_no_more(void **state) {
    (void)state;
    random_state = 11u;
    int hits = 0;
    for (int shot = 0; shot < test_share(3000); ++shot) {
        v2d_world *w = test_weightless();
        v2d_geometry g = random_geometry();
        v2d_body_id body = add_sensor(w, V2D_BODY_STATIC, 0.0f, 0.0f, g);
        v2d_vec2 target = random_vector(1.6f), v = random_vector(200.0f);
        float radius = random_float(0.01f, 0.1f), speed = v2d__length(v);
        v2d_vec2 from = v2d_vec2_make(target.x - 0.05f * v.x, target.y - 0.05f * v.y);
        v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, from.x, from.y, radius);
        v2d_body_set_velocity(w, ball, v);
        figure f = figure_of(&g, v2d_body_transform(w, body));
        int started = 0;
        for (int step = 0; step < 10; ++step) {
            v2d_vec2 a = v2d_body_position(w, ball);
            CHECK(v2d_world_step(w, dt, 4) == V2D_OK);
            v2d_vec2 b = v2d_body_position(w, ball);
            figure path = figure_strip(a, b, (double)radius),
                   end = figure_strip(b, b, (double)radius);
            double gap = figure_gap(&f, &path), last = figure_gap(&f, &end);
            if (started == 0 && gap > 1e-3) CHECK(started_count(w) == 0);
            if (started == 0 && gap < -2e-3) {
                CHECK(started_count(w) == 1);
            }
            if (fabs(last) > 1e-4) CHECK(inside_count(w) == (last < 0.0));
            if (started == 0 && started_count(w) == 1 && gap < -0.02 && step > 0) {
                int32_t count;
                const v2d__overlap *t = overlaps(w, &count);
                double along = (double)(t->normal.x * v.x + t->normal.y * v.y);
                figure at = figure_strip(t->position, t->position, 0.0);
                CHECK_NEAR(v2d__length(t->normal), 1.0f, 1e-5);
                CHECK_NEAR(t->speed, fmax(-along, 0.0), 1e-3 * (double)speed);
                CHECK(fabs(figure_gap(&f, &at)) < 2e-3 + 1e-3 * (double)radius);
                hits += 1;
            }
            started += started_count(w);
        }
    }
    CHECK(hits > test_share(800));
}

// A blade that turns by up to half a turn in a step sees what is within its reach there.
static void a_turning_sensor_sees_what_it_sweeps(void **state) {
    (void)state;
    random_state = 5u;
    for (int shot = 0; shot < test_share(500); ++shot) {
        v2d_world *w = test_weightless();
        v2d_body_def def = v2d_body_def_default();
        def.type = V2D_BODY_KINEMATIC, def.angular_velocity = random_float(60.0f, 170.0f);
        v2d_body_id blade = v2d_body_create(w, &def);
        add_shape(w, blade,
                  v2d_geometry_capsule(v2d_vec2_make(0.5f, 0.0f), v2d_vec2_make(2.0f, 0.0f), 0.01f),
                  true);
        float at = random_float(0.1f, 3.0f), far = random_float(0.3f, 2.4f);
        test_circle(w, V2D_BODY_DYNAMIC, far * cosf(at), far * sinf(at), 0.02f);
        CHECK(v2d_world_step(w, dt, 4) == V2D_OK);
        double turned = (double)v2d_body_angle(w, blade), edge = 0.06 / (double)far;
        if (turned < 0.0) turned += 2.0 * TEST_PI;
        bool reached = far > 0.51f - 0.03f && far < 2.0f + 0.02f;
        if (fabs((double)far - 0.47) < 0.01 || fabs((double)far - 2.03) < 0.01) continue;
        if (fabs((double)at - turned) < edge) continue;
        CHECK(started_count(w) == (far > 0.47f && far < 2.03f && (double)at < turned));
        (void)reached;
    }
}

// ---- what sensors do not do ----------------------------------------------------------------------

static uint64_t poses_of(const v2d_world *w, int32_t bodies) {
    uint64_t hash = 1469598103934665603u;
    for (int32_t i = 0; i < bodies; ++i) {
        uint32_t bits[4];
        memcpy(bits, &w->nodes.pose[i], sizeof(bits));
        for (int k = 0; k < 4; ++k)
            hash = (hash ^ bits[k]) * 1099511628211u;
        hash = (hash ^ (uint64_t)(w->islands.next1[i] != 0)) * 1099511628211u;
    }
    return hash;
}

// The same world with and without sensors, on its bodies and around them: not a bit differs.
static void sensors_change_nothing(void **state) {
    (void)state;
    uint64_t hash[2][400];
    float mass[2] = {0.0f, 0.0f};
    int seen = 0;
    for (int with = 0; with < 2; ++with) {
        v2d_world *w = test_world();
        v2d_body_id bodies[20];
        test_ground(w);
        for (int i = 0; i < 20; ++i)
            bodies[i] = test_box(w, V2D_BODY_DYNAMIC, 0.3f * (float)i, 1.0f + (float)i, 0.4f, 0.3f);
        for (int i = 0; i < 20 && with == 1; ++i)
            add_shape(w, bodies[i], v2d_geometry_box(3.0f, 0.5f), true);
        if (with == 1) add_sensor(w, V2D_BODY_STATIC, 0.0f, 2.0f, v2d_geometry_box(2.0f, 1.0f));
        for (int step = 0; step < 400; ++step) {
            if (step == 250 &&
                with == 1) { // made, changed and destroyed above sleepers: they sleep on
                v2d_shape_id shape = add_shape(w, bodies[3], v2d_geometry_box(1.0f, 1.0f), true);
                v2d_shape_id other = add_shape(w, bodies[4], v2d_geometry_box(1.0f, 1.0f), true);
                CHECK(shape_set_filter(w, shape, filter_default()) == V2D_OK);
                CHECK(v2d_shape_destroy(w, other) == V2D_OK);
                add_sensor(w, V2D_BODY_STATIC, 1.0f, 1.0f, v2d_geometry_box(0.5f, 0.5f));
            }
            CHECK(v2d_world_step(w, dt, 4) == V2D_OK);
            hash[with][step] = poses_of(w, 21);
            seen += inside_count(w);
        }
        CHECK(w->islands.asleep_count == 20);
        for (int i = 0; i < 20; ++i)
            mass[with] += v2d_body_mass(w, bodies[i]).mass + v2d_body_mass(w, bodies[i]).inertia;
    }
    CHECK(memcmp(hash[0], hash[1], sizeof(hash[0])) == 0);
    CHECK(mass[0] == mass[1] && seen > 1000);
}

// Static, sleeping and kinematic things, chains as one thing, soft bodies outside and inside; not sensors
// and not the walls of the bounds. All of it stays true while everything sleeps.
static void sensors_see_what_rests(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    static v2d_world world;
    def.bounded = true;
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    v2d_world *w = &world;
    add_sensor(w, V2D_BODY_STATIC, 0.0f, 0.0f, v2d_geometry_box(100.0f, 3.0f));
    add_sensor(w, V2D_BODY_STATIC, 0.0f, 0.0f, v2d_geometry_box(1.0f, 1.0f));
    test_steps(w, 1);
    CHECK(inside_count(w) == 0);
    test_box(w, V2D_BODY_STATIC, 0.0f, 0.0f, 5.0f, 0.1f);
    test_steps(w, 1);
    CHECK(inside_count(w) == 2 && started_count(w) == 2);
    test_box(w, V2D_BODY_KINEMATIC, 10.0f, 0.0f, 5.0f, 0.1f);
    v2d_vec2 v[4] = {{24.0f, 0.0f}, {22.0f, 0.0f}, {20.0f, 0.1f}, {18.0f, 0.0f}};
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_def ground = v2d_body_def_default();
    ground.type = V2D_BODY_STATIC;
    v2d_chain_create(w, v2d_body_create(w, &ground), &shape, v, 4, false);
    test_steps(w, 1);
    CHECK(inside_count(w) == 4 && started_count(w) == 2);
    test_circle(w, V2D_BODY_DYNAMIC, 2.0f, 0.5f, 0.2f);
    v2d_soft_def soft = v2d_soft_def_default();
    soft.position = v2d_vec2_make(-3.0f, 2.0f);
    v2d_soft_create_box(w, &soft, 2.0f, 1.0f);
    test_steps(w, 400);
    CHECK(w->islands.asleep_count >= 5 && inside_count(w) == 6 && started_count(w) == 0);
    // a coin in the jelly touches none of its points and edges
    v2d_vec2 middle = v2d_soft_center(w, v2d_world_next_soft(w, (v2d_soft_id){0, 0}));
    v2d_geometry coin = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.05f);
    v2d_body_id body = add_sensor(w, V2D_BODY_STATIC, middle.x, middle.y + 0.1f, coin);
    test_steps(w, 1);
    CHECK(inside_count(w) == 7 && w->islands.asleep_count >= 5);
    test_steps(w, 100);
    CHECK(inside_count(w) == 7 && started_count(w) == 0 && w->islands.asleep_count >= 5);
    CHECK(v2d_body_destroy(w, body) == V2D_OK);
    test_steps(w, 1);
    CHECK(inside_count(w) == 6);
}

// A step in parts sees what came and went in one of them, once.
static void long_steps_see_what_passed_in_a_part(void **state) {
    (void)state;
    random_state = 8u;
    for (int shot = 0; shot < test_share(300); ++shot) {
        v2d_world *w = test_weightless();
        float speed = random_float(1.0f, 60.0f);
        add_sensor(w, V2D_BODY_STATIC, 0.0f, 0.0f,
                   v2d_geometry_box(random_float(0.01f, 2.0f), 1.0f));
        v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, -random_float(3.0f, 10.0f), 0.0f, 0.1f);
        v2d_body_set_velocity(w, ball, v2d_vec2_make(speed, 0.0f));
        int started = 0;
        for (int step = 0; step < 200 && v2d_body_position(w, ball).x < 4.0f; ++step) {
            CHECK(v2d_world_step(w, 0.3f, 4) == V2D_OK);
            started += started_count(w);
        }
        CHECK(started == 1 && inside_count(w) == 0);
    }
}

// A world that was copied goes on equally, its touches too.
static void a_copy_sees_the_same(void **state) {
    (void)state;
    static v2d_world copy;
    random_state = 21u;
    v2d_world *w = test_world();
    test_ground(w);
    for (int i = 0; i < 40; ++i) {
        make_body(w, i % 2 == 0);
        if (i % 4 == 0) make_soft(w);
    }
    test_steps(w, 20);
    memcpy(&copy, w, sizeof(copy));
    memset(&copy.scratch, 0xaa, sizeof(copy.scratch));
    for (int step = 0; step < 100; ++step) {
        int32_t count[2];
        test_steps(w, 1);
        test_steps(&copy, 1);
        const v2d__overlap *a = overlaps(w, &count[0]), *b = overlaps(&copy, &count[1]);
        CHECK(count[0] == count[1] && count[0] > 5);
        CHECK(memcmp(a, b, (size_t)count[0] * sizeof(*a)) == 0);
    }
}

static void sensors_have_errors(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_point_def point = v2d_point_def_default();
    point.soft = v2d_soft_create_box(w, &soft, 1.0f, 1.0f), point.sensor = true;
    CHECK(v2d_point_create(w, &point).index1 == 0);
    CHECK(v2d_world_status(w) == V2D_ERROR_WRONG_KIND);
}

static int events_of(const v2d_world *w, v2d_event_kind kind) {
    int count = 0;
    for (int i = 0; i < v2d_world_event_count(w); ++i) {
        v2d_event e;
        count += v2d_world_event(w, i, &e) == V2D_OK && e.kind == kind ? 1 : 0;
    }
    return count;
}

// A door opens below a ball, and closes above it; its body weighs what its solid shapes weigh.
static void a_shape_becomes_a_sensor_and_solid_again(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_body_id door = test_box(w, V2D_BODY_STATIC, 0.0f, 0.0f, 2.0f, 0.2f);
    v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, 0.0f, 0.7f, 0.5f);
    v2d_body_id crate = test_box(w, V2D_BODY_DYNAMIC, 30.0f, 0.0f, 0.5f, 0.5f);
    v2d_shape_id shape = v2d_body_first_shape(w, door), side = v2d_body_first_shape(w, crate);
    v2d_shape_def def;
    v2d_contact c;
    CHECK(shape_set_report(w, shape, V2D_REPORT_CONTACT, V2D_UNLIMITED) == V2D_OK);
    test_steps(w, 120); // asleep
    CHECK(v2d_body_contacts(w, ball, &c, 1) == 1 && c.touching);
    CHECK(v2d_shape_describe(w, shape, &def) == V2D_OK);
    def.sensor = true;
    CHECK(v2d_shape_change(w, shape, &def) == V2D_OK);
    CHECK(v2d_shape_describe(w, shape, &def) == V2D_OK && def.sensor);
    test_steps(w, 1);
    CHECK(events_of(w, V2D_EVENT_CONTACT_END) == 1 && events_of(w, V2D_EVENT_SENSOR_BEGIN) == 1);
    test_steps(w, 60);
    CHECK(v2d_body_position(w, ball).y < -2.0f);
    def.sensor = false;
    CHECK(v2d_shape_change(w, shape, &def) == V2D_OK);
    CHECK(v2d_body_set_transform(w, ball, v2d_vec2_make(0.0f, 1.0f), 0.0f) == V2D_OK);
    v2d_body_set_velocity(w, ball, v2d_vec2_make(0.0f, 0.0f));
    test_steps(w, 120);
    CHECK_NEAR(v2d_body_position(w, ball).y, 0.7, 0.01);
    CHECK(v2d_shape_describe(w, side, &def) == V2D_OK);
    def.sensor = true;
    CHECK(v2d_shape_change(w, side, &def) == V2D_OK && v2d_body_mass(w, crate).inertia == 0.0f);
    def.sensor = false;
    CHECK(v2d_shape_change(w, side, &def) == V2D_OK);
    CHECK_NEAR(v2d_body_mass(w, crate).inertia, 1.0 / 6.0, 1e-5);
}

// A world whose shapes were changed before the first step goes on like one in which they were made so.
static void what_was_changed_is_as_if_made_so(void **state) {
    (void)state;
    static v2d_world other;
    v2d_world *w = test_world();
    for (int k = 0; k < 2; ++k) {
        if (k == 1) memcpy(&other, w, sizeof(other)), w = test_world();
        for (int i = 0; i < 24; ++i) {
            bool sensor = i % 3 == 0, before = k == 0 ? sensor : i % 2 == 0;
            v2d_body_def body = v2d_body_def_default();
            v2d_shape_def def = v2d_shape_def_default();
            v2d_geometry box = v2d_geometry_box(0.5f, 0.4f);
            body.type = i < 4 ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC;
            body.position = v2d_vec2_make((float)(i % 4) - 1.5f, 1.1f * (float)(i / 4));
            def.sensor = before;
            v2d_shape_id id = v2d_shape_create(w, v2d_body_create(w, &body), &def, &box);
            def.sensor = sensor;
            CHECK(v2d_shape_change(w, id, &def) == V2D_OK);
        }
    }
    for (int step = 0; step < 200; ++step) {
        test_steps(w, 1), test_steps(&other, 1);
        v2d_body_id a = {0, 0};
        while (a = v2d_world_next_body(w, a), !V2D_IS_NULL(a)) {
            v2d_vec2 p = v2d_body_position(w, a), q = v2d_body_position(&other, a);
            CHECK(memcmp(&p, &q, sizeof(p)) == 0);
        }
        CHECK(v2d_world_event_count(w) == v2d_world_event_count(&other));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlaps_equal_brute_force),
        cmocka_unit_test(sensors_see_what_goes_through),
        cmocka_unit_test(sensors_see_the_path_and_no_more),
        cmocka_unit_test(a_turning_sensor_sees_what_it_sweeps),
        cmocka_unit_test(sensors_change_nothing),
        cmocka_unit_test(sensors_see_what_rests),
        cmocka_unit_test(long_steps_see_what_passed_in_a_part),
        cmocka_unit_test(a_copy_sees_the_same),
        cmocka_unit_test(sensors_have_errors),
        cmocka_unit_test(a_shape_becomes_a_sensor_and_solid_again),
        cmocka_unit_test(what_was_changed_is_as_if_made_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
