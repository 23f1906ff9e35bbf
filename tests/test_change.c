// SPDX-License-Identifier: MIT OR Unlicense
// test_change.c - describe and change for every kind of object, clones, and targets of kinematic bodies.
//
// A changed object must go on like one that was created so; an unchanged def must leave every byte.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

static v2d_world world, before, other;
static uint32_t seed;

static float random_between(float low, float high) { return test_random(&seed, low, high); }

static v2d_vec2 at(float x, float y) { return v2d_vec2_make(x, y); }

static v2d_vec2 random_at(float reach) {
    float x = random_between(-reach, reach);
    return at(x, random_between(-reach, reach));
}

static void init(v2d_world *w, float gravity) {
    v2d_world_def def = v2d_world_def_default();
    def.gravity.y = -gravity;
    CHECK(v2d_world_init(w, &def) == V2D_OK);
}

static void expect_same_bytes(const v2d_world *a, const v2d_world *b) {
    CHECK(memcmp(a, b, sizeof(*a)) == 0);
}

// The call fails with `code`, and but for the status nothing changes.
#define REFUSED(code, call)                                                      \
    do {                                                                         \
        before = world;                                                          \
        v2d_result refused = (call);                                             \
        if (refused != (code))                                                   \
            print_error("%s\n  answers: %s\n", #call, v2d_result_text(refused)); \
        CHECK(refused == (code));                                                \
        CHECK(v2d_world_status(&world) == (code));                               \
        v2d_world_clear_status(&world);                                          \
        expect_same_bytes(&world, &before);                                      \
    } while (0)

// ---- a world with some of everything -------------------------------------------------------------------

static void add_bodies(v2d_world *w, int count) {
    for (int i = 0; i < count; ++i) {
        v2d_body_def def = v2d_body_def_default();
        def.type = (v2d_body_type)(i % 4 == 0 ? i / 4 % 2 : 2);
        def.position = at(random_between(-6.0f, 6.0f), random_between(1.0f, 9.0f));
        def.angle = random_between(-3.0f, 3.0f);
        def.velocity = random_at(2.0f);
        def.angular_velocity = random_between(-2.0f, 2.0f);
        def.lock_x = i % 7 == 1, def.lock_y = i % 7 == 2, def.lock_angle = i % 7 == 3;
        def.linear_damping = random_between(0.0f, 1.0f);
        def.own_mass = i % 5 == 1;
        def.mass.mass = 2.0f, def.mass.center = random_at(0.2f), def.mass.inertia = 0.3f;
        v2d_body_id body = v2d_body_create(w, &def);
        for (int k = 0; k <= i % 2; ++k) {
            v2d_shape_def shape = v2d_shape_def_default();
            v2d_vec2 v[5];
            for (int n = 0; n < 5; ++n)
                v[n] = random_at(0.6f);
            v2d_geometry g = v2d_geometry_hull(v, 5, 0.02f);
            if (g.kind == V2D_GEOMETRY_NONE) g = v2d_geometry_circle(random_at(0.3f), 0.3f);
            shape.density = random_between(0.5f, 2.0f);
            CHECK(v2d_shape_is_valid(w, v2d_shape_create(w, body, &shape, &g)));
        }
    }
}

static void add_softs(v2d_world *w) {
    v2d_soft_def def = v2d_soft_def_default();
    v2d_vec2 ring[8];
    for (int i = 0; i < 8; ++i)
        ring[i] = at(0.6f * cosf(0.785398f * (float)i), 0.6f * sinf(0.785398f * (float)i));
    def.position = at(-3.0f, 11.0f), def.angle = 0.4f, def.mass = 1.7f;
    CHECK(v2d_soft_is_valid(w, v2d_soft_create_box(w, &def, 0.9f, 0.7f)));
    def.position.x = 0.0f, def.bend_frequency = 6.0f, def.area_frequency = 4.0f;
    def.frequency = 8.0f, def.shape_frequency = 3.0f;
    CHECK(v2d_soft_is_valid(w, v2d_soft_create_blob(w, &def, ring, 8)));
    def.frequency = def.shape_frequency = 0.0f, def.position.x = 3.0f;
    CHECK(v2d_soft_is_valid(w, v2d_soft_create_rope(w, &def, at(0, 0), at(2, 1), 9, true, false)));
    def.bend_frequency = 0.0f, def.position.x = 6.0f;
    CHECK(v2d_soft_is_valid(w, v2d_soft_create_cloth(w, &def, 4, 4, 0.2f)));
    def.relaxed = true, def.position.x = 9.0f;
    CHECK(v2d_soft_is_valid(w, v2d_soft_create_polygon(w, &def, ring, 8)));
    CHECK(v2d_soft_is_valid(w, v2d_soft_create(w, &def)));
}

static void add_loose(v2d_world *w) {
    v2d_point_id p[3];
    v2d_point_def point = v2d_point_def_default();
    for (int i = 0; i < 3; ++i) {
        point.position = at(-8.0f + 0.5f * (float)i, 3.0f + 0.3f * (float)(i % 2));
        point.mass = 1.0f + 0.3f * (float)i;
        p[i] = v2d_point_create(w, &point);
    }
    v2d_edge_def edge = v2d_edge_def_default();
    edge.a = p[0], edge.b = p[1];
    CHECK(v2d_edge_is_valid(w, v2d_edge_create(w, &edge)));
    v2d_bend_def bend = v2d_bend_def_default();
    bend.a = p[0], bend.b = p[1], bend.c = p[2];
    CHECK(v2d_bend_is_valid(w, v2d_bend_create(w, &bend)));
}

static void setup(uint32_t with) {
    seed = with;
    init(&world, 10.0f);
    test_ground(&world);
    add_bodies(&world, 24);
    add_softs(&world);
    add_loose(&world);
}

// Walks over all objects of the world: the rest is done with `id` and `def` of each.
#define EACH(KIND, ...)                                                                   \
    for (v2d_##KIND##_id id = v2d_world_next_##KIND(&world, no_##KIND); !V2D_IS_NULL(id); \
         id = v2d_world_next_##KIND(&world, id)) {                                        \
        v2d_##KIND##_def def;                                                             \
        CHECK(v2d_##KIND##_describe(&world, id, &def) == V2D_OK);                         \
        __VA_ARGS__                                                                       \
    }
#define UNCHANGED(KIND) EACH(KIND, CHECK(v2d_##KIND##_change(&world, id, &def) == V2D_OK);)

static const v2d_body_id no_body;
static const v2d_point_id no_point;
static const v2d_edge_id no_edge;
static const v2d_bend_id no_bend;
static const v2d_soft_id no_soft;

static void unchanged_defs_change_no_bit_and_wake_nothing(void **state) {
    (void)state;
    int turned = 0, shifted = 0, asleep = 0, bends = 0;
    for (uint32_t run = 1; run <= 12; ++run) {
        setup(run);
        test_steps(&world, run % 2 == 0 ? 20 : 400);
        before = world;
        UNCHANGED(body)
        UNCHANGED(point)
        UNCHANGED(edge)
        UNCHANGED(bend)
        UNCHANGED(soft)
        EACH(bend, (void)def; bends += 1;)
        EACH(body, {
            v2d_rot q = v2d_body_transform(&world, id).q, made = v2d_rot_make(def.angle);
            turned += q.c != made.c || q.s != made.s;
            asleep += !def.awake;
            for (v2d_shape_id s = v2d_body_first_shape(&world, id); !V2D_IS_NULL(s);
                 s = v2d_shape_next(&world, s)) {
                v2d_shape_def shape;
                CHECK(v2d_shape_describe(&world, s, &shape) == V2D_OK);
                CHECK(v2d_shape_change(&world, s, &shape) == V2D_OK);
                v2d_geometry g = v2d_shape_geometry(&world, s);
                CHECK(v2d_shape_set_geometry(&world, s, &g) == V2D_OK);
                v2d__shape back = world.shapes.at[s.index1 - 1];
                back.geometry = g, back.offset = at(0, 0);
                v2d__shape_recenter(&back, world.bodies.at[back.body].local_center);
                shifted +=
                    memcmp(back.geometry.vertices, world.shapes.at[s.index1 - 1].geometry.vertices,
                           sizeof(v2d_vec2) * (size_t)g.count) != 0;
            }
        })
        expect_same_bytes(&world, &before);
    }
    // The rule is needed: read and written back, many would differ. And it was tried on what sleeps.
    CHECK(turned > 20 && shifted > 20 && asleep > 20 && bends > 20);
}

// ---- one field after the other ---------------------------------------------------------------------------

// A field of a def, another value for it, and values that are refused.
typedef struct field {
    const char *name;
    size_t offset, size;
    float value, low, high; // of numbers; low or high 0: no such limit within +-1e9 is tried
    bool inexact;           // it reads back within rounding
} field;

#define NUMBER(def, name, value, low, high) \
    { #name, offsetof(def, name), 4, value, low, high, false }
#define INEXACT(def, name, value, low, high) \
    { #name, offsetof(def, name), 4, value, low, high, true }
#define TRUTH(def, name) \
    { #name, offsetof(def, name), 1, 0.0f, 0.0f, 0.0f, false }
#define PLASTIC(def, name)                                                                \
    NUMBER(def, name.yield, 0.01f, -1e-3f, -1), NUMBER(def, name.rate, 0.5f, -1e-3f, -1), \
        NUMBER(def, name.limit, 0.5f, -1e-3f, -1)
#define USER(def) \
    { "user", offsetof(def, user), 8, 0.0f, 0.0f, 0.0f, false }
#define FILTER(def) \
    { "filter.mask", offsetof(def, filter.mask), 4 + 1, 0.0f, 0.0f, 0.0f, false }
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static void alter(void *def, const field *f) {
    char *x = (char *)def + f->offset;
    uint64_t user = 0x123456789abcdef0u;
    uint32_t mask = 0xfffffffcu;
    if (f->size == 1) *x = *x ? 0 : 1;
    if (f->size == 4) memcpy(x, &f->value, 4);
    if (f->size == 5) memcpy(x, &mask, 4);
    if (f->size == 8) memcpy(x, &user, 8);
}

static void expect_reads(const void *read, const void *wanted, const field *f) {
    float a, b;
    memcpy(&a, (const char *)read + f->offset, 4), memcpy(&b, (const char *)wanted + f->offset, 4);
    bool equal = memcmp((const char *)read + f->offset, (const char *)wanted + f->offset,
                        f->size == 5 ? 4 : f->size) == 0;
    if (f->inexact) equal = fabsf(a - b) <= 4e-7f * (1.0f + fabsf(b));
    if (!equal) print_error("%s: %.9g is not %.9g\n", f->name, (double)a, (double)b);
    CHECK(equal);
}

// The objects are X in `world` and Y in `other`, made by the same calls but for the def.
#define TRY_FIELDS(KIND, table, count, make, steps)                                               \
    for (int k = 0; k < (count); ++k) {                                                           \
        v2d_##KIND##_def def, read;                                                               \
        v2d_##KIND##_id x = make(&world, NULL);                                                   \
        CHECK(v2d_##KIND##_describe(&world, x, &def) == V2D_OK);                                  \
        alter(&def, &table[k]);                                                                   \
        CHECK(v2d_##KIND##_change(&world, x, &def) == V2D_OK);                                    \
        CHECK(v2d_##KIND##_describe(&world, x, &read) == V2D_OK);                                 \
        for (int n = 0; n < (count); ++n)                                                         \
            expect_reads(&read, &def, &table[n]);                                                 \
        make(&other, &table[k]);                                                                  \
        if (table[k].inexact) continue;                                                           \
        test_steps(&world, steps), test_steps(&other, steps);                                     \
        if (v2d_world_hash(&world) != v2d_world_hash(&other)) print_error("%s\n", table[k].name); \
        CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));                                  \
    }

#define TRY_HOSTILE(KIND, table, make)                                                 \
    for (int k = 0; k < COUNT(table); ++k) {                                           \
        v2d_##KIND##_def def, good;                                                    \
        v2d_##KIND##_id x = make(&world, NULL);                                        \
        const field *f = &table[k];                                                    \
        if (f->size != 4) continue;                                                    \
        test_steps(&world, 3);                                                         \
        CHECK(v2d_##KIND##_describe(&world, x, &good) == V2D_OK);                      \
        good.user += 1u; /* another field that differs is not applied either */        \
        const float bad[] = {NAN, INFINITY, -INFINITY, 2e9f, -2e9f, f->low, f->high};  \
        for (int n = 0; n < 7; ++n) {                                                  \
            if (n >= 3 && bad[n] == 0.0f) continue;                                    \
            if (f->high == -1.0f && (n == 3 || n == 6)) continue; /* no limit above */ \
            def = good;                                                                \
            memcpy((char *)&def + f->offset, &bad[n], 4);                              \
            REFUSED(n < 3 ? V2D_ERROR_NOT_FINITE : V2D_ERROR_OUT_OF_RANGE,             \
                    v2d_##KIND##_change(&world, x, &def));                             \
        }                                                                              \
        def = good, def.cookie = 0;                                                    \
        REFUSED(V2D_ERROR_BAD_DEF, v2d_##KIND##_change(&world, x, &def));              \
        REFUSED(V2D_ERROR_NULL, v2d_##KIND##_change(&world, x, NULL));                 \
        CHECK(v2d_##KIND##_describe(&world, x, NULL) == V2D_ERROR_NULL);               \
    }

static const field body_fields[] = {
    INEXACT(v2d_body_def, position.x, 1.5f, 0, 0), // the centre of mass is elsewhere
    INEXACT(v2d_body_def, position.y, 4.0f, 0, 0),
    INEXACT(v2d_body_def, angle, 0.7f, 0, 0),
    NUMBER(v2d_body_def, velocity.x, 3.0f, 0, 0),
    NUMBER(v2d_body_def, velocity.y, -2.0f, 0, 0),
    INEXACT(v2d_body_def, angular_velocity, 1.3f, 0, 0),
    NUMBER(v2d_body_def, gravity_scale, 0.5f, 0, 0),
    NUMBER(v2d_body_def, linear_damping, 0.9f, -1e-3f, 0),
    NUMBER(v2d_body_def, angular_damping, 0.9f, -1e-3f, 0),
    TRUTH(v2d_body_def, lock_x),
    TRUTH(v2d_body_def, lock_y),
    TRUTH(v2d_body_def, lock_angle),
    TRUTH(v2d_body_def, bullet),
    TRUTH(v2d_body_def, allow_sleep),
    USER(v2d_body_def),
};

// A body of two shapes about its origin that falls on the ground; `f` is altered in its def.
static v2d_body_id make_body(v2d_world *w, const field *f) {
    init(w, 10.0f);
    test_ground(w);
    test_box(w, V2D_BODY_DYNAMIC, 0.2f, 0.5f, 0.5f, 0.5f);
    v2d_body_def def = v2d_body_def_default();
    def.position = at(0.0f, 3.0f);
    if (f != NULL) alter(&def, f);
    v2d_body_id body = v2d_body_create(w, &def);
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.5f, 0.25f);
    v2d_geometry ball = v2d_geometry_circle(at(0.0f, 0.25f), 0.25f);
    v2d_shape_create(w, body, &shape, &box);
    v2d_shape_create(w, body, &shape, &ball);
    return body;
}

static void each_field_of_a_body_changes(void **state) {
    (void)state;
    TRY_FIELDS(body, body_fields, COUNT(body_fields), make_body, 120)
    TRY_HOSTILE(body, body_fields, make_body)
}

static const field shape_fields[] = {
    NUMBER(v2d_shape_def, density, 3.0f, -1e-3f, 0),
    NUMBER(v2d_shape_def, friction, 0.1f, -1e-3f, 1001.0f),
    NUMBER(v2d_shape_def, restitution, 0.5f, -1e-3f, 1.001f),
    NUMBER(v2d_shape_def, rolling_resistance, 0.2f, -1e-3f, 1.001f),
    NUMBER(v2d_shape_def, surface_speed, 2.0f, 0, 0),
    FILTER(v2d_shape_def),
    USER(v2d_shape_def),
};

static v2d_shape_id make_shape(v2d_world *w, const field *f) {
    init(w, 10.0f);
    test_ground(w);
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    def.position = at(0.0f, 1.5f), def.angle = 0.3f, def.velocity.x = 2.0f;
    v2d_body_id body = v2d_body_create(w, &def);
    v2d_geometry box = v2d_geometry_box(0.5f, 0.25f);
    v2d_geometry ball = v2d_geometry_circle(at(0.75f, 0.0f), 0.25f);
    v2d_shape_create(w, body, &shape, &box);
    if (f != NULL) alter(&shape, f);
    return v2d_shape_create(w, body, &shape, &ball);
}

static void each_field_of_a_shape_changes(void **state) {
    (void)state;
    TRY_FIELDS(shape, shape_fields, COUNT(shape_fields), make_shape, 120)
    TRY_HOSTILE(shape, shape_fields, make_shape)
}

static const field point_fields[] = {
    NUMBER(v2d_point_def, position.x, 1.5f, 0, 0),
    NUMBER(v2d_point_def, position.y, 4.0f, 0, 0),
    NUMBER(v2d_point_def, velocity.x, 3.0f, 0, 0),
    NUMBER(v2d_point_def, velocity.y, -2.0f, 0, 0),
    NUMBER(v2d_point_def, mass, 3.0f, 1e-7f, 0),
    NUMBER(v2d_point_def, radius, 0.3f, -1e-3f, 0),
    NUMBER(v2d_point_def, friction, 0.1f, -1e-3f, 1001.0f),
    NUMBER(v2d_point_def, restitution, 0.5f, -1e-3f, 1.001f),
    NUMBER(v2d_point_def, gravity_scale, 0.5f, 0, 0),
    NUMBER(v2d_point_def, linear_damping, 0.9f, -1e-3f, 0),
    TRUTH(v2d_point_def, collides),
    FILTER(v2d_point_def),
    USER(v2d_point_def),
};

static v2d_point_id make_loose_point(v2d_world *w, const field *f) {
    init(w, 10.0f);
    test_ground(w);
    v2d_point_def def = v2d_point_def_default();
    def.position = at(0.2f, 1.0f), def.velocity.x = 1.0f;
    if (f != NULL) alter(&def, f);
    v2d_point_id point = v2d_point_create(w, &def);
    test_box(w, V2D_BODY_DYNAMIC, 0.1f, 3.0f, 0.5f, 0.5f);
    return point;
}

// A triangle whose last point has the def.
static v2d_point_id make_soft_point(v2d_world *w, const field *f) {
    init(w, 10.0f);
    test_ground(w);
    v2d_soft_def soft_def = v2d_soft_def_default();
    v2d_point_id p[3];
    v2d_point_def def = v2d_point_def_default();
    def.soft = v2d_soft_create(w, &soft_def);
    for (int i = 0; i < 3; ++i) {
        def.position = at((float)(i % 2), 1.0f + 0.7f * (float)(i / 2));
        if (f != NULL && i == 2) alter(&def, f);
        p[i] = v2d_point_create(w, &def);
    }
    for (int i = 0; i < 3; ++i) {
        v2d_edge_def edge = v2d_edge_def_default();
        edge.a = p[i], edge.b = p[(i + 1) % 3], edge.side = V2D_EDGE_OUTLINE;
        edge.rest_length = i == 0 ? 1.0f : 1.2f;
        v2d_edge_create(w, &edge);
    }
    return p[2];
}

static void each_field_of_a_point_changes(void **state) {
    (void)state;
    TRY_FIELDS(point, point_fields, COUNT(point_fields), make_loose_point, 120)
    TRY_FIELDS(point, point_fields, COUNT(point_fields), make_soft_point, 60)
    TRY_HOSTILE(point, point_fields, make_loose_point)
    v2d_point_id point = make_soft_point(&world, NULL);
    v2d_point_def def;
    CHECK(v2d_point_describe(&world, point, &def) == V2D_OK);
    CHECK(V2D_ID_EQUALS(def.soft, point_soft(&world, point)));
    def.soft = no_soft;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_point_change(&world, point, &def));
}

static const field edge_fields[] = {
    NUMBER(v2d_edge_def, frequency, 4.0f, -1e-3f, 0),
    NUMBER(v2d_edge_def, damping_ratio, 0.2f, -1e-3f, 100.1f),
    NUMBER(v2d_edge_def, axial_stiffness, 500.0f, -1e-3f, 0),
    NUMBER(v2d_edge_def, press_frequency, 2.0f, -1e-3f, 0),
    NUMBER(v2d_edge_def, tear_strain, 0.01f, -1e-3f, 0),
    NUMBER(v2d_edge_def, rest_length, 0.8f, 1e-10f, 0),
    NUMBER(v2d_edge_def, break_force, 25.0f, -1.0f, -1.0f),
    PLASTIC(v2d_edge_def, plastic),
    NUMBER(v2d_edge_def, plastic_strain, 0.5f, -1e-3f, 0),
    USER(v2d_edge_def),
};

// A hanging chain of four edges, of which the second is made from the def; the first is a spring.
static v2d_edge_id make_edge_with(v2d_world *w, const field *f, v2d_edge_side side) {
    init(w, 10.0f);
    test_box(w, V2D_BODY_STATIC, 0.5f, -1.5f, 0.2f, 0.2f);
    v2d_soft_def soft_def = v2d_soft_def_default();
    v2d_point_id p[5];
    v2d_edge_id made = no_edge;
    v2d_point_def def = v2d_point_def_default();
    def.soft = v2d_soft_create(w, &soft_def);
    for (int i = 0; i < 5; ++i) {
        def.position = at(0.6f * (float)i, -0.2f * (float)i);
        def.pinned = i == 0;
        p[i] = v2d_point_create(w, &def);
    }
    for (int i = 0; i < 4; ++i) {
        v2d_edge_def edge = v2d_edge_def_default();
        edge.a = p[i], edge.b = p[i + 1], edge.side = V2D_EDGE_OPEN;
        edge.frequency = i == 0 ? 2.0f : 0.0f;
        if (i == 1) edge.side = side;
        if (i == 1) edge.frequency = 5.0f;
        if (i == 1 && f != NULL) alter(&edge, f);
        v2d_edge_id id = v2d_edge_create(w, &edge);
        if (i == 1) made = id;
    }
    return made;
}
static v2d_edge_id make_edge(v2d_world *w, const field *f) {
    return make_edge_with(w, f, V2D_EDGE_OPEN);
}

static void each_field_of_an_edge_changes(void **state) {
    (void)state;
    TRY_FIELDS(edge, edge_fields, COUNT(edge_fields), make_edge, 60)
    TRY_HOSTILE(edge, edge_fields, make_edge)
    v2d_edge_id edge = make_edge(&world, NULL);
    v2d_edge_def def, read;
    CHECK(v2d_edge_describe(&world, edge, &def) == V2D_OK);
    def.side = V2D_EDGE_INNER;
    CHECK(v2d_edge_change(&world, edge, &def) == V2D_OK);
    CHECK(edge_side(&world, edge) == V2D_EDGE_INNER);
    make_edge_with(&other, NULL, V2D_EDGE_INNER);
    test_steps(&world, 60), test_steps(&other, 60);
    CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
    // V2D_MEASURED: the length that it has now.
    CHECK(v2d_edge_describe(&world, edge, &def) == V2D_OK);
    def.rest_length = V2D_MEASURED;
    CHECK(v2d_edge_change(&world, edge, &def) == V2D_OK);
    CHECK(v2d_edge_describe(&world, edge, &read) == V2D_OK);
    CHECK(read.rest_length == v2d_edge_length(&world, edge));
    v2d_point_id a = def.a;
    def.a = def.b;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_edge_change(&world, edge, &def));
    def.a = a, def.b = no_point;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_edge_change(&world, edge, &def));
    CHECK(v2d_edge_describe(&world, edge, &def) == V2D_OK);
    def.side = (v2d_edge_side)3;
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_edge_change(&world, edge, &def));
    v2d_point_set_position(&world, def.a, v2d_point_position(&world, def.b));
    CHECK(v2d_edge_describe(&world, edge, &def) == V2D_OK);
    def.rest_length = V2D_MEASURED, def.user = 9;
    REFUSED(V2D_ERROR_DEGENERATE, v2d_edge_change(&world, edge, &def));
}

static const field bend_fields[] = {
    NUMBER(v2d_bend_def, frequency, 3.0f, 1e-7f, 0),
    NUMBER(v2d_bend_def, damping_ratio, 0.1f, -1e-3f, 100.1f),
    NUMBER(v2d_bend_def, rest_angle, 0.4f, -3.15f, 3.15f),
};

static v2d_bend_id make_bend(v2d_world *w, const field *f) {
    v2d_point_id p[3];
    init(w, 10.0f);
    v2d_point_def point = v2d_point_def_default();
    for (int i = 0; i < 3; ++i) {
        point.position = at((float)i, 0.3f * (float)(i % 2));
        point.pinned = i == 0;
        p[i] = v2d_point_create(w, &point);
    }
    for (int i = 0; i < 2; ++i) {
        v2d_edge_def edge = v2d_edge_def_default();
        edge.a = p[i], edge.b = p[i + 1];
        v2d_edge_create(w, &edge);
    }
    v2d_bend_def def = v2d_bend_def_default();
    def.a = p[0], def.b = p[1], def.c = p[2];
    if (f == &bend_fields[2]) def.measured = false;
    if (f != NULL) alter(&def, f);
    return v2d_bend_create(w, &def);
}

static void each_field_of_a_bend_changes(void **state) {
    (void)state;
    TRY_FIELDS(bend, bend_fields, COUNT(bend_fields), make_bend, 60)
    v2d_bend_id bend = make_bend(&world, NULL);
    v2d_bend_def def, read;
    CHECK(v2d_bend_describe(&world, bend, &def) == V2D_OK);
    CHECK(!def.measured && def.rest_angle == v2d_bend_angle(&world, bend));
    for (int k = 0; k < COUNT(bend_fields); ++k) {
        const float bad[] = {NAN, INFINITY, 2e9f, bend_fields[k].low, bend_fields[k].high};
        for (int n = 0; n < 5; ++n) {
            if (bad[n] == 0.0f) continue;
            read = def;
            memcpy((char *)&read + bend_fields[k].offset, &bad[n], 4);
            REFUSED(n < 2 ? V2D_ERROR_NOT_FINITE : V2D_ERROR_OUT_OF_RANGE,
                    v2d_bend_change(&world, bend, &read));
        }
    }
    read = def, read.c = read.a;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_bend_change(&world, bend, &read));
    test_steps(&world, 20);
    read = def, read.measured = true, read.rest_angle = NAN; // which is not read
    CHECK(v2d_bend_change(&world, bend, &read) == V2D_OK);
    CHECK(v2d_bend_describe(&world, bend, &read) == V2D_OK);
    CHECK(!read.measured && read.rest_angle == v2d_bend_angle(&world, bend));
    read.rest_angle = def.rest_angle; // reaches the lane, too: as if nothing had been changed
    CHECK(v2d_bend_change(&world, bend, &read) == V2D_OK);
    test_steps(&world, 20);
    make_bend(&other, NULL);
    test_steps(&other, 40);
    CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
    v2d_point_set_position(&world, def.a, v2d_point_position(&world, def.b));
    CHECK(v2d_bend_describe(&world, bend, &read) == V2D_OK);
    read.measured = true;
    REFUSED(V2D_ERROR_DEGENERATE, v2d_bend_change(&world, bend, &read));
}

static const field soft_fields[] = {
    NUMBER(v2d_soft_def, radius, 0.1f, -1e-3f, 0),
    NUMBER(v2d_soft_def, friction, 0.1f, -1e-3f, 1001.0f),
    NUMBER(v2d_soft_def, restitution, 0.5f, -1e-3f, 1.001f),
    NUMBER(v2d_soft_def, gravity_scale, 0.5f, 0, 0),
    NUMBER(v2d_soft_def, linear_damping, 2.0f, -1e-3f, 0),
    NUMBER(v2d_soft_def, frequency, 4.0f, -1e-3f, 0),
    NUMBER(v2d_soft_def, damping_ratio, 0.2f, -1e-3f, 100.1f),
    NUMBER(v2d_soft_def, axial_stiffness, 500.0f, -1e-3f, 0),
    NUMBER(v2d_soft_def, press_frequency, 3.0f, -1e-3f, -2.0f),
    NUMBER(v2d_soft_def, bend_frequency, 4.0f, -1e-3f, 0),
    NUMBER(v2d_soft_def, area_frequency, 3.0f, -1e-3f, 0),
    NUMBER(v2d_soft_def, area_scale, 1.4f, 0.09f, 10.1f),
    NUMBER(v2d_soft_def, leak_speed, 0.5f, -1e-3f, -1.0f),
    NUMBER(v2d_soft_def, shape_frequency, 5.0f, -1e-3f, 0),
    NUMBER(v2d_soft_def, shape_damping_ratio, 0.2f, -1e-3f, 100.1f),
    NUMBER(v2d_soft_def, tear_strain, 0.01f, -1e-3f, 0),
    PLASTIC(v2d_soft_def, plastic),
    PLASTIC(v2d_soft_def, bend_plastic),
    TRUTH(v2d_soft_def, tethered),
    TRUTH(v2d_soft_def, self_contact),
    TRUTH(v2d_soft_def, relaxed),
    FILTER(v2d_soft_def),
    USER(v2d_soft_def),
    INEXACT(v2d_soft_def, mass, 4.0f, 1e-7f, 0),
    INEXACT(v2d_soft_def, position.x, 1.0f, 0, 0),
    INEXACT(v2d_soft_def, velocity.y, 2.0f, 0, 0),
};

static v2d_soft_id make_soft(v2d_world *w, const field *f) {
    v2d_vec2 ring[8];
    v2d_soft_def def = v2d_soft_def_default();
    init(w, 10.0f);
    test_ground(w);
    for (int i = 0; i < 8; ++i)
        ring[i] = at(0.6f * cosf(0.785398f * (float)i), 0.6f * sinf(0.785398f * (float)i));
    def.position = at(0.3f, 1.0f), def.velocity.x = 1.0f;
    def.frequency = 12.0f, def.bend_frequency = 8.0f, def.area_frequency = 6.0f;
    if (f != NULL) alter(&def, f);
    v2d_soft_id soft = v2d_soft_create_blob(w, &def, ring, 8);
    test_box(w, V2D_BODY_DYNAMIC, 0.1f, 3.0f, 0.3f, 0.3f);
    return soft;
}

static v2d_soft_id make_rope(v2d_world *w, const field *f) {
    v2d_soft_def def = v2d_soft_def_default();
    init(w, 10.0f);
    test_box(w, V2D_BODY_STATIC, 0.5f, -1.0f, 0.2f, 0.2f);
    def.bend_frequency = 1.0f;
    if (f != NULL) alter(&def, f);
    return v2d_soft_create_rope(w, &def, at(0, 0), at(2, 1), 9, true, false);
}

static void each_field_of_a_soft_body_changes(void **state) {
    (void)state;
    TRY_FIELDS(soft, soft_fields, COUNT(soft_fields), make_soft, 90)
    // Its end is pinned, so that its centre does not gain all of a velocity: the last field.
    TRY_FIELDS(soft, soft_fields, COUNT(soft_fields) - 1, make_rope, 90)
    TRY_HOSTILE(soft, soft_fields, make_soft)
}

// What cannot differ, each with a field that could.

// ---- joints and zones ----------------------------------------------------------------------------------

static v2d_joint_kind joint_kind; // of make_joint()

// A joint between two bodies that fly over the ground, `f` altered in its def. A gear has two hinges more.
static v2d_joint_id make_joint(v2d_world *w, const field *f) {
    init(w, 10.0f);
    test_ground(w);
    v2d_body_id a = test_box(w, V2D_BODY_DYNAMIC, 0.0f, 3.0f, 0.5f, 0.25f);
    v2d_body_id b = test_box(w, V2D_BODY_DYNAMIC, 0.9f, 3.2f, 0.25f, 0.5f);
    v2d_body_set_angular_velocity(w, a, 1.0f);
    v2d_joint_def def = v2d_joint_def_default(joint_kind);
    def.a = v2d_anchor_body(a, at(0.4f, 0.1f)), def.b = v2d_anchor_body(b, at(-0.1f, 0.2f));
    if (joint_kind == V2D_JOINT_DRAG) {
        def.a.kind = V2D_ANCHOR_NONE, def.a.body.index1 = 0;
        def.target = at(2.0f, 4.0f);
    }
    if (joint_kind == V2D_JOINT_PULLEY) {
        def.over_a = v2d_anchor_world(at(-0.5f, 5.0f), 0.0f);
        def.over_b = v2d_anchor_world(at(1.5f, 5.5f), 0.0f);
        def.linear.lower = 1.0f, def.linear.upper = 5.0f, def.linear.rest = 4.0f; // not measured
    }
    if (joint_kind == V2D_JOINT_GEAR) {
        v2d_joint_def hinge = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        hinge.a = v2d_anchor_world(at(0.0f, 3.0f), 0.0f),
        hinge.b = v2d_anchor_body(a, at(0.0f, 0.0f));
        def.joint_a = v2d_joint_create(w, &hinge);
        hinge.a = v2d_anchor_world(at(0.9f, 3.2f), 0.0f),
        hinge.b = v2d_anchor_body(b, at(0.0f, 0.0f));
        def.joint_b = v2d_joint_create(w, &hinge);
        def.a.kind = def.b.kind = V2D_ANCHOR_NONE;
    }
    if (f != NULL) alter(&def, f);
    v2d_joint_id joint = v2d_joint_create(w, &def);
    CHECK(v2d_joint_is_valid(w, joint));
    return joint;
}

#define AXIS(axis)                                                                             \
    TRUTH(v2d_joint_def, axis.limited), NUMBER(v2d_joint_def, axis.lower, -0.5f, 0, 0),        \
        NUMBER(v2d_joint_def, axis.upper, 0.5f, 0, 0), TRUTH(v2d_joint_def, axis.motor),       \
        NUMBER(v2d_joint_def, axis.motor_speed, 2.0f, 0, 0),                                   \
        NUMBER(v2d_joint_def, axis.motor_effort, 20.0f, -1e-3f, -1), SPRING(axis), FLOW(axis), \
        NUMBER(v2d_joint_def, axis.rest, 0.25f, 0, 0),                                         \
        NUMBER(v2d_joint_def, axis.spring_effort, 5.0f, -1e-3f, -1)
#define SPRING(axis)                                        \
    NUMBER(v2d_joint_def, axis.frequency, 3.0f, -1e-3f, 0), \
        NUMBER(v2d_joint_def, axis.damping_ratio, 0.5f, -1e-3f, 101.0f)
#define FLOW(axis)                        \
    PLASTIC(v2d_joint_def, axis.plastic), \
        NUMBER(v2d_joint_def, axis.plastic_strain, 0.5f, -1e-3f, 0)
#define BREAKING                                            \
    NUMBER(v2d_joint_def, break_force, 900.0f, -1e-3f, -1), \
        NUMBER(v2d_joint_def, break_torque, 900.0f, -1e-3f, -1)
#define OTHERS                                                                                  \
    NUMBER(v2d_joint_def, a.local.x, 0.3f, 0, 0), NUMBER(v2d_joint_def, a.local.y, 0.2f, 0, 0), \
        NUMBER(v2d_joint_def, b.local.x, 0.1f, 0, 0),                                           \
        NUMBER(v2d_joint_def, b.local.y, 0.1f, 0, 0), BREAKING,                                 \
        TRUTH(v2d_joint_def, collide_connected), USER(v2d_joint_def)

static const field revolute_fields[] = {AXIS(angular), SPRING(linear), FLOW(linear), OTHERS};
static const field prismatic_fields[] = {AXIS(linear), SPRING(angular), FLOW(angular), OTHERS,
                                         NUMBER(v2d_joint_def, a.angle, 0.25f, 0, 0)};
static const field wheel_fields[] = {AXIS(linear), AXIS(angular), OTHERS};
static const field weld_fields[] = {SPRING(linear), SPRING(angular), FLOW(linear), FLOW(angular),
                                    OTHERS};
static const field motor_fields[] = {
    SPRING(linear),
    SPRING(angular),
    OTHERS,
    NUMBER(v2d_joint_def, target.x, 0.5f, 0, 0),
    NUMBER(v2d_joint_def, target.y, 0.5f, 0, 0),
    NUMBER(v2d_joint_def, target_velocity.x, 0.5f, 0, 0),
    NUMBER(v2d_joint_def, target_velocity.y, 0.5f, 0, 0),
    NUMBER(v2d_joint_def, linear.motor_effort, 50.0f, -1e-3f, -1),
    NUMBER(v2d_joint_def, angular.motor_effort, 50.0f, -1e-3f, -1)};
static const field drag_fields[] = {SPRING(linear),
                                    BREAKING,
                                    NUMBER(v2d_joint_def, target.x, 0.5f, 0, 0),
                                    NUMBER(v2d_joint_def, target.y, 0.5f, 0, 0),
                                    NUMBER(v2d_joint_def, linear.spring_effort, 50.0f, -1e-3f, -1),
                                    USER(v2d_joint_def)};
static const field gear_fields[] = {NUMBER(v2d_joint_def, ratio, -2.0f, 0, 0), BREAKING,
                                    USER(v2d_joint_def)};
static const field ratchet_fields[] = {NUMBER(v2d_joint_def, tooth, -0.3f, -3.2f, 3.2f), BREAKING,
                                       USER(v2d_joint_def)};
static const field pulley_fields[] = {NUMBER(v2d_joint_def, ratio, 2.0f, -1e-3f, 0),
                                      NUMBER(v2d_joint_def, over_a.local.x, -1.0f, 0, 0),
                                      NUMBER(v2d_joint_def, over_a.local.y, 5.5f, 0, 0),
                                      NUMBER(v2d_joint_def, over_b.local.x, 2.0f, 0, 0),
                                      NUMBER(v2d_joint_def, over_b.local.y, 5.0f, 0, 0),
                                      BREAKING,
                                      USER(v2d_joint_def)};

#define TRY_JOINT(KIND, table)                             \
    joint_kind = V2D_JOINT_##KIND;                         \
    TRY_FIELDS(joint, table, COUNT(table), make_joint, 60) \
    TRY_HOSTILE(joint, table, make_joint)

static void each_field_of_a_joint_changes(void **state) {
    (void)state;
    TRY_JOINT(REVOLUTE, revolute_fields)
    TRY_JOINT(PRISMATIC, prismatic_fields)
    TRY_JOINT(WHEEL, wheel_fields)
    TRY_JOINT(WELD, weld_fields)
    TRY_JOINT(MOTOR, motor_fields)
    TRY_JOINT(DRAG, drag_fields)
    TRY_JOINT(GEAR, gear_fields)
    TRY_JOINT(RATCHET, ratchet_fields)
    TRY_JOINT(PULLEY, pulley_fields)
}

// What the kinds read, as the table at v2d_joint_def says. None reads less than those before it.
typedef enum use { UNREAD, HELD, SPRUNG, PLANE, FREE } use;
static const struct {
    v2d_joint_kind kind;
    use linear, angular;
} uses[] = {
    {V2D_JOINT_REVOLUTE, HELD, FREE},       {V2D_JOINT_DISTANCE, FREE, UNREAD},
    {V2D_JOINT_DRAG, SPRUNG, UNREAD},       {V2D_JOINT_PRISMATIC, FREE, HELD},
    {V2D_JOINT_WHEEL, FREE, FREE},          {V2D_JOINT_WELD, HELD, HELD},
    {V2D_JOINT_MOTOR, PLANE, FREE},         {V2D_JOINT_GEAR, UNREAD, UNREAD},
    {V2D_JOINT_RATCHET, UNREAD, UNREAD},    {V2D_JOINT_PULLEY, FREE, UNREAD},
    {V2D_JOINT_NO_COLLIDE, UNREAD, UNREAD},
};
static const struct {
    field f;
    use needs;
} axis_fields[] = {
    {TRUTH(v2d_joint_axis, limited), FREE},
    {NUMBER(v2d_joint_axis, lower, -0.5f, 0, 0), FREE},
    {NUMBER(v2d_joint_axis, upper, 0.5f, 0, 0), FREE},
    {NUMBER(v2d_joint_axis, rest, 0.5f, 0, 0), FREE},
    {NUMBER(v2d_joint_axis, motor_speed, 0.5f, 0, 0), FREE},
    {TRUTH(v2d_joint_axis, motor), PLANE},
    {NUMBER(v2d_joint_axis, motor_effort, 0.5f, 0, 0), PLANE},
    {NUMBER(v2d_joint_axis, spring_effort, 0.5f, 0, 0), SPRUNG},
    {NUMBER(v2d_joint_axis, frequency, 2.5f, 0, 0), HELD},
    {NUMBER(v2d_joint_axis, damping_ratio, 0.5f, 0, 0), HELD},
};

// A field that is not read changes nothing, and makes the same joint.
static void expect_ignored(v2d_joint_id x, const v2d_joint_def *def, bool read) {
    v2d_joint_def good, now;
    if (read) return;
    before = world;
    CHECK(v2d_joint_describe(&world, x, &good) == V2D_OK);
    CHECK(v2d_joint_change(&world, x, def) == V2D_OK);
    expect_same_bytes(&world, &before);
    v2d_joint_id twin = v2d_joint_create(&world, def);
    CHECK(v2d_joint_describe(&world, twin, &now) == V2D_OK);
    CHECK(memcmp(&now, &good, sizeof(now)) == 0);
    world = before;
}

static void what_a_joint_does_not_read_is_ignored(void **state) {
    (void)state;
    for (int k = 0; k < COUNT(uses); ++k) {
        v2d_joint_def good, def;
        joint_kind = uses[k].kind;
        bool gear = joint_kind == V2D_JOINT_GEAR, pulley = joint_kind == V2D_JOINT_PULLEY;
        bool drag = joint_kind == V2D_JOINT_DRAG, motor = joint_kind == V2D_JOINT_MOTOR;
        v2d_joint_id x = make_joint(&world, NULL), hinge = {0, 0};
        CHECK(v2d_joint_describe(&world, x, &good) == V2D_OK);
        for (int n = 0; n < COUNT(axis_fields); ++n) {
            def = good, alter(&def.linear, &axis_fields[n].f);
            expect_ignored(x, &def, uses[k].linear >= axis_fields[n].needs);
            def = good, alter(&def.angular, &axis_fields[n].f);
            expect_ignored(x, &def, uses[k].angular >= axis_fields[n].needs);
        }
        for (int n = 0; n < 10; ++n) {
            const v2d_anchor end = v2d_anchor_world(at(1.0f, 1.0f), 0.0f);
            bool read = false;
            def = good;
            if (n == 0) def.target.x = 0.5f, read = drag || motor;
            if (n == 1) def.target.y = 0.5f, read = drag || motor;
            if (n == 2) def.target_velocity.x = 0.5f, read = motor;
            if (n == 3) def.target_velocity.y = 0.5f, read = motor;
            if (n == 4) def.ratio = 2.0f, read = gear || pulley;
            if (n == 5) def.tooth = 0.2f, read = joint_kind == V2D_JOINT_RATCHET;
            if (n == 6) def.over_a = end, read = pulley;
            if (n == 7) def.over_b = end, read = pulley;
            if (n == 8) def.a = end, read = !gear && !drag;
            if (n == 9) def.b = end, read = !gear;
            expect_ignored(x, &def, read);
        }
        def = good, hinge.index1 = 1, hinge.generation = 1;
        def.joint_a = hinge, expect_ignored(x, &def, gear);
        def = good, def.joint_b = hinge, expect_ignored(x, &def, gear);
    }
}

static v2d_zone_kind zone_kind; // of make_zone()

// A box and a ball that fall through a zone which is everywhere, `f` altered in its def.
static v2d_zone_id make_zone(v2d_world *w, const field *f) {
    init(w, 10.0f);
    test_ground(w);
    test_box(w, V2D_BODY_DYNAMIC, 0.0f, 3.0f, 0.5f, 0.25f);
    v2d_body_id b = test_box(w, V2D_BODY_DYNAMIC, 2.0f, 3.2f, 0.25f, 0.5f);
    v2d_body_set_velocity(w, b, at(1.0f, 0.0f)), v2d_body_set_angular_velocity(w, b, 2.0f);
    v2d_zone_def def = v2d_zone_def_default(zone_kind);
    def.everywhere = true;
    def.gravity = at(1.0f, 2.0f), def.center = at(1.0f, 1.0f), def.flow = at(3.0f, 1.0f);
    if (f != NULL) alter(&def, f);
    v2d_zone_id zone = v2d_zone_create(w, &def);
    CHECK(v2d_zone_is_valid(w, zone));
    return zone;
}

static const field zone_fields[] = {
    NUMBER(v2d_zone_def, gravity.x, -3.0f, 0, 0),
    NUMBER(v2d_zone_def, gravity.y, -3.0f, 0, 0),
    NUMBER(v2d_zone_def, center.x, -3.0f, 0, 0),
    NUMBER(v2d_zone_def, center.y, -3.0f, 0, 0),
    NUMBER(v2d_zone_def, flow.x, -3.0f, 0, 0),
    NUMBER(v2d_zone_def, flow.y, -3.0f, 0, 0),
    NUMBER(v2d_zone_def, strength, 3.0f, 0, 0),
    NUMBER(v2d_zone_def, falloff, 0.0f, -1e-3f, 8.1f),
    NUMBER(v2d_zone_def, density, 0.5f, -1e-3f, 0),
    NUMBER(v2d_zone_def, drag, 0.5f, -1e-3f, 0),
    NUMBER(v2d_zone_def, lift, 0.5f, -1e-3f, 0),
    NUMBER(v2d_zone_def, angular_strength, 0.5f, -1e-3f, 0),
    TRUTH(v2d_zone_def, replaces),
    USER(v2d_zone_def),
};

static void each_field_of_a_zone_changes(void **state) {
    (void)state;
    for (int kind = 0; kind < 5; ++kind) {
        zone_kind = (v2d_zone_kind)kind;
        TRY_FIELDS(zone, zone_fields, COUNT(zone_fields), make_zone, 60)
        TRY_HOSTILE(zone, zone_fields, make_zone)
        v2d_zone_def def, read;
        v2d_zone_id x = make_zone(&world, NULL);
        CHECK(v2d_zone_describe(&world, x, &def) == V2D_OK);
        def.priority = -7;
        CHECK(v2d_zone_change(&world, x, &def) == V2D_OK);
        CHECK(v2d_zone_describe(&world, x, &read) == V2D_OK && read.priority == -7);
    }
}

static void fixed_fields_of_soft_bodies_are_refused(void **state) {
    (void)state;
    v2d_soft_id soft = make_rope(&world, NULL);
    v2d_soft_def good, def;
    CHECK(v2d_soft_describe(&world, soft, &good) == V2D_OK);
    good.friction = 0.3f;
    def = good, def.bend_frequency = 0.0f;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_soft_change(&world, soft, &def));
    def = good, def.mass = 1e-6f; // ten points of 1e-7 kg
    CHECK(v2d_soft_change(&world, soft, &def) == V2D_OK);
    point_change_mass(&world, v2d_soft_point(&world, soft, 3), 1e9f);
    CHECK(v2d_soft_describe(&world, soft, &def) == V2D_OK);
    def.mass = 1e-6f; // 1e-22 kg for the other nine
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_soft_change(&world, soft, &def));
    CHECK(v2d_soft_describe(&world, soft, &def) == V2D_OK);
    CHECK(v2d_point_destroy(&world, v2d_soft_point(&world, soft, 9)) == V2D_OK);
    def.shape_frequency = 3.0f; // no rest shape any more
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_soft_change(&world, soft, &def));
    v2d_soft_def empty_def = v2d_soft_def_default();
    empty_def.relaxed = true;
    v2d_soft_id empty = v2d_soft_create(&world, &empty_def);
    CHECK(v2d_soft_describe(&world, empty, &good) == V2D_OK && good.relaxed && good.tethered);
    def = good, def.position.x = 1.0f;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_soft_change(&world, empty, &def));
    def = good, def.mass = 3.0f;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_soft_change(&world, empty, &def));
    def = good, def.bend_frequency = 3.0f;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_soft_change(&world, empty, &def));
    def = good, def.radius = 0.5f;
    CHECK(v2d_soft_change(&world, empty, &def) == V2D_OK);
}

