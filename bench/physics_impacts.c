// SPDX-License-Identifier: MIT OR Unlicense
// physics_impacts.c - bounces, collisions, cradles, billiards, a gas.
#include "physics.h"

#include <math.h>
#include <string.h>

// ---- bounces ------------------------------------------------------------------------------------

enum { DISC = 0, FLAT_BOX, POINT };

// Something that falls on its own: a body, or a point.
typedef struct faller {
    int kind, index;
} faller;

static faller drop(lab *l, int kind, double height, double e) {
    faller f = {kind, 0};
    lab_open(l);
    lab_ground(l, 0.6, e);
    if (kind == POINT) {
        sim_soft_def def;
        sim_vec at = sim_v(0.0f, (float)(0.1 + height));
        memset(&def, 0, sizeof(def));
        def.kind = SIM_SOFT_POINTS;
        def.points = &at;
        def.count = 1;
        def.mass = 1.0f;
        def.radius = 0.1f;
        def.restitution = (float)e;
        f.index = sim_add_soft(l->s, &def);
        return f;
    }
    sim_shape disc = lab_disc(0.5, 1.0, 0.6, e), box = lab_box(0.5, 0.5, 1.0, 0.6, e);
    f.index = lab_body(l, SIM_DYNAMIC, 0.0, 0.5 + height, kind == DISC ? &disc : &box);
    return f;
}

// Height above where it would lie.
static double height_of(const lab *l, faller f) {
    return f.kind == POINT ? (double)lab_place(l, f.index).y - 0.1 : lab_at(l, f.index).y - 0.5;
}

// The highest places of the first `count` bounces; where it never rises they are 0.
static void bounces(lab *l, faller f, double *apex, int count) {
    double before = height_of(l, f), at = before;
    int rising = 0;
    for (int i = 0; i < count; ++i)
        apex[i] = 0.0;
    for (int step = 0, seen = 0; step < 6000 && seen < count && lab_step(l); ++step) {
        double after = height_of(l, f);
        if (rising && after < at && at > 0.03) apex[seen++] = lab_vertex(before, at, after);
        if (after < at || after > at) rising = after > at;
        before = at;
        at = after;
    }
}

// a: restitution, b: what falls. The worst of heights from 1 to 8 m.
static void one_bounce(lab *l) {
    int count = l->quick ? 8 : 60;
    l->theory = l->value = 1.0;
    for (int i = 0; i < count; ++i) {
        double height = 1.0 + 7.0 * i / (count - 1), apex;
        bounces(l, drop(l, (int)l->b, height, l->a), &apex, 1);
        lab_worst(&l->value, 1.0, apex / (l->a * l->a * height));
    }
}

// From 2 to 5 m at e = a, 30 - 240 steps a second and 1 - 16 sub-steps: the worst.
static void bounce_steps(lab *l) {
    l->theory = l->value = 1.0;
    for (int rate = 30; rate <= 240; rate *= 2) {
        for (int substeps = 1; substeps <= 16; substeps *= 2) {
            for (int i = 0; i < 4; ++i) {
                double height = 2.0 + 1.03 * i, apex;
                faller f = drop(l, DISC, height, l->a);
                l->s->dt = 1.0f / (float)rate;
                l->s->substeps = substeps;
                bounces(l, f, &apex, 1);
                lab_worst(&l->value, 1.0, apex / (l->a * l->a * height));
            }
        }
    }
}

// The tenth bounce at e = 1 over the height of the fall. b: what falls.
static void ten_bounces(lab *l) {
    l->theory = l->value = 1.0;
    for (int i = 0; i < 8; ++i) {
        double height = 1.0 + i, apex[10];
        bounces(l, drop(l, (int)l->b, height, 1.0), apex, 10);
        lab_worst(&l->value, 1.0, apex[9] / height);
    }
}

