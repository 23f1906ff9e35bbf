// SPDX-License-Identifier: MIT OR Unlicense
// hash_worlds.c - worlds with what no other engine has: zones; events, sensors, queries and a mover; all
// kinds of joints.
//
// Compiled once, and linked with any build of the engine: its own arithmetic must not differ.
#define V2D_OPAQUE
#include "../verlet2d.h"

#include "fields.h"
#include "hash_worlds.h"

#include <stdlib.h>
#include <string.h>

static v2d_world *new_world(void) {
    v2d_world *world = (v2d_world *)malloc(v2d_world_size());
    v2d_world_def def = v2d_world_def_default();
    def.bounded = true;
    def.bounds.lower = v2d_vec2_make(-10.0f, -8.0f);
    def.bounds.upper = v2d_vec2_make(10.0f, 12.0f);
    if (world != NULL && v2d_world_init(world, &def) == V2D_OK) return world;
    free(world);
    return NULL;
}

// The hash of the state after `told`, or 0 when anything was wrong. Frees the world.
static uint64_t end_world(v2d_world *world, uint64_t told) {
    uint64_t hash = v2d_world_status(world) == V2D_OK ? v2d_world_hash(world) : 0;
    free(world);
    return hash == 0 ? 0 : hash ^ told;
}

// ---- zones ---------------------------------------------------------------------------------------

static v2d_shape_id zone_shape(v2d_world *world, v2d_body_type type, float x, float y,
                               v2d_geometry geometry) {
    v2d_body_def body = v2d_body_def_default();
    body.type = type, body.position = v2d_vec2_make(x, y), body.angular_velocity = 0.5f;
    v2d_shape_def def = v2d_shape_def_default();
    def.sensor = true;
    return v2d_shape_create(world, v2d_body_create(world, &body), &def, &geometry);
}

static void add_zones(v2d_world *world) {
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_FLUID);
    def.shape = zone_shape(world, V2D_BODY_STATIC, 0.0f, -4.0f, v2d_geometry_box(9.0f, 4.0f));
    def.flow = v2d_vec2_make(0.3f, 0.0f);
    v2d_zone_create(world, &def);
    def = v2d_zone_def_default(V2D_ZONE_WIND);
    def.shape = zone_shape(world, V2D_BODY_KINEMATIC, 0.0f, 2.0f, v2d_geometry_box(8.0f, 3.0f));
    def.flow = v2d_vec2_make(4.0f, 1.0f);
    v2d_zone_create(world, &def);
    def = v2d_zone_def_default(V2D_ZONE_POINT);
    def.everywhere = true, def.center = v2d_vec2_make(1.0f, 3.0f), def.falloff = 1.5f;
    v2d_zone_create(world, &def);
    def = v2d_zone_def_default(V2D_ZONE_DAMPING);
    def.shape = zone_shape(world, V2D_BODY_STATIC, 4.0f, 0.0f,
                           v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 2.0f));
    v2d_zone_create(world, &def);
    def = v2d_zone_def_default(V2D_ZONE_GRAVITY);
    def.shape = zone_shape(world, V2D_BODY_STATIC, -6.0f, 0.0f, v2d_geometry_box(1.0f, 9.0f));
    def.gravity = v2d_vec2_make(6.0f, -2.0f), def.replaces = true;
    v2d_zone_create(world, &def);
}

