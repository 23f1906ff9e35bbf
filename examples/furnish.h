// SPDX-License-Identifier: MIT OR Unlicense
// furnish.h - short ways to furnish a world: a body with one shape in one call.
//
//     scene_ground(&world);
//     scene_box(&world, 0.0f, 4.0f, 0.5f, 0.5f, 1.0f, 3);       // density 1 kg/m^2, colour 3
//
// It needs nothing but verlet2d.h, so that it works without a C library, too. What it hides is shown openly
// in hello.c.
#ifndef FURNISH_H
#define FURNISH_H

#include "../verlet2d.h"

#define SCENE_PI 3.14159265f

static inline v2d_vec2 scene_vec(float x, float y) { return v2d_vec2_make(x, y); }

/// A dynamic body without shapes at (x, y) [m], turned by `angle` [rad], in body colour `color`.
static inline v2d_body_id scene_body(v2d_world *world, float x, float y, float angle, int color) {
    v2d_body_def def = v2d_body_def_default();
    def.position = scene_vec(x, y);
    def.angle = angle;
    def.user = (uint64_t)(color % 8) + 1u; // show.h draws user number n in colour n - 1
    return v2d_body_create(world, &def);
}

/// A body that stays where it is.
static inline v2d_body_id scene_static(v2d_world *world, float x, float y, float angle) {
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_STATIC;
    def.position = scene_vec(x, y);
    def.angle = angle;
    return v2d_body_create(world, &def);
}

/// Give a body a shape of the default material and of `density` [kg/m^2].
static inline v2d_shape_id scene_shape(v2d_world *world, v2d_body_id body, v2d_geometry geometry,
                                       float density) {
    v2d_shape_def def = v2d_shape_def_default();
    def.density = density;
    return v2d_shape_create(world, body, &def, &geometry);
}

/// A dynamic box of half-extents hx, hy [m].
static inline v2d_body_id scene_box(v2d_world *world, float x, float y, float hx, float hy,
                                    float density, int color) {
    v2d_body_id body = scene_body(world, x, y, 0.0f, color);
    scene_shape(world, body, v2d_geometry_box(hx, hy), density);
    return body;
}

/// A dynamic disc.
static inline v2d_body_id scene_ball(v2d_world *world, float x, float y, float radius,
                                     float density, int color) {
    v2d_body_id body = scene_body(world, x, y, 0.0f, color);
    scene_shape(world, body, v2d_geometry_circle(scene_vec(0.0f, 0.0f), radius), density);
    return body;
}

/// A box that stays where it is.
static inline v2d_body_id scene_wall(v2d_world *world, float x, float y, float hx, float hy,
                                     float angle) {
    v2d_body_id body = scene_static(world, x, y, angle);
    scene_shape(world, body, v2d_geometry_box(hx, hy), 0.0f);
    return body;
}

/// Everything below y = 0 is solid.
static inline v2d_body_id scene_ground(v2d_world *world) {
    v2d_body_id body = scene_static(world, 0.0f, 0.0f, 0.0f);
    scene_shape(world, body, v2d_geometry_half_plane(scene_vec(0.0f, 0.0f), scene_vec(0.0f, 1.0f)),
                0.0f);
    return body;
}

/// The def of a soft body: its mass, the radius of its points, and how the air slows it.
static inline v2d_soft_def scene_soft(float x, float y, float mass, float radius, float damping,
                                      int color) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, y);
    def.mass = mass;
    def.radius = radius;
    def.linear_damping = damping;
    def.user = (uint64_t)(color % 8) + 1u;
    return def;
}

/// The def of a jelly of 1.5 kg: it keeps its area, and bends little.
static inline v2d_soft_def scene_jelly(float x, float y, int color) {
    v2d_soft_def def = scene_soft(x, y, 1.5f, 0.05f, 1.0f, color);
    def.area_frequency = 20.0f;
    def.bend_frequency = 4.0f;
    return def;
}

/// Two bodies share the world point (x, y) and turn about it.
static inline v2d_joint_id scene_pin(v2d_world *world, v2d_body_id a, v2d_body_id b, float x,
                                     float y) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_body(a, v2d_body_local_point(world, a, scene_vec(x, y)));
    def.b = v2d_anchor_body(b, v2d_body_local_point(world, b, scene_vec(x, y)));
    return v2d_joint_create(world, &def);
}

#endif // FURNISH_H
