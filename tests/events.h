// SPDX-License-Identifier: MIT OR Unlicense
// events.h - a seeded world in which things begin and end to touch in every way, and what its events say.
//
// The events are folded into a set of pairs: begin adds, end removes. After every step that set is
// compared with the pairs of which v2d_world_contact() says that they touch. The program that includes
// this says which engine it has.
#include "test.h"

#include "../examples/workers.h"

// ---- for single tests -------------------------------------------------------------------------------

static inline int count_kind(v2d_world *w, v2d_event_kind kind, v2d_event *last) {
    int n = 0;
    for (int i = 0; i < v2d_world_event_count(w); ++i) {
        v2d_event e;
        CHECK(v2d_world_event(w, i, &e) == V2D_OK);
        if (e.kind != kind) continue;
        if (last != NULL) *last = e;
        n += 1;
    }
    return n;
}

static inline v2d_shape_id reporting(v2d_world *w, v2d_body_id body, uint32_t report,
                                     uint64_t user) {
    v2d_shape_id shape = v2d_body_first_shape(w, body);
    CHECK(shape_set_report(w, shape, report, V2D_UNLIMITED) == V2D_OK);
    CHECK(shape_set_user(w, shape, user) == V2D_OK);
    return shape;
}

// ---- the seeded world -----------------------------------------------------------------------------

enum { THINGS = 1 << 16, PAIRS = 4096 };

static v2d_world world, copy;
static uint64_t seed;

static uint32_t random_bits(void) { // xorshift64*
    seed ^= seed >> 12, seed ^= seed << 25, seed ^= seed >> 27;
    return (uint32_t)((seed * 2685821657736338717u) >> 32);
}

static int chance(int one_in) { return random_bits() % (uint32_t)one_in == 0u; }

static float between(float low, float high) {
    return low + (high - low) * (float)(random_bits() >> 8) / 16777216.0f;
}

// ---- things: numbered by their user numbers, 0 is the bounds ---------------------------------------

static struct {
    uint32_t report;
    uint32_t rank;  // of its first shape, point or soft body, with the kind on top: order of events
    uint32_t whole; // of a piece: the rank of what it tore from
} things[THINGS];
static uint64_t thing_count;

static uint64_t new_thing(uint32_t report) {
    CHECK(thing_count + 1 < THINGS);
    things[++thing_count].report = report;
    return thing_count;
}

// A piece of a soft body is told with the user number of that until name_pieces() gave it one of its own.
static uint64_t thing_of(const v2d_part *part) {
    v2d_soft_def def;
    if (part->soft.index1 != 0 && v2d_soft_describe(&world, part->soft, &def) == V2D_OK)
        return def.user;
    return part->soft.index1 != 0 ? part->owner_user : part->user;
}

static int is_shape(const v2d_part *part) {
    return part->soft.index1 == 0 && part->point.index1 == 0;
}

// ---- sets of pairs ------------------------------------------------------------------------------

typedef struct {
    uint64_t at[PAIRS];
    int count;
} pair_set;

static pair_set told, seen;

static uint64_t pair_of(const v2d_part *a, const v2d_part *b) {
    uint64_t x = thing_of(a), y = thing_of(b);
    return x < y ? x << 32 | y : y << 32 | x;
}

static int find_pair(const pair_set *set, uint64_t pair) {
    for (int i = 0; i < set->count; ++i) {
        if (set->at[i] == pair) return i;
    }
    return -1;
}

static void add_pair(pair_set *set, uint64_t pair) {
    CHECK(set->count < PAIRS);
    set->at[set->count++] = pair;
}

// ---- events -------------------------------------------------------------------------------------

static int kinds_told[16];
static uint64_t before_pieces; // things after this one that have a whole are pieces of this step

