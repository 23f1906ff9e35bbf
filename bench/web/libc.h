// SPDX-License-Identifier: MIT OR Unlicense
// libc.h - what scenes.c, judge.c, engine_verlet2d.c and verlet2d.h take from the C library, for
// WebAssembly without one. The Makefile makes <string.h>, <stdlib.h>, <math.h>, <time.h> and
// <assert.h> that only include this file.
#ifndef WEB_LIBC_H
#define WEB_LIBC_H

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);
int strcmp(const char *a, const char *b);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
typedef int (*web_compare)(const void *a, const void *b);
void qsort(void *array, size_t count, size_t size, web_compare compare);
void *bsearch(const void *key, const void *array, size_t count, size_t size, web_compare compare);

#define sqrtf(x)    __builtin_sqrtf(x) // one instruction each
#define sqrt(x)     __builtin_sqrt(x)
#define fabs(x)     __builtin_fabs(x)
#define fmin(a, b)  ((a) < (b) ? (a) : (b))
#define fmax(a, b)  ((a) > (b) ? (a) : (b))
#define isfinite(x) __builtin_isfinite(x)
#define HUGE_VAL    __builtin_huge_val()
double sin(double x); // these three come from JavaScript
double cos(double x);
double atan2(double y, double x);

struct timespec {
    long long tv_sec;
    long tv_nsec;
};
#define CLOCK_MONOTONIC 1
int clock_gettime(int clock, struct timespec *t);

#define assert(condition) ((void)0)

#endif
