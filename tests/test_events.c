// SPDX-License-Identifier: MIT OR Unlicense
// test_events.c - what events tell: begin and end of touching, hits, sleep.
#define ENGINE_SMALL
#include "events.h"

// A ball that rolls over a flat chain of 60 segments begins to touch it once, and never ends.
static void rolling_over_a_chain_is_one_begin(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_vec2 v[61];
    v2d_shape_def def = v2d_shape_def_default();
    v2d_body_def body_def = v2d_body_def_default();
    body_def.type = V2D_BODY_STATIC;
    for (int i = 0; i < 61; ++i)
        v[i] = v2d_vec2_make(30.0f - (float)i, 0.0f);
    def.report = V2D_REPORT_CONTACT;
    v2d_chain_id chain = v2d_chain_create(w, v2d_body_create(w, &body_def), &def, v, 61, false);
    CHECK(v2d_chain_is_valid(w, chain));
    v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, -20.0f, 0.52f, 0.5f);
    v2d_body_set_velocity(w, ball, v2d_vec2_make(8.0f, 0.0f));
    int begins = 0, ends = 0;
    for (int i = 0; i < 240; ++i) {
        test_steps(w, 1);
        begins += count_kind(w, V2D_EVENT_CONTACT_BEGIN, NULL);
        ends += count_kind(w, V2D_EVENT_CONTACT_END, NULL);
    }
    CHECK(v2d_body_position(w, ball).x > 0.0f); // 20 segments on
    CHECK(begins == 1 && ends == 0);
}

// A crate that comes to rest on a rope: one begin, also while it sleeps, and one end when it is taken away.
static void crate_on_a_rope_is_one_begin(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_soft_def def = v2d_soft_def_default();
    def.report = V2D_REPORT_CONTACT, def.user = 7, def.linear_damping = 4.0f;
    v2d_soft_id rope = v2d_soft_create_rope(w, &def, v2d_vec2_make(-3.0f, 0.0f),
                                            v2d_vec2_make(3.0f, 0.0f), 40, true, true);
    v2d_body_id crate = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.6f, 0.5f, 0.5f);
    body_set_damping(w, crate, 2.0f, 2.0f);
    v2d_contact list[64];
    int begins = 0, ends = 0, slept = 0;
    for (int i = 0; i < 900; ++i) {
        test_steps(w, 1);
        begins += count_kind(w, V2D_EVENT_CONTACT_BEGIN, NULL);
        ends += count_kind(w, V2D_EVENT_CONTACT_END, NULL);
        slept += !v2d_body_is_awake(w, crate);
        if (begins == 0) continue;
        int n = v2d_body_contacts(w, crate, list, 64), touching = 0;
        for (int k = 0; k < n; ++k) {
            CHECK(V2D_ID_EQUALS(list[k].a.body, crate));
            touching += list[k].touching && V2D_ID_EQUALS(list[k].b.soft, rope);
        }
        CHECK(touching > 0 && v2d_soft_contacts(w, rope, NULL, 0) == n);
    }
    CHECK(begins == 1 && ends == 0 && slept > 0);
    v2d_body_destroy(w, crate);
    test_steps(w, 1);
    CHECK(count_kind(w, V2D_EVENT_CONTACT_END, NULL) == 1);
}

