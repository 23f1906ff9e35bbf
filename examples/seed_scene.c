// SPDX-License-Identifier: MIT OR Unlicense
// seed_scene.c - the demo of the articles that this engine grew out of: bodies of points and edges.
//
// Shows:  soft bodies with `relaxed`, a bounded world in pixels, dragging with a pointer.
// Build:  cc -O2 -I. examples/seed_scene.c -o seed_scene -lm
// Run:    ./seed_scene [--frames 300] [--out build/out/seed_scene]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { WIDTH = 800, HEIGHT = 600, PASSES = 15 }; // [px]

static v2d_world world;
static int box_count, triangle_count;

static void build_scene(void) {
    v2d_world_def def = v2d_world_def_default();
    def.gravity = scene_vec(0.0f, -60.0f); // [px/s^2]: their 1 pixel per frame, each 1/60 s
    def.length_unit = 50.0f;               // a box
    def.max_speed = 4000.0f;
    def.bounded = true;
    def.bounds.lower = scene_vec(0.0f, 0.0f);
    def.bounds.upper = scene_vec((float)WIDTH, (float)HEIGHT);
    def.relax_passes = PASSES;
    v2d_world_init(&world, &def);

    v2d_soft_def soft = v2d_soft_def_default();
    soft.relaxed = true;
    soft.radius = 0.0f;
    soft.linear_damping = 0.0f;
    for (int x = 20; x < WIDTH; x += 100) {
        for (int y = 50; y < HEIGHT - 50; y += 100) {
            soft.position =
                scene_vec((float)x + 25.0f, (float)(HEIGHT - y) - 25.0f); // their y is down
            soft.user = (uint64_t)(box_count % 8) + 1u;
            v2d_soft_create_box(&world, &soft, 50.0f, 50.0f);
            box_count += 1;
        }
    }
    const v2d_vec2 triangle[3] = {{-50.0f, -22.5f}, {50.0f, -22.5f}, {0.0f, 22.5f}};
    for (int x = 50; x < WIDTH - 50; x += 130) {
        soft.position = scene_vec((float)x + 50.0f, (float)HEIGHT - 22.5f);
        soft.user = (uint64_t)(triangle_count % 8) + 1u;
        v2d_soft_create_polygon(&world, &soft, triangle, 3);
        triangle_count += 1;
    }
}

// The pointer takes hold of a corner near the floor, swings it through the heap and lets go.
static void move_pointer(double time, canvas *c) {
    static v2d_joint_id held;
    float t = ((float)time - 5.0f) / 3.5f; // from 5 s to 8.5 s
    if (t < 0.0f || t > 1.0f) {
        if (held.index1 != 0) v2d_joint_destroy(&world, held);
        held.index1 = 0;
        return;
    }
    float turn = 2.0f * SCENE_PI * t;
    v2d_vec2 pointer =
        scene_vec(400.0f - 220.0f * sinf(turn), 90.0f + 150.0f * (1.0f - cosf(turn)));
    if (held.index1 == 0) held = v2d_world_drag_begin(&world, pointer, 100.0f);
    if (held.index1 != 0) v2d_joint_set_target(&world, held, pointer);
    canvas_dot(c, pointer.x, pointer.y, 11.0f, canvas_accent());
}

static float largest_strain(void) {
    v2d_edge_id none = {0, 0};
    float largest = 0.0f;
    for (v2d_edge_id id = v2d_world_next_edge(&world, none); id.index1 != 0;
         id = v2d_world_next_edge(&world, id)) {
        v2d_edge_def def = v2d_edge_def_default();
        v2d_edge_describe(&world, id, &def);
        float rest = def.rest_length;
        largest = fmaxf(largest, fabsf(v2d_edge_length(&world, id) - rest) / rest);
    }
    return largest;
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "seed_scene", 300);
    canvas_camera(&f.canvas, 400.0f, 305.0f, 720.0f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        move_pointer(f.time, c);
        canvas_title(c, "Seed scene");
        canvas_note(c, 0, "%d boxes", box_count);
        canvas_note(c, 1, "%d triangles", triangle_count);
        canvas_note(c, 2, "%d passes", PASSES);
        canvas_note(c, 3, "strain %.1f %%", 100.0 * (double)largest_strain());
        canvas_time(c, f.time);
        canvas_caption(c, "Points and edges, relaxed pass after pass, as in the documents");
        film_frame(&f);
        scene_advance_with(&world, 1); // as in the documents
    }
    return scene_close(&f, &world);
}
