// SPDX-License-Identifier: MIT OR Unlicense
// test_zones.c - gravity, wind, fluids and damping in zones against closed forms; explosions.
#define ENGINE_SMALL
#include "test.h"

static const float dt = 1.0f / 60.0f;

static v2d_vec2 at(float x, float y) { return v2d_vec2_make(x, y); }

// Nothing in it sleeps before it has come to rest.
static v2d_world *empty_world(float gravity) {
    static v2d_world world;
    v2d_world_def def = v2d_world_def_default();
    def.sleep = false;
    def.gravity = at(0.0f, gravity);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    return &world;
}

// A shape that touches nothing, for a zone.
static v2d_shape_id sensor(v2d_world *world, v2d_body_type type, v2d_vec2 position, float angle,
                           v2d_geometry geometry) {
    v2d_body_def body_def = v2d_body_def_default();
    body_def.type = type, body_def.position = position, body_def.angle = angle;
    v2d_shape_def def = v2d_shape_def_default();
    def.sensor = true;
    v2d_body_id body = v2d_body_create(world, &body_def);
    v2d_shape_id shape = v2d_shape_create(world, body, &def, &geometry);
    CHECK(v2d_shape_is_valid(world, shape));
    return shape;
}

static v2d_zone_id add(v2d_world *world, const v2d_zone_def *def) {
    v2d_zone_id id = v2d_zone_create(world, def);
    CHECK(v2d_zone_is_valid(world, id) && v2d_world_status(world) == V2D_OK);
    return id;
}

static v2d_zone_def everywhere(v2d_zone_kind kind) {
    v2d_zone_def def = v2d_zone_def_default(kind);
    def.everywhere = true;
    return def;
}

// Water below y = 0.
static v2d_zone_def pool_def(v2d_world *world) {
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_FLUID);
    def.shape = sensor(world, V2D_BODY_STATIC, at(0.0f, 0.0f), 0.0f,
                       v2d_geometry_half_plane(at(0.0f, 0.0f), at(0.0f, 1.0f)));
    return def;
}

static v2d_body_id solid(v2d_world *world, v2d_vec2 place, v2d_geometry geometry, float density) {
    v2d_body_def body_def = v2d_body_def_default();
    body_def.position = place;
    v2d_shape_def def = v2d_shape_def_default();
    def.density = density;
    v2d_body_id body = v2d_body_create(world, &body_def);
    CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, body, &def, &geometry)));
    return body;
}

// ---- gravity -----------------------------------------------------------------------------------

static void gravity_adds_up_and_the_highest_priority_replaces(void **state) {
    (void)state;
    // Zones with (gravity x, priority, replaces), in order of creation; what a body then feels in x and y.
    static const struct {
        float x[4];
        int priority[4], replaces[4], count;
        double sum, y;
    } cases[] = {
        {{1, 2}, {0, 5}, {0, 0}, 2, 3.0, -10.0},        // none replaces: all, and the world's
        {{1, 2}, {0, 5}, {0, 1}, 2, 2.0, 0.0},          // below the one that replaces
        {{1, 2}, {5, 0}, {0, 1}, 2, 3.0, 0.0},          // above it
        {{1, 2, 4}, {3, 3, 3}, {0, 1, 0}, 3, 7.0, 0.0}, // beside it
        {{1, 2, 4}, {3, 3, 3}, {1, 1, 0}, 3, 5.0, 0.0}, // ties: the lowest slot
        {{1, 2, 4, 8}, {1, 2, 3, 4}, {1, 1, 0, 0}, 4, 14.0, 0.0},
    };
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); ++c) {
        v2d_world *world = empty_world(-10.0f);
        v2d_body_id body = solid(world, at(0.0f, 0.0f), v2d_geometry_box(0.5f, 0.5f), 3.0f);
        for (int i = 0; i < cases[c].count; ++i) {
            v2d_zone_def def = everywhere(V2D_ZONE_GRAVITY);
            def.gravity = at(cases[c].x[i], 0.0f);
            def.priority = cases[c].priority[i], def.replaces = cases[c].replaces[i] != 0;
            add(world, &def);
        }
        CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        v2d_vec2 v = v2d_body_velocity(world, body);
        CHECK_NEAR(v.x, cases[c].sum / 60.0, 1e-5);
        CHECK_NEAR(v.y, cases[c].y / 60.0, 1e-5);
    }
}

// A zone acts on what its shape would collide with: shapes, loose points and soft bodies.
static void zones_act_on_what_their_filter_lets_through(void **state) {
    (void)state;
    static const struct {
        v2d_filter filter;
        bool pulled;
    } cases[] = {
        {{2u, 1u, 0}, true},  {{4u, 1u, 0}, false}, // the zone has its category in the mask, or not
        {{2u, 8u, 0}, false}, {{4u, 8u, 5}, true},  // it does not have the zone's; one group
        {{2u, 1u, -7}, true}, {{2u, 1u, 7}, true},  // other groups
    };
    for (int c = 0; c < 7; ++c) {
        v2d_world *world = empty_world(0.0f);
        v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_GRAVITY);
        v2d_filter mine = {1u, 2u, 5}, alone = {2u, 1u, -7};
        if (c == 6) mine = alone; // of one negative group
        def.shape =
            sensor(world, V2D_BODY_STATIC, at(0.0f, 0.0f), 0.0f, v2d_geometry_box(9.0f, 9.0f));
        CHECK(shape_set_filter(world, def.shape, mine) == V2D_OK);
        def.gravity = at(6.0f, 0.0f);
        add(world, &def);
        v2d_filter filter = cases[c < 6 ? c : 4].filter;
        double speed = c < 6 && cases[c].pulled ? 6.0 / 60.0 : 0.0;
        v2d_body_id box = solid(world, at(0.0f, 3.0f), v2d_geometry_box(0.5f, 0.5f), 1.0f);
        CHECK(shape_set_filter(world, v2d_body_first_shape(world, box), filter) == V2D_OK);
        v2d_point_def point_def = v2d_point_def_default();
        point_def.filter = filter;
        v2d_point_id point = v2d_point_create(world, &point_def);
        v2d_soft_def soft_def = v2d_soft_def_default();
        soft_def.position = at(0.0f, -3.0f), soft_def.filter = filter;
        v2d_soft_id soft = v2d_soft_create_box(world, &soft_def, 1.0f, 1.0f);
        CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        CHECK_NEAR(v2d_body_velocity(world, box).x, speed, 1e-6);
        CHECK_NEAR(v2d_point_velocity(world, point).x, speed, 1e-6);
        CHECK_NEAR(v2d_point_velocity(world, v2d_soft_point(world, soft, 0)).x, speed, 1e-6);
    }
}

static void gravity_counts_where_the_centre_of_mass_is(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_GRAVITY);
    def.shape = sensor(world, V2D_BODY_STATIC, at(5.0f, 0.0f), 0.3f, v2d_geometry_box(2.0f, 2.0f));
    def.gravity = at(0.0f, 6.0f);
    add(world, &def);
    v2d_body_id in = solid(world, at(5.0f, 0.0f), v2d_geometry_box(5.0f, 0.1f), 1.0f);
    v2d_body_id out = solid(world, at(2.0f, -0.8f), v2d_geometry_box(2.0f, 0.1f), 1.0f);
    CHECK(body_set_gravity_scale(world, in, 0.5f) == V2D_OK);
    v2d_soft_def rope_def = v2d_soft_def_default();
    rope_def.linear_damping = 0.0f;
    v2d_soft_id rope = v2d_soft_create_rope(world, &rope_def, at(5.0f, 1.0f), at(8.0f, 1.0f), 6,
                                            false, false); // centre at 6.5
    v2d_soft_id far = v2d_soft_create_rope(world, &rope_def, at(6.0f, -1.0f), at(10.0f, -1.0f), 6,
                                           false, false); // centre at 8
    v2d_point_def point_def = v2d_point_def_default();
    point_def.position = at(4.0f, -1.5f);
    v2d_point_id point = v2d_point_create(world, &point_def);
    CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
    CHECK_NEAR(v2d_body_velocity(world, in).y, 0.05, 1e-6);
    CHECK(v2d_body_velocity(world, out).y == 0.0f);
    CHECK_NEAR(v2d_soft_velocity(world, rope).y, 0.1, 1e-5);
    CHECK(v2d_soft_velocity(world, far).y == 0.0f);
    CHECK_NEAR(v2d_point_velocity(world, point).y, 0.1, 1e-6);
    CHECK_NEAR(v2d_point_velocity(world, v2d_soft_point(world, rope, 6)).y, 0.1, 1e-5);
}

// a = strength / d^falloff, towards the centre.
static void points_attract_by_a_power_of_the_distance(void **state) {
    (void)state;
    static const float falloffs[] = {0.0f, 0.5f, 1.0f, 2.0f, 2.75f, 8.0f};
    for (int repels = 0; repels < 2; ++repels) {
        for (size_t i = 0; i < sizeof(falloffs) / sizeof(falloffs[0]); ++i) {
            v2d_world *world = empty_world(0.0f);
            v2d_zone_def def = everywhere(V2D_ZONE_POINT);
            def.center = at(1.0f, 2.0f), def.falloff = falloffs[i];
            def.strength = repels ? -7.0f : 7.0f;
            add(world, &def);
            v2d_body_id body = solid(world, at(4.0f, 6.0f), v2d_geometry_box(0.2f, 0.1f), 1.0f);
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
            double a = (double)def.strength / pow(5.0, (double)falloffs[i]) / 60.0;
            v2d_vec2 v = v2d_body_velocity(world, body);
            CHECK_NEAR(v.x, -0.6 * a, 1e-4 * fabs(a));
            CHECK_NEAR(v.y, -0.8 * a, 1e-4 * fabs(a));
        }
    }
}

