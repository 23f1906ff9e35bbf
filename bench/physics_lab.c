// SPDX-License-Identifier: MIT OR Unlicense
// physics_lab.c - the worlds, bodies and numbers of physics.h.
#include "physics.h"

#include <math.h>
#include <string.h>

// ---- worlds -------------------------------------------------------------------------------------

static void build_nothing(sim *s) { (void)s; }

static const sim_scene lab_scene = {"experiment", 0, 0, build_nothing, NULL};

sim *lab_new(lab *l) {
    if (l->s != NULL && l->s->error != NULL && l->gap == NULL) l->gap = l->s->error;
    sim_destroy(l->s);
    l->edge_count = 0;
    l->s = sim_create(l->engine, &lab_scene);
    l->s->world.split = 1;
    return l->s;
}

sim *lab_start(lab *l) {
    l->s->ctx = l->engine->create(&l->s->world);
    if (l->s->ctx == NULL) l->s->error = "world refused";
    return l->s;
}

sim *lab_open(lab *l) {
    lab_new(l);
    return lab_start(l);
}

sim *lab_open_weightless(lab *l) {
    lab_new(l);
    l->s->world.gravity = sim_v(0.0f, 0.0f);
    return lab_start(l);
}

int lab_step(lab *l) { return sim_step(l->s); }

void lab_run(lab *l, double seconds) {
    int steps = (int)floor(seconds / (double)l->s->dt + 0.5);
    for (int i = 0; i < steps && lab_step(l); ++i) {
    }
}

int lab_seeds(const lab *l, int most) {
    int count = most < l->seed_count ? most : l->seed_count;
    return l->quick ? (count + 2) / 3 : count;
}

void lab_seed(lab *l, uint32_t seed) { l->random = seed * 2654435761u + 12345u; }

// Marsaglia, Xorshift RNGs, 2003.
double lab_random(lab *l) {
    uint32_t x = l->random != 0 ? l->random : 1u;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    l->random = x;
    return (double)x / 2147483648.0 - 1.0;
}

// ---- bodies -------------------------------------------------------------------------------------

int lab_turned(lab *l, sim_body_type type, double x, double y, double angle,
               const sim_shape *shape) {
    sim_body_def def = sim_body_at(type, (float)x, (float)y);
    def.angle = (float)angle;
    int body = sim_add_body(l->s, &def);
    if (shape != NULL) sim_add_shape(l->s, body, shape);
    return body;
}

int lab_body(lab *l, sim_body_type type, double x, double y, const sim_shape *shape) {
    return lab_turned(l, type, x, y, 0.0, shape);
}

int lab_ground(lab *l, double friction, double restitution) {
    sim_shape box = lab_box(200.0, 5.0, 1.0, friction, restitution);
    return lab_body(l, SIM_STATIC, 0.0, -5.0, &box);
}

int lab_nothing(lab *l) { return lab_body(l, SIM_STATIC, 0.0, 0.0, NULL); }

static sim_shape with(sim_shape shape, double density, double friction, double restitution) {
    shape.density = (float)density;
    shape.friction = (float)friction;
    shape.restitution = (float)restitution;
    return shape;
}

sim_shape lab_box(double hx, double hy, double density, double friction, double restitution) {
    return with(sim_box((float)hx, (float)hy), density, friction, restitution);
}

sim_shape lab_disc(double radius, double density, double friction, double restitution) {
    return with(sim_circle(0.0f, 0.0f, (float)radius), density, friction, restitution);
}

lab_state lab_at(const lab *l, int body) {
    const sim_body *b = &l->s->bodies[body];
    sim_pose p;
    lab_state at = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    if (l->s->error != NULL) return at; // the engine may not have it
    sim_body_pose(l->s, body, &p);
    double c = (double)p.c, s = (double)p.s;
    at.x = (double)p.x + c * b->center_x - s * b->center_y;
    at.y = (double)p.y + s * b->center_x + c * b->center_y;
    at.vx = (double)p.vx;
    at.vy = (double)p.vy;
    at.w = (double)p.w;
    at.angle = atan2(s, c);
    return at;
}

double lab_mass(const lab *l, int body) { return l->s->bodies[body].mass; }
double lab_inertia(const lab *l, int body) { return l->s->bodies[body].inertia; }

