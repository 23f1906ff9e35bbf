// SPDX-License-Identifier: MIT OR Unlicense
// rope_and_bridge.c - a plank bridge, crates on ropes and a ball on a chain.
//
// Shows:  revolute joints, ropes of points, points attached to bodies.
// Build:  cc -O2 -I. examples/rope_and_bridge.c -o rope_and_bridge -lm
// Run:    ./rope_and_bridge [--frames 300] [--out build/out/rope_and_bridge]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { PLANKS = 20, LINKS = 7, ROPES = 3 };

static v2d_world world;
static v2d_body_id hung[ROPES];
static const float rope_x[ROPES] = {-3.4f, -0.6f, 2.2f}, rope_length[ROPES] = {2.5f, 3.5f, 2.5f};
#define BEAM 9.0f // its lower side [m]

static void build_bridge(void) {
    v2d_body_id left = scene_wall(&world, -10.0f, 1.5f, 4.0f, 1.5f, 0.0f);
    v2d_body_id right = scene_wall(&world, 10.0f, 1.5f, 4.0f, 1.5f, 0.0f), previous = left;
    for (int i = 0; i < PLANKS; ++i) {
        float x = -6.0f + 0.6f * (float)i;
        v2d_body_id plank = scene_body(&world, x + 0.3f, 2.9f, 0.0f, 1);
        scene_shape(&world, plank, v2d_geometry_box(0.28f, 0.1f), 4.0f);
        scene_pin(&world, previous, plank, x, 2.9f);
        previous = plank;
    }
    scene_pin(&world, previous, right, 6.0f, 2.9f);
}

// A rope from the beam to the middle of a crate's top.
static void hang_crate(int i) {
    float x = rope_x[i], length = rope_length[i];
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.45f, 0.45f);
    hung[i] = scene_body(&world, x, BEAM - length - 0.45f, 0.0f, 2 + i);
    shape.density = 4.0f;
    shape.filter.group = -1 - i; // a rope does not touch its own crate
    v2d_shape_create(&world, hung[i], &shape, &box);

    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, BEAM);
    def.mass = 0.3f;
    def.radius = 0.04f;
    def.filter.group = -1 - i;
    v2d_soft_id rope =
        v2d_soft_create_rope(&world, &def, scene_vec(0.0f, 0.0f), scene_vec(0.0f, -length),
                             (int)(length / 0.25f), true, false);
    int last = v2d_soft_point_count(&world, rope) - 1;
    v2d_point_attach(&world, v2d_soft_point(&world, rope, last), hung[i]);
}

// How much longer a rope is than it was made [%], from its pin to the crate's top.
static double stretch(int i) {
    v2d_vec2 p = v2d_body_world_point(&world, hung[i], scene_vec(0.0f, 0.45f));
    return fmax(0.0,
                100.0 * ((double)(hypotf(p.x - rope_x[i], p.y - BEAM) / rope_length[i]) - 1.0));
}

static void build_chain(v2d_body_id beam) {
    float x0 = 5.6f, y0 = BEAM;
    v2d_body_id previous = beam;
    for (int i = 0; i < LINKS; ++i) {
        float x = x0 + 0.4f * (float)i;
        v2d_body_id link = scene_body(&world, x + 0.2f, y0, 0.0f, 4);
        scene_shape(&world, link,
                    v2d_geometry_capsule(scene_vec(-0.14f, 0.0f), scene_vec(0.14f, 0.0f), 0.06f),
                    8.0f);
        scene_pin(&world, previous, link, x, y0);
        previous = link;
    }
    float end = x0 + 0.4f * (float)LINKS;
    v2d_body_id ball = scene_ball(&world, end + 0.6f, y0, 0.6f, 6.0f, 3);
    scene_pin(&world, previous, ball, end, y0);
}

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    v2d_body_id beam = scene_wall(&world, 0.9f, BEAM + 0.2f, 5.2f, 0.2f, 0.0f);
    build_bridge();
    for (int i = 0; i < ROPES; ++i) {
        hang_crate(i);
    }
    build_chain(beam);
}

static void drop(int i) {
    float x = -4.5f + 2.3f * (float)(i % 4);
    if (i % 2 == 0) {
        scene_box(&world, x, 5.2f, 0.35f, 0.35f, 2.0f, i);
    } else {
        scene_ball(&world, x, 5.2f, 0.35f, 2.0f, i);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "rope_and_bridge", 300);
    scene_camera(&f.canvas, 0.5f, 11.6f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Rope and bridge");
        canvas_note(c, 0, "11 times their mass stretches");
        canvas_note(c, 1, "the ropes by %.2f, %.2f, %.2f %%", stretch(0), stretch(1), stretch(2));
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c,
                       "Planks on revolute joints, crates on ropes of points, a ball on a chain");
        film_frame(&f);
        if (f.frame % 24 == 12 && f.frame < 180) drop(f.frame / 24);
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
