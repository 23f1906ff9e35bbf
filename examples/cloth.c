// cloth.c - a ball is thrown through one cloth; a weight tears another into two halves.
//
// Shows:  cloth, tear strain, events, strain in colour.
// Build:  cc -O2 -I. examples/cloth.c -o cloth -lm
// Run:    ./cloth [--frames 240] [--out build/out/cloth]
#define V2D_MAX_EDGES 8192
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { COLUMNS = 25, ROWS = 24 };
#define SPACING 0.22f

static v2d_world world;
static int torn;

// `pin_top`: hangs from its whole upper edge; otherwise from its two sides, as a sail.
static void build_cloth(float x, float y, int columns, int rows, bool pin_top, float tear_strain) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, y);
    def.mass = 0.004f * (float)(columns * rows);
    def.radius = 0.03f;
    def.tear_strain = tear_strain;
    v2d_soft_id cloth = v2d_soft_create_cloth(&world, &def, columns, rows, SPACING);
    for (int row = 0; row < (pin_top ? 1 : rows); ++row) {
        for (int column = 0; column < columns; ++column) {
            if (!pin_top && column != 0 && column != columns - 1) continue;
            v2d_point_set_pinned(&world, v2d_soft_point(&world, cloth, row * columns + column),
                                 true);
        }
    }
}

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    build_cloth(-7.3f, 7.6f, COLUMNS, ROWS, true, 0.8f);
    build_cloth(2.2f, 6.4f, 27, 9, false, 0.8f);
}

static void throw_ball(void) {
    v2d_body_id ball = scene_ball(&world, -12.0f, 4.6f, 0.5f, 12.0f, 3);
    v2d_body_set_velocity(&world, ball, scene_vec(16.0f, 2.0f));
}

static void count_torn(void) {
    v2d_event event;
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        if (v2d_world_event(&world, i, &event) == V2D_OK && event.kind == V2D_EVENT_EDGE_TORN)
            torn += 1;
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "cloth", 240);
    scene_camera(&f.canvas, 0.0f, 10.6f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        v2d_counters n = v2d_world_counters(&world);
        canvas_clear(c);
        canvas_draw_world(c, &world);
        canvas_title(c, "Cloth");
        canvas_note(c, 0, "%d points, %d edges, %d torn", (int)n.points.count, (int)n.edges.count,
                    torn);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Edges turn red as they stretch and tear at 80 %");
        film_frame(&f);
        if (f.frame == 30) throw_ball();
        if (f.frame == 100) scene_box(&world, 5.0f, 9.5f, 0.6f, 0.6f, 40.0f, 4);
        for (int i = 0; i < 4; ++i) { // thin cloth wants small steps
            v2d_world_step(&world, 1.0f / 120.0f, 4);
            count_torn();
        }
    }
    return scene_close(&f, &world);
}
