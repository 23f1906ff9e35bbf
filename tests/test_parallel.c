// SPDX-License-Identifier: MIT OR Unlicense
// test_parallel.c - a step by several workers: the same bits as by one, whatever the parallel-for does.

#define V2D__GRAIN(items) 1    // small scenes have stages of many parts, too
static int patience = 1 << 30; // helpers are never late, however busy the machine is
#define V2D__SPINS patience
static float least_help = 0.0f; // nor do they do too little
#define V2D__HELPED least_help
#include <sched.h>
#define V2D_YIELD() ((void)sched_yield())
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "examples/workers.h"
#include "test.h"

enum { STEPS = 60 };

static v2d_world *world;

// ---- ways to call the tasks --------------------------------------------------------------------

typedef void task_fn(void *argument, int index);

static void one_after_the_other(void *context, int count, task_fn *task, void *argument) {
    *(int *)context += 1;
    for (int i = 0; i < count; ++i)
        task(argument, i);
}

static void from_the_last_to_the_first(void *context, int count, task_fn *task, void *argument) {
    *(int *)context += 1;
    for (int i = count; i > 0; --i)
        task(argument, i - 1);
}

// Against the contract, but there is no reason to hang or to skip a step.
static void nothing_at_all(void *context, int count, task_fn *task, void *argument) {
    (void)count, (void)task, (void)argument;
    *(int *)context += 1;
}

static void only_the_third(void *context, int count, task_fn *task, void *argument) {
    *(int *)context += 1;
    if (count > 2) task(argument, 2);
}

// A new thread for each task: most begin while the step is well under way, some when it is over.
typedef struct call {
    task_fn *task;
    void *argument;
    int index;
} call;

static void *call_task(void *context) {
    call *c = (call *)context;
    c->task(c->argument, c->index);
    return NULL;
}

static void a_thread_each(void *context, int count, task_fn *task, void *argument) {
    pthread_t threads[64];
    call calls[64];
    *(int *)context += 1;
    CHECK(count <= 64);
    for (int i = 0; i < count; ++i) {
        calls[i].task = task, calls[i].argument = argument, calls[i].index = i;
        CHECK(pthread_create(&threads[i], NULL, call_task, &calls[i]) == 0);
    }
    for (int i = 0; i < count; ++i)
        pthread_join(threads[i], NULL);
}

// ---- scenes ------------------------------------------------------------------------------------

// Everything rigid that has a pass of its own: stacks, bouncing and rolling circles, a plank that more
// boxes touch than there are colours, a mover that nothing pushes, joints.
static void start_rigid(void) {
    world = test_world();
    test_ground(world);
    for (int i = 0; i < 84; ++i)
        test_box(world, V2D_BODY_DYNAMIC, (float)(i % 12), 0.5f + 1.01f * (float)(i / 12), 0.45f,
                 0.5f);
    for (int i = 0; i < 30; ++i)
        test_ball(world, 0.31f + 0.45f * (float)i, 8.0f + 0.1f * (float)i, true);
    test_crowded_plank(world);
    v2d_body_id sweeper = test_box(world, V2D_BODY_KINEMATIC, -3.0f, 1.0f, 0.5f, 1.0f);
    v2d_body_set_velocity(world, sweeper, v2d_vec2_make(4.0f, -0.0f));
    test_links(world, V2D_JOINT_REVOLUTE, -22.0f, 19);
    test_links(world, V2D_JOINT_DISTANCE, 8.0f, 19);
}

// And cloth, boxes of points, ropes, loose points, bends and an edge that tears. Without points the
// workers share the bodies out by zones, with them evenly.
static void start_mixed(void) {
    start_rigid();
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(2.0f, 14.0f);
    v2d_soft_create_cloth(world, &def, 12, 9, 0.2f);
    def.bend_frequency = 5.0f;
    for (int i = 0; i < 8; ++i) {
        def.position = v2d_vec2_make(-12.0f + 1.1f * (float)i, 1.0f);
        v2d_soft_create_box(world, &def, 0.8f, 0.8f);
        def.position.y = 2.5f;
        v2d_soft_create_rope(world, &def, v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(3.0f, 0.0f), 20,
                             i % 2 == 0, false);
    }
    for (int i = 0; i < 60; ++i) {
        v2d_point_def point = v2d_point_def_default();
        point.position =
            v2d_vec2_make(-30.0f + 0.12f * (float)(i % 10), 0.1f + 0.12f * (float)(i / 10));
        point.radius = 0.06f;
        v2d_point_create(world, &point);
    }
}

