// SPDX-License-Identifier: MIT OR Unlicense
// test_cut.c - soft bodies that fall apart into bodies of their own, and the knife.
#define ENGINE_SMALL
#include "scene.h"

// Events of a kind in the last step; the last one in *event.
static int events_of(v2d_event_kind kind, v2d_event *event) {
    int count = 0;
    v2d_event e;
    for (int i = 0; v2d_world_event(world, i, &e) == V2D_OK; ++i) {
        if (e.kind != kind) continue;
        count += 1, *event = e;
    }
    return count;
}

// ---- pieces ------------------------------------------------------------------------------------

// A rope along x from (0, 0), of `count` points 1 m apart.
static v2d_soft_id rope_of(int count) {
    v2d_soft_def def = v2d_soft_def_default();
    def.mass = (float)count, def.linear_damping = 0.0f, def.user = 7;
    def.report = V2D_REPORT_CONTACT;
    return v2d_soft_create_rope(world, &def, v2d_vec2_make(0.0f, 0.0f),
                                v2d_vec2_make((float)(count - 1), 0.0f), count - 1, false, false);
}

// Edge `index` tears in the next step.
static void weaken(v2d_soft_id soft, int index) {
    v2d_edge_id id = v2d_soft_edge(world, soft, index);
    v2d_edge_def def;
    CHECK(v2d_edge_describe(world, id, &def) == V2D_OK);
    def.rest_length *= 0.5f, def.tear_strain = 0.1f, def.frequency = 1e-3f;
    CHECK(v2d_edge_change(world, id, &def) == V2D_OK);
}

static void torn_rope_is_two_bodies(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_id rope = rope_of(6), piece;
    v2d_point_id point[6];
    v2d_event e;
    for (int i = 0; i < 6; ++i)
        point[i] = v2d_soft_point(world, rope, i);
    v2d_joint_def pull = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    pull.a = v2d_anchor_world(v2d_vec2_make(0.0f, 0.0f), 0.0f), pull.b = v2d_anchor_point(point[0]);
    v2d_joint_id joint = make(&pull);
    weaken(rope, 1);
    run(1);
    CHECK(events_of(V2D_EVENT_EDGE_TORN, &e) == 1 && V2D_ID_EQUALS(e.a.soft, rope));
    CHECK(events_of(V2D_EVENT_SOFT_SPLIT, &e) == 1 && V2D_ID_EQUALS(e.a.soft, rope));
    piece = e.b.soft;
    CHECK(v2d_soft_is_valid(world, piece) && e.count == 2 && e.a.owner_user == 7 &&
          e.b.owner_user == 7);
    // points 2 to 5 stay, 0 and 1 go
    CHECK(v2d_soft_point_count(world, rope) == 4 && v2d_soft_point_count(world, piece) == 2);
    for (int i = 0; i < 6; ++i) {
        v2d_soft_id owner = i < 2 ? piece : rope;
        CHECK(V2D_ID_EQUALS(v2d_soft_point(world, owner, i < 2 ? i : i - 2), point[i]));
    }
    CHECK(v2d_soft_edge_count(world, rope) == 3 && v2d_soft_edge_count(world, piece) == 1);
    CHECK(V2D_ID_EQUALS(v2d_point_next_joint(world, point[0], (v2d_joint_id){0, 0}), joint));
    CHECK_NEAR(v2d_soft_center(world, rope).x, (2.0 + 3.0 + 4.0 + 5.0) / 4.0, 1e-5);
    CHECK_NEAR(v2d_soft_center(world, piece).x, 0.5, 1e-5);
    CHECK_NEAR(e.position.x, 0.5, 1e-5);
    v2d_soft_def def;
    CHECK(v2d_soft_describe(world, piece, &def) == V2D_OK);
    CHECK(def.user == 7 && def.report == V2D_REPORT_CONTACT);
    CHECK_NEAR(def.mass, 2.0, 1e-6);
    CHECK(v2d_world_counters(world).softs.count == 2);
    // they touch each other now, which one body did not report
    CHECK(v2d_soft_set_awake(world, piece, true) == V2D_OK);
    run(60);
    CHECK(v2d_soft_destroy(world, piece) == V2D_OK && v2d_soft_point_count(world, rope) == 4);
    run(1);
}

