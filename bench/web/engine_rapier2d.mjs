// SPDX-License-Identifier: MIT OR Unlicense
// engine_rapier2d.mjs - rapier2d-compat behind run.mjs, and rapier2d-simd-compat as "rapier2d-simd".
//
// Settings: one step of 1/60 s with its default 4 solver iterations, no body may sleep, all else its
// defaults (no continuous collision). Coefficients mix as elsewhere: friction by the geometric mean,
// which it lacks, so that shapes get the square root and the product is taken; restitution by the
// maximum.
export async function open(name) {
    const simd = name === 'rapier2d-simd';
    const rapier = (await import(simd ? '@dimforge/rapier2d-simd-compat' : '@dimforge/rapier2d-compat'))
        .default;
    // Its start-up warns of a changed call on the console, where the result goes.
    const warn = console.warn;
    console.warn = () => {};
    await rapier.init();
    console.warn = warn;
    const bodies = [], joints = [];
    let world;

    // Its filters have 16 bits and no groups that exclude themselves, so that each group of category 2
    // gets a bit of its own: 0 and 1 are the categories, 2 + g is category 2 in group -g.
    function groups(s) {
        const own = -s.group;
        if (own < 0 || own > 13) throw new Error('no such collision group');
        let member = 0, filter = 0;
        if (s.category & 1) member |= 1;
        if (s.category & 2) member |= own > 0 ? 1 << (1 + own) : 2;
        if (s.mask & 1) filter |= 1;
        if (s.mask & 2) filter |= 0xfffe;
        if (own > 0) filter &= ~(1 << (1 + own));
        return ((member << 16) | filter) >>> 0;
    }

    function shape(s) {
        const p = s.points, d = rapier.ColliderDesc;
        const flat = new Float32Array(p.flatMap((v) => [v.x, v.y]));
        switch (s.kind) {
        case 'circle': return d.ball(s.radius).setTranslation(p[0].x, p[0].y);
        case 'segment': return d.segment(p[0], p[1]);
        case 'box': {
            const { hx, hy, x, y, angle } = s.box;
            const box = s.radius > 0 ? d.roundCuboid(hx, hy, s.radius) : d.cuboid(hx, hy);
            return box.setTranslation(x, y).setRotation(angle);
        }
        case 'polygon':
            return s.radius > 0 ? d.roundConvexHull(flat, s.radius) : d.convexHull(flat);
        case 'chain':
            return d.polyline(new Float32Array([...flat, p[0].x, p[0].y]));
        }
        const x = p[1].x - p[0].x, y = p[1].y - p[0].y; // a capsule's axis is y
        return d.capsule(0.5 * Math.hypot(x, y), s.radius)
            .setTranslation(0.5 * (p[0].x + p[1].x), 0.5 * (p[0].y + p[1].y))
            .setRotation(Math.atan2(-x, y));
    }

    return {
        create(gravity) {
            world = new rapier.World(gravity);
            world.timestep = 1 / 60;
        },
        bodyCreate(i, d) {
            const kinds = {
                static: rapier.RigidBodyDesc.fixed, dynamic: rapier.RigidBodyDesc.dynamic,
                kinematic: rapier.RigidBodyDesc.kinematicVelocityBased,
            };
            bodies[i] = world.createRigidBody(kinds[d.type]()
                .setTranslation(d.x, d.y).setRotation(d.angle).setLinvel(d.vx, d.vy).setAngvel(d.w)
                .setLinearDamping(d.linear).setAngularDamping(d.angular).setCanSleep(false)
                .setCcdEnabled(d.bullet));
        },
        bodyDestroy(i) {
            world.removeRigidBody(bodies[i]);
        },
        shapeCreate(i, s) {
            world.createCollider(shape(s)
                .setDensity(s.density).setCollisionGroups(groups(s))
                .setFriction(Math.sqrt(s.friction))
                .setFrictionCombineRule(rapier.CoefficientCombineRule.Multiply)
                .setRestitution(s.restitution)
                .setRestitutionCombineRule(rapier.CoefficientCombineRule.Max), bodies[i]);
        },
        jointCreate(i, d) {
            if (d.motor && d.frequency > 0)
                throw new Error('a joint has one motor, not a spring and friction');
            const joint = world.createImpulseJoint(
                rapier.JointData.revolute(d.localA, d.localB), bodies[d.a], bodies[d.b], true);
            joint.setContactsEnabled(d.collide);
            if (d.limited) joint.setLimits(d.lower, d.upper);
            if (d.motor) {
                joint.configureMotorVelocity(d.speed, 1e6);
                if (d.torque < 1e30) joint.setMotorMaxForce?.(d.torque);
            }
            joints[i] = joint;
        },
        jointDestroy(i) {
            world.removeImpulseJoint(joints[i], true);
        },
        impulse(i, impulse, point) {
            bodies[i].applyImpulseAtPoint(impulse, point, true);
        },
        setVelocity(i, v, w) {
            bodies[i].setLinvel(v, true);
            bodies[i].setAngvel(w, true);
        },
        pose(i) {
            const b = bodies[i], p = b.translation(), angle = b.rotation(), v = b.linvel();
            return [p.x, p.y, Math.cos(angle), Math.sin(angle), v.x, v.y, b.angvel()];
        },
        step() {
            world.step();
        },
        contacts() {
            let count = 0;
            world.forEachCollider((c) => world.contactPairsWith(c, (other) => {
                if (other.handle > c.handle) count += 1;
            }));
            return count;
        },
    };
}
