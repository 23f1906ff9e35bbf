// SPDX-License-Identifier: MIT OR Unlicense
// test_save.c - worlds that were saved and loaded, and saves that were damaged.
//
// Run:  test_save            V2D_FLIPS=100000 in the environment: that many damaged saves
static int asserting = 1; // 0 while a world is made of bytes that were changed on purpose
void assertion_failed(const char *text, int line);
#define V2D_ASSERT(cond) ((cond) || !asserting ? (void)0 : assertion_failed(#cond, __LINE__))
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   48
#define V2D_MAX_SHAPES   64
#define V2D_MAX_POINTS   96
#define V2D_MAX_EDGES    160
#define V2D_MAX_BENDS    32
#define V2D_MAX_SOFTS    16
#define V2D_MAX_JOINTS   24
#define V2D_MAX_PAIRS    2048
#define V2D_MAX_CONTACTS 512
#define V2D_MAX_ROWS     256
#define V2D_MAX_EVENTS   16
#define V2D_MAX_TOUCHES  64
#define V2D_MAX_ZONES    8
#include "fuzz.h"

#include <stdlib.h>

void assertion_failed(const char *text, int line) {
    print_error("verlet2d.h:%d: %s\n", line, text);
    _fail("verlet2d.h", line);
}

static v2d_world other;
static unsigned char first[sizeof(v2d_world)], second[sizeof(v2d_world)],
    damaged[sizeof(v2d_world)];

static size_t save_to(unsigned char *bytes, const v2d_world *from) {
    size_t size = v2d_world_save(from, bytes, sizeof(v2d_world));
    CHECK(size > 0 && size == v2d_world_save(from, NULL, 0));
    return size;
}

// Whether two worlds have the same save.
static bool same_saves(const v2d_world *a, const v2d_world *b) {
    size_t size = save_to(first, a);
    return size == save_to(second, b) && memcmp(first, second, size) == 0;
}

// Fills all of a world with nonsense, but what says that it is one.
static void poison(v2d_world *w) {
    uint32_t magic = w->magic, size = w->size;
    memset(w, 0xaa, sizeof(*w));
    w->magic = magic, w->size = size;
}

static void start_world(void) {
    v2d_world_def def = v2d_world_def_default();
    def.bounded = one_in(2);
    def.bounds.lower = v2d_vec2_make(-10.0f, -10.0f);
    def.bounds.upper = v2d_vec2_make(10.0f, 10.0f);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    forget_all();
}

enum { STEPS = 100 };

// Random calls between steps. With `loads`, the world is often replaced by what its save gives, in memory that
// was full of nonsense. Notes the hash after each step; returns how often it did so.
static int play(uint32_t start, bool loads, uint64_t *hashes) {
    int count = 0;
    uint32_t other_seed = start;
    seed = start;
    start_world();
    for (int step = 0; step < STEPS; ++step) {
        for (int i = random_below(step % 8 == 0 ? 30 : 4); i > 0; --i)
            random_call();
        other_seed = other_seed * 1664525u + 1013904223u;
        if (loads && other_seed >> 30 == 0u) {
            size_t size = save_to(first, &world);
            if (other_seed >> 29 & 1u) {
                memset(&world, 0xaa, sizeof(world)); // memory that is no world
            } else {
                poison(&world);
            }
            CHECK(v2d_world_load(&world, first, size) == V2D_OK);
            CHECK(v2d_world_event_count(&world) == 0);
            CHECK(save_to(second, &world) == size && memcmp(first, second, size) == 0);
            count += 1;
        }
        (void)v2d_world_step(&world, 1.0f / 60.0f, 4);
        hashes[step] = v2d_world_hash(&world);
    }
    return count;
}

// A run with loads equals the run without, to the bit, and mints the same ids: later calls use them.
static void a_loaded_world_goes_on_bit_for_bit(void **state) {
    (void)state;
    static uint64_t plain[STEPS], loaded[STEPS];
    int count = 0;
    for (uint32_t start = 1; count < test_share(2000); ++start) {
        hostility = start % 3 == 0 ? 30 : 0;
        (void)play(start * 2654435761u, false, plain);
        memcpy(&other, &world, sizeof(world));
        count += play(start * 2654435761u, true, loaded);
        CHECK(memcmp(plain, loaded, sizeof(plain)) == 0);
        CHECK(same_saves(&world, &other));
    }
}

