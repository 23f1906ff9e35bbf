// SPDX-License-Identifier: MIT OR Unlicense
// physics_cells.c - elastic material: blocks, beams and bars of cells against linear elasticity.
#include "physics_own.h"

#include <math.h>

static v2d_soft_id soft;

static double x_of(int i) {
    return (double)v2d_point_position(own, v2d_soft_point(own, soft, i)).x;
}
static double y_of(int i) {
    return (double)v2d_point_position(own, v2d_soft_point(own, soft, i)).y;
}

static v2d_soft_def material(double size, double young, double poisson, double mass) {
    v2d_soft_def def = v2d_soft_def_default();
    def.cell_size = (float)size, def.young = (float)young, def.poisson = (float)poisson;
    def.mass = (float)mass, def.radius = 0.0f, def.friction = 0.0f, def.linear_damping = 2.0f;
    return def;
}

static void ground(double friction) {
    v2d_body_id body = own_body(V2D_BODY_STATIC, 0.0, 0.0, 0.0);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry plane = v2d_geometry_half_plane(own_v(0.0, 0.0), own_v(0.0, 1.0));
    shape.friction = (float)friction;
    v2d_shape_create(own, body, &shape, &plane);
}

// A block of 2 x 2 m, `a` cells a side, Poisson's ratio `b`, on a floor without friction: its mean strain.
static void block_of(lab *l, int substeps) {
    int sides = (int)l->a;
    double height = 0.0;
    own_open(LAB_GRAVITY);
    ground(0.0);
    v2d_soft_def def = material(2.0 / sides, 200.0, l->b, 4.0);
    def.position.y = 1.0f;
    soft = v2d_soft_create_box(own, &def, 2.0f, 2.0f);
    own_run(15.0, 1.0 / 60.0, substeps);
    for (int i = 0; i <= sides;
         ++i) // top less bottom, each place with the length that it stands for
        height += (i == 0 || i == sides ? 0.5 : 1.0) * (y_of(2 * sides + i) - y_of(i)) / sides;
    l->value = 1.0 - 0.5 * height;
    l->theory = LAB_GRAVITY / 200.0 * (1.0 - l->b * l->b);
    own_close(l);
}

static void block(lab *l) { block_of(l, 4); }

static void block_substeps(lab *l) { // `a` sub-steps
    double substeps = l->a;
    l->a = 5.0;
    block_of(l, (int)substeps);
    l->a = substeps;
}

// A cantilever of 4 x 0.8 m, `a` cells high, Poisson's ratio `b`, which sinks by 5 % of its length: its tip.
static void cantilever(lab *l) {
    const double length = 4.0, height = 0.8, inertia = height * height * height / 12.0, nu = l->b;
    const double load = height * LAB_GRAVITY, sink = 0.05 * length;
    const double young = load * pow(length, 4.0) * (1.0 - nu * nu) / (8.0 * inertia * sink);
    int along = (int)(5.0 * l->a), up = (int)l->a;
    own_open(LAB_GRAVITY);
    v2d_soft_def def = material(height / l->a, young, nu, length * height);
    def.position.x = 2.0f, def.linear_damping = 4.0f;
    soft = v2d_soft_create_box(own, &def, (float)length, (float)height);
    for (int i = 0; i < v2d_soft_point_count(own, soft); ++i)
        if (x_of(i) < 1e-4) v2d_point_set_pinned(own, v2d_soft_point(own, soft, i), true);
    own_run(6.0, 1.0 / 60.0, 4);
    l->value = -0.5 * (y_of(along) + y_of(along + up));
    l->theory = sink + load * length * length / (young / (1.0 + nu) * height * 5.0 / 6.0);
    own_close(l);
}

// A free bar of 4 x 0.4 m, `a` cells high, that rings along itself.
static void bar(lab *l) {
    const double length = 4.0, nu = 0.3, young = 1000.0, speed = sqrt(young / (1.0 - nu * nu));
    int along = (int)(10.0 * l->a);
    lab_crossings c = {0, 0, 0.0, 0.0, 0.0};
    own_open(0.0);
    v2d_soft_def def = material(0.4 / l->a, young, nu, length * 0.4);
    def.linear_damping = 0.0f;
    soft = v2d_soft_create_box(own, &def, (float)length, 0.4f);
    for (int i = 0; i < v2d_soft_point_count(own, soft); ++i)
        v2d_point_set_velocity(own, v2d_soft_point(own, soft, i),
                               own_v(0.01 * speed * sin(SIM_PI * x_of(i) / length), 0.0));
    for (int i = 0; i < 1000; ++i) {
        own_run(1.0 / 240.0, 1.0 / 240.0, 1);
        lab_crossing(&c, x_of(along) - x_of(0) - length);
    }
    l->value = lab_period(&c) > 0.0 ? 240.0 / lab_period(&c) : 0.0;
    l->theory = speed / (2.0 * length);
    own_close(l);
}

