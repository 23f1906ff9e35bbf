// SPDX-License-Identifier: MIT OR Unlicense
// fuzz.h - random calls with random, often hostile, arguments and ids, and what must hold after them.
//
// Use:  #define ENGINE_... as engine.h tells, or VERLET2D_IMPLEMENTATION and V2D_MAX_*, then #include "fuzz.h"
#ifndef VERLET2D_FUZZ_H
#define VERLET2D_FUZZ_H

#include "test.h"

static v2d_world world;
static uint32_t seed;

// ---- random things ------------------------------------------------------------------------------------

static uint32_t random_bits(void) { return test_bits(&seed); }

static int random_below(int n) { return (int)(random_bits() % (uint32_t)n); }
static bool one_in(int n) { return random_below(n) == 0; }
static float random_between(float low, float high) { return test_between(&seed, low, high); }

static int hostility; // one value in so many is hostile; 0: none
static int
    forged; // the world was made of bytes that were changed on purpose: what it describes may be out of range

static float random_hostile(void) {
    static const float values[] = {0.0f, -0.0f, 1e-45f, 1e-30f, 1e-6f,  -1.0f,
                                   1e6f, -1e9f, 1e9f,   1e18f,  -1e30f, 3.4e38f};
    int i = random_below(16);
    if (i == 12) return NAN;
    if (i == 13) return INFINITY;
    if (i == 14) return -INFINITY;
    if (i == 15) { // any bit pattern at all
        uint32_t bits = random_bits();
        float value;
        memcpy(&value, &bits, sizeof(value));
        return value;
    }
    return values[i];
}

static float random_number(float low, float high) {
    return hostility > 0 && one_in(hostility) ? random_hostile() : random_between(low, high);
}

static float spread = 1.0f; // of places; less: all is near everything

static v2d_vec2 random_vector(float reach) {
    v2d_vec2 v;
    if (reach == 8.0f) reach *= spread;
    v.x = random_number(-reach, reach);
    v.y = random_number(-reach, reach);
    return v;
}

static int random_count(int low, int high) {
    static const int values[6] = {0, -1, 1, INT32_MAX, INT32_MIN, 100000};
    return hostility > 0 && one_in(hostility) ? values[random_below(6)]
                                              : low + random_below(high - low + 1);
}

// ---- ids: what was ever handed out, live or stale -----------------------------------------------------------

enum { BODY, SHAPE, POINT, EDGE, BEND, SOFT, JOINT, CHAIN, ZONE, CELL, KIND_COUNT };
#define MEMORY 64

static v2d_body_id remembered[KIND_COUNT][MEMORY]; // all ids have the same form
static int remembered_count[KIND_COUNT];

static void remember(int kind, uint32_t index1, uint32_t generation) {
    if (index1 == 0) return;
    int at = remembered_count[kind] < MEMORY ? remembered_count[kind]++ : random_below(MEMORY);
    remembered[kind][at].index1 = index1;
    remembered[kind][at].generation = generation;
}

static v2d_body_id random_id(int kind) {
    v2d_body_id id = {0, 0};
    int how = hostility > 0 && one_in(hostility) ? random_below(3) : 3;
    if (how == 0) return id;
    if (how == 1) { // made up
        id.index1 = one_in(2) ? random_bits() : random_bits() % 70u;
        id.generation = one_in(2) ? random_bits() : (random_bits() % 9u) << 28 | random_bits() % 5u;
        return id;
    }
    if (how == 2) kind = random_below(KIND_COUNT); // another kind
    if (remembered_count[kind] > 0) id = remembered[kind][random_below(remembered_count[kind])];
    return id;
}

#define RANDOM_ID(name, kind)                    \
    static v2d_##name##_id random_##name(void) { \
        v2d_body_id any = random_id(kind);       \
        v2d_##name##_id id;                      \
        id.index1 = any.index1;                  \
        id.generation = any.generation;          \
        return id;                               \
    }
RANDOM_ID(body, BODY)
RANDOM_ID(shape, SHAPE)
RANDOM_ID(point, POINT)
RANDOM_ID(edge, EDGE)
RANDOM_ID(bend, BEND)
RANDOM_ID(soft, SOFT)
RANDOM_ID(joint, JOINT)
RANDOM_ID(chain, CHAIN)
RANDOM_ID(zone, ZONE)
RANDOM_ID(cell, CELL)

// ---- makers -----------------------------------------------------------------------------------------------------

static v2d_geometry random_geometry(void) {
    v2d_vec2 v[V2D_MAX_VERTICES];
    for (int i = 0; i < V2D_MAX_VERTICES; ++i)
        v[i] = random_vector(1.0f);
    switch (random_below(10)) {
    case 0: return v2d_geometry_circle(random_vector(0.3f), random_number(0.1f, 1.0f));
    case 1: return v2d_geometry_capsule(v[0], v[1], random_number(0.05f, 0.5f));
    case 2: return v2d_geometry_segment(v[0], v[1]);
    case 3: return v2d_geometry_box(random_number(0.1f, 1.0f), random_number(0.1f, 1.0f));
    case 4:
        return v2d_geometry_oriented_box(random_number(0.1f, 1.0f), random_number(0.1f, 1.0f), v[0],
                                         random_number(-4.0f, 4.0f));
    case 5:
        return v2d_geometry_polygon(v, random_count(3, 8) < 3 ? 2 : 3, random_number(0.0f, 0.2f));
    case 6: return v2d_geometry_hull(v, 3 + random_below(6), random_number(0.0f, 0.2f));
    case 7: return v2d_geometry_half_plane(random_vector(3.0f), random_vector(1.0f));
    case 8: return v2d_geometry_chain_segment(v[0], v[1], v[2], one_in(4) ? v[1] : v[3]);
    default: break;
    }
    v2d_geometry g = v2d_geometry_box(0.5f, 0.5f); // then spoilt
    if (hostility == 0) return g;
    if (one_in(2)) g.count = random_count(-3, 12);
    if (one_in(2)) g.kind = (v2d_geometry_kind)random_below(8);
    if (one_in(2)) g.vertices[random_below(8)] = random_vector(1.0f);
    if (one_in(2)) g.radius = random_number(0.0f, 1.0f);
    return g;
}

static v2d_filter random_filter(void) {
    v2d_filter filter = filter_default();
    if (one_in(4)) filter.category = random_bits();
    if (one_in(4)) filter.mask = random_bits();
    if (one_in(4)) filter.group = random_below(5) - 2;
    return filter;
}

static void make_body(void) {
    v2d_body_def def = v2d_body_def_default();
    def.report = one_in(2) ? V2D_REPORT_SLEEP : 0u;
    def.type = (v2d_body_type)random_count(0, 2);
    def.position = random_vector(8.0f);
    def.angle = random_number(-4.0f, 4.0f);
    def.velocity = random_vector(5.0f);
    def.angular_velocity = random_number(-5.0f, 5.0f);
    if (one_in(4)) def.gravity_scale = random_number(-2.0f, 2.0f);
    if (one_in(4)) def.linear_damping = random_number(0.0f, 5.0f);
    if (one_in(4)) def.angular_damping = random_number(0.0f, 5.0f);
    def.lock_x = one_in(10);
    def.lock_y = one_in(10);
    def.lock_angle = one_in(10);
    def.bullet = one_in(5);
    def.awake = !one_in(6), def.allow_sleep = !one_in(10);
    def.own_mass = one_in(6);
    if (one_in(4)) def.mass.mass = random_number(0.1f, 20.0f);
    if (one_in(4)) def.mass.inertia = random_number(0.0f, 5.0f);
    if (one_in(4)) def.mass.center = random_vector(0.5f);
    if (!def.own_mass && one_in(4)) def.mass.inertia = random_hostile(); // not read
    if (hostility > 0 && one_in(40)) def.cookie = random_bits();
    v2d_body_id id = v2d_body_create(&world, &def);
    remember(BODY, id.index1, id.generation);
    if (id.index1 == 0 || one_in(8)) return; // some stay without a shape
    if (one_in(8)) {
        v2d_geometry with = random_geometry();
        v2d_vec2 place = v2d_scale(2.0f, v2d_normalize(random_vector(8.0f)));
        v2d_body_id made = v2d_body_create_with(&world, &def, NULL, &with);
        remember(BODY, made.index1, made.generation);
        made = v2d_box(&world, def.type, place, random_number(0.0f, 1.0f), v2d_length(place));
        remember(BODY, made.index1, made.generation);
        made = v2d_circle(&world, def.type, place, random_number(0.0f, 1.0f));
        remember(BODY, made.index1, made.generation);
    }
    v2d_shape_def shape_def = v2d_shape_def_default();
    shape_def.report = (uint32_t)random_below(8);
    v2d_geometry g = random_geometry();
    v2d_shape_id shape = v2d_shape_create(&world, id, &shape_def, &g);
    remember(SHAPE, shape.index1, shape.generation);
}

static v2d_shape_def random_shape_def(void) {
    v2d_shape_def def = v2d_shape_def_default();
    if (one_in(2)) def.density = random_number(0.0f, 10.0f);
    if (one_in(2)) def.friction = random_number(0.0f, 2.0f);
    if (one_in(2)) def.restitution = random_number(0.0f, 1.0f);
    if (one_in(4)) def.rolling_resistance = random_number(0.0f, 1.0f);
    if (one_in(4)) def.surface_speed = random_number(-5.0f, 5.0f);
    if (one_in(4)) def.one_way = random_vector(1.0f);
    def.sensor = one_in(6);
    def.filter = random_filter();
    return def;
}

