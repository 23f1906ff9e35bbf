// SPDX-License-Identifier: MIT OR Unlicense
// physics_paths.c - curved and broken ground, bodies on one another, moving and turned frames.
#include "physics.h"

#include <math.h>

// ---- curves -------------------------------------------------------------------------------------

// A disc that swings in a round bowl of 5 m. a: friction: with it the disc rolls, I / (m r^2) = 1/2
// more.
static void bowl(lab *l) {
    enum { SIDES = 720 };
    sim_vec at[SIDES];
    double big = 5.0, r = 0.5, start = 20.0 * SIM_PI / 180.0;
    lab_open(l);
    for (int i = 0; i < SIDES; ++i) { // clockwise: bodies live inside
        double turn = -2.0 * SIM_PI * i / SIDES;
        at[i] = sim_v((float)(big * cos(turn)), (float)(big * sin(turn)));
    }
    sim_shape chain = sim_chain(at, SIDES), disc = lab_disc(r, 1.0, l->a, 0.0);
    chain.friction = (float)l->a;
    lab_body(l, SIM_STATIC, 0.0, 0.0, &chain);
    int body = lab_body(l, SIM_DYNAMIC, (big - r) * sin(start), -(big - r) * cos(start), &disc);
    lab_crossings c = {0, 0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 1200 && lab_step(l); ++i)
        lab_crossing(&c, lab_at(l, body).x);
    double k = l->a > 0.0 ? 1.5 : 1.0;
    l->theory = 4.0 * lab_elliptic(sin(0.5 * start)) * sqrt(k * (big - r) / LAB_GRAVITY);
    l->value = lab_period(&c) / 60.0;
}

// A disc that slides off the top of a round hill without friction leaves it at cos a = 2/3 cos a0.
// Where it then comes down to the level of the hill's centre. A push along what was so at the start of a
// step turns its motion by up to w dt. a: steps per second.
static void round_hill(lab *l) {
    lab_open(l);
    sim_shape hill = lab_disc(2.0, 1.0, 0.0, 0.0), disc = lab_disc(0.2, 1.0, 0.0, 0.0);
    double r = 2.2, start = 10.0 * SIM_PI / 180.0;
    l->s->dt = (float)(1.0 / l->a);
    lab_body(l, SIM_STATIC, 0.0, 0.0, &hill);
    int body = lab_body(l, SIM_DYNAMIC, r * sin(start), r * cos(start), &disc);
    lab_state before = lab_at(l, body), at = before;
    while (at.y > 0.0 && l->s->step_count < 10.0 * l->a && lab_step(l)) {
        before = at;
        at = lab_at(l, body);
    }
    double c = 2.0 / 3.0 * cos(start), s = sqrt(1.0 - c * c), v = sqrt(LAB_GRAVITY * r * c);
    double fall = (-v * s + sqrt(v * v * s * s + 2.0 * LAB_GRAVITY * r * c)) / LAB_GRAVITY;
    l->theory = r * s + v * c * fall;
    l->value = before.x + (at.x - before.x) * before.y / (before.y - at.y);
}

// A ladder slides down a wall without friction and leaves it at 2/3 of its height: from then on its
// middle moves away at 2/3 h sin a sqrt(2/3 g h sin a / (h^2 + k^2)), where h is half of its length and k
// its radius of gyration. Contacts push along what was so at the start of a step, so that an error of
// w dt is to be expected: 4 % at the default step. a: steps per second.
static void ladder(lab *l) {
    lab_open(l);
    lab_ground(l, 0.0, 0.0);
    double angle = 70.0 * SIM_PI / 180.0, h = 0.99, half = 0.01;
    l->s->dt = (float)(1.0 / l->a);
    sim_shape rod = sim_capsule(-0.99f, 0.0f, 0.99f, 0.0f, 0.01f),
              wall = lab_box(1.0, 5.0, 1.0, 0.0, 0.0);
    rod.friction = 0.0f;
    lab_body(l, SIM_STATIC, -1.0, 5.0, &wall);
    int body = lab_turned(l, SIM_DYNAMIC, 0.99 * cos(angle) + half, 0.99 * sin(angle) + half,
                          SIM_PI - angle, &rod);
    lab_state at = lab_at(l, body);
    double k2 = lab_inertia(l, body) / lab_mass(l, body), s = sin(angle);
    while (at.y > 0.25 && l->s->step_count < 10.0 * l->a && lab_step(l))
        at = lab_at(l, body);
    l->theory = 2.0 / 3.0 * h * s * sqrt(2.0 / 3.0 * LAB_GRAVITY * h * s / (h * h + k2));
    l->value = at.vx;
}

