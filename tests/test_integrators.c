// SPDX-License-Identifier: MIT OR Unlicense
// test_integrators.c - examples/integrators.c, which has a #define VERLET2D_IMPLEMENTATION, without its
// pictures: the energy errors of its integrators behave as theory says.
#define ENGINE_INSIDE
#include "test.h"

#define main example_main
#include "../examples/integrators.c"
#undef main

// Largest energy error of the last orbit.
static double error_of(int kind) {
    double largest = 0.0;
    for (int i = 0; i < ORBIT; ++i)
        largest = fmax(largest, window[kind][i]);
    return largest;
}

static void errors_grow_or_stay_as_theory_says(void **unused) {
    (void)unused;
    double first[KINDS] = {0}, tenth[KINDS] = {0}, all[KINDS] = {0};
    build_scene();
    CHECK(example_main != NULL);
    for (int orbit = 1; orbit <= 200; ++orbit) {
        for (int i = 0; i < ORBIT; ++i)
            advance();
        for (int k = 0; k < KINDS; ++k) {
            if (orbit == 1) first[k] = error_of(k);
            if (orbit == 10) tenth[k] = error_of(k);
            all[k] = fmax(all[k], error_of(k));
        }
        // Position and velocity Verlet are the same method: the same places, to rounding.
        if (orbit == 20) {
            CHECK_NEAR(states[2].x, states[3].x, 1e-9);
            CHECK_NEAR(states[2].y, states[3].y, 1e-9);
        }
    }
    // Explicit Euler spirals out at once. Symplectic methods keep their error: second order is better than
    // first. Runge-Kutta begins best, and drifts in proportion to time.
    CHECK(tenth[0] > 0.3);
    for (int k = 1; k < KINDS; ++k) {
        if (k == 4) continue;
        CHECK(all[k] < 1.1 * tenth[k] && tenth[k] < 1.2 * first[k]);
    }
    CHECK(all[2] < 0.3 * all[1] && all[3] < 0.3 * all[1]);
    CHECK_NEAR(all[5], all[2], 0.05 * all[2]); // the engine is position Verlet, in single precision
    CHECK(first[4] < 0.1 * first[2]);
    CHECK_NEAR(error_of(4), 20.0 * tenth[4], 6.0 * tenth[4]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_grow_or_stay_as_theory_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
