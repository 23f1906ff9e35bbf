// SPDX-License-Identifier: MIT OR Unlicense
// physics_contacts.c - friction, slopes, rolling, conveyors, and what contacts say they carry.
#include "physics.h"

#include <math.h>

#define DEGREES (SIM_PI / 180.0)

// ---- slides -------------------------------------------------------------------------------------

// From 5 m/s to rest; the floor has friction `floor`, the box `own`.
static double slide(lab *l, double floor, double own) {
    lab_ground(l, floor, 0.0);
    sim_shape box = lab_box(0.5, 0.5, 1.0, own, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5, &box);
    sim_set_velocity(l->s, body, 5.0f, 0.0f, 0.0f);
    lab_run(l, 8.0);
    return lab_at(l, body).x;
}

static double stopping(double mu) { return 25.0 / (2.0 * mu * LAB_GRAVITY); }

static void slide_distance(lab *l) {
    lab_open(l);
    l->theory = stopping(l->a);
    l->value = slide(l, l->a, l->a);
}

// At 30 - 240 steps a second and 1 - 16 sub-steps: the worst. Half of the way of the longest sub-
// step is 3.3 % of it.
static void slide_steps(lab *l) {
    l->theory = l->value = stopping(0.5);
    for (int rate = 30; rate <= 240; rate *= 2) {
        for (int substeps = 1; substeps <= 16; substeps *= 2) {
            lab_open(l);
            l->s->dt = 1.0f / (float)rate;
            l->s->substeps = substeps;
            lab_worst(&l->value, l->theory, slide(l, 0.5, 0.5));
        }
    }
}

static void friction_mix(lab *l) {
    lab_new(l);
    l->s->world.friction_mix = (sim_mix)(int)l->a;
    lab_start(l);
    double p = 0.9, q = 0.4;
    double mu[5] = {sqrt(p * q), p, q, 0.5 * (p + q), p * q};
    l->theory = stopping(mu[(int)l->a]);
    l->value = slide(l, p, q);
}

// A slope through the origin, down to the right, and a body that rests on it there: its shape has
// half height `up`.
static int on_slope(lab *l, double angle, const sim_shape *shape, double up, double friction) {
    sim_shape slope = lab_box(100.0, 2.0, 1.0, friction, 0.0);
    double s = sin(angle), c = cos(angle);
    lab_turned(l, SIM_STATIC, -2.0 * s, -2.0 * c, -angle, &slope);
    return lab_turned(l, SIM_DYNAMIC, up * s, up * c, -angle, shape);
}

// How far it has come down the slope.
static double down(const lab *l, int body, double angle) {
    lab_state at = lab_at(l, body);
    return at.x * cos(angle) - at.y * sin(angle);
}

static void slope_slide(lab *l) {
    lab_open(l);
    double angle = l->a * DEGREES, mu = l->b;
    sim_shape box = lab_box(0.5, 0.25, 1.0, mu, 0.0);
    int body = on_slope(l, angle, &box, 0.25, mu);
    lab_run(l, 2.0);
    l->theory = 2.0 * LAB_GRAVITY * (sin(angle) - mu * cos(angle));
    l->value = down(l, body, angle);
}

// The angle from which on a box gets faster: it goes farther in the second two seconds than in the
// first. By halving.
static void slip_angle(lab *l) {
    double truth = atan(l->a), low = truth - 2.0 * DEGREES, high = truth + 2.0 * DEGREES;
    for (int i = 0; i < 10; ++i) {
        double angle = 0.5 * (low + high);
        lab_open(l);
        sim_shape box = lab_box(0.5, 0.25, 1.0, l->a, 0.0);
        int body = on_slope(l, angle, &box, 0.25, l->a);
        lab_run(l, 2.0);
        double half = down(l, body, angle);
        lab_run(l, 2.0);
        if (down(l, body, angle) - half > fabs(half) + 1e-4)
            high = angle;
        else
            low = angle;
    }
    l->theory = truth / DEGREES;
    l->value = 0.5 * (low + high) / DEGREES;
}

// Three quarters of the slip angle for a minute: how far a box creeps.
static void slope_creep(lab *l) {
    lab_open(l);
    double angle = 0.75 * atan(0.6);
    sim_shape box = lab_box(0.5, 0.25, 1.0, 0.6, 0.0);
    int body = on_slope(l, angle, &box, 0.25, 0.6);
    lab_run(l, 60.0);
    l->theory = 0.0;
    l->value = fabs(down(l, body, angle));
}

