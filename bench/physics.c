// SPDX-License-Identifier: MIT OR Unlicense
// physics.c - experiments whose outcome physics knows, on every engine that was compiled in.
//
// Run:   physics [--only NAME]... [--engine NAME] [--seeds 1,2,3] [--quick] [--csv FILE] [--jobs 2]
//                [--curves FILE] [--list]
// --only takes the name of an experiment or group, or the start of one. Exits with 1 when verlet2d
// misses a tolerance, with 2 on wrong use. The peers are shown beside it, and not judged.
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L // fork, pipe
#endif
#include "engines.h"
#include "physics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const sim_engine engine_verlet2d_large; // the first one, with more room

enum { MAX_ENGINES = 8, MAX_ROWS = 512, MAX_JOBS = 16, MAX_ONLY = 16 };

static const experiment_group *const groups[] = {
    &physics_motion,     &physics_joints, &physics_contacts, &physics_paths,
    &physics_impacts,    &physics_piles,  &physics_walls,    &physics_soft,
    &physics_mechanisms, &physics_loads,  &physics_frames,   &physics_rays,
    &physics_movers,     &physics_media,  &physics_cells,    &physics_self};
enum { GROUP_COUNT = (int)(sizeof(groups) / sizeof(groups[0])) };

// What a process reports of one experiment.
typedef struct outcome {
    double value[MAX_ENGINES], theory;
    char gap[MAX_ENGINES][64]; // empty when there is a value
} outcome;

typedef struct task {
    const experiment *row;
    const experiment_group *group;
    outcome out;
    int pipe;
    pid_t process; // 0 before it ran
    int done;
} task;

typedef struct options {
    const char *only[MAX_ONLY];
    int only_count;
    const char *engine, *csv, *curves;
    int quick, jobs, list;
    uint32_t seeds[LAB_MAX_SEEDS];
    int seed_count;
} options;

// ---- running ------------------------------------------------------------------------------------

static void run_one(outcome *out, int e, const experiment *row, const options *o) {
    lab l;
    memset(&l, 0, sizeof(l));
    l.engine = e == 0 && (row->flags & LAB_LARGE) != 0 ? &engine_verlet2d_large : engines[e];
    l.a = row->a;
    l.b = row->b;
    l.quick = o->quick;
    memcpy(l.seeds, o->seeds, sizeof(l.seeds));
    l.seed_count = o->seed_count;
    row->run(&l);
    const char *gap = l.gap != NULL ? l.gap : l.s != NULL ? l.s->error : NULL;
    if (gap == NULL && !(l.value - l.value <= 0.0)) gap = "not a number";
    out->value[e] = l.value;
    if (gap == NULL && (e == 0 || fabs(out->theory) <= 0.0)) out->theory = l.theory;
    if (gap != NULL) snprintf(out->gap[e], sizeof(out->gap[e]), "%s", gap);
    sim_destroy(l.s);
}

static int wanted_engine(const options *o, const experiment *row, int e) {
    if (o->engine != NULL && strcmp(o->engine, engines[e]->name) != 0) return 0;
    return e == 0 || (row->flags & LAB_ALONE) == 0;
}

// Each experiment has a process of its own: what one leaves behind, or breaks, is nobody else's.
static int start(task *t, const options *o) {
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0) return 0;
    t->process = fork();
    if (t->process < 0) return 0;
    if (t->process == 0) {
        close(ends[0]);
        for (int e = 0; engines[e] != NULL; ++e) {
            snprintf(t->out.gap[e], sizeof(t->out.gap[e]), "-");
            if (wanted_engine(o, t->row, e)) {
                t->out.gap[e][0] = 0;
                run_one(&t->out, e, t->row, o);
            }
        }
        _exit(write(ends[1], &t->out, sizeof(t->out)) == (ssize_t)sizeof(t->out) ? 0 : 1);
    }
    close(ends[1]);
    t->pipe = ends[0];
    return 1;
}

static void finish(task *t) {
    // An outcome fits into the pipe, so that the process never waited for this.
    if (read(t->pipe, &t->out, sizeof(t->out)) != (ssize_t)sizeof(t->out)) {
        memset(&t->out, 0, sizeof(t->out));
        for (int e = 0; e < MAX_ENGINES; ++e)
            snprintf(t->out.gap[e], sizeof(t->out.gap[e]), "its process ended early");
    }
    close(t->pipe);
    t->done = 1;
}

static void finish_any(task *tasks, int count) {
    pid_t process = wait(NULL);
    for (int i = 0; i < count; ++i) {
        if (!tasks[i].done && tasks[i].process > 0 && tasks[i].process == process)
            finish(&tasks[i]);
    }
}

// ---- report -------------------------------------------------------------------------------------

static int right(const experiment *row, double value, double theory) {
    double off = fabs(value - theory);
    switch (row->rule) {
    case LAB_WITHIN: return off <= row->tolerance;
    case LAB_RELATIVE: return off <= row->tolerance * fabs(theory);
    case LAB_AT_MOST: return value <= row->tolerance;
    case LAB_AT_LEAST: return value >= row->tolerance;
    }
    return 0;
}

