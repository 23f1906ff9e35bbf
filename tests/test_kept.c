// SPDX-License-Identifier: MIT OR Unlicense
// test_kept.c - a small world of grains. Each two that touch have one row, in a colour in which neither has
// another, as a search of all pairs of points says after each step; also when some are created, destroyed, moved,
// pinned or put to sleep, when rows are too many, and after a save, a load and a copy.
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   16
#define V2D_MAX_SHAPES   16
#define V2D_MAX_POINTS   256
#define V2D_MAX_EDGES    8
#define V2D_MAX_BENDS    0
#define V2D_MAX_SOFTS    2
#define V2D_MAX_JOINTS   0
#define V2D_MAX_PAIRS    4096
#define V2D_MAX_CONTACTS 64
#define V2D_MAX_ROWS     640
#define V2D_MAX_EVENTS   64
#define V2D_MAX_TOUCHES  64
#include "verlet2d.h"
#include "test.h"

static v2d_world world, other;
static unsigned char bytes[2 * sizeof(v2d_world)], again[2 * sizeof(v2d_world)];
static const float dt = 1.0f / 60.0f;
static uint32_t seed;

static uint32_t random_bits(void) { return test_bits(&seed); }

static bool one_in(uint32_t n) { return random_bits() % n == 0; }

static float random_between(float low, float high) { return test_between(&seed, low, high); }

static v2d_point_id add_grain(float x, float y, float radius) {
    v2d_point_def def = v2d_point_def_default();
    def.position = v2d_vec2_make(x, y), def.radius = radius;
    return v2d_point_create(&world, &def);
}

// A bin of half planes, with a ball on its ground.
static void make_bin(uint32_t start, bool sleep) {
    v2d_world_def def = v2d_world_def_default();
    seed = start;
    def.bounded = true, def.sleep = sleep, def.sleep_time = 0.3f;
    def.bounds.lower = v2d_vec2_make(-2.0f, 0.0f);
    def.bounds.upper = v2d_vec2_make(2.0f, 40.0f);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    (void)test_circle(&world, V2D_BODY_DYNAMIC, 0.0f, 0.6f, 0.5f);
}

static void pour(int count, float low) {
    for (int i = 0; i < count; ++i)
        (void)add_grain(random_between(-1.8f, 1.8f), low + 0.05f * (float)i,
                        random_between(0.08f, 0.16f));
}

// A random point, or the null id.
static v2d_point_id random_point(void) {
    int count = v2d_world_counters(&world).points.count;
    v2d_point_id id = v2d_world_next_point(&world, (v2d_point_id){0, 0});
    if (count == 0) return id;
    for (uint32_t left = random_bits() % (uint32_t)count; left > 0; --left)
        id = v2d_world_next_point(&world, id);
    return id;
}

// ---- what must hold ------------------------------------------------------------------------------------

// Rows of the points in slots a and b, a below b: how many, and whether the last one is kept.
static uint8_t rows_of[V2D_MAX_POINTS][V2D_MAX_POINTS], row_kept[V2D_MAX_POINTS][V2D_MAX_POINTS];

static void count_rows(void) {
    memset(rows_of, 0, sizeof(rows_of));
    for (int32_t i = 0; i < v2d__rows_total(&world); ++i) {
        v2d__row row = v2d__row_number(&world, i);
        if (row.kind != V2D_CONTACT_POINT_POINT) continue;
        int32_t a = row.node[0] - V2D__POINT_NODE, b = row.node[1] - V2D__POINT_NODE;
        CHECK(a < b && rows_of[a][b] < 255u);
        rows_of[a][b] += 1;
        row_kept[a][b] = i >= world.rows.count;
    }
}

// Whether the row of a point is to be kept.
static bool is_plain(int32_t i) {
    return world.points.at[i].restitution == 0.0f &&
           world.nodes.dof[V2D__POINT_NODE + i].inv_mass > 0.0f;
}

// Whether a point is asleep or cannot move.
static bool rests(int32_t i) {
    return v2d__node_sleeps(&world, V2D__POINT_NODE + i) ||
           !(world.nodes.dof[V2D__POINT_NODE + i].inv_mass > 0.0f);
}

