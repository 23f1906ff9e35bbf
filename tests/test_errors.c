// SPDX-License-Identifier: MIT OR Unlicense
// test_errors.c - bad input for every public function: the right code, and the world bit for bit as before.
#define ENGINE_SMALL
#include "test.h"

static v2d_world world, before, other;

// What the calls below name. A test replaces all ids, or the world, or a value.
static v2d_world *w;
static v2d_body_id body, body2, ground;
static v2d_shape_id shape;
static v2d_chain_id chain;
static v2d_point_id point, point2, point3, foreign; // foreign: of another soft body
static v2d_edge_id edge;
static v2d_bend_id bend;
static v2d_soft_id soft;
static v2d_joint_id hinge, rod, drag;
static v2d_body_def body_def;
static v2d_shape_def shape_def;
static v2d_point_def point_def;
static v2d_edge_def edge_def;
static v2d_bend_def bend_def;
static v2d_soft_def soft_def;
static v2d_joint_def joint_def;
static v2d_step_def step_def;
static v2d_world_def world_def;
static v2d_geometry circle;
static v2d_vec2 origin, vec;
static v2d_aabb bounds;
static v2d_transform pose;
static v2d_mass mass;
static v2d_filter filter;
static v2d_contact contact_out;
static v2d_event event_out;
static v2d_draw draw;
static v2d_vec2 square[4];
static float number;

static void setup(void) {
    v2d_world_def def = v2d_world_def_default();
    memset(&world, 0, sizeof(world));
    w = &world;
    CHECK(v2d_world_init(w, &def) == V2D_OK);
    origin = v2d_vec2_make(0.0f, 0.0f);
    vec = v2d_vec2_make(1.0f, 2.0f);
    bounds.lower = v2d_vec2_make(-50.0f, -50.0f), bounds.upper = v2d_vec2_make(50.0f, 50.0f);
    number = 1.0f;
    pose = v2d_transform_make(vec, 0.0f);
    circle = v2d_geometry_circle(origin, 0.5f);
    square[0] = v2d_vec2_make(0.0f, 0.0f), square[1] = v2d_vec2_make(1.0f, 0.0f);
    square[2] = v2d_vec2_make(1.0f, 1.0f), square[3] = v2d_vec2_make(0.0f, 1.0f);
    mass.mass = 1.0f, mass.center = origin, mass.inertia = 1.0f;
    filter = filter_default();
    memset(&draw, 0, sizeof(draw));
    body_def = v2d_body_def_default();
    shape_def = v2d_shape_def_default();
    point_def = v2d_point_def_default();
    edge_def = v2d_edge_def_default();
    bend_def = v2d_bend_def_default();
    soft_def = v2d_soft_def_default();
    step_def = v2d_step_def_default();
    world_def = v2d_world_def_default();

    ground = test_ground(w);
    body = test_circle(w, V2D_BODY_DYNAMIC, 0.0f, 0.5f, 0.5f);
    body2 = test_box(w, V2D_BODY_DYNAMIC, 3.0f, 0.5f, 0.5f, 0.5f);
    shape = v2d_body_first_shape(w, body);
    chain = v2d_chain_create(w, ground, &shape_def, square, 4, true);
    soft_def.position = v2d_vec2_make(10.0f, 5.0f);
    soft = v2d_soft_create_polygon(w, &soft_def, square, 4);
    point = v2d_soft_point(w, soft, 0);
    point2 = v2d_soft_point(w, soft, 1);
    point3 = v2d_soft_point(w, soft, 2);
    v2d_edge_id no_edge = {0, 0};
    edge = v2d_world_next_edge(w, no_edge);
    foreign = v2d_point_create(w, &point_def);
    bend_def.a = point, bend_def.b = point2, bend_def.c = point3;
    bend = v2d_bend_create(w, &bend_def);
    edge_def.a = point, edge_def.b = point3;
    joint_def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    joint_def.a = v2d_anchor_body(body, origin);
    joint_def.b = v2d_anchor_body(body2, origin);
    hinge = v2d_joint_create(w, &joint_def);
    joint_def.kind = V2D_JOINT_DISTANCE;
    rod = v2d_joint_create(w, &joint_def);
    v2d_joint_def drag_def = v2d_joint_def_default(V2D_JOINT_DRAG);
    drag_def.b = v2d_anchor_point(point);
    drag_def.target = v2d_vec2_make(10.0f, 5.0f);
    drag = v2d_joint_create(w, &drag_def);
    joint_def.kind = V2D_JOINT_REVOLUTE;
    test_steps(w, 3);
    CHECK(v2d_joint_is_valid(w, hinge) && v2d_joint_is_valid(w, rod) &&
          v2d_joint_is_valid(w, drag));
    CHECK(v2d_bend_is_valid(w, bend) && v2d_edge_is_valid(w, edge) &&
          v2d_point_is_valid(w, foreign) && v2d_chain_is_valid(w, chain));
    CHECK(v2d_world_status(w) == V2D_OK);
    v2d_world_def other_def = v2d_world_def_default();
    CHECK(v2d_world_init(&other, &other_def) == V2D_OK);
}

// Calls that answer a v2d_result. Those in the first list need no id.
#define WORLD_CALLS(X)                   \
    X(v2d_world_step(w, 0.01f, 4))       \
    X(v2d_world_step_with(w, &step_def)) \
    X(v2d_world_set_gravity(w, vec))     \
    X(v2d_world_change(w, &world_def))

#define OBJECT_CALLS(X)                                \
    X(v2d_body_destroy(w, body))                       \
    X(v2d_body_set_type(w, body, V2D_BODY_STATIC))     \
    X(v2d_body_set_transform(w, body, vec, number))    \
    X(v2d_body_set_velocity(w, body, vec))             \
    X(v2d_body_set_angular_velocity(w, body, number))  \
    X(v2d_body_set_target(w, body, pose, 0.01f))       \
    X(v2d_body_change(w, body, &body_def))             \
    X(v2d_shape_change(w, shape, &shape_def))          \
    X(v2d_point_change(w, point, &point_def))          \
    X(v2d_edge_change(w, edge, &edge_def))             \
    X(v2d_bend_change(w, bend, &bend_def))             \
    X(v2d_soft_change(w, soft, &soft_def))             \
    X(v2d_chain_change(w, chain, &shape_def))          \
    X(v2d_joint_change(w, hinge, &joint_def))          \
    X(v2d_shape_set_geometry(w, shape, &circle))       \
    X(v2d_body_apply_force(w, body, vec, vec))         \
    X(v2d_body_apply_force_to_center(w, body, vec))    \
    X(v2d_body_apply_torque(w, body, number))          \
    X(v2d_body_apply_impulse(w, body, vec, vec))       \
    X(v2d_body_apply_impulse_to_center(w, body, vec))  \
    X(v2d_body_apply_angular_impulse(w, body, number)) \
    X(v2d_body_set_awake(w, body, true))               \
    X(v2d_body_set_enabled(w, body, false))            \
    X(v2d_point_set_awake(w, point, true))             \
    X(v2d_shape_destroy(w, shape))                     \
    X(v2d_chain_destroy(w, chain))                     \
    X(v2d_point_destroy(w, point))                     \
    X(v2d_point_set_position(w, point, vec))           \
    X(v2d_point_set_velocity(w, point, vec))           \
    X(v2d_point_apply_force(w, point, vec))            \
    X(v2d_point_apply_impulse(w, point, vec))          \
    X(v2d_point_set_pinned(w, point, true))            \
    X(v2d_edge_destroy(w, edge))                       \
    X(v2d_edge_set_rest_length(w, edge, number))       \
    X(v2d_bend_destroy(w, bend))                       \
    X(v2d_soft_destroy(w, soft))                       \
    X(v2d_joint_destroy(w, hinge))                     \
    X(v2d_joint_set_motor(w, hinge, number, number))   \
    X(v2d_joint_set_target(w, drag, vec))              \
    X(v2d_joint_set_lengths(w, rod, number, number))

// Calls that answer an id.
#define MAKER_CALLS(X)                                                             \
    X(v2d_body_create(w, &body_def))                                               \
    X(v2d_body_create_with(w, &body_def, &shape_def, &circle))                     \
    X(v2d_box(w, V2D_BODY_DYNAMIC, vec, number, number))                           \
    X(v2d_circle(w, V2D_BODY_STATIC, vec, number))                                 \
    X(v2d_point_create(w, &point_def))                                             \
    X(v2d_edge_create(w, &edge_def))                                               \
    X(v2d_bend_create(w, &bend_def))                                               \
    X(v2d_soft_create(w, &soft_def))                                               \
    X(v2d_soft_create_polygon(w, &soft_def, square, 4))                            \
    X(v2d_soft_create_box(w, &soft_def, number, number))                           \
    X(v2d_soft_create_blob(w, &soft_def, square, 4))                               \
    X(v2d_soft_create_rope(w, &soft_def, origin, vec, 3, true, false))             \
    X(v2d_soft_create_slack_rope(w, &soft_def, origin, vec, 4.0f, 3, true, false)) \
    X(v2d_soft_create_cloth(w, &soft_def, 3, 3, number))                           \
    X(v2d_joint_create(w, &joint_def))                                             \
    X(v2d_world_drag_begin(w, origin, number))

#define OBJECT_MAKER_CALLS(X)                                   \
    X(v2d_shape_create(w, body, &shape_def, &circle))           \
    X(v2d_shape_create_outline(w, body, &shape_def, square, 4)) \
    X(v2d_chain_create(w, body, &shape_def, square, 4, true))   \
    X(v2d_soft_clone(w, soft, pose))                            \
    X(v2d_point_attach(w, point, body))

