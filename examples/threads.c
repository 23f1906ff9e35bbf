// SPDX-License-Identifier: MIT OR Unlicense
// threads.c - a heap of boxes, balls and capsules falls together, stepped by several threads.
//
// Shows:  v2d_world_step_with() and a pool of threads; the result is the same with any number.
// Build:  cc -O2 -I. examples/threads.c -o threads -lm -pthread
// Run:    ./threads [--frames 180] [--out build/out/threads]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"
#include "workers.h"

enum { COLUMNS = 40, ROWS = 20, TEAMS = 3 };

static const int threads[TEAMS] = {1, 2, 4};

static v2d_world worlds[TEAMS];
static workers pools[TEAMS];

static void build_scene(v2d_world *world) {
    scene_open(world);
    scene_ground(world);
    for (int row = 0; row < ROWS; ++row) {
        for (int i = 0; i < COLUMNS; ++i) {
            float x = 0.75f * ((float)i - 0.5f * (float)(COLUMNS - 1)) + 0.11f * (float)(row % 3);
            float y = 1.0f + 0.9f * (float)row;
            if ((row + i) % 3 == 0) {
                scene_ball(world, x, y, 0.3f, 1.0f, row % 4);
            } else {
                scene_box(world, x, y, 0.3f, 0.2f + 0.05f * (float)(i % 3), 1.0f, row % 4);
            }
        }
    }
    v2d_body_id ball = scene_ball(world, -34.0f, 6.0f, 2.0f, 8.0f, 3);
    v2d_body_set_velocity(world, ball, scene_vec(30.0f, 4.0f));
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "threads", 180);
    scene_camera(&f.canvas, 2.0f, 29.0f);
    for (int i = 0; i < TEAMS; ++i) {
        build_scene(&worlds[i]);
        if (!workers_start(&pools[i], threads[i])) return 1;
    }
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &worlds[0]);
        canvas_title(c, "Threads");
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        for (int i = 0; i < TEAMS; ++i) {
            unsigned long long hash = v2d_world_hash(&worlds[i]);
            canvas_note(c, i, "hash with %d: %016llx", threads[i], hash);
        }
        canvas_caption(c, "the same bits with any number of threads");
        film_frame(&f);
        for (int k = 0; k < 2 * TEAMS; ++k) { // two steps a frame
            int i = k % TEAMS;
            v2d_step_def step = v2d_step_def_default();
            step.workers = threads[i];
            step.parallel_for = workers_run, step.parallel_context = &pools[i];
            v2d_world_step_with(&worlds[i], &step);
        }
    }
    int same = 1;
    for (int i = 0; i < TEAMS; ++i) {
        uint64_t hash = v2d_world_hash(&worlds[i]);
        printf("hash with %d: %016llx\n", threads[i], (unsigned long long)hash);
        same = same && hash == v2d_world_hash(&worlds[0]);
        workers_stop(&pools[i]);
    }
    if (!same) return 1;
    return scene_close(&f, &worlds[0]);
}
