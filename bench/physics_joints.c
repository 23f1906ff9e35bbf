// SPDX-License-Identifier: MIT OR Unlicense
// physics_joints.c - pendulums, chains, springs, motors, and what joints say they carry.
#include "physics.h"

#include <math.h>

// ---- pendulums ----------------------------------------------------------------------------------

enum {
    BOB = 0,
    ROD = 1,
    THREAD = 2
}; // a disc held rigidly, a rod by its end, a disc on a distance

// Released at rest at `angle` from hanging; its pivot is at the origin. Returns I / (m d).
static double pendulum(lab *l, int kind, double angle, int *body) {
    lab_open(l);
    double length = kind == ROD ? 1.0 : 2.0, r = 0.2;
    double x = length * sin(angle), y = -length * cos(angle);
    int pivot = lab_nothing(l);
    sim_shape disc = lab_disc(r, 1.0, 0.0, 0.0), bar = lab_box(0.05, 1.0, 1.0, 0.0, 0.0);
    *body = lab_turned(l, SIM_DYNAMIC, x, y, angle, kind == ROD ? &bar : &disc);
    if (kind == THREAD) {
        lab_rod(l, pivot, *body, 0.0, 0.0, x, y, 0.0, 0.0);
        return length;
    }
    sim_joint_def pin = sim_pin(l->s, pivot, *body, 0.0f, 0.0f);
    sim_add_joint(l->s, &pin);
    return (lab_inertia(l, *body) / lab_mass(l, *body) + length * length) / length;
}

// a: amplitude [degrees], b: what hangs.
static void pendulum_period(lab *l) {
    double angle = l->a * SIM_PI / 180.0;
    int body;
    double length = pendulum(l, (int)l->b, angle, &body);
    lab_crossings c = {0, 0, 0.0, 0.0, 0.0};
    for (int i = 0; i < (l->quick ? 1200 : 3600) && lab_step(l); ++i)
        lab_crossing(&c, lab_at(l, body).x);
    l->theory = 4.0 * lab_elliptic(sin(0.5 * angle)) * sqrt(length / LAB_GRAVITY);
    l->value = lab_period(&c) * (double)l->s->dt;
}

// The same at 20 degrees, 30 - 240 steps a second and 1 - 16 sub-steps: the worst.
static void pendulum_steps(lab *l) {
    double angle = 20.0 * SIM_PI / 180.0;
    for (int rate = 30; rate <= 240; rate *= 2) {
        for (int substeps = 1; substeps <= 16; substeps *= 2) {
            int body;
            double length = pendulum(l, BOB, angle, &body);
            l->s->dt = 1.0f / (float)rate;
            l->s->substeps = substeps;
            lab_crossings c = {0, 0, 0.0, 0.0, 0.0};
            for (int i = 0; i < 12 * rate && lab_step(l); ++i)
                lab_crossing(&c, lab_at(l, body).x);
            l->theory = 4.0 * lab_elliptic(sin(0.5 * angle)) * sqrt(length / LAB_GRAVITY);
            if (rate == 30 && substeps == 1) l->value = l->theory;
            lab_worst(&l->value, l->theory, lab_period(&c) / rate);
        }
    }
}

// What is left after a minute of the energy above the lowest place.
static void pendulum_energy(lab *l) {
    int body;
    pendulum(l, BOB, l->a * SIM_PI / 180.0, &body);
    double low = -lab_mass(l, body) * LAB_GRAVITY * 2.0, before = lab_energy(l) - low;
    lab_run(l, 60.0);
    l->theory = 1.0;
    l->value = (lab_energy(l) - low) / before;
}

// A chain of equal discs, the first of them `angle` from hanging and the rest straight on; the last
// one may be heavier. Returns its lowest energy.
static double chain(lab *l, int count, double angle, double length, double r, double heavy) {
    double x = length * sin(angle), y = -length * cos(angle), low = 0.0;
    int before = lab_nothing(l);
    for (int i = 0; i < count; ++i) {
        sim_shape disc = lab_disc(r, i == count - 1 ? heavy : 1.0, 0.0, 0.0);
        disc.mask = 0;
        int body = lab_turned(l, SIM_DYNAMIC, (i + 1) * x, (i + 1) * y, angle, &disc);
        sim_joint_def pin = sim_pin(l->s, before, body, (float)(i * x), (float)(i * y));
        sim_add_joint(l->s, &pin);
        low -= lab_mass(l, body) * LAB_GRAVITY * (i + 1) * length;
        before = body;
    }
    return low;
}

