// SPDX-License-Identifier: MIT OR Unlicense
// engine_verlet2d.c - verlet2d.h behind sim_engine, with room for the largest scene.
//
// Settings: the engine's defaults, but no sleep unless the scene says so; sub-steps as it says.
// -DENGINE_SYMBOL=name -DENGINE_NAME='"name"' builds it a second time, for example with other flags,
// into the same program: everything of verlet2d.h is static here, unless -DENGINE_EXPORTS.
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L // clock_gettime
#endif

#if !defined(ENGINE_EXPORTS) // tests/hash_worlds.c calls it
#define VERLET2D_STATIC
#endif
#if !defined(V2D_MAX_BODIES)   // unless all of them are set outside
#define V2D_MAX_BODIES   24576 // many_pyramids: 22,001
#define V2D_MAX_SHAPES   24576
#define V2D_MAX_POINTS   50176 // particles: 50,000
#define V2D_MAX_EDGES    32768 // cloth: 29,601
#define V2D_MAX_BENDS    20480 // cloth: 19,600
#define V2D_MAX_SOFTS    1024
#define V2D_MAX_JOINTS   20480  // joint_grid: 19,800
#define V2D_MAX_PAIRS    327680 // particles: 310,000 when they hit the floor hardest
#define V2D_MAX_CONTACTS 98304
#define V2D_MAX_ROWS     262144 // particles: about three to a point
#define V2D_MAX_EVENTS   1024
#endif
#if defined(__unix__) && !defined(__wasm__) && !defined(V2D_YIELD)
#include <sched.h>
#define V2D_YIELD() ((void)sched_yield())
#endif
#define VERLET2D_IMPLEMENTATION
#include "../verlet2d.h"

#include "engines.h"

#if defined(__wasm__) || defined(__TINYC__) // one thread
typedef struct workers {
    int unused;
} workers;
#define workers_start(pool, count) ((count) == 1)
#define workers_stop(pool)         ((void)(pool))
#define workers_run                NULL
#else
#include "../examples/workers.h"
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct v2d_engine {
    v2d_world world;
    void *memory; // from calloc(): the engine lies at a multiple of 64 bytes in it
    v2d_profile profile;
    workers pool;
    int threads;
    v2d_body_id *bodies;
    float *angles; // of the bodies at creation
    v2d_joint_id *joints;
    v2d_point_id *points;
    v2d_edge_id *edges;
    int body_capacity, angle_capacity, joint_capacity, point_capacity, edge_capacity;
} v2d_engine;

static v2d_vec2 vec(sim_vec v) { return v2d_vec2_make(v.x, v.y); }

// Milliseconds, for the profile. -DENGINE_CLOCK=name takes another one, from another file; -DENGINE_UNTIMED
// none, for worlds so small that reading it takes a share of their step.
#if defined(ENGINE_UNTIMED)
#elif defined(ENGINE_CLOCK)
double ENGINE_CLOCK(void *context);
#else
#define ENGINE_CLOCK read_clock
static double read_clock(void *context) {
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}
#endif

// Room for element `index` in an array of ids; new ones are zero.
static int reserve(void **array, int *capacity, int index, size_t size) {
    if (index < *capacity) return 1;
    int wanted = 2 * index + 64;
    char *grown = (char *)realloc(*array, (size_t)wanted * size);
    if (grown == NULL) return 0;
    memset(grown + (size_t)*capacity * size, 0, (size_t)(wanted - *capacity) * size);
    *array = grown;
    *capacity = wanted;
    return 1;
}

static const v2d_mix mixes[] = {V2D_MIX_GEOMETRIC, V2D_MIX_MAXIMUM, V2D_MIX_MINIMUM,
                                V2D_MIX_AVERAGE, V2D_MIX_PRODUCT};

