// SPDX-License-Identifier: MIT OR Unlicense
// mixed.c - everything in one world: crates, jellies, a rope, a cloth, dragged about by a pointer.
//
// Shows:  rigid, soft, rope and cloth in one solver; v2d_world_drag_begin().
// Build:  cc -O2 -I. examples/mixed.c -o mixed -lm
// Run:    ./mixed [--frames 300] [--out build/out/mixed]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

static v2d_world world;
static v2d_body_id red_ball;
static v2d_soft_id pink_jelly;

static v2d_soft_id add_jelly(float x, float y, float radius, int color) {
    v2d_vec2 ring[24];
    v2d_soft_def def = scene_jelly(x, y, color);
    for (int i = 0; i < 24; ++i) {
        float angle = 2.0f * SCENE_PI * (float)i / 24.0f;
        ring[i] = scene_vec(radius * cosf(angle), radius * sinf(angle));
    }
    return v2d_soft_create_blob(&world, &def, ring, 24);
}

// A hammock between two posts.
static void add_cloth(float x, float y) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, y);
    def.mass = 2.0f;
    def.radius = 0.04f;
    def.linear_damping = 1.0f;
    v2d_soft_id cloth = v2d_soft_create_cloth(&world, &def, 21, 3, 0.2f);
    for (int row = 0; row < 3; ++row) {
        v2d_point_set_pinned(&world, v2d_soft_point(&world, cloth, 21 * row), true);
        v2d_point_set_pinned(&world, v2d_soft_point(&world, cloth, 21 * row + 20), true);
    }
    scene_wall(&world, x - 0.2f, 0.5f * y, 0.2f, 0.5f * y, 0.0f);
    scene_wall(&world, x + 4.2f, 0.5f * y, 0.2f, 0.5f * y, 0.0f);
}

static void add_rope_and_ball(float x, float y, float length) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, y);
    def.mass = 0.3f;
    def.radius = 0.04f;
    def.filter.group = -1;
    red_ball = scene_body(&world, x, y - length - 0.55f, 0.0f, 3);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.55f);
    shape.density = 6.0f;
    shape.filter.group = -1;
    v2d_shape_create(&world, red_ball, &shape, &disc);
    v2d_soft_id rope = v2d_soft_create_rope(&world, &def, scene_vec(0.0f, 0.0f),
                                            scene_vec(0.0f, -length), 20, true, false);
    v2d_point_attach(&world, v2d_soft_point(&world, rope, 20), red_ball);
}

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    scene_wall(&world, -9.3f, 4.0f, 0.3f, 4.0f, 0.0f);
    scene_wall(&world, 9.3f, 4.0f, 0.3f, 4.0f, 0.0f);
    add_cloth(4.4f, 3.0f);
    add_rope_and_ball(-1.0f, 9.0f, 5.0f);
    for (int row = 0; row < 6; ++row) { // a wall of crates
        for (int i = 0; i < 3; ++i) {
            scene_box(&world, 1.2f + 0.7f * (float)i, 0.35f + 0.7f * (float)row, 0.35f, 0.35f, 1.0f,
                      row % 2 == 0 ? 1 : 5);
        }
    }
    add_jelly(-7.4f, 1.0f, 0.9f, 2);
    pink_jelly = add_jelly(-5.2f, 0.9f, 0.8f, 7);
    add_jelly(5.6f, 4.4f, 0.6f, 4);
    add_jelly(7.2f, 4.2f, 0.5f, 6);
    scene_box(&world, 6.5f, 5.8f, 0.4f, 0.4f, 1.0f, 0);
}

// The pointer: where it is, and while what it holds what it took hold of.
typedef struct hand {
    float from, to; // [s]
    v2d_vec2 path[4];
} hand;

static v2d_vec2 along(const v2d_vec2 *p, float t) { // a Bezier curve
    float s = 1.0f - t;
    float a = s * s * s, b = 3.0f * s * s * t, d = 3.0f * s * t * t, e = t * t * t;
    return scene_vec(a * p[0].x + b * p[1].x + d * p[2].x + e * p[3].x,
                     a * p[0].y + b * p[1].y + d * p[2].y + e * p[3].y);
}

// Draws the ball back like a pendulum and lets go; then throws a jelly at the crates.
static void move_pointer(canvas *c, double time) {
    static v2d_joint_id held;
    static hand hands[2] = {{0.8f, 2.6f, {{0, 0}, {-3.0f, 3.0f}, {-6.0f, 5.0f}, {-6.4f, 7.6f}}},
                            {5.4f, 7.2f, {{0, 0}, {-7.5f, 5.0f}, {-5.0f, 1.5f}, {0.2f, 2.4f}}}};
    for (int i = 0; i < 2; ++i) {
        hand *now = &hands[i];
        float t = ((float)time - now->from) / (now->to - now->from);
        if (t < 0.0f || t > 1.2f) continue;
        if (t > 1.0f) {
            if (held.index1 != 0) v2d_joint_destroy(&world, held);
            held.index1 = 0;
            continue;
        }
        if (held.index1 == 0) {
            now->path[0] = v2d_body_position(&world, red_ball);
            if (i == 1) { // the jelly is taken by its top
                now->path[0] = v2d_soft_center(&world, pink_jelly);
                now->path[0].y = v2d_soft_aabb(&world, pink_jelly).upper.y;
            }
            held = v2d_world_drag_begin(&world, now->path[0], 0.5f);
        }
        v2d_vec2 pointer = along(now->path, t * t * (3.0f - 2.0f * t));
        v2d_joint_set_target(&world, held, pointer);
        canvas_dot(c, pointer.x, pointer.y, 13.0f, canvas_alpha(canvas_accent(), 0.6f));
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "mixed", 300);
    scene_camera(&f.canvas, 0.0f, 10.6f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        v2d_counters n = v2d_world_counters(&world);
        canvas_clear(c);
        canvas_draw_world(c, &world);
        move_pointer(c, f.time);
        canvas_title(c, "Mixed");
        canvas_note(c, 0, "%d bodies, %d points, %d edges", (int)n.bodies.count,
                    (int)n.points.count, (int)n.edges.count);
        canvas_note(c, 1, "%d + %d contacts", (int)n.contacts.count, (int)n.rows.count);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Rigid, soft, rope and cloth in one solver; the red dot is a pointer");
        film_frame(&f);
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
