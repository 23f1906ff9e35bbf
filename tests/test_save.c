// SPDX-License-Identifier: MIT OR Unlicense
// test_save.c - worlds that were saved and loaded, and saves that were damaged.
//
// Run:  test_save            V2D_FLIPS=100000 in the environment: that many damaged saves
#define ENGINE_TINY
#define ENGINE_INSIDE
#include "fuzz.h"

#include <stdlib.h>

static int asserting = 1; // 0 while a world is made of bytes that were changed on purpose

void test_assertion(int holds, const char *text, const char *function, int line) {
    if (holds || !asserting) return;
    print_error("verlet2d.h:%d: %s: %s\n", line, function, text);
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
        CHECK(body_set_user(w, b, (uint64_t)i + 1u) == V2D_OK);
        test_steps(w, i == 7 || i == 39 ? 90 : 0);
        if (i == 7) size[0] = v2d_world_save(w, NULL, 0);
    }
    CHECK(v2d_world_counters(w).awake == 0);
    size[1] = v2d_world_save(w, NULL, 0);
    CHECK(size[1] - size[0] <= 32 * 192);
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
    CHECK(shape_set_filter(w, v2d_body_first_shape(w, ground), filter) == V2D_OK);
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

static bool all_is_finite(const v2d_world *w) {
    v2d_body_id b = {0, 0};
    for (b = v2d_world_next_body(w, b); b.index1 != 0; b = v2d_world_next_body(w, b))
        if (!test_finite(v2d_body_position(w, b))) return false;
    v2d_point_id p = {0, 0};
    for (p = v2d_world_next_point(w, p); p.index1 != 0; p = v2d_world_next_point(w, p))
        if (!test_finite(v2d_point_position(w, p))) return false;
    return true;
}

// Whether a world and its save, when it is loaded, go on alike.
static bool goes_on_alike(int steps) {
    size_t size = save_to(first, &world);
    if (v2d_world_load(&other, first, size) != V2D_OK) return false;
    for (int i = 0; i < steps; ++i) {
        v2d_world_step(&world, 1.0f / 60.0f, 4), v2d_world_step(&other, 1.0f / 60.0f, 4);
        if (v2d_world_hash(&world) != v2d_world_hash(&other)) return false;
    }
    return same_saves(&world, &other);
}

static void start_box(void) {
    v2d_world_def def = v2d_world_def_default();
    def.bounded = true, def.sleep = false;
    def.bounds.lower = v2d_vec2_make(-5.0f, 0.0f), def.bounds.upper = v2d_vec2_make(5.0f, 10.0f);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
}

// A box that rests is destroyed, and its slots and those of its shape go to others. A joint that is apart asks
// which bodies are struck; what touched the box is none of them.
static void what_was_destroyed_strikes_nobody(void **state) {
    (void)state;
    const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_DISTANCE, V2D_JOINT_PRISMATIC,
                                    V2D_JOINT_WHEEL,    V2D_JOINT_WELD,     V2D_JOINT_MOTOR,
                                    V2D_JOINT_RATCHET};
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry small = v2d_geometry_box(0.4f, 0.3f);
    for (int n = 0; n < 7 * 12; ++n) {
        start_box();
        v2d_body_def def = v2d_body_def_default();
        def.position = v2d_vec2_make(-3.0f, 5.0f);
        v2d_body_id c = v2d_body_create(&world, &def);
        v2d_body_id gone = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
        test_steps(&world, 5);
        CHECK(v2d_body_destroy(&world, gone) == V2D_OK);
        def.position.x = 2.0f;
        v2d_body_id e = v2d_body_create(&world, &def);
        if (n & 1) v2d_shape_create(&world, c, &shape_def, &small);
        if (n & 2) v2d_shape_create(&world, e, &shape_def, &small);
        v2d_joint_def joint = v2d_joint_def_default(kinds[n / 12]);
        v2d_vec2 p = v2d_vec2_make(1.5f, 6.0f);
        joint.a = n % 3 == 0 ? v2d_anchor_at(&world, c, p, 0.4f) : v2d_anchor_world(p, 0.4f);
        joint.b = v2d_anchor_at(&world, n % 3 == 2 ? c : e, p, 0.4f);
        joint.b.local.x += 0.7f, joint.b.local.y -= 0.4f; // the places are apart
        CHECK(!V2D_IS_NULL(v2d_joint_create(&world, &joint)));
        v2d_body_set_velocity(&world, e, v2d_vec2_make(3.0f, 2.0f));
        v2d_body_set_velocity(&world, c, v2d_vec2_make(-3.0f, 2.0f));
        CHECK(goes_on_alike(5));
    }
}

