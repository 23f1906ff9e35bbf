// SPDX-License-Identifier: MIT OR Unlicense
// physics.h - what the experiments of physics_*.c are made of.
//
// An experiment is a row of a table: a function that sets up a world on an engine, lets it run and
// leaves what it measured and what theory expects. physics.c runs the rows on every engine and
// judges.
#ifndef PHYSICS_H
#define PHYSICS_H

#include "scenes.h"

enum { LAB_MAX_SEEDS = 64 };
#define LAB_GRAVITY 10.0 // [m/s^2]

typedef struct lab lab;

// When an engine is right: `tolerance` is either around theory, or the limit itself.
typedef enum lab_rule {
    LAB_WITHIN = 0, // |value - theory| <= tolerance
    LAB_RELATIVE,   // the same, over |theory|
    LAB_AT_MOST,    // value <= tolerance
    LAB_AT_LEAST    // value >= tolerance
} lab_rule;

enum {
    LAB_ALONE = 1, // the peers would take too long, or have nothing of the kind
    LAB_LONG = 2,  // not in a quick run
    LAB_LARGE = 4  // more than 1,000 bodies or 2,000 points
};

typedef struct experiment {
    const char *name;
    const char *theory; // the formula, or the source of what is expected
    void (*run)(lab *l);
    double a, b; // parameters of the function
    lab_rule rule;
    double tolerance;
    const char *box2d32; // what Box2D 3.2 was measured at, or NULL
    int flags;
} experiment;

typedef struct experiment_group {
    const char *name;
    const experiment *rows; // the last one has no name
} experiment_group;

struct lab {
    const sim_engine *engine;
    double a, b; // of the row
    int quick;
    uint32_t seeds[LAB_MAX_SEEDS];
    int seed_count;
    uint32_t random;
    sim *s;
    int edge_count;
    double value, theory; // what the experiment leaves
    const char *gap;      // why an engine has no value, or NULL
};

// Energies and heights over time of a few experiments, as CSV for plot.gp. Returns 0 on failure.
int physics_curves(const char *path);

extern const experiment_group physics_motion, physics_joints, physics_contacts, physics_paths,
    physics_impacts, physics_piles, physics_walls, physics_soft, physics_mechanisms, physics_loads,
    physics_frames, physics_rays, physics_movers, physics_media, physics_cells, physics_self;

// ---- worlds -------------------------------------------------------------------------------------

// Ends the world before. Its def may be changed between lab_new() and lab_start().
sim *lab_new(lab *l);
sim *lab_start(lab *l);
sim *lab_open(lab *l); // both: gravity 10 down, 4 sub-steps of 1/60 s, no sleep
sim *lab_open_weightless(lab *l);
int lab_step(lab *l); // 0 when something failed: then the engine has no value
void lab_run(lab *l, double seconds);
// How many of the seeds an experiment takes; quick runs take a third of them.
int lab_seeds(const lab *l, int most);
void lab_seed(lab *l, uint32_t seed);
double lab_random(lab *l); // -1 to 1

// ---- bodies -------------------------------------------------------------------------------------

typedef struct lab_state {
    double x, y, vx, vy, w; // of the centre of mass
    double angle;           // [rad], -pi to pi
} lab_state;

int lab_body(lab *l, sim_body_type type, double x, double y, const sim_shape *shape);
int lab_turned(lab *l, sim_body_type type, double x, double y, double angle,
               const sim_shape *shape);
int lab_ground(lab *l, double friction, double restitution); // half width 200, its top at 0
int lab_nothing(lab *l);                                     // a static body without shapes
sim_shape lab_box(double hx, double hy, double density, double friction, double restitution);
sim_shape lab_disc(double radius, double density, double friction, double restitution);
lab_state lab_at(const lab *l, int body);
double lab_mass(const lab *l, int body);
double lab_inertia(const lab *l, int body);
double lab_kinetic(const lab *l); // of all dynamic bodies [J]
double lab_energy(const lab *l);  // and their height above 0, under LAB_GRAVITY
int lab_rod(lab *l, int a, int b, double ax, double ay, double bx, double by, double frequency,
            double damping_ratio);
int lab_rope(lab *l, int a, int b, double ax, double ay, double bx,
             double by); // its length at most
int lab_join(lab *l, sim_joint_kind kind, int a, int b, double x, double y, double angle);
// By how much the places of a joint are apart, of a slide or wheel across its axis or beyond a limit, of
// a rod or rope how far it is from its length; the greatest of all joints [m].
double lab_gap(const lab *l, int joint);
double lab_widest_gap(const lab *l);
double lab_stretch(const lab *l, int joint); // of a spring or the axis of a wheel, from rest [m]

// ---- points -------------------------------------------------------------------------------------

int lab_point(lab *l, double x, double y, double mass); // loose, without friction
int lab_spring(lab *l, int a, int b, double frequency, double damping_ratio); // an edge
sim_vec lab_place(const lab *l, int point);
sim_vec lab_speed(lab *l, int point);
void lab_throw(lab *l, int point, double vx, double vy);
const sim_probe *lab_probe(lab *l); // NULL, with a gap left, when the engine has none

// ---- numbers ------------------------------------------------------------------------------------

// Of the vertex of the parabola through three values that follow each other in equal steps.
double lab_vertex(double before, double at, double after);
// Times at which a signal passes 0 upwards, by straight lines between samples.
typedef struct lab_crossings {
    int count, samples;
    double last, first, latest; // last sample; times of the first and the latest crossing [samples]
} lab_crossings;
void lab_crossing(lab_crossings *c, double signal);
double lab_period(const lab_crossings *c); // [samples]; 0 when there were not two
// The damped oscillator x'' + 2 zeta omega x' + omega^2 x = 0 that samples follow best: they obey
// x[n + 2] = t x[n + 1] - d x[n] with d = e^(-2 zeta omega dt), t = 2 e^(-zeta omega dt) cos(...).
void lab_oscillator(const double *x, int count, double dt, double *omega, double *zeta);
double lab_elliptic(double k); // complete elliptic integral of the first kind, by the AGM

void lab_worst(double *worst, double theory, double value); // keeps what is farther off

#endif