// Over starts from 60 to 150 degrees; the worst of them.
static void double_pendulum(lab *l) {
    l->theory = l->value = 1.0;
    for (int start = 0; start < 4; ++start) {
        lab_open(l);
        double low = chain(l, 2, (60.0 + 30.0 * start) * SIM_PI / 180.0, 1.0, 0.2, 1.0);
        double before = lab_energy(l) - low;
        lab_run(l, 60.0);
        lab_worst(&l->value, 1.0, (lab_energy(l) - low) / before);
    }
}

// Twenty links of 1 m, `angle` from hanging, with a ball of `heavy` times their mass at the end of
// the last. Returns the ball.
static int ball_and_chain(lab *l, double angle, double heavy) {
    lab_open(l);
    double x = sin(angle), y = -cos(angle);
    int before = lab_nothing(l), count = 20;
    for (int i = 0; i <= count; ++i) {
        double at = i + (i < count ? 0.5 : 0.0);
        sim_shape link = lab_box(0.05, 0.5, 1.0, 0.0, 0.0), ball = lab_disc(0.5, 1.0, 0.0, 0.0);
        ball.density = (float)(heavy * 0.1 / (0.25 * SIM_PI));
        link.mask = ball.mask = 0;
        int body = lab_turned(l, SIM_DYNAMIC, at * x, at * y, angle, i < count ? &link : &ball);
        sim_joint_def pin = sim_pin(l->s, before, body, (float)(i * x), (float)(i * y));
        sim_add_joint(l->s, &pin);
        before = body;
    }
    return before;
}

// With ten times the mass of a link, released from nine angles about level; the mean of what is left after 10 s. (Whips
// lose most of it, and not the same from each start.)
static void chain_energy(lab *l) {
    l->theory = 1.0, l->value = 0.0;
    for (int start = 0; start < 9; ++start) {
        int ball = ball_and_chain(l, (70.0 + 5.0 * start) * SIM_PI / 180.0, 10.0);
        double low = -20.0 * lab_mass(l, ball) * LAB_GRAVITY;
        for (int i = 0; i < 20; ++i)
            low -= (i + 0.5) * lab_mass(l, ball) / 10.0 * LAB_GRAVITY;
        double before = lab_energy(l) - low;
        lab_run(l, 10.0);
        l->value += (lab_energy(l) - low) / before / 9.0;
    }
}

// With 1,000 times the mass of a link. a: degrees from hanging at the start.
static void heavy_chain(lab *l) {
    int ball = ball_and_chain(l, l->a * SIM_PI / 180.0, 1000.0);
    double reach = 0.0;
    for (int i = 0; i < 600 && lab_step(l); ++i) {
        lab_state at = lab_at(l, ball);
        reach = fmax(reach, sqrt(at.x * at.x + at.y * at.y));
    }
    l->theory = 1.0;
    l->value = reach / 20.0;
}

// Fifteen distance rods of 1 m between small discs, with 1,000 times their mass at the end.
static void heavy_rods(lab *l) {
    lab_open(l);
    int before = lab_nothing(l), count = 15;
    double reach = 0.0;
    for (int i = 0; i < count; ++i) {
        sim_shape disc = lab_disc(0.1, i == count - 1 ? 1000.0 : 1.0, 0.0, 0.0);
        disc.mask = 0;
        int body = lab_body(l, SIM_DYNAMIC, 0.0, -(i + 1.0), &disc);
        lab_rod(l, before, body, 0.0, -(double)i, 0.0, -(i + 1.0), 0.0, 0.0);
        before = body;
    }
    for (int i = 0; i < 600 && lab_step(l); ++i)
        reach = fmax(reach, -lab_at(l, before).y);
    l->theory = 1.0;
    l->value = reach / count;
}

// Two discs on a rod of 2 m, turning at `w` for a minute: angular momentum left.
static double dumbbell_at(lab *l, double w) {
    lab_open_weightless(l);
    sim_shape disc = lab_disc(0.2, 1.0, 0.0, 0.0), heavy = lab_disc(0.2, 2.0, 0.0, 0.0);
    int a = lab_body(l, SIM_DYNAMIC, -1.0, 0.0, &disc);
    int b = lab_body(l, SIM_DYNAMIC, 1.0, 0.0, &heavy);
    lab_rod(l, a, b, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0);
    sim_set_velocity(l->s, a, 0.0f, (float)(-4.0 / 3.0 * w), 0.0f);
    sim_set_velocity(l->s, b, 0.0f, (float)(2.0 / 3.0 * w), 0.0f);
    double momentum[2];
    for (int i = 0; i < 2; ++i) {
        lab_state p = lab_at(l, a), q = lab_at(l, b);
        double ma = lab_mass(l, a), mb = lab_mass(l, b), m = ma * mb / (ma + mb);
        momentum[i] = m * ((q.x - p.x) * (q.vy - p.vy) - (q.y - p.y) * (q.vx - p.vx)) +
                      lab_inertia(l, a) * p.w + lab_inertia(l, b) * q.w;
        if (i == 0) lab_run(l, 60.0);
    }
    return momentum[1] / momentum[0];
}

