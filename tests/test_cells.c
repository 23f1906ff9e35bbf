// SPDX-License-Identifier: MIT OR Unlicense
// test_cells.c - triangles of elastic material: the law that they follow, momentum, cells that were turned over, and
// meshes of outlines.
#include "scene.h"

static const double gravity = 10.0; // of the default world [m/s^2]

static double x_of(v2d_soft_id soft, int i) {
    return (double)v2d_point_position(world, v2d_soft_point(world, soft, i)).x;
}

static double y_of(v2d_soft_id soft, int i) {
    return (double)v2d_point_position(world, v2d_soft_point(world, soft, i)).y;
}

static double mass_of(v2d_soft_id soft, int i) {
    return (double)point_mass(world, v2d_soft_point(world, soft, i));
}

static void go(double seconds, int substeps) {
    for (int i = 0; i < (int)(60.0 * seconds + 0.5); ++i)
        CHECK(v2d_world_step(world, 1.0f / 60.0f, substeps) == V2D_OK);
}

static v2d_soft_def material(float size, float young, float poisson) {
    v2d_soft_def def = v2d_soft_def_default();
    def.cell_size = size, def.young = young, def.poisson = poisson;
    def.radius = 0.0f, def.friction = 0.0f;
    return def;
}

static double kinetic(void) {
    double sum = 0.0;
    v2d_point_id id = {0, 0};
    while (id = v2d_world_next_point(world, id), !V2D_IS_NULL(id)) {
        v2d_vec2 v = v2d_point_velocity(world, id);
        sum += 0.5 * (double)point_mass(world, id) *
               ((double)v.x * (double)v.x + (double)v.y * (double)v.y);
    }
    return sum;
}

// ---- the law -----------------------------------------------------------------------------------

// Mean of the heights of the points of a side of a box, each with the length that it stands for.
static double side_height(v2d_soft_id soft, int first, int sides) {
    double sum = 0.0;
    for (int i = 0; i <= sides; ++i)
        sum += (i == 0 || i == sides ? 0.5 : 1.0) * y_of(soft, first + i) / sides;
    return sum;
}

// A block of 2 x 2 m and 1 kg/m^2 stands on a floor without friction: stress rho g (2 - y), so its strain is
// rho g 2 / (2 E) on the mean, and in plane strain (1 - nu^2) times that.
static double block_strain(int sides, float poisson, int substeps, bool thin) {
    start_awake((float)gravity);
    test_floor(world, 0.0f);
    v2d_soft_def def = material(2.0f / (float)sides, 200.0f, poisson);
    def.mass = 4.0f, def.position.y = 1.0f, def.linear_damping = 2.0f;
    v2d_soft_id soft = v2d_soft_create_box(world, &def, 2.0f, 2.0f);
    CHECK(v2d_soft_is_valid(world, soft));
    v2d_cell_id id = {0, 0};
    while (id = v2d_world_next_cell(world, id), thin && !V2D_IS_NULL(id)) {
        v2d_cell_def cell = v2d_cell_def_default();
        CHECK(v2d_cell_describe(world, id, &cell) == V2D_OK);
        cell.plane_stress = true;
        CHECK(v2d_cell_change(world, id, &cell) == V2D_OK);
    }
    go(15.0, substeps);
    CHECK(kinetic() < 1e-5);
    return (2.0 - side_height(soft, 2 * sides, sides) + side_height(soft, 0, sides)) / 2.0;
}

static void a_block_stands_as_in_plane_strain(void **state) {
    (void)state;
    const float poisson[] = {0.0f, 0.3f, 0.45f};
    for (int i = 0; i < 9; ++i) {
        double nu = (double)poisson[i % 3], theory = gravity / 200.0 * (1.0 - nu * nu);
        int sides = i / 3 == 0 ? 5 : i / 3 == 1 ? 10 : 20;
        CHECK_NEAR(block_strain(sides, poisson[i % 3], 4, false), theory, 0.01 * theory);
    }
}

