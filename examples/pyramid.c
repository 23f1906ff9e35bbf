// SPDX-License-Identifier: MIT OR Unlicense
// pyramid.c - 300 boxes stand as a pyramid until a heavy ball is thrown into it.
//
// Shows:  stacking, a heavy body, counters.
// Build:  cc -O2 -I. examples/pyramid.c -o pyramid -lm
// Run:    ./pyramid [--frames 240] [--out build/out/pyramid]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { BASE = 24 };

static v2d_world world;
static v2d_body_id top;

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    for (int row = 0; row < BASE; ++row) {
        for (int i = 0; i < BASE - row; ++i) {
            float x = (float)i - 0.5f * (float)(BASE - 1 - row);
            top = scene_box(&world, x, 0.5f + (float)row, 0.5f, 0.5f, 1.0f, row / 3);
        }
    }
}

static void shoot(void) {
    v2d_body_id ball = scene_ball(&world, -26.0f, 9.0f, 2.0f, 20.0f, 3);
    v2d_body_set_velocity(&world, ball, scene_vec(14.0f, 3.0f));
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "pyramid", 240);
    scene_camera(&f.canvas, 2.0f, 29.0f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        v2d_counters n = v2d_world_counters(&world);
        float sunk = (float)BASE - 0.5f - v2d_body_position(&world, top).y;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Pyramid");
        canvas_note(c, 0, "%d bodies, %d contacts", (int)n.bodies.count, (int)n.contacts.count);
        if (f.time < 3.0) canvas_note(c, 1, "top has sunk %.3f m", (double)sunk);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "300 boxes stand; after 3 s a ball arrives that weighs 250 of them");
        film_frame(&f);
        if (f.frame == 3 * FILM_RATE) shoot();
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
