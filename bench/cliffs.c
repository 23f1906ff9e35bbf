// SPDX-License-Identifier: MIT OR Unlicense
// cliffs.c - worlds that a game has and a benchmark forgets: much that never moves or sleeps, things created and
// destroyed, things that bounce, a level on one body, one body that carries thousands, sizes of 1 : 1000, tiny worlds.
//
// Run:  cliffs [--scene S]... [--engine E]... [--runs N] [--budget SECONDS] [--csv FILE] [--list]
// The budget is for one run of one engine. Each run is a process of its own, pinned to one core; of
// several runs the median counts. What is timed is what the engine does, not what the scene records: the median
// and the 99th percentile of all that a run times.
//
// Order of the file: worlds, measures, the table of both, one run, tables.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // fork, pipe, clock_gettime, sched_setaffinity
#endif

#include "engines.h"
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const sim_engine engine_verlet2d_small; // the same with room for small worlds only

enum { MAX_ENGINES = 8, MAX_RUNS = 99, MAX_NAMES = 32 };
enum { WARM_UP = 60, STEPS = 60, CHANGES = 50, WORLDS = 1000, MAX_SAMPLES = 1 << 17 };

static int items;          // of the world that is built next
static double deadline_ms; // on machine_ms()
static double samples[MAX_SAMPLES];
static int sample_count;

// ---- worlds ----------------------------------------------------------------------------------------

static void open_world(sim *s) {
    s->ctx = s->engine->create(&s->world);
    if (s->ctx == NULL) s->error = "world refused";
}

static int add(sim *s, sim_body_type type, float x, float y, const sim_shape *shape) {
    sim_body_def def = sim_body_at(type, x, y);
    int body = sim_add_body(s, &def);
    sim_add_shape(s, body, shape);
    return body;
}

static uint32_t seed;

static float random_between(float low, float high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(seed >> 8) / 16777216.0f;
}

// A level of boxes that never move, and a hundred that fall on them.
static void build_statics(sim *s) {
    sim_shape tile = sim_box(0.5f, 0.5f), box = sim_box(0.4f, 0.4f);
    open_world(s);
    int columns = 4 * (items / 400);
    for (int i = 0; i < items; ++i)
        add(s, SIM_STATIC, 1.1f * (float)(i % columns), -3.0f * (float)(i / columns), &tile);
    for (int i = 0; i < 100; ++i)
        add(s, SIM_DYNAMIC, 1.1f * (float)(i * (columns / 100)), 1.5f, &box);
}

// Stacks of twenty boxes, each touching its neighbours.
static void build_pile(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f), ground = sim_box((float)items, 1.0f);
    open_world(s);
    add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
    for (int i = 0; i < items; ++i)
        add(s, SIM_DYNAMIC, 1.0f * (float)(i / 20), 0.5f + (float)(i % 20), &box);
}

// Bodies fall into a bin, in which they bounce: boxes and discs, or bars of eight boxes.
static void build_bouncing(sim *s, float restitution, int parts) {
    int columns = 60;
    sim_shape ground = sim_box(45.0f, 1.0f), wall = sim_box(1.0f, 200.0f);
    seed = 4321u;
    open_world(s);
    ground.restitution = wall.restitution = restitution;
    add(s, SIM_STATIC, 39.0f, -1.0f, &ground);
    add(s, SIM_STATIC, -2.0f, 200.0f, &wall);
    add(s, SIM_STATIC, 80.0f, 200.0f, &wall);
    for (int i = 0; i < items; ++i) {
        float x = 1.3f * (float)(i % columns) + random_between(-0.05f, 0.05f);
        sim_body_def def = sim_body_at(SIM_DYNAMIC, x, 2.0f + 1.3f * (float)(i / columns));
        int body = sim_add_body(s, &def);
        for (int k = 0; k < parts; ++k) {
            float along = 0.12f * (float)(k / 2) + 0.06f, side = k % 2 == 0 ? 1.0f : -1.0f;
            sim_shape shape = parts > 1    ? sim_box_at(0.06f, 0.06f, side * along, 0.0f, 0.0f)
                              : i % 2 == 0 ? sim_box(0.4f, 0.4f)
                                           : sim_circle(0.0f, 0.0f, 0.4f);
            shape.restitution = restitution;
            sim_add_shape(s, body, &shape);
        }
    }
}

