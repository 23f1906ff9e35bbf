// SPDX-License-Identifier: MIT OR Unlicense
// test_features.c - rows of features.txt that are about several topics at once: the pointer, drawing, and
// worlds far from the origin.
#include "verlet2d.h"
#include "test.h"

static uint32_t seed;

static uint32_t random_bits(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static float between(float low, float high) {
    return low + (high - low) * (float)random_bits() / 16777216.0f;
}

static v2d_vec2 at(float x, float y) { return v2d_vec2_make(x, y); }

static double apart(v2d_vec2 a, v2d_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

// ---- the pointer ---------------------------------------------------------------------------------

// The point that is not pinned and nearest to a place, by a search of all.
static v2d_point_id nearest_free(const v2d_world *world, v2d_vec2 place, double *distance) {
    v2d_point_id best = {0, 0}, id = {0, 0};
    *distance = 1e9;
    while (id = v2d_world_next_point(world, id), !V2D_IS_NULL(id)) {
        double d = apart(v2d_point_position(world, id), place);
        if (point_is_pinned(world, id) || d >= *distance) continue;
        *distance = d, best = id;
    }
    return best;
}

static void add_vertex_edge_body(v2d_world *world, int kind) {
    v2d_soft_def def = v2d_soft_def_default();
    v2d_vec2 ring[7];
    def.position = at(between(-6.0f, 6.0f), between(-4.0f, 4.0f));
    def.angle = between(-3.0f, 3.0f), def.relaxed = kind % 2 == 0, def.gravity_scale = 0.0f;
    if (kind % 3 == 0) v2d_soft_create_box(world, &def, 1.2f, 0.8f);
    if (kind % 3 == 1) soft_triangle(world, &def, 1.0f, 0.9f);
    for (int i = 0; i < 7; ++i)
        ring[i] = at(0.7f * cosf(0.8976f * (float)i), 0.7f * sinf(0.8976f * (float)i));
    if (kind % 3 == 2) v2d_soft_create_polygon(world, &def, ring, 7);
}

// Whichever bodies lie over one another: the nearest vertex within the radius is held, and follows.
static void the_pointer_takes_the_nearest_vertex(void **state) {
    (void)state;
    int held = 0, empty = 0;
    for (int round = 0; round < 60; ++round) {
        v2d_world *world = test_world();
        seed = (uint32_t)round;
        for (int i = 0; i < 12; ++i)
            add_vertex_edge_body(world, i);
        v2d_point_id pin = {0, 0};
        for (int i = 0; i < 5; ++i)
            pin = v2d_world_next_point(world, pin);
        CHECK(v2d_point_set_pinned(world, pin, true) == V2D_OK);
        for (int k = 0; k < 20; ++k) {
            v2d_vec2 place = at(between(-7.0f, 7.0f), between(-5.0f, 5.0f));
            double distance, radius = (double)between(0.05f, 1.0f);
            v2d_point_id point = nearest_free(world, place, &distance);
            v2d_joint_id drag = v2d_world_drag_begin(world, place, (float)radius);
            CHECK(v2d_world_status(world) == V2D_OK);
            if (distance < 0.999 * radius) {
                CHECK(!V2D_IS_NULL(drag));
                CHECK(apart(joint_anchor_b(world, drag), v2d_point_position(world, point)) == 0.0);
                held += 1;
            } else if (distance > 1.001 * radius) { // an inside, or nothing
                bool inside = !V2D_IS_NULL(test_soft_at(world, place));
                CHECK(inside || V2D_IS_NULL(drag));
                empty += V2D_IS_NULL(drag);
            }
            if (!V2D_IS_NULL(drag)) CHECK(v2d_joint_destroy(world, drag) == V2D_OK);
        }
        CHECK(v2d_point_set_pinned(world, pin, false) == V2D_OK);
        v2d_vec2 goal = at(0.0f, 12.0f);
        double distance;
        v2d_point_id point = nearest_free(world, goal, &distance);
        v2d_joint_id drag = v2d_world_drag_begin(world, v2d_point_position(world, point), 0.1f);
        CHECK(v2d_joint_set_target(world, drag, goal) == V2D_OK);
        test_steps(world, 300);
        CHECK(apart(v2d_point_position(world, point), goal) < 0.05);
    }
    CHECK(held > 200 && empty > 100);
}

// ---- drawing -------------------------------------------------------------------------------------

enum { FIGURES = 4096 };
static v2d_draw_item drawn[FIGURES], listed[FIGURES];
static int drawn_count;

static v2d_draw_item *figure(v2d_primitive primitive, const v2d_draw_style *style, float radius) {
    CHECK(drawn_count < FIGURES);
    v2d_draw_item *item = &drawn[drawn_count++];
    memset(item, 0, sizeof(*item));
    item->primitive = primitive, item->radius = radius;
    if (style != NULL) item->style = *style;
    return item;
}

static void vertex(v2d_draw_item *item, v2d_vec2 v) {
    item->vertices[item->count++] = v;
    item->total = item->count;
}

static void see_polygon(void *context, const v2d_vec2 *v, int count, float radius,
                        const v2d_draw_style *style) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_POLYGON, style, radius);
    (void)context;
    for (int i = 0; i < count; ++i)
        vertex(item, v[i]);
}