// The largest rise from one of those bounces to the next, over the fall. Not v^2 / 2 + g y itself,
// which wavers by g v h / 2 in engines whose places and velocities are half a sub-step apart.
static void bounce_rise(lab *l) {
    l->theory = l->value = 0.0;
    for (int i = 0; i < 8; ++i) {
        double height = 1.0 + i, apex[10], least = height;
        bounces(l, drop(l, (int)l->b, height, 1.0), apex, 10);
        for (int k = 0; k < 10; ++k) {
            l->value = fmax(l->value, (apex[k] - least) / height);
            least = fmin(least, apex[k]);
        }
    }
}

// A box that falls flat, e = 0.5: its second bounce over its first.
static void second_bounce(lab *l) {
    l->theory = l->value = 1.0;
    for (int i = 0; i < 8; ++i) {
        double apex[2];
        bounces(l, drop(l, FLAT_BOX, 3.0 + 0.7 * i, 0.5), apex, 2);
        lab_worst(&l->value, 1.0, apex[1] / (0.25 * apex[0]));
    }
}

// ---- one impact ---------------------------------------------------------------------------------

// A disc without weight that meets the floor with velocity (vx, vy); how it leaves.
static lab_state skim(lab *l, double vx, double vy, double mu, double e) {
    lab_open_weightless(l);
    lab_ground(l, mu, e);
    sim_shape disc = lab_disc(0.5, 1.0, mu, e);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 1.07, &disc);
    sim_set_velocity(l->s, body, (float)vx, (float)vy, 0.0f);
    lab_run(l, 0.5);
    return lab_at(l, body);
}

static void skid_bounce(lab *l) {
    lab_state out = skim(l, 10.0, -5.0, 0.2, 0.5);
    l->theory = 0.2;
    l->value = (10.0 - out.vx) / (out.vy + 5.0);
}

// Without a bounce; a: 0 a disc, 1 a box that lands flat, 2 a capsule.
static void skid_land(lab *l) {
    l->theory = l->value = 0.2;
    for (int i = 0; i < 20; ++i) {
        lab_open_weightless(l);
        lab_ground(l, 0.2, 0.0);
        sim_shape shape = lab_disc(0.5, 1.0, 0.2, 0.0);
        if (l->a > 0.5) shape = lab_box(0.5, 0.5, 1.0, 0.2, 0.0);
        if (l->a > 1.5) shape = sim_capsule(-0.5f, 0.0f, 0.5f, 0.0f, 0.5f);
        shape.friction = 0.2f;
        int body = lab_body(l, SIM_DYNAMIC, 0.0, 1.07 + 0.013 * i, &shape);
        sim_set_velocity(l->s, body, 10.0f, -5.0f, 0.0f);
        lab_run(l, 0.5);
        lab_state out = lab_at(l, body); // friction may turn it over and so lift it
        lab_worst(&l->value, 0.2, (10.0 - out.vx) / (out.vy + 5.0));
    }
}

static void grip_bounce(lab *l) {
    lab_state out = skim(l, 3.0, -5.0, 1.0, 0.5);
    l->theory = 3.0 * 2.0 / 3.0;
    l->value = out.vx;
}

static void cushion(lab *l) {
    lab_state out = skim(l, 5.0, -5.0, 0.0, 1.0);
    l->theory = 45.0;
    l->value = atan2(out.vy, out.vx) * 180.0 / SIM_PI;
}

static void restitution_mix(lab *l) {
    double p = 0.9, q = 0.4, e[5] = {sqrt(p * q), p, q, 0.5 * (p + q), p * q};
    lab_new(l);
    l->s->world.gravity = sim_v(0.0f, 0.0f);
    l->s->world.restitution_mix = (sim_mix)(int)l->a;
    lab_start(l);
    lab_ground(l, 0.6, p);
    sim_shape disc = lab_disc(0.5, 1.0, 0.6, q);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 1.07, &disc);
    sim_set_velocity(l->s, body, 0.0f, -5.0f, 0.0f);
    lab_run(l, 0.5);
    l->theory = e[(int)l->a];
    l->value = lab_at(l, body).vy / 5.0;
}

