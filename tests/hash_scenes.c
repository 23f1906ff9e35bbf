// SPDX-License-Identifier: MIT OR Unlicense
// hash_scenes.c - runs scenes for a few steps and prints the state hash of each; hash.sh compares.
//
// Run:  hash_scenes [SCENE...]        those, or all
//
// Linked with bench/scenes.c, hash_worlds.c and one build of bench/engine_verlet2d.c. Most scenes are those of the
// benchmarks; small ones of its own run longer, so that many bodies part and meet again.
#include "../bench/engines.h"
#include "hash_worlds.h"

#include <stdio.h>
#include <string.h>

static void open_world(sim *s) { s->ctx = s->engine->create(&s->world); }

static void add_boxes(sim *s, int columns, int rows, float half, float gap, float x, float y) {
    sim_shape box = sim_box(half, half);
    float step = 2.0f * half + gap;
    for (int i = 0; i < columns * rows; ++i) {
        sim_body_def def =
            sim_body_at(SIM_DYNAMIC, x + step * (float)(i / rows), y + step * (float)(i % rows));
        sim_add_shape(s, sim_add_body(s, &def), &box);
    }
}

// A drum off the origin that turns, with paddles that lift boxes and let them fall.
static void build_small_washer(sim *s) {
    open_world(s);
    sim_body_def def = sim_body_at(SIM_KINEMATIC, 3.0f, 5.0f);
    def.angular_velocity = 1.5f;
    int drum = sim_add_body(s, &def);
    for (int i = 0; i < 24; ++i) {
        float angle = (float)(SIM_PI / 12.0 * i), c = sim_cos((double)angle),
              t = sim_sin((double)angle);
        sim_shape wall = sim_box_at(0.2f, 0.7f, 4.0f * c, 4.0f * t, angle);
        sim_add_shape(s, drum, &wall);
        if (i % 6 != 0) continue;
        sim_shape paddle = sim_box_at(0.6f, 0.1f, 3.3f * c, 3.3f * t, angle);
        sim_add_shape(s, drum, &paddle);
    }
    add_boxes(s, 20, 20, 0.1f, 0.01f, 1.0f, 3.0f);
}

// A ram drives a wall of touching boxes apart; the sides of the room bring them together again.
static void build_small_smash(sim *s) {
    s->world.gravity = sim_v(0.0f, 0.0f);
    open_world(s);
    sim_body_def def = sim_body_at(SIM_STATIC, 0.0f, 0.0f);
    int room = sim_add_body(s, &def);
    for (int side = -1; side <= 1; side += 2) {
        sim_shape across = sim_box_at(1.0f, 7.0f, 9.0f * (float)side, 0.0f, 0.0f);
        sim_shape along = sim_box_at(10.0f, 1.0f, 0.0f, 6.0f * (float)side, 0.0f);
        sim_add_shape(s, room, &across);
        sim_add_shape(s, room, &along);
    }
    def = sim_body_at(SIM_DYNAMIC, -6.5f, 0.1f);
    def.velocity = sim_v(40.0f, 0.0f);
    sim_shape big = sim_box(1.2f, 1.2f);
    big.density = 8.0f;
    sim_add_shape(s, sim_add_body(s, &def), &big);
    add_boxes(s, 24, 16, 0.15f, 0.0f, -2.0f, -2.4f);
}

// For an engine in 64 KB, too; see hash.sh.
static void build_ten_boxes(sim *s) {
    open_world(s);
    sim_body_def def = sim_body_at(SIM_STATIC, 0.0f, 0.0f);
    sim_shape ground = sim_box_at(20.0f, 1.0f, 0.0f, -1.0f, 0.0f);
    sim_add_shape(s, sim_add_body(s, &def), &ground);
    add_boxes(s, 1, 10, 0.5f, 0.01f, 0.0f, 0.5f);
}

static const sim_scene own[] = {
    {"ten_boxes", 0, 0, build_ten_boxes, NULL},
    {"small_washer", 0, 0, build_small_washer, NULL},
    {"small_smash", 0, 0, build_small_smash, NULL},
};

static const sim_scene *find(const char *name) {
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); ++i) {
        if (strcmp(own[i].name, name) == 0) return &own[i];
    }
    return sim_scene_find(name);
}

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
    {"seed_scene", 60},     {"particles", 3},        {"small_washer", 150},
    {"small_smash", 150},   {"ten_boxes", 300},
};

// What no other engine has.
static const struct {
    const char *name;
    int steps;
    uint64_t (*run)(int steps);
} worlds[] = {
    {"zones", 240, hash_zones}, {"reports", 240, hash_reports}, {"joints", 240, hash_joints}};

static int is_wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], name) == 0) return 1;
    }
    return argc < 2;
}

int main(int argc, char **argv) {
    int checked = 0;
    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); ++i) {
        if (!is_wanted(entries[i].scene, argc, argv)) continue;
        const sim_scene *scene = find(entries[i].scene);
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
        stats.want_hash = checked++ == 0 ? 2 : 1, stats.hash = 0; // once with the self-check
        engine_verlet2d.stats(s->ctx, &stats);
        if (stats.hash == 0) {
            fprintf(stderr, "hash_scenes: %s: no hash, or v2d_world_selfcheck() failed\n",
                    entries[i].scene);
            return 1;
        }
        printf("%-17s %4d steps  %016llx\n", entries[i].scene, entries[i].steps,
               (unsigned long long)stats.hash);
        sim_destroy(s);
    }
    for (size_t i = 0; i < sizeof(worlds) / sizeof(worlds[0]); ++i) {
        if (!is_wanted(worlds[i].name, argc, argv)) continue;
        uint64_t hash = worlds[i].run(worlds[i].steps);
        if (hash == 0) return 1;
        printf("%-17s %4d steps  %016llx\n", worlds[i].name, worlds[i].steps,
               (unsigned long long)hash);
    }
    return 0;
}
