// SPDX-License-Identifier: MIT OR Unlicense
// peer_chipmunk.c - Chipmunk2D 7.0.3 behind sim_engine.
//
// Settings: one step of 1/60 s with 10 iterations (its default; it has no sub-steps), or as many
// shorter ones as a split world asks for; sleeping off.
// Not the same as elsewhere: it multiplies coefficients, so that shapes get the square roots of theirs
// (then the product is the geometric mean); no continuous collision, no rolling resistance, bounds or
// threshold of restitution (such a scene is refused). Debian's library has its assertions on.
#include "engines.h"

#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A revolute joint is up to four constraints.
typedef struct hinge {
    cpConstraint *parts[4];
    int count;
} hinge;

typedef struct peer {
    cpSpace *space;
    cpBody **bodies;
    int body_capacity;
    hinge *hinges;
    int hinge_capacity;
    int contacts;
    int split;
    cpFloat dt;    // of the last step
    cpVect *sums;  // impulses of contacts in the last step, of each body
    cpFloat *size; // and the sums of their magnitudes
} peer;

static cpVect vec(sim_vec v) { return cpv((cpFloat)v.x, (cpFloat)v.y); }

static void *create(const sim_world_def *def) {
    if (def->bounded || def->friction_mix != SIM_MIX_GEOMETRIC) {
        sim_refuse("it has no such world");
        return NULL;
    }
    peer *p = (peer *)calloc(1, sizeof(peer));
    if (p == NULL) return NULL;
    p->split = def->split;
    p->space = cpSpaceNew();
    cpSpaceSetGravity(p->space, vec(def->gravity));
    cpSpaceSetIterations(p->space, 10);
    return p;
}

static void free_shape(cpBody *body, cpShape *shape, void *data) {
    (void)body;
    cpSpaceRemoveShape((cpSpace *)data, shape);
    cpShapeFree(shape);
}

static void body_destroy(void *ctx, int body) {
    peer *p = (peer *)ctx;
    cpBody *b = p->bodies[body];
    cpBodyEachShape(b, free_shape, p->space);
    cpSpaceRemoveBody(p->space, b);
    cpBodyFree(b);
    p->bodies[body] = NULL;
}

static void joint_destroy(void *ctx, int joint) {
    peer *p = (peer *)ctx;
    hinge *h = &p->hinges[joint];
    for (int i = 0; i < h->count; ++i) {
        cpSpaceRemoveConstraint(p->space, h->parts[i]);
        cpConstraintFree(h->parts[i]);
    }
    h->count = 0;
}

static void destroy(void *ctx) {
    peer *p = (peer *)ctx;
    for (int i = 0; i < p->hinge_capacity; ++i)
        joint_destroy(p, i);
    for (int i = 0; i < p->body_capacity; ++i) {
        if (p->bodies[i] != NULL) body_destroy(p, i);
    }
    cpSpaceFree(p->space);
    free(p->bodies);
    free(p->sums);
    free(p->size);
    free(p->hinges);
    free(p);
}

// Chipmunk damps a whole space and pulls all bodies alike; this does it to one body.
static void damped_velocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt) {
    const sim_body_def *def = (const sim_body_def *)cpBodyGetUserData(body);
    cpBodyUpdateVelocity(body, cpvmult(gravity, (cpFloat)def->gravity_scale), damping, dt);
    cpBodySetVelocity(
        body, cpvmult(cpBodyGetVelocity(body), 1.0 / (1.0 + dt * (cpFloat)def->linear_damping)));
    cpBodySetAngularVelocity(body, cpBodyGetAngularVelocity(body) /
                                       (1.0 + dt * (cpFloat)def->angular_damping));
}

