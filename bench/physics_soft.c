// SPDX-License-Identifier: MIT OR Unlicense
// physics_soft.c - ropes, cloth, jellies, vertex-edge bodies, and what they do with everything
// else.
#include "physics.h"

#include <math.h>
#include <string.h>

// ---- what there is ------------------------------------------------------------------------------

enum {
    RIGID = 0,
    POINT,
    ROPE,
    EDGE_BOX,    // four points, held by edges
    JELLY,       // sixteen points around an area
    VERTEX_EDGE, // the articles' box
    KINDS
};

// A rigid body, or the points of a soft one.
typedef struct thing {
    int kind, index, count;
} thing;

// About 0.6 m across, `skin` of its lowest place from (x, y), which is under its middle.
static thing make(lab *l, int kind, double x, double y, double friction, double restitution) {
    thing t = {kind, 0, 0};
    double skin = 0.02, up = y + skin;
    sim_vec at[16];
    sim_soft_def def;
    if (kind == RIGID) {
        sim_shape box = lab_box(0.3, 0.3, 1.0, friction, restitution);
        t.index = lab_body(l, SIM_DYNAMIC, x, y + 0.3, &box);
        t.count = 1;
        return t;
    }
    memset(&def, 0, sizeof(def));
    def.kind = kind == POINT ? SIM_SOFT_POINTS : kind == ROPE ? SIM_SOFT_ROPE : SIM_SOFT_POLYGON;
    t.count = kind == POINT ? 1 : kind == ROPE ? 6 : kind == JELLY ? 16 : 4;
    at[0] = sim_v((float)x, (float)up);
    for (int i = 0; kind == ROPE && i < 6; ++i)
        at[i] = sim_v((float)(x - 0.3 + 0.12 * i), (float)up);
    for (int i = 0; (kind == EDGE_BOX || kind == VERTEX_EDGE) && i < 4; ++i)
        at[i] =
            sim_v((float)(x + (i == 1 || i == 2 ? 0.3 : -0.3)), (float)(up + (i > 1 ? 0.6 : 0.0)));
    if (kind == JELLY) {
        def.kind = SIM_SOFT_BLOB;
        def.area_frequency = 30.0f;
        def.bend_frequency = 5.0f;
        for (int i = 0; i < 16; ++i) {
            double turn = 2.0 * SIM_PI * i / 16.0;
            at[i] = sim_v((float)(x + 0.3 * sin(turn)), (float)(up + 0.3 - 0.3 * cos(turn)));
        }
    }
    def.points = at;
    def.count = t.count;
    def.mass = 1.0f;
    def.radius = (float)skin;
    def.friction = (float)friction;
    def.restitution = (float)restitution;
    def.relaxed = kind == VERTEX_EDGE;
    t.index = sim_add_soft(l->s, &def);
    return t;
}

static void throw_thing(lab *l, thing t, double vx, double vy) {
    if (t.kind == RIGID) sim_set_velocity(l->s, t.index, (float)vx, (float)vy, 0.0f);
    for (int i = 0; t.kind != RIGID && i < t.count; ++i)
        lab_throw(l, t.index + i, vx, vy);
}

// Its middle, and the velocity of that.
static lab_state middle(lab *l, thing t) {
    lab_state sum = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    if (t.kind == RIGID) return lab_at(l, t.index);
    for (int i = 0; i < t.count; ++i) {
        sim_vec p = lab_place(l, t.index + i), v = lab_speed(l, t.index + i);
        sum.x += (double)p.x / t.count;
        sum.y += (double)p.y / t.count;
        sum.vx += (double)v.x / t.count;
        sum.vy += (double)v.y / t.count;
    }
    return sum;
}

enum { FLOOR_BOX = 0, FLOOR_SEGMENT, FLOOR_CHAIN, FLOOR_BOUNDS, FLOOR_ROPE, FLOORS };

