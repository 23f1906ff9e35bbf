// bench.c - time per step of every engine that was compiled in, on every speed scene.
//
// Run:   bench [--scene S]... [--engine E]... [--steps N] [--runs N] [--budget SECONDS] [--csv FILE]
//              [--stages] [--list]
// Every scene runs in all engines one after another, so that they meet the same machine. Of several
// runs the one with the least mean counts. Only the engine's step is timed, not what a scene does
// before it (rain's spawning, junkyard's sweeper). The ratio says how many times as fast the first
// engine is: time over time for the same steps, as many as both of them did within the budget.
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L // clock_gettime
#endif

#include "engines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_ENGINES = 8, MAX_SCENES = 64, MAX_NAMES = 32 };

typedef struct timing {
    double median, p99, max, mean; // [ms]
    double stage[5];               // mean [ms]
    double *until;                 // time of steps 0 to i [ms]
    int bodies, points, contacts, dropped, steps;
    uint64_t hash;     // of poses
    uint64_t own_hash; // the engine's
    const char *error;
} timing;

typedef struct options {
    const char *scenes[MAX_NAMES], *engines[MAX_NAMES];
    int scene_count, engine_count, steps, runs, stages;
    double budget; // a run stops after so many seconds, 0 for never
    const char *csv;
} options;

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare_doubles(const void *pa, const void *pb) {
    const double *a = (const double *)pa, *b = (const double *)pb;
    return *a < *b ? -1 : *a > *b;
}

static timing run(const sim_engine *engine, const sim_scene *scene, int steps, double budget) {
    timing t;
    memset(&t, 0, sizeof(t));
    sim *s = sim_create(engine, scene);
    double *ms = (double *)malloc((size_t)steps * sizeof(double));
    t.until = (double *)calloc((size_t)steps, sizeof(double));
    if (s == NULL || ms == NULL || t.until == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(2);
    }
    sim_stats stats;
    memset(&stats, 0, sizeof(stats));
    double begin = now_ms();
    for (int i = 0; i < steps && s->error == NULL; ++i) {
        sim_step_scene(s);
        double start = now_ms();
        sim_step_engine(s);
        ms[i] = now_ms() - start;
        t.mean += ms[i];
        t.until[i] = t.mean;
        if (engine->stage_names != NULL && i % 8 == 7) {
            engine->stats(s->ctx, &stats);
            for (int k = 0; k < 5; ++k)
                t.stage[k] += stats.stage[k];
        }
        if (budget > 0.0 && now_ms() - begin > 1e3 * budget) steps = i + 1;
    }
    t.mean /= steps;
    for (int k = 0; k < 5 && steps >= 8; ++k)
        t.stage[k] /= steps / 8;
    t.error = s->error;
    if (s->error == NULL) {
        engine->stats(s->ctx, &stats);
        qsort(ms, (size_t)steps, sizeof(double), compare_doubles);
        t.median = ms[steps / 2];
        t.p99 = ms[(steps - 1) * 99 / 100];
        t.max = ms[steps - 1];
        t.bodies = sim_alive_count(s);
        t.points = s->point_count;
        t.contacts = stats.contacts;
        t.dropped = stats.dropped;
        t.steps = steps;
        t.hash = sim_hash(s);
        t.own_hash = stats.hash;
    }
    free(ms);
    sim_destroy(s);
    return t;
}

static void report(FILE *csv, const sim_engine *engine, const sim_scene *scene, const timing *t,
                   int stages) {
    if (t->error != NULL) {
        printf("%-14s %-16s %s\n", scene->name, engine->name, t->error);
        return;
    }
    printf("%-14s %-16s %8.3f %8.3f %8.3f %8.3f %6d %7d %7d  %016llx %016llx%s\n", scene->name,
           engine->name, t->median, t->p99, t->max, t->mean, t->steps, t->bodies + t->points,
           t->contacts, (unsigned long long)t->hash, (unsigned long long)t->own_hash,
           t->dropped > 0 ? " CONTACTS DROPPED" : "");
    if (stages && engine->stage_names != NULL) {
        printf("%-31s %s:", "", engine->stage_names);
        for (int k = 0; k < 5; ++k)
            printf(" %.3f", t->stage[k]);
        printf("\n");
    }
    if (csv != NULL) {
        fprintf(csv, "%s,%s,%d,%.6f,%.6f,%.6f,%.6f,%d,%d,%d,%016llx,%016llx\n", scene->name,
                engine->name, t->steps, t->median, t->p99, t->max, t->mean, t->bodies, t->points,
                t->contacts, (unsigned long long)t->hash, (unsigned long long)t->own_hash);
    }
    fflush(stdout);
}

static int wanted(const char *name, const char *const *names, int count) {
    for (int i = 0; i < count; ++i) {
        if (strcmp(names[i], name) == 0) return 1;
    }
    return count == 0;
}

