// SPDX-License-Identifier: MIT OR Unlicense
// bench.c - time per step of every engine that was compiled in, on every speed scene.
//
// Run:   bench [--scene S]... [--engine E]... [--steps N] [--runs N] [--budget SECONDS] [--core N]
//              [--workers N] [--csv FILE] [--stages] [--list]
// --workers lets the first engine run a second time, with N threads.
// Each run is a process of its own, pinned to one core, so that no engine inherits another's heap or
// caches; the engines take turns, so that they meet the same machine. What counts is the run whose
// mean is the median of all. Only the engine's step is timed, not what a scene does before it (rain's
// spawning, junkyard's sweeper), nor the look at overlaps every 50 steps.
//
// The budget is for the whole program; each scene gets an equal share for each of its engines, and
// what one leaves is the others'. An engine that has no time left stops early: its ratio is then over
// the steps that both did, stands in brackets, and is not part of the means.
//
// Order of the file: options, one run, its process, a scene, tables.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // fork, pipe, clock_gettime, sched_setaffinity
#endif

#include "engines.h"
#include "judge.h"
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ENGINES = 8, MAX_SCENES = 64, MAX_NAMES = 32, MAX_RUNS = 99, STAGES = 5 };
enum { SAMPLE_EVERY = 8, JUDGE_EVERY = 50 }; // steps

typedef struct timing {
    double mean, median, p99, max;    // of the engine's steps [ms]
    double stage[STAGES];             // mean of the sampled steps [ms]
    double touching;                  // contacts, mean of the sampled steps
    double overlap_end, overlap_most; // deepest: at the end, and at any look [m]
    double *until;                    // time of steps 0 to i [ms]
    double seconds;                   // of the whole run, set-up included
    int bodies, points, contacts, dropped, steps, runs;
    int finished;      // all steps that were wanted
    uint64_t hash;     // of poses
    uint64_t own_hash; // the engine's
    const char *error;
} timing;

// ---- options ---------------------------------------------------------------------------------------

typedef struct options {
    const char *scenes[MAX_NAMES], *engines[MAX_NAMES];
    int scene_count, engine_count, steps, runs, core, workers, stages;
    double budget; // [s], 0 for no end
    const char *csv;
} options;

static void list_all(void) {
    for (int e = 0; engines[e] != NULL; ++e)
        printf("engine %s: %s\n", engines[e]->name, engines[e]->note);
    for (int k = 0; k < sim_scene_count; ++k)
        printf("scene %s\n", sim_scenes[k].name);
}

static int take_option(options *o, const char *name, const char *value) {
    if (strcmp(name, "--scene") == 0 && o->scene_count < MAX_NAMES) {
        o->scenes[o->scene_count++] = value;
        return sim_scene_find(value) != NULL;
    }
    if (strcmp(name, "--engine") == 0 && o->engine_count < MAX_NAMES) {
        o->engines[o->engine_count++] = value;
        return 1;
    }
    if (strcmp(name, "--csv") == 0) {
        o->csv = value;
        return 1;
    }
    if (strcmp(name, "--budget") == 0) {
        o->budget = atof(value);
        return o->budget >= 0.0;
    }
    int number = atoi(value);
    int *where = strcmp(name, "--steps") == 0     ? &o->steps
                 : strcmp(name, "--runs") == 0    ? &o->runs
                 : strcmp(name, "--core") == 0    ? &o->core
                 : strcmp(name, "--workers") == 0 ? &o->workers
                                                  : NULL;
    if (where == NULL || number < (where == &o->core ? 0 : 1)) return 0;
    *where = number;
    return 1;
}

static int parse(options *o, int argc, char **argv) {
    memset(o, 0, sizeof(*o));
    o->runs = o->workers = 1;
    o->core = -1;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--list") == 0) {
            list_all();
            exit(0);
        }
        if (strcmp(argv[i], "--stages") == 0) {
            o->stages = 1;
            continue;
        }
        if (i + 1 >= argc || !take_option(o, argv[i], argv[i + 1])) return 0;
        ++i;
    }
    return o->runs <= MAX_RUNS;
}

static int wanted(const char *name, const char *const *names, int count) {
    for (int i = 0; i < count; ++i) {
        if (strcmp(names[i], name) == 0) return 1;
    }
    return count == 0;
}

// ---- one run ---------------------------------------------------------------------------------------

