// SPDX-License-Identifier: MIT OR Unlicense
// tumbler.c - a motor turns a hollow square full of boxes.
//
// Shows:  a revolute joint with a motor, one body of four shapes, a mixing pile.
// Build:  cc -O2 -I. examples/tumbler.c -o tumbler -lm
// Run:    ./tumbler [--frames 300] [--out build/out/tumbler]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

#define HALF  5.0f // of the drum [m]
#define SPEED 0.8f // [rad/s]
enum { SIDE = 24 };

static v2d_world world;
static v2d_joint_id motor;

static void build_drum(void) {
    v2d_body_id axle = scene_static(&world, 0.0f, 0.0f, 0.0f);
    v2d_body_id drum = scene_body(&world, 0.0f, 0.0f, 0.0f, 4);
    v2d_vec2 none = scene_vec(0.0f, 0.0f);
    for (int side = 0; side < 4; ++side) { // mitred like a picture frame
        v2d_transform turn = v2d_transform_make(none, 0.5f * SCENE_PI * (float)side);
        v2d_vec2 wall[4];
        wall[0] = v2d_transform_point(turn, scene_vec(HALF, -HALF));
        wall[1] = v2d_transform_point(turn, scene_vec(HALF + 0.5f, -HALF - 0.5f));
        wall[2] = v2d_transform_point(turn, scene_vec(HALF + 0.5f, HALF + 0.5f));
        wall[3] = v2d_transform_point(turn, scene_vec(HALF, HALF));
        scene_shape(&world, drum, v2d_geometry_polygon(wall, 4, 0.0f), 50.0f);
    }
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_body(axle, none);
    def.b = v2d_anchor_body(drum, none);
    def.angular.motor = true;
    def.angular.motor_speed = SPEED;
    def.angular.motor_effort = 1e8f;
    motor = v2d_joint_create(&world, &def);
}

static void build_scene(void) {
    scene_open(&world);
    build_drum();
    for (int i = 0; i < SIDE * SIDE; ++i) {
        float x = 0.37f * ((float)(i % SIDE) - 0.5f * (float)(SIDE - 1));
        float y = 0.37f * ((float)(i / SIDE) - 0.5f * (float)(SIDE - 1));
        scene_box(&world, x, y, 0.15f, 0.15f, 1.0f, i / SIDE * 4 / SIDE); // four layers of colour
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "tumbler", 300);
    canvas_camera(&f.canvas, 0.0f, 0.0f, 16.2f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        v2d_counters n = v2d_world_counters(&world);
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Tumbler");
        canvas_note(c, 0, "%d boxes", SIDE * SIDE);
        canvas_note(c, 1, "%d contacts", (int)n.contacts.count);
        canvas_note(c, 2, "turned by %.0f degrees", (double)SPEED * f.time * 57.29578);
        canvas_note(c, 3, "motor %.1f kNm",
                    (double)v2d_joint_get_state(&world, motor).motor_effort / 1000.0);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "A revolute motor turns the drum");
        film_frame(&f);
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
