// SPDX-License-Identifier: MIT OR Unlicense
// test_continuous.c - section >>continuous: nothing passes what cannot be pushed.
#define ENGINE_MEDIUM
#define ENGINE_INSIDE
#include "test.h"

static const float dt = 1.0f / 60.0f;
static uint32_t random_state;

static float random_float(float low, float high) { return test_random(&random_state, low, high); }

static void add_shape(v2d_world *world, v2d_body_id body, v2d_geometry geometry) {
    v2d_shape_def def = v2d_shape_def_default();
    CHECK(v2d_shape_create(world, body, &def, &geometry).index1 != 0);
}

// ---- walls -------------------------------------------------------------------------------------

typedef enum wall { WALL_BOX, WALL_SEGMENT, WALL_CHAIN, WALLS } wall;

// 2 mm or less of it around x = 0, from y = -40 to 40; a chain is solid for what comes from x < 0.
static void add_wall(v2d_world *world, wall kind) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_vec2 line[4];
    for (int i = 0; i < 4; ++i)
        line[i] = v2d_vec2_make(0.0f, 40.0f - 80.0f * (float)i / 3.0f);
    def.type = V2D_BODY_STATIC;
    v2d_body_id body = v2d_body_create(world, &def);
    if (kind == WALL_BOX) add_shape(world, body, v2d_geometry_box(0.001f, 40.0f));
    if (kind == WALL_SEGMENT) add_shape(world, body, v2d_geometry_segment(line[0], line[3]));
    if (kind == WALL_CHAIN)
        CHECK(v2d_chain_create(world, body, &shape, line, 4, false).index1 != 0);
}

static v2d_geometry missile(int kind) {
    v2d_vec2 a = v2d_vec2_make(-0.5f, 0.0f), b = v2d_vec2_make(0.5f, 0.0f);
    switch (kind) {
    case 0: return v2d_geometry_box(0.5f, 0.005f); // a plank
    case 1: return v2d_geometry_capsule(a, b, 0.005f);
    case 2: return v2d_geometry_box(0.15f, 0.005f);
    default: return v2d_geometry_box(0.05f, 0.05f);
    }
}

static double kinetic_energy(const v2d_world *world, v2d_body_id id) {
    v2d_mass m = v2d_body_mass(world, id);
    v2d_vec2 v = v2d_body_velocity(world, id);
    double w = (double)v2d_body_angular_velocity(world, id), x = (double)v.x, y = (double)v.y;
    return 0.5 * (double)m.mass * (x * x + y * y) + 0.5 * (double)m.inertia * w * w;
}

// Planks, rods and boxes at any angle and spin stay on their side, and gain no energy.
static void thin_walls_hold_what_is_shot_at_them(void **state) {
    (void)state;
    random_state = 1u;
    for (int shot = 0; shot < test_share(1200); ++shot) {
        v2d_world *world = test_weightless();
        add_wall(world, (wall)(shot % WALLS));
        v2d_body_def def = v2d_body_def_default();
        float speed = random_float(20.0f, 400.0f), way = random_float(-1.2f, 1.2f);
        def.position = v2d_vec2_make(-random_float(0.6f, 8.0f), random_float(-3.0f, 3.0f));
        def.velocity = v2d_vec2_make(speed * cosf(way), speed * sinf(way));
        def.angle = random_float(-3.0f, 3.0f);
        def.angular_velocity = shot % 4 == 0 ? 0.0f : random_float(-100.0f, 100.0f);
        v2d_body_id id = v2d_body_create(world, &def);
        add_shape(world, id, missile(shot / WALLS % 4));
        double first = kinetic_energy(world, id);
        for (int step = 0; step < 12; ++step) {
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
            v2d_vec2 p = v2d_body_position(world, id);
            CHECK(kinetic_energy(world, id) <= 1.0005 * first);
            if (p.y < -39.0f || p.y > 39.0f) break;
            CHECK(p.x < 0.0f);
        }
    }
}

