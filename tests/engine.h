// SPDX-License-Identifier: MIT OR Unlicense
// engine.h - the engines that the test programs share: each is compiled once, from engine.c.
//
// Before its first #include a test says which one it is linked to, and the Makefile reads it there:
//   #define ENGINE_TINY    everything fills up soon
//   #define ENGINE_SMALL   worlds of some things, which are fast to copy and to compare
//   #define ENGINE_MEDIUM  worlds of some hundred things
//   nothing                the engine with the default capacities, as it comes
// The first three are compiled for one width, which is faster, and look after each step whether all that they rely
// on holds. With
//   #define ENGINE_INSIDE
// the test sees the private functions, too, and has those that it calls once more; the public ones are the shared
// engine's.
#if defined(ENGINE_INSIDE) && defined(__GNUC__)
#pragma GCC system_header // no warnings of public functions that are inline and call static ones
#endif

#ifndef VERLET2D_TEST_ENGINE_H
#define VERLET2D_TEST_ENGINE_H

#if defined(ENGINE_TINY)
#define V2D_MAX_BODIES   48
#define V2D_MAX_SHAPES   64
#define V2D_MAX_POINTS   64
#define V2D_MAX_EDGES    96
#define V2D_MAX_BENDS    24
#define V2D_MAX_CELLS    48
#define V2D_MAX_SOFTS    12
#define V2D_MAX_JOINTS   24
#define V2D_MAX_PAIRS    192
#define V2D_MAX_CONTACTS 64
#define V2D_MAX_ROWS     64
#define V2D_MAX_ZONES    8
#define V2D_MAX_EVENTS   16
#define V2D_MAX_TOUCHES  48
#elif defined(ENGINE_SMALL)
#define V2D_MAX_BODIES   160
#define V2D_MAX_SHAPES   320
#define V2D_MAX_POINTS   256
#define V2D_MAX_EDGES    768
#define V2D_MAX_BENDS    128
#define V2D_MAX_CELLS    384
#define V2D_MAX_SOFTS    32
#define V2D_MAX_JOINTS   128
#define V2D_MAX_PAIRS    2048
#define V2D_MAX_CONTACTS 1024
#define V2D_MAX_ROWS     512
#define V2D_MAX_ZONES    40
#define V2D_MAX_EVENTS   256
#define V2D_MAX_TOUCHES  512
#elif defined(ENGINE_MEDIUM)
#define V2D_MAX_BODIES   704
#define V2D_MAX_SHAPES   1024
#define V2D_MAX_POINTS   512
#define V2D_MAX_EDGES    768
#define V2D_MAX_BENDS    256
#define V2D_MAX_CELLS    512
#define V2D_MAX_SOFTS    64
#define V2D_MAX_JOINTS   256
#define V2D_MAX_PAIRS    16384
#define V2D_MAX_CONTACTS 8192
#endif

// What the engine asserts goes to the test, if it has such a function; else a condition that does not hold
// ends it.
#if defined(ENGINE_TINY) || defined(ENGINE_SMALL) || defined(ENGINE_MEDIUM)
#if !defined(ENGINE_UNCHECKED) && !defined(V2D_VALIDATE) // the first for a measurement
#define V2D_VALIDATE
#endif
#define V2D_ASSERT(cond) test_assertion((cond) ? 1 : 0, #cond, __func__, __LINE__)
void test_assertion(int holds, const char *text, const char *function, int line);
#endif

#if defined(ENGINE_INSIDE)
#define VERLET2D_IMPLEMENTATION
#define V2D_API extern inline __attribute__((gnu_inline)) // never compiled here
#endif

#include "verlet2d.h"

#endif
