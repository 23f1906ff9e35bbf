// SPDX-License-Identifier: MIT OR Unlicense
// friction_and_bounce.c - a slope, five bouncing balls and three conveyor belts.
//
// Shows:  friction, restitution, surface speed, the rule that mixes two surfaces.
// Build:  cc -O2 -I. examples/friction_and_bounce.c -o friction_and_bounce -lm
// Run:    ./friction_and_bounce [--frames 270] [--out build/out/friction_and_bounce]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

#define SLOPE 0.38f // [rad]: tan is 0.40
#define DROP  6.0f  // the balls fall so far [m]
enum { COUNT = 5 };

static v2d_world world;
static v2d_body_id box[COUNT], ball[COUNT];
static const float friction[COUNT] = {0.0f, 0.15f, 0.3f, 0.45f, 0.6f};
static const float restitution[COUNT] = {0.0f, 0.25f, 0.5f, 0.75f, 1.0f};
static float highest[COUNT]; // after the first bounce [m]

static v2d_shape_id surface(v2d_body_id body, v2d_geometry geometry, float mu, float e,
                            float speed) {
    v2d_shape_def def = v2d_shape_def_default();
    def.friction = mu;
    def.restitution = e;
    def.surface_speed = speed;
    return v2d_shape_create(&world, body, &def, &geometry);
}

// The slipperiest box stands lowest, so that none runs into another.
static void build_slope(void) {
    v2d_rot q = v2d_rot_make(SLOPE);
    float x0 = -9.2f, y0 = 1.6f;
    v2d_body_id slope = scene_static(&world, x0 + 3.1f * q.c, y0 + 3.1f * q.s, SLOPE);
    surface(slope, v2d_geometry_box(3.4f, 0.12f), 10.0f, 0.0f, 0.0f);
    for (int i = 0; i < COUNT; ++i) {
        float s = 1.2f + 1.05f * (float)i, up = 0.37f;
        box[i] = scene_body(&world, x0 + s * q.c - up * q.s, y0 + s * q.s + up * q.c, SLOPE, i);
        surface(box[i], v2d_geometry_box(0.25f, 0.25f), friction[i], 0.0f, 0.0f);
    }
}

static void build_balls(void) {
    for (int i = 0; i < COUNT; ++i) {
        ball[i] = scene_body(&world, -2.2f + 1.1f * (float)i, 0.35f + DROP, 0.0f, i);
        surface(ball[i], v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.35f), 0.6f, restitution[i],
                0.0f);
    }
}

// A positive surface speed runs counter-clockwise about the shape: to the left on its top.
static void build_belts(void) {
    v2d_geometry belt = v2d_geometry_capsule(scene_vec(-1.6f, 0.0f), scene_vec(1.6f, 0.0f), 0.2f);
    surface(scene_static(&world, 5.2f, 7.0f, 0.0f), belt, 1.0f, 0.0f, -1.5f);
    surface(scene_static(&world, 7.6f, 4.6f, 0.0f), belt, 1.0f, 0.0f, 1.5f);
    surface(scene_static(&world, 5.2f, 2.2f, 0.0f), belt, 1.0f, 0.0f, -1.5f);
}

static void build_scene(void) {
    v2d_world_def def = v2d_world_def_default();
    def.friction_mix = V2D_MIX_MINIMUM; // the slippery one decides
    v2d_world_init(&world, &def);
    scene_ground(&world);
    build_slope();
    build_balls();
    build_belts();
}

static void drop_crate(int number) {
    v2d_body_id crate = scene_body(&world, 4.0f, 10.6f, 0.0f, number);
    surface(crate, v2d_geometry_box(0.3f, 0.3f), 0.8f, 0.0f, 0.0f);
}

// The first rebound ends where the ball starts to fall again.
static void watch_balls(void) {
    static int bounced[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        float v = v2d_body_velocity(&world, ball[i]).y;
        float y = v2d_body_position(&world, ball[i]).y - 0.35f;
        if (v > 0.5f && bounced[i] == 0) bounced[i] = 1;
        if (bounced[i] == 1) highest[i] = fmaxf(highest[i], y);
        if (v < -0.5f && bounced[i] == 1) bounced[i] = 2;
    }
}

static void draw_labels(canvas *c) {
    char text[32];
    for (int i = 0; i < COUNT; ++i) {
        v2d_vec2 p = v2d_body_position(&world, box[i]);
        float x = -2.2f + 1.1f * (float)i, apex = 0.35f + restitution[i] * restitution[i] * DROP;
        snprintf(text, sizeof(text), "mu %g", (double)friction[i]);
        canvas_label(c, p.x, p.y + 0.55f, 8.0f, canvas_ink(), text);
        canvas_dashed(c, x - 0.45f, apex, x + 0.45f, apex, 1.5f, canvas_style_body(i).line);
        snprintf(text, sizeof(text), "e %g", (double)restitution[i]);
        canvas_label(c, x, 7.2f, 8.0f, canvas_ink(), text);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "friction_and_bounce", 270);
    scene_camera(&f.canvas, 0.0f, 11.0f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        draw_labels(c);
        canvas_title(c, "Friction and bounce");
        canvas_note(c, 0, "slope: tan %.2f rad = %.2f; boxes of less friction slide", (double)SLOPE,
                    (double)tanf(SLOPE));
        canvas_note(c, 1, "balls: dashed is e^2 h; first rebounds %.2f, %.2f, %.2f, %.2f m",
                    (double)highest[1], (double)highest[2], (double)highest[3], (double)highest[4]);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Friction on a slope, restitution, and belts whose surface moves");
        film_frame(&f);
        if (f.frame % 36 == 1 && f.frame < 230) drop_crate(f.frame / 36);
        scene_advance(&world);
        watch_balls();
    }
    return scene_close(&f, &world);
}
