// SPDX-License-Identifier: MIT OR Unlicense
// test_broadphase.c - the list of pairs against all pairs tried one by one.
//
// What must be in the list follows from the public geometry: boxes of shapes, and where bodies are.
#define ENGINE_MEDIUM
#define ENGINE_INSIDE
#include "test.h"

static const float dt = 1.0f / 60.0f;
static uint32_t seed;

static float random_between(float low, float high) { return test_between(&seed, low, high); }

static v2d__team *team(void) { // of one
    static v2d__team alone;
    v2d__team_begin(&alone, 1);
    return &alone;
}

static int random_below(int n) { return (int)random_between(0.0f, (float)n - 0.001f); }

// From low to high, every order of magnitude as likely as the next.
static float random_size(float low, float high) {
    float size = high;
    for (int halvings = random_below((int)(log2f(high / low) + 1.5f)); halvings > 0; --halvings)
        size *= 0.5f;
    return size * random_between(0.7f, 1.0f);
}

static v2d_vec2 random_place(v2d_vec2 center, float spread) {
    return v2d_vec2_make(center.x + random_between(-spread, spread),
                         center.y + random_between(-spread, spread));
}

// ---- what must be in the list ------------------------------------------------------------------

typedef struct proxy {
    bool live, moves, plane, bullet;
    int node; // -1: none
    v2d_filter filter;
    v2d_aabb box; // where it is, and how far it may get
    float reach;
} proxy;

static proxy proxies[V2D__MAX_PROXIES];

static v2d_aabb grown(v2d_aabb box, float by) {
    box.lower.x -= by, box.lower.y -= by;
    box.upper.x += by, box.upper.y += by;
    return box;
}

static void look_at_shape(const v2d_world *world, int i, proxy *p) {
    const v2d__shape *shape = &world->shapes.at[i];
    const v2d__body *body = &world->bodies.at[shape->body];
    const v2d__pose *pose = &world->nodes.pose[shape->body];
    v2d_transform xf;
    xf.p = v2d_vec2_make(pose->x, pose->y);
    xf.q.c = pose->c, xf.q.s = pose->s;
    p->live = world->shapes.generation[i] % 2 == 1;
    p->moves = world->nodes.dof[shape->body].inv_mass > 0.0f;
    bool lengthy = p->moves && body->extent > 10.0f * world->settings.length_unit;
    p->bullet = lengthy || (body->flags & V2D__BODY_BULLET) != 0;
    p->plane = shape->geometry.kind == V2D_GEOMETRY_HALF_PLANE;
    p->node = shape->body;
    p->filter = shape->filter;
    if (p->live) p->box = v2d_geometry_aabb(&shape->geometry, xf);
    p->reach = world->nodes.speculation[shape->body].motion;
}

static void look_at_point(const v2d_world *world, int i, proxy *p) {
    const v2d__point *point = &world->points.at[i];
    const v2d__pose *pose = &world->nodes.pose[V2D__POINT_NODE + i];
    p->live = world->points.generation[i] % 2 == 1 && point->soft1 == 0 &&
              (point->flags & V2D__POINT_COLLIDES) != 0;
    p->moves = world->nodes.dof[V2D__POINT_NODE + i].inv_mass > 0.0f;
    p->bullet = p->plane = false;
    p->node = V2D__POINT_NODE + i;
    p->filter = point->filter;
    p->box.lower = p->box.upper = v2d_vec2_make(pose->x, pose->y);
    p->box = grown(p->box, point->radius);
    p->reach = world->nodes.speculation[V2D__POINT_NODE + i].motion;
}

