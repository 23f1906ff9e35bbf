// SPDX-License-Identifier: MIT OR Unlicense
// physics_walls.c - what must not pass: rings with an arm, thin walls, fast bodies, moving walls.
#include "physics.h"

#include <math.h>
#include <string.h>

// ---- a ring with an arm -------------------------------------------------------------------------

enum { RING_SEGMENTS = 0, RING_BOXES, RING_CHAIN };

enum { RING_SIDES = 64 };

static void add_ring(lab *l, int kind) {
    int ring = lab_nothing(l);
    sim_vec corner[RING_SIDES + 1];
    for (int i = 0; i <= RING_SIDES; ++i) { // clockwise: bodies live inside
        double turn = -2.0 * SIM_PI * i / RING_SIDES;
        corner[i] = sim_v((float)(10.0 * cos(turn)), (float)(10.0 * sin(turn)));
    }
    if (kind == RING_CHAIN) {
        sim_shape chain = sim_chain(corner, RING_SIDES);
        sim_add_shape(l->s, ring, &chain);
        return;
    }
    double side = 2.0 * 10.0 * sin(SIM_PI / RING_SIDES), middle = 10.0 * cos(SIM_PI / RING_SIDES);
    for (int i = 0; i < RING_SIDES; ++i) {
        double turn = -2.0 * SIM_PI * (i + 0.5) / RING_SIDES;
        sim_shape part =
            kind == RING_SEGMENTS
                ? sim_segment(corner[i].x, corner[i].y, corner[i + 1].x, corner[i + 1].y)
                : sim_box_at(0.02f, (float)(0.51 * side), (float)((middle + 0.02) * cos(turn)),
                             (float)((middle + 0.02) * sin(turn)), (float)turn);
        sim_add_shape(l->s, ring, &part);
    }
}

// 500 mixed bodies, and an arm that turns among them and leaves them room at its ends; how many are
// outside after 20 s.
static int ring_out(lab *l, int kind, double speed, uint32_t seed) {
    lab_seed(l, seed);
    lab_open(l);
    add_ring(l, kind);
    sim_shape bar = lab_box(7.0, 0.15, 1.0, 0.3, 0.0);
    int arm = lab_body(l, SIM_KINEMATIC, 0.0, 0.0, &bar);
    sim_set_velocity(l->s, arm, 0.0f, 0.0f, (float)speed);
    sim_shape shapes[3];
    shapes[0] = sim_capsule(-0.15f, 0.0f, 0.15f, 0.0f, 0.15f);
    shapes[1] = lab_disc(0.2, 1.0, 0.3, 0.0);
    shapes[2] = lab_box(0.2, 0.2, 1.0, 0.3, 0.0);
    int first = l->s->body_count, out = 0;
    for (int k = 0; l->s->body_count - first < 500; ++k) {
        double x = 0.62 * (k % 28) - 8.4, y = 0.62 * (k / 28) - 8.3;
        if (hypot(x, y) > 9.0 || fabs(y) < 0.6) continue;
        lab_turned(l, SIM_DYNAMIC, x + 0.01 * lab_random(l), y + 0.01 * lab_random(l),
                   0.1 * lab_random(l), &shapes[k % 3]);
    }
    lab_run(l, l->quick ? 6.0 : 20.0);
    for (int i = first; i < l->s->body_count; ++i) {
        lab_state at = lab_at(l, i);
        out += !(hypot(at.x, at.y) < 10.1);
    }
    return out;
}

// a: kind, b: speed of the arm.
static void ring_arm(lab *l) {
    for (int seed = 0; seed < lab_seeds(l, 3); ++seed)
        l->value += ring_out(l, (int)l->a, l->b, l->seeds[seed]);
}

static void spinner(lab *l) {
    sim_destroy(l->s);
    l->s = sim_create(l->engine, sim_scene_find("spinner"));
    for (int i = 0; i < 1200 && lab_step(l); ++i) {
    }
    for (int i = 0; i < l->s->body_count; ++i) {
        lab_state at = lab_at(l, i);
        l->value += l->s->bodies[i].def.type == SIM_DYNAMIC && !(hypot(at.x, at.y - 32.0) < 40.5);
    }
}

