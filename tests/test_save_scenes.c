// SPDX-License-Identifier: MIT OR Unlicense
// test_save_scenes.c - scenes of the benches, and the worlds of hash_worlds.c, which are saved and loaded into
// garbage at random steps, against runs without.
#define _POSIX_C_SOURCE 199309L // clock_gettime, in the engine of the benches
#define ENGINE_MEDIUM
#define ENGINE_INSIDE
#include "test.h"

static int loading;   // loads between steps?
static uint32_t seed; // of the steps that do so
static int loads;     // so far
static unsigned char save[sizeof(v2d_world)];

// Replaces the world by what its save gives, now and then.
static void step_begins(v2d_world *world) {
    seed = seed * 1664525u + 1013904223u;
    if (!loading || seed >> 29 != 0u) return;
    size_t size = v2d_world_save(world, save, sizeof(save));
    CHECK(size > 0);
    memset(world, seed >> 24 & 1u ? 0xaa : 0xff, sizeof(*world));
    CHECK(v2d_world_load(world, save, size) == V2D_OK);
    loads += 1;
}

static v2d_result step_of(v2d_world *world, float dt, int substeps) {
    step_begins(world);
    return v2d_world_step(world, dt, substeps);
}

static v2d_result step_with(v2d_world *world, const v2d_step_def *def) {
    step_begins(world);
    return v2d_world_step_with(world, def);
}

#define v2d_world_step      step_of
#define v2d_world_step_with step_with
#define ENGINE_EXPORTS      // it brings no capacities of its own
#include "hash_worlds.c"
#include "../bench/engine_verlet2d.c"
#include "../bench/scenes.c"

// The hash of the bodies of a scene after so many steps; their number is noted in *count.
static uint64_t run_scene(const char *name, int steps) {
    const sim_scene *scene = sim_scene_find(name);
    CHECK(scene != NULL);
    sim *s = sim_create(&engine_verlet2d, scene);
    CHECK(s != NULL);
    for (int i = 0; i < steps; ++i)
        CHECK(sim_step(s));
    uint64_t hash = v2d_world_hash(&((v2d_engine *)s->ctx)->world);
    sim_destroy(s);
    return hash;
}

static void scenes_go_on_bit_for_bit(void **state) {
    static const char *const names[] = {"stack15",       "card_house",  "bridge",
                                        "dominoes",      "arch",        "ball_and_chain",
                                        "circle_stack",  "mass_ratio1", "overlap_recovery",
                                        "friction_ramp", "seed_scene"};
    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        loading = 0, seed = (uint32_t)i;
        uint64_t plain = run_scene(names[i], 150);
        loading = 1, loads = 0;
        CHECK(plain != 0 && run_scene(names[i], 150) == plain);
        CHECK(loads > 3);
    }
}

// These fold all that is told along the way into their hash: events, contacts, queries, joints.
static void worlds_go_on_bit_for_bit(void **state) {
    static uint64_t (*const run[])(int) = {hash_zones, hash_reports, hash_joints};
    (void)state;
    for (int i = 0; i < 3; ++i) {
        loading = 0;
        uint64_t plain = run[i](240);
        for (int k = 0; k < 4; ++k) {
            loading = 1, loads = 0, seed = 31u * (uint32_t)k + 5u;
            CHECK(plain != 0 && run[i](240) == plain);
            CHECK(loads > 3);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_go_on_bit_for_bit),
        cmocka_unit_test(worlds_go_on_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