static void its_stiffness_does_not_depend_on_substeps(void **state) {
    (void)state;
    const double theory = gravity / 200.0 * (1.0 - 0.09);
    const int substeps[] = {1, 2, 8, 16};
    for (int i = 0; i < 4; ++i)
        CHECK_NEAR(block_strain(5, 0.3f, substeps[i], false), theory, 0.01 * theory);
}

static void a_thin_block_stands_as_in_plane_stress(void **state) {
    (void)state;
    CHECK_NEAR(block_strain(5, 0.4f, 4, true), gravity / 200.0, 0.01 * gravity / 200.0);
}

// Euler-Bernoulli with shear: q L^4 / (8 E' I) + q L^2 / (2 k G A), with E' = E / (1 - nu^2) and k = 5/6.
static void a_cantilever_bends_as_a_beam(void **state) {
    (void)state;
    const double length = 4.0, height = 0.8, nu = 0.3, share = 0.05;
    const double inertia = height * height * height / 12.0, load = height * gravity; // 1 kg/m^2
    const double young =
        load * pow(length, 4.0) * (1.0 - nu * nu) / (8.0 * inertia * share * length);
    const double shear = young / (2.0 * (1.0 + nu)) * height * 5.0 / 6.0;
    const double theory = share * length + load * length * length / (2.0 * shear);
    start_awake((float)gravity);
    v2d_soft_def def = material((float)height / 8.0f, (float)young, (float)nu);
    def.mass = (float)(length * height), def.position.x = 0.5f * (float)length;
    def.linear_damping = 4.0f;
    v2d_soft_id soft = v2d_soft_create_box(world, &def, (float)length, (float)height);
    CHECK(v2d_soft_is_valid(world, soft));
    for (int i = 0; i < v2d_soft_point_count(world, soft); ++i)
        if (x_of(soft, i) < 1e-4) v2d_point_set_pinned(world, v2d_soft_point(world, soft, i), true);
    go(6.0, 4);
    CHECK_NEAR(-0.5 * (y_of(soft, 40) + y_of(soft, 48)), theory, 0.05 * theory);
}

// A free bar swings along itself with f = c / (2 L), c^2 = E / ((1 - nu^2) rho).
static void a_bar_rings_with_its_frequency(void **state) {
    (void)state;
    const double length = 4.0, nu = 0.3, young = 1000.0;
    const double speed = sqrt(young / (1.0 - nu * nu)), theory = speed / (2.0 * length);
    start_awake(0.0f);
    v2d_soft_def def = material(0.1f, (float)young, (float)nu);
    def.mass = (float)length * 0.4f, def.linear_damping = 0.0f;
    v2d_soft_id soft = v2d_soft_create_box(world, &def, (float)length, 0.4f);
    for (int i = 0; i < v2d_soft_point_count(world, soft); ++i) {
        double v = 0.01 * speed * sin(TEST_PI * x_of(soft, i) / length);
        v2d_point_set_velocity(world, v2d_soft_point(world, soft, i),
                               v2d_vec2_make((float)v, 0.0f));
    }
    double before = 0.0, first = 0.0, last = 0.0;
    int crossings = 0;
    for (int i = 0; crossings < 9; ++i) {
        CHECK(i < 2000);
        v2d_world_step(world, 1.0f / 240.0f, 1);
        double now = x_of(soft, 40) - x_of(soft, 0) - length;
        if (i > 0 && now * before < 0.0) {
            last = ((double)i + before / (before - now)) / 240.0;
            if (crossings++ == 0) first = last;
        }
        before = now;
    }
    CHECK_NEAR(4.0 / (last - first), theory, 0.02 * theory);
}

// ---- motion ------------------------------------------------------------------------------------