// ---- thin walls ---------------------------------------------------------------------------------

enum { WALL_2_CM = 0, WALL_2_MM, WALL_SEGMENT, WALL_CHAIN };

// A wall that faces left along x = 0, from y = 0 to `height` and so much farther that nothing flies
// around its ends.
static void add_wall(lab *l, int kind, double height) {
    const float spare = 40.0f;
    float y = 0.5f * (float)height, half = y + spare;
    sim_shape wall = sim_segment(0.0f, y - half, 0.0f, y + half);
    sim_vec loop[4];
    if (kind == WALL_2_CM) wall = sim_box_at(0.01f, half, 0.01f, y, 0.0f);
    if (kind == WALL_2_MM) wall = sim_box_at(0.001f, half, 0.001f, y, 0.0f);
    if (kind == WALL_CHAIN) { // clockwise: a room whose right side is the wall
        loop[0] = sim_v(0.0f, y - half);
        loop[1] = sim_v(-50.0f, y - half);
        loop[2] = sim_v(-50.0f, y + half);
        loop[3] = sim_v(0.0f, y + half);
        wall = sim_chain(loop, 4);
    }
    lab_body(l, SIM_STATIC, 0.0, 0.0, &wall);
}

enum { SHOT_BOX = 0, SHOT_PLANK, SHOT_ROD };

// `count` bodies that fly at a wall, each in a lane of its own; how many are beyond it in the end.
static int shots(lab *l, int kind, int wall, int count, double slowest, double fastest) {
    enum { MOST = 200 };
    int bodies[MOST], through = 0;
    double lane = kind == SHOT_BOX ? 0.5 : 1.5;
    lab_open_weightless(l);
    add_wall(l, wall, lane * count);
    sim_shape shape = kind == SHOT_BOX     ? lab_box(0.05, 0.05, 1.0, 0.6, 0.0)
                      : kind == SHOT_PLANK ? lab_box(0.5, 0.005, 1.0, 0.6, 0.0)
                                           : sim_capsule(-0.5f, 0.0f, 0.5f, 0.0f, 0.01f);
    shape.category = 2;
    shape.mask = 1;
    for (int i = 0; i < count; ++i) {
        double speed = slowest + (fastest - slowest) * 0.5 * (1.0 + lab_random(l));
        bodies[i] = lab_turned(l, SIM_DYNAMIC, -3.0 + lab_random(l), lane * (i + 0.5),
                               SIM_PI * lab_random(l), &shape);
        double spin = kind == SHOT_BOX ? 0.0 : 60.0 * lab_random(l);
        sim_set_velocity(l->s, bodies[i], (float)speed, (float)(0.02 * speed * lab_random(l)),
                         (float)spin);
    }
    lab_run(l, 4.5 / slowest < 0.4 ? 0.4 : 4.5 / slowest);
    for (int i = 0; i < count; ++i)
        through += !(lab_at(l, bodies[i]).x < 0.03);
    return through;
}

// a: what flies, b: the wall. 20 to 400 m/s; boxes at 5 to 200.
static void thin_walls(lab *l) {
    int fast = (int)l->a != SHOT_BOX, count = 200;
    int worlds = l->quick ? 5 : fast ? 20 : 100;
    for (int i = 0; i < worlds; ++i) {
        // Slow ones take long, so that speeds go up by octaves.
        double low = fast ? 20.0 * (double)(1 << (i % 4)) : 12.5 * (double)(1 << (i % 4));
        lab_seed(l, l->seeds[i % l->seed_count] + 100u * (uint32_t)i);
        l->value +=
            shots(l, (int)l->a, (int)l->b, count, low, fast && i % 4 == 3 ? 400.0 : 2.0 * low);
    }
}