// A circular orbit at radius 5 with strength mu and falloff 2: speed sqrt(mu / r), for 20 turns.
static void orbits_keep_their_radius(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_POINT);
    def.shape = sensor(world, V2D_BODY_STATIC, at(-3.0f, 1.0f), 1.0f,
                       v2d_geometry_circle(at(0.0f, 0.0f), 40.0f));
    def.center = at(0.0f, 0.0f), def.strength = 500.0f;
    add(world, &def);
    v2d_body_id moon =
        solid(world, at(2.0f, 1.0f), v2d_geometry_circle(at(0.0f, 0.0f), 0.2f), 1.0f);
    CHECK(v2d_body_set_velocity(world, moon, at(0.0f, 10.0f)) == V2D_OK);
    int turns = (int)(20.0 * TEST_PI * 60.0);
    for (int i = 0; i < turns; ++i) {
        CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        v2d_vec2 p = v2d_body_position(world, moon);
        CHECK_NEAR(hypot((double)p.x + 3.0, (double)p.y - 1.0), 5.0, 0.1);
    }
}

// Angular momentum of a disc, a loose point or a jelly about the origin, over its mass.
static double turning(const v2d_world *world, v2d_body_id body, v2d_soft_id soft) {
    v2d_point_id none = {0, 0}, point = v2d_world_next_point(world, none);
    bool of_body = !V2D_IS_NULL(body), of_soft = !V2D_IS_NULL(soft);
    v2d_vec2 p = of_body   ? v2d_body_position(world, body)
                 : of_soft ? v2d_soft_center(world, soft)
                           : v2d_point_position(world, point);
    v2d_vec2 v = of_body   ? v2d_body_velocity(world, body)
                 : of_soft ? v2d_soft_velocity(world, soft)
                           : v2d_point_velocity(world, point);
    return (double)p.y * (double)v.x - (double)p.x * (double)v.y;
}

// A round thing slides without friction around a planet. All forces go through its centre, so the angular
// momentum stays; but a step goes straight on, by the angle v dt / r = 0.0054, and then along the new
// tangent, which leaves its cosine: 0.26 % are lost in 180 steps.
static void what_slides_around_a_planet_keeps_its_speed(void **state) {
    (void)state;
    for (int i = 0; i < 18; ++i) {
        v2d_world *world = empty_world(0.0f);
        v2d_zone_def def = everywhere(V2D_ZONE_POINT);
        def.falloff = (float)(i / 3 % 3);
        def.strength = 20.0f * powf(3.0f, def.falloff);
        add(world, &def);
        v2d_body_id body = {0, 0};
        v2d_soft_id soft = {0, 0};
        if (i % 3 == 0) {
            body = solid(world, at(0.0f, 3.1f), v2d_geometry_circle(at(0.0f, 0.0f), 0.1f), 1.0f);
            v2d_body_set_velocity(world, body, at(1.0f, 0.0f));
        } else if (i % 3 == 1) {
            v2d_point_def point = v2d_point_def_default();
            point.position = at(0.0f, 3.1f), point.velocity = at(1.0f, 0.0f), point.radius = 0.1f;
            v2d_point_create(world, &point);
        } else {
            v2d_soft_def jelly = v2d_soft_def_default();
            v2d_vec2 ring[12];
            for (int k = 0; k < 12; ++k) {
                v2d_rot q = v2d_rot_make((float)TEST_PI * (float)k / 6.0f);
                ring[k] = at(0.1f * q.c, 0.1f * q.s);
            }
            jelly.position = at(0.0f, 3.12f), jelly.velocity = at(1.0f, 0.0f);
            jelly.linear_damping = 0.0f, jelly.shape_frequency = jelly.area_frequency = 8.0f;
            soft = v2d_soft_create_blob(world, &jelly, ring, 12);
        }
        v2d_shape_def planet = v2d_shape_def_default();
        planet.friction = 0.0f;
        v2d_geometry disc = v2d_geometry_circle(at(0.0f, 0.0f), 3.0f);
        v2d_body_def ground = v2d_body_def_default();
        ground.type = V2D_BODY_STATIC;
        v2d_shape_create(world, v2d_body_create(world, &ground), &planet, &disc);
        double before = turning(world, body, soft);
        for (int k = 0; k < 180; ++k)
            CHECK(v2d_world_step(world, dt, i < 9 ? 4 : 12) == V2D_OK);
        CHECK_NEAR(turning(world, body, soft), 0.9974 * before, 0.008 * before);
    }
}

// Boxes, planks and discs that slide around a planet without friction keep their energy, up to 0.7 of the speed at which
// they would fly around it, and stay on the ground.
static void what_slides_around_a_planet_keeps_its_energy(void **state) {
    (void)state;
    const float radii[3] = {5.0f, 10.0f, 30.0f}, shares[3] = {0.1f, 0.25f, 0.7f}, half = 0.25f;
    for (int i = 0; i < 27; ++i) {
        float radius = radii[i / 3 % 3], speed = shares[i / 9] * sqrtf(10.0f * radius);
        v2d_geometry figures[3] = {v2d_geometry_box(half, half), v2d_geometry_box(1.0f, half),
                                   v2d_geometry_circle(at(0.0f, 0.0f), half)};
        v2d_world *world = empty_world(0.0f);
        v2d_zone_def def = everywhere(V2D_ZONE_POINT);
        def.strength = 10.0f, def.falloff = 0.0f;
        add(world, &def);
        v2d_shape_def planet = v2d_shape_def_default();
        planet.friction = 0.0f;
        v2d_geometry disc = v2d_geometry_circle(at(0.0f, 0.0f), radius);
        v2d_body_def ground = v2d_body_def_default();
        ground.type = V2D_BODY_STATIC;
        v2d_shape_create(world, v2d_body_create(world, &ground), &planet, &disc);
        v2d_body_id body = solid(world, at(0.0f, radius + half), figures[i % 3], 1.0f);
        v2d_body_set_velocity(world, body, at(speed, 0.0f));
        v2d_body_set_angular_velocity(world, body, i % 3 < 2 ? -speed / (radius + half) : 0.0f);
        for (int k = 0; k < 1200; ++k)
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        v2d_vec2 p = v2d_body_center(world, body), v = v2d_body_velocity(world, body);
        double height = hypot((double)p.x, (double)p.y) - (double)(radius + half);
        double energy = 0.5 * (double)(v.x * v.x + v.y * v.y) + 10.0 * height;
        CHECK_NEAR(energy / (0.5 * (double)(speed * speed)), 1.0, 0.02);
        CHECK_NEAR(height, 0.0, 0.01);
    }
}

// A zone that moves with its body carries what orbits in it as one at rest does, and leaves its own body
// alone: its velocity stays to the bit.
static void orbits_go_with_a_body_that_moves(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        v2d_world *world = empty_world(0.0f);
        v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_POINT);
        v2d_body_id planet = solid(world, at(1.0f, 2.0f), v2d_geometry_box(0.2f, 0.3f), 1.0f);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry disc = v2d_geometry_circle(at(0.0f, 0.0f), 3.0f);
        shape.sensor = true;
        def.shape = v2d_shape_create(world, planet, &shape, &disc), def.strength = 50.0f;
        if (kind == 1) CHECK(v2d_body_set_type(world, planet, V2D_BODY_KINEMATIC) == V2D_OK);
        add(world, &def);
        v2d_body_id moon =
            solid(world, at(3.0f, 2.0f), v2d_geometry_circle(at(0.0f, 0.0f), 0.1f), 1.0f);
        v2d_body_set_velocity(world, planet, at(6.0f, -2.0f));
        v2d_body_set_velocity(world, moon, at(6.0f, -2.0f + 5.0f)); // v^2 = strength / distance
        for (int i = 0; i < 900; ++i) {
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
            v2d_vec2 p = v2d_body_position(world, moon), q = v2d_body_position(world, planet);
            CHECK_NEAR(hypot((double)(p.x - q.x), (double)(p.y - q.y)), 2.0, 0.04);
            v2d_vec2 v = v2d_body_velocity(world, planet);
            CHECK_NEAR(v.x, 6.0, 1e-5);
            CHECK_NEAR(v.y, -2.0, 1e-5);
        }
    }
}

// No kind of zone acts on the body of its shape.
static void zones_leave_their_own_body_alone(void **state) {
    (void)state;
    for (int kind = 0; kind <= (int)V2D_ZONE_DAMPING; ++kind) {
        v2d_world *world = empty_world(0.0f);
        v2d_zone_def def = v2d_zone_def_default((v2d_zone_kind)kind);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry box = v2d_geometry_box(3.0f, 3.0f);
        v2d_body_id body = solid(world, at(1.0f, 0.0f), v2d_geometry_box(0.5f, 0.2f), 1.0f);
        v2d_body_id other = solid(world, at(2.0f, 0.0f), v2d_geometry_box(0.3f, 0.2f), 1.0f);
        shape.sensor = true;
        def.shape = v2d_shape_create(world, body, &shape, &box);
        def.gravity = def.flow = at(3.0f, 4.0f), def.center = at(0.5f, 0.5f);
        add(world, &def);
        v2d_body_set_velocity(world, body, at(1.0f, 0.0f));
        v2d_body_set_velocity(world, other, at(1.0f, 0.0f));
        CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        CHECK(v2d_body_velocity(world, body).x == 1.0f && v2d_body_velocity(world, body).y == 0.0f);
        CHECK(v2d_body_angular_velocity(world, body) == 0.0f);
        CHECK(v2d_body_velocity(world, other).x != 1.0f);
    }
}