static void momentum_is_kept(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_soft_def def = material(0.2f, 300.0f, 0.3f);
    def.linear_damping = 0.0f;
    v2d_soft_id soft = v2d_soft_create_box(world, &def, 2.0f, 1.0f);
    double momentum[2], spin[2];
    for (int i = 0; i < v2d_soft_point_count(world, soft);
         ++i) { // turns, flies, and is drawn apart
        v2d_vec2 v = {(float)(1.0 - 3.0 * y_of(soft, i) + x_of(soft, i)),
                      (float)(3.0 * x_of(soft, i))};
        v2d_point_set_velocity(world, v2d_soft_point(world, soft, i), v);
    }
    for (int k = 0; k < 2; ++k) {
        v2d_vec2 center = v2d_soft_center(world, soft);
        momentum[k] = spin[k] = 0.0;
        for (int i = 0; i < v2d_soft_point_count(world, soft); ++i) {
            v2d_vec2 v = v2d_point_velocity(world, v2d_soft_point(world, soft, i));
            momentum[k] += mass_of(soft, i) * (double)v.x;
            spin[k] += mass_of(soft, i) * ((x_of(soft, i) - (double)center.x) * (double)v.y -
                                           (y_of(soft, i) - (double)center.y) * (double)v.x);
        }
        if (k == 0) go(10.0, 4);
    }
    CHECK_NEAR(momentum[1], momentum[0], 1e-4);
    CHECK_NEAR(spin[1], spin[0], 1e-4 * spin[0]);
}

// In a mirror, in disorder, and all points in one place: a second later no cell is turned over.
static void cells_that_were_turned_over_come_back(void **state) {
    (void)state;
    const float young[] = {300.0f, 3000.0f, 20000.0f};
    uint32_t seed = 7u;
    for (int k = 0; k < 9; ++k) {
        start_awake(0.0f);
        v2d_soft_def def = material(0.2f, young[k / 3], 0.3f);
        v2d_soft_id soft = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
        for (int i = 0; i < v2d_soft_point_count(world, soft); ++i) {
            v2d_vec2 p = {-(float)x_of(soft, i), (float)y_of(soft, i)};
            if (k % 3 == 1)
                p.x = test_random(&seed, 0.0f, 0.3f), p.y = test_random(&seed, 0.0f, 0.3f);
            if (k % 3 == 2) p.x = p.y = 0.5f;
            v2d_point_set_position(world, v2d_soft_point(world, soft, i), p);
        }
        go(1.0, 4);
        v2d_cell_id id = {0, 0};
        while (id = v2d_world_next_cell(world, id), !V2D_IS_NULL(id))
            CHECK(v2d_cell_stretch(world, id) > 0.3f);
    }
}

static void a_tower_of_eight_jellies_stands(void **state) {
    (void)state;
    v2d_soft_id top = {0, 0};
    start_awake((float)gravity);
    test_floor(world, 0.6f);
    for (int i = 0; i < 8; ++i) {
        v2d_soft_def def = material(0.25f, 10000.0f, 0.3f);
        def.position.y = 0.52f + 1.04f * (float)i, def.friction = 0.6f, def.radius = 0.02f;
        top = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
    }
    go(20.0, 4);
    CHECK_NEAR(v2d_soft_center(world, top).x, 0.0, 0.1);
    CHECK_NEAR(v2d_soft_center(world, top).y, 7.8, 0.2);
}

// 300 kg, which stay upright, on a block of 1 kg and 1.6 m: linear elasticity would let them sink by 0.9 m. Lighter ones
// sink by m g H / (E W), with E / (1 - nu^2) in plane strain.
static v2d_body_id crate_on_jelly(float mass) {
    test_floor(world, 0.6f);
    v2d_soft_def def = material(0.2f, 3000.0f, 0.3f);
    def.position.y = 0.82f, def.friction = 0.6f, def.radius = 0.02f, def.cell_damping = 0.1f;
    v2d_soft_create_box(world, &def, 1.6f, 1.6f);
    v2d_body_def body = v2d_body_def_default();
    body.position.y = 2.15f, body.lock_x = body.lock_angle = true;
    v2d_body_id crate = v2d_body_create(world, &body);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.8f, 0.5f);
    shape.density = mass / 1.6f;
    v2d_shape_create(world, crate, &shape, &box);
    return crate;
}