static void *create(const sim_world_def *def) {
    char *memory = (char *)calloc(1, sizeof(v2d_engine) + 63);
    if (memory == NULL) return NULL;
    v2d_engine *e = (v2d_engine *)(void *)(memory + (64 - (uintptr_t)memory % 64) % 64);
    e->memory = memory;
    v2d_world_def d = v2d_world_def_default();
    d.gravity = vec(def->gravity);
    d.relax_passes = def->relax_passes;
    d.sleep = def->sleep != 0;
    d.length_unit = def->length_unit;
    if (def->restitution_threshold >= 0.0f) d.restitution_threshold = def->restitution_threshold;
    d.friction_mix = mixes[def->friction_mix];
    d.restitution_mix = mixes[def->restitution_mix];
    d.bounds_friction = def->bounds_friction;
    if (def->bounded) {
        d.bounded = true;
        d.bounds.lower = vec(def->lower);
        d.bounds.upper = vec(def->upper);
    }
    e->threads = def->workers > 1 ? def->workers : 1;
    if (v2d_world_init(&e->world, &d) != V2D_OK || !workers_start(&e->pool, e->threads)) {
        free(memory);
        return NULL;
    }
    return e;
}

static void destroy(void *ctx) {
    v2d_engine *e = (v2d_engine *)ctx;
    workers_stop(&e->pool);
    free(e->bodies);
    free(e->angles);
    free(e->joints);
    free(e->points);
    free(e->edges);
    free(e->memory);
}

static int body_create(void *ctx, int body, const sim_body_def *def) {
    v2d_engine *e = (v2d_engine *)ctx;
    void *array = e->bodies;
    if (!reserve(&array, &e->body_capacity, body, sizeof(v2d_body_id))) return 0;
    e->bodies = (v2d_body_id *)array;
    array = e->angles;
    if (!reserve(&array, &e->angle_capacity, body, sizeof(float))) return 0;
    e->angles = (float *)array;
    e->angles[body] = def->angle;
    v2d_body_def d = v2d_body_def_default();
    d.type = def->type == SIM_STATIC      ? V2D_BODY_STATIC
             : def->type == SIM_KINEMATIC ? V2D_BODY_KINEMATIC
                                          : V2D_BODY_DYNAMIC;
    d.position = vec(def->position);
    d.angle = def->angle;
    d.velocity = vec(def->velocity);
    d.angular_velocity = def->angular_velocity;
    d.linear_damping = def->linear_damping;
    d.angular_damping = def->angular_damping;
    d.gravity_scale = def->gravity_scale;
    d.bullet = def->bullet != 0;
    e->bodies[body] = v2d_body_create(&e->world, &d);
    return e->bodies[body].index1 != 0;
}

static void body_destroy(void *ctx, int body) {
    v2d_engine *e = (v2d_engine *)ctx;
    v2d_body_destroy(&e->world, e->bodies[body]);
}

static int chain_create(v2d_engine *e, int body, const v2d_shape_def *def, const sim_shape *shape) {
    v2d_vec2 *vertices = (v2d_vec2 *)malloc((size_t)shape->chain_count * sizeof(v2d_vec2));
    if (vertices == NULL) return 0;
    for (int i = 0; i < shape->chain_count; ++i)
        vertices[i] = vec(shape->chain[i]);
    v2d_chain_id id =
        v2d_chain_create(&e->world, e->bodies[body], def, vertices, shape->chain_count, true);
    free(vertices);
    return id.index1 != 0;
}