static void make_shape(void) {
    v2d_shape_def def = random_shape_def();
    v2d_geometry g = random_geometry();
    v2d_body_id body = random_body();
    if (one_in(4)) {
        v2d_vec2 outline[8];
        for (int i = 0; i < 8; ++i)
            outline[i] = random_vector(1.5f);
        v2d_shape_create_outline(&world, body, &def, outline, random_below(9));
        v2d_shape_id first = v2d_body_first_shape(&world, body);
        remember(SHAPE, first.index1, first.generation);
        return;
    }
    if (one_in(4)) {
        v2d_vec2 line[8];
        for (int i = 0; i < 8; ++i)
            line[i] = random_vector(3.0f);
        int count = random_count(-1, 8); // the world refuses, or reads, no more than 8
        v2d_chain_id chain =
            v2d_chain_create(&world, body, &def, line, count > 8 ? 8 : count, one_in(2));
        remember(CHAIN, chain.index1, chain.generation);
        v2d_shape_id part = v2d_chain_shape(&world, chain, random_count(0, 8));
        remember(SHAPE, part.index1, part.generation);
        return;
    }
    v2d_shape_id id = v2d_shape_create(&world, body, &def, &g);
    remember(SHAPE, id.index1, id.generation);
}

static void make_point(void) {
    v2d_point_def def = v2d_point_def_default();
    def.report = (uint32_t)random_below(8), def.hit_impulse = random_number(0.0f, 9.0f);
    def.position = random_vector(8.0f);
    def.velocity = random_vector(5.0f);
    if (one_in(3)) def.mass = random_number(0.1f, 10.0f);
    if (one_in(3)) def.radius = random_number(0.0f, 0.2f);
    if (one_in(3)) def.restitution = random_number(0.0f, 1.0f);
    def.pinned = one_in(6);
    def.collides = !one_in(6);
    def.sensor = one_in(6);
    def.filter = random_filter();
    if (one_in(3)) def.soft = random_soft();
    v2d_point_id id = v2d_point_create(&world, &def);
    remember(POINT, id.index1, id.generation);
}

static v2d_plasticity random_plasticity(void) {
    v2d_plasticity law = v2d_edge_def_default().plastic;
    if (one_in(2)) return law;
    law.yield = one_in(4) ? 0.0f : random_number(0.0f, 0.3f);
    if (one_in(2)) law.rate = random_number(0.0f, 20.0f);
    if (one_in(2)) law.limit = random_number(0.0f, 2.0f);
    return law;
}

static void make_edge(void) {
    v2d_edge_def def = v2d_edge_def_default();
    def.a = random_point();
    def.b = random_point();
    def.side = (v2d_edge_side)random_count(0, 2);
    if (one_in(2)) def.frequency = random_number(0.0f, 60.0f);
    if (one_in(2)) def.damping_ratio = random_number(0.0f, 2.0f);
    if (one_in(3)) def.tear_strain = random_number(0.05f, 1.0f);
    if (one_in(3)) def.axial_stiffness = random_number(0.0f, 1000.0f);
    def.plastic = random_plasticity();
    v2d_edge_id id = v2d_edge_create(&world, &def);
    remember(EDGE, id.index1, id.generation);
}

static void make_bend(void) {
    v2d_bend_def def = v2d_bend_def_default();
    def.a = random_point();
    def.b = random_point();
    def.c = random_point();
    def.frequency = random_number(1.0f, 30.0f);
    def.damping_ratio = random_number(0.0f, 2.0f);
    if (one_in(4)) def.tear_strain = random_number(0.1f, 2.0f);
    if (one_in(4)) def.break_torque = random_number(0.1f, 50.0f);
    def.plastic = random_plasticity();
    v2d_bend_id id = v2d_bend_create(&world, &def);
    remember(BEND, id.index1, id.generation);
}

static void make_cell(void) {
    v2d_cell_def def = v2d_cell_def_default();
    def.a = random_point();
    def.b = random_point();
    def.c = random_point();
    def.measured = !one_in(4);
    def.rest_b = random_vector(1.0f), def.rest_c = random_vector(1.0f);
    def.young = random_number(10.0f, 1e5f), def.poisson = random_number(0.0f, 0.49f);
    def.damping = one_in(2) ? random_number(0.0f, 0.1f) : 0.0f;
    def.plane_stress = one_in(2);
    if (one_in(4)) def.tear_strain = random_number(0.05f, 1.0f);
    def.plastic = random_plasticity();
    v2d_cell_id id = v2d_cell_create(&world, &def);
    remember(CELL, id.index1, id.generation);
}

static void make_soft(void) {
    v2d_soft_def def = v2d_soft_def_default();
    def.report = (uint32_t)random_below(8), def.hit_impulse = random_number(0.0f, 9.0f);
    def.position = random_vector(8.0f);
    def.angle = random_number(-4.0f, 4.0f);
    def.velocity = random_vector(5.0f);
    if (one_in(2)) def.mass = random_number(0.1f, 20.0f);
    if (one_in(2)) def.radius = random_number(0.0f, 0.1f);
    if (one_in(2)) def.frequency = random_number(0.0f, 60.0f);
    if (one_in(2)) def.bend_frequency = random_number(0.0f, 20.0f);
    if (one_in(2)) def.area_frequency = random_number(0.0f, 20.0f);
    if (one_in(3)) def.area_scale = random_number(0.5f, 2.0f);
    if (one_in(3)) def.leak_speed = random_number(0.0f, 2.0f);
    if (one_in(2)) def.shape_frequency = random_number(0.0f, 20.0f);
    if (one_in(3)) def.tear_strain = random_number(0.05f, 1.0f);
    if (one_in(3))
        def.cell_size = random_number(0.2f, 1.0f), def.young = random_number(10.0f, 1e5f);
    if (one_in(4)) def.axial_stiffness = random_number(0.0f, 1000.0f);
    def.plastic = random_plasticity(), def.bend_plastic = random_plasticity();
    def.tethered = one_in(2);
    def.relaxed = one_in(3), def.self_contact = def.tethered;
    def.filter = random_filter();
    v2d_vec2 v[8];
    for (int i = 0; i < 8; ++i) { // nearly round, now and then not
        float reach = random_number(0.5f, 1.0f);
        double angle = TEST_PI * i / 4.0;
        v[i] = v2d_vec2_make(reach * (float)cos(angle), reach * (float)sin(angle));
    }
    v2d_soft_id id = {0, 0};
    switch (random_below(7)) {
    case 0: id = v2d_soft_create(&world, &def); break;
    case 1: id = v2d_soft_create_polygon(&world, &def, v, 3 + random_below(6)); break;
    case 2:
        id =
            v2d_soft_create_box(&world, &def, random_number(0.2f, 2.0f), random_number(0.2f, 2.0f));
        break;
    case 3:
        id = soft_triangle(&world, &def, random_number(0.2f, 2.0f), random_number(0.2f, 2.0f));
        break;
    case 4: id = v2d_soft_create_blob(&world, &def, v, 3 + random_below(6)); break;
    case 5:
        if (one_in(2)) {
            id = v2d_soft_create_rope(&world, &def, random_vector(2.0f), random_vector(2.0f),
                                      random_count(1, 12), one_in(2), one_in(2));
        } else {
            id = v2d_soft_create_slack_rope(&world, &def, random_vector(1.0f), random_vector(1.0f),
                                            random_number(0.5f, 9.0f), random_count(1, 8),
                                            one_in(2), one_in(2));
        }
        break;
    default:
        id = v2d_soft_create_cloth(&world, &def, random_count(2, 5), random_count(2, 5),
                                   random_number(0.1f, 0.5f));
        break;
    }
    remember(SOFT, id.index1, id.generation);
    for (int i = 0; i < v2d_soft_point_count(&world, id); ++i) {
        v2d_point_id p = v2d_soft_point(&world, id, i);
        remember(POINT, p.index1, p.generation);
    }
    v2d_edge_id edge = {0, 0};
    for (int i = 0; i < 5; ++i) {
        edge = v2d_world_next_edge(&world, edge);
        remember(EDGE, edge.index1, edge.generation);
    }
    v2d_cell_id cell = {0, 0};
    for (int i = 0; i < 3; ++i) {
        cell = v2d_world_next_cell(&world, cell);
        remember(CELL, cell.index1, cell.generation);
    }
}

static v2d_anchor random_anchor(void) {
    if (one_in(8)) return v2d_anchor_world(random_vector(4.0f), random_number(-4.0f, 4.0f));
    if (one_in(8))
        return v2d_anchor_at(&world, random_body(), random_vector(4.0f),
                             random_number(-4.0f, 4.0f));
    return one_in(3) ? v2d_anchor_point(random_point())
                     : v2d_anchor_body(random_body(), random_vector(1.0f));
}

