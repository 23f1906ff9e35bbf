// SPDX-License-Identifier: MIT OR Unlicense
// physics_loads.c - chains and ropes that carry much more than their own weight, between any ends:
// begun apart, swinging, over pegs and wheels; and a trebuchet.
#include "physics.h"

#include <math.h>
#include <string.h>

// ---- tools --------------------------------------------------------------------------------------

static sim_shape block(double hx, double hy, double mass) {
    return lab_box(hx, hy, mass / (4.0 * hx * hy), 0.6, 0.0);
}

static sim_shape alone(sim_shape shape) { // touches nothing
    shape.mask = 0;
    return shape;
}

static int hinge(lab *l, int a, int b, double x, double y) {
    return lab_join(l, SIM_JOINT_REVOLUTE, a, b, x, y, 0.0);
}

// A rope of points whose radius is 2 cm, along (0, 0) to (length, 0).
static int rope(lab *l, int segments, double length, double mass, double friction, int pinned) {
    static sim_vec at[128];
    sim_soft_def def;
    memset(&def, 0, sizeof(def));
    for (int i = 0; i <= segments; ++i)
        at[i] = sim_v((float)(length * i / segments), 0.0f);
    def.kind = SIM_SOFT_ROPE;
    def.points = at;
    def.count = segments + 1;
    def.mass = (float)mass;
    def.radius = 0.02f;
    def.friction = (float)friction;
    def.pin_first = pinned;
    return sim_add_soft(l->s, &def);
}

static void move_point(lab *l, int point, double x, double y) {
    const sim_probe *probe = lab_probe(l);
    if (probe == NULL || probe->point_set_position == NULL ||
        !probe->point_set_position(l->s->ctx, point, sim_v((float)x, (float)y)))
        l->gap = "no points";
}

static double rope_length(const lab *l, int first, int segments) {
    double length = 0.0;
    for (int i = 0; i < segments; ++i) {
        sim_vec p = lab_place(l, first + i), q = lab_place(l, first + i + 1);
        length += hypot((double)(q.x - p.x), (double)(q.y - p.y));
    }
    return length;
}

// A box of `mass` that hangs on a point, or is beside it.
static int load(lab *l, int point, double mass, double dx, double dy) {
    sim_shape box = block(0.2, 0.2, mass);
    sim_vec at = lab_place(l, point);
    int body = lab_body(l, SIM_DYNAMIC, (double)at.x + dx, (double)at.y + dy, &box);
    sim_attach(l->s, point, body);
    return body;
}

// ---- chains -------------------------------------------------------------------------------------

// Hanging boxes of 0.5 m on hinges, the last of `load` times their mass; before one of them, or the
// last, the places of a joint are a m apart. b: 0 the fastest that anything gets, 1 the speed after 5
// s, 2 the widest gap then. The worst of six.
static void begun_apart(lab *l) {
    static const double loads[] = {1.0, 200.0, 1800.0};
    l->theory = l->value = 0.0;
    for (int n = 0; n < 6; ++n) {
        lab_open(l);
        int count = n < 3 ? 5 : 20, before = lab_nothing(l);
        int gap = n % 2 == 0 ? count - 1 : count / 2;
        double shift = 0.0, fastest = 0.0, last = 0.0;
        for (int i = 0; i < count; ++i) {
            sim_shape box = alone(block(0.05, 0.2, i == count - 1 ? loads[n % 3] : 1.0));
            double top = -0.5 * i - shift;
            shift += i == gap ? l->a : 0.0;
            int body = lab_body(l, SIM_DYNAMIC, 0.0, -0.5 * i - 0.25 - shift, &box);
            sim_joint_def def = sim_pin(l->s, before, body, 0.0f, (float)top);
            def.local_b = sim_v(0.0f, 0.25f);
            sim_add_joint(l->s, &def);
            before = body;
        }
        for (int i = 0; i < 300 && lab_step(l); ++i) {
            last = 0.0;
            for (int k = 1; k <= count; ++k) {
                lab_state at = lab_at(l, k);
                last = fmax(last, hypot(at.vx, at.vy));
            }
            fastest = fmax(fastest, last);
        }
        double value = l->b < 0.5 ? fastest : l->b < 1.5 ? last : lab_widest_gap(l);
        l->value = fmax(l->value, value);
    }
}

