// SPDX-License-Identifier: MIT OR Unlicense
// gears.c - a clock: a rack that sinks drives wheels, pins and pallets let them tick, a motor winds it up.
//
// Shows:  gear joints between wheels, and from a rack on a prismatic joint; a ratchet, so that winding does
//         not turn the clock back; a pulley; an escapement of real contacts; bodies with a mass of their
//         own instead of shapes.
// Build:  cc -O2 -I. examples/gears.c -o gears -lm
// Run:    ./gears [--frames 320] [--out build/out/gears]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { PINS = 12, CLICKS = 24, STEPS = 8 }; // steps a frame: the film is four times as fast as life
enum { SECOND, GREAT, DRUM, PINION, ESCAPE, DIAL, WHEELS }; // wheels, from the back to the front

#define MODULE 0.0667f // diameter of a wheel over the number of its teeth [m]
#define SHEAVE 4.1f    // height of the two [m]
#define LOW    0.4f    // the rack sinks by this, and is wound up [m]
#define TURN   (2.0f * SCENE_PI)

// The escapement: pins, and pallets that end where lines from the pivot touch their circle.
#define PIN_CIRCLE 0.6f
#define PIN        0.03f                              // radius
#define PALLET     0.08f                              // thickness
#define SPAN       (0.5f * 2.5f * TURN / (float)PINS) // 2.5 distances of pins between both

// A toothed wheel on an arbor; several may share one.
typedef struct wheel {
    v2d_body_id body;
    v2d_joint_id joint;
    v2d_vec2 place;
    float phase; // direction of a tooth when the body is not turned [rad]
    int teeth, color;
} wheel;

static v2d_world world;
static wheel wheels[WHEELS];
static v2d_body_id rack, counterweight, hand, pendulum;
static v2d_joint_id guide, winch, ratchet;
static bool winding;
static int ticks;

static v2d_vec2 polar(v2d_vec2 from, float way, float distance) {
    return scene_vec(from.x + distance * cosf(way), from.y + distance * sinf(way));
}

static float radius(const wheel *w) { return 0.5f * MODULE * (float)w->teeth; }

// A body that turns on an axle, or slides up and down: it meets nothing, and needs no shape.
static v2d_body_id add_part(v2d_vec2 place, float mass, float inertia, int color) {
    v2d_body_def def = v2d_body_def_default();
    def.position = place;
    def.own_mass = true;
    def.mass.mass = mass;
    def.mass.inertia = inertia;
    def.user = (uint64_t)color;
    return v2d_body_create(&world, &def);
}

static void add_shape(v2d_body_id body, v2d_geometry geometry, float density, bool solid) {
    v2d_shape_def def = v2d_shape_def_default();
    def.density = density;
    def.friction = 0.05f;
    if (!solid) def.filter.mask = 0;
    v2d_shape_create(&world, body, &def, &geometry);
}

static v2d_joint_id add_axle(v2d_body_id body) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_world(v2d_body_position(&world, body), 0.0f);
    def.b = v2d_anchor_body(body, scene_vec(0.0f, 0.0f));
    return v2d_joint_create(&world, &def);
}

static v2d_joint_id add_slide(v2d_body_id body) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PRISMATIC);
    def.a = v2d_anchor_world(v2d_body_position(&world, body), 0.5f * SCENE_PI);
    def.b = v2d_anchor_body(body, scene_vec(0.0f, 0.0f));
    def.b.angle = 0.5f * SCENE_PI;
    return v2d_joint_create(&world, &def);
}

static void couple(v2d_joint_id a, v2d_joint_id b, float ratio) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_GEAR);
    def.joint_a = a;
    def.joint_b = b;
    def.ratio = ratio;
    v2d_joint_create(&world, &def);
}

static wheel *add_wheel(int i, v2d_vec2 place, int teeth, int color) {
    wheel *w = &wheels[i];
    w->place = place;
    w->teeth = teeth;
    w->color = color;
    w->body = add_part(place, 0.3f, 0.15f * radius(w) * radius(w), 0);
    w->joint = add_axle(w->body);
    return w;
}

// A second wheel, in front, on the arbor of another.
static wheel *add_pinion(int i, const wheel *arbor, int teeth) {
    wheels[i] = *arbor;
    wheels[i].teeth = teeth;
    wheels[i].color += 1;
    return &wheels[i];
}