// Many at once, each in a lane of its own: one in ten thousand met the wall with an end, stood still
// there, lay across the wall after the step, and had fallen out of it on the far side in the next one.
static void thin_walls_hold_thousands(void **state) {
    (void)state;
    enum { LANES = 100 };
    for (int trial = 0; trial < test_share(240); ++trial) {
        v2d_body_id ids[LANES];
        v2d_world *world = test_weightless();
        float low = 20.0f * (float)(1 << trial % 4);
        random_state = (uint32_t)(1000 + trial);
        v2d_body_def def = v2d_body_def_default();
        def.type = V2D_BODY_STATIC;
        add_shape(world, v2d_body_create(world, &def),
                  trial / 4 % 2 == 0 ? v2d_geometry_box(0.001f, 120.0f)
                                     : v2d_geometry_segment(v2d_vec2_make(0.0f, -120.0f),
                                                            v2d_vec2_make(0.0f, 120.0f)));
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry geometry = missile(trial / 8 % 2);
        shape.filter.category = 2u, shape.filter.mask = 1u;
        for (int i = 0; i < LANES; ++i) {
            def = v2d_body_def_default();
            float speed = random_float(low, trial % 4 == 3 ? 400.0f : 2.0f * low);
            def.position =
                v2d_vec2_make(-random_float(2.0f, 4.0f), 1.5f * ((float)i - 0.5f * (float)LANES));
            def.velocity = v2d_vec2_make(speed, 0.02f * speed * random_float(-1.0f, 1.0f));
            def.angle = random_float(-3.1416f, 3.1416f);
            def.angular_velocity = random_float(-60.0f, 60.0f);
            ids[i] = v2d_body_create(world, &def);
            CHECK(v2d_shape_create(world, ids[i], &shape, &geometry).index1 != 0);
        }
        test_steps(world, (int)(270.0f / low) + 10);
        for (int i = 0; i < LANES; ++i)
            CHECK(v2d_body_position(world, ids[i]).x < 0.0f);
    }
}

// ---- rings -------------------------------------------------------------------------------------

enum { RING_CORNERS = 60, RING_BODIES = 160 };

static v2d_body_id add_ring(v2d_world *world, wall kind) {
    v2d_vec2 corner[RING_CORNERS];
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    def.type = V2D_BODY_STATIC;
    v2d_body_id body = v2d_body_create(world, &def);
    for (int i = 0; i < RING_CORNERS; ++i) { // clockwise: what is inside stays inside
        double angle = -2.0 * TEST_PI * i / RING_CORNERS;
        corner[i] = v2d_vec2_make(6.0f * (float)cos(angle), 6.0f * (float)sin(angle));
    }
    for (int i = 0; i < RING_CORNERS && kind != WALL_CHAIN; ++i) {
        v2d_vec2 a = corner[i], b = corner[(i + 1) % RING_CORNERS];
        v2d_vec2 middle = v2d_vec2_make(0.5f * (a.x + b.x), 0.5f * (a.y + b.y));
        float half = 0.5f * hypotf(b.x - a.x, b.y - a.y) + 0.02f;
        add_shape(world, body,
                  kind == WALL_BOX
                      ? v2d_geometry_oriented_box(half, 0.02f, middle, atan2f(b.y - a.y, b.x - a.x))
                      : v2d_geometry_segment(a, b));
    }
    if (kind == WALL_CHAIN)
        CHECK(v2d_chain_create(world, body, &shape, corner, RING_CORNERS, true).index1 != 0);
    return body;
}

// A bar about the centre that nothing stops: kinematic, or with a motor.
static void add_arm(v2d_world *world, v2d_body_id ring, bool motor, float speed, float half) {
    v2d_body_def def = v2d_body_def_default();
    def.type = motor ? V2D_BODY_DYNAMIC : V2D_BODY_KINEMATIC;
    if (!motor) def.angular_velocity = speed;
    v2d_body_id arm = v2d_body_create(world, &def);
    add_shape(world, arm, v2d_geometry_box(half, 0.1f));
    if (!motor) return;
    v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    joint.a = v2d_anchor_body(ring, v2d_vec2_make(0.0f, 0.0f));
    joint.b = v2d_anchor_body(arm, v2d_vec2_make(0.0f, 0.0f));
    joint.angular.motor = true;
    joint.angular.motor_speed = speed;
    joint.angular.motor_effort = 1e12f;
    CHECK(v2d_joint_create(world, &joint).index1 != 0);
}