// Two points have a row if they were near when the step began, and no other row.
static void check_pair(int32_t a, int32_t b, int *kept_rows) {
    const v2d__pose *pa = &world.nodes.old_pose[V2D__POINT_NODE + a],
                    *pb = &world.nodes.old_pose[V2D__POINT_NODE + b];
    float far = world.points.at[a].radius + world.points.at[b].radius + v2d__margin(&world);
    float gap = hypotf(pa->x - pb->x, pa->y - pb->y) - far;
    int rows = rows_of[a][b];
    bool kept = rows > 0 && row_kept[a][b] != 0u;
    *kept_rows += kept;
    CHECK(rows <= 1);
    if (rows > 0) CHECK(gap < 1e-5f);
    if (kept) CHECK(is_plain(a) && is_plain(b) && !rests(a) && !rests(b));
    if (rests(a) || rests(b) || gap > -1e-5f) return;
    CHECK(rows == 1);
    CHECK(kept || world.kept.off || world.kept.homeless > 0 || !is_plain(a) || !is_plain(b));
}

// No two rows of a colour have the same point.
static void check_colors(void) {
    static uint32_t colors[V2D_MAX_POINTS];
    memset(colors, 0, sizeof(colors));
    for (int32_t i = 0; i < world.kept.count; ++i) {
        int32_t block = world.kept.lanes[i] / V2D__LANES, color = 0;
        for (; block >= world.kept.end[color] || block < world.kept.first[color]; ++color)
            CHECK(color < V2D__KEPT_ROOM);
        v2d__row row = v2d__row_number(&world, world.rows.count + i);
        for (int k = 0; k < 2; ++k) {
            uint32_t *own = &colors[row.node[k] - V2D__POINT_NODE];
            CHECK((*own >> color & 1u) == 0u);
            *own |= 1u << color;
        }
    }
}

static void check_rows(void) {
    int kept = 0;
    count_rows();
    for (int32_t b = 0; b < world.points.pool.high; ++b) {
        for (int32_t a = 0; a < b && v2d__point_live(&world, b); ++a)
            if (v2d__point_live(&world, a)) check_pair(a, b, &kept);
    }
    CHECK(kept == world.kept.count);
    CHECK(v2d__rows_total(&world) <= V2D_MAX_ROWS);
    CHECK(v2d_world_counters(&world).rows.count == v2d__rows_total(&world));
    check_colors();
}

// A world that was saved and loaded, and one that was copied, go on with the same bits.
static void check_copies(int steps) {
    static v2d_world copy;
    size_t size = v2d_world_save(&world, bytes, sizeof(bytes));
    CHECK(size > 0 && size <= sizeof(bytes));
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
    CHECK(v2d_world_save(&other, again, sizeof(again)) == size && memcmp(bytes, again, size) == 0);
    memcpy(&copy, &world, sizeof(copy));
    for (int i = 0; i < steps; ++i) {
        v2d_world_step(&world, dt, 4), v2d_world_step(&other, dt, 4), v2d_world_step(&copy, dt, 4);
        CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
        CHECK(v2d_world_hash(&world) == v2d_world_hash(&copy));
    }
    size = v2d_world_save(&world, bytes, sizeof(bytes));
    CHECK(v2d_world_save(&other, again, sizeof(again)) == size && memcmp(bytes, again, size) == 0);
    CHECK(v2d_world_save(&copy, again, sizeof(again)) == size && memcmp(bytes, again, size) == 0);
}

// ---- tests ---------------------------------------------------------------------------------------------

// Something happens to a point: it ends, moves, is held, bounces, grows or falls asleep.
static void change_something(void) {
    v2d_point_id id = random_point();
    if (V2D_IS_NULL(id)) return;
    v2d_vec2 place = v2d_vec2_make(random_between(-1.8f, 1.8f), random_between(0.2f, 4.0f));
    v2d_point_def def;
    CHECK(v2d_point_describe(&world, id, &def) == V2D_OK);
    switch (random_bits() % 7u) {
    case 0: CHECK(v2d_point_destroy(&world, id) == V2D_OK); return;
    case 1: CHECK(v2d_point_set_position(&world, id, place) == V2D_OK); return;
    case 2: CHECK(v2d_point_set_pinned(&world, id, !def.pinned) == V2D_OK); return;
    case 3: def.restitution = def.restitution > 0.0f ? 0.0f : 0.5f; break;
    case 4: def.radius = random_between(0.06f, 0.2f); break;
    case 5: def.friction = random_between(0.0f, 1.0f); break;
    default: CHECK(v2d_point_set_awake(&world, id, one_in(2)) == V2D_OK); return;
    }
    CHECK(v2d_point_change(&world, id, &def) == V2D_OK);
}

