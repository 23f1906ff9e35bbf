// SPDX-License-Identifier: MIT OR Unlicense
// test_wrong.c - numbers that go wrong: one node, whatever it is in touch with, and nothing else.
//
// A number is put into the private fields of a world, between two steps or within one: where the profile's
// clock is read, between the stages, and where the engine asserts something at the start of a pass.
#define ENGINE_SMALL
#define ENGINE_INSIDE
#include "test.h"

static v2d_world *w;

// ---- where and what ----------------------------------------------------------------------------

typedef enum place {
    BEFORE,      // between steps
    AT_CLOCK,    // between stages: after the broadphase, narrowphase, preparation and sub-steps
    BEFORE_PASS, // of the solver: bias and relax pass of each sub-step in turn
} place;

typedef struct shot {
    place when;
    int number; // which reading of the clock, or which pass
    int field;
    float value;
    int node;
} shot;

static shot due;       // node < 0: nothing
static shot others[3]; // further ones, before passes
static int other_count;
static int clock_count, pass_count;

typedef struct field {
    const char *name;
    size_t base, stride, offset; // in the world
    bool between, within;        // when it may be put in
} field;

#define FIELD(array, member, type, between, within)                         \
    {                                                                       \
#array "." #member, offsetof(v2d_world, nodes.array), sizeof(type), \
            offsetof(type, member), between, within                         \
    }

static const field fields[] = {
    FIELD(dof, dx, v2d__dof, true, true),
    FIELD(dof, dy, v2d__dof, true, true),
    FIELD(dof, du, v2d__dof, true, true),
    FIELD(dof, Dx, v2d__dof, true, true),
    FIELD(dof, Dy, v2d__dof, true, true),
    FIELD(dof, Du, v2d__dof, true, true),
    FIELD(dof, inv_mass, v2d__dof, true, true),
    FIELD(pose, x, v2d__pose, true, false),
    FIELD(pose, y, v2d__pose, true, false),
    FIELD(pose, c, v2d__pose, true, false),
    FIELD(pose, s, v2d__pose, true, false),
    FIELD(forces, force.x, v2d__forces, true, false),
    FIELD(forces, force.y, v2d__forces, true, false),
    FIELD(forces, torque, v2d__forces, true, false),
};
enum { FIELD_COUNT = (int)(sizeof(fields) / sizeof(fields[0])) };

static void put_in(const shot *s) {
    const field *f = &fields[s->field];
    memcpy((unsigned char *)w + f->base + f->stride * (size_t)s->node + f->offset, &s->value,
           sizeof(s->value));
}

void test_assertion(int holds, const char *what, const char *where, int line) {
    (void)line;
    if (!holds) {
        print_error("assertion %s in %s\n", what, where);
        CHECK(holds);
    }
    if (strcmp(where, "v2d__solve_pass") != 0) return;
    if (due.node >= 0 && due.when == BEFORE_PASS && due.number == pass_count) put_in(&due);
    for (int i = 0; i < other_count; ++i) {
        if (others[i].number == pass_count) put_in(&others[i]);
    }
    pass_count += 1;
}

static double shooting_clock(void *context) {
    (void)context;
    if (due.node >= 0 && due.when == AT_CLOCK && due.number == clock_count) put_in(&due);
    clock_count += 1;
    return (double)clock_count;
}

static void step(void) {
    static v2d_profile profile;
    v2d_step_def def = v2d_step_def_default();
    def.clock = shooting_clock, def.profile = &profile;
    clock_count = pass_count = 0;
    CHECK(v2d_world_step_with(w, &def) == V2D_OK);
}

// ---- scenes ------------------------------------------------------------------------------------
// Each names the node that goes wrong, in the middle of others.

static int node_of(v2d_body_id id) { return (int)id.index1 - 1; }
static int point_node(v2d_point_id id) { return V2D__POINT_NODE + (int)id.index1 - 1; }

// Boxes in three layers; the one in the middle touches six others.
static int pile(void) {
    v2d_body_id middle = {0, 0};
    test_ground(w);
    for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < 5; ++x) {
            v2d_body_id box =
                test_box(w, V2D_BODY_DYNAMIC, 1.002f * (float)x + 0.5f * (float)(y % 2),
                         0.5f + (float)y, 0.5f, 0.5f);
            if (x == 2 && y == 1) middle = box;
        }
    }
    return node_of(middle);
}