static v2d_geometry debris(float size) {
    v2d_vec2 a = v2d_vec2_make(-size, 0.0f), b = v2d_vec2_make(size, 0.0f);
    switch ((int)random_float(0.0f, 4.99f)) {
    case 0: return v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), size);
    case 1: return v2d_geometry_capsule(a, b, 0.4f * size);
    case 2: return v2d_geometry_box(0.8f * size, 0.6f * size);
    case 3: return v2d_geometry_box(size, 0.01f);
    default: return v2d_geometry_capsule(a, b, 0.01f);
    }
}

static int add_debris(v2d_world *world, v2d_body_id *ids) {
    int count = 0;
    for (int i = 0; i < 400 && count < RING_BODIES; ++i) {
        float x = 0.6f * (float)(i % 20 - 10) + 0.3f, y = 0.6f * (float)(i / 20 - 10) + 0.3f;
        if (x * x + y * y > 5.3f * 5.3f || fabsf(y) < 0.4f) continue;
        v2d_body_def def = v2d_body_def_default();
        def.position = v2d_vec2_make(x, y);
        def.angle = random_float(-3.0f, 3.0f);
        ids[count] = v2d_body_create(world, &def);
        add_shape(world, ids[count++], debris(random_float(0.1f, 0.26f)));
    }
    return count;
}

// Between what drives them and a wall bodies are thrown, squeezed and crushed; but they stay inside.
static void nothing_leaves_a_ring(void **state) {
    (void)state;
    random_state = 3u;
    for (int trial = 0; trial < test_share(12); ++trial) {
        static const float speeds[4] = {5.0f, 10.0f, 20.0f, 30.0f};
        v2d_body_id ids[RING_BODIES];
        v2d_world *world = test_world();
        v2d_body_id ring = add_ring(world, (wall)(trial % WALLS));
        add_arm(world, ring, trial % 2 == 0, speeds[trial / WALLS], trial < 6 ? 5.2f : 5.85f);
        int count = add_debris(world, ids);
        for (int step = 0; step < 180; ++step)
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        for (int i = 0; i < count; ++i) {
            v2d_vec2 p = v2d_body_position(world, ids[i]);
            CHECK(p.x * p.x + p.y * p.y < 36.0f);
        }
    }
}

// What rides on ground that turns hardly moves against it, wherever in the world that is: within what an arc
// bends from its chord, r turn^2 / 2 at either end, and the size of the body times the difference in turn.
static void what_rides_along_has_no_way_to_sweep(void **state) {
    (void)state;
    const v2d_vec2 centers[3] = {{0.0f, 0.0f}, {64.0f, -32.0f}, {-200.0f, 100.0f}};
    for (int k = 0; k < 3; ++k) {
        const float spin = 6.0f, arm = 2.0f;
        v2d_world *world = test_weightless();
        v2d_body_def def = v2d_body_def_default();
        def.type = V2D_BODY_KINEMATIC, def.position = centers[k], def.angular_velocity = spin;
        def.velocity = v2d_vec2_make(3.0f, -1.0f);
        v2d_body_id plate = v2d_body_create(world, &def);
        add_shape(world, plate, v2d_geometry_box(0.5f, 0.5f));
        def.type = V2D_BODY_DYNAMIC, def.position.x += arm, def.velocity.y += spin * arm;
        v2d_body_id rider = v2d_body_create(world, &def);
        add_shape(world, rider, v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.1f));
        CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        v2d__sweeper s;
        memset(&s, 0, sizeof(s));
        s.world = world;
        int32_t node = (int32_t)rider.index1 - 1;
        double turn = (double)spin * (double)dt;
        v2d__sweep_start(&s, node, (float)turn);
        float path = v2d__sweep_path(&s, 0, 0.1f); // shape 0 is the plate's
        CHECK(path >= 0.0f && (double)path <= 1.5 * (double)arm * turn * turn);
    }
}

