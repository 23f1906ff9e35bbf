// SPDX-License-Identifier: MIT OR Unlicense
// test_contacts.c - rigid bodies that touch: bounce, friction, filters, manifolds, stacks, seams.
#include "verlet2d.h"
#include "test.h"

#include <time.h>

static const float dt = 1.0f / 60.0f;

typedef struct material {
    float friction, restitution, rolling, surface;
} material;

static v2d_body_id add(v2d_world *world, v2d_body_type type, float x, float y, float angle,
                       v2d_geometry geometry, material m) {
    v2d_body_def body_def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    body_def.type = type;
    body_def.position = v2d_vec2_make(x, y);
    body_def.angle = angle;
    shape_def.friction = m.friction;
    shape_def.restitution = m.restitution;
    shape_def.rolling_resistance = m.rolling;
    shape_def.surface_speed = m.surface;
    v2d_body_id id = v2d_body_create(world, &body_def);
    CHECK(v2d_shape_create(world, id, &shape_def, &geometry).index1 != 0);
    return id;
}

static v2d_geometry plane(float nx, float ny) {
    return v2d_geometry_half_plane(v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(nx, ny));
}

static v2d_world *sleepless(void) {
    v2d_world *world = test_world();
    v2d_world_def def = v2d_world_def_default();
    def.sleep = false;
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    return world;
}

static double hypotenuse(v2d_vec2 v) {
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
}

// ---- every pair collides ------------------------------------------------------------------------------

enum { CIRCLE, CAPSULE, SEGMENT, BOX, TRIANGLE, ROUNDED, KIND_COUNT };

// Every figure is 0.5 m high above and below its origin, flat or symmetric on top and at the bottom,
// but for the segment, which has no height.
static v2d_geometry figure(int kind) {
    v2d_vec2 triangle[3] = {{-0.75f, -0.5f}, {0.75f, -0.5f}, {0.0f, 0.5f}};
    v2d_vec2 hexagon[6] = {{-0.6f, -0.4f}, {0.6f, -0.4f}, {0.8f, 0.0f},
                           {0.6f, 0.4f},   {-0.6f, 0.4f}, {-0.8f, 0.0f}};
    switch (kind) {
    case CIRCLE: return v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.5f);
    case CAPSULE:
        return v2d_geometry_capsule(v2d_vec2_make(-0.5f, 0.0f), v2d_vec2_make(0.5f, 0.0f), 0.5f);
    case SEGMENT:
        return v2d_geometry_segment(v2d_vec2_make(-0.8f, 0.0f), v2d_vec2_make(0.8f, 0.0f));
    case BOX: return v2d_geometry_box(0.7f, 0.5f);
    case TRIANGLE: return v2d_geometry_polygon(triangle, 3, 0.0f);
    default: return v2d_geometry_polygon(hexagon, 6, 0.1f);
    }
}

static double half_height(int kind) { return kind == SEGMENT ? 0.0 : 0.5; }

static const material smooth = {0.0f, 0.0f, 0.0f, 0.0f};

static v2d_body_id add_figure(v2d_world *world, v2d_body_type type, int kind, float x, float y,
                              float angle) {
    v2d_body_id id = add(world, type, x, y, angle, figure(kind), smooth);
    if (type == V2D_BODY_DYNAMIC && kind == SEGMENT) { // it brings no mass of its own
        v2d_mass mass;
        mass.mass = 1.0f;
        mass.center = v2d_vec2_make(0.0f, 0.0f);
        mass.inertia = 0.2f;
        CHECK(body_set_mass(world, id, mass) == V2D_OK);
    }
    return id;
}

// Each moving figure falls on each standing one and rests there, whichever was made first.
static void every_pair_collides_in_both_orders(void **state) {
    (void)state;
    for (int moving = 0; moving < KIND_COUNT; ++moving) {
        for (int standing = 0; standing <= KIND_COUNT; ++standing) {
            for (int order = 0; order < 2; ++order) {
                v2d_world *world = test_world();
                double top = standing == KIND_COUNT ? 0.0 : half_height(standing);
                float start = (float)(top + half_height(moving) + 0.3);
                // A triangle stands on its apex so that what it offers is its flat side.
                float turned = standing == TRIANGLE ? (float)TEST_PI : 0.0f;
                v2d_body_id id = {0, 0};
                if (order == 0) id = add_figure(world, V2D_BODY_DYNAMIC, moving, 0.0f, start, 0.0f);
                if (standing == KIND_COUNT) {
                    add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), smooth);
                } else {
                    add_figure(world, V2D_BODY_STATIC, standing, 0.0f, 0.0f, turned);
                }
                if (order == 1) id = add_figure(world, V2D_BODY_DYNAMIC, moving, 0.0f, start, 0.0f);
                body_set_locks(world, id, true, false, true); // round on round would roll off
                v2d_body_set_velocity(world, id, v2d_vec2_make(0.0f, -2.0f));
                test_steps(world, 90);
                if (fabs((double)v2d_body_position(world, id).y - (double)start + 0.3) > 0.015) {
                    print_error("moving %d on standing %d, order %d\n", moving, standing, order);
                }
                CHECK_NEAR(v2d_body_position(world, id).y, (double)start - 0.3, 0.015);
                CHECK_NEAR(v2d_body_velocity(world, id).y, 0.0, 0.01);
                CHECK(v2d_world_contact_count(world) >= 1);
            }
        }
    }
}

typedef struct momentum {
    double x, y, turn, energy;
} momentum;

static momentum total_momentum(const v2d_world *world) {
    momentum sum = {0.0, 0.0, 0.0, 0.0};
    v2d_body_id id = {0, 0};
    for (id = v2d_world_next_body(world, id); id.index1 != 0; id = v2d_world_next_body(world, id)) {
        v2d_mass mass = v2d_body_mass(world, id);
        v2d_vec2 v = v2d_body_velocity(world, id), c = v2d_body_center(world, id);
        double w = (double)v2d_body_angular_velocity(world, id), m = (double)mass.mass;
        sum.x += m * (double)v.x;
        sum.y += m * (double)v.y;
        sum.turn +=
            m * ((double)c.x * (double)v.y - (double)c.y * (double)v.x) + (double)mass.inertia * w;
        sum.energy += 0.5 * m * ((double)v.x * (double)v.x + (double)v.y * (double)v.y) +
                      0.5 * (double)mass.inertia * w * w;
    }
    return sum;
}

// Two free figures hit each other off centre: momentum stays, energy does not grow, both change.
static void dynamic_pairs_conserve_momentum(void **state) {
    (void)state;
    for (int a = 0; a < KIND_COUNT; ++a) {
        for (int b = 0; b < KIND_COUNT; ++b) {
            v2d_world *world = test_weightless();
            v2d_body_id left = add_figure(world, V2D_BODY_DYNAMIC, a, -1.5f, 0.12f, 0.1f);
            v2d_body_id right = add_figure(world, V2D_BODY_DYNAMIC, b, 1.5f, 0.0f, 1.7f);
            shape_set_friction(world, v2d_body_first_shape(world, left), 0.5f);
            shape_set_friction(world, v2d_body_first_shape(world, right), 0.5f);
            v2d_body_set_velocity(world, left, v2d_vec2_make(4.0f, 0.0f));
            v2d_body_set_velocity(world, right, v2d_vec2_make(-2.0f, 0.3f));
            v2d_body_set_angular_velocity(world, right, 0.5f);
            momentum before = total_momentum(world);
            bool touched = false;
            for (int i = 0; i < 60; ++i) {
                v2d_world_step(world, dt, 4);
                touched = touched || v2d_world_contact_count(world) > 0;
            }
            momentum after = total_momentum(world);
            double scale = fabs(before.x) + 2.0;
            if (!touched) print_error("figures %d and %d did not touch\n", a, b);
            CHECK(touched);
            CHECK_NEAR(after.x, before.x, 1e-4 * scale);
            CHECK_NEAR(after.y, before.y, 1e-4 * scale);
            CHECK_NEAR(after.turn, before.turn, 0.03 * scale);
            CHECK(after.energy <= before.energy * 1.01);
            CHECK(v2d_body_velocity(world, left).x < 3.9f);
            CHECK(v2d_body_velocity(world, right).x > -1.9f);
        }
    }
}

// A hit that misses the centres of mass makes both turn, in the sense of its torque.
static void off_centre_hit_spins_both(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id left = test_box(world, V2D_BODY_DYNAMIC, -2.0f, 0.4f, 0.5f, 0.5f);
    v2d_body_id right = test_box(world, V2D_BODY_DYNAMIC, 0.0f, -0.4f, 0.5f, 0.5f);
    v2d_body_set_velocity(world, left, v2d_vec2_make(5.0f, 0.0f));
    test_steps(world, 30);
    // Hit at y = 0: right is pushed +x above its centre, left is pushed -x below its own.
    CHECK(v2d_body_angular_velocity(world, right) < -0.3f);
    CHECK(v2d_body_angular_velocity(world, left) < -0.3f);
}

// A world made the other way round behaves alike.
static void creation_order_does_not_matter(void **state) {
    (void)state;
    v2d_vec2 position[2][2], velocity[2][2];
    float angle[2][2];
    for (int order = 0; order < 2; ++order) {
        v2d_world *world = test_weightless();
        v2d_body_id a = {0, 0}, b = {0, 0};
        if (order == 0) a = test_box(world, V2D_BODY_DYNAMIC, -2.0f, 0.3f, 0.5f, 0.5f);
        b = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
        if (order == 1) a = test_box(world, V2D_BODY_DYNAMIC, -2.0f, 0.3f, 0.5f, 0.5f);
        v2d_body_set_velocity(world, a, v2d_vec2_make(5.0f, 0.0f));
        test_steps(world, 60);
        position[order][0] = v2d_body_position(world, a),
        position[order][1] = v2d_body_position(world, b);
        velocity[order][0] = v2d_body_velocity(world, a),
        velocity[order][1] = v2d_body_velocity(world, b);
        angle[order][0] = v2d_body_angle(world, a), angle[order][1] = v2d_body_angle(world, b);
    }
    for (int k = 0; k < 2; ++k) {
        CHECK_NEAR(position[0][k].x, position[1][k].x, 1e-4);
        CHECK_NEAR(position[0][k].y, position[1][k].y, 1e-4);
        CHECK_NEAR(velocity[0][k].x, velocity[1][k].x, 1e-3);
        CHECK_NEAR(velocity[0][k].y, velocity[1][k].y, 1e-3);
        CHECK_NEAR(angle[0][k], angle[1][k], 1e-3);
    }
}

// Equal masses meet at equal speeds: what happens to one happens to the other, mirrored.
static void equal_bodies_collide_symmetrically(void **state) {
    (void)state;
    for (int kind = 0; kind < KIND_COUNT; ++kind) {
        // Flat against apex is not symmetric; slanted faces that meet over a short piece converge slowly.
        if (kind == TRIANGLE || kind == ROUNDED) continue;
        v2d_world *world = test_weightless();
        v2d_body_id a = add_figure(world, V2D_BODY_DYNAMIC, kind, -2.0f, 0.1f, 0.0f);
        v2d_body_id b = add_figure(world, V2D_BODY_DYNAMIC, kind, 2.0f, -0.1f, 0.0f);
        v2d_body_set_velocity(world, a, v2d_vec2_make(3.0f, 0.0f));
        v2d_body_set_velocity(world, b, v2d_vec2_make(-3.0f, 0.0f));
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_position(world, a).x, -v2d_body_position(world, b).x, 1e-3);
        CHECK_NEAR(v2d_body_position(world, a).y, -v2d_body_position(world, b).y, 1e-3);
        CHECK_NEAR(v2d_body_velocity(world, a).x, -v2d_body_velocity(world, b).x, 1e-3);
        // Two points of a manifold are solved one after the other, and the order is not mirrored.
        CHECK_NEAR(v2d_body_angular_velocity(world, a), v2d_body_angular_velocity(world, b), 0.02);
    }
}

// ---- restitution --------------------------------------------------------------------------------------------

// Height of the first bounce of a ball dropped from height h [m] above a floor.
static double bounce_height(float e_ball, float e_floor, v2d_mix mix, double h, float step) {
    static v2d_world world;
    v2d_world_def def = v2d_world_def_default();
    def.restitution_mix = mix;
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    material ball = {0.6f, e_ball, 0.0f, 0.0f}, floor_material = {0.6f, e_floor, 0.0f, 0.0f};
    add(&world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), floor_material);
    v2d_body_id id =
        add(&world, V2D_BODY_DYNAMIC, 0.0f, (float)h + 0.5f, 0.0f, figure(CIRCLE), ball);
    double highest = 0.0;
    bool rising = false;
    for (int i = 0; i < 4000; ++i) {
        v2d_world_step(&world, step, 4);
        double v = (double)v2d_body_velocity(&world, id).y;
        rising = rising || v > 0.0;
        if (rising && (double)v2d_body_position(&world, id).y - 0.5 > highest) {
            highest = (double)v2d_body_position(&world, id).y - 0.5;
        }
        if (rising && v < 0.0) break;
    }
    return highest;
}

static void ball_bounces_to_e_squared_h(void **state) {
    (void)state;
    for (int i = 1; i <= 10; ++i) {
        float e = 0.1f * (float)i;
        for (int k = 0; k < 8; ++k) {
            double h = 5.0 + 0.37 * k, expected = (double)e * (double)e * h;
            // The greatest height may lie between two steps: g dt^2 / 8 below the top.
            CHECK_NEAR(bounce_height(e, 0.0f, V2D_MIX_MAXIMUM, h, 1.0f / 60.0f), expected,
                       0.002 * expected + 10.0 / 8.0 / 3600.0);
        }
    }
    CHECK_NEAR(bounce_height(0.0f, 0.0f, V2D_MIX_MAXIMUM, 5.0, 1.0f / 60.0f), 0.0, 0.01);
}

// Bouncing at e = 1 neither dies nor grows.
static void elastic_bodies_keep_their_height(void **state) {
    (void)state;
    for (int kind = 0; kind < KIND_COUNT; ++kind) {
        v2d_world *world = test_world();
        material elastic = {0.6f, 1.0f, 0.0f, 0.0f};
        add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), elastic);
        v2d_body_id id = add_figure(world, V2D_BODY_DYNAMIC, kind, 0.0f, 3.0f, 0.0f);
        shape_set_restitution(world, v2d_body_first_shape(world, id), 1.0f);
        double highest = 0.0, top = 3.0 - half_height(kind), lost = 10.0 / 8.0 / 3600.0;
        for (int i = 0; i < 600; ++i) { // about seven bounces
            v2d_world_step(world, dt, 4);
            double y = (double)v2d_body_position(world, id).y - half_height(kind);
            CHECK(y > -0.02 && y < top * 1.001);
            if (i > 500 && y > highest) highest = y;
        }
        CHECK(highest > top * 0.998 - lost);
    }
}

