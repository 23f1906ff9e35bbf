// SPDX-License-Identifier: MIT OR Unlicense
// test_capacity.c - tiny capacities: every array full in turn. The call is refused, the world stays as it was and
// goes on.
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   12
#define V2D_MAX_SHAPES   14
#define V2D_MAX_POINTS   12
#define V2D_MAX_EDGES    16
#define V2D_MAX_BENDS    8
#define V2D_MAX_SOFTS    8
#define V2D_MAX_JOINTS   8
#define V2D_MAX_PAIRS    8
#define V2D_MAX_CONTACTS 8
#define V2D_MAX_ROWS     8
#define V2D_MAX_EVENTS   8
#define V2D_MAX_OUTLINE  8
#include "verlet2d.h"
#include "test.h"

static v2d_world before;

// The world is as it was but for the status, and steps on.
static void check_refused(v2d_world *world, v2d_result code) {
    CHECK(v2d_world_status(world) == code);
    v2d_world_clear_status(world);
    CHECK(memcmp(world, &before, sizeof(v2d_world)) == 0);
    CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
}

static void check_finite(const v2d_world *world) {
    v2d_body_id body = {0, 0};
    for (body = v2d_world_next_body(world, body); body.index1 != 0;
         body = v2d_world_next_body(world, body)) {
        CHECK(test_finite(v2d_body_position(world, body)) &&
              test_finite(v2d_body_velocity(world, body)));
    }
    v2d_point_id point = {0, 0};
    for (point = v2d_world_next_point(world, point); point.index1 != 0;
         point = v2d_world_next_point(world, point)) {
        CHECK(test_finite(v2d_point_position(world, point)) &&
              test_finite(v2d_point_velocity(world, point)));
    }
}