static int parse(options *o, int argc, char **argv) {
    memset(o, 0, sizeof(*o));
    o->runs = 1;
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--stages") == 0) {
            o->stages = 1;
            continue;
        }
        if (strcmp(argv[i], "--list") == 0) {
            for (int e = 0; engines[e] != NULL; ++e)
                printf("engine %s: %s\n", engines[e]->name, engines[e]->note);
            for (int k = 0; k < sim_scene_count; ++k)
                printf("scene %s\n", sim_scenes[k].name);
            exit(0);
        }
        if (value == NULL) return 0;
        ++i;
        if (strcmp(argv[i - 1], "--scene") == 0 && o->scene_count < MAX_NAMES) {
            if (sim_scene_find(value) == NULL) return 0;
            o->scenes[o->scene_count++] = value;
        } else if (strcmp(argv[i - 1], "--engine") == 0 && o->engine_count < MAX_NAMES) {
            o->engines[o->engine_count++] = value;
        } else if (strcmp(argv[i - 1], "--steps") == 0) {
            o->steps = atoi(value);
        } else if (strcmp(argv[i - 1], "--runs") == 0) {
            o->runs = atoi(value);
        } else if (strcmp(argv[i - 1], "--budget") == 0) {
            o->budget = atof(value);
        } else if (strcmp(argv[i - 1], "--csv") == 0) {
            o->csv = value;
        } else {
            return 0;
        }
    }
    return o->runs > 0 && o->steps >= 0;
}

static void table(const sim_engine *const *list, int count, const sim_scene *const *scenes,
                  timing results[MAX_SCENES][MAX_ENGINES], int scene_count) {
    printf("\nmean ms/step, and how many times as fast %s is\n%-14s", list[0]->name, "");
    for (int e = 0; e < count; ++e)
        printf(e == 0 ? " %12.12s" : " %12.12s ratio", list[e]->name);
    printf("\n");
    double log_sum[MAX_ENGINES] = {0.0}, least[MAX_ENGINES] = {0.0};
    int shared[MAX_ENGINES] = {0};
    for (int k = 0; k < scene_count; ++k) {
        printf("%-14s", scenes[k]->name);
        for (int e = 0; e < count; ++e) {
            const timing *t = &results[k][e];
            int both = t->error == NULL && results[k][0].error == NULL;
            if (t->error == NULL)
                printf(" %12.3f", t->mean);
            else
                printf(" %12s", "-");
            if (e == 0) continue;
            if (!both) {
                printf(" %5s", "-");
                continue;
            }
            int same = t->steps < results[k][0].steps ? t->steps : results[k][0].steps;
            double ratio = t->until[same - 1] / results[k][0].until[same - 1];
            printf(" %5.2f", ratio);
            log_sum[e] += log(ratio);
            if (shared[e] == 0 || ratio < least[e]) least[e] = ratio;
            shared[e] += 1;
        }
        printf("\n");
    }
    for (int row = 0; row < 2 && count > 1; ++row) {
        printf("%-14s %12s", row == 0 ? "geometric mean" : "least", "");
        for (int e = 1; e < count; ++e) {
            if (shared[e] == 0)
                printf(" %12s %5s", "", "-");
            else
                printf(" %12s %5.2f", "", row == 0 ? exp(log_sum[e] / shared[e]) : least[e]);
        }
        printf("\n");
    }
}

int main(int argc, char **argv) {
    options o;
    if (!parse(&o, argc, argv)) {
        fprintf(stderr, "bench [--scene S]... [--engine E]... [--steps N] [--runs N] [--budget "
                        "SECONDS] [--csv FILE] [--stages] "
                        "[--list]\n");
        return 2;
    }
    const sim_engine *list[MAX_ENGINES];
    const sim_scene *scenes[MAX_SCENES];
    static timing results[MAX_SCENES][MAX_ENGINES];
    int engine_count = 0, scene_count = 0;
    for (int e = 0; engines[e] != NULL && engine_count < MAX_ENGINES; ++e) {
        if (wanted(engines[e]->name, o.engines, o.engine_count)) list[engine_count++] = engines[e];
    }
    for (int k = 0; k < sim_scene_count && scene_count < MAX_SCENES; ++k) {
        int asked = o.scene_count > 0 ? wanted(sim_scenes[k].name, o.scenes, o.scene_count)
                                      : (sim_scenes[k].flags & SIM_SCENE_SPEED) != 0;
        if (asked) scenes[scene_count++] = &sim_scenes[k];
    }
    if (engine_count == 0) {
        fprintf(stderr, "bench: no such engine; try --list\n");
        return 2;
    }
    FILE *csv = NULL;
    if (o.csv != NULL) {
        csv = fopen(o.csv, "w");
        if (csv == NULL) {
            fprintf(stderr, "bench: cannot write %s\n", o.csv);
            return 2;
        }
        fprintf(csv, "scene,engine,steps,median_ms,p99_ms,max_ms,mean_ms,bodies,points,contacts,"
                     "pose_hash,state_hash\n");
    }

    printf("%-14s %-16s %8s %8s %8s %8s %6s %7s %7s  %-16s %-16s\n", "scene", "engine", "median",
           "p99", "max", "mean", "steps", "bodies", "contact", "pose hash", "state hash");
    for (int k = 0; k < scene_count; ++k) {
        int steps = o.steps > 0 ? o.steps : scenes[k]->steps;
        for (int r = 0; r < o.runs; ++r) {
            for (int e = 0; e < engine_count; ++e) {
                timing t = run(list[e], scenes[k], steps, o.budget);
                int better = r == 0 || t.mean < results[k][e].mean;
                free(better ? results[k][e].until : t.until);
                if (better) results[k][e] = t;
            }
        }
        for (int e = 0; e < engine_count; ++e)
            report(csv, list[e], scenes[k], &results[k][e], o.stages);
    }
    if (csv != NULL) fclose(csv);
    table(list, engine_count, scenes, results, scene_count);
    for (int k = 0; k < scene_count; ++k) {
        for (int e = 0; e < engine_count; ++e)
            free(results[k][e].until);
    }
    return 0;
}