static void restitution_mixes_as_told(void **state) {
    (void)state;
    static const v2d_mix mixes[5] = {V2D_MIX_GEOMETRIC, V2D_MIX_MAXIMUM, V2D_MIX_MINIMUM,
                                     V2D_MIX_AVERAGE, V2D_MIX_PRODUCT};
    static const double mixed[5] = {0.6, 0.9, 0.4, 0.65, 0.36};
    for (int i = 0; i < 5; ++i) {
        double expected = mixed[i] * mixed[i] * 5.0;
        CHECK_NEAR(bounce_height(0.9f, 0.4f, mixes[i], 5.0, 1.0f / 60.0f), expected,
                   0.002 * expected + 10.0 / 8.0 / 3600.0);
        CHECK_NEAR(bounce_height(0.4f, 0.9f, mixes[i], 5.0, 1.0f / 60.0f), expected,
                   0.002 * expected + 10.0 / 8.0 / 3600.0);
    }
}

// Slower than the threshold of 0.5 m/s there is no bounce, faster there is.
static void slow_approach_does_not_bounce(void **state) {
    (void)state;
    for (int fast = 0; fast < 2; ++fast) {
        v2d_world *world = test_weightless();
        material elastic = {0.0f, 1.0f, 0.0f, 0.0f};
        add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), elastic);
        v2d_body_id id = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.6f, 0.0f, figure(CIRCLE), elastic);
        float v = fast ? 0.6f : 0.4f;
        v2d_body_set_velocity(world, id, v2d_vec2_make(0.0f, -v));
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_velocity(world, id).y, fast ? 0.6 : 0.0, 0.01);
    }
}

// Equal masses in a row, e = 1: as many go out as came in, with the velocity that they had, whether
// the others touch or not.
static void elastic_row_hands_the_velocity_on(void **state) {
    (void)state;
    for (int in = 1; in <= 3; ++in) {
        for (int apart = 0; apart < 2; ++apart) {
            v2d_world *world = test_weightless();
            material elastic = {0.0f, 1.0f, 0.0f, 0.0f};
            v2d_body_id ids[5];
            for (int i = 0; i < 5; ++i) {
                float x = (apart ? 1.2f : 1.0f) * (float)i - (i < in ? 3.0f : 0.0f);
                ids[i] = add(world, V2D_BODY_DYNAMIC, x, 0.0f, 0.0f, figure(CIRCLE), elastic);
                if (i < in) v2d_body_set_velocity(world, ids[i], v2d_vec2_make(5.0f, 0.0f));
            }
            test_steps(world, 120);
            for (int i = 0; i < 5; ++i)
                CHECK_NEAR(v2d_body_velocity(world, ids[i]).x, i < 5 - in ? 0.0 : 5.0, 0.01);
        }
    }
}

static double energy_of(v2d_world *world, const v2d_body_id *ids, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        double v = hypotenuse(v2d_body_velocity(world, ids[i]));
        double w = (double)v2d_body_angular_velocity(world, ids[i]);
        v2d_mass mass = v2d_body_mass(world, ids[i]);
        sum += 0.5 * ((double)mass.mass * v * v + (double)mass.inertia * w * w);
    }
    return sum;
}

// Fifteen balls in a triangle and one that hits its tip: energy stays, and what is symmetric stays so.
static void a_break_keeps_energy_and_symmetry(void **state) {
    (void)state;
    for (int fast = 1; fast <= 3; ++fast) {
        v2d_world *world = test_weightless();
        material elastic = {0.0f, 1.0f, 0.0f, 0.0f};
        v2d_body_id ids[16];
        ids[15] = add(world, V2D_BODY_DYNAMIC, -3.0f, 0.0f, 0.0f, figure(CIRCLE), elastic);
        for (int row = 0, n = 0; row < 5; ++row) {
            for (int i = 0; i <= row; ++i, ++n)
                ids[n] = add(world, V2D_BODY_DYNAMIC, 0.8660254f * (float)row,
                             (float)i - 0.5f * (float)row, 0.0f, figure(CIRCLE), elastic);
        }
        v2d_body_set_velocity(world, ids[15], v2d_vec2_make(4.0f * (float)fast, 0.0f));
        double before = energy_of(world, ids, 16), most = before;
        for (int i = 0; i < 120; ++i) {
            v2d_world_step(world, dt, 4);
            most = fmax(most, energy_of(world, ids, 16));
        }
        CHECK_NEAR(energy_of(world, ids, 16), before, 0.01 * before);
        CHECK(most < 1.001 * before);
        for (int row = 0, n = 0; row < 5; n += ++row) {
            for (int i = 0; i <= row; ++i) {
                v2d_vec2 v = v2d_body_velocity(world, ids[n + i]);
                v2d_vec2 w = v2d_body_velocity(world, ids[n + row - i]);
                CHECK_NEAR(v.x, w.x, 0.02 * fast);
                CHECK_NEAR(v.y, -w.y, 0.02 * fast);
            }
        }
    }
}

// Circles, capsules and boxes that fly about in a box, e = 1: energy stays, but for what closes slower
// than the threshold.
static void a_gas_keeps_its_energy(void **state) {
    (void)state;
    static v2d_world world;
    v2d_world_def def = v2d_world_def_default();
    def.gravity = v2d_vec2_make(0.0f, 0.0f);
    def.restitution_threshold = 0.2f;
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    material elastic = {0.0f, 1.0f, 0.0f, 0.0f};
    v2d_geometry wall = v2d_geometry_box(7.0f, 1.0f);
    for (int i = 0; i < 4; ++i) {
        double angle = 0.5 * TEST_PI * i;
        add(&world, V2D_BODY_STATIC, (float)(7.0 * cos(angle)), (float)(7.0 * sin(angle)),
            (float)(angle + 0.5 * TEST_PI), wall, elastic);
    }
    v2d_body_id ids[64];
    for (int i = 0; i < 64; ++i) {
        v2d_geometry figures[3] = {
            v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.3f), v2d_geometry_box(0.3f, 0.25f),
            v2d_geometry_capsule(v2d_vec2_make(-0.2f, 0.0f), v2d_vec2_make(0.2f, 0.0f), 0.2f)};
        ids[i] = add(&world, V2D_BODY_DYNAMIC, 1.4f * (float)(i % 8) - 4.9f,
                     1.4f * (float)(i / 8) - 4.9f, (float)i, figures[i % 3], elastic);
        v2d_body_set_velocity(
            &world, ids[i],
            v2d_vec2_make(5.0f * sinf(3.0f * (float)i), 5.0f * cosf((float)(i * i))));
    }
    double before = energy_of(&world, ids, 64), last = before;
    for (int i = 0; i < 600; ++i) {
        v2d_world_step(&world, dt, 4);
        double now = energy_of(&world, ids, 64);
        CHECK(now < last + 0.001 * before);
        last = now;
    }
    CHECK_NEAR(last, before, 0.01 * before);
}

// Blows are solved together up to some number; boxes that fall alike all bounce to e^2 h0, however many
// meet the floor at once.
static void many_bounce_at_once(void **state) {
    (void)state;
    enum { COUNT = 400 };
    v2d_world *world = sleepless();
    material m = {0.0f, 0.1f, 0.0f, 0.0f};
    v2d_body_id ids[COUNT];
    add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
    for (int i = 0; i < COUNT; ++i)
        ids[i] = add(world, V2D_BODY_DYNAMIC, 1.5f * (float)i, 3.7f, 0.0f,
                     v2d_geometry_box(0.5f, 0.5f), m);
    double highest[COUNT] = {0.0};
    for (int step = 0; step < 60; ++step) {
        v2d_world_step(world, dt, 4);
        for (int i = 0; i < COUNT && step > 48; ++i)
            highest[i] = fmax(highest[i], (double)v2d_body_position(world, ids[i]).y - 0.5);
    }
    for (int i = 0; i < COUNT; ++i)
        CHECK_NEAR(highest[i], 0.1 * 0.1 * 3.2, 5e-4);
}

// What rests on a wall, pressed by the contact force, and is kicked into it comes back with e v.
static void kicked_into_its_support_it_bounces(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        v2d_world *world = sleepless();
        double e = 0.25 * (double)(i + 1), fall = 9.81 / 240.0;
        material m = {0.0f, (float)e, 0.0f, 0.0f};
        add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
        v2d_body_id ball = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f, figure(CIRCLE), m);
        for (int step = 0; step < 60; ++step)
            v2d_world_step(world, dt, 4);
        v2d_body_set_velocity(world, ball, v2d_vec2_make(0.0f, -3.0f));
        v2d_world_step(world, dt, 4);
        // Within the step it falls four sub-steps, from the speed after the blow.
        CHECK_NEAR(v2d_body_velocity(world, ball).y, 3.0 * e - 4.0 * fall, 1.5 * fall);
    }
}

// A box that falls flat comes back flat.
static void flat_box_bounces_without_spin(void **state) {
    (void)state;
    for (int i = 1; i <= 2; ++i) {
        for (int wide = 0; wide < 2; ++wide) {
            v2d_world *world = test_weightless();
            material m = {0.0f, 0.5f * (float)i, 0.0f, 0.0f};
            add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
            v2d_geometry box = v2d_geometry_box(wide ? 2.0f : 0.5f, 0.5f);
            v2d_body_id id = add(world, V2D_BODY_DYNAMIC, 0.0f, 2.0f, 0.0f, box, m);
            v2d_body_set_velocity(world, id, v2d_vec2_make(0.0f, -4.0f));
            test_steps(world, 60);
            CHECK_NEAR(v2d_body_velocity(world, id).y, 2.0 * i, 0.02);
            CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 0.02);
        }
    }
}

// Unequal masses, e: v1' = (m1 v1 - m2 e v1) / (m1 + m2), v2' = m1 (1 + e) v1 / (m1 + m2).
static void head_on_collision_matches_closed_form(void **state) {
    (void)state;
    static const float restitutions[3] = {0.0f, 0.5f, 1.0f};
    for (int i = 0; i < 3; ++i) {
        v2d_world *world = test_weightless();
        material m = {0.0f, restitutions[i], 0.0f, 0.0f};
        v2d_body_id a =
            add(world, V2D_BODY_DYNAMIC, -3.0f, 0.0f, 0.0f, v2d_geometry_box(0.5f, 0.5f), m);
        v2d_body_id b =
            add(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f, v2d_geometry_box(1.5f, 0.5f), m); // 3 kg
        v2d_body_set_velocity(world, a, v2d_vec2_make(4.0f, 0.0f));
        test_steps(world, 60);
        double e = (double)restitutions[i];
        CHECK_NEAR(v2d_body_velocity(world, a).x, 4.0 * (1.0 - 3.0 * e) / 4.0, 0.03);
        CHECK_NEAR(v2d_body_velocity(world, b).x, 4.0 * (1.0 + e) / 4.0, 0.03);
    }
}

// ---- friction ----------------------------------------------------------------------------------------------------

// A flat block on a slope of `degrees` with friction mu; returns it, at rest just on the surface.
static v2d_body_id block_on_slope(v2d_world *world, double degrees, float mu) {
    double angle = degrees * TEST_PI / 180.0;
    float s = (float)sin(angle), c = (float)cos(angle);
    material m = {mu, 0.0f, 0.0f, 0.0f};
    add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(-s, c), m);
    return add(world, V2D_BODY_DYNAMIC, -s * 0.2f, c * 0.2f, (float)angle,
               v2d_geometry_box(0.5f, 0.2f), m);
}

static void block_sticks_below_the_friction_angle(void **state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        float mu = 0.3f + 0.3f * (float)i;
        double degrees = atan((double)mu) * 180.0 / TEST_PI - 0.5;
        v2d_world *world = test_world();
        v2d_body_id id = block_on_slope(world, degrees, mu);
        v2d_vec2 start = v2d_body_position(world, id);
        test_steps(world, 180);
        v2d_vec2 end = v2d_body_position(world, id);
        CHECK(hypotenuse(v2d_vec2_make(end.x - start.x, end.y - start.y)) < 0.01);
        CHECK(hypotenuse(v2d_body_velocity(world, id)) < 1e-3);
    }
}

// a = g (sin - mu cos), just past the angle of friction and far past it.
static void block_slides_above_the_friction_angle(void **state) {
    (void)state;
    static const double past[3] = {0.5, 2.0, 10.0};
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            float mu = 0.3f + 0.3f * (float)i;
            double degrees = atan((double)mu) * 180.0 / TEST_PI + past[k],
                   angle = degrees * TEST_PI / 180.0;
            double a = 10.0 * (sin(angle) - (double)mu * cos(angle));
            v2d_world *world = test_world();
            v2d_body_id id = block_on_slope(world, degrees, mu);
            v2d_vec2 start = v2d_body_position(world, id);
            test_steps(world, 120);
            v2d_vec2 end = v2d_body_position(world, id), v = v2d_body_velocity(world, id);
            double c = cos(angle), s = sin(angle);
            double way = -((double)(end.x - start.x) * c + (double)(end.y - start.y) * s);
            double speed = -((double)v.x * c + (double)v.y * s);
            CHECK_NEAR(speed, a * 2.0, 0.02 * a * 2.0 + 0.003);
            CHECK_NEAR(way, a * 2.0, 0.03 * a * 2.0 + 0.01);
        }
    }
}

// A box thrown along a floor loses mu g t.
static void friction_mixes_as_told(void **state) {
    (void)state;
    static const double mixed[5] = {0.4, 0.8, 0.2, 0.5, 0.16};
    static v2d_world world;
    for (int i = 0; i < 5; ++i) {
        for (int order = 0; order < 2; ++order) {
            v2d_world_def def = v2d_world_def_default();
            def.friction_mix = (v2d_mix)i;
            CHECK(v2d_world_init(&world, &def) == V2D_OK);
            material low = {0.2f, 0.0f, 0.0f, 0.0f}, high = {0.8f, 0.0f, 0.0f, 0.0f};
            add(&world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), order ? low : high);
            v2d_body_id id = add(&world, V2D_BODY_DYNAMIC, 0.0f, 0.2f, 0.0f,
                                 v2d_geometry_box(0.8f, 0.2f), order ? high : low);
            test_steps(&world, 10); // settle
            v2d_body_set_velocity(&world, id, v2d_vec2_make(6.0f, 0.0f));
            test_steps(&world, 30);
            CHECK_NEAR(v2d_body_velocity(&world, id).x, 6.0 - mixed[i] * 10.0 * 0.5, 0.05);
        }
    }
}