static int reserve_bodies(peer *p, int body) {
    if (body < p->body_capacity) return 1;
    int capacity = 2 * body + 64;
    cpBody **grown = (cpBody **)realloc(p->bodies, (size_t)capacity * sizeof(cpBody *));
    if (grown == NULL) return 0;
    memset(grown + p->body_capacity, 0, (size_t)(capacity - p->body_capacity) * sizeof(cpBody *));
    p->bodies = grown;
    p->body_capacity = capacity;
    cpVect *sums = (cpVect *)realloc(p->sums, (size_t)capacity * sizeof(cpVect));
    if (sums != NULL) p->sums = sums;
    cpFloat *size = (cpFloat *)realloc(p->size, (size_t)capacity * sizeof(cpFloat));
    if (size != NULL) p->size = size;
    return sums != NULL && size != NULL;
}

static int differs(const sim_body_def *a, const sim_body_def *b) {
    return a->linear_damping < b->linear_damping || a->linear_damping > b->linear_damping ||
           a->angular_damping < b->angular_damping || a->angular_damping > b->angular_damping ||
           a->gravity_scale < b->gravity_scale || a->gravity_scale > b->gravity_scale;
}

static int body_create(void *ctx, int body, const sim_body_def *def) {
    peer *p = (peer *)ctx;
    if (!reserve_bodies(p, body)) return 0;
    cpBody *b = def->type == SIM_STATIC      ? cpBodyNewStatic()
                : def->type == SIM_KINEMATIC ? cpBodyNewKinematic()
                                             : cpBodyNew(0.0, 0.0); // mass comes from the shapes
    cpBodySetPosition(b, vec(def->position));
    cpBodySetAngle(b, (cpFloat)def->angle);
    if (def->type != SIM_STATIC) {
        cpBodySetVelocity(b, vec(def->velocity));
        cpBodySetAngularVelocity(b, (cpFloat)def->angular_velocity);
    }
    sim_body_def plain = sim_body_at(def->type, 0.0f, 0.0f);
    if (differs(def, &plain)) {
        static sim_body_def kept[64]; // few kinds of damping exist, so that equal ones are shared
        static int kept_count = 0;
        int i = 0;
        while (i < kept_count && differs(&kept[i], def))
            ++i;
        if (i == 64) return 0;
        if (i == kept_count) kept[kept_count++] = *def;
        cpBodySetUserData(b, &kept[i]);
        cpBodySetVelocityUpdateFunc(b, damped_velocity);
    }
    cpSpaceAddBody(p->space, b);
    p->bodies[body] = b;
    return 1;
}

static void add_shape(peer *p, cpBody *body, cpShape *c, const sim_shape *shape) {
    if (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC) cpShapeSetDensity(c, (cpFloat)shape->density);
    cpShapeSetFriction(c, sqrt((cpFloat)shape->friction));
    cpShapeSetSurfaceVelocity(c, cpv(-(cpFloat)shape->surface_speed, 0.0));
    cpShapeSetElasticity(c, sqrt((cpFloat)shape->restitution));
    // Its groups only exclude; no scene uses a positive group.
    cpGroup group = shape->group < 0 ? (cpGroup)(-shape->group) : CP_NO_GROUP;
    cpShapeSetFilter(c, cpShapeFilterNew(group, shape->category, shape->mask));
    cpSpaceAddShape(p->space, c);
}

static int shape_create(void *ctx, int body, const sim_shape *shape) {
    if (shape->rolling_resistance > 0.0f) return sim_refuse("it has no rolling resistance");
    peer *p = (peer *)ctx;
    cpBody *b = p->bodies[body];
    // Its surface velocity is one of the world: enough for floors, whose upper side counts.
    if (cpBodyGetType(b) == CP_BODY_TYPE_DYNAMIC &&
        (shape->surface_speed > 0.0f || shape->surface_speed < 0.0f))
        return sim_refuse("its bodies have no tracks");
    if (shape->kind == SIM_CHAIN) {
        int n = shape->chain_count;
        for (int i = 0; i < n; ++i) {
            cpVect from = vec(shape->chain[i]), to = vec(shape->chain[(i + 1) % n]);
            cpShape *link = cpSegmentShapeNew(b, from, to, 0.0);
            cpSegmentShapeSetNeighbors(link, vec(shape->chain[(i + n - 1) % n]),
                                       vec(shape->chain[(i + 2) % n]));
            add_shape(p, b, link, shape);
        }
        return 1;
    }
    cpVect points[SIM_MAX_VERTICES];
    for (int i = 0; i < shape->count; ++i)
        points[i] = vec(shape->points[i]);
    cpFloat radius = (cpFloat)shape->radius;
    cpShape *c = shape->kind == SIM_CIRCLE ? cpCircleShapeNew(b, radius, points[0])
                 : shape->count == 2       ? cpSegmentShapeNew(b, points[0], points[1], radius)
                                           : cpPolyShapeNewRaw(b, shape->count, points, radius);
    add_shape(p, b, c, shape);
    return 1;
}

