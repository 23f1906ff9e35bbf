// SPDX-License-Identifier: MIT OR Unlicense
// scenes.c - the recorder behind scenes.h, and the scenes.
//
// Order of the file: guard, arithmetic, recorder, shapes, speed scenes, quality scenes, table.

// A fused multiply-add would move bodies by the last bit, so that hashes would depend on the CPU.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-unsafe-math-optimizations", "no-associative-math", \
                     "no-reciprocal-math", "no-fast-math")
#if defined(__i386__)
#pragma GCC target("sse2,fpmath=sse")
#endif
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

#include "scenes.h"

#include <stdlib.h>
#include <string.h>

// ---- arithmetic ------------------------------------------------------------------------------------

// Taylor series about the nearest multiple of pi/2; the error is below 1e-12, so that the float
// nearest to the true value comes out except in a few cases of 1e5, and the same one everywhere.
static void sim__sin_cos(double angle, double *sine, double *cosine) {
    double turns = angle / (0.5 * SIM_PI);
    int quadrant = (int)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
    double r = angle - quadrant * (0.5 * SIM_PI);
    double r2 = r * r;
    double s = 1.0, c = 1.0;
    for (int n = 8; n >= 1; --n) {
        s = 1.0 - r2 * s / ((2.0 * n) * (2.0 * n + 1.0));
        c = 1.0 - r2 * c / ((2.0 * n - 1.0) * (2.0 * n));
    }
    s *= r;
    switch (quadrant & 3) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s; break;
    }
}

float sim_sin(double angle) {
    double s, c;
    sim__sin_cos(angle, &s, &c);
    return (float)s;
}

float sim_cos(double angle) {
    double s, c;
    sim__sin_cos(angle, &s, &c);
    return (float)c;
}

sim_vec sim_v(float x, float y) {
    sim_vec v;
    v.x = x;
    v.y = y;
    return v;
}

// ---- recorder --------------------------------------------------------------------------------------

static const char *sim__reason; // what an engine gave for its refusal

int sim_refuse(const char *why) {
    sim__reason = why;
    return 0;
}

static void sim__fail(sim *s, const char *what) {
    if (s->error == NULL) s->error = sim__reason != NULL ? sim__reason : what; // the first cause
    sim__reason = NULL;
}

// Room for one more element in an array that doubles. On failure the array stays and 0 is returned.
static int sim__reserve(void **array, int count, size_t size) {
    if (count >= 16 && (count & (count - 1)) != 0)
        return 1; // capacity is a power of two, 16 at least
    if (count > 0 && count < 16) return 1;
    size_t capacity = count < 16 ? 16u : (size_t)count * 2u;
    void *grown = realloc(*array, capacity * size);
    if (grown == NULL) return 0;
    *array = grown;
    return 1;
}

sim_body_def sim_body_at(sim_body_type type, float x, float y) {
    sim_body_def def;
    memset(&def, 0, sizeof(def));
    def.type = type;
    def.position = sim_v(x, y);
    def.gravity_scale = 1.0f;
    return def;
}

int sim_add_body(sim *s, const sim_body_def *def) {
    int body = s->free_body;
    if (body >= 0) {
        s->free_body = s->bodies[body].def.bullet;
    } else {
        void *array = s->bodies;
        if (!sim__reserve(&array, s->body_count, sizeof(sim_body))) {
            sim__fail(s, "out of memory");
            return 0;
        }
        s->bodies = (sim_body *)array;
        body = s->body_count++;
    }
    sim_body *b = &s->bodies[body];
    memset(b, 0, sizeof(*b));
    b->def = *def;
    b->alive = 1;
    if (s->error == NULL && !s->engine->body_create(s->ctx, body, def))
        sim__fail(s, "body refused");
    return body;
}

static void sim__free_shapes(sim_body *b) {
    for (int i = 0; i < b->shape_count; ++i) {
        free((void *)(uintptr_t)b->shapes[i].chain);
    }
    free(b->shapes);
    b->shapes = NULL;
    b->shape_count = 0;
}

void sim_remove_body(sim *s, int body) {
    for (int j = 0; j < s->joint_count; ++j) {
        sim_joint *joint = &s->joints[j];
        if (!joint->alive || (joint->def.a != body && joint->def.b != body)) continue;
        if (s->error == NULL) s->engine->joint_destroy(s->ctx, j);
        joint->alive = 0;
        joint->def.a = s->free_joint; // chain of free slots
        s->free_joint = j;
    }
    sim_body *b = &s->bodies[body];
    if (s->error == NULL) s->engine->body_destroy(s->ctx, body);
    sim__free_shapes(b);
    b->alive = 0;
    b->def.bullet = s->free_body;
    s->free_body = body;
}

// Area, centre and second moment about the centre of a convex polygon, circle or capsule. The
// rounding of polygons is left out of the mass: it is below 3 % where scenes use it.
static void sim__mass(const sim_shape *shape, double *area, double *cx, double *cy,
                      double *moment) {
    *area = *cx = *cy = *moment = 0.0;
    double r = (double)shape->radius;
    if (shape->kind == SIM_CIRCLE) {
        *area = SIM_PI * r * r;
        *cx = (double)shape->points[0].x;
        *cy = (double)shape->points[0].y;
        *moment = 0.5 * *area * r * r;
    } else if (shape->kind == SIM_CAPSULE) {
        double dx = (double)shape->points[1].x - (double)shape->points[0].x;
        double dy = (double)shape->points[1].y - (double)shape->points[0].y;
        // Length only enters squared or times r: an own square root by Newton keeps libm out.
        double l2 = dx * dx + dy * dy, l = l2 > 1.0 ? l2 : 1.0;
        for (int i = 0; i < 60; ++i)
            l = 0.5 * (l + l2 / l);
        double box = 2.0 * r * l, disc = SIM_PI * r * r, offset = 4.0 * r / (3.0 * SIM_PI);
        *area = box + disc;
        *cx = 0.5 * ((double)shape->points[0].x + (double)shape->points[1].x);
        *cy = 0.5 * ((double)shape->points[0].y + (double)shape->points[1].y);
        *moment =
            box * (4.0 * r * r + l * l) / 12.0 + disc * (0.5 * r * r + 0.25 * l * l + l * offset);
    } else if (shape->kind == SIM_BOX || shape->kind == SIM_POLYGON) {
        double ox = (double)shape->points[0].x, oy = (double)shape->points[0].y, second = 0.0;
        for (int i = 1; i + 1 < shape->count; ++i) {
            double ax = (double)shape->points[i].x - ox, ay = (double)shape->points[i].y - oy;
            double bx = (double)shape->points[i + 1].x - ox,
                   by = (double)shape->points[i + 1].y - oy;
            double twice = ax * by - ay * bx;
            *area += 0.5 * twice;
            *cx += twice * (ax + bx) / 6.0;
            *cy += twice * (ay + by) / 6.0;
            second += twice * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 12.0;
        }
        *cx /= *area;
        *cy /= *area;
        *moment = second - *area * (*cx * *cx + *cy * *cy);
        *cx += ox;
        *cy += oy;
    }
}

