// SPDX-License-Identifier: MIT OR Unlicense
// jansen.c - a beach animal after Theo Jansen walks over low hills: six legs on one crank.
//
// Shows:  a linkage of triangles and rods (revolute and distance joints) that is built by its lengths;
//         one motor drives it; parts of one filter group do not collide.
// Build:  cc -O2 -I. examples/jansen.c -o jansen -lm
// Run:    ./jansen [--frames 330] [--out build/out/jansen]
// Source: Theo Jansen, "The Great Pretender", 2007: the eleven "holy numbers".
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { PHASES = 3, LEGS = 2 * PHASES, TRACE = 72, SEGMENTS = 300 };

#define SCALE 0.03f   // metres in one of Jansen's units
#define SPEED (-3.0f) // of the crank [rad/s]

// Jansen's numbers. The pivot of a leg is A to the side of the crank and L below it; the crank has
// the length M. B, D and E make the upper triangle, G, H and I the lower one; C, F, J and K are rods.
static const float A = 38.0f * SCALE, B = 41.5f * SCALE, C = 39.3f * SCALE, D = 40.1f * SCALE,
                   E = 55.8f * SCALE, F = 39.4f * SCALE, G = 36.7f * SCALE, H = 65.7f * SCALE,
                   I = 49.0f * SCALE, J = 50.0f * SCALE, K = 61.9f * SCALE, L = 7.8f * SCALE,
                   M = 15.0f * SCALE;

typedef struct leg {
    v2d_vec2 pin, pivot;            // ends of the crank's arm and of the frame
    v2d_vec2 top, side, knee, heel; // upper triangle: pivot, top, side; lower: knee, heel, foot
    v2d_vec2 foot;
} leg;

static v2d_world world;
static v2d_body_id frame, crank, first_shin;
static v2d_vec2 first_foot,
    trace[TRACE]; // of the first leg, in coordinates of its shin and the frame

// The place at distance r from p and s from q, to the left of the way from p to q when side is 1, to
// the right when it is -1.
static v2d_vec2 meet(v2d_vec2 p, float r, v2d_vec2 q, float s, float side) {
    float x = q.x - p.x, y = q.y - p.y, d = hypotf(x, y);
    float along = (r * r - s * s + d * d) / (2.0f * d), off = side * sqrtf(r * r - along * along);
    return scene_vec(p.x + (along * x - off * y) / d, p.y + (along * y + off * x) / d);
}

// The pose of a leg on the left (side 1) or on the right (-1), with the crank at (0, 0).
static leg pose(float side, float angle) {
    leg l;
    l.pin = scene_vec(M * cosf(angle), M * sinf(angle));
    l.pivot = scene_vec(-side * A, -L);
    l.top = meet(l.pin, J, l.pivot, B, -side);
    l.knee = meet(l.pin, K, l.pivot, C, side);
    l.side = meet(l.pivot, D, l.top, E, side);
    l.heel = meet(l.side, F, l.knee, G, -side);
    l.foot = meet(l.heel, H, l.knee, I, -side);
    return l;
}

static float height(float x) {
    float rise = fmaxf(0.0f, fminf(0.09f, 0.025f * (x - 2.0f))); // they grow
    return rise * (sinf(0.9f * x) + 0.4f * sinf(2.3f * x));
}

static void build_ground(void) {
    v2d_vec2 line[SEGMENTS + 1];
    v2d_shape_def def = v2d_shape_def_default();
    def.friction = 1.0f;
    for (int i = 0; i <= SEGMENTS; ++i) {
        float x = 30.0f - 45.0f * (float)i / SEGMENTS;
        line[i] = scene_vec(x, height(x));
    }
    v2d_chain_create(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), &def, line, SEGMENTS + 1,
                     false);
}

// A part of the machine; parts do not touch each other. Vertices are relative to `at`.
static v2d_body_id add_part(v2d_vec2 at, v2d_geometry geometry, float density, int color) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_body_id body = scene_body(&world, at.x, at.y, 0.0f, color);
    def.density = density;
    def.friction = 1.0f;
    def.filter.group = -1;
    v2d_shape_create(&world, body, &def, &geometry);
    return body;
}

