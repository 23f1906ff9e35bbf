// SPDX-License-Identifier: MIT OR Unlicense
// crane.c - a gantry crane takes crates from a pile with its magnet and loads a lorry, which drives off.
//
// Shows:  motors: a prismatic joint drives the trolley, distance joints are the ropes, wheel joints carry
//         the lorry. A ray measures the way down, an event tells when the magnet touches, a weld holds
//         the crate, and the load on the ropes tells when it stands. A small machine of states.
// Build:  cc -O2 -I. examples/crane.c -o crane -lm
// Run:    ./crane [--frames 402] [--out build/out/crane]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { PILE = 6, LOADS = 3, STEPS = 6 }; // steps a frame: the film is three times as fast as life

#define RAIL   7.1f  // height of the trolley [m]
#define HIGH   2.2f  // length of the ropes while the trolley travels [m]
#define HALF_X 0.75f // of a crate [m]
#define HALF_Y 0.5f
#define FLAT   0.14f // half the height of the magnet [m]
#define TRIP   2.7f  // time of a trip of the trolley [s]
#define FORCE  4e4f  // greatest of a motor [N]
#define DT     (1.0f / 60.0f)

typedef enum state { TO_PILE, GRAB, LIFT, TO_LORRY, SET_DOWN, RISE, LEAVE } state;

static v2d_world world;
static v2d_body_id trolley, magnet, crates[PILE];
static v2d_joint_id rail, ropes[2], hold, wheels[3];
static state now;
static int loaded;
static float load, hoist; // on the ropes [N]; length of rope let out in a second [m/s]
static float start, goal,
    since; // of the trip of the trolley: from where, to where [m]; its time [s]
static const int order[LOADS] = {5, 3, 4};
static const float place[LOADS] = {0.9f, 2.75f, 1.82f}; // on the lorry [m]

static void build_crane(float x) {
    trolley = scene_box(&world, x, RAIL, 0.7f, 0.22f, 400.0f, 5);
    magnet = scene_body(&world, x, RAIL - HIGH - FLAT, 0.0f, 3);
    v2d_geometry plate = v2d_geometry_box(0.6f, FLAT);
    v2d_shape_def shape = v2d_shape_def_default();
    shape.density = 600.0f;
    shape.report = V2D_REPORT_CONTACT;
    v2d_shape_create(&world, magnet, &shape, &plate);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PRISMATIC);
    def.a = v2d_anchor_world(scene_vec(-7.4f, RAIL), 0.0f); // along the x axis
    def.b = v2d_anchor_body(trolley, scene_vec(0.0f, 0.0f));
    def.linear.motor = true;
    def.linear.motor_effort = FORCE;
    rail = v2d_joint_create(&world, &def);
    for (int i = 0; i < 2; ++i) { // two ropes keep the magnet level
        float side = i == 0 ? -0.5f : 0.5f;
        def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = v2d_anchor_body(trolley, scene_vec(side, 0.0f));
        def.b = v2d_anchor_body(magnet, scene_vec(side, FLAT));
        def.linear.limited = false; // the motor alone holds the length
        def.linear.motor = true;
        def.linear.motor_effort = FORCE;
        ropes[i] = v2d_joint_create(&world, &def);
    }
}

static void build_pile(void) {
    for (int i = 0; i < PILE; ++i) {
        int row = i < 3 ? 0 : i < 5 ? 1 : 2, column = row == 0 ? i : row == 1 ? i - 3 : 0;
        float x = -5.2f + 1.65f * ((float)column + 0.5f * (float)row);
        float y = HALF_Y * (float)(2 * row + 1);
        crates[i] = scene_box(&world, x, y, HALF_X, HALF_Y, 400.0f, i < 3 ? 1 : i - 1);
    }
}

static void add_plate(v2d_body_id body, float x, float y, float hx, float hy, float density) {
    scene_shape(&world, body, v2d_geometry_oriented_box(hx, hy, scene_vec(x, y), 0.0f), density);
}

static void build_lorry(float x) {
    static const v2d_vec2 cab[] = {
        {2.2f, -0.15f}, {3.4f, -0.15f}, {3.4f, 0.5f}, {3.1f, 1.5f}, {2.2f, 1.5f}};
    v2d_body_id lorry = scene_body(&world, x, 1.0f, 0.0f, 0);
    add_plate(lorry, 0.0f, 0.0f, 2.2f, 0.15f, 200.0f);
    add_plate(lorry, -2.14f, 0.3f, 0.06f, 0.15f, 100.0f);
    scene_shape(&world, lorry, v2d_geometry_polygon(cab, 5, 0.0f), 200.0f);
    for (int i = 0; i < 3; ++i) {
        v2d_vec2 axle = scene_vec(i == 0 ? -1.55f : i == 1 ? -0.55f : 2.7f, -0.5f);
        v2d_body_id wheel = scene_ball(&world, x + axle.x, 1.0f + axle.y, 0.45f, 150.0f, 6);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_WHEEL);
        def.a = v2d_anchor_body(lorry, axle);
        def.b = v2d_anchor_body(wheel, scene_vec(0.0f, 0.0f));
        def.a.angle = def.b.angle = 0.5f * SCENE_PI; // slides up and down
        def.linear.frequency = i < 2 ? 5.0f : 7.0f;
        def.linear.damping_ratio = 2.0f;
        def.angular.motor = true; // of speed 0: the brake
        def.angular.motor_effort = 3000.0f;
        wheels[i] = v2d_joint_create(&world, &def);
    }
}

