// SPDX-License-Identifier: MIT OR Unlicense
// scene.h - for test programs that have one world at a time: how it starts and runs, boxes, joints, periods.
#ifndef VERLET2D_SCENE_H
#define VERLET2D_SCENE_H

#include "test.h"

static const float dt = 1.0f / 60.0f;
static v2d_world *world;

static inline void start(void) { world = test_world(); }

// Nothing falls asleep.
static inline void start_sleepless(void) {
    start();
    CHECK(world_set_sleep(world, false) == V2D_OK);
}

// With a gravity of g downwards, too.
static inline void start_awake(float g) {
    start_sleepless();
    CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, -g)) == V2D_OK);
}

static inline void start_weightless(void) { world = test_weightless(); }

static inline void run_with(int steps, int substeps) {
    for (int i = 0; i < steps; ++i)
        CHECK(v2d_world_step(world, dt, substeps) == V2D_OK);
}

static inline void run(int steps) { run_with(steps, 4); }

static inline v2d_body_id add_filtered_box(v2d_body_type type, float x, float y, float angle,
                                           float width, float height, float mass,
                                           v2d_filter filter) {
    v2d_body_def body = v2d_body_def_default();
    body.type = type, body.position = v2d_vec2_make(x, y), body.angle = angle;
    v2d_body_id id = v2d_body_create(world, &body);
    v2d_shape_def shape = v2d_shape_def_default();
    shape.density = mass / (width * height), shape.filter = filter;
    v2d_geometry box = v2d_geometry_box(0.5f * width, 0.5f * height);
    CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, id, &shape, &box)));
    return id;
}

// A box that collides with nothing.
static inline v2d_body_id add_free_box(float x, float y, float angle, float width, float height,
                                       float mass) {
    v2d_filter filter = filter_default();
    filter.mask = 0u;
    return add_filtered_box(V2D_BODY_DYNAMIC, x, y, angle, width, height, mass, filter);
}

// An end of a joint, of the world or a body: a place, and a direction.
static inline v2d_anchor end_at(const v2d_body_id *body, float x, float y, float angle) {
    v2d_vec2 place = v2d_vec2_make(x, y);
    return body == NULL ? v2d_anchor_world(place, angle)
                        : v2d_anchor_at(world, *body, place, angle);
}

static inline v2d_joint_id make(const v2d_joint_def *def) {
    v2d_joint_id id = v2d_joint_create(world, def);
    CHECK(v2d_joint_is_valid(world, id));
    return id;
}

static inline v2d_joint_state state_of(v2d_joint_id id) { return v2d_joint_get_state(world, id); }

// Mean time between upward zero crossings of a signal, one sample a step.
static inline double period_of(const double *signal, int count) {
    double first = -1.0, last = -1.0;
    int periods = -1;
    for (int i = 1; i < count; ++i) {
        if (!(signal[i - 1] < 0.0 && signal[i] >= 0.0)) continue;
        last = (double)(i - 1) + signal[i - 1] / (signal[i - 1] - signal[i]);
        if (first < 0.0) first = last;
        periods += 1;
    }
    CHECK(periods >= 2);
    return (last - first) / periods * (double)dt;
}

#endif