// The angle at which a box twice as high as wide falls over rather than slide.
static void topple_angle(lab *l) {
    double truth = atan(0.5), low = truth - 3.0 * DEGREES, high = truth + 3.0 * DEGREES;
    for (int i = 0; i < 9; ++i) {
        double angle = 0.5 * (low + high);
        lab_open(l);
        sim_shape box = lab_box(0.25, 0.5, 1.0, 1.0, 0.0);
        int body = on_slope(l, angle, &box, 0.5, 1.0);
        lab_run(l, 6.0);
        if (fabs(lab_at(l, body).angle + angle) > 0.5)
            high = angle;
        else
            low = angle;
    }
    l->theory = truth / DEGREES;
    l->value = 0.5 * (low + high) / DEGREES;
}

// ---- rolling ------------------------------------------------------------------------------------

enum { DISC = 0, RING };

// A wheel of radius 0.5. The ring is a disc without mass that carries twenty weights at its rim.
static int add_wheel(lab *l, int kind, double x, double y, double friction) {
    sim_shape disc = lab_disc(0.5, kind == RING ? 0.0 : 1.0, friction, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, x, y, NULL);
    for (int i = 0; kind == RING && i < 20; ++i) {
        sim_shape weight = lab_disc(0.04, 10.0, 0.0, 0.0);
        double turn = 2.0 * SIM_PI * i / 20.0;
        weight.points[0] = sim_v((float)(0.46 * cos(turn)), (float)(0.46 * sin(turn)));
        weight.mask = 0;
        weight.category = 2;
        sim_add_shape(l->s, body, &weight);
    }
    disc.mask = 1;
    sim_add_shape(l->s, body, &disc);
    return body;
}

// a: slope, b: kind.
static void slope_roll(lab *l) {
    lab_open(l);
    double angle = l->a * DEGREES, s = sin(angle), c = cos(angle);
    sim_shape slope = lab_box(100.0, 2.0, 1.0, 0.9, 0.0);
    lab_turned(l, SIM_STATIC, -2.0 * s, -2.0 * c, -angle, &slope);
    int body = add_wheel(l, (int)l->b, 0.5 * s, 0.5 * c, 0.9);
    lab_run(l, 2.0);
    double k = lab_inertia(l, body) / (lab_mass(l, body) * 0.25);
    l->theory = 2.0 * LAB_GRAVITY * s / (1.0 + k);
    l->value = down(l, body, angle);
}

// Thrown flat at 6 m/s with spin b: the speed when it has come to roll. a: kind.
static void slide_to_roll(lab *l) {
    lab_open(l);
    lab_ground(l, 0.3, 0.0);
    int body = add_wheel(l, (int)l->a, 0.0, 0.5, 0.3);
    sim_set_velocity(l->s, body, 6.0f, 0.0f, (float)l->b);
    lab_run(l, 5.0);
    double k = lab_inertia(l, body) / (lab_mass(l, body) * 0.25);
    l->theory = (6.0 - k * 0.5 * l->b) / (1.0 + k);
    l->value = lab_at(l, body).vx;
}

// Where it begins to roll: v0^2 / g mu * k (k + 2) / (1 + k)^2 / 2, seen as what it lags behind one
// that rolled from the start.
static void slide_to_roll_lag(lab *l) {
    lab_open(l);
    lab_ground(l, 0.3, 0.0);
    int body = add_wheel(l, DISC, 0.0, 0.5, 0.3);
    sim_set_velocity(l->s, body, 6.0f, 0.0f, 0.0f);
    lab_run(l, 5.0);
    double end = 6.0 * 2.0 / 3.0, slow = 0.3 * LAB_GRAVITY, t = (6.0 - end) / slow;
    l->theory = 6.0 * t - 0.5 * slow * t * t + end * (5.0 - t);
    l->value = lab_at(l, body).x;
}

static void free_roll(lab *l) {
    lab_open(l);
    lab_ground(l, 0.6, 0.0);
    int body = add_wheel(l, DISC, -60.0, 0.5, 0.6);
    sim_set_velocity(l->s, body, 4.0f, 0.0f, -8.0f);
    lab_run(l, 20.0);
    l->theory = 80.0;
    l->value = lab_at(l, body).x + 60.0;
}