// Twenty links or rods of 1 m from level, with a times their mass at the end: the widest gap, at 4
// and 8 sub-steps. b: 0 links, 1 rods.
static void swing_gap(lab *l) {
    l->theory = l->value = 0.0;
    for (int n = 4; n <= 8; n += 4) {
        lab_open(l);
        l->s->substeps = n;
        int before = lab_nothing(l), rods = l->b > 0.5;
        sim_shape link = alone(block(0.45, 0.1, 1.0)), disc = alone(lab_disc(0.1, 1.0, 0.0, 0.0));
        sim_shape ball = alone(lab_disc(rods ? 0.1 : 1.0, 1.0, 0.0, 0.0));
        disc.density = (float)(1.0 / (0.01 * SIM_PI));
        ball.density = (float)(l->a / (rods ? 0.01 * SIM_PI : SIM_PI));
        for (int i = 0; i <= 20; ++i) {
            int end = i == (rods ? 19 : 20), body;
            if (rods && i == 20) break;
            if (rods) {
                body = lab_body(l, SIM_DYNAMIC, i + 1.0, 0.0, end ? &ball : &disc);
                lab_rod(l, before, body, i, 0.0, i + 1.0, 0.0, 0.0, 0.0);
            } else {
                body = lab_body(l, SIM_DYNAMIC, i + (end ? 1.0 : 0.5), 0.0, end ? &ball : &link);
                hinge(l, before, body, i, 0.0);
            }
            before = body;
        }
        for (int i = 0; i < (l->quick ? 900 : 3600) && lab_step(l); ++i)
            l->value = fmax(l->value, lab_widest_gap(l));
    }
}

// A rope of thirty edges and 1 kg from level with a kg at the end, at 4 and 8 sub-steps: its greatest
// length over that at rest.
static void swing_rope(lab *l) {
    l->theory = l->value = 1.0;
    for (int n = 4; n <= 8; n += 4) {
        lab_open(l);
        l->s->substeps = n;
        int first = rope(l, 30, 10.0, 1.0, 0.6, 1);
        load(l, first + 30, l->a, 0.2, 0.0);
        for (int i = 0; i < (l->quick ? 900 : 3600) && lab_step(l); ++i)
            lab_worst(&l->value, 1.0, fmax(1.0, rope_length(l, first, 30) / 10.0));
    }
}

// A rope of thirty edges and 1 kg that is folded, with a kg at its end, 9 m above where it comes taut, and beside that or
// not: its greatest reach over its length.
static void snap_rope(lab *l) {
    l->theory = l->value = 1.0;
    for (int n = 0; n < 4; ++n) {
        lab_open(l);
        int first = rope(l, 30, 10.0, 1.0, 0.6, 1);
        for (int i = 1; i <= 30; ++i) // down by 5.5 m, up by 4.5 m
            move_point(l, first + i, 0.05 * (double)(n * i) + 0.01 * i, fabs(i / 3.0 - 5.5) - 5.5);
        load(l, first + 30, l->a, 0.0, n % 2 == 0 ? 0.0 : 0.2);
        double length = rope_length(l, first, 30);
        for (int i = 0; i < (l->quick ? 300 : 600) && lab_step(l); ++i) {
            sim_vec p = lab_place(l, first), q = lab_place(l, first + 30);
            lab_worst(&l->value, 1.0,
                      fmax(1.0, hypot((double)(q.x - p.x), (double)(q.y - p.y)) / length));
        }
    }
}

// ---- between free ends --------------------------------------------------------------------------

