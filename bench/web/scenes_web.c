// SPDX-License-Identifier: MIT OR Unlicense
// scenes_web.c - the scenes of scenes.c for engines in JavaScript, and for verlet2d in the same module.
//
// A scene is built and judged here. Engine 0 is engine_verlet2d.c; engine 1 is whatever the host's
// web_* functions do: each is the function of sim_engine of that name with its structs taken apart.
#include "../judge.h"
#include "../scenes.h"

#define EXPORT __attribute__((visibility("default")))

int web_create(float gx, float gy);
int web_body_create(int body, int type, float x, float y, float angle, float vx, float vy, float w,
                    float linear_damping, float angular_damping, int bullet);
int web_body_destroy(int body);
// `points` has `count` pairs of float: the corners of polygons and boxes, counter-clockwise, the ends
// of capsules and segments, the centre of a circle, the links of a chain.
int web_shape_create(int body, int kind, const sim_vec *points, int count, float radius,
                     float density, float friction, float restitution, uint32_t category,
                     uint32_t mask, int group);
int web_joint_create(int joint, int a, int b, float ax, float ay, float bx, float by, int motor,
                     float motor_speed, float max_motor_torque, int limited, float lower,
                     float upper, float frequency, float damping_ratio, int collide);
int web_joint_destroy(int joint);
int web_body_impulse(int body, float ix, float iy, float x, float y);
int web_body_set_velocity(int body, float vx, float vy, float w);
int web_body_pose(int body, sim_pose *out);
int web_step(float dt, int substeps);
int web_contacts(void);

static char context; // the host keeps the state; only the address matters

static void *create(const sim_world_def *def) {
    return web_create(def->gravity.x, def->gravity.y) ? &context : NULL;
}

static void destroy(void *ctx) { (void)ctx; }

static int body_create(void *ctx, int body, const sim_body_def *d) {
    (void)ctx;
    return web_body_create(body, (int)d->type, d->position.x, d->position.y, d->angle,
                           d->velocity.x, d->velocity.y, d->angular_velocity, d->linear_damping,
                           d->angular_damping, d->bullet);
}

static void body_destroy(void *ctx, int body) {
    (void)ctx;
    web_body_destroy(body);
}

static int shape_create(void *ctx, int body, const sim_shape *s) {
    (void)ctx;
    int chain = s->kind == SIM_CHAIN;
    return web_shape_create(body, (int)s->kind, chain ? s->chain : s->points,
                            chain ? s->chain_count : s->count, s->radius, s->density, s->friction,
                            s->restitution, s->category, s->mask, s->group);
}

static int joint_create(void *ctx, int joint, const sim_joint_def *d) {
    (void)ctx;
    return web_joint_create(joint, d->a, d->b, d->local_a.x, d->local_a.y, d->local_b.x,
                            d->local_b.y, d->motor, d->motor_speed, d->max_motor_torque, d->limited,
                            d->lower_angle, d->upper_angle, d->spring_frequency,
                            d->spring_damping_ratio, d->collide_connected);
}

static void joint_destroy(void *ctx, int joint) {
    (void)ctx;
    web_joint_destroy(joint);
}

static void body_impulse(void *ctx, int body, sim_vec impulse, sim_vec point) {
    (void)ctx;
    web_body_impulse(body, impulse.x, impulse.y, point.x, point.y);
}

static void body_set_velocity(void *ctx, int body, sim_vec velocity, float w) {
    (void)ctx;
    web_body_set_velocity(body, velocity.x, velocity.y, w);
}

static void body_pose(void *ctx, int body, sim_pose *out) {
    (void)ctx;
    web_body_pose(body, out);
}

static int step(void *ctx, float dt, int substeps) {
    (void)ctx;
    return web_step(dt, substeps);
}

static void stats(void *ctx, sim_stats *out) {
    (void)ctx;
    out->contacts = web_contacts();
}

static const sim_engine host_engine = {
    "host",       "",           NULL,         create,        destroy,      body_create,
    body_destroy, shape_create, joint_create, joint_destroy, body_impulse, body_set_velocity,
    body_pose,    step,         stats,        NULL,          NULL,         NULL,
    NULL,         NULL};

extern const sim_engine engine_verlet2d;

// ---- what the host calls -------------------------------------------------------------------------------

static sim *running;
static judge *judging;

EXPORT int scene_count(void) { return sim_scene_count; }
EXPORT const char *scene_name(int scene) { return sim_scenes[scene].name; }
EXPORT int scene_steps(int scene) { return sim_scenes[scene].steps; }
EXPORT int scene_flags(int scene) { return sim_scenes[scene].flags; }

// Once: what is made is never freed. Returns 0 when memory is out; look at scene_error().
EXPORT int scene_open(int scene, int on_host) {
    running = sim_create(on_host ? &host_engine : &engine_verlet2d, &sim_scenes[scene]);
    judging = running != NULL ? judge_create(running) : NULL;
    return judging != NULL;
}

EXPORT const char *scene_error(void) { return running->error; }
EXPORT void scene_step(void) { sim_step_scene(running); }
EXPORT int engine_step(void) { return sim_step_engine(running); }
EXPORT void scene_judge(void) { judge_check(judging); }
EXPORT int scene_bodies(void) { return sim_alive_count(running) + running->point_count; }

EXPORT double scene_overlap(int at_end) {
    judge_report r = judge_finish(judging);
    return at_end ? r.overlap_end : r.overlap_worst;
}

EXPORT int scene_contacts(void) {
    sim_stats s;
    s.want_hash = 0;
    running->engine->stats(running->ctx, &s);
    return s.contacts;
}

EXPORT uint32_t scene_hash(int high) {
    uint64_t hash = sim_hash(running);
    return (uint32_t)(high ? hash >> 32 : hash);
}