static void start_awake(void) {
    start_mixed();
    world_set_sleep(world, false);
}

enum { TOWERS = 16, STOREYS = 9 }; // no multiple of the lanes of a block
static v2d_body_id boxes[TOWERS][STOREYS], far_off[2];

// Towers that fall, land and stand apart from each other, and two boxes beside them.
static void start_towers(void) {
    world = test_world();
    test_ground(world);
    for (int i = 0; i < TOWERS; ++i) {
        for (int k = 0; k < STOREYS; ++k)
            boxes[i][k] =
                test_box(world, V2D_BODY_DYNAMIC, 2.0f * (float)i - 15.0f + 0.02f * (float)k,
                         0.5f + 1.001f * (float)k, 0.45f, 0.5f);
    }
    for (int i = 0; i < world->shapes.pool.high; ++i) // too slow to bounce
        world->shapes.at[i].restitution = 0.25f;
    for (int i = 0; i < 2; ++i)
        far_off[i] = test_box(world, V2D_BODY_DYNAMIC, 24.0f + 2.0f * (float)i, 0.5f, 0.5f, 0.5f);
    world_set_sleep(world, false);
}

// Hash after each step, of a scene stepped by one worker, that may sleep or may not.
static uint64_t expected[STEPS];
static void (*expected_start)(void);

static void find_expected(void (*start)(void)) {
    if (expected_start == start) return;
    expected_start = start;
    start();
    for (int i = 0; i < STEPS; ++i) {
        test_steps(world, 1);
        expected[i] = v2d_world_hash(world);
    }
}

static void check_same(void (*start)(void), int threads, v2d_parallel_for_fn parallel_for,
                       void *context) {
    find_expected(start);
    start();
    for (int i = 0; i < STEPS; ++i) {
        CHECK(step_parallel(world, 1.0f / 60.0f, 4, threads, parallel_for, context) == V2D_OK);
        CHECK(v2d_world_hash(world) == expected[i]);
    }
}

// ---- tests -------------------------------------------------------------------------------------

static void the_scene_has_everything(void **state) {
    (void)state;
    find_expected(start_awake);
    const v2d__batch *batch = &world->contacts.batch;
    CHECK(batch->block_count > batch->first[V2D__MAX_COLORS]); // more touch than there are colours
    CHECK(world->rows.batch.block_count > 8 && world->edges.batch.block_count > 8);
    CHECK(world->joints.batch.block_count > 2 && world->bends.batch.block_count > 8);
}

static void any_number_of_threads_gives_the_same_bits(void **state) {
    (void)state;
    static const int counts[] = {1, 2, 3, 8};
    for (int i = 0; i < 4; ++i) {
        static workers pool; // a failure leaves threads behind
        CHECK(workers_start(&pool, counts[i]));
        check_same(start_mixed, counts[i], workers_run, &pool);
        check_same(start_awake, counts[i], workers_run, &pool);
        check_same(start_rigid, counts[i], workers_run, &pool);
        check_same(start_towers, counts[i], workers_run, &pool);
        check_same(start_mixed, 100, workers_run, &pool);
        workers_stop(&pool);
    }
}

static int called;

static void run_and_count(void *pool, int count, task_fn *task, void *argument) {
    called += 1;
    workers_run(pool, count, task, argument);
}

