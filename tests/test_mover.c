// SPDX-License-Identifier: MIT OR Unlicense
// test_mover.c - figures that walk: v2d_mover_move().
//
// Motion is compared with formulas; in random levels every call is checked against all shapes by brute force.
// The environment variable V2D_RUNS sets the number of levels: 1000 for the long form.
#define ENGINE_MEDIUM
#define ENGINE_INSIDE
#include "test.h"
#include <stdlib.h>

static v2d_world world;
static v2d_mover_def def;
static v2d_mover mover;
static const float DT = 1.0f / 60.0f;
static uint32_t seed;

static v2d_vec2 vec(float x, float y) { return v2d_vec2_make(x, y); }
static uint32_t random_bits(void) { return test_bits(&seed); }
static int below(int n) { return (int)(random_bits() % (uint32_t)n); }
static float between(float low, float high) { return test_between(&seed, low, high); }

static int begin(void **state) {
    v2d_world_def world_def = v2d_world_def_default();
    (void)state;
    CHECK(v2d_world_init(&world, &world_def) == V2D_OK);
    def = v2d_mover_def_default();
    return 0;
}

static v2d_body_id wall(float x, float y, float half_width, float half_height, float angle) {
    v2d_body_id body = test_box(&world, V2D_BODY_STATIC, x, y, half_width, half_height);
    v2d_body_set_transform(&world, body, vec(x, y), angle);
    return body;
}

// The mover with its feet at a place, at rest.
static void place(float x, float y) { mover = v2d_mover_make(vec(x, y + 0.9f + def.skin)); }
static float feet(void) { return mover.position.y - 0.9f - def.skin; }

// One call with gravity; half of it before and half after, as the integral of a fall has it.
static int move(float speed) {
    mover.velocity.x = speed;
    if (!mover.on_ground) mover.velocity.y -= 5.0f * DT;
    int count = v2d_mover_move(&world, &def, DT, &mover, NULL, 0);
    if (!mover.on_ground) mover.velocity.y -= 5.0f * DT;
    CHECK(count >= 0);
    return count;
}

static void run(int calls, float speed) {
    for (int i = 0; i < calls; ++i)
        move(speed);
}

// A chain from right to left over the flat part, up a slope of `angle`, and flat again.
static void hill(float angle, float height) {
    float run_up = height / (float)tan((double)angle);
    v2d_vec2 line[4] = {vec(30.0f, height), vec(run_up, height), vec(0.0f, 0.0f),
                        vec(-30.0f, 0.0f)};
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_def body = v2d_body_def_default();
    body.type = V2D_BODY_STATIC;
    CHECK(!V2D_IS_NULL(
        v2d_chain_create(&world, v2d_body_create(&world, &body), &shape, line, 4, false)));
}

// ---- ground --------------------------------------------------------------------------------------

static void test_floor_of_boxes(void **state) {
    (void)state;
    for (int i = 0; i < 100; ++i)
        wall((float)i, -0.5f, 0.5f, 0.5f, 0.0f);
    place(0.0f, 0.0f);
    run(1, 0.0f);
    float x = mover.position.x;
    for (int i = 0; i < 900; ++i) {
        move(5.0f);
        CHECK(mover.on_ground && !mover.on_wall);
        CHECK_NEAR(mover.position.x - x, 5.0f * DT, 0.01f * 5.0f * DT);
        CHECK_NEAR(feet(), 0.0f, def.skin);
        CHECK_NEAR(mover.velocity.x, 5.0f, 0.05f);
        x = mover.position.x;
    }
}

static void test_stands_still(void **state) {
    (void)state;
    for (int k = 0; k < 40; ++k) {
        begin(NULL);
        float angle = -0.85f + 0.0425f * (float)k;
        wall(0.0f, -2.0f, 30.0f, 2.0f, angle);
        if (k % 3 == 0) wall(1.0f, 0.0f, 0.3f, 20.0f, 0.2f);
        place(0.0f, 2.0f);
        mover.position.y += 0.01f * (float)k;
        run(120, 0.0f);
        CHECK(mover.on_ground);
        v2d_vec2 at = mover.position;
        for (int i = 0; i < 10; ++i) {
            if (i % 2 == 0) mover.velocity.y -= 10.0f * DT;
            move(0.0f);
            CHECK(mover.on_ground && memcmp(&at, &mover.position, sizeof(at)) == 0);
        }
        CHECK_NEAR(mover.velocity.x, 0.0f, 1e-6f);
        CHECK_NEAR(mover.velocity.y, 0.0f, 1e-6f);
    }
}

// From whatever height it falls, it comes to rest by its skin above the floor.
static void test_lands_on_its_skin(void **state) {
    (void)state;
    for (int k = 0; k < 60; ++k) {
        begin(NULL);
        wall(0.0f, -2.0f, 30.0f, 2.0f, 0.0f);
        place(0.0f, 0.005f * (float)k);
        run(60, k % 2 == 0 ? 0.0f : 1.0f);
        CHECK(mover.on_ground);
        CHECK_NEAR(feet(), 0.0f, 0.03f * def.skin);
    }
}

// Up and down: the way across is that of the flat, the velocity is what it moved, and it keeps to the ground.
static void test_slopes(void **state) {
    (void)state;
    for (int k = 0; k < 9; ++k) {
        float angle = 0.0873f * (float)(k + 1);
        begin(NULL);
        hill(angle, 1.0f);
        place(-1.0f, 0.0f);
        def.along_ground = false;
        run(2, 0.0f);
        for (int way = 0; way < 2; ++way) {
            float speed = way == 0 ? 4.0f : -4.0f;
            for (int i = 0; i < 300; ++i) {
                v2d_vec2 before = mover.position;
                move(speed);
                CHECK(mover.on_ground && !mover.on_wall);
                CHECK_NEAR(mover.position.x - before.x, speed * DT, 1e-4f);
                float rise = (mover.position.y - before.y) / DT;
                bool bend =
                    mover.position.x > -1.0f && mover.position.x < 1.0f / tanf(angle) + 1.0f;
                if (!bend) CHECK_NEAR(rise, 0.0f, 0.1f);
                if (mover.position.x > 0.4f && mover.position.x < 1.0f / tanf(angle) - 0.6f) {
                    CHECK_NEAR(rise, speed * tanf(angle), 0.3f);
                    CHECK_NEAR(mover.velocity.y, speed * tanf(angle), 0.02f);
                }
            }
            CHECK_NEAR(feet(), way == 0 ? 1.0f : 0.0f, 0.02f);
        }
    }
}

// As fast along every slope as on the level, up and down, and still so when it is walked onto.
static void test_speed_is_along_the_ground(void **state) {
    (void)state;
    for (int k = 0; k < 18; ++k) {
        float angle = 0.0873f * (float)(k / 2 + 1);
        begin(NULL);
        hill(angle, 6.0f);
        if (k % 2 == 1) def.geometry = v2d_geometry_box(0.3f, 0.9f);
        place(-1.0f, 0.0f);
        run(2, 0.0f);
        int measured = 0;
        for (int way = 0; way < 2; ++way) {
            float speed = way == 0 ? 3.0f : -3.0f, top = 6.0f / tanf(angle);
            for (int i = 0; i < 300; ++i) {
                v2d_vec2 before = mover.position;
                move(speed);
                CHECK(mover.on_ground && mover.velocity.x == speed);
                if (before.x > -0.5f && before.x < 0.5f) continue; // at the bends
                if (before.x > top - 0.5f && before.x < top + 0.5f) continue;
                float way_now = hypotf(mover.position.x - before.x, mover.position.y - before.y);
                CHECK_NEAR(way_now, 3.0f * DT, 0.01f * 3.0f * DT);
                measured += before.x > 0.5f && before.x < top - 0.5f;
            }
        }
        CHECK(measured > 100);
    }
}