// Two crates of 100 kg that a rope of 1 kg, 5 m long, holds against a N either way. b: 0 the rope, 1
// a chain of twenty hinged links, 2 a rope of which a kinematic body holds one end.
static void tug(lab *l) {
    lab_open_weightless(l);
    sim_shape crate = block(0.5, 0.5, 100.0), link = block(0.1, 0.02, 0.05);
    int kinematic = l->b > 1.5, first = 0;
    int left = lab_body(l, kinematic ? SIM_KINEMATIC : SIM_DYNAMIC, -0.5, 0.0, &crate);
    int right = lab_body(l, SIM_DYNAMIC, 5.5, 0.0, &crate), before = left;
    if (kinematic) sim_set_velocity(l->s, left, -2.0f, 0.0f, 0.0f);
    if (l->b > 0.5 && !kinematic) {
        for (int i = 0; i <= 20; ++i) {
            int body = right;
            if (i < 20) body = lab_body(l, SIM_DYNAMIC, 0.25 * i + 0.125, 0.0, &link);
            hinge(l, before, body, 0.25 * i, 0.0);
            before = body;
        }
    } else {
        first = rope(l, 20, 5.0, 1.0, 0.6, 0);
        sim_attach(l->s, first, left), sim_attach(l->s, first + 20, right);
    }
    l->theory = l->value = 1.0;
    for (int i = 0; i < 120; ++i) {
        for (int k = kinematic; k < 2; ++k) { // a force, as an impulse of each step
            lab_state at = lab_at(l, k == 0 ? left : right);
            double j = (k == 0 ? -l->a : l->a) / 60.0;
            sim_impulse(l->s, k == 0 ? left : right, (float)j, 0.0f, (float)at.x, (float)at.y);
        }
        if (!lab_step(l)) break;
        lab_worst(&l->value, 1.0, fmax(1.0, (lab_at(l, right).x - lab_at(l, left).x - 1.0) / 5.0));
    }
}

// Two boxes of a kg that turn about each other at 5 rad/s on a rope of 1 kg. b: 0 the rope's length,
// 1 the energy that they keep.
static void bola(lab *l) {
    enum { N = 20 };
    lab_open_weightless(l);
    int first = rope(l, N, 2.0, 1.0, 0.6, 0), body[2];
    double w = 5.0;
    for (int i = 0; i <= N; ++i) {
        double x = 2.0 * i / N - 1.0;
        move_point(l, first + i, x, 0.0);
        lab_throw(l, first + i, 0.0, w * x);
    }
    for (int k = 0; k < 2; ++k) {
        body[k] = load(l, first + k * N, l->a, k == 0 ? -0.2 : 0.2, 0.0);
        sim_set_velocity(l->s, body[k], 0.0f, (float)(k == 0 ? -1.2 * w : 1.2 * w), (float)w);
    }
    double before = lab_kinetic(l);
    l->theory = l->value = 1.0;
    for (int i = 0; i < 600 && lab_step(l); ++i)
        lab_worst(&l->value, 1.0,
                  l->b > 0.5 ? lab_kinetic(l) / before : fmax(1.0, rope_length(l, first, N) / 2.0));
}

// A crate of 100 kg on a table, another one that hangs from it over the edge. a: friction of the
// table and the crate, b: mass of the one that hangs.
static void over_an_edge(lab *l) {
    enum { N = 40 };
    lab_open(l);
    sim_shape table = lab_box(5.0, 1.0, 1.0, l->a, 0.0), crate = block(0.3, 0.3, 100.0);
    crate.friction = (float)l->a;
    lab_body(l, SIM_STATIC, -5.0, -1.0, &table);
    int first = rope(l, N, 4.0, 1.0, 0.1, 0);
    for (int i = 0; i <= N; ++i) {
        double along = 0.1 * i - 2.0;
        move_point(l, first + i, 0.02 + fmin(along, 0.0), 0.02 - fmax(along, 0.0));
    }
    int body = lab_body(l, SIM_DYNAMIC, -2.3, 0.3, &crate);
    sim_attach(l->s, first, body);
    load(l, first + N, l->b, 0.0, -0.25);
    l->theory = l->value = 1.0;
    for (int i = 0; i < 60 && lab_step(l); ++i)
        lab_worst(&l->value, 1.0, fmax(1.0, rope_length(l, first, N) / 4.0));
}