// Boxes, capsules, polygons, a jelly, a rope, a cloth and points in five zones; one explosion. The hash of
// the state, or 0.
uint64_t hash_zones(int steps) {
    v2d_world *world = new_world();
    if (world == NULL) return 0;
    add_zones(world);
    for (int i = 0; i < 60; ++i) {
        v2d_body_def body = v2d_body_def_default();
        body.position =
            v2d_vec2_make(-8.0f + 1.6f * (float)(i % 11), 1.0f + 1.2f * (float)(i / 11));
        body.angle = 0.4f * (float)i;
        v2d_shape_def def = v2d_shape_def_default();
        def.density = 0.5f + 0.5f * (float)(i % 7);
        v2d_vec2 a = {-0.3f, 0.0f}, b = {0.3f, 0.1f}, c = {0.0f, 0.4f}, v[3];
        v[0] = a, v[1] = b, v[2] = c;
        v2d_geometry g = i % 4 == 0   ? v2d_geometry_box(0.5f, 0.2f)
                         : i % 4 == 1 ? v2d_geometry_capsule(a, b, 0.2f)
                         : i % 4 == 2 ? v2d_geometry_circle(a, 0.35f)
                                      : v2d_geometry_polygon(v, 3, 0.1f);
        v2d_shape_create(world, v2d_body_create(world, &body), &def, &g);
    }
    v2d_soft_def soft = v2d_soft_def_default();
    soft.position = v2d_vec2_make(-2.0f, 10.0f), soft.area_frequency = 5.0f;
    v2d_soft_create_box(world, &soft, 1.5f, 1.0f);
    soft.position.x = 2.0f;
    v2d_soft_create_rope(world, &soft, v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(4.0f, 0.0f), 12,
                         true, false);
    soft.position.x = 6.0f;
    v2d_soft_create_cloth(world, &soft, 6, 6, 0.3f);
    v2d_point_def point = v2d_point_def_default();
    point.radius = 0.15f, point.mass = 0.1f;
    for (int i = 0; i < 8; ++i) {
        point.position = v2d_vec2_make((float)i - 4.0f, 9.0f);
        v2d_point_create(world, &point);
    }
    for (int i = 0; i < steps; ++i) {
        if (i == 60) v2d_world_explode(world, NULL, v2d_vec2_make(0.0f, 0.0f), 5.0f, 2.0f, NULL, 0);
        (void)v2d_world_step(world, 1.0f / 60.0f, 4);
    }
    return end_world(world, 0);
}

// ---- what is told: events, contacts, queries, a mover -----------------------------------------------

static uint64_t fold(uint64_t told, const void *bytes, size_t size) { // FNV-1a
    for (size_t i = 0; i < size; ++i)
        told = (told ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return told;
}

static uint64_t fold_floats(uint64_t told, const float *values, int count) {
    for (int i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof(bits));
        for (int k = 0; k < 4; ++k) { // the same bytes on machines of both byte orders
            unsigned char byte = (unsigned char)(bits >> (8 * k));
            told = fold(told, &byte, 1);
        }
    }
    return told;
}

static uint64_t fold_number(uint64_t told, uint64_t number) {
    for (int k = 0; k < 8; ++k) {
        unsigned char byte = (unsigned char)(number >> (8 * k));
        told = fold(told, &byte, 1);
    }
    return told;
}

static uint64_t fold_part(uint64_t told, const v2d_part *part) {
    told = fold_number(told, (uint64_t)part->body.index1 << 32 | part->shape.index1);
    told = fold_number(told, (uint64_t)part->soft.index1 << 32 | part->point.index1);
    told = fold_number(told, (uint64_t)part->edge.index1 << 32 | part->edge.generation);
    return fold_number(fold_number(told, part->user), part->owner_user);
}

static uint64_t fold_events(const v2d_world *world, uint64_t told) {
    for (int i = 0; i < v2d_world_event_count(world); ++i) {
        v2d_event e;
        if (v2d_world_event(world, i, &e) != V2D_OK) return 0;
        float values[] = {e.position.x, e.position.y, e.normal.x, e.normal.y,
                          e.speed,      e.impulse,    e.force,    e.torque};
        told = fold_number(fold_number(told, (uint64_t)e.kind), e.key);
        told = fold_part(fold_part(told, &e.a), &e.b);
        told = fold_floats(fold_number(told, e.joint_user), values, 8);
    }
    return told;
}