// User numbers of both sides, when one, the other or both were destroyed; the ids are stale then.
static void ends_of_destroyed_things_keep_user_numbers(void **state) {
    (void)state;
    for (int which = 1; which < 4; ++which) {
        v2d_world *w = test_world();
        v2d_body_id floor = test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f);
        v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
        v2d_shape_id low = reporting(w, floor, 0u, 5),
                     high = reporting(w, box, V2D_REPORT_CONTACT, 6);
        v2d_event e;
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_CONTACT_BEGIN, &e) == 1);
        CHECK(V2D_ID_EQUALS(e.a.shape, low) && V2D_ID_EQUALS(e.b.body, box));
        CHECK_NEAR(e.normal.y, 1.0, 1e-4);
        uint64_t key = e.key;
        shape_set_user(w, low, 50), body_set_user(w, box, 60);
        test_steps(w, which == 3 ? 200 : 1); // asleep too
        if (which & 1) v2d_body_destroy(w, floor);
        if (which & 2) v2d_body_destroy(w, box);
        CHECK(count_kind(w, V2D_EVENT_CONTACT_END, NULL) == 0); // told by the next step
        v2d_body_id other = test_circle(w, V2D_BODY_DYNAMIC, 50.0f, 50.0f, 0.5f); // takes the slot
        CHECK(v2d_body_is_valid(w, other));
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_CONTACT_END, &e) == 1);
        CHECK(e.a.user == 50 && e.b.user == 6 && e.b.owner_user == 60 && e.key != key);
        CHECK(V2D_ID_EQUALS(e.a.shape, low) && V2D_ID_EQUALS(e.b.shape, high));
        CHECK(v2d_shape_is_valid(w, low) == !(which & 1));
        test_steps(w, 1);
        CHECK(v2d_world_event_count(w) == 0);
    }
}

// A ball that falls from h closes at sqrt(2 g h), in one hit, and is stopped by m v.
// The number that an edge had when it was destroyed, though its soft body and the touch go on.
static void the_end_of_a_destroyed_edge_has_its_last_user_number(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_soft_def def = v2d_soft_def_default();
    def.report = V2D_REPORT_CONTACT;
    for (int i = 0; i < 3; ++i) // slots of edges and soft bodies differ
        (void)v2d_soft_create_rope(w, &def, v2d_vec2_make(-9.0f, 5.0f * (float)(i + 1)),
                                   v2d_vec2_make(9.0f, 5.0f * (float)(i + 1)), 2, true, true);
    v2d_soft_id rope = v2d_soft_create_rope(w, &def, v2d_vec2_make(-3.0f, 0.0f),
                                            v2d_vec2_make(3.0f, 0.0f), 2, true, true);
    v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, 0.5f, 0.5f, 0.5f);
    v2d_event e;
    int begins = 0;
    for (int i = 0; i < 60 && begins == 0; ++i)
        test_steps(w, 1), begins = count_kind(w, V2D_EVENT_CONTACT_BEGIN, &e);
    v2d_edge_id edge = e.b.edge;
    CHECK(begins == 1 && V2D_ID_EQUALS(e.a.body, ball) && v2d_edge_is_valid(w, edge));
    v2d_edge_def change;
    CHECK(v2d_edge_describe(w, edge, &change) == V2D_OK);
    change.user = 77;
    CHECK(v2d_edge_change(w, edge, &change) == V2D_OK);
    CHECK(v2d_edge_destroy(w, edge) == V2D_OK && v2d_soft_is_valid(w, rope));
    int ends = 0;
    for (int i = 0; i < 60 && ends == 0; ++i)
        test_steps(w, 1), ends = count_kind(w, V2D_EVENT_CONTACT_END, &e);
    CHECK(ends == 1 && V2D_ID_EQUALS(e.b.edge, edge) && e.b.user == 77);
}

static void hit_has_speed_and_impulse_of_the_fall(void **state) {
    (void)state;
    v2d_world *w = test_world();
    test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f);
    v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, 0.0f, 5.5f, 0.5f);
    reporting(w, ball, V2D_REPORT_HIT, 1);
    double mass = (double)v2d_body_mass(w, ball).mass, impulse = 0.0;
    int hits = 0;
    v2d_event e;
    for (int i = 0; i < 120; ++i) {
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_CONTACT_BEGIN, NULL) == 0); // not asked for
        if (count_kind(w, V2D_EVENT_HIT, &e) == 0) continue;
        hits += 1, impulse += (double)e.impulse;
        CHECK_NEAR(e.speed, 10.0, 0.2); // within the g dt of a step
        CHECK_NEAR(e.position.y, 0.0, 0.2);
    }
    CHECK(hits == 1);
    CHECK_NEAR(impulse, 10.0 * mass, 0.05 * 10.0 * mass);
}

