// SPDX-License-Identifier: MIT OR Unlicense
// physics_frames.c - steps of varying length: what a game does whose frames are not alike.
#include "physics.h"

#include <math.h>

// How long frames are. a of every row.
enum { IN_TURN, RANDOM, HITCH };

// Length of frame i [s].
static double frame(lab *l, int i) {
    switch ((int)l->a) {
    case IN_TURN: return i % 2 == 0 ? 1.0 / 60.0 : 0.001;
    case RANDOM: return 0.0175 + 0.0155 * lab_random(l); // 2 - 33 ms
    default: return i % 60 == 59 ? 0.06 : 1.0 / 60.0;
    }
}

// The frames of some seconds, one after the other.
typedef struct frames {
    int count;
    double t, seconds; // passed, and in all [s]
} frames;

static frames frames_of(lab *l, double seconds) {
    frames f = {0, 0.0, seconds};
    lab_seed(l, l->seeds[0] + 6u);
    return f;
}

// Steps by the next frame. Returns 0 when it would end after the last second, or something failed.
static int next_frame(lab *l, frames *f) {
    double dt = (double)(float)frame(l, f->count);
    if (f->t + dt > f->seconds) return 0;
    l->s->dt = (float)dt;
    f->count += 1, f->t += dt;
    return lab_step(l);
}

// Runs all of them. Returns the time that passed.
static double run(lab *l, double seconds) {
    frames f = frames_of(l, seconds);
    while (next_frame(l, &f)) {
    }
    return f.t;
}

static void fall(lab *l) {
    sim_shape ball = lab_disc(0.5, 1.0, 0.0, 0.0);
    lab_open(l);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &ball);
    double t = run(l, 3.0);
    l->theory = 0.5 * LAB_GRAVITY * t * t;
    l->value = -lab_at(l, body).y;
}

static void slide(lab *l) {
    sim_shape box = lab_box(0.5, 0.5, 1.0, 0.5, 0.0);
    lab_open(l);
    lab_ground(l, 0.5, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5, &box);
    sim_set_velocity(l->s, body, 10.0f, 0.0f, 0.0f);
    run(l, 4.0);
    l->theory = 10.0;
    l->value = lab_at(l, body).x;
}

// A disc rolls down a slope of 0.3 rad: 2/3 g sin a.
static void roll(lab *l) {
    sim_shape slope = lab_box(60.0, 1.0, 1.0, 0.9, 0.0), disc = lab_disc(0.5, 1.0, 0.9, 0.0);
    lab_open(l);
    lab_turned(l, SIM_STATIC, 0.0, 0.0, -0.3, &slope);
    int body = lab_body(l, SIM_DYNAMIC, 1.5 * sin(0.3), 1.5 * cos(0.3), &disc);
    double t = run(l, 3.0);
    lab_state now = lab_at(l, body);
    l->theory = LAB_GRAVITY * sin(0.3) / 3.0 * t * t;
    l->value = hypot(now.x - 1.5 * sin(0.3), now.y - 1.5 * cos(0.3));
}

// A box on a slope of 0.4 rad, friction 0.6: how far it creeps in 10 s.
static void creep(lab *l) {
    sim_shape slope = lab_box(60.0, 1.0, 1.0, 0.6, 0.0), box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
    lab_open(l);
    lab_turned(l, SIM_STATIC, 0.0, 0.0, -0.4, &slope);
    int body = lab_turned(l, SIM_DYNAMIC, 1.5 * sin(0.4), 1.5 * cos(0.4), -0.4, &box);
    run(l, 1.0);
    lab_state then = lab_at(l, body);
    run(l, 10.0);
    l->theory = 0.0;
    l->value = hypot(lab_at(l, body).x - then.x, lab_at(l, body).y - then.y);
}

// Two discs of 1 and 3 kg collide: e = 1. The energy after over that before.
static void collide(lab *l) {
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 1.0), heavy = lab_disc(0.5, 3.0, 0.0, 1.0);
    lab_open_weightless(l);
    int a = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &disc);
    lab_body(l, SIM_DYNAMIC, 8.0, 0.0, &heavy);
    sim_set_velocity(l->s, a, 10.0f, 0.0f, 0.0f);
    double before = lab_kinetic(l);
    run(l, 2.0);
    l->theory = 1.0;
    l->value = lab_kinetic(l) / before;
}

// A disc falls 5 m on a floor, e = 0.8: the height of its first bounce.
static void bounce(lab *l) {
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 0.8);
    double highest = 0.0;
    int rises = 0;
    lab_open(l);
    lab_ground(l, 0.0, 0.8);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 5.5, &disc);
    for (frames f = frames_of(l, 2.5); next_frame(l, &f);) {
        lab_state now = lab_at(l, body);
        if (now.vy > 0.0) rises = 1;
        if (rises) highest = fmax(highest, now.y - 0.5);
    }
    l->theory = 5.0 * 0.8 * 0.8;
    l->value = highest;
}

// A box that spins freely at 5 rad/s.
static void spin(lab *l) {
    sim_shape box = lab_box(0.8, 0.2, 1.0, 0.0, 0.0);
    lab_open_weightless(l);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &box);
    sim_set_velocity(l->s, body, 0.0f, 0.0f, 5.0f);
    run(l, 10.0);
    l->theory = 5.0;
    l->value = lab_at(l, body).w;
}

