// SPDX-License-Identifier: MIT OR Unlicense
// instructions.c - runs a scene under callgrind so that its counts are told apart by stage.
//
// Run:   valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file=F instructions SCENE FIRST STEPS
// The step reads the caller's clock where a stage ends and the next one begins: this clock makes
// callgrind write what it has counted to the next file of the series F.1, F.2, ..., under the stage's
// name. The steps before FIRST and all set-up are not counted. Prints contacts and the state hash.
#include "engines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

static const char *const stages[] = {"broadphase", "narrowphase", "prepare", "substeps", "finish"};
enum { STAGES = 5 };

static int border; // between stages, of the step under way

double instructions_clock(void *context) {
    (void)context;
    if (border == 0)
        CALLGRIND_ZERO_STATS;
    else if (border <= STAGES)
        CALLGRIND_DUMP_STATS_AT(stages[border - 1]);
    ++border;
    return 0.0;
}

int main(int argc, char **argv) {
    const sim_scene *scene = argc == 4 ? sim_scene_find(argv[1]) : NULL;
    if (scene == NULL) {
        fprintf(stderr, "instructions SCENE FIRST STEPS\n");
        return 2;
    }
    sim *s = sim_create(&engine_verlet2d, scene);
    if (s == NULL) return 2;
    border = STAGES + 1;
    for (int i = atoi(argv[2]); i > 0; --i)
        sim_step(s);
    CALLGRIND_START_INSTRUMENTATION;
    for (int i = atoi(argv[3]); i > 0; --i) {
        sim_step_scene(s);
        border = 0;
        sim_step_engine(s);
        if (border != STAGES + 1) {
            fprintf(stderr, "instructions: the step read its clock %d times\n", border);
            return 1;
        }
    }
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    sim_stats stats;
    memset(&stats, 0, sizeof(stats));
    stats.want_hash = 1;
    s->engine->stats(s->ctx, &stats);
    printf("%d %016llx\n", stats.contacts, (unsigned long long)stats.hash);
    if (s->error != NULL) fprintf(stderr, "instructions: %s\n", s->error);
    int failed = s->error != NULL;
    sim_destroy(s);
    return failed;
}
