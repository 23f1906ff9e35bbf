// SPDX-License-Identifier: MIT OR Unlicense
// test_reading.c - poses of many bodies, interpolated points, drawing as a list, sizes.
#include "verlet2d.h"

#include "test.h"

static v2d_body_pose poses[64];
static v2d_draw_item items[4096];

static int moved(const v2d_world *world) { return v2d_world_poses(world, true, poses, 64); }

static void poses_are_those_of_the_bodies(void **state) {
    (void)state;
    v2d_world *world = test_world();
    for (int i = 0; i < 9; ++i) {
        v2d_body_id id = test_box(world, (v2d_body_type)(i % 3), 3.0f * (float)i, 0.0f, 0.5f, 0.3f);
        v2d_body_set_user(world, id, (uint64_t)(i + 1) << 35);
        v2d_body_set_transform(world, id, v2d_vec2_make(3.0f * (float)i, 1.0f), 0.2f * (float)i);
    }
    test_steps(world, 7);
    CHECK(v2d_world_poses(world, false, poses, 64) == 9);
    v2d_body_id id = {0, 0};
    for (int i = 0; i < 9; ++i) {
        id = v2d_world_next_body(world, id);
        v2d_transform xf = v2d_body_transform(world, id);
        CHECK(V2D_ID_EQUALS(poses[i].body, id) && poses[i].user == v2d_body_user(world, id));
        CHECK(memcmp(&poses[i].transform, &xf, sizeof(xf)) == 0);
    }
    memset(poses, 0x77, sizeof(poses));
    CHECK(v2d_world_poses(world, false, poses, 2) == 9); // how many there are
    CHECK(poses[1].body.index1 == 2 && poses[2].body.index1 == 0x77777777u);
    CHECK(v2d_world_poses(world, false, NULL, 0) == 9);
    CHECK(v2d_world_poses(world, false, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_poses(world, false, poses, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_poses(NULL, false, poses, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_status(world) == V2D_OK);
}

// A mirror that is fed with what moved only stays equal to the world.
static void what_moved_keeps_a_mirror_up_to_date(void **state) {
    (void)state;
    static v2d_transform mirror[65];
    v2d_world *world = test_world();
    uint32_t seed = 5;
    test_ground(world);
    v2d_body_id ids[20];
    for (int i = 0; i < 20; ++i)
        ids[i] = test_box(world, (v2d_body_type)(i % 3), 2.0f * (float)(i % 5),
                          1.0f + (float)(i / 5), 0.4f, 0.4f);
    for (int step = 0; step < 400; ++step) {
        seed = seed * 1664525u + 1013904223u;
        v2d_body_id id = ids[(seed >> 8) % 20u];
        if (seed >> 28 == 0u)
            v2d_body_set_transform(world, id, v2d_vec2_make((float)(seed >> 20 & 7u), 9.0f), 0.3f);
        if (seed >> 28 == 1u) v2d_body_set_type(world, id, (v2d_body_type)(seed % 3u));
        test_steps(world, 1);
        int count = moved(world);
        for (int i = 0; i < count; ++i)
            mirror[poses[i].body.index1] = poses[i].transform;
        v2d_body_id body = {0, 0};
        for (body = v2d_world_next_body(world, body); body.index1 != 0;
             body = v2d_world_next_body(world, body)) {
            v2d_transform xf = v2d_body_transform(world, body);
            CHECK(memcmp(&xf, &mirror[body.index1], sizeof(xf)) == 0);
        }
    }
}

static void what_rests_or_stands_is_not_told_again(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_ground(world);
    v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    CHECK(moved(world) == 2); // created
    test_steps(world, 1);
    CHECK(moved(world) == 2); // between this step and the one before
    test_steps(world, 1);
    CHECK(moved(world) <= 1);
    test_steps(world, 100);
    CHECK(!v2d_body_is_awake(world, box) && moved(world) == 0);
    v2d_body_set_velocity(world, box, v2d_vec2_make(1.0f, 0.0f));
    CHECK(moved(world) == 0); // only its velocity changed so far
    test_steps(world, 1);
    CHECK(moved(world) == 1 && V2D_ID_EQUALS(poses[0].body, box));
    v2d_body_set_type(world, box, V2D_BODY_STATIC);
    test_steps(world, 2);
    CHECK(moved(world) == 0);
}

static void points_are_interpolated(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_point_def def = v2d_point_def_default();
    def.velocity = v2d_vec2_make(6.0f, 0.0f), def.gravity_scale = 0.0f;
    v2d_point_id id = v2d_point_create(world, &def), none = {0, 0};
    test_steps(world, 3);
    for (int i = -2; i <= 6; ++i) {
        float alpha = 0.25f * (float)i, clamped = fminf(fmaxf(alpha, 0.0f), 1.0f);
        CHECK_NEAR(v2d_point_interpolated(world, id, alpha).x, 0.2f + 0.1f * clamped, 1e-6);
    }
    CHECK_NEAR(v2d_point_interpolated(world, id, NAN).x, 0.3, 1e-6);
    CHECK(v2d_point_interpolated(world, none, 0.5f).x == 0.0f);
    v2d_point_set_position(world, id, v2d_vec2_make(9.0f, 0.0f)); // without interpolation
    CHECK(v2d_point_interpolated(world, id, 0.5f).x == 9.0f);
}

// ---- drawing -----------------------------------------------------------------------------------

static int polygons, circles, outlines, joined;

static void see_polygon(void *context, const v2d_vec2 *v, int count, float radius,
                        const v2d_draw_style *style) {
    const v2d_draw_item *item = (const v2d_draw_item *)context + polygons++;
    CHECK(item->primitive == V2D_PRIMITIVE_POLYGON && item->count == count);
    CHECK(memcmp(item->vertices, v, (size_t)count * sizeof(*v)) == 0 && item->radius == radius);
    CHECK(memcmp(&item->style, style, sizeof(*style)) == 0 && item->first == 0 &&
          item->total == count);
}

static void see_circle(void *context, const v2d_vec2 *center, float radius, const v2d_rot *rotation,
                       const v2d_draw_style *style) {
    const v2d_draw_item *item = (const v2d_draw_item *)context + circles++;
    CHECK(item->primitive == V2D_PRIMITIVE_CIRCLE && item->radius == radius && item->count == 1);
    CHECK(memcmp(&item->rotation, rotation, sizeof(*rotation)) == 0);
    CHECK(item->vertices[0].x == center->x && item->vertices[0].y == center->y);
    CHECK(item->style.user == style->user);
}

// The items of an outline, put together.
static void see_outline(void *context, const v2d_vec2 *v, int count, float radius,
                        const v2d_draw_style *style) {
    const v2d_draw_item *all = (const v2d_draw_item *)context;
    (void)style;
    outlines += 1;
    for (int at = 0; at < count; ++joined) {
        const v2d_draw_item *item = &all[joined];
        CHECK(item->primitive == V2D_PRIMITIVE_OUTLINE && item->first == at &&
              item->total == count);
        CHECK(item->count == (count - at < 8 ? count - at : 8) && item->radius == radius);
        CHECK(memcmp(item->vertices, v + at, (size_t)item->count * sizeof(*v)) == 0);
        at += item->count;
    }
}

static int list(const v2d_world *world, v2d_primitive primitive) {
    return v2d_world_draw_list(world, 1u << (uint32_t)primitive, items, 4096);
}

static void the_list_is_what_the_functions_get(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_ground(world);
    for (int i = 0; i < 5; ++i) {
        test_ball(world, 2.0f * (float)i, 3.0f, false);
        test_box(world, V2D_BODY_DYNAMIC, 2.0f * (float)i, 0.4f, 0.4f, 0.4f);
    }
    test_links(world, V2D_JOINT_REVOLUTE, 0.0f, 3);
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_vec2 ring[21];
    for (int i = 0; i < 21; ++i)
        ring[i] = v2d_vec2_make(cosf(0.299199f * (float)i), sinf(0.299199f * (float)i));
    soft.position = v2d_vec2_make(-5.0f, 4.0f);
    CHECK(v2d_soft_is_valid(world, v2d_soft_create_blob(world, &soft, ring, 21)));
    soft.position.x = -9.0f;
    CHECK(v2d_soft_is_valid(world, v2d_soft_create_box(world, &soft, 1.0f, 1.0f)));
    test_steps(world, 40);
    v2d_draw draw;
    memset(&draw, 0, sizeof(draw));
    draw.context = items;
    int sum = 0, count = list(world, V2D_PRIMITIVE_POLYGON);
    draw.polygon = see_polygon;
    CHECK(v2d_world_draw(world, &draw) == V2D_OK && polygons == count && count == 9);
    draw.polygon = NULL, draw.circle = see_circle;
    count = list(world, V2D_PRIMITIVE_CIRCLE);
    CHECK(v2d_world_draw(world, &draw) == V2D_OK && circles == count && count == 5);
    draw.circle = NULL, draw.outline = see_outline;
    count = list(world, V2D_PRIMITIVE_OUTLINE);
    CHECK(v2d_world_draw(world, &draw) == V2D_OK && joined == count && outlines == 2 && count == 4);
    for (int i = 0; i <= (int)V2D_PRIMITIVE_BOX; ++i) {
        int kind = list(world, (v2d_primitive)i);
        for (int k = 0; k < kind; ++k)
            CHECK((int)items[k].primitive == i);
        sum += kind;
    }
    CHECK(list(world, V2D_PRIMITIVE_JOINT) == 3 && items[0].count == 4);
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, items, 4096) == sum);
    memset(items, 0x55, sizeof(items));
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, items, 3) == sum); // how many there are
    CHECK(items[3].count == 0x55555555);
    CHECK(v2d_world_draw_list(world, 0, items, 3) == 0);
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, items, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_draw_list(NULL, V2D_DRAW_ALL, items, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_status(world) == V2D_OK && sizeof(items[0]) == 136 && sizeof(poses[0]) == 32);
}