// v^2 / (2 mu g), then it stands still.
static void sliding_box_stops_where_it_should(void **state) {
    (void)state;
    v2d_world *world = test_world();
    material m = {0.5f, 0.0f, 0.0f, 0.0f};
    add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
    v2d_body_id id =
        add(world, V2D_BODY_DYNAMIC, 0.0f, 0.2f, 0.0f, v2d_geometry_box(0.8f, 0.2f), m);
    v2d_body_set_velocity(world, id, v2d_vec2_make(4.0f, 0.0f));
    test_steps(world, 120);
    CHECK_NEAR(v2d_body_position(world, id).x, 16.0 / (2.0 * 0.5 * 10.0), 0.04);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 1e-4);
}

// A sliding disc ends up rolling at 2/3 of its speed: angular momentum about the floor stays.
static void sliding_disc_ends_up_rolling(void **state) {
    (void)state;
    v2d_world *world = test_world();
    material m = {0.5f, 0.0f, 0.0f, 0.0f};
    add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
    v2d_body_id id = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f, figure(CIRCLE), m);
    v2d_body_set_velocity(world, id, v2d_vec2_make(6.0f, 0.0f));
    test_steps(world, 180);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 4.0, 0.04);
    CHECK_NEAR(v2d_body_angular_velocity(world, id), -8.0, 0.08);
}

// Torque rho R N against rolling: a = -rho g / (1 + I / (m R^2)) = -2/3 rho g for a disc; each of nine has its own.
static void rolling_resistance_slows_a_disc(void **state) {
    enum { COUNT = 9 };
    (void)state;
    v2d_world *world = test_world();
    material m = {1.0f, 0.0f, 0.0f, 0.0f};
    v2d_body_id id[COUNT];
    add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
    for (int i = 0; i < COUNT; ++i) {
        m.rolling = 0.0125f * (float)i;
        id[i] = add(world, V2D_BODY_DYNAMIC, -3.0f * (float)i, 0.5f, 0.0f, figure(CIRCLE), m);
        v2d_body_set_velocity(world, id[i], v2d_vec2_make(4.0f, 0.0f));
        v2d_body_set_angular_velocity(world, id[i], -8.0f);
    }
    test_steps(world, 120);
    for (int i = 0; i < COUNT; ++i) {
        double v = (double)v2d_body_velocity(world, id[i]).x;
        CHECK_NEAR(v, 4.0 - 2.0 / 3.0 * 0.0125 * (double)i * 10.0 * 2.0, 0.05);
        CHECK_NEAR(v2d_body_angular_velocity(world, id[i]), -2.0 * v, 0.05);
    }
}

// A box that stands w to either side sinks in by s, and a torque T tilts it by T s / (m g w^2): its two points are alike.
static void a_box_leans_as_far_as_its_contacts_give(void **state) {
    (void)state;
    for (int k = 0; k < 8; ++k) {
        v2d_world *world = sleepless();
        material m = {0.6f, 0.0f, 0.0f, 0.0f};
        v2d_geometry ground = v2d_geometry_box(10.0f, 0.5f), box = v2d_geometry_box(0.5f, 0.25f);
        v2d_body_id id = {0, 0};
        if (k % 2 == 0) id = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.25f, 0.0f, box, m);
        add(world, V2D_BODY_STATIC, 0.0f, -0.5f, 0.0f, ground, m);
        if (k % 2 == 1) id = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.25f, 0.0f, box, m);
        float torque = 0.3f * (float)(k - 4);
        for (int i = 0; i < 240; ++i) {
            CHECK(v2d_body_apply_torque(world, id, torque) == V2D_OK);
            test_steps(world, 1);
        }
        double sunk = 0.25 - (double)v2d_body_position(world, id).y;
        double expected = (double)torque * sunk / (0.5 * 10.0 * 0.5 * 0.5);
        CHECK(sunk > 2e-5);
        CHECK_NEAR(v2d_body_angle(world, id), expected, 0.02 * fabs(expected) + 2e-7);
        CHECK_NEAR(v2d_body_angular_velocity(world, id), 0.0, 1e-5);
    }
}

// Discs without friction that a turning blade takes along slide outwards: r = r0 cosh(w t), and stay on the blade.
static void discs_slide_out_along_a_turning_blade(void **state) {
    enum { COUNT = 4 };
    (void)state;
    for (int k = 0; k < 6; ++k) {
        v2d_world *world = sleepless();
        material m = {0.0f, 0.0f, 0.0f, 0.0f};
        v2d_body_id id[COUNT];
        float w = 4.0f + 3.0f * (float)k, lift = 0.15f;
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        v2d_body_id blade =
            add(world, V2D_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f, v2d_geometry_box(4.0f, 0.05f), m);
        v2d_body_set_angular_velocity(world, blade, w);
        for (int i = 0; i < COUNT; ++i) {
            float r = 0.75f + 0.25f * (float)i;
            id[i] = add(world, V2D_BODY_DYNAMIC, r, lift, 0.0f,
                        v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.1f), m);
            v2d_body_set_velocity(world, id[i], v2d_vec2_make(-w * lift, w * r));
        }
        double t = 0.0;
        for (; (double)w * t < 1.5; t += (double)dt)
            test_steps(world, 1);
        double turn = (double)v2d_body_angle(world, blade), c = cos(turn), s = sin(turn);
        for (int i = 0; i < COUNT; ++i) {
            v2d_vec2 at = v2d_body_position(world, id[i]);
            double far = (0.75 + 0.25 * (double)i) * cosh((double)w * t);
            CHECK_NEAR(c * (double)at.x + s * (double)at.y, far, 0.03 * far);
            CHECK_NEAR(c * (double)at.y - s * (double)at.x, (double)lift, 2e-3);
        }
    }
}

// A disc on a slope stays when tan(angle) is below the rolling resistance, and rolls when above.
static void rolling_resistance_holds_a_disc_on_a_slope(void **state) {
    (void)state;
    for (int rolls = 0; rolls < 2; ++rolls) {
        v2d_world *world = test_world();
        material m = {1.0f, 0.0f, 0.1f, 0.0f};
        double angle = atan(rolls ? 0.15 : 0.08);
        float s = (float)sin(angle), c = (float)cos(angle);
        add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(-s, c), m);
        v2d_body_id id = add(world, V2D_BODY_DYNAMIC, -s * 0.5f, c * 0.5f, 0.0f, figure(CIRCLE), m);
        test_steps(world, 120);
        double expected = rolls ? 10.0 * (sin(angle) - 0.1 * cos(angle)) * 2.0 / 3.0 * 2.0 : 0.0;
        CHECK_NEAR(hypotenuse(v2d_body_velocity(world, id)), expected, 0.03 * expected + 0.005);
    }
}

// A capsule that lies flat on two points, r round and 2 w between them, is tipped by a torque beyond
// m g w, all on the one point then, and m g rho r more, on the whole load.
static void rolling_resistance_counts_the_load_of_both_points(void **state) {
    (void)state;
    for (int k = 0; k < 8; ++k) {
        v2d_world *world = sleepless();
        material m = {0.5f, 0.0f, k < 4 ? 1.0f : 0.0f, 0.0f};
        v2d_geometry capsule =
            v2d_geometry_capsule(v2d_vec2_make(-0.5f, 0.0f), v2d_vec2_make(0.5f, 0.0f), 0.25f);
        float half = k < 4 ? 0.125f : 0.03f, sign = k % 2 == 0 ? 1.0f : -1.0f;
        bool tips = k / 2 % 2 == 1;
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, -10.0f)) == V2D_OK);
        add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
        v2d_body_id id = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.25f, 0.0f, capsule, m);
        float arm = 0.5f + 0.25f * m.rolling + (tips ? half : -half);
        for (int i = 0; i < 60; ++i) {
            v2d_body_apply_torque(world, id, sign * arm * 10.0f * v2d_body_mass(world, id).mass);
            test_steps(world, 1);
        }
        double turn = (double)sign * (double)v2d_body_angle(world, id);
        CHECK(tips ? turn > 0.2 : fabs(turn) < 0.02);
    }
}

// The counter-clockwise tangent on top of a box points to -x.
static void conveyor_carries_a_box_at_its_speed(void **state) {
    (void)state;
    for (int reversed = 0; reversed < 2; ++reversed) {
        for (int order = 0; order < 2; ++order) {
            v2d_world *world = test_world();
            material belt = {0.8f, 0.0f, 0.0f, reversed ? -2.0f : 2.0f},
                     plain = {0.8f, 0.0f, 0.0f, 0.0f};
            v2d_geometry box = v2d_geometry_box(0.5f, 0.25f);
            v2d_body_id id = {0, 0};
            if (order == 0) id = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.76f, 0.0f, box, plain);
            add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, v2d_geometry_box(20.0f, 0.5f), belt);
            if (order == 1) id = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.76f, 0.0f, box, plain);
            test_steps(world, 120);
            CHECK_NEAR(v2d_body_velocity(world, id).x, reversed ? 2.0 : -2.0, 0.02);
            CHECK_NEAR(v2d_body_position(world, id).y, 0.75, 0.01);
        }
    }
}

static void surface_speed_can_change(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id belt = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 20.0f, 0.5f);
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.75f, 0.5f, 0.25f);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 1e-3);
    CHECK(shape_set_surface_speed(world, v2d_body_first_shape(world, belt), -3.0f) == V2D_OK);
    test_steps(world, 120);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 3.0, 0.03);
    CHECK(shape_set_surface_speed(world, v2d_body_first_shape(world, belt), 0.0f) == V2D_OK);
    test_steps(world, 120);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 0.0, 1e-3);
    // On ice it keeps its speed.
    shape_set_friction(world, v2d_body_first_shape(world, belt), 0.0f);
    v2d_body_set_velocity(world, id, v2d_vec2_make(1.0f, 0.0f));
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, id).x, 1.0, 1e-3);
}

// ---- filters -----------------------------------------------------------------------------------------------------

typedef struct filter_case {
    v2d_filter a, b;
    bool collides;
} filter_case;

static void filters_decide_who_collides(void **state) {
    (void)state;
    static const filter_case cases[] = {
        {{1u, 0xffffffffu, 0}, {1u, 0xffffffffu, 0}, true},
        {{1u, 2u, 0}, {2u, 1u, 0}, true},
        {{1u, 2u, 0}, {2u, 4u, 0}, false}, // one side says no
        {{1u, 4u, 0}, {2u, 1u, 0}, false},
        {{1u, 1u, 0}, {2u, 2u, 0}, false},
        {{6u, 8u, 0}, {8u, 4u, 0}, true}, // several bits
        {{0u, 0xffffffffu, 0}, {1u, 0xffffffffu, 0}, false},
        {{0x80000000u, 0x80000000u, 0}, {0x80000000u, 0x80000000u, 0}, true},
        {{1u, 0u, 3}, {1u, 0u, 3}, true}, // a shared group overrides
        {{1u, 0xffffffffu, -3}, {1u, 0xffffffffu, -3}, false},
        {{1u, 0xffffffffu, -3}, {1u, 0xffffffffu, -4}, true}, // different groups do not matter
        {{1u, 0u, 3}, {1u, 0u, 4}, false},
        {{1u, 0xffffffffu, -3}, {1u, 0xffffffffu, 3}, true},
        {{1u, 0xffffffffu, -3}, {1u, 0xffffffffu, 0}, true},
    };
    for (int i = 0; i < (int)(sizeof(cases) / sizeof(cases[0])); ++i) {
        for (int later = 0; later < 3;
             ++later) { // given at creation, or set then, or set in the air
            v2d_world *world = test_world();
            v2d_body_def def = v2d_body_def_default();
            v2d_shape_def shape_def = v2d_shape_def_default();
            v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
            v2d_shape_id shapes[2];
            v2d_body_id id = {0, 0};
            for (int k = 0; k < 2; ++k) {
                def.type = k == 0 ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC;
                def.position.y = k == 0 ? 0.0f : 1.1f;
                if (later == 0) shape_def.filter = k == 0 ? cases[i].a : cases[i].b;
                id = v2d_body_create(world, &def);
                shapes[k] = v2d_shape_create(world, id, &shape_def, &box);
            }
            if (later == 2) test_steps(world, 3);
            if (later > 0) {
                CHECK(shape_set_filter(world, shapes[0], cases[i].a) == V2D_OK);
                CHECK(shape_set_filter(world, shapes[1], cases[i].b) == V2D_OK);
            }
            test_steps(world, 60);
            bool stands = v2d_body_position(world, id).y > 0.9f;
            if (stands != cases[i].collides) print_error("filter case %d, way %d\n", i, later);
            CHECK(stands == cases[i].collides);
        }
    }
}

// A filter that changes under a resting box lets it fall, and only it.
static void changed_filter_opens_a_trap_door(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 10.0f, 0.5f);
    v2d_body_id falls = test_box(world, V2D_BODY_DYNAMIC, -2.0f, 1.0f, 0.5f, 0.5f);
    v2d_body_id stays = test_box(world, V2D_BODY_DYNAMIC, 2.0f, 1.0f, 0.5f, 0.5f);
    test_steps(world, 60);
    v2d_filter none = filter_default();
    none.mask = 0u;
    CHECK(shape_set_filter(world, v2d_body_first_shape(world, falls), none) == V2D_OK);
    test_steps(world, 60);
    CHECK_NEAR(v2d_body_velocity(world, falls).y, -10.0, 0.2);
    CHECK_NEAR(v2d_body_position(world, stays).y, 1.0, 0.01);
}

// ---- contacts as data ------------------------------------------------------------------------------------------------

static void contacts_of_a_resting_box_are_readable(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id ground = test_box(world, V2D_BODY_STATIC, 0.0f, -0.5f, 10.0f, 0.5f);
    v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 1.0f, 0.26f, 0.5f, 0.25f); // 0.5 kg
    test_steps(world, 120);
    CHECK(v2d_world_contact_count(world) == 1);
    v2d_contact contact;
    CHECK(v2d_world_contact(world, 0, &contact) == V2D_OK);
    CHECK(contact.kind == V2D_CONTACT_SHAPE_SHAPE);
    CHECK(contact.a.point.index1 == 0 && contact.b.point.index1 == 0 && contact.b.edge.index1 == 0);
    v2d_body_id a = v2d_shape_body(world, contact.a.shape),
                b = v2d_shape_body(world, contact.b.shape);
    bool ground_first = a.index1 == ground.index1;
    CHECK(ground_first ? b.index1 == id.index1
                       : (a.index1 == id.index1 && b.index1 == ground.index1));
    CHECK_NEAR(contact.manifold.normal.x, 0.0, 1e-3);
    CHECK_NEAR(contact.manifold.normal.y, ground_first ? 1.0 : -1.0, 1e-5);
    CHECK(contact.manifold.count == 2);
    double low = (double)contact.manifold.points[0].position.x,
           high = (double)contact.manifold.points[1].position.x;
    if (low > high) {
        double swap = low;
        low = high;
        high = swap;
    }
    CHECK_NEAR(low, 0.5, 0.01);
    CHECK_NEAR(high, 1.5, 0.01);
    for (int k = 0; k < 2; ++k) {
        CHECK_NEAR(contact.manifold.points[k].position.y, 0.0, 0.01);
        CHECK_NEAR(contact.manifold.points[k].separation, 0.0, 0.01);
        // Half the weight each: m g dt / 2.
        CHECK_NEAR(contact.normal_impulse[k], 0.5 * 10.0 / 60.0 / 2.0, 4e-3);
        CHECK_NEAR(contact.peak_force[k], 0.5 * 10.0 / 2.0, 0.25);
        CHECK_NEAR(contact.tangent_impulse[k], 0.0, 1e-3);
    }
    CHECK_NEAR(contact.normal_impulse[0] + contact.normal_impulse[1], 0.5 * 10.0 / 60.0, 1e-4);
    CHECK(contact.manifold.points[0].feature != contact.manifold.points[1].feature);
    CHECK(v2d_world_contact(world, 1, &contact) == V2D_ERROR_OUT_OF_RANGE);
}

