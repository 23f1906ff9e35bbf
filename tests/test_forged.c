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
    // A point that touches the last one and bounces, another that lies on the blob, and a box there, too.
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

static bool all_is_finite(const v2d_world *w) {
    v2d_body_id b = {0, 0};
    for (b = v2d_world_next_body(w, b); b.index1 != 0; b = v2d_world_next_body(w, b))
        if (!test_finite(v2d_body_position(w, b))) return false;
    v2d_point_id p = {0, 0};
    for (p = v2d_world_next_point(w, p); p.index1 != 0; p = v2d_world_next_point(w, p))
        if (!test_finite(v2d_point_position(w, p))) return false;
    return true;
}

// Whether a world is as after v2d_world_init(), but for the error that it tells.
static bool is_empty(const v2d_world *w) {
    v2d_counters c = v2d_world_counters(w);
    return v2d_world_status(w) == V2D_ERROR_DAMAGED && c.steps == 0 && c.bodies.peak == 0 &&
           c.shapes.peak == 0 && c.points.peak == 0 && c.joints.peak == 0 && c.contacts.peak == 0 &&
           c.zones.peak == 0;
}

// Loads so many bytes of `changed` into `other`. What is taken makes two steps.
static v2d_result try_to_load(size_t length) {
    v2d_result r = v2d_world_load(&other, changed, length);
    CHECK(r == V2D_OK || (r == V2D_ERROR_DAMAGED && is_empty(&other)));
    asserting = 0;
    for (int i = 0; i < 2 && r == V2D_OK; ++i) {
        (void)v2d_world_step(&other, 1.0f / 60.0f, 4);
        CHECK(all_is_finite(&other));
    }
    asserting = 1;
    return r;
}

// Whether the save of `world` as it is now is refused.
static bool refused(void) {
    return try_to_load(v2d_world_save(&world, changed, sizeof(changed))) == V2D_ERROR_DAMAGED;
}

// The same with another number in it.
static bool refused_with(void *at, uint32_t word) {
    uint32_t was;
    memcpy(&was, at, 4);
    CHECK(was != word);
    memcpy(at, &word, 4);
    bool yes = refused();
    memcpy(at, &was, 4);
    return yes;
}

// Nothing is left of what was tried.
static void check_world(void) {
    CHECK(!refused() && v2d_world_save(&world, again, sizeof(again)) == size);
    CHECK(memcmp(again, bytes, size) == 0);
}

static void the_world_itself_is_taken(void **state) {
    (void)state;
    build();
    check_world();
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
    CHECK(v2d_world_save(&other, again, sizeof(again)) == size && memcmp(again, bytes, size) == 0);
}

// Ends of a save that says it is no longer.
static void no_shorter_save_is_taken(void **state) {
    (void)state;
    build();
    for (size_t length = V2D__SAVE_HEAD; length <= size + 8; length += 8) {
        if (length == size) continue;
        memcpy(changed, bytes, size);
        memset(changed + size, 0, 8);
        v2d__save_head(changed, length, changed);
        CHECK(try_to_load(length) == V2D_ERROR_DAMAGED);
    }
}

// Each word of the arrays in turn becomes some that are often wrong: of all pairs of a word and a value a quarter, which
// differs from word to word; with V2D_SHARE=400 all.
static void no_word_does_harm(void **state) {
    (void)state;
    static const uint32_t words[] = {0u,          1u,          2u,          3u,
                                     0xffffffffu, 0x7fffffffu, 0x80000001u, 40u,
                                     0x7fc00000u, 0xbf800000u, 0x5f000000u};
    enum { WORDS = sizeof(words) / sizeof(words[0]) };
    int taken = 0, wrong = 0, every = 400 / test_share(100), n = 0;
    build();
    for (const v2d__array *a = v2d__arrays; a < v2d__arrays + V2D__ARRAYS; ++a) {
        for (int32_t i = 0; i < v2d__count_of(&world, a->count) && a->which != V2D__NONE; ++i) {
            if (!v2d__array_has(&world, a, i)) continue;
            for (int32_t k = 0; k < v2d__array_words(a); ++k) {
                unsigned char *entry = v2d__entry_at(&world, a, i);
                uint32_t was = v2d__word_at(entry, k, a->unit);
                for (int value = 0; value < WORDS + 2; ++value) {
                    uint32_t word = value < WORDS    ? words[value]
                                    : value == WORDS ? was + 1u
                                                     : was - 1u;
                    if (word == was || ++n % every != 0) continue;
                    v2d__word_set(entry, k, a->unit, word);
                    *(refused() ? &wrong : &taken) += 1;
                    v2d__word_set(entry, k, a->unit, was);
                }
            }
        }
    }
    check_world();
    CHECK(taken > 0 && wrong > 0);
    print_message("%d saves with another word: %d are worlds, %d are refused\n", taken + wrong,
                  taken, wrong);
}

