// SPDX-License-Identifier: MIT OR Unlicense
// test_rollback.c - examples/rollback.c, which has a #define VERLET2D_IMPLEMENTATION, without its pictures:
// whatever the line does, both worlds are those of a game whose inputs are all in time.
#define ENGINE_INSIDE
#include "test.h"

#define main example_main
#include "../examples/rollback.c"
#undef main

enum { FRAMES = 2000 };
static peer in_time;
static uint64_t expected[FRAMES + KEPT];

static void play_in_time(void) {
    in_time.me = 0;
    build_game(&in_time);
    for (int frame = 0; frame < FRAMES + KEPT; ++frame) {
        for (int i = 0; i < 2; ++i)
            apply(&in_time.world, in_time.heroes[i], hands_of(i, frame));
        CHECK(v2d_world_step(&in_time.world, 1.0f / 60.0f, 4) == V2D_OK);
        expected[frame] = v2d_world_hash(&in_time.world);
    }
}

static void final_frames_are_those_of_a_game_in_time(void **unused) {
    static const int lines[5][3] = {{0, 0, 0}, {2, 1, 0}, {3, 2, 20}, {2, 6, 50}, {9, 3, 10}};
    (void)unused;
    CHECK(example_main != NULL);
    play_in_time();
    for (int k = 0; k < 5; ++k) {
        int done[2] = {0, 0};
        start_game((uint32_t)k + 1u);
        delay = lines[k][0], jitter = lines[k][1], loss = lines[k][2];
        for (int i = 0; i < 40 * FRAMES && (done[0] < FRAMES || done[1] < FRAMES); ++i) {
            play_both();
            for (int p = 0; p < 2; ++p)
                for (; done[p] < final_frames(&peers[p]) && done[p] < FRAMES; ++done[p])
                    CHECK(peers[p].hashes[done[p] % KEPT] == expected[done[p]]);
        }
        CHECK(done[0] == FRAMES && done[1] == FRAMES);
        for (int p = 0; p < 2; ++p) {
            CHECK(peers[p].different == 0 && peers[p].equal > FRAMES / 20);
            CHECK(v2d_world_status(&peers[p].world) == V2D_OK);
            CHECK(peers[p].most_back > 0 && peers[p].most_back <= BACK);
        }
        CHECK_NEAR(lost, 0.01 * loss * sent, 0.1 * sent * (loss > 0));
        CHECK(k < 4 || peers[0].waits > 0); // too late a line stops the game, not the agreement
        CHECK(k > 1 || peers[0].waits + peers[1].waits == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(final_frames_are_those_of_a_game_in_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