// A new place alone keeps the rotation to the bit, and a new angle alone the place within rounding.
static void only_what_differs_is_applied(void **state) {
    (void)state;
    setup(9);
    test_steps(&world, 40);
    EACH(body, {
        v2d_transform was = v2d_body_transform(&world, id);
        v2d_vec2 v = v2d_body_velocity(&world, id);
        def.position.x += 30.0f;
        CHECK(v2d_body_change(&world, id, &def) == V2D_OK);
        v2d_transform xf = v2d_body_transform(&world, id);
        CHECK(xf.q.c == was.q.c && xf.q.s == was.q.s);
        CHECK_NEAR(xf.p.x, was.p.x + 30.0f, 4e-6), CHECK_NEAR(xf.p.y, was.p.y, 1e-6);
        CHECK(v2d_body_describe(&world, id, &def) == V2D_OK);
        def.angle = 0.5f;
        CHECK(v2d_body_change(&world, id, &def) == V2D_OK);
        CHECK_NEAR(v2d_body_angle(&world, id), 0.5, 1e-6);
        CHECK_NEAR(v2d_body_position(&world, id).y, was.p.y, 2e-6);
        CHECK(v2d_body_velocity(&world, id).x == v.x && v2d_body_velocity(&world, id).y == v.y);
    })
}