// a: speed of approach, around the threshold of 1 m/s.
static void threshold(lab *l) {
    lab_new(l);
    l->s->world.gravity = sim_v(0.0f, 0.0f);
    l->s->world.restitution_threshold = 1.0f;
    lab_start(l);
    lab_ground(l, 0.0, 1.0);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 1.0);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 1.07, &disc);
    sim_set_velocity(l->s, body, 0.0f, (float)-l->a, 0.0f);
    lab_run(l, 1.5);
    l->theory = l->a < 1.0 ? 0.0 : l->a;
    l->value = lab_at(l, body).vy;
}

// ---- collisions ---------------------------------------------------------------------------------

// Discs of 1 and 3 head on at 6 and -4 m/s. a: restitution. The lighter one's velocity afterwards.
static void head_on(lab *l) {
    lab_open_weightless(l);
    sim_shape light = lab_disc(0.5, 1.0, 0.0, l->a), heavy = lab_disc(0.5, 3.0, 0.0, l->a);
    int a = lab_body(l, SIM_DYNAMIC, -2.03, 0.0, &light);
    int b = lab_body(l, SIM_DYNAMIC, 2.0, 0.0, &heavy);
    sim_set_velocity(l->s, a, 6.0f, 0.0f, 0.0f);
    sim_set_velocity(l->s, b, -4.0f, 0.0f, 0.0f);
    lab_run(l, 1.0);
    l->theory = -1.5 - l->a * 7.5; // the centre moves at -1.5
    l->value = lab_at(l, a).vx;
}

// Equal discs, one at rest and hit off its centre: they part at a right angle.
static void right_angle(lab *l) {
    lab_open_weightless(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 1.0);
    int a = lab_body(l, SIM_DYNAMIC, -3.0, 0.5, &disc),
        b = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &disc);
    sim_set_velocity(l->s, a, 8.0f, 0.0f, 0.0f);
    lab_run(l, 1.0);
    lab_state p = lab_at(l, a), q = lab_at(l, b);
    l->theory = 90.0;
    l->value = acos((p.vx * q.vx + p.vy * q.vy) / (hypot(p.vx, p.vy) * hypot(q.vx, q.vy))) * 180.0 /
               SIM_PI;
}

// A ball hits the end of a resting rod: J = v (1 + e) / (1/m + 1/M + r^2 / I). Its spin.
static void ball_on_rod(lab *l) {
    lab_open_weightless(l);
    sim_shape rod = lab_box(1.0, 0.1, 1.0, 0.0, 0.5), ball = lab_disc(0.25, 2.0, 0.0, 0.5);
    int a = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &rod),
        b = lab_body(l, SIM_DYNAMIC, 0.8, 1.03, &ball);
    sim_set_velocity(l->s, b, 0.0f, -5.0f, 0.0f);
    double spin = 0.0;
    for (int i = 0; i < 30 && lab_step(l); ++i)
        spin = fmin(spin, lab_at(l, a).w);
    double m = lab_mass(l, b), big = lab_mass(l, a), inertia = lab_inertia(l, a);
    double j = 5.0 * 1.5 / (1.0 / m + 1.0 / big + 0.64 / inertia);
    l->theory = -j * 0.8 / inertia;
    l->value = spin;
}

