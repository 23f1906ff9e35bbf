// SPDX-License-Identifier: MIT OR Unlicense
// car.c - a car pulls a loaded trailer over hills, halts, crosses a seesaw and breaks through crates.
//
// Shows:  wheel joints: springs with a rest position, limits, motors that drive and brake; a trailer on
//         a revolute joint and the force on it; a chain as terrain; a camera that follows.
// Build:  cc -O2 -I. examples/car.c -o car -lm
// Run:    ./car [--frames 360] [--out build/out/car]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum { SEGMENTS = 360, LOAD = 5 };

#define BEGIN  (-20.0f) // of the terrain [m]
#define LENGTH 110.0f
#define WHEEL  0.42f  // radius [m]
#define DRIVE  900.0f // torque on an axle [N m]
#define BRAKE  1500.0f

// What the driver does, one line after the other.
typedef struct order {
    float speed; // [m/s]; 0: the brake
    float until; // the car is there [m]; of the brake: so long it stands [s]
} order;

static const order script[] = {{6.5f, 17.5f}, {0.0f, 0.3f},  {6.5f, 25.5f},
                               {4.0f, 34.0f}, {9.0f, 43.0f}, {0.0f, 1e9f}};

static v2d_world world;
static v2d_body_id car, trailer;
static v2d_joint_id axles[3], hitch; // the last axle is the trailer's: it brakes only
static int now;                      // line of the script
static float stands;                 // for how long [s]

// 0 below a, 1 above b, smooth between them.
static float ramp(float a, float b, float x) {
    float t = fmaxf(0.0f, fminf(1.0f, (x - a) / (b - a)));
    return t * t * (3.0f - 2.0f * t);
}

static float height(float x) {
    float hills = 0.75f * sinf(0.36f * x - 1.0f) + 0.1f * sinf(1.5f * x);
    return hills * ramp(1.0f, 7.0f, x) * (1.0f - ramp(19.0f, 25.0f, x));
}

// From right to left, so that the right side is up.
static void build_terrain(void) {
    v2d_vec2 line[SEGMENTS + 1];
    v2d_shape_def def = v2d_shape_def_default();
    def.friction = 0.9f;
    for (int i = 0; i <= SEGMENTS; ++i) {
        float x = BEGIN + LENGTH * (1.0f - (float)i / SEGMENTS);
        line[i] = scene_vec(x, height(x));
    }
    v2d_chain_create(&world, scene_static(&world, 0.0f, 0.0f, 0.0f), &def, line, SEGMENTS + 1,
                     false);
}

static void add_box(v2d_body_id body, float x, float y, float hx, float hy, float density) {
    scene_shape(&world, body, v2d_geometry_oriented_box(hx, hy, scene_vec(x, y), 0.0f), density);
}

// A wheel below `body` at (x, WHEEL), on a spring that carries its share of the load.
static v2d_joint_id add_axle(v2d_body_id body, float x) {
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry disc = v2d_geometry_circle(scene_vec(0.0f, 0.0f), WHEEL);
    v2d_body_id wheel = scene_body(&world, x, WHEEL, 0.0f, 4);
    shape.density = 80.0f;
    shape.friction = 0.9f;
    v2d_shape_create(&world, wheel, &shape, &disc);

    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_WHEEL);
    def.a = v2d_anchor_at(&world, body, scene_vec(x, WHEEL), 0.5f * SCENE_PI); // travel is up
    def.b = v2d_anchor_at(&world, wheel, scene_vec(x, WHEEL), 0.5f * SCENE_PI);
    def.linear.frequency = 3.6f;
    def.linear.damping_ratio = 0.9f;
    def.linear.rest = -0.13f; // the load lifts the wheel to 0
    def.linear.limited = true;
    def.linear.lower = -0.16f;
    def.linear.upper = 0.16f;
    return v2d_joint_create(&world, &def);
}

static void build_car(float x) {
    static const v2d_vec2 cabin[] = {{-1.25f, 0.3f}, {0.75f, 0.3f}, {0.2f, 0.85f}, {-0.9f, 0.85f}};
    car = scene_body(&world, x, 0.85f, 0.0f, 3);
    add_box(car, 0.0f, 0.05f, 1.75f, 0.25f, 260.0f);
    scene_shape(&world, car, v2d_geometry_polygon(cabin, 4, 0.0f), 60.0f);
    axles[0] = add_axle(car, x - 1.1f);
    axles[1] = add_axle(car, x + 1.15f);
}