static int compare_doubles(const void *pa, const void *pb) {
    const double *a = (const double *)pa, *b = (const double *)pb;
    return *a < *b ? -1 : *a > *b;
}

static void sample(const sim *s, timing *t) {
    sim_stats stats;
    memset(&stats, 0, sizeof(stats));
    s->engine->stats(s->ctx, &stats);
    for (int k = 0; k < STAGES; ++k)
        t->stage[k] += stats.stage[k];
    t->touching += stats.contacts;
}

// Steps until all are done or the time is up; returns how many were done.
static int run_steps(sim *s, judge *j, timing *t, double *ms, int steps, double limit_ms) {
    double begin = machine_ms();
    int done = 0, samples = 0;
    while (done < steps && s->error == NULL) {
        sim_step_scene(s);
        double start = machine_ms();
        sim_step_engine(s);
        ms[done] = machine_ms() - start;
        if (s->error != NULL) break;
        t->mean += ms[done];
        t->until[done] = t->mean;
        done += 1;
        if (done % SAMPLE_EVERY == 0 || steps < SAMPLE_EVERY) {
            sample(s, t);
            samples += 1;
        }
        if (done % JUDGE_EVERY == 0) judge_check(j);
        if (limit_ms > 0.0 && machine_ms() - begin > limit_ms) break;
    }
    t->mean /= done > 0 ? done : 1;
    for (int k = 0; k < STAGES && samples > 0; ++k)
        t->stage[k] /= samples;
    if (samples > 0) t->touching /= samples;
    return done;
}

static void summarize(const sim *s, judge *j, timing *t, double *ms) {
    sim_stats stats;
    memset(&stats, 0, sizeof(stats));
    stats.want_hash = 1;
    s->engine->stats(s->ctx, &stats);
    judge_report judged = judge_finish(j);
    qsort(ms, (size_t)t->steps, sizeof(double), compare_doubles);
    t->median = ms[t->steps / 2];
    t->p99 = ms[t->steps * 99 / 100];
    t->max = ms[t->steps - 1];
    t->overlap_end = judged.overlap_end;
    t->overlap_most = judged.overlap_worst;
    t->bodies = sim_alive_count(s);
    t->points = s->point_count;
    t->contacts = stats.contacts;
    t->dropped = stats.dropped;
    t->hash = sim_hash(s);
    t->own_hash = stats.hash;
}

// t->until has room for `steps`.
static void run(const sim_engine *engine, const sim_scene *scene, int steps, int workers,
                double limit_ms, timing *t) {
    double start = machine_ms();
    sim *s = sim_create_with(engine, scene, workers);
    judge *j = s != NULL ? judge_create(s) : NULL;
    double *ms = (double *)malloc((size_t)steps * sizeof(double));
    if (s == NULL || j == NULL || ms == NULL) {
        t->error = "out of memory";
        return;
    }
    double left = limit_ms - (machine_ms() - start);
    if (left <= 0.0) left = 1e-3; // one step is the least
    t->steps = run_steps(s, j, t, ms, steps, limit_ms > 0.0 ? left : 0.0);
    t->finished = t->steps == steps;
    t->error = s->error;
    if (s->error == NULL) summarize(s, j, t, ms);
    judge_destroy(j);
    free(ms);
    sim_destroy(s);
    t->seconds = 1e-3 * (machine_ms() - start);
}

// An engine with so many threads.
typedef struct entry {
    const sim_engine *engine;
    int workers;
    char name[40];
} entry;

// ---- its process -----------------------------------------------------------------------------------

static int write_all(int fd, const void *data, size_t size) {
    const char *p = (const char *)data;
    while (size > 0) {
        ssize_t n = write(fd, p, size);
        if (n <= 0) return 0;
        p += n;
        size -= (size_t)n;
    }
    return 1;
}

static int read_all(int fd, void *data, size_t size) {
    char *p = (char *)data;
    while (size > 0) {
        ssize_t n = read(fd, p, size);
        if (n <= 0) return 0;
        p += n;
        size -= (size_t)n;
    }
    return 1;
}

static void *need_memory(size_t size) {
    void *p = calloc(1, size);
    if (p == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(2);
    }
    return p;
}