// A closed round track of a links (below 0: loose segments), and a disc of a tenth of its radius that circles in it
// for 5 s at 6 rad/s without gravity: how much of its speed it has then. b: radius [m]; below 0, it rolls.
static void track(lab *l) {
    enum { SIDES = 720 };
    sim_vec at[SIDES];
    int sides = (int)fabs(l->a);
    double big = fabs(l->b), r = 0.1 * big, w = 6.0, v = w * (big - r);
    lab_open_weightless(l);
    for (int i = 0; i < sides; ++i) { // clockwise: bodies live inside
        double turn = -2.0 * SIM_PI * (i + 0.5) / sides;
        at[i] = sim_v((float)(big * sin(turn)), (float)(-big * cos(turn)));
    }
    sim_shape chain = sim_chain(at, sides), disc = lab_disc(r, 1.0, l->b < 0.0 ? 0.9 : 0.0, 0.0);
    chain.friction = l->b < 0.0 ? 0.9f : 0.0f;
    int ground = lab_body(l, SIM_STATIC, 0.0, 0.0, l->a > 0.0 ? &chain : NULL);
    for (int i = 0; i < sides && l->a < 0.0; ++i) {
        int next = (i + 1) % sides;
        sim_shape part = sim_segment(at[i].x, at[i].y, at[next].x, at[next].y);
        part.friction = chain.friction;
        sim_add_shape(l->s, ground, &part);
    }
    int body = lab_body(l, SIM_DYNAMIC, 0.0, -big * cos(SIM_PI / sides) + r, &disc);
    sim_set_velocity(l->s, body, (float)v, 0.0f, l->b < 0.0 ? (float)(-v / r) : 0.0f);
    lab_run(l, 5.0);
    lab_state end = lab_at(l, body);
    l->theory = 1.0;
    l->value = hypot(end.vx, end.vy) / v;
}

// ---- on one another -----------------------------------------------------------------------------

// A block slides down a wedge that slides away under it: A = m g sin a cos a / (M + m sin^2 a).
static void wedge(lab *l) {
    lab_open(l);
    lab_ground(l, 0.0, 0.0);
    double angle = 30.0 * SIM_PI / 180.0, c = cos(angle), s = sin(angle), w = 4.0;
    sim_vec corners[3];
    corners[0] = sim_v(0.0f, 0.0f);
    corners[1] = sim_v((float)w, 0.0f);
    corners[2] = sim_v(0.0f, (float)(w * s / c));
    sim_shape ramp = sim_polygon(corners, 3, 0.0f), box = lab_box(0.25, 0.25, 4.0, 0.0, 0.0);
    ramp.friction = 0.0f;
    ramp.density = 0.5f;
    int under = lab_body(l, SIM_DYNAMIC, 0.0, 0.0, &ramp);
    double along = 1.5; // from the top
    int body = lab_turned(l, SIM_DYNAMIC, along * c + 0.25 * s, (w * s / c - along * s) + 0.25 * c,
                          -angle, &box);
    lab_run(l, 0.5);
    double m = lab_mass(l, body), big = lab_mass(l, under);
    l->theory = -0.5 * m * LAB_GRAVITY * s * c / (big + m * s * s);
    l->value = lab_at(l, under).vx;
}

// A block at 5 m/s on a plank of twice its mass, on ice: how far it slides on the plank.
static void block_on_plank(lab *l) {
    lab_open(l);
    lab_ground(l, 0.0, 0.0);
    sim_shape plank = lab_box(4.0, 0.25, 0.25, 0.5, 0.0), box = lab_box(0.5, 0.25, 0.5, 0.5, 0.0);
    int under = lab_body(l, SIM_DYNAMIC, 0.0, 0.25, &plank);
    int body = lab_body(l, SIM_DYNAMIC, -3.0, 0.75, &box);
    sim_set_velocity(l->s, body, 5.0f, 0.0f, 0.0f);
    lab_run(l, 3.0);
    double ratio = lab_mass(l, body) / lab_mass(l, under);
    l->theory = 25.0 / (2.0 * 0.5 * LAB_GRAVITY * (1.0 + ratio));
    l->value = lab_at(l, body).x - lab_at(l, under).x + 3.0;
}