// Getters, by what they answer: S a number, truth or enum, V a vector, I an id, A a box, X a transform.
#define GETTERS(S, V, I, A, X)                    \
    S(v2d_body_is_valid(w, body))                 \
    V(v2d_body_position(w, body))                 \
    S(v2d_body_angle(w, body) != 0.0f)            \
    X(v2d_body_transform(w, body))                \
    X(v2d_body_interpolated(w, body, 0.5f))       \
    V(v2d_body_center(w, body))                   \
    V(v2d_body_velocity(w, body))                 \
    S(v2d_body_angular_velocity(w, body) != 0.0f) \
    V(v2d_body_velocity_at(w, body, vec))         \
    S(v2d_body_mass(w, body).mass != 0.0f)        \
    S(v2d_body_mass(w, body).inertia != 0.0f)     \
    S(v2d_body_is_awake(w, body))                 \
    V(v2d_body_local_point(w, body, vec))         \
    V(v2d_body_world_point(w, body, vec))         \
    I(v2d_body_first_shape(w, body))              \
    I(v2d_shape_next(w, shape))                   \
    S(v2d_shape_is_valid(w, shape))               \
    I(v2d_shape_body(w, shape))                   \
    S(v2d_shape_geometry(w, shape).kind)          \
    A(v2d_shape_aabb(w, shape))                   \
    I(v2d_shape_chain(w, shape))                  \
    S(v2d_chain_is_valid(w, chain))               \
    I(v2d_chain_shape(w, chain, 0))               \
    S(v2d_point_is_valid(w, point))               \
    V(v2d_point_position(w, point))               \
    V(v2d_point_velocity(w, point))               \
    S(v2d_point_is_awake(w, point))               \
    S(v2d_soft_is_awake(w, soft))                 \
    S(v2d_edge_peak_force(w, edge) != 0.0f)       \
    S(v2d_edge_is_valid(w, edge))                 \
    S(v2d_edge_length(w, edge) != 0.0f)           \
    S(v2d_edge_tension(w, edge) != 0.0f)          \
    S(v2d_bend_is_valid(w, bend))                 \
    S(v2d_bend_angle(w, bend) != 0.0f)            \
    S(v2d_soft_is_valid(w, soft))                 \
    S(v2d_soft_point_count(w, soft))              \
    I(v2d_soft_point(w, soft, 0))                 \
    S(v2d_soft_edge_count(w, soft))               \
    I(v2d_soft_edge(w, soft, 0))                  \
    V(v2d_soft_center(w, soft))                   \
    V(v2d_soft_velocity(w, soft))                 \
    A(v2d_soft_aabb(w, soft))                     \
    S(v2d_soft_area(w, soft) != 0.0f)             \
    S(v2d_joint_is_valid(w, hinge))

#define WORLD_GETTERS(S, V, I)        \
    S(v2d_world_hash(w))              \
    S(v2d_world_save(w, NULL, 0))     \
    S(v2d_world_counters(w).bytes)    \
    S(v2d_world_contact_count(w))     \
    S(v2d_world_event_count(w))       \
    I(v2d_world_next_body(w, body))   \
    I(v2d_world_next_point(w, point)) \
    I(v2d_world_next_edge(w, edge))   \
    I(v2d_world_next_bend(w, bend))   \
    I(v2d_world_next_soft(w, soft))   \
    I(v2d_world_next_joint(w, hinge)) \
    I(v2d_world_drag_begin(w, origin, 100.0f))

#define IS_ZERO(call)        CHECK((call) == 0);
#define IS_ZERO_VECTOR(call) CHECK((call).x == 0.0f && (call).y == 0.0f);
#define IS_NULL_ID(call)     CHECK((call).index1 == 0 && (call).generation == 0);
#define IS_ZERO_BOX(call)                                                               \
    CHECK((call).lower.x == 0.0f && (call).lower.y == 0.0f && (call).upper.x == 0.0f && \
          (call).upper.y == 0.0f);
#define IS_IDENTITY(call) \
    CHECK((call).p.x == 0.0f && (call).p.y == 0.0f && (call).q.c == 1.0f && (call).q.s == 0.0f);

static void unchanged(const char *text, int line) {
    v2d_world_clear_status(&world);
    if (memcmp(&world, &before, sizeof(world)) == 0) return;
    print_error("line %d: the world changed: %s\n", line, text);
    _fail(__FILE__, line);
}

// The code comes back and is kept as the status; nothing else changes.
#define REFUSED(code, call)                                                      \
    do {                                                                         \
        before = world;                                                          \
        v2d_result refused_result = (call);                                      \
        if (refused_result != (code)) {                                          \
            print_error("%s\n    answers: %s\n    instead of: %s\n", #call,      \
                        v2d_result_text(refused_result), v2d_result_text(code)); \
        }                                                                        \
        CHECK(refused_result == (code));                                         \
        CHECK(v2d_world_status(&world) == (code));                               \
        unchanged(#call, __LINE__);                                              \
    } while (0)

// The null id comes back and the code is kept as the status.
#define NOT_MADE(code, call)                                                               \
    do {                                                                                   \
        before = world;                                                                    \
        CHECK((call).index1 == 0);                                                         \
        if (v2d_world_status(&world) != (code)) {                                          \
            print_error("%s\n    answers: %s\n    instead of: %s\n", #call,                \
                        v2d_result_text(v2d_world_status(&world)), v2d_result_text(code)); \
        }                                                                                  \
        CHECK(v2d_world_status(&world) == (code));                                         \
        unchanged(#call, __LINE__);                                                        \
    } while (0)

// ---- the world ------------------------------------------------------------------------------------------------------

static void no_world_is_an_error(void **state) {
    (void)state;
    setup();
    before = world;
    w = NULL;
#define X(call) CHECK((call) == V2D_ERROR_NULL);
    WORLD_CALLS(X)
    OBJECT_CALLS(X)
#undef X
    MAKER_CALLS(IS_NULL_ID)
    OBJECT_MAKER_CALLS(IS_NULL_ID)
    GETTERS(IS_ZERO, IS_ZERO_VECTOR, IS_NULL_ID, IS_ZERO_BOX, IS_IDENTITY)
    WORLD_GETTERS(IS_ZERO, IS_ZERO_VECTOR, IS_NULL_ID)
    CHECK(v2d_world_status(NULL) == V2D_ERROR_NULL);
    CHECK(v2d_world_selfcheck(NULL, NULL) == V2D_ERROR_NULL);
    v2d_world_clear_status(NULL);
    CHECK(v2d_world_contact(NULL, 0, &contact_out) == V2D_ERROR_NULL);
    CHECK(v2d_world_event(NULL, 0, &event_out) == V2D_ERROR_NULL);
    CHECK(v2d_world_draw(NULL, &draw) == V2D_ERROR_NULL);
    CHECK(memcmp(&world, &before, sizeof(world)) == 0);
}

// A world that nobody initialised: of zeros, or of rubbish.
static void uninitialised_world_is_an_error(void **state) {
    (void)state;
    for (int rubbish = 0; rubbish < 2; ++rubbish) {
        setup();
        memset(&other, rubbish ? 0xcd : 0, sizeof(other));
        before = other;
        w = &other;
#define X(call) CHECK((call) == V2D_ERROR_NOT_INITIALIZED);
        WORLD_CALLS(X)
        OBJECT_CALLS(X)
#undef X
        MAKER_CALLS(IS_NULL_ID)
        OBJECT_MAKER_CALLS(IS_NULL_ID)
        GETTERS(IS_ZERO, IS_ZERO_VECTOR, IS_NULL_ID, IS_ZERO_BOX, IS_IDENTITY)
        WORLD_GETTERS(IS_ZERO, IS_ZERO_VECTOR, IS_NULL_ID)
        CHECK(v2d_world_status(&other) == V2D_ERROR_NOT_INITIALIZED);
        v2d_world_clear_status(&other);
        CHECK(v2d_world_contact(&other, 0, &contact_out) == V2D_ERROR_NOT_INITIALIZED);
        CHECK(v2d_world_event(&other, 0, &event_out) == V2D_ERROR_NOT_INITIALIZED);
        CHECK(v2d_world_draw(&other, &draw) == V2D_ERROR_NOT_INITIALIZED);
        CHECK(memcmp(&other, &before, sizeof(other)) == 0);
    }
}

typedef struct float_field {
    size_t offset;
    float low, high; // values just outside the range; 0 where there is none
} float_field;

// Put a bad value into a field of a def.
static void set_field(void *def, size_t offset, float value) {
    memcpy((char *)def + offset, &value, sizeof(value));
}

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

// Each field in turn: NaN, infinities, just below and just above its range. `base` is restored.
#define BAD_FIELDS(def_type, base, fields, check)                                                 \
    do {                                                                                          \
        const def_type good_def = (base);                                                         \
        const float rubbish[3] = {NAN, INFINITY, -INFINITY};                                      \
        for (int f = 0; f < COUNT_OF(fields); ++f) {                                              \
            for (int k = 0; k < 5; ++k) {                                                         \
                float value = k < 3 ? rubbish[k] : (k == 3 ? (fields)[f].low : (fields)[f].high); \
                if (k >= 3 && value == 0.0f) continue;                                            \
                (base) = good_def;                                                                \
                set_field(&(base), (fields)[f].offset, value);                                    \
                v2d_result wanted = k < 3 ? V2D_ERROR_NOT_FINITE : V2D_ERROR_OUT_OF_RANGE;        \
                check(wanted);                                                                    \
            }                                                                                     \
        }                                                                                         \
        (base) = good_def;                                                                        \
    } while (0)

static void bad_world_defs_are_refused(void **state) {
    (void)state;
    setup();
    static const float_field fields[] = {
        {offsetof(v2d_world_def, gravity.x), -2e9f, 2e9f},
        {offsetof(v2d_world_def, gravity.y), -2e9f, 2e9f},
        {offsetof(v2d_world_def, length_unit), 0.9e-4f, 1.1e4f},
        {offsetof(v2d_world_def, contact_frequency), 0.9f, 10001.0f},
        {offsetof(v2d_world_def, contact_damping_ratio), -0.1f, 101.0f},
        {offsetof(v2d_world_def, contact_push_speed), -0.1f, 0.0f},
        {offsetof(v2d_world_def, restitution_threshold), -0.1f, 0.0f},
        {offsetof(v2d_world_def, max_speed), -1.0f, 0.0f},
        {offsetof(v2d_world_def, bounds_friction), -0.1f, 0.0f},
        {offsetof(v2d_world_def, bounds.lower.x), -2e9f, 2e9f},
        {offsetof(v2d_world_def, bounds.lower.y), -2e9f, 2e9f},
        {offsetof(v2d_world_def, bounds.upper.x), -2e9f, 2e9f},
        {offsetof(v2d_world_def, bounds.upper.y), -2e9f, 2e9f},
    };
    world_def = v2d_world_def_default();
#define INIT_REFUSED(code)                               \
    before = world;                                      \
    CHECK(v2d_world_init(&world, &world_def) == (code)); \
    CHECK(memcmp(&world, &before, sizeof(world)) == 0)
    BAD_FIELDS(v2d_world_def, world_def, fields, INIT_REFUSED);
    world_def.max_speed = 0.0f;
    INIT_REFUSED(V2D_ERROR_OUT_OF_RANGE);
    world_def = v2d_world_def_default();
    world_def.relax_passes = 0;
    INIT_REFUSED(V2D_ERROR_OUT_OF_RANGE);
    world_def.relax_passes = 1001;
    INIT_REFUSED(V2D_ERROR_OUT_OF_RANGE);
    world_def = v2d_world_def_default();
    world_def.work_budget = -1;
    INIT_REFUSED(V2D_ERROR_OUT_OF_RANGE);
    world_def = v2d_world_def_default();
    world_def.friction_mix = (v2d_mix)5;
    INIT_REFUSED(V2D_ERROR_OUT_OF_RANGE);
    world_def = v2d_world_def_default();
    world_def.restitution_mix = (v2d_mix)-1;
    INIT_REFUSED(V2D_ERROR_OUT_OF_RANGE);
    world_def = v2d_world_def_default();
    world_def.bounded = true;
    world_def.bounds.upper.x = world_def.bounds.lower.x;
    INIT_REFUSED(V2D_ERROR_DEGENERATE);
    memset(&world_def, 0, sizeof(world_def)); // not made by v2d_world_def_default()
    INIT_REFUSED(V2D_ERROR_BAD_DEF);
    world_def = v2d_world_def_default();
    CHECK(v2d_world_init(NULL, &world_def) == V2D_ERROR_NULL);
    CHECK(v2d_world_init(&world, NULL) == V2D_ERROR_NULL);
    // What a file that was compiled with other capacities would pass.
    CHECK(v2d_world_init_sized(&world, &world_def, sizeof(world) - 4) == V2D_ERROR_CONFIG_MISMATCH);
    CHECK(v2d_world_init_sized(&world, &world_def, sizeof(world) + 4) == V2D_ERROR_CONFIG_MISMATCH);
    CHECK(v2d_world_init_sized(&world, &world_def, 0) == V2D_ERROR_CONFIG_MISMATCH);
    CHECK(memcmp(&world, &before, sizeof(world)) == 0);
}

static void bad_steps_are_refused(void **state) {
    (void)state;
    setup();
    static const float bad[7] = {0.0f, -0.01f, 0.9e-6f, 1.1f, 1e9f, -1e9f, 1e-30f};
    for (int i = 0; i < 7; ++i)
        REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_world_step(w, bad[i], 4));
    REFUSED(V2D_ERROR_NOT_FINITE, v2d_world_step(w, NAN, 4));
    REFUSED(V2D_ERROR_NOT_FINITE, v2d_world_step(w, INFINITY, 4));
    REFUSED(V2D_ERROR_NOT_FINITE, v2d_world_step(w, -INFINITY, 4));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_world_step(w, 0.01f, 0));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_world_step(w, 0.01f, 65));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_world_step(w, 0.01f, -1));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_world_step(w, 0.01f, INT32_MIN));
    REFUSED(V2D_ERROR_NULL, v2d_world_step_with(w, NULL));
    step_def.cookie = 0;
    REFUSED(V2D_ERROR_BAD_DEF, v2d_world_step_with(w, &step_def));
    step_def = v2d_step_def_default();
    step_def.dt = 0.0f;
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_world_step_with(w, &step_def));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, world_set_budget(w, -1));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, world_set_relax_passes(w, 0));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, world_set_relax_passes(w, 1001));
}

