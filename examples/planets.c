// SPDX-License-Identifier: MIT OR Unlicense
// planets.c - planets with moons around a star; then a comet comes too near, and its tide tears it.
//
// Shows:  V2D_ZONE_POINT: gravity towards a centre, of the whole world and of bodies that move. The
//         zone of a body is a sensor of its own.
// Build:  cc -O2 -I. examples/planets.c -o planets -lm
// Run:    ./planets [--frames 360] [--out build/out/planets]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { COMET = 7, DUST = 2 }; // colour of the comet, category of its pieces
enum { PLANETS = 4, MOONS = 2, BODIES = PLANETS + MOONS + 1, TRAIL = 75, RUBBLE = 24 };
#define STAR 60.0f // acceleration at 1 m [m/s^2]

static v2d_world world;
static v2d_body_id body[BODIES]; // planets, moons, and the core of the comet
static v2d_vec2 trail[BODIES][TRAIL];
static const float orbit[PLANETS] = {1.5f, 2.4f, 3.8f, 5.4f};
static const float radius[PLANETS] = {0.12f, 0.18f, 0.17f, 0.15f};
static const float pull[PLANETS] = {0.0f, 0.0f, 5.0f, 3.0f}; // as STAR, of those with moons

static v2d_body_id add_ball(v2d_vec2 at, v2d_vec2 velocity, float size, int color) {
    v2d_body_id id = scene_ball(&world, at.x, at.y, size, 1.0f, color);
    v2d_body_set_velocity(&world, id, velocity);
    v2d_shape_id shape = v2d_body_first_shape(&world, id);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_shape_describe(&world, shape, &def);
    if (color == COMET) def.filter.category = DUST;
    if (color != COMET) def.filter.mask = ~(uint32_t)DUST; // planets are above that
    v2d_shape_change(&world, shape, &def);
    return id;
}

// What is within `reach` of the body falls to it.
static void add_pull(v2d_body_id id, float strength, float reach, int color) {
    v2d_zone_def zone = v2d_zone_def_default(V2D_ZONE_POINT);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), reach);
    shape.sensor = true;
    shape.user = (uint64_t)color + 1u;
    if (color == COMET) shape.filter.mask = DUST;
    zone.shape = v2d_shape_create(&world, id, &shape, &disc);
    zone.strength = strength;
    v2d_zone_create(&world, &zone);
}

// A planet on a circle: v^2 = STAR / distance.
static void add_planet(int i) {
    float angle = 2.2f * (float)i + 0.5f, r = orbit[i], speed = sqrtf(STAR / r);
    v2d_vec2 at = scene_vec(r * cosf(angle), r * sinf(angle));
    v2d_vec2 velocity = scene_vec(-speed * sinf(angle), speed * cosf(angle));
    body[i] = add_ball(at, velocity, radius[i], i);
    if (pull[i] > 0.0f) add_pull(body[i], pull[i], 0.85f, i);
}

// A moon on a circle about its planet, with which it falls around the star.
static void add_moon(int i, int planet, float distance, float angle) {
    float speed = sqrtf(pull[planet] / distance);
    v2d_vec2 at = v2d_body_position(&world, body[planet]);
    v2d_vec2 velocity = v2d_body_velocity(&world, body[planet]);
    at.x += distance * cosf(angle), at.y += distance * sinf(angle);
    velocity.x -= speed * sinf(angle), velocity.y += speed * cosf(angle);
    body[PLANETS + i] = add_ball(at, velocity, 0.055f, 4 + i);
}

// Rubble that only its own gravity holds together.
static v2d_body_id add_comet(v2d_vec2 at, v2d_vec2 velocity) {
    v2d_body_id core = add_ball(at, velocity, 0.13f, COMET);
    add_pull(core, 0.8f, 0.6f, COMET);
    for (int i = 0; i < RUBBLE; ++i) {
        int ring = i < 8 ? 8 : RUBBLE - 8;
        float angle = 2.0f * SCENE_PI * (float)i / (float)ring, r = ring == 8 ? 0.21f : 0.35f;
        add_ball(scene_vec(at.x + r * cosf(angle), at.y + r * sinf(angle)), velocity, 0.065f,
                 COMET);
    }
    return core;
}

static void build_scene(void) {
    v2d_zone_def star = v2d_zone_def_default(V2D_ZONE_POINT);
    scene_open(&world);
    v2d_world_set_gravity(&world, scene_vec(0.0f, 0.0f));
    star.everywhere = true;
    star.strength = STAR;
    v2d_zone_create(&world, &star);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.45f);
    shape.user = 6;
    v2d_shape_create(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), &shape, &disc);
    for (int i = 0; i < PLANETS; ++i)
        add_planet(i);
    add_moon(0, 2, 0.4f, 0.0f);
    add_moon(1, 3, 0.45f, 4.0f);
}

// Kinetic and potential energy of a kilogram of planet 0, as a ratio to that of its circle.
static float energy_ratio(void) {
    v2d_vec2 p = v2d_body_position(&world, body[0]), v = v2d_body_velocity(&world, body[0]);
    float e = 0.5f * (v.x * v.x + v.y * v.y) - STAR / hypotf(p.x, p.y);
    return e / (-0.5f * STAR / orbit[0]);
}

static void draw_trails(canvas *c, int frame) {
    for (int i = 0; i < BODIES; ++i) {
        if (!v2d_body_is_valid(&world, body[i])) continue;
        trail[i][frame % TRAIL] = v2d_body_position(&world, body[i]);
        for (int k = frame; k > 0 && k > frame - TRAIL + 1; --k) {
            v2d_vec2 a = trail[i][k % TRAIL], b = trail[i][(k - 1) % TRAIL];
            float fade = 0.7f * (1.0f - (float)(frame - k) / (float)TRAIL);
            if (b.x == 0.0f && b.y == 0.0f) break; // it was not there yet
            canvas_segment(c, a.x, a.y, b.x, b.y, 2.0f,
                           canvas_alpha(canvas_style_body(i == BODIES - 1 ? COMET : i).line, fade));
        }
    }
    canvas_circle(c, 0.0f, 0.0f, 0.45f, 1.0f, 0.0f, canvas_style_body(5));
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "planets", 360);
    canvas_camera(&f.canvas, 0.0f, 0.0f, 12.8f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        canvas_draw_world(c, &world);
        draw_trails(c, f.frame);
        canvas_title(c, "Planets");
        canvas_note(c, 0, "energy of the inner planet %.5f", (double)energy_ratio());
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(
            c, "Point gravity of a star, of two planets with moons, and of a comet of rubble");
        film_frame(&f);
        if (f.frame == 100)
            body[BODIES - 1] = add_comet(scene_vec(-12.2f, 2.5f), scene_vec(3.0f, 0.3f));
        scene_advance(&world);
    }
    return scene_close(&f, &world);
}