void sim_add_shape(sim *s, int body, const sim_shape *shape) {
    sim_body *b = &s->bodies[body];
    void *array = b->shapes;
    if (!sim__reserve(&array, b->shape_count, sizeof(sim_shape))) {
        sim__fail(s, "out of memory");
        return;
    }
    b->shapes = (sim_shape *)array;
    sim_shape *own = &b->shapes[b->shape_count];
    *own = *shape;
    if (shape->chain_count > 0) {
        size_t size = (size_t)shape->chain_count * sizeof(sim_vec);
        sim_vec *chain = (sim_vec *)malloc(size);
        if (chain == NULL) {
            sim__fail(s, "out of memory");
            return;
        }
        memcpy(chain, shape->chain, size);
        own->chain = chain;
    }
    b->shape_count += 1;

    if (b->def.type == SIM_DYNAMIC) {
        double area, cx, cy, moment;
        sim__mass(shape, &area, &cx, &cy, &moment);
        double m = area * (double)shape->density, total = b->mass + m;
        if (total > 0.0) {
            double x = (b->mass * b->center_x + m * cx) / total;
            double y = (b->mass * b->center_y + m * cy) / total;
            double ax = b->center_x - x, ay = b->center_y - y, bx = cx - x, by = cy - y;
            b->inertia += b->mass * (ax * ax + ay * ay) + moment * (double)shape->density +
                          m * (bx * bx + by * by);
            b->center_x = x;
            b->center_y = y;
            b->mass = total;
        }
    }
    if (s->error == NULL && !s->engine->shape_create(s->ctx, body, own))
        sim__fail(s, "shape refused");
}

// A world point in the coordinates that a body had at creation.
static sim_vec sim__local(const sim *s, int body, float x, float y) {
    const sim_body_def *def = &s->bodies[body].def;
    float dx = x - def->position.x, dy = y - def->position.y;
    float c = sim_cos((double)def->angle), t = sim_sin((double)def->angle);
    return sim_v(c * dx + t * dy, c * dy - t * dx);
}

sim_joint_def sim_pin(const sim *s, int a, int b, float x, float y) {
    sim_joint_def def;
    memset(&def, 0, sizeof(def));
    def.a = a;
    def.b = b;
    def.local_a = sim__local(s, a, x, y);
    def.local_b = sim__local(s, b, x, y);
    return def;
}

sim_joint_def sim_join(const sim *s, sim_joint_kind kind, int a, int b, float x, float y,
                       float angle) {
    sim_joint_def def = sim_pin(s, a, b, x, y);
    def.kind = kind;
    def.axis_a = angle - s->bodies[a].def.angle;
    def.axis_b = angle - s->bodies[b].def.angle;
    return def;
}

sim_joint_def sim_rod(const sim *s, int a, int b, sim_vec at_a, sim_vec at_b) {
    sim_joint_def def = sim_pin(s, a, b, at_a.x, at_a.y);
    def.kind = SIM_JOINT_DISTANCE;
    def.local_b = sim__local(s, b, at_b.x, at_b.y);
    double dx = (double)at_b.x - (double)at_a.x, dy = (double)at_b.y - (double)at_a.y;
    double length = 1.0; // by Newton, as in sim__mass()
    for (int i = 0; i < 60; ++i)
        length = 0.5 * (length + (dx * dx + dy * dy) / length);
    def.min_length = def.max_length = (float)length;
    return def;
}

int sim_add_joint(sim *s, const sim_joint_def *def) {
    int joint = s->free_joint;
    if (joint >= 0) {
        s->free_joint = s->joints[joint].def.a;
    } else {
        void *array = s->joints;
        if (!sim__reserve(&array, s->joint_count, sizeof(sim_joint))) {
            sim__fail(s, "out of memory");
            return 0;
        }
        s->joints = (sim_joint *)array;
        joint = s->joint_count++;
    }
    s->joints[joint].def = *def;
    s->joints[joint].alive = 1;
    if (s->error == NULL && !s->engine->joint_create(s->ctx, joint, def))
        sim__fail(s, "joint refused");
    return joint;
}

void sim_impulse(sim *s, int body, float ix, float iy, float x, float y) {
    if (s->error == NULL) s->engine->body_impulse(s->ctx, body, sim_v(ix, iy), sim_v(x, y));
}

void sim_set_velocity(sim *s, int body, float vx, float vy, float w) {
    if (s->error == NULL) s->engine->body_set_velocity(s->ctx, body, sim_v(vx, vy), w);
}

int sim_add_soft(sim *s, const sim_soft_def *def) {
    int first = s->point_count;
    void *array = s->softs;
    if (!sim__reserve(&array, s->soft_count, sizeof(sim_soft))) {
        sim__fail(s, "out of memory");
        return 0;
    }
    s->softs = (sim_soft *)array;
    sim_soft *soft = &s->softs[s->soft_count++];
    soft->kind = def->kind;
    soft->first = first;
    soft->count = def->count;
    soft->columns = def->columns;
    soft->rows = def->rows;
    soft->radius = def->radius;
    s->point_count += def->count;
    if (s->engine->soft_create == NULL) {
        sim__fail(s, "no points");
    } else if (s->error == NULL && !s->engine->soft_create(s->ctx, s->soft_count - 1, first, def)) {
        sim__fail(s, "soft body refused");
    }
    return first;
}

void sim_attach(sim *s, int point, int body) {
    if (s->error == NULL && !s->engine->soft_attach(s->ctx, point, body))
        sim__fail(s, "attachment refused");
}

void sim_pin_point(sim *s, int point) {
    if (s->error == NULL && !s->engine->point_pin(s->ctx, point)) sim__fail(s, "pin refused");
}

void sim_watch_body(sim *s, int body, double x, double y, double angle) {
    if (s->watch_count == SIM_MAX_WATCHED) return;
    sim_watch *w = &s->watched[s->watch_count++];
    w->body = body;
    w->x = x;
    w->y = y;
    w->angle = angle;
}

sim *sim_create(const sim_engine *engine, const sim_scene *scene) {
    return sim_create_with(engine, scene, 1);
}

sim *sim_create_with(const sim_engine *engine, const sim_scene *scene, int worker_count) {
    sim *s = (sim *)calloc(1, sizeof(sim));
    if (s == NULL) return NULL;
    s->engine = engine;
    s->scene = scene;
    s->substeps = 4;
    s->dt = 1.0f / 60.0f;
    s->free_body = -1;
    s->free_joint = -1;
    s->world.gravity = sim_v(0.0f, -10.0f);
    s->world.relax_passes = 15;
    s->world.workers = worker_count;
    s->world.bounds_friction = 0.6f;
    s->world.length_unit = 1.0f;
    s->world.restitution_threshold = -1.0f;
    s->world.restitution_mix = SIM_MIX_MAXIMUM;
    if ((scene->flags & SIM_SCENE_SOFT) != 0 && engine->soft_create == NULL) {
        sim__fail(s, "no points");
        return s;
    }
    scene->build(s);
    return s;
}

void sim_destroy(sim *s) {
    if (s == NULL) return;
    if (s->ctx != NULL) s->engine->destroy(s->ctx);
    for (int i = 0; i < s->body_count; ++i)
        sim__free_shapes(&s->bodies[i]);
    free(s->bodies);
    free(s->joints);
    free(s->softs);
    free(s->memory);
    free(s);
}

void sim_step_scene(sim *s) {
    if (s->error == NULL && s->scene->step != NULL) s->scene->step(s, s->step_count);
}

int sim_step_engine(sim *s) {
    if (s->error != NULL) return 0;
    if (!s->engine->step(s->ctx, s->dt, s->substeps)) sim__fail(s, "step failed");
    s->step_count += 1;
    return s->error == NULL;
}

int sim_step(sim *s) {
    sim_step_scene(s);
    return sim_step_engine(s);
}

int sim_alive_count(const sim *s) {
    int count = 0;
    for (int i = 0; i < s->body_count; ++i)
        count += s->bodies[i].alive;
    return count;
}

void sim_body_pose(const sim *s, int body, sim_pose *out) {
    memset(out, 0, sizeof(*out));
    if (s->ctx != NULL) s->engine->body_pose(s->ctx, body, out);
}

static uint64_t sim__hash_float(uint64_t hash, float value) {
    uint32_t bits;
    value += 0.0f; // -0 and 0 are the same place
    memcpy(&bits, &value, sizeof(bits));
    return (hash ^ bits) * 1099511628211u;
}

