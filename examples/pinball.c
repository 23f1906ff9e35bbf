// SPDX-License-Identifier: MIT OR Unlicense
// pinball.c - three balls among bumpers; the flippers play by themselves.
//
// Shows:  hit and sensor events that score; a query tells the flippers when; joint motors; pistons
//         by v2d_body_set_target(); a one-way gate; bullets.
// Build:  cc -O2 -I. examples/pinball.c -o pinball -lm
// Run:    ./pinball [--frames 330] [--out build/out/pinball]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { ARC = 32, WALL = ARC + 13, BALLS = 3, BUMPERS = 7, LIGHTS = 3, FLASH = 12 };
enum {
    FLIP = 10,
    REST = 15,
    KICK = 20
};                                  // steps that flippers are up, and down at least; of a kick
enum { BUMPER = 100, LIGHT = 200 }; // user numbers begin there

#define MIDDLE  (-0.4f) // between the flippers [m]
#define LANE    2.9f
#define BALL    0.21f
#define LIGHT_Y 9.5f
#define DT      (1.0f / 60.0f)
#define PUNCH   2.5f // speed that a bumper adds [m/s]

static v2d_world world;
static canvas_point wall[WALL];
static v2d_joint_id flippers[2];
static v2d_body_id plunger, kicker;
static int flipping[2], kicking, lit[LIGHTS], flash[BUMPERS], score;
static const v2d_vec2 bumpers[BUMPERS] = {{-1.6f, 6.9f},  {0.8f, 6.9f},  {MIDDLE, 8.1f},
                                          {MIDDLE, 5.4f}, {-2.4f, 4.2f}, {1.6f, 4.2f},
                                          {-2.47f, 9.25f}};
static const float bumper_radius[BUMPERS] = {0.42f, 0.42f, 0.42f, 0.42f, 0.25f, 0.25f, 0.25f};

// Clockwise, so that bodies live inside: an arch, the lane of the plunger at the right, the slopes to
// the flippers, and the kicker's shaft between them.
static void build_table(void) {
    static const float rest[12][2] = {{3.2f, 0.3f},   {2.6f, 0.3f},    {2.6f, 7.4f},
                                      {2.4f, 7.4f},   {2.4f, 2.6f},    {0.95f, 1.62f},
                                      {-0.05f, 0.8f}, {-0.05f, 0.0f},  {-0.75f, 0.0f},
                                      {-0.75f, 0.8f}, {-1.75f, 1.62f}, {-3.2f, 2.6f}};
    v2d_vec2 line[WALL];
    int count = 0;
    for (int i = 0; i <= ARC; ++i, ++count) {
        float angle = SCENE_PI * (1.0f - (float)i / ARC);
        line[count] = scene_vec(3.2f * cosf(angle), 7.6f + 3.2f * sinf(angle));
    }
    for (int i = 0; i < 12; ++i, ++count)
        line[count] = scene_vec(rest[i][0], rest[i][1]);
    for (int i = 0; i < count; ++i)
        wall[i].x = line[i].x, wall[i].y = line[i].y;
    v2d_shape_def def = v2d_shape_def_default();
    def.friction = 0.1f, def.restitution = 0.3f;
    v2d_chain_create(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), &def, line, count, true);
    // The gate at the end of the lane opens to the upper left.
    v2d_geometry gate = v2d_geometry_box(0.5f, 0.04f);
    def.one_way = scene_vec(0.0f, 1.0f);
    v2d_shape_create(&world, scene_static(&world, 2.83f, 7.85f, 1.05f), &def, &gate);
}

static void add_bumpers(void) {
    for (int i = 0; i < BUMPERS + LIGHTS; ++i) {
        v2d_shape_def def = v2d_shape_def_default();
        bool bumper = i < BUMPERS;
        v2d_vec2 at =
            bumper ? bumpers[i] : scene_vec(MIDDLE + 1.2f * (float)(i - BUMPERS - 1), LIGHT_Y);
        v2d_geometry disc = v2d_geometry_circle(at, bumper ? bumper_radius[i] : 0.15f);
        def.restitution = 0.8f;
        def.sensor = !bumper;
        def.report = V2D_REPORT_HIT;
        def.user = (uint64_t)(bumper ? BUMPER + i : LIGHT + i - BUMPERS);
        v2d_shape_create(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), &def, &disc);
    }
}

// Whether a ball is within `radius` of a place.
static bool sees_ball(float x, float y, float radius) {
    v2d_query_def def = v2d_query_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), radius);
    def.filter.mask = 2;
    return v2d_world_overlap(&world, &def, &disc, v2d_transform_make(scene_vec(x, y), 0.0f), NULL,
                             0) > 0;
}

// Side 0 is the left one, whose tip is at its right.
static void add_flipper(int side) {
    float to = side == 0 ? 1.0f : -1.0f, x = MIDDLE - 1.35f * to, y = 1.5f;
    v2d_body_id body = scene_body(&world, x, y, -0.45f * to, 1);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry bat =
        v2d_geometry_capsule(scene_vec(0.0f, 0.0f), scene_vec(0.9f * to, 0.0f), 0.11f);
    shape.density = 3.0f;
    shape.filter.mask = 2; // balls, and not the wall
    v2d_shape_create(&world, body, &shape, &bat);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_world(scene_vec(x, y), 0.0f);
    def.b = v2d_anchor_body(body, scene_vec(0.0f, 0.0f));
    def.angular.limited = true;
    def.angular.lower = side == 0 ? -0.45f : -0.5f;
    def.angular.upper = side == 0 ? 0.5f : 0.45f;
    flippers[side] = v2d_joint_create(&world, &def);
}