static void bad_saves_are_refused(void **state) {
    (void)state;
    static unsigned char save[sizeof(v2d_world)];
    setup();
    size_t size = v2d_world_save(w, save, sizeof(save));
    CHECK(size > 0 && v2d_world_save(w, save, size - 1) == 0);
    CHECK(v2d_world_load(NULL, save, size) == V2D_ERROR_NULL);
    CHECK(v2d_world_save(w, save, sizeof(save)) == size);
    REFUSED(V2D_ERROR_NULL, v2d_world_load(w, NULL, size));
    CHECK(v2d_world_load_sized(w, save, size, sizeof(world) - 8) == V2D_ERROR_CONFIG_MISMATCH);
    REFUSED(V2D_ERROR_DAMAGED, v2d_world_load(w, save, 0));
    REFUSED(V2D_ERROR_DAMAGED, v2d_world_load(w, save, size - 8));
    REFUSED(V2D_ERROR_DAMAGED, v2d_world_load(w, save, size + 8));
    save[4] ^= 1u; // the version
    REFUSED(V2D_ERROR_CONFIG_MISMATCH, v2d_world_load(w, save, size));
    save[4] ^= 1u, save[size / 2] ^= 1u;
    REFUSED(V2D_ERROR_DAMAGED, v2d_world_load(w, save, size));
    save[size / 2] ^= 1u;
    CHECK(v2d_world_load(w, save, size) == V2D_OK);
}

static void reading_beyond_the_end_is_refused(void **state) {
    (void)state;
    setup();
    before = world;
    int count = v2d_world_contact_count(w);
    CHECK(count > 0);
    CHECK(v2d_world_contact(w, count, &contact_out) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_contact(w, -1, &contact_out) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_contact(w, 0, NULL) == V2D_ERROR_NULL);
    CHECK(v2d_world_event(w, 0, &event_out) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_event(w, -1, &event_out) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_world_event(w, 0, NULL) == V2D_ERROR_NULL);
    CHECK(v2d_world_draw(w, NULL) == V2D_ERROR_NULL);
    CHECK(v2d_soft_point(w, soft, -1).index1 == 0);
    CHECK(v2d_soft_point(w, soft, 4).index1 == 0);
    CHECK(test_finite(v2d_body_velocity_at(w, body, v2d_vec2_make(NAN, 0.0f))));
    CHECK(test_finite(v2d_body_interpolated(w, body, NAN).p));
    CHECK(test_finite(v2d_body_interpolated(w, body, 1e30f).p));
    CHECK(!shape_contains(w, shape, v2d_vec2_make(NAN, 0.0f)));
    CHECK(memcmp(&world, &before, sizeof(world)) == 0);
}

// ---- ids ---------------------------------------------------------------------------------------------------------------

#define FOR_EACH_ID(X) \
    X(body)            \
    X(body2)           \
    X(shape) X(chain) X(point) X(point2) X(point3) X(edge) X(bend) X(soft) X(hinge) X(rod) X(drag)

static void replace_ids(uint32_t index1, uint32_t generation) {
#define X(id) (id).index1 = index1, (id).generation = generation;
    FOR_EACH_ID(X)
#undef X
}

static void replace_defs(void) {
    edge_def.a = point, edge_def.b = point3;
    bend_def.a = point, bend_def.b = point2, bend_def.c = point3;
    joint_def.a = v2d_anchor_body(body, origin), joint_def.b = v2d_anchor_body(body2, origin);
}

static void all_calls_refuse_ids(v2d_result code) {
#define X(call) REFUSED(code, call);
    OBJECT_CALLS(X)
#undef X
    replace_defs();
    NOT_MADE(code, v2d_shape_create(w, body, &shape_def, &circle));
    NOT_MADE(code, v2d_chain_create(w, body, &shape_def, square, 4, true));
    NOT_MADE(code, v2d_point_attach(w, point, ground));
    NOT_MADE(code, v2d_point_attach(w, foreign, body));
    NOT_MADE(code, v2d_edge_create(w, &edge_def));
    NOT_MADE(code, v2d_bend_create(w, &bend_def));
    NOT_MADE(code, v2d_joint_create(w, &joint_def));
    GETTERS(IS_ZERO, IS_ZERO_VECTOR, IS_NULL_ID, IS_ZERO_BOX, IS_IDENTITY)
}

static void null_ids_are_refused(void **state) {
    (void)state;
    setup();
    replace_ids(0, 0);
    all_calls_refuse_ids(V2D_ERROR_BAD_ID);
}

static void made_up_ids_are_refused(void **state) {
    (void)state;
    static const uint32_t made_up[8][2] = {
        {1u, 0u},          {0u, 0x10000001u},          {0xffffffffu, 0xffffffffu},
        {1u, 0xffffffffu}, {0x7fffffffu, 0xf0000001u}, {5u, 0x00000001u},
        {1u, 0xb0000001u}, {0x80000000u, 0xc0000001u}};
    for (int i = 0; i < 8; ++i) {
        setup();
        replace_ids(made_up[i][0], made_up[i][1]);
        all_calls_refuse_ids(V2D_ERROR_BAD_ID);
    }
    // Of the right kind, but beyond what is there.
    setup();
#define X(id) (id).index1 += 100000u;
    FOR_EACH_ID(X)
#undef X
    all_calls_refuse_ids(V2D_ERROR_BAD_ID);
}