// In the middle of a simulation a setter of one field and a change of that field do the same.
static void setters_and_changes_do_the_same(void **state) {
    (void)state;
    for (int what = 0; what < 5; ++what) {
        setup(5);
        test_steps(&world, 60);
        v2d_body_id body = v2d_world_next_body(&world, no_body);
        for (int i = 0; i < 6; ++i)
            body = v2d_world_next_body(&world, body);
        CHECK(body_type_of(&world, body) == V2D_BODY_DYNAMIC);
        v2d_shape_id shape = v2d_body_first_shape(&world, body);
        v2d_soft_id soft = v2d_world_next_soft(&world, v2d_world_next_soft(&world, no_soft));
        v2d_point_id point = v2d_soft_point(&world, soft, 2);
        v2d_edge_id edge = v2d_soft_edge(&world, soft, 3);
        v2d_body_def b;
        v2d_shape_def s;
        v2d_point_def p;
        v2d_edge_def e;
        v2d_soft_def f;
        v2d_body_describe(&world, body, &b), v2d_shape_describe(&world, shape, &s);
        v2d_point_describe(&world, point, &p), v2d_edge_describe(&world, edge, &e);
        v2d_soft_describe(&world, soft, &f);
        memcpy(&other, &world, sizeof(world));
        switch (what) {
        case 0: b.velocity = at(3, 1), v2d_body_set_velocity(&other, body, at(3, 1)); break;
        case 1: p.position.y += 0.1f, v2d_point_set_position(&other, point, p.position); break;
        case 2: p.pinned = true, v2d_point_set_pinned(&other, point, true); break;
        case 3: e.rest_length = 0.7f, v2d_edge_set_rest_length(&other, edge, 0.7f); break;
        default: f.area_scale = 2.0f, soft_set_area_scale(&other, soft, 2.0f);
        }
        uint64_t left = v2d_world_hash(&world);
        CHECK(v2d_body_change(&world, body, &b) == V2D_OK);
        CHECK(v2d_shape_change(&world, shape, &s) == V2D_OK);
        if (what < 1) p.user = 1, e.user = 2, f.user = 3;
        CHECK(v2d_point_change(&world, point, &p) == V2D_OK);
        CHECK(v2d_edge_change(&world, edge, &e) == V2D_OK);
        // (Of 1 and 2 the centre of the soft body, or its velocity, is another one since.)
        if (what != 1 && what != 2) CHECK(v2d_soft_change(&world, soft, &f) == V2D_OK);
        test_steps(&world, 60), test_steps(&other, 60);
        if (v2d_world_hash(&world) != v2d_world_hash(&other)) print_error("number %d\n", what);
        CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
        CHECK(v2d_world_hash(&world) != left);
    }
}