// ---- one contradiction each -------------------------------------------------------------------------------

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
    build();
    for (size_t at = 0; at < V2D__SAVE_HEAD; ++at) {
        memcpy(changed, bytes, size);
        changed[at] ^= 1u;
        v2d_result want = at >= 4 && at < 16 ? V2D_ERROR_CONFIG_MISMATCH : V2D_ERROR_DAMAGED;
        CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
        CHECK(v2d_world_load(&other, changed, size) == want);
        v2d_world_clear_status(&other);
        other.status = world.status;
        CHECK(v2d_world_save(&other, again, sizeof(again)) == size &&
              memcmp(again, bytes, size) == 0);
    }
    memcpy(changed, bytes, size);
    v2d__save_head(changed, size - 4, changed); // not whole words of 8 bytes
    CHECK(v2d_world_load(&other, changed, size - 4) == V2D_ERROR_DAMAGED);
}

// What a save is loaded into does not matter: here it says of itself that it is a world.
static void a_load_into_nonsense_is_the_same(void **state) {
    (void)state;
    build();
    for (int i = 0; i < 3; ++i) {
        memset(&other, i == 0 ? 0x5b : 0xcc,
               sizeof(other)); // numbers that are too large, less than 0
        other.magic = world.magic, other.size = i < 2 ? world.size : 0u;
        CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
        CHECK(v2d_world_save(&other, again, sizeof(again)) == size &&
              memcmp(again, bytes, size) == 0);
    }
}

static void counts_and_pools_agree(void **state) {
    (void)state;
    build();
    v2d__pool *pool = &world.bodies.pool;
    int32_t *next = world.bodies.next, idle = pool->free1, worn = pool->worn1;
    CHECK(refused_with(&world.contacts.with_lane_count,
                       (uint32_t)world.contacts.with_lane_count - 1u));
    CHECK(refused_with(&world.contacts.dormant_count, (uint32_t)world.contacts.dormant_count + 1u));
    CHECK(refused_with(&world.pairs.count, 0xffffffffu) && refused_with(&world.rows.count, 65u));
    CHECK(idle > 0 && worn > 0 && next[worn - 1] != worn);
    CHECK(refused_with(&pool->free1, 4u));                // a live slot
    CHECK(refused_with(&next[idle - 1], (uint32_t)idle)); // a free list without an end
    CHECK(refused_with(&pool->worn1, 4u) && refused_with(&pool->worn1, 31u));
    CHECK(refused_with(&next[worn - 1], 0u)); // a ring with an end
    CHECK(refused_with(&next[next[worn - 1] - 1],
                       (uint32_t)next[worn - 1])); // one that is not closed
    CHECK(refused_with(&pool->count, (uint32_t)pool->count + 1u) && refused_with(&pool->peak, 0u));
    check_world();
}

static void walls_are_those_of_the_bounds(void **state) {
    (void)state;
    build();
    int32_t *first1 = &world.bodies.at[V2D_MAX_BODIES].shape1;
    v2d__shape *wall = &world.shapes.at[V2D__BOUNDS_PROXY], *none = wall;
    while (none->geometry.kind != V2D_GEOMETRY_NONE)
        none += 1;
    while (wall->next1 == 0 || wall->geometry.kind == V2D_GEOMETRY_NONE)
        wall += 1;
    const uint32_t none1 = (uint32_t)(none - world.shapes.at) + 1u;
    CHECK(none1 <= V2D__POINT_PROXY && wall < world.shapes.at + V2D__POINT_PROXY);
    CHECK(refused_with(&world.settings.bounded, 0u));
    CHECK(refused_with(first1, none1));
    CHECK(refused_with(&wall->geometry.kind, (uint32_t)V2D_GEOMETRY_CIRCLE));
    CHECK(refused_with(&wall->body, 3u));
    CHECK(refused_with(&wall->next1, (uint32_t)*first1)); // the list goes back
    CHECK(refused_with(&wall->next1, none1));
    check_world();
}