// 200 pairs of bullets that meet head on at 200 m/s each: how many pairs pass each other.
static void bullets(lab *l) {
    enum { COUNT = 200 };
    lab_seed(l, l->seeds[0]);
    lab_open_weightless(l);
    sim_shape disc = lab_disc(0.05, 1.0, 0.0, 0.0);
    int first = 0;
    for (int i = 0; i < 2 * COUNT; ++i) {
        int right = i % 2;
        sim_body_def def = sim_body_at(SIM_DYNAMIC, (float)((right ? 3.0 : -3.0) + lab_random(l)),
                                       (float)(10.0 * (i / 2)));
        def.bullet = 1;
        int body = sim_add_body(l->s, &def);
        sim_add_shape(l->s, body, &disc);
        sim_set_velocity(l->s, body, right ? -200.0f : 200.0f, 0.0f, 0.0f);
        if (i == 0) first = body;
    }
    lab_run(l, 0.5);
    for (int i = 0; i < COUNT; ++i)
        l->value += lab_at(l, first + 2 * i).x > lab_at(l, first + 2 * i + 1).x;
}

// A disc of radius 0.05 flies past another with 0.2 to 1.7 m between them: nothing may happen to
// it. a: 0 the other one is static, 1 it comes at the same speed and both are bullets. How many of
// 240 are deflected.
static void fly_by(lab *l) {
    static const double speeds[] = {20.0, 60.0, 110.0};
    for (int i = 0; i < 240; ++i) {
        int moving = l->a > 0.5;
        double speed = speeds[i % 3], apart = 0.1 + 0.1 * (1 << (i / 3 % 5));
        lab_open_weightless(l);
        sim_shape disc = lab_disc(0.05, 1.0, 0.6, 0.0);
        sim_body_def def = sim_body_at(SIM_DYNAMIC, -3.0f, 0.0f);
        def.bullet = moving;
        int body = sim_add_body(l->s, &def);
        sim_add_shape(l->s, body, &disc);
        def = sim_body_at(moving ? SIM_DYNAMIC : SIM_STATIC,
                          (float)(3.0 * moving + 0.03 * (i / 15)), (float)(0.1 + apart));
        def.bullet = moving;
        int other = sim_add_body(l->s, &def);
        sim_add_shape(l->s, other, &disc);
        sim_set_velocity(l->s, body, (float)speed, 0.0f, 0.0f);
        if (moving) sim_set_velocity(l->s, other, (float)-speed, 0.0f, 0.0f);
        lab_run(l, 0.5);
        lab_state at = lab_at(l, body);
        l->value += !(fabs(at.vx - speed) + fabs(at.vy) < 1e-3 * speed);
    }
}

enum { PAST_BOX = 0, PAST_ROUNDED, PAST_CAPSULE, PAST_DISC, PAST_TRIANGLE };

// The core of a figure that flies past a corner, of size 1, about its centre of mass; its vertices and radius.
static int past_core(int kind, sim_vec *at, double *radius) {
    double half = kind == PAST_ROUNDED ? 0.8 : 1.0;
    *radius = kind == PAST_ROUNDED   ? 0.2
              : kind == PAST_CAPSULE ? 0.3
              : kind == PAST_DISC    ? 1.0
                                     : 0.0;
    int count = kind == PAST_CAPSULE ? 2 : kind == PAST_DISC ? 1 : kind == PAST_TRIANGLE ? 3 : 4;
    for (int i = 0; i < count; ++i) {
        at[i] = sim_v((float)(i == 0 || i == 3 ? -half : half), (float)(i < 2 ? -half : half));
        if (kind == PAST_TRIANGLE) at[i] = i < 2 ? sim_v(at[i].x, -0.5f) : sim_v(0.0f, 1.0f);
        if (kind == PAST_CAPSULE) at[i] = sim_v(0.0f, i == 0 ? -0.7f : 0.7f);
        if (kind == PAST_DISC) at[i] = sim_v(0.0f, 0.0f);
    }
    return count;
}