// ---- damping -----------------------------------------------------------------------------------

static void damping_divides_speeds(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_zone_def def = everywhere(V2D_ZONE_DAMPING);
    def.strength = 3.0f, def.angular_strength = 5.0f;
    add(world, &def);
    def.strength = 1e6f, def.angular_strength = 0.0f;
    v2d_zone_id thick = add(world, &def);
    v2d_body_id body = solid(world, at(0.0f, 0.0f), v2d_geometry_box(0.5f, 0.2f), 1.0f);
    CHECK(v2d_body_set_velocity(world, body, at(6.0f, -2.0f)) == V2D_OK);
    CHECK(v2d_zone_destroy(world, thick) == V2D_OK);
    def.strength = 4.0f;
    add(world, &def);
    CHECK(v2d_body_set_angular_velocity(world, body, 2.0f) == V2D_OK);
    double vx = 6.0, w = 2.0;
    for (int i = 0; i < 30; ++i) {
        CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        vx /= 1.0 + 7.0 / 60.0, w /= 1.0 + 5.0 / 60.0;
        CHECK_NEAR(v2d_body_velocity(world, body).x, vx, 1e-4);
        CHECK_NEAR(v2d_body_velocity(world, body).y, -vx / 3.0, 1e-4);
        CHECK_NEAR(v2d_body_angular_velocity(world, body), w, 1e-4);
    }
    def.strength = 1e9f, def.angular_strength = 1e9f;
    add(world, &def);
    CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
    CHECK_NEAR(v2d_body_velocity(world, body).x, 0.0, 1e-6);
    CHECK_NEAR(v2d_body_angular_velocity(world, body), 0.0, 1e-6);
}

// ---- wind --------------------------------------------------------------------------------------

// Terminal speed: density / 2 * v^2 * width * drag = m g.
static void falls_in_still_air_reach_the_terminal_speed(void **state) {
    (void)state;
    static const struct {
        float half, height, drag, density;
    } cases[] = {{0.5f, 0.5f, 1.0f, 1.0f}, {1.0f, 0.1f, 2.0f, 1.5f}, {0.2f, 1.0f, 0.5f, 3.0f}};
    for (int round = 0; round < 2; ++round) {
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
            v2d_world *world = empty_world(-10.0f);
            v2d_zone_def def = everywhere(V2D_ZONE_WIND);
            def.drag = cases[i].drag;
            add(world, &def);
            v2d_geometry g = round ? v2d_geometry_circle(at(0.0f, 0.0f), cases[i].half)
                                   : v2d_geometry_box(cases[i].half, cases[i].height);
            v2d_body_id body = solid(world, at(0.0f, 0.0f), g, cases[i].density);
            test_steps(world, 900);
            double mass = (double)v2d_body_mass(world, body).mass;
            double speed =
                sqrt(mass * 10.0 / (0.5 * 2.0 * (double)(cases[i].half * cases[i].drag)));
            CHECK_NEAR(v2d_body_velocity(world, body).y, -speed, 0.01 * speed);
            CHECK_NEAR(v2d_body_velocity(world, body).x, 0.0, 0.01);
        }
    }
}

// Of a thin plate at rest, turned by `angle`, in a wind along x, after one step.
static void plates_feel_drag_and_lift(void **state) {
    (void)state;
    for (int i = -5; i <= 5; ++i) {
        v2d_world *world = empty_world(0.0f);
        v2d_zone_def def = everywhere(V2D_ZONE_WIND);
        def.flow = at(6.0f, 0.0f), def.density = 1.2f, def.drag = 0.7f, def.lift = 1.9f;
        add(world, &def);
        float angle = 0.29f * (float)i;
        v2d_geometry g = v2d_geometry_box(1.0f, 0.0005f);
        v2d_body_id body = solid(world, at(0.0f, 0.0f), g, 50000.0f);
        CHECK(v2d_body_set_transform(world, body, at(3.0f, 4.0f), angle) == V2D_OK);
        CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        double s = fabs(sin((double)angle)), c = cos((double)angle);
        double push = 0.5 * 1.2 * 36.0 * 2.0 * s / 100.0 / 60.0;
        double edge = 0.5 * 1.2 * 36.0 * 0.001 * c * 0.7 / 100.0 / 60.0; // of the short edge
        v2d_vec2 v = v2d_body_velocity(world, body);
        CHECK_NEAR(v.x, push * 0.7 + edge, 0.002 * push + 1e-6);
        // A plate that rises to the right is pushed down by a wind from the left.
        CHECK_NEAR(v.y, push * 1.9 * c * (i > 0 ? -1.0 : 1.0), 0.002 * push + 2e-5);
    }
}

// A wind takes along what it blows at, and does not throw it, whatever the numbers.
static void no_wind_is_outrun(void **state) {
    (void)state;
    static const float densities[] = {1e-3f, 1.0f, 1e4f, 1e9f};
    static const float steps[] = {1e-3f, 1.0f / 60.0f, 0.25f, 1.0f};
    for (int i = 0; i < 4 * 4; ++i) {
        v2d_world *world = empty_world(0.0f);
        v2d_zone_def def = everywhere(V2D_ZONE_WIND);
        def.flow = at(20.0f, 0.0f), def.density = densities[i % 4], def.lift = 3.0f;
        for (int k = 0; k < 3; ++k)
            add(world, &def);
        v2d_body_id body = solid(world, at(0.0f, 0.0f), v2d_geometry_box(1.0f, 0.05f), 0.1f);
        CHECK(v2d_body_set_angular_velocity(world, body, 3.0f) == V2D_OK);
        v2d_soft_def soft_def = v2d_soft_def_default();
        v2d_soft_id rope =
            v2d_soft_create_rope(world, &soft_def, at(0.0f, 5.0f), at(3.0f, 6.0f), 8, false, false);
        for (int k = 0; k < 100; ++k) {
            CHECK(v2d_world_step(world, steps[i / 4], 4) == V2D_OK);
            v2d_vec2 v = v2d_body_velocity(world, body), u = v2d_soft_velocity(world, rope);
            CHECK(test_finite(v) && test_finite(u));
            CHECK(hypotf(v.x - 20.0f, v.y) < 24.0f && hypotf(u.x - 20.0f, u.y) < 24.0f);
        }
    }
}

// An open edge at rest feels the wind on both sides alike; each end gets half.
static void ropes_feel_the_wind(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        v2d_world *world = empty_world(0.0f);
        v2d_zone_def def = everywhere(V2D_ZONE_WIND);
        def.flow = at(3.0f * (float)side, 0.0f);
        add(world, &def);
        v2d_soft_def soft_def = v2d_soft_def_default();
        soft_def.mass = 100.0f;
        v2d_soft_id rope =
            v2d_soft_create_rope(world, &soft_def, at(0.0f, 0.0f), at(0.0f, 8.0f), 8, false, false);
        CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        CHECK_NEAR(v2d_soft_velocity(world, rope).x, side * 0.5 * 9.0 * 8.0 / 100.0 / 60.0, 1e-5);
        CHECK_NEAR(v2d_soft_velocity(world, rope).y, 0.0, 1e-5);
    }
}

// A flag in a steady wind comes to rest if it does not fold: no point moves from step to step. One that folds
// flaps: its points go on from step to step more than they turn back.
static void flags_rest_in_a_steady_wind(void **state) {
    (void)state;
    enum { COLUMNS = 20, ROWS = 10 };
    static const float winds[] = {2.0f, 8.0f, 16.0f, 20.0f}, masses[] = {0.1f, 0.4f};
    for (int i = 0; i < 16; ++i) {
        bool folds = i >= 8;
        v2d_world *world = empty_world(-10.0f);
        v2d_zone_def def = everywhere(V2D_ZONE_WIND);
        def.flow = at(winds[i % 4], 0.0f), def.density = 1.2f, def.drag = 0.3f, def.lift = 0.6f;
        add(world, &def);
        v2d_soft_def soft_def = v2d_soft_def_default();
        soft_def.mass = masses[i / 4 % 2];
        if (!folds) soft_def.press_frequency = 0.0f;
        v2d_soft_id flag = v2d_soft_create_cloth(world, &soft_def, COLUMNS, ROWS, 0.2f);
        for (int k = 0; k < ROWS; ++k)
            v2d_point_set_pinned(world, v2d_soft_point(world, flag, COLUMNS * k), true);
        test_steps(world, 900);
        v2d_vec2 before[COLUMNS * ROWS], last[COLUMNS * ROWS];
        double way = 0.0, turn = 0.0;
        for (int step = 0; step < 60; ++step) {
            for (int k = 0; k < COLUMNS * ROWS; ++k) {
                v2d_vec2 now = v2d_point_position(world, v2d_soft_point(world, flag, k));
                float x = step > 0 ? now.x - before[k].x : 0.0f;
                float y = step > 0 ? now.y - before[k].y : 0.0f;
                if (!folds) CHECK(hypotf(x, y) < 1e-3f);
                if (step > 1) way += (double)hypotf(x, y);
                if (step > 1) turn += (double)hypotf(x - last[k].x, y - last[k].y);
                before[k] = now, last[k] = at(x, y);
            }
            test_steps(world, 1);
        }
        CHECK(turn < 0.8 * way || way < 1e-3 * 60 * COLUMNS * ROWS); // 2.0 if they went to and fro
    }
}

// ---- fluids ------------------------------------------------------------------------------------