static void dumbbell(lab *l) {
    l->theory = l->value = 1.0;
    for (double w = 1.0; w < 17.0; w *= 2.0)
        lab_worst(&l->value, 1.0, dumbbell_at(l, w));
}

// Released level; its speed when it hangs. I w^2 / 2 = m g L / 2.
static void falling_rod(lab *l) {
    int body;
    pendulum(l, ROD, 0.5 * SIM_PI, &body);
    double fastest = 0.0;
    for (int i = 0; i < 60 && lab_step(l); ++i)
        fastest = fmax(fastest, fabs(lab_at(l, body).w));
    l->theory = sqrt(3.0 * LAB_GRAVITY / 2.0);
    l->value = fastest;
}

// Atwood's masses on a beam instead of a thread: 1 and 2 kg on either side of a pin, released
// level. With the angle grows the spin, I w^2 / 2 = (m2 - m1) g r sin a.
static void balance(lab *l) {
    lab_open(l);
    sim_shape beam = lab_box(1.0, 0.05, 1.0, 0.0, 0.0), load = lab_disc(0.2, 1.0, 0.0, 0.0);
    int ground = lab_nothing(l), body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &beam);
    for (int side = 0; side < 2; ++side) {
        load.points[0] = sim_v(side == 0 ? -1.0f : 1.0f, 0.0f);
        load.density = (float)((side + 1.0) / (0.04 * SIM_PI));
        sim_add_shape(l->s, body, &load);
    }
    sim_joint_def pin = sim_pin(l->s, ground, body, 0.0f, 0.0f);
    sim_add_joint(l->s, &pin);
    lab_state at = lab_at(l, body);
    while (at.angle > -0.5 && l->s->step_count < 120 && lab_step(l))
        at = lab_at(l, body);
    double m = lab_mass(l, body), off = l->s->bodies[body].center_x;
    double inertia = lab_inertia(l, body) + m * off * off;
    l->theory = -sqrt(2.0 * LAB_GRAVITY * sin(-at.angle) / inertia);
    l->value = at.w;
}

// ---- springs ------------------------------------------------------------------------------------

enum { STATIC_END = 0, TWO_BODIES, TORSION, EDGE };

// What a spring pulls at: how far it is from rest.
typedef struct oscillator {
    int kind, a, b, joint;
} oscillator;

static oscillator oscillator_make(lab *l, int kind, double hertz, double zeta) {
    oscillator o = {kind, 0, 0, 0};
    sim_shape disc = lab_disc(0.3, 1.0, 0.0, 0.0), heavy = lab_disc(0.3, 3.0, 0.0, 0.0);
    lab_open_weightless(l);
    if (kind == EDGE) {
        o.a = lab_point(l, 0.0, 0.0, 1.0);
        o.b = lab_point(l, 1.0, 0.0, 2.0);
        lab_spring(l, o.a, o.b, hertz, zeta);
        double v = 0.1 * 2.0 * SIM_PI * hertz; // of b against a
        lab_throw(l, o.a, -v * 2.0 / 3.0, 0.0);
        lab_throw(l, o.b, v / 3.0, 0.0);
        return o;
    }
    o.a = kind == TWO_BODIES ? lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &heavy) : lab_nothing(l);
    o.b = lab_body(l, SIM_DYNAMIC, kind == TORSION ? 0.0 : 1.0, 0.0, &disc);
    if (kind == TORSION) {
        sim_joint_def pin = sim_pin(l->s, o.a, o.b, 0.0f, 0.0f);
        pin.spring_frequency = (float)hertz;
        pin.spring_damping_ratio = (float)zeta;
        o.joint = sim_add_joint(l->s, &pin);
        sim_set_velocity(l->s, o.b, 0.0f, 0.0f, (float)(0.6 * SIM_PI * hertz));
    } else {
        o.joint = lab_rod(l, o.a, o.b, 0.0, 0.0, 1.0, 0.0, hertz, zeta);
        sim_set_velocity(l->s, o.b, (float)(0.2 * SIM_PI * hertz), 0.0f, 0.0f);
    }
    return o;
}

