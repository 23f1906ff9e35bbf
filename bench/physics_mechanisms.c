// SPDX-License-Identifier: MIT OR Unlicense
// physics_mechanisms.c - bodies that hang together by many joints. Whatever they do, there is never
// more energy than before, and nothing comes apart.
#include "physics.h"

#include <math.h>
#include <string.h>

enum { GAINS, PARTS, RESTLESS, LOST }; // what an experiment counts

// ---- tools --------------------------------------------------------------------------------------

static double between(lab *l, double low, double high) {
    return low + 0.5 * (high - low) * (1.0 + lab_random(l));
}

static int pick(lab *l, int count) {
    int n = (int)between(l, 0.0, count);
    return n < count ? n : count - 1;
}

static int chance(lab *l, double p) { return between(l, 0.0, 1.0) < p; }

static double turn(lab *l) { return between(l, -SIM_PI, SIM_PI); }

// A box, or a disc when `hy` is 0.
static sim_shape block(double hx, double hy, double mass) {
    double area = hy > 0.0 ? 4.0 * hx * hy : SIM_PI * hx * hx;
    return hy > 0.0 ? lab_box(hx, hy, mass / area, 0.6, 0.0) : lab_disc(hx, mass / area, 0.6, 0.0);
}

static sim_shape alone(sim_shape shape) { // touches nothing
    shape.mask = 0;
    return shape;
}

static sim_joint_def *limits(sim_joint_def *def, double low, double high) {
    def->limited = 1;
    def->lower = def->lower_angle = (float)low;
    def->upper = def->upper_angle = (float)high;
    return def;
}

static int join(lab *l, sim_joint_kind kind, int a, int b, double x, double y) {
    return lab_join(l, kind, a, b, x, y, 0.0);
}

static int member(lab *l, double x, double y, double angle, const sim_shape *shape) {
    return lab_turned(l, SIM_DYNAMIC, x, y, angle, shape);
}

// What happened: the greatest energy over that at the start, in units of `scale`, the widest gap of
// a joint, the fastest body at the end, and whether a body was lost: put aside as not finite.
typedef struct course {
    double gain, gap, speed;
    int lost;
} course;

static double fastest(const lab *l) {
    double most = 0.0;
    for (int i = 0; i < l->s->body_count; ++i) {
        lab_state at = lab_at(l, i);
        if (l->s->bodies[i].def.type == SIM_DYNAMIC) most = fmax(most, hypot(at.vx, at.vy));
    }
    return most;
}

static course follow(lab *l, double seconds, double scale, double (*energy)(const lab *)) {
    course c = {0.0, 0.0, 0.0, 0};
    double before = energy(l);
    int steps = (int)(seconds * 60.0 + 0.5);
    for (int i = 0; i < steps && c.gain < 1e4 && lab_step(l); ++i) {
        double gain = (energy(l) - before) / scale, gap = lab_widest_gap(l);
        if (!(gain <= c.gain)) c.gain = gain;
        if (!(gap <= c.gap)) c.gap = gap;
        if (!(gain - gain <= 0.0)) c.lost = 1;
    }
    c.speed = fastest(l);
    for (int i = 0; i < l->s->body_count && l->s->error == NULL; ++i) {
        if (l->s->bodies[i].def.type != SIM_DYNAMIC) continue;
        sim_set_velocity(l->s, i, 1.0f, 0.0f, 0.0f); // what was put aside refuses
        c.lost |= !(fabs(lab_at(l, i).vx) > 0.5);
    }
    return c;
}

static int counts(const course *c, int what, double gain) {
    switch (what) {
    case GAINS: return c->lost || !(c->gain <= gain);
    case PARTS: return c->lost || !(c->gap <= 0.05);
    case RESTLESS: return c->lost || !(c->speed <= 0.05);
    }
    return c->lost;
}

static double height_energy(const lab *l) { // of all bodies above 0
    double sum = 0.0;
    for (int i = 0; i < l->s->body_count; ++i)
        if (l->s->bodies[i].def.type == SIM_DYNAMIC)
            sum += LAB_GRAVITY * lab_mass(l, i) * lab_at(l, i).y;
    return sum;
}

// ---- random mechanisms --------------------------------------------------------------------------

enum { HINGES, WELDS, GUIDES, MIXED, WAYS = 4, KINDS = 6 };
enum { MOST = 16 }; // bodies

