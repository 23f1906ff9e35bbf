// SPDX-License-Identifier: MIT OR Unlicense
// physics_rays.c - rays and casts of discs at what has no inside, against brute force in double precision.
#include "physics_own.h"

#include <math.h>

enum { RAYS = 50000, MOST = 1024 };
enum { SEGMENTS = 0, CHAIN, LOOP, ROPES }; // a: what is there; b: size of all [m]

// What a ray may meet: a segment, round by its radius. A chain's is met from its right side only.
enum { BOTH_SIDES = 0, INNER, OUTER }; // of a chain: between two others, or at an end
typedef struct edge {
    double ax, ay, bx, by, radius;
    int one_sided;
} edge;

static edge edges[MOST];
static int edge_count;

static void add_edge(double ax, double ay, double bx, double by, double radius, int one_sided) {
    edge e = {ax, ay, bx, by, radius, one_sided};
    if (edge_count < MOST) edges[edge_count++] = e;
}

// The same in the coordinates of a body.
static void add_on(v2d_body_id body, v2d_vec2 a, v2d_vec2 b, int one_sided) {
    v2d_transform at = v2d_body_transform(own, body);
    double c = (double)at.q.c, s = (double)at.q.s, px = (double)at.p.x, py = (double)at.p.y;
    double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
    add_edge(px + c * ax - s * ay, py + s * ax + c * ay, px + c * bx - s * by, py + s * bx + c * by,
             0.0, one_sided);
}

// ---- what is there ------------------------------------------------------------------------------

static void add_segments(lab *l, double size) {
    for (int i = 0; i < 60; ++i) {
        v2d_body_id body = own_body(V2D_BODY_STATIC, size * lab_random(l), size * lab_random(l),
                                    3.0 * lab_random(l));
        double half = size * pow(10.0, -1.6 + 1.3 * lab_random(l));
        v2d_vec2 a = own_v(-half, 0.1 * size * lab_random(l)), b = own_v(half, 0.0);
        own_shape(body, v2d_geometry_segment(a, b), 0.0);
        add_on(body, a, b, BOTH_SIDES);
    }
}

// Hills of all slopes, from level to 89.9 degrees and overhanging by the turn of their body; or a closed star.
static void add_chain(lab *l, double size, int closed) {
    enum { COUNT = 200 };
    v2d_vec2 v[COUNT];
    v2d_body_id body =
        own_body(V2D_BODY_STATIC, 0.1 * size * lab_random(l), 0.0, 0.4 * lab_random(l));
    v2d_shape_def def = v2d_shape_def_default();
    double x = 1.0, y = 0.0;
    for (int i = 0; i < COUNT; ++i) { // from right to left; clockwise
        double turn = -2.0 * SIM_PI * i / COUNT, r = size * (0.6 + 0.3 * lab_random(l));
        x -= 0.01 * pow(10.0, -1.3 + 1.3 * lab_random(l)) * 5.0, y += 0.06 * lab_random(l);
        v[i] = closed ? own_v(r * cos(turn), r * sin(turn)) : own_v(size * x, size * y);
    }
    v2d_chain_create(own, body, &def, v, COUNT, closed != 0);
    for (int i = 0; i + 1 < COUNT + closed; ++i)
        add_on(body, v[i], v[(i + 1) % COUNT], closed || (i > 0 && i + 2 < COUNT) ? INNER : OUTER);
}

static void add_ropes(lab *l, double size) {
    for (int k = 0; k < 10; ++k) {
        v2d_soft_def def = v2d_soft_def_default();
        def.radius = (float)(0.004 * size * (k + 1));
        double y = size * lab_random(l), px = 0.0, py = 0.0;
        v2d_soft_id rope =
            v2d_soft_create_rope(own, &def, own_v(-size, y), own_v(size, y), 20, true, true);
        for (int i = 0; i <= 20; ++i) {
            v2d_point_id point = v2d_soft_point(own, rope, i);
            v2d_vec2 at = own_v(size * (0.1 * i - 1.0), y + 0.3 * size * lab_random(l));
            v2d_point_set_pinned(own, point, true);
            v2d_point_set_position(own, point, at);
            if (i > 0) add_edge(px, py, (double)at.x, (double)at.y, (double)def.radius, BOTH_SIDES);
            px = (double)at.x, py = (double)at.y;
        }
    }
}

// ---- the reference ------------------------------------------------------------------------------

typedef struct ray {
    double px, py, dx, dy; // d: its whole way
} ray;

// Where the ray enters a disc: a fraction of its way, or above 1.
static double enter_disc(const ray *r, double x, double y, double radius) {
    double qx = r->px - x, qy = r->py - y, a = r->dx * r->dx + r->dy * r->dy;
    double b = qx * r->dx + qy * r->dy, c = qx * qx + qy * qy - radius * radius, d = b * b - a * c;
    if (d < 0.0 || b >= 0.0) return 2.0;
    double t = (-b - sqrt(d)) / a;
    return t >= 0.0 ? t : 2.0;
}

// Where it crosses the line from a to b; `over`: how much longer that is taken at both ends.
static double enter_line(const ray *r, double ax, double ay, double bx, double by, double over) {
    double ex = bx - ax, ey = by - ay, cross = r->dx * ey - r->dy * ex, length = hypot(ex, ey);
    if (fabs(cross) <= 0.0) return 2.0;
    double t = ((ax - r->px) * ey - (ay - r->py) * ex) / cross;
    double u = ((ax - r->px) * r->dy - (ay - r->py) * r->dx) / cross * length;
    return t >= 0.0 && t <= 1.0 && u >= -over && u <= length + over ? t : 2.0;
}