static void rolling_resistance(lab *l) {
    lab_open(l);
    lab_ground(l, 0.6, 0.0);
    sim_shape disc = lab_disc(0.5, 1.0, 0.6, 0.0);
    disc.rolling_resistance = (float)l->a;
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5, &disc);
    sim_set_velocity(l->s, body, 4.0f, 0.0f, -8.0f);
    lab_run(l, 20.0);
    l->theory = 1.5 * 16.0 / (2.0 * l->a * LAB_GRAVITY);
    l->value = lab_at(l, body).x;
}

// ---- conveyors ----------------------------------------------------------------------------------

// A box on a belt; its surface runs along its counter-clockwise tangent: above, to the left.
static void belt_carries(lab *l) {
    lab_open(l);
    sim_shape belt = lab_box(200.0, 5.0, 1.0, 0.6, 0.0), box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
    belt.surface_speed = (float)l->a;
    lab_body(l, SIM_STATIC, 0.0, -5.0, &belt);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5, &box);
    lab_run(l, 5.0);
    l->theory = -l->a;
    l->value = lab_at(l, body).vx;
}

// A box with tracks: it runs the other way over a floor at rest.
static void tracks_drive(lab *l) {
    lab_open(l);
    lab_ground(l, 0.6, 0.0);
    sim_shape box = lab_box(0.5, 0.25, 1.0, 0.6, 0.0);
    box.surface_speed = (float)l->a;
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.25, &box);
    lab_run(l, 5.0);
    l->theory = -l->a;
    l->value = lab_at(l, body).vx;
}

// Thrown against the belt: it stops after v^2 / (2 mu g) and comes back at the belt's speed.
static void belt_returns(lab *l) {
    lab_open(l);
    sim_shape belt = lab_box(200.0, 5.0, 1.0, 0.5, 0.0), box = lab_box(0.5, 0.25, 1.0, 0.5, 0.0);
    belt.surface_speed = 2.0f;
    lab_body(l, SIM_STATIC, 0.0, -5.0, &belt);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.25, &box);
    sim_set_velocity(l->s, body, 5.0f, 0.0f, 0.0f);
    double farthest = 0.0;
    for (int i = 0; i < 300 && lab_step(l); ++i)
        farthest = fmax(farthest, lab_at(l, body).x);
    l->theory = stopping(0.5);
    l->value = farthest;
}

// On a kinematic platform that moves off at 2 m/s a box slides until it has its speed.
static void platform(lab *l) {
    lab_open(l);
    sim_shape plate = lab_box(20.0, 0.5, 1.0, 0.5, 0.0), box = lab_box(0.5, 0.25, 1.0, 0.5, 0.0);
    int under = lab_body(l, SIM_KINEMATIC, 0.0, -0.5, &plate);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.25, &box);
    sim_set_velocity(l->s, under, 2.0f, 0.0f, 0.0f);
    lab_run(l, 4.0);
    l->theory = 4.0 / (2.0 * 0.5 * LAB_GRAVITY);
    l->value = lab_at(l, under).x - lab_at(l, body).x;
}

// A wheel with a motor drives another that is pressed on it, rim at rim.
static void friction_drive(lab *l) {
    lab_open_weightless(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.9, 0.0), small = lab_disc(0.25, 1.0, 0.9, 0.0);
    int axle = lab_nothing(l), a = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &disc);
    int b = lab_body(l, SIM_DYNAMIC, 0.75, 0.0, &small);
    sim_joint_def pin = sim_pin(l->s, axle, a, 0.0f, 0.0f);
    pin.motor = 1;
    pin.motor_speed = 5.0f;
    pin.max_motor_torque = 10.0f;
    sim_add_joint(l->s, &pin);
    lab_rod(l, axle, b, 0.75, -20.0, 0.75, 0.0, 0.0, 0.0);
    for (int i = 0; i < 300 && lab_step(l); ++i)
        sim_impulse(l->s, b, -0.1f, 0.0f, (float)lab_at(l, b).x, (float)lab_at(l, b).y);
    l->theory = -10.0;
    l->value = lab_at(l, b).w;
}

