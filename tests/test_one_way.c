// SPDX-License-Identifier: MIT OR Unlicense
// test_one_way.c - section >>one_way: a ledge holds what comes from above and is not there for the rest. That
// it is not there means: not a bit differs from the same world without it.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

static const float dt = 1.0f / 60.0f;
static uint32_t random_state;

static float random_float(float low, float high) { return test_random(&random_state, low, high); }

// ---- scenes: a thing and a ledge whose top goes through the origin -------------------------------

typedef enum thing { BOX, BALL, CAPSULE, TRIANGLE, POINT, JELLY, ROPE, THINGS } thing;
typedef enum ledge {
    LEDGE_NONE,
    LEDGE_BOX,
    LEDGE_SEGMENT,
    LEDGE_CHAIN,
    LEDGE_MOVING,
    LEDGES
} ledge;

static v2d_vec2 up; // direction of the ledge; gravity acts against it

static v2d_vec2 place(float along, float height) {
    return v2d_vec2_make(along * up.y + height * up.x, -along * up.x + height * up.y);
}

static void tilt(float angle) { up = v2d_vec2_make(-sinf(angle), cosf(angle)); }

static v2d_world *world_with(float gravity, int number) {
    static v2d_world worlds[3];
    v2d_world_def def = v2d_world_def_default();
    def.gravity = place(0.0f, -gravity);
    CHECK(v2d_world_init(&worlds[number], &def) == V2D_OK);
    return &worlds[number];
}

static v2d_body_id add_ledge(v2d_world *w, ledge kind) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_body_id none = {0, 0};
    if (kind == LEDGE_NONE) return none;
    def.type = kind == LEDGE_MOVING ? V2D_BODY_KINEMATIC : V2D_BODY_STATIC;
    def.angle = atan2f(-up.x, up.y);
    if (kind == LEDGE_MOVING) def.velocity = place(0.3f, 0.0f);
    v2d_body_id body = v2d_body_create(w, &def);
    shape.one_way = v2d_vec2_make(0.0f, kind == LEDGE_BOX ? 1e-3f : 50.0f);
    v2d_vec2 v[3] = {{6.0f, 0.0f}, {0.2f, 0.0f}, {-6.0f, 0.0f}};
    v2d_vec2 box[4] = {{-6.0f, -0.2f}, {6.0f, -0.2f}, {6.0f, 0.0f}, {-6.0f, 0.0f}};
    v2d_geometry g = v2d_geometry_polygon(box, 4, 0.0f);
    if (kind == LEDGE_SEGMENT) g = v2d_geometry_segment(v[0], v[2]);
    if (kind == LEDGE_CHAIN) {
        CHECK(v2d_chain_create(w, body, &shape, v, 3, false).index1 != 0);
    } else {
        CHECK(v2d_shape_create(w, body, &shape, &g).index1 != 0);
    }
    return body;
}

// Puts a thing with its lowest place at this height.
static void add_thing(v2d_world *w, thing kind, float along, float height, v2d_vec2 v) {
    v2d_body_def def = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_geometry g = v2d_geometry_box(0.4f, 0.3f);
    v2d_vec2 corners[3] = {{-0.4f, -0.3f}, {0.4f, -0.3f}, {0.0f, 0.5f}}, zero = {0.0f, 0.0f};
    float low = 0.3f, angle = atan2f(-up.x, up.y);
    if (kind == BALL) g = v2d_geometry_circle(zero, low);
    if (kind == CAPSULE) {
        g = v2d_geometry_capsule(v2d_vec2_make(-0.3f, 0.0f), v2d_vec2_make(0.3f, 0.0f), 0.2f);
        low = 0.2f;
    }
    if (kind == TRIANGLE) g = v2d_geometry_polygon(corners, 3, 0.0f);
    soft.linear_damping = 0.0f, soft.velocity = v, soft.angle = angle;
    if (kind == POINT) {
        v2d_point_def point = v2d_point_def_default();
        point.radius = 0.1f, point.position = place(along, height + 0.1f), point.velocity = v;
        CHECK(v2d_point_create(w, &point).index1 != 0);
    } else if (kind == JELLY) {
        soft.position = place(along, height + 0.42f);
        CHECK(v2d_soft_create_box(w, &soft, 1.0f, 0.8f).index1 != 0);
    } else if (kind == ROPE) {
        soft.position = place(along, height + 0.02f);
        v2d_soft_id id = v2d_soft_create_rope(w, &soft, v2d_vec2_make(-0.7f, 0.0f),
                                              v2d_vec2_make(0.7f, 0.0f), 6, false, false);
        CHECK(id.index1 != 0);
    } else {
        def.position = place(along, height + low), def.velocity = v, def.angle = angle;
        CHECK(v2d_shape_create(w, v2d_body_create(w, &def), &shape, &g).index1 != 0);
    }
}

