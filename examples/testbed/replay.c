// SPDX-License-Identifier: MIT OR Unlicense
// replay.c - sessions of session.h without a window: the hashes that the page compares its own with.
//
// Run:  replay hashes                of each scene, left alone and with its gestures, every 20th step
//       replay run SCENE STEPS FILE  the hash after so many steps with the inputs of a file
//       replay link URL              does the moment of a link of the page have the same bits here?
//       replay check                 goes back and forth in each scene; silent when good
#define _CRT_SECURE_NO_WARNINGS
#include "session.h"

#include <stdio.h>
#include <stdlib.h>

enum { EVERY = 20, ALONE = 1200, PLAYED = 600, MEMORY = 128 << 20 };

static v2d_world world, ghost;
static session_state session;

static void print_hashes(int steps) {
    for (int i = 0; i < steps; ++i) {
        session_step(&session);
        if ((i + 1) % EVERY == 0) printf(" %016llx", (unsigned long long)v2d_world_hash(&world));
    }
    printf("\n");
}

static int run(int scene, int steps, const char *path) {
    static unsigned char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL || scene < 0 || scene >= BED_SCENES) return 2;
    size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    if (!session_decode(&session, scene, bytes, (int)size)) return 3;
    for (int i = 0; i < steps; ++i)
        session_step(&session);
    printf("%016llx\n", (unsigned long long)v2d_world_hash(&world));
    return 0;
}

static int digit_of(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const char *at = c == 0 ? NULL : strchr(digits, c);
    return at == NULL ? -1 : (int)(at - digits);
}

// #scene@step, ~inputs in base64 when there are any, ~hash.
static int run_link(const char *url) {
    static unsigned char bytes[1 << 20];
    char name[32] = "", hash[32];
    int steps = 0, scene = 0, size = 0, bits = 0, count = 0;
    const char *at = strchr(url, '#'), *last = strrchr(url, '~'), *first = strchr(url, '~');
    if (at == NULL || last == NULL || sscanf(at, "#%31[a-z]@%d", name, &steps) != 2) return 2;
    while (scene < BED_SCENES && strcmp(bed_scenes[scene].name, name) != 0)
        scene += 1;
    if (scene == BED_SCENES || steps < 0 || steps > 100000) return 2;
    for (at = first + 1; at < last && size < (int)sizeof(bytes); ++at) {
        int digit = digit_of(*at);
        if (digit < 0) return 2;
        bits = (bits << 6 | digit) & 0xffffff;
        count += 6;
        if (count >= 8) bytes[size++] = (unsigned char)(bits >> (count -= 8));
    }
    if (!session_decode(&session, scene, bytes, size)) return 3;
    for (int i = 0; i < steps; ++i)
        session_step(&session);
    snprintf(hash, sizeof(hash), "%016llx", (unsigned long long)v2d_world_hash(&world));
    bool same = strcmp(hash, last + 1) == 0;
    printf("%s after %d steps, %d inputs: %s, %s\n", name, steps, session.input_count, hash,
           same ? "the same bits" : "OTHER BITS");
    return same ? 0 : 1;
}

// Every moment is the same on the way back and when it is lived again, and the bytes of a session make it.
static int check_scene(int scene) {
    enum { STEPS = 420 };
    static uint64_t hashes[STEPS + 1];
    static unsigned char bytes[1 << 20];
    session_play_gestures(&session, scene);
    for (int i = 0; i < STEPS; ++i) {
        hashes[i] = v2d_world_hash(&world);
        session_step(&session);
    }
    hashes[STEPS] = v2d_world_hash(&world);
    int size = session_encode(&session, STEPS, bytes, (int)sizeof(bytes));
    for (uint32_t step = STEPS; step > 100; --step) {
        session_show(&session, step);
        session_prepare(&session);
        if (v2d_world_hash(&world) != hashes[step]) return (int)step;
    }
    static const uint32_t jumps[] = {333, 20, 0, 419, 240, 239, 400, 101};
    for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); ++i) {
        if (!session_show(&session, jumps[i])) return -1;
        if (v2d_world_hash(&world) != hashes[jumps[i]]) return (int)jumps[i];
    }
    // Another history from here on, and back into the common part.
    for (int i = 0; i < 60; ++i)
        session_step(&session);
    if (session.end != 161 || session.input_count > 0) {
        for (int i = 0; i < session.input_count; ++i)
            if (session.inputs[i].step > 101) return -2;
    }
    if (!session_show(&session, 77) || v2d_world_hash(&world) != hashes[77]) return -3;
    if (!session_decode(&session, scene, bytes, size)) return -4;
    for (int i = 0; i < STEPS; ++i)
        session_step(&session);
    return v2d_world_hash(&world) == hashes[STEPS] ? 0 : -5;
}

int main(int argc, char **argv) {
    unsigned char *memory = (unsigned char *)malloc(MEMORY);
    if (memory == NULL) return 1;
    session_init(&session, &world, &ghost, memory, MEMORY);
    if (argc == 5 && strcmp(argv[1], "run") == 0) return run(atoi(argv[2]), atoi(argv[3]), argv[4]);
    if (argc == 3 && strcmp(argv[1], "link") == 0) return run_link(argv[2]);
    for (int i = 0; i < BED_SCENES && argc == 2; ++i) {
        if (strcmp(argv[1], "check") == 0) {
            int wrong = check_scene(i);
            if (wrong == 0) continue;
            printf("%s: the way back is wrong: %d\n", bed_scenes[i].name, wrong);
            return 1;
        }
        session_open(&session, i);
        printf("%s alone", bed_scenes[i].name);
        print_hashes(ALONE);
        session_play_gestures(&session, i);
        printf("%s played", bed_scenes[i].name);
        print_hashes(PLAYED);
    }
    free(memory);
    return argc == 2 ? 0 : 2;
}
