// SPDX-License-Identifier: MIT OR Unlicense
// catapult.c - a trebuchet throws one stone after the other at a castle.
//
// Shows:  a counterweight, a sling of rope that lets go when the stone flies the right way; a motor as
//         winch and brake; a drag joint that fetches the sling; a small machine of states.
// Build:  cc -O2 -I. examples/catapult.c -o catapult -lm
// Run:    ./catapult [--frames 345] [--out build/out/catapult]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { STONES = 3, ROPE = 10 };

#define PIVOT_X (-8.6f)
#define PIVOT_Y 3.4f
#define LONG    3.7f // arms [m]
#define SHORT   1.1f
#define COCKED  0.9f // angle of the arm below the level when it is ready [rad]
#define STONE   0.28f

typedef enum state { READY, SWING, FLIGHT, WIND, FETCH, DONE } state;

static v2d_world world;
static v2d_body_id arm, stones[STONES];
static v2d_soft_id rope;
static v2d_joint_id pivot, pin; // of the arm, of the weight
static v2d_joint_id grip, hand; // sling and stone; what fetches the sling
static state now;
static int since, shots; // steps in this state; stones thrown

static v2d_vec2 arm_point(float along) {
    return v2d_body_world_point(&world, arm, scene_vec(along, 0.0f));
}

// A part of the machine, which nothing touches.
static v2d_body_id add_part(float x, float y, float angle, v2d_geometry geometry, float density,
                            int color) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_body_id body = scene_body(&world, x, y, angle, color);
    def.density = density;
    def.filter.mask = 0;
    v2d_shape_create(&world, body, &def, &geometry);
    return body;
}

// The arm's origin is the pivot; its long end, with the sling, is on the left.
static void build_machine(void) {
    arm = add_part(PIVOT_X, PIVOT_Y, COCKED,
                   v2d_geometry_capsule(scene_vec(-LONG, 0.0f), scene_vec(SHORT, 0.0f), 0.1f), 4.0f,
                   1);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_world(scene_vec(PIVOT_X, PIVOT_Y), COCKED);
    def.b = v2d_anchor_body(arm, scene_vec(0.0f, 0.0f));
    def.angular.motor = true; // of speed 0: the brake holds it
    def.angular.motor_effort = 1e4f;
    pivot = v2d_joint_create(&world, &def);
    v2d_vec2 end = arm_point(SHORT);
    v2d_body_id weight =
        add_part(end.x, end.y - 0.9f, 0.0f, v2d_geometry_box(0.5f, 0.5f), 110.0f, 4);
    pin = scene_pin(&world, arm, weight, end.x, end.y);

    v2d_vec2 tip = arm_point(-LONG), side = v2d_body_position(&world, stones[0]);
    v2d_soft_def soft = v2d_soft_def_default();
    soft.position = tip;
    soft.mass = 0.4f;
    soft.radius = 0.04f;
    soft.self_contact = false; // a sling passes beside itself
    rope =
        v2d_soft_create_rope(&world, &soft, scene_vec(0.0f, 0.0f),
                             scene_vec(side.x - STONE - tip.x, side.y - tip.y), ROPE, false, false);
    v2d_point_attach(&world, v2d_soft_point(&world, rope, 0), arm);
    grip = v2d_point_attach(&world, v2d_soft_point(&world, rope, ROPE), stones[0]);
}

// Stones roll down a ramp to the first place.
static void build_ramp(void) {
    v2d_vec2 ramp[3] = {{-7.9f, 0.0f}, {-4.2f, 0.0f}, {-4.2f, 0.4f}};
    scene_ground(&world);
    scene_shape(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), v2d_geometry_polygon(ramp, 3, 0.0f),
                0.0f);
    scene_wall(&world, -8.45f, 0.0f, 0.06f, 0.08f, 0.0f);
    for (int i = 0; i < STONES; ++i) {
        float x = -8.12f + 0.6f * (float)i;
        stones[i] =
            scene_ball(&world, x, STONE + 0.11f * fmaxf(0.0f, x + 7.9f) + 0.01f, STONE, 25.0f, 3);
    }
}

