// SPDX-License-Identifier: MIT OR Unlicense
// test_reading.c - poses of many bodies, interpolated points, drawing as a list, sizes.
#include "verlet2d.h"

#include "test.h"

static v2d_body_pose poses[64];
static v2d_draw_item items[4096];

static int moved(const v2d_world *world) { return v2d_world_poses(world, true, 1.0f, poses, 64); }

static void poses_are_those_of_the_bodies(void **state) {
    (void)state;
    v2d_world *world = test_world();
    for (int i = 0; i < 9; ++i) {
        v2d_body_id id = test_box(world, (v2d_body_type)(i % 3), 3.0f * (float)i, 0.0f, 0.5f, 0.3f);
        body_set_user(world, id, (uint64_t)(i + 1) << 35);
        v2d_body_set_transform(world, id, v2d_vec2_make(3.0f * (float)i, 1.0f), 0.2f * (float)i);
    }
    test_steps(world, 7);
    CHECK(v2d_world_poses(world, false, 1.0f, poses, 64) == 9);
    v2d_body_id id = {0, 0};
    for (int i = 0; i < 9; ++i) {
        id = v2d_world_next_body(world, id);
        v2d_transform xf = v2d_body_transform(world, id);
        CHECK(V2D_ID_EQUALS(poses[i].body, id) && poses[i].user == body_user(world, id));
        CHECK(memcmp(&poses[i].transform, &xf, sizeof(xf)) == 0);
    }
    memset(poses, 0x77, sizeof(poses));
    CHECK(v2d_world_poses(world, false, 1.0f, poses, 2) == 2); // the number written
    CHECK(poses[1].body.index1 == 2 && poses[2].body.index1 == 0x77777777u);
    CHECK(v2d_world_poses(world, false, 1.0f, NULL, 0) == 9);
    CHECK(v2d_world_poses(world, false, 1.0f, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_poses(world, false, 1.0f, poses, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_poses(NULL, false, 1.0f, poses, 1) == -(int)V2D_ERROR_NULL);
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

// All places of a picture, in the order of drawing.
typedef struct picture {
    v2d_vec2 at[4096];
    int count;
} picture;

static void note(void *context, const v2d_vec2 *v, int count) {
    picture *p = (picture *)context;
    for (int i = 0; i < count && p->count < 4096; ++i)
        p->at[p->count++] = v[i];
}
static void note_polygon(void *context, const v2d_vec2 *v, int count, float radius,
                         const v2d_draw_style *style) {
    (void)radius, (void)style;
    note(context, v, count);
}
static void note_circle(void *context, const v2d_vec2 *center, float radius,
                        const v2d_rot *rotation, const v2d_draw_style *style) {
    v2d_vec2 axis = v2d_vec2_make(rotation->c, rotation->s);
    (void)radius, (void)style;
    note(context, center, 1), note(context, &axis, 1);
}
static void note_edge(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                      float strain, v2d_edge_side side, const v2d_draw_style *style) {
    (void)radius, (void)strain, (void)side, (void)style;
    note(context, a, 1), note(context, b, 1);
}
static void note_point(void *context, const v2d_vec2 *at, float radius,
                       const v2d_draw_style *style) {
    (void)radius, (void)style;
    note(context, at, 1);
}
static void note_joint(void *context, v2d_joint_kind kind, const v2d_vec2 *center_a,
                       const v2d_vec2 *a, const v2d_vec2 *b, const v2d_vec2 *center_b) {
    (void)kind;
    note(context, center_a, 1), note(context, a, 1), note(context, b, 1);
    note(context, center_b, 1);
}

static picture take_picture(const v2d_world *world, bool interpolate, float alpha) {
    static picture p;
    v2d_draw draw;
    memset(&draw, 0, sizeof(draw));
    p.count = 0;
    draw.context = &p;
    draw.polygon = draw.outline = note_polygon;
    draw.circle = note_circle;
    draw.edge = note_edge, draw.point = note_point, draw.joint = note_joint;
    draw.interpolate = interpolate, draw.alpha = alpha;
    CHECK(v2d_world_draw(world, &draw) == V2D_OK);
    return p;
}

// The picture at the start of a step is the one that was drawn before it, and halfway lies the middle.
static void pictures_between_two_steps(void **state) {
    (void)state;
    static picture before, after, start, end, half, bad;
    v2d_world *world = test_world();
    v2d_vec2 ring[12], zero = v2d_vec2_make(0.0f, 0.0f);
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_body_def body_def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry off = v2d_geometry_oriented_box(0.3f, 0.2f, v2d_vec2_make(0.7f, 0.1f), 0.4f);
    test_ground(world);
    body_def.position = v2d_vec2_make(0.0f, 3.0f);
    body_def.velocity = v2d_vec2_make(5.0f, 2.0f), body_def.angular_velocity = 3.0f;
    v2d_body_id box = v2d_body_create_with(world, &body_def, &shape_def, &off);
    v2d_body_id disc = v2d_circle(world, V2D_BODY_DYNAMIC, v2d_vec2_make(1.5f, 4.0f), 0.3f);
    v2d_body_id still = v2d_box(world, V2D_BODY_STATIC, v2d_vec2_make(-3.0f, 6.0f), 0.2f, 0.2f);
    for (int i = 0; i < 12; ++i)
        ring[i] = v2d_vec2_make(cosf(0.5235988f * (float)i), sinf(0.5235988f * (float)i));
    soft.position = v2d_vec2_make(-5.0f, 4.0f), soft.velocity = v2d_vec2_make(4.0f, 1.0f);
    CHECK(v2d_soft_is_valid(world, v2d_soft_create_blob(world, &soft, ring, 12)));
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_at(world, box, v2d_vec2_make(0.5f, 3.5f), 0.0f);
    def.b = v2d_anchor_at(world, disc, v2d_vec2_make(0.5f, 3.5f), 0.0f);
    CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
    def = v2d_joint_def_default(V2D_JOINT_PULLEY);
    def.a = v2d_anchor_body(disc, zero), def.b = v2d_anchor_body(box, zero);
    def.over_a = v2d_anchor_body(still, zero);
    def.over_b = v2d_anchor_world(v2d_vec2_make(2.0f, 8.0f), 0.0f);
    CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
    for (int k = 0; k < 90; ++k) {
        before = take_picture(world, false, 0.0f);
        test_steps(world, 1);
        after = take_picture(world, false, 0.0f);
        start = take_picture(world, true, 0.0f), end = take_picture(world, true, 1.0f);
        half = take_picture(world, true, 0.5f), bad = take_picture(world, true, NAN);
        CHECK(after.count > 60 && before.count == after.count && start.count == after.count);
        CHECK(memcmp(end.at, after.at, sizeof(after.at[0]) * (size_t)after.count) == 0);
        CHECK(memcmp(bad.at, after.at, sizeof(after.at[0]) * (size_t)after.count) == 0);
        for (int i = 0; i < after.count; ++i) {
            v2d_vec2 middle = v2d_lerp(before.at[i], after.at[i], 0.5f);
            CHECK(v2d_length(v2d_sub(start.at[i], before.at[i])) < 1e-5f);
            CHECK(v2d_length(v2d_sub(half.at[i], middle)) < 0.02f); // the arc over its chord
        }
    }
    CHECK(v2d_world_status(world) == V2D_OK);
}

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
    return v2d_world_draw_list(world, 1u << (uint32_t)primitive, 1.0f, items, 4096);
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
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, 1.0f, items, 4096) == sum);
    memset(items, 0x55, sizeof(items));
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, 1.0f, items, 3) == 3); // the number written
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, 1.0f, NULL, 0) == sum);
    CHECK(items[3].count == 0x55555555);
    CHECK(v2d_world_draw_list(world, 0, 1.0f, items, 3) == 0);
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, 1.0f, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, 1.0f, items, -1) ==
          -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_draw_list(NULL, V2D_DRAW_ALL, 1.0f, items, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_status(world) == V2D_OK && sizeof(items[0]) == 136 && sizeof(poses[0]) == 32);
}