// The child is a copy of this process, so that a pointer to a text means the same in both.
static timing run_apart(const options *o, const entry *who, const sim_scene *scene,
                        double limit_ms) {
    int steps = o->steps > 0 ? o->steps : scene->steps, fds[2];
    size_t until_size = (size_t)steps * sizeof(double);
    timing t;
    memset(&t, 0, sizeof(t));
    t.until = (double *)need_memory(until_size);
    fflush(NULL);
    pid_t child = pipe(fds) == 0 ? fork() : -1;
    if (child < 0) {
        perror("bench");
        exit(2);
    }
    if (child == 0) {
        if (who->workers == 1) machine_pin(o->core);
        run(who->engine, scene, steps, who->workers, limit_ms, &t);
        int told = write_all(fds[1], &t, sizeof(t)) && write_all(fds[1], t.until, until_size);
        _exit(told ? 0 : 1);
    }
    close(fds[1]);
    double *until = t.until;
    int status, told = read_all(fds[0], &t, sizeof(t)) && read_all(fds[0], until, until_size);
    t.until = until;
    close(fds[0]);
    waitpid(child, &status, 0);
    if (!told) t.error = "crashed";
    return t;
}

// ---- a scene ---------------------------------------------------------------------------------------

typedef struct race {
    entry entries[MAX_ENGINES];
    const sim_scene *scenes[MAX_SCENES];
    int engine_count, scene_count;
    timing results[MAX_SCENES][MAX_ENGINES];
} race;

static int able(const sim_engine *engine, const sim_scene *scene) {
    return engine->soft_create != NULL || (scene->flags & SIM_SCENE_SOFT) == 0;
}

// Engines that a scene from `first` on can still run in, one by one.
static int count_entries(const race *r, int first) {
    int count = 0;
    for (int k = first; k < r->scene_count; ++k) {
        for (int e = 0; e < r->engine_count; ++e)
            count += able(r->entries[e].engine, r->scenes[k]);
    }
    return count;
}

static int compare_timings(const void *pa, const void *pb) {
    const timing *a = (const timing *)pa, *b = (const timing *)pb;
    return a->mean < b->mean ? -1 : a->mean > b->mean;
}

// The run of median mean; the lower one of two.
static timing pick_median(timing *runs, int count) {
    qsort(runs, (size_t)count, sizeof(timing), compare_timings);
    timing t = runs[(count - 1) / 2];
    t.runs = count;
    for (int i = 0; i < count; ++i) {
        if (runs[i].until != t.until) free(runs[i].until);
    }
    return t;
}

// All runs of scene k. `share_ms` is what it may take, 0 for no end.
static void run_scene(const options *o, race *r, int k, double share_ms) {
    static timing runs[MAX_ENGINES][MAX_RUNS];
    int count[MAX_ENGINES] = {0};
    double begin = machine_ms();
    int waiting = count_entries(r, k) - count_entries(r, k + 1);
    for (int turn = 0; turn < o->runs; ++turn) {
        for (int e = 0; e < r->engine_count; ++e) {
            double left = share_ms - (machine_ms() - begin), limit = 0.0;
            // The first engine, which the others are held against, may take half.
            if (share_ms > 0.0)
                limit = left / (e == 0 && waiting > 2 ? 2 : waiting > 0 ? waiting : 1);
            if (share_ms > 0.0 && limit < 1.0) limit = 1.0;
            if (turn == 0) waiting -= able(r->entries[e].engine, r->scenes[k]);
            // Only runs of the full length are repeated, and only when the time will do.
            const timing *first = &runs[e][0];
            if (turn > 0 && (first->error != NULL || !first->finished ||
                             (share_ms > 0.0 && 1e3 * first->seconds > left)))
                continue;
            timing t = run_apart(o, &r->entries[e], r->scenes[k], turn == 0 ? limit : 0.0);
            runs[e][count[e]++] = t;
        }
    }
    for (int e = 0; e < r->engine_count; ++e)
        r->results[k][e] = pick_median(runs[e], count[e]);
}

// ---- tables ----------------------------------------------------------------------------------------

// How many times as fast engine 0 was, over the steps that both did; 0 when one did none.
static double ratio_of(const race *r, int k, int e) {
    const timing *own = &r->results[k][0], *t = &r->results[k][e];
    if (own->error != NULL || t->error != NULL) return 0.0;
    int same = t->steps < own->steps ? t->steps : own->steps;
    return t->until[same - 1] / own->until[same - 1];
}

