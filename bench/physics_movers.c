// SPDX-License-Identifier: MIT OR Unlicense
// physics_movers.c - figures that walk, on lifts and platforms that go up, down and sideways, rock and turn.
#include "physics_own.h"

#include <math.h>

static const double step_s = 1.0 / 60.0;

static v2d_mover_def how;
static v2d_mover mover;
static v2d_body_id platform;

// A mover on a platform of 10 x 1 m with its top at 0, or on a disc of 3 m; a person in metres.
static void begin(v2d_geometry geometry, double height, double x) {
    own_open(LAB_GRAVITY);
    how = v2d_mover_def_default();
    platform = own_body(V2D_BODY_KINEMATIC, 0.0, -height, 0.0);
    own_shape(platform, geometry, 1.0);
    mover = v2d_mover_make(own_v(x, 0.9 + (double)how.skin));
}

// In the order that the header asks for: target, mover, step. The platform goes to (x, y) and `angle`.
static void frame(double x, double y, double angle) {
    v2d_body_set_target(own, platform, v2d_transform_make(own_v(x, y), (float)angle),
                        (float)step_s);
    if (!mover.on_ground) mover.velocity.y -= (float)(LAB_GRAVITY * step_s);
    v2d_mover_move(own, &how, (float)step_s, &mover, NULL, 0);
    v2d_world_step(own, (float)step_s, 4);
}

// The nearest place of its lower circle to the ground, in the coordinates of the platform.
static void foot(double *x, double *y) {
    v2d_transform at = v2d_body_transform(own, platform);
    double c = (double)at.q.c, s = (double)at.q.s;
    double dx = (double)mover.position.x - (double)at.p.x,
           dy = (double)mover.position.y - 0.6 - (double)at.p.y;
    *x = c * dx + s * dy;
    *y = c * dy - s * dx - 0.3 - (double)how.skin;
}

static v2d_geometry slab(void) { return v2d_geometry_box(5.0f, 0.5f); }

// A lift that rises at a [m/s], falls as fast and stops, twice, each time at once: the greatest way of the feet
// from its floor.
static void lift(lab *l) {
    double y = -0.5, most = 0.0, fx, fy;
    begin(slab(), 0.5, 0.0);
    for (int i = 0; i < 480; ++i) {
        int part = i / 60 % 4;
        y += (part == 1 ? l->a : part == 2 ? -l->a : 0.0) * step_s;
        frame(0.0, y, 0.0);
        foot(&fx, &fy);
        most = fmax(most, fabs(fy - 0.5));
        l->value += mover.on_ground ? 0.0 : 1.0;
    }
    l->theory = 0.0;
    l->value += most;
    own_close(l);
}

// Sideways by 3 m at 0.5 Hz, around a circle (as a gondola), or rocking by 0.4 rad: how far its place on the
// platform is from where it began, at the greatest in 20 s. A round foot rolls off as its ground turns: a
// rocking platform is looked at when it is level. a: which.
enum { SIDEWAYS = 0, GONDOLA, ROCKING };
static void ride(lab *l) {
    double fx, fy, start = 1.5;
    begin(slab(), 0.5, start);
    frame(0.0, -0.5, 0.0);
    for (int i = 1; i <= 1200; ++i) {
        double turn = 2.0 * SIM_PI * 0.5 * i * step_s;
        int kind = (int)l->a;
        frame(kind == ROCKING ? 0.0 : 3.0 * sin(turn),
              -0.5 + (kind == GONDOLA ? 3.0 * (1.0 - cos(turn)) : 0.0),
              kind == ROCKING ? 0.4 * sin(turn) : 0.0);
        foot(&fx, &fy);
        if (kind != ROCKING || i % 60 == 0) l->value = fmax(l->value, fabs(fx - start));
        if (kind != ROCKING) l->value = fmax(l->value, fabs(fy - 0.5));
        l->value += mover.on_ground ? 0.0 : 1.0;
        l->value = fmax(l->value, fabs((double)mover.velocity.x)); // its own stays 0
    }
    l->theory = 0.0;
    own_close(l);
}

// On top of a disc of 3 m that turns by 0.3 rad/s: the angle by which it is carried in a second. It does not turn
// itself: its feet keep to the surface, and its middle is farther out.
static void turning(lab *l) {
    begin(v2d_geometry_circle(own_v(0.0, 0.0), 3.0f), 3.0, 0.0);
    double out = 3.0 + 0.3 + (double)how.skin;
    for (int i = 0; i <= 60; ++i)
        frame(0.0, -3.0, -0.3 * i * step_s);
    l->theory = 0.3 * 3.0 / out;
    l->value = atan2((double)mover.position.x, (double)mover.position.y - 0.6 + 3.0);
    own_close(l);
}

