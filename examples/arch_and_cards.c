// SPDX-License-Identifier: MIT OR Unlicense
// arch_and_cards.c - an arch of 17 stones and a house of 40 cards stand without glue.
//
// Shows:  dry friction at rest, two worlds of different scale in one picture.
// Build:  cc -O2 -I. examples/arch_and_cards.c -o arch_and_cards -lm
// Run:    ./arch_and_cards [--frames 270] [--out build/out/arch_and_cards]
//
// Source of the arch's coordinates: Erin Catto, Box2D, sample "Arch" (a catenary).
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

// Half of the arch from the foot up: joints on its inner and outer side [quarter metres].
static const float inner[9][2] = {{16.0f, 0.0f},
                                  {14.938037f, 5.133601f},
                                  {13.798717f, 10.249281f},
                                  {12.562530f, 15.341070f},
                                  {11.200410f, 20.398565f},
                                  {9.665212f, 25.403699f},
                                  {7.871799f, 30.317934f},
                                  {5.635200f, 35.038207f},
                                  {2.405938f, 39.095541f}};
static const float outer[9][2] = {{24.0f, 0.0f},
                                  {22.336195f, 6.022998f},
                                  {20.549369f, 12.009644f},
                                  {18.608546f, 17.947032f},
                                  {16.467693f, 23.813679f},
                                  {14.053250f, 29.570794f},
                                  {11.235510f, 35.137758f},
                                  {7.752568f, 40.304507f},
                                  {3.016932f, 44.288916f}};
enum { STOREYS = 5 };

static v2d_world arch, cards;
static v2d_body_id plank, card;
static float plank_settled, card_settled; // heights after 2 s [m]

static v2d_vec2 joint(const float p[2], float side) {
    return scene_vec(0.25f * side * p[0], 0.25f * p[1]);
}

static void add_stone(const v2d_vec2 *corners, int color) {
    v2d_body_id body = scene_body(&arch, 0.0f, 0.0f, 0.0f, color);
    scene_shape(&arch, body, v2d_geometry_polygon(corners, 4, 0.0f), 1.0f);
}

static void build_arch(void) {
    v2d_vec2 p[4];
    scene_open(&arch);
    scene_wall(&arch, 0.0f, -0.4f, 7.2f, 0.4f, 0.0f);
    scene_wall(&arch, 8.0f, 8.0f, 0.05f, 20.0f, 0.0f); // between the two worlds
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < 8; ++i) {
            p[0] = joint(inner[i], (float)side);
            p[1] = joint(outer[i], (float)side);
            p[2] = joint(outer[i + 1], (float)side);
            p[3] = joint(inner[i + 1], (float)side);
            add_stone(p, i % 2 == 0 ? 1 : 5);
        }
    }
    p[0] = joint(inner[8], 1.0f);
    p[1] = joint(outer[8], 1.0f);
    p[2] = joint(outer[8], -1.0f);
    p[3] = joint(inner[8], -1.0f);
    add_stone(p, 3);
    for (int i = 0; i < 4; ++i) {
        plank = scene_box(&arch, 0.0f, 0.25f * outer[8][1] + 0.5f + (float)i, 2.0f, 0.5f, 1.0f, 0);
    }
}

static void add_card(float x, float y, float angle, int color) {
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry sheet = v2d_geometry_box(0.001f, 0.2f);
    card = scene_body(&cards, x, y, angle, color);
    def.friction = 0.7f;
    v2d_shape_create(&cards, card, &def, &sheet);
}

static void build_cards(void) {
    float lean = 25.0f * SCENE_PI / 180.0f;
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry table = v2d_geometry_box(1.1f, 0.04f);
    scene_open(&cards);
    def.friction = 0.7f;
    v2d_shape_create(&cards, scene_static(&cards, 0.0f, -0.04f, 0.0f), &def, &table);
    scene_wall(&cards, -1.21f, 1.0f, 0.005f, 2.0f, 0.0f);
    for (int storey = 0; storey < STOREYS; ++storey) {
        int tents = STOREYS - storey;
        float y = 0.18f + 0.37f * (float)storey;
        for (int i = 0; i < tents; ++i) {
            float x = 0.35f * ((float)i - 0.5f * (float)tents) + 0.0875f;
            if (i + 1 < tents) add_card(x + 0.25f, y + 0.185f, 0.5f * SCENE_PI, 4);
            add_card(x, y, -lean, storey);
            add_card(x + 0.175f, y, lean, storey);
        }
    }
}

static void shoot(void) {
    v2d_body_id stone = scene_ball(&arch, -12.0f, 9.0f, 0.9f, 4.0f, 7);
    v2d_body_id pea = scene_ball(&cards, 2.2f, 0.9f, 0.05f, 4.0f, 7);
    v2d_body_set_velocity(&arch, stone, scene_vec(26.0f, 3.0f));
    v2d_body_set_velocity(&cards, pea, scene_vec(-6.0f, 1.0f));
}

static void draw(canvas *c, double time) {
    canvas_clear(c);
    canvas_camera(c, 8.0f, 7.1f, 18.6f); // the arch in the left half ...
    canvas_draw_world(c, &arch);
    canvas_camera(c, -1.21f, 1.04f, 2.72f); // ... and the cards in the right one
    canvas_draw_world(c, &cards);
    canvas_title(c, "Arch and cards");
    if (time <= 2.0) {
        plank_settled = v2d_body_position(&arch, plank).y;
        card_settled = v2d_body_position(&cards, card).y;
    } else if (time < 5.0) {
        canvas_note(c, 0, "moved since 2 s");
        canvas_note(c, 1, "top plank %.2f mm",
                    1000.0 * (double)fabsf(plank_settled - v2d_body_position(&arch, plank).y));
        canvas_note(c, 2, "top card %.2f mm",
                    1000.0 * (double)fabsf(card_settled - v2d_body_position(&cards, card).y));
    }
    canvas_time(c, time);
    canvas_caption(c, "17 stones, 11 m high, and 40 cards of 2 x 400 mm stand by friction alone");
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "arch_and_cards", 270);
    build_arch();
    build_cards();
    while (film_running(&f)) {
        draw(&f.canvas, f.time);
        film_frame(&f);
        if (f.frame == 5 * FILM_RATE) shoot();
        scene_advance(&arch);
        scene_advance(&cards);
    }
    int status = scene_close(&f, &arch);
    return v2d_world_status(&cards) == V2D_OK ? status : 1;
}
