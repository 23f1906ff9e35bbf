// SPDX-License-Identifier: MIT OR Unlicense
// test_surfaces.c - one law of friction and of moving surfaces for all that touches: rigid boxes, loose
// points, soft boxes, ropes and vertex-edge boxes on every kind of floor, against the closed form.

#include "verlet2d.h"
#include "test.h"

static v2d_world *world;

static v2d_vec2 vec(float x, float y) { return v2d_vec2_make(x, y); }

enum { RIGID, CIRCLE, POINT, SOFT, ROPE, RELAXED, KINDS };

// What slides: of one kind, its lowest places at y = 0.
typedef struct thing {
    int kind;
    v2d_body_id body;
    v2d_point_id point;
    v2d_soft_id soft;
} thing;

typedef struct material {
    float friction, surface_speed;
} material;

static v2d_body_id add_rigid(v2d_body_type type, v2d_vec2 at, v2d_vec2 velocity, material m,
                             v2d_geometry geometry) {
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    body.type = type, body.position = at, body.velocity = velocity;
    shape.friction = m.friction, shape.surface_speed = m.surface_speed;
    v2d_body_id id = v2d_body_create(world, &body);
    CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, id, &shape, &geometry)));
    return id;
}

static v2d_soft_id add_soft(int kind, v2d_vec2 lowest, float speed, float friction, float width) {
    v2d_soft_def def = v2d_soft_def_default();
    v2d_soft_id id;
    def.linear_damping = 0.0f;
    def.velocity.x = speed, def.friction = friction, def.relaxed = kind == RELAXED;
    if (kind == ROPE) {
        def.position = vec(lowest.x, lowest.y + def.radius);
        id = v2d_soft_create_rope(world, &def, vec(-0.5f * width, 0.0f), vec(0.5f * width, 0.0f),
                                  (int)(width / 0.125f), false, false);
    } else {
        def.position = vec(lowest.x, lowest.y + 0.25f + def.radius);
        id = v2d_soft_create_box(world, &def, width, 0.5f);
    }
    CHECK(v2d_soft_is_valid(world, id));
    return id;
}

static thing add_thing(int kind, float x, float speed, material m) {
    thing t;
    memset(&t, 0, sizeof(t));
    t.kind = kind;
    if (kind == RIGID) {
        t.body = add_rigid(V2D_BODY_DYNAMIC, vec(x, 0.25f), vec(speed, 0.0f), m,
                           v2d_geometry_box(0.5f, 0.25f));
    } else if (kind == CIRCLE) {
        t.body = add_rigid(V2D_BODY_DYNAMIC, vec(x, 0.25f), vec(speed, 0.0f), m,
                           v2d_geometry_circle(vec(0.0f, 0.0f), 0.25f));
    } else if (kind == POINT) {
        v2d_point_def def = v2d_point_def_default();
        def.position = vec(x, def.radius), def.velocity.x = speed, def.friction = m.friction;
        t.point = v2d_point_create(world, &def);
    } else {
        t.soft = add_soft(kind, vec(x, 0.0f), speed, m.friction, 1.0f);
    }
    return t;
}

static double x_of(thing t) {
    if (t.kind <= CIRCLE) return (double)v2d_body_position(world, t.body).x;
    return t.kind == POINT ? (double)v2d_point_position(world, t.point).x
                           : (double)v2d_soft_center(world, t.soft).x;
}

static double speed_of(thing t) {
    if (t.kind <= CIRCLE) return (double)v2d_body_velocity(world, t.body).x;
    return t.kind == POINT ? (double)v2d_point_velocity(world, t.point).x
                           : (double)v2d_soft_velocity(world, t.soft).x;
}

enum { BOX, SEGMENT, CHAIN, HALF_PLANE, KINEMATIC, RIGID_FLOORS };