// Wheels that touch turn each other; a tooth of one is drawn in a gap of the other.
static void mesh(const wheel *a, wheel *b) {
    float ratio = (float)a->teeth / (float)b->teeth;
    float way = atan2f(b->place.y - a->place.y, b->place.x - a->place.x);
    couple(a->joint, b->joint, -ratio);
    b->phase = way + SCENE_PI + (way - a->phase) * ratio + SCENE_PI / (float)b->teeth;
}

// The place of a wheel that touches another, on the side `way` of it.
static v2d_vec2 beside(const wheel *a, int teeth, float way) {
    return polar(a->place, way, radius(a) + 0.5f * MODULE * (float)teeth);
}

static void build_train(void) {
    wheel *drum = add_wheel(DRUM, scene_vec(-2.75f, 1.85f), 14, 1);
    wheel *great = add_wheel(GREAT, drum->place, 42, 0);
    wheel *second = add_wheel(SECOND, beside(great, 14, 0.35f), 28, 2);
    wheel *pinion = add_pinion(PINION, second, 14);
    wheel *escape = add_wheel(ESCAPE, beside(second, 14, 0.2f), 14, 5);
    wheel *dial = add_wheel(DIAL, beside(escape, 28, -0.2f), 28, 2);
    drum->phase = SCENE_PI + SCENE_PI / 14.0f; // a tooth of the rack is at its left
    mesh(great, pinion);
    mesh(second, escape);
    mesh(escape, dial);
    hand = add_part(dial->place, 0.05f, 0.001f, 0);
    couple(dial->joint, add_axle(hand), 1.0f / 12.0f);

    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_RATCHET); // the drum turns back alone
    def.a = v2d_anchor_body(great->body, scene_vec(0.0f, 0.0f));
    def.b = v2d_anchor_body(drum->body, scene_vec(0.0f, 0.0f));
    def.tooth = -TURN / (float)CLICKS;
    ratchet = v2d_joint_create(&world, &def);
}

// The rack sinks on the left of the drum; a rope over two sheaves goes to the counterweight.
static void build_rack(void) {
    const wheel *drum = &wheels[DRUM];
    v2d_vec2 at = scene_vec(drum->place.x - radius(drum), drum->place.y + 4.0f * SCENE_PI * MODULE);
    rack = add_part(at, 3.0f, 0.1f, 6);
    add_shape(rack, v2d_geometry_oriented_box(0.24f, 0.2f, scene_vec(-0.11f, -1.7f), 0.0f), 0.0f,
              false);
    guide = add_slide(rack);
    couple(guide, drum->joint, -1.0f / radius(drum));
    counterweight = add_part(scene_vec(at.x - 1.1f, 1.6f), 1.5f, 0.1f, 6);
    add_shape(counterweight, v2d_geometry_box(0.17f, 0.25f), 0.0f, false);
    winch = add_slide(counterweight);
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_PULLEY);
    def.a = v2d_anchor_body(rack, scene_vec(-0.11f, 1.0f));
    def.b = v2d_anchor_body(counterweight, scene_vec(0.0f, 0.25f));
    def.over_a = v2d_anchor_world(scene_vec(at.x - 0.11f, SHEAVE), 0.0f);
    def.over_b = v2d_anchor_world(scene_vec(at.x - 1.1f, SHEAVE), 0.0f);
    v2d_joint_create(&world, &def);
}

// The end of a pallet is a slope: it stops a pin with its first corner, and is pushed by it along the slope.
static v2d_geometry pallet(float side) {
    static const float depth[4] = {0.035f, 0.105f, -0.35f, -0.35f}; // angles about the pivot [rad]
    float first = side > 0.0f ? 0.5f : -0.5f;
    v2d_vec2 corner[4];
    for (int i = 0; i < 4; ++i) {
        float way = SPAN + depth[i],
              at = PIN_CIRCLE * tanf(SPAN) + PALLET * (i == 0 || i == 3 ? first : -first);
        corner[i] = scene_vec(side * at * cosf(way), -at * sinf(way));
    }
    return v2d_geometry_hull(corner, 4, 0.0f);
}

