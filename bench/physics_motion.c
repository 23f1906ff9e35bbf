// SPDX-License-Identifier: MIT OR Unlicense
// physics_motion.c - bodies that nothing touches: flight, spin, damping, impulses.
#include "physics.h"

#include <math.h>

// Height lost in two seconds.
static void free_fall(lab *l) {
    lab_open(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &disc);
    lab_run(l, 2.0);
    l->theory = 0.5 * LAB_GRAVITY * 4.0;
    l->value = -lab_at(l, body).y;
}

// Flight from the ground to the ground at 45 degrees. Returns the range, and the apex.
static double shot(lab *l, double dt, int substeps, double *apex) {
    lab_open(l);
    l->s->dt = (float)dt;
    l->s->substeps = substeps;
    sim_shape box = lab_box(0.1, 0.1, 1.0, 0.0, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &box);
    float v = (float)(20.0 * sqrt(0.5));
    sim_set_velocity(l->s, body, v, v, 3.0f);
    lab_state before = lab_at(l, body), at = before;
    *apex = 0.0;
    while (at.y >= 0.0 && lab_step(l)) {
        before = at;
        at = lab_at(l, body);
        *apex = at.y > *apex ? at.y : *apex;
    }
    return before.x + (at.x - before.x) * before.y / (before.y - at.y);
}

static void projectile_range(lab *l) {
    double apex;
    l->theory = 400.0 / LAB_GRAVITY;
    l->value = shot(l, 1.0 / 60.0, 4, &apex);
}

static void projectile_apex(lab *l) {
    l->theory = 0.25 * 400.0 / LAB_GRAVITY;
    shot(l, 1.0 / 60.0, 4, &l->value);
}

// At 30, 120 and 240 steps a second, each with 1, 4 and 16 sub-steps.
static void projectile_steps(lab *l) {
    static const double rates[] = {30.0, 120.0, 240.0};
    l->theory = l->value = 400.0 / LAB_GRAVITY;
    for (int i = 0; i < 9; ++i) {
        double apex, range = shot(l, 1.0 / rates[i / 3], 1 << (2 * (i % 3)), &apex);
        lab_worst(&l->value, l->theory, range);
    }
}

static void gravity_scale(lab *l) {
    lab_open(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 0.0);
    sim_body_def def = sim_body_at(SIM_DYNAMIC, 0.0f, 0.0f);
    def.gravity_scale = (float)l->a;
    int body = sim_add_body(l->s, &def);
    sim_add_shape(l->s, body, &disc);
    lab_run(l, 2.0);
    l->theory = -2.0 * LAB_GRAVITY * l->a;
    l->value = lab_at(l, body).vy;
}

// a: damping. Velocity or spin left after two seconds, over that at the start.
static double damped(lab *l, int spin) {
    lab_open_weightless(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 0.0);
    sim_body_def def = sim_body_at(SIM_DYNAMIC, 0.0f, 0.0f);
    def.linear_damping = def.angular_damping = (float)l->a;
    int body = sim_add_body(l->s, &def);
    sim_add_shape(l->s, body, &disc);
    sim_set_velocity(l->s, body, 8.0f, 0.0f, 8.0f);
    lab_run(l, 2.0);
    l->theory = exp(-2.0 * l->a);
    return (spin ? lab_at(l, body).w : lab_at(l, body).vx) / 8.0;
}

static void damped_flight(lab *l) { l->value = damped(l, 0); }
static void damped_spin(lab *l) { l->value = damped(l, 1); }

static void terminal_speed(lab *l) {
    lab_open(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 0.0);
    sim_body_def def = sim_body_at(SIM_DYNAMIC, 0.0f, 0.0f);
    def.linear_damping = (float)l->a;
    int body = sim_add_body(l->s, &def);
    sim_add_shape(l->s, body, &disc);
    lab_run(l, 15.0);
    l->theory = -LAB_GRAVITY / l->a;
    l->value = lab_at(l, body).vy;
}

// A top spins for a minute; a is its spin.
static void free_spin(lab *l) {
    lab_open_weightless(l);
    sim_shape box = lab_box(1.0, 0.1, 1.0, 0.0, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &box);
    sim_set_velocity(l->s, body, 0.0f, 0.0f, (float)l->a);
    lab_run(l, 60.0);
    l->theory = l->a;
    l->value = lab_at(l, body).w;
}

