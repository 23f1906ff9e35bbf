// SPDX-License-Identifier: MIT OR Unlicense
// fields.h - single fields of objects, read by describe and changed by change.
//
// body_set_gravity_scale(world, id, 0.5f) changes one field and returns the result; body_set_... of an id that is not
// valid is refused by the change. shape_user(world, id) reads one, 0 for a bad id.
#ifndef VERLET2D_FIELDS_H
#define VERLET2D_FIELDS_H

#include <string.h>

#include "../verlet2d.h"

#define FIELDS_SET(of, kind, name, type, assign)                                               \
    static inline v2d_result of##_set_##name(v2d_world *world, v2d_##of##_id id, type value) { \
        v2d_##kind##_def def = v2d_##kind##_def_default();                                     \
        v2d_##of##_describe(world, id, &def);                                                  \
        assign;                                                                                \
        return v2d_##of##_change(world, id, &def);                                             \
    }
#define FIELDS_GET(kind, name, type, field)                                        \
    static inline type kind##_##name(const v2d_world *world, v2d_##kind##_id id) { \
        v2d_##kind##_def def;                                                      \
        memset(&def, 0, sizeof(def));                                              \
        v2d_##kind##_describe(world, id, &def);                                    \
        return def.field;                                                          \
    }
#define FIELDS_STATE(name, type, field)                                        \
    static inline type joint_##name(const v2d_world *world, v2d_joint_id id) { \
        return v2d_joint_get_state(world, id).field;                           \
    }
#define FIELDS_REPORT(kind)                                                          \
    static inline v2d_result kind##_set_report(v2d_world *world, v2d_##kind##_id id, \
                                               uint32_t report, float hit_impulse) { \
        v2d_##kind##_def def = v2d_##kind##_def_default();                           \
        v2d_##kind##_describe(world, id, &def);                                      \
        def.report = report, def.hit_impulse = hit_impulse;                          \
        return v2d_##kind##_change(world, id, &def);                                 \
    }
#define FIELDS_WORLD(name, type, assign)                                      \
    static inline v2d_result world_set_##name(v2d_world *world, type value) { \
        v2d_world_def def = v2d_world_def_default();                          \
        v2d_world_describe(world, &def);                                      \
        assign;                                                               \
        return v2d_world_change(world, &def);                                 \
    }

FIELDS_WORLD(sleep, bool, def.sleep = value)
FIELDS_WORLD(bounds, v2d_aabb, (def.bounded = true, def.bounds = value))
FIELDS_WORLD(budget, int, def.work_budget = value)
FIELDS_WORLD(relax_passes, int, def.relax_passes = value)

FIELDS_SET(body, body, mass, v2d_mass, (def.own_mass = true, def.mass = value))
FIELDS_SET(body, body, gravity_scale, float, def.gravity_scale = value)
FIELDS_SET(body, body, allow_sleep, bool, def.allow_sleep = value)
FIELDS_SET(body, body, report, uint32_t, def.report = value)
FIELDS_SET(body, body, user, uint64_t, def.user = value)
FIELDS_GET(body, is_enabled, bool, enabled)
FIELDS_GET(body, type_of, v2d_body_type, type)
FIELDS_GET(body, user, uint64_t, user)
FIELDS_SET(shape, shape, friction, float, def.friction = value)
FIELDS_SET(shape, shape, restitution, float, def.restitution = value)
FIELDS_SET(shape, shape, surface_speed, float, def.surface_speed = value)
FIELDS_SET(shape, shape, filter, v2d_filter, def.filter = value)
FIELDS_SET(shape, shape, one_way, v2d_vec2, def.one_way = value)
FIELDS_SET(shape, shape, user, uint64_t, def.user = value)
FIELDS_REPORT(shape)
FIELDS_GET(shape, user, uint64_t, user)
FIELDS_SET(chain, shape, friction, float, def.friction = value)
FIELDS_SET(chain, shape, restitution, float, def.restitution = value)
FIELDS_SET(chain, shape, surface_speed, float, def.surface_speed = value)
FIELDS_REPORT(point)
FIELDS_GET(point, is_pinned, bool, pinned)
FIELDS_GET(point, mass, float, mass)
FIELDS_GET(point, radius, float, radius)
FIELDS_GET(point, soft, v2d_soft_id, soft)
FIELDS_GET(point, user, uint64_t, user)
FIELDS_GET(edge, side, v2d_edge_side, side)
FIELDS_GET(edge, point_a, v2d_point_id, a)
FIELDS_GET(edge, point_b, v2d_point_id, b)
FIELDS_GET(edge, rest_length, float, rest_length)
FIELDS_REPORT(soft)
FIELDS_SET(soft, soft, area_scale, float, def.area_scale = value)
FIELDS_GET(soft, user, uint64_t, user)
FIELDS_GET(joint, kind_of, v2d_joint_kind, kind)
FIELDS_GET(joint, user, uint64_t, user)
FIELDS_STATE(force_now, v2d_vec2, force)
FIELDS_STATE(peak_force, float, peak_force)
FIELDS_STATE(motor_effort, float, motor_effort)
FIELDS_STATE(anchor_a, v2d_vec2, anchor_a)
FIELDS_STATE(anchor_b, v2d_vec2, anchor_b)