// A press that closes slowly, and farther than its victim is thick: it stays before the wall.
static void a_press_pushes_nothing_through(void **state) {
    (void)state;
    for (int trial = 0; trial < test_share(30 * WALLS); ++trial) {
        v2d_world *world = test_weightless();
        float speed = 0.2f * powf(1.18f, (float)(trial / WALLS)); // to 24 m/s
        add_wall(world, (wall)(trial % WALLS));
        v2d_body_def def = v2d_body_def_default();
        def.type = V2D_BODY_KINEMATIC;
        def.position = v2d_vec2_make(-0.7f, 0.0f);
        def.velocity = v2d_vec2_make(speed, 0.0f);
        v2d_body_id press = v2d_body_create(world, &def);
        add_shape(world, press, v2d_geometry_box(0.1f, 5.0f));
        v2d_body_id victims[3];
        victims[0] = test_circle(world, V2D_BODY_DYNAMIC, -0.25f, 1.0f, 0.1f);
        victims[1] = test_box(world, V2D_BODY_DYNAMIC, -0.25f, 0.0f, 0.15f, 0.1f);
        victims[2] = test_box(world, V2D_BODY_DYNAMIC, -0.25f, -1.0f, 0.01f, 0.3f);
        for (int step = 0; step < 240; ++step) {
            v2d_vec2 p = v2d_body_position(world, press); // its face stops 1 mm before the wall
            float left = -0.101f - p.x;
            CHECK(v2d_body_set_velocity(world, press,
                                        v2d_vec2_make(fminf(speed, left / dt), 0.0f)) == V2D_OK);
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
            for (int i = 0; i < 3; ++i)
                CHECK(v2d_body_position(world, victims[i]).x < 0.0f);
        }
    }
}

// ---- what carries -------------------------------------------------------------------------------

// A drum of radius 6 that turns so fast that it holds a box by friction: the box turns with it.
static void a_turning_ring_carries_along(void **state) {
    (void)state;
    for (int trial = 0; trial < 2 * 3 * WALLS; ++trial) {
        static const float speeds[3] = {2.0f, 3.0f, 4.0f};
        float speed = trial % 2 == 0 ? speeds[trial / 2 % 3] : -speeds[trial / 2 % 3];
        v2d_world *world = test_world();
        v2d_body_id ring = add_ring(world, (wall)(trial / 6));
        CHECK(v2d_body_set_type(world, ring, V2D_BODY_KINEMATIC) == V2D_OK);
        CHECK(v2d_body_set_angular_velocity(world, ring, speed) == V2D_OK);
        double inner = 6.0 * cos(TEST_PI / RING_CORNERS) - (trial / 6 == WALL_BOX ? 0.12 : 0.1);
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry box = v2d_geometry_box(0.1f, 0.1f);
        double middle = -TEST_PI * (31.0 / RING_CORNERS); // of a side
        def.angle = (float)(middle + 0.5 * TEST_PI), def.angular_velocity = speed;
        def.position = v2d_vec2_make((float)(inner * cos(middle)), (float)(inner * sin(middle)));
        def.velocity = v2d_vec2_make(-speed * def.position.y, speed * def.position.x);
        shape.friction = 2.0f;
        v2d_body_id body = v2d_body_create(world, &def);
        CHECK(v2d_shape_create(world, body, &shape, &box).index1 != 0);
        double last = middle, turned = 0.0;
        for (int step = 0; step < 300; ++step) {
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
            v2d_vec2 p = v2d_body_position(world, body);
            double by = atan2((double)p.y, (double)p.x) - last;
            by -= 2.0 * TEST_PI * floor(by / (2.0 * TEST_PI) + 0.5);
            last += by, turned += by;
            CHECK(hypot((double)p.x, (double)p.y) < inner + 0.05);
        }
        CHECK_NEAR(turned, 300.0 * (double)dt * (double)speed, 0.01 * fabs(5.0 * (double)speed));
    }
}

// ---- soft bodies -------------------------------------------------------------------------------

static v2d_soft_id add_soft(v2d_world *world, int kind, const v2d_soft_def *def) {
    v2d_vec2 ring[12];
    for (int i = 0; i < 12; ++i) {
        double angle = 2.0 * TEST_PI * i / 12;
        ring[i] = v2d_vec2_make(0.4f * (float)cos(angle), 0.4f * (float)sin(angle));
    }
    switch (kind) {
    case 0: // of the articles' kind, as the caller says, or not
    case 1: return v2d_soft_create_box(world, def, 0.5f, 0.5f);
    case 2: return v2d_soft_create_blob(world, def, ring, 12);
    case 3:
        return v2d_soft_create_rope(world, def, v2d_vec2_make(-0.4f, 0.0f),
                                    v2d_vec2_make(0.4f, 0.0f), 8, false, false);
    default: return v2d_soft_create_cloth(world, def, 5, 5, 0.1f);
    }
}

