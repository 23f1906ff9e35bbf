// SPDX-License-Identifier: MIT OR Unlicense
// test_fuzz_save.c - random calls of all public functions: a save after any of them loads, and the world that
// was loaded goes on like the one that was saved, bit for bit. V2D_SHARE=400 tries 20,000 saves.
#define ENGINE_TINY
#define ENGINE_INSIDE
#include "fuzz.h"

static v2d_world loaded, kept;
static unsigned char save[sizeof(v2d_world)], again[sizeof(v2d_world)];

static void start_world(void) {
    v2d_world_def def = v2d_world_def_default();
    def.bounded = !one_in(4);
    def.bounds.lower = v2d_vec2_make(-3.0f, -3.0f);
    def.bounds.upper = v2d_vec2_make(3.0f, 6.0f);
    def.sleep_time = one_in(2) ? 0.1f : 0.5f;
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    forget_all();
}

// Saves and loads the world, and steps both. `start`, `call`: what to say when they differ.
static void check_save(uint32_t start, int call) {
    size_t size = v2d_world_save(&world, save, sizeof(save));
    v2d_result r = v2d_world_load(&loaded, save, size);
    bool same = r == V2D_OK && v2d_world_save(&loaded, again, sizeof(again)) == size &&
                memcmp(save, again, size) == 0;
    memcpy(&kept, &world, sizeof(world));
    for (int i = 0; i < 3 && same; ++i) {
        (void)v2d_world_step(&kept, 1.0f / 60.0f, 4);
        (void)v2d_world_step(&loaded, 1.0f / 60.0f, 4);
        same = v2d_world_hash(&kept) == v2d_world_hash(&loaded);
        if (!same) print_error("step %d differs\n", i + 1);
    }
    if (!same)
        print_error("seed %u, call %d: load: %s\n", (unsigned)start, call, v2d_result_text(r));
    CHECK(same);
}

// A body that touches something; if there is none, any.
static v2d_body_id touching_body(void) {
    v2d_contact contact;
    v2d_body_id body = {0, 0};
    int count = v2d_world_contact_count(&world);
    if (count > 0 && v2d_world_contact(&world, random_below(count), &contact) == V2D_OK)
        body = one_in(2) ? contact.a.body : contact.b.body;
    return body.index1 != 0 ? body : random_body();
}

// Joins two bodies at places that are apart.
static void join_torn(void) {
    v2d_joint_def def = v2d_joint_def_default((v2d_joint_kind)random_below(8));
    def.a = v2d_anchor_body(touching_body(), random_vector(1.0f));
    def.b = v2d_anchor_body(random_body(), random_vector(1.0f));
    v2d_joint_id id = v2d_joint_create(&world, &def);
    remember(JOINT, id.index1, id.generation);
}

static void open_bounds(void) {
    v2d_aabb bounds = {{-V2D_UNLIMITED, -V2D_UNLIMITED}, {V2D_UNLIMITED, V2D_UNLIMITED}};
    if (one_in(2)) bounds.lower.y = -3.0f;
    if (one_in(2)) bounds.lower.x = -3.0f, bounds.upper.x = 3.0f;
    world_set_bounds(&world, bounds);
}

// Destroys something, and what is made in its place has nothing to do with it.
static void replace_something(void) {
    int how = random_below(6);
    if (how == 0) v2d_shape_destroy(&world, v2d_body_first_shape(&world, touching_body()));
    if (how <= 2) v2d_body_destroy(&world, touching_body());
    if (how == 3) v2d_soft_destroy(&world, random_soft());
    if (how == 4) v2d_point_destroy(&world, random_point());
    if (how == 5) open_bounds();
    for (int i = random_below(4); i > 0; --i) {
        if (how >= 3)
            one_in(2) ? make_soft() : make_point();
        else
            one_in(3) ? make_shape() : make_body();
    }
    if (one_in(2)) join_torn();
}

// So many calls, with a save after each. Every so often the world that was loaded is played on.
static void play(uint32_t start, int calls, int steps) {
    seed = start;
    start_world();
    for (int call = 0; call < calls; ++call) {
        if (one_in(4))
            replace_something();
        else
            random_call();
        check_save(start, call);
        for (int i = random_below(2 * steps + 1); i > 0; --i)
            (void)v2d_world_step(&world, random_number(0.004f, 0.03f), 4);
        if (!one_in(16)) continue;
        CHECK(v2d_world_load(&world, save, v2d_world_save(&world, save, sizeof(save))) == V2D_OK);
    }
}

static void a_save_after_any_call_goes_on_bit_for_bit(void **state) {
    (void)state;
    hostility = 0, spread = 0.5f;
    for (uint32_t start = 1; start <= (uint32_t)test_share(12); ++start)
        play(start * 2654435761u, 250, start % 3 == 0 ? 4 : 1);
}

static void a_save_after_any_hostile_call_goes_on_bit_for_bit(void **state) {
    (void)state;
    for (uint32_t start = 1; start <= (uint32_t)test_share(8); ++start) {
        hostility = start % 2 ? 12 : 60, spread = 0.5f;
        play(start * 2246822519u, 250, start % 3 == 0 ? 4 : 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_save_after_any_call_goes_on_bit_for_bit),
        cmocka_unit_test(a_save_after_any_hostile_call_goes_on_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