static double energy(const lab *l, double gravity) {
    double sum = 0.0;
    for (int i = 0; i < l->s->body_count; ++i) {
        const sim_body *b = &l->s->bodies[i];
        if (!b->alive || b->def.type != SIM_DYNAMIC) continue;
        lab_state at = lab_at(l, i);
        sum += 0.5 * b->mass * (at.vx * at.vx + at.vy * at.vy) + 0.5 * b->inertia * at.w * at.w +
               b->mass * gravity * at.y;
    }
    return sum;
}

double lab_kinetic(const lab *l) { return energy(l, 0.0); }
double lab_energy(const lab *l) { return energy(l, LAB_GRAVITY); }

int lab_rod(lab *l, int a, int b, double ax, double ay, double bx, double by, double frequency,
            double damping_ratio) {
    sim_joint_def def =
        sim_rod(l->s, a, b, sim_v((float)ax, (float)ay), sim_v((float)bx, (float)by));
    def.spring_frequency = (float)frequency;
    def.spring_damping_ratio = (float)damping_ratio;
    return sim_add_joint(l->s, &def);
}

int lab_rope(lab *l, int a, int b, double ax, double ay, double bx, double by) {
    sim_joint_def def =
        sim_rod(l->s, a, b, sim_v((float)ax, (float)ay), sim_v((float)bx, (float)by));
    def.min_length = 0.0f;
    return sim_add_joint(l->s, &def);
}

int lab_join(lab *l, sim_joint_kind kind, int a, int b, double x, double y, double angle) {
    sim_joint_def def = sim_join(l->s, kind, a, b, (float)x, (float)y, (float)angle);
    return sim_add_joint(l->s, &def);
}

static void end_of(const lab *l, int body, sim_vec local, double axis, double *at) {
    sim_pose p;
    sim_body_pose(l->s, body, &p);
    double c = (double)p.c, s = (double)p.s, x = (double)local.x, y = (double)local.y;
    at[0] = (double)p.x + c * x - s * y, at[1] = (double)p.y + s * x + c * y;
    at[2] = c * cos(axis) - s * sin(axis), at[3] = s * cos(axis) + c * sin(axis);
}

// From end a to end b: how far along a's axis, and across.
static void apart(const lab *l, const sim_joint_def *d, double *along, double *across) {
    double a[4], b[4]; // place, direction of the axis
    end_of(l, d->a, d->local_a, (double)d->axis_a, a);
    end_of(l, d->b, d->local_b, (double)d->axis_b, b);
    double dx = b[0] - a[0], dy = b[1] - a[1];
    *along = a[2] * dx + a[3] * dy;
    *across = fabs(a[2] * dy - a[3] * dx);
}

double lab_stretch(const lab *l, int joint) {
    const sim_joint_def *d = &l->s->joints[joint].def;
    double along, across;
    if (l->s->error != NULL) return 0.0;
    apart(l, d, &along, &across);
    return d->kind == SIM_JOINT_WHEEL ? along : hypot(along, across) - (double)d->max_length;
}

double lab_gap(const lab *l, int joint) {
    const sim_joint_def *d = &l->s->joints[joint].def;
    double along, across;
    if (l->s->error != NULL) return 0.0;
    apart(l, d, &along, &across);
    double length = hypot(along, across);
    switch (d->kind) {
    case SIM_JOINT_DISTANCE:
        if (d->spring_frequency > 0.0f) return 0.0;
        return fmax(length - (double)d->max_length, (double)d->min_length - length);
    case SIM_JOINT_SLIDE:
    case SIM_JOINT_WHEEL:
        if (!d->limited) return across;
        return fmax(across, fmax(along - (double)d->upper, (double)d->lower - along));
    case SIM_JOINT_MOTOR: return 0.0;
    case SIM_JOINT_REVOLUTE:
    case SIM_JOINT_WELD: break;
    }
    return length;
}

double lab_widest_gap(const lab *l) {
    double widest = 0.0;
    for (int i = 0; i < l->s->joint_count; ++i) {
        double gap = l->s->joints[i].alive ? lab_gap(l, i) : 0.0;
        if (!(gap <= widest)) widest = gap;
    }
    return widest;
}

// ---- points -------------------------------------------------------------------------------------