static sim_joint_kind joint_of(lab *l, int way) {
    static const sim_joint_kind kinds[WAYS][4] = {
        {SIM_JOINT_REVOLUTE, SIM_JOINT_REVOLUTE, SIM_JOINT_REVOLUTE, SIM_JOINT_REVOLUTE},
        {SIM_JOINT_REVOLUTE, SIM_JOINT_WELD, SIM_JOINT_REVOLUTE, SIM_JOINT_WELD},
        {SIM_JOINT_REVOLUTE, SIM_JOINT_SLIDE, SIM_JOINT_WHEEL, SIM_JOINT_SLIDE},
        {SIM_JOINT_REVOLUTE, SIM_JOINT_WELD, SIM_JOINT_SLIDE, SIM_JOINT_WHEEL}};
    return kinds[way][pick(l, 4)];
}

// Guides and wheels have limits, some wheels springs, some hinges limits. Returns how far the joint
// lets b go.
static double random_joint(lab *l, int way, int a, int b, double x, double y) {
    sim_joint_kind kind = joint_of(l, way);
    int slides = kind == SIM_JOINT_SLIDE || kind == SIM_JOINT_WHEEL;
    sim_joint_def def =
        sim_join(l->s, kind, a, b, (float)x, (float)y, slides ? (float)turn(l) : 0.0f);
    double low = -between(l, 0.1, 1.0), high = between(l, 0.1, 1.0);
    if (slides) limits(&def, low, high);
    if (kind == SIM_JOINT_REVOLUTE && chance(l, 0.1)) limits(&def, 3.0 * low, 3.0 * high);
    if (kind == SIM_JOINT_WHEEL && chance(l, 0.3)) {
        def.spring_frequency = (float)between(l, 1.0, 5.0);
        def.spring_damping_ratio = (float)between(l, 0.0, 1.0);
    }
    sim_add_joint(l->s, &def);
    return slides ? fmax(high, -low) : 0.0;
}

// Three to eight bodies without contacts, each on one of those before, by an arm of up to four times
// its own half width; with loops one or two joints more. It hangs on the world, or turns freely
// without weight. Returns the scale of its energy: m g times the longest way down, or what it has.
static double mechanism(lab *l, int way, double ratio, int loops) {
    int pinned = chance(l, 0.75), count = 3 + pick(l, 6), body[MOST];
    double path[MOST], x[MOST], y[MOST], hx[MOST], scale = 0.0, mx = 0.0, my = 0.0, m = 0.0;
    if (pinned)
        lab_open(l);
    else
        lab_open_weightless(l);
    int world = lab_nothing(l);
    for (int i = 0; i < count; ++i) {
        int parent = i == 0 ? -1 : chance(l, 0.6) ? i - 1 : pick(l, i);
        hx[i] = between(l, 0.1, 0.6);
        double hy = chance(l, 0.2) ? 0.0 : hx[i] * between(l, 0.15, 1.0), at = turn(l);
        double arm = hx[i] * (chance(l, 0.7) ? between(l, 0.0, 1.0) : between(l, 1.0, 4.0));
        double from = i > 0 ? between(l, -1.0, 1.0) * hx[parent] : 0.0, along = turn(l);
        double px = i > 0 ? x[parent] + from * cos(along) : 0.0;
        double py = i > 0 ? y[parent] + from * sin(along) : 0.0;
        double share = (double)pick(l, 3) / 2.0;
        sim_shape shape = alone(block(hx[i], hy, pow(ratio, share)));
        x[i] = px + arm * cos(at), y[i] = py + arm * sin(at);
        body[i] = member(l, x[i], y[i], turn(l), &shape);
        path[i] = arm + (i > 0 ? path[parent] + fabs(from) : 0.0);
        if (i > 0 || pinned)
            path[i] += random_joint(l, way, i > 0 ? body[parent] : world, body[i], px, py);
    }
    for (int k = 0; k < (loops ? 1 + pick(l, 2) : 0); ++k) {
        int a = pick(l, count), b = (a + 1 + pick(l, count - 1)) % count;
        double part = between(l, 0.0, 1.0);
        random_joint(l, way, body[a], body[b], x[a] + part * (x[b] - x[a]),
                     y[a] + part * (y[b] - y[a]));
    }
    for (int i = 0; i < count; ++i) {
        double mass = lab_mass(l, body[i]);
        if (pinned) scale += mass * LAB_GRAVITY * path[i];
        m += mass, mx += mass * x[i], my += mass * y[i];
    }
    double w = between(l, 1.0, 5.0);
    for (int i = 0; i < count && !pinned; ++i) // about its centre of mass
        sim_set_velocity(l->s, body[i], (float)(-w * (y[i] - my / m)), (float)(w * (x[i] - mx / m)),
                         (float)w);
    return pinned ? scale : lab_kinetic(l);
}