// Which of the groups of the array an event belongs to; ends are of the first or of the fourth.
static int group_of(v2d_event_kind kind) {
    switch (kind) {
    case V2D_EVENT_CONTACT_BEGIN: return 1;
    case V2D_EVENT_HIT: return 2;
    case V2D_EVENT_CONTACT_END: return 3;
    case V2D_EVENT_LOST: return 5;
    default: return 4;
    }
}

// The place of an event in the order of its group: the least one after `rank`, or 0. In the step in which it tears, a
// piece is told in its own place or in that of the whole.
static uint64_t rank_after(const v2d_event *e, uint64_t rank) {
    const uint64_t thing[2] = {thing_of(&e->a), thing_of(&e->b)};
    uint64_t least = 0;
    for (int k = 0; k < 4; ++k) {
        uint64_t place[2];
        for (int i = 0; i < 2; ++i) {
            bool torn = thing[i] > before_pieces && things[thing[i]].whole != 0u;
            place[i] = (k >> i & 1) != 0 && torn ? things[thing[i]].whole : things[thing[i]].rank;
        }
        uint64_t next = place[0] << 32 | place[1];
        if (place[0] < place[1] && next > rank && (least == 0 || next < least)) least = next;
    }
    return least;
}

static void check_order(const v2d_event *e, int *group, uint64_t *rank) {
    int now = group_of(e->kind);
    if (now == 3 && *group <= 0) now = 0; // of something that was destroyed
    if (now == 0 && *group == 0 && rank_after(e, *rank) == 0) now = 3;
    uint64_t next = now < 4 ? rank_after(e, now == *group ? *rank : 0) : 0;
    CHECK(now >= *group && (now >= 4 || next > 0));
    *group = now, *rank = next;
}

// Pieces of torn soft bodies are things of their own, which have the user number of the whole at first.
static void name_pieces(void) {
    v2d_soft_id id = {0, 0};
    before_pieces = thing_count;
    while (id = v2d_world_next_soft(&world, id), id.index1 != 0) {
        v2d_soft_def def;
        CHECK(v2d_soft_describe(&world, id, &def) == V2D_OK);
        if (things[def.user].rank == (3u << 28 | id.index1)) continue;
        uint64_t whole = def.user;
        def.user = new_thing(things[whole].report);
        things[def.user].rank = 3u << 28 | id.index1, things[def.user].whole = things[whole].rank;
        CHECK(v2d_soft_change(&world, id, &def) == V2D_OK);
    }
}

static void fold_events(void) {
    name_pieces();
    int group = -1, count = v2d_world_event_count(&world);
    uint64_t rank = 0;
    CHECK(count <= V2D_MAX_EVENTS);
    for (int i = 0; i < count; ++i) {
        v2d_event e;
        CHECK(v2d_world_event(&world, i, &e) == V2D_OK);
        kinds_told[e.kind] += 1;
        check_order(&e, &group, &rank);
        CHECK(isfinite(e.speed) && e.speed >= 0.0f && isfinite(e.impulse) && e.impulse >= 0.0f);
        uint64_t pair = pair_of(&e.a, &e.b);
        int at = find_pair(&told, pair);
        float square = e.normal.x * e.normal.x + e.normal.y * e.normal.y;
        if (e.kind == V2D_EVENT_CONTACT_BEGIN) {
            CHECK(at < 0);
            add_pair(&told, pair);
        } else if (e.kind == V2D_EVENT_CONTACT_END) {
            CHECK(at >= 0 && e.speed == 0.0f && e.impulse == 0.0f && square == 0.0f);
            told.at[at] = told.at[--told.count];
        } else if (e.kind == V2D_EVENT_LOST) {
            static uint64_t dropped; // touches without room are told, too
            uint64_t before = dropped;
            dropped = v2d_world_counters(&world).dropped_touches;
            CHECK(i == count - 1 && e.count > 0);
            CHECK(count == V2D_MAX_EVENTS || (uint64_t)e.count == dropped - before);
        }
        if (e.kind == V2D_EVENT_CONTACT_BEGIN || e.kind == V2D_EVENT_HIT)
            CHECK_NEAR(square, 1.0, 1e-3);
    }
}