// ---- what contacts carry ------------------------------------------------------------------------

static double carried(lab *l, int body, double *up) {
    const sim_probe *probe = lab_probe(l);
    sim_vec sum = sim_v(0.0f, 0.0f);
    float scalar = 0.0f;
    if (probe == NULL || probe->contact_impulse == NULL ||
        !probe->contact_impulse(l->s->ctx, body, &sum, &scalar))
        l->gap = "no such function";
    if (up != NULL) *up = (double)sum.y;
    return (double)scalar;
}

// The mean over a second of what the floor carries under a stack of `a` boxes.
static void stack_weight(lab *l) {
    lab_open(l);
    int ground = lab_ground(l, 0.6, 0.0), count = (int)l->a;
    sim_shape box = lab_box(0.5, 0.5, 2.0, 0.6, 0.0);
    for (int i = 0; i < count; ++i)
        lab_body(l, SIM_DYNAMIC, 0.0, 0.5 + i, &box);
    lab_run(l, 5.0);
    double sum = 0.0;
    for (int i = 0; i < 60 && lab_step(l); ++i)
        sum += carried(l, ground, NULL);
    l->theory = 2.0 * count * LAB_GRAVITY;
    l->value = sum;
}

static void disc_weight(lab *l) {
    lab_open(l);
    lab_ground(l, 0.6, 0.0);
    sim_shape disc = lab_disc(0.5, 3.0, 0.6, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5, &disc);
    lab_run(l, 3.0);
    lab_step(l);
    carried(l, body, &l->value);
    l->value *= 60.0;
    l->theory = lab_mass(l, body) * LAB_GRAVITY;
}

// A beam on two round props with a load at a quarter of the way: what the farther prop carries.
static void beam_on_props(lab *l) {
    lab_open(l);
    sim_shape prop = lab_disc(0.5, 1.0, 0.6, 0.0), beam = lab_box(2.5, 0.1, 1.0, 0.6, 0.0);
    sim_shape load = lab_disc(0.2, 20.0, 0.6, 0.0);
    lab_body(l, SIM_STATIC, -2.0, 0.5, &prop);
    int far_prop = lab_body(l, SIM_STATIC, 2.0, 0.5, &prop);
    int plank = lab_body(l, SIM_DYNAMIC, 0.0, 1.1, &beam);
    load.points[0] = sim_v(-1.0f, 0.3f);
    sim_add_shape(l->s, plank, &load);
    lab_run(l, 5.0);
    double sum = 0.0;
    for (int i = 0; i < 60 && lab_step(l); ++i)
        sum += carried(l, far_prop, NULL);
    l->theory = LAB_GRAVITY * (0.5 * 1.0 + 0.25 * 20.0 * 0.04 * SIM_PI);
    l->value = sum;
}

// A disc in a groove of 90 degrees without friction: each side carries m g / sqrt 2.
static void groove(lab *l) {
    lab_open(l);
    sim_shape side = lab_box(3.0, 0.5, 1.0, 0.0, 0.0), disc = lab_disc(0.5, 3.0, 0.0, 0.0);
    double r = sqrt(0.5);
    int left =
        lab_turned(l, SIM_STATIC, -2.5 * r - 0.5 * r, 2.5 * r - 0.5 * r, -0.25 * SIM_PI, &side);
    lab_turned(l, SIM_STATIC, 2.5 * r + 0.5 * r, 2.5 * r - 0.5 * r, 0.25 * SIM_PI, &side);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5 / r, &disc);
    lab_run(l, 5.0);
    double sum = 0.0;
    for (int i = 0; i < 60 && lab_step(l); ++i)
        sum += carried(l, left, NULL);
    l->theory = lab_mass(l, body) * LAB_GRAVITY * r;
    l->value = sum;
}

// A disc of 1 kg at 10 m/s, weightless, from 60 places: the sum of what its contact reports, and
// the worst of them. a: restitution.
static void blow(lab *l) {
    l->theory = l->value = 10.0 * (1.0 + l->a);
    for (int i = 0; i < 60; ++i) {
        lab_open_weightless(l);
        lab_ground(l, 0.6, l->a);
        sim_shape disc = lab_disc(0.5, 1.0 / (0.25 * SIM_PI), 0.6, l->a);
        int body = lab_body(l, SIM_DYNAMIC, 0.0, 1.0 + 0.03 * i, &disc);
        sim_set_velocity(l->s, body, 0.0f, -10.0f, 0.0f);
        double sum = 0.0;
        for (int k = 0; k < 40 && lab_step(l); ++k)
            sum += carried(l, body, NULL);
        lab_worst(&l->value, l->theory, sum);
    }
}