// Sixty mixed bodies that fly together: the change of momentum, or of angular momentum about the origin
// (b = 1), over the sum of the magnitudes at the start; the mean of 24 throws, as contacts keep the levers
// of the beginning of a step and so give one throw up to twice the mean.
static void momentum(lab *l) {
    enum { THROWS = 24 };
    l->theory = l->value = 0.0;
    for (int seed = 0; seed < lab_seeds(l, 3); ++seed) {
        double mean = 0.0;
        lab_seed(l, l->seeds[seed]);
        for (int shot = 0; shot < THROWS; ++shot) {
            double sum[2][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, size[3] = {0.0, 0.0, 0.0},
                   worst = 0.0;
            lab_open_weightless(l);
            sim_shape shapes[3];
            shapes[0] = lab_disc(0.4, 1.0, 0.6, 0.5);
            shapes[1] = lab_box(0.4, 0.3, 2.0, 0.6, 0.5);
            shapes[2] = sim_capsule(-0.3f, 0.0f, 0.3f, 0.0f, 0.2f);
            for (int i = 0; i < 60; ++i) {
                double x = 1.6 * (i % 8) - 5.6, y = 1.6 * (i / 8) - 5.6;
                int body = lab_body(l, SIM_DYNAMIC, x, y, &shapes[i % 3]);
                sim_set_velocity(l->s, body, (float)(-2.0 * x + 3.0 * lab_random(l)),
                                 (float)(-2.0 * y + 3.0 * lab_random(l)),
                                 (float)(5.0 * lab_random(l)));
            }
            for (int when = 0; when < 2; ++when) {
                for (int i = 0; i < 60; ++i) {
                    lab_state at = lab_at(l, i);
                    double m = lab_mass(l, i);
                    double p[3] = {m * at.vx, m * at.vy,
                                   m * (at.x * at.vy - at.y * at.vx) + lab_inertia(l, i) * at.w};
                    for (int k = 0; k < 3; ++k) {
                        sum[when][k] += p[k];
                        size[k] += when == 0 ? fabs(p[k]) : 0.0;
                    }
                }
                if (when == 0) lab_run(l, 4.0);
            }
            for (int k = l->b > 0.5 ? 2 : 0; k < (l->b > 0.5 ? 3 : 2); ++k)
                worst = fmax(worst, fabs(sum[1][k] - sum[0][k]) / size[k]);
            mean += worst / THROWS;
        }
        l->value = fmax(l->value, mean);
    }
}

// A light ball falls on top of one of ten times its mass: it leaves at (3 M - m) / (M + m) v.
static void ball_on_ball(lab *l) {
    lab_open(l);
    lab_ground(l, 0.0, 1.0);
    sim_shape low = lab_disc(0.5, 1.0, 0.0, 1.0), top = lab_disc(0.25, 0.4, 0.0, 1.0);
    lab_body(l, SIM_DYNAMIC, 0.0, 3.5, &low);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 4.27, &top);
    double fastest = 0.0;
    for (int i = 0; i < 80 && lab_step(l); ++i)
        fastest = fmax(fastest, lab_at(l, body).vy);
    l->theory = 29.0 / 11.0 * sqrt(2.0 * LAB_GRAVITY * 3.0);
    l->value = fastest;
}

// ---- cradles, billiards, gas --------------------------------------------------------------------

// Five discs in touch without weight, `in` of them at 5 m/s. Returns the energy kept, and how far a
// velocity is from what it should be.
static double cradle(lab *l, int in, double *off) {
    lab_open_weightless(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 1.0);
    for (int i = 0; i < 5; ++i) {
        int body = lab_body(l, SIM_DYNAMIC, i < in ? i - 1.03 : (double)i, 0.0, &disc);
        if (i < in) sim_set_velocity(l->s, body, 5.0f, 0.0f, 0.0f);
    }
    double before = lab_kinetic(l);
    lab_run(l, 2.0);
    *off = 0.0;
    for (int i = 0; i < 5; ++i)
        *off = fmax(*off, fabs(lab_at(l, i).vx - (i < 5 - in ? 0.0 : 5.0)));
    return lab_kinetic(l) / before;
}

static void cradle_energy(lab *l) {
    double off;
    l->theory = l->value = 1.0;
    for (int in = 1; in < 5; ++in)
        lab_worst(&l->value, 1.0, cradle(l, in, &off));
}

static void cradle_pass(lab *l) {
    double off;
    l->theory = l->value = 0.0;
    cradle(l, (int)l->a, &off);
    l->value = off;
}

