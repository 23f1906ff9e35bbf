// SPDX-License-Identifier: MIT OR Unlicense
// joints.c - worlds that are all joints: lone ones of each kind, grids, towers of welded bricks, cars,
// machines, chains, ropes, ragdolls, bridges.
//
// Run:  joints [--scene S]... [--engine E]... [--runs N] [--budget SECONDS] [--csv FILE] [--list]
// The budget is for one run of one engine. Each run is a process of its own, pinned to one core; of
// several runs the one with the median of medians counts. Times are those of the thread's processor.
//
// Order of the file: tools, worlds, the table of both, one run, tables.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // fork, pipe, clock_gettime, sched_setaffinity
#endif

#include "engines.h"
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ENGINES = 8, MAX_RUNS = 99, MAX_NAMES = 32 };
enum { WARM_UP = 30, STEPS = 300 };

static int items, option; // of the world that is built next

// ---- tools -----------------------------------------------------------------------------------------

static double thread_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void open_world(sim *s) {
    s->ctx = s->engine->create(&s->world);
    if (s->ctx == NULL) s->error = "world refused";
}

static int add(sim *s, sim_body_type type, float x, float y, const sim_shape *shape) {
    sim_body_def def = sim_body_at(type, x, y);
    int body = sim_add_body(s, &def);
    if (shape != NULL) sim_add_shape(s, body, shape);
    return body;
}

static int floor_at_0(sim *s, float half_width) {
    sim_shape ground = sim_box(half_width, 1.0f);
    return add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
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
    open_world(s);
    int world = add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 2.0f * (float)i;
        int body = add(s, SIM_DYNAMIC, x, 0.0f, &box);
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
    open_world(s);
    for (int y = 0; y < items; ++y) {
        for (int x = 0; x < items; ++x) {
            int fixed = y == 0 && (x == 0 || x == items - 1);
            int body = add(s, fixed ? SIM_STATIC : SIM_DYNAMIC, (float)x, -(float)y, &box);
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
    int car = add(s, SIM_DYNAMIC, x, y + 0.8f, &box);
    for (int k = -1; k <= 1; k += 2) {
        float at = x + 0.7f * (float)k;
        int wheel = add(s, SIM_DYNAMIC, at, y + 0.4f, &disc);
        sim_joint_def def =
            sim_join(s, SIM_JOINT_WHEEL, car, wheel, at, y + 0.4f, (float)(0.5 * SIM_PI));
        def.spring_frequency = 4.0f, def.spring_damping_ratio = 0.7f;
        def.limited = 1, def.lower = -0.25f, def.upper = 0.25f;
        def.motor = motor > 0.0f, def.motor_speed = -motor, def.max_motor_torque = 5.0f;
        sim_add_joint(s, &def);
    }
}

static void build_cars(sim *s) {
    open_world(s);
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
    open_world(s);
    sim_shape hills = sim_chain(points, POINTS + 2);
    add(s, SIM_STATIC, 0.0f, 0.0f, &hills);
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
            int body = add(s, SIM_DYNAMIC, x, y, &brick);
            if (c > 0) weld(s, body - 1, body, x - 0.5f, y);
            if (r > 0 && (!ribs || c == 0 || c == columns - 1))
                weld(s, body - columns, body, x, y - 0.25f);
        }
    }
}

static void build_towers(sim *s) {
    open_world(s);
    floor_at_0(s, 10.0f * (float)items);
    for (int i = 0; i < items; ++i)
        add_bricks(s, 8.0f * ((float)i - 0.5f * (float)items), 25, 3, 1);
}

static void build_tower(sim *s) {
    open_world(s);
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
    open_world(s);
    floor_at_0(s, 500.0f);
    add_bricks(s, 0.0f, items, items, 0);
}

// Crank, rod and piston, driven.
static void build_machines(sim *s) {
    sim_shape disc = without_contacts(sim_circle(0.0f, 0.0f, 0.5f));
    sim_shape bar = without_contacts(sim_box(0.75f, 0.05f));
    sim_shape box = without_contacts(sim_box(0.3f, 0.2f));
    open_world(s);
    int world = add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 5.0f * (float)(i % 25), y = 3.0f * (float)(i / 25);
        int crank = add(s, SIM_DYNAMIC, x, y, &disc);
        int rod = add(s, SIM_DYNAMIC, x + 1.25f, y, &bar);
        int piston = add(s, SIM_DYNAMIC, x + 2.0f, y, &box);
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
    open_world(s);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            sim_vec at = sim_v((float)c, -(float)r);
            int body = add(s, r == 0 ? SIM_STATIC : SIM_DYNAMIC, at.x, at.y, &disc);
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
    open_world(s);
    int before = add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 0.5f * (float)i;
        int rod = option == SIM_JOINT_DISTANCE;
        int body = add(s, SIM_DYNAMIC, x + (rod ? 0.5f : 0.25f), 0.0f, rod ? &disc : &link);
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
        int body = add(s, SIM_DYNAMIC, hang ? px : px + 0.2f, hang ? py - 0.2f : py, &link);
        pin(s, before, body, px, py);
        before = body;
    }
}