static float thing_size(thing kind) {
    const float size[THINGS] = {0.6f, 0.6f, 0.4f, 0.8f, 0.2f, 0.84f, 0.04f};
    return size[kind];
}

// Lowest and highest place of the thing over the top of the ledge.
static float lowest(const v2d_world *w, float sign) {
    float low = 1e9f;
    v2d_body_id body = {0, 0};
    v2d_point_id point = {0, 0};
    while ((body = v2d_world_next_body(w, body)).index1 != 0) {
        if (body_type_of(w, body) != V2D_BODY_DYNAMIC) continue;
        v2d_geometry g = v2d_shape_geometry(w, v2d_body_first_shape(w, body));
        for (int i = 0; i < g.count; ++i) {
            v2d_vec2 p = v2d_body_world_point(w, body, g.vertices[i]);
            low = fminf(low, sign * (p.x * up.x + p.y * up.y) - g.radius);
        }
    }
    while ((point = v2d_world_next_point(w, point)).index1 != 0) {
        v2d_vec2 p = v2d_point_position(w, point);
        float radius = point_radius(w, point);
        low = fminf(low, sign * (p.x * up.x + p.y * up.y) - radius);
    }
    return low;
}

// Whether the thing, which was made first, is where it is in the world without a ledge, bit for bit.
static bool same(const v2d_world *a, const v2d_world *b, thing kind) {
    if (kind < POINT) return memcmp(&a->nodes.pose[0], &b->nodes.pose[0], sizeof(v2d__pose)) == 0;
    size_t points = (size_t)a->points.pool.high;
    return memcmp(&a->nodes.pose[V2D__POINT_NODE], &b->nodes.pose[V2D__POINT_NODE],
                  points * sizeof(v2d__pose)) == 0;
}

static void step(v2d_world *w) { CHECK(v2d_world_step(w, dt, 4) == V2D_OK); }

// ---- from below, from above, from the side -------------------------------------------------------

static const float angles[] = {0.0f, 0.5f, -2.0f};
static const float speeds[] = {1.0f, 3.0f, 8.0f, 20.0f, 50.0f};

// Thrown up through the ledge, it passes as if there were none, and lands on it.
static void passes_upwards_and_lands(void **state) {
    (void)state;
    for (int n = 0; n < THINGS * 3 * 5 * (LEDGES - 1); ++n) {
        thing kind = (thing)(n % THINGS);
        ledge on = (ledge)(1 + n / THINGS % (LEDGES - 1));
        float speed = speeds[n / THINGS / (LEDGES - 1) % 5];
        tilt(angles[n / THINGS / (LEDGES - 1) / 5]);
        // it rises by 2.5 m
        float gravity = 0.2f * speed * speed, height = -thing_size(kind) - 0.8f;
        v2d_world *w = world_with(gravity, 0), *free = world_with(gravity, 1);
        add_thing(w, kind, 0.0f, height, place(0.0f, speed));
        add_thing(free, kind, 0.0f, height, place(0.0f, speed));
        add_ledge(w, on);
        bool above = false;
        int steps = (int)(60.0f * 14.0f / speed) + 150;
        for (int i = 0; i < steps; ++i) {
            step(w), step(free);
            float low = lowest(free, 1.0f);
            above |= low > 0.05f;
            if (!above || low > 0.5f) CHECK(same(w, free, kind));
        }
        CHECK(above);
        float low = lowest(w, 1.0f);
        if (low < -0.06f || low > 0.06f)
            print_error("thing %d ledge %d speed %g tilt %d: ends at %g\n", kind, on, (double)speed,
                        n / THINGS / (LEDGES - 1) / 5, (double)low);
        CHECK(low > -0.06f && low < 0.06f);
    }
}