// A pile at rest: what the floor gives in a step is the weight times the time.
static void impulses_at_rest_carry_the_weight(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_body_id ground = test_ground(world);
    double mass = 0.0;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4 - i; ++k) {
            v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 1.1f * (float)k + 0.55f * (float)i,
                                      0.5f + (float)i, 0.5f, 0.5f);
            mass += (double)v2d_body_mass(world, id).mass;
        }
    }
    test_steps(world, 600);
    double up = 0.0;
    for (int i = 0; i < v2d_world_contact_count(world); ++i) {
        v2d_contact contact;
        CHECK(v2d_world_contact(world, i, &contact) == V2D_OK);
        v2d_body_id a = v2d_shape_body(world, contact.a.shape),
                    b = v2d_shape_body(world, contact.b.shape);
        double sign = a.index1 == ground.index1 ? 1.0 : (b.index1 == ground.index1 ? -1.0 : 0.0);
        for (int k = 0; k < contact.manifold.count; ++k) {
            up += sign * ((double)contact.manifold.normal.y * (double)contact.normal_impulse[k] +
                          (double)contact.manifold.normal.x * (double)contact.tangent_impulse[k]);
        }
    }
    CHECK_NEAR(up, mass * 10.0 / 60.0, 0.01 * mass * 10.0 / 60.0);
}

// A disc that hits the ground in any phase of a step: that step reports m v (1 + e), and no other does.
static void a_blow_is_reported_whole(void **state) {
    (void)state;
    for (int bouncy = 0; bouncy < 2; ++bouncy) {
        for (int i = 0; i < 30; ++i) {
            v2d_world *world = test_weightless();
            material m = {0.3f, 0.5f * (float)bouncy, 0.0f, 0.0f};
            add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
            v2d_body_id id = add(world, V2D_BODY_DYNAMIC, 0.0f, 1.0f + 0.011f * (float)i, 0.0f,
                                 figure(CIRCLE), m);
            double mass = (double)v2d_body_mass(world, id).mass, most = 0.0, sum = 0.0;
            v2d_body_set_velocity(world, id, v2d_vec2_make(0.0f, -10.0f));
            for (int k = 0; k < 12; ++k) {
                v2d_contact c;
                v2d_world_step(world, dt, 4);
                if (v2d_world_contact_count(world) == 0) continue;
                CHECK(v2d_world_contact(world, 0, &c) == V2D_OK);
                most = fmax(most, (double)c.normal_impulse[0]);
                sum += (double)c.normal_impulse[0];
                CHECK(c.peak_force[0] * dt / 4.0f <= 1.01f * c.normal_impulse[0]);
            }
            double expected = mass * 10.0 * (1.0 + 0.5 * bouncy);
            CHECK_NEAR(most, expected, 0.005 * expected);
            CHECK_NEAR(sum, expected, 0.005 * expected);
        }
    }
}

// A block that slides: friction's impulse in each step is mu m g dt, and what it takes of the momentum.
static void friction_is_reported_while_sliding(void **state) {
    (void)state;
    v2d_world *world = test_world();
    material m = {0.3f, 0.0f, 0.0f, 0.0f};
    add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
    v2d_body_id id =
        add(world, V2D_BODY_DYNAMIC, 0.0f, 0.2f, 0.0f, v2d_geometry_box(0.5f, 0.2f), m);
    double mass = (double)v2d_body_mass(world, id).mass, expected = 0.3 * mass * 10.0 / 60.0;
    test_steps(world, 30);
    v2d_body_set_velocity(world, id, v2d_vec2_make(8.0f, 0.0f));
    for (int i = 0; i < 60; ++i) {
        double before = (double)v2d_body_velocity(world, id).x;
        v2d_contact c;
        v2d_world_step(world, dt, 4);
        CHECK(v2d_world_contact(world, 0, &c) == V2D_OK);
        double t = (double)(c.tangent_impulse[0] + c.tangent_impulse[1]);
        double change = mass * ((double)v2d_body_velocity(world, id).x - before);
        if (i > 2) CHECK_NEAR(fabs(t), expected, 0.01 * expected);
        CHECK_NEAR(fabs(t), -change, 0.01 * expected);
    }
}

// A box that lands while it slides loses mu times the speed of its fall, in any phase of a step.
static void a_sliding_landing_obeys_coulomb(void **state) {
    (void)state;
    for (int i = 0; i < 40; ++i) {
        v2d_world *world = test_weightless();
        material m = {0.3f, 0.0f, 0.0f, 0.0f};
        add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
        v2d_body_id id = add(world, V2D_BODY_DYNAMIC, 0.0f, 1.0f + 0.011f * (float)i, 0.0f,
                             v2d_geometry_box(0.5f, 0.5f), m);
        body_set_locks(world, id, false, false, true);
        v2d_body_set_velocity(world, id, v2d_vec2_make(10.0f, -5.0f));
        test_steps(world, 20);
        CHECK_NEAR(v2d_body_velocity(world, id).x, 10.0 - 0.3 * 5.0, 0.01);
    }
}

// Boxes and capsules that land flat while they slide: friction takes mu times the speed of their fall and
// does not turn them, for the two points share what they carry (mu times height over width is less than
// 1). So many that lanes are laid anew while some land.
static void a_flat_landing_does_not_turn(void **state) {
    (void)state;
    for (int direction = -1; direction <= 1; direction += 2) {
        v2d_world *world = test_weightless();
        material m = {0.2f, 0.0f, 0.0f, 0.0f};
        v2d_body_id body[120];
        add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), m);
        for (int i = 0; i < 120; ++i) {
            v2d_vec2 a = v2d_vec2_make(-0.5f, 0.0f), b = v2d_vec2_make(0.5f, 0.0f);
            v2d_geometry box = v2d_geometry_box(0.5f, 0.5f),
                         capsule = v2d_geometry_capsule(a, b, 0.5f);
            body[i] = add(world, V2D_BODY_DYNAMIC, 3.0f * (float)i, 0.6f + 0.011f * (float)i, 0.0f,
                          i % 2 == 0 ? box : capsule, m);
            v2d_vec2 velocity = v2d_vec2_make(10.0f * (float)direction, -5.0f);
            v2d_body_set_velocity(world, body[i], velocity);
        }
        test_steps(world, 30);
        for (int i = 0; i < 120; ++i) {
            v2d_vec2 v = v2d_body_velocity(world, body[i]);
            CHECK_NEAR(v.x, direction * (10.0 - 0.2 * 5.0), 0.002);
            CHECK_NEAR(v.y, 0.0, 0.001);
            CHECK_NEAR(v2d_body_angular_velocity(world, body[i]), 0.0, 0.001);
        }
    }
}

// Angular momentum about the world's origin.
static double angular_momentum(const v2d_world *world, const v2d_body_id *body, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        v2d_vec2 p = v2d_body_position(world, body[i]), v = v2d_body_velocity(world, body[i]);
        v2d_mass m = v2d_body_mass(world, body[i]);
        sum += (double)m.mass * ((double)p.x * (double)v.y - (double)p.y * (double)v.x) +
               (double)m.inertia * (double)v2d_body_angular_velocity(world, body[i]);
    }
    return sum;
}

// Something bounces off a plank, or off its like, that it slides along, wherever in a step. Both are pushed
// where they touch: an impulse P whose two ends are d from each other makes an angular momentum P d, and d
// is at most what slides in a sub-step. The rows of a step alone allow four times as much.
static void a_blow_keeps_angular_momentum(void **state) {
    (void)state;
    const double along = 12.0, down = 4.0;
    for (int what = 0; what < 6; ++what) {
        v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.3f);
        v2d_geometry capsule =
            v2d_geometry_capsule(v2d_vec2_make(-0.2f, 0.0f), v2d_vec2_make(0.2f, 0.0f), 0.2f);
        v2d_geometry figures[3] = {disc, v2d_geometry_box(0.3f, 0.3f), capsule};
        material m = {what % 2 == 0 ? 0.0f : 0.5f, 1.0f, 0.0f, 0.0f};
        for (int phase = 0; phase < 24; ++phase) {
            v2d_world *world = test_weightless();
            float gap = 0.2f + (float)(phase * down / 24.0 / 60.0);
            bool discs = what / 2 == 0 && phase % 2 == 1;
            v2d_geometry low = discs ? disc : v2d_geometry_box(4.0f, 0.5f);
            v2d_body_id body[2];
            body[0] = add(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f, low, m);
            float x = discs ? -0.8f : -1.0f, y = (discs ? 0.35f : 0.8f) + gap;
            body[1] = add(world, V2D_BODY_DYNAMIC, x, y, what / 2 == 1 ? 0.3f : 0.0f,
                          figures[what / 2], m);
            v2d_body_set_velocity(world, body[1], v2d_vec2_make((float)along, (float)-down));
            double before = angular_momentum(world, body, 2);
            test_steps(world, 10);
            v2d_mass mass = v2d_body_mass(world, body[1]);
            double px = (double)mass.mass * ((double)v2d_body_velocity(world, body[1]).x - along);
            double py = (double)mass.mass * ((double)v2d_body_velocity(world, body[1]).y + down);
            double impulse = sqrt(px * px + py * py), slide = along / 240.0;
            CHECK(impulse > 0.5 * (double)mass.mass);
            CHECK_NEAR(angular_momentum(world, body, 2), before, 1.05 * impulse * slide);
        }
    }
}

// Impulses of two points of a body that meet the ground without bounce: each pushes or parts,
// P >= 0, u = k P - c >= 0 for the velocities c that they close with, and P u = 0. For masses there is
// one solution. All four cases are tried.
static void two_points(const double k[2][2], const double *c, double *p) {
    double det = k[0][0] * k[1][1] - k[0][1] * k[1][0];
    int solutions = 0;
    for (int i = 0; i < 4; ++i) {
        double x = i == 1 ? c[0] / k[0][0] : 0.0, y = i == 2 ? c[1] / k[1][1] : 0.0;
        if (i == 3) x = (c[0] * k[1][1] - c[1] * k[0][1]) / det;
        if (i == 3) y = (c[1] * k[0][0] - c[0] * k[1][0]) / det;
        double u = k[0][0] * x + k[0][1] * y - c[0], v = k[1][0] * x + k[1][1] * y - c[1];
        if (x < 0.0 || y < 0.0 || u < -1e-9 || v < -1e-9) continue;
        p[0] = x, p[1] = y;
        solutions += 1;
    }
    CHECK(solutions > 0);
}

// Boxes that fall flat on the ground while they turn, e = 0: wide ones, of which a push at one end drives
// the other end down, and tall ones, of which it lifts it. So both points push or one of them alone, the
// left or the right one; in each case the impulses, and with them the velocities, are the solution above.
static void a_turning_box_lands_on_the_right_points(void **state) {
    (void)state;
    for (int i = 0; i < 4 * 25; ++i) {
        double a = i % 2 == 0 ? 1.0 : 0.2, b = i % 2 == 0 ? 0.1 : 1.0, v = 5.0;
        double w = 0.4 * (i / 4 - 12) * v / a; // its ends add -4.8 to 4.8 times the fall to it
        bool ground_last = i / 2 % 2 == 1;
        v2d_world *world = test_weightless();
        if (!ground_last) add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), smooth);
        v2d_body_id box = add(world, V2D_BODY_DYNAMIC, 0.0f, (float)b, 0.0f,
                              v2d_geometry_box((float)a, (float)b), smooth);
        if (ground_last) add(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.0f, plane(0.0f, 1.0f), smooth);
        v2d_body_set_velocity(world, box, v2d_vec2_make(0.0f, (float)-v));
        v2d_body_set_angular_velocity(world, box, (float)w);
        v2d_mass m = v2d_body_mass(world, box);
        double near = 1.0 / (double)m.mass + a * a / (double)m.inertia;
        double across = 1.0 / (double)m.mass - a * a / (double)m.inertia;
        const double k[2][2] = {{near, across}, {across, near}}, c[2] = {v + w * a, v - w * a};
        double p[2] = {0.0, 0.0};
        two_points(k, c, p);
        CHECK(v2d_world_step(world, 0.001f, 4) == V2D_OK);
        double fall = (p[0] + p[1]) / (double)m.mass - v;
        double turn = w + (p[1] - p[0]) * a / (double)m.inertia;
        CHECK_NEAR(v2d_body_velocity(world, box).y, fall, 0.005 * v);
        CHECK_NEAR(a * (double)v2d_body_angular_velocity(world, box), a * turn, 0.005 * v);
    }
}

// Friction's sign: on a slope it holds the block up, along (-normal.y, normal.x) from a to b.
static void tangent_impulse_balances_the_slope(void **state) {
    (void)state;
    v2d_world *world = test_world();
    double angle = 20.0 * TEST_PI / 180.0;
    v2d_body_id id = block_on_slope(world, 20.0, 0.8f);
    test_steps(world, 240);
    v2d_contact contact;
    CHECK(v2d_world_contact_count(world) == 1);
    CHECK(v2d_world_contact(world, 0, &contact) == V2D_OK);
    double sign = v2d_shape_body(world, contact.b.shape).index1 == id.index1 ? 1.0 : -1.0;
    double x = 0.0, y = 0.0, weight = (double)v2d_body_mass(world, id).mass * 10.0 / 60.0;
    double nx = (double)contact.manifold.normal.x, ny = (double)contact.manifold.normal.y;
    CHECK_NEAR(sign * nx, -sin(angle), 1e-3);
    CHECK_NEAR(sign * ny, cos(angle), 1e-3);
    for (int k = 0; k < contact.manifold.count; ++k) {
        x += sign *
             (nx * (double)contact.normal_impulse[k] - ny * (double)contact.tangent_impulse[k]);
        y += sign *
             (ny * (double)contact.normal_impulse[k] + nx * (double)contact.tangent_impulse[k]);
    }
    CHECK_NEAR(x, 0.0, 0.01 * weight);
    CHECK_NEAR(y, weight, 0.01 * weight);
}