static void stale_ids_are_refused(void **state) {
    (void)state;
    for (int reused = 0; reused < 2; ++reused) {
        setup();
        CHECK(v2d_joint_destroy(w, drag) == V2D_OK && v2d_joint_destroy(w, rod) == V2D_OK);
        CHECK(v2d_joint_destroy(w, hinge) == V2D_OK);
        CHECK(v2d_chain_destroy(w, chain) == V2D_OK);
        CHECK(v2d_soft_destroy(w, soft) == V2D_OK); // and with it its points, edges and bends
        CHECK(v2d_body_destroy(w, body) == V2D_OK && v2d_body_destroy(w, body2) == V2D_OK);
        if (reused) { // the slots are taken again
            v2d_body_id new_body = test_circle(w, V2D_BODY_DYNAMIC, 0.0f, 5.0f, 0.5f);
            v2d_body_id new_body2 = test_circle(w, V2D_BODY_DYNAMIC, 0.0f, 9.0f, 0.5f);
            v2d_soft_id new_soft = v2d_soft_create_box(w, &soft_def, 1.0f, 1.0f);
            v2d_bend_def new_bend = v2d_bend_def_default();
            new_bend.a = v2d_soft_point(w, new_soft, 0),
            new_bend.b = v2d_soft_point(w, new_soft, 1);
            new_bend.c = v2d_soft_point(w, new_soft, 2);
            CHECK(v2d_bend_is_valid(w, v2d_bend_create(w, &new_bend)));
            for (int i = 0; i < 3; ++i) {
                v2d_joint_def new_joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
                new_joint.a = v2d_anchor_body(new_body, origin),
                new_joint.b = v2d_anchor_body(new_body2, origin);
                CHECK(v2d_joint_is_valid(w, v2d_joint_create(w, &new_joint)));
            }
        }
        all_calls_refuse_ids(V2D_ERROR_BAD_ID);
    }
}

// Types keep ids apart in C; memcpy does not.
static void ids_of_another_kind_are_refused(void **state) {
    (void)state;
    setup();
    v2d_body_id a_body = body;
    v2d_joint_id a_joint = hinge;
    replace_ids(a_body.index1, a_body.generation);
    memcpy(&body, &a_joint, sizeof(body));
    body2 = body;
    all_calls_refuse_ids(V2D_ERROR_WRONG_KIND);
    setup();
    v2d_shape_id a_shape = shape;
    replace_ids(a_shape.index1, a_shape.generation);
    memcpy(&shape, &a_body, sizeof(shape));
    all_calls_refuse_ids(V2D_ERROR_WRONG_KIND);
}

// An id of another world that has more in it.
static void ids_of_another_world_are_refused(void **state) {
    (void)state;
    setup();
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&world, &def) == V2D_OK); // empty again
    ground = test_ground(w);
    foreign = v2d_point_create(w, &point_def); // takes the slot and the name of `point`
    CHECK(v2d_body_destroy(w, body2) == V2D_ERROR_BAD_ID);
    CHECK(v2d_point_destroy(w, point2) == V2D_ERROR_BAD_ID);
    CHECK(v2d_soft_destroy(w, soft) == V2D_ERROR_BAD_ID);
    CHECK(v2d_joint_destroy(w, hinge) == V2D_ERROR_BAD_ID);
    CHECK(v2d_edge_destroy(w, edge) == V2D_ERROR_BAD_ID);
    CHECK(v2d_bend_destroy(w, bend) == V2D_ERROR_BAD_ID);
}

static void objects_that_must_differ_do(void **state) {
    (void)state;
    setup();
    edge_def.b = edge_def.a;
    NOT_MADE(V2D_ERROR_SAME_OBJECT, v2d_edge_create(w, &edge_def));
    edge_def.b = foreign;
    NOT_MADE(V2D_ERROR_WRONG_KIND, v2d_edge_create(w, &edge_def)); // of one soft body or both loose
    replace_defs();
    bend_def.c = bend_def.a;
    NOT_MADE(V2D_ERROR_SAME_OBJECT, v2d_bend_create(w, &bend_def));
    replace_defs();
    bend_def.c = bend_def.b;
    NOT_MADE(V2D_ERROR_SAME_OBJECT, v2d_bend_create(w, &bend_def));
    bend_def.c = foreign;
    NOT_MADE(V2D_ERROR_WRONG_KIND, v2d_bend_create(w, &bend_def));
    joint_def.b = joint_def.a;
    NOT_MADE(V2D_ERROR_SAME_OBJECT, v2d_joint_create(w, &joint_def));
    joint_def.b = v2d_anchor_point(point),
    joint_def.angular.limited = true; // a point does not turn
    NOT_MADE(V2D_ERROR_WRONG_KIND, v2d_joint_create(w, &joint_def));
    memset(&joint_def.b, 0, sizeof(joint_def.b)); // neither
    NOT_MADE(V2D_ERROR_BAD_ID, v2d_joint_create(w, &joint_def));
    // Two points at one place make no edge and no bend.
    CHECK(v2d_point_set_position(w, point2, v2d_point_position(w, point)) == V2D_OK);
    edge_def.a = point, edge_def.b = point2;
    NOT_MADE(V2D_ERROR_DEGENERATE, v2d_edge_create(w, &edge_def));
    replace_defs();
    NOT_MADE(V2D_ERROR_DEGENERATE, v2d_bend_create(w, &bend_def));
}

static void joints_of_another_kind_are_refused(void **state) {
    (void)state;
    setup();
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_joint_set_motor(w, drag, 1.0f, 1.0f));
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_joint_set_motor(w, drag, 1.0f, 1.0f));
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_joint_set_target(w, hinge, origin));
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_joint_set_target(w, rod, origin));
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_joint_set_lengths(w, hinge, 1.0f, 2.0f));
    REFUSED(V2D_ERROR_WRONG_KIND, v2d_joint_set_lengths(w, drag, 1.0f, 2.0f));
    REFUSED(V2D_ERROR_WRONG_KIND,
            v2d_body_set_type(w, ground, V2D_BODY_DYNAMIC)); // it has a half-plane
    v2d_geometry plane = v2d_geometry_half_plane(origin, v2d_vec2_make(0.0f, 1.0f));
    NOT_MADE(V2D_ERROR_WRONG_KIND, v2d_shape_create(w, body, &shape_def, &plane));
    CHECK(joint_angle(w, rod) == 0.0f && joint_motor_effort(w, drag) == 0.0f);
}

// ---- values ---------------------------------------------------------------------------------------------------------------

static void bad_vectors_are_refused(void **state) {
    (void)state;
    setup();
    static const v2d_vec2 bad[6] = {{NAN, 0.0f},       {0.0f, NAN},  {INFINITY, 0.0f},
                                    {0.0f, -INFINITY}, {2e9f, 0.0f}, {0.0f, -2e9f}};
    for (int i = 0; i < 6; ++i) {
        v2d_result code = i < 4 ? V2D_ERROR_NOT_FINITE : V2D_ERROR_OUT_OF_RANGE;
        v2d_vec2 v = bad[i];
        REFUSED(code, v2d_world_set_gravity(w, v));
        REFUSED(code, v2d_body_set_transform(w, body, v, 0.0f));
        REFUSED(code, v2d_body_set_velocity(w, body, v));
        REFUSED(code, v2d_body_apply_force(w, body, v, origin));
        REFUSED(code, v2d_body_apply_force(w, body, origin, v));
        REFUSED(code, v2d_body_apply_force_to_center(w, body, v));
        REFUSED(code, v2d_body_apply_impulse(w, body, v, origin));
        REFUSED(code, v2d_body_apply_impulse(w, body, origin, v));
        REFUSED(code, v2d_body_apply_impulse_to_center(w, body, v));
        REFUSED(code, v2d_point_set_position(w, point, v));
        REFUSED(code, v2d_point_set_velocity(w, point, v));
        REFUSED(code, v2d_point_apply_force(w, point, v));
        REFUSED(code, v2d_point_apply_impulse(w, point, v));
        REFUSED(code, v2d_joint_set_target(w, drag, v));
        NOT_MADE(code, v2d_soft_create_rope(w, &soft_def, v, origin, 3, true, true));
        NOT_MADE(code, v2d_soft_create_rope(w, &soft_def, origin, v, 3, true, true));
        NOT_MADE(code, v2d_world_drag_begin(w, v, 1.0f));
        v2d_mass bad_mass = mass;
        bad_mass.center = v;
        REFUSED(code, body_set_mass(w, body, bad_mass));
        v2d_vec2 corners[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
        corners[2] = v;
        NOT_MADE(code, v2d_soft_create_polygon(w, &soft_def, corners, 4));
        NOT_MADE(code, v2d_soft_create_blob(w, &soft_def, corners, 4));
        replace_defs();
        joint_def.b.local = v;
        NOT_MADE(code, v2d_joint_create(w, &joint_def));
    }
}

static void bad_numbers_are_refused(void **state) {
    (void)state;
    setup();
    static const float rubbish[3] = {NAN, INFINITY, -INFINITY};
#define BAD(low, high, call)                                                  \
    for (int k = 0; k < 5; ++k) {                                             \
        float f = k < 3 ? rubbish[k] : (k == 3 ? (low) : (high));             \
        REFUSED(k < 3 ? V2D_ERROR_NOT_FINITE : V2D_ERROR_OUT_OF_RANGE, call); \
    }
    BAD(-2e9f, 2e9f, v2d_body_set_transform(w, body, origin, f))
    BAD(-2e9f, 2e9f, v2d_body_set_angular_velocity(w, body, f))
    BAD(-2e9f, 2e9f, v2d_body_apply_torque(w, body, f))
    BAD(-2e9f, 2e9f, v2d_body_apply_angular_impulse(w, body, f))
    BAD(-2e9f, 2e9f, body_set_gravity_scale(w, body, f))
    BAD(-0.1f, 2e9f, body_set_damping(w, body, f, 0.0f))
    BAD(-0.1f, 2e9f, body_set_damping(w, body, 0.0f, f))
    BAD(-0.1f, 1001.0f, shape_set_friction(w, shape, f))
    BAD(-0.1f, 1.1f, shape_set_restitution(w, shape, f))
    BAD(-2e9f, 2e9f, shape_set_surface_speed(w, shape, f))
    BAD(0.0f, 2e9f, point_change_mass(w, point, f))
    BAD(-1.0f, 0.9e-6f, point_change_mass(w, point, f))
    BAD(-1.0f, 0.0f, v2d_edge_set_rest_length(w, edge, f))
    BAD(0.05f, 10.1f, soft_set_area_scale(w, soft, f))
    BAD(-2e9f, 2e9f, v2d_joint_set_motor(w, hinge, f, 1.0f))
    BAD(-0.1f, -1e9f, v2d_joint_set_motor(w, hinge, 1.0f, f))
    BAD(-0.1f, 2.1f, v2d_joint_set_lengths(w, rod, f, 2.0f))
    BAD(-0.1f, 0.9f, v2d_joint_set_lengths(w, rod, 1.0f, f))
#undef BAD
#define BAD(low, high, call)                                                   \
    for (int k = 0; k < 5; ++k) {                                              \
        float f = k < 3 ? rubbish[k] : (k == 3 ? (low) : (high));              \
        NOT_MADE(k < 3 ? V2D_ERROR_NOT_FINITE : V2D_ERROR_OUT_OF_RANGE, call); \
    }
    BAD(0.0f, -1.0f, v2d_soft_create_box(w, &soft_def, f, 1.0f))
    BAD(0.0f, -1.0f, v2d_soft_create_box(w, &soft_def, 1.0f, f))
    BAD(0.0f, -1.0f, v2d_soft_create_cloth(w, &soft_def, 3, 3, f))
    BAD(-0.1f, -1e9f, v2d_world_drag_begin(w, origin, f))
#undef BAD
    static const float masses[4] = {0.0f, -1.0f, 0.9e-6f, 1.1e9f};
    v2d_mass bad_mass = mass;
    for (int i = 0; i < 4; ++i) {
        bad_mass.mass = masses[i];
        REFUSED(V2D_ERROR_OUT_OF_RANGE, body_set_mass(w, body, bad_mass));
    }
    bad_mass = mass;
    bad_mass.inertia = -1.0f;
    REFUSED(V2D_ERROR_OUT_OF_RANGE, body_set_mass(w, body, bad_mass));
    bad_mass.inertia = NAN;
    REFUSED(V2D_ERROR_NOT_FINITE, body_set_mass(w, body, bad_mass));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_set_type(w, body, (v2d_body_type)3));
    REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_set_type(w, body, (v2d_body_type)-1));
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE,
             v2d_soft_create_rope(w, &soft_def, origin, vec, 0, true, true));
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE,
             v2d_soft_create_rope(w, &soft_def, origin, vec, -5, true, true));
    NOT_MADE(V2D_ERROR_DEGENERATE, v2d_soft_create_rope(w, &soft_def, vec, vec, 3, true, true));
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_soft_create_cloth(w, &soft_def, 1, 3, 1.0f));
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_soft_create_cloth(w, &soft_def, 3, 1, 1.0f));
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_soft_create_cloth(w, &soft_def, -3, -3, 1.0f));
    NOT_MADE(V2D_ERROR_CAPACITY,
             v2d_soft_create_cloth(w, &soft_def, 46341, 46341, 1.0f)); // the product overflows
    NOT_MADE(V2D_ERROR_CAPACITY, v2d_soft_create_cloth(w, &soft_def, INT32_MAX, INT32_MAX, 1.0f));
}