static int discs(void) {
    v2d_body_id middle = {0, 0};
    test_ground(w);
    test_box(w, V2D_BODY_STATIC, -1.0f, 1.0f, 0.5f, 2.0f);
    test_box(w, V2D_BODY_STATIC, 5.5f, 1.0f, 0.5f, 2.0f);
    for (int i = 0; i < 18; ++i) {
        v2d_body_id disc = test_circle(w, V2D_BODY_DYNAMIC, (float)(i % 6) * 0.95f - 0.1f,
                                       0.5f + 0.9f * (float)(i / 6), 0.45f);
        if (i == 8) middle = disc;
    }
    return node_of(middle);
}

static int hanging(v2d_joint_kind kind) {
    test_links(w, kind, 0.0f, 8);
    return 4; // bodies 0 to 8
}

static int hinges(void) { return hanging(V2D_JOINT_REVOLUTE); }
static int rods(void) { return hanging(V2D_JOINT_DISTANCE); }

static v2d_soft_def soft_at(float x, float y) {
    v2d_soft_def def = v2d_soft_def_default();
    def.position = v2d_vec2_make(x, y);
    return def;
}

static int cloth(void) {
    v2d_soft_def def = soft_at(0.0f, 5.0f);
    def.bend_frequency = 5.0f;
    v2d_soft_id id = v2d_soft_create_cloth(w, &def, 6, 6, 0.25f);
    v2d_point_set_pinned(w, v2d_soft_point(w, id, 0), true);
    v2d_point_set_pinned(w, v2d_soft_point(w, id, 5), true);
    return point_node(v2d_soft_point(w, id, 14));
}

static int rope(void) {
    v2d_soft_def def = soft_at(0.0f, 5.0f);
    v2d_soft_id id = v2d_soft_create_rope(w, &def, v2d_vec2_make(0.0f, 0.0f),
                                          v2d_vec2_make(4.0f, 0.0f), 12, true, false);
    return point_node(v2d_soft_point(w, id, 6));
}

static int jellies(void) {
    v2d_vec2 v[10];
    v2d_soft_id id[2];
    test_ground(w);
    for (int i = 0; i < 10; ++i) {
        double angle = TEST_PI * i / 5.0;
        v[i] = v2d_vec2_make(0.6f * (float)cos(angle), 0.6f * (float)sin(angle));
    }
    for (int i = 0; i < 2; ++i) {
        v2d_soft_def def = soft_at(0.1f * (float)i, 0.65f + 1.25f * (float)i);
        def.radius = 0.02f, def.frequency = 10.0f;
        def.area_frequency = 5.0f, def.bend_frequency = 3.0f, def.shape_frequency = 3.0f;
        id[i] = v2d_soft_create_blob(w, &def, v, 10);
    }
    return point_node(v2d_soft_point(w, id[0], 2));
}

static int relaxed(void) {
    v2d_soft_id id = {0, 0};
    test_ground(w);
    for (int i = 0; i < 3; ++i) {
        v2d_soft_def def = soft_at(0.05f * (float)i, 0.55f + 1.05f * (float)i);
        def.relaxed = true;
        v2d_soft_id made = v2d_soft_create_box(w, &def, 1.0f, 1.0f);
        if (i == 1) id = made;
    }
    return point_node(v2d_soft_point(w, id, 1));
}

// A box on a rope that hangs between two pins.
static int loaded_rope(void) {
    v2d_soft_def def = soft_at(0.0f, 5.0f);
    def.radius = 0.05f;
    v2d_soft_create_rope(w, &def, v2d_vec2_make(0.0f, 0.0f), v2d_vec2_make(4.0f, 0.0f), 12, true,
                         true);
    return node_of(test_box(w, V2D_BODY_DYNAMIC, 2.0f, 5.35f, 0.4f, 0.3f));
}

typedef struct named {
    const char *name;
    int (*build)(void);
} named;

static const named scenes[] = {
    {"pile", pile},       {"discs", discs},     {"hinges", hinges},
    {"rods", rods},       {"cloth", cloth},     {"rope", rope},
    {"jellies", jellies}, {"relaxed", relaxed}, {"loaded rope", loaded_rope},
};
enum { SCENE_COUNT = (int)(sizeof(scenes) / sizeof(scenes[0])) };

// ---- what must hold ----------------------------------------------------------------------------

static int first_bad_node(float fast) {
    for (int i = 0; i < V2D__DUMMY_NODE; ++i) {
        const v2d__dof *d = &w->nodes.dof[i];
        const v2d__pose *p = &w->nodes.pose[i];
        float size = fabsf(d->dx) + fabsf(d->dy) + fabsf(d->du * d->inv_k) * 0.2f;
        if (!(size < fast) || !isfinite(d->du) || !isfinite(d->inv_mass)) return i;
        if (!(fabsf(p->x) < 100.0f && fabsf(p->y) < 100.0f)) return i;
        if (!(fabsf(p->c) <= 1.001f && fabsf(p->s) <= 1.001f)) return i;
    }
    return -1;
}

