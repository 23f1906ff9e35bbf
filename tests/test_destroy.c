// SPDX-License-Identifier: MIT OR Unlicense
// test_destroy.c - what is destroyed between two steps is gone at once, and everywhere.
//
// Pairs and contacts are compared with all of them, looked through one by one.
#define ENGINE_SMALL
#define ENGINE_INSIDE
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

// ---- joints of what is destroyed -----------------------------------------------------------------

// What is known of the joint in a slot: its objects (bodies by index1, the points after them, 0: the world),
// and of a gear its joints.
typedef struct known {
    bool live, gear;
    int object[4], joint[2];
    v2d_joint_id id;
} known;

enum { KNOWN = 300, KNOWN_BODIES = 24, KNOWN_POINTS = 6 };
static known joints[KNOWN];
static int joint_count, idle[KNOWN],
    idle_count; // slots that were used; free ones, the last goes first
static v2d_body_id bodies[KNOWN_BODIES];
static v2d_point_id points[KNOWN_POINTS];

static bool joint_has(const known *j, int object) {
    bool has = false;
    for (int k = 0; k < 4; ++k)
        has = has || j->object[k] == object;
    return j->live && has;
}

static void known_joint_end(int slot) {
    for (int k = 0; k <= joint_count; ++k) { // first the gears in it, then itself
        int i = k < joint_count ? k : slot;
        bool of_it = joints[i].gear && (joints[i].joint[0] == slot || joints[i].joint[1] == slot);
        if (!joints[i].live || (k < joint_count && !of_it)) continue;
        joints[i].live = false;
        idle[idle_count++] = i;
    }
}

static v2d_anchor anchor_of(int object) {
    if (object == 0) return v2d_anchor_world(at(0.0f, 9.0f), 0.0f);
    return object <= KNOWN_BODIES ? v2d_anchor_body(bodies[object - 1], at(0.1f, 0.0f))
                                  : v2d_anchor_point(points[object - 1 - KNOWN_BODIES]);
}

static int some_joint(void) {
    int i = joint_count > 0 ? (int)below((uint32_t)joint_count) : -1;
    return i >= 0 && joints[i].live ? i : -1;
}

// Creates a joint between random objects, often at the same few, if that is possible.
static void add_joint(void) {
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_DISTANCE,
                                           V2D_JOINT_DRAG,     V2D_JOINT_PULLEY,
                                           V2D_JOINT_GEAR,     V2D_JOINT_NO_COLLIDE};
    v2d_joint_def def = v2d_joint_def_default(kinds[below(6)]);
    known j = {true, def.kind == V2D_JOINT_GEAR, {0, 0, 0, 0}, {-1, -1}, {0, 0}};
    for (int k = 0; k < 4; ++k)
        j.object[k] = (int)below(below(3) == 0 ? 3 : 1 + KNOWN_BODIES + KNOWN_POINTS);
    if (def.kind == V2D_JOINT_DRAG) j.object[0] = 0;
    if (def.kind != V2D_JOINT_PULLEY) j.object[2] = j.object[3] = 0;
    if (def.kind != V2D_JOINT_DRAG && !j.gear) def.a = anchor_of(j.object[0]);
    if (!j.gear) def.b = anchor_of(j.object[1]);
    if (def.kind == V2D_JOINT_PULLEY)
        def.over_a = anchor_of(j.object[2]), def.over_b = anchor_of(j.object[3]);
    for (int k = 0; k < 2 && j.gear; ++k) {
        int on = j.joint[k] = some_joint();
        if (on < 0) return;
        *(k == 0 ? &def.joint_a : &def.joint_b) = joints[on].id;
        const int *end = joints[on].object;
        j.object[k] = end[1] != 0 ? end[1] : end[0], j.object[k + 2] = end[1] != 0 ? end[0] : 0;
    }
    j.id = v2d_joint_create(&world, &def);
    if (V2D_IS_NULL(j.id)) { // ends that do not fit
        v2d_world_clear_status(&world);
        return;
    }
    int slot = idle_count > 0 ? idle[--idle_count] : joint_count++;
    CHECK((int)j.id.index1 == slot + 1);
    joints[slot] = j;
}

static void check_known(const v2d_world *w) {
    for (int object = 1; object <= KNOWN_BODIES + KNOWN_POINTS; ++object) {
        v2d_joint_id id = {0, 0};
        for (int i = 0; i <= joint_count; ++i) {
            if (i < joint_count && (joints[i].gear || !joint_has(&joints[i], object))) continue;
            id = object <= KNOWN_BODIES
                     ? v2d_body_next_joint(w, bodies[object - 1], id)
                     : v2d_point_next_joint(w, points[object - 1 - KNOWN_BODIES], id);
            CHECK(i < joint_count ? V2D_ID_EQUALS(id, joints[i].id) : V2D_IS_NULL(id));
        }
    }
    for (int i = 0; i < joint_count; ++i)
        CHECK(v2d_joint_is_valid(w, joints[i].id) == joints[i].live);
}

// Creates the object of this number, after it was destroyed with its joints.
static void known_object_begin(int object, bool destroyed) {
    for (int i = 0; i < joint_count && destroyed; ++i)
        if (joint_has(&joints[i], object)) known_joint_end(i);
    v2d_body_def body = v2d_body_def_default();
    v2d_point_def point = v2d_point_def_default();
    body.position = point.position = at(between(-5.0f, 5.0f), between(1.0f, 8.0f));
    body.type = object <= 2 ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC;
    if (object <= KNOWN_BODIES)
        bodies[object - 1] = v2d_body_create(&world, &body);
    else
        points[object - 1 - KNOWN_BODIES] = v2d_point_create(&world, &point);
}

// The joints of an object are those that name it, in the order of their slots, and go with it in this order.
static void joints_go_with_their_ends(void **state) {
    (void)state;
    static unsigned char bytes[sizeof(v2d_world)];
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    seed = 11u, joint_count = idle_count = 0;
    for (int object = 1; object <= KNOWN_BODIES + KNOWN_POINTS; ++object)
        known_object_begin(object, false);
    for (int round = 0; round < 1500; ++round) {
        int some = some_joint(), object = 1 + (int)below(KNOWN_BODIES + KNOWN_POINTS);
        if (round < 200 || (below(3) > 0 && joint_count - idle_count < KNOWN / 2)) {
            add_joint();
        } else if (some >= 0 && below(3) > 0) {
            v2d_joint_id id = joints[some].id;
            known_joint_end(some);
            CHECK(v2d_joint_destroy(&world, id) == V2D_OK);
        } else if (below(8) == 0) {
            CHECK((object <= KNOWN_BODIES
                       ? v2d_body_destroy(&world, bodies[object - 1])
                       : v2d_point_destroy(&world, points[object - 1 - KNOWN_BODIES])) == V2D_OK);
            known_object_begin(object, true);
        }
        if (round % 10 == 0) check_known(&world);
        if (round % 50 != 0) continue;
        size_t size = v2d_world_save(&world, bytes, sizeof(bytes));
        CHECK(size > 0 && v2d_world_load(&other, bytes, size) == V2D_OK);
        check_known(&other);
        test_steps(&other, 1), test_steps(&world, 1); // each step checks the lists
        CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
    }
    CHECK(joint_count > 100 && joint_count < KNOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_destroyed_is_gone_at_once),
        cmocka_unit_test(a_save_between_is_the_same),
        cmocka_unit_test(joints_go_with_their_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