// What rests and is pressed hard bears a load, which its contact tells; a push by an impulse is a blow of that
// impulse, each time.
static void a_press_is_a_load_and_a_push_a_blow(void **state) {
    (void)state;
    v2d_world *w = test_world();
    test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f);
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    float weight = 10.0f / 60.0f; // of 1 kg in a step [N s]
    CHECK(shape_set_report(w, v2d_body_first_shape(w, box), V2D_REPORT_HIT, 2.0f * weight) ==
          V2D_OK);
    test_steps(w, 60);
    CHECK(v2d_world_event_count(w) == 0);
    for (int i = 0; i < 60; ++i) {
        v2d_event e;
        v2d_contact c;
        v2d_body_apply_force_to_center(w, box, v2d_vec2_make(0.0f, -40.0f));
        bool blow = i % 15 == 14;
        if (blow)
            v2d_body_apply_impulse(w, box, v2d_vec2_make(0.0f, -0.9f), v2d_vec2_make(0.0f, 0.5f));
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_HIT, &e) == (blow ? 1 : 0));
        if (blow) CHECK_NEAR(e.impulse, 0.9f, 0.1f);
        CHECK(v2d_world_contact(w, 0, &c) == V2D_OK);
        float load = c.normal_impulse[0] + c.normal_impulse[1];
        if (i % 15 > 8) CHECK_NEAR(load, 5.0f * weight + (blow ? 0.9f : 0.0f), 0.2f * weight);
    }
}

// Sleep and waking are told, once each; switching the report on tells nothing by itself.
static void sleep_and_waking_are_told(void **state) {
    (void)state;
    v2d_world *w = test_world();
    test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f);
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    CHECK(body_set_user(w, box, 11) == V2D_OK);
    CHECK(body_set_report(w, box, V2D_REPORT_SLEEP) == V2D_OK);
    CHECK(body_set_report(w, box, V2D_REPORT_CONTACT) == V2D_ERROR_OUT_OF_RANGE);
    int slept = 0;
    v2d_event e;
    for (int i = 0; i < 120; ++i) {
        bool awake = v2d_body_is_awake(w, box);
        test_steps(w, 1);
        int news = count_kind(w, V2D_EVENT_SLEEP, &e);
        CHECK(news == (awake && !v2d_body_is_awake(w, box)));
        if (news) CHECK(V2D_ID_EQUALS(e.a.body, box) && e.a.owner_user == 11);
        slept += news;
    }
    CHECK(slept == 1);
    v2d_body_apply_impulse_to_center(w, box, v2d_vec2_make(0.0f, 5.0f));
    test_steps(w, 1);
    CHECK(count_kind(w, V2D_EVENT_WAKE, &e) == 1 && v2d_world_event_count(w) == 1);
}

// Switching the report on for what touches gives a begin in the next step, and off an end; also asleep.
static void report_can_be_switched(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_body_id floor = test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f);
    test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    for (int i = 0; i < 4; ++i) {
        test_steps(w, 100);
        CHECK(v2d_world_event_count(w) == 0);
        reporting(w, floor, i % 2 == 0 ? V2D_REPORT_CONTACT : 0u, 0);
        test_steps(w, 1);
        v2d_event_kind kind = i % 2 == 0 ? V2D_EVENT_CONTACT_BEGIN : V2D_EVENT_CONTACT_END;
        CHECK(count_kind(w, kind, NULL) == 1 && v2d_world_event_count(w) == 1);
    }
    CHECK(v2d_world_counters(w).steps == 404);
}