// The turn of a joint, wrapped.
static inline float joint_angle(const v2d_world *world, v2d_joint_id id) {
    return v2d_rot_angle(v2d_rot_make(v2d_joint_get_state(world, id).turn));
}

static inline v2d_result body_set_damping(v2d_world *world, v2d_body_id id, float linear,
                                          float angular) {
    v2d_body_def def = v2d_body_def_default();
    v2d_body_describe(world, id, &def);
    def.linear_damping = linear, def.angular_damping = angular;
    return v2d_body_change(world, id, &def);
}

static inline v2d_result body_set_locks(v2d_world *world, v2d_body_id id, bool x, bool y,
                                        bool angle) {
    v2d_body_def def = v2d_body_def_default();
    v2d_body_describe(world, id, &def);
    def.lock_x = x, def.lock_y = y, def.lock_angle = angle;
    return v2d_body_change(world, id, &def);
}

static inline v2d_vec2 world_gravity(const v2d_world *world) {
    v2d_world_def def;
    memset(&def, 0, sizeof(def));
    v2d_world_describe(world, &def);
    return def.gravity;
}

static inline int chain_shape_count(const v2d_world *world, v2d_chain_id id) {
    int count = 0;
    while (v2d_chain_shape(world, id, count).index1 != 0)
        count += 1;
    return count;
}

static inline v2d_result soft_set_awake(v2d_world *world, v2d_soft_id id, bool awake) {
    return v2d_point_set_awake(world, v2d_soft_point(world, id, 0), awake);
}

// Points: lower left, lower right, apex.
static inline v2d_soft_id soft_triangle(v2d_world *world, const v2d_soft_def *def, float width,
                                        float height) {
    const v2d_vec2 corners[3] = {
        {-0.5f * width, -0.5f * height}, {0.5f * width, -0.5f * height}, {0.0f, 0.5f * height}};
    return v2d_soft_create_polygon(world, def, corners, 3);
}

// Collides with everything.
static inline v2d_filter filter_default(void) { return v2d_shape_def_default().filter; }

static inline v2d_result point_change_mass(v2d_world *world, v2d_point_id id, float mass) {
    v2d_point_def def = v2d_point_def_default();
    v2d_point_describe(world, id, &def);
    def.mass = mass;
    return v2d_point_change(world, id, &def);
}

static inline bool shape_contains(const v2d_world *world, v2d_shape_id id, v2d_vec2 place) {
    v2d_geometry geometry = v2d_shape_geometry(world, id);
    return v2d_geometry_contains(&geometry, v2d_body_transform(world, v2d_shape_body(world, id)),
                                 place);
}

static inline v2d_result step_parallel(v2d_world *world, float dt, int substeps, int count,
                                       v2d_parallel_for_fn loop, void *context) {
    v2d_step_def def = v2d_step_def_default();
    def.dt = dt, def.substeps = substeps;
    def.workers = count, def.parallel_for = loop, def.parallel_context = context;
    return v2d_world_step_with(world, &def);
}

#endif