static uint64_t fold_contacts(const v2d_world *world, uint64_t told, v2d_body_id body) {
    v2d_contact list[8];
    int count = v2d_body_contacts(world, body, list, 8);
    for (int i = 0; i < count && i < 8; ++i) {
        const v2d_contact *c = &list[i];
        float values[] = {c->normal_impulse[0],
                          c->normal_impulse[1],
                          c->tangent_impulse[0],
                          c->tangent_impulse[1],
                          c->speed,
                          c->slip,
                          c->friction,
                          c->manifold.normal.x};
        told = fold_part(fold_part(told, &c->a), &c->b);
        told = fold_floats(fold_number(told, c->touching), values, 8);
    }
    return fold_number(told, (uint64_t)count);
}

static uint64_t fold_queries(const v2d_world *world, uint64_t told) {
    v2d_query_result list[16];
    v2d_geometry box = v2d_geometry_box(0.5f, 0.4f);
    v2d_transform at = v2d_transform_make(v2d_vec2_make(-1.0f, 1.0f), 0.3f);
    int counts[4];
    for (int verb = 0; verb < 4; ++verb) {
        v2d_vec2 from = v2d_vec2_make(-9.0f, 0.3f), way = v2d_vec2_make(4.0f, -3.0f);
        int n = verb == 0   ? v2d_world_ray(world, NULL, from, v2d_vec2_make(9.0f, 0.2f), list, 16)
                : verb == 1 ? v2d_world_cast(world, NULL, &box, at, way, list, 16)
                : verb == 2 ? v2d_world_overlap(world, NULL, &box, at, list, 16)
                            : v2d_world_closest(world, NULL, &box, at, 2.0f, list, 16);
        counts[verb] = n;
        for (int i = 0; i < n && i < 16; ++i) {
            const v2d_query_result *r = &list[i];
            float values[] = {r->t,          r->distance, r->position.x,
                              r->position.y, r->normal.x, r->normal.y};
            told = fold_floats(fold_part(told, &r->part), values, 6);
        }
        told = fold_number(told, (uint64_t)counts[verb]);
    }
    return told;
}

static v2d_body_id add_body(v2d_world *world, v2d_body_type type, float x, float y,
                            v2d_geometry geometry, const v2d_shape_def *shape) {
    v2d_body_def def = v2d_body_def_default();
    def.type = type, def.position = v2d_vec2_make(x, y), def.report = V2D_REPORT_SLEEP;
    v2d_body_id body = v2d_body_create(world, &def);
    v2d_shape_create(world, body, shape, &geometry);
    return body;
}

// A ground, a one-way ledge that goes up and down, a sensor that turns, and soft bodies. All report.
static v2d_body_id add_stage(v2d_world *world) {
    v2d_shape_def def = v2d_shape_def_default();
    def.report = V2D_REPORT_CONTACT | V2D_REPORT_HIT, def.hit_impulse = 2.0f;
    add_body(world, V2D_BODY_STATIC, 0.0f, -1.0f, v2d_geometry_box(9.0f, 0.5f), &def);
    def.one_way = v2d_vec2_make(0.0f, 1.0f);
    v2d_body_id ledge =
        add_body(world, V2D_BODY_KINEMATIC, 3.0f, 1.0f, v2d_geometry_box(2.0f, 0.1f), &def);
    def.one_way = v2d_vec2_make(0.0f, 0.0f), def.sensor = true;
    v2d_body_id door =
        add_body(world, V2D_BODY_KINEMATIC, -3.0f, 1.0f, v2d_geometry_box(2.0f, 0.05f), &def);
    v2d_body_set_angular_velocity(world, door, 2.0f);
    v2d_soft_def soft = v2d_soft_def_default();
    soft.report = V2D_REPORT_CONTACT | V2D_REPORT_HIT | V2D_REPORT_SLEEP, soft.hit_impulse = 1.0f;
    soft.position = v2d_vec2_make(-2.0f, 5.0f), soft.area_frequency = 5.0f;
    v2d_soft_create_box(world, &soft, 1.5f, 1.0f);
    soft.position = v2d_vec2_make(1.0f, 4.0f), soft.tear_strain = 0.2f;
    v2d_soft_create_rope(world, &soft, v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(4.0f, 0.0f), 12,
                         true, true);
    return ledge;
}

