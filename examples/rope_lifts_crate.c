// SPDX-License-Identifier: MIT OR Unlicense
// rope_lifts_crate.c - a winch winds up a rope and lifts a crate with two more on top.
//
// Shows:  a rope of points around a rigid drum, a revolute motor, tension.
// Build:  cc -O2 -I. examples/rope_lifts_crate.c -o rope_lifts_crate -lm
// Run:    ./rope_lifts_crate [--frames 300] [--out build/out/rope_lifts_crate]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

#define DRUM_X 0.0f
#define DRUM_Y 7.0f
#define RADIUS 0.6f
#define HALF_X 1.0f // of the crate [m]
#define HALF_Y 0.4f
enum { SEGMENTS = 26 };

static v2d_world world;
static v2d_joint_id winch, hook;
static v2d_body_id crate;

static void build_winch(v2d_body_id *drum) {
    v2d_body_id tower = scene_wall(&world, -2.2f, 3.6f, 0.2f, 3.6f, 0.0f);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry arm = v2d_geometry_oriented_box(1.6f, 0.12f, scene_vec(1.2f, 3.4f), 0.0f);
    def.filter.mask = 0; // the drum and the rope pass before it
    v2d_shape_create(&world, tower, &def, &arm);
    *drum = scene_ball(&world, DRUM_X, DRUM_Y, RADIUS, 20.0f, 4);
    v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    joint.a =
        v2d_anchor_body(tower, v2d_body_local_point(&world, tower, scene_vec(DRUM_X, DRUM_Y)));
    joint.b = v2d_anchor_body(*drum, scene_vec(0.0f, 0.0f));
    joint.angular.motor = true;
    joint.angular.motor_effort = 2000.0f;
    winch = v2d_joint_create(&world, &joint);
}

// From the drum's right side straight down to the crate.
static void build_rope(v2d_body_id drum) {
    float x = DRUM_X + RADIUS + 0.05f, bottom = 2.0f * HALF_Y;
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, DRUM_Y);
    def.mass = 8.0f;
    def.radius = 0.05f;
    def.linear_damping = 1.0f;
    def.filter.group = -1; // the rope does not touch its own load
    v2d_soft_id rope =
        v2d_soft_create_rope(&world, &def, scene_vec(0.0f, 0.0f), scene_vec(0.0f, bottom - DRUM_Y),
                             SEGMENTS, false, false);
    v2d_point_attach(&world, v2d_soft_point(&world, rope, 0), drum);
    hook = v2d_point_attach(&world, v2d_soft_point(&world, rope, SEGMENTS), crate);
}

static void build_scene(void) {
    v2d_body_id drum;
    scene_open(&world);
    scene_ground(&world);
    float x = DRUM_X + RADIUS + 0.05f;
    crate = scene_body(&world, x, HALF_Y, 0.0f, 1);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(HALF_X, HALF_Y);
    def.density = 6.0f;
    def.filter.group = -1;
    v2d_shape_create(&world, crate, &def, &box);
    scene_box(&world, x - 0.6f, 2.0f * HALF_Y + 0.3f, 0.3f, 0.3f, 6.0f, 2);
    scene_box(&world, x + 0.6f, 2.0f * HALF_Y + 0.3f, 0.3f, 0.3f, 6.0f, 5);
    build_winch(&drum);
    build_rope(drum);
}

// From 0 to 1 in half a second, and back to 0 in the last half before `end` [s].
static double ramp(double time, double begin, double end) {
    return fmax(0.0, fmin(1.0, 2.0 * fmin(time - begin, end - time)));
}

// Up, hold, down again [rad/s].
static float winch_speed(double time) {
    return 1.5f * (float)(ramp(time, 0.5, 4.5) - ramp(time, 5.5, 9.5));
}

// The mean over about half a second: a single sub-step's force says little of a swinging load.
static double smooth(double *mean, float now) { return *mean += ((double)now - *mean) / 15.0; }

int main(int argc, char **argv) {
    film f;
    double pull = 0.0, torque = 0.0; // means
    film_open(&f, argc, argv, "rope_lifts_crate", 300);
    scene_camera(&f.canvas, 0.3f, 9.2f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        v2d_joint_set_motor(&world, winch, winch_speed(f.time), 2000.0f);
        float weight = 10.0f * (v2d_body_mass(&world, crate).mass + 2.0f * 6.0f * 0.36f);
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Rope lifts crate");
        canvas_note(c, 0, "load %.0f N, rope 80 N", (double)weight);
        canvas_note(c, 1, "pull on the hook %.0f N",
                    smooth(&pull, fabsf(v2d_joint_get_state(&world, hook).force.y)));
        canvas_note(c, 2, "motor %.0f Nm",
                    smooth(&torque, v2d_joint_get_state(&world, winch).motor_effort));
        canvas_note(c, 3, "height %.2f m", (double)(v2d_body_position(&world, crate).y - HALF_Y));
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "A motor winds a rope of points onto a drum");
        film_frame(&f);
        scene_advance_with(&world, 16); // a taut rope of light points wants small steps
    }
    return scene_close(&f, &world);
}