static bool same_features(const v2d_manifold *a, const v2d_manifold *b) {
    if (a->count != b->count) return false;
    for (int k = 0; k < a->count; ++k)
        if (a->points[k].feature != b->points[k].feature) return false;
    return true;
}

// The features of all contacts are those that v2d_collide() names. Returns how many are not 0.
static int check_features(const v2d_world *world) {
    int named = 0;
    for (int i = 0; i < v2d_world_contact_count(world); ++i) {
        v2d_contact contact;
        v2d_manifold fresh;
        CHECK(v2d_world_contact(world, i, &contact) == V2D_OK);
        v2d_body_id body_a = v2d_shape_body(world, contact.a.shape);
        v2d_body_id body_b = v2d_shape_body(world, contact.b.shape);
        v2d_geometry a = v2d_shape_geometry(world, contact.a.shape),
                     b = v2d_shape_geometry(world, contact.b.shape);
        v2d_collide(&a, v2d_body_transform(world, body_a), &b, v2d_body_transform(world, body_b),
                    0.1f, &fresh);
        CHECK(same_features(&contact.manifold, &fresh));
        for (int k = 0; k < fresh.count; ++k)
            named += fresh.points[k].feature != 0;
    }
    return named;
}

// Frozen manifolds keep the names of what touches: those that began there, those that tipped over
// since, when a contact comes, when lanes are laid anew, when both were turned, and asleep.
static void frozen_manifolds_keep_their_features(void **state) {
    (void)state;
    v2d_world *world = test_world();
    CHECK(world_set_sleep(world, false) == V2D_OK);
    test_box(world, V2D_BODY_STATIC, 5.0f, -0.5f, 20.0f, 0.5f);
    v2d_body_id low[12], high[12];
    for (int i = 0; i < 12; ++i) {
        v2d_geometry g = v2d_geometry_box(0.4f, 0.2f);
        if (i % 3 == 1)
            g = v2d_geometry_capsule(v2d_vec2_make(-0.2f, 0.0f), v2d_vec2_make(0.2f, 0.0f), 0.2f);
        low[i] = test_shape(world, V2D_BODY_DYNAMIC, (float)i, 0.2f, g);
        high[i] = test_box(world, V2D_BODY_DYNAMIC, (float)i + 0.05f, 0.55f, 0.3f, 0.15f);
    }
    v2d_body_id tips = test_box(world, V2D_BODY_DYNAMIC, -3.0f, 0.4f, 0.1f, 0.4f);
    CHECK(v2d_body_set_transform(world, tips, v2d_vec2_make(-3.0f, 0.4f), 0.4f) == V2D_OK);
    test_steps(world, 120);
    CHECK_NEAR(v2d_body_angle(world, tips), 0.5 * TEST_PI, 0.01);
    CHECK(v2d_world_contact_count(world) == 25);
    CHECK(check_features(world) > 30);
    for (int i = 0; i < 4; ++i) { // others come
        test_box(world, V2D_BODY_DYNAMIC, 14.0f + (float)i, 0.6f, 0.3f, 0.3f);
        test_steps(world, 20);
        CHECK(v2d_world_contact_count(world) == 26 + i);
        CHECK(check_features(world) > 30);
    }
    world->changed.contacts = 1;
    test_steps(world, 2);
    CHECK(check_features(world) > 30);
    for (int i = 0; i < 12; ++i) {
        v2d_body_set_transform(world, low[i], v2d_body_position(world, low[i]), (float)TEST_PI);
        v2d_body_set_transform(world, high[i], v2d_body_position(world, high[i]), (float)TEST_PI);
    }
    test_steps(world, 2);
    CHECK(v2d_world_contact_count(world) == 29);
    CHECK(check_features(world) > 30);
    world->changed.contacts = 1;
    test_steps(world, 2);
    CHECK(check_features(world) > 30);
    CHECK(world_set_sleep(world, true) == V2D_OK);
    test_steps(world, 120);
    CHECK(v2d_world_counters(world).awake == 0);
    CHECK(check_features(world) > 30);
}

// A body with two circles, neither of them about its centre.
static v2d_body_id dumbbell(v2d_world *world, int i) {
    v2d_shape_def def = v2d_shape_def_default();
    float x = 1.2f * (float)(i % 6) - 3.0f + 0.07f * (float)(i % 5),
          size = 0.2f + 0.02f * (float)(i % 4);
    v2d_geometry left = v2d_geometry_circle(v2d_vec2_make(-0.31f, 0.07f), size);
    v2d_geometry right = v2d_geometry_circle(v2d_vec2_make(0.29f, -0.05f), 0.17f);
    v2d_body_id id = test_shape(world, V2D_BODY_DYNAMIC, x, 0.8f + 0.9f * (float)(i / 6), left);
    CHECK(v2d_shape_create(world, id, &def, &right).index1 != 0);
    return id;
}

// Contacts of circles are those of their figures in each step, also of circles that are not about the centre of
// a body, that become larger, and that have their lanes among contacts of other figures.
static void dumbbells_touch_where_their_circles_do(void **state) {
    (void)state;
    v2d_world *world = sleepless();
    test_ground(world);
    static v2d_transform before[64];
    v2d_body_id first = dumbbell(world, 0);
    int circles = 0;
    for (int i = 1; i < 36; ++i)
        dumbbell(world, i);
    for (int i = 0; i < 6; ++i)
        test_box(world, V2D_BODY_DYNAMIC, (float)i - 3.0f, 7.5f, 0.3f, 0.2f);
    v2d_geometry larger = v2d_geometry_circle(v2d_vec2_make(0.3f, -0.1f), 0.35f);
    for (int step = 0; step < 240; ++step) {
        v2d_body_id id = {0, 0};
        if (step == 120) {
            v2d_shape_id shape = v2d_body_first_shape(world, first);
            CHECK(v2d_shape_set_geometry(world, shape, &larger) == V2D_OK);
        }
        for (id = v2d_world_next_body(world, id); id.index1 != 0;
             id = v2d_world_next_body(world, id))
            before[id.index1] = v2d_body_transform(world, id);
        v2d_world_step(world, dt, 4);
        for (int i = 0; i < v2d_world_contact_count(world); ++i) {
            v2d_contact c;
            v2d_manifold fresh;
            CHECK(v2d_world_contact(world, i, &c) == V2D_OK);
            v2d_geometry a = v2d_shape_geometry(world, c.a.shape),
                         b = v2d_shape_geometry(world, c.b.shape);
            v2d_transform xa = before[v2d_shape_body(world, c.a.shape).index1];
            v2d_transform xb = before[v2d_shape_body(world, c.b.shape).index1];
            if (a.kind != V2D_GEOMETRY_CIRCLE && b.kind != V2D_GEOMETRY_CIRCLE) continue;
            CHECK(v2d_collide(&a, xa, &b, xb, 0.5f, &fresh) == 1 && c.manifold.count == 1);
            CHECK_NEAR(c.manifold.normal.x, fresh.normal.x, 1e-4);
            CHECK_NEAR(c.manifold.normal.y, fresh.normal.y, 1e-4);
            CHECK_NEAR(c.manifold.points[0].separation, fresh.points[0].separation, 1e-5);
            CHECK(c.manifold.points[0].feature == 0u);
            circles += a.kind == b.kind ? 1 : 0;
        }
    }
    CHECK(circles > 5000);
}

// Manifolds agree with what v2d_collide() finds at the poses they were made for: those before the
// step. A pair that hardly moves keeps its normal and anchors, hence the tolerances.
static void manifolds_agree_with_the_poses(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_ground(world);
    for (int i = 0; i < 40; ++i) {
        v2d_body_id id =
            add_figure(world, V2D_BODY_DYNAMIC, i % KIND_COUNT == SEGMENT ? BOX : i % KIND_COUNT,
                       1.3f * (float)(i % 8) - 4.0f + 0.1f * (float)(i % 3),
                       1.0f + 1.3f * (float)(i / 8), 0.3f * (float)i);
        shape_set_friction(world, v2d_body_first_shape(world, id), 0.5f);
    }
    static v2d_transform before[64];
    int checked = 0;
    for (int step = 0; step < 240; ++step) {
        v2d_body_id id = {0, 0};
        for (id = v2d_world_next_body(world, id); id.index1 != 0;
             id = v2d_world_next_body(world, id)) {
            before[id.index1] = v2d_body_transform(world, id);
        }
        v2d_world_step(world, dt, 4);
        for (int i = 0; i < v2d_world_contact_count(world); ++i) {
            v2d_contact contact;
            CHECK(v2d_world_contact(world, i, &contact) == V2D_OK);
            v2d_geometry a = v2d_shape_geometry(world, contact.a.shape),
                         b = v2d_shape_geometry(world, contact.b.shape);
            v2d_transform xa = before[v2d_shape_body(world, contact.a.shape).index1];
            v2d_transform xb = before[v2d_shape_body(world, contact.b.shape).index1];
            v2d_manifold fresh;
            CHECK_NEAR(hypotenuse(contact.manifold.normal), 1.0, 1e-4);
            CHECK(contact.manifold.count >= 1 && contact.manifold.count <= 2);
            CHECK(v2d_collide(&a, xa, &b, xb, 0.5f, &fresh) > 0);
            float deepest = contact.manifold.points[0].separation,
                  fresh_deepest = fresh.points[0].separation;
            if (contact.manifold.count == 2 && contact.manifold.points[1].separation < deepest) {
                deepest = contact.manifold.points[1].separation;
            }
            if (fresh.count == 2 && fresh.points[1].separation < fresh_deepest)
                fresh_deepest = fresh.points[1].separation;
            CHECK(fresh_deepest > deepest - 0.03f); // no overlap goes unseen
            CHECK(fresh_deepest < deepest + 0.06f); // a kept one may have slid off by 0.05 m
            double cosine = (double)fresh.normal.x * (double)contact.manifold.normal.x +
                            (double)fresh.normal.y * (double)contact.manifold.normal.y;
            if (fresh_deepest < -0.01f) CHECK(cosine > 0.7); // else two faces may be a tie
            for (int k = 0; k < contact.manifold.count; ++k) {
                CHECK(contact.normal_impulse[k] >= 0.0f);
                CHECK(contact.peak_force[k] >= 0.0f);
                CHECK(contact.normal_impulse[k] <= 1.001f * dt * contact.peak_force[k] + 1e-6f);
                checked += 1;
            }
        }
    }
    CHECK(checked > 5000);
}

// ---- piles, walls, seams -----------------------------------------------------------------------------------------------

static void stack_of_ten_stands(void **state) {
    (void)state;
    for (int round = 0; round < 2; ++round) {
        v2d_world *world = test_world();
        test_ground(world);
        v2d_body_id ids[10];
        for (int i = 0; i < 10; ++i) {
            v2d_vec2 corners[4] = {
                {-0.45f, -0.45f}, {0.45f, -0.45f}, {0.45f, 0.45f}, {-0.45f, 0.45f}};
            v2d_geometry box =
                round ? v2d_geometry_polygon(corners, 4, 0.05f) : v2d_geometry_box(0.5f, 0.5f);
            ids[i] = test_shape(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f + (float)i, box);
        }
        test_steps(world, 600);
        for (int i = 0; i < 10; ++i) {
            CHECK_NEAR(v2d_body_position(world, ids[i]).x, 0.0, 0.02);
            CHECK_NEAR(v2d_body_position(world, ids[i]).y, 0.5 + i, 0.01 * (i + 1) + 0.005);
            CHECK_NEAR(v2d_body_angle(world, ids[i]), 0.0, 0.01);
            CHECK(hypotenuse(v2d_body_velocity(world, ids[i])) < 0.02);
        }
    }
}

// Uniform in -1 to 1; a linear congruential generator.
static float noise(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 8388608.0f - 1.0f;
}

typedef struct column {
    int count;
    v2d_geometry part; // 1 m high
    float top;         // density of one more box on top, 0 for none
    float jitter;      // of each part sideways, at most [m]
} column;

// Stand it up, each part within the jitter of the middle. Returns the number of bodies.
static int column_build(v2d_world *world, const column *c, uint32_t seed, v2d_body_id *ids) {
    v2d_body_def body_def = v2d_body_def_default();
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    int count = c->count + (c->top > 0.0f ? 1 : 0);
    test_box(world, V2D_BODY_STATIC, 0.0f, -1.0f, 100.0f, 1.0f);
    for (int i = 0; i < count; ++i) {
        body_def.position = v2d_vec2_make(c->jitter * noise(&seed), 0.5f + (float)i);
        shape_def.density = i == c->count ? c->top : 1.0f;
        ids[i] = v2d_body_create(world, &body_def);
        v2d_shape_create(world, ids[i], &shape_def, i == c->count ? &box : &c->part);
    }
    return count;
}

// None of them leans by a tenth, so each part still stands on the one below.
static bool column_stands(const v2d_world *world, const v2d_body_id *ids, int count) {
    for (int i = 0; i < count; ++i) {
        float lean = v2d_body_angle(world, ids[i]);
        if (!(fabsf(lean) < 0.1f && fabsf(v2d_body_position(world, ids[i]).x) < 1.0f)) return false;
    }
    return true;
}

// A flat end is as wide as a column's part, and rigid: nothing within a few millimetres can make a
// column fall, however high it is and whatever lies on top.
static void columns_stand(void **state) {
    (void)state;
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_geometry capsule =
        v2d_geometry_capsule(v2d_vec2_make(-0.5f, 0.0f), v2d_vec2_make(0.5f, 0.0f), 0.5f);
    v2d_vec2 corners[4] = {{-0.4f, -0.4f}, {0.4f, -0.4f}, {0.4f, 0.4f}, {-0.4f, 0.4f}};
    v2d_geometry rounded = v2d_geometry_polygon(corners, 4, 0.1f);
    const column columns[] = {
        {20, capsule, 0.0f, 0.001f}, {40, capsule, 0.0f, 0.001f}, {80, box, 0.0f, 0.001f},
        {40, rounded, 0.0f, 0.001f}, {7, box, 100.0f, 0.001f},    {7, box, 150.0f, 0.001f},
        {7, box, 200.0f, 0.001f},    {7, box, 300.0f, 0.001f},    {7, box, 100.0f, 0.005f},
        {7, box, 200.0f, 0.005f},    {7, box, 300.0f, 0.005f}};
    for (size_t k = 0; k < sizeof(columns) / sizeof(columns[0]); ++k) {
        for (int run = 0; run < 6; ++run) {
            int substeps = run < 3 ? 4 : 8;
            v2d_world *world = run % 3 == 2 ? test_world() : sleepless();
            v2d_body_id ids[81];
            int count = column_build(world, &columns[k], 100u * (uint32_t)k + (uint32_t)run, ids);
            for (int i = 0; i < 30 * 60; ++i)
                v2d_world_step(world, dt, substeps);
            if (!column_stands(world, ids, count))
                print_error("column %d, %d sub-steps, run %d\n", (int)k, substeps, run);
            CHECK(column_stands(world, ids, count));
        }
    }
}