static double energy_of(const lab *l) {
    return fabs((double)l->s->world.gravity.y) > 0.0 ? lab_energy(l) : lab_kinetic(l);
}

// 25 of each seed, in six kinds: masses from 1 : 1 to 1 : 100, as trees and with loops. a: their
// joints, b: what is counted.
static void mechanisms(lab *l) {
    static const double ratios[] = {1.0, 10.0, 100.0};
    int each = l->quick ? 1 : 25;
    l->theory = l->value = 0.0;
    for (int i = 0; i < lab_seeds(l, LAB_MAX_SEEDS) * each; ++i) {
        for (int kind = 0; kind < KINDS; ++kind) {
            lab_seed(l, 6007u * l->seeds[i / each] + 24u * (uint32_t)(i % each) +
                            6u * (uint32_t)l->a + (uint32_t)kind);
            double scale = mechanism(l, (int)l->a, ratios[kind % 3], kind / 3);
            course c = follow(l, l->quick ? 10.0 : 20.0, scale, energy_of);
            l->value += counts(&c, (int)l->b, 0.01);
        }
    }
}

// Three to twelve links, hinged or welded, with 1 to 1,000 times a link's mass at the end of the
// last. The simplest is a ball welded to the last of four hinged links.
static double weld_chain(lab *l, int simple) {
    int count = simple ? 4 : 3 + pick(l, 10), before;
    double angle = between(l, -0.5, 0.5 * SIM_PI), c = cos(angle), s = sin(angle);
    double length = simple ? 0.5 : between(l, 0.2, 1.0),
           welds = simple ? 0.0 : between(l, 0.1, 0.7);
    double r = between(l, 0.2, 0.8), ratio = pow(10.0, between(l, 0.0, 3.0)), scale = 0.0;
    lab_open(l);
    before = lab_nothing(l);
    for (int i = 0; i <= count; ++i) {
        double at = i < count ? (i + 0.5) * length : i * length + r;
        double hx = i < count ? 0.4 * length : r, hy = i < count ? 0.1 * length : 0.0;
        sim_shape shape = alone(block(hx, hy, i < count ? 1.0 : ratio));
        int body = member(l, at * c, at * s, angle, &shape), weld;
        weld = i > 0 && (i < count ? chance(l, welds) : simple || chance(l, 0.6));
        join(l, weld ? SIM_JOINT_WELD : SIM_JOINT_REVOLUTE, before, body, i * length * c,
             i * length * s);
        scale += lab_mass(l, body) * LAB_GRAVITY * at;
        before = body;
    }
    return scale;
}

// 25 of each seed, at 4 and 8 sub-steps. b: what is counted.
static void weld_chains(lab *l) {
    int each = l->quick ? 2 : 25;
    l->theory = l->value = 0.0;
    for (int i = 0; i < 2 * lab_seeds(l, LAB_MAX_SEEDS) * each; ++i) {
        lab_seed(l, 7919u * l->seeds[i / 2 / each] + (uint32_t)(i / 2 % each));
        double scale = weld_chain(l, i / 2 % 4 == 0);
        l->s->substeps = i % 2 == 0 ? 4 : 8;
        course c = follow(l, l->quick ? 12.0 : 60.0, scale, lab_energy);
        l->value += counts(&c, (int)l->b, 0.01);
    }
}