static void look_at_soft(const v2d_world *world, int i, proxy *p) {
    const v2d__soft *soft = &world->softs.at[i];
    p->live = world->softs.generation[i] % 2 == 1 && soft->point_count > 0;
    p->moves = true;
    p->bullet = p->plane = false;
    p->node = -1;
    p->filter = soft->filter;
    p->reach = 0.0f;
    for (int k = soft->point1; p->live && k > 0; k = world->points.at[k - 1].next1) {
        const v2d__pose *pose = &world->nodes.pose[V2D__POINT_NODE + k - 1];
        v2d_aabb box;
        box.lower = box.upper = v2d_vec2_make(pose->x, pose->y);
        box = grown(box, world->points.at[k - 1].radius);
        if (k == soft->point1) p->box = box;
        p->box.lower.x = fminf(p->box.lower.x, box.lower.x);
        p->box.lower.y = fminf(p->box.lower.y, box.lower.y);
        p->box.upper.x = fmaxf(p->box.upper.x, box.upper.x);
        p->box.upper.y = fmaxf(p->box.upper.y, box.upper.y);
        p->reach = fmaxf(p->reach, world->nodes.speculation[V2D__POINT_NODE + k - 1].motion);
    }
}

static int look_around(const v2d_world *world) {
    memset(proxies, 0, sizeof(proxies));
    for (int i = 0; i < world->shapes.pool.high; ++i)
        look_at_shape(world, i, &proxies[i]);
    for (int i = 0; i < world->points.pool.high; ++i)
        look_at_point(world, i, &proxies[V2D__POINT_PROXY + i]);
    for (int i = 0; i < world->softs.pool.high; ++i)
        look_at_soft(world, i, &proxies[V2D__SOFT_PROXY + i]);
    return V2D__SOFT_PROXY + world->softs.pool.high;
}

static bool joined(const v2d_world *world, int a, int b) {
    for (int i = 0; i < world->joints.pool.high; ++i) {
        const v2d__joint *j = &world->joints.at[i];
        if (world->joints.generation[i] % 2 == 0 || (j->flags & V2D__JOINT_COLLIDE) != 0) continue;
        if ((j->node_a == a && j->node_b == b) || (j->node_a == b && j->node_b == a)) return true;
    }
    return false;
}

static bool may_meet(const v2d_world *world, const proxy *a, const proxy *b) {
    if (!a->live || !b->live || (!a->moves && !b->moves)) return false;
    if (a->plane && b->plane) return false;
    if (a->node >= 0 && a->node == b->node) return false;
    if (a->node >= 0 && b->node >= 0 && joined(world, a->node, b->node)) return false;
    if (a->filter.group != 0 && a->filter.group == b->filter.group) return a->filter.group > 0;
    return (a->filter.mask & b->filter.category) != 0 && (b->filter.mask & a->filter.category) != 0;
}

static v2d_aabb enlarged(const v2d_world *world, int i) {
    const float *v = world->proxies.fat[i].v;
    v2d_aabb box = {{v[0], v[1]}, {-v[2], -v[3]}};
    return box;
}

static float gap(v2d_aabb a, v2d_aabb b) { // of the farther axis
    return fmaxf(fmaxf(a.lower.x - b.upper.x, b.lower.x - a.upper.x),
                 fmaxf(a.lower.y - b.upper.y, b.lower.y - a.upper.y));
}

static float plane_gap(const v2d_world *world, int plane, v2d_aabb box) {
    const v2d__shape *shape = &world->shapes.at[plane];
    const v2d__pose *pose = &world->nodes.pose[shape->body];
    v2d_vec2 n = shape->geometry.normals[0], v = shape->geometry.vertices[0];
    v2d_vec2 m = {pose->c * n.x - pose->s * n.y, pose->s * n.x + pose->c * n.y};
    v2d_vec2 on = {pose->c * v.x - pose->s * v.y + pose->x,
                   pose->s * v.x + pose->c * v.y + pose->y};
    return m.x * ((m.x > 0 ? box.lower.x : box.upper.x) - on.x) +
           m.y * ((m.y > 0 ? box.lower.y : box.upper.y) - on.y);
}

// Enlarged boxes hold the box and half of what a contact looks ahead, and are not much larger.
static void check_box(const v2d_world *world, int i, float rounding) {
    const proxy *p = &proxies[i];
    if (!p->live || p->plane || (world->proxies.flags[i] & V2D__PROXY_FILTERED_OUT) != 0u) return;
    v2d_aabb fat = enlarged(world, i), least = grown(p->box, 0.01f - rounding);
    CHECK(fat.lower.x <= least.lower.x && fat.lower.y <= least.lower.y);
    CHECK(fat.upper.x >= least.upper.x && fat.upper.y >= least.upper.y);
    if (i < V2D__POINT_PROXY && world->shapes.at[i].geometry.kind == V2D_GEOMETRY_CIRCLE)
        CHECK(fat.upper.x - fat.lower.x < p->box.upper.x - p->box.lower.x + 0.5f);
    CHECK(p->reach <= world->proxies.reach[i]);
}