static void test_steep_slopes(void **state) {
    (void)state;
    for (int k = 0; k < 8; ++k) {
        float angle = 0.95f + 0.08f * (float)k;
        begin(NULL);
        hill(angle, 8.0f);
        place(-2.0f, 0.0f);
        run(2, 0.0f);
        run(120, 5.0f);
        CHECK(feet() < def.step_height && mover.on_wall); // not up it
        for (int i = 0; i < 30; ++i) {
            mover.velocity.y = mover.on_ground ? 3.0f : mover.velocity.y;
            run(20, 5.0f);
            CHECK(feet() < 0.46f + def.step_height); // nor by jumps, higher than they go
        }
        // Slides down with the acceleration g sin(angle) along the slope.
        place(4.0f / tanf(angle), 4.5f);
        float from = 0.0f, fall;
        for (int i = 0; i < 55; ++i) {
            move(mover.velocity.x);
            CHECK(!mover.on_ground);
            if (i == 25) from = mover.velocity.y;
        }
        fall = 10.0f * (float)pow(sin((double)angle), 2.0) * 29.0f * DT;
        CHECK_NEAR(from - mover.velocity.y, fall, 0.02f * fall);
        for (int i = 0; i < 100 && !mover.on_ground; ++i)
            move(mover.velocity.x);
        CHECK(mover.on_ground && feet() < 0.1f);
    }
}

static void test_stairs(void **state) {
    (void)state;
    for (int i = 0; i < 10; ++i)
        wall(5.0f + 0.6f * (float)i, -5.0f + 0.25f * (float)(i + 1), 0.3f, 5.0f, 0.0f);
    wall(0.0f, -5.0f, 20.0f, 5.0f, 0.0f);
    wall(15.0f, -2.5f, 4.3f, 5.0f, 0.0f);
    place(3.0f, 0.0f);
    run(2, 0.0f);
    for (int way = 0; way < 2; ++way)
        for (int i = 0; i < 200; ++i) {
            float x = mover.position.x, speed = way == 0 ? 3.0f : -3.0f;
            move(speed);
            CHECK(mover.on_ground && !mover.on_wall);
            CHECK_NEAR(mover.position.x - x, speed * DT, 1e-3f);
            if (i == 199) CHECK_NEAR(feet(), way == 0 ? 2.5f : 0.0f, 0.02f);
        }
}

static void test_step_height(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k)
        for (int i = 1; i < 12; ++i) {
            begin(NULL);
            float height = 0.05f * (float)i + 0.01f;
            if (k == 1) def.geometry = v2d_geometry_box(0.3f, 0.9f);
            wall(0.0f, -1.0f, 20.0f, 1.0f, 0.0f);
            wall(9.0f, 0.0f, 6.0f, height, 0.0f);
            place(2.0f, 0.0f);
            for (int n = 0; n < 4; ++n)
                run(30, 0.1f + 2.0f * (float)n);
            CHECK((feet() > height - 0.02f) == (height < def.step_height));
            CHECK((mover.position.x > 3.0f) == (height < def.step_height));
        }
}

// On a slope a step is as high as its top is over the place where the foot stands, not over its lowest place.
static void test_step_on_a_slope(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        begin(NULL);
        float slope = 0.6f, r = 0.31f, middle = (r + sinf(slope)) / cosf(slope); // at x = 1
        float top = middle - r * cosf(slope) + (k == 0 ? 0.28f : 0.33f);
        hill(slope, 3.0f);
        wall(2.0f + r, top - 1.0f, 1.0f, 1.0f, 0.0f);
        place(-1.0f, 0.0f);
        run(180, 2.0f);
        CHECK(k == 0 ? mover.position.x > 2.0f : mover.position.x < 1.05f);
    }
}

// Low stones and bumps with steep sides are steps at any speed; ones that are too high are walls.
static void test_round_steps(void **state) {
    (void)state;
    for (int k = 0; k < 48; ++k) {
        begin(NULL);
        float radius = 0.1f + 0.05f * (float)(k % 8), top = 0.05f * (float)(1 + k % 5) + 0.01f;
        v2d_vec2 narrower[4] = {vec(-0.3f, -0.9f), vec(0.3f, -0.9f), vec(0.25f, 0.9f),
                                vec(-0.25f, 0.9f)}; // the stone leans over its sides
        if (k % 3 == 1) def.geometry = v2d_geometry_box(0.3f, 0.9f);
        if (k % 3 == 2) def.geometry = v2d_geometry_polygon(narrower, 4, 0.0f);
        if (k % 2 == 1) top = 0.45f, radius = 0.25f;
        wall(0.0f, -1.0f, 20.0f, 1.0f, 0.0f);
        test_circle(&world, V2D_BODY_STATIC, 0.0f, top - radius, radius);
        place(-1.5f, 0.0f);
        run(2, 0.0f);
        float speed = 0.4f * (float)(1 + k % 7);
        for (float way = 0.0f; way < 3.0f; way += speed * DT) {
            move(speed);
            CHECK(k % 2 == 1 || mover.position.x > 0.0f || (mover.on_ground && !mover.on_wall));
        }
        CHECK((mover.position.x > 0.9f) == (k % 2 == 0));
        CHECK_NEAR(feet(), 0.0f, def.skin);
    }
}

// In the air and on the ground what it reports is what it moved, and what a wall stops is not reported.
static void test_velocity_is_the_motion(void **state) {
    (void)state;
    int walked = 0, slid = 0, stopped = 0;
    wall(0.0f, -1.0f, 20.0f, 1.0f, 0.0f);
    wall(5.0f, 0.0f, 1.0f, 8.0f, 0.0f), wall(-5.0f, 0.0f, 1.0f, 8.0f, 0.0f);
    place(0.0f, 0.0f);
    seed = 5u;
    for (int i = 0; i < 4000; ++i) {
        float speed = (i / 200) % 2 == 0 ? 4.0f : -4.0f;
        if (mover.on_ground && below(40) == 0) mover.velocity.y = between(2.0f, 8.0f);
        mover.velocity.x = speed;
        if (!mover.on_ground) mover.velocity.y -= 10.0f * DT;
        v2d_mover from = mover;
        CHECK(v2d_mover_move(&world, &def, DT, &mover, NULL, 0) >= 0);
        v2d_vec2 moved = vec((mover.position.x - from.position.x) / DT,
                             (mover.position.y - from.position.y) / DT);
        // The call in which it meets something new has moved a part of the way with the old velocity.
        if (from.on_ground != mover.on_ground || from.on_wall != mover.on_wall) continue;
        CHECK_NEAR(moved.x, mover.velocity.x, 0.01f * 4.0f);
        CHECK_NEAR(moved.y, mover.velocity.y, 0.01f * 8.0f);
        walked += mover.on_ground && !mover.on_wall, slid += !mover.on_ground && mover.on_wall;
        stopped += mover.on_ground && mover.on_wall;
    }
    CHECK(walked > 300 && slid > 100 && stopped > 300);
}

// ---- air -----------------------------------------------------------------------------------------

static void test_jump(void **state) {
    (void)state;
    wall(0.0f, -1.0f, 20.0f, 1.0f, 0.0f);
    for (int k = 0; k < 10; ++k) {
        float v = 2.0f + (float)k, top = 0.0f;
        place(0.0f, 0.0f);
        run(2, 0.0f);
        CHECK(mover.on_ground);
        mover.velocity.y = v;
        mover.on_ground = false;
        for (int i = 0; i < 400 && !mover.on_ground; ++i) {
            move(1.0f);
            top = fmaxf(top, feet());
        }
        CHECK(mover.on_ground);
        CHECK_NEAR(feet(), 0.0f, def.skin);
        CHECK_NEAR(top, v * v / 20.0f, 0.01f * v * v / 20.0f + 0.5f * 10.0f * DT * DT);
    }
    // A velocity along `up` leaves the ground without more ado, a smaller one than the ground gave does not.
    mover.velocity.y = 4.0f;
    CHECK(v2d_mover_move(&world, &def, DT, &mover, NULL, 0) == 0 && !mover.on_ground);
    CHECK_NEAR(feet(), 4.0f * DT, def.skin);
}

