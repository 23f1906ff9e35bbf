// SPDX-License-Identifier: MIT OR Unlicense
// table.h - a table of worlds and engines: what cliffs.c and joints.c share.
//
// Options:  [--scene S]... [--engine E]... [--runs N] [--budget SECONDS] [--csv FILE] [--list]
// The budget is for one run of one engine. Each run is a process of its own, pinned to one core; of several
// runs the one with the median of medians counts.
//
// Define _GNU_SOURCE before the first #include.
#ifndef TABLE_H
#define TABLE_H

#include "engines.h"
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABLE_ENGINES = 8, TABLE_RUNS = 99, TABLE_NAMES = 32 };

// Microseconds. The median is below 0 when there was no time, or the engine refuses such a world.
typedef struct table_outcome {
    double median, percentile99, most;
    int samples;
} table_outcome;

typedef struct table {
    const char *program;
    int count;
    const char *(*name)(int row);
    const char *(*counts)(int row); // what it is the time of
    table_outcome (*run)(int row, const sim_engine *engine, double budget);
} table;

typedef struct table__options {
    const char *scenes[TABLE_NAMES], *engines[TABLE_NAMES], *csv;
    int scene_count, engine_count, runs;
    double budget; // [s]
} table__options;

static const table_outcome table_refused = {-1.0, -1.0, -1.0, 0};

static void table_open_world(sim *s) {
    s->ctx = s->engine->create(&s->world);
    if (s->ctx == NULL) s->error = "world refused";
}

static int table_add(sim *s, sim_body_type type, float x, float y, const sim_shape *shape) {
    sim_body_def def = sim_body_at(type, x, y);
    int body = sim_add_body(s, &def);
    if (shape != NULL) sim_add_shape(s, body, shape);
    return body;
}

// Time of the processor, in milliseconds: what others do meanwhile does not count.
static double table_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int table__compare(const void *pa, const void *pb) {
    const double *a = (const double *)pa, *b = (const double *)pb;
    return *a < *b ? -1 : *a > *b;
}

static table_outcome table_outcome_of(double *us, int count) {
    table_outcome out = table_refused;
    if (count == 0) return out;
    out.samples = count;
    qsort(us, (size_t)count, sizeof(double), table__compare);
    out.median = us[(count - 1) / 2];
    out.percentile99 = us[99 * (count - 1) / 100];
    out.most = us[count - 1];
    return out;
}

static table_outcome table__run_apart(const table *t, int row, const sim_engine *engine,
                                      double budget) {
    table_outcome out = table_refused;
    int fds[2];
    fflush(NULL);
    pid_t child = pipe(fds) == 0 ? fork() : -1;
    if (child < 0) {
        perror(t->program);
        exit(2);
    }
    if (child == 0) {
        machine_pin(-1);
        out = t->run(row, engine, budget);
        _exit(write(fds[1], &out, sizeof(out)) == (ssize_t)sizeof(out) ? 0 : 1);
    }
    close(fds[1]);
    if (read(fds[0], &out, sizeof(out)) != (ssize_t)sizeof(out)) out = table_refused;
    close(fds[0]);
    waitpid(child, NULL, 0);
    return out;
}

static int table__wanted(const char *name, const char *const *names, int count) {
    for (int i = 0; i < count; ++i) {
        if (strcmp(names[i], name) == 0) return 1;
    }
    return count == 0;
}

static int table__parse(const table *t, table__options *o, int argc, char **argv) {
    memset(o, 0, sizeof(*o));
    o->runs = 1, o->budget = 20.0;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--list") == 0) {
            for (int k = 0; k < t->count; ++k)
                printf("scene %s\n", t->name(k));
            exit(0);
        }
        if (i + 1 >= argc) return 0;
        const char *name = argv[i], *value = argv[++i];
        if (strcmp(name, "--scene") == 0 && o->scene_count < TABLE_NAMES)
            o->scenes[o->scene_count++] = value;
        else if (strcmp(name, "--engine") == 0 && o->engine_count < TABLE_NAMES)
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
    return o->runs >= 1 && o->runs <= TABLE_RUNS && o->budget > 0.0;
}

static void table__print_cell(const table_outcome *out, const table_outcome *own) {
    if (out->median < 0.0)
        printf(" %12s %12s", "-", "-");
    else
        printf(" %12.2f %12.2f", out->median, out->percentile99);
    if (out == own) return;
    if (out->median < 0.0 || own->median <= 0.0)
        printf(" %8s", "-");
    else
        printf(" %8.2f", out->median / own->median);
}

static int table_main(const table *t, int argc, char **argv) {
    table__options o;
    const sim_engine *chosen[TABLE_ENGINES];
    double logs[TABLE_ENGINES] = {0.0};
    int count = 0, shared[TABLE_ENGINES] = {0};
    if (!table__parse(t, &o, argc, argv)) {
        fprintf(stderr,
                "%s [--scene S]... [--engine E]... [--runs N] [--budget SECONDS] "
                "[--csv FILE] [--list]\n",
                t->program);
        return 2;
    }
    for (int e = 0; engines[e] != NULL && count < TABLE_ENGINES; ++e) {
        if (table__wanted(engines[e]->name, o.engines, o.engine_count))
            chosen[count++] = engines[e];
    }
    FILE *csv = o.csv != NULL ? fopen(o.csv, "w") : NULL;
    if (count == 0 || (o.csv != NULL && csv == NULL)) {
        fprintf(stderr, "%s: no such engine, or cannot write %s\n", t->program,
                o.csv != NULL ? o.csv : "");
        return 2;
    }
    if (csv != NULL) fprintf(csv, "scene,engine,us,of,us_99th,us_most,samples\n");
    printf("%-18s %-5s", "microseconds", "for a");
    for (int e = 0; e < count; ++e)
        printf(" %12s         99 %%%s", chosen[e]->name, e == 0 ? "" : "    ratio");
    printf("\n");
    for (int k = 0; k < t->count; ++k) {
        table_outcome middle[TABLE_ENGINES];
        if (!table__wanted(t->name(k), o.scenes, o.scene_count)) continue;
        printf("%-18s %-5s", t->name(k), t->counts(k));
        for (int e = 0; e < count; ++e) {
            table_outcome outs[TABLE_RUNS];
            for (int n = 0; n < o.runs; ++n)
                outs[n] = table__run_apart(t, k, chosen[e], o.budget);
            qsort(outs, (size_t)o.runs, sizeof(table_outcome),
                  table__compare); // by their first member
            middle[e] = outs[(o.runs - 1) / 2];
            table__print_cell(&middle[e], &middle[0]);
            if (middle[e].median > 0.0 && middle[0].median > 0.0)
                logs[e] += log(middle[e].median / middle[0].median), shared[e] += 1;
            if (csv != NULL)
                fprintf(csv, "%s,%s,%.4f,%s,%.4f,%.4f,%d\n", t->name(k), chosen[e]->name,
                        middle[e].median, t->counts(k), middle[e].percentile99, middle[e].most,
                        middle[e].samples);
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

#endif
