// SPDX-License-Identifier: MIT OR Unlicense
// engine_planck.mjs - planck behind run.mjs.
//
// Settings: one step of 1/60 s with 8 velocity and 3 position iterations, sleeping off, continuous
// collision on. A capsule is a box and two circles.
import * as pl from 'planck';

export async function open() {
    let world;
    const bodies = [], joints = [];
    return {
        create(gravity) {
            world = new pl.World({ gravity, allowSleep: false });
        },
        bodyCreate(i, d) {
            bodies[i] = world.createBody({
                type: d.type, position: { x: d.x, y: d.y }, angle: d.angle,
                linearVelocity: { x: d.vx, y: d.vy }, angularVelocity: d.w,
                linearDamping: d.linear, angularDamping: d.angular, bullet: d.bullet,
            });
        },
        bodyDestroy(i) {
            world.destroyBody(bodies[i]);
        },
        shapeCreate(i, s) {
            const p = s.points;
            const fixture = {
                density: s.density, friction: s.friction, restitution: s.restitution,
                filterCategoryBits: s.category & 0xffff, filterMaskBits: s.mask & 0xffff,
                filterGroupIndex: s.group,
            };
            const add = (shape) => bodies[i].createFixture({ shape, ...fixture });
            const rounded = (shape) => {
                if (s.radius > 0) shape.m_radius = s.radius;
                return shape;
            };
            switch (s.kind) {
            case 'circle': return add(new pl.Circle(p[0], s.radius));
            case 'segment': return add(new pl.Edge(p[0], p[1]));
            case 'box': return add(rounded(new pl.Box(s.box.hx, s.box.hy, s.box, s.box.angle)));
            case 'polygon': return add(rounded(new pl.Polygon(p)));
            case 'chain': return add(new pl.Chain(p, true));
            }
            const x = p[1].x - p[0].x, y = p[1].y - p[0].y, length = Math.hypot(x, y);
            add(new pl.Box(0.5 * length, s.radius,
                { x: 0.5 * (p[0].x + p[1].x), y: 0.5 * (p[0].y + p[1].y) }, Math.atan2(y, x)));
            fixture.density *= 0.5; // half of each circle lies in the box
            for (const end of p) add(new pl.Circle(end, s.radius));
        },
        jointCreate(i, d) {
            if (d.frequency > 0) throw new Error('its revolute joint has no spring');
            const a = bodies[d.a], b = bodies[d.b];
            joints[i] = world.createJoint(new pl.RevoluteJoint({
                bodyA: a, bodyB: b, localAnchorA: d.localA, localAnchorB: d.localB,
                referenceAngle: b.getAngle() - a.getAngle(), collideConnected: d.collide,
                enableMotor: d.motor, motorSpeed: d.speed, maxMotorTorque: d.torque,
                enableLimit: d.limited, lowerAngle: d.lower, upperAngle: d.upper,
            }));
        },
        jointDestroy(i) {
            world.destroyJoint(joints[i]);
        },
        impulse(i, impulse, point) {
            bodies[i].applyLinearImpulse(impulse, point, true);
        },
        setVelocity(i, v, w) {
            bodies[i].setLinearVelocity(v);
            bodies[i].setAngularVelocity(w);
        },
        pose(i) {
            const { p, q } = bodies[i].getTransform(), v = bodies[i].getLinearVelocity();
            return [p.x, p.y, q.c, q.s, v.x, v.y, bodies[i].getAngularVelocity()];
        },
        step(dt) {
            world.step(dt, 8, 3);
        },
        contacts() {
            let count = 0;
            for (let c = world.getContactList(); c; c = c.getNext()) count += c.isTouching() ? 1 : 0;
            return count;
        },
    };
}