// Loading over a world that is full of other things leaves nothing of them.
static void a_load_replaces_all_that_was_there(void **state) {
    (void)state;
    static uint64_t hashes[STEPS];
    hostility = 0;
    for (uint32_t start = 1; start <= (uint32_t)(8 + test_share(32)); ++start) {
        (void)play(start * 2246822519u, false, hashes);
        memcpy(&other, &world, sizeof(world));
        (void)play(start * 3266489917u, false, hashes);
        size_t size = save_to(first, &other);
        CHECK(v2d_world_load(&world, first, size) == V2D_OK);
        check_world(&world, start, 0);
        for (int step = 0; step < 20; ++step) {
            CHECK(same_saves(&world, &other));
            CHECK(v2d_world_step(&world, 1.0f / 60.0f, 4) == V2D_OK);
            CHECK(v2d_world_step(&other, 1.0f / 60.0f, 4) == V2D_OK);
        }
    }
}

// A world, a copy of it, one that was loaded, and one that was loaded into garbage have the same save, and so
// have they after the next step.
static void equal_worlds_have_equal_saves(void **state) {
    (void)state;
    static uint64_t hashes[STEPS];
    static unsigned char want[sizeof(v2d_world)];
    for (uint32_t start = 1; start <= (uint32_t)(8 + test_share(32)); ++start) {
        hostility = start % 3 == 0 ? 30 : 0;
        (void)play(start * 374761393u, false, hashes);
        size_t size = save_to(first, &world);
        memcpy(&other, &world, sizeof(world));
        (void)v2d_world_step(&world, 1.0f / 60.0f, 4);
        size_t next = save_to(want, &world);
        for (int way = 0; way < 3; ++way) {
            int garbage[3] = {0, 0x5b, 0xff};
            if (way > 0) {
                memset(&other, garbage[way], sizeof(other));
                CHECK(v2d_world_load(&other, first, size) == V2D_OK);
                CHECK(save_to(second, &other) == size && memcmp(first, second, size) == 0);
            }
            (void)v2d_world_step(&other, 1.0f / 60.0f, 4);
            CHECK(save_to(second, &other) == next && memcmp(want, second, next) == 0);
        }
    }
}

// One run beside another that is saved and loaded before each third step: all events are equal, also those
// that waited for room (there is room for 16), and ends of what was destroyed before the load.
static void events_go_on_over_a_load(void **state) {
    (void)state;
    int seen[V2D_EVENT_LOST + 1] = {0};
    static v2d_event plain[STEPS * V2D_MAX_EVENTS];
    for (uint32_t start = 1; start <= (uint32_t)(8 + test_share(32)); ++start) {
        int noted = 0, at = 0;
        for (int loads = 0; loads < 2; ++loads) {
            hostility = 0;
            seed = start * 2246822519u;
            start_world();
            for (int step = 0; step < STEPS; ++step) {
                for (int i = random_below(step % 8 == 0 ? 30 : 4); i > 0; --i)
                    random_call();
                if (loads && step % 3 == 0) {
                    size_t size = save_to(first, &world);
                    CHECK(v2d_world_load(&world, first, size) == V2D_OK);
                    CHECK(v2d_world_event_count(&world) == 0);
                }
                (void)v2d_world_step(&world, 1.0f / 60.0f, 4);
                for (int i = 0; i < v2d_world_event_count(&world); ++i) {
                    v2d_event e;
                    CHECK(v2d_world_event(&world, i, &e) == V2D_OK);
                    seen[e.kind] += 1;
                    if (!loads) plain[noted++] = e;
                    if (loads) CHECK(memcmp(&plain[at++], &e, sizeof(e)) == 0);
                }
            }
        }
        CHECK(at == noted);
    }
    CHECK(seen[V2D_EVENT_CONTACT_BEGIN] > 0 && seen[V2D_EVENT_CONTACT_END] > 0);
    CHECK(seen[V2D_EVENT_SENSOR_BEGIN] > 0 && seen[V2D_EVENT_SENSOR_END] > 0);
    CHECK(seen[V2D_EVENT_HIT] > 0 && seen[V2D_EVENT_SLEEP] > 0 && seen[V2D_EVENT_WAKE] > 0);
}

