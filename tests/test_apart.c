// SPDX-License-Identifier: MIT OR Unlicense
// test_apart.c - joints that a blow tore apart are closed as if all joints were looked at.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

static v2d_world world, other;
static uint32_t seed;

static uint32_t below(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

static float between(float low, float high) {
    return low + (high - low) * (float)below(65536) / 65536.0f;
}

// The same with all joints, in each round.
static bool close_all(v2d_world *w, bool swept) {
    int32_t *struck = w->islands.parent;
    bool more = true, moved = false;
    v2d__nodes_struck(w, swept);
    for (int round = 0; round < V2D__CLOSE_ROUNDS && more; ++round) {
        more = false;
        for (int32_t k = 0; k < w->joints.pool.high; ++k) {
            int32_t i = round % 2 == 0 ? k : w->joints.pool.high - 1 - k,
                    least = round == 0 ? 1 : 2;
            const v2d__joint *j = &w->joints.at[i];
            v2d__line line;
            if (struck[j->node_a] < least && struck[j->node_b] < least) continue;
            if (w->joints.generation[i] % 2u == 0u || !v2d__joint_closes(j)) continue;
            if (round == 0 && !swept && v2d__joint_is_whole(w, j)) continue;
            if (v2d__node_sleeps(w, j->node_a) || v2d__node_sleeps(w, j->node_b)) continue;
            float by = v2d__joint_torn(w, j, &line);
            if (!(by > 0.0f) || !v2d__joint_close(w, j, &line, by, swept)) continue;
            struck[j->node_a] = struck[j->node_b] = 2, more = moved = true;
        }
    }
    return moved;
}

static v2d_body_id some_body(const v2d_body_id *body, int count) {
    return body[below((uint32_t)count)];
}

// Bodies on a floor and in the air, with joints between random ones, to the world and to something immovable.
static void build(int count) {
    v2d_body_id body[60];
    v2d_world_def def = v2d_world_def_default();
    CHECK(v2d_world_init(&world, &def) == V2D_OK);
    body[0] = test_box(&world, V2D_BODY_STATIC, 0.0f, -0.5f, 20.0f, 0.5f);
    for (int i = 1; i < count; ++i)
        body[i] = test_box(&world, V2D_BODY_DYNAMIC, between(-15.0f, 15.0f), between(0.2f, 6.0f),
                           0.2f, 0.2f);
    for (int i = 0; i < 2 * count; ++i) {
        static const v2d_joint_kind kinds[] = {V2D_JOINT_REVOLUTE, V2D_JOINT_REVOLUTE,
                                               V2D_JOINT_WELD, V2D_JOINT_DISTANCE};
        v2d_joint_def joint = v2d_joint_def_default(kinds[below(4)]);
        v2d_body_id a = some_body(body, count), b = some_body(body, count);
        if (V2D_ID_EQUALS(a, b)) continue;
        v2d_vec2 place = v2d_body_center(&world, b);
        joint.a =
            below(8) == 0 ? v2d_anchor_world(place, 0.0f) : v2d_anchor_at(&world, a, place, 0.0f);
        joint.b = v2d_anchor_at(&world, b, place, 0.0f);
        if (joint.kind != V2D_JOINT_DISTANCE && below(5) == 0) joint.linear.frequency = 3.0f;
        CHECK(v2d_joint_is_valid(&world, v2d_joint_create(&world, &joint)));
    }
}

// Moves a few bodies, so that their joints open.
static void tear(v2d_world *w, uint32_t share) {
    for (int32_t k = 0; k < w->nodes.active_count; ++k) {
        v2d__dof *node = &w->nodes.dof[w->nodes.active[k]];
        if (node->inv_mass <= 0.0f || below(100) >= share) continue;
        node->Dx = between(-0.3f, 0.3f), node->Dy = between(-0.3f, 0.3f);
    }
    for (int32_t k = 0; k < w->nodes.active_count; ++k)
        w->queries.node_strayed[w->nodes.active[k]] = below(10) == 0 ? 2 : 0;
}

static void torn_joints_close_as_among_all(void **state) {
    (void)state;
    int closed = 0, whole = 0;
    seed = 3u;
    for (int run = 0; run < test_share(200); ++run) {
        build(10 + (int)below(50));
        test_steps(&world, 1 + (int)below(20));
        tear(&world, run % 5 == 0 ? 0u : 5u + below(40));
        other = world;
        bool moved = close_all(&other, false);
        v2d__joints_mend(&world, v2d__kernels_now());
        CHECK(memcmp(&world.nodes, &other.nodes, sizeof(world.nodes)) == 0);
        closed += moved, whole += !moved;
        tear(&world, 20u);
        other = world;
        moved = close_all(&other, true);
        v2d__joints_follow(&world); // it also moves the poses
        float sum = 0.0f;
        for (int32_t k = 0; k < world.nodes.active_count; ++k) {
            int32_t node = world.nodes.active[k];
            v2d__dof *d = &other.nodes.dof[node];
            v2d__pose *pose = &other.nodes.pose[node];
            CHECK(moved || memcmp(&world.nodes.pose[node], pose, sizeof(*pose)) == 0);
            if (moved) pose->x += d->Dx, pose->y += d->Dy;
            CHECK(pose->x == world.nodes.pose[node].x && pose->y == world.nodes.pose[node].y);
            sum += v2d__absf(d->Dx);
        }
        closed += moved && sum > 0.0f;
    }
    CHECK(closed > test_share(100) && whole > test_share(20));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torn_joints_close_as_among_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
