// SPDX-License-Identifier: MIT OR Unlicense
// test_contact_life.c - a small world. Contacts begin, get one lane, sleep, wake and end, as a search of all
// pairs of shapes and of all lists says after each step; also when there are too few blocks for all colours.
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   128
#define V2D_MAX_SHAPES   128
#define V2D_MAX_PAIRS    768
#define V2D_MAX_CONTACTS 192
#define V2D_MAX_POINTS   0
#define V2D_MAX_EDGES    0
#define V2D_MAX_BENDS    0
#define V2D_MAX_SOFTS    0
#define V2D_MAX_JOINTS   0
#define V2D_MAX_ROWS     0
#define V2D_MAX_EVENTS   16
#include "verlet2d.h"
#include "test.h"

static v2d_world world;
static const float dt = 1.0f / 60.0f;
static uint32_t seed;

static uint32_t random_bits(void) { return test_bits(&seed); }

static bool one_in(uint32_t n) { return random_bits() % n == 0; }

static float random_between(float low, float high) { return test_between(&seed, low, high); }

// Any body but the first one, which is the ground; the null id if there is none.
static v2d_body_id random_body(void) {
    int count = v2d_world_counters(&world).bodies.count;
    v2d_body_id id = v2d_world_next_body(&world, (v2d_body_id){0, 0});
    if (count < 2) return (v2d_body_id){0, 0};
    for (uint32_t left = 1 + random_bits() % (uint32_t)(count - 1); left > 0; --left)
        id = v2d_world_next_body(&world, id);
    return id;
}

// ---- what must hold ----------------------------------------------------------------------------

static int count_of(const int32_t *list, int count, int32_t value) {
    int found = 0;
    for (int i = 0; i < count; ++i)
        found += list[i] == value;
    return found;
}

// A live contact has one pair unless it is gone. Awake it has one lane, asleep none; the list of its state
// names it once.
static void check_contact(int32_t slot) {
    const v2d__contact *c = &world.contacts.at[slot];
    uint32_t state = world.contacts.state[slot];
    int lanes = v2d__contact_blocks(&world.contacts.batch) * V2D__LANES, pairs = 0, asleep = 0;
    bool gone = (state & V2D__CONTACT_GONE) != 0, sleeps = c->lane < 0 && !gone;
    for (int i = 0; i < world.pairs.count; ++i)
        pairs += world.pairs.at[i].contact1 == slot + 1;
    for (int i = 0; i < world.contacts.dormant_count; ++i)
        asleep += v2d__dormant_slot(&world, i) == slot;
    CHECK(pairs == (gone ? 0 : 1));
    CHECK(count_of(world.contacts.lane_records, lanes, slot) == (gone || sleeps ? 0 : 1));
    CHECK(count_of(world.contacts.with_lane, world.contacts.with_lane_count, slot) ==
          (sleeps ? 0 : 1));
    bool pushes = (state & 3u) != 0 && (state & V2D__CONTACT_HIDDEN) == 0;
    CHECK(asleep == (sleeps && pushes ? 1 : 0));
    CHECK(count_of(world.contacts.touching, world.contacts.touching_count, slot) <= 1);
    CHECK((state & V2D__CONTACT_STRUCK) == 0);
}

// Looks at all contacts. Blocks suffice, and the slots in use are those of pairs and of contacts that are gone.
static void check_contacts_of_step(void) {
    int live = 0, used = 0;
    CHECK(v2d__contact_blocks(&world.contacts.batch) <= V2D__CONTACT_BLOCKS);
    for (int32_t slot = 0; slot < V2D_MAX_CONTACTS; ++slot) {
        if (world.contacts.generation[slot] % 2u == 0u) continue;
        live += 1;
        check_contact(slot);
        used += (world.contacts.state[slot] & V2D__CONTACT_GONE) != 0;
    }
    for (int i = 0; i < world.pairs.count; ++i)
        used += world.pairs.at[i].contact1 != 0;
    CHECK(live == used && live == world.contacts.pool.count);
}

// ---- too few blocks for all colours -------------------------------------------------------------------

enum { BALLS = 100 };

// A plate on the ground carries more balls than there are colours. In a world with room each ball has a
// colour of its own, until they are used up; here these would be more blocks than there are.
static void start_plate(void) {
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    CHECK(world_set_sleep(&world, false) == V2D_OK);
    test_ground(&world);
    test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 0.2f, 13.0f, 0.2f);
    for (int i = 0; i < BALLS; ++i)
        test_circle(&world, V2D_BODY_DYNAMIC, 0.25f * ((float)i - 49.5f), 0.5f, 0.1f);
}

