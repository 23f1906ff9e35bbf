// SPDX-License-Identifier: MIT OR Unlicense
// soft_matter.c - a car that dents on a lamp post, a slime that is cut in two, ropes that pile up, curtains.
//
// Shows:  cells of elastic material, yield, tyres under pressure, the knife, a picture drawn on a soft body,
//         self-contact.
// Build:  cc -O2 -I. -Iexamples examples/soft_matter.c -o soft_matter -lm
// Run:    ./soft_matter [--frames 360] [--out build/out/soft_matter]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"
#include "testbed/scenes.h"

enum {
    ACT = 120,
    FACE = 33,
    VERTICES = FACE * FACE
}; // frames of a scene; vertices of the picture a side

static v2d_world world;
static v2d_skin face[VERTICES];

// The picture is a square on the slime: stripes, eyes and a mouth by the place (u, v), each -1 to 1.
static void bind_face(void) {
    v2d_aabb box = v2d_soft_aabb(&world, bed_slime_body);
    for (int i = 0; i < VERTICES; ++i) {
        float u = (float)(i % FACE) / (float)(FACE - 1), v = (float)(i / FACE) / (float)(FACE - 1);
        face[i].position.x = box.lower.x + u * (box.upper.x - box.lower.x);
        face[i].position.y = box.lower.y + v * (box.upper.y - box.lower.y);
    }
    v2d_soft_bind(&world, bed_slime_body, face, VERTICES);
}

// Colour of the picture at (u, v); clear outside of it.
static canvas_color face_color(float u, float v) {
    float eye = fabsf(u) - 0.36f, smile = v + 0.42f - 0.5f * u * u, r = u * u + v * v;
    if (r > 0.93f) return canvas_alpha(canvas_ink(), 0.0f);
    if (eye * eye + (v - 0.25f) * (v - 0.25f) < 0.004f) return canvas_ink();
    if (eye * eye + (v - 0.25f) * (v - 0.25f) < 0.025f) return canvas_paper();
    if (fabsf(u) < 0.5f && fabsf(smile) < 0.06f) return canvas_ink();
    return (int)floorf(5.0f * (u + v) + 20.0f) % 2 == 0 ? canvas_rgb(0x57B894u)
                                                        : canvas_rgb(0x7FD1AEu);
}

static void draw_face(canvas *c) {
    v2d_soft_skin(&world, 1.0f, face, VERTICES);
    for (int i = 0; i < VERTICES - FACE; ++i) {
        const int at[4] = {i, i + 1, i + FACE + 1, i + FACE};
        canvas_point corner[4];
        bool whole = i % FACE < FACE - 1; // all four on one body
        for (int k = 0; k < 4 && whole; ++k) {
            corner[k] = canvas__at(face[at[k]].position.x, face[at[k]].position.y);
            whole = face[at[k]].soft.index1 == face[i].soft.index1;
        }
        canvas_style look = canvas_style_body(2);
        float half = 0.5f * (float)(FACE - 1);
        look.fill = look.line = face_color(((float)(i % FACE) + 0.5f) / half - 1.0f,
                                           ((float)(i / FACE) + 0.5f) / half - 1.0f);
        look.width = 0.0f;
        if (whole && look.fill.a > 0) canvas_polygon(c, corner, 4, 0.4f / c->scale, look);
    }
}

static void begin(film *f, const char *name) {
    int scene = 0;
    while (strcmp(bed_scenes[scene].name, name) != 0)
        scene += 1;
    scene_open(&world);
    bed_scenes[scene].build(&world);
    scene_camera(&f->canvas, bed_scenes[scene].x, bed_scenes[scene].height);
}

int main(int argc, char **argv) {
    static const char *const names[3] = {"crash", "slime", "folds"};
    static const char *const titles[3] = {"Bent for good", "Cut in two", "Piled and folded"};
    static const char *const captions[3] = {
        "Cells and a weld with a yield point; tyres are rings under pressure",
        "A slime of cells under the knife, and the picture that is drawn on it",
        "Ropes and curtains that touch themselves"};
    film f;
    film_open(&f, argc, argv, "soft_matter", 3 * ACT);
    int frame = 0;
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        int act = frame / ACT < 3 ? frame / ACT : 2;
        if (frame % ACT == 0 && frame < 3 * ACT) {
            begin(&f, names[act]);
            if (act == 1) bind_face();
        }
        if (act == 1 && frame % ACT == 45) {
            v2d_world_cut(&world, NULL, scene_vec(0.5f, 6.0f), scene_vec(-0.3f, 0.61f), NULL, 0);
        }
        canvas_clear(c);
        canvas_draw_world(c, &world);
        if (act == 1) draw_face(c);
        canvas_title(c, titles[act]);
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, captions[act]);
        film_frame(&f);
        for (int i = 0; i < 2; ++i) { // a frame is 1/30 s
            if (act == 2) bed_folds_step(&world, 0.0f);
            v2d_world_step(&world, 1.0f / 60.0f, 4);
        }
        frame += 1;
    }
    return scene_close(&f, &world);
}