static void build_bounces(sim *s) { build_bouncing(s, 0.6f, 1); }
static void build_compounds(sim *s) { build_bouncing(s, 0.3f, 8); }
static void build_calm(sim *s) { build_bouncing(s, 0.0f, 1); }
static void build_calm_bouncy(sim *s) { build_bouncing(s, 0.1f, 1); }

static void build_nothing(sim *s) { open_world(s); }

// A plank on the ground, and boxes side by side on it.
static void build_plank(sim *s) {
    sim_shape box = sim_box(0.25f, 0.25f), ground = sim_box((float)items, 1.0f);
    sim_shape plank = sim_box(0.3f * (float)items, 0.25f);
    open_world(s);
    add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
    add(s, SIM_DYNAMIC, 0.0f, 0.25f, &plank);
    for (int i = 0; i < items; ++i)
        add(s, SIM_DYNAMIC, 0.6f * ((float)i - 0.5f * (float)items), 0.75f, &box);
}

// Boxes and circles from 1 cm to 10 m, of which each ten times larger size is ten times as rare, fall
// into a bin.
static void build_sizes(sim *s) {
    seed = 12345u;
    open_world(s);
    float half = 0.0f, x = 0.0f, y = 0.0f, row = 0.0f, width = 30.0f + 0.01f * (float)items;
    sim_shape ground = sim_box(width, 1.0f), wall = sim_box(1.0f, 100.0f);
    add(s, SIM_STATIC, 0.5f * width, -1.0f, &ground);
    add(s, SIM_STATIC, -1.0f, 100.0f, &wall);
    add(s, SIM_STATIC, width + 1.0f, 100.0f, &wall);
    for (int i = 0; i < items; ++i) {
        half = 0.005f / random_between(0.001f, 1.0f);
        sim_shape box = sim_box(half, half), ball = sim_circle(0.0f, 0.0f, half);
        if (x + 2.1f * half > width) x = 0.0f, y += 2.1f * row, row = 0.0f;
        row = half > row ? half : row;
        add(s, SIM_DYNAMIC, x + 1.05f * half, y + 1.05f * half, i % 2 == 0 ? &box : &ball);
        x += 2.1f * half;
    }
}

// Circles, capsules, pentagons and planks of many sizes fall into a bin.
static void build_mixed(sim *s) {
    seed = 54321u;
    open_world(s);
    sim_shape ground = sim_box(62.0f, 1.0f), wall = sim_box(1.0f, 200.0f);
    add(s, SIM_STATIC, 60.0f, -1.0f, &ground);
    add(s, SIM_STATIC, -1.0f, 200.0f, &wall);
    add(s, SIM_STATIC, 121.0f, 200.0f, &wall);
    for (int i = 0; i < items; ++i) {
        float r = random_between(0.2f, 0.6f);
        sim_vec corners[5];
        for (int k = 0; k < 5; ++k)
            corners[k] =
                sim_v(r * sim_cos(2.0 * SIM_PI * k / 5), r * sim_sin(2.0 * SIM_PI * k / 5));
        sim_shape shapes[4];
        shapes[0] = sim_circle(0.0f, 0.0f, r);
        shapes[1] = sim_capsule(-0.5f * r, 0.0f, 0.5f * r, 0.0f, 0.5f * r);
        shapes[2] = sim_polygon(corners, 5, 0.0f);
        shapes[3] = sim_box(r, 0.25f * r);
        add(s, SIM_DYNAMIC, 0.7f + 1.25f * (float)(i % 95), 0.7f + 1.25f * (float)(i / 95),
            &shapes[i % 4]);
    }
}