// Any walls are taken away while boxes touch them.
static void walls_that_were_taken_away_are_not_missed(void **state) {
    (void)state;
    for (int gone = 1; gone < 16; ++gone) {
        start_box();
        v2d_world_set_gravity(&world, v2d_vec2_make(gone & 4 ? 9.0f : -9.0f, -9.0f));
        for (int i = 0; i < 4; ++i)
            test_box(&world, V2D_BODY_DYNAMIC, gone & 4 ? 4.5f : -4.5f, 0.5f + (float)i, 0.5f,
                     0.5f);
        test_steps(&world, 10);
        v2d_aabb bounds = world.settings.bounds;
        if (gone & 1) bounds.lower.x = -V2D_UNLIMITED;
        if (gone & 2) bounds.lower.y = -V2D_UNLIMITED;
        if (gone & 4) bounds.upper.x = V2D_UNLIMITED;
        if (gone & 8) bounds.upper.y = V2D_UNLIMITED;
        CHECK(world_set_bounds(&world, bounds) == V2D_OK);
        CHECK(goes_on_alike(10));
    }
}

// The world of which defs are tried: a body with a shape, two points, a soft body and two joints.
typedef struct parts {
    v2d_body_id body;
    v2d_point_id point[3];
    v2d_shape_id sensor;
    v2d_joint_id joint[2];
} parts;

static parts start_parts(void) {
    parts p;
    start_box();
    p.body = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.5f);
    shape.sensor = true;
    p.sensor = v2d_shape_create(&world, p.body, &shape, &circle);
    for (int i = 0; i < 3; ++i) {
        v2d_point_def point = v2d_point_def_default();
        point.position = v2d_vec2_make(1.0f + (float)i, 2.0f + (float)(i % 2));
        p.point[i] = v2d_point_create(&world, &point);
    }
    for (int i = 0; i < 2; ++i) {
        v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        v2d_body_id wheel = test_circle(&world, V2D_BODY_DYNAMIC, 3.0f, 4.0f + (float)i, 0.4f);
        joint.a = v2d_anchor_world(v2d_vec2_make(3.0f, 4.0f + (float)i), 0.0f);
        joint.b = v2d_anchor_body(wheel, v2d_vec2_make(0.0f, 0.0f));
        p.joint[i] = v2d_joint_create(&world, &joint);
    }
    CHECK(!V2D_IS_NULL(p.joint[1]) && !V2D_IS_NULL(p.point[2]) && !V2D_IS_NULL(p.sensor));
    return p;
}

// Whether a word of def number `which` holds truth values, which have two bit patterns.
static bool is_truth(int which, size_t word) {
#define TRUTH(which, type, field) \
    { which, offsetof(type, field) / 4 }
    static const struct {
        int which;
        size_t word;
    } truths[] = {
        TRUTH(0, v2d_body_def, lock_x),         TRUTH(0, v2d_body_def, lock_y),
        TRUTH(0, v2d_body_def, lock_angle),     TRUTH(0, v2d_body_def, bullet),
        TRUTH(0, v2d_body_def, allow_sleep),    TRUTH(0, v2d_body_def, awake),
        TRUTH(0, v2d_body_def, own_mass),       TRUTH(2, v2d_shape_def, sensor),
        TRUTH(3, v2d_point_def, pinned),        TRUTH(3, v2d_point_def, collides),
        TRUTH(3, v2d_point_def, sensor),        TRUTH(5, v2d_bend_def, measured),
        TRUTH(6, v2d_soft_def, tethered),       TRUTH(6, v2d_soft_def, self_contact),
        TRUTH(6, v2d_soft_def, relaxed),        TRUTH(8, v2d_zone_def, everywhere),
        TRUTH(8, v2d_zone_def, replaces),       TRUTH(9, v2d_joint_def, linear.limited),
        TRUTH(9, v2d_joint_def, linear.motor),  TRUTH(9, v2d_joint_def, angular.limited),
        TRUTH(9, v2d_joint_def, angular.motor), TRUTH(9, v2d_joint_def, collide_connected)};
    for (size_t i = 0; i < sizeof(truths) / sizeof(truths[0]); ++i)
        if (truths[i].which == which && truths[i].word == word) return true;
    return false;
}

