// SPDX-License-Identifier: MIT OR Unlicense
// physics_piles.c - columns, heavy tops, towers, dominoes, piles far away, large and small.
#include "physics.h"

#include <math.h>

// ---- columns ------------------------------------------------------------------------------------

enum { CAPSULES = 0, BOXES };

typedef struct column {
    int kind, count;
    double heavy;  // mass of one more box on top, over that of a box; 0 for none
    double jitter; // of places to either side [m]
    int substeps;
} column;

// Returns 1 when it fell within a minute.
static int column_falls(lab *l, column c, uint32_t seed) {
    double half = c.kind == CAPSULES ? 0.25 : 0.5, top;
    lab_seed(l, seed);
    lab_open(l);
    l->s->substeps = c.substeps;
    lab_ground(l, 0.6, 0.0);
    sim_shape capsule = sim_capsule(-0.5f, 0.0f, 0.5f, 0.0f, 0.25f),
              box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
    int last = 0, total = c.count + (c.heavy > 0.0);
    for (int i = 0; i < total; ++i) {
        if (i == c.count) box.density = (float)c.heavy;
        last = lab_body(l, SIM_DYNAMIC, c.jitter * lab_random(l), (2 * i + 1) * half,
                        c.kind == CAPSULES ? &capsule : &box);
    }
    // Contacts that are soft give way under tall columns and heavy tops, and swing at first: that
    // is no fall.
    int steps = l->quick ? 1200 : 3600;
    top = lab_at(l, last).y;
    for (int i = 0; i < steps && lab_step(l); ++i) {
        lab_state at = lab_at(l, last);
        if (i % 60 == 59 && !(at.y > 0.7 * top && fabs(at.x) < 0.5)) return 1;
    }
    return 0;
}

static void columns(lab *l, column c) {
    for (int seed = 0; seed < lab_seeds(l, 12); ++seed)
        l->value += column_falls(l, c, l->seeds[seed]);
}

// b: sub-steps, here and below.
static void capsule_columns(lab *l) {
    for (int count = 15; count <= 40; count += 5) {
        column c = {CAPSULES, count, 0.0, 0.001, (int)l->b};
        columns(l, c);
    }
}

static void box_column(lab *l) {
    column c = {BOXES, 80, 0.0, 0.001, (int)l->b};
    columns(l, c);
}

// a: jitter [m]. On seven boxes; with 5 mm up to 200 times their mass.
static void heavy_tops(lab *l) {
    static const double ratios[] = {100.0, 150.0, 200.0, 300.0};
    for (int i = 0; i < (l->a > 0.002 ? 3 : 4); ++i) {
        column c = {BOXES, 7, ratios[i], l->a, (int)l->b};
        columns(l, c);
    }
}

// How far nine boxes under one of 100 times their mass are pressed together at 8 sub-steps, over
// the same at 4.
static void heavy_sink(lab *l) {
    double sink[2];
    for (int i = 0; i < 2; ++i) {
        lab_open(l);
        l->s->substeps = 4 << i;
        lab_ground(l, 0.6, 0.0);
        sim_shape box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
        int last = 0;
        for (int k = 0; k < 10; ++k) {
            if (k == 9) box.density = 100.0f;
            last = lab_body(l, SIM_DYNAMIC, 0.0, k + 0.5, &box);
        }
        lab_run(l, 10.0);
        sink[i] = 9.5 - lab_at(l, last).y;
    }
    l->theory = 0.25;
    l->value = sink[1] / sink[0];
}

// ---- dominoes, a tilting table ------------------------------------------------------------------

// Twenty dominoes 1 m high, of four thicknesses: how many stand after the first is pushed.
static void dominoes(lab *l) {
    static const double thick[] = {0.02, 0.05, 0.1, 0.25};
    l->theory = 0.0;
    for (int row = 0; row < 4; ++row) {
        lab_open(l);
        lab_ground(l, 0.6, 0.0);
        sim_shape box = lab_box(0.5 * thick[row], 0.5, 1.0, 0.6, 0.0);
        int first = l->s->body_count;
        for (int i = 0; i < 20; ++i)
            lab_body(l, SIM_DYNAMIC, (0.35 + thick[row]) * i, 0.5, &box);
        lab_run(l, 1.0);
        double push = 1.5 * lab_mass(l, first);
        sim_impulse(l->s, first, (float)push, 0.0f, 0.0f, 0.95f);
        lab_run(l, 12.0);
        for (int i = 0; i < 20; ++i)
            l->value += lab_at(l, first + i).angle > -0.4;
    }
}

