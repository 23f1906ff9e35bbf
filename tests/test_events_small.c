// SPDX-License-Identifier: MIT OR Unlicense
// test_events_small.c - events where there is no room: begins and ends wait, hits are lost and counted.
#define ENGINE_TINY
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

// More touches than the array holds, of sensors with points (kind 0) or of boxes with two floors: those without
// room are counted and told in each step, the others begin; when a half is gone, the rest begins, too.
static void touches_without_room_are_told(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        v2d_world *w = test_world();
        enum { COUNT = 30 };
        v2d_body_id half[2];
        v2d_world_set_gravity(w, v2d_vec2_make(0.0f, kind == 0 ? 0.0f : -10.0f));
        for (int i = 0; i < 2; ++i) {
            v2d_body_def def = v2d_body_def_default();
            v2d_shape_def shape = v2d_shape_def_default();
            v2d_geometry box = v2d_geometry_box(90.0f, 1.0f);
            def.type = V2D_BODY_STATIC, def.position.y = -1.0f;
            shape.sensor = kind == 0, shape.report = V2D_REPORT_CONTACT;
            half[i] = v2d_body_create(w, &def);
            CHECK(v2d_shape_create(w, half[i], &shape, &box).index1 != 0);
        }
        for (int i = 0; i < COUNT; ++i) {
            float x = 1.5f * (float)(i - COUNT / 2);
            v2d_point_def point = v2d_point_def_default();
            point.position = v2d_vec2_make(x, -0.5f);
            if (kind == 0) CHECK(v2d_point_create(w, &point).index1 != 0);
            if (kind == 1) test_box(w, V2D_BODY_DYNAMIC, x, 0.5f, 0.5f, 0.5f);
        }
        int begins = 0;
        uint64_t lost = 0;
        v2d_event_kind begin = kind == 0 ? V2D_EVENT_SENSOR_BEGIN : V2D_EVENT_CONTACT_BEGIN;
        for (int i = 0; i < 20; ++i) {
            uint64_t before = v2d_world_counters(w).dropped_touches;
            test_steps(w, 1);
            begins += count_kind(w, begin, NULL);
            v2d_event last;
            v2d_counters c = v2d_world_counters(w);
            uint64_t dropped = c.dropped_touches - before;
            if (i > 2) CHECK(dropped == 2 * COUNT - V2D_MAX_TOUCHES);
            if (dropped == 0) continue;
            CHECK(v2d_world_event(w, v2d_world_event_count(w) - 1, &last) == V2D_OK);
            CHECK(last.kind == V2D_EVENT_LOST && (uint64_t)last.count == dropped);
            lost += dropped;
            CHECK(c.dropped_touches == lost && c.dropped_events == lost);
        }
        CHECK(begins == V2D_MAX_TOUCHES && lost > 0);
        v2d_body_destroy(w, half[0]);
        for (int i = 0; i < 20; ++i) {
            test_steps(w, 1);
            begins += count_kind(w, begin, NULL);
        }
        CHECK(begins >= V2D_MAX_TOUCHES && begins <= 2 * COUNT);
        CHECK(v2d_world_counters(w).touches.count == COUNT); // all of the other half
        test_steps(w, 1);
        uint64_t last_dropped = v2d_world_counters(w).dropped_touches;
        test_steps(w, 5);
        CHECK(v2d_world_counters(w).dropped_touches == last_dropped);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_wait_for_room),
        cmocka_unit_test(touches_without_room_are_told),
        cmocka_unit_test(seeded_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