static void bodies_run_out(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    v2d_body_id ids[V2D_MAX_BODIES];
    for (int i = 0; i < V2D_MAX_BODIES; ++i) {
        def.position.x = 3.0f * (float)i;
        ids[i] = v2d_body_create(world, &def);
        CHECK(v2d_body_is_valid(world, ids[i]));
        CHECK(v2d_world_counters(world).bodies.peak == i + 1);
    }
    for (int i = 0; i < 3; ++i) {
        before = *world;
        CHECK(v2d_body_create(world, &def).index1 == 0);
        check_refused(world, V2D_ERROR_CAPACITY);
    }
    CHECK(v2d_world_counters(world).bodies.count == V2D_MAX_BODIES);

    // The slot freed last is taken first, under a new name.
    CHECK(v2d_body_destroy(world, ids[3]) == V2D_OK && v2d_body_destroy(world, ids[7]) == V2D_OK);
    CHECK(v2d_world_counters(world).bodies.count == V2D_MAX_BODIES - 2);
    CHECK(v2d_world_counters(world).bodies.peak == V2D_MAX_BODIES);
    v2d_body_id first = v2d_body_create(world, &def), second = v2d_body_create(world, &def);
    CHECK(first.index1 == ids[7].index1 && first.generation != ids[7].generation);
    CHECK(second.index1 == ids[3].index1 && second.generation != ids[3].generation);
    CHECK(!v2d_body_is_valid(world, ids[3]) && !v2d_body_is_valid(world, ids[7]));
    before = *world;
    CHECK(v2d_body_create(world, &def).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
}

static void shapes_run_out(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.5f);
    v2d_body_id body = v2d_body_create(world, &def);
    v2d_shape_id ids[V2D_MAX_SHAPES];
    for (int i = 0; i < V2D_MAX_SHAPES; ++i) {
        ids[i] = v2d_shape_create(world, body, &shape_def, &circle);
        CHECK(v2d_shape_is_valid(world, ids[i]));
    }
    before = *world;
    CHECK(v2d_shape_create(world, body, &shape_def, &circle).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    CHECK(v2d_world_counters(world).shapes.peak == V2D_MAX_SHAPES);

    // An outline that needs more pieces than are left adds none.
    v2d_vec2 cross[8] = {{0, 0}, {1, 3}, {0, 2}, {-1, 3}, {0, 1.5f}, {-2, 2}, {-1, 1}, {-3, 0}};
    CHECK(v2d_shape_destroy(world, ids[5]) == V2D_OK);
    v2d_geometry pieces[V2D_MAX_OUTLINE];
    int piece_count = 0;
    if (v2d_polygon_decompose(cross, 8, pieces, V2D_MAX_OUTLINE, &piece_count) == V2D_OK &&
        piece_count > 1) {
        before = *world;
        CHECK(V2D_IS_NULL(v2d_shape_create_outline(world, body, &shape_def, cross, 8)));
        check_refused(world, V2D_ERROR_CAPACITY);
    }
    v2d_shape_id again = v2d_shape_create(world, body, &shape_def, &circle);
    CHECK(again.index1 == ids[5].index1 && again.generation != ids[5].generation);
    CHECK_NEAR(v2d_body_mass(world, body).mass, V2D_MAX_SHAPES * TEST_PI * 0.25, 1e-3);
    CHECK(v2d_body_destroy(world, body) == V2D_OK);
    CHECK(v2d_world_counters(world).shapes.count == 0 &&
          v2d_world_counters(world).shapes.peak == V2D_MAX_SHAPES);
}

static void points_run_out(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_point_def def = v2d_point_def_default();
    v2d_soft_def soft_def = v2d_soft_def_default();
    v2d_point_id ids[V2D_MAX_POINTS];
    for (int i = 0; i < V2D_MAX_POINTS; ++i) {
        def.position.x = (float)i;
        ids[i] = v2d_point_create(world, &def);
        CHECK(v2d_point_is_valid(world, ids[i]));
    }
    before = *world;
    CHECK(v2d_point_create(world, &def).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    for (int i = 0; i < 3; ++i)
        CHECK(v2d_point_destroy(world, ids[2 * i]) == V2D_OK); // room for three
    before = *world;
    CHECK(v2d_soft_create_box(world, &soft_def, 1.0f, 1.0f).index1 == 0); // needs four
    check_refused(world, V2D_ERROR_CAPACITY);
    before = *world;
    CHECK(v2d_soft_create_cloth(world, &soft_def, 2, 2, 1.0f).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    before = *world;
    v2d_vec2 a = {0.0f, 0.0f}, b = {3.0f, 0.0f};
    CHECK(v2d_soft_create_rope(world, &soft_def, a, b, 3, false, false).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    soft_def.position = v2d_vec2_make(0.0f, 50.0f);
    v2d_soft_id triangle = soft_triangle(world, &soft_def, 1.0f, 1.0f); // three fit
    CHECK(v2d_soft_is_valid(world, triangle));
    CHECK(v2d_soft_point(world, triangle, 0).index1 == ids[4].index1); // the slot freed last
    CHECK(!v2d_point_is_valid(world, ids[4]));
    CHECK(v2d_world_counters(world).points.peak == V2D_MAX_POINTS);
    check_finite(world);
}

static void edges_run_out(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_point_def def = v2d_point_def_default();
    v2d_point_id points[8];
    for (int i = 0; i < 8; ++i) {
        def.position = v2d_vec2_make((float)i, (float)(i % 2));
        points[i] = v2d_point_create(world, &def);
    }
    v2d_edge_def edge_def = v2d_edge_def_default();
    v2d_edge_id first = {0, 0};
    int made = 0;
    for (int i = 0; i < 8 && made < V2D_MAX_EDGES; ++i) {
        for (int k = i + 1; k < 8 && made < V2D_MAX_EDGES; ++k) {
            edge_def.a = points[i], edge_def.b = points[k];
            v2d_edge_id id = v2d_edge_create(world, &edge_def);
            CHECK(v2d_edge_is_valid(world, id));
            if (made++ == 0) first = id;
        }
    }
    edge_def.a = points[6], edge_def.b = points[7];
    before = *world;
    CHECK(v2d_edge_create(world, &edge_def).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    v2d_soft_def soft_def = v2d_soft_def_default();
    before = *world;
    CHECK(soft_triangle(world, &soft_def, 1.0f, 1.0f).index1 == 0); // points would fit
    check_refused(world, V2D_ERROR_CAPACITY);
    CHECK(v2d_world_counters(world).edges.peak == V2D_MAX_EDGES);
    CHECK(v2d_edge_destroy(world, first) == V2D_OK);
    v2d_edge_id again = v2d_edge_create(world, &edge_def);
    CHECK(again.index1 == first.index1 && again.generation != first.generation);
    for (int i = 0; i < 60; ++i)
        CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
    check_finite(world);
}

static void bends_run_out(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_point_def def = v2d_point_def_default();
    v2d_point_id points[5];
    for (int i = 0; i < 5; ++i) {
        def.position = v2d_vec2_make((float)i, (float)(i % 2));
        points[i] = v2d_point_create(world, &def);
    }
    v2d_bend_def bend_def = v2d_bend_def_default();
    v2d_bend_id ids[V2D_MAX_BENDS];
    for (int i = 0; i < V2D_MAX_BENDS; ++i) {
        bend_def.a = points[i % 5], bend_def.b = points[(i + 1) % 5],
        bend_def.c = points[(i + 2) % 5];
        ids[i] = v2d_bend_create(world, &bend_def);
        CHECK(v2d_bend_is_valid(world, ids[i]));
    }
    before = *world;
    CHECK(v2d_bend_create(world, &bend_def).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    CHECK(v2d_world_counters(world).bends.peak == V2D_MAX_BENDS);
    CHECK(v2d_bend_destroy(world, ids[2]) == V2D_OK);
    v2d_bend_id again = v2d_bend_create(world, &bend_def);
    CHECK(again.index1 == ids[2].index1 && again.generation != ids[2].generation);
    CHECK(v2d_point_destroy(world, points[0]) == V2D_OK); // takes its bends along
    CHECK(v2d_world_counters(world).bends.count < V2D_MAX_BENDS);
    for (int i = 0; i < 60; ++i)
        CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
    check_finite(world);
}

static void softs_run_out(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_soft_def def = v2d_soft_def_default();
    v2d_soft_id ids[V2D_MAX_SOFTS];
    for (int i = 0; i < V2D_MAX_SOFTS; ++i) {
        ids[i] = v2d_soft_create(world, &def);
        CHECK(v2d_soft_is_valid(world, ids[i]));
    }
    before = *world;
    CHECK(v2d_soft_create(world, &def).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    before = *world;
    CHECK(v2d_soft_create_box(world, &def, 1.0f, 1.0f).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    CHECK(v2d_world_counters(world).softs.peak == V2D_MAX_SOFTS);
    CHECK(v2d_world_counters(world).points.count == 0);
    CHECK(v2d_soft_destroy(world, ids[4]) == V2D_OK);
    v2d_soft_id again = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
    CHECK(again.index1 == ids[4].index1 && again.generation != ids[4].generation);
}

static void joints_run_out(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id a = test_circle(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.5f);
    v2d_body_id b = test_circle(world, V2D_BODY_DYNAMIC, 2.0f, 0.0f, 0.5f);
    v2d_point_def point_def = v2d_point_def_default();
    point_def.position = v2d_vec2_make(5.0f, 5.0f);
    v2d_point_id point = v2d_point_create(world, &point_def);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
    def.a = v2d_anchor_body(a, v2d_vec2_make(0.0f, 0.0f));
    def.b = v2d_anchor_body(b, v2d_vec2_make(0.0f, 0.0f));
    v2d_joint_id ids[V2D_MAX_JOINTS];
    for (int i = 0; i < V2D_MAX_JOINTS; ++i) {
        ids[i] = v2d_joint_create(world, &def);
        CHECK(v2d_joint_is_valid(world, ids[i]));
    }
    before = *world;
    CHECK(v2d_joint_create(world, &def).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    before = *world;
    CHECK(v2d_point_attach(world, point, b).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    before = *world;
    CHECK(v2d_world_drag_begin(world, v2d_body_position(world, b), 0.5f).index1 == 0);
    check_refused(world, V2D_ERROR_CAPACITY);
    CHECK(v2d_world_counters(world).joints.peak == V2D_MAX_JOINTS);
    CHECK(v2d_joint_destroy(world, ids[1]) == V2D_OK);
    v2d_joint_id again = v2d_joint_create(world, &def);
    CHECK(again.index1 == ids[1].index1 && again.generation != ids[1].generation);
    for (int i = 0; i < 60; ++i)
        CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
    v2d_vec2 p = v2d_body_position(world, b);
    CHECK_NEAR(sqrt((double)p.x * (double)p.x + (double)p.y * (double)p.y), 2.0,
               0.02); // eight rods pull alike
}

// Twelve balls in one heap: 66 pairs overlap, eight find room. The rest is counted, and again the same in each run.
static void pairs_and_contacts_overflow_in_the_same_way(void **state) {
    (void)state;
    uint64_t hashes[2], dropped[2];
    for (int run = 0; run < 2; ++run) {
        v2d_world *world = test_world();
        test_ground(world);
        for (int i = 0; i < V2D_MAX_BODIES - 1; ++i) {
            test_circle(world, V2D_BODY_DYNAMIC, 0.15f * (float)(i % 4),
                        0.5f + 0.2f * (float)(i / 4), 0.5f);
        }
        CHECK(v2d_world_status(world) == V2D_OK);
        for (int i = 0; i < 120; ++i) {
            CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
            v2d_counters counters = v2d_world_counters(world);
            CHECK(counters.pairs.count <= V2D_MAX_PAIRS &&
                  counters.contacts.count <= V2D_MAX_CONTACTS);
            CHECK(counters.pairs.peak <= V2D_MAX_PAIRS &&
                  counters.contacts.peak <= V2D_MAX_CONTACTS);
            CHECK(v2d_world_contact_count(world) <= V2D_MAX_CONTACTS);
            check_finite(world);
        }
        CHECK(v2d_world_counters(world).pairs.peak == V2D_MAX_PAIRS);
        CHECK(v2d_world_counters(world).dropped_pairs > 0);
        CHECK(v2d_world_status(world) == V2D_OK); // it is counted, not an error of any call
        hashes[run] = v2d_world_hash(world);
        dropped[run] = v2d_world_counters(world).dropped_pairs;
    }
    CHECK(hashes[0] == hashes[1] && dropped[0] == dropped[1]);
}

// Points resting on the ground each need a row; a dozen points for eight rows.
static void rows_overflow_is_counted(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_box(world, V2D_BODY_STATIC, 0.0f, -0.5f, 20.0f, 0.5f);
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(0.0f, 0.05f);
    v2d_soft_id rope =
        v2d_soft_create_rope(world, &def, v2d_vec2_make(-3.0f, 0.0f), v2d_vec2_make(3.0f, 0.0f),
                             V2D_MAX_POINTS - 1, false, false);
    CHECK(v2d_soft_is_valid(world, rope));
    for (int i = 0; i < 120; ++i) {
        CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
        CHECK(v2d_world_counters(world).rows.count <= V2D_MAX_ROWS);
        check_finite(world);
    }
    CHECK(v2d_world_counters(world).rows.peak == V2D_MAX_ROWS);
    CHECK(v2d_world_counters(world).dropped_contacts > 0);
    CHECK(v2d_world_status(world) == V2D_OK);
}

// More edges tear in one step than there is room for events: the edges are gone all the same.
static void events_overflow_is_counted(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f));
    v2d_soft_def def = v2d_soft_def_default();
    def.tear_strain = 0.1f;
    v2d_soft_id rope =
        v2d_soft_create_rope(world, &def, v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(11.0f, 0.0f),
                             V2D_MAX_POINTS - 1, false, false);
    CHECK(v2d_soft_is_valid(world, rope));
    int edges = v2d_soft_edge_count(world, rope);
    CHECK(edges == V2D_MAX_POINTS - 1);
    for (int i = 0; i < V2D_MAX_POINTS; ++i) { // pulled apart to three times its length
        v2d_point_set_position(world, v2d_soft_point(world, rope, i),
                               v2d_vec2_make(3.0f * (float)i, 0.0f));
    }
    CHECK(v2d_world_step(world, 1e-4f, 1) == V2D_OK);
    v2d_counters counters = v2d_world_counters(world);
    CHECK(counters.edges.count == 0);
    CHECK(counters.events.count == V2D_MAX_EVENTS && counters.events.peak == V2D_MAX_EVENTS);
    int pieces = V2D_MAX_SOFTS - 1; // that found room; all others stay, which one more event tells
    CHECK(counters.softs.count == V2D_MAX_SOFTS &&
          counters.dropped_pieces == (uint64_t)(edges - pieces));
    int lost = edges + pieces + 1 - (V2D_MAX_EVENTS - 1); // the last place is kept to tell that
    CHECK(counters.dropped_events == (uint64_t)lost);
    CHECK(v2d_world_event_count(world) == V2D_MAX_EVENTS);
    v2d_event event;
    CHECK(v2d_world_event(world, V2D_MAX_EVENTS - 1, &event) == V2D_OK);
    CHECK(event.kind == V2D_EVENT_LOST && event.count == lost);
    for (int i = 0; i < V2D_MAX_EVENTS - 1; ++i) {
        CHECK(v2d_world_event(world, i, &event) == V2D_OK);
        CHECK(event.kind == V2D_EVENT_EDGE_TORN && !v2d_edge_is_valid(world, event.a.edge));
        CHECK(event.a.soft.index1 == rope.index1);
    }
    CHECK(v2d_world_step(world, 1e-4f, 1) == V2D_OK);
    CHECK(v2d_world_event_count(world) == 0); // events of the last step only
}

// The walls of a bounded world take none of its bodies.
static void bounded_world_has_room_for_its_walls(void **state) {
    (void)state;
    static v2d_world world;
    v2d_world_def def = v2d_world_def_default();
    def.bounded = true;
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    CHECK(v2d_world_status(&world) == V2D_OK);
    CHECK(v2d_world_counters(&world).bodies.count == 0);
    for (int i = 0; i < V2D_MAX_BODIES; ++i) {
        v2d_body_def body_def = v2d_body_def_default();
        CHECK(v2d_body_create(&world, &body_def).index1 != 0);
    }
    CHECK(v2d_world_step(&world, 1.0f / 60.0f, 4) == V2D_OK);
}

// Fill, empty, fill: nothing leaks, at any order of destruction.
static void slots_never_leak(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_soft_def def = v2d_soft_def_default();
    for (int round = 0; round < 50; ++round) {
        v2d_body_id bodies[V2D_MAX_BODIES];
        for (int i = 0; i < V2D_MAX_BODIES; ++i) {
            bodies[i] = test_circle(world, V2D_BODY_DYNAMIC, 2.0f * (float)i, 5.0f, 0.5f);
        }
        def.position = v2d_vec2_make(0.0f, -5.0f);
        v2d_soft_id a = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
        def.position = v2d_vec2_make(5.0f, -5.0f);
        v2d_soft_id b = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
        v2d_joint_id joint = v2d_point_attach(world, v2d_soft_point(world, a, 0), bodies[3]);
        CHECK(v2d_soft_is_valid(world, a) && v2d_soft_is_valid(world, b) &&
              v2d_joint_is_valid(world, joint));
        test_steps(world, 2);
        v2d_counters full = v2d_world_counters(world);
        CHECK(full.bodies.count == V2D_MAX_BODIES && full.points.count == 8 &&
              full.softs.count == 2);
        for (int i = 0; i < V2D_MAX_BODIES; ++i) {
            CHECK(v2d_body_destroy(world, bodies[(i * 5 + round) % V2D_MAX_BODIES]) == V2D_OK);
        }
        CHECK(v2d_soft_destroy(world, round % 2 ? a : b) == V2D_OK);
        CHECK(v2d_soft_destroy(world, round % 2 ? b : a) == V2D_OK);
        v2d_counters empty = v2d_world_counters(world);
        CHECK(empty.bodies.count == 0 && empty.shapes.count == 0 && empty.points.count == 0 &&
              empty.edges.count == 0);
        CHECK(empty.bends.count == 0 && empty.softs.count == 0 && empty.joints.count == 0);
        test_steps(world, 1);
        CHECK(v2d_world_counters(world).contacts.count == 0 &&
              v2d_world_counters(world).pairs.count == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_run_out),
        cmocka_unit_test(shapes_run_out),
        cmocka_unit_test(points_run_out),
        cmocka_unit_test(edges_run_out),
        cmocka_unit_test(bends_run_out),
        cmocka_unit_test(softs_run_out),
        cmocka_unit_test(joints_run_out),
        cmocka_unit_test(pairs_and_contacts_overflow_in_the_same_way),
        cmocka_unit_test(rows_overflow_is_counted),
        cmocka_unit_test(events_overflow_is_counted),
        cmocka_unit_test(bounded_world_has_room_for_its_walls),
        cmocka_unit_test(slots_never_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