static double oscillator_at(const lab *l, const oscillator *o) {
    if (o->kind == EDGE) return (double)lab_place(l, o->b).x - (double)lab_place(l, o->a).x - 1.0;
    lab_state b = lab_at(l, o->b);
    return o->kind == TORSION ? b.angle : b.x - lab_at(l, o->a).x - 1.0;
}

// The worst over 0.5 - 15 Hz, zeta 0 - 1, and 2, 4 and 8 sub-steps: of frequency as a ratio, and of
// the damping ratio as a difference.
static void springs(lab *l, int kind, double *ratio, double *difference) {
    static const double hertz[] = {0.5, 1.0, 2.0, 5.0, 10.0, 15.0};
    static const double zetas[] = {0.0, 0.1, 0.3, 0.7, 1.0};
    double x[400];
    *ratio = 1.0;
    *difference = 0.0;
    for (int i = 0; i < 90; ++i) {
        double f = hertz[i % 6], zeta = zetas[i / 6 % 5], omega, damping;
        oscillator o = oscillator_make(l, kind, f, zeta);
        l->s->substeps = 2 << (i / 30);
        // As long as something is left of it.
        int count = (int)fmin(400.0, 60.0 * fmin(5.0 / f, 1.2 / (f * fmax(zeta, 0.01))) + 4.0);
        x[0] = 0.0;
        for (int n = 1; n < count && lab_step(l); ++n)
            x[n] = oscillator_at(l, &o);
        if (l->s->error != NULL || l->gap != NULL) return;
        lab_oscillator(x, count, 1.0 / 60.0, &omega, &damping);
        lab_worst(ratio, 1.0, omega / (2.0 * SIM_PI * f));
        lab_worst(difference, 0.0, damping - zeta);
    }
}

static void spring_frequency(lab *l) {
    double difference;
    l->theory = 1.0;
    springs(l, (int)l->a, &l->value, &difference);
}

static void spring_damping(lab *l) {
    double ratio;
    l->theory = 0.0;
    springs(l, (int)l->a, &ratio, &l->value);
}

static void spring_sag(lab *l) {
    lab_open(l);
    sim_shape disc = lab_disc(0.3, 1.0, 0.0, 0.0);
    int ceiling = lab_nothing(l), body = lab_body(l, SIM_DYNAMIC, 0.0, -1.0, &disc);
    lab_rod(l, ceiling, body, 0.0, 0.0, 0.0, -1.0, l->a, 0.5);
    lab_run(l, 15.0);
    l->theory = LAB_GRAVITY / pow(2.0 * SIM_PI * l->a, 2.0);
    l->value = -lab_at(l, body).y - 1.0;
}

// A level bar of 1 m that is held softly at its end, in its turn alone: it sags by m g l cos / (2 I w^2).
// a: 0 by a hinge, 1 by a weld.
static void soft_turn(lab *l) {
    lab_open(l);
    sim_shape bar = lab_box(0.5, 0.05, 1.0, 0.0, 0.0);
    int wall = lab_nothing(l), body = lab_body(l, SIM_DYNAMIC, 0.5, 0.0, &bar);
    sim_joint_def def = sim_pin(l->s, wall, body, 0.0f, 0.0f);
    if (l->a > 0.5) def.kind = SIM_JOINT_WELD;
    def.spring_frequency = 4.0f, def.spring_damping_ratio = 1.0f;
    sim_add_joint(l->s, &def);
    lab_run(l, 10.0);
    double sag = -lab_at(l, body).angle, w = 8.0 * SIM_PI;
    l->theory = lab_mass(l, body) * LAB_GRAVITY * 0.5 * cos(sag) / (lab_inertia(l, body) * w * w);
    l->value = sag;
}

// A bar of 2 m on two springs of a Hz, 0.8 m from its middle. b: 0 hung, 1 on wheels.
static void two_springs(lab *l) {
    lab_open(l);
    sim_shape bar = lab_box(1.0, 0.2, 1.0, 0.0, 0.0);
    int wall = lab_nothing(l), body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &bar);
    for (int side = -1; side < 2; side += 2) {
        double x = 0.8 * side;
        sim_joint_def def =
            sim_join(l->s, SIM_JOINT_WHEEL, wall, body, (float)x, 0.0f, (float)(0.5 * SIM_PI));
        if (l->b < 0.5)
            def = sim_rod(l->s, wall, body, sim_v((float)x, 5.0f), sim_v((float)x, 0.0f));
        def.spring_frequency = (float)l->a, def.spring_damping_ratio = 1.0f;
        sim_add_joint(l->s, &def);
    }
    lab_run(l, 10.0);
    l->theory = LAB_GRAVITY / (2.0 * pow(2.0 * SIM_PI * l->a, 2.0));
    l->value = -lab_at(l, body).y;
}

