// SPDX-License-Identifier: MIT OR Unlicense
// ragdolls.c - twelve dolls of capsules fall down the stairs.
//
// Shows:  revolute joints with limits, and with dry friction: a motor of speed 0; hit events; groups
//         of a filter, so that the limbs of a doll pass each other.
// Build:  cc -O2 -I. examples/ragdolls.c -o ragdolls -lm
// Run:    ./ragdolls [--frames 330] [--out build/out/ragdolls]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { DOLLS = 12, STEPS = 12, HEAD = 1, MARKS = 32, MARK_FRAMES = 15 };

#define LANDING 3.0f // x of its edge [m]
#define RISE    0.4f
#define RUN     0.5f
#define BELT    0.08f // half of its height [m]

// A capsule that hangs on another one and reaches `length` down from there.
typedef struct limb {
    int parent;               // index of the other one, or -1
    float y;                  // where on it [m]
    float length, radius;     // [m]
    float pose, lower, upper; // turn against it, at the start and at most [rad]
} limb;

// It looks to the right: what is bent forwards has a turn > 0.
static const limb limbs[] = {
    {-1, 0.0f, 0.5f, 0.15f, 0.0f, 0.0f, 0.0f},   // trunk, from the shoulders down
    {0, 0.2f, -0.14f, 0.16f, 0.1f, -0.6f, 0.6f}, // head
    {0, 0.0f, 0.3f, 0.08f, -0.8f, -0.8f, 2.8f},  // upper arms
    {0, 0.0f, 0.3f, 0.08f, 0.9f, -0.8f, 2.8f},
    {2, -0.3f, 0.28f, 0.065f, 0.4f, 0.0f, 2.4f}, // forearms
    {3, -0.3f, 0.28f, 0.065f, 0.6f, 0.0f, 2.4f},
    {0, -0.52f, 0.4f, 0.1f, -0.2f, -0.4f, 1.9f}, // thighs
    {0, -0.52f, 0.4f, 0.1f, 0.5f, -0.4f, 1.9f},
    {6, -0.4f, 0.4f, 0.08f, -0.4f, -2.3f, 0.0f}, // shins
    {7, -0.4f, 0.4f, 0.08f, -0.6f, -2.3f, 0.0f},
};
enum { LIMBS = (int)(sizeof(limbs) / sizeof(limbs[0])) };

typedef struct mark {
    v2d_vec2 place;
    int frame;
} mark;

static v2d_world world;
static mark marks[MARKS];
static int bumps;

// The turn of a joint between the axes of two bodies is the difference of their angles.
static void add_joint(v2d_body_id parent, v2d_body_id body, const limb *l, float facing) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_body(parent, scene_vec(0.0f, l->y));
    def.b = v2d_anchor_body(body, scene_vec(0.0f, 0.0f));
    def.angular.limited = true;
    def.angular.lower = facing > 0.0f ? l->lower : -l->upper;
    def.angular.upper = facing > 0.0f ? l->upper : -l->lower;
    def.angular.motor = true; // of speed 0: it brakes
    def.angular.motor_effort = 0.4f;
    v2d_joint_create(&world, &def);
}

// Its shoulders are at (x, y).
static void add_doll(int number, float x, float y, float angle) {
    v2d_body_id bodies[LIMBS];
    float facing = number % 3 == 0 ? 1.0f : -1.0f;
    for (int i = 0; i < LIMBS; ++i) {
        const limb *l = &limbs[i];
        v2d_shape_def def = v2d_shape_def_default();
        v2d_geometry capsule =
            v2d_geometry_capsule(scene_vec(0.0f, 0.0f), scene_vec(0.0f, -l->length), l->radius);
        v2d_vec2 at = scene_vec(x, y);
        float turned = angle;
        if (l->parent >= 0) {
            at = v2d_body_world_point(&world, bodies[l->parent], scene_vec(0.0f, l->y));
            turned = v2d_body_angle(&world, bodies[l->parent]) + facing * l->pose;
        }
        bodies[i] = scene_body(&world, at.x, at.y, turned, number);
        def.density = 4.0f;
        def.friction = 0.3f;
        def.filter.group = -1 - number;
        if (i == HEAD) def.report = V2D_REPORT_HIT;
        v2d_shape_create(&world, bodies[i], &def, &capsule);
        if (l->parent >= 0) add_joint(bodies[l->parent], bodies[i], l, facing);
    }
}

// One figure: counter-clockwise, from the ground at the right over the landing and down the steps.
static void build_stairs(void) {
    v2d_vec2 outline[2 * STEPS + 2];
    v2d_shape_def def = v2d_shape_def_default();
    def.friction = 0.1f;
    outline[0] = scene_vec(30.0f, 0.0f), outline[1] = scene_vec(30.0f, STEPS * RISE);
    for (int i = 0; i < STEPS; ++i) {
        float x = LANDING - RUN * (float)i, y = RISE * (float)(STEPS - i);
        outline[2 * i + 2] = scene_vec(x, y), outline[2 * i + 3] = scene_vec(x, y - RISE);
    }
    v2d_shape_create_outline(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), &def, outline,
                             2 * STEPS + 2);
    scene_ground(&world);
}

// A belt that reaches far out of the picture brings the dolls.
static void build_belt(void) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(13.0f, BELT);
    def.surface_speed = 2.0f;
    def.friction = 1.0f;
    v2d_shape_create(&world, scene_static(&world, LANDING + 13.0f, STEPS * RISE + BELT, 0.0f), &def,
                     &box);
}

static void read_events(int frame) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event event;
        v2d_world_event(&world, i, &event);
        if (event.kind != V2D_EVENT_HIT) continue;
        marks[bumps % MARKS].place = event.position;
        marks[bumps % MARKS].frame = frame;
        bumps += 1;
    }
}

// Rings that grow and fade where heads were hit.
static void draw_marks(canvas *c, int frame) {
    for (int i = 0; i < MARKS && i < bumps; ++i) {
        float age = (float)(frame - marks[i].frame) / MARK_FRAMES;
        canvas_style ring = {canvas_alpha(canvas_accent(), 0.0f),
                             canvas_alpha(canvas_accent(), 1.0f - age), 2.5f};
        v2d_vec2 at = marks[i].place;
        if (age < 1.0f) canvas_circle(c, at.x, at.y, 0.1f + 0.25f * age, 0.0f, 0.0f, ring);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "ragdolls", 330);
    scene_camera(&f.canvas, 1.2f, 8.8f);
    v2d_world_def def = v2d_world_def_default();
    def.hit_speed = 3.0f;
    v2d_world_init(&world, &def);
    build_stairs();
    build_belt();
    for (int i = 0; i < DOLLS; ++i)
        add_doll(i, LANDING + 0.7f + 1.5f * (float)i, STEPS * RISE + 1.55f,
                 film_random_range(&f.seed, -0.2f, 0.2f));
    for (int frame = 0; film_running(&f); ++frame) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        draw_marks(c, frame);
        canvas_title(c, "Ragdolls");
        canvas_note(c, 0, "%d bumps on heads", bumps);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Ten capsules each; their joints have limits and a little friction");
        film_frame(&f);
        for (int i = 0; i < 2; ++i) {
            v2d_world_step(&world, 1.0f / 60.0f, 4);
            read_events(frame);
        }
    }
    return scene_close(&f, &world);
}