// A touch begins without a load at a gap of 5 mm at most, and ends at more than 15 mm, so that what rolls or rattles
// tells it once.
static void a_touch_outlasts_a_small_gap(void **state) {
    (void)state;
    static const float gaps[] = {0.004f, 0.006f, 0.014f, 0.017f};
    for (int i = 0; i < 8; ++i) {
        v2d_world *w = test_weightless();
        CHECK(world_set_sleep(w, false) == V2D_OK);
        reporting(w, test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f), V2D_REPORT_CONTACT, 0);
        v2d_body_id body = i < 4 ? test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f)
                                 : test_circle(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f);
        float gap = gaps[i % 4];
        v2d_vec2 place = {0.0f, 0.5f + gap}, far = {0.0f, 3.0f}, still = {0.0f, 0.0f};
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_CONTACT_BEGIN, NULL) == 1);
        CHECK(v2d_body_set_transform(w, body, place, 0.0f) == V2D_OK);
        CHECK(v2d_body_set_velocity(w, body, still) == V2D_OK);
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_CONTACT_END, NULL) == (gap > 0.015f));
        CHECK(v2d_body_set_transform(w, body, far, 0.0f) == V2D_OK);
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_CONTACT_END, NULL) == (gap < 0.015f));
        CHECK(v2d_body_set_transform(w, body, place, 0.0f) == V2D_OK);
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_CONTACT_BEGIN, NULL) == (gap < 0.005f));
    }
}

// The normal of an event points from a to b, whichever of them is the floor and whatever falls on it.
static void normals_point_from_a_to_b(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i) {
        v2d_world *w = test_world();
        v2d_body_id floor = {0, 0};
        v2d_point_def point = v2d_point_def_default();
        v2d_soft_def soft = v2d_soft_def_default();
        point.position = soft.position = v2d_vec2_make(0.0f, 2.0f);
        for (int k = 0; k < 2; ++k) {
            if ((i >= 4) == (k == 0)) {
                floor = test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f);
                CHECK(shape_set_report(w, v2d_body_first_shape(w, floor),
                                       V2D_REPORT_CONTACT | V2D_REPORT_HIT, 0.0f) == V2D_OK);
            } else if (i % 4 == 0) {
                test_box(w, V2D_BODY_DYNAMIC, 0.0f, 2.0f, 0.5f, 0.5f);
            } else if (i % 4 == 1) {
                test_circle(w, V2D_BODY_DYNAMIC, 0.0f, 2.0f, 0.5f);
            } else if (i % 4 == 2) {
                CHECK(v2d_point_create(w, &point).index1 != 0);
            } else {
                CHECK(v2d_soft_create_box(w, &soft, 1.0f, 1.0f).index1 != 0);
            }
        }
        int begins = 0, hits = 0;
        for (int step = 0; step < 60; ++step) {
            test_steps(w, 1);
            for (int n = 0; n < v2d_world_event_count(w); ++n) {
                v2d_event e;
                CHECK(v2d_world_event(w, n, &e) == V2D_OK);
                begins += e.kind == V2D_EVENT_CONTACT_BEGIN, hits += e.kind == V2D_EVENT_HIT;
                if (e.kind != V2D_EVENT_CONTACT_BEGIN && e.kind != V2D_EVENT_HIT) continue;
                CHECK_NEAR(e.normal.x, 0.0, 1e-3);
                CHECK_NEAR(e.normal.y, V2D_ID_EQUALS(e.a.body, floor) ? 1.0 : -1.0, 1e-3);
            }
        }
        CHECK(begins > 0 && hits > 0);
    }
}

// A plank that hits the floor with one of its ends tells a hit there.
static void a_hit_is_where_the_blow_is(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        v2d_world *w = test_weightless();
        v2d_body_id floor = test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f);
        CHECK(shape_set_report(w, v2d_body_first_shape(w, floor), V2D_REPORT_HIT, 0.0f) == V2D_OK);
        v2d_body_id plank = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.3f, 1.0f, 0.1f);
        v2d_vec2 place = {0.0f, 0.15f}, down = {0.0f, -2.0f};
        CHECK(v2d_body_set_transform(w, plank, place, 0.01f * (float)side) == V2D_OK);
        CHECK(v2d_body_set_velocity(w, plank, down) == V2D_OK);
        v2d_event e;
        int hits = 0;
        for (int step = 0; step < 20 && hits == 0; ++step) {
            test_steps(w, 1);
            hits = count_kind(w, V2D_EVENT_HIT, &e);
        }
        CHECK(hits == 1);
        CHECK_NEAR(e.position.x, -1.0 * side, 0.02);
        CHECK_NEAR(e.position.y, 0.0, 2.0 / 60.0); // the way of a step
    }
}