static void see_circle(void *context, const v2d_vec2 *center, float radius, const v2d_rot *q,
                       const v2d_draw_style *style) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_CIRCLE, style, radius);
    (void)context;
    vertex(item, *center);
    item->rotation = *q;
}

static void see_capsule(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                        const v2d_draw_style *style) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_CAPSULE, style, radius);
    (void)context;
    vertex(item, *a), vertex(item, *b);
}

static void see_segment(void *context, const v2d_vec2 *a, const v2d_vec2 *b,
                        const v2d_draw_style *style) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_SEGMENT, style, 0.0f);
    (void)context;
    vertex(item, *a), vertex(item, *b);
}

static void see_half_plane(void *context, const v2d_vec2 *point, const v2d_vec2 *normal,
                           const v2d_draw_style *style) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_HALF_PLANE, style, 0.0f);
    (void)context;
    vertex(item, *point), vertex(item, *normal);
}

static void see_outline(void *context, const v2d_vec2 *v, int count, float radius,
                        const v2d_draw_style *style) {
    (void)context;
    for (int first = 0; first < count; first += 8) {
        v2d_draw_item *item = figure(V2D_PRIMITIVE_OUTLINE, style, radius);
        for (int i = first; i < count && i < first + 8; ++i)
            vertex(item, v[i]);
        item->first = first, item->total = count;
    }
}

static void see_point(void *context, const v2d_vec2 *place, float radius,
                      const v2d_draw_style *style) {
    (void)context;
    vertex(figure(V2D_PRIMITIVE_POINT, style, radius), *place);
}

static void see_edge(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                     float strain, v2d_edge_side side, const v2d_draw_style *style) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_EDGE, style, radius);
    (void)context;
    vertex(item, *a), vertex(item, *b);
    item->value = strain, item->detail = (int32_t)side;
}

static void see_joint(void *context, v2d_joint_kind kind, const v2d_vec2 *center_a,
                      const v2d_vec2 *anchor_a, const v2d_vec2 *anchor_b,
                      const v2d_vec2 *center_b) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_JOINT, NULL, 0.0f);
    (void)context;
    vertex(item, *center_a), vertex(item, *anchor_a);
    vertex(item, *anchor_b), vertex(item, *center_b);
    item->detail = (int32_t)kind;
}

static void see_contact(void *context, const v2d_vec2 *place, const v2d_vec2 *normal,
                        float separation, float impulse) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_CONTACT, NULL, 0.0f);
    (void)context;
    vertex(item, *place), vertex(item, *normal);
    item->value = separation, item->impulse = impulse;
}

