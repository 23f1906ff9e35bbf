// SPDX-License-Identifier: MIT OR Unlicense
// quality.c - runs every quality scene with one engine and compares it with the limits in judge.c.
//
// Run:   quality [--engine NAME] [--scene NAME] [--steps 600] [--list]
// Exits with 1 when an engine misses a bar, with 2 on wrong use.
#include "engines.h"
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Returns 1 when the scene meets its bar.
static int run(const sim_engine *engine, const sim_scene *scene, int steps) {
    sim *s = sim_create(engine, scene);
    judge *j = s != NULL ? judge_create(s) : NULL;
    if (s == NULL || j == NULL) {
        fprintf(stderr, "quality: out of memory\n");
        exit(2);
    }
    for (int i = 0; i < steps && sim_step(s); ++i)
        judge_step(j);
    judge_report r = judge_finish(j);
    const char *miss = s->error != NULL ? s->error : judge_verdict(scene->name, &r);
    printf("%-17s %8.4f %8.4f %8.4f %6d %8.4f %8.4f %8.4f %8.5f %8.3f %8.4f %8.4f  %s%s  [%s]\n",
           scene->name, r.overlap_end, r.overlap_mean, r.overlap_worst, r.pairs, r.drop, r.slide,
           r.tilt_max, r.speed, r.peak_speed, r.anchor_worst, r.anchor_end,
           miss == NULL ? "pass" : "FAIL: ", miss == NULL ? "" : miss, judge_bar(scene->name));
    fflush(stdout);
    judge_destroy(j);
    sim_destroy(s);
    return miss == NULL;
}

int main(int argc, char **argv) {
    const char *engine_name = NULL, *scene_name = NULL;
    int steps = 600;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--list") == 0) {
            for (int e = 0; engines[e] != NULL; ++e)
                printf("%s: %s\n", engines[e]->name, engines[e]->note);
            return 0;
        } else if (i + 1 < argc && strcmp(argv[i], "--engine") == 0) {
            engine_name = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--scene") == 0) {
            scene_name = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--steps") == 0) {
            steps = atoi(argv[++i]);
        } else {
            fprintf(stderr, "quality [--engine NAME] [--scene NAME] [--steps 600] [--list]\n");
            return 2;
        }
    }
    const sim_engine *engine = engines[0];
    for (int e = 0; engine_name != NULL && engines[e] != NULL; ++e) {
        if (strcmp(engines[e]->name, engine_name) == 0) engine = engines[e];
    }
    if (engine == NULL || (engine_name != NULL && strcmp(engine->name, engine_name) != 0)) {
        fprintf(stderr, "quality: no such engine; try --list\n");
        return 2;
    }

    printf("%s: %s\n", engine->name, engine->note);
    printf("%-17s %8s %8s %8s %6s %8s %8s %8s %8s %8s %8s %8s  verdict  [bar]\n", "scene",
           "over.end", "mean", "worst", "pairs", "drop", "slide", "tilt", "speed", "peak",
           "anchors", "at end");
    int passed = 0, failed = 0;
    for (int i = 0; i < sim_scene_count; ++i) {
        const sim_scene *scene = &sim_scenes[i];
        if (scene_name != NULL ? strcmp(scene->name, scene_name) != 0
                               : (scene->flags & SIM_SCENE_QUALITY) == 0)
            continue;
        if (run(engine, scene, steps))
            ++passed;
        else
            ++failed;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