// Motion counts against what cannot be pushed, for bullets, between rigid and soft, and for soft bodies:
// a string is thinner than what passes it.
static bool motion_counts(int a, int b) {
    const proxy *p = &proxies[a], *q = &proxies[b];
    return !p->moves || !q->moves || p->bullet || q->bullet || a >= V2D__SOFT_PROXY ||
           b >= V2D__SOFT_PROXY || (a >= V2D__POINT_PROXY) != (b >= V2D__POINT_PROXY);
}

// How far two proxies are from being a pair; < 0 when they must be one.
static float pair_gap(const v2d_world *world, int a, int b) {
    float reach = world->proxies.reach[a] + world->proxies.reach[b];
    if (proxies[a].plane) return plane_gap(world, a, enlarged(world, b)) - reach;
    if (proxies[b].plane) return plane_gap(world, b, enlarged(world, a)) - reach;
    return gap(enlarged(world, a), enlarged(world, b)) - (motion_counts(a, b) ? reach : 0.0f);
}

static void check_pair(const v2d_world *world, int a, int b, bool listed, float rounding) {
    bool may = may_meet(world, &proxies[a], &proxies[b]);
    if (listed) CHECK(may);
    if (!may) return;
    float apart = pair_gap(world, a, b);
    if (!motion_counts(a, b)) rounding = 0.0f; // then nothing is rounded
    if ((apart < -rounding && !listed) || (apart > rounding && listed)) {
        print_error("proxies %d and %d: %g apart, %s\n", a, b, (double)apart,
                    listed ? "a pair" : "no pair");
        CHECK(false);
    }
}

// Every pair that must be there is, none that must not, in order, and with its own contact.
static void check_pairs(const v2d_world *world, float rounding) {
    int count = look_around(world), used = 0, contacts = 0;
    const v2d__pair *pairs = world->pairs.at;
    for (int a = 0; a < count; ++a) {
        check_box(world, a, rounding);
        for (int b = a + 1; b < count && proxies[a].live; ++b) {
            bool listed =
                used < world->pairs.count && (int)pairs[used].a == a && (int)pairs[used].b == b;
            used += listed;
            check_pair(world, a, b, listed, rounding);
        }
    }
    CHECK(used == world->pairs.count); // so the list is sorted, and without repetitions
    for (int i = 0; i < world->pairs.count; ++i) {
        if (pairs[i].contact1 <= 0) continue;
        const v2d__contact *c = &world->contacts.at[pairs[i].contact1 - 1];
        CHECK(world->contacts.generation[pairs[i].contact1 - 1] % 2 == 1);
        CHECK((uint32_t)c->shape_a == pairs[i].a && (uint32_t)c->shape_b == pairs[i].b);
        contacts += 1;
    }
    int gone = 0; // records wait for the next layout of the lanes
    for (int i = 0; i < V2D_MAX_CONTACTS; ++i) {
        gone += world->contacts.generation[i] % 2 == 1 &&
                (world->contacts.state[i] & V2D__CONTACT_GONE) != 0;
    }
    CHECK(contacts + gone == world->contacts.pool.count);
}

// Look for pairs now, and judge them.
static void check_now(v2d_world *world, float rounding) {
    if (world->pairs.dead > 0) v2d__pairs_bury(world);
    if (world->changed.awake) v2d__nodes_list(world);
    if (world->changed.joints) v2d__no_collide_build(world);
    v2d__nodes_motion(world, team(), dt);
    v2d__broadphase_update(world, team());
    check_pairs(world, rounding);
}

// ---- worlds to look at ---------------------------------------------------------------------------

