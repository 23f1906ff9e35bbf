// SPDX-License-Identifier: MIT OR Unlicense
// pool.c - crates, a jelly, a boat and a rope with floats in a basin; then the water runs out.
//
// Shows:  V2D_ZONE_FLUID: water is a sensor with a density and a drag. What is lighter floats at its
//         depth, what is heavier sinks. Events of the sensor make splashes, and a new geometry of its
//         shape moves the surface.
// Build:  cc -O2 -I. examples/pool.c -o pool -lm
// Run:    ./pool [--frames 300] [--out build/out/pool]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { CRATES = 5, FLOATS = 7, JELLY_POINTS = 28, DROPS = 24, WET = 2 };
#define WATER 2.0f // density [kg/m^2]
#define SIDE  8.4f // from the middle to a bank [m]

static v2d_world world;
static v2d_shape_id water;
static v2d_body_id crate[CRATES];
static const float ratio[CRATES] = {0.15f, 0.5f, 0.8f, 0.35f, 2.5f}; // densities over WATER
static float level = 4.3f;                                           // of the surface [m]

static v2d_geometry basin(void) {
    return v2d_geometry_oriented_box(SIDE, 0.5f * level, scene_vec(0.0f, 0.5f * level), 0.0f);
}

static void build_water(void) {
    v2d_geometry box = basin();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_zone_def zone = v2d_zone_def_default(V2D_ZONE_FLUID);
    shape.sensor = true;
    shape.user = 1; // blue
    shape.filter.category |= WET;
    water = v2d_shape_create(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), &shape, &box);
    zone.shape = water;
    zone.density = WATER;
    zone.drag = 1.5f;
    v2d_zone_create(&world, &zone);
}

static void lower_water(float by) {
    level -= by;
    v2d_geometry box = basin();
    v2d_shape_set_geometry(&world, water, &box);
}

static void add_part(v2d_body_id body, float x, float y, float hx, float hy, float density) {
    scene_shape(&world, body, v2d_geometry_oriented_box(hx, hy, scene_vec(x, y), 0.0f), density);
}

static void build_boat(float x, float y) {
    static const v2d_vec2 hull[] = {{-1.2f, -0.4f}, {1.2f, -0.4f}, {1.9f, 0.35f}, {-1.7f, 0.35f}};
    v2d_body_id boat = scene_body(&world, x, y, 0.0f, 1);
    scene_shape(&world, boat, v2d_geometry_polygon(hull, 4, 0.0f), 0.25f * WATER);
    add_part(boat, 0.0f, -0.47f, 0.9f, 0.07f, 3.0f * WATER); // a heavy keel rights it
    add_part(boat, -1.0f, 0.65f, 0.4f, 0.3f, 0.1f * WATER);  // cabin
    add_part(boat, -0.2f, 1.15f, 0.04f, 0.8f, 0.1f * WATER); // mast
}

// A rope from a post to the bank.
static void build_floats(float x) {
    v2d_soft_def def = v2d_soft_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), 0.17f);
    shape.filter.group = def.filter.group = -1; // floats do not touch their rope
    shape.density = 0.2f * WATER;
    def.mass = 1.0f;
    def.radius = 0.03f;
    float y = level + 0.1f;
    v2d_soft_id rope = v2d_soft_create_rope(&world, &def, scene_vec(x, y), scene_vec(SIDE, y),
                                            4 * (FLOATS + 1), true, true);
    scene_wall(&world, x - 0.1f, 0.5f * y + 0.1f, 0.1f, 0.5f * y + 0.1f, 0.0f);
    for (int i = 1; i < v2d_soft_edge_count(&world, rope); ++i) { // in waves, so that it is slack
        v2d_point_id point = v2d_soft_point(&world, rope, i);
        v2d_vec2 at = v2d_point_position(&world, point);
        at.y += 0.25f * sinf(0.25f * SCENE_PI * (float)i);
        v2d_point_set_position(&world, point, at);
    }
    for (int i = 0; i < v2d_soft_edge_count(&world, rope); ++i) {
        v2d_edge_id edge = v2d_soft_edge(&world, rope, i);
        v2d_edge_set_rest_length(&world, edge, v2d_edge_length(&world, edge));
    }
    for (int i = 1; i <= FLOATS; ++i) {
        v2d_point_id knot = v2d_soft_point(&world, rope, 4 * i);
        v2d_vec2 at = v2d_point_position(&world, knot);
        v2d_body_id ball = scene_body(&world, at.x, at.y, 0.0f, 3);
        v2d_shape_create(&world, ball, &shape, &disc);
        v2d_point_attach(&world, knot, ball);
    }
}