uint64_t sim_hash(const sim *s) {
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < s->body_count; ++i) {
        if (!s->bodies[i].alive) continue;
        sim_pose p;
        sim_body_pose(s, i, &p);
        hash = sim__hash_float(hash, p.x);
        hash = sim__hash_float(hash, p.y);
        hash = sim__hash_float(hash, p.c);
        hash = sim__hash_float(hash, p.s);
    }
    for (int i = 0; i < s->point_count && s->engine->point_position != NULL; ++i) {
        sim_vec p;
        s->engine->point_position(s->ctx, i, &p);
        hash = sim__hash_float(hash, p.x);
        hash = sim__hash_float(hash, p.y);
    }
    return hash;
}

// ---- shapes ----------------------------------------------------------------------------------------

static sim_shape sim__shape(sim_shape_kind kind, int count) {
    sim_shape shape;
    memset(&shape, 0, sizeof(shape));
    shape.kind = kind;
    shape.count = count;
    shape.density = 1.0f;
    shape.friction = 0.6f;
    shape.category = 1u;
    shape.mask = 0xffffffffu;
    return shape;
}

sim_shape sim_circle(float x, float y, float radius) {
    sim_shape shape = sim__shape(SIM_CIRCLE, 1);
    shape.points[0] = sim_v(x, y);
    shape.radius = radius;
    return shape;
}

sim_shape sim_capsule(float ax, float ay, float bx, float by, float radius) {
    sim_shape shape = sim__shape(SIM_CAPSULE, 2);
    shape.points[0] = sim_v(ax, ay);
    shape.points[1] = sim_v(bx, by);
    shape.radius = radius;
    return shape;
}

sim_shape sim_segment(float ax, float ay, float bx, float by) {
    sim_shape shape = sim_capsule(ax, ay, bx, by, 0.0f);
    shape.kind = SIM_SEGMENT;
    return shape;
}

sim_shape sim_box_at(float hx, float hy, float x, float y, float angle) {
    sim_shape shape = sim__shape(SIM_BOX, 4);
    float c = sim_cos((double)angle), s = sim_sin((double)angle);
    for (int i = 0; i < 4; ++i) {
        float px = i == 1 || i == 2 ? hx : -hx, py = i >= 2 ? hy : -hy;
        shape.points[i] = sim_v(x + c * px - s * py, y + s * px + c * py);
    }
    shape.half = sim_v(hx, hy);
    shape.center = sim_v(x, y);
    shape.angle = angle;
    return shape;
}

sim_shape sim_box(float hx, float hy) { return sim_box_at(hx, hy, 0.0f, 0.0f, 0.0f); }

sim_shape sim_polygon(const sim_vec *points, int count, float radius) {
    sim_shape shape = sim__shape(SIM_POLYGON, count);
    memcpy(shape.points, points, (size_t)count * sizeof(sim_vec));
    shape.radius = radius;
    return shape;
}

sim_shape sim_chain(const sim_vec *points, int count) {
    sim_shape shape = sim__shape(SIM_CHAIN, 0);
    shape.chain = points;
    shape.chain_count = count;
    return shape;
}

// ---- building blocks ---------------------------------------------------------------------------------

static void open_world(sim *s) {
    s->ctx = s->engine->create(&s->world);
    if (s->ctx == NULL) sim__fail(s, "world refused");
}

static int add_at(sim *s, sim_body_type type, float x, float y) {
    sim_body_def def = sim_body_at(type, x, y);
    return sim_add_body(s, &def);
}

static int add_with(sim *s, sim_body_type type, float x, float y, const sim_shape *shape) {
    int body = add_at(s, type, x, y);
    sim_add_shape(s, body, shape);
    return body;
}

static int add_ground_box(sim *s, float hx, float hy, float x, float y) {
    sim_shape box = sim_box(hx, hy);
    return add_with(s, SIM_STATIC, x, y, &box);
}

static int add_ground_segment(sim *s, float half_length) {
    sim_shape segment = sim_segment(-half_length, 0.0f, half_length, 0.0f);
    return add_with(s, SIM_STATIC, 0.0f, 0.0f, &segment);
}

// Rows of touching boxes, `base` in the lowest, one fewer in each row above; returns the top one.
static int add_pyramid(sim *s, int base, float half, float x, float y) {
    sim_shape box = sim_box(half, half);
    int top = 0;
    for (int row = 0; row < base; ++row) {
        for (int i = 0; i < base - row; ++i) {
            float along = (float)(2 * i + row + 1 - base) * half;
            top = add_with(s, SIM_DYNAMIC, x + along, y + (float)(2 * row + 1) * half, &box);
        }
    }
    return top;
}

// A floor and two walls of unit boxes that overlap by a tenth, as one static body.
static void add_brick_bin(sim *s, int half_width, int height) {
    int ground = add_at(s, SIM_STATIC, 0.0f, 0.0f);
    for (int i = -half_width; i <= half_width; ++i) {
        sim_shape box = sim_box_at(0.55f, 0.5f, (float)i, 0.0f, 0.0f);
        sim_add_shape(s, ground, &box);
    }
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 1; i <= height; ++i) {
            sim_shape box = sim_box_at(0.5f, 0.55f, (float)(side * half_width), (float)i, 0.0f);
            sim_add_shape(s, ground, &box);
        }
    }
}

// A floor and two walls of one box each; the inside is from -half_width to half_width and above 0.
static void add_bin(sim *s, float half_width, float height, float friction) {
    int ground = add_at(s, SIM_STATIC, 0.0f, 0.0f);
    for (int i = 0; i < 3; ++i) {
        sim_shape box =
            i == 0 ? sim_box_at(half_width + 2.0f, 1.0f, 0.0f, -1.0f, 0.0f)
                   : sim_box_at(1.0f, 0.5f * height, (i == 1 ? -1.0f : 1.0f) * (half_width + 1.0f),
                                0.5f * height, 0.0f);
        box.friction = friction;
        sim_add_shape(s, ground, &box);
    }
}

// ---- speed scenes --------------------------------------------------------------------------------------

static void build_large_pyramid(sim *s) {
    open_world(s);
    add_ground_box(s, 100.0f, 1.0f, 0.0f, -1.0f);
    int top = add_pyramid(s, 100, 0.5f, 0.0f, 0.0f);
    sim_watch_body(s, top, 0.0, 99.5, 0.0);
}

static void build_many_pyramids(sim *s) {
    open_world(s);
    int ground = add_at(s, SIM_STATIC, 0.0f, 0.0f);
    for (int row = 0; row < 20; ++row) {
        float y = 11.0f * (float)row;
        sim_shape segment = sim_segment(-110.0f, y, 110.0f, y);
        sim_add_shape(s, ground, &segment);
    }
    for (int row = 0; row < 20; ++row) {
        for (int column = 0; column < 20; ++column) {
            add_pyramid(s, 10, 0.5f, -104.5f + 11.0f * (float)column, 11.0f * (float)row);
        }
    }
}

enum { GRID = 100 };

static void build_joint_grid(sim *s) {
    open_world(s);
    sim_shape circle = sim_circle(0.0f, 0.0f, 0.4f);
    circle.category = 2u;
    circle.mask = ~2u;
    for (int column = 0; column < GRID; ++column) {
        for (int row = 0; row < GRID; ++row) {
            int fixed = row == 0 && column >= GRID / 2 - 3 && column <= GRID / 2 + 3;
            float x = (float)column, y = -(float)row;
            int body = add_with(s, fixed ? SIM_STATIC : SIM_DYNAMIC, x, y, &circle);
            if (row > 0) {
                sim_joint_def joint = sim_pin(s, body - 1, body, x, y + 0.5f);
                sim_add_joint(s, &joint);
            }
            if (column > 0) {
                sim_joint_def joint = sim_pin(s, body - GRID, body, x - 0.5f, y);
                sim_add_joint(s, &joint);
            }
        }
    }
}