static void boxes_float_as_deep_as_their_density_says(void **state) {
    (void)state;
    static const float sizes[] = {0.05f, 0.3f, 1.0f, 4.0f};
    for (int i = 0; i < 12; ++i) {
        float half = sizes[i % 4], share = 0.25f + 0.25f * (float)(i / 4);
        v2d_world *world = empty_world(-10.0f);
        v2d_zone_def def = pool_def(world);
        add(world, &def);
        v2d_geometry g = v2d_geometry_box(3.0f * half, half);
        v2d_body_id body = solid(world, at(0.0f, 0.4f * half), g, 2.0f * share);
        test_steps(world, 1800);
        double depth = (double)(half - v2d_body_position(world, body).y);
        CHECK_NEAR(depth, 2.0 * (double)(half * share), 0.01 * 2.0 * (double)(half * share));
        CHECK_NEAR(v2d_body_angle(world, body), 0.0, 1e-3);
        CHECK(world_set_sleep(world, true) == V2D_OK);
        test_steps(world, 60);
        CHECK(!v2d_body_is_awake(world, body)); // at rest in a steady fluid it may sleep
    }
}

// Half the density of the fluid: a circle, a capsule and a rounded box float half deep.
static void round_figures_float(void **state) {
    (void)state;
    v2d_vec2 corners[4] = {{-1.0f, -0.2f}, {1.0f, -0.2f}, {1.0f, 0.2f}, {-1.0f, 0.2f}};
    for (int i = 0; i < 3; ++i) {
        v2d_world *world = empty_world(-10.0f);
        v2d_zone_def def = pool_def(world);
        add(world, &def);
        v2d_geometry g = i == 0   ? v2d_geometry_circle(at(0.0f, 0.0f), 0.7f)
                         : i == 1 ? v2d_geometry_capsule(at(-0.8f, 0.0f), at(0.8f, 0.0f), 0.3f)
                                  : v2d_geometry_polygon(corners, 4, 0.3f);
        v2d_body_id body = solid(world, at(0.0f, 0.2f), g, 1.0f);
        test_steps(world, 1200);
        CHECK_NEAR(v2d_body_position(world, body).y, 0.0, 0.005);
    }
    // Deeper: the area of a circle segment, r^2 (acos(x / r) - x / r sqrt(1 - (x / r)^2)), above the water.
    v2d_world *world = empty_world(-10.0f);
    v2d_zone_def def = pool_def(world);
    add(world, &def);
    v2d_body_id body =
        solid(world, at(0.0f, 0.0f), v2d_geometry_circle(at(0.0f, 0.0f), 1.0f), 1.6f);
    test_steps(world, 1800);
    double x = -(double)v2d_body_position(world, body).y;
    CHECK_NEAR((acos(x) - x * sqrt(1.0 - x * x)) / TEST_PI, 0.2, 0.002);
}

// Submerged by a turned polygon zone: the area of the overlap, by samples; one step from rest.
static void buoyancy_is_the_area_of_the_overlap(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (int i = 0; i < 40; ++i) {
        float r[8];
        for (int k = 0; k < 8; ++k)
            seed = seed * 1664525u + 1013904223u, r[k] = (float)(seed >> 8) / 16777216.0f;
        v2d_world *world = empty_world(-10.0f);
        v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_FLUID);
        v2d_geometry zone = i % 3 == 0 ? v2d_geometry_circle(at(0.3f, 0.0f), 1.0f + r[5])
                            : i % 3 == 1
                                ? v2d_geometry_box(1.0f + r[5], 0.5f + r[6])
                                : v2d_geometry_capsule(at(-1.0f, 0.0f), at(r[5], 0.7f), 0.6f);
        def.shape = sensor(world, V2D_BODY_STATIC, at(r[0], r[1]), 6.0f * r[2], zone);
        def.density = 1.0f, def.drag = 0.0f;
        add(world, &def);
        v2d_geometry g = i % 2 ? v2d_geometry_box(0.8f, 0.4f)
                               : v2d_geometry_capsule(at(-0.6f, 0.0f), at(0.6f, 0.0f), 0.4f);
        v2d_body_id body = solid(world, at(0.0f, 0.0f), g, 1e5f);
        CHECK(v2d_body_set_transform(world, body, at(2.0f * r[3], 2.0f * r[4]), 6.0f * r[7]) ==
              V2D_OK);
        v2d_transform xf = v2d_body_transform(world, body);
        v2d_transform xz = v2d_body_transform(world, v2d_shape_body(world, def.shape));
        double area = 0.0, turn = 0.0;
        const int fine = 400;
        for (int k = 0; k < fine * fine; ++k) {
            v2d_vec2 p = at(xf.p.x + 2.4f * ((float)(k % fine) + 0.5f) / (float)fine - 1.2f,
                            xf.p.y + 2.4f * ((float)(k / fine) + 0.5f) / (float)fine - 1.2f);
            if (!v2d_geometry_contains(&g, xf, p) || !v2d_geometry_contains(&zone, xz, p)) continue;
            area += 2.4 * 2.4 / (fine * fine);
            turn += 2.4 * 2.4 / (fine * fine) * (double)(p.x - xf.p.x);
        }
        body_set_gravity_scale(world, body, 1.0f);
        CHECK(v2d_world_step(world, 1e-3f, 1) == V2D_OK);
        v2d_mass m = v2d_body_mass(world, body);
        double push = ((double)v2d_body_velocity(world, body).y / 1e-3 + 10.0) * (double)m.mass;
        double torque = (double)v2d_body_angular_velocity(world, body) / 1e-3 * (double)m.inertia;
        // A float holds 10 m/s^2 to 1e-6, which is 1e5 kg times 1.3 m^2 as a force.
        CHECK_NEAR(push, 10.0 * area, 0.2 + 0.01 * area);
        CHECK_NEAR(torque, 10.0 * turn, 0.1);
    }
}

// v = (density of the body / density of the fluid - 1) g / drag.
// Water slows the spin of a body of its own density as its speed: by exp(-drag t). A heavier one is slowed less.
static void water_slows_a_spin(void **state) {
    (void)state;
    for (int k = 0; k < 8; ++k) {
        v2d_world *world = empty_world(-10.0f);
        v2d_zone_def def = pool_def(world);
        def.density = 2.0f, def.drag = 0.5f;
        add(world, &def);
        v2d_vec2 corners[3] = {{-1.0f, -0.6f}, {1.2f, -0.5f}, {0.1f, 0.9f}};
        v2d_geometry g = k % 4 == 0   ? v2d_geometry_box(0.5f, 1.5f)
                         : k % 4 == 1 ? v2d_geometry_polygon(corners, 3, 0.0f)
                         : k % 4 == 2 ? v2d_geometry_circle(at(0.0f, 0.0f), 0.8f)
                                      : v2d_geometry_capsule(at(-1.0f, 0.0f), at(0.7f, 0.0f), 0.3f);
        double heavier = k < 4 ? 1.0 : 4.0;
        v2d_body_id body = solid(world, at(0.0f, -90.0f), g, 2.0f * (float)heavier);
        CHECK(v2d_body_set_angular_velocity(world, body, 2.0f) == V2D_OK);
        for (int i = 0; i < 60; ++i)
            CHECK(v2d_world_step(world, dt, 4) == V2D_OK);
        CHECK_NEAR(v2d_body_angular_velocity(world, body), 2.0 * exp(-0.5 / heavier), 0.04);
    }
}

static void sinking_reaches_the_terminal_speed(void **state) {
    (void)state;
    v2d_world *world = empty_world(-10.0f);
    v2d_zone_def def = everywhere(V2D_ZONE_FLUID);
    def.drag = 2.0f, def.flow = at(0.5f, 0.0f);
    add(world, &def);
    v2d_body_id box = solid(world, at(0.0f, 0.0f), v2d_geometry_box(0.5f, 0.3f), 5.0f);
    v2d_soft_def soft_def = v2d_soft_def_default();
    soft_def.mass = 5.0f * 1.2f, soft_def.linear_damping = 0.0f, soft_def.position = at(9.0f, 0.0f);
    v2d_soft_id soft = v2d_soft_create_box(world, &soft_def, 1.2f, 1.0f);
    test_steps(world, 900);
    CHECK_NEAR(v2d_body_velocity(world, box).y, -7.5, 0.02 * 7.5);
    CHECK_NEAR(v2d_body_velocity(world, box).x, 0.5, 0.01);
    CHECK_NEAR(v2d_soft_velocity(world, soft).y, -7.5, 0.02 * 7.5);
    CHECK_NEAR(v2d_soft_velocity(world, soft).x, 0.5, 0.01);
}

// A box of that height and density relative to the fluid that is pool_def()'s with that drag.
static v2d_body_id in_pool(v2d_world *world, float drag, float height, float density, float y) {
    v2d_zone_def def = pool_def(world);
    def.density = 1.0f, def.drag = drag;
    add(world, &def);
    return solid(world, at(0.0f, y), v2d_geometry_box(height, 0.5f * height), density);
}

