// SPDX-License-Identifier: MIT OR Unlicense
// test_fuzz_small.c - 104,000 random calls in worlds in which everything is scarce and falls asleep.
//
// Pairs, contacts and rows find no room, their records are given back and taken again, and what sleeps
// keeps its own. After every call the list of contacts names what there is, and after every step what
// is near each other.
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   24
#define V2D_MAX_SHAPES   32
#define V2D_MAX_POINTS   32
#define V2D_MAX_EDGES    32
#define V2D_MAX_BENDS    8
#define V2D_MAX_SOFTS    8
#define V2D_MAX_JOINTS   8
#define V2D_MAX_PAIRS    32
#define V2D_MAX_CONTACTS 16
#define V2D_MAX_ROWS     16
#define V2D_MAX_EVENTS   8
#include "fuzz.h"

#ifndef CALLS // tame ones, and as many of which one in 50 values is hostile
#define CALLS 52000
#endif

static const float dt = 1.0f / 60.0f;

// How far the surface of a body may have moved in any step since it was made: contacts look ahead as
// far, and what is put to sleep keeps them. Nothing of it is farther than 6 from its centre.
static float motion[V2D_MAX_BODIES];
static uint32_t motion_of[V2D_MAX_BODIES]; // generation

static float pull; // greatest acceleration by a zone in the step before [m/s^2]

static void remember_motion(void) {
    pull = world.stats.zone_pull;
    v2d_body_id id = {0, 0};
    for (id = v2d_world_next_body(&world, id); id.index1 != 0;
         id = v2d_world_next_body(&world, id)) {
        uint32_t i = id.index1 - 1;
        if (motion_of[i] != id.generation) motion[i] = 0.0f;
        motion_of[i] = id.generation;
        v2d_vec2 v = v2d_body_velocity(&world, id);
        float turn = fabsf(v2d_body_angular_velocity(&world, id));
        motion[i] = fmaxf(motion[i], (sqrtf(v.x * v.x + v.y * v.y) + 6.0f * turn) * dt);
    }
}

// How far apart two intervals are.
static float gap(float low_a, float high_a, float low_b, float high_b) {
    return fmaxf(low_b - high_a, low_a - high_b);
}

// How far the surface of a body moved in the last step.
static float moved(v2d_body_id id) {
    v2d_transform from = v2d_body_interpolated(&world, id, 0.0f);
    v2d_transform to = v2d_body_transform(&world, id);
    float x = to.p.x - from.p.x, y = to.p.y - from.p.y;
    float c = to.q.c - from.q.c, s = to.q.s - from.q.s;
    return sqrtf(x * x + y * y) + 6.0f * sqrtf(c * c + s * s);
}

// Contacts were looked for where things were before the step, as far as they could move in it. Then they
// moved, no farther than that and what contacts and joints pushed them in one step.
static void check_near(uint32_t start) {
    for (int i = 0; i < v2d_world_contact_count(&world); ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(&world, i, &c) == V2D_OK);
        if (c.kind != V2D_CONTACT_SHAPE_SHAPE) continue;
        if (c.a.shape.index1 == 0 || c.b.shape.index1 == 0) continue; // the bounds of the world
        v2d_aabb a = v2d_shape_aabb(&world, c.a.shape), b = v2d_shape_aabb(&world, c.b.shape);
        v2d_body_id body_a = v2d_shape_body(&world, c.a.shape);
        v2d_body_id body_b = v2d_shape_body(&world, c.b.shape);
        float reach = 0.2f + motion[body_a.index1 - 1] + motion[body_b.index1 - 1];
        reach += moved(body_a) + moved(body_b) + 2.0f * pull * dt * dt;
        float x = gap(a.lower.x, a.upper.x, b.lower.x, b.upper.x);
        float y = gap(a.lower.y, a.upper.y, b.lower.y, b.upper.y);
        if (fmaxf(x, y) > reach)
            print_error("seed %u: contact %d is %g long\n", (unsigned)start, i,
                        (double)fmaxf(x, y));
        CHECK(fmaxf(x, y) <= reach);
    }
}

// A floor that is a chain, in half of the worlds; what rests falls asleep soon.
static void start_small_world(void) {
    v2d_world_def def = v2d_world_def_default();
    def.sleep_time = 0.1f;
    def.bounded = one_in(2);
    def.bounds.lower = v2d_vec2_make(-6.0f, -3.0f);
    def.bounds.upper = v2d_vec2_make(6.0f, 6.0f);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    forget_all();
    memset(motion_of, 0, sizeof(motion_of));
    if (one_in(2)) return;
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    body.type = V2D_BODY_STATIC;
    v2d_body_id floor = v2d_body_create(&world, &body);
    v2d_vec2 line[4];
    for (int i = 0; i < 4; ++i)
        line[i] = v2d_vec2_make(5.0f - 3.3f * (float)i, i % 2 ? -2.0f : -2.5f);
    v2d_chain_id chain = v2d_chain_create(&world, floor, &shape, line, 4, false);
    remember(BODY, floor.index1, floor.generation);
    remember(CHAIN, chain.index1, chain.generation);
}

// A body of a tame shape, so that piles come about.
static void drop_body(void) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    def.position = v2d_vec2_make(random_between(-3.0f, 3.0f), random_between(-1.0f, 3.0f));
    v2d_body_id id = v2d_body_create(&world, &def);
    v2d_geometry g = one_in(2)
                         ? v2d_geometry_box(random_between(0.2f, 0.5f), random_between(0.2f, 0.5f))
                         : v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.3f);
    v2d_shape_id shape = v2d_shape_create(&world, id, &shape_def, &g);
    remember(BODY, id.index1, id.generation);
    remember(SHAPE, shape.index1, shape.generation);
}

static void small_call(uint32_t start) {
    int what = random_below(100);
    if (what < 50) {
        remember_motion();
        CHECK(v2d_world_step(&world, dt, 1 + random_below(4)) == V2D_OK);
        check_world(&world, start, 0);
        if (hostility == 0) check_near(start);
        return;
    }
    if (what < 65) {
        drop_body();
    } else if (what < 75) {
        v2d_body_id id = random_id(BODY);
        one_in(2) ? (void)v2d_body_set_awake(&world, id, false)
                  : (void)v2d_body_destroy(&world, id);
    } else {
        random_call();
    }
    check_contacts(&world);
}

static void play_small(uint32_t start, int calls) {
    const int in_world = 400;
    for (int done = 0; done < calls; done += in_world) {
        seed = (start + (uint32_t)done) * 2654435761u + 1u;
        uint32_t first = seed;
        start_small_world();
        for (int i = 0; i < in_world; ++i)
            small_call(first);
    }
}

static void contacts_are_between_what_there_is(void **state) {
    (void)state;
    hostility = 0;
    play_small(1u, test_share(CALLS));
}

static void hostile_calls_leave_the_list_of_contacts_whole(void **state) {
    (void)state;
    hostility = 50;
    play_small(2000000u, test_share(CALLS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_are_between_what_there_is),
        cmocka_unit_test(hostile_calls_leave_the_list_of_contacts_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