// ---- truth --------------------------------------------------------------------------------------

static int reports(uint64_t pair) {
    return ((things[pair >> 32].report | things[pair & 0xffffffffu].report) & V2D_REPORT_CONTACT) !=
           0u;
}

// Whether a contact has to touch, because it pushed.
static int has_pushed(const v2d_contact *c) {
    return c->normal_impulse[0] > 0.0f || (c->manifold.count > 1 && c->normal_impulse[1] > 0.0f);
}

static void see_contacts(int room) {
    seen.count = 0;
    for (int i = 0; i < v2d_world_contact_count(&world); ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(&world, i, &c) == V2D_OK && !c.sensor);
        if (c.a.soft.index1 != 0 && V2D_ID_EQUALS(c.a.soft, c.b.soft)) continue; // with itself
        uint64_t pair = pair_of(&c.a, &c.b);
        CHECK(c.speed >= 0.0f && isfinite(c.slip) && c.friction >= 0.0f);
        if (has_pushed(&c) && (room || !reports(pair))) CHECK(c.touching);
        if (c.touching && reports(pair) && find_pair(&seen, pair) < 0) add_pair(&seen, pair);
    }
}

// What sleeps in contact with a soft body or a point is not among the contacts of the world.
static void see_sleepers(void) {
    static v2d_contact list[PAIRS];
    v2d_soft_id soft = {0, 0};
    v2d_body_id body = {0, 0};
    for (int kind = 0; kind < 2; ++kind) {
        for (;;) {
            int n = 0;
            if (kind == 0) {
                soft = v2d_world_next_soft(&world, soft);
                if (soft.index1 == 0) break;
                n = v2d_soft_contacts(&world, soft, list, PAIRS);
            } else {
                body = v2d_world_next_body(&world, body);
                if (body.index1 == 0) break;
                n = v2d_body_contacts(&world, body, list, PAIRS);
            }
            CHECK(n >= 0 && n <= PAIRS);
            for (int i = 0; i < n; ++i) {
                if (list[i].a.soft.index1 != 0 && V2D_ID_EQUALS(list[i].a.soft, list[i].b.soft))
                    continue;
                uint64_t pair = pair_of(&list[i].a, &list[i].b);
                CHECK(kind == 0 ? V2D_ID_EQUALS(list[i].a.soft, soft)
                                : V2D_ID_EQUALS(list[i].a.body, body));
                if (!list[i].touching || !reports(pair)) continue;
                if (find_pair(&seen, pair) < 0) {
                    CHECK(list[i].manifold.count == 0 &&
                          !is_shape(&list[i].a) + !is_shape(&list[i].b));
                    add_pair(&seen, pair);
                }
            }
        }
    }
}

// Sleeping pairs of loose points, or of one and the bounds, are in no list.
static int is_nowhere(uint64_t pair) {
    uint32_t a = things[pair >> 32].rank >> 28, b = things[pair & 0xffffffffu].rank >> 28;
    return (a == 1u || a == 2u) && (b == 1u || b == 2u);
}

static int compared;

static void compare(void) {
    int room = v2d_world_event_count(&world) < V2D_MAX_EVENTS - 1 && !world.touches.full;
    see_contacts(room);
    see_sleepers();
    for (int i = 0; i < seen.count; ++i)
        CHECK(find_pair(&told, seen.at[i]) >= 0);
    if (v2d_world_event_count(&world) >= V2D_MAX_EVENTS - 1) return; // some end may wait
    for (int i = 0; i < told.count; ++i) {
        if (is_nowhere(told.at[i])) continue;
        CHECK(find_pair(&seen, told.at[i]) >= 0);
        compared += 1;
    }
}

// ---- the world ----------------------------------------------------------------------------------