static void errors_are_told(void **state) {
    (void)state;
    v2d_world *w = test_world();
    (void)test_box(w, V2D_BODY_DYNAMIC, 0.0f, 1.0f, 0.5f, 0.5f);
    size_t size = save_to(first, w);
    memset(&other, 0, sizeof(other));
    CHECK(v2d_world_save(NULL, NULL, 0) == 0 && v2d_world_save(&other, NULL, 0) == 0);
    CHECK(v2d_world_save(w, second, size - 1) == 0 && v2d_world_save(w, second, size) == size);
    CHECK(v2d_world_load(NULL, first, size) == V2D_ERROR_NULL);
    CHECK(v2d_world_load(w, NULL, size) == V2D_ERROR_NULL);
    CHECK(v2d_world_status(w) == V2D_ERROR_NULL);
    v2d_world_clear_status(w);
    CHECK(v2d_world_load_sized(w, first, size, sizeof(*w) - 8) == V2D_ERROR_CONFIG_MISMATCH);
    memcpy(damaged, first, size);
    damaged[4] ^= 1u; // the version
    CHECK(v2d_world_load(w, damaged, size) == V2D_ERROR_CONFIG_MISMATCH);
    memcpy(damaged, first, size);
    damaged[8] ^= 1u; // the layout
    CHECK(v2d_world_load(w, damaged, size) == V2D_ERROR_CONFIG_MISMATCH);
    for (int i = 0; i < 4; ++i)
        damaged[i] = first[3 - i]; // the other byte order
    CHECK(v2d_world_load(w, damaged, size) == V2D_ERROR_CONFIG_MISMATCH);
    damaged[0] ^= 1u;
    CHECK(v2d_world_load(w, damaged, size) == V2D_ERROR_DAMAGED);
    v2d_world_clear_status(w);
    CHECK(save_to(second, w) == size && memcmp(first, second, size) == 0);
}

// A box that sleeps and touches nothing, with a user number of its own.
static void resting_boxes_are_small(void **state) {
    (void)state;
    v2d_world *w = test_world();
    size_t size[2] = {0, 0};
    CHECK(v2d_world_set_gravity(w, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
    for (int i = 0; i < 40; ++i) {
        float x = 1.7f * (float)(i % 8), y = 1.3f * (float)i;
        v2d_body_id b = test_box(w, V2D_BODY_DYNAMIC, x, y, 0.4f + 0.1f * (float)(i % 2), 0.5f);
        CHECK(v2d_body_set_user(w, b, (uint64_t)i + 1u) == V2D_OK);
        test_steps(w, i == 7 || i == 39 ? 90 : 0);
        if (i == 7) size[0] = v2d_world_save(w, NULL, 0);
    }
    CHECK(v2d_world_counters(w).awake == 0);
    size[1] = v2d_world_save(w, NULL, 0);
    CHECK(size[1] - size[0] <= 32 * 160);
}

// After a load, what was changed since the last step is not in the grid until the next one. What touches it is
// found all the same when it is destroyed.
static void destroying_after_a_load_leaves_no_pair(void **state) {
    (void)state;
    v2d_world *w = &world;
    start_world();
    v2d_body_id ground = test_box(w, V2D_BODY_STATIC, 0.0f, 0.0f, 5.0f, 0.5f);
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 1.0f, 0.5f, 0.5f);
    test_steps(w, 30);
    CHECK(w->pairs.count > 0);
    v2d_filter filter = v2d_shape_def_default().filter;
    filter.category = 6;
    CHECK(v2d_shape_set_filter(w, v2d_body_first_shape(w, ground), filter) == V2D_OK);
    size_t size = save_to(first, w);
    CHECK(v2d_world_load(w, first, size) == V2D_OK);
    CHECK(v2d_body_destroy(w, box) == V2D_OK);
    for (int32_t i = 0; i < w->pairs.count; ++i) {
        const v2d__pair *p = &w->pairs.at[i];
        CHECK(p->contact1 == V2D__PAIR_DEAD ||
              (w->proxies.flags[p->a] & w->proxies.flags[p->b] & V2D__PROXY_LIVE) != 0u);
    }
    size = save_to(first, w);
    CHECK(v2d_world_load(w, first, size) == V2D_OK);
    box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 8.0f, 0.5f, 0.5f); // in the slot that became free
    test_steps(w, 1);
    CHECK(v2d_world_counters(w).contacts.count == 0);
}

