// SPDX-License-Identifier: MIT OR Unlicense
// crate_on_cloth.c - rigid crates come to rest on a hung cloth.
//
// Shows:  rigid corners against the edges of a cloth, the sag under a load.
// Build:  cc -O2 -I. examples/crate_on_cloth.c -o crate_on_cloth -lm
// Run:    ./crate_on_cloth [--frames 270] [--out build/out/crate_on_cloth]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { COLUMNS = 43, ROWS = 2, LOADS = 4 };
#define SPACING 0.2f
#define SPAN    3.8f // half of the way between the posts [m]
#define SAG     1.4f // of the empty cloth [m]
#define TOP     4.6f

static v2d_world world;
static v2d_soft_id cloth;
static v2d_body_id load[LOADS];
static int load_count;

// Lay the cloth, made straight, along a parabola: it is longer than the way from post to post.
static void let_it_hang(void) {
    float x = -SPAN, slope = 0.0f, y = TOP;
    for (int column = 0; column < COLUMNS; ++column) {
        slope = 2.0f * SAG * x / (SPAN * SPAN);
        float stretch = sqrtf(1.0f + slope * slope);
        for (int row = 0; row < ROWS; ++row) {
            float down = SPACING * ((float)row - 0.5f) / stretch; // from the middle
            v2d_point_id point = v2d_soft_point(&world, cloth, row * COLUMNS + column);
            v2d_point_set_position(&world, point, scene_vec(x + down * slope, y - down));
        }
        x += SPACING / stretch;
        y = TOP - SAG * (1.0f - x * x / (SPAN * SPAN));
    }
}

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    for (int side = -1; side <= 1; side += 2) { // posts
        scene_wall(&world, (float)side * (SPAN + 0.35f), 0.5f * TOP, 0.25f, 0.5f * TOP, 0.0f);
    }
    v2d_soft_def def = v2d_soft_def_default();
    def.mass = 6.0f;
    def.radius = 0.04f;
    def.linear_damping = 1.0f;
    cloth = v2d_soft_create_cloth(&world, &def, COLUMNS, ROWS, SPACING);
    let_it_hang();
    for (int row = 0; row < ROWS; ++row) {
        v2d_point_set_pinned(&world, v2d_soft_point(&world, cloth, row * COLUMNS), true);
        v2d_point_set_pinned(&world, v2d_soft_point(&world, cloth, (row + 1) * COLUMNS - 1), true);
    }
}

// One after the other: 3 kg each, then a ball.
static void drop(void) {
    static const float x[LOADS] = {0.0f, -1.3f, 0.7f, 0.2f};
    if (load_count == LOADS) return;
    if (load_count < LOADS - 1) {
        load[load_count] = scene_box(&world, x[load_count], 7.0f, 0.5f, 0.5f, 3.0f, load_count);
    } else {
        load[load_count] = scene_ball(&world, x[load_count], 7.5f, 0.5f, 3.0f, load_count);
    }
    load_count += 1;
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "crate_on_cloth", 270);
    scene_camera(&f.canvas, 0.0f, 8.4f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        float lowest = v2d_soft_aabb(&world, cloth).lower.y, mass = 0.0f;
        for (int i = 0; i < load_count; ++i) {
            mass += v2d_body_mass(&world, load[i]).mass;
        }
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Crate on cloth");
        canvas_note(c, 0, "load %.1f kg on 6 kg of cloth", (double)mass);
        canvas_note(c, 1, "sag %.2f m", (double)(TOP - lowest - 0.5f * SPACING));
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Rigid crates rest on a cloth that hangs between two posts");
        film_frame(&f);
        if (f.frame % 45 == 15) drop();
        scene_advance_with(&world, 8); // light points under heavy crates want small steps
    }
    return scene_close(&f, &world);
}
