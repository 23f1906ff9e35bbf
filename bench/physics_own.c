// SPDX-License-Identifier: MIT OR Unlicense
// physics_own.c - the worlds of physics_own.h.
#include "physics_own.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

v2d_world *own;

void own_open(double gravity) {
    static char *memory; // one for all worlds of a process
    const size_t alignment = 64;
    if (memory == NULL) memory = (char *)calloc(1, v2d_world_size() + alignment);
    if (memory == NULL) exit(2);
    own = (v2d_world *)(void *)(memory + (alignment - (uintptr_t)memory % alignment) % alignment);
    v2d_world_def def = v2d_world_def_default();
    def.gravity = own_v(0.0, -gravity);
    def.sleep = false;
    v2d_world_init(own, &def);
}

v2d_vec2 own_v(double x, double y) { return v2d_vec2_make((float)x, (float)y); }

v2d_body_id own_body(v2d_body_type type, double x, double y, double angle) {
    v2d_body_def def = v2d_body_def_default();
    def.type = type;
    def.position = own_v(x, y);
    def.angle = (float)angle;
    return v2d_body_create(own, &def);
}

v2d_shape_id own_shape(v2d_body_id body, v2d_geometry geometry, double density) {
    v2d_shape_def def = v2d_shape_def_default();
    def.density = (float)density;
    return v2d_shape_create(own, body, &def, &geometry);
}

v2d_body_id own_solid(double x, double y, v2d_geometry geometry, double density) {
    v2d_body_id body = own_body(V2D_BODY_DYNAMIC, x, y, 0.0);
    own_shape(body, geometry, density);
    return body;
}

v2d_shape_id own_sensor(double x, double y, v2d_geometry geometry) {
    v2d_shape_def def = v2d_shape_def_default();
    def.sensor = true;
    return v2d_shape_create(own, own_body(V2D_BODY_STATIC, x, y, 0.0), &def, &geometry);
}

void own_run(double seconds, double dt, int substeps) {
    int steps = (int)floor(seconds / dt + 0.5);
    for (int i = 0; i < steps; ++i)
        v2d_world_step(own, (float)dt, substeps);
}

void own_close(lab *l) {
    v2d_result status = v2d_world_status(own);
    if (status != V2D_OK) l->gap = v2d_result_text(status);
}