static v2d_filter random_filter(void) {
    v2d_filter filter = filter_default();
    if (random_below(4) > 0) return filter;
    filter.category = 1u << random_below(4);
    filter.mask = (uint32_t)random_below(16);
    if (random_below(2) == 0) filter.group = random_below(5) - 2;
    return filter;
}

static v2d_geometry random_geometry(float size, bool thin) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int kind = random_below(thin ? 5 : 4);
    if (kind == 0) return v2d_geometry_circle(zero, 0.5f * size);
    if (kind == 1)
        return v2d_geometry_capsule(v2d_vec2_make(-0.4f * size, 0.0f),
                                    v2d_vec2_make(0.4f * size, 0.1f * size), 0.1f * size);
    if (kind == 2) return v2d_geometry_box(0.5f * size, 0.5f * size * random_between(0.1f, 1.0f));
    if (kind == 4) return v2d_geometry_segment(zero, v2d_vec2_make(size, 0.5f * size));
    v2d_vec2 v[5];
    for (int i = 0; i < 5; ++i) {
        v[i].x = 0.5f * size * cosf((float)i * 1.2566f);
        v[i].y = 0.5f * size * sinf((float)i * 1.2566f);
    }
    return v2d_geometry_polygon(v, 5, 0.0f);
}

typedef struct plan {
    v2d_vec2 center;
    float spread, smallest, largest, speed; // [m], [m], [m], [m/s]
} plan;

static void add_body(v2d_world *world, const plan *p) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    int kind = random_below(10);
    def.type = kind == 0 ? V2D_BODY_KINEMATIC : kind <= 2 ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC;
    def.position = random_place(p->center, p->spread);
    def.velocity = random_place(v2d_vec2_make(0.0f, 0.0f), p->speed);
    def.angle = random_between(-3.0f, 3.0f);
    def.angular_velocity = random_between(-1.0f, 1.0f);
    def.bullet = random_below(20) == 0;
    v2d_body_id id = v2d_body_create(world, &def);
    if (id.index1 == 0) return; // full
    shape.filter = random_filter();
    for (int k = random_below(8) == 0 ? 2 : 1; k > 0; --k) {
        v2d_geometry g =
            random_geometry(random_size(p->smallest, p->largest), def.type != V2D_BODY_DYNAMIC);
        v2d_shape_create(world, id, &shape, &g);
    }
}

static void add_point(v2d_world *world, const plan *p) {
    v2d_point_def def = v2d_point_def_default();
    def.position = random_place(p->center, p->spread);
    def.velocity = random_place(v2d_vec2_make(0.0f, 0.0f), p->speed);
    def.radius = random_between(0.0f, 0.2f);
    def.pinned = random_below(8) == 0;
    def.filter = random_filter();
    v2d_point_create(world, &def);
}

static v2d_body_id some_body(const v2d_world *world) {
    return v2d__body_id_of(world, random_below(world->bodies.pool.high));
}

// Create, destroy, join, part, move and change things.
static void meddle(v2d_world *world, const plan *p) {
    v2d_body_id a = some_body(world), b = some_body(world);
    switch (random_below(10)) {
    case 0: add_body(world, p); break;
    case 1: add_point(world, p); break;
    case 2: v2d_body_destroy(world, a); break;
    case 3: v2d_body_set_transform(world, a, random_place(p->center, p->spread), 1.0f); break;
    case 4:
        v2d_body_set_type(world, a, random_below(2) == 0 ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC);
        break;
    case 5: {
        const v2d__pair *pair = &world->pairs.at[random_below(world->pairs.count)];
        if (pair->b < (uint32_t)V2D_MAX_SHAPES) {
            a = v2d__body_id_of(world, world->shapes.at[pair->a].body);
            b = v2d__body_id_of(world, world->shapes.at[pair->b].body);
        }
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = v2d_anchor_body(a, v2d_vec2_make(0.0f, 0.0f));
        def.b = v2d_anchor_body(b, v2d_vec2_make(0.0f, 0.0f));
        v2d_joint_create(world, &def);
        break;
    }
    case 6:
    case 9: {
        int i = random_below(world->joints.pool.high);
        v2d_joint_id id = v2d__joint_id_of(world, i);
        v2d_joint_destroy(world, id);
        break;
    }
    case 7: {
        int i = random_below(world->shapes.pool.high);
        v2d_shape_id id = v2d__shape_id_of(world, i);
        shape_set_filter(world, id, random_filter());
        break;
    }
    default: {
        int i = random_below(world->points.pool.high);
        v2d_point_id id = v2d__point_id_of(world, i);
        v2d_point_destroy(world, id);
        break;
    }
    }
    v2d_world_clear_status(world); // some of it was nonsense
}

