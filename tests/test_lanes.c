// SPDX-License-Identifier: MIT OR Unlicense
// test_lanes.c - the kernels that are compiled for several widths: which one a step takes, and that
// all give the same bits in one program.
//
// What the engine asks about the processor is answered here, so that one program runs both tables.
static int has_avx2; // what the tests let the engine believe
#define V2D_HAS_AVX2() has_avx2

#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_CONTACTS 184 // so few that what finds no colour gets no blocks either
#include "verlet2d.h"
#include "test.h"

static v2d_world *world;

// Whether this build has a choice and this machine can run either.
static bool both_widths(void) {
#if defined(V2D__CHOOSE_WIDTH)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

// Contacts with one and two points, rolling and bouncing ones, joints, edges, point rows, and a
// plank that 70 boxes touch, which are more than there are colours.
static void start(void) {
    world = test_world();
    world_set_sleep(world, false);
    test_ground(world);
    for (int i = 0; i < 21; ++i) {
        test_box(world, V2D_BODY_DYNAMIC, (float)(i % 7), 0.5f + 1.01f * (float)(i / 7), 0.45f,
                 0.5f);
    }
    for (int i = 0; i < 10; ++i)
        test_ball(world, 0.31f + 0.6f * (float)i, 5.0f + 0.1f * (float)i, false);
    test_crowded_plank(world);
    test_links(world, V2D_JOINT_REVOLUTE, -12.0f, 9);
    test_links(world, V2D_JOINT_DISTANCE, 8.0f, 9);
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(2.0f, 8.0f);
    v2d_soft_create_cloth(world, &def, 9, 7, 0.2f);
    def.position = v2d_vec2_make(5.0f, 8.0f);
    v2d_soft_create_box(world, &def, 0.8f, 0.8f);
    def.position = v2d_vec2_make(-4.0f, 6.0f);
    v2d_soft_id rope = v2d_soft_create_rope(world, &def, v2d_vec2_make(0.0f, 0.0f),
                                            v2d_vec2_make(3.0f, 0.0f), 20, true, false);
    CHECK(v2d_soft_is_valid(world, rope));
}

static void a_step_takes_the_widest_that_the_processor_has(void **state) {
    (void)state;
    has_avx2 = 0;
    int base = (int)v2d__kernels_now()->width;
    has_avx2 = 1;
    if (both_widths()) {
        CHECK(base == 4);
        CHECK(v2d__kernels_now()->width == 8);
    } else {
        CHECK((int)v2d__kernels_now()->width == base || base == 4);
    }
}

static void selfcheck_accepts_every_width(void **state) {
    (void)state;
    has_avx2 = 0;
    CHECK(v2d_selfcheck() == V2D_OK);
    has_avx2 = both_widths();
    CHECK(v2d_selfcheck() == V2D_OK);
}

// The table of one width with a wrong operation in it.
static void broken_probe(v2d__dof *dof, const int32_t *node, int32_t lanes) {
    v2d__kernels_base()->probe(dof, node, lanes);
    dof[5].dy += 1e-6f;
}

static void selfcheck_tells_wrong_lanes(void **state) {
    (void)state;
    v2d__kernels kernels = *v2d__kernels_base();
    float a = 1.0f + 1.0f / 8192.0f, b = 1.0f - 1.0f / 8192.0f;
    CHECK(v2d__lanes_are_right(&kernels, a, b, -1.0f, 0.0f));
    CHECK(!v2d__lanes_are_right(&kernels, a, b, -0.9f, 0.0f));
    kernels.probe = broken_probe;
    CHECK(!v2d__lanes_are_right(&kernels, a, b, -1.0f, 0.0f));
}

#if defined(__SSE__) && (defined(__GNUC__) || defined(_MSC_VER))
#include <xmmintrin.h>

static void set_flushing(unsigned bits) { _mm_setcsr((_mm_getcsr() & ~0x8040u) | bits); }

// A host may flush denormals: those that operations give (0x8000), and those that they take (0x40). The
// self-check says so; and what slows down for long has the same bits all the same.
static void denormals_change_nothing_or_are_told(void **state) {
    (void)state;
    static v2d_world other;
    world = test_world();
    CHECK(v2d_selfcheck() == V2D_OK);
    for (int i = 0; i < 2; ++i) {
        set_flushing(i == 0 ? 0x8000u : 0x40u);
        v2d_result r = v2d_selfcheck();
        set_flushing(0u);
        CHECK(r == V2D_ERROR_CONFIG_MISMATCH);
    }
    v2d_world_def def = v2d_world_def_default();
    def.sleep = false, def.bounded = true, def.bounds.lower.y = 0.0f;
    CHECK(v2d_world_init(world, &def) == V2D_OK);
    for (int i = 0; i < 12; ++i) {
        v2d_body_def body = v2d_body_def_default();
        v2d_shape_def shape = v2d_shape_def_default();
        bool floats = i % 2 == 0;
        v2d_geometry box = v2d_geometry_box(0.4f, 0.3f);
        v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.4f);
        body.position = v2d_vec2_make(1.5f * (float)(i / 2), floats ? 9.0f : 0.6f);
        body.gravity_scale = floats ? 0.0f : 1.0f;
        body.velocity = v2d_vec2_make(1e-3f, 1e-4f), body.angular_velocity = 0.5f;
        body.linear_damping = (float)i, body.angular_damping = 12.0f - (float)i;
        shape.rolling_resistance = 0.1f;
        CHECK(!V2D_IS_NULL(v2d_shape_create(world, v2d_body_create(world, &body), &shape,
                                            i % 4 < 2 ? &box : &disc)));
    }
    memcpy(&other, world, sizeof(other));
    for (int i = 0; i < 1500; ++i) {
        v2d_world_step(world, 1.0f / 60.0f, 4);
        set_flushing(0x8040u);
        v2d_world_step(&other, 1.0f / 60.0f, 4);
        set_flushing(0u);
        CHECK(v2d_world_hash(world) == v2d_world_hash(&other));
    }
}
#else
static void denormals_change_nothing_or_are_told(void **state) {
    (void)state;
    skip();
}
#endif