static void add_part(peer *p, hinge *h, cpConstraint *part, const sim_joint_def *def,
                     double max_force) {
    cpConstraintSetCollideBodies(part, def->collide_connected ? cpTrue : cpFalse);
    if (max_force > 0.0 && max_force < (double)SIM_NO_LIMIT)
        cpConstraintSetMaxForce(part, max_force);
    cpSpaceAddConstraint(p->space, part);
    h->parts[h->count++] = part;
}

static cpFloat inverse_mass(const cpBody *b) {
    return cpBodyGetType((cpBody *)(uintptr_t)b) == CP_BODY_TYPE_DYNAMIC ? 1.0 / cpBodyGetMass(b)
                                                                         : 0.0;
}

// A rod, a rope or a spring. The spring's mass is that of two bodies hit at their centres.
static cpConstraint *distance_create(cpBody *a, cpBody *b, const sim_joint_def *def) {
    cpVect at_a = vec(def->local_a), at_b = vec(def->local_b);
    cpFloat low = (cpFloat)def->min_length, high = (cpFloat)def->max_length;
    if (def->spring_frequency > 0.0f) {
        cpFloat omega = 2.0 * SIM_PI * (cpFloat)def->spring_frequency;
        cpFloat mass = 1.0 / (inverse_mass(a) + inverse_mass(b));
        cpFloat damping = 2.0 * mass * (cpFloat)def->spring_damping_ratio * omega;
        return cpDampedSpringNew(a, b, at_a, at_b, high, mass * omega * omega, damping);
    }
    if (low < high) return cpSlideJointNew(a, b, at_a, at_b, low, high);
    return cpPinJointNew(a, b, at_a, at_b);
}

// Welds, slides and wheels: a groove or pivot, and what holds or drives the turn.
static int axis_create(peer *p, hinge *h, cpBody *a, cpBody *b, const sim_joint_def *def) {
    cpVect at_a = vec(def->local_a), at_b = vec(def->local_b),
           axis = cpvforangle((cpFloat)def->axis_a);
    if (def->kind == SIM_JOINT_MOTOR) return sim_refuse("it has no motor joint");
    if (def->spring_frequency > 0.0f && def->kind != SIM_JOINT_WHEEL)
        return sim_refuse("its welds are not soft");
    if (def->kind == SIM_JOINT_WELD) {
        add_part(p, h, cpPivotJointNew2(a, b, at_a, at_b), def, 0.0);
    } else {
        cpFloat low = def->limited ? (cpFloat)def->lower : -1e4;
        cpFloat high = def->limited ? (cpFloat)def->upper : 1e4;
        cpVect from = cpvadd(at_a, cpvmult(axis, low)), to = cpvadd(at_a, cpvmult(axis, high));
        add_part(p, h, cpGrooveJointNew(a, b, from, to, at_b), def, 0.0);
    }
    if (def->kind != SIM_JOINT_WHEEL) {
        cpFloat turn = (cpFloat)def->axis_a - (cpFloat)def->axis_b; // of b against a
        add_part(p, h, cpGearJointNew(a, b, turn, 1.0), def, 0.0);
        return 1;
    }
    if (def->spring_frequency > 0.0f) { // from a place so far along the axis that it pulls along it
        enum { FAR = 100 };
        cpFloat omega = 2.0 * SIM_PI * (cpFloat)def->spring_frequency;
        cpFloat mass = 1.0 / (inverse_mass(a) + inverse_mass(b));
        cpFloat damping = 2.0 * mass * (cpFloat)def->spring_damping_ratio * omega;
        cpVect from = cpvadd(at_a, cpvmult(axis, FAR));
        add_part(p, h, cpDampedSpringNew(a, b, from, at_b, FAR, mass * omega * omega, damping), def,
                 0.0);
    }
    if (def->motor)
        add_part(p, h, cpSimpleMotorNew(a, b, -(cpFloat)def->motor_speed), def,
                 (double)def->max_motor_torque);
    return 1;
}