// The same falling, under its weight: m v at the ground, and the weight while it lies there.
static void blow_falling(lab *l) {
    l->theory = l->value = 1.0;
    for (int i = 0; i < 60; ++i) {
        lab_open(l);
        lab_ground(l, 0.6, 0.0);
        double height = 1.0 + 0.1 * i, sum = 0.0;
        sim_shape disc = lab_disc(0.5, 1.0 / (0.25 * SIM_PI), 0.6, 0.0);
        int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5 + height, &disc);
        for (int k = 0; k < 120 && lab_step(l); ++k)
            sum += carried(l, body, NULL);
        // Momentum: what gravity gave in two seconds went into the ground.
        lab_worst(&l->value, 1.0, sum / (2.0 * LAB_GRAVITY + lab_at(l, body).vy));
    }
}

// Two discs that meet head on at e = a: what each reports against its change of momentum.
static void blow_bodies(lab *l) {
    lab_open_weightless(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, l->a), heavy = lab_disc(0.5, 3.0, 0.0, l->a);
    int a = lab_body(l, SIM_DYNAMIC, -2.0, 0.0, &disc);
    int b = lab_body(l, SIM_DYNAMIC, 2.0, 0.0, &heavy);
    sim_set_velocity(l->s, a, 6.0f, 0.0f, 0.0f);
    sim_set_velocity(l->s, b, -4.0f, 0.0f, 0.0f);
    double sum = 0.0, ma = lab_mass(l, a), mb = lab_mass(l, b);
    for (int i = 0; i < 60 && lab_step(l); ++i)
        sum += carried(l, a, NULL);
    l->theory = ma * mb / (ma + mb) * 10.0 * (1.0 + l->a);
    l->value = sum;
}

// How deep the deepest overlap of an impact at 10 m/s is, from 20 distances.
static void impact_depth(lab *l) {
    double deepest = 0.0;
    for (int i = 0; i < 20; ++i) {
        lab_open_weightless(l);
        lab_ground(l, 0.6, 0.0);
        sim_shape disc = lab_disc(0.5, 1.0, 0.6, 0.0);
        int body = lab_body(l, SIM_DYNAMIC, 0.0, 1.5 + 0.01 * i, &disc);
        sim_set_velocity(l->s, body, 0.0f, -10.0f, 0.0f);
        for (int k = 0; k < 60 && lab_step(l); ++k)
            deepest = fmax(deepest, 0.5 - lab_at(l, body).y);
    }
    l->theory = 0.0;
    l->value = deepest;
}