static v2d_filter some_filter(void) {
    v2d_filter filter = filter_default();
    if (chance(3)) filter.mask = random_bits(), filter.category = 1u << random_bits() % 4u;
    return filter;
}

static void rank_shape(v2d_shape_id shape, uint64_t thing) { things[thing].rank = shape.index1; }

static v2d_geometry some_geometry(void) {
    v2d_vec2 zero = {0.0f, 0.0f}, end = {between(0.1f, 0.5f), 0.1f};
    switch (random_bits() % 4u) {
    case 0: return v2d_geometry_circle(zero, between(0.1f, 0.5f));
    case 1: return v2d_geometry_capsule(zero, end, between(0.1f, 0.3f));
    default: return v2d_geometry_box(between(0.1f, 0.6f), between(0.1f, 0.4f));
    }
}

static void add_shape(v2d_body_id body) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry geometry = some_geometry();
    def.report = random_bits() % 4u;
    def.filter = some_filter();
    def.hit_impulse = chance(2) ? V2D_UNLIMITED : between(0.0f, 2.0f);
    def.restitution = chance(3) ? 0.6f : 0.0f;
    def.user = new_thing(def.report);
    rank_shape(v2d_shape_create(&world, body, &def, &geometry), def.user);
}

static void add_body(void) {
    v2d_body_def def = v2d_body_def_default();
    def.position = v2d_vec2_make(between(-5.0f, 5.0f), between(0.5f, 7.0f));
    def.angle = between(-3.0f, 3.0f);
    def.velocity = v2d_vec2_make(between(-3.0f, 3.0f), between(-6.0f, 3.0f));
    def.type = chance(8) ? V2D_BODY_KINEMATIC : chance(8) ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC;
    if (def.type == V2D_BODY_KINEMATIC) def.velocity.y = 0.0f;
    def.awake = !chance(6);
    def.report = chance(2) ? V2D_REPORT_SLEEP : 0u;
    def.user = (uint64_t)random_bits() << 20;
    v2d_body_id body = v2d_body_create(&world, &def);
    for (int i = chance(3) ? 2 : 1; i > 0 && body.index1 != 0; --i)
        add_shape(body);
}

static void add_chain(v2d_body_id body, float y) {
    v2d_vec2 v[13];
    v2d_shape_def def = v2d_shape_def_default();
    for (int i = 0; i < 13; ++i)
        v[i] = v2d_vec2_make(6.0f - (float)i, y + (i % 4 == 1 ? 0.2f : 0.0f));
    def.report = chance(2) ? V2D_REPORT_CONTACT : random_bits() % 4u;
    def.user = new_thing(def.report);
    v2d_chain_id chain = v2d_chain_create(&world, body, &def, v, 13, false);
    rank_shape(v2d_chain_shape(&world, chain, 0), def.user);
}

static void add_point(void) {
    v2d_point_def def = v2d_point_def_default();
    def.position = v2d_vec2_make(between(-5.0f, 5.0f), between(0.5f, 7.0f));
    def.radius = between(0.02f, 0.2f);
    def.pinned = chance(6);
    def.report = random_bits() % 4u;
    def.filter = some_filter();
    def.user = new_thing(def.report);
    things[def.user].rank = 2u << 28 | v2d_point_create(&world, &def).index1;
}

static void add_soft(void) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(between(-5.0f, 5.0f), between(1.0f, 7.0f));
    def.filter = some_filter();
    def.report = random_bits() % 8u;
    def.tear_strain = chance(2) ? 0.05f : 0.0f;
    def.relaxed = chance(3);
    def.user = new_thing(def.report);
    v2d_soft_id soft = {0, 0};
    if (chance(2)) {
        soft = v2d_soft_create_box(&world, &def, between(0.3f, 1.0f), between(0.3f, 1.0f));
    } else {
        soft =
            v2d_soft_create_rope(&world, &def, v2d_vec2_make(0.0f, 0.0f),
                                 v2d_vec2_make(between(0.5f, 3.0f), 0.0f), 5, chance(2), chance(2));
    }
    things[def.user].rank = 3u << 28 | soft.index1;
}

