// SPDX-License-Identifier: MIT OR Unlicense
// scenes.h - every scene of this project, defined once, for any physics engine.
//
// A scene is built through `sim`: it records each body's shapes and joints, so that judge.c and the
// picture writers need nothing else, and passes them on to an engine behind `sim_engine`.
//
//     sim *s = sim_create(&engine_verlet2d, sim_scene_find("arch"));
//     for (int i = 0; i < 600; ++i) sim_step(s);
//     sim_destroy(s);
//
// C99 that is also C++11. Units are SI, y is up. Set-up is the same bits on every machine: no libm.
#ifndef SCENES_H
#define SCENES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- what a scene is made of ---------------------------------------------------------------------

#define SIM_PI           3.14159265358979323846
#define SIM_MAX_VERTICES 8
#define SIM_NO_LIMIT     3.0e38f // torque of a motor that nothing stops [N m]

typedef struct sim_vec {
    float x, y;
} sim_vec;

typedef enum sim_body_type { SIM_STATIC = 0, SIM_KINEMATIC, SIM_DYNAMIC } sim_body_type;

typedef struct sim_body_def {
    sim_body_type type;
    sim_vec position;       // of the body's origin [m]
    float angle;            // [rad]
    sim_vec velocity;       // of the centre of mass [m/s]
    float angular_velocity; // [rad/s]
    float linear_damping;   // [1/s]
    float angular_damping;  // [1/s]
    float gravity_scale;    // 1
    int bullet;             // also swept against moving bodies
} sim_body_def;

typedef enum sim_shape_kind {
    SIM_CIRCLE = 0, // points[0], radius
    SIM_CAPSULE,    // points[0], points[1], radius
    SIM_SEGMENT,    // points[0], points[1]
    SIM_BOX,        // half, center, angle, radius; points hold its corners too
    SIM_POLYGON,    // points, counter-clockwise, 3 to 8; radius
    SIM_CHAIN       // chain, chain_count; closed; bodies live on the right of its direction
} sim_shape_kind;

typedef struct sim_shape {
    sim_shape_kind kind;
    int count; // of points
    sim_vec points[SIM_MAX_VERTICES];
    float radius; // rounding [m]
    sim_vec half, center;
    float angle; // of a box against its body [rad]
    const sim_vec *chain;
    int chain_count;
    float density, friction, restitution;
    float rolling_resistance; // lever arm of the rolling torque over the radius
    float surface_speed;      // of a conveyor, along its counter-clockwise tangent [m/s]
    // Two shapes collide when each one's category is in the other's mask. A shared group that is not
    // 0 overrides that: positive always, negative never.
    uint32_t category, mask;
    int group;
    int report; // its hits are told
} sim_shape;

typedef enum sim_joint_kind {
    SIM_JOINT_REVOLUTE = 0, // its angle is that of b against a, 0 at creation
    SIM_JOINT_DISTANCE,     // a rod, a rope (min_length 0), or a spring about max_length
    // These have an axis of a, and b's that lies along it when nothing has turned.
    SIM_JOINT_WELD,
    SIM_JOINT_SLIDE, // b slides along the axis and does not turn
    SIM_JOINT_WHEEL, // b slides along the axis and turns
    SIM_JOINT_MOTOR  // springs to where it was created, along both axes and in its turn
} sim_joint_kind;

typedef struct sim_joint_def {
    sim_joint_kind kind;
    int a, b;                 // bodies
    sim_vec local_a, local_b; // anchors in body coordinates [m]
    int motor;                // with motor_speed 0 it is dry friction in the joint
    float motor_speed;        // [rad/s]
    float max_motor_torque;   // [N m]
    int limited;
    float lower_angle, upper_angle; // lower <= 0 <= upper [rad]
    // Towards angle 0, max_length, or where a wheel or motor joint was created [Hz], 0 for none. Of a weld
    // it softens the turn; a slide has none.
    float spring_frequency;
    float spring_damping_ratio;
    float min_length, max_length; // distance joints [m]
    float axis_a, axis_b;         // angle of the axis in body coordinates [rad]
    float lower, upper;           // limits of the way of slides and wheels [m]
    int collide_connected;
} sim_joint_def;

typedef enum sim_soft_kind {
    SIM_SOFT_POINTS = 0, // loose points
    SIM_SOFT_ROPE,       // points in a row
    SIM_SOFT_CLOTH,      // columns x rows, row by row from the upper left corner
    SIM_SOFT_BLOB,       // closed outline, counter-clockwise, with area pressure
    SIM_SOFT_POLYGON     // the articles' body of points and edges, a convex outline
} sim_soft_kind;

typedef struct sim_soft_def {
    sim_soft_kind kind;
    const sim_vec *points; // world positions, count of them
    int count;
    int columns, rows; // cloth
    float spacing;     // cloth [m]
    float mass;        // of all points together [kg]
    float radius;      // of points and edges [m]
    float friction, restitution;
    float damping;           // [1/s]
    float frequency;         // of its edges [Hz], 0 for as stiff as the step allows
    float damping_ratio;     // of its edges when they have a frequency
    float bend_frequency;    // [Hz], 0 for none
    float area_frequency;    // [Hz], 0 for none
    float shape_frequency;   // of shape matching [Hz], 0 for none
    int pin_first, pin_last; // ends of a rope
    int relaxed;             // solved as in the articles: edges and contacts relaxed in passes
} sim_soft_def;