static void print_ratio(const race *r, int k, int e) {
    double ratio = ratio_of(r, k, e);
    char text[32] = "-";
    int partial = !r->results[k][0].finished || !r->results[k][e].finished;
    if (ratio > 0.0) snprintf(text, sizeof(text), partial ? "(%.2f)" : "%.2f", ratio);
    printf(" %8s", text);
}

static void print_head(void) {
    printf("%-14s %-16s %8s %8s %8s %8s %8s %5s %4s %6s %8s %6s %8s %7s  %-16s\n", "scene",
           "engine", "ms/step", "ratio", "median", "p99", "max", "steps", "runs", "bodies",
           "contacts", "ns/con", "overlap", "at end", "state hash");
}

// The hash is the engine's own, or else that of the poses.
static void print_row(const race *r, int k, int e) {
    const timing *t = &r->results[k][e];
    printf("%-14s %-16s ", r->scenes[k]->name, r->entries[e].name);
    if (t->error != NULL) {
        printf("%8s %s\n", "-", t->error);
        return;
    }
    printf("%8.3f", t->mean);
    print_ratio(r, k, e);
    char each[32] = "-";
    if (t->touching >= 0.1 * t->bodies && t->touching > 0.0)
        snprintf(each, sizeof(each), "%.0f", 1e6 * t->mean / t->touching);
    printf(" %8.3f %8.3f %8.3f %5d %4d %6d %8d %6s %8.4f %7.4f  %016llx%s%s\n", t->median, t->p99,
           t->max, t->steps, t->runs, t->bodies + t->points, t->contacts, each, t->overlap_most,
           t->overlap_end, (unsigned long long)(t->own_hash != 0 ? t->own_hash : t->hash),
           t->finished ? "" : " out of time", t->dropped > 0 ? " CONTACTS DROPPED" : "");
}

static void write_csv(FILE *csv, const race *r, int k, int e) {
    const timing *t = &r->results[k][e];
    if (t->error != NULL) return;
    fprintf(csv, "%s,%s,%.6f,%.4f,%.6f,%.6f,%.6f,%d,%d,%d,%d,%d,%d,%.1f,%.6f,%.6f",
            r->scenes[k]->name, r->entries[e].name, t->mean, ratio_of(r, k, e), t->median, t->p99,
            t->max, t->steps, t->finished, t->runs, t->bodies, t->points, t->contacts, t->touching,
            t->overlap_most, t->overlap_end);
    for (int i = 0; i < STAGES; ++i)
        fprintf(csv, ",%.6f", t->stage[i]);
    fprintf(csv, ",%016llx,%016llx\n", (unsigned long long)t->hash,
            (unsigned long long)t->own_hash);
}

static void print_stages(const race *r, int e) {
    int rows = 0;
    for (int k = 0; k < r->scene_count; ++k)
        rows += r->results[k][e].error == NULL;
    if (r->entries[e].engine->stage_names == NULL || rows == 0) return;
    printf("\n%s: ms of a step in its stages\n%-14s", r->entries[e].name, "scene");
    char names[128], *at = names;
    snprintf(names, sizeof(names), "%s", r->entries[e].engine->stage_names);
    for (char *name = strtok(at, " "); name != NULL; name = strtok(NULL, " "))
        printf(" %11s", name);
    printf("\n");
    for (int k = 0; k < r->scene_count; ++k) {
        const timing *t = &r->results[k][e];
        if (t->error != NULL) continue;
        printf("%-14s", r->scenes[k]->name);
        for (int i = 0; i < STAGES; ++i)
            printf(" %11.3f", t->stage[i]);
        printf("\n");
    }
}

// Geometric mean and least of the ratios of finished scenes that have all of `flags`; of several
// threads the inverse, which is their gain over one.
static void print_means(const race *r, unsigned flags, const char *name) {
    int any = 0, inside = 0;
    for (int k = 0; k < r->scene_count; ++k)
        inside += ((unsigned)r->scenes[k]->flags & flags) == flags;
    if (flags != 0u && inside == r->scene_count) return; // the mean over all says the same
    for (int e = 1; e < r->engine_count; ++e) {
        double log_sum = 0.0, least = 0.0;
        int count = 0, of = 0, threads = r->entries[e].workers > 1;
        for (int k = 0; k < r->scene_count; ++k) {
            if (((unsigned)r->scenes[k]->flags & flags) != flags) continue;
            of += able(r->entries[e].engine, r->scenes[k]);
            double ratio = ratio_of(r, k, e);
            if (ratio <= 0.0 || !r->results[k][0].finished || !r->results[k][e].finished) continue;
            if (threads) ratio = 1.0 / ratio;
            log_sum += log(ratio);
            if (count == 0 || ratio < least) least = ratio;
            count += 1;
        }
        if (count == 0) continue;
        if (!any) printf("%s: how many times as fast %s is\n", name, r->entries[0].name);
        any = 1;
        if (threads)
            printf("  with %d threads", r->entries[e].workers);
        else
            printf("  than %-16s", r->entries[e].name);
        printf(" geometric mean %6.2f, least %6.2f, over the %d of %d that both finished\n",
               exp(log_sum / count), least, count, of);
    }
}

