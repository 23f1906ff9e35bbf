// SPDX-License-Identifier: MIT OR Unlicense
// hills.c - a ball, a box and a capsule over hills, a drum, and a bridge that holds from above only.
//
// Shows:  v2d_chain_create(): open and closed chains, which side is solid, where they meet nothing
//         catches.
// Build:  cc -O2 -I. examples/hills.c -o hills -lm
// Run:    ./hills [--frames 240] [--out build/out/hills]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { HILLS = 240, DRUM = 60, BRIDGE = 12 };

static v2d_world world;

static void add_chain(v2d_body_id body, const v2d_vec2 *line, int count, bool closed,
                      float friction) {
    v2d_shape_def def = v2d_shape_def_default();
    def.friction = friction;
    v2d_chain_create(&world, body, &def, line, count, closed);
}

static float height(float x) {
    float wave = 0.2f * cosf(1.9f * x) + 0.05f * cosf(5.3f * x + 1.0f);
    float rise = fminf(x, 3.2f) - 0.5f; // level below the drum
    return 0.6f + 0.05f * rise * rise + wave;
}

// From right to left, so that the right side is up.
static void build_hills(void) {
    v2d_vec2 line[HILLS + 1];
    for (int i = 0; i <= HILLS; ++i) {
        float x = 9.0f - 18.0f * (float)i / HILLS;
        line[i] = scene_vec(x, height(x));
    }
    add_chain(scene_static(&world, 0.0f, 0.0f, 0.0f), line, HILLS + 1, false, 0.02f);
}

// Clockwise: bodies live inside. It turns, and carries them up.
static void build_drum(float x, float y, float radius) {
    v2d_vec2 line[DRUM];
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_KINEMATIC;
    def.position = scene_vec(x, y);
    def.angular_velocity = -1.2f;
    for (int i = 0; i < DRUM; ++i) {
        float angle = -2.0f * SCENE_PI * (float)i / DRUM;
        float r = i % 12 < 2 ? 0.86f * radius : radius;
        line[i] = scene_vec(r * cosf(angle), r * sinf(angle));
    }
    add_chain(v2d_body_create(&world, &def), line, DRUM, true, 0.6f);
    for (int i = 0; i < 24; ++i) {
        float bx = x - 0.9f + 0.36f * (float)(i % 6), by = y - 0.6f + 0.36f * (float)(i / 6);
        if (i % 2 == 0) {
            scene_ball(&world, bx, by, 0.16f, 1.0f, i);
        } else {
            scene_box(&world, bx, by, 0.14f, 0.14f, 1.0f, i);
        }
    }
}

// Balls come up through it and come to rest on it.
static void build_bridge(float x, float y, float width) {
    v2d_vec2 line[BRIDGE + 1];
    for (int i = 0; i <= BRIDGE; ++i) {
        float t = 1.0f - 2.0f * (float)i / BRIDGE;
        line[i] = scene_vec(x + 0.5f * width * t, y + 0.25f * t * t);
    }
    add_chain(scene_static(&world, 0.0f, 0.0f, 0.0f), line, BRIDGE + 1, false, 0.6f);
}

// What a chain keeps out is drawn as ground.
static void draw_ground(canvas *c) {
    canvas_point shape[HILLS + 3];
    canvas_style look = canvas_style_static();
    look.width = 0.0f;
    for (int i = 0; i <= HILLS; ++i) {
        float x = -9.0f + 18.0f * (float)i / HILLS;
        shape[i].x = x;
        shape[i].y = height(x);
    }
    shape[HILLS + 1].x = 9.0f, shape[HILLS + 1].y = -1.0f;
    shape[HILLS + 2].x = -9.0f, shape[HILLS + 2].y = -1.0f;
    canvas_outline(c, shape, HILLS + 3, look);
}

static void throw_ball(float x, float y, int number) {
    v2d_body_id ball = scene_ball(&world, x, y, 0.2f, 1.0f, number);
    v2d_body_set_velocity(&world, ball, scene_vec(0.2f * (float)(number % 3 - 1), 10.5f));
}

// Three that slide and roll from the left slope.
static void build_travellers(void) {
    for (int i = 0; i < 3; ++i) {
        float x = -8.3f + 0.9f * (float)i;
        v2d_body_id body = scene_body(&world, x, height(x) + 0.6f, -0.6f, i + 2);
        v2d_geometry g = v2d_geometry_box(0.28f, 0.22f);
        if (i == 0) g = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.28f);
        if (i == 2)
            g = v2d_geometry_capsule(scene_vec(-0.25f, 0.0f), scene_vec(0.25f, 0.0f), 0.17f);
        scene_shape(&world, body, g, 1.0f);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "hills", 240);
    scene_camera(&f.canvas, 0.0f, 9.8f);
    scene_open(&world);
    build_hills();
    build_drum(6.0f, 4.0f, 2.3f);
    build_bridge(-2.0f, 5.4f, 5.0f);
    build_travellers();
    for (int frame = 0; film_running(&f); ++frame) {
        canvas *c = &f.canvas;
        if (frame % 24 == 0 && frame < 192)
            throw_ball(-3.6f + 0.4f * (float)(frame / 24), 2.2f, frame / 24);
        canvas_clear(c);
        draw_ground(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Hills");
        canvas_note(c, 0, "%d one-sided segments", HILLS + DRUM + BRIDGE);
        canvas_note(c, 1, "%d contacts", (int)v2d_world_counters(&world).contacts.count);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(
            c, "Hills, a drum that keeps things in, a bridge that lets balls through from below");
        film_frame(&f);
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
