// SPDX-License-Identifier: MIT OR Unlicense
// joints.c - worlds that are all joints: lone ones of each kind, grids, towers of welded bricks, cars,
// machines, chains, ropes, ragdolls, bridges.
//
// Run:  joints, with the options of table.h
// Times are those of the thread's processor.
//
// Order of the file: tools, worlds, the table of both.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // fork, pipe, clock_gettime, sched_setaffinity
#endif

#include "table.h"

enum { WARM_UP = 30, STEPS = 300 };

static int items, option; // of the world that is built next

// ---- tools -----------------------------------------------------------------------------------------

static int floor_at_0(sim *s, float half_width) {
    sim_shape ground = sim_box(half_width, 1.0f);
    return table_add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
}

static sim_shape without_contacts(sim_shape shape) {
    shape.mask = 0;
    return shape;
}

static void pin(sim *s, int a, int b, float x, float y) {
    sim_joint_def def = sim_pin(s, a, b, x, y);
    sim_add_joint(s, &def);
}

static void weld(sim *s, int a, int b, float x, float y) {
    sim_joint_def def = sim_join(s, SIM_JOINT_WELD, a, b, x, y, 0.0f);
    sim_add_joint(s, &def);
}

// ---- worlds ----------------------------------------------------------------------------------------

enum { NONE = -1, LIMITED = 100 };

// Boxes that hang on the world, each by a joint of its own. option: the kind.
static void build_lone(sim *s) {
    sim_shape box = without_contacts(sim_box(0.4f, 0.4f));
    table_open_world(s);
    int world = table_add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 2.0f * (float)i;
        int body = table_add(s, SIM_DYNAMIC, x, 0.0f, &box);
        if (option == NONE) continue;
        sim_joint_kind kind = option == LIMITED ? SIM_JOINT_REVOLUTE : (sim_joint_kind)option;
        sim_joint_def def = sim_join(s, kind, world, body, x, 0.4f, 0.0f);
        if (kind == SIM_JOINT_DISTANCE)
            def = sim_rod(s, world, body, sim_v(x, 2.0f), sim_v(x, 0.4f));
        if (kind == SIM_JOINT_MOTOR) def.spring_frequency = 5.0f, def.spring_damping_ratio = 1.0f;
        if (option == LIMITED) def.limited = 1, def.lower_angle = -0.5f, def.upper_angle = 0.5f;
        sim_add_joint(s, &def);
    }
}

// Bodies in a square, each joined to its neighbours, without contacts; the upper corners never move.
static void build_grid(sim *s) {
    sim_shape box = without_contacts(sim_box(0.4f, 0.4f));
    table_open_world(s);
    for (int y = 0; y < items; ++y) {
        for (int x = 0; x < items; ++x) {
            int fixed = y == 0 && (x == 0 || x == items - 1);
            int body = table_add(s, fixed ? SIM_STATIC : SIM_DYNAMIC, (float)x, -(float)y, &box);
            sim_joint_kind kind = (sim_joint_kind)option;
            if (x > 0) {
                sim_joint_def def =
                    sim_join(s, kind, body - 1, body, (float)x - 0.5f, -(float)y, 0.0f);
                sim_add_joint(s, &def);
            }
            if (y > 0) {
                sim_joint_def def =
                    sim_join(s, kind, body - items, body, (float)x, 0.5f - (float)y, 0.0f);
                sim_add_joint(s, &def);
            }
        }
    }
}

// A car: a box on two wheels with springs, limits and motors.
static void add_car(sim *s, float x, float y, int group, float motor) {
    sim_shape box = sim_box(1.0f, 0.3f), disc = sim_circle(0.0f, 0.0f, 0.4f);
    box.group = disc.group = group;
    int car = table_add(s, SIM_DYNAMIC, x, y + 0.8f, &box);
    for (int k = -1; k <= 1; k += 2) {
        float at = x + 0.7f * (float)k;
        int wheel = table_add(s, SIM_DYNAMIC, at, y + 0.4f, &disc);
        sim_joint_def def =
            sim_join(s, SIM_JOINT_WHEEL, car, wheel, at, y + 0.4f, (float)(0.5 * SIM_PI));
        def.spring_frequency = 4.0f, def.spring_damping_ratio = 0.7f;
        def.limited = 1, def.lower = -0.25f, def.upper = 0.25f;
        def.motor = motor > 0.0f, def.motor_speed = -motor, def.max_motor_torque = 5.0f;
        sim_add_joint(s, &def);
    }
}