static void build_tumbler(sim *s) {
    open_world(s);
    int ground = add_at(s, SIM_STATIC, 0.0f, 0.0f);
    int drum = add_at(s, SIM_DYNAMIC, 0.0f, 10.0f);
    for (int i = 0; i < 4; ++i) {
        float side = i % 2 == 0 ? 10.0f : -10.0f;
        sim_shape wall = i < 2 ? sim_box_at(0.5f, 10.0f, side, 0.0f, 0.0f)
                               : sim_box_at(10.0f, 0.5f, 0.0f, side, 0.0f);
        wall.density = 50.0f;
        sim_add_shape(s, drum, &wall);
    }
    sim_joint_def joint = sim_pin(s, ground, drum, 0.0f, 10.0f);
    joint.motor = 1;
    joint.motor_speed = (float)(25.0 * SIM_PI / 180.0);
    joint.max_motor_torque = 1e8f;
    sim_add_joint(s, &joint);

    sim_shape box = sim_box(0.125f, 0.125f);
    for (int row = 0; row < 45; ++row) {
        for (int column = 0; column < 45; ++column) {
            add_with(s, SIM_DYNAMIC, -9.0f + 0.4f * (float)column, 1.0f + 0.4f * (float)row, &box);
        }
    }
}

// Radial quad between two rays and two radii.
static sim_shape ring_quad(double from, double to, float inner, float outer) {
    sim_vec p[4];
    p[0] = sim_v(inner * sim_cos(from), inner * sim_sin(from));
    p[1] = sim_v(outer * sim_cos(from), outer * sim_sin(from));
    p[2] = sim_v(outer * sim_cos(to), outer * sim_sin(to));
    p[3] = sim_v(inner * sim_cos(to), inner * sim_sin(to));
    return sim_polygon(p, 4, 0.0f);
}

static void build_washer(sim *s) {
    open_world(s);
    sim_body_def def = sim_body_at(SIM_KINEMATIC, 0.0f, 10.0f);
    def.angular_velocity = (float)(25.0 * SIM_PI / 180.0);
    int ring = sim_add_body(s, &def);
    double step = SIM_PI / 18.0;
    for (int i = 0; i < 36; ++i) {
        // Neighbours overlap by a fifth of a step, so that nothing squeezes out.
        sim_shape quad = ring_quad((i - 0.1) * step, (i + 1.1) * step, 16.0f, 18.0f);
        sim_add_shape(s, ring, &quad);
        if (i % 9 == 0) {
            sim_shape paddle = ring_quad(i * step, (i + 1) * step, 14.0f, 16.0f);
            sim_add_shape(s, ring, &paddle);
        }
    }
    sim_shape box = sim_box(0.1f, 0.1f);
    for (int row = 0; row < 90; ++row) {
        for (int column = 0; column < 90; ++column) {
            add_with(s, SIM_DYNAMIC, -9.9f + 0.21f * (float)column, 0.1f + 0.21f * (float)row,
                     &box);
        }
    }
}

static void build_spinner(sim *s) {
    open_world(s);
    sim_vec ring[360];
    for (int i = 0; i < 360; ++i) { // clockwise: bodies live inside
        double angle = -2.0 * SIM_PI * i / 360.0;
        ring[i] = sim_v(40.0f * sim_cos(angle), 32.0f + 40.0f * sim_sin(angle));
    }
    sim_shape chain = sim_chain(ring, 360);
    chain.friction = 0.1f;
    int ground = add_with(s, SIM_STATIC, 0.0f, 0.0f, &chain);

    sim_shape bar = sim_box(0.4f, 20.0f);
    bar.radius = 0.2f;
    bar.friction = 0.0f;
    int spinner = add_with(s, SIM_DYNAMIC, 0.0f, 12.0f, &bar);
    sim_joint_def joint = sim_pin(s, ground, spinner, 0.0f, 12.0f);
    joint.motor = 1;
    joint.motor_speed = 5.0f;
    joint.max_motor_torque = SIM_NO_LIMIT;
    sim_add_joint(s, &joint);

    sim_shape shapes[3];
    shapes[0] = sim_capsule(-0.25f, 0.0f, 0.25f, 0.0f, 0.25f);
    shapes[1] = sim_circle(0.0f, 0.0f, 0.35f);
    shapes[2] = sim_box(0.35f, 0.35f);
    for (int i = 0; i < 3; ++i) {
        shapes[i].friction = 0.1f;
        shapes[i].restitution = 0.1f;
        shapes[i].density = 0.25f;
    }
    for (int i = 0; i < 6076; ++i) { // 92 in a row
        add_with(s, SIM_DYNAMIC, -23.0f + 0.5f * (float)(i % 92), 2.0f + 0.5f * (float)(i / 92),
                 &shapes[i % 3]);
    }
}

static void build_smash(sim *s) {
    s->world.gravity = sim_v(0.0f, 0.0f);
    open_world(s);
    sim_body_def def = sim_body_at(SIM_DYNAMIC, -20.0f, 0.0f);
    def.velocity = sim_v(40.0f, 0.0f);
    int ram = sim_add_body(s, &def);
    sim_shape big = sim_box(4.0f, 4.0f);
    big.density = 8.0f;
    sim_add_shape(s, ram, &big);
    sim_shape box = sim_box(0.2f, 0.2f);
    for (int column = 0; column < 120; ++column) {
        for (int row = 0; row < 80; ++row) {
            add_with(s, SIM_DYNAMIC, 30.0f + 0.4f * (float)column, 0.4f * (float)(row - 40), &box);
        }
    }
}

// A standing ragdoll: eleven capsules, the lower legs with feet. Heights above its soles [m].
typedef struct bone {
    int parent;
    float y;            // of the capsule's body
    float lower, upper; // capsule from y + lower to y + upper
    float radius;
    float joint_y;
    float strength;           // share of the friction torque
    float min_turn, max_turn; // of the joint, in units of pi
    float damping;            // [1/s]
} bone;

enum { BONES = 11, RAIN_FLOORS = 5, RAIN_COLUMNS = 40, RAIN_GROUP = 5 };

static const bone bones[BONES] = {
    {-1, 0.95f, -0.02f, 0.02f, 0.095f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f},     // hip
    {0, 1.2f, -0.135f, 0.135f, 0.09f, 1.0f, 0.5f, -0.25f, 0.0f, 0.0f},    // torso
    {1, 1.475f, -0.038f, 0.039f, 0.075f, 1.4f, 0.25f, -0.3f, 0.1f, 0.1f}, // head
    {0, 0.775f, -0.125f, 0.125f, 0.06f, 0.9f, 1.0f, -0.05f, 0.4f, 0.0f},  // upper legs, each
    {3, 0.475f, -0.155f, 0.125f, 0.045f, 0.625f, 0.5f, -0.5f, 0.0f,
     0.0f}, // followed by its lower one
    {0, 0.775f, -0.125f, 0.125f, 0.06f, 0.9f, 1.0f, -0.05f, 0.4f, 0.0f},
    {5, 0.475f, -0.155f, 0.125f, 0.045f, 0.625f, 0.5f, -0.5f, 0.0f, 0.0f},
    {1, 1.225f, -0.125f, 0.125f, 0.035f, 1.35f, 0.5f, -0.1f, 0.8f, 0.0f}, // arms likewise
    {7, 0.975f, -0.125f, 0.125f, 0.03f, 1.1f, 0.1f, 0.0f, 0.55f, 0.1f},
    {1, 1.225f, -0.125f, 0.125f, 0.035f, 1.35f, 0.5f, -0.1f, 0.8f, 0.0f},
    {9, 0.975f, -0.125f, 0.125f, 0.03f, 1.1f, 0.1f, 0.0f, 0.55f, 0.1f},
};