static double crate_height(float mass) {
    start_awake((float)gravity);
    v2d_body_id crate = crate_on_jelly(mass);
    go(15.0, 4);
    v2d_vec2 v = v2d_body_velocity(world, crate);
    CHECK_NEAR(v2d_length(v), 0.0, 0.01);
    return (double)v2d_body_position(world, crate).y;
}

static void a_jelly_carries_many_times_its_weight(void **state) {
    (void)state;
    const double sink = 20.0 * gravity * 1.6 * (1.0 - 0.09) / (3000.0 * 1.6);
    CHECK_NEAR(crate_height(20.0f), 2.14 - sink, 0.1 * sink); // above two skins of 0.02 m
    CHECK(crate_height(300.0f) > 1.6);
}

static void a_jelly_that_sleeps_needs_no_more_substeps(void **state) {
    (void)state;
    start();
    test_floor(world, 0.6f);
    v2d_soft_def def = material(0.2f, 5000.0f, 0.3f);
    def.position.y = 1.0f;
    v2d_soft_id soft = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
    add_free_box(5.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f); // falls for ever
    go(0.5, 4);
    CHECK(v2d_soft_is_awake(world, soft) && v2d_world_counters(world).substeps > 8);
    go(5.0, 4);
    CHECK(!v2d_soft_is_awake(world, soft) && v2d_world_counters(world).substeps == 4);
}

// A jelly that fell asleep pressed is touched by something light, or woken while other things move in fewer sub-steps: it
// has the same load and the same strain as before, so that nothing moves but what came.
static void a_pressed_jelly_wakes_without_a_kick(void **state) {
    (void)state;
    for (int way = 0; way < 2; ++way) {
        start();
        v2d_body_id crate = crate_on_jelly(300.0f);
        v2d_soft_id soft = v2d_world_next_soft(world, (v2d_soft_id){0, 0});
        go(20.0, 4);
        CHECK(!v2d_soft_is_awake(world, soft));
        double height = (double)v2d_body_position(world, crate).y, fastest = 0.0;
        v2d_body_id box = add_filtered_box(V2D_BODY_DYNAMIC, 1.5f, 0.8f, 0.0f, 0.2f, 0.2f, 0.001f,
                                           filter_default());
        v2d_body_set_velocity(world, box, v2d_vec2_make(-1.0f, 0.0f));
        if (way == 1) go(0.1, 4), CHECK(soft_set_awake(world, soft, true) == V2D_OK);
        for (int i = 0; i < 90; ++i) {
            go(1.0 / 60.0, 4);
            for (int k = 0; k < v2d_soft_point_count(world, soft); ++k) {
                v2d_vec2 v = v2d_point_velocity(world, v2d_soft_point(world, soft, k));
                if ((double)v2d_length(v) > fastest) fastest = (double)v2d_length(v);
            }
        }
        CHECK(fastest < 0.1);
        CHECK_NEAR(v2d_body_position(world, crate).y, height, 0.01);
    }
}

// ---- single cells ------------------------------------------------------------------------------