// A lift that starts upwards with a [m/s^2]: what its floor carries of a disc.
static void lift(lab *l) {
    lab_open(l);
    sim_shape floor = lab_box(2.0, 0.5, 1.0, 0.6, 0.0), disc = lab_disc(0.5, 1.0, 0.6, 0.0);
    int under = lab_body(l, SIM_KINEMATIC, 0.0, -0.5, &floor);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5, &disc);
    double sum = 0.0;
    lab_run(l, 1.0);
    for (int i = 0; i < 60; ++i) {
        sim_set_velocity(l->s, under, 0.0f, (float)(l->a * (i + 1) / 60.0), 0.0f);
        lab_step(l);
        const sim_probe *probe = lab_probe(l);
        sim_vec j = sim_v(0.0f, 0.0f);
        float size = 0.0f;
        if (probe != NULL && probe->contact_impulse != NULL)
            probe->contact_impulse(l->s->ctx, body, &j, &size);
        sum += (double)j.y;
    }
    l->theory = lab_mass(l, body) * (LAB_GRAVITY + l->a);
    l->value = sum;
}

// A box in a drum that turns fast enough to hold it: the turns of the box after ten seconds.
static void drum(lab *l) {
    enum { SIDES = 64 };
    sim_vec at[SIDES];
    lab_open(l);
    for (int i = 0; i < SIDES; ++i) {
        double turn = -2.0 * SIM_PI * (i + 0.5) / SIDES;
        at[i] = sim_v((float)(5.0 * cos(turn)), (float)(5.0 * sin(turn)));
    }
    sim_shape chain = sim_chain(at, SIDES), box = lab_box(0.1, 0.1, 1.0, 1.0, 0.0);
    chain.friction = 1.0f;
    int ring = lab_turned(l, SIM_KINEMATIC, 0.0, 0.0, -0.5 * SIM_PI, &chain);
    sim_set_velocity(l->s, ring, 0.0f, 0.0f, 3.0f);
    double r = 5.0 * cos(SIM_PI / SIDES) - 0.1, turned = 0.0, last = -0.5 * SIM_PI;
    int body = lab_body(l, SIM_DYNAMIC, 0.0, -r, &box);
    sim_set_velocity(l->s, body, (float)(3.0 * r), 0.0f, 3.0f);
    for (int i = 0; i < 600 && lab_step(l); ++i) {
        lab_state p = lab_at(l, body);
        double by = atan2(p.y, p.x) - last;
        by -= 2.0 * SIM_PI * floor(by / (2.0 * SIM_PI) + 0.5);
        last += by;
        turned += by;
    }
    l->theory = 30.0 / (2.0 * SIM_PI);
    l->value = turned / (2.0 * SIM_PI);
}

// ---- broken ground ------------------------------------------------------------------------------

enum { TILES = 0, SEGMENTS, CHAIN };

static void broken_ground(lab *l, int kind, double friction) {
    int ground = lab_nothing(l);
    sim_vec at[64];
    for (int i = 0; i < 60; ++i) {
        double x = i - 20.0;
        sim_shape part = kind == TILES ? sim_box_at(0.5f, 0.5f, (float)(x + 0.5), -0.5f, 0.0f)
                                       : sim_segment((float)x, 0.0f, (float)(x + 1.0), 0.0f);
        part.friction = (float)friction;
        if (kind != CHAIN) sim_add_shape(l->s, ground, &part);
        at[i] = sim_v((float)(40.0 - i), 0.0f); // clockwise, as bodies live above
    }
    at[60] = sim_v(-20.0f, 0.0f);
    at[61] = sim_v(-20.0f, 20.0f);
    at[62] = sim_v(40.0f, 20.0f);
    sim_shape chain = sim_chain(at, 63);
    chain.friction = (float)friction;
    if (kind == CHAIN) sim_add_shape(l->s, ground, &chain);
}