static void add_ragdoll(sim *s, float x, float y, int group, int *out) {
    sim_vec foot[4];
    foot[0] = sim_v(-0.03f, -0.185f);
    foot[1] = sim_v(0.11f, -0.185f);
    foot[2] = sim_v(0.11f, -0.16f);
    foot[3] = sim_v(-0.03f, -0.14f);
    for (int i = 0; i < BONES; ++i) {
        const bone *b = &bones[i];
        sim_body_def def = sim_body_at(SIM_DYNAMIC, x, y + b->y);
        def.linear_damping = b->damping;
        out[i] = sim_add_body(s, &def);
        sim_shape limb = sim_capsule(0.0f, b->lower, 0.0f, b->upper, b->radius);
        limb.friction = 0.2f;
        limb.category = 2u;
        limb.mask = 3u;
        limb.group = -group; // a ragdoll does not collide with itself
        sim_add_shape(s, out[i], &limb);
        if (i == 4 || i == 6) {
            sim_shape shoe = sim_polygon(foot, 4, 0.015f);
            shoe.friction = 0.05f;
            shoe.category = 2u;
            shoe.mask = 1u; // feet only touch the ground
            shoe.group = -group;
            sim_add_shape(s, out[i], &shoe);
        }
        if (b->parent < 0) continue;
        sim_joint_def joint = sim_pin(s, out[b->parent], out[i], x, y + b->joint_y);
        joint.limited = 1;
        joint.lower_angle = (float)((double)b->min_turn * SIM_PI);
        joint.upper_angle = (float)((double)b->max_turn * SIM_PI);
        joint.motor = 1;
        joint.max_motor_torque = 0.05f * b->strength;
        joint.spring_frequency = 5.0f;
        joint.spring_damping_ratio = 0.5f;
        sim_add_joint(s, &joint);
    }
}

// memory: [0] columns filled, [1] oldest column, then the bodies of each floor, column and ragdoll.
static void build_rain(sim *s) {
    open_world(s);
    s->memory_count = 2 + RAIN_FLOORS * RAIN_COLUMNS * RAIN_GROUP * BONES;
    s->memory = (int *)calloc((size_t)s->memory_count, sizeof(int));
    if (s->memory == NULL) {
        sim__fail(s, "out of memory");
        return;
    }
    int ground = add_at(s, SIM_STATIC, 0.0f, 0.0f);
    for (int floor_index = 0; floor_index < RAIN_FLOORS; ++floor_index) {
        for (int i = 0; i <= 500; ++i) {
            sim_shape box = sim_box_at(0.25f, 0.25f, -125.0f + 0.5f * (float)i,
                                       45.0f * (float)floor_index, 0.0f);
            sim_add_shape(s, ground, &box);
        }
    }
}

static void step_rain(sim *s, int step) {
    if (step % 8 != 0) return;
    int full = s->memory[0] == RAIN_COLUMNS;
    int column = full ? s->memory[1] : s->memory[0]++;
    if (full) s->memory[1] = (column + 1) % RAIN_COLUMNS;
    for (int floor_index = 0; floor_index < RAIN_FLOORS; ++floor_index) {
        int *group = s->memory + 2 + (floor_index * RAIN_COLUMNS + column) * RAIN_GROUP * BONES;
        if (full) {
            for (int i = 0; i < RAIN_GROUP * BONES; ++i)
                sim_remove_body(s, group[i]);
        }
        float x = -125.0f + 6.25f * ((float)column + 0.5f), y = 40.0f + 45.0f * (float)floor_index;
        for (int i = 0; i < RAIN_GROUP; ++i) {
            add_ragdoll(s, x + 0.5f * (float)i, y, i + 1, group + i * BONES);
        }
    }
}

static void build_junkyard(sim *s) {
    open_world(s);
    add_brick_bin(s, 80, 50);
    sim_body_def def = sim_body_at(SIM_KINEMATIC, 0.0f, 0.0f);
    int sweeper = sim_add_body(s, &def);
    sim_shape plough = sim_box_at(2.0f, 4.0f, 0.0f, 4.0f, 0.0f);
    sim_add_shape(s, sweeper, &plough);
    s->memory = (int *)calloc(1, sizeof(int));
    if (s->memory == NULL) {
        sim__fail(s, "out of memory");
        return;
    }
    s->memory[0] = sweeper;
    s->memory_count = 1;

    sim_vec p[5];
    for (int i = 0; i < 5; ++i)
        p[i] = sim_v(0.25f * sim_cos(0.4 * SIM_PI * i), 0.25f * sim_sin(0.4 * SIM_PI * i));
    sim_shape pentagon = sim_polygon(p, 5, 0.0f);
    int count = 0;
    for (int column = 0; column < 200; ++column) {
        for (int row = 0; row < 40; ++row) {
            float side = count++ % 2 == 0 ? -0.1f : 0.1f;
            add_with(s, SIM_DYNAMIC, 0.75f * (float)(column - 100) + side, 15.0f + (float)row,
                     &pentagon);
        }
    }
}

// The sweeper goes in each step to where x = 60 sin(0.2 t) puts it, from where it is.
static void step_junkyard(sim *s, int step) {
    sim_pose p;
    sim_body_pose(s, s->memory[0], &p);
    float target = 60.0f * sim_sin(0.2 * step / 60.0);
    sim_set_velocity(s, s->memory[0], (target - p.x) * 60.0f, 0.0f, 0.0f);
}

static void build_compounds(sim *s) {
    open_world(s);
    add_brick_bin(s, 40, 100);
    sim_vec left[3], right[3];
    left[0] = sim_v(-1.0f, 0.0f);
    left[1] = sim_v(0.5f, 1.0f);
    left[2] = sim_v(0.0f, 2.0f);
    right[0] = sim_v(1.0f, 0.0f);
    right[1] = sim_v(0.0f, 2.0f);
    right[2] = sim_v(-0.5f, 1.0f);
    sim_shape a = sim_polygon(left, 3, 0.0f), b = sim_polygon(right, 3, 0.0f);
    a.friction = b.friction = 0.5f;
    int count = 0;
    for (int column = 0; column < 20; ++column) {
        for (int row = 0; row < 150; ++row) {
            float side = count++ % 2 == 0 ? 0.25f : -0.25f;
            int body = add_at(s, SIM_DYNAMIC, 2.0f * (float)column - 19.0f + side,
                              5.575f + 2.25f * (float)row);
            sim_add_shape(s, body, &a);
            sim_add_shape(s, body, &b);
        }
    }
}

static void build_circles(sim *s) {
    open_world(s);
    add_bin(s, 40.0f, 200.0f, 0.3f);
    sim_shape circle = sim_circle(0.0f, 0.0f, 0.36f);
    circle.friction = 0.3f;
    for (int row = 0; row < 100; ++row) {
        for (int column = 0; column < 100; ++column) {
            float shift = row % 2 == 0 ? 0.0f : 0.1f; // so that no column balances
            add_with(s, SIM_DYNAMIC, -39.2f + 0.79f * (float)column + shift,
                     2.0f + 0.8f * (float)row, &circle);
        }
    }
}

static sim_soft_def soft_def(sim_soft_kind kind, const sim_vec *points, int count, float mass,
                             float radius) {
    sim_soft_def def;
    memset(&def, 0, sizeof(def));
    def.kind = kind;
    def.points = points;
    def.count = count;
    def.mass = mass;
    def.radius = radius;
    def.friction = 0.6f;
    return def;
}