// ---- bodies: type, mass, sleep --------------------------------------------------------------------------

static void types_change_and_their_errors_are_named(void **state) {
    (void)state;
    v2d_body_id body = make_body(&world, NULL);
    v2d_body_def def;
    for (int from = 0; from < 3; ++from) {
        for (int to = 0; to < 3; ++to) {
            body = make_body(&world, NULL);
            other = world;
            v2d_body_set_type(&world, body, (v2d_body_type)from);
            v2d_body_set_type(&other, body, (v2d_body_type)from);
            CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
            CHECK(def.type == (v2d_body_type)from && def.awake);
            def.type = (v2d_body_type)to;
            CHECK(v2d_body_change(&world, body, &def) == V2D_OK);
            if (to != from) v2d_body_set_type(&other, body, def.type);
            CHECK(body_type_of(&world, body) == def.type);
            test_steps(&world, 60), test_steps(&other, 60);
            CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
        }
    }
    body = make_body(&world, NULL);
    CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
    v2d_body_def bad = def;
    bad.type = (v2d_body_type)3;
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_change(&world, body, &bad));
    bad = def, bad.type = V2D_BODY_STATIC, bad.velocity.x = 1.0f;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_body_change(&world, body, &bad));
    v2d_body_id ground = v2d_world_next_body(&world, no_body);
    CHECK(v2d_body_describe(&world, ground, &bad) == V2D_OK);
    bad.type = V2D_BODY_DYNAMIC; // a half-plane
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_body_change(&world, ground, &bad));
    CHECK(v2d_body_describe(&world, ground, &bad) == V2D_OK);
    bad.angular_velocity = 1.0f;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_body_change(&world, ground, &bad));
}

