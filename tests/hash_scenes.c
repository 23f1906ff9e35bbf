// hash_scenes.c - runs scenes for a few steps and prints the state hash of each; hash.sh compares.
//
// Linked with bench/scenes.c and one build of bench/engine_verlet2d.c.
#include "../bench/engines.h"

#include <stdio.h>

typedef struct entry {
    const char *scene;
    int steps;
} entry;

// Enough steps that things touch, slide and tear; few enough for a build without optimisation.
static const entry entries[] = {
    {"stack15", 240},       {"card_house", 150},     {"arch", 200},
    {"mass_ratio1", 150},   {"ball_and_chain", 200}, {"bridge", 120},
    {"dominoes", 200},      {"circle_stack", 200},   {"overlap_recovery", 120},
    {"friction_ramp", 200}, {"tumbler", 25},         {"large_pyramid", 3},
    {"washer", 3},          {"joint_grid", 6},       {"rain", 25},
    {"junkyard", 4},        {"compounds", 6},        {"spinner", 4},
    {"cloth", 12},          {"ropes", 16},           {"jellies", 25},
    {"seed_scene", 60},     {"particles", 3},
};

int main(void) {
    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); ++i) {
        const sim_scene *scene = sim_scene_find(entries[i].scene);
        sim *s = scene != NULL ? sim_create(&engine_verlet2d, scene) : NULL;
        if (s == NULL) {
            fprintf(stderr, "hash_scenes: no room or no scene %s\n", entries[i].scene);
            return 1;
        }
        for (int step = 0; step < entries[i].steps && sim_step(s); ++step) {
        }
        if (s->error != NULL) {
            fprintf(stderr, "hash_scenes: %s: %s\n", entries[i].scene, s->error);
            return 1;
        }
        sim_stats stats;
        stats.want_hash = 1, stats.hash = 0;
        engine_verlet2d.stats(s->ctx, &stats);
        if (stats.hash == 0) {
            fprintf(stderr, "hash_scenes: %s: no hash\n", entries[i].scene);
            return 1;
        }
        printf("%-17s %4d steps  %016llx\n", entries[i].scene, entries[i].steps,
               (unsigned long long)stats.hash);
        sim_destroy(s);
    }
    return 0;
}
