// SPDX-License-Identifier: MIT OR Unlicense
// hello.c - a ball and a crate fall to the ground. The smallest program that draws a film.
//
// Shows:  a world, bodies with a shape, the step, debug draw.
// Run:    cc -O2 -I. examples/hello.c -o hello -lm && ./hello [--frames 90] [--out build/out/hello]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "film.h"
#include "show.h"

static v2d_world world;
static v2d_body_id add(v2d_body_type type, float x, float y, v2d_geometry geometry) {
    v2d_body_def body_def = v2d_body_def_default();
    body_def.type = type;
    body_def.position = v2d_vec2_make(x, y);
    v2d_body_id body = v2d_body_create(&world, &body_def);
    v2d_shape_def shape_def = v2d_shape_def_default();
    shape_def.restitution = 0.5f;
    v2d_shape_create(&world, body, &shape_def, &geometry);
    return body;
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "hello", 90);
    canvas_camera(&f.canvas, 0.0f, 2.5f, 6.0f); // look at (0, 2.5), 6 m high
    v2d_world_def world_def = v2d_world_def_default();
    v2d_world_init(&world, &world_def);
    v2d_vec2 zero = v2d_vec2_make(0.0f, 0.0f), up = v2d_vec2_make(0.0f, 1.0f);
    add(V2D_BODY_STATIC, 0.0f, 0.0f, v2d_geometry_half_plane(zero, up));
    v2d_body_id ball = add(V2D_BODY_DYNAMIC, -1.0f, 4.0f, v2d_geometry_circle(zero, 0.5f));
    add(V2D_BODY_DYNAMIC, 1.0f, 4.0f, v2d_geometry_oriented_box(0.5f, 0.5f, zero, 0.3f));
    for (; film_running(&f); v2d_world_step(&world, 1.0f / FILM_RATE, 8)) {
        canvas_clear(&f.canvas);
        canvas_draw_world(&f.canvas, &world);
        film_frame(&f);
        printf("%.2f s: ball at %.3f m\n", f.time, (double)v2d_body_position(&world, ball).y);
    }
    return film_close(&f);
}
