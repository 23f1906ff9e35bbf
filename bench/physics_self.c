// SPDX-License-Identifier: MIT OR Unlicense
// physics_self.c - soft bodies that meet themselves, and that come apart after they were made in each other.
//
// Crossings are counted by brute force over all pairs of colliding edges.
#include "physics_own.h"

#include <math.h>
#include <string.h>

enum { MOST = 512 };
static struct {
    v2d_point_id end[2];
    double at[4];
} side[MOST];
static int sides;

static double turn(const double *a, const double *b, const double *c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool joined(int i, int k) {
    for (int n = 0; n < 4; ++n)
        if (memcmp(&side[i].end[n / 2], &side[k].end[n % 2], sizeof(v2d_point_id)) == 0)
            return true;
    return false;
}

static int crossings(void) {
    int count = 0;
    v2d_edge_id id = {0, 0};
    sides = 0;
    while (id = v2d_world_next_edge(own, id), !V2D_IS_NULL(id) && sides < MOST) {
        v2d_edge_def def;
        if (v2d_edge_describe(own, id, &def) != V2D_OK || def.side == V2D_EDGE_INNER) continue;
        for (int n = 0; n < 2; ++n) {
            v2d_vec2 p = v2d_point_position(own, n == 0 ? def.a : def.b);
            side[sides].end[n] = n == 0 ? def.a : def.b;
            side[sides].at[2 * n] = (double)p.x, side[sides].at[2 * n + 1] = (double)p.y;
        }
        sides += 1;
    }
    for (int i = 0; i < sides; ++i) {
        for (int k = 0; k < i; ++k) {
            const double *a = side[i].at, *b = a + 2, *c = side[k].at, *d = c + 2;
            count += !joined(i, k) && turn(a, b, c) * turn(a, b, d) < 0.0 &&
                     turn(c, d, a) * turn(c, d, b) < 0.0;
        }
    }
    return count;
}

static double fastest(void) {
    double most = 0.0;
    v2d_point_id id = {0, 0};
    while (id = v2d_world_next_point(own, id), !V2D_IS_NULL(id)) {
        v2d_vec2 v = v2d_point_velocity(own, id);
        most = fmax(most, hypot((double)v.x, (double)v.y));
    }
    return most;
}

static void ground(void) {
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry plane = v2d_geometry_half_plane(own_v(0.0, 0.0), own_v(0.0, 1.0));
    v2d_shape_create(own, own_body(V2D_BODY_STATIC, 0.0, 0.0, 0.0), &shape, &plane);
}

// The most crossings of a step.
static double crossed(double seconds) {
    int most = 0;
    for (int i = 0; i < (int)(60.0 * seconds); ++i) {
        own_run(1.0 / 60.0, 1.0 / 60.0, 4);
        int now = crossings();
        if (now > most) most = now;
    }
    return most;
}

// A rope of 6 m and `a` edges, which leans by `b`, falls on itself.
static void rope(lab *l) {
    own_open(LAB_GRAVITY);
    ground();
    v2d_soft_def def = v2d_soft_def_default();
    def.relaxed = l->b < 0.0;
    double lean = fabs(l->b);
    v2d_soft_create_rope(own, &def, own_v(0.0, 0.1), own_v(6.0 * sin(lean), 0.1 + 6.0 * cos(lean)),
                         (int)l->a, false, false);
    l->value = crossed(7.0);
    own_close(l);
}

// A ring of edges without pressure falls flat.
static void ring(lab *l) {
    v2d_vec2 outline[48];
    own_open(LAB_GRAVITY);
    ground();
    for (int i = 0; i < 48; ++i)
        outline[i] = own_v(0.8 * cos(i * SIM_PI / 24.0), 0.8 * sin(i * SIM_PI / 24.0));
    v2d_soft_def def = v2d_soft_def_default();
    def.position = own_v(0.0, 1.0);
    v2d_soft_create_blob(own, &def, outline, 48);
    l->value = crossed(5.0);
    own_close(l);
}

// A jelly like a C of 1.6 m with arms of 0.4 m, edges (a 0) or cells (1), is pressed to 0.8 m and let go. b 0: crossings;
// 1: its area while pressed over that before; 2: its height at the end.
static void letter(lab *l) {
    static const double corner[8][2] = {{-0.8, -0.8}, {0.8, -0.8}, {0.8, -0.4}, {-0.4, -0.4},
                                        {-0.4, 0.4},  {0.8, 0.4},  {0.8, 0.8},  {-0.8, 0.8}};
    v2d_vec2 outline[128];
    int count = 0;
    for (int i = 0; i < 8; ++i) {
        const double *a = corner[i], *b = corner[(i + 1) % 8];
        int parts = (int)(10.0 * hypot(b[0] - a[0], b[1] - a[1]) + 0.5);
        for (int k = 0; k < parts; ++k, ++count)
            outline[count] =
                own_v(a[0] + (b[0] - a[0]) * k / parts, a[1] + (b[1] - a[1]) * k / parts);
    }
    own_open(LAB_GRAVITY);
    ground();
    v2d_soft_def def = v2d_soft_def_default();
    def.position = own_v(0.0, 0.83);
    def.bend_frequency = 8.0f, def.area_frequency = 15.0f, def.shape_frequency = 3.0f;
    if (l->a > 0.0)
        def.cell_size = 0.1f, def.young = 3000.0f, def.poisson = 0.45f, def.cell_damping = 0.05f;
    v2d_soft_id soft = v2d_soft_create_blob(own, &def, outline, count);
    v2d_body_id plate = own_body(V2D_BODY_KINEMATIC, 0.0, 1.71, 0.0);
    own_shape(plate, v2d_geometry_box(3.0f, 0.05f), 1.0);
    double area = (double)v2d_soft_area(own, soft), most = crossed(1.0);
    v2d_body_set_velocity(own, plate, own_v(0.0, -0.5));
    most = fmax(most, crossed(1.72));
    v2d_body_set_velocity(own, plate, own_v(0.0, 0.0));
    most = fmax(most, crossed(1.0));
    area = (double)v2d_soft_area(own, soft) / area;
    v2d_body_set_velocity(own, plate, own_v(0.0, 1.0));
    most = fmax(most, crossed(3.0));
    double low = 9.0, high = -9.0;
    for (int i = 0; i < v2d_soft_point_count(own, soft); ++i) {
        double y = (double)v2d_point_position(own, v2d_soft_point(own, soft, i)).y;
        low = fmin(low, y), high = fmax(high, y);
    }
    l->value = l->b == 0.0 ? most : l->b == 1.0 ? area : high - low;
    own_close(l);
}

// A cloth of 21 x 21 points, at an angle of b, is cut across (a 0) or down (1) the middle, with the knife if it is at an
// angle, and its halves fall: crossings at the end.
static void halves(lab *l) {
    own_open(LAB_GRAVITY);
    ground();
    v2d_soft_def def = v2d_soft_def_default();
    def.position = own_v(0.0, 1.3 + l->b), def.angle = (float)l->b;
    v2d_soft_id soft = v2d_soft_create_cloth(own, &def, 21, 21, 0.1f);
    v2d_vec2 middle = v2d_soft_center(own, soft);
    v2d_edge_id id = {0, 0}, cut[64];
    int count = 0;
    while (id = v2d_world_next_edge(own, id), !V2D_IS_NULL(id)) {
        v2d_edge_def edge;
        v2d_edge_describe(own, id, &edge);
        v2d_vec2 p = v2d_point_position(own, edge.a), q = v2d_point_position(own, edge.b);
        double line = (l->a > 0.0 ? (double)middle.x : (double)middle.y) + 0.05;
        double above = (l->a > 0.0 ? (double)p.x : (double)p.y) - line;
        double below = (l->a > 0.0 ? (double)q.x : (double)q.y) - line;
        if (l->b == 0.0 && above * below < 0.0 && count < 64) cut[count++] = id;
    }
    if (l->b > 0.0) {
        double angle = l->b + 0.5 * SIM_PI * l->a, x = 3.0 * cos(angle), y = 3.0 * sin(angle);
        v2d_world_cut(own, NULL, own_v((double)middle.x - x, (double)middle.y - y),
                      own_v((double)middle.x + x, (double)middle.y + y), NULL, 0);
    }
    for (int i = 0; i < count; ++i)
        v2d_edge_destroy(own, cut[i]);
    (void)crossed(4.0);
    l->value = crossed(1.0);
    own_close(l);
}

// What is made in each other, by `a`: 0: two jellies; 1: a rope through a jelly; 2: two ropes; 3: two jellies of cells; 4:
// a rope with a loop. b 0: crossings after two seconds; 1: the greatest speed until then [m/s].
static void tangled(lab *l) {
    v2d_vec2 outline[24];
    own_open(l->a == 0.0 || l->a == 3.0 ? LAB_GRAVITY : 0.0);
    ground();
    for (int i = 0; i < 24; ++i)
        outline[i] = own_v(0.5 * cos(i * SIM_PI / 12.0), 0.5 * sin(i * SIM_PI / 12.0));
    v2d_soft_def jelly = v2d_soft_def_default(), string = v2d_soft_def_default();
    jelly.area_frequency = 20.0f, jelly.shape_frequency = 5.0f;
    if (l->a == 3.0) jelly.cell_size = 0.15f, jelly.young = 2000.0f, jelly.cell_damping = 0.05f;
    jelly.position = own_v(0.0, 0.55);
    if (l->a == 0.0 || l->a == 1.0 || l->a == 3.0) v2d_soft_create_blob(own, &jelly, outline, 24);
    jelly.position = own_v(0.33, 0.55);
    if (l->a == 0.0 || l->a == 3.0) v2d_soft_create_blob(own, &jelly, outline, 24);
    if (l->a == 1.0)
        v2d_soft_create_rope(own, &string, own_v(-1.0, 0.83), own_v(1.0, 0.78), 20, false, false);
    if (l->a == 2.0) {
        v2d_soft_create_rope(own, &string, own_v(-1.0, 1.02), own_v(1.0, 1.0), 20, false, false);
        v2d_soft_create_rope(own, &string, own_v(0.3, 0.3), own_v(0.35, 2.3), 20, false, false);
    }
    if (l->a == 4.0) {
        v2d_soft_id soft =
            v2d_soft_create_rope(own, &string, own_v(0.0, 1.0), own_v(4.0, 1.0), 40, false, false);
        double x = 0.0, y = 3.0, angle = 0.8;
        for (int i = 0; i <= 40; ++i) {
            v2d_point_set_position(own, v2d_soft_point(own, soft, i), own_v(x, y));
            x += 0.1 * cos(angle), y += 0.1 * sin(angle);
            if (i >= 10 && i < 30) angle -= 0.25;
        }
    }
    double most = 0.0;
    int before = crossings();
    for (int i = 0; i < 120; ++i) {
        own_run(1.0 / 60.0, 1.0 / 60.0, 4);
        most = fmax(most, fastest());
    }
    l->value = l->b > 0.0 ? most : crossings();
    if (before == 0) l->gap = "nothing crosses at first";
    own_close(l);
}

// A rope of 2 m is made through a box of 1 m that stands still (a 0) or moves (1). b 0: its points that are in the box two
// seconds later; 1: the greatest speed until then [m/s].
static void boxed(lab *l) {
    own_open(0.0);
    ground();
    v2d_body_id box = own_body(l->a > 0.0 ? V2D_BODY_DYNAMIC : V2D_BODY_STATIC, 0.0, 0.5, 0.0);
    own_shape(box, v2d_geometry_box(0.5f, 0.5f), 1.0);
    v2d_soft_def string = v2d_soft_def_default();
    v2d_soft_id soft =
        v2d_soft_create_rope(own, &string, own_v(-1.0, 0.43), own_v(1.0, 0.38), 20, false, false);
    double most = 0.0;
    for (int i = 0; i < 120; ++i) {
        own_run(1.0 / 60.0, 1.0 / 60.0, 4);
        most = fmax(most, fastest());
    }
    int inside = 0;
    for (int i = 0; i <= 20; ++i) {
        v2d_vec2 at =
            v2d_body_local_point(own, box, v2d_point_position(own, v2d_soft_point(own, soft, i)));
        inside += fabs((double)at.x) < 0.5 && fabs((double)at.y) < 0.5;
    }
    l->value = l->b > 0.0 ? most : inside;
    own_close(l);
}

static const experiment rows[] = {
    {"self_rope", "a rope of 6 m on itself: crossings in any step", rope, 60, 0.008, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"self_rope_coarse", "the same, 30 edges", rope, 30, 0.02, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"self_rope_fine", "the same, 120 edges", rope, 120, 0.1, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"self_rope_relaxed", "the same, relaxed", rope, 60, -0.008, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"self_ring", "a ring without pressure falls flat: crossings in any step", ring, 0, 0,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"self_letter", "a C of edges, pressed: crossings in any step", letter, 0, 0, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"self_letter_area", "its area over that before", letter, 0, 1, LAB_AT_LEAST, 0.9, NULL,
     LAB_ALONE},
    {"self_letter_opens", "its height when let go [m]", letter, 0, 2, LAB_AT_LEAST, 1.5, NULL,
     LAB_ALONE},
    {"self_cells", "a C of cells, pressed: crossings in any step", letter, 1, 0, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"self_cells_area", "its area over that before", letter, 1, 1, LAB_AT_LEAST, 0.9, NULL,
     LAB_ALONE},
    {"self_cells_open", "its height when let go [m]", letter, 1, 2, LAB_AT_LEAST, 1.5, NULL,
     LAB_ALONE},
    {"self_halves", "halves of a cloth on each other: crossings", halves, 0, 0, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"self_halves_beside", "the same, cut down", halves, 1, 0, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"self_cut", "halves of a cloth that is cut at an angle, and folds", halves, 0, 0.3,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"self_cut_beside", "the same, cut down", halves, 1, 0.3, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"apart_jellies", "two jellies, made in each other: crossings 2 s later", tangled, 0, 0,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"apart_jellies_fast", "the greatest speed [m/s]", tangled, 0, 1, LAB_AT_MOST, 2.0, NULL,
     LAB_ALONE},
    {"apart_through", "a rope through a jelly: crossings", tangled, 1, 0, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"apart_through_fast", "the greatest speed [m/s]", tangled, 1, 1, LAB_AT_MOST, 2.0, NULL,
     LAB_ALONE},
    {"apart_ropes", "two ropes: crossings", tangled, 2, 0, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"apart_ropes_fast", "the greatest speed [m/s]", tangled, 2, 1, LAB_AT_MOST, 2.0, NULL,
     LAB_ALONE},
    {"apart_cells", "two jellies of cells: crossings", tangled, 3, 0, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"apart_cells_fast", "the greatest speed [m/s]", tangled, 3, 1, LAB_AT_MOST, 2.0, NULL,
     LAB_ALONE},
    {"apart_loop", "a rope with a loop: crossings", tangled, 4, 0, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"apart_loop_fast", "the greatest speed [m/s]", tangled, 4, 1, LAB_AT_MOST, 2.0, NULL,
     LAB_ALONE},
    {"apart_box", "a rope through a box that stands still: points in it", boxed, 0, 0, LAB_AT_MOST,
     0, NULL, LAB_ALONE},
    {"apart_box_fast", "the greatest speed [m/s]", boxed, 0, 1, LAB_AT_MOST, 2.0, NULL, LAB_ALONE},
    {"apart_box_moves", "a rope through a box that moves: points in it", boxed, 1, 0, LAB_AT_MOST,
     0, NULL, LAB_ALONE},
    {"apart_box_moves_fast", "the greatest speed [m/s]", boxed, 1, 1, LAB_AT_MOST, 2.0, NULL,
     LAB_ALONE},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_self = {"self", rows};