// Boxes in rows of ten that rest on the ground.
static void build_small(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f), ground = sim_box(20.0f, 1.0f);
    open_world(s);
    add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
    for (int i = 0; i < items; ++i)
        add(s, SIM_DYNAMIC, 1.2f * (float)(i % 10), 0.5f + (float)(i / 10), &box);
}

// Stacks of twenty boxes that fall asleep, and twenty balls that roll on beside them.
static void build_asleep(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f), ball = sim_circle(0.0f, 0.0f, 0.5f);
    sim_shape ground = sim_box((float)items, 1.0f);
    s->world.sleep = 1;
    open_world(s);
    add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
    for (int i = 0; i < 20; ++i)
        add(s, SIM_DYNAMIC, -5.0f - 2.0f * (float)i, 0.5f, &ball);
    for (int i = 0; i < items; ++i)
        add(s, SIM_DYNAMIC, 10.0f + 1.05f * (float)(i / 20), 0.5f + (float)(i % 20), &box);
}

// ---- measures --------------------------------------------------------------------------------------
// Each takes samples of microseconds, and returns 0 when the time was up before.

// Time of the processor, in milliseconds: what others do meanwhile does not count.
static double clock_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// Notes what passed since `start`, for each of so many, and returns the time.
static double sample(double start, double of) {
    double now = clock_ms();
    if (sample_count < MAX_SAMPLES) samples[sample_count++] = 1e3 * (now - start) / of;
    return now;
}

// The same after every tenth thing: one alone is too short for the clock.
static double sample_ten(double start, int i) { return i % 10 == 9 ? sample(start, 10.0) : start; }

static int in_time(void) { return machine_ms() <= deadline_ms; }

static int warm_up(sim *s, int steps) {
    for (int i = 0; i < steps; ++i) {
        if (!s->engine->step(s->ctx, s->dt, s->substeps) || !in_time()) return 0;
    }
    return 1;
}

static int time_first_step(sim *s) {
    double start = clock_ms();
    s->engine->step(s->ctx, s->dt, s->substeps);
    sample(start, 1.0);
    return in_time();
}

static int time_steps(sim *s) {
    if (!warm_up(s, WARM_UP)) return 0;
    double now = clock_ms();
    for (int done = 0; done < STEPS && in_time(); ++done) {
        s->engine->step(s->ctx, s->dt, s->substeps);
        now = sample(now, 1.0);
    }
    return 1;
}

static int time_fall(sim *s) { // from the first step on, until most rests
    double now = clock_ms();
    for (int done = 0; done < 600 && in_time(); ++done) {
        s->engine->step(s->ctx, s->dt, s->substeps);
        now = sample(now, 1.0);
    }
    return 1;
}
static int time_rest(sim *s) { return warm_up(s, 900) && time_steps(s); }
static int time_short_steps(sim *s) { // too short for the clock one by one
    if (!warm_up(s, 600)) return 0;
    double now = clock_ms();
    for (int i = 0; i < 100; ++i) {
        if (!warm_up(s, 100)) return 0;
        now = sample(now, 100.0);
    }
    return 1;
}

static int time_asleep(sim *s) {
    if (!warm_up(s, 300)) return 0;
    for (int step = 0; step < 10 * STEPS; ++step) {
        for (int i = 0; i < 20; ++i)
            s->engine->body_set_velocity(s->ctx, 1 + i, sim_v(step / 100 % 2 ? 1.0f : -1.0f, 0.0f),
                                         0.0f);
        double start = clock_ms();
        s->engine->step(s->ctx, s->dt, s->substeps);
        sample(start, 1.0);
        if (!in_time()) return 0;
    }
    return 1;
}