static void add_floor(int kind, material m) {
    const v2d_vec2 box[4] = {{-60.0f, -1.0f}, {60.0f, -1.0f}, {60.0f, 0.0f}, {-60.0f, 0.0f}};
    const v2d_vec2 way[2] = {{60.0f, 0.0f}, {-60.0f, 0.0f}};
    v2d_body_type type = kind == KINEMATIC ? V2D_BODY_KINEMATIC : V2D_BODY_STATIC;
    v2d_geometry g = v2d_geometry_polygon(box, 4, 0.0f);
    if (kind == SEGMENT) g = v2d_geometry_segment(way[0], way[1]);
    if (kind == HALF_PLANE) g = v2d_geometry_half_plane(vec(0.0f, 0.0f), vec(0.0f, 1.0f));
    if (kind != CHAIN) {
        add_rigid(type, vec(0.0f, 0.0f), vec(0.0f, 0.0f), m, g);
        return;
    }
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    body.type = type, shape.friction = m.friction, shape.surface_speed = m.surface_speed;
    v2d_body_id id = v2d_body_create(world, &body);
    CHECK(v2d_chain_is_valid(world, v2d_chain_create(world, id, &shape, way, 2, false)));
}

// A floor of a soft kind whose points are all pinned; its upper side is y = 0. But the articles'
// polygons touch each other without their skins.
static void add_soft_floor(int kind, float friction, int on_it) {
    float skins = kind == RELAXED && on_it == RELAXED ? 0.0f : 0.04f;
    v2d_vec2 at = vec(0.0f, (kind == ROPE ? 0.0f : -0.5f) - skins);
    v2d_soft_id id = add_soft(kind, at, 0.0f, friction, kind == ROPE ? 12.0f : 30.0f);
    for (int i = 0; i < v2d_soft_point_count(world, id); ++i)
        v2d_point_set_pinned(world, v2d_soft_point(world, id, i), true);
}

static void start(float bounds_friction, bool bounded, v2d_mix mix, int passes) {
    v2d_world_def def = v2d_world_def_default();
    world = test_world();
    def.bounded = bounded, def.bounds_friction = bounds_friction;
    def.bounds.lower = vec(-60.0f, 0.0f), def.bounds.upper = vec(60.0f, 30.0f);
    def.friction_mix = mix, def.relax_passes = passes;
    CHECK(v2d_world_init(world, &def) == V2D_OK);
}

static double mixed(v2d_mix rule, double a, double b) {
    switch (rule) {
    case V2D_MIX_GEOMETRIC: return sqrt(a * b);
    case V2D_MIX_MAXIMUM: return fmax(a, b);
    case V2D_MIX_MINIMUM: return fmin(a, b);
    case V2D_MIX_AVERAGE: return (a + b) / 2.0;
    case V2D_MIX_PRODUCT: return a * b;
    case V2D_MIX_FORCE32: break;
    }
    return 0.0;
}

// ---- moving surfaces ---------------------------------------------------------------------------
// The surface moves along its counter-clockwise tangent: the top of a floor with speed 2 to the left.

static void conveyors_carry_all_alike(void **state) {
    (void)state;
    const float speed[2] = {2.0f, -1.5f};
    for (int floor = 0; floor < RIGID_FLOORS; ++floor) {
        for (int kind = 0; kind < KINDS; ++kind) {
            for (int k = 0; k < 2; ++k) {
                material belt = {0.6f, speed[k]}, plain = {0.6f, 0.0f};
                thing t;
                start(0.6f, false, V2D_MIX_GEOMETRIC, 15);
                if (k == 0) add_floor(floor, belt); // in either order
                t = add_thing(kind, 0.0f, 0.0f, plain);
                if (k == 1) add_floor(floor, belt);
                test_steps(world, 60);
                // A disc takes a third as speed and two thirds as spin: m v = J, m r^2 w / 2 = J r.
                double speed_set = (double)speed[k];
                double expected = kind == CIRCLE ? -speed_set / 3.0 : -speed_set;
                CHECK_NEAR(speed_of(t), expected, 0.02 * fabs(expected));
            }
        }
    }
}

