// SPDX-License-Identifier: MIT OR Unlicense
// test_fuzz.c - random sequences of calls with random, often hostile, arguments and ids.
//
// After each step: everything is finite, counts agree with what iteration finds. Every so often: a copy
// of the world goes on bit for bit like the original. Same seeds, same sequences.
#define ENGINE_TINY
#define ENGINE_INSIDE
#include "fuzz.h"

static v2d_world copy, second;

static void start_world(void) {
    v2d_world_def def = v2d_world_def_default();
    def.bounded = one_in(2);
    def.bounds.lower = v2d_vec2_make(-10.0f, -10.0f);
    def.bounds.upper = v2d_vec2_make(10.0f, 10.0f);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    forget_all();
}

static v2d_vec2 places[V2D_MAX_POINTS];

static void note_places(void) {
    v2d_point_id p = {0, 0};
    for (p = v2d_world_next_point(&world, p); p.index1 != 0; p = v2d_world_next_point(&world, p))
        places[p.index1 - 1] = v2d_point_position(&world, p);
}

// How far kinematic bodies may carry along what is at a place.
static double carried(v2d_vec2 place, double dt) {
    double most = 0.0;
    v2d_body_id b = {0, 0};
    for (b = v2d_world_next_body(&world, b); b.index1 != 0; b = v2d_world_next_body(&world, b)) {
        if (body_type_of(&world, b) != V2D_BODY_KINEMATIC) continue;
        v2d_vec2 v = v2d_body_velocity(&world, b), p = v2d_body_position(&world, b);
        double turn = fmin(fabs(dt * (double)v2d_body_angular_velocity(&world, b)), 2.0);
        double way = dt * hypot((double)v.x, (double)v.y);
        double arm = hypot((double)place.x - (double)p.x, (double)place.y - (double)p.y) + way;
        most = fmax(most, way + turn * arm);
    }
    return most;
}

// Nothing moves farther in a step than max_speed takes it, and again for each time that a sweep stops it;
// and as often it is carried, itself or another point of its body. What was outside of the world is
// brought back.
static void check_ways(double dt) {
    const double stops = 5.0;
    double most = 0.0;
    v2d_point_id p = {0, 0};
    for (p = v2d_world_next_point(&world, p); p.index1 != 0; p = v2d_world_next_point(&world, p))
        most = fmax(most, carried(places[p.index1 - 1], dt));
    most = 1.001 * (1.0 + stops) * ((double)world.settings.max_speed * dt + most);
    for (p = v2d_world_next_point(&world, p); p.index1 != 0; p = v2d_world_next_point(&world, p)) {
        v2d_vec2 from = places[p.index1 - 1], to = v2d_point_position(&world, p);
        float r = point_radius(&world, p);
        bool inside = from.x - r >= world.settings.bounds.lower.x &&
                      from.x + r <= world.settings.bounds.upper.x &&
                      from.y - r >= world.settings.bounds.lower.y &&
                      from.y + r <= world.settings.bounds.upper.y;
        if (point_is_pinned(&world, p) || (world.settings.bounded && !inside)) continue;
        CHECK(hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y) <= most);
    }
}

// `steps` steps with a few calls before each.
static void play(uint32_t start, int steps, int calls, bool copies) {
    seed = start;
    start_world();
    for (int step = 0; step < steps; ++step) {
        for (int i = random_below(calls + 1); i > 0; --i)
            random_call();
        float dt = hostility > 0 && one_in(10) ? random_number(1e-4f, 0.1f) : 1.0f / 60.0f;
        int substeps = hostility > 0 && one_in(10) ? random_count(1, 8) : 4;
        bool copied = copies && step % 16 == 7;
        if (copied) memcpy(&copy, &world, sizeof(world));
        note_places();
        v2d_result r = v2d_world_step(&world, dt, substeps);
        if (r == V2D_OK) check_ways((double)dt);
        CHECK(r == V2D_OK || hostility > 0);
        check_world(&world, start, step);
        if (!copied) continue;
        CHECK(v2d_world_step(&copy, dt, substeps) == r);
        CHECK(v2d_world_hash(&copy) == v2d_world_hash(&world));
        CHECK(memcmp(&copy, &world, sizeof(world)) == 0);
    }
}

static void tame_sequences_keep_the_world_whole(void **state) {
    (void)state;
    hostility = 0;
    for (uint32_t start = 1; start <= (uint32_t)test_share(25); ++start)
        play(start * 2654435761u, 150, 3, true);
}

static void hostile_sequences_keep_the_world_whole(void **state) {
    (void)state;
    static const int hostilities[4] = {200, 50, 15, 4};
    for (uint32_t start = 1; start <= (uint32_t)test_share(60); ++start) {
        hostility = hostilities[start % 4];
        play(start * 2246822519u, 100, 5, true);
    }
}

// Nearly no steps between: slots, lists and destruction.
static void building_and_destroying_keeps_the_world_whole(void **state) {
    (void)state;
    for (uint32_t start = 1; start <= (uint32_t)test_share(20); ++start) {
        hostility = start % 2 ? 0 : 20;
        play(start * 3266489917u, 30, 60, true);
    }
}

// The same seed gives the same world, byte for byte.
static void same_seed_same_bytes(void **state) {
    (void)state;
    for (uint32_t start = 1; start <= 6; ++start) {
        hostility = start % 2 ? 0 : 30;
        play(start * 668265263u, 80, 4, false);
        memcpy(&second, &world, sizeof(world));
        memset(&world, 0x5a, sizeof(world));
        play(start * 668265263u, 80, 4, false);
        CHECK(memcmp(&second, &world, sizeof(world)) == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tame_sequences_keep_the_world_whole),
        cmocka_unit_test(hostile_sequences_keep_the_world_whole),
        cmocka_unit_test(building_and_destroying_keeps_the_world_whole),
        cmocka_unit_test(same_seed_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