static void things_float_in_mud(void **state) {
    (void)state;
    static const float drags[] = {0.0f, 1.0f, 60.0f, 1000.0f}, rates[] = {30.0f, 60.0f, 240.0f};
    static const float sizes[] = {0.01f, 0.1f, 1.0f, 10.0f}, densities[] = {0.1f, 0.5f, 0.9f};
    for (int i = 0; i < 4 * 3 * 4 * 3; ++i) {
        float drag = drags[i % 4], rate = rates[i / 4 % 3], size = sizes[i / 12 % 4];
        float density = densities[i / 48], from = 0.5f - density;
        // It creeps to its depth, in a time of drag * depth / g. What nothing brakes begins there.
        double creep = (double)(drag * size * density) / 10.0, seconds = 5.0 + 8.0 * creep;
        if (seconds > 60.0) continue;
        from += drag < 1.0f ? 0.0f : drag < 2.0f ? 0.02f * density : 0.2f * density;
        v2d_world *world = empty_world(-10.0f);
        v2d_body_id body = in_pool(world, drag, size, density, from * size);
        for (int k = 0; k < (int)(seconds * (double)rate); ++k)
            CHECK(v2d_world_step(world, 1.0f / rate, 4) == V2D_OK);
        float depth = 0.5f - v2d_body_position(world, body).y / size;
        CHECK_NEAR(depth, density, 0.01 * (double)density);
    }
}

// Deep in the fluid: (1 - density) g / drag, up or down.
static void mud_holds_speeds_down(void **state) {
    (void)state;
    static const float drags[] = {20.0f, 100.0f, 1000.0f}, rates[] = {30.0f, 60.0f, 240.0f};
    for (int i = 0; i < 3 * 3 * 2; ++i) {
        float density = i < 9 ? 0.2f : 3.0f, drag = drags[i % 3];
        v2d_world *world = empty_world(-10.0f);
        v2d_body_id body = in_pool(world, drag, 1.0f, density, -500.0f);
        for (int k = 0; k < (int)rates[i / 3 % 3]; ++k)
            CHECK(v2d_world_step(world, 1.0f / rates[i / 3 % 3], 4) == V2D_OK);
        double speed = (1.0 - (double)density) * 10.0 / (double)drag;
        CHECK_NEAR(v2d_body_velocity(world, body).y, speed, 0.01 * fabs(speed));
    }
}

// What lies on the ground of a pool, or hangs in it, weighs as much in any fluid.
static void mud_takes_no_weight_away(void **state) {
    (void)state;
    static const float drags[] = {0.0f, 60.0f, 1000.0f}, rates[] = {30.0f, 60.0f, 240.0f};
    for (int i = 0; i < 3 * 3 * 2; ++i) {
        v2d_world *world = empty_world(-10.0f);
        float rate = rates[i / 3 % 3];
        v2d_body_id body = in_pool(world, drags[i % 3], 1.0f, 3.0f, -5.0f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = v2d_anchor_world(at(0.0f, -4.0f), 0.0f);
        def.b = v2d_anchor_at(world, body, at(0.0f, -4.5f), 0.0f);
        v2d_joint_id joint = {0, 0};
        if (i < 9) joint = v2d_joint_create(world, &def);
        if (i >= 9) test_box(world, V2D_BODY_STATIC, 0.0f, -6.0f, 3.0f, 0.5f);
        for (int k = 0; k < (int)(3.0f * rate); ++k)
            CHECK(v2d_world_step(world, 1.0f / rate, 4) == V2D_OK);
        double load = (double)joint_force_now(world, joint).y;
        v2d_contact contacts[8];
        int count = i < 9 ? 0 : v2d_body_contacts(world, body, contacts, 8);
        for (int k = 0; k < count; ++k) {
            if (contacts[k].sensor) continue;
            load += (double)(contacts[k].normal_impulse[0] + contacts[k].normal_impulse[1]) *
                    (double)rate;
        }
        CHECK_NEAR(fabs(load), 2.0 * (3.0 - 1.0) * 10.0, 0.4);
    }
}

static double energy(const v2d_world *world, v2d_body_id body) {
    v2d_mass m = v2d_body_mass(world, body);
    v2d_vec2 v = v2d_body_velocity(world, body), p = v2d_body_position(world, body);
    // A unit box that stays level: weight, and half of density g x depth^2 x width.
    double depth = fmin(fmax(0.5 - (double)p.y, 0.0), 1.0), fluid = 2.0 * 10.0;
    double held = fluid * (depth * depth / 2.0 + (depth >= 1.0 ? 0.5 - (double)p.y - 1.0 : 0.0));
    return (double)m.mass * (0.5 * (double)(v.x * v.x + v.y * v.y) + 10.0 * (double)p.y) + held;
}

// Drag takes energy away. Without drag buoyancy brings none, and a box that bobs keeps more than half of it for 20 s:
// 0.9 J above that at rest.
static void floating_loses_energy(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        v2d_world *world = empty_world(-10.0f);
        v2d_zone_def def = pool_def(world);
        def.drag = i < 2 ? 0.0f : 1.0f;
        add(world, &def);
        v2d_body_id body = solid(world, at(0.0f, 0.3f), v2d_geometry_box(0.5f, 0.5f), 1.0f);
        double last = energy(world, body), first = last;
        for (int k = 0; k < 1200; ++k) {
            CHECK(v2d_world_step(world, dt, i % 2 ? 1 : 4) == V2D_OK);
            double now = energy(world, body);
            CHECK(now <= (i < 2 ? first + 0.02 : last + 3e-4));
            last = now;
        }
        CHECK(i < 2 ? last > first - 0.45 : last < first - 0.8);
        if (i >= 2) CHECK_NEAR(v2d_body_velocity(world, body).y, 0.0, 1e-3);
    }
}

static void no_fluid_throws_things_out(void **state) {
    (void)state;
    static const float densities[] = {1e-3f, 0.1f, 100.0f, 1e6f, 1e9f};
    static const float steps[] = {1e-3f, 1.0f / 60.0f, 1.0f / 16.0f, 1.0f};
    for (int i = 0; i < 5 * 4 * 3; ++i) {
        v2d_world *world = empty_world(-10.0f);
        v2d_zone_def def = pool_def(world);
        def.density = densities[i % 5], def.drag = i / 20 == 0 ? 0.0f : i / 20 == 1 ? 1.0f : 1e9f;
        add(world, &def);
        add(world, &def);
        v2d_geometry g = v2d_geometry_box(0.5f, 0.3f);
        v2d_body_id body = solid(world, at(0.0f, 0.25f), g, 1.0f);
        CHECK(v2d_body_set_transform(world, body, at(0.0f, 0.25f), 0.4f) == V2D_OK);
        v2d_soft_def soft_def = v2d_soft_def_default();
        soft_def.position = at(5.0f, 0.3f);
        v2d_soft_id soft = v2d_soft_create_box(world, &soft_def, 1.0f, 0.8f);
        soft_def.position = at(10.0f, -0.2f);
        v2d_soft_id rope =
            v2d_soft_create_rope(world, &soft_def, at(0.0f, 0.0f), at(3.0f, 0.4f), 6, false, false);
        for (int k = 0; k < 120; ++k) {
            CHECK(v2d_world_step(world, steps[i / 5 % 4], 4) == V2D_OK);
            // What is pressed under water by less than 1 m, by two fluids, rises no higher.
            float most = 1.0f + 2.0f * def.density;
            CHECK(v2d_body_position(world, body).y < most);
            CHECK(v2d_soft_center(world, soft).y < most && v2d_soft_center(world, rope).y < most);
            CHECK(test_finite(v2d_body_velocity(world, body)));
            CHECK(fabsf(v2d_body_position(world, body).x) < 5.0f);
        }
    }
}

// Area of the skins of the edges of a rope below y = 0, by samples: each is a rectangle about its edge.
static double area_below(const v2d_world *world, v2d_soft_id rope, int edges, double radius) {
    enum { N = 100 };
    double area = 0.0;
    for (int i = 0; i < edges; ++i) {
        v2d_vec2 a = v2d_point_position(world, v2d_soft_point(world, rope, i));
        v2d_vec2 b = v2d_point_position(world, v2d_soft_point(world, rope, i + 1));
        double x = (double)(b.x - a.x), y = (double)(b.y - a.y), length = hypot(x, y);
        int below = 0;
        for (int k = 0; k < N * N; ++k) {
            double along = (k / N + 0.5) / N, across = 2.0 * (k % N + 0.5) / N - 1.0;
            below += (double)a.y + along * y + across * radius * x / length < 0.0;
        }
        area += 2.0 * radius * length * below / (N * N);
    }
    return area;
}

static void soft_bodies_float(void **state) {
    (void)state;
    v2d_world *world = empty_world(-10.0f);
    v2d_zone_def def = pool_def(world);
    add(world, &def);
    v2d_soft_def soft_def = v2d_soft_def_default();
    soft_def.mass = 2.0f, soft_def.position = at(0.0f, 0.2f); // half the density, 2 m wide
    v2d_soft_id box = v2d_soft_create_box(world, &soft_def, 2.0f, 1.0f);
    // A rope of skin 0.1 that weighs half of what it displaces.
    soft_def.radius = 0.1f, soft_def.mass = 4.0f * 0.2f, soft_def.position = at(8.0f, 0.3f);
    v2d_soft_id rope =
        v2d_soft_create_rope(world, &soft_def, at(0.0f, 0.0f), at(4.0f, 0.0f), 10, false, false);
    v2d_point_def point_def = v2d_point_def_default();
    point_def.radius = 0.3f, point_def.mass = 0.09f * (float)TEST_PI; // half, too
    point_def.position = at(-6.0f, 0.4f);
    v2d_point_id point = v2d_point_create(world, &point_def);
    test_steps(world, 1500);
    CHECK_NEAR(v2d_soft_center(world, box).y, 0.0, 0.01);
    // Archimedes: it displaces its weight over density and gravity. A height of 1 mm is 0.004 m^2.
    CHECK_NEAR(area_below(world, rope, 10, 0.1), 0.4, 0.004);
    CHECK_NEAR(v2d_point_position(world, point).y, 0.0, 0.006);
}

