// SPDX-License-Identifier: MIT OR Unlicense
// integrators.c - five integrators and the engine follow one orbit; their energy errors grow or not.
//
// Shows:  explicit and semi-implicit Euler, position and velocity Verlet, Runge-Kutta 4.
// Build:  cc -O2 -I. examples/integrators.c -o integrators -lm
// Run:    ./integrators [--frames 300] [--out build/out/integrators]
//
// Units: attraction 1 / r^2 towards the origin, semi-major axis 1, so that an orbit takes 2 pi.
// Source: Hairer, Lubich, Wanner, "Geometric numerical integration illustrated by the
// Stoermer-Verlet method", 2003 (why the middle three stay near their energy for ever).
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

#define ECCENTRICITY 0.3
#define NEAR         1.38f // what strays farther is not drawn: there stands text
enum { ORBIT = 64, STEPS = 4, KINDS = 6, TRAIL = 3 * ORBIT }; // steps an orbit, and a frame
static const double h = 2.0 * 3.14159265358979 / ORBIT;
#define FASTER 2.0 // the engine's clock: it would split steps of more than 1/16 s

typedef struct state {
    double x, y, u, v;   // place and velocity
    double old_x, old_y; // position Verlet keeps the place before instead
} state;

static const char *const names[KINDS] = {"explicit Euler",  "semi-implicit Euler",
                                         "position Verlet", "velocity Verlet",
                                         "Runge-Kutta 4",   "engine"};
static const int colors[KINDS] = {3, 1, 2, 0, 4, 7};

static v2d_world world;
static v2d_point_id engine_point;
static state states[KINDS];
static double start_energy, window[KINDS][ORBIT]; // errors of the last orbit
static float plot[KINDS][FILM_MAX_FRAMES];        // log10 of the largest of them
static canvas_point trail[KINDS][TRAIL];
static int trail_count;

static double attraction(double x, double y, double along) {
    double r2 = x * x + y * y;
    return -along / (r2 * sqrt(r2));
}

static double energy(const state *s) {
    return 0.5 * (s->u * s->u + s->v * s->v) - 1.0 / sqrt(s->x * s->x + s->y * s->y);
}

static void explicit_euler(state *s) {
    double ax = attraction(s->x, s->y, s->x), ay = attraction(s->x, s->y, s->y);
    s->x += h * s->u, s->y += h * s->v;
    s->u += h * ax, s->v += h * ay;
}

static void semi_implicit_euler(state *s) {
    s->u += h * attraction(s->x, s->y, s->x), s->v += h * attraction(s->x, s->y, s->y);
    s->x += h * s->u, s->y += h * s->v;
}

// x' = 2 x - x_old + a h^2; the velocity, wanted only for the energy, is the central difference.
static void position_verlet(state *s) {
    double ax = attraction(s->x, s->y, s->x), ay = attraction(s->x, s->y, s->y);
    double x = 2.0 * s->x - s->old_x + h * h * ax, y = 2.0 * s->y - s->old_y + h * h * ay;
    s->old_x = s->x, s->old_y = s->y;
    s->x = x, s->y = y;
    ax = attraction(x, y, x), ay = attraction(x, y, y);
    s->u = (x - s->old_x) / h + 0.5 * h * ax, s->v = (y - s->old_y) / h + 0.5 * h * ay;
}

static void velocity_verlet(state *s) {
    s->u += 0.5 * h * attraction(s->x, s->y, s->x), s->v += 0.5 * h * attraction(s->x, s->y, s->y);
    s->x += h * s->u, s->y += h * s->v;
    s->u += 0.5 * h * attraction(s->x, s->y, s->x), s->v += 0.5 * h * attraction(s->x, s->y, s->y);
}

static void runge_kutta_4(state *s) {
    state k[4], at = *s;
    for (int i = 0; i < 4; ++i) {
        k[i].x = at.u, k[i].y = at.v;
        k[i].u = attraction(at.x, at.y, at.x), k[i].v = attraction(at.x, at.y, at.y);
        double part = i < 2 ? 0.5 * h : h;
        at.x = s->x + part * k[i].x, at.y = s->y + part * k[i].y;
        at.u = s->u + part * k[i].u, at.v = s->v + part * k[i].v;
    }
    s->x += h / 6.0 * (k[0].x + 2.0 * k[1].x + 2.0 * k[2].x + k[3].x);
    s->y += h / 6.0 * (k[0].y + 2.0 * k[1].y + 2.0 * k[2].y + k[3].y);
    s->u += h / 6.0 * (k[0].u + 2.0 * k[1].u + 2.0 * k[2].u + k[3].u);
    s->v += h / 6.0 * (k[0].v + 2.0 * k[1].v + 2.0 * k[2].v + k[3].v);
}