// Puts `value` into word `word` of the def of kind `kind`, and makes something of it. Returns whether there was
// such a word.
static bool make_of_def(int kind, size_t word, float value) {
    parts p = start_parts();
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_point_def point = v2d_point_def_default();
    v2d_edge_def edge = v2d_edge_def_default();
    v2d_bend_def bend = v2d_bend_def_default();
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_zone_def zone = v2d_zone_def_default((v2d_zone_kind)(kind >= 20 ? (kind - 20) / 2 : 0));
    v2d_joint_def joint = v2d_joint_def_default((v2d_joint_kind)(kind >= 30 ? kind - 30 : 0));
    v2d_geometry g = v2d_geometry_box(0.5f, 0.5f);
    body.own_mass = kind == 1, soft.relaxed = kind == 7;
    edge.a = p.point[0], edge.b = p.point[1];
    bend.a = p.point[0], bend.b = p.point[1], bend.c = p.point[2];
    zone.shape = p.sensor, zone.everywhere = kind % 2 == 1;
    joint.a = v2d_anchor_world(v2d_vec2_make(1.0f, 3.0f), 0.2f);
    joint.b = v2d_anchor_body(p.body, v2d_vec2_make(0.2f, 0.2f));
    if (joint.kind == V2D_JOINT_GEAR) {
        joint.a.kind = joint.b.kind = V2D_ANCHOR_NONE;
        joint.joint_a = p.joint[0], joint.joint_b = p.joint[1];
    }
    if (joint.kind == V2D_JOINT_PULLEY) {
        joint.over_a = joint.over_b = v2d_anchor_world(v2d_vec2_make(0.0f, 8.0f), 0.0f);
        joint.a = v2d_anchor_point(p.point[0]);
    }
    const struct {
        void *at;
        size_t size;
    } defs[] = {{&body, sizeof(body)},   {&body, sizeof(body)}, {&shape, sizeof(shape)},
                {&point, sizeof(point)}, {&edge, sizeof(edge)}, {&bend, sizeof(bend)},
                {&soft, sizeof(soft)},   {&soft, sizeof(soft)}, {&zone, sizeof(zone)},
                {&joint, sizeof(joint)}};
    int which = kind < 8 ? kind : kind < 30 ? 8 : 9;
    if (4 * word >= defs[which].size) return false;
    if (is_truth(which == 1 || which == 7 ? which - 1 : which, word)) return true;
    memcpy((char *)defs[which].at + 4 * word, &value, 4);
    switch (which) {
    case 0:
    case 1: v2d_body_create(&world, &body); break;
    case 2: v2d_shape_create(&world, p.body, &shape, &g); break;
    case 3: v2d_point_create(&world, &point); break;
    case 4: v2d_edge_create(&world, &edge); break;
    case 5: v2d_bend_create(&world, &bend); break;
    case 6:
    case 7: v2d_soft_create_box(&world, &soft, 1.0f, 1.0f); break;
    case 8: v2d_zone_create(&world, &zone); break;
    default: v2d_joint_create(&world, &joint); break;
    }
    return true;
}

