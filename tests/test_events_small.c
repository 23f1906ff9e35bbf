// SPDX-License-Identifier: MIT OR Unlicense
// test_events_small.c - events where there is no room: begins and ends wait, hits are lost and counted.
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   48
#define V2D_MAX_SHAPES   128
#define V2D_MAX_POINTS   64
#define V2D_MAX_EDGES    96
#define V2D_MAX_BENDS    8
#define V2D_MAX_SOFTS    8
#define V2D_MAX_JOINTS   8
#define V2D_MAX_PAIRS    192
#define V2D_MAX_CONTACTS 64
#define V2D_MAX_ROWS     48
#define V2D_MAX_EVENTS   12
#define V2D_MAX_TOUCHES  48
#include "events.h"

// More begins than the array holds: they come in later steps, each once; nothing is lost but hits.
static void begins_wait_for_room(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_body_id floor = test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 90.0f, 1.0f);
    reporting(w, floor, V2D_REPORT_CONTACT, 0);
    for (int i = 0; i < V2D_MAX_BODIES - 1; ++i)
        test_box(w, V2D_BODY_DYNAMIC, 1.2f * (float)(i - V2D_MAX_BODIES / 2), 0.5f, 0.5f, 0.5f);
    int begins = 0, most = 0;
    for (int i = 0; i < 40; ++i) {
        test_steps(w, 1);
        int now = count_kind(w, V2D_EVENT_CONTACT_BEGIN, NULL);
        begins += now, most = now > most ? now : most;
        int touching = 0;
        for (int k = 0; k < v2d_world_contact_count(w); ++k) {
            v2d_contact c;
            CHECK(v2d_world_contact(w, k, &c) == V2D_OK);
            touching += c.touching;
        }
        CHECK(touching == begins);
    }
    CHECK(begins == V2D_MAX_BODIES - 1 && most <= V2D_MAX_EVENTS - 1);
    CHECK(v2d_world_counters(w).dropped_events == 0);
    v2d_body_destroy(w, floor);
    int ends = 0;
    for (int i = 0; i < 40; ++i) {
        test_steps(w, 1);
        ends += count_kind(w, V2D_EVENT_CONTACT_END, NULL);
    }
    CHECK(ends == begins);
}

static void seeded_world(void **state) {
    (void)state;
    fold_of_events_is_what_touches(2000 + test_share(18000), 2);
    CHECK(kinds_told[V2D_EVENT_LOST] > 0);
    CHECK(v2d_world_counters(&world).touches.peak == V2D_MAX_TOUCHES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_wait_for_room),
        cmocka_unit_test(seeded_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
