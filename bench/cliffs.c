// SPDX-License-Identifier: MIT OR Unlicense
// cliffs.c - worlds that a game has and a benchmark forgets: much that never moves or sleeps, things created and
// destroyed, things that bounce, shapes that report, a level on one body, one body that carries thousands, sizes of
// 1 : 1000, tiny worlds.
//
// Run:  cliffs, with the options of table.h
// What is timed is what the engine does, not what the scene records: the median and the 99th percentile of
// all that a run times.
//
// Order of the file: worlds, measures, the table of both.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // fork, pipe, clock_gettime, sched_setaffinity
#endif

#include "table.h"

extern const sim_engine engine_verlet2d_small; // the same with room for small worlds only

enum { WARM_UP = 60, STEPS = 60, CHANGES = 50, WORLDS = 1000, MAX_SAMPLES = 1 << 17 };

static int items;          // of the world that is built next
static double deadline_ms; // on machine_ms()
static double samples[MAX_SAMPLES];
static int sample_count;

// ---- worlds ----------------------------------------------------------------------------------------

static uint32_t seed;

static float random_between(float low, float high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(seed >> 8) / 16777216.0f;
}

// A level of boxes that never move, and a hundred that fall on them.
static void build_statics(sim *s) {
    sim_shape tile = sim_box(0.5f, 0.5f), box = sim_box(0.4f, 0.4f);
    table_open_world(s);
    int columns = 4 * (items / 400);
    for (int i = 0; i < items; ++i)
        table_add(s, SIM_STATIC, 1.1f * (float)(i % columns), -3.0f * (float)(i / columns), &tile);
    for (int i = 0; i < 100; ++i)
        table_add(s, SIM_DYNAMIC, 1.1f * (float)(i * (columns / 100)), 1.5f, &box);
}

// A level of a hundred tiles a floor, and two balls that roll on each floor.
static void build_walking(sim *s, int report) {
    sim_shape tile = sim_box(0.5f, 0.5f), ball = sim_circle(0.0f, 0.0f, 0.4f);
    table_open_world(s);
    ball.report = report;
    for (int i = 0; i < items; ++i)
        table_add(s, SIM_STATIC, (float)(i % 100), -4.0f * (float)(i / 100), &tile);
    for (int i = 0; i < 2 * (items / 100); ++i) {
        sim_body_def def =
            sim_body_at(SIM_DYNAMIC, 20.0f + 50.0f * (float)(i % 2), 0.9f - 4.0f * (float)(i / 2));
        def.velocity.x = i % 2 == 0 ? 2.0f : -2.0f;
        sim_add_shape(s, sim_add_body(s, &def), &ball);
    }
}

static void build_walkers(sim *s) { build_walking(s, 0); }
static void build_reporters(sim *s) { build_walking(s, 1); }

// Stacks of twenty boxes, each touching its neighbours.
static void build_pile(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f), ground = sim_box((float)items, 1.0f);
    table_open_world(s);
    table_add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
    for (int i = 0; i < items; ++i)
        table_add(s, SIM_DYNAMIC, 1.0f * (float)(i / 20), 0.5f + (float)(i % 20), &box);
}

// Bodies fall into a bin, in which they bounce: boxes and discs, or bars of eight boxes.
static void build_bouncing(sim *s, float restitution, int parts) {
    int columns = 60;
    sim_shape ground = sim_box(45.0f, 1.0f), wall = sim_box(1.0f, 200.0f);
    seed = 4321u;
    table_open_world(s);
    ground.restitution = wall.restitution = restitution;
    table_add(s, SIM_STATIC, 39.0f, -1.0f, &ground);
    table_add(s, SIM_STATIC, -2.0f, 200.0f, &wall);
    table_add(s, SIM_STATIC, 80.0f, 200.0f, &wall);
    for (int i = 0; i < items; ++i) {
        float x = 1.3f * (float)(i % columns) + random_between(-0.05f, 0.05f);
        sim_body_def def = sim_body_at(SIM_DYNAMIC, x, 2.0f + 1.3f * (float)(i / columns));
        int body = sim_add_body(s, &def);
        for (int k = 0; k < parts; ++k) {
            float along = 0.12f * (float)(k / 2) + 0.06f, side = k % 2 == 0 ? 1.0f : -1.0f;
            sim_shape shape = parts > 1    ? sim_box_at(0.06f, 0.06f, side * along, 0.0f, 0.0f)
                              : i % 2 == 0 ? sim_box(0.4f, 0.4f)
                                           : sim_circle(0.0f, 0.0f, 0.4f);
            shape.restitution = restitution;
            sim_add_shape(s, body, &shape);
        }
    }
}