static void sensors_see_each_piece(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_id rope = rope_of(6);
    v2d_event e;
    v2d_body_def body = v2d_body_def_default();
    body.type = V2D_BODY_STATIC, body.position.x = 0.5f;
    v2d_shape_def shape = v2d_shape_def_default();
    shape.sensor = true;
    v2d_geometry box = v2d_geometry_box(0.8f, 0.5f); // x from -0.3 to 1.3
    CHECK(!V2D_IS_NULL(v2d_body_create_with(world, &body, &shape, &box)));
    run(1);
    CHECK(events_of(V2D_EVENT_SENSOR_BEGIN, &e) == 1 && V2D_ID_EQUALS(e.b.soft, rope));
    weaken(rope, 1);
    run(1);
    CHECK(events_of(V2D_EVENT_SOFT_SPLIT, &e) == 1);
    v2d_soft_id piece = e.b.soft;
    bool began = events_of(V2D_EVENT_SENSOR_BEGIN, &e) == 1 && V2D_ID_EQUALS(e.b.soft, piece);
    bool ended = events_of(V2D_EVENT_SENSOR_END, &e) == 1 && V2D_ID_EQUALS(e.b.soft, rope);
    run(1);
    began = began || (events_of(V2D_EVENT_SENSOR_BEGIN, &e) == 1 && V2D_ID_EQUALS(e.b.soft, piece));
    ended = ended || (events_of(V2D_EVENT_SENSOR_END, &e) == 1 && V2D_ID_EQUALS(e.b.soft, rope));
    CHECK(began && ended);
}

static void pieces_without_room_stay(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_id rope = rope_of(7);
    v2d_soft_def def = v2d_soft_def_default();
    while (v2d_world_counters(world).softs.count < V2D_MAX_SOFTS - 1)
        CHECK(!V2D_IS_NULL(v2d_soft_create(world, &def)));
    v2d_event e;
    weaken(rope, 1), weaken(rope, 4); // 2, 3 and 2 points
    run(1);
    CHECK(events_of(V2D_EVENT_EDGE_TORN, &e) == 2);
    CHECK(events_of(V2D_EVENT_SOFT_SPLIT, &e) == 2); // the last one is that without room
    CHECK(V2D_IS_NULL(e.b.soft) && V2D_ID_EQUALS(e.a.soft, rope) && e.count == 1);
    CHECK(v2d_world_counters(world).dropped_pieces == 1);
    CHECK(v2d_soft_point_count(world, rope) == 5);
    run(10);
}

// A cloth whose middle column of cells tears falls into two bodies, with equal bits after a load.
static void torn_cloth_goes_on_after_a_load(void **state) {
    (void)state;
    static unsigned char bytes[sizeof(v2d_world)];
    start();
    v2d_soft_def def = v2d_soft_def_default();
    def.bend_frequency = 2.0f, def.shape_frequency = 1.0f;
    v2d_soft_id cloth = v2d_soft_create_cloth(world, &def, 6, 5, 0.25f);
    test_floor(world, -3.0f);
    int edges = v2d_soft_edge_count(world, cloth), torn = 0;
    for (int i = 0; i < edges; ++i) {
        v2d_edge_def edge;
        CHECK(v2d_edge_describe(world, v2d_soft_edge(world, cloth, i), &edge) == V2D_OK);
        float xa = v2d_point_position(world, edge.a).x, xb = v2d_point_position(world, edge.b).x;
        if ((xa < 0.6f) != (xb < 0.6f)) weaken(cloth, i), torn += 1;
    }
    CHECK(torn == 5 + 4);
    size_t size = v2d_world_save(world, bytes, sizeof(bytes));
    CHECK(size > 0);
    uint64_t hash[2];
    for (int k = 0; k < 2; ++k) {
        CHECK(v2d_world_load(world, bytes, size) == V2D_OK);
        run(1);
        v2d_event e;
        CHECK(events_of(V2D_EVENT_SOFT_SPLIT, &e) == 1 && e.count == 15);
        CHECK(v2d_soft_point_count(world, cloth) == 15);
        CHECK_NEAR(
            fabs((double)(v2d_soft_center(world, e.b.soft).x - v2d_soft_center(world, cloth).x)),
            0.75, 0.01);
        run(120);
        hash[k] = v2d_world_hash(world);
    }
    CHECK(hash[0] == hash[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torn_rope_is_two_bodies),
        cmocka_unit_test(sensors_see_each_piece),
        cmocka_unit_test(pieces_without_room_stay),
        cmocka_unit_test(torn_cloth_goes_on_after_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