// A box that turns and swings, for 10 s: its momentum (a 0) or angular momentum (1) over that before.
static void spin(lab *l) {
    double sum[2] = {0.0, 0.0};
    own_open(0.0);
    v2d_soft_def def = material(0.2, 300.0, 0.3, 1.0);
    def.linear_damping = 0.0f;
    soft = v2d_soft_create_box(own, &def, 2.0f, 1.0f);
    for (int i = 0; i < v2d_soft_point_count(own, soft); ++i)
        v2d_point_set_velocity(own, v2d_soft_point(own, soft, i),
                               own_v(1.0 - 3.0 * y_of(i) + x_of(i), 3.0 * x_of(i)));
    for (int k = 0; k < 2; ++k) {
        v2d_vec2 center = v2d_soft_center(own, soft);
        for (int i = 0; i < v2d_soft_point_count(own, soft); ++i) {
            v2d_point_def point;
            v2d_point_describe(own, v2d_soft_point(own, soft, i), &point);
            double vx = (double)point.velocity.x, vy = (double)point.velocity.y;
            double x = x_of(i) - (double)center.x, y = y_of(i) - (double)center.y;
            sum[k] += (double)point.mass * (l->a > 0.0 ? x * vy - y * vx : vx);
        }
        if (k == 0) own_run(10.0, 1.0 / 60.0, 4);
    }
    l->value = sum[1] / sum[0];
    l->theory = 1.0;
    own_close(l);
}

// Cells of a box in a mirror (a 0), in disorder (1), all in one place (2): a second later, the one that is farthest from
// its area.
static void turned_over(lab *l) {
    own_open(0.0);
    v2d_soft_def def = material(0.2, 3000.0, 0.3, 1.0);
    soft = v2d_soft_create_box(own, &def, 1.0f, 1.0f);
    lab_seed(l, 7);
    for (int i = 0; i < v2d_soft_point_count(own, soft); ++i) {
        v2d_vec2 p = own_v(-x_of(i), y_of(i));
        if (l->a == 1.0) p = own_v(0.15 * lab_random(l), 0.15 * lab_random(l));
        if (l->a == 2.0) p = own_v(0.5, 0.5);
        v2d_point_set_position(own, v2d_soft_point(own, soft, i), p);
    }
    own_run(1.0, 1.0 / 60.0, 4);
    v2d_cell_id cell = {0, 0};
    l->value = l->theory = 1.0;
    while (cell = v2d_world_next_cell(own, cell), !V2D_IS_NULL(cell))
        lab_worst(&l->value, l->theory, (double)v2d_cell_stretch(own, cell));
    own_close(l);
}

// A crate of `a` kg that stays upright on a jelly of 1 kg, 1.6 m and E = 3,000: how far it sinks, or where its middle is.
static double crate(lab *l) {
    own_open(LAB_GRAVITY);
    ground(0.6);
    v2d_soft_def def = material(0.2, 3000.0, 0.3, 1.0);
    def.position.y = 0.82f, def.friction = 0.6f, def.radius = 0.02f, def.cell_damping = 0.1f;
    soft = v2d_soft_create_box(own, &def, 1.6f, 1.6f);
    v2d_body_id body = own_solid(0.0, 2.15, v2d_geometry_box(0.8f, 0.5f), l->a / 1.6);
    v2d_body_def now;
    v2d_body_describe(own, body, &now);
    now.lock_x = now.lock_angle = true;
    v2d_body_change(own, body, &now);
    own_run(15.0, 1.0 / 60.0, 4);
    double y = (double)v2d_body_position(own, body).y;
    own_close(l);
    return y;
}

static void crate_sinks(lab *l) {
    l->value = 2.14 - crate(l); // with two skins of 0.02 m
    l->theory = l->a * LAB_GRAVITY * 1.6 * (1.0 - 0.09) / (3000.0 * 1.6);
}

static void crate_is_held(lab *l) { l->value = crate(l); }