static void test_ceiling(void **state) {
    (void)state;
    wall(0.0f, -1.0f, 20.0f, 1.0f, 0.0f);
    wall(0.0f, 3.0f, 20.0f, 1.0f, 0.0f); // from 2 m on
    place(0.0f, 0.0f);
    run(2, 0.0f);
    mover.velocity.y = 5.0f;
    bool met = false;
    for (int i = 0; i < 60; ++i) {
        move(1.0f);
        CHECK(feet() < 0.2f);
        if (mover.on_ceiling) met = true;
        CHECK(!mover.on_ceiling || mover.velocity.y <= 0.0f);
    }
    CHECK(met && mover.on_ground);
    CHECK_NEAR(mover.position.x, 1.0f, 0.02f);
}

// ---- riding, pushing, weight -----------------------------------------------------------------------

static void step(void) { CHECK(v2d_world_step(&world, DT, 4) == V2D_OK); }

static v2d_body_id platform(float x, float y, float half_width, float half_height) {
    return test_box(&world, V2D_BODY_KINEMATIC, x, y, half_width, half_height);
}

// Its place on what moves and turns is the same to 1 mm, and its own velocity stays 0.
static void test_rides(void **state) {
    (void)state;
    for (int k = 0; k < 3; ++k) {
        begin(NULL);
        v2d_body_id body = platform(0.0f, -0.5f, 4.0f, 0.5f);
        v2d_vec2 on = vec(1.5f, 0.0f);
        place(on.x, 0.0f);
        run(2, 0.0f);
        for (int i = 1; i < 400; ++i) {
            float t = (float)i * DT, angle = k == 0 ? 0.0f : 0.4f * sinf(t);
            v2d_vec2 at = vec(k == 2 ? 0.0f : 3.0f * sinf(t), 2.0f * (1.0f - cosf(1.3f * t)));
            CHECK(v2d_body_set_target(&world, body, v2d_transform_make(at, angle), DT) == V2D_OK);
            move(0.0f);
            CHECK(mover.on_ground);
            CHECK_NEAR(mover.velocity.x, 0.0f, 1e-5f);
            CHECK_NEAR(mover.ground_velocity.x, v2d_body_velocity(&world, body).x,
                       k == 0 ? 1e-4f : 3.0f);
            step();
            // The foot is the lower end of the capsule, its place on the ground below its lower circle.
            v2d_rot q = v2d__node_rotation(&world, (int32_t)body.index1 - 1);
            v2d_vec2 circle = vec(mover.position.x, mover.position.y - 0.6f);
            v2d_vec2 foot = vec(circle.x + 0.31f * q.s, circle.y - 0.31f * q.c);
            v2d_vec2 local = v2d_body_local_point(&world, body, foot);
            if (k == 0) CHECK_NEAR(local.x, on.x, 0.001f);
            CHECK_NEAR(local.y, 0.5f, k == 0 ? 0.001f : 0.006f);
        }
    }
}

// In the order target, move, step, and in the order target, step, move: after both the feet are on a lift that
// goes up or down, turns round at once, and is made of one body or of tiles; and on one that moves at a velocity.
static void test_lifts(void **state) {
    (void)state;
    for (int k = 0; k < 48; ++k) {
        begin(NULL);
        const float speeds[6] = {0.5f, 1.0f, 3.0f, 5.0f, 10.0f, 20.0f};
        float speed = speeds[k % 6], y = 0.0f, x = 0.0f, sideways = k % 4 == 3 ? 7.0f : 0.0f;
        int tiles = k / 6 % 2 == 0 ? 1 : 5, kind = k / 12; // of the order; 2, 3: by velocity
        v2d_body_id lift[5];
        for (int i = 0; i < tiles; ++i)
            lift[i] =
                platform(0.4f * (float)(i - tiles / 2), -0.5f, tiles == 1 ? 4.0f : 0.2f, 0.5f);
        place(0.05f, 0.0f);
        run(2, 0.0f);
        float stands = feet();
        for (int i = 0; i < 240; ++i) {
            float up = i < 60 ? 0.0f : i < 150 ? speed : kind == 3 && i > 200 ? 0.0f : -speed;
            y += up * DT, x += i < 60 ? 0.0f : sideways * DT;
            for (int b = 0; b < tiles; ++b) {
                v2d_vec2 to = vec(x + 0.4f * (float)(b - tiles / 2), y - 0.5f);
                if (kind < 2)
                    v2d_body_set_target(&world, lift[b], v2d_transform_make(to, 0.0f), DT);
                if (kind >= 2)
                    v2d_body_set_velocity(&world, lift[b], vec(i < 60 ? 0.0f : sideways, up));
            }
            if (kind == 1) step();
            move(0.0f);
            if (kind != 1) step();
            float top = v2d_body_position(&world, lift[0]).y + 0.5f;
            CHECK(mover.on_ground && mover.crushed == 0.0f);
            CHECK_NEAR(feet() - top, stands, 0.001f);
            if (tiles == 1)
                CHECK_NEAR(mover.position.x, v2d_body_position(&world, lift[0]).x + 0.05f, 0.001f);
        }
    }
}

// Between a lift and the ceiling, under a press, and between two walls: it tells how deep they are in it, and
// which one. When they go back it is free.
static void test_crushed(void **state) {
    (void)state;
    for (int k = 0; k < 9; ++k) {
        begin(NULL);
        float speed = 0.3f * (float)(1 + k / 3), most = 0.0f;
        v2d_body_id body = platform(0.0f, -0.5f, 2.0f, 0.5f);
        wall(0.0f, k % 3 == 1 ? -0.5f : 3.0f, 4.0f, 0.5f, 0.0f); // 2.5 m high; a floor
        v2d_vec2 start = vec(0.0f, -0.5f), way = vec(0.0f, 0.9f);
        if (k % 3 == 1) start.y = 2.5f, way.y = -0.4f;
        if (k % 3 == 2) {
            wall(0.0f, -0.5f, 4.0f, 0.5f, 0.0f), wall(1.5f, 1.0f, 0.5f, 1.0f, 0.0f); // 1.5 m wide
            start = vec(-2.5f, 1.5f), way = vec(1.05f, 0.0f);
        }
        v2d_body_set_transform(&world, body, start, 0.0f);
        place(k % 3 == 2 ? 0.2f : 0.0f, 0.0f);
        run(2, 0.0f);
        int calls = (int)(1.0f / (speed * DT));
        for (int i = 0; i < 2 * calls; ++i) {
            float share = (float)(i < calls ? i : 2 * calls - i) / (float)calls;
            v2d_vec2 to = vec(start.x + share * way.x, start.y + share * way.y);
            v2d_body_set_target(&world, body, v2d_transform_make(to, 0.0f), DT);
            v2d_vec2 at = v2d_body_position(&world, body);
            move(0.0f);
            float room = k % 3 == 0   ? 2.5f - (at.y + 0.5f)
                         : k % 3 == 1 ? at.y - 0.5f
                                      : 1.0f - (at.x + 2.0f);
            float needs = k % 3 == 2 ? 0.6f : 1.8f;
            if (room > needs + 2.0f * def.skin) CHECK(mover.crushed == 0.0f);
            if (room < needs - 2.0f * def.skin)
                CHECK_NEAR(mover.crushed, needs - room, 2.5f * def.skin);
            if (room < needs && k % 3 != 2) CHECK(mover.on_ceiling);
            CHECK((mover.crushed > 0.0f) == !V2D_IS_NULL(mover.crusher.shape));
            most = fmaxf(most, mover.crushed);
            step();
        }
        CHECK(most > 0.08f);
        CHECK(mover.crushed == 0.0f && mover.on_ground);
    }
}

