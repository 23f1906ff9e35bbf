// SPDX-License-Identifier: MIT OR Unlicense
// bindings.c - the programs of "Bindings" in examples/README.md in C, whose output those of the other languages
// must equal. tests/bindings.sh compiles and runs it.
#include <stdio.h>

#include "verlet2d.h"

static v2d_world world;
static v2d_event events[64];
static v2d_body_pose poses[64];
static v2d_vec2 corners[4];

int main(void) {
    // The first program of README.md.
    v2d_world_def world_def = v2d_world_def_default();
    world_def.bounded = true;
    world_def.bounds.lower.y = 0.0f;
    v2d_world_init(&world, &world_def);
    v2d_body_id ball = v2d_circle(&world, V2D_BODY_DYNAMIC, v2d_vec2_make(0.0f, 4.0f), 0.5f);
    for (int i = 0; i < 120; ++i)
        v2d_world_step(&world, 1.0f / 60.0f, 4);
    printf("after 2 s the ball is at y = %.3f m\n", (double)v2d_body_position(&world, ball).y);

    // A ball that is pushed rolls through five coins and into a jelly.
    v2d_body_def place = v2d_body_def_default();
    v2d_shape_def coin = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.3f);
    place.type = V2D_BODY_STATIC;
    coin.sensor = true;
    for (int i = 0; i < 5; ++i) {
        place.position = v2d_vec2_make(2.0f + 2.0f * (float)i, 0.5f);
        coin.user = (uint64_t)(10 * (i + 1));
        v2d_body_create_with(&world, &place, &coin, &disc);
    }
    v2d_soft_def soft_def = v2d_soft_def_default();
    soft_def.position = v2d_vec2_make(13.0f, 1.0f);
    v2d_soft_id jelly = v2d_soft_create_box(&world, &soft_def, 1.0f, 1.0f);
    v2d_timer timer = v2d_timer_make(1.0 / 60.0, 8);
    int score = 0;
    for (int frame = 0; frame < 300; ++frame) { // 300 frames of 10 ms
        for (int steps = v2d_timer_advance(&timer, 0.01); steps > 0; --steps) {
            v2d_body_apply_force_to_center(&world, ball, v2d_vec2_make(5.0f, 0.0f));
            v2d_world_step(&world, 1.0f / 60.0f, 4);
            int count = v2d_world_events(&world, events, 64);
            for (int i = 0; i < count; ++i) {
                if (events[i].kind != V2D_EVENT_SENSOR_BEGIN) continue;
                score += (int)events[i].a.user;
                v2d_body_destroy(&world, events[i].a.body);
            }
        }
        float alpha = v2d_timer_alpha(&timer); // draw between the last two steps
        v2d_world_poses(&world, false, alpha, poses, 64);
        v2d_soft_points(&world, jelly, alpha, corners, 4);
    }
    printf("%d points; ball drawn at x = %.4f, jelly at x = %.4f\n", score,
           (double)poses[0].transform.p.x, (double)corners[0].x);
    printf("hash %016llx\n", (unsigned long long)v2d_world_hash(&world));
    return 0;
}