static void build_cars(sim *s) {
    table_open_world(s);
    floor_at_0(s, 4.0f * (float)items);
    for (int i = 0; i < items; ++i)
        add_car(s, 3.5f * ((float)i - 0.5f * (float)items), 0.0f, -1 - i, 0.0f);
}

// Cars that drive over hills, which are one chain.
static void build_hills(sim *s) {
    enum { POINTS = 1200 };
    static sim_vec points[POINTS + 2];
    float width = 4.0f * (float)items + 400.0f, left = -0.5f * width;
    for (int i = 0; i < POINTS; ++i) { // bodies live on its right: from the right to the left
        float x = left + width * (float)(POINTS - 1 - i) / (float)(POINTS - 1);
        points[i] = sim_v(x, 0.8f * sim_sin(0.25 * (double)x));
    }
    points[POINTS] = sim_v(left, -20.0f);
    points[POINTS + 1] = sim_v(-left, -20.0f);
    table_open_world(s);
    sim_shape hills = sim_chain(points, POINTS + 2);
    table_add(s, SIM_STATIC, 0.0f, 0.0f, &hills);
    for (int i = 0; i < items; ++i) {
        float x = 4.0f * ((float)i - 0.5f * (float)items);
        add_car(s, x, 0.8f * sim_sin(0.25 * (double)x) + 0.6f, -1 - i, 10.0f);
    }
}

// Bricks of 1 x 0.5 m that are welded to their neighbours. `ribs`: only the outer columns to those
// above.
static void add_bricks(sim *s, float x0, int rows, int columns, int ribs) {
    sim_shape brick = sim_box(0.5f, 0.25f);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            float x = x0 + (float)c, y = 0.25f + 0.5f * (float)r;
            int body = table_add(s, SIM_DYNAMIC, x, y, &brick);
            if (c > 0) weld(s, body - 1, body, x - 0.5f, y);
            if (r > 0 && (!ribs || c == 0 || c == columns - 1))
                weld(s, body - columns, body, x, y - 0.25f);
        }
    }
}

static void build_towers(sim *s) {
    table_open_world(s);
    floor_at_0(s, 10.0f * (float)items);
    for (int i = 0; i < items; ++i)
        add_bricks(s, 8.0f * ((float)i - 0.5f * (float)items), 25, 3, 1);
}

static void build_tower(sim *s) {
    table_open_world(s);
    floor_at_0(s, 500.0f);
    add_bricks(s, 0.0f, items, 25, 0);
}

// A ball of 1 m against the tower, once a second.
static void throw_balls(sim *s, int step) {
    if (step % 60 != 20) return;
    sim_shape ball = sim_circle(0.0f, 0.0f, 0.5f);
    ball.density = 4.0f;
    sim_body_def def = sim_body_at(SIM_DYNAMIC, -10.0f, 3.0f + (float)(step / 60 * 7 % 20));
    def.velocity = sim_v(25.0f, 0.0f);
    sim_add_shape(s, sim_add_body(s, &def), &ball);
}

static void build_bricks(sim *s) {
    table_open_world(s);
    floor_at_0(s, 500.0f);
    add_bricks(s, 0.0f, items, items, 0);
}