// Where it meets an edge that is rounder by `grow`, a little more or less for what nobody can tell.
static double enter(const ray *r, const edge *e, double grow, double more) {
    double ex = e->bx - e->ax, ey = e->by - e->ay, length = hypot(ex, ey), t;
    double radius = e->radius + grow, right = (r->dx * ey - r->dy * ex) / length;
    if (e->one_sided && !(right < 0.0)) return 2.0;
    if (radius <= 0.0) {
        t = enter_line(r, e->ax, e->ay, e->bx, e->by,
                       e->one_sided == INNER ? fmax(more, 0.0) : more);
        return t <= 1.0 ? t - more / fmax(fabs(right), 1e-300) : t;
    }
    radius += more;
    double nx = radius * ey / length, ny = -radius * ex / length;
    t = fmin(enter_disc(r, e->ax, e->ay, radius), enter_disc(r, e->bx, e->by, radius));
    double side = right < 0.0 ? 1.0 : -1.0;
    return fmin(t, enter_line(r, e->ax + side * nx, e->ay + side * ny, e->bx + side * nx,
                              e->by + side * ny, 0.0));
}

static int starts_in(const ray *r, const edge *e, double reach) {
    double ex = e->bx - e->ax, ey = e->by - e->ay, qx = r->px - e->ax, qy = r->py - e->ay;
    double u = fmax(0.0, fmin(1.0, (qx * ex + qy * ey) / (ex * ex + ey * ey)));
    return hypot(qx - u * ex, qy - u * ey) < e->radius + reach;
}

// ---- the experiment -----------------------------------------------------------------------------

// The first thing that rays, or discs of `grow`, meet: how many of them find another distance, or nothing, or
// something where there is nothing.
static int wrong_rays(lab *l, int kind, double size, double grow, int count) {
    double eps = 2e-5 * size;
    int wrong = 0;
    own_open(0.0);
    edge_count = 0;
    if (kind == SEGMENTS) add_segments(l, size);
    if (kind == CHAIN || kind == LOOP) add_chain(l, size, kind == LOOP);
    if (kind == ROPES) add_ropes(l, size);
    v2d_world_step(own, 1.0f / 60.0f, 1);
    for (int i = 0; i < count; ++i) {
        v2d_vec2 from = own_v(1.2 * size * lab_random(l), 1.2 * size * lab_random(l));
        v2d_vec2 to = own_v(1.2 * size * lab_random(l), 1.2 * size * lab_random(l));
        if (i % 4 == 0) to.x = from.x; // straight down, as games do
        ray r = {(double)from.x, (double)from.y, (double)to.x - (double)from.x,
                 (double)to.y - (double)from.y};
        double sooner = 2.0, later = 2.0;
        int inside = 0;
        for (int k = 0; k < edge_count; ++k) {
            inside |= starts_in(&r, &edges[k], grow + 2.0 * eps);
            sooner = fmin(sooner, enter(&r, &edges[k], grow, eps));
            later = fmin(later, enter(&r, &edges[k], grow, -eps));
        }
        if (inside) continue;
        v2d_query_result found;
        v2d_geometry disc = v2d_geometry_circle(own_v(0.0, 0.0), (float)grow);
        v2d_transform start = v2d_transform_make(from, 0.0f);
        v2d_vec2 way = own_v(r.dx, r.dy);
        int hit = grow > 0.0 ? v2d_world_cast(own, NULL, &disc, start, way, &found, 1)
                             : v2d_world_ray(own, NULL, from, to, &found, 1);
        double slack = eps / hypot(r.dx, r.dy), t = hit > 0 ? (double)found.t : 2.0;
        wrong += !(t >= sooner - slack || sooner > 1.0 - slack) ||
                 !(t <= later + slack || later > 1.0 - slack);
        wrong += hit > 0 && sooner > 1.0 + slack;
    }
    return wrong;
}

static void rays_of(lab *l, double grow) {
    int seeds = lab_seeds(l, 12);
    for (int i = 0; i < seeds; ++i) {
        lab_seed(l, l->seeds[i]);
        l->value += wrong_rays(l, (int)l->a, l->b, grow * l->b, RAYS / (l->quick ? 4 : 1) / seeds);
    }
    l->theory = 0.0;
    own_close(l);
}

static void rays(lab *l) { rays_of(l, 0.0); }
static void discs(lab *l) { rays_of(l, 0.05); }

static const char *const slopes = "rays of 50,000 that miss or meet elsewhere than in double: 0";

static const experiment rows[] = {
    {"rays_segments", slopes, rays, SEGMENTS, 10, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"rays_segments_cm", "the same, all 1,000 times smaller", rays, SEGMENTS, 0.01, LAB_AT_MOST, 0,
     NULL, LAB_ALONE},
    {"rays_hills", "the same, hills of 0 - 89.9 deg", rays, CHAIN, 10, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"rays_hills_km", "the same, 100 times larger", rays, CHAIN, 1000, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"rays_loop", "the same, a closed chain", rays, LOOP, 10, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"rays_ropes", "the same, ropes 4 - 40 cm thick", rays, ROPES, 10, LAB_AT_MOST, 0, NULL,
     LAB_ALONE},
    {"casts_segments", "discs of 50,000 that miss or meet elsewhere: 0", discs, SEGMENTS, 10,
     LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {"casts_ropes", "the same at ropes", discs, ROPES, 10, LAB_AT_MOST, 0, NULL, LAB_ALONE},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_rays = {"rays", rows};