static v2d_joint_axis random_axis(v2d_joint_axis axis) {
    if (one_in(3)) axis.frequency = random_number(0.5f, 30.0f);
    if (one_in(3)) axis.damping_ratio = random_number(0.0f, 2.0f);
    axis.plastic = random_plasticity();
    if (one_in(2)) return axis;
    axis.limited = one_in(2);
    axis.lower = random_number(-2.0f, 2.0f);
    axis.upper = axis.lower + random_number(-0.1f, 2.0f);
    axis.motor = one_in(2);
    axis.motor_speed = random_number(-10.0f, 10.0f);
    axis.motor_effort = one_in(4) ? V2D_UNLIMITED : random_number(0.0f, 100.0f);
    axis.rest = random_number(-1.0f, 3.0f);
    if (one_in(2)) axis.spring_effort = random_number(1.0f, 1000.0f);
    return axis;
}

static void vary_joint(v2d_joint_def *def) {
    bool slides = def->kind == V2D_JOINT_DISTANCE || def->kind == V2D_JOINT_PRISMATIC ||
                  def->kind == V2D_JOINT_WHEEL || def->kind == V2D_JOINT_PULLEY;
    bool none = def->kind == V2D_JOINT_GEAR || def->kind == V2D_JOINT_RATCHET;
    bool turns = def->kind == V2D_JOINT_REVOLUTE || def->kind == V2D_JOINT_WHEEL ||
                 def->kind == V2D_JOINT_MOTOR;
    if (slides || one_in(10)) def->linear = random_axis(def->linear);
    if (turns || one_in(10)) def->angular = random_axis(def->angular);
    if (!slides && !none && one_in(3)) def->linear.frequency = random_number(0.5f, 30.0f);
    if (def->kind == V2D_JOINT_MOTOR) {
        def->linear.motor = one_in(2);
        def->linear.motor_effort = random_number(0.0f, 100.0f);
        def->target_velocity = random_vector(3.0f);
    }
    if (def->kind == V2D_JOINT_DRAG || def->kind == V2D_JOINT_MOTOR || one_in(20))
        def->target = random_vector(8.0f);
    if (def->kind == V2D_JOINT_DISTANCE && one_in(2))
        def->linear.lower = random_number(0.0f, 2.0f),
        def->linear.upper = random_number(2.0f, 4.0f);
    if (one_in(6)) def->break_force = random_number(0.0f, 500.0f);
    if (one_in(6)) def->break_torque = random_number(0.0f, 200.0f);
}

static void make_joint(void) {
    v2d_joint_def def = v2d_joint_def_default((v2d_joint_kind)random_count(0, 10));
    def.a = random_anchor();
    def.b = random_anchor();
    def.collide_connected = one_in(2);
    vary_joint(&def);
    if (def.kind == V2D_JOINT_GEAR) {
        def.a = def.b = v2d_anchor_body(random_body(), random_vector(1.0f));
        def.a.kind = def.b.kind = V2D_ANCHOR_NONE;
        def.joint_a = random_joint(), def.joint_b = random_joint();
    }
    if (def.kind == V2D_JOINT_PULLEY) {
        def.over_a = v2d_anchor_world(random_vector(8.0f), 0.0f);
        def.over_b = v2d_anchor_body(random_body(), random_vector(1.0f));
    }
    bool ratio = def.kind == V2D_JOINT_GEAR || def.kind == V2D_JOINT_PULLEY || one_in(20);
    if (ratio) def.ratio = random_number(-3.0f, 3.0f);
    if (def.kind == V2D_JOINT_RATCHET) def.tooth = random_number(-0.5f, 0.5f);
    v2d_joint_id id = v2d_joint_create(&world, &def);
    remember(JOINT, id.index1, id.generation);
}

static void change_joint_def(v2d_joint_id id) {
    v2d_joint_def def;
    if (v2d_joint_describe(&world, id, &def) != V2D_OK) return;
    uint64_t hash = v2d_world_hash(&world);
    v2d_result same = v2d_joint_change(&world, id, &def);
    CHECK(forged || (same == V2D_OK && v2d_world_hash(&world) == hash));
    vary_joint(&def);
    if (one_in(4)) def.a = random_anchor();
    v2d_joint_change(&world, id, &def);
}

// ---- everything else -----------------------------------------------------------------------------------------------

// Changes some of the fields of a def that was described, each to a number of any kind. A def that was not
// altered must be accepted and change nothing.
static void spoil(void *def, size_t size) {
    for (int i = random_below(4); i > 0; --i) {
        float value = random_number(-3.0f, 3.0f);
        if (one_in(3)) value = random_number(0.0f, 1.0f);
        memcpy((char *)def + 4 * (size_t)random_below((int)(size / 4)), &value, 4);
    }
}