static void add_tower(float x, int floors) {
    float y = 0.0f;
    for (int i = 0; i < floors; ++i) {
        for (int k = 0; k < 2; ++k)
            scene_box(&world, x + (k == 0 ? -0.55f : 0.55f), y + 0.5f, 0.16f, 0.5f, 2.0f, 0);
        scene_box(&world, x, y + 1.13f, 0.8f, 0.13f, 2.0f, 5);
        y += 1.26f;
    }
    for (int k = 0; k < 3; ++k)
        scene_box(&world, x - 0.6f + 0.6f * (float)k, y + 0.2f, 0.18f, 0.2f, 2.0f, 0);
}

static void build_castle(void) {
    add_tower(4.0f, 3), add_tower(7.0f, 4), add_tower(10.0f, 3);
    for (int i = 0; i < 20; ++i) {
        float x = (i < 10 ? 5.15f : 8.15f) + 0.7f * (float)(i % 2),
              y = 0.2f + 0.4f * (float)(i % 10 / 2);
        scene_box(&world, x, y, 0.34f, 0.2f, 2.0f, 6);
    }
}

static void enter(state next) {
    now = next;
    since = 0;
}

// Cocks, throws, winds back and fetches the sling in turn.
static void work(void) {
    v2d_body_id stone = stones[shots < STONES ? shots : 0];
    v2d_vec2 v = v2d_body_velocity(&world, stone), at = v2d_body_position(&world, stone);
    v2d_point_id end = v2d_soft_point(&world, rope, ROPE);
    since += 1;
    if (now == READY && since > 15) {
        v2d_joint_set_motor(&world, pivot, 0.0f, 0.0f); // no brake
        v2d_joint_set_motor(&world, pin, 0.0f, 250.0f); // dry friction: it does not swing for long
        enter(SWING);
    } else if (now == SWING && v.x > 6.0f && v.y < 0.3f * v.x) {
        v2d_joint_destroy(&world, grip);
        shots += 1;
        enter(FLIGHT);
    } else if (now == FLIGHT && since > 30) {
        v2d_joint_set_motor(&world, pivot, 3.5f, 1e4f);
        v2d_joint_set_motor(&world, pin, 0.0f, 3e3f); // a brake on the weight, too
        enter(WIND);
    } else if (now == WIND && v2d_joint_get_state(&world, pivot).turn > 0.0f) {
        v2d_joint_set_motor(&world, pivot, 0.0f, 1e4f);
        enter(shots < STONES ? FETCH : DONE);
        if (now == DONE) return;
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DRAG);
        def.b = v2d_anchor_point(end);
        def.target = v2d_point_position(&world, end);
        hand = v2d_joint_create(&world, &def);
    } else if (now == FETCH) {
        v2d_vec2 side = scene_vec(at.x - STONE - 0.05f, at.y), p = v2d_point_position(&world, end);
        v2d_joint_set_target(&world, hand, side);
        if (hypotf(side.x - p.x, side.y - p.y) > 0.1f) return;
        v2d_joint_destroy(&world, hand);
        grip = v2d_point_attach(&world, end, stone);
        enter(READY);
    }
}

static void draw_frame(canvas *c) {
    for (int i = 0; i < 2; ++i)
        canvas_capsule(c, PIVOT_X, PIVOT_Y, PIVOT_X + (i == 0 ? -1.3f : 1.3f), 0.0f, 0.1f,
                       canvas_style_static());
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "catapult", 345);
    scene_camera(&f.canvas, -1.8f, 15.2f);
    scene_open(&world);
    build_ramp();
    build_machine();
    build_castle();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        draw_frame(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Catapult");
        canvas_note(c, 0, "%d of %d stones thrown", shots, STONES);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "The sling lets go when the stone flies the right way");
        film_frame(&f);
        for (int i = 0; i < 2; ++i) {
            work();
            v2d_world_step(&world, 1.0f / 60.0f, 6);
        }
    }
    return scene_close(&f, &world);
}