static void holds_from_above(void **state) {
    (void)state;
    for (int n = 0; n < THINGS * 3 * 5 * (LEDGES - 1); ++n) {
        thing kind = (thing)(n % THINGS);
        ledge on = (ledge)(1 + n / THINGS % (LEDGES - 1));
        float speed = speeds[n / THINGS / (LEDGES - 1) % 5], aside = n % 2 ? 0.0f : 0.3f * speed;
        tilt(angles[n / THINGS / (LEDGES - 1) / 5]);
        v2d_world *w = world_with(10.0f, 0);
        if (aside > 3.0f) aside = 3.0f;
        add_thing(w, kind, -1.0f, 0.4f, place(aside, -speed));
        add_ledge(w, on);
        for (int i = 0; i < 90; ++i) {
            step(w);
            CHECK(lowest(w, 1.0f) > (kind >= JELLY ? -0.15f : -0.08f));
        }
        float low = lowest(w, 1.0f);
        CHECK(low > -0.06f && low < 0.7f);
    }
}

// Slowed to a stop inside or just below, it falls through; just above, it lands.
static void what_has_not_left_falls_back(void **state) {
    (void)state;
    random_state = 4u;
    for (int n = 0; n < test_share(300); ++n) {
        thing kind = (thing)(n % THINGS);
        ledge on = (ledge)(1 + n / THINGS % (LEDGES - 1));
        tilt(angles[n % 3]);
        float size = thing_size(kind), apex = random_float(-size - 0.1f, 0.4f), speed = 6.0f;
        if (apex > -0.02f && apex < 0.015f) continue;
        // the discrete path of a fall: the apex is within g dt^2 of v^2 / (2 g)
        float start = apex - 1.8f - 0.5f * dt * speed / 4.0f;
        v2d_world *w = world_with(10.0f, 0), *free = world_with(10.0f, 1);
        add_thing(w, kind, 0.0f, start, place(0.0f, speed));
        add_thing(free, kind, 0.0f, start, place(0.0f, speed));
        add_ledge(w, on);
        float top = -10.0f;
        for (int i = 0; i < 120; ++i) {
            step(w), step(free);
            top = fmaxf(top, lowest(free, 1.0f));
            if (top < -0.012f) CHECK(same(w, free, kind));
        }
        if (top > 0.02f) CHECK(fabsf(lowest(w, 1.0f)) < 0.06f);
        CHECK(lowest(free, 1.0f) < -3.0f);
    }
}

// What flies through from the side, lower than the top, is not touched.
static void the_side_is_open(void **state) {
    (void)state;
    random_state = 9u;
    for (int n = 0; n < test_share(200); ++n) {
        thing kind = (thing)(n % THINGS);
        ledge on = n % 2 ? LEDGE_BOX : LEDGE_SEGMENT;
        tilt(angles[n % 3]);
        float speed = random_float(1.0f, 50.0f),
              low = -random_float(0.05f, thing_size(kind) + 0.3f);
        v2d_world *w = world_with(0.0f, 0), *free = world_with(0.0f, 1);
        add_thing(w, kind, -8.0f, low, place(speed, 0.0f));
        add_thing(free, kind, -8.0f, low, place(speed, 0.0f));
        add_ledge(w, on);
        for (int i = 0; i < 60; ++i) {
            step(w), step(free);
            CHECK(same(w, free, kind));
        }
    }
}