// Hinged boxes of 2 to 20 cm, each 10 to 50 radii of gyration from its hinges.
static void long_arms(lab *l) {
    l->theory = l->value = 0.0;
    for (int i = 0; i < lab_seeds(l, LAB_MAX_SEEDS) * (l->quick ? 2 : 8); ++i) {
        lab_seed(l, 104729u * l->seeds[i % l->seed_count] + (uint32_t)(i / l->seed_count));
        lab_open(l);
        int before = lab_nothing(l), count = 1 + pick(l, 4);
        double x = 0.0, y = 0.0, path = 0.0, scale = 0.0;
        for (int k = 0; k < count; ++k) {
            double h = between(l, 0.01, 0.1), gyration = h * sqrt(2.0 / 3.0), angle = turn(l);
            double arm = gyration * between(l, 10.0, 50.0),
                   next = gyration * between(l, 10.0, 50.0);
            sim_shape box = alone(block(h, h, 4.0 * h * h));
            int body = member(l, x + arm * cos(angle), y + arm * sin(angle), turn(l), &box);
            join(l, SIM_JOINT_REVOLUTE, before, body, x, y);
            path += arm, scale += lab_mass(l, body) * LAB_GRAVITY * path, path += next;
            x += arm * cos(angle), y += arm * sin(angle), angle = turn(l);
            x += next * cos(angle), y += next * sin(angle), before = body;
        }
        course c = follow(l, l->quick ? 20.0 : 60.0, scale, lab_energy);
        l->value += counts(&c, (int)l->b, 0.01);
    }
}

// 12 to 30 equal bars that are hinged to a disc of their mass, at its centre or its rim, all
// turning: the energy that is kept.
static void star(lab *l) {
    l->theory = l->value = 1.0;
    for (int count = 12; count <= 30; count += l->quick ? 9 : 3) {
        lab_open_weightless(l);
        double rim = l->a, w = 5.0;
        sim_shape disc = alone(block(rim > 0.0 ? rim : 0.4, 0.0, 1.0));
        sim_shape bar = alone(block(0.5, 0.05, 1.0));
        int hub = member(l, 0.0, 0.0, 0.0, &disc);
        sim_set_velocity(l->s, hub, 0.0f, 0.0f, (float)w);
        for (int i = 0; i < count; ++i) {
            double angle = 2.0 * SIM_PI * i / count, c = cos(angle), s = sin(angle), at = rim + 0.6;
            int body = member(l, at * c, at * s, angle, &bar);
            join(l, SIM_JOINT_REVOLUTE, hub, body, rim * c, rim * s);
            double v = w * rim + (w + sin(3.0 * i)) * 0.6;
            sim_set_velocity(l->s, body, (float)(-v * s), (float)(v * c),
                             (float)(w + sin(3.0 * i)));
        }
        double before = lab_kinetic(l);
        for (int i = 0; i < (l->quick ? 600 : 1200) && lab_step(l); ++i)
            lab_worst(&l->value, 1.0, lab_kinetic(l) / before);
    }
}

// ---- things that fall ---------------------------------------------------------------------------

enum { DUMBBELL, DUMBBELL_10, SHORT_DUMBBELL_10, HAMMER, FLAIL, TABLE };

static double fall_angle, fall_height; // of the figure that is made next

static int part(lab *l, double u, double v, double hx, double hy, double mass) {
    double c = cos(fall_angle), s = sin(fall_angle);
    sim_shape shape = block(hx, hy, mass);
    return member(l, c * u - s * v, fall_height + s * u + c * v, fall_angle, &shape);
}

static void fasten(lab *l, sim_joint_kind kind, int a, int b, double u, double v) {
    double c = cos(fall_angle), s = sin(fall_angle);
    join(l, kind, a, b, c * u - s * v, fall_height + s * u + c * v);
}

static void figure(lab *l, int kind) {
    double half = kind == SHORT_DUMBBELL_10 ? 0.25 : 1.0;
    int a, b;
    switch (kind) {
    case HAMMER:
        a = part(l, 0.0, 0.0, 0.5, 0.04, 0.08);
        b = part(l, 0.5, 0.0, 0.1, 0.2, 0.64);
        fasten(l, SIM_JOINT_WELD, a, b, 0.5, 0.0);
        break;
    case FLAIL:
        a = part(l, -0.5, 0.0, 0.5, 0.04, 0.08);
        for (int i = 0; i < 3; ++i, a = b) {
            b = part(l, 0.1 + 0.2 * i, 0.0, 0.09, 0.03, 0.011);
            fasten(l, SIM_JOINT_REVOLUTE, a, b, 0.2 * i, 0.0);
        }
        b = part(l, 0.8, 0.0, 0.2, 0.0, 0.63);
        fasten(l, SIM_JOINT_WELD, a, b, 0.6, 0.0);
        break;
    case TABLE:
        a = part(l, 0.0, 0.0, 1.0, 0.05, 0.2);
        for (int side = -1; side < 2; side += 2) {
            b = part(l, 0.85 * side, -0.45, 0.05, 0.4, 0.08);
            fasten(l, SIM_JOINT_WELD, a, b, 0.85 * side, -0.05);
        }
        break;
    default:
        a = part(l, -half, 0.0, 0.1, 0.1, 0.04);
        b = part(l, half, 0.0, 0.1, 0.1, kind == DUMBBELL ? 0.04 : 0.4);
        fasten(l, SIM_JOINT_WELD, a, b, 0.0, 0.0);
    }
}