static void see_box(void *context, const v2d_aabb *box) {
    v2d_draw_item *item = figure(V2D_PRIMITIVE_BOX, NULL, 0.0f);
    (void)context;
    vertex(item, box->lower), vertex(item, box->upper);
}

// A static body with all kinds of figures, a moving one, a pile that falls asleep, soft bodies of all kinds,
// loose points, and joints of some kinds.
static void build_gallery(v2d_world *world) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_body_id ground = test_ground(world), last = ground;
    v2d_vec2 line[4] = {{9.0f, 1.0f}, {7.0f, 0.5f}, {5.0f, 0.6f}, {4.0f, 0.2f}}, ring[21];
    v2d_geometry g = v2d_geometry_segment(at(-9.0f, 1.0f), at(-8.0f, 2.0f));
    v2d_chain_create(world, ground, &def, line, 4, false);
    v2d_shape_create(world, ground, &def, &g);
    v2d_body_id moving = test_box(world, V2D_BODY_KINEMATIC, 0.0f, 9.0f, 0.5f, 0.2f);
    v2d_body_set_angular_velocity(world, moving, 2.0f);
    for (int i = 0; i < 6; ++i) {
        float x = between(-4.0f, 3.0f), y = 2.0f + 1.3f * (float)i;
        g = i % 3 == 0   ? v2d_geometry_circle(at(0.1f, 0.0f), 0.4f)
            : i % 3 == 1 ? v2d_geometry_capsule(at(-0.3f, 0.0f), at(0.3f, 0.1f), 0.2f)
                         : v2d_geometry_polygon(line, 3, 0.05f);
        if (i % 3 == 2) g = v2d_geometry_oriented_box(0.4f, 0.3f, at(0.0f, 0.1f), 0.4f);
        v2d_body_id body = test_shape(world, V2D_BODY_DYNAMIC, x, y, g);
        if (i % 2 == 0) body_set_user(world, body, 100u + (uint64_t)i);
        if (i % 3 == 0) shape_set_user(world, v2d_body_first_shape(world, body), 50u);
        v2d_joint_def joint =
            v2d_joint_def_default(i < 3 ? V2D_JOINT_REVOLUTE : V2D_JOINT_DISTANCE);
        joint.a = v2d_anchor_at(world, last, at(x, y), 0.0f);
        joint.b = v2d_anchor_body(body, at(0.0f, 0.0f));
        if (i > 0) CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &joint)));
        last = body;
    }
    v2d_joint_def drag = v2d_joint_def_default(V2D_JOINT_DRAG);
    drag.b = v2d_anchor_body(last, at(0.2f, 0.0f)), drag.target = at(3.0f, 4.0f);
    CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &drag)));
    for (int i = 0; i < 4; ++i)
        test_box(world, V2D_BODY_DYNAMIC, -6.0f, 0.5f + (float)i, 0.5f, 0.5f);
    v2d_soft_def soft = v2d_soft_def_default();
    soft.tear_strain = 0.5f, soft.user = 9u, soft.frequency = 4.0f;
    for (int i = 0; i < 21; ++i)
        ring[i] = at(cosf(0.299199f * (float)i), sinf(0.299199f * (float)i));
    soft.position = at(-12.0f, 3.0f), soft.area_frequency = 5.0f;
    v2d_soft_create_blob(world, &soft, ring, 21);
    v2d_soft_create_rope(world, &soft, at(0.0f, 8.0f), at(3.0f, 8.0f), 9, true, false);
    soft.position.x = -16.0f;
    v2d_soft_create_cloth(world, &soft, 5, 4, 0.3f);
    v2d_soft_create_box(world, &soft, 1.0f, 1.0f);
    v2d_point_def point = v2d_point_def_default();
    point.position = at(12.0f, 3.0f), point.radius = 0.1f, point.user = 5u;
    v2d_point_create(world, &point);
}