static v2d_world *populate(const plan *p, int bodies) {
    v2d_world *world = test_world();
    for (int i = 0; i < bodies; ++i)
        add_body(world, p);
    for (int i = 0; i < bodies / 4; ++i)
        add_point(world, p);
    return world;
}

// ---- tests -----------------------------------------------------------------------------------------

static void moving_worlds(void **state) {
    (void)state;
    const plan plans[] = {
        {{0.0f, 0.0f}, 12.0f, 0.2f, 1.0f, 3.0f},   // of about one size
        {{0.0f, 0.0f}, 40.0f, 0.05f, 30.0f, 3.0f}, // of all sizes
        {{5.0f, -3.0f}, 4.0f, 0.1f, 0.4f, 20.0f},  // crowded and fast
        {{0.0f, 0.0f}, 300.0f, 0.3f, 3.0f, 30.0f}, // spread out
    };
    for (int i = 0; i < 4; ++i) {
        seed = 77u + (uint32_t)i;
        v2d_world *world = populate(&plans[i], 250);
        for (int step = 0; step < test_share(40); ++step) {
            check_now(world, 1e-3f);
            test_steps(world, 1);
            for (int k = random_below(4); k > 0; --k)
                meddle(world, &plans[i]);
        }
        CHECK(world->stats.dropped_pairs[0] == 0);
    }
}

// A few go through many at rest, so that most updates concern a few proxies, and some steps none.
static void resting_worlds(void **state) {
    (void)state;
    const plan p = {{0.0f, 0.0f}, 12.0f, 0.1f, 3.0f, 0.0f};
    seed = 5u;
    v2d_world *world = test_world();
    v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f));
    for (int i = 0; i < 400; ++i) {
        test_box(world, i % 7 == 0 ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC, (float)(i % 20) - 10.0f,
                 (float)(i / 20) - 10.0f, 0.45f, 0.45f);
    }
    int idle = 0;
    for (int step = 0; step < 200; ++step) {
        if (step % 4 == 0) check_now(world, 1e-3f);
        test_steps(world, 1);
        idle += world->proxies.moved_count == 0;
        if (step % 50 == 30) meddle(world, &p);
        if (step % 50 != 20) continue;
        v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.1f, 0.1f);
        v2d_body_set_velocity(world, id, v2d_vec2_make(1.0f, 2.0f));
    }
    CHECK(idle > 20);
}

// Where few escape the grid is not sorted, and what changes cell is loose in it: things of all kinds
// and sizes come, go, start and stop among many that rest.
static void loose_proxies(void **state) {
    (void)state;
    const plan p = {{0.0f, 0.0f}, 25.0f, 0.1f, 2.0f, 0.0f};
    seed = 21u;
    v2d_world *world = populate(&p, 600);
    v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f));
    int loose = 0;
    for (int step = 0; step < 150; ++step) {
        for (int k = 0; k < 4; ++k)
            v2d_body_set_velocity(world, v2d__body_id_of(world, random_below(60)),
                                  random_place(p.center, 15.0f));
        for (int i = 0; i < 60 && step % 50 == 49; ++i) // a rest, and then many at once
            v2d_body_set_velocity(world, v2d__body_id_of(world, i), p.center);
        v2d_world_clear_status(world);
        check_now(world, 1e-3f);
        loose += world->grid.loose_count > 0;
        test_steps(world, 1);
        if (step % 3 == 0) meddle(world, &p);
    }
    CHECK(loose > 75);
    CHECK(world->stats.dropped_pairs[0] == 0);
}