static void a_cell_is_described_changed_and_destroyed(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_point_id p[3];
    for (int i = 0; i < 3; ++i) {
        v2d_point_def point = v2d_point_def_default();
        point.position = v2d_vec2_make(i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f);
        p[i] = v2d_point_create(world, &point);
    }
    v2d_cell_def def = v2d_cell_def_default(), read;
    def.a = p[0], def.b = p[1], def.c = p[1];
    CHECK(V2D_IS_NULL(v2d_cell_create(world, &def)) &&
          v2d_world_status(world) == V2D_ERROR_SAME_OBJECT);
    v2d_world_clear_status(world);
    def.c = p[2], def.poisson = 0.5f;
    CHECK(V2D_IS_NULL(v2d_cell_create(world, &def)) &&
          v2d_world_status(world) == V2D_ERROR_OUT_OF_RANGE);
    v2d_world_clear_status(world);
    def.poisson = 0.25f, def.young = 500.0f, def.damping = 0.01f, def.plane_stress = true;
    v2d_cell_id id = v2d_cell_create(world, &def);
    CHECK(v2d_cell_is_valid(world, id) && v2d_world_counters(world).cells.count == 1);
    CHECK(v2d_cell_describe(world, id, &read) == V2D_OK);
    CHECK(V2D_ID_EQUALS(read.a, p[0]) && V2D_ID_EQUALS(read.b, p[1]) &&
          V2D_ID_EQUALS(read.c, p[2]));
    CHECK(!read.measured && read.rest_b.x == 1.0f && read.rest_c.y == 1.0f && read.plane_stress);
    CHECK(read.poisson == 0.25f && read.young == 500.0f && read.damping == 0.01f);
    v2d_point_set_position(world, p[1], v2d_vec2_make(1.5f, 0.0f));
    CHECK_NEAR(v2d_cell_stretch(world, id), 1.5, 1e-6);
    read.measured = true; // it flows
    CHECK(v2d_cell_change(world, id, &read) == V2D_OK);
    CHECK_NEAR(v2d_cell_stretch(world, id), 1.0, 1e-6);
    go(1.0, 4);
    CHECK(kinetic() == 0.0);
    v2d_point_set_position(world, p[1], v2d_vec2_make(0.0f, 2.0f));
    CHECK(v2d_cell_change(world, id, &read) == V2D_ERROR_DEGENERATE);
    v2d_world_clear_status(world);
    CHECK(v2d_point_destroy(world, p[2]) == V2D_OK && !v2d_cell_is_valid(world, id));
    CHECK(v2d_cell_destroy(world, id) == V2D_ERROR_BAD_ID && v2d_cell_stretch(world, id) == 0.0f);
}

static void the_skin_only_collides(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_soft_def def = material(0.5f, 100.0f, 0.3f);
    v2d_soft_id soft = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
    v2d_edge_id edge = v2d_soft_edge(world, soft, 0);
    v2d_edge_def read;
    CHECK(v2d_edge_describe(world, edge, &read) == V2D_OK && !read.holds);
    v2d_point_set_position(world, v2d_soft_point(world, soft, 1), v2d_vec2_make(0.3f, -0.5f));
    go(0.1, 4);
    CHECK(v2d_edge_tension(world, edge) == 0.0f);
    read.holds = true;
    CHECK(v2d_edge_change(world, edge, &read) == V2D_OK);
    v2d_point_set_position(world, v2d_soft_point(world, soft, 1), v2d_vec2_make(0.3f, -0.5f));
    go(1.0 / 60.0, 4);
    CHECK(fabsf(v2d_edge_tension(world, edge)) > 1.0f);
}

// ---- meshes ------------------------------------------------------------------------------------

// The cells of a soft body: they fill the outline, and none is thin.
static void check_mesh(v2d_soft_id soft, double area, double least_degrees) {
    double sum = 0.0;
    v2d_cell_id id = {0, 0};
    CHECK(v2d_soft_is_valid(world, soft));
    while (id = v2d_world_next_cell(world, id), !V2D_IS_NULL(id)) {
        v2d_cell_def cell;
        v2d_cell_describe(world, id, &cell);
        double bx = (double)cell.rest_b.x, by = (double)cell.rest_b.y;
        double cx = (double)cell.rest_c.x, cy = (double)cell.rest_c.y;
        double twice = bx * cy - by * cx,
               most = fmax(fmax(hypot(bx, by), hypot(cx, cy)), hypot(cx - bx, cy - by));
        CHECK(twice > 0.0); // counter-clockwise
        CHECK(twice / (most * most) > tan(least_degrees * TEST_PI / 180.0) / 2.0);
        CHECK_NEAR(v2d_cell_stretch(world, id), 1.0, 1e-3);
        sum += 0.5 * twice;
    }
    CHECK_NEAR(sum, area, 1e-4 * area);
    CHECK_NEAR(v2d_soft_area(world, soft), area, 1e-4 * area);
}