// A heavy box on two pinned points: its load is no blow, and when a ball strikes the box, the points are told the
// blow without the load.
static void loads_on_points_are_no_blows(void **state) {
    (void)state;
    v2d_world *w = test_world();
    for (int i = 0; i < 2; ++i) {
        v2d_point_def def = v2d_point_def_default();
        def.position = v2d_vec2_make((float)(2 * i - 1), 0.0f), def.radius = 0.1f,
        def.pinned = true;
        def.report = V2D_REPORT_HIT, def.hit_impulse = 2.0f; // of a load of 33 N s a step
        CHECK(v2d_point_create(w, &def).index1 != 0);
    }
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.6f, 2.0f, 0.5f);
    v2d_mass heavy = {400.0f, {0.0f, 0.0f}, 400.0f};
    CHECK(body_set_mass(w, box, heavy) == V2D_OK);
    CHECK(world_set_sleep(w, false) == V2D_OK);
    test_steps(w, 10);
    for (int i = 0; i < 120; ++i) {
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_HIT, NULL) == 0);
    }
    v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, 0.0f, 1.5f, 0.25f);
    CHECK(v2d_body_set_velocity(w, ball, v2d_vec2_make(0.0f, -50.0f)) == V2D_OK);
    float momentum = 50.0f * v2d_body_mass(w, ball).mass, sum = 0.0f;
    for (int i = 0; i < 20; ++i) {
        test_steps(w, 1);
        v2d_event e;
        for (int n = 0; n < v2d_world_event_count(w); ++n) {
            CHECK(v2d_world_event(w, n, &e) == V2D_OK);
            if (e.kind == V2D_EVENT_HIT) sum += e.impulse;
        }
    }
    CHECK_NEAR(sum, momentum, 0.2f * momentum);
}

