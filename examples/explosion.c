// SPDX-License-Identifier: MIT OR Unlicense
// explosion.c - a house of bricks and slabs, held together by welds, is blown up in three blasts.
//
// Shows:  v2d_world_explode(), which pushes bodies and jellies alike and tells whom; welds that break
//         under more than they bear, and the events that tell of it.
// Build:  cc -O2 -I. examples/explosion.c -o explosion -lm
// Run:    ./explosion [--frames 300] [--out build/out/explosion]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { STOREYS = 3, COLUMNS = 4, BRICKS = 4, JELLY_POINTS = 24, MARKS = 64, BLASTS = 3 };
#define BAY   2.6f // from column to column [m]
#define LEFT  -3.9f
#define BRICK 0.42f // height of a brick [m]
#define SLAB  0.24f

typedef struct blast {
    int frame;
    float x, y, radius, strength; // [m], [N s/m]
} blast;

static const blast blasts[BLASTS] = {
    {30, -2.6f, 0.7f, 4.0f, 9.0f}, {125, 2.6f, 2.4f, 4.5f, 6.0f}, {210, -1.2f, 0.2f, 4.0f, 6.0f}};
static v2d_world world;
static v2d_vec2 mark[MARKS]; // where joints broke
static int mark_age[MARKS], joints, broken, pushed;

static void weld(v2d_body_id a, v2d_body_id b, float x, float y) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_WELD);
    def.a = v2d_anchor_at(&world, a, scene_vec(x, y), 0.0f);
    def.b = v2d_anchor_at(&world, b, scene_vec(x, y), 0.0f);
    def.break_force = 160.0f;
    def.break_torque = 40.0f;
    v2d_joint_create(&world, &def);
    joints += 1;
}

// Bricks from y up, each welded to what is below. Returns the topmost.
static v2d_body_id build_column(float x, float y, v2d_body_id below, int color) {
    for (int i = 0; i < BRICKS; ++i) {
        float bottom = y + BRICK * (float)i;
        v2d_body_id brick =
            scene_box(&world, x, bottom + 0.5f * BRICK, 0.24f, 0.5f * BRICK, 1.5f, color + i % 2);
        weld(below, brick, x, bottom);
        below = brick;
    }
    return below;
}

static void build_house(v2d_body_id ground) {
    v2d_body_id slab[COLUMNS - 1] = {ground, ground, ground}, top[COLUMNS];
    for (int storey = 0; storey < STOREYS; ++storey) {
        float y = (BRICK * BRICKS + SLAB) * (float)storey, ceiling = y + BRICK * BRICKS;
        for (int i = 0; i < COLUMNS; ++i)
            top[i] =
                build_column(LEFT + BAY * (float)i, y, slab[i > 0 ? i - 1 : 0], 1 + 3 * (i % 2));
        for (int i = 0; i < COLUMNS - 1; ++i) {
            // Slabs meet over the columns; the outer ones reach to the outer edge.
            float x1 = LEFT + BAY * (float)i - (i == 0 ? 0.4f : 0.0f);
            float x2 = LEFT + BAY * (float)(i + 1) + (i == COLUMNS - 2 ? 0.4f : 0.0f);
            slab[i] = scene_box(&world, 0.5f * (x1 + x2), ceiling + 0.5f * SLAB, 0.5f * (x2 - x1),
                                0.5f * SLAB, 1.0f, 0);
            weld(top[i], slab[i], LEFT + BAY * (float)i, ceiling);
            weld(top[i + 1], slab[i], LEFT + BAY * (float)(i + 1), ceiling);
        }
    }
}

static void add_jelly(float x, float y, int color) {
    v2d_vec2 ring[JELLY_POINTS];
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, y);
    def.mass = 1.5f, def.radius = 0.04f;
    def.user = (uint64_t)color + 1u;
    def.area_frequency = 14.0f, def.bend_frequency = 5.0f;
    def.shape_frequency = 3.0f, def.shape_damping_ratio = 0.3f;
    for (int i = 0; i < JELLY_POINTS; ++i) {
        float angle = 2.0f * SCENE_PI * (float)i / (float)JELLY_POINTS;
        ring[i] = scene_vec(0.55f * cosf(angle), 0.55f * sinf(angle));
    }
    v2d_soft_create_blob(&world, &def, ring, JELLY_POINTS);
}

static void build_scene(void) {
    float storey = BRICK * BRICKS + SLAB;
    scene_open(&world);
    build_house(scene_ground(&world));
    for (int i = -1; i <= 1; i += 2)
        scene_wall(&world, 8.2f * (float)i, 0.5f, 0.15f, 0.5f, 0.0f);
    add_jelly(2.6f, 0.6f, 7);
    add_jelly(-2.6f, storey + 0.6f, 5);
    add_jelly(0.0f, 3.0f * storey + 0.6f, 6);
    add_jelly(6.3f, 0.6f, 3);
}

static void listen(void) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event e;
        v2d_world_event(&world, i, &e);
        if (e.kind != V2D_EVENT_JOINT_BROKEN) continue;
        mark[broken % MARKS] = v2d_body_position(&world, e.b.body);
        mark_age[broken % MARKS] = 0;
        broken += 1;
    }
}

// A flash that grows to the reach of the blast, and sparks where welds broke.
static void draw_effects(canvas *c, int frame) {
    for (int i = 0; i < BLASTS; ++i) {
        const blast *b = &blasts[i];
        float age = (float)(frame - b->frame) / 8.0f;
        canvas_style look = {canvas_alpha(canvas_rgb(0xFFB020u), 0.6f - 0.6f * age),
                             canvas_alpha(canvas_accent(), 0.6f - 0.6f * age), 2.0f};
        if (frame < b->frame) canvas_dot(c, b->x, b->y, 12.0f, canvas_accent());
        if (age >= 0.0f && age < 1.0f)
            canvas_circle(c, b->x, b->y, b->radius * (0.3f + 0.7f * age), 0.0f, 0.0f, look);
    }
    for (int i = 0; i < broken && i < MARKS; ++i) {
        float fade = 1.0f - (float)mark_age[i]++ / 12.0f;
        canvas_dot(c, mark[i].x, mark[i].y, 16.0f * fade, canvas_alpha(canvas_accent(), fade));
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "explosion", 300);
    scene_camera(&f.canvas, 0.0f, 9.4f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        draw_effects(c, f.frame);
        canvas_title(c, "Explosion");
        canvas_note(c, 0, "%d of %d welds hold", (int)v2d_world_counters(&world).joints.count,
                    joints);
        canvas_note(c, 1, "%d things pushed by blasts", pushed);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Blasts push what they reach; welds break under more than they bear");
        film_frame(&f);
        for (int i = 0; i < BLASTS; ++i) {
            const blast *b = &blasts[i];
            if (f.frame == b->frame)
                pushed += v2d_world_explode(&world, NULL, scene_vec(b->x, b->y), b->radius,
                                            b->strength, NULL, 0);
        }
        for (int i = 0; i < 2; ++i) {
            v2d_world_step(&world, 1.0f / 60.0f, 4);
            listen();
        }
    }
    return scene_close(&f, &world);
}
