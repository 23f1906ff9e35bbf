// SPDX-License-Identifier: MIT OR Unlicense
// test_selfcheck.c - v2d_world_selfcheck(): every kernel has work in one of its scenes, so that none may be
// wrong without being noticed; and the scenes have the room that they say.
#define V2D__TABLE_CONST                // the table is written to
#define V2D_ASSERT(condition) ((void)0) // what broken kernels do is of no interest
#undef V2D_VALIDATE
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "test.h"

static void every_scene_is_as_published(void **state) {
    (void)state;
    v2d_world *world = test_world();
    const char *wrong = "";
    CHECK(v2d_world_selfcheck(world, &wrong) == V2D_OK && wrong == NULL);
    CHECK(v2d_world_selfcheck(world, NULL) == V2D_OK);
    CHECK(v2d_world_hash(world) == v2d_world_hash(test_world()));
    CHECK(v2d_world_selfcheck(NULL, &wrong) == V2D_ERROR_NULL);
}

// Printed, so that a change that is meant to alter results can take the new hashes from here.
static void scenes_have_room(void **state) {
    (void)state;
    v2d_world *world = test_world();
    for (size_t i = 0; i < sizeof(v2d__selfcheck_scenes) / sizeof(v2d__selfcheck_scenes[0]); ++i) {
        const v2d__selfcheck_scene *t = &v2d__selfcheck_scenes[i];
        CHECK(v2d__selfcheck_scene_fits(t));
        uint64_t hash = v2d__selfcheck_scene_run(world, t, false);
        print_message("%-12s 0x%016llxu\n", t->name, (unsigned long long)hash);
        CHECK(v2d_world_status(world) == V2D_OK);
        v2d_counters c = v2d_world_counters(world);
        CHECK(c.bodies.peak <= t->bodies && c.shapes.peak <= t->shapes);
        CHECK(c.points.peak <= t->points && c.edges.peak <= t->edges && c.bends.peak <= t->bends);
        CHECK(c.softs.peak <= t->softs && c.joints.peak <= t->joints);
        CHECK(c.pairs.peak <= t->pairs && c.contacts.peak <= t->contacts);
        CHECK(c.rows.peak <= t->rows);
    }
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) // what broken kernels do is for no sanitizer
#define SANITIZED
#endif
#endif

static int32_t nothing(void) { return 0; }
static int32_t all_of_them(void) { return 1 << 20; } // for kernels that say how far they got

// For collide_pairs, whose manifolds are read whatever it does.
static void no_manifolds(const v2d_world *world, const v2d__pair *pairs, const int32_t *list,
                         int32_t count, const v2d__prediction *prediction,
                         v2d__contact_manifold *out) {
    (void)world, (void)pairs, (void)list, (void)prediction;
    memset(out, 0, (size_t)count * sizeof(*out));
}

// For boxes_locate: no proxy belongs anywhere but in the first cell.
static void first_cell(const v2d_world *world, const int32_t *proxies, int32_t count,
                       v2d__spots *spots) {
    (void)world, (void)proxies, (void)count;
    memset(spots, 0, sizeof(*spots));
    for (int32_t i = 0; i < V2D__LANES; ++i)
        spots->cell1[i] = 1;
}

// For items_turn: all boxes are one point, now and before, whatever the memory held.
static void no_boxes(const v2d__item *items, int32_t count, v2d__item_lanes *lanes) {
    (void)items, (void)count;
    memset(lanes->box, 0, sizeof(lanes->box));
    memset(lanes->before, 0, sizeof(lanes->before));
    memset(lanes->reach, 0, sizeof(lanes->reach));
}

// Replaces one kernel after the other. They are an array of pointers, but for the types of these.
static void no_kernel_may_be_missing(void **state) {
    (void)state;
#if defined(SANITIZED)
    skip();
#endif
    v2d_world *world = test_world();
    v2d__kernels *kernels = &V2D__JOIN(kernels, V2D__BASE_WIDTH), right = *kernels;
    int missed = 0;
    for (size_t at = offsetof(v2d__kernels, probe); at < sizeof(right); at += sizeof(right.probe)) {
        int32_t (*broken)(void) = nothing, (*kernel)(void);
        memcpy(&kernel, (const char *)&right + at, sizeof(kernel));
        if (kernel == NULL) continue;
        if (at == offsetof(v2d__kernels, nodes_finish) ||
            at == offsetof(v2d__kernels, bodies_motion))
            broken = all_of_them;
        memcpy((char *)kernels + at, (const char *)&broken, sizeof(broken));
        if (at == offsetof(v2d__kernels, collide_pairs)) kernels->collide_pairs = no_manifolds;
        if (at == offsetof(v2d__kernels, boxes_locate)) kernels->boxes_locate = first_cell;
        if (at == offsetof(v2d__kernels, items_turn)) kernels->items_turn = no_boxes;
        const char *wrong = NULL;
        v2d_result r = v2d_world_selfcheck(world, &wrong);
        if (r != V2D_ERROR_CONFIG_MISMATCH || wrong == NULL) {
            print_error("no scene misses kernel %d\n", (int)(at / sizeof(right.probe)) - 1);
            missed += 1;
        }
        *kernels = right;
    }
    CHECK(missed == 0);
    CHECK(v2d_world_selfcheck(world, NULL) == V2D_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_is_as_published),
        cmocka_unit_test(scenes_have_room),
        cmocka_unit_test(no_kernel_may_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