static void a_plate_with_more_balls_than_colours(void **state) {
    (void)state;
    start_plate();
    for (int i = 0; i < 240; ++i) {
        test_steps(&world, 1);
        check_contacts_of_step();
        CHECK(world.contacts.batch.color_count <= V2D__CONTACT_SPARE); // the second colouring
        CHECK(world.contacts.batch.overflow_count > 0);
    }
    CHECK(BALLS > V2D__CONTACT_COLORS && V2D__CONTACT_SPARE < V2D__CONTACT_COLORS);
    CHECK(v2d_world_counters(&world).dropped_contacts == 0);
    CHECK(v2d_world_contact_count(&world) == BALLS + 1);
    double carried = 0.0;
    for (int i = 0; i <= BALLS; ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(&world, i, &c) == V2D_OK);
        if (c.manifold.count == 1) carried += (double)c.normal_impulse[0];
        for (int k = 0; k < c.manifold.count; ++k)
            CHECK_NEAR(c.manifold.points[k].separation, 0.0, 6e-3);
    }
    CHECK_NEAR(carried, BALLS * TEST_PI * 0.01 * 10.0 / 60.0, 0.02 * BALLS * TEST_PI * 0.01 / 6.0);
    v2d_body_id id = {0, 0};
    for (id = v2d_world_next_body(&world, id); id.index1 != 0;
         id = v2d_world_next_body(&world, id)) {
        v2d_vec2 v = v2d_body_velocity(&world, id);
        CHECK_NEAR(hypot((double)v.x, (double)v.y), 0.0, 2e-3);
    }
}

// ---- new bodies --------------------------------------------------------------------------------

// A body that was just created has no contacts: the lanes of all others stay, and what it lands on gets one
// lane more.
static void a_new_body_leaves_the_lanes_of_others(void **state) {
    (void)state;
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    (void)test_box(&world, V2D_BODY_STATIC, 0.0f, -0.5f, 20.0f, 0.5f);
    for (int i = 0; i < 40; ++i)
        (void)test_box(&world, V2D_BODY_DYNAMIC, (float)(i % 10), 0.25f + 0.5f * (float)(i / 10),
                       0.25f, 0.25f);
    test_steps(&world, 10);
    static int32_t lanes[V2D_MAX_CONTACTS];
    int32_t count = world.contacts.with_lane_count;
    CHECK(count >= 40 && !world.changed.contacts);
    for (int32_t i = 0; i < count; ++i)
        lanes[i] = world.contacts.at[world.contacts.with_lane[i]].lane;
    v2d_body_id fresh = test_box(&world, V2D_BODY_DYNAMIC, 15.0f, 0.25f, 0.25f, 0.25f);
    CHECK(!world.changed.contacts);
    v2d_mass mass = v2d_body_mass(&world, fresh);
    mass.mass *= 2.0f, mass.inertia *= 2.0f;
    CHECK(body_set_mass(&world, fresh, mass) == V2D_OK);
    CHECK(!world.changed.contacts);
    test_steps(&world, 1);
    CHECK(world.contacts.with_lane_count == count + 1);
    for (int32_t i = 0; i < count; ++i)
        CHECK(lanes[i] == world.contacts.at[world.contacts.with_lane[i]].lane);
    check_contact(world.contacts.with_lane[count]);
    // Its own contact depends on its mass from now on.
    mass.mass *= 2.0f, mass.inertia *= 2.0f;
    CHECK(body_set_mass(&world, fresh, mass) == V2D_OK);
    CHECK(world.changed.contacts);
}

// ---- struck, and asleep --------------------------------------------------------------------------