// v^2 / (2 mu g) on ground that is made of pieces. b: 0 a box, 1 a capsule that lies, 2 a hexagon.
static void broken_slide(lab *l) {
    lab_open(l);
    broken_ground(l, (int)l->a, 0.5);
    sim_shape shape = lab_box(0.4, 0.3, 1.0, 0.5, 0.0);
    if (l->b > 0.5) shape = sim_capsule(-0.4f, 0.0f, 0.4f, 0.0f, 0.3f);
    shape.friction = 0.5f;
    int body = lab_body(l, SIM_DYNAMIC, -4.0, 0.3, &shape);
    sim_set_velocity(l->s, body, 8.0f, 0.0f, 0.0f);
    lab_run(l, 4.0);
    l->theory = 64.0 / (2.0 * 0.5 * LAB_GRAVITY);
    l->value = lab_at(l, body).x + 4.0;
}

// A disc rolls over the same at 10 m/s: how far it has come in 3 s.
static void broken_roll(lab *l) {
    lab_open(l);
    broken_ground(l, (int)l->a, 0.6);
    sim_shape disc = lab_disc(0.4, 1.0, 0.6, 0.0);
    int body = lab_body(l, SIM_DYNAMIC, -10.0, 0.4, &disc);
    sim_set_velocity(l->s, body, 10.0f, 0.0f, -25.0f);
    double highest = 0.0;
    for (int i = 0; i < 180 && lab_step(l); ++i)
        highest = fmax(highest, lab_at(l, body).y - 0.4);
    l->theory = l->b > 0.5 ? 0.0 : 30.0;
    l->value = l->b > 0.5 ? highest : lab_at(l, body).x + 10.0;
}

enum { CAPSULES = CHAIN + 1 };

// Ground of 120 pieces of length `piece` along y = 0, each a body of its own.
static void add_pieces(lab *l, int kind, double piece, double restitution) {
    for (int i = 0; i < 120; ++i) {
        double x = piece * (i - 4);
        sim_shape part =
            kind == TILES
                ? sim_box_at((float)(0.5 * piece), 0.25f, (float)(x + 0.5 * piece), -0.25f, 0.0f)
            : kind == CAPSULES ? sim_capsule((float)x, -0.1f, (float)(x + piece), -0.1f, 0.1f)
                               : sim_segment((float)x, 0.0f, (float)(x + piece), 0.0f);
        part.friction = 0.0f;
        part.restitution = (float)restitution;
        lab_body(l, SIM_STATIC, 0.0, 0.0, &part);
    }
}

// Discs, boxes, lying capsules and hexagons slide over seams without friction at 1 to 20 m/s: how many of 100 hop by more
// than 2.5 mm, or lose 1 % of their speed. a: the ground.
static void seam_slide(lab *l) {
    static const double speeds[] = {1.0, 3.0, 7.0, 12.0, 20.0};
    for (int i = 0; i < 100; ++i) {
        double v = speeds[i % 5], s = 0.1 + 0.07 * (i / 5 % 5), piece = i / 5 % 2 ? 1.0 : 0.35;
        int figure = i / 25;
        sim_vec corners[6];
        for (int k = 0; k < 6; ++k) {
            double turn = SIM_PI / 3.0 * (k + 0.5);
            corners[k] = sim_v((float)(s * sin(turn)), (float)(-s * cos(turn)));
        }
        sim_shape shape = figure == 0   ? lab_disc(s, 1.0, 0.0, 0.0)
                          : figure == 1 ? lab_box(s, s, 1.0, 0.0, 0.0)
                          : figure == 2 ? sim_capsule((float)-s, 0.0f, (float)s, 0.0f, (float)s)
                                        : sim_polygon(corners, 6, 0.0f);
        shape.friction = 0.0f;
        double height = figure == 3 ? s * cos(SIM_PI / 6.0) : s, hop = 0.0, loss = 0.0;
        lab_open(l);
        add_pieces(l, (int)l->a, piece, 0.0);
        int body = lab_body(l, SIM_DYNAMIC, 0.013 * (i / 5 % 5), height, &shape);
        lab_run(l, 0.1);
        sim_set_velocity(l->s, body, (float)v, 0.0f, 0.0f);
        while (lab_at(l, body).x < 110.0 * piece - 0.1 * v && l->s->step_count < 200 &&
               lab_step(l)) {
            lab_state at = lab_at(l, body);
            hop = fmax(hop, at.y - height);
            loss = fmax(loss, fabs(at.vx / v - 1.0));
        }
        l->value += !(hop < 0.0025 && loss < 0.01);
    }
}

