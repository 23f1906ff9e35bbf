// SPDX-License-Identifier: MIT OR Unlicense
// domino_spiral.c - 120 dominoes fall one after the other, down a spiral to the planet at its centre.
//
// Shows:  a zone of point gravity instead of that of the world; a chain that winds round the planet.
// Build:  cc -O2 -I. examples/domino_spiral.c -o domino_spiral -lm
// Run:    ./domino_spiral [--frames 330] [--out build/out/domino_spiral]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { DOMINOES = 120, BEFORE = 5, AFTER = 2, SEGMENTS = BEFORE + DOMINOES + AFTER };

#define OUTER   2.64f // radius of the spiral where it begins [m]
#define PITCH   0.58f // by how much it comes closer in a turn [m]
#define SPACING 0.24f // of the dominoes [m]
#define HALF_X  0.035f
#define HALF_Y  0.19f
#define PLANET  0.55f

static v2d_world world;
static v2d_vec2 line[SEGMENTS + 1];
static v2d_body_id dominoes[DOMINOES];
static float stood[DOMINOES]; // their angles at the start [rad]

// Everything falls to the centre. A planet in the plane attracts with 1 / distance.
static void add_gravity(void) {
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_POINT);
    def.everywhere = true;
    def.strength = 100.0f;
    def.falloff = 1.0f;
    def.replaces = true;
    v2d_zone_create(&world, &def);
}

// Counter-clockwise, so that the right side, which holds, is outside.
static void build_spiral(void) {
    v2d_shape_def def = v2d_shape_def_default();
    float angle = 0.5f * SCENE_PI;
    for (int i = 0; i <= SEGMENTS; ++i) {
        float r = OUTER - PITCH * (angle / (2.0f * SCENE_PI) - 0.25f);
        line[i] = scene_vec(r * cosf(angle), r * sinf(angle));
        angle += SPACING / r;
    }
    v2d_chain_create(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), &def, line, SEGMENTS + 1,
                     false);
    v2d_body_id planet = scene_static(&world, 0.0f, 0.0f, 0.0f);
    scene_shape(&world, planet, v2d_geometry_circle(scene_vec(0.0f, 0.0f), PLANET), 0.0f);
}

// The place at `height` over the middle of a segment, and the segment's angle.
static v2d_transform above(int segment, float height) {
    v2d_vec2 a = line[segment], b = line[segment + 1];
    float dx = (b.x - a.x) / SPACING, dy = (b.y - a.y) / SPACING;
    v2d_vec2 place = scene_vec(0.5f * (a.x + b.x) + height * dy, 0.5f * (a.y + b.y) - height * dx);
    return v2d_transform_make(place, atan2f(dy, dx));
}

static void build_dominoes(void) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(HALF_X, HALF_Y);
    def.friction = 0.3f;
    for (int i = 0; i < DOMINOES; ++i) {
        v2d_transform at = above(BEFORE + i, HALF_Y);
        stood[i] = v2d_rot_angle(at.q);
        dominoes[i] = scene_body(&world, at.p.x, at.p.y, stood[i], i / 5);
        v2d_shape_create(&world, dominoes[i], &def, &box);
    }
}

// One ball starts it all; another waits at the end for the last domino.
static void add_balls(void) {
    v2d_transform first = above(0, 0.14f), last = above(BEFORE + DOMINOES, 0.1f);
    v2d_body_id ball = scene_ball(&world, first.p.x, first.p.y, 0.14f, 2.0f, 2);
    v2d_body_set_velocity(&world, ball, scene_vec(2.4f * first.q.c, 2.4f * first.q.s));
    v2d_body_def def = v2d_body_def_default();
    def.position = last.p;
    def.awake = false; // until the last domino touches it
    def.user = 4;
    scene_shape(&world, v2d_body_create(&world, &def),
                v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.1f), 1.0f);
}

static int fallen(void) {
    int count = 0;
    for (int i = 0; i < DOMINOES; ++i) {
        float turn = v2d_body_angle(&world, dominoes[i]) - stood[i];
        count += cosf(turn) < 0.8f;
    }
    return count;
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "domino_spiral", 330);
    canvas_camera(&f.canvas, 0.0f, 0.0f, 6.6f);
    scene_open(&world);
    add_gravity();
    build_spiral();
    build_dominoes();
    add_balls();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Domino spiral");
        canvas_note(c, 0, "%d of %d dominoes have fallen", fallen(), DOMINOES);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Gravity points to the planet and falls off with the distance");
        film_frame(&f);
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