#define REDEFINE(NAME, describe, change, ...)                    \
    static void redefine_##NAME(v2d_##NAME##_id id) {            \
        v2d_##NAME##_def def = v2d_##NAME##_def_default(), read; \
        if (describe != V2D_OK) {                                \
            CHECK(change != V2D_OK);                             \
            return;                                              \
        }                                                        \
        v2d_result same = change;                                \
        CHECK(forged || same == V2D_OK);                         \
        read = def;                                              \
        spoil(&def, offsetof(v2d_##NAME##_def, cookie));         \
        __VA_ARGS__ if (change == V2D_OK) return;                \
        CHECK(describe == V2D_OK);                               \
        CHECK(memcmp(&def, &read, sizeof(def)) == 0);            \
    }

REDEFINE(body, v2d_body_describe(&world, id, &def), v2d_body_change(&world, id, &def), {
    def.lock_x = one_in(6), def.lock_y = one_in(6), def.lock_angle = one_in(6);
    def.bullet = one_in(3), def.allow_sleep = !one_in(4), def.awake = !one_in(3);
    def.own_mass = one_in(3);
})
REDEFINE(shape, v2d_shape_describe(&world, id, &def), v2d_shape_change(&world, id, &def), {})
REDEFINE(point, v2d_point_describe(&world, id, &def), v2d_point_change(&world, id, &def),
         { def.pinned = one_in(3), def.collides = !one_in(4); })
REDEFINE(edge, v2d_edge_describe(&world, id, &def), v2d_edge_change(&world, id, &def),
         { def.holds = !one_in(4); })
REDEFINE(bend, v2d_bend_describe(&world, id, &def), v2d_bend_change(&world, id, &def),
         { def.measured = one_in(3); })
REDEFINE(cell, v2d_cell_describe(&world, id, &def), v2d_cell_change(&world, id, &def),
         { def.measured = one_in(3), def.plane_stress = one_in(2); })
REDEFINE(soft, v2d_soft_describe(&world, id, &def), v2d_soft_change(&world, id, &def),
         { def.tethered = one_in(2), def.relaxed = one_in(3), def.self_contact = def.tethered; })

static void redefine_chain(v2d_chain_id id) {
    v2d_shape_def def = v2d_shape_def_default();
    if (v2d_chain_describe(&world, id, &def) != V2D_OK) {
        CHECK(v2d_chain_change(&world, id, &def) != V2D_OK);
        return;
    }
    v2d_result same = v2d_chain_change(&world, id, &def);
    CHECK(forged || same == V2D_OK);
    spoil(&def, offsetof(v2d_shape_def, cookie));
    (void)v2d_chain_change(&world, id, &def);
}

static void redefine_world(void) {
    v2d_world_def def = v2d_world_def_default();
    if (v2d_world_describe(&world, &def) != V2D_OK) return;
    v2d_result same = v2d_world_change(&world, &def);
    CHECK(forged || same == V2D_OK);
    def.work_budget = random_count(0, 2000);
    def.relax_passes = one_in(20) ? 30 : random_count(1, 15);
    def.sleep = !one_in(4), def.sleep_time = random_number(0.0f, 1.0f);
    def.friction_mix = (v2d_mix)random_count(0, 4),
    def.restitution_mix = (v2d_mix)random_count(0, 4);
    def.restitution_threshold = random_number(0.0f, 2.0f),
    def.hit_speed = random_number(0.0f, 2.0f);
    if (one_in(3)) def.bounded = !def.bounded;
    if (hostility > 0) spoil(&def, offsetof(v2d_world_def, cookie));
    (void)v2d_world_change(&world, &def);
}

static void clone_soft(v2d_soft_id id) {
    v2d_transform by = v2d_transform_make(random_vector(3.0f), random_number(-3.0f, 3.0f));
    v2d_soft_id soft = v2d_soft_clone(&world, id, by);
    v2d_bend_id bend = {0, 0};
    remember(SOFT, soft.index1, soft.generation);
    v2d_edge_id edge = v2d_soft_edge(&world, soft, random_count(0, 5));
    remember(EDGE, edge.index1, edge.generation);
    bend = v2d_world_next_bend(&world, bend);
    remember(BEND, bend.index1, bend.generation);
}

static void change_body(void) {
    v2d_body_id id = random_body();
    v2d_mass mass;
    switch (random_below(22)) {
    case 18: redefine_body(id); break;
    case 20:
        v2d_body_set_enabled(&world, id, !body_is_enabled(&world, id));
        CHECK(body_is_enabled(&world, id) || !v2d_body_is_awake(&world, id));
        break;
    case 19: {
        v2d_transform target = v2d_transform_make(random_vector(8.0f), random_number(-4.0f, 4.0f));
        if (one_in(9)) target.q.c = random_number(-1.0f, 1.0f);
        v2d_body_set_target(&world, id, target, random_number(0.001f, 0.1f));
        break;
    }
    case 0: v2d_body_set_type(&world, id, (v2d_body_type)random_count(0, 2)); break;
    case 1:
        v2d_body_set_transform(&world, id, random_vector(8.0f), random_number(-4.0f, 4.0f));
        break;
    case 2: v2d_body_set_velocity(&world, id, random_vector(20.0f)); break;
    case 3: v2d_body_set_angular_velocity(&world, id, random_number(-20.0f, 20.0f)); break;
    case 4:
        mass.mass = random_number(0.1f, 100.0f);
        mass.center = random_vector(0.5f);
        mass.inertia = random_number(0.0f, 10.0f);
        body_set_mass(&world, id, mass);
        break;
    case 5: v2d_body_apply_force(&world, id, random_vector(50.0f), random_vector(8.0f)); break;
    case 6: v2d_body_apply_force_to_center(&world, id, random_vector(50.0f)); break;
    case 7: v2d_body_apply_torque(&world, id, random_number(-50.0f, 50.0f)); break;
    case 8: v2d_body_apply_impulse(&world, id, random_vector(5.0f), random_vector(8.0f)); break;
    case 9: v2d_body_apply_impulse_to_center(&world, id, random_vector(5.0f)); break;
    case 10: v2d_body_apply_angular_impulse(&world, id, random_number(-5.0f, 5.0f)); break;
    case 11: body_set_gravity_scale(&world, id, random_number(-2.0f, 2.0f)); break;
    case 12:
        body_set_damping(&world, id, random_number(0.0f, 5.0f), random_number(0.0f, 5.0f));
        break;
    case 13: body_set_locks(&world, id, one_in(4), one_in(4), one_in(4)); break;
    case 14: body_set_user(&world, id, random_bits()); break;
    case 15: v2d_body_set_awake(&world, id, one_in(3)); break;
    case 16: body_set_allow_sleep(&world, id, one_in(2)); break;
    case 17: body_set_report(&world, id, (uint32_t)random_below(8)); break;
    default: v2d_body_destroy(&world, id); break;
    }
}

static void change_shape(void) {
    v2d_shape_id id = random_shape();
    v2d_geometry geometry;
    switch (random_below(16)) {
    case 9: redefine_shape(id); break;
    case 10:
        geometry = random_geometry();
        v2d_shape_set_geometry(&world, id, &geometry);
        break;
    case 12: shape_set_one_way(&world, id, random_vector(1.0f)); break;
    case 11: // nothing changes
        geometry = v2d_shape_geometry(&world, id);
        v2d_shape_set_geometry(&world, id, &geometry);
        break;
    case 13:
    case 14:
        shape_set_report(&world, id, (uint32_t)random_below(9), random_number(0.0f, 9.0f));
        break;
    case 0: shape_set_friction(&world, id, random_number(0.0f, 2.0f)); break;
    case 1: shape_set_restitution(&world, id, random_number(0.0f, 1.0f)); break;
    case 2: shape_set_surface_speed(&world, id, random_number(-5.0f, 5.0f)); break;
    case 3: shape_set_filter(&world, id, random_filter()); break;
    case 4: shape_set_user(&world, id, random_bits()); break;
    case 5:
    case 6:
    case 7: redefine_chain(random_chain()); break;
    case 8: v2d_chain_destroy(&world, random_chain()); break;
    default: v2d_shape_destroy(&world, id); break;
    }
}

static void change_soft(void) {
    v2d_point_id point = random_point();
    switch (random_below(23)) {
    case 21: redefine_cell(random_cell()); break;
    case 20: v2d_cell_destroy(&world, random_cell()); break;
    case 12: redefine_point(point); break;
    case 13: redefine_edge(random_edge()); break;
    case 14: redefine_bend(random_bend()); break;
    case 15:
    case 16: redefine_soft(random_soft()); break;
    case 17: clone_soft(random_soft()); break;
    case 19:
        point_set_report(&world, point, (uint32_t)random_below(9), random_number(0.0f, 9.0f));
        break;
    case 18:
        soft_set_report(&world, random_soft(), (uint32_t)random_below(9),
                        random_number(0.0f, 9.0f));
        break;
    case 0: v2d_point_set_position(&world, point, random_vector(8.0f)); break;
    case 1: v2d_point_set_velocity(&world, point, random_vector(20.0f)); break;
    case 2: v2d_point_apply_force(&world, point, random_vector(50.0f)); break;
    case 3: v2d_point_apply_impulse(&world, point, random_vector(5.0f)); break;
    case 4: v2d_point_set_pinned(&world, point, one_in(2)); break;
    case 5: point_change_mass(&world, point, random_number(0.1f, 10.0f)); break;
    case 6: v2d_point_destroy(&world, point); break;
    case 7: v2d_edge_set_rest_length(&world, random_edge(), random_number(0.1f, 2.0f)); break;
    case 8: soft_set_area_scale(&world, random_soft(), random_number(0.5f, 2.0f)); break;
    case 9:
        one_in(2) ? (void)v2d_edge_destroy(&world, random_edge())
                  : (void)v2d_bend_destroy(&world, random_bend());
        break;
    case 10: v2d_point_set_awake(&world, point, one_in(3)); break;
    case 11: soft_set_awake(&world, random_soft(), one_in(3)); break;
    default: v2d_soft_destroy(&world, random_soft()); break;
    }
}

static void change_joint(void) {
    v2d_joint_id id = random_joint();
    switch (random_below(7)) {
    case 0:
        v2d_joint_set_motor(&world, id, random_number(-10.0f, 10.0f), random_number(0.0f, 100.0f));
        break;
    case 1: v2d_joint_set_target(&world, id, random_vector(8.0f)); break;
    case 5: change_joint_def(id); break;
    case 2:
        v2d_joint_set_lengths(&world, id, random_number(0.0f, 2.0f), random_number(2.0f, 4.0f));
        break;
    case 3: {
        v2d_joint_id drag =
            v2d_world_drag_begin(&world, random_vector(8.0f), random_number(0.0f, 2.0f));
        remember(JOINT, drag.index1, drag.generation);
        break;
    }
    case 4: {
        v2d_joint_id attached = v2d_point_attach(&world, random_point(), random_body());
        remember(JOINT, attached.index1, attached.generation);
        break;
    }
    default: v2d_joint_destroy(&world, id); break;
    }
}

// Two workers, one after the other.
static void run_tasks(void *context, int count, void (*task)(void *argument, int index),
                      void *argument) {
    (void)context;
    for (int i = 0; i < count; ++i)
        task(argument, i);
}

static void step_otherwise(void) {
    v2d_step_def def = v2d_step_def_default();
    def.dt = random_number(1e-3f, 0.05f);
    def.substeps = random_count(1, 6);
    def.workers = random_count(1, 3);
    if (one_in(2)) def.parallel_for = run_tasks;
    if (hostility > 0 && one_in(40)) def.cookie = random_bits();
    (void)v2d_world_step_with(&world, &def);
}

static void change_bounds(void) {
    v2d_aabb bounds;
    bounds.lower = v2d_vec2_make(random_number(-12.0f, -2.0f), random_number(-12.0f, -2.0f));
    bounds.upper = v2d_vec2_make(random_number(2.0f, 12.0f), random_number(2.0f, 12.0f));
    if (one_in(3))
        (void)v2d_world_shift_origin(&world,
                                     random_vector(one_in(20) && hostility > 0 ? 2e9f : 4.0f));
    world_set_bounds(&world, bounds);
}

static void change_world(void) {
    switch (random_below(8)) {
    case 0: v2d_world_set_gravity(&world, random_vector(20.0f)); break;
    case 1:
    case 2:
    case 4: redefine_world(); break;
    case 3: change_bounds(); break;
    case 5: step_otherwise(); break;
    default: v2d_world_clear_status(&world); break;
    }
}

// A def of anything: a world of it is refused or steps, beside the one that is played with.
static void make_other_world(void) {
    static v2d_world other;
    static bool checked;
    v2d_world_def def = v2d_world_def_default();
    def.gravity = random_vector(20.0f);
    def.length_unit = random_number(0.01f, 10.0f);
    def.contact_frequency = random_number(1.0f, 300.0f);
    def.contact_damping_ratio = random_number(0.0f, 20.0f);
    def.contact_push_speed = random_number(0.0f, 10.0f);
    def.restitution_threshold = random_number(0.0f, 2.0f);
    def.max_speed = random_number(1.0f, 1000.0f);
    def.friction_mix = (v2d_mix)random_count(0, 4);
    def.restitution_mix = (v2d_mix)random_count(0, 4);
    def.bounded = one_in(2);
    def.bounds.lower = random_vector(100.0f), def.bounds.upper = random_vector(100.0f);
    def.bounds_friction = random_number(0.0f, 2.0f);
    def.relax_passes = random_count(1, 20);
    def.work_budget = random_count(0, 1000);
    def.sleep_speed = random_number(0.0f, 1.0f);
    def.sleep_time = random_number(0.0f, 2.0f);
    size_t size = hostility > 0 && one_in(hostility) ? (size_t)random_bits() : sizeof(v2d_world);
    v2d_result r = v2d_world_init_sized(&other, &def, size);
    CHECK(r == V2D_OK || hostility > 0 || def.bounded);
    if (r != V2D_OK) return;
    if (!checked) {
        CHECK(v2d_world_selfcheck(&other, NULL) == V2D_OK);
        CHECK(v2d_world_init(&other, &def) == V2D_OK);
        checked = true;
    }
    CHECK(v2d_world_status(&other) == V2D_OK);
    v2d_body_id ball = test_circle(&other, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 0.5f);
    for (int i = 0; i < 3; ++i)
        CHECK(v2d_world_step(&other, 1.0f / 60.0f, 4) == V2D_OK);
    CHECK(test_finite(v2d_body_position(&other, ball)));
}

// ---- what needs no world ----------------------------------------------------------------------------

static bool finite_mass(v2d_mass m) {
    return isfinite(m.mass) && test_finite(m.center) && isfinite(m.inertia);
}

static void check_manifold(const v2d_manifold *m, bool touching) {
    CHECK(m->count >= 0 && m->count <= 2 && (m->count > 0) == touching);
    // Rotations may be off by half a per cent.
    if (m->count > 0) CHECK_NEAR(hypot((double)m->normal.x, (double)m->normal.y), 1.0, 6e-3);
    for (int i = 0; i < m->count; ++i)
        CHECK(test_finite(m->points[i].position) && isfinite(m->points[i].separation));
}

static void check_hit(v2d_hit hit) {
    CHECK(hit.t >= 0.0f && hit.t <= 1.0f);
    CHECK(test_finite(hit.point) && test_finite(hit.normal));
}

static void call_of_two_figures(void) {
    v2d_geometry a = random_geometry(), b = random_geometry();
    v2d_transform xa = v2d_transform_make(random_vector(2.0f), random_number(-4.0f, 4.0f));
    v2d_transform xb = v2d_transform_make(random_vector(2.0f), random_number(-4.0f, 4.0f));
    if (hostility > 0 && one_in(hostility)) xa.q.c = random_hostile();
    v2d_manifold m;
    check_manifold(&m, v2d_collide(&a, xa, &b, xb, random_number(0.0f, 1.0f), &m) > 0);
    v2d_closest near = v2d_closest_points(&a, xa, &b, xb);
    CHECK(near.distance >= 0.0f && test_finite(near.a) && test_finite(near.b));
    CHECK(test_finite(near.normal));
    check_hit(v2d_swept_circle(random_vector(3.0f), random_vector(3.0f), random_number(0.0f, 1.0f),
                               &a, xa));
    v2d_transform to = v2d_transform_make(random_vector(3.0f), random_number(-4.0f, 4.0f));
    check_hit(v2d_sweep(&a, xa, to, &b, xb));
    CHECK(finite_mass(v2d_geometry_mass(&a, random_number(0.0f, 10.0f))));
    (void)v2d_geometry_aabb(&a, xa);
    (void)v2d_geometry_contains(&a, xa, random_vector(2.0f));
}

static void call_of_outlines(void) {
    v2d_vec2 v[8], u[8];
    v2d_geometry pieces[V2D_MAX_OUTLINE];
    for (int i = 0; i < 8; ++i)
        v[i] = random_vector(1.0f), u[i] = random_vector(1.0f);
    int count = random_below(9) - (hostility > 0 && one_in(hostility)), made = 0;
    v2d_result r = v2d_polygon_decompose(v, count, pieces, random_below(9), &made);
    CHECK(made >= 0 && made <= V2D_MAX_OUTLINE && v2d_result_text(r) != NULL);
    CHECK(v2d_result_text((v2d_result)random_count(0, 20)) != NULL);
    for (int i = 0; i < made && r == V2D_OK; ++i)
        CHECK(pieces[i].kind == V2D_GEOMETRY_POLYGON);
    (void)v2d_polygon_area(v, count);
    (void)v2d_point_in_polygon(random_vector(1.0f), v, count);
    v2d_sat_result sat = v2d_sat(v, count, u, random_below(9));
    CHECK(!sat.overlap || (sat.depth >= 0.0f && test_finite(sat.normal)));
    check_hit(v2d_segment_polygon(random_vector(2.0f), random_vector(2.0f), v, count));
}

static void call_of_numbers(void) {
    CHECK(v2d_selfcheck() == V2D_OK);
    v2d_rot q = v2d_rot_make(random_number(-10.0f, 10.0f));
    CHECK(isfinite(v2d_rot_angle(q)));
    v2d_transform xf = v2d_transform_make(random_vector(5.0f), random_number(-10.0f, 10.0f));
    (void)v2d_transform_inverse_point(xf, v2d_transform_point(xf, random_vector(5.0f)));
    v2d_timer timer = v2d_timer_make((double)random_number(0.001f, 0.1f), random_count(1, 10));
    for (int i = 0; i < 5; ++i) {
        int steps = v2d_timer_advance(&timer, (double)random_number(0.0f, 0.1f));
        CHECK(steps >= 0 && steps <= timer.max_steps);
        float alpha = v2d_timer_alpha(&timer);
        CHECK(alpha >= 0.0f && alpha <= 1.0f);
    }
}

// ---- zones ----------------------------------------------------------------------------------------

static v2d_zone_def random_zone_def(void) {
    v2d_zone_def def = v2d_zone_def_default((v2d_zone_kind)random_count(0, 4));
    def.everywhere = one_in(5);
    if (!def.everywhere) def.shape = random_shape();
    def.gravity = random_vector(20.0f), def.center = random_vector(3.0f);
    def.flow = random_vector(10.0f);
    def.strength = random_number(-20.0f, 20.0f), def.falloff = random_number(0.0f, 4.0f);
    if (def.kind == V2D_ZONE_DAMPING && one_in(2)) def.strength = random_number(0.0f, 5.0f);
    def.density = random_number(0.0f, 3.0f), def.drag = random_number(0.0f, 3.0f);
    def.lift = random_number(0.0f, 3.0f), def.angular_strength = random_number(0.0f, 5.0f);
    def.replaces = one_in(3), def.priority = random_below(5) - 2;
    if (hostility > 0 && one_in(40)) def.cookie = random_bits();
    return def;
}

static void cut_something(void) {
    v2d_piece pieces[3];
    v2d_query_def query = v2d_query_def_default();
    query.filter = random_filter(), query.ignored_body = random_body();
    query.softs = !one_in(4), query.shapes = !one_in(4);
    v2d_vec2 from = random_vector(8.0f), to = random_vector(8.0f);
    bool apart = one_in(4);
    int count = apart ? v2d_soft_split(&world, random_soft(), pieces, 3)
                      : v2d_world_cut(&world, one_in(2) ? NULL : &query, from, to, pieces, 3);
    CHECK(count <= 3);
    for (int i = 0; i < count; ++i) {
        CHECK(v2d_body_is_valid(&world, pieces[i].body) ==
              v2d_body_is_valid(&world, pieces[i].new_body));
        CHECK(v2d_soft_is_valid(&world, pieces[i].soft) ==
              v2d_soft_is_valid(&world, pieces[i].new_soft));
        CHECK(v2d_body_is_valid(&world, pieces[i].body) !=
              v2d_soft_is_valid(&world, pieces[i].soft));
        remember(BODY, pieces[i].new_body.index1, pieces[i].new_body.generation);
        remember(SOFT, pieces[i].new_soft.index1, pieces[i].new_soft.generation);
    }
}

// A picture on some soft body, which goes on through whatever comes; now and then with wrong numbers in it.
static void draw_skins(void) {
    static v2d_skin skin[16];
    if (one_in(3)) {
        v2d_skin bound[16];
        memset(bound, 0, sizeof(bound));
        for (int i = 0; i < 16; ++i)
            bound[i].position = random_vector(8.0f);
        if (v2d_soft_bind(&world, random_soft(), bound, one_in(9) ? -1 : 16) == V2D_OK)
            memcpy(skin, bound, sizeof(skin));
    }
    if (hostility > 0 && one_in(9)) skin[3].weight.x = random_number(-1e30f, 1e30f);
    if (hostility > 0 && one_in(9)) skin[5].b = skin[4].a;
    CHECK(v2d_soft_skin(&world, random_number(0.0f, 1.0f), skin, 16) == V2D_OK);
    for (int i = 0; i < 16; ++i)
        CHECK(isfinite(skin[i].position.x) && isfinite(skin[i].position.y));
}

static void change_zones(void) {
    v2d_zone_def def = random_zone_def(), got;
    v2d_zone_id zone = random_zone();
    switch (random_below(7)) {
    case 0:
    case 1: {
        v2d_zone_id id = v2d_zone_create(&world, &def);
        remember(ZONE, id.index1, id.generation);
        break;
    }
    case 2: (void)v2d_zone_destroy(&world, zone); break;
    case 3:
        if (v2d_zone_describe(&world, zone, &got) != V2D_OK) break;
        CHECK(v2d_zone_is_valid(&world, zone));
        CHECK(v2d_zone_change(&world, zone, &got) == V2D_OK || forged);
        def.kind = got.kind, def.shape = got.shape, def.everywhere = got.everywhere;
        (void)v2d_zone_change(&world, zone, &def);
        break;
    case 4: (void)v2d_zone_change(&world, zone, &def); break;
    case 5: one_in(2) ? cut_something() : draw_skins(); break;
    default: {
        v2d_query_def query = v2d_query_def_default();
        v2d_query_result results[4];
        query.filter = random_filter(), query.ignored_body = random_body();
        query.points = one_in(2), query.softs = one_in(2);
        int count =
            v2d_world_explode(&world, one_in(2) ? NULL : &query, random_vector(8.0f),
                              random_number(0.0f, 8.0f), random_number(-5.0f, 5.0f), results, 4);
        CHECK(count >= -(int)V2D_ERROR_SAME_OBJECT);
        for (int i = 0; i < count && i < 4; ++i)
            CHECK(isfinite(results[i].distance) && test_finite(results[i].normal));
        break;
    }
    }
}

// Lists with too little room, or none.
static void read_lists(void) {
    v2d_draw_item items[8];
    v2d_body_pose poses[8];
    int capacity = random_count(-1, 8),
        all = v2d_world_draw_list(&world, V2D_DRAW_ALL, 1.0f, NULL, 0);
    capacity = capacity > 8 ? 8 : capacity;
    int count = v2d_world_draw_list(&world, random_bits(), 1.0f, items, capacity);
    CHECK(capacity < 0 ? count == -(int)V2D_ERROR_OUT_OF_RANGE : count >= 0 && count <= all);
    CHECK(capacity <= 0 || count <= capacity);
    for (int i = 0; i < count && i < capacity; ++i)
        CHECK(items[i].count >= 1 && items[i].count <= 8 && isfinite(items[i].value));
    count = v2d_world_poses(&world, one_in(2), 1.0f, poses, capacity);
    CHECK(capacity < 0 ? count < 0 : count <= v2d_world_counters(&world).bodies.count);
    float alpha = random_number(-1.0f, 2.0f);
    count = v2d_world_draw_list(&world, V2D_DRAW_ALL, alpha, items, capacity);
    int most = capacity > 0 ? capacity : INT32_MAX; // entries that fit, or all
    CHECK(capacity < 0 ? count == -(int)V2D_ERROR_OUT_OF_RANGE
                       : count == (all < most ? all : most));
    count = v2d_world_poses(&world, false, alpha, poses, capacity);
    CHECK(capacity < 0 ? count < 0 : count <= v2d_world_counters(&world).bodies.count);
    v2d_event events[8];
    count = v2d_world_events(&world, events, capacity);
    int told = v2d_world_event_count(&world), points = 0;
    CHECK(capacity < 0 ? count < 0 : count == (told < most ? told : most));
    v2d_vec2 places[8];
    v2d_soft_id soft = random_soft();
    count = v2d_soft_points(&world, soft, alpha, places, capacity);
    points = v2d_soft_point_count(&world, soft);
    CHECK(count < 0 || count == (points < most ? points : most));
    for (int i = 0; i < count && i < capacity; ++i)
        CHECK(test_finite(places[i]));
    CHECK(test_finite(v2d_point_interpolated(&world, random_point(), random_number(0.0f, 1.0f))));
    CHECK(v2d_world_size() == sizeof(world) && v2d_version() > 0);
}

// ---- drawing ------------------------------------------------------------------------------------------

static void draw_polygon(void *context, const v2d_vec2 *v, int count, float radius,
                         const v2d_draw_style *style) {
    (void)context, (void)style;
    CHECK(count >= 3 && isfinite(radius));
    for (int i = 0; i < count; ++i)
        CHECK(test_finite(v[i]));
}

static void draw_edge(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                      float strain, v2d_edge_side side, const v2d_draw_style *style) {
    (void)context, (void)side, (void)style;
    CHECK(test_finite(*a) && test_finite(*b) && isfinite(radius) && isfinite(strain));
}

static void draw_point(void *context, const v2d_vec2 *place, float radius,
                       const v2d_draw_style *style) {
    (void)context, (void)style;
    CHECK(test_finite(*place) && isfinite(radius));
}

static void draw_joint(void *context, v2d_joint_kind kind, const v2d_vec2 *center_a,
                       const v2d_vec2 *a, const v2d_vec2 *b, const v2d_vec2 *center_b) {
    (void)context, (void)kind;
    CHECK(test_finite(*center_a) && test_finite(*a) && test_finite(*b) && test_finite(*center_b));
}

static void draw_contact(void *context, const v2d_vec2 *place, const v2d_vec2 *normal,
                         float separation, float impulse) {
    (void)context;
    CHECK(test_finite(*place) && test_finite(*normal) && isfinite(separation) && isfinite(impulse));
}

static void draw_all(void) {
    v2d_draw draw;
    memset(&draw, 0, sizeof(draw));
    if (one_in(4)) {
        (void)v2d_world_draw(&world, one_in(2) ? &draw : NULL);
        return;
    }
    draw.polygon = draw.outline = draw_polygon;
    draw.edge = draw_edge, draw.point = draw_point, draw.joint = draw_joint;
    draw.contact = draw_contact;
    CHECK(v2d_world_draw(&world, &draw) == V2D_OK);
}

// The other getters, with ids of all sorts.
static void read_more(void) {
    v2d_body_id body = random_body();
    v2d_shape_id shape = random_shape();
    v2d_point_id point = random_point();
    v2d_edge_id edge = random_edge();
    v2d_soft_id soft = random_soft();
    v2d_joint_id joint = random_joint();
    v2d_chain_id chain = random_chain();
    CHECK(v2d_body_is_valid(&world, body) || !v2d_body_is_awake(&world, body));
    CHECK(v2d_point_is_valid(&world, point) || !v2d_point_is_awake(&world, point));
    CHECK(v2d_soft_is_valid(&world, soft) || !v2d_soft_is_awake(&world, soft));
    (void)body_type_of(&world, body), (void)body_user(&world, body);
    (void)v2d_body_local_point(&world, body, random_vector(8.0f));
    (void)v2d_shape_chain(&world, shape), (void)shape_user(&world, shape);
    CHECK(v2d_chain_is_valid(&world, chain) == (chain_shape_count(&world, chain) > 0));
    CHECK(isfinite(point_mass(&world, point)) && isfinite(point_radius(&world, point)));
    (void)point_is_pinned(&world, point), (void)point_user(&world, point);
    CHECK(isfinite(v2d_edge_peak_force(&world, edge)));
    CHECK(isfinite(edge_rest_length(&world, edge)));
    (void)edge_side(&world, edge), (void)v2d_bend_is_valid(&world, random_bend());
    (void)v2d_cell_is_valid(&world, random_cell());
    CHECK(v2d_soft_edge_count(&world, soft) >= 0);
    (void)soft_user(&world, soft);
    CHECK(v2d_joint_is_valid(&world, joint) || joint_user(&world, joint) == 0);
    CHECK(isfinite(joint_peak_force(&world, joint)));
    (void)joint_kind_of(&world, joint);
    CHECK(test_finite(world_gravity(&world)) && v2d_world_event_count(&world) >= 0);
    CHECK(v2d_world_error(&world).result == v2d_world_status(&world));
}

enum { FOUND = 8 };

// At most FOUND things, in order, each that is named alive.
static void check_found(const v2d_query_result *found, int count, bool all) {
    CHECK(count >= -(int)V2D_ERROR_SAME_OBJECT && (all || count <= FOUND));
    for (int i = 0; i < count && i < FOUND; ++i) {
        const v2d_part *part = &found[i].part;
        CHECK(isfinite(found[i].distance) && found[i].distance >= 0.0f);
        CHECK(found[i].t >= 0.0f && found[i].t <= 1.0f);
        CHECK(test_finite(found[i].position) && test_finite(found[i].normal));
        CHECK(V2D_IS_NULL(part->body) == V2D_IS_NULL(part->shape));
        CHECK(V2D_IS_NULL(part->shape) || v2d_shape_is_valid(&world, part->shape));
        CHECK(V2D_IS_NULL(part->point) || v2d_point_is_valid(&world, part->point));
        CHECK(V2D_IS_NULL(part->edge) || v2d_edge_is_valid(&world, part->edge));
        CHECK(V2D_IS_NULL(part->soft) || v2d_soft_is_valid(&world, part->soft));
        CHECK(i == 0 || found[i - 1].t <= found[i].t);
    }
}

static void look_for_things(void) {
    static v2d_query_result found[FOUND];
    v2d_query_def def = v2d_query_def_default();
    def.filter = random_filter();
    if (one_in(3)) def.ignored_body = random_body();
    if (one_in(3)) def.ignored_soft = random_soft();
    if (one_in(3)) def.ignored_point = random_point();
    def.shapes = !one_in(5), def.points = !one_in(5), def.softs = !one_in(5);
    def.sensors = one_in(2), def.inner_edges = one_in(2), def.both_sides = one_in(2);
    if (hostility > 0 && one_in(hostility)) def.cookie = random_bits();
    v2d_geometry g = random_geometry();
    v2d_transform at = v2d_transform_make(random_vector(8.0f), random_number(-4.0f, 4.0f));
    if (hostility > 0 && one_in(hostility)) at.q.s = random_hostile();
    int room = random_below(FOUND + 1) - (hostility > 0 && one_in(hostility));
    v2d_query_result *out = hostility > 0 && one_in(hostility) ? NULL : found;
    const v2d_query_def *with = one_in(3) ? NULL : &def;
    const v2d_geometry *figure = hostility > 0 && one_in(hostility) ? NULL : &g;
    v2d_vec2 a = random_vector(9.0f), b = random_vector(9.0f);
    memset(found, 0, sizeof(found));
    check_found(found, v2d_world_ray(&world, with, a, b, out, room), false);
    check_found(found, v2d_world_cast(&world, with, figure, at, a, out, room), false);
    memset(found, 0, sizeof(found));
    check_found(found, v2d_world_overlap(&world, with, figure, at, out, room), true);
    float radius = random_number(0.0f, 5.0f);
    check_found(found, v2d_world_closest(&world, with, figure, at, radius, out, room), false);
}

// A save is loaded into the world that it is of; a damaged one is refused.
static void save_and_load(void) {
    static unsigned char bytes[sizeof(v2d_world)];
    size_t size = v2d_world_save(&world, bytes, sizeof(bytes));
    CHECK(size > 0 && size == v2d_world_save(&world, NULL, 0));
    CHECK(v2d_world_save(&world, bytes, size - 1) == 0);
    CHECK(v2d_world_save(&world, bytes, size) == size);
    v2d_result status = v2d_world_status(&world);
    size_t at = (size_t)random_bits() % size;
    bytes[at] ^= 1u;
    CHECK(v2d_world_load_sized(&world, bytes, size, sizeof(world)) != V2D_OK);
    bytes[at] ^= 1u;
    CHECK(v2d_world_load(&world, bytes, size) == V2D_OK);
    CHECK(v2d_world_status(&world) == status);
}

static v2d_mover mover;

// A mover with any numbers; it goes on from call to call.
static void call_of_mover(void) {
    v2d_query_result found[FOUND];
    v2d_mover_def def = v2d_mover_def_default();
    memset(found, 0, sizeof(found));
    if (one_in(2)) def.geometry = random_geometry();
    if (one_in(3)) def.up = random_vector(2.0f);
    def.step_height = random_number(0.0f, 1.0f), def.snap = random_number(0.0f, 1.0f);
    def.max_slope = random_number(0.0f, 1.4f), def.skin = random_number(0.001f, 0.1f);
    def.push = random_number(0.0f, 500.0f), def.mass = random_number(0.0f, 50.0f);
    def.query.filter = random_filter();
    if (one_in(3)) def.query.ignored_body = random_body();
    if (hostility > 0 && one_in(hostility)) def.cookie = random_bits();
    if (hostility > 0 && one_in(hostility)) def.skin = random_hostile();
    if (one_in(20)) mover = v2d_mover_make(random_vector(8.0f));
    if (one_in(4)) mover.velocity = random_vector(10.0f);
    if (one_in(20)) mover.body = random_body();
    if (hostility > 0 && one_in(hostility)) mover.ground_local.x = random_hostile();
    if (hostility > 0 && one_in(hostility)) mover.position.y = random_hostile();
    int room = random_below(FOUND + 1) - (hostility > 0 && one_in(hostility));
    float dt = hostility > 0 && one_in(hostility) ? random_hostile() : random_number(0.001f, 0.1f);
    v2d_mover before = mover;
    int count = v2d_mover_move(&world, &def, dt, &mover, found, room);
    CHECK(count >= -(int)V2D_ERROR_SAME_OBJECT &&
          (count >= 0 || memcmp(&before, &mover, sizeof(mover)) == 0));
    check_found(found, count < 0 || count < room ? count : room, false);
    if (count < 0) mover = v2d_mover_make(v2d_vec2_make(0.0f, 1.0f));
    CHECK(test_finite(mover.position) && test_finite(mover.velocity));
    CHECK(test_finite(mover.ground_velocity) && test_finite(mover.ground_place));
}

// What only reads, or needs no world at all.
static void look_around(void) {
    switch (random_below(8)) {
    case 0: call_of_two_figures(); break;
    case 1: call_of_outlines(); break;
    case 2: call_of_numbers(); break;
    case 3: draw_all(); break;
    case 4: make_other_world(); break;
    case 5: read_lists(); break;
    case 6: save_and_load(); break;
    default: read_more(); break;
    }
}

// All getters, with ids of all sorts: what they answer is finite.
static void read_all(void) {
    v2d_body_id body = random_body();
    v2d_shape_id shape = random_shape();
    v2d_point_id point = random_point();
    v2d_edge_id edge = random_edge();
    v2d_soft_id soft = random_soft();
    v2d_joint_id joint = random_joint();
    v2d_vec2 place = random_vector(8.0f);
    CHECK(test_finite(v2d_body_interpolated(&world, body, random_number(0.0f, 1.0f)).p));
    CHECK(isfinite(v2d_body_angle(&world, body)) && test_finite(v2d_body_center(&world, body)));
    CHECK(isfinite(v2d_body_mass(&world, body).mass));
    CHECK(test_finite(v2d_soft_center(&world, soft)) && isfinite(v2d_soft_area(&world, soft)));
    CHECK(isfinite(v2d_edge_length(&world, edge)));
    CHECK(test_finite(v2d_body_velocity_at(&world, body, place)));
    CHECK(test_finite(v2d_body_world_point(&world, body, place)));
    CHECK(test_finite(v2d_body_local_point(&world, body, place)));
    CHECK(test_finite(v2d_transform_inverse_point(v2d_body_transform(&world, body), place)));
    (void)v2d_shape_next(&world, shape);
    (void)v2d_shape_body(&world, shape);
    (void)v2d_shape_geometry(&world, shape);
    (void)v2d_shape_aabb(&world, shape);
    (void)shape_contains(&world, shape, place);
    (void)point_soft(&world, point);
    (void)edge_point_a(&world, edge);
    (void)edge_point_b(&world, edge);
    (void)v2d_edge_tension(&world, edge);
    (void)v2d_bend_angle(&world, random_bend());
    (void)v2d_cell_stretch(&world, random_cell());
    (void)v2d_soft_point(&world, soft, random_count(0, 10));
    (void)v2d_soft_aabb(&world, soft);
    (void)v2d_soft_velocity(&world, soft);
    (void)joint_anchor_a(&world, joint);
    (void)joint_anchor_b(&world, joint);
    (void)joint_force_now(&world, joint);
    (void)joint_angle(&world, joint);
    (void)joint_motor_effort(&world, joint);
    v2d_joint_state state = v2d_joint_get_state(&world, joint);
    CHECK(isfinite(state.travel) && isfinite(state.turn) && isfinite(state.torque));
    CHECK(isfinite(state.travel_effort) && isfinite(state.turn_effort));
    (void)v2d_body_next_joint(&world, random_body(), joint);
    (void)v2d_point_next_joint(&world, random_point(), joint);
    look_for_things();
    v2d_contact contact, contacts[4];
    v2d_event event;
    int capacity = random_count(-1, 4);
    (void)v2d_body_contacts(&world, body, one_in(9) ? NULL : contacts, capacity > 4 ? 4 : capacity);
    (void)v2d_soft_contacts(&world, soft, one_in(9) ? NULL : contacts, capacity > 4 ? 4 : capacity);
    (void)v2d_world_counters(&world).steps;
    (void)v2d_world_contact(&world, random_count(0, 20), &contact);
    (void)v2d_world_event(&world, random_count(0, 5), &event);
}

static void random_call(void) {
    switch (random_below(21)) {
    case 0:
    case 1:
    case 2: make_body(); break;
    case 3: make_shape(); break;
    case 4: make_point(); break;
    case 5: make_edge(); break;
    case 6: one_in(2) ? make_bend() : make_cell(); break;
    case 7:
    case 8: make_soft(); break;
    case 9:
    case 10: make_joint(); break;
    case 11:
    case 12:
    case 13: change_body(); break;
    case 14: change_shape(); break;
    case 15:
    case 16: change_soft(); break;
    case 17: change_joint(); break;
    case 18: change_world(); break;
    case 19: one_in(3) ? change_zones() : call_of_mover(); break;
    default: one_in(2) ? read_all() : look_around(); break;
    }
}

// ---- what must hold ---------------------------------------------------------------------------------------------------

// Finite, and where nothing hostile was asked for, not blown away either.
static bool is_sane(v2d_vec2 position, v2d_vec2 velocity) {
    if (!test_finite(position) || !test_finite(velocity)) return false;
    if (hostility > 0) return true;
    // max_speed is 400: what the last pass adds beyond it is taken away before it moves anything.
    const float far = 5e3f, fast = 5e3f;
    return fabsf(position.x) < far && fabsf(position.y) < far && fabsf(velocity.x) < fast &&
           fabsf(velocity.y) < fast;
}

// A thing that a contact names, as one number; 0 for the bounds of the world, which have no id.
static uint32_t contact_side(const v2d_world *w, v2d_shape_id shape, v2d_point_id point,
                             v2d_edge_id edge) {
    if (shape.index1 != 0) {
        CHECK(v2d_shape_is_valid(w, shape));
        return shape.index1;
    }
    if (edge.index1 != 0) {
        CHECK(v2d_edge_is_valid(w, edge));
        return edge.index1 << 20;
    }
    if (point.index1 == 0 && w->settings.bounded) return 0;
    CHECK(v2d_point_is_valid(w, point));
    return point.index1 << 10;
}

// Every contact has one or two points, a unit normal, and two things that there are; the counters say
// how many there are, and no pair of shapes is listed twice.
static void check_contacts(const v2d_world *w) {
    static uint32_t pairs[V2D_MAX_CONTACTS + V2D_MAX_ROWS][2];
    const v2d_edge_id no_edge = {0, 0};
    v2d_counters counters = v2d_world_counters(w);
    int count = v2d_world_contact_count(w);
    CHECK(count == counters.contacts.count + counters.rows.count);
    for (int i = 0; i < count; ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(w, i, &c) == V2D_OK);
        CHECK(c.manifold.count >= 1 && c.manifold.count <= 2);
        v2d_vec2 n = c.manifold.normal;
        CHECK_NEAR(n.x * n.x + n.y * n.y, 1.0, 1e-3);
        for (int k = 0; k < c.manifold.count; ++k)
            CHECK(test_finite(c.manifold.points[k].position) &&
                  isfinite(c.manifold.points[k].separation) && c.normal_impulse[k] >= 0.0f);
        pairs[i][0] = contact_side(w, c.a.shape, c.a.point, no_edge);
        pairs[i][1] = contact_side(w, c.b.shape, c.b.point, c.b.edge);
        CHECK(pairs[i][0] != pairs[i][1]);
        if (pairs[i][0] == 0 || pairs[i][1] == 0 || c.kind != V2D_CONTACT_SHAPE_SHAPE) continue;
        for (int k = 0; k < i; ++k)
            CHECK(pairs[k][0] != pairs[i][0] || pairs[k][1] != pairs[i][1]);
    }
    v2d_contact none;
    CHECK(v2d_world_contact(w, count, &none) == V2D_ERROR_OUT_OF_RANGE);
}