static v2d_body_id any_body(void) {
    v2d_body_id id = {0, 0};
    for (uint32_t n = random_bits() % 24u + 1u; n > 0; --n)
        id = v2d_world_next_body(&world, id);
    return id;
}

static v2d_soft_id any_soft(void) {
    v2d_soft_id id = {0, 0};
    for (uint32_t n = random_bits() % 5u + 1u; n > 0; --n)
        id = v2d_world_next_soft(&world, id);
    return id;
}

static v2d_point_id any_point(void) {
    v2d_point_id id = {0, 0};
    for (uint32_t n = random_bits() % 30u + 1u; n > 0; --n)
        id = v2d_world_next_point(&world, id);
    return id;
}

static void change_report(void) {
    uint32_t report = random_bits() % 4u;
    v2d_shape_id shape = v2d_body_first_shape(&world, any_body());
    v2d_soft_id soft = any_soft();
    v2d_point_id point = any_point();
    body_set_report(&world, any_body(), chance(2) ? V2D_REPORT_SLEEP : 0u);
    if (chance(3)) {
        if (shape_set_report(&world, shape, report, 1.0f) == V2D_OK)
            things[shape_user(&world, shape)].report = report;
    } else if (chance(2)) {
        if (soft_set_report(&world, soft, report | (random_bits() & 4u), 1.0f) == V2D_OK)
            things[soft_user(&world, soft)].report = report;
    } else if (point_set_report(&world, point, report, 1.0f) == V2D_OK &&
               point_soft(&world, point).index1 == 0) {
        things[point_user(&world, point)].report = report;
    }
}

static void destroy_something(void) {
    v2d_edge_id edge = {0, 0};
    v2d_body_id body = any_body();
    v2d_shape_id shape = v2d_body_first_shape(&world, body);
    v2d_chain_id chain = v2d_shape_chain(&world, shape);
    switch (random_bits() % 8u) {
    case 0: v2d_soft_destroy(&world, any_soft()); break;
    case 1: v2d_point_destroy(&world, any_point()); break;
    case 2:
        for (uint32_t n = random_bits() % 20u; n > 0; --n)
            edge = v2d_world_next_edge(&world, edge);
        v2d_edge_destroy(&world, edge);
        break;
    case 3: v2d_shape_destroy(&world, shape); break;
    case 4:
        if (chance(4)) v2d_chain_destroy(&world, chain);
        break;
    default: v2d_body_destroy(&world, body); break;
    }
}

static void move_something(void) {
    v2d_vec2 place = v2d_vec2_make(between(-5.0f, 5.0f), between(0.2f, 5.0f));
    v2d_body_id body = any_body();
    v2d_filter filter = some_filter();
    switch (random_bits() % 8u) {
    case 0: v2d_body_set_transform(&world, body, place, between(-3.0f, 3.0f)); break;
    case 1: v2d_point_set_position(&world, any_point(), place); break;
    case 2: shape_set_filter(&world, v2d_body_first_shape(&world, body), filter); break;
    case 3: v2d_body_set_type(&world, body, (v2d_body_type)(random_bits() % 3u)); break;
    case 4: v2d_body_set_awake(&world, body, chance(2)); break;
    case 5: soft_set_awake(&world, any_soft(), chance(2)); break;
    case 6:
        v2d_body_set_velocity(&world, body, v2d_vec2_make(between(-9, 9), between(-9, 9)));
        break;
    default: v2d_point_set_pinned(&world, any_point(), chance(2)); break;
    }
}