// Its top is at 0. Returns the body, or -1. `speed` is that of its surface.
static int make_floor(lab *l, int kind, double friction, double restitution, double speed) {
    sim_shape shape = lab_box(50.0, 1.0, 1.0, friction, restitution);
    sim_vec loop[4];
    if (kind == FLOOR_BOUNDS) {
        lab_new(l);
        l->s->world.bounded = 1;
        l->s->world.lower = sim_v(-50.0f, 0.0f);
        l->s->world.upper = sim_v(50.0f, 50.0f);
        l->s->world.bounds_friction = (float)friction;
        lab_start(l);
        return -1;
    }
    if (kind == FLOOR_ROPE) { // pinned everywhere, so that it cannot give way
        enum { COUNT = 121 };
        sim_vec at[COUNT];
        sim_soft_def def;
        memset(&def, 0, sizeof(def));
        for (int i = 0; i < COUNT; ++i)
            at[i] = sim_v((float)(0.25 * i - 15.0), -0.02f);
        def.kind = SIM_SOFT_ROPE;
        def.points = at;
        def.count = COUNT;
        def.mass = 10.0f;
        def.radius = 0.02f;
        def.friction = (float)friction;
        def.restitution = (float)restitution;
        int first = sim_add_soft(l->s, &def);
        for (int i = 0; i < COUNT; ++i)
            sim_pin_point(l->s, first + i);
        return -1;
    }
    if (kind == FLOOR_SEGMENT) {
        shape = sim_segment(-50.0f, 0.0f, 50.0f, 0.0f);
    } else if (kind == FLOOR_CHAIN) { // clockwise, as bodies live on the right
        loop[0] = sim_v(50.0f, 0.0f);
        loop[1] = sim_v(-50.0f, 0.0f);
        loop[2] = sim_v(-50.0f, 40.0f);
        loop[3] = sim_v(50.0f, 40.0f);
        shape = sim_chain(loop, 4);
    }
    shape.friction = (float)friction;
    shape.restitution = (float)restitution;
    shape.surface_speed = (float)speed;
    return lab_body(l, SIM_STATIC, 0.0, kind == FLOOR_BOX ? -1.0 : 0.0, &shape);
}

// ---- friction and belts -------------------------------------------------------------------------

// What a slides from 5 m/s to rest, over v^2 / (2 mu g). b: 0 on static shapes and the bounds, the
// worst of them; 1 on a pinned rope.
static void slide(lab *l) {
    int kind = (int)l->a;
    double distance = 25.0 / (2.0 * 0.6 * LAB_GRAVITY);
    l->theory = l->value = 1.0;
    for (int floor = 0; floor < FLOORS; ++floor) {
        if ((floor == FLOOR_ROPE) != (l->b > 0.5)) continue;
        lab_open(l);
        make_floor(l, floor, 0.6, 0.0, 0.0);
        thing t = make(l, kind, -4.0, 0.0, 0.6, 0.0);
        throw_thing(l, t, 5.0, 0.0);
        double from = middle(l, t).x;
        lab_run(l, 2.0);
        lab_worst(&l->value, 1.0, (middle(l, t).x - from) / distance);
    }
}

// The same for all five rules, with 0.9 for the floor and 0.4 for what slides.
static void slide_mix(lab *l) {
    double p = 0.9, q = 0.4, mu[5] = {sqrt(p * q), p, q, 0.5 * (p + q), p * q};
    l->theory = l->value = 1.0;
    for (int mix = 0; mix < 5; ++mix) {
        lab_new(l);
        l->s->world.friction_mix = (sim_mix)mix;
        lab_start(l);
        make_floor(l, FLOOR_BOX, p, 0.0, 0.0);
        thing t = make(l, (int)l->a, -4.0, 0.0, q, 0.0);
        throw_thing(l, t, 5.0, 0.0);
        double from = middle(l, t).x;
        lab_run(l, 3.0);
        lab_worst(&l->value, 1.0, (middle(l, t).x - from) * 2.0 * mu[mix] * LAB_GRAVITY / 25.0);
    }
}