// The first figure of a kind not yet `used` whose style and first vertex are these.
static const v2d_draw_item *take(bool *used, v2d_primitive primitive, v2d_vec2 place) {
    for (int i = 0; i < drawn_count; ++i) {
        if (used[i] || drawn[i].primitive != primitive) continue;
        if (apart(drawn[i].vertices[0], place) > 1e-4) continue;
        used[i] = true;
        return &drawn[i];
    }
    CHECK(false);
    return NULL;
}

static void check_shapes(const v2d_world *world, bool *used) {
    v2d_body_id body = {0, 0};
    static const v2d_primitive primitives[] = {V2D_PRIMITIVE_POLYGON, V2D_PRIMITIVE_CIRCLE,
                                               V2D_PRIMITIVE_CAPSULE, V2D_PRIMITIVE_SEGMENT,
                                               V2D_PRIMITIVE_POLYGON, V2D_PRIMITIVE_HALF_PLANE,
                                               V2D_PRIMITIVE_SEGMENT};
    while (body = v2d_world_next_body(world, body), !V2D_IS_NULL(body)) {
        v2d_transform xf = v2d_body_transform(world, body);
        v2d_body_type type = body_type_of(world, body);
        v2d_shape_id shape = v2d_body_first_shape(world, body);
        for (; !V2D_IS_NULL(shape); shape = v2d_shape_next(world, shape)) {
            v2d_geometry g = v2d_shape_geometry(world, shape);
            v2d_vec2 first = v2d_transform_point(xf, g.vertices[0]);
            const v2d_draw_item *item = take(used, primitives[g.kind], first);
            for (int i = 1; i < g.count; ++i)
                CHECK(apart(item->vertices[i], v2d_transform_point(xf, g.vertices[i])) < 1e-4);
            uint64_t user = shape_user(world, shape);
            CHECK(item->radius == g.radius && item->style.index == body.index1 - 1u);
            CHECK(item->style.user == (user != 0 ? user : body_user(world, body)));
            CHECK((int)item->style.kind == (int)V2D_DRAW_STATIC + (int)type);
            CHECK(item->style.asleep ==
                  (type == V2D_BODY_DYNAMIC && !v2d_body_is_awake(world, body)));
            if (g.kind == V2D_GEOMETRY_HALF_PLANE) continue;
            v2d_aabb box = v2d_shape_aabb(world, shape);
            CHECK(apart(take(used, V2D_PRIMITIVE_BOX, box.lower)->vertices[1], box.upper) < 1e-4);
        }
    }
}

static void check_soft_things(const v2d_world *world, bool *used) {
    v2d_edge_id edge = {0, 0};
    while (edge = v2d_world_next_edge(world, edge), !V2D_IS_NULL(edge)) {
        float length = v2d_edge_length(world, edge), rest = edge_rest_length(world, edge);
        v2d_vec2 a = v2d_point_position(world, edge_point_a(world, edge));
        v2d_vec2 b = v2d_point_position(world, edge_point_b(world, edge));
        int matches = 0;
        for (int i = 0; i < drawn_count; ++i) {
            const v2d_draw_item *item = &drawn[i];
            if (item->primitive != V2D_PRIMITIVE_EDGE || used[i]) continue;
            if (apart(item->vertices[0], a) != 0.0 || apart(item->vertices[1], b) != 0.0) continue;
            CHECK_NEAR(item->value, (length - rest) / rest, 1e-5);
            CHECK(item->detail == (int32_t)edge_side(world, edge));
            used[i] = true, matches += 1;
        }
        CHECK(matches == 1);
    }
    v2d_point_id point = {0, 0};
    while (point = v2d_world_next_point(world, point), !V2D_IS_NULL(point)) {
        const v2d_draw_item *item =
            take(used, V2D_PRIMITIVE_POINT, v2d_point_position(world, point));
        bool pinned = point_is_pinned(world, point);
        CHECK(item->style.kind == (pinned ? V2D_DRAW_PINNED : V2D_DRAW_SOFT));
        CHECK(item->radius == point_radius(world, point));
        CHECK(item->style.asleep == (!pinned && !v2d_point_is_awake(world, point)) || pinned);
    }
    v2d_soft_id soft = {0, 0};
    while (soft = v2d_world_next_soft(world, soft), !V2D_IS_NULL(soft)) {
        v2d_aabb box = v2d_soft_aabb(world, soft);
        CHECK(apart(take(used, V2D_PRIMITIVE_BOX, box.lower)->vertices[1], box.upper) < 1e-4);
        if (v2d_soft_area(world, soft) == 0.0f) continue;
        int count = v2d_soft_point_count(world, soft);
        for (int first = 0; first < count; first += 8) {
            const v2d_draw_item *item =
                take(used, V2D_PRIMITIVE_OUTLINE,
                     v2d_point_position(world, v2d_soft_point(world, soft, first)));
            CHECK(item->first == first && item->total == count);
            CHECK(item->style.user == soft_user(world, soft));
        }
    }
}