// Five discs on threads of 3 m, the first lifted by 60 degrees. a: 0 energy kept after ten seconds,
// 1 the height that the last one reaches after the first blow, 2 the largest rise of the energy.
// Energies are read where nearly nothing moves; see bounce_rise().
static void hung_cradle(lab *l) {
    lab_open(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 1.0);
    int ceiling = lab_nothing(l), bodies[5];
    double angle = SIM_PI / 3.0, low = 0.0, highest = 0.0, rise = 0.0;
    for (int i = 0; i < 5; ++i) {
        double x = i == 0 ? -3.0 * sin(angle) : (double)i, y = i == 0 ? -3.0 * cos(angle) : -3.0;
        bodies[i] = lab_body(l, SIM_DYNAMIC, x, y, &disc);
        lab_rod(l, ceiling, bodies[i], (double)i, 0.0, x, y, 0.0, 0.0);
        low -= 3.0 * LAB_GRAVITY * lab_mass(l, bodies[i]);
    }
    double start = lab_energy(l) - low, least = start, last = start, kinetic[2] = {0.0, 0.0};
    double energy = start;
    for (int i = 0; i < 600 && lab_step(l); ++i) {
        double now = lab_kinetic(l);
        if (kinetic[1] < kinetic[0] && kinetic[1] <= now && kinetic[1] < 0.002 * start) {
            last = energy;
            rise = fmax(rise, last - least);
            least = fmin(least, last);
        }
        kinetic[0] = kinetic[1];
        kinetic[1] = now;
        energy = lab_energy(l) - low;
        if (i < 120) highest = fmax(highest, lab_at(l, bodies[4]).y + 3.0);
    }
    // Where it never comes to rest together, the energy at the end.
    if (last >= start) last = energy;
    double measured[3] = {last / start, highest / 1.5, rise / start};
    l->theory = l->a < 1.5 ? 1.0 : 0.0;
    l->value = measured[(int)l->a];
}

// Keeps the largest rise of an energy over its lowest value so far.
typedef struct watch {
    double start, least, rise;
} watch;

static void watch_energy(watch *w, double energy) {
    w->rise = fmax(w->rise, (energy - w->least) / w->start);
    w->least = fmin(w->least, energy);
}

// Fifteen discs in a triangle and a sixteenth that comes at 10 m/s, never twice the same way. a: 0
// energy kept, 1 its largest rise.
static void billiard_break(lab *l) {
    l->theory = l->value = l->a < 0.5 ? 1.0 : 0.0;
    for (int seed = 0; seed < lab_seeds(l, 12); ++seed) {
        lab_seed(l, l->seeds[seed]);
        lab_open_weightless(l);
        sim_shape disc = lab_disc(0.5, 1.0, 0.0, 1.0);
        for (int row = 0; row < 5; ++row) {
            for (int i = 0; i <= row; ++i)
                lab_body(l, SIM_DYNAMIC, row * sqrt(0.75), i - 0.5 * row, &disc);
        }
        int cue = lab_body(l, SIM_DYNAMIC, -4.0, 0.3 * lab_random(l), &disc);
        sim_set_velocity(l->s, cue, 10.0f, 0.0f, 0.0f);
        watch w = {lab_kinetic(l), 1e300, 0.0};
        for (int i = 0; i < 180 && lab_step(l); ++i)
            watch_energy(&w, lab_kinetic(l));
        lab_worst(&l->value, l->theory, l->a < 0.5 ? lab_kinetic(l) / w.start : w.rise);
    }
}

enum { GAS_DISCS = 0, GAS_MIXED, GAS_SEGMENTS };