// Sleeping nodes, which are rings; pairs, which ascend; and contacts, which are those of the pairs.
static void rings_and_pairs_are_whole(void **state) {
    (void)state;
    build();
    v2d__contacts *c = &world.contacts;
    v2d__pair *last = &world.pairs.at[world.pairs.count - 1], *own = world.pairs.at;
    uint32_t asleep = 0, slot = contact_slot(true), dormant = 0;
    while (world.islands.next1[asleep] == 0)
        asleep += 1;
    int32_t *to = &world.islands.next1[asleep];
    CHECK(refused_with(&world.islands.next1[*to - 1], (uint32_t)*to)); // two before it
    CHECK(refused_with(to, (uint32_t)V2D__DUMMY_NODE + 1u));
    CHECK(refused_with(&world.pairs.at[0].a, 0u)); // a slot that is not live
    CHECK(refused_with(&last->b, (uint32_t)V2D__SOFT_PROXY + 3u));
    CHECK(refused_with(&last->b, (uint32_t)V2D__MAX_PROXIES));
    while (own->contact1 != (int32_t)slot + 1)
        own += 1;
    CHECK(refused_with(&c->at[slot].shape_a, (uint32_t)c->at[slot].shape_b));
    CHECK(refused_with(&c->at[slot].shape_a, (uint32_t)world.shapes.pool.high));
    CHECK(refused_with(&c->nodes[slot][0], (uint32_t)c->nodes[slot][1]));
    uint8_t state_was = c->state[slot];
    int32_t contact1 = own->contact1;
    c->state[slot] |= 3u;
    CHECK(refused());
    c->state[slot] = (uint8_t)(state_was | V2D__CONTACT_GONE);
    CHECK(refused()); // its pair has it
    own->contact1 = 0;
    CHECK(refused()); // its lane has it
    c->state[slot] = state_was, own->contact1 = contact1;
    CHECK(refused_with(&c->lane_records[c->at[slot].lane], contact_slot(false)));
    CHECK(refused_with(&c->with_lane[0], (uint32_t)c->with_lane[1]));
    while (c->at[dormant].lane > V2D__DORMANT)
        dormant += 1;
    CHECK(refused_with(&c->with_lane[0], dormant));
    check_world();
}

static void lanes_and_colours_agree(void **state) {
    (void)state;
    build();
    v2d__batch *batch = &world.contacts.batch;
    CHECK(refused_with(&batch->overflow_start, 0xffffffffu));
    CHECK(refused_with(&batch->overflow_start, 0x7fffffffu));
    CHECK(refused_with(&batch->overflow_start, 4u));
    CHECK(refused_with(&batch->overflow_count, 0xffffffffu));
    CHECK(refused_with(&batch->overflow_count, 0x7fffffffu));
    CHECK(refused_with(&batch->block_count, 63u));
    CHECK(refused_with(&batch->color_count, (uint32_t)V2D__MAX_COLORS + 1u));
    CHECK(refused_with(&batch->first[0], 0xffffffffu) &&
          refused_with(&batch->first[0], 0x7fffffffu));
    CHECK(refused_with(&world.contacts.hub_blocks, 0xffffffffu));
    CHECK(refused_with(&world.contacts.hub_blocks, 60u));
    CHECK(refused_with(&world.contacts.lane_records[0], 0xfffffff0u));
    CHECK(refused_with(&world.contacts.lane_records[0], (uint32_t)world.contacts.pool.high));
    CHECK(refused_with(&world.contacts.blocks[0].a[0], 4u * (uint32_t)V2D__DUMMY_NODE + 4u));
    for (uint32_t slot = 0; slot < 2u; ++slot) // lanes that there are not
        CHECK(refused_with(&world.bends.at[slot].lane1, 60u));
    int32_t edge = 0;
    while (!v2d__edge_live(&world, edge) || world.edges.at[edge].lane1 == 0)
        edge += 1;
    CHECK(refused_with(&world.edges.at[edge].lane1, 0u)); // it is awake and has no lane
    check_world();
}

