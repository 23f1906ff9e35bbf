// SPDX-License-Identifier: MIT OR Unlicense
// machine.h - a clock, and one core to run on.
//
// Define _GNU_SOURCE before the first #include.
#ifndef MACHINE_H
#define MACHINE_H

#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

static inline double machine_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// Keep to one core: `wanted`, or when that is negative the last one that we may use, since the first
// serves interrupts.
static inline void machine_pin(int wanted) {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) != 0) return;
    size_t core = wanted >= 0 ? (size_t)wanted : 0;
    for (size_t i = 0; i < CPU_SETSIZE && wanted < 0; ++i) {
        if (CPU_ISSET(i, &set)) core = i;
    }
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    if (sched_setaffinity(0, sizeof(set), &set) != 0)
        fprintf(stderr, "could not pin to core %d\n", (int)core);
#else
    (void)wanted;
#endif
}

#endif