// With a patience of one turn helpers are late most of the time: some steps are done by all workers, some by
// one for all that is left of it, and some alone.
static void late_helpers_are_left_behind(void **state) {
    (void)state;
    static workers pool;
    int alone = 0, late = 0;
    CHECK(workers_start(&pool, 3));
    patience = 1;
    find_expected(start_rigid);
    for (int round = 0; round < 50 && alone == 0; ++round) { // until the machine has shown it
        start_rigid();
        for (int i = 0; i < STEPS; ++i) {
            int before = called, left = world->stats.alone;
            CHECK(step_parallel(world, 1.0f / 60.0f, 4, 3, run_and_count, &pool) == V2D_OK);
            CHECK(called == before + (left == 0)); // nobody is asked while one is alone
            CHECK(world->stats.alone >= 0 && world->stats.alone <= V2D__SPELL);
            CHECK(left == 0 || world->stats.alone < left);
            CHECK(v2d_world_hash(world) == expected[i]);
            alone += left > 0, late += left == 0 && world->stats.alone > 0;
        }
    }
    patience = 1 << 30;
    workers_stop(&pool);
    print_message("%d steps alone, %d with late helpers\n", alone, late);
}

// Steps that one does alone, of the second half of 8000 with so many visits each, when helpers are late in one of
// `every` that they are asked in. `longest_alone` becomes how many at most were one after the other.
static int longest_alone;

static int steps_alone(int32_t visits, int every) {
    int asked = 0, alone = 0, now = 0;
    longest_alone = 0;
    world = test_world();
    for (int i = 0; i < 8000; ++i) {
        v2d__team team;
        bool ask = world->stats.alone == 0;
        v2d__team_begin(&team, ask ? 2 : 1);
        asked += ask, alone += !ask && i >= 4000;
        now = ask ? 0 : now + 1;
        if (now > longest_alone) longest_alone = now;
        team.late = ask && asked % every == 0;
        world->stats.visits = visits;
        v2d__spell_note(world, &team);
        CHECK(world->stats.alone >= 0 && world->stats.alone <= V2D__SPELL);
        CHECK(world->stats.spell >= 0 && world->stats.spell <= V2D__SPELL);
    }
    return alone;
}

static void who_is_late_now_and_then_is_rarely_asked(void **state) {
    (void)state;
    CHECK(steps_alone(240000, 9000) == 0);
    CHECK(steps_alone(240000, 1000) < 200); // mere chance
    CHECK(steps_alone(240000, 60) > 2500);  // each time some ten steps are lost
    CHECK(steps_alone(240000, 1) > 3900);
    CHECK(steps_alone(0, 60) > 2500);
    CHECK(steps_alone(0, 1) > 3900 && longest_alone == V2D__SPELL_STEPS);
    CHECK(steps_alone(0x7fffffff, 1) == 2000); // a step that is longer than a spell
}

// Helpers that never come, as where all processors have other work, are hardly asked; the bits stay the same.
static void who_does_nothing_is_rarely_asked(void **state) {
    (void)state;
    int calls = 0;
    least_help = 0.5f;
    check_same(start_rigid, 8, one_after_the_other, &calls);
    CHECK(calls >= 1 && calls < STEPS / 4);
    least_help = 0.0f;
}

// Of 100 parts, workers who are never kept waiting do an equal share each. Less than half as much by all helpers
// together is little.
static void half_of_a_fair_share_is_enough(void **state) {
    (void)state;
    least_help = 0.5f;
    for (int32_t count = 2; count <= 8; ++count) {
        for (uint32_t helped = 0; helped <= 100; ++helped) {
            v2d__team team;
            v2d__team_begin(&team, count);
            team.parts_done = 100, team.parts_helped = helped;
            bool little = 2 * (int)helped * count < 100 * (count - 1);
            CHECK(v2d__team_unhelped(&team) == little);
            team.late = true;
            CHECK(v2d__team_unhelped(&team));
        }
    }
    least_help = 0.0f;
}

static void tasks_may_run_in_any_order(void **state) {
    (void)state;
    static const v2d_parallel_for_fn ways[] = {one_after_the_other, from_the_last_to_the_first,
                                               nothing_at_all, only_the_third, a_thread_each};
    for (int i = 0; i < 5; ++i) {
        int calls = 0;
        check_same(start_mixed, 8, ways[i], &calls);
        check_same(start_rigid, 8, ways[i], &calls);
        check_same(start_towers, 8, ways[i], &calls);
        CHECK(calls == 3 * STEPS);
    }
}

