// SPDX-License-Identifier: MIT OR Unlicense
// sorting_line.c - a belt, seen from above, carries mixed pieces past rams that sort them into bins.
//
// Shows:  sensors and their events: an eye before each ram sees what comes, bins count what slides in.
//         Zones: the belt is a flow that drags along, the floor of the bins brakes. Rams are
//         kinematic bodies on their way to a pose.
// Build:  cc -O2 -I. examples/sorting_line.c -o sorting_line -lm
// Run:    ./sorting_line [--frames 360] [--out build/out/sorting_line]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { KINDS = 4, RAMS = 3, JELLY_POINTS = 20, EVERY = 21 }; // the last kind goes to the end
#define SPEED 2.4f                                           // of the belt [m/s]
#define BACK  6.1f                                           // where a ram waits [m]

typedef struct ram {
    v2d_body_id body;
    v2d_shape_id eye;
    float y, push; // [m]; time that it still pushes [s]
} ram;

static v2d_world world;
static ram rams[RAMS];
static v2d_shape_id bin[KINDS];
static int sorted[KINDS], wrong;
static const float ram_x[RAMS] = {-4.9f, -1.3f, 2.3f};
static const float bin_x[KINDS] = {-4.2f, -0.6f, 3.0f, 7.2f},
                   bin_y[KINDS] = {2.4f, 2.4f, 2.4f, 4.9f};
static const char *const names[KINDS] = {"balls", "boxes", "pentagons", "jellies"};

static v2d_shape_id add_sensor(float x, float y, float hx, float hy, int user) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(hx, hy);
    def.sensor = true;
    def.user = (uint64_t)user;
    return v2d_shape_create(&world, scene_static(&world, x, y, 0.0f), &def, &box);
}

static void build_belt(void) {
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_FLUID);
    def.shape = add_sensor(-1.9f, 4.9f, 8.0f, 0.7f, 0);
    def.flow = scene_vec(SPEED, 0.0f);
    def.density = 1.0f; // that of the pieces, so that drag is how fast they take its speed [1/s]
    def.drag = 8.0f;
    v2d_zone_create(&world, &def);
}

// Three walls around a floor that brakes; the fourth side is open to the belt.
static void build_bin(int i) {
    float x = bin_x[i], y = bin_y[i], hx = i < RAMS ? 1.7f : 1.0f, hy = i < RAMS ? 1.5f : 1.3f;
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_DAMPING);
    def.shape = bin[i] = add_sensor(x, y, hx, hy, i + 1);
    def.strength = def.angular_strength = 4.0f;
    v2d_zone_create(&world, &def);
    scene_wall(&world, x + hx + 0.05f, y, 0.05f, hy, 0.0f);
    scene_wall(&world, x, y - hy - 0.05f, hx + 0.1f, 0.05f, 0.0f);
    if (i < RAMS) scene_wall(&world, x - hx - 0.05f, y, 0.05f, hy, 0.0f);
    if (i == RAMS) scene_wall(&world, x, y + hy + 0.05f, hx + 0.1f, 0.05f, 0.0f);
}

static void build_ram(int i) {
    v2d_body_def def = v2d_body_def_default();
    def.type = V2D_BODY_KINEMATIC;
    def.position = scene_vec(ram_x[i], BACK);
    rams[i].body = v2d_body_create(&world, &def);
    rams[i].y = BACK;
    scene_shape(&world, rams[i].body, v2d_geometry_box(0.6f, 0.12f), 1.0f);
    rams[i].eye = add_sensor(ram_x[i] - 0.45f, 4.9f, 0.02f, 0.8f, i + 1);
    scene_wall(&world, ram_x[i], 7.0f, 0.4f, 0.35f, 0.0f);
}