// A turntable carries the place under the foot around, as long as that is level enough.
static void test_turns(void **state) {
    (void)state;
    v2d_body_id body = test_circle(&world, V2D_BODY_KINEMATIC, 0.0f, -3.0f, 3.0f);
    place(0.0f, 0.0f);
    run(2, 0.0f);
    v2d_body_set_angular_velocity(&world, body, -0.3f);
    for (int i = 1; i < 120; ++i) {
        move(0.0f);
        step();
        float angle = 0.3f * DT * (float)i * 3.0f / 3.31f; // it does not turn
        CHECK(mover.on_ground);
        CHECK_NEAR(mover.position.x, 3.31f * sinf(angle), 0.01f);
        CHECK_NEAR(mover.ground_velocity.x, 0.9f * cosf(angle), 0.01f);
    }
}

// On an edge it keeps its share of the length: it goes with an end by as much.
static void test_edge_carries_by_share(void **state) {
    (void)state;
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_soft_id rope =
        v2d_soft_create_rope(&world, &soft, vec(-2.0f, 0.0f), vec(2.0f, 0.0f), 1, true, true);
    place(1.0f, 0.05f);
    run(60, 0.0f);
    CHECK(mover.on_ground && !V2D_IS_NULL(mover.ground.edge));
    v2d_vec2 from = mover.position;
    CHECK(v2d_point_set_position(&world, v2d_soft_point(&world, rope, 1), vec(2.2f, 0.2f)) ==
          V2D_OK);
    move(0.0f);
    CHECK(mover.on_ground);
    CHECK_NEAR(mover.position.x - from.x, 0.75f * 0.2f, 0.005f);
    CHECK_NEAR(mover.position.y - from.y, 0.75f * 0.2f, 0.01f);
}

// Who walks off takes the velocity of the ground along.
static void test_walks_off(void **state) {
    (void)state;
    v2d_body_id body = platform(0.0f, -0.5f, 1.0f, 0.5f);
    place(0.0f, 0.0f);
    run(2, 0.0f);
    v2d_body_set_velocity(&world, body, vec(3.0f, 0.0f));
    for (int i = 0; i < 200 && mover.on_ground; ++i) {
        step();
        move(-2.0f);
        CHECK_NEAR(mover.velocity.x, mover.on_ground ? -2.0f : 1.0f, 1e-3f);
    }
    CHECK(!mover.on_ground && mover.position.x < v2d_body_position(&world, body).x - 1.0f);
}

static void test_belt(void **state) {
    (void)state;
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_def body = v2d_body_def_default();
    v2d_geometry box = v2d_geometry_box(20.0f, 1.0f);
    body.type = V2D_BODY_STATIC, body.position.y = -1.0f, shape.surface_speed = -2.0f;
    v2d_shape_create(&world, v2d_body_create(&world, &body), &shape, &box);
    place(0.0f, 0.0f);
    run(61, 1.0f);
    CHECK_NEAR(mover.position.x, 61.0f * DT * 1.0f + 60.0f * DT * 2.0f, 0.01f);
    CHECK_NEAR(mover.ground_velocity.x, 2.0f, 1e-5f);
}

// A crate on a belt without friction gets push * dt in a call, but never faster than the mover.
static void test_pushes(void **state) {
    (void)state;
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_def body = v2d_body_def_default();
    v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
    shape.friction = 0.0f, shape.density = 20.0f;
    wall(0.0f, -1.0f, 20.0f, 1.0f, 0.0f);
    body.position = vec(1.0f, 0.5f), body.gravity_scale = 0.0f;
    v2d_body_id crate = v2d_body_create(&world, &body);
    v2d_shape_create(&world, crate, &shape, &box);
    place(0.15f, 0.0f);
    run(1, 0.0f);
    float last = 0.0f;
    int fast = 0;
    for (int i = 0; i < 120; ++i) {
        move(2.0f);
        float now = v2d_body_velocity(&world, crate).x;
        CHECK(now - last <= 100.0f * DT / 20.0f + 1e-4f && now <= 2.02f);
        CHECK(v2d_body_velocity(&world, crate).y >= -1e-3f);
        fast += now > 1.99f;
        last = now;
        step();
    }
    CHECK(fast > 50);
    def.push = 0.0f;
    place(v2d_body_position(&world, crate).x - 1.0f, 0.0f);
    v2d_body_set_velocity(&world, crate, vec(0.0f, 0.0f));
    run(60, 2.0f);
    CHECK_NEAR(v2d_body_velocity(&world, crate).x, 0.0f, 1e-6f);
    CHECK(mover.on_wall && mover.velocity.x == 0.0f);
}

// What it pushes in a call, above and beside it, gets push * dt together.
static void test_push_is_shared(void **state) {
    (void)state;
    v2d_body_id crates[2];
    for (int i = 0; i < 2; ++i) {
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_body_def body = v2d_body_def_default();
        v2d_geometry box = v2d_geometry_box(0.5f, 0.5f);
        shape.density = i == 0 ? 0.3f : 20.0f;
        body.position = i == 0 ? vec(0.0f, 1.42f) : vec(0.82f, 0.0f);
        crates[i] = v2d_body_create(&world, &body);
        v2d_shape_create(&world, crates[i], &shape, &box);
    }
    def.geometry = v2d_geometry_box(0.3f, 0.9f);
    mover = v2d_mover_make(vec(0.0f, 0.0f)), mover.velocity = vec(3.0f, 3.0f);
    CHECK(v2d_mover_move(&world, &def, DT, &mover, NULL, 0) == 2);
    float up = 0.3f * v2d_body_velocity(&world, crates[0]).y;
    float right = 20.0f * v2d_body_velocity(&world, crates[1]).x;
    CHECK(up > 0.5f && right > 0.5f && mover.on_ceiling && mover.on_wall);
    CHECK_NEAR(up + right, 100.0f * DT, 0.01f);
    v2d_point_def point = v2d_point_def_default();
    point.position = vec(20.42f, 0.0f), point.radius = 0.1f, point.mass = 20.0f;
    v2d_point_id grain = v2d_point_create(&world, &point);
    mover = v2d_mover_make(vec(20.0f, 0.0f)), mover.velocity = vec(3.0f, 0.0f);
    CHECK(v2d_mover_move(&world, &def, DT, &mover, NULL, 0) == 1);
    CHECK_NEAR(20.0f * v2d_point_velocity(&world, grain).x, 100.0f * DT, 0.01f);
    v2d_soft_def soft = v2d_soft_def_default();
    soft.mass = 40.0f, soft.radius = 0.1f;
    v2d_soft_id rope = v2d_soft_create_rope(&world, &soft, vec(40.42f, -2.0f), vec(40.42f, 18.0f),
                                            1, false, false);
    v2d_point_id a = v2d_soft_point(&world, rope, 0), b = v2d_soft_point(&world, rope, 1);
    mover = v2d_mover_make(vec(40.0f, 0.0f)), mover.velocity = vec(3.0f, 0.0f);
    CHECK(v2d_mover_move(&world, &def, DT, &mover, NULL, 0) == 1);
    float low = v2d_point_velocity(&world, a).x, high = v2d_point_velocity(&world, b).x;
    CHECK_NEAR(20.0f * (low + high), 100.0f * DT, 0.01f);
    CHECK(high > 0.04f * (low + high) && high < 0.16f * (low + high)); // by place: from -0.9 to 0.9
}