// A calm world falls asleep; a lively one is changed all the time.
static void change_world(int step) {
    int calm = step / 200 % 3 == 2;
    if (chance(calm ? 60 : 6)) {
        if (v2d_world_counters(&world).bodies.count < 24) add_body();
    }
    if (chance(calm ? 200 : 25)) add_point();
    if (chance(calm ? 200 : 30)) add_soft();
    if (chance(calm ? 100 : 8)) destroy_something();
    if (chance(calm ? 80 : 8)) move_something();
    if (chance(calm ? 80 : 12)) change_report();
    if (chance(400)) {
        v2d_body_id none = {0, 0};
        add_chain(v2d_world_next_body(&world, none), between(0.0f, 0.5f));
    }
    if (chance(2000)) v2d_world_set_gravity(&world, v2d_vec2_make(between(-9, 9), -10.0f));
    if (chance(500)) world_set_sleep(&world, !chance(4));
}

static void start_world(uint64_t first) {
    v2d_world_def def = v2d_world_def_default();
    seed = first, told.count = 0, thing_count = 0;
    memset(things, 0, sizeof(things));
    things[0].rank = 1u << 28;
    def.bounded = true;
    def.bounds.lower = v2d_vec2_make(-6.0f, -1.0f), def.bounds.upper = v2d_vec2_make(6.0f, 9.0f);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    v2d_body_def body_def = v2d_body_def_default();
    body_def.type = V2D_BODY_STATIC;
    v2d_body_id ground = v2d_body_create(&world, &body_def);
    add_chain(ground, 0.0f);
}

// The same step on a copy of the world, by several threads: the same events.
static void check_copy(float dt, workers *pool) {
    CHECK(step_parallel(&copy, dt, 4, chance(2) ? 2 : 8, workers_run, pool) == V2D_OK);
    CHECK(v2d_world_event_count(&copy) == v2d_world_event_count(&world));
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event a, b;
        memset(&a, 0, sizeof(a)), memset(&b, 0, sizeof(b));
        CHECK(v2d_world_event(&world, i, &a) == V2D_OK && v2d_world_event(&copy, i, &b) == V2D_OK);
        CHECK(memcmp(&a, &b, sizeof(a)) == 0);
    }
}

static void fold_of_events_is_what_touches(int steps, uint64_t first) {
    workers pool;
    CHECK(workers_start(&pool, 2));
    start_world(first);
    compared = 0;
    memset(kinds_told, 0, sizeof(kinds_told));
    for (int step = 0; step < steps; ++step) {
        if (thing_count > THINGS - 64) start_world(first + (uint64_t)step);
        change_world(step);
        float dt = chance(20) ? between(0.07f, 0.3f) : 1.0f / 60.0f;
        int copies = step % 16 == 0;
        if (copies) memcpy(&copy, &world, sizeof(world));
        v2d_world_clear_status(&world);
        CHECK(v2d_world_step(&world, dt, 4) == V2D_OK);
        if (copies) check_copy(dt, &pool);
        fold_events();
        compare();
    }
    workers_stop(&pool);
    print_message("begins %d, ends %d, hits %d, lost %d, sleeps %d, torn %d, touches at most %d\n",
                  kinds_told[V2D_EVENT_CONTACT_BEGIN], kinds_told[V2D_EVENT_CONTACT_END],
                  kinds_told[V2D_EVENT_HIT], kinds_told[V2D_EVENT_LOST],
                  kinds_told[V2D_EVENT_SLEEP], kinds_told[V2D_EVENT_EDGE_TORN],
                  v2d_world_counters(&world).touches.peak);
    CHECK(compared > steps); // it was no idle test
    CHECK(kinds_told[V2D_EVENT_CONTACT_BEGIN] > steps / 50 &&
          kinds_told[V2D_EVENT_HIT] > steps / 50);
    CHECK(kinds_told[V2D_EVENT_SLEEP] > 0 && kinds_told[V2D_EVENT_WAKE] > 0);
    CHECK(kinds_told[V2D_EVENT_EDGE_TORN] > 0);
}