static const experiment rows[] = {
    {"slide_02", "v^2 / (2 mu g), mu = 0.2", slide_distance, 0.2, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"slide_06", "the same, mu = 0.6", slide_distance, 0.6, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"slide_steps", "the same at dt = 1/30 - 1/240 x 1 - 16 sub-steps, mu = 0.5", slide_steps, 0, 0,
     LAB_RELATIVE, 0.04, NULL, 0},
    {"friction_geometric", "v^2 / (2 mu g), sqrt(mu1 mu2)", friction_mix, SIM_MIX_GEOMETRIC, 0,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"friction_maximum", "the same, the larger", friction_mix, SIM_MIX_MAXIMUM, 0, LAB_RELATIVE,
     0.02, NULL, 0},
    {"friction_minimum", "the same, the smaller", friction_mix, SIM_MIX_MINIMUM, 0, LAB_RELATIVE,
     0.02, NULL, 0},
    {"friction_average", "the same, their mean", friction_mix, SIM_MIX_AVERAGE, 0, LAB_RELATIVE,
     0.02, NULL, 0},
    {"friction_product", "the same, their product", friction_mix, SIM_MIX_PRODUCT, 0, LAB_RELATIVE,
     0.02, NULL, 0},
    {"slope_no_friction", "g t^2 sin a / 2, 30 deg", slope_slide, 30, 0, LAB_RELATIVE, 0.005, NULL,
     0},
    {"slope_friction", "g t^2 (sin a - mu cos a) / 2, 30 deg, 0.3", slope_slide, 30, 0.3,
     LAB_RELATIVE, 0.01, NULL, 0},
    {"slip_angle_03", "atan mu [degrees], mu = 0.3", slip_angle, 0.3, 0, LAB_WITHIN, 0.03, NULL, 0},
    {"slip_angle_06", "the same, mu = 0.6", slip_angle, 0.6, 0, LAB_WITHIN, 0.03, NULL, 0},
    {"slip_angle_10", "the same, mu = 1", slip_angle, 1.0, 0, LAB_WITHIN, 0.03, NULL, 0},
    {"slope_creep", "a box below the slip angle stays for a minute [m]", slope_creep, 0, 0,
     LAB_WITHIN, 0.001, NULL, 0},
    {"topple_angle", "atan(width / height) [degrees]", topple_angle, 0, 0, LAB_WITHIN, 0.2, NULL,
     0},
    {"slope_disc", "g t^2 sin a / 2 / (1 + I / m r^2), 20 deg", slope_roll, 20, DISC, LAB_RELATIVE,
     0.01, NULL, 0},
    {"slope_ring", "the same, a ring", slope_roll, 20, RING, LAB_RELATIVE, 0.01, NULL, 0},
    {"slide_to_roll", "(v - k r w) / (1 + k), k = I / m r^2: 2/3 v", slide_to_roll, DISC, 0,
     LAB_RELATIVE, 0.005, NULL, 0},
    {"slide_to_roll_ring", "the same, a ring: 1/2 v", slide_to_roll, RING, 0, LAB_RELATIVE, 0.005,
     NULL, 0},
    {"back_spin", "the same, a disc with back spin that comes back", slide_to_roll, DISC, 40,
     LAB_RELATIVE, 0.01, NULL, 0},
    {"slide_to_roll_place", "v t - mu g t^2 / 2 until it rolls", slide_to_roll_lag, 0, 0,
     LAB_RELATIVE, 0.005, NULL, 0},
    {"free_roll", "v t for 20 s", free_roll, 0, 0, LAB_RELATIVE, 0.002, NULL, 0},
    {"rolling_resistance", "(1 + k) v^2 / (2 c g)", rolling_resistance, 0.05, 0, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"belt_carries", "the belt's speed", belt_carries, 2, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"tracks_drive", "the tracks' speed", tracks_drive, 2, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"belt_returns", "v^2 / (2 mu g) against the belt", belt_returns, 0, 0, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"platform", "v^2 / (2 mu g) on a platform that starts", platform, 0, 0, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"friction_drive", "w1 r1 / r2 of two wheels, rim at rim", friction_drive, 0, 0, LAB_RELATIVE,
     0.01, NULL, 0},
    {"disc_weight", "m g [N]", disc_weight, 0, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"stack_weight", "10 m g under ten boxes [N]", stack_weight, 10, 0, LAB_RELATIVE, 0.01, NULL,
     0},
    {"beam_on_props", "lever: m/2 + M/4 on the farther prop [N]", beam_on_props, 0, 0, LAB_RELATIVE,
     0.01, NULL, 0},
    {"groove", "m g / sqrt 2 on either side of a groove [N]", groove, 0, 0, LAB_RELATIVE, 0.01,
     NULL, 0},
    {"blow", "m v, worst of 60 distances [N s] (issue 9: 0.2)", blow, 0, 0, LAB_WITHIN, 0.2, NULL,
     0},
    {"blow_bounce", "m v (1 + e), e = 0.5, worst of 60 [N s]", blow, 0.5, 0, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"blow_falling", "the ground takes what gravity gave; worst of 60", blow_falling, 0, 0,
     LAB_WITHIN, 0.02, NULL, 0},
    {"blow_bodies", "m1 m2 / (m1 + m2) v [N s]", blow_bodies, 0, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"blow_bodies_bounce", "the same, (1 + e), e = 1", blow_bodies, 1, 0, LAB_RELATIVE, 0.02, NULL,
     0},
    {"impact_depth", "0: deepest overlap at 10 m/s [m]", impact_depth, 0, 0, LAB_WITHIN, 0.001,
     "0.02-0.14", 0},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_contacts = {"contacts", rows};
