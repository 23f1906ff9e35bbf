// SPDX-License-Identifier: MIT OR Unlicense
// platformer.c - a figure runs, pushes, rides, climbs and bounces through a level, and takes all coins.
//
// Shows:  v2d_mover_move(): steps, slopes, one-way ledges, moving and turning ground; coins are sensors
//         with events, which see the figure by its kinematic body.
// Build:  cc -O2 -I. examples/platformer.c -o platformer -lm
// Run:    ./platformer [--frames 425] [--out build/out/platformer]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { COIN = 1000, JELLY_POINTS = 28 };

// What the player does, one line after the other.
typedef enum deed_kind { RUN, JUMP, WAIT_LEFT, RIDE, BOUNCE } deed_kind;
typedef struct deed {
    deed_kind kind;
    float x; // done when the figure is there, or the platform
} deed;

static const deed script[] = {{RUN, 13.0f},    {WAIT_LEFT, 15.6f}, {RUN, 15.4f},  {RIDE, 18.3f},
                              {RUN, 22.3f},    {JUMP, 23.6f},      {JUMP, 25.4f}, {RUN, 28.6f},
                              {BOUNCE, 32.2f}, {RUN, 33.0f},       {JUMP, 36.0f}, {RUN, 41.0f}};
enum { DEEDS = (int)(sizeof(script) / sizeof(script[0])) };

static v2d_world world;
static v2d_mover_def walker;
static v2d_mover hero;
static v2d_body_id ferry, wheel;
static int now, coins, taken;
static float seconds, facing = 1.0f;

// A box with its top at y.
static void floor_to(float x1, float x2, float y) {
    scene_wall(&world, 0.5f * (x1 + x2), 0.5f * (y - 4.0f), 0.5f * (x2 - x1), 0.5f * (y + 4.0f),
               0.0f);
}

static v2d_body_id kinematic(float x, float y, v2d_geometry geometry) {
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_KINEMATIC;
    def.position = scene_vec(x, y);
    v2d_body_id body = v2d_body_create(&world, &def);
    scene_shape(&world, body, geometry, 1.0f);
    return body;
}

static void add_ledge(float x, float y, float half_width) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(half_width, 0.08f);
    def.one_way = scene_vec(0.0f, 1.0f);
    v2d_shape_create(&world, scene_static(&world, x, y - 0.08f, 0.0f), &def, &box);
}

static void add_coin(float x, float y) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.22f);
    def.sensor = true;
    def.user = COIN;
    v2d_body_def body = v2d_body_def_default();
    body.type = V2D_BODY_STATIC;
    body.position = scene_vec(x, y);
    body.user = COIN;
    v2d_shape_create(&world, v2d_body_create(&world, &body), &def, &disc);
    coins += 1;
}

static void add_jelly(float x, float y, float radius) {
    v2d_vec2 ring[JELLY_POINTS];
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, y);
    def.mass = 8.0f, def.radius = 0.05f, def.user = 4;
    def.area_frequency = 12.0f, def.bend_frequency = 4.0f;
    def.shape_frequency = 4.0f, def.shape_damping_ratio = 0.2f;
    for (int i = 0; i < JELLY_POINTS; ++i) {
        float angle = 2.0f * SCENE_PI * (float)i / (float)JELLY_POINTS;
        ring[i] = scene_vec(radius * cosf(angle), 0.6f * radius * sinf(angle));
    }
    v2d_soft_create_blob(&world, &def, ring, JELLY_POINTS);
}

static void build_level(void) {
    floor_to(-8.0f, 14.0f, 0.0f);
    for (int i = 0; i < 3; ++i)
        floor_to(3.0f + 0.6f * (float)i, 6.0f, 0.25f * (float)(i + 1));
    scene_wall(&world, 7.35f, 0.0f, 1.6f, 0.33f, -0.35f); // down again
    floor_to(20.0f, 33.4f, 0.0f);
    floor_to(31.4f, 33.4f, 2.4f);
    floor_to(38.4f, 50.0f, 2.4f);
    floor_to(13.9f, 20.1f, -3.2f); // below the picture
    for (int i = 0; i < 2; ++i)
        scene_box(&world, 11.2f + 0.8f * (float)i, 0.36f, 0.35f, 0.35f, 1.0f, i + 1);
    ferry = kinematic(17.0f, -0.15f, v2d_geometry_box(1.2f, 0.15f));
    add_ledge(23.4f, 1.3f, 0.9f), add_ledge(25.6f, 2.6f, 0.9f);
    add_jelly(30.0f, 0.7f, 1.0f);
    wheel = kinematic(36.0f, 0.9f, v2d_geometry_circle(scene_vec(0.0f, 0.0f), 1.5f));
    v2d_body_set_angular_velocity(&world, wheel, -0.8f);
    for (int i = 0; i < 5; ++i)
        add_coin(-3.0f + 1.5f * (float)i, 0.9f);
    add_coin(4.0f, 1.6f), add_coin(5.5f, 1.8f), add_coin(10.0f, 1.0f), add_coin(17.0f, 1.0f);
    add_coin(23.6f, 2.3f), add_coin(25.6f, 3.6f), add_coin(32.2f, 5.2f), add_coin(36.0f, 3.6f);
    add_coin(38.5f, 4.7f), add_coin(40.0f, 4.3f);
}