// A block 40 m wide that breaks over the floor of a bin 60 m wide.
static void build_particles(sim *s) {
    open_world(s);
    add_bin(s, 30.0f, 100.0f, 0.6f);
    enum { COLUMNS = 160, COUNT = 50000 };
    sim_vec *points = (sim_vec *)malloc(COUNT * sizeof(sim_vec));
    if (points == NULL) {
        sim__fail(s, "out of memory");
        return;
    }
    for (int i = 0; i < COUNT; ++i) {
        int row = i / COLUMNS;
        float shift = row % 2 == 0 ? 0.0f : 0.07f;
        points[i] = sim_v(-19.9f + 0.25f * (float)(i % COLUMNS) + shift, 1.0f + 0.25f * (float)row);
    }
    sim_soft_def def = soft_def(SIM_SOFT_POINTS, points, COUNT, 0.03f * (float)COUNT, 0.1f);
    sim_add_soft(s, &def);
    free(points);
}

static void build_cloth(sim *s) {
    open_world(s);
    add_ground_box(s, 100.0f, 1.0f, 0.0f, -31.0f);
    enum { N = 100 };
    sim_vec *points = (sim_vec *)malloc(N * N * sizeof(sim_vec));
    if (points == NULL) {
        sim__fail(s, "out of memory");
        return;
    }
    for (int i = 0; i < N * N; ++i)
        points[i] = sim_v(0.25f * (float)(i % N), -0.25f * (float)(i / N));
    sim_soft_def def = soft_def(SIM_SOFT_CLOTH, points, N * N, 1000.0f, 0.02f);
    def.columns = def.rows = N;
    def.spacing = 0.25f;
    def.damping = 0.5f;
    def.bend_frequency = 5.0f;
    int first = sim_add_soft(s, &def);
    free(points);
    for (int i = 0; i < N; ++i)
        sim_pin_point(s, first + i);

    sim_body_def ball_def = sim_body_at(SIM_DYNAMIC, -15.0f, -15.0f);
    ball_def.velocity = sim_v(25.0f, 8.0f);
    int ball = sim_add_body(s, &ball_def);
    sim_shape circle = sim_circle(0.0f, 0.0f, 3.0f);
    circle.density = 4.0f;
    sim_add_shape(s, ball, &circle);
}

// A bar rises 5 m in 300 steps and lifts 200 crates by as many ropes; 100 kg hang on points of 0.1 kg.
static void build_ropes(sim *s) {
    open_world(s);
    add_ground_box(s, 400.0f, 1.0f, 0.0f, -1.0f);
    sim_body_def def = sim_body_at(SIM_KINEMATIC, 0.0f, 10.8f);
    int bar = sim_add_body(s, &def);
    sim_shape rod = sim_box(310.0f, 0.1f);
    rod.mask = 0u; // only holds the ropes
    sim_add_shape(s, bar, &rod);
    s->memory = (int *)calloc(1, sizeof(int));
    if (s->memory == NULL) {
        sim__fail(s, "out of memory");
        return;
    }
    s->memory[0] = bar;
    s->memory_count = 1;
    sim_shape crate = sim_box(0.5f, 0.5f);
    crate.density = 100.0f;
    for (int rope = 0; rope < 200; ++rope) {
        float x = 3.0f * ((float)rope - 99.5f);
        int box = add_with(s, SIM_DYNAMIC, x, 0.5f, &crate);
        sim_vec points[50];
        for (int i = 0; i < 50; ++i)
            points[i] = sim_v(x, 10.8f - 0.2f * (float)i);
        points[49].y = 1.0f;
        sim_soft_def soft = soft_def(SIM_SOFT_ROPE, points, 50, 5.0f, 0.02f);
        soft.damping = 0.5f;
        int first = sim_add_soft(s, &soft);
        sim_attach(s, first, bar);
        sim_attach(s, first + 49, box);
    }
}

static void step_ropes(sim *s, int step) {
    if (step == 0) sim_set_velocity(s, s->memory[0], 0.0f, 1.0f, 0.0f);
    if (step == 300) sim_set_velocity(s, s->memory[0], 0.0f, 0.0f, 0.0f);
}

static void build_jellies(sim *s) {
    open_world(s);
    add_bin(s, 15.0f, 60.0f, 0.6f);
    for (int i = 0; i < 300; ++i) {
        float shift = i / 20 % 2 == 0 ? 0.0f : 0.2f;
        float x = -14.0f + 1.45f * (float)(i % 20) + shift, y = 1.0f + 1.45f * (float)(i / 20);
        sim_vec ring[16];
        for (int k = 0; k < 16; ++k) {
            double angle = 2.0 * SIM_PI * k / 16.0;
            ring[k] = sim_v(x + 0.6f * sim_cos(angle), y + 0.6f * sim_sin(angle));
        }
        sim_soft_def def = soft_def(SIM_SOFT_BLOB, ring, 16, 1.0f, 0.02f);
        def.damping = 0.5f;
        def.area_frequency = 30.0f;
        def.bend_frequency = 5.0f;
        sim_add_soft(s, &def);
    }
}

// The documents' demo. 50 of their pixels are a metre, their downward y is turned up; gravity of one
// pixel a frame times the frame's length is 60 px/s^2 = 1.2 m/s^2.
static void build_seed_scene(sim *s) {
    s->world.gravity = sim_v(0.0f, -1.2f);
    s->world.bounded = 1;
    s->world.lower = sim_v(0.0f, 0.0f);
    s->world.upper = sim_v(16.0f, 12.0f);
    s->world.relax_passes = 15;
    open_world(s);
    for (int px = 20; px < 800; px += 100) {
        for (int py = 50; py < 550; py += 100) {
            float x = 0.02f * (float)px, y = 0.02f * (float)(600 - py);
            sim_vec box[4];
            box[0] = sim_v(x, y - 1.0f);
            box[1] = sim_v(x + 1.0f, y - 1.0f);
            box[2] = sim_v(x + 1.0f, y);
            box[3] = sim_v(x, y);
            sim_soft_def def = soft_def(SIM_SOFT_POLYGON, box, 4, 1.0f, 0.0f);
            def.relaxed = 1;
            sim_add_soft(s, &def);
        }
    }
    for (int px = 50; px < 750; px += 130) {
        float x = 0.02f * (float)px;
        sim_vec triangle[3]; // apex up
        triangle[0] = sim_v(x, 11.1f);
        triangle[1] = sim_v(x + 2.0f, 11.1f);
        triangle[2] = sim_v(x + 1.0f, 12.0f);
        sim_soft_def def = soft_def(SIM_SOFT_POLYGON, triangle, 3, 1.0f, 0.0f);
        def.relaxed = 1;
        sim_add_soft(s, &def);
    }
}

// ---- quality scenes --------------------------------------------------------------------------------------

static void build_stack15(sim *s) {
    open_world(s);
    add_ground_box(s, 100.0f, 1.0f, 0.0f, -1.0f);
    sim_shape box = sim_box(0.5f, 0.5f);
    box.friction = 0.3f;
    int top = 0;
    for (int i = 0; i < 15; ++i) {
        top = add_with(s, SIM_DYNAMIC, i % 2 == 0 ? 0.01f : -0.01f, 1.0f + 1.1f * (float)i, &box);
    }
    sim_watch_body(s, top, 0.01, 14.5, 0.0);
}

static void build_stack60(sim *s) {
    open_world(s);
    add_ground_box(s, 100.0f, 1.0f, 0.0f, -1.0f);
    sim_shape box = sim_box(0.5f, 0.5f);
    int top = 0;
    for (int i = 0; i < 60; ++i)
        top = add_with(s, SIM_DYNAMIC, 0.0f, 0.5f + (float)i, &box);
    sim_watch_body(s, top, 0.0, 59.5, 0.0);
}