// 100 kg on the end of a boom that is welded to a tower. a: 0 by a rope, 1 by a rope, swinging, 2 by a
// chain of thirty links.
static void on_a_boom(lab *l) {
    enum { N = 30 };
    lab_open(l);
    sim_shape post = alone(lab_box(0.2, 4.0, 1.0, 0.6, 0.0)), beam = alone(block(2.0, 0.1, 20.0));
    sim_shape link = alone(block(0.02, 0.04, 1.0 / N)), weight = alone(block(0.2, 0.2, 100.0));
    int tower = lab_body(l, SIM_STATIC, 0.0, 0.0, &post), first = 0;
    int boom = lab_body(l, SIM_DYNAMIC, 2.0, 4.0, &beam), before = boom;
    lab_join(l, SIM_JOINT_WELD, tower, boom, 0.2, 4.0, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, 4.0, 0.8, &weight);
    if (l->a < 1.5) {
        first = rope(l, N, 3.0, 1.0, 0.6, 0);
        for (int i = 0; i <= N; ++i)
            move_point(l, first + i, 4.0, 4.0 - 0.1 * i);
        sim_attach(l->s, first, boom), sim_attach(l->s, first + N, body);
    }
    for (int i = 0; l->a > 1.5 && i <= N; ++i) {
        int next = i < N ? lab_body(l, SIM_DYNAMIC, 4.0, 3.95 - 0.1 * i, &link) : body;
        hinge(l, before, next, 4.0, 4.0 - 0.1 * i);
        before = next;
    }
    if (l->a > 0.5 && l->a < 1.5) sim_set_velocity(l->s, body, 4.0f, 0.0f, 0.0f);
    l->theory = l->value = 1.0;
    for (int i = 0; i < 300 && lab_step(l); ++i) {
        lab_state tip = lab_at(l, boom), low = lab_at(l, body);
        double x = tip.x + 2.0 * cos(tip.angle) - low.x + 0.2 * sin(low.angle);
        double y = tip.y + 2.0 * sin(tip.angle) - low.y - 0.2 * cos(low.angle);
        double length = l->a < 1.5 ? rope_length(l, first, N) : hypot(x, y);
        lab_worst(&l->value, 1.0, fmax(1.0, length / 3.0));
    }
}

// ---- over pegs and wheels -----------------------------------------------------------------------

enum { ARC = 17, OVER = 50 + ARC }; // edges on the peg, and in all
static const double peg = 0.5;      // its radius

// A rope over a round thing at (0, 0), with `left` of its edges hanging on that side, and a box at
// either end. At the start no edge is loose, and none overlaps the peg.
typedef struct tackle {
    int first, a, b;
    double length, edge, mass;
} tackle;

static tackle hang_over(lab *l, int left, double mass, double friction, double m1, double m2) {
    double half = 0.5 * SIM_PI / ARC, r = (peg + 0.02) / cos(half), edge = 2.0 * r * sin(half);
    tackle t = {0, 0, 0, OVER * edge, edge, mass};
    t.first = rope(l, OVER, t.length, mass, friction, 0);
    for (int i = 0; i <= OVER; ++i) {
        int k = i - left;
        double angle = SIM_PI - 2.0 * half * k;
        move_point(l, t.first + i,
                   k < 0      ? -r
                   : k <= ARC ? r * cos(angle)
                              : r,
                   k < 0      ? k * edge
                   : k <= ARC ? r * sin(angle)
                              : (ARC - k) * edge);
    }
    t.a = load(l, t.first, m1, 0.0, -0.2);
    t.b = load(l, t.first + OVER, m2, 0.0, -0.2);
    return t;
}

static int round_thing(lab *l, int turns, double friction) {
    sim_shape disc = lab_disc(peg, 0.2, friction, 0.0);
    int body = lab_body(l, turns ? SIM_DYNAMIC : SIM_STATIC, 0.0, 0.0, &disc);
    if (turns) hinge(l, lab_nothing(l), body, 0.0, 0.0);
    return body;
}