static uint64_t hash_after(int steps, int width_of_even_steps, int width_of_odd_steps) {
    start();
    for (int i = 0; i < steps; ++i) {
        has_avx2 = (i % 2 == 0 ? width_of_even_steps : width_of_odd_steps) == 8;
        test_steps(world, 1);
    }
    return v2d_world_hash(world);
}

static void every_width_gives_the_same_bits(void **state) {
    (void)state;
    if (!both_widths()) skip();
    enum { STEPS = 90 };
    uint64_t narrow = hash_after(STEPS, 4, 4);
    CHECK(world->contacts.batch.overflow_count > 0);
    CHECK(world->rows.batch.block_count > 0 && world->edges.batch.block_count > 0);
    CHECK(world->joints.batch.block_count > 0);
    CHECK(hash_after(STEPS, 8, 8) == narrow);
    // As if it had been saved on one machine and restored on another, again and again.
    CHECK(hash_after(STEPS, 4, 8) == narrow);
}

// More contacts of a plank than colours: those left over are visited one by one.
static void what_finds_no_colour_is_carried_too(void **state) {
    (void)state;
    world = test_world();
    test_ground(world);
    test_crowded_plank(world);
    test_steps(world, 25);
    CHECK(world->contacts.batch.overflow_count > 0);
    CHECK(world_set_sleep(world, false) == V2D_OK);
    test_steps(world, 275);
    test_check_crowded_plank(world);
}

// ---- worlds that blow up --------------------------------------------------------------------------------------

static uint32_t seed;

static float between(float low, float high) { return test_between(&seed, low, high); }
static bool one_in(int n) { return test_bits(&seed) % (uint32_t)n == 0u; }

// Any size from `least` to `most`, of any sign.
static float any_size(float least, float most) {
    float size = least * powf(most / least, between(0.0f, 1.0f));
    return one_in(2) ? size : -size;
}

static v2d_vec2 any_place(float reach) {
    v2d_vec2 place = {between(-reach, reach), 0.0f};
    place.y = between(-reach, reach);
    return place;
}

static v2d_body_id any_body(v2d_world *w, v2d_vec2 near) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.1f + fabsf(any_size(0.01f, 0.5f)), 0.3f);
    v2d_geometry disc = v2d_geometry_circle(any_place(0.3f), 0.4f);
    def.type = one_in(8) ? V2D_BODY_KINEMATIC : one_in(7) ? V2D_BODY_STATIC : V2D_BODY_DYNAMIC;
    def.position = v2d_add(near, any_place(1.0f)), def.angle = between(-3.0f, 3.0f);
    if (one_in(3)) def.angular_velocity = any_size(1.0f, 1e9f);
    if (one_in(3)) def.velocity.x = any_size(1.0f, 1e6f);
    def.own_mass = true, def.mass.mass = one_in(3) ? 1.0f : fabsf(any_size(1e-3f, 1e6f));
    def.mass.inertia = one_in(4) ? 0.0f : def.mass.mass * fabsf(any_size(1e-3f, 1e2f));
    shape.restitution = one_in(2) ? 0.0f : between(0.0f, 1.0f);
    v2d_body_id body = v2d_body_create(w, &def);
    if (!one_in(4)) v2d_shape_create(w, body, &shape, one_in(2) ? &box : &disc);
    return body;
}