// The gravity of a zone, not only the world's: it floats at the left border of a pool that pulls to the right.
static void buoyancy_follows_the_gravity_of_zones(void **state) {
    (void)state;
    v2d_world *world = empty_world(-10.0f);
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_FLUID);
    def.shape = sensor(world, V2D_BODY_STATIC, at(0.0f, 0.0f), 0.0f,
                       v2d_geometry_half_plane(at(0.0f, 0.0f), at(-1.0f, 0.0f)));
    add(world, &def);
    def = everywhere(V2D_ZONE_GRAVITY);
    def.gravity = at(5.0f, 0.0f), def.replaces = true;
    add(world, &def);
    v2d_body_id body = solid(world, at(-0.3f, 2.0f), v2d_geometry_box(0.5f, 0.7f), 1.0f);
    test_steps(world, 1500);
    CHECK_NEAR(v2d_body_position(world, body).x, 0.0, 0.01);
    CHECK_NEAR(v2d_body_position(world, body).y, 2.0, 0.01);
}

// ---- sleep, life, errors -----------------------------------------------------------------------

static void zones_wake_what_they_would_move(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_ground(world);
    v2d_body_id near = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    v2d_body_id far = test_box(world, V2D_BODY_DYNAMIC, 20.0f, 0.5f, 0.5f, 0.5f);
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_WIND);
    def.shape = sensor(world, V2D_BODY_STATIC, at(0.0f, 1.0f), 0.0f, v2d_geometry_box(3.0f, 3.0f));
    def.flow = at(0.5f, 0.0f);
    test_steps(world, 90);
    CHECK(!v2d_body_is_awake(world, near) && !v2d_body_is_awake(world, far));
    v2d_zone_id zone = add(world, &def);
    CHECK(v2d_body_is_awake(world, near) && !v2d_body_is_awake(world, far));
    test_steps(world, 90);
    CHECK(!v2d_body_is_awake(world, near)); // a weak, steady wind
    uint64_t hash = v2d_world_hash(world);
    CHECK(v2d_zone_change(world, zone, &def) == V2D_OK); // without a difference
    test_steps(world, 1);
    CHECK(!v2d_body_is_awake(world, near) && v2d_world_hash(world) == hash);
    def.user = 7;
    CHECK(v2d_zone_change(world, zone, &def) == V2D_OK && !v2d_body_is_awake(world, near));
    def.flow.x = 0.6f;
    CHECK(v2d_zone_change(world, zone, &def) == V2D_OK && v2d_body_is_awake(world, near));
    test_steps(world, 90);
    // Moved away, it wakes what it held; moved there, what it finds.
    v2d_body_id body = v2d_shape_body(world, def.shape);
    CHECK(v2d_body_set_transform(world, body, at(20.0f, 1.0f), 0.0f) == V2D_OK);
    test_steps(world, 1);
    CHECK(v2d_body_is_awake(world, near) && v2d_body_is_awake(world, far));
    test_steps(world, 90);
    CHECK(!v2d_body_is_awake(world, near) && !v2d_body_is_awake(world, far));
    CHECK(v2d_body_destroy(world, body) == V2D_OK); // the zone ends with its shape
    CHECK(!v2d_zone_is_valid(world, zone) && v2d_body_is_awake(world, far));
    CHECK(!v2d_body_is_awake(world, near) && v2d_world_counters(world).zones.count == 0);
}

static void zones_are_described_walked_and_counted(void **state) {
    (void)state;
    v2d_world *world = empty_world(-10.0f);
    v2d_zone_id none = {0, 0}, ids[V2D_MAX_ZONES];
    for (int i = 0; i < V2D_MAX_ZONES; ++i) {
        v2d_zone_def def = everywhere((v2d_zone_kind)(i % 5)), got;
        def.priority = i % 7 - 3, def.user = (uint64_t)i << 33, def.strength = (float)i;
        def.flow = at((float)i, 1.0f), def.replaces = i % 2 == 1;
        ids[i] = add(world, &def);
        CHECK(v2d_zone_describe(world, ids[i], &got) == V2D_OK);
        CHECK(memcmp(&got, &def, sizeof(got)) == 0);
    }
    v2d_zone_def def = everywhere(V2D_ZONE_WIND);
    CHECK(V2D_IS_NULL(v2d_zone_create(world, &def)));
    CHECK(v2d_world_status(world) == V2D_ERROR_CAPACITY);
    v2d_usage usage = v2d_world_counters(world).zones;
    CHECK(usage.count == V2D_MAX_ZONES && usage.peak == V2D_MAX_ZONES &&
          usage.capacity == V2D_MAX_ZONES);
    CHECK(v2d_zone_destroy(world, ids[3]) == V2D_OK && !v2d_zone_is_valid(world, ids[3]));
    int count = 0;
    v2d_zone_id id = none;
    for (id = v2d_world_next_zone(world, id); !V2D_IS_NULL(id); id = v2d_world_next_zone(world, id))
        CHECK(V2D_ID_EQUALS(id, ids[count < 3 ? count : count + 1])), count += 1;
    CHECK(count == V2D_MAX_ZONES - 1);
}

static void wrong_zones_are_refused(void **state) {
    (void)state;
    v2d_world *world = empty_world(-10.0f);
    v2d_shape_id pool =
        sensor(world, V2D_BODY_STATIC, at(0.0f, 0.0f), 0.0f, v2d_geometry_box(1, 1));
    v2d_shape_id line = sensor(world, V2D_BODY_STATIC, at(0.0f, 0.0f), 0.0f,
                               v2d_geometry_segment(at(0.0f, 0.0f), at(1.0f, 0.0f)));
    v2d_zone_def good = v2d_zone_def_default(V2D_ZONE_FLUID);
    good.shape = pool;
    v2d_zone_id zone = add(world, &good);
    const v2d_result out = V2D_ERROR_OUT_OF_RANGE, kind = V2D_ERROR_WRONG_KIND;
    for (int i = 0; i < 16; ++i) {
        v2d_zone_def def = good;
        v2d_result expected = out, got;
        if (i == 0) def.kind = (v2d_zone_kind)5;
        if (i == 1) def.kind = (v2d_zone_kind)-1;
        if (i == 2) def.flow.x = 2e9f;
        if (i == 3) def.gravity.y = NAN, expected = V2D_ERROR_NOT_FINITE;
        if (i == 4) def.center.x = -2e9f;
        if (i == 5) def.kind = V2D_ZONE_DAMPING, def.strength = -0.1f;
        if (i == 6) def.falloff = 8.5f;
        if (i == 7) def.falloff = -0.5f;
        if (i == 8) def.density = -1.0f;
        if (i == 9) def.drag = INFINITY, expected = V2D_ERROR_NOT_FINITE;
        if (i == 10) def.lift = -1.0f;
        if (i == 11) def.angular_strength = 1.1e9f;
        if (i == 12) def.everywhere = true, expected = kind;
        if (i == 13) def.shape = line, expected = kind;
        if (i == 14) memset(&def.shape, 0, sizeof(def.shape)), expected = V2D_ERROR_BAD_ID;
        if (i == 15) def.cookie = 0, expected = V2D_ERROR_BAD_DEF;
        for (int change = 0; change < 2; ++change) {
            v2d_world_clear_status(world);
            uint64_t hash = v2d_world_hash(world);
            if (change) {
                got = v2d_zone_change(world, zone, &def);
            } else {
                CHECK(V2D_IS_NULL(v2d_zone_create(world, &def)));
                got = v2d_world_status(world);
            }
            if (change && (i < 2 || i == 5 || i == 14)) expected = kind; // these are fixed
            CHECK(got == expected && v2d_world_status(world) == expected);
            CHECK(v2d_world_hash(world) == hash && v2d_world_counters(world).zones.count == 1);
        }
    }
    v2d_zone_def def = good, kept;
    CHECK(V2D_IS_NULL(v2d_zone_create(NULL, &def)) && V2D_IS_NULL(v2d_zone_create(world, NULL)));
    def.kind = V2D_ZONE_WIND;
    CHECK(v2d_zone_change(world, zone, &def) == kind);
    def = everywhere(V2D_ZONE_FLUID);
    CHECK(v2d_zone_change(world, zone, &def) == kind &&
          v2d_zone_change(world, zone, NULL) == V2D_ERROR_NULL);
    CHECK(v2d_zone_describe(world, zone, &kept) == V2D_OK &&
          memcmp(&kept, &good, sizeof(kept)) == 0);
    CHECK(v2d_zone_describe(world, zone, NULL) == V2D_ERROR_NULL);
    v2d_zone_id wrong = {1u, 0u}, other = {pool.index1, pool.generation};
    CHECK(v2d_zone_destroy(world, wrong) == V2D_ERROR_BAD_ID);
    CHECK(v2d_zone_destroy(world, other) == kind && v2d_zone_describe(world, other, &kept) == kind);
    CHECK(v2d_zone_change(world, wrong, &good) == V2D_ERROR_BAD_ID);
}

// A copy of the world goes on equally, and so does one with other contents in its scratch.
static void copies_go_on_equally(void **state) {
    (void)state;
    static v2d_world copy;
    v2d_world *world = empty_world(-10.0f);
    v2d_zone_def def = pool_def(world);
    add(world, &def);
    def = everywhere(V2D_ZONE_WIND), def.flow = at(2.0f, 1.0f);
    add(world, &def);
    for (int i = 0; i < 12; ++i)
        solid(world, at(0.7f * (float)i, 1.0f + 0.3f * (float)(i % 4)),
              v2d_geometry_box(0.3f, 0.2f), 1.0f);
    v2d_soft_def soft_def = v2d_soft_def_default();
    soft_def.position = at(-3.0f, 1.0f);
    v2d_soft_create_box(world, &soft_def, 1.0f, 1.0f);
    test_steps(world, 30);
    copy = *world;
    memset(&copy.scratch, 0x5a, sizeof(copy.scratch));
    test_steps(world, 60);
    test_steps(&copy, 60);
    CHECK(v2d_world_hash(world) == v2d_world_hash(&copy));
}