// Balls of restitution 1 fall on or beside a seam: how many of 60 leave the vertical by more than 0.01 of their speed.
static void seam_bounce(lab *l) {
    lab_seed(l, l->seeds[0]);
    for (int i = 0; i < 60; ++i) {
        double r = 0.2 + 0.1 * lab_random(l), h = 1.5 + lab_random(l);
        sim_shape disc = lab_disc(r, 1.0, 0.0, 1.0);
        lab_open(l);
        add_pieces(l, (int)l->a, 1.0, 1.0);
        int body = lab_body(l, SIM_DYNAMIC, 0.012 * (2.0 * i / 59.0 - 1.0), h + r, &disc);
        lab_run(l, 1.0);
        l->value += !(fabs(lab_at(l, body).vx) < 0.01 * sqrt(2.0 * LAB_GRAVITY * h));
    }
}

// ---- frames -------------------------------------------------------------------------------------

// The floor, what slides and gravity turned by 15 to 345 degrees: the worst ratio to v^2 / (2 mu
// g).
static void turned_slide(lab *l) {
    l->theory = l->value = 1.0;
    for (int i = 1; i < 24; ++i) {
        double angle = i * SIM_PI / 12.0, c = cos(angle), s = sin(angle);
        lab_new(l);
        l->s->world.gravity = sim_v((float)(LAB_GRAVITY * s), (float)(-LAB_GRAVITY * c));
        lab_start(l);
        sim_shape floor = lab_box(50.0, 1.0, 1.0, 0.6, 0.0), box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
        lab_turned(l, SIM_STATIC, s, -c, angle, &floor);
        int body = lab_turned(l, SIM_DYNAMIC, -0.5 * s, 0.5 * c, angle, &box);
        sim_set_velocity(l->s, body, (float)(5.0 * c), (float)(5.0 * s), 0.0f);
        lab_run(l, 2.0);
        lab_state at = lab_at(l, body);
        lab_worst(&l->value, 1.0, (at.x * c + at.y * s) * 12.0 / 25.0);
    }
}

// On a kinematic floor that moves at 50 m/s, seen from it.
static void moving_slide(lab *l) {
    lab_open(l);
    sim_shape floor = lab_box(50.0, 1.0, 1.0, 0.6, 0.0), box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
    int under = lab_body(l, SIM_KINEMATIC, 0.0, -1.0, &floor);
    int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5, &box);
    sim_set_velocity(l->s, under, 50.0f, 0.0f, 0.0f);
    sim_set_velocity(l->s, body, 55.0f, 0.0f, 0.0f);
    lab_run(l, 2.0);
    l->theory = 25.0 / (1.2 * LAB_GRAVITY);
    l->value = lab_at(l, body).x - lab_at(l, under).x;
}

// A column of eight boxes on a floor that moves at 20 m/s: how many are not where they were on it.
static void moving_column(lab *l) {
    lab_open(l);
    sim_shape floor = lab_box(20.0, 1.0, 1.0, 0.6, 0.0), box = lab_box(0.5, 0.5, 1.0, 0.6, 0.0);
    int under = lab_body(l, SIM_KINEMATIC, 0.0, -1.0, &floor), first = l->s->body_count;
    sim_set_velocity(l->s, under, 20.0f, 0.0f, 0.0f);
    for (int i = 0; i < 8; ++i)
        sim_set_velocity(l->s, lab_body(l, SIM_DYNAMIC, 0.0, i + 0.5, &box), 20.0f, 0.0f, 0.0f);
    lab_run(l, 10.0);
    for (int i = 0; i < 8; ++i) {
        lab_state at = lab_at(l, first + i);
        l->value += fabs(at.x - lab_at(l, under).x) > 0.05 || fabs(at.y - i - 0.5) > 0.05;
    }
}