// The tilt at which a tower of a boxes has left its place on a table that turns by one degree a
// second.
static void tilting_table(lab *l) {
    lab_open(l);
    sim_shape table = lab_box(10.0, 0.5, 1.0, 0.6, 0.0), box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
    int count = (int)l->a, under = lab_body(l, SIM_KINEMATIC, 0.0, -0.5, &table), last = 0;
    for (int i = 0; i < count; ++i)
        last = lab_body(l, SIM_DYNAMIC, 0.0, i + 0.5, &box);
    lab_run(l, 2.0);
    sim_set_velocity(l->s, under, 0.0f, 0.0f, (float)(-SIM_PI / 180.0));
    l->theory = atan(1.0 / count) * 180.0 / SIM_PI;
    l->value = 90.0;
    for (int i = 0; i < 60 * 20 && lab_step(l); ++i) {
        lab_state t = lab_at(l, under), at = lab_at(l, last);
        double along = (at.x - t.x) * cos(t.angle) + (at.y - t.y) * sin(t.angle);
        if (along > 0.5) {
            l->value = -t.angle * 180.0 / SIM_PI;
            return;
        }
    }
}

// ---- piles --------------------------------------------------------------------------------------

// A pyramid of boxes of half width `half` around (x, 0); how many moved by half a box in `seconds`.
static int pyramid(lab *l, int base, double half, double x, double seconds) {
    sim_shape ground = lab_box(200.0 * half, 10.0 * half, 1.0, 0.6, 0.0);
    sim_shape box = lab_box(half, half, 1.0, 0.6, 0.0);
    lab_body(l, SIM_STATIC, x, -10.0 * half, &ground);
    int first = l->s->body_count, moved = 0, i = first;
    for (int row = 0; row < base; ++row) {
        for (int k = 0; k < base - row; ++k)
            lab_body(l, SIM_DYNAMIC, x + (2 * k + row + 1 - base) * half, (2 * row + 1) * half,
                     &box);
    }
    lab_run(l, seconds);
    for (int row = 0; row < base; ++row) {
        for (int k = 0; k < base - row; ++k, ++i) {
            lab_state at = lab_at(l, i);
            double dx = at.x - x - (2 * k + row + 1 - base) * half;
            moved += fabs(dx) > half || fabs(at.y - (2 * row + 1) * half) > half;
        }
    }
    return moved;
}

// a: place [m].
static void far_pyramid(lab *l) {
    lab_open(l);
    l->value = pyramid(l, 10, 0.5, l->a, 10.0);
}

// At 30 to 240 steps a second and 1 to 16 sub-steps.
static void pyramid_steps(lab *l) {
    for (int rate = 30; rate <= 240; rate *= 2) {
        for (int substeps = 1; substeps <= 16; substeps *= 2) {
            lab_open(l);
            l->s->dt = 1.0f / (float)rate;
            l->s->substeps = substeps;
            l->value += pyramid(l, 8, 0.5, 0.0, l->quick ? 3.0 : 10.0);
        }
    }
}

// Ten boxes of side a; at b sub-steps. How far the top one sinks, over a box. The length unit is a.
// Contacts as stiff as a step allows, 1 / (7.5 h), let ten boxes of 1 cm sink by 100 g / w^2 =
// 0.155 boxes at 16 sub-steps.
static void sized_stack(lab *l) {
    double half = 0.5 * l->a;
    lab_new(l);
    l->s->world.length_unit = (float)l->a;
    lab_start(l);
    l->s->substeps = (int)l->b;
    sim_shape ground = lab_box(20.0 * l->a, l->a, 1.0, 0.6, 0.0),
              box = lab_box(half, half, 1.0, 0.6, 0.0);
    lab_body(l, SIM_STATIC, 0.0, -l->a, &ground);
    int last = 0;
    for (int i = 0; i < 10; ++i)
        last = lab_body(l, SIM_DYNAMIC, 0.0, (2 * i + 1) * half, &box);
    lab_run(l, 10.0);
    l->value = (19.0 * half - lab_at(l, last).y) / l->a;
}