// The angle that it has turned by, counted over all turns.
static void free_spin_angle(lab *l) {
    lab_open_weightless(l);
    sim_shape box = lab_box(1.0, 0.1, 1.0, 0.0, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &box);
    sim_set_velocity(l->s, body, 0.0f, 0.0f, (float)l->a);
    double turned = 0.0, last = 0.0;
    for (int i = 0; i < 600 && lab_step(l); ++i) {
        double angle = lab_at(l, body).angle, by = angle - last;
        turned += by - 2.0 * SIM_PI * floor(by / (2.0 * SIM_PI) + 0.5);
        last = angle;
    }
    l->theory = 10.0 * l->a;
    l->value = turned;
}

// A hammer whose centre of mass lies far from its origin: that centre flies straight.
static void thrown_hammer(lab *l) {
    lab_open_weightless(l);
    sim_shape head = lab_box(0.2, 0.3, 8.0, 0.0, 0.0), handle = lab_box(0.8, 0.05, 1.0, 0.0, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &handle);
    head.center = sim_v(1.0f, 0.0f);
    for (int i = 0; i < 4; ++i)
        head.points[i].x += 1.0f;
    sim_add_shape(l->s, body, &head);
    lab_state from = lab_at(l, body);
    sim_set_velocity(l->s, body, 3.0f, 0.0f, 12.0f);
    double off = 0.0;
    for (int i = 0; i < 600 && lab_step(l); ++i)
        off = fmax(off, fabs(lab_at(l, body).y - from.y));
    l->theory = 0.0;
    l->value = fmax(off, fabs(lab_at(l, body).x - from.x - 30.0));
}

// A blow of 2 N s at the end of a resting rod of 2 m and 1 kg. Returns it as it then is.
static int struck_rod(lab *l, double at) {
    lab_open_weightless(l);
    sim_shape rod = lab_box(1.0, 0.05, 5.0, 0.0, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &rod);
    sim_impulse(l->s, body, 0.0f, 2.0f, (float)at, 0.0f);
    lab_step(l);
    return body;
}

static void struck_rod_spin(lab *l) {
    int body = struck_rod(l, 1.0);
    l->theory = 2.0 / lab_inertia(l, body);
    l->value = lab_at(l, body).w;
}

// Struck at I / (m d) beyond the centre, its point at d on the other side stays.
static void centre_of_percussion(lab *l) {
    int body = struck_rod(l, 0.0);
    double d = 1.0, at = lab_inertia(l, body) / (lab_mass(l, body) * d);
    body = struck_rod(l, at);
    lab_state now = lab_at(l, body);
    l->theory = 0.0;
    l->value = now.vy - now.w * d;
}

static const experiment rows[] = {
    {"free_fall", "g t^2 / 2", free_fall, 0, 0, LAB_RELATIVE, 0.003, NULL, 0},
    {"projectile_range", "v^2 sin(2 a) / g", projectile_range, 0, 0, LAB_RELATIVE, 0.005, NULL, 0},
    {"projectile_apex", "(v sin a)^2 / (2 g)", projectile_apex, 0, 0, LAB_RELATIVE, 0.005, NULL, 0},
    {"projectile_steps", "the same at dt = 1/30 - 1/240 x 1 - 16 sub-steps", projectile_steps, 0, 0,
     LAB_RELATIVE, 0.015, NULL, 0},
    {"gravity_scale", "scale g t", gravity_scale, 0.25, 0, LAB_RELATIVE, 0.001, NULL, 0},
    {"damped_flight", "e^(-c t)", damped_flight, 0.5, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"damped_spin", "e^(-c t)", damped_spin, 0.5, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"terminal_speed", "g / c", terminal_speed, 0.5, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"free_spin", "w stays for a minute", free_spin, 20, 0, LAB_RELATIVE, 1e-5, NULL, 0},
    {"free_spin_angle", "w t", free_spin_angle, 20, 0, LAB_RELATIVE, 1e-4, NULL, 0},
    {"thrown_hammer", "the centre of mass flies straight [m]", thrown_hammer, 0, 0, LAB_WITHIN,
     0.002, NULL, 0},
    {"struck_rod_spin", "J r / I", struck_rod_spin, 0, 0, LAB_RELATIVE, 1e-4, NULL, 0},
    {"centre_of_percussion", "v = w d at I / (m d) beyond the centre", centre_of_percussion, 0, 0,
     LAB_WITHIN, 1e-4, NULL, 0},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_motion = {"motion", rows};
