// SPDX-License-Identifier: MIT OR Unlicense
// engines.h - the engines that were compiled in.
//
//     -DHAVE_VERLET2D   engine_verlet2d.c
//     -DHAVE_BOX2D24    peer_box2d24.cpp   (Debian: libbox2d-dev)
//     -DHAVE_CHIPMUNK   peer_chipmunk.c    (Debian: libchipmunk-dev)
//     -D'BENCH_EXTRA_ENGINES=X(a) X(b)'    further sim_engine objects, from object files of your own
#ifndef ENGINES_H
#define ENGINES_H

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const sim_engine engine_verlet2d;
extern const sim_engine peer_box2d24;
extern const sim_engine peer_chipmunk;

#ifdef BENCH_EXTRA_ENGINES
#define X(name) extern const sim_engine name;
BENCH_EXTRA_ENGINES
#undef X
#endif

// In the order of the report; ends with NULL.
static const sim_engine *const engines[] = {
#ifdef HAVE_VERLET2D
    &engine_verlet2d,
#endif
#ifdef HAVE_BOX2D24
    &peer_box2d24,
#endif
#ifdef HAVE_CHIPMUNK
    &peer_chipmunk,
#endif
#ifdef BENCH_EXTRA_ENGINES
#define X(name) &name,
    BENCH_EXTRA_ENGINES
#undef X
#endif
        NULL};

#ifdef __cplusplus
}
#endif
#endif
