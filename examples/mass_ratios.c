// SPDX-License-Identifier: MIT OR Unlicense
// mass_ratios.c - light things carry heavy ones: 200:1, 400:1 and 1000:1.
//
// Shows:  mass ratios in stacks, contacts and joints; a distance joint that keeps a chain short.
// Build:  cc -O2 -I. examples/mass_ratios.c -o mass_ratios -lm
// Run:    ./mass_ratios [--frames 240] [--out build/out/mass_ratios]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { BASE = 8, LINKS = 12 };
#define LINK 0.4f // length of a link [m]
static const float pivot_x = 8.3f, pivot_y = 11.6f;

static v2d_world world;
static v2d_body_id capstone, block, ball;
static v2d_joint_id chain;

static void build_pyramid(float x0) {
    for (int row = 0; row < BASE; ++row) {
        int count = BASE - row;
        for (int i = 0; i < count; ++i) {
            float x = x0 + (float)i - 0.5f * (float)(count - 1);
            float y = 0.5f + (float)row + (count == 1 ? 1.0f : 0.0f); // the capstone falls 1 m
            capstone =
                scene_box(&world, x, y, 0.5f, 0.5f, count == 1 ? 200.0f : 1.0f, count == 1 ? 3 : 0);
        }
    }
}

static void build_block(float x) {
    scene_box(&world, x - 1.9f, 0.25f, 0.25f, 0.25f, 4.0f, 2);
    scene_box(&world, x + 1.9f, 0.25f, 0.25f, 0.25f, 4.0f, 2);
    block = scene_box(&world, x, 4.0f, 2.5f, 2.5f, 16.0f, 3);
}

// Links of 1 kg and a ball of 1000 kg, released 45 degrees from the vertical. Joints alone would
// give way at such a ratio; the distance joint from one end to the other ends at the chain's length.
static void build_chain(void) {
    v2d_body_id pivot = scene_static(&world, pivot_x, pivot_y, 0.0f), previous = pivot;
    v2d_rot along = v2d_rot_make(-0.25f * SCENE_PI);
    v2d_shape_def shape = v2d_shape_def_default();
    shape.filter.mask = 0; // links only hold
    shape.density = 1.0f / (2.0f * 0.14f * 0.07f + SCENE_PI * 0.07f * 0.07f);
    v2d_geometry link =
        v2d_geometry_capsule(scene_vec(-0.14f, 0.0f), scene_vec(0.14f, 0.0f), 0.07f);
    for (int i = 0; i <= LINKS; ++i) {
        float reach = LINK * (float)i;
        float x = pivot_x + along.c * reach, y = pivot_y + along.s * reach;
        v2d_body_id next;
        if (i < LINKS) {
            float half = 0.5f * LINK;
            next = scene_body(&world, x + along.c * half, y + along.s * half, -0.25f * SCENE_PI, 4);
            v2d_shape_create(&world, next, &shape, &link);
        } else {
            next = scene_ball(&world, x + along.c, y + along.s, 1.0f, 1000.0f / SCENE_PI, 3);
            ball = next;
        }
        scene_pin(&world, previous, next, x, y);
        previous = next;
    }
    v2d_joint_def limit = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    limit.a = v2d_anchor_body(pivot, scene_vec(0.0f, 0.0f));
    limit.b = v2d_anchor_body(ball, scene_vec(-along.c, -along.s));
    limit.linear.lower = 0.0f;
    limit.linear.upper = LINK * (float)LINKS;
    chain = v2d_joint_create(&world, &limit);
}

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    build_pyramid(-8.6f);
    build_block(0.0f);
    build_chain();
}

static void label(canvas *c, v2d_body_id id, const char *text) {
    v2d_vec2 p = v2d_body_position(&world, id);
    canvas_label(c, p.x, p.y, 9.0f, canvas_ink(), text);
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "mass_ratios", 240);
    scene_camera(&f.canvas, 0.0f, 15.4f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        v2d_vec2 end = v2d_joint_get_state(&world, chain).anchor_b;
        float reach = hypotf(end.x - pivot_x, end.y - pivot_y), length = LINK * (float)LINKS;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        label(c, capstone, "200");
        label(c, block, "400 : 1");
        label(c, ball, "1000 : 1");
        canvas_title(c, "Mass ratios");
        canvas_note(c, 0, "top box at %.3f of %.1f m",
                    (double)v2d_body_position(&world, capstone).y, (double)BASE - 0.5);
        canvas_note(c, 1, "block at %.3f of 3 m", (double)v2d_body_position(&world, block).y);
        canvas_note(c, 2, "chain %.2f %% longer",
                    100.0 * (double)fmaxf(reach / length - 1.0f, 0.0f));
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Red weighs 200, 400 and 1000 times what carries it");
        film_frame(&f);
        scene_advance_with(&world, 16); // what is heavy sinks in by the square of a sub-step
    }
    return scene_close(&f, &world);
}