enum { ON_A_WALL, ON_A_HINGE, BETWEEN, ON_A_WHEEL };

// Undamped springs of a Hz at the ends of bars, with k = m (2 pi a)^2: the energy with that of the
// spring, from that at the start, over m g l. The worst mean over 2 s of a minute: velocities are those
// of the middle of the last sub-step, places those of its end, so that power times h / 2 comes and goes.
static void spring_energy(lab *l) {
    int kind = (int)l->b, ends[2], joint;
    if (kind == BETWEEN)
        lab_open_weightless(l);
    else
        lab_open(l);
    sim_shape bar = lab_box(0.5, 0.05, 1.0, 0.0, 0.0), thick = lab_box(0.5, 0.2, 2.0, 0.0, 0.0);
    bar.mask = thick.mask = 0;
    ends[0] = kind == BETWEEN ? lab_body(l, SIM_DYNAMIC, -0.5, 0.0, &thick) : lab_nothing(l);
    ends[1] = lab_body(l, SIM_DYNAMIC, kind == ON_A_HINGE ? 0.5 : 1.5, 0.0, &bar);
    if (kind == ON_A_HINGE) {
        sim_joint_def pin = sim_pin(l->s, ends[0], ends[1], 0.0f, 0.0f);
        sim_add_joint(l->s, &pin);
    }
    double y = kind == ON_A_HINGE ? 1.0 : 0.0, mass = lab_mass(l, ends[1]), low = 0.0, high = 0.0;
    if (kind == ON_A_WHEEL) {
        sim_joint_def def =
            sim_join(l->s, SIM_JOINT_WHEEL, ends[0], ends[1], 1.8f, 0.05f, (float)(0.5 * SIM_PI));
        def.spring_frequency = (float)l->a;
        joint = sim_add_joint(l->s, &def);
    } else {
        joint =
            lab_rod(l, ends[0], ends[1], kind == ON_A_HINGE ? 1.0 : 0.0, y, 1.0, 0.0, l->a, 0.0);
    }
    if (kind == BETWEEN) {
        mass = 1.0 / (1.0 / mass + 1.0 / lab_mass(l, ends[0]));
        sim_set_velocity(l->s, ends[0], 0.0f, -2.0f, 0.0f);
        sim_set_velocity(l->s, ends[1], 0.0f, 2.0f, 6.0f);
    }
    double before = kind == BETWEEN ? lab_kinetic(l) : lab_energy(l);
    double scale = kind == BETWEEN ? before : lab_mass(l, ends[1]) * LAB_GRAVITY;
    double k = mass * pow(2.0 * SIM_PI * l->a, 2.0), sum = 0.0;
    for (int i = 0; i < (l->quick ? 1200 : 3600) && lab_step(l); ++i) {
        double x = lab_stretch(l, joint);
        sum += 0.5 * k * x * x - before + (kind == BETWEEN ? lab_kinetic(l) : lab_energy(l));
        if (i % 120 < 119) continue;
        low = fmin(low, sum / 120.0 / scale), high = fmax(high, sum / 120.0 / scale);
        sum = 0.0;
    }
    l->theory = 0.0;
    l->value = high > -low ? high : low;
}

// ---- motors and limits --------------------------------------------------------------------------

// A pinned disc of radius 0.5, its motor as given, turning at `w`.
static int wheel(lab *l, double speed, double torque, double w) {
    lab_open(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 0.0);
    int axle = lab_nothing(l), body = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &disc);
    sim_joint_def pin = sim_pin(l->s, axle, body, 0.0f, 0.0f);
    pin.motor = 1;
    pin.motor_speed = (float)speed;
    pin.max_motor_torque = (float)torque;
    sim_add_joint(l->s, &pin);
    sim_set_velocity(l->s, body, 0.0f, 0.0f, (float)w);
    return body;
}

static void motor_start(lab *l) {
    int body = wheel(l, 50.0, 0.5, 0.0);
    lab_run(l, 2.0);
    l->theory = 0.5 * 2.0 / lab_inertia(l, body);
    l->value = lab_at(l, body).w;
}

static void motor_speed(lab *l) {
    int body = wheel(l, 5.0, 0.5, 0.0);
    lab_run(l, 5.0);
    l->theory = 5.0;
    l->value = lab_at(l, body).w;
}

static void hinge_friction(lab *l) {
    int body = wheel(l, 0.0, 0.1, 10.0);
    lab_run(l, 5.0);
    l->theory = 10.0 - 0.1 * 5.0 / lab_inertia(l, body);
    l->value = lab_at(l, body).w;
}