static v2d_body_id add_triangle(v2d_vec2 at, v2d_vec2 a, v2d_vec2 b, v2d_vec2 c, int color) {
    v2d_vec2 corners[3] = {a, b, c};
    return add_part(at, v2d_geometry_polygon(corners, 3, 0.05f), 2.0f, color);
}

static v2d_vec2 plus(v2d_vec2 a, v2d_vec2 b) { return scene_vec(a.x + b.x, a.y + b.y); }

static void add_rod(v2d_body_id a, v2d_vec2 from, v2d_body_id b, v2d_vec2 to) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = v2d_anchor_at(&world, a, from, 0.0f);
    def.b = v2d_anchor_at(&world, b, to, 0.0f);
    v2d_joint_create(&world, &def);
}

static void add_leg(v2d_vec2 at, const leg *l, int color) {
    v2d_vec2 pin = plus(at, l->pin), pivot = plus(at, l->pivot), knee = plus(at, l->knee);
    v2d_body_id thigh = add_triangle(at, l->pivot, l->top, l->side, color);
    v2d_body_id shin = add_triangle(at, l->knee, l->heel, l->foot, color);
    scene_pin(&world, frame, thigh, pivot.x, pivot.y);
    add_rod(crank, pin, thigh, plus(at, l->top));
    add_rod(crank, pin, shin, knee);
    add_rod(frame, pivot, shin, knee);
    add_rod(thigh, plus(at, l->side), shin, plus(at, l->heel));
    if (V2D_IS_NULL(first_shin)) first_shin = shin, first_foot = l->foot;
}

static void build_animal(float x) {
    leg legs[LEGS];
    float low = 0.0f;
    for (int i = 0; i < LEGS; ++i) {
        legs[i] = pose(i % 2 == 0 ? -1.0f : 1.0f, 2.0f * SCENE_PI * (float)(i / 2) / PHASES + 0.4f);
        low = fminf(low, legs[i].foot.y);
    }
    v2d_vec2 at = scene_vec(x, 0.06f - low);
    v2d_geometry beam = v2d_geometry_capsule(scene_vec(-A, -L), scene_vec(A, -L), 0.09f);
    frame = add_part(at, beam, 40.0f, 0);
    crank = add_part(at, v2d_geometry_circle(scene_vec(0.0f, 0.0f), M), 10.0f, 1);
    for (int i = LEGS - 1; i >= 0; --i)
        add_leg(at, &legs[i], 3 + i / 2);
    v2d_joint_id axle = scene_pin(&world, frame, crank, at.x, at.y);
    v2d_joint_set_motor(&world, axle, SPEED, 2000.0f);
}

// The path of a foot, as the frame sees it.
static void draw_trace(canvas *c, int count) {
    v2d_vec2 foot = v2d_body_world_point(&world, first_shin, first_foot);
    canvas_point line[TRACE];
    trace[count % TRACE] = v2d_body_local_point(&world, frame, foot);
    int length = count < TRACE ? count + 1 : TRACE;
    for (int i = 0; i < length; ++i) {
        v2d_vec2 p = v2d_body_world_point(&world, frame, trace[(count - i + TRACE) % TRACE]);
        line[i].x = p.x, line[i].y = p.y;
    }
    canvas_polyline(c, line, length, 0, 2.0f, canvas_accent());
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "jansen", 330);
    scene_open(&world);
    build_ground();
    build_animal(0.0f);
    float eye = 0.5f;
    for (int count = 0; film_running(&f); ++count) {
        canvas *c = &f.canvas;
        v2d_vec2 p = v2d_body_position(&world, frame);
        eye += 0.1f * (p.x + 0.8f - eye);
        canvas_camera(c, eye, 2.0f, 6.0f);
        canvas_clear(c);
        scene_draw_ground(c, eye, 14.0f, height);
        canvas_draw_world(c, &world);
        draw_trace(c, count);
        canvas_title(c, "Jansen's walker");
        canvas_note(c, 0, "%d legs on one motor", LEGS);
        canvas_note(c, 1, "it walked %.1f m", (double)p.x);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(
            c, "Theo Jansen's linkage: a foot stays level while it stands, as its path shows");
        film_frame(&f);
        scene_advance_with(&world, 8);
    }
    return scene_close(&f, &world);
}