static void one_worker_asks_nobody(void **state) {
    (void)state;
    int calls = 0;
    check_same(start_mixed, 1, one_after_the_other, &calls);
    check_same(start_mixed, 0, one_after_the_other, &calls);
    check_same(start_mixed, -7, one_after_the_other, &calls);
    check_same(start_mixed, 8, NULL, NULL);
    CHECK(calls == 0);
}

// A world knows nothing of who steps it: a copy goes on alone, or with other workers.
static void a_copy_goes_on_with_other_workers(void **state) {
    (void)state;
    static v2d_world copy;
    static workers pool; // a failure leaves threads behind
    CHECK(workers_start(&pool, 3));
    find_expected(start_mixed);
    start_mixed();
    for (int i = 0; i < STEPS; ++i) {
        v2d_parallel_for_fn parallel_for = i % 2 == 0 ? workers_run : NULL;
        memcpy(&copy, world, sizeof(copy));
        CHECK(step_parallel(world, 1.0f / 60.0f, 4, 3, parallel_for, &pool) == V2D_OK);
        CHECK(v2d_world_hash(world) == expected[i]);
        CHECK(v2d_world_step(&copy, 1.0f / 60.0f, 4) == V2D_OK);
        memcpy(world, &copy, sizeof(copy));
        CHECK(v2d_world_hash(world) == expected[i]);
    }
    workers_stop(&pool);
}

// A wall of so few bricks that the last block of a colour and the first of the next one share some.
static void start_wall(void) {
    world = test_world();
    test_ground(world);
    for (int row = 0; row < 6; ++row)
        for (int i = 0; i < 5; ++i)
            test_box(world, V2D_BODY_DYNAMIC, (float)i + 0.5f * (float)(row % 2),
                     0.25f + 0.5f * (float)row, 0.5f, 0.25f);
}

// A relax pass over all blocks of contacts at once, where two of a colour are under way together, does the same as
// one over each block alone: what two blocks share must be done by one after the other.
static void blocks_under_way_together_share_nothing(void **state) {
    (void)state;
    static v2d_world copy;
    static void (*const starts[])(void) = {start_wall, start_rigid, start_mixed};
    const v2d__kernels *kernels[] = {v2d__kernels_now(), v2d__kernels_base()};
    for (int k = 0; k < 12; ++k) {
        const v2d__kernel relax = kernels[k / 6]->relax[V2D__CONTACTS];
        v2d__call pass;
        memset(&pass, 0, sizeof(pass));
        pass.last = k % 2 != 0;
        starts[k / 2 % 3]();
        test_steps(world, 50);
        for (int i = 0; i < V2D_MAX_BODIES; ++i) { // so that there is something to do
            v2d__dof *dof = &world->nodes.dof[i];
            if (dof->inv_mass > 0.0f)
                dof->dx += 1e-4f * (float)(i % 7), dof->dy -= 1e-4f * (float)(i % 5);
        }
        memcpy(&copy, world, sizeof(copy));
        const int32_t count = world->contacts.batch.first[V2D__MAX_COLORS];
        CHECK(count > 4);
        relax(world, world->contacts.blocks, world->contacts.extras, world->contacts.block_flags,
              count * V2D__LANES, &pass);
        for (int32_t i = 0; i < count; ++i)
            relax(&copy, &copy.contacts.blocks[i], &copy.contacts.extras[i],
                  &copy.contacts.block_flags[i], V2D__LANES, &pass);
        CHECK(memcmp(world->nodes.dof, copy.nodes.dof, sizeof(copy.nodes.dof)) == 0);
        CHECK(memcmp(world->contacts.blocks, copy.contacts.blocks, sizeof(copy.contacts.blocks)) ==
              0);
    }
}