static void build_bounces(sim *s) { build_bouncing(s, 0.6f, 1); }
static void build_compounds(sim *s) { build_bouncing(s, 0.3f, 8); }
static void build_calm(sim *s) { build_bouncing(s, 0.0f, 1); }
static void build_calm_bouncy(sim *s) { build_bouncing(s, 0.1f, 1); }

static void build_nothing(sim *s) { table_open_world(s); }

// A room without gravity, in which a blade stirs discs that bounce a little: blows never cease.
static void build_stirred(sim *s) {
    sim_shape wall = sim_box(12.0f, 1.0f), side = sim_box(1.0f, 12.0f), blade = sim_box(8.0f, 0.2f);
    sim_shape disc = sim_circle(0.0f, 0.0f, 0.3f);
    sim_body_def turns = sim_body_at(SIM_KINEMATIC, 0.0f, 0.0f);
    turns.angular_velocity = 6.0f;
    s->world.gravity = sim_v(0.0f, 0.0f);
    wall.restitution = side.restitution = blade.restitution = disc.restitution = 0.2f;
    table_open_world(s);
    for (int i = -1; i <= 1; i += 2) {
        table_add(s, SIM_STATIC, 0.0f, 11.0f * (float)i, &wall);
        table_add(s, SIM_STATIC, 11.0f * (float)i, 0.0f, &side);
    }
    sim_add_shape(s, sim_add_body(s, &turns), &blade);
    for (int i = 0; i < items; ++i) {
        float y = -9.0f + 0.8f * (float)(i / 20);
        table_add(s, SIM_DYNAMIC, -7.6f + 0.8f * (float)(i % 20), y + (y > -0.6f ? 1.2f : 0.0f),
                  &disc);
    }
}

// A lift with ten boxes on it.
static void build_lift(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f), floor = sim_box(4.0f, 0.25f);
    s->world.sleep = 1;
    table_open_world(s);
    table_add(s, SIM_KINEMATIC, 0.0f, -0.25f, &floor);
    for (int i = 0; i < items; ++i)
        table_add(s, SIM_DYNAMIC, 1.2f * (float)(i % 5 - 2), 0.5f + (float)(i / 5), &box);
}

// A plank on the ground, and boxes side by side on it.
static void build_plank(sim *s) {
    sim_shape box = sim_box(0.25f, 0.25f), ground = sim_box((float)items, 1.0f);
    sim_shape plank = sim_box(0.3f * (float)items, 0.25f);
    table_open_world(s);
    table_add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
    table_add(s, SIM_DYNAMIC, 0.0f, 0.25f, &plank);
    for (int i = 0; i < items; ++i)
        table_add(s, SIM_DYNAMIC, 0.6f * ((float)i - 0.5f * (float)items), 0.75f, &box);
}

// Boxes and circles from 1 cm to 10 m, of which each ten times larger size is ten times as rare, fall
// into a bin.
static void build_sizes(sim *s) {
    seed = 12345u;
    table_open_world(s);
    float half = 0.0f, x = 0.0f, y = 0.0f, row = 0.0f, width = 30.0f + 0.01f * (float)items;
    sim_shape ground = sim_box(width, 1.0f), wall = sim_box(1.0f, 100.0f);
    table_add(s, SIM_STATIC, 0.5f * width, -1.0f, &ground);
    table_add(s, SIM_STATIC, -1.0f, 100.0f, &wall);
    table_add(s, SIM_STATIC, width + 1.0f, 100.0f, &wall);
    for (int i = 0; i < items; ++i) {
        half = 0.005f / random_between(0.001f, 1.0f);
        sim_shape box = sim_box(half, half), ball = sim_circle(0.0f, 0.0f, half);
        if (x + 2.1f * half > width) x = 0.0f, y += 2.1f * row, row = 0.0f;
        row = half > row ? half : row;
        table_add(s, SIM_DYNAMIC, x + 1.05f * half, y + 1.05f * half, i % 2 == 0 ? &box : &ball);
        x += 2.1f * half;
    }
}

