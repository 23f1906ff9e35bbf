// SPDX-License-Identifier: MIT OR Unlicense
// newtons_cradle.c - one ball in, one ball out; two balls in, two out.
//
// Shows:  restitution 1, rods, conservation of momentum and energy.
// Build:  cc -O2 -I. examples/newtons_cradle.c -o newtons_cradle -lm
// Run:    ./newtons_cradle [--frames 300] [--out build/out/newtons_cradle]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { BALLS = 5, MOST_FRAMES = FILM_MAX_FRAMES };
#define RADIUS 0.4f
#define ROD    4.0f   // [m]
#define GAP    0.004f // so that one impact comes after the other [m]

static v2d_world world;
static float rest_energy; // when all hang straight down [J]
static float energy[MOST_FRAMES];

// `lifted` balls on the left start 50 degrees up.
static void build_cradle(float x0, int lifted) {
    float top = 4.0f, pitch = 2.0f * RADIUS + GAP;
    v2d_body_id frame = scene_static(&world, x0, top + 0.1f, 0.0f);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry bar = v2d_geometry_box(0.5f * pitch * (float)BALLS, 0.1f);
    def.filter.mask = 0;
    v2d_shape_create(&world, frame, &def, &bar);
    def = v2d_shape_def_default();
    def.friction = 0.0f;
    def.restitution = 1.0f;
    def.density = 10.0f;
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), RADIUS);
    for (int i = 0; i < BALLS; ++i) {
        v2d_rot q = v2d_rot_make(i < lifted ? -50.0f * SCENE_PI / 180.0f : 0.0f);
        float x = x0 + pitch * ((float)i - 0.5f * (float)(BALLS - 1));
        v2d_body_id ball = scene_body(&world, x + ROD * q.s, top - ROD * q.c, 0.0f, i);
        v2d_shape_create(&world, ball, &def, &disc);
        rest_energy += v2d_body_mass(&world, ball).mass * 10.0f * (top - ROD);
        v2d_joint_def rod = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        rod.a = v2d_anchor_body(frame, v2d_body_local_point(&world, frame, scene_vec(x, top)));
        rod.b = v2d_anchor_body(ball, scene_vec(0.0f, 0.0f));
        v2d_joint_create(&world, &rod);
    }
}

static void build_scene(void) {
    v2d_world_def def = v2d_world_def_default();
    def.restitution_threshold = 0.001f; // [m/s]: even the gentlest touch bounces
    def.length_unit = 0.02f;            // and nothing is held off before it touches
    v2d_world_init(&world, &def);
    build_cradle(-4.8f, 1);
    build_cradle(4.8f, 2);
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "newtons_cradle", 300);
    canvas_camera(&f.canvas, 0.0f, 0.2f, 11.4f);
    build_scene();
    float start = scene_energy(&world) - rest_energy;
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        energy[f.frame] = 100.0f * (scene_energy(&world) - rest_energy) / start;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Newton's cradle");
        canvas_note(c, 0, "energy %.2f %%", (double)energy[f.frame]);
        canvas_plot(c, 20.0f, -180.0f, 920.0f, 130.0f, energy, f.frame + 1, f.frame_count, 0.0f,
                    100.0f, canvas_accent(), "energy, %");
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(
            c, "Restitution 1 and rods of constant length: one in, one out; two in, two out");
        film_frame(&f);
        for (int i = 0; i < 128; ++i) { // an impact passes one ball in each step
            v2d_world_step(&world, 1.0f / 3840.0f, 1);
        }
    }
    return scene_close(&f, &world);
}