// Active nodes, and joints in the lists of a step: those that are solved one by one, chains, gears.
static void lists_name_what_is_there(void **state) {
    (void)state;
    build();
    v2d__joint *gear = world.joints.at, *drag = gear, *laned = gear;
    int32_t *active = world.nodes.active;
    CHECK(world.joints.pool.free1 > 0 && world.points.pool.free1 > 0);
    while (gear->kind != (int32_t)V2D_JOINT_GEAR)
        gear += 1;
    while (drag->kind != (int32_t)V2D_JOINT_DRAG)
        drag += 1;
    while ((laned->flags & V2D__TRAIT_LANES) == 0u)
        laned += 1;
    CHECK(refused_with(active, (uint32_t)V2D__BOUNDS_NODE) &&
          refused_with(active, (uint32_t)V2D__DUMMY_NODE));
    CHECK(refused_with(active + 1, (uint32_t)active[0]));
    CHECK(world.joints.scalar_count > 0);
    CHECK(refused_with(world.joints.scalar, (uint32_t)world.joints.pool.free1 - 1u));
    CHECK(refused_with(world.joints.scalar, (uint32_t)(laned - world.joints.at)));
    CHECK(refused_with(&laned->flags, 0u)); // other traits
    CHECK(refused_with(&gear->gear_a1, 0u));
    CHECK(refused_with(&gear->gear_a1, (uint32_t)(drag - world.joints.at) + 1u));
    CHECK(refused_with(&gear->node_a, (uint32_t)drag->node_b)); // its nodes are those of its joints
    CHECK(refused_with(&gear->node_b, (uint32_t)drag->node_b));
    CHECK(refused_with(&world.joints.gears, 0u));
    CHECK(world.points.tethered_count > 0);
    CHECK(refused_with(world.points.tethered, (uint32_t)world.points.pool.free1 - 1u));
    check_world();
}

static void lists_name_each_once(void **state) {
    (void)state;
    build();
    int32_t *strays = world.queries.strays;
    CHECK(world.queries.count > 1 && world.targets.count > 1);
    CHECK(refused_with(strays, (uint32_t)strays[1]) &&
          refused_with(strays, (uint32_t)V2D__BOUNDS_PROXY));
    CHECK(refused_with(&world.queries.fixed, 40u));
    CHECK(refused_with(&world.targets.at[0].body, (uint32_t)world.targets.at[1].body));
    check_world();
}

// A row of each kind has the nodes of it, and a shape and an edge where it has them.
static void rows_are_of_their_kinds(void **state) {
    (void)state;
    build();
    uint32_t none = 0xffffffffu, body = 1u, point = (uint32_t)V2D__POINT_NODE, seen = 0u;
    uint32_t dummy = (uint32_t)V2D__DUMMY_NODE;
    for (int32_t i = 0; i < world.rows.count; ++i) {
        v2d__row *r = &world.rows.at[i];
        bool corner = r->kind == V2D_CONTACT_SHAPE_EDGE, shape = r->shape >= 0, edge = r->edge >= 0;
        bool pair = r->kind == V2D_CONTACT_POINT_POINT;
        for (uint32_t kind = 0; kind < 5u; ++kind)
            CHECK(kind == (uint32_t)r->kind || refused_with(&r->kind, kind));
        CHECK(refused_with(&r->node[0], corner ? point : body));
        CHECK(corner || refused_with(&r->node[0], dummy));
        CHECK(refused_with(&r->node[1], pair || edge ? body : point));
        CHECK(!(pair || edge) || refused_with(&r->node[1], dummy));
        CHECK(refused_with(&r->node[2], edge ? dummy : point));
        CHECK(refused_with(&r->shape, shape ? none : 3u) &&
              refused_with(&r->edge, edge ? none : 1u));
        seen |= 1u << r->kind;
    }
    CHECK(seen == 0x1eu);
    check_world();
}

static uint32_t bits_of(float number) {
    uint32_t bits;
    memcpy(&bits, &number, 4);
    return bits;
}