// How far the top of a column sinks in theory. Each of the two rows of a contact is a spring of the
// frequency 1 / (7.5 h), twice that on the ground, on its effective mass: 1 / (w (1 + j^2)), w being
// the sum of both inverse masses and j = 0.5 / k = sqrt(1.5) for unit boxes. See Catto, "Soft
// Constraints", GDC 2011.
static double column_sinks(int count, double top, double h) {
    double omega = 2.0 * TEST_PI / (7.5 * h), sink = 0.0;
    for (int i = 0; i < count; ++i) {
        double load = (double)(count - i) + top;
        double w = 1.0 + (i == 0 ? 0.0 : 1.0), frequency = i == 0 ? 2.0 * omega : omega;
        sink += 10.0 * load / (2.0 / (2.5 * w) * frequency * frequency);
    }
    double w = 1.0 + 1.0 / (top > 0.0 ? top : 1.0);
    return top > 0.0 ? sink + 10.0 * top / (2.0 / (2.5 * w) * omega * omega) : sink;
}

// Contacts are as stiff as the step allows: with twice the sub-steps a pile sinks a quarter as much.
static void more_substeps_stiffen_piles(void **state) {
    (void)state;
    const column columns[] = {{9, v2d_geometry_box(0.5f, 0.5f), 0.0f, 0.0f},
                              {7, v2d_geometry_box(0.5f, 0.5f), 100.0f, 0.0f}};
    for (int k = 0; k < 2; ++k) {
        for (int substeps = 2; substeps <= 16; substeps *= 2) {
            v2d_world *world = sleepless();
            v2d_body_id ids[10];
            int count = column_build(world, &columns[k], 1u, ids);
            for (int i = 0; i < 600; ++i)
                v2d_world_step(world, dt, substeps);
            double sink =
                column_sinks(columns[k].count, (double)columns[k].top, (double)dt / substeps);
            CHECK_NEAR(v2d_body_position(world, ids[count - 1]).y, (double)count - 0.5 - sink,
                       0.005 * sink + 2e-5);
        }
    }
}

// Boxes of 1 mm stand like those of 1 m once the world is told: a step takes as many sub-steps as it
// takes to hold them. See column_sinks(); lengths over gravity scale with h^2.
static void small_boxes_stand(void **state) {
    (void)state;
    for (float size = 0.001f; size < 2.0f; size *= 10.0f) {
        for (int run = 0; run < 3; ++run) {
            v2d_world_def def = v2d_world_def_default();
            def.length_unit = size;
            def.sleep = false;
            v2d_world *world = test_world();
            CHECK(v2d_world_init(world, &def) == V2D_OK);
            test_box(world, V2D_BODY_STATIC, 0.0f, -size, 100.0f * size, size);
            v2d_body_id ids[10];
            uint32_t seed = (uint32_t)run;
            for (int i = 0; i < 10; ++i) {
                float jitter = run == 0 ? 0.0f : 0.02f * size * noise(&seed);
                ids[i] = test_box(world, V2D_BODY_DYNAMIC, jitter, size * (0.5f + (float)i),
                                  0.5f * size, 0.5f * size);
            }
            test_steps(world, 600);
            double h = (double)dt / v2d_world_counters(world).substeps;
            double sink = column_sinks(10, 0.0, h) / (double)size;
            CHECK(sink < 0.25); // of a box, over ten of them
            for (int i = 0; i < 10; ++i)
                CHECK_NEAR(v2d_body_angle(world, ids[i]), 0.0, 0.05);
            double top = (double)(v2d_body_position(world, ids[9]).y / size);
            CHECK_NEAR(top, 9.5 - sink, 0.02 * sink + 1e-5);
            CHECK(v2d_world_counters(world).substeps >= 4);
            if (size > 0.5f) CHECK(v2d_world_counters(world).substeps == 4);
        }
    }
}

// When a rigid tower of n unit boxes on a table that tilts by 1 degree a second leans by 5 degrees
// more than the table, in degrees of it. It tips about a lower corner, so with x its lean from there
// x" = s^2 (x + t - atan(1/n)), s^2 = g r / (r^2 + k^2), r being the distance of that corner from
// the centre of mass and k^2 = (1 + n^2) / 12. Until x = 0 ends, at t = atan(1/n), it stands.
static double tower_falls(int n) {
    double r2 = (1.0 + n * n) / 4.0, s = sqrt(10.0 * sqrt(r2) / (r2 + (1.0 + n * n) / 12.0));
    double degree = TEST_PI / 180.0, t = 0.0;
    while (degree * (sinh(s * t) / s - t) < 5.0 * degree)
        t += 0.01;
    return atan(1.0 / n) / degree + t;
}

// What is frozen of contacts must not hold a tower up that tilts.
static void tower_on_a_tilting_table_falls(void **state) {
    (void)state;
    for (int n = 3; n <= 10; ++n) {
        for (int substeps = 4; substeps <= 8; substeps += 4) {
            v2d_world *world = test_world();
            v2d_body_id table = test_box(world, V2D_BODY_KINEMATIC, 0.0f, -0.5f, 10.0f, 0.5f), top;
            for (int i = 0; i < n; ++i)
                top = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f + (float)i, 0.5f, 0.5f);
            v2d_body_set_angular_velocity(world, table, (float)(TEST_PI / 180.0));
            float tilt = 0.0f;
            while (tilt < 0.5f && v2d_body_angle(world, top) - tilt < 0.0872664626f) {
                v2d_world_step(world, dt, substeps);
                tilt = v2d_body_angle(world, table);
            }
            double degrees = (double)tilt * 180.0 / TEST_PI;
            CHECK(degrees < tower_falls(n) + 0.5);
            CHECK(degrees > 0.9 * atan(1.0 / n) * 180.0 / TEST_PI);
        }
    }
}

// A box rests against the rim of a heavy frame that spins freely, without gravity: it goes round with it. So its
// velocity is w x r, and the rim presses on it by m w^2 r, in every step. Normals that lag behind those of the
// turning frame would let it go straight on for some steps and then press all the harder.
static void boxes_go_round_in_a_drum(void **state) {
    (void)state;
    for (double spin = 0.3; spin < 4.0; spin *= 2.0) {
        v2d_world *world = sleepless();
        v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f));
        v2d_body_def def = v2d_body_def_default();
        def.angular_velocity = (float)spin;
        v2d_body_id frame = v2d_body_create(world, &def);
        v2d_shape_def heavy = v2d_shape_def_default();
        heavy.density = 1e5f;
        for (int side = -1; side <= 1; side += 2) {
            v2d_vec2 middle = v2d_vec2_make(0.0f, 5.5f * (float)side);
            v2d_geometry wall = v2d_geometry_oriented_box(6.0f, 0.5f, middle, 0.0f);
            CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, frame, &heavy, &wall)));
        }
        v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 4.5f, 0.5f, 0.5f);
        v2d_body_set_velocity(world, box, v2d_vec2_make((float)(-spin * 4.5), 0.0f));
        v2d_body_set_angular_velocity(world, box, (float)spin);
        test_steps(world, 60);
        for (int i = 0; i < 120; ++i) {
            test_steps(world, 1);
            v2d_vec2 r = v2d_body_position(world, box), v = v2d_body_velocity(world, box);
            double rim = spin * hypot((double)r.x, (double)r.y);
            double lag = rim * (spin * (double)dt + 0.002); // the turn of a step
            CHECK_NEAR(v.x, -spin * (double)r.y, lag);
            CHECK_NEAR(v.y, spin * (double)r.x, lag);
            v2d_contact c[2];
            CHECK(v2d_body_contacts(world, box, c, 2) == 1);
            double pressed = (double)(c[0].normal_impulse[0] + c[0].normal_impulse[1]);
            CHECK_NEAR(pressed, spin * rim * (double)dt, 0.1 * spin * rim * (double)dt);
        }
    }
}

// What slides over an edge without friction hangs over by no more than half of itself, whatever its
// size: it cannot go on resting on where it was.
static void small_boxes_fall_over_an_edge(void **state) {
    (void)state;
    for (float size = 0.01f; size < 2.0f; size *= 10.0f) {
        for (float speed = 0.1f; speed < 2.0f; speed *= 4.0f) { // sizes a second
            v2d_world *world = sleepless();
            v2d_geometry box = v2d_geometry_box(0.5f * size, 0.5f * size);
            add(world, V2D_BODY_STATIC, -50.0f, -0.5f, 0.0f, v2d_geometry_box(50.0f, 0.5f), smooth);
            v2d_body_id id = add(world, V2D_BODY_DYNAMIC, -size, 0.5f * size, 0.0f, box, smooth);
            v2d_body_set_velocity(world, id, v2d_vec2_make(speed * size, 0.0f));
            for (int i = 0; i < 6000 && v2d_body_position(world, id).y > 0.0f; ++i)
                test_steps(world, 1);
            CHECK(v2d_body_position(world, id).y <= 0.0f);
            CHECK(v2d_body_position(world, id).x > 0.0f);
            CHECK(v2d_body_position(world, id).x < size);
        }
    }
}

// A centre of mass that is moved beyond the foot makes a box tip over.
static void moved_centre_of_mass_tips_a_box(void **state) {
    (void)state;
    for (int side = -1; side <= 1; ++side) {
        v2d_world *world = test_world();
        test_ground(world);
        v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.1f, 0.03f, 0.1f);
        test_steps(world, 60);
        v2d_mass mass = v2d_body_mass(world, id);
        mass.center.x += 0.04f * (float)side; // its foot ends at 0.03
        CHECK(body_set_mass(world, id, mass) == V2D_OK);
        test_steps(world, 120);
        float angle = v2d_body_angle(world, id);
        CHECK_NEAR(angle, side == 0 ? 0.0 : -0.5 * TEST_PI * side, 0.05);
    }
}

// A box on a platform that is put through it, more than half way, comes out below, and one that is
// put less than half way into it above.
static void teleported_box_leaves_where_it_is_nearer(void **state) {
    (void)state;
    for (int below = 0; below < 2; ++below) {
        for (int asleep = 0; asleep < 2; ++asleep) {
            v2d_world *world = test_world();
            test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 5.0f, 0.1f);
            v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.3f, 0.2f, 0.2f);
            test_steps(world, asleep ? 120 : 20);
            CHECK(v2d_body_is_awake(world, id) == (asleep == 0));
            v2d_body_set_transform(world, id, v2d_vec2_make(0.0f, below ? -0.05f : 0.15f), 0.0f);
            test_steps(world, 90);
            if (below) CHECK(v2d_body_position(world, id).y < -0.3f);
            if (!below) CHECK_NEAR(v2d_body_position(world, id).y, 0.3, 0.01);
        }
    }
}

// Heavy on light: 100 times the mass on top of a small one.
static void heavy_box_stands_on_a_light_one(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_ground(world);
    v2d_body_id light = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    v2d_body_id heavy = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 6.0f, 5.0f, 5.0f);
    test_steps(world, 300);
    CHECK_NEAR(v2d_body_position(world, light).y, 0.5, 0.05);
    CHECK_NEAR(v2d_body_position(world, heavy).y, 6.0, 0.15);
    CHECK_NEAR(v2d_body_angle(world, heavy), 0.0, 0.02);
}

// An overlap is pushed out at no more than about the push speed: no explosion.
static void deep_overlap_is_resolved_gently(void **state) {
    (void)state;
    v2d_world *world = test_weightless();
    v2d_body_id a = test_box(world, V2D_BODY_DYNAMIC, -0.3f, 0.0f, 0.5f, 0.5f);
    v2d_body_id b = test_box(world, V2D_BODY_DYNAMIC, 0.3f, 0.05f, 0.5f, 0.5f);
    for (int i = 0; i < 120; ++i) {
        v2d_world_step(world, dt, 4);
        CHECK(hypotenuse(v2d_body_velocity(world, a)) < 3.5);
        CHECK(hypotenuse(v2d_body_velocity(world, b)) < 3.5);
    }
    v2d_vec2 pa = v2d_body_position(world, a), pb = v2d_body_position(world, b);
    CHECK(fabsf(pb.x - pa.x) > 0.97f || fabsf(pb.y - pa.y) > 0.97f);
}

// A ball that left a wall in the last step and is thrown at it in this one is caught, also when something
// makes the contacts be ordered anew in that step.
static void contact_comes_back_at_once(void **state) {
    (void)state;
    for (int change = 0; change < 3; ++change) {
        for (float away = 0.5f; away < 20.0f; away *= 1.2f) {
            v2d_world *world = test_weightless();
            v2d_body_id post = add(world, V2D_BODY_STATIC, 1.0f, 0.0f, 0.0f, figure(BOX), smooth);
            v2d_body_id ball =
                add(world, V2D_BODY_DYNAMIC, -0.35f, 0.0f, 0.0f, figure(CIRCLE), smooth);
            float wall = v2d_shape_aabb(world, v2d_body_first_shape(world, post)).lower.x;
            v2d_body_set_velocity(world, ball, v2d_vec2_make(12.0f, 0.0f));
            test_steps(world, 4);
            CHECK(v2d_body_position(world, ball).x + 0.5f < wall + 0.05f);
            v2d_body_set_velocity(world, ball, v2d_vec2_make(-away, 0.0f));
            test_steps(world, 1);
            v2d_body_set_velocity(world, ball, v2d_vec2_make(-0.1f, 0.0f));
            test_steps(world, 1);
            v2d_body_set_velocity(world, ball, v2d_vec2_make(30.0f, 0.0f));
            if (change == 1) shape_set_friction(world, v2d_body_first_shape(world, ball), 0.5f);
            if (change == 2) body_set_mass(world, ball, v2d_body_mass(world, ball));
            test_steps(world, 1);
            CHECK(v2d_body_position(world, ball).x + 0.5f < wall + 0.05f);
        }
    }
}

// A ball near the end of a long rod that turns by 1 m a step there, both dynamic: the
// rod takes the ball along.
static void fast_end_of_a_long_rod_takes_a_ball_along(void **state) {
    (void)state;
    for (float place = 9.0f; place < 11.5f; place += 0.25f) {
        v2d_world *world = test_weightless();
        v2d_body_id rod = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 12.0f, 0.05f);
        v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, place, 0.4f, 0.2f);
        v2d_body_set_angular_velocity(world, rod, 5.0f);
        test_steps(world, 3);
        v2d_vec2 ahead = v2d_body_local_point(world, rod, v2d_body_position(world, ball));
        CHECK(ahead.y > 0.2f);
        CHECK(v2d_body_velocity(world, ball).y > 0.5f * 5.0f * place);
    }
}