static void say(const named *scene, const shot *s, const char *what, int node) {
    print_error("%s, %s = %g %s %d: %s, node %d\n", scene->name, fields[s->field].name,
                (double)s->value,
                s->when == BEFORE     ? "between steps"
                : s->when == AT_CLOCK ? "at clock reading"
                                      : "before pass",
                s->number, what, node);
}

// Contacts of rigid bodies hand on what is infinite or huge. When they have, it cannot be told who began:
// everything they spoilt, and that one, may get back what it had before, and none is put aside.
static bool may_recover(const named *scene, const shot *s) {
    bool rigid = scene->build == pile || scene->build == discs || scene->build == loaded_rope;
    return rigid && s->when == BEFORE_PASS && s->field < 3 && s->value == s->value;
}

// After the step with the shot and 30 more: exactly the node that was shot at was put aside and reported,
// and all others go on, no faster than they could have got. Returns what is wrong, or NULL.
static const char *play(const named *scene, shot s, int *node) {
    w = test_world();
    due.node = -1;
    s.node = scene->build();
    for (int i = 0; i < 20; ++i)
        step();
    int events = 0;
    due = s;
    if (s.when == BEFORE) put_in(&s);
    for (int i = 0; i < 31; ++i) {
        step();
        due.node = -1;
        for (int k = 0; k < v2d_world_event_count(w); ++k) {
            v2d_event event;
            CHECK(v2d_world_event(w, k, &event) == V2D_OK);
            bool body = event.kind == V2D_EVENT_BODY_DISABLED;
            if (!body && event.kind != V2D_EVENT_POINT_DISABLED) continue;
            *node = body ? node_of(event.a.body) : point_node(event.a.point);
            if (*node != s.node) return "another one was put aside";
            events += 1;
        }
        *node = first_bad_node(20.0f);
        if (*node >= 0) return "does not make sense";
    }
    *node = s.node;
    if (events == 0 && may_recover(scene, &s)) return NULL;
    return events == 1 ? NULL : events == 0 ? "was not put aside" : "was put aside twice";
}

static int shots, misses;

static void shoot(const named *scene, shot s) {
    int node = -1;
    const char *what = play(scene, s, &node);
    shots += 1;
    if (what == NULL) return;
    misses += 1;
    say(scene, &s, what, node);
}

static const float values[] = {NAN, INFINITY, -INFINITY, 1e30f, -3e38f};

static bool turns(const named *scene) {
    return scene->build == pile || scene->build == discs || scene->build == hinges ||
           scene->build == rods || scene->build == loaded_rope;
}

static bool is_angular(int f) {
    const char *name = fields[f].name;
    return strcmp(name, "dof.du") == 0 || strcmp(name, "dof.Du") == 0 ||
           strcmp(name, "pose.c") == 0 || strcmp(name, "pose.s") == 0 ||
           strcmp(name, "forces.torque") == 0;
}

static void shoot_all(place when, int number) {
    for (int scene = 0; scene < SCENE_COUNT; ++scene) {
        for (int f = 0; f < FIELD_COUNT; ++f) {
            bool fits = when == BEFORE ? fields[f].between : fields[f].within;
            if (!fits || (is_angular(f) && !turns(&scenes[scene]))) continue;
            for (int v = 0; v < 5; ++v) {
                shot s = {when, number, f, 0.0f, -1};
                s.value = values[v];
                shoot(&scenes[scene], s);
            }
        }
    }
}

static void count(void) {
    if (misses > 0) print_error("%d of %d\n", misses, shots);
    CHECK(misses == 0 && shots > 0);
    shots = 0;
}

static void between_steps(void **state) {
    (void)state;
    shoot_all(BEFORE, 0);
    count();
}

static void between_stages(void **state) {
    (void)state;
    for (int i = 1; i < 5; ++i)
        shoot_all(AT_CLOCK, i);
    count();
}

static void between_passes(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i)
        shoot_all(BEFORE_PASS, i);
    count();
}