// Released level against a limit of 30 degrees beyond hanging: the farthest that it swings.
static void joint_limit(lab *l) {
    lab_open(l);
    sim_shape bar = lab_box(1.0, 0.05, 1.0, 0.0, 0.0);
    int pivot = lab_nothing(l), body = lab_body(l, SIM_DYNAMIC, 1.0, 0.0, &bar);
    sim_joint_def pin = sim_pin(l->s, pivot, body, 0.0f, 0.0f);
    pin.limited = 1;
    pin.lower_angle = (float)(-120.0 * SIM_PI / 180.0);
    pin.upper_angle = 0.5f;
    sim_add_joint(l->s, &pin);
    double farthest = 0.0;
    for (int i = 0; i < 300 && lab_step(l); ++i)
        farthest = fmax(farthest, -lab_at(l, body).angle);
    l->theory = 120.0;
    l->value = farthest * 180.0 / SIM_PI;
}

// ---- what joints carry --------------------------------------------------------------------------

static double force(lab *l, int joint) {
    const sim_probe *probe = lab_probe(l);
    float f = 0.0f;
    if (probe == NULL || probe->joint_force == NULL || !probe->joint_force(l->s->ctx, joint, &f))
        l->gap = "no such function";
    return (double)f;
}

// a: 0 hangs by a pin, 1 by a rod, 2 by a rope, 3 by ten links.
static void hung_weight(lab *l) {
    lab_open(l);
    sim_shape disc = lab_disc(0.5, 10.0, 0.0, 0.0);
    int ceiling = lab_nothing(l), top = -1, count = l->a > 2.5 ? 10 : 1;
    int before = ceiling;
    l->theory = 0.0;
    for (int i = 0; i < count; ++i) {
        double y = -(i + 1.0);
        disc.mask = 0;
        int body = lab_body(l, SIM_DYNAMIC, 0.0, y, &disc), joint;
        if (l->a < 0.5 || l->a > 2.5) {
            sim_joint_def pin = sim_pin(l->s, before, body, 0.0f, (float)(y + 1.0));
            joint = sim_add_joint(l->s, &pin);
        } else if (l->a < 1.5) {
            joint = lab_rod(l, before, body, 0.0, y + 1.0, 0.0, y, 0.0, 0.0);
        } else {
            joint = lab_rope(l, before, body, 0.0, y + 1.0, 0.0, y);
        }
        if (i == 0) top = joint;
        before = body;
        l->theory += LAB_GRAVITY * lab_mass(l, body);
    }
    lab_run(l, 10.0);
    l->value = force(l, top);
}

// The weight of a point as the tension of its edge. Only with points.
static void edge_weight(lab *l) {
    lab_open(l);
    int top = lab_point(l, 0.0, 0.0, 1.0), low = lab_point(l, 0.0, -1.0, 3.0);
    int edge = lab_spring(l, top, low, l->a, 1.0);
    sim_pin_point(l->s, top);
    lab_run(l, 10.0);
    const sim_probe *probe = lab_probe(l);
    float tension = 0.0f;
    if (probe == NULL || probe->edge_tension == NULL ||
        !probe->edge_tension(l->s->ctx, edge, &tension))
        l->gap = "no points";
    l->theory = 3.0 * LAB_GRAVITY;
    l->value = (double)tension;
}

// A pendulum from a degrees pulls m g (3 - 2 cos a) as it passes its lowest place. The disc turns
// with it, and takes of the energy.
static void pendulum_pull(lab *l) {
    int body;
    double angle = l->a * SIM_PI / 180.0, length = pendulum(l, BOB, angle, &body), most = 0.0;
    for (int i = 0; i < 240 && lab_step(l); ++i)
        most = fmax(most, force(l, 0));
    double m = lab_mass(l, body);
    l->theory = m * LAB_GRAVITY * (1.0 + 2.0 * (1.0 - cos(angle)) * 2.0 / length);
    l->value = most;
}