// ---- explosions --------------------------------------------------------------------------------

static void explosions_push_by_the_length_that_faces_them(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_vec2 center = {1.0f, 1.0f};
    v2d_body_id box = solid(world, at(5.0f, 1.0f), v2d_geometry_box(1.0f, 0.5f), 2.0f);
    v2d_body_id ball =
        solid(world, at(1.0f, 4.0f), v2d_geometry_circle(at(0.0f, 0.0f), 0.5f), 1.0f);
    v2d_body_id gone = solid(world, at(1.0f, -12.0f), v2d_geometry_box(1.0f, 0.5f), 1.0f);
    test_box(world, V2D_BODY_STATIC, 1.0f, -3.0f, 0.5f, 0.5f);
    v2d_point_def point_def = v2d_point_def_default();
    point_def.position = at(-1.0f, 1.0f), point_def.radius = 0.25f;
    v2d_point_id point = v2d_point_create(world, &point_def);
    v2d_soft_def soft_def = v2d_soft_def_default();
    soft_def.position = at(-3.0f, 1.0f), soft_def.mass = 2.0f, soft_def.radius = 0.0f;
    v2d_soft_id soft =
        v2d_soft_create_box(world, &soft_def, 2.0f, 2.0f); // its right side at x = -2
    v2d_query_result results[8];
    CHECK(v2d_world_explode(world, NULL, center, 10.0f, 3.0f, results, 8) == 4);
    CHECK_NEAR(v2d_body_velocity(world, box).x, 3.0 * 1.0 * (1.0 - 0.3) / 4.0, 1e-5);
    CHECK_NEAR(v2d_body_velocity(world, box).y, 0.0, 1e-6);
    double mass = 0.25 * TEST_PI;
    CHECK_NEAR(v2d_body_velocity(world, ball).y, 3.0 * 1.0 * (1.0 - 0.25) / mass, 1e-4);
    CHECK_NEAR(v2d_point_velocity(world, point).x, -3.0 * 0.5 * (1.0 - 0.175), 1e-5);
    CHECK_NEAR(v2d_soft_velocity(world, soft).x, -3.0 * 2.0 * (1.0 - 0.3) / 2.0, 1e-4);
    CHECK(v2d_body_velocity(world, gone).y == 0.0f);
    CHECK(V2D_ID_EQUALS(results[0].part.body, box) && V2D_ID_EQUALS(results[1].part.body, ball));
    CHECK(V2D_ID_EQUALS(results[2].part.point, point) && V2D_ID_EQUALS(results[3].part.soft, soft));
    CHECK_NEAR(results[0].distance, 3.0, 1e-5);
    CHECK_NEAR(results[0].position.x, 4.0, 1e-5);
    CHECK_NEAR(results[3].distance, 3.0, 1e-5);
    CHECK_NEAR(results[3].normal.x, -1.0, 1e-5);
    // What is ignored or filtered away stays as it is; a list that is too short changes nothing else.
    v2d_query_def def = v2d_query_def_default();
    def.ignored_body = box, def.points = false, def.ignored_soft = soft;
    v2d_vec2 before = v2d_body_velocity(world, box);
    memset(results, 0x5a, sizeof(results)); // what has no room is counted, and nothing is written
    CHECK(v2d_world_explode(world, &def, center, 10.0f, -3.0f, results, 0) == 1);
    for (size_t i = 0; i < sizeof(results); ++i)
        CHECK(((const unsigned char *)results)[i] == 0x5a);
    CHECK(v2d_body_velocity(world, box).x == before.x);
    CHECK_NEAR(v2d_body_velocity(world, ball).y, 0.0, 1e-4);
    def.filter.mask = 2u;
    CHECK(v2d_world_explode(world, &def, center, 10.0f, 1.0f, NULL, 0) == 0);
    CHECK(v2d_world_explode(world, NULL, center, 0.0f, 1.0f, NULL, 0) == 0);
    CHECK(v2d_world_explode(world, NULL, center, -1.0f, 1.0f, NULL, 0) ==
          -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_explode(world, NULL, at(NAN, 0.0f), 1.0f, 1.0f, NULL, 0) ==
          -(int)V2D_ERROR_NOT_FINITE);
    CHECK(v2d_world_explode(world, NULL, center, 1.0f, 1.0f, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_explode(world, NULL, center, 1.0f, 1.0f, results, -1) ==
          -(int)V2D_ERROR_OUT_OF_RANGE);
    def.cookie = 0;
    CHECK(v2d_world_explode(world, &def, center, 1.0f, 1.0f, NULL, 0) == -(int)V2D_ERROR_BAD_DEF);
    CHECK(v2d_world_explode(NULL, NULL, center, 1.0f, 1.0f, NULL, 0) == -(int)V2D_ERROR_NULL);
}

// All settings of what is asked for, against what each says alone.
static void explosions_reach_what_is_asked_for(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_vec2 center = {0.0f, 0.0f};
    v2d_body_id box = solid(world, at(3.0f, 0.0f), v2d_geometry_box(0.5f, 0.5f), 1.0f);
    sensor(world, V2D_BODY_DYNAMIC, at(0.0f, 3.0f), 0.0f, v2d_geometry_box(0.5f, 0.5f));
    solid(world, center, v2d_geometry_box(0.5f, 0.5f),
          1.0f); // about the centre: nowhere to push it
    v2d_body_id locked = solid(world, at(-3.0f, -3.0f), v2d_geometry_box(0.5f, 0.5f), 1.0f);
    CHECK(body_set_locks(world, locked, true, true, false) == V2D_OK);
    v2d_point_def point_def = v2d_point_def_default();
    point_def.position = at(-3.0f, 0.0f), point_def.radius = 0.25f;
    v2d_point_id point = v2d_point_create(world, &point_def);
    point_def.position = at(-3.0f, 1.0f), point_def.sensor = true;
    v2d_point_create(world, &point_def);
    point_def.position = center, point_def.sensor = false; // nowhere to push it
    v2d_point_create(world, &point_def);
    v2d_soft_def soft_def = v2d_soft_def_default();
    soft_def.position = at(0.0f, -3.0f);
    v2d_soft_id soft = v2d_soft_create_box(world, &soft_def, 1.0f, 1.0f);
    for (int i = 0; i < 128; ++i) {
        v2d_query_def def = v2d_query_def_default();
        v2d_query_result results[16];
        def.shapes = (i & 1) != 0, def.points = (i & 2) != 0, def.softs = (i & 4) != 0;
        def.sensors = (i & 8) != 0;
        if (i & 16) def.ignored_body = box;
        if (i & 32) def.ignored_point = point;
        if (i & 64) def.ignored_soft = soft;
        int expected = 0;
        if (def.shapes) expected += 1 + ((i & 16) == 0) + def.sensors;
        if (def.points) expected += ((i & 32) == 0) + def.sensors;
        if (def.softs) expected += (i & 64) == 0;
        CHECK(v2d_world_explode(world, &def, center, 10.0f, 0.1f, results, 16) == expected);
        v2d_vec2 v = v2d_body_velocity(world, locked);
        CHECK(v.x == 0.0f && v.y == 0.0f);
    }
}

// The id of what was in a slot before leaves out nothing that is there now.
static void stale_ids_leave_nothing_out(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_query_def def = v2d_query_def_default();
    v2d_point_def point_def = v2d_point_def_default();
    v2d_soft_def soft_def = v2d_soft_def_default();
    point_def.position = at(-3.0f, 0.0f), point_def.radius = 0.25f;
    soft_def.position = at(0.0f, -3.0f);
    for (int i = 0; i < 2; ++i) {
        v2d_body_id body = solid(world, at(3.0f, 0.0f), v2d_geometry_box(0.5f, 0.5f), 1.0f);
        v2d_soft_id soft = v2d_soft_create_box(world, &soft_def, 1.0f, 1.0f);
        v2d_point_id point = v2d_point_create(world, &point_def);
        if (i == 0) def.ignored_body = body, def.ignored_soft = soft, def.ignored_point = point;
        CHECK(def.ignored_body.index1 == body.index1 && def.ignored_soft.index1 == soft.index1);
        CHECK(def.ignored_point.index1 == point.index1);
        CHECK(v2d_world_explode(world, &def, at(0.0f, 0.0f), 10.0f, 0.1f, NULL, 0) == 3 * i);
        CHECK(v2d_point_destroy(world, point) == V2D_OK);
        CHECK(v2d_soft_destroy(world, soft) == V2D_OK && v2d_body_destroy(world, body) == V2D_OK);
    }
}

// What has no area to be pushed at: segments, and points without a radius; or does not move: pins.
static void explosions_leave_out_what_has_no_width(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_point_def def = v2d_point_def_default();
    v2d_vec2 zero = {0.0f, 0.0f};
    v2d_geometry segment = v2d_geometry_segment(at(-1.0f, 0.0f), at(1.0f, 0.0f));
    v2d_body_id rod = solid(world, at(0.0f, 3.0f), segment, 1.0f);
    v2d_mass mass = {1.0f, {0.0f, 0.0f}, 1.0f};
    CHECK(body_set_mass(world, rod, mass) == V2D_OK);
    for (int i = 0; i < 4; ++i) {
        def.position = at(2.0f + (float)i, 0.0f);
        def.radius = i == 0 ? 0.0f : 0.25f, def.pinned = i == 1;
        if (i == 3) def.position = at(0.0f, -0.1f); // around the centre, not at it
        CHECK(v2d_point_is_valid(world, v2d_point_create(world, &def)));
    }
    def.position = at(0.0f, -12.0f); // too far
    CHECK(v2d_point_is_valid(world, v2d_point_create(world, &def)));
    CHECK(v2d_world_explode(world, NULL, zero, 10.0f, 0.1f, NULL, 0) == 2);
    v2d_vec2 v = v2d_body_velocity(world, rod);
    CHECK(v.x == 0.0f && v.y == 0.0f);
}

// An explosion ends at its radius, not at the box around that, and counts the skin of soft bodies; what cannot
// move is neither pushed nor told; ropes are pushed away from either side, and drawn by a negative strength.
static void explosions_end_at_their_radius(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_query_result results[8];
    v2d_point_def point_def = v2d_point_def_default();
    v2d_soft_def def = v2d_soft_def_default();
    v2d_vec2 zero = {0.0f, 0.0f};
    v2d_body_id kinematic = test_box(world, V2D_BODY_KINEMATIC, 4.0f, 4.0f, 0.5f, 0.5f);
    v2d_body_id far = test_box(world, V2D_BODY_DYNAMIC, 8.0f, -8.0f, 0.5f, 0.5f);
    point_def.position = at(8.0f, 8.0f), point_def.radius = 0.25f;
    v2d_point_id beyond = v2d_point_create(world, &point_def);
    point_def.position = at(-4.0f, 4.0f), point_def.pinned = true;
    v2d_point_create(world, &point_def);
    def.mass = 2.0f, def.radius = 0.2f, def.position = at(-8.5f, -8.5f);
    v2d_soft_id corner = v2d_soft_create_box(world, &def, 2.0f, 2.0f);
    def.position = at(0.0f, -11.1f); // its skin is at 9.9 m, its points are at 10.1 m and more
    v2d_soft_id skin = v2d_soft_create_box(world, &def, 2.0f, 2.0f);
    CHECK(v2d_world_explode(world, NULL, zero, 10.0f, 3.0f, results, 8) == 1);
    CHECK(V2D_ID_EQUALS(results[0].part.soft, skin));
    CHECK_NEAR(results[0].distance, 9.9, 1e-4);
    CHECK_NEAR(v2d_soft_velocity(world, skin).y, -3.0 * 2.0 * (1.0 - 9.9 / 10.0) / 2.0, 1e-4);
    CHECK(v2d_soft_velocity(world, corner).x == 0.0f &&
          v2d_point_velocity(world, beyond).x == 0.0f);
    CHECK(v2d_body_velocity(world, far).x == 0.0f && v2d_body_velocity(world, kinematic).x == 0.0f);
    def.radius = 0.0f, def.mass = 1.0f, def.position = zero;
    v2d_soft_id ropes[2];
    for (int i = 0; i < 2; ++i) {
        float x = i == 0 ? -2.0f : 2.0f;
        ropes[i] = v2d_soft_create_rope(world, &def, at(x, -1.0f), at(x, 1.0f), 8, false, false);
    }
    CHECK(v2d_world_explode(world, NULL, zero, 5.0f, -1.0f, results, 8) == 2);
    double pull = (double)v2d_soft_velocity(world, ropes[0]).x;
    CHECK(pull > 0.5 &&
          pull < 2.0 * (1.0 - 2.0 / 5.0)); // at most its length, as near as its middle
    CHECK_NEAR(v2d_soft_velocity(world, ropes[1]).x, -pull, 1e-5);
    for (int i = 0; i < 2; ++i)
        CHECK_NEAR(results[i].normal.x, i == 0 ? -1.0 : 1.0, 1e-5);
}

// A zone that is everywhere has no shape, not even one with half an id.
static void half_an_id_is_an_id(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_GRAVITY);
    v2d_zone_id none = {0, 0};
    def.everywhere = true, def.shape.generation = 5u;
    CHECK(v2d_zone_create(world, &def).index1 == 0);
    CHECK(v2d_world_status(world) == V2D_ERROR_WRONG_KIND);
    v2d_world_clear_status(world);
    v2d_point_def point = v2d_point_def_default();
    point.soft.generation = 5u;
    CHECK(v2d_point_create(world, &point).index1 == 0);
    CHECK(v2d_world_status(world) == V2D_ERROR_BAD_ID);
    CHECK(v2d_world_next_zone(NULL, none).index1 == 0 && v2d_world_counters(NULL).steps == 0u);
}