// At 1e9 m floats lie 64 m apart: makers whose points would fall together refuse, and what they do make
// has edges of some length. Near the origin all of them succeed.
static void edges_without_length_are_refused(void **state) {
    (void)state;
    setup();
    for (int i = 0; i < 2; ++i) {
        soft_def.position = v2d_vec2_make(i == 0 ? 1e9f : -3.0f, i == 0 ? -1e9f : 5.0f);
        soft_def.angle = 0.3f;
        if (i == 0) {
            NOT_MADE(V2D_ERROR_DEGENERATE, v2d_soft_create_polygon(w, &soft_def, square, 4));
            NOT_MADE(V2D_ERROR_DEGENERATE, v2d_soft_create_box(w, &soft_def, 1.0f, 1.0f));
            NOT_MADE(V2D_ERROR_DEGENERATE, v2d_soft_create_blob(w, &soft_def, square, 4));
            NOT_MADE(V2D_ERROR_DEGENERATE,
                     v2d_soft_create_rope(w, &soft_def, origin, vec, 3, true, false));
            NOT_MADE(V2D_ERROR_DEGENERATE, v2d_soft_create_cloth(w, &soft_def, 3, 3, 1.0f));
        } else {
            CHECK(v2d_soft_create_polygon(w, &soft_def, square, 4).index1 != 0);
            CHECK(v2d_soft_create_rope(w, &soft_def, origin, vec, 3, true, false).index1 != 0);
            CHECK(v2d_soft_create_cloth(w, &soft_def, 3, 3, 1.0f).index1 != 0);
        }
    }
    for (float far = 1e6f; far < 1e9f; far *= 1.3f) { // whatever is made
        soft_def.position = v2d_vec2_make(far, 0.7f * far);
        v2d_soft_id made[5];
        made[0] = v2d_soft_create_polygon(w, &soft_def, square, 4);
        made[1] = soft_triangle(w, &soft_def, 2.0f, 3.0f);
        made[2] = v2d_soft_create_blob(w, &soft_def, square, 4);
        made[3] =
            v2d_soft_create_rope(w, &soft_def, origin, v2d_vec2_make(9.0f, 0.0f), 4, true, false);
        made[4] = v2d_soft_create_cloth(w, &soft_def, 2, 3, 1.0f);
        v2d_edge_id e = {0, 0};
        for (e = v2d_world_next_edge(w, e); e.index1 != 0; e = v2d_world_next_edge(w, e))
            CHECK(edge_rest_length(w, e) > 0.0f);
        for (int i = 0; i < 5; ++i)
            v2d_soft_destroy(w, made[i]);
    }
}

static void bad_outlines_are_refused(void **state) {
    (void)state;
    setup();
    v2d_vec2 bow_tie[4] = {{0.0f, 0.0f}, {2.0f, 1.0f}, {2.0f, 0.0f}, {0.0f, 3.0f}};
    v2d_vec2 dart[4] = {{0.0f, 0.0f}, {2.0f, 1.0f}, {0.0f, 2.0f}, {1.0f, 1.0f}};
    v2d_vec2 line[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {3.0f, 0.0f}};
    v2d_vec2 twice[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    NOT_MADE(V2D_ERROR_NULL, v2d_soft_create_polygon(w, &soft_def, NULL, 4));
    NOT_MADE(V2D_ERROR_NULL, v2d_soft_create_blob(w, &soft_def, NULL, 4));
    NOT_MADE(V2D_ERROR_NULL, v2d_shape_create_outline(w, body, &shape_def, NULL, 4));
    static const int counts[6] = {2, 1, 0, -1, INT32_MIN, 1000000};
    for (int i = 0; i < 6; ++i) {
        NOT_MADE(V2D_ERROR_VERTEX_COUNT, v2d_soft_create_polygon(w, &soft_def, square, counts[i]));
        NOT_MADE(V2D_ERROR_VERTEX_COUNT, v2d_soft_create_blob(w, &soft_def, square, counts[i]));
        NOT_MADE(V2D_ERROR_VERTEX_COUNT,
                 v2d_shape_create_outline(w, body, &shape_def, square, counts[i]));
    }
    NOT_MADE(V2D_ERROR_NOT_CONVEX, v2d_soft_create_polygon(w, &soft_def, dart, 4));
    NOT_MADE(V2D_ERROR_SELF_CROSSING, v2d_soft_create_blob(w, &soft_def, bow_tie, 4));
    NOT_MADE(V2D_ERROR_SELF_CROSSING, v2d_shape_create_outline(w, body, &shape_def, bow_tie, 4));
    NOT_MADE(V2D_ERROR_DEGENERATE, v2d_soft_create_blob(w, &soft_def, line, 4));
    NOT_MADE(V2D_ERROR_DEGENERATE, v2d_soft_create_polygon(w, &soft_def, twice, 4));
    NOT_MADE(V2D_ERROR_DEGENERATE, v2d_shape_create_outline(w, body, &shape_def, twice, 4));
    CHECK(v2d_shape_create_outline(w, body, &shape_def, dart, 4).index1 !=
          0); // concave is fine here
    CHECK(v2d_soft_is_valid(w, v2d_soft_create_blob(w, &soft_def, dart, 4)));
}

// Geometry that no maker made, or that a maker refused.
static void bad_geometry_is_refused(void **state) {
    (void)state;
    setup();
    v2d_geometry g;
    NOT_MADE(V2D_ERROR_NULL, v2d_shape_create(w, body, &shape_def, NULL));
    g = v2d_geometry_circle(origin, -1.0f);
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_shape_create(w, body, &shape_def, &g));
    g = v2d_geometry_circle(v2d_vec2_make(NAN, 0.0f), 1.0f);
    NOT_MADE(V2D_ERROR_NOT_FINITE, v2d_shape_create(w, body, &shape_def, &g));
    g = v2d_geometry_capsule(origin, origin, 1.0f);
    NOT_MADE(V2D_ERROR_DEGENERATE, v2d_shape_create(w, body, &shape_def, &g));
    g = circle;
    g.radius = NAN; // made, then spoilt
    NOT_MADE(V2D_ERROR_NOT_FINITE, v2d_shape_create(w, body, &shape_def, &g));
    g = v2d_geometry_box(1.0f, 1.0f);
    g.count = 9;
    NOT_MADE(V2D_ERROR_VERTEX_COUNT, v2d_shape_create(w, body, &shape_def, &g));
    g.count = -1;
    NOT_MADE(V2D_ERROR_VERTEX_COUNT, v2d_shape_create(w, body, &shape_def, &g));
    g = v2d_geometry_box(1.0f, 1.0f);
    g.vertices[2] = v2d_vec2_make(-0.5f, -0.5f);
    NOT_MADE(V2D_ERROR_NOT_CONVEX, v2d_shape_create(w, body, &shape_def, &g));
    g.kind = (v2d_geometry_kind)77;
    before = world;
    CHECK(v2d_shape_create(w, body, &shape_def, &g).index1 == 0);
    CHECK(v2d_world_status(w) != V2D_OK);
    unchanged("a kind that does not exist", __LINE__);
    memset(&g, 0, sizeof(g));
    CHECK(v2d_shape_create(w, body, &shape_def, &g).index1 == 0);
    CHECK(v2d_world_status(w) != V2D_OK);
    unchanged("geometry of zeros", __LINE__);
}

// ---- defs ----------------------------------------------------------------------------------------------------------------------