static void build_chains(sim *s) {
    open_world(s);
    int world = add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i)
        add_links(s, world, 6.0f * (float)(i % 50), 6.0f * (float)(i / 50), 0, 0);
}

// Vines of ten links above a floor, and twice as many boxes and discs that fall among them.
static void build_vines(sim *s) {
    sim_shape box = sim_box(0.25f, 0.25f), disc = sim_circle(0.0f, 0.0f, 0.25f);
    open_world(s);
    floor_at_0(s, 2.0f * (float)items);
    int world = add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 1.5f * ((float)i - 0.5f * (float)items);
        add_links(s, world, x, 4.5f, 1, 0xffff);
        add(s, SIM_DYNAMIC, x + 0.7f, 3.0f, i % 2 == 0 ? &box : &disc);
        add(s, SIM_DYNAMIC, x + 0.1f, 6.0f, i % 2 == 0 ? &disc : &box);
    }
}

// Bridges of thirty planks with three boxes on each.
static void build_bridges(sim *s) {
    sim_shape plank = sim_box(0.5f, 0.125f), load = sim_box(0.5f, 0.5f);
    plank.density = 20.0f, load.density = 20.0f;
    open_world(s);
    int world = add(s, SIM_STATIC, 0.0f, 0.0f, NULL);
    for (int i = 0; i < items; ++i) {
        float x = 40.0f * (float)(i % 10), y = 12.0f * (float)(i / 10);
        int before = world;
        for (int k = 0; k < 30; ++k) {
            int body = add(s, SIM_DYNAMIC, x + 0.5f + (float)k, y, &plank);
            pin(s, before, body, x + (float)k, y);
            before = body;
        }
        pin(s, before, world, x + 30.0f, y);
        for (int k = 0; k < 3; ++k)
            add(s, SIM_DYNAMIC, x + 8.0f + 7.0f * (float)k, y + 1.0f, &load);
    }
}

static int add_limb(sim *s, int to, float x, float y, float px, float py, float hx, float hy,
                    float low, float high, int group) {
    sim_shape box = sim_box(hx, hy);
    box.group = group;
    int body = add(s, SIM_DYNAMIC, x, y, &box);
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
    open_world(s);
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

typedef struct options {
    const char *scenes[MAX_NAMES], *engines[MAX_NAMES], *csv;
    int scene_count, engine_count, runs;
    double budget; // [s]
} options;

// Microseconds a step. Fewer than 0: there was no time, or the engine refuses such a world.
typedef struct outcome {
    double median, percentile99, most;
    int steps;
} outcome;

static int compare_doubles(const void *pa, const void *pb) {
    const double *a = (const double *)pa, *b = (const double *)pb;
    return *a < *b ? -1 : *a > *b;
}

static outcome run(const world *w, const sim_engine *engine, double budget) {
    outcome none = {-2.0, -2.0, -2.0, 0}, out = none;
    static double us[STEPS];
    sim_scene scene;
    memset(&scene, 0, sizeof(scene));
    scene.name = w->name, scene.build = w->build, scene.step = w->step;
    items = w->items, option = w->option;
    double end = machine_ms() + 1e3 * budget;
    sim *s = sim_create(engine, &scene);
    if (s == NULL || s->error != NULL) return none;
    int warm_up = w->first ? 0 : WARM_UP, steps = w->first ? 1 : STEPS;
    for (int i = 0; i < warm_up; ++i) {
        if (!sim_step(s)) return none;
    }
    while (out.steps < steps && (out.steps == 0 || machine_ms() < end)) {
        double start = thread_ms();
        if (!sim_step(s)) return none;
        us[out.steps++] = 1e3 * (thread_ms() - start);
    }
    qsort(us, (size_t)out.steps, sizeof(double), compare_doubles);
    out.median = us[out.steps / 2];
    out.percentile99 = us[(99 * out.steps - 1) / 100];
    out.most = us[out.steps - 1];
    return out;
}

static outcome run_apart(const world *w, const sim_engine *engine, double budget) {
    outcome out = {-2.0, -2.0, -2.0, 0};
    int fds[2];
    fflush(NULL);
    pid_t child = pipe(fds) == 0 ? fork() : -1;
    if (child < 0) {
        perror("joints");
        exit(2);
    }
    if (child == 0) {
        machine_pin(-1);
        out = run(w, engine, budget);
        _exit(write(fds[1], &out, sizeof(out)) == (ssize_t)sizeof(out) ? 0 : 1);
    }
    close(fds[1]);
    if (read(fds[0], &out, sizeof(out)) != (ssize_t)sizeof(out)) out.median = -2.0;
    close(fds[0]);
    waitpid(child, NULL, 0);
    return out;
}

static int compare_outcomes(const void *pa, const void *pb) {
    return compare_doubles(&((const outcome *)pa)->median, &((const outcome *)pb)->median);
}

// ---- tables ----------------------------------------------------------------------------------------

static int wanted(const char *name, const char *const *names, int count) {
    for (int i = 0; i < count; ++i) {
        if (strcmp(names[i], name) == 0) return 1;
    }
    return count == 0;
}

static int parse(options *o, int argc, char **argv) {
    memset(o, 0, sizeof(*o));
    o->runs = 1, o->budget = 20.0;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--list") == 0) {
            for (int k = 0; k < WORLDS; ++k)
                printf("scene %s\n", worlds[k].name);
            exit(0);
        }
        if (i + 1 >= argc) return 0;
        const char *name = argv[i], *value = argv[++i];
        if (strcmp(name, "--scene") == 0 && o->scene_count < MAX_NAMES)
            o->scenes[o->scene_count++] = value;
        else if (strcmp(name, "--engine") == 0 && o->engine_count < MAX_NAMES)
            o->engines[o->engine_count++] = value;
        else if (strcmp(name, "--runs") == 0)
            o->runs = atoi(value);
        else if (strcmp(name, "--budget") == 0)
            o->budget = atof(value);
        else if (strcmp(name, "--csv") == 0)
            o->csv = value;
        else
            return 0;
    }
    return o->runs >= 1 && o->runs <= MAX_RUNS && o->budget > 0.0;
}