// One's own mass stays whatever shapes come, in every type, and goes with own_mass.
static void own_mass_outlives_shapes_and_types(void **state) {
    (void)state;
    init(&world, 0.0f);
    v2d_body_def def = v2d_body_def_default();
    def.own_mass = true;
    def.mass.mass = 5.0f, def.mass.center = at(0.25f, -0.5f), def.mass.inertia = 3.0f;
    def.position = at(1.0f, 2.0f);
    v2d_body_id body = v2d_body_create(&world, &def);
    v2d_shape_def shape_def = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    v2d_shape_id shape = v2d_shape_create(&world, body, &shape_def, &box);
    for (int round = 0; round < 4; ++round) {
        v2d_mass mass = v2d_body_mass(&world, body);
        CHECK(mass.mass == 5.0f && mass.inertia == 3.0f);
        CHECK(mass.center.x == 0.25f && mass.center.y == -0.5f);
        CHECK_NEAR(v2d_body_position(&world, body).x, 1.0, 1e-6);
        CHECK_NEAR(v2d_body_center(&world, body).y, 1.5, 1e-6);
        v2d_vec2 v = v2d_body_velocity(&world, body);
        v2d_body_apply_impulse_to_center(&world, body, at(1.0f, 0.0f));
        CHECK_NEAR(v2d_body_velocity(&world, body).x - v.x, 0.2, 1e-6);
        if (round == 0) {
            CHECK(v2d_shape_describe(&world, shape, &shape_def) == V2D_OK);
            shape_def.density = 7.0f;
            CHECK(v2d_shape_change(&world, shape, &shape_def) == V2D_OK);
        } else if (round == 1) {
            CHECK(v2d_shape_destroy(&world, shape) == V2D_OK);
        } else {
            v2d_body_set_type(&world, body, round == 2 ? V2D_BODY_STATIC : V2D_BODY_KINEMATIC);
            CHECK(v2d_body_mass(&world, body).mass == 0.0f);
            v2d_body_def read;
            CHECK(v2d_body_describe(&world, body, &read) == V2D_OK);
            CHECK(read.own_mass && read.mass.mass == 5.0f);
            v2d_body_set_type(&world, body, V2D_BODY_DYNAMIC);
        }
    }
    v2d_shape_create(&world, body, &shape_def, &box); // density 7
    CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
    def.own_mass = false, def.mass.mass = -3.0f; // not read
    CHECK(v2d_body_change(&world, body, &def) == V2D_OK);
    CHECK_NEAR(v2d_body_mass(&world, body).mass, 7.0, 1e-6);
    CHECK_NEAR(v2d_body_mass(&world, body).inertia, 7.0 / 6.0, 1e-6);
    CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
    CHECK(!def.own_mass && def.mass.mass == v2d_body_mass(&world, body).mass);
    before = world;
    def.mass.mass = 77.0f; // nor now
    CHECK(v2d_body_change(&world, body, &def) == V2D_OK);
    expect_same_bytes(&world, &before);
    const float bad[] = {0.0f, 1e-7f, 2e9f, NAN};
    for (int i = 0; i < 4; ++i) {
        v2d_body_def wrong = def;
        wrong.own_mass = true, wrong.mass.mass = bad[i];
        REFUSED(i < 3 ? V2D_ERROR_OUT_OF_RANGE : V2D_ERROR_NOT_FINITE,
                v2d_body_change(&world, body, &wrong));
        wrong.mass.mass = 1.0f, wrong.mass.inertia = i < 3 ? -1.0f : NAN;
        REFUSED(i < 3 ? V2D_ERROR_OUT_OF_RANGE : V2D_ERROR_NOT_FINITE,
                v2d_body_change(&world, body, &wrong));
        CHECK(V2D_IS_NULL(v2d_body_create(&world, &wrong)));
        v2d_world_clear_status(&world);
    }
}

// own_mass made by a def, by a change and by body_set_mass() is the same.
static void own_mass_is_the_same_by_all_ways(void **state) {
    (void)state;
    v2d_mass mass = {3.0f, {0.1f, 0.05f}, 0.4f};
    uint64_t hash[3];
    for (int way = 0; way < 3; ++way) {
        init(&world, 10.0f);
        test_ground(&world);
        v2d_body_def def = v2d_body_def_default();
        def.position = at(0.0f, 2.0f);
        def.own_mass = way == 0, def.mass = mass;
        v2d_body_id body = v2d_body_create(&world, &def);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry box = v2d_geometry_box(0.5f, 0.25f);
        v2d_shape_create(&world, body, &shape, &box);
        if (way == 1) {
            CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
            def.own_mass = true, def.mass = mass;
            CHECK(v2d_body_change(&world, body, &def) == V2D_OK);
        }
        if (way == 2) CHECK(body_set_mass(&world, body, mass) == V2D_OK);
        CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
        CHECK(def.own_mass && memcmp(&def.mass, &mass, sizeof(mass)) == 0);
        test_steps(&world, 100);
        hash[way] = v2d_world_hash(&world);
    }
    CHECK(hash[0] == hash[1] && hash[0] == hash[2]);
}

// User numbers wake nothing; other fields do; `awake` itself works both ways.
static void changes_wake_what_they_touch(void **state) {
    (void)state;
    init(&world, 10.0f);
    test_ground(&world);
    v2d_body_id body = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f, 0.5f);
    v2d_body_id top = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 1.5f, 0.5f, 0.5f);
    v2d_soft_def soft_def = v2d_soft_def_default();
    soft_def.position = at(4.0f, 0.6f);
    v2d_soft_id soft = v2d_soft_create_box(&world, &soft_def, 1.0f, 1.0f);
    test_steps(&world, 300);
    CHECK(!v2d_body_is_awake(&world, body) && !v2d_soft_is_awake(&world, soft));
    other = world;
    v2d_body_def def;
    CHECK(v2d_body_describe(&world, body, &def) == V2D_OK && !def.awake);
    def.user = 5;
    CHECK(v2d_body_change(&world, body, &def) == V2D_OK && !v2d_body_is_awake(&world, top));
    CHECK(body_user(&world, body) == 5);
    for (int k = 0; k < COUNT(body_fields); ++k) {
        if (body_fields[k].size == 8) continue;
        world = other;
        CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
        alter(&def, &body_fields[k]);
        CHECK(v2d_body_change(&world, body, &def) == V2D_OK);
        CHECK(v2d_body_is_awake(&world, body) && v2d_body_is_awake(&world, top));
    }
    for (int k = 0; k < COUNT(soft_fields); ++k) {
        world = other;
        CHECK(v2d_soft_describe(&world, soft, &soft_def) == V2D_OK);
        alter(&soft_def, &soft_fields[k]);
        if (soft_fields[k].offset == offsetof(v2d_soft_def, bend_frequency)) continue; // none
        CHECK(v2d_soft_change(&world, soft, &soft_def) == V2D_OK);
        CHECK(v2d_soft_is_awake(&world, soft) == (soft_fields[k].size != 8));
    }
    world = other;
    CHECK(v2d_body_describe(&world, top, &def) == V2D_OK);
    def.awake = true;
    CHECK(v2d_body_change(&world, top, &def) == V2D_OK && v2d_body_is_awake(&world, body));
    test_steps(&world, 1);
    CHECK(v2d_body_describe(&world, top, &def) == V2D_OK && def.awake);
    def.awake = false;
    CHECK(v2d_body_change(&world, top, &def) == V2D_OK);
    test_steps(&world, 1);
    CHECK(!v2d_body_is_awake(&world, body));
}

// A body described, made anew with its shapes and changed to the def once more is where and how it was.
static void described_bodies_can_be_made_anew(void **state) {
    (void)state;
    setup(77);
    test_steps(&world, 15);
    init(&other, 10.0f);
    EACH(body, {
        v2d_body_id made = v2d_body_create(&other, &def);
        for (v2d_shape_id s = v2d_body_first_shape(&world, id); !V2D_IS_NULL(s);
             s = v2d_shape_next(&world, s)) {
            v2d_shape_def shape;
            v2d_geometry g = v2d_shape_geometry(&world, s);
            CHECK(v2d_shape_describe(&world, s, &shape) == V2D_OK);
            CHECK(v2d_shape_is_valid(&other, v2d_shape_create(&other, made, &shape, &g)));
        }
        CHECK(v2d_body_change(&other, made, &def) == V2D_OK);
        v2d_transform a = v2d_body_transform(&world, id), b = v2d_body_transform(&other, made);
        CHECK_NEAR(a.p.x, b.p.x, 2e-6), CHECK_NEAR(a.p.y, b.p.y, 2e-6);
        CHECK_NEAR(a.q.c, b.q.c, 1e-6), CHECK_NEAR(a.q.s, b.q.s, 1e-6);
        v2d_vec2 va = v2d_body_velocity(&world, id), vb = v2d_body_velocity(&other, made);
        CHECK(va.x == vb.x && va.y == vb.y);
        CHECK_NEAR(v2d_body_angular_velocity(&world, id), v2d_body_angular_velocity(&other, made),
                   2e-6);
        CHECK_NEAR(v2d_body_mass(&world, id).mass, v2d_body_mass(&other, made).mass, 2e-6);
        CHECK_NEAR(v2d_body_mass(&world, id).inertia, v2d_body_mass(&other, made).inertia, 2e-6);
    })
}

// Points, edges and bends described and made anew in an empty world go on to the bit.
static void described_soft_things_go_on_equally(void **state) {
    (void)state;
    static const int kinds[] = {0, 1};
    for (int kind = 0; kind < COUNT(kinds); ++kind) {
        v2d_soft_id soft = kind == 0                        ? make_rope(&world, NULL)
                           : make_edge(&world, NULL).index1 ? v2d_world_next_soft(&world, no_soft)
                                                            : no_soft;
        v2d_soft_def soft_def;
        v2d_point_id copy[V2D_MAX_POINTS];
        CHECK(v2d_soft_describe(&world, soft, &soft_def) == V2D_OK);
        init(&other, 10.0f);
        test_box(&other, V2D_BODY_STATIC, 0.5f, kind == 0 ? -1.0f : -1.5f, 0.2f, 0.2f);
        v2d_soft_id made = v2d_soft_create(&other, &soft_def);
        for (int i = 0; i < v2d_soft_point_count(&world, soft); ++i) {
            v2d_point_def def;
            v2d_point_id p = v2d_soft_point(&world, soft, i);
            CHECK(v2d_point_describe(&world, p, &def) == V2D_OK);
            def.soft = made;
            copy[p.index1] = v2d_point_create(&other, &def);
        }
        for (int i = 0; i < v2d_soft_edge_count(&world, soft); ++i) {
            v2d_edge_def def;
            CHECK(v2d_edge_describe(&world, v2d_soft_edge(&world, soft, i), &def) == V2D_OK);
            def.a = copy[def.a.index1], def.b = copy[def.b.index1];
            CHECK(v2d_edge_is_valid(&other, v2d_edge_create(&other, &def)));
        }
        EACH(bend, {
            def.a = copy[def.a.index1], def.b = copy[def.b.index1], def.c = copy[def.c.index1];
            CHECK(v2d_bend_is_valid(&other, v2d_bend_create(&other, &def)));
        })
        test_steps(&world, 90), test_steps(&other, 90);
        CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
    }
}

// ---- points and edges -------------------------------------------------------------------------------------

static void a_pinned_point_stops_or_goes_as_it_is_told(void **state) {
    (void)state;
    for (int way = 0; way < 3; ++way) { // by a change, by the setter, and with another velocity
        init(&world, 10.0f);
        v2d_point_def def = v2d_point_def_default();
        def.velocity = at(2.0f, 0.0f);
        v2d_point_id point = v2d_point_create(&world, &def);
        def.pinned = true;
        if (way == 2) def.velocity.x = 3.0f;
        CHECK((way == 1 ? v2d_point_set_pinned(&world, point, true)
                        : v2d_point_change(&world, point, &def)) == V2D_OK);
        test_steps(&world, 60);
        CHECK_NEAR(v2d_point_position(&world, point).x, way == 2 ? 3.0 : 0.0, 1e-4);
        CHECK_NEAR(v2d_point_position(&world, point).y, 0.0, 0.0);
    }
}

