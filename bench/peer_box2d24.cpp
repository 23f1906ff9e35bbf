// SPDX-License-Identifier: MIT OR Unlicense
// peer_box2d24.cpp - Box2D 2.4.1 behind sim_engine.
//
// Settings: the customary ones, one step of 1/60 s with 8 velocity and 3 position iterations (it has
// no sub-steps), warm starting on, sleeping off, continuous collision on.
// Not the same as elsewhere: no rotational springs in joints, no rolling resistance, one mixing rule
// and one threshold of restitution (other scenes are refused); capsules are a box and two circles;
// surfaces that move are a speed that the contact is given before it is solved. Its listener hears of all
// contacts, whoever reports.
#include "engines.h"

#include <box2d/box2d.h>
#include <deque>
#include <float.h>
#include <math.h>
#include <new>
#include <string.h>
#include <vector>

namespace {

// What a body's contacts did in the last step, and the speed of its surfaces.
struct tally {
    b2Vec2 sum;
    float scalar;
    float speed;
};

struct peer : b2ContactListener {
    explicit peer(b2Vec2 gravity) : world(gravity) {}
    void PreSolve(b2Contact *c, const b2Manifold *) override;
    void PostSolve(b2Contact *c, const b2ContactImpulse *impulse) override;
    b2World world;
    std::deque<tally> tallies; // of bodies, by their user data
    float dt = 0.0f;
    std::vector<b2Body *> bodies;
    std::vector<b2Joint *> joints;
};

peer *self(void *ctx) { return static_cast<peer *>(ctx); }

b2Vec2 vec(sim_vec v) { return b2Vec2(v.x, v.y); }

tally *tally_of(b2Body *body) { return reinterpret_cast<tally *>(body->GetUserData().pointer); }

// Its tangent is (n.y, -n.x) with n from a to b. On a floor that is a, n points up and the tangent to
// the right: against the counter-clockwise one. So it is for b.
void peer::PreSolve(b2Contact *c, const b2Manifold *) {
    float a = tally_of(c->GetFixtureA()->GetBody())->speed;
    float b = tally_of(c->GetFixtureB()->GetBody())->speed;
    c->SetTangentSpeed(-a - b);
}

void peer::PostSolve(b2Contact *c, const b2ContactImpulse *impulse) {
    b2WorldManifold m;
    c->GetWorldManifold(&m);
    b2Vec2 sum = b2Vec2_zero;
    float scalar = 0.0f;
    for (int i = 0; i < impulse->count; ++i) {
        sum += impulse->normalImpulses[i] * m.normal +
               impulse->tangentImpulses[i] * b2Vec2(m.normal.y, -m.normal.x);
        scalar += impulse->normalImpulses[i];
    }
    tally *a = tally_of(c->GetFixtureA()->GetBody()), *b = tally_of(c->GetFixtureB()->GetBody());
    a->sum -= sum;
    b->sum += sum;
    a->scalar += scalar;
    b->scalar += scalar;
}

void *create(const sim_world_def *def) {
    if (def->bounded || def->friction_mix != SIM_MIX_GEOMETRIC ||
        def->restitution_mix != SIM_MIX_MAXIMUM ||
        (def->restitution_threshold >= 0.0f && def->restitution_threshold < 1.0f) ||
        def->restitution_threshold > 1.0f) {
        sim_refuse("it has no such world");
        return NULL;
    }
    peer *p = new (std::nothrow) peer(vec(def->gravity));
    if (p == NULL) return NULL;
    p->world.SetAllowSleeping(false);
    p->world.SetContactListener(p);
    return p;
}

void destroy(void *ctx) { delete self(ctx); }

int body_create(void *ctx, int body, const sim_body_def *def) {
    peer *p = self(ctx);
    b2BodyDef d;
    d.type = def->type == SIM_STATIC      ? b2_staticBody
             : def->type == SIM_KINEMATIC ? b2_kinematicBody
                                          : b2_dynamicBody;
    d.position = vec(def->position);
    d.angle = def->angle;
    d.linearVelocity = vec(def->velocity);
    d.angularVelocity = def->angular_velocity;
    d.linearDamping = def->linear_damping;
    d.angularDamping = def->angular_damping;
    d.gravityScale = def->gravity_scale;
    tally none = {b2Vec2_zero, 0.0f, 0.0f};
    p->tallies.push_back(none);
    d.userData.pointer = reinterpret_cast<uintptr_t>(&p->tallies.back());
    d.bullet = def->bullet != 0;
    if (static_cast<size_t>(body) >= p->bodies.size())
        p->bodies.resize(static_cast<size_t>(body) + 1);
    p->bodies[static_cast<size_t>(body)] = p->world.CreateBody(&d);
    return 1;
}

b2Body *body_of(void *ctx, int body) { return self(ctx)->bodies[static_cast<size_t>(body)]; }

void body_destroy(void *ctx, int body) { self(ctx)->world.DestroyBody(body_of(ctx, body)); }

int shape_create(void *ctx, int body, const sim_shape *shape) {
    if (shape->rolling_resistance > 0.0f) return sim_refuse("it has no rolling resistance");
    b2Body *b = body_of(ctx, body);
    tally_of(b)->speed = shape->surface_speed;
    b2FixtureDef d;
    d.density = shape->density;
    d.friction = shape->friction;
    d.restitution = shape->restitution;
    d.filter.categoryBits = static_cast<uint16>(shape->category);
    d.filter.maskBits = static_cast<uint16>(shape->mask);
    d.filter.groupIndex = static_cast<int16>(shape->group);
    b2Vec2 points[SIM_MAX_VERTICES];
    for (int i = 0; i < shape->count; ++i)
        points[i] = vec(shape->points[i]);
    b2CircleShape circle;
    b2PolygonShape polygon;
    b2EdgeShape edge;
    b2ChainShape chain;
    switch (shape->kind) {
    case SIM_CIRCLE:
        circle.m_radius = shape->radius;
        circle.m_p = points[0];
        d.shape = &circle;
        break;
    case SIM_CAPSULE: {
        b2Vec2 along = points[1] - points[0];
        float length = along.Normalize();
        b2Vec2 side = shape->radius * b2Vec2(-along.y, along.x);
        circle.m_radius = shape->radius;
        d.shape = &circle;
        d.density = 0.5f * shape->density; // half of each circle lies in the box
        for (int i = 0; i < 2; ++i) {
            circle.m_p = points[i];
            b->CreateFixture(&d);
        }
        if (length < 0.01f) return 1;
        d.density = shape->density;
        b2Vec2 quad[4] = {points[0] - side, points[1] - side, points[1] + side, points[0] + side};
        polygon.Set(quad, 4);
        d.shape = &polygon;
        break;
    }
    case SIM_SEGMENT:
        edge.SetTwoSided(points[0], points[1]);
        d.shape = &edge;
        break;
    case SIM_BOX:
        polygon.SetAsBox(shape->half.x, shape->half.y, vec(shape->center), shape->angle);
        if (shape->radius > 0.0f) polygon.m_radius = shape->radius;
        d.shape = &polygon;
        break;
    case SIM_POLYGON:
        polygon.Set(points, shape->count);
        if (shape->radius > 0.0f) polygon.m_radius = shape->radius;
        d.shape = &polygon;
        break;
    case SIM_CHAIN: {
        std::vector<b2Vec2> loop(static_cast<size_t>(shape->chain_count));
        for (size_t i = 0; i < loop.size(); ++i)
            loop[i] = vec(shape->chain[i]);
        chain.CreateLoop(loop.data(), shape->chain_count);
        d.shape = &chain;
        b->CreateFixture(&d); // copies the chain: it must happen before `loop` goes
        return 1;
    }
    }
    return b->CreateFixture(&d) != NULL;
}

void keep_joint(peer *p, int joint, const b2JointDef *d) {
    if (static_cast<size_t>(joint) >= p->joints.size())
        p->joints.resize(static_cast<size_t>(joint) + 1);
    p->joints[static_cast<size_t>(joint)] = p->world.CreateJoint(d);
}

int distance_create(peer *p, int joint, const sim_joint_def *def, b2Body *a, b2Body *b) {
    b2DistanceJointDef d;
    d.bodyA = a;
    d.bodyB = b;
    d.localAnchorA = vec(def->local_a);
    d.localAnchorB = vec(def->local_b);
    d.collideConnected = def->collide_connected != 0;
    d.length = d.maxLength = def->max_length;
    d.minLength = def->min_length;
    if (def->spring_frequency > 0.0f) {
        d.minLength = 0.0f;
        d.maxLength = FLT_MAX;
        b2LinearStiffness(d.stiffness, d.damping, def->spring_frequency, def->spring_damping_ratio,
                          a, b);
    }
    keep_joint(p, joint, &d);
    return 1;
}

b2Vec2 axis_of(const sim_joint_def *def) { return b2Vec2(cosf(def->axis_a), sinf(def->axis_a)); }

int weld_create(peer *p, int joint, const sim_joint_def *def, b2Body *a, b2Body *b) {
    b2WeldJointDef d;
    d.bodyA = a;
    d.bodyB = b;
    d.localAnchorA = vec(def->local_a);
    d.localAnchorB = vec(def->local_b);
    d.referenceAngle = def->axis_a - def->axis_b;
    d.collideConnected = def->collide_connected != 0;
    if (def->spring_frequency > 0.0f)
        b2AngularStiffness(d.stiffness, d.damping, def->spring_frequency, def->spring_damping_ratio,
                           a, b);
    keep_joint(p, joint, &d);
    return 1;
}

int slide_create(peer *p, int joint, const sim_joint_def *def, b2Body *a, b2Body *b) {
    b2PrismaticJointDef d;
    d.bodyA = a;
    d.bodyB = b;
    d.localAnchorA = vec(def->local_a);
    d.localAnchorB = vec(def->local_b);
    d.localAxisA = axis_of(def);
    d.referenceAngle = def->axis_a - def->axis_b;
    d.collideConnected = def->collide_connected != 0;
    d.enableLimit = def->limited != 0;
    d.lowerTranslation = def->lower;
    d.upperTranslation = def->upper;
    keep_joint(p, joint, &d);
    return 1;
}

int wheel_create(peer *p, int joint, const sim_joint_def *def, b2Body *a, b2Body *b) {
    b2WheelJointDef d;
    d.bodyA = a;
    d.bodyB = b;
    d.localAnchorA = vec(def->local_a);
    d.localAnchorB = vec(def->local_b);
    d.localAxisA = axis_of(def);
    d.collideConnected = def->collide_connected != 0;
    d.enableLimit = def->limited != 0;
    d.lowerTranslation = def->lower;
    d.upperTranslation = def->upper;
    d.enableMotor = def->motor != 0;
    d.motorSpeed = def->motor_speed;
    d.maxMotorTorque = def->max_motor_torque >= SIM_NO_LIMIT ? FLT_MAX : def->max_motor_torque;
    if (def->spring_frequency > 0.0f)
        b2LinearStiffness(d.stiffness, d.damping, def->spring_frequency, def->spring_damping_ratio,
                          a, b);
    keep_joint(p, joint, &d);
    return 1;
}

int joint_create(void *ctx, int joint, const sim_joint_def *def) {
    peer *p = self(ctx);
    b2Body *end_a = body_of(ctx, def->a), *end_b = body_of(ctx, def->b);
    switch (def->kind) {
    case SIM_JOINT_DISTANCE: return distance_create(p, joint, def, end_a, end_b);
    case SIM_JOINT_WELD: return weld_create(p, joint, def, end_a, end_b);
    case SIM_JOINT_SLIDE: return slide_create(p, joint, def, end_a, end_b);
    case SIM_JOINT_WHEEL: return wheel_create(p, joint, def, end_a, end_b);
    case SIM_JOINT_MOTOR: return sim_refuse("its motor joint is no spring");
    case SIM_JOINT_REVOLUTE: break;
    }
    if (def->spring_frequency > 0.0f) return sim_refuse("its revolute joint has no spring");
    b2RevoluteJointDef d;
    d.bodyA = body_of(ctx, def->a);
    d.bodyB = body_of(ctx, def->b);
    d.localAnchorA = vec(def->local_a);
    d.localAnchorB = vec(def->local_b);
    d.referenceAngle = d.bodyB->GetAngle() - d.bodyA->GetAngle();
    d.collideConnected = def->collide_connected != 0;
    d.enableMotor = def->motor != 0;
    d.motorSpeed = def->motor_speed;
    d.maxMotorTorque = def->max_motor_torque >= SIM_NO_LIMIT ? FLT_MAX : def->max_motor_torque;
    d.enableLimit = def->limited != 0;
    d.lowerAngle = def->lower_angle;
    d.upperAngle = def->upper_angle;
    keep_joint(p, joint, &d);
    return 1;
}

void joint_destroy(void *ctx, int joint) {
    self(ctx)->world.DestroyJoint(self(ctx)->joints[static_cast<size_t>(joint)]);
}

void body_impulse(void *ctx, int body, sim_vec impulse, sim_vec point) {
    body_of(ctx, body)->ApplyLinearImpulse(vec(impulse), vec(point), true);
}

void body_set_velocity(void *ctx, int body, sim_vec velocity, float w) {
    body_of(ctx, body)->SetLinearVelocity(vec(velocity));
    body_of(ctx, body)->SetAngularVelocity(w);
}

void body_pose(void *ctx, int body, sim_pose *out) {
    const b2Body *b = body_of(ctx, body);
    out->x = b->GetTransform().p.x;
    out->y = b->GetTransform().p.y;
    out->c = b->GetTransform().q.c;
    out->s = b->GetTransform().q.s;
    out->vx = b->GetLinearVelocity().x;
    out->vy = b->GetLinearVelocity().y;
    out->w = b->GetAngularVelocity();
}

int step(void *ctx, float dt, int) {
    peer *p = self(ctx);
    for (size_t i = 0; i < p->tallies.size(); ++i) {
        p->tallies[i].sum = b2Vec2_zero;
        p->tallies[i].scalar = 0.0f;
    }
    p->dt = dt;
    p->world.Step(dt, 8, 3);
    return 1;
}

int contact_impulse(void *ctx, int body, sim_vec *sum, float *scalar) {
    const tally *t = tally_of(body_of(ctx, body));
    *sum = sim_v(t->sum.x, t->sum.y);
    *scalar = t->scalar;
    return 1;
}

int joint_force(void *ctx, int joint, float *magnitude) {
    peer *p = self(ctx);
    *magnitude = p->joints[static_cast<size_t>(joint)]->GetReactionForce(1.0f / p->dt).Length();
    return 1;
}

const sim_probe probe = {contact_impulse, joint_force, NULL, NULL, NULL, NULL, NULL, NULL};

void stats(void *ctx, sim_stats *out) {
    memset(out, 0, sizeof(*out));
    const b2World &w = self(ctx)->world;
    for (const b2Contact *c = w.GetContactList(); c != NULL; c = c->GetNext())
        out->contacts += c->IsTouching();
    const b2Profile &f = w.GetProfile();
    out->stage[0] = static_cast<double>(f.broadphase);
    out->stage[1] = static_cast<double>(f.collide);
    out->stage[2] = static_cast<double>(f.solve - f.broadphase);
    out->stage[3] = static_cast<double>(f.solveTOI);
}

} // namespace

const sim_engine peer_box2d24 = {"box2d24",
                                 "Box2D 2.4.1, 8 velocity and 3 position iterations, sleeping off",
                                 "broadphase collide solve continuous -",
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
                                 NULL,
                                 NULL,
                                 NULL,
                                 NULL,
                                 &probe};