// On a belt with surface speed 2. b: floor.
static void belt(lab *l) {
    lab_open(l);
    make_floor(l, (int)l->b, 0.6, 0.0, 2.0);
    thing t = make(l, (int)l->a, 0.0, 0.0, 0.6, 0.0);
    lab_run(l, 2.0);
    l->theory = -2.0;
    l->value = middle(l, t).vx;
}

// A rigid box with tracks of surface speed 2 on floor b.
static void tracks(lab *l) {
    lab_open(l);
    make_floor(l, (int)l->b, 0.6, 0.0, 0.0);
    sim_shape box = lab_box(0.5, 0.25, 1.0, 0.6, 0.0);
    box.surface_speed = 2.0f;
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.25, &box);
    lab_run(l, 2.0);
    l->theory = -2.0;
    l->value = lab_at(l, body).vx;
}

// ---- bounces, weights ---------------------------------------------------------------------------

// Speed after over speed before, 5 m/s, e = 0.8, without weight: of its middle.
static void bounce(lab *l) {
    l->theory = l->value = 0.8;
    for (int i = 0; i < 10; ++i) {
        lab_open_weightless(l);
        make_floor(l, (int)l->b, 0.0, 0.8, 0.0);
        thing t = make(l, (int)l->a, 0.0, 0.5 + 0.01 * i, 0.0, 0.8);
        throw_thing(l, t, 0.0, -5.0);
        double before = 0.0, after = 0.0;
        lab_run(l, 0.3);
        before = middle(l, t).y;
        lab_run(l, 0.2);
        after = middle(l, t).y;
        lab_worst(&l->value, 0.8, (after - before) / 0.2 / 5.0);
    }
}

// The mean of what the floor carries over a second, over the weight.
static void weight(lab *l) {
    lab_open(l);
    int floor = make_floor(l, FLOOR_BOX, 0.6, 0.0, 0.0);
    thing t = make(l, (int)l->a, 0.0, 0.0, 0.6, 0.0);
    lab_run(l, 5.0);
    double sum = 0.0, mass = t.kind == RIGID ? lab_mass(l, t.index) : 1.0;
    for (int i = 0; i < 60 && lab_step(l); ++i) {
        sim_vec j = sim_v(0.0f, 0.0f);
        float scalar = 0.0f;
        const sim_probe *probe = lab_probe(l);
        if (probe != NULL && probe->contact_impulse != NULL)
            probe->contact_impulse(l->s->ctx, floor, &j, &scalar);
        sum += (double)scalar;
    }
    l->theory = 1.0;
    l->value = sum / (mass * LAB_GRAVITY);
}

// ---- ropes --------------------------------------------------------------------------------------

// `segments` edges from (0, 0) to (length, 0), with both ends pinned.
static int rope(lab *l, int segments, double length, double mass, int both) {
    sim_vec at[128];
    sim_soft_def def;
    memset(&def, 0, sizeof(def));
    for (int i = 0; i <= segments; ++i)
        at[i] = sim_v((float)(length * i / segments), 0.0f);
    def.kind = SIM_SOFT_ROPE;
    def.points = at;
    def.count = segments + 1;
    def.mass = (float)mass;
    def.radius = 0.02f;
    def.damping = 0.5f;
    def.friction = 0.6f;
    def.pin_first = 1;
    def.pin_last = both;
    return sim_add_soft(l->s, &def);
}

static void move_point(lab *l, int point, double x, double y) {
    const sim_probe *probe = lab_probe(l);
    if (probe == NULL || probe->point_set_position == NULL ||
        !probe->point_set_position(l->s->ctx, point, sim_v((float)x, (float)y)))
        l->gap = "no points";
}