// How the coefficients of two surfaces become one.
typedef enum sim_mix {
    SIM_MIX_GEOMETRIC = 0, // sqrt(a b)
    SIM_MIX_MAXIMUM,
    SIM_MIX_MINIMUM,
    SIM_MIX_AVERAGE,
    SIM_MIX_PRODUCT
} sim_mix;

typedef struct sim_world_def {
    sim_vec gravity;
    int bounded; // keep everything inside lower..upper
    sim_vec lower, upper;
    float bounds_friction; // 0.6
    int relax_passes;      // for relaxed soft bodies
    int workers;           // threads that may step the world, the calling one included
    int sleep;             // may things fall asleep
    // An engine without sub-steps takes that many shorter steps instead. (Otherwise one long one.)
    int split;
    float length_unit;           // size of a typical body [m]; 1
    float restitution_threshold; // slowest approach that bounces [m/s]; -1: the engine's own
    sim_mix friction_mix;        // geometric
    sim_mix restitution_mix;     // maximum
} sim_world_def;

// Where a body's origin is and how it moves. The rotation is cosine and sine.
typedef struct sim_pose {
    float x, y, c, s;
    float vx, vy, w; // velocity of the centre of mass [m/s], angular velocity [rad/s]
} sim_pose;

typedef struct sim_stats {
    int contacts;    // touching pairs, or pairs where the engine tells no better
    int dropped;     // contacts that found no room
    uint64_t hash;   // of the engine's state; 0 when it has none
    double stage[5]; // time of the last step [ms]: see sim_engine.stage_names
    // Set by the caller: 1 for the hash too, which takes time; 2 for 0 instead if the engine's self-check
    // fails, and the end of the scene.
    int want_hash;
} sim_stats;

// What only experiments ask of an engine. A function may be NULL; a call answers 0 for what the
// engine does not have.
typedef struct sim_probe {
    // Impulse that contacts gave a body in the last step [N s]. `scalar` is the sum of the magnitudes
    // of their normal parts.
    int (*contact_impulse)(void *ctx, int body, sim_vec *sum, float *scalar);
    // Force between the bodies of a joint, its mean over the last step [N].
    int (*joint_force)(void *ctx, int joint, float *magnitude);
    int (*point_velocity)(void *ctx, int point, sim_vec *out);
    int (*point_set_velocity)(void *ctx, int point, sim_vec velocity);
    int (*point_set_position)(void *ctx, int point, sim_vec position);
    int (*point_set_mass)(void *ctx, int point, float mass);
    // Edges between loose points, numbered from 0: springs when they have a frequency [Hz].
    int (*edge_create)(void *ctx, int edge, int a, int b, float frequency, float damping_ratio);
    int (*edge_tension)(void *ctx, int edge, float *tension); // mean over the last step [N]
    int (*ray)(void *ctx, sim_vec from, sim_vec to);          // whether it meets something
} sim_probe;

// ---- an engine -----------------------------------------------------------------------------------
// Bodies, joints and points are numbered by the scene, from 0; the engine keeps its own handles by
// that number. Slots are used again after a destroy. The create functions return 0 on failure, or
// sim_refuse() with the reason.
typedef struct sim_engine {
    const char *name;
    const char *note;        // settings, for the report
    const char *stage_names; // names of sim_stats.stage separated by blanks, or NULL
    void *(*create)(const sim_world_def *def);
    void (*destroy)(void *ctx);
    int (*body_create)(void *ctx, int body, const sim_body_def *def);
    void (*body_destroy)(void *ctx, int body); // its joints are destroyed before
    int (*shape_create)(void *ctx, int body, const sim_shape *shape);
    int (*joint_create)(void *ctx, int joint, const sim_joint_def *def);
    void (*joint_destroy)(void *ctx, int joint);
    void (*body_impulse)(void *ctx, int body, sim_vec impulse, sim_vec world_point);
    void (*body_set_velocity)(void *ctx, int body, sim_vec velocity, float angular_velocity);
    void (*body_pose)(void *ctx, int body, sim_pose *out);
    int (*step)(void *ctx, float dt, int substeps);
    void (*stats)(void *ctx, sim_stats *out);
    // NULL in engines that have no soft bodies. Points get numbers first, first + 1, ...
    int (*soft_create)(void *ctx, int soft, int first, const sim_soft_def *def);
    int (*soft_attach)(void *ctx, int point, int body); // hold a point where it is now on a body
    int (*point_pin)(void *ctx, int point);
    void (*point_position)(void *ctx, int point, sim_vec *out);
    const sim_probe *probe; // NULL when it has nothing of that
} sim_engine;