static int time_destroying(sim *s) {
    if (!warm_up(s, WARM_UP)) return 0;
    double now = clock_ms();
    for (int i = 0; i < CHANGES; ++i) {
        s->engine->body_destroy(s->ctx, 1 + i * (items / CHANGES));
        now = sample_ten(now, i);
    }
    return 1;
}

static int time_creating(sim *s) {
    sim_shape box = sim_box(0.4f, 0.4f);
    if (!warm_up(s, WARM_UP)) return 0;
    double now = clock_ms();
    for (int i = 0; i < CHANGES; ++i) {
        sim_body_def def = sim_body_at(SIM_DYNAMIC, (float)(i * (items / 20) / CHANGES), 20.6f);
        s->engine->body_create(s->ctx, s->body_count + i, &def);
        s->engine->shape_create(s->ctx, s->body_count + i, &box);
        now = sample_ten(now, i);
    }
    return 1;
}

// Bodies three metres apart, before the first step.
static int time_air(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f);
    double now = clock_ms();
    for (int i = 0; i < items && in_time(); ++i) {
        sim_body_def def =
            sim_body_at(SIM_DYNAMIC, 3.0f * (float)(i % 200), 3.0f * (float)(i / 200));
        s->engine->body_create(s->ctx, i, &def);
        s->engine->shape_create(s->ctx, i, &box);
        now = sample_ten(now, i);
    }
    return in_time();
}

// Rays through these, likewise.
static int time_rays(sim *s) {
    if (s->engine->probe == NULL || s->engine->probe->ray == NULL || !time_air(s)) return 0;
    sample_count = 0;
    double now = clock_ms();
    for (int i = 0; i < 1000; ++i) {
        float x = 0.6f * (float)i, y = 3.0f * (float)(i % 100);
        s->engine->probe->ray(s->ctx, sim_v(x, y), sim_v(x + 20.0f, y + 15.0f));
        now = sample_ten(now, i);
    }
    return 1;
}

// The tiles of a level on one body.
static int time_level(sim *s) {
    sim_body_def def = sim_body_at(SIM_STATIC, 0.0f, 0.0f);
    s->engine->body_create(s->ctx, 0, &def);
    double now = clock_ms();
    for (int i = 0; i < items && in_time(); ++i) {
        sim_shape tile = sim_box_at(0.5f, 0.5f, (float)(i % 200), (float)(i / 200), 0.0f);
        s->engine->shape_create(s->ctx, 0, &tile);
        now = sample_ten(now, i);
    }
    return in_time();
}

// Bodies in a row, each pinned to the one before.
static int time_chain(sim *s) {
    sim_shape link = sim_capsule(-0.25f, 0.0f, 0.25f, 0.0f, 0.1f);
    double now = clock_ms();
    for (int i = 0; i < items && in_time(); ++i) {
        sim_body_def def = sim_body_at(i == 0 ? SIM_STATIC : SIM_DYNAMIC, 0.5f * (float)i, 0.0f);
        s->engine->body_create(s->ctx, i, &def);
        s->engine->shape_create(s->ctx, i, &link);
        sim_joint_def joint;
        memset(&joint, 0, sizeof(joint));
        joint.kind = SIM_JOINT_REVOLUTE;
        joint.a = i - 1, joint.b = i;
        joint.local_a = sim_v(0.25f, 0.0f), joint.local_b = sim_v(-0.25f, 0.0f);
        if (i > 0) s->engine->joint_create(s->ctx, i - 1, &joint);
        now = sample_ten(now, i);
    }
    return in_time();
}

static int time_worlds(sim *s) {
    static sim *others[WORLDS];
    for (int i = 0; i < WORLDS; ++i) {
        others[i] = sim_create(s->engine, s->scene);
        if (others[i] == NULL || others[i]->error != NULL || !warm_up(others[i], WARM_UP)) return 0;
    }
    enum { ROUNDS = 20 };
    double now = clock_ms();
    for (int n = 0; n < ROUNDS; ++n) {
        for (int i = 0; i < WORLDS; ++i)
            others[i]->engine->step(others[i]->ctx, s->dt, s->substeps);
        now = sample(now, WORLDS);
    }
    return 1;
}