// Figures, poses and points between the last two steps, and the events, all at once.
static void lists_are_what_single_calls_give(void **state) {
    (void)state;
    static v2d_draw_item now[4096];
    static v2d_event events[64];
    v2d_vec2 ring[12], places[12];
    v2d_world *world = test_world();
    test_ground(world);
    v2d_body_id ball = test_ball(world, 0.0f, 1.0f, false);
    for (int i = 0; i < 12; ++i)
        ring[i] = v2d_vec2_make(cosf(0.523599f * (float)i), sinf(0.523599f * (float)i));
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(6.0f, 3.0f), def.report = V2D_REPORT_CONTACT;
    v2d_soft_id soft = v2d_soft_create_blob(world, &def, ring, 12);
    v2d_body_def body = v2d_body_def_default();
    v2d_body_describe(world, ball, &body);
    body.report = V2D_REPORT_SLEEP, body.angular_velocity = 2.0f;
    CHECK(v2d_body_change(world, ball, &body) == V2D_OK);
    int told = 0;
    for (int step = 0; step < 400; ++step) {
        v2d_world_step(world, 1.0f / 60.0f, 4);
        float alpha = (float)(step % 12) * 0.1f - 0.05f; // below 0 and above 1, too
        CHECK(v2d_world_poses(world, false, alpha, poses, 64) == 2);
        v2d_transform xf = v2d_body_interpolated(world, ball, alpha);
        CHECK(V2D_ID_EQUALS(poses[1].body, ball) &&
              memcmp(&poses[1].transform, &xf, sizeof(xf)) == 0);
        CHECK(v2d_soft_points(world, soft, alpha, places, 12) == 12);
        for (int i = 0; i < 12; ++i) {
            v2d_vec2 p = v2d_point_interpolated(world, v2d_soft_point(world, soft, i), alpha);
            CHECK(p.x == places[i].x && p.y == places[i].y);
        }
        int count = v2d_world_events(world, events, 64);
        CHECK(count == v2d_world_event_count(world));
        for (int i = 0; i < count; ++i, ++told) {
            v2d_event one;
            CHECK(v2d_world_event(world, i, &one) == V2D_OK && one.kind == events[i].kind &&
                  one.key == events[i].key && one.a.user == events[i].a.user);
        }
        int figures = v2d_world_draw_list(world, V2D_DRAW_ALL, alpha, items, 4096);
        CHECK(figures == v2d_world_draw_list(world, V2D_DRAW_ALL, 1.0f, now, 4096));
        for (int i = 0; i < figures; ++i) {
            if (items[i].primitive != V2D_PRIMITIVE_CIRCLE) continue;
            CHECK(items[i].vertices[0].x == xf.p.x && items[i].vertices[0].y == xf.p.y);
        }
        CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, NAN, items, 4096) == figures);
        CHECK(memcmp(items, now, (size_t)figures * sizeof(*items)) == 0);
    }
    CHECK(told >= 2); // at least a begin and a sleep
    v2d_soft_id none = {0, 0};
    CHECK(v2d_soft_points(world, soft, 1.0f, NULL, 0) == 12);
    CHECK(v2d_soft_points(world, none, 1.0f, places, 12) == -(int)V2D_ERROR_BAD_ID);
    CHECK(v2d_soft_points(world, soft, 1.0f, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_soft_points(world, soft, 1.0f, places, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_soft_points(NULL, soft, 1.0f, places, 12) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_events(world, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_events(world, events, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_poses(world, false, 0.5f, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, 0.5f, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_status(world) == V2D_OK);
}

// The comments of the header tell where fields are, for languages that read memory.
static void what_is_read_in_bulk_has_its_bytes(void **state) {
    (void)state;
#define AT(type, field, byte) CHECK(offsetof(type, field) == (byte))
    AT(v2d_part, shape, 8), AT(v2d_part, soft, 16), AT(v2d_part, point, 24);
    AT(v2d_part, edge, 32), AT(v2d_part, user, 40), AT(v2d_part, owner_user, 48);
    AT(v2d_event, count, 4), AT(v2d_event, key, 8), AT(v2d_event, a, 16), AT(v2d_event, b, 72);
    AT(v2d_event, joint, 128), AT(v2d_event, joint_user, 136), AT(v2d_event, position, 144);
    AT(v2d_event, normal, 152), AT(v2d_event, speed, 160), AT(v2d_event, impulse, 164);
    AT(v2d_event, force, 168), AT(v2d_event, torque, 172);
    AT(v2d_body_pose, transform, 8), AT(v2d_body_pose, user, 24);
    CHECK(sizeof(v2d_part) == 56 && sizeof(v2d_event) == 176 && sizeof(v2d_body_pose) == 32);
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
    CHECK(v2d_world_size() == sizeof(v2d_world));
    CHECK(v2d_version() >> 16 == V2D_VERSION_MAJOR && (v2d_version() & 255u) == V2D_VERSION_PATCH);
    CHECK((v2d_version() >> 8 & 255u) == V2D_VERSION_MINOR);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_those_of_the_bodies),
        cmocka_unit_test(what_moved_keeps_a_mirror_up_to_date),
        cmocka_unit_test(what_rests_or_stands_is_not_told_again),
        cmocka_unit_test(points_are_interpolated),
        cmocka_unit_test(pictures_between_two_steps),
        cmocka_unit_test(the_list_is_what_the_functions_get),
        cmocka_unit_test(lists_are_what_single_calls_give),
        cmocka_unit_test(what_is_read_in_bulk_has_its_bytes),
        cmocka_unit_test(the_style_tells_sensors_and_loose_points),
        cmocka_unit_test(sizes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
