// SPDX-License-Identifier: MIT OR Unlicense
// jelly_stack.c - two jellies, a soft and a stiff one, hold up a stack of boxes each.
//
// Shows:  area constraints under load; rigid on soft, stacked.
// Build:  cc -O2 -I. examples/jelly_stack.c -o jelly_stack -lm
// Run:    ./jelly_stack [--frames 165] [--out build/out/jelly_stack]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { PER_SIDE = 8, BOXES = 3 };
#define APART 3.0f // of a stack from the middle [m]

static v2d_world world;
static v2d_soft_id soft_one, stiff_one;
static float full_area;

// A square with many points, so that it may bulge.
static v2d_soft_id add_jelly(float x, float shape_frequency, int color) {
    v2d_vec2 outline[4 * PER_SIDE];
    const float width = 3.2f, height = 2.0f;
    for (int i = 0; i < 4 * PER_SIDE; ++i) {
        float t = (float)(i % PER_SIDE) / (float)PER_SIDE - 0.5f;
        int side = i / PER_SIDE;
        float u = side == 0 ? t : side == 1 ? 0.5f : side == 2 ? -t : -0.5f;
        float v = side == 0 ? -0.5f : side == 1 ? t : side == 2 ? 0.5f : -t;
        outline[i] = scene_vec(width * u, height * v);
    }
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, 1.1f);
    def.mass = 6.0f;
    def.radius = 0.06f;
    def.linear_damping = 0.3f;
    def.area_frequency = 25.0f;
    def.bend_frequency = 3.0f;
    def.shape_frequency = shape_frequency;
    def.shape_damping_ratio = 0.15f;
    def.user = (uint64_t)color + 1u;
    return v2d_soft_create_blob(&world, &def, outline, 4 * PER_SIDE);
}

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    soft_one = add_jelly(-APART, 1.5f, 7);
    stiff_one = add_jelly(APART, 5.0f, 2);
    full_area = v2d_soft_area(&world, soft_one);
    for (int i = 0; i < BOXES; ++i) {
        float half = 0.8f - 0.15f * (float)i, y = 3.2f + 1.5f * (float)i;
        scene_box(&world, -APART, y, half, half, 1.0f, i);
        scene_box(&world, APART, y, half, half, 1.0f, i);
    }
}

static void drop_heavy_box(void) {
    for (int side = -1; side <= 1; side += 2) {
        scene_box(&world, APART * (float)side, 9.8f, 0.4f, 0.4f, 10.0f, 3);
    }
}

static void draw_label(canvas *c, v2d_soft_id id) {
    char text[64];
    v2d_vec2 p = v2d_soft_center(&world, id);
    v2d_aabb box = v2d_soft_aabb(&world, id);
    snprintf(text, sizeof(text), "%.2f m, area %.0f %%", (double)(box.upper.y - box.lower.y),
             100.0 * (double)(v2d_soft_area(&world, id) / full_area));
    canvas_label(c, p.x, p.y, 8.0f, canvas_ink(), text);
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "jelly_stack", 165);
    scene_camera(&f.canvas, 0.0f, 9.4f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        draw_label(c, soft_one);
        draw_label(c, stiff_one);
        canvas_title(c, "Jelly stack");
        canvas_note(c, 0, "shape matching at 1.5 Hz and at 5 Hz");
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Three boxes fall on a soft and on a stiff jelly; the red ones weigh "
                          "more than the three");
        film_frame(&f);
        if (f.frame == 75) drop_heavy_box();
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