static void build_hero(void) {
    walker = v2d_mover_def_default();
    walker.geometry = v2d_geometry_capsule(scene_vec(0.0f, -0.3f), scene_vec(0.0f, 0.3f), 0.28f);
    walker.push = 60.0f;
    walker.mass = 12.0f;
    hero = v2d_mover_make(scene_vec(-6.5f, 0.6f));
    hero.body = kinematic(-6.5f, 0.6f, walker.geometry);
}

// One line of the script: the speed that it wants, and whether it jumps.
static float act(void) {
    const deed *d = &script[now < DEEDS ? now : DEEDS - 1];
    static bool leapt;
    float ferry_x = v2d_body_position(&world, ferry).x, speed = 4.2f;
    bool done = hero.position.x >= d->x;
    if (d->kind == WAIT_LEFT) done = ferry_x < d->x, speed = 0.0f;
    if (d->kind == RIDE) done = ferry_x > d->x, speed = 0.0f;
    bool jump = (d->kind == JUMP || d->kind == BOUNCE) && !leapt && hero.on_ground;
    if (jump) hero.velocity.y = fmaxf(hero.velocity.y, 0.0f) + 5.9f, leapt = true;
    if (d->kind == JUMP && done && !hero.on_ground) speed = 0.0f;
    if (d->kind == JUMP) done = done && leapt && hero.on_ground;
    if (done && now < DEEDS) now += 1, leapt = false;
    if (now == DEEDS) speed = 0.0f;
    return speed;
}

// Moves the figure; what is soft throws it up.
static void play(float dt) {
    float speed = act(), most = (hero.on_ground ? 30.0f : 12.0f) * dt;
    hero.velocity.x += fmaxf(-most, fminf(most, speed - hero.velocity.x));
    if (hero.velocity.x > 0.1f) facing = 1.0f;
    if (!hero.on_ground) hero.velocity.y -= 10.0f * dt;
    v2d_mover_move(&world, &walker, dt, &hero, NULL, 0);
    if (hero.on_ground && !V2D_IS_NULL(hero.ground.soft)) {
        hero.velocity.y = 8.6f;
        hero.on_ground = false;
    }
}

static void take_coins(void) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event event;
        v2d_world_event(&world, i, &event);
        if (event.kind != V2D_EVENT_SENSOR_BEGIN || event.a.user != COIN) continue;
        if (!V2D_ID_EQUALS(event.b.body, hero.body)) continue;
        v2d_body_destroy(&world, event.a.body);
        taken += 1;
    }
}

// The step comes first, so that what is drawn then are figure and ground of the same time.
static void advance(float dt) {
    v2d_world_step(&world, dt, 4);
    take_coins();
    seconds += dt;
    float x = 17.0f + 1.75f * cosf(1.6f * seconds + 0.3f);
    v2d_body_set_target(&world, ferry, v2d_transform_make(scene_vec(x, -0.15f), 0.0f), dt);
    play(dt);
}

static void draw_coins(canvas *c) {
    v2d_body_id none = {0, 0};
    for (v2d_body_id id = v2d_world_next_body(&world, none); !V2D_IS_NULL(id);
         id = v2d_world_next_body(&world, id)) {
        v2d_body_def def;
        if (v2d_body_describe(&world, id, &def) == V2D_OK && def.user == COIN)
            canvas_circle(c, def.position.x, def.position.y, 0.22f, cosf(3.0f * seconds),
                          sinf(3.0f * seconds), canvas_style_body(5));
    }
}

// Over its body, which follows the figure by one step.
static void draw_hero(canvas *c) {
    v2d_vec2 at = v2d_body_position(&world, hero.body);
    float x = at.x, y = at.y;
    canvas_capsule(c, x, y - 0.3f, x, y + 0.3f, 0.28f, canvas_style_body(4));
    canvas_dot(c, x + 0.12f * facing, y + 0.36f, 8.0f, canvas_paper());
    canvas_dot(c, x + 0.15f * facing, y + 0.36f, 4.0f, canvas_ink());
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "platformer", 425);
    scene_open(&world);
    build_level();
    build_hero();
    float eye = hero.position.x + 2.0f;
    for (int frame = 0; film_running(&f); ++frame) {
        canvas *c = &f.canvas;
        eye += 0.08f * (fmaxf(hero.position.x + 1.5f, 0.0f) - eye);
        canvas_camera(c, eye, 1.9f, 8.4f);
        canvas_clear(c);
        canvas_draw_world(c, &world);
        draw_coins(c);
        draw_hero(c);
        canvas_title(c, "Platformer");
        canvas_note(c, 0, "%d of %d coins", taken, coins);
        canvas_note(c, 1, hero.on_ground ? "on the ground" : "in the air");
        canvas_time(c, f.time);
        canvas_caption(
            c,
            "A figure that walks: steps, slopes, ledges, a ferry, a wheel, a jelly to bounce on");
        film_frame(&f);
        for (int i = 0; i < 2; ++i)
            advance(1.0f / 60.0f);
    }
    return scene_close(&f, &world);
}