static void check_sane(bool sane, const char *what, uint32_t index1, uint32_t start, int step) {
    if (!sane)
        print_error("seed %u, step %d: %s %u\n", (unsigned)start, step, what, (unsigned)index1);
    CHECK(sane);
}

static bool is_unit(v2d_rot q) {
    return fabs((double)q.c * (double)q.c + (double)q.s * (double)q.s - 1.0) < 1e-3;
}

// Walks over everything find sane values, and as many as the counters say.
static void check_bodies(const v2d_world *w, uint32_t start, int step) {
    int bodies = 0, shapes = 0;
    v2d_body_id body = {0, 0};
    for (body = v2d_world_next_body(w, body); body.index1 != 0;
         body = v2d_world_next_body(w, body)) {
        bodies += 1;
        v2d_shape_id shape = v2d_body_first_shape(w, body);
        for (; shape.index1 != 0; shape = v2d_shape_next(w, shape))
            shapes += 1;
        v2d_vec2 velocity = v2d_body_velocity(w, body); // no step limits that of what is outside
        if (!body_is_enabled(w, body)) velocity = v2d_vec2_make(0.0f, 0.0f);
        bool sane =
            is_sane(v2d_body_position(w, body), velocity) && isfinite(v2d_body_angle(w, body)) &&
            isfinite(v2d_body_angular_velocity(w, body)) && is_unit(v2d_body_transform(w, body).q);
        check_sane(sane, "body", body.index1, start, step);
    }
    v2d_counters counters = v2d_world_counters(w);
    CHECK(bodies == counters.bodies.count && shapes == counters.shapes.count);
}

