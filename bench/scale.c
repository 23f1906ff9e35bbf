// SPDX-License-Identifier: MIT OR Unlicense
// scale.c - how the time of a step grows with what is in the world.
//
// Run:   scale [--engine E]... [--most N] [--runs N] [--csv FILE]
// Each world is built once for each of its sizes, up to N items; after a warm-up the mean of some
// steps is taken, of several runs the median. Where time is proportional to size, the cost of an
// item stays the same.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // for machine.h
#endif

#include "engines.h"
#include "machine.h"

#include <stdlib.h>
#include <string.h>

enum { SIZES = 4, MAX_RUNS = 15, MAX_ENGINES = 8, DEPTH = 30 };

static int items; // that the world being built shall have; its builder says how many it took

static void open_world(sim *s) { s->ctx = s->engine->create(&s->world); }

static void add_wall(sim *s, int ground, float hx, float hy, float x, float y) {
    sim_shape box = sim_box_at(hx, hy, x, y, 0.0f);
    sim_add_shape(s, ground, &box);
}

// A bin whose inside is from 0 to `width`.
static void add_bin(sim *s, float width, float height) {
    sim_body_def def = sim_body_at(SIM_STATIC, 0.0f, 0.0f);
    int ground = sim_add_body(s, &def);
    add_wall(s, ground, 0.5f * width + 2.0f, 1.0f, 0.5f * width, -1.0f);
    add_wall(s, ground, 1.0f, 0.5f * height, -1.0f, 0.5f * height);
    add_wall(s, ground, 1.0f, 0.5f * height, width + 1.0f, 0.5f * height);
}

// Boxes, circles and capsules in turn that fall into a bin, always as deep, the wider the more.
static void build_pile(sim *s) {
    open_world(s);
    int columns = items / DEPTH;
    add_bin(s, 1.1f * (float)columns + 0.5f, 60.0f);
    sim_shape shapes[3];
    shapes[0] = sim_box(0.5f, 0.5f);
    shapes[1] = sim_circle(0.0f, 0.0f, 0.5f);
    shapes[2] = sim_capsule(-0.25f, 0.0f, 0.25f, 0.0f, 0.25f);
    for (int i = 0; i < items; ++i) {
        int row = i / columns, column = i % columns;
        float shift = row % 2 == 0 ? 0.0f : 0.3f;
        sim_body_def def =
            sim_body_at(SIM_DYNAMIC, 0.6f + 1.1f * (float)column + shift, 0.6f + 1.1f * (float)row);
        int body = sim_add_body(s, &def);
        sim_add_shape(s, body, &shapes[(row + column) % 3]);
    }
}

// Stacks of ten boxes that stand side by side, out of each other's reach.
static void build_stacks(sim *s) {
    open_world(s);
    enum { HIGH = 10 };
    sim_body_def def = sim_body_at(SIM_STATIC, 0.0f, 0.0f);
    int ground = sim_add_body(s, &def);
    float half = 0.75f * (float)items / (float)HIGH;
    add_wall(s, ground, half + 2.0f, 1.0f, half, -1.0f);
    sim_shape box = sim_box(0.5f, 0.5f);
    for (int i = 0; i < items; ++i) {
        float x = 1.0f + 1.5f * (float)(i / HIGH), y = 0.5f + (float)(i % HIGH);
        def = sim_body_at(SIM_DYNAMIC, x, y);
        int body = sim_add_body(s, &def);
        sim_add_shape(s, body, &box);
    }
}

static void build_stacks_asleep(sim *s) {
    s->world.sleep = 1;
    build_stacks(s);
}

// Boxes that float far apart, each its own way.
static void build_spread(sim *s) {
    s->world.gravity = sim_v(0.0f, 0.0f);
    open_world(s);
    sim_shape box = sim_box(0.5f, 0.5f);
    int columns = 1;
    while (columns * columns < items)
        ++columns;
    for (int i = 0; i < items; ++i) {
        sim_body_def def =
            sim_body_at(SIM_DYNAMIC, 5.0f * (float)(i % columns), 5.0f * (float)(i / columns));
        def.velocity = sim_v(sim_cos((double)i), sim_sin((double)i));
        def.angular_velocity = 1.0f;
        int body = sim_add_body(s, &def);
        sim_add_shape(s, body, &box);
    }
}

