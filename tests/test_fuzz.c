// test_fuzz.c - random sequences of calls with random, often hostile, arguments and ids.
//
// After each step: everything is finite, counts agree with what iteration finds. Every so often: a copy
// of the world goes on bit for bit like the original. Same seeds, same sequences.
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   48
#define V2D_MAX_SHAPES   64
#define V2D_MAX_POINTS   96
#define V2D_MAX_EDGES    160
#define V2D_MAX_BENDS    32
#define V2D_MAX_SOFTS    16
#define V2D_MAX_JOINTS   24
#define V2D_MAX_PAIRS    256
#define V2D_MAX_CONTACTS 96
#define V2D_MAX_ROWS     96
#define V2D_MAX_EVENTS   16
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
        v2d_result r = v2d_world_step(&world, dt, substeps);
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
    for (uint32_t start = 1; start <= 25; ++start)
        play(start * 2654435761u, 150, 3, true);
}

static void hostile_sequences_keep_the_world_whole(void **state) {
    (void)state;
    static const int hostilities[4] = {200, 50, 15, 4};
    for (uint32_t start = 1; start <= 60; ++start) {
        hostility = hostilities[start % 4];
        play(start * 2246822519u, 100, 5, true);
    }
}

// Nearly no steps between: slots, lists and destruction.
static void building_and_destroying_keeps_the_world_whole(void **state) {
    (void)state;
    for (uint32_t start = 1; start <= 20; ++start) {
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