// Circles, capsules, pentagons and planks of many sizes fall into a bin.
static void build_mixed(sim *s) {
    seed = 54321u;
    table_open_world(s);
    sim_shape ground = sim_box(62.0f, 1.0f), wall = sim_box(1.0f, 200.0f);
    table_add(s, SIM_STATIC, 60.0f, -1.0f, &ground);
    table_add(s, SIM_STATIC, -1.0f, 200.0f, &wall);
    table_add(s, SIM_STATIC, 121.0f, 200.0f, &wall);
    for (int i = 0; i < items; ++i) {
        float r = random_between(0.2f, 0.6f);
        sim_vec corners[5];
        for (int k = 0; k < 5; ++k)
            corners[k] =
                sim_v(r * sim_cos(2.0 * SIM_PI * k / 5), r * sim_sin(2.0 * SIM_PI * k / 5));
        sim_shape shapes[4];
        shapes[0] = sim_circle(0.0f, 0.0f, r);
        shapes[1] = sim_capsule(-0.5f * r, 0.0f, 0.5f * r, 0.0f, 0.5f * r);
        shapes[2] = sim_polygon(corners, 5, 0.0f);
        shapes[3] = sim_box(r, 0.25f * r);
        table_add(s, SIM_DYNAMIC, 0.7f + 1.25f * (float)(i % 95), 0.7f + 1.25f * (float)(i / 95),
                  &shapes[i % 4]);
    }
}

// Boxes in rows of ten that rest on the ground.
static void build_small(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f), ground = sim_box(20.0f, 1.0f);
    table_open_world(s);
    table_add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
    for (int i = 0; i < items; ++i)
        table_add(s, SIM_DYNAMIC, 1.2f * (float)(i % 10), 0.5f + (float)(i / 10), &box);
}

// Stacks of twenty boxes that fall asleep, and twenty balls that roll on beside them.
static void build_asleep(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f), ball = sim_circle(0.0f, 0.0f, 0.5f);
    sim_shape ground = sim_box((float)items, 1.0f);
    s->world.sleep = 1;
    table_open_world(s);
    table_add(s, SIM_STATIC, 0.0f, -1.0f, &ground);
    for (int i = 0; i < 20; ++i)
        table_add(s, SIM_DYNAMIC, -5.0f - 2.0f * (float)i, 0.5f, &ball);
    for (int i = 0; i < items; ++i)
        table_add(s, SIM_DYNAMIC, 10.0f + 1.05f * (float)(i / 20), 0.5f + (float)(i % 20), &box);
}

// ---- measures --------------------------------------------------------------------------------------
// Each takes samples of microseconds, and returns 0 when the time was up before.

// Notes what passed since `start`, for each of so many, and returns the time.
static double sample(double start, double of) {
    double now = table_ms();
    if (sample_count < MAX_SAMPLES) samples[sample_count++] = 1e3 * (now - start) / of;
    return now;
}

// The same after every tenth thing: one alone is too short for the clock.
static double sample_ten(double start, int i) { return i % 10 == 9 ? sample(start, 10.0) : start; }

static int in_time(void) { return machine_ms() <= deadline_ms; }

static int warm_up(sim *s, int steps) {
    for (int i = 0; i < steps; ++i) {
        if (!s->engine->step(s->ctx, s->dt, s->substeps) || !in_time()) return 0;
    }
    return 1;
}

static int time_first_step(sim *s) {
    double start = table_ms();
    s->engine->step(s->ctx, s->dt, s->substeps);
    sample(start, 1.0);
    return in_time();
}

static int time_steps(sim *s) {
    if (!warm_up(s, WARM_UP)) return 0;
    double now = table_ms();
    for (int done = 0; done < STEPS && in_time(); ++done) {
        s->engine->step(s->ctx, s->dt, s->substeps);
        now = sample(now, 1.0);
    }
    return 1;
}

static int time_driven(sim *s) { // with a new velocity of the first body before each step
    double now = table_ms();
    for (int done = 0; done < 10 * STEPS && in_time(); ++done) {
        s->engine->body_set_velocity(s->ctx, 0, sim_v(0.0f, 0.1f * (float)(done % 30 - 15)), 0.0f);
        s->engine->step(s->ctx, s->dt, s->substeps);
        now = sample_ten(now, done);
    }
    return 1;
}