// From a floor onto a ledge of the same height, over it, and off its end: nothing catches.
static void slides_over_its_edges(void **state) {
    (void)state;
    tilt(0.0f);
    for (int n = 0; n < 24; ++n) {
        v2d_world *w = world_with(10.0f, 0);
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape = v2d_shape_def_default();
        float speed = 1.0f + 2.0f * (float)(n / 4);
        shape.friction = 0.0f;
        def.position = v2d_vec2_make(-7.5f, 0.3f), def.velocity = v2d_vec2_make(speed, 0.0f);
        v2d_geometry g = n % 2 ? v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.3f)
                               : v2d_geometry_box(0.4f, 0.3f);
        v2d_body_id body = v2d_body_create(w, &def);
        v2d_shape_create(w, body, &shape, &g);
        add_ledge(w, n % 4 < 2 ? LEDGE_BOX : LEDGE_SEGMENT);
        test_box(w, V2D_BODY_STATIC, -10.0f, -1.0f, 4.0f, 1.0f);
        while (v2d_body_position(w, body).x < 8.0f) {
            step(w);
            v2d_vec2 p = v2d_body_position(w, body);
            CHECK_NEAR(v2d_body_velocity(w, body).x, speed,
                       0.01 * (double)speed + 0.35 * (p.x > 5.5f));
            if (p.x < 5.5f) CHECK_NEAR(p.y, 0.3, 0.012);
            CHECK(v2d_body_position(w, body).y > -300.0f);
        }
        CHECK(v2d_body_position(w, body).y < 0.3f);
    }
}

// A ledge that rises or sinks carries what is on it, and one that comes from above passes what is below.
static void a_moving_ledge_carries(void **state) {
    (void)state;
    tilt(0.0f);
    for (int n = 0; n < THINGS * 4; ++n) {
        thing kind = (thing)(n % THINGS);
        float speed = n / THINGS % 2 ? 3.0f : 1.0f, sign = n / THINGS < 2 ? 1.0f : -1.0f;
        v2d_world *w = world_with(10.0f, 0), *free = world_with(10.0f, 1);
        add_thing(w, kind, 0.0f, 0.0f, v2d_vec2_make(0.0f, 0.0f));
        v2d_body_id body = add_ledge(w, LEDGE_MOVING);
        v2d_body_set_velocity(w, body, v2d_vec2_make(0.0f, sign * speed));
        for (int i = 0; i < 90; ++i) {
            step(w);
            float low = lowest(w, 1.0f) - v2d_body_position(w, body).y;
            CHECK(low > -0.06f && low < (i < 50 ? 0.5f : 0.06f));
        }
        // below the ledge, which comes down faster than the thing falls
        w = world_with(10.0f, 0);
        add_thing(w, kind, 0.0f, -2.5f, v2d_vec2_make(0.0f, 0.0f));
        add_thing(free, kind, 0.0f, -2.5f, v2d_vec2_make(0.0f, 0.0f));
        body = add_ledge(w, LEDGE_MOVING);
        v2d_body_set_velocity(w, body, v2d_vec2_make(0.0f, -30.0f * speed));
        for (int i = 0; i < 40; ++i) {
            step(w), step(free);
            CHECK(same(w, free, kind));
        }
    }
}

