// SPDX-License-Identifier: MIT OR Unlicense
// scene.h - short ways to furnish a world, for the examples: a body with one shape in one call.
//
//     scene_ground(&world, 0.6f);
//     scene_box(&world, 0.0f, 4.0f, 0.5f, 0.5f, 1.0f, 3);       // density 1 kg/m^2, colour 3
//     while (film_running(&f)) {
//         scene_advance(&world);
//         ...
//     }
//     return scene_close(&f, &world);
//
// What it hides is shown openly in hello.c. Include it after show.h and film.h.
#ifndef SCENE_H
#define SCENE_H

#include "film.h"
#include "show.h"

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

/// Two bodies share the world point (x, y) and turn about it.
static inline v2d_joint_id scene_pin(v2d_world *world, v2d_body_id a, v2d_body_id b, float x,
                                     float y) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_body(a, v2d_body_local_point(world, a, scene_vec(x, y)));
    def.b = v2d_anchor_body(b, v2d_body_local_point(world, b, scene_vec(x, y)));
    return v2d_joint_create(world, &def);
}

/// A world with the default settings; ends the program when the library was built wrongly.
static inline void scene_open(v2d_world *world) {
    v2d_world_def def = v2d_world_def_default();
    v2d_result result = v2d_world_init(world, &def);
    if (result == V2D_OK) return;
    fprintf(stderr, "cannot make a world: %s\n", v2d_result_text(result));
    exit(1);
}

/// One frame of 1/30 s: two steps of `substeps` sub-steps.
static inline void scene_advance_with(v2d_world *world, int substeps) {
    v2d_world_step(world, 1.0f / 60.0f, substeps);
    v2d_world_step(world, 1.0f / 60.0f, substeps);
}

/// One frame with the usual four.
static inline void scene_advance(v2d_world *world) { scene_advance_with(world, 4); }

/// Look at the ground y = 0 from the side: it fills the lowest 46 ui px, where the caption stands.
static inline void scene_camera(canvas *c, float x, float view_height) {
    float ground = 46.0f * c->ui / (float)c->height;
    canvas_camera(c, x, (0.5f - ground) * view_height, view_height);
}

/// Kinetic and potential energy of the rigid bodies over y = 0 [J].
static inline float scene_energy(const v2d_world *world) {
    double energy = 0.0;
    v2d_body_id none = {0, 0};
    v2d_vec2 g = v2d_world_gravity(world);
    for (v2d_body_id id = v2d_world_next_body(world, none); id.index1 != 0;
         id = v2d_world_next_body(world, id)) {
        v2d_mass mass = v2d_body_mass(world, id);
        v2d_vec2 v = v2d_body_velocity(world, id), p = v2d_body_center(world, id);
        float w = v2d_body_angular_velocity(world, id);
        energy += 0.5 * (double)(mass.mass * (v.x * v.x + v.y * v.y) + mass.inertia * w * w);
        energy -= (double)(mass.mass * (g.x * p.x + g.y * p.y));
    }
    return (float)energy;
}

/// Finish the film, and say so when the world had no room or a call was wrong.
/// @return the exit status for main(): 0 when all is well
static inline int scene_close(film *f, const v2d_world *world) {
    v2d_result status = v2d_world_status(world);
    v2d_counters n = v2d_world_counters(world);
    int bad = 0;
    if (status != V2D_OK) {
        fprintf(stderr, "%s: %s\n", f->name, v2d_result_text(status));
        bad = 1;
    }
    if (n.dropped_pairs + n.dropped_contacts > 0) {
        fprintf(stderr, "%s: contacts were dropped, raise V2D_MAX_PAIRS, _CONTACTS or _ROWS\n",
                f->name);
        bad = 1;
    }
    int status_of_film = film_close(f);
    return bad ? 1 : status_of_film;
}

#endif // SCENE_H