static void bad_defs_are_refused(void **state) {
    (void)state;
    setup();
    NOT_MADE(V2D_ERROR_NULL, v2d_body_create(w, NULL));
    NOT_MADE(V2D_ERROR_NULL, v2d_shape_create(w, body, NULL, &circle));
    NOT_MADE(V2D_ERROR_NULL, v2d_shape_create_outline(w, body, NULL, square, 4));
    NOT_MADE(V2D_ERROR_NULL, v2d_point_create(w, NULL));
    NOT_MADE(V2D_ERROR_NULL, v2d_edge_create(w, NULL));
    NOT_MADE(V2D_ERROR_NULL, v2d_bend_create(w, NULL));
    NOT_MADE(V2D_ERROR_NULL, v2d_soft_create(w, NULL));
    NOT_MADE(V2D_ERROR_NULL, v2d_soft_create_polygon(w, NULL, square, 4));
    NOT_MADE(V2D_ERROR_NULL, v2d_soft_create_box(w, NULL, 1.0f, 1.0f));
    NOT_MADE(V2D_ERROR_NULL, v2d_soft_create_blob(w, NULL, square, 4));
    NOT_MADE(V2D_ERROR_NULL, v2d_soft_create_rope(w, NULL, origin, vec, 3, true, true));
    NOT_MADE(V2D_ERROR_NULL, v2d_soft_create_cloth(w, NULL, 3, 3, 1.0f));
    NOT_MADE(V2D_ERROR_NULL, v2d_joint_create(w, NULL));
    // Made of zeros instead of by the default function, or with a wrong cookie.
    for (uint32_t cookie = 0; cookie < 2; ++cookie) {
        body_def.cookie = shape_def.cookie = point_def.cookie = edge_def.cookie = cookie;
        bend_def.cookie = soft_def.cookie = joint_def.cookie = cookie;
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_body_create(w, &body_def));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_shape_create(w, body, &shape_def, &circle));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_shape_create_outline(w, body, &shape_def, square, 4));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_point_create(w, &point_def));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_edge_create(w, &edge_def));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_bend_create(w, &bend_def));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_soft_create(w, &soft_def));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_soft_create_polygon(w, &soft_def, square, 4));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_soft_create_box(w, &soft_def, 1.0f, 1.0f));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_soft_create_blob(w, &soft_def, square, 4));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_soft_create_rope(w, &soft_def, origin, vec, 3, true, true));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_soft_create_cloth(w, &soft_def, 3, 3, 1.0f));
        NOT_MADE(V2D_ERROR_BAD_DEF, v2d_joint_create(w, &joint_def));
    }
}

#define FIELD(type, name, low, high) \
    { offsetof(type, name), (low), (high) }

static void bad_fields_of_defs_are_refused(void **state) {
    (void)state;
    setup();
    static const float_field body_fields[] = {
        FIELD(v2d_body_def, position.x, -2e9f, 2e9f),
        FIELD(v2d_body_def, position.y, -2e9f, 2e9f),
        FIELD(v2d_body_def, angle, -2e9f, 2e9f),
        FIELD(v2d_body_def, velocity.x, -2e9f, 2e9f),
        FIELD(v2d_body_def, velocity.y, -2e9f, 2e9f),
        FIELD(v2d_body_def, angular_velocity, -2e9f, 2e9f),
        FIELD(v2d_body_def, gravity_scale, -2e9f, 2e9f),
        FIELD(v2d_body_def, linear_damping, -0.1f, 0.0f),
        FIELD(v2d_body_def, angular_damping, -0.1f, 0.0f),
    };
    static const float_field shape_fields[] = {
        FIELD(v2d_shape_def, density, -0.1f, 0.0f),
        FIELD(v2d_shape_def, friction, -0.1f, 1001.0f),
        FIELD(v2d_shape_def, restitution, -0.1f, 1.1f),
        FIELD(v2d_shape_def, rolling_resistance, -0.1f, 1.1f),
        FIELD(v2d_shape_def, surface_speed, -2e9f, 2e9f),
        FIELD(v2d_shape_def, one_way.x, -2e9f, 2e9f),
        FIELD(v2d_shape_def, one_way.y, -2e9f, 2e9f),
    };
    static const float_field point_fields[] = {
        FIELD(v2d_point_def, position.x, -2e9f, 2e9f),
        FIELD(v2d_point_def, position.y, -2e9f, 2e9f),
        FIELD(v2d_point_def, velocity.x, -2e9f, 2e9f),
        FIELD(v2d_point_def, velocity.y, -2e9f, 2e9f),
        FIELD(v2d_point_def, mass, 0.9e-6f, 1.1e9f),
        FIELD(v2d_point_def, radius, -0.1f, 0.0f),
        FIELD(v2d_point_def, friction, -0.1f, 1001.0f),
        FIELD(v2d_point_def, restitution, -0.1f, 1.1f),
        FIELD(v2d_point_def, gravity_scale, -2e9f, 2e9f),
        FIELD(v2d_point_def, linear_damping, -0.1f, 0.0f),
    };
    static const float_field edge_fields[] = {
        FIELD(v2d_edge_def, frequency, -0.1f, 0.0f),
        FIELD(v2d_edge_def, damping_ratio, -0.1f, 101.0f),
        FIELD(v2d_edge_def, press_frequency, -0.1f, 0.0f),
        FIELD(v2d_edge_def, tear_strain, -0.1f, 0.0f),
        FIELD(v2d_edge_def, plastic.yield, -0.1f, 2e30f),
        FIELD(v2d_edge_def, plastic.rate, -0.1f, 2e30f),
        FIELD(v2d_edge_def, plastic.limit, -0.1f, 2e30f),
        FIELD(v2d_edge_def, plastic_strain, -0.1f, 0.0f),
    };
    static const float_field bend_fields[] = {
        FIELD(v2d_bend_def, frequency, -0.1f, 0.0f),
        FIELD(v2d_bend_def, damping_ratio, -0.1f, 101.0f),
    };
    static const float_field soft_fields[] = {
        FIELD(v2d_soft_def, position.x, -2e9f, 2e9f),
        FIELD(v2d_soft_def, position.y, -2e9f, 2e9f),
        FIELD(v2d_soft_def, angle, -2e9f, 2e9f),
        FIELD(v2d_soft_def, velocity.x, -2e9f, 2e9f),
        FIELD(v2d_soft_def, velocity.y, -2e9f, 2e9f),
        FIELD(v2d_soft_def, mass, 0.9e-6f, 1.1e9f),
        FIELD(v2d_soft_def, radius, -0.1f, 0.0f),
        FIELD(v2d_soft_def, friction, -0.1f, 1001.0f),
        FIELD(v2d_soft_def, restitution, -0.1f, 1.1f),
        FIELD(v2d_soft_def, gravity_scale, -2e9f, 2e9f),
        FIELD(v2d_soft_def, linear_damping, -0.1f, 0.0f),
        FIELD(v2d_soft_def, frequency, -0.1f, 0.0f),
        FIELD(v2d_soft_def, damping_ratio, -0.1f, 101.0f),
        FIELD(v2d_soft_def, press_frequency, -0.1f, 0.0f),
        FIELD(v2d_soft_def, bend_frequency, -0.1f, 0.0f),
        FIELD(v2d_soft_def, area_frequency, -0.1f, 0.0f),
        FIELD(v2d_soft_def, area_scale, 0.05f, 10.1f),
        FIELD(v2d_soft_def, shape_frequency, -0.1f, 0.0f),
        FIELD(v2d_soft_def, shape_damping_ratio, -0.1f, 101.0f),
        FIELD(v2d_soft_def, tear_strain, -0.1f, 0.0f),
    };
    static const float_field joint_fields[] = {
        FIELD(v2d_joint_def, a.local.x, -2e9f, 2e9f),
        FIELD(v2d_joint_def, b.local.y, -2e9f, 2e9f),
        FIELD(v2d_joint_def, a.angle, -2e9f, 2e9f),
        FIELD(v2d_joint_def, linear.frequency, -0.1f, 2e9f),
        FIELD(v2d_joint_def, linear.damping_ratio, -0.1f, 101.0f),
        FIELD(v2d_joint_def, angular.lower, -3.2f, 0.1f),
        FIELD(v2d_joint_def, angular.upper, -0.1f, 3.2f),
        FIELD(v2d_joint_def, angular.motor_speed, -2e9f, 2e9f),
        FIELD(v2d_joint_def, angular.motor_effort, -0.1f, 2e30f),
        FIELD(v2d_joint_def, angular.frequency, -0.1f, 2e9f),
        FIELD(v2d_joint_def, angular.damping_ratio, -0.1f, 101.0f),
        FIELD(v2d_joint_def, angular.rest, -2e9f, 2e9f),
        FIELD(v2d_joint_def, angular.spring_effort, -0.1f, 2e30f),
        FIELD(v2d_joint_def, angular.plastic.yield, -0.1f, 2e30f),
        FIELD(v2d_joint_def, angular.plastic.rate, -0.1f, 2e30f),
        FIELD(v2d_joint_def, angular.plastic.limit, -0.1f, 2e30f),
        FIELD(v2d_joint_def, angular.plastic_strain, -0.1f, 2e9f),
        FIELD(v2d_joint_def, break_force, 0.0f, 2e30f),
        FIELD(v2d_joint_def, break_torque, 0.0f, 2e30f),
    };
    static const float_field length_fields[] = {
        FIELD(v2d_joint_def, linear.lower, -0.5f, 2.5f),
        FIELD(v2d_joint_def, linear.upper, -0.5f, 0.5f),
    };
    static const float_field drag_fields[] = {
        FIELD(v2d_joint_def, target.x, -2e9f, 2e9f),
        FIELD(v2d_joint_def, target.y, -2e9f, 2e9f),
        FIELD(v2d_joint_def, linear.spring_effort, -0.1f, 2e30f),
    };
#define CHECK_BODY(code) NOT_MADE(code, v2d_body_create(w, &body_def))
#define CHECK_SHAPE(code)                                           \
    NOT_MADE(code, v2d_shape_create(w, body, &shape_def, &circle)); \
    NOT_MADE(code, v2d_shape_create_outline(w, body, &shape_def, square, 4))
#define CHECK_POINT(code) NOT_MADE(code, v2d_point_create(w, &point_def))
#define CHECK_EDGE(code)  NOT_MADE(code, v2d_edge_create(w, &edge_def))
#define CHECK_BEND(code)  NOT_MADE(code, v2d_bend_create(w, &bend_def))
#define CHECK_SOFT(code)                                                            \
    NOT_MADE(code, v2d_soft_create(w, &soft_def));                                  \
    NOT_MADE(code, v2d_soft_create_polygon(w, &soft_def, square, 4));               \
    NOT_MADE(code, v2d_soft_create_box(w, &soft_def, 1.0f, 1.0f));                  \
    NOT_MADE(code, v2d_soft_create_blob(w, &soft_def, square, 4));                  \
    NOT_MADE(code, v2d_soft_create_rope(w, &soft_def, origin, vec, 3, true, true)); \
    NOT_MADE(code, v2d_soft_create_cloth(w, &soft_def, 3, 3, 1.0f))
#define CHECK_JOINT(code) NOT_MADE(code, v2d_joint_create(w, &joint_def))
    BAD_FIELDS(v2d_body_def, body_def, body_fields, CHECK_BODY);
    BAD_FIELDS(v2d_shape_def, shape_def, shape_fields, CHECK_SHAPE);
    BAD_FIELDS(v2d_point_def, point_def, point_fields, CHECK_POINT);
    BAD_FIELDS(v2d_edge_def, edge_def, edge_fields, CHECK_EDGE);
    BAD_FIELDS(v2d_bend_def, bend_def, bend_fields, CHECK_BEND);
    BAD_FIELDS(v2d_soft_def, soft_def, soft_fields, CHECK_SOFT);
    BAD_FIELDS(v2d_joint_def, joint_def, joint_fields, CHECK_JOINT);
    joint_def.kind = V2D_JOINT_DISTANCE;
    joint_def.linear.lower = 1.0f, joint_def.linear.upper = 2.0f;
    BAD_FIELDS(v2d_joint_def, joint_def, length_fields, CHECK_JOINT);
    joint_def.kind = V2D_JOINT_DRAG;
    joint_def.linear = v2d_joint_def_default(V2D_JOINT_DRAG).linear;
    BAD_FIELDS(v2d_joint_def, joint_def, drag_fields, CHECK_JOINT);
    joint_def.linear.frequency = 0.0f;
    CHECK_JOINT(V2D_ERROR_OUT_OF_RANGE);
    joint_def = v2d_joint_def_default((v2d_joint_kind)99);
    replace_defs();
    CHECK_JOINT(V2D_ERROR_OUT_OF_RANGE);
    body_def.type = (v2d_body_type)3;
    CHECK_BODY(V2D_ERROR_OUT_OF_RANGE);
    edge_def.side = (v2d_edge_side)-1;
    CHECK_EDGE(V2D_ERROR_OUT_OF_RANGE);
    bend_def.frequency = 0.0f;
    CHECK_BEND(V2D_ERROR_OUT_OF_RANGE);
    point_def.soft = soft;
    point_def.soft.generation += 2u; // a soft body that is not there
    CHECK_POINT(V2D_ERROR_BAD_ID);
    memcpy(&point_def.soft, &body, sizeof(body));
    CHECK_POINT(V2D_ERROR_WRONG_KIND);
    soft_def.mass = 0.0f;
    CHECK_SOFT(V2D_ERROR_OUT_OF_RANGE);
}