// a kg at both ends of a rope of 3 kg: its greatest length over that at rest.
static void rope_over_peg(lab *l) {
    lab_open(l);
    round_thing(l, 0, 0.6);
    tackle t = hang_over(l, 25, 3.0, 0.6, l->a, l->a);
    l->theory = l->value = 1.0;
    for (int i = 0; i < 300 && lab_step(l); ++i)
        lab_worst(&l->value, 1.0, fmax(1.0, rope_length(l, t.first, OVER) / t.length));
}

// Masses a and 2 a after 0.6 s: the speed over that in theory, (m2 - m1) g / (m1 + m2 + I / r^2) with
// the rope's own weight; the worse of both masses. b: 0 over a peg without friction, 1 over a wheel
// that the rope turns.
static void atwood(lab *l) {
    lab_open(l);
    int wheel = l->b > 0.5, body = round_thing(l, wheel, wheel ? 3.0 : 0.0);
    tackle t = hang_over(l, 30, 0.02 * l->a, wheel ? 3.0 : 0.0, l->a, 2.0 * l->a);
    double m1 = lab_mass(l, t.a), m2 = lab_mass(l, t.b), heap = t.mass / t.length, x = 0.0, v = 0.0;
    double moved = m1 + m2 + t.mass;
    if (wheel) moved += lab_inertia(l, body) / (peg * peg);
    for (int i = 0; i < 60000; ++i) {
        v += 1e-5 * LAB_GRAVITY * (m2 - m1 + heap * (2.0 * x - 10.0 * t.edge)) / moved;
        x += 1e-5 * v;
    }
    lab_run(l, 0.6);
    l->theory = l->value = 1.0;
    lab_worst(&l->value, 1.0, lab_at(l, t.a).vy / v);
    lab_worst(&l->value, 1.0, -lab_at(l, t.b).vy / v);
}

// Half a turn about a peg of friction a: forces T2 : T1 at the ends of a rope that slides, told from
// its acceleration. 1.6 times the load that would slide.
static void capstan(lab *l) {
    lab_open(l);
    double m1 = 2.0, m2 = 1.6 * exp(l->a * SIM_PI) * m1, v[2] = {0.0, 0.0};
    round_thing(l, 0, l->a);
    tackle t = hang_over(l, 30, 0.01 * m2, l->a, m1, m2);
    for (int i = 1; i <= 42 && lab_step(l); ++i) // 0.2 to 0.7 s
        if (i == 12 || i == 42) v[i == 42] = 0.5 * (lab_at(l, t.a).vy - lab_at(l, t.b).vy);
    double rate = (v[1] - v[0]) / 0.5;
    m1 += t.mass * 30.0 / OVER, m2 += t.mass * 20.0 / OVER; // and what hangs of the rope
    l->theory = exp(l->a * SIM_PI);
    l->value = m2 * (LAB_GRAVITY - rate) / (m1 * (LAB_GRAVITY + rate));
}

// 0.93 of the load that would slide: how far it slides in 2 s.
static void capstan_holds(lab *l) {
    lab_open(l);
    round_thing(l, 0, l->a);
    tackle t = hang_over(l, 25, 0.05, l->a, 2.0, 2.0 * 0.93 * exp(l->a * SIM_PI));
    lab_run(l, 1.0);
    double before = lab_at(l, t.b).y;
    lab_run(l, 2.0);
    l->theory = 0.0;
    l->value = fabs(lab_at(l, t.b).y - before);
}

// ---- the trebuchet, and an integration in double precision ----------------------------------------

enum { PARTS = 8, ROWS = 2 * PARTS };

// Bodies on hinges, in double precision: their accelerations from those of the hinges' places, which
// are equal, and their motion by the method of Runge and Kutta.
typedef struct reference {
    int bodies, hinges;
    double mass[PARTS], inertia[PARTS];
    int end[PARTS][2]; // of a hinge, or -1
    double arm[PARTS][2][2];
    double q[PARTS][3], v[PARTS][3];
} reference;