// Walks at 2 m/s on a platform that moves at a: its way in two seconds, in the world.
static void walk(lab *l) {
    begin(slab(), 0.5, 0.0);
    double x = 0.0;
    frame(0.0, -0.5, 0.0);
    for (int i = 0; i < 120; ++i) {
        mover.velocity.x = 2.0f;
        x += l->a * step_s;
        frame(x, -0.5, 0.0);
    }
    l->theory = 2.0 * (2.0 + l->a);
    l->value = (double)mover.position.x;
    own_close(l);
}

// Jumps at 5 m/s off a platform that moves sideways at a and upwards at b, with its velocity: the time until it
// is back, 2 v / g, and where.
static int jump(lab *l, double *shift) {
    double x = 0.0, y = -0.5, fx, fy;
    int flight = 0;
    begin(slab(), 0.5, 0.0);
    frame(0.0, -0.5, 0.0);
    for (int i = 0; i < 120; ++i) {
        if (i == 20) {
            mover.velocity.x += mover.ground_velocity.x;
            mover.velocity.y = mover.ground_velocity.y + 5.0f;
        }
        x += l->a * step_s, y += l->b * step_s;
        frame(x, y, 0.0);
        if (i >= 20 && !mover.on_ground) flight += 1;
        if (i >= 20 && flight > 0 && mover.on_ground) break;
    }
    foot(&fx, &fy);
    *shift = fx;
    own_close(l);
    return flight;
}

static void jump_time(lab *l) {
    double shift;
    l->value = jump(l, &shift) * step_s;
    l->theory = 2.0 * 5.0 / LAB_GRAVITY;
}

static void jump_place(lab *l) {
    jump(l, &l->value);
    l->value = fabs(l->value);
    l->theory = 0.0;
}

// Steps off a platform that moves at 3 m/s, walking against it at 5: the velocity that it takes along.
static void walk_off(lab *l) {
    begin(slab(), 0.5, -4.0);
    double x = 0.0;
    frame(0.0, -0.5, 0.0);
    for (int i = 0; i < 60 && (i < 5 || mover.on_ground); ++i) {
        x += 3.0 * step_s;
        if (i >= 5) mover.velocity.x = -5.0f;
        frame(x, -0.5, 0.0);
    }
    l->theory = 3.0 - 5.0;
    l->value = mover.on_ground ? 0.0 : (double)mover.velocity.x;
    own_close(l);
}

static const char *const stays = "its feet 0 off the floor, on it in each frame [m]";

static const experiment rows[] = {
    {"mover_lift_1", stays, lift, 1, 0, LAB_AT_MOST, 0.001, NULL, LAB_ALONE},
    {"mover_lift_10", "the same, a lift of 10 m/s", lift, 10, 0, LAB_AT_MOST, 0.001, NULL,
     LAB_ALONE},
    {"mover_sideways", "its place on it 0 off, 9 m/s to and fro [m]", ride, SIDEWAYS, 0,
     LAB_AT_MOST, 0.001, NULL, LAB_ALONE},
    {"mover_gondola", "the same on a wheel of 3 m, half a turn a second", ride, GONDOLA, 0,
     LAB_AT_MOST, 0.001, NULL, LAB_ALONE},
    {"mover_rocks", "the same, each time a platform that rocks is level", ride, ROCKING, 0,
     LAB_AT_MOST, 0.01, NULL, LAB_ALONE},
    {"mover_turns", "w t r / (r + radius) on a disc that turns", turning, 0, 0, LAB_RELATIVE, 0.01,
     NULL, LAB_ALONE},
    {"mover_walks", "(v + u) t on a platform at 3 m/s", walk, 3, 0, LAB_RELATIVE, 0.001, NULL,
     LAB_ALONE},
    {"mover_walks_back", "the same, -5 m/s", walk, -5, 0, LAB_RELATIVE, 0.001, NULL, LAB_ALONE},
    {"mover_jumps", "2 v / g on a lift of 4 m/s, within a frame [s]", jump_time, 3, 4, LAB_WITHIN,
     0.0334, NULL, LAB_ALONE},
    {"mover_lands", "0: where, on that lift, which moves sideways at 3 [m]", jump_place, 3, 4,
     LAB_AT_MOST, 0.005, NULL, LAB_ALONE},
    {"mover_walks_off", "v + u of who walks off a platform [m/s]", walk_off, 0, 0, LAB_RELATIVE,
     0.01, NULL, LAB_ALONE},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_movers = {"movers", rows};