static void add_soft(sim *s, sim_soft_def *def, sim_soft_kind kind, sim_vec *points, int count) {
    def->kind = kind;
    def->points = points;
    def->count = count;
    def->friction = 0.6f;
    int first = sim_add_soft(s, def);
    for (int i = 0; kind == SIM_SOFT_CLOTH && i < def->columns; ++i)
        sim_pin_point(s, first + i);
    free(points);
}

static sim_vec *need_points(int count) {
    sim_vec *points = (sim_vec *)malloc((size_t)count * sizeof(sim_vec));
    if (points == NULL) {
        fprintf(stderr, "scale: out of memory\n");
        exit(2);
    }
    return points;
}

// Loose points that fall into a bin.
static void build_points(sim *s) {
    open_world(s);
    int columns = items / DEPTH;
    sim_vec *points = need_points(items);
    add_bin(s, 0.25f * (float)columns + 0.5f, 60.0f);
    for (int i = 0; i < items; ++i) {
        int row = i / columns;
        points[i] = sim_v(0.2f + 0.25f * (float)(i % columns) + (row % 2 == 0 ? 0.0f : 0.07f),
                          0.2f + 0.25f * (float)row);
    }
    sim_soft_def def;
    memset(&def, 0, sizeof(def));
    def.mass = 0.03f * (float)items;
    def.radius = 0.1f;
    add_soft(s, &def, SIM_SOFT_POINTS, points, items);
}

// A square cloth that hangs by its top row: about three edges to a point.
static void build_edges(sim *s) {
    open_world(s);
    int n = 2;
    while ((n + 1) * n * 2 + n * n <= items)
        ++n;
    items = 2 * n * (n - 1) + (n - 1) * (n - 1);
    sim_vec *points = need_points(n * n);
    for (int i = 0; i < n * n; ++i)
        points[i] = sim_v(0.25f * (float)(i % n), -0.25f * (float)(i / n));
    sim_soft_def def;
    memset(&def, 0, sizeof(def));
    def.mass = 0.1f * (float)(n * n);
    def.radius = 0.02f;
    def.damping = 0.5f;
    def.columns = def.rows = n;
    def.spacing = 0.25f;
    add_soft(s, &def, SIM_SOFT_CLOTH, points, n * n);
}

typedef struct world_kind {
    sim_scene scene; // its name is that of the items
    const char *what;
    int sizes[SIZES];
    int warm_up, steps;
    int sleeps; // only for verlet2d: the peers' adapters keep everything awake
} world_kind;

static const world_kind kinds[] = {
    {{"bodies", 0, 0, build_pile, NULL}, "in a pile", {1000, 3000, 10000, 30000}, 150, 50, 0},
    {{"bodies", 0, 0, build_spread, NULL}, "far apart", {1000, 3000, 10000, 30000}, 10, 50, 0},
    {{"bodies", 0, 0, build_stacks, NULL}, "at rest", {1000, 5000, 10000, 20000}, 100, 50, 0},
    {{"bodies", 0, 0, build_stacks_asleep, NULL},
     "asleep",
     {1000, 5000, 10000, 20000},
     100,
     500,
     1},
    {{"points", SIM_SCENE_SOFT, 0, build_points, NULL},
     "in a heap",
     {1000, 5000, 20000, 50000},
     60,
     30,
     0},
    {{"edges", SIM_SCENE_SOFT, 0, build_edges, NULL},
     "of a cloth",
     {1000, 5000, 20000, 100000},
     30,
     30,
     0},
};

enum { KINDS = (int)(sizeof(kinds) / sizeof(kinds[0])) };

typedef struct result {
    double ms, contacts; // of a step
    int items;
} result;

static result measure(const sim_engine *engine, const world_kind *kind, int count) {
    result r;
    memset(&r, 0, sizeof(r));
    items = count;
    sim *s = sim_create(engine, &kind->scene);
    if (s == NULL || s->error != NULL) {
        fprintf(stderr, "scale: %d %s: %s\n", count, kind->scene.name,
                s != NULL ? s->error : "out of memory");
        exit(2);
    }
    for (int i = 0; i < kind->warm_up; ++i)
        sim_step(s);
    double start = machine_ms();
    for (int i = 0; i < kind->steps; ++i)
        sim_step(s);
    r.ms = (machine_ms() - start) / kind->steps;
    sim_stats stats;
    memset(&stats, 0, sizeof(stats));
    engine->stats(s->ctx, &stats);
    r.contacts = stats.contacts;
    r.items = items;
    if (stats.dropped > 0) fprintf(stderr, "scale: contacts dropped\n");
    sim_destroy(s);
    return r;
}