// Pins stand around the rim of the escape wheel; at each swing the pendulum lets it turn by half their distance.
static void build_escapement(void) {
    v2d_vec2 centre = {0.0f, 0.0f}, pivot = wheels[ESCAPE].place;
    float arm = PIN_CIRCLE * tanf(SPAN);
    for (int i = 0; i < PINS; ++i) {
        v2d_vec2 at = polar(centre, TURN * ((float)i + 0.5f) / (float)PINS, PIN_CIRCLE);
        add_shape(wheels[ESCAPE].body, v2d_geometry_circle(at, PIN), 0.0f, true);
    }
    pendulum = scene_body(&world, pivot.x, pivot.y + PIN_CIRCLE / cosf(SPAN), 0.0f, 3);
    add_shape(pendulum, v2d_geometry_oriented_box(0.025f, 0.9f, scene_vec(0.0f, -0.9f), 0.0f), 1.0f,
              false);
    add_shape(pendulum, v2d_geometry_circle(scene_vec(0.0f, -1.9f), 0.22f), 30.0f, false);
    for (int side = -1; side <= 1; side += 2) {
        v2d_vec2 end = polar(centre, 0.33f - SPAN, arm);
        end.x *= (float)side;
        add_shape(pendulum, v2d_geometry_capsule(centre, end, 0.035f), 1.0f, false);
        add_shape(pendulum, pallet((float)side), 1.0f, true);
    }
    add_axle(pendulum);
    v2d_body_set_transform(&world, pendulum, v2d_body_position(&world, pendulum), 0.2f);
}

// The rack is wound up when it is low, until it is high again.
static void wind(void) {
    float height = v2d_joint_get_state(&world, guide).travel;
    if (height < -LOW) winding = true;
    if (height > -0.02f) winding = false;
    v2d_joint_set_motor(&world, winch, -0.3f, winding ? 100.0f : 0.0f);
}

// An outline of teeth; `tooth` has four corners: how far around [teeth], and the distance from the centre.
static void draw_teeth(canvas *c, v2d_vec2 center, float angle, int teeth, const v2d_vec2 *tooth,
                       canvas_style look) {
    canvas_point points[4 * 64];
    for (int i = 0; i < 4 * teeth; ++i) {
        float way = angle + TURN * ((float)(i / 4) + tooth[i % 4].x) / (float)teeth;
        v2d_vec2 at = polar(center, way, tooth[i % 4].y);
        points[i].x = at.x;
        points[i].y = at.y;
    }
    canvas_outline(c, points, 4 * teeth, look);
}

static void draw_wheel(canvas *c, const wheel *w) {
    float r = radius(w), outer = r + 0.9f * MODULE, inner = r - MODULE;
    float angle = v2d_body_angle(&world, w->body) + w->phase;
    v2d_vec2 tooth[4] = {{-0.3f, inner}, {-0.13f, outer}, {0.13f, outer}, {0.3f, inner}};
    canvas_style look = canvas_style_body(w->color), plate = look;
    plate.fill = canvas_mix(look.fill, canvas_paper(), 0.7f);
    draw_teeth(c, w->place, angle, w->teeth, tooth, look);
    if (w->teeth < 20) return;
    canvas_circle(c, w->place.x, w->place.y, 0.78f * r, 0.0f, 0.0f, plate);
    for (int i = 0; i < 5; ++i) {
        v2d_vec2 end = polar(w->place, angle + TURN * (float)i / 5.0f, 0.78f * r);
        canvas_segment(c, w->place.x, w->place.y, end.x, end.y, 9.0f, look.fill);
    }
}

static void draw_hand(canvas *c, v2d_body_id body, float length, float width) {
    v2d_vec2 p = v2d_body_position(&world, body),
             to = v2d_body_world_point(&world, body, scene_vec(0.0f, length));
    canvas_segment(c, p.x, p.y, to.x, to.y, width, canvas_ink());
}