static int joint_create(void *ctx, int joint, const sim_joint_def *def) {
    peer *p = (peer *)ctx;
    if (joint >= p->hinge_capacity) {
        int capacity = 2 * joint + 64;
        hinge *grown = (hinge *)realloc(p->hinges, (size_t)capacity * sizeof(hinge));
        if (grown == NULL) return 0;
        memset(grown + p->hinge_capacity, 0,
               (size_t)(capacity - p->hinge_capacity) * sizeof(hinge));
        p->hinges = grown;
        p->hinge_capacity = capacity;
    }
    hinge *h = &p->hinges[joint];
    h->count = 0;
    cpBody *a = p->bodies[def->a], *b = p->bodies[def->b];
    // It aborts on a joint that nothing can move: joint_grid has six.
    if (cpBodyGetType(a) != CP_BODY_TYPE_DYNAMIC && cpBodyGetType(b) != CP_BODY_TYPE_DYNAMIC)
        return 1;
    if (def->kind == SIM_JOINT_DISTANCE) {
        add_part(p, h, distance_create(a, b, def), def, 0.0);
        return 1;
    }
    if (def->kind != SIM_JOINT_REVOLUTE) return axis_create(p, h, a, b, def);
    cpFloat turn = cpBodyGetAngle(b) - cpBodyGetAngle(a);
    add_part(p, h, cpPivotJointNew2(a, b, vec(def->local_a), vec(def->local_b)), def, 0.0);
    if (def->motor) {
        // Its rate is that of a against b.
        add_part(p, h, cpSimpleMotorNew(a, b, -(cpFloat)def->motor_speed), def,
                 (double)def->max_motor_torque);
    }
    if (def->limited) {
        add_part(p, h,
                 cpRotaryLimitJointNew(a, b, turn + (cpFloat)def->lower_angle,
                                       turn + (cpFloat)def->upper_angle),
                 def, 0.0);
    }
    if (def->spring_frequency > 0.0f) {
        cpFloat ia = cpBodyGetType(a) == CP_BODY_TYPE_DYNAMIC ? 1.0 / cpBodyGetMoment(a) : 0.0;
        cpFloat ib = cpBodyGetType(b) == CP_BODY_TYPE_DYNAMIC ? 1.0 / cpBodyGetMoment(b) : 0.0;
        cpFloat omega = 2.0 * SIM_PI * (cpFloat)def->spring_frequency, moment = 1.0 / (ia + ib);
        cpFloat damping = 2.0 * moment * (cpFloat)def->spring_damping_ratio * omega;
        // Its rest angle is that of a against b.
        add_part(p, h, cpDampedRotarySpringNew(a, b, -turn, moment * omega * omega, damping), def,
                 0.0);
    }
    return 1;
}

static void body_impulse(void *ctx, int body, sim_vec impulse, sim_vec point) {
    cpBodyApplyImpulseAtWorldPoint(((peer *)ctx)->bodies[body], vec(impulse), vec(point));
}