static void number(char *text, size_t size, double value) {
    if (fabs(value) > 0.0 && (fabs(value) < 1e-3 || fabs(value) >= 1e6))
        snprintf(text, size, "%.2e", value);
    else
        snprintf(text, size, "%.5g", value);
}

static void tolerance_text(char *text, size_t size, const experiment *row) {
    const char *sign = row->rule == LAB_AT_MOST ? "<=" : row->rule == LAB_AT_LEAST ? ">=" : "+-";
    if (row->rule == LAB_RELATIVE)
        snprintf(text, size, "+-%g %%", 100.0 * row->tolerance);
    else
        snprintf(text, size, "%s%g", sign, row->tolerance);
}

// Rows whose bar the engine does not reach yet. Such a row is told as OPEN and counted as neither passed nor
// failed; one that reaches its bar counts as passed, and its name goes from here. Those after NULL reach it in the
// short form.
static bool is_open(const char *name, const options *o) {
    static const char *const open[] = {"catenary_links",
                                       "heavy_rope",
                                       "long_arms_gain",
                                       "floor_1e6_lost",
                                       "floor_1_gain",
                                       "apart_rests",
                                       "atwood_wheel",
                                       "atwood_wheel_10",
                                       "near_guides",
                                       "edge_slides",
                                       NULL,
                                       "floor_1e3_lost",
                                       "mech_hinges_gain",
                                       "mech_hinges_part",
                                       "mech_welds_gain",
                                       "mech_guides_gain",
                                       "mech_guides_part",
                                       "mech_mixed_gain",
                                       "mech_mixed_part",
                                       "weld_chains_gain",
                                       "weld_chains_part",
                                       "long_arms_part"};
    for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); ++i) {
        if (open[i] == NULL && o->quick) return false;
        if (open[i] != NULL && strcmp(name, open[i]) == 0) return true;
    }
    return false;
}

enum { OPEN_ROW = 2 };

// Returns 1 when the first engine is right, OPEN_ROW, or -1 when it was not asked.
static int report(const task *t, const options *o, FILE *csv) {
    const experiment *row = t->row;
    char text[32];
    number(text, sizeof(text), t->out.theory);
    printf("%-24s %9s", row->name, text);
    if (csv != NULL) fprintf(csv, "%s,%s,%.9g", t->group->name, row->name, t->out.theory);
    for (int e = 0; engines[e] != NULL; ++e) {
        number(text, sizeof(text), t->out.value[e]);
        printf(" %9s", t->out.gap[e][0] != 0 ? "-" : text);
        if (csv != NULL && t->out.gap[e][0] == 0) fprintf(csv, ",%.9g", t->out.value[e]);
        if (csv != NULL && t->out.gap[e][0] != 0) fprintf(csv, ",");
    }
    int asked = wanted_engine(o, row, 0);
    int good = asked && t->out.gap[0][0] == 0 && right(row, t->out.value[0], t->out.theory);
    bool open = !good && is_open(row->name, o);
    const char *verdict = !asked ? "-" : good ? "pass" : open ? "OPEN" : "FAIL";
    tolerance_text(text, sizeof(text), row);
    printf(" %9s %10s  %-4s  %s", row->box2d32 != NULL ? row->box2d32 : "-", text, verdict,
           row->theory);
    if (asked && !good && t->out.gap[0][0] != 0) printf("  [%s]", t->out.gap[0]);
    printf("\n");
    if (csv != NULL)
        fprintf(csv, ",%s,%s,%s\n", row->box2d32 != NULL ? row->box2d32 : "", text, verdict);
    fflush(stdout);
    return !asked ? -1 : open ? OPEN_ROW : good;
}

static void head(const options *o, FILE *csv) {
    for (int e = 0; engines[e] != NULL; ++e)
        printf("%s: %s\n", engines[e]->name, engines[e]->note);
    printf("All with steps of 1/60 s and 4 sub-steps unless said; Chipmunk takes four steps of "
           "1/240 s.\n"
           "box2d 3.2: figures that were measured once, at the same settings\n");
    printf("seeds:");
    for (int i = 0; i < o->seed_count; ++i)
        printf("%s%u", i > 0 ? "," : " ", (unsigned)o->seeds[i]);
    printf("%s\n", o->quick ? "; quick: a third of them, and shorter" : "");
    printf("%-24s %9s", "experiment", "theory");
    if (csv != NULL) fprintf(csv, "group,experiment,theory");
    for (int e = 0; engines[e] != NULL; ++e) {
        printf(" %9s", engines[e]->name);
        if (csv != NULL) fprintf(csv, ",%s", engines[e]->name);
    }
    printf(" %9s %10s  verdict\n", "box2d 3.2", "tolerance");
    if (csv != NULL) fprintf(csv, ",box2d32,tolerance,verdict\n");
}