// What is put back to how it moved before a sub-step moves no farther than anything may, also when it was
// far too fast by then: max_speed for the length of the step. (Two go wrong together, so that neither is
// put aside.)
static void what_is_put_back_is_not_too_fast(void **state) {
    (void)state;
    for (int pass = 1; pass < 7; pass += 2) { // relax passes: the next sub-step follows
        w = test_world();
        CHECK(v2d_world_set_gravity(w, v2d_vec2_make(0.0f, 0.0f)) == V2D_OK);
        v2d_body_id id[2];
        for (int i = 0; i < 2; ++i) {
            id[i] = test_circle(w, V2D_BODY_DYNAMIC, 1.0f, 20.0f * (float)i, 0.5f);
            others[i].number = pass + 1, others[i].field = 2, others[i].value = INFINITY;
            others[i].node = node_of(id[i]);
        }
        others[2].number = pass, others[2].field = 0, others[2].value = 1e12f;
        others[2].node = node_of(id[0]);
        other_count = 3;
        step();
        other_count = 0;
        double most = (double)w->settings.max_speed / 60.0;
        CHECK_NEAR(v2d_body_position(w, id[0]).x, 1.0, 1.001 * most);
        CHECK_NEAR(v2d_body_position(w, id[1]).x, 1.0, 1e-6);
    }
}

// Bodies that share lanes with one that went wrong move in that step, too.
static void others_move_on(void **state) {
    (void)state;
    for (int number = 0; number < 8; ++number) { // two passes in each of four sub-steps
        v2d_body_id ball[6];
        w = test_weightless();
        for (int i = 0; i < 6; ++i) {
            ball[i] = test_circle(w, V2D_BODY_DYNAMIC, 3.0f * (float)i, 0.0f, 0.5f);
            CHECK(v2d_body_set_velocity(w, ball[i], v2d_vec2_make(6.0f, 3.0f)) == V2D_OK);
        }
        shot s = {BEFORE_PASS, number, 0, NAN, node_of(ball[2])};
        due = s;
        step();
        due.node = -1;
        CHECK(pass_count == 8);
        for (int i = 0; i < 6; ++i)
            CHECK_NEAR(v2d_body_position(w, ball[i]).x, 3.0 * i + (i == 2 ? 0.0 : 0.1), 1e-4);
    }
}

// What was put aside is of its type again when it is told so, and goes on.
static void what_was_put_aside_lives_again(void **state) {
    (void)state;
    w = test_world();
    v2d_world_set_gravity(w, v2d_vec2_make(0.0f, 0.0f));
    v2d_body_def def = v2d_body_def_default();
    v2d_body_id body = v2d_body_create(w, &def);
    w->nodes.dof[node_of(body)].dx = NAN;
    step();
    v2d_vec2 velocity = v2d_vec2_make(2.0f, 0.0f);
    CHECK(v2d_body_set_velocity(w, body, velocity) == V2D_ERROR_WRONG_KIND);
    CHECK(v2d_body_set_type(w, body, V2D_BODY_DYNAMIC) == V2D_OK);
    CHECK(v2d_body_set_velocity(w, body, velocity) == V2D_OK);
    float before = v2d_body_position(w, body).x;
    for (int i = 0; i < 60; ++i)
        step();
    CHECK_NEAR(v2d_body_position(w, body).x - before, 2.0, 1e-3);
}

// Mass, centre and inertia of its own, awake or not: a new body has the velocity of its def, or none.
static void new_bodies_have_the_velocity_of_their_def(void **state) {
    (void)state;
    for (int n = 0; n < 3 * 16; ++n) {
        w = test_world();
        v2d_body_def def = v2d_body_def_default();
        def.type = (v2d_body_type)(n / 16);
        def.awake = (n & 1) == 0, def.own_mass = (n & 2) != 0, def.lock_angle = (n & 4) != 0;
        def.mass.center = v2d_vec2_make(0.3f, -0.2f), def.mass.inertia = n & 8 ? 1.0f : 0.0f;
        def.velocity = v2d_vec2_make(1.0f, 2.0f), def.angular_velocity = 3.0f;
        v2d_body_id body = v2d_body_create(w, &def);
        v2d_vec2 v = v2d_body_velocity(w, body);
        bool moves = def.type != V2D_BODY_STATIC && (def.awake || def.type != V2D_BODY_DYNAMIC);
        CHECK(v.x == (moves ? 1.0f : 0.0f) && v.y == (moves ? 2.0f : 0.0f));
        CHECK(isfinite(v2d_body_angular_velocity(w, body)));
        step();
        CHECK(v2d_world_event_count(w) == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_bodies_have_the_velocity_of_their_def),
        cmocka_unit_test(others_move_on),
        cmocka_unit_test(what_was_put_aside_lives_again),
        cmocka_unit_test(between_steps),
        cmocka_unit_test(between_stages),
        cmocka_unit_test(between_passes),
        cmocka_unit_test(what_is_put_back_is_not_too_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