// From 4 m, at 60 angles. a: the figure, b: what is counted.
static void dropped(lab *l) {
    int angles = l->quick ? 20 : 60;
    l->theory = l->value = 0.0;
    for (int i = 0; i < angles; ++i) {
        lab_open(l);
        lab_ground(l, 0.6, 0.0);
        fall_angle = 2.0 * SIM_PI * i / angles + 0.01, fall_height = 4.0;
        figure(l, (int)l->a);
        course c = follow(l, l->quick ? 12.0 : 20.0, lab_energy(l), lab_energy);
        l->value += counts(&c, (int)l->b, 0.01);
    }
}

// Bricks of 1 x 0.5 m that are welded to their neighbours, leaning by `fall_angle` about (x0, 0).
static void wall(lab *l, double x0, int rows, int columns) {
    double c = cos(fall_angle), s = sin(fall_angle), lift = fabs(s) * 0.5 * columns;
    sim_shape brick = block(0.5, 0.25, 0.5);
    for (int r = 0; r < rows; ++r) {
        for (int k = 0; k < columns; ++k) {
            double u = k - 0.5 * (columns - 1), v = 0.25 + 0.5 * r;
            int body = member(l, x0 + c * u - s * v, lift + s * u + c * v, fall_angle, &brick);
            if (k > 0)
                join(l, SIM_JOINT_WELD, body - 1, body, x0 + c * (u - 0.5) - s * v,
                     lift + s * (u - 0.5) + c * v);
            if (r > 0)
                join(l, SIM_JOINT_WELD, body - columns, body, x0 + c * u - s * (v - 0.25),
                     lift + s * u + c * (v - 0.25));
        }
    }
}

// Walls of welded bricks, hit by a ball of 8 kg at 5 to 40 m/s; of how many bricks gain energy, or
// move after 20 s.
static void walls(lab *l) {
    static const int sizes[][2] = {{6, 2}, {4, 4}, {2, 2},  {6, 3}, {5, 2},
                                   {3, 2}, {4, 2}, {10, 2}, {8, 8}, {10, 10}};
    static const double speeds[] = {15.0, 40.0, 5.0, 10.0, 20.0, 30.0};
    l->theory = l->value = 0.0;
    for (int i = 0; i < (l->quick ? 4 : 10); ++i) {
        for (int k = 0; k < (l->quick ? 2 : 6); ++k) {
            lab_open(l);
            lab_ground(l, 0.6, 0.0);
            fall_angle = 0.0;
            wall(l, 0.5 * (sizes[i][1] - 1), sizes[i][0], sizes[i][1]);
            sim_shape disc = block(0.8, 0.0, 8.0);
            int ball = member(l, -5.0, fmax(0.36 * sizes[i][0], 0.85), 0.0, &disc);
            sim_set_velocity(l->s, ball, (float)speeds[k], 0.0f, 0.0f);
            course c = follow(l, l->quick ? 8.0 : 20.0, lab_energy(l), lab_energy);
            sim_set_velocity(l->s, ball, 0.0f, 0.0f, 0.0f);
            l->value += counts(&c, (int)l->b, 0.01);
        }
    }
}

// Three towers of welded bricks that lean and fall on each other.
static void towers(lab *l) {
    l->theory = l->value = 0.0;
    for (int i = 0; i < (l->quick ? 1 : 3); ++i) {
        lab_open(l);
        lab_ground(l, 0.6, 0.0);
        for (int k = -1; k < 2; ++k) {
            fall_angle = -0.12 - 0.05 * i - 0.02 * k;
            wall(l, 7.0 * k, l->quick ? 12 : 25, 3 - i % 2);
        }
        course c = follow(l, l->quick ? 6.0 : 25.0, lab_energy(l), lab_energy);
        l->value += counts(&c, (int)l->b, 0.01);
    }
}

