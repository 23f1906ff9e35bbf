// SPDX-License-Identifier: MIT OR Unlicense
// jellies.c - blobs of points fall among rigid crates; then one of them takes a deep breath.
//
// Shows:  area constraints, bending, shape matching, soft against rigid, a change of pressure.
// Build:  cc -O2 -I. examples/jellies.c -o jellies -lm
// Run:    ./jellies [--frames 270] [--out build/out/jellies]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { BLOBS = 11, POINTS = 24 };

static v2d_world world;
static v2d_soft_id breather;
static float breather_area;

static v2d_soft_id add_blob(float x, float y, float radius, int color) {
    v2d_vec2 ring[POINTS];
    v2d_soft_def def = scene_jelly(x, y, color);
    for (int i = 0; i < POINTS; ++i) {
        float angle = 2.0f * SCENE_PI * (float)i / (float)POINTS;
        ring[i] = scene_vec(radius * cosf(angle), radius * sinf(angle));
    }
    return v2d_soft_create_blob(&world, &def, ring, POINTS);
}

// A square jelly of four points a side, which shape matching brings back into form.
static void add_cube(float x, float y, float size, int color) {
    v2d_vec2 outline[16];
    v2d_soft_def def = scene_jelly(x, y, color);
    def.bend_frequency = 0.0f;
    def.shape_frequency = 6.0f;
    def.shape_damping_ratio = 0.3f;
    def.angle = 0.3f;
    for (int i = 0; i < 16; ++i) {
        float t = ((float)(i % 4) / 4.0f - 0.5f) * size, h = 0.5f * size;
        int side = i / 4;
        outline[i] = side == 0   ? scene_vec(t, -h)
                     : side == 1 ? scene_vec(h, t)
                     : side == 2 ? scene_vec(-t, h)
                                 : scene_vec(-h, -t);
    }
    v2d_soft_create_blob(&world, &def, outline, 16);
}

static void build_scene(uint32_t seed) {
    scene_open(&world);
    scene_ground(&world);
    scene_wall(&world, -7.4f, 3.5f, 0.3f, 3.5f, 0.0f);
    scene_wall(&world, 7.4f, 3.5f, 0.3f, 3.5f, 0.0f);
    breather = add_blob(0.0f, 1.2f, 1.0f, 3);
    breather_area = v2d_soft_area(&world, breather);
    for (int i = 0; i < BLOBS; ++i) {
        float left = i < 8 ? -5.8f : -2.3f; // the third row passes by the title
        float x = left + 3.5f * (float)(i % 4), y = 4.0f + 2.6f * (float)(i / 4);
        float size = film_random_range(&seed, 0.6f, 0.95f);
        if (i % 3 == 2) {
            add_cube(x, y, 1.9f * size, i);
        } else {
            add_blob(x, y, size, i);
        }
        float half = film_random_range(&seed, 0.3f, 0.5f);
        scene_box(&world, x + 1.55f, y + 0.6f, half, half, 0.8f, 4 + i);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "jellies", 270);
    scene_camera(&f.canvas, 0.0f, 9.6f);
    build_scene(f.seed);
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        float scale = 1.0f;
        if (f.time > 5.0) scale = 1.0f + 0.6f * (1.0f - cosf(2.1f * (float)(f.time - 5.0)));
        v2d_soft_def def;
        v2d_soft_describe(&world, breather, &def);
        def.area_scale = scale;
        v2d_soft_change(&world, breather, &def);
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Jellies");
        canvas_note(c, 0, "area of the red one %.0f %%",
                    100.0 * (double)(v2d_soft_area(&world, breather) / breather_area));
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Closed outlines that keep their area, among rigid crates");
        film_frame(&f);
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