// Stack of eight boxes. b: 0 how many are down after 10 s, 1 the greatest gain of energy, over that of the start.
static void stack(lab *l) {
    sim_shape box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
    int body[8];
    double gain = 0.0;
    lab_open(l);
    lab_ground(l, 0.6, 0.0);
    for (int i = 0; i < 8; ++i)
        body[i] = lab_body(l, SIM_DYNAMIC, 0.0, 0.5 + i, &box);
    double before = lab_energy(l);
    for (frames f = frames_of(l, 10.0); next_frame(l, &f);) {
        gain = fmax(gain, lab_energy(l) / before - 1.0);
    }
    l->theory = l->value = 0.0;
    for (int i = 0; i < 8; ++i)
        l->value += l->b < 0.5 && !(lab_at(l, body[i]).y > 0.4 + i) ? 1.0 : 0.0;
    if (l->b > 0.5) l->value = gain;
}

// A disc on a rod of 2 m (b: 0) or on a spring of 1 Hz without damping (1) swings from the horizontal. The
// greatest gain of energy in 20 s, over m g l.
static void swing(lab *l) {
    sim_shape disc = lab_disc(0.2, 1.0, 0.0, 0.0);
    lab_open(l);
    int world = lab_nothing(l);
    int body = lab_body(l, SIM_DYNAMIC, l->b < 0.5 ? 2.0 : 0.0, l->b < 0.5 ? 0.0 : -2.0, &disc);
    lab_rod(l, world, body, 0.0, 0.0, l->b < 0.5 ? 2.0 : 0.0, l->b < 0.5 ? 0.0 : -2.0,
            l->b < 0.5 ? 0.0 : 1.0, 0.0);
    double before = lab_energy(l), unit = lab_mass(l, body) * LAB_GRAVITY * 2.0;
    double most = 0.0;
    for (frames f = frames_of(l, 20.0); next_frame(l, &f);) {
        lab_state now = lab_at(l, body);
        double reach = hypot(now.x, now.y) - 2.0, q = 2.0 * 3.14159265358979 * reach;
        double spring = l->b < 0.5 ? 0.0 : 0.5 * lab_mass(l, body) * q * q;
        most = fmax(most, (lab_energy(l) + spring - before) / unit);
    }
    l->theory = 0.0;
    l->value = most;
}

// A chain of ten links and a load swing down from the horizontal: the widest gap in 10 s [m]. It is 0.027 in
// steps of 1/60 s; here at most twice that.
static void chain(lab *l) {
    sim_shape link = lab_box(0.25, 0.05, 1.0, 0.0, 0.0), load = lab_disc(0.4, 1.0, 0.0, 0.0);
    double widest = 0.0;
    lab_open(l);
    int before = lab_nothing(l);
    for (int i = 0; i <= 10; ++i) {
        int body = lab_body(l, SIM_DYNAMIC, 0.25 + 0.5 * i, 0.0, i < 10 ? &link : &load);
        lab_join(l, SIM_JOINT_REVOLUTE, before, body, 0.5 * i, 0.0, 0.0);
        before = body;
    }
    for (frames f = frames_of(l, 10.0); next_frame(l, &f);) {
        widest = fmax(widest, lab_widest_gap(l));
    }
    l->theory = 0.0;
    l->value = widest;
}

#define FRAMES(name, theory, run, b, rule, tolerance)                                          \
    {name "_in_turn", theory ", 1/60 s and 1 ms", run, IN_TURN, b, rule, tolerance, NULL, 0},  \
        {name "_random", theory ", 2 - 33 ms", run, RANDOM, b, rule, tolerance, NULL, 0}, {    \
        name "_hitch", theory ", 60 ms once a second", run, HITCH, b, rule, tolerance, NULL, 0 \
    }

static const experiment rows[] = {
    FRAMES("frames_fall", "g t^2 / 2", fall, 0, LAB_RELATIVE, 0.01),
    FRAMES("frames_slide", "v^2 / (2 mu g)", slide, 0, LAB_RELATIVE, 0.02),
    FRAMES("frames_roll", "g sin a t^2 / 3", roll, 0, LAB_RELATIVE, 0.02),
    FRAMES("frames_creep", "creeps 0 on a slope [m]", creep, 0, LAB_AT_MOST, 0.005),
    FRAMES("frames_collide", "e = 1: energy kept", collide, 0, LAB_WITHIN, 0.01),
    FRAMES("frames_bounce", "e^2 h", bounce, 0, LAB_RELATIVE, 0.05),
    FRAMES("frames_spin", "a spin is kept", spin, 0, LAB_RELATIVE, 1e-3),
    FRAMES("frames_stack", "0 of eight fall", stack, 0, LAB_AT_MOST, 0),
    FRAMES("frames_stack_gain", "energy gained by a stack: 0", stack, 1, LAB_AT_MOST, 0.001),
    FRAMES("frames_pendulum", "energy gained by a pendulum: 0", swing, 0, LAB_AT_MOST, 0.01),
    FRAMES("frames_spring", "energy gained on a spring: 0", swing, 1, LAB_AT_MOST, 0.02),
    FRAMES("frames_chain", "gap of a chain: 0 [m]", chain, 0, LAB_AT_MOST, 0.055),
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_frames = {"frames", rows};