// A box is put to sleep in each step of its fall in turn, also in that of its hard landing: its contact is
// listed as one that sleeps, with a force that does not depend on the length of later sub-steps.
static void a_contact_that_was_struck_sleeps(void **state) {
    (void)state;
    int struck = 0;
    for (int wait = 0; wait < 40; ++wait) {
        v2d_world_def def = v2d_world_def_default();
        CHECK(v2d_world_init(&world, &def) == V2D_OK);
        test_ground(&world);
        v2d_body_id box = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 2.0f, 0.5f, 0.5f);
        CHECK(v2d_body_set_velocity(&world, box, v2d_vec2_make(0.0f, -8.0f)) == V2D_OK);
        for (int i = 0; i <= wait; ++i)
            CHECK(v2d_world_step(&world, dt, 1) == V2D_OK);
        int contacts = v2d_world_contact_count(&world);
        bool hard = (world.contacts.block_flags[0] & V2D__BLOCK_STRUCK) != 0 && contacts == 1;
        struck += hard;
        CHECK(v2d_body_set_awake(&world, box, false) == V2D_OK);
        CHECK(v2d_world_step(&world, dt, 1) == V2D_OK);
        CHECK(!v2d_body_is_awake(&world, box));
        check_contacts_of_step();
        if (!hard) continue;
        v2d_contact before, after;
        CHECK(v2d_world_contact_count(&world) == 1 &&
              v2d_world_contact(&world, 0, &before) == V2D_OK);
        test_circle(&world, V2D_BODY_DYNAMIC, 9.0f, 9.0f, 0.5f); // something must move
        CHECK(v2d_world_step(&world, 0.5f * dt, 1) == V2D_OK);
        CHECK(v2d_world_contact_count(&world) == 1 &&
              v2d_world_contact(&world, 0, &after) == V2D_OK);
        CHECK_NEAR(after.normal_impulse[0], 0.5f * before.normal_impulse[0], 1e-5);
        check_contacts_of_step();
    }
    CHECK(struck > 0);
}

// ---- a long life ---------------------------------------------------------------------------------

static v2d_transform start_at[V2D_MAX_SHAPES]; // of each shape, when the step began
static float reach[V2D_MAX_SHAPES];            // how far it may move in the step
static int32_t shapes_of[V2D_MAX_CONTACTS][2];
static uint32_t generation_of[V2D_MAX_CONTACTS];

static void remember_shapes(void) {
    for (int i = 0; i < world.shapes.pool.high; ++i) {
        if (world.shapes.generation[i] % 2u == 0u) continue;
        v2d_body_id id = v2d__body_id_of(&world, world.shapes.at[i].body);
        v2d_vec2 v = v2d_body_velocity(&world, id);
        float turn = fabsf(v2d_body_angular_velocity(&world, id));
        start_at[i] = v2d_body_transform(&world, id);
        reach[i] = (sqrtf(v.x * v.x + v.y * v.y) + turn) * dt + 10.0f * dt * dt;
    }
}

// Distance of two shapes when the step began; below 0 they overlapped.
static float distance_of(int a, int b) {
    v2d_manifold m;
    const v2d_geometry *ga = &world.shapes.at[a].geometry, *gb = &world.shapes.at[b].geometry;
    float least = 1e9f;
    int count = v2d_collide(ga, start_at[a], gb, start_at[b], 10.0f, &m);
    for (int i = 0; i < count; ++i)
        least = fminf(least, m.points[i].separation);
    return least;
}

static bool may_collide(int a, int b) {
    const v2d__shape *sa = &world.shapes.at[a], *sb = &world.shapes.at[b];
    v2d_body_id ia = v2d__body_id_of(&world, sa->body), ib = v2d__body_id_of(&world, sb->body);
    bool moves = body_type_of(&world, ia) == V2D_BODY_DYNAMIC ||
                 body_type_of(&world, ib) == V2D_BODY_DYNAMIC;
    v2d_filter fa = sa->filter, fb = sb->filter;
    return moves && (fa.category & fb.mask) != 0 && (fb.category & fa.mask) != 0;
}

static bool is_awake(int shape) {
    v2d_body_id id = v2d__body_id_of(&world, world.shapes.at[shape].body);
    return body_type_of(&world, id) == V2D_BODY_DYNAMIC && v2d_body_is_awake(&world, id);
}

// The contact of two shapes, or -1.
static int32_t contact_of(int a, int b) {
    for (int i = 0; i < world.pairs.count; ++i) {
        const v2d__pair *p = &world.pairs.at[i];
        if ((int)p->a == a && (int)p->b == b) return p->contact1 - 1;
    }
    return -1;
}