// Twenty boxes that fly into each other at steps from 1 to 1/1000 s and 1 to 64 sub-steps: the
// largest energy that there ever is, over what they began with.
static void any_step(lab *l) {
    static const double steps[] = {1.0, 0.5, 0.25, 0.1, 0.05, 1.0 / 30.0, 1.0 / 120.0, 0.001};
    static const int substeps[] = {1, 2, 4, 8, 16, 64};
    l->theory = 1.0;
    for (int i = 0; i < 48; ++i) {
        lab_open(l);
        l->s->dt = (float)steps[i % 8];
        l->s->substeps = substeps[i / 8];
        lab_ground(l, 0.6, 0.0);
        sim_shape box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
        lab_seed(l, l->seeds[i % l->seed_count]);
        for (int k = 0; k < 20; ++k) {
            int body = lab_turned(l, SIM_DYNAMIC, 1.5 * (k % 4), 1.0 + 1.5 * (k / 4),
                                  SIM_PI * lab_random(l), &box);
            sim_set_velocity(l->s, body, (float)(5.0 * lab_random(l)), (float)(5.0 * lab_random(l)),
                             (float)(5.0 * lab_random(l)));
        }
        double start = lab_energy(l), seconds = steps[i % 8] < 0.01 ? 3.0 : 20.0;
        int count = (int)(seconds / steps[i % 8]);
        for (int k = 0; k < count && lab_step(l); ++k) {
            double now = lab_energy(l);
            if (!(now / start < 1e30)) now = 1e30 * start; // not a number, too
            l->value = fmax(l->value, now / start);
        }
    }
}

static const char *const fallen = "columns that fall in 60 s, 1 mm of jitter: 0";

static const experiment rows[] = {
    {"capsule_columns_4", "flat capsules, 15 - 40 high, that fall in 60 s, 1 mm of jitter: 0",
     capsule_columns, 0, 4, LAB_AT_MOST, 0, "0", 0},
    {"capsule_columns_8", "the same at 8 sub-steps", capsule_columns, 0, 8, LAB_AT_MOST, 0, "0",
     LAB_ALONE},
    {"box_column_4", fallen, box_column, 0, 4, LAB_AT_MOST, 0, "0", 0},
    {"box_column_8", "80 boxes, 8 sub-steps", box_column, 0, 8, LAB_AT_MOST, 0, "0", LAB_ALONE},
    {"heavy_tops_4", "seven boxes under 100 - 300 times their mass: 0 fall", heavy_tops, 0.001, 4,
     LAB_AT_MOST, 0, NULL, 0},
    {"heavy_tops_8", "the same at 8 sub-steps", heavy_tops, 0.001, 8, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"heavy_tops_5mm_4", "5 mm of jitter, up to 200 times: 0 fall", heavy_tops, 0.005, 4,
     LAB_AT_MOST, 0, NULL, 0},
    {"heavy_tops_5mm_8", "the same at 8 sub-steps", heavy_tops, 0.005, 8, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"heavy_sink", "(h8 / h4)^2: sinking under 100:1 at 8 over 4 sub-steps", heavy_sink, 0, 0,
     LAB_AT_MOST, 0.5, NULL, 0},
    {"dominoes", "none of 4 x 20 stands, 0.02 - 0.25 m thick", dominoes, 0, 0, LAB_AT_MOST, 0, NULL,
     0},
    {"tilting_tower_6", "atan(1/6) [degrees]; issue 9: before 12.2", tilting_table, 6, 0,
     LAB_AT_MOST, 12.2, "12.6", 0},
    {"tilting_tower_10", "atan(1/10) [degrees]; issue 9: before 8.2", tilting_table, 10, 0,
     LAB_AT_MOST, 8.2, "12.5", 0},
    {"pyramid_20_km", "boxes of 55 that move by half a box: 0", far_pyramid, 2e4, 0, LAB_AT_MOST, 0,
     NULL, 0},
    {"pyramid_100_km", "the same", far_pyramid, 1e5, 0, LAB_AT_MOST, 0, NULL, 0},
    {"pyramid_steps", "the same at dt = 1/30 - 1/240 x 1 - 16 sub-steps", pyramid_steps, 0, 0,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"small_stack", "ten boxes of 1 cm, 16 sub-steps: sinks by 0 boxes", sized_stack, 0.01, 16,
     LAB_AT_MOST, 0.2, NULL, 0},
    {"large_stack", "ten boxes of 100 m: sinks by 0 boxes", sized_stack, 100, 4, LAB_AT_MOST, 0.01,
     NULL, 0},
    {"any_step", "energy over that at the start, dt 1/1000 - 1 s x 1 - 64 sub-steps", any_step, 0,
     0, LAB_AT_MOST, 1.05, NULL, LAB_ALONE},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_piles = {"piles", rows};