// Crank, rod and piston, driven.
static void build_machines(sim *s) {
    sim_shape disc = without_contacts(sim_circle(0.0f, 0.0f, 0.5f));
    sim_shape bar = without_contacts(sim_box(0.75f, 0.05f));
    sim_shape box = without_contacts(sim_box(0.3f, 0.2f));
    table_open_world(s);
    int world = table_add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 5.0f * (float)(i % 25), y = 3.0f * (float)(i / 25);
        int crank = table_add(s, SIM_DYNAMIC, x, y, &disc);
        int rod = table_add(s, SIM_DYNAMIC, x + 1.25f, y, &bar);
        int piston = table_add(s, SIM_DYNAMIC, x + 2.0f, y, &box);
        sim_joint_def axle = sim_pin(s, world, crank, x, y);
        axle.motor = 1, axle.motor_speed = 5.0f, axle.max_motor_torque = 50.0f;
        sim_add_joint(s, &axle);
        pin(s, crank, rod, x + 0.5f, y);
        pin(s, rod, piston, x + 2.0f, y);
        sim_joint_def guide = sim_join(s, SIM_JOINT_SLIDE, world, piston, x + 2.0f, y, 0.0f);
        sim_add_joint(s, &guide);
    }
}

// Discs on springs of 5 Hz, below a row of fixed ones.
static void build_lattice(sim *s) {
    sim_shape disc = without_contacts(sim_circle(0.0f, 0.0f, 0.3f));
    int columns = 61, rows = items / columns;
    table_open_world(s);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            sim_vec at = sim_v((float)c, -(float)r);
            int body = table_add(s, r == 0 ? SIM_STATIC : SIM_DYNAMIC, at.x, at.y, &disc);
            for (int k = 0; k < 2; ++k) {
                if (r == 0 || (k == 0 && c == 0)) continue;
                sim_vec from = k == 0 ? sim_v(at.x - 1.0f, at.y) : sim_v(at.x, at.y + 1.0f);
                sim_joint_def def = sim_rod(s, k == 0 ? body - 1 : body - columns, body, from, at);
                def.spring_frequency = 5.0f, def.spring_damping_ratio = 0.5f;
                sim_add_joint(s, &def);
            }
        }
    }
}

// From a pin to the right. option: rods or hinges.
static void build_line(sim *s) {
    sim_shape disc = without_contacts(sim_circle(0.0f, 0.0f, 0.1f));
    sim_shape link = sim_capsule(-0.25f, 0.0f, 0.25f, 0.0f, 0.1f);
    table_open_world(s);
    int before = table_add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 0.5f * (float)i;
        int rod = option == SIM_JOINT_DISTANCE;
        int body = table_add(s, SIM_DYNAMIC, x + (rod ? 0.5f : 0.25f), 0.0f, rod ? &disc : &link);
        if (rod) {
            sim_joint_def def = sim_rod(s, before, body, sim_v(x, 0.0f), sim_v(x + 0.5f, 0.0f));
            sim_add_joint(s, &def);
        } else {
            pin(s, before, body, x, 0.0f);
        }
        before = body;
    }
}

// Ten links from (x, y) on: to the right, or hanging.
static void add_links(sim *s, int world, float x, float y, int hang, uint32_t mask) {
    sim_shape link = hang ? sim_capsule(0.0f, -0.15f, 0.0f, 0.15f, 0.08f)
                          : sim_capsule(-0.15f, 0.0f, 0.15f, 0.0f, 0.08f);
    link.mask = mask;
    for (int k = 0, before = world; k < 10; ++k) {
        float along = 0.4f * (float)k;
        float px = hang ? x : x + along, py = hang ? y - along : y;
        int body = table_add(s, SIM_DYNAMIC, hang ? px : px + 0.2f, hang ? py - 0.2f : py, &link);
        pin(s, before, body, px, py);
        before = body;
    }
}

static void build_chains(sim *s) {
    table_open_world(s);
    int world = table_add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i)
        add_links(s, world, 6.0f * (float)(i % 50), 6.0f * (float)(i / 50), 0, 0);
}