static void test_weight(void **state) {
    (void)state;
    v2d_body_id crate = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, -0.5f, 2.0f, 0.5f);
    def.mass = 8.0f; // the crate has 4 kg
    place(0.0f, 0.0f);
    move(0.0f);
    CHECK(mover.on_ground);
    CHECK_NEAR(v2d_body_velocity(&world, crate).y, -8.0f * 10.0f * DT / 4.0f, 1e-4f);
    CHECK_NEAR(v2d_body_angular_velocity(&world, crate), 0.0f, 1e-4f);
}

// It stands on a rope, a jelly and loose points, rides them as they swing, and its weight bends them.
static void test_soft_ground(void **state) {
    (void)state;
    for (int k = 0; k < 6; ++k) {
        begin(NULL);
        v2d_soft_def soft = v2d_soft_def_default();
        v2d_point_def point = v2d_point_def_default();
        float load = k < 3 ? 0.0f : 5.0f, top = -1.0f;
        wall(0.0f, -3.0f, 20.0f, 1.0f, 0.0f);
        def.mass = load;
        if (k % 3 == 0)
            v2d_soft_create_rope(&world, &soft, vec(-2.0f, 0.0f), vec(2.0f, 0.0f), 8, true, true);
        soft.position.y = -1.0f;
        if (k % 3 == 1) v2d_soft_create_box(&world, &soft, 2.0f, 2.0f);
        for (int i = 0; i < 9 && k % 3 == 2; ++i) {
            point.position = vec(0.2f * (float)(i - 4), -1.8f), point.radius = 0.2f;
            CHECK(!V2D_IS_NULL(v2d_point_create(&world, &point)));
        }
        place(0.1f, 1.0f);
        int stood = 0;
        for (int i = 0; i < 480; ++i) {
            v2d_vec2 from = mover.position;
            move(0.0f);
            step();
            if (i < 240) continue;
            bool level =
                fabsf(mover.position.y - from.y) < 0.01f + fabsf(mover.ground_velocity.y) * DT;
            stood += mover.on_ground && (level || load > 0.0f);
            top = feet();
        }
        CHECK(stood == 240 && fabsf(mover.position.x - 0.1f) < 0.3f);
        v2d_part on = mover.ground;
        bool loose = !V2D_IS_NULL(on.point) && V2D_IS_NULL(on.soft);
        CHECK(k % 3 == 2 ? loose : !V2D_IS_NULL(on.soft));
        CHECK(top > -2.0f && top < (k % 3 == 2 ? -1.55f : 0.1f));
    }
}

// ---- one-way ledges, body, starts inside -----------------------------------------------------------

static void test_ledge(void **state) {
    (void)state;
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_def body = v2d_body_def_default();
    v2d_geometry box = v2d_geometry_box(3.0f, 0.1f);
    wall(0.0f, -1.0f, 20.0f, 1.0f, 0.0f);
    body.type = V2D_BODY_STATIC, body.position.y = 2.0f;
    shape.one_way = vec(0.0f, 1.0f), shape.filter.category = 2u;
    v2d_shape_create(&world, v2d_body_create(&world, &body), &shape, &box);
    place(0.0f, 0.0f);
    run(2, 0.0f);
    for (int n = 0; n < 3; ++n) {
        mover.velocity.y = 8.0f; // 3.2 m
        for (int i = 0; i < 120; ++i) {
            move(0.2f);
            CHECK(!mover.on_ceiling && !mover.on_wall);
        }
        CHECK(mover.on_ground);
        CHECK_NEAR(feet(), 2.1f, def.skin);
        def.query.filter.mask = ~2u; // drops through
        run(8, 0.0f);
        def.query.filter.mask = 0xffffffffu;
        CHECK(feet() < 2.09f && feet() > 1.5f);
        run(120, 0.0f);
        CHECK_NEAR(feet(), 0.0f, def.skin);
    }
    // Walks under it and against its side, which hold nothing.
    place(-6.0f, 1.3f);
    wall(-8.0f, 0.0f, 4.0f, 1.3f, 0.0f);
    run(60, 4.0f);
    CHECK(mover.position.x > -2.2f && feet() < 1.3f);
}

static void test_body(void **state) {
    (void)state;
    v2d_query_result found[4];
    wall(0.0f, -1.0f, 20.0f, 1.0f, 0.0f);
    v2d_body_id body = test_shape(&world, V2D_BODY_KINEMATIC, 0.0f, 0.91f, def.geometry);
    place(0.0f, 0.0f);
    mover.body = body;
    for (int i = 0; i < 60; ++i) {
        move(2.0f);
        step();
        v2d_vec2 at = v2d_body_position(&world, body);
        CHECK(at.x == mover.position.x && at.y == mover.position.y);
    }
    CHECK_NEAR(mover.position.x, 2.0f, 0.01f);
    v2d_vec2 to = vec(mover.position.x, 0.0f);
    CHECK(v2d_world_ray(&world, NULL, vec(to.x, 5.0f), to, found, 4) == 2);
    // Another mover stands on it, and rides.
    v2d_mover first = mover;
    place(first.position.x, 1.81f);
    for (int i = 0; i < 60; ++i) {
        first.velocity.x = 1.0f;
        CHECK(v2d_mover_move(&world, &def, DT, &first, found, 4) == 1);
        int count = v2d_mover_move(&world, &def, DT, &mover, found, 4);
        CHECK(count == 1);
        mover.velocity.x = 0.0f;
        CHECK(V2D_ID_EQUALS(found[0].part.body, body) && mover.on_ground);
        step();
    }
    CHECK_NEAR(mover.position.x, first.position.x, 0.02f);
}

// From inside it comes out, the nearer way, by at most half a unit in a call.
static void test_starts_inside(void **state) {
    (void)state;
    wall(0.0f, 0.0f, 2.0f, 4.0f, 0.0f);
    for (int i = 0; i < 60; ++i) {
        float x = -2.0f + 4.0f * (float)i / 60.0f + 0.01f;
        mover = v2d_mover_make(vec(x, 0.0f));
        for (int n = 0; n < 6; ++n) {
            v2d_vec2 before = mover.position;
            CHECK(v2d_mover_move(&world, &def, DT, &mover, NULL, 0) >= 0);
            CHECK_NEAR(mover.position.x, before.x, 0.5f + 1e-4f);
            CHECK_NEAR(mover.position.y, before.y, 1e-3f);
        }
        CHECK_NEAR(fabs((double)mover.position.x), 2.0 + 0.3 + 0.01, 1e-3f);
        CHECK((mover.position.x > 0.0f) == (x > 0.0f) || fabsf(x) < 0.02f);
    }
}

// In a floor that is a chain it is in front of that, however deep, and comes out by as much.
static void test_comes_out_of_a_chain(void **state) {
    (void)state;
    for (int k = 1; k <= 9; ++k) {
        begin(NULL);
        hill(0.3f, 1.0f);
        place(-5.0f, -0.05f * (float)k);
        CHECK(v2d_mover_move(&world, &def, DT, &mover, NULL, 0) >= 0);
        CHECK(mover.on_ground && !(mover.crushed > 0.0f));
        CHECK_NEAR(feet(), 0.0f, 0.55f * def.skin);
        CHECK_NEAR(mover.position.x, -5.0f, 1e-4f);
    }
}