// What may be drawn otherwise than it is solid.
static void the_style_tells_sensors_and_loose_points(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id body = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(2.0f, 1.0f);
    v2d_point_def point = v2d_point_def_default();
    shape.sensor = true;
    CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, body, &shape, &box)));
    v2d_point_create(world, &point);
    point.sensor = true;
    v2d_point_create(world, &point);
    CHECK(list(world, V2D_PRIMITIVE_POLYGON) == 2);
    for (int i = 0; i < 2; ++i)
        CHECK(items[i].style.sensor == (items[i].vertices[2].x > 1.0f));
    CHECK(items[0].style.sensor != items[1].style.sensor);
    CHECK(list(world, V2D_PRIMITIVE_POINT) == 2);
    CHECK(!items[0].style.sensor && items[1].style.sensor && sizeof(items[0].style) == 24);
    CHECK(items[0].style.loose && items[1].style.loose);
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_soft_create_box(world, &soft, 1.0f, 1.0f);
    CHECK(list(world, V2D_PRIMITIVE_POINT) == 6);
    for (int i = 0; i < 6; ++i)
        CHECK(items[i].style.loose == (i < 2));
    CHECK(list(world, V2D_PRIMITIVE_EDGE) == 6 && !items[0].style.loose);
}

static void sizes_are_told(void **state) {
    (void)state;
    CHECK(v2d_world_size() == sizeof(v2d_world) && v2d_world_alignment() == 64);
    CHECK(v2d_version() >> 16 == V2D_VERSION_MAJOR && (v2d_version() & 255u) == V2D_VERSION_PATCH);
    CHECK((v2d_version() >> 8 & 255u) == V2D_VERSION_MINOR);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_those_of_the_bodies),
        cmocka_unit_test(what_moved_keeps_a_mirror_up_to_date),
        cmocka_unit_test(what_rests_or_stands_is_not_told_again),
        cmocka_unit_test(points_are_interpolated),
        cmocka_unit_test(the_list_is_what_the_functions_get),
        cmocka_unit_test(the_style_tells_sensors_and_loose_points),
        cmocka_unit_test(sizes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