static void check_joints_and_contacts(const v2d_world *world, bool *used) {
    v2d_joint_id joint = {0, 0};
    while (joint = v2d_world_next_joint(world, joint), !V2D_IS_NULL(joint)) {
        v2d_vec2 a = joint_anchor_a(world, joint), b = joint_anchor_b(world, joint);
        int matches = 0;
        for (int i = 0; i < drawn_count; ++i) {
            const v2d_draw_item *item = &drawn[i];
            if (item->primitive != V2D_PRIMITIVE_JOINT || used[i]) continue;
            if (apart(item->vertices[1], a) != 0.0 || apart(item->vertices[2], b) != 0.0) continue;
            CHECK(item->detail == (int32_t)joint_kind_of(world, joint));
            used[i] = true, matches += 1;
        }
        CHECK(matches == 1);
    }
    for (int i = 0; i < v2d_world_contact_count(world); ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(world, i, &c) == V2D_OK);
        for (int k = 0; k < c.manifold.count; ++k) {
            const v2d_draw_item *item =
                take(used, V2D_PRIMITIVE_CONTACT, c.manifold.points[k].position);
            CHECK(apart(item->vertices[1], c.manifold.normal) == 0.0);
            CHECK(item->value == c.manifold.points[k].separation);
            CHECK(item->impulse == c.normal_impulse[k]);
        }
    }
}

// Functions and list get the same figures in the same order, each thing of the world once, where and as it
// is, and nothing else.
static void everything_is_drawn_as_it_is(void **state) {
    (void)state;
    static bool used[FIGURES];
    bool slept = false;
    for (int round = 0; round < 6; ++round) {
        v2d_world *world = test_world();
        seed = (uint32_t)round;
        build_gallery(world);
        test_steps(world, 1 + 40 * round);
        v2d_draw draw;
        memset(&draw, 0, sizeof(draw));
        draw.polygon = see_polygon, draw.circle = see_circle, draw.capsule = see_capsule;
        draw.segment = see_segment, draw.half_plane = see_half_plane, draw.outline = see_outline;
        draw.point = see_point, draw.edge = see_edge, draw.contact = see_contact;
        draw.box = see_box, draw.joint = see_joint;
        drawn_count = 0;
        CHECK(v2d_world_draw(world, &draw) == V2D_OK);
        CHECK(v2d_world_draw_list(world, V2D_DRAW_ALL, 1.0f, listed, FIGURES) == drawn_count);
        CHECK(memcmp(listed, drawn, (size_t)drawn_count * sizeof(drawn[0])) == 0);
        memset(used, 0, sizeof(used));
        check_shapes(world, used);
        check_soft_things(world, used);
        check_joints_and_contacts(world, used);
        for (int i = 0; i < drawn_count; ++i) {
            CHECK(used[i]);
            slept = slept || drawn[i].style.asleep;
        }
    }
    CHECK(slept);
}