// What is known of late helpers outlives a load, as it is known of the processors; what is no such knowledge
// does not: memory that is no world, or a world whose bytes were overwritten.
static void a_load_keeps_who_was_late(void **state) {
    (void)state;
    static unsigned char save[1 << 20];
    static const int32_t known[][2] = {{0, 0}, {0, 7}, {7, 7}, {V2D__SPELL - 1, V2D__SPELL}};
    static const int32_t nonsense[][2] = {
        {-1, 7}, {0, -1}, {8, 7}, {7, V2D__SPELL + 1}, {0x7f7f7f7f, 0x7f7f7f7f}};
    start_rigid();
    size_t size = v2d_world_save(world, NULL, 0);
    CHECK(size > 0 && size <= sizeof(save) && v2d_world_save(world, save, size) == size);
    for (int i = 0; i < 4; ++i) {
        world->stats.alone = known[i][0], world->stats.spell = known[i][1];
        CHECK(v2d_world_load(world, save, size) == V2D_OK);
        CHECK(world->stats.alone == known[i][0] && world->stats.spell == known[i][1]);
    }
    for (int i = 0; i < 6; ++i) {
        int calls = 0;
        if (i == 5) memset(world, 0x7f, sizeof(*world));
        if (i < 5) world->stats.alone = nonsense[i][0], world->stats.spell = nonsense[i][1];
        CHECK(v2d_world_load(world, save, size) == V2D_OK);
        CHECK(world->stats.alone == 0 && world->stats.spell == 0);
        CHECK(step_parallel(world, 1.0f / 60.0f, 4, 8, one_after_the_other, &calls) == V2D_OK);
        CHECK(calls == 1);
    }
}

static void bad_arguments_are_refused_before_the_call(void **state) {
    (void)state;
    int calls = 0;
    start_mixed();
    uint64_t hash = v2d_world_hash(world);
    CHECK(step_parallel(NULL, 0.01f, 4, 2, one_after_the_other, &calls) == V2D_ERROR_NULL);
    CHECK(step_parallel(world, -1.0f, 4, 2, one_after_the_other, &calls) == V2D_ERROR_OUT_OF_RANGE);
    CHECK(step_parallel(world, NAN, 4, 2, one_after_the_other, &calls) != V2D_OK);
    CHECK(step_parallel(world, 0.01f, 0, 2, one_after_the_other, &calls) == V2D_ERROR_OUT_OF_RANGE);
    v2d_step_def def;
    memset(&def, 0, sizeof(def));
    def.workers = 2, def.parallel_for = one_after_the_other, def.parallel_context = &calls;
    CHECK(v2d_world_step_with(world, &def) == V2D_ERROR_BAD_DEF);
    CHECK(calls == 0 && v2d_world_hash(world) == hash);
}

// ---- regions -----------------------------------------------------------------------------------

// Whether the step that was just made could be solved region by region.
static bool has_regions(void) {
    const v2d__batch *batch = &world->contacts.batch;
    return world->contacts.cuts != 0u && batch->block_count == batch->first[V2D__MAX_COLORS] &&
           world->contacts.hub_blocks == 0 && batch->overflow_count == 0 &&
           world->impacts.bounces && !world->impacts.may_bounce;
}

// Bits of where the boxes of a tower are and how they move.
static uint64_t tower_bits(int tower) {
    uint64_t bits = 14695981039346656037u;
    for (int k = 0; k < STOREYS; ++k) {
        v2d_transform at = v2d_body_transform(world, boxes[tower][k]);
        v2d_vec2 v = v2d_body_velocity(world, boxes[tower][k]);
        const float numbers[] = {at.p.x,
                                 at.p.y,
                                 at.q.c,
                                 at.q.s,
                                 v.x,
                                 v.y,
                                 v2d_body_angular_velocity(world, boxes[tower][k])};
        uint32_t words[7];
        memcpy(words, numbers, sizeof(words));
        for (int i = 0; i < 7; ++i)
            bits = (bits ^ words[i]) * 1099511628211u;
    }
    return bits;
}

// Joins the two boxes beside the towers.
static void join_far_off(void) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_body(far_off[0], v2d_vec2_make(1.0f, 0.0f));
    def.b = v2d_anchor_body(far_off[1], v2d_vec2_make(-1.0f, 0.0f));
    CHECK(v2d_joint_is_valid(world, v2d_joint_create(world, &def)));
}

