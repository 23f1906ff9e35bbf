// SPDX-License-Identifier: MIT OR Unlicense
// test_forged.c - saves whose check sum is right, of worlds that cannot be: they are refused, or do no harm.
//
// A world has something of all that a save lists. Then one number in it, or in the bytes of its save, becomes
// one that contradicts the others.
#define ENGINE_TINY
#define ENGINE_INSIDE
#include "test.h"

static int asserting = 1; // 0 while a world is made of bytes that were changed on purpose

void test_assertion(int holds, const char *text, const char *function, int line) {
    if (holds || !asserting) return;
    print_error("verlet2d.h:%d: %s: %s\n", line, function, text);
    _fail("verlet2d.h", line);
}

static v2d_world world, other;
static unsigned char bytes[sizeof(v2d_world)], changed[sizeof(v2d_world)], again[sizeof(v2d_world)];
static size_t size; // of the save in `bytes`

// ---- a world with something of everything -------------------------------------------------------------

static v2d_joint_id join(v2d_joint_kind kind, v2d_anchor a, v2d_anchor b) {
    v2d_joint_def def = v2d_joint_def_default(kind);
    def.a = a, def.b = b;
    if (kind == V2D_JOINT_DRAG) def.target = v2d_vec2_make(12.0f, 9.0f);
    v2d_joint_id id = v2d_joint_create(&world, &def);
    CHECK(v2d_joint_is_valid(&world, id));
    return id;
}

// Two wheels with a gear, a ratchet, a rope of three planks, and a box that is dragged.
static void make_joints(void) {
    v2d_joint_def gear = v2d_joint_def_default(V2D_JOINT_GEAR);
    for (int i = 0; i < 2; ++i) {
        v2d_body_id wheel =
            test_circle(&world, V2D_BODY_DYNAMIC, 8.0f + 3.0f * (float)i, 6.0f, 1.0f);
        v2d_anchor hub = v2d_anchor_world(v2d_vec2_make(8.0f + 3.0f * (float)i, 6.0f), 0.0f);
        v2d_anchor middle = v2d_anchor_body(wheel, v2d_vec2_make(0.0f, 0.0f));
        *(i == 0 ? &gear.joint_a : &gear.joint_b) = join(V2D_JOINT_REVOLUTE, hub, middle);
        CHECK(v2d_body_set_angular_velocity(&world, wheel, 2.0f) == V2D_OK);
        if (i == 1) join(V2D_JOINT_RATCHET, hub, middle);
    }
    gear.ratio = -1.0f;
    CHECK(v2d_joint_is_valid(&world, v2d_joint_create(&world, &gear)));
    v2d_body_id box = test_box(&world, V2D_BODY_DYNAMIC, 12.0f, 9.0f, 0.3f, 0.3f);
    join(V2D_JOINT_DRAG, v2d_anchor_world(v2d_vec2_make(0.0f, 0.0f), 0.0f),
         v2d_anchor_body(box, v2d_vec2_make(0.1f, 0.0f)));
    test_links(&world, V2D_JOINT_REVOLUTE, -14.0f, 3);
}

// A rope on a pin, a jelly with bends, and a loose point on the ground.
static void make_soft_bodies(void) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(-8.0f, 10.0f);
    v2d_vec2 end = v2d_vec2_make(4.0f, 0.0f);
    v2d_soft_id rope =
        v2d_soft_create_rope(&world, &def, v2d_vec2_make(0.0f, 0.0f), end, 8, true, false);
    CHECK(v2d_soft_is_valid(&world, rope));
    def.position = v2d_vec2_make(-14.0f, 8.0f);
    v2d_soft_id cloth = v2d_soft_create_cloth(&world, &def, 2, 6, 0.4f);
    CHECK(v2d_soft_is_valid(&world, cloth));
    CHECK(v2d_point_set_pinned(&world, v2d_soft_point(&world, cloth, 0), true) == V2D_OK);
    const v2d_vec2 outline[6] = {{0.6f, 0.0f},  {0.3f, 0.5f},   {-0.3f, 0.5f},
                                 {-0.6f, 0.0f}, {-0.3f, -0.5f}, {0.3f, -0.5f}};
    def.position = v2d_vec2_make(5.0f, 0.55f);
    def.bend_frequency = 5.0f, def.area_frequency = 8.0f, def.shape_frequency = 3.0f;
    def.report = V2D_REPORT_CONTACT;
    CHECK(v2d_soft_is_valid(&world, v2d_soft_create_blob(&world, &def, outline, 6)));
    v2d_point_def point = v2d_point_def_default();
    point.position = v2d_vec2_make(3.0f, 0.05f), point.radius = 0.05f;
    point.velocity = v2d_vec2_make(0.5f, 0.0f);
    for (int i = 0; i < 2; ++i, point.position.x += 0.5f)
        CHECK(v2d_point_is_valid(&world, v2d_point_create(&world, &point)));
    // A point that touches the last one, another that lies on the blob, and a box there, too. It bounces, so that
    // their row is none of those that are kept.
    point.position.x -= 0.41f, point.restitution = 0.1f;
    CHECK(v2d_point_is_valid(&world, v2d_point_create(&world, &point)));
    point.position = v2d_vec2_make(4.8f, 1.12f), point.restitution = 0.0f;
    CHECK(v2d_point_is_valid(&world, v2d_point_create(&world, &point)));
    (void)test_box(&world, V2D_BODY_DYNAMIC, 5.15f, 1.25f, 0.15f, 0.15f);
}