static void check_points(const v2d_world *w, uint32_t start, int step) {
    int points = 0, softs = 0, soft_points = 0;
    v2d_point_id point = {0, 0};
    for (point = v2d_world_next_point(w, point); point.index1 != 0;
         point = v2d_world_next_point(w, point)) {
        points += 1;
        bool sane =
            test_finite(v2d_point_position(w, point)) && test_finite(v2d_point_velocity(w, point));
        check_sane(sane, "point", point.index1, start, step);
    }
    v2d_soft_id soft = {0, 0};
    for (soft = v2d_world_next_soft(w, soft); soft.index1 != 0;
         soft = v2d_world_next_soft(w, soft)) {
        softs += 1;
        int count = v2d_soft_point_count(w, soft);
        for (int i = 0; i < count; ++i) {
            v2d_point_id p = v2d_soft_point(w, soft, i);
            CHECK(v2d_point_is_valid(w, p) && point_soft(w, p).index1 == soft.index1);
        }
        soft_points += count;
    }
    v2d_counters counters = v2d_world_counters(w);
    CHECK(points == counters.points.count && softs == counters.softs.count);
    CHECK(soft_points <= points);
}

static void check_zones(const v2d_world *w) {
    int zones = 0;
    v2d_zone_id zone = {0, 0};
    v2d_zone_def def;
    for (zone = v2d_world_next_zone(w, zone); zone.index1 != 0;
         zone = v2d_world_next_zone(w, zone)) {
        zones += 1;
        CHECK(v2d_zone_describe(w, zone, &def) == V2D_OK);
        CHECK(def.everywhere || v2d_shape_is_valid(w, def.shape));
    }
    CHECK(zones == v2d_world_counters(w).zones.count);
}

