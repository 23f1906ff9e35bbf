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
    CHECK(soft_set_awake(world, piece, true) == V2D_OK);
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

// ---- the knife ---------------------------------------------------------------------------------

// Mass, momentum and spin about the origin of all that moves, and the sum of the sizes of all momenta and spins.
typedef struct sums {
    double mass, px, py, spin, size, arms;
} sums;

static void add_moving(sums *s, double m, double inertia, v2d_vec2 at, v2d_vec2 v, double omega) {
    double spin = m * ((double)at.x * (double)v.y - (double)at.y * (double)v.x) + inertia * omega;
    double speed = hypot((double)v.x, (double)v.y);
    s->mass += m, s->px += m * (double)v.x, s->py += m * (double)v.y, s->spin += spin;
    s->size += m * speed + sqrt(m * inertia) * fabs(omega),
        s->arms += m * speed * hypot((double)at.x, (double)at.y) + fabs(inertia * omega);
}

static sums sum_all(void) {
    sums s = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    v2d_point_id p = {0, 0};
    while (p = v2d_world_next_point(world, p), !V2D_IS_NULL(p))
        add_moving(&s, (double)point_mass(world, p), 0.0, v2d_point_position(world, p),
                   v2d_point_velocity(world, p), 0.0);
    v2d_body_id b = {0, 0};
    while (b = v2d_world_next_body(world, b), !V2D_IS_NULL(b)) {
        if (body_type_of(world, b) != V2D_BODY_DYNAMIC) continue;
        v2d_mass m = v2d_body_mass(world, b);
        add_moving(&s, (double)m.mass, (double)m.inertia, v2d_body_center(world, b),
                   v2d_body_velocity(world, b), (double)v2d_body_angular_velocity(world, b));
    }
    return s;
}

static void check_kept_by(const sums *was, double looser) {
    sums now = sum_all();
    CHECK_NEAR(now.mass, was->mass, 1e-6 * was->mass);
    CHECK_NEAR(now.px, was->px, looser * 1e-6 * was->size);
    CHECK_NEAR(now.py, was->py, looser * 1e-6 * was->size);
    CHECK_NEAR(now.spin, was->spin, looser * 1e-5 * was->arms);
}

static void check_kept(const sums *was) { check_kept_by(was, 1.0); }

static int cut(float x0, float y0, float x1, float y1, v2d_piece *pieces, int capacity) {
    return v2d_world_cut(world, NULL, v2d_vec2_make(x0, y0), v2d_vec2_make(x1, y1), pieces,
                         capacity);
}

// A box of 2 x 1 m that turns is cut at a third: areas 2/3 and 4/3.
static void cut_box_moves_on_as_one(void **state) {
    (void)state;
    start_weightless();
    v2d_body_id box = add_free_box(3.0f, 2.0f, 0.0f, 2.0f, 1.0f, 6.0f);
    v2d_body_set_velocity(world, box, v2d_vec2_make(1.0f, -2.0f));
    v2d_body_set_angular_velocity(world, box, 3.0f);
    sums was = sum_all();
    v2d_piece piece;
    v2d_vec2 far_corner = {4.0f, 2.5f};
    v2d_vec2 v = v2d_body_velocity_at(world, box, far_corner);
    CHECK(cut(2.0f + 2.0f / 3.0f, 1.0f, 2.0f + 2.0f / 3.0f, 3.0f, &piece, 1) == 1);
    CHECK(V2D_ID_EQUALS(piece.body, box) && V2D_IS_NULL(piece.soft));
    check_kept(&was);
    CHECK_NEAR(v2d_body_mass(world, box).mass, 4.0, 1e-5);
    CHECK_NEAR(v2d_body_mass(world, piece.new_body).mass, 2.0, 1e-5);
    CHECK_NEAR(v2d_body_center(world, box).x, 4.0 - 2.0 / 3.0, 1e-5);
    CHECK_NEAR(v2d_body_center(world, piece.new_body).x, 2.0 + 1.0 / 3.0, 1e-5);
    v2d_vec2 now = v2d_body_velocity_at(world, box, far_corner);
    CHECK_NEAR(now.x, v.x, 1e-5), CHECK_NEAR(now.y, v.y, 1e-5);
    // not right across: nothing
    CHECK(cut(3.0f, 1.9f, 3.0f, 5.0f, &piece, 1) == 0);
    run(10);
}