// Sag of `n` equal links of one length with hinges at equal masses, ends `span` apart: the slope of
// link i is (i - (n - 1) / 2) w / H, and H the force that brings the ends to their places; by
// halving.
static double chain_sag(int n, double length, double span) {
    double low = 1e-6, high = 1e6, sag = 0.0;
    for (int step = 0; step < 200; ++step) {
        double force = sqrt(low * high), reach = 0.0;
        sag = 0.0;
        for (int i = 0; i < n; ++i) {
            double slope = (i - 0.5 * (n - 1)) / force, c = 1.0 / sqrt(1.0 + slope * slope);
            reach += length / n * c;
            if (i < n / 2) sag -= length / n * slope * c;
        }
        if (reach < span)
            low = force;
        else
            high = force;
    }
    return sag;
}

// Sixty edges, 10 m long, between two pins 8 m apart. a: 0 the sag, 1 the length.
static void catenary(lab *l) {
    enum { N = 60 };
    lab_open(l);
    int first = rope(l, N, 10.0, 2.0, 1);
    for (int i = 0; i < 240 && lab_step(l); ++i)
        move_point(l, first + N, 10.0 - 2.0 * (i + 1) / 240.0, 0.0);
    lab_run(l, 25.0);
    double lowest = 0.0, length = 0.0;
    for (int i = 0; i <= N; ++i) {
        sim_vec p = lab_place(l, first + i), q = lab_place(l, first + (i < N ? i + 1 : i));
        lowest = fmax(lowest, -(double)p.y);
        length += hypot((double)(q.x - p.x), (double)(q.y - p.y));
    }
    l->theory = l->a < 0.5 ? chain_sag(N, 10.0, 8.0) : 10.0;
    l->value = l->a < 0.5 ? lowest : length;
}

// The same as twenty rigid links, whose weights are at their middles: so the hinges' loads are
// equal, too.
static void link_catenary(lab *l) {
    enum { N = 20 };
    lab_open(l);
    double span = 8.0, length = 10.0, half = 0.5 * length / N, lowest = 0.0;
    // Made as a zigzag between the pins, so that it fits.
    double lean = acos(span / length);
    int ground = lab_nothing(l), before = ground;
    sim_shape link = lab_box(half, 0.02, 1.0, 0.0, 0.0);
    link.mask = 0;
    for (int i = 0; i < N; ++i) {
        double turn = i % 2 == 0 ? -lean : lean, x = span / N * (i + 0.5), y = -half * sin(lean);
        sim_body_def def = sim_body_at(SIM_DYNAMIC, (float)x, (float)y);
        def.angle = (float)turn;
        def.linear_damping = def.angular_damping = 0.5f;
        int body = sim_add_body(l->s, &def);
        sim_add_shape(l->s, body, &link);
        sim_joint_def pin = sim_pin(l->s, before, body, (float)(span / N * i),
                                    (float)(i % 2 == 0 ? 0.0 : -2.0 * half * sin(lean)));
        sim_add_joint(l->s, &pin);
        before = body;
    }
    sim_joint_def end = sim_pin(l->s, before, ground, (float)span, 0.0f);
    sim_add_joint(l->s, &end);
    lab_run(l, 30.0);
    for (int i = 1; i <= N; ++i) {
        lab_state at = lab_at(l, i);
        lowest = fmax(lowest, -(at.y - half * fabs(sin(at.angle))));
    }
    l->theory = chain_sag(N, length, span);
    l->value = lowest;
}

// Twenty edges, 5 m, hanging, with a times the mass of a point at the end: its reach over its
// length.
static void heavy_rope(lab *l) {
    lab_open(l);
    int first = rope(l, 20, 5.0, 2.0, 0);
    const sim_probe *probe = lab_probe(l);
    for (int i = 1; i <= 20; ++i)
        move_point(l, first + i, 0.0, -0.25 * i);
    if (probe != NULL && probe->point_set_mass != NULL)
        probe->point_set_mass(l->s->ctx, first + 20, (float)(l->a * 2.0 / 21.0));
    double reach = 0.0;
    for (int i = 0; i < 600 && lab_step(l); ++i)
        reach = fmax(reach, -(double)lab_place(l, first + 20).y);
    l->theory = 1.0;
    l->value = reach / 5.0;
}