static void check_links(const v2d_world *w) {
    int edges = 0, joints = 0;
    v2d_edge_id edge = {0, 0};
    for (edge = v2d_world_next_edge(w, edge); edge.index1 != 0;
         edge = v2d_world_next_edge(w, edge)) {
        edges += 1;
        CHECK(v2d_point_is_valid(w, edge_point_a(w, edge)) &&
              v2d_point_is_valid(w, edge_point_b(w, edge)));
    }
    v2d_joint_id joint = {0, 0};
    for (joint = v2d_world_next_joint(w, joint); joint.index1 != 0;
         joint = v2d_world_next_joint(w, joint))
        joints += 1;
    v2d_counters counters = v2d_world_counters(w);
    CHECK(edges == counters.edges.count && joints == counters.joints.count);
}

// The lists of the joints of nodes: they ascend, have each end of each joint once, and lead back.
static inline void check_joint_lists(const v2d_world *w) {
    int32_t ends = 0;
    for (int32_t node = 0; node < V2D__MAX_NODES; ++node) {
        int32_t last1 = 0;
        for (int32_t end1 = w->joints.node_end1[v2d__node_list(node)]; end1 > 0;) {
            int32_t end = end1 - 1, joint = end / V2D__JOINT_ENDS;
            CHECK(end1 > last1);
            CHECK(joint < w->joints.pool.high && w->joints.generation[joint] % 2u == 1u);
            CHECK(v2d__joint_node(&w->joints.at[joint], end % V2D__JOINT_ENDS) == node);
            CHECK(last1 == 0 || w->joints.end_before1[end] == last1);
            last1 = end1, end1 = w->joints.end_next1[end], ends += 1;
        }
        int32_t first1 = w->joints.node_end1[v2d__node_list(node)];
        CHECK(first1 == 0 || w->joints.end_before1[first1 - 1] == last1);
    }
    for (int32_t i = 0; i < w->joints.pool.high; ++i) {
        for (int32_t k = 0; k < V2D__JOINT_ENDS && w->joints.generation[i] % 2u == 1u; ++k)
            ends -= v2d__joint_node(&w->joints.at[i], k) != V2D__DUMMY_NODE;
    }
    CHECK(ends == 0);
}