static v2d_point_id point_at(float x) {
    v2d_point_def def = v2d_point_def_default();
    def.position = v2d_vec2_make(x, 2.0f);
    return v2d_point_create(&world, &def);
}

// A sensor with water in it, and two lifts on their way.
static void make_the_rest(void) {
    v2d_body_id fixed = test_box(&world, V2D_BODY_STATIC, 0.0f, -5.0f, 0.5f, 0.5f);
    v2d_shape_def def = v2d_shape_def_default();
    def.sensor = true, def.report = V2D_REPORT_CONTACT;
    v2d_geometry box = v2d_geometry_oriented_box(2.0f, 2.0f, v2d_vec2_make(0.0f, 6.0f), 0.0f);
    v2d_zone_def zone = v2d_zone_def_default(V2D_ZONE_FLUID);
    zone.shape = v2d_shape_create(&world, fixed, &def, &box);
    CHECK(v2d_zone_is_valid(&world, v2d_zone_create(&world, &zone)));
    for (int i = 0; i < 2; ++i) {
        float y = 3.0f + 4.0f * (float)i;
        v2d_body_id lift = test_box(&world, V2D_BODY_KINEMATIC, 16.0f, y, 0.5f, 0.2f);
        v2d_transform to = v2d_transform_make(v2d_vec2_make(16.0f, y + 2.0f), 0.0f);
        CHECK(v2d_body_set_target(&world, lift, to, 1.0f) == V2D_OK);
    }
}

// Two slots of each of three kinds that were used up, and a free one.
static void make_worn_slots(void) {
    for (int i = 0; i < 3; ++i) {
        v2d_body_id box = test_box(&world, V2D_BODY_STATIC, 0.0f, 40.0f, 0.5f, 0.5f);
        uint32_t slot = box.index1 - 1u, most = v2d__generation_mask;
        if (i < 2) world.bodies.generation[slot] = world.shapes.generation[slot] = most;
        if (i < 2) box.generation = 1u << 28 | most;
        CHECK(v2d_body_destroy(&world, box) == V2D_OK);
    }
    CHECK(world.bodies.pool.worn1 != 0);
}

// Frees a slot of a body, a shape, a contact, a joint, a point and an edge.
static void destroy_some(v2d_body_id box, v2d_body_id asleep) {
    v2d_edge_def def = v2d_edge_def_default();
    def.a = point_at(-16.0f), def.b = point_at(-17.0f);
    CHECK(v2d_edge_is_valid(&world, v2d_edge_create(&world, &def)));
    test_steps(&world, 4);
    CHECK(v2d_body_destroy(&world, box) == V2D_OK);
    CHECK(v2d_body_destroy(&world, asleep) == V2D_OK);
    CHECK(v2d_point_destroy(&world, def.b) == V2D_OK);
    test_steps(&world, 2);
}