// ---- command line -------------------------------------------------------------------------------

static int starts_with(const char *name, const char *part) {
    return strncmp(name, part, strlen(part)) == 0;
}

static int chosen(const options *o, const experiment_group *group, const experiment *row) {
    if (o->quick && (row->flags & LAB_LONG) != 0) return 0;
    for (int i = 0; i < o->only_count; ++i) {
        if (starts_with(row->name, o->only[i]) || strcmp(group->name, o->only[i]) == 0) return 1;
    }
    return o->only_count == 0;
}

static int collect(const options *o, task *tasks) {
    int count = 0;
    for (int g = 0; g < GROUP_COUNT; ++g) {
        for (const experiment *row = groups[g]->rows; row->name != NULL; ++row) {
            if (!chosen(o, groups[g], row) || count == MAX_ROWS) continue;
            tasks[count].row = row;
            tasks[count].group = groups[g];
            count += 1;
        }
    }
    return count;
}

static int read_seeds(options *o, const char *text) {
    o->seed_count = 0;
    while (*text != 0 && o->seed_count < LAB_MAX_SEEDS) {
        char *end;
        o->seeds[o->seed_count++] = (uint32_t)strtoul(text, &end, 10);
        if (end == text) return 0;
        text = *end == ',' ? end + 1 : end;
    }
    return o->seed_count > 0;
}

static int read_options(options *o, int argc, char **argv) {
    memset(o, 0, sizeof(*o));
    o->jobs = 2;
    for (uint32_t i = 0; i < 12; ++i)
        o->seeds[o->seed_count++] = i + 1;
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--quick") == 0) {
            o->quick = 1;
            continue;
        } else if (strcmp(argv[i], "--list") == 0) {
            o->list = 1;
            continue;
        }
        if (value == NULL) return 0;
        if (strcmp(argv[i], "--only") == 0 && o->only_count < MAX_ONLY)
            o->only[o->only_count++] = value;
        else if (strcmp(argv[i], "--engine") == 0)
            o->engine = value;
        else if (strcmp(argv[i], "--csv") == 0)
            o->csv = value;
        else if (strcmp(argv[i], "--curves") == 0)
            o->curves = value;
        else if (strcmp(argv[i], "--jobs") == 0)
            o->jobs = atoi(value);
        else if (strcmp(argv[i], "--seeds") != 0 || !read_seeds(o, value))
            return 0;
        ++i;
    }
    return o->jobs >= 1 && o->jobs <= MAX_JOBS;
}

static int run_all(task *tasks, int count, const options *o, FILE *csv) {
    int started = 0, running = 0, passed = 0, failed = 0, open = 0;
    const experiment_group *group = NULL;
    head(o, csv);
    for (int shown = 0; shown < count;) {
        while (running < o->jobs && started < count) {
            if (!start(&tasks[started], o)) {
                fprintf(stderr, "physics: cannot start a process\n");
                return 2;
            }
            ++started;
            ++running;
        }
        if (!tasks[shown].done) {
            finish_any(tasks, started);
            --running;
        }
        for (; shown < count && tasks[shown].done; ++shown) {
            if (tasks[shown].group != group) {
                group = tasks[shown].group;
                printf("-- %s\n", group->name);
            }
            int good = report(&tasks[shown], o, csv);
            passed += good == 1;
            failed += good == 0;
            open += good == OPEN_ROW;
        }
    }
    printf("%d open\n%d passed, %d failed\n", open, passed, failed);
    return failed > 0;
}

int main(int argc, char **argv) {
    static task tasks[MAX_ROWS];
    options o;
    if (!read_options(&o, argc, argv)) {
        fprintf(stderr, "physics [--only NAME]... [--engine NAME] [--seeds 1,2,3] [--quick]\n"
                        "        [--csv FILE] [--jobs 2] [--curves FILE] [--list]\n");
        return 2;
    }
    if (o.curves != NULL) return physics_curves(o.curves) ? 0 : 2;
    int known = o.engine == NULL;
    for (int e = 0; engines[e] != NULL; ++e)
        known |= o.engine != NULL && strcmp(o.engine, engines[e]->name) == 0;
    if (!known) {
        fprintf(stderr, "physics: no such engine: %s\n", o.engine);
        return 2;
    }
    int count = collect(&o, tasks);
    for (int i = 0; o.list && i < count; ++i)
        printf("%-10s %-24s %s\n", tasks[i].group->name, tasks[i].row->name, tasks[i].row->theory);
    if (o.list) return 0;
    if (count == 0) {
        fprintf(stderr, "physics: no such experiment; try --list\n");
        return 2;
    }
    FILE *csv = o.csv != NULL ? fopen(o.csv, "w") : NULL;
    if (o.csv != NULL && csv == NULL) {
        fprintf(stderr, "physics: cannot write %s\n", o.csv);
        return 2;
    }
    int result = run_all(tasks, count, &o, csv);
    if (csv != NULL) fclose(csv);
    return result;
}