// A joint anywhere makes all bodies be solved together, to the same bits.
static void towers_do_not_know_whether_they_are_solved_apart(void **state) {
    (void)state;
    static uint64_t apart[STEPS][TOWERS];
    int with_regions = 0;
    for (int joined = 0; joined < 2; ++joined) {
        start_towers();
        if (joined) join_far_off();
        for (int i = 0; i < STEPS; ++i) {
            test_steps(world, 1);
            with_regions += has_regions() && !joined;
            for (int k = 0; k < TOWERS; ++k) {
                if (!joined) apart[i][k] = tower_bits(k);
                CHECK(tower_bits(k) == apart[i][k]);
            }
        }
    }
    CHECK(with_regions > STEPS / 4);
}

// What goes wrong in two towers at once.
enum { NOTHING, FORCE, MOTION, MASS, KINDS };

static void go_wrong(int what) {
    const int node[2] = {1 + 3 * STOREYS + 2, 1 + 9 * STOREYS};
    for (int i = 0; i < 2; ++i) {
        if (what == FORCE) world->nodes.forces[node[i]].force.x = NAN;
        if (what == MOTION) world->nodes.dof[node[i]].dx = INFINITY;
        if (what == MASS) world->nodes.dof[node[i]].inv_mass = NAN;
    }
}

// Runs the towers, the last steps with something wrong. bits[]: of each tower. Returns how many boxes were
// disabled.
static int towers_that_go_wrong(int what, int threads, bool joined, uint64_t *bits) {
    static workers pool; // a failure leaves threads behind
    int disabled = 0;
    start_towers();
    if (joined) join_far_off();
    CHECK(workers_start(&pool, threads));
    for (int i = 0; i < STEPS; ++i) {
        CHECK(i != STEPS / 2 || has_regions());
        if (i == STEPS / 2) go_wrong(what);
        CHECK(step_parallel(world, 1.0f / 60.0f, 4, threads, workers_run, &pool) == V2D_OK);
    }
    workers_stop(&pool);
    for (int i = 0; i < TOWERS; ++i)
        bits[i] = tower_bits(i);
    for (int i = 0; i < world->bodies.pool.high; ++i)
        disabled += (world->bodies.at[i].flags & V2D__BODY_DISABLED) != 0u;
    return disabled;
}

// Numbers of two towers go wrong at once: the others do not know, and it is the same for any number of
// workers, and if all is solved together.
static void a_tower_that_goes_wrong_is_alone(void **state) {
    (void)state;
    uint64_t sound[TOWERS], wrong[TOWERS], other[TOWERS];
    CHECK(towers_that_go_wrong(NOTHING, 1, false, sound) == 0);
    for (int what = FORCE; what < KINDS; ++what) {
        int disabled = towers_that_go_wrong(what, 1, false, wrong);
        CHECK(disabled == 2);
        for (int i = 0; i < TOWERS; ++i)
            CHECK((wrong[i] == sound[i]) == (i != 3 && i != 9));
        for (int run = 0; run < 3; ++run) {
            CHECK(towers_that_go_wrong(what, run == 0 ? 1 : 4 * run - 2, run == 0, other) ==
                  disabled);
            CHECK(memcmp(other, wrong, sizeof(wrong)) == 0);
        }
    }
}

// What finds no colour and bounces, so that it is no hub's, is solved one by one: behind the colours, and within
// the lanes that a step visits, also when the colours leave lanes empty in front of cuts.
static void overflow_is_not_parted(void **state) {
    (void)state;
    start_towers();
    for (int k = 0; k < 2; ++k) { // two planks, each with more balls than there are colours
        test_box(world, V2D_BODY_DYNAMIC, 0.0f, 40.0f + 20.0f * (float)k, 60.0f, 0.5f);
        for (int i = 0; i < 251; ++i)
            test_ball(world, 0.45f * (float)i - 56.0f, 40.65f + 20.0f * (float)k, true);
    }
    for (int i = 0; i < world->shapes.pool.high; ++i)
        world->shapes.at[i].restitution = 0.25f;
    int parted = 0;
    for (int i = 0; i < 10; ++i) {
        test_steps(world, 1);
        const v2d__batch *batch = &world->contacts.batch;
        int32_t end = batch->overflow_start + batch->overflow_count;
        for (int32_t k = 0; k < world->contacts.with_lane_count; ++k) {
            int32_t at = world->contacts.at[world->contacts.with_lane[k]].lane;
            CHECK(world->changed.contacts || (at >= 0 && at < end));
        }
        parted += batch->overflow_count > 0 && world->contacts.cuts != 0u;
    }
    CHECK(parted > 0);
}

