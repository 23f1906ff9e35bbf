// SPDX-License-Identifier: MIT OR Unlicense
// scene.h - the examples' short ways to open, step, look at and close a world, and to furnish it.
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
#include "furnish.h"
#include "show.h"

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

/// Ground whose surface is at height(x), `width` [m] of it around x.
static inline void scene_draw_ground(canvas *c, float x, float width, float (*height)(float x)) {
    canvas_point shape[123];
    canvas_style look = canvas_style_static();
    look.width = 0.0f;
    for (int i = 0; i <= 120; ++i) {
        shape[i].x = x + width * ((float)i / 120.0f - 0.5f);
        shape[i].y = height(shape[i].x);
    }
    shape[121] = canvas__at(x + 0.5f * width, -9.0f);
    shape[122] = canvas__at(x - 0.5f * width, -9.0f);
    canvas_outline(c, shape, 123, look);
}

/// Kinetic and potential energy of the rigid bodies over y = 0 [J].
static inline float scene_energy(const v2d_world *world) {
    double energy = 0.0;
    v2d_body_id none = {0, 0};
    v2d_world_def settings = v2d_world_def_default();
    v2d_world_describe(world, &settings);
    v2d_vec2 g = settings.gravity;
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