static void outlines_are_filled_with_cells(void **state) {
    (void)state;
    const v2d_vec2 c[8] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 0.5f}, {0.5f, 0.5f},
                           {0.5f, 1.5f}, {2.0f, 1.5f}, {2.0f, 2.0f}, {0.0f, 2.0f}};
    v2d_vec2 o[32];
    for (int k = 1; k <= 8; k *= 2) {
        start_awake(0.0f);
        v2d_soft_def def = material(1.0f / (float)k, 1000.0f, 0.3f);
        check_mesh(v2d_soft_create_blob(world, &def, c, 8), 2.5, 20.0);
    }
    for (int n = 8; n <= 32; n *= 2) { // discs
        start_awake(0.0f);
        for (int i = 0; i < n; ++i) {
            double turn = -2.0 * TEST_PI * i / n; // clockwise
            o[i] = v2d_vec2_make((float)cos(turn), (float)sin(turn));
        }
        v2d_soft_def def = material(0.2f, 1000.0f, 0.3f);
        def.angle = 1.0f, def.position.x = 5.0f;
        check_mesh(v2d_soft_create_polygon(world, &def, o, n), 0.5 * n * sin(2.0 * TEST_PI / n),
                   20.0);
    }
    uint32_t seed = 3u;
    for (int k = 0; k < test_share(100); ++k) { // stars, in which sharp corners may be
        int n = 5 + (int)test_random(&seed, 0.0f, 20.0f);
        double area = 0.0;
        start_awake(0.0f);
        for (int i = 0; i < n; ++i) {
            double turn = 2.0 * TEST_PI * i / n, r = (double)test_random(&seed, 0.4f, 1.0f);
            o[i] = v2d_vec2_make((float)(r * cos(turn)), (float)(r * sin(turn)));
        }
        for (int i = 0; i < n; ++i)
            area += 0.5 * ((double)o[i].x * (double)o[(i + 1) % n].y -
                           (double)o[i].y * (double)o[(i + 1) % n].x);
        v2d_soft_def def = material(test_random(&seed, 0.1f, 0.6f), 1000.0f, 0.3f);
        check_mesh(v2d_soft_create_blob(world, &def, o, n), area, 1.0);
    }
    start_awake(0.0f); // too fine
    v2d_soft_def def = material(0.001f, 1000.0f, 0.3f);
    CHECK(!v2d_soft_is_valid(world, v2d_soft_create_box(world, &def, 1.0f, 1.0f)));
    CHECK(v2d_world_status(world) == V2D_ERROR_CAPACITY &&
          v2d_world_counters(world).points.count == 0);
}

static void mass_is_spread_evenly(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_soft_def def = material(0.5f, 1000.0f, 0.3f);
    def.mass = 4.0f;
    v2d_soft_id soft = v2d_soft_create_box(world, &def, 2.0f, 2.0f);
    double sum = 0.0;
    for (int i = 0; i < v2d_soft_point_count(world, soft); ++i)
        sum += mass_of(soft, i);
    CHECK_NEAR(sum, 4.0, 1e-5);
    CHECK_NEAR(mass_of(soft, 0), 2.0 * 0.0625 / 3.0, 1e-5); // a third of two quarters of a square
}

// ---- copies ------------------------------------------------------------------------------------