static int time_fall(sim *s) { // from the first step on, until most rests
    double now = table_ms();
    for (int done = 0; done < 600 && in_time(); ++done) {
        s->engine->step(s->ctx, s->dt, s->substeps);
        now = sample(now, 1.0);
    }
    return 1;
}
static int time_rest(sim *s) { return warm_up(s, 900) && time_steps(s); }
static int time_short_steps(sim *s) { // too short for the clock one by one
    if (!warm_up(s, 600)) return 0;
    double now = table_ms();
    for (int i = 0; i < 100; ++i) {
        if (!warm_up(s, 100)) return 0;
        now = sample(now, 100.0);
    }
    return 1;
}

static int time_asleep(sim *s) {
    if (!warm_up(s, 300)) return 0;
    for (int step = 0; step < 10 * STEPS; ++step) {
        for (int i = 0; i < 20; ++i)
            s->engine->body_set_velocity(s->ctx, 1 + i, sim_v(step / 100 % 2 ? 1.0f : -1.0f, 0.0f),
                                         0.0f);
        double start = table_ms();
        s->engine->step(s->ctx, s->dt, s->substeps);
        sample(start, 1.0);
        if (!in_time()) return 0;
    }
    return 1;
}

static int time_destroying(sim *s) {
    if (!warm_up(s, WARM_UP)) return 0;
    double now = table_ms();
    for (int i = 0; i < CHANGES; ++i) {
        s->engine->body_destroy(s->ctx, 1 + i * (items / CHANGES));
        now = sample_ten(now, i);
    }
    return 1;
}

static int time_creating(sim *s) {
    sim_shape box = sim_box(0.4f, 0.4f);
    if (!warm_up(s, WARM_UP)) return 0;
    double now = table_ms();
    for (int i = 0; i < CHANGES; ++i) {
        sim_body_def def = sim_body_at(SIM_DYNAMIC, (float)(i * (items / 20) / CHANGES), 20.6f);
        s->engine->body_create(s->ctx, s->body_count + i, &def);
        s->engine->shape_create(s->ctx, s->body_count + i, &box);
        now = sample_ten(now, i);
    }
    return 1;
}

// Bodies three metres apart, before the first step.
static int time_air(sim *s) {
    sim_shape box = sim_box(0.5f, 0.5f);
    double now = table_ms();
    for (int i = 0; i < items && in_time(); ++i) {
        sim_body_def def =
            sim_body_at(SIM_DYNAMIC, 3.0f * (float)(i % 200), 3.0f * (float)(i / 200));
        s->engine->body_create(s->ctx, i, &def);
        s->engine->shape_create(s->ctx, i, &box);
        now = sample_ten(now, i);
    }
    return in_time();
}

// Rays through these, likewise.
static int time_rays(sim *s) {
    if (s->engine->probe == NULL || s->engine->probe->ray == NULL || !time_air(s)) return 0;
    sample_count = 0;
    double now = table_ms();
    for (int i = 0; i < 1000; ++i) {
        float x = 0.6f * (float)i, y = 3.0f * (float)(i % 100);
        s->engine->probe->ray(s->ctx, sim_v(x, y), sim_v(x + 20.0f, y + 15.0f));
        now = sample_ten(now, i);
    }
    return 1;
}

// The tiles of a level on one body.
static int time_level(sim *s) {
    sim_body_def def = sim_body_at(SIM_STATIC, 0.0f, 0.0f);
    s->engine->body_create(s->ctx, 0, &def);
    double now = table_ms();
    for (int i = 0; i < items && in_time(); ++i) {
        sim_shape tile = sim_box_at(0.5f, 0.5f, (float)(i % 200), (float)(i / 200), 0.0f);
        s->engine->shape_create(s->ctx, 0, &tile);
        now = sample_ten(now, i);
    }
    return in_time();
}

// Bodies in a row, each pinned to the one before.
static int time_chain(sim *s) {
    sim_shape link = sim_capsule(-0.25f, 0.0f, 0.25f, 0.0f, 0.1f);
    double now = table_ms();
    for (int i = 0; i < items && in_time(); ++i) {
        sim_body_def def = sim_body_at(i == 0 ? SIM_STATIC : SIM_DYNAMIC, 0.5f * (float)i, 0.0f);
        s->engine->body_create(s->ctx, i, &def);
        s->engine->shape_create(s->ctx, i, &link);
        sim_joint_def joint;
        memset(&joint, 0, sizeof(joint));
        joint.kind = SIM_JOINT_REVOLUTE;
        joint.a = i - 1, joint.b = i;
        joint.local_a = sim_v(0.25f, 0.0f), joint.local_b = sim_v(-0.25f, 0.0f);
        if (i > 0) s->engine->joint_create(s->ctx, i - 1, &joint);
        now = sample_ten(now, i);
    }
    return in_time();
}