// Eight jellies of 1 m on each other for 20 s: by how much the top one is not where it should be.
static void tower(lab *l) {
    own_open(LAB_GRAVITY);
    ground(0.6);
    for (int i = 0; i < 8; ++i) {
        v2d_soft_def def = material(0.25, 10000.0, 0.3, 1.0);
        def.position.y = 0.52f + 1.04f * (float)i, def.friction = 0.6f, def.radius = 0.02f;
        soft = v2d_soft_create_box(own, &def, 1.0f, 1.0f);
    }
    own_run(20.0, 1.0 / 60.0, 4);
    v2d_vec2 top = v2d_soft_center(own, soft);
    l->value = hypot((double)top.x, (double)top.y - 7.8);
    own_close(l);
}

static const experiment rows[] = {
    {"cell_block", "rho g H (1 - nu^2) / (2 E), 5 cells a side, nu 0", block, 5, 0, LAB_RELATIVE,
     0.01, NULL, LAB_ALONE},
    {"cell_block_03", "the same, nu 0.3", block, 5, 0.3, LAB_RELATIVE, 0.01, NULL, LAB_ALONE},
    {"cell_block_045", "the same, nu 0.45", block, 5, 0.45, LAB_RELATIVE, 0.01, NULL, LAB_ALONE},
    {"cell_block_10", "10 cells a side, nu 0.3", block, 10, 0.3, LAB_RELATIVE, 0.01, NULL,
     LAB_ALONE},
    {"cell_block_10_045", "the same, nu 0.45", block, 10, 0.45, LAB_RELATIVE, 0.01, NULL,
     LAB_ALONE},
    {"cell_block_20", "20 cells a side, nu 0.3", block, 20, 0.3, LAB_RELATIVE, 0.01, NULL,
     LAB_ALONE},
    {"cell_block_20_045", "the same, nu 0.45", block, 20, 0.45, LAB_RELATIVE, 0.01, NULL,
     LAB_ALONE | LAB_LONG},
    {"cell_block_1", "5 cells a side, nu 0.3, one sub-step", block_substeps, 1, 0.3, LAB_RELATIVE,
     0.01, NULL, LAB_ALONE},
    {"cell_block_16", "the same, 16 sub-steps", block_substeps, 16, 0.3, LAB_RELATIVE, 0.01, NULL,
     LAB_ALONE},
    {"cell_beam", "q L^4 / (8 E' I) + q L^2 / (2 k G A), 8 cells high", cantilever, 8, 0.3,
     LAB_RELATIVE, 0.05, NULL, LAB_ALONE},
    {"cell_beam_045", "the same, nu 0.45", cantilever, 8, 0.45, LAB_RELATIVE, 0.05, NULL,
     LAB_ALONE | LAB_LONG},
    {"cell_bar", "sqrt(E / (rho (1 - nu^2))) / (2 L) [Hz]", bar, 4, 0, LAB_RELATIVE, 0.02, NULL,
     LAB_ALONE},
    {"cell_bar_8", "the same, twice as fine", bar, 8, 0, LAB_RELATIVE, 0.02, NULL,
     LAB_ALONE | LAB_LONG},
    {"cell_momentum", "momentum kept in flight", spin, 0, 0, LAB_WITHIN, 1e-4, NULL, LAB_ALONE},
    {"cell_spin", "angular momentum kept over 10 s", spin, 1, 0, LAB_WITHIN, 1e-4, NULL, LAB_ALONE},
    {"cell_mirror", "area after a second, once turned over: 1", turned_over, 0, 0, LAB_WITHIN, 0.1,
     NULL, LAB_ALONE},
    {"cell_disorder", "the same, points anywhere", turned_over, 1, 0, LAB_WITHIN, 0.1, NULL,
     LAB_ALONE},
    {"cell_collapse", "the same, all points in one place", turned_over, 2, 0, LAB_WITHIN, 0.1, NULL,
     LAB_ALONE},
    {"cell_load", "a crate of 20 kg sinks by m g H (1 - nu^2) / (E W)", crate_sinks, 20, 0,
     LAB_RELATIVE, 0.1, NULL, LAB_ALONE},
    {"cell_heavy", "300 kg on a jelly of 1 kg: above 1.6 m", crate_is_held, 300, 0, LAB_AT_LEAST,
     1.6, NULL, LAB_ALONE},
    {"cell_tower", "eight jellies stand [m]", tower, 0, 0, LAB_AT_MOST, 0.2, NULL, LAB_ALONE},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_cells = {"cells", rows};