// So many on one belt that they fill several lanes: none differs from the first.
static void many_on_one_belt_are_carried_alike(void **state) {
    (void)state;
    material belt = {0.6f, 2.0f}, plain = {0.6f, 0.0f};
    enum { MANY = 21 };
    for (int kind = RIGID; kind <= CIRCLE; ++kind) {
        for (int rolls = 0; rolls < 2; ++rolls) {
            thing things[MANY];
            start(0.6f, false, V2D_MIX_GEOMETRIC, 15);
            add_floor(BOX, belt);
            for (int i = 0; i < MANY; ++i) {
                things[i] = add_thing(kind, 2.5f * (float)i - 25.0f, 0.0f, plain);
                if (rolls == 0) continue;
                v2d_shape_def def = v2d_shape_def_default();
                v2d_shape_id old = v2d_body_first_shape(world, things[i].body);
                v2d_geometry g = v2d_shape_geometry(world, old);
                def.rolling_resistance = 0.2f, def.friction = 0.6f;
                CHECK(v2d_shape_destroy(world, old) == V2D_OK);
                CHECK(v2d_shape_create(world, things[i].body, &def, &g).index1 != 0);
            }
            double before[MANY];
            for (int step = 0; step < 90; ++step) {
                for (int i = 0; i < MANY; ++i)
                    before[i] = speed_of(things[i]);
                test_steps(world, 1);
                for (int i = 1; i < MANY; ++i) {
                    double gain = speed_of(things[i]) - before[i];
                    CHECK_NEAR(gain, speed_of(things[0]) - before[0], 1e-4);
                }
            }
            CHECK(speed_of(things[0]) < -0.3);
        }
    }
}

// A tracked box drives itself by the same law: its lower side moves to the right, and it to the left.
static void tracks_drive_on_every_floor(void **state) {
    (void)state;
    for (int floor = 0; floor < RIGID_FLOORS + 4; ++floor) {
        material tracks = {0.6f, 2.0f}, plain = {0.6f, 0.0f};
        start(0.6f, floor == RIGID_FLOORS, V2D_MIX_GEOMETRIC, 15);
        if (floor < RIGID_FLOORS) add_floor(floor, plain);
        if (floor > RIGID_FLOORS) add_soft_floor(SOFT + floor - RIGID_FLOORS - 1, 0.6f, RIGID);
        thing t = add_thing(RIGID, 2.0f, 0.0f, tracks);
        test_steps(world, 60);
        CHECK_NEAR(speed_of(t), -2.0, 0.04);
    }
}

static void tracks_on_a_conveyor_add_up(void **state) {
    (void)state;
    material tracks = {0.6f, 2.0f}, belt = {0.6f, -0.5f};
    start(0.6f, false, V2D_MIX_GEOMETRIC, 15);
    add_floor(BOX, belt);
    thing t = add_thing(RIGID, 0.0f, 0.0f, tracks);
    test_steps(world, 60);
    CHECK_NEAR(speed_of(t), -1.5, 0.03);
}

// ---- friction ----------------------------------------------------------------------------------

// A thing that slides at v stops after v^2 / (2 mu g), whatever the pair, the rule and the passes.
static void check_slide(thing t, double v, double mu) {
    double from = x_of(t), expected = v * v / (2.0 * mu * 10.0);
    test_steps(world, (int)(v / (mu * 10.0) * 60.0) + 30);
    CHECK_NEAR(x_of(t) - from, expected, 0.02 * expected);
    CHECK_NEAR(speed_of(t), 0.0, 0.02);
}

static void sliding_distances_on_rigid_floors(void **state) {
    (void)state;
    for (int floor = 0; floor < RIGID_FLOORS; ++floor) {
        for (int kind = 0; kind < KINDS; ++kind) {
            if (kind == CIRCLE) continue; // rolls
            for (int mix = V2D_MIX_GEOMETRIC; mix <= V2D_MIX_PRODUCT; ++mix) {
                material a = {0.9f, 0.0f}, b = {0.4f, 0.0f};
                start(0.0f, false, (v2d_mix)mix, 15);
                add_floor(floor, b);
                check_slide(add_thing(kind, -2.0f, 5.0f, a), 5.0, mixed((v2d_mix)mix, 0.9, 0.4));
            }
        }
    }
}