static void print_cell(const outcome *out, const outcome *own, int first) {
    if (out->median < 0.0)
        printf(" %10s %9s", "-", "-");
    else
        printf(" %10.1f %9.1f", out->median, out->percentile99);
    if (first) return;
    if (out->median < 0.0 || own->median <= 0.0)
        printf(" %7s", "-");
    else
        printf(" %7.2f", out->median / own->median);
}

int main(int argc, char **argv) {
    options o;
    if (!parse(&o, argc, argv)) {
        fprintf(stderr, "joints [--scene S]... [--engine E]... [--runs N] [--budget SECONDS] "
                        "[--csv FILE] [--list]\n");
        return 2;
    }
    const sim_engine *chosen[MAX_ENGINES];
    double logs[MAX_ENGINES] = {0.0};
    int count = 0, shared[MAX_ENGINES] = {0};
    for (int e = 0; engines[e] != NULL && count < MAX_ENGINES; ++e) {
        if (wanted(engines[e]->name, o.engines, o.engine_count)) chosen[count++] = engines[e];
    }
    FILE *csv = o.csv != NULL ? fopen(o.csv, "w") : NULL;
    if (count == 0 || (o.csv != NULL && csv == NULL)) {
        fprintf(stderr, "joints: no such engine, or cannot write %s\n", o.csv != NULL ? o.csv : "");
        return 2;
    }
    if (csv != NULL) fprintf(csv, "scene,engine,us,us_99th,us_most,steps\n");
    printf("%-18s", "microseconds a step");
    for (int e = 0; e < count; ++e)
        printf(e == 0 ? "%10s      99th" : " %10s      99th   ratio", chosen[e]->name);
    printf("\n");
    for (int k = 0; k < WORLDS; ++k) {
        outcome own = {-1.0, 0.0, 0.0, 0};
        if (!wanted(worlds[k].name, o.scenes, o.scene_count)) continue;
        printf("%-18s", worlds[k].name);
        for (int e = 0; e < count; ++e) {
            outcome outs[MAX_RUNS];
            for (int n = 0; n < o.runs; ++n)
                outs[n] = run_apart(&worlds[k], chosen[e], o.budget);
            qsort(outs, (size_t)o.runs, sizeof(outcome), compare_outcomes);
            outcome middle = outs[(o.runs - 1) / 2];
            if (e == 0) own = middle;
            print_cell(&middle, &own, e == 0);
            if (e > 0 && middle.median > 0.0 && own.median > 0.0)
                logs[e] += log(middle.median / own.median), shared[e] += 1;
            if (csv != NULL)
                fprintf(csv, "%s,%s,%.4f,%.4f,%.4f,%d\n", worlds[k].name, chosen[e]->name,
                        middle.median, middle.percentile99, middle.most, middle.steps);
        }
        printf("\n");
        fflush(NULL);
    }
    for (int e = 1; e < count; ++e) {
        if (shared[e] > 0)
            printf("%s: geometric mean of %d ratios %.2f\n", chosen[e]->name, shared[e],
                   exp(logs[e] / shared[e]));
    }
    if (csv != NULL) fclose(csv);
    return 0;
}
