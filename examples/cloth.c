// cloth.c - a weight breaks through a banner; a cloth is torn into two halves.
//
// Shows:  cloth, tear strain, events, cutting edges, pinned points that move, strain in colour.
// Build:  cc -O2 -I. examples/cloth.c -o cloth -lm
// Run:    ./cloth [--frames 240] [--out build/out/cloth]
#define V2D_MAX_EDGES 8192
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

typedef struct cloth {
    v2d_soft_id soft;
    int columns, rows;
} cloth;

#define SPACING  0.2f
#define TOP      7.4f // upper edge of both cloths [m]
#define BANNER_X -7.6f

static v2d_world world;
static cloth banner, sheet;
static int torn;

static v2d_point_id point_of(const cloth *of, int column, int row) {
    return v2d_soft_point(&world, of->soft, row * of->columns + column);
}

static cloth hang(float x, int columns, int rows) {
    v2d_soft_def def = v2d_soft_def_default();
    cloth made;
    def.position = scene_vec(x, TOP);
    def.mass = 0.02f * (float)(columns * rows);
    def.radius = 0.03f;
    def.linear_damping = 0.8f;
    def.tear_strain = 0.2f;
    made.soft = v2d_soft_create_cloth(&world, &def, columns, rows, SPACING);
    made.columns = columns;
    made.rows = rows;
    return made;
}

// Remove the edges that cross a vertical line below `top`.
static void cut(float x, float top) {
    v2d_edge_id none = {0, 0}, next;
    for (v2d_edge_id id = v2d_world_next_edge(&world, none); id.index1 != 0; id = next) {
        v2d_vec2 a = v2d_point_position(&world, v2d_edge_point_a(&world, id));
        v2d_vec2 b = v2d_point_position(&world, v2d_edge_point_b(&world, id));
        next = v2d_world_next_edge(&world, id);
        if ((a.x - x) * (b.x - x) < 0.0f && a.y < top && b.y < top) v2d_edge_destroy(&world, id);
    }
}

static void build_scene(void) {
    scene_open(&world);
    scene_ground(&world);
    banner = hang(BANNER_X, 33, 9); // held at its left and right edge
    for (int row = 0; row < banner.rows; ++row) {
        v2d_point_set_pinned(&world, point_of(&banner, 0, row), true);
        v2d_point_set_pinned(&world, point_of(&banner, banner.columns - 1, row), true);
    }
    cut(BANNER_X + 15.5f * SPACING, TOP - 3.5f * SPACING);
    sheet = hang(2.0f, 26, 22); // held at its upper edge
    for (int column = 0; column < sheet.columns; ++column) {
        v2d_point_set_pinned(&world, point_of(&sheet, column, 0), true);
    }
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
        canvas_caption(c, "Edges turn red as they stretch, and tear at 20 %");
        film_frame(&f);
        if (f.frame == 20) scene_ball(&world, -5.0f, 10.4f, 0.6f, 60.0f, 3);
        if (f.frame == 90) pull_apart(0.5f);
        if (f.frame == 150) let_go();
        for (int i = 0; i < 2; ++i) {
            v2d_world_step(&world, 1.0f / 60.0f, 6); // light points want small steps
            count_torn();
        }
    }
    return scene_close(&f, &world);
}