static int compare_results(const void *pa, const void *pb) {
    const result *a = (const result *)pa, *b = (const result *)pb;
    return a->ms < b->ms ? -1 : a->ms > b->ms;
}

// The sizes take turns, so that what else the machine does meets all of them.
static void run_kind(FILE *csv, const sim_engine *engine, const world_kind *kind, int most,
                     int runs) {
    static result results[SIZES][MAX_RUNS];
    for (int run = 0; run < runs; ++run) {
        for (int k = 0; k < SIZES && kind->sizes[k] <= most; ++k)
            results[k][run] = measure(engine, kind, kind->sizes[k]);
    }
    double first = 0.0;
    for (int k = 0; k < SIZES && kind->sizes[k] <= most; ++k) {
        qsort(results[k], (size_t)runs, sizeof(result), compare_results);
        const result *r = &results[k][(runs - 1) / 2];
        double each = 1e6 * r->ms / r->items;
        if (k == 0) first = each;
        printf("%-16s %6s %-10s %7d %9.3f %9.1f %8.2f %9.2f\n", engine->name, kind->scene.name,
               kind->what, r->items, r->ms, each, each / first, r->contacts / r->items);
        if (csv != NULL) {
            fprintf(csv, "%s,%s %s,%d,%.6f,%.6f,%.3f\n", engine->name, kind->scene.name, kind->what,
                    r->items, r->ms, 1e-3 * each, r->contacts / r->items);
        }
        fflush(stdout);
    }
}

typedef struct options {
    const char *engines[MAX_ENGINES], *csv;
    int engine_count, most, runs;
} options;

static int parse(options *o, int argc, char **argv) {
    memset(o, 0, sizeof(*o));
    o->most = 1000000;
    o->runs = 3;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--engine") == 0 && o->engine_count < MAX_ENGINES)
            o->engines[o->engine_count++] = argv[i + 1];
        else if (strcmp(argv[i], "--most") == 0)
            o->most = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--runs") == 0)
            o->runs = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--csv") == 0)
            o->csv = argv[i + 1];
        else
            return 0;
    }
    return argc % 2 == 1 && o->runs > 0 && o->runs <= MAX_RUNS && o->most > 0;
}

static int wanted(const options *o, const char *name) {
    for (int i = 0; i < o->engine_count; ++i) {
        if (strcmp(o->engines[i], name) == 0) return 1;
    }
    return o->engine_count == 0;
}

int main(int argc, char **argv) {
    options o;
    if (!parse(&o, argc, argv)) {
        fprintf(stderr, "scale [--engine E]... [--most N] [--runs N] [--csv FILE]\n");
        return 2;
    }
    FILE *csv = o.csv != NULL ? fopen(o.csv, "w") : NULL;
    if (o.csv != NULL && csv == NULL) {
        fprintf(stderr, "scale: cannot write %s\n", o.csv);
        return 2;
    }
    machine_pin(-1);
    if (csv != NULL) fprintf(csv, "engine,world,items,ms,us_each,contacts_each\n");
    printf("%-16s %-17s %7s %9s %9s %8s %9s\n", "engine", "world", "items", "ms/step", "ns each",
           "growth", "contacts");
    for (int k = 0; k < KINDS; ++k) {
        for (int e = 0; engines[e] != NULL; ++e) {
            int able =
                engines[e]->soft_create != NULL || (kinds[k].scene.flags & SIM_SCENE_SOFT) == 0;
            if (kinds[k].sleeps && strncmp(engines[e]->name, "verlet2d", 8) != 0) continue;
            if (able && wanted(&o, engines[e]->name))
                run_kind(csv, engines[e], &kinds[k], o.most, o.runs);
        }
    }
    if (csv != NULL) fclose(csv);
    return 0;
}
