// SPDX-License-Identifier: MIT OR Unlicense
// bridge_and_truck.c - a loaded truck crosses a bridge of planks; the bridge breaks under a heavier one.
//
// Shows:  joints with a break_force, their loads as colours, and the events that tell which one broke;
//         trucks on wheel joints.
// Build:  cc -O2 -I. examples/bridge_and_truck.c -o bridge_and_truck -lm
// Run:    ./bridge_and_truck [--frames 270] [--out build/out/bridge_and_truck]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { PLANKS = 24, JOINTS = PLANKS + 1, TRUCKS = 2 };

#define CLIFF    5.0f // height of the road [m]
#define EDGE     7.0f // from the middle to a cliff [m]
#define WHEEL    0.42f
#define STRENGTH 42e3f // force that breaks a joint [N]

typedef struct truck {
    v2d_body_id body;
    v2d_joint_id axles[2];
} truck;

static v2d_world world;
static v2d_joint_id joints[JOINTS];
static truck trucks[TRUCKS];
static int broken;

static v2d_joint_id add_joint(v2d_body_id a, v2d_body_id b, float x, float y) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_at(&world, a, scene_vec(x, y), 0.0f);
    def.b = v2d_anchor_at(&world, b, scene_vec(x, y), 0.0f);
    def.break_force = STRENGTH;
    def.angular.motor = true; // dry friction: it does not swing for long
    def.angular.motor_effort = 200.0f;
    return v2d_joint_create(&world, &def);
}

// Planks along a flat parabola, so that the bridge hangs from the start.
static float deck(float x) {
    float t = x / EDGE;
    return CLIFF - 0.1f - 1.1f * (1.0f - t * t);
}

static void build_bridge(void) {
    v2d_body_id last = scene_wall(&world, -EDGE - 8.0f, 0.5f * CLIFF, 8.0f, 0.5f * CLIFF, 0.0f);
    v2d_body_id right = scene_wall(&world, EDGE + 8.0f, 0.5f * CLIFF, 8.0f, 0.5f * CLIFF, 0.0f);
    for (int i = 0; i < PLANKS; ++i) {
        float x1 = EDGE * (2.0f * (float)i / PLANKS - 1.0f);
        float x2 = EDGE * (2.0f * (float)(i + 1) / PLANKS - 1.0f), y1 = deck(x1), y2 = deck(x2);
        float half = 0.5f * hypotf(x2 - x1, y2 - y1);
        v2d_body_id plank =
            scene_body(&world, 0.5f * (x1 + x2), 0.5f * (y1 + y2), atan2f(y2 - y1, x2 - x1), 1);
        scene_shape(&world, plank, v2d_geometry_box(half - 0.01f, 0.09f), 250.0f);
        joints[i] = add_joint(last, plank, x1, y1);
        last = plank;
    }
    joints[PLANKS] = add_joint(last, right, EDGE, deck(EDGE));
}

static void add_box(v2d_body_id body, float x, float y, float hx, float hy, float density) {
    scene_shape(&world, body, v2d_geometry_oriented_box(hx, hy, scene_vec(x, y), 0.0f), density);
}

static v2d_joint_id add_axle(v2d_body_id body, float x, float y, float load) {
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), WHEEL);
    v2d_body_id wheel = scene_body(&world, x, y, 0.0f, 4);
    shape.density = 100.0f;
    shape.friction = 0.9f;
    v2d_shape_create(&world, wheel, &shape, &disc);

    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_WHEEL);
    def.a = v2d_anchor_at(&world, body, scene_vec(x, y), 0.5f * SCENE_PI); // travel is up
    def.b = v2d_anchor_at(&world, wheel, scene_vec(x, y), 0.5f * SCENE_PI);
    def.linear.frequency = 5.0f * sqrtf(0.5f + 0.5f * load); // a heavier truck has stiffer springs
    def.linear.rest = -0.06f;
    def.linear.limited = true;
    def.linear.lower = -0.12f;
    def.linear.upper = 0.12f;
    return v2d_joint_create(&world, &def);
}

// A truck with a cargo of three boxes.
static void build_truck(int i, float x, float load) {
    float y = CLIFF + 0.75f;
    truck *t = &trucks[i];
    t->body = scene_body(&world, x, y, 0.0f, i == 0 ? 2 : 3);
    add_box(t->body, 0.0f, 0.0f, 1.9f, 0.14f, 150.0f);
    add_box(t->body, 1.4f, 0.7f, 0.5f, 0.56f, 60.0f);
    add_box(t->body, -1.85f, 0.29f, 0.05f, 0.15f, 60.0f);
    t->axles[0] = add_axle(t->body, x - 1.2f, CLIFF + WHEEL, load);
    t->axles[1] = add_axle(t->body, x + 1.3f, CLIFF + WHEEL, load);
    for (int k = 0; k < 3; ++k)
        scene_box(&world, x - 1.35f + 0.96f * (float)k - (k == 2 ? 1.44f : 0.0f),
                  y + (k == 2 ? 1.55f : 0.62f), 0.47f, 0.47f, 90.0f * load, i == 0 ? 0 : 6);
}

static void drive(int i, float speed) {
    for (int k = 0; k < 2; ++k)
        v2d_joint_set_motor(&world, trucks[i].axles[k], -speed / WHEEL, 1500.0f);
}

static void read_events(void) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event event;
        v2d_world_event(&world, i, &event);
        if (event.kind == V2D_EVENT_JOINT_BROKEN) broken += 1;
    }
}

// A dot on each joint, red when it is near to breaking. Returns the greatest load.
static float draw_loads(canvas *c) {
    float most = 0.0f;
    for (int i = 0; i < JOINTS; ++i) {
        if (!v2d_joint_is_valid(&world, joints[i])) continue;
        v2d_joint_state now = v2d_joint_get_state(&world, joints[i]);
        float load = v2d_length(now.force) / STRENGTH;
        most = fmaxf(most, load);
        canvas_dot(c, now.anchor_b.x, now.anchor_b.y, 7.0f, canvas_strain(load));
    }
    return most;
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "bridge_and_truck", 270);
    scene_camera(&f.canvas, 0.0f, 11.6f);
    scene_open(&world);
    scene_ground(&world);
    build_bridge();
    build_truck(0, -8.0f, 1.0f);
    for (int frame = 0; film_running(&f); ++frame) {
        canvas *c = &f.canvas;
        if (frame == 75) build_truck(1, -13.0f, 5.0f);
        canvas_clear(c);
        canvas_draw_world(c, &world);
        float most = draw_loads(c);
        canvas_title(c, "Bridge and truck");
        canvas_note(c, 0, "joints break at %.0f kN; now %.0f %%", (double)(0.001f * STRENGTH),
                    (double)(100.0f * most));
        canvas_note(c, 1, "%d of %d joints are broken", broken, JOINTS);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "The bridge carries the first truck; the second has five times its load");
        film_frame(&f);
        drive(0, v2d_body_position(&world, trucks[0].body).x < 14.0f ? 4.0f : 0.0f);
        if (frame >= 75) drive(1, broken == 0 ? 3.2f : 0.0f);
        for (int i = 0; i < 2; ++i) {
            v2d_world_step(&world, 1.0f / 60.0f, 8);
            read_events();
        }
    }
    return scene_close(&f, &world);
}