// Begins a trip of the trolley.
static void send(float x) {
    start = v2d_body_position(&world, trolley).x;
    goal = x;
    since = 0.0f;
}

// Where the load (x) and the trolley (y) should be at a time of the trip. The load goes a smooth way and
// hangs still at its end, for the trolley is ahead of it by its acceleration.
static v2d_vec2 path(float time) {
    float t = fminf(1.0f, time / TRIP), u = 1.0f - t, way = goal - start;
    float x = start + way * t * t * t * t * (35.0f - t * (84.0f - t * (70.0f - 20.0f * t)));
    float a = way * 420.0f * t * t * u * u * (u - t) / (TRIP * TRIP);
    return scene_vec(x, x + HIGH * a / sqrtf(a * a + 100.0f));
}

// Keeps the trolley on its path. It gives way a little to a load that swings, which calms it down.
static bool travel(void) {
    v2d_vec2 at = path(since), next = path(since + DT);
    float x = v2d_body_position(&world, trolley).x, load_x = v2d_body_position(&world, magnet).x;
    float swing = (load_x - x) - (at.x - at.y);
    float speed = (next.y - at.y) / DT + 1.5f * swing + 0.7f * (at.y - x);
    v2d_joint_set_motor(&world, rail, speed, FORCE);
    since += DT;
    return since > TRIP && fabsf(swing) < 0.1f && fabsf(goal - x) < 0.1f;
}

// Length of rope let out in a second; speeds change gently.
static void wind(float speed) {
    float most = 5.0f * DT;
    hoist += fmaxf(-most, fminf(most, speed - hoist));
    for (int i = 0; i < 2; ++i)
        v2d_joint_set_motor(&world, ropes[i], hoist, FORCE);
}

// Down to what is below the magnet, or below the crate that it holds.
static void lower(float depth) {
    v2d_query_result below;
    v2d_vec2 from = v2d_body_world_point(&world, magnet, scene_vec(0.0f, -FLAT - depth - 0.01f));
    int found = v2d_world_ray(&world, NULL, from, scene_vec(from.x, -1.0f), &below, 1);
    wind(found == 1 ? fminf(3.5f, 0.1f + sqrtf(6.0f * below.distance)) : 0.0f);
}

// Holds what the magnet begins to touch where it is.
static bool grab(void) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event e;
        v2d_world_event(&world, i, &e);
        if (e.kind != V2D_EVENT_CONTACT_BEGIN) continue; // only the magnet reports
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_WELD);
        def.a = v2d_anchor_at(&world, e.a.body, e.position, 0.0f);
        def.b = v2d_anchor_at(&world, e.b.body, e.position, 0.0f);
        hold = v2d_joint_create(&world, &def);
        return true;
    }
    return false;
}

static void work(void) {
    v2d_joint_state left = v2d_joint_get_state(&world, ropes[0]);
    v2d_joint_state right = v2d_joint_get_state(&world, ropes[1]);
    float below =
        left.travel - HIGH; // how far the magnet is below the height at which it travels [m]
    load += 0.2f * (-left.travel_effort - right.travel_effort - load);
    bool there = travel();
    switch (now) {
    case TO_PILE:
        if (there) now = GRAB;
        break;
    case GRAB:
        lower(0.0f);
        if (grab()) now = LIFT;
        break;
    case TO_LORRY:
        if (there) now = SET_DOWN;
        break;
    case SET_DOWN:
        lower(2.0f * HALF_Y);
        if (load > 1500.0f) break; // it hangs
        v2d_joint_destroy(&world, hold);
        loaded += 1;
        now = RISE;
        break;
    case LIFT:
    case RISE:
        wind(fmaxf(-3.5f, -0.1f - sqrtf(6.0f * fmaxf(0.0f, below))));
        if (below > 0.0f) break;
        wind(0.0f);
        now = now == LIFT ? TO_LORRY : loaded < LOADS ? TO_PILE : LEAVE;
        if (now == TO_LORRY) send(place[loaded]);
        if (now == TO_PILE) send(v2d_body_position(&world, crates[order[loaded]]).x);
        if (now == LEAVE) send(-3.5f);
        break;
    case LEAVE:
        for (int i = 0; i < 3; ++i)
            v2d_joint_set_motor(&world, wheels[i], fmaxf(-12.0f, -4.0f * since), 3000.0f);
    }
}

static void draw_frame(canvas *c) {
    canvas_style steel = canvas_style_static();
    for (int i = -1; i <= 1; i += 2)
        canvas_capsule(c, 7.2f * (float)i, 0.0f, 7.2f * (float)i, RAIL - 0.1f, 0.16f, steel);
    canvas_capsule(c, -7.6f, RAIL, 7.6f, RAIL, 0.12f, steel);
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "crane", 402);
    scene_camera(&f.canvas, 0.0f, 9.6f);
    scene_open(&world);
    scene_ground(&world);
    build_pile();
    build_crane(-0.5f);
    build_lorry(2.0f);
    send(v2d_body_position(&world, crates[order[0]]).x);
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        draw_frame(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Crane");
        canvas_note(c, 0, "%d of %d crates loaded", loaded, LOADS);
        canvas_note(c, 1, "the ropes carry %.1f kN", 1e-3 * (double)fmaxf(0.0f, load));
        canvas_time(c, f.time * (double)STEPS / 2.0);
        canvas_scale_bar(c);
        canvas_caption(c, "The magnet is a weld, made by an event; three times as fast as life");
        film_frame(&f);
        for (int i = 0; i < STEPS; ++i) {
            work();
            v2d_world_step(&world, DT, 4);
        }
    }
    return scene_close(&f, &world);
}