static void build(void) {
    v2d_world_def def = v2d_world_def_default();
    asserting = 1;
    def.bounded = true;
    def.bounds.lower = v2d_vec2_make(-20.0f, -20.0f);
    def.bounds.upper = v2d_vec2_make(20.0f, V2D_UNLIMITED); // no wall there
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    make_worn_slots();
    (void)test_box(&world, V2D_BODY_STATIC, 0.0f, -0.5f, 18.0f, 0.5f);
    for (int i = 0; i < 3; ++i)
        (void)test_box(&world, V2D_BODY_DYNAMIC, -3.0f, 0.5f + (float)i, 0.5f, 0.5f);
    v2d_body_id alone = test_box(&world, V2D_BODY_DYNAMIC, 17.0f, 0.5f, 0.5f, 0.5f);
    test_steps(&world, 100);
    CHECK(v2d_world_counters(&world).awake == 0);
    (void)test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 0.49f, 0.5f, 0.5f);
    (void)test_circle(&world, V2D_BODY_DYNAMIC, 0.1f, 1.3f, 0.3f);
    make_joints();
    make_soft_bodies();
    make_the_rest();
    v2d_body_id box = test_box(&world, V2D_BODY_DYNAMIC, 14.0f, 0.49f, 0.5f, 0.5f);
    v2d_anchor end = v2d_anchor_body(box, v2d_vec2_make(0.0f, 0.0f));
    v2d_anchor place = v2d_anchor_world(v2d_vec2_make(14.0f, 1.0f), 0.0f);
    join(V2D_JOINT_WHEEL, place, end);
    destroy_some(box, alone);
    box = test_box(&world, V2D_BODY_STATIC, -18.0f, 15.0f, 0.5f, 0.5f);
    for (int i = 0; i < 2; ++i) // not in the grid yet
        (void)test_box(&world, V2D_BODY_STATIC, -18.0f, 15.0f, 0.5f, 0.5f);
    CHECK(v2d_body_destroy(&world, box) == V2D_OK);
    size = v2d_world_save(&world, bytes, sizeof(bytes));
    CHECK(size > 0);
}

// ---- what is tried ----------------------------------------------------------------------------------------

// Gives `changed` the check sum of what is in it.
static void mend(size_t length) {
    v2d__save_header h;
    memcpy(&h, changed, sizeof(h));
    h.size = length;
    v2d__save_sum(changed + sizeof(h), length - sizeof(h), h.sum);
    memcpy(changed, &h, sizeof(h));
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

// Loads `changed` into `other`, which is the world of `bytes` before and afterwards. What is taken makes two
// steps.
static v2d_result try_to_load(size_t length) {
    mend(length);
    v2d_result r = v2d_world_load(&other, changed, length);
    CHECK(r == V2D_OK || r == V2D_ERROR_DAMAGED);
    v2d_world_clear_status(&other);
    if (r != V2D_OK) return r;
    asserting = 0;
    for (int i = 0; i < 2; ++i) {
        (void)v2d_world_step(&other, 1.0f / 60.0f, 4);
        CHECK(all_is_finite(&other));
    }
    asserting = 1;
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
    return r;
}

// A refused save leaves no trace.
static void check_other(void) {
    CHECK(v2d_world_save(&other, again, sizeof(again)) == size && memcmp(again, bytes, size) == 0);
}

static void the_world_itself_is_taken(void **state) {
    (void)state;
    build();
    memcpy(changed, bytes, size);
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK && try_to_load(size) == V2D_OK);
    check_other();
}

// Ends of a save that says it is no longer.
static void no_shorter_save_is_taken(void **state) {
    (void)state;
    build();
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
    for (size_t length = sizeof(v2d__save_header); length < size; length += 8) {
        memcpy(changed, bytes, length);
        CHECK(try_to_load(length) == V2D_ERROR_DAMAGED);
    }
    memcpy(changed, bytes, size);
    memset(changed + size, 0, 8);
    CHECK(try_to_load(size + 8) == V2D_ERROR_DAMAGED);
    check_other();
}

// Each word of a save in turn becomes each of some that are often wrong.
static void no_word_does_harm(void **state) {
    (void)state;
    static const uint32_t words[] = {0u,          1u,          2u,          3u,
                                     0xffffffffu, 0x7fffffffu, 0x80000001u, 40u,
                                     0x7fc00000u, 0xbf800000u, 0x5f000000u};
    enum { WORDS = sizeof(words) / sizeof(words[0]) };
    int taken = 0, refused = 0, every = 100 / test_share(100);
    build();
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
    for (size_t at = sizeof(v2d__save_header); at < size; at += 4) {
        for (int i = 0; i < WORDS + 2; ++i) {
            uint32_t was = v2d__u32_at(bytes + at);
            uint32_t word = i < WORDS ? words[i] : i == WORDS ? was + 1u : was - 1u;
            if (word == was || ((int)(at / 4) * 7 + i) % every != 0) continue;
            memcpy(changed, bytes, size);
            memcpy(changed + at, &word, 4);
            *(try_to_load(size) == V2D_OK ? &taken : &refused) += 1;
        }
    }
    check_other();
    CHECK(taken > 0 && refused > 0);
}