// Figures without weight fly along the side of a static box of 4 m, past its corner, with 1 mm to 8 cm of air, at 0.3
// to 150 m/s. a: the figure, b: 1 it spins by up to 10 rad/s, and the air is beside the circle about it. How many
// of 350 are pushed or spun.
static void past_corner(lab *l) {
    static const double speeds[] = {0.3, 1.0, 3.0, 10.0, 30.0, 80.0, 150.0},
                        gaps[] = {0.001, 0.005, 0.02, 0.04, 0.08};
    sim_shape ground = lab_box(2.0, 2.0, 1.0, 0.6, 0.0);
    sim_vec core[4];
    double radius, reach;
    enum { LANES = 50 };
    int kind = (int)l->a, vertices = past_core(kind, core, &radius);
    lab_seed(l, l->seeds[0]);
    for (int i = 0; i < 7; ++i) {
        int bodies[LANES];
        double spins[LANES], speed = speeds[i];
        lab_open_weightless(l);
        for (int k = 0; k < LANES; ++k) {
            double size = 0.25 + 0.15 * lab_random(l), angle = SIM_PI * lab_random(l);
            double lane = 12.0 * (k - LANES / 2), spin = 10.0 * l->b * lab_random(l);
            double ahead = 0.6 + speed / 60.0 * (1.0 + fabs(lab_random(l)));
            reach = -1.0;
            sim_vec own[4];
            for (int v = 0; v < vertices; ++v) {
                double x = (double)core[v].x, y = (double)core[v].y;
                reach = fmax(reach, l->b > 0.5 ? hypot(x, y) : y * sin(angle) - x * cos(angle));
                own[v] = sim_v((float)(size * x), (float)(size * y));
            }
            sim_shape figure =
                kind == PAST_DISC ? lab_disc(size, 1.0, 0.6, 0.0)
                : kind == PAST_CAPSULE
                    ? sim_capsule(0.0f, own[0].y, 0.0f, own[1].y, (float)(radius * size))
                    : sim_polygon(own, vertices, (float)(radius * size));
            double beside = lane + (reach + radius) * size + gaps[k % 5];
            lab_body(l, SIM_STATIC, lane - 2.0, -2.0, &ground);
            bodies[k] = lab_turned(l, SIM_DYNAMIC, beside, ahead, angle, &figure);
            spins[k] = spin;
            sim_set_velocity(l->s, bodies[k], 0.0f, (float)-speed, (float)spin);
        }
        lab_run(l, (1.2 + speed / 15.0) / speed);
        for (int k = 0; k < LANES; ++k) {
            lab_state at = lab_at(l, bodies[k]);
            l->value += !(hypot(at.vx, at.vy + speed) < 1e-3 + 1e-4 * speed &&
                          fabs(at.w - spins[k]) < 2e-3);
        }
    }
}

enum { CORNER_STATIC = 0, CORNER_KINEMATIC, CORNER_HEAVY, CORNER_CHAIN, CORNER_SLOT };
enum { OUTLINE_JELLY = 0, OUTLINE_SPINS, OUTLINE_RELAXED, OUTLINE_ROUND };

// A square of 4 m whose upper right corner is at (x, 0), alone or with another one at a distance of `wide`.
static void add_corner(lab *l, int kind, double x, double speed, double wide) {
    sim_shape square = lab_box(2.0, 2.0, 1000.0, 0.6, 0.0);
    sim_vec corners[4];
    for (int i = 0; i < 4; ++i) // counter-clockwise: bodies live outside
        corners[i] = sim_v(i == 0 || i == 3 ? -2.0f : 2.0f, i < 2 ? -2.0f : 2.0f);
    if (kind == CORNER_CHAIN) square = sim_chain(corners, 4);
    int moves = kind == CORNER_KINEMATIC || kind == CORNER_HEAVY;
    sim_body_type type = kind == CORNER_KINEMATIC ? SIM_KINEMATIC
                         : kind == CORNER_HEAVY   ? SIM_DYNAMIC
                                                  : SIM_STATIC;
    int body = lab_body(l, type, x - 2.0, -2.0, &square);
    if (moves) sim_set_velocity(l->s, body, 0.0f, (float)(-0.3 * speed), 0.0f);
    if (kind == CORNER_SLOT) lab_body(l, SIM_STATIC, x + wide + 2.0, -2.0, &square);
}

enum { SOFT_LANES = 50, SOFT_MOST = 12 };