// Any number in any place of any def, read or not: what is made of it is saved, and has no NaN.
static void what_defs_do_not_read_is_not_saved(void **state) {
    (void)state;
    const float values[] = {NAN, INFINITY, -1.0f, 0.0f, 3e38f};
    for (int kind = 0; kind <= 30 + V2D_JOINT_NO_COLLIDE; ++kind) {
        if (kind == 8) kind = 20; // zones, and from 30 on joints
        for (size_t word = 0, value = 0; make_of_def(kind, word, values[value]);
             value = (value + 1) % 5, word += value == 0 ? 1 : 0) {
            CHECK(goes_on_alike(2));
            CHECK(all_is_finite(&world));
        }
    }
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

// Whether a world is as after v2d_world_init(), but for the error that it tells.
static bool is_empty(const v2d_world *w) {
    v2d_counters c = v2d_world_counters(w);
    return v2d_world_status(w) == V2D_ERROR_DAMAGED && c.steps == 0 && c.bodies.peak == 0 &&
           c.shapes.peak == 0 && c.points.peak == 0 && c.joints.peak == 0 && c.contacts.peak == 0 &&
           c.zones.peak == 0;
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
        CHECK(shape_set_report(w, id, V2D_REPORT_CONTACT, V2D_UNLIMITED) == V2D_OK);
        v2d_geometry *g = &w->shapes.at[shape].geometry;
        v2d__box *fat = &w->proxies.fat[shape];
        switch (i) {
        case 0: g->vertices[2].x = 4.85e19f; break; // farther than any search looks
        case 1: g->vertices[1].y = -2e9f; break;
        case 2: g->normals[3].y = 2.5f; break;
        case 3: fat->v[2] = -fat->v[0] - 1e12f; break;               // wide
        case 4: fat->v[3] = 1.7e10f; break;                          // inside out
        case 5: w->touches.report[shape] |= V2D__THING_CHAIN; break; // of no chain
        case 6: w->touches.report[V2D__POINT_PROXY + loose] |= V2D__THING_CHAIN; break;
        default: fat->v[2] = fat->v[3] = 1e9f; break;
        }
        size_t size = save_to(first, w);
        start_world();
        v2d_result r = v2d_world_load(w, first, size);
        CHECK(r == (i == 3 ? V2D_OK : V2D_ERROR_DAMAGED) && (r == V2D_OK || is_empty(w)));
        v2d_world_clear_status(w);
        test_steps(w, 60);
        CHECK(all_is_finite(w));
    }
}

// Flips bits, and mends the check sum in one half of the cases: then the other checks must do.
static void damage(size_t size, bool mend) {
    const size_t head = V2D__SAVE_HEAD;
    memcpy(damaged, first, size);
    for (int n = one_in(3) ? random_below(8) : 0; n >= 0; --n) {
        size_t at = head + random_bits() % (size - head);
        if (one_in(4)) at = head + random_bits() % 2048u % (size - head);
        damaged[at] ^= (unsigned char)(1u << random_below(8));
    }
    if (mend) v2d__save_head(damaged, size, damaged);
}

// A damaged save is refused, and nothing changes. With the right check sum it is a world, which does no harm whatever
// is done to it; or it is refused, and the world is empty.
static void damage_does_no_harm(void **state) {
    (void)state;
    static uint64_t hashes[STEPS];
    const char *text = getenv("V2D_FLIPS");
    int flips = text != NULL ? atoi(text) : test_share(3000), taken = 0, forgeries = 0;
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
        forgeries += mend;
        bool same = memcmp(first, damaged, size) == 0;
        memcpy(&world, &other, sizeof(world));
        v2d_result r = v2d_world_load(&world, damaged, size);
        CHECK(r == V2D_OK || r == V2D_ERROR_DAMAGED);
        CHECK(r != V2D_OK || mend || same);
        if (r != V2D_OK && mend) {
            CHECK(is_empty(&world) && v2d__world_fault(&world) == NULL);
            (void)v2d_world_step(&world, 1.0f / 60.0f, 4);
            continue;
        }
        if (r != V2D_OK) {
            world.status = other.status, world.blame = other.blame, world.scratch = other.scratch;
            CHECK(memcmp(&world, &other, sizeof(world)) == 0);
            continue;
        }
        CHECK(v2d__world_fault(&world) == NULL);
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
    print_message(
        "%d damaged saves, %d of them with the right sum: %d are worlds, %d are refused\n", flips,
        forgeries, taken, flips - taken);
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
        cmocka_unit_test(what_was_destroyed_strikes_nobody),
        cmocka_unit_test(walls_that_were_taken_away_are_not_missed),
        cmocka_unit_test(what_defs_do_not_read_is_not_saved),
        cmocka_unit_test(a_touch_is_a_sensors_or_not),
        cmocka_unit_test(no_truncation_is_taken),
        cmocka_unit_test(what_no_world_has_does_no_harm),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