// Proxies have what shapes have, and blocks of contacts without second points nothing of any.
static inline void check_copies(const v2d_world *w) {
    for (int32_t i = 0; i < w->shapes.pool.high; ++i) {
        if (w->shapes.generation[i] % 2u == 0u) continue;
        v2d__oriented_box made = v2d__oriented_box_make(&w->shapes.at[i].geometry);
        CHECK(memcmp(&w->proxies.oriented_boxes[i], &made, sizeof(made)) == 0);
        CHECK(w->proxies.body[i] == w->shapes.at[i].body);
    }
    for (int32_t at = 0; at < (w->changed.contacts ? 0 : v2d__batch_lanes(&w->contacts.batch));
         ++at) {
        int32_t lane = at % V2D__LANES, block = at / V2D__LANES;
        const v2d__contact_block *k = &w->contacts.blocks[block];
        const v2d__lane_point *p = &k->p[1];
        const float zero[] = {p->mass_n[lane],    p->mass_t[lane],   p->s[lane],
                              p->lambda_n[lane],  p->lambda_t[lane], p->sum.n[lane],
                              p->sum.t[lane],     p->sum.peak[lane], k->coupling_n[lane],
                              k->coupling_t[lane]};
        if (w->contacts.lane_records[at] == V2D_MAX_CONTACTS ||
            (w->contacts.block_flags[block] & V2D__BLOCK_TWO) != 0)
            continue;
        CHECK(w->contacts.manifolds[block].points[lane] < 1.5f);
        for (size_t i = 0; i < sizeof(zero) / sizeof(zero[0]); ++i)
            CHECK(zero[i] == 0.0f);
    }
}

static inline void check_world(const v2d_world *w, uint32_t start, int step) {
    check_joint_lists(w);
    check_copies(w);
    check_bodies(w, start, step);
    check_points(w, start, step);
    check_links(w);
    check_zones(w);
    v2d_counters counters = v2d_world_counters(w);
    const v2d_usage usages[13] = {
        counters.bodies, counters.shapes, counters.points, counters.edges,    counters.bends,
        counters.softs,  counters.joints, counters.pairs,  counters.contacts, counters.rows,
        counters.events, counters.zones,  counters.cells};
    for (int i = 0; i < 13; ++i) {
        CHECK(usages[i].count >= 0 && usages[i].count <= usages[i].peak &&
              usages[i].peak <= usages[i].capacity);
    }
    check_contacts(w);
}

static void forget_all(void) {
    memset(remembered, 0, sizeof(remembered));
    memset(remembered_count, 0, sizeof(remembered_count));
    mover = v2d_mover_make(v2d_vec2_make(0.0f, 1.0f));
}

#endif