// Outlines of 0.2 to 0.8 m fly past a corner, if there is one; where their points are then, and how fast.
static void soft_shots(lab *l, double speed, int corner, sim_vec *place, sim_vec *velocity) {
    static const double gaps[] = {0.001, 0.005, 0.02, 0.04, 0.08};
    int kind = (int)l->b, count = kind == OUTLINE_ROUND ? SOFT_MOST : 4, first[SOFT_LANES];
    lab_seed(l, l->seeds[0] + (uint32_t)speed);
    lab_open_weightless(l);
    for (int k = 0; k < SOFT_LANES; ++k) {
        double size = 0.25 + 0.15 * lab_random(l), turn = SIM_PI * lab_random(l), reach = 0.0;
        double spin = kind == OUTLINE_SPINS ? 10.0 * lab_random(l) : 0.0;
        double x = 12.0 * (k - SOFT_LANES / 2), y = 0.6 + speed / 60.0 * (1.0 + lab_random(l));
        sim_vec at[SOFT_MOST];
        sim_soft_def def;
        memset(&def, 0, sizeof(def));
        def.kind = kind == OUTLINE_ROUND ? SIM_SOFT_BLOB : SIM_SOFT_POLYGON;
        def.points = at, def.count = count;
        def.mass = 1.0f, def.radius = k % 2 == 0 ? 0.0f : 0.02f, def.friction = 0.6f;
        def.relaxed = kind == OUTLINE_RELAXED;
        for (int i = 0; i < count; ++i) {
            double c = cos(turn + 2.0 * SIM_PI * i / count);
            reach = fmax(reach, spin != 0.0 ? 1.0 : fabs(c));
        }
        double half = reach * size + (double)def.radius;
        double gap = (int)l->a == CORNER_SLOT ? 0.001 : gaps[k % 5];
        for (int i = 0; i < count; ++i) {
            double angle = turn + 2.0 * SIM_PI * i / count;
            at[i] =
                sim_v((float)(x + half + gap + size * cos(angle)), (float)(y + size * sin(angle)));
        }
        if (corner >= 0) add_corner(l, corner, x, speed, 2.0 * (half + gap));
        first[k] = sim_add_soft(l->s, &def);
        for (int i = 0; i < count; ++i) {
            double angle = turn + 2.0 * SIM_PI * i / count;
            lab_throw(l, first[k] + i, -spin * size * sin(angle), spin * size * cos(angle) - speed);
        }
    }
    lab_run(l, (1.2 + speed / 15.0) / speed);
    for (int i = 0; i < SOFT_LANES * count; ++i) {
        place[i] = lab_place(l, first[i / count] + i % count);
        velocity[i] = lab_speed(l, first[i / count] + i % count);
    }
}

// How many of 350 outlines of soft bodies differ from the same shots without a corner. a: the corner, b: the outline.
static void past_corner_soft(lab *l) {
    static const double speeds[] = {0.3, 1.0, 3.0, 10.0, 30.0, 80.0, 150.0};
    static sim_vec place[2][SOFT_LANES * SOFT_MOST], velocity[2][SOFT_LANES * SOFT_MOST];
    int count = l->b > 2.5 ? SOFT_MOST : 4;
    for (int i = 0; i < 7; ++i) {
        soft_shots(l, speeds[i], -1, place[0], velocity[0]);
        soft_shots(l, speeds[i], (int)l->a, place[1], velocity[1]);
        for (int k = 0; k < SOFT_LANES; ++k) {
            int changed = 0;
            for (int n = k * count; n < (k + 1) * count; ++n)
                changed |= !(hypot((double)(place[1][n].x - place[0][n].x),
                                   (double)(place[1][n].y - place[0][n].y)) < 2e-4 &&
                             hypot((double)(velocity[1][n].x - velocity[0][n].x),
                                   (double)(velocity[1][n].y - velocity[0][n].y)) <
                                 1e-3 + 1e-4 * speeds[i]);
            l->value += changed;
        }
    }
}

// A kinematic wall sweeps 500 resting discs at 20 m/s: how many it passes.
static void moving_wall(lab *l) {
    enum { COUNT = 500 };
    lab_open_weightless(l);
    sim_shape wall = lab_box(0.01, 0.15 * COUNT, 1.0, 0.6, 0.0),
              disc = lab_disc(0.05, 1.0, 0.6, 0.0);
    int sweeper = lab_body(l, SIM_KINEMATIC, 5.0, 0.15 * COUNT, &wall);
    sim_set_velocity(l->s, sweeper, -20.0f, 0.0f, 0.0f);
    disc.category = 2;
    disc.mask = 1;
    int first = l->s->body_count;
    lab_seed(l, l->seeds[0]);
    for (int i = 0; i < COUNT; ++i)
        lab_body(l, SIM_DYNAMIC, lab_random(l), 0.3 * (i + 0.5), &disc);
    lab_run(l, 1.0);
    for (int i = 0; i < COUNT; ++i)
        l->value += lab_at(l, first + i).x > lab_at(l, sweeper).x;
}