// On a belt without friction: it slips by the speed of the belt; contacts of a body have it as a, by b.
static void contacts_of_a_body(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_body_id belt = test_box(w, V2D_BODY_STATIC, 0.0f, -1.0f, 9.0f, 1.0f);
    v2d_shape_id top = v2d_body_first_shape(w, belt);
    shape_set_friction(w, top, 0.0f), shape_set_surface_speed(w, top, 2.0f);
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    v2d_body_id cap = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 1.5f, 0.5f, 0.5f);
    test_steps(w, 10);
    v2d_contact c[4];
    CHECK(v2d_body_contacts(w, box, c, 4) == 2 && v2d_body_contacts(w, box, NULL, 0) == 2);
    CHECK(V2D_ID_EQUALS(c[0].a.body, box) && V2D_ID_EQUALS(c[1].a.body, box));
    CHECK(V2D_ID_EQUALS(c[0].b.body, belt) && V2D_ID_EQUALS(c[1].b.body, cap));
    CHECK(c[0].touching && c[1].touching && !c[0].sensor);
    CHECK_NEAR(c[0].manifold.normal.y, -1.0, 1e-4);
    CHECK_NEAR(c[1].manifold.normal.y, 1.0, 1e-4);
    CHECK_NEAR(fabsf(c[0].slip), 2.0, 1e-3);
    CHECK_NEAR(c[1].slip, 0.0, 1e-3);
    CHECK(c[0].friction == 0.0f);
    CHECK_NEAR(c[1].friction, 0.6, 1e-6);
    CHECK(v2d_body_contacts(w, belt, c + 2, 1) == 1 &&
          c[2].slip == c[0].slip); // the same from there
    CHECK(c[2].manifold.normal.y == -c[0].manifold.normal.y);
    CHECK(v2d_body_contacts(w, box, c, 1) == 1 && V2D_ID_EQUALS(c[0].b.body, belt));
    CHECK(v2d_body_contacts(w, box, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_body_contacts(w, box, c, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    v2d_soft_id none = {0, 0};
    CHECK(v2d_soft_contacts(w, none, c, 4) == -(int)V2D_ERROR_BAD_ID);
    CHECK(v2d_world_status(w) == V2D_OK);
}

// A ball in a sensor: begin, stay, end; and one that passes in one step.
static void overlaps_with_sensors_are_told(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_shape_def def = v2d_shape_def_default();
    v2d_body_def at = v2d_body_def_default();
    v2d_geometry box = v2d_geometry_box(1.0f, 1.0f);
    at.type = V2D_BODY_STATIC;
    def.sensor = true, def.user = 7;
    v2d_body_id zone = v2d_body_create(w, &at);
    v2d_shape_create(w, zone, &def, &box);
    v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, 5.0f, 5.0f, 0.5f);
    body_set_gravity_scale(w, ball, 0.0f);
    // inside for two steps, out of it, and from its left to its right
    const v2d_vec2 place[4] = {{0.0f, 0.0f}, {0.5f, 0.0f}, {5.0f, 0.0f}, {-3.0f, 0.0f}};
    for (int i = 0; i < 4; ++i) {
        v2d_event e;
        v2d_contact list[2];
        v2d_body_set_transform(w, ball, place[i], 0.0f);
        v2d_body_set_velocity(w, ball, v2d_vec2_make(i == 3 ? 360.0f : 0.0f, 0.0f)); // 6 m a step
        test_steps(w, 1);
        CHECK(count_kind(w, V2D_EVENT_SENSOR_BEGIN, &e) == (i == 0 || i == 3));
        if (i == 0 || i == 3) {
            CHECK(V2D_ID_EQUALS(e.a.body, zone) && V2D_ID_EQUALS(e.b.body, ball));
            CHECK(e.a.user == 7);
        }
        CHECK(count_kind(w, V2D_EVENT_SENSOR_END, NULL) == (i >= 2));
        CHECK(v2d_body_contacts(w, ball, list, 2) == (i < 2));
        if (i < 2) CHECK(list[0].sensor && list[0].touching && V2D_ID_EQUALS(list[0].b.body, zone));
    }
}

static void seeded_world(void **state) {
    (void)state;
    for (int run = 1; run <= test_share(4); ++run) // each gets fuller all the time
        fold_of_events_is_what_touches(600 + test_share(1300), (uint64_t)run);
}

// What begins to touch at rest has speed 0, not -0.
static void speed_at_rest_is_zero(void **state) {
    (void)state;
    v2d_world *w = test_world();
    v2d_event e;
    v2d_world_set_gravity(w, v2d_vec2_make(0.0f, 0.0f));
    test_box(w, V2D_BODY_STATIC, 0.0f, 0.0f, 5.0f, 0.5f);
    v2d_body_id box = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 0.9999f, 0.5f, 0.5f);
    v2d_shape_id shape = v2d_body_first_shape(w, box);
    CHECK(shape_set_report(w, shape, V2D_REPORT_CONTACT, V2D_UNLIMITED) == V2D_OK);
    test_steps(w, 1);
    CHECK(count_kind(w, V2D_EVENT_CONTACT_BEGIN, &e) == 1);
    CHECK(e.speed == 0.0f && !signbit(e.speed));
}

// A joint that breaks under more than the square of a float can hold.
static void the_greatest_forces_are_told_as_finite(void **state) {
    (void)state;
    static v2d_world w;
    v2d_event e;
    v2d_world_def def = v2d_world_def_default();
    def.max_speed = 1e9f;
    CHECK(v2d_world_init(&w, &def) == V2D_OK);
    v2d_body_def body = v2d_body_def_default();
    body.own_mass = true, body.mass.mass = 1e9f;
    body.velocity = v2d_vec2_make(1e9f, 1e8f);
    v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    joint.a = v2d_anchor_world(v2d_vec2_make(0.0f, 0.0f), 0.0f);
    joint.b = v2d_anchor_body(v2d_body_create(&w, &body), v2d_vec2_make(0.0f, 0.0f));
    joint.break_force = 1e18f;
    CHECK(!V2D_IS_NULL(v2d_joint_create(&w, &joint)));
    CHECK(v2d_world_step(&w, 0.001f, 4) == V2D_OK);
    CHECK(count_kind(&w, V2D_EVENT_JOINT_BROKEN, &e) == 1);
    CHECK(isfinite(e.force));
    CHECK(e.force > 1.8e19f);
}