// a: mass in 10 kg under a pin, struck down with 50 N s: in that step the pin carries the weight
// and the blow. b: 0 by a pin, 1 by a rod.
static void joint_blow(lab *l) {
    lab_open(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 0.0);
    disc.density = (float)(10.0 / (0.25 * SIM_PI));
    int ceiling = lab_nothing(l), body = lab_body(l, SIM_DYNAMIC, 0.0, -1.0, &disc), joint;
    if (l->b < 0.5) {
        sim_joint_def pin = sim_pin(l->s, ceiling, body, 0.0f, 0.0f);
        joint = sim_add_joint(l->s, &pin);
    } else {
        joint = lab_rod(l, ceiling, body, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0);
    }
    lab_run(l, 2.0);
    sim_impulse(l->s, body, 0.0f, -50.0f, 0.0f, -1.0f);
    // What gives way in one step comes back in the next ones: their sum is the change of momentum.
    double sum = 0.0;
    int steps = (int)l->a;
    for (int i = 0; i < steps && lab_step(l); ++i)
        sum += force(l, joint) / 60.0;
    l->theory = 50.0 + 100.0 * steps / 60.0;
    l->value = sum;
}

// A disc on a slope without friction, held by a rod along it: m g sin a.
static void slope_rod(lab *l) {
    lab_open(l);
    double angle = l->a * SIM_PI / 180.0, c = cos(angle), s = sin(angle);
    sim_shape slope = lab_box(20.0, 1.0, 1.0, 0.0, 0.0), disc = lab_disc(0.5, 4.0, 0.0, 0.0);
    lab_turned(l, SIM_STATIC, -s, -c, -angle, &slope);
    int hook = lab_nothing(l);
    int body = lab_body(l, SIM_DYNAMIC, 0.5 * s, 0.5 * c, &disc);
    int rod =
        lab_rod(l, hook, body, 0.5 * s - 3.0 * c, 0.5 * c + 3.0 * s, 0.5 * s, 0.5 * c, 0.0, 0.0);
    lab_run(l, 5.0);
    l->theory = lab_mass(l, body) * LAB_GRAVITY * s;
    l->value = force(l, rod);
}

// A weight on a bracket: a level rod of 1 m and one at 45 degrees from above. a: 0 the level one
// carries m g, 1 the other sqrt 2 m g.
static void bracket(lab *l) {
    lab_open(l);
    sim_shape disc = lab_disc(0.2, 20.0, 0.0, 0.0);
    int wall = lab_nothing(l), body = lab_body(l, SIM_DYNAMIC, 1.0, 0.0, &disc), rods[2];
    rods[0] = lab_rod(l, wall, body, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0);
    rods[1] = lab_rod(l, wall, body, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0);
    lab_run(l, 5.0);
    l->theory = lab_mass(l, body) * LAB_GRAVITY * (l->a > 0.5 ? sqrt(2.0) : 1.0);
    l->value = force(l, rods[(int)l->a]);
}

static const char *const spring_hz =
    "f over 0.5 - 15 Hz, zeta 0 - 1, 2 - 8 sub-steps; worst f / f0";
static const char *const spring_zeta = "zeta over the same; worst difference";