// A heap of small things in one cell among others far and wide: what goes through it meets more of them than a
// search lists at once.
static void crowded_cell(void **state) {
    (void)state;
    const v2d_vec2 heap = {5.0f, 5.0f};
    seed = 31u;
    v2d_world *world = test_world();
    v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f));
    for (int i = 0; i < 500; ++i) {
        v2d_vec2 at = random_place(heap, i < 300 ? 0.1f : 60.0f);
        test_circle(world, V2D_BODY_STATIC, at.x, at.y, 0.1f);
    }
    for (int i = 0; i < 60; ++i) {
        v2d_vec2 at = random_place(heap, i < 20 ? 0.1f : 60.0f);
        v2d_body_id id = test_circle(world, V2D_BODY_DYNAMIC, at.x, at.y, 0.15f);
        v2d_body_set_velocity(world, id, random_place(v2d_vec2_make(0.0f, 0.0f), 10.0f));
    }
    for (int step = 0; step < 10; ++step) {
        check_now(world, 1e-3f);
        CHECK(step > 0 || world->pairs.count > 5000);
        test_steps(world, 1);
    }
    CHECK(world->stats.dropped_pairs[0] == 0);
}

// Kilometres from the origin, where coordinates are no finer than two millimetres: things of all
// sizes, and circles whose enlarged boxes just touch or just do not.
static void far_away(void **state) {
    (void)state;
    const plan p = {{20000.0f, -20000.0f}, 10.0f, 0.2f, 2.0f, 3.0f};
    seed = 9u;
    v2d_world *world = populate(&p, 200);
    for (int i = 0; i < 400; ++i) {
        v2d_vec2 at = {20030.0f + 0.62f * (float)(i % 20), -20000.0f + 0.62f * (float)(i / 20)};
        at = random_place(at, 0.005f);
        test_circle(world, V2D_BODY_DYNAMIC, at.x, at.y, 0.25f);
    }
    for (int step = 0; step < 30; ++step) {
        check_now(world, 0.02f);
        test_steps(world, 1);
        meddle(world, &p);
    }
}

// Of the same sizes, most near the origin and a few where a coordinate is no finer than a metre: the
// cells that are fine enough for the former cannot hold the latter.
static void near_and_far_away(void **state) {
    (void)state;
    v2d_world *world = test_world();
    const float far = 16666666.0f;
    for (int i = 0; i < 30; ++i) {
        float half = 0.2f + 0.02f * (float)i;
        test_box(world, V2D_BODY_STATIC, 3.0f * (float)i, 0.0f, half, half);
        test_box(world, V2D_BODY_DYNAMIC, 3.0f * (float)i, 1.0f, half, half);
    }
    for (int i = 0; i < 3; ++i) { // heights are rounded to two metres
        float half = 0.3f + 0.2f * (float)i, y = far + 8.0f * (float)i;
        test_box(world, V2D_BODY_STATIC, 0.0f, y, half, 1.0f);
        test_box(world, V2D_BODY_DYNAMIC, 0.5f, y, half, 1.0f);
    }
    for (int step = 0; step < 10; ++step) {
        check_now(world, 4.0f);
        test_steps(world, 1);
    }
}

static void half_planes(void **state) {
    (void)state;
    const plan p = {{0.0f, 6.0f}, 8.0f, 0.2f, 2.0f, 2.0f};
    seed = 21u;
    v2d_world *world = populate(&p, 120);
    test_ground(world);
    v2d_vec2 zero = {0.0f, 0.0f};
    v2d_body_id slope = test_shape(world, V2D_BODY_KINEMATIC, -30.0f, 0.0f,
                                   v2d_geometry_half_plane(zero, v2d_vec2_make(0.8f, 0.6f)));
    v2d_body_set_velocity(world, slope, v2d_vec2_make(6.0f, 0.0f)); // it sweeps over them
    for (int step = 0; step < 240; ++step) {
        if (step % 4 == 0) check_now(world, 1e-3f);
        test_steps(world, 1);
        if (step == 100)
            test_shape(world, V2D_BODY_STATIC, 20.0f, 0.0f,
                       v2d_geometry_half_plane(zero, v2d_vec2_make(-1.0f, 0.0f)));
    }
}