static int shape_create(void *ctx, int body, const sim_shape *shape) {
    v2d_engine *e = (v2d_engine *)ctx;
    v2d_shape_def d = v2d_shape_def_default();
    d.density = shape->density;
    d.friction = shape->friction;
    d.restitution = shape->restitution;
    d.rolling_resistance = shape->rolling_resistance;
    d.surface_speed = shape->surface_speed;
    d.filter.category = shape->category;
    d.filter.mask = shape->mask;
    d.filter.group = shape->group;
    if (shape->report) d.report = V2D_REPORT_HIT;
    v2d_vec2 p[SIM_MAX_VERTICES];
    for (int i = 0; i < shape->count; ++i)
        p[i] = vec(shape->points[i]);
    v2d_geometry g;
    memset(&g, 0, sizeof(g));
    switch (shape->kind) {
    case SIM_CIRCLE: g = v2d_geometry_circle(p[0], shape->radius); break;
    case SIM_CAPSULE: g = v2d_geometry_capsule(p[0], p[1], shape->radius); break;
    case SIM_SEGMENT: g = v2d_geometry_segment(p[0], p[1]); break;
    case SIM_BOX:
        g = v2d_geometry_oriented_box(shape->half.x, shape->half.y, vec(shape->center),
                                      shape->angle);
        g.radius = shape->radius;
        break;
    case SIM_POLYGON: g = v2d_geometry_polygon(p, shape->count, shape->radius); break;
    case SIM_CHAIN: return chain_create(e, body, &d, shape);
    }
    return v2d_shape_create(&e->world, e->bodies[body], &d, &g).index1 != 0;
}

// What has an axis of its own.
static void joint_axis(v2d_joint_def *d, const sim_joint_def *def) {
    d->a.angle = def->axis_a, d->b.angle = def->axis_b;
    if (def->kind == SIM_JOINT_WHEEL || def->kind == SIM_JOINT_MOTOR) {
        d->linear.frequency = def->spring_frequency;
        d->linear.damping_ratio = def->spring_damping_ratio;
    }
    if (def->kind == SIM_JOINT_WELD || def->kind == SIM_JOINT_MOTOR) {
        d->angular.frequency = def->spring_frequency;
        d->angular.damping_ratio = def->spring_damping_ratio;
    }
    if (def->kind == SIM_JOINT_SLIDE || def->kind == SIM_JOINT_WHEEL) {
        d->linear.limited = def->limited != 0;
        d->linear.lower = def->lower, d->linear.upper = def->upper;
    }
    if (def->kind == SIM_JOINT_WHEEL && def->motor != 0) {
        d->angular.motor = true;
        d->angular.motor_speed = def->motor_speed;
        d->angular.motor_effort = def->max_motor_torque < 1e12f ? def->max_motor_torque : 1e12f;
    }
}

static int joint_create(void *ctx, int joint, const sim_joint_def *def) {
    v2d_engine *e = (v2d_engine *)ctx;
    void *array = e->joints;
    if (!reserve(&array, &e->joint_capacity, joint, sizeof(v2d_joint_id))) return 0;
    e->joints = (v2d_joint_id *)array;
    static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_DISTANCE,
                                           V2D_JOINT_WELD,     V2D_JOINT_PRISMATIC,
                                           V2D_JOINT_WHEEL,    V2D_JOINT_MOTOR};
    v2d_joint_def d = v2d_joint_def_default(kinds[def->kind]);
    d.a = v2d_anchor_body(e->bodies[def->a], vec(def->local_a));
    d.b = v2d_anchor_body(e->bodies[def->b], vec(def->local_b));
    d.collide_connected = def->collide_connected != 0;
    if (def->kind == SIM_JOINT_REVOLUTE) {
        d.a.angle = -e->angles[def->a], d.b.angle = -e->angles[def->b]; // the turn is 0 as created
        d.angular.motor = def->motor != 0;
        d.angular.motor_speed = def->motor_speed;
        d.angular.motor_effort = def->max_motor_torque < 1e12f ? def->max_motor_torque : 1e12f;
        d.angular.limited = def->limited != 0;
        d.angular.lower = def->lower_angle;
        d.angular.upper = def->upper_angle;
        d.angular.frequency = def->spring_frequency;
        d.angular.damping_ratio = def->spring_damping_ratio;
    } else if (def->kind != SIM_JOINT_DISTANCE) {
        joint_axis(&d, def);
    } else {
        d.linear.limited = !(def->spring_frequency > 0.0f);
        d.linear.frequency = def->spring_frequency;
        d.linear.damping_ratio = def->spring_damping_ratio;
        d.linear.lower = def->min_length;
        d.linear.upper = d.linear.rest = def->max_length;
    }
    e->joints[joint] = v2d_joint_create(&e->world, &d);
    return e->joints[joint].index1 != 0;
}