// Slots that no number is less than, ends of lists, and members of lists that are none: under the sanitizers nothing
// outside of an array is read, and no sum overflows.
static void no_slot_is_computed_from_nonsense(void **state) {
    (void)state;
    build();
    static const uint32_t words[] = {0x80000000u, 0x80000001u, 0x7fffffffu, 0xfffffff0u, 1000u};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
        uint32_t word = words[i];
        CHECK(refused_with(&world.islands.next1[4], word));
        CHECK(refused_with(&world.bodies.at[V2D_MAX_BODIES].shape1, word));
        CHECK(refused_with(&world.pairs.at[0].contact1, word));
        CHECK(refused_with(&world.bodies.at[4].shape1, word));
        CHECK(refused_with(&world.softs.at[0].point1, word));
        CHECK(refused_with(&world.softs.at[0].edge1, word));
        CHECK(refused_with(&world.points.at[world.softs.at[0].point1 - 1].next1, word));
    }
    check_world();
}

// Padding among the lanes of contacts that says it touches, deeply: it has no bodies to be swept.
static void padding_has_no_points(void **state) {
    (void)state;
    build();
    int32_t tried = 0;
    for (int32_t at = 0; at < world.contacts.batch.overflow_start; ++at) {
        v2d__manifold_block *m = &world.contacts.manifolds[at / V2D__LANES];
        const int32_t lane = at % V2D__LANES;
        if (world.contacts.lane_records[at] != V2D_MAX_CONTACTS) continue;
        m->points[lane] = 1.0f, m->separation[0][lane] = -10.0f;
        (void)refused();
        m->points[lane] = 0.0f, m->separation[0][lane] = 0.0f;
        tried += 1;
    }
    CHECK(tried > 0);
}

// Radii and units are what the functions that set them take.
static void lengths_have_limits(void **state) {
    (void)state;
    build();
    uint32_t more = bits_of(1.1e9f);
    CHECK(refused_with(&world.settings.length_unit, more) &&
          refused_with(&world.settings.max_speed, more));
    CHECK(refused_with(&world.softs.at[0].radius, more));
    CHECK(refused_with(&world.nodes.dof[3].dx, bits_of(NAN)) &&
          refused_with(&world.nodes.pose[3].c, bits_of(0.5f)));
    check_world();
}

// What a proxy is follows from its shape, its point or its soft body. Its box is not inside out.
static void proxies_are_those_of_things(void **state) {
    (void)state;
    build();
    const int32_t proxies[] = {4, V2D__POINT_PROXY, V2D__SOFT_PROXY};
    for (int i = 0; i < 3; ++i) {
        int32_t proxy = proxies[i];
        CHECK((world.proxies.flags[proxy] & V2D__PROXY_LIVE) != 0u || i == 1);
        uint32_t one_way = world.proxies.flags[proxy] ^ (uint32_t)V2D__PROXY_ONE_WAY;
        if ((one_way & V2D__PROXY_LIVE) == 0u) continue; // a point of a soft body
        CHECK(refused_with(&world.proxies.flags[proxy], one_way));
        CHECK(refused_with(&world.proxies.fat[proxy].v[2], bits_of(1e9f)));
        world.touches.report[proxy] |= V2D__THING_CHAIN;
        CHECK(refused());
        world.touches.report[proxy] &= (uint8_t)~V2D__THING_CHAIN;
    }
    check_world();
}

// A side of a touch has an owner of a kind that owns. It may be nobody's, as when the thing is gone.
static void touches_have_sides(void **state) {
    (void)state;
    build();
    CHECK(world.touches.count > 0);
    v2d__side *side = &world.touches.at[0].side[0], was = *side;
    CHECK(refused_with(&side->owner_stamp, (uint32_t)V2D__KIND_JOINT << 28));
    CHECK(refused_with(&side->stamp, (uint32_t)V2D__KIND_BODY << 28));
    CHECK(refused_with(&side->stamp, 0u));
    side->stamp = side->element1 = 0u;
    CHECK(!refused());
    *side = was;
    check_world();
}

// ---- the table ----------------------------------------------------------------------------------------------

// Words that a form describes; the number of its entries that begins at *form.
static int32_t words_of(const char *form) {
    int32_t words = 0;
    while (*form != '\0') {
        v2d__part part;
        form = v2d__part_read(form, words, &part);
        words += part.n;
    }
    return words;
}

