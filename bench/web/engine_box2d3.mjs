// SPDX-License-Identifier: MIT OR Unlicense
// engine_box2d3.mjs - box2d3-wasm behind run.mjs. Outside a browser the package takes its "deluxe"
// build, the one with SIMD.
//
// Settings: one thread, 4 sub-steps, sleeping off, continuous collision on, all else its defaults.
import factory from 'box2d3-wasm';

export async function open() {
    const b2 = await factory();
    const vec = (v) => new b2.b2Vec2(v.x, v.y);
    const TYPE = {
        static: b2.b2BodyType.b2_staticBody, kinematic: b2.b2BodyType.b2_kinematicBody,
        dynamic: b2.b2BodyType.b2_dynamicBody,
    };
    const bodies = [], joints = [];
    let world;

    // What embind returns or takes by value is a copy of the caller's; it is freed by hand.
    function scratch(work) {
        const made = [];
        const keep = (object) => {
            made.push(object);
            return object;
        };
        work(keep);
        for (const object of made) object.delete();
    }

    function chain(body, s, keep) {
        const def = keep(b2.b2DefaultChainDef());
        def.isLoop = true;
        def.SetPoints(s.points.map((p) => keep(vec(p))));
        const id = b2.b2CreateChain(body, def), count = b2.b2Chain_GetSegmentCount(id);
        // Materials that are given to the def get lost.
        for (const link of b2.b2Chain_GetSegments(id, count)) b2.b2Shape_SetFriction(link, s.friction);
    }

    return {
        create(gravity) {
            const def = b2.b2DefaultWorldDef();
            def.gravity.Set(gravity.x, gravity.y);
            def.enableSleep = false;
            def.workerCount = 1;
            world = b2.b2CreateWorld(def);
        },
        bodyCreate(i, d) {
            scratch((keep) => {
                const def = keep(b2.b2DefaultBodyDef());
                def.type = TYPE[d.type];
                def.position.Set(d.x, d.y);
                def.rotation = keep(b2.b2MakeRot(d.angle));
                def.linearVelocity.Set(d.vx, d.vy);
                def.angularVelocity = d.w;
                def.linearDamping = d.linear;
                def.angularDamping = d.angular;
                def.isBullet = d.bullet;
                bodies[i] = b2.b2CreateBody(world, def);
            });
        },
        bodyDestroy(i) {
            b2.b2DestroyBody(bodies[i]);
        },
        shapeCreate(i, s) {
            scratch((keep) => {
                const def = keep(b2.b2DefaultShapeDef()), body = bodies[i], p = s.points;
                def.density = s.density;
                def.material.friction = s.friction;
                def.material.restitution = s.restitution;
                def.filter.categoryBits = s.category;
                def.filter.maskBits = s.mask;
                def.filter.groupIndex = s.group;
                if (s.kind === 'chain') return chain(body, s, keep);
                if (s.kind === 'circle') {
                    const circle = keep(new b2.b2Circle());
                    circle.center.Set(p[0].x, p[0].y);
                    circle.radius = s.radius;
                    b2.b2CreateCircleShape(body, def, circle);
                } else if (s.kind === 'capsule') {
                    const capsule = keep(new b2.b2Capsule());
                    capsule.center1.Set(p[0].x, p[0].y);
                    capsule.center2.Set(p[1].x, p[1].y);
                    capsule.radius = s.radius;
                    b2.b2CreateCapsuleShape(body, def, capsule);
                } else if (s.kind === 'segment') {
                    const segment = keep(new b2.b2Segment());
                    segment.point1.Set(p[0].x, p[0].y);
                    segment.point2.Set(p[1].x, p[1].y);
                    b2.b2CreateSegmentShape(body, def, segment);
                } else if (s.kind === 'box') {
                    b2.b2CreatePolygonShape(body, def, keep(b2.b2MakeOffsetRoundedBox(
                        s.box.hx, s.box.hy, keep(vec(s.box)), keep(b2.b2MakeRot(s.box.angle)),
                        s.radius)));
                } else {
                    const hull = keep(b2.b2ComputeHull(p.map((v) => keep(vec(v)))));
                    if (hull.count === 0) throw new Error('hull refused');
                    b2.b2CreatePolygonShape(body, def, keep(b2.b2MakePolygon(hull, s.radius)));
                }
            });
        },
        jointCreate(i, d) {
            scratch((keep) => {
                const def = keep(b2.b2DefaultRevoluteJointDef());
                def.base.bodyIdA = bodies[d.a];
                def.base.bodyIdB = bodies[d.b];
                def.base.localFrameA.p.Set(d.localA.x, d.localA.y);
                def.base.localFrameB.p.Set(d.localB.x, d.localB.y);
                def.base.collideConnected = d.collide;
                def.enableMotor = d.motor;
                def.motorSpeed = d.speed;
                def.maxMotorTorque = d.torque;
                def.enableLimit = d.limited;
                def.lowerAngle = d.lower;
                def.upperAngle = d.upper;
                def.enableSpring = d.frequency > 0;
                def.hertz = d.frequency;
                def.dampingRatio = d.dampingRatio;
                joints[i] = b2.b2CreateRevoluteJoint(world, def);
            });
        },
        jointDestroy(i) {
            b2.b2DestroyJoint(joints[i], false);
        },
        impulse(i, impulse, point) {
            b2.b2Body_ApplyLinearImpulse(bodies[i], vec(impulse), vec(point), true);
        },
        setVelocity(i, v, w) {
            scratch((keep) => b2.b2Body_SetLinearVelocity(bodies[i], keep(vec(v))));
            b2.b2Body_SetAngularVelocity(bodies[i], w);
        },
        pose(i) {
            let pose;
            scratch((keep) => {
                const p = keep(b2.b2Body_GetPosition(bodies[i]));
                const q = keep(b2.b2Body_GetRotation(bodies[i]));
                const v = keep(b2.b2Body_GetLinearVelocity(bodies[i]));
                pose = [p.x, p.y, q.c, q.s, v.x, v.y, b2.b2Body_GetAngularVelocity(bodies[i])];
            });
            return pose;
        },
        step(dt, substeps) {
            b2.b2World_Step(world, dt, substeps);
        },
        contacts() {
            return b2.b2World_GetCounters(world).contactCount;
        },
    };
}