// Vines of ten links above a floor, and twice as many boxes and discs that fall among them.
static void build_vines(sim *s) {
    sim_shape box = sim_box(0.25f, 0.25f), disc = sim_circle(0.0f, 0.0f, 0.25f);
    table_open_world(s);
    floor_at_0(s, 2.0f * (float)items);
    int world = table_add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 1.5f * ((float)i - 0.5f * (float)items);
        add_links(s, world, x, 4.5f, 1, 0xffff);
        table_add(s, SIM_DYNAMIC, x + 0.7f, 3.0f, i % 2 == 0 ? &box : &disc);
        table_add(s, SIM_DYNAMIC, x + 0.1f, 6.0f, i % 2 == 0 ? &disc : &box);
    }
}

// Bridges of thirty planks with three boxes on each.
static void build_bridges(sim *s) {
    sim_shape plank = sim_box(0.5f, 0.125f), load = sim_box(0.5f, 0.5f);
    plank.density = 20.0f, load.density = 20.0f;
    table_open_world(s);
    int world = table_add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 40.0f * (float)(i % 10), y = 12.0f * (float)(i / 10);
        int before = world;
        for (int k = 0; k < 30; ++k) {
            int body = table_add(s, SIM_DYNAMIC, x + 0.5f + (float)k, y, &plank);
            pin(s, before, body, x + (float)k, y);
            before = body;
        }
        pin(s, before, world, x + 30.0f, y);
        for (int k = 0; k < 3; ++k)
            table_add(s, SIM_DYNAMIC, x + 8.0f + 7.0f * (float)k, y + 1.0f, &load);
    }
}

static int add_limb(sim *s, int to, float x, float y, float px, float py, float hx, float hy,
                    float low, float high, int group) {
    sim_shape box = sim_box(hx, hy);
    box.group = group;
    int body = table_add(s, SIM_DYNAMIC, x, y, &box);
    if (to < 0) return body;
    sim_joint_def def = sim_pin(s, to, body, px, py);
    def.limited = 1, def.lower_angle = low, def.upper_angle = high;
    def.motor = 1, def.max_motor_torque = 0.02f;
    sim_add_joint(s, &def);
    return body;
}

// Eleven bodies, ten hinges with limits and some friction.
static void add_ragdoll(sim *s, float x, float y, int group) {
    int hip = add_limb(s, -1, x, y, 0.0f, 0.0f, 0.16f, 0.12f, 0.0f, 0.0f, group);
    int chest = add_limb(s, hip, x, y + 0.4f, x, y + 0.13f, 0.18f, 0.25f, -0.4f, 0.4f, group);
    add_limb(s, chest, x, y + 0.85f, x, y + 0.68f, 0.12f, 0.14f, -0.5f, 0.5f, group);
    for (int side = -1; side <= 1; side += 2) {
        float k = (float)side;
        int arm = add_limb(s, chest, x + 0.38f * k, y + 0.55f, x + 0.2f * k, y + 0.55f, 0.18f,
                           0.06f, -1.5f, 1.5f, group);
        add_limb(s, arm, x + 0.74f * k, y + 0.55f, x + 0.57f * k, y + 0.55f, 0.17f, 0.05f,
                 side < 0 ? -2.0f : 0.0f, side < 0 ? 0.0f : 2.0f, group);
        int leg = add_limb(s, hip, x + 0.1f * k, y - 0.38f, x + 0.1f * k, y - 0.12f, 0.08f, 0.25f,
                           -0.8f, 0.8f, group);
        add_limb(s, leg, x + 0.1f * k, y - 0.88f, x + 0.1f * k, y - 0.64f, 0.07f, 0.24f, -2.0f,
                 0.0f, group);
    }
}

static void build_ragdolls(sim *s) {
    table_open_world(s);
    floor_at_0(s, 3.0f * (float)items);
    for (int i = 0; i < items; ++i)
        add_ragdoll(s, 2.2f * ((float)(i % 40) - 20.0f), 2.0f + 2.4f * (float)(i / 40), -1 - i);
}

// ---- the table -------------------------------------------------------------------------------------