// ---- one contradiction each -------------------------------------------------------------------------------

static v2d__save_view view; // of `bytes`

// Where a column is in the save. It begins at a field of the world.
static size_t column(size_t field) { return (size_t)(v2d__view_column(&view, field) - bytes); }
#define COLUMN(field)      column(offsetof(v2d_world, field))
#define COUNT(number)      (sizeof(v2d__save_header) + 4 * (size_t)(number))
#define IN(record, member) offsetof(v2d__##record, member)

static size_t lanes_at; // where the columns end and the lanes of contacts begin

static void build_and_look(void) {
    build();
    view.bytes = bytes, view.size = size;
    CHECK(v2d__view_locate(&view, &lanes_at));
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
    memcpy(changed, bytes, size);
}

static void put(size_t at, uint32_t word) { memcpy(changed + at, &word, 4); }

// Whether what was put into `changed` makes the save be refused.
static bool refused(void) {
    bool yes = try_to_load(size) == V2D_ERROR_DAMAGED;
    memcpy(changed, bytes, size);
    return yes;
}

static bool refused_with(size_t at, uint32_t word) {
    CHECK(v2d__u32_at(bytes + at) != word);
    put(at, word);
    return refused();
}

// The slot of the first contact that has a lane, or of one that is not live.
static uint32_t contact_slot(bool live) {
    uint32_t slot = 0;
    const v2d__contacts *c = &world.contacts;
    while (v2d__slot_is_live(&world, V2D__KIND_CONTACT, (int32_t)slot) != live ||
           (live && c->at[slot].lane < 0))
        slot += 1;
    CHECK((int32_t)slot < c->pool.high);
    return slot;
}

static void headers_that_lie_are_refused(void **state) {
    (void)state;
    build_and_look();
    v2d__save_header h;
    memcpy(&h, bytes, sizeof(h));
    for (int i = 0; i < 2; ++i) {
        h.sum[i] ^= 1u;
        memcpy(changed, &h, sizeof(h));
        CHECK(v2d_world_load(&other, changed, size) == V2D_ERROR_DAMAGED);
        h.sum[i] ^= 1u;
    }
    memcpy(changed, bytes, size);
    mend(size - 4); // not whole words of 8 bytes
    CHECK(v2d_world_load(&other, changed, size - 4) == V2D_ERROR_DAMAGED);
    v2d_world_clear_status(&other);
    check_other();
}

// What a save is loaded into does not matter: here it says of itself that it is a world.
static void a_load_into_nonsense_is_the_same(void **state) {
    (void)state;
    build_and_look();
    for (int i = 0; i < 3; ++i) {
        uint32_t is = other.magic, large = other.size;
        memset(&other, i == 0 ? 0x5b : 0xcc,
               sizeof(other)); // numbers that are too large, less than 0
        other.magic = is, other.size = i < 2 ? large : 0u;
        CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
        check_other();
    }
}

static void counts_and_pools_agree(void **state) {
    (void)state;
    build_and_look();
    CHECK(refused_with(COUNT(V2D__N_ONE), 0u) && refused_with(COUNT(V2D__N_WALLS), 3u));
    CHECK(refused_with(COUNT(V2D__N_WITH_LANE), (uint32_t)world.contacts.with_lane_count - 1u));
    CHECK(refused_with(COUNT(V2D__N_DORMANT), (uint32_t)world.contacts.dormant_count + 1u));
    size_t free1 = COLUMN(bodies.pool.free1), next = COLUMN(bodies.next[0]);
    uint32_t idle = (uint32_t)world.bodies.pool.free1, worn = (uint32_t)world.bodies.pool.worn1;
    CHECK(idle > 0u && worn > 0u && (uint32_t)world.bodies.next[worn - 1u] != worn);
    CHECK(refused_with(free1, 4u));                            // a live slot
    CHECK(refused_with(next + 4 * (size_t)(idle - 1u), idle)); // a free list without an end
    CHECK(refused_with(free1 + 4, 4u) && refused_with(free1 + 4, 31u));
    CHECK(refused_with(next + 4 * (size_t)(worn - 1u), 0u)); // a ring with an end
    uint32_t first_worn = (uint32_t)world.bodies.next[worn - 1u];
    CHECK(refused_with(next + 4 * (size_t)(first_worn - 1u), first_worn)); // one that is not closed
    size_t use = COLUMN(bodies.pool.count);
    CHECK(refused_with(use, (uint32_t)world.bodies.pool.count + 1u) && refused_with(use + 4, 0u));
    check_other();
}