// Boxes, balls and points that rain on it; some are destroyed, turned to nothing, or put elsewhere.
static void shower(v2d_world *world, int step, v2d_body_id *bodies, int count) {
    v2d_shape_def def = v2d_shape_def_default();
    def.report = step % 2 == 0 ? V2D_REPORT_CONTACT | V2D_REPORT_HIT : 0u;
    def.hit_impulse = 1.0f, def.user = (uint64_t)step;
    int slot = step / 4 % count;
    if (step % 4 == 0) {
        if (!V2D_IS_NULL(bodies[slot])) v2d_body_destroy(world, bodies[slot]);
        v2d_vec2 middle = v2d_vec2_make(0.0f, 0.0f);
        v2d_geometry figure =
            step % 8 == 0 ? v2d_geometry_box(0.3f, 0.2f) : v2d_geometry_circle(middle, 0.25f);
        float x = -6.0f + 0.37f * (float)(step % 33);
        bodies[slot] = add_body(world, V2D_BODY_DYNAMIC, x, 6.0f, figure, &def);
        v2d_body_set_velocity(world, bodies[slot], v2d_vec2_make(0.0f, -(float)(step % 40)));
    }
    if (step % 16 == 7) {
        v2d_point_def point = v2d_point_def_default();
        point.position = v2d_vec2_make(-4.0f + 0.05f * (float)step, 5.0f);
        point.velocity = v2d_vec2_make(1.0f, -30.0f), point.radius = 0.05f, point.mass = 0.2f;
        point.report = V2D_REPORT_CONTACT, point.sensor = step % 32 == 7;
        v2d_point_create(world, &point);
    }
    v2d_filter none = {1u, 0u, 0};
    v2d_shape_id shape = v2d_body_first_shape(world, bodies[slot]);
    if (step % 24 == 15) shape_set_filter(world, shape, none);
    if (step % 24 == 21) shape_set_filter(world, shape, filter_default());
    if (step % 40 == 33)
        v2d_body_set_transform(world, bodies[slot], v2d_vec2_make(3.0f, 4.0f), 1.0f);
}

uint64_t hash_reports(int steps) {
    v2d_body_id bodies[24];
    memset(bodies, 0, sizeof(bodies));
    v2d_world *world = new_world();
    if (world == NULL) return 0;
    v2d_body_id ledge = add_stage(world);
    v2d_mover_def def = v2d_mover_def_default();
    v2d_mover mover = v2d_mover_make(v2d_vec2_make(-6.0f, 1.0f));
    uint64_t told = 14695981039346656037u;
    for (int i = 0; i < steps; ++i) {
        shower(world, i, bodies, 24);
        float rise = i % 80 < 40 ? (float)(i % 40) : (float)(40 - i % 40);
        v2d_transform to =
            v2d_transform_make(v2d_vec2_make(3.0f, 1.0f + 0.03f * rise), 0.005f * rise);
        v2d_body_set_target(world, ledge, to, 1.0f / 60.0f);
        mover.velocity.x = i % 120 < 80 ? 3.0f : -3.0f;
        mover.velocity.y = mover.on_ground && i % 30 == 0 ? 5.0f : mover.velocity.y - 0.16f;
        if (v2d_mover_move(world, &def, 1.0f / 60.0f, &mover, NULL, 0) < 0) break;
        (void)v2d_world_step(world, 1.0f / 60.0f, 4);
        float values[] = {mover.position.x, mover.position.y, mover.velocity.x, mover.velocity.y};
        told = fold_floats(fold_events(world, told), values, 4);
        if (i % 5 == 0) told = fold_contacts(world, fold_queries(world, told), ledge);
    }
    return end_world(world, told);
}

// ---- joints ----------------------------------------------------------------------------------------