// ---- random worlds with contacts ----------------------------------------------------------------

// Six to twenty boxes and discs between walls, each with up to four joints to near ones.
static void near_bodies(lab *l) {
    int each = l->quick ? 2 : 8;
    l->theory = l->value = 0.0;
    for (int n = 0; n < lab_seeds(l, LAB_MAX_SEEDS) * each; ++n) {
        double x[24], y[24];
        int body[24], count;
        lab_seed(l, 1299709u * l->seeds[n / each] + 5u * (uint32_t)(n % each) + (uint32_t)l->a);
        lab_open(l);
        lab_ground(l, 0.6, 0.0);
        sim_shape side = lab_box(1.0, 30.0, 1.0, 0.6, 0.0);
        lab_body(l, SIM_STATIC, -8.0, 0.0, &side), lab_body(l, SIM_STATIC, 8.0, 0.0, &side);
        count = 6 + pick(l, 15);
        for (int i = 0; i < count; ++i) {
            double h = between(l, 0.1, 0.4), thin = h * between(l, 0.3, 1.0);
            double mass = 4.0 * h * thin * between(l, 0.5, 5.0);
            sim_shape shape = block(h, chance(l, 0.25) ? 0.0 : thin, mass);
            x[i] = -4.0 + 2.0 * (i % 5) + between(l, -0.4, 0.4);
            y[i] = 1.2 + 1.4 * (i / 5) + between(l, -0.3, 0.3);
            body[i] = member(l, x[i], y[i], turn(l), &shape);
        }
        for (int i = 0; i < count; ++i) {
            for (int k = pick(l, 5); k > 0; --k) {
                int other = pick(l, count);
                if (other == i || hypot(x[i] - x[other], y[i] - y[other]) > 2.5) continue;
                random_joint(l, (int)l->a, body[i], body[other],
                             0.5 * (x[i] + x[other]) + between(l, -0.3, 0.3),
                             0.5 * (y[i] + y[other]) + between(l, -0.3, 0.3));
            }
        }
        course c = follow(l, l->quick ? 5.0 : 10.0, lab_energy(l), lab_energy);
        l->value += counts(&c, (int)l->b, 0.05);
    }
}

static const sim_joint_kind any_kind[] = {
    SIM_JOINT_REVOLUTE, SIM_JOINT_REVOLUTE, SIM_JOINT_WELD,  SIM_JOINT_WELD,
    SIM_JOINT_SLIDE,    SIM_JOINT_WHEEL,    SIM_JOINT_MOTOR, SIM_JOINT_DISTANCE,
    SIM_JOINT_DISTANCE, SIM_JOINT_DISTANCE};

// Any joint between two places: a rod, rope or spring from one to the other, all else between them.
static void any_joint(lab *l, int a, int b, sim_vec from, sim_vec to, int undamped) {
    int n = pick(l, 10);
    sim_joint_kind kind = any_kind[n];
    double mid = between(l, 0.0, 1.0);
    int line = kind == SIM_JOINT_DISTANCE;
    sim_joint_def def =
        line ? sim_rod(l->s, a, b, from, to)
             : sim_join(l->s, kind, a, b, (float)((double)from.x + mid * (double)(to.x - from.x)),
                        (float)((double)from.y + mid * (double)(to.y - from.y)), (float)turn(l));
    if (n == 9) def.min_length = 0.0f;
    if (kind == SIM_JOINT_MOTOR || n == 8 || (kind == SIM_JOINT_WHEEL && chance(l, 0.5))) {
        def.spring_frequency = (float)between(l, 0.5, 6.0);
        def.spring_damping_ratio = undamped ? 0.0f : (float)between(l, 0.0, 1.0);
    }
    if (kind == SIM_JOINT_SLIDE || (kind == SIM_JOINT_WHEEL && chance(l, 0.5)))
        limits(&def, -between(l, 0.1, 1.0), between(l, 0.1, 1.0));
    sim_add_joint(l->s, &def);
}