static void joint_destroy(void *ctx, int joint) {
    v2d_engine *e = (v2d_engine *)ctx;
    v2d_joint_destroy(&e->world, e->joints[joint]);
}

static void body_impulse(void *ctx, int body, sim_vec impulse, sim_vec point) {
    v2d_engine *e = (v2d_engine *)ctx;
    v2d_body_apply_impulse(&e->world, e->bodies[body], vec(impulse), vec(point));
}

static void body_set_velocity(void *ctx, int body, sim_vec velocity, float w) {
    v2d_engine *e = (v2d_engine *)ctx;
    v2d_body_set_velocity(&e->world, e->bodies[body], vec(velocity));
    v2d_body_set_angular_velocity(&e->world, e->bodies[body], w);
}

static void body_pose(void *ctx, int body, sim_pose *out) {
    const v2d_engine *e = (const v2d_engine *)ctx;
    v2d_transform xf = v2d_body_transform(&e->world, e->bodies[body]);
    v2d_vec2 v = v2d_body_velocity(&e->world, e->bodies[body]);
    out->x = xf.p.x;
    out->y = xf.p.y;
    out->c = xf.q.c;
    out->s = xf.q.s;
    out->vx = v.x;
    out->vy = v.y;
    out->w = v2d_body_angular_velocity(&e->world, e->bodies[body]);
}

static int step(void *ctx, float dt, int substeps) {
    v2d_engine *e = (v2d_engine *)ctx;
    v2d_step_def d = v2d_step_def_default();
    d.dt = dt;
    d.substeps = substeps;
#if !defined(ENGINE_UNTIMED)
    d.clock = ENGINE_CLOCK;
    d.profile = &e->profile;
#endif
    d.workers = e->threads;
    d.parallel_for = workers_run;
    d.parallel_context = &e->pool;
    return v2d_world_step_with(&e->world, &d) == V2D_OK;
}

static void stats(void *ctx, sim_stats *out) {
    v2d_engine *e = (v2d_engine *)ctx;
    v2d_counters c = v2d_world_counters(&e->world);
    int want_hash = out->want_hash;
    memset(out, 0, sizeof(*out));
    out->contacts = c.contacts.count + c.rows.count;
    out->dropped = (int)(c.dropped_pairs + c.dropped_contacts);
    if (want_hash) out->hash = v2d_world_hash(&e->world);
    if (want_hash == 2 && v2d_world_selfcheck(&e->world, NULL) != V2D_OK) out->hash = 0;
    out->stage[0] = e->profile.broadphase;
    out->stage[1] = e->profile.narrowphase;
    out->stage[2] = e->profile.prepare;
    out->stage[3] = e->profile.substeps;
    out->stage[4] = e->profile.finish;
}

static int point_create(v2d_engine *e, int point, const sim_soft_def *def, int index) {
    v2d_point_def d = v2d_point_def_default();
    d.position = vec(def->points[index]);
    d.mass = def->mass / (float)def->count;
    d.radius = def->radius;
    d.friction = def->friction;
    d.restitution = def->restitution;
    d.linear_damping = def->damping;
    e->points[point] = v2d_point_create(&e->world, &d);
    return e->points[point].index1 != 0;
}