// In a slope beside a wall that its normal leads into, it comes out upwards, along the wall.
static void test_comes_out_along_a_wall(void **state) {
    (void)state;
    for (int k = 1; k <= 10; ++k) {
        begin(NULL);
        float angle = 0.06f * (float)k, deep = 0.02f * (float)k, s = sinf(angle), c = cosf(angle);
        wall(4.0f * s, -4.0f * c, 40.0f, 4.0f, angle);
        wall(-1.0f, 0.0f, 1.0f, 20.0f, 0.0f);
        float x = 0.3f + def.skin, y = 0.6f + (0.3f - deep + x * s) / c;
        mover = v2d_mover_make(vec(x, y));
        CHECK(v2d_mover_move(&world, &def, DT, &mover, NULL, 0) >= 0);
        CHECK(!(mover.crushed > 0.0f));
        CHECK_NEAR(mover.position.x, x, 0.1f * def.skin);
        CHECK_NEAR(mover.position.y, y + (deep + 0.75f * def.skin) / c, 0.3f * def.skin);
    }
}

// ---- random levels ---------------------------------------------------------------------------------

enum { MOVING = 8, LEDGES = 4, ROOM = 96 };
static v2d_body_id movers[MOVING];
static v2d_transform homes[MOVING];

// What the checks know of a shape before the call: its depth, whether the figure can leave it straight, and
// whether it is over it.
typedef struct seen {
    float depth;
    bool open, over;
} seen;
static seen known[ROOM];

static int runs(int usual) {
    const char *text = getenv("V2D_RUNS");
    int count = text == NULL ? 0 : atoi(text);
    return count > 0 ? count : test_share(usual);
}

static void solid(float x, float y, float angle, v2d_geometry geometry) {
    v2d_body_id body = test_shape(&world, V2D_BODY_STATIC, x, y, geometry);
    v2d_body_set_transform(&world, body, vec(x, y), angle);
}

static v2d_geometry random_geometry(void) {
    v2d_vec2 corners[5];
    float size = between(0.2f, 1.0f);
    switch (below(4)) {
    case 0: return v2d_geometry_circle(vec(0.0f, 0.0f), size);
    case 1: return v2d_geometry_capsule(vec(-size, 0.0f), vec(size, 0.0f), between(0.05f, 0.4f));
    case 2:
        for (int i = 0; i < 5; ++i) {
            v2d_rot q = v2d_rot_make(1.25f * (float)i + between(-0.2f, 0.2f));
            corners[i] = vec(size * q.c, 0.6f * size * q.s);
        }
        return v2d_geometry_hull(corners, 5, below(2) == 0 ? 0.0f : 0.1f);
    default: return v2d_geometry_box(2.0f * size, between(0.1f, 0.6f));
    }
}

// A floor from wall to wall: a chain with slopes, half of them up to 45 degrees, or boxes side by side.
static void random_floor(void) {
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_def body = v2d_body_def_default();
    v2d_vec2 line[13];
    body.type = V2D_BODY_STATIC;
    float y = 0.6f, gentle = below(2) == 0 ? 0.4f : 1.0f;
    for (int i = 0; i < 13; ++i) {
        line[i] = vec(10.8f - 1.8f * (float)i, y);
        y = fminf(fmaxf(y + 1.8f * between(-gentle, gentle), 0.0f), 2.5f);
    }
    if (below(3) != 0) {
        CHECK(!V2D_IS_NULL(
            v2d_chain_create(&world, v2d_body_create(&world, &body), &shape, line, 13, false)));
    } else {
        for (int i = 0; i < 20; ++i)
            wall(-9.5f + (float)i, below(4) == 0 ? 0.05f * (float)below(6) : 0.0f, 0.5f, 0.5f,
                 0.0f);
    }
}

static void random_stairs(float x, float y) {
    float rise = between(0.05f, 0.29f), tread = between(0.15f, 0.6f);
    for (int i = 0; i < 5; ++i)
        wall(x + tread * (float)i, y + 0.5f * rise * (float)(i + 1), 0.5f * tread,
             0.5f * rise * (float)(i + 1), 0.0f);
}

static void random_ledge(v2d_body_type type, v2d_vec2 at) {
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_def body = v2d_body_def_default();
    v2d_geometry box = v2d_geometry_box(between(0.5f, 2.0f), 0.08f);
    body.type = type, body.position = at;
    shape.one_way = vec(0.0f, 1.0f);
    v2d_body_id id = v2d_body_create(&world, &body);
    v2d_shape_create(&world, id, &shape, &box);
    if (type == V2D_BODY_KINEMATIC) movers[0] = id;
}

// Floor, walls and ceiling, all kinds of figures, stairs, a gap of 2 cm, ledges, platforms.
static void random_level(void) {
    begin(NULL);
    wall(0.0f, -1.0f, 12.0f, 1.0f, 0.0f);
    wall(-11.0f, 4.0f, 1.0f, 6.0f, 0.0f), wall(11.0f, 4.0f, 1.0f, 6.0f, 0.0f);
    wall(0.0f, 9.0f, 12.0f, 1.0f, 0.0f);
    random_floor();
    for (int i = 0; i < 14; ++i) {
        float x = between(-10.0f, 10.0f), y = between(0.0f, 7.0f);
        solid(x, y, below(2) == 0 ? 0.0f : between(-0.79f, 0.79f), random_geometry());
    }
    random_stairs(between(-9.0f, 7.0f), between(0.0f, 2.0f));
    float x = between(-9.0f, 8.0f), y = between(0.2f, 3.0f);
    wall(x - 0.51f, y, 0.5f, 0.3f, 0.0f), wall(x + 0.51f, y, 0.5f, 0.3f, 0.0f);
    for (int i = 1; i < LEDGES; ++i)
        random_ledge(V2D_BODY_STATIC, vec(between(-8.0f, 8.0f), between(1.0f, 7.0f)));
    for (int i = 0; i < MOVING; ++i) {
        homes[i] = v2d_transform_make(vec(between(-8.0f, 8.0f), between(0.5f, 7.0f)), 0.0f);
        v2d_vec2 at = homes[i].p;
        if (i == 0) random_ledge(V2D_BODY_KINEMATIC, at);
        if (i == 1)
            movers[i] = test_shape(&world, V2D_BODY_KINEMATIC, at.x, at.y, random_geometry());
        if (i > 1) movers[i] = platform(at.x, at.y, between(0.4f, 1.5f), between(0.1f, 0.4f));
    }
    CHECK(world.shapes.pool.high <= ROOM);
}

static void drive(int i) {
    float t = (float)i * DT;
    for (int k = 0; k < MOVING; ++k) {
        v2d_transform to = homes[k];
        float size = k < 3 ? 1.5f : 0.7f;
        if (k % 3 == 1) to.p.x += size * sinf(t + (float)k);
        if (k % 3 == 0) to.p.y += size * sinf(1.3f * t + (float)k);
        if (k % 3 == 2) to.q = v2d_rot_make(0.8f * t);
        CHECK(v2d_body_set_target(&world, movers[k], to, DT) == V2D_OK);
    }
}

// How far the figure is inside of a shape when it is `at`, and the way out; by brute force.
static float depth_at(int i, v2d_vec2 at, v2d_vec2 *out) {
    v2d_manifold touch;
    const v2d__shape *s = &world.shapes.at[i];
    v2d_transform xf = v2d__node_transform(&world, s->body), place_of = {at, {1.0f, 0.0f}};
    float depth = -1.0f;
    int count = v2d_collide(&s->geometry, xf, &def.geometry, place_of, 0.05f, &touch);
    for (int k = 0; k < count; ++k)
        depth = fmaxf(depth, -touch.points[k].separation);
    *out = touch.normal;
    return depth;
}

static float top_of(int i) {
    const v2d__shape *s = &world.shapes.at[i];
    return v2d_geometry_aabb(&s->geometry, v2d__node_transform(&world, s->body)).upper.y;
}
static float lowest(v2d_vec2 at) {
    return v2d_geometry_aabb(&def.geometry, v2d_transform_make(at, 0.0f)).lower.y;
}
static bool is_ledge(int i) { return world.shapes.at[i].one_way.y != 0.0f; }
static bool is_static(int i) {
    return world.bodies.at[world.shapes.at[i].body].type == V2D_BODY_STATIC;
}