// Two to eight bodies that hang together, on the world or not, and some boxes, above a floor, in any
// masses up to 1 : 10^a. b: what is counted, in parts of all.
static void above_a_floor(lab *l) {
    int each = l->quick ? 6 : 36, all = lab_seeds(l, LAB_MAX_SEEDS) * each;
    double most = 0.0;
    for (int n = 0; n < all; ++n) {
        lab_seed(l, 15485863u * l->seeds[n / each] + 7u * (uint32_t)(n % each) + (uint32_t)l->a);
        double ratio = pow(10.0, l->a), light = between(l, 0.01, 1.0), x[16], y[16];
        int count = 2 + pick(l, 7), hung = chance(l, 0.4), undamped = chance(l, 0.4), body[16];
        lab_open(l);
        lab_ground(l, 0.6, 0.0);
        int world = lab_nothing(l), boxes = count + pick(l, 5);
        for (int i = 0; i < boxes; ++i) {
            double h = between(l, 0.1, 0.5),
                   share = i < count ? 0.5 * pick(l, 3) : between(l, 0.0, 1.0);
            double thin = i < count && chance(l, 0.2) ? 0.0 : h * between(l, 0.2, 1.0);
            sim_shape shape = block(h, thin, light * pow(ratio, share));
            int parent = i == 0 ? -1 : chance(l, 0.6) ? i - 1 : pick(l, i);
            double d = chance(l, 0.7) ? between(l, 0.3, 1.5) : between(l, 1.5, 6.0),
                   angle = turn(l);
            if (i < count && chance(l, 0.5)) shape.group = -1;
            x[i] = i == 0 ? 0.0 : i < count ? x[parent] + d * cos(angle) : between(l, -4.0, 4.0);
            y[i] = i == 0      ? between(l, 2.0, 6.0)
                   : i < count ? fmax(y[parent] + d * sin(angle), between(l, 0.8, 1.3))
                               : 7.0 + i;
            body[i] = member(l, x[i], y[i], turn(l), &shape);
            if (i >= count || (i == 0 && !hung)) continue;
            sim_vec to = sim_v((float)x[i], (float)y[i]), from = to;
            if (i > 0) from = sim_v((float)x[parent], (float)y[parent]);
            if (i == 0) from = sim_v((float)between(l, -1.0, 1.0), (float)(y[0] + 1.0));
            any_joint(l, i > 0 ? body[parent] : world, body[i], from, to, undamped);
        }
        for (int k = pick(l, 3); k > 0 && count > 2; --k) {
            int a = pick(l, count), b = (a + 1 + pick(l, count - 1)) % count;
            random_joint(l, MIXED, body[a], body[b], 0.5 * (x[a] + x[b]), 0.5 * (y[a] + y[b]));
        }
        course c = follow(l, l->quick ? 5.0 : 10.0, height_energy(l), lab_energy);
        most += (int)l->b == LOST ? c.lost : !c.lost && c.gain > 0.05;
    }
    l->theory = 0.0;
    l->value = most / all;
}

static const char *const gain_1 = "0 gain 1 %: hinges, masses 1 : 1 - 1 : 100, trees and loops";
static const char *const part_5 = "0 part by 5 cm: the same";

