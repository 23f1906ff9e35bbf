// cloth.c - a ball is thrown through one cloth; another is torn into two halves.
//
// Shows:  cloth, tear strain, events, pinned points that move, strain in colour.
// Build:  cc -O2 -I. examples/cloth.c -o cloth -lm
// Run:    ./cloth [--frames 240] [--out build/out/cloth]
#define V2D_MAX_EDGES 8192
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { COLUMNS = 25, ROWS = 24 };
#define SPACING 0.22f

static v2d_world world;
static v2d_soft_id left, right;
static int torn;

// Hangs from its whole upper edge.
static v2d_soft_id hang_cloth(float x, float y, float tear_strain) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, y);
    def.mass = 0.01f * (float)(COLUMNS * ROWS);
    def.radius = 0.03f;
    def.linear_damping = 1.0f;
    def.tear_strain = tear_strain;
    v2d_soft_id cloth = v2d_soft_create_cloth(&world, &def, COLUMNS, ROWS, SPACING);
    for (int column = 0; column < COLUMNS; ++column) {
        v2d_point_set_pinned(&world, v2d_soft_point(&world, cloth, column), true);
    }
    return cloth;
}

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    left = hang_cloth(-7.4f, 7.6f, 0.25f);
    right = hang_cloth(2.0f, 7.6f, 0.25f);
}

static void throw_ball(void) {
    v2d_body_id ball = scene_ball(&world, -12.0f, 4.6f, 0.5f, 12.0f, 3);
    v2d_body_set_velocity(&world, ball, scene_vec(22.0f, 2.0f));
}

// The pins of either half of the right cloth part from each other.
static void pull_apart(float speed) {
    for (int column = 0; column < COLUMNS; ++column) {
        float side = column < COLUMNS / 2 ? -1.0f : 1.0f;
        v2d_point_set_velocity(&world, v2d_soft_point(&world, right, column),
                               scene_vec(side * speed, 0.0f));
    }
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
    scene_camera(&f.canvas, 0.0f, 10.2f);
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
        canvas_caption(c, "Edges turn red as they stretch, and tear at 25 %");
        film_frame(&f);
        if (f.frame == 30) throw_ball();
        if (f.frame == 90) pull_apart(0.5f);
        if (f.frame == 165) pull_apart(0.0f);
        for (int i = 0; i < 2; ++i) {
            v2d_world_step(&world, 1.0f / 60.0f, 16); // light points want small steps
            count_torn();
        }
    }
    return scene_close(&f, &world);
}