static int soft_create(void *ctx, int soft, int first, const sim_soft_def *def) {
    v2d_engine *e = (v2d_engine *)ctx;
    (void)soft;
    void *array = e->points;
    if (!reserve(&array, &e->point_capacity, first + def->count, sizeof(v2d_point_id))) return 0;
    e->points = (v2d_point_id *)array;
    if (def->kind == SIM_SOFT_POINTS) {
        for (int i = 0; i < def->count; ++i) {
            if (!point_create(e, first + i, def, i)) return 0;
        }
        return 1;
    }

    v2d_soft_def d = v2d_soft_def_default();
    d.mass = def->mass;
    d.radius = def->radius;
    d.friction = def->friction;
    d.restitution = def->restitution;
    d.linear_damping = def->damping;
    d.frequency = def->frequency;
    if (def->frequency > 0.0f) d.damping_ratio = def->damping_ratio;
    d.bend_frequency = def->bend_frequency;
    d.area_frequency = def->area_frequency;
    d.shape_frequency = def->shape_frequency;
    d.relaxed = def->relaxed != 0;
    v2d_vec2 *outline = (v2d_vec2 *)malloc((size_t)def->count * sizeof(v2d_vec2));
    if (outline == NULL) return 0;
    for (int i = 0; i < def->count; ++i)
        outline[i] = vec(def->points[i]);
    v2d_soft_id id;
    memset(&id, 0, sizeof(id));
    switch (def->kind) {
    case SIM_SOFT_ROPE:
        id = v2d_soft_create_rope(&e->world, &d, outline[0], outline[def->count - 1],
                                  def->count - 1, def->pin_first != 0, def->pin_last != 0);
        break;
    case SIM_SOFT_CLOTH:
        d.position = outline[0];
        id = v2d_soft_create_cloth(&e->world, &d, def->columns, def->rows, def->spacing);
        break;
    case SIM_SOFT_BLOB: id = v2d_soft_create_blob(&e->world, &d, outline, def->count); break;
    case SIM_SOFT_POLYGON: id = v2d_soft_create_polygon(&e->world, &d, outline, def->count); break;
    case SIM_SOFT_POINTS: break;
    }
    free(outline);
    if (id.index1 == 0 || v2d_soft_point_count(&e->world, id) != def->count) return 0;
    for (int i = 0; i < def->count; ++i)
        e->points[first + i] = v2d_soft_point(&e->world, id, i);
    return 1;
}

static int soft_attach(void *ctx, int point, int body) {
    v2d_engine *e = (v2d_engine *)ctx;
    return v2d_point_attach(&e->world, e->points[point], e->bodies[body]).index1 != 0;
}

static int point_pin(void *ctx, int point) {
    v2d_engine *e = (v2d_engine *)ctx;
    return v2d_point_set_pinned(&e->world, e->points[point], true) == V2D_OK;
}

static void point_position(void *ctx, int point, sim_vec *out) {
    const v2d_engine *e = (const v2d_engine *)ctx;
    v2d_vec2 p = v2d_point_position(&e->world, e->points[point]);
    *out = sim_v(p.x, p.y);
}

// ---- probe ---------------------------------------------------------------------------------------------