// Boxes of 50, 100 and 200 kg on a rope of 2 kg between two pins, at 4 and 8 sub-steps: how many
// fall through.
static void loaded_rope(lab *l) {
    static const double masses[] = {50.0, 100.0, 200.0};
    for (int i = 0; i < 6; ++i) {
        lab_open(l);
        l->s->substeps = i < 3 ? 4 : 8;
        rope(l, 40, 8.0, 2.0, 1);
        sim_shape box = lab_box(0.5, 0.5, masses[i % 3], 0.6, 0.0);
        int body = lab_body(l, SIM_DYNAMIC, 4.0, 0.55, &box);
        lab_run(l, 10.0);
        l->value += !(lab_at(l, body).y > -4.0);
    }
}

// ---- cloth --------------------------------------------------------------------------------------

// A sheet of n x n points, 0.1 m apart, in a world of its own. Returns its first point.
static int add_sheet(lab *l, int n, float mass) {
    static sim_vec at[100 * 100];
    sim_soft_def def;
    lab_open(l);
    memset(&def, 0, sizeof(def));
    for (int i = 0; i < n * n; ++i)
        at[i] = sim_v(0.1f * (float)(i % n), -0.1f * (float)(i / n));
    def.kind = SIM_SOFT_CLOTH;
    def.points = at;
    def.count = n * n;
    def.columns = def.rows = n;
    def.spacing = 0.1f;
    def.mass = mass;
    def.radius = 0.02f;
    def.damping = 0.5f;
    return sim_add_soft(l->s, &def);
}

// 100 x 100 points, 0.1 m apart, hung by the top row. a: 0 how much longer it hangs, 1 its longest
// edge, as fractions.
static void cloth(lab *l) {
    enum { N = 100 };
    int first = add_sheet(l, N, 1000.0f);
    for (int i = 0; i < N; ++i)
        sim_pin_point(l->s, first + i);
    lab_run(l, 10.0);
    double lowest = 0.0, longest = 0.0;
    for (int i = 0; i < N * N; ++i) {
        sim_vec p = lab_place(l, first + i);
        lowest = fmax(lowest, -(double)p.y);
        for (int k = 0; k < 2; ++k) {
            if (k == 0 ? i % N == N - 1 : i / N == N - 1) continue;
            sim_vec q = lab_place(l, first + i + (k == 0 ? 1 : N));
            longest = fmax(longest, hypot((double)(q.x - p.x), (double)(q.y - p.y)));
        }
    }
    l->theory = 0.0;
    l->value = l->a < 0.5 ? lowest / (0.1 * (N - 1)) - 1.0 : longest / 0.1 - 1.0;
}

// 40 x 40 points, 0.1 m apart and 0.02 kg each, hung by two corners for 20 s. a: 0 mean stretch of its edges, 1
// of the longest one, 2 the fastest point [m/s].
static void cloth_corners(lab *l) {
    enum { N = 40 };
    int first = add_sheet(l, N, 0.02f * N * N);
    sim_pin_point(l->s, first);
    sim_pin_point(l->s, first + N - 1);
    lab_run(l, 20.0);
    double mean = 0.0, longest = 0.0, fastest = 0.0;
    for (int i = 0; i < N * N; ++i) {
        sim_vec p = lab_place(l, first + i), v = lab_speed(l, first + i);
        fastest = fmax(fastest, hypot((double)v.x, (double)v.y));
        for (int k = 0; k < 2; ++k) {
            if (k == 0 ? i % N == N - 1 : i / N == N - 1) continue;
            sim_vec q = lab_place(l, first + i + (k == 0 ? 1 : N));
            double stretch = hypot((double)(q.x - p.x), (double)(q.y - p.y)) / 0.1 - 1.0;
            mean += fmax(stretch, 0.0) / (2 * N * (N - 1));
            longest = fmax(longest, stretch);
        }
    }
    l->theory = 0.0;
    l->value = l->a < 0.5 ? mean : l->a < 1.5 ? longest : fastest;
}