// 200 bodies without weight and friction between four walls, e = 1, for ten seconds.
static watch gas(lab *l, int kind, uint32_t seed, double *kept, int *out) {
    lab_seed(l, seed);
    lab_open_weightless(l);
    int walls = lab_nothing(l);
    for (int i = 0; i < 4; ++i) {
        float x = i == 0 ? -1.0f : i == 1 ? 1.0f : 0.0f, y = i == 2 ? -1.0f : i == 3 ? 1.0f : 0.0f;
        sim_shape wall =
            sim_box_at(y < 0.0f || y > 0.0f ? 12.0f : 1.0f, x < 0.0f || x > 0.0f ? 12.0f : 1.0f,
                       11.0f * x, 11.0f * y, 0.0f);
        if (kind == GAS_SEGMENTS)
            wall = sim_segment(10.0f * (x - y), 10.0f * (y - x), 10.0f * (x + y), 10.0f * (x + y));
        wall.friction = 0.0f;
        wall.restitution = 1.0f;
        sim_add_shape(l->s, walls, &wall);
    }
    int first = l->s->body_count;
    sim_shape shapes[3];
    shapes[0] = lab_disc(0.3, 1.0, 0.0, 1.0);
    shapes[1] = lab_box(0.3, 0.2, 1.0, 0.0, 1.0);
    shapes[2] = sim_capsule(-0.2f, 0.0f, 0.2f, 0.0f, 0.2f);
    shapes[2].friction = 0.0f;
    shapes[2].restitution = 1.0f;
    for (int i = 0; i < 200; ++i) {
        int body = lab_body(l, SIM_DYNAMIC, 1.3 * (i % 15) - 9.1, 1.3 * (i / 15) - 9.1,
                            &shapes[kind == GAS_MIXED ? i % 3 : 0]);
        sim_set_velocity(l->s, body, (float)(6.0 * lab_random(l)), (float)(6.0 * lab_random(l)),
                         0.0f);
    }
    watch w = {lab_kinetic(l), 1e300, 0.0};
    for (int i = 0; i < 600 && lab_step(l); ++i)
        watch_energy(&w, lab_kinetic(l));
    *kept = lab_kinetic(l) / w.start;
    *out = 0;
    for (int i = first; i < l->s->body_count; ++i) {
        lab_state at = lab_at(l, i);
        *out += fabs(at.x) > 10.0 || fabs(at.y) > 10.0;
    }
    return w;
}

// a: kind, b: 0 energy kept, 1 its largest rise, 2 bodies outside.
static void gas_row(lab *l) {
    l->theory = l->value = l->b < 0.5 ? 1.0 : 0.0;
    for (int seed = 0; seed < lab_seeds(l, 3); ++seed) {
        double kept;
        int out;
        watch w = gas(l, (int)l->a, l->seeds[seed], &kept, &out);
        lab_worst(&l->value, l->theory, l->b < 0.5 ? kept : l->b < 1.5 ? w.rise : (double)out);
    }
}

// 200 points of radius 0.1 between four walls, as above. Only with points.
static void gas_points(lab *l) {
    enum { COUNT = 200 };
    sim_vec at[COUNT];
    sim_soft_def def;
    lab_seed(l, l->seeds[0]);
    lab_open_weightless(l);
    for (int i = 0; i < 4; ++i) {
        double x = i == 0 ? -6.0 : i == 1 ? 6.0 : 0.0, y = i == 2 ? -6.0 : i == 3 ? 6.0 : 0.0;
        sim_shape wall =
            lab_box(fabs(y) > 1.0 ? 8.0 : 1.0, fabs(x) > 1.0 ? 8.0 : 1.0, 1.0, 0.0, 1.0);
        lab_body(l, SIM_STATIC, x, y, &wall);
    }
    for (int i = 0; i < COUNT; ++i)
        at[i] = sim_v((float)(0.6 * (i % 15) - 4.2), (float)(0.6 * (i / 15) - 4.2));
    memset(&def, 0, sizeof(def));
    def.kind = SIM_SOFT_POINTS;
    def.points = at;
    def.count = COUNT;
    def.mass = (float)COUNT;
    def.radius = 0.1f;
    def.restitution = 1.0f;
    int first = sim_add_soft(l->s, &def);
    for (int i = 0; i < COUNT; ++i)
        lab_throw(l, first + i, 6.0 * lab_random(l), 6.0 * lab_random(l));
    double energy[2] = {0.0, 0.0};
    for (int when = 0; when < 2; ++when) {
        if (when == 1) lab_run(l, 10.0);
        for (int i = 0; i < COUNT; ++i) {
            sim_vec v = lab_speed(l, first + i);
            energy[when] += (double)(v.x * v.x + v.y * v.y);
        }
    }
    l->theory = 1.0;
    l->value = energy[1] / energy[0];
}