// The user number of a piece is its kind, and its colour.
static void add_piece(float x, float y, int kind) {
    v2d_vec2 ring[JELLY_POINTS];
    int count = kind == 2 ? 5 : JELLY_POINTS;
    for (int i = 0; i < count; ++i) {
        float angle = 2.0f * SCENE_PI * (float)i / (float)count;
        ring[i] = scene_vec(0.33f * cosf(angle), 0.33f * sinf(angle));
    }
    if (kind == 3) {
        v2d_soft_def def = v2d_soft_def_default();
        def.position = scene_vec(x, y);
        def.velocity = scene_vec(SPEED, 0.0f);
        def.mass = 0.3f, def.linear_damping = 0.0f, def.user = 4;
        def.area_frequency = 15.0f, def.bend_frequency = 5.0f, def.shape_frequency = 4.0f;
        v2d_soft_create_blob(&world, &def, ring, JELLY_POINTS);
        return;
    }
    v2d_body_id body = scene_body(&world, x, y, 7.0f * x, kind);
    v2d_geometry shape = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.32f);
    if (kind == 1) shape = v2d_geometry_box(0.28f, 0.28f);
    if (kind == 2) shape = v2d_geometry_hull(ring, 5, 0.0f);
    scene_shape(&world, body, shape, 1.0f);
    v2d_body_set_velocity(&world, body, scene_vec(SPEED, 0.0f));
}

// An eye starts its ram for its own kind; bins count.
static void listen(void) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event e;
        v2d_world_event(&world, i, &e);
        if (e.kind != V2D_EVENT_SENSOR_BEGIN || e.b.owner_user == 0) continue;
        bool own = e.b.owner_user == e.a.user;
        for (int k = 0; k < RAMS; ++k)
            if (V2D_ID_EQUALS(e.a.shape, rams[k].eye) && own) rams[k].push = 0.28f;
        for (int k = 0; k < KINDS; ++k) {
            if (!V2D_ID_EQUALS(e.a.shape, bin[k])) continue;
            if (own) sorted[k] += 1;
            if (!own) wrong += 1;
        }
    }
}

static void move_rams(float dt) {
    for (int i = 0; i < RAMS; ++i) {
        ram *r = &rams[i];
        float most = 7.0f * dt, goal = r->push > 0.0f ? 4.2f : BACK;
        r->y += fmaxf(-most, fminf(most, goal - r->y));
        r->push -= dt;
        v2d_transform pose = v2d_transform_make(scene_vec(ram_x[i], r->y), 0.0f);
        v2d_body_set_target(&world, r->body, pose, dt);
    }
}

static void draw(canvas *c, float seconds) {
    char text[32];
    canvas_clear(c);
    for (float x = -9.9f + fmodf(SPEED * seconds, 0.8f); x < 6.1f; x += 0.8f)
        canvas_segment(c, x, 4.2f, x, 5.6f, 1.5f, canvas_grid());
    for (int i = 0; i < RAMS; ++i)
        canvas_segment(c, ram_x[i], 6.9f, ram_x[i], rams[i].y, 5.0f, canvas_joint());
    canvas_draw_world(c, &world);
    for (int i = 0; i < KINDS; ++i) {
        snprintf(text, sizeof(text), "%s: %d", names[i], sorted[i]);
        canvas_label(c, bin_x[i], i < RAMS ? 0.5f : 3.2f, 9.0f, canvas_ink(), text);
    }
    canvas_title(c, "Sorting line");
    canvas_note(c, 0, "%d sorted, %d wrong", sorted[0] + sorted[1] + sorted[2] + sorted[3], wrong);
    canvas_scale_bar(c);
    canvas_caption(c, "From above: eyes are sensors, rams go to a target, belt and bins are zones");
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "sorting_line", 360);
    canvas_camera(&f.canvas, 0.0f, 4.3f, 9.6f);
    scene_open(&world);
    v2d_world_set_gravity(&world, scene_vec(0.0f, 0.0f));
    build_belt();
    for (int i = 0; i < KINDS; ++i)
        build_bin(i);
    for (int i = 0; i < RAMS; ++i)
        build_ram(i);
    for (int i = 0; i < 8; ++i) // each before its ram
        add_piece(4.2f - 1.68f * (float)i, 4.9f, i < 2 ? 3 : i < 4 ? 2 : i < 6 ? 1 : 0);
    while (film_running(&f)) {
        draw(&f.canvas, (float)f.time);
        canvas_time(&f.canvas, f.time);
        film_frame(&f);
        if (f.frame % EVERY == 0) {
            int kind = (int)(film_random(&f.seed) * (float)KINDS);
            add_piece(-9.24f, film_random_range(&f.seed, 4.6f, 5.2f), kind);
        }
        for (int i = 0; i < 2; ++i) {
            move_rams(1.0f / 60.0f);
            v2d_world_step(&world, 1.0f / 60.0f, 4);
            listen();
        }
    }
    return scene_close(&f, &world);
}