// Soft bodies among the rigid.
static void soft_bodies(void **state) {
    (void)state;
    const plan p = {{0.0f, 6.0f}, 5.0f, 0.2f, 1.0f, 2.0f};
    seed = 33u;
    v2d_world *world = populate(&p, 80);
    for (int i = 0; i < 8; ++i) {
        v2d_soft_def def = v2d_soft_def_default();
        def.position = random_place(p.center, p.spread);
        CHECK(v2d_soft_create_box(world, &def, 1.0f, 0.5f).index1 != 0);
    }
    for (int step = 0; step < 40; ++step) {
        check_now(world, 1e-3f);
        test_steps(world, 1);
        meddle(world, &p);
    }
}

// What can meet nothing by its filter has no pairs, until something comes that it can meet.
static void lone_proxies(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_geometry g = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 1.0f);
    v2d_shape_def def = v2d_shape_def_default();
    def.filter.category = 2u, def.filter.mask = ~2u;
    for (int i = 0; i < 50; ++i) {
        v2d_body_def body = v2d_body_def_default();
        body.position.x = 0.1f * (float)i;
        v2d_shape_create(world, v2d_body_create(world, &body), &def, &g);
    }
    check_now(world, 1e-3f);
    CHECK(world->pairs.count == 0);
    test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 10.0f, 1.0f);
    check_now(world, 1e-3f);
    CHECK(world->pairs.count == 50);
}

// Without gravity nothing leaves its enlarged box, and contacts survive everything that concerns
// others, and a filter or a joint that leaves them possible.
static void contacts_survive(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id a = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.49f, 0.5f, 0.5f);
    test_box(world, V2D_BODY_STATIC, 0.0f, -1.0f, 5.0f, 1.0f);
    test_steps(world, 5);
    CHECK(world->pairs.count == 1 && world->pairs.at[0].contact1 == 1);
    v2d_body_id far = test_box(world, V2D_BODY_DYNAMIC, 50.0f, 0.0f, 0.5f, 0.5f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = v2d_anchor_body(a, v2d_vec2_make(0.0f, 0.0f));
    def.b = v2d_anchor_body(far, v2d_vec2_make(0.0f, 0.0f));
    v2d_joint_id joint = v2d_joint_create(world, &def);
    CHECK(joint.index1 != 0);
    float pressed = v2d__contact_get(world, 0).lambda[0][0];
    check_now(world, 1e-3f);
    CHECK(world->pairs.at[0].contact1 == 1);
    CHECK(pressed > 0.0f && v2d__contact_get(world, 0).lambda[0][0] == pressed);
}

// More pairs than there is room for: what fits is in the list, the rest is counted, the same every
// time, and found once there is room.
static void too_many_pairs(void **state) {
    (void)state;
    static v2d_world copy;
    v2d_world *world = test_world();
    v2d_body_id ids[200];
    for (int i = 0; i < 200; ++i) {
        ids[i] = test_circle(world, V2D_BODY_DYNAMIC, 0.001f * (float)i, 0.0f, 1.0f);
    }
    memcpy(&copy, world, sizeof(copy));
    v2d__nodes_motion(world, team(), dt);
    v2d__broadphase_update(world, team());
    CHECK(world->pairs.count == V2D_MAX_PAIRS);
    CHECK(world->stats.dropped_pairs[0] == 200 * 199 / 2 - V2D_MAX_PAIRS);
    v2d__nodes_motion(&copy, team(), dt);
    v2d__broadphase_update(&copy, team());
    CHECK(memcmp(world->pairs.at, copy.pairs.at, sizeof(copy.pairs.at)) == 0);
    for (int i = 0; i < 50; ++i)
        CHECK(v2d_body_destroy(world, ids[3 * i]) == V2D_OK);
    v2d_body_set_transform(world, ids[1], v2d_vec2_make(0.0f, 0.0f), 0.0f);
    check_now(world, 1e-3f);
    CHECK(world->pairs.count == 150 * 149 / 2);
}