// A point of mass 1 in a world without gravity, under the same force. As with position Verlet its
// velocity belongs to the middle of the step, half a step ago: half a push brings it up to date.
static void engine_step(state *s) {
    double push = FASTER * FASTER;
    v2d_vec2 force = scene_vec((float)(push * attraction(s->x, s->y, s->x)),
                               (float)(push * attraction(s->x, s->y, s->y)));
    v2d_point_apply_force(&world, engine_point, force);
    v2d_world_step(&world, (float)(h / FASTER), 1);
    v2d_vec2 p = v2d_point_position(&world, engine_point),
             v = v2d_point_velocity(&world, engine_point);
    s->x = (double)p.x, s->y = (double)p.y;
    s->u = (double)v.x / FASTER + 0.5 * h * attraction(s->x, s->y, s->x);
    s->v = (double)v.y / FASTER + 0.5 * h * attraction(s->x, s->y, s->y);
}

// All start at the near end of the orbit.
static void build_scene(void) {
    state s;
    s.x = 1.0 - ECCENTRICITY, s.y = 0.0;
    s.u = 0.0, s.v = sqrt((1.0 + ECCENTRICITY) / (1.0 - ECCENTRICITY));
    double ax = attraction(s.x, s.y, s.x);
    s.old_x = s.x - h * s.u + 0.5 * h * h * ax, s.old_y = s.y - h * s.v;
    start_energy = energy(&s);
    for (int i = 0; i < KINDS; ++i) {
        states[i] = s;
    }
    v2d_world_def world_def = v2d_world_def_default();
    world_def.gravity = scene_vec(0.0f, 0.0f);
    v2d_world_init(&world, &world_def);
    v2d_point_def point_def = v2d_point_def_default();
    point_def.position = scene_vec((float)s.x, (float)s.y);
    point_def.velocity = scene_vec((float)(-0.5 * FASTER * h * ax),
                                   (float)(FASTER * s.v)); // of half a step before
    point_def.user = (uint64_t)colors[KINDS - 1] + 1u;
    engine_point = v2d_point_create(&world, &point_def);
}

static void advance(void) {
    static int steps;
    explicit_euler(&states[0]);
    semi_implicit_euler(&states[1]);
    position_verlet(&states[2]);
    velocity_verlet(&states[3]);
    runge_kutta_4(&states[4]);
    engine_step(&states[5]);
    for (int i = 0; i < KINDS; ++i) {
        window[i][steps % ORBIT] = fabs(energy(&states[i]) / start_energy - 1.0);
        trail[i][steps % TRAIL].x = (float)states[i].x;
        trail[i][steps % TRAIL].y = (float)states[i].y;
    }
    steps += 1;
    trail_count = steps;
}

static void draw_trails(canvas *c) {
    canvas_dot(c, 0.0f, 0.0f, 14.0f, canvas_rgb(0xF3B52Au));
    for (int i = 0; i < KINDS; ++i) {
        canvas_color color = canvas_style_body(colors[i]).line;
        canvas_point ordered[TRAIL];
        int count = trail_count < TRAIL ? trail_count : TRAIL;
        for (int k = 0; k < count; ++k) {
            ordered[k] = trail[i][(trail_count - count + k) % TRAIL];
        }
        int begin = 0;
        for (int k = 0; k <= count; ++k) {
            bool near = k < count && hypotf(ordered[k].x, ordered[k].y) < NEAR;
            if (near) continue;
            canvas_polyline(c, ordered + begin, k - begin, 0, 1.2f, canvas_alpha(color, 0.45f));
            begin = k + 1;
        }
        if (hypot(states[i].x, states[i].y) > (double)NEAR) continue;
        canvas_dot(c, (float)states[i].x, (float)states[i].y, 8.0f, color);
    }
}

static void draw_plot(canvas *c, int count, int span) {
    // Three of them have the same error, hence lines of different width, one on the other.
    static const float widths[KINDS] = {1.6f, 1.6f, 9.0f, 5.0f, 1.6f, 1.6f};
    canvas_panel p = canvas_panel_draw(c, 520.0f, 60.0f, 420.0f, 420.0f, -6.0f, 0.0f,
                                       "energy error over the last orbit, log10");
    for (int i = 0; i < KINDS; ++i) {
        canvas_curve(c, &p, plot[i], count, span, widths[i], canvas_style_body(colors[i]).line);
    }
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "integrators", 300);
    canvas_camera(&f.canvas, 1.33f, 0.12f, 4.0f);
    build_scene();
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        for (int i = 0; i < STEPS; ++i) {
            advance();
        }
        for (int i = 0; i < KINDS; ++i) {
            double largest = 1e-12;
            for (int k = 0; k < ORBIT; ++k) {
                largest = window[i][k] > largest ? window[i][k] : largest;
            }
            plot[i][f.frame] = (float)log10(largest);
        }
        canvas_clear(c);
        draw_trails(c);
        canvas_draw_world(c, &world);
        draw_plot(c, f.frame + 1, f.frame_count);
        canvas_title(c, "Integrators");
        for (int i = 0; i < KINDS; ++i) {
            canvas_legend(c, i, canvas_style_body(colors[i]).line, names[i]);
        }
        canvas_note(c, KINDS, "orbit %.1f", (double)trail_count / (double)ORBIT);
        canvas_caption(
            c, "Orbits in 64 steps each: Verlet's error stays, Euler's and Runge-Kutta's grow");
        film_frame(&f);
    }
    return scene_close(&f, &world);
}