static void build_trailer(float x) {
    trailer = scene_body(&world, x, 0.85f, 0.0f, 0);
    add_box(trailer, 0.0f, 0.0f, 1.4f, 0.08f, 250.0f);
    add_box(trailer, -1.34f, 0.58f, 0.06f, 0.5f, 60.0f);
    add_box(trailer, 1.34f, 0.58f, 0.06f, 0.5f, 60.0f);
    add_box(trailer, 2.0f, -0.03f, 0.6f, 0.05f, 60.0f);
    axles[2] = add_axle(trailer, x - 0.15f);
    for (int i = 0; i < LOAD; ++i) {
        float left = x - 0.8f + 0.8f * (float)(i % 3) + (i < 3 ? 0.0f : 0.4f);
        scene_ball(&world, left, 1.32f + (i < 3 ? 0.0f : 0.68f), 0.38f, 60.0f, i + 5);
    }
    hitch = scene_pin(&world, car, trailer, x + 2.5f, 0.82f);
}

// A plank that tips under the car.
static void build_seesaw(float x) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    v2d_body_id plank = scene_body(&world, x, 0.72f, 0.15f, 1);
    add_box(plank, 0.0f, 0.0f, 4.2f, 0.06f, 150.0f);
    def.a = v2d_anchor_world(scene_vec(x, 0.72f), 0.0f);
    def.b = v2d_anchor_body(plank, scene_vec(0.0f, 0.0f));
    def.angular.motor = true; // dry friction of the hinge
    def.angular.motor_effort = 100.0f;
    v2d_joint_create(&world, &def);
}

static void build_crates(float x) {
    for (int row = 0; row < 5; ++row)
        for (int i = 0; i < 5 - row; ++i)
            scene_box(&world, x + 0.62f * ((float)i + 0.5f * (float)row), 0.3f + 0.6f * (float)row,
                      0.3f, 0.3f, 25.0f, row + i);
}

// All wheels brake, those of the car drive.
static void drive(float dt) {
    const order *o = &script[now];
    bool brakes = o->speed == 0.0f;
    if (brakes && hypotf(v2d_body_velocity(&world, car).x, v2d_body_velocity(&world, car).y) < 0.1f)
        stands += dt;
    for (int i = 0; i < 3; ++i)
        v2d_joint_set_motor(&world, axles[i], -o->speed / WHEEL,
                            brakes  ? BRAKE
                            : i < 2 ? DRIVE
                                    : 0.0f);
    if ((brakes ? stands : v2d_body_position(&world, car).x) < o->until) return;
    stands = 0.0f;
    now += 1;
}

int main(int argc, char **argv) {
    film f;
    film_open(&f, argc, argv, "car", 360);
    scene_open(&world);
    build_terrain();
    build_car(-2.0f);
    build_trailer(-6.5f);
    build_seesaw(30.5f);
    build_crates(41.5f);
    float eye_x = -2.5f, eye_y = 2.2f;
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        v2d_vec2 p = v2d_body_position(&world, car), v = v2d_body_velocity(&world, car);
        eye_x += 0.2f * (p.x + 0.15f * v.x - 0.5f - eye_x);
        eye_y += 0.1f * (p.y + 1.3f - eye_y);
        canvas_camera(c, eye_x, eye_y, 8.0f);
        canvas_clear(c);
        scene_draw_ground(c, eye_x, 20.0f, height);
        canvas_draw_world(c, &world);
        canvas_title(c, "Car");
        canvas_note(c, 0, "%.0f km/h, %s", (double)(3.6f * hypotf(v.x, v.y)),
                    script[now].speed > 0.0f ? "drive" : "brake");
        v2d_vec2 pull = v2d_joint_get_state(&world, hitch).force;
        canvas_note(c, 1, "the trailer's hitch bears %.1f kN",
                    (double)(0.001f * hypotf(pull.x, pull.y)));
        canvas_time(c, f.time);
        canvas_scale_bar(c);
        canvas_caption(c, "Wheel joints: each wheel slides on a spring, and a motor turns it");
        film_frame(&f);
        for (int i = 0; i < 2; ++i) {
            drive(1.0f / 60.0f);
            v2d_world_step(&world, 1.0f / 60.0f, 4);
        }
    }
    return scene_close(&f, &world);
}