// Whether a place is behind the chain, which leads from wall to wall.
static bool is_behind(v2d_vec2 at) {
    for (int i = 0; i < world.shapes.pool.high; ++i) {
        const v2d_geometry *g = &world.shapes.at[i].geometry;
        v2d_vec2 a = g->vertices[0], b = g->vertices[1];
        if (g->kind == V2D_GEOMETRY_CHAIN_SEGMENT && at.x <= a.x && at.x >= b.x)
            return (b.x - a.x) * (at.y - a.y) > (b.y - a.y) * (at.x - a.x);
    }
    return false;
}

// Whether the figure at a place keeps `gap` from everything, or what it has now where that is less.
static bool is_free(v2d_vec2 at, float gap) {
    v2d_vec2 out;
    if (is_behind(at)) return false;
    for (int i = 0; i < world.shapes.pool.high; ++i)
        if (depth_at(i, at, &out) > fmaxf(-gap, known[i].depth + 1e-4f)) return false;
    return true;
}

// Before a call: what has come how deep into the figure or nearer than the skin, and whether it can leave the
// only such thing by a straight way.
static void look(void) {
    v2d_vec2 out, leave = vec(0.0f, 0.0f);
    int deep = 0, last = 0;
    for (int i = 0; i < world.shapes.pool.high; ++i) {
        known[i].depth = depth_at(i, mover.position, &out), known[i].open = false;
        if (known[i].depth <= -0.4f * def.skin || (is_ledge(i) && !known[i].over)) continue;
        last = i, leave = out, deep += 1;
    }
    float way = known[last].depth + 1.1f * def.skin;
    if (deep != 1 || way > 0.4f) return;
    v2d_vec2 to = vec(mover.position.x + way * leave.x, mover.position.y + way * leave.y);
    known[last].open = is_free(to, 1.1f * def.skin);
}
static void look_over(void) {
    for (int i = 0; i < world.shapes.pool.high; ++i)
        known[i].over = lowest(mover.position) >= top_of(i) - 1e-3f;
}

// After a call: nothing immovable is entered, ledges not from above, and what came into it not deeper. What
// it could leave straight is left.
static int check_depths(void) {
    int squeezed = 0;
    v2d_vec2 out, now = v2d__ground_place(&world, &mover.ground, mover.ground_local);
    v2d_vec2 ride = vec(mover.ground_place.x - now.x, mover.ground_place.y - now.y);
    v2d_vec2 at = vec(mover.position.x - ride.x, mover.position.y - ride.y);
    CHECK(!is_behind(mover.position));
    for (int i = 0; i < world.shapes.pool.high; ++i) {
        float depth = depth_at(i, mover.position, &out);
        // what moves is still where it was before the step that the mover rides on with its ground
        if (!is_static(i)) depth = fminf(depth, depth_at(i, at, &out));
        if (is_ledge(i) && !known[i].over) continue;
        CHECK(depth <= (is_static(i) ? 0.001f : fmaxf(0.001f, known[i].depth + 0.001f)));
        CHECK(depth <= -0.4f * def.skin || !known[i].open);
        squeezed += depth > def.skin;
    }
    return squeezed;
}

// Whether what the figure would stand on at a place is level, and nowhere higher than `most`.
static bool is_level(v2d_vec2 at, float most) {
    bool level = false;
    v2d_transform figure = {at, {1.0f, 0.0f}};
    for (int i = 0; i < world.shapes.pool.high; ++i) {
        v2d_manifold touch;
        const v2d__shape *s = &world.shapes.at[i];
        v2d_transform xf = v2d__node_transform(&world, s->body);
        int count = v2d_collide(&s->geometry, xf, &def.geometry, figure, 0.03f, &touch);
        if (count == 0 || touch.normal.y <= cosf(def.max_slope - 0.05f)) continue;
        level = true;
        for (int k = 0; k < count; ++k)
            if (touch.points[k].position.y > most) return false;
    }
    return level;
}

// Whether a way of `far` across is open: up by less than a step, on, and down to ground; in steps of 1 cm.
static bool is_open(float far) {
    const float gap = 1.5f * def.skin, most = 0.95f * def.step_height;
    v2d_vec2 from = mover.position;
    for (int h = 2; h <= 28; h += 2) {
        v2d_vec2 at = from;
        bool open = true;
        for (int k = 1; k <= h && open; ++k)
            at.y = from.y + 0.01f * (float)k, open = is_free(at, gap);
        for (int k = 1; (float)k <= 100.0f * fabsf(far) && open; ++k)
            at.x = from.x + copysignf(0.01f * (float)k, far), open = is_free(at, gap);
        if (!open) continue;
        while (at.y > from.y && is_free(vec(at.x, at.y - 0.01f), gap))
            at.y -= 0.01f;
        if (at.y <= from.y || is_level(at, lowest(from) + most)) return true;
    }
    return false;
}

// While the world stands still: it rests at the same bits, and gets on where a way is open.
static int check_ways(float speed) {
    v2d_mover kept = mover;
    int ways = 0;
    look(), look_over();
    for (int i = 0; i < world.shapes.pool.high; ++i)
        if (known[i].depth > -0.4f * def.skin) return 0; // squeezed, or in a ledge
    for (int k = 1; k <= 3; ++k) {
        float far = copysignf(0.1f * (float)k, speed);
        if (!is_open(far)) continue;
        run(10 + (int)(2.0f * far / (speed * DT)), speed);
        bool fell = mover.position.y < kept.position.y - 0.05f;
        CHECK(fell || (mover.position.x - kept.position.x) / far > 0.45f);
        mover = kept;
        ways += 1;
    }
    run(60, 0.0f);
    v2d_vec2 at = mover.position;
    for (int i = 0; i < 10 && mover.on_ground; ++i) {
        move(0.0f);
        CHECK(mover.on_ground && memcmp(&at, &mover.position, sizeof(at)) == 0);
    }
    mover = kept;
    return ways;
}

static void random_figure(uint32_t k) {
    v2d_vec2 corners[4] = {vec(-0.25f, -0.7f), vec(0.2f, -0.7f), vec(0.3f, 0.6f), vec(-0.1f, 0.8f)};
    if (k % 4 == 1) def.geometry = v2d_geometry_box(0.3f, 0.8f);
    if (k % 4 == 2) def.geometry = v2d_geometry_circle(vec(0.0f, 0.0f), 0.4f);
    if (k % 8 == 3) def.geometry = v2d_geometry_polygon(corners, 4, 0.1f);
    memset(known, 0, sizeof(known));
    do {
        mover = v2d_mover_make(vec(between(-9.0f, 9.0f), between(0.5f, 7.0f)));
        for (int i = 0; i < ROOM; ++i)
            known[i].depth = -1.0f, known[i].over = true;
    } while (!is_free(mover.position, 0.02f) ||
             v2d_world_overlap(&world, NULL, &def.geometry,
                               v2d_transform_make(mover.position, 0.0f), NULL, 0) != 0);
    look_over();
}