typedef struct world {
    const char *name;
    int items, option;
    void (*build)(sim *s);
    void (*step)(sim *s, int step); // before each step, timed too
    int first;                      // only the first step counts
} world;

static const world worlds[] = {
    {"lone_none", 1000, NONE, build_lone, NULL, 0},
    {"lone_hinge", 1000, SIM_JOINT_REVOLUTE, build_lone, NULL, 0},
    {"lone_limited", 1000, LIMITED, build_lone, NULL, 0},
    {"lone_weld", 1000, SIM_JOINT_WELD, build_lone, NULL, 0},
    {"lone_wheel", 1000, SIM_JOINT_WHEEL, build_lone, NULL, 0},
    {"lone_slide", 1000, SIM_JOINT_SLIDE, build_lone, NULL, 0},
    {"lone_motor", 1000, SIM_JOINT_MOTOR, build_lone, NULL, 0},
    {"lone_distance", 1000, SIM_JOINT_DISTANCE, build_lone, NULL, 0},
    {"grid_hinge_5", 5, SIM_JOINT_REVOLUTE, build_grid, NULL, 0},
    {"grid_weld_5", 5, SIM_JOINT_WELD, build_grid, NULL, 0},
    {"grid_wheel_5", 5, SIM_JOINT_WHEEL, build_grid, NULL, 0},
    {"grid_hinge_40", 40, SIM_JOINT_REVOLUTE, build_grid, NULL, 0},
    {"grid_weld_40", 40, SIM_JOINT_WELD, build_grid, NULL, 0},
    {"grid_wheel_40", 40, SIM_JOINT_WHEEL, build_grid, NULL, 0},
    {"cars_100", 100, 0, build_cars, NULL, 0},
    {"cars_on_hills", 100, 0, build_hills, NULL, 0},
    {"weld_towers_40", 40, 0, build_towers, NULL, 0},
    {"weld_tower_1500", 60, 0, build_tower, throw_balls, 0},
    {"weld_first_step", 80, 0, build_bricks, NULL, 1},
    {"machines_500", 500, 0, build_machines, NULL, 0},
    {"lattice_5082", 61 * 43, 0, build_lattice, NULL, 0},
    {"line_rods_10000", 10000, SIM_JOINT_DISTANCE, build_line, NULL, 0},
    {"line_hinges_10000", 10000, SIM_JOINT_REVOLUTE, build_line, NULL, 0},
    {"links_2000", 2000, 0, build_chains, NULL, 0},
    {"vines_300", 300, 0, build_vines, NULL, 0},
    {"bridges_100", 100, 0, build_bridges, NULL, 0},
    {"ragdolls_200", 200, 0, build_ragdolls, NULL, 0},
};
enum { WORLDS = sizeof(worlds) / sizeof(worlds[0]) };

// ---- one run ---------------------------------------------------------------------------------------

static table_outcome run(int row, const sim_engine *engine, double budget) {
    const world *w = &worlds[row];
    static double us[STEPS];
    int done = 0;
    sim_scene scene;
    memset(&scene, 0, sizeof(scene));
    scene.name = w->name, scene.build = w->build, scene.step = w->step;
    items = w->items, option = w->option;
    double end = machine_ms() + 1e3 * budget;
    sim *s = sim_create(engine, &scene);
    if (s == NULL || s->error != NULL) return table_refused;
    int warm_up = w->first ? 0 : WARM_UP, steps = w->first ? 1 : STEPS;
    for (int i = 0; i < warm_up; ++i) {
        if (!sim_step(s)) return table_refused;
    }
    while (done < steps && (done == 0 || machine_ms() < end)) {
        double start = table_ms();
        if (!sim_step(s)) return table_refused;
        us[done++] = 1e3 * (table_ms() - start);
    }
    return table_outcome_of(us, done);
}

static const char *name(int row) { return worlds[row].name; }
static const char *counts(int row) { return (void)row, "step"; }

int main(int argc, char **argv) {
    table t = {"joints", WORLDS, name, counts, run};
    return table_main(&t, argc, argv);
}