static void build_mass_ratio1(sim *s) {
    open_world(s);
    add_ground_box(s, 50.0f, 1.0f, 0.0f, -1.0f);
    sim_shape box = sim_box(1.0f, 1.0f);
    for (int j = 0; j < 3; ++j) {
        float x = -20.0f + 25.0f * (float)j;
        for (int row = 0; row < 10; ++row) {
            int count = 10 - row;
            sim_shape here = box;
            if (count == 1) here.density = 100.0f * (float)(j + 1);
            float y = 1.0f + 2.0f * (float)row + (count == 1 ? 2.0f : 0.0f);
            for (int i = 0; i < count; ++i) {
                int body = add_with(s, SIM_DYNAMIC, x + 2.0f * (float)i - (float)count, y, &here);
                if (count == 1) sim_watch_body(s, body, (double)x - 1.0, 19.0, 0.0);
            }
        }
    }
}

static void build_mass_ratio2(sim *s) {
    open_world(s);
    add_ground_segment(s, 50.0f);
    sim_shape small_box = sim_box(0.5f, 0.5f), big_box = sim_box(10.0f, 10.0f);
    add_with(s, SIM_DYNAMIC, -9.0f, 0.5f, &small_box);
    add_with(s, SIM_DYNAMIC, 9.0f, 0.5f, &small_box);
    int big = add_with(s, SIM_DYNAMIC, 0.0f, 17.0f, &big_box);
    sim_watch_body(s, big, 0.0, 11.0, 0.0);
}

// Joints of the half arch from the foot up, inner and outer, in units of a quarter metre; the shape
// is a catenary. Coordinates: Catto, Box2D, sample "Arch".
static const double arch_inner[9][2] = {
    {16.0, 0.0},
    {14.93803712795643, 5.133601056842984},
    {13.79871746027416, 10.24928069555078},
    {12.56252963284711, 15.34107019122473},
    {11.20040987372525, 20.39856541571217},
    {9.66521217819836, 25.40369899225096},
    {7.87179930638133, 30.3179337000085},
    {5.635199558196225, 35.03820717801641},
    {2.405937953536585, 39.09554102558315},
};
static const double arch_outer[9][2] = {
    {24.0, 0.0},
    {22.33619528222415, 6.02299846205841},
    {20.54936888969905, 12.00964361211476},
    {18.60854610798073, 17.9470321677465},
    {16.46769273811807, 23.81367936585418},
    {14.05325025774858, 29.57079353071012},
    {11.23551045834022, 35.13775818285372},
    {7.752568160730571, 40.30450679009583},
    {3.016931552701656, 44.28891593799322},
};

static sim_vec arch_point(const double *p, double side) {
    return sim_v((float)(0.25 * side * p[0]), (float)(0.25 * p[1]));
}

static void build_arch(sim *s) {
    open_world(s);
    add_ground_segment(s, 100.0f);
    sim_vec p[4];
    for (int side = 0; side < 2; ++side) {
        double sign = side == 0 ? 1.0 : -1.0;
        for (int i = 0; i < 8; ++i) {
            // Counter-clockwise on either side.
            p[side == 0 ? 0 : 1] = arch_point(arch_inner[i], sign);
            p[side == 0 ? 1 : 0] = arch_point(arch_outer[i], sign);
            p[side == 0 ? 2 : 3] = arch_point(arch_outer[i + 1], sign);
            p[side == 0 ? 3 : 2] = arch_point(arch_inner[i + 1], sign);
            sim_shape stone = sim_polygon(p, 4, 0.0f);
            add_with(s, SIM_DYNAMIC, 0.0f, 0.0f, &stone);
        }
    }
    p[0] = arch_point(arch_inner[8], 1.0);
    p[1] = arch_point(arch_outer[8], 1.0);
    p[2] = arch_point(arch_outer[8], -1.0);
    p[3] = arch_point(arch_inner[8], -1.0);
    sim_shape key = sim_polygon(p, 4, 0.0f);
    add_with(s, SIM_DYNAMIC, 0.0f, 0.0f, &key);

    sim_shape plank = sim_box(2.0f, 0.5f);
    float crown = (float)(0.25 * arch_outer[8][1]);
    int top = 0;
    for (int i = 0; i < 4; ++i)
        top = add_with(s, SIM_DYNAMIC, 0.0f, crown + 0.5f + (float)i, &plank);
    sim_watch_body(s, top, 0.0, (double)crown + 3.5, 0.0);
}

static void build_card_house(sim *s) {
    open_world(s);
    sim_shape floor_box = sim_box(40.0f, 2.0f);
    floor_box.friction = 0.7f;
    add_with(s, SIM_STATIC, 0.0f, -2.0f, &floor_box);
    sim_shape card = sim_box(0.001f, 0.2f);
    card.friction = 0.7f;
    float lean = (float)(25.0 * SIM_PI / 180.0);
    for (int storey = 0; storey < 5; ++storey) {
        int tents = 5 - storey;
        float y = 0.18f + 0.37f * (float)storey, left = 0.175f * (float)storey;
        for (int i = 0; i < tents; ++i) {
            float x = left + 0.35f * (float)i;
            for (int part = 0; part < 3;
                 ++part) { // lid between two tents, then the two leaning cards
                if (part == 0 && i == tents - 1) continue;
                sim_body_def def = sim_body_at(SIM_DYNAMIC, x, y);
                if (part == 0) def.position = sim_v(x + 0.25f, y + 0.185f);
                if (part == 2) def.position.x = x + 0.175f;
                def.angle = part == 0 ? (float)(0.5 * SIM_PI) : part == 1 ? -lean : lean;
                int body = sim_add_body(s, &def);
                sim_add_shape(s, body, &card);
                sim_watch_body(s, body, (double)def.position.x, (double)def.position.y,
                               (double)def.angle);
            }
        }
    }
}

static void build_dominoes(sim *s) {
    open_world(s);
    add_ground_box(s, 100.0f, 1.0f, 0.0f, -1.0f);
    sim_shape box = sim_box(0.125f, 0.5f);
    for (int i = 0; i < 15; ++i) {
        float x = -7.5f + (float)i;
        int body = add_with(s, SIM_DYNAMIC, x, 0.5f, &box);
        if (i == 0) sim_impulse(s, body, 0.2f, 0.0f, x, 1.0f);
        sim_watch_body(s, body, (double)x, 0.5, 0.0);
    }
}

static void build_circle_stack(sim *s) {
    open_world(s);
    add_ground_segment(s, 20.0f);
    sim_shape circle = sim_circle(0.0f, 0.0f, 1.0f);
    int top = 0;
    for (int i = 0; i < 10; ++i)
        top = add_with(s, SIM_DYNAMIC, 0.0f, 1.0f + 2.0f * (float)i, &circle);
    sim_watch_body(s, top, 0.0, 19.0, 0.0);
}

static void build_overlap_recovery(sim *s) {
    open_world(s);
    add_ground_segment(s, 40.0f);
    sim_shape box = sim_box(0.5f, 0.5f);
    int top = 0;
    for (int row = 0; row < 4; ++row) {
        for (int i = 0; i < 4 - row; ++i) {
            float x = 0.375f * (float)(2 * i + row - 4);
            top = add_with(s, SIM_DYNAMIC, x, 0.5f + 0.75f * (float)row, &box);
        }
    }
    sim_watch_body(s, top, -0.375, 3.5, 0.0);
}