static void grains_have_their_rows(void **state) {
    (void)state;
    for (uint32_t run = 1; run <= 4; ++run) {
        make_bin(run, run % 2 == 0);
        pour(100, 1.0f);
        for (int i = 0; i < 300; ++i) {
            if (i % 3 == 0 && i < 240) (void)add_grain(random_between(-1.5f, 1.5f), 5.0f, 0.12f);
            if (i > 60 && one_in(4)) change_something();
            v2d_world_step(&world, dt, 4);
            check_rows();
            if (i % 60 == 59) check_copies(7);
        }
        CHECK(world.rows.peak > 150);
    }
}

// Rows that go on stay in their lanes, with their impulses, and bear the heap.
static void rows_stay_in_their_lanes(void **state) {
    (void)state;
    make_bin(7, false);
    pour(120, 1.0f);
    test_steps(&world, 600);
    int kept = 0, stayed = 0, loaded = 0;
    static v2d_world before;
    for (int i = 0; i < 50; ++i) {
        memcpy(&before, &world, sizeof(world));
        v2d_world_step(&world, dt, 4);
        for (int32_t k = 0; k < world.pairs.count; ++k) {
            const v2d__pair *pair = &world.pairs.at[k];
            const v2d__pair *old = v2d__pair_find(&before, (int32_t)pair->a, (int32_t)pair->b);
            if (!v2d__pair_is_kept(pair) || old == NULL) continue;
            int32_t at = v2d__kept_lane(pair);
            kept += 1;
            stayed += old->contact1 == pair->contact1;
            loaded += world.kept.blocks[at / V2D__LANES].lambda_n[at % V2D__LANES] > 0.0f;
        }
    }
    CHECK(kept > 50 * 150 && stayed > kept * 9 / 10 && loaded > kept * 7 / 10);
    check_copies(20);
}

// With more rows than there is room for, the least deep are dropped; when there is room again, they are kept.
static void too_many_rows(void **state) {
    (void)state;
    make_bin(3, false);
    for (int i = 0; i < 240; ++i) // a crowd where each touches many
        (void)add_grain(random_between(-0.6f, 0.6f), 2.0f + random_between(0.0f, 1.2f), 0.12f);
    bool was_off = false;
    for (int i = 0; i < 200; ++i) {
        v2d_world_step(&world, dt, 4);
        CHECK(v2d__rows_total(&world) <= V2D_MAX_ROWS);
        was_off |= world.kept.off != 0;
        check_colors();
        if (i == 2) check_copies(5);
        if (i > 100 && one_in(2)) (void)v2d_point_destroy(&world, random_point());
    }
    CHECK(was_off && world.kept.off == 0 && world.kept.count > 50);
    check_rows();
}

// A heap that sleeps has no rows; it keeps their impulses, and wakes with them.
static void a_heap_sleeps_and_wakes(void **state) {
    (void)state;
    make_bin(5, true);
    pour(60, 1.0f);
    int i = 0;
    do {
        v2d_world_step(&world, dt, 4);
    } while (v2d_world_counters(&world).awake > 0 && ++i < 3000);
    CHECK(i < 3000 && world.kept.count == 0 && world.rows.memory_count > 60);
    check_copies(3);
    v2d_point_id hit = add_grain(0.0f, 4.0f, 0.15f);
    CHECK(v2d_point_set_velocity(&world, hit, v2d_vec2_make(0.0f, -4.0f)) == V2D_OK);
    int32_t most = 0;
    for (i = 0; i < 120; ++i) {
        v2d_world_step(&world, dt, 4);
        check_rows();
        if (world.kept.count > most) most = world.kept.count;
        if (i % 40 == 39) check_copies(3);
    }
    CHECK(most > 60);
}

// A grain on which more others lie than there are colours.
static void one_among_many(void **state) {
    (void)state;
    make_bin(9, false);
    (void)add_grain(0.0f, 3.0f, 1.0f);
    pour(150, 4.2f);
    for (int i = 0; i < 200; ++i) {
        v2d_world_step(&world, dt, 4);
        check_colors();
        if (i % 50 == 49) check_copies(3);
    }
    CHECK(world.kept.count > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grains_have_their_rows), cmocka_unit_test(rows_stay_in_their_lanes),
        cmocka_unit_test(too_many_rows),          cmocka_unit_test(a_heap_sleeps_and_wakes),
        cmocka_unit_test(one_among_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