// None of their points gets to the other side of a wall of 2 mm or less.
static void thin_walls_hold_soft_bodies(void **state) {
    (void)state;
    random_state = 5u;
    for (int shot = 0; shot < test_share(180); ++shot) {
        static const float speeds[3] = {10.0f, 30.0f, 100.0f};
        v2d_world *world = test_weightless();
        v2d_soft_def def = v2d_soft_def_default();
        float way = random_float(-1.0f, 1.0f), speed = speeds[shot / 2 % 3];
        add_wall(world, shot % 2 == 0 ? WALL_BOX : WALL_SEGMENT);
        def.position = v2d_vec2_make(-random_float(1.0f, 4.0f), 0.0f);
        def.angle = random_float(-3.0f, 3.0f);
        def.velocity = v2d_vec2_make(speed * cosf(way), speed * sinf(way));
        def.area_frequency = shot / 6 % 5 == 2 ? 10.0f : 0.0f;
        def.relaxed = shot / 6 % 5 == 0;
        v2d_soft_id id = add_soft(world, shot / 6 % 5, &def);
        for (int step = 0; step < 40; ++step) {
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
            for (int i = 0; i < v2d_soft_point_count(world, id); ++i) {
                v2d_vec2 p = v2d_point_position(world, v2d_soft_point(world, id, i));
                CHECK(p.x < 0.0f || fabsf(p.y) > 39.0f);
            }
        }
    }
}

// ---- where fast things meet --------------------------------------------------------------------

// A smooth disc of radius 0.05 from x = -3 at `speed` towards the figure at (at, 0), off its middle.
static v2d_body_id shoot(v2d_world *world, v2d_body_type type, v2d_geometry target, float at,
                         float off, float speed) {
    v2d_shape_def smooth = v2d_shape_def_default();
    v2d_body_def def = v2d_body_def_default();
    v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.05f);
    smooth.friction = 0.0f;
    def.type = type;
    def.position = v2d_vec2_make(at, 0.0f);
    CHECK(v2d_shape_create(world, v2d_body_create(world, &def), &smooth, &target).index1 != 0);
    def.type = V2D_BODY_DYNAMIC;
    def.bullet = true;
    def.position = v2d_vec2_make(-3.0f, off);
    def.velocity = v2d_vec2_make(speed, 0.0f);
    v2d_body_id body = v2d_body_create(world, &def);
    CHECK(v2d_shape_create(world, body, &smooth, &disc).index1 != 0);
    return body;
}

// Discs, and the ends of walls and plates, that it passes by 5 mm and more leave it its velocity.
static void what_passes_is_not_deflected(void **state) {
    (void)state;
    const float speeds[] = {20.0f, 60.0f, 200.0f};
    for (int k = 0; k < 3 * 40 * 8; ++k) {
        int figure = k % 4, type = k / 4 % 2;
        float height = figure == 0 ? 0.05f : figure == 1 ? 0.02f : 0.5f;
        float gap = 0.005f + 0.1f * (float)(k / 24 % 5);
        v2d_geometry target = figure == 0 ? v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), height)
                                          : v2d_geometry_box(figure == 1 ? 1.0f : 0.01f, height);
        if (figure == 3)
            target = v2d_geometry_segment(v2d_vec2_make(0.1f, -2.0f), v2d_vec2_make(0.0f, height));
        if (figure == 3 && type == 1) continue; // segments have no mass
        v2d_world *world = test_weightless();
        v2d_body_id body = shoot(world, type == 0 ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC, target,
                                 0.031f * (float)(k / 24), height + 0.05f + gap, speeds[k / 8 % 3]);
        test_steps(world, 30);
        v2d_vec2 v = v2d_body_velocity(world, body);
        CHECK_NEAR(v.x, speeds[k / 8 % 3], 1e-3f);
        CHECK_NEAR(v.y, 0.0f, 1e-3f);
    }
}