// A kinematic blade of 2 m turns by 3 rad, at a [rad/s], into 120 things at rest that do not see each other: how many it
// passes through. b: 0 discs, else boxes; beyond 1.5, in the other sense.
static void turning_blade(lab *l) {
    enum { COUNT = 120 };
    lab_open_weightless(l);
    double sense = l->b > 1.5 ? -1.0 : 1.0, along[COUNT], before[COUNT];
    sim_shape bar = sim_box_at(1.0f, 0.05f, 1.0f, 0.0f, 0.0f),
              thing =
                  l->b > 0.5 ? lab_box(0.08, 0.08, 1.0, 0.6, 0.0) : lab_disc(0.1, 1.0, 0.6, 0.0);
    int blade = lab_body(l, SIM_KINEMATIC, 0.0, 0.0, &bar), first = l->s->body_count, passed[COUNT];
    sim_set_velocity(l->s, blade, 0.0f, 0.0f, (float)(sense * l->a));
    thing.category = 2;
    thing.mask = 1;
    lab_seed(l, l->seeds[0]);
    for (int i = 0; i < COUNT; ++i) {
        double r = 1.1 + 0.8 * lab_random(l), turn = sense * (1.3 + lab_random(l));
        lab_turned(l, SIM_DYNAMIC, r * cos(turn), r * sin(turn), SIM_PI * lab_random(l), &thing);
        passed[i] = 0;
        along[i] = before[i] = -1.0;
    }
    while (l->s->step_count < 180.0 / l->a + 2.0 && lab_step(l)) {
        double angle = lab_at(l, blade).angle, c = cos(angle), s = sin(angle);
        for (int i = 0; i < COUNT; ++i) {
            lab_state at = lab_at(l, first + i);
            double x = at.x * c + at.y * s, y = sense * (at.y * c - at.x * s);
            if (before[i] > 0.0 && y < 0.0 && x > 0.0 && x < 2.0 && along[i] < 2.0) passed[i] = 1;
            along[i] = x;
            before[i] = y;
        }
    }
    for (int i = 0; i < COUNT; ++i)
        l->value += passed[i];
}

// ---- soft things --------------------------------------------------------------------------------

enum { SOFT_VERTEX_EDGE = 0, SOFT_JELLY, SOFT_ROPE, SOFT_POINT };

// Boxes of 0.5 m, ropes and points at 10, 30 and 100 m/s, each at forty angles: how many have a
// point beyond a wall in the end. b: the wall.
static void soft_walls(lab *l) {
    enum { COUNT = 40, SIDE = 4 };
    static const double speeds[] = {10.0, 30.0, 100.0};
    int kind = (int)l->a, points = kind == SOFT_POINT ? 1 : kind == SOFT_ROPE ? 6 : SIDE;
    for (int s = 0; s < 3; ++s) {
        int firsts[COUNT];
        lab_seed(l, l->seeds[s % l->seed_count]);
        lab_open_weightless(l);
        add_wall(l, (int)l->b, 2.0 * COUNT);
        for (int i = 0; i < COUNT; ++i) {
            double turn = 0.5 * SIM_PI * i / COUNT, cx = -2.0 + lab_random(l), cy = 2.0 * i + 1.0;
            sim_vec at[6];
            sim_soft_def def;
            memset(&def, 0, sizeof(def));
            for (int k = 0; k < points; ++k) {
                double corner = turn + SIM_PI * (0.25 + 0.5 * k), r = 0.25 * sqrt(2.0);
                at[k] = sim_v((float)(cx + r * cos(corner)), (float)(cy + r * sin(corner)));
                if (kind == SOFT_ROPE)
                    at[k] =
                        sim_v((float)(cx + 0.1 * k * cos(turn)), (float)(cy + 0.1 * k * sin(turn)));
            }
            def.kind = kind == SOFT_POINT  ? SIM_SOFT_POINTS
                       : kind == SOFT_ROPE ? SIM_SOFT_ROPE
                                           : SIM_SOFT_POLYGON;
            def.points = at;
            def.count = points;
            def.mass = 1.0f;
            def.radius = 0.02f;
            def.friction = 0.6f;
            def.relaxed = kind == SOFT_VERTEX_EDGE;
            firsts[i] = sim_add_soft(l->s, &def);
            for (int k = 0; k < points; ++k)
                lab_throw(l, firsts[i] + k, speeds[s], 0.02 * speeds[s] * lab_random(l));
        }
        lab_run(l, s == 0 ? 0.7 : 0.4);
        for (int i = 0; i < COUNT && l->s->error == NULL; ++i) {
            double farthest = -1e9;
            for (int k = 0; k < points; ++k)
                farthest = fmax(farthest, (double)lab_place(l, firsts[i] + k).x);
            l->value += !(farthest < 0.05);
        }
    }
}