static unsigned char listed[sizeof(v2d_world)];

static void list(size_t at, size_t count, ptrdiff_t stride, size_t length) {
    for (size_t i = 0; i < count; ++i)
        memset(listed + (ptrdiff_t)at + (ptrdiff_t)i * stride, 1, length);
}

#define BYTES(field) list(offsetof(v2d_world, field), 1, 0, sizeof(world.field))

// What no save has: scratch, and what a load makes of the rest.
static void list_what_is_not_saved(void) {
    BYTES(magic), BYTES(size), BYTES(fill_head), BYTES(fill_nodes), BYTES(fill_contacts),
        BYTES(fill_rows);
    BYTES(fill_edges), BYTES(fill_bends), BYTES(fill_cells), BYTES(fill_joints),
        BYTES(fill_proxies), BYTES(scratch), BYTES(colors);
    // copies of hubs, padding behind the active nodes, and what stages of a step leave to each other
    BYTES(nodes.dof), BYTES(nodes.color_mask), BYTES(nodes.active), BYTES(nodes.locked),
        BYTES(nodes.extra_inertia);
    BYTES(nodes.step_pose), BYTES(islands.parent), BYTES(pairs.at), BYTES(pairs.marks),
        BYTES(sensors.found_count);
    BYTES(rows.blocks), BYTES(rows.extras), BYTES(rows.lane_records), BYTES(rows.block_flags),
        BYTES(rows.lanes), BYTES(rows.link1);
    BYTES(events.at), BYTES(touches.found_count), BYTES(touches.sensed_count);
    BYTES(touches.kept_count), BYTES(contacts.append_room), BYTES(contacts.turning),
        BYTES(contacts.curves);
    // runs end with one that only tells where the last one ends
    BYTES(contacts.runs.start);
    // what a load makes
    BYTES(contacts.touching_at), BYTES(proxies.oriented_boxes), BYTES(proxies.body),
        BYTES(queries.around);
    BYTES(softs.points), BYTES(softs.edges), BYTES(softs.firsts), BYTES(zones.order),
        BYTES(joints.no_collide);
    BYTES(joints.no_collide_count), BYTES(joints.node_no_collide), BYTES(joints.node_end1),
        BYTES(joints.end_next1);
    BYTES(joints.end_before1), BYTES(grid), BYTES(pairs.dead), BYTES(pairs.unfiled);
    // groups, but for `debt`
    list(offsetof(v2d_world, groups), 1, 0, offsetof(v2d__groups, debt));
    list(offsetof(v2d_world, groups.pushed), 1, 0,
         sizeof(v2d__groups) - offsetof(v2d__groups, pushed));
}

// A new array or field is in the table of >>save or in the list above, or this fails: it prints where the bytes are.
static void every_array_is_in_the_table(void **state) {
    (void)state;
    memset(listed, 0, sizeof(listed));
    list_what_is_not_saved();
    for (const v2d__array *a = v2d__arrays; a < v2d__arrays + V2D__ARRAYS; ++a) {
        size_t most = (size_t)v2d__counts[a->count].most;
        CHECK(words_of(a->form) <= v2d__array_words(a) &&
              a->bytes % (a->unit < 4 ? a->unit : 4) == 0);
        list(a->at, most, a->stride, (size_t)a->bytes);
    }
    int missing = 0;
    for (size_t at = 0, end; at < sizeof(listed); at = end) {
        for (end = at + 1; end < sizeof(listed) && listed[end] == listed[at];)
            end += 1;
        bool padding = end - at < 8 && end % 4 == 0 && (end - at < 4 || end % 8 == 0);
        if (listed[at] == 0 && !padding) {
            print_error("bytes %d to %d of v2d_world are in no list\n", (int)at, (int)end - 1);
            missing += 1;
        }
    }
    CHECK(missing == 0);
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
        cmocka_unit_test(no_slot_is_computed_from_nonsense),
        cmocka_unit_test(padding_has_no_points),
        cmocka_unit_test(lengths_have_limits),
        cmocka_unit_test(proxies_are_those_of_things),
        cmocka_unit_test(touches_have_sides),
        cmocka_unit_test(every_array_is_in_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
