// SPDX-License-Identifier: MIT OR Unlicense
// engine.c - an engine that test programs share; -DENGINE_TINY, ... says which one.
#define VERLET2D_IMPLEMENTATION
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((weak)) void test_assertion(int holds, const char *text, const char *function,
                                          int line) {
    if (holds) return;
    fprintf(stderr, "verlet2d.h:%d: %s: %s\n", line, function, text);
    abort();
}