static int time_worlds(sim *s) {
    static sim *others[WORLDS];
    for (int i = 0; i < WORLDS; ++i) {
        others[i] = sim_create(s->engine, s->scene);
        if (others[i] == NULL || others[i]->error != NULL || !warm_up(others[i], WARM_UP)) return 0;
    }
    enum { ROUNDS = 20 };
    double now = table_ms();
    for (int n = 0; n < ROUNDS; ++n) {
        for (int i = 0; i < WORLDS; ++i)
            others[i]->engine->step(others[i]->ctx, s->dt, s->substeps);
        now = sample(now, WORLDS);
    }
    return 1;
}

// ---- the table -------------------------------------------------------------------------------------

typedef struct cliff {
    const char *name, *counts;
    int items, small; // small: with room for small worlds only
    void (*build)(sim *s);
    int (*measure)(sim *s);
} cliff;

static const cliff cliffs[] = {
    {"statics_10000", "step", 10000, 0, build_statics, time_steps},
    {"statics_100000", "step", 100000, 0, build_statics, time_steps},
    {"first_100000", "step", 100000, 0, build_statics, time_first_step},
    {"walkers_300", "step", 15000, 0, build_walkers, time_steps},
    {"reporters_300", "step", 15000, 0, build_reporters, time_steps},
    {"asleep_20000", "step", 20000, 0, build_asleep, time_asleep},
    {"level_1000", "tile", 1000, 0, build_nothing, time_level},
    {"level_16000", "tile", 16000, 0, build_nothing, time_level},
    {"air_20000", "body", 20000, 0, build_nothing, time_air},
    {"rays_20000", "ray", 20000, 0, build_nothing, time_rays},
    {"destroy_500", "body", 500, 0, build_pile, time_destroying},
    {"destroy_5000", "body", 5000, 0, build_pile, time_destroying},
    {"destroy_20000", "body", 20000, 0, build_pile, time_destroying},
    {"create_500", "body", 500, 0, build_pile, time_creating},
    {"create_5000", "body", 5000, 0, build_pile, time_creating},
    {"create_20000", "body", 20000, 0, build_pile, time_creating},
    {"chain_10000", "link", 10000, 0, build_nothing, time_chain},
    {"plank_1000", "step", 1000, 0, build_plank, time_steps},
    {"plank_5000", "step", 5000, 0, build_plank, time_steps},
    {"sizes_2000", "step", 2000, 0, build_sizes, time_steps},
    {"sizes_30000", "step", 30000, 0, build_sizes, time_steps},
    {"mixed_10000", "step", 10000, 0, build_mixed, time_steps},
    {"bounces_3000", "step", 3000, 0, build_bounces, time_fall},
    {"compounds_1000", "step", 1000, 0, build_compounds, time_fall},
    {"calm_3000", "step", 3000, 0, build_calm, time_rest},
    {"calm_bouncy_3000", "step", 3000, 0, build_calm_bouncy, time_rest},
    {"stirred_400", "step", 400, 0, build_stirred, time_steps},
    {"lift_10", "step", 10, 0, build_lift, time_driven},
    {"bodies_10", "step", 10, 1, build_small, time_short_steps},
    {"bodies_50", "step", 50, 1, build_small, time_short_steps},
    {"worlds_1000", "step", 10, 1, build_small, time_worlds},
};
enum { CLIFFS = sizeof(cliffs) / sizeof(cliffs[0]) };

// ---- one run ---------------------------------------------------------------------------------------

static table_outcome run(int row, const sim_engine *engine, double budget) {
    const cliff *c = &cliffs[row];
    sim_scene scene;
    memset(&scene, 0, sizeof(scene));
    scene.name = c->name, scene.build = c->build;
    items = c->items;
    deadline_ms = machine_ms() + 1e3 * budget;
    if (c->small && strcmp(engine->name, "verlet2d") == 0) engine = &engine_verlet2d_small;
    sim *s = sim_create(engine, &scene);
    if (s == NULL || s->error != NULL) return table_refused;
    return table_outcome_of(samples, c->measure(s) ? sample_count : 0);
}

static const char *name(int row) { return cliffs[row].name; }
static const char *counts(int row) { return cliffs[row].counts; }

int main(int argc, char **argv) {
    table t = {"cliffs", CLIFFS, name, counts, run};
    return table_main(&t, argc, argv);
}