// Thin planks at any angle and spin, as fast as 400 m/s: those from above stay there, those from below pass
// as if nothing was there.
static void fast_ones_too(void **state) {
    (void)state;
    random_state = 2u;
    tilt(0.0f);
    for (int shot = 0; shot < test_share(600); ++shot) {
        v2d_world *w = world_with(0.0f, 0), *free = world_with(0.0f, 1);
        bool below = shot % 2 != 0;
        float speed = random_float(20.0f, 390.0f), way = random_float(0.4f, 2.7f);
        v2d_body_def def = v2d_body_def_default();
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_geometry plank =
            shot % 3 ? v2d_geometry_box(0.3f, 0.02f) : v2d_geometry_box(0.1f, 0.1f);
        def.position = v2d_vec2_make(random_float(-0.5f, 0.5f), random_float(0.6f, 4.0f));
        def.velocity = v2d_vec2_make(speed * cosf(way), -speed * sinf(way));
        def.position.x -= def.position.y * cosf(way) / sinf(way); // it meets the middle
        if (below) def.position.y *= -1.0f, def.velocity.y *= -1.0f;
        if (def.velocity.x < 0.0f && below) def.position.x += 0.0f;
        def.angle = random_float(-3.0f, 3.0f);
        def.angular_velocity = shot % 4 == 0 ? 0.0f : random_float(-30.0f, 30.0f);
        for (int with = 0; with < 2; ++with) {
            v2d_world *at = with ? w : free;
            v2d_shape_create(at, v2d_body_create(at, &def), &shape, &plank);
            if (with) add_ledge(at, shot % 5 < 3 ? LEDGE_SEGMENT : LEDGE_BOX);
        }
        for (int i = 0; i < 12; ++i) {
            step(w), step(free);
            v2d_vec2 p = v2d_body_position(w, v2d_world_next_body(w, (v2d_body_id){0, 0}));
            if (below) CHECK(same(w, free, BOX));
            if (!below && fabsf(p.x) < 5.0f) CHECK(p.y > -0.02f);
        }
    }
}

// ---- what is remembered --------------------------------------------------------------------------

// Lets a thing that sleeps on a ledge fall through by its filter. A bit that returns while it is inside
// leaves it alone; thrown up again it lands.
static void drops_through_by_filter(void **state) {
    (void)state;
    tilt(0.0f);
    for (int n = 0; n < 16; ++n) {
        thing kind = n % 2 ? BALL : BOX;
        v2d_world *w = world_with(10.0f, 0), *free = world_with(10.0f, 1);
        v2d_filter none = {1u, 0u, 0};
        add_thing(w, kind, 0.0f, 0.0f, v2d_vec2_make(0.0f, 0.0f));
        v2d_body_id held = add_ledge(w, n % 4 < 2 ? LEDGE_BOX : LEDGE_SEGMENT);
        v2d_body_id body = v2d_world_next_body(w, (v2d_body_id){0, 0});
        v2d_shape_id shape = v2d_body_first_shape(w, n < 8 ? held : body);
        for (int i = 0; i < 120; ++i)
            step(w);
        CHECK(!v2d_body_is_awake(w, body));
        CHECK(shape_set_filter(w, shape, none) == V2D_OK);
        for (int i = 0; i < 8; ++i)
            step(w);
        float low = lowest(w, 1.0f);
        CHECK(v2d_body_is_awake(w, body) && low < -0.05f && low > -0.2f); // inside of both ledges
        memcpy(free, w, sizeof(*w));
        CHECK(shape_set_filter(w, shape, filter_default()) == V2D_OK);
        for (int i = 0; i < 40; ++i) {
            step(w), step(free);
            CHECK(same(w, free, kind));
        }
        low = lowest(w, 1.0f);
        CHECK(low < -2.0f);
        v2d_body_set_transform(w, body, v2d_vec2_make(0.0f, -1.0f), 0.0f);
        v2d_body_set_velocity(w, body, v2d_vec2_make(0.0f, 8.0f));
        for (int i = 0; i < 150; ++i)
            step(w);
        CHECK(fabsf(lowest(w, 1.0f)) < 0.02f);
    }
}