static v2d_body_id add_piston(float x, float y, float hx) {
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_KINEMATIC;
    def.position = scene_vec(x, y);
    v2d_body_id body = v2d_body_create(&world, &def);
    scene_shape(&world, body, v2d_geometry_box(hx, 0.12f), 1.0f);
    return body;
}

static void add_balls(void) {
    for (int i = 0; i < BALLS; ++i) {
        v2d_body_def body = v2d_body_def_default();
        v2d_shape_def def = v2d_shape_def_default();
        v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), BALL);
        body.position = scene_vec(LANE, 0.54f + BALL + 2.0f * BALL * (float)i);
        body.bullet = true; // against the flippers
        body.user = 1;
        def.filter.category = 2;
        def.friction = 0.2f;
        v2d_shape_create(&world, v2d_body_create(&world, &body), &def, &disc);
    }
}

// Adds to the score, and kicks the ball away from the bumper.
static void bump(const v2d_event *event, int i, bool first) {
    v2d_body_id ball = first ? event->b.body : event->a.body;
    float impulse = (first ? PUNCH : -PUNCH) * v2d_body_mass(&world, ball).mass;
    v2d_body_apply_impulse_to_center(
        &world, ball, scene_vec(impulse * event->normal.x, impulse * event->normal.y));
    score += 100;
    flash[i] = FLASH;
}

static void read_events(void) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event event;
        v2d_world_event(&world, i, &event);
        int a = (int)event.a.user, b = (int)event.b.user;
        if (event.kind == V2D_EVENT_HIT) bump(&event, (a >= BUMPER ? a : b) - BUMPER, a >= BUMPER);
        if (event.kind != V2D_EVENT_SENSOR_BEGIN) continue;
        score += 250;
        lit[a - LIGHT] = !lit[a - LIGHT];
    }
}

static void move_piston(v2d_body_id piston, float x, float y) {
    v2d_body_set_target(&world, piston, v2d_transform_make(scene_vec(x, y), 0.0f), DT);
}

// The flippers act on balls on their outer halves, the kicker on what is in its shaft.
static void play(int number) {
    move_piston(plunger, LANE,
                0.42f + 1.4f * fminf(fmaxf((float)(number - 36) / 6.0f, 0.0f), 1.0f));
    if (kicking == 0 && sees_ball(MIDDLE, 0.5f, 0.05f)) kicking = KICK;
    kicking -= kicking > 0;
    move_piston(kicker, MIDDLE,
                0.12f + 0.16f * (float)(kicking < 4   ? kicking
                                        : kicking < 8 ? 4
                                                      : 0));
    for (int side = 0; side < 2; ++side) {
        float to = side == 0 ? 1.0f : -1.0f;
        if (flipping[side] == 0 && sees_ball(MIDDLE - 0.75f * to, 1.45f, 0.2f))
            flipping[side] = FLIP + REST;
        v2d_joint_set_motor(&world, flippers[side], to * (flipping[side] > REST ? 22.0f : -8.0f),
                            200.0f);
        flipping[side] -= flipping[side] > 0;
    }
}

static void step(int number) {
    play(number);
    for (int i = 0; i < BUMPERS; ++i)
        flash[i] -= flash[i] > 0;
    v2d_world_step(&world, DT, 4);
    read_events();
}

static void draw_table(canvas *c) {
    canvas_style table = {canvas_rgb(0xFFFFFFu), canvas_style_static().line, 3.0f};
    canvas_outline(c, wall, WALL, table);
}

static void draw_bumpers(canvas *c) {
    for (int i = 0; i < LIGHTS; ++i) {
        if (lit[i])
            canvas_circle(c, MIDDLE + 1.2f * (float)(i - 1), LIGHT_Y, 0.15f, 0.0f, 0.0f,
                          canvas_style_body(5));
    }
    for (int i = 0; i < BUMPERS; ++i) {
        float glow = (float)flash[i] / FLASH;
        canvas_style look = canvas_style_body(i < 4 ? 3 : 4);
        look.fill = canvas_mix(look.fill, canvas_accent(), glow);
        canvas_circle(c, bumpers[i].x, bumpers[i].y, bumper_radius[i] * (1.0f + 0.12f * glow), 0.0f,
                      0.0f, look);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "pinball", 330);
    canvas_camera(&f.canvas, 0.0f, 5.35f, 12.0f);
    v2d_world_def def = v2d_world_def_default();
    def.gravity = scene_vec(0.0f, -8.0f);
    v2d_world_init(&world, &def);
    build_table();
    add_bumpers();
    add_flipper(0);
    add_flipper(1);
    plunger = add_piston(LANE, 0.42f, 0.27f);
    kicker = add_piston(MIDDLE, 0.12f, 0.33f);
    add_balls();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        canvas_clear(c);
        draw_table(c);
        canvas_draw_world(c, &world);
        draw_bumpers(c);
        canvas_title(c, "Pinball");
        canvas_note(c, 0, "score %d", score);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "The flippers act when a query sees a ball");
        film_frame(&f);
        step(2 * f.frame);
        step(2 * f.frame + 1);
    }
    return scene_close(&f, &world);
}