static void add_entry(race *r, const sim_engine *engine, int workers) {
    if (r->engine_count == MAX_ENGINES) return;
    entry *it = &r->entries[r->engine_count++];
    it->engine = engine;
    it->workers = workers;
    if (workers == 1)
        snprintf(it->name, sizeof(it->name), "%s", engine->name);
    else
        snprintf(it->name, sizeof(it->name), "%.16s x%d", engine->name, workers);
}

// Returns 0 when something that was asked for does not exist.
static int choose(const options *o, race *r) {
    for (int e = 0; engines[e] != NULL && r->engine_count < MAX_ENGINES; ++e) {
        if (wanted(engines[e]->name, o->engines, o->engine_count)) add_entry(r, engines[e], 1);
    }
    if (o->workers > 1 && r->engine_count > 0) add_entry(r, r->entries[0].engine, o->workers);
    for (int k = 0; k < sim_scene_count && r->scene_count < MAX_SCENES; ++k) {
        int asked = o->scene_count > 0 ? wanted(sim_scenes[k].name, o->scenes, o->scene_count)
                                       : (sim_scenes[k].flags & SIM_SCENE_SPEED) != 0;
        if (asked) r->scenes[r->scene_count++] = &sim_scenes[k];
    }
    return r->engine_count > 0 && r->engine_count >= o->engine_count;
}

int main(int argc, char **argv) {
    options o;
    if (!parse(&o, argc, argv)) {
        fprintf(stderr,
                "bench [--scene S]... [--engine E]... [--steps N] [--runs N] "
                "[--budget SECONDS] [--core N] [--workers N] [--csv FILE] [--stages] [--list]\n");
        return 2;
    }
    static race r;
    if (!choose(&o, &r)) {
        fprintf(stderr, "bench: no such engine; try --list\n");
        return 2;
    }
    FILE *csv = o.csv != NULL ? fopen(o.csv, "w") : NULL;
    if (o.csv != NULL && csv == NULL) {
        fprintf(stderr, "bench: cannot write %s\n", o.csv);
        return 2;
    }
    if (csv != NULL) {
        fprintf(csv, "scene,engine,ms,ratio,median_ms,p99_ms,max_ms,steps,finished,runs,bodies,"
                     "points,contacts,mean_contacts,overlap_most,overlap_end,stage1_ms,stage2_ms,"
                     "stage3_ms,stage4_ms,stage5_ms,pose_hash,state_hash\n");
    }
    for (int e = 0; e < r.engine_count; ++e)
        printf("%s: %s\n", r.entries[e].name, r.entries[e].engine->note);
    print_head();
    double begin = machine_ms();
    for (int k = 0; k < r.scene_count; ++k) {
        double left = 1e3 * o.budget - (machine_ms() - begin);
        double share = left * (count_entries(&r, k) - count_entries(&r, k + 1)) /
                       (count_entries(&r, k) > 0 ? count_entries(&r, k) : 1);
        run_scene(&o, &r, k, o.budget > 0.0 ? (share > 1.0 ? share : 1.0) : 0.0);
        for (int e = 0; e < r.engine_count; ++e) {
            print_row(&r, k, e);
            if (csv != NULL) write_csv(csv, &r, k, e);
        }
        fflush(NULL);
    }
    if (csv != NULL) fclose(csv);
    for (int e = 0; e < r.engine_count && o.stages; ++e)
        print_stages(&r, e);
    printf("\n");
    print_means(&r, SIM_SCENE_BOX2D, "the ten scenes of Box2D's benchmark");
    print_means(&r, 0, "all scenes");
    return 0;
}
