// SPDX-License-Identifier: MIT OR Unlicense
// flags.c - flags and leaves in a wind that blows in gusts, and then from the other side.
//
// Shows:  V2D_ZONE_WIND everywhere: drag and lift on the edges of cloths and bodies, and
//         v2d_zone_change(), which lets the wind rise and turn.
// Build:  cc -O2 -I. examples/flags.c -o flags -lm
// Run:    ./flags [--frames 330] [--out build/out/flags]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { FLAGS = 3, COLUMNS = 15, ROWS = 9, LEAVES = 26 };
#define SPACING 0.16f // of the points of a cloth [m]

static v2d_world world;
static v2d_zone_id wind;
static v2d_soft_id flag[FLAGS];
static v2d_body_id leaf[LEAVES];
static const float pole_x[FLAGS] = {-5.6f, -0.6f, 4.4f}, pole_top[FLAGS] = {5.4f, 6.6f, 5.4f};

static v2d_point_id point_of(v2d_soft_id cloth, int column, int row) {
    return v2d_soft_point(&world, cloth, row * COLUMNS + column);
}

// A cloth on a pole, held along its edge, and seen from the side: what waves towards us and away gives way in
// its plane here, by diagonals that are soft springs, and passes by its other half, without self-contact, when
// the flag swings round its pole. It resists pressing and bending, or its edge would stay folded.
static void raise_flag(int i) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = scene_vec(pole_x[i], pole_top[i] - 0.1f);
    def.mass = 0.004f * (float)(COLUMNS * ROWS);
    def.radius = 0.02f;
    def.linear_damping = 0.1f;
    def.filter.mask = 0; // flags pass by what is behind them
    def.self_contact = false;
    def.press_frequency = 0.0f; // as it resists pulling
    def.bend_frequency = 6.0f;
    flag[i] = v2d_soft_create_cloth(&world, &def, COLUMNS, ROWS, SPACING);
    for (int k = 0; k < v2d_soft_edge_count(&world, flag[i]); ++k) {
        v2d_edge_id edge = v2d_soft_edge(&world, flag[i], k);
        v2d_edge_def diagonal;
        v2d_edge_describe(&world, edge, &diagonal);
        diagonal.frequency = 1.0f;
        if (diagonal.rest_length > 1.2f * SPACING) v2d_edge_change(&world, edge, &diagonal);
    }
    for (int row = 0; row < ROWS; ++row)
        v2d_point_set_pinned(&world, point_of(flag[i], 0, row), true);
}

// [m/s], along x: it rises, blows in gusts, dies, and comes back from the right.
static float speed_at(float seconds) {
    float gusts = 1.0f + 0.3f * sinf(2.1f * seconds) + 0.2f * sinf(5.3f * seconds);
    float way =
        seconds < 6.0f ? fminf(0.8f * seconds, 1.0f) : fmaxf(1.0f - 3.0f * (seconds - 6.0f), -1.0f);
    return 7.0f * way * gusts;
}

static void blow(float seconds) {
    v2d_zone_def def;
    v2d_zone_describe(&world, wind, &def);
    def.flow = scene_vec(speed_at(seconds), 0.3f + 1.2f * sinf(3.0f * seconds));
    v2d_zone_change(&world, wind, &def);
}

static void build_wind(void) {
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_WIND);
    def.everywhere = true;
    def.density = 0.12f;
    wind = v2d_zone_create(&world, &def);
}

// Light plates in the air.
static void add_leaves(uint32_t *seed) {
    for (int i = 0; i < LEAVES; ++i) {
        float x = film_random_range(seed, -8.0f, 8.0f), y = film_random_range(seed, 0.3f, 5.0f);
        leaf[i] = scene_body(&world, x, y, film_random_range(seed, -2.0f, 2.0f), i);
        scene_shape(&world, leaf[i], v2d_geometry_box(0.12f, 0.03f), 0.2f);
    }
}

// What is blown out of the picture on one side comes in on the other.
static void bring_back_leaves(uint32_t *seed) {
    for (int i = 0; i < LEAVES; ++i) {
        v2d_vec2 at = v2d_body_position(&world, leaf[i]);
        if (fabsf(at.x) < 9.0f) continue;
        at.x = at.x > 0.0f ? -8.9f : 8.9f;
        at.y = film_random_range(seed, 0.5f, 6.5f);
        v2d_body_set_transform(&world, leaf[i], at, film_random_range(seed, -2.0f, 2.0f));
    }
}

// The cells of a cloth, in stripes.
static void draw_flag(canvas *c, int i) {
    canvas_segment(c, pole_x[i], 0.0f, pole_x[i], pole_top[i], 7.0f, canvas_joint());
    for (int k = 0; k < (COLUMNS - 1) * (ROWS - 1); ++k) {
        int column = k % (COLUMNS - 1), row = k / (COLUMNS - 1);
        canvas_style look = canvas_style_body(row * 3 / (ROWS - 1) == 1 ? 5 : 3 * i);
        canvas_point corner[4];
        for (int n = 0; n < 4; ++n) {
            v2d_point_id id = point_of(flag[i], column + (n == 1 || n == 2), row + n / 2);
            v2d_vec2 at = v2d_point_position(&world, id);
            corner[n].x = at.x, corner[n].y = at.y;
        }
        look.width = 1.0f, look.line = look.fill;
        canvas_outline(c, corner, 4, look);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "flags", 330);
    scene_camera(&f.canvas, 0.0f, 9.4f);
    scene_open(&world);
    scene_ground(&world);
    build_wind();
    for (int i = 0; i < FLAGS; ++i)
        raise_flag(i);
    add_leaves(&f.seed);
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        float speed = speed_at((float)f.time);
        canvas_clear(c);
        for (int i = 0; i < FLAGS; ++i)
            draw_flag(c, i);
        canvas_draw_world(c, &world);
        canvas_arrow(c, 2.0f, 8.2f, 0.25f * speed, 0.0f, 3.0f, canvas_accent());
        canvas_title(c, "Flags");
        canvas_note(c, 0, "wind %.1f m/s", (double)speed);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c,
                       "A wind zone pushes every edge that faces it, along the wind and across it");
        film_frame(&f);
        for (int i = 0; i < 2; ++i) {
            blow((float)f.time + (float)i / 60.0f);
            v2d_world_step(&world, 1.0f / 60.0f, 6);
            bring_back_leaves(&f.seed);
        }
    }
    return scene_close(&f, &world);
}