// An overlap with a sensor says so twice, in its key and in its flags.
static void a_touch_is_a_sensors_or_not(void **state) {
    (void)state;
    v2d_world *w = &world;
    start_world();
    v2d_body_id fixed = test_box(w, V2D_BODY_STATIC, 0.0f, -5.0f, 0.5f, 0.5f);
    v2d_shape_def def = v2d_shape_def_default();
    def.sensor = true, def.report = V2D_REPORT_CONTACT | V2D_REPORT_HIT;
    v2d_geometry box = v2d_geometry_oriented_box(2.0f, 2.0f, v2d_vec2_make(0.0f, 5.0f), 0.0f);
    CHECK(v2d_shape_create(w, fixed, &def, &box).index1 != 0);
    (void)test_box(w, V2D_BODY_DYNAMIC, 0.0f, 1.0f, 0.5f, 0.5f);
    test_steps(w, 2);
    CHECK(w->touches.count == 1 && w->touches.at[0].flags % 2u == 1u);
    for (uint32_t i = 0; i < 4; ++i) {
        w->touches.at[0].flags ^= i & 1u, w->touches.at[0].key ^= i >> 1;
        size_t size = save_to(first, w);
        v2d_result r = v2d_world_load(&other, first, size);
        w->touches.at[0].flags ^= i & 1u, w->touches.at[0].key ^= i >> 1;
        CHECK(r == (i == 1 || i == 2 ? V2D_ERROR_DAMAGED : V2D_OK));
    }
}

// ---- damage ------------------------------------------------------------------------------------------

static void no_truncation_is_taken(void **state) {
    (void)state;
    static uint64_t hashes[STEPS];
    hostility = 0;
    (void)play(7u, false, hashes);
    int32_t status = world.status;
    size_t size = save_to(first, &world);
    for (size_t n = 0; n < size; ++n) {
        memcpy(damaged, first, n);
        CHECK(v2d_world_load(&world, damaged, n) == V2D_ERROR_DAMAGED);
    }
    world.status = status;
    CHECK(save_to(second, &world) == size && memcmp(first, second, size) == 0);
}

static bool all_is_finite(const v2d_world *w) {
    v2d_body_id b = {0, 0};
    for (b = v2d_world_next_body(w, b); b.index1 != 0; b = v2d_world_next_body(w, b))
        if (!test_finite(v2d_body_position(w, b))) return false;
    v2d_point_id p = {0, 0};
    for (p = v2d_world_next_point(w, p); p.index1 != 0; p = v2d_world_next_point(w, p))
        if (!test_finite(v2d_point_position(w, p))) return false;
    return true;
}