static void test_random_levels(void **state) {
    (void)state;
    int grounded = 0, walls = 0, ceilings = 0, rode = 0, squeezed = 0, ways = 0, count = runs(60);
    for (uint32_t k = 1; k <= (uint32_t)count; ++k) {
        float speed = 0.0f;
        seed = 2654435769u * k;
        random_level();
        random_figure(k);
        for (int i = 0; i < 300; ++i) {
            if (below(20) == 0) speed = between(-6.0f, 6.0f);
            if (mover.on_ground && fabsf(speed) > 0.3f && below(10) == 0) ways += check_ways(speed);
            if (mover.on_ground && below(30) == 0) mover.velocity.y = between(2.0f, 7.0f);
            drive(i);
            v2d_vec2 from = mover.position;
            look();
            move(speed);
            squeezed += check_depths();
            look_over();
            CHECK(fabsf(mover.velocity.x) < 40.0f && fabsf(mover.velocity.y) < 60.0f);
            CHECK(hypotf(mover.position.x - from.x, mover.position.y - from.y) < 1.7f);
            grounded += mover.on_ground, walls += mover.on_wall, ceilings += mover.on_ceiling;
            rode += mover.on_ground && mover.ground_velocity.x != 0.0f;
            step();
        }
    }
    print_message(
        "%d calls on ground, %d at walls, %d at ceilings, %d rides, %d squeezed, %d open ways\n",
        grounded, walls, ceilings, rode, squeezed, ways);
    if (count < 20) return; // too few for averages
    CHECK(grounded > count * 90 && walls > count * 5 && ceilings > count / 4 && rode > count);
    CHECK(squeezed > count / 10 && ways > count * 5);
}

// The same call in a copy of the world gives the same bits.
static void test_copies(void **state) {
    static v2d_world copy;
    (void)state;
    for (uint32_t k = 1; k <= 5; ++k) {
        seed = 77u * k;
        random_level();
        place(0.0f, 7.0f);
        for (int i = 0; i < 100; ++i) {
            v2d_mover other = mover;
            drive(i);
            memcpy(&copy, &world, sizeof(copy));
            other.velocity.x = 3.0f;
            if (!other.on_ground) other.velocity.y -= 5.0f * DT;
            v2d_mover_move(&copy, &def, DT, &other, NULL, 0);
            if (!other.on_ground) other.velocity.y -= 5.0f * DT;
            move(3.0f);
            CHECK(memcmp(&copy, &world, sizeof(copy)) == 0);
            CHECK(memcmp(&other, &mover, sizeof(other)) == 0);
            step();
        }
    }
}

// ---- arguments -------------------------------------------------------------------------------------

static void refused(const v2d_mover_def *d, float dt, v2d_mover m, v2d_result expected) {
    v2d_mover before = m;
    CHECK(v2d_mover_move(&world, d, dt, &m, NULL, 0) == -(int)expected);
    CHECK(memcmp(&m, &before, sizeof(m)) == 0);
}

static void test_errors(void **state) {
    (void)state;
    v2d_mover good = v2d_mover_make(vec(0.0f, 5.0f)), m = good;
    v2d_query_result found[1];
    for (int i = 0; i < 16; ++i) {
        v2d_mover_def d = v2d_mover_def_default();
        v2d_result expected = V2D_ERROR_OUT_OF_RANGE;
        switch (i) {
        case 0: d.cookie = 0, expected = V2D_ERROR_BAD_DEF; break;
        case 1: d.query.cookie = 0, expected = V2D_ERROR_BAD_DEF; break;
        case 2: d.up = vec(0.0f, 0.0f); break;
        case 3: d.up.x = NAN, expected = V2D_ERROR_NOT_FINITE; break;
        case 4: d.step_height = -0.1f; break;
        case 5: d.snap = -0.1f; break;
        case 6: d.max_slope = 1.5f; break;
        case 7: d.skin = 0.0f; break;
        case 8: d.push = -1.0f; break;
        case 9: d.mass = -1.0f; break;
        case 10: d.geometry.kind = V2D_GEOMETRY_HALF_PLANE, expected = V2D_ERROR_WRONG_KIND; break;
        case 11: d.geometry.radius = -1.0f; break;
        case 12: d.query.ignored_body.index1 = 9, expected = V2D_ERROR_BAD_ID; break;
        case 13: d.mass = INFINITY, expected = V2D_ERROR_NOT_FINITE; break;
        case 14: d.max_slope = -0.1f; break;
        default: d.skin = 2e9f; break;
        }
        refused(&d, DT, good, expected);
    }
    refused(NULL, DT, good, V2D_ERROR_NULL);
    refused(&def, 0.0f, good, V2D_ERROR_OUT_OF_RANGE),
        refused(&def, 2.0f, good, V2D_ERROR_OUT_OF_RANGE);
    refused(&def, NAN, good, V2D_ERROR_NOT_FINITE);
    for (int i = 0; i < 6; ++i) {
        m = good;
        v2d_vec2 *fields[6] = {&m.position,        &m.velocity,     &m.ground_normal,
                               &m.ground_velocity, &m.ground_local, &m.ground_place};
        fields[i]->y = i % 2 == 0 ? NAN : INFINITY;
        refused(&def, DT, m, V2D_ERROR_NOT_FINITE);
        fields[i]->y = 2e9f;
        refused(&def, DT, m, V2D_ERROR_OUT_OF_RANGE);
    }
    m = good, m.ground_rise = NAN;
    refused(&def, DT, m, V2D_ERROR_NOT_FINITE);
    m = good, m.body = test_box(&world, V2D_BODY_DYNAMIC, 0.0f, 0.0f, 1.0f, 1.0f);
    refused(&def, DT, m, V2D_ERROR_WRONG_KIND);
    v2d_body_destroy(&world, m.body);
    refused(&def, DT, m, V2D_ERROR_BAD_ID);
    CHECK(v2d_mover_move(&world, &def, DT, NULL, NULL, 0) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_mover_move(&world, &def, DT, &good, NULL, 1) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_mover_move(&world, &def, DT, &good, found, -1) == -(int)V2D_ERROR_OUT_OF_RANGE);
    CHECK(v2d_mover_move(NULL, &def, DT, &good, NULL, 0) == -(int)V2D_ERROR_NULL);
    CHECK(v2d_world_status(&world) == V2D_ERROR_BAD_DEF); // the first
}

int main(int argc, char **argv) {
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_floor_of_boxes, begin),
        cmocka_unit_test_setup(test_stands_still, begin),
        cmocka_unit_test_setup(test_lands_on_its_skin, begin),
        cmocka_unit_test_setup(test_slopes, begin),
        cmocka_unit_test_setup(test_speed_is_along_the_ground, begin),
        cmocka_unit_test_setup(test_steep_slopes, begin),
        cmocka_unit_test_setup(test_stairs, begin),
        cmocka_unit_test_setup(test_step_height, begin),
        cmocka_unit_test_setup(test_step_on_a_slope, begin),
        cmocka_unit_test_setup(test_round_steps, begin),
        cmocka_unit_test_setup(test_velocity_is_the_motion, begin),
        cmocka_unit_test_setup(test_soft_ground, begin),
        cmocka_unit_test_setup(test_jump, begin),
        cmocka_unit_test_setup(test_ceiling, begin),
        cmocka_unit_test_setup(test_rides, begin),
        cmocka_unit_test_setup(test_lifts, begin),
        cmocka_unit_test_setup(test_crushed, begin),
        cmocka_unit_test_setup(test_turns, begin),
        cmocka_unit_test_setup(test_edge_carries_by_share, begin),
        cmocka_unit_test_setup(test_walks_off, begin),
        cmocka_unit_test_setup(test_belt, begin),
        cmocka_unit_test_setup(test_pushes, begin),
        cmocka_unit_test_setup(test_push_is_shared, begin),
        cmocka_unit_test_setup(test_weight, begin),
        cmocka_unit_test_setup(test_ledge, begin),
        cmocka_unit_test_setup(test_body, begin),
        cmocka_unit_test_setup(test_starts_inside, begin),
        cmocka_unit_test_setup(test_comes_out_along_a_wall, begin),
        cmocka_unit_test_setup(test_comes_out_of_a_chain, begin),
        cmocka_unit_test_setup(test_random_levels, begin),
        cmocka_unit_test_setup(test_copies, begin),
        cmocka_unit_test_setup(test_errors, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