// ---- 20 km from the origin -----------------------------------------------------------------------
// There floats are 2^-9 m apart, so a place is exact to 1 mm. `grid` makes places that are exact.

static const float far_x = 20000.0f, far_y = -20000.0f;

static float grid(float x) { return floorf(x * 256.0f + 0.5f) / 256.0f; }

static void a_stack_stands_at_20_km(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id boxes[10];
    test_box(world, V2D_BODY_STATIC, far_x, far_y - 1.0f, 20.0f, 1.0f);
    for (int i = 0; i < 10; ++i)
        boxes[i] = test_box(world, V2D_BODY_DYNAMIC, far_x, far_y + 0.5f + (float)i, 0.5f, 0.5f);
    for (int k = 0; k < 20; ++k) {
        test_steps(world, 60);
        for (int i = 0; i < 10; ++i) {
            v2d_vec2 p = v2d_body_position(world, boxes[i]);
            CHECK_NEAR(p.x, far_x, 0.004);
            CHECK_NEAR(p.y, (double)far_y + 0.5 + i, 0.03);
            CHECK_NEAR(v2d_body_angle(world, boxes[i]), 0.0, 0.005);
        }
    }
    CHECK(!v2d_body_is_awake(world, boxes[9])); // it sleeps
}

static void joints_hold_at_20_km(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id last = test_box(world, V2D_BODY_STATIC, far_x, far_y, 0.25f, 0.25f);
    v2d_joint_id joints[8];
    for (int i = 0; i < 8; ++i) { // a chain that swings
        float x = far_x + (float)i;
        v2d_body_id next = test_box(world, V2D_BODY_DYNAMIC, x + 0.5f, far_y, 0.5f, 0.125f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        def.a = v2d_anchor_at(world, last, at(x, far_y), 0.0f);
        def.b = v2d_anchor_at(world, next, at(x, far_y), 0.0f);
        joints[i] = v2d_joint_create(world, &def), last = next;
    }
    v2d_body_id slider = test_box(world, V2D_BODY_DYNAMIC, far_x + 20.0f, far_y, 0.5f, 0.5f);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PRISMATIC);
    def.a = v2d_anchor_world(at(far_x + 20.0f, far_y), -0.5f);
    def.b = v2d_anchor_at(world, slider, at(far_x + 20.0f, far_y), -0.5f);
    v2d_joint_id rail = v2d_joint_create(world, &def);
    v2d_soft_def rope_def = v2d_soft_def_default();
    rope_def.position = at(far_x - 10.0f, far_y);
    v2d_soft_id rope =
        v2d_soft_create_rope(world, &rope_def, at(0.0f, 0.0f), at(8.0f, 0.0f), 16, true, false);
    for (int k = 0; k < 600; ++k) {
        test_steps(world, 1);
        for (int i = 0; i < 8; ++i)
            CHECK(v2d_joint_get_state(world, joints[i]).separation <
                  0.02f); // ten roundings of a place
        CHECK(apart(v2d_body_position(world, last), at(far_x, far_y)) < 7.5 + 0.02);
        if (k >= 60) continue;
        // It slides as one does at the origin: g sin(a) t^2 / 2, to the rounding of each step's place.
        double t = (double)(k + 1) / 60.0, way = 0.5 * 10.0 * sin(0.5) * t * t;
        CHECK(v2d_joint_get_state(world, rail).separation < 0.01f);
        CHECK_NEAR(v2d_joint_get_state(world, rail).travel, way, 0.02 + 0.005 * way);
    }
    for (int i = 0; i < 16; ++i) {
        v2d_vec2 a = v2d_point_position(world, v2d_soft_point(world, rope, i));
        v2d_vec2 b = v2d_point_position(world, v2d_soft_point(world, rope, i + 1));
        CHECK_NEAR(apart(a, b), 0.5, 0.01);
    }
}