// ---- worlds and chains -----------------------------------------------------------------------------------

#define WORLD_FLOAT(field, value) \
    { #field, offsetof(v2d_world_def, field), value }

// A world whose settings are changed goes on like one that was made with them.
static void each_setting_of_a_world_changes(void **state) {
    (void)state;
    static const struct {
        const char *name;
        size_t offset;
        float value;
    } fields[] = {
        WORLD_FLOAT(gravity.x, 3.0f),          WORLD_FLOAT(gravity.y, 2.0f),
        WORLD_FLOAT(contact_frequency, 20.0f), WORLD_FLOAT(contact_damping_ratio, 2.0f),
        WORLD_FLOAT(contact_push_speed, 0.1f), WORLD_FLOAT(restitution_threshold, 3.0f),
        WORLD_FLOAT(max_speed, 1.5f),          WORLD_FLOAT(sleep_speed, 0.5f),
        WORLD_FLOAT(sleep_time, 0.1f),         WORLD_FLOAT(hit_speed, 0.01f),
        WORLD_FLOAT(bounds_friction, 0.0f),    WORLD_FLOAT(bounds.upper.x, 4.0f),
    };
    for (int n = 0; n < COUNT(fields) + 6; ++n) {
        v2d_world_def def = v2d_world_def_default(), now;
        def.bounded = true;
        CHECK(v2d_world_init(&world, &def) == V2D_OK);
        if (n < COUNT(fields)) {
            memcpy((char *)&def + fields[n].offset, &fields[n].value, sizeof(float));
        } else {
            switch (n - COUNT(fields)) {
            case 0: def.friction_mix = V2D_MIX_MINIMUM; break;
            case 1: def.restitution_mix = V2D_MIX_AVERAGE; break;
            case 2: def.bounded = false; break;
            case 3: def.relax_passes = 3; break;
            case 4: def.work_budget = 100; break;
            default: def.sleep = false;
            }
        }
        CHECK(v2d_world_init(&other, &def) == V2D_OK);
        seed = 5u, add_bodies(&world, 8);
        seed = 5u, add_bodies(&other, 8);
        before = world;
        CHECK(v2d_world_describe(&world, &now) == V2D_OK);
        CHECK(v2d_world_change(&world, &now) == V2D_OK);
        expect_same_bytes(&world, &before);
        CHECK(v2d_world_change(&world, &def) == V2D_OK);
        CHECK(v2d_world_describe(&world, &now) == V2D_OK);
        CHECK(memcmp(&now, &def, sizeof(def)) == 0);
        test_steps(&world, 120), test_steps(&other, 120);
        if (v2d_world_hash(&world) != v2d_world_hash(&other)) print_error("setting %d\n", n);
        CHECK(v2d_world_hash(&world) == v2d_world_hash(&other));
    }
}

static void settings_that_cannot_be_are_refused(void **state) {
    (void)state;
    v2d_world_def def;
    init(&world, 10.0f);
    CHECK(v2d_world_describe(&world, NULL) == V2D_ERROR_NULL);
    CHECK(v2d_world_describe(NULL, &def) == V2D_ERROR_NULL);
    REFUSED(V2D_ERROR_NULL, v2d_world_change(&world, NULL));
    CHECK(v2d_world_describe(&world, &def) == V2D_OK);
    def.length_unit = 2.0f;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_world_change(&world, &def));
    def.length_unit = 1.0f, def.bounded = true, def.bounds.lower.x = 200.0f;
    REFUSED(V2D_ERROR_DEGENERATE, v2d_world_change(&world, &def));
    def.bounded = false, def.max_speed = NAN;
    REFUSED(V2D_ERROR_NOT_FINITE, v2d_world_change(&world, &def));
    def.max_speed = 400.0f, def.cookie = 0;
    REFUSED(V2D_ERROR_BAD_DEF, v2d_world_change(&world, &def));
}

// What differs is set of all segments; what does not, each keeps as its own.
static void a_chain_changes_as_one(void **state) {
    (void)state;
    init(&world, 10.0f);
    const v2d_vec2 places[4] = {{6, 0}, {2, 0}, {-2, 0}, {-6, 0}};
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def def = v2d_shape_def_default(), one;
    body.type = V2D_BODY_STATIC, def.user = 7;
    v2d_chain_id chain =
        v2d_chain_create(&world, v2d_body_create(&world, &body), &def, places, 4, false);
    v2d_shape_id second = v2d_chain_shape(&world, chain, 1);
    CHECK(v2d_chain_describe(&world, chain, &def) == V2D_OK && def.user == 7);
    CHECK(v2d_shape_describe(&world, second, &one) == V2D_OK);
    CHECK(v2d_chain_change(NULL, chain, &def) == V2D_ERROR_NULL);
    one.friction = 0.1f;
    CHECK(v2d_shape_change(&world, second, &one) == V2D_OK);
    def.surface_speed = 2.0f, def.user = 9, def.filter.category = 4;
    CHECK(v2d_chain_change(&world, chain, &def) == V2D_OK);
    for (int i = 0; i < 3; ++i) {
        CHECK(v2d_shape_describe(&world, v2d_chain_shape(&world, chain, i), &one) == V2D_OK);
        CHECK(one.surface_speed == 2.0f && one.user == 9 && one.filter.category == 4);
        CHECK(one.friction == (i == 1 ? 0.1f : 0.6f));
    }
    def.sensor = true;
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_chain_change(&world, chain, &def));
    def.sensor = false, def.restitution = 2.0f;
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_chain_change(&world, chain, &def));
    v2d_chain_id none = {0, 0};
    CHECK(v2d_chain_describe(&world, none, &one) == V2D_ERROR_BAD_ID);
    CHECK(v2d_chain_change(&world, none, &def) == V2D_ERROR_BAD_ID);
    CHECK(v2d_chain_describe(&world, chain, NULL) == V2D_ERROR_NULL);
}

// One def makes joints of several kinds, one after the other.
static void a_def_serves_several_kinds(void **state) {
    (void)state;
    init(&world, 10.0f);
    v2d_body_id a = test_box(&world, V2D_BODY_STATIC, 0, 5, 1, 1),
                b = test_box(&world, V2D_BODY_DYNAMIC, 3, 5, 1, 1);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DISTANCE), read;
    def.a = v2d_anchor_at(&world, a, at(1.5f, 5), 0),
    def.b = v2d_anchor_at(&world, b, at(1.5f, 5), 0);
    def.b.local.x += 0.5f;
    def.linear.upper = 2.0f, def.linear.lower = 0.5f, def.angular.limited = true;
    for (int kind = 0; kind <= (int)V2D_JOINT_NO_COLLIDE; ++kind) {
        def.kind = (v2d_joint_kind)kind;
        v2d_joint_id id = v2d_joint_create(&world, &def);
        bool needs_more =
            kind == V2D_JOINT_GEAR || kind == V2D_JOINT_PULLEY || kind == V2D_JOINT_DRAG;
        CHECK(needs_more || v2d_joint_is_valid(&world, id));
        if (!v2d_joint_is_valid(&world, id)) continue;
        CHECK(v2d_joint_describe(&world, id, &read) == V2D_OK && read.kind == def.kind);
        CHECK(v2d_joint_change(&world, id, &def) == V2D_OK);
        v2d_joint_destroy(&world, id);
    }
}

// A loose point that rests on the ground falls through it when it no longer collides, and lies again after.
static void points_begin_and_cease_to_collide(void **state) {
    (void)state;
    init(&world, 10.0f);
    test_ground(&world);
    v2d_point_def def = v2d_point_def_default();
    def.position = at(0.0f, 0.02f);
    v2d_point_id point = v2d_point_create(&world, &def);
    test_steps(&world, 200);
    CHECK(!v2d_point_is_awake(&world, point));
    CHECK(v2d_point_describe(&world, point, &def) == V2D_OK);
    def.collides = false;
    CHECK(v2d_point_change(&world, point, &def) == V2D_OK);
    test_steps(&world, 30);
    CHECK_NEAR(v2d_point_position(&world, point).y, 0.02 - 0.5 * 10.0 * 0.25, 0.15);
    def.collides = true;
    CHECK(v2d_point_change(&world, point, &def) == V2D_OK);
    test_steps(&world, 200);
    CHECK_NEAR(v2d_point_position(&world, point).y, 0.02, 2e-3);
}

// A weight of 2 kg on an edge pulls with 20 N; on a strut below it pushes as much. The edge breaks below
// that, not above; awake or when it is changed asleep. The event names it.
static void edges_break_by_their_mean_force(void **state) {
    (void)state;
    for (int push = 0; push < 2; ++push) {
        for (int late = 0; late < 2; ++late) {
            for (int weak = 0; weak < 2; ++weak) {
                init(&world, 10.0f);
                v2d_point_def point = v2d_point_def_default();
                point.mass = 2.0f, point.pinned = true;
                v2d_edge_def edge = v2d_edge_def_default();
                edge.a = v2d_point_create(&world, &point);
                point.pinned = false, point.position.y = push ? 1.0f : -1.0f;
                edge.b = v2d_point_create(&world, &point);
                edge.user = 42;
                float force = weak ? 19.8f : 20.2f;
                if (!late) edge.break_force = force;
                v2d_edge_id id = v2d_edge_create(&world, &edge);
                int torn = 0;
                for (int step = 0; step < 300; ++step) {
                    if (late && step == 250) {
                        CHECK(v2d_edge_describe(&world, id, &edge) == V2D_OK);
                        CHECK(edge.break_force == V2D_UNLIMITED);
                        edge.break_force = force;
                        CHECK(v2d_edge_change(&world, id, &edge) == V2D_OK);
                    }
                    test_steps(&world, 1);
                    for (int i = 0; i < v2d_world_event_count(&world); ++i) {
                        v2d_event event;
                        CHECK(v2d_world_event(&world, i, &event) == V2D_OK);
                        if (event.kind != V2D_EVENT_EDGE_TORN) continue;
                        CHECK(!V2D_IS_NULL(id));
                        torn += 1;
                    }
                    if (v2d_edge_is_valid(&world, id) && step > 10)
                        CHECK_NEAR(v2d_edge_tension(&world, id), push ? -20.0 : 20.0, 0.1);
                }
                CHECK(torn == weak && v2d_edge_is_valid(&world, id) == !weak);
            }
        }
    }
}

// ---- shapes: geometry ----------------------------------------------------------------------------------------

// A shape whose geometry is replaced at once goes on like one that was created so.
static void a_new_geometry_is_like_a_created_one(void **state) {
    (void)state;
    const v2d_geometry figures[] = {
        v2d_geometry_circle(at(0.2f, 0.0f), 0.4f),
        v2d_geometry_capsule(at(-0.3f, 0.0f), at(0.4f, 0.1f), 0.2f),
        v2d_geometry_box(0.5f, 0.3f),
        v2d_geometry_box(0.3f, 0.5f),
        v2d_geometry_oriented_box(0.4f, 0.2f, at(0.1f, 0.1f), 0.6f),
    };
    for (int from = 0; from < COUNT(figures); ++from) {
        for (int to = 0; to < COUNT(figures); ++to) {
            v2d_body_id body[2];
            v2d_world *worlds[2] = {&world, &other};
            for (int i = 0; i < 2; ++i) {
                init(worlds[i], 10.0f);
                test_ground(worlds[i]);
                body[i] = test_shape(worlds[i], V2D_BODY_DYNAMIC, 0.0f, 2.0f,
                                     figures[i == 0 ? from : to]);
                test_box(worlds[i], V2D_BODY_DYNAMIC, 0.1f, 3.5f, 0.3f, 0.3f);
            }
            v2d_shape_id shape = v2d_body_first_shape(&world, body[0]);
            v2d_body_set_transform(&world, body[0], at(0.0f, 2.0f), 0.0f);
            v2d_body_set_transform(&other, body[1], at(0.0f, 2.0f), 0.0f);
            CHECK(v2d_shape_set_geometry(&world, shape, &figures[to]) == V2D_OK);
            v2d_mass a = v2d_body_mass(&world, body[0]), b = v2d_body_mass(&other, body[1]);
            CHECK_NEAR(a.mass, b.mass, 1e-6), CHECK_NEAR(a.inertia, b.inertia, 1e-6);
            test_steps(&world, 200), test_steps(&other, 200);
            CHECK_NEAR(v2d_body_position(&world, body[0]).y, v2d_body_position(&other, body[1]).y,
                       1e-3);
            // And in the middle of things: it stays on the ground.
            CHECK(v2d_shape_set_geometry(&world, shape, &figures[from]) == V2D_OK);
            test_steps(&world, 300);
            CHECK(v2d_shape_aabb(&world, shape).lower.y > -0.02f);
            CHECK(v2d_shape_aabb(&world, shape).lower.y < 0.02f);
        }
    }
}