static void a_clone_and_a_loaded_world_go_on_alike(void **state) {
    (void)state;
    static unsigned char bytes[1 << 21];
    static v2d_world other;
    start_awake((float)gravity);
    test_floor(world, 0.6f);
    v2d_soft_def def = material(0.25f, 2000.0f, 0.3f);
    def.position.y = 5.0f, def.angle = 0.5f;
    def.velocity = v2d_vec2_make(1.0f, 0.0f);
    v2d_soft_id soft = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
    go(0.5, 4);
    v2d_point_apply_impulse(world, v2d_soft_point(world, soft, 0), v2d_vec2_make(1.0f, 0.0f));
    go(0.1, 4);
    v2d_soft_id clone =
        v2d_soft_clone(world, soft, v2d_transform_make(v2d_vec2_make(4.0f, 0.0f), 0.0f));
    CHECK(v2d_soft_is_valid(world, clone) && v2d_world_counters(world).cells.count % 2 == 0);
    size_t size = v2d_world_save(world, bytes, sizeof(bytes));
    CHECK(size > 0 && size <= sizeof(bytes));
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
    go(0.5, 4);
    for (int i = 0; i < 30; ++i)
        v2d_world_step(&other, 1.0f / 60.0f, 4);
    CHECK(v2d_world_hash(world) == v2d_world_hash(&other));
    for (int i = 0; i < v2d_soft_point_count(world, soft); ++i) {
        CHECK_NEAR(x_of(clone, i), x_of(soft, i) + 4.0, 1e-3);
        CHECK_NEAR(y_of(clone, i), y_of(soft, i), 1e-3);
    }
    CHECK(v2d_soft_destroy(world, soft) == V2D_OK && v2d_soft_destroy(world, clone) == V2D_OK);
    CHECK(v2d_world_counters(world).cells.count == 0 &&
          v2d_world_counters(world).points.count == 0);
}

static void all_cells_of_a_soft_body_change(void **state) {
    (void)state;
    start_awake(0.0f);
    v2d_soft_def def = material(0.5f, 1000.0f, 0.3f);
    v2d_soft_id soft = v2d_soft_create_box(world, &def, 1.0f, 1.0f);
    CHECK(v2d_soft_describe(world, soft, &def) == V2D_OK && def.cell_size == 0.5f);
    def.young = 50.0f, def.cell_damping = 0.5f;
    CHECK(v2d_soft_change(world, soft, &def) == V2D_OK);
    v2d_cell_id id = {0, 0};
    while (id = v2d_world_next_cell(world, id), !V2D_IS_NULL(id)) {
        v2d_cell_def cell;
        CHECK(v2d_cell_describe(world, id, &cell) == V2D_OK);
        CHECK(cell.young == 50.0f && cell.damping == 0.5f && cell.poisson == 0.3f);
    }
    def.cell_size = 0.25f;
    CHECK(v2d_soft_change(world, soft, &def) == V2D_ERROR_WRONG_KIND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_stands_as_in_plane_strain),
        cmocka_unit_test(its_stiffness_does_not_depend_on_substeps),
        cmocka_unit_test(a_thin_block_stands_as_in_plane_stress),
        cmocka_unit_test(a_cantilever_bends_as_a_beam),
        cmocka_unit_test(a_bar_rings_with_its_frequency),
        cmocka_unit_test(momentum_is_kept),
        cmocka_unit_test(cells_that_were_turned_over_come_back),
        cmocka_unit_test(a_tower_of_eight_jellies_stands),
        cmocka_unit_test(a_jelly_carries_many_times_its_weight),
        cmocka_unit_test(a_jelly_that_sleeps_needs_no_more_substeps),
        cmocka_unit_test(a_pressed_jelly_wakes_without_a_kick),
        cmocka_unit_test(a_cell_is_described_changed_and_destroyed),
        cmocka_unit_test(the_skin_only_collides),
        cmocka_unit_test(outlines_are_filled_with_cells),
        cmocka_unit_test(mass_is_spread_evenly),
        cmocka_unit_test(a_clone_and_a_loaded_world_go_on_alike),
        cmocka_unit_test(all_cells_of_a_soft_body_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
