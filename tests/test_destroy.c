// SPDX-License-Identifier: MIT OR Unlicense
// test_destroy.c - what is destroyed between two steps is gone at once, and everywhere.
//
// Pairs and contacts are compared with all of them, looked through one by one.
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES 160
#define V2D_MAX_SHAPES 320
#include "verlet2d.h"
#include "test.h"

static v2d_world world, other;
static uint32_t seed;

static uint32_t below(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

static float between(float low, float high) {
    return low + (high - low) * (float)below(65536) / 65536.0f;
}

static v2d_vec2 at(float x, float y) { return v2d_vec2_make(x, y); }

static void add_body(void) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    def.type = (v2d_body_type)(below(8) == 0 ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC);
    def.position = at(between(-5.0f, 5.0f), between(0.5f, 8.0f));
    def.bullet = below(6) == 0;
    shape.sensor = below(10) == 0, shape.restitution = 0.25f * (float)below(3);
    bool plane = below(30) == 0;
    if (plane) def.type = V2D_BODY_STATIC, def.position.y = -0.1f;
    v2d_body_id body = v2d_body_create(&world, &def);
    v2d_geometry level = v2d_geometry_half_plane(at(0.0f, 0.0f), at(0.0f, 1.0f));
    if (plane) v2d_shape_create(&world, body, &shape, &level);
    for (uint32_t k = 0; k <= below(2); ++k) {
        float size = below(5) == 0 ? between(0.5f, 2.0f) : between(0.1f, 0.5f);
        v2d_geometry g = below(2) ? v2d_geometry_box(size, 0.5f * size)
                                  : v2d_geometry_circle(at(0.3f * (float)k, 0.0f), size);
        v2d_shape_create(&world, body, &shape, &g);
    }
    v2d_world_clear_status(&world);
}

// The body in a random slot; most often there is one.
static v2d_body_id any_body(void) {
    v2d_body_id id = {0, 0};
    for (uint32_t k = below(60) + 1; k > 0; --k) {
        id = v2d_world_next_body(&world, id);
        if (id.index1 == 0) id = v2d_world_next_body(&world, id);
    }
    return id;
}

static void start(bool plane, bool bounded) {
    v2d_world_def def = v2d_world_def_default();
    def.sleep_time = 0.2f;
    if (bounded)
        def.bounded = true, def.bounds.lower = at(-6.0f, 0.0f), def.bounds.upper = at(6.0f, 30.0f);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    if (plane) {
        test_ground(&world);
    } else {
        test_box(&world, V2D_BODY_STATIC, 0.0f, -0.5f, 7.0f, 0.5f);
    }
    for (int i = 0; i < 80; ++i)
        add_body();
}

// No contact and no pair names what is gone, and those that are listed are just those that push.
static void check_all(void) {
    int count = v2d_world_contact_count(&world), pairs = 0;
    for (int i = 0; i < count; ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(&world, i, &c) == V2D_OK);
        CHECK(c.a.shape.index1 == 0 || v2d_shape_is_valid(&world, c.a.shape)); // 0: the bounds
        CHECK(c.b.shape.index1 == 0 || v2d_shape_is_valid(&world, c.b.shape));
    }
    for (int i = 0; i < world.pairs.count; ++i) {
        const v2d__pair *p = &world.pairs.at[i];
        if (p->contact1 == V2D__PAIR_DEAD) continue;
        pairs += 1;
        CHECK((world.proxies.flags[p->a] & V2D__PROXY_LIVE) != 0u);
        CHECK((world.proxies.flags[p->b] & V2D__PROXY_LIVE) != 0u);
        CHECK(p->contact1 <= 0 || (world.contacts.state[p->contact1 - 1] & V2D__CONTACT_GONE) == 0);
    }
    CHECK(v2d_world_counters(&world).pairs.count == pairs);
    int pushing = 0;
    for (int i = 0; i < world.contacts.with_lane_count; ++i)
        pushing += v2d__contact_pushes(&world, world.contacts.with_lane[i]);
    CHECK(world.contacts.touching_count == pushing);
    for (int i = 0; i < pushing; ++i) {
        int slot = world.contacts.touching[i];
        CHECK(v2d__contact_pushes(&world, slot) && world.contacts.touching_at[slot] == i);
    }
}

// Those pairs of a shape that the grid finds are all that there are.
static void check_partners(v2d_shape_id shape) {
    static v2d__partners partners;
    int proxy = (int)shape.index1 - 1, count = 0;
    if (!v2d__partners_find(&partners, &world, proxy)) return;
    for (int i = 0; i < world.pairs.count; ++i) {
        const v2d__pair *p = &world.pairs.at[i];
        if (p->contact1 == V2D__PAIR_DEAD || ((int)p->a != proxy && (int)p->b != proxy)) continue;
        CHECK(count < partners.count && partners.pair[count] == i);
        count += 1;
    }
    CHECK(count == partners.count);
}

static void what_is_destroyed_is_gone_at_once(void **state) {
    (void)state;
    int found = 0;
    for (uint32_t round = 0; round < 24; ++round) {
        seed = 77u + round;
        start(round % 2 == 0, round % 3 == 0);
        for (int step = 0; step < 60; ++step) {
            for (uint32_t k = below(4); k > 0; --k) {
                v2d_body_id body = any_body();
                v2d_shape_id shape = v2d_body_first_shape(&world, body);
                if (shape.index1 != 0) check_partners(shape), found += 1;
                if (below(3) == 0 && shape.index1 != 0) {
                    CHECK(v2d_shape_destroy(&world, shape) == V2D_OK);
                } else {
                    CHECK(v2d_body_destroy(&world, body) == V2D_OK);
                }
                check_all();
                if (below(2)) add_body(); // takes the slot again before the next step
                if (below(4) == 0) v2d_body_set_type(&world, any_body(), (v2d_body_type)below(3));
            }
            while (v2d_world_counters(&world).bodies.count < 60)
                add_body();
            test_steps(&world, 1);
            CHECK(world.pairs.dead == 0);
            check_all();
        }
    }
    CHECK(found > 1000);
}

// The other world has this save.
static void check_same_save(const unsigned char *bytes, size_t size) {
    static unsigned char again[sizeof(v2d_world)];
    CHECK(v2d_world_save(&other, again, sizeof(again)) == size);
    CHECK(memcmp(bytes, again, size) == 0);
}

// A world that is saved just after something was destroyed goes on like the one that was not.
static void a_save_between_is_the_same(void **state) {
    (void)state;
    static unsigned char bytes[sizeof(v2d_world)];
    seed = 5u;
    start(true, false);
    for (int step = 0; step < 100; ++step) {
        test_steps(&world, 1);
        v2d_body_destroy(&world, any_body());
        if (step % 2 == 0) add_body();
        size_t size = v2d_world_save(&world, bytes, sizeof(bytes));
        CHECK(size > 0 && v2d_world_load(&other, bytes, size) == V2D_OK);
        CHECK(other.pairs.dead == world.pairs.dead);
        check_same_save(bytes, size);
        for (int i = 0; i < 3; ++i) {
            test_steps(&world, 1), test_steps(&other, 1);
            CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
        }
        size = v2d_world_save(&world, bytes, sizeof(bytes));
        check_same_save(bytes, size);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_destroyed_is_gone_at_once),
        cmocka_unit_test(a_save_between_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