static void walls_are_those_of_the_bounds(void **state) {
    (void)state;
    build_and_look();
    size_t walls = COLUMN(shapes.at[V2D__BOUNDS_PROXY]);
    size_t first1 = COLUMN(bodies.at[V2D_MAX_BODIES]) + IN(body, shape1);
    uint32_t none = 0, wall = 0, first = (uint32_t)world.bodies.at[V2D_MAX_BODIES].shape1;
    const v2d__shape *at = &world.shapes.at[V2D__BOUNDS_PROXY];
    while (at[none].geometry.kind != V2D_GEOMETRY_NONE)
        none += 1;
    while (at[wall].next1 == 0 || at[wall].geometry.kind == V2D_GEOMETRY_NONE)
        wall += 1;
    size_t here = walls + wall * sizeof(v2d__shape);
    CHECK(none < 4u && wall < 4u);
    CHECK(refused_with(COLUMN(settings) + IN(settings, bounded), 0u));
    CHECK(refused_with(first1, (uint32_t)V2D__BOUNDS_PROXY + none + 1u));
    CHECK(refused_with(here, (uint32_t)V2D_GEOMETRY_CIRCLE));
    CHECK(refused_with(here + IN(shape, body), 3u));
    CHECK(refused_with(here + IN(shape, next1), first)); // the list goes back
    CHECK(refused_with(here + IN(shape, next1), (uint32_t)V2D__BOUNDS_PROXY + none + 1u));
    check_other();
}

// Sleeping nodes, which are rings; pairs, which ascend; and contacts, which are those of the pairs.
static void rings_and_pairs_are_whole(void **state) {
    (void)state;
    build_and_look();
    size_t ring = COLUMN(islands.next1[0]), pairs = COLUMN(pairs.at[0]);
    size_t last = pairs + 12 * (size_t)(world.pairs.count - 1);
    uint32_t asleep = 0, lane = contact_slot(true), at = 0, gone = (uint32_t)V2D__CONTACT_GONE;
    while (world.islands.next1[asleep] == 0)
        asleep += 1;
    uint32_t to = (uint32_t)world.islands.next1[asleep];
    CHECK(refused_with(ring + 4 * (size_t)(to - 1u), to)); // two before it
    CHECK(refused_with(ring + 4 * (size_t)asleep, (uint32_t)V2D__DUMMY_NODE + 1u));
    CHECK(refused_with(pairs, 0u)); // a slot that is not live
    CHECK(refused_with(last + 4, (uint32_t)V2D__SOFT_PROXY + 3u));
    CHECK(refused_with(last + 4, (uint32_t)V2D__MAX_PROXIES));
    while (world.pairs.at[at].contact1 != (int32_t)lane + 1)
        at += 1;
    size_t own = COLUMN(contacts.at[0].shape_a) + 12 * (size_t)lane;
    CHECK(refused_with(own, (uint32_t)world.contacts.at[lane].shape_b));
    CHECK(refused_with(own, (uint32_t)world.shapes.pool.high));
    size_t flags = COLUMN(contacts.state[0]);
    changed[flags + lane] |= 3u;
    CHECK(refused());
    changed[flags + lane] |= (unsigned char)gone;
    CHECK(refused()); // its pair has it
    changed[flags + lane] |= (unsigned char)gone, put(pairs + 12 * (size_t)at + 8, 0u);
    CHECK(refused()); // its lane has it
    CHECK(refused_with(lanes_at + 4 * (size_t)world.contacts.at[lane].lane, contact_slot(false)));
    size_t list = COLUMN(contacts.with_lane[0]);
    CHECK(refused_with(list, v2d__u32_at(bytes + list + 4)));
    uint32_t dormant = 0;
    while (world.contacts.at[dormant].lane > V2D__DORMANT)
        dormant += 1;
    CHECK(refused_with(list, dormant));
    check_other();
}