// ---- jellies and soft boxes ---------------------------------------------------------------------

// Columns of 14, 20 and 25 soft boxes with 1 mm of jitter: how many fall in half a minute.
static void soft_columns(lab *l) {
    static const int heights[] = {14, 20, 25};
    for (int i = 0; i < 3 * lab_seeds(l, 3); ++i) {
        lab_open(l);
        lab_seed(l, l->seeds[i / 3]);
        make_floor(l, FLOOR_BOX, 0.6, 0.0, 0.0);
        thing top = {0, 0, 0};
        for (int k = 0; k < heights[i % 3]; ++k)
            top = make(l, EDGE_BOX, 0.001 * lab_random(l), 0.64 * k, 0.6, 0.0);
        double from = middle(l, top).y;
        lab_run(l, l->quick ? 10.0 : 30.0);
        l->value += !(middle(l, top).y > from - 1.5);
    }
}

static double area(const lab *l, thing t) {
    double twice = 0.0;
    for (int i = 0; i < t.count; ++i) {
        sim_vec p = lab_place(l, t.index + i), q = lab_place(l, t.index + (i + 1) % t.count);
        twice += (double)p.x * (double)q.y - (double)p.y * (double)q.x;
    }
    return 0.5 * twice;
}

// A jelly under a board of its own weight keeps its area.
static void jelly_area(lab *l) {
    lab_open(l);
    make_floor(l, FLOOR_BOX, 0.6, 0.0, 0.0);
    thing t = make(l, JELLY, 0.0, 0.0, 0.6, 0.0);
    double before = area(l, t);
    sim_shape board = lab_box(0.6, 0.1, 1.0 / 0.24, 0.6, 0.0);
    lab_body(l, SIM_DYNAMIC, 0.0, 0.76, &board);
    lab_run(l, 10.0);
    l->theory = 1.0;
    l->value = area(l, t) / before;
}

// Three jellies and three that lie on them; how far the farthest has crept after 200,000 steps,
// awake.
static void jelly_drift(lab *l) {
    thing t[6];
    double x[6], y[6];
    lab_open(l);
    make_floor(l, FLOOR_BOX, 0.6, 0.0, 0.0);
    for (int i = 0; i < 6; ++i)
        t[i] = make(l, JELLY, 1.5 * (i % 3), 0.7 * (i / 3), 0.6, 0.0);
    lab_run(l, 30.0);
    for (int i = 0; i < 6; ++i) {
        x[i] = middle(l, t[i]).x;
        y[i] = middle(l, t[i]).y;
    }
    for (int k = 0; k < (l->quick ? 20000 : 200000) && lab_step(l); ++k) {
    }
    for (int i = 0; i < 6; ++i)
        l->value = fmax(l->value, hypot(middle(l, t[i]).x - x[i], middle(l, t[i]).y - y[i]));
}

// A soft body turns and flies for ten seconds without weight: momentum (a = 0) or angular momentum
// left.
static void soft_spin(lab *l) {
    lab_open_weightless(l);
    thing t = make(l, (int)l->b, 0.0, 0.0, 0.0, 0.0);
    lab_state from = middle(l, t);
    double value[2];
    for (int i = 0; i < t.count; ++i) {
        sim_vec p = lab_place(l, t.index + i);
        lab_throw(l, t.index + i, 2.0 - 4.0 * ((double)p.y - from.y), 4.0 * ((double)p.x - from.x));
    }
    for (int when = 0; when < 2; ++when) {
        if (when == 1) lab_run(l, 10.0);
        lab_state m = middle(l, t);
        value[when] = l->a < 0.5 ? m.vx : 0.0;
        for (int i = 0; l->a > 0.5 && i < t.count; ++i) {
            sim_vec p = lab_place(l, t.index + i), v = lab_speed(l, t.index + i);
            value[when] += ((double)p.x - m.x) * ((double)v.y - m.vy) -
                           ((double)p.y - m.y) * ((double)v.x - m.vx);
        }
    }
    l->theory = 1.0;
    l->value = value[1] / value[0];
}