// The decision is part of the world: a copy that was made half-way through goes on equally.
static void a_copy_remembers(void **state) {
    (void)state;
    tilt(0.0f);
    for (int kind = 0; kind < THINGS; ++kind) {
        v2d_world *w = world_with(10.0f, 0), *copy = world_with(10.0f, 1);
        add_thing(w, (thing)kind, 0.0f, -2.0f, v2d_vec2_make(0.0f, 8.0f));
        add_ledge(w, LEDGE_BOX);
        for (int i = 0; i < 120; ++i) {
            step(w);
            if (i == 14)
                memcpy(copy, w, sizeof(*w)), memset(&copy->scratch, 0x55, sizeof(w->scratch));
            if (i <= 14) continue;
            step(copy);
            CHECK(same(w, copy, (thing)kind));
        }
        CHECK(fabsf(lowest(w, 1.0f)) < 0.06f);
    }
}

// Any length of the direction will do; (0, 0) makes it solid; what is no number is refused.
static void the_direction_can_be_set(void **state) {
    (void)state;
    tilt(0.0f);
    const v2d_vec2 directions[] = {{0.0f, 1e-20f}, {0.0f, 1e9f}, {0.3f, 1.0f}};
    for (int n = 0; n < 3; ++n) {
        v2d_world *w = world_with(10.0f, 0), *free = world_with(10.0f, 1);
        add_thing(w, BOX, 0.0f, -2.0f, v2d_vec2_make(0.0f, 7.0f));
        add_thing(free, BOX, 0.0f, -2.0f, v2d_vec2_make(0.0f, 7.0f));
        v2d_body_id body = test_box(w, V2D_BODY_STATIC, 0.0f, -0.1f, 6.0f, 0.1f);
        v2d_shape_id shape = v2d_body_first_shape(w, body);
        CHECK(shape_set_one_way(w, shape, directions[n]) == V2D_OK);
        for (int i = 0; i < 30; ++i) {
            step(w), step(free);
            CHECK(same(w, free, BOX));
        }
        for (int i = 0; i < 120; ++i)
            step(w);
        CHECK(fabsf(lowest(w, 1.0f)) < 0.02f);
        // the other way round, it falls; solid again, what is below stays below
        CHECK(shape_set_one_way(w, shape, v2d_vec2_make(0.0f, -1.0f)) == V2D_OK);
        v2d_body_id crate = v2d_world_next_body(w, (v2d_body_id){0, 0});
        v2d_body_set_transform(w, crate, v2d_vec2_make(0.0f, 1.0f), 0.0f);
        for (int i = 0; i < 60; ++i)
            step(w);
        CHECK(lowest(w, -1.0f) > 0.2f);
        CHECK(shape_set_one_way(w, shape, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        v2d_body_set_velocity(w, crate, v2d_vec2_make(0.0f, 30.0f));
        for (int i = 0; i < 30; ++i) {
            step(w);
            CHECK(lowest(w, -1.0f) > 0.15f);
        }
        static v2d_world before;
        memcpy(&before, w, sizeof(before));
        CHECK(shape_set_one_way(w, shape, v2d_vec2_make(0.0f, NAN)) == V2D_ERROR_NOT_FINITE);
        CHECK(shape_set_one_way(w, shape, v2d_vec2_make(2e9f, 0.0f)) == V2D_ERROR_OUT_OF_RANGE);
        v2d_shape_id bad = {99, 1};
        CHECK(shape_set_one_way(w, bad, v2d_vec2_make(0.0f, 1.0f)) == V2D_ERROR_BAD_ID);
        before.status = w->status, before.blame = w->blame;
        CHECK(memcmp(&before, w, sizeof(before)) == 0);
    }
}

// A body that was made inside of a ledge is not thrown out, on no side.
static void what_is_made_inside_passes(void **state) {
    (void)state;
    tilt(0.0f);
    for (int kind = 0; kind < THINGS; ++kind) {
        v2d_world *w = world_with(10.0f, 0), *free = world_with(10.0f, 1);
        float height = -0.5f * thing_size((thing)kind) - 0.05f;
        add_thing(w, (thing)kind, 0.0f, height, v2d_vec2_make(0.0f, 0.0f));
        add_thing(free, (thing)kind, 0.0f, height, v2d_vec2_make(0.0f, 0.0f));
        add_ledge(w, LEDGE_BOX);
        for (int i = 0; i < 60; ++i) {
            step(w), step(free);
            CHECK(same(w, free, (thing)kind));
        }
    }
}

// A disc without gravity, and a cast of the same disc: both meet the top and the corners above, and pass
// through the sides and the bottom, whichever way they come.
static void casts_meet_what_holds_bodies(void **state) {
    (void)state;
    random_state = 31u;
    int met[2] = {0, 0};
    for (int i = 0; i < test_share(400); ++i) {
        tilt(random_float(-3.0f, 3.0f));
        v2d_world *w = world_with(0.0f, 0);
        v2d_body_id base = add_ledge(w, i % 3 == 0 ? LEDGE_SEGMENT : LEDGE_BOX);
        float r = 0.05f, angle = random_float(-3.1f, 3.1f), along = random_float(-8.0f, 8.0f);
        v2d_vec2 way = place(30.0f * cosf(angle), 30.0f * sinf(angle));
        if (i % 2 == 0)
            along = i % 4 == 0 ? 6.2f : -6.2f, way = place(along > 0.0f ? -30.0f : 30.0f, -1.0f);
        v2d_vec2 at =
            place(along, i % 2 == 0 ? random_float(-0.15f, -0.02f) : random_float(-3.0f, 3.0f));
        v2d_geometry disc = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), r);
        v2d_shape_def shape = v2d_shape_def_default();
        v2d_body_def def = v2d_body_def_default();
        v2d_query_def query = v2d_query_def_default();
        v2d_query_result hit, any;
        query.both_sides = true;
        v2d_transform from = v2d_transform_make(at, 0.0f);
        int count = v2d_world_cast(w, NULL, &disc, from, way, &hit, 1);
        int met_any = v2d_world_cast(w, &query, &disc, from, way, &any, 1);
        if (met_any == 1 && any.normal.x == 0.0f && any.normal.y == 0.0f) continue; // begins in it
        float rise = met_any == 1 ? any.normal.x * up.x + any.normal.y * up.y : 0.0f;
        CHECK(count == (rise > 0.5f));
        CHECK(v2d_world_ray(w, NULL, at, v2d_vec2_make(at.x + way.x, at.y + way.y), &hit, 1) <=
              v2d_world_ray(w, &query, at, v2d_vec2_make(at.x + way.x, at.y + way.y), &any, 1));
        def.position = at, def.velocity = way, def.bullet = true, def.angle = 0.0f;
        v2d_body_id body = v2d_body_create(w, &def);
        CHECK(v2d_shape_create(w, body, &shape, &disc).index1 != 0);
        for (int step = 0; step < 60; ++step)
            CHECK(v2d_world_step(w, dt, 4) == V2D_OK);
        v2d_vec2 v = v2d_body_velocity(w, body);
        bool stopped = fabsf(v.x - way.x) + fabsf(v.y - way.y) > 0.01f;
        if (rise == 0.0f || rise > 0.9f || rise < 0.1f) CHECK(stopped == (count == 1)); // no corner
        met[count] += 1;
        CHECK(v2d_body_is_valid(w, base));
    }
    CHECK(met[0] > test_share(100) && met[1] > test_share(30));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_upwards_and_lands),
        cmocka_unit_test(holds_from_above),
        cmocka_unit_test(what_has_not_left_falls_back),
        cmocka_unit_test(the_side_is_open),
        cmocka_unit_test(slides_over_its_edges),
        cmocka_unit_test(a_moving_ledge_carries),
        cmocka_unit_test(fast_ones_too),
        cmocka_unit_test(drops_through_by_filter),
        cmocka_unit_test(a_copy_remembers),
        cmocka_unit_test(the_direction_can_be_set),
        cmocka_unit_test(what_is_made_inside_passes),
        cmocka_unit_test(casts_meet_what_holds_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