static void solve(double a[ROWS][ROWS], double *x, int n) { // Gauss; a is positive definite
    for (int c = 0; c < n; ++c) {
        for (int r = c + 1; r < n; ++r) {
            double f = a[r][c] / a[c][c];
            for (int k = c; k < n; ++k)
                a[r][k] -= f * a[c][k];
            x[r] -= f * x[c];
        }
    }
    for (int r = n - 1; r >= 0; --r) {
        for (int k = r + 1; k < n; ++k)
            x[r] -= a[r][k] * x[k];
        x[r] /= a[r][r];
    }
}

static void accelerations(const reference *f, double acc[PARTS][3]) {
    double j[ROWS][PARTS][3], a[ROWS][ROWS], x[ROWS];
    int n = 2 * f->hinges;
    memset(j, 0, sizeof(j));
    memset(x, 0, sizeof(x));
    for (int k = 0; k < f->hinges; ++k) {
        for (int e = 0; e < 2; ++e) {
            int b = f->end[k][e];
            if (b < 0) continue;
            double c = cos(f->q[b][2]), s = sin(f->q[b][2]), sign = e == 0 ? -1.0 : 1.0;
            double rx = c * f->arm[k][e][0] - s * f->arm[k][e][1], w = f->v[b][2];
            double ry = s * f->arm[k][e][0] + c * f->arm[k][e][1];
            j[2 * k][b][0] = j[2 * k + 1][b][1] = sign;
            j[2 * k][b][2] = -sign * ry, j[2 * k + 1][b][2] = sign * rx;
            x[2 * k] += sign * w * w * rx;
            x[2 * k + 1] += sign * (w * w * ry + LAB_GRAVITY);
        }
    }
    for (int r = 0; r < n; ++r) {
        for (int c = 0; c < n; ++c) {
            a[r][c] = 0.0;
            for (int b = 0; b < f->bodies; ++b)
                a[r][c] += (j[r][b][0] * j[c][b][0] + j[r][b][1] * j[c][b][1]) / f->mass[b] +
                           j[r][b][2] * j[c][b][2] / f->inertia[b];
        }
    }
    solve(a, x, n);
    for (int b = 0; b < f->bodies; ++b) {
        for (int i = 0; i < 3; ++i) {
            acc[b][i] = i == 1 ? -LAB_GRAVITY : 0.0;
            for (int r = 0; r < n; ++r)
                acc[b][i] += j[r][b][i] * x[r] / (i < 2 ? f->mass[b] : f->inertia[b]);
        }
    }
}

