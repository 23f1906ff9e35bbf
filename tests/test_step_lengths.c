// SPDX-License-Identifier: MIT OR Unlicense
// test_step_lengths.c - frames of varying length make no energy: what is at rest stays where it is.
#include "verlet2d.h"
#include "test.h"

#define SECONDS 10.0

typedef enum frames { STEADY, IN_TURN, EVEN, BY_FACTORS } frames;

static uint64_t state;

static double random_unit(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 33) / 2147483648.0;
}

// Length of frame i [s], between `low` and `high`.
static float frame_length(frames kind, int i, double low, double high) {
    if (kind == STEADY) return (float)high;
    if (kind == IN_TURN) return (float)(i % 2 != 0 ? low : high);
    if (kind == EVEN) return (float)(low + (high - low) * random_unit());
    return (float)(low * pow(high / low, random_unit()));
}

static v2d_world *floor_world(void) {
    static v2d_world world;
    v2d_world_def def = v2d_world_def_default();
    def.bounded = true, def.sleep = false;
    def.bounds.lower.y = 0.0f;
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    return &world;
}

// Kinetic and potential energy of all bodies and points [J].
static double energy(const v2d_world *world) {
    double sum = 0.0, g = -(double)world_gravity(world).y;
    v2d_body_id b = {0, 0};
    v2d_point_id p = {0, 0};
    while (b = v2d_world_next_body(world, b), !V2D_IS_NULL(b)) {
        v2d_vec2 v = v2d_body_velocity(world, b), x = v2d_body_position(world, b);
        double w = (double)v2d_body_angular_velocity(world, b);
        v2d_mass m = v2d_body_mass(world, b);
        sum += 0.5 * (double)m.inertia * w * w;
        sum += (double)m.mass * (g * (double)x.y + 0.5 * (double)v2d_dot(v, v));
    }
    while (p = v2d_world_next_point(world, p), !V2D_IS_NULL(p)) {
        v2d_vec2 v = v2d_point_velocity(world, p), x = v2d_point_position(world, p);
        sum += (double)point_mass(world, p) * (g * (double)x.y + 0.5 * (double)v2d_dot(v, v));
    }
    return sum;
}

// Runs the world, and returns by how much its energy was above that of its start, in shares of that.
static double gain_of(v2d_world *world, frames kind, double low, double high) {
    double start = energy(world), most = 0.0, t = 0.0;
    for (int i = 0; t < SECONDS; ++i) {
        float dt = frame_length(kind, i, low, high);
        v2d_world_step(world, dt, 4);
        most = fmax(most, energy(world) - start);
        t += (double)dt;
    }
    return most / start;
}

// Returns the topmost box.
static v2d_body_id stack_build(v2d_world *world, int count, float size, bool welded) {
    v2d_body_id below = {0, 0}, top = {0, 0};
    for (int i = 0; i < count; ++i, below = top) {
        top = test_box(world, V2D_BODY_DYNAMIC, 0.0f, size * ((float)i + 0.5f), 0.5f * size,
                       0.5f * size);
        if (!welded || i == 0) continue;
        v2d_joint_def weld = v2d_joint_def_default(V2D_JOINT_WELD);
        v2d_vec2 seam = v2d_vec2_make(0.0f, size * (float)i);
        weld.a = v2d_anchor_at(world, below, seam, 0.1f);
        weld.b = v2d_anchor_at(world, top, seam, 0.1f);
        CHECK(!V2D_IS_NULL(v2d_joint_create(world, &weld)));
    }
    return top;
}

static void a_stack_stands_at_frames_of_any_length(void **unused) {
    (void)unused;
    static const struct {
        frames kind;
        double low, high, sinks; // the last: what frames of the longest do alone, and a little [m]
    } runs[] = {{IN_TURN, 0.001, 1.0 / 60.0, 0.1}, {IN_TURN, 0.001, 0.008, 0.05},
                {IN_TURN, 0.002, 0.033, 0.3},      {EVEN, 0.002, 0.033, 0.1},
                {EVEN, 0.002, 0.06, 0.3},          {EVEN, 0.002, 0.12, 1.0},
                {BY_FACTORS, 0.002, 0.06, 0.3},    {STEADY, 0.06, 0.06, 0.3}};
    for (size_t r = 0; r < sizeof(runs) / sizeof(runs[0]); ++r) {
        for (uint64_t seed = 1; seed <= (runs[r].kind < EVEN ? 1u : 4u); ++seed) {
            v2d_world *world = floor_world();
            state = seed * 7919u;
            v2d_body_id top = stack_build(world, 8, 1.0f, false);
            CHECK_NEAR(gain_of(world, runs[r].kind, runs[r].low, runs[r].high), 0.0, 1e-6);
            CHECK_NEAR(v2d_body_position(world, top).y, 7.5, runs[r].sinks);
        }
    }
}

static void small_boxes_stand_at_frames_of_any_length(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        v2d_world *world = floor_world();
        state = seed * 7919u;
        v2d_body_id top = stack_build(world, 8, 0.3f, false);
        CHECK_NEAR(gain_of(world, EVEN, 0.002, 0.05), 0.0, 1e-6);
        CHECK_NEAR(v2d_body_position(world, top).y, 7.5 * 0.3, 0.12);
    }
}

// Stiff joints, edges and soft bodies.
static void stiff_things_rest_at_frames_of_any_length(void **unused) {
    (void)unused;
    for (int kind = 0; kind < 3; ++kind) {
        for (uint64_t seed = 1; seed <= 3; ++seed) {
            v2d_world *world = floor_world();
            v2d_soft_def def = v2d_soft_def_default();
            state = seed * 7919u;
            if (kind == 0) stack_build(world, 6, 1.0f, true);
            def.position.y = 20.0f;
            if (kind == 1) {
                v2d_soft_id cloth = v2d_soft_create_cloth(world, &def, 12, 12, 0.25f);
                v2d_point_set_pinned(world, v2d_soft_point(world, cloth, 0), true);
                v2d_point_set_pinned(world, v2d_soft_point(world, cloth, 11), true);
            }
            for (int i = 0; kind == 2 && i < 3; ++i) {
                def.position.y = 0.55f + 1.05f * (float)i;
                v2d_soft_create_box(world, &def, 1.0f, 1.0f);
            }
            double gain = gain_of(world, seed == 1 ? IN_TURN : BY_FACTORS, 0.002, 0.05);
            CHECK_NEAR(gain, 0.0, kind == 1 ? 5e-3 : 1e-3); // loaded cloth pulls itself shorter
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_stands_at_frames_of_any_length),
        cmocka_unit_test(small_boxes_stand_at_frames_of_any_length),
        cmocka_unit_test(stiff_things_rest_at_frames_of_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