// Without friction and restitution a disc that hits another one keeps what it had along the tangent of
// where they touch, whose sine is off / 0.1, and takes the other along in the direction of the normal.
static void discs_meet_where_they_touch(void **state) {
    (void)state;
    const float speeds[] = {20.0f, 60.0f, 200.0f}, offs[] = {0.03f, 0.06f, 0.08f, 0.095f};
    for (int k = 0; k < 2 * 3 * 4; ++k) {
        double speed = (double)speeds[k % 3], off = (double)offs[k / 3 % 4], sum = 0.0;
        bool moves = k >= 12;
        for (int t = 0; t < 20; ++t) {
            v2d_world *world = test_weightless();
            v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.05f);
            v2d_body_id body = shoot(world, moves ? V2D_BODY_DYNAMIC : V2D_BODY_STATIC, disc,
                                     0.031f * (float)t, (float)off, (float)speed);
            test_steps(world, 30);
            v2d_vec2 v = v2d_body_velocity(world, body);
            double s = off / 0.1, c = sqrt(1.0 - s * s), given = speed * c * (moves ? 0.5 : 1.0);
            double error =
                hypot((double)v.x - (speed - given * c), (double)v.y - given * s) / speed;
            CHECK(error < 0.06);
            sum += error;
        }
        CHECK(sum / 20.0 < 0.01);
    }
}

// Points at rest before a wall of 2 mm, hit by a disc that is thrown at them: they had no speed when
// the step began, and yet none passes the wall.
static void points_that_are_struck_do_not_pass_a_wall(void **state) {
    (void)state;
    int thrown = 0;
    for (int shot = 0; shot < test_share(80); ++shot) {
        v2d_world *w = test_world();
        CHECK(v2d_world_set_gravity(w, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        test_box(w, V2D_BODY_STATIC, 1.0f, 0.0f, 0.001f, 20.0f);
        v2d_body_id disc = test_circle(w, V2D_BODY_DYNAMIC, -3.0f, 0.0f, 0.2f);
        float speed = 100.0f + 3.0f * (float)shot;
        CHECK(v2d_body_set_velocity(w, disc, v2d_vec2_make(speed, 0.0f)) == V2D_OK);
        v2d_point_def def = v2d_point_def_default();
        def.radius = 0.02f, def.mass = 1e-3f, def.restitution = 1.0f;
        def.position =
            v2d_vec2_make(0.2f + 0.009f * (float)shot, 0.19f - 0.004f * (float)(shot % 9));
        v2d_point_id point = v2d_point_create(w, &def);
        for (int step = 0; step < 10; ++step) {
            test_steps(w, 1);
            CHECK(v2d_point_position(w, point).x < 1.0f);
        }
        v2d_vec2 v = v2d_point_velocity(w, point);
        thrown += v.x * v.x + v.y * v.y > 100.0f;
    }
    CHECK(thrown > test_share(40));
}

// Planks on hinges, one end in the ground: they can only turn out of it. Each turns until its lowest corner
// is at the surface, on ground of every kind; its end is in the middle half of a link of a chain.
static void what_hangs_on_a_hinge_turns_out_of_the_ground(void **state) {
    (void)state;
    random_state = 7u;
    for (int trial = 0; trial < test_share(160); ++trial) {
        v2d_world *world = test_world();
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_vec2 line[101];
        float length = random_float(2.0f, 4.0f), thick = random_float(0.03f, 0.08f);
        float height = 0.19f * length + thick, link = random_float(0.15f, 2.0f);
        float depth = random_float(1.0f, 1.4f) * thick;
        float angle = asinf((height - thick + depth) / length);
        float way = -length * cosf(angle) - link * random_float(0.25f, 0.75f);
        for (int i = 0; i <= 100; ++i)
            line[i] = v2d_vec2_make(link * (float)(50 - i) + way, 0.0f);
        v2d_body_def def = v2d_body_def_default();
        def.type = V2D_BODY_STATIC;
        v2d_body_id ground = v2d_body_create(world, &def);
        if (trial % 4 == 0)
            CHECK(v2d_chain_create(world, ground, &shape, line, 101, false).index1 != 0);
        if (trial % 4 == 1) add_shape(world, ground, v2d_geometry_segment(line[0], line[100]));
        if (trial % 4 == 2)
            add_shape(world, ground, v2d_geometry_half_plane(line[50], v2d_vec2_make(0.0f, 1.0f)));
        if (trial % 4 == 3)
            add_shape(world, ground,
                      v2d_geometry_oriented_box(9.0f, 0.5f, v2d_vec2_make(0.0f, -0.5f), 0.0f));
        def.type = V2D_BODY_DYNAMIC;
        def.position = v2d_vec2_make(0.0f, height);
        def.angle = angle;
        v2d_body_id plank = v2d_body_create(world, &def);
        add_shape(world, plank, v2d_geometry_box(length, thick));
        v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        joint.a = v2d_anchor_world(def.position, 0.0f);
        joint.b = v2d_anchor_body(plank, v2d_vec2_make(0.0f, 0.0f));
        CHECK(v2d_joint_create(world, &joint).index1 != 0);
        test_steps(world, 120);
        angle = v2d_body_angle(world, plank);
        CHECK(height - length * sinf(angle) - thick * cosf(angle) > -0.01f);
    }
}

// Two bullets that meet within a step do so in the same way, whichever of them moves.
static void bullets_meet_whoever_moves(void **state) {
    (void)state;
    for (int k = 0; k < 12; ++k) {
        v2d_vec2 apart[3];
        for (int frame = 0; frame < 3;
             ++frame) { // the first one moves, both do, the second one moves
            v2d_world *world = test_world();
            v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f));
            v2d_body_id id[2];
            for (int i = 0; i < 2; ++i) {
                float share = 0.5f * (float)(i == 0 ? 2 - frame : frame), s = i == 0 ? 1.0f : -1.0f;
                v2d_body_def def = v2d_body_def_default();
                v2d_shape_def shape = v2d_shape_def_default();
                v2d_geometry box = v2d_geometry_box(0.1f, 0.1f);
                def.position = v2d_vec2_make(-0.9f * s, i == 0 ? 0.0f : 0.45f + 0.015f * (float)k);
                def.angle = 0.1f * (float)(k * (i + 1)), def.bullet = true;
                def.velocity = v2d_vec2_make(share * 120.0f * s, share * 40.0f * s);
                id[i] = v2d_body_create(world, &def);
                CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, id[i], &shape, &box)));
            }
            test_steps(world, 3);
            v2d_vec2 a = v2d_body_velocity(world, id[0]), b = v2d_body_velocity(world, id[1]);
            apart[frame] = v2d_vec2_make(b.x - a.x, b.y - a.y);
        }
        for (int frame = 1; frame < 3; ++frame) {
            CHECK_NEAR(apart[frame].x, apart[0].x, 3.0);
            CHECK_NEAR(apart[frame].y, apart[0].y, 3.0);
        }
    }
}

