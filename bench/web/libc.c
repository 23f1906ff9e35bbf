// SPDX-License-Identifier: MIT OR Unlicense
// libc.c - see libc.h. Blocks of memory are powers of two, each with a list of free ones.
#include "libc.h"

// With -mbulk-memory these become one instruction where they are called; the functions remain for
// calls through a symbol.
void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memset(void *to, int value, size_t size) { return __builtin_memset(to, value, size); }

int memcmp(const void *pa, const void *pb, size_t size) {
    const unsigned char *a = (const unsigned char *)pa, *b = (const unsigned char *)pb;
    for (; size > 0; --size, ++a, ++b) {
        if (*a != *b) return *a - *b;
    }
    return 0;
}

int strcmp(const char *a, const char *b) {
    for (; *a != 0 && *a == *b; ++a)
        ++b;
    return (unsigned char)*a - (unsigned char)*b;
}

// ---- memory ----------------------------------------------------------------------------------------

enum { HEADER = 16, PAGE = 65536 }; // [bytes]

extern unsigned char __heap_base; // from the linker: the first byte that nothing uses
static void *free_lists[32];
static size_t heap_end;

// The smallest k with 2^k >= size.
static int order_of(size_t size) {
    int k = 5;
    while (((size_t)1 << k) < size)
        ++k;
    return k;
}

static unsigned char *take_fresh(size_t size) {
    if (heap_end == 0) heap_end = ((size_t)&__heap_base + 15u) / 16u * 16u;
    size_t begin = heap_end, memory = (size_t)__builtin_wasm_memory_size(0) * PAGE;
    if (begin + size > memory &&
        __builtin_wasm_memory_grow(0, (begin + size - memory + PAGE - 1) / PAGE) == (size_t)-1)
        return NULL;
    heap_end = begin + size;
    return (unsigned char *)begin;
}

// Large blocks are taken as they are, so that a world costs no more than it needs.
void *malloc(size_t size) {
    int k = order_of(size + HEADER);
    int large = k > 20;
    unsigned char *block = (unsigned char *)free_lists[k];
    if (large || block == NULL)
        block = take_fresh(large ? (size + HEADER + 15u) / 16u * 16u : (size_t)1 << k);
    else
        free_lists[k] = *(void **)(block + HEADER);
    if (block == NULL) return NULL;
    *(size_t *)block = large ? size : ((size_t)1 << k) - HEADER;
    return block + HEADER;
}

void free(void *p) {
    if (p == NULL) return;
    unsigned char *block = (unsigned char *)p - HEADER;
    int k = order_of(*(size_t *)block + HEADER);
    if (k > 20) return; // a large block is not used again: they last as long as the run
    *(void **)p = free_lists[k];
    free_lists[k] = block;
}

void *calloc(size_t count, size_t size) {
    void *p = malloc(count * size);
    if (p != NULL) memset(p, 0, count * size);
    return p;
}

void *realloc(void *p, size_t size) {
    size_t old = p != NULL ? *(size_t *)((unsigned char *)p - HEADER) : 0;
    if (size <= old) return p;
    void *grown = malloc(size);
    if (grown == NULL) return NULL;
    if (p != NULL) memcpy(grown, p, old);
    free(p);
    return grown;
}

// ---- sorting ---------------------------------------------------------------------------------------

static void swap(unsigned char *a, unsigned char *b, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        unsigned char t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

// Heapsort.
void qsort(void *array, size_t count, size_t size, web_compare compare) {
    unsigned char *a = (unsigned char *)array;
    size_t first = count / 2, last = count;
    while (last > 1) {
        if (first > 0)
            --first;
        else
            swap(a, a + --last * size, size);
        for (size_t i = first, child; (child = 2 * i + 1) < last; i = child) {
            if (child + 1 < last && compare(a + child * size, a + (child + 1) * size) < 0) ++child;
            if (compare(a + i * size, a + child * size) >= 0) break;
            swap(a + i * size, a + child * size, size);
        }
    }
}

void *bsearch(const void *key, const void *array, size_t count, size_t size, web_compare compare) {
    const unsigned char *a = (const unsigned char *)array;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, a + middle * size);
        if (order == 0) return (void *)(uintptr_t)(a + middle * size);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

// ---- time ------------------------------------------------------------------------------------------

double web_now(void); // from JavaScript [ms]

int clock_gettime(int clock, struct timespec *t) {
    double ms = web_now();
    (void)clock;
    t->tv_sec = (long long)(ms / 1e3);
    t->tv_nsec = (long)((ms - 1e3 * (double)t->tv_sec) * 1e6);
    return 0;
}