static void reference_step(reference *f, double h) {
    static const double ahead[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    double v[4][PARTS][3], acc[4][PARTS][3];
    for (int k = 0; k < 4; ++k) {
        reference at = *f;
        for (int i = 0; i < 3 * f->bodies && k > 0; ++i) {
            (&at.q[0][0])[i] += ahead[k] * h * (&v[k - 1][0][0])[i];
            (&at.v[0][0])[i] += ahead[k] * h * (&acc[k - 1][0][0])[i];
        }
        memcpy(v[k], at.v, sizeof(v[k]));
        accelerations(&at, acc[k]);
    }
    for (int i = 0; i < 3 * f->bodies; ++i) {
        for (int k = 0; k < 4; ++k) {
            (&f->q[0][0])[i] += h / 6.0 * weight[k] * (&v[k][0][0])[i];
            (&f->v[0][0])[i] += h / 6.0 * weight[k] * (&acc[k][0][0])[i];
        }
    }
}

static int add_part(lab *l, reference *f, double x, double y, const sim_shape *shape) {
    int body = lab_body(l, SIM_DYNAMIC, x, y, shape), i = f->bodies++;
    f->mass[i] = lab_mass(l, body), f->inertia[i] = lab_inertia(l, body);
    f->q[i][0] = x, f->q[i][1] = y;
    return body;
}

static void add_hinge(lab *l, reference *f, int a, int b, double x, double y) {
    int k = f->hinges++, ends[2];
    ends[0] = a - 1, ends[1] = b - 1; // the world is body 0
    hinge(l, a, b, x, y);
    for (int e = 0; e < 2; ++e) {
        f->end[k][e] = ends[e];
        if (ends[e] < 0) continue;
        f->arm[k][e][0] = x - f->q[ends[e]][0], f->arm[k][e][1] = y - f->q[ends[e]][1];
    }
}

// A weight of 32 kg times a on the short arm, a sling of b links with a ball on the long one: the
// ball's greatest speed over that of the integration.
static void trebuchet(lab *l) {
    reference f;
    memset(&f, 0, sizeof(f));
    lab_open(l);
    int world = lab_nothing(l), links = (int)l->b;
    sim_shape beam = alone(lab_box(1.5, 0.05, 1.0, 0.0, 0.0)), cord, weight, ball;
    weight = alone(lab_box(0.4, 0.4, 50.0 * l->a, 0.0, 0.0));
    cord = alone(lab_box(0.02, 0.48 / links, 0.1, 0.0, 0.0));
    ball = alone(lab_disc(0.1, 3.0, 0.0, 0.0));
    int arm = add_part(l, &f, 0.5, 0.0, &beam), before = arm;
    int heavy = add_part(l, &f, -1.0, -0.8, &weight);
    add_hinge(l, &f, world, arm, 0.0, 0.0), add_hinge(l, &f, arm, heavy, -1.0, 0.0);
    for (int i = 0; i <= links; ++i) {
        double y = -(double)i / links;
        int body = add_part(l, &f, 2.0, i < links ? y - 0.5 / links : y, i < links ? &cord : &ball);
        add_hinge(l, &f, before, body, 2.0, y);
        before = body;
    }
    double most = 0.0, theory = 0.0;
    for (int i = 0; i < 42 && lab_step(l); ++i) {
        lab_state at = lab_at(l, before);
        most = fmax(most, hypot(at.vx, at.vy));
    }
    for (int i = 0; i < 7000; ++i) {
        reference_step(&f, 1e-4);
        theory = fmax(theory, hypot(f.v[before - 1][0], f.v[before - 1][1]));
    }
    l->theory = 1.0;
    l->value = most / theory;
}

static const char *const apart = "fastest body of a hung chain begun apart [m/s]: as Box2D 3.2";
static const char *const taut = "greatest length over that at rest";

static const experiment rows[] = {
    {"apart_2cm", apart, begun_apart, 0.02, 0, LAB_AT_MOST, 0.4, "0.4", 0},
    {"apart_10cm", apart, begun_apart, 0.1, 0, LAB_AT_MOST, 2, "2", 0},
    {"apart_50cm", apart, begun_apart, 0.5, 0, LAB_AT_MOST, 11, "11", 0},
    {"apart_2m", apart, begun_apart, 2, 0, LAB_AT_MOST, 45, "45", 0},
    {"apart_rests", "its speed after 5 s, 50 cm [m/s]", begun_apart, 0.5, 1, LAB_AT_MOST, 0.01,
     NULL, 0},
    {"apart_closes", "its gap after 5 s, 50 cm [m]", begun_apart, 0.5, 2, LAB_AT_MOST, 0.01, NULL,
     0},
    {"swing_links_100", "widest gap of 20 links from level, 100:1 [m]", swing_gap, 100, 0,
     LAB_AT_MOST, 0.02, NULL, 0},
    {"swing_links_1000", "the same, 1000:1", swing_gap, 1000, 0, LAB_AT_MOST, 0.1, NULL, 0},
    {"swing_rods_100", "the same, 20 rods, 100:1", swing_gap, 100, 1, LAB_AT_MOST, 0.02, NULL, 0},
    {"swing_rods_1000", "the same, 1000:1", swing_gap, 1000, 1, LAB_AT_MOST, 0.1, NULL, 0},
    {"swing_rope_100", "greatest length over that at rest, 100:1, from level", swing_rope, 100, 0,
     LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"swing_rope_1000", "the same, 1000:1", swing_rope, 1000, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"snap_rope_10", "greatest reach over its length, 10:1, folded", snap_rope, 10, 0, LAB_WITHIN,
     0.08, NULL, LAB_ALONE},
    {"snap_rope_100", "the same, 100:1", snap_rope, 100, 0, LAB_WITHIN, 0.08, NULL, LAB_ALONE},
    {"tug_rope", "greatest length over that at rest, two crates 100:1, 1 kN", tug, 1000, 0,
     LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"tug_rope_10", "the same, 10 kN", tug, 10000, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"tug_chain", "the same, twenty links, 1 kN", tug, 1000, 1, LAB_WITHIN, 0.01, NULL, 0},
    {"tug_kinematic", "the same, a kinematic body at one end of the rope", tug, 1000, 2, LAB_WITHIN,
     0.01, NULL, LAB_ALONE},
    {"bola_10", taut, bola, 10, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"bola_100", taut, bola, 100, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"bola_energy", "energy of the boxes that is kept in 10 s", bola, 100, 1, LAB_WITHIN, 0.02,
     NULL, LAB_ALONE},
    {"edge_slides", taut, over_an_edge, 0.05, 100, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"edge_holds", taut, over_an_edge, 0.6, 40, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"boom_rope", "the same, on a boom that is welded to a tower", on_a_boom, 0, 0, LAB_WITHIN,
     0.01, NULL, LAB_ALONE},
    {"boom_rope_swings", "the same, swinging", on_a_boom, 1, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"boom_chain", "the same, thirty links", on_a_boom, 2, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"peg_10", "greatest length over that at rest, 10 kg at both ends", rope_over_peg, 10, 0,
     LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"peg_100", "the same, 100 kg", rope_over_peg, 100, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"atwood_peg", "(m2 - m1) g t / (m1 + m2): ratio", atwood, 1, 0, LAB_WITHIN, 0.02, NULL,
     LAB_ALONE},
    {"atwood_peg_10", "the same, 10 and 20 kg", atwood, 10, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"atwood_wheel", "(m2 - m1) g t / (m1 + m2 + I / r^2): ratio", atwood, 1, 1, LAB_WITHIN, 0.02,
     NULL, LAB_ALONE},
    {"atwood_wheel_10", "the same, 10 and 20 kg", atwood, 10, 1, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"capstan_1", "T2 / T1 = e^(mu pi), mu = 0.1", capstan, 0.1, 0, LAB_RELATIVE, 0.05, NULL,
     LAB_ALONE},
    {"capstan_2", "the same, 0.2", capstan, 0.2, 0, LAB_RELATIVE, 0.05, NULL, LAB_ALONE},
    {"capstan_4", "the same, 0.4", capstan, 0.4, 0, LAB_RELATIVE, 0.05, NULL, LAB_ALONE},
    {"capstan_holds_2", "0: way in 2 s at 0.93 e^(mu pi), mu = 0.2 [m]", capstan_holds, 0.2, 0,
     LAB_AT_MOST, 0.02, NULL, LAB_ALONE},
    {"capstan_holds_4", "the same, 0.4", capstan_holds, 0.4, 0, LAB_AT_MOST, 0.02, NULL, LAB_ALONE},
    {"trebuchet", "speed of the ball over that in double, 107:1", trebuchet, 1, 1, LAB_WITHIN,
     0.028, "0.62", 0},
    {"trebuchet_light", "the same, 20:1", trebuchet, 0.19, 1, LAB_WITHIN, 0.028, NULL, 0},
    {"trebuchet_heavy", "the same, 400:1", trebuchet, 3.75, 1, LAB_WITHIN, 0.028, NULL, 0},
    {"trebuchet_links", "the same, 107:1, a sling of four links", trebuchet, 1, 4, LAB_WITHIN,
     0.028, NULL, 0},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_loads = {"loads", rows};