// A save that claims a cut where contacts cross is taken without it.
static void a_cut_is_believed_only_if_it_holds(void **state) {
    (void)state;
    static unsigned char save[1 << 21];
    start_towers();
    test_steps(world, STEPS);
    CHECK(has_regions());
    const uint32_t cuts = world->contacts.cuts;
    for (int p = 1; p < V2D__PARTITIONS; ++p) { // to the middle of a tower
        int32_t *first = &world->contacts.partition_first[p], kept = *first;
        if ((cuts >> p & 1u) == 0u) continue;
        for (int forged = 0; forged < 2; ++forged) {
            if (forged) *first = (kept - 1) / STOREYS * STOREYS + STOREYS / 2;
            size_t size = v2d_world_save(world, save, sizeof(save));
            CHECK(size > 0 && size <= sizeof(save));
            CHECK(v2d_world_load(world, save, size) == V2D_OK);
            CHECK(world->contacts.cuts == (forged ? cuts & ~(1u << p) : cuts));
        }
        *first = kept, world->contacts.cuts = cuts;
    }
}

// ---- partitions --------------------------------------------------------------------------------

// Boxes that fall in a heap onto the ground, with `before` static boxes far away that were made before them and
// `after` that were made after. `crates`: the boxes that fall.
static void start_level(int before, int after, v2d_body_id *crates) {
    world = test_world();
    for (int i = 0; i < before + after + STOREYS * TOWERS + 1; ++i) {
        int crate = i - before - 1;
        if (crate == -1) {
            test_ground(world);
        } else if (crate >= 0 && crate < STOREYS * TOWERS) {
            crates[crate] = test_box(world, V2D_BODY_DYNAMIC, 0.3f * (float)(crate % 7),
                                     0.6f + 0.9f * (float)crate, 0.4f, 0.3f);
        } else {
            test_box(world, V2D_BODY_STATIC, 500.0f + 3.0f * (float)i, 0.0f, 1.0f, 1.0f);
        }
    }
}

// A level of static bodies far away changes no bit of what moves, and partitions are equal shares of that.
static void a_level_far_away_changes_nothing(void **state) {
    (void)state;
    static const int levels[][2] = {{0, 0}, {0, 700}, {700, 0}, {31, 77}};
    static v2d_transform at[4][6 * STEPS][STOREYS * TOWERS];
    v2d_body_id crates[STOREYS * TOWERS];
    int laid_out = 0;
    for (int level = 0; level < 4; ++level) {
        start_level(levels[level][0], levels[level][1], crates);
        for (int step = 0; step < 6 * STEPS; ++step) {
            test_steps(world, 1);
            for (int i = 0; i < STOREYS * TOWERS; ++i)
                at[level][step][i] = v2d_body_transform(world, crates[i]);
            CHECK(memcmp(at[level][step], at[0][step], sizeof(at[0][0])) == 0);
            if (world->nodes.active_count < STOREYS * TOWERS || world->contacts.cuts != 0u ||
                world->contacts.batch.block_count == 0)
                continue;
            laid_out += 1;
            for (int p = 0; p < V2D__PARTITIONS; ++p) {
                int share = v2d__active_bound(world, p + 1) - v2d__active_bound(world, p);
                CHECK(share == STOREYS * TOWERS / V2D__PARTITIONS);
            }
        }
    }
    CHECK(laid_out > 4 * STEPS);
}

// ---- stages alone ------------------------------------------------------------------------------

enum { ITEMS = 4096 };

static int visits[ITEMS];

static void visit(const void *argument, int32_t first, int32_t last) {
    for (int32_t i = first; i < last; ++i)
        visits[i] += *(const int *)argument;
}

typedef struct stages {
    v2d__team team;
    int rounds, failed;
} stages;

#ifndef ROUNDS
#define ROUNDS 4000 // of one worker; of several as many fewer, as they may have to take turns
#endif