// A tower of weak crates, put there at rest: the load is no blow, though it is far above hit_impulse. A ball that
// falls on it is: by its momentum, as told by the pair of ball and crate.
static void loads_are_no_blows(void **state) {
    (void)state;
    for (int k = 0; k < 6; ++k) {
        v2d_world *w = test_world();
        const int height = 12, substeps = 2 << k / 2;
        float mass = k % 2 == 0 ? 1.0f : 40.0f, weak = 0.3f * mass, speed = 6.0f;
        test_ground(w);
        for (int i = 0; i < height; ++i) {
            v2d_body_def def = v2d_body_def_default();
            v2d_shape_def shape = v2d_shape_def_default();
            v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
            def.position.y = 0.5f + (float)i;
            shape.report = V2D_REPORT_HIT, shape.hit_impulse = weak, shape.density = mass;
            CHECK(v2d_shape_create(w, v2d_body_create(w, &def), &shape, &box).index1 != 0);
        }
        world_set_sleep(w, false);
        for (int i = 0; i < 240; ++i) {
            CHECK(v2d_world_step(w, 1.0f / 60.0f, substeps) == V2D_OK);
            CHECK(count_kind(w, V2D_EVENT_HIT, NULL) == 0);
        }
        v2d_body_id ball = test_circle(w, V2D_BODY_DYNAMIC, 0.0f, (float)height + 0.3f, 0.25f);
        v2d_body_set_velocity(w, ball, v2d_vec2_make(0.0f, -speed));
        float momentum = v2d_body_mass(w, ball).mass * speed, sum = 0.0f;
        for (int i = 0; i < 20; ++i) {
            CHECK(v2d_world_step(w, 1.0f / 60.0f, substeps) == V2D_OK);
            v2d_event e;
            for (int n = 0; n < v2d_world_event_count(w); ++n) {
                CHECK(v2d_world_event(w, n, &e) == V2D_OK);
                bool of_ball = V2D_ID_EQUALS(e.a.body, ball) || V2D_ID_EQUALS(e.b.body, ball);
                if (e.kind == V2D_EVENT_HIT && of_ball) sum += e.impulse;
            }
        }
        CHECK_NEAR(sum, momentum, 0.2f * momentum);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_greatest_forces_are_told_as_finite),
        cmocka_unit_test(speed_at_rest_is_zero),
        cmocka_unit_test(loads_are_no_blows),
        cmocka_unit_test(rolling_over_a_chain_is_one_begin),
        cmocka_unit_test(crate_on_a_rope_is_one_begin),
        cmocka_unit_test(ends_of_destroyed_things_keep_user_numbers),
        cmocka_unit_test(the_end_of_a_destroyed_edge_has_its_last_user_number),
        cmocka_unit_test(hit_has_speed_and_impulse_of_the_fall),
        cmocka_unit_test(a_press_is_a_load_and_a_push_a_blow),
        cmocka_unit_test(sleep_and_waking_are_told),
        cmocka_unit_test(report_can_be_switched),
        cmocka_unit_test(a_touch_outlasts_a_small_gap),
        cmocka_unit_test(normals_point_from_a_to_b),
        cmocka_unit_test(a_hit_is_where_the_blow_is),
        cmocka_unit_test(loads_on_points_are_no_blows),
        cmocka_unit_test(contacts_of_a_body),
        cmocka_unit_test(overlaps_with_sensors_are_told),
        cmocka_unit_test(seeded_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
