// SPDX-License-Identifier: MIT OR Unlicense
// test_records.c - a small world. More pairs that touch than records of contacts: the deepest keep theirs,
// and what is gone makes room at once. No room for kinds that are not used.
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   32
#define V2D_MAX_SHAPES   32
#define V2D_MAX_PAIRS    64
#define V2D_MAX_CONTACTS 8
#define V2D_MAX_POINTS   0
#define V2D_MAX_EDGES    0
#define V2D_MAX_BENDS    0
#define V2D_MAX_SOFTS    0
#define V2D_MAX_JOINTS   0
#define V2D_MAX_ROWS     0
#define V2D_MAX_EVENTS   0
#include "verlet2d.h"
#include "test.h"

static v2d_world *world;

// A static shelf with its top at y = 0, nothing that falls.
static void start(void) {
    world = test_world();
    CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
    CHECK(world_set_sleep(world, false) == V2D_OK);
    test_box(world, V2D_BODY_STATIC, 0.0f, -1.0f, 40.0f, 1.0f);
}

static v2d_body_id add_ball(float x, float gap) {
    return test_circle(world, V2D_BODY_DYNAMIC, x, 0.3f + gap, 0.3f);
}

static bool listed(v2d_body_id id) {
    for (int i = 0; i < v2d_world_contact_count(world); ++i) {
        v2d_contact c;
        CHECK(v2d_world_contact(world, i, &c) == V2D_OK && c.manifold.count == 1);
        if (v2d_shape_body(world, c.a.shape).index1 == id.index1) return true;
        if (v2d_shape_body(world, c.b.shape).index1 == id.index1) return true;
    }
    return false;
}

// Eight gaps, of which the one of ball `widest` is widest. A ninth ball that is deeper takes that
// record, also when all records are asleep or are laid anew; one that is less deep gets none.
static void the_shallowest_gives_way(void **state) {
    (void)state;
    for (int widest = 0; widest < 8; ++widest) {
        for (int deep = 0; deep < 2; ++deep) {
            start();
            v2d_body_id balls[8];
            for (int i = 0; i < 8; ++i)
                balls[i] = add_ball((float)i, 0.001f + 0.0001f * (float)((i + 7 - widest) % 8));
            test_steps(world, 3);
            CHECK(v2d_world_contact_count(world) == 8);
            CHECK(v2d_world_counters(world).dropped_contacts == 0);
            v2d_body_id more = add_ball(20.0f, deep ? 0.0005f : 0.0025f);
            test_steps(world, 1);
            CHECK(v2d_world_contact_count(world) == 8);
            CHECK(v2d_world_counters(world).dropped_contacts == 1);
            CHECK(listed(more) == (deep == 1));
            for (int i = 0; i < 8; ++i)
                CHECK(listed(balls[i]) == (deep == 0 || i != widest));
            // There is room for all but one after that, in every step.
            test_steps(world, 5);
            CHECK(v2d_world_contact_count(world) == 8);
            CHECK(v2d_body_destroy(world, balls[(widest + 1) % 8]) == V2D_OK);
            test_steps(world, 2);
            CHECK(v2d_world_contact_count(world) == 8);
            CHECK(listed(more) && listed(balls[widest]));
        }
    }
}

// Eight contacts end and eight begin in the same step: none is lost.
static void what_is_gone_makes_room_at_once(void **state) {
    (void)state;
    start();
    v2d_body_id balls[2][8];
    for (int i = 0; i < 8; ++i) {
        balls[0][i] = add_ball((float)i, 0.001f);
        balls[1][i] = add_ball((float)i, 8.0f);
    }
    for (int round = 0; round < 6; ++round) {
        test_steps(world, 2);
        CHECK(v2d_world_contact_count(world) == 8);
        for (int i = 0; i < 8; ++i) {
            CHECK(listed(balls[round % 2][i]) && !listed(balls[1 - round % 2][i]));
            for (int side = 0; side < 2; ++side) {
                float y = side == round % 2 ? 8.3f : 0.301f;
                CHECK(v2d_body_set_transform(world, balls[side][i], v2d_vec2_make((float)i, y),
                                             0.0f) == V2D_OK);
            }
        }
    }
    CHECK(v2d_world_counters(world).dropped_contacts == 0);
}

static void expect_no_room(void) {
    CHECK(v2d_world_status(world) == V2D_ERROR_CAPACITY);
    v2d_world_clear_status(world);
}

// Kinds with a capacity of 0 cannot be created, which is said; all else goes on.
static void kinds_without_room(void **state) {
    (void)state;
    start();
    CHECK(v2d_world_set_gravity(world, v2d_vec2_make(0.0f, -10.0f)) == V2D_OK);
    v2d_body_id lower = add_ball(0.0f, 0.5f), upper = add_ball(0.0f, 1.5f);
    for (int round = 0; round < 3; ++round) {
        v2d_point_def point = v2d_point_def_default();
        CHECK(v2d_point_create(world, &point).index1 == 0);
        expect_no_room();
        v2d_soft_def soft = v2d_soft_def_default();
        CHECK(v2d_soft_create_rope(world, &soft, v2d_vec2_make(0.0f, 5.0f),
                                   v2d_vec2_make(4.0f, 5.0f), 8, true, false)
                  .index1 == 0);
        expect_no_room();
        v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
        joint.a = v2d_anchor_body(lower, v2d_vec2_make(0.0f, 0.5f));
        joint.b = v2d_anchor_body(upper, v2d_vec2_make(0.0f, -0.5f));
        CHECK(v2d_joint_create(world, &joint).index1 == 0);
        expect_no_room();
        test_steps(world, 60);
        CHECK(v2d_world_status(world) == V2D_OK);
        CHECK(v2d_world_event_count(world) == 0);
        CHECK(test_body_at(world, v2d_body_position(world, upper)).index1 == upper.index1);
        CHECK(test_soft_at(world, v2d_vec2_make(0.0f, 0.0f)).index1 == 0);
        CHECK(test_point_near(world, v2d_vec2_make(0.0f, 0.0f), 10.0f).index1 == 0);
    }
    CHECK_NEAR(v2d_body_position(world, lower).y, 0.3f, 0.005f);
    CHECK_NEAR(v2d_body_position(world, upper).y, 0.9f, 0.01f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shallowest_gives_way),
        cmocka_unit_test(what_is_gone_makes_room_at_once),
        cmocka_unit_test(kinds_without_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