static const experiment rows[] = {
    {"pendulum_small", "4 K(sin a/2) sqrt(I / (m g d)), 5 deg [s]", pendulum_period, 5, BOB,
     LAB_RELATIVE, 0.005, NULL, 0},
    {"pendulum_90", "the same, 90 deg", pendulum_period, 90, BOB, LAB_RELATIVE, 0.005, NULL, 0},
    {"pendulum_150", "the same, 150 deg", pendulum_period, 150, BOB, LAB_RELATIVE, 0.01, NULL, 0},
    {"pendulum_rod", "the same, a rod by its end, 20 deg", pendulum_period, 20, ROD, LAB_RELATIVE,
     0.005, NULL, 0},
    {"pendulum_thread", "the same, a disc on a distance joint, 20 deg", pendulum_period, 20, THREAD,
     LAB_RELATIVE, 0.005, NULL, 0},
    {"pendulum_steps", "the same at dt = 1/30 - 1/240 x 1 - 16 sub-steps, 20 deg", pendulum_steps,
     0, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"pendulum_energy", "energy kept over 60 s, 90 deg", pendulum_energy, 90, 0, LAB_WITHIN, 0.02,
     NULL, 0},
    {"double_pendulum", "energy kept over 60 s, worst of 60 - 150 deg (issue 9: 95 %)",
     double_pendulum, 0, 0, LAB_WITHIN, 0.05, "0.80", 0},
    {"chain_energy", "energy kept in 10 s, chain of 20, nine starts (as Box2D 3.2)", chain_energy,
     0, 0, LAB_AT_LEAST, 0.7312, "0.7312", 0},
    {"falling_rod", "w^2 = 3 g / L", falling_rod, 0, 0, LAB_RELATIVE, 0.005, NULL, 0},
    {"balance", "I w^2 / 2 = (m2 - m1) g r sin a", balance, 0, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"heavy_chain", "reach over length, 1000:1, hanging", heavy_chain, 0, 0, LAB_WITHIN, 1e-4,
     "1.265", 0},
    {"heavy_chain_swing", "reach over length, 1000:1, from level", heavy_chain, 90, 0, LAB_WITHIN,
     0.01, NULL, 0},
    {"heavy_rods", "reach over length, 1000:1 on 15 distance rods", heavy_rods, 0, 0, LAB_WITHIN,
     0.01, NULL, 0},
    {"dumbbell", "angular momentum kept over 60 s at 1 - 16 rad/s", dumbbell, 0, 0, LAB_WITHIN,
     1e-4, "1.0000", 0},
    {"spring_hz", spring_hz, spring_frequency, STATIC_END, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"spring_hz_bodies", spring_hz, spring_frequency, TWO_BODIES, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"spring_hz_torsion", spring_hz, spring_frequency, TORSION, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"spring_hz_edge", spring_hz, spring_frequency, EDGE, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"spring_zeta", spring_zeta, spring_damping, STATIC_END, 0, LAB_WITHIN, 0.01, "0.36", 0},
    {"spring_zeta_bodies", spring_zeta, spring_damping, TWO_BODIES, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"spring_zeta_torsion", spring_zeta, spring_damping, TORSION, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"spring_zeta_edge", spring_zeta, spring_damping, EDGE, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"spring_sag", "g / (2 pi f)^2", spring_sag, 1.5, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"spring_hinge_turn", "m g l cos / (2 I w^2), a bar by its end [rad]", soft_turn, 0, 0,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"spring_weld_turn", "the same, a soft weld", soft_turn, 1, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"spring_pair", "g / (2 w^2), a bar on two springs off its centre [m]", two_springs, 4, 0,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"spring_pair_wheels", "the same, on two wheels", two_springs, 4, 1, LAB_RELATIVE, 0.02, NULL,
     0},
    {"spring_energy_wall", "energy kept in 60 s, 1 Hz at a bar's end", spring_energy, 1, ON_A_WALL,
     LAB_WITHIN, 0.01, NULL, 0},
    {"spring_energy_hinge", "the same, at the end of a hinged bar", spring_energy, 1, ON_A_HINGE,
     LAB_WITHIN, 0.01, NULL, 0},
    {"spring_energy_two", "the same, 2 Hz between two bars", spring_energy, 2, BETWEEN, LAB_WITHIN,
     0.01, NULL, 0},
    {"spring_energy_wheel", "the same, 1 Hz of a wheel", spring_energy, 1, ON_A_WHEEL, LAB_WITHIN,
     0.01, NULL, 0},
    {"motor_start", "torque t / I", motor_start, 0, 0, LAB_RELATIVE, 0.005, NULL, 0},
    {"motor_speed", "the speed it is set to", motor_speed, 0, 0, LAB_RELATIVE, 0.001, NULL, 0},
    {"hinge_friction", "w - torque t / I", hinge_friction, 0, 0, LAB_RELATIVE, 0.005, NULL, 0},
    {"joint_limit", "the limit [degrees]", joint_limit, 0, 0, LAB_WITHIN, 0.5, NULL, 0},
    {"pin_weight", "m g [N]", hung_weight, 0, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"rod_weight", "m g [N]", hung_weight, 1, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"rope_weight", "m g [N]", hung_weight, 2, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"chain_weight", "10 m g at the top of ten links [N]", hung_weight, 3, 0, LAB_RELATIVE, 0.01,
     NULL, 0},
    {"slope_rod", "m g sin a on a slope of 30 deg [N]", slope_rod, 30, 0, LAB_RELATIVE, 0.01, NULL,
     0},
    {"bracket_level", "m g in the level rod of a bracket [N]", bracket, 0, 0, LAB_RELATIVE, 0.01,
     NULL, 0},
    {"bracket_slanted", "sqrt 2 m g in the slanted one [N]", bracket, 1, 0, LAB_RELATIVE, 0.01,
     NULL, 0},
    {"edge_weight", "m g [N]", edge_weight, 0, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"spring_weight", "m g [N], an edge of 3 Hz", edge_weight, 3, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"pendulum_pull", "m g (3 - 2 cos a) of a point, less what turns the disc", pendulum_pull, 90,
     0, LAB_RELATIVE, 0.02, NULL, 0},
    {"pin_blow", "50 N s + m g dt in the step of the blow", joint_blow, 1, 0, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"pin_blow_after", "50 N s + m g t over half a second", joint_blow, 30, 0, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"rod_blow", "50 N s + m g dt in the step of the blow", joint_blow, 1, 1, LAB_RELATIVE, 0.02,
     NULL, 0},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_joints = {"joints", rows};