static const experiment rows[] = {
    {"mech_hinges_gain", gain_1, mechanisms, HINGES, GAINS, LAB_AT_MOST, 0, "49", 0},
    {"mech_hinges_part", part_5, mechanisms, HINGES, PARTS, LAB_AT_MOST, 0, "254", 0},
    {"mech_welds_gain", "the same, hinges and welds", mechanisms, WELDS, GAINS, LAB_AT_MOST, 0,
     "90", 0},
    {"mech_welds_part", part_5, mechanisms, WELDS, PARTS, LAB_AT_MOST, 0, "243", 0},
    {"mech_guides_gain", "the same, hinges, guides and wheels", mechanisms, GUIDES, GAINS,
     LAB_AT_MOST, 0, "20", 0},
    {"mech_guides_part", part_5, mechanisms, GUIDES, PARTS, LAB_AT_MOST, 0, "512", 0},
    {"mech_mixed_gain", "the same, all of these", mechanisms, MIXED, GAINS, LAB_AT_MOST, 0, "35",
     0},
    {"mech_mixed_part", part_5, mechanisms, MIXED, PARTS, LAB_AT_MOST, 0, "445", 0},
    {"weld_chains_gain", "0 gain 1 %: chains with welds, loads 1 : 1 - 1000 : 1", weld_chains, 0,
     GAINS, LAB_AT_MOST, 0, NULL, 0},
    {"weld_chains_part", part_5, weld_chains, 0, PARTS, LAB_AT_MOST, 0, NULL, 0},
    {"long_arms_gain", "0 gain 1 %: hinges 10 - 50 radii of gyration away", long_arms, 0, GAINS,
     LAB_AT_MOST, 0, NULL, 0},
    {"long_arms_part", part_5, long_arms, 0, PARTS, LAB_AT_MOST, 0, NULL, 0},
    {"star_centre", "energy kept, 12 - 30 equal bars on a free hub", star, 0, 0, LAB_WITHIN, 0.01,
     NULL, 0},
    {"star_rim", "the same, at the rim of the hub", star, 1, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"drop_dumbbell", "0 of 60 gain 1 %: two welded boxes, 2 m apart", dropped, DUMBBELL, GAINS,
     LAB_AT_MOST, 0, NULL, 0},
    {"drop_dumbbell_10", "the same, masses 1 : 10", dropped, DUMBBELL_10, GAINS, LAB_AT_MOST, 0,
     NULL, 0},
    {"drop_short_dumbbell", "the same, 0.5 m apart", dropped, SHORT_DUMBBELL_10, GAINS, LAB_AT_MOST,
     0, NULL, 0},
    {"drop_hammer", "the same, a hammer", dropped, HAMMER, GAINS, LAB_AT_MOST, 0, NULL, 0},
    {"drop_flail", "the same, a flail", dropped, FLAIL, GAINS, LAB_AT_MOST, 0, NULL, 0},
    {"drop_table", "the same, a table", dropped, TABLE, GAINS, LAB_AT_MOST, 0, NULL, 0},
    {"rest_dumbbell", "0 of 60 move in the end: dumbbells 1 : 10", dropped, DUMBBELL_10, RESTLESS,
     LAB_AT_MOST, 0, NULL, 0},
    {"rest_flail", "the same, flails", dropped, FLAIL, RESTLESS, LAB_AT_MOST, 0, NULL, 0},
    {"rest_table", "the same, tables", dropped, TABLE, RESTLESS, LAB_AT_MOST, 0, NULL, 0},
    {"weld_walls", "0 gain 1 %: walls of welds hit at 5 - 40 m/s", walls, 0, GAINS, LAB_AT_MOST, 0,
     NULL, 0},
    {"weld_towers", "0 gain 1 %: towers of welds that fall on each other", towers, 0, GAINS,
     LAB_AT_MOST, 0, NULL, 0},
    {"near_hinges", "0 gain 5 %: near bodies in a bin with up to 4 hinges each", near_bodies,
     HINGES, GAINS, LAB_AT_MOST, 0, NULL, 0},
    {"near_welds", "the same, hinges and welds", near_bodies, WELDS, GAINS, LAB_AT_MOST, 0, NULL,
     0},
    {"near_guides", "the same, hinges, guides and wheels", near_bodies, GUIDES, GAINS, LAB_AT_MOST,
     0, NULL, 0},
    {"near_mixed", "the same, all of these", near_bodies, MIXED, GAINS, LAB_AT_MOST, 0, NULL, 0},
    {"floor_1_gain", "part that gains 5 %, any joints above a floor", above_a_floor, 0, GAINS,
     LAB_AT_MOST, 0.01, NULL, LAB_ALONE},
    {"floor_10_gain", "the same, masses 1 : 10", above_a_floor, 1, GAINS, LAB_AT_MOST, 0.02, NULL,
     LAB_ALONE},
    {"floor_1e3_gain", "the same, 1 : 1000", above_a_floor, 3, GAINS, LAB_AT_MOST, 0.05, NULL,
     LAB_ALONE},
    {"floor_1e6_gain", "the same, 1 : 1,000,000", above_a_floor, 6, GAINS, LAB_AT_MOST, 0.05, NULL,
     LAB_ALONE},
    {"floor_1_lost", "no body is not a number", above_a_floor, 0, LOST, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"floor_1e3_lost", "the same, 1 : 1000", above_a_floor, 3, LOST, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"floor_1e6_lost", "the same, 1 : 1,000,000", above_a_floor, 6, LOST, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_mechanisms = {"mechanisms", rows};