// What moves like the end of a long rod stays clear of it; what the end moves against does not.
static void long_rod_looks_ahead_where_it_moves_against_others(void **state) {
    (void)state;
    for (int same = 0; same < 2; ++same) {
        v2d_world *world = test_weightless();
        v2d_body_id rod = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 12.0f, 0.05f);
        v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, 11.0f, 0.5f, 0.2f);
        v2d_body_set_angular_velocity(world, rod, 5.0f);
        v2d_body_set_velocity(world, rod, v2d_vec2_make(20.0f, 10.0f));
        v2d_body_set_velocity(world, ball, v2d_vec2_make(20.0f, 10.0f));
        if (same) { // turning with the rod, about its centre
            v2d_body_set_angular_velocity(world, ball, 5.0f);
            v2d_body_set_velocity(world, ball,
                                  v2d_vec2_make(20.0f - 5.0f * 0.5f, 10.0f + 5.0f * 11.0f));
        }
        test_steps(world, 1);
        CHECK(v2d_world_contact_count(world) == (same ? 0 : 1));
    }
}

static uint32_t random_state;

static float random_float(float lower, float upper) {
    random_state = random_state * 1664525u + 1013904223u;
    return lower + (upper - lower) * ((float)(random_state >> 8) / 16777216.0f);
}

// Figures off the centre of their body, small and long.
static v2d_geometry random_figure(void) {
    float x = random_float(-2.0f, 2.0f), y = random_float(-2.0f, 2.0f);
    float size = random_float(0.1f, 1.0f);
    v2d_vec2 at = v2d_vec2_make(x, y), end = v2d_vec2_make(x + 3.0f * size, y - size);
    v2d_vec2 corners[3] = {{x - size, y}, {x + 2.0f * size, y - size}, {x, y + size}};
    switch ((int)random_float(0.0f, 5.0f)) {
    case 0: return v2d_geometry_circle(at, size);
    case 1: return v2d_geometry_capsule(at, end, 0.3f * size);
    case 2: return v2d_geometry_segment(at, end);
    case 3: return v2d_geometry_polygon(corners, 3, 0.1f * size);
    default: return v2d_geometry_oriented_box(6.0f * size, 0.2f * size, at, x * y);
    }
}

// Whatever the contact function finds near at rest is a contact, and nothing that is farther.
static void whatever_is_near_has_a_contact(void **state) {
    (void)state;
    int near = 0, far = 0;
    random_state = 7u;
    for (int i = 0; i < 2000; ++i) {
        v2d_world *world = test_weightless();
        v2d_transform xf[2];
        v2d_geometry figure[2] = {random_figure(), random_figure()};
        if (i % 10 == 0)
            figure[1] =
                v2d_geometry_half_plane(v2d_vec2_make(0.5f, 0.0f), v2d_vec2_make(0.6f, 0.8f));
        for (int k = 0; k < 2; ++k) {
            v2d_body_def def = v2d_body_def_default();
            v2d_shape_def shape_def = v2d_shape_def_default();
            if (k == 1 && i % 2 == 0) def.type = V2D_BODY_STATIC;
            def.position = v2d_vec2_make(random_float(-2.0f, 2.0f), random_float(-2.0f, 2.0f));
            def.angle = random_float(-3.0f, 3.0f);
            v2d_body_id id = v2d_body_create(world, &def);
            CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, id, &shape_def, &figure[k])));
            xf[k] = v2d_body_transform(world, id);
        }
        v2d_manifold m;
        bool touches = v2d_collide(&figure[0], xf[0], &figure[1], xf[1], 0.015f, &m) > 0;
        bool apart = v2d_collide(&figure[0], xf[0], &figure[1], xf[1], 0.06f, &m) == 0;
        test_steps(world, 1);
        if (touches) CHECK(v2d_world_contact_count(world) == 1);
        if (apart) CHECK(v2d_world_contact_count(world) == 0);
        near += touches, far += apart;
    }
    CHECK(near > 300 && far > 1000);
}

static void world_bounds_hold_everything(void **state) {
    (void)state;
    static v2d_world world;
    for (uint32_t seed = 1; seed <= 3; ++seed) {
        v2d_world_def def = v2d_world_def_default();
        def.bounded = true;
        def.bounds.lower = v2d_vec2_make(-8.0f, -6.0f);
        def.bounds.upper = v2d_vec2_make(9.0f, 7.0f);
        CHECK(v2d_world_init(&world, &def) == V2D_OK);
        random_state = seed;
        v2d_body_id ids[150];
        for (int i = 0; i < 150; ++i) {
            int kind = i % KIND_COUNT == SEGMENT ? BOX : i % KIND_COUNT;
            ids[i] = add_figure(&world, V2D_BODY_DYNAMIC, kind, -7.0f + (float)(i % 10) * 1.6f,
                                -5.0f + (float)(i / 10) * 0.8f, random_float(-3.0f, 3.0f));
            v2d_body_set_velocity(
                &world, ids[i],
                v2d_vec2_make(random_float(-40.0f, 40.0f), random_float(-40.0f, 40.0f)));
            v2d_body_set_angular_velocity(&world, ids[i], random_float(-20.0f, 20.0f));
        }
        for (int step = 0; step < 400; ++step) {
            if (step == 150) v2d_world_set_gravity(&world, v2d_vec2_make(20.0f, 10.0f));
            if (step == 250) v2d_world_set_gravity(&world, v2d_vec2_make(-10.0f, 30.0f));
            test_steps(&world, 1);
            for (int i = 0; i < 150; ++i) {
                v2d_vec2 p = v2d_body_center(&world, ids[i]);
                CHECK(p.x > -8.0f && p.x < 9.0f && p.y > -6.0f && p.y < 7.0f);
                if (step < 100) continue; // they start overlapping one another
                v2d_aabb box = v2d_shape_aabb(&world, v2d_body_first_shape(&world, ids[i]));
                CHECK(box.lower.x > -8.1f && box.upper.x < 9.1f && box.lower.y > -6.1f &&
                      box.upper.y < 7.1f);
            }
        }
    }
}

// A single box comes to rest on the bound, and against its friction it does not slide.
static void world_bounds_carry_a_box(void **state) {
    (void)state;
    static v2d_world world;
    v2d_world_def def = v2d_world_def_default();
    def.bounded = true;
    def.bounds.lower = v2d_vec2_make(-4.0f, -3.0f);
    def.bounds.upper = v2d_vec2_make(4.0f, 5.0f);
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    v2d_body_id id = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f, 0.5f);
    v2d_body_set_velocity(&world, id, v2d_vec2_make(0.5f, 0.0f));
    test_steps(&world, 300);
    CHECK_NEAR(v2d_body_position(&world, id).y, -2.5, 0.01);
    CHECK(hypotenuse(v2d_body_velocity(&world, id)) < 1e-3);
}

// 200 m/s is 3.3 m a step; the wall is 0.1 m thick and the box 0.1 m wide.
static void fast_box_does_not_pass_a_thin_wall(void **state) {
    (void)state;
    random_state = 7u;
    for (int i = 0; i < 200; ++i) {
        v2d_world *world = test_weightless();
        double tilt = -60.0 + 120.0 * (i % 25) / 24.0; // of the path against the wall's normal
        float angle = (float)(tilt * TEST_PI / 180.0);
        test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.05f, 30.0f);
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape_def = v2d_shape_def_default();
        v2d_geometry box = v2d_geometry_box(0.05f, 0.05f);
        float away = random_float(0.2f, 7.0f), c = cosf(angle), s = sinf(angle);
        def.position = v2d_vec2_make(-away * c, -away * s);
        if (def.position.x > -0.15f) def.position.x = -0.15f;
        def.angle = random_float(-3.0f, 3.0f);
        def.velocity = v2d_vec2_make(200.0f * c, 200.0f * s);
        def.angular_velocity = i % 2 ? random_float(-30.0f, 30.0f) : 0.0f;
        v2d_body_id id = v2d_body_create(world, &def);
        v2d_shape_create(world, id, &shape_def, &box);
        for (int step = 0; step < 6; ++step) {
            v2d_world_step(world, dt, 4);
            v2d_vec2 p = v2d_body_position(world, id);
            if (p.y > -30.0f && p.y < 30.0f) CHECK(p.x < 0.0f);
        }
    }
}

// Box and disc slide over a floor of touching boxes as over one piece.
static void seams_between_boxes_are_not_felt(void **state) {
    (void)state;
    for (int kind = 0; kind < KIND_COUNT; ++kind) {
        if (kind == SEGMENT) continue;
        for (int speed = 1; speed <= 9; speed += 4) {
            v2d_world *world = test_world();
            for (int i = 0; i < 12; ++i) {
                add(world, V2D_BODY_STATIC, (float)i, -0.5f, 0.0f, v2d_geometry_box(0.5f, 0.5f),
                    smooth);
            }
            v2d_body_id id = add_figure(world, V2D_BODY_DYNAMIC, kind, 0.1f, 0.5f, 0.0f);
            test_steps(world, 5);
            v2d_body_set_velocity(world, id, v2d_vec2_make((float)speed, 0.0f));
            for (int step = 0; step < 240 && v2d_body_position(world, id).x < 10.0f; ++step) {
                v2d_world_step(world, dt, 4);
                if (fabs((double)v2d_body_velocity(world, id).x - speed) > 0.02 * speed) {
                    print_error("figure %d at %d m/s, x = %g\n", kind, speed,
                                (double)v2d_body_position(world, id).x);
                }
                CHECK_NEAR(v2d_body_velocity(world, id).x, speed, 0.02 * speed);
                CHECK_NEAR(v2d_body_position(world, id).y, 0.5, 0.02);
                CHECK_NEAR(v2d_body_angle(world, id), 0.0, 0.02);
            }
        }
    }
}

// A pair that joints connect does not collide unless it is asked to.
static void connected_bodies_collide_only_when_asked(void **state) {
    (void)state;
    for (int collide = 0; collide < 2; ++collide) {
        v2d_world *world = test_world();
        v2d_body_id a = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 0.5f, 0.5f);
        v2d_body_id b = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 1.2f, 0.5f, 0.5f);
        v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE);
        def.a = v2d_anchor_body(a, v2d_vec2_make(0.0f, 0.0f));
        def.b = v2d_anchor_body(b, v2d_vec2_make(0.0f, 0.0f));
        def.linear.lower = 0.0f;
        def.linear.upper = 50.0f; // a rope that hangs loose
        def.collide_connected = collide == 1;
        v2d_joint_id joint = v2d_joint_create(world, &def);
        CHECK(v2d_joint_is_valid(world, joint));
        test_steps(world, 60);
        CHECK((v2d_body_position(world, b).y > 0.9f) == (collide == 1));
        if (collide == 1) continue;
        v2d_joint_destroy(world, joint); // and without the joint it collides again
        v2d_body_set_transform(world, b, v2d_vec2_make(0.0f, 1.2f), 0.0f);
        v2d_body_set_velocity(world, b, v2d_vec2_make(0.0f, 0.0f));
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_position(world, b).y, 1.0, 0.02);
    }
}

// More contacts of a plank than colours. With many blocks to spare, those left over get blocks of their own.
static void what_finds_no_colour_is_carried_too(void **state) {
    (void)state;
    v2d_world *world = test_world();
    test_ground(world);
    test_crowded_plank(world);
    test_steps(world, 25);
    CHECK(world->contacts.batch.overflow_count == 0);
    CHECK(world_set_sleep(world, false) == V2D_OK);
    test_steps(world, 275);
    test_check_crowded_plank(world);
}

// Momentum of all bodies: x, y, and about the origin.
static void add_momenta(const v2d_world *world, double *sum) {
    sum[0] = sum[1] = sum[2] = 0.0;
    for (v2d_body_id id = v2d_world_next_body(world, (v2d_body_id){0, 0}); id.index1 != 0;
         id = v2d_world_next_body(world, id)) {
        v2d_vec2 p = v2d_body_center(world, id), v = v2d_body_velocity(world, id);
        double m = (double)v2d_body_mass(world, id).mass, x = m * (double)v.x, y = m * (double)v.y;
        double inertia = (double)v2d_body_mass(world, id).inertia;
        sum[0] += x, sum[1] += y, sum[2] += (double)p.x * y - (double)p.y * x;
        sum[2] += inertia * (double)v2d_body_angular_velocity(world, id);
    }
}

// A plank that floats is hit by 150 boxes from above or from both sides. Its contacts beyond the colours
// share blocks; what each box gives, the plank gets, and no box goes through.
static void a_hub_gets_what_its_contacts_give(void **state) {
    (void)state;
    for (int sides = 1; sides <= 2; ++sides) {
        v2d_world *world = test_world();
        double before[3], after[3];
        CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        CHECK(world_set_sleep(world, false) == V2D_OK);
        test_box(world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 19.0f, 0.2f);
        for (int i = 0; i < 150; ++i) {
            float side = i % 2 == 0 || sides == 1 ? 1.0f : -1.0f;
            v2d_body_id box = test_box(world, V2D_BODY_DYNAMIC, 0.25f * ((float)i - 74.5f),
                                       0.31f * side, 0.1f, 0.1f);
            v2d_body_set_velocity(world, box,
                                  v2d_vec2_make(0.3f, side * (-1.0f - 0.1f * (float)(i % 7))));
        }
        add_momenta(world, before);
        int32_t blocks = 0;
        for (int step = 0; step < 30; ++step) {
            test_steps(world, 1);
            if (blocks < world->contacts.hub_blocks) blocks = world->contacts.hub_blocks;
        }
        CHECK(blocks >= (150 - V2D__MAX_COLORS) / V2D__LANES);
        add_momenta(world, after);
        for (int i = 0; i < 3; ++i)
            CHECK_NEAR(after[i], before[i], i < 2 ? 1e-3 : 1e-2);
        for (int i = 0; i < v2d_world_contact_count(world); ++i) {
            v2d_contact c;
            CHECK(v2d_world_contact(world, i, &c) == V2D_OK);
            for (int k = 0; k < c.manifold.count; ++k)
                CHECK(c.manifold.points[k].separation > -0.02f);
        }
    }
}

// How often a body is in the list of contacts, all of whose entries are whole.
static int times_listed(const v2d_world *world, v2d_body_id id) {
    int times = 0;
    for (int i = 0; i < v2d_world_contact_count(world); ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(world, i, &c) == V2D_OK);
        CHECK(v2d_shape_is_valid(world, c.a.shape) && v2d_shape_is_valid(world, c.b.shape));
        CHECK(c.manifold.count >= 1 && c.manifold.count <= 2);
        CHECK_NEAR(hypotenuse(c.manifold.normal), 1.0, 1e-4);
        v2d_body_id a = v2d_shape_body(world, c.a.shape), b = v2d_shape_body(world, c.b.shape);
        times += (a.index1 == id.index1) + (b.index1 == id.index1);
    }
    return times;
}