// A figure of a kind: box, rounded box, capsule, disc, triangle, turned box.
static v2d_geometry grazing_figure(int kind, float size) {
    float core = 0.8f * size;
    const v2d_vec2 square[4] = {{-core, -core}, {core, -core}, {core, core}, {-core, core}};
    const v2d_vec2 triangle[3] = {
        {0.0f, 0.9f * size}, {-size, -0.45f * size}, {size, -0.45f * size}};
    v2d_vec2 zero = {0.0f, 0.0f};
    switch (kind) {
    case 0: return v2d_geometry_box(size, size);
    case 1: return v2d_geometry_polygon(square, 4, 0.2f * size);
    case 2:
        return v2d_geometry_capsule(v2d_vec2_make(0.0f, -core), v2d_vec2_make(0.0f, core),
                                    0.4f * size);
    case 3: return v2d_geometry_circle(zero, size);
    case 4: return v2d_geometry_polygon(triangle, 3, 0.0f);
    default: return v2d_geometry_oriented_box(size, 0.7f * size, zero, 0.6f);
    }
}

// Flies past the corner of an obstacle of a kind (static, kinematic, 1000 times heavier), which moves, too. The
// figure's side towards the corner passes that at `gap`: so the way of its support point is known.
static void graze(int kind, int obstacle, float gap, float speed, float angle) {
    v2d_world *world = test_weightless();
    const v2d_body_type types[3] = {V2D_BODY_STATIC, V2D_BODY_KINEMATIC, V2D_BODY_DYNAMIC};
    float size = random_float(0.1f, 0.4f), ahead = 0.8f + speed * random_float(1.0f, 3.0f) / 60.0f;
    v2d_vec2 way = {sinf(angle), -cosf(angle)}, side = {-way.y, way.x};
    v2d_geometry figure = grazing_figure(kind, size), block = v2d_geometry_box(2.0f, 2.0f);
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_body_def def = v2d_body_def_default();
    def.type = types[obstacle], def.position = v2d_vec2_make(-2.0f, -2.0f);
    if (obstacle > 0) def.velocity = v2d_vec2_make(0.2f * speed, 0.1f * speed);
    shape_def.density = 1000.0f;
    v2d_shape_create(world, v2d_body_create(world, &def), &shape_def, &block);
    float low = figure.vertices[0].x * side.x + figure.vertices[0].y * side.y;
    for (int i = 1; i < figure.count; ++i)
        low = fminf(low, figure.vertices[i].x * side.x + figure.vertices[i].y * side.y);
    float away = gap - (low - figure.radius);
    shape_def.density = 1.0f;
    def.type = V2D_BODY_DYNAMIC;
    def.position = v2d_vec2_make(away * side.x - ahead * way.x, away * side.y - ahead * way.y);
    def.velocity.x += speed * way.x, def.velocity.y += speed * way.y;
    v2d_body_id id = v2d_body_create(world, &def);
    v2d_shape_create(world, id, &shape_def, &figure);
    test_steps(world, (int)((ahead + 0.8f) / speed * 60.0f) + 1);
    v2d_vec2 v = v2d_body_velocity(world, id);
    CHECK_NEAR(v.x, def.velocity.x, 1e-4 * (double)speed + 1e-4);
    CHECK_NEAR(v.y, def.velocity.y, 1e-4 * (double)speed + 1e-4);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 1e-3);
}