static const char *const slides = "v^2 / (2 mu g) on box, segment, chain, bounds: worst ratio";
static const char *const mixes = "the same with each of the five rules";

static const experiment rows[] = {
    {"slide_rigid", slides, slide, RIGID, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"slide_point", slides, slide, POINT, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"slide_rope", slides, slide, ROPE, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"slide_edge_box", slides, slide, EDGE_BOX, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"slide_vertex_edge", slides, slide, VERTEX_EDGE, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"on_rope_rigid", "v^2 / (2 mu g) on a pinned rope: ratio", slide, RIGID, 1, LAB_WITHIN, 0.02,
     NULL, LAB_ALONE},
    {"on_rope_point", "v^2 / (2 mu g) on a pinned rope: ratio", slide, POINT, 1, LAB_WITHIN, 0.02,
     NULL, LAB_ALONE},
    {"on_rope_rope", "v^2 / (2 mu g) on a pinned rope: ratio", slide, ROPE, 1, LAB_WITHIN, 0.02,
     NULL, LAB_ALONE},
    {"on_rope_edge_box", "v^2 / (2 mu g) on a pinned rope: ratio", slide, EDGE_BOX, 1, LAB_WITHIN,
     0.02, NULL, LAB_ALONE},
    {"on_rope_vertex_edge", "v^2 / (2 mu g) on a pinned rope: ratio", slide, VERTEX_EDGE, 1,
     LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"slide_mix_point", mixes, slide_mix, POINT, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"slide_mix_rope", mixes, slide_mix, ROPE, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"slide_mix_edge_box", mixes, slide_mix, EDGE_BOX, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"slide_mix_vertex_edge", mixes, slide_mix, VERTEX_EDGE, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"belt_rigid", "the belt's speed", belt, RIGID, FLOOR_BOX, LAB_RELATIVE, 0.02, NULL, 0},
    {"belt_chain", "the same, a belt that is a chain", belt, RIGID, FLOOR_CHAIN, LAB_RELATIVE, 0.02,
     NULL, LAB_ALONE},
    {"belt_point", "the belt's speed", belt, POINT, FLOOR_BOX, LAB_RELATIVE, 0.02, NULL, 0},
    {"belt_rope", "the belt's speed", belt, ROPE, FLOOR_BOX, LAB_RELATIVE, 0.02, NULL, 0},
    {"belt_edge_box", "the belt's speed", belt, EDGE_BOX, FLOOR_BOX, LAB_RELATIVE, 0.02, NULL, 0},
    {"belt_vertex_edge", "the belt's speed", belt, VERTEX_EDGE, FLOOR_BOX, LAB_RELATIVE, 0.02, NULL,
     0},
    {"belt_chain_point", "the same, a belt that is a chain", belt, POINT, FLOOR_CHAIN, LAB_RELATIVE,
     0.02, NULL, 0},
    {"tracks_bounds", "the tracks' speed on the world's bounds", tracks, 0, FLOOR_BOUNDS,
     LAB_RELATIVE, 0.02, NULL, LAB_ALONE},
    {"tracks_rope", "the tracks' speed on a rope", tracks, 0, FLOOR_ROPE, LAB_RELATIVE, 0.02, NULL,
     0},
    {"restitution_point", "e = 0.8: speed after over before", bounce, POINT, FLOOR_BOX,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"restitution_rope", "the same, a rope that falls flat", bounce, ROPE, FLOOR_BOX, LAB_RELATIVE,
     0.02, NULL, 0},
    {"restitution_edge_box", "the same, a soft box that falls flat", bounce, EDGE_BOX, FLOOR_BOX,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"restitution_vertex_edge", "the same, a vertex-edge box", bounce, VERTEX_EDGE, FLOOR_BOX,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"restitution_on_rope", "the same, a rigid box on a pinned rope", bounce, RIGID, FLOOR_ROPE,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"weight_point", "m g from the floor's contacts, ratio", weight, POINT, 0, LAB_WITHIN, 0.01,
     NULL, 0},
    {"weight_rope", "the same, a rope", weight, ROPE, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"weight_edge_box", "the same, a soft box", weight, EDGE_BOX, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"weight_jelly", "the same, a jelly", weight, JELLY, 0, LAB_WITHIN, 0.01, NULL, 0},
    {"weight_vertex_edge", "the same, a vertex-edge box", weight, VERTEX_EDGE, 0, LAB_WITHIN, 0.01,
     NULL, 0},
    {"catenary_sag", "slopes (i - (n - 1)/2) w / H: its sag", catenary, 0, 0, LAB_RELATIVE, 0.005,
     NULL, 0},
    {"catenary_length", "its length", catenary, 1, 0, LAB_RELATIVE, 0.005, NULL, 0},
    {"catenary_links", "sag of twenty rigid links", link_catenary, 0, 0, LAB_RELATIVE, 0.005, NULL,
     0},
    {"heavy_rope", "reach over length, 10,000:1", heavy_rope, 10000, 0, LAB_WITHIN, 1e-3, NULL, 0},
    {"loaded_rope", "50 - 200 kg on 2 kg between two pins: 0 fall", loaded_rope, 0, 0, LAB_AT_MOST,
     0, NULL, 0},
    {"cloth_sag", "100 x 100 hung by its top: 0 longer", cloth, 0, 0, LAB_AT_MOST, 0.01, NULL,
     LAB_LARGE},
    {"cloth_edge", "its longest edge: 0 longer", cloth, 1, 0, LAB_AT_MOST, 0.03, NULL,
     LAB_LARGE | LAB_LONG},
    {"cloth_corners", "40 x 40 hung by two corners: its edges 0 longer, mean", cloth_corners, 0, 0,
     LAB_AT_MOST, 0.005, NULL, LAB_LARGE},
    {"cloth_corners_edge", "its longest edge: 0 longer", cloth_corners, 1, 0, LAB_AT_MOST, 0.01,
     NULL, LAB_LARGE},
    {"cloth_corners_rest", "its fastest point after 20 s: 0 [m/s]", cloth_corners, 2, 0,
     LAB_AT_MOST, 0.05, NULL, LAB_LARGE},
    {"soft_columns", "14, 20 and 25 soft boxes: 0 fall", soft_columns, 0, 0, LAB_AT_MOST, 0, NULL,
     0},
    {"jelly_area", "area under a board of its weight over that before", jelly_area, 0, 0,
     LAB_WITHIN, 0.02, NULL, 0},
    {"jelly_drift", "0 in 200,000 steps, awake [m]", jelly_drift, 0, 0, LAB_AT_MOST, 0.005, NULL,
     0},
    {"jelly_momentum", "momentum kept in flight", soft_spin, 0, JELLY, LAB_WITHIN, 1e-4, NULL, 0},
    {"jelly_spin", "angular momentum kept over 10 s", soft_spin, 1, JELLY, LAB_WITHIN, 0.01, NULL,
     0},
    {"edge_box_spin", "the same, a soft box", soft_spin, 1, EDGE_BOX, LAB_WITHIN, 0.01, NULL, 0},
    {"vertex_edge_spin", "the same, a vertex-edge box", soft_spin, 1, VERTEX_EDGE, LAB_WITHIN, 0.01,
     NULL, 0},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_soft = {"soft", rows};