// One joint of each kind between two bodies of a row, the first of which hangs from the world, with
// everything on that its kind allows.
static v2d_joint_def some_joint(v2d_world *world, v2d_joint_kind kind, int variant, v2d_body_id a,
                                v2d_body_id b, v2d_vec2 middle) {
    v2d_joint_def def = v2d_joint_def_default(kind);
    float angle = 0.3f * (float)variant;
    def.a = v2d_anchor_at(world, a, middle, angle);
    def.b = v2d_anchor_at(world, b, middle, kind == V2D_JOINT_DISTANCE ? 0.0f : angle);
    bool linear = kind == V2D_JOINT_PRISMATIC || kind == V2D_JOINT_WHEEL;
    bool angular = kind == V2D_JOINT_REVOLUTE || kind == V2D_JOINT_WHEEL;
    if (kind == V2D_JOINT_DISTANCE) def.a.local.y += 0.3f, def.b.local.y -= 0.3f;
    if (linear && variant % 2 == 0)
        def.linear.limited = true, def.linear.lower = -0.2f, def.linear.upper = 0.3f;
    if (linear && variant % 3 == 0) def.linear.frequency = 2.0f, def.linear.damping_ratio = 0.3f;
    if (angular && variant % 2 == 1)
        def.angular.limited = true, def.angular.lower = -0.5f, def.angular.upper = 0.6f;
    if (angular && variant % 3 == 1)
        def.angular.motor = true, def.angular.motor_speed = 2.0f, def.angular.motor_effort = 20.0f;
    if (kind == V2D_JOINT_WELD && variant % 2 == 1) def.angular.frequency = 4.0f;
    if (kind == V2D_JOINT_DISTANCE && variant % 2 == 1)
        def.linear.lower = 0.2f, def.linear.upper = 0.9f;
    if (kind == V2D_JOINT_MOTOR) def.linear.frequency = 3.0f, def.angular.frequency = 1.0f;
    if (variant == 4) def.break_force = 60.0f;
    def.user = (uint64_t)variant;
    return def;
}

uint64_t hash_joints(int steps) {
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE,  V2D_JOINT_DISTANCE,
                                           V2D_JOINT_PRISMATIC, V2D_JOINT_WHEEL,
                                           V2D_JOINT_WELD,      V2D_JOINT_MOTOR};
    v2d_world *world = new_world();
    if (world == NULL) return 0;
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_id last = {0, 0};
    v2d_joint_id joints[36];
    for (int i = 0; i < 36; ++i) {
        float x = -8.0f + 2.6f * (float)(i % 6) + 0.3f * (float)(i / 6),
              y = 9.0f - 1.1f * (float)(i / 6);
        v2d_body_id body =
            add_body(world, V2D_BODY_DYNAMIC, x, y, v2d_geometry_box(0.2f, 0.4f), &shape);
        v2d_vec2 middle = v2d_vec2_make(x, y + 0.5f);
        v2d_joint_def def =
            i % 6 == 0 ? v2d_joint_def_default(V2D_JOINT_REVOLUTE)
                       : some_joint(world, kinds[(i + i / 6) % 6], i / 6, last, body, middle);
        if (i % 6 == 0)
            def.a = v2d_anchor_world(middle, 0.0f),
            def.b = v2d_anchor_at(world, body, middle, 0.0f);
        joints[i] = v2d_joint_create(world, &def);
        last = body;
    }
    uint64_t told = 14695981039346656037u;
    for (int i = 0; i < steps; ++i) {
        (void)v2d_world_step(world, 1.0f / 60.0f, 4);
        told = fold_events(world, told);
        for (int k = i % 6; k < 36; k += 6) {
            v2d_joint_state s = v2d_joint_get_state(world, joints[k]);
            float values[] = {s.travel,     s.travel_speed, s.travel_effort, s.turn,
                              s.turn_speed, s.turn_effort,  s.separation,    s.force.x,
                              s.force.y,    s.torque};
            told = fold_floats(told, values, 10);
        }
    }
    return end_world(world, told);
}