static const experiment rows[] = {
    {"bounce_025", "h / (e^2 h0), 60 heights of 1 - 8 m, e = 0.25", one_bounce, 0.25, DISC,
     LAB_WITHIN, 0.01, NULL, 0},
    {"bounce_050", "the same, e = 0.5", one_bounce, 0.5, DISC, LAB_WITHIN, 0.01, NULL, 0},
    {"bounce_075", "the same, e = 0.75", one_bounce, 0.75, DISC, LAB_WITHIN, 0.01, NULL, 0},
    {"bounce_100", "the same, e = 1", one_bounce, 1.0, DISC, LAB_WITHIN, 0.01, "0.993", 0},
    {"bounce_steps_100", "the same at dt = 1/30 - 1/240 x 1 - 16 sub-steps", bounce_steps, 1.0, 0,
     LAB_WITHIN, 0.01, NULL, 0},
    {"bounce_steps_050", "the same, e = 0.5", bounce_steps, 0.5, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"bounce_box_050", "the same, a box that falls flat, e = 0.5", one_bounce, 0.5, FLAT_BOX,
     LAB_WITHIN, 0.01, "0.75", 0},
    {"bounce_box_100", "the same, e = 1", one_bounce, 1.0, FLAT_BOX, LAB_WITHIN, 0.01, NULL, 0},
    {"bounce_box_second", "h2 / (e^2 h1) of that box, e = 0.5", second_bounce, 0, 0, LAB_WITHIN,
     0.01, "0.88", 0},
    {"bounce_point_050", "h / (e^2 h0), a loose point, e = 0.5", one_bounce, 0.5, POINT, LAB_WITHIN,
     0.01, NULL, 0},
    {"bounce_point_100", "the same, e = 1", one_bounce, 1.0, POINT, LAB_WITHIN, 0.01, NULL, 0},
    {"ten_bounces", "h10 / h0, e = 1 (issue 9: 98 %)", ten_bounces, 0, DISC, LAB_WITHIN, 0.02,
     "0.95", 0},
    {"ten_bounces_point", "the same, a loose point", ten_bounces, 0, POINT, LAB_WITHIN, 0.02, NULL,
     0},
    {"bounce_rise", "largest rise of energy in bounces, e = 1", bounce_rise, 0, DISC, LAB_AT_MOST,
     0.001, NULL, 0},
    {"bounce_threshold_low", "0.9 m/s does not bounce", threshold, 0.9, 0, LAB_WITHIN, 0.02, NULL,
     0},
    {"bounce_threshold_high", "1.1 m/s does", threshold, 1.1, 0, LAB_WITHIN, 0.02, NULL, 0},
    {"restitution_maximum", "the larger of 0.9 and 0.4", restitution_mix, SIM_MIX_MAXIMUM, 0,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"restitution_geometric", "sqrt(e1 e2)", restitution_mix, SIM_MIX_GEOMETRIC, 0, LAB_RELATIVE,
     0.02, NULL, 0},
    {"restitution_minimum", "the smaller", restitution_mix, SIM_MIX_MINIMUM, 0, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"restitution_average", "their mean", restitution_mix, SIM_MIX_AVERAGE, 0, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"restitution_product", "their product", restitution_mix, SIM_MIX_PRODUCT, 0, LAB_RELATIVE,
     0.02, NULL, 0},
    {"skid_bounce", "tangential / normal impulse = mu", skid_bounce, 0, 0, LAB_RELATIVE, 0.02,
     "0.25-0.48", 0},
    {"skid_land", "the same without a bounce: a disc, worst of 20 heights", skid_land, 0, 0,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"skid_land_box", "the same, a box that lands flat", skid_land, 1, 0, LAB_RELATIVE, 0.02, NULL,
     0},
    {"skid_land_capsule", "the same, a capsule", skid_land, 2, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"grip_bounce", "2/3 v along the floor", grip_bounce, 0, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"cushion", "angle out = angle in [degrees]", cushion, 0, 0, LAB_WITHIN, 0.2, NULL, 0},
    {"head_on_0", "v = V - e (m2 / M) u, e = 0", head_on, 0, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"head_on_05", "the same, e = 0.5", head_on, 0.5, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"head_on_1", "the same, e = 1", head_on, 1, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"right_angle", "equal discs part at a right angle [degrees]", right_angle, 0, 0, LAB_WITHIN, 1,
     NULL, 0},
    {"ball_on_rod", "spin: r J / I, J = v (1 + e) / (1/m + 1/M + r^2/I)", ball_on_rod, 0, 0,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"ball_on_ball", "(3 M - m) / (M + m) v", ball_on_ball, 0, 0, LAB_RELATIVE, 0.03, NULL, 0},
    {"momentum", "0: change of the sum over the sum of sizes", momentum, 0, 0, LAB_WITHIN, 1e-5,
     NULL, 0},
    {"angular_momentum", "the same, about the origin", momentum, 0, 1, LAB_WITHIN, 2e-3, NULL, 0},
    {"cradle_energy", "energy kept, worst of 1 - 4 balls in", cradle_energy, 0, 0, LAB_WITHIN, 0.01,
     "0.67", 0},
    {"cradle_one", "one in at 5 m/s, one out: largest error of a velocity", cradle_pass, 1, 0,
     LAB_WITHIN, 0.1, "3.0", 0},
    {"cradle_two", "two in, two out", cradle_pass, 2, 0, LAB_WITHIN, 0.1, NULL, 0},
    {"cradle_three", "three in, three out", cradle_pass, 3, 0, LAB_WITHIN, 0.1, NULL, 0},
    {"hung_cradle", "energy kept over 10 s", hung_cradle, 0, 0, LAB_WITHIN, 0.01, "0.31", 0},
    {"hung_cradle_last", "height of the last over that of the first", hung_cradle, 1, 0, LAB_WITHIN,
     0.02, NULL, 0},
    {"hung_cradle_rise", "largest rise of the energy", hung_cradle, 2, 0, LAB_AT_MOST, 0.001, NULL,
     0},
    {"billiard_break", "energy kept, e = 1, worst seed", billiard_break, 0, 0, LAB_WITHIN, 0.01,
     "0.64", 0},
    {"billiard_rise", "largest rise of the energy", billiard_break, 1, 0, LAB_AT_MOST, 0.001, NULL,
     0},
    {"gas_discs", "energy of 200 discs kept over 10 s, e = 1", gas_row, GAS_DISCS, 0, LAB_WITHIN,
     0.01, "0.83", 0},
    {"gas_mixed", "the same, discs, boxes, capsules", gas_row, GAS_MIXED, 0, LAB_WITHIN, 0.01, NULL,
     0},
    {"gas_points", "the same, 200 loose points", gas_points, 0, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"gas_rise", "largest rise of the energy of the discs", gas_row, GAS_DISCS, 1, LAB_AT_MOST,
     0.001, "0.011", 0},
    {"gas_rise_mixed", "the same, mixed", gas_row, GAS_MIXED, 1, LAB_AT_MOST, 0.001, NULL, 0},
    {"gas_out", "discs that leave a box of segments", gas_row, GAS_SEGMENTS, 2, LAB_AT_MOST, 0,
     NULL, 0},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_impacts = {"impacts", rows};