static void lanes_and_colours_agree(void **state) {
    (void)state;
    build_and_look();
    size_t batch = COLUMN(contacts.batch);
    CHECK(refused_with(batch + IN(batch, overflow_start), 0xffffffffu));
    CHECK(refused_with(batch + IN(batch, overflow_start), 0x7fffffffu));
    CHECK(refused_with(batch + IN(batch, overflow_start), 4u));
    CHECK(refused_with(batch + IN(batch, overflow_count), 0xffffffffu));
    CHECK(refused_with(batch + IN(batch, overflow_count), 0x7fffffffu));
    CHECK(refused_with(batch + IN(batch, block_count), 63u));
    CHECK(refused_with(batch + IN(batch, color_count), (uint32_t)V2D__MAX_COLORS + 1u));
    CHECK(refused_with(batch + IN(batch, first), 0xffffffffu));
    CHECK(refused_with(batch + IN(batch, first), 0x7fffffffu));
    CHECK(refused_with(COLUMN(contacts.hub_blocks), 0xffffffffu));
    CHECK(refused_with(COLUMN(contacts.hub_blocks), 60u));
    CHECK(refused_with(lanes_at, 0xfffffff0u));
    CHECK(refused_with(lanes_at, (uint32_t)world.contacts.pool.high));
    for (uint32_t slot = 0; slot < 2u; ++slot) // lanes that there are not
        CHECK(refused_with(COLUMN(bends.at[0].lane1) + 4 * (size_t)slot, 60u));
    check_other();
}

// Active nodes, and joints in the lists of a step: those that are solved one by one, chains, gears.
static void lists_name_what_is_there(void **state) {
    (void)state;
    build_and_look();
    uint32_t joint = (uint32_t)world.joints.pool.free1 - 1u, gear = 0, drag = 0, laned = 0;
    uint32_t point = (uint32_t)world.points.pool.free1 - 1u;
    CHECK(world.joints.pool.free1 > 0 && world.points.pool.free1 > 0);
    while (world.joints.at[gear].kind != (int32_t)V2D_JOINT_GEAR)
        gear += 1;
    while (world.joints.at[drag].kind != (int32_t)V2D_JOINT_DRAG)
        drag += 1;
    while ((world.joints.at[laned].flags & V2D__TRAIT_LANES) == 0u)
        laned += 1;
    CHECK(refused_with(COLUMN(nodes.active[0]), (uint32_t)V2D__BOUNDS_NODE));
    CHECK(refused_with(COLUMN(nodes.active[0]), (uint32_t)V2D__DUMMY_NODE));
    CHECK(refused_with(COLUMN(nodes.active[0]) + 4, v2d__u32_at(bytes + COLUMN(nodes.active[0]))));
    CHECK(world.joints.scalar_count > 0);
    CHECK(refused_with(COLUMN(joints.scalar[0]), joint));
    CHECK(refused_with(COLUMN(joints.scalar[0]), laned));
    CHECK(refused_with(COLUMN(joints.at[0].kind) + 16 * (size_t)laned + 4, 0u)); // other traits
    size_t gears = COLUMN(joints.at[0].gear_a1) + 8 * (size_t)gear;
    CHECK(refused_with(gears, 0u) && refused_with(gears, drag + 1u));
    for (size_t k = 0; k < 2; ++k) // its nodes are those of its joints
        CHECK(refused_with(COLUMN(joints.at[0].kind) + 16 * (size_t)gear + 8 + 4 * k,
                           (uint32_t)world.joints.at[drag].node_b));
    CHECK(refused_with(COLUMN(joints.gears), 0u));
    CHECK(refused_with(COLUMN(joints.scalar_springs), 40u));
    CHECK(refused_with(COLUMN(joints.scalar_springs) + 4, 30u));
    CHECK(world.points.tethered_count > 0);
    CHECK(refused_with(COLUMN(points.tethered[0]), point));
    check_other();
}