static void a_growing_floor_lifts_what_sleeps_on_it(void **state) {
    (void)state;
    init(&world, 10.0f);
    v2d_body_id floor = test_box(&world, V2D_BODY_STATIC, 0.0f, 0.0f, 3.0f, 0.5f);
    v2d_body_id box = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 1.0f, 0.5f, 0.5f);
    v2d_shape_id shape = v2d_body_first_shape(&world, floor);
    test_steps(&world, 200);
    CHECK(!v2d_body_is_awake(&world, box));
    for (int i = 1; i <= 40; ++i) {
        v2d_geometry g = v2d_geometry_box(3.0f, 0.5f + 0.01f * (float)i);
        CHECK(v2d_shape_set_geometry(&world, shape, &g) == V2D_OK);
        test_steps(&world, 1);
        CHECK(v2d_body_is_awake(&world, box) && v2d_world_contact_count(&world) == 1);
    }
    test_steps(&world, 200);
    CHECK_NEAR(v2d_body_position(&world, box).y, 1.4, 0.01);
    v2d_geometry ball = v2d_geometry_circle(at(0.0f, 0.0f), 0.5f);
    CHECK(v2d_shape_set_geometry(&world, shape, &ball) == V2D_OK);
    test_steps(&world, 20);
    CHECK(v2d_body_position(&world, box).y < 1.3f);
    v2d_geometry plane = v2d_geometry_half_plane(at(0, 0), at(0, 1));
    v2d_shape_id moving = v2d_body_first_shape(&world, box);
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_shape_set_geometry(&world, moving, &plane));
    REFUSED(V2D_ERROR_NULL, v2d_shape_set_geometry(&world, moving, NULL));
    plane = v2d_geometry_box(-1.0f, 1.0f);
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_shape_set_geometry(&world, moving, &plane));
    v2d_vec2 line[3] = {{2.0f, 0.0f}, {0.0f, -0.5f}, {-2.0f, 0.0f}};
    v2d_shape_def def = v2d_shape_def_default();
    v2d_chain_id chain = v2d_chain_create(&world, floor, &def, line, 3, false);
    REFUSED(V2D_ERROR_WRONG_KIND,
            v2d_shape_set_geometry(&world, v2d_chain_shape(&world, chain, 1), &ball));
    CHECK(v2d_shape_describe(&world, v2d_chain_shape(&world, chain, 1), &def) == V2D_OK);
    def.friction = 0.9f;
    CHECK(v2d_shape_change(&world, v2d_chain_shape(&world, chain, 1), &def) == V2D_OK);
}

// ---- soft bodies: place, velocity, clones ---------------------------------------------------------------

static void soft_bodies_are_shifted_turned_and_thrown(void **state) {
    (void)state;
    v2d_soft_id soft = make_soft(&world, NULL);
    v2d_vec2 was[8];
    test_steps(&world, 10);
    for (int i = 0; i < 8; ++i)
        was[i] = v2d_point_position(&world, v2d_soft_point(&world, soft, i));
    v2d_vec2 center = v2d_soft_center(&world, soft), v = v2d_soft_velocity(&world, soft);
    v2d_soft_def def;
    CHECK(v2d_soft_describe(&world, soft, &def) == V2D_OK);
    CHECK(def.angle == 0.0f && def.position.x == center.x && def.velocity.y == v.y);
    def.position = at(3.0f, 5.0f), def.angle = 0.5f * v2d__pi, def.mass *= 3.0f;
    CHECK(v2d_soft_change(&world, soft, &def) == V2D_OK);
    for (int i = 0; i < 8; ++i) {
        v2d_vec2 p = v2d_point_position(&world, v2d_soft_point(&world, soft, i));
        CHECK_NEAR(p.x, 3.0f - (was[i].y - center.y), 2e-6);
        CHECK_NEAR(p.y, 5.0f + (was[i].x - center.x), 2e-6);
        CHECK_NEAR(point_mass(&world, v2d_soft_point(&world, soft, i)), 3.0 / 8.0, 1e-6);
    }
    CHECK_NEAR(v2d_soft_velocity(&world, soft).x, -v.y, 1e-5);
    CHECK_NEAR(v2d_soft_velocity(&world, soft).y, v.x, 1e-5);
    CHECK(v2d_soft_describe(&world, soft, &def) == V2D_OK && def.angle == 0.0f);
    def.velocity = at(-4.0f, 6.0f);
    CHECK(v2d_soft_change(&world, soft, &def) == V2D_OK);
    CHECK_NEAR(v2d_soft_velocity(&world, soft).x, -4.0, 1e-5);
    CHECK_NEAR(v2d_soft_velocity(&world, soft).y, 6.0, 1e-5);
}

// A clone in the same place that collides with nothing moves with the original, bit for bit.
static void a_clone_goes_on_like_its_original(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        v2d_soft_id soft = kind == 0 ? make_soft(&world, NULL) : make_rope(&world, NULL);
        v2d_body_id thing = v2d_world_next_body(&world, no_body);
        while (!V2D_IS_NULL(thing)) { // alone
            v2d_body_destroy(&world, thing);
            thing = v2d_world_next_body(&world, no_body);
        }
        v2d_soft_def def;
        CHECK(v2d_soft_describe(&world, soft, &def) == V2D_OK);
        def.filter.group = -1, def.shape_frequency = 4.0f, def.area_scale = 1.2f, def.user = 11;
        CHECK(v2d_soft_change(&world, soft, &def) == V2D_OK);
        test_steps(&world, 13);
        v2d_transform here = v2d_transform_make(at(0, 0), 0.0f);
        v2d_soft_id twin = v2d_soft_clone(&world, soft, here);
        CHECK(v2d_soft_is_valid(&world, twin) && soft_user(&world, twin) == 11);
        int edges = v2d_soft_edge_count(&world, soft), points = v2d_soft_point_count(&world, soft);
        CHECK(v2d_soft_edge_count(&world, twin) == edges);
        CHECK(v2d_soft_point_count(&world, twin) == points);
        for (int step = 0; step < 200; ++step) {
            for (int i = 0; i < points; ++i) {
                v2d_point_def a, b;
                v2d_point_describe(&world, v2d_soft_point(&world, soft, i), &a);
                v2d_point_describe(&world, v2d_soft_point(&world, twin, i), &b);
                CHECK(V2D_ID_EQUALS(b.soft, twin));
                b.soft = a.soft;
                CHECK(memcmp(&a, &b, sizeof(a)) == 0);
            }
            test_steps(&world, 1);
        }
        for (int i = 0; i < edges; ++i) {
            v2d_edge_def a, b;
            CHECK(v2d_edge_describe(&world, v2d_soft_edge(&world, soft, i), &a) == V2D_OK);
            CHECK(v2d_edge_describe(&world, v2d_soft_edge(&world, twin, i), &b) == V2D_OK);
            CHECK(a.rest_length == b.rest_length && a.side == b.side && a.user == b.user);
        }
        CHECK(V2D_IS_NULL(v2d_soft_edge(&world, soft, edges)));
        CHECK(V2D_IS_NULL(v2d_soft_edge(&world, soft, -1)));
    }
}

// Without gravity a clone that is turned and moved swings like its original, turned and moved.
static void a_turned_clone_swings_alike(void **state) {
    (void)state;
    v2d_soft_id soft = make_soft(&world, NULL);
    v2d_soft_def def;
    CHECK(v2d_world_set_gravity(&world, at(0, 0)) == V2D_OK);
    CHECK(v2d_soft_describe(&world, soft, &def) == V2D_OK);
    def.area_scale = 1.3f, def.shape_frequency = 3.0f, def.position = at(0, 20);
    CHECK(v2d_soft_change(&world, soft, &def) == V2D_OK);
    v2d_point_apply_impulse(&world, v2d_soft_point(&world, soft, 0), at(0.3f, 0.4f));
    test_steps(&world, 7);
    v2d_vec2 center = v2d_soft_center(&world, soft);
    v2d_transform by = v2d_transform_make(at(8.0f, 2.0f), 1.1f);
    v2d_soft_id twin = v2d_soft_clone(&world, soft, by);
    for (int step = 0; step < 60; ++step) {
        for (int i = 0; i < 8; ++i) {
            v2d_vec2 p = v2d_point_position(&world, v2d_soft_point(&world, soft, i));
            v2d_vec2 q = v2d_point_position(&world, v2d_soft_point(&world, twin, i));
            v2d_vec2 r = v2d__rotate(by.q, v2d__sub(p, center));
            CHECK_NEAR(q.x, center.x + by.p.x + r.x, 1e-3);
            CHECK_NEAR(q.y, center.y + by.p.y + r.y, 1e-3);
        }
        test_steps(&world, 1);
    }
}

static void clones_that_cannot_be_are_refused(void **state) {
    (void)state;
    v2d_soft_id soft = make_rope(&world, NULL);
    v2d_transform by = v2d_transform_make(at(0, 0), 0.0f);
    const v2d_soft_id none = {0, 0};
#define NOT_CLONED(code, id)                            \
    before = world;                                     \
    CHECK(V2D_IS_NULL(v2d_soft_clone(&world, id, by))); \
    CHECK(v2d_world_status(&world) == (code));          \
    v2d_world_clear_status(&world);                     \
    expect_same_bytes(&world, &before)
    NOT_CLONED(V2D_ERROR_BAD_ID, none);
    by.q.c = 1.2f;
    NOT_CLONED(V2D_ERROR_OUT_OF_RANGE, soft);
    by.q.c = NAN;
    NOT_CLONED(V2D_ERROR_NOT_FINITE, soft);
    by.q.c = 1.0f, by.p.x = 2e9f;
    NOT_CLONED(V2D_ERROR_OUT_OF_RANGE, soft);
    by.p = at(1e9f, 1e9f); // floats are 64 m apart there
    NOT_CLONED(V2D_ERROR_DEGENERATE, soft);
    by.p = at(1.0f, 0.0f);
    int made = 0;
    while (made < 100 && !V2D_IS_NULL(v2d_soft_clone(&world, soft, by)))
        made += 1;
    CHECK(v2d_world_status(&world) == V2D_ERROR_CAPACITY);
    CHECK(made == (V2D_MAX_BENDS - 8) / 8); // ten points, nine edges and eight bends each
    v2d_world_clear_status(&world);
    NOT_CLONED(V2D_ERROR_CAPACITY, soft);
    test_steps(&world, 10);
}

// ---- targets of kinematic bodies ---------------------------------------------------------------------------------

static v2d_transform target_at(float x, float y, float angle) {
    return v2d_transform_make(at(x, y), angle);
}

static void expect_at(v2d_body_id body, v2d_transform target) {
    v2d_transform xf = v2d_body_transform(&world, body);
    v2d_vec2 v = v2d_body_velocity(&world, body);
    CHECK(memcmp(&xf, &target, sizeof(xf)) == 0);
    CHECK(v.x == 0.0f && v.y == 0.0f && v2d_body_angular_velocity(&world, body) == 0.0f);
}

// Whatever the way, the step and its parts; a rotation off by rounding is kept, too.
static void targets_are_reached_to_the_bit(void **state) {
    (void)state;
    const float lengths[] = {1e-3f, 1.0f / 60.0f, 1.0f / 16.0f, 0.2f, 1.0f};
    seed = 5;
    init(&world, 10.0f);
    v2d_body_id body = test_box(&world, V2D_BODY_KINEMATIC, 1.0f, 2.0f, 1.0f, 0.2f);
    for (int i = 0; i < 500; ++i) {
        float dt = lengths[i % COUNT(lengths)];
        v2d_transform target = target_at(random_between(-9.0f, 9.0f), random_between(-9.0f, 9.0f),
                                         random_between(-4.0f, 4.0f));
        if (i % 7 == 0) target = v2d_body_transform(&world, body), target.p.y += 0.1f;
        if (i % 7 == 1) target.p = v2d_body_position(&world, body);
        if (i % 11 == 0) target.q.c = -0.0f, target.q.s = -1.0f;
        v2d_transform from = v2d_body_transform(&world, body);
        CHECK(v2d_body_set_target(&world, body, target, dt) == V2D_OK);
        v2d_vec2 v = v2d_body_velocity(&world, body);
        CHECK_NEAR(v.x * dt, target.p.x - from.p.x, 2e-6 * (1.0 + fabs((double)target.p.x)));
        float turn = v2d_body_angular_velocity(&world, body) * dt;
        v2d_rot q = v2d_rot_make(v2d_rot_angle(from.q) + turn);
        CHECK_NEAR(q.c, target.q.c, 3e-6), CHECK_NEAR(q.s, target.q.s, 3e-6);
        CHECK(fabsf(turn) <= v2d__pi);
        CHECK(v2d_world_step(&world, dt, 1 + i % 5) == V2D_OK);
        expect_at(body, target);
        CHECK(v2d_world_step(&world, dt, 1 + i % 5) == V2D_OK);
        expect_at(body, target);
    }
}

static void shorter_steps_go_a_part_of_the_way(void **state) {
    (void)state;
    init(&world, 10.0f);
    v2d_body_id body = test_box(&world, V2D_BODY_KINEMATIC, 0.0f, 0.0f, 1.0f, 0.2f);
    v2d_transform target = target_at(3.0f, -6.0f, 0.9f);
    for (int parts = 2; parts <= 7; ++parts) {
        v2d_body_set_transform(&world, body, at(0, 0), 0.0f);
        CHECK(v2d_body_set_target(&world, body, target, 0.05f) == V2D_OK);
        for (int i = 1; i <= parts; ++i) {
            CHECK(v2d_world_step(&world, 0.05f / (float)parts, 4) == V2D_OK);
            if (i == parts) break;
            float share = (float)i / (float)parts;
            CHECK_NEAR(v2d_body_position(&world, body).x, 3.0f * share, 1e-5);
            CHECK_NEAR(v2d_body_angle(&world, body), 0.9f * share, 1e-5);
            CHECK_NEAR(v2d_body_velocity(&world, body).y, -120.0, 1e-3);
        }
        expect_at(body, target);
    }
    v2d_body_set_transform(&world, body, at(0, 0), 0.0f);
    CHECK(v2d_body_set_target(&world, body, target, 0.01f) == V2D_OK);
    CHECK(v2d_world_step(&world, 0.3f, 4) == V2D_OK); // longer: not past it
    expect_at(body, target);
}