// ---- the table -------------------------------------------------------------------------------------

typedef struct cliff {
    const char *name, *counts;
    int items, small; // small: with room for small worlds only
    void (*build)(sim *s);
    int (*measure)(sim *s);
} cliff;

static const cliff cliffs[] = {
    {"statics_10000", "step", 10000, 0, build_statics, time_steps},
    {"statics_100000", "step", 100000, 0, build_statics, time_steps},
    {"first_100000", "step", 100000, 0, build_statics, time_first_step},
    {"asleep_20000", "step", 20000, 0, build_asleep, time_asleep},
    {"level_1000", "tile", 1000, 0, build_nothing, time_level},
    {"level_16000", "tile", 16000, 0, build_nothing, time_level},
    {"air_20000", "body", 20000, 0, build_nothing, time_air},
    {"rays_20000", "ray", 20000, 0, build_nothing, time_rays},
    {"destroy_500", "body", 500, 0, build_pile, time_destroying},
    {"destroy_5000", "body", 5000, 0, build_pile, time_destroying},
    {"destroy_20000", "body", 20000, 0, build_pile, time_destroying},
    {"create_500", "body", 500, 0, build_pile, time_creating},
    {"create_5000", "body", 5000, 0, build_pile, time_creating},
    {"create_20000", "body", 20000, 0, build_pile, time_creating},
    {"chain_10000", "link", 10000, 0, build_nothing, time_chain},
    {"plank_1000", "step", 1000, 0, build_plank, time_steps},
    {"plank_5000", "step", 5000, 0, build_plank, time_steps},
    {"sizes_2000", "step", 2000, 0, build_sizes, time_steps},
    {"sizes_30000", "step", 30000, 0, build_sizes, time_steps},
    {"mixed_10000", "step", 10000, 0, build_mixed, time_steps},
    {"bounces_3000", "step", 3000, 0, build_bounces, time_fall},
    {"compounds_1000", "step", 1000, 0, build_compounds, time_fall},
    {"calm_3000", "step", 3000, 0, build_calm, time_rest},
    {"calm_bouncy_3000", "step", 3000, 0, build_calm_bouncy, time_rest},
    {"bodies_10", "step", 10, 1, build_small, time_short_steps},
    {"bodies_50", "step", 50, 1, build_small, time_short_steps},
    {"worlds_1000", "step", 10, 1, build_small, time_worlds},
};
enum { CLIFFS = sizeof(cliffs) / sizeof(cliffs[0]) };

// ---- one run ---------------------------------------------------------------------------------------

typedef struct options {
    const char *scenes[MAX_NAMES], *engines[MAX_NAMES], *csv;
    int scene_count, engine_count, runs;
    double budget; // [s]
} options;

typedef struct result {
    double us, us99; // median and 99th percentile; below 0: not done in time, or failed
} result;

static int compare_doubles(const void *pa, const void *pb) {
    const double *a = (const double *)pa, *b = (const double *)pb;
    return *a < *b ? -1 : *a > *b;
}

static result run(const cliff *c, const sim_engine *engine, double budget) {
    result out = {-2.0, -2.0};
    sim_scene scene;
    memset(&scene, 0, sizeof(scene));
    scene.name = c->name, scene.build = c->build;
    items = c->items;
    deadline_ms = machine_ms() + 1e3 * budget;
    if (c->small && strcmp(engine->name, "verlet2d") == 0) engine = &engine_verlet2d_small;
    sim *s = sim_create(engine, &scene);
    if (s == NULL || s->error != NULL) return out;
    out.us = out.us99 = -1.0;
    if (!c->measure(s) || sample_count == 0) return out;
    qsort(samples, (size_t)sample_count, sizeof(double), compare_doubles);
    out.us = samples[(sample_count - 1) / 2], out.us99 = samples[99 * (sample_count - 1) / 100];
    return out;
}

