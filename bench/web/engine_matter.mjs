// SPDX-License-Identifier: MIT OR Unlicense
// engine_matter.mjs - matter-js behind run.mjs.
//
// Settings: its default 6 position and 4 velocity iterations a step of 1/60 s, sleeping off. 100 of
// its pixels are a metre: its constants are made for such sizes. It mixes friction by the minimum.
// Not the same as elsewhere: circles are polygons; a segment is a box whose upper side it is; what
// is kinematic is a static body that is moved before each step.
import Matter from 'matter-js';

const { Bodies, Body, Composite, Constraint, Engine, Vertices } = Matter;
const PIXELS = 100;

export async function open() {
    // Positions are of the centre of mass; `offset` is where the body's origin is from there, at
    // angle 0.
    const bodies = [], moving = new Set();
    let engine, dirty = new Set();

    function part(s, options) {
        const p = s.points.map((v) => ({ x: v.x * PIXELS, y: v.y * PIXELS }));
        switch (s.kind) {
        case 'circle': return Bodies.circle(p[0].x, p[0].y, s.radius * PIXELS, options);
        case 'segment': {
            if (p[0].y !== p[1].y) throw new Error('no segments');
            const x = 0.5 * (p[0].x + p[1].x), y = p[0].y - 50;
            return Bodies.rectangle(x, y, Math.abs(p[1].x - p[0].x), 100, options);
        }
        case 'box': case 'polygon':
            if (s.radius > 0) throw new Error('no rounded shapes');
            return Body.create({ ...options, position: Vertices.centre(p), vertices: p });
        case 'capsule': throw new Error('no capsules');
        }
        throw new Error('no chains');
    }

    // A body is made of its parts when all of them are known: before a step or a joint.
    function build(b) {
        const body = b.parts.length === 1 ? b.parts[0] : Body.create({ parts: b.parts });
        const { d } = b, at = { x: d.x * PIXELS, y: d.y * PIXELS };
        b.offset = { x: -body.position.x, y: -body.position.y };
        b.body = body;
        b.parts = null;
        Body.setPosition(body, { x: at.x - b.offset.x, y: at.y - b.offset.y });
        if (d.angle !== 0) Body.rotate(body, d.angle, at);
        if (d.type === 'dynamic') {
            Body.setVelocity(body, { x: d.vx * PIXELS / 60, y: d.vy * PIXELS / 60 });
            Body.setAngularVelocity(body, d.w / 60);
        } else {
            Body.setStatic(body, true);
        }
        if (d.type === 'kinematic') moving.add(b);
        Composite.add(engine.world, body);
    }

    const flush = () => {
        for (const b of dirty) {
            if (b.parts.length > 0) build(b);
        }
        dirty = new Set();
    };

    const origin = (b) => {
        const c = Math.cos(b.body.angle), s = Math.sin(b.body.angle);
        return {
            x: b.body.position.x + c * b.offset.x - s * b.offset.y,
            y: b.body.position.y + s * b.offset.x + c * b.offset.y,
        };
    };

    return {
        create(gravity) {
            engine = Engine.create({
                gravity: { x: gravity.x, y: gravity.y, scale: PIXELS * 1e-6 }, // [px/ms^2]
            });
        },
        bodyCreate(i, d) {
            bodies[i] = { d, parts: [], v: { x: d.vx, y: d.vy }, w: d.w };
            dirty.add(bodies[i]);
        },
        bodyDestroy(i) {
            Composite.remove(engine.world, bodies[i].body);
        },
        shapeCreate(i, s) {
            bodies[i].parts.push(part(s, {
                density: s.density * 1e-3, friction: s.friction, restitution: s.restitution,
                frictionAir: 0, collisionFilter: { category: s.category, mask: s.mask, group: s.group },
            }));
        },
        jointCreate(i, d) {
            if (d.motor || d.limited || d.frequency > 0)
                throw new Error('no motors, limits or springs in joints');
            flush();
            const end = (b, p) => ({
                x: p.x * PIXELS + b.offset.x, y: p.y * PIXELS + b.offset.y,
            });
            const a = bodies[d.a], b = bodies[d.b];
            Composite.add(engine.world, Constraint.create({
                bodyA: a.body, bodyB: b.body, pointA: end(a, d.localA), pointB: end(b, d.localB),
                length: 0, stiffness: 1,
            }));
        },
        jointDestroy() {
            throw new Error('joints are not taken away');
        },
        impulse() {
            throw new Error('no impulses');
        },
        setVelocity(i, v, w) {
            bodies[i].v = v;
            bodies[i].w = w;
        },
        pose(i) {
            flush();
            const b = bodies[i];
            if (!b.body) return [b.d.x, b.d.y, 1, 0, 0, 0, 0]; // without shapes
            const p = origin(b), angle = b.body.angle, v = b.body.velocity;
            return [p.x / PIXELS, p.y / PIXELS, Math.cos(angle), Math.sin(angle),
                v.x * 60 / PIXELS, v.y * 60 / PIXELS, b.body.angularVelocity * 60];
        },
        step(dt) {
            flush();
            for (const b of moving) {
                const p = b.body.position;
                Body.setPosition(b.body,
                    { x: p.x + b.v.x * dt * PIXELS, y: p.y + b.v.y * dt * PIXELS }, true);
                if (b.w !== 0) {
                    const before = origin(b);
                    Body.setAngle(b.body, b.body.angle + b.w * dt, true);
                    const after = origin(b), at = b.body.position;
                    Body.setPosition(b.body, // turn about the origin
                        { x: at.x + before.x - after.x, y: at.y + before.y - after.y }, true);
                }
            }
            Engine.update(engine, 1000 / 60); // 1000 * dt is too long by a rounding
        },
        contacts() {
            return engine.pairs.list.filter((pair) => pair.isActive).length;
        },
    };
}
