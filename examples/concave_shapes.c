// SPDX-License-Identifier: MIT OR Unlicense
// concave_shapes.c - stars, gears, L, C and + are cut into convex pieces by the engine.
//
// Shows:  v2d_shape_create_outline(), kinematic bodies.
// Build:  cc -O2 -I. examples/concave_shapes.c -o concave_shapes -lm
// Run:    ./concave_shapes [--frames 270] [--out build/out/concave_shapes]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { MOST = 48, KINDS = 5 };

static v2d_world world;
static int outline_count, piece_count;

static int star(v2d_vec2 *p) {
    for (int i = 0; i < 10; ++i) {
        float r = i % 2 == 0 ? 0.62f : 0.27f, angle = SCENE_PI * (0.5f + 0.2f * (float)i);
        p[i] = scene_vec(r * cosf(angle), r * sinf(angle));
    }
    return 10;
}

// Teeth of four corners each.
static int gear(v2d_vec2 *p, int teeth, float radius) {
    static const float where[4] = {-0.42f, -0.22f, 0.22f, 0.42f}; // of a tooth's pitch
    for (int i = 0; i < 4 * teeth; ++i) {
        float r = i % 4 == 1 || i % 4 == 2 ? radius : 0.74f * radius;
        float angle = 2.0f * SCENE_PI * ((float)(i / 4) + where[i % 4]) / (float)teeth;
        p[i] = scene_vec(r * cosf(angle), r * sinf(angle));
    }
    return 4 * teeth;
}

static int letter(v2d_vec2 *p, int kind) {
    static const float l[6][2] = {{-0.4f, -0.5f}, {0.4f, -0.5f}, {0.4f, -0.2f},
                                  {-0.1f, -0.2f}, {-0.1f, 0.6f}, {-0.4f, 0.6f}};
    static const float c[8][2] = {{-0.5f, -0.6f}, {0.5f, -0.6f}, {0.5f, -0.3f}, {-0.2f, -0.3f},
                                  {-0.2f, 0.3f},  {0.5f, 0.3f},  {0.5f, 0.6f},  {-0.5f, 0.6f}};
    static const float plus[12][2] = {{-0.18f, -0.6f}, {0.18f, -0.6f},  {0.18f, -0.18f},
                                      {0.6f, -0.18f},  {0.6f, 0.18f},   {0.18f, 0.18f},
                                      {0.18f, 0.6f},   {-0.18f, 0.6f},  {-0.18f, 0.18f},
                                      {-0.6f, 0.18f},  {-0.6f, -0.18f}, {-0.18f, -0.18f}};
    const float(*from)[2] = kind == 0 ? l : kind == 1 ? c : plus;
    int count = kind == 0 ? 6 : kind == 1 ? 8 : 12;
    for (int i = 0; i < count; ++i) {
        p[i] = scene_vec(from[i][0], from[i][1]);
    }
    return count;
}

static void add_outline(v2d_body_id body, const v2d_vec2 *p, int count) {
    v2d_shape_def def = v2d_shape_def_default();
    def.friction = 0.4f;
    v2d_shape_create_outline(&world, body, &def, p, count);
    for (v2d_shape_id id = v2d_body_first_shape(&world, body); id.index1 != 0;
         id = v2d_shape_next(&world, id)) {
        piece_count += 1;
    }
    outline_count += 1;
}

// A gear that turns by itself and stirs the heap.
static void add_stirrer(float x, float y, float speed) {
    v2d_vec2 p[MOST];
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_KINEMATIC;
    def.position = scene_vec(x, y);
    def.angular_velocity = speed;
    add_outline(v2d_body_create(&world, &def), p, gear(p, 9, 1.5f));
}

static void build_scene(uint32_t seed) {
    scene_open(&world);
    scene_ground(&world);
    scene_wall(&world, -8.0f, 3.3f, 0.3f, 3.3f, 0.12f);
    scene_wall(&world, 8.0f, 3.3f, 0.3f, 3.3f, -0.12f);
    add_stirrer(-3.9f, 3.2f, 0.7f);
    add_stirrer(3.9f, 3.2f, -0.7f);
    for (int i = 0; i < 48; ++i) {
        v2d_vec2 p[MOST];
        int kind = i % KINDS, count = 0;
        if (kind == 0) count = star(p);
        if (kind == 1) count = gear(p, 7, 0.6f);
        if (kind >= 2) count = letter(p, kind - 2);
        float x = -3.7f + 1.6f * (float)(i % 6), y = 5.8f + 1.5f * (float)(i / 6);
        float angle = film_random_range(&seed, -SCENE_PI, SCENE_PI);
        add_outline(scene_body(&world, x, y, angle, kind), p, count);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "concave_shapes", 270);
    scene_camera(&f.canvas, 0.0f, 9.8f);
    build_scene(f.seed);
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Concave shapes");
        canvas_note(c, 0, "%d outlines", outline_count);
        canvas_note(c, 1, "%d convex pieces", piece_count);
        canvas_note(c, 2, "%d contacts", (int)v2d_world_counters(&world).contacts.count);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Stars, gears, L, C and + are given as outlines and cut by the engine");
        film_frame(&f);
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