// Numbers that no world has, in saves that are right in every other way.
static void what_no_world_has_does_no_harm(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i) {
        v2d_world *w = &world;
        start_world();
        v2d_body_id body = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 3.0f, 0.5f, 0.5f);
        (void)test_box(w, V2D_BODY_STATIC, 0.0f, 0.0f, 5.0f, 0.5f);
        v2d_point_def point = v2d_point_def_default();
        point.position = v2d_vec2_make(1.0f, 3.0f), point.report = V2D_REPORT_CONTACT;
        int32_t loose = (int32_t)v2d_point_create(w, &point).index1 - 1;
        test_steps(w, 3);
        v2d_shape_id id = v2d_body_first_shape(w, body);
        int32_t shape = (int32_t)id.index1 - 1;
        CHECK(v2d_shape_set_report(w, id, V2D_REPORT_CONTACT, V2D_UNLIMITED) == V2D_OK);
        v2d_geometry *g = &w->shapes.at[shape].geometry;
        v2d__box *fat = &w->proxies.fat[shape];
        switch (i) {
        case 0: g->vertices[2].x = 4.85e19f; break; // farther than any search looks
        case 1: g->vertices[1].y = -2e9f; break;
        case 2: g->normals[3].y = 2.5f; break;
        case 3: fat->v[2] = -fat->v[0] - 1e12f; break; // inside out: to the left, down, both
        case 4: fat->v[3] = 1.7e10f; break;
        case 5: w->touches.report[shape] |= V2D__THING_CHAIN; break; // of no chain
        case 6: w->touches.report[V2D__POINT_PROXY + loose] |= V2D__THING_CHAIN; break;
        default: fat->v[2] = fat->v[3] = 1e9f; break;
        }
        size_t size = save_to(first, w);
        start_world();
        v2d_result r = v2d_world_load(w, first, size);
        CHECK(r == (i < 3 ? V2D_ERROR_DAMAGED : V2D_OK));
        test_steps(w, 60);
        CHECK(all_is_finite(w));
    }
}

// Flips bits, and mends the check sum in one half of the cases: then the other checks must do.
static void damage(size_t size, bool mend) {
    v2d__save_header h;
    memcpy(damaged, first, size);
    for (int n = one_in(3) ? random_below(8) : 0; n >= 0; --n) {
        size_t at = sizeof(h) + random_bits() % (size - sizeof(h));
        if (one_in(4)) at = sizeof(h) + random_bits() % 2048u % (size - sizeof(h));
        damaged[at] ^= (unsigned char)(1u << random_below(8));
    }
    if (!mend) return;
    memcpy(&h, damaged, sizeof(h));
    v2d__save_sum(damaged + sizeof(h), size - sizeof(h), h.sum);
    memcpy(damaged, &h, sizeof(h));
}

// A damaged save is refused, and nothing changes; or it is a world, which does no harm whatever is done to it.
static void damage_does_no_harm(void **state) {
    (void)state;
    static uint64_t hashes[STEPS];
    const char *text = getenv("V2D_FLIPS");
    int flips = text != NULL ? atoi(text) : test_share(3000), taken = 0;
    for (int i = 0; i < flips; ++i) {
        if (i % 50 == 0) {
            hostility = 0;
            (void)play((uint32_t)i * 2654435761u + 99u, false, hashes);
            memcpy(&other, &world, sizeof(world));
        }
        seed = (uint32_t)i * 668265263u + 1u;
        size_t size = save_to(first, &other);
        bool mend = one_in(2);
        damage(size, mend);
        bool same = memcmp(first, damaged, size) == 0;
        memcpy(&world, &other, sizeof(world));
        v2d_result r = v2d_world_load(&world, damaged, size);
        CHECK(r == V2D_OK || r == V2D_ERROR_DAMAGED);
        CHECK(r != V2D_OK || mend || same);
        if (r != V2D_OK) {
            world.status = other.status, world.scratch = other.scratch;
            CHECK(memcmp(&world, &other, sizeof(world)) == 0);
            continue;
        }
        asserting = 0, forged = 1;
        taken += 1;
        for (int step = 0; step < 8; ++step) {
            for (int k = random_below(4); k > 0; --k)
                random_call();
            (void)v2d_world_step(&world, 1.0f / 60.0f, 4);
            asserting = 1;
            CHECK(all_is_finite(&world));
            asserting = 0;
        }
        asserting = 1, forged = 0;
    }
    CHECK(taken > flips / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_world_goes_on_bit_for_bit),
        cmocka_unit_test(a_load_replaces_all_that_was_there),
        cmocka_unit_test(equal_worlds_have_equal_saves),
        cmocka_unit_test(events_go_on_over_a_load),
        cmocka_unit_test(errors_are_told),
        cmocka_unit_test(resting_boxes_are_small),
        cmocka_unit_test(destroying_after_a_load_leaves_no_pair),
        cmocka_unit_test(a_touch_is_a_sensors_or_not),
        cmocka_unit_test(no_truncation_is_taken),
        cmocka_unit_test(what_no_world_has_does_no_harm),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