// Two piles asleep, of which one is struck, and balls that roll past: the pairs of what is awake are those of all
// pairs that are not quiet, and some that are, in ascending order.
static void pairs_of_what_is_awake(void **state) {
    (void)state;
    static int32_t list[V2D_MAX_PAIRS];
    static bool listed[V2D_MAX_PAIRS];
    v2d_world *world = test_world();
    test_box(world, V2D_BODY_STATIC, 0.0f, -1.0f, 200.0f, 1.0f);
    for (int i = 0; i < 600; ++i)
        test_box(world, V2D_BODY_DYNAMIC, 1.05f * (float)(i / 10), 0.5f + (float)(i % 10), 0.5f,
                 0.5f);
    test_steps(world, 120);
    CHECK(world->islands.asleep_count == 600);
    v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, -20.0f, 0.5f, 0.5f);
    int quick = 0;
    for (int step = 0; step < 200; ++step) {
        v2d_body_set_velocity(world, ball, v2d_vec2_make(8.0f, 0.0f));
        test_steps(world, 1);
        if (world->changed.awake) v2d__nodes_list(world);
        int32_t count = v2d__pairs_of_awake(world, list, true);
        if (count < 0) continue;
        quick += 1;
        CHECK(10 * count < world->pairs.count);
        memset(listed, 0, sizeof(listed));
        for (int32_t k = 0; k < count; ++k) {
            CHECK(k == 0 || list[k] > list[k - 1]);
            listed[list[k]] = true;
        }
        for (int32_t i = 0; i < world->pairs.count; ++i)
            CHECK(listed[i] || v2d__pair_is_quiet(world, &world->pairs.at[i]));
    }
    CHECK(quick > 50);
}

// Another shape of a body that cannot be pushed gets a box; those that the body has keep theirs. The shapes stay
// in the order they were added in, whichever go.
static void another_shape_is_alone(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_shape_def def = v2d_shape_def_default();
    const v2d_body_type types[] = {V2D_BODY_STATIC, V2D_BODY_KINEMATIC};
    for (int t = 0; t < 2; ++t) {
        v2d_shape_id ids[60], next = {0, 0};
        int live = 0;
        v2d_body_id body = test_box(world, types[t], 0.0f, 100.0f * (float)t, 0.5f, 0.5f);
        for (int i = 0; i < 60; ++i) {
            v2d_geometry tile =
                v2d_geometry_oriented_box(0.5f, 0.5f, v2d_vec2_make(1.0f + (float)i, 0.0f), 0.0f);
            if (i >= 40) {
                test_steps(world, 1);
                v2d__nodes_motion(world, team(), dt);
                v2d__broadphase_update(world, team());
            }
            ids[i] = v2d_shape_create(world, body, &def, &tile);
            if (i < 40) continue;
            v2d__broadphase_update(world, team());
            CHECK(world->proxies.moved_count == 1);
        }
        for (int i = 0; i < 60; i += i % 10 == 9 ? 11 : 1) // 0 to 9, 20 to 29, ...
            CHECK(v2d_shape_destroy(world, ids[i]) == V2D_OK);
        v2d_geometry last = v2d_geometry_box(0.1f, 0.1f);
        v2d_shape_id added = v2d_shape_create(world, body, &def, &last);
        next = v2d_shape_next(world, v2d_body_first_shape(world, body));
        for (; V2D_IS_NULL(next) == 0; next = v2d_shape_next(world, next), ++live) {
            if (live < 30) CHECK(V2D_ID_EQUALS(next, ids[10 + live % 10 + 20 * (live / 10)]));
            if (live == 30) CHECK(V2D_ID_EQUALS(next, added));
        }
        CHECK(live == 31);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_worlds),
        cmocka_unit_test(resting_worlds),
        cmocka_unit_test(loose_proxies),
        cmocka_unit_test(far_away),
        cmocka_unit_test(near_and_far_away),
        cmocka_unit_test(half_planes),
        cmocka_unit_test(soft_bodies),
        cmocka_unit_test(lone_proxies),
        cmocka_unit_test(contacts_survive),
        cmocka_unit_test(too_many_pairs),
        cmocka_unit_test(crowded_cell),
        cmocka_unit_test(pairs_of_what_is_awake),
        cmocka_unit_test(another_shape_is_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