static void sliding_distances_at_the_bounds(void **state) {
    (void)state;
    const int passes[] = {1, 4, 15, 40, 200};
    for (int kind = 0; kind < KINDS; ++kind) {
        if (kind == CIRCLE) continue;
        for (int k = 0; k < 5; ++k) {
            v2d_mix mix = (v2d_mix)k;
            material m = {0.9f, 0.0f};
            start(0.4f, true, mix, passes[k]);
            check_slide(add_thing(kind, -2.0f, 5.0f, m), 5.0, mixed(mix, 0.9, 0.4));
        }
        for (int k = 0; k < 5; ++k) { // the passes do not matter
            material m = {0.6f, 0.0f};
            start(0.6f, true, V2D_MIX_GEOMETRIC, passes[k]);
            check_slide(add_thing(kind, -2.0f, 5.0f, m), 5.0, 0.6);
        }
    }
}

static void sliding_distances_on_soft_floors(void **state) {
    (void)state;
    const int passes[] = {1, 4, 15, 40, 200};
    for (int floor = SOFT; floor <= RELAXED; ++floor) {
        for (int kind = 0; kind < KINDS; ++kind) {
            if (kind == CIRCLE) continue;
            for (int k = 0; k < 5; ++k) {
                material m = {0.6f, 0.0f};
                start(0.0f, false, (v2d_mix)k, passes[k]);
                add_soft_floor(floor, 0.3f, kind);
                check_slide(add_thing(kind, -2.0f, 4.0f, m), 4.0, mixed((v2d_mix)k, 0.6, 0.3));
            }
        }
    }
}

// A ball and a point that fall on the bounds from a height h rise to e^2 h again.
static void bounces_at_the_bounds(void **state) {
    (void)state;
    const float restitutions[] = {0.5f, 0.8f, 1.0f}, h = 3.0f;
    for (int trial = 0; trial < 6; ++trial) {
        v2d_world_def def = v2d_world_def_default();
        v2d_body_id ball = {0, 0};
        v2d_point_id point = {0, 0};
        float e = restitutions[trial / 2], top = 0.0f;
        bool rises = false;
        def.bounded = true, def.bounds.lower = vec(-50.0f, 0.0f),
        def.bounds.upper = vec(50.0f, 50.0f);
        world = test_world();
        CHECK(v2d_world_init(world, &def) == V2D_OK);
        if (trial % 2 == 0) {
            v2d_body_def body = v2d_body_def_default();
            v2d_shape_def shape = v2d_shape_def_default();
            v2d_geometry disc = v2d_geometry_circle(vec(0.0f, 0.0f), 0.25f);
            body.position.y = h + 0.25f, shape.restitution = e;
            ball = v2d_body_create(world, &body);
            CHECK(v2d_shape_is_valid(world, v2d_shape_create(world, ball, &shape, &disc)));
        } else {
            v2d_point_def loose = v2d_point_def_default();
            loose.radius = 0.25f, loose.position.y = h + 0.25f, loose.restitution = e;
            point = v2d_point_create(world, &loose);
        }
        for (int i = 0; i < 150; ++i) {
            CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
            float y = trial % 2 == 0 ? v2d_body_position(world, ball).y
                                     : v2d_point_position(world, point).y;
            float v = trial % 2 == 0 ? v2d_body_velocity(world, ball).y
                                     : v2d_point_velocity(world, point).y;
            rises = rises || v > 0.1f;
            if (rises && y - 0.25f > top) top = y - 0.25f;
            if (rises && v < 0.0f) break;
        }
        CHECK_NEAR(top, e * e * h, 0.01f * e * e * h);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conveyors_carry_all_alike),
        cmocka_unit_test(many_on_one_belt_are_carried_alike),
        cmocka_unit_test(tracks_drive_on_every_floor),
        cmocka_unit_test(tracks_on_a_conveyor_add_up),
        cmocka_unit_test(sliding_distances_on_rigid_floors),
        cmocka_unit_test(sliding_distances_at_the_bounds),
        cmocka_unit_test(sliding_distances_on_soft_floors),
        cmocka_unit_test(bounces_at_the_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