// ---- a running scene ---------------------------------------------------------------------------

typedef struct sim_body {
    sim_body_def def;
    int alive;
    sim_shape *shapes;
    int shape_count;
    double mass, inertia;      // from shapes and densities; inertia about the centre [kg m^2]
    double center_x, center_y; // centre of mass in body coordinates [m]
} sim_body;

typedef struct sim_joint {
    sim_joint_def def;
    int alive;
} sim_joint;

typedef struct sim_soft {
    sim_soft_kind kind;
    int first, count, columns, rows;
    float radius;
} sim_soft;

// A body whose resting place is known beforehand, for the judge.
typedef struct sim_watch {
    int body;
    double x, y;  // where its centre of mass should end [m]
    double angle; // and its angle [rad]
} sim_watch;

#define SIM_MAX_WATCHED 64

struct sim_scene;

typedef struct sim {
    const sim_engine *engine;
    const struct sim_scene *scene;
    void *ctx;
    const char *error; // NULL, or what failed first
    int step_count;    // steps done
    int substeps;      // 4
    float dt;          // 1/60 [s]
    sim_world_def world;
    sim_body *bodies;
    int body_count; // slots in use, dead ones included
    int free_body;  // dead slots are chained through def.bullet
    sim_joint *joints;
    int joint_count;
    int free_joint;
    sim_soft *softs;
    int soft_count;
    int point_count;
    sim_watch watched[SIM_MAX_WATCHED];
    int watch_count;
    int *memory; // what the scene's step function wants to remember
    int memory_count;
} sim;

enum {
    SIM_SCENE_SPEED = 1,
    SIM_SCENE_QUALITY = 2,
    SIM_SCENE_SOFT = 4, // needs points
    SIM_SCENE_BOX2D = 8 // one of the ten benchmarks of Box2D
};

typedef struct sim_scene {
    const char *name;
    int flags;
    int steps; // of a speed run; quality runs take 600
    void (*build)(sim *s);
    void (*step)(sim *s, int step); // before each step, or NULL
} sim_scene;

extern const sim_scene sim_scenes[];
extern const int sim_scene_count;
const sim_scene *sim_scene_find(const char *name); // NULL when there is none

// Build a scene on an engine. NULL only when memory is out; look at s->error.
sim *sim_create(const sim_engine *engine, const sim_scene *scene);
sim *sim_create_with(const sim_engine *engine, const sim_scene *scene, int worker_count);
void sim_destroy(sim *s);
// The scene's own step, then the engine's. Returns 0 when something failed.
int sim_step(sim *s);
// The two halves of sim_step(), for a clock between them.
void sim_step_scene(sim *s);
int sim_step_engine(sim *s);
int sim_alive_count(const sim *s); // bodies
void sim_body_pose(const sim *s, int body, sim_pose *out);
// For an engine's functions: returns 0, and `why` becomes the scene's error.
int sim_refuse(const char *why);
// FNV-1a over all positions and rotations, bit for bit: the same for equal poses in any engine.
uint64_t sim_hash(const sim *s);

// ---- for scenes, and for tests that make their own ------------------------------------------------

float sim_sin(double angle); // own arithmetic, correctly rounded in practice
float sim_cos(double angle);
sim_vec sim_v(float x, float y);

sim_body_def sim_body_at(sim_body_type type, float x, float y);
int sim_add_body(sim *s, const sim_body_def *def);
void sim_remove_body(sim *s, int body); // and its joints

// Shapes of density 1, friction 0.6, restitution 0 that collide with everything.
sim_shape sim_circle(float x, float y, float radius);
sim_shape sim_capsule(float ax, float ay, float bx, float by, float radius);
sim_shape sim_segment(float ax, float ay, float bx, float by);
sim_shape sim_box(float hx, float hy);
sim_shape sim_box_at(float hx, float hy, float x, float y, float angle);
sim_shape sim_polygon(const sim_vec *points, int count, float radius);
sim_shape sim_chain(const sim_vec *points, int count); // points are copied by sim_add_shape()
void sim_add_shape(sim *s, int body, const sim_shape *shape);

sim_joint_def sim_pin(const sim *s, int a, int b, float x, float y); // at a world point
// Any other kind at a world point, along `angle` [rad].
sim_joint_def sim_join(const sim *s, sim_joint_kind kind, int a, int b, float x, float y,
                       float angle);
// Between two world points, of the length that they are apart.
sim_joint_def sim_rod(const sim *s, int a, int b, sim_vec at_a, sim_vec at_b);
int sim_add_joint(sim *s, const sim_joint_def *def);
void sim_impulse(sim *s, int body, float ix, float iy, float x, float y);
void sim_set_velocity(sim *s, int body, float vx, float vy, float w);
int sim_add_soft(sim *s, const sim_soft_def *def); // returns the number of its first point
void sim_attach(sim *s, int point, int body);
void sim_pin_point(sim *s, int point);
void sim_watch_body(sim *s, int body, double x, double y, double angle);

#ifdef __cplusplus
}
#endif
#endif