// A byte that is neither 0 nor 1 is no bool: it would be both true and false to a compiler.
static void flags_that_are_no_bools_are_refused(void **state) {
    (void)state;
    setup();
    static const size_t flags[] = {
        offsetof(v2d_body_def, lock_x),      offsetof(v2d_body_def, bullet),
        offsetof(v2d_body_def, allow_sleep), offsetof(v2d_body_def, awake),
        offsetof(v2d_body_def, enabled),     offsetof(v2d_body_def, own_mass),
    };
    for (int f = 0; f < COUNT_OF(flags); ++f) {
        body_def = v2d_body_def_default();
        memset((char *)&body_def + flags[f], 2 + 50 * f, 1);
        CHECK_BODY(V2D_ERROR_OUT_OF_RANGE);
        REFUSED(V2D_ERROR_OUT_OF_RANGE, v2d_body_change(w, body, &body_def));
    }
    memset(&shape_def.sensor, 255, 1);
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_shape_create(w, body, &shape_def, &circle));
    memset(&point_def.collides, 2, 1);
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_point_create(w, &point_def));
    memset(&joint_def.collide_connected, 3, 1);
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_joint_create(w, &joint_def));
    joint_def.collide_connected = false;
    memset(&joint_def.angular.motor, 2, 1);
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_joint_create(w, &joint_def));
    bend_def = v2d_bend_def_default();
    v2d_cell_def cell_def = v2d_cell_def_default();
    for (int i = 0; i < 3; ++i) {
        point_def = v2d_point_def_default();
        point_def.position = v2d_vec2_make((float)i, i == 1 ? 1.0f : 0.0f);
        v2d_point_id made = v2d_point_create(w, &point_def);
        *(i == 0 ? &bend_def.a : i == 1 ? &bend_def.b : &bend_def.c) = made;
        *(i == 0 ? &cell_def.a : i == 1 ? &cell_def.b : &cell_def.c) = made;
    }
    memset(&bend_def.measured, 134, 1);
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_bend_create(w, &bend_def));
    memset(&cell_def.measured, 134, 1);
    NOT_MADE(V2D_ERROR_OUT_OF_RANGE, v2d_cell_create(w, &cell_def));
}

static void flags_of_queries_and_movers_are_bools(void **state) {
    (void)state;
    setup();
    static const size_t flags[] = {
        offsetof(v2d_query_def, shapes),      offsetof(v2d_query_def, points),
        offsetof(v2d_query_def, softs),       offsetof(v2d_query_def, sensors),
        offsetof(v2d_query_def, inner_edges), offsetof(v2d_query_def, both_sides),
    };
    static const size_t kept[] = {offsetof(v2d_mover, on_ground), offsetof(v2d_mover, on_wall),
                                  offsetof(v2d_mover, on_ceiling)};
    v2d_mover_def def = v2d_mover_def_default();
    v2d_mover mover = v2d_mover_make(vec), copy;
#define MOVES(code, m) REFUSED(code, (v2d_result)-v2d_mover_move(w, &def, 0.1f, m, NULL, 0))
    for (int i = 0; i < COUNT_OF(flags); ++i) {
        v2d_query_def query = v2d_query_def_default();
        memset((char *)&query + flags[i], 2 + 50 * i, 1);
        CHECK(v2d_world_ray(w, &query, origin, vec, NULL, 0) == -V2D_ERROR_OUT_OF_RANGE);
        CHECK(v2d_world_overlap(w, &query, &circle, pose, NULL, 0) == -V2D_ERROR_OUT_OF_RANGE);
        CHECK(v2d_world_status(w) == V2D_OK); // of queries it stays
        REFUSED(V2D_ERROR_OUT_OF_RANGE,
                (v2d_result)-v2d_world_explode(w, &query, origin, 1.0f, 1.0f, NULL, 0));
        REFUSED(V2D_ERROR_OUT_OF_RANGE,
                (v2d_result)-v2d_world_cut(w, &query, origin, vec, NULL, 0));
        memcpy(&def.query, &query, sizeof(query));
        MOVES(V2D_ERROR_OUT_OF_RANGE, &mover);
        def = v2d_mover_def_default();
    }
    for (int i = 0; i < COUNT_OF(kept); ++i) {
        memcpy(&copy, &mover, sizeof(mover));
        memset((char *)&copy + kept[i], 2 + 100 * i, 1);
        MOVES(V2D_ERROR_OUT_OF_RANGE, &copy);
    }
    memset(&def.along_ground, 255, 1);
    MOVES(V2D_ERROR_OUT_OF_RANGE, &mover);
#undef MOVES
}

// ---- the status -----------------------------------------------------------------------------------------------------------------

static void status_keeps_the_first_cause(void **state) {
    (void)state;
    setup();
    v2d_body_id none = {0, 0};
    CHECK(v2d_world_status(w) == V2D_OK);
    CHECK(v2d_body_destroy(w, none) == V2D_ERROR_BAD_ID);
    CHECK(v2d_world_step(w, NAN, 4) == V2D_ERROR_NOT_FINITE);
    CHECK(v2d_world_status(w) == V2D_ERROR_BAD_ID);
    CHECK(v2d_world_step(w, 0.01f, 4) == V2D_OK); // an old error stops nothing
    CHECK(v2d_world_status(w) == V2D_ERROR_BAD_ID);
    v2d_world_clear_status(w);
    CHECK(v2d_world_status(w) == V2D_OK);
}

// A world after hundreds of refused calls goes on like one that never saw them.
static void refused_calls_leave_no_trace(void **state) {
    (void)state;
    setup();
    memcpy(&other, &world, sizeof(world));
    for (int i = 0; i < 60; ++i) {
        v2d_body_id none = {0, 0};
        v2d_world_step(&world, NAN, 4);
        v2d_body_apply_force_to_center(&world, none, vec);
        v2d_body_set_velocity(&world, body, v2d_vec2_make(NAN, INFINITY));
        v2d_soft_create_cloth(&world, &soft_def, 1000, 1000, 1.0f);
        world_set_relax_passes(&world, 0);
        v2d_world_clear_status(&world);
        CHECK(v2d_world_step(&world, 1.0f / 60.0f, 4) == V2D_OK);
        CHECK(v2d_world_step(&other, 1.0f / 60.0f, 4) == V2D_OK);
        CHECK(memcmp(&world, &other, sizeof(world)) == 0);
    }
}