static int same(v2d_body_id a, v2d_body_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

// Contacts report impulses that act on b along the normal.
static int contact_impulse(void *ctx, int body, sim_vec *sum, float *scalar) {
    const v2d_engine *e = (const v2d_engine *)ctx;
    float x = 0.0f, y = 0.0f, size = 0.0f;
    for (int i = 0; i < v2d_world_contact_count(&e->world); ++i) {
        v2d_contact c;
        if (v2d_world_contact(&e->world, i, &c) != V2D_OK) return 0;
        float sign = 0.0f;
        if (same(v2d_shape_body(&e->world, c.a.shape), e->bodies[body])) sign = -1.0f;
        if (same(v2d_shape_body(&e->world, c.b.shape), e->bodies[body])) sign += 1.0f;
        for (int k = 0; sign * sign > 0.5f && k < c.manifold.count; ++k) {
            v2d_vec2 n = c.manifold.normal;
            float normal = c.normal_impulse[k], tangent = c.tangent_impulse[k];
            x += sign * (n.x * normal - n.y * tangent);
            y += sign * (n.y * normal + n.x * tangent);
            size += normal;
        }
    }
    *sum = sim_v(x, y);
    *scalar = size;
    return 1;
}

static int joint_force(void *ctx, int joint, float *magnitude) {
    const v2d_engine *e = (const v2d_engine *)ctx;
    v2d_vec2 f = v2d_joint_get_state(&e->world, e->joints[joint]).force;
    *magnitude = sqrtf(f.x * f.x + f.y * f.y);
    return 1;
}

static int point_velocity(void *ctx, int point, sim_vec *out) {
    const v2d_engine *e = (const v2d_engine *)ctx;
    v2d_vec2 v = v2d_point_velocity(&e->world, e->points[point]);
    *out = sim_v(v.x, v.y);
    return 1;
}

static int point_set_velocity(void *ctx, int point, sim_vec velocity) {
    v2d_engine *e = (v2d_engine *)ctx;
    return v2d_point_set_velocity(&e->world, e->points[point], vec(velocity)) == V2D_OK;
}

static int point_set_position(void *ctx, int point, sim_vec position) {
    v2d_engine *e = (v2d_engine *)ctx;
    return v2d_point_set_position(&e->world, e->points[point], vec(position)) == V2D_OK;
}

static int point_set_mass(void *ctx, int point, float mass) {
    v2d_engine *e = (v2d_engine *)ctx;
    v2d_point_def def;
    v2d_point_describe(&e->world, e->points[point], &def);
    def.mass = mass;
    return v2d_point_change(&e->world, e->points[point], &def) == V2D_OK;
}

static int edge_create(void *ctx, int edge, int a, int b, float frequency, float damping_ratio) {
    v2d_engine *e = (v2d_engine *)ctx;
    void *array = e->edges;
    if (!reserve(&array, &e->edge_capacity, edge, sizeof(v2d_edge_id))) return 0;
    e->edges = (v2d_edge_id *)array;
    v2d_edge_def d = v2d_edge_def_default();
    d.a = e->points[a];
    d.b = e->points[b];
    d.frequency = frequency;
    if (frequency > 0.0f) d.damping_ratio = damping_ratio;
    e->edges[edge] = v2d_edge_create(&e->world, &d);
    return e->edges[edge].index1 != 0;
}

static int edge_tension(void *ctx, int edge, float *tension) {
    const v2d_engine *e = (const v2d_engine *)ctx;
    *tension = v2d_edge_tension(&e->world, e->edges[edge]);
    return 1;
}

static int ray(void *ctx, sim_vec from, sim_vec to) {
    v2d_query_result first;
    const v2d_engine *e = (const v2d_engine *)ctx;
    return v2d_world_ray(&e->world, NULL, vec(from), vec(to), &first, 1) > 0;
}

static const sim_probe probe = {contact_impulse,    joint_force,        point_velocity,
                                point_set_velocity, point_set_position, point_set_mass,
                                edge_create,        edge_tension,       ray};

#ifndef ENGINE_SYMBOL
#define ENGINE_SYMBOL engine_verlet2d
#define ENGINE_NAME   "verlet2d"
#endif

#ifdef __cplusplus
extern "C" const sim_engine ENGINE_SYMBOL;
#endif
const sim_engine ENGINE_SYMBOL = {ENGINE_NAME,
                                  "defaults, 4 sub-steps",
                                  "broadphase narrowphase prepare substeps finish",
                                  create,
                                  destroy,
                                  body_create,
                                  body_destroy,
                                  shape_create,
                                  joint_create,
                                  joint_destroy,
                                  body_impulse,
                                  body_set_velocity,
                                  body_pose,
                                  step,
                                  stats,
                                  soft_create,
                                  soft_attach,
                                  point_pin,
                                  point_position,
                                  &probe};