static result run_apart(const cliff *c, const sim_engine *engine, double budget) {
    result out = {-2.0, -2.0};
    int fds[2];
    fflush(NULL);
    pid_t child = pipe(fds) == 0 ? fork() : -1;
    if (child < 0) {
        perror("cliffs");
        exit(2);
    }
    if (child == 0) {
        machine_pin(-1);
        out = run(c, engine, budget);
        _exit(write(fds[1], &out, sizeof(out)) == (ssize_t)sizeof(out) ? 0 : 1);
    }
    close(fds[1]);
    if (read(fds[0], &out, sizeof(out)) != (ssize_t)sizeof(out)) out.us = out.us99 = -2.0;
    close(fds[0]);
    waitpid(child, NULL, 0);
    return out;
}

static int compare_results(const void *pa, const void *pb) {
    return compare_doubles(&((const result *)pa)->us, &((const result *)pb)->us);
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
            for (int k = 0; k < CLIFFS; ++k)
                printf("scene %s\n", cliffs[k].name);
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

static void print_time(double us) {
    char text[32];
    if (us < 0.0)
        snprintf(text, sizeof(text), us < -1.0 ? "failed" : "-");
    else
        snprintf(text, sizeof(text), "%.2f", us);
    printf(" %12s", text);
}

static void print_cell(result r, double own, int first) {
    double us = r.us;
    print_time(us);
    print_time(r.us99);
    if (first) return;
    if (us < 0.0 || own <= 0.0)
        printf(" %8s", "-");
    else
        printf(" %8.2f", us / own);
}

int main(int argc, char **argv) {
    options o;
    if (!parse(&o, argc, argv)) {
        fprintf(stderr, "cliffs [--scene S]... [--engine E]... [--runs N] [--budget SECONDS] "
                        "[--csv FILE] [--list]\n");
        return 2;
    }
    const sim_engine *chosen[MAX_ENGINES];
    int count = 0;
    for (int e = 0; engines[e] != NULL && count < MAX_ENGINES; ++e) {
        if (wanted(engines[e]->name, o.engines, o.engine_count)) chosen[count++] = engines[e];
    }
    FILE *csv = o.csv != NULL ? fopen(o.csv, "w") : NULL;
    if (count == 0 || (o.csv != NULL && csv == NULL)) {
        fprintf(stderr, "cliffs: no such engine, or cannot write %s\n", o.csv != NULL ? o.csv : "");
        return 2;
    }
    if (csv != NULL) fprintf(csv, "scene,engine,us,of,us99\n");
    printf("%-15s %-5s", "microseconds", "for a");
    for (int e = 0; e < count; ++e)
        printf(e == 0 ? " %12s         99 %%" : " %12s         99 %%    ratio", chosen[e]->name);
    printf("\n");
    for (int k = 0; k < CLIFFS; ++k) {
        double own = -1.0;
        if (!wanted(cliffs[k].name, o.scenes, o.scene_count)) continue;
        printf("%-15s %-5s", cliffs[k].name, cliffs[k].counts);
        for (int e = 0; e < count; ++e) {
            result results[MAX_RUNS];
            for (int n = 0; n < o.runs; ++n)
                results[n] = run_apart(&cliffs[k], chosen[e], o.budget);
            qsort(results, (size_t)o.runs, sizeof(result), compare_results);
            result median = results[(o.runs - 1) / 2];
            if (e == 0) own = median.us;
            print_cell(median, own, e == 0);
            if (csv != NULL)
                fprintf(csv, "%s,%s,%.4f,%s,%.4f\n", cliffs[k].name, chosen[e]->name, median.us,
                        cliffs[k].counts, median.us99);
        }
        printf("\n");
        fflush(NULL);
    }
    if (csv != NULL) fclose(csv);
    return 0;
}