static void cut_disc_keeps_its_area(void **state) {
    (void)state;
    for (int k = 0; k < 20; ++k) {
        start_weightless();
        v2d_body_id disc = v2d_circle(world, V2D_BODY_DYNAMIC, v2d_vec2_make(1.0f, 1.0f), 2.0f);
        v2d_body_set_angular_velocity(world, disc, 2.0f);
        sums was = sum_all();
        float x = 1.0f + 1.9f * ((float)k / 10.0f - 0.95f);
        v2d_piece piece;
        CHECK(cut(x, -3.0f, x, 4.0f, &piece, 1) == 1);
        check_kept(&was);
        double deep = fabs((double)x - 1.0) / 2.0; // area of a segment of a circle
        double small = 4.0 * (acos(deep) - deep * sqrt(1.0 - deep * deep));
        CHECK_NEAR(v2d_body_mass(world, piece.new_body).mass, small, 1e-5 * 4.0 * TEST_PI);
        run(5);
    }
}

// A bar with joints at both ends, and a gear: each joint goes with its side.
static void joints_go_with_their_side(void **state) {
    (void)state;
    start_weightless();
    v2d_body_id bar = add_free_box(0.0f, 0.0f, 0.0f, 4.0f, 0.5f, 4.0f), end[2], wheel[2];
    v2d_joint_id joint[2], no = {0, 0};
    for (int k = 0; k < 2; ++k) {
        float x = k == 0 ? -1.8f : 1.8f;
        end[k] = add_free_box(x, 1.0f, 0.0f, 0.2f, 0.2f, 1.0f);
        wheel[k] = add_free_box(x, -1.0f, 0.0f, 0.2f, 0.2f, 1.0f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        def.a = end_at(&bar, x, 0.0f, 0.0f), def.b = end_at(&end[k], x, 0.0f, 0.0f);
        joint[k] = make(&def);
    }
    v2d_joint_def gear = v2d_joint_def_default(V2D_JOINT_GEAR);
    gear.joint_a = joint[0], gear.joint_b = joint[1];
    v2d_joint_id gears = make(&gear);
    run(5);
    v2d_piece piece;
    sums was = sum_all();
    CHECK(cut(-0.5f, -3.0f, -0.5f, 3.0f, &piece, 1) == 1);
    check_kept(&was);
    CHECK(V2D_ID_EQUALS(v2d_body_next_joint(world, piece.new_body, no), joint[0]));
    CHECK(V2D_ID_EQUALS(v2d_body_next_joint(world, bar, no), joint[1]) &&
          v2d_joint_is_valid(world, gears));
    v2d_joint_state s = v2d_joint_get_state(world, joint[0]);
    CHECK_NEAR(s.anchor_a.x, -1.8, 1e-4), CHECK_NEAR(s.separation, 0.0, 1e-4);
    run(30);
    CHECK_NEAR(v2d_joint_get_state(world, joint[0]).separation, 0.0, 1e-3);
    (void)wheel;
}

static void cut_rope_is_two_ropes(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_id rope = rope_of(6);
    for (int i = 0; i < 6; ++i)
        v2d_point_set_velocity(world, v2d_soft_point(world, rope, i),
                               v2d_vec2_make(0.3f, 0.5f * (float)i));
    sums was = sum_all();
    v2d_piece piece;
    CHECK(cut(1.25f, -1.0f, 1.25f, 1.0f, &piece, 1) == 1);
    check_kept(&was);
    CHECK(V2D_ID_EQUALS(piece.soft, rope));
    CHECK(v2d_soft_point_count(world, rope) == 5 &&
          v2d_soft_point_count(world, piece.new_soft) == 3);
    v2d_edge_def edge;
    float rest[2] = {0.0f, 0.0f};
    for (int k = 0; k < 2; ++k) {
        v2d_soft_id id = k == 0 ? rope : piece.new_soft;
        for (int i = 0; i < v2d_soft_edge_count(world, id); ++i) {
            CHECK(v2d_edge_describe(world, v2d_soft_edge(world, id, i), &edge) == V2D_OK);
            rest[k] += edge.rest_length;
        }
    }
    CHECK_NEAR(rest[0], 3.75 - 0.02, 1e-5), CHECK_NEAR(rest[1], 1.25 - 0.02, 1e-5); // less the skin
    run(30);
    check_kept_by(&was, 100.0);
}

static void cut_cloth_is_two_bodies(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_def def = v2d_soft_def_default();
    def.linear_damping = 0.0f, def.bend_frequency = 1.0f;
    v2d_soft_id cloth = v2d_soft_create_cloth(world, &def, 8, 8, 0.25f);
    sums was = sum_all();
    v2d_piece piece[4];
    CHECK(cut(0.9f, 1.0f, 0.83f, -3.0f, piece, 4) == 1);
    check_kept(&was);
    CHECK(v2d_soft_is_valid(world, cloth) && v2d_soft_is_valid(world, piece[0].new_soft));
    v2d_edge_id e = {0, 0};
    double worst = 0.0; // the pieces are at rest as the whole was
    while (e = v2d_world_next_edge(world, e), !V2D_IS_NULL(e)) {
        v2d_edge_def edge;
        CHECK(v2d_edge_describe(world, e, &edge) == V2D_OK);
        worst = fmax(worst, fabs((double)(v2d_edge_length(world, e) / edge.rest_length) - 1.0));
    }
    CHECK_NEAR(worst, 0.0, 1e-4);
    double nearest = 1.0; // and their rims apart: who lies on whom is told by places
    for (int i = 0; i < v2d_soft_point_count(world, cloth); ++i) {
        for (int k = 0; k < v2d_soft_point_count(world, piece[0].new_soft); ++k) {
            v2d_vec2 a = v2d_point_position(world, v2d_soft_point(world, cloth, i));
            v2d_vec2 b = v2d_point_position(world, v2d_soft_point(world, piece[0].new_soft, k));
            nearest = fmin(nearest, hypot((double)(b.x - a.x), (double)(b.y - a.y)));
        }
    }
    CHECK(nearest >= (double)def.radius);
    run(30);
    // a cut that ends inside parts nothing, and opens it
    int points = v2d_world_counters(world).points.count;
    v2d_aabb box = v2d_soft_aabb(world, cloth);
    float y = 0.5f * (box.lower.y + box.upper.y) + 0.03f;
    CHECK(cut(box.lower.x - 1.0f, y, 0.5f * (box.lower.x + box.upper.x), y, piece, 4) == 0);
    CHECK(v2d_world_counters(world).points.count > points + 2);
    run(30);
}

static v2d_soft_id ring_of(int count, float radius, float cell) {
    v2d_vec2 v[64];
    v2d_soft_def def = v2d_soft_def_default();
    for (int i = 0; i < count; ++i) {
        float t = (float)(2.0 * TEST_PI) * (float)i / (float)count;
        v[i] = v2d_vec2_make(radius * cosf(t), radius * sinf(t));
    }
    def.area_frequency = cell > 0.0f ? 0.0f : 10.0f, def.bend_frequency = cell > 0.0f ? 0.0f : 5.0f;
    def.linear_damping = 0.0f, def.cell_size = cell, def.mass = 3.0f;
    return v2d_soft_create_blob(world, &def, v, count);
}

static void spin_all(float omega) {
    v2d_point_id p = {0, 0};
    while (p = v2d_world_next_point(world, p), !V2D_IS_NULL(p)) {
        v2d_vec2 at = v2d_point_position(world, p);
        CHECK(v2d_point_set_velocity(world, p, v2d_vec2_make(0.5f - omega * at.y, omega * at.x)) ==
              V2D_OK);
    }
}

// Jellies and bodies of cells: areas add up, both outlines are closed, and they go on.
static void cut_jelly_is_two_jellies(void **state) {
    (void)state;
    for (int cells = 0; cells < 2; ++cells) {
        start_weightless();
        v2d_soft_id jelly = ring_of(24, 1.0f, cells ? 0.3f : 0.0f);
        double area = (double)v2d_soft_area(world, jelly);
        spin_all(2.0f);
        sums was = sum_all();
        v2d_piece piece[2];
        CHECK(cut(0.31f, -2.0f, 0.13f, 2.0f, piece, 2) == 1);
        check_kept(&was);
        double a = (double)v2d_soft_area(world, jelly),
               b = (double)v2d_soft_area(world, piece[0].new_soft);
        CHECK(a > 0.3 * area && b > 0.3 * area);
        CHECK_NEAR(a + b, area, 1e-5 * area);
        run(60);
        check_kept_by(&was, 100.0);
        CHECK_NEAR(v2d_soft_area(world, jelly), a, 0.05 * a);
        CHECK_NEAR(v2d_soft_area(world, piece[0].new_soft), b, 0.05 * b);
        if (cells) { // a cut to the middle opens it, and the outline stays closed
            v2d_vec2 at = v2d_soft_center(world, jelly);
            int n = v2d_world_counters(world).points.count;
            CHECK(cut(at.x, at.y + 3.0f, at.x, at.y, piece, 2) == 0);
            CHECK(v2d_world_counters(world).points.count > n);
            CHECK_NEAR(v2d_soft_area(world, jelly), a, 0.05 * a);
            run(30);
        }
    }
}

// What rests and is cut does not jump apart: the skins of the new faces overlap, and part slowly.
static void cut_jelly_does_not_jump_apart(void **state) {
    (void)state;
    for (int k = 0; k < 16;
         ++k) { // of cells of two stiffnesses, and of an outline; at several angles
        v2d_vec2 ring[32];
        start_weightless();
        v2d_soft_def def = v2d_soft_def_default();
        def.linear_damping = 0.0f, def.area_frequency = 20.0f, def.shape_frequency = 5.0f;
        if (k % 4 < 3)
            def.cell_size = 0.15f, def.young = k % 4 == 0 ? 2000.0f : 20000.0f,
            def.cell_damping = 0.05f;
        for (int i = 0; i < 32; ++i)
            ring[i] = v2d_vec2_make((float)(0.6 * cos(i * 0.19634954)),
                                    (float)(0.6 * sin(i * 0.19634954)));
        v2d_soft_create_blob(world, &def, ring, 32);
        run(5);
        float angle = 0.1f + 0.7f * (float)(k / 4);
        v2d_vec2 way =
            v2d_vec2_make(1.5f * (float)cos((double)angle), 1.5f * (float)sin((double)angle));
        v2d_query_def query = v2d_query_def_default();
        CHECK(v2d_world_cut(world, &query, v2d_vec2_make(0.02f + way.x, way.y),
                            v2d_vec2_make(0.02f - way.x, -way.y), NULL, 0) == 1);
        for (int i = 0; i < 60; ++i) {
            run(1);
            v2d_point_id point = {0, 0};
            while (point = v2d_world_next_point(world, point), !V2D_IS_NULL(point)) {
                v2d_vec2 v = v2d_point_velocity(world, point);
                CHECK(hypot((double)v.x, (double)v.y) < 0.4);
            }
        }
    }
}

// Cuts of a row, each of which begins near the end of the one before, through a jelly of cells at rest: it stays at rest,
// and small parts of cells do not ask for many more sub-steps.
static void cracked_jelly_rests(void **state) {
    (void)state;
    for (int k = 0; k < 6; ++k) {
        start();
        test_floor(world, 0.0f);
        v2d_soft_def def = v2d_soft_def_default();
        def.mass = 4.0f, def.position.y = 1.02f;
        def.cell_size = 0.3f, def.young = 3000.0f, def.cell_damping = 0.05f;
        v2d_soft_create_box(world, &def, 2.0f, 2.0f);
        run(1);
        int whole = v2d_world_counters(world).substeps;
        run(59);
        float y = 0.6f + 0.15f * (float)k;
        for (int i = 0; i < 4; ++i) {
            float x = -1.1f + 0.55f * (float)i, way = i % 2 == 0 ? 0.15f : -0.15f;
            sums was = sum_all();
            CHECK(cut(x, y, x + 0.54f, y + way, NULL, 0) >= 0);
            check_kept(&was);
            y += way + 0.01f;
            run(1);
            CHECK(v2d_world_counters(world).substeps <= 3 * whole);
            run(29);
        }
        run(120);
        v2d_point_id p = {0, 0};
        while (p = v2d_world_next_point(world, p), !V2D_IS_NULL(p)) {
            v2d_vec2 v = v2d_point_velocity(world, p), at = v2d_point_position(world, p);
            CHECK(hypot((double)v.x, (double)v.y) < 0.05);
            CHECK(fabs((double)at.x) < 1.6 && at.y > -0.1f && at.y < 2.3f);
        }
    }
}

static void cut_braced_box_stays_stiff(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_def def = v2d_soft_def_default();
    def.mass = 2.0f, def.linear_damping = 0.0f;
    v2d_soft_id box = v2d_soft_create_box(world, &def, 2.0f, 1.0f);
    spin_all(1.0f);
    sums was = sum_all();
    v2d_piece piece;
    CHECK(cut(0.2f, -2.0f, 0.4f, 2.0f, &piece, 1) == 1);
    check_kept(&was);
    CHECK(v2d_soft_point_count(world, box) == 4 &&
          v2d_soft_point_count(world, piece.new_soft) == 4);
    CHECK(v2d_soft_edge_count(world, box) == 6 && v2d_soft_edge_count(world, piece.new_soft) == 6);
    double a = (double)v2d_soft_area(world, box), b = (double)v2d_soft_area(world, piece.new_soft);
    CHECK_NEAR(a + b, 2.0, 2e-5), CHECK_NEAR(a, 2.6 / 2.0, 1e-4);
    run(120);
    CHECK_NEAR(v2d_soft_area(world, box), a, 1e-3 * a);
}

static void split_by_call(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_id rope = rope_of(5);
    v2d_piece piece;
    CHECK(v2d_soft_split(world, rope, &piece, 1) == 0);
    CHECK(v2d_edge_destroy(world, v2d_soft_edge(world, rope, 1)) == V2D_OK);
    CHECK(v2d_soft_split(world, rope, &piece, 1) == 1 && V2D_ID_EQUALS(piece.soft, rope));
    CHECK(v2d_soft_point_count(world, rope) == 3 &&
          v2d_soft_point_count(world, piece.new_soft) == 2);
    CHECK(v2d_soft_split(world, piece.new_soft, NULL, 0) == 0);
    v2d_soft_id none = {0, 0};
    CHECK(v2d_soft_split(world, none, NULL, 0) == -(int)V2D_ERROR_BAD_ID);
    run(5);
}

static void bad_cuts_change_nothing(void **state) {
    (void)state;
    start();
    v2d_piece piece;
    rope_of(4);
    uint64_t hash = v2d_world_hash(world);
    CHECK(cut(NAN, 0.0f, 1.0f, 1.0f, &piece, 1) == -(int)V2D_ERROR_NOT_FINITE);
    CHECK(cut(0.5f, 0.0f, 0.5f, 2e9f, &piece, 1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(cut(0.5f, 1.0f, 0.5f, 1.0f, &piece, 1) == -(int)V2D_ERROR_DEGENERATE);
    CHECK(cut(0.5f, 1.0f, 0.5f, -1.0f, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(cut(0.5f, 1.0f, 0.5f, -1.0f, &piece, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    v2d_query_def def;
    memset(&def, 0, sizeof(def));
    CHECK(v2d_world_cut(world, &def, v2d_vec2_make(0.5f, 1.0f), v2d_vec2_make(0.5f, -1.0f), NULL,
                        0) == -(int)V2D_ERROR_BAD_DEF);
    def = v2d_query_def_default();
    def.softs = false;
    CHECK(v2d_world_cut(world, &def, v2d_vec2_make(0.5f, 1.0f), v2d_vec2_make(0.5f, -1.0f), NULL,
                        0) == 0);
    CHECK(v2d_world_hash(world) == hash && v2d_world_counters(world).softs.count == 1);
}

// ---- pictures ----------------------------------------------------------------------------------

enum { GRID = 9 };
static v2d_skin skin[GRID * GRID];
static v2d_vec2 drawn[GRID * GRID];

// A grid of vertices over a square about (x, y), bound to a body.
static void bind_grid(v2d_soft_id soft, float x, float y, float half) {
    memset(skin, 0, sizeof(skin));
    for (int i = 0; i < GRID * GRID; ++i) {
        float u = (float)(i % GRID) / (float)(GRID - 1), v = (float)(i / GRID) / (float)(GRID - 1);
        drawn[i] = v2d_vec2_make(x + half * (2.0f * u - 1.0f), y + half * (2.0f * v - 1.0f));
        skin[i].position = drawn[i];
    }
    CHECK(v2d_soft_bind(world, soft, skin, GRID * GRID) == V2D_OK);
    for (int i = 0; i < GRID * GRID; ++i)
        CHECK(V2D_ID_EQUALS(skin[i].soft, soft));
}

// x' = m x + t
typedef struct affine {
    float xx, xy, yx, yy, tx, ty;
} affine;

static v2d_vec2 mapped(const affine *m, v2d_vec2 p) {
    return v2d_vec2_make(m->xx * p.x + m->xy * p.y + m->tx, m->yx * p.x + m->yy * p.y + m->ty);
}

static void move_points(v2d_soft_id soft, const affine *m) {
    for (int i = 0; i < v2d_soft_point_count(world, soft); ++i) {
        v2d_point_id id = v2d_soft_point(world, soft, i);
        CHECK(v2d_point_set_position(world, id, mapped(m, v2d_point_position(world, id))) ==
              V2D_OK);
    }
}

// What moves the points by an affine map moves the picture by it; on a rope a rigid motion does.
static void skin_moves_as_its_points(void **state) {
    (void)state;
    const affine shear = {1.2f, 0.4f, -0.3f, 0.9f, 0.5f, -0.25f};
    const affine rigid = {0.6f, -0.8f, 0.8f, 0.6f, 3.0f, 1.0f};
    for (int kind = 0; kind < 5; ++kind) {
        start_weightless();
        v2d_soft_def def = v2d_soft_def_default();
        v2d_vec2 ring[12];
        for (int i = 0; i < 12; ++i) {
            float t = (float)(2.0 * TEST_PI) * (float)i / 12.0f;
            ring[i] = v2d_vec2_make(cosf(t), sinf(t));
        }
        if (kind == 0) def.cell_size = 0.4f;
        if (kind == 2) def.position = v2d_vec2_make(-1.0f, 1.0f);
        v2d_soft_id soft = kind == 2   ? v2d_soft_create_cloth(world, &def, 6, 6, 0.4f)
                           : kind == 3 ? v2d_soft_create_box(world, &def, 2.0f, 2.0f)
                           : kind == 4
                               ? v2d_soft_create_rope(world, &def, v2d_vec2_make(-1.0f, 0.0f),
                                                      v2d_vec2_make(1.0f, 0.3f), 7, false, false)
                               : v2d_soft_create_blob(world, &def, ring, 12);
        bind_grid(soft, 0.1f, 0.1f, kind == 4 ? 0.2f : 0.8f);
        const affine *m = kind == 4 ? &rigid : &shear;
        move_points(soft, m);
        CHECK(v2d_soft_skin(world, 1.0f, skin, GRID * GRID) == V2D_OK);
        for (int i = 0; i < GRID * GRID; ++i) {
            v2d_vec2 there = mapped(m, drawn[i]);
            CHECK_NEAR(skin[i].position.x, there.x, 2e-6);
            CHECK_NEAR(skin[i].position.y, there.y, 2e-6);
            CHECK(V2D_IS_NULL(skin[i].cell) == (kind != 0));
            CHECK(V2D_IS_NULL(skin[i].c) == (kind == 4));
        }
    }
}

// Half of the way between two steps is half of the motion.
static void skin_is_drawn_between_steps(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_def def = v2d_soft_def_default();
    def.cell_size = 0.5f, def.linear_damping = 0.0f, def.velocity = v2d_vec2_make(3.0f, -1.5f);
    v2d_vec2 square[4] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    bind_grid(v2d_soft_create_polygon(world, &def, square, 4), 0.0f, 0.0f, 1.0f);
    run(1);
    CHECK(v2d_soft_skin(world, 0.5f, skin, GRID * GRID) == V2D_OK);
    for (int i = 0; i < GRID * GRID; ++i) {
        CHECK_NEAR(skin[i].position.x, drawn[i].x + 1.5f * dt, 2e-6);
        CHECK_NEAR(skin[i].position.y, drawn[i].y - 0.75f * dt, 2e-6);
    }
}

// Each vertex goes on with the piece on whose side it was, and keeps its place when the cut is made.
static void skin_goes_with_its_piece(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        start_weightless();
        v2d_soft_def def = v2d_soft_def_default();
        def.cell_size = kind == 0 ? 0.5f : 0.0f;
        def.position = v2d_vec2_make(kind == 1 ? -1.0f : 0.0f, kind == 1 ? 1.0f : 0.0f);
        v2d_vec2 square[4] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
        v2d_soft_id soft = kind == 1 ? v2d_soft_create_cloth(world, &def, 6, 6, 0.4f)
                                     : v2d_soft_create_polygon(world, &def, square, 4);
        v2d_piece piece;
        bind_grid(soft, 0.0f, 0.0f, 0.95f);
        CHECK(cut(-0.3f, -2.0f, 0.22f, 2.0f, &piece, 1) == 1);
        CHECK(v2d_soft_skin(world, 1.0f, skin, GRID * GRID) == V2D_OK);
        v2d_soft_id left =
            v2d_soft_center(world, piece.soft).x < 0.0f ? piece.soft : piece.new_soft;
        for (int i = 0; i < GRID * GRID; ++i) {
            double off = (double)drawn[i].x + 0.3 - 0.13 * ((double)drawn[i].y + 2.0);
            CHECK_NEAR(skin[i].position.x, drawn[i].x, 1e-5);
            CHECK_NEAR(skin[i].position.y, drawn[i].y, 1e-5);
            // cells and triangles of a sheet are parted a quarter of an edge off their corners
            if (fabs(off) > (kind < 2 ? 0.24 : 0.02))
                CHECK(V2D_ID_EQUALS(skin[i].soft, left) == (off < 0.0));
        }
        const affine away = {1.0f, 0.0f, 0.0f, 1.0f, -1.0f, 0.5f};
        move_points(left, &away);
        v2d_skin before[GRID * GRID];
        memcpy(before, skin, sizeof(skin));
        CHECK(v2d_soft_skin(world, 1.0f, skin, GRID * GRID) == V2D_OK);
        for (int i = 0; i < GRID * GRID; ++i) {
            bool gone = V2D_ID_EQUALS(skin[i].soft, left);
            CHECK(V2D_ID_EQUALS(skin[i].soft, before[i].soft));
            CHECK_NEAR(skin[i].position.x, before[i].position.x - (gone ? 1.0f : 0.0f), 2e-6);
            CHECK_NEAR(skin[i].position.y, before[i].position.y + (gone ? 0.5f : 0.0f), 2e-6);
        }
    }
}

static void bad_skins_change_nothing(void **state) {
    (void)state;
    start_weightless();
    v2d_soft_def def = v2d_soft_def_default();
    v2d_soft_id rope = rope_of(4), empty = v2d_soft_create(world, &def), none = {0, 0};
    bind_grid(rope, 1.0f, 0.0f, 0.5f);
    v2d_skin was[GRID * GRID];
    memcpy(was, skin, sizeof(skin));
    uint64_t hash = v2d_world_hash(world);
    CHECK(v2d_soft_bind(world, none, skin, 4) == V2D_ERROR_BAD_ID);
    CHECK(v2d_soft_bind(world, empty, skin, 4) == V2D_ERROR_WRONG_KIND);
    CHECK(v2d_soft_bind(world, rope, NULL, 4) == V2D_ERROR_NULL);
    CHECK(v2d_soft_bind(world, rope, skin, -1) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_soft_bind(world, rope, NULL, 0) == V2D_OK);
    CHECK(v2d_soft_skin(world, 1.0f, NULL, 4) == V2D_ERROR_NULL);
    CHECK(v2d_soft_skin(world, 1.0f, skin, -1) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_soft_skin(NULL, 1.0f, skin, 1) == V2D_ERROR_NULL);
    skin[3].position.y = NAN;
    CHECK(v2d_soft_bind(world, rope, skin, 4) == V2D_ERROR_NOT_FINITE);
    skin[3].position = was[3].position;
    CHECK(memcmp(was, skin, sizeof(skin)) == 0 && v2d_world_hash(world) == hash);
    // What was destroyed carries nothing; the picture stays where it was.
    CHECK(v2d_soft_destroy(world, rope) == V2D_OK);
    CHECK(v2d_soft_skin(world, 1.0f, skin, GRID * GRID) == V2D_OK);
    for (int i = 0; i < GRID * GRID; ++i)
        CHECK(V2D_IS_NULL(skin[i].soft) && skin[i].position.x == was[i].position.x);
}

// ---- random cuts -------------------------------------------------------------------------------

static uint32_t seed;

static float between(float low, float high) { return test_random(&seed, low, high); }

static void add_something(void) {
    v2d_vec2 at = {between(-6.0f, 6.0f), between(0.0f, 6.0f)};
    v2d_soft_def def = v2d_soft_def_default();
    def.position = at, def.angle = between(-3.0f, 3.0f);
    def.velocity = v2d_vec2_make(between(-3.0f, 3.0f), between(-3.0f, 3.0f));
    def.bend_frequency = between(-1.0f, 1.0f) > 0.0f ? 3.0f : 0.0f;
    def.shape_frequency = between(-1.0f, 1.0f) > 0.0f ? 2.0f : 0.0f;
    def.relaxed = between(0.0f, 1.0f) > 0.8f, def.mass = between(0.5f, 5.0f);
    def.tear_strain = between(0.0f, 1.0f) > 0.5f ? 0.5f : 0.0f;
    v2d_vec2 v[16];
    int n = (int)between(3.0f, 12.0f);
    for (int i = 0; i < n; ++i) {
        float t = (float)(2.0 * TEST_PI) * (float)i / (float)n, r = between(0.5f, 1.0f);
        v[i] = v2d_vec2_make(r * cosf(t), r * sinf(t));
    }
    switch ((int)between(0.0f, 8.0f)) {
    case 0:
        v2d_soft_create_rope(world, &def, v2d_vec2_make(-1.0f, 0.0f), v2d_vec2_make(1.0f, 0.0f), n,
                             n % 2 == 0, false);
        break;
    case 1: v2d_soft_create_cloth(world, &def, 2 + n / 3, 5, 0.3f); break;
    case 2: def.area_frequency = 10.0f, v2d_soft_create_blob(world, &def, v, n); break;
    case 3: def.cell_size = 0.5f, v2d_soft_create_blob(world, &def, v, n); break;
    case 4: v2d_soft_create_box(world, &def, 1.0f, 1.5f); break;
    default: {
        v2d_body_def body = v2d_body_def_default();
        body.position = at, body.velocity = def.velocity,
        body.angular_velocity = between(-5.0f, 5.0f);
        body.own_mass = n == 5, body.mass.inertia = 1.0f, body.lock_angle = n == 6;
        v2d_body_id id = v2d_body_create(world, &body);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry g = v2d_geometry_hull(v, n < 8 ? n : 8, n == 7 ? 0.1f : 0.0f);
        v2d_shape_create(world, id, &shape, &g);
        g = n % 2 ? v2d_geometry_circle(v2d_vec2_make(1.0f, 0.0f), 0.5f)
                  : v2d_geometry_box(1.5f, 0.2f);
        v2d_shape_create(world, id, &shape, &g);
        v2d_joint_def joint =
            v2d_joint_def_default(n % 2 ? V2D_JOINT_REVOLUTE : V2D_JOINT_DISTANCE);
        joint.a = v2d_anchor_world(at, 0.0f),
        joint.b = v2d_anchor_body(id, v2d_vec2_make(0.7f, 0.0f));
        if (n % 3 == 0) v2d_joint_create(world, &joint);
    }
    }
}

static void random_cuts_are_whole(void **state) {
    (void)state;
    static unsigned char before[sizeof(v2d_world)], after[sizeof(v2d_world)];
    int cuts = test_share(10000), done = 0, full = 0, idle = 0;
    for (int world_number = 0; done + full + idle < cuts; ++world_number) {
        seed = 77u + (uint32_t)world_number;
        start();
        test_floor(world, -1.0f);
        for (int i = 0; i < 4 + world_number % 24; ++i)
            add_something();
        for (int k = 0; k < 25; ++k) {
            float x = between(-7.0f, 7.0f), y = between(-1.0f, 7.0f), reach = between(0.2f, 8.0f);
            float t = between(0.0f, 6.3f);
            v2d_world_clear_status(world);
            size_t size = v2d_world_save(world, before, sizeof(before));
            sums was = sum_all();
            v2d_point_id pin = {0, 0};
            bool pinned = false;
            while (pin = v2d_world_next_point(world, pin), !V2D_IS_NULL(pin)) {
                v2d_point_def point;
                v2d_point_describe(world, pin, &point);
                pinned = pinned || point.pinned;
            }
            int n = cut(x, y, x + reach * cosf(t), y + reach * sinf(t), NULL, 0);
            if (n < 0) {
                CHECK(n == -(int)V2D_ERROR_CAPACITY);
                v2d_world_clear_status(world);
                CHECK(v2d_world_save(world, after, sizeof(after)) == size &&
                      memcmp(before, after, size) == 0);
                full += 1;
            } else {
                CHECK(v2d_world_status(world) == V2D_OK);
                if (n > 0) done += 1;
                if (n == 0) idle += 1;
                if (!pinned) {
                    check_kept(&was);
                } else {
                    CHECK_NEAR(sum_all().mass, was.mass, 1e-6 * was.mass);
                }
            }
            run(1 + (int)between(0.0f, 3.0f));
            v2d_world_clear_status(world);
        }
    }
    print_message("%d cuts, %d without room, %d cut nothing off\n", done, full, idle);
    CHECK(done > cuts / 5 && full > cuts / 100);
}

// Shapes that are on one side count, too: the heavier side keeps the id. A side without mass is not cut off.
static void a_side_has_the_mass_of_all_its_shapes(void **state) {
    (void)state;
    for (int way = 0; way < 4; ++way) {
        start_weightless();
        float side = way % 2 == 0 ? 1.0f : -1.0f;
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry middle = v2d_geometry_box(1.0f, 1.0f);
        v2d_geometry aside =
            v2d_geometry_oriented_box(0.2f, 1.0f, v2d_vec2_make(1.2f * side, 0.0f), 0.0f);
        v2d_body_id body = v2d_body_create(world, &def);
        shape.density = way < 2 ? 1.0f : 0.0f;
        v2d_shape_create(world, body, &shape, &middle);
        shape.density = 50.0f;
        v2d_shape_create(world, body, &shape, &aside);
        int count = v2d_world_cut(world, NULL, v2d_vec2_make(0.5f * side, -5.0f),
                                  v2d_vec2_make(0.5f * side, 5.0f), NULL, 0);
        CHECK(count == (way < 2 ? 1 : 0)); // 3 kg and 41 kg; 0 kg and 40 kg
        CHECK_NEAR(v2d_body_mass(world, body).mass, way < 2 ? 41.0 : 40.0, 1e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_has_the_mass_of_all_its_shapes),
        cmocka_unit_test(torn_rope_is_two_bodies),
        cmocka_unit_test(sensors_see_each_piece),
        cmocka_unit_test(pieces_without_room_stay),
        cmocka_unit_test(torn_cloth_goes_on_after_a_load),
        cmocka_unit_test(cut_box_moves_on_as_one),
        cmocka_unit_test(cut_disc_keeps_its_area),
        cmocka_unit_test(joints_go_with_their_side),
        cmocka_unit_test(cut_rope_is_two_ropes),
        cmocka_unit_test(cut_cloth_is_two_bodies),
        cmocka_unit_test(cut_jelly_is_two_jellies),
        cmocka_unit_test(cut_jelly_does_not_jump_apart),
        cmocka_unit_test(cracked_jelly_rests),
        cmocka_unit_test(cut_braced_box_stays_stiff),
        cmocka_unit_test(split_by_call),
        cmocka_unit_test(bad_cuts_change_nothing),
        cmocka_unit_test(skin_moves_as_its_points),
        cmocka_unit_test(skin_is_drawn_between_steps),
        cmocka_unit_test(skin_goes_with_its_piece),
        cmocka_unit_test(bad_skins_change_nothing),
        cmocka_unit_test(random_cuts_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