// Rotations and places that are no numbers, of each query.
static void queries_refuse_what_is_no_transform(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    solid(world, at(0.0f, 0.0f), v2d_geometry_box(0.5f, 0.5f), 1.0f);
    v2d_query_def def = v2d_query_def_default();
    v2d_query_result result;
    v2d_geometry dot = test_dot();
    for (int i = 0; i < 5; ++i) {
        v2d_transform xf = v2d_transform_make(at(0.0f, 0.0f), 0.0f);
        float *field[5] = {&xf.p.x, &xf.p.y, &xf.q.c, &xf.q.s, &xf.q.c};
        *field[i] = i < 4 ? NAN : 2.0f;
        int code = -(int)(i < 4 ? V2D_ERROR_NOT_FINITE : V2D_ERROR_OUT_OF_RANGE);
        CHECK(v2d_world_overlap(world, &def, &dot, xf, &result, 1) == code);
        CHECK(v2d_world_closest(world, &def, &dot, xf, 1.0f, &result, 1) == code);
    }
}

// A sensor that becomes solid loses its zones, for good.
static void what_becomes_solid_loses_its_zones(void **state) {
    (void)state;
    v2d_world *world = empty_world(0.0f);
    v2d_zone_def zone = v2d_zone_def_default(V2D_ZONE_GRAVITY);
    v2d_body_id body = solid(world, at(0.0f, 0.0f), v2d_geometry_box(0.5f, 0.5f), 1.0f);
    v2d_shape_def def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(5.0f, 5.0f);
    v2d_shape_id shape = v2d_shape_create(world, body, (def.sensor = true, &def), &box);
    zone.shape = shape, zone.gravity = at(0.0f, -10.0f);
    v2d_zone_id first = v2d_zone_create(world, &zone), second = v2d_zone_create(world, &zone);
    CHECK(v2d_zone_is_valid(world, first) && v2d_zone_is_valid(world, second));
    def.sensor = false;
    CHECK(v2d_shape_change(world, shape, &def) == V2D_OK);
    CHECK(!v2d_zone_is_valid(world, first) && !v2d_zone_is_valid(world, second));
    CHECK(v2d_world_counters(world).zones.count == 0);
    def.sensor = true;
    CHECK(v2d_shape_change(world, shape, &def) == V2D_OK);
    CHECK(v2d_world_counters(world).zones.count == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_becomes_solid_loses_its_zones),
        cmocka_unit_test(gravity_adds_up_and_the_highest_priority_replaces),
        cmocka_unit_test(zones_act_on_what_their_filter_lets_through),
        cmocka_unit_test(gravity_counts_where_the_centre_of_mass_is),
        cmocka_unit_test(points_attract_by_a_power_of_the_distance),
        cmocka_unit_test(orbits_keep_their_radius),
        cmocka_unit_test(what_slides_around_a_planet_keeps_its_speed),
        cmocka_unit_test(what_slides_around_a_planet_keeps_its_energy),
        cmocka_unit_test(orbits_go_with_a_body_that_moves),
        cmocka_unit_test(zones_leave_their_own_body_alone),
        cmocka_unit_test(damping_divides_speeds),
        cmocka_unit_test(falls_in_still_air_reach_the_terminal_speed),
        cmocka_unit_test(plates_feel_drag_and_lift),
        cmocka_unit_test(no_wind_is_outrun),
        cmocka_unit_test(ropes_feel_the_wind),
        cmocka_unit_test(flags_rest_in_a_steady_wind),
        cmocka_unit_test(boxes_float_as_deep_as_their_density_says),
        cmocka_unit_test(round_figures_float),
        cmocka_unit_test(buoyancy_is_the_area_of_the_overlap),
        cmocka_unit_test(water_slows_a_spin),
        cmocka_unit_test(sinking_reaches_the_terminal_speed),
        cmocka_unit_test(things_float_in_mud),
        cmocka_unit_test(mud_holds_speeds_down),
        cmocka_unit_test(mud_takes_no_weight_away),
        cmocka_unit_test(floating_loses_energy),
        cmocka_unit_test(no_fluid_throws_things_out),
        cmocka_unit_test(soft_bodies_float),
        cmocka_unit_test(buoyancy_follows_the_gravity_of_zones),
        cmocka_unit_test(zones_wake_what_they_would_move),
        cmocka_unit_test(zones_are_described_walked_and_counted),
        cmocka_unit_test(wrong_zones_are_refused),
        cmocka_unit_test(copies_go_on_equally),
        cmocka_unit_test(explosions_push_by_the_length_that_faces_them),
        cmocka_unit_test(explosions_reach_what_is_asked_for),
        cmocka_unit_test(stale_ids_leave_nothing_out),
        cmocka_unit_test(explosions_leave_out_what_has_no_width),
        cmocka_unit_test(explosions_end_at_their_radius),
        cmocka_unit_test(half_an_id_is_an_id),
        cmocka_unit_test(queries_refuse_what_is_no_transform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