// The greatest values that are allowed: nothing becomes non-finite, whatever has to be put aside.
static void extreme_values_do_no_harm(void **state) {
    (void)state;
    for (int round = 0; round < 15; ++round) {
        setup();
        switch (round) {
        case 0: v2d_body_set_velocity(w, body, v2d_vec2_make(1e9f, -1e9f)); break;
        case 1: v2d_body_set_angular_velocity(w, body2, 1e9f); break;
        case 2:
            v2d_body_apply_impulse(w, body, v2d_vec2_make(1e9f, 1e9f), v2d_vec2_make(1e9f, -1e9f));
            break;
        case 3:
            v2d_body_apply_force(w, body2, v2d_vec2_make(1e9f, 1e9f), v2d_vec2_make(-1e9f, 1e9f));
            break;
        case 4: v2d_body_set_transform(w, body, v2d_vec2_make(1e9f, -1e9f), 1e9f); break;
        case 5: v2d_world_set_gravity(w, v2d_vec2_make(1e9f, -1e9f)); break;
        case 6: v2d_point_set_position(w, point, v2d_vec2_make(1e9f, -1e9f)); break;
        case 7: v2d_point_apply_impulse(w, point2, v2d_vec2_make(1e9f, 1e9f)); break;
        case 8:
            mass.mass = 1e-6f, mass.center = v2d_vec2_make(1e9f, 1e9f),
            body_set_mass(w, body, mass);
            break;
        case 9: v2d_joint_set_motor(w, hinge, 1e9f, 1e18f); break;
        case 10: v2d_joint_set_lengths(w, rod, 1e9f, 1e9f); break;
        case 11: v2d_joint_set_target(w, drag, v2d_vec2_make(1e9f, 1e9f)); break;
        case 12: // the least inertia a float can hold
            mass.mass = 50.0f, mass.inertia = 1e-45f;
            body_set_mass(w, body, mass);
            v2d_body_apply_angular_impulse(w, body, 1.0f);
            break;
        case 13: // the least mass
            shape_def.density = 1e-45f;
            v2d_shape_create(w, v2d_body_create(w, &body_def), &shape_def, &circle);
            break;
        default:
            circle = v2d_geometry_circle(vec, 1e-5f);
            shape_def.density = 1e-30f;
            v2d_shape_create(w, v2d_body_create(w, &body_def), &shape_def, &circle);
            break;
        }
        for (int i = 0; i < 60; ++i) {
            CHECK(v2d_world_step(w, 1.0f / 60.0f, 4) == V2D_OK);
            v2d_body_id b = {0, 0};
            for (b = v2d_world_next_body(w, b); b.index1 != 0; b = v2d_world_next_body(w, b)) {
                bool fine = test_finite(v2d_body_position(w, b)) &&
                            test_finite(v2d_body_velocity(w, b)) &&
                            isfinite(v2d_body_angular_velocity(w, b));
                if (!fine)
                    print_error("round %d, step %d, body %u\n", round, i, (unsigned)b.index1);
                CHECK(fine);
            }
            v2d_point_id p = {0, 0};
            for (p = v2d_world_next_point(w, p); p.index1 != 0; p = v2d_world_next_point(w, p)) {
                bool fine =
                    test_finite(v2d_point_position(w, p)) && test_finite(v2d_point_velocity(w, p));
                if (!fine)
                    print_error("round %d, step %d, point %u\n", round, i, (unsigned)p.index1);
                CHECK(fine);
            }
        }
    }
}

// The world tells the call and the argument of its first error, and forgets them with it.
static void an_error_names_its_call_and_argument(void **state) {
    (void)state;
    setup();
    CHECK(v2d_world_error(w).result == V2D_OK && v2d_world_error(w).call[0] == 0);
    CHECK(v2d_world_error(w).argument[0] == 0);
    CHECK(v2d_world_error(NULL).result == V2D_ERROR_NULL);
    v2d_zone_def zone_def = v2d_zone_def_default(V2D_ZONE_WIND);
    v2d_geometry thin = v2d_geometry_box(1.0f, 0.0f);
    v2d_body_id nobody = {0, 0};
    zone_def.everywhere = true, zone_def.drag = -1.0f;
    body_def.linear_damping = -1.0f, shape_def.friction = NAN, point_def.mass = 0.0f;
    edge_def.tear_strain = -2.0f, bend_def.frequency = 0.0f, soft_def.area_scale = -1.0f;
    joint_def.break_force = -5.0f, step_def.dt = 0.0f;
#define NAMES(does, code, name, text)                                              \
    do {                                                                           \
        does;                                                                      \
        v2d_error error = v2d_world_error(w);                                      \
        CHECK(error.result == (code) && v2d_world_status(w) == (code));            \
        CHECK(strcmp(error.call, name) == 0 && strcmp(error.argument, text) == 0); \
        v2d_world_clear_status(w);                                                 \
        CHECK(v2d_world_error(w).call[0] == 0);                                    \
    } while (0)
    const v2d_result range = V2D_ERROR_OUT_OF_RANGE;
    NAMES(v2d_body_create(w, &body_def), range, "v2d_body_create", "def->linear_damping");
    NAMES(v2d_shape_create(w, body, &shape_def, &circle), V2D_ERROR_NOT_FINITE, "v2d_shape_create",
          "def->friction");
    NAMES(v2d_point_create(w, &point_def), range, "v2d_point_create", "def->mass");
    NAMES(v2d_edge_create(w, &edge_def), range, "v2d_edge_create", "def->tear_strain");
    NAMES(v2d_bend_create(w, &bend_def), range, "v2d_bend_create", "def->frequency");
    NAMES(v2d_soft_create(w, &soft_def), range, "v2d_soft_create", "def->area_scale");
    NAMES(v2d_joint_create(w, &joint_def), range, "v2d_joint_create", "def->break_force");
    NAMES(v2d_zone_create(w, &zone_def), range, "v2d_zone_create", "def->drag");
    NAMES(v2d_world_step_with(w, &step_def), range, "v2d_world_step_with", "def->dt");
    NAMES(v2d_body_set_velocity(w, body, v2d_vec2_make(0.0f, NAN)), V2D_ERROR_NOT_FINITE,
          "v2d_body_set_velocity", "velocity");
    NAMES(shape_set_restitution(w, shape, 1.5f), range, "v2d_shape_change", "def->restitution");
    NAMES(point_change_mass(w, point, -1.0f), range, "v2d_point_change", "def->mass");
    NAMES(v2d_body_destroy(w, nobody), V2D_ERROR_BAD_ID, "v2d_body_destroy", "id");
    NAMES(v2d_box(w, V2D_BODY_STATIC, vec, 1.0f, 0.0f), thin.error, "v2d_body_create_with", "");
    shape_def = v2d_shape_def_default(), shape_def.cookie = 0u;
    NAMES(v2d_shape_create(w, body, &shape_def, &circle), V2D_ERROR_BAD_DEF, "v2d_shape_create",
          "def");
#undef NAMES
    // The first one counts, as with the status; a copy of the world tells it too.
    v2d_body_destroy(w, nobody), point_change_mass(w, point, -1.0f);
    other = world;
    CHECK(strcmp(v2d_world_error(&other).call, "v2d_body_destroy") == 0);
    static unsigned char bytes[sizeof(v2d_world) + 4096]; // a save has the result only
    size_t size = v2d_world_save(w, bytes, sizeof(bytes));
    v2d_world_clear_status(&other), point_change_mass(&other, point, -1.0f);
    CHECK(v2d_world_load(&other, bytes, size) == V2D_OK);
    CHECK(v2d_world_error(&other).result == V2D_ERROR_BAD_ID);
    CHECK(v2d_world_error(&other).call[0] == 0 && v2d_world_error(&other).argument[0] == 0);
}

static void queries_without_a_figure_are_refused(void **state) {
    (void)state;
    setup();
    before = world;
    CHECK(v2d_world_cast(w, NULL, NULL, pose, vec, NULL, 0) == -V2D_ERROR_NULL);
    CHECK(v2d_world_overlap(w, NULL, NULL, pose, NULL, 0) == -V2D_ERROR_NULL);
    CHECK(v2d_world_closest(w, NULL, NULL, pose, 1.0f, NULL, 0) == -V2D_ERROR_NULL);
    unchanged("queries", __LINE__);
}

static void queries_without_a_world_are_refused(void **state) {
    (void)state;
    setup();
    static v2d_world none;
    for (int i = 0; i < 2; ++i) {
        const v2d_world *no = i == 0 ? NULL : &none;
        int code = i == 0 ? -V2D_ERROR_NULL : -V2D_ERROR_NOT_INITIALIZED;
        CHECK(v2d_world_cast(no, NULL, &circle, pose, vec, NULL, 0) == code);
        CHECK(v2d_world_ray(no, NULL, origin, vec, NULL, 0) == code);
        CHECK(v2d_world_overlap(no, NULL, &circle, pose, NULL, 0) == code);
        CHECK(v2d_world_closest(no, NULL, &circle, pose, 1.0f, NULL, 0) == code);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_without_a_figure_are_refused),
        cmocka_unit_test(queries_without_a_world_are_refused),
        cmocka_unit_test(no_world_is_an_error),
        cmocka_unit_test(uninitialised_world_is_an_error),
        cmocka_unit_test(bad_world_defs_are_refused),
        cmocka_unit_test(bad_steps_are_refused),
        cmocka_unit_test(bad_saves_are_refused),
        cmocka_unit_test(reading_beyond_the_end_is_refused),
        cmocka_unit_test(null_ids_are_refused),
        cmocka_unit_test(made_up_ids_are_refused),
        cmocka_unit_test(stale_ids_are_refused),
        cmocka_unit_test(ids_of_another_kind_are_refused),
        cmocka_unit_test(ids_of_another_world_are_refused),
        cmocka_unit_test(objects_that_must_differ_do),
        cmocka_unit_test(joints_of_another_kind_are_refused),
        cmocka_unit_test(bad_vectors_are_refused),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(edges_without_length_are_refused),
        cmocka_unit_test(bad_outlines_are_refused),
        cmocka_unit_test(bad_geometry_is_refused),
        cmocka_unit_test(bad_defs_are_refused),
        cmocka_unit_test(bad_fields_of_defs_are_refused),
        cmocka_unit_test(flags_that_are_no_bools_are_refused),
        cmocka_unit_test(flags_of_queries_and_movers_are_bools),
        cmocka_unit_test(status_keeps_the_first_cause),
        cmocka_unit_test(refused_calls_leave_no_trace),
        cmocka_unit_test(extreme_values_do_no_harm),
        cmocka_unit_test(an_error_names_its_call_and_argument),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