static void lists_name_each_once(void **state) {
    (void)state;
    build_and_look();
    size_t strays = COLUMN(queries.strays[0]), targets = COLUMN(targets.at[0].pose);
    CHECK(world.queries.count > 1 && world.targets.count > 1);
    CHECK(refused_with(strays, v2d__u32_at(bytes + strays + 4)));
    CHECK(refused_with(strays, (uint32_t)V2D__BOUNDS_PROXY));
    CHECK(refused_with(COLUMN(queries.fixed), 40u));
    targets += IN(target, body);
    CHECK(refused_with(targets, v2d__u32_at(bytes + targets + sizeof(v2d__target))));
    check_other();
}

// A row of each kind has the nodes of it, and a shape and an edge where it has them.
static void rows_are_of_their_kinds(void **state) {
    (void)state;
    build_and_look();
    size_t row = COLUMN(rows.at[0]);
    uint32_t none = 0xffffffffu, body = 1u, point = (uint32_t)V2D__POINT_NODE, seen = 0u;
    uint32_t dummy = (uint32_t)V2D__DUMMY_NODE;
    for (int32_t i = 0; i < world.rows.count; ++i, row += sizeof(v2d__row)) {
        const v2d__row *r = &world.rows.at[i];
        bool corner = r->kind == V2D_CONTACT_SHAPE_EDGE, shape = r->shape >= 0, edge = r->edge >= 0;
        bool pair = r->kind == V2D_CONTACT_POINT_POINT;
        for (uint32_t kind = 0; kind < 5u; ++kind)
            CHECK(kind == (uint32_t)r->kind || refused_with(row + IN(row, kind), kind));
        CHECK(refused_with(row + IN(row, node[0]), corner ? point : body));
        CHECK(corner || refused_with(row + IN(row, node[0]), dummy));
        CHECK(refused_with(row + IN(row, node[1]), pair || edge ? body : point));
        CHECK(!(pair || edge) || refused_with(row + IN(row, node[1]), dummy));
        CHECK(refused_with(row + IN(row, node[2]), edge ? dummy : point));
        CHECK(refused_with(row + IN(row, shape), shape ? none : 3u));
        CHECK(refused_with(row + IN(row, edge), edge ? none : 1u));
        seen |= 1u << r->kind;
    }
    CHECK(seen == 0x1eu);
    check_other();
}

static uint32_t bits_of(float number) {
    uint32_t bits;
    memcpy(&bits, &number, 4);
    return bits;
}

// Radii and units are what the functions that set them take.
static void lengths_have_limits(void **state) {
    (void)state;
    build_and_look();
    uint32_t more = bits_of(1.1e9f);
    size_t settings = COLUMN(settings), soft = COLUMN(softs.at[0].list_start);
    CHECK(refused_with(settings + IN(settings, length_unit), more));
    CHECK(refused_with(settings + IN(settings, max_speed), more));
    CHECK(refused_with(soft + IN(soft, radius) - IN(soft, list_start), more));
    check_other();
}

// A side of a touch has an owner of a kind that owns. It may be nobody's, as when the thing is gone.
static void touches_have_sides(void **state) {
    (void)state;
    build_and_look();
    size_t side = COLUMN(touches.at[0]) + IN(touch, side);
    CHECK(world.touches.count > 0);
    CHECK(refused_with(side + IN(side, owner_stamp), (uint32_t)V2D__KIND_JOINT << 28));
    CHECK(refused_with(side + IN(side, stamp), (uint32_t)V2D__KIND_BODY << 28));
    CHECK(refused_with(side + IN(side, stamp), 0u));
    put(side + IN(side, stamp), 0u), put(side + IN(side, element1), 0u);
    CHECK(try_to_load(size) == V2D_OK);
    check_other();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_world_itself_is_taken),
        cmocka_unit_test(no_shorter_save_is_taken),
        cmocka_unit_test(no_word_does_harm),
        cmocka_unit_test(headers_that_lie_are_refused),
        cmocka_unit_test(a_load_into_nonsense_is_the_same),
        cmocka_unit_test(counts_and_pools_agree),
        cmocka_unit_test(walls_are_those_of_the_bounds),
        cmocka_unit_test(rings_and_pairs_are_whole),
        cmocka_unit_test(lanes_and_colours_agree),
        cmocka_unit_test(lists_name_what_is_there),
        cmocka_unit_test(lists_name_each_once),
        cmocka_unit_test(rows_are_of_their_kinds),
        cmocka_unit_test(lengths_have_limits),
        cmocka_unit_test(touches_have_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