const sim_probe *lab_probe(lab *l) {
    if (l->engine->probe == NULL || l->s->error != NULL) {
        if (l->gap == NULL) l->gap = l->s->error != NULL ? l->s->error : "no such function";
        return NULL;
    }
    return l->engine->probe;
}

int lab_point(lab *l, double x, double y, double mass) {
    sim_soft_def def;
    sim_vec at = sim_v((float)x, (float)y);
    memset(&def, 0, sizeof(def));
    def.kind = SIM_SOFT_POINTS;
    def.points = &at;
    def.count = 1;
    def.mass = (float)mass;
    def.radius = 0.02f;
    return sim_add_soft(l->s, &def);
}

int lab_spring(lab *l, int a, int b, double frequency, double damping_ratio) {
    const sim_probe *probe = lab_probe(l);
    int edge = l->edge_count++;
    if (probe != NULL &&
        (probe->edge_create == NULL ||
         !probe->edge_create(l->s->ctx, edge, a, b, (float)frequency, (float)damping_ratio)))
        l->gap = "no such edge";
    return edge;
}

sim_vec lab_place(const lab *l, int point) {
    sim_vec at = sim_v(0.0f, 0.0f);
    if (l->engine->point_position != NULL && l->s->error == NULL)
        l->engine->point_position(l->s->ctx, point, &at);
    return at;
}

sim_vec lab_speed(lab *l, int point) {
    sim_vec v = sim_v(0.0f, 0.0f);
    const sim_probe *probe = lab_probe(l);
    if (probe != NULL && probe->point_velocity != NULL) probe->point_velocity(l->s->ctx, point, &v);
    return v;
}

void lab_throw(lab *l, int point, double vx, double vy) {
    const sim_probe *probe = lab_probe(l);
    if (probe != NULL && probe->point_set_velocity != NULL)
        probe->point_set_velocity(l->s->ctx, point, sim_v((float)vx, (float)vy));
}

// ---- numbers ------------------------------------------------------------------------------------

double lab_vertex(double before, double at, double after) {
    double bend = before - 2.0 * at + after, slope = 0.5 * (after - before);
    return fabs(bend) > 0.0 ? at - 0.5 * slope * slope / bend : at;
}

void lab_crossing(lab_crossings *c, double signal) {
    if (c->samples > 0 && c->last < 0.0 && signal >= 0.0) {
        double when = c->samples - 1 + c->last / (c->last - signal);
        if (c->count == 0) c->first = when;
        c->latest = when;
        c->count += 1;
    }
    c->last = signal;
    c->samples += 1;
}

double lab_period(const lab_crossings *c) {
    return c->count > 1 ? (c->latest - c->first) / (c->count - 1) : 0.0;
}

void lab_oscillator(const double *x, int count, double dt, double *omega, double *zeta) {
    double a11 = 0.0, a12 = 0.0, a22 = 0.0, b1 = 0.0, b2 = 0.0;
    for (int n = 0; n + 2 < count; ++n) { // least squares for x[n + 2] = t x[n + 1] - d x[n]
        a11 += x[n + 1] * x[n + 1];
        a12 -= x[n + 1] * x[n];
        a22 += x[n] * x[n];
        b1 += x[n + 1] * x[n + 2];
        b2 -= x[n] * x[n + 2];
    }
    double det = a11 * a22 - a12 * a12;
    double t = (b1 * a22 - b2 * a12) / det, d = (a11 * b2 - a12 * b1) / det;
    if (!(d > 0.0)) d = 1e-12; // gone within a step
    double decay = -0.5 * log(d), c = 0.5 * t / sqrt(d);
    // Beyond 1 the poles are real: the cosine is a hyperbolic one.
    double turn2 = c > 1.0 ? -acosh(c) * acosh(c) : c < -1.0 ? SIM_PI * SIM_PI : acos(c) * acos(c);
    double size = sqrt(fabs(decay * decay + turn2));
    *omega = size / dt;
    *zeta = size > 0.0 ? decay / size : 0.0;
}

double lab_elliptic(double k) {
    double a = 1.0, g = sqrt(1.0 - k * k);
    for (int i = 0; i < 30; ++i) {
        double mean = 0.5 * (a + g);
        g = sqrt(a * g);
        a = mean;
    }
    return 0.5 * SIM_PI / a;
}

void lab_worst(double *worst, double theory, double value) {
    if (!(fabs(value - theory) <= fabs(*worst - theory))) *worst = value;
}