// What passes the corner of an obstacle at a distance of 1 mm or more is not disturbed.
static void what_grazes_a_corner_is_not_disturbed(void **state) {
    (void)state;
    static const float gaps[] = {0.001f, 0.005f, 0.02f, 0.04f, 0.08f};
    static const float speeds[] = {0.3f, 1.0f, 3.0f, 10.0f, 30.0f, 80.0f, 150.0f};
    for (int i = 0; i < test_share(6 * 3 * 5 * 7); ++i) {
        for (int k = 0; k < 6; ++k) // along both faces, and between
            graze(i % 6, i / 6 % 3, gaps[i / 18 % 5], speeds[i / 90 % 7],
                  k == 0   ? 0.0f
                  : k == 1 ? (float)(0.5 * TEST_PI)
                           : random_float(0.1f, 1.4f));
    }
}

// What turns about a centre far behind it stands still for a moment, and goes away from then on. Its motion has no
// direction there, but the normal of what it passes is a unit vector.
static void what_stands_still_passes_with_a_normal(void **state) {
    (void)state;
    v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.5f);
    int passed = 0;
    for (int i = 0; i < 400; ++i) {
        double angle = 2.0 * TEST_PI * i / 100.0;
        v2d_vec2 out = v2d_vec2_make((float)cos(angle), (float)sin(angle));
        v2d__passing p;
        memset(&p, 0, sizeof(p));
        p.shape = &disc, p.xf.q.c = 1.0f;
        p.place = v2d_scale(4.0f, out), p.touches = 0.03f, p.graze = 5e-7f;
        p.own.center = v2d_scale(8.0f, out);
        p.own.turn = 0.1f * (float)(1 + i / 100);
        p.own_way = v2d_scale(-1.0f, v2d_cross_sv(p.own.turn, v2d_sub(p.place, p.own.center)));
        p.way = v2d_scale(-6e-8f, out);
        if (!v2d__passes(&p, v2d_scale(3.5f, out))) continue;
        passed += 1;
        CHECK_NEAR(v2d_dot(p.normal, p.normal), 1.0, 1e-4);
    }
    CHECK(passed > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stands_still_passes_with_a_normal),
        cmocka_unit_test(points_that_are_struck_do_not_pass_a_wall),
        cmocka_unit_test(thin_walls_hold_what_is_shot_at_them),
        cmocka_unit_test(thin_walls_hold_thousands),
        cmocka_unit_test(nothing_leaves_a_ring),
        cmocka_unit_test(what_rides_along_has_no_way_to_sweep),
        cmocka_unit_test(a_press_pushes_nothing_through),
        cmocka_unit_test(a_turning_ring_carries_along),
        cmocka_unit_test(thin_walls_hold_soft_bodies),
        cmocka_unit_test(what_passes_is_not_deflected),
        cmocka_unit_test(what_grazes_a_corner_is_not_disturbed),
        cmocka_unit_test(discs_meet_where_they_touch),
        cmocka_unit_test(what_hangs_on_a_hinge_turns_out_of_the_ground),
        cmocka_unit_test(bullets_meet_whoever_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
