// SPDX-License-Identifier: MIT OR Unlicense
// wrecking_ball.c - a crane swings a ball on a chain into a wall, and moves up to strike again.
//
// Shows:  welds that break, and the events that tell where; a chain of links; a trolley that
//         v2d_body_set_target() moves.
// Build:  cc -O2 -I. examples/wrecking_ball.c -o wrecking_ball -lm
// Run:    ./wrecking_ball [--frames 300] [--out build/out/wrecking_ball]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { COURSES = 18, COLUMNS = 7, DRY = 6, LINKS = 12, MARKS = 160, MARK_FRAMES = 20 };

#define BRICK_X  0.35f // half-extents of a brick [m]
#define BRICK_Y  0.16f
#define WALL     2.2f   // left side of the wall [m]
#define RAIL     10.0f  // height of the trolley [m]
#define STRENGTH 900.0f // force that breaks a weld [N]

typedef struct mark {
    v2d_vec2 place;
    int frame;
} mark;

static v2d_world world;
static v2d_body_id trolley, courses[COURSES][COLUMNS + 1];
static mark marks[MARKS];
static int welds, broken;

// Holds two neighbours together at the middle of the joint between them.
static void add_mortar(v2d_body_id a, v2d_body_id b, float x, float y) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_WELD);
    def.a = v2d_anchor_at(&world, a, scene_vec(x, y), 0.0f);
    def.b = v2d_anchor_at(&world, b, scene_vec(x, y), 0.0f);
    def.break_force = STRENGTH;
    def.collide_connected = true;
    v2d_joint_create(&world, &def);
    welds += 1;
}

// Every second course begins and ends with half a brick. The lowest ones are laid dry.
static void build_wall(void) {
    for (int row = 0; row < COURSES; ++row) {
        bool halves = row % 2 == 1, mortar = row >= DRY;
        float y = BRICK_Y * (float)(2 * row + 1), left = WALL;
        int count = COLUMNS + halves;
        for (int i = 0; i < count; ++i) {
            float hx = halves && (i == 0 || i == count - 1) ? 0.5f * BRICK_X : BRICK_X;
            courses[row][i] = scene_box(&world, left + hx, y, hx, BRICK_Y, 20.0f, mortar ? 3 : 1);
            if (mortar && i > 0) add_mortar(courses[row][i - 1], courses[row][i], left, y);
            if (mortar && row > DRY && i > 0)
                add_mortar(courses[row - 1][halves ? i - 1 : i], courses[row][i], left + 0.5f * hx,
                           y - BRICK_Y);
            left += 2.0f * hx;
        }
    }
}

// The chain and the ball begin high up on the left.
static void build_crane(float x, float angle) {
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_KINEMATIC;
    def.position = scene_vec(x, RAIL);
    trolley = v2d_body_create(&world, &def);
    scene_shape(&world, trolley, v2d_geometry_box(0.45f, 0.2f), 1.0f);
    float dx = -0.5f * sinf(angle), dy = -0.5f * cosf(angle), y = RAIL;
    v2d_body_id previous = trolley;
    for (int i = 0; i < LINKS; ++i) {
        v2d_body_id link = scene_body(&world, x + 0.5f * dx, y + 0.5f * dy, 0.0f, 4);
        scene_shape(&world, link,
                    v2d_geometry_capsule(scene_vec(-0.4f * dx, -0.4f * dy),
                                         scene_vec(0.4f * dx, 0.4f * dy), 0.07f),
                    20.0f);
        scene_pin(&world, previous, link, x, y);
        previous = link;
        x += dx, y += dy;
    }
    v2d_body_id ball = scene_ball(&world, x + 1.4f * dx, y + 1.4f * dy, 0.7f, 400.0f, 2);
    scene_pin(&world, previous, ball, x, y);
}

static void read_events(int frame) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event event;
        v2d_world_event(&world, i, &event);
        if (event.kind != V2D_EVENT_JOINT_BROKEN) continue;
        marks[broken % MARKS].place = event.position;
        marks[broken % MARKS].frame = frame;
        broken += 1;
    }
}

// A ring that grows and fades where a weld broke.
static void draw_marks(canvas *c, int frame) {
    for (int i = 0; i < MARKS && i < broken; ++i) {
        float age = (float)(frame - marks[i].frame) / MARK_FRAMES;
        if (age > 1.0f) continue;
        canvas_style ring = {canvas_alpha(canvas_accent(), 0.0f),
                             canvas_alpha(canvas_accent(), 1.0f - age), 2.0f};
        canvas_circle(c, marks[i].place.x, marks[i].place.y, 0.08f + 0.25f * age, 0.0f, 0.0f, ring);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "wrecking_ball", 300);
    scene_camera(&f.canvas, 2.0f, 12.6f);
    scene_open(&world);
    scene_ground(&world);
    scene_wall(&world, 5.0f, RAIL + 0.35f, 8.3f, 0.15f, 0.0f);
    build_wall();
    build_crane(-1.6f, 1.2f);
    for (int frame = 0; film_running(&f); ++frame) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        draw_marks(c, frame);
        canvas_title(c, "Wrecking ball");
        canvas_note(c, 0, "%d of %d welds are broken", broken, welds);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c,
                       "Red bricks are welded, orange ones lie dry; rings mark welds that break");
        film_frame(&f);
        for (int i = 0; i < 2; ++i) {
            float x =
                -1.6f +
                4.0f * fminf(1.0f, fmaxf(0.0f, ((float)frame + 0.5f * (float)i - 90.0f) / 120.0f));
            v2d_body_set_target(&world, trolley, v2d_transform_make(scene_vec(x, RAIL), 0.0f),
                                1.0f / 60.0f);
            v2d_world_step(&world, 1.0f / 60.0f, 4);
            read_events(frame);
        }
    }
    return scene_close(&f, &world);
}