// Stages of all sizes, one after the other as fast as they go: every item once in each.
static void run_stages(void *argument, int index) {
    stages *s = (stages *)argument;
    if (!v2d__atomic_replace(&s->team.led, 0u, 1u)) {
        v2d__team_help(&s->team, index);
        return;
    }
    s->team.leader = index;
    uint32_t seed = 1;
    for (int round = 1; round <= s->rounds; ++round) {
        seed = seed * 1664525u + 1013904223u;
        int32_t first = (int32_t)(seed >> 8) % 40, last = first + (int32_t)(seed >> 20) % 200;
        if (round % 50 == 0) last = ITEMS;
        memset(visits, 0, sizeof(visits));
        v2d__parallel(&s->team, visit, &round, first, last, 1);
        for (int32_t i = 0; i < ITEMS; ++i) {
            if (visits[i] != (i >= first && i < last ? round : 0)) s->failed += 1;
        }
    }
    v2d__atomic_release(&s->team.open, V2D__STEP_OVER);
}

static void a_stage_does_every_item_once(void **state) {
    (void)state;
    static const int counts[] = {1, 2, 3, 8, 16};
    for (int i = 0; i < 5; ++i) {
        static workers pool; // a failure leaves threads behind
        stages s;
        CHECK(workers_start(&pool, counts[i]));
        v2d__team_begin(&s.team, counts[i]);
        s.rounds = ROUNDS / counts[i], s.failed = 0;
        workers_run(&pool, counts[i], run_stages, &s);
        CHECK(s.failed == 0);
        workers_stop(&pool);
    }
}

// Partitions of very different work, many of them empty: each lies in one part, and a part has as much as the
// others but for half a partition at either end.
static void partitions_are_dealt_out_evenly(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (int32_t round = 0; round < 2000; ++round) {
        v2d__team team;
        int32_t work[V2D__PARTITIONS], most = 0, all = 0;
        v2d__team_begin(&team, 2 + round % (V2D__MAX_WORKERS - 1));
        for (int32_t i = 0; i < V2D__PARTITIONS; ++i) {
            seed = seed * 1664525u + 1013904223u;
            work[i] = seed >> 30 == 0u ? 0 : (int32_t)(seed >> 12) % (round % 7 == 0 ? 90000 : 90);
            most = work[i] > most ? work[i] : most, all += work[i];
        }
        v2d__partitions_deal(&team, work);
        int32_t parts = v2d__deals_each(&team) * team.workers;
        CHECK(parts >= team.workers && parts <= V2D__PARTITIONS && parts <= V2D__MAX_PARTS);
        CHECK(team.deal[0] == 0 && team.deal[parts] == V2D__PARTITIONS);
        for (int32_t i = 0; i < parts; ++i) {
            int32_t own = 0;
            CHECK(team.deal[i] <= team.deal[i + 1]);
            for (int32_t k = team.deal[i]; k < team.deal[i + 1]; ++k)
                own += work[k];
            CHECK(abs(own * parts - all) <= most * parts);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scene_has_everything),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(late_helpers_are_left_behind),
        cmocka_unit_test(who_is_late_now_and_then_is_rarely_asked),
        cmocka_unit_test(who_does_nothing_is_rarely_asked),
        cmocka_unit_test(half_of_a_fair_share_is_enough),
        cmocka_unit_test(tasks_may_run_in_any_order),
        cmocka_unit_test(one_worker_asks_nobody),
        cmocka_unit_test(a_copy_goes_on_with_other_workers),
        cmocka_unit_test(blocks_under_way_together_share_nothing),
        cmocka_unit_test(a_load_keeps_who_was_late),
        cmocka_unit_test(bad_arguments_are_refused_before_the_call),
        cmocka_unit_test(towers_do_not_know_whether_they_are_solved_apart),
        cmocka_unit_test(a_tower_that_goes_wrong_is_alone),
        cmocka_unit_test(overflow_is_not_parted),
        cmocka_unit_test(a_cut_is_believed_only_if_it_holds),
        cmocka_unit_test(a_level_far_away_changes_nothing),
        cmocka_unit_test(a_stage_does_every_item_once),
        cmocka_unit_test(partitions_are_dealt_out_evenly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