static void build_ball_and_chain(sim *s) {
    open_world(s);
    int previous = add_at(s, SIM_STATIC, 0.0f, 0.0f);
    sim_shape link = sim_capsule(-0.5f, 0.0f, 0.5f, 0.0f, 0.125f);
    link.density = 20.0f;
    link.category = 1u;
    link.mask = 2u; // links touch the ball only
    sim_shape circle = sim_circle(0.0f, 0.0f, 4.0f);
    circle.density = 20.0f;
    circle.category = 2u;
    circle.mask = 1u;
    for (int i = 0; i <= 30; ++i) {
        int body = i < 30 ? add_with(s, SIM_DYNAMIC, 0.5f + (float)i, 15.0f, &link)
                          : add_with(s, SIM_DYNAMIC, 34.0f, 15.0f, &circle);
        sim_joint_def joint = sim_pin(s, previous, body, (float)i, 15.0f);
        joint.motor = 1;
        joint.max_motor_torque = 100.0f;
        joint.spring_frequency = i > 0 ? 4.0f : 0.0f;
        sim_add_joint(s, &joint);
        previous = body;
    }
    sim_watch_body(s, previous, 0.0, -19.0, 0.0);
}

// 160 planks that start in the curve in which they hang: the weight of what hangs below plank i and
// half its own gives it the slope (i - 79.5) * (weight of a plank / horizontal pull).
static void build_bridge(sim *s) {
    open_world(s);
    int ground = add_at(s, SIM_STATIC, 0.0f, 0.0f);
    sim_shape plank = sim_box(0.5f, 0.125f);
    plank.density = 20.0f;
    int previous = ground;
    double x = 0.0, y = 0.0; // pin on the left of plank i
    double angle = -1.2, c = 1.0, t = 0.0;
    for (int i = 0; i <= 160; ++i) {
        int body = ground;
        double slope = (i - 79.5) / 40.0;
        for (int k = 0; k < 20; ++k) { // Newton for tan(angle) = slope, from the plank before
            sim__sin_cos(angle, &t, &c);
            angle -= (t - slope * c) / (c + slope * t);
        }
        if (i < 160) {
            sim_body_def def = sim_body_at(SIM_DYNAMIC, (float)(x + 0.5 * c), (float)(y + 0.5 * t));
            def.angle = (float)angle;
            def.linear_damping = 1.0f; // to hang still within 10 s
            def.angular_damping = 1.0f;
            body = sim_add_body(s, &def);
            sim_add_shape(s, body, &plank);
            if (i == 80) sim_watch_body(s, body, x + 0.5 * c, y + 0.5 * t, angle);
        }
        sim_joint_def joint = sim_pin(s, previous, body, (float)x, (float)y);
        joint.motor = 1;
        joint.max_motor_torque = 200.0f;
        joint.spring_frequency = 2.0f;
        joint.spring_damping_ratio = 0.7f;
        sim_add_joint(s, &joint);
        previous = body;
        x += c;
        y += t;
    }
}

// Five slopes, one above another. Each box starts downhill at 1 m/s; the watch holds where Coulomb's
// law puts it after 10 s: a = g (sin - mu cos) until it stops.
static void build_friction_ramp(sim *s) {
    open_world(s);
    static const float friction[5] = {0.75f, 0.5f, 0.35f, 0.1f, 0.0f};
    static const double mixed[5] = {0.38729833462074170, 0.31622776601683794, 0.26457513110645906,
                                    0.14142135623730950, 0.0}; // sqrt(0.2 mu)
    double c, t;                                               // direction downhill is (c, -t)
    sim__sin_cos(0.25, &t, &c);
    for (int i = 0; i < 5; ++i) {
        float y = 40.0f * (float)i;
        sim_body_def slope = sim_body_at(SIM_STATIC, 0.0f, y);
        slope.angle = -0.25f;
        int ground = sim_add_body(s, &slope);
        sim_shape plane = sim_box_at(200.0f, 1.0f, 190.0f, -1.0f, 0.0f);
        plane.friction = 0.2f;
        sim_add_shape(s, ground, &plane);

        sim_body_def def = sim_body_at(SIM_DYNAMIC, (float)(0.5 * t), y + (float)(0.5 * c));
        def.angle = -0.25f;
        def.velocity = sim_v((float)c, (float)-t);
        int body = sim_add_body(s, &def);
        sim_shape box = sim_box(0.5f, 0.5f);
        box.density = 25.0f;
        box.friction = friction[i];
        sim_add_shape(s, body, &box);

        double a = 10.0 * (t - mixed[i] * c), time = a < 0.0 && -1.0 / a < 10.0 ? -1.0 / a : 10.0;
        double along = time + 0.5 * a * time * time;
        sim_watch_body(s, body, 0.5 * t + along * c, (double)y + 0.5 * c - along * t, -0.25);
    }
}

// ---- table ---------------------------------------------------------------------------------------------

const sim_scene sim_scenes[] = {
    {"large_pyramid", SIM_SCENE_SPEED | SIM_SCENE_QUALITY | SIM_SCENE_BOX2D, 500,
     build_large_pyramid, NULL},
    {"many_pyramids", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 200, build_many_pyramids, NULL},
    {"joint_grid", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 500, build_joint_grid, NULL},
    {"tumbler", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 750, build_tumbler, NULL},
    {"washer", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 500, build_washer, NULL},
    {"spinner", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 500, build_spinner, NULL},
    {"smash", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 300, build_smash, NULL},
    {"rain", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 1000, build_rain, step_rain},
    {"junkyard", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 800, build_junkyard, step_junkyard},
    {"compounds", SIM_SCENE_SPEED | SIM_SCENE_BOX2D, 500, build_compounds, NULL},
    {"circles", SIM_SCENE_SPEED, 600, build_circles, NULL},
    {"particles", SIM_SCENE_SPEED | SIM_SCENE_SOFT, 300, build_particles, NULL},
    {"cloth", SIM_SCENE_SPEED | SIM_SCENE_SOFT, 600, build_cloth, NULL},
    {"ropes", SIM_SCENE_SPEED | SIM_SCENE_SOFT, 600, build_ropes, step_ropes},
    {"jellies", SIM_SCENE_SPEED | SIM_SCENE_SOFT, 600, build_jellies, NULL},
    {"seed_scene", SIM_SCENE_SPEED | SIM_SCENE_SOFT, 600, build_seed_scene, NULL},
    {"stack15", SIM_SCENE_QUALITY, 600, build_stack15, NULL},
    {"stack60", SIM_SCENE_QUALITY, 600, build_stack60, NULL},
    {"mass_ratio1", SIM_SCENE_QUALITY, 600, build_mass_ratio1, NULL},
    {"mass_ratio2", SIM_SCENE_QUALITY, 600, build_mass_ratio2, NULL},
    {"arch", SIM_SCENE_QUALITY, 600, build_arch, NULL},
    {"card_house", SIM_SCENE_QUALITY, 600, build_card_house, NULL},
    {"dominoes", SIM_SCENE_QUALITY, 600, build_dominoes, NULL},
    {"circle_stack", SIM_SCENE_QUALITY, 600, build_circle_stack, NULL},
    {"overlap_recovery", SIM_SCENE_QUALITY, 600, build_overlap_recovery, NULL},
    {"ball_and_chain", SIM_SCENE_QUALITY, 600, build_ball_and_chain, NULL},
    {"bridge", SIM_SCENE_QUALITY, 600, build_bridge, NULL},
    {"friction_ramp", SIM_SCENE_QUALITY, 600, build_friction_ramp, NULL},
};

const int sim_scene_count = (int)(sizeof(sim_scenes) / sizeof(sim_scenes[0]));

const sim_scene *sim_scene_find(const char *name) {
    for (int i = 0; i < sim_scene_count; ++i) {
        if (strcmp(sim_scenes[i].name, name) == 0) return &sim_scenes[i];
    }
    return NULL;
}