static void vary_axis(v2d_joint_axis *axis) {
    if (one_in(3)) axis->frequency = fabsf(any_size(0.01f, 1e3f));
    if (one_in(3)) axis->damping_ratio = fabsf(any_size(0.01f, 1e2f));
    if (one_in(4)) axis->limited = true, axis->lower = -0.1f, axis->upper = 0.2f;
    if (one_in(3)) return;
    axis->motor = true, axis->motor_speed = any_size(1.0f, 1e6f);
    axis->motor_effort = one_in(3) ? V2D_UNLIMITED : fabsf(any_size(1.0f, 1e9f));
}

// Bodies of very different masses, spins and speeds, joined by joints of all kinds, and a rope.
static void add_knot(v2d_world *w) {
    v2d_body_id body[5];
    v2d_vec2 near = any_place(4.0f);
    for (int i = 0; i < 5; ++i)
        body[i] = any_body(w, near);
    for (int i = 0; i < 6; ++i) {
        v2d_joint_def def = v2d_joint_def_default((v2d_joint_kind)(test_bits(&seed) % 8u));
        def.a = v2d_anchor_body(body[i % 5], any_place(1.0f));
        def.b = v2d_anchor_body(body[(i + 1 + i / 5) % 5], any_place(1.0f));
        if (one_in(6)) def.a = v2d_anchor_world(near, 0.0f);
        def.collide_connected = one_in(2);
        bool slides = def.kind == V2D_JOINT_PRISMATIC || def.kind == V2D_JOINT_WHEEL;
        if (slides || def.kind == V2D_JOINT_DISTANCE) vary_axis(&def.linear);
        if (def.kind == V2D_JOINT_REVOLUTE || def.kind == V2D_JOINT_WHEEL) vary_axis(&def.angular);
        v2d_joint_create(w, &def); // some are refused
    }
    v2d_soft_def rope = v2d_soft_def_default();
    rope.position = near, rope.mass = fabsf(any_size(1e-3f, 1e3f));
    rope.tethered = one_in(2), rope.frequency = one_in(2) ? 0.0f : fabsf(any_size(1.0f, 60.0f));
    v2d_soft_id id =
        v2d_soft_create_rope(w, &rope, any_place(1.0f), any_place(1.0f), 6, one_in(2), false);
    for (int i = 0; i < 6; i += 3)
        v2d_point_attach(w, v2d_soft_point(w, id, i), body[i]);
}

// Two worlds that are built alike, one stepped by each width; the second one is saved and loaded now and then.
static void what_blows_up_does_so_alike(void **state) {
    (void)state;
    static v2d_world other;
    static unsigned char save[sizeof(v2d_world)];
    v2d_world_def def = v2d_world_def_default();
    def.bounded = true, def.sleep = false;
    def.bounds.lower = v2d_vec2_make(-9.0f, -9.0f), def.bounds.upper = v2d_vec2_make(9.0f, 9.0f);
    world = test_world();
    for (uint32_t start = 12; start < 12u + (uint32_t)test_share(5); ++start) {
        CHECK(v2d_world_init(world, &def) == V2D_OK && v2d_world_init(&other, &def) == V2D_OK);
        for (uint32_t step = 0; step < 14; ++step) {
            for (int i = 0; i < 2 && step < 8; ++i) {
                seed = start * 2654435761u + step * 97u + 1u;
                add_knot(i == 0 ? world : &other);
            }
            size_t size = step % 5 == 4 ? v2d_world_save(&other, save, sizeof(save)) : 0;
            CHECK(size == 0 || v2d_world_load(&other, save, size) == V2D_OK);
            has_avx2 = 0;
            CHECK(v2d_world_step(world, 1.0f / 60.0f, 4) == V2D_OK);
            has_avx2 = both_widths();
            CHECK(v2d_world_step(&other, 1.0f / 60.0f, 4) == V2D_OK);
            if (v2d_world_hash(world) != v2d_world_hash(&other))
                print_error("seed %u, step %u\n", (unsigned)start, (unsigned)step);
            CHECK(v2d_world_hash(world) == v2d_world_hash(&other));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_takes_the_widest_that_the_processor_has),
        cmocka_unit_test(selfcheck_accepts_every_width),
        cmocka_unit_test(selfcheck_tells_wrong_lanes),
        cmocka_unit_test(denormals_change_nothing_or_are_told),
        cmocka_unit_test(every_width_gives_the_same_bits),
        cmocka_unit_test(what_finds_no_colour_is_carried_too),
        cmocka_unit_test(what_blows_up_does_so_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