static void body_set_velocity(void *ctx, int body, sim_vec velocity, float w) {
    cpBodySetVelocity(((peer *)ctx)->bodies[body], vec(velocity));
    cpBodySetAngularVelocity(((peer *)ctx)->bodies[body], (cpFloat)w);
}

static void body_pose(void *ctx, int body, sim_pose *out) {
    const cpBody *b = ((peer *)ctx)->bodies[body];
    cpVect p = cpBodyGetPosition(b), q = cpBodyGetRotation(b), v = cpBodyGetVelocity(b);
    out->x = (float)p.x;
    out->y = (float)p.y;
    out->c = (float)q.x;
    out->s = (float)q.y;
    out->vx = (float)v.x;
    out->vy = (float)v.y;
    out->w = (float)cpBodyGetAngularVelocity(b);
}

// An arbiter shows the body that is asked about as its first one, and the impulse on it.
static void sum_arbiter(cpBody *body, cpArbiter *arbiter, void *data) {
    peer *p = (peer *)((void **)data)[0];
    const int *index = (const int *)((void **)data)[1];
    cpVect j = cpArbiterTotalImpulse(arbiter), n = cpArbiterGetNormal(arbiter);
    (void)body;
    p->sums[*index] = cpvadd(p->sums[*index], j);
    p->size[*index] += fabs(cpvdot(j, n));
}

static int step(void *ctx, float dt, int substeps) {
    peer *p = (peer *)ctx;
    int count = p->split ? substeps : 1;
    p->dt = (cpFloat)dt / count;
    for (int i = 0; i < p->body_capacity; ++i) {
        p->sums[i] = cpvzero;
        p->size[i] = 0.0;
    }
    for (int k = 0; k < count; ++k) {
        cpSpaceStep(p->space, p->dt);
        for (int i = 0; p->split && i < p->body_capacity; ++i) {
            void *data[2] = {p, &i};
            if (p->bodies[i] != NULL) cpBodyEachArbiter(p->bodies[i], sum_arbiter, data);
        }
    }
    return 1;
}

static int contact_impulse(void *ctx, int body, sim_vec *sum, float *scalar) {
    const peer *p = (const peer *)ctx;
    *sum = sim_v((float)p->sums[body].x, (float)p->sums[body].y);
    *scalar = (float)p->size[body];
    return p->split;
}

static int joint_force(void *ctx, int joint, float *magnitude) {
    const peer *p = (const peer *)ctx;
    *magnitude = (float)(cpConstraintGetImpulse(p->hinges[joint].parts[0]) / p->dt);
    return 1;
}

static const sim_probe probe = {
    contact_impulse, joint_force, NULL, NULL, NULL, NULL, NULL, NULL, NULL};

static void count_arbiter(cpBody *body, cpArbiter *arbiter, void *data) {
    cpBody *a, *b;
    cpArbiterGetBodies(arbiter, &a, &b);
    // An arbiter of two dynamic bodies comes up at both.
    int both = cpBodyGetType(a) == CP_BODY_TYPE_DYNAMIC && cpBodyGetType(b) == CP_BODY_TYPE_DYNAMIC;
    if (!both || a == body) ((peer *)data)->contacts += 1;
}

static void count_body(cpBody *body, void *data) {
    if (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC) cpBodyEachArbiter(body, count_arbiter, data);
}

static void stats(void *ctx, sim_stats *out) {
    peer *p = (peer *)ctx;
    memset(out, 0, sizeof(*out));
    p->contacts = 0;
    cpSpaceEachBody(p->space, count_body, p);
    out->contacts = p->contacts;
}

const sim_engine peer_chipmunk = {"chipmunk",   "Chipmunk2D 7.0.3, 10 iterations, sleeping off",
                                  NULL,         create,
                                  destroy,      body_create,
                                  body_destroy, shape_create,
                                  joint_create, joint_destroy,
                                  body_impulse, body_set_velocity,
                                  body_pose,    step,
                                  stats,        NULL,
                                  NULL,         NULL,
                                  NULL,         &probe};