static const char *const outside = "bodies of 500 outside after 20 s: 0";
static const char *const beyond = "bodies beyond a static wall: 0";

static const experiment rows[] = {
    {"ring_segments_5", outside, ring_arm, RING_SEGMENTS, 5, LAB_AT_MOST, 0, "0", LAB_ALONE},
    {"ring_segments_10", outside, ring_arm, RING_SEGMENTS, 10, LAB_AT_MOST, 0, "0", LAB_ALONE},
    {"ring_segments_20", outside, ring_arm, RING_SEGMENTS, 20, LAB_AT_MOST, 0, "2", LAB_ALONE},
    {"ring_segments_30", outside, ring_arm, RING_SEGMENTS, 30, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"ring_boxes_5", "the same, a ring of boxes 4 cm thick", ring_arm, RING_BOXES, 5, LAB_AT_MOST,
     0, NULL, LAB_ALONE | LAB_LONG},
    {"ring_boxes_10", "the same", ring_arm, RING_BOXES, 10, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"ring_boxes_20", "the same", ring_arm, RING_BOXES, 20, LAB_AT_MOST, 0, NULL,
     LAB_ALONE | LAB_LONG},
    {"ring_boxes_30", "the same", ring_arm, RING_BOXES, 30, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"ring_chain_5", "the same, a closed chain", ring_arm, RING_CHAIN, 5, LAB_AT_MOST, 0, NULL,
     LAB_ALONE | LAB_LONG},
    {"ring_chain_10", "the same", ring_arm, RING_CHAIN, 10, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"ring_chain_20", "the same", ring_arm, RING_CHAIN, 20, LAB_AT_MOST, 0, NULL,
     LAB_ALONE | LAB_LONG},
    {"ring_chain_30", "the same", ring_arm, RING_CHAIN, 30, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"spinner", "bodies of 6,077 outside after 20 s: 0", spinner, 0, 0, LAB_AT_MOST, 0, "0",
     LAB_ALONE | LAB_LARGE | LAB_LONG},
    {"box_2_cm", "boxes of 0.1 m at 12 - 200 m/s beyond 2 cm: 0", thin_walls, SHOT_BOX, WALL_2_CM,
     LAB_AT_MOST, 0, NULL, 0},
    {"box_2_mm", "the same, 2 mm", thin_walls, SHOT_BOX, WALL_2_MM, LAB_AT_MOST, 0, NULL, 0},
    {"box_segment", "the same, a segment", thin_walls, SHOT_BOX, WALL_SEGMENT, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"box_chain", "the same, a chain", thin_walls, SHOT_BOX, WALL_CHAIN, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"plank_2_mm", "planks of 1 x 0.01 m that spin, 20 - 400 m/s: 0", thin_walls, SHOT_PLANK,
     WALL_2_MM, LAB_AT_MOST, 0, "16 %", 0},
    {"plank_segment", "the same, a segment", thin_walls, SHOT_PLANK, WALL_SEGMENT, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"rod_2_mm", "rods of 1 x 0.02 m that spin, 20 - 400 m/s: 0", thin_walls, SHOT_ROD, WALL_2_MM,
     LAB_AT_MOST, 0, NULL, 0},
    {"bullets", "pairs of 200 that pass each other, +-200 m/s: 0", bullets, 0, 0, LAB_AT_MOST, 0,
     "199", 0},
    {"fly_by", "discs of 240 deflected as they pass a static one, 0.2 - 1.7 m off: 0", fly_by, 0, 0,
     LAB_AT_MOST, 0, NULL, 0},
    {"fly_by_bullets", "the same, two bullets that pass each other", fly_by, 1, 0, LAB_AT_MOST, 0,
     NULL, 0},
    {"past_corner_box", "boxes of 350 disturbed that fly past a corner with 1 mm - 8 cm of air: 0",
     past_corner, PAST_BOX, 0, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_corner_rounded", "the same, rounded boxes", past_corner, PAST_ROUNDED, 0, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"past_corner_capsule", "the same, capsules", past_corner, PAST_CAPSULE, 0, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"past_corner_disc", "the same, discs", past_corner, PAST_DISC, 0, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"past_corner_triangle", "the same, triangles", past_corner, PAST_TRIANGLE, 0, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"past_corner_spin", "the same, boxes that spin", past_corner, PAST_BOX, 1, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"past_corner_spin_3", "the same, triangles that spin", past_corner, PAST_TRIANGLE, 1,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_corner_jelly", "jellies of 350 that a corner disturbs as they fly past it: 0",
     past_corner_soft, CORNER_STATIC, OUTLINE_JELLY, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_kinematic_jelly", "the same, a kinematic corner that moves", past_corner_soft,
     CORNER_KINEMATIC, OUTLINE_JELLY, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_heavy_jelly", "the same, that of a heavy body", past_corner_soft, CORNER_HEAVY,
     OUTLINE_JELLY, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_chain_jelly", "the same, that of a chain", past_corner_soft, CORNER_CHAIN, OUTLINE_JELLY,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_slot_jelly", "the same through a slot with 1 mm of air on both sides", past_corner_soft,
     CORNER_SLOT, OUTLINE_JELLY, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_corner_relaxed", "the same past a corner, relaxed bodies", past_corner_soft,
     CORNER_STATIC, OUTLINE_RELAXED, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_corner_blob", "the same, blobs of 12 points", past_corner_soft, CORNER_STATIC,
     OUTLINE_ROUND, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"past_corner_turning", "the same, jellies that spin", past_corner_soft, CORNER_STATIC,
     OUTLINE_SPINS, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"moving_wall", "discs of 500 that a wall at 20 m/s passes: 0", moving_wall, 0, 0, LAB_AT_MOST,
     0, "425-500", 0},
    {"blade_3", "things of 120 that a blade passes through, 3 rad/s: 0", turning_blade, 3, 0,
     LAB_AT_MOST, 0, NULL, 0},
    {"blade_12", "the same at 12 rad/s", turning_blade, 12, 0, LAB_AT_MOST, 0, NULL, 0},
    {"blade_18", "the same at 18 rad/s", turning_blade, 18, 2, LAB_AT_MOST, 0, NULL, 0},
    {"blade_24", "the same at 24 rad/s", turning_blade, 24, 0, LAB_AT_MOST, 0, NULL, 0},
    {"blade_30", "the same at 30 rad/s", turning_blade, 30, 0, LAB_AT_MOST, 0, NULL, 0},
    {"blade_boxes", "the same at 20 rad/s, boxes", turning_blade, 20, 1, LAB_AT_MOST, 0, NULL, 0},
    {"vertex_edge_2_mm", beyond, soft_walls, SOFT_VERTEX_EDGE, WALL_2_MM, LAB_AT_MOST, 0, NULL, 0},
    {"vertex_edge_segment", beyond, soft_walls, SOFT_VERTEX_EDGE, WALL_SEGMENT, LAB_AT_MOST, 0,
     NULL, 0},
    {"jelly_2_mm", beyond, soft_walls, SOFT_JELLY, WALL_2_MM, LAB_AT_MOST, 0, NULL, 0},
    {"rope_2_mm", beyond, soft_walls, SOFT_ROPE, WALL_2_MM, LAB_AT_MOST, 0, NULL, 0},
    {"point_2_mm", beyond, soft_walls, SOFT_POINT, WALL_2_MM, LAB_AT_MOST, 0, NULL, 0},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_walls = {"walls", rows};
