// peer_box2d24.cpp - Box2D 2.4.1 behind sim_engine.
//
// Settings: the customary ones, one step of 1/60 s with 8 velocity and 3 position iterations (it has
// no sub-steps), warm starting on, sleeping off, continuous collision on.
// Not the same as elsewhere: no rotational springs in joints (such a scene is refused); capsules are a
// box and two circles.
#include "engines.h"

#include <box2d/box2d.h>
#include <float.h>
#include <new>
#include <string.h>
#include <vector>

namespace {

struct peer {
    explicit peer(b2Vec2 gravity) : world(gravity) {}
    b2World world;
    std::vector<b2Body *> bodies;
    std::vector<b2Joint *> joints;
};

peer *self(void *ctx) { return static_cast<peer *>(ctx); }

b2Vec2 vec(sim_vec v) { return b2Vec2(v.x, v.y); }

void *create(const sim_world_def *def) {
    peer *p = new (std::nothrow) peer(vec(def->gravity));
    if (p != NULL) p->world.SetAllowSleeping(false);
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
    d.bullet = def->bullet != 0;
    if (static_cast<size_t>(body) >= p->bodies.size())
        p->bodies.resize(static_cast<size_t>(body) + 1);
    p->bodies[static_cast<size_t>(body)] = p->world.CreateBody(&d);
    return 1;
}

b2Body *body_of(void *ctx, int body) { return self(ctx)->bodies[static_cast<size_t>(body)]; }

void body_destroy(void *ctx, int body) { self(ctx)->world.DestroyBody(body_of(ctx, body)); }

int shape_create(void *ctx, int body, const sim_shape *shape) {
    b2Body *b = body_of(ctx, body);
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

int joint_create(void *ctx, int joint, const sim_joint_def *def) {
    peer *p = self(ctx);
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
    if (static_cast<size_t>(joint) >= p->joints.size())
        p->joints.resize(static_cast<size_t>(joint) + 1);
    p->joints[static_cast<size_t>(joint)] = p->world.CreateJoint(&d);
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
    self(ctx)->world.Step(dt, 8, 3);
    return 1;
}

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
                                 NULL};