// What overlapped when the step began, and is awake, has a contact with points, if there was room. What was
// too far away to meet has none, or one without points, or it sleeps. What may not collide has none.
static void check_against_all_pairs(bool room, int *with, int *parted, int *asleep) {
    for (int b = 0; b < world.shapes.pool.high; ++b) {
        for (int a = 0; a < b; ++a) {
            if (world.shapes.generation[a] % 2u == 0u || world.shapes.generation[b] % 2u == 0u)
                continue;
            int32_t slot = contact_of(a, b);
            bool points = slot >= 0 && (world.contacts.state[slot] & 3) != 0;
            if (!may_collide(a, b)) {
                CHECK(slot < 0);
                continue;
            }
            bool sleeps = !is_awake(a) && !is_awake(b);
            float distance = distance_of(a, b);
            if (!sleeps && room && distance < -1e-3f) CHECK(points);
            if (!sleeps && distance > reach[a] + reach[b] + 0.1f) CHECK(!points);
            *with += points, *parted += slot >= 0 && !points, *asleep += points && sleeps;
        }
    }
}

// While a slot keeps its generation its contact is the same one.
static int check_generations(void) {
    int begun = 0;
    for (int32_t i = 0; i < V2D_MAX_CONTACTS; ++i) {
        const v2d__contact *c = &world.contacts.at[i];
        uint32_t now = world.contacts.generation[i];
        bool same = c->shape_a == shapes_of[i][0] && c->shape_b == shapes_of[i][1];
        bool gone =
            c->shape_a == c->shape_b; // a shape was destroyed; its slot may be another's by now
        CHECK(now - generation_of[i] < 1000u);
        if (now == generation_of[i] && now % 2u == 1u) CHECK(same || gone);
        begun += (int)((now + 1u) / 2u - (generation_of[i] + 1u) / 2u);
        generation_of[i] = now, shapes_of[i][0] = c->shape_a, shapes_of[i][1] = c->shape_b;
    }
    return begun;
}

static void make_one(bool crowd) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    float wide = crowd ? 0.5f : 4.0f;
    def.position =
        v2d_vec2_make(random_between(-wide, wide), random_between(0.3f, crowd ? 1.0f : 6.0f));
    def.velocity.y = one_in(4) ? -8.0f : 0.0f;
    v2d_geometry g = one_in(2)
                         ? v2d_geometry_box(random_between(0.2f, 0.4f), random_between(0.2f, 0.4f))
                         : v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.3f);
    v2d_body_id id = v2d_body_create(&world, &def);
    v2d_shape_create(&world, id, &shape_def, &g);
}

static void meddle(int step) {
    int most = step % 500 < 60 ? 90 : 25; // a crowd from time to time
    int count = v2d_world_counters(&world).bodies.count;
    if (count < most) make_one(most > 25);
    if (count > most || one_in(30)) v2d_body_destroy(&world, random_body());
    if (one_in(20)) v2d_body_set_awake(&world, random_body(), one_in(2));
    if (one_in(25)) {
        v2d_vec2 to = v2d_vec2_make(random_between(-4.0f, 4.0f), random_between(0.3f, 5.0f));
        v2d_body_set_transform(&world, random_body(), to, random_between(-3.0f, 3.0f));
    }
    if (one_in(15)) {
        v2d_filter filter = filter_default();
        filter.category = one_in(2) ? 1u : 2u;
        filter.mask = one_in(2) ? 1u : ~0u;
        shape_set_filter(&world, v2d_body_first_shape(&world, random_body()), filter);
    }
    v2d_world_clear_status(&world);
}

static void contacts_are_those_of_a_search(void **state) {
    (void)state;
    int with = 0, parted = 0, asleep = 0, begun = 0;
    v2d_world_def def = v2d_world_def_default();
    def.sleep_time = 0.1f;
    seed = 12345u;
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    test_box(&world, V2D_BODY_STATIC, 0.0f, -1.0f, 12.0f, 1.0f);
    for (int step = 0; step < 3000; ++step) {
        meddle(step);
        remember_shapes();
        uint64_t dropped = v2d_world_counters(&world).dropped_contacts;
        dropped += v2d_world_counters(&world).dropped_pairs;
        CHECK(v2d_world_step(&world, dt, 4) == V2D_OK);
        v2d_counters now = v2d_world_counters(&world);
        bool room = now.dropped_contacts + now.dropped_pairs == dropped;
        check_contacts_of_step();
        check_against_all_pairs(room, &with, &parted, &asleep);
        begun += check_generations();
    }
    CHECK(with > 10000 && parted > 100 && asleep > 100 && begun > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plate_with_more_balls_than_colours),
        cmocka_unit_test(a_new_body_leaves_the_lanes_of_others),
        cmocka_unit_test(a_contact_that_was_struck_sleeps),
        cmocka_unit_test(contacts_are_those_of_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