// What comes after a target counts: another target, velocity, place or type, or its end.
static void a_target_is_replaced_or_cancelled(void **state) {
    (void)state;
    init(&world, 10.0f);
    v2d_body_def def;
    v2d_body_id body = test_box(&world, V2D_BODY_KINEMATIC, 0.0f, 0.0f, 1.0f, 0.2f);
    v2d_body_id second = test_box(&world, V2D_BODY_KINEMATIC, 9.0f, 0.0f, 1.0f, 0.2f);
    for (int way = 0; way < 8; ++way) {
        v2d_body_set_type(&world, body, V2D_BODY_KINEMATIC);
        v2d_body_set_transform(&world, body, at(0, 0), 0.0f);
        v2d_body_set_velocity(&world, body, at(0, 0));
        v2d_body_set_angular_velocity(&world, body, 0.0f);
        CHECK(v2d_body_set_target(&world, body, target_at(5.0f, 5.0f, 1.0f), 0.01f) == V2D_OK);
        v2d_transform there = target_at(9.0f, 2.0f + (float)way, 0.3f);
        CHECK(v2d_body_set_target(&world, second, there, 0.01f) == V2D_OK);
        CHECK(v2d_body_describe(&world, body, &def) == V2D_OK);
        v2d_vec2 expected = at(0, 0);
        switch (way) {
        case 0:
            v2d_body_set_target(&world, body, target_at(1.0f, 0.0f, 0.0f), 0.01f);
            expected = at(1.0f, 0.0f);
            break;
        case 1:
            v2d_body_set_velocity(&world, body, at(100.0f, 0.0f));
            expected.x = 1.0f;
            break;
        case 2:
            v2d_body_set_transform(&world, body, at(3, 0), 0.0f);
            expected = at(8, 5);
            break;
        case 3: v2d_body_set_type(&world, body, V2D_BODY_STATIC); break;
        case 4:
            v2d_body_set_angular_velocity(&world, body, 0.0f);
            expected = at(5, 5);
            break;
        case 5:
            def.velocity = at(100.0f, 0.0f), expected.x = 1.0f;
            CHECK(v2d_body_change(&world, body, &def) == V2D_OK);
            break;
        case 6: // unchanged: it arrives
            CHECK(v2d_body_change(&world, body, &def) == V2D_OK);
            expected = at(5.0f, 5.0f);
            break;
        default: // back to where it is
            v2d_body_set_target(&world, body, target_at(0.0f, 0.0f, 0.0f), 0.01f);
        }
        CHECK(v2d_world_step(&world, 0.01f, 4) == V2D_OK);
        CHECK_NEAR(v2d_body_position(&world, body).x, expected.x, 1e-5);
        CHECK_NEAR(v2d_body_position(&world, body).y, expected.y, 1e-5);
        expect_at(second, there);
        bool cancelled = way == 1 || way == 2 || way == 4 || way == 5;
        CHECK((v2d_body_velocity(&world, body).x != 0.0f) == cancelled);
    }
    CHECK(v2d_body_set_target(&world, second, target_at(0.0f, 0.0f, 1.0f), 0.5f) == V2D_OK);
    CHECK(v2d_body_destroy(&world, second) == V2D_OK);
    v2d_body_id next = test_box(&world, V2D_BODY_KINEMATIC, 9.0f, 0.0f, 1.0f, 0.2f);
    CHECK(next.index1 == second.index1);
    CHECK(v2d_world_step(&world, 0.6f, 4) == V2D_OK);
    CHECK(v2d_body_position(&world, next).x == 9.0f);
}

static void bad_targets_are_refused(void **state) {
    (void)state;
    init(&world, 10.0f);
    v2d_body_id body = test_box(&world, V2D_BODY_KINEMATIC, 0.0f, 0.0f, 1.0f, 0.2f);
    v2d_body_id fixed = test_box(&world, V2D_BODY_STATIC, 5.0f, 0.0f, 1.0f, 0.2f);
    v2d_body_id loose = test_box(&world, V2D_BODY_DYNAMIC, 9.0f, 0.0f, 1.0f, 0.2f);
    v2d_transform good = target_at(1.0f, 2.0f, 0.3f), bad = good;
    CHECK(v2d_body_set_target(&world, body, good, 0.02f) == V2D_OK);
    bad.p.x = NAN;
    REFUSED(V2D_ERROR_NOT_FINITE, v2d_body_set_target(&world, body, bad, 0.01f));
    bad.p.x = -2e9f;
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_set_target(&world, body, bad, 0.01f));
    bad = good, bad.q.s = INFINITY;
    REFUSED(V2D_ERROR_NOT_FINITE, v2d_body_set_target(&world, body, bad, 0.01f));
    bad = good, bad.q.c *= 1.02f, bad.q.s *= 1.02f;
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_set_target(&world, body, bad, 0.01f));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_set_target(&world, body, good, 1e-7f));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_set_target(&world, body, good, 1.1f));
    REFUSED(V2D_ERROR_NOT_FINITE, v2d_body_set_target(&world, body, good, NAN));
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_body_set_target(&world, fixed, good, 0.01f));
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_body_set_target(&world, loose, good, 0.01f));
    REFUSED(V2D_ERROR_BAD_ID, v2d_body_set_target(&world, no_body, good, 0.01f));
    bad = good, bad.p.x = 1e4f; // 1e10 m/s
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_set_target(&world, body, bad, 1e-6f));
    bad = good, bad.q.c *= 1.003f, bad.q.s *= 1.003f; // made a unit vector
    CHECK(v2d_body_set_target(&world, body, bad, 0.02f) == V2D_OK);
    CHECK(v2d_world_step(&world, 0.02f, 4) == V2D_OK);
    v2d_rot q = v2d_body_transform(&world, body).q;
    CHECK_NEAR(q.c, good.q.c, 1e-6), CHECK_NEAR(q.s, good.q.s, 1e-6);
    body_set_locks(&world, body, true, false, true); // locked coordinates stay
    CHECK(v2d_body_set_target(&world, body, target_at(7.0f, 7.0f, -1.0f), 0.02f) == V2D_OK);
    CHECK(v2d_world_step(&world, 0.02f, 4) == V2D_OK);
    CHECK(v2d_body_position(&world, body).x == 1.0f && v2d_body_position(&world, body).y == 7.0f);
    CHECK_NEAR(v2d_body_angle(&world, body), 0.3, 1e-6);
}

// A lift that goes up, aside and down by targets carries a crate that lies on it; a turning platform carries
// one about its centre. Both sleep on it first, and what stays where it is wakes nothing.
static void targets_carry_what_stands_on_them(void **state) {
    (void)state;
    init(&world, 10.0f);
    v2d_body_id lift = test_box(&world, V2D_BODY_KINEMATIC, 0.0f, 0.0f, 2.0f, 0.25f);
    v2d_body_id crate = test_box(&world, V2D_BODY_DYNAMIC, 0.5f, 0.75f, 0.5f, 0.5f);
    v2d_body_id table = test_box(&world, V2D_BODY_KINEMATIC, 20.0f, 0.0f, 3.0f, 0.25f);
    v2d_body_id rider = test_box(&world, V2D_BODY_DYNAMIC, 21.5f, 0.75f, 0.5f, 0.5f);
    test_steps(&world, 200);
    CHECK(!v2d_body_is_awake(&world, crate) && !v2d_body_is_awake(&world, rider));
    before = world;
    CHECK(v2d_body_set_target(&world, lift, v2d_body_transform(&world, lift), 0.01f) == V2D_OK);
    expect_same_bytes(&world, &before);
    v2d_vec2 rest = v2d_body_local_point(&world, lift, v2d_body_position(&world, crate));
    v2d_vec2 seat = v2d_body_local_point(&world, table, v2d_body_position(&world, rider));
    const float dt = 1.0f / 60.0f;
    for (int i = 1; i <= 240; ++i) {
        float t = (float)i / 240.0f, ease = t * t * (3.0f - 2.0f * t);
        float tilt = 0.2f * sinf(2.0f * v2d__pi * t);
        CHECK(v2d_body_set_target(&world, lift, target_at(3.0f * ease, 4.0f * ease, 0.0f), dt) ==
              V2D_OK);
        CHECK(v2d_body_set_target(&world, table, target_at(20.0f, 0.0f, tilt), dt) == V2D_OK);
        CHECK(v2d_world_step(&world, dt, 1 + i % 6) == V2D_OK);
        CHECK(v2d_body_is_awake(&world, crate) && v2d_body_is_awake(&world, rider));
        expect_at(lift, target_at(3.0f * ease, 4.0f * ease, 0.0f));
    }
    v2d_vec2 now = v2d_body_local_point(&world, lift, v2d_body_position(&world, crate));
    CHECK_NEAR(now.x, rest.x, 0.02), CHECK_NEAR(now.y, rest.y, 0.01);
    now = v2d_body_local_point(&world, table, v2d_body_position(&world, rider));
    CHECK_NEAR(now.x, seat.x, 0.05), CHECK_NEAR(now.y, seat.y, 0.01);
    test_steps(&world, 300); // it stands still: both fall asleep again
    CHECK(!v2d_body_is_awake(&world, crate) && !v2d_body_is_awake(&world, rider));
    // Left by itself it moves for one step only.
    v2d_transform last = v2d_body_transform(&world, lift);
    last.p.y += 0.05f;
    CHECK(v2d_body_set_target(&world, lift, last, dt) == V2D_OK);
    test_steps(&world, 60);
    expect_at(lift, last);
}

// A copy of the world goes on equally, targets and all.
static void copies_have_the_targets_too(void **state) {
    (void)state;
    setup(3);
    v2d_body_id body = test_box(&world, V2D_BODY_KINEMATIC, 0.0f, 5.0f, 1.0f, 0.2f);
    CHECK(v2d_body_set_target(&world, body, target_at(1.0f, 4.0f, 1.0f), 0.05f) == V2D_OK);
    CHECK(v2d_world_step(&world, 0.02f, 4) == V2D_OK);
    memcpy(&other, &world, sizeof(world));
    for (int i = 0; i < 3; ++i) {
        CHECK(v2d_world_step(&world, 0.02f, 4) == V2D_OK);
        CHECK(v2d_world_step(&other, 0.02f, 4) == V2D_OK);
    }
    expect_same_bytes(&world, &other);
    expect_at(body, target_at(1.0f, 4.0f, 1.0f));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged_defs_change_no_bit_and_wake_nothing),
        cmocka_unit_test(each_field_of_a_body_changes),
        cmocka_unit_test(each_field_of_a_shape_changes),
        cmocka_unit_test(each_field_of_a_point_changes),
        cmocka_unit_test(each_field_of_an_edge_changes),
        cmocka_unit_test(each_field_of_a_bend_changes),
        cmocka_unit_test(each_field_of_a_soft_body_changes),
        cmocka_unit_test(each_field_of_a_joint_changes),
        cmocka_unit_test(what_a_joint_does_not_read_is_ignored),
        cmocka_unit_test(each_field_of_a_zone_changes),
        cmocka_unit_test(fixed_fields_of_soft_bodies_are_refused),
        cmocka_unit_test(only_what_differs_is_applied),
        cmocka_unit_test(setters_and_changes_do_the_same),
        cmocka_unit_test(types_change_and_their_errors_are_named),
        cmocka_unit_test(own_mass_outlives_shapes_and_types),
        cmocka_unit_test(own_mass_is_the_same_by_all_ways),
        cmocka_unit_test(changes_wake_what_they_touch),
        cmocka_unit_test(described_bodies_can_be_made_anew),
        cmocka_unit_test(described_soft_things_go_on_equally),
        cmocka_unit_test(a_pinned_point_stops_or_goes_as_it_is_told),
        cmocka_unit_test(each_setting_of_a_world_changes),
        cmocka_unit_test(settings_that_cannot_be_are_refused),
        cmocka_unit_test(a_chain_changes_as_one),
        cmocka_unit_test(a_def_serves_several_kinds),
        cmocka_unit_test(points_begin_and_cease_to_collide),
        cmocka_unit_test(edges_break_by_their_mean_force),
        cmocka_unit_test(a_new_geometry_is_like_a_created_one),
        cmocka_unit_test(a_growing_floor_lifts_what_sleeps_on_it),
        cmocka_unit_test(soft_bodies_are_shifted_turned_and_thrown),
        cmocka_unit_test(a_clone_goes_on_like_its_original),
        cmocka_unit_test(a_turned_clone_swings_alike),
        cmocka_unit_test(clones_that_cannot_be_are_refused),
        cmocka_unit_test(targets_are_reached_to_the_bit),
        cmocka_unit_test(shorter_steps_go_a_part_of_the_way),
        cmocka_unit_test(a_target_is_replaced_or_cancelled),
        cmocka_unit_test(bad_targets_are_refused),
        cmocka_unit_test(targets_carry_what_stands_on_them),
        cmocka_unit_test(copies_have_the_targets_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