// Density from 0.001 to 10,000: the worst ratio to v^2 / (2 mu g).
static void any_mass(lab *l) {
    l->theory = l->value = 1.0;
    for (double density = 1e-3; density < 2e4; density *= 10.0) {
        lab_open(l);
        lab_ground(l, 0.6, 0.0);
        sim_shape box = lab_box(0.5, 0.5, density, 0.6, 0.0);
        int body = lab_body(l, SIM_DYNAMIC, 0.0, 0.5, &box);
        sim_set_velocity(l->s, body, 5.0f, 0.0f, 0.0f);
        lab_run(l, 2.0);
        lab_worst(&l->value, 1.0, lab_at(l, body).x * 12.0 / 25.0);
    }
}

// Two bodies and three springs of one stiffness in a row: they swing against each other at sqrt 3
// times the frequency at which they swing together. b: 0 together, 1 against. The amplitude left
// after 20 s when a is 1.
static void two_springs(lab *l) {
    double hertz = 1.0, x[1200];
    int against = l->b > 0.5;
    lab_open_weightless(l);
    sim_shape disc = lab_disc(0.3, 1.0, 0.0, 0.0);
    int ends = lab_nothing(l), a = lab_body(l, SIM_DYNAMIC, 2.0, 0.0, &disc);
    int b = lab_body(l, SIM_DYNAMIC, 4.0, 0.0, &disc);
    lab_rod(l, ends, a, 0.0, 0.0, 2.0, 0.0, hertz, 0.0);
    lab_rod(l, a, b, 2.0, 0.0, 4.0, 0.0, hertz * sqrt(2.0), 0.0); // of the reduced mass m / 2
    lab_rod(l, ends, b, 6.0, 0.0, 4.0, 0.0, hertz, 0.0);
    double v = 0.3 * 2.0 * SIM_PI * hertz * (against ? sqrt(3.0) : 1.0);
    sim_set_velocity(l->s, a, (float)v, 0.0f, 0.0f);
    sim_set_velocity(l->s, b, (float)(against ? -v : v), 0.0f, 0.0f);
    double late = 0.0, omega, zeta;
    for (int i = 0; i < 1200 && lab_step(l); ++i) {
        x[i] = lab_at(l, a).x - 2.0;
        if (i >= 1080) late = fmax(late, fabs(x[i]));
    }
    if (l->s->error != NULL) return;
    lab_oscillator(x, 1200, 1.0 / 60.0, &omega, &zeta);
    l->theory = l->a > 0.5 ? 1.0 : hertz * (against ? sqrt(3.0) : 1.0);
    l->value = l->a > 0.5 ? late / 0.3 : omega / (2.0 * SIM_PI);
}

