// SPDX-License-Identifier: MIT OR Unlicense
// workers.h - a pool of threads that share the calls of a loop: a v2d_parallel_for_fn.
//
//     workers pool;
//     if (!workers_start(&pool, 2)) ...;            // the caller and one more
//     v2d_step_def step = v2d_step_def_default();
//     step.workers = 2, step.parallel_for = workers_run, step.parallel_context = &pool;
//     v2d_world_step_with(&world, &step);
//     workers_stop(&pool);
//
// One loop at a time, from one thread. A thread that finds nothing to do spins for a short while, then
// sleeps until it is called. Needs POSIX threads and the atomic operations of GCC or Clang.
#ifndef WORKERS_H
#define WORKERS_H

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>

enum { WORKERS_MAX = 64, WORKERS_SPINS = 2000 };

typedef void (*workers_task)(void *argument, int index);

// `ticket` says which loop this is, how many calls it has and which one is next, in one word, so that
// who comes late to a loop cannot take a call of the next one.
typedef struct workers {
    uint64_t ticket; // loop: 24 bits, count: 20, next: 20
    workers_task task;
    void *argument;
    int32_t done;   // calls of this loop that have returned
    int32_t asleep; // threads
    int32_t stopping;
    int32_t count; // threads, without the caller
    pthread_t threads[WORKERS_MAX];
    pthread_mutex_t mutex;
    pthread_cond_t wake;
} workers;

#define WORKERS__BITS 20
#define WORKERS__MASK ((1u << WORKERS__BITS) - 1u)

static inline void workers__pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static inline int workers__left(uint64_t ticket) {
    return (ticket & WORKERS__MASK) < (ticket >> WORKERS__BITS & WORKERS__MASK);
}

// Make calls until none is left. Task and argument belong to the ticket when the exchange succeeds:
// a new loop begins only after every call of this one, and one was still to be taken.
static inline void workers__help(workers *w) {
    for (;;) {
        uint64_t ticket = __atomic_load_n(&w->ticket, __ATOMIC_ACQUIRE);
        if (!workers__left(ticket)) return;
        workers_task task = __atomic_load_n(&w->task, __ATOMIC_RELAXED);
        void *argument = __atomic_load_n(&w->argument, __ATOMIC_RELAXED);
        if (!__atomic_compare_exchange_n(&w->ticket, &ticket, ticket + 1u, 0, __ATOMIC_ACQ_REL,
                                         __ATOMIC_RELAXED))
            continue;
        task(argument, (int)(ticket & WORKERS__MASK));
        __atomic_fetch_add(&w->done, 1, __ATOMIC_RELEASE);
    }
}

static inline int workers__idle(const workers *w) {
    return !workers__left(__atomic_load_n(&w->ticket, __ATOMIC_SEQ_CST)) &&
           !__atomic_load_n(&w->stopping, __ATOMIC_ACQUIRE);
}

static inline void workers__sleep(workers *w) {
    pthread_mutex_lock(&w->mutex);
    __atomic_fetch_add(&w->asleep, 1, __ATOMIC_SEQ_CST); // before the last look at the ticket
    while (workers__idle(w))
        pthread_cond_wait(&w->wake, &w->mutex);
    __atomic_fetch_sub(&w->asleep, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&w->mutex);
}

static inline void *workers__main(void *argument) {
    workers *w = (workers *)argument;
    while (!__atomic_load_n(&w->stopping, __ATOMIC_ACQUIRE)) {
        workers__help(w);
        for (int i = 0; i < WORKERS_SPINS && workers__idle(w); ++i)
            workers__pause();
        if (workers__idle(w)) workers__sleep(w);
    }
    return NULL;
}

static inline void workers__call(workers *w) {
    if (__atomic_load_n(&w->asleep, __ATOMIC_SEQ_CST) == 0) return;
    pthread_mutex_lock(&w->mutex);
    pthread_cond_broadcast(&w->wake);
    pthread_mutex_unlock(&w->mutex);
}

/// End all threads; also after workers_start() has failed.
static inline void workers_stop(workers *w) {
    __atomic_store_n(&w->stopping, 1, __ATOMIC_SEQ_CST);
    workers__call(w);
    for (int32_t i = 0; i < w->count; ++i)
        pthread_join(w->threads[i], NULL);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->mutex);
}

/// Begin with `count` threads, the caller included, 1 .. WORKERS_MAX. @return 1, or 0 with nothing begun
static inline int workers_start(workers *w, int count) {
    memset(w, 0, sizeof(*w));
    if (count < 1 || count > WORKERS_MAX) return 0;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->wake, NULL);
    while (w->count < count - 1) {
        if (pthread_create(&w->threads[w->count], NULL, workers__main, w) != 0) {
            workers_stop(w);
            return 0;
        }
        w->count += 1;
    }
    return 1;
}

/// task(argument, 0), ..., task(argument, count - 1), each once, on all threads of a pool; returns when
/// all have returned. `count` is 0 .. 1,048,575.
static inline void workers_run(void *pool, int count, workers_task task, void *argument) {
    workers *w = (workers *)pool;
    if (count < 1) return;
    uint64_t loop = (__atomic_load_n(&w->ticket, __ATOMIC_RELAXED) >> (2 * WORKERS__BITS)) + 1u;
    __atomic_store_n(&w->task, task, __ATOMIC_RELAXED);
    __atomic_store_n(&w->argument, argument, __ATOMIC_RELAXED);
    __atomic_store_n(&w->done, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->ticket,
                     loop << (2 * WORKERS__BITS) | (uint64_t)(uint32_t)count << WORKERS__BITS,
                     __ATOMIC_SEQ_CST);
    workers__call(w);
    workers__help(w);
    for (int spins = 0; __atomic_load_n(&w->done, __ATOMIC_ACQUIRE) != count; ++spins) {
        if (spins < WORKERS_SPINS)
            workers__pause();
        else
            sched_yield(); // the others may be waiting for this core
    }
}

#endif