static void drop_jelly(float x, float y) {
    v2d_vec2 ring[JELLY_POINTS];
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(x, y);
    def.mass = 0.6f * WATER * SCENE_PI * 0.7f * 0.7f;
    def.radius = 0.04f;
    def.user = 8;
    def.area_frequency = 12.0f, def.bend_frequency = 4.0f, def.shape_frequency = 1.5f;
    for (int i = 0; i < JELLY_POINTS; ++i) {
        float angle = 2.0f * SCENE_PI * (float)i / (float)JELLY_POINTS;
        ring[i] = scene_vec(0.7f * cosf(angle), 0.7f * sinf(angle));
    }
    v2d_soft_create_blob(&world, &def, ring, JELLY_POINTS);
}

static void drop_crate(int i) {
    static const float x[CRATES] = {-7.0f, -5.0f, -0.6f, 0.9f, -3.1f};
    crate[i] = scene_body(&world, x[i], 8.0f, 0.3f, i + 2);
    scene_shape(&world, crate[i], v2d_geometry_box(0.6f, 0.4f), ratio[i] * WATER);
}

static void splash(v2d_vec2 at, float speed) {
    v2d_point_def def = v2d_point_def_default();
    def.radius = 0.04f;
    def.user = 1;
    def.filter.mask = WET; // drops meet nothing but the water
    for (int i = 0; i < DROPS; ++i) {
        float side = 2.0f * (float)i / (float)(DROPS - 1) - 1.0f;
        float up = (0.3f + 0.15f * (float)(i % 4)) * speed * (1.2f - fabsf(side));
        def.position = scene_vec(at.x + 0.6f * side, level + 0.1f);
        def.velocity = scene_vec(0.15f * speed * side, up);
        v2d_point_create(&world, &def);
    }
}

// What falls into the water splashes; drops end where they fall in.
static void listen(void) {
    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
        v2d_event e;
        v2d_world_event(&world, i, &e);
        if (e.kind != V2D_EVENT_SENSOR_BEGIN) continue;
        bool soft = !V2D_IS_NULL(e.b.soft), rigid = !V2D_IS_NULL(e.b.body);
        v2d_vec2 velocity = {0.0f, 0.0f};
        if (soft) velocity = v2d_soft_velocity(&world, e.b.soft);
        if (rigid) velocity = v2d_body_velocity(&world, e.b.body);
        if (velocity.y < -2.0f) splash(e.position, -velocity.y);
        if (!soft && !rigid) v2d_point_destroy(&world, e.b.point);
    }
}

static void draw(canvas *c) {
    canvas_clear(c);
    canvas_draw_world(c, &world);
    for (int i = 0; i < CRATES; ++i) {
        char text[16];
        v2d_vec2 p = v2d_body_position(&world, crate[i]);
        snprintf(text, sizeof(text), "%.2f", (double)ratio[i]);
        if (v2d_body_is_valid(&world, crate[i]))
            canvas_label(c, p.x, p.y, 8.0f, canvas_ink(), text);
    }
    canvas_title(c, "Pool");
    canvas_note(c, 0, "crates: density over that of water");
    canvas_note(c, 1, "the water is %.2f m deep", (double)level);
    canvas_scale_bar(c);
    canvas_caption(
        c, "A fluid zone carries what is light: crates, a boat, a jelly, a rope with floats");
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "pool", 300);
    scene_camera(&f.canvas, 0.0f, 10.4f);
    scene_open(&world);
    scene_ground(&world);
    scene_wall(&world, -SIDE - 1.0f, 2.5f, 1.0f, 2.5f, 0.0f);
    scene_wall(&world, SIDE + 1.0f, 2.5f, 1.0f, 2.5f, 0.0f);
    build_water();
    build_boat(-3.0f, level + 0.25f);
    build_floats(2.2f);
    while (film_running(&f)) {
        draw(&f.canvas);
        canvas_time(&f.canvas, f.time);
        film_frame(&f);
        if (f.frame % 24 == 6 && f.frame / 24 < CRATES) drop_crate(f.frame / 24);
        if (f.frame == 20) drop_jelly(4.6f, 8.4f);
        if (f.frame >= 170 && f.frame < 276) lower_water(0.034f);
        for (int i = 0; i < 2; ++i) {
            v2d_world_step(&world, 1.0f / 60.0f, 4);
            listen();
        }
    }
    return scene_close(&f, &world);
}