// The same things at places that are exact here and there: queries find the same, where it is.
static void queries_agree_at_20_km(void **state) {
    (void)state;
    static v2d_world worlds[2];
    int compared = 0, different = 0;
    for (int round = 0; round < 20; ++round) {
        v2d_vec2 off[2] = {{0.0f, 0.0f}, {far_x, far_y}};
        v2d_world_def def = v2d_world_def_default();
        for (int w = 0; w < 2; ++w) {
            CHECK(v2d_world_init(&worlds[w], &def) == V2D_OK);
            seed = (uint32_t)round;
            for (int i = 0; i < 40; ++i) {
                float x = grid(between(-10.0f, 10.0f)), y = grid(between(-10.0f, 10.0f));
                if (i % 2 == 0)
                    test_box(&worlds[w], V2D_BODY_STATIC, off[w].x + x, off[w].y + y, 0.25f, 0.5f);
                else
                    test_circle(&worlds[w], V2D_BODY_DYNAMIC, off[w].x + x, off[w].y + y, 0.375f);
            }
        }
        for (int k = 0; k < 60; ++k) {
            v2d_query_result found[2][8];
            int counts[2];
            v2d_vec2 from = at(grid(between(-12.0f, 12.0f)), grid(between(-12.0f, 12.0f)));
            v2d_vec2 way = at(grid(between(-9.0f, 9.0f)), grid(between(-9.0f, 9.0f)));
            v2d_geometry disc = v2d_geometry_circle(at(0.0f, 0.0f), 0.25f);
            if (way.x * way.x + way.y * way.y < 1.0f) continue;
            for (int w = 0; w < 2; ++w) {
                v2d_vec2 a = at(off[w].x + from.x, off[w].y + from.y);
                v2d_transform xf = v2d_transform_make(a, 0.0f);
                v2d_vec2 b = at(a.x + way.x, a.y + way.y);
                counts[w] = k % 3 == 0 ? v2d_world_ray(&worlds[w], NULL, a, b, found[w], 8)
                            : k % 3 == 1
                                ? v2d_world_cast(&worlds[w], NULL, &disc, xf, way, found[w], 8)
                                : v2d_world_closest(&worlds[w], NULL, &disc, xf, 2.0f, found[w], 8);
                CHECK(counts[w] >= 0);
            }
            // What is grazed, or equally far, may be found here and not there.
            int common = counts[0] < counts[1] ? counts[0] : counts[1];
            for (int i = 0; i < common; ++i) {
                bool same = found[0][i].part.shape.index1 == found[1][i].part.shape.index1;
                different += !same;
                if (!same) break;
                double slope =
                    fabs((double)(found[0][i].normal.x * way.x + found[0][i].normal.y * way.y)) /
                    hypot((double)way.x, (double)way.y);
                if (k % 3 < 2 && found[0][i].t > 0.0f && slope < 0.2) break; // grazed
                if (k % 3 == 1 && found[0][i].t <= 0.0f && found[1][i].t <= 0.0f)
                    continue; // in touch
                v2d_vec2 p =
                    at(found[1][i].position.x - off[1].x, found[1][i].position.y - off[1].y);
                compared += 1;
                CHECK_NEAR(found[1][i].distance, found[0][i].distance, 0.01);
                CHECK_NEAR(apart(p, found[0][i].position), 0.0, 0.012);
            }
        }
    }
    CHECK(compared > 900 && different < compared / 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pointer_takes_the_nearest_vertex),
        cmocka_unit_test(everything_is_drawn_as_it_is),
        cmocka_unit_test(a_stack_stands_at_20_km),
        cmocka_unit_test(joints_hold_at_20_km),
        cmocka_unit_test(queries_agree_at_20_km),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