static const experiment rows[] = {
    {"bowl_slide", "4 K(sin a/2) sqrt((R - r) / g), no friction", bowl, 0, 0, LAB_RELATIVE, 0.002,
     NULL, 0},
    {"bowl_roll", "the same, 3/2 (R - r), rolling", bowl, 0.9, 0, LAB_RELATIVE, 0.002, NULL, 0},
    // Normals are those of the start of a step, in which it goes 3 % of this way.
    {"round_hill", "leaves it at cos a = 2/3 cos a0: where it lands", round_hill, 60, 0,
     LAB_RELATIVE, 0.02, NULL, 0},
    {"round_hill_fine", "the same in steps of 1/240 s", round_hill, 240, 0, LAB_RELATIVE, 0.002,
     NULL, 0},
    {"track_24", "a disc in a round track of 24 links: speed left after 5 s", track, 24, 2,
     LAB_WITHIN, 0.02, NULL, 0},
    {"track_72", "the same, 72 links", track, 72, 2, LAB_WITHIN, 0.02, NULL, 0},
    {"track_720", "the same, 720 links", track, 720, 2, LAB_WITHIN, 0.02, NULL, 0},
    {"track_small", "the same, 72 links, radius 0.5 m", track, 72, 0.5, LAB_WITHIN, 0.02, NULL, 0},
    {"track_large", "the same, 180 links, radius 20 m", track, 180, 20, LAB_WITHIN, 0.02, NULL, 0},
    {"track_roll", "the same, 72 links, it rolls", track, 72, -2, LAB_WITHIN, 0.02, NULL, 0},
    {"track_loose", "the same, 72 loose segments", track, -72, 2, LAB_WITHIN, 0.02, NULL,
     LAB_ALONE},
    {"track_loose_720", "the same, 720 loose segments", track, -720, 2, LAB_WITHIN, 0.02, NULL,
     LAB_ALONE},
    {"track_loose_roll", "the same, 72, it rolls", track, -72, -2, LAB_WITHIN, 0.02, NULL,
     LAB_ALONE},
    {"ladder", "leaves the wall at 2/3 of its height: its speed then, within w dt", ladder, 60, 0,
     LAB_RELATIVE, 0.04, NULL, 0},
    {"ladder_fine", "the same in steps of 1/240 s", ladder, 240, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"wedge", "t m g sin a cos a / (M + m sin^2 a)", wedge, 0, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"block_on_plank", "v^2 / (2 mu g (1 + m/M))", block_on_plank, 0, 0, LAB_RELATIVE, 0.02, NULL,
     0},
    {"lift", "m (g + a) [N]", lift, 2, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"drum", "turns with it: w t / 2 pi", drum, 0, 0, LAB_RELATIVE, 0.01, NULL, 0},
    {"tiles_box", "v^2 / (2 mu g) over boxes side by side", broken_slide, TILES, 0, LAB_RELATIVE,
     0.02, NULL, 0},
    {"tiles_capsule", "the same, a capsule that lies", broken_slide, TILES, 1, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"segments_box", "the same over segments", broken_slide, SEGMENTS, 0, LAB_RELATIVE, 0.02, NULL,
     0},
    {"segments_capsule", "the same, a capsule that lies", broken_slide, SEGMENTS, 1, LAB_RELATIVE,
     0.02, NULL, 0},
    {"chain_box", "the same over a chain", broken_slide, CHAIN, 0, LAB_RELATIVE, 0.02, NULL, 0},
    {"chain_capsule", "the same, a capsule that lies", broken_slide, CHAIN, 1, LAB_RELATIVE, 0.02,
     NULL, 0},
    {"tiles_roll", "v t of a disc that rolls over boxes", broken_roll, TILES, 0, LAB_RELATIVE, 0.01,
     NULL, 0},
    {"tiles_hop", "how high it hops: 0 [m]", broken_roll, TILES, 1, LAB_AT_MOST, 0.001, NULL, 0},
    {"segments_hop", "the same over segments", broken_roll, SEGMENTS, 1, LAB_AT_MOST, 0.001, NULL,
     0},
    {"chain_hop", "the same over a chain", broken_roll, CHAIN, 1, LAB_AT_MOST, 0.001, NULL, 0},
    {"seam_tiles", "of 100 that hop or lose 1 % of 1 - 20 m/s over boxes: 0", seam_slide, TILES, 0,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"seam_segments", "the same over segments", seam_slide, SEGMENTS, 0, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"seam_capsules", "the same over capsules", seam_slide, CAPSULES, 0, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"seam_bounce", "balls of 60 that bounce aside at a seam of boxes: 0", seam_bounce, TILES, 0,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"seam_bounce_line", "the same, segments", seam_bounce, SEGMENTS, 0, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"turned_slide", "v^2 / (2 mu g), all turned by 15 - 345 deg: worst ratio", turned_slide, 0, 0,
     LAB_WITHIN, 0.02, NULL, 0},
    {"moving_slide", "the same on a floor that moves at 50 m/s", moving_slide, 0, 0, LAB_RELATIVE,
     0.02, NULL, 0},
    {"moving_column", "boxes of eight that leave their place at 20 m/s: 0", moving_column, 0, 0,
     LAB_AT_MOST, 0, NULL, 0},
    {"any_mass", "v^2 / (2 mu g), density 0.001 - 10,000: worst ratio", any_mass, 0, 0, LAB_WITHIN,
     0.02, NULL, 0},
    {"modes_together", "two masses on three springs: f", two_springs, 0, 0, LAB_RELATIVE, 0.01,
     NULL, 0},
    {"modes_against", "the same against each other: sqrt 3 f", two_springs, 0, 1, LAB_RELATIVE,
     0.01, NULL, 0},
    {"modes_kept", "the amplitude left after 20 s", two_springs, 1, 1, LAB_WITHIN, 0.02, NULL, 0},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_paths = {"paths", rows};
