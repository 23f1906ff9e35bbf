// SPDX-License-Identifier: MIT OR Unlicense
// cloth.c - a ball is thrown through a cloth; another is torn into two halves.
//
// Shows:  cloth, tear strain, events, pinned points that move, strain in colour.
// Build:  cc -O2 -I. examples/cloth.c -o cloth -lm
// Run:    ./cloth [--frames 190] [--out build/out/cloth]
#define V2D_MAX_EDGES 8192
#define V2D_MAX_ROWS  8192 // folded cloth touches itself at many places
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

typedef struct cloth {
    v2d_point_id
        points[26 * 22]; // they keep their ids, whatever soft body they belong to when it is torn
    int columns, rows;
} cloth;

#define SPACING 0.2f
#define TOP     7.4f // upper edge of both cloths [m]

static v2d_world world;
static cloth target, sheet;
static v2d_body_id ball;
static int torn;

static v2d_point_id point_of(const cloth *of, int column, int row) {
    return of->points[row * of->columns + column];
}

static cloth hang(float x, int columns, int rows) {
    v2d_soft_def def = v2d_soft_def_default();
    cloth made;
    def.position = scene_vec(x, TOP);
    def.mass = 0.02f * (float)(columns * rows);
    def.radius = 0.03f;
    def.linear_damping = 0.8f;
    def.tear_strain = 0.2f;
    v2d_soft_id soft = v2d_soft_create_cloth(&world, &def, columns, rows, SPACING);
    made.columns = columns;
    made.rows = rows;
    for (int i = 0; i < columns * rows; ++i)
        made.points[i] = v2d_soft_point(&world, soft, i);
    return made;
}

static void pin_row(const cloth *of, int row, bool pinned) {
    for (int column = 0; column < of->columns; ++column) {
        v2d_point_set_pinned(&world, point_of(of, column, row), pinned);
    }
}

static void build_scene(void) {
    scene_open(&world);
    target = hang(-5.4f, 18, 24); // held at its upper edge, and at first at the lower one
    pin_row(&target, 0, true);
    pin_row(&target, target.rows - 1, true);
    scene_wall(&world, 0.2f, 5.2f, 0.7f, 0.1f, 0.0f);
    ball = scene_ball(&world, 0.2f, 5.75f, 0.45f, 80.0f, 3);
    sheet = hang(2.0f, 26, 22); // held at its upper edge
    pin_row(&sheet, 0, true);
}

// Hands at the upper and the lower edge of the sheet move its halves apart [m/s].
static void pull_apart(float speed) {
    for (int column = 0; column < sheet.columns; ++column) {
        v2d_vec2 velocity = scene_vec(column < sheet.columns / 2 ? -speed : speed, 0.0f);
        v2d_point_id upper = point_of(&sheet, column, 0);
        v2d_point_id lower = point_of(&sheet, column, sheet.rows - 1);
        v2d_point_set_pinned(&world, lower, true);
        v2d_point_set_velocity(&world, upper, velocity);
        v2d_point_set_velocity(&world, lower, velocity);
    }
}

// The lower hands let go.
static void let_go(void) {
    pull_apart(0.0f);
    for (int column = 0; column < sheet.columns; ++column) {
        v2d_point_set_pinned(&world, point_of(&sheet, column, sheet.rows - 1), false);
    }
}

static void count_torn(void) {
    v2d_event event;
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        if (v2d_world_event(&world, i, &event) != V2D_OK) continue;
        if (event.kind == V2D_EVENT_EDGE_TORN) torn += 1;
    }
}

// Two corners of a cell are still held together.
static bool holds(v2d_vec2 a, v2d_vec2 b, float rest) {
    return hypotf(b.x - a.x, b.y - a.y) < 1.3f * rest;
}

// The faces between the edges. A cell is drawn while none of its sides is torn.
static void draw_faces(canvas *c, const cloth *of, int color) {
    canvas_style look = canvas_style_body(color);
    look.width = 0.0f;
    look.fill = canvas_alpha(look.fill, 0.75f);
    for (int i = 0; i < (of->columns - 1) * (of->rows - 1); ++i) {
        int column = i % (of->columns - 1), row = i / (of->columns - 1);
        canvas_point corners[4];
        v2d_vec2 at[4];
        bool whole = true;
        for (int k = 0; k < 4; ++k) {
            v2d_point_id id = point_of(of, column + (k == 1 || k == 2), row + k / 2);
            at[k] = v2d_point_position(&world, id);
            corners[k].x = at[k].x;
            corners[k].y = at[k].y;
        }
        for (int k = 0; k < 4; ++k)
            whole = whole && holds(at[k], at[(k + 1) % 4], SPACING);
        if (whole) canvas_outline(c, corners, 4, look);
    }
}

static void throw_ball(void) { v2d_body_set_velocity(&world, ball, scene_vec(-20.0f, 2.0f)); }

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "cloth", 190);
    scene_camera(&f.canvas, 0.0f, 10.2f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        v2d_counters n = v2d_world_counters(&world);
        canvas_clear(c);
        draw_faces(c, &target, 0);
        draw_faces(c, &sheet, 4);
        canvas_draw_world(c, &world);
        canvas_title(c, "Cloth");
        canvas_note(c, 0, "%d points, %d edges, %d torn", (int)n.points.count, (int)n.edges.count,
                    torn);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Edges turn red as they stretch, and tear at 20 %");
        film_frame(&f);
        if (f.frame == 30) throw_ball();
        if (f.frame == 60) pin_row(&target, target.rows - 1, false);
        if (f.frame == 90) pull_apart(0.5f);
        if (f.frame == 150) let_go();
        for (int i = 0; i < 2; ++i) {
            v2d_world_step(&world, 1.0f / 60.0f, 6); // light points want small steps
            count_torn();
        }
    }
    return scene_close(&f, &world);
}