static void draw_dial(canvas *c) {
    v2d_vec2 p = wheels[DIAL].place;
    canvas_style face = {canvas_paper(), canvas_ink(), 1.5f};
    canvas_circle(c, p.x, p.y, 0.72f, 0.0f, 0.0f, face);
    for (int i = 0; i < 12; ++i) {
        v2d_vec2 a = polar(p, TURN * (float)i / 12.0f, 0.6f);
        v2d_vec2 b = polar(p, TURN * (float)i / 12.0f, 0.67f);
        canvas_segment(c, a.x, a.y, b.x, b.y, 2.0f, canvas_ink());
    }
    draw_hand(c, hand, 0.4f, 5.0f);
    draw_hand(c, wheels[DIAL].body, 0.58f, 3.0f);
}

static void draw_rack(canvas *c) {
    v2d_vec2 p = v2d_body_position(&world, rack);
    float step = 0.5f * SCENE_PI * MODULE;
    canvas_point points[128];
    int count = 0;
    for (int i = -14; i <= 10; ++i) {
        bool tooth = (i & 1) == 0;
        for (int k = -1; k <= 1; k += 2) {
            points[count].x = p.x + MODULE * (tooth ? 0.9f : -1.0f);
            points[count++].y = p.y + step * ((float)i + (float)k * (tooth ? 0.26f : 0.4f));
        }
    }
    for (int k = 0; k < 2; ++k) { // its back, which ends where the teeth do
        points[count].x = p.x - 0.22f;
        points[count].y = points[k == 0 ? count - 1 : 0].y;
        count += 1;
    }
    canvas_outline(c, points, count, canvas_style_body(5));
}

// The pawl is on the great wheel; it rides over the teeth when the drum turns back.
static void draw_ratchet(canvas *c) {
    v2d_vec2 p = wheels[DRUM].place;
    float drum = v2d_body_angle(&world, wheels[DRUM].body);
    float way = v2d_body_angle(&world, wheels[GREAT].body) + TURN / 8.0f;
    float behind = -v2d_joint_get_state(&world, ratchet).turn * (float)CLICKS / TURN;
    v2d_vec2 tooth[4] = {{0.0f, 0.22f}, {0.5f, 0.25f}, {0.98f, 0.28f}, {0.99f, 0.22f}};
    v2d_vec2 tip = polar(p, way, 0.22f + 0.06f * (behind - floorf(behind)));
    v2d_vec2 end = polar(p, way + 0.55f, 0.34f);
    draw_teeth(c, p, drum, CLICKS, tooth, canvas_style_body(6));
    canvas_capsule(c, end.x, end.y, tip.x, tip.y, 0.025f, canvas_style_kinematic());
}

static void draw(canvas *c) {
    canvas_clear(c);
    for (int i = 0; i < 2; ++i) {
        float x = v2d_body_position(&world, rack).x - (i == 0 ? 0.31f : 0.9f);
        float turn = -5.0f * v2d_joint_get_state(&world, guide).travel;
        canvas_circle(c, x, SHEAVE - 0.2f, 0.2f, cosf(turn), sinf(turn), canvas_style_kinematic());
    }
    v2d_vec2 p = wheels[ESCAPE].place;
    canvas_circle(c, p.x, p.y, PIN_CIRCLE + 2.0f * PIN, 0.0f, 0.0f, canvas_style_body(4));
    for (int i = 0; i < WHEELS; ++i)
        draw_wheel(c, &wheels[i]);
    draw_ratchet(c);
    draw_rack(c);
    draw_dial(c);
    canvas_draw_world(c, &world);
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "gears", 320);
    scene_camera(&f.canvas, -1.0f, 5.4f);
    scene_open(&world);
    scene_ground(&world);
    build_train();
    build_rack();
    build_escapement();
    while (film_running(&f)) {
        draw(&f.canvas);
        canvas_title(&f.canvas, "Gears");
        canvas_note(&f.canvas, 0, "ticks: %d%s", ticks, winding ? ", winding up" : "");
        canvas_time(&f.canvas, f.time * (double)STEPS / 2.0);
        canvas_scale_bar(&f.canvas);
        canvas_caption(&f.canvas,
                       "Wheels of 42, 28 and 14 teeth, hands 12 : 1; four times as fast as life");
        film_frame(&f);
        for (int i = 0; i < STEPS; ++i) {
            float before = v2d_body_angle(&world, pendulum);
            wind();
            v2d_world_step(&world, 1.0f / 60.0f, 8);
            ticks += before * v2d_body_angle(&world, pendulum) < 0.0f;
        }
    }
    return scene_close(&f, &world);
}