// Right after a destroy, before any step, the list has exactly the contacts of what is left. What
// comes into the slot has none.
static void destroyed_things_leave_the_list_at_once(void **state) {
    (void)state;
    for (int gone = 0; gone < 4; ++gone) {
        for (int how = 0; how < 4; ++how) { // bit 0: asleep, bit 1: the shape alone
            v2d_world *world = test_world();
            v2d_body_id bodies[4];
            bodies[0] = test_box(world, V2D_BODY_STATIC, 0.0f, -0.5f, 5.0f, 0.5f);
            for (int i = 1; i < 4; ++i) // a tower: each touches the one below
                bodies[i] = test_box(world, V2D_BODY_DYNAMIC, 0.0f, (float)i - 0.5f, 0.5f, 0.5f);
            test_steps(world, (how & 1) != 0 ? 120 : 10);
            CHECK((v2d_world_counters(world).awake == 0) == ((how & 1) != 0));
            CHECK(v2d_world_contact_count(world) == 3);
            v2d_shape_id shape = v2d_body_first_shape(world, bodies[gone]);
            CHECK(((how & 2) != 0 ? v2d_shape_destroy(world, shape)
                                  : v2d_body_destroy(world, bodies[gone])) == V2D_OK);
            int below = gone > 0, above = gone < 3;
            CHECK(v2d_world_contact_count(world) == 3 - below - above);
            for (int i = 0; i < 4; ++i) {
                int expected = (i > 0) + (i < 3) - (i == gone + 1) - (i == gone - 1);
                if (i == gone) expected = 0;
                CHECK(times_listed(world, bodies[i]) == expected);
            }
            v2d_body_id next = test_box(world, V2D_BODY_DYNAMIC, 50.0f, 50.0f, 0.5f, 0.5f);
            if ((how & 2) == 0) CHECK(next.index1 == bodies[gone].index1);
            CHECK(times_listed(world, next) == 0);
            test_steps(world, 1);
            CHECK(times_listed(world, next) == 0);
        }
    }
}

// What stood on a destroyed body falls; what leant on a destroyed shape too.
static void destroyed_support_lets_go(void **state) {
    (void)state;
    for (int shape_only = 0; shape_only < 2; ++shape_only) {
        v2d_world *world = test_world();
        v2d_body_id shelf = test_box(world, V2D_BODY_STATIC, 0.0f, 0.0f, 2.0f, 0.5f);
        v2d_body_id id = test_box(world, V2D_BODY_DYNAMIC, 0.0f, 1.0f, 0.5f, 0.5f);
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_position(world, id).y, 1.0, 0.01);
        if (shape_only) {
            CHECK(v2d_shape_destroy(world, v2d_body_first_shape(world, shelf)) == V2D_OK);
        } else {
            CHECK(v2d_body_destroy(world, shelf) == V2D_OK);
        }
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_velocity(world, id).y, -10.0, 0.2);
        CHECK(v2d_world_contact_count(world) == 0);
    }
}

// A box in a corner of the bounds on a box, a point and a jelly: each pair has a key of its own, which lasts until
// they part, is the same from both sides and after a load, and is another one when they are made anew.
static void a_key_names_a_contact_while_it_touches(void **state) {
    (void)state;
    static v2d_world loaded;
    static unsigned char save[1 << 22];
    v2d_world *world = test_world();
    v2d_contact c[8], d[8];
    v2d_aabb bounds = {{0.0f, 0.0f}, {20.0f, 20.0f}};
    CHECK(world_set_bounds(world, bounds) == V2D_OK);
    v2d_world_set_gravity(world, v2d_vec2_make(-1.0f, -9.0f));
    v2d_body_id below = test_box(world, V2D_BODY_DYNAMIC, 0.5f, 0.5f, 0.5f, 0.5f);
    v2d_body_id above = test_box(world, V2D_BODY_DYNAMIC, 0.5f, 1.5f, 0.5f, 0.5f);
    v2d_point_def point = v2d_point_def_default();
    point.position = v2d_vec2_make(0.5f, 2.06f), point.radius = 0.05f;
    v2d_point_id loose = v2d_point_create(world, &point);
    test_steps(world, 10);
    int count = v2d_body_contacts(world, below, c, 8);
    CHECK(count == 3); // two walls, and the box
    CHECK(c[0].key != c[1].key && c[1].key != c[2].key && c[0].key != c[2].key);
    CHECK(v2d_body_contacts(world, above, d, 8) == 3); // a wall, the box, the point
    int same = 0;
    for (int i = 0; i < 9; ++i)
        same += c[i / 3].key == d[i % 3].key ? 1 : 0;
    CHECK(same == 1); // the two boxes, from either side
    size_t size = v2d_world_save(world, save, sizeof(save));
    CHECK(size > 0 && v2d_world_load(&loaded, save, size) == V2D_OK);
    for (int step = 0; step < 200; ++step) { // they fall asleep, too
        test_steps(world, 1), test_steps(&loaded, 1);
        CHECK(v2d_body_contacts(world, below, d, 8) == 3);
        for (int i = 0; i < 3; ++i)
            CHECK(d[i].key == c[i].key);
        CHECK(v2d_body_contacts(&loaded, below, d, 8) == 3);
        for (int i = 0; i < 3; ++i)
            CHECK(d[i].key == c[i].key);
    }
    CHECK(v2d_body_destroy(world, above) == V2D_OK && v2d_point_is_valid(world, loose));
    test_box(world, V2D_BODY_DYNAMIC, 0.5f, 1.5f, 0.5f, 0.5f); // in the same slots
    test_steps(world, 2);
    CHECK(v2d_body_contacts(world, below, d, 8) == 3);
    CHECK(d[0].key == c[0].key && d[1].key == c[1].key && d[2].key != c[2].key);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

// A pile of boxes and discs that bounce: blows that travel through all of it cost no more than so much a step.
// (Without a bound 88 times the median. Processor time, so that other programs do not count.)
static void a_pile_that_bounces_makes_no_hitches(void **state) {
    (void)state;
    enum { STEPS = 400 };
    static double ms[STEPS];
    v2d_world *world = test_world();
    v2d_shape_def def = v2d_shape_def_default();
    def.restitution = 0.9f;
    world_set_sleep(world, false);
    v2d_aabb bounds = {{-9.0f, 0.0f}, {9.0f, 400.0f}};
    CHECK(world_set_bounds(world, bounds) == V2D_OK);
    for (int i = 0; i < 900; ++i) {
        v2d_geometry box = v2d_geometry_box(0.4f, 0.4f);
        v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.4f);
        v2d_body_def body = v2d_body_def_default();
        body.position = v2d_vec2_make(1.15f * (float)(i % 15) - 8.2f + 0.01f * (float)(i % 7),
                                      1.0f + 1.2f * (float)(i / 15));
        v2d_body_id id = v2d_body_create(world, &body);
        CHECK(!V2D_IS_NULL(v2d_shape_create(world, id, &def, i % 2 != 0 ? &box : &disc)));
    }
    for (int i = 0; i < STEPS; ++i) {
        clock_t start = clock();
        test_steps(world, 1);
        ms[i] = (double)(clock() - start);
    }
    qsort(ms, STEPS, sizeof(ms[0]), ascending);
    CHECK(ms[STEPS * 99 / 100] <= 8.0 * ms[STEPS / 2]);
}

// Segments have no inside: a rod that is pressed into the ground comes out where it went in.
static void a_rod_stays_on_its_side_of_a_segment(void **state) {
    (void)state;
    v2d_world *world = test_world();
    v2d_geometry ground =
        v2d_geometry_segment(v2d_vec2_make(-5.0f, 0.0f), v2d_vec2_make(5.0f, 0.0f));
    v2d_geometry line = v2d_geometry_segment(v2d_vec2_make(-1.0f, 0.0f), v2d_vec2_make(1.0f, 0.0f));
    const v2d_mass mass = {1.0f, {0.0f, 0.0f}, 0.3f};
    for (int side = -1; side <= 1; side += 2) {
        v2d_world_set_gravity(world, v2d_vec2_make(0.0f, -10.0f * (float)side));
        test_shape(world, V2D_BODY_STATIC, 20.0f * (float)side, 0.0f, ground);
        v2d_body_id rod =
            test_shape(world, V2D_BODY_DYNAMIC, 20.0f * (float)side, 0.05f * (float)side, line);
        CHECK(body_set_mass(world, rod, mass) == V2D_OK);
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_position(world, rod).y, 0.0, 0.01);
        for (int step = 0; step < 10; ++step) { // pressed in, most of all at one end
            v2d_vec2 end = {20.0f * (float)side + 0.9f, 0.0f}, force = {0.0f, -3e3f * (float)side};
            v2d_body_apply_force(world, rod, force, end);
            test_steps(world, 1);
        }
        test_steps(world, 60);
        CHECK_NEAR(v2d_body_position(world, rod).y, 0.0, 0.01);
    }
}

// A ball that reaches the floor within a step and bounces: friction acts where they touch, so that the angular momentum
// about that place is kept, however high the ball was when the step began.
static void friction_of_a_bounce_acts_where_it_touches(void **state) {
    (void)state;
    for (int i = 0; i < 6; ++i) {
        v2d_world *world = test_weightless();
        test_ground(world);
        float gap = 0.02f * (float)i;
        v2d_body_id ball = test_circle(world, V2D_BODY_DYNAMIC, 0.0f, 0.2f + gap, 0.2f);
        v2d_shape_id shape = v2d_body_first_shape(world, ball);
        CHECK(shape_set_restitution(world, shape, 0.5f) == V2D_OK);
        CHECK(v2d_body_set_velocity(world, ball, v2d_vec2_make(6.0f, -20.0f)) == V2D_OK);
        v2d_mass m = v2d_body_mass(world, ball);
        CHECK(v2d_world_step(world, 1.0f / 60.0f, 1) == V2D_OK);
        v2d_vec2 v = v2d_body_velocity(world, ball);
        CHECK_NEAR(v.y, 10.0, 0.1);
        CHECK(v.x < 5.0f);
        double turn = (double)(m.inertia * v2d_body_angular_velocity(world, ball));
        double slowed = (double)(m.mass * (6.0f - v.x));
        CHECK_NEAR(-turn, 0.2 * slowed, 0.01 * 0.2 * slowed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_of_a_bounce_acts_where_it_touches),
        cmocka_unit_test(a_key_names_a_contact_while_it_touches),
        cmocka_unit_test(a_pile_that_bounces_makes_no_hitches),
        cmocka_unit_test(every_pair_collides_in_both_orders),
        cmocka_unit_test(dynamic_pairs_conserve_momentum),
        cmocka_unit_test(off_centre_hit_spins_both),
        cmocka_unit_test(creation_order_does_not_matter),
        cmocka_unit_test(equal_bodies_collide_symmetrically),
        cmocka_unit_test(ball_bounces_to_e_squared_h),
        cmocka_unit_test(elastic_bodies_keep_their_height),
        cmocka_unit_test(restitution_mixes_as_told),
        cmocka_unit_test(many_bounce_at_once),
        cmocka_unit_test(kicked_into_its_support_it_bounces),
        cmocka_unit_test(slow_approach_does_not_bounce),
        cmocka_unit_test(elastic_row_hands_the_velocity_on),
        cmocka_unit_test(a_break_keeps_energy_and_symmetry),
        cmocka_unit_test(a_gas_keeps_its_energy),
        cmocka_unit_test(flat_box_bounces_without_spin),
        cmocka_unit_test(head_on_collision_matches_closed_form),
        cmocka_unit_test(block_sticks_below_the_friction_angle),
        cmocka_unit_test(block_slides_above_the_friction_angle),
        cmocka_unit_test(friction_mixes_as_told),
        cmocka_unit_test(sliding_box_stops_where_it_should),
        cmocka_unit_test(sliding_disc_ends_up_rolling),
        cmocka_unit_test(discs_slide_out_along_a_turning_blade),
        cmocka_unit_test(rolling_resistance_slows_a_disc),
        cmocka_unit_test(a_box_leans_as_far_as_its_contacts_give),
        cmocka_unit_test(rolling_resistance_holds_a_disc_on_a_slope),
        cmocka_unit_test(rolling_resistance_counts_the_load_of_both_points),
        cmocka_unit_test(conveyor_carries_a_box_at_its_speed),
        cmocka_unit_test(surface_speed_can_change),
        cmocka_unit_test(filters_decide_who_collides),
        cmocka_unit_test(changed_filter_opens_a_trap_door),
        cmocka_unit_test(contacts_of_a_resting_box_are_readable),
        cmocka_unit_test(impulses_at_rest_carry_the_weight),
        cmocka_unit_test(a_blow_is_reported_whole),
        cmocka_unit_test(a_sliding_landing_obeys_coulomb),
        cmocka_unit_test(a_flat_landing_does_not_turn),
        cmocka_unit_test(a_blow_keeps_angular_momentum),
        cmocka_unit_test(a_turning_box_lands_on_the_right_points),
        cmocka_unit_test(friction_is_reported_while_sliding),
        cmocka_unit_test(tangent_impulse_balances_the_slope),
        cmocka_unit_test(frozen_manifolds_keep_their_features),
        cmocka_unit_test(dumbbells_touch_where_their_circles_do),
        cmocka_unit_test(manifolds_agree_with_the_poses),
        cmocka_unit_test(stack_of_ten_stands),
        cmocka_unit_test(columns_stand),
        cmocka_unit_test(more_substeps_stiffen_piles),
        cmocka_unit_test(small_boxes_stand),
        cmocka_unit_test(tower_on_a_tilting_table_falls),
        cmocka_unit_test(boxes_go_round_in_a_drum),
        cmocka_unit_test(small_boxes_fall_over_an_edge),
        cmocka_unit_test(moved_centre_of_mass_tips_a_box),
        cmocka_unit_test(teleported_box_leaves_where_it_is_nearer),
        cmocka_unit_test(heavy_box_stands_on_a_light_one),
        cmocka_unit_test(deep_overlap_is_resolved_gently),
        cmocka_unit_test(contact_comes_back_at_once),
        cmocka_unit_test(fast_end_of_a_long_rod_takes_a_ball_along),
        cmocka_unit_test(long_rod_looks_ahead_where_it_moves_against_others),
        cmocka_unit_test(whatever_is_near_has_a_contact),
        cmocka_unit_test(world_bounds_hold_everything),
        cmocka_unit_test(world_bounds_carry_a_box),
        cmocka_unit_test(fast_box_does_not_pass_a_thin_wall),
        cmocka_unit_test(seams_between_boxes_are_not_felt),
        cmocka_unit_test(connected_bodies_collide_only_when_asked),
        cmocka_unit_test(what_finds_no_colour_is_carried_too),
        cmocka_unit_test(a_hub_gets_what_its_contacts_give),
        cmocka_unit_test(destroyed_things_leave_the_list_at_once),
        cmocka_unit_test(destroyed_support_lets_go),
        cmocka_unit_test(a_rod_stays_on_its_side_of_a_segment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
