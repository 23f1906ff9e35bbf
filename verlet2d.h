/* verlet2d.h - v0.1.0 - 2D physics in one C99 header: rigid bodies, soft bodies, ropes and cloth
   License: public domain or MIT at your choice, see the end of this file.

   USE
     In exactly one .c or .cpp file:
         #define VERLET2D_IMPLEMENTATION
         #include "verlet2d.h"
     Every other file only includes it. Nothing else is needed: no library, no allocation.
     All memory is in the world; the stack needs 16 KB at most (x86-64 with gcc -O2, no frame over
     4 KB; without optimisation 128 KB, for then the lanes take up to 64 KB), and what your own
     callbacks need.

   SMALLEST PROGRAM
         static v2d_world world;
         v2d_world_def world_def = v2d_world_def_default();
         v2d_world_init(&world, &world_def);
         v2d_body_def body_def = v2d_body_def_default();
         body_def.position.y = 10.0f;
         v2d_body_id ball = v2d_body_create(&world, &body_def);
         v2d_shape_def shape_def = v2d_shape_def_default();
         v2d_geometry circle = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.5f);
         v2d_shape_create(&world, ball, &shape_def, &circle);
         for (int i = 0; i < 60; ++i) v2d_world_step(&world, 1.0f / 60.0f, 4);

   ONE IDEA
     Everything that moves is a Verlet degree of freedom: a point (x, y), or a rigid body
     (x, y, k * angle) with k its radius of gyration, so that one inverse mass serves all three.
     Everything that acts on it (edge, joint, contact, pressure) is a row: a direction, and an
     impulse found by the same soft equation. That is why a crate can rest on cloth.

   UNITS
     SI: metres, kilograms, seconds, radians; y points up. Bodies of 0.1 to 10 m work best; for
     pixels or millimetres set v2d_world_def.length_unit to the size of a typical body.

   CONTENTS (search for the marker)
     interface       >>config >>types >>defs >>outputs >>api >>layout
     implementation  >>impl >>math >>geometry >>narrowphase >>pool >>lanes >>manifolds >>kernels
                     >>parallel >>solver >>joints >>soft >>links >>relax >>broadphase >>sleep
                     >>contacts >>continuous >>world >>public
*/

#ifndef VERLET2D_H
#define VERLET2D_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ================================================================================================
// >>config  What may be set before the first #include, in every file alike.
// ================================================================================================

#define V2D_VERSION_MAJOR 0
#define V2D_VERSION_MINOR 1
#define V2D_VERSION_PATCH 0

// Capacities. They set the size of v2d_world, so all translation units must agree;
// v2d_world_init() answers V2D_ERROR_CONFIG_MISMATCH when they do not. The defaults suit a small
// game; the README has a table of what each costs in bytes.
#ifndef V2D_MAX_BODIES
#define V2D_MAX_BODIES 1024 // rigid bodies, static ones included
#endif
#ifndef V2D_MAX_SHAPES
#define V2D_MAX_SHAPES 1536 // shapes of all rigid bodies together
#endif
#ifndef V2D_MAX_POINTS
#define V2D_MAX_POINTS 2048 // points of soft bodies, and loose ones
#endif
#ifndef V2D_MAX_EDGES
#define V2D_MAX_EDGES 4096 // edges between points
#endif
#ifndef V2D_MAX_BENDS
#define V2D_MAX_BENDS 1024 // angle constraints over three points
#endif
#ifndef V2D_MAX_SOFTS
#define V2D_MAX_SOFTS 256 // soft bodies: polygons, ropes, cloths, blobs
#endif
#ifndef V2D_MAX_JOINTS
#define V2D_MAX_JOINTS 512
#endif
#ifndef V2D_MAX_PAIRS
#define V2D_MAX_PAIRS 6144 // pairs whose enlarged bounding boxes overlap
#endif
#ifndef V2D_MAX_CONTACTS
#define V2D_MAX_CONTACTS 3072 // touching pairs of rigid shapes (two points each)
#endif
#ifndef V2D_MAX_ROWS
#define V2D_MAX_ROWS 2048 // touching points: point-shape, point-edge, corner-edge, point-point
#endif
#ifndef V2D_MAX_EVENTS
#define V2D_MAX_EVENTS 256 // events of one step
#endif
#ifndef V2D_MAX_OUTLINE
// Vertices of an outline given to v2d_polygon_decompose(); one takes 24 bytes of the stack.
#define V2D_MAX_OUTLINE 64
#endif
// Vertices of one convex polygon. Part of the file format of v2d_geometry, not an option.
#define V2D_MAX_VERTICES 8

// V2D_WIDTH (1, 4 or 8) fixes how many floats are handled at once, and is needed only where the
// implementation is. Without it that is 8, 4 or 1, the most that the compiler's flags allow; but on
// x86 GCC and Clang compile 4 (SSE2) and 8 (AVX2), and each step takes what its processor has. The
// results are the same. 8 needs AVX2, 4 wants SSE2, NEON or wasm simd128, and others than GCC and
// Clang have 1.

// VERLET2D_STATIC makes every function static: for a library that must not export them.
#ifndef V2D_API
#if !defined(VERLET2D_STATIC)
#define V2D_API extern
#elif defined(__GNUC__)
#define V2D_API __attribute__((unused)) static
#else
#define V2D_API static
#endif
#endif

// ================================================================================================
// >>types  Results, vectors, ids, geometry, manifolds.
// ================================================================================================

/// Outcome of a call. V2D_OK is 0; everything else is an error, and the world is as it was before.
typedef enum v2d_result {
    V2D_OK = 0,
    V2D_ERROR_NULL,            ///< a pointer that must not be NULL is NULL
    V2D_ERROR_NOT_INITIALIZED, ///< the world was not accepted by v2d_world_init()
    V2D_ERROR_CONFIG_MISMATCH, ///< files were compiled with different V2D_MAX_* capacities
    V2D_ERROR_BAD_DEF,         ///< a def was not made by its *_default() function
    V2D_ERROR_NOT_FINITE,      ///< a value is NaN or infinite
    V2D_ERROR_OUT_OF_RANGE,    ///< a value is outside its documented range
    V2D_ERROR_BAD_ID,          ///< an id is null, stale, or was never issued
    /// an id names another kind of object, or the object is of another kind
    V2D_ERROR_WRONG_KIND,
    V2D_ERROR_CAPACITY,      ///< a fixed array is full: raise its V2D_MAX_* macro
    V2D_ERROR_DEGENERATE,    ///< duplicate points, zero length or zero area
    V2D_ERROR_NOT_CONVEX,    ///< a polygon that must be convex is not
    V2D_ERROR_VERTEX_COUNT,  ///< too few or too many vertices
    V2D_ERROR_SELF_CROSSING, ///< an outline crosses or touches itself
    /// two different objects are needed and the same one was given twice
    V2D_ERROR_SAME_OBJECT
} v2d_result;

/// Stands for "not bounded" where infinity would be refused.
#define V2D_UNLIMITED 1e30f

/// A point or a direction in the plane.
typedef struct v2d_vec2 {
    float x, y; ///< [m] for positions
} v2d_vec2;

/// A rotation as cosine and sine of its angle. The identity is {1, 0}.
typedef struct v2d_rot {
    float c, s;
} v2d_rot;

/// Maps local to world coordinates: world = p + q * local.
typedef struct v2d_transform {
    v2d_vec2 p; ///< translation [m]
    v2d_rot q;  ///< rotation
} v2d_transform;

/// An axis-aligned box.
typedef struct v2d_aabb {
    v2d_vec2 lower, upper; ///< [m]
} v2d_aabb;

/// Handles. Opaque: compare, copy and store them; do not build one yourself. All-zero is the null
/// id. A destroyed object's id stays invalid when its slot is used again, until every slot of its
/// kind that is free was used 2^27 times: with 100 free slots and 1,000 new objects a second, for 155
/// days. (v2d_world_init() begins anew: ids of before may be valid by chance.)
typedef struct v2d_body_id {
    uint32_t index1;     // slot + 1, so that {0} is null
    uint32_t generation; // kind of object in the top 4 bits, uses of the slot below
} v2d_body_id;
typedef struct v2d_shape_id {
    uint32_t index1, generation;
} v2d_shape_id;
typedef struct v2d_point_id {
    uint32_t index1, generation;
} v2d_point_id;
typedef struct v2d_edge_id {
    uint32_t index1, generation;
} v2d_edge_id;
typedef struct v2d_bend_id {
    uint32_t index1, generation;
} v2d_bend_id;
typedef struct v2d_soft_id {
    uint32_t index1, generation;
} v2d_soft_id;
typedef struct v2d_joint_id {
    uint32_t index1, generation;
} v2d_joint_id;
typedef struct v2d_chain_id {
    uint32_t index1, generation;
} v2d_chain_id;

/// What a v2d_geometry is.
typedef enum v2d_geometry_kind {
    V2D_GEOMETRY_NONE = 0, ///< not valid; `error` says why
    V2D_GEOMETRY_CIRCLE,   ///< one vertex, radius > 0
    V2D_GEOMETRY_CAPSULE,  ///< two vertices, radius > 0
    /// two vertices, radius 0; for static and kinematic bodies, or without mass
    V2D_GEOMETRY_SEGMENT,
    V2D_GEOMETRY_POLYGON, ///< 3 to 8 vertices, counter-clockwise, radius >= 0
    /// all points with dot(normals[0], x) <= dot(normals[0], vertices[0])
    V2D_GEOMETRY_HALF_PLANE,
    /// a segment that touches only what is on its right, seen from the first vertex to the second;
    /// count is 2, and vertices[2], vertices[3], normals[2], normals[3] are of its neighbours in
    /// the chain
    V2D_GEOMETRY_CHAIN_SEGMENT
} v2d_geometry_kind;

/// A convex figure in local coordinates: the hull of `vertices`, grown by `radius`.
/// Make one with the v2d_geometry_*() functions, which also check it.
typedef struct v2d_geometry {
    v2d_geometry_kind kind;
    v2d_result error;                    ///< why kind is V2D_GEOMETRY_NONE
    int32_t count;                       ///< vertices in use
    float radius;                        ///< rounding [m]
    v2d_vec2 vertices[V2D_MAX_VERTICES]; ///< [m]
    /// unit outward normal of the edge from vertex i to i + 1
    v2d_vec2 normals[V2D_MAX_VERTICES];
} v2d_geometry;

/// Mass properties of a figure of uniform density.
typedef struct v2d_mass {
    float mass;      ///< [kg]
    v2d_vec2 center; ///< centre of mass [m]
    float inertia;   ///< about the centre of mass [kg m^2]
} v2d_mass;

/// One point of a manifold.
typedef struct v2d_manifold_point {
    v2d_vec2 position; ///< world position, midway between the two surfaces [m]
    float separation;  ///< distance along the normal, < 0 when overlapping [m]
    uint32_t feature;  ///< names the two features that touch; the same in the next step
} v2d_manifold_point;

/// How two figures touch: up to two points with one normal.
typedef struct v2d_manifold {
    v2d_vec2 normal; ///< unit vector from a to b
    int32_t count;   ///< 0 (apart), 1 or 2
    v2d_manifold_point points[2];
} v2d_manifold;

/// Result of v2d_closest_points().
typedef struct v2d_closest {
    float distance;  ///< between the surfaces [m]; 0 when they touch or overlap
    v2d_vec2 a, b;   ///< closest points on either surface [m]
    v2d_vec2 normal; ///< unit vector from a to b; (0, 0) when the cores overlap
} v2d_closest;

/// Result of a sweep or of a segment test.
typedef struct v2d_hit {
    bool hit;
    float t;         ///< fraction of the motion or of the segment, 0 to 1
    v2d_vec2 point;  ///< where [m]
    v2d_vec2 normal; ///< unit surface normal there; (0, 0) when it began inside
} v2d_hit;

/// Result of v2d_sat(): the separating axis test as the documents define it.
typedef struct v2d_sat_result {
    bool overlap;
    v2d_vec2 normal;    ///< unit, points at the figure that owns the vertex
    float depth;        ///< least overlap over all edge normals [m], >= 0
    int32_t edge_owner; ///< 0: the edge is a's and the vertex b's; 1: the other way round
    int32_t edge;       ///< collision edge, from vertex `edge` to the next
    int32_t vertex;     ///< collision vertex of the other figure
} v2d_sat_result;

/// Who collides with whom. Two things collide when each one's category is in the other's mask.
/// A shared non-zero group overrides that: positive always, negative never.
typedef struct v2d_filter {
    uint32_t category; ///< default 1
    uint32_t mask;     ///< default all
    int32_t group;     ///< default 0
} v2d_filter;

// ================================================================================================
// >>defs  Parameters of the create functions. Fill one with its *_default() function, change what
//         you need, pass it as often as you like. Zero is a value, never "default".
// ================================================================================================

/// How two coefficients become one for a contact.
typedef enum v2d_mix {
    V2D_MIX_GEOMETRIC = 0, ///< sqrt(a * b)
    V2D_MIX_MAXIMUM,
    V2D_MIX_MINIMUM,
    V2D_MIX_AVERAGE,
    V2D_MIX_PRODUCT
} v2d_mix;

/// Parameters of v2d_world_init().
typedef struct v2d_world_def {
    v2d_vec2 gravity; ///< [m/s^2]; default (0, -10)
    /// size of a typical body [m], 1e-4 to 1e4; default 1. Slops scale with it. Small things fall and
    /// settle faster: below 1 a step takes at least dt * sqrt(800 g / length_unit) sub-steps (64 at
    /// most), with which ten boxes sink by 2 % of their height: 15 for 1 cm, 48 for 1 mm at 1/60 s.
    float length_unit;
    /// stiffness of contacts [Hz], 1 to 10,000. At most 1 / (7.5 h) is used, for sub-steps of h; so at
    /// the default of 10,000 contacts are as stiff as the step allows: 32 Hz for four sub-steps of a
    /// sixtieth, and with twice as many piles sink a quarter as much.
    float contact_frequency;
    float contact_damping_ratio; ///< 0 to 100; default 10
    /// fastest push out of an overlap [m/s], for a length_unit of 1 and up to 10 m/s^2 of gravity, >= 0;
    /// default 3. It grows with length_unit, or with sqrt(gravity * length_unit) where that is more.
    float contact_push_speed;
    /// slowest approach that begins a collision with restitution [m/s], >= 0; default 0.5. What is
    /// struck in its course bounces when slower too. What gravity takes back within two sub-steps
    /// is no bounce.
    float restitution_threshold;
    float max_speed;         ///< nothing moves faster [m/s], > 0; default 400
    v2d_mix friction_mix;    ///< default V2D_MIX_GEOMETRIC
    v2d_mix restitution_mix; ///< default V2D_MIX_MAXIMUM
    bool bounded;            ///< keep everything inside `bounds`; default false
    /// [m]; default (-100, -100) to (100, 100). See v2d_world_set_bounds()
    v2d_aabb bounds;
    float bounds_friction; ///< of the four walls, 0 to 1000, mixed as any; default 0.6
    /// passes a step over bodies of the documents' kind, 1 to 1000; default 15
    int32_t relax_passes;
    /// most row visits a step, 0 for no limit; see v2d_world_set_budget()
    int32_t work_budget;
    bool sleep;        ///< what rests falls asleep and costs next to nothing; default true
    float sleep_speed; ///< slower than this times length_unit is rest [m/s], >= 0; default 0.05
    float sleep_time;  ///< rest before sleep [s], >= 0; default 0.5
    uint32_t cookie;   // private: set by v2d_world_def_default()
} v2d_world_def;

/// What a rigid body does.
typedef enum v2d_body_type {
    V2D_BODY_STATIC = 0, ///< never moves
    V2D_BODY_KINEMATIC,  ///< moves at the velocity it is given; nothing pushes it
    V2D_BODY_DYNAMIC     ///< moves under forces and contacts
} v2d_body_type;

/// Parameters of v2d_body_create().
typedef struct v2d_body_def {
    v2d_body_type type;     ///< default V2D_BODY_DYNAMIC
    v2d_vec2 position;      ///< world position of the body's origin [m]; default (0, 0)
    float angle;            ///< [rad]; default 0
    v2d_vec2 velocity;      ///< of the centre of mass [m/s]; default (0, 0)
    float angular_velocity; ///< [rad/s]; default 0
    float gravity_scale;    ///< factor on gravity; default 1
    /// Damping takes its coefficient times dt off the velocity in each step, at most all of it.
    float linear_damping;  ///< [1/s], >= 0; default 0
    float angular_damping; ///< [1/s], >= 0; default 0
    bool lock_x, lock_y;   ///< the centre of mass keeps its x or y; default false
    bool lock_angle;       ///< the body keeps its angle; default false
    /// sweep it against everything, not only against static shapes, as is done with all bodies that
    /// reach farther than 10 length units from their centre; default false
    bool bullet;
    bool allow_sleep; ///< false: it stays awake, and all that it touches; default true
    /// false: it hangs where it is until something touches it (in worlds that sleep); default true
    bool awake;
    uint64_t user;   ///< yours; default 0
    uint32_t cookie; // private
} v2d_body_def;

/// Parameters of v2d_shape_create().
typedef struct v2d_shape_def {
    float density;     ///< [kg/m^2], >= 0; default 1. 0 adds no mass.
    float friction;    ///< Coulomb coefficient, 0 to 1000; default 0.6
    float restitution; ///< 0 to 1; default 0
    /// lever arm of the rolling torque over the contact's radius, 0 to 1; default 0
    float rolling_resistance;
    /// conveyor: speed of the surface along its counter-clockwise tangent [m/s]; default 0. On a floor
    /// with speed 2 everything, of whatever kind, comes to move at 2 m/s to the left.
    float surface_speed;
    v2d_filter filter;
    uint64_t user;   ///< yours; default 0
    uint32_t cookie; // private
} v2d_shape_def;

/// Parameters of v2d_point_create().
typedef struct v2d_point_def {
    v2d_vec2 position;    ///< [m]; default (0, 0)
    v2d_vec2 velocity;    ///< [m/s]; default (0, 0)
    float mass;           ///< [kg], 1e-6 to 1e9; default 1
    float radius;         ///< of its collision circle [m], >= 0; default 0.02
    float friction;       ///< 0 to 1000; default 0.6
    float restitution;    ///< 0 to 1; default 0
    float gravity_scale;  ///< default 1
    float linear_damping; ///< [1/s], >= 0; default 0
    /// stays where it is, or where v2d_point_set_position() puts it; default false
    bool pinned;
    bool collides; ///< default true
    v2d_filter filter;
    v2d_soft_id soft; ///< soft body it belongs to, or null for a loose point; default null
    uint64_t user;    ///< yours; default 0
    uint32_t cookie;  // private
} v2d_point_def;

/// What an edge is for.
typedef enum v2d_edge_side {
    V2D_EDGE_INNER = 0, ///< a brace: holds a length, collides with nothing
    V2D_EDGE_OPEN,      ///< a string: collides on both sides. Only edges of soft bodies collide
    V2D_EDGE_OUTLINE    ///< part of a closed counter-clockwise outline: outside is on its right
} v2d_edge_side;

/// Parameters of v2d_edge_create(). Its rest length is measured at creation.
typedef struct v2d_edge_def {
    v2d_point_id a, b;  ///< two different points, of one soft body or both loose
    v2d_edge_side side; ///< default V2D_EDGE_INNER
    /// spring frequency [Hz] with damping_ratio, see v2d_joint_def, or 0: as stiff as the step allows;
    /// default 0
    float frequency;
    float damping_ratio; ///< of the spring, 0 to 100; default 1
    /// (length - rest) / rest at which it breaks, > 0, or 0 for never; default 0
    float tear_strain;
    uint64_t user;   ///< yours; default 0
    uint32_t cookie; // private
} v2d_edge_def;

/// Parameters of v2d_bend_create(): keeps the turning angle a-b-c that it finds at creation.
typedef struct v2d_bend_def {
    v2d_point_id a, b, c;
    float frequency;     ///< [Hz], > 0; default 10
    float damping_ratio; ///< 0 to 100; default 1
    uint32_t cookie;     // private
} v2d_bend_def;

/// Parameters of the v2d_soft_create*() functions.
typedef struct v2d_soft_def {
    v2d_vec2 position; ///< added to every vertex [m]; default (0, 0)
    float angle;       ///< turns the vertices about the position [rad]; default 0
    v2d_vec2 velocity; ///< of every point [m/s]; default (0, 0)
    float mass;        ///< of the whole body [kg], shared evenly, 1e-6 to 1e9; default 1
    /// skin: collision radius of its points and edges [m], >= 0; default 0.02
    float radius;
    float friction;       ///< 0 to 1000; default 0.6
    float restitution;    ///< 0 to 1; default 0
    float gravity_scale;  ///< default 1
    float linear_damping; ///< [1/s], >= 0; default 0.5
    float frequency;      ///< of its edges [Hz], or 0: as stiff as the step allows; default 0
    float damping_ratio;  ///< of its edges when frequency > 0, 0 to 100; default 1
    /// of angle constraints made between neighbours [Hz], 0 for none; default 0
    float bend_frequency;
    /// of the area constraint (closed outlines only) [Hz], 0 for none; default 0
    float area_frequency;
    /// area kept, over the area at creation: pressure, 0.1 to 10; default 1
    float area_scale;
    float shape_frequency;     ///< of shape matching [Hz], 0 for none; default 0
    float shape_damping_ratio; ///< 0 to 100; default 1
    float tear_strain;         ///< of its edges, > 0, or 0 for never; default 0
    /// what hangs on pins also has limits to its distance from them, measured along its edges: the free
    /// end of a rope, for loads that its edges cannot bear, and each fourth point of a sheet; see
    /// >>links; default true
    bool tethered;
    /// the documents' scheme: edges, and collisions of such bodies with each other that have no
    /// restitution, are relaxed in passes; default false
    bool relaxed;
    v2d_filter filter;
    uint64_t user;   ///< yours; default 0
    uint32_t cookie; // private
} v2d_soft_def;

/// One end of a joint: a place on a rigid body, or a point.
typedef struct v2d_anchor {
    v2d_body_id body;   ///< null when the anchor is a point
    v2d_point_id point; ///< null when the anchor is on a body
    v2d_vec2 local;     ///< in the body's coordinates [m]; unused for a point
} v2d_anchor;

/// What a joint does.
typedef enum v2d_joint_kind {
    /// the anchors stay together; bodies turn about them. Also attaches a point to a body.
    V2D_JOINT_REVOLUTE = 0,
    V2D_JOINT_DISTANCE, ///< the anchors keep a distance: rod, rope (maximum only), or spring
    V2D_JOINT_DRAG      ///< a soft pull of anchor b to a target, as with a pointer
} v2d_joint_kind;

/// Parameters of v2d_joint_create(). The comment names the kinds that read a field.
///
/// A spring of frequency f [Hz] and damping ratio z, of a joint, edge or bend, moves its two ends
/// along its line as x'' + 2 z w x' + w^2 x = 0 with w = 2 pi f, where nothing else holds them: its
/// stiffness is m w^2, with m = 1 / (1 / m_a + 1 / m_b), for angles of the moments of inertia. (A body
/// that is hinged away from its centre is harder to turn, so it swings slower.) That is exact up to a
/// sixth of the sub-steps a second, which is 40 Hz for four in a sixtieth. Above, and where the springs
/// of a body or point add up to more, it is damped; where many stiff ones meet it is also softer; and
/// beyond a quarter of the sub-steps a second it is taken for that. A weight sags by g / w^2; by up to
/// (w h)^2 / 12 of that more where z is nearly 0.
typedef struct v2d_joint_def {
    v2d_joint_kind kind;
    v2d_anchor a, b;        ///< all; drag reads only b
    bool collide_connected; ///< all: may the two bodies touch each other; default false
    /// revolute, distance: stiffness [Hz], 0: as stiff as the step allows; drag: default 5
    float frequency;
    float damping_ratio; ///< when frequency > 0; default 1
    float min_length;    ///< distance: [m], >= 0
    /// distance: [m], >= min_length. v2d_joint_def_default() leaves both at -1: measured at
    /// creation
    float max_length;
    /// revolute: keep the angle in [lower_angle, upper_angle]; default false
    bool limited;
    /// revolute: of b against a, 0 at creation [rad], -pi to 0; default 0
    float lower_angle;
    float upper_angle;      ///< revolute: [rad], 0 to pi; default 0
    bool motor;             ///< revolute; default false
    float motor_speed;      ///< revolute: angular velocity of b against a [rad/s]; default 0
    float max_motor_torque; ///< revolute: [N m], >= 0; default 0. Speed 0 makes it dry friction.
    /// revolute: of a spring towards angle 0 [Hz], 0 for none; default 0
    float spring_frequency;
    float spring_damping_ratio; ///< revolute; default 1
    v2d_vec2 target;            ///< drag: world position [m]
    /// drag: [N], > 0; default 1000 per kilogram dragged is a good choice
    float max_force;
    uint64_t user;   ///< yours; default 0
    uint32_t cookie; // private
} v2d_joint_def;

/// A clock of the caller's for v2d_step_def: returns any monotonic time in milliseconds.
typedef double (*v2d_clock_fn)(void *context);

/// Where the time of a step went [ms].
typedef struct v2d_profile {
    double total;
    double broadphase;  ///< bounding boxes, grid, pairs
    double narrowphase; ///< pairs that begin to touch, colours and lanes
    double prepare;     ///< manifolds, rows, warm starting
    double substeps;    ///< integration and all constraint passes
    double finish;      ///< restitution, impulses, poses, events
} v2d_profile;

/// A parallel-for of the caller's: calls task(argument, i) once for each i from 0 to count - 1, on any
/// threads and in any order, also one after the other, and returns when all calls have returned. What
/// was written before the call must be visible to the tasks, and what they wrote after it, as any pool
/// of threads has it. All threads need the same floating-point mode: rounding to nearest, and none
/// of them flushing small numbers to zero.
typedef void (*v2d_parallel_for_fn)(void *context, int count,
                                    void (*task)(void *argument, int index), void *argument);

/// Parameters of v2d_world_step_with().
typedef struct v2d_step_def {
    float dt;           ///< [s], 1e-6 to 1; default 1/60
    int32_t substeps;   ///< 1 to 64; default 4
    v2d_clock_fn clock; ///< NULL: no profile; default NULL
    void *clock_context;
    v2d_profile *profile; ///< filled when both it and clock are given; default NULL
    int32_t workers;      ///< threads for this step; more than 16 count as 16; default 1
    v2d_parallel_for_fn parallel_for; ///< NULL: one worker, the caller; default NULL
    void *parallel_context;
    uint32_t cookie; // private
} v2d_step_def;

// ================================================================================================
// >>outputs  What the engine hands back: contacts, events, counters, drawing functions.
// ================================================================================================

/// What is touching in a v2d_contact.
typedef enum v2d_contact_kind {
    V2D_CONTACT_SHAPE_SHAPE = 0, ///< shape_a against shape_b
    V2D_CONTACT_POINT_SHAPE,     ///< point_a against shape_b
    V2D_CONTACT_POINT_POINT,     ///< point_a against point_b
    V2D_CONTACT_POINT_EDGE,      ///< point_a against edge_b
    V2D_CONTACT_SHAPE_EDGE       ///< a corner of shape_a against edge_b
} v2d_contact_kind;

/// One contact after a step. Ids that do not apply are null; shape_b also where it is the world's bounds.
typedef struct v2d_contact {
    v2d_contact_kind kind;
    v2d_shape_id shape_a, shape_b;
    v2d_point_id point_a, point_b;
    v2d_edge_id edge_b;
    v2d_manifold manifold; ///< as of the start of the step, normal from a to b
    /// for each manifold point, sum over the step: what the contact changed of the momenta, bounces
    /// included [N s]. (Of a step of more than 1/16 s: over its last part.)
    float normal_impulse[2];
    float tangent_impulse[2]; ///< likewise, along (-normal.y, normal.x) [N s]
    float peak_force[2];      ///< normal force in the sub-step in which it was greatest [N]
} v2d_contact;

/// What happened in a step.
typedef enum v2d_event_kind {
    V2D_EVENT_EDGE_TORN = 0, ///< `edge` passed its tear strain and is gone: the id is stale
    /// `body` became non-finite: put back to its last good pose, made static
    V2D_EVENT_BODY_DISABLED,
    /// `point` became non-finite: put back to its last good place, pinned
    V2D_EVENT_POINT_DISABLED
} v2d_event_kind;

/// One event. Ids that do not apply are null.
typedef struct v2d_event {
    v2d_event_kind kind;
    v2d_body_id body;
    v2d_point_id point;
    v2d_edge_id edge;
    v2d_soft_id soft; ///< soft body of the edge or point, or null
    uint64_t user;    ///< user number of the object
} v2d_event;

/// One array of the world: how full it is, how full it ever was, what it holds.
typedef struct v2d_usage {
    int32_t count, peak, capacity;
} v2d_usage;

/// Numbers of a world.
typedef struct v2d_counters {
    v2d_usage bodies, shapes, points, edges, bends, softs, joints, pairs, contacts, rows, events;
    uint64_t dropped_pairs;    ///< pairs that found no room, since v2d_world_init()
    uint64_t dropped_contacts; ///< contacts and rows that found no room; the shallowest go first
    uint64_t dropped_events;
    uint64_t steps;       ///< steps done
    int32_t substeps;     ///< sub-steps of the last step, after the work budget
    int32_t relax_passes; ///< relaxation passes of the last step, after the work budget
    int32_t colors;       ///< contact colours of the last step
    /// constraint rows visited in the last step: the unit of the work budget
    int32_t row_visits;
    int32_t awake; ///< bodies and points that the last step moved
    int32_t bytes; ///< sizeof(v2d_world)
} v2d_counters;

/// What is being drawn.
typedef enum v2d_draw_kind {
    V2D_DRAW_STATIC = 0,
    V2D_DRAW_KINEMATIC,
    V2D_DRAW_DYNAMIC,
    V2D_DRAW_SOFT,
    V2D_DRAW_PINNED,  ///< a pinned point
    V2D_DRAW_DISABLED ///< put aside because it became non-finite
} v2d_draw_kind;

/// Goes with every figure that is drawn.
typedef struct v2d_draw_style {
    v2d_draw_kind kind;
    /// slot of the body, soft body or point: stable, good for choosing a colour
    uint32_t index;
    /// user number of the shape, or when that is 0 of its body; of the soft body; of the point
    uint64_t user;
    bool asleep;
} v2d_draw_style;

/// Drawing functions of the caller for v2d_world_draw(). NULL ones are skipped. World units.
typedef struct v2d_draw {
    void *context; ///< handed to every function
    void (*polygon)(void *context, const v2d_vec2 *vertices, int count, float radius,
                    v2d_draw_style style);
    void (*circle)(void *context, v2d_vec2 center, float radius, v2d_rot rotation,
                   v2d_draw_style style);
    void (*capsule)(void *context, v2d_vec2 a, v2d_vec2 b, float radius, v2d_draw_style style);
    void (*segment)(void *context, v2d_vec2 a, v2d_vec2 b, v2d_draw_style style);
    void (*half_plane)(void *context, v2d_vec2 point, v2d_vec2 normal, v2d_draw_style style);
    /// The closed outline of a soft body, possibly concave, of at most 480 vertices: longer ones are
    /// drawn by their edges only. Points have radius `radius`.
    void (*outline)(void *context, const v2d_vec2 *vertices, int count, float radius,
                    v2d_draw_style style);
    void (*point)(void *context, v2d_vec2 position, float radius, v2d_draw_style style);
    /// strain = (length - rest) / rest
    void (*edge)(void *context, v2d_vec2 a, v2d_vec2 b, float radius, float strain,
                 v2d_edge_side side, v2d_draw_style style);
    void (*contact)(void *context, v2d_vec2 position, v2d_vec2 normal, float separation,
                    float impulse);
    void (*box)(void *context, v2d_aabb box); ///< bounding boxes of shapes and soft bodies
    void (*joint)(void *context, v2d_joint_kind kind, v2d_vec2 center_a, v2d_vec2 anchor_a,
                  v2d_vec2 anchor_b, v2d_vec2 center_b);
} v2d_draw;

/// Turns frames of any length into steps of one length; see v2d_timer_advance().
typedef struct v2d_timer {
    double step;        ///< length of a step [s]
    double accumulator; ///< time not yet simulated [s]
    int32_t max_steps;  ///< most steps for one frame; the rest of the time is dropped
} v2d_timer;

// ================================================================================================
// >>api  Every function. Those that change something answer a v2d_result or an id; a null id means
//        that the world is as it was, and v2d_world_status() holds the first cause. Those that
// only
//        read answer zeros for an id that is not valid. No function keeps a pointer it was given.
// ================================================================================================

// ---- results and defaults ----------------------------------------------------------------------

/// A sentence for a result; never NULL.
V2D_API const char *v2d_result_text(v2d_result result);
/// V2D_OK when this build computes IEEE single precision without fused or reordered operations, so
/// that its results equal those of every other build; V2D_ERROR_CONFIG_MISMATCH when it does not.
V2D_API v2d_result v2d_selfcheck(void);

V2D_API v2d_world_def v2d_world_def_default(void);
V2D_API v2d_body_def v2d_body_def_default(void);
V2D_API v2d_shape_def v2d_shape_def_default(void);
V2D_API v2d_point_def v2d_point_def_default(void);
V2D_API v2d_edge_def v2d_edge_def_default(void);
V2D_API v2d_bend_def v2d_bend_def_default(void);
V2D_API v2d_soft_def v2d_soft_def_default(void);
V2D_API v2d_joint_def v2d_joint_def_default(v2d_joint_kind kind);
V2D_API v2d_step_def v2d_step_def_default(void);
V2D_API v2d_filter v2d_filter_default(void);

// ---- vectors and angles ------------------------------------------------------------------------

V2D_API v2d_vec2 v2d_vec2_make(float x, float y);
/// Rotation by `angle` [rad], any finite value; not finite: the identity. Same bits everywhere:
/// error below 1e-6 for |angle| <= 1000.
V2D_API v2d_rot v2d_rot_make(float angle);
/// Angle of a rotation [rad], -pi to pi.
V2D_API float v2d_rot_angle(v2d_rot q);
V2D_API v2d_transform v2d_transform_make(v2d_vec2 position, float angle);
/// Local to world, and back.
V2D_API v2d_vec2 v2d_transform_point(v2d_transform xf, v2d_vec2 local);
V2D_API v2d_vec2 v2d_transform_inverse_point(v2d_transform xf, v2d_vec2 world_point);

// ---- geometry: makers. Bad input gives kind V2D_GEOMETRY_NONE with the cause in `error`. -------
// Coordinates, radii and half-extents: at most 1e6 m. Features below 1e-6 of the largest
// coordinate
// (and below 1e-7 m) are V2D_ERROR_DEGENERATE.

/// radius 1e-6 or more.
V2D_API v2d_geometry v2d_geometry_circle(v2d_vec2 center, float radius);
/// radius 1e-6 or more, a != b.
V2D_API v2d_geometry v2d_geometry_capsule(v2d_vec2 a, v2d_vec2 b, float radius);
/// a != b.
V2D_API v2d_geometry v2d_geometry_segment(v2d_vec2 a, v2d_vec2 b);
/// Axis-aligned box about the local origin, from its half-extents > 0.
V2D_API v2d_geometry v2d_geometry_box(float half_width, float half_height);
/// Box about `center`, turned by `angle` [rad].
V2D_API v2d_geometry v2d_geometry_oriented_box(float half_width, float half_height, v2d_vec2 center,
                                               float angle);
/// Convex polygon of 3 to 8 vertices in either order, grown by radius >= 0. Refuses duplicate
/// points, collinear corners and what is not convex: see v2d_geometry_hull() for loose points.
V2D_API v2d_geometry v2d_geometry_polygon(const v2d_vec2 *vertices, int count, float radius);
/// Convex hull of 3 to 256 points in any order; V2D_ERROR_VERTEX_COUNT when it has more than 8
/// corners.
/// Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
V2D_API v2d_geometry v2d_geometry_hull(const v2d_vec2 *points, int count, float radius);
/// One link of a chain, solid from the right of the way from a to b: see v2d_chain_create(), which
/// makes them all. `before` and `after` are the neighbouring vertices of the chain; they decide
/// which of two links a body touches at their common vertex. before = b and after = a make free
/// ends. Neighbouring vertices differ. Alone it is a one-way platform.
V2D_API v2d_geometry v2d_geometry_chain_segment(v2d_vec2 before, v2d_vec2 a, v2d_vec2 b,
                                                v2d_vec2 after);
/// Everything on or below the line through `point` with the given normal (any length > 0).
V2D_API v2d_geometry v2d_geometry_half_plane(v2d_vec2 point, v2d_vec2 normal);

// ---- geometry: questions, no world needed ------------------------------------------------------

/// Mass, centre and inertia for a density of 0 to 1e9 kg/m^2. Zero for half-planes, segments,
/// chain segments and whatever is not valid.
V2D_API v2d_mass v2d_geometry_mass(const v2d_geometry *geometry, float density);
/// Bounding box in world coordinates; infinite sides of a half-plane are +-1e18 (one side of an
/// exactly
/// axis-aligned one is finite).
V2D_API v2d_aabb v2d_geometry_aabb(const v2d_geometry *geometry, v2d_transform xf);
/// Farthest point of the figure along `direction`, in local coordinates. A half-plane gives its
/// point.
V2D_API v2d_vec2 v2d_geometry_support(const v2d_geometry *geometry, v2d_vec2 direction);
V2D_API bool v2d_geometry_contains(const v2d_geometry *geometry, v2d_transform xf,
                                   v2d_vec2 world_point);
/// Cut a simple outline (either order, 3 to V2D_MAX_OUTLINE vertices) into convex pieces that
/// cover
/// exactly its area. Refuses outlines that cross or touch themselves and duplicate vertices; drops
/// straight corners. On V2D_ERROR_CAPACITY *piece_count is the number needed; else 0 on errors.
/// Source: ear clipping (Meisters, 1975), then merging across diagonals (Hertel and Mehlhorn,
/// 1983).
/// Cost: O(n^3) at worst.
V2D_API v2d_result v2d_polygon_decompose(const v2d_vec2 *outline, int count, v2d_geometry *pieces,
                                         int capacity, int *piece_count);
/// Signed area of an outline [m^2], > 0 when counter-clockwise (shoelace formula).
V2D_API float v2d_polygon_area(const v2d_vec2 *vertices, int count);

// ---- collision tests, no world needed ----------------------------------------------------------
// Positions within 1e9 m, rotations of unit length within 1 %, margins 0 to 1e6; else 0, false or
// zeros.

/// Contact of two figures, normal from a to b. `margin` [m], >= 0: also report points that are up
/// to that far apart. Works for every pair of kinds. Half-planes and chain segments never touch one
/// another. A chain segment touches only figures whose middle is on its right, with normals that
/// its corners leave it.
/// Returns the number of manifold points. `out` may be NULL.
/// Source: Ericson, "Real-Time Collision Detection", 2005, chapter 5; clipping as in Gottschalk
/// 1996.
V2D_API int v2d_collide(const v2d_geometry *a, v2d_transform xa, const v2d_geometry *b,
                        v2d_transform xb, float margin, v2d_manifold *out);
/// Closest points of two figures. When they overlap, a and b are one point inside both and the
/// normal
/// is (0, 0); two half-planes give distance 0. Chain segments have two sides here.
V2D_API v2d_closest v2d_closest_points(const v2d_geometry *a, v2d_transform xa,
                                       const v2d_geometry *b, v2d_transform xb);
V2D_API bool v2d_aabb_overlaps(v2d_aabb a, v2d_aabb b);
V2D_API bool v2d_circle_circle(v2d_vec2 center_a, float radius_a, v2d_vec2 center_b, float radius_b,
                               v2d_manifold *out);
V2D_API bool v2d_circle_half_plane(v2d_vec2 center, float radius, v2d_vec2 plane_point,
                                   v2d_vec2 plane_normal, v2d_manifold *out);
/// Axis-aligned boxes; normal along the axis of least overlap, from a to b.
V2D_API bool v2d_box_box(v2d_aabb a, v2d_aabb b, v2d_manifold *out);
/// Any simple polygon, convex or not; points on its border count as inside or outside,
/// consistently.
V2D_API bool v2d_point_in_polygon(v2d_vec2 point, const v2d_vec2 *vertices, int count);
V2D_API v2d_hit v2d_segment_half_plane(v2d_vec2 a, v2d_vec2 b, v2d_vec2 plane_point,
                                       v2d_vec2 plane_normal);
/// First point where the segment from a to b enters a simple polygon.
V2D_API v2d_hit v2d_segment_polygon(v2d_vec2 a, v2d_vec2 b, const v2d_vec2 *vertices, int count);
/// A circle that moves from `from` to `to` against a figure at rest: time of impact by
/// conservative
/// advancement (Mirtich 1996). Against another circle it is the closed form. Radius 0 is a point.
/// A
/// start that touches and goes in gives t = 0 with a normal; one that moves away gives no hit, and
/// neither does one on the left of a chain segment.
V2D_API v2d_hit v2d_swept_circle(v2d_vec2 from, v2d_vec2 to, float radius,
                                 const v2d_geometry *target, v2d_transform xf);
/// Separating axis test of two convex polygons given as vertices, as the documents do it; of two
/// parallel
/// edges the one that faces the other polygon is taken.
V2D_API v2d_sat_result v2d_sat(const v2d_vec2 *a, int count_a, const v2d_vec2 *b, int count_b);

// ---- world -------------------------------------------------------------------------------------

typedef struct v2d_world v2d_world;

/// Make an empty world. The struct may be static, on the heap or anywhere, fastest at a multiple of
/// 64 bytes; it holds no pointers and may be copied with memcpy or `=`. Never fails half way: on an
/// error *world is not touched.
#define v2d_world_init(world, def) v2d_world_init_sized((world), (def), sizeof(v2d_world))
V2D_API v2d_result v2d_world_init_sized(v2d_world *world, const v2d_world_def *def,
                                        size_t world_size);
/// Advance by dt [s] (1e-6 to 1) in `substeps` (1 to 64) equal sub-steps. 1/60 and 4 are usual.
/// V2D_ERROR_OUT_OF_RANGE otherwise, with the world unchanged.
/// Contacts are found once a step, where things are and are about to go. That does not hold for long:
/// more than 1/16 s is taken as several equal steps of 1/16 s at most, each with at least one of the
/// sub-steps, and costs as much as these do. Forces act in all of them. There are more sub-steps in a
/// world of small things: see v2d_world_def.length_unit.
/// Cost: O(bodies + points + substeps * (contacts + edges + joints)).
/// Source: Catto, "Solver2D", 2024 (soft step); Hairer, Lubich, Wanner, "Geometric numerical
/// integration illustrated by the Stoermer-Verlet method", 2003, eq. 1.5.
V2D_API v2d_result v2d_world_step(v2d_world *world, float dt, int substeps);
/// The same with a clock and a profile, and with several threads.
V2D_API v2d_result v2d_world_step_with(v2d_world *world, const v2d_step_def *def);
/// v2d_world_step() by several threads, through the caller's `parallel_for`, which is called once. The
/// bits are those of one thread, whatever `workers`, and however late or seldom the tasks run: the
/// first one begins the step, the others help while it lasts. They wait for work without sleeping, so
/// ask for no more workers than there are processors to spare. With 1 worker or less, without
/// parallel_for, and where the compiler has no atomic operations: v2d_world_step().
V2D_API v2d_result v2d_world_step_parallel(v2d_world *world, float dt, int substeps, int workers,
                                           v2d_parallel_for_fn parallel_for, void *context);
/// First error since v2d_world_init() or the last clear; V2D_OK when there was none.
V2D_API v2d_result v2d_world_status(const v2d_world *world);
V2D_API void v2d_world_clear_status(v2d_world *world);
/// Equal for two worlds exactly when all poses, velocities and deformations are equal, bit for bit
/// (FNV-1a over 32-bit words, so that byte order does not matter).
V2D_API uint64_t v2d_world_hash(const v2d_world *world);
V2D_API v2d_counters v2d_world_counters(const v2d_world *world);
V2D_API v2d_vec2 v2d_world_gravity(const v2d_world *world);
V2D_API v2d_result v2d_world_set_gravity(v2d_world *world, v2d_vec2 gravity);
/// May things fall asleep? What touches, through whatever is not immovable, is an island; it sleeps
/// when all of it has rested for v2d_world_def.sleep_time, and stays exactly where it is. It wakes
/// when something awake touches it, and by every call that may change its motion: velocity (another
/// one than it has), force, impulse, place, mass, type, locks, damping, shape, material, filter,
/// edge, joint or gravity changed, for it or for something it touches; something it touches
/// destroyed. A moving kinematic body keeps awake what it touches. `false` wakes everything.
V2D_API v2d_result v2d_world_set_sleep(v2d_world *world, bool sleep);
/// Set, move or remove the bounds of the world: four walls, -1e9 to 1e9 [m], that hold every body and
/// point that collides, whatever its filter. A side at -V2D_UNLIMITED (lower) or V2D_UNLIMITED (upper)
/// has no wall; all four take the bounds away. Their friction is v2d_world_def.bounds_friction; they
/// do not bounce. They are no body: no walk, count, pick or drawing shows them, and they take none of
/// the capacities; in a v2d_contact with them shape_b is null. Wakes what touches the walls, where they
/// were and where they are. What is left outside is pushed or put back in.
/// V2D_ERROR_DEGENERATE unless lower < upper in both directions. Cost: O(pairs + things).
V2D_API v2d_result v2d_world_set_bounds(v2d_world *world, v2d_aabb bounds);
/// Trade quality for time: at most about `row_visits` constraint rows are visited in a step, by
/// taking fewer sub-steps and passes (never less than one). 0: no limit. v2d_counters tells what
/// was used.
V2D_API v2d_result v2d_world_set_budget(v2d_world *world, int row_visits);
/// Passes a step over bodies of the documents' kind (v2d_soft_def.relaxed), 1 to 1000.
V2D_API v2d_result v2d_world_set_relax_passes(v2d_world *world, int passes);
/// Contacts of the last step, 0 <= index < count. Rigid pairs first, those asleep last among them;
/// then points and edges, of these only what is awake.
V2D_API int v2d_world_contact_count(const v2d_world *world);
V2D_API v2d_result v2d_world_contact(const v2d_world *world, int index, v2d_contact *out);
/// Events of the last step, in an order that depends on ids only.
V2D_API int v2d_world_event_count(const v2d_world *world);
V2D_API v2d_result v2d_world_event(const v2d_world *world, int index, v2d_event *out);
/// Walk over all objects in slot order: start with a null id, stop at a null id.
V2D_API v2d_body_id v2d_world_next_body(const v2d_world *world, v2d_body_id previous);
V2D_API v2d_point_id v2d_world_next_point(const v2d_world *world, v2d_point_id previous);
V2D_API v2d_edge_id v2d_world_next_edge(const v2d_world *world, v2d_edge_id previous);
V2D_API v2d_soft_id v2d_world_next_soft(const v2d_world *world, v2d_soft_id previous);
V2D_API v2d_joint_id v2d_world_next_joint(const v2d_world *world, v2d_joint_id previous);
/// Nearest point within `radius` [m] of `position`, or null. Cost: O(points).
V2D_API v2d_point_id v2d_world_pick_point(const v2d_world *world, v2d_vec2 position, float radius);
/// A rigid body that has `position` inside one of its shapes, dynamic ones first, or null.
V2D_API v2d_body_id v2d_world_pick_body(const v2d_world *world, v2d_vec2 position);
/// A soft body with a closed outline that has `position` inside, the first in slot order, or null.
/// Cost: O(edges).
V2D_API v2d_soft_id v2d_world_pick_soft(const v2d_world *world, v2d_vec2 position);
/// Pick what is under a pointer and hold it softly: a dynamic body, else the nearest free point within
/// `radius`, else a soft body by its inside, where the pull is spread over all its points; null when
/// there is nothing. Move it with v2d_joint_set_target(), let go with v2d_joint_destroy().
V2D_API v2d_joint_id v2d_world_drag_begin(v2d_world *world, v2d_vec2 position, float radius);
/// Draw everything through the caller's functions. Reads the world only.
V2D_API v2d_result v2d_world_draw(const v2d_world *world, const v2d_draw *draw);

/// A timer for steps of `step` [s] (1e-6 to 1), at most `max_steps` (>= 1) a frame; bad values
/// give 1/60 and 8.
V2D_API v2d_timer v2d_timer_make(double step, int max_steps);
/// Add a frame of `frame_time` [s] and return how many steps to make now. Negative or non-finite
/// times count as 0.
V2D_API int v2d_timer_advance(v2d_timer *timer, double frame_time);
/// Where the frame lies between the last step (1) and the one before it (0): for
/// v2d_body_interpolated().
V2D_API float v2d_timer_alpha(const v2d_timer *timer);

// ---- rigid bodies ------------------------------------------------------------------------------

V2D_API v2d_body_id v2d_body_create(v2d_world *world, const v2d_body_def *def);
/// Destroys its shapes and joints too. Cost: O(pairs of the world) for each shape.
V2D_API v2d_result v2d_body_destroy(v2d_world *world, v2d_body_id id);
V2D_API bool v2d_body_is_valid(const v2d_world *world, v2d_body_id id);
V2D_API v2d_body_type v2d_body_get_type(const v2d_world *world, v2d_body_id id);
V2D_API v2d_result v2d_body_set_type(v2d_world *world, v2d_body_id id, v2d_body_type type);
/// Origin [m], angle [rad, -pi to pi] and both as a transform.
V2D_API v2d_vec2 v2d_body_position(const v2d_world *world, v2d_body_id id);
V2D_API float v2d_body_angle(const v2d_world *world, v2d_body_id id);
V2D_API v2d_transform v2d_body_transform(const v2d_world *world, v2d_body_id id);
/// Transform between the last two steps, for drawing; alpha 0 to 1 from v2d_timer_alpha().
V2D_API v2d_transform v2d_body_interpolated(const v2d_world *world, v2d_body_id id, float alpha);
/// Teleport. Velocities stay.
V2D_API v2d_result v2d_body_set_transform(v2d_world *world, v2d_body_id id, v2d_vec2 position,
                                          float angle);
/// Centre of mass in world coordinates [m].
V2D_API v2d_vec2 v2d_body_center(const v2d_world *world, v2d_body_id id);
V2D_API v2d_vec2 v2d_body_velocity(const v2d_world *world, v2d_body_id id);
V2D_API v2d_result v2d_body_set_velocity(v2d_world *world, v2d_body_id id, v2d_vec2 velocity);
V2D_API float v2d_body_angular_velocity(const v2d_world *world, v2d_body_id id);
V2D_API v2d_result v2d_body_set_angular_velocity(v2d_world *world, v2d_body_id id,
                                                 float angular_velocity);
/// Velocity of the place of the body that is at `world_point` now [m/s].
V2D_API v2d_vec2 v2d_body_velocity_at(const v2d_world *world, v2d_body_id id, v2d_vec2 world_point);
/// Mass [kg], local centre [m] and inertia about it [kg m^2]. 0 for static and kinematic bodies.
V2D_API v2d_mass v2d_body_mass(const v2d_world *world, v2d_body_id id);
/// Replace what the shapes give: mass 1e-6 to 1e9, inertia > 0 (or 0: does not turn).
/// Adding or destroying a shape, or changing the type, computes it anew.
V2D_API v2d_result v2d_body_set_mass(v2d_world *world, v2d_body_id id, v2d_mass mass);
/// Force [N] for the next step only, at a world point. On static and kinematic bodies it does
/// nothing.
V2D_API v2d_result v2d_body_apply_force(v2d_world *world, v2d_body_id id, v2d_vec2 force,
                                        v2d_vec2 world_point);
V2D_API v2d_result v2d_body_apply_force_to_center(v2d_world *world, v2d_body_id id, v2d_vec2 force);
V2D_API v2d_result v2d_body_apply_torque(v2d_world *world, v2d_body_id id, float torque);
/// Impulse [N s], at once.
V2D_API v2d_result v2d_body_apply_impulse(v2d_world *world, v2d_body_id id, v2d_vec2 impulse,
                                          v2d_vec2 world_point);
V2D_API v2d_result v2d_body_apply_impulse_to_center(v2d_world *world, v2d_body_id id,
                                                    v2d_vec2 impulse);
V2D_API v2d_result v2d_body_apply_angular_impulse(v2d_world *world, v2d_body_id id, float impulse);
V2D_API v2d_vec2 v2d_body_world_point(const v2d_world *world, v2d_body_id id, v2d_vec2 local_point);
V2D_API v2d_vec2 v2d_body_world_vector(const v2d_world *world, v2d_body_id id,
                                       v2d_vec2 local_vector);
V2D_API v2d_vec2 v2d_body_local_point(const v2d_world *world, v2d_body_id id, v2d_vec2 world_point);
V2D_API v2d_vec2 v2d_body_local_vector(const v2d_world *world, v2d_body_id id,
                                       v2d_vec2 world_vector);
V2D_API v2d_result v2d_body_set_gravity_scale(v2d_world *world, v2d_body_id id, float scale);
V2D_API v2d_result v2d_body_set_damping(v2d_world *world, v2d_body_id id, float linear,
                                        float angular);
V2D_API v2d_result v2d_body_set_locks(v2d_world *world, v2d_body_id id, bool lock_x, bool lock_y,
                                      bool lock_angle);
/// Does it move in steps? False for static bodies and for kinematic ones that have stood still.
V2D_API bool v2d_body_is_awake(const v2d_world *world, v2d_body_id id);
/// Wake it with its island; or stop the island and let it sleep from the next step on, unless
/// something awake touches it. Cost of the latter: O(bodies + contacts).
V2D_API v2d_result v2d_body_set_awake(v2d_world *world, v2d_body_id id, bool awake);
V2D_API v2d_result v2d_body_set_allow_sleep(v2d_world *world, v2d_body_id id, bool allow);
V2D_API v2d_result v2d_body_set_user(v2d_world *world, v2d_body_id id, uint64_t user);
V2D_API uint64_t v2d_body_user(const v2d_world *world, v2d_body_id id);
/// First shape of a body and the next one of the same body; null at the end.
V2D_API v2d_shape_id v2d_body_first_shape(const v2d_world *world, v2d_body_id id);
V2D_API v2d_shape_id v2d_shape_next(const v2d_world *world, v2d_shape_id id);

// ---- shapes of rigid bodies --------------------------------------------------------------------

/// Add a shape, given in the body's coordinates. Mass, centre and inertia are computed anew.
/// Cost: O(shapes of the body).
V2D_API v2d_shape_id v2d_shape_create(v2d_world *world, v2d_body_id body, const v2d_shape_def *def,
                                      const v2d_geometry *geometry);
/// Add a simple outline, concave or not, as several convex shapes. On an error none is added.
V2D_API v2d_result v2d_shape_create_outline(v2d_world *world, v2d_body_id body,
                                            const v2d_shape_def *def, const v2d_vec2 *outline,
                                            int count);
/// V2D_ERROR_WRONG_KIND for a shape of a chain: they go together. Cost: O(pairs of the world).
V2D_API v2d_result v2d_shape_destroy(v2d_world *world, v2d_shape_id id);
V2D_API bool v2d_shape_is_valid(const v2d_world *world, v2d_shape_id id);
V2D_API v2d_body_id v2d_shape_body(const v2d_world *world, v2d_shape_id id);
V2D_API v2d_geometry v2d_shape_geometry(const v2d_world *world, v2d_shape_id id);
V2D_API v2d_aabb v2d_shape_aabb(const v2d_world *world, v2d_shape_id id);
V2D_API bool v2d_shape_contains(const v2d_world *world, v2d_shape_id id, v2d_vec2 world_point);
V2D_API v2d_result v2d_shape_set_friction(v2d_world *world, v2d_shape_id id, float friction);
V2D_API v2d_result v2d_shape_set_restitution(v2d_world *world, v2d_shape_id id, float restitution);
V2D_API v2d_result v2d_shape_set_surface_speed(v2d_world *world, v2d_shape_id id, float speed);
V2D_API v2d_result v2d_shape_set_filter(v2d_world *world, v2d_shape_id id, v2d_filter filter);
V2D_API v2d_result v2d_shape_set_user(v2d_world *world, v2d_shape_id id, uint64_t user);
V2D_API uint64_t v2d_shape_user(const v2d_world *world, v2d_shape_id id);

// ---- chains ------------------------------------------------------------------------------------

/// Add a chain of one-sided segments, given in the body's coordinates: for terrain and arenas.
/// Bodies live on the right of the way from one vertex to the next: a closed chain that runs
/// counter-clockwise keeps them out, a clockwise one keeps them in, and ground runs from right to
/// left. What comes from the left passes. Nothing catches on a vertex where the chain goes on
/// straight; the ends of an open chain are corners to fall off.
///
/// Each segment is one of V2D_MAX_SHAPES, without mass: count - 1 of an open chain of at least 2
/// vertices, count of a closed one of at least 3. V2D_ERROR_VERTEX_COUNT for fewer,
/// V2D_ERROR_DEGENERATE for neighbours that are (nearly) the same, V2D_ERROR_CAPACITY when not all
/// of them find room. The chain should not cross itself; nobody checks that.
V2D_API v2d_chain_id v2d_chain_create(v2d_world *world, v2d_body_id body, const v2d_shape_def *def,
                                      const v2d_vec2 *vertices, int count, bool closed);
/// Destroys its shapes.
V2D_API v2d_result v2d_chain_destroy(v2d_world *world, v2d_chain_id id);
V2D_API bool v2d_chain_is_valid(const v2d_world *world, v2d_chain_id id);
V2D_API int v2d_chain_shape_count(const v2d_world *world, v2d_chain_id id);
/// Segment from vertex `index` to the next, 0 <= index < count; null outside. Cost: O(index).
V2D_API v2d_shape_id v2d_chain_shape(const v2d_world *world, v2d_chain_id id, int index);
/// The chain that a shape is part of, or null.
V2D_API v2d_chain_id v2d_shape_chain(const v2d_world *world, v2d_shape_id id);
/// For all its shapes; their other settings, and different ones along the way, through the shapes.
V2D_API v2d_result v2d_chain_set_friction(v2d_world *world, v2d_chain_id id, float friction);
V2D_API v2d_result v2d_chain_set_restitution(v2d_world *world, v2d_chain_id id, float restitution);
V2D_API v2d_result v2d_chain_set_surface_speed(v2d_world *world, v2d_chain_id id, float speed);

// ---- points ------------------------------------------------------------------------------------

V2D_API v2d_point_id v2d_point_create(v2d_world *world, const v2d_point_def *def);
/// Destroys its edges, bends and joints too.
V2D_API v2d_result v2d_point_destroy(v2d_world *world, v2d_point_id id);
V2D_API bool v2d_point_is_valid(const v2d_world *world, v2d_point_id id);
V2D_API v2d_vec2 v2d_point_position(const v2d_world *world, v2d_point_id id);
/// Teleport; also how a pinned point is moved. Velocity stays.
V2D_API v2d_result v2d_point_set_position(v2d_world *world, v2d_point_id id, v2d_vec2 position);
V2D_API v2d_vec2 v2d_point_velocity(const v2d_world *world, v2d_point_id id);
V2D_API v2d_result v2d_point_set_velocity(v2d_world *world, v2d_point_id id, v2d_vec2 velocity);
V2D_API v2d_result v2d_point_apply_force(v2d_world *world, v2d_point_id id, v2d_vec2 force);
V2D_API v2d_result v2d_point_apply_impulse(v2d_world *world, v2d_point_id id, v2d_vec2 impulse);
/// A pinned point moves only at the velocity it is given.
V2D_API v2d_result v2d_point_set_pinned(v2d_world *world, v2d_point_id id, bool pinned);
V2D_API bool v2d_point_is_pinned(const v2d_world *world, v2d_point_id id);
V2D_API float v2d_point_mass(const v2d_world *world, v2d_point_id id);
V2D_API v2d_result v2d_point_set_mass(v2d_world *world, v2d_point_id id, float mass);
V2D_API float v2d_point_radius(const v2d_world *world, v2d_point_id id);
V2D_API v2d_soft_id v2d_point_soft(const v2d_world *world, v2d_point_id id);
/// As for bodies; points of a soft body sleep together.
V2D_API bool v2d_point_is_awake(const v2d_world *world, v2d_point_id id);
V2D_API v2d_result v2d_point_set_awake(v2d_world *world, v2d_point_id id, bool awake);
V2D_API uint64_t v2d_point_user(const v2d_world *world, v2d_point_id id);
/// Hold a point where it is now on a body: a revolute joint with the body as end b.
V2D_API v2d_joint_id v2d_point_attach(v2d_world *world, v2d_point_id point, v2d_body_id body);

// ---- edges and bends ---------------------------------------------------------------------------

V2D_API v2d_edge_id v2d_edge_create(v2d_world *world, const v2d_edge_def *def);
V2D_API v2d_result v2d_edge_destroy(v2d_world *world, v2d_edge_id id);
V2D_API bool v2d_edge_is_valid(const v2d_world *world, v2d_edge_id id);
V2D_API v2d_point_id v2d_edge_point_a(const v2d_world *world, v2d_edge_id id);
V2D_API v2d_point_id v2d_edge_point_b(const v2d_world *world, v2d_edge_id id);
V2D_API v2d_edge_side v2d_edge_get_side(const v2d_world *world, v2d_edge_id id);
/// Distance of its ends [m].
V2D_API float v2d_edge_length(const v2d_world *world, v2d_edge_id id);
V2D_API float v2d_edge_rest_length(const v2d_world *world, v2d_edge_id id);
/// rest_length > 0 [m].
V2D_API v2d_result v2d_edge_set_rest_length(v2d_world *world, v2d_edge_id id, float rest_length);
/// Mean pull of the edge in the last step [N]: its impulses of all sub-steps [N s] over the step's
/// length, with what a rope's tethers carry for it; < 0 when it is pushed together.
V2D_API float v2d_edge_tension(const v2d_world *world, v2d_edge_id id);
/// The greatest pull or push of the edge in a sub-step of the last step [N].
V2D_API float v2d_edge_peak_force(const v2d_world *world, v2d_edge_id id);
V2D_API v2d_bend_id v2d_bend_create(v2d_world *world, const v2d_bend_def *def);
V2D_API v2d_result v2d_bend_destroy(v2d_world *world, v2d_bend_id id);
V2D_API bool v2d_bend_is_valid(const v2d_world *world, v2d_bend_id id);
/// Turning angle a-b-c now [rad], -pi to pi.
V2D_API float v2d_bend_angle(const v2d_world *world, v2d_bend_id id);

// ---- soft bodies -------------------------------------------------------------------------------

// All makers but the first: V2D_ERROR_DEGENERATE when the ends of an edge fall on one place, which
// far from the origin they do when floats there lie farther apart than the edge is long.

/// An empty soft body, to be filled with v2d_point_create() and v2d_edge_create().
V2D_API v2d_soft_id v2d_soft_create(v2d_world *world, const v2d_soft_def *def);
/// The documents' vertex-edge body: a convex polygon (3 to 64 vertices, either order) of points,
/// with
/// its outline and enough inner edges to keep it rigid. Vertices relative to def->position.
V2D_API v2d_soft_id v2d_soft_create_polygon(v2d_world *world, const v2d_soft_def *def,
                                            const v2d_vec2 *vertices, int count);
/// The documents' box: width by height [m] about def->position, four edges and two diagonals.
V2D_API v2d_soft_id v2d_soft_create_box(v2d_world *world, const v2d_soft_def *def, float width,
                                        float height);
/// The documents' triangle: width by height [m], apex up.
V2D_API v2d_soft_id v2d_soft_create_triangle(v2d_world *world, const v2d_soft_def *def, float width,
                                             float height);
/// A jelly: a closed outline, convex or not, of 3 to V2D_MAX_POINTS points, held by its edges, and
/// by
/// the area, bend and shape constraints that `def` asks for.
V2D_API v2d_soft_id v2d_soft_create_blob(v2d_world *world, const v2d_soft_def *def,
                                         const v2d_vec2 *outline, int count);
/// A rope from a to b (relative to def->position) of `segments` >= 1 edges; ends may be pinned.
V2D_API v2d_soft_id v2d_soft_create_rope(v2d_world *world, const v2d_soft_def *def, v2d_vec2 a,
                                         v2d_vec2 b, int segments, bool pin_a, bool pin_b);
/// A sheet of columns x rows points (2 or more each), `spacing` [m] apart, its upper left corner
/// at
/// def->position; horizontal, vertical and diagonal edges. Point (column, row) is number row *
/// columns + column.
V2D_API v2d_soft_id v2d_soft_create_cloth(v2d_world *world, const v2d_soft_def *def, int columns,
                                          int rows, float spacing);
/// Destroys its points, edges and bends.
V2D_API v2d_result v2d_soft_destroy(v2d_world *world, v2d_soft_id id);
V2D_API bool v2d_soft_is_valid(const v2d_world *world, v2d_soft_id id);
V2D_API int v2d_soft_point_count(const v2d_world *world, v2d_soft_id id);
/// Points in the order they were made, 0 <= index < count; null outside.
V2D_API v2d_point_id v2d_soft_point(const v2d_world *world, v2d_soft_id id, int index);
V2D_API int v2d_soft_edge_count(const v2d_world *world, v2d_soft_id id);
V2D_API v2d_vec2 v2d_soft_center(const v2d_world *world, v2d_soft_id id);
V2D_API v2d_vec2 v2d_soft_velocity(const v2d_world *world, v2d_soft_id id);
V2D_API v2d_aabb v2d_soft_aabb(const v2d_world *world, v2d_soft_id id);
/// Area inside the outline [m^2]; 0 for a body without a closed one.
V2D_API float v2d_soft_area(const v2d_world *world, v2d_soft_id id);
/// Change the area kept, as a factor on the one at creation (0.1 to 10): inflate or deflate.
V2D_API v2d_result v2d_soft_set_area_scale(v2d_world *world, v2d_soft_id id, float scale);
/// As for bodies. One without points is not awake.
V2D_API bool v2d_soft_is_awake(const v2d_world *world, v2d_soft_id id);
V2D_API v2d_result v2d_soft_set_awake(v2d_world *world, v2d_soft_id id, bool awake);
V2D_API uint64_t v2d_soft_user(const v2d_world *world, v2d_soft_id id);

// ---- joints ------------------------------------------------------------------------------------

V2D_API v2d_anchor v2d_anchor_body(v2d_body_id body, v2d_vec2 local);
V2D_API v2d_anchor v2d_anchor_point(v2d_point_id point);
V2D_API v2d_joint_id v2d_joint_create(v2d_world *world, const v2d_joint_def *def);
V2D_API v2d_result v2d_joint_destroy(v2d_world *world, v2d_joint_id id);
V2D_API bool v2d_joint_is_valid(const v2d_world *world, v2d_joint_id id);
V2D_API v2d_joint_kind v2d_joint_get_kind(const v2d_world *world, v2d_joint_id id);
/// Where its ends are now [m]; end b of a drag is what is held, end a the target.
V2D_API v2d_vec2 v2d_joint_anchor_a(const v2d_world *world, v2d_joint_id id);
V2D_API v2d_vec2 v2d_joint_anchor_b(const v2d_world *world, v2d_joint_id id);
/// Mean force on end b in the last step [N]: its impulses of all sub-steps [N s] over the step's length,
/// with what an automatic tether carries for it. A blow of 50 N s that the joint takes in a sixtieth of a
/// second adds 3000 N. (Of a step longer than 1/16 s, of its last part.)
V2D_API v2d_vec2 v2d_joint_force(const v2d_world *world, v2d_joint_id id);
/// The greatest size of the force in a sub-step of the last step [N].
V2D_API float v2d_joint_peak_force(const v2d_world *world, v2d_joint_id id);
/// Angle of b against a, 0 at creation [rad], -pi to pi. Revolute only.
V2D_API float v2d_joint_angle(const v2d_world *world, v2d_joint_id id);
/// Motor speed [rad/s] and greatest torque [N m] of a revolute joint; torque 0 switches it off.
V2D_API v2d_result v2d_joint_set_motor(v2d_world *world, v2d_joint_id id, float speed,
                                       float max_torque);
/// Mean torque of the motor in the last step [N m].
V2D_API float v2d_joint_motor_torque(const v2d_world *world, v2d_joint_id id);
/// Move the target of a drag.
V2D_API v2d_result v2d_joint_set_target(v2d_world *world, v2d_joint_id id, v2d_vec2 target);
/// Lengths of a distance joint [m], 0 <= min <= max.
V2D_API v2d_result v2d_joint_set_lengths(v2d_world *world, v2d_joint_id id, float min_length,
                                         float max_length);
V2D_API uint64_t v2d_joint_user(const v2d_world *world, v2d_joint_id id);

// ================================================================================================
// >>layout  The private structs, here only so that a v2d_world can be a global variable. Do not
//           touch its fields. All of it is arrays of fixed size, indices and numbers: no pointers.
//
// Everything that moves is a node. Node i < V2D_MAX_BODIES is rigid body i, then come that of the
// world's bounds, V2D_MAX_POINTS points, and a dummy that padding lanes point at.
// ================================================================================================

#define V2D__BOUNDS_NODE V2D_MAX_BODIES
#define V2D__POINT_NODE  (V2D_MAX_BODIES + 1) // node of point 0
#define V2D__DUMMY_NODE  (V2D__POINT_NODE + V2D_MAX_POINTS)
#define V2D__MAX_NODES   (V2D__DUMMY_NODE + 1)
// What the broadphase sees: shapes, the four walls of the bounds, loose points and soft bodies, each a
// box. The body and the shapes of the bounds lie behind those of the pools, where no user meets them.
#define V2D__BOUNDS_PROXY     V2D_MAX_SHAPES
#define V2D__POINT_PROXY      (V2D_MAX_SHAPES + 4)
#define V2D__SOFT_PROXY       (V2D__POINT_PROXY + V2D_MAX_POINTS)
#define V2D__MAX_PROXIES      (V2D__SOFT_PROXY + V2D_MAX_SOFTS)
#define V2D__LANES            8 // lanes of a block, whatever the width of the machine
#define V2D__MAX_COLORS       64
#define V2D__BLOCKS(capacity) ((capacity) / V2D__LANES + V2D__MAX_COLORS + 2)
#define V2D__MAX_LAYERS       32 // of the broadphase's grid
#define V2D__GRID_CELLS       (2 * V2D__MAX_PROXIES + 16 * V2D__MAX_LAYERS)
#define V2D__GRID_LOOSE       (V2D__MAX_PROXIES / 8 + 16)
#define V2D__SORT_DIGITS      2048
#define V2D__MAX2(a, b)       ((a) > (b) ? (a) : (b))
// Automatic tethers of hung chains and ropes; see >>joints.
#define V2D__MAX_TETHERS (V2D_MAX_JOINTS / 4 + V2D_MAX_SOFTS + 8)
// Rows of serial chains; see >>links.
#define V2D__MAX_LINKS (V2D_MAX_POINTS + V2D_MAX_JOINTS)

// Hot record of a node. Between steps dx, dy, du hold the velocity [m/s]; inside a step they hold
// the displacement of one sub-step [m], d = x - x_old of position Verlet in its summed form.
// The turn is u = k * angle, with k the radius of gyration, so that one inverse mass serves all.
typedef struct v2d__dof {
    float dx, dy, du, inv_mass;
    float Dx, Dy, Du, inv_k; // D: displacement since the step began [m]; inv_k = 1/k, 0 for points
} v2d__dof;

// A spring for one length of sub-step, and what the springs of a node add up to; see >>solver.
typedef struct v2d__spring {
    float stiffness, damping, implicit;
} v2d__spring;
typedef struct v2d__spring_sum {
    float stiffness, implicit;
} v2d__spring_sum;

// What acts on a node besides constraints.
typedef struct v2d__drive {
    v2d_vec2 force; // of this step [N]
    float torque;   // of this step [N m]
    float unused;
    float gravity_scale, linear_damping, angular_damping, unused2;
} v2d__drive;

typedef struct v2d__pose {
    float x, y, c, s; // centre of mass and rotation
} v2d__pose;

typedef struct v2d__vec3 {
    float x, y, u;
    // Of `start`, at the end of a step: 1 when the node moved far, and then u is by what angle; 2 when
    // it began the step deep in something that cannot be pushed; 0.5 when it should have passed it.
    float far;
} v2d__vec3; // 16 bytes, so that it can be loaded at once

// How far the contacts of a node look ahead: motion is written at the start of each step, the rest
// when a body changes.
typedef struct v2d__look {
    float margin; // half of what a pair looks ahead at rest [m]
    float motion; // how far its surface may move in this step [m]
    float bullet; // 1 when that counts against everything, else 0
    float extent; // greatest distance of its surface from its centre [m]
} v2d__look;

// The box around a shape that turns with its body: centre and half the sides, in coordinates of the
// body whose origin is its centre of mass [m].
typedef struct v2d__frame {
    float x, y, half_width, half_height;
} v2d__frame;

// The chain that a body touched last, and how many of its contacts are with chains.
typedef struct v2d__hold {
    int32_t chain1, count;
} v2d__hold;

typedef struct v2d__pool {
    int32_t free1; // last freed slot + 1, or 0
    int32_t worn1; // freed slot + 1 that was worn last, or 0; its `next` is the one worn first
    int32_t high;  // slots ever used: all live slots are below
    int32_t count, peak;
} v2d__pool;

typedef struct v2d__body {
    int32_t type;
    uint32_t flags; // V2D__BODY_*
    float mass, inertia, k;
    float extra_inertia; // that joints added in the last step
    v2d_vec2 local_center;
    float extent;   // distance from the centre of mass to the farthest point of any shape [m]
    float core;     // radius of a disc that fits into each of its shapes, 0 for none [m]
    int32_t shape1; // first shape + 1
    uint32_t user[2];
} v2d__body;

typedef struct v2d__shape {
    v2d_geometry geometry; // relative to the body's centre of mass, padded: v2d__geometry_pad
    v2d_vec2 offset;       // centre of mass that geometry is relative to, in body coordinates
    int32_t body, next1;
    int32_t chain1; // first shape of the chain that it is part of + 1, or 0
    float density, friction, restitution, rolling_resistance, surface_speed;
    v2d_filter filter;
    uint32_t user[2];
} v2d__shape;

typedef struct v2d__point {
    uint32_t flags; // V2D__POINT_*
    float mass, radius, friction, restitution;
    v2d_filter filter;
    int32_t soft1, next1;           // soft body + 1, next point of it + 1
    v2d_vec2 area_gradient;         // of the last sub-step
    v2d_vec2 shape_local;           // rest place for shape matching, about the centre
    float reach, reach_lambda;      // length and impulse of its tether
    int32_t reach_pin, reach_edges; // the point it leads to, and over how many edges
    int32_t reach_link1;            // of a rope's point: the link that leads to it + 1
    v2d_vec2 reach_direction;
    float extra_mass;      // that its load added in the last step [kg]
    v2d_vec2 shape_lambda; // impulse of shape matching per mass, in the turned frame
    v2d_vec2 shape_push;   // see v2d__spring, from the bias pass to the relax pass
    uint32_t user[2];
} v2d__point;

typedef struct v2d__edge {
    int32_t a, b; // points
    int32_t soft1, next1;
    int32_t side;
    float rest, frequency, damping_ratio, tear_strain;
    int32_t lane1;        // where it lies in the blocks + 1, or 0; then these two are kept there:
    float lambda, biased; // last impulse of a sub-step, < 0 pulls; see v2d__edge_block
    v2d_vec2 normal;
    float force, peak; // of the last step, < 0 pulls, and its greatest size in a sub-step [N]
    uint32_t user[2];
} v2d__edge;

typedef struct v2d__bend {
    int32_t a, b, c, soft1;
    float rest, frequency, damping_ratio;
    int32_t lane1; // where it lies in the blocks + 1, or 0; then these are kept there:
    float lambda;
    v2d_vec2 gradient_a, gradient_c; // of the last sub-step; that of b is minus their sum
} v2d__bend;

typedef struct v2d__soft {
    uint32_t flags; // V2D__SOFT_*
    int32_t point1, last_point1, edge1, last_edge1;
    int32_t point_count, edge_count;
    int32_t list_start;                   // its points in world.soft_points
    int32_t outline_start, outline_count; // its colliding edges in world.soft_edges
    float radius, friction, restitution;
    float area_frequency, area_rest, area_scale, area_lambda;
    float shape_frequency, shape_damping_ratio;
    v2d_rot shape_q; // rotation that shape_lambda was last applied with
    v2d_filter filter;
    uint32_t user[2];
} v2d__soft;

typedef struct v2d__joint {
    int32_t kind;
    uint32_t flags;            // V2D__JOINT_*
    int32_t node_a, node_b;    // node_a of a drag is the dummy
    v2d_vec2 local_a, local_b; // relative to the centres of mass
    float frequency, damping_ratio, min_length, max_length;
    float lower_angle, upper_angle, motor_speed, max_motor_torque, spring_frequency,
        spring_damping_ratio;
    v2d_rot reference; // rotation of b against a at creation
    v2d_vec2 target;
    float max_force;
    float min_lambda; // of a distance joint's lower limit
    int32_t
        lane1; // of a revolute joint: where it lies in the blocks + 1; then these are kept there:
    v2d_vec2 lambda; // point rows; x alone for the distance row
    float limit_lambda, motor_lambda, spring_lambda;
    // Of distance joints and drags that are springs: what the bias pass leaves for the relax pass.
    v2d__spring spring;
    v2d_vec2 push;            // x alone for the distance row
    float least, most;        // bounds of the distance row's impulse
    v2d_vec2 sum;             // of the impulses in this step, where there is no lane
    float sum_peak;           // the square of the greatest
    v2d_vec2 force;           // of the last step, where there is no lane [N]
    float peak, motor_torque; // likewise [N], [N m]
    float biased;             // of stiff distance joints, as of v2d__edge_block
    v2d_vec2 turned;          // [kg m]
    float turned_a, turned_b; // [kg m^2]
    // Scratch of one step, for distance joints and drags.
    v2d_vec2 arm_a, arm_b, arm_a0, arm_b0, separation0, direction;
    uint32_t user[2];
} v2d__joint;

// A tether: a greatest distance between two anchors, made automatically. It pulls only.
typedef struct v2d__tether {
    int32_t node_a, node_b;
    int32_t first, last; // the links whose load it carries; see >>links
    int32_t joint1;      // or the joint past which it goes + 1
    v2d_vec2 local_a, local_b;
    float length, lambda, sum; // sum of lambda in this step
    v2d_vec2 arm_a, arm_b, arm_a0, arm_b0, separation0, direction;
} v2d__tether;

// A row of a serial chain: a stiff edge or joint, followed from what cannot move.
typedef struct v2d__link {
    int32_t row; // an edge, or V2D_MAX_EDGES + a joint
    uint32_t generation;
    int32_t from, to; // nodes
    float sign;       // 1 when end b is `to`
    // Scratch of a sub-step. Of one row, or of the two of a revolute joint:
    v2d_vec2 u[2];                  // impulse on `to` per unit of the row's
    float from_turn[2], to_turn[2]; // and what it does to du, per mass
    float x[2];                     // first minus what is left of the row, then the impulse
    float inverse[3], next[4];      // of the diagonal block: 11, 12, 22; coupling to the next link
    float length;                   // of an edge or rod
    float load;                     // greatest pull in the chain over what the link can bear
    float peak;                     // greatest impulse of its row before this sub-step
    v2d_vec2 tether;                // impulse of the tethers that end at `to`
} v2d__link;

typedef struct v2d__anchor_point {
    v2d_vec2 anchor_from_a; // relative to xa.p, not rotated [m]
    float separation;       // [m]
    uint32_t feature;
} v2d__anchor_point;

typedef struct v2d__contact_manifold {
    v2d_vec2 normal;
    int32_t count;
    v2d__anchor_point points[2];
} v2d__contact_manifold;

// Pairs that are looked at together for whether they begin to touch.
enum { V2D__MAX_BEGUN = 1024 };

typedef struct v2d__pair {
    uint32_t a, b;    // proxies, a < b
    int32_t contact1; // contact record + 1, or 0
} v2d__pair;

// Mark in b, within the broadphase: the enlarged boxes do not meet. (Proxies have 22 bits at most.)
#define V2D__PAIR_APART 0x80000000u

// A bounding box: lower x, lower y, -upper x, -upper y. Two meet when no number of one is above that
// of the other turned: upper x, upper y, -lower x, -lower y.
typedef struct v2d__box {
    float v[4]; // [m]
} v2d__box;

// A proxy in a cell of the broadphase's grid.
typedef struct v2d__item {
    v2d__box now, before; // enlarged boxes of this step and of the one before
    float reach;
    int32_t proxy, escaped;
    int32_t next1; // next loose item in the cell + 1, or 0
} v2d__item;

// Kinds of proxies. Two of the first or the second kind meet when their enlarged boxes do; all
// others when these do as far as both may get in a step (reach). What is fixed meets not its kind.
enum {
    V2D__MEETS_RIGID,
    V2D__MEETS_LOOSE, // points and soft bodies
    V2D__MEETS_BULLET,
    V2D__MEETS_FIXED, // cannot be pushed
    V2D__MEETS_KINDS
};

// One layer of the broadphase's grid: proxies of one kind and of about one size.
typedef struct v2d__layer {
    int32_t kind;            // V2D__MEETS_*
    int32_t width, height;   // in cells; powers of two
    int32_t first;           // its first cell
    int32_t limit;           // cells from the origin within which there is room for rounding
    float least, most;       // sizes of boxes that it takes [m]
    float half;              // half the greatest size, and room for rounding [m]
    float inverse_cell;      // [1/m]
    float reach, mean_reach; // the greatest since layers were chosen, and the average then [m]
    int32_t count, escaped;  // of proxies that lie in it
} v2d__layer;

#define V2D__SIZE_CLASSES 64 // powers of two

// What is known of the proxies of one kind and class of size.
typedef struct v2d__size_class {
    int32_t count;
    float least, most; // sizes
    float reach_sum;
    v2d__box bounds;
} v2d__size_class;

// Scratch of the search for pairs: one is done with before the other begins.
typedef union v2d__search_room {
    v2d__size_class classes[V2D__MEETS_KINDS * V2D__SIZE_CLASSES]; // when layers are chosen
    int32_t sort_start[V2D__SORT_DIGITS + 1];                      // when pairs are sorted
} v2d__search_room;

// Items are sorted by cell, but for those that changed cell since: these are loose, and what they
// were before is void.
typedef struct v2d__grid {
    v2d__layer layers[V2D__MAX_LAYERS]; // by size
    int32_t layer_count, cell_count;
    int32_t count;       // of proxies
    int32_t count_then;  // when the layers were chosen
    int32_t wear;        // proxies that escaped since then
    int32_t plane_count; // half-planes that there are
    bool settled;        // items say that nothing escaped
    int32_t sorted_count, loose_count;
    int32_t start[V2D__GRID_CELLS + 2]; // of the sorted items of each cell
    int32_t loose1[V2D__GRID_CELLS];    // first loose item of each cell + 1, or 0
    v2d__item items[V2D__MAX_PROXIES + V2D__GRID_LOOSE];
    int32_t item1[V2D__MAX_PROXIES]; // item of each proxy + 1, or 0
    int32_t cell1[V2D__MAX_PROXIES]; // cell of each proxy + 1, or 0
    uint8_t layer[V2D__MAX_PROXIES]; // that has the cell
} v2d__grid;

// A touching pair of rigid shapes: eight rows of four numbers, which the kernels load and store for
// several contacts at once. Manifold and poses are those of the step that computed them; see
// >>contacts on freezing. While the contact has a lane, what the solver knows of it (all but the
// material and what follows) is there alone and out of date here: v2d__contact_get().
typedef struct v2d__contact {
    v2d_vec2 normal;
    v2d_vec2 delta; // centre of b from that of a [m]
    v2d_rot qa, qb;

    v2d_vec2 anchor[2];  // from the centre of a, turned; that from b is anchor - delta [m]
    float separation[2]; // [m]
    float feature[2];    // below 2^24, so exact

    float lambda[2][2]; // of each point, normal and tangent
    float roll_lambda;
    float points; // 0 (they part), 1 or 2
    float drift;  // limit of the drift that ends freezing; 0 when the manifold may not be frozen
    float unused;

    float friction, restitution, rolling, tangent_speed;
    int32_t shape_a, shape_b;
    // Where it lies in the blocks; -1 when nowhere; -2 - i while it is entry i of those asleep.
    int32_t lane;
    float thin; // 1 between two segments
} v2d__contact;

// A touching point: node 0 against nodes 1 and 2 with weights w1 and w2 (w1 + w2 = 1). The normal
// points at node 0.
typedef struct v2d__row {
    uint32_t pair_a, pair_b, feature; // the key: rows are in ascending order of it
    int32_t kind;                     // v2d_contact_kind
    int32_t node[3];
    int32_t edge;  // of the POINT_EDGE and SHAPE_EDGE kinds
    int32_t shape; // of the POINT_SHAPE and SHAPE_EDGE kinds
    float w1, w2;
    v2d_vec2 normal, arm0, arm1, position;
    float separation, friction, restitution;
    float tangent_speed; // slip of node 0 past the others along perp(normal) that is none [m/s]
    float lambda_n, lambda_t;
    float sum_n, sum_t, peak; // of the step; see v2d__lane_sum
    int32_t side;             // of an open edge: +1 or -1, kept while the row lives
} v2d__row;

typedef struct v2d__row_memory {
    uint32_t pair_a, pair_b, feature;
    float lambda_n, lambda_t;
    int32_t side;
} v2d__row_memory;

// Impulses of a touching point in the sub-steps of a step before the last one, and its collisions.
typedef struct v2d__lane_sum {
    float n[V2D__LANES], t[V2D__LANES]; // normal and tangent
    float peak[V2D__LANES];             // the greatest normal one of a sub-step
} v2d__lane_sum;

typedef struct v2d__lane_point {
    float ja[V2D__LANES], jb[V2D__LANES]; // normal lever arms over k
    float s[V2D__LANES], mass_n[V2D__LANES], lambda_n[V2D__LANES];
    // From a bias pass to a relax pass the load that friction has, then, but in the last sub-step, the
    // separation, which the next bias pass finds there.
    float between[V2D__LANES];
    float ta[V2D__LANES], tb[V2D__LANES]; // tangent lever arms over k
    float mass_t[V2D__LANES], lambda_t[V2D__LANES];
} v2d__lane_point;

// Numbers of nodes in the lanes of contacts are four times what they are: then the rows of a node
// lie at multiples of 4 and 8 bytes, which processors compute for nothing.
#define V2D__LANE_NODE 4
#define V2D__LANE_ROW  1 // stride of poses and the like, in floats
#define V2D__LANE_DOF  2 // stride of v2d__dof, in floats

typedef struct v2d__contact_block {
    int32_t a[V2D__LANES], b[V2D__LANES]; // V2D__LANE_NODE times the nodes
    float nx[V2D__LANES], ny[V2D__LANES], friction[V2D__LANES];
    // What the second point needs less per unit impulse at the first one.
    float share_n[V2D__LANES], share_t[V2D__LANES];
    v2d__lane_point p[2];
    v2d__lane_sum sum[2]; // last: the bias pass does not look at them
} v2d__contact_block;

// The manifolds of a block as they are in v2d__contact; their normals are in the block.
typedef struct v2d__manifold_block {
    float delta[2][V2D__LANES]; // x, y
    float qa[2][V2D__LANES], qb[2][V2D__LANES];
    float anchor[2][2][V2D__LANES]; // x, y of each point
    float separation[2][V2D__LANES], feature[2][V2D__LANES];
    float points[V2D__LANES], drift[V2D__LANES];
    int32_t shape_a[V2D__LANES], shape_b[V2D__LANES];
} v2d__manifold_block;

// What few contacts need, apart, so that the others do not carry it through the cache.
typedef struct v2d__contact_extra {
    float tangent_speed[V2D__LANES], restitution[V2D__LANES];
    float rolling[V2D__LANES], roll_mass[V2D__LANES], roll_lambda[V2D__LANES];
} v2d__contact_extra;

enum {
    V2D__CONTACT_HIDDEN = 4,  // in a seam: it does not push
    V2D__CONTACT_GONE = 8,    // has no pair any more
    V2D__CONTACT_STRUCK = 16, // while lanes are laid anew: see V2D__BLOCK_STRUCK
    V2D__CONTACT_GROUPS = 7   // steady ones, and the classes of pairs
};

enum {
    V2D__BLOCK_TWO = 1,      // some lane has two points
    V2D__BLOCK_EXTRA = 2,    // rows, edges and joints: some lane needs its extra
    V2D__BLOCK_LANDS = 2,    // contacts: some lane landed, or was about to, in the last bias pass
    V2D__BLOCK_STRUCK = 64,  // and so hard that both its points were solved at once
    V2D__BLOCK_READY = 4,    // its rows stay as they are while all its manifolds are frozen
    V2D__BLOCK_THIN = 8,     // some lane is between two segments
    V2D__BLOCK_ROLLS = 16,   // some lane has rolling resistance or a moving surface
    V2D__BLOCK_BOUNCES = 32, // some lane has restitution
    V2D__BLOCK_DEEP =
        128 // some lane is so deep, or so sure to pass, that its body is worth a sweep
};

enum {                     // of blocks of joints, besides EXTRA
    V2D__BLOCK_SPRING = 4, // some lane is a spring, of the angle or of the anchors
    V2D__BLOCK_SOFT = 8    // some lane holds its anchors by a spring; SPRING as well
};

// Blocks begin with the nodes of their lanes. What lies in an extra is needed by some lanes only;
// the others do not carry it through the cache.
typedef struct v2d__row_block {
    int32_t a[V2D__LANES], b[V2D__LANES], c[V2D__LANES]; // nodes 0, 1, 2
    float nx[V2D__LANES], ny[V2D__LANES], s[V2D__LANES], mass_n[V2D__LANES];
    float friction[V2D__LANES], lambda_n[V2D__LANES], lambda_t[V2D__LANES];
    v2d__lane_sum sum;
} v2d__row_block;

// Of rows with a third node, lever arms, a moving surface or restitution.
typedef struct v2d__row_extra {
    float w1[V2D__LANES], w2[V2D__LANES];
    float j0[V2D__LANES], j1[V2D__LANES], t0[V2D__LANES], t1[V2D__LANES], mass_t[V2D__LANES];
    float tangent_speed[V2D__LANES], restitution[V2D__LANES];
} v2d__row_extra;

typedef struct v2d__edge_block {
    int32_t a[V2D__LANES], b[V2D__LANES];
    float rx[V2D__LANES], ry[V2D__LANES], rest[V2D__LANES]; // b - a at the start of the step
    float nx[V2D__LANES], ny[V2D__LANES], lambda[V2D__LANES];
    float swing[V2D__LANES];                 // half over the length, less when the edge is far off
    float biased[V2D__LANES];                // lambda after the last bias pass
    float sum[V2D__LANES], peak[V2D__LANES]; // of lambda, and of its size, in this step
    float turned_x[V2D__LANES], turned_y[V2D__LANES]; // what turning the rest of it added then
} v2d__edge_block;

// Of springs, tethers and struts.
typedef struct v2d__edge_extra {
    float one_sided[V2D__LANES], upper[V2D__LANES];
    // Of a strut: squares of the sine of the turn that its direction is held within, and of how far its
    // ends may swing in a sub-step. Else 0.
    float held[V2D__LANES], slow[V2D__LANES];
    float spring[V2D__LANES];                         // 1, else 0
    float stiffness[V2D__LANES], damping[V2D__LANES]; // see v2d__spring
    float mass_scale[V2D__LANES], impulse_scale[V2D__LANES];
    float relax_mass[V2D__LANES], relax_impulse[V2D__LANES];
    float push[V2D__LANES]; // of a spring, from the bias pass to the relax pass [kg m]
} v2d__edge_extra;

typedef struct v2d__bend_block {
    int32_t a[V2D__LANES], b[V2D__LANES], c[V2D__LANES];
    float ux[V2D__LANES], uy[V2D__LANES], vx[V2D__LANES], vy[V2D__LANES]; // b - a, c - b at first
    float gax[V2D__LANES], gay[V2D__LANES], gcx[V2D__LANES], gcy[V2D__LANES]; // gradients
    float rest[V2D__LANES], lambda[V2D__LANES];
    float stiffness[V2D__LANES], damping[V2D__LANES], implicit[V2D__LANES]; // see v2d__spring
    float push[V2D__LANES]; // from the bias pass to the relax pass [kg m^2]
} v2d__bend_block;

typedef struct v2d__joint_block {
    int32_t a[V2D__LANES], b[V2D__LANES];
    float cx[V2D__LANES], cy[V2D__LANES]; // anchor b - anchor a at the start of the step
    float ax0[V2D__LANES], ay0[V2D__LANES], bx0[V2D__LANES], by0[V2D__LANES]; // arms then
    float ax[V2D__LANES], ay[V2D__LANES], bx[V2D__LANES], by[V2D__LANES];     // arms now
    float k11[V2D__LANES], k12[V2D__LANES], k22[V2D__LANES];                  // inverse mass block
    float lx[V2D__LANES], ly[V2D__LANES], keep[V2D__LANES];
    // Where bodies turn fast: how far impulses act where the anchors meet, from arm a now to there, and the
    // torques that l has so far in this sub-step, -ta on a.
    float meets[V2D__LANES], mx[V2D__LANES], my[V2D__LANES], ta[V2D__LANES], tb[V2D__LANES];
    int32_t fast[V2D__LANES];                     // whether they do so in some lane of the block
    float inv_ka[V2D__LANES], inv_kb[V2D__LANES]; // for the relax pass
    float sum_x[V2D__LANES], sum_y[V2D__LANES];   // of the impulses in this step
    float peak[V2D__LANES];                       // the square of the greatest
} v2d__joint_block;

// What the passes need for springs and for rows of the angle only, and every step once.
typedef struct v2d__joint_extra {
    float local_ax[V2D__LANES], local_ay[V2D__LANES], local_bx[V2D__LANES], local_by[V2D__LANES];
    float reference_c[V2D__LANES], reference_s[V2D__LANES];
    // Of anchors that are held by a spring: see v2d__spring. `stiff` is 0 then, else 1.
    float stiff[V2D__LANES], stiffness[V2D__LANES], damping[V2D__LANES], implicit[V2D__LANES];
    float push_x[V2D__LANES], push_y[V2D__LANES]; // from the bias pass to the relax pass
    float angle[V2D__LANES];                      // at the start of the step, 0 as created [rad]
    float spring_stiffness[V2D__LANES], spring_damping[V2D__LANES], spring_implicit[V2D__LANES];
    float spring_push[V2D__LANES], spring_lambda[V2D__LANES];
    float motor_turn[V2D__LANES], motor_limit[V2D__LANES], motor_lambda[V2D__LANES];
    float motor_sum[V2D__LANES];                                          // in this step
    float lower[V2D__LANES], upper[V2D__LANES], limit_lambda[V2D__LANES]; // > 0: the lower one
} v2d__joint_extra;

// Rows of one kind, packed into blocks colour by colour; those past the last colour are overflow
// and are visited one lane at a time.
typedef struct v2d__batch {
    int32_t block_count;
    int32_t overflow_start, overflow_count; // lanes in blocks from block_count on
    int32_t color_count;
    int32_t first[V2D__MAX_COLORS + 1]; // block of each colour; more may lie behind the last one
} v2d__batch;

// A touching point that collides: node 0 against the weighted sum of nodes 1 and 2, as in v2d__row.
// Motions are those of a sub-step [m].
typedef struct v2d__impact {
    int32_t node[3];
    int32_t place; // where it lies, see v2d__impact_place(); -1 - row: one that pulls too
    float w1, w2, nx, ny;
    float j0, j1, t0, t1; // normal and tangent lever arms over k, of nodes 0 and 1
    float mass_n, mass_t, slip;
    float coupling; // with the next impact, if that is of the same manifold; else 0
    float slack;    // how well its goal is to be met [m]
    float goal;     // approach when it is over, negative
    float grip;     // greatest friction impulse for a normal impulse of 1
    float lambda_n, lambda_t;
} v2d__impact;

// Impacts that are solved together, at most.
#define V2D__MAX_IMPACTS \
    (2 * V2D_MAX_CONTACTS + V2D_MAX_ROWS < 512 ? 2 * V2D_MAX_CONTACTS + V2D_MAX_ROWS : 512)
#define V2D__MAX_STRUCK (3 * V2D__MAX_IMPACTS) // nodes

// Zones are stretches of bodies. Contacts of a colour and group are sorted by zone, so that workers can
// share out the bodies among them, and the contacts with them; see >>parallel.
enum { V2D__ZONES = 16, V2D__MAX_RUNS = 160 };

// Runs are stretches of blocks of a colour that are sorted by zone.
typedef struct v2d__runs {
    int32_t count;
    int32_t first[V2D__MAX_COLORS + 1];               // run of each colour
    int32_t start[V2D__MAX_RUNS + 1][V2D__ZONES + 1]; // block of each zone
} v2d__runs;

// How many contacts each colour, group and zone has; then the next free lane of each.
typedef struct v2d__contact_census {
    int32_t color[V2D__MAX_COLORS + 1];
    int32_t group[V2D__MAX_COLORS + 1][V2D__CONTACT_GROUPS][V2D__ZONES];
} v2d__contact_census;

struct v2d_world {
    uint32_t magic, size;
    int32_t status;
    v2d_vec2 gravity;
    float length_unit, contact_frequency, contact_damping_ratio, contact_push_speed;
    float restitution_threshold, max_speed, bounds_friction;
    int32_t friction_mix, restitution_mix, bounded;
    v2d_aabb bounds;
    int32_t relax_passes, work_budget;
    int32_t sleep; // may things sleep
    float sleep_speed, sleep_time;

    float h;           // length of the last sub-step [s]
    uint32_t steps[2]; // steps done, low word first
    int32_t last_substeps, last_passes, last_visits;
    int32_t went_wrong;                 // some number of this step is not finite, or absurd
    int32_t has_locks;                  // some body is or was locked along an axis
    int32_t proxies_fresh;              // some are: new, or their filters or joints changed
    uint32_t pairs_missing;             // that found no room at the last search
    uint32_t all_categories, all_masks; // of all filters that there ever were
    int32_t touching_stale;             // contacts began or ended to push
    int32_t bodies_changed;             // some body has V2D__BODY_CHANGED
    int32_t contacts_dirty;             // the set of touching pairs changed: lay out the lanes anew
    int32_t materials_dirty;            // friction and the like changed: mix them anew
    int32_t soft_dirty;                 // points or edges changed: what to rebuild, V2D__SOFT_*
    int32_t joints_dirty;               // joints changed: rebuild joint blocks and tethers
    int32_t joint_lanes_dirty;          // which joints are awake changed: rebuild their blocks
    int32_t awake_changed;              // which nodes there are or are awake: list them anew
    int32_t woken;                      // something was woken: see what it touches
    int32_t stirred;                    // something immovable changed: wake what it touches
    int32_t drowsy;                     // some node has rested long enough
    int32_t lively;                     // some node is fast enough to bounce
    int32_t bounces;                    // some contact had restitution once
    int32_t sleep_asked;                // look for islands in the next step
    int32_t asleep_count;               // nodes
    uint32_t dropped_pairs[2], dropped_contacts[2], dropped_events[2];

    v2d__pool body_pool, shape_pool, point_pool, edge_pool, bend_pool, soft_pool, joint_pool,
        contact_pool;
    int32_t pair_count, pair_peak, row_count, row_peak, row_memory_count, event_count, event_peak;

    // What kernels load, in rows of 32 and 16 bytes: in a world that lies at a multiple of 64 no load
    // crosses a cache line.
    // Square of (dx, dy, du) in a step below which no body needs a sweep [m^2].
    float least_way;
    float least_core;  // least radius of a disc that fits into the shapes of a body [m]
    int32_t moved_far; // some body did in this step, or is deep in something
    int32_t unused[5]; // up to a multiple of 64
    v2d__dof dof[V2D__MAX_NODES];
    v2d__drive drive[V2D__MAX_NODES];
    v2d__contact_block contact_blocks[V2D__BLOCKS(V2D_MAX_CONTACTS)];
    v2d__contact_extra contact_extras[V2D__BLOCKS(V2D_MAX_CONTACTS)];
    v2d__manifold_block manifold_blocks[V2D__BLOCKS(V2D_MAX_CONTACTS)];
    v2d__contact contacts[V2D_MAX_CONTACTS + 1]; // the last one is for padding lanes
    v2d__row_block row_blocks[V2D__BLOCKS(V2D_MAX_ROWS)];
    v2d__row_extra row_extras[V2D__BLOCKS(V2D_MAX_ROWS)];
    v2d__edge_block edge_blocks[V2D__BLOCKS(V2D_MAX_EDGES)];
    v2d__edge_extra edge_extras[V2D__BLOCKS(V2D_MAX_EDGES)];
    v2d__bend_block bend_blocks[V2D__BLOCKS(V2D_MAX_BENDS)];
    v2d__joint_block joint_blocks[V2D__BLOCKS(V2D_MAX_JOINTS)];
    v2d__joint_extra joint_extras[V2D__BLOCKS(V2D_MAX_JOINTS)];
    // Bounding boxes at the start of the step, and as far around them as contacts look at rest.
    v2d__box ahead[V2D__MAX_PROXIES];
    v2d__box fat[V2D__MAX_PROXIES]; // enlarged: pairs stay valid while those stay inside
    v2d__frame frames[V2D__POINT_PROXY];
    v2d__pose pose[V2D__MAX_NODES];
    v2d__vec3 previous[V2D__MAX_NODES]; // d of the sub-step before
    v2d__vec3 start[V2D__MAX_NODES];    // what the first sub-step adds: forces and stored impulses
    v2d__look look[V2D__MAX_NODES];
    // Of one step: enlarged boxes before they changed, and d before forces and impulses came.
    v2d__box fat_before[V2D__MAX_PROXIES];
    v2d__vec3 incoming[V2D__MAX_NODES];

    // Islands that sleep are circles of nodes: next node + 1, or 0 when awake.
    int32_t sleep_next1[V2D__MAX_NODES];
    float rest[V2D__MAX_NODES]; // how long an awake node has rested [s]; < 0: see `stirred`
    // Nodes that a step moves, in ascending order, filled up with the dummy to whole blocks.
    int32_t active[V2D__MAX_NODES + V2D__LANES], active_count;
    v2d__pose
        old_pose[V2D__MAX_NODES]; // of the step before, for interpolation and as last good pose
    uint64_t color_mask[V2D__MAX_NODES];

    uint32_t body_generation[V2D_MAX_BODIES], shape_generation[V2D_MAX_SHAPES];
    uint32_t point_generation[V2D_MAX_POINTS], edge_generation[V2D_MAX_EDGES];
    uint32_t bend_generation[V2D_MAX_BENDS], soft_generation[V2D_MAX_SOFTS];
    uint32_t joint_generation[V2D_MAX_JOINTS], contact_generation[V2D_MAX_CONTACTS];
    int32_t body_next[V2D_MAX_BODIES], shape_next[V2D_MAX_SHAPES], point_next[V2D_MAX_POINTS];
    int32_t edge_next[V2D_MAX_EDGES], bend_next[V2D_MAX_BENDS], soft_next[V2D_MAX_SOFTS];
    int32_t joint_next[V2D_MAX_JOINTS], contact_next[V2D_MAX_CONTACTS];

    v2d__body bodies[V2D_MAX_BODIES + 1];
    v2d__shape shapes[V2D__POINT_PROXY];
    v2d__point points[V2D_MAX_POINTS];
    v2d__edge edges[V2D_MAX_EDGES];
    v2d__bend bends[V2D_MAX_BENDS];
    v2d__soft softs[V2D_MAX_SOFTS];
    v2d__joint joints[V2D_MAX_JOINTS];
    v2d__tether tethers[V2D__MAX_TETHERS];
    int32_t tether_count;
    int32_t reach_points[V2D_MAX_POINTS], reach_count; // points with tethers of their own
    int32_t links_dirty; // lengths of edges or rods changed: measure the tethers anew
    v2d__link links[V2D__MAX_LINKS];
    int32_t serial_count, link_start[V2D__MAX_LINKS / 2 + 2]; // serial chains; first link of each
    int32_t held_count;                                       // of them are held at both ends
    int32_t heavy_count;                                      // points that have extra mass
    uint8_t link_count[V2D__MAX_NODES];                       // links that a node has, at most 3
    int32_t soft_points[V2D_MAX_POINTS]; // points of each soft body, in the order they were made
    int32_t soft_edges[V2D_MAX_EDGES];   // its edges that collide

    float
        reach[V2D__MAX_PROXIES]; // how much farther it may get in a step, against what cannot move
    uint32_t proxy_flags[V2D__MAX_PROXIES];
    v2d__grid grid;
    v2d__pair pairs[3][V2D_MAX_PAIRS]; // of this step and of the one before; the third is scratch
    int32_t pair_side;
    uint8_t contact_state[V2D_MAX_CONTACTS + 1]; // points that push, and V2D__CONTACT_HIDDEN
    uint8_t contact_kind[V2D_MAX_CONTACTS];      // v2d__pair_class
    int32_t contact_nodes[V2D_MAX_CONTACTS][2];
    v2d__row rows[V2D_MAX_ROWS];
    v2d__row_memory row_memory[V2D_MAX_ROWS];
    v2d_event events[V2D_MAX_EVENTS];

    int32_t contact_slots[V2D__BLOCKS(V2D_MAX_CONTACTS) * V2D__LANES]; // contact of each lane
    uint8_t contact_flags[V2D__BLOCKS(V2D_MAX_CONTACTS)];              // V2D__BLOCK_*
    // Bit i: lane i of a block closes so fast that it may collide in this sub-step.
    uint8_t contact_closing[V2D__BLOCKS(V2D_MAX_CONTACTS)];
    uint64_t late_mask[V2D_MAX_BODIES]; // open late blocks that have a lane of a body
    int32_t late_count, late_lanes[V2D__MAX_COLORS], late_total;
    int32_t laid[V2D_MAX_CONTACTS], laid_count; // contacts that have lanes, in the order of pairs
    int32_t touching[V2D_MAX_CONTACTS], touching_count; // those that push: all but hidden ones
    int32_t dormant_count; // contacts asleep, which have none: from the end of `laid` downwards
    // Bodies that touch immovable shapes more than once, and these contacts.
    int32_t seam_nodes[V2D_MAX_BODIES], seam_count;
    int32_t seam_first1[V2D_MAX_BODIES], seam_next1[V2D_MAX_CONTACTS];
    int32_t row_slots[V2D__BLOCKS(V2D_MAX_ROWS) * V2D__LANES];
    uint8_t row_flags[V2D__BLOCKS(V2D_MAX_ROWS)];
    int32_t row_lanes[V2D_MAX_ROWS]; // where each row lies in the blocks
    int32_t edge_slots[V2D__BLOCKS(V2D_MAX_EDGES) * V2D__LANES];
    uint8_t edge_flags[V2D__BLOCKS(V2D_MAX_EDGES)];
    int32_t bend_slots[V2D__BLOCKS(V2D_MAX_BENDS) * V2D__LANES];
    uint8_t bend_flags[V2D__BLOCKS(V2D_MAX_BENDS)];
    float soft_h;    // the sub-step that springs of points are set for, 0 for none [s]
    float springs_h; // the sub-step that spring_sums hold for, 0 for none [s]
    v2d__spring_sum spring_sums[V2D__MAX_NODES];
    int32_t edge_spring_colors; // first colours of edges, which are springs
    int32_t joint_slots[V2D__BLOCKS(V2D_MAX_JOINTS) * V2D__LANES];
    uint8_t joint_flags[V2D__BLOCKS(V2D_MAX_JOINTS)];
    // Distance joints and drags; first those that are springs.
    int32_t loose_joints[V2D_MAX_JOINTS], loose_count, loose_springs;
    int32_t joint_springs; // some revolute joint has a spring
    float joints_h;    // the sub-step that springs and motors of joints are set for, 0 for none [s]
    float force_scale; // makes a mean force of the impulses of the last step [1/s^2]
    float peak_scale;  // makes a force of the impulse of one of its sub-steps [1/s^2]
    v2d__batch contact_batch, row_batch, edge_batch, bend_batch, joint_batch;
    v2d__runs contact_runs;
    v2d__contact_manifold begun[V2D__MAX_BEGUN];
    int32_t zone_scale; // a body's index times this, divided by 65,536, is its zone

    // Scratch; what it holds between steps does not matter.
    v2d__contact_census census;          // too large for the stack
    float step_dt;                       // length of the step that is running [s]
    v2d__pose step_pose[V2D__MAX_NODES]; // at the start of a step that is taken in parts
    int32_t escaped[V2D__MAX_PROXIES], escaped_count; // proxies whose enlarged box changed
    v2d__search_room search;
    uint8_t colors[V2D__MAX2(V2D__MAX2(V2D_MAX_CONTACTS, V2D_MAX_ROWS),
                             V2D__MAX2(V2D__MAX2(V2D_MAX_EDGES, V2D_MAX_BENDS), V2D_MAX_JOINTS))];
    int32_t locked[V2D_MAX_BODIES];
    int32_t link_rows[2][V2D__MAX_NODES]; // that a node has
    v2d__tether tethers_before[V2D__MAX_TETHERS];
    float extra_inertia[V2D__MAX_NODES];
    v2d__hold hold[V2D_MAX_BODIES];
    uint64_t apart[V2D_MAX_JOINTS]; // sorted node pairs that joints keep from colliding
    int32_t apart_count;
    uint8_t node_apart[V2D__MAX_NODES];
    int32_t locked_count;
    v2d__impact impacts[V2D__MAX_IMPACTS];
    int32_t impact_count;
    int32_t struck[V2D__MAX_STRUCK], struck_count; // nodes that collided a moment ago
    uint8_t node_struck[V2D__MAX_NODES];
    uint8_t node_sweep[V2D__MAX_NODES]; // the last one in which its motion changed much, of a blow
    // Contacts and rows with restitution of each node, in a step in which something collides.
    int32_t bounce_first1[V2D__MAX_NODES], bounce_linked;
    int32_t bounce_next1[2 * V2D__BLOCKS(V2D_MAX_CONTACTS) * V2D__LANES +
                         3 * V2D__BLOCKS(V2D_MAX_ROWS) * V2D__LANES];
    int32_t island[V2D__MAX_NODES]; // parent of each node in the search for islands
    float island_rest[V2D__MAX_NODES];
};

#ifdef __cplusplus
}
#endif

#endif // VERLET2D_H

#ifdef VERLET2D_IMPLEMENTATION
#ifndef VERLET2D_IMPLEMENTED
#define VERLET2D_IMPLEMENTED

// ================================================================================================
// >>impl  Assertions and the guard that makes floating point the same everywhere.
//
// Every operation is IEEE single precision: + - * / and sqrt, rounded once. Two things that
// compilers do by default would break that: fusing a * b + c (GCC in gnu mode wherever the machine
// can), and keeping more than 32 bits (x87). Both are switched off for this section alone.
// Define V2D_ALLOW_FP_CONTRACT for speed without reproducibility.
// ================================================================================================

#include <math.h>
#include <string.h>

#ifndef V2D_ASSERT
#include <assert.h>
#define V2D_ASSERT(cond) assert(cond) // bugs of this file only; input never trips one
#endif

// Kept out of line, so that the code around stays small and compiles fast: what is called from many
// places (V2D__OUTLINE), and what runs seldom (V2D__COLD). Optimised for size (-Os, -Oz), also the
// larger parts of kernels that stand in several places (V2D__PART).
#if defined(__GNUC__)
#define V2D__INLINE  inline __attribute__((always_inline)) // parts of a kernel
#define V2D__OUTLINE __attribute__((noinline))
#define V2D__COLD    __attribute__((noinline, cold))
#else
#define V2D__INLINE inline
#define V2D__OUTLINE
#define V2D__COLD
#endif
// Where code is to be small, or frames would pile up.
#if defined(__OPTIMIZE_SIZE__) || (defined(__GNUC__) && !defined(__OPTIMIZE__))
#define V2D__PART V2D__OUTLINE
#else
#define V2D__PART V2D__INLINE
#endif

#ifndef V2D_ALLOW_FP_CONTRACT
#if defined(__FAST_MATH__) && defined(__clang__)
#error "verlet2d: no -ffast-math with clang (V2D_ALLOW_FP_CONTRACT accepts other bits)"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC push_options
#if defined(__i386__)
#pragma GCC target("sse2,fpmath=sse")
#endif
#pragma GCC optimize("fp-contract=off", "no-fast-math", "no-unsafe-math-optimizations",  \
                     "no-associative-math", "no-reciprocal-math", "no-finite-math-only", \
                     "no-tree-vectorize") // GCC 12.2 would fuse when it vectorizes (PR 106902)
#elif defined(_MSC_VER)
#pragma float_control(precise, on, push)
#pragma fp_contract(off)
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Code that runs at set-up or answers questions is compiled by GCC with -O1 where the rest gets
// -O2 or more: it compiles faster, and none of it runs in a step's inner loops.
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && \
    !defined(__OPTIMIZE_SIZE__) && !defined(V2D_ALLOW_FP_CONTRACT)
#define V2D__SETUP_OPTIMIZE
#endif

// A record in an array of the world. Small WebAssembly wants its address once: LLVM would compute each
// member's from the start of the world, with an offset of five bytes.
#if defined(__wasm__) && defined(__OPTIMIZE_SIZE__)
#define V2D__AT(record)                    \
    __extension__({                        \
        __typeof__(record) at_ = (record); \
        __asm__("" : "+r"(at_));           \
        at_;                               \
    })
#else
#define V2D__AT(record) (record)
#endif

#define V2D__STATIC_ASSERT(cond, name) typedef char v2d__static_assert_##name[(cond) ? 1 : -1]
V2D__STATIC_ASSERT(V2D_MAX_BODIES >= 8 && V2D_MAX_BODIES <= 1 << 20, max_bodies_in_range);
V2D__STATIC_ASSERT(V2D_MAX_SHAPES >= 8 && V2D_MAX_SHAPES <= 1 << 20, max_shapes_in_range);
V2D__STATIC_ASSERT(V2D_MAX_POINTS >= 8 && V2D_MAX_POINTS <= 1 << 20, max_points_in_range);
V2D__STATIC_ASSERT(V2D_MAX_EDGES >= 8 && V2D_MAX_EDGES <= 1 << 20, max_edges_in_range);
V2D__STATIC_ASSERT(V2D_MAX_BENDS >= 8 && V2D_MAX_BENDS <= 1 << 20, max_bends_in_range);
V2D__STATIC_ASSERT(V2D_MAX_SOFTS >= 8 && V2D_MAX_SOFTS <= 1 << 20, max_softs_in_range);
V2D__STATIC_ASSERT(V2D_MAX_JOINTS >= 8 && V2D_MAX_JOINTS <= 1 << 20, max_joints_in_range);
V2D__STATIC_ASSERT(V2D_MAX_PAIRS >= 8 && V2D_MAX_PAIRS <= 1 << 24, max_pairs_in_range);
V2D__STATIC_ASSERT(V2D_MAX_CONTACTS >= 8 && V2D_MAX_CONTACTS <= 1 << 22, max_contacts_in_range);
V2D__STATIC_ASSERT(V2D_MAX_ROWS >= 8 && V2D_MAX_ROWS <= 1 << 22, max_rows_in_range);
V2D__STATIC_ASSERT(V2D_MAX_EVENTS >= 8, max_events_in_range);
V2D__STATIC_ASSERT(V2D_MAX_OUTLINE >= 8 && V2D_MAX_OUTLINE <= 1024, max_outline_in_range);
// ================================================================================================
// >>math  Scalars, vectors, rotations, own sine, cosine and arc tangent.
//
// Sees:       nothing.
// Used by:    everything below.
// Invariants: only + - * / sqrt and comparisons, so every build gives the same bits. A rotation is
//             (cosine, sine); a cross product is positive when b lies counter-clockwise of a.
// ================================================================================================
V2D__STATIC_ASSERT(offsetof(struct v2d_world, dof) % 64 == 0, rows_begin_at_a_cache_line);
V2D__STATIC_ASSERT(offsetof(struct v2d_world, ahead) % 32 == 0, rows_of_32_come_first);

static const float v2d__pi = 3.14159265f;

static float v2d__minf(float a, float b) { return a < b ? a : b; }

static float v2d__maxf(float a, float b) { return a > b ? a : b; }

static float v2d__clampf(float x, float lo, float hi) { return v2d__minf(v2d__maxf(x, lo), hi); }

static float v2d__absf(float x) { return x < 0.0f ? -x : x; }

// A look at the bits, because compilers may fold x == x.
static bool v2d__is_finite(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return (bits & 0x7f800000u) != 0x7f800000u;
}

static bool v2d__is_finite2(v2d_vec2 v) { return v2d__is_finite(v.x) && v2d__is_finite(v.y); }

static v2d_vec2 v2d__vec2(float x, float y) {
    v2d_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

static v2d_vec2 v2d__add(v2d_vec2 a, v2d_vec2 b) { return v2d__vec2(a.x + b.x, a.y + b.y); }

static v2d_vec2 v2d__sub(v2d_vec2 a, v2d_vec2 b) { return v2d__vec2(a.x - b.x, a.y - b.y); }

static v2d_vec2 v2d__neg(v2d_vec2 v) { return v2d__vec2(-v.x, -v.y); }

static v2d_vec2 v2d__scale(float s, v2d_vec2 v) { return v2d__vec2(s * v.x, s * v.y); }

static v2d_vec2 v2d__add_scaled(v2d_vec2 a, float s, v2d_vec2 b) {
    return v2d__vec2(a.x + s * b.x, a.y + s * b.y);
}

static float v2d__dot(v2d_vec2 a, v2d_vec2 b) { return a.x * b.x + a.y * b.y; }

static float v2d__cross(v2d_vec2 a, v2d_vec2 b) { return a.x * b.y - a.y * b.x; }

static v2d_vec2 v2d__perp(v2d_vec2 v) { return v2d__vec2(-v.y, v.x); }

static v2d_vec2 v2d__cross_sv(float s, v2d_vec2 v) { return v2d__vec2(-s * v.y, s * v.x); }

static float v2d__length_sq(v2d_vec2 v) { return v.x * v.x + v.y * v.y; }

static float v2d__length(v2d_vec2 v) { return sqrtf(v2d__length_sq(v)); }

// The zero vector stays zero. Very small and very large vectors are scaled first, so that their
// squares neither vanish nor overflow.
static v2d_vec2 v2d__normalize(v2d_vec2 v) {
    float largest = v2d__maxf(v2d__absf(v.x), v2d__absf(v.y));
    if (!(largest > 0.0f)) return v2d__vec2(0.0f, 0.0f);
    if (largest < 1e-12f || largest > 1e12f) v = v2d__vec2(v.x / largest, v.y / largest);
    return v2d__scale(1.0f / v2d__length(v), v);
}

static v2d_rot v2d__rot(float c, float s) {
    v2d_rot q;
    q.c = c;
    q.s = s;
    return q;
}

static v2d_vec2 v2d__rotate(v2d_rot q, v2d_vec2 v) {
    return v2d__vec2(q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y);
}

static v2d_vec2 v2d__inv_rotate(v2d_rot q, v2d_vec2 v) {
    return v2d__vec2(q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x);
}

static v2d_rot v2d__rot_mul(v2d_rot a, v2d_rot b) {
    return v2d__rot(a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s);
}

// a^-1 b
static v2d_rot v2d__rot_inv_mul(v2d_rot a, v2d_rot b) {
    return v2d__rot(a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c);
}

// Sine and cosine for |x| <= pi/4, error below 1e-7.
// Source: Moshier, Cephes mathematical library, 1992, sinf.c: minimax polynomials.
static v2d_rot v2d__sincos_kernel(float x) {
    float z = x * x;
    float s = ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * x + x;
    float c =
        ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z + 4.166664568298827e-2f) * z * z;
    return v2d__rot(c - 0.5f * z + 1.0f, s);
}

// Remainder of x >= 0 after whole turns. Each subtraction is exact, as the two differ by a factor
// of at most two; and there is no conversion to an integer that could be out of range.
static float v2d__wrap_turns(float x) {
    float turn = 2.0f * v2d__pi;
    while (turn <= 0.5f * x)
        turn *= 2.0f;
    for (; turn > v2d__pi; turn *= 0.5f) {
        if (x >= turn) x -= turn;
    }
    return x;
}

// Error below 1e-6 for |angle| <= 1000; a unit vector for every finite angle.
// Source: Cody and Waite, "Software Manual for the Elementary Functions", 1980: pi/2 in three
// parts.
V2D__OUTLINE static v2d_rot v2d__sincos(float angle) {
    float x = angle;
    if (!v2d__is_finite(x)) return v2d__rot(1.0f, 0.0f);
    if (x > 4096.0f) x = v2d__wrap_turns(x);
    if (x < -4096.0f) x = -v2d__wrap_turns(-x);

    int32_t quarter = (int32_t)(x * (2.0f / v2d__pi) + (x < 0.0f ? -0.5f : 0.5f));
    float k = (float)quarter;
    x = ((x - k * 1.5703125f) - k * 4.837512969970703125e-4f) - k * 7.54978995489188e-8f;
    v2d_rot q = v2d__sincos_kernel(x);
    switch ((uint32_t)quarter & 3u) {
    case 1: return v2d__rot(-q.s, q.c);
    case 2: return v2d__rot(-q.c, -q.s);
    case 3: return v2d__rot(q.s, -q.c);
    default: return q;
    }
}

// Arc tangent of 0 <= t <= 1. Source: Moshier, Cephes, 1992, atanf.c.
static float v2d__atan_unit(float t) {
    float base = 0.0f;
    if (t > 0.414213562f) { // tan(pi/8)
        base = 0.25f * v2d__pi;
        t = (t - 1.0f) / (t + 1.0f);
    }
    float z = t * t;
    float p = ((8.05374449538e-2f * z - 1.38776856032e-1f) * z + 1.99777106478e-1f) * z -
              3.33329491539e-1f;
    return base + (p * z * t + t);
}

// -pi to pi; 0 for (0, 0). A negative zero y counts as positive.
V2D__OUTLINE static float v2d__atan2(float y, float x) {
    float ax = v2d__absf(x), ay = v2d__absf(y);
    if (!(ax > 0.0f || ay > 0.0f)) return 0.0f;
    float angle = ay <= ax ? v2d__atan_unit(ay / ax) : 0.5f * v2d__pi - v2d__atan_unit(ax / ay);
    if (x < 0.0f) angle = v2d__pi - angle;
    return y < 0.0f ? -angle : angle;
}

// Turns q by an angle and makes it a unit vector again, so that errors do not add up.
V2D__OUTLINE static v2d_rot v2d__rot_integrate(v2d_rot q, float delta_angle) {
    bool small_angle = v2d__absf(delta_angle) <= 0.75f;
    v2d_rot r =
        v2d__rot_mul(q, small_angle ? v2d__sincos_kernel(delta_angle) : v2d__sincos(delta_angle));
    float length = sqrtf(r.c * r.c + r.s * r.s);
    if (!(length > 0.0f)) return v2d__rot(1.0f, 0.0f);
    return v2d__rot(r.c / length, r.s / length);
}

static v2d_vec2 v2d__transform_point(v2d_transform xf, v2d_vec2 v) {
    return v2d__add(v2d__rotate(xf.q, v), xf.p);
}

static v2d_vec2 v2d__inv_transform_point(v2d_transform xf, v2d_vec2 v) {
    return v2d__inv_rotate(xf.q, v2d__sub(v, xf.p));
}

// Touching counts.
static bool v2d__aabb_overlaps(v2d_aabb a, v2d_aabb b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

static v2d_aabb v2d__aabb_expand(v2d_aabb box, float margin) {
    box.lower = v2d__vec2(box.lower.x - margin, box.lower.y - margin);
    box.upper = v2d__vec2(box.upper.x + margin, box.upper.y + margin);
    return box;
}

V2D_API v2d_vec2 v2d_vec2_make(float x, float y) { return v2d__vec2(x, y); }

V2D_API v2d_rot v2d_rot_make(float angle) { return v2d__sincos(angle); }

V2D_API float v2d_rot_angle(v2d_rot q) {
    if (!v2d__is_finite(q.c) || !v2d__is_finite(q.s)) return 0.0f;
    return v2d__atan2(q.s, q.c);
}

V2D_API v2d_transform v2d_transform_make(v2d_vec2 position, float angle) {
    v2d_transform xf;
    xf.p = position;
    xf.q = v2d__sincos(angle);
    return xf;
}

V2D_API v2d_vec2 v2d_transform_point(v2d_transform xf, v2d_vec2 local) {
    return v2d__transform_point(xf, local);
}

V2D_API v2d_vec2 v2d_transform_inverse_point(v2d_transform xf, v2d_vec2 world_point) {
    return v2d__inv_transform_point(xf, world_point);
}

// ================================================================================================
// >>geometry  Makers with their checks, hull, mass, bounds, signed distance, convex decomposition.
//
// Sees:       math.
// Used by:    >>narrowphase, >>world, >>queries.
// Invariants: a geometry whose kind is not NONE has finite coordinates of at most 1e6 m; polygons
//             are counter-clockwise and strictly convex; normals[i] is the unit outward normal of
//             the edge i; unused entries are zero. Side tests are done in double precision, where
//             they are exact for coordinates of similar size.
// ================================================================================================

static const float v2d__max_coordinate = 1e6f; // [m]
static const float v2d__infinity = 1e18f;      // its square is still finite
enum { V2D__MAX_HULL_POINTS = 256 };

// Number of a vertex of an outline, or of a point that a hull is made of. Short, for the stack's sake.
typedef uint16_t v2d__vertex;

static bool v2d__in_range(v2d_vec2 v, float limit) {
    return v2d__absf(v.x) <= limit && v2d__absf(v.y) <= limit;
}

// Twice the area of the triangle a, b, c; > 0 when c is to the left of the line from a to b.
static double v2d__orient(v2d_vec2 a, v2d_vec2 b, v2d_vec2 c) {
    double abx = (double)b.x - (double)a.x, aby = (double)b.y - (double)a.y;
    double acx = (double)c.x - (double)a.x, acy = (double)c.y - (double)a.y;
    return abx * acy - aby * acx;
}

// How far b stands out to the right of the line from a to c: the height of a convex corner.
static float v2d__corner_height(v2d_vec2 a, v2d_vec2 b, v2d_vec2 c) {
    float chord = v2d__length(v2d__sub(c, a));
    return chord > 0.0f ? (float)v2d__orient(a, b, c) / chord : 0.0f;
}

// Squared distance from p to the segment from a to b, and where on it (0 to 1).
static V2D__INLINE float v2d__point_segment_here(v2d_vec2 p, v2d_vec2 a, v2d_vec2 b, float *t) {
    v2d_vec2 ab = v2d__sub(b, a), ap = v2d__sub(p, a);
    float length_sq = v2d__dot(ab, ab);
    *t = length_sq > 0.0f ? v2d__clampf(v2d__dot(ap, ab) / length_sq, 0.0f, 1.0f) : 0.0f;
    // from b when p is beyond it: a + 1 * (b - a) need not be b
    v2d_vec2 d = *t < 1.0f ? v2d__add_scaled(ap, -*t, ab) : v2d__sub(p, b);
    return v2d__dot(d, d);
}

static float v2d__point_segment(v2d_vec2 p, v2d_vec2 a, v2d_vec2 b, float *t) {
    return v2d__point_segment_here(p, a, b, t);
}

#if defined(V2D__SETUP_OPTIMIZE)
#pragma GCC push_options
#pragma GCC optimize("O1")
#endif

V2D__COLD static v2d_result v2d__check_points(const v2d_vec2 *points, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        if (!v2d__is_finite2(points[i])) return V2D_ERROR_NOT_FINITE;
    }
    for (int32_t i = 0; i < count; ++i) {
        if (!v2d__in_range(points[i], v2d__max_coordinate)) return V2D_ERROR_OUT_OF_RANGE;
    }
    return V2D_OK;
}

static v2d_result v2d__check_radius(float radius, float smallest) {
    if (!v2d__is_finite(radius)) return V2D_ERROR_NOT_FINITE;
    return radius >= smallest && radius <= v2d__max_coordinate ? V2D_OK : V2D_ERROR_OUT_OF_RANGE;
}

// Features smaller than this vanish in the rounding of the coordinates [m].
V2D__COLD static float v2d__tolerance(const v2d_vec2 *points, int32_t count) {
    float size = 0.1f;
    for (int32_t i = 0; i < count; ++i) {
        size = v2d__maxf(size, v2d__maxf(v2d__absf(points[i].x), v2d__absf(points[i].y)));
    }
    return 1e-6f * size;
}

V2D__COLD static v2d_geometry v2d__geometry_none(v2d_result error) {
    v2d_geometry geometry;
    memset(&geometry, 0, sizeof(geometry));
    geometry.error = error;
    return geometry;
}

// Unit normal to the right of the way from a to b.
static v2d_vec2 v2d__edge_normal(v2d_vec2 a, v2d_vec2 b) {
    return v2d__normalize(v2d__vec2(b.y - a.y, a.x - b.x));
}

// For vertices that have been checked and are counter-clockwise.
V2D__OUTLINE static v2d_geometry
v2d__geometry_make(v2d_geometry_kind kind, const v2d_vec2 *vertices, int32_t count, float radius) {
    v2d_geometry geometry = v2d__geometry_none(V2D_OK);
    V2D_ASSERT(count >= 1 && count <= V2D_MAX_VERTICES);
    geometry.kind = kind;
    geometry.count = count;
    geometry.radius = radius;
    for (int32_t i = 0; i < count; ++i) {
        geometry.vertices[i] = vertices[i];
        geometry.normals[i] = v2d__edge_normal(vertices[i], vertices[i + 1 < count ? i + 1 : 0]);
    }
    return geometry;
}

V2D_API v2d_geometry v2d_geometry_circle(v2d_vec2 center, float radius) {
    v2d_result result = v2d__check_points(&center, 1);
    if (result == V2D_OK) result = v2d__check_radius(radius, 1e-6f);
    if (result != V2D_OK) return v2d__geometry_none(result);
    return v2d__geometry_make(V2D_GEOMETRY_CIRCLE, &center, 1, radius);
}

// A capsule, or with radius 0 a segment.
V2D__COLD static v2d_geometry v2d__geometry_two_points(v2d_geometry_kind kind, v2d_vec2 a,
                                                       v2d_vec2 b, float radius) {
    v2d_vec2 ends[2];
    ends[0] = a;
    ends[1] = b;
    v2d_result result = v2d__check_points(ends, 2);
    if (result == V2D_OK)
        result = v2d__check_radius(radius, kind == V2D_GEOMETRY_CAPSULE ? 1e-6f : 0.0f);
    if (result != V2D_OK) return v2d__geometry_none(result);
    if (v2d__length(v2d__sub(b, a)) <= v2d__tolerance(ends, 2))
        return v2d__geometry_none(V2D_ERROR_DEGENERATE);
    v2d_geometry geometry = v2d__geometry_make(kind, ends, 2, radius);
    geometry.normals[1] = v2d__neg(geometry.normals[0]); // to the bit
    return geometry;
}

V2D_API v2d_geometry v2d_geometry_capsule(v2d_vec2 a, v2d_vec2 b, float radius) {
    return v2d__geometry_two_points(V2D_GEOMETRY_CAPSULE, a, b, radius);
}

V2D_API v2d_geometry v2d_geometry_segment(v2d_vec2 a, v2d_vec2 b) {
    return v2d__geometry_two_points(V2D_GEOMETRY_SEGMENT, a, b, 0.0f);
}

V2D_API v2d_geometry v2d_geometry_chain_segment(v2d_vec2 before, v2d_vec2 a, v2d_vec2 b,
                                                v2d_vec2 after) {
    v2d_vec2 ghosts[2];
    ghosts[0] = before, ghosts[1] = after;
    v2d_geometry geometry = v2d__geometry_two_points(V2D_GEOMETRY_CHAIN_SEGMENT, a, b, 0.0f);
    v2d_result result = geometry.error != V2D_OK ? geometry.error : v2d__check_points(ghosts, 2);
    if (result != V2D_OK) return v2d__geometry_none(result);
    geometry.vertices[2] = before, geometry.vertices[3] = after;
    float tolerance = v2d__tolerance(geometry.vertices, 4);
    if (v2d__length(v2d__sub(b, a)) <= tolerance || v2d__length(v2d__sub(a, before)) <= tolerance ||
        v2d__length(v2d__sub(after, b)) <= tolerance)
        return v2d__geometry_none(V2D_ERROR_DEGENERATE);
    geometry.normals[2] = v2d__edge_normal(before, a);
    geometry.normals[3] = v2d__edge_normal(b, after);
    return geometry;
}

V2D_API v2d_geometry v2d_geometry_half_plane(v2d_vec2 point, v2d_vec2 normal) {
    v2d_result result = v2d__check_points(&point, 1);
    if (result == V2D_OK && !v2d__is_finite2(normal)) result = V2D_ERROR_NOT_FINITE;
    if (result != V2D_OK) return v2d__geometry_none(result);
    v2d_vec2 unit = v2d__normalize(normal);
    if (unit.x == 0.0f && unit.y == 0.0f) return v2d__geometry_none(V2D_ERROR_DEGENERATE);
    v2d_geometry geometry = v2d__geometry_make(V2D_GEOMETRY_HALF_PLANE, &point, 1, 0.0f);
    geometry.normals[0] = unit;
    return geometry;
}

V2D_API float v2d_polygon_area(const v2d_vec2 *vertices, int count) {
    double twice = 0.0;
    if (vertices == NULL || count < 3) return 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        if (!v2d__is_finite2(vertices[i])) return 0.0f;
    }
    for (int32_t i = 1; i + 1 < count; ++i) {
        twice += v2d__orient(vertices[0], vertices[i], vertices[i + 1]);
    }
    // a conversion out of range would be undefined
    return twice > -1e38 && twice < 1e38 ? (float)(0.5 * twice) : 0.0f;
}

// For counter-clockwise vertices. Local convexity alone would accept a pentagram, hence all pairs.
V2D__COLD static v2d_result v2d__check_convex(const v2d_vec2 *v, int32_t count) {
    float tolerance = v2d__tolerance(v, count);
    bool flat = false;
    for (int32_t i = 0; i < count; ++i) {
        int32_t j = (i + 1) % count, k = (i + 2) % count;
        float height = v2d__corner_height(v[i], v[j], v[k]);
        if (v2d__length(v2d__sub(v[j], v[i])) <= tolerance) return V2D_ERROR_DEGENERATE;
        if (height < -tolerance) return V2D_ERROR_NOT_CONVEX;
        flat = flat || height <= tolerance;
    }
    for (int32_t i = 0; i < count; ++i) {
        int32_t j = (i + 1) % count;
        for (int32_t k = 0; k < count && !flat; ++k) {
            if (k != i && k != j && !(v2d__orient(v[i], v[j], v[k]) > 0.0))
                return V2D_ERROR_NOT_CONVEX;
        }
    }
    return flat ? V2D_ERROR_DEGENERATE : V2D_OK;
}

V2D_API v2d_geometry v2d_geometry_polygon(const v2d_vec2 *vertices, int count, float radius) {
    v2d_vec2 v[V2D_MAX_VERTICES];
    if (vertices == NULL) return v2d__geometry_none(V2D_ERROR_NULL);
    if (count < 3 || count > V2D_MAX_VERTICES) return v2d__geometry_none(V2D_ERROR_VERTEX_COUNT);
    v2d_result result = v2d__check_points(vertices, count);
    if (result == V2D_OK) result = v2d__check_radius(radius, 0.0f);
    if (result != V2D_OK) return v2d__geometry_none(result);

    bool clockwise = v2d_polygon_area(vertices, count) < 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        v[i] = vertices[clockwise ? count - 1 - i : i];
    }
    result = v2d__check_convex(v, count);
    if (result != V2D_OK) return v2d__geometry_none(result);
    return v2d__geometry_make(V2D_GEOMETRY_POLYGON, v, count, radius);
}

V2D_API v2d_geometry v2d_geometry_oriented_box(float half_width, float half_height, v2d_vec2 center,
                                               float angle) {
    v2d_vec2 corners[4];
    v2d_vec2 half = v2d__vec2(half_width, half_height);
    if (!v2d__is_finite2(half) || !v2d__is_finite2(center) || !v2d__is_finite(angle)) {
        return v2d__geometry_none(V2D_ERROR_NOT_FINITE);
    }
    if (!(half.x > 0.0f && half.y > 0.0f) || !v2d__in_range(half, v2d__max_coordinate)) {
        return v2d__geometry_none(V2D_ERROR_OUT_OF_RANGE);
    }
    v2d_transform xf = v2d_transform_make(center, angle);
    corners[0] = v2d__transform_point(xf, v2d__vec2(-half.x, -half.y));
    corners[1] = v2d__transform_point(xf, v2d__vec2(half.x, -half.y));
    corners[2] = v2d__transform_point(xf, half);
    corners[3] = v2d__transform_point(xf, v2d__vec2(-half.x, half.y));
    return v2d_geometry_polygon(corners, 4, 0.0f);
}

V2D_API v2d_geometry v2d_geometry_box(float half_width, float half_height) {
    return v2d_geometry_oriented_box(half_width, half_height, v2d__vec2(0.0f, 0.0f), 0.0f);
}

// Drops corners that stand out less than `tolerance` from the line through their neighbours.
// Returns the number left.
V2D__COLD static int32_t v2d__strip_flat(const v2d_vec2 *points, v2d__vertex *index, int32_t count,
                                         float tolerance) {
    for (int32_t i = 0; i < count && count >= 3;) {
        v2d_vec2 before = points[index[(i + count - 1) % count]],
                 after = points[index[(i + 1) % count]];
        if (v2d__absf(v2d__corner_height(before, points[index[i]], after)) > tolerance) {
            ++i;
            continue;
        }
        count -= 1;
        for (int32_t j = i; j < count; ++j) {
            index[j] = index[j + 1];
        }
        i = 0; // the neighbours have changed
    }
    return count;
}

// Point numbers by x, then y, then number: insertion sort.
V2D__COLD static void v2d__sort_points(const v2d_vec2 *points, v2d__vertex *index, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        int32_t j = i;
        for (; j > 0; --j) {
            v2d_vec2 p = points[i], q = points[index[j - 1]];
            if (q.x < p.x || (q.x == p.x && q.y <= p.y)) break;
            index[j] = index[j - 1];
        }
        index[j] = (v2d__vertex)i;
    }
}

// Andrew's monotone chain: the lower hull from left to right, then the upper one back.
// Returns the number of corners, counter-clockwise in `hull` (room for 2 * count).
V2D__COLD static int32_t v2d__hull_chain(const v2d_vec2 *points, const v2d__vertex *sorted,
                                         int32_t count, v2d__vertex *hull) {
    int32_t size = 0, keep = 2;
    for (int32_t step = 0; step < 2 * count - 1; ++step) {
        v2d__vertex next = sorted[step < count ? step : 2 * count - 2 - step];
        if (step == count) keep = size + 1; // the lower hull stays
        while (size >= keep &&
               !(v2d__orient(points[hull[size - 2]], points[hull[size - 1]], points[next]) > 0.0)) {
            size -= 1;
        }
        hull[size] = next;
        size += 1;
    }
    return size - 1; // the last is the first again
}

V2D_API v2d_geometry v2d_geometry_hull(const v2d_vec2 *points, int count, float radius) {
    v2d__vertex sorted[V2D__MAX_HULL_POINTS], hull[2 * V2D__MAX_HULL_POINTS];
    v2d_vec2 corners[V2D_MAX_VERTICES];
    if (points == NULL) return v2d__geometry_none(V2D_ERROR_NULL);
    if (count < 3 || count > V2D__MAX_HULL_POINTS)
        return v2d__geometry_none(V2D_ERROR_VERTEX_COUNT);
    v2d_result result = v2d__check_points(points, count);
    if (result != V2D_OK) return v2d__geometry_none(result);

    v2d__sort_points(points, sorted, count);
    int32_t corner_count = v2d__hull_chain(points, sorted, count, hull);
    corner_count = v2d__strip_flat(points, hull, corner_count, v2d__tolerance(points, count));
    if (corner_count < 3) return v2d__geometry_none(V2D_ERROR_DEGENERATE);
    if (corner_count > V2D_MAX_VERTICES) return v2d__geometry_none(V2D_ERROR_VERTEX_COUNT);
    for (int32_t i = 0; i < corner_count; ++i) {
        corners[i] = points[hull[i]];
    }
    return v2d_geometry_polygon(corners, corner_count, radius);
}

// ---- questions ---------------------------------------------------------------------------------

// Entries of `vertices` and `normals` that mean something.
static int32_t v2d__geometry_entries(const v2d_geometry *g) {
    return g->kind == V2D_GEOMETRY_CHAIN_SEGMENT ? 4 : g->count;
}

// Whether the fields keep the promises that the code below relies on: a caller may have filled
// them.
V2D__COLD static bool v2d__geometry_is_valid(const v2d_geometry *g) {
    if (g == NULL || v2d__check_radius(g->radius, 0.0f) != V2D_OK) return false;
    bool count_fits = false;
    switch (g->kind) {
    case V2D_GEOMETRY_NONE: break;
    case V2D_GEOMETRY_CIRCLE:
    case V2D_GEOMETRY_HALF_PLANE: count_fits = g->count == 1; break;
    case V2D_GEOMETRY_CAPSULE:
    case V2D_GEOMETRY_CHAIN_SEGMENT:
    case V2D_GEOMETRY_SEGMENT: count_fits = g->count == 2; break;
    case V2D_GEOMETRY_POLYGON: count_fits = g->count >= 3 && g->count <= V2D_MAX_VERTICES; break;
    }
    int32_t entries = v2d__geometry_entries(g);
    if (!count_fits || v2d__check_points(g->vertices, entries) != V2D_OK) return false;
    for (int32_t i = 0; i < entries && g->kind != V2D_GEOMETRY_CIRCLE; ++i) {
        v2d_vec2 n = g->normals[i];
        if (!v2d__is_finite2(n) || !v2d__in_range(n, 2.0f)) return false;
        if (v2d__absf(v2d__length_sq(n) - 1.0f) > 0.002f) return false; // unit vectors
    }
    return true;
}

// A finite place within 1e9 m and a rotation that is nearly a unit vector.
V2D__COLD static bool v2d__transform_is_valid(v2d_transform xf) {
    if (!v2d__is_finite2(xf.p) || !v2d__in_range(xf.p, 1e9f)) return false;
    return v2d__is_finite(xf.q.c) && v2d__is_finite(xf.q.s) &&
           v2d__absf(xf.q.c * xf.q.c + xf.q.s * xf.q.s - 1.0f) <= 0.01f;
}

// Area, first moment and polar second moment about a common origin, for density 1.
typedef struct v2d__moments {
    float area;     // [m^2]
    v2d_vec2 first; // [m^3]
    float second;   // [m^4]
} v2d__moments;

static void v2d__moments_add_triangle(v2d__moments *m, v2d_vec2 p, v2d_vec2 q) { // with the origin
    float cross = v2d__cross(p, q);
    m->area += 0.5f * cross;
    m->first = v2d__add_scaled(m->first, cross / 6.0f, v2d__add(p, q));
    m->second += cross / 12.0f * (v2d__dot(p, p) + v2d__dot(p, q) + v2d__dot(q, q));
}

// Between an edge and the same edge moved out by `radius`.
static void v2d__moments_add_rectangle(v2d__moments *m, v2d_vec2 p, v2d_vec2 q, v2d_vec2 normal,
                                       float radius) {
    float length = v2d__length(v2d__sub(q, p)), area = length * radius;
    v2d_vec2 center = v2d__add_scaled(v2d__scale(0.5f, v2d__add(p, q)), 0.5f * radius, normal);
    m->area += area;
    m->first = v2d__add_scaled(m->first, area, center);
    m->second += area * ((length * length + radius * radius) / 12.0f + v2d__dot(center, center));
}

// Circular sector at a corner, from the normal of one edge to that of the next. The integral of the
// unit vector over the angle is -perp of it, which saves the angle in the first moment.
static void v2d__moments_add_sector(v2d__moments *m, v2d_vec2 corner, v2d_vec2 from, v2d_vec2 to,
                                    float radius) {
    float angle = v2d__atan2(v2d__cross(from, to), v2d__dot(from, to)), r2 = radius * radius;
    float area = 0.5f * r2 * angle;
    v2d_vec2 own = v2d__scale(r2 * radius / 3.0f, v2d__sub(v2d__perp(from), v2d__perp(to)));
    m->area += area;
    m->first = v2d__add(m->first, v2d__add_scaled(own, area, corner));
    m->second +=
        0.25f * r2 * r2 * angle + 2.0f * v2d__dot(corner, own) + area * v2d__dot(corner, corner);
}

// About the first vertex, for the sake of figures far from their local origin.
V2D__COLD static v2d__moments v2d__geometry_moments(const v2d_geometry *g) {
    v2d__moments m;
    memset(&m, 0, sizeof(m));
    if (g->kind == V2D_GEOMETRY_CIRCLE) {
        m.area = v2d__pi * g->radius * g->radius;
        m.second = 0.5f * m.area * g->radius * g->radius;
        return m;
    }
    for (int32_t i = 0; i < g->count; ++i) {
        int32_t j = i + 1 < g->count ? i + 1 : 0;
        v2d_vec2 p = v2d__sub(g->vertices[i], g->vertices[0]),
                 q = v2d__sub(g->vertices[j], g->vertices[0]);
        v2d__moments_add_triangle(&m, p, q);
        if (!(g->radius > 0.0f)) continue;
        v2d__moments_add_rectangle(&m, p, q, g->normals[i], g->radius);
        v2d__moments_add_sector(&m, q, g->normals[i], g->normals[j], g->radius);
    }
    return m;
}

V2D_API v2d_mass v2d_geometry_mass(const v2d_geometry *geometry, float density) {
    v2d_mass mass;
    memset(&mass, 0, sizeof(mass));
    if (!v2d__geometry_is_valid(geometry) || !v2d__is_finite(density)) return mass;
    if (geometry->kind == V2D_GEOMETRY_SEGMENT || geometry->kind == V2D_GEOMETRY_CHAIN_SEGMENT ||
        geometry->kind == V2D_GEOMETRY_HALF_PLANE)
        return mass;
    if (!(density >= 0.0f && density <= 1e9f)) return mass;

    v2d__moments m = v2d__geometry_moments(geometry);
    if (!(m.area > 0.0f)) return mass;
    v2d_vec2 offset = v2d__scale(1.0f / m.area, m.first);
    mass.mass = density * m.area;
    mass.center = v2d__add(geometry->vertices[0], offset);
    mass.inertia = density * v2d__maxf(m.second - m.area * v2d__dot(offset, offset), 0.0f);
    return mass;
}

#if defined(V2D__SETUP_OPTIMIZE)
#pragma GCC pop_options
#endif

// Only a normal exactly along an axis bounds a half-plane on one side.
static v2d_aabb v2d__half_plane_aabb(v2d_vec2 point, v2d_vec2 normal) {
    v2d_aabb box;
    box.lower = v2d__vec2(-v2d__infinity, -v2d__infinity);
    box.upper = v2d__vec2(v2d__infinity, v2d__infinity);
    if (normal.y == 0.0f && normal.x > 0.0f) box.upper.x = point.x;
    if (normal.y == 0.0f && normal.x < 0.0f) box.lower.x = point.x;
    if (normal.x == 0.0f && normal.y > 0.0f) box.upper.y = point.y;
    if (normal.x == 0.0f && normal.y < 0.0f) box.lower.y = point.y;
    return box;
}

// For the engine, without checks.
static v2d_aabb v2d__geometry_aabb(const v2d_geometry *geometry, v2d_transform xf) {
    v2d_aabb box;
    box.lower = v2d__transform_point(xf, geometry->vertices[0]);
    box.upper = box.lower;
    if (geometry->kind == V2D_GEOMETRY_HALF_PLANE) {
        return v2d__half_plane_aabb(box.lower, v2d__rotate(xf.q, geometry->normals[0]));
    }
    for (int32_t i = 1; i < geometry->count; ++i) {
        v2d_vec2 p = v2d__transform_point(xf, geometry->vertices[i]);
        box.lower = v2d__vec2(v2d__minf(box.lower.x, p.x), v2d__minf(box.lower.y, p.y));
        box.upper = v2d__vec2(v2d__maxf(box.upper.x, p.x), v2d__maxf(box.upper.y, p.y));
    }
    return v2d__aabb_expand(box, geometry->radius);
}

V2D_API v2d_aabb v2d_geometry_aabb(const v2d_geometry *geometry, v2d_transform xf) {
    if (!v2d__geometry_is_valid(geometry) || !v2d__transform_is_valid(xf)) {
        v2d_aabb zero;
        memset(&zero, 0, sizeof(zero));
        return zero;
    }
    return v2d__geometry_aabb(geometry, xf);
}

// Number of the largest dot product with `direction`; the first one of equals.
static int32_t v2d__most_along(const v2d_vec2 *vectors, int32_t count, v2d_vec2 direction) {
    int32_t best = 0;
    float best_dot = v2d__dot(vectors[0], direction);
    for (int32_t i = 1; i < count; ++i) {
        float dot = v2d__dot(vectors[i], direction);
        best = dot > best_dot ? i : best;
        best_dot = v2d__maxf(best_dot, dot);
    }
    return best;
}

V2D_API v2d_vec2 v2d_geometry_support(const v2d_geometry *geometry, v2d_vec2 direction) {
    if (!v2d__geometry_is_valid(geometry) || !v2d__is_finite2(direction))
        return v2d__vec2(0.0f, 0.0f);
    v2d_vec2 unit = v2d__normalize(direction);
    int32_t vertex = v2d__most_along(geometry->vertices, geometry->count, unit);
    return v2d__add_scaled(geometry->vertices[vertex], geometry->radius, unit);
}

// From a core point at `delta` = p - core point, to the separation from a surface `radius` around
// it.
static bool v2d__point_round(v2d_vec2 delta, v2d_vec2 fallback, float radius, float margin,
                             float *separation, v2d_vec2 *normal) {
    float reach = radius + margin, length_sq = v2d__dot(delta, delta);
    if (length_sq > reach * reach) return false;
    *separation = sqrtf(length_sq) - radius;
    *normal = v2d__normalize(delta);
    if (normal->x == 0.0f && normal->y == 0.0f) *normal = fallback;
    return true;
}

// Voronoi regions: the edge of greatest separation, then its ends when the point is beyond them.
static bool v2d__point_polygon(const v2d_geometry *g, v2d_vec2 p, float margin, float *separation,
                               v2d_vec2 *normal) {
    int32_t edge = 0;
    float best = v2d__dot(g->normals[0], v2d__sub(p, g->vertices[0]));
    for (int32_t i = 1; i < g->count; ++i) {
        float s = v2d__dot(g->normals[i], v2d__sub(p, g->vertices[i]));
        edge = s > best ? i : edge;
        best = v2d__maxf(s, best);
    }
    *separation = best - g->radius;
    *normal = g->normals[edge];
    if (*separation > margin) return false;
    if (best <= 0.0f) return true;

    v2d_vec2 from = v2d__sub(p, g->vertices[edge]);
    v2d_vec2 to = v2d__sub(p, g->vertices[edge + 1 < g->count ? edge + 1 : 0]);
    v2d_vec2 along = v2d__perp(*normal);
    if (v2d__dot(from, along) < 0.0f)
        return v2d__point_round(from, *normal, g->radius, margin, separation, normal);
    if (v2d__dot(to, along) > 0.0f)
        return v2d__point_round(to, *normal, g->radius, margin, separation, normal);
    return true;
}

// Signed distance of a point to the surface, and the outward normal there, all in local
// coordinates. False, with the outputs undefined, when the point is farther out than `margin`.
static bool v2d__point_geometry(const v2d_geometry *g, v2d_vec2 local_point, float margin,
                                float *separation, v2d_vec2 *normal) {
    v2d_vec2 delta = v2d__sub(local_point, g->vertices[0]);
    if (g->kind == V2D_GEOMETRY_POLYGON)
        return v2d__point_polygon(g, local_point, margin, separation, normal);
    if (g->kind == V2D_GEOMETRY_CIRCLE) {
        return v2d__point_round(delta, v2d__vec2(0.0f, 1.0f), g->radius, margin, separation,
                                normal);
    }
    if (g->kind == V2D_GEOMETRY_HALF_PLANE) {
        *normal = g->normals[0];
        *separation = v2d__dot(delta, *normal);
        return *separation <= margin;
    }
    float t;
    (void)v2d__point_segment(local_point, g->vertices[0], g->vertices[1], &t);
    v2d_vec2 core = v2d__add_scaled(g->vertices[0], t, v2d__sub(g->vertices[1], g->vertices[0]));
    delta = v2d__sub(local_point, t < 1.0f ? core : g->vertices[1]);
    return v2d__point_round(delta, g->normals[0], g->radius, margin, separation, normal);
}

// ---- chain segments ----------------------------------------------------------------------------
// At a vertex between two links the directions from the normal of one to that of the other are the
// Gauss map of the corner. Where it is convex each link owns the half of them that is nearer to its
// own normal. Where it is concave, or straight, there are none: only the face normals count.

// 0: before the link, 1: after it. > 0 along the link beyond that end.
static float v2d__link_beyond(const v2d_geometry *g, int32_t end, v2d_vec2 from_end) {
    float along = v2d__dot(v2d__perp(g->normals[0]), from_end);
    return end == 0 ? -along : along;
}

// The chain ends there: it turns back on itself.
static bool v2d__link_is_free(const v2d_geometry *g, int32_t end) {
    v2d_vec2 sum = v2d__add(g->normals[0], g->normals[2 + end]);
    return sum.x == 0.0f && sum.y == 0.0f;
}

static bool v2d__link_is_convex(const v2d_geometry *g, int32_t end) {
    float turn = v2d__cross(g->normals[0], g->normals[2 + end]);
    return v2d__link_is_free(g, end) || (end == 0 ? turn < 0.0f : turn > 0.0f);
}

// Of the directions beyond the end: those nearer to this link's normal than to its neighbour's.
static bool v2d__link_owns(const v2d_geometry *g, int32_t end, v2d_vec2 direction) {
    return v2d__dot(direction, v2d__sub(g->normals[0], g->normals[2 + end])) >= 0.0f;
}

// Behind the line, by at most what counts as still in front: the nearer of two faces takes the
// point at a convex corner, and the vertex itself at a concave one.
static bool v2d__point_behind_link(const v2d_geometry *g, v2d_vec2 p, float *separation,
                                   v2d_vec2 *normal) {
    for (int32_t end = 0; end < 2; ++end) {
        v2d_vec2 from = v2d__sub(p, g->vertices[end]);
        bool beyond = v2d__link_beyond(g, end, from) > 0.0f;
        if (v2d__link_is_convex(g, end)) {
            if (beyond) return false;
            if (!v2d__link_is_free(g, end) && !v2d__link_owns(g, end, from)) return false;
            continue;
        }
        if (!beyond) continue;
        float side = v2d__dot(v2d__perp(g->normals[2 + end]), from); // along the neighbour
        if (end == 0 ? side <= 0.0f : side >= 0.0f) return false;
        if (!v2d__link_owns(g, end, v2d__neg(from))) return false;
        *separation = -v2d__length(from);
        *normal = v2d__normalize(v2d__neg(from));
    }
    return true;
}

// Like v2d__point_geometry for the right side of a chain segment, and its part of the corners.
// Points up to `behind` on the left count as in front.
static bool v2d__point_link(const v2d_geometry *g, v2d_vec2 p, float behind, float reach,
                            float *separation, v2d_vec2 *normal) {
    *normal = g->normals[0];
    *separation = v2d__dot(*normal, v2d__sub(p, g->vertices[0]));
    if (*separation > reach || *separation < -behind) return false;
    if (*separation < 0.0f) return v2d__point_behind_link(g, p, separation, normal);
    for (int32_t end = 0; end < 2; ++end) {
        v2d_vec2 from = v2d__sub(p, g->vertices[end]);
        if (!(v2d__link_beyond(g, end, from) > 0.0f)) continue;
        if (!v2d__link_is_convex(g, end) || !v2d__link_owns(g, end, from)) return false;
        return v2d__point_round(from, *normal, 0.0f, reach, separation, normal);
    }
    return true;
}

V2D_API bool v2d_geometry_contains(const v2d_geometry *geometry, v2d_transform xf,
                                   v2d_vec2 world_point) {
    float separation;
    v2d_vec2 normal;
    if (!v2d__geometry_is_valid(geometry) || !v2d__transform_is_valid(xf)) return false;
    if (!v2d__is_finite2(world_point) || !v2d__in_range(world_point, 1e9f)) return false;
    return v2d__point_geometry(geometry, v2d__inv_transform_point(xf, world_point), 0.0f,
                               &separation, &normal);
}

// ---- convex decomposition ----------------------------------------------------------------------

// A convex part of an outline, as vertex numbers.
typedef struct v2d__piece {
    v2d__vertex count;
    v2d__vertex index[V2D_MAX_VERTICES];
} v2d__piece;

// A cut from vertex u to v: one piece has the edge u v, another one v u.
typedef struct v2d__cut {
    v2d__vertex u, v;
} v2d__cut;

typedef struct v2d__decomposition {
    const v2d_vec2 *points;            // in the order of the caller
    v2d__vertex ring[V2D_MAX_OUTLINE]; // what is left to cut off, counter-clockwise
    int32_t ring_count, piece_count, cut_count;
    v2d__piece pieces[V2D_MAX_OUTLINE - 2];
    v2d__cut cuts[V2D_MAX_OUTLINE - 2];
    float tolerance; // [m]
} v2d__decomposition;

#if defined(V2D__SETUP_OPTIMIZE)
#pragma GCC push_options
#pragma GCC optimize("O1")
#endif

V2D__COLD static bool v2d__segments_touch(v2d_vec2 a, v2d_vec2 b, v2d_vec2 c, v2d_vec2 d,
                                          float tolerance) {
    float t, limit = tolerance * tolerance;
    bool crosses_ab = (v2d__orient(a, b, c) > 0.0) != (v2d__orient(a, b, d) > 0.0);
    bool crosses_cd = (v2d__orient(c, d, a) > 0.0) != (v2d__orient(c, d, b) > 0.0);
    if (crosses_ab && crosses_cd) return true;
    return v2d__point_segment(a, c, d, &t) <= limit || v2d__point_segment(b, c, d, &t) <= limit ||
           v2d__point_segment(c, a, b, &t) <= limit || v2d__point_segment(d, a, b, &t) <= limit;
}

// Neighbouring edges share a vertex. When they fold back on each other, the next edge touches too.
V2D__COLD static bool v2d__outline_touches_itself(const v2d_vec2 *p, int32_t count,
                                                  float tolerance) {
    for (int32_t i = 0; i < count; ++i) {
        int32_t i1 = (i + 1) % count;
        for (int32_t j = i + 2; j < count; ++j) {
            int32_t j1 = (j + 1) % count;
            if (j1 != i && v2d__segments_touch(p[i], p[i1], p[j], p[j1], tolerance)) return true;
        }
    }
    return false;
}

// All within `tolerance` of one line: the one through the first point and that farthest from it.
static bool v2d__outline_is_flat(const v2d_vec2 *p, int32_t count, float tolerance) {
    int32_t far_index = 0;
    float far_sq = 0.0f;
    for (int32_t i = 1; i < count; ++i) {
        float length_sq = v2d__length_sq(v2d__sub(p[i], p[0]));
        far_index = length_sq > far_sq ? i : far_index;
        far_sq = v2d__maxf(far_sq, length_sq);
    }
    for (int32_t i = 1; i < count; ++i) {
        float height =
            far_sq > 0.0f ? (float)v2d__orient(p[0], p[far_index], p[i]) / sqrtf(far_sq) : 0.0f;
        if (v2d__absf(height) > tolerance) return false;
    }
    return true;
}

V2D__COLD static v2d_result v2d__check_outline(const v2d_vec2 *p, int32_t count, float tolerance) {
    for (int32_t i = 0; i < count; ++i) {
        if (v2d__length(v2d__sub(p[(i + 1) % count], p[i])) <= tolerance)
            return V2D_ERROR_DEGENERATE;
    }
    if (v2d__outline_is_flat(p, count, tolerance)) return V2D_ERROR_DEGENERATE;
    return v2d__outline_touches_itself(p, count, tolerance) ? V2D_ERROR_SELF_CROSSING : V2D_OK;
}

static bool v2d__in_triangle(v2d_vec2 p, v2d_vec2 a, v2d_vec2 b, v2d_vec2 c) { // border included
    return v2d__orient(a, b, p) >= 0.0 && v2d__orient(b, c, p) >= 0.0 &&
           v2d__orient(c, a, p) >= 0.0;
}

// Corner i of the ring can be cut off when it is convex and no other vertex lies in its triangle.
V2D__COLD static bool v2d__is_ear(const v2d__decomposition *d, int32_t i) {
    int32_t before = (i + d->ring_count - 1) % d->ring_count, after = (i + 1) % d->ring_count;
    v2d_vec2 a = d->points[d->ring[before]], b = d->points[d->ring[i]],
             c = d->points[d->ring[after]];
    for (int32_t k = 0; k < d->ring_count; ++k) {
        if (k == before || k == i || k == after) continue;
        if (v2d__in_triangle(d->points[d->ring[k]], a, b, c)) return false;
    }
    return true;
}

// Area over longest side squared: low for slivers, <= 0 when the corner is not convex.
static float v2d__ear_quality(const v2d__decomposition *d, int32_t i) {
    v2d_vec2 a = d->points[d->ring[(i + d->ring_count - 1) % d->ring_count]];
    v2d_vec2 b = d->points[d->ring[i]], c = d->points[d->ring[(i + 1) % d->ring_count]];
    float ab = v2d__length_sq(v2d__sub(b, a)), bc = v2d__length_sq(v2d__sub(c, b));
    float longest = v2d__maxf(v2d__maxf(ab, bc), v2d__length_sq(v2d__sub(a, c)));
    return (float)v2d__orient(a, b, c) / longest;
}

// The ear of the best shape, or -1.
V2D__COLD static int32_t v2d__best_ear(const v2d__decomposition *d) {
    int32_t best = -1;
    float best_quality = 0.0f;
    for (int32_t i = 0; i < d->ring_count; ++i) {
        float quality = v2d__ear_quality(d, i);
        if (!(quality > best_quality) || !v2d__is_ear(d, i)) continue;
        best = i;
        best_quality = quality;
    }
    return best;
}

V2D__COLD static void v2d__cut_ear(v2d__decomposition *d, int32_t i) {
    int32_t before = (i + d->ring_count - 1) % d->ring_count, after = (i + 1) % d->ring_count;
    v2d__piece *piece = &d->pieces[d->piece_count++];
    piece->count = 3;
    piece->index[0] = d->ring[before];
    piece->index[1] = d->ring[i];
    piece->index[2] = d->ring[after];
    d->cuts[d->cut_count].u = d->ring[before];
    d->cuts[d->cut_count].v = d->ring[after];
    d->cut_count += 1;
    d->ring_count -= 1;
    for (int32_t k = i; k < d->ring_count; ++k) {
        d->ring[k] = d->ring[k + 1];
    }
}

V2D__COLD static v2d_result v2d__triangulate(v2d__decomposition *d) {
    while (d->ring_count >= 3) {
        int32_t ear = v2d__best_ear(d);
        if (ear < 0) return V2D_ERROR_DEGENERATE;
        v2d__cut_ear(d, ear);
    }
    d->cut_count -= 1; // the last triangle has nothing behind it
    return V2D_OK;
}

// Piece with an edge from vertex u to v, and where in its list u is; -1 when there is none.
V2D__COLD static int32_t v2d__find_edge(const v2d__decomposition *d, int32_t u, int32_t v,
                                        int32_t *at) {
    for (int32_t p = 0; p < d->piece_count; ++p) {
        const v2d__piece *piece = &d->pieces[p];
        for (int32_t i = 0; i < piece->count; ++i) {
            *at = i;
            if (piece->index[i] == u && piece->index[(i + 1) % piece->count] == v) return p;
        }
    }
    return -1;
}

V2D__COLD static bool v2d__is_convex_list(const v2d_vec2 *points, const v2d__vertex *index,
                                          int32_t count, float tolerance) {
    for (int32_t i = 0; i < count; ++i) {
        v2d_vec2 a = points[index[i]], b = points[index[(i + 1) % count]],
                 c = points[index[(i + 2) % count]];
        if (!(v2d__corner_height(a, b, c) > tolerance)) return false;
    }
    return count >= 3;
}

// Takes a cut away when the two pieces beside it are convex together and have room in one polygon.
V2D__COLD static void v2d__merge_cut(v2d__decomposition *d, v2d__cut cut) {
    v2d__vertex merged[2 * V2D_MAX_VERTICES];
    int32_t count = 0, at_p = 0, at_q = 0;
    int32_t p = v2d__find_edge(d, cut.u, cut.v, &at_p), q = v2d__find_edge(d, cut.v, cut.u, &at_q);
    if (p < 0 || q < 0) return;
    for (int32_t i = 0; i < d->pieces[p].count; ++i) { // v ... u
        merged[count++] = d->pieces[p].index[(at_p + 1 + i) % d->pieces[p].count];
    }
    for (int32_t i = 2; i < d->pieces[q].count; ++i) { // between u and v
        merged[count++] = d->pieces[q].index[(at_q + i) % d->pieces[q].count];
    }
    count = v2d__strip_flat(d->points, merged, count, d->tolerance);
    if (count > V2D_MAX_VERTICES || !v2d__is_convex_list(d->points, merged, count, d->tolerance))
        return;

    d->pieces[p].count = (v2d__vertex)count;
    memcpy(d->pieces[p].index, merged, (size_t)count * sizeof(merged[0]));
    d->pieces[q] = d->pieces[d->piece_count - 1];
    d->piece_count -= 1;
}

// Slivers that no neighbour could take in are thinner than the tolerance.
V2D__COLD static void v2d__drop_slivers(v2d__decomposition *d) {
    int32_t kept = 0;
    for (int32_t p = 0; p < d->piece_count; ++p) {
        const v2d__piece *piece = &d->pieces[p];
        if (!v2d__is_convex_list(d->points, piece->index, piece->count, d->tolerance)) continue;
        d->pieces[kept++] = *piece;
    }
    d->piece_count = kept;
}

// The outline, counter-clockwise and without corners in straight sides.
V2D__COLD static v2d_result v2d__decompose_begin(v2d__decomposition *d, const v2d_vec2 *outline,
                                                 int32_t count) {
    bool clockwise = v2d_polygon_area(outline, count) < 0.0f;
    memset(d, 0, sizeof(*d));
    d->points = outline;
    for (int32_t i = 0; i < count; ++i)
        d->ring[i] = (v2d__vertex)(clockwise ? count - 1 - i : i);
    d->tolerance = v2d__tolerance(outline, count);
    d->ring_count = count;
    v2d_result result = v2d__check_outline(outline, count, d->tolerance);
    if (result == V2D_OK) d->ring_count = v2d__strip_flat(d->points, d->ring, count, d->tolerance);
    return result;
}

V2D__COLD static v2d_geometry v2d__piece_geometry(const v2d__decomposition *d,
                                                  const v2d__piece *piece) {
    v2d_vec2 vertices[V2D_MAX_VERTICES];
    for (int32_t i = 0; i < piece->count; ++i) {
        vertices[i] = d->points[piece->index[i]];
    }
    return v2d__geometry_make(V2D_GEOMETRY_POLYGON, vertices, piece->count, 0.0f);
}

// The pieces of an outline that may be anything.
V2D__COLD static v2d_result v2d__decompose(v2d__decomposition *d, const v2d_vec2 *outline,
                                           int count) {
    if (outline == NULL) return V2D_ERROR_NULL;
    if (count < 3 || count > V2D_MAX_OUTLINE) return V2D_ERROR_VERTEX_COUNT;
    v2d_result result = v2d__check_points(outline, count);
    if (result == V2D_OK) result = v2d__decompose_begin(d, outline, count);
    if (result == V2D_OK) result = v2d__triangulate(d);
    if (result != V2D_OK) return result;
    for (int32_t i = 0; i < d->cut_count; ++i)
        v2d__merge_cut(d, d->cuts[i]);
    v2d__drop_slivers(d);
    return V2D_OK;
}

V2D_API v2d_result v2d_polygon_decompose(const v2d_vec2 *outline, int count, v2d_geometry *pieces,
                                         int capacity, int *piece_count) {
    v2d__decomposition d;
    if (outline == NULL || pieces == NULL || piece_count == NULL) return V2D_ERROR_NULL;
    *piece_count = 0;
    v2d_result result = v2d__decompose(&d, outline, count);
    if (result != V2D_OK) return result;
    *piece_count = d.piece_count;
    if (d.piece_count > capacity) return V2D_ERROR_CAPACITY;
    for (int32_t i = 0; i < d.piece_count; ++i) {
        pieces[i] = v2d__piece_geometry(&d, &d.pieces[i]);
    }
    return V2D_OK;
}

#if defined(V2D__SETUP_OPTIMIZE)
#pragma GCC pop_options
#endif

// ================================================================================================
// >>narrowphase  Two figures to a manifold; closest points, sweeps and the documents' own tests.
//
// Sees:       math, geometry.
// Used by:    >>contacts, >>soft, >>queries.
// Invariants: pure functions; the work is done in the frame of one figure, so the distance to the
//             world's origin costs no accuracy. The normal points from a to b. Manifold points are
//             ordered along perp(normal).
//
// Feature of a point, the same whichever figure carries the reference face:
//     bits 0-7 edge or vertex of a | bits 8-15 edge or vertex of b | bits 16-23 v2d__feature_*
// Circles touch in one point, whose feature is always 0: rolling over a corner keeps its impulse.
//
// Capsules and segments become quadrilaterals of zero width, a b b a, so that they have end normals
// too; without these the depth of an end in an end is wrong.
// ================================================================================================

enum {
    V2D__FEATURE_FIRST = 0, // edges of a and b, end of the common stretch with the lower coordinate
    V2D__FEATURE_SECOND = 1,  // the same, the other end
    V2D__FEATURE_VERTICES = 2 // a vertex of a and one of b
};

// The core of a polygon, capsule or segment, counter-clockwise: three or more vertices.
typedef struct v2d__core {
    const v2d_vec2 *vertices, *normals;
    int32_t count;
    float radius;
} v2d__core;

// Room for a core that has to be computed.
typedef struct v2d__core_room {
    v2d_vec2 vertices[V2D_MAX_VERTICES], normals[V2D_MAX_VERTICES];
} v2d__core_room;

// The pair of edges that face each other.
typedef struct v2d__facing {
    v2d_vec2 normal; // from a to b
    int32_t edge_a, edge_b;
    bool normal_is_b; // it is that of b's edge
    float separation; // of the cores along the normal [m]
} v2d__facing;

static uint32_t v2d__feature(int32_t a, int32_t b, int32_t kind) {
    return (uint32_t)a | (uint32_t)b << 8 | (uint32_t)kind << 16;
}

static void v2d__capsule_core(const v2d_geometry *g, v2d__core_room *room) {
    v2d_vec2 out = g->normals[0], along = v2d__perp(out);
    room->vertices[0] = room->vertices[3] = g->vertices[0];
    room->vertices[1] = room->vertices[2] = g->vertices[1];
    room->normals[0] = out;
    room->normals[1] = along;
    room->normals[2] = v2d__neg(out);
    room->normals[3] = v2d__neg(along);
}

static inline v2d__core v2d__core_in_place(const v2d_geometry *g, v2d__core_room *room) {
    v2d__core core;
    core.radius = g->radius;
    core.count = g->count;
    core.vertices = g->vertices;
    core.normals = g->normals;
    if (g->kind == V2D_GEOMETRY_POLYGON) return core;
    v2d__capsule_core(g, room);
    core.count = 4;
    core.vertices = room->vertices;
    core.normals = room->normals;
    return core;
}

static inline v2d__core v2d__core_moved(const v2d_geometry *g, v2d_transform xf,
                                        v2d__core_room *room) {
    v2d__core_room own;
    v2d__core core = v2d__core_in_place(g, &own);
    for (int32_t i = 0; i < core.count; ++i) {
        room->vertices[i] = v2d__transform_point(xf, core.vertices[i]);
        room->normals[i] = v2d__rotate(xf.q, core.normals[i]);
    }
    core.vertices = room->vertices;
    core.normals = room->normals;
    return core;
}

static int32_t v2d__next(const v2d__core *core, int32_t i) {
    return i + 1 < core->count ? i + 1 : 0;
}

// Greatest separation of q from p along the edge normals of p.
static inline float v2d__max_separation_of(const v2d__core *p, int32_t p_count, const v2d__core *q,
                                           int32_t q_count, int32_t *edge) {
    float best = -v2d__infinity;
    int32_t best_edge = 0;
    for (int32_t i = 0; i < p_count; ++i) {
        v2d_vec2 n = p->normals[i];
        float lowest = v2d__dot(n, q->vertices[0]);
        for (int32_t k = 1; k < q_count; ++k) {
            lowest = v2d__minf(v2d__dot(n, q->vertices[k]), lowest);
        }
        float separation = lowest - v2d__dot(n, p->vertices[i]);
        best_edge = separation > best ? i : best_edge;
        best = v2d__maxf(separation, best);
    }
    *edge = best_edge;
    return best;
}

// The same loop, unrolled by the compiler for boxes and capsules.
static inline float v2d__max_separation(const v2d__core *p, const v2d__core *q, int32_t *edge) {
    if (p->count == 4 && q->count == 4) return v2d__max_separation_of(p, 4, q, 4, edge);
    return v2d__max_separation_of(p, p->count, q, q->count, edge);
}

static float v2d__first_edge_size(const v2d_geometry *g) {
    return v2d__absf(g->vertices[1].x - g->vertices[0].x) +
           v2d__absf(g->vertices[1].y - g->vertices[0].y);
}

// Lengths below this are noise for the pair [m]: 1e-4 of the smaller one's first edge.
static float v2d__pair_tolerance(const v2d_geometry *a, const v2d_geometry *b) {
    return 1e-4f * v2d__minf(v2d__first_edge_size(a), v2d__first_edge_size(b));
}

// Separating axis test. The axis is a's unless b's is clearly better, so that noise does not make
// it change sides. False when the figures are farther apart than `reach`.
static inline bool v2d__find_facing(const v2d__core *a, const v2d__core *b, float reach,
                                    float tolerance, v2d__facing *f) {
    int32_t edge_a, edge_b;
    float separation_a = v2d__max_separation(a, b, &edge_a);
    if (separation_a > reach) return false;
    float separation_b = v2d__max_separation(b, a, &edge_b);
    if (separation_b > reach) return false;
    f->normal_is_b = separation_b > separation_a + tolerance;
    f->separation = f->normal_is_b ? separation_b : separation_a;
    f->normal = f->normal_is_b ? v2d__neg(b->normals[edge_b]) : a->normals[edge_a];
    f->edge_a = v2d__most_along(a->normals, a->count, f->normal);
    f->edge_b = v2d__most_along(b->normals, b->count, v2d__neg(f->normal));
    return true;
}

// Closest points of two segments that do not cross.
typedef struct v2d__near {
    v2d_vec2 a, b;
    float distance_sq, cost;
    int32_t end_a, end_b; // 0 or 1 when the point is that end, -1 when it is between
} v2d__near;

// Keeps the nearer of *best and: the end `end` of one segment (p), and the point of q0 q1 nearest
// to it. Ends count as a trace farther, for close to one the distance hardly tells it from the
// points beside it, but the direction does.
static inline void v2d__near_end(v2d__near *best, v2d_vec2 p, int32_t end, v2d_vec2 q0, v2d_vec2 q1,
                                 bool p_is_a) {
    float t, distance_sq = v2d__point_segment(p, q0, q1, &t);
    int32_t other = t <= 0.0f ? 0 : (t >= 1.0f ? 1 : -1);
    float cost = other < 0 ? distance_sq : distance_sq * 1.000001f;
    if (!(cost < best->cost)) return;
    v2d_vec2 q = t < 1.0f ? v2d__add_scaled(q0, t, v2d__sub(q1, q0)) : q1;
    best->cost = cost;
    best->distance_sq = distance_sq;
    best->a = p_is_a ? p : q;
    best->b = p_is_a ? q : p;
    best->end_a = p_is_a ? end : other;
    best->end_b = p_is_a ? other : end;
}

// Source: Ericson, "Real-Time Collision Detection", 2005, section 5.1.9: one end is always
// involved.
static v2d__near v2d__near_segments(v2d_vec2 a0, v2d_vec2 a1, v2d_vec2 b0, v2d_vec2 b1) {
    v2d__near best;
    memset(&best, 0, sizeof(best));
    best.cost = v2d__infinity * v2d__infinity;
    v2d__near_end(&best, a0, 0, b0, b1, true);
    v2d__near_end(&best, a1, 1, b0, b1, true);
    v2d__near_end(&best, b0, 0, a0, a1, false);
    v2d__near_end(&best, b1, 1, a0, a1, false);
    return best;
}

static v2d__near v2d__near_edges(const v2d__core *a, const v2d__core *b, const v2d__facing *f) {
    return v2d__near_segments(a->vertices[f->edge_a], a->vertices[v2d__next(a, f->edge_a)],
                              b->vertices[f->edge_b], b->vertices[v2d__next(b, f->edge_b)]);
}

// A single point. `middle` lies between the cores, half way along the gap `core_separation`.
static int v2d__single_point(v2d_vec2 middle, v2d_vec2 normal, float core_separation,
                             float radius_a, float radius_b, uint32_t feature, float margin,
                             v2d__contact_manifold *out) {
    float separation = core_separation - radius_a - radius_b;
    out->normal = normal;
    out->count = separation <= margin ? 1 : 0;
    out->points[0].anchor_from_a = v2d__add_scaled(middle, 0.5f * (radius_a - radius_b), normal);
    out->points[0].separation = separation;
    out->points[0].feature = feature;
    return out->count;
}

// Two corners face each other, or two edges that lie beside each other and not opposite.
static int v2d__collide_corners(const v2d__core *a, const v2d__core *b, const v2d__facing *f,
                                const v2d__near *near_pair, float margin,
                                v2d__contact_manifold *out) {
    v2d_vec2 delta = v2d__sub(near_pair->b, near_pair->a), normal = v2d__normalize(delta);
    int32_t vertex_a = near_pair->end_a == 1 ? v2d__next(a, f->edge_a) : f->edge_a;
    int32_t vertex_b = near_pair->end_b == 1 ? v2d__next(b, f->edge_b) : f->edge_b;
    v2d_vec2 middle = v2d__add_scaled(near_pair->a, 0.5f, delta);
    return v2d__single_point(middle, normal, v2d__dot(delta, normal), a->radius, b->radius,
                             v2d__feature(vertex_a, vertex_b, V2D__FEATURE_VERTICES), margin, out);
}

// An edge seen along the normal: height over the coordinate along perp(normal), as a line through
// the end that is nearer to the other figure, where the height has to be right.
typedef struct v2d__profile_line {
    float lo, hi;     // extent along perp(normal) [m]
    float at, height; // the nearer end [m]
    float slope;
} v2d__profile_line;

// `side` is 1 for a, whose nearer end is the higher one, and -1 for b.
static inline v2d__profile_line v2d__edge_profile(const v2d__core *core, int32_t edge,
                                                  v2d_vec2 normal, float side) {
    v2d_vec2 along = v2d__perp(normal);
    v2d_vec2 p = core->vertices[edge], q = core->vertices[v2d__next(core, edge)];
    float sp = v2d__dot(along, p), sq = v2d__dot(along, q);
    float hp = v2d__dot(normal, p), hq = v2d__dot(normal, q);
    bool p_is_nearer = side * hp >= side * hq;
    float extent = sq - sp;
    v2d__profile_line line;
    line.lo = v2d__minf(sp, sq);
    line.hi = v2d__maxf(sp, sq);
    line.at = p_is_nearer ? sp : sq;
    line.height = p_is_nearer ? hp : hq;
    line.slope = v2d__absf(extent) > 1e-6f * v2d__absf(hq - hp) ? (hq - hp) / extent : 0.0f;
    return line;
}

static float v2d__profile_height(const v2d__profile_line *line, float s) {
    return line->height + line->slope * (s - line->at);
}

// The edges that face each other, seen along the normal.
typedef struct v2d__profile {
    v2d__profile_line a, b;
} v2d__profile;

// Adds the contact point at coordinate s when it is within the margin.
static inline void v2d__add_face_point(const v2d__core *a, const v2d__core *b, const v2d__facing *f,
                                       const v2d__profile *p, float s, int32_t slot, float margin,
                                       v2d__contact_manifold *out) {
    float surface_a = v2d__profile_height(&p->a, s) + a->radius;
    float surface_b = v2d__profile_height(&p->b, s) - b->radius;
    if (surface_b - surface_a > margin) return;
    v2d__anchor_point *point = &out->points[out->count];
    v2d_vec2 foot = v2d__scale(s, v2d__perp(f->normal));
    point->anchor_from_a = v2d__add_scaled(foot, 0.5f * (surface_a + surface_b), f->normal);
    point->separation = surface_b - surface_a;
    point->feature = v2d__feature(f->edge_a, f->edge_b, slot);
    out->count += 1;
}

// Both ends of the stretch that the two edges have in common. False when there is none, or when
// nothing of it is within the margin.
static inline bool v2d__collide_faces(const v2d__core *a, const v2d__core *b, const v2d__facing *f,
                                      const v2d__profile *p, float tolerance, float margin,
                                      v2d__contact_manifold *out) {
    float lo = v2d__maxf(p->a.lo, p->b.lo), hi = v2d__minf(p->a.hi, p->b.hi);
    if (lo > hi) return false;
    out->normal = f->normal;
    if (hi - lo > tolerance) {
        v2d__add_face_point(a, b, f, p, lo, V2D__FEATURE_FIRST, margin, out);
        v2d__add_face_point(a, b, f, p, hi, V2D__FEATURE_SECOND, margin, out);
    } else {
        float s = p->a.hi - p->a.lo < p->b.hi - p->b.lo ? p->a.at : p->b.at;
        v2d__add_face_point(a, b, f, p, v2d__clampf(s, lo, hi), V2D__FEATURE_FIRST, margin, out);
    }
    return out->count > 0;
}

// Whether the end that is nearest to the edge whose normal counts lies over that edge, so that the
// nearest features are not two corners.
static inline bool v2d__end_is_over_edge(const v2d__facing *f, const v2d__profile *p) {
    if (f->normal_is_b) return p->a.at > p->b.lo && p->a.at < p->b.hi;
    return p->b.at > p->a.lo && p->b.at < p->a.hi;
}

// Cores that overlap, or nearly so, beside the stretch that the edges share.
static int v2d__collide_crossing(const v2d__core *a, const v2d__core *b, const v2d__facing *f,
                                 float margin, v2d__contact_manifold *out) {
    v2d__near near_pair = v2d__near_edges(a, b, f);
    v2d_vec2 middle = v2d__scale(0.5f, v2d__add(near_pair.a, near_pair.b));
    return v2d__single_point(middle, f->normal, f->separation, a->radius, b->radius,
                             v2d__feature(f->edge_a, f->edge_b, V2D__FEATURE_FIRST), margin, out);
}

static float v2d__least_separation(const v2d__contact_manifold *m) {
    float first = m->points[0].separation;
    return m->count == 2 ? v2d__minf(first, m->points[1].separation) : first;
}

// Polygon, capsule or segment against another one of these; everything in the frame of a.
// Source: Gottschalk, Lin, Manocha, "OBBTree", 1996 (axes); Ericson 2005, section 5.4.
V2D__OUTLINE static int v2d__collide_cores(const v2d__core *a, const v2d__core *b, float tolerance,
                                           float margin, v2d__contact_manifold *out) {
    v2d__facing f;
    if (!v2d__find_facing(a, b, a->radius + b->radius + margin, tolerance, &f)) return 0;
    v2d__profile p;
    p.a = v2d__edge_profile(a, f.edge_a, f.normal, 1.0f);
    p.b = v2d__edge_profile(b, f.edge_b, f.normal, -1.0f);
    bool faces = v2d__collide_faces(a, b, &f, &p, tolerance, margin, out);
    if (f.separation <= tolerance)
        return faces ? out->count : v2d__collide_crossing(a, b, &f, margin, out);
    if (faces && v2d__end_is_over_edge(&f, &p)) return out->count;
    // Nearest features of separated convex figures lie on these two edges: over all directions the
    // separation has one peak, so the best of the face normals is next to the true one.
    v2d__near near_pair = v2d__near_edges(a, b, &f);
    bool corners = near_pair.end_a >= 0 && near_pair.end_b >= 0;
    // Nearly along the face normal (1 degree) corners count as faces and keep two points, unless
    // that would overlook the corners.
    bool oblique = f.separation * f.separation < 0.9997f * near_pair.distance_sq;
    if (faces && !(corners && oblique)) {
        float gap = v2d__least_separation(out) + a->radius + b->radius - tolerance;
        if (!corners || gap <= 0.0f || gap * gap <= near_pair.distance_sq) return out->count;
    }
    return v2d__collide_corners(a, b, &f, &near_pair, margin, out);
}

// A circle whose centre is `distance` from the surface, along out->normal.
static int v2d__circle_point(v2d_vec2 center, float radius, float distance,
                             v2d__contact_manifold *out) {
    float separation = distance - radius;
    out->count = 1;
    out->points[0].anchor_from_a =
        v2d__add_scaled(center, -(radius + 0.5f * separation), out->normal);
    out->points[0].separation = separation;
    out->points[0].feature = 0;
    return 1;
}

// b is a circle, a anything; in the frame of a.
V2D__OUTLINE static int v2d__collide_circle(const v2d_geometry *a, const v2d_geometry *b,
                                            v2d_transform xf, float margin,
                                            v2d__contact_manifold *out) {
    float distance;
    v2d_vec2 center = v2d__transform_point(xf, b->vertices[0]);
    if (!v2d__point_geometry(a, center, b->radius + margin, &distance, &out->normal)) return 0;
    return v2d__circle_point(center, b->radius, distance, out);
}

static void v2d__add_plane_point(const v2d__core *b, int32_t vertex, v2d_vec2 origin, float margin,
                                 v2d__contact_manifold *out) {
    float height = v2d__dot(out->normal, v2d__sub(b->vertices[vertex], origin));
    float separation = height - b->radius;
    if (separation > margin) return;
    v2d__anchor_point *point = &out->points[out->count];
    point->anchor_from_a =
        v2d__add_scaled(b->vertices[vertex], 0.5f * separation - height, out->normal);
    point->separation = separation;
    point->feature = v2d__feature(0, vertex, V2D__FEATURE_VERTICES);
    out->count += 1;
}

// a is a half-plane, b a polygon, capsule or segment; in the frame of a.
V2D__OUTLINE static int v2d__collide_half_plane(const v2d_geometry *a, const v2d__core *b,
                                                float margin, v2d__contact_manifold *out) {
    out->normal = a->normals[0];
    int32_t edge = v2d__most_along(b->normals, b->count, v2d__neg(out->normal));
    int32_t next = v2d__next(b, edge);
    v2d_vec2 p = b->vertices[edge], q = b->vertices[next];
    // an edge of b that faces down runs against perp(normal): its second vertex comes first
    if (p.x != q.x || p.y != q.y) v2d__add_plane_point(b, next, a->vertices[0], margin, out);
    v2d__add_plane_point(b, edge, a->vertices[0], margin, out);
    return out->count;
}

// Half-planes before chain segments before polygons, capsules and segments before circles.
static int32_t v2d__collide_rank(const v2d_geometry *g) {
    if (g->kind == V2D_GEOMETRY_HALF_PLANE) return 3;
    if (g->kind == V2D_GEOMETRY_CHAIN_SEGMENT) return 2;
    return g->kind == V2D_GEOMETRY_CIRCLE ? 0 : 1;
}

// ---- chain segments against cores --------------------------------------------------------------

// Where a vertex of a chain meets a core: an edge of it, or a vertex (edge -1).
typedef struct v2d__link_corner {
    float separation;   // of the vertex and the core [m]
    v2d_vec2 direction; // unit, from the vertex to the core
    v2d_vec2 nearest;   // point of the core
    int32_t edge, vertex;
} v2d__link_corner;

// Voronoi regions of the core, as in v2d__point_polygon.
static v2d__link_corner v2d__link_corner_of(v2d_vec2 p, const v2d__core *core) {
    v2d__link_corner corner;
    corner.edge = 0;
    corner.separation = -v2d__infinity;
    for (int32_t i = 0; i < core->count; ++i) {
        float s = v2d__dot(core->normals[i], v2d__sub(p, core->vertices[i]));
        corner.edge = s > corner.separation ? i : corner.edge;
        corner.separation = v2d__maxf(s, corner.separation);
    }
    v2d_vec2 out = core->normals[corner.edge], along = v2d__perp(out);
    int32_t from = corner.edge, to = v2d__next(core, corner.edge);
    bool before = v2d__dot(along, v2d__sub(p, core->vertices[from])) < 0.0f;
    bool after = v2d__dot(along, v2d__sub(p, core->vertices[to])) > 0.0f;
    corner.vertex = after ? to : from;
    corner.direction = v2d__neg(out);
    corner.nearest = v2d__add_scaled(p, -corner.separation, out);
    if (corner.separation <= 0.0f || !(before || after)) return corner;
    corner.edge = -1;
    corner.nearest = core->vertices[corner.vertex];
    v2d_vec2 delta = v2d__sub(corner.nearest, p);
    corner.direction = v2d__normalize(delta);
    corner.separation = v2d__dot(delta, corner.direction);
    return corner;
}

// Contact of the link with edge `edge_b` of a core, along the normal.
static int v2d__collide_link_edge(const v2d__core *a, const v2d__core *b, v2d_vec2 normal,
                                  int32_t edge_b, float tolerance, float margin,
                                  v2d__contact_manifold *out) {
    v2d__facing f;
    v2d__profile p;
    memset(&f, 0, sizeof(f));
    f.normal = normal;
    f.edge_b = edge_b;
    p.a = v2d__edge_profile(a, f.edge_a, normal, 1.0f);
    p.b = v2d__edge_profile(b, f.edge_b, normal, -1.0f);
    (void)v2d__collide_faces(a, b, &f, &p, tolerance, margin, out);
    return out->count;
}

// Contact of the vertex at `end`, in the direction of the corner.
static int v2d__collide_link_vertex(const v2d__core *a, const v2d__core *b, int32_t end,
                                    const v2d__link_corner *corner, float tolerance, float margin,
                                    v2d__contact_manifold *out) {
    if (corner->edge >= 0)
        return v2d__collide_link_edge(a, b, corner->direction, corner->edge, tolerance, margin,
                                      out);
    v2d_vec2 middle = v2d__scale(0.5f, v2d__add(a->vertices[end], corner->nearest));
    return v2d__single_point(middle, corner->direction, corner->separation, 0.0f, b->radius,
                             v2d__feature(end, corner->vertex, V2D__FEATURE_VERTICES), margin, out);
}

static int32_t v2d__lowest(const v2d__core *core, v2d_vec2 up) {
    return v2d__most_along(core->vertices, core->count, v2d__neg(up));
}

// Is the core, `depth` < 0 deep in this link, less deep in the face beyond a convex end? When
// `reached`, only if its deepest vertex there faces it.
static bool v2d__link_neighbour_takes(const v2d_geometry *g, int32_t end, const v2d__core *core,
                                      float depth, bool reached) {
    v2d_vec2 up = g->normals[2 + end];
    v2d_vec2 from = v2d__sub(core->vertices[v2d__lowest(core, up)], g->vertices[end]);
    float along = v2d__dot(v2d__perp(up), from);
    bool faces = end == 0 ? along <= 0.0f : along >= 0.0f;
    return (faces || !reached) && v2d__dot(up, from) > depth && !v2d__link_is_free(g, end);
}

// Between the two normals of a convex corner, both included.
static bool v2d__link_wedge_has(const v2d_geometry *g, int32_t end, v2d_vec2 direction) {
    v2d_vec2 beyond = g->normals[2 + end];
    float side = v2d__dot(v2d__perp(beyond), direction);
    return v2d__link_beyond(g, end, direction) >= 0.0f &&
           (end == 0 ? side >= 0.0f : side <= 0.0f) &&
           v2d__dot(direction, v2d__add(g->normals[0], beyond)) >= 0.0f;
}

// What becomes of a contact at a convex end of a link.
typedef enum v2d__link_verdict {
    V2D__LINK_FACE,   // nothing: the face normal it is
    V2D__LINK_VERTEX, // the vertex touches, and this link owns the direction
    V2D__LINK_NONE    // it is the neighbour's
} v2d__link_verdict;

// The lowest vertex of the core is `low`, at height `depth` over the line. When it is beyond the
// end, only the vertex of the chain can touch. When it is below the line, the corner may still be
// the shorter way out.
static v2d__link_verdict v2d__link_judge(const v2d_geometry *g, int32_t end, const v2d__core *core,
                                         v2d_vec2 low, float depth, v2d__link_corner *corner) {
    const float nearly_parallel = 0.9998f; // cosine of about one degree
    v2d_vec2 vertex = g->vertices[end];
    bool beyond = v2d__link_beyond(g, end, v2d__sub(low, vertex)) > 0.0f;
    if (!v2d__link_is_convex(g, end) || (!beyond && depth >= 0.0f)) return V2D__LINK_FACE;
    if (!beyond && v2d__link_neighbour_takes(g, end, core, depth, true)) return V2D__LINK_NONE;
    *corner = v2d__link_corner_of(vertex, core);
    bool inside = v2d__link_wedge_has(g, end, corner->direction);
    if (!beyond && (corner->separation <= depth || !inside)) return V2D__LINK_FACE;
    if (inside && v2d__link_owns(g, end, corner->direction)) return V2D__LINK_VERTEX;
    // A face that lies flat on the link and sticks out over its end by a trace of tilt.
    bool flat = corner->edge >= 0 && v2d__dot(corner->direction, g->normals[0]) > nearly_parallel;
    if (beyond && flat) return V2D__LINK_VERTEX;
    // A corner that slipped past the vertex, with the vertex inside.
    bool past = beyond && !inside && corner->separation < 0.0f;
    return past && !v2d__link_neighbour_takes(g, end, core, depth, false) ? V2D__LINK_FACE
                                                                          : V2D__LINK_NONE;
}

// Is the middle of a core in front of the line through p? Of one that is carried, anything of it?
static bool v2d__link_faces(const v2d__core *core, v2d_vec2 p, v2d_vec2 normal, bool carried) {
    float sum = 0.0f, top = -v2d__infinity;
    for (int32_t i = 0; i < core->count; ++i) {
        float height = v2d__dot(normal, v2d__sub(core->vertices[i], p));
        sum += height;
        top = v2d__maxf(top, height);
    }
    return carried ? top + core->radius > 0.0f : sum >= 0.0f;
}

// a is a chain segment, b a polygon, capsule or segment; in the frame of a.
V2D__OUTLINE static int v2d__collide_link_core(const v2d_geometry *a, const v2d__core *b,
                                               float tolerance, bool carried, float margin,
                                               v2d__contact_manifold *out) {
    v2d__core_room room;
    v2d__core core_a = v2d__core_in_place(a, &room);
    v2d_vec2 normal = a->normals[0], origin = a->vertices[0];
    v2d_vec2 low = b->vertices[v2d__lowest(b, normal)];
    float separation = v2d__dot(normal, v2d__sub(low, origin));
    if (separation > b->radius + margin) return 0;
    for (int32_t end = 0; end < 2; ++end) {
        v2d__link_corner corner;
        memset(&corner, 0, sizeof(corner));
        v2d__link_verdict verdict = v2d__link_judge(a, end, b, low, separation, &corner);
        if (verdict == V2D__LINK_FACE) continue;
        if (verdict == V2D__LINK_NONE) return 0;
        if (!v2d__link_faces(b, a->vertices[end], corner.direction, carried)) return 0;
        return v2d__collide_link_vertex(&core_a, b, end, &corner, tolerance, margin, out);
    }
    if (!v2d__link_faces(b, origin, normal, carried)) return 0;
    int32_t edge = v2d__most_along(b->normals, b->count, v2d__neg(normal));
    return v2d__collide_link_edge(&core_a, b, normal, edge, tolerance, margin, out);
}

// Where the motion `way` of b in this step leads through the link, though b lies beside it and does
// not face it yet. Round a concave corner it may go on along the link with what is left of the way.
// xf maps b's coordinates to those of the link; the vertex that meets its line first counts.
V2D__COLD static int v2d__sweep_link(const v2d_geometry *a, const v2d_geometry *b, v2d_transform xf,
                                     v2d_vec2 way, v2d__contact_manifold *out) {
    v2d_vec2 n = a->normals[0];
    float closing = -v2d__dot(n, way), reach = v2d__length(way), first = 1.0f, sum = 0.0f;
    out->normal = n;
    out->count = 0;
    if (v2d__collide_rank(b) >= 2 || !(closing > 0.0f)) return 0;
    for (int32_t i = 0; i < b->count; ++i) {
        v2d_vec2 p = v2d__transform_point(xf, b->vertices[i]);
        float height = v2d__dot(n, v2d__sub(p, a->vertices[0])), s = height - b->radius;
        float t = v2d__maxf(s, 0.0f) / closing;
        sum += height;
        if (height < 0.0f || !(t < first)) continue;
        v2d_vec2 foot = v2d__add_scaled(v2d__add_scaled(p, t, way), -b->radius, n);
        bool misses = false;
        for (int32_t end = 0; end < 2; ++end) {
            float allowed = v2d__link_is_convex(a, end) ? 0.0f : (1.0f - t) * reach;
            float over = v2d__link_beyond(a, end, v2d__sub(foot, a->vertices[end]));
            misses = misses || over > allowed;
        }
        if (misses) continue;
        first = t;
        out->count = 1;
        out->points[0].anchor_from_a = v2d__add_scaled(p, -(b->radius + 0.5f * s), n);
        out->points[0].separation = s;
        out->points[0].feature = v2d__feature(0, i, V2D__FEATURE_VERTICES);
    }
    if (sum < 0.0f) out->count = 0; // its middle is behind
    return out->count;
}

// a is a chain segment; in its frame.
static int v2d__collide_link_local(const v2d_geometry *a, const v2d_geometry *b, v2d_transform xf,
                                   bool carried, float margin, v2d__contact_manifold *out) {
    v2d__core_room room;
    if (v2d__collide_rank(b) >= 2) return 0; // neither has an inside
    if (b->kind == V2D_GEOMETRY_CIRCLE) {
        float distance, behind = carried ? b->radius : 0.0f;
        v2d_vec2 center = v2d__transform_point(xf, b->vertices[0]);
        if (!v2d__point_link(a, center, behind, b->radius + margin, &distance, &out->normal))
            return 0;
        return v2d__circle_point(center, b->radius, distance, out);
    }
    v2d__core core_b = v2d__core_moved(b, xf, &room);
    return v2d__collide_link_core(a, &core_b, v2d__pair_tolerance(a, b), carried, margin, out);
}

// rank(a) >= rank(b); xf maps b's coordinates to a's, in which the manifold is.
static int v2d__collide_local(const v2d_geometry *a, const v2d_geometry *b, v2d_transform xf,
                              float margin, v2d__contact_manifold *out) {
    v2d__core_room room_a, room_b;
    if (a->kind == V2D_GEOMETRY_CHAIN_SEGMENT)
        return v2d__collide_link_local(a, b, xf, false, margin, out);
    if (b->kind == V2D_GEOMETRY_CIRCLE) return v2d__collide_circle(a, b, xf, margin, out);
    if (v2d__collide_rank(b) >= 2) return 0; // neither has an inside
    v2d__core core_b = v2d__core_moved(b, xf, &room_b);
    if (a->kind == V2D_GEOMETRY_HALF_PLANE) return v2d__collide_half_plane(a, &core_b, margin, out);
    v2d__core core_a = v2d__core_in_place(a, &room_a);
    return v2d__collide_cores(&core_a, &core_b, v2d__pair_tolerance(a, b), margin, out);
}

static v2d_transform v2d__relative(v2d_rot qa, v2d_rot qb, v2d_vec2 delta) {
    v2d_transform xf;
    xf.p = v2d__inv_rotate(qa, delta);
    xf.q = v2d__rot_inv_mul(qa, qb);
    return xf;
}

static inline void v2d__manifold_rotate(v2d__contact_manifold *m, v2d_rot q) {
    m->normal = v2d__rotate(q, m->normal);
    for (int32_t i = 0; i < m->count; ++i) {
        m->points[i].anchor_from_a = v2d__rotate(q, m->points[i].anchor_from_a);
    }
}

// Exchanges the roles of a and b; `delta` leads from the new a to the old one.
static void v2d__manifold_flip(v2d__contact_manifold *m, v2d_vec2 delta) {
    v2d__anchor_point first = m->points[0];
    m->normal = v2d__neg(m->normal);
    if (m->count == 2) {
        m->points[0] = m->points[1];
        m->points[1] = first;
    }
    for (int32_t i = 0; i < m->count; ++i) {
        uint32_t feature = m->points[i].feature;
        m->points[i].feature =
            (feature & ~0xffffu) | (feature & 0xffu) << 8 | (feature >> 8 & 0xffu);
        m->points[i].anchor_from_a = v2d__add(m->points[i].anchor_from_a, delta);
    }
}

// The engine's contact function. Geometry and transforms must be valid, margin >= 0. Returns
// out->count; the normal is unit length when that is not 0.
static int v2d__collide(const v2d_geometry *a, v2d_transform xa, const v2d_geometry *b,
                        v2d_transform xb, float margin, v2d__contact_manifold *out) {
    v2d_vec2 delta = v2d__sub(xb.p, xa.p);
    out->count = 0;
    if (v2d__collide_rank(a) >= v2d__collide_rank(b)) {
        if (v2d__collide_local(a, b, v2d__relative(xa.q, xb.q, delta), margin, out) == 0) return 0;
        v2d__manifold_rotate(out, xa.q);
        return out->count;
    }
    v2d_vec2 back = v2d__sub(xa.p, xb.p);
    if (v2d__collide_local(b, a, v2d__relative(xb.q, xa.q, back), margin, out) == 0) return 0;
    v2d__manifold_rotate(out, xb.q);
    v2d__manifold_flip(out, delta);
    return out->count;
}

// What a chain segment asks of the engine, to stay on the right side of what moves fast or presses
// hard.
typedef struct v2d__ahead {
    bool carried;      // its chain touched b in the last step: a middle may be pressed through
    v2d_vec2 velocity; // of b against a, of any scale
    float reach;       // how far that takes b in this step, at most [m]
} v2d__ahead;

// v2d__collide with that knowledge. It makes a difference for chain segments only.
static int v2d__collide_ahead(const v2d_geometry *a, v2d_transform xa, const v2d_geometry *b,
                              v2d_transform xb, const v2d__ahead *ahead, float margin,
                              v2d__contact_manifold *out) {
    bool flip = b->kind == V2D_GEOMETRY_CHAIN_SEGMENT;
    if (!flip && a->kind != V2D_GEOMETRY_CHAIN_SEGMENT)
        return v2d__collide(a, xa, b, xb, margin, out);
    const v2d_geometry *link = flip ? b : a, *other = flip ? a : b;
    v2d_rot q = flip ? xb.q : xa.q, other_q = flip ? xa.q : xb.q;
    v2d_vec2 delta = v2d__sub(xb.p, xa.p);
    v2d_transform xf = v2d__relative(q, other_q, flip ? v2d__neg(delta) : delta);
    float reach = flip ? -ahead->reach : ahead->reach;
    v2d_vec2 way = v2d__scale(reach, v2d__normalize(ahead->velocity));
    out->count = 0;
    if (v2d__collide_link_local(link, other, xf, ahead->carried, margin, out) == 0 &&
        v2d__sweep_link(link, other, xf, v2d__inv_rotate(q, way), out) == 0)
        return 0;
    v2d__manifold_rotate(out, q);
    if (flip) v2d__manifold_flip(out, delta);
    return out->count;
}

// ---- padding -----------------------------------------------------------------------------------
// The engine's own copies of figures have all entries filled, so that the lanes of section
// >>manifolds can read four or eight of each. What is filled in repeats an edge that comes first
// in every search, and equals never win, so the results stay the same to the bit.

static void v2d__geometry_pad(v2d_geometry *g) {
    int32_t count = v2d__geometry_entries(g);
    if (g->kind == V2D_GEOMETRY_CAPSULE || g->kind == V2D_GEOMETRY_SEGMENT) {
        v2d__core_room core;
        v2d__capsule_core(g, &core);
        count = 4;
        for (int32_t i = 0; i < count; ++i)
            g->vertices[i] = core.vertices[i], g->normals[i] = core.normals[i];
    }
    for (int32_t i = count; i < V2D_MAX_VERTICES; ++i)
        g->vertices[i] = g->vertices[0], g->normals[i] = g->normals[0];
}

// What v2d__geometry_pad was given.
V2D__COLD static v2d_geometry v2d__geometry_unpad(const v2d_geometry *padded) {
    v2d_geometry g = *padded;
    if (g.count == 2) g.normals[1] = v2d__neg(g.normals[0]);
    for (int32_t i = v2d__geometry_entries(&g); i < V2D_MAX_VERTICES; ++i)
        g.vertices[i] = g.normals[i] = v2d__vec2(0.0f, 0.0f);
    return g;
}

// ---- classes of pairs --------------------------------------------------------------------------

// A class of pairs that share one kernel. A block of one class costs one kernel.
typedef enum v2d__pair_class {
    V2D__PAIR_CIRCLES,        // two circles
    V2D__PAIR_CIRCLE_CAPSULE, // a circle and a capsule or segment
    V2D__PAIR_CIRCLE_POLYGON, // a circle and a polygon
    V2D__PAIR_QUADS,          // capsules, segments and polygons of up to four vertices
    V2D__PAIR_OCTAGONS,       // the same with up to eight
    V2D__PAIR_SCALAR          // the rest, one by one
} v2d__pair_class;

static inline v2d__pair_class v2d__pair_class_of(const v2d_geometry *a, const v2d_geometry *b) {
    if (a->kind > V2D_GEOMETRY_POLYGON || b->kind > V2D_GEOMETRY_POLYGON) return V2D__PAIR_SCALAR;
    bool circle_a = a->kind == V2D_GEOMETRY_CIRCLE, circle_b = b->kind == V2D_GEOMETRY_CIRCLE;
    if (circle_a && circle_b) return V2D__PAIR_CIRCLES;
    bool polygon = a->kind == V2D_GEOMETRY_POLYGON || b->kind == V2D_GEOMETRY_POLYGON;
    if (circle_a || circle_b) return polygon ? V2D__PAIR_CIRCLE_POLYGON : V2D__PAIR_CIRCLE_CAPSULE;
    return a->count > 4 || b->count > 4 ? V2D__PAIR_OCTAGONS : V2D__PAIR_QUADS;
}

// Padded figures that the lanes pick by number: the first, and how many floats lie between two.
typedef struct v2d__figures {
    const v2d_geometry *first;
    ptrdiff_t stride;
} v2d__figures;

static V2D__INLINE const v2d_geometry *v2d__figure(const v2d__figures *figures, int32_t i) {
    const char *bytes = (const char *)figures->first;
    return (const v2d_geometry *)(const void *)(bytes + i * figures->stride * 4);
}

// ---- public tests ------------------------------------------------------------------------------

#if defined(V2D__SETUP_OPTIMIZE)
#pragma GCC push_options
#pragma GCC optimize("O1")
#endif

V2D__COLD static bool v2d__pair_is_valid(const v2d_geometry *a, v2d_transform xa,
                                         const v2d_geometry *b, v2d_transform xb) {
    return v2d__geometry_is_valid(a) && v2d__geometry_is_valid(b) && v2d__transform_is_valid(xa) &&
           v2d__transform_is_valid(xb);
}

static bool v2d__place_is_valid(v2d_vec2 p) { return v2d__is_finite2(p) && v2d__in_range(p, 1e9f); }

static void v2d__manifold_clear(v2d_manifold *out) {
    if (out != NULL) memset(out, 0, sizeof(*out));
}

V2D_API int v2d_collide(const v2d_geometry *a, v2d_transform xa, const v2d_geometry *b,
                        v2d_transform xb, float margin, v2d_manifold *out) {
    v2d__contact_manifold m;
    v2d__manifold_clear(out);
    if (!v2d__pair_is_valid(a, xa, b, xb)) return 0;
    if (v2d__check_radius(margin, 0.0f) != V2D_OK) return 0;
    if (v2d__collide(a, xa, b, xb, margin, &m) == 0 || out == NULL) return m.count;
    out->normal = m.normal;
    out->count = m.count;
    for (int32_t i = 0; i < m.count; ++i) {
        out->points[i].position = v2d__add(xa.p, m.points[i].anchor_from_a);
        out->points[i].separation = m.points[i].separation;
        out->points[i].feature = m.points[i].feature;
    }
    return m.count;
}

// The two core points nearest to each other, in one frame; false when the cores overlap.
typedef struct v2d__core_gap {
    v2d_vec2 a, b, normal;
    float distance; // between the cores [m]
} v2d__core_gap;

static void v2d__gap_from_near(const v2d__near *near_pair, v2d__core_gap *gap) {
    v2d_vec2 delta = v2d__sub(near_pair->b, near_pair->a);
    gap->a = near_pair->a;
    gap->b = near_pair->b;
    gap->normal = v2d__normalize(delta);
    gap->distance = v2d__dot(delta, gap->normal);
}

// Middle of the overlap for cores that cross: a place to show, on neither surface.
static bool v2d__core_gap_cores(const v2d__core *a, const v2d__core *b, v2d__core_gap *gap) {
    v2d__facing f;
    (void)v2d__find_facing(a, b, v2d__infinity, 0.0f, &f);
    v2d__near near_pair = v2d__near_edges(a, b, &f);
    v2d__gap_from_near(&near_pair, gap);
    if (f.separation > 0.0f && gap->distance > 0.0f) return true;
    gap->a = gap->b = v2d__scale(0.5f, v2d__add(near_pair.a, near_pair.b));
    return false;
}

// The lowest vertex of b over the half-plane a.
static bool v2d__core_gap_half_plane(const v2d_geometry *a, const v2d__core *b,
                                     v2d__core_gap *gap) {
    gap->normal = a->normals[0];
    gap->b = b->vertices[v2d__most_along(b->vertices, b->count, v2d__neg(gap->normal))];
    gap->distance = v2d__dot(gap->normal, v2d__sub(gap->b, a->vertices[0]));
    gap->a = v2d__add_scaled(gap->b, -gap->distance, gap->normal);
    return gap->distance > 0.0f;
}

static bool v2d__core_gap_circle(const v2d_geometry *a, v2d_vec2 center, v2d__core_gap *gap) {
    (void)v2d__point_geometry(a, center, v2d__infinity, &gap->distance, &gap->normal);
    gap->distance += a->radius;
    gap->b = center;
    gap->a = v2d__add_scaled(center, -gap->distance, gap->normal);
    return gap->distance > 0.0f;
}

// Like v2d__collide_local.
V2D__COLD static bool v2d__core_gap_local(const v2d_geometry *a, const v2d_geometry *b,
                                          v2d_transform xf, v2d__core_gap *gap) {
    v2d__core_room room_a, room_b;
    memset(gap, 0, sizeof(*gap));
    if (b->kind == V2D_GEOMETRY_CIRCLE)
        return v2d__core_gap_circle(a, v2d__transform_point(xf, b->vertices[0]), gap);
    if (b->kind == V2D_GEOMETRY_HALF_PLANE) return false;
    v2d__core core_b = v2d__core_moved(b, xf, &room_b);
    if (a->kind == V2D_GEOMETRY_HALF_PLANE) return v2d__core_gap_half_plane(a, &core_b, gap);
    v2d__core core_a = v2d__core_in_place(a, &room_a);
    return v2d__core_gap_cores(&core_a, &core_b, gap);
}

// rank(a) >= rank(b)
V2D__COLD static v2d_closest v2d__closest_ordered(const v2d_geometry *a, v2d_transform xa,
                                                  const v2d_geometry *b, v2d_transform xb) {
    v2d_closest closest;
    v2d__core_gap gap;
    memset(&closest, 0, sizeof(closest));
    bool apart = v2d__core_gap_local(a, b, v2d__relative(xa.q, xb.q, v2d__sub(xb.p, xa.p)), &gap);
    if (apart) {
        closest.normal = v2d__rotate(xa.q, gap.normal);
        closest.distance = v2d__maxf(gap.distance - a->radius - b->radius, 0.0f);
        gap.a = v2d__add_scaled(gap.a, a->radius, gap.normal);
        gap.b = v2d__add_scaled(gap.b, -b->radius, gap.normal);
    }
    closest.a = v2d__transform_point(xa, gap.a);
    closest.b = v2d__transform_point(xa, gap.b);
    return closest;
}

V2D_API v2d_closest v2d_closest_points(const v2d_geometry *a, v2d_transform xa,
                                       const v2d_geometry *b, v2d_transform xb) {
    v2d_closest closest;
    memset(&closest, 0, sizeof(closest));
    if (!v2d__pair_is_valid(a, xa, b, xb)) return closest;
    if (v2d__collide_rank(a) >= v2d__collide_rank(b)) return v2d__closest_ordered(a, xa, b, xb);
    closest = v2d__closest_ordered(b, xb, a, xa);
    v2d_vec2 on_b = closest.a;
    closest.a = closest.b;
    closest.b = on_b;
    closest.normal = v2d__neg(closest.normal);
    return closest;
}

V2D_API bool v2d_aabb_overlaps(v2d_aabb a, v2d_aabb b) { return v2d__aabb_overlaps(a, b); }

V2D_API bool v2d_circle_circle(v2d_vec2 center_a, float radius_a, v2d_vec2 center_b, float radius_b,
                               v2d_manifold *out) {
    v2d_geometry a = v2d_geometry_circle(v2d__vec2(0.0f, 0.0f), radius_a);
    v2d_geometry b = v2d_geometry_circle(v2d__vec2(0.0f, 0.0f), radius_b);
    v2d_transform xa = v2d_transform_make(center_a, 0.0f), xb = v2d_transform_make(center_b, 0.0f);
    return v2d_collide(&a, xa, &b, xb, 0.0f, out) > 0;
}

V2D_API bool v2d_circle_half_plane(v2d_vec2 center, float radius, v2d_vec2 plane_point,
                                   v2d_vec2 plane_normal, v2d_manifold *out) {
    v2d_geometry a = v2d_geometry_circle(v2d__vec2(0.0f, 0.0f), radius);
    v2d_geometry b = v2d_geometry_half_plane(v2d__vec2(0.0f, 0.0f), plane_normal);
    v2d_transform xa = v2d_transform_make(center, 0.0f), xb = v2d_transform_make(plane_point, 0.0f);
    return v2d_collide(&a, xa, &b, xb, 0.0f, out) > 0;
}

static bool v2d__aabb_is_valid(v2d_aabb box) {
    return v2d__place_is_valid(box.lower) && v2d__place_is_valid(box.upper) &&
           box.lower.x <= box.upper.x && box.lower.y <= box.upper.y;
}

// The axis of least overlap of two boxes that overlap; that overlap goes to *depth.
V2D__COLD static v2d_vec2 v2d__box_box_normal(v2d_aabb a, v2d_aabb b, float *depth) {
    float right = a.upper.x - b.lower.x, left = b.upper.x - a.lower.x; // ways out for b
    float up = a.upper.y - b.lower.y, down = b.upper.y - a.lower.y;
    float along_x = v2d__minf(right, left), along_y = v2d__minf(up, down);
    *depth = v2d__minf(along_x, along_y);
    if (along_x < along_y) return v2d__vec2(right <= left ? 1.0f : -1.0f, 0.0f);
    return v2d__vec2(0.0f, up <= down ? 1.0f : -1.0f);
}

// Half way into the overlap behind a's face, at both ends of the stretch that the faces share.
V2D__COLD static void v2d__box_box_points(v2d_aabb a, v2d_aabb b, v2d_vec2 normal, float depth,
                                          v2d_manifold *out) {
    v2d_vec2 along = v2d__perp(normal);
    v2d_vec2 lower = v2d__vec2(v2d__maxf(a.lower.x, b.lower.x), v2d__maxf(a.lower.y, b.lower.y));
    v2d_vec2 upper = v2d__vec2(v2d__minf(a.upper.x, b.upper.x), v2d__minf(a.upper.y, b.upper.y));
    bool forward = along.x + along.y > 0.0f;
    v2d_vec2 ends[2];
    ends[0] = forward ? lower : upper;
    ends[1] = forward ? upper : lower;
    out->count = v2d__dot(along, v2d__sub(ends[1], ends[0])) > 0.0f ? 2 : 1;
    v2d_vec2 face = normal.x + normal.y > 0.0f ? a.upper : a.lower;
    float height = v2d__dot(normal, face) - 0.5f * depth;
    for (int32_t i = 0; i < out->count; ++i) {
        out->points[i].position =
            v2d__add_scaled(v2d__scale(height, normal), v2d__dot(along, ends[i]), along);
        out->points[i].separation = -depth;
        out->points[i].feature = v2d__feature(0, 0, i);
    }
}

V2D_API bool v2d_box_box(v2d_aabb a, v2d_aabb b, v2d_manifold *out) {
    float depth;
    v2d__manifold_clear(out);
    if (!v2d__aabb_is_valid(a) || !v2d__aabb_is_valid(b) || !v2d__aabb_overlaps(a, b)) return false;
    if (out == NULL) return true;
    out->normal = v2d__box_box_normal(a, b, &depth);
    v2d__box_box_points(a, b, out->normal, depth, out);
    return true;
}

V2D__COLD static bool v2d__polygon_is_readable(const v2d_vec2 *vertices, int32_t count) {
    if (vertices == NULL || count < 3) return false;
    for (int32_t i = 0; i < count; ++i) {
        if (!v2d__place_is_valid(vertices[i])) return false;
    }
    return true;
}

// Does the ray from p in direction +x cross the edge? A point on the edge is on its right side.
// Source: Shimrat, "Algorithm 112: position of point relative to polygon", 1962, with the side test
// in place of the division.
static bool v2d__ray_crosses(v2d_vec2 p, v2d_vec2 a, v2d_vec2 b) {
    if ((a.y > p.y) == (b.y > p.y)) return false;
    return b.y > a.y ? v2d__orient(a, b, p) > 0.0 : v2d__orient(a, b, p) < 0.0;
}

V2D_API bool v2d_point_in_polygon(v2d_vec2 point, const v2d_vec2 *vertices, int count) {
    bool inside = false;
    if (!v2d__polygon_is_readable(vertices, count) || !v2d__place_is_valid(point)) return false;
    for (int32_t i = 0; i < count; ++i) {
        if (v2d__ray_crosses(point, vertices[i], vertices[(i + 1) % count])) inside = !inside;
    }
    return inside;
}

static v2d_hit v2d__hit(bool hit, float t, v2d_vec2 point, v2d_vec2 normal) {
    v2d_hit result;
    memset(&result, 0, sizeof(result));
    result.hit = hit;
    result.t = t;
    result.point = point;
    result.normal = normal;
    return result;
}

static v2d_hit v2d__no_hit(void) {
    return v2d__hit(false, 0.0f, v2d__vec2(0.0f, 0.0f), v2d__vec2(0.0f, 0.0f));
}

V2D_API v2d_hit v2d_segment_half_plane(v2d_vec2 a, v2d_vec2 b, v2d_vec2 plane_point,
                                       v2d_vec2 plane_normal) {
    if (!v2d__place_is_valid(a) || !v2d__place_is_valid(b) || !v2d__place_is_valid(plane_point))
        return v2d__no_hit();
    if (!v2d__is_finite2(plane_normal)) return v2d__no_hit();
    v2d_vec2 normal = v2d__normalize(plane_normal);
    if (normal.x == 0.0f && normal.y == 0.0f) return v2d__no_hit();
    float height_a = v2d__dot(normal, v2d__sub(a, plane_point)),
          height_b = v2d__dot(normal, v2d__sub(b, plane_point));
    if (height_a <= 0.0f) return v2d__hit(true, 0.0f, a, v2d__vec2(0.0f, 0.0f));
    if (height_b > 0.0f) return v2d__no_hit();
    float t = height_a / (height_a - height_b);
    return v2d__hit(true, t, v2d__add_scaled(a, t, v2d__sub(b, a)), normal);
}

// Fraction of the way from a to b at which it crosses the edge p q, or 2. In double, so that a way
// through a corner meets at least one of its edges.
static float v2d__crossing(v2d_vec2 a, v2d_vec2 b, v2d_vec2 p, v2d_vec2 q) {
    double side_p = v2d__orient(a, b, p), side_q = v2d__orient(a, b, q);
    double side_a = v2d__orient(p, q, a), side_b = v2d__orient(p, q, b);
    if ((side_p > 0.0 && side_q > 0.0) || (side_p < 0.0 && side_q < 0.0)) return 2.0f;
    if ((side_a > 0.0 && side_b > 0.0) || (side_a < 0.0 && side_b < 0.0)) return 2.0f;
    return side_a != side_b ? (float)(side_a / (side_a - side_b)) : 2.0f; // equal: along the edge
}

V2D_API v2d_hit v2d_segment_polygon(v2d_vec2 a, v2d_vec2 b, const v2d_vec2 *vertices, int count) {
    v2d_vec2 normal = v2d__vec2(0.0f, 0.0f), way = v2d__sub(b, a);
    float best = 2.0f;
    if (!v2d__polygon_is_readable(vertices, count)) return v2d__no_hit();
    if (!v2d__place_is_valid(a) || !v2d__place_is_valid(b)) return v2d__no_hit();
    if (v2d_point_in_polygon(a, vertices, count)) return v2d__hit(true, 0.0f, a, normal);
    for (int32_t i = 0; i < count; ++i) {
        v2d_vec2 p = vertices[i], q = vertices[(i + 1) % count];
        float t = v2d__crossing(a, b, p, q);
        if (!(t < best)) continue;
        best = t;
        normal = v2d__edge_normal(p, q);
    }
    if (best > 1.0f) return v2d__no_hit();
    if (v2d__dot(normal, way) > 0.0f) normal = v2d__neg(normal); // it comes from outside
    return v2d__hit(true, best, v2d__add_scaled(a, best, way), normal);
}

// First root of |from + t * way| = radius with 0 <= t <= 1, or 2. `from` is outside.
V2D__COLD static float v2d__circle_entry(v2d_vec2 from, v2d_vec2 way, float radius) {
    float a = v2d__dot(way, way), b = v2d__dot(from, way);
    if (!(b < 0.0f && a > 0.0f)) return 2.0f; // not coming nearer
    // distance of the line to the centre, rather than b^2 - a c, which cancels
    float miss = v2d__cross(from, way);
    float half_chord_sq = radius * radius - miss * miss / a;
    if (half_chord_sq < 0.0f) return 2.0f;
    float t = (-b - sqrtf(half_chord_sq * a)) / a;
    return t <= 1.0f ? v2d__maxf(t, 0.0f) : 2.0f;
}

// Conservative advancement: the tangent line at the nearest point separates the convex target from
// the centre, so the centre may move until it has crossed the gap to that line. Returns t, or 2.
// Source: Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3.
V2D__COLD static float v2d__advance(const v2d_geometry *g, v2d_vec2 from, v2d_vec2 way,
                                    float radius, v2d_vec2 *normal) {
    float t = 0.0f;
    float tolerance = 1e-6f * (v2d__length(from) + v2d__length(way) + radius);
    for (int32_t i = 0; i < 64; ++i) {
        float separation;
        (void)v2d__point_geometry(g, v2d__add_scaled(from, t, way), v2d__infinity, &separation,
                                  normal);
        separation -= radius;
        float closing = -v2d__dot(*normal, way);
        if (separation <= tolerance && closing > 0.0f) return t;
        if (!(closing > 0.0f)) return 2.0f;
        t += separation / closing;
        if (t > 1.0f) return 2.0f;
    }
    return t;
}

V2D_API v2d_hit v2d_swept_circle(v2d_vec2 from, v2d_vec2 to, float radius,
                                 const v2d_geometry *target, v2d_transform xf) {
    float t, separation;
    v2d_vec2 normal;
    if (!v2d__geometry_is_valid(target) || !v2d__transform_is_valid(xf)) return v2d__no_hit();
    if (!v2d__place_is_valid(from) || !v2d__place_is_valid(to)) return v2d__no_hit();
    if (v2d__check_radius(radius, 0.0f) != V2D_OK) return v2d__no_hit();
    v2d_vec2 start = v2d__inv_transform_point(xf, from),
             way = v2d__inv_rotate(xf.q, v2d__sub(to, from));
    if (target->kind == V2D_GEOMETRY_CHAIN_SEGMENT &&
        v2d__dot(target->normals[0], v2d__sub(start, target->vertices[0])) < 0.0f)
        return v2d__no_hit();
    if (v2d__point_geometry(target, start, radius, &separation, &normal) && separation < radius) {
        v2d_vec2 touch = v2d__add_scaled(start, -separation, normal);
        return v2d__hit(true, 0.0f, v2d__transform_point(xf, touch), v2d__vec2(0.0f, 0.0f));
    }
    if (target->kind == V2D_GEOMETRY_CIRCLE) {
        t = v2d__circle_entry(v2d__sub(start, target->vertices[0]), way, radius + target->radius);
    } else {
        t = v2d__advance(target, start, way, radius, &normal);
    }
    if (t > 1.0f) return v2d__no_hit();
    v2d_vec2 center = v2d__add_scaled(start, t, way);
    (void)v2d__point_geometry(target, center, v2d__infinity, &separation, &normal);
    v2d_vec2 touch = v2d__add_scaled(center, -separation, normal);
    return v2d__hit(true, t, v2d__transform_point(xf, touch), v2d__rotate(xf.q, normal));
}

// ---- sweeps: figures that move and turn --------------------------------------------------------

// Radius of a disc about the mean of the vertices that fits into the figure; 0 for those without
// inside.
V2D__COLD static float v2d__geometry_core(const v2d_geometry *g) {
    if (g->kind != V2D_GEOMETRY_POLYGON) return g->count > 0 ? g->radius : 0.0f;
    v2d_vec2 middle = v2d__vec2(0.0f, 0.0f);
    float least = v2d__infinity;
    for (int32_t i = 0; i < g->count; ++i)
        middle = v2d__add_scaled(middle, 1.0f / (float)g->count, g->vertices[i]);
    for (int32_t i = 0; i < g->count; ++i)
        least = v2d__minf(least, v2d__dot(g->normals[i], v2d__sub(g->vertices[i], middle)));
    return v2d__maxf(least, 0.0f) + g->radius;
}

// A figure on its way: a fraction t of it takes the centre to place + t way, turned by t turn.
typedef struct v2d__sweep {
    const v2d_geometry *figure; // relative to the centre
    v2d_vec2 place, way;        // [m]
    v2d_rot q;
    float turn; // [rad]
} v2d__sweep;

static v2d_transform v2d__sweep_at(const v2d__sweep *sweep, float t) {
    v2d_transform xf;
    xf.p = v2d__add_scaled(sweep->place, t, sweep->way);
    xf.q = sweep->turn != 0.0f ? v2d__rot_integrate(sweep->q, t * sweep->turn) : sweep->q;
    return xf;
}

// How far core b is beyond core a along a unit vector.
static float v2d__cores_apart(const v2d__core *a, const v2d__core *b, v2d_vec2 n) {
    return v2d__dot(n, b->vertices[v2d__lowest(b, n)]) -
           v2d__dot(n, a->vertices[v2d__most_along(a->vertices, a->count, n)]);
}

// Of a point beside a segment the axis is that of the face: one from the nearest point to it is rounded,
// and over the length of the segment that is a height.
static void v2d__beside_segment(const v2d_geometry *g, v2d_vec2 p, float *separation,
                                v2d_vec2 *normal) {
    float t;
    (void)v2d__point_segment(p, g->vertices[0], g->vertices[1], &t);
    if (t <= 0.0f || t >= 1.0f) return;
    float height = v2d__dot(g->normals[0], v2d__sub(p, g->vertices[0]));
    *normal = height < 0.0f ? v2d__neg(g->normals[0]) : g->normals[0];
    *separation = v2d__absf(height) - g->radius;
}

// Distance of two figures, negative when they overlap, along the axis from a to b on which they are
// farthest apart. (Between points next to each other the axis is rounded: then it is that of a face.)
// rank(a) >= rank(b); in the frame of a.
V2D__COLD static float v2d__separation_local(const v2d_geometry *a, const v2d_geometry *b,
                                             v2d_transform xf, v2d_vec2 *normal) {
    v2d__core_room room_a, room_b;
    v2d__facing f;
    float separation;
    if (b->kind == V2D_GEOMETRY_CIRCLE) {
        v2d_vec2 center = v2d__transform_point(xf, b->vertices[0]);
        (void)v2d__point_geometry(a, center, v2d__infinity, &separation, normal);
        if (a->count == 2) v2d__beside_segment(a, center, &separation, normal);
        return separation - b->radius;
    }
    v2d__core core_b = v2d__core_moved(b, xf, &room_b);
    if (a->kind == V2D_GEOMETRY_HALF_PLANE) {
        *normal = a->normals[0];
        v2d_vec2 low = core_b.vertices[v2d__lowest(&core_b, *normal)];
        return v2d__dot(*normal, v2d__sub(low, a->vertices[0])) - b->radius;
    }
    v2d__core core_a = v2d__core_in_place(a, &room_a);
    (void)v2d__find_facing(&core_a, &core_b, v2d__infinity, 0.0f, &f);
    *normal = f.normal, separation = f.separation;
    if (f.separation > 0.0f) {
        v2d__core_gap gap;
        v2d__near near_pair = v2d__near_edges(&core_a, &core_b, &f);
        v2d__gap_from_near(&near_pair, &gap);
        gap.distance = v2d__cores_apart(&core_a, &core_b, gap.normal);
        if (gap.distance > f.separation) *normal = gap.normal, separation = gap.distance;
    }
    return separation - a->radius - b->radius;
}

static float v2d__separation(const v2d_geometry *a, v2d_transform xa, const v2d_geometry *b,
                             v2d_transform xb, v2d_vec2 *normal) {
    bool flip = v2d__collide_rank(a) < v2d__collide_rank(b);
    v2d_rot q = flip ? xb.q : xa.q, other_q = flip ? xa.q : xb.q;
    v2d_vec2 delta = flip ? v2d__sub(xa.p, xb.p) : v2d__sub(xb.p, xa.p), n;
    v2d_transform xf = v2d__relative(q, other_q, delta);
    float separation = v2d__separation_local(flip ? b : a, flip ? a : b, xf, &n);
    n = v2d__rotate(q, n);
    *normal = flip ? v2d__neg(n) : n;
    return separation;
}

// A vertex on its way, seen along an axis: it is at least at height + t speed - t^2 bend / 2, at most
// at height + t speed + t^2 bend / 2.
typedef struct v2d__rider {
    float height, speed, bend; // [m]
} v2d__rider;

static v2d__rider v2d__sweep_rider(const v2d__sweep *sweep, v2d_transform xf, int32_t i,
                                   v2d_vec2 n) {
    v2d__rider rider;
    v2d_vec2 arm = v2d__rotate(xf.q, sweep->figure->vertices[i]);
    rider.height = v2d__dot(n, xf.p) + v2d__dot(n, arm);
    rider.speed = v2d__dot(n, sweep->way) + sweep->turn * v2d__cross(arm, n);
    rider.bend = sweep->turn != 0.0f ? sweep->turn * sweep->turn * v2d__length(arm) : 0.0f;
    return rider;
}

// The same along an axis that moves and turns with a figure a. There the rider drifts by u; what bends
// its way is its own turn and that of the axis.
static v2d__rider v2d__sweep_rider_seen(const v2d__sweep *a, v2d_transform xa,
                                        const v2d__sweep *sweep, v2d_transform xf, int32_t i,
                                        v2d_vec2 n) {
    v2d__rider rider;
    v2d_vec2 arm = v2d__rotate(xf.q, sweep->figure->vertices[i]);
    v2d_vec2 from = v2d__add(v2d__sub(xf.p, xa.p), arm), way = v2d__sub(sweep->way, a->way);
    v2d_vec2 u =
        v2d__add(way, v2d__sub(v2d__cross_sv(sweep->turn, arm), v2d__cross_sv(a->turn, from)));
    float radius = v2d__length(arm), turn = v2d__absf(sweep->turn), frame = v2d__absf(a->turn);
    float far = v2d__length(from) + v2d__length(way) + turn * radius;
    float force = turn * turn * radius + frame * frame * far;
    rider.height = v2d__dot(n, from), rider.speed = v2d__dot(n, u);
    rider.bend = force + 2.0f * frame * (v2d__length(u) + force);
    return rider;
}

// The part of the motion in which a vertex b stays above another one a by `gap`, at least.
static float v2d__rider_time(const v2d__rider *a, const v2d__rider *b, float gap) {
    float h = v2d__maxf(b->height - a->height - gap, 0.0f), v = b->speed - a->speed;
    float bend = a->bend + b->bend;
    if (!(bend > 0.0f)) return v < 0.0f ? h / -v : v2d__infinity;
    float root = sqrtf(v * v + 2.0f * bend * h);
    return v < 0.0f ? 2.0f * h / (root - v) : (v + root) / bend;
}

// The part of the motion, from fraction t of it on, in which b stays `least` away from a along the
// axis n, at least; `with_a`, the axis turns with a. Of a figure that does not turn against the axis only
// the highest vertex counts.
V2D__COLD static float v2d__sweep_clear(const v2d__sweep *a, v2d_transform xa, const v2d__sweep *b,
                                        v2d_transform xb, v2d_vec2 n, float least, bool with_a) {
    float clear = v2d__infinity, gap = a->figure->radius + b->figure->radius + least;
    v2d__rider tops[V2D_MAX_VERTICES];
    int32_t count = 0;
    bool seen = with_a && a->turn != 0.0f;
    for (int32_t i = 0; i < a->figure->count; ++i) {
        v2d__rider rider = v2d__sweep_rider(a, xa, i, n);
        if (seen) {
            rider.height = v2d__dot(n, v2d__rotate(xa.q, a->figure->vertices[i]));
            rider.speed = rider.bend = 0.0f;
        }
        if ((a->turn != 0.0f && !seen) || count == 0) {
            tops[count++] = rider;
        } else if (rider.height > tops[0].height) {
            tops[0] = rider;
        }
    }
    for (int32_t i = 0; i < b->figure->count; ++i) {
        v2d__rider rider =
            seen ? v2d__sweep_rider_seen(a, xa, b, xb, i, n) : v2d__sweep_rider(b, xb, i, n);
        for (int32_t k = 0; k < count; ++k)
            clear = v2d__minf(clear, v2d__rider_time(&tops[k], &rider, gap));
    }
    return clear;
}

static float v2d__sweep_speed(const v2d__sweep *sweep) { // of its fastest vertex, at most
    float most = 0.0f;
    for (int32_t i = 0; i < sweep->figure->count && sweep->turn != 0.0f; ++i)
        most = v2d__maxf(most, v2d__length_sq(sweep->figure->vertices[i]));
    return v2d__absf(sweep->turn) * sqrtf(most);
}

// Fraction of their ways at which b comes nearer to a than `least` (< 0: gets deeper into it), or 2.
// Separating axes are fixed one after the other, each for as long as it separates, and with it which
// side of a thin figure b is on. Stops `tolerance` early, at most. `with_a`: the axes turn with a, which
// what rides on it needs, for it does not move along these.
// Source: Catto, "Continuous collision", GDC 2013 (bilateral advancement), with the second-order bound
// of v2d__rider in place of its root finder, so that no root is missed.
V2D__COLD static float v2d__sweep_time(const v2d__sweep *a, const v2d__sweep *b, float least,
                                       float tolerance, bool with_a, v2d_vec2 *normal) {
    float t = 0.0f;
    float speed = v2d__length(v2d__sub(b->way, a->way)) + v2d__sweep_speed(a) + v2d__sweep_speed(b);
    for (int32_t i = 0; i < 64; ++i) {
        v2d_transform xa = v2d__sweep_at(a, t), xb = v2d__sweep_at(b, t);
        (void)v2d__separation(a->figure, xa, b->figure, xb, normal);
        float clear = v2d__sweep_clear(a, xa, b, xb, *normal, least, with_a);
        if (!(clear * speed > tolerance)) return t;
        t += clear;
        if (t >= 1.0f) return 2.0f;
    }
    return t;
}

// ---- the documents' separating axis test -------------------------------------------------------

typedef struct v2d__interval {
    float lo, hi;
} v2d__interval;

static v2d__interval v2d__project(const v2d_vec2 *v, int32_t count, v2d_vec2 axis) {
    v2d__interval range;
    range.lo = range.hi = v2d__dot(axis, v[0]);
    for (int32_t i = 1; i < count; ++i) {
        float s = v2d__dot(axis, v[i]);
        range.lo = v2d__minf(range.lo, s);
        range.hi = v2d__maxf(range.hi, s);
    }
    return range;
}

// Gap between the interval that begins first and the other; < 0 when they overlap.
static float v2d__interval_distance(v2d__interval a, v2d__interval b) {
    return a.lo < b.lo ? b.lo - a.hi : a.lo - b.hi;
}

static v2d_vec2 v2d__vertex_mean(const v2d_vec2 *v, int32_t count) {
    v2d_vec2 sum = v[0];
    for (int32_t i = 1; i < count; ++i) {
        sum = v2d__add(sum, v[i]);
    }
    return v2d__scale(1.0f / (float)count, sum);
}

// Two parallel edges have the same overlap: the one that faces the other figure is meant.
static bool v2d__sat_faces(v2d_vec2 axis, v2d_vec2 p, v2d_vec2 q, v2d_vec2 owner_mean,
                           v2d_vec2 other_mean) {
    v2d_vec2 out = v2d__sub(v2d__scale(0.5f, v2d__add(p, q)), owner_mean);
    v2d_vec2 way = v2d__sub(other_mean, owner_mean);
    return (v2d__dot(axis, out) > 0.0f) == (v2d__dot(axis, way) > 0.0f);
}

// Tests the edge normals of `owner`. False when one of them separates the two. *least_cost is the
// least overlap so far, a trace more for edges on the far side.
static bool v2d__sat_edges(const v2d_vec2 *owner, int32_t count, const v2d_vec2 *other,
                           int32_t other_count, int32_t owner_number, float *least_cost,
                           v2d_sat_result *result) {
    v2d_vec2 owner_mean = v2d__vertex_mean(owner, count);
    v2d_vec2 other_mean = v2d__vertex_mean(other, other_count);
    for (int32_t i = 0; i < count; ++i) {
        v2d_vec2 p = owner[i], q = owner[i + 1 < count ? i + 1 : 0];
        v2d_vec2 axis = v2d__edge_normal(q, p);
        float distance = v2d__interval_distance(v2d__project(owner, count, axis),
                                                v2d__project(other, other_count, axis));
        if (distance > 0.0f) return false;
        bool faces = v2d__sat_faces(axis, p, q, owner_mean, other_mean);
        float cost = faces ? -distance : -distance * 1.000002f;
        if (!(cost < *least_cost)) continue;
        *least_cost = cost;
        result->depth = -distance;
        result->normal = axis;
        result->edge_owner = owner_number;
        result->edge = i;
    }
    return true;
}

// Turns the normal towards the figure without the edge and finds its vertex nearest to the edge.
static void v2d__sat_vertex(const v2d_vec2 *owner, int32_t count, const v2d_vec2 *other,
                            int32_t other_count, v2d_sat_result *result) {
    v2d_vec2 apart = v2d__sub(v2d__vertex_mean(other, other_count), v2d__vertex_mean(owner, count));
    if (!(v2d__dot(result->normal, apart) > 0.0f)) result->normal = v2d__neg(result->normal);
    result->vertex = v2d__most_along(other, other_count, v2d__neg(result->normal));
}

V2D_API v2d_sat_result v2d_sat(const v2d_vec2 *a, int count_a, const v2d_vec2 *b, int count_b) {
    v2d_sat_result result, none;
    memset(&none, 0, sizeof(none));
    result = none;
    if (!v2d__polygon_is_readable(a, count_a) || !v2d__polygon_is_readable(b, count_b)) return none;
    float least_cost = v2d__infinity;
    if (!v2d__sat_edges(a, count_a, b, count_b, 0, &least_cost, &result)) return none;
    if (!v2d__sat_edges(b, count_b, a, count_a, 1, &least_cost, &result)) return none;
    result.overlap = true;
    if (result.edge_owner == 0)
        v2d__sat_vertex(a, count_a, b, count_b, &result);
    else
        v2d__sat_vertex(b, count_b, a, count_a, &result);
    return result;
}

#if defined(V2D__SETUP_OPTIMIZE)
#pragma GCC pop_options
#endif

// ================================================================================================
// >>pool  Fixed-capacity slots with generations.
//
// Sees:       integers only.
// Used by:    everything that has an id, and contacts.
// Invariants: generation[i] is odd exactly when slot i is live; every slot below `high` is live or
//             on the free list once; the slot freed last is taken first, so that replays agree.
//
// Ids have 28 bits of the generation. A slot that used them all up is worn: it is taken again only
// when no other is left, the one that was worn first before all others.
// ================================================================================================

static const uint32_t v2d__generation_mask = 0x0fffffffu; // of ids

// The slot that was worn first, or -1.
V2D__COLD static int32_t v2d__pool_take_worn(v2d__pool *pool, int32_t *next) {
    int32_t last = pool->worn1 - 1;
    if (last < 0) return -1;
    int32_t first = next[last] - 1;
    next[last] = next[first];
    if (first == last) pool->worn1 = 0;
    return first;
}

V2D__COLD static void v2d__pool_give_worn(v2d__pool *pool, int32_t *next, int32_t slot) {
    int32_t last = pool->worn1 > 0 ? pool->worn1 - 1 : slot;
    next[slot] = last == slot ? slot + 1 : next[last];
    next[last] = slot + 1;
    pool->worn1 = slot + 1;
}

// Returns the slot taken, or -1 when the pool is full.
V2D__OUTLINE static int32_t v2d__pool_take(v2d__pool *pool, uint32_t *generation, int32_t *next,
                                           int32_t capacity) {
    int32_t slot = pool->free1 - 1;
    if (slot >= 0) {
        pool->free1 = next[slot];
    } else if (pool->high < capacity) {
        slot = pool->high++;
    } else {
        slot = v2d__pool_take_worn(pool, next);
        if (slot < 0) return -1;
    }
    V2D_ASSERT(generation[slot] % 2u == 0u);
    generation[slot] += 1u;
    pool->count += 1;
    if (pool->count > pool->peak) pool->peak = pool->count;
    return slot;
}

V2D__OUTLINE static void v2d__pool_give(v2d__pool *pool, uint32_t *generation, int32_t *next,
                                        int32_t slot) {
    V2D_ASSERT(generation[slot] % 2u == 1u);
    generation[slot] += 1u;
    pool->count -= 1;
    if ((generation[slot] & v2d__generation_mask) == 0u) {
        v2d__pool_give_worn(pool, next, slot);
        return;
    }
    next[slot] = pool->free1;
    pool->free1 = slot + 1;
}

// What an id refers to stands in the top four bits of its generation.
enum {
    V2D__KIND_BODY = 1,
    V2D__KIND_SHAPE,
    V2D__KIND_POINT,
    V2D__KIND_EDGE,
    V2D__KIND_BEND,
    V2D__KIND_SOFT,
    V2D__KIND_JOINT,
    V2D__KIND_CHAIN
};

static uint32_t v2d__stamp(uint32_t kind, uint32_t generation) {
    return kind << 28 | (generation & v2d__generation_mask);
}

// Slot of an id, or why there is none, negated: one number, for every public function asks.
V2D__COLD static int32_t v2d__slot(uint32_t index1, uint32_t stamp, uint32_t kind,
                                   const uint32_t *generation, const v2d__pool *pool) {
    if (index1 == 0u) return -(int32_t)V2D_ERROR_BAD_ID;
    if (stamp >> 28 != kind) {
        bool other = stamp >> 28 >= V2D__KIND_BODY && stamp >> 28 <= V2D__KIND_CHAIN;
        return -(int32_t)(other ? V2D_ERROR_WRONG_KIND : V2D_ERROR_BAD_ID);
    }
    bool live = index1 <= (uint32_t)pool->high && generation[index1 - 1u] % 2u != 0u &&
                v2d__stamp(kind, generation[index1 - 1u]) == stamp;
    return live ? (int32_t)(index1 - 1u) : -(int32_t)V2D_ERROR_BAD_ID;
}

// What the slot of an id says of the id.
static v2d_result v2d__cause(int32_t slot) { return slot < 0 ? (v2d_result)-slot : V2D_OK; }

// ================================================================================================
// >>lanes  Several floats at once, and how code for them is compiled once per width.
//
// A v2d__w is V2D__WIDTH floats: 8 with AVX2, 4 with SSE2, NEON or wasm simd128, else 1. The
// compiler's own + - * / work on it (GCC and Clang vectors; with width 1 it is a plain float).
// This section and >>kernels alone are written in these terms, once for every width. Lanes of one
// block touch different nodes, and no kernel adds across lanes, so every width gives the same bits.
//
// Widths: V2D_WIDTH (1, 4 or 8) fixes the width. Otherwise it is the widest that the compiler's
//         flags allow; but GCC and Clang on x86 without -mavx2 compile widths 4 and 8, and every
//         step asks the processor which to take, for a world may be restored on another machine.
// Parts:  the implementation has three. (1) All above, once. (2) The lanes below and >>kernels, once
//         per width: for the second width the file includes itself with V2D__WIDTH defined, and
//         then parts 1 and 3 are skipped. (3) >>solver and the rest, once.
// Names:  in part 2, V2D__K(name) is v2d__name_w8 where the width is 8. A kernel is called through
//         the table of its width, once for a whole range of blocks.
// ================================================================================================

// How this file is called, for including itself. Where there is no such file (the text was pasted
// into another one) there is one width. Not __FILE__: that is relative to the compiler's folder, and
// the file is looked for in its own.
#ifndef VERLET2D_FILE
#define VERLET2D_FILE "verlet2d.h"
#endif

#if defined(V2D_WIDTH)
#define V2D__BASE_WIDTH V2D_WIDTH
#elif !defined(__GNUC__) && !defined(__clang__)
#define V2D__BASE_WIDTH 1
#elif defined(__AVX2__)
#define V2D__BASE_WIDTH 8
#elif defined(__SSE2__)
#define V2D__BASE_WIDTH 4
// Whether processor and system have AVX2. The compiler's own library (libgcc or compiler-rt) has found
// out when the program started; asking is one load. A program without that library fixes V2D_WIDTH,
// or defines V2D_HAS_AVX2() itself.
#if defined(__GNUC__) && __STDC_HOSTED__ && !defined(V2D_HAS_AVX2)
#define V2D_HAS_AVX2() __builtin_cpu_supports("avx2")
#endif
#if defined(V2D_HAS_AVX2) && defined(__has_include)
#if __has_include(VERLET2D_FILE)
#define V2D__CHOOSE_WIDTH
#endif
#endif
#elif (defined(__ARM_NEON) && defined(__aarch64__)) || defined(__wasm_simd128__)
#define V2D__BASE_WIDTH 4
#else
#define V2D__BASE_WIDTH 1
#endif

#if V2D__BASE_WIDTH > 1
#if !defined(__GNUC__) && !defined(__clang__)
#error "verlet2d: V2D_WIDTH must be 1 for this compiler"
#elif V2D__BASE_WIDTH == 8 && !defined(__SSE2__)
#error "verlet2d: V2D_WIDTH 8 is for x86"
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif
#endif

#if defined(__clang__) && defined(__has_builtin)
#if __has_builtin(__builtin_elementwise_sqrt)
#define V2D__ELEMENTWISE_SQRT
#endif
#endif
#if defined(__clang__) || __GNUC__ >= 12
#define V2D__SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define V2D__SHUFFLE(a, b, ...) __builtin_shuffle(a, b, __extension__(v2d__w_mask){__VA_ARGS__})
#endif

// Floats of a node's record.
#define V2D__DOF_FLOATS ((ptrdiff_t)(sizeof(v2d__dof) / sizeof(float)))

// A soft row solves  lambda += -mass_scale * m * (dv + rate * s) - impulse_scale * lambda.
// `rate` is per sub-step.
typedef struct v2d__softness {
    float rate, mass_scale, impulse_scale;
    float most; // greatest bias of a joint's row in a sub-step [m]
} v2d__softness;

// The body of a pair that is not the chain's; -1 in a pair without a chain, and for the world's bounds,
// which nothing carries. *chain1 is its number.
static int32_t v2d__pair_chain(const v2d_world *world, const v2d__pair *pair, int32_t *chain1) {
    const v2d__shape *a = &world->shapes[pair->a], *b = &world->shapes[pair->b];
    *chain1 = a->chain1 > 0 ? a->chain1 : b->chain1;
    if (*chain1 == 0) return -1;
    int32_t body = a->chain1 > 0 ? b->body : a->body;
    return body != V2D__BOUNDS_NODE ? body : -1;
}

// Does the chain of the pair already carry the body? Then it is on the right side of the next link.
static bool v2d__pair_is_held(const v2d_world *world, const v2d__pair *pair) {
    int32_t chain1, node = v2d__pair_chain(world, pair, &chain1);
    return node >= 0 && world->hold[node].count > 0 && world->hold[node].chain1 == chain1;
}

// Softness of contacts.
typedef struct v2d__contact_softness {
    v2d__softness both, fixed; // between movers, and against what cannot be pushed
    float max_push;            // fastest push out of an overlap, per sub-step [m]
} v2d__contact_softness;

// Of a step: what the velocities of nodes as they are now have to be multiplied with to become
// displacements, and how far gravity moves things [m].
typedef struct v2d__horizon {
    float scale, fall;
} v2d__horizon;

// The way of a shape in a step if nothing pushes its body, made `longer`.
static v2d__sweep v2d__sweep_ahead(const v2d_world *world, int32_t shape,
                                   const v2d__horizon *horizon, float longer) {
    int32_t body = world->shapes[shape].body;
    const v2d__dof *node = &world->dof[body];
    const v2d__pose *pose = &world->pose[body];
    float scale = longer * horizon->scale, weight = world->drive[body].gravity_scale;
    // of gravity, which the sub-steps add one by one, at least half
    float fall = node->inv_mass > 0.0f ? 0.6f * longer * weight * horizon->fall : 0.0f;
    v2d__sweep sweep;
    sweep.figure = &world->shapes[shape].geometry;
    sweep.place = v2d__vec2(pose->x, pose->y), sweep.q = v2d__rot(pose->c, pose->s);
    sweep.way = v2d__scale(scale, v2d__vec2(node->dx, node->dy));
    sweep.way = v2d__add_scaled(sweep.way, fall, v2d__normalize(world->gravity));
    sweep.turn = scale * node->inv_k * node->du;
    return sweep;
}

// Where two shapes meet within the next two steps, so that what is thrown in this one is not missed: a
// part of that time, or 2 when they miss. Half-planes and chains are met as they are now: 0.
V2D__COLD static float v2d__pair_meets(const v2d_world *world, int32_t shape_a, int32_t shape_b,
                                       const v2d__horizon *horizon, v2d_transform *xa,
                                       v2d_transform *xb) {
    v2d__sweep a = v2d__sweep_ahead(world, shape_a, horizon, 2.0f);
    v2d__sweep b = v2d__sweep_ahead(world, shape_b, horizon, 2.0f);
    v2d_geometry_kind kind_a = a.figure->kind, kind_b = b.figure->kind;
    if (kind_a > V2D_GEOMETRY_POLYGON || kind_b > V2D_GEOMETRY_POLYGON) return 0.0f;
    if (kind_a == V2D_GEOMETRY_SEGMENT && kind_b == V2D_GEOMETRY_SEGMENT) return 0.0f;
    v2d_vec2 normal;
    float t = v2d__sweep_time(&a, &b, 0.0f, 0.0002f * world->length_unit, false, &normal);
    if (t <= 1.0f) *xa = v2d__sweep_at(&a, t), *xb = v2d__sweep_at(&b, t);
    return t;
}

// What contacts need to be prepared for a step.
typedef struct v2d__prepare {
    float warm; // what stored impulses are scaled with
    float h;    // [s]
    bool keep;  // rows of the last step may be kept
    v2d__horizon horizon;
} v2d__prepare;

// What the kernels of joints, edges, bends and point rows need besides their blocks.
typedef struct v2d__call {
    v2d__softness stiff; // of joints and edges that are no springs
    v2d__contact_softness contact;
    float warm; // what stored impulses are scaled with
    bool last;  // no bias pass follows in this step
} v2d__call;

typedef void (*v2d__kernel)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                            int32_t lanes, const v2d__call *call);

// A number, and not beyond all sense: NaN, infinity and what is on its way there are not.
static bool v2d__sensible(float x) { return x * x < 1e30f; }

// What a step reads of a node and how it moved so far.
static bool v2d__dof_is_sound(const v2d__dof *d) {
    return v2d__sensible(d->dx) && v2d__sensible(d->dy) && v2d__sensible(d->du) &&
           v2d__sensible(d->Dx) && v2d__sensible(d->Dy) && v2d__sensible(d->Du) &&
           v2d__sensible(d->inv_mass) && v2d__sensible(d->inv_k);
}

// Slow a node down to the greatest speed and an eighth of a circle per sub-step.
V2D__COLD static void v2d__node_tame(v2d__dof *node, float most) {
    float speed = v2d__length(v2d_vec2_make(node->dx, node->dy));
    if (speed > most) node->dx *= most / speed, node->dy *= most / speed;
    float turn = v2d__absf(node->inv_k * node->du);
    if (turn > 0.785398163f) node->du *= 0.785398163f / turn;
}

// Constraints that contradict each other could pump energy into a node without end; this stops it.
static void v2d__node_limit(v2d__dof *node, float most) {
    float turn = node->inv_k * node->du;
    bool fast = node->dx * node->dx + node->dy * node->dy > most * most || turn * turn > 0.6168f;
    if (fast && node->inv_mass > 0.0f) v2d__node_tame(node, most);
}

// Set a flag that several workers may set.
static V2D__INLINE void v2d__mark(int32_t *flag) {
#if defined(__GNUC__) || defined(__clang__)
    __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
#else
    *flag = 1;
#endif
}

// See nodes_advance; for one of several of which some need care.
V2D__COLD static void v2d__node_advance(v2d_world *world, v2d__dof *node, float most) {
    if (!v2d__dof_is_sound(node)) {
        v2d__mark(&world->went_wrong);
        return;
    }
    v2d__node_limit(node, most);
    node->Dx += node->dx, node->Dy += node->dy, node->Du += node->du;
}

// Shares of a core: what a body moves without a sweep, how deep it is in something before it is swept
// if it moves at all, from when on that is so, and how deep it may get at most. The first two and the last one are less than 1, and
// twice the last one is less than the 2 with which a plank would fit between two segments.
#define V2D__SWEEP_FREE    0.35f
#define V2D__SWEEP_DEEP    0.25f
#define V2D__SWEEP_REST    0.1f
#define V2D__SWEEP_DEEPEST 0.6f
#define V2D__SWEEP_TURN    1.5f // [rad]

// Separation, in length units, of contacts of what would pass the other if nothing happened to it.
#define V2D__PASSES 1e6f

// Keep by what angle a node turned, for the sweep at the end of the step, when its surface moved farther
// than contacts looked ahead.
static void v2d__node_note(v2d_world *world, int32_t i) {
    const v2d__dof *node = &world->dof[i];
    const v2d__look *look = &world->look[i];
    float square = node->Dx * node->Dx + node->Dy * node->Dy;
    if (node->inv_mass <= 0.0f || square + node->Du * node->Du <= world->least_way) return;
    float turn = node->inv_k * node->Du;
    v2d__mark(&world->moved_far);
    if (sqrtf(square) + v2d__absf(turn) * look->extent - look->motion <= look->margin) return;
    world->start[i].u = turn;
    world->start[i].far = 1.0f;
}

// Lengths of time in a step [s]: all of it, a sub-step, and the share of a sub-step in what the
// first one adds.
typedef struct v2d__time {
    float dt, h, share;
    bool keeps_forces; // more of the step follows
} v2d__time;

enum {
    V2D__PROXY_LIVE = 1,
    V2D__PROXY_MOVES = 2,     // can be pushed
    V2D__PROXY_PLANE = 4,     // a half-plane
    V2D__PROXY_BULLET = 8,    // reach counts against everything
    V2D__PROXY_FRESH = 16,    // new, or changed otherwise than by moving: nothing is known of it
    V2D__PROXY_STILL = 32,    // never moves: its box stays what it is until it is fresh again
    V2D__PROXY_LONE = 64,     // can meet nothing that there is, by its filter
    V2D__PROXY_ESCAPED = 128, // its enlarged box changed in this step
    V2D__PROXY_ASLEEP = 256,  // all its nodes are: its box stays what it is
    V2D__PROXY_STIRRED = 512, // immovable and changed from outside: wakes what it touches
    V2D__PROXY_WOKEN = 1024,  // in this step: its pairs were not looked at yet
    V2D__PROXY_TRIED = 2048   // woken, and being looked at
};

// Whether two proxies look ahead by their motion as well: one cannot be pushed, or is a bullet.
static V2D__INLINE bool v2d__flags_reach(uint32_t a, uint32_t b) {
    return (a & b & V2D__PROXY_MOVES) == 0u || ((a | b) & V2D__PROXY_BULLET) != 0u;
}

// A search for pairs of boxes that meet now and did not before.
typedef struct v2d__search {
    v2d_world *world;
    const v2d__item *items; // of cell c: from start[c] to start[c + 1]
    const int32_t *start;
    const int32_t *loose1; // loose items of each cell; NULL when there are none
    bool all;              // around all items of a layer, not only around those that escaped
    bool mutual;           // two boxes that are searched around may find each other
    void (*on_found)(struct v2d__search *search, const v2d__item *item, const v2d__item *other);
    v2d__pair *found;
    int32_t count;
    uint32_t missing;    // found no room
    const void *context; // of on_found
} v2d__search;

// Items `first` to `end` of the grid.
typedef struct v2d__span {
    int32_t first, end;
} v2d__span;

// `count` cells in a row of a layer, from (x, y) on, around its edge if need be.
typedef struct v2d__cells {
    int32_t x, y, count;
} v2d__cells;

// Sorted items of cells. Returns the number of spans.
static V2D__INLINE int32_t v2d__layer_row(const v2d__layer *layer, const int32_t *start,
                                          v2d__cells cells, v2d__span *spans) {
    start += layer->first + (cells.y & (layer->height - 1)) * layer->width;
    int32_t x = cells.x & (layer->width - 1);
    spans[0].first = start[x];
    if (x + cells.count <= layer->width) {
        spans[0].end = start[x + cells.count];
        return spans[0].end > spans[0].first ? 1 : 0;
    }
    spans[0].end = start[layer->width];
    spans[1].first = start[0], spans[1].end = start[x + cells.count - layer->width];
    return 2;
}

static V2D__INLINE v2d__box v2d__box_make(v2d_aabb box) {
    v2d__box b = {{box.lower.x, box.lower.y, -box.upper.x, -box.upper.y}};
    return b;
}

static V2D__INLINE v2d__box v2d__box_empty(void) { // meets nothing
    v2d__box b = {{1e30f, 1e30f, 1e30f, 1e30f}};
    return b;
}

// Whether a proxy needs its box computed.
static V2D__INLINE bool v2d__proxy_refits(uint32_t flags) {
    if ((flags & V2D__PROXY_LIVE) == 0u) return false;
    const uint32_t stays = V2D__PROXY_STILL | V2D__PROXY_LONE | V2D__PROXY_ASLEEP;
    return (flags & stays) == 0u || (flags & V2D__PROXY_FRESH) != 0u;
}

// A half-plane has a box, but no enlarged one: what is near it is found otherwise. It escapes when it
// is new, and as long as it moves.
V2D__COLD static bool v2d__plane_fit(v2d_world *world, int32_t i, const v2d__pose *pose,
                                     float motion) {
    v2d_transform xf;
    xf.p = v2d__vec2(pose->x, pose->y), xf.q = v2d__rot(pose->c, pose->s);
    if ((world->proxy_flags[i] & V2D__PROXY_FRESH) == 0u && motion <= 0.0f) return false;
    world->ahead[i] = v2d__box_make(v2d__geometry_aabb(&world->shapes[i].geometry, xf));
    world->fat[i] = world->fat_before[i] = v2d__box_empty();
    world->reach[i] = motion;
    world->proxy_flags[i] |= V2D__PROXY_ESCAPED;
    return true;
}

static V2D__INLINE v2d__box v2d__box_grown(v2d__box b, float by) {
    v2d__box grown = {{b.v[0] - by, b.v[1] - by, b.v[2] - by, b.v[3] - by}};
    return grown;
}

static V2D__INLINE v2d__box v2d__box_turned(v2d__box b) {
    v2d__box turned = {{-b.v[2], -b.v[3], -b.v[0], -b.v[1]}};
    return turned;
}

// Whether no number of a is above that of b.
static V2D__INLINE bool v2d__box_below(v2d__box a, v2d__box b) {
    return (a.v[0] <= b.v[0]) & (a.v[1] <= b.v[1]) & (a.v[2] <= b.v[2]) & (a.v[3] <= b.v[3]);
}

static V2D__PART int32_t v2d__grid_coordinate(float cells) {
    float c = v2d__clampf(cells, -1e9f, 1e9f);
    int32_t i = (int32_t)c;
    return c < (float)i ? i - 1 : i;
}

// What bodies_motion needs.
typedef struct v2d__motion {
    float dt, fall;     // [s]; how far gravity moves things in a step [m]
    float lively;       // speed from which on things may bounce in this step [m/s]
    uint32_t sleepless; // the flag of bodies that never rest
} v2d__motion;

// What contact_closes looks for, in a sub-step [m].
typedef struct v2d__approach {
    float speed, near;
} v2d__approach;

// The kernels of one width. Each visits the lanes 0 to `lanes` of consecutive blocks, in order.
typedef struct v2d__kernels {
    int32_t width;
    void (*probe)(v2d__dof *dof, const int32_t *node, int32_t lanes);
    void (*nodes_begin)(v2d_world *world, const int32_t *node, int32_t count,
                        const v2d__time *time);
    void (*nodes_integrate)(v2d_world *world, const int32_t *node, int32_t count, bool first);
    void (*nodes_advance)(v2d_world *world, const int32_t *node, int32_t count, float most);
    int32_t (*nodes_finish)(v2d_world *world, const int32_t *node, int32_t from, int32_t count,
                            float most, float inverse_h);
    void (*collide_pairs)(const v2d_world *world, const v2d__pair *pairs, const int32_t *list,
                          int32_t count, const v2d__horizon *horizon, v2d__contact_manifold *out);
    void (*contact_prepare)(v2d_world *world, int32_t from, int32_t to, const v2d__prepare *prepare,
                            bool apart);
    void (*contact_bias)(v2d__dof *dof, v2d__contact_block *k, uint8_t *flags, int32_t lanes,
                         const v2d__contact_softness *soft);
    void (*contact_relax)(v2d__dof *dof, v2d__contact_block *k, v2d__contact_extra *x,
                          const uint8_t *flags, int32_t lanes, bool last);
    void (*contact_closes)(v2d_world *world, int32_t from, int32_t to, const v2d__approach *least);
    void (*contact_load)(v2d_world *world, int32_t from, int32_t to);
    void (*contact_store)(v2d_world *world, int32_t from, int32_t to);
    int32_t (*bodies_motion)(v2d_world *world, int32_t from, int32_t end, const v2d__motion *m);
    v2d__kernel row_bias, row_relax;
    v2d__kernel edge_begin, edge_bias, edge_relax, bend_begin, bend_bias, bend_relax;
    v2d__kernel joint_begin, joint_warm, joint_bias, joint_relax, joint_spring_bias,
        joint_spring_relax;
    int32_t (*shapes_fit)(v2d_world *world, int32_t first, int32_t end, int32_t *escaped);
    int32_t (*points_fit)(v2d_world *world, int32_t first, int32_t end, float margin,
                          int32_t *escaped);
    bool (*box_fit)(v2d_world *world, int32_t i, v2d_aabb box, float margin, float motion);
    void (*search_own)(v2d__search *search, const v2d__layer *layer);
    void (*search_other)(v2d__search *search, const v2d__layer *from, const v2d__layer *in,
                         bool reach);
    void (*search_item)(v2d__search *search, const v2d__item *item, const v2d__layer *in,
                        bool reach);
    int32_t (*pairs_test)(const v2d__box *boxes, v2d__pair *pairs, int32_t count);
    int32_t (*pairs_choose)(const v2d_world *world, int32_t first, int32_t end, int32_t *list);
} v2d__kernels;

#define V2D__JOIN_(name, width) v2d__##name##_w##width
#define V2D__JOIN(name, width)  V2D__JOIN_(name, width)
#define V2D__K(name)            V2D__JOIN(name, V2D__WIDTH)

// Short names, for these are everywhere.
#define v2d__w                 V2D__K(lanes)
#define v2d__wdof              V2D__K(dof)
#define v2d__wcontact          V2D__K(contact)
#define v2d__wpair             V2D__K(pair)
#define v2d__w_mask            V2D__K(mask)
#define v2d__w_any             V2D__K(any)
#define v2d__w_row             V2D__K(row)
#define v2d__w_splat           V2D__K(splat)
#define v2d__w_load            V2D__K(load)
#define v2d__w_store           V2D__K(store)
#define v2d__w_min             V2D__K(min)
#define v2d__w_max             V2D__K(max)
#define v2d__w_sqrt            V2D__K(sqrt)
#define v2d__w_if_gt           V2D__K(if_gt)
#define v2d__w_any_gt          V2D__K(any_gt)
#define v2d__w_bits_gt         V2D__K(bits_gt)
#define v2d__w_clamp           V2D__K(clamp)
#define v2d__w_inverse_or_zero V2D__K(inverse_or_zero)
#define v2d__w_transpose       V2D__K(transpose)
#define v2d__w_join            V2D__K(join)
#define v2d__w_split           V2D__K(split)
#define v2d__w_load4           V2D__K(load4)
#define v2d__w_load4_hot       V2D__K(load4_hot)
#define v2d__w_load8           V2D__K(load8)
#define v2d__w_store4          V2D__K(store4)
#define v2d__w_store4_hot      V2D__K(store4_hot)
#define v2d__w_gather          V2D__K(gather)
#define v2d__w_scatter         V2D__K(scatter)
#define v2d__w_if              V2D__K(select)
#define v2d__w_keep            V2D__K(keep)
#define v2d__w_bits            V2D__K(bits)
#define v2d__w_from_int        V2D__K(from_int)
#define v2d__w_abs             V2D__K(abs)
#define v2d__w_between         V2D__K(between)
#define v2d__w_load_figure     V2D__K(load_figure)
#define v2d__w_load_vectors    V2D__K(load_vectors)
#define v2d__w_load_polygon    V2D__K(load_polygon)
#define v2d__wpose             V2D__K(pose)
#define v2d__wmanifold         V2D__K(manifold)
#define v2d__wheader           V2D__K(header)
#define v2d__wpairs            V2D__K(pairs)
#define v2d__w2                V2D__K(vec)
#define v2d__wcore             V2D__K(core)
#define v2d__waxis             V2D__K(axis)
#define v2d__wedge             V2D__K(edge)
#define v2d__wfacing           V2D__K(facing)
#define v2d__wline             V2D__K(line)
#define v2d__wcase             V2D__K(case)
#define v2d__wnear             V2D__K(near)
#define v2d__wpoint_hit        V2D__K(point_hit)
#define v2d__wclasses          V2D__K(classes)
#define v2d__w2_add            V2D__K(vec_add)
#define v2d__w2_add_scaled     V2D__K(vec_add_scaled)
#define v2d__w2_dot            V2D__K(vec_dot)
#define v2d__w2_if             V2D__K(vec_if)
#define v2d__w2_make           V2D__K(vec_make)
#define v2d__w2_neg            V2D__K(vec_neg)
#define v2d__w2_normalize      V2D__K(vec_normalize)
#define v2d__w2_perp           V2D__K(vec_perp)
#define v2d__w2_rotate         V2D__K(vec_rotate)
#define v2d__w2_scale          V2D__K(vec_scale)
#define v2d__w2_sub            V2D__K(vec_sub)
#define v2d__w2_transform      V2D__K(vec_transform)
#define v2d__w4                V2D__K(box)
#define v2d__w4_mask           V2D__K(box_mask)
#define v2d__w4_load           V2D__K(box_load)
#define v2d__w4_grown          V2D__K(box_grown)
#define v2d__w4_turned         V2D__K(box_turned)
#define v2d__w4_below          V2D__K(box_below)
#define v2d__w4_min            V2D__K(box_min)
#define v2d__w4_splat          V2D__K(box_splat)
#define v2d__w4_store          V2D__K(box_store)
#define v2d__w4_get            V2D__K(box_get)
#define v2d__w4_put            V2D__K(box_put)
#define v2d__w4_plus           V2D__K(box_plus)
#define v2d__w4_minus          V2D__K(box_minus)
#define v2d__w4_plus3          V2D__K(box_plus3)
#define v2d__w_item            V2D__K(item_boxes)
#define v2d__wframe            V2D__K(frame)
#define v2d__wframe_of         V2D__K(frame_of)
#define v2d__wframe_enters     V2D__K(frame_enters)

#if defined(V2D__CHOOSE_WIDTH)
#define V2D__WIDTH 8
#define V2D__NESTED
#include VERLET2D_FILE
#undef V2D__NESTED
#undef V2D__WIDTH
#endif
#define V2D__WIDTH V2D__BASE_WIDTH
#endif // VERLET2D_IMPLEMENTED: end of part 1

// ---- part 2: once per width --------------------------------------------------------------------

#if defined(V2D__WIDTH)

#if V2D__WIDTH == 8 && !defined(__AVX2__)
#define V2D__TARGET_AVX2 // for these functions only, and without the fused multiply-add
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#endif

#if V2D__WIDTH > 1

typedef float v2d__w __attribute__((vector_size(4 * V2D__WIDTH)));
typedef int32_t v2d__w_mask __attribute__((vector_size(4 * V2D__WIDTH))); // of a comparison: 0, -1
// Anywhere in memory: V2D__WIDTH floats, four floats.
typedef float v2d__w_any __attribute__((vector_size(4 * V2D__WIDTH), aligned(4), may_alias));
typedef float v2d__w_row __attribute__((vector_size(16), aligned(4), may_alias));

static V2D__INLINE v2d__w v2d__w_splat(float x) {
#if defined(__wasm_simd128__) && defined(__OPTIMIZE_SIZE__)
    // A vector constant takes 18 bytes of code, lanes filled from memory take 7. The compilers must not
    // see that it is a constant.
    static const float often[] = {0.0f, 1.0f, 0.5f};
    if (__builtin_constant_p(x) && (x == 0.0f || x == 1.0f || x == 0.5f)) {
        const float *p = &often[x == 0.0f ? 0 : x == 1.0f ? 1 : 2];
        __asm__("" : "+r"(p));
        x = *p;
    }
#endif
#if V2D__WIDTH == 8
    v2d__w all = {x, x, x, x, x, x, x, x};
#else
    v2d__w all = {x, x, x, x};
#endif
    return all;
}
static V2D__INLINE v2d__w v2d__w_load(const float *p) { return *(const v2d__w_any *)p; }
static V2D__INLINE void v2d__w_store(float *p, v2d__w x) { *(v2d__w_any *)p = x; }

static V2D__INLINE v2d__w v2d__w_if(v2d__w_mask mask, v2d__w a, v2d__w b) { // mask ? a : b
#if V2D__WIDTH == 8
    return __builtin_ia32_blendvps256(b, a, (v2d__w)mask);
#else
    return (v2d__w)((mask & (v2d__w_mask)a) | (~mask & (v2d__w_mask)b));
#endif
}

static V2D__INLINE v2d__w v2d__w_if_gt(v2d__w x, v2d__w y, v2d__w a, v2d__w b) {
    return v2d__w_if(x > y, a, b); // x > y ? a : b
}

static V2D__INLINE v2d__w v2d__w_keep(v2d__w_mask mask, v2d__w a) { // mask ? a : 0
    return (v2d__w)(mask & (v2d__w_mask)a);
}

// Bit i for lane i of a mask.
static V2D__INLINE uint32_t v2d__w_bits(v2d__w_mask mask) {
#if V2D__WIDTH == 8
    return (uint32_t)__builtin_ia32_movmskps256((v2d__w)mask);
#elif defined(__SSE2__)
    return (uint32_t)__builtin_ia32_movmskps((v2d__w)mask);
#elif defined(__wasm_simd128__)
    return (uint32_t)wasm_i32x4_bitmask((v128_t)mask);
#else
    return (uint32_t)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

// Lanes that hold the bits of an int32_t, as floats.
static V2D__INLINE v2d__w v2d__w_from_int(v2d__w bits) {
    return __builtin_convertvector((v2d__w_mask)bits, v2d__w);
}

// Whether x > y in any lane.
static V2D__INLINE bool v2d__w_any_gt(v2d__w x, v2d__w y) {
    v2d__w_mask mask = x > y;
#if V2D__WIDTH == 8
    return __builtin_ia32_movmskps256((v2d__w)mask) != 0;
#elif defined(__SSE2__)
    return __builtin_ia32_movmskps((v2d__w)mask) != 0;
#elif defined(__wasm_simd128__)
    return wasm_v128_any_true((v128_t)mask);
#elif defined(__aarch64__)
    return vmaxvq_u32((uint32x4_t)mask) != 0u;
#else
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
#endif
}

// Bit i: x > y in lane i.
static V2D__INLINE uint32_t v2d__w_bits_gt(v2d__w x, v2d__w y) { return v2d__w_bits(x > y); }

// a < b ? a : b and a > b ? a : b in one instruction where there is one that orders -0 and NaN like
// that (that of NEON does not).
#if V2D__WIDTH == 8
static V2D__INLINE v2d__w v2d__w_min(v2d__w a, v2d__w b) { return __builtin_ia32_minps256(a, b); }
static V2D__INLINE v2d__w v2d__w_max(v2d__w a, v2d__w b) { return __builtin_ia32_maxps256(a, b); }
#elif defined(__SSE2__)
static V2D__INLINE v2d__w v2d__w_min(v2d__w a, v2d__w b) { return __builtin_ia32_minps(a, b); }
static V2D__INLINE v2d__w v2d__w_max(v2d__w a, v2d__w b) { return __builtin_ia32_maxps(a, b); }
#elif defined(__wasm_simd128__)
static V2D__INLINE v2d__w v2d__w_min(v2d__w a, v2d__w b) {
    return (v2d__w)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}
static V2D__INLINE v2d__w v2d__w_max(v2d__w a, v2d__w b) {
    return (v2d__w)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}
#else
static V2D__INLINE v2d__w v2d__w_min(v2d__w a, v2d__w b) { return v2d__w_if_gt(b, a, a, b); }
static V2D__INLINE v2d__w v2d__w_max(v2d__w a, v2d__w b) { return v2d__w_if_gt(a, b, a, b); }
#endif

static V2D__INLINE v2d__w v2d__w_sqrt(v2d__w x) {
#if defined(V2D__ELEMENTWISE_SQRT)
    return __builtin_elementwise_sqrt(x);
#elif V2D__WIDTH == 8
    return __builtin_ia32_sqrtps256(x);
#elif defined(__SSE2__)
    return __builtin_ia32_sqrtps(x);
#elif defined(__wasm_simd128__)
    return (v2d__w)wasm_f32x4_sqrt((v128_t)x);
#elif defined(__aarch64__)
    return (v2d__w)vsqrtq_f32((float32x4_t)x);
#else
    for (int i = 0; i < V2D__WIDTH; ++i)
        x[i] = sqrtf(x[i]);
    return x;
#endif
}

// Transpose the 4 x 4 floats in each 128 bits of r[0] to r[3].
static V2D__INLINE void v2d__w_transpose(v2d__w *r) {
#if V2D__WIDTH == 8
    v2d__w t0 = V2D__SHUFFLE(r[0], r[1], 0, 8, 1, 9, 4, 12, 5, 13);
    v2d__w t1 = V2D__SHUFFLE(r[0], r[1], 2, 10, 3, 11, 6, 14, 7, 15);
    v2d__w t2 = V2D__SHUFFLE(r[2], r[3], 0, 8, 1, 9, 4, 12, 5, 13);
    v2d__w t3 = V2D__SHUFFLE(r[2], r[3], 2, 10, 3, 11, 6, 14, 7, 15);
    r[0] = V2D__SHUFFLE(t0, t2, 0, 1, 8, 9, 4, 5, 12, 13);
    r[1] = V2D__SHUFFLE(t0, t2, 2, 3, 10, 11, 6, 7, 14, 15);
    r[2] = V2D__SHUFFLE(t1, t3, 0, 1, 8, 9, 4, 5, 12, 13);
    r[3] = V2D__SHUFFLE(t1, t3, 2, 3, 10, 11, 6, 7, 14, 15);
#else
    v2d__w t0 = V2D__SHUFFLE(r[0], r[1], 0, 4, 1, 5), t1 = V2D__SHUFFLE(r[0], r[1], 2, 6, 3, 7);
    v2d__w t2 = V2D__SHUFFLE(r[2], r[3], 0, 4, 1, 5), t3 = V2D__SHUFFLE(r[2], r[3], 2, 6, 3, 7);
    r[0] = V2D__SHUFFLE(t0, t2, 0, 1, 4, 5), r[1] = V2D__SHUFFLE(t0, t2, 2, 3, 6, 7);
    r[2] = V2D__SHUFFLE(t1, t3, 0, 1, 4, 5), r[3] = V2D__SHUFFLE(t1, t3, 2, 3, 6, 7);
#endif
}

#else // one lane

typedef float v2d__w;
typedef int32_t v2d__w_mask;

static V2D__INLINE v2d__w v2d__w_splat(float x) { return x; }
static V2D__INLINE v2d__w v2d__w_load(const float *p) { return *p; }
static V2D__INLINE void v2d__w_store(float *p, v2d__w x) { *p = x; }
static V2D__INLINE v2d__w v2d__w_min(v2d__w a, v2d__w b) { return a < b ? a : b; }
static V2D__INLINE v2d__w v2d__w_max(v2d__w a, v2d__w b) { return a > b ? a : b; }
static V2D__INLINE v2d__w v2d__w_sqrt(v2d__w a) { return sqrtf(a); }
static V2D__INLINE v2d__w v2d__w_if_gt(v2d__w x, v2d__w y, v2d__w a, v2d__w b) {
    return x > y ? a : b;
}
static V2D__INLINE bool v2d__w_any_gt(v2d__w x, v2d__w y) { return x > y; }
static V2D__INLINE uint32_t v2d__w_bits_gt(v2d__w x, v2d__w y) { return x > y ? 1u : 0u; }

#endif

static V2D__INLINE v2d__w v2d__w_clamp(v2d__w x, v2d__w limit) { // to [-limit, limit]
    return v2d__w_max(v2d__w_min(x, limit), v2d__w_splat(0.0f) - limit);
}

// ---- records to lanes and back -----------------------------------------------------------------
// Lane i has the record at base + index[i] * stride, in floats. What of it a kernel does not use,
// the compiler neither loads nor shuffles. The lines are not loops: at -O2 GCC would keep those.

#if V2D__WIDTH == 8
// Rows `low` and `high`; loading the latter into the upper half needs no shuffle.
static V2D__INLINE v2d__w v2d__w_join(const float *low, const float *high) {
#if defined(__clang__)
    return __builtin_shufflevector(*(const v2d__w_row *)low, *(const v2d__w_row *)high, 0, 1, 2, 3,
                                   4, 5, 6, 7);
#else
    return __builtin_ia32_vinsertf128_ps256(__builtin_ia32_ps256_ps(*(const v2d__w_row *)low),
                                            *(const v2d__w_row *)high, 1);
#endif
}
static V2D__INLINE void v2d__w_split(float *low, float *high, v2d__w x) {
#if defined(__clang__)
    *(v2d__w_row *)low = __builtin_shufflevector(x, x, 0, 1, 2, 3);
    *(v2d__w_row *)high = __builtin_shufflevector(x, x, 4, 5, 6, 7);
#else
    *(v2d__w_row *)low = __builtin_ia32_ps_ps256(x);
    *(v2d__w_row *)high = __builtin_ia32_vextractf128_ps256(x, 1);
#endif
}
#endif

// Four floats of each record: out[j] holds number j of all lanes.
static V2D__INLINE void v2d__w_load4_hot(v2d__w *out, const float *base, ptrdiff_t stride,
                                         const int32_t *index) {
#if V2D__WIDTH == 8
    out[0] = v2d__w_join(base + index[0] * stride, base + index[4] * stride);
    out[1] = v2d__w_join(base + index[1] * stride, base + index[5] * stride);
    out[2] = v2d__w_join(base + index[2] * stride, base + index[6] * stride);
    out[3] = v2d__w_join(base + index[3] * stride, base + index[7] * stride);
    v2d__w_transpose(out);
#elif V2D__WIDTH == 4
    out[0] = v2d__w_load(base + index[0] * stride);
    out[1] = v2d__w_load(base + index[1] * stride);
    out[2] = v2d__w_load(base + index[2] * stride);
    out[3] = v2d__w_load(base + index[3] * stride);
    v2d__w_transpose(out);
#else
    const float *row = base + index[0] * stride;
    out[0] = row[0], out[1] = row[1], out[2] = row[2], out[3] = row[3];
#endif
}

static V2D__INLINE void v2d__w_store4_hot(float *base, ptrdiff_t stride, const int32_t *index,
                                          const v2d__w *in) {
#if V2D__WIDTH == 1
    float *row = base + index[0] * stride;
    row[0] = in[0], row[1] = in[1], row[2] = in[2], row[3] = in[3];
#else
    v2d__w r[4];
    r[0] = in[0], r[1] = in[1], r[2] = in[2], r[3] = in[3];
    v2d__w_transpose(r);
#if V2D__WIDTH == 8
    v2d__w_split(base + index[0] * stride, base + index[4] * stride, r[0]);
    v2d__w_split(base + index[1] * stride, base + index[5] * stride, r[1]);
    v2d__w_split(base + index[2] * stride, base + index[6] * stride, r[2]);
    v2d__w_split(base + index[3] * stride, base + index[7] * stride, r[3]);
#else
    v2d__w_store(base + index[0] * stride, r[0]);
    v2d__w_store(base + index[1] * stride, r[1]);
    v2d__w_store(base + index[2] * stride, r[2]);
    v2d__w_store(base + index[3] * stride, r[3]);
#endif
#endif
}

// The same in fewer bytes, where time matters less.
static V2D__PART void v2d__w_load4(v2d__w *out, const float *base, ptrdiff_t stride,
                                   const int32_t *index) {
    v2d__w_load4_hot(out, base, stride, index);
}

static V2D__PART void v2d__w_store4(float *base, ptrdiff_t stride, const int32_t *index,
                                    const v2d__w *in) {
    v2d__w_store4_hot(base, stride, index, in);
}

// Eight floats of each.
static V2D__INLINE void v2d__w_load8(v2d__w *out, const float *base, ptrdiff_t stride,
                                     const int32_t *index) {
    v2d__w_load4(out, base, stride, index);
    v2d__w_load4(out + 4, base + 4, stride, index);
}

// One node per lane.
typedef struct v2d__wdof {
    v2d__w dx, dy, du, inv_mass, Dx, Dy, Du, inv_k;
} v2d__wdof;

static V2D__INLINE void v2d__w_gather(v2d__wdof *out, const v2d__dof *dof, const int32_t *node) {
    v2d__w r[8];
    v2d__w_load8(r, (const float *)dof, V2D__DOF_FLOATS, node);
    out->dx = r[0], out->dy = r[1], out->du = r[2], out->inv_mass = r[3];
    out->Dx = r[4], out->Dy = r[5], out->Du = r[6], out->inv_k = r[7];
}

// Write back what constraints change: dx, dy, du. (inv_mass goes along unchanged.)
static V2D__INLINE void v2d__w_scatter(v2d__dof *dof, const int32_t *node, const v2d__wdof *in) {
    v2d__w r[4];
    r[0] = in->dx, r[1] = in->dy, r[2] = in->du, r[3] = in->inv_mass;
    v2d__w_store4((float *)dof, V2D__DOF_FLOATS, node, r);
}

// ---- boxes: four numbers, whatever the width ---------------------------------------------------

#if V2D__WIDTH > 1

typedef float v2d__w4 __attribute__((vector_size(16)));
typedef int32_t v2d__w4_mask __attribute__((vector_size(16)));

static V2D__INLINE v2d__w4 v2d__w4_load(const v2d__box *box) { return *(const v2d__w_row *)box->v; }
static V2D__INLINE void v2d__w4_store(v2d__box *box, v2d__w4 x) { *(v2d__w_row *)box->v = x; }
static V2D__INLINE v2d__w4 v2d__w4_splat(float x) {
    v2d__w4 all = {x, x, x, x};
    return all;
}
static V2D__INLINE v2d__w4 v2d__w4_min(v2d__w4 a, v2d__w4 b) { // a < b ? a : b
#if defined(__SSE2__)
    return __builtin_ia32_minps(a, b);
#elif defined(__wasm_simd128__)
    return (v2d__w4)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
#else
    v2d__w4_mask less = a < b;
    return (v2d__w4)((less & (v2d__w4_mask)a) | (~less & (v2d__w4_mask)b));
#endif
}
static V2D__INLINE v2d__w4 v2d__w4_get(const float *p) { return *(const v2d__w_row *)p; }
static V2D__INLINE void v2d__w4_put(float *p, v2d__w4 x) { *(v2d__w_row *)p = x; }
static V2D__INLINE v2d__w4 v2d__w4_plus(v2d__w4 a, v2d__w4 b) { return a + b; }
static V2D__INLINE v2d__w4 v2d__w4_minus(v2d__w4 a, v2d__w4 b) { return a - b; }
// The sum of the first three numbers, and the fourth of a.
static V2D__INLINE v2d__w4 v2d__w4_plus3(v2d__w4 a, v2d__w4 b) {
    const v2d__w4_mask three = {-1, -1, -1, 0};
    return a + (v2d__w4)((v2d__w4_mask)b & three);
}
static V2D__INLINE v2d__w4 v2d__w4_grown(v2d__w4 box, float by) { return box - v2d__w4_splat(by); }
// What another box must be below for the two to meet.
static V2D__INLINE v2d__w4 v2d__w4_turned(v2d__w4 box) {
    v2d__w4 turned = {box[2], box[3], box[0], box[1]};
    return -turned;
}
// Whether no number of a is above that of b.
static V2D__INLINE bool v2d__w4_below(v2d__w4 a, v2d__w4 b) {
    v2d__w4_mask mask = a <= b;
#if defined(__SSE2__)
    return __builtin_ia32_movmskps((v2d__w4)mask) == 15;
#elif defined(__wasm_simd128__)
    return wasm_i32x4_all_true((v128_t)mask);
#elif defined(__aarch64__)
    return vminvq_u32((uint32x4_t)mask) != 0u;
#else
    return (mask[0] & mask[1] & mask[2] & mask[3]) != 0;
#endif
}

#else

typedef v2d__box v2d__w4;

static V2D__INLINE v2d__w4 v2d__w4_load(const v2d__box *box) { return *box; }
static V2D__INLINE v2d__w4 v2d__w4_get(const float *p) {
    v2d__w4 x = {{p[0], p[1], p[2], p[3]}};
    return x;
}
static V2D__INLINE void v2d__w4_put(float *p, v2d__w4 x) {
    p[0] = x.v[0], p[1] = x.v[1], p[2] = x.v[2], p[3] = x.v[3];
}
static V2D__INLINE v2d__w4 v2d__w4_plus(v2d__w4 a, v2d__w4 b) {
    for (int i = 0; i < 4; ++i)
        a.v[i] += b.v[i];
    return a;
}
static V2D__INLINE v2d__w4 v2d__w4_minus(v2d__w4 a, v2d__w4 b) {
    for (int i = 0; i < 4; ++i)
        a.v[i] -= b.v[i];
    return a;
}
static V2D__INLINE v2d__w4 v2d__w4_plus3(v2d__w4 a, v2d__w4 b) {
    for (int i = 0; i < 3; ++i)
        a.v[i] += b.v[i];
    return a;
}
static V2D__INLINE void v2d__w4_store(v2d__box *box, v2d__w4 x) { *box = x; }
static V2D__INLINE v2d__w4 v2d__w4_grown(v2d__w4 box, float by) { return v2d__box_grown(box, by); }
static V2D__INLINE v2d__w4 v2d__w4_turned(v2d__w4 box) { return v2d__box_turned(box); }
static V2D__INLINE bool v2d__w4_below(v2d__w4 a, v2d__w4 b) { return v2d__box_below(a, b); }

#endif

// The boxes of an item turned, as they are and as they were.
#if V2D__WIDTH == 8

typedef v2d__w v2d__wframe;

// With `reach` the box of now is grown; that of before is not, so that some are found that met.
static V2D__INLINE v2d__w v2d__w_item(const v2d__item *item, bool reach) {
    v2d__w boxes = *(const v2d__w_any *)item;
    float r = item->reach;
    v2d__w grow = {r, r, r, r, 0.0f, 0.0f, 0.0f, 0.0f};
    return reach ? boxes - grow : boxes;
}
static V2D__INLINE v2d__wframe v2d__wframe_of(const v2d__item *item, bool reach) {
    v2d__w b = v2d__w_item(item, reach);
    v2d__w turned = {b[2], b[3], b[0], b[1], b[6], b[7], b[4], b[5]};
    return -turned;
}
// Whether an item meets the frame now and did not before.
static V2D__INLINE bool v2d__wframe_enters(v2d__wframe frame, const v2d__item *item, bool reach) {
    uint32_t bits = v2d__w_bits(v2d__w_item(item, reach) <= frame);
    return ((bits + 1u) & 0x10fu) == 0u; // the lower four bits, but not the upper four as well
}

#else

typedef struct v2d__wframe {
    v2d__w4 now, before;
} v2d__wframe;

static V2D__INLINE v2d__w4 v2d__w_item(const v2d__item *item, bool reach) {
    v2d__w4 box = v2d__w4_load(&item->now);
    return reach ? v2d__w4_grown(box, item->reach) : box;
}
static V2D__INLINE v2d__wframe v2d__wframe_of(const v2d__item *item, bool reach) {
    v2d__wframe frame;
    frame.now = v2d__w4_turned(v2d__w_item(item, reach));
    frame.before = v2d__w4_turned(v2d__w4_load(&item->before));
    return frame;
}
static V2D__INLINE bool v2d__wframe_enters(v2d__wframe frame, const v2d__item *item, bool reach) {
    return (int)v2d__w4_below(v2d__w_item(item, reach), frame.now) &
           !v2d__w4_below(v2d__w4_load(&item->before), frame.before);
}

#endif

// ================================================================================================
// >>manifolds  The contact function for as many pairs as there are lanes.
//
// Sees:       lanes, figures, the scalar contact function.
// Used by:    >>kernels.
// Invariants: every lane holds, to the bit, what v2d__collide_ahead gives for its pair. The wide
//             code is the scalar one of section >>narrowphase, operation by operation, with both
//             ways of each branch computed and one selected: change them together.
//             Edge numbers, counts and features are small integers, exact as floats.
//             Figures must be padded: v2d__geometry_pad.
// ================================================================================================

typedef struct v2d__wpose {
    v2d__w x, y, c, s;
} v2d__wpose;

// v2d__contact_manifold in every lane. What there is not is 0: the second point where count is 1,
// all where it is 0.
typedef struct v2d__wmanifold {
    v2d__w nx, ny, count;
    v2d__w ax[2], ay[2]; // anchor_from_a
    v2d__w separation[2], feature[2];
} v2d__wmanifold;

// What a figure begins with, as numbers.
typedef struct v2d__wheader {
    v2d__w kind, count, radius;
} v2d__wheader;

// A block of pairs. The figures must be padded (v2d__geometry_pad), in all lanes.
typedef struct v2d__wpairs {
    v2d__figures figures;
    int32_t a[V2D__WIDTH], b[V2D__WIDTH]; // numbers of figures
    v2d__wpose xa, xb;
    v2d__w margin;
    v2d__w vx, vy, reach; // see v2d__ahead
    bool carried[V2D__WIDTH];
    v2d__w_mask wanted;              // the other lanes get anything
    v2d__wheader a_header, b_header; // set by V2D__K(collide)
} v2d__wpairs;

// One by one, for the lanes with a bit in `lanes`; the others get count 0.
V2D__OUTLINE static void V2D__K(collide_scalar)(const v2d__wpairs *pairs, uint32_t lanes,
                                                v2d__wmanifold *out) {
    float pose[12][V2D__WIDTH], result[11][V2D__WIDTH];
    memset(result, 0, sizeof(result));
    v2d__w_store(pose[0], pairs->xa.x), v2d__w_store(pose[1], pairs->xa.y);
    v2d__w_store(pose[2], pairs->xa.c), v2d__w_store(pose[3], pairs->xa.s);
    v2d__w_store(pose[4], pairs->xb.x), v2d__w_store(pose[5], pairs->xb.y);
    v2d__w_store(pose[6], pairs->xb.c), v2d__w_store(pose[7], pairs->xb.s);
    v2d__w_store(pose[8], pairs->margin), v2d__w_store(pose[9], pairs->reach);
    v2d__w_store(pose[10], pairs->vx), v2d__w_store(pose[11], pairs->vy);
    for (int i = 0; i < V2D__WIDTH; ++i) {
        if ((lanes >> i & 1u) == 0) continue;
        v2d_transform xa, xb;
        v2d__contact_manifold m;
        const v2d_geometry *a = v2d__figure(&pairs->figures, pairs->a[i]);
        const v2d_geometry *b = v2d__figure(&pairs->figures, pairs->b[i]);
        xa.p = v2d__vec2(pose[0][i], pose[1][i]), xa.q = v2d__rot(pose[2][i], pose[3][i]);
        xb.p = v2d__vec2(pose[4][i], pose[5][i]), xb.q = v2d__rot(pose[6][i], pose[7][i]);
        v2d__ahead ahead;
        ahead.carried = pairs->carried[i];
        ahead.reach = pose[9][i], ahead.velocity = v2d__vec2(pose[10][i], pose[11][i]);
        if (v2d__collide_ahead(a, xa, b, xb, &ahead, pose[8][i], &m) == 0) continue;
        result[0][i] = m.normal.x, result[1][i] = m.normal.y, result[2][i] = (float)m.count;
        for (int k = 0; k < m.count; ++k) {
            result[3 + k][i] = m.points[k].anchor_from_a.x;
            result[5 + k][i] = m.points[k].anchor_from_a.y;
            result[7 + k][i] = m.points[k].separation;
            result[9 + k][i] = (float)m.points[k].feature;
        }
    }
    out->nx = v2d__w_load(result[0]), out->ny = v2d__w_load(result[1]);
    out->count = v2d__w_load(result[2]);
    for (int k = 0; k < 2; ++k) {
        out->ax[k] = v2d__w_load(result[3 + k]), out->ay[k] = v2d__w_load(result[5 + k]);
        out->separation[k] = v2d__w_load(result[7 + k]);
        out->feature[k] = v2d__w_load(result[9 + k]);
    }
}

#if V2D__WIDTH == 1

static V2D__PART void V2D__K(collide)(const v2d__wpairs *pairs, v2d__wmanifold *out) {
    V2D__K(collide_scalar)(pairs, pairs->wanted != 0 ? 1u : 0u, out);
}

#else

// ---- vectors -----------------------------------------------------------------------------------

typedef struct v2d__w2 {
    v2d__w x, y;
} v2d__w2;

static V2D__INLINE v2d__w2 v2d__w2_make(v2d__w x, v2d__w y) {
    v2d__w2 v;
    v.x = x, v.y = y;
    return v;
}

static V2D__INLINE v2d__w2 v2d__w2_add(v2d__w2 a, v2d__w2 b) {
    return v2d__w2_make(a.x + b.x, a.y + b.y);
}

static V2D__INLINE v2d__w2 v2d__w2_sub(v2d__w2 a, v2d__w2 b) {
    return v2d__w2_make(a.x - b.x, a.y - b.y);
}

static V2D__INLINE v2d__w2 v2d__w2_neg(v2d__w2 v) { return v2d__w2_make(-v.x, -v.y); }

static V2D__INLINE v2d__w2 v2d__w2_scale(v2d__w s, v2d__w2 v) {
    return v2d__w2_make(s * v.x, s * v.y);
}

static V2D__INLINE v2d__w2 v2d__w2_add_scaled(v2d__w2 a, v2d__w s, v2d__w2 b) {
    return v2d__w2_make(a.x + s * b.x, a.y + s * b.y);
}

static V2D__INLINE v2d__w v2d__w2_dot(v2d__w2 a, v2d__w2 b) { return a.x * b.x + a.y * b.y; }

static V2D__INLINE v2d__w2 v2d__w2_perp(v2d__w2 v) { return v2d__w2_make(-v.y, v.x); }

static V2D__INLINE v2d__w2 v2d__w2_if(v2d__w_mask mask, v2d__w2 a, v2d__w2 b) {
    return v2d__w2_make(v2d__w_if(mask, a.x, b.x), v2d__w_if(mask, a.y, b.y));
}

static V2D__INLINE v2d__w2 v2d__w2_rotate(const v2d__wpose *q, v2d__w2 v) {
    return v2d__w2_make(q->c * v.x - q->s * v.y, q->s * v.x + q->c * v.y);
}

static V2D__INLINE v2d__w2 v2d__w2_transform(const v2d__wpose *xf, v2d__w2 v) {
    return v2d__w2_add(v2d__w2_rotate(xf, v), v2d__w2_make(xf->x, xf->y));
}

static V2D__INLINE v2d__w v2d__w_abs(v2d__w x) { return v2d__w_max(-x, x); }

static V2D__INLINE v2d__w v2d__w_between(v2d__w x, v2d__w lo, v2d__w hi) {
    return v2d__w_min(v2d__w_max(x, lo), hi);
}

static V2D__PART v2d__w2 v2d__w2_normalize(v2d__w2 v) {
    v2d__w one = v2d__w_splat(1.0f);
    v2d__w largest = v2d__w_max(v2d__w_abs(v.x), v2d__w_abs(v.y));
    v2d__w_mask extreme = ((v2d__w_splat(1e-12f) > largest) | (largest > v2d__w_splat(1e12f)));
    v2d__w_mask some = largest > v2d__w_splat(0.0f);
    if (v2d__w_bits(extreme) != 0) {
        v2d__w scale = v2d__w_if(extreme & some, largest, one);
        v = v2d__w2_make(v.x / scale, v.y / scale);
    }
    v2d__w2 unit = v2d__w2_scale(one / v2d__w_sqrt(v2d__w2_dot(v, v)), v);
    return v2d__w2_make(v2d__w_keep(some, unit.x), v2d__w_keep(some, unit.y));
}

// ---- loading -----------------------------------------------------------------------------------

// The four floats at `offset` of each figure, as four columns.
static V2D__INLINE void v2d__w_load_figure(const v2d__figures *figures, const int32_t *index,
                                           size_t offset, v2d__w *column) {
    const float *base = (const float *)(const void *)figures->first;
    v2d__w_load4(column, base + offset / sizeof(float), figures->stride, index);
}

// Four vertices or normals, those at `offset` and on.
static V2D__PART void v2d__w_load_vectors(const v2d__figures *figures, const int32_t *index,
                                          size_t offset, v2d__w2 *out) {
    v2d__w column[8];
    v2d__w_load_figure(figures, index, offset, column);
    v2d__w_load_figure(figures, index, offset + 2 * sizeof(v2d_vec2), column + 4);
    out[0] = v2d__w2_make(column[0], column[1]), out[1] = v2d__w2_make(column[2], column[3]);
    out[2] = v2d__w2_make(column[4], column[5]), out[3] = v2d__w2_make(column[6], column[7]);
}

// The first n vertices and normals, n being 4 or 8.
static V2D__INLINE void v2d__w_load_polygon(const v2d__figures *figures, const int32_t *index,
                                            int n, v2d__w2 *vertices, v2d__w2 *normals) {
    const size_t at = offsetof(v2d_geometry, vertices),
                 normals_at = offsetof(v2d_geometry, normals);
    const size_t half = 4 * sizeof(v2d_vec2);
    v2d__w_load_vectors(figures, index, at, vertices);
    v2d__w_load_vectors(figures, index, normals_at, normals);
    if (n <= 4) return;
    v2d__w_load_vectors(figures, index, at + half, vertices + 4);
    v2d__w_load_vectors(figures, index, normals_at + half, normals + 4);
}

static V2D__INLINE v2d__wheader V2D__K(load_header)(const v2d__figures *figures,
                                                    const int32_t *index) {
    v2d__w column[4]; // kind, error, count, radius
    v2d__wheader header;
    v2d__w_load_figure(figures, index, 0, column);
    header.kind = v2d__w_from_int(column[0]);
    header.count = v2d__w_from_int(column[2]);
    header.radius = column[3];
    return header;
}

static V2D__INLINE v2d__wpose V2D__K(relative)(const v2d__wpose *a, const v2d__wpose *b) {
    v2d__w dx = b->x - a->x, dy = b->y - a->y;
    v2d__wpose xf;
    xf.x = a->c * dx + a->s * dy, xf.y = a->c * dy - a->s * dx;
    xf.c = a->c * b->c + a->s * b->s, xf.s = a->c * b->s - a->s * b->c;
    return xf;
}

// ---- manifolds ---------------------------------------------------------------------------------

static V2D__PART void V2D__K(manifold_clear)(v2d__wmanifold *m) {
    m->nx = m->ny = m->count = v2d__w_splat(0.0f);
    for (int i = 0; i < 2; ++i)
        m->ax[i] = m->ay[i] = m->separation[i] = m->feature[i] = m->count;
}

// Clear what the lanes do not have, all of it in those that are not `within` reach.
static V2D__PART void V2D__K(manifold_trim)(v2d__wmanifold *m, v2d__w_mask within) {
    m->count = v2d__w_keep(within, m->count);
    v2d__w_mask some = m->count > v2d__w_splat(0.0f);
    m->nx = v2d__w_keep(some, m->nx), m->ny = v2d__w_keep(some, m->ny);
    for (int i = 0; i < 2; ++i) {
        v2d__w_mask has = m->count > v2d__w_splat((float)i);
        m->ax[i] = v2d__w_keep(has, m->ax[i]), m->ay[i] = v2d__w_keep(has, m->ay[i]);
        m->separation[i] = v2d__w_keep(has, m->separation[i]);
        m->feature[i] = v2d__w_keep(has, m->feature[i]);
    }
}

// From the frame of a.
static V2D__INLINE void V2D__K(manifold_rotate)(v2d__wmanifold *m, const v2d__wpose *q,
                                                int points) {
    v2d__w2 normal = v2d__w2_rotate(q, v2d__w2_make(m->nx, m->ny));
    m->nx = normal.x, m->ny = normal.y;
    for (int i = 0; i < points; ++i) {
        v2d__w2 anchor = v2d__w2_rotate(q, v2d__w2_make(m->ax[i], m->ay[i]));
        m->ax[i] = anchor.x, m->ay[i] = anchor.y;
    }
}

// Take over the lanes of *m that are in `mask`.
static V2D__INLINE void V2D__K(manifold_take)(v2d__wmanifold *out, v2d__w_mask mask,
                                              const v2d__wmanifold *m) {
    out->nx = v2d__w_if(mask, m->nx, out->nx), out->ny = v2d__w_if(mask, m->ny, out->ny);
    out->count = v2d__w_if(mask, m->count, out->count);
    for (int i = 0; i < 2; ++i) {
        out->ax[i] = v2d__w_if(mask, m->ax[i], out->ax[i]);
        out->ay[i] = v2d__w_if(mask, m->ay[i], out->ay[i]);
        out->separation[i] = v2d__w_if(mask, m->separation[i], out->separation[i]);
        out->feature[i] = v2d__w_if(mask, m->feature[i], out->feature[i]);
    }
}

// ---- cores: the separating axis ----------------------------------------------------------------

typedef struct v2d__wcore {
    v2d__w2 vertices[V2D_MAX_VERTICES], normals[V2D_MAX_VERTICES];
    v2d__w radius;
    v2d__w count;      // 4 for capsules and segments
    v2d__w first_edge; // v2d__first_edge_size
} v2d__wcore;

static V2D__PART void V2D__K(load_core)(const v2d__figures *figures, const int32_t *index,
                                        const v2d__wheader *header, int n, v2d__wcore *core) {
    core->radius = header->radius;
    core->count =
        v2d__w_if_gt(v2d__w_splat(2.5f), header->count, v2d__w_splat(4.0f), header->count);
    v2d__w_load_polygon(figures, index, n, core->vertices, core->normals);
    core->first_edge = v2d__w_abs(core->vertices[1].x - core->vertices[0].x) +
                       v2d__w_abs(core->vertices[1].y - core->vertices[0].y);
}

static V2D__INLINE v2d__w V2D__K(lowest4)(v2d__w2 n, const v2d__w2 *v) { // the first of equals
    v2d__w first = v2d__w_min(v2d__w2_dot(n, v[1]), v2d__w2_dot(n, v[0]));
    return v2d__w_min(v2d__w_min(v2d__w2_dot(n, v[3]), v2d__w2_dot(n, v[2])), first);
}

// Greatest separation of q from p along the edge normals of p, and the normal.
typedef struct v2d__waxis {
    v2d__w separation;
    v2d__w2 normal;
} v2d__waxis;

static V2D__INLINE v2d__w V2D__K(separation)(const v2d__wcore *p, const v2d__wcore *q, int n,
                                             int edge) {
    v2d__w2 normal = p->normals[edge];
    v2d__w lowest = V2D__K(lowest4)(normal, q->vertices);
    if (n > 4) lowest = v2d__w_min(V2D__K(lowest4)(normal, q->vertices + 4), lowest);
    return lowest - v2d__w2_dot(normal, p->vertices[edge]);
}

static V2D__PART v2d__waxis V2D__K(max_separation)(const v2d__wcore *p, const v2d__wcore *q,
                                                   int n) {
    v2d__waxis best;
    best.separation = V2D__K(separation)(p, q, n, 0);
    best.normal = p->normals[0];
    for (int i = 1; i < n; ++i) {
        v2d__w separation = V2D__K(separation)(p, q, n, i);
        best.normal = v2d__w2_if(separation > best.separation, p->normals[i], best.normal);
        best.separation = v2d__w_max(separation, best.separation);
    }
    return best;
}

// An edge: its number and both ends.
typedef struct v2d__wedge {
    v2d__w number;
    v2d__w2 p, q;
} v2d__wedge;

// The edge whose normal is most along `direction`.
static V2D__INLINE v2d__wedge V2D__K(edge_along)(const v2d__wcore *core, int n, v2d__w2 direction) {
    v2d__wedge e;
    v2d__w best = v2d__w2_dot(core->normals[0], direction), number = v2d__w_splat(0.0f);
    e.number = number, e.p = core->vertices[0], e.q = core->vertices[1];
    for (int i = 1; i < n; ++i) {
        v2d__w dot = v2d__w2_dot(core->normals[i], direction);
        v2d__w_mask better = dot > best;
        number = number + v2d__w_splat(1.0f);
        e.number = v2d__w_if(better, number, e.number);
        e.p = v2d__w2_if(better, core->vertices[i], e.p);
        e.q = v2d__w2_if(better, core->vertices[i + 1 < n ? i + 1 : 0], e.q);
        best = v2d__w_max(dot, best);
    }
    return e;
}

typedef struct v2d__wfacing { // v2d__facing
    v2d__w2 normal;
    v2d__wedge a, b;
    v2d__w_mask normal_is_b;
    v2d__w separation;
    v2d__w_mask within; // within reach
} v2d__wfacing;

// False when no lane is within reach.
static V2D__INLINE bool V2D__K(find_facing)(const v2d__wcore *a, const v2d__wcore *b, int n,
                                            v2d__w reach, v2d__w tolerance, v2d__wfacing *f) {
    v2d__waxis of_a = V2D__K(max_separation)(a, b, n);
    f->within = reach >= of_a.separation;
    if (v2d__w_bits(f->within) == 0) return false;
    v2d__waxis of_b = V2D__K(max_separation)(b, a, n);
    f->within = f->within & (reach >= of_b.separation);
    if (v2d__w_bits(f->within) == 0) return false;
    f->normal_is_b = of_b.separation > of_a.separation + tolerance;
    f->separation = v2d__w_if(f->normal_is_b, of_b.separation, of_a.separation);
    f->normal = v2d__w2_if(f->normal_is_b, v2d__w2_neg(of_b.normal), of_a.normal);
    f->a = V2D__K(edge_along)(a, n, f->normal);
    f->b = V2D__K(edge_along)(b, n, v2d__w2_neg(f->normal));
    return true;
}

// ---- cores: faces ------------------------------------------------------------------------------

typedef struct v2d__wline { // v2d__profile_line
    v2d__w lo, hi, at, height, slope;
} v2d__wline;

static V2D__INLINE v2d__wline V2D__K(edge_profile)(const v2d__wedge *e, v2d__w2 normal, bool is_a) {
    v2d__w2 along = v2d__w2_perp(normal);
    v2d__w sp = v2d__w2_dot(along, e->p), sq = v2d__w2_dot(along, e->q);
    v2d__w hp = v2d__w2_dot(normal, e->p), hq = v2d__w2_dot(normal, e->q);
    v2d__w_mask p_is_nearer = is_a ? (hp >= hq) : (hq >= hp);
    v2d__w extent = sq - sp, rise = hq - hp;
    v2d__wline line;
    line.lo = v2d__w_min(sp, sq), line.hi = v2d__w_max(sp, sq);
    line.at = v2d__w_if(p_is_nearer, sp, sq);
    line.height = v2d__w_if(p_is_nearer, hp, hq);
    line.slope =
        v2d__w_keep(v2d__w_abs(extent) > v2d__w_splat(1e-6f) * v2d__w_abs(rise), rise / extent);
    return line;
}

// What the steps below share.
typedef struct v2d__wcase {
    const v2d__wcore *a, *b;
    v2d__wfacing f;
    v2d__wline line_a, line_b;
    v2d__w tolerance, margin;
} v2d__wcase;

static V2D__INLINE v2d__w V2D__K(feature)(v2d__w a, v2d__w b, int kind) {
    return a + v2d__w_splat(256.0f) * b + v2d__w_splat(65536.0f * (float)kind);
}

// The contact point at coordinate s: sets anchor and separation number `slot`, and says whether it
// is within the margin.
static V2D__INLINE v2d__w_mask V2D__K(face_point)(const v2d__wcase *k, v2d__w s, int slot,
                                                  v2d__wmanifold *out) {
    v2d__w surface_a = (k->line_a.height + k->line_a.slope * (s - k->line_a.at)) + k->a->radius;
    v2d__w surface_b = (k->line_b.height + k->line_b.slope * (s - k->line_b.at)) - k->b->radius;
    v2d__w2 foot = v2d__w2_scale(s, v2d__w2_perp(k->f.normal));
    v2d__w half = v2d__w_splat(0.5f) * (surface_a + surface_b);
    v2d__w2 anchor = v2d__w2_add_scaled(foot, half, k->f.normal);
    out->ax[slot] = anchor.x, out->ay[slot] = anchor.y;
    out->separation[slot] = surface_b - surface_a;
    return (k->margin >= out->separation[slot]);
}

static V2D__INLINE void V2D__K(collide_faces)(const v2d__wcase *k, v2d__wmanifold *out) {
    v2d__w one = v2d__w_splat(1.0f);
    v2d__w lo = v2d__w_max(k->line_a.lo, k->line_b.lo), hi = v2d__w_min(k->line_a.hi, k->line_b.hi);
    v2d__w_mask wide = hi - lo > k->tolerance;
    v2d__w_mask a_is_shorter = k->line_b.hi - k->line_b.lo > k->line_a.hi - k->line_a.lo;
    v2d__w middle = v2d__w_if(a_is_shorter, k->line_a.at, k->line_b.at);
    v2d__w start = v2d__w_if(wide, lo, v2d__w_between(middle, lo, hi));
    v2d__w_mask common = hi >= lo;
    v2d__w_mask first = common & V2D__K(face_point)(k, start, 0, out);
    v2d__w_mask second = (common & (wide & V2D__K(face_point)(k, hi, 1, out)));
    out->nx = k->f.normal.x, out->ny = k->f.normal.y;
    out->count = v2d__w_keep(first, one) + v2d__w_keep(second, one);
    out->feature[1] = V2D__K(feature)(k->f.a.number, k->f.b.number, V2D__FEATURE_SECOND);
    out->feature[0] = v2d__w_if(
        first, V2D__K(feature)(k->f.a.number, k->f.b.number, V2D__FEATURE_FIRST), out->feature[1]);
    out->ax[0] = v2d__w_if(first, out->ax[0], out->ax[1]);
    out->ay[0] = v2d__w_if(first, out->ay[0], out->ay[1]);
    out->separation[0] = v2d__w_if(first, out->separation[0], out->separation[1]);
}

static V2D__INLINE v2d__w_mask V2D__K(end_is_over_edge)(const v2d__wcase *k) {
    const v2d__wline *a = &k->line_a, *b = &k->line_b;
    v2d__w_mask mask = k->f.normal_is_b;
    v2d__w at = v2d__w_if(mask, a->at, b->at);
    return ((at > v2d__w_if(mask, b->lo, a->lo)) & (v2d__w_if(mask, b->hi, a->hi) > at));
}

// ---- cores: single points ----------------------------------------------------------------------

typedef struct v2d__wnear {
    v2d__w2 a, b;
    v2d__w distance_sq, cost;
    v2d__w end_a, end_b; // 0, 1 or -1
} v2d__wnear;

static V2D__INLINE void V2D__K(near_end)(v2d__wnear *best, v2d__w2 p, float end,
                                         const v2d__wedge *other, bool p_is_a) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    v2d__w2 along = v2d__w2_sub(other->q, other->p), from = v2d__w2_sub(p, other->p);
    v2d__w length_sq = v2d__w2_dot(along, along);
    v2d__w t = v2d__w_if_gt(length_sq, zero,
                            v2d__w_between(v2d__w2_dot(from, along) / length_sq, zero, one), zero);
    v2d__w_mask before_end = one > t;
    v2d__w2 d =
        v2d__w2_if(before_end, v2d__w2_add_scaled(from, -t, along), v2d__w2_sub(p, other->q));
    v2d__w distance_sq = v2d__w2_dot(d, d);
    v2d__w number = v2d__w_if_gt(t, zero, v2d__w_if(before_end, -one, one), zero);
    v2d__w cost = v2d__w_if_gt(zero, number, distance_sq, distance_sq * v2d__w_splat(1.000001f));
    v2d__w2 q = v2d__w2_if(before_end, v2d__w2_add_scaled(other->p, t, along), other->q);
    v2d__w_mask nearer = best->cost > cost;
    best->cost = v2d__w_if(nearer, cost, best->cost);
    best->distance_sq = v2d__w_if(nearer, distance_sq, best->distance_sq);
    best->a = v2d__w2_if(nearer, p_is_a ? p : q, best->a);
    best->b = v2d__w2_if(nearer, p_is_a ? q : p, best->b);
    best->end_a = v2d__w_if(nearer, p_is_a ? v2d__w_splat(end) : number, best->end_a);
    best->end_b = v2d__w_if(nearer, p_is_a ? number : v2d__w_splat(end), best->end_b);
}

static V2D__INLINE v2d__wnear V2D__K(near_edges)(const v2d__wedge *a, const v2d__wedge *b) {
    v2d__wnear best;
    best.distance_sq = best.end_a = best.end_b = v2d__w_splat(0.0f);
    best.a = best.b = v2d__w2_make(best.end_a, best.end_a);
    best.cost = v2d__w_splat(v2d__infinity * v2d__infinity);
    V2D__K(near_end)(&best, a->p, 0.0f, b, true);
    V2D__K(near_end)(&best, a->q, 1.0f, b, true);
    V2D__K(near_end)(&best, b->p, 0.0f, a, false);
    V2D__K(near_end)(&best, b->q, 1.0f, a, false);
    return best;
}

static V2D__INLINE v2d__w V2D__K(edge_end)(v2d__w edge, v2d__w end, v2d__w count) {
    v2d__w one = v2d__w_splat(1.0f), next = edge + one;
    next = v2d__w_if_gt(count, next, next, v2d__w_splat(0.0f));
    return v2d__w_if_gt(end, v2d__w_splat(0.5f), next, edge);
}

// Replace the manifold of the lanes in `replaced`: v2d__collide_corners, or v2d__collide_crossing
// where the cores overlap.
static V2D__INLINE void V2D__K(single_point)(const v2d__wcase *k, const v2d__wnear *near_pair,
                                             v2d__w_mask replaced, v2d__wmanifold *out) {
    v2d__w_mask apart = k->f.separation > k->tolerance;
    v2d__w half = v2d__w_splat(0.5f), ra = k->a->radius, rb = k->b->radius;
    v2d__w2 delta = v2d__w2_sub(near_pair->b, near_pair->a);
    v2d__w2 normal = v2d__w2_if(apart, v2d__w2_normalize(delta), k->f.normal);
    v2d__w core = v2d__w_if(apart, v2d__w2_dot(delta, normal), k->f.separation);
    v2d__w2 middle = v2d__w2_if(apart, v2d__w2_add_scaled(near_pair->a, half, delta),
                                v2d__w2_scale(half, v2d__w2_add(near_pair->a, near_pair->b)));
    v2d__w2 anchor = v2d__w2_add_scaled(middle, half * (ra - rb), normal);
    v2d__w separation = core - ra - rb;
    v2d__w vertices = V2D__K(feature)(
        V2D__K(edge_end)(k->f.a.number, near_pair->end_a, k->a->count),
        V2D__K(edge_end)(k->f.b.number, near_pair->end_b, k->b->count), V2D__FEATURE_VERTICES);
    v2d__w feature = v2d__w_if(apart, vertices,
                               V2D__K(feature)(k->f.a.number, k->f.b.number, V2D__FEATURE_FIRST));
    v2d__w count = v2d__w_if_gt(separation, k->margin, v2d__w_splat(0.0f), v2d__w_splat(1.0f));
    out->nx = v2d__w_if(replaced, normal.x, out->nx);
    out->ny = v2d__w_if(replaced, normal.y, out->ny);
    out->count = v2d__w_if(replaced, count, out->count);
    out->ax[0] = v2d__w_if(replaced, anchor.x, out->ax[0]);
    out->ay[0] = v2d__w_if(replaced, anchor.y, out->ay[0]);
    out->separation[0] = v2d__w_if(replaced, separation, out->separation[0]);
    out->feature[0] = v2d__w_if(replaced, feature, out->feature[0]);
}

// For lanes without faces, and for those in which two corners may be nearest.
static V2D__INLINE void V2D__K(collide_corners)(const v2d__wcase *k, v2d__w_mask wanted,
                                                v2d__wmanifold *out) {
    v2d__w zero = v2d__w_splat(0.0f), separation = k->f.separation;
    v2d__wnear near_pair = V2D__K(near_edges)(&k->f.a, &k->f.b);
    v2d__w_mask corners = ((near_pair.end_a >= zero) & (near_pair.end_b >= zero));
    v2d__w_mask oblique = (v2d__w_splat(0.9997f) * near_pair.distance_sq > separation * separation);
    v2d__w least =
        v2d__w_if_gt(out->count, v2d__w_splat(1.5f),
                     v2d__w_min(out->separation[0], out->separation[1]), out->separation[0]);
    v2d__w gap = least + k->a->radius + k->b->radius - k->tolerance;
    v2d__w_mask overlooked = ((gap > zero) & (gap * gap > near_pair.distance_sq));
    v2d__w_mask no_faces = v2d__w_splat(0.5f) > out->count;
    v2d__w_mask instead = corners & (oblique | overlooked);
    V2D__K(single_point)(k, &near_pair, wanted & (no_faces | instead), out);
}

// ---- cores -------------------------------------------------------------------------------------

// v2d__collide_cores, in the frame of a.
static V2D__PART void V2D__K(collide_cores)(const v2d__wpairs *pairs, int n, v2d__wmanifold *out) {
    v2d__wcore a, b;
    v2d__wcase k;
    v2d__wpose xf = V2D__K(relative)(&pairs->xa, &pairs->xb);
    V2D__K(load_core)(&pairs->figures, pairs->a, &pairs->a_header, n, &a);
    V2D__K(load_core)(&pairs->figures, pairs->b, &pairs->b_header, n, &b);
    for (int i = 0; i < n; ++i) {
        b.vertices[i] = v2d__w2_transform(&xf, b.vertices[i]);
        b.normals[i] = v2d__w2_rotate(&xf, b.normals[i]);
    }
    k.a = &a, k.b = &b;
    k.margin = pairs->margin;
    k.tolerance = v2d__w_splat(1e-4f) * v2d__w_min(a.first_edge, b.first_edge);
    v2d__w reach = a.radius + b.radius + pairs->margin;
    if (!V2D__K(find_facing)(&a, &b, n, reach, k.tolerance, &k.f)) {
        V2D__K(manifold_clear)(out);
        return;
    }
    k.line_a = V2D__K(edge_profile)(&k.f.a, k.f.normal, true);
    k.line_b = V2D__K(edge_profile)(&k.f.b, k.f.normal, false);
    V2D__K(collide_faces)(&k, out);
    v2d__w_mask apart = k.f.separation > k.tolerance;
    v2d__w_mask wanted =
        ((apart & ~V2D__K(end_is_over_edge)(&k)) | (v2d__w_splat(0.5f) > out->count));
    wanted = wanted & k.f.within;
    if (v2d__w_bits(wanted) != 0) V2D__K(collide_corners)(&k, wanted, out);
    V2D__K(manifold_rotate)(out, &pairs->xa, 2);
    V2D__K(manifold_trim)(out, k.f.within);
}

V2D__OUTLINE static void V2D__K(collide_quads)(const v2d__wpairs *pairs, v2d__wmanifold *out) {
    V2D__K(collide_cores)(pairs, 4, out);
}

V2D__OUTLINE static void V2D__K(collide_octagons)(const v2d__wpairs *pairs, v2d__wmanifold *out) {
    V2D__K(collide_cores)(pairs, V2D_MAX_VERTICES, out);
}

// ---- circles -----------------------------------------------------------------------------------

// Where a point lies in respect to a surface.
typedef struct v2d__wpoint_hit {
    v2d__w_mask within; // within the margin
    v2d__w separation;
    v2d__w2 normal;
} v2d__wpoint_hit;

static V2D__INLINE v2d__wpoint_hit V2D__K(point_round)(v2d__w2 delta, v2d__w2 fallback,
                                                       v2d__w radius, v2d__w margin) {
    v2d__w zero = v2d__w_splat(0.0f), reach = radius + margin;
    v2d__w length_sq = v2d__w2_dot(delta, delta);
    v2d__wpoint_hit hit;
    hit.within = reach * reach >= length_sq;
    hit.separation = v2d__w_sqrt(length_sq) - radius;
    v2d__w2 normal = v2d__w2_normalize(delta);
    v2d__w size = v2d__w_max(v2d__w_abs(normal.x), v2d__w_abs(normal.y));
    hit.normal = v2d__w2_if(size > zero, normal, fallback);
    return hit;
}

// The following tell where a point p lies in respect to the figures a, in their frame.

static V2D__INLINE v2d__wpoint_hit V2D__K(point_circle)(const v2d__wpairs *pairs, v2d__w2 p,
                                                        v2d__w margin) {
    v2d__w2 v[4], up = v2d__w2_make(v2d__w_splat(0.0f), v2d__w_splat(1.0f));
    v2d__w_load_vectors(&pairs->figures, pairs->a, offsetof(v2d_geometry, vertices), v);
    return V2D__K(point_round)(v2d__w2_sub(p, v[0]), up, pairs->a_header.radius, margin);
}

static V2D__INLINE v2d__wpoint_hit V2D__K(point_capsule)(const v2d__wpairs *pairs, v2d__w2 p,
                                                         v2d__w margin) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    v2d__w2 v[4], normals[4];
    v2d__w_load_polygon(&pairs->figures, pairs->a, 4, v, normals);
    v2d__w2 along = v2d__w2_sub(v[1], v[0]);
    v2d__w length_sq = v2d__w2_dot(along, along);
    v2d__w t = v2d__w2_dot(v2d__w2_sub(p, v[0]), along) / length_sq;
    t = v2d__w_if_gt(length_sq, zero, v2d__w_between(t, zero, one), zero);
    v2d__w2 core = v2d__w2_if(one > t, v2d__w2_add_scaled(v[0], t, along), v[1]);
    return V2D__K(point_round)(v2d__w2_sub(p, core), normals[0], pairs->a_header.radius, margin);
}

static V2D__INLINE v2d__wpoint_hit V2D__K(point_polygon)(const v2d__wpairs *pairs, int n, v2d__w2 p,
                                                         v2d__w margin) {
    v2d__w2 v[V2D_MAX_VERTICES], normals[V2D_MAX_VERTICES];
    v2d__w zero = v2d__w_splat(0.0f), radius = pairs->a_header.radius;
    v2d__w_load_polygon(&pairs->figures, pairs->a, n, v, normals);
    v2d__w2 normal = normals[0], from = v[0], to = v[1];
    v2d__w best = v2d__w2_dot(normal, v2d__w2_sub(p, v[0]));
    for (int i = 1; i < n; ++i) {
        v2d__w s = v2d__w2_dot(normals[i], v2d__w2_sub(p, v[i]));
        v2d__w_mask better = s > best;
        normal = v2d__w2_if(better, normals[i], normal);
        from = v2d__w2_if(better, v[i], from);
        to = v2d__w2_if(better, v[i + 1 < n ? i + 1 : 0], to);
        best = v2d__w_max(s, best);
    }
    v2d__wpoint_hit hit;
    hit.separation = best - radius;
    hit.normal = normal;
    hit.within = margin >= hit.separation;
    from = v2d__w2_sub(p, from), to = v2d__w2_sub(p, to);
    v2d__w2 along = v2d__w2_perp(normal);
    v2d__w_mask before = zero > v2d__w2_dot(from, along);
    v2d__w_mask corner = (before | (v2d__w2_dot(to, along) > zero));
    corner = (corner & hit.within) & (best > zero);
    if (v2d__w_bits(corner) == 0) return hit;
    v2d__wpoint_hit round =
        V2D__K(point_round)(v2d__w2_if(before, from, to), normal, radius, margin);
    hit.separation = v2d__w_if(corner, round.separation, hit.separation);
    hit.normal = v2d__w2_if(corner, round.normal, normal);
    hit.within = hit.within & ~(corner & ~round.within);
    return hit;
}

// v2d__collide_circle: every b is a circle, every a of the class `kind`, with up to n vertices.
static V2D__PART void V2D__K(collide_circle)(const v2d__wpairs *pairs, v2d__pair_class kind, int n,
                                             v2d__wmanifold *out) {
    v2d__w2 v[4];
    v2d__wpoint_hit hit;
    v2d__wpose xf = V2D__K(relative)(&pairs->xa, &pairs->xb);
    v2d__w_load_vectors(&pairs->figures, pairs->b, offsetof(v2d_geometry, vertices), v);
    v2d__w2 center = v2d__w2_transform(&xf, v[0]);
    v2d__w radius = pairs->b_header.radius, margin = radius + pairs->margin;
    if (kind == V2D__PAIR_CIRCLES)
        hit = V2D__K(point_circle)(pairs, center, margin);
    else if (kind == V2D__PAIR_CIRCLE_CAPSULE)
        hit = V2D__K(point_capsule)(pairs, center, margin);
    else
        hit = V2D__K(point_polygon)(pairs, n, center, margin);
    v2d__w separation = hit.separation - radius;
    v2d__w down = -(radius + v2d__w_splat(0.5f) * separation);
    v2d__w2 anchor = v2d__w2_add_scaled(center, down, hit.normal);
    V2D__K(manifold_clear)(out);
    out->nx = hit.normal.x, out->ny = hit.normal.y;
    out->count = v2d__w_splat(1.0f);
    out->ax[0] = anchor.x, out->ay[0] = anchor.y;
    out->separation[0] = separation;
    V2D__K(manifold_rotate)(out, &pairs->xa, 1);
    V2D__K(manifold_trim)(out, hit.within);
}

V2D__OUTLINE static void V2D__K(collide_circles)(const v2d__wpairs *pairs, v2d__wmanifold *out) {
    V2D__K(collide_circle)(pairs, V2D__PAIR_CIRCLES, 1, out);
}

V2D__OUTLINE static void V2D__K(collide_capsule_circle)(const v2d__wpairs *pairs,
                                                        v2d__wmanifold *out) {
    V2D__K(collide_circle)(pairs, V2D__PAIR_CIRCLE_CAPSULE, 2, out);
}

V2D__OUTLINE static void V2D__K(collide_quad_circle)(const v2d__wpairs *pairs,
                                                     v2d__wmanifold *out) {
    V2D__K(collide_circle)(pairs, V2D__PAIR_CIRCLE_POLYGON, 4, out);
}

V2D__OUTLINE static void V2D__K(collide_octagon_circle)(const v2d__wpairs *pairs,
                                                        v2d__wmanifold *out) {
    V2D__K(collide_circle)(pairs, V2D__PAIR_CIRCLE_POLYGON, V2D_MAX_VERTICES, out);
}

// ---- all pairs ---------------------------------------------------------------------------------

// The lanes of each class, as far as they are wanted.
typedef struct v2d__wclasses {
    v2d__w_mask circles, circle_capsule, circle_quad, circle_octagon, quads, octagons, scalar;
    v2d__w_mask flipped; // a circle comes first
} v2d__wclasses;

static V2D__INLINE v2d__wclasses V2D__K(classify)(const v2d__wpairs *pairs) {
    const v2d__wheader *a = &pairs->a_header, *b = &pairs->b_header;
    v2d__w after_circle = v2d__w_splat((float)V2D_GEOMETRY_CIRCLE + 0.5f);
    v2d__w before_polygon = v2d__w_splat((float)V2D_GEOMETRY_POLYGON - 0.5f);
    v2d__w after_polygon = v2d__w_splat((float)V2D_GEOMETRY_POLYGON + 0.5f);
    v2d__w lower = v2d__w_min(a->kind, b->kind), upper = v2d__w_max(a->kind, b->kind);
    v2d__w_mask plain = pairs->wanted & (after_polygon > upper);
    v2d__w_mask circle = plain & (after_circle > lower), cores = plain & (lower > after_circle);
    v2d__w_mask large = v2d__w_max(a->count, b->count) > v2d__w_splat(4.5f);
    v2d__wclasses c;
    c.scalar = pairs->wanted & (upper > after_polygon);
    c.circles = plain & (after_circle > upper);
    c.circle_capsule = circle & (before_polygon > upper) & (upper > after_circle);
    c.circle_octagon = circle & (upper > before_polygon) & large;
    c.circle_quad = circle & (upper > before_polygon) & ~large;
    c.octagons = cores & large;
    c.quads = cores & ~large;
    c.flipped = circle & (after_circle > a->kind) & ~c.circles;
    return c;
}

static V2D__PART v2d__wpose V2D__K(pose_if)(v2d__w_mask mask, const v2d__wpose *a,
                                            const v2d__wpose *b) {
    v2d__wpose r;
    r.x = v2d__w_if(mask, a->x, b->x), r.y = v2d__w_if(mask, a->y, b->y);
    r.c = v2d__w_if(mask, a->c, b->c), r.s = v2d__w_if(mask, a->s, b->s);
    return r;
}

// The same pairs, with a and b exchanged in some lanes.
V2D__OUTLINE static void V2D__K(flip_pairs)(const v2d__wpairs *pairs, v2d__w_mask flipped,
                                            v2d__wpairs *out) {
    uint32_t bits = v2d__w_bits(flipped);
    v2d__w ra = pairs->a_header.radius, rb = pairs->b_header.radius;
    *out = *pairs;
    for (int i = 0; i < V2D__WIDTH; ++i) {
        bool flip = (bits >> i & 1u) != 0;
        out->a[i] = flip ? pairs->b[i] : pairs->a[i];
        out->b[i] = flip ? pairs->a[i] : pairs->b[i];
    }
    out->xa = V2D__K(pose_if)(flipped, &pairs->xb, &pairs->xa);
    out->xb = V2D__K(pose_if)(flipped, &pairs->xa, &pairs->xb);
    out->a_header.radius = v2d__w_if(flipped, rb, ra);
    out->b_header.radius = v2d__w_if(flipped, ra, rb);
}

// v2d__manifold_flip for manifolds of circles, which have one point of feature 0.
static V2D__INLINE void V2D__K(flip_manifold)(const v2d__wpairs *pairs, v2d__w_mask flipped,
                                              v2d__wmanifold *m) {
    v2d__w dx = pairs->xb.x - pairs->xa.x, dy = pairs->xb.y - pairs->xa.y;
    flipped = flipped & (m->count > v2d__w_splat(0.0f));
    m->nx = v2d__w_if(flipped, -m->nx, m->nx), m->ny = v2d__w_if(flipped, -m->ny, m->ny);
    m->ax[0] = v2d__w_if(flipped, m->ax[0] + dx, m->ax[0]);
    m->ay[0] = v2d__w_if(flipped, m->ay[0] + dy, m->ay[0]);
}

// One kernel for all lanes, whose manifolds the lanes of its class take.
static V2D__PART void V2D__K(collide_class)(const v2d__wpairs *pairs, v2d__w_mask lanes,
                                            void (*kernel)(const v2d__wpairs *, v2d__wmanifold *),
                                            v2d__wmanifold *out) {
    v2d__wmanifold m;
    if (v2d__w_bits(lanes) == 0) return;
    kernel(pairs, &m);
    V2D__K(manifold_take)(out, lanes, &m);
}

V2D__OUTLINE static void V2D__K(collide_mixed)(const v2d__wpairs *pairs, const v2d__wclasses *c,
                                               v2d__wmanifold *out) {
    v2d__wpairs flipped;
    bool flips = v2d__w_bits(c->flipped) != 0;
    const v2d__wpairs *ordered = flips ? &flipped : pairs;
    if (flips) V2D__K(flip_pairs)(pairs, c->flipped, &flipped);
    uint32_t scalar = v2d__w_bits(c->scalar);
    V2D__K(manifold_clear)(out);
    if (scalar != 0) V2D__K(collide_scalar)(pairs, scalar, out);
    V2D__K(collide_class)(ordered, c->circles, V2D__K(collide_circles), out);
    V2D__K(collide_class)(ordered, c->circle_capsule, V2D__K(collide_capsule_circle), out);
    V2D__K(collide_class)(ordered, c->circle_quad, V2D__K(collide_quad_circle), out);
    V2D__K(collide_class)(ordered, c->circle_octagon, V2D__K(collide_octagon_circle), out);
    if (flips) V2D__K(flip_manifold)(pairs, c->flipped, out);
    V2D__K(collide_class)(pairs, c->quads, V2D__K(collide_quads), out);
    V2D__K(collide_class)(pairs, c->octagons, V2D__K(collide_octagons), out);
}

static V2D__PART void V2D__K(collide)(v2d__wpairs *pairs, v2d__wmanifold *out) {
    uint32_t wanted = v2d__w_bits(pairs->wanted);
    pairs->a_header = V2D__K(load_header)(&pairs->figures, pairs->a);
    pairs->b_header = V2D__K(load_header)(&pairs->figures, pairs->b);
    v2d__wclasses c = V2D__K(classify)(pairs);
    if (v2d__w_bits(c.quads) == wanted)
        V2D__K(collide_quads)(pairs, out);
    else if (v2d__w_bits(c.circles) == wanted)
        V2D__K(collide_circles)(pairs, out);
    else if (v2d__w_bits(c.octagons) == wanted)
        V2D__K(collide_octagons)(pairs, out);
    else
        V2D__K(collide_mixed)(pairs, &c, out);
}

#endif

// ================================================================================================
// >>kernels  The inner loops of the solver: contacts, point rows, edges and joints.
//
// Sees:    nodes and blocks; never ids, never shapes.
// Symbols: as in >>solver.
// Form:    V2D__K(name_lanes) handles V2D__WIDTH lanes of one block from `lane` on; V2D__K(name)
//          goes over a range and stands in the table at the end. Scalar helpers are V2D__INLINE.
// ================================================================================================

// ---- nodes -------------------------------------------------------------------------------------

#define V2D__DOF  8 // floats of a v2d__dof
#define V2D__ROW4 4 // floats of poses and the like

// 1 for lanes beyond `most`, a length; their vector shall be scaled by *scale.
static V2D__INLINE void V2D__K(limit)(v2d__w x, v2d__w y, v2d__w most, v2d__w *scale) {
    v2d__w square = x * x + y * y, one = v2d__w_splat(1.0f);
    *scale = one;
    if (v2d__w_any_gt(square, most * most))
        *scale = v2d__w_if_gt(square, most * most,
                              most / v2d__w_sqrt(v2d__w_max(square, v2d__w_splat(1e-30f))), one);
}

// A step begins: no node is faster than the limit, no turn exceeds an eighth of a circle per
// sub-step; velocities become displacements of a sub-step. The first sub-step adds acceleration,
// no more than the greatest speed in a step, and damping v <- v (1 - c dt), at most to a stop, of
// which each sub-step takes its share. (Weights stay what they are, and the speed of a damped fall
// is a / c exactly.)
static V2D__INLINE void V2D__K(nodes_begin_lanes)(v2d_world *world, const int32_t *node,
                                                  const v2d__time *time) {
    v2d__w d[4], D[4], force[4], rate[4], start[4], pose[4], scale;
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), h = v2d__w_splat(time->h);
    v2d__w dt = v2d__w_splat(time->dt), share = v2d__w_splat(time->share);
    v2d__w most = v2d__w_splat(world->max_speed), most_turn = v2d__w_splat(0.785398163f / time->h);
    v2d__w_load4(d, &world->dof[0].dx, V2D__DOF, node);
    v2d__w_load4(D, &world->dof[0].Dx, V2D__DOF, node);
    v2d__w_load4(force, &world->drive[0].force.x, V2D__DOF, node);
    v2d__w_load4(rate, &world->drive[0].gravity_scale, V2D__DOF, node);
    // 0, or NaN where a number went wrong: then what the first sub-step adds is wrong, and it is seen.
    v2d__w wrong = zero * ((d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) +
                           (force[0] * force[0] + force[1] * force[1] + force[2] * force[2]));
    v2d__w moves = v2d__w_if_gt(d[3], zero, one, zero), k = D[3], turns = moves * k;
    V2D__K(limit)(moves * d[0], moves * d[1], most, &scale);
    d[0] = d[0] * scale, d[1] = d[1] * scale;
    V2D__K(limit)(turns * d[2], zero, most_turn, &scale);
    d[2] = d[2] * scale;
    v2d__w ax = moves * (rate[0] * v2d__w_splat(world->gravity.x)) + d[3] * force[0];
    v2d__w ay = moves * (rate[0] * v2d__w_splat(world->gravity.y)) + d[3] * force[1];
    v2d__w spin = d[3] * k * force[2]; // k times the angular acceleration
    V2D__K(limit)(ax * dt, ay * dt, most, &scale);
    ax = ax * scale, ay = ay * scale;
    V2D__K(limit)(k * spin * dt, zero, most_turn, &scale);
    spin = spin * scale;
    v2d__w loss = moves * (v2d__w_min(rate[1] * dt, one) * share);
    v2d__w loss_turn = moves * (v2d__w_min(rate[2] * dt, one) * share);
    start[0] = ax * (h * h) - d[0] * loss, start[1] = ay * (h * h) - d[1] * loss;
    start[2] = spin * (h * h) - d[2] * loss_turn, start[3] = zero;
    start[0] = start[0] + wrong;
    // Never -0: see >>parallel.
    d[0] = d[0] * h + zero, d[1] = d[1] * h + zero, d[2] = d[2] * h + zero;
    v2d__w_store4(&world->dof[0].dx, V2D__DOF, node, d);
    v2d__w_store4(&world->start[0].x, V2D__ROW4, node, start);
    v2d__w_store4(&world->incoming[0].x, V2D__ROW4, node, d);
    if (!time->keeps_forces) {
        force[0] = force[1] = force[2] = zero;
        v2d__w_store4(&world->drive[0].force.x, V2D__DOF, node, force);
    }
    v2d__w_load4(pose, &world->pose[0].x, V2D__ROW4, node);
    v2d__w_store4(&world->old_pose[0].x, V2D__ROW4, node, pose);
}

static void V2D__K(nodes_begin)(v2d_world *world, const int32_t *node, int32_t count,
                                const v2d__time *time) {
    for (int32_t i = 0; i < count; i += V2D__WIDTH)
        V2D__K(nodes_begin_lanes)(world, node + i, time);
}

// Some of the lanes from body `from` on is asleep or never rests.
static V2D__INLINE bool V2D__K(bodies_are_odd)(const v2d_world *world, int32_t from,
                                               uint32_t sleepless) {
    int32_t asleep = 0;
    uint32_t flags = 0;
    for (int32_t i = from; i < from + V2D__WIDTH; ++i)
        asleep |= world->sleep_next1[i];
    for (int32_t i = from; i < from + V2D__WIDTH && from < V2D__POINT_NODE; ++i)
        flags |= world->bodies[i].flags;
    return asleep != 0 || (flags & sleepless) != 0u;
}

// Whether all numbers of some bodies make sense. Their poses are read as they lie there.
static V2D__INLINE bool V2D__K(bodies_are_sound)(const v2d_world *world, int32_t from,
                                                 const v2d__w *d, const v2d__w *D) {
    v2d__w sum = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[3] * d[3];
    sum = sum + (D[0] * D[0] + D[1] * D[1] + D[2] * D[2] + D[3] * D[3]);
    for (int i = 0; i < 4; ++i) {
        v2d__w place = v2d__w_load(&world->pose[from].x + i * V2D__WIDTH);
        sum = sum + place * place;
    }
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    return !v2d__w_any_gt(v2d__w_if_gt(v2d__w_splat(1e30f), sum, zero, one), zero);
}

// See v2d__body_motion(), for bodies from `from` on, as long as there are whole lanes of them and none
// needs more care; the first one that is left.
static int32_t V2D__K(bodies_motion)(v2d_world *world, int32_t from, int32_t end,
                                     const v2d__motion *m) {
    v2d__w zero = v2d__w_splat(0.0f), dt = v2d__w_splat(m->dt), fall = v2d__w_splat(m->fall);
    v2d__w limit = v2d__w_splat(world->sleep_speed), long_enough = v2d__w_splat(world->sleep_time);
    v2d__w lively = v2d__w_splat(m->lively);
    for (; from + V2D__WIDTH <= end; from += V2D__WIDTH) {
        v2d__w d[4], D[4], look[4];
        int32_t node[V2D__WIDTH];
        float motion[V2D__WIDTH];
        if (V2D__K(bodies_are_odd)(world, from, m->sleepless)) break;
        for (int32_t i = 0; i < V2D__WIDTH; ++i)
            node[i] = from + i;
        v2d__w_load4(d, &world->dof[0].dx, V2D__DOF, node);
        v2d__w_load4(D, &world->dof[0].Dx, V2D__DOF, node);
        v2d__w_load4(look, &world->look[0].margin, V2D__ROW4, node);
        if (!V2D__K(bodies_are_sound)(world, from, d, D)) break;
        v2d__w turn = D[3] * d[2];
        v2d__w speed =
            v2d__w_sqrt(d[0] * d[0] + d[1] * d[1]) + v2d__w_max(turn, zero - turn) * look[3];
        v2d__w_store(motion, speed * dt + v2d__w_if_gt(d[3], zero, fall, zero));
        if (v2d__w_any_gt(speed, lively)) v2d__mark(&world->lively);
        v2d__w before = v2d__w_load(world->rest + from);
        v2d__w now = v2d__w_if_gt(speed, v2d__w_if_gt(d[3], zero, limit, zero), zero, before + dt);
        // Somebody changed it since the last step: what moves begins to rest, all else stays marked.
        v2d__w stirred = v2d__w_if_gt(d[3], zero, zero, before);
        v2d__w_store(world->rest + from, v2d__w_if_gt(zero, before, stirred, now));
        now = v2d__w_if_gt(zero, before, v2d__w_splat(-1.0f), now);
        now = v2d__w_if_gt(long_enough, now, zero, v2d__w_splat(1.0f));
        if (v2d__w_any_gt(now, zero)) v2d__mark(&world->drowsy);
        for (int32_t i = 0; i < V2D__WIDTH; ++i)
            world->look[from + i].motion = motion[i];
    }
    return from;
}

// See nodes_integrate; for nodes that follow each other. Rows of four numbers are as wide as this
// needs, and need not be transposed. (The inverse mass in `previous` is that in d.)
static V2D__INLINE v2d__w4 V2D__K(nodes_integrate_rows)(v2d_world *world, int32_t from,
                                                        int32_t count, bool first, v2d__w4 sum) {
    float *at = &world->dof[from].dx, *previous = &world->previous[from].x;
    const float *start = &world->start[from].x;
    for (int32_t i = 0; i < count; ++i) {
        v2d__w4 d = v2d__w4_get(at + V2D__DOF * i), last = v2d__w4_get(previous + V2D__ROW4 * i);
        v2d__w4 next = v2d__w4_plus(d, v2d__w4_minus(d, last));
        if (first) next = v2d__w4_plus3(d, v2d__w4_get(start + V2D__ROW4 * i));
        v2d__w4_put(at + V2D__DOF * i, next);
        v2d__w4_put(previous + V2D__ROW4 * i, d);
        sum = v2d__w4_plus(sum, next);
    }
    return sum;
}

// First sub-step: add forces and stored impulses. Later ones: d <- 2 d - d_prev, which carries
// gravity and every impulse of the sub-step before. A number that went wrong shows in the sum of all.
static void V2D__K(nodes_integrate)(v2d_world *world, const int32_t *node, int32_t count,
                                    bool first) {
    float all[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    v2d__w4 sum = v2d__w4_get(all);
    for (int32_t i = 0; i < count;) {
        int32_t last = i + V2D__LANES - 1;
        bool in_order = last < count && node[last] - node[i] == V2D__LANES - 1;
        int32_t together = in_order ? V2D__LANES : 1;
        if (first) {
            sum = V2D__K(nodes_integrate_rows)(world, node[i], together, true, sum);
        } else {
            sum = V2D__K(nodes_integrate_rows)(world, node[i], together, false, sum);
        }
        i += together;
    }
    v2d__w4_put(all, sum);
    if (!v2d__sensible(all[0]) || !v2d__sensible(all[1]) || !v2d__sensible(all[2]))
        v2d__mark(&world->went_wrong);
}

// 1 for nodes faster than `most` or an eighth of a circle per sub-step. Constraints that contradict
// each other could pump energy into a node without end.
static V2D__INLINE v2d__w V2D__K(too_fast)(const v2d__w *d, v2d__w inv_k, float most) {
    v2d__w turn = inv_k * d[2], zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    // NaN is not below anything.
    v2d__w speed = v2d__w_if_gt(v2d__w_splat(most * most), d[0] * d[0] + d[1] * d[1], zero, one);
    speed = v2d__w_if_gt(v2d__w_splat(0.6168f), turn * turn, speed, one);
    return v2d__w_if_gt(d[3], zero, speed, zero);
}

static void V2D__K(nodes_advance)(v2d_world *world, const int32_t *node, int32_t count,
                                  float most) {
    v2d__dof *dof = world->dof;
    for (int32_t i = 0; i < count; i += V2D__WIDTH) {
        v2d__w d[4], D[4], half = v2d__w_splat(0.5f);
        v2d__w_load4(d, &dof[0].dx, V2D__DOF, node + i);
        v2d__w_load4(D, &dof[0].Dx, V2D__DOF, node + i);
        if (v2d__w_any_gt(V2D__K(too_fast)(d, D[3], most), half)) {
            for (int32_t lane = 0; lane < V2D__WIDTH; ++lane)
                v2d__node_advance(world, &dof[node[i + lane]], most);
            continue;
        }
        D[0] = D[0] + d[0], D[1] = D[1] + d[1], D[2] = D[2] + d[2];
        v2d__w_store4(&dof[0].Dx, V2D__DOF, node + i, D);
    }
}

// Turns the unit vectors (c, s) by small angles and makes them unit vectors again; see
// v2d__rot_integrate().
static V2D__INLINE void V2D__K(turn)(v2d__w *c, v2d__w *s, v2d__w x) {
    v2d__w z = x * x, one = v2d__w_splat(1.0f), zero = v2d__w_splat(0.0f);
    v2d__w sine = v2d__w_splat(-1.9515295891e-4f) * z + v2d__w_splat(8.3321608736e-3f);
    sine = (sine * z - v2d__w_splat(1.6666654611e-1f)) * z * x + x;
    v2d__w cosine = v2d__w_splat(2.443315711809948e-5f) * z - v2d__w_splat(1.388731625493765e-3f);
    cosine = (cosine * z + v2d__w_splat(4.166664568298827e-2f)) * z * z;
    cosine = cosine - v2d__w_splat(0.5f) * z + one;
    v2d__w nc = *c * cosine - *s * sine, ns = *s * cosine + *c * sine;
    v2d__w length = v2d__w_sqrt(nc * nc + ns * ns);
    *c = v2d__w_if_gt(z, zero, nc / length, *c);
    *s = v2d__w_if_gt(z, zero, ns / length, *s);
}

// v2d__node_note() for lanes of which one moved far.
V2D__OUTLINE static void V2D__K(nodes_note)(v2d_world *world, const int32_t *node) {
    v2d__w d[4], D[4], look[4], zero = v2d__w_splat(0.0f);
    v2d__mark(&world->moved_far);
    v2d__w_load4(D, &world->dof[0].Dx, V2D__DOF, node);
    v2d__w_load4(look, &world->look[0].margin, V2D__ROW4, node);
    d[0] = D[3] * D[2], d[1] = v2d__w_max(d[0], zero - d[0]);
    v2d__w ahead = v2d__w_sqrt(D[0] * D[0] + D[1] * D[1]) + d[1] * look[3] - look[1];
    if (!v2d__w_any_gt(ahead, look[0])) return;
    for (int32_t lane = 0; lane < V2D__WIDTH; ++lane)
        v2d__node_note(world, node[lane]);
}

// See v2d__node_finish(). False, and nothing done, when a lane needs more care.
static V2D__INLINE bool V2D__K(nodes_finish_lanes)(v2d_world *world, const int32_t *node,
                                                   float most, float inverse_h) {
    v2d__w d[4], D[4], pose[4], zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    v2d__w_load4(d, &world->dof[0].dx, V2D__DOF, node);
    v2d__w_load4(D, &world->dof[0].Dx, V2D__DOF, node);
    v2d__w_load4(pose, &world->pose[0].x, V2D__ROW4, node);
    // 0 or NaN
    v2d__w nought =
        zero * ((d[0] + d[1] + d[2]) + (D[0] * D[0] + D[1] * D[1] + D[2] * D[2]) + d[3] * d[3]);
    v2d__w angle = D[3] * D[2];
    v2d__w odd = v2d__w_if_gt(one, nought, V2D__K(too_fast)(d, D[3], most), one);
    odd = v2d__w_if_gt(angle * angle, v2d__w_splat(0.25f), one, odd);
    if (v2d__w_any_gt(odd, zero)) return false;
    v2d__w way = v2d__w_if_gt(d[3], zero, D[0] * D[0] + D[1] * D[1] + D[2] * D[2], zero);
    if (v2d__w_any_gt(way, v2d__w_splat(world->least_way))) V2D__K(nodes_note)(world, node);
    pose[0] = pose[0] + D[0], pose[1] = pose[1] + D[1];
    V2D__K(turn)(&pose[2], &pose[3], angle);
    v2d__w scale = v2d__w_splat(inverse_h);
    d[0] = d[0] * scale, d[1] = d[1] * scale, d[2] = d[2] * scale;
    D[0] = D[1] = D[2] = zero;
    v2d__w_store4(&world->dof[0].dx, V2D__DOF, node, d);
    v2d__w_store4(&world->dof[0].Dx, V2D__DOF, node, D);
    v2d__w_store4(&world->pose[0].x, V2D__ROW4, node, pose);
    return true;
}

// Nodes from `from` on, as far as none needs more care; the first lanes that do, or `count`.
static int32_t V2D__K(nodes_finish)(v2d_world *world, const int32_t *node, int32_t from,
                                    int32_t count, float most, float inverse_h) {
    while (from < count && V2D__K(nodes_finish_lanes)(world, node + from, most, inverse_h))
        from += V2D__WIDTH;
    return from;
}

// ---- contacts ----------------------------------------------------------------------------------

// The rows of one manifold share their direction, so the two points are solved one after the other
// by their relative motion alone: what the first impulse does to the second point is known from k01,
// the relative displacement at point 1 per unit impulse at point 0. Both are applied together.

static V2D__INLINE v2d__w V2D__K(contact_coupling)(v2d__w wa, v2d__w wb, v2d__w a0, v2d__w b0,
                                                   v2d__w a1, v2d__w b1) {
    return (wa + wb) + (wa * a0 * a1 + wb * b0 * b1);
}

// Softness of normal rows in the bias pass. A gap s may close by s in this sub-step and no more; an
// overlap is pushed out softly: by max(s, rate * s) in both cases, for rate <= 1. As impulse_scale is
// 1 - mass_scale, the law of v2d__softness gives mass_scale, `scale`, times the impulse of a stiff row.
typedef struct V2D__K(contact_soft) {
    v2d__w rate, scale, most; // the fastest push, negative
    // What closes faster lands, and lands hard: a tenth and a quarter of `most`.
    v2d__w slow, hard;
} V2D__K(contact_soft);

// A normal row: its closing motion, its impulse so far, and the one that a stiff row would have without
// the other point and without its limit. To be scaled in the bias pass.
typedef struct V2D__K(contact_row) {
    v2d__w dv, mass, old, free, scale;
} V2D__K(contact_row);

static V2D__INLINE V2D__K(contact_row)
    V2D__K(contact_row_of)(const v2d__lane_point *p, int32_t lane, v2d__w dv, v2d__w s,
                           const V2D__K(contact_soft) * soft) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), push = v2d__w_max(s, zero);
    V2D__K(contact_row) row;
    row.scale = one;
    if (soft != NULL) {
        push = v2d__w_max(v2d__w_max(soft->rate * s, s), soft->most);
        row.scale = v2d__w_if_gt(s, zero, one, soft->scale);
    }
    row.dv = dv;
    row.old = v2d__w_load(p->lambda_n + lane);
    row.mass = v2d__w_load(p->mass_n + lane);
    row.free = row.old - row.mass * (dv + push);
    return row;
}

// Sets the impulse of a row in the bias pass, after the other point took `taken` from it; returns the
// change. The load for friction is no more than it was where something lay or takes over from a
// neighbour, but no less than the push, which may be too soft to carry the weight. For what lands it is
// all of the blow; `soft` is NULL when nothing does.
static V2D__INLINE v2d__w V2D__K(contact_push)(v2d__lane_point *p, int32_t lane,
                                               const V2D__K(contact_row) * row, const v2d__w *taken,
                                               const V2D__K(contact_soft) * soft) {
    v2d__w free = row->free, rigid = row->old - row->mass * row->dv, zero = v2d__w_splat(0.0f);
    if (taken != NULL) free = free - *taken, rigid = rigid - *taken;
    v2d__w lambda = v2d__w_max(row->scale * free, zero);
    v2d__w load = v2d__w_max(lambda, v2d__w_min(rigid, row->old));
    if (soft != NULL) load = v2d__w_if_gt(soft->slow, row->dv, v2d__w_max(lambda, rigid), load);
    v2d__w_store(p->lambda_n + lane, lambda);
    v2d__w_store(p->between + lane, v2d__w_if_gt(lambda, zero, load, zero));
    return lambda - row->old;
}

// Above 0 in lanes that slide by more than a tenth of what they close.
static V2D__INLINE v2d__w V2D__K(contact_slides)(const v2d__wdof *a, const v2d__wdof *b,
                                                 const v2d__w *n) {
    v2d__w x = b->dx - a->dx, y = b->dy - a->dy;
    v2d__w closing = n[0] * x + n[1] * y, slip = n[0] * y - n[1] * x;
    return slip * slip - v2d__w_splat(0.01f) * (closing * closing);
}

// Sets the impulse of a row in the relax pass. A point that is apart and has not pushed in this sub-step
// is stopped at the surface by it already, but not in the lanes of `leave` (NULL: none) that are above 0:
// it is left to the next bias pass, which then finds it as fast as it is.
static V2D__INLINE v2d__w V2D__K(contact_settle)(v2d__lane_point *p, int32_t lane,
                                                 const V2D__K(contact_row) * row,
                                                 const v2d__w *taken, v2d__w s,
                                                 const v2d__w *leave) {
    v2d__w zero = v2d__w_splat(0.0f), pushed = row->old * v2d__w_splat(1e30f);
    v2d__w lambda = v2d__w_max(taken != NULL ? row->free - *taken : row->free, zero);
    if (leave != NULL) lambda = v2d__w_if_gt(v2d__w_min(*leave, s), pushed, zero, lambda);
    v2d__w_store(p->lambda_n + lane, lambda);
    return lambda - row->old;
}

// The impulses l of both rows of a manifold where each alone would have free[i], and loses couple[i] per
// unit of the other one: l[i] = max(free[i] - couple[i] l[1 - i], 0), a linear complementarity problem.
static V2D__INLINE void V2D__K(contact_both)(const v2d__w *free, const v2d__w *couple, v2d__w *l) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    v2d__w least = v2d__w_splat(1e-3f), det = one - couple[0] * couple[1];
    v2d__w scale = one / v2d__w_max(det, least);
    v2d__w x = (free[0] - couple[0] * free[1]) * scale, y = (free[1] - couple[1] * free[0]) * scale;
    v2d__w first = v2d__w_max(free[0], zero), second = v2d__w_max(free[1], zero);
    // One of them alone: the first, unless the second would still be closing.
    v2d__w rest = free[1] - couple[1] * first;
    l[0] = v2d__w_if_gt(rest, zero, zero, first), l[1] = v2d__w_if_gt(rest, zero, second, zero);
    v2d__w holds = v2d__w_min(v2d__w_min(x, y), det - least);
    l[0] = v2d__w_if_gt(holds, zero, x, l[0]), l[1] = v2d__w_if_gt(holds, zero, y, l[1]);
}

// Applies the impulses of both points along the normal.
static V2D__INLINE void V2D__K(contact_apply)(v2d__wdof *a, v2d__wdof *b, const v2d__w *n,
                                              v2d__w sum, v2d__w turn_a, v2d__w turn_b) {
    v2d__w pa = a->inv_mass * sum, pb = b->inv_mass * sum;
    a->dx = a->dx - pa * n[0], a->dy = a->dy - pa * n[1], a->du = a->du - a->inv_mass * turn_a;
    b->dx = b->dx + pb * n[0], b->dy = b->dy + pb * n[1], b->du = b->du + b->inv_mass * turn_b;
}

// Non-penetration at the separations s, point by point; `soft` in the bias pass only. `two`: the block
// has a second point. `lands`: something does, in the bias pass. `leave`: see contact_settle.
static V2D__INLINE void V2D__K(contact_normals)(v2d__contact_block *k, int32_t lane, v2d__wdof *a,
                                                v2d__wdof *b, const v2d__w *n, const v2d__w *s,
                                                const V2D__K(contact_soft) * soft, bool two,
                                                bool lands, const v2d__w *leave) {
    v2d__w closing = n[0] * (b->dx - a->dx) + n[1] * (b->dy - a->dy);
    v2d__w a0 = v2d__w_load(k->p[0].ja + lane), b0 = v2d__w_load(k->p[0].jb + lane);
    v2d__w dv = closing + (b0 * b->du - a0 * a->du);
    V2D__K(contact_row) row = V2D__K(contact_row_of)(&k->p[0], lane, dv, s[0], soft);
    v2d__w i0 = soft != NULL ? V2D__K(contact_push)(&k->p[0], lane, &row, NULL, lands ? soft : NULL)
                             : V2D__K(contact_settle)(&k->p[0], lane, &row, NULL, s[0], leave);
    v2d__w sum = i0, turn_a = a0 * i0, turn_b = b0 * i0;
    if (two) {
        v2d__w a1 = v2d__w_load(k->p[1].ja + lane), b1 = v2d__w_load(k->p[1].jb + lane);
        dv = closing + (b1 * b->du - a1 * a->du);
        row = V2D__K(contact_row_of)(&k->p[1], lane, dv, s[1], soft);
        v2d__w taken = v2d__w_load(k->share_n + lane) * i0;
        v2d__w i1 = soft != NULL
                        ? V2D__K(contact_push)(&k->p[1], lane, &row, &taken, lands ? soft : NULL)
                        : V2D__K(contact_settle)(&k->p[1], lane, &row, &taken, s[1], leave);
        sum = sum + i1, turn_a = turn_a + a1 * i1, turn_b = turn_b + b1 * i1;
    }
    V2D__K(contact_apply)(a, b, n, sum, turn_a, turn_b);
}

// Impulse of one friction row, within friction * load; `free` as above. Returns the change.
static V2D__INLINE v2d__w V2D__K(contact_grip)(v2d__lane_point *p, int32_t lane, v2d__w old,
                                               v2d__w free, v2d__w friction) {
    v2d__w lambda = v2d__w_clamp(free, friction * v2d__w_load(p->between + lane));
    v2d__w_store(p->lambda_t + lane, lambda);
    return lambda - old;
}

// Coulomb friction along the tangent (-ny, nx), at the speed `slip` of the surfaces.
static V2D__INLINE void V2D__K(contact_friction)(v2d__contact_block *k, int32_t lane, v2d__wdof *a,
                                                 v2d__wdof *b, const v2d__w *n, v2d__w slip,
                                                 bool two) {
    v2d__w wa = a->inv_mass, wb = b->inv_mass, nx = n[0], ny = n[1];
    v2d__w friction = v2d__w_load(k->friction + lane), old = v2d__w_load(k->p[0].lambda_t + lane);
    slip = nx * (b->dy - a->dy) - ny * (b->dx - a->dx) - slip;
    v2d__w a0 = v2d__w_load(k->p[0].ta + lane), b0 = v2d__w_load(k->p[0].tb + lane);
    v2d__w dv = slip + (b0 * b->du - a0 * a->du);
    v2d__w free = old - v2d__w_load(k->p[0].mass_t + lane) * dv;
    v2d__w i0 = V2D__K(contact_grip)(&k->p[0], lane, old, free, friction);
    v2d__w sum = i0, turn_a = a0 * i0, turn_b = b0 * i0;
    if (two) {
        v2d__w a1 = v2d__w_load(k->p[1].ta + lane), b1 = v2d__w_load(k->p[1].tb + lane);
        v2d__w mass = v2d__w_load(k->p[1].mass_t + lane);
        old = v2d__w_load(k->p[1].lambda_t + lane);
        free =
            (old - mass * (slip + (b1 * b->du - a1 * a->du))) - v2d__w_load(k->share_t + lane) * i0;
        v2d__w i1 = V2D__K(contact_grip)(&k->p[1], lane, old, free, friction);
        sum = sum + i1, turn_a = turn_a + a1 * i1, turn_b = turn_b + b1 * i1;
    }
    v2d__w pa = wa * sum, pb = wb * sum;
    a->dx = a->dx + pa * ny, a->dy = a->dy - pa * nx, a->du = a->du - wa * turn_a;
    b->dx = b->dx - pb * ny, b->dy = b->dy + pb * nx, b->du = b->du + wb * turn_b;
}

// Rolling resistance: a torque against relative rotation, within rolling * normal impulse.
static V2D__INLINE void V2D__K(contact_rolling)(const v2d__contact_block *k, v2d__contact_extra *x,
                                                int32_t lane, v2d__wdof *a, v2d__wdof *b) {
    v2d__w load = v2d__w_load(k->p[0].lambda_n + lane) + v2d__w_load(k->p[1].lambda_n + lane);
    v2d__w limit = v2d__w_load(x->rolling + lane) * load;
    v2d__w old = v2d__w_load(x->roll_lambda + lane);
    v2d__w dv = b->inv_k * b->du - a->inv_k * a->du;
    v2d__w lambda = v2d__w_clamp(old - v2d__w_load(x->roll_mass + lane) * dv, limit);
    v2d__w_store(x->roll_lambda + lane, lambda);
    v2d__w impulse = lambda - old;
    a->du = a->du - a->inv_mass * a->inv_k * impulse;
    b->du = b->du + b->inv_mass * b->inv_k * impulse;
}

// Separations of a block. They are computed in relax passes alone, for nothing moves until the next
// bias pass; to the first one they were given.
static V2D__INLINE void V2D__K(contact_gaps)(const v2d__dof *dof, const v2d__contact_block *k,
                                             int32_t lane, const v2d__w *n, bool two, v2d__w *s) {
    v2d__w a[4], b[4];
    v2d__w_load4_hot(a, &dof[0].Dx, V2D__LANE_DOF, k->a + lane);
    v2d__w_load4_hot(b, &dof[0].Dx, V2D__LANE_DOF, k->b + lane);
    v2d__w gap = n[0] * (b[0] - a[0]) + n[1] * (b[1] - a[1]);
    for (int i = 0; i < (two ? 2 : 1); ++i) {
        const v2d__lane_point *p = &k->p[i];
        v2d__w turn = v2d__w_load(p->jb + lane) * b[2] - v2d__w_load(p->ja + lane) * a[2];
        s[i] = v2d__w_load(p->s + lane) + (gap + turn);
    }
}

// A node in the lanes of contacts, and the way back for what constraints change.
static V2D__INLINE void V2D__K(contact_node)(v2d__wdof *out, const v2d__dof *dof,
                                             const int32_t *node) {
    v2d__w d[4], D[4];
    v2d__w_load4_hot(d, &dof[0].dx, V2D__LANE_DOF, node);
    v2d__w_load4_hot(D, &dof[0].Dx, V2D__LANE_DOF, node);
    out->dx = d[0], out->dy = d[1], out->du = d[2], out->inv_mass = d[3];
    out->Dx = D[0], out->Dy = D[1], out->Du = D[2], out->inv_k = D[3];
}

static V2D__INLINE v2d__w V2D__K(contact_inv_mass)(const v2d__dof *dof, const int32_t *node) {
    v2d__w d[4];
    v2d__w_load4_hot(d, &dof[0].dx, V2D__LANE_DOF, node);
    return d[3];
}

// Where nothing can move, nothing has changed: the next block need not wait for the same ground.
static V2D__INLINE void V2D__K(contact_node_store)(v2d__dof *dof, const int32_t *node,
                                                   const v2d__wdof *in) {
    v2d__w d[4];
    if (!v2d__w_any_gt(in->inv_mass, v2d__w_splat(0.0f))) return;
    d[0] = in->dx, d[1] = in->dy, d[2] = in->du, d[3] = in->inv_mass;
    v2d__w_store4_hot(&dof[0].dx, V2D__LANE_DOF, node, d);
}

// Add the impulses of a sub-step to those of the step.
static V2D__INLINE void V2D__K(contact_sums)(v2d__contact_block *k, int32_t lane, bool two,
                                             bool grips) {
    for (int i = 0; i < (two ? 2 : 1); ++i) {
        v2d__lane_sum *sum = &k->sum[i];
        v2d__w n = v2d__w_load(k->p[i].lambda_n + lane), t = v2d__w_load(k->p[i].lambda_t + lane);
        v2d__w_store(sum->n + lane, v2d__w_load(sum->n + lane) + n);
        if (grips) v2d__w_store(sum->t + lane, v2d__w_load(sum->t + lane) + t);
        v2d__w_store(sum->peak + lane, v2d__w_max(v2d__w_load(sum->peak + lane), n));
    }
}

// Whether all lanes are apart and push nothing: then the relax pass changes nothing, if it leaves to the
// next bias pass what is apart.
static V2D__INLINE bool V2D__K(contact_idle)(const v2d__contact_block *k, int32_t lane,
                                             const v2d__w *s) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), huge = v2d__w_splat(1e30f),
           apart = one;
    for (int i = 0; i < 2; ++i) {
        v2d__w free = s[i] - huge * v2d__w_load(k->p[i].lambda_n + lane);
        free = v2d__w_if_gt(v2d__w_load(k->p[i].mass_n + lane), zero, free, one);
        apart = v2d__w_min(apart, free);
    }
    return !v2d__w_any_gt(v2d__w_splat(1e-30f), apart);
}

static V2D__INLINE void V2D__K(contact_sums_clear)(v2d__contact_block *k, int32_t lane) {
    v2d__w zero = v2d__w_splat(0.0f);
    for (int i = 0; i < 2; ++i) {
        v2d__lane_sum *sum = &k->sum[i];
        v2d__w_store(sum->n + lane, zero), v2d__w_store(sum->t + lane, zero);
        v2d__w_store(sum->peak + lane, zero);
    }
}

// The same for all lanes: where both bodies can be pushed, and where one cannot.
typedef struct V2D__K(contact_softs) {
    V2D__K(contact_soft) both, fixed;
} V2D__K(contact_softs);

static V2D__INLINE V2D__K(contact_soft)
    V2D__K(contact_soft_all)(const v2d__softness *law, float max_push) {
    V2D__K(contact_soft) soft;
    soft.rate = v2d__w_splat(law->rate), soft.scale = v2d__w_splat(1.0f - law->impulse_scale);
    soft.most = v2d__w_splat(-max_push);
    soft.slow = v2d__w_splat(-0.1f * max_push), soft.hard = v2d__w_splat(-0.25f * max_push);
    return soft;
}

// What the normal rows of the lanes need in the bias pass.
static V2D__INLINE V2D__K(contact_soft)
    V2D__K(contact_soft_of)(const v2d__wdof *a, const v2d__wdof *b,
                            const V2D__K(contact_softs) * softs) {
    v2d__w least = v2d__w_min(a->inv_mass, b->inv_mass), zero = v2d__w_splat(0.0f);
    V2D__K(contact_soft) soft = softs->both;
    soft.rate = v2d__w_if_gt(least, zero, softs->both.rate, softs->fixed.rate);
    soft.scale = v2d__w_if_gt(least, zero, softs->both.scale, softs->fixed.scale);
    return soft;
}

// The motion of the point that closes fastest.
static V2D__INLINE v2d__w V2D__K(contact_fastest)(const v2d__contact_block *k, int32_t lane,
                                                  const v2d__wdof *a, const v2d__wdof *b,
                                                  const v2d__w *n, bool two) {
    v2d__w closing = n[0] * (b->dx - a->dx) + n[1] * (b->dy - a->dy);
    v2d__w ja = v2d__w_load(k->p[0].ja + lane), jb = v2d__w_load(k->p[0].jb + lane);
    v2d__w first = closing + (jb * b->du - ja * a->du);
    if (!two) return first;
    ja = v2d__w_load(k->p[1].ja + lane), jb = v2d__w_load(k->p[1].jb + lane);
    return v2d__w_min(first, closing + (jb * b->du - ja * a->du));
}

// Both rows of manifolds, to be solved at once: their lever arms, and what contact_both wants.
typedef struct V2D__K(contact_pair) {
    V2D__K(contact_row) row[2];
    v2d__w ja[2], jb[2], share[2];
} V2D__K(contact_pair);

static V2D__INLINE void V2D__K(contact_pair_of)(V2D__K(contact_pair) * pair,
                                                const v2d__contact_block *k, int32_t lane,
                                                const v2d__wdof *a, const v2d__wdof *b,
                                                const v2d__w *n, const v2d__w *s,
                                                const V2D__K(contact_soft) * soft) {
    v2d__w closing = n[0] * (b->dx - a->dx) + n[1] * (b->dy - a->dy);
    v2d__w *ja = pair->ja, *jb = pair->jb;
    for (int i = 0; i < 2; ++i) {
        ja[i] = v2d__w_load(k->p[i].ja + lane), jb[i] = v2d__w_load(k->p[i].jb + lane);
        pair->row[i] = V2D__K(contact_row_of)(
            &k->p[i], lane, closing + (jb[i] * b->du - ja[i] * a->du), s[i], soft);
    }
    v2d__w k01 = V2D__K(contact_coupling)(a->inv_mass, b->inv_mass, ja[0], jb[0], ja[1], jb[1]);
    for (int i = 0; i < 2; ++i)
        pair->share[i] = pair->row[i].mass * k01;
}

// The impulses that stop both points where they are.
static V2D__INLINE void V2D__K(contact_stop)(const V2D__K(contact_pair) * pair, v2d__w *load) {
    v2d__w free[2];
    for (int i = 0; i < 2; ++i) {
        const V2D__K(contact_row) *row = &pair->row[i];
        free[i] = row->old - row->mass * row->dv + pair->share[i] * pair->row[1 - i].old;
    }
    V2D__K(contact_both)(free, pair->share, load);
}

// Applies the changes of both impulses along the normal.
static V2D__INLINE void V2D__K(contact_pair_apply)(const V2D__K(contact_pair) * pair,
                                                   const v2d__w *l, v2d__wdof *a, v2d__wdof *b,
                                                   const v2d__w *n) {
    v2d__w i0 = l[0] - pair->row[0].old, i1 = l[1] - pair->row[1].old;
    V2D__K(contact_apply)
    (a, b, n, i0 + i1, pair->ja[0] * i0 + pair->ja[1] * i1, pair->jb[0] * i0 + pair->jb[1] * i1);
}

// contact_normals in the relax pass for both points at once; `leave`: see contact_settle.
static V2D__INLINE void V2D__K(contact_settle_both)(v2d__contact_block *k, int32_t lane,
                                                    v2d__wdof *a, v2d__wdof *b, const v2d__w *n,
                                                    const v2d__w *s, const v2d__w *leave) {
    v2d__w zero = v2d__w_splat(0.0f), free[2], couple[2], both[2];
    V2D__K(contact_pair) pair;
    V2D__K(contact_pair_of)(&pair, k, lane, a, b, n, s, NULL);
    for (int i = 0; i < 2; ++i) {
        const V2D__K(contact_row) *row = &pair.row[i];
        v2d__w left = v2d__w_min(*leave, s[i]), pushed = row->old * v2d__w_splat(1e30f);
        free[i] = row->free + pair.share[i] * pair.row[1 - i].old;
        free[i] = v2d__w_if_gt(left, pushed, zero, free[i]);
        couple[i] = v2d__w_if_gt(left, pushed, zero, pair.share[i]);
    }
    V2D__K(contact_both)(free, couple, both);
    V2D__K(contact_pair_apply)(&pair, both, a, b, n);
    for (int i = 0; i < 2; ++i)
        v2d__w_store(k->p[i].lambda_n + lane, both[i]);
}

// Impulses of both points in the bias pass where they are solved at once, `both`, and the loads that
// friction then has: of a point that lands, all of the blow. *lands is above 0 where one does, and *hits
// where one does so hard.
static V2D__INLINE void V2D__K(contact_push_both)(const V2D__K(contact_pair) * pair,
                                                  const V2D__K(contact_soft) * soft, v2d__w *both,
                                                  v2d__w *between, v2d__w *lands, v2d__w *hits) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), free[2], couple[2], load[2],
           land[2];
    *lands = *hits = zero;
    for (int i = 0; i < 2; ++i) {
        const V2D__K(contact_row) *row = &pair->row[i];
        v2d__w is = v2d__w_if_gt(row->mass, zero, one, zero);
        land[i] = v2d__w_if_gt(soft->slow, row->dv, is, zero);
        *lands = v2d__w_max(*lands, land[i]);
        *hits = v2d__w_max(*hits, v2d__w_if_gt(soft->hard, row->dv, is, zero));
        free[i] = row->scale * (row->free + pair->share[i] * pair->row[1 - i].old);
        couple[i] = row->scale * pair->share[i];
    }
    V2D__K(contact_both)(free, couple, both);
    V2D__K(contact_stop)(pair, load);
    for (int i = 0; i < 2; ++i) {
        v2d__w most = v2d__w_if_gt(land[i], zero, load[i], v2d__w_min(load[i], pair->row[i].old));
        between[i] = v2d__w_if_gt(both[i], zero, v2d__w_max(both[i], most), zero);
    }
}

// contact_normals in the bias pass where something lands hard. In those lanes both points are solved at
// once: a body that lands flat would turn if one of them took the blow before the other, and friction
// would find too much load.
static V2D__INLINE void V2D__K(contact_land)(v2d__contact_block *k, int32_t lane, v2d__wdof *a,
                                             v2d__wdof *b, const v2d__w *n, const v2d__w *s,
                                             const V2D__K(contact_soft) * soft, bool two,
                                             v2d__w *lands, v2d__w *hits) {
    v2d__w zero = v2d__w_splat(0.0f), both[2], between[2];
    v2d__wdof landed_a = *a, landed_b = *b;
    V2D__K(contact_pair) pair;
    V2D__K(contact_pair_of)(&pair, k, lane, a, b, n, s, soft);
    V2D__K(contact_push_both)(&pair, soft, both, between, lands, hits);
    V2D__K(contact_pair_apply)(&pair, both, &landed_a, &landed_b, n);
    V2D__K(contact_normals)(k, lane, a, b, n, s, soft, two, true, NULL);
    for (int i = 0; i < (two ? 2 : 1); ++i) {
        v2d__lane_point *p = &k->p[i];
        v2d__w_store(p->between + lane,
                     v2d__w_if_gt(*hits, zero, between[i], v2d__w_load(p->between + lane)));
        v2d__w_store(p->lambda_n + lane,
                     v2d__w_if_gt(*hits, zero, both[i], v2d__w_load(p->lambda_n + lane)));
    }
    a->dx = v2d__w_if_gt(*hits, zero, landed_a.dx, a->dx);
    a->dy = v2d__w_if_gt(*hits, zero, landed_a.dy, a->dy);
    a->du = v2d__w_if_gt(*hits, zero, landed_a.du, a->du);
    b->dx = v2d__w_if_gt(*hits, zero, landed_b.dx, b->dx);
    b->dy = v2d__w_if_gt(*hits, zero, landed_b.dy, b->dy);
    b->du = v2d__w_if_gt(*hits, zero, landed_b.du, b->du);
}

// The same in all lanes of a block in which something landed hard in the bias pass before.
static V2D__INLINE void V2D__K(contact_landed)(v2d__contact_block *k, int32_t lane, v2d__wdof *a,
                                               v2d__wdof *b, const v2d__w *n, const v2d__w *s,
                                               const V2D__K(contact_soft) * soft, bool two,
                                               v2d__w *lands, v2d__w *hits) {
    v2d__w both[2], between[2];
    V2D__K(contact_pair) pair;
    V2D__K(contact_pair_of)(&pair, k, lane, a, b, n, s, soft);
    V2D__K(contact_push_both)(&pair, soft, both, between, lands, hits);
    V2D__K(contact_pair_apply)(&pair, both, a, b, n);
    for (int i = 0; i < (two ? 2 : 1); ++i) {
        v2d__w_store(k->p[i].between + lane, between[i]);
        v2d__w_store(k->p[i].lambda_n + lane, both[i]);
    }
}

// After a blow d <- 2 d - d_prev repeats it. The normal rows take that back in the bias pass, but friction
// turns the body until its own rows do, and so presses one of its points down. Therefore friction first
// lets go of what the load that it has now, without its own turn, does not hold.
static V2D__INLINE void V2D__K(contact_let_go)(v2d__contact_block *k, int32_t lane, v2d__wdof *a,
                                               v2d__wdof *b, const v2d__w *n) {
    v2d__w zero = v2d__w_splat(0.0f), t[2], s[2], ta[2], tb[2], load[2], old[2];
    v2d__w sum = zero, turn_a = zero, turn_b = zero;
    V2D__K(contact_pair) pair;
    t[0] = zero - n[1], t[1] = n[0], s[0] = s[1] = zero;
    for (int i = 0; i < 2; ++i) {
        old[i] = v2d__w_load(k->p[i].lambda_t + lane);
        ta[i] = v2d__w_load(k->p[i].ta + lane), tb[i] = v2d__w_load(k->p[i].tb + lane);
        sum = sum - old[i], turn_a = turn_a - ta[i] * old[i], turn_b = turn_b - tb[i] * old[i];
    }
    v2d__wdof free_a = *a, free_b = *b;
    V2D__K(contact_apply)(&free_a, &free_b, t, sum, turn_a, turn_b);
    V2D__K(contact_pair_of)(&pair, k, lane, &free_a, &free_b, n, s, NULL);
    V2D__K(contact_stop)(&pair, load);
    sum = turn_a = turn_b = zero;
    for (int i = 0; i < 2; ++i) {
        v2d__w now = v2d__w_clamp(old[i], v2d__w_load(k->friction + lane) * load[i]);
        v2d__w change = now - old[i];
        v2d__w_store(k->p[i].lambda_t + lane, now);
        sum = sum + change, turn_a = turn_a + ta[i] * change, turn_b = turn_b + tb[i] * change;
    }
    V2D__K(contact_apply)(a, b, t, sum, turn_a, turn_b);
}

// Bias pass over the lanes of a block. `two`: some lane has a second point. Returns flags of the block;
// with V2D__BLOCK_STRUCK nothing is done.
static V2D__PART int V2D__K(contact_bias_lanes)(v2d__dof *dof, v2d__contact_block *k, int32_t lane,
                                                const V2D__K(contact_softs) * softs, bool two) {
    v2d__wdof a, b;
    v2d__w n[2], s[2];
    int flags = 0;
    n[0] = v2d__w_load(k->nx + lane), n[1] = v2d__w_load(k->ny + lane);
    s[0] = v2d__w_load(k->p[0].between + lane), s[1] = v2d__w_load(k->p[1].between + lane);
    V2D__K(contact_node)(&a, dof, k->a + lane);
    V2D__K(contact_node)(&b, dof, k->b + lane);
    V2D__K(contact_soft) soft = V2D__K(contact_soft_of)(&a, &b, softs);
    v2d__w fastest = V2D__K(contact_fastest)(k, lane, &a, &b, n, two);
    if (v2d__w_any_gt(soft.slow, fastest)) {
        if (v2d__w_any_gt(soft.hard, fastest)) return V2D__BLOCK_LANDS | V2D__BLOCK_STRUCK;
        V2D__K(contact_normals)(k, lane, &a, &b, n, s, &soft, two, true, NULL);
        flags = V2D__BLOCK_LANDS;
    } else {
        V2D__K(contact_normals)(k, lane, &a, &b, n, s, &soft, two, false, NULL);
    }
    V2D__K(contact_node_store)(dof, k->a + lane, &a);
    V2D__K(contact_node_store)(dof, k->b + lane, &b);
    return flags;
}

// The same where something lands hard, or `struck`: did so in the bias pass before.
V2D__OUTLINE static int V2D__K(contact_landing_lanes)(v2d__dof *dof, v2d__contact_block *k,
                                                      int32_t lane,
                                                      const V2D__K(contact_softs) * softs, bool two,
                                                      bool struck) {
    v2d__wdof a, b;
    v2d__w n[2], s[2], zero = v2d__w_splat(0.0f), lands, hits;
    n[0] = v2d__w_load(k->nx + lane), n[1] = v2d__w_load(k->ny + lane);
    s[0] = v2d__w_load(k->p[0].between + lane), s[1] = v2d__w_load(k->p[1].between + lane);
    V2D__K(contact_node)(&a, dof, k->a + lane);
    V2D__K(contact_node)(&b, dof, k->b + lane);
    V2D__K(contact_soft) soft = V2D__K(contact_soft_of)(&a, &b, softs);
    if (struck) {
        V2D__K(contact_let_go)(k, lane, &a, &b, n);
        V2D__K(contact_landed)(k, lane, &a, &b, n, s, &soft, two, &lands, &hits);
    } else {
        V2D__K(contact_land)(k, lane, &a, &b, n, s, &soft, two, &lands, &hits);
    }
    V2D__K(contact_node_store)(dof, k->a + lane, &a);
    V2D__K(contact_node_store)(dof, k->b + lane, &b);
    return (v2d__w_any_gt(lands, zero) ? V2D__BLOCK_LANDS : 0) |
           (v2d__w_any_gt(hits, zero) ? V2D__BLOCK_STRUCK : 0);
}

static V2D__INLINE int32_t V2D__K(block_end)(int32_t lanes) {
    return lanes < V2D__LANES ? lanes : V2D__LANES;
}

static void V2D__K(contact_bias)(v2d__dof *dof, v2d__contact_block *k, uint8_t *flags,
                                 int32_t lanes, const v2d__contact_softness *soft) {
    const int landing = V2D__BLOCK_LANDS | V2D__BLOCK_STRUCK;
    V2D__K(contact_softs) softs;
    softs.both = V2D__K(contact_soft_all)(&soft->both, soft->max_push);
    softs.fixed = V2D__K(contact_soft_all)(&soft->fixed, soft->max_push);
    for (; lanes > 0; lanes -= V2D__LANES, ++k, ++flags) {
        int32_t end = V2D__K(block_end)(lanes);
        bool two = (*flags & V2D__BLOCK_TWO) != 0, struck = (*flags & V2D__BLOCK_STRUCK) != 0;
        int now = 0;
        for (int32_t lane = 0; lane < end; lane += V2D__WIDTH) {
            int found = V2D__BLOCK_STRUCK;
            if (!struck) {
                found = two ? V2D__K(contact_bias_lanes)(dof, k, lane, &softs, true)
                            : V2D__K(contact_bias_lanes)(dof, k, lane, &softs, false);
            }
            now |= found & V2D__BLOCK_LANDS;
            if ((found & V2D__BLOCK_STRUCK) != 0)
                now |= V2D__K(contact_landing_lanes)(dof, k, lane, &softs, two, struck);
        }
        if ((*flags & landing) != now) *flags = (uint8_t)((*flags & ~landing) | now);
    }
}

// Relax pass over the lanes of a block, of which `last` is the last one of the step. `two`, `rolls`,
// `grips`, `settles`, `both`: what the block needs.
static V2D__PART void V2D__K(contact_relax_lanes)(v2d__dof *dof, v2d__contact_block *k,
                                                  v2d__contact_extra *x, int32_t lane, bool last,
                                                  bool leave, bool two, bool rolls, bool grips,
                                                  bool settles, bool both) {
    v2d__wdof a, b;
    v2d__w n[2], s[2], zero = v2d__w_splat(0.0f), left = v2d__w_splat(1.0f);
    n[0] = v2d__w_load(k->nx + lane), n[1] = v2d__w_load(k->ny + lane);
    s[0] = v2d__w_load(k->p[0].between + lane), s[1] = v2d__w_load(k->p[1].between + lane);
    V2D__K(contact_gaps)(dof, k, lane, n, two, s);
    if (leave && !grips && V2D__K(contact_idle)(k, lane, s)) {
        for (int i = 0; i < (last ? 0 : 2); ++i)
            v2d__w_store(k->p[i].between + lane, s[i]);
        return;
    }
    V2D__K(contact_node)(&a, dof, k->a + lane);
    V2D__K(contact_node)(&b, dof, k->b + lane);
    if (grips) { // friction first: the normals have the last word
        V2D__K(contact_friction)
        (k, lane, &a, &b, n, rolls ? v2d__w_load(x->tangent_speed + lane) : zero, two);
        if (rolls) V2D__K(contact_rolling)(k, x, lane, &a, &b);
    }
    if (settles && !leave) left = V2D__K(contact_slides)(&a, &b, n);
    if (both) {
        V2D__K(contact_settle_both)(k, lane, &a, &b, n, s, &left);
    } else {
        V2D__K(contact_normals)(k, lane, &a, &b, n, s, NULL, two, false, settles ? &left : NULL);
    }
    if (!last) {
        for (int i = 0; i < (two ? 2 : 1); ++i)
            v2d__w_store(k->p[i].between + lane, s[i]);
        V2D__K(contact_sums)(k, lane, two, grips);
    }
    V2D__K(contact_node_store)(dof, k->a + lane, &a);
    V2D__K(contact_node_store)(dof, k->b + lane, &b);
}

// Whether friction has anything to do in a block: some lane is loaded or has friction to let go.
// Asked for whole blocks, so that the answer is the same at every width.
static V2D__INLINE bool V2D__K(contact_grips)(const v2d__contact_block *k) {
    v2d__w zero = v2d__w_splat(0.0f), most = zero;
    for (int32_t lane = 0; lane < V2D__LANES; lane += V2D__WIDTH) {
        most = v2d__w_max(v2d__w_load(k->p[0].between + lane), v2d__w_load(k->p[1].between + lane));
        if (v2d__w_any_gt(most, zero)) return true;
    }
    for (int32_t lane = 0; lane < V2D__LANES; lane += V2D__WIDTH) {
        v2d__w first = v2d__w_load(k->p[0].lambda_t + lane);
        v2d__w second = v2d__w_load(k->p[1].lambda_t + lane);
        most = v2d__w_max(most, v2d__w_max(first * first, second * second));
    }
    return v2d__w_any_gt(most, zero);
}

// Relax pass over a block that is not as most are.
V2D__OUTLINE static void V2D__K(contact_relax_odd)(v2d__dof *dof, v2d__contact_block *k,
                                                   v2d__contact_extra *x, int flags, int32_t end,
                                                   bool last) {
    bool two = (flags & V2D__BLOCK_TWO) != 0, rolls = (flags & V2D__BLOCK_ROLLS) != 0;
    bool leave = last || (flags & V2D__BLOCK_BOUNCES) != 0, grips = V2D__K(contact_grips)(k);
    bool both = two && (flags & V2D__BLOCK_STRUCK) != 0;
    for (int32_t lane = 0; lane < end; lane += V2D__WIDTH) {
        if (rolls) {
            V2D__K(contact_relax_lanes)
            (dof, k, x, lane, last, leave, true, true, true, true, false);
        } else if (!grips) {
            V2D__K(contact_relax_lanes)
            (dof, k, NULL, lane, last, leave, true, false, false, true, false);
        } else if (both) {
            V2D__K(contact_relax_lanes)
            (dof, k, NULL, lane, last, leave, true, false, true, true, true);
        } else {
            V2D__K(contact_relax_lanes)
            (dof, k, NULL, lane, last, leave, two, false, true, true, false);
        }
    }
}

static void V2D__K(contact_relax)(v2d__dof *dof, v2d__contact_block *k, v2d__contact_extra *x,
                                  const uint8_t *flags, int32_t lanes, bool last) {
    const int odd = V2D__BLOCK_ROLLS | V2D__BLOCK_BOUNCES | V2D__BLOCK_LANDS;
    for (; lanes > 0; lanes -= V2D__LANES, ++k, ++x, ++flags) {
        int32_t end = V2D__K(block_end)(lanes);
        if ((*flags & odd) != 0 || !V2D__K(contact_grips)(k)) {
            V2D__K(contact_relax_odd)(dof, k, x, *flags, end, last);
            continue;
        }
        for (int32_t lane = 0; lane < end; lane += V2D__WIDTH) {
            if ((*flags & V2D__BLOCK_TWO) != 0) {
                V2D__K(contact_relax_lanes)
                (dof, k, NULL, lane, last, false, true, false, true, false, false);
            } else {
                V2D__K(contact_relax_lanes)
                (dof, k, NULL, lane, last, false, false, false, true, false, false);
            }
        }
    }
}

// ---- manifolds and rows of all lanes -----------------------------------------------------------

// Manifolds as they lie in v2d__contact, one per lane.
typedef struct v2d__wcontact {
    v2d__w nx, ny, dx, dy, qa[2], qb[2];
    v2d__w ax[2], ay[2], s[2], feature[2];
    v2d__w lambda[2][2], points, drift;
} v2d__wcontact;

// Places and look-ahead of both bodies of each lane.
typedef struct v2d__wpair {
    v2d__w a[4], b[4];     // x, y, c, s
    v2d__w margin, rest;   // how far they look ahead, and would at rest
    v2d__w vx, vy, reach;  // see v2d__ahead
    v2d__w tilts;          // above 0 where what cannot be pushed turns
    v2d__w wa, wb, ka, kb; // inverse masses, 1/k
    v2d__w spin_a, spin_b; // as fast as vx, vy
    v2d__w extent;         // the smaller one
} v2d__wpair;

// What is frozen of a manifold.
static V2D__INLINE void V2D__K(wcontact_load_frozen)(v2d__wcontact *m, const v2d__contact_block *k,
                                                     const v2d__manifold_block *frozen,
                                                     int32_t lane) {
    m->nx = v2d__w_load(k->nx + lane), m->ny = v2d__w_load(k->ny + lane);
    m->dx = v2d__w_load(frozen->delta[0] + lane), m->dy = v2d__w_load(frozen->delta[1] + lane);
    m->qa[0] = v2d__w_load(frozen->qa[0] + lane), m->qa[1] = v2d__w_load(frozen->qa[1] + lane);
    m->qb[0] = v2d__w_load(frozen->qb[0] + lane), m->qb[1] = v2d__w_load(frozen->qb[1] + lane);
    for (int i = 0; i < 2; ++i) {
        m->ax[i] = v2d__w_load(frozen->anchor[i][0] + lane);
        m->ay[i] = v2d__w_load(frozen->anchor[i][1] + lane);
        m->s[i] = v2d__w_load(frozen->separation[i] + lane);
    }
    m->drift = v2d__w_load(frozen->drift + lane);
}

// Friction within its cone once the step is over.
static V2D__INLINE v2d__w V2D__K(contact_cone)(const v2d__contact_block *k, int32_t lane, int i) {
    v2d__w limit = v2d__w_load(k->friction + lane) * v2d__w_load(k->p[i].lambda_n + lane);
    return v2d__w_clamp(v2d__w_load(k->p[i].lambda_t + lane), limit);
}

static V2D__INLINE void V2D__K(wcontact_load)(v2d__wcontact *m, const v2d__contact_block *k,
                                              const v2d__manifold_block *frozen, int32_t lane) {
    V2D__K(wcontact_load_frozen)(m, k, frozen, lane);
    for (int i = 0; i < 2; ++i) {
        m->feature[i] = v2d__w_load(frozen->feature[i] + lane);
        m->lambda[i][0] = v2d__w_load(k->p[i].lambda_n + lane);
        m->lambda[i][1] = V2D__K(contact_cone)(k, lane, i);
    }
    m->points = v2d__w_load(frozen->points + lane);
}

// All but the normals and impulses, which go into the block with the rows.
static V2D__INLINE void V2D__K(wcontact_store)(const v2d__wcontact *m, v2d__manifold_block *frozen,
                                               int32_t lane) {
    v2d__w_store(frozen->delta[0] + lane, m->dx), v2d__w_store(frozen->delta[1] + lane, m->dy);
    v2d__w_store(frozen->qa[0] + lane, m->qa[0]), v2d__w_store(frozen->qa[1] + lane, m->qa[1]);
    v2d__w_store(frozen->qb[0] + lane, m->qb[0]), v2d__w_store(frozen->qb[1] + lane, m->qb[1]);
    for (int i = 0; i < 2; ++i) {
        v2d__w_store(frozen->anchor[i][0] + lane, m->ax[i]);
        v2d__w_store(frozen->anchor[i][1] + lane, m->ay[i]);
        v2d__w_store(frozen->separation[i] + lane, m->s[i]);
        v2d__w_store(frozen->feature[i] + lane, m->feature[i]);
    }
    v2d__w_store(frozen->points + lane, m->points);
    v2d__w_store(frozen->drift + lane, m->drift);
}

static V2D__INLINE void V2D__K(wpair_place)(v2d__wpair *p, const v2d_world *world, const int32_t *a,
                                            const int32_t *b) {
    v2d__w_load4(p->a, &world->pose[0].x, V2D__LANE_ROW, a);
    v2d__w_load4(p->b, &world->pose[0].x, V2D__LANE_ROW, b);
}

// How fast the surface of one body moves against the material of another, whose spin is given, at
// most: by how the other's centre moves against it, and by how they turn against each other.
static V2D__INLINE v2d__w V2D__K(wpair_approach)(const v2d__wpair *p, v2d__w spin, v2d__w turn,
                                                 v2d__w extent) {
    v2d__w x = p->b[0] - p->a[0], y = p->b[1] - p->a[1];
    v2d__w vx = p->vx + spin * y, vy = p->vy - spin * x;
    return v2d__w_sqrt(vx * vx + vy * vy) + turn * extent;
}

// How far bullets look ahead, `motion` at most: by the motion against each other of what they and
// their partners are made of, and half as much again for what pushes them within the step.
static V2D__INLINE v2d__w V2D__K(wpair_bullet)(const v2d__wpair *p, const v2d__w *extent,
                                               v2d__w motion, const v2d__horizon *horizon) {
    v2d__w turn = v2d__w_max(p->spin_b - p->spin_a, p->spin_a - p->spin_b);
    v2d__w of_b = V2D__K(wpair_approach)(p, p->spin_a, turn, extent[1]);
    v2d__w of_a = V2D__K(wpair_approach)(p, p->spin_b, turn, extent[0]);
    v2d__w scale = v2d__w_splat(1.5f * horizon->scale), fall = v2d__w_splat(horizon->fall);
    return v2d__w_min(motion, v2d__w_min(of_a, of_b) * scale + fall);
}

// All but the places.
static V2D__INLINE void V2D__K(wpair_look)(v2d__wpair *p, const v2d_world *world, const int32_t *a,
                                           const int32_t *b, const v2d__horizon *horizon) {
    v2d__w la[4], lb[4], zero = v2d__w_splat(0.0f);
    v2d__wdof na, nb;
    V2D__K(contact_node)(&na, world->dof, a);
    V2D__K(contact_node)(&nb, world->dof, b);
    p->wa = na.inv_mass, p->ka = na.inv_k, p->wb = nb.inv_mass, p->kb = nb.inv_k;
    p->vx = nb.dx - na.dx, p->vy = nb.dy - na.dy;
    p->spin_a = na.inv_k * na.du, p->spin_b = nb.inv_k * nb.du;
    v2d__w_load4(la, &world->look[0].margin, V2D__LANE_ROW, a);
    v2d__w_load4(lb, &world->look[0].margin, V2D__LANE_ROW, b);
    // Against what cannot be pushed, and for bullets, pairs look ahead by their motion as well.
    v2d__w motion = la[1] + lb[1], extent[2] = {la[3], lb[3]};
    p->tilts = v2d__w_if_gt(p->wa, zero, zero, na.inv_k * na.du * na.du) +
               v2d__w_if_gt(p->wb, zero, zero, nb.inv_k * nb.du * nb.du);
    v2d__w bullet = v2d__w_if_gt(v2d__w_max(la[2], lb[2]), zero, motion, zero);
    p->reach = motion;
    p->extent = v2d__w_min(extent[0], extent[1]);
    if (v2d__w_any_gt(bullet, zero)) bullet = V2D__K(wpair_bullet)(p, extent, bullet, horizon);
    motion = v2d__w_if_gt(v2d__w_min(p->wa, p->wb), zero, bullet, motion);
    p->rest = la[0] + lb[0];
    p->margin = p->rest + motion;
}

// How far point i of b moved against that of a since the manifold was made, for turns from there;
// see v2d__contact_follow().
static V2D__INLINE void V2D__K(wcontact_follow)(const v2d__wcontact *m, int i, const v2d__w *turn_a,
                                                const v2d__w *turn_b, v2d__w mx, v2d__w my,
                                                v2d__w *change) {
    v2d__w one = v2d__w_splat(1.0f), ca = turn_a[0] - one, cb = turn_b[0] - one;
    v2d__w ax = m->ax[i], ay = m->ay[i], bx = ax - m->dx, by = ay - m->dy;
    change[0] = mx + ((cb * bx - turn_b[1] * by) - (ca * ax - turn_a[1] * ay));
    change[1] = my + ((turn_b[1] * bx + cb * by) - (turn_a[1] * ax + ca * ay));
}

// Limit of the drift of a manifold: 0.05 m, or a quarter of the distance of its two points if that
// is less. The square of twice that, for v2d__K(wcontact_frozen)(); 0 when it is not to be frozen:
// with a single point, or on a table that tilts, whose normal decides when things slip.
static V2D__INLINE v2d__w V2D__K(wcontact_limit)(const v2d__wcontact *m, const v2d__wpair *p,
                                                 float length_unit) {
    v2d__w x = m->ax[1] - m->ax[0], y = m->ay[1] - m->ay[0], zero = v2d__w_splat(0.0f);
    float most = 0.1f * length_unit;
    v2d__w limit = v2d__w_min(v2d__w_splat(0.25f) * (x * x + y * y), v2d__w_splat(most * most));
    limit = v2d__w_if_gt(p->tilts, zero, zero, limit);
    return v2d__w_if_gt(m->points, v2d__w_splat(1.5f), limit, zero);
}

// Separations s of the manifolds as they are; 1 for lanes that stay frozen: their points drifted
// little, the bodies turned by less than a degree, or by 3.6 under a load that presses both corners
// in, and are still near. See >>contacts on freezing.
static V2D__INLINE v2d__w V2D__K(wcontact_frozen)(const v2d__wcontact *m, const v2d__wpair *p,
                                                  v2d__w margin, v2d__w *s) {
    v2d__w one = v2d__w_splat(1.0f), zero = v2d__w_splat(0.0f);
    v2d__w turn_a[2], turn_b[2], c0[2], c1[2];
    turn_a[0] = m->qa[0] * p->a[2] + m->qa[1] * p->a[3];
    turn_a[1] = m->qa[0] * p->a[3] - m->qa[1] * p->a[2];
    turn_b[0] = m->qb[0] * p->b[2] + m->qb[1] * p->b[3];
    turn_b[1] = m->qb[0] * p->b[3] - m->qb[1] * p->b[2];
    v2d__w mx = (p->b[0] - p->a[0]) - m->dx, my = (p->b[1] - p->a[1]) - m->dy;
    V2D__K(wcontact_follow)(m, 0, turn_a, turn_b, mx, my, c0);
    V2D__K(wcontact_follow)(m, 1, turn_a, turn_b, mx, my, c1);
    v2d__w gap0 = m->nx * c0[0] + m->ny * c0[1], gap1 = m->nx * c1[0] + m->ny * c1[1];
    s[0] = m->s[0] + gap0, s[1] = m->s[1] + gap1;
    // Of both points together: how far they slid, and a tenth of how far they sank.
    v2d__w slid = m->nx * (c0[1] + c1[1]) - m->ny * (c0[0] + c1[0]), sunk = gap0 + gap1;
    v2d__w moved = slid * slid + v2d__w_splat(0.01f) * (sunk * sunk);
    v2d__w in = v2d__w_min(v2d__w_max(s[0], s[1]), zero);
    v2d__w least_turn = v2d__w_if_gt(in * in, v2d__w_splat(9e-4f) * m->drift, v2d__w_splat(0.998f),
                                     v2d__w_splat(0.9998f)); // cosines
    v2d__w frozen = v2d__w_if_gt(m->drift, moved, one, zero);
    frozen = v2d__w_if_gt(least_turn, v2d__w_min(turn_a[0], turn_b[0]), zero, frozen);
    return v2d__w_if_gt(margin, v2d__w_min(s[0], s[1]), frozen, zero);
}

// Manifolds of shapes a[i] and b[i] in the wanted lanes.
static V2D__INLINE void V2D__K(wpair_collide)(const v2d_world *world, const v2d__wpair *p,
                                              const int32_t *a, const int32_t *b,
                                              const bool *carried, v2d__w_mask wanted,
                                              v2d__wmanifold *out) {
    v2d__wpairs pairs;
    pairs.figures.first = &world->shapes[0].geometry;
    pairs.figures.stride = (ptrdiff_t)(sizeof(v2d__shape) / sizeof(float));
    memcpy(pairs.a, a, sizeof(pairs.a));
    memcpy(pairs.b, b, sizeof(pairs.b));
    pairs.xa.x = p->a[0], pairs.xa.y = p->a[1], pairs.xa.c = p->a[2], pairs.xa.s = p->a[3];
    pairs.xb.x = p->b[0], pairs.xb.y = p->b[1], pairs.xb.c = p->b[2], pairs.xb.s = p->b[3];
    pairs.margin = p->margin;
    pairs.vx = p->vx, pairs.vy = p->vy, pairs.reach = p->reach;
    memcpy(pairs.carried, carried, sizeof(pairs.carried));
    pairs.wanted = wanted;
    V2D__K(collide)(&pairs, out);
}

// Two segments have no inside that could tell which side is which: they stay on the sides where
// they met.
static V2D__INLINE void V2D__K(wcontact_keep_side)(v2d__wcontact *m, const v2d__wcontact *old,
                                                   v2d__w thin) {
    v2d__w half = v2d__w_splat(0.5f), zero = v2d__w_splat(0.0f);
    v2d__w turned = v2d__w_if_gt(zero, old->nx * m->nx + old->ny * m->ny, thin, zero);
    v2d__w second = v2d__w_if_gt(m->points, v2d__w_splat(1.5f), turned, zero);
    v2d__w ax = m->ax[0], ay = m->ay[0], feature = m->feature[0];
    v2d__w s0 = v2d__w_if_gt(turned, half, zero - m->s[0], m->s[0]);
    v2d__w s1 = v2d__w_if_gt(turned, half, zero - m->s[1], m->s[1]);
    m->nx = v2d__w_if_gt(turned, half, zero - m->nx, m->nx);
    m->ny = v2d__w_if_gt(turned, half, zero - m->ny, m->ny);
    m->ax[0] = v2d__w_if_gt(second, half, m->ax[1], ax);
    m->ay[0] = v2d__w_if_gt(second, half, m->ay[1], ay);
    m->feature[0] = v2d__w_if_gt(second, half, m->feature[1], feature);
    m->s[0] = v2d__w_if_gt(second, half, s1, s0);
    m->ax[1] = v2d__w_if_gt(second, half, ax, m->ax[1]);
    m->ay[1] = v2d__w_if_gt(second, half, ay, m->ay[1]);
    m->feature[1] = v2d__w_if_gt(second, half, feature, m->feature[1]);
    m->s[1] = v2d__w_if_gt(second, half, s0, s1);
}

// A manifold and the places that it is of, as it is stored.
static V2D__INLINE void V2D__K(wcontact_take)(v2d__wcontact *m, const v2d__wmanifold *o,
                                              const v2d__wpair *p) {
    m->points = o->count;
    m->nx = o->nx, m->ny = o->ny;
    for (int i = 0; i < 2; ++i) {
        m->ax[i] = o->ax[i], m->ay[i] = o->ay[i];
        m->s[i] = o->separation[i], m->feature[i] = o->feature[i];
    }
    m->dx = p->b[0] - p->a[0], m->dy = p->b[1] - p->a[1];
    m->qa[0] = p->a[2], m->qa[1] = p->a[3], m->qb[0] = p->b[2], m->qb[1] = p->b[3];
}

// New manifolds for the lanes that are not frozen.
static V2D__INLINE void V2D__K(wcontact_collide)(v2d__wcontact *m, const v2d__wcontact *old,
                                                 const v2d_world *world, const v2d__wpair *p,
                                                 int32_t at, v2d__w frozen) {
    const v2d__manifold_block *k = &world->manifold_blocks[at / V2D__LANES];
    const int32_t lane = at % V2D__LANES;
    bool carried[V2D__WIDTH];
    v2d__wmanifold o;
    memset(carried, 1, sizeof(carried));
    V2D__K(wpair_collide)
    (world, p, k->shape_a + lane, k->shape_b + lane, carried, v2d__w_splat(0.5f) > frozen, &o);
    V2D__K(wcontact_take)(m, &o, p);
    if ((world->contact_flags[at / V2D__LANES] & V2D__BLOCK_THIN) == 0) return;
    float thin[V2D__WIDTH];
    for (int32_t i = 0; i < V2D__WIDTH; ++i)
        thin[i] = world->contacts[world->contact_slots[at + i]].thin;
    V2D__K(wcontact_keep_side)(m, old, v2d__w_load(thin));
}

#define V2D__CHOOSE(field) m->field = v2d__w_if_gt(here, half, m->field, next->field)

// The fields of `next` in the lanes that are not `here`.
static V2D__INLINE void V2D__K(wcontact_choose)(v2d__wcontact *m, const v2d__wcontact *next,
                                                v2d__w here) {
    v2d__w half = v2d__w_splat(0.5f);
    V2D__CHOOSE(nx), V2D__CHOOSE(ny), V2D__CHOOSE(dx), V2D__CHOOSE(dy);
    V2D__CHOOSE(points), V2D__CHOOSE(drift);
    V2D__CHOOSE(qa[0]), V2D__CHOOSE(qa[1]), V2D__CHOOSE(qb[0]), V2D__CHOOSE(qb[1]);
    V2D__CHOOSE(ax[0]), V2D__CHOOSE(ay[0]), V2D__CHOOSE(ax[1]), V2D__CHOOSE(ay[1]);
    V2D__CHOOSE(s[0]), V2D__CHOOSE(s[1]), V2D__CHOOSE(feature[0]), V2D__CHOOSE(feature[1]);
    V2D__CHOOSE(lambda[0][0]), V2D__CHOOSE(lambda[0][1]);
    V2D__CHOOSE(lambda[1][0]), V2D__CHOOSE(lambda[1][1]);
}

#undef V2D__CHOOSE

// 1 for lanes whose gap may well close within the next two steps, but not as they face each other now:
// they move by more than the size of the smaller one, and slide by a tenth of it until they meet.
static V2D__INLINE v2d__w V2D__K(wcontact_slides)(const v2d__wcontact *m, const v2d__wpair *p,
                                                  const v2d__horizon *horizon) {
    v2d__w one = v2d__w_splat(1.0f), zero = v2d__w_splat(0.0f), size = p->extent, ahead;
    v2d__w scale = v2d__w_splat(2.0f * horizon->scale);
    v2d__w ax = m->ax[0], ay = m->ay[0], bx = ax - m->dx, by = ay - m->dy;
    v2d__w vx = scale * (p->vx - (p->spin_b * by - p->spin_a * ay));
    v2d__w vy = scale * (p->vy + (p->spin_b * bx - p->spin_a * ax));
    ahead = v2d__w_if_gt(vx * vx + vy * vy, size * size, one, zero);
    if (!v2d__w_any_gt(ahead, zero)) return zero;
    v2d__w gap = v2d__w_if_gt(m->points, v2d__w_splat(1.5f), v2d__w_min(m->s[0], m->s[1]), m->s[0]);
    ahead = v2d__w_if_gt(m->points, v2d__w_splat(0.5f), v2d__w_if_gt(gap, zero, ahead, zero), zero);
    v2d__w turn = scale * size * (p->spin_b - p->spin_a), part = v2d__w_splat(0.1f);
    turn = v2d__w_max(turn, zero - turn);
    v2d__w closing = zero - (m->nx * vx + m->ny * vy), slide = m->nx * vy - m->ny * vx;
    slide = v2d__w_max(slide, zero - slide) + turn;
    closing = closing + turn + v2d__w_splat(2.0f * horizon->fall);
    ahead = v2d__w_if_gt(closing, gap, ahead, zero);
    return v2d__w_if_gt(slide * gap, part * size * closing, ahead, zero);
}

// The places of the pairs in lanes that are `ahead`, one by one, when they meet. 1 in lanes that go
// there, 2 in those that never meet, else 0.
V2D__OUTLINE static v2d__w V2D__K(wpair_meets)(v2d__wpair *there, const v2d_world *world,
                                               int32_t at, v2d__w ahead,
                                               const v2d__horizon *horizon) {
    const v2d__manifold_block *k = &world->manifold_blocks[at / V2D__LANES];
    float pose[8][V2D__WIDTH], goes[V2D__WIDTH];
    v2d__w_store(goes, ahead);
    for (int i = 0; i < 4; ++i)
        v2d__w_store(pose[i], there->a[i]), v2d__w_store(pose[4 + i], there->b[i]);
    for (int i = 0; i < V2D__WIDTH; ++i) {
        v2d_transform xa, xb;
        int32_t lane = at % V2D__LANES + i;
        if (goes[i] <= 0.0f) continue;
        float t = v2d__pair_meets(world, k->shape_a[lane], k->shape_b[lane], horizon, &xa, &xb);
        goes[i] = t > 1.0f ? 2.0f : t > 0.0f ? 1.0f : 0.0f;
        if (goes[i] != 1.0f) continue;
        pose[0][i] = xa.p.x, pose[1][i] = xa.p.y, pose[2][i] = xa.q.c, pose[3][i] = xa.q.s;
        pose[4][i] = xb.p.x, pose[5][i] = xb.p.y, pose[6][i] = xb.q.c, pose[7][i] = xb.q.s;
    }
    for (int i = 0; i < 4; ++i)
        there->a[i] = v2d__w_load(pose[i]), there->b[i] = v2d__w_load(pose[4 + i]);
    return v2d__w_load(goes);
}

// The same, and the manifolds there of those that go. Out of line for the sake of the stack.
V2D__OUTLINE static v2d__w V2D__K(wpair_collide_ahead)(v2d__wpair *there, const v2d_world *world,
                                                       int32_t at, v2d__w ahead,
                                                       const v2d__horizon *horizon,
                                                       v2d__wmanifold *out) {
    const v2d__manifold_block *k = &world->manifold_blocks[at / V2D__LANES];
    const int32_t lane = at % V2D__LANES;
    v2d__w goes = V2D__K(wpair_meets)(there, world, at, ahead, horizon);
    bool carried[V2D__WIDTH];
    if (!v2d__w_any_gt(goes, v2d__w_splat(0.0f))) return goes;
    memset(carried, 1, sizeof(carried));
    V2D__K(wpair_collide)
    (world, there, k->shape_a + lane, k->shape_b + lane, carried, goes > v2d__w_splat(0.5f), out);
    return goes;
}

// A contact with a gap acts along the normal of where the pair is now. What is fast may well get past
// the other, or meet it from another side: such lanes get the manifold of where they will meet, or
// keep theirs and are told that they are far apart. s are their separations now.
static V2D__INLINE void V2D__K(wcontact_meet)(v2d__wcontact *m, const v2d_world *world,
                                              const v2d__wpair *p, int32_t at, v2d__w frozen,
                                              const v2d__horizon *horizon, v2d__w *s) {
    v2d__w half = v2d__w_splat(0.5f), zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    v2d__w ahead = V2D__K(wcontact_slides)(m, p, horizon);
    s[0] = m->s[0], s[1] = m->s[1];
    ahead = v2d__w_if_gt(frozen, half, zero, ahead);
    if (!v2d__w_any_gt(ahead, zero)) return;
    v2d__wpair there = *p;
    v2d__wcontact next = *m;
    v2d__wmanifold o;
    v2d__w goes = V2D__K(wpair_collide_ahead)(&there, world, at, ahead, horizon, &o), now[2];
    if (!v2d__w_any_gt(goes, zero)) return;
    V2D__K(wcontact_take)(&next, &o, &there);
    v2d__w never = v2d__w_splat(1.5f), far = v2d__w_splat(V2D__PASSES * world->length_unit);
    V2D__K(wcontact_choose)
    (m, &next, v2d__w_if_gt(goes, never, one, v2d__w_if_gt(goes, half, zero, one)));
    (void)V2D__K(wcontact_frozen)(m, p, p->margin, now);
    for (int i = 0; i < 2; ++i) {
        s[i] = v2d__w_if_gt(goes, half, now[i], s[i]);
        s[i] = v2d__w_if_gt(goes, never, far, s[i]);
    }
}

// Manifolds of up to V2D__LANES pairs of rigid shapes.
static void V2D__K(collide_pairs)(const v2d_world *world, const v2d__pair *pairs,
                                  const int32_t *list, int32_t count, const v2d__horizon *horizon,
                                  v2d__contact_manifold *out) {
    for (int32_t from = 0; from < count; from += V2D__WIDTH) {
        int32_t a[V2D__WIDTH], b[V2D__WIDTH], node_a[V2D__WIDTH], node_b[V2D__WIDTH];
        float lanes[11][V2D__WIDTH];
        bool carried[V2D__WIDTH];
        v2d__wpair p;
        v2d__wmanifold m;
        for (int32_t i = 0; i < V2D__WIDTH; ++i) { // the last pair again in lanes too many
            const v2d__pair *pair = &pairs[list[from + i < count ? from + i : count - 1]];
            carried[i] = v2d__pair_is_held(world, pair);
            a[i] = (int32_t)pair->a, b[i] = (int32_t)pair->b;
            node_a[i] = V2D__LANE_NODE * world->shapes[pair->a].body;
            node_b[i] = V2D__LANE_NODE * world->shapes[pair->b].body;
        }
        V2D__K(wpair_place)(&p, world, node_a, node_b);
        V2D__K(wpair_look)(&p, world, node_a, node_b, horizon);
        V2D__K(wpair_collide)
        (world, &p, a, b, carried, v2d__w_splat(1.0f) > v2d__w_splat(0.0f), &m);
        v2d__w_store(lanes[0], m.nx), v2d__w_store(lanes[1], m.ny), v2d__w_store(lanes[2], m.count);
        for (int k = 0; k < 2; ++k) {
            v2d__w_store(lanes[3 + k], m.ax[k]), v2d__w_store(lanes[5 + k], m.ay[k]);
            v2d__w_store(lanes[7 + k], m.separation[k]), v2d__w_store(lanes[9 + k], m.feature[k]);
        }
        for (int32_t i = 0; i < V2D__WIDTH && from + i < count; ++i) {
            v2d__contact_manifold *o = &out[from + i];
            o->count = (int32_t)lanes[2][i];
            o->normal = v2d__vec2(lanes[0][i], lanes[1][i]);
            for (int32_t k = 0; k < o->count; ++k) {
                o->points[k].anchor_from_a = v2d__vec2(lanes[3 + k][i], lanes[5 + k][i]);
                o->points[k].separation = lanes[7 + k][i];
                o->points[k].feature = (uint32_t)lanes[9 + k][i];
            }
        }
    }
}

// Carry impulses to point i of a new manifold: by feature, else from the nearest anchor on b.
static V2D__INLINE void V2D__K(wcontact_carry)(v2d__wcontact *m, const v2d__wcontact *old, int i,
                                               float near) {
    v2d__w best = v2d__w_splat(near * near), far = v2d__w_splat(1e30f);
    v2d__w half = v2d__w_splat(0.5f), match = v2d__w_splat(-1.0f), zero = v2d__w_splat(0.0f);
    m->lambda[i][0] = m->lambda[i][1] = zero;
    for (int k = 0; k < 2; ++k) {
        v2d__w x = (old->ax[k] - old->dx) - (m->ax[i] - m->dx);
        v2d__w y = (old->ay[k] - old->dy) - (m->ay[i] - m->dy);
        v2d__w other = old->feature[k] - m->feature[i], distance = x * x + y * y;
        distance = v2d__w_if_gt(half, v2d__w_max(other, zero - other), match, distance);
        distance = v2d__w_if_gt(old->points, v2d__w_splat(k == 0 ? 0.5f : 1.5f), distance, far);
        m->lambda[i][0] = v2d__w_if_gt(best, distance, old->lambda[k][0], m->lambda[i][0]);
        m->lambda[i][1] = v2d__w_if_gt(best, distance, old->lambda[k][1], m->lambda[i][1]);
        best = v2d__w_min(best, distance);
    }
}

// The numbers of points that changed.
static V2D__INLINE void V2D__K(contact_states)(v2d_world *world, int32_t at, v2d__w before,
                                               v2d__w now) {
    float points[V2D__WIDTH];
    if (!v2d__w_any_gt((now - before) * (now - before), v2d__w_splat(0.0f))) return;
    v2d__w_store(points, now);
    for (int32_t i = 0; i < V2D__WIDTH; ++i) {
        int32_t slot = world->contact_slots[at + i];
        if (slot == V2D_MAX_CONTACTS || world->contact_state[slot] == (uint8_t)points[i]) continue;
        world->contact_state[slot] = (uint8_t)points[i];
        v2d__mark(&world->touching_stale);
    }
}

// Renew the manifolds of the lanes that are not frozen.
static V2D__INLINE void V2D__K(wcontact_renew)(v2d__wcontact *m, v2d_world *world,
                                               const v2d__wpair *p, int32_t at, v2d__w frozen,
                                               const v2d__horizon *horizon, v2d__w *s) {
    v2d__w half = v2d__w_splat(0.5f), before = m->points, now[2];
    v2d__wcontact next = *m;
    V2D__K(wcontact_collide)(&next, m, world, p, at, frozen);
    V2D__K(wcontact_meet)(&next, world, p, at, frozen, horizon, now);
    next.drift = V2D__K(wcontact_limit)(&next, p, world->length_unit);
    float near = 0.02f * world->length_unit;
    V2D__K(wcontact_carry)(&next, m, 0, near);
    V2D__K(wcontact_carry)(&next, m, 1, near);
    V2D__K(wcontact_choose)(m, &next, frozen);
    s[0] = v2d__w_if_gt(frozen, half, s[0], now[0]);
    s[1] = v2d__w_if_gt(frozen, half, s[1], now[1]);
    V2D__K(wcontact_store)(m, &world->manifold_blocks[at / V2D__LANES], at % V2D__LANES);
    V2D__K(contact_states)(world, at, before, m->points);
}

static V2D__INLINE v2d__w v2d__w_inverse_or_zero(v2d__w x) {
    v2d__w zero = v2d__w_splat(0.0f);
    return v2d__w_if_gt(x, zero, v2d__w_splat(1.0f) / x, zero);
}

// The rows of point i.
static V2D__INLINE void V2D__K(contact_rows)(v2d__lane_point *k, int32_t lane,
                                             const v2d__wcontact *m, int i, const v2d__wpair *p,
                                             v2d__w s, float warm) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    v2d__w on = v2d__w_if_gt(m->points, v2d__w_splat(i == 0 ? 0.5f : 1.5f), one, zero);
    v2d__w ax = m->ax[i], ay = m->ay[i], bx = ax - m->dx, by = ay - m->dy;
    v2d__w ja = p->ka * (ax * m->ny - ay * m->nx), jb = p->kb * (bx * m->ny - by * m->nx);
    v2d__w ta = p->ka * (ax * m->nx + ay * m->ny), tb = p->kb * (bx * m->nx + by * m->ny);
    v2d__w w = p->wa + p->wb;
    v2d__w mass_n = v2d__w_inverse_or_zero(w + (p->wa * ja * ja + p->wb * jb * jb));
    v2d__w mass_t = v2d__w_inverse_or_zero(w + (p->wa * ta * ta + p->wb * tb * tb));
    v2d__w scale = on * v2d__w_splat(warm);
    s = on * s; // what is no point carries nothing, and is not deep
    v2d__w ln = scale * m->lambda[i][0], lt = scale * m->lambda[i][1];
    v2d__w_store(k->ja + lane, ja), v2d__w_store(k->jb + lane, jb);
    v2d__w_store(k->ta + lane, ta), v2d__w_store(k->tb + lane, tb);
    v2d__w_store(k->s + lane, s), v2d__w_store(k->between + lane, s);
    v2d__w_store(k->mass_n + lane, on * mass_n), v2d__w_store(k->mass_t + lane, on * mass_t);
    v2d__w_store(k->lambda_n + lane, ln), v2d__w_store(k->lambda_t + lane, lt);
}

// What the second rows need less per unit impulse of the first ones.
static V2D__INLINE void V2D__K(contact_shares)(v2d__contact_block *k, int32_t lane,
                                               const v2d__wpair *p) {
    const v2d__lane_point *first = &k->p[0], *second = &k->p[1];
    v2d__w n = V2D__K(contact_coupling)(
        p->wa, p->wb, v2d__w_load(first->ja + lane), v2d__w_load(first->jb + lane),
        v2d__w_load(second->ja + lane), v2d__w_load(second->jb + lane));
    v2d__w t = V2D__K(contact_coupling)(
        p->wa, p->wb, v2d__w_load(first->ta + lane), v2d__w_load(first->tb + lane),
        v2d__w_load(second->ta + lane), v2d__w_load(second->tb + lane));
    v2d__w_store(k->share_n + lane, v2d__w_load(second->mass_n + lane) * n);
    v2d__w_store(k->share_t + lane, v2d__w_load(second->mass_t + lane) * t);
}

// Rolling resistance and moving surfaces of a block.
static V2D__INLINE void V2D__K(contact_rolls)(const v2d_world *world, v2d__contact_extra *x,
                                              const int32_t *slot, int32_t lane,
                                              const v2d__wpair *p, const v2d__prepare *prepare) {
    const int stride = (int)(sizeof(v2d__contact) / sizeof(float));
    v2d__w material[4], turn_a = p->wa * p->ka, turn_b = p->wb * p->kb;
    v2d__w_load4(material, &world->contacts[0].friction, stride, slot);
    v2d__w roll = v2d__w_load(x->roll_lambda + lane);
    v2d__w_store(x->rolling + lane, material[2]);
    v2d__w_store(x->tangent_speed + lane, material[3] * v2d__w_splat(prepare->h));
    v2d__w_store(x->roll_mass + lane, v2d__w_inverse_or_zero(turn_a * p->ka + turn_b * p->kb));
    v2d__w_store(x->roll_lambda + lane, v2d__w_splat(prepare->warm) * roll);
}

// Manifolds and rows of one group of lanes, all anew. Returns V2D__BLOCK_READY or 0.
static V2D__INLINE int V2D__K(contact_make)(v2d_world *world, int32_t block, int32_t lane,
                                            const v2d__prepare *prepare, const v2d__wpair *p) {
    v2d__contact_block *k = &world->contact_blocks[block];
    v2d__wcontact m;
    v2d__w s[2], least = v2d__w_splat(1e-30f);
    V2D__K(wcontact_load)(&m, k, &world->manifold_blocks[block], lane);
    v2d__w frozen = V2D__K(wcontact_frozen)(&m, p, p->rest, s);
    if (v2d__w_any_gt(v2d__w_splat(0.5f), frozen)) {
        V2D__K(wcontact_renew)
        (&m, world, p, block * V2D__LANES + lane, frozen, &prepare->horizon, s);
    }
    v2d__w_store(k->nx + lane, m.nx), v2d__w_store(k->ny + lane, m.ny);
    V2D__K(contact_rows)(&k->p[0], lane, &m, 0, p, s[0], prepare->warm);
    V2D__K(contact_rows)(&k->p[1], lane, &m, 1, p, s[1], prepare->warm);
    V2D__K(contact_shares)(k, lane, p);
    if ((world->contact_flags[block] & V2D__BLOCK_ROLLS) != 0) {
        V2D__K(contact_rolls)
        (world, &world->contact_extras[block], &world->contact_slots[block * V2D__LANES + lane],
         lane, p, prepare);
    }
    return v2d__w_any_gt(least, m.drift) ? 0 : V2D__BLOCK_READY;
}

// Rows that were made in the last step are still right when all manifolds of the lanes stay frozen:
// only separations change. False when they do not stay frozen, or may not, for `margin` is the least
// that there is.
static V2D__INLINE bool V2D__K(contact_keep)(v2d_world *world, int32_t block, int32_t lane,
                                             const v2d__wpair *p) {
    v2d__contact_block *k = &world->contact_blocks[block];
    v2d__wcontact m;
    v2d__w s[2], margin = v2d__w_splat(0.02f * world->length_unit);
    V2D__K(wcontact_load_frozen)(&m, k, &world->manifold_blocks[block], lane);
    v2d__w frozen = V2D__K(wcontact_frozen)(&m, p, margin, s);
    if (v2d__w_any_gt(v2d__w_splat(0.5f), frozen)) return false;
    for (int i = 0; i < 2; ++i) {
        v2d__w_store(k->p[i].s + lane, s[i]), v2d__w_store(k->p[i].between + lane, s[i]);
        v2d__w_store(k->p[i].lambda_t + lane, V2D__K(contact_cone)(k, lane, i));
    }
    return true;
}

// What the stored impulses do to the nodes in the first sub-step.
static V2D__INLINE void V2D__K(contact_warm)(v2d_world *world, int32_t block, int32_t lane) {
    const v2d__contact_block *k = V2D__AT(&world->contact_blocks[block]);
    v2d__w nx = v2d__w_load(k->nx + lane), ny = v2d__w_load(k->ny + lane), a[4], b[4];
    v2d__w x = v2d__w_splat(0.0f), y = x, turn_a = x, turn_b = x;
    v2d__wdof na, nb;
    v2d__w_load4(a, &world->start[0].x, V2D__LANE_ROW, k->a + lane);
    v2d__w_load4(b, &world->start[0].x, V2D__LANE_ROW, k->b + lane);
    for (int i = 0; i < 2; ++i) {
        const v2d__lane_point *q = &k->p[i];
        v2d__w ln = v2d__w_load(q->lambda_n + lane), lt = v2d__w_load(q->lambda_t + lane);
        x = x + (ln * nx - lt * ny), y = y + (ln * ny + lt * nx);
        turn_a = turn_a + (ln * v2d__w_load(q->ja + lane) + lt * v2d__w_load(q->ta + lane));
        turn_b = turn_b + (ln * v2d__w_load(q->jb + lane) + lt * v2d__w_load(q->tb + lane));
    }
    if ((world->contact_flags[block] & V2D__BLOCK_ROLLS) != 0) {
        V2D__K(contact_node)(&na, world->dof, k->a + lane);
        V2D__K(contact_node)(&nb, world->dof, k->b + lane);
        v2d__w roll = v2d__w_load(world->contact_extras[block].roll_lambda + lane);
        turn_a = turn_a + na.inv_k * roll, turn_b = turn_b + nb.inv_k * roll;
    }
    v2d__w wa = V2D__K(contact_inv_mass)(world->dof, k->a + lane);
    v2d__w wb = V2D__K(contact_inv_mass)(world->dof, k->b + lane);
    a[0] = a[0] - wa * x, a[1] = a[1] - wa * y, a[2] = a[2] - wa * turn_a;
    b[0] = b[0] + wb * x, b[1] = b[1] + wb * y, b[2] = b[2] + wb * turn_b;
    v2d__w_store4(&world->start[0].x, V2D__LANE_ROW, k->a + lane, a);
    v2d__w_store4(&world->start[0].x, V2D__LANE_ROW, k->b + lane, b);
}

// Whether a point of some lane is lower than `least` or higher than `most`, on something that cannot be
// pushed.
static V2D__INLINE bool V2D__K(contact_beyond)(const v2d__dof *dof, const v2d__contact_block *k,
                                               int32_t lane, v2d__w least, v2d__w most) {
    v2d__w zero = v2d__w_splat(0.0f);
    v2d__w first = v2d__w_load(k->p[0].s + lane), second = v2d__w_load(k->p[1].s + lane);
    v2d__w over = v2d__w_max(least - v2d__w_min(first, second), first - most);
    if (!v2d__w_any_gt(over, zero)) return false;
    v2d__w wa = V2D__K(contact_inv_mass)(dof, k->a + lane);
    v2d__w wb = V2D__K(contact_inv_mass)(dof, k->b + lane);
    return v2d__w_any_gt(v2d__w_if_gt(v2d__w_min(wa, wb), zero, zero, over), zero);
}

// Lanes that share nodes are not `apart`; what their stored impulses do is added later.
static void V2D__K(contact_prepare)(v2d_world *world, int32_t from, int32_t to,
                                    const v2d__prepare *prepare, bool apart) {
    const int keep = prepare->keep ? V2D__BLOCK_READY : 0;
    const v2d__w deep = v2d__w_splat(-V2D__SWEEP_DEEP * world->least_core);
    const v2d__w passes = v2d__w_splat(0.5f * V2D__PASSES * world->length_unit);
    for (int32_t i = from; i < to; ++i) {
        int flags = world->contact_flags[i], two = 0, ready = V2D__BLOCK_READY;
        for (int32_t lane = 0; lane < V2D__LANES; lane += V2D__WIDTH) {
            const v2d__contact_block *k = &world->contact_blocks[i];
            v2d__wpair p;
            V2D__K(wpair_place)(&p, world, k->a + lane, k->b + lane);
            if ((flags & keep) == 0 || !V2D__K(contact_keep)(world, i, lane, &p)) {
                V2D__K(wpair_look)(&p, world, k->a + lane, k->b + lane, &prepare->horizon);
                ready &= V2D__K(contact_make)(world, i, lane, prepare, &p);
            }
            v2d__w points = v2d__w_load(world->manifold_blocks[i].points + lane);
            if (v2d__w_any_gt(points, v2d__w_splat(1.5f))) two |= V2D__BLOCK_TWO;
            V2D__K(contact_sums_clear)(&world->contact_blocks[i], lane);
            if (V2D__K(contact_beyond)(world->dof, k, lane, deep, passes)) two |= V2D__BLOCK_DEEP;
            if (apart) V2D__K(contact_warm)(world, i, lane);
        }
        flags &= V2D__BLOCK_BOUNCES | V2D__BLOCK_THIN | V2D__BLOCK_ROLLS | V2D__BLOCK_STRUCK;
        if ((flags & V2D__BLOCK_ROLLS) != 0)
            two |= V2D__BLOCK_TWO, ready = 0; // its rows are for both
        if ((two & V2D__BLOCK_DEEP) != 0) v2d__mark(&world->moved_far);
        world->contact_flags[i] = (uint8_t)(flags | two | ready);
    }
}

// Lanes whose point i closes faster than `least`, forces left out; touches as far as twice that brings
// it; and pushed less in the sub-step before than it takes to stop it.
static V2D__INLINE uint32_t V2D__K(contact_point_closes)(const v2d__contact_block *k, int32_t lane,
                                                         int i, v2d__w gap, v2d__w turn_a,
                                                         v2d__w turn_b,
                                                         const v2d__approach *least) {
    const v2d__lane_point *p = &k->p[i];
    v2d__w zero = v2d__w_splat(0.0f), near = v2d__w_splat(least->near);
    v2d__w turn = v2d__w_load(p->ja + lane) * turn_a - v2d__w_load(p->jb + lane) * turn_b;
    v2d__w closing = gap + turn, stop = v2d__w_load(p->mass_n + lane) * closing;
    v2d__w far = v2d__w_load(p->between + lane) - (closing + closing + near);
    closing = v2d__w_if_gt(far, zero, zero, closing);
    closing = v2d__w_if_gt(stop, v2d__w_load(p->lambda_n + lane), closing, zero);
    return v2d__w_bits_gt(closing, v2d__w_splat(least->speed));
}

// Note the lanes with restitution that may begin a collision in this sub-step, by their motion in the
// sub-step before. What pushed already, and harder than it closes, is no blow: something presses it
// faster than the passes settle, and it is left to them.
static void V2D__K(contact_closes)(v2d_world *world, int32_t from, int32_t to,
                                   const v2d__approach *least) {
    for (; from < to; ++from) {
        const int flags = world->contact_flags[from];
        const v2d__contact_block *k = &world->contact_blocks[from];
        const float *restitution = world->contact_extras[from].restitution;
        uint32_t closing = 0;
        for (int32_t lane = 0; lane < V2D__LANES && (flags & V2D__BLOCK_BOUNCES) != 0;
             lane += V2D__WIDTH) {
            v2d__w a[4], b[4], bounces = v2d__w_load(restitution + lane);
            v2d__w_load4(a, &world->previous[0].x, V2D__LANE_ROW, k->a + lane);
            v2d__w_load4(b, &world->previous[0].x, V2D__LANE_ROW, k->b + lane);
            v2d__w gap = v2d__w_load(k->nx + lane) * (a[0] - b[0]) +
                         v2d__w_load(k->ny + lane) * (a[1] - b[1]);
            uint32_t bits = V2D__K(contact_point_closes)(k, lane, 0, gap, a[2], b[2], least);
            if ((flags & V2D__BLOCK_TWO) != 0)
                bits |= V2D__K(contact_point_closes)(k, lane, 1, gap, a[2], b[2], least);
            closing |= (bits & v2d__w_bits_gt(bounces, v2d__w_splat(0.0f))) << lane;
        }
        world->contact_closing[from] = (uint8_t)closing;
    }
}

// Between the lanes and the records of contacts, when lanes are laid anew. Padding lanes have the
// record of padding, which nothing changes.

// Poses, anchors, separations and features: three rows of the record, from the second on, and twelve
// arrays of the block, from the third on.
#define V2D__MANIFOLD_ROWS 3

static void V2D__K(contact_load)(v2d_world *world, int32_t from, int32_t to) {
    const int stride = (int)(sizeof(v2d__contact) / sizeof(float));
    for (int32_t at = from * V2D__LANES; at < to * V2D__LANES; at += V2D__WIDTH) {
        v2d__contact_block *k = V2D__AT(&world->contact_blocks[at / V2D__LANES]);
        v2d__manifold_block *m = V2D__AT(&world->manifold_blocks[at / V2D__LANES]);
        const int32_t lane = at % V2D__LANES, *slot = &world->contact_slots[at];
        const float *base = &world->contacts[0].normal.x;
        v2d__w r[4];
        v2d__w_load4(r, base, stride, slot);
        v2d__w_store(k->nx + lane, r[0]), v2d__w_store(k->ny + lane, r[1]);
        v2d__w_store(m->delta[0] + lane, r[2]), v2d__w_store(m->delta[1] + lane, r[3]);
        for (int row = 0; row < V2D__MANIFOLD_ROWS; ++row) {
            float *rows = (float *)(void *)m + (2 + 4 * row) * V2D__LANES + lane;
            v2d__w_load4(r, base + 4 + 4 * row, stride, slot);
            v2d__w_store(rows, r[0]), v2d__w_store(rows + V2D__LANES, r[1]);
            v2d__w_store(rows + 2 * V2D__LANES, r[2]), v2d__w_store(rows + 3 * V2D__LANES, r[3]);
        }
        v2d__w_load4(r, base + 16, stride, slot);
        v2d__w_store(k->p[0].lambda_n + lane, r[0]), v2d__w_store(k->p[0].lambda_t + lane, r[1]);
        v2d__w_store(k->p[1].lambda_n + lane, r[2]), v2d__w_store(k->p[1].lambda_t + lane, r[3]);
        v2d__w_load4(r, base + 20, stride, slot);
        v2d__w_store(world->contact_extras[at / V2D__LANES].roll_lambda + lane, r[0]);
        v2d__w_store(m->points + lane, r[1]), v2d__w_store(m->drift + lane, r[2]);
        v2d__w_load4(r, base + 24, stride, slot);
        v2d__w_store(k->friction + lane, r[0]);
        v2d__w_store(world->contact_extras[at / V2D__LANES].restitution + lane, r[1]);
        for (int i = 0; i < V2D__WIDTH; ++i) {
            m->shape_a[lane + i] = world->contacts[slot[i]].shape_a;
            m->shape_b[lane + i] = world->contacts[slot[i]].shape_b;
        }
    }
}

static void V2D__K(contact_store)(v2d_world *world, int32_t from, int32_t to) {
    const int stride = (int)(sizeof(v2d__contact) / sizeof(float));
    for (int32_t at = from * V2D__LANES; at < to * V2D__LANES; at += V2D__WIDTH) {
        const v2d__contact_block *k = &world->contact_blocks[at / V2D__LANES];
        const v2d__manifold_block *m = &world->manifold_blocks[at / V2D__LANES];
        const int32_t lane = at % V2D__LANES, *slot = &world->contact_slots[at];
        float *base = &world->contacts[0].normal.x;
        v2d__w r[4];
        r[0] = v2d__w_load(k->nx + lane), r[1] = v2d__w_load(k->ny + lane);
        r[2] = v2d__w_load(m->delta[0] + lane), r[3] = v2d__w_load(m->delta[1] + lane);
        v2d__w_store4(base, stride, slot, r);
        for (int row = 0; row < V2D__MANIFOLD_ROWS; ++row) {
            const float *rows = (const float *)(const void *)m + (2 + 4 * row) * V2D__LANES + lane;
            r[0] = v2d__w_load(rows), r[1] = v2d__w_load(rows + V2D__LANES);
            r[2] = v2d__w_load(rows + 2 * V2D__LANES), r[3] = v2d__w_load(rows + 3 * V2D__LANES);
            v2d__w_store4(base + 4 + 4 * row, stride, slot, r);
        }
        r[0] = v2d__w_load(k->p[0].lambda_n + lane), r[1] = V2D__K(contact_cone)(k, lane, 0);
        r[2] = v2d__w_load(k->p[1].lambda_n + lane), r[3] = V2D__K(contact_cone)(k, lane, 1);
        v2d__w_store4(base + 16, stride, slot, r);
        r[0] = v2d__w_load(world->contact_extras[at / V2D__LANES].roll_lambda + lane);
        r[1] = v2d__w_load(m->points + lane), r[2] = v2d__w_load(m->drift + lane);
        r[3] = v2d__w_splat(0.0f);
        v2d__w_store4(base + 20, stride, slot, r);
    }
}

// ---- edges -------------------------------------------------------------------------------------
// The law for rows whose direction turns within a step: put the stored impulse along the new
// direction, (n_new - n_old) * lambda, then solve. The extrapolation d += d - d_prev, which carries
// lambda along n_old into this sub-step, is then exact.

// x, or 0 when it is no number or beyond all sense: a node gone wrong must not reach the other end.
static V2D__INLINE v2d__w V2D__K(sane)(v2d__w x) {
    return v2d__w_if_gt(v2d__w_splat(1e30f), x * x, x, v2d__w_splat(0.0f));
}

// Displacement since the step began and in this sub-step of nodes without lever arm.
typedef struct V2D__K(ends) {
    v2d__w a[4], b[4]; // dx, dy, du, inv_mass
    v2d__w Dx, Dy;     // of b against a
} V2D__K(ends);

static V2D__INLINE void V2D__K(ends_load)(V2D__K(ends) * n, const v2d__dof *dof, const int32_t *a,
                                          const int32_t *b, bool places) {
    v2d__w_load4(n->a, &dof[0].dx, 8, a);
    v2d__w_load4(n->b, &dof[0].dx, 8, b);
    if (!places) return;
    v2d__w Da[4], Db[4];
    v2d__w_load4(Da, &dof[0].Dx, 8, a);
    v2d__w_load4(Db, &dof[0].Dx, 8, b);
    n->Dx = Db[0] - Da[0], n->Dy = Db[1] - Da[1];
}

// Impulse (px, py) on b, and its opposite on a.
static V2D__INLINE void V2D__K(ends_push)(V2D__K(ends) * n, v2d__w px, v2d__w py) {
    n->a[0] = n->a[0] - n->a[3] * px, n->a[1] = n->a[1] - n->a[3] * py;
    n->b[0] = n->b[0] + n->b[3] * px, n->b[1] = n->b[1] + n->b[3] * py;
}

static V2D__INLINE void V2D__K(edge_begin_lanes)(v2d_world *world, v2d__edge_block *k,
                                                 const v2d__edge_extra *x, bool extra, int32_t lane,
                                                 const v2d__call *call) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), pa[4], pb[4], sa[4], sb[4];
    v2d__w_load4(pa, &world->pose[0].x, 4, k->a + lane);
    v2d__w_load4(pb, &world->pose[0].x, 4, k->b + lane);
    v2d__w rx = pb[0] - pa[0], ry = pb[1] - pa[1];
    v2d__w nx = v2d__w_load(k->nx + lane), ny = v2d__w_load(k->ny + lane);
    v2d__w size = v2d__w_max(nx, zero - nx) + v2d__w_max(ny, zero - ny), two = one + one;
    nx = v2d__w_if_gt(two, size, nx, zero), ny = v2d__w_if_gt(two, size, ny, one);
    v2d__w lambda = V2D__K(sane)(v2d__w_load(k->lambda + lane)) * v2d__w_splat(call->warm);
    if (extra) { // a tether that hangs well loose has no impulse
        v2d__w rest = v2d__w_load(k->rest + lane), square = rx * rx + ry * ry;
        v2d__w loose = v2d__w_load(x->one_sided + lane) * rest * rest * v2d__w_splat(0.81f);
        lambda = v2d__w_if_gt(loose, square, zero, lambda);
    }
    v2d__w_store(k->rx + lane, rx), v2d__w_store(k->ry + lane, ry);
    v2d__w_store(k->nx + lane, nx), v2d__w_store(k->ny + lane, ny);
    v2d__w_store(k->lambda + lane, lambda);
    v2d__w biased = V2D__K(sane)(v2d__w_load(k->biased + lane)) * v2d__w_splat(call->warm);
    if (extra) // of a spring the relax pass has no part of its own, and a loose tether begins anew
        biased = v2d__w_if_gt(v2d__w_load(x->spring + lane) + v2d__w_load(x->one_sided + lane),
                              zero, lambda, biased);
    v2d__w_store(k->biased + lane, biased);
    v2d__w_store(k->turned_x + lane, zero), v2d__w_store(k->turned_y + lane, zero);
    v2d__w_store(k->sum + lane, zero), v2d__w_store(k->peak + lane, zero);
    V2D__K(ends) n;
    V2D__K(ends_load)(&n, world->dof, k->a + lane, k->b + lane, false);
    v2d__w_load4(sa, &world->start[0].x, 4, k->a + lane);
    v2d__w_load4(sb, &world->start[0].x, 4, k->b + lane);
    sa[0] = sa[0] - n.a[3] * lambda * nx, sa[1] = sa[1] - n.a[3] * lambda * ny;
    sb[0] = sb[0] + n.b[3] * lambda * nx, sb[1] = sb[1] + n.b[3] * lambda * ny;
    v2d__w_store4(&world->start[0].x, 4, k->a + lane, sa);
    v2d__w_store4(&world->start[0].x, 4, k->b + lane, sb);
}

// Change of length in this sub-step to second order: n . d + (t . d)^2 / (2 L). Without the second
// term every sub-step would lose the centripetal part and spins would die out. It is limited, so
// that a wild edge stays tame. `swing` is 1 / (2 L), less when the edge is far off: then d holds a
// correction.
static V2D__INLINE v2d__w V2D__K(edge_closing)(v2d__w dx, v2d__w dy, v2d__w nx, v2d__w ny,
                                               v2d__w rest, v2d__w swing) {
    v2d__w across = nx * dy - ny * dx, most = v2d__w_splat(0.25f) * rest * rest;
    return (nx * dx + ny * dy) + v2d__w_min(across * across, most) * swing;
}

// What the sub-step leaves to an edge, besides its rate of change: of a spring `push`, which the
// bias pass computes with the motion that the sub-step began with; of a tether its error. Sets *next
// to the new impulse, given that so far and the coefficients r: mass_scale, impulse_scale.
static V2D__INLINE void V2D__K(edge_extra)(const v2d__edge_block *k, v2d__edge_extra *x,
                                           int32_t lane, const v2d__vec3 *previous, v2d__w *r,
                                           v2d__w nx, v2d__w ny, v2d__w error, v2d__w *push) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), a[4], b[4];
    v2d__w one_sided = v2d__w_load(x->one_sided + lane), slack = zero - one_sided * error;
    v2d__w stiffness = zero;
    if (previous != NULL) {
        v2d__w_load4(a, &previous[0].x, 4, k->a + lane);
        v2d__w_load4(b, &previous[0].x, 4, k->b + lane);
        stiffness = v2d__w_load(x->stiffness + lane);
        // The motion that led here: its bow is the other way round.
        v2d__w dv =
            V2D__K(edge_closing)(b[0] - a[0], b[1] - a[1], nx, ny, v2d__w_load(k->rest + lane),
                                 zero - v2d__w_load(k->swing + lane));
        *push = stiffness * error + v2d__w_load(x->damping + lane) * dv;
        v2d__w_store(x->push + lane, v2d__w_load(x->spring + lane) * *push);
    } else {
        *push = v2d__w_load(x->push + lane);
    }
    *push = v2d__w_if_gt(slack, zero, error, *push); // may close by that much
    r[0] = v2d__w_if_gt(slack, zero, one, r[0]);
    r[1] = v2d__w_if_gt(slack, zero, zero, r[1]);
}

// Solve for the impulse along (nx, ny), given the one so far. Coefficients r: mass_scale,
// impulse_scale, and that of the error, unless there is an extra; that of a bias pass comes with the
// displacements before it.
static V2D__INLINE void V2D__K(edge_solve)(v2d__edge_block *k, v2d__edge_extra *x, bool extra,
                                           int32_t lane, V2D__K(ends) * n,
                                           const v2d__vec3 *previous, v2d__w *r, v2d__w nx,
                                           v2d__w ny, v2d__w error, v2d__w lambda) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), push, next;
    v2d__w w = n->a[3] + n->b[3];
    v2d__w mass = v2d__w_if_gt(w, zero, one / v2d__w_max(w, v2d__w_splat(1e-30f)), zero);
    v2d__w dv = V2D__K(edge_closing)(n->b[0] - n->a[0], n->b[1] - n->a[1], nx, ny,
                                     v2d__w_load(k->rest + lane), v2d__w_load(k->swing + lane));
    if (extra) {
        V2D__K(edge_extra)(k, x, lane, previous, r, nx, ny, error, &push);
        next = lambda - mass * (r[0] * dv + push) - r[1] * lambda;
        next = v2d__w_min(next, v2d__w_load(x->upper + lane));
    } else {
        next = lambda - mass * r[0] * (dv + r[2] * error) - r[1] * lambda;
    }
    next = v2d__w_if_gt(v2d__w_splat(1e30f), next * next, next, lambda); // some node went wrong
    v2d__w_store(k->lambda + lane, next);
    V2D__K(ends_push)(n, (next - lambda) * nx, (next - lambda) * ny);
}

// A strut that is pushed together keeps its direction while it turns little and slowly, and with it
// what it pushes along: a truss is linear then, as a column of frozen manifolds is, and cannot buckle.
static V2D__INLINE void V2D__K(edge_hold)(const v2d__edge_extra *x, int32_t lane,
                                          const V2D__K(ends) * n, v2d__w lambda, const v2d__w *r,
                                          v2d__w ox, v2d__w oy, v2d__w *nx, v2d__w *ny,
                                          v2d__w *length) {
    v2d__w zero = v2d__w_splat(0.0f), turn = ox * *ny - oy * *nx;
    v2d__w swing = ox * (n->b[1] - n->a[1]) - oy * (n->b[0] - n->a[0]);
    v2d__w hold = v2d__w_min(v2d__w_load(x->held + lane) - turn * turn,
                             v2d__w_load(x->slow + lane) - swing * swing);
    hold = v2d__w_min(v2d__w_min(hold, lambda), ox * *nx + oy * *ny);
    *nx = v2d__w_if_gt(hold, zero, ox, *nx), *ny = v2d__w_if_gt(hold, zero, oy, *ny);
    *length = v2d__w_if_gt(hold, zero, r[0] * ox + r[1] * oy, *length);
}

// The direction changes by (tx, ty): put the stored impulse along it. The bias pass before moved the ends
// along theirs, so its impulse is where it belongs; what the relax pass added since, it added at the
// ends' new places along the old direction, which turns them about each other: that is made good for
// their velocities once, and must not be carried on into the next sub-step. `keep` is 0 when the edge is
// far off: then the relax pass took back a correction, no motion.
static V2D__INLINE void V2D__K(edge_turn)(v2d__edge_block *k, int32_t lane, V2D__K(ends) * n,
                                          v2d__w tx, v2d__w ty, v2d__w lambda, v2d__w keep) {
    v2d__w late = keep * (lambda - v2d__w_load(k->biased + lane)), both = lambda + late;
    v2d__w x = v2d__w_load(k->turned_x + lane), y = v2d__w_load(k->turned_y + lane);
    v2d__w_store(k->turned_x + lane, late * tx), v2d__w_store(k->turned_y + lane, late * ty);
    V2D__K(ends_push)(n, both * tx - x, both * ty - y);
}

static V2D__PART void V2D__K(edge_bias_lanes)(v2d_world *world, v2d__edge_block *k,
                                              v2d__edge_extra *x, bool extra, int32_t lane,
                                              const v2d__softness *stiff) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), soft[3];
    v2d__dof *dof = world->dof;
    V2D__K(ends) n;
    V2D__K(ends_load)(&n, dof, k->a + lane, k->b + lane, true);
    v2d__w r[2];
    r[0] = v2d__w_load(k->rx + lane) + n.Dx, r[1] = v2d__w_load(k->ry + lane) + n.Dy;
    v2d__w length = v2d__w_sqrt(r[0] * r[0] + r[1] * r[1]);
    v2d__w tiny = v2d__w_splat(1e-9f), inverse = one / v2d__w_max(length, tiny);
    v2d__w ox = v2d__w_load(k->nx + lane), oy = v2d__w_load(k->ny + lane);
    v2d__w ok = v2d__w_if_gt(length, tiny, inverse, zero); // 0 also where the length is infinite
    v2d__w nx = v2d__w_if_gt(ok, zero, r[0] * inverse, ox),
           ny = v2d__w_if_gt(ok, zero, r[1] * inverse, oy);
    v2d__w lambda = v2d__w_load(k->lambda + lane);
    if (extra) V2D__K(edge_hold)(x, lane, &n, lambda, r, ox, oy, &nx, &ny, &length);
    v2d__w rest = v2d__w_load(k->rest + lane), error = length - rest;
    v2d__w half = v2d__w_splat(0.5f) / v2d__w_max(rest, tiny), off = error * half;
    v2d__w keep = v2d__w_splat(1.05f) - v2d__w_splat(420.0f) * off * off;
    keep = v2d__w_min(v2d__w_max(keep, zero), one);
    v2d__w_store(k->nx + lane, nx), v2d__w_store(k->ny + lane, ny);
    v2d__w_store(k->swing + lane, half * keep);
    V2D__K(edge_turn)(k, lane, &n, nx - ox, ny - oy, lambda, keep);
    soft[0] = extra ? v2d__w_load(x->mass_scale + lane) : v2d__w_splat(stiff->mass_scale);
    soft[1] = extra ? v2d__w_load(x->impulse_scale + lane) : v2d__w_splat(stiff->impulse_scale);
    soft[2] = v2d__w_splat(stiff->rate);
    V2D__K(edge_solve)
    (k, x, extra, lane, &n, world->previous, soft, nx, ny, error, lambda);
    v2d__w_store(k->biased + lane, v2d__w_load(k->lambda + lane));
    v2d__w_store4(&dof[0].dx, 8, k->a + lane, n.a);
    v2d__w_store4(&dof[0].dx, 8, k->b + lane, n.b);
}

static V2D__PART void V2D__K(edge_relax_lanes)(v2d__dof *dof, v2d__edge_block *k,
                                               v2d__edge_extra *x, bool extra, int32_t lane) {
    v2d__w soft[3], error = v2d__w_splat(0.0f);
    V2D__K(ends) n;
    V2D__K(ends_load)(&n, dof, k->a + lane, k->b + lane, extra);
    v2d__w nx = v2d__w_load(k->nx + lane), ny = v2d__w_load(k->ny + lane);
    soft[0] = v2d__w_splat(1.0f), soft[1] = soft[2] = v2d__w_splat(0.0f);
    if (extra) {
        v2d__w rx = v2d__w_load(k->rx + lane) + n.Dx, ry = v2d__w_load(k->ry + lane) + n.Dy;
        error = nx * rx + ny * ry - v2d__w_load(k->rest + lane);
        soft[0] = v2d__w_load(x->relax_mass + lane);
        soft[1] = v2d__w_load(x->relax_impulse + lane);
    }
    V2D__K(edge_solve)
    (k, x, extra, lane, &n, NULL, soft, nx, ny, error, v2d__w_load(k->lambda + lane));
    v2d__w lambda = v2d__w_load(k->lambda + lane);
    v2d__w size = v2d__w_max(lambda, v2d__w_splat(0.0f) - lambda);
    v2d__w_store(k->sum + lane, v2d__w_load(k->sum + lane) + lambda);
    v2d__w_store(k->peak + lane, v2d__w_max(v2d__w_load(k->peak + lane), size));
    v2d__w_store4(&dof[0].dx, 8, k->a + lane, n.a);
    v2d__w_store4(&dof[0].dx, 8, k->b + lane, n.b);
}

static void V2D__K(edge_begin)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                               int32_t lanes, const v2d__call *call) {
    v2d__edge_block *k = (v2d__edge_block *)blocks;
    const v2d__edge_extra *x = (const v2d__edge_extra *)extras;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES;
        bool extra = (flags[at] & V2D__BLOCK_EXTRA) != 0;
        V2D__K(edge_begin_lanes)(world, &k[at], &x[at], extra, i % V2D__LANES, call);
    }
}

static void V2D__K(edge_bias)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                              int32_t lanes, const v2d__call *call) {
    v2d__edge_block *k = (v2d__edge_block *)blocks;
    v2d__edge_extra *x = (v2d__edge_extra *)extras;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES, lane = i % V2D__LANES;
        if ((flags[at] & V2D__BLOCK_EXTRA) == 0) {
            V2D__K(edge_bias_lanes)(world, &k[at], &x[at], false, lane, &call->stiff);
        } else {
            V2D__K(edge_bias_lanes)(world, &k[at], &x[at], true, lane, &call->stiff);
        }
    }
}

static void V2D__K(edge_relax)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                               int32_t lanes, const v2d__call *call) {
    v2d__edge_block *k = (v2d__edge_block *)blocks;
    v2d__edge_extra *x = (v2d__edge_extra *)extras;
    (void)call;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES, lane = i % V2D__LANES;
        if ((flags[at] & V2D__BLOCK_EXTRA) == 0) {
            V2D__K(edge_relax_lanes)(world->dof, &k[at], &x[at], false, lane);
        } else {
            V2D__K(edge_relax_lanes)(world->dof, &k[at], &x[at], true, lane);
        }
    }
}

// ---- point rows --------------------------------------------------------------------------------

// Impulse of a non-penetration row that is `s` apart and parting by dv. `pushable`: > 0 where both
// sides can give way.
static V2D__INLINE v2d__w V2D__K(row_normal)(v2d__w s, v2d__w dv, v2d__w mass, v2d__w old,
                                             v2d__w pushable, bool bias,
                                             const v2d__contact_softness *soft) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    if (!bias) { // what is apart and has not pushed is left to the next bias pass
        v2d__w lambda = v2d__w_max(old - mass * (dv + v2d__w_max(s, zero)), zero);
        return v2d__w_if_gt(s, old * v2d__w_splat(1e30f), zero, lambda);
    }
    // A gap may close by s in this sub-step and no more; an overlap is pushed out softly.
    v2d__w rate =
        v2d__w_if_gt(pushable, zero, v2d__w_splat(soft->both.rate), v2d__w_splat(soft->fixed.rate));
    v2d__w scale = v2d__w_if_gt(pushable, zero, v2d__w_splat(soft->both.mass_scale),
                                v2d__w_splat(soft->fixed.mass_scale));
    v2d__w fade = v2d__w_if_gt(pushable, zero, v2d__w_splat(soft->both.impulse_scale),
                               v2d__w_splat(soft->fixed.impulse_scale));
    v2d__w push = v2d__w_max(rate * s, v2d__w_splat(-soft->max_push));
    scale = v2d__w_if_gt(s, zero, one, scale), fade = v2d__w_if_gt(s, zero, zero, fade);
    push = v2d__w_if_gt(s, zero, s, push);
    return v2d__w_max(old - mass * scale * (dv + push) - fade * old, zero);
}

// Add the impulses of a sub-step to those of the step.
static V2D__INLINE void V2D__K(row_sums)(v2d__row_block *k, int32_t lane) {
    v2d__w n = v2d__w_load(k->lambda_n + lane), t = v2d__w_load(k->lambda_t + lane);
    v2d__w_store(k->sum.n + lane, v2d__w_load(k->sum.n + lane) + n);
    v2d__w_store(k->sum.t + lane, v2d__w_load(k->sum.t + lane) + t);
    v2d__w_store(k->sum.peak + lane, v2d__w_max(v2d__w_load(k->sum.peak + lane), n));
}

// Two nodes without lever arms.
static V2D__PART void V2D__K(row_plain_lanes)(v2d__dof *dof, v2d__row_block *k, int32_t lane,
                                              bool bias, const v2d__contact_softness *soft) {
    V2D__K(ends) n;
    V2D__K(ends_load)(&n, dof, k->a + lane, k->b + lane, true);
    v2d__w nx = v2d__w_load(k->nx + lane), ny = v2d__w_load(k->ny + lane);
    v2d__w s = v2d__w_load(k->s + lane) - (nx * n.Dx + ny * n.Dy);
    v2d__w dv = nx * (n.a[0] - n.b[0]) + ny * (n.a[1] - n.b[1]);
    v2d__w mass = v2d__w_load(k->mass_n + lane), old = v2d__w_load(k->lambda_n + lane);
    v2d__w lambda = V2D__K(row_normal)(s, dv, mass, old, v2d__w_min(n.a[3], n.b[3]), bias, soft);
    lambda = V2D__K(sane)(lambda);
    v2d__w_store(k->lambda_n + lane, lambda);
    V2D__K(ends_push)(&n, (old - lambda) * nx, (old - lambda) * ny);
    if (!bias) {
        v2d__w slip = nx * (n.a[1] - n.b[1]) - ny * (n.a[0] - n.b[0]);
        v2d__w old_t = v2d__w_load(k->lambda_t + lane);
        v2d__w lambda_t =
            v2d__w_clamp(old_t - mass * slip, v2d__w_load(k->friction + lane) * lambda);
        v2d__w_store(k->lambda_t + lane, lambda_t);
        V2D__K(ends_push)(&n, (lambda_t - old_t) * ny, (old_t - lambda_t) * nx);
    }
    v2d__w_store4(&dof[0].dx, 8, k->a + lane, n.a);
    v2d__w_store4(&dof[0].dx, 8, k->b + lane, n.b);
}

// Impulse (px, py) on a, with its lever arm over k, and its opposite on b and c by their weights.
static V2D__INLINE void V2D__K(row_push)(v2d__wdof *a, v2d__wdof *b, v2d__wdof *c, v2d__w w1,
                                         v2d__w w2, v2d__w j0, v2d__w j1, v2d__w x, v2d__w y,
                                         v2d__w p) {
    v2d__w ia = a->inv_mass * p, ib = b->inv_mass * p, ic = c->inv_mass * p;
    a->dx = a->dx + ia * x, a->dy = a->dy + ia * y, a->du = a->du + ia * j0;
    b->dx = b->dx - ib * w1 * x, b->dy = b->dy - ib * w1 * y, b->du = b->du - ib * j1;
    c->dx = c->dx - ic * w2 * x, c->dy = c->dy - ic * w2 * y;
}

// Node 0 against the weighted sum of nodes 1 and 2; nodes 0 and 1 may have lever arms.
static V2D__PART void V2D__K(row_lanes)(v2d__dof *dof, v2d__row_block *k, v2d__row_extra *x,
                                        int32_t lane, bool bias,
                                        const v2d__contact_softness *soft) {
    v2d__wdof a, b, c;
    v2d__w_gather(&a, dof, k->a + lane);
    v2d__w_gather(&b, dof, k->b + lane);
    v2d__w_gather(&c, dof, k->c + lane);
    v2d__w w1 = v2d__w_load(x->w1 + lane), w2 = v2d__w_load(x->w2 + lane);
    v2d__w nx = v2d__w_load(k->nx + lane), ny = v2d__w_load(k->ny + lane);
    v2d__w j0 = v2d__w_load(x->j0 + lane), j1 = v2d__w_load(x->j1 + lane);
    v2d__w Dx = a.Dx - w1 * b.Dx - w2 * c.Dx, Dy = a.Dy - w1 * b.Dy - w2 * c.Dy;
    v2d__w dx = a.dx - w1 * b.dx - w2 * c.dx, dy = a.dy - w1 * b.dy - w2 * c.dy;
    v2d__w s = v2d__w_load(k->s + lane) + (nx * Dx + ny * Dy) + (j0 * a.Du - j1 * b.Du);
    v2d__w dv = (nx * dx + ny * dy) + (j0 * a.du - j1 * b.du);
    v2d__w old = v2d__w_load(k->lambda_n + lane);
    v2d__w pushable = v2d__w_min(a.inv_mass, v2d__w_max(b.inv_mass, c.inv_mass));
    v2d__w lambda =
        V2D__K(row_normal)(s, dv, v2d__w_load(k->mass_n + lane), old, pushable, bias, soft);
    lambda = V2D__K(sane)(lambda);
    v2d__w_store(k->lambda_n + lane, lambda);
    V2D__K(row_push)(&a, &b, &c, w1, w2, j0, j1, nx, ny, lambda - old);
    if (!bias) {
        v2d__w t0 = v2d__w_load(x->t0 + lane), t1 = v2d__w_load(x->t1 + lane);
        dx = a.dx - w1 * b.dx - w2 * c.dx, dy = a.dy - w1 * b.dy - w2 * c.dy;
        v2d__w slip =
            (nx * dy - ny * dx) + (t0 * a.du - t1 * b.du) - v2d__w_load(x->tangent_speed + lane);
        v2d__w limit = v2d__w_load(k->friction + lane) * lambda;
        v2d__w old_t = v2d__w_load(k->lambda_t + lane);
        v2d__w lambda_t = v2d__w_clamp(old_t - v2d__w_load(x->mass_t + lane) * slip, limit);
        v2d__w_store(k->lambda_t + lane, lambda_t);
        V2D__K(row_push)
        (&a, &b, &c, w1, w2, t0, t1, v2d__w_splat(0.0f) - ny, nx, lambda_t - old_t);
    }
    v2d__w_scatter(dof, k->a + lane, &a);
    v2d__w_scatter(dof, k->b + lane, &b);
    v2d__w_scatter(dof, k->c + lane, &c);
}

static V2D__INLINE void V2D__K(row_range)(v2d_world *world, void *blocks, void *extras,
                                          const uint8_t *flags, int32_t lanes,
                                          const v2d__call *call, bool bias) {
    const v2d__contact_softness *soft = &call->contact;
    v2d__row_block *k = (v2d__row_block *)blocks;
    v2d__row_extra *x = (v2d__row_extra *)extras;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES, lane = i % V2D__LANES;
        if ((flags[at] & V2D__BLOCK_EXTRA) == 0) {
            V2D__K(row_plain_lanes)(world->dof, &k[at], lane, bias, soft);
        } else {
            V2D__K(row_lanes)(world->dof, &k[at], &x[at], lane, bias, soft);
        }
        if (!bias && !call->last) V2D__K(row_sums)(&k[at], lane);
    }
}

static void V2D__K(row_bias)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                             int32_t lanes, const v2d__call *call) {
    V2D__K(row_range)(world, blocks, extras, flags, lanes, call, true);
}

static void V2D__K(row_relax)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                              int32_t lanes, const v2d__call *call) {
    V2D__K(row_range)(world, blocks, extras, flags, lanes, call, false);
}

// ---- bends -------------------------------------------------------------------------------------
// See >>soft for the turning angle and its gradients.

// Angle of (x, y) from the x axis, as v2d__atan2().
static V2D__INLINE v2d__w V2D__K(atan2)(v2d__w y, v2d__w x) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), pi = v2d__w_splat(3.14159265f);
    v2d__w ax = v2d__w_max(x, zero - x), ay = v2d__w_max(y, zero - y);
    v2d__w t = v2d__w_min(ax, ay) / v2d__w_max(v2d__w_max(ax, ay), v2d__w_splat(1e-30f));
    v2d__w split = v2d__w_splat(0.414213562f); // tan(pi/8)
    v2d__w base = v2d__w_if_gt(t, split, v2d__w_splat(0.25f) * pi, zero);
    t = v2d__w_if_gt(t, split, (t - one) / (t + one), t);
    v2d__w z = t * t, p = v2d__w_splat(8.05374449538e-2f) * z - v2d__w_splat(1.38776856032e-1f);
    p = (p * z + v2d__w_splat(1.99777106478e-1f)) * z - v2d__w_splat(3.33329491539e-1f);
    v2d__w angle = base + (p * z * t + t);
    angle = v2d__w_if_gt(ay, ax, v2d__w_splat(0.5f) * pi - angle, angle);
    angle = v2d__w_if_gt(zero, x, pi - angle, angle);
    return v2d__w_if_gt(zero, y, zero - angle, angle);
}

// Add `p` times the gradients, each weighted by the inverse mass of its node, to three vectors.
static V2D__INLINE void V2D__K(bend_push)(v2d__w *a, v2d__w *b, v2d__w *c, const v2d__w *m,
                                          const v2d__w *g, v2d__w p) {
    v2d__w pa = m[0] * p, pb = m[1] * p, pc = m[2] * p;
    a[0] = a[0] + pa * g[0], a[1] = a[1] + pa * g[1];
    b[0] = b[0] - pb * (g[0] + g[2]), b[1] = b[1] - pb * (g[1] + g[3]);
    c[0] = c[0] + pc * g[2], c[1] = c[1] + pc * g[3];
}

static V2D__INLINE void V2D__K(bend_begin_lanes)(v2d_world *world, v2d__bend_block *k, int32_t lane,
                                                 float warm) {
    v2d__w a[4], b[4], c[4], d[4], m[3], g[4];
    v2d__w_load4(a, &world->pose[0].x, 4, k->a + lane);
    v2d__w_load4(b, &world->pose[0].x, 4, k->b + lane);
    v2d__w_load4(c, &world->pose[0].x, 4, k->c + lane);
    v2d__w_store(k->ux + lane, b[0] - a[0]), v2d__w_store(k->uy + lane, b[1] - a[1]);
    v2d__w_store(k->vx + lane, c[0] - b[0]), v2d__w_store(k->vy + lane, c[1] - b[1]);
    v2d__w lambda = V2D__K(sane)(v2d__w_load(k->lambda + lane)) * v2d__w_splat(warm);
    g[0] = V2D__K(sane)(v2d__w_load(k->gax + lane));
    g[1] = V2D__K(sane)(v2d__w_load(k->gay + lane));
    g[2] = V2D__K(sane)(v2d__w_load(k->gcx + lane));
    g[3] = V2D__K(sane)(v2d__w_load(k->gcy + lane));
    v2d__w_store(k->gax + lane, g[0]), v2d__w_store(k->gay + lane, g[1]);
    v2d__w_store(k->gcx + lane, g[2]), v2d__w_store(k->gcy + lane, g[3]);
    v2d__w_store(k->lambda + lane, lambda);
    v2d__w_load4(d, &world->dof[0].dx, 8, k->a + lane), m[0] = d[3];
    v2d__w_load4(d, &world->dof[0].dx, 8, k->b + lane), m[1] = d[3];
    v2d__w_load4(d, &world->dof[0].dx, 8, k->c + lane), m[2] = d[3];
    v2d__w_load4(a, &world->start[0].x, 4, k->a + lane);
    v2d__w_load4(b, &world->start[0].x, 4, k->b + lane);
    v2d__w_load4(c, &world->start[0].x, 4, k->c + lane);
    V2D__K(bend_push)(a, b, c, m, g, lambda);
    v2d__w_store4(&world->start[0].x, 4, k->a + lane, a);
    v2d__w_store4(&world->start[0].x, 4, k->b + lane, b);
    v2d__w_store4(&world->start[0].x, 4, k->c + lane, c);
}

// Turn the gradients g and their stored impulse along, where the two edges have a length.
static V2D__INLINE void V2D__K(bend_turn)(v2d__bend_block *k, int32_t lane, v2d__w ux, v2d__w uy,
                                          v2d__w vx, v2d__w vy, v2d__w uu, v2d__w vv, v2d__w ok,
                                          v2d__w *g, v2d__w *change) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), tiny = v2d__w_splat(1e-30f);
    v2d__w iu = one / v2d__w_max(uu, tiny), iv = one / v2d__w_max(vv, tiny), now[4];
    now[0] = zero - uy * iu, now[1] = ux * iu, now[2] = zero - vy * iv, now[3] = vx * iv;
    for (int i = 0; i < 4; ++i) {
        now[i] = v2d__w_if_gt(ok, zero, now[i], g[i]);
        change[i] = now[i] - g[i];
        g[i] = now[i];
    }
    v2d__w_store(k->gax + lane, g[0]), v2d__w_store(k->gay + lane, g[1]);
    v2d__w_store(k->gcx + lane, g[2]), v2d__w_store(k->gcy + lane, g[3]);
}

// Change of the angle by displacements (x, y) of the three points.
static V2D__INLINE v2d__w V2D__K(bend_turning)(const v2d__w *a, const v2d__w *b, const v2d__w *c,
                                               const v2d__w *g) {
    v2d__w gbx = g[0] + g[2], gby = g[1] + g[3]; // minus the gradient of b
    return (g[0] * a[0] + g[1] * a[1]) - (gbx * b[0] + gby * b[1]) + (g[2] * c[0] + g[3] * c[1]);
}

// See v2d__spring.
static V2D__INLINE void V2D__K(bend_spring)(const v2d_world *world, v2d__bend_block *k,
                                            int32_t lane, const v2d__w *g, v2d__w error,
                                            v2d__w mass) {
    v2d__w a[4], b[4], c[4];
    v2d__w_load4(a, &world->previous[0].x, 4, k->a + lane);
    v2d__w_load4(b, &world->previous[0].x, 4, k->b + lane);
    v2d__w_load4(c, &world->previous[0].x, 4, k->c + lane);
    v2d__w dv = V2D__K(bend_turning)(a, b, c, g);
    v2d__w push = v2d__w_load(k->stiffness + lane) * error + v2d__w_load(k->damping + lane) * dv;
    v2d__w_store(k->push + lane, mass * push);
}

static V2D__PART void V2D__K(bend_lanes)(v2d_world *world, v2d__bend_block *k, int32_t lane,
                                         bool bias) {
    v2d__dof *dof = world->dof;
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f), pi = v2d__w_splat(3.14159265f);
    v2d__w a[4], b[4], c[4], Da[4], Db[4], Dc[4], m[3], g[4], change[4];
    v2d__w_load4(a, &dof[0].dx, 8, k->a + lane), v2d__w_load4(Da, &dof[0].Dx, 8, k->a + lane);
    v2d__w_load4(b, &dof[0].dx, 8, k->b + lane), v2d__w_load4(Db, &dof[0].Dx, 8, k->b + lane);
    v2d__w_load4(c, &dof[0].dx, 8, k->c + lane), v2d__w_load4(Dc, &dof[0].Dx, 8, k->c + lane);
    m[0] = a[3], m[1] = b[3], m[2] = c[3];
    v2d__w ux = v2d__w_load(k->ux + lane) + (Db[0] - Da[0]),
           uy = v2d__w_load(k->uy + lane) + (Db[1] - Da[1]);
    v2d__w vx = v2d__w_load(k->vx + lane) + (Dc[0] - Db[0]),
           vy = v2d__w_load(k->vy + lane) + (Dc[1] - Db[1]);
    v2d__w uu = ux * ux + uy * uy, vv = vx * vx + vy * vy;
    v2d__w ok = v2d__w_if_gt(v2d__w_min(uu, vv), v2d__w_splat(1e-12f), one, zero); // has an angle
    ok = v2d__w_if_gt(v2d__w_splat(1e30f), uu + vv, ok, zero);
    g[0] = v2d__w_load(k->gax + lane), g[1] = v2d__w_load(k->gay + lane);
    g[2] = v2d__w_load(k->gcx + lane), g[3] = v2d__w_load(k->gcy + lane);
    v2d__w lambda = v2d__w_load(k->lambda + lane);
    if (bias) {
        V2D__K(bend_turn)(k, lane, ux, uy, vx, vy, uu, vv, ok, g, change);
        V2D__K(bend_push)(a, b, c, m, change, lambda);
    }
    v2d__w gbx = g[0] + g[2], gby = g[1] + g[3]; // minus the gradient of b
    v2d__w w = m[0] * (g[0] * g[0] + g[1] * g[1]) + m[1] * (gbx * gbx + gby * gby) +
               m[2] * (g[2] * g[2] + g[3] * g[3]);
    v2d__w mass = one / v2d__w_max(w, v2d__w_splat(1e-30f));
    if (bias) {
        v2d__w error =
            V2D__K(atan2)(ux * vy - uy * vx, ux * vx + uy * vy) - v2d__w_load(k->rest + lane);
        error = v2d__w_if_gt(error, pi, error - (pi + pi), error);
        error = v2d__w_if_gt(zero - pi, error, error + (pi + pi), error);
        V2D__K(bend_spring)(world, k, lane, g, error, mass);
    }
    v2d__w push = v2d__w_load(k->push + lane);
    v2d__w dv = V2D__K(bend_turning)(a, b, c, g);
    v2d__w impulse = zero - push - v2d__w_load(k->implicit + lane) * (mass * dv - lambda) - lambda;
    impulse = V2D__K(sane)(v2d__w_if_gt(v2d__w_min(w, ok), zero, impulse, zero));
    v2d__w_store(k->lambda + lane, lambda + impulse);
    V2D__K(bend_push)(a, b, c, m, g, impulse);
    v2d__w_store4(&dof[0].dx, 8, k->a + lane, a);
    v2d__w_store4(&dof[0].dx, 8, k->b + lane, b);
    v2d__w_store4(&dof[0].dx, 8, k->c + lane, c);
}

static void V2D__K(bend_begin)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                               int32_t lanes, const v2d__call *call) {
    v2d__bend_block *k = (v2d__bend_block *)blocks;
    (void)extras, (void)flags;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH)
        V2D__K(bend_begin_lanes)(world, &k[i / V2D__LANES], i % V2D__LANES, call->warm);
}

static void V2D__K(bend_bias)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                              int32_t lanes, const v2d__call *call) {
    v2d__bend_block *k = (v2d__bend_block *)blocks;
    (void)extras, (void)flags, (void)call;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH)
        V2D__K(bend_lanes)(world, &k[i / V2D__LANES], i % V2D__LANES, true);
}

static void V2D__K(bend_relax)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                               int32_t lanes, const v2d__call *call) {
    v2d__bend_block *k = (v2d__bend_block *)blocks;
    (void)extras, (void)flags, (void)call;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH)
        V2D__K(bend_lanes)(world, &k[i / V2D__LANES], i % V2D__LANES, false);
}

// ---- revolute joints: one 2 x 2 block ----------------------------------------------------------

// Add what the joints of one block do to the inertia of their bodies: geometric stiffness. A
// joint's pull keeps a body aligned with it, as if its inertia were larger by the pull times the
// arm.
static V2D__INLINE void V2D__K(joint_stiffen)(float *inertia, const v2d__joint_block *k,
                                              int32_t lane, v2d__w pull_a, v2d__w pull_b) {
    float a[V2D__LANES], b[V2D__LANES];
    v2d__w_store(a, pull_a), v2d__w_store(b, pull_b);
    for (int32_t i = 0; i < V2D__WIDTH; ++i) { // one by one: lanes may share immovable nodes
        inertia[k->a[lane + i]] -= a[i];
        inertia[k->b[lane + i]] += b[i];
    }
}

// Arms and separation at the start of the step, from the poses.
static V2D__INLINE void V2D__K(joint_begin_lanes)(v2d_world *world, v2d__joint_block *k,
                                                  v2d__joint_extra *x, bool extra, int32_t lane,
                                                  v2d__w warm) {
    v2d__w a[4], b[4];
    v2d__w_load4(a, &world->pose[0].x, 4, k->a + lane);
    v2d__w_load4(b, &world->pose[0].x, 4, k->b + lane);
    v2d__w lax = v2d__w_load(x->local_ax + lane), lay = v2d__w_load(x->local_ay + lane);
    v2d__w lbx = v2d__w_load(x->local_bx + lane), lby = v2d__w_load(x->local_by + lane);
    v2d__w ax = a[2] * lax - a[3] * lay, ay = a[3] * lax + a[2] * lay;
    v2d__w bx = b[2] * lbx - b[3] * lby, by = b[3] * lbx + b[2] * lby;
    v2d__w_store(k->ax0 + lane, ax), v2d__w_store(k->ay0 + lane, ay);
    v2d__w_store(k->bx0 + lane, bx), v2d__w_store(k->by0 + lane, by);
    v2d__w_store(k->ax + lane, ax), v2d__w_store(k->ay + lane, ay);
    v2d__w_store(k->bx + lane, bx), v2d__w_store(k->by + lane, by);
    v2d__w_store(k->cx + lane, (b[0] - a[0]) + (bx - ax));
    v2d__w_store(k->cy + lane, (b[1] - a[1]) + (by - ay));
    v2d__w lx = V2D__K(sane)(v2d__w_load(k->lx + lane)) * warm;
    v2d__w ly = V2D__K(sane)(v2d__w_load(k->ly + lane)) * warm;
    v2d__w_store(k->lx + lane, lx), v2d__w_store(k->ly + lane, ly);
    v2d__w_store(k->sum_x + lane, v2d__w_splat(0.0f));
    v2d__w_store(k->sum_y + lane, v2d__w_splat(0.0f));
    v2d__w_store(k->peak + lane, v2d__w_splat(0.0f));
    V2D__K(joint_stiffen)(world->extra_inertia, k, lane, ax * lx + ay * ly, bx * lx + by * ly);
    if (!extra) return;
    v2d__w c = a[2] * b[2] + a[3] * b[3], s = a[2] * b[3] - a[3] * b[2]; // of b against a
    v2d__w rc = v2d__w_load(x->reference_c + lane), rs = v2d__w_load(x->reference_s + lane);
    v2d__w_store(x->angle + lane, V2D__K(atan2)(rc * s - rs * c, rc * c + rs * s));
    v2d__w_store(x->spring_lambda + lane,
                 V2D__K(sane)(v2d__w_load(x->spring_lambda + lane)) * warm);
    v2d__w_store(x->motor_lambda + lane, V2D__K(sane)(v2d__w_load(x->motor_lambda + lane)) * warm);
    v2d__w_store(x->motor_sum + lane, v2d__w_splat(0.0f));
    v2d__w_store(x->limit_lambda + lane, V2D__K(sane)(v2d__w_load(x->limit_lambda + lane)) * warm);
}

// Whether impulses of a joint act where its anchors meet; see joint_arms_meet. The anchors are apart by
// w^2 h^2 / 2 of the arms, and per second a share of about w^4 h^3 of what the bodies spin is lost at their
// own anchors: nothing that matters below 0.01 rad in a sub-step. Above 0.15 rad chains that swing in long
// steps would gain more energy by it than at their own anchors. About a pin there is no spin to keep.
static V2D__INLINE v2d__w V2D__K(joint_meets)(const v2d__wdof *a, const v2d__wdof *b) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    v2d__w wa = a->inv_k * a->du, wb = b->inv_k * b->du, q = v2d__w_max(wa * wa, wb * wb);
    v2d__w least = v2d__w_splat(1e-4f); // [rad^2]
    if (!v2d__w_any_gt(q, least)) return zero;
    v2d__w fast = v2d__w_min((v2d__w_max(q, least) - least) * v2d__w_splat(1e4f), one);
    fast = v2d__w_if_gt(q, v2d__w_splat(0.0225f), zero, fast);
    return v2d__w_if_gt(a->inv_mass, zero, v2d__w_if_gt(b->inv_mass, zero, fast, zero), zero);
}

// Sum the stored impulses into what the first sub-step adds, with the inertia of this step.
static V2D__INLINE void V2D__K(joint_warm_lanes)(v2d_world *world, v2d__joint_block *k,
                                                 const v2d__joint_extra *x, bool extra,
                                                 int32_t lane) {
    v2d__wdof a, b;
    v2d__w sa[4], sb[4], turn = v2d__w_splat(0.0f);
    v2d__w_gather(&a, world->dof, k->a + lane);
    v2d__w_gather(&b, world->dof, k->b + lane);
    v2d__w_load4(sa, &world->start[0].x, 4, k->a + lane);
    v2d__w_load4(sb, &world->start[0].x, 4, k->b + lane);
    v2d__w lx = v2d__w_load(k->lx + lane), ly = v2d__w_load(k->ly + lane);
    v2d__w ax = v2d__w_load(k->ax0 + lane), ay = v2d__w_load(k->ay0 + lane);
    v2d__w bx = v2d__w_load(k->bx0 + lane), by = v2d__w_load(k->by0 + lane);
    if (extra)
        turn = v2d__w_load(x->spring_lambda + lane) + v2d__w_load(x->motor_lambda + lane) +
               v2d__w_load(x->limit_lambda + lane);
    v2d__w ta = ax * ly - ay * lx, tb = bx * ly - by * lx, meets = V2D__K(joint_meets)(&a, &b);
    if (extra) meets = meets * v2d__w_load(x->stiff + lane);
    v2d__w_store(k->ta + lane, ta), v2d__w_store(k->tb + lane, tb);
    v2d__w_store(k->meets + lane, meets);
    sa[0] = sa[0] - a.inv_mass * lx, sa[1] = sa[1] - a.inv_mass * ly;
    sa[2] = sa[2] - a.inv_mass * a.inv_k * (ta + turn);
    sb[0] = sb[0] + b.inv_mass * lx, sb[1] = sb[1] + b.inv_mass * ly;
    sb[2] = sb[2] + b.inv_mass * b.inv_k * (tb + turn);
    v2d__w_store4(&world->start[0].x, 4, k->a + lane, sa);
    v2d__w_store4(&world->start[0].x, 4, k->b + lane, sb);
}

// One limit of the angle, `gap` away and closing by -dv; returns its new impulse.
static V2D__INLINE v2d__w V2D__K(joint_limit)(v2d__w gap, v2d__w dv, v2d__w mass, v2d__w old,
                                              const v2d__softness *stiff) {
    v2d__w zero = v2d__w_splat(0.0f), one = v2d__w_splat(1.0f);
    v2d__w rate = v2d__w_if_gt(gap, zero, one, v2d__w_splat(stiff->rate));
    v2d__w scale = v2d__w_if_gt(gap, zero, one, v2d__w_splat(stiff->mass_scale));
    v2d__w fade = v2d__w_if_gt(gap, zero, zero, v2d__w_splat(stiff->impulse_scale));
    return v2d__w_max(old - scale * mass * (dv + rate * gap) - fade * old, zero);
}

// The spring of the angle, see v2d__spring. A bias pass comes with the turn of b against a in the
// sub-step before.
static V2D__INLINE void V2D__K(joint_angle_spring)(v2d__joint_extra *x, int32_t lane, v2d__wdof *a,
                                                   v2d__wdof *b, const v2d__w *before) {
    v2d__w ta = a->inv_mass * a->inv_k, tb = b->inv_mass * b->inv_k;
    v2d__w mass = v2d__w_inverse_or_zero(ta * a->inv_k + tb * b->inv_k);
    v2d__w dv = b->inv_k * b->du - a->inv_k * a->du;
    if (before != NULL) {
        v2d__w angle = v2d__w_load(x->angle + lane) + (b->inv_k * b->Du - a->inv_k * a->Du);
        v2d__w_store(x->spring_push + lane,
                     mass * (v2d__w_load(x->spring_stiffness + lane) * angle +
                             v2d__w_load(x->spring_damping + lane) * *before));
    }
    v2d__w old = v2d__w_load(x->spring_lambda + lane);
    v2d__w next = v2d__w_load(x->spring_implicit + lane) * (old - mass * dv) -
                  v2d__w_load(x->spring_push + lane);
    v2d__w_store(x->spring_lambda + lane, next);
    a->du = a->du - ta * (next - old);
    b->du = b->du + tb * (next - old);
}

// The stiff rows of the angle: motor, limits.
static V2D__INLINE void V2D__K(joint_angle)(v2d__joint_extra *x, int32_t lane, v2d__wdof *a,
                                            v2d__wdof *b, const v2d__softness *stiff) {
    v2d__w zero = v2d__w_splat(0.0f);
    v2d__w ta = a->inv_mass * a->inv_k, tb = b->inv_mass * b->inv_k;
    v2d__w w = ta * a->inv_k + tb * b->inv_k, mass = v2d__w_inverse_or_zero(w);
    v2d__w angle = v2d__w_load(x->angle + lane) + (b->inv_k * b->Du - a->inv_k * a->Du);
    v2d__w dv = b->inv_k * b->du - a->inv_k * a->du;

    v2d__w old = v2d__w_load(x->motor_lambda + lane);
    v2d__w want = dv - v2d__w_load(x->motor_turn + lane);
    v2d__w next = v2d__w_clamp(old - mass * want, v2d__w_load(x->motor_limit + lane));
    v2d__w_store(x->motor_lambda + lane, next);
    v2d__w impulse = next - old;

    old = v2d__w_load(x->limit_lambda + lane);
    v2d__w lower = v2d__w_max(old, zero), upper = v2d__w_max(zero - old, zero);
    lower = V2D__K(joint_limit)(angle - v2d__w_load(x->lower + lane), dv + w * impulse, mass, lower,
                                stiff);
    impulse = impulse + (lower - v2d__w_max(old, zero));
    upper = V2D__K(joint_limit)(v2d__w_load(x->upper + lane) - angle, zero - (dv + w * impulse),
                                mass, upper, stiff);
    impulse = impulse - (upper - v2d__w_max(zero - old, zero));
    v2d__w_store(x->limit_lambda + lane, lower - upper);
    impulse = V2D__K(sane)(impulse);
    a->du = a->du - ta * impulse;
    b->du = b->du + tb * impulse;
}

// Error of the anchors: b - a.
static V2D__INLINE void V2D__K(joint_error)(const v2d__joint_block *k, int32_t lane,
                                            const v2d__wdof *a, const v2d__wdof *b,
                                            const v2d__w *arm, v2d__w *error) {
    error[0] = v2d__w_load(k->cx + lane) + (b->Dx - a->Dx) + (arm[2] - v2d__w_load(k->bx0 + lane)) -
               (arm[0] - v2d__w_load(k->ax0 + lane));
    error[1] = v2d__w_load(k->cy + lane) + (b->Dy - a->Dy) + (arm[3] - v2d__w_load(k->by0 + lane)) -
               (arm[1] - v2d__w_load(k->ay0 + lane));
}

// Displacement of anchor b against anchor a in this sub-step. An arm that turns by w moves by
// w x arm - w^2 / 2 arm; the second term keeps spins alive. With -keep that of a sub-step which led to
// these arms.
static V2D__INLINE void V2D__K(joint_relative)(const v2d__wdof *a, const v2d__wdof *b,
                                               const v2d__w *arm, v2d__w keep, v2d__w *v) {
    v2d__w wa = a->inv_k * a->du, wb = b->inv_k * b->du;
    v2d__w ca = v2d__w_min(v2d__w_splat(0.5f) * wa * wa, v2d__w_splat(0.125f)) * keep;
    v2d__w cb = v2d__w_min(v2d__w_splat(0.5f) * wb * wb, v2d__w_splat(0.125f)) * keep;
    v[0] = (b->dx - arm[3] * wb - arm[2] * cb) - (a->dx - arm[1] * wa - arm[0] * ca);
    v[1] = (b->dy + arm[2] * wb - arm[3] * cb) - (a->dy + arm[0] * wa - arm[1] * ca);
}

static V2D__INLINE void V2D__K(joint_push)(v2d__joint_block *k, int32_t lane, v2d__wdof *a,
                                           v2d__wdof *b, const v2d__w *arm, v2d__w px, v2d__w py,
                                           bool fast) {
    px = V2D__K(sane)(px), py = V2D__K(sane)(py);
    v2d__w_store(k->lx + lane, v2d__w_load(k->lx + lane) + px);
    v2d__w_store(k->ly + lane, v2d__w_load(k->ly + lane) + py);
    a->dx = a->dx - a->inv_mass * px, a->dy = a->dy - a->inv_mass * py;
    b->dx = b->dx + b->inv_mass * px, b->dy = b->dy + b->inv_mass * py;
    v2d__w ta = arm[0] * py - arm[1] * px, tb = arm[2] * py - arm[3] * px;
    a->du = a->du - a->inv_mass * a->inv_k * ta, b->du = b->du + b->inv_mass * b->inv_k * tb;
    if (!fast) return;
    v2d__w_store(k->ta + lane, v2d__w_load(k->ta + lane) + ta);
    v2d__w_store(k->tb + lane, v2d__w_load(k->tb + lane) + tb);
}

// The stored impulse acts at these arms from here on, whatever torques it has had.
static V2D__INLINE void V2D__K(joint_carry)(v2d__joint_block *k, int32_t lane, v2d__wdof *a,
                                            v2d__wdof *b, const v2d__w *arm) {
    v2d__w lx = v2d__w_load(k->lx + lane), ly = v2d__w_load(k->ly + lane);
    v2d__w ta = arm[0] * ly - arm[1] * lx, tb = arm[2] * ly - arm[3] * lx;
    a->du = a->du - a->inv_mass * a->inv_k * (ta - V2D__K(sane)(v2d__w_load(k->ta + lane)));
    b->du = b->du + b->inv_mass * b->inv_k * (tb - V2D__K(sane)(v2d__w_load(k->tb + lane)));
    v2d__w_store(k->ta + lane, ta), v2d__w_store(k->tb + lane, tb);
}

// Turn an arm by a small angle: third-order sine, fourth-order cosine.
static V2D__INLINE void V2D__K(joint_turn)(v2d__w x, v2d__w y, v2d__w angle, v2d__w *out) {
    v2d__w q = angle * angle;
    v2d__w s = angle - angle * q * v2d__w_splat(1.0f / 6.0f);
    v2d__w c = v2d__w_splat(1.0f) - q * v2d__w_splat(0.5f) + q * q * v2d__w_splat(1.0f / 24.0f);
    out[0] = c * x - s * y;
    out[1] = s * x + c * y;
}

// The stored impulse, which has acted at the arms of before, acts at these from here on.
static V2D__INLINE void V2D__K(joint_follow)(const v2d__joint_block *k, int32_t lane, v2d__wdof *a,
                                             v2d__wdof *b, const v2d__w *arm) {
    v2d__w lx = v2d__w_load(k->lx + lane), ly = v2d__w_load(k->ly + lane);
    v2d__w tx = arm[0] - v2d__w_load(k->ax + lane), ty = arm[1] - v2d__w_load(k->ay + lane);
    a->du = a->du - a->inv_mass * a->inv_k * (tx * ly - ty * lx);
    tx = arm[2] - v2d__w_load(k->bx + lane), ty = arm[3] - v2d__w_load(k->by + lane);
    b->du = b->du + b->inv_mass * b->inv_k * (tx * ly - ty * lx);
}

// The arms now. Where bodies turn fast, the stored impulse has yet to be carried there.
static V2D__INLINE void V2D__K(joint_arms)(v2d__joint_block *k, int32_t lane, v2d__wdof *a,
                                           v2d__wdof *b, v2d__w *arm, bool fast) {
    V2D__K(joint_turn)
    (v2d__w_load(k->ax0 + lane), v2d__w_load(k->ay0 + lane), V2D__K(sane)(a->inv_k * a->Du),
     &arm[0]);
    V2D__K(joint_turn)
    (v2d__w_load(k->bx0 + lane), v2d__w_load(k->by0 + lane), V2D__K(sane)(b->inv_k * b->Du),
     &arm[2]);
    if (!fast) V2D__K(joint_follow)(k, lane, a, b, arm);
    v2d__w_store(k->ax + lane, arm[0]), v2d__w_store(k->ay + lane, arm[1]);
    v2d__w_store(k->bx + lane, arm[2]), v2d__w_store(k->by + lane, arm[3]);
    v2d__w_store(k->inv_ka + lane, a->inv_k), v2d__w_store(k->inv_kb + lane, b->inv_k);
}

static V2D__INLINE void V2D__K(joint_arms_load)(const v2d__joint_block *k, int32_t lane,
                                                v2d__w *arm) {
    arm[0] = v2d__w_load(k->ax + lane), arm[1] = v2d__w_load(k->ay + lane);
    arm[2] = v2d__w_load(k->bx + lane), arm[3] = v2d__w_load(k->by + lane);
}

// Inverse of K = [k11 k12; k12 k22]: relative displacement of the anchors per unit impulse.
static V2D__INLINE void V2D__K(joint_mass)(v2d__joint_block *k, int32_t lane, const v2d__wdof *a,
                                           const v2d__wdof *b, const v2d__w *arm, v2d__w *inverse) {
    v2d__w wa = a->inv_mass * a->inv_k * a->inv_k, wb = b->inv_mass * b->inv_k * b->inv_k;
    v2d__w m = a->inv_mass + b->inv_mass, zero = v2d__w_splat(0.0f);
    v2d__w k11 = m + (wa * arm[1] * arm[1] + wb * arm[3] * arm[3]);
    v2d__w k12 = zero - (wa * arm[0] * arm[1] + wb * arm[2] * arm[3]);
    v2d__w k22 = m + (wa * arm[0] * arm[0] + wb * arm[2] * arm[2]);
    v2d__w det = k11 * k22 - k12 * k12;
    v2d__w inv_det =
        v2d__w_if_gt(det, zero, v2d__w_splat(1.0f) / v2d__w_max(det, v2d__w_splat(1e-36f)), zero);
    inverse[0] = k22 * inv_det, inverse[1] = zero - k12 * inv_det, inverse[2] = k11 * inv_det;
    v2d__w_store(k->k11 + lane, inverse[0]);
    v2d__w_store(k->k12 + lane, inverse[1]);
    v2d__w_store(k->k22 + lane, inverse[2]);
}

// How much of the second-order term to keep: none when the anchors are far apart, for then d holds a
// correction, which is no motion. `apart`: their distance squared.
static V2D__INLINE v2d__w V2D__K(joint_keep)(const v2d__w *arm, v2d__w apart) {
    v2d__w arms = (arm[0] * arm[0] + arm[1] * arm[1]) + (arm[2] * arm[2] + arm[3] * arm[3]);
    v2d__w left = v2d__w_max(arms - v2d__w_splat(100.0f) * apart, v2d__w_splat(0.0f));
    return left / v2d__w_max(arms, v2d__w_splat(1e-18f));
}

// The motion of a node in the sub-step before.
static V2D__INLINE void V2D__K(joint_before)(v2d__wdof *out, const v2d_world *world,
                                             const int32_t *node, const v2d__wdof *now) {
    v2d__w r[4];
    v2d__w_load4(r, &world->previous[0].x, 4, node);
    *out = *now;
    out->dx = r[0], out->dy = r[1], out->du = r[2];
}

// Anchors held by a spring, see v2d__spring. Stiff lanes have no coefficients. A bias pass comes with
// the motion of a and b before.
static V2D__INLINE void V2D__K(joint_soft)(v2d__joint_block *k, v2d__joint_extra *x, int32_t lane,
                                           v2d__wdof *a, v2d__wdof *b, const v2d__wdof *before) {
    v2d__w arm[4], m[3], e[2], v[2], px, py;
    if (before != NULL) {
        V2D__K(joint_arms)(k, lane, a, b, arm, true);
        V2D__K(joint_carry)(k, lane, a, b, arm);
        V2D__K(joint_mass)(k, lane, a, b, arm, m);
        V2D__K(joint_error)(k, lane, a, b, arm, e);
        v2d__w keep = V2D__K(joint_keep)(arm, e[0] * e[0] + e[1] * e[1]);
        v2d__w_store(k->keep + lane, keep);
        v2d__w stiffness = v2d__w_load(x->stiffness + lane), c = v2d__w_load(x->damping + lane);
        V2D__K(joint_relative)(&before[0], &before[1], arm, v2d__w_splat(0.0f) - keep, v);
        v[0] = stiffness * e[0] + c * v[0], v[1] = stiffness * e[1] + c * v[1];
        px = m[0] * v[0] + m[1] * v[1], py = m[1] * v[0] + m[2] * v[1];
        v2d__w_store(x->push_x + lane, px), v2d__w_store(x->push_y + lane, py);
    }
    V2D__K(joint_arms_load)(k, lane, arm);
    m[0] = v2d__w_load(k->k11 + lane), m[1] = v2d__w_load(k->k12 + lane);
    m[2] = v2d__w_load(k->k22 + lane);
    V2D__K(joint_relative)(a, b, arm, v2d__w_load(k->keep + lane), v);
    v2d__w implicit = v2d__w_load(x->implicit + lane), stiff = v2d__w_load(x->stiff + lane);
    v2d__w lx = v2d__w_load(k->lx + lane), ly = v2d__w_load(k->ly + lane);
    px = implicit * (lx - (m[0] * v[0] + m[1] * v[1])) - v2d__w_load(x->push_x + lane);
    py = implicit * (ly - (m[1] * v[0] + m[2] * v[1])) - v2d__w_load(x->push_y + lane);
    V2D__K(joint_push)(k, lane, a, b, arm, px + stiff * lx - lx, py + stiff * ly - ly, true);
}

// Springs alone: of the angle, and, where there are, of the anchors.
static V2D__INLINE void V2D__K(joint_spring_lanes)(v2d_world *world, v2d__joint_block *k,
                                                   v2d__joint_extra *x, bool soft, int32_t lane,
                                                   bool bias) {
    v2d__wdof a, b, before[2];
    v2d__w_gather(&a, world->dof, k->a + lane);
    v2d__w_gather(&b, world->dof, k->b + lane);
    if (bias) {
        V2D__K(joint_before)(&before[0], world, k->a + lane, &a);
        V2D__K(joint_before)(&before[1], world, k->b + lane, &b);
        v2d__w turn = b.inv_k * before[1].du - a.inv_k * before[0].du;
        V2D__K(joint_angle_spring)(x, lane, &a, &b, &turn);
    } else {
        V2D__K(joint_angle_spring)(x, lane, &a, &b, NULL);
    }
    if (soft) V2D__K(joint_soft)(k, x, lane, &a, &b, bias ? before : NULL);
    v2d__w_scatter(world->dof, k->a + lane, &a);
    v2d__w_scatter(world->dof, k->b + lane, &b);
}

static V2D__INLINE void V2D__K(joint_springs)(v2d_world *world, void *blocks, void *extras,
                                              const uint8_t *flags, int32_t lanes, bool bias) {
    v2d__joint_block *k = (v2d__joint_block *)blocks;
    v2d__joint_extra *x = (v2d__joint_extra *)extras;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES;
        if ((flags[at] & V2D__BLOCK_SPRING) == 0) continue;
        bool soft = (flags[at] & V2D__BLOCK_SOFT) != 0;
        V2D__K(joint_spring_lanes)(world, &k[at], &x[at], soft, i % V2D__LANES, bias);
    }
}

static void V2D__K(joint_spring_bias)(v2d_world *world, void *blocks, void *extras,
                                      const uint8_t *flags, int32_t lanes, const v2d__call *call) {
    (void)call;
    V2D__K(joint_springs)(world, blocks, extras, flags, lanes, true);
}

static void V2D__K(joint_spring_relax)(v2d_world *world, void *blocks, void *extras,
                                       const uint8_t *flags, int32_t lanes, const v2d__call *call) {
    (void)call;
    V2D__K(joint_springs)(world, blocks, extras, flags, lanes, false);
}

// How far impulses act where the anchors meet now. Far off, what a bias pass does is a correction, which its
// relax pass takes back as it was.
static V2D__INLINE v2d__w V2D__K(joint_meets_now)(const v2d__joint_block *k, int32_t lane,
                                                  v2d__w keep) {
    return v2d__w_min(v2d__w_splat(1.0f), keep + keep) * v2d__w_load(k->meets + lane);
}

// Arms to the middle between anchors that are `e` apart: impulses that act there have no torque together,
// so that what bodies spin about each other is kept.
static V2D__INLINE void V2D__K(joint_arms_meet)(v2d__joint_block *k, int32_t lane,
                                                const v2d__w *arm, const v2d__w *e, v2d__w meets,
                                                v2d__w *meet) {
    v2d__w half = v2d__w_splat(0.5f) * meets;
    v2d__w x = V2D__K(sane)(half * e[0]), y = V2D__K(sane)(half * e[1]);
    v2d__w_store(k->mx + lane, x), v2d__w_store(k->my + lane, y);
    meet[0] = arm[0] + x, meet[1] = arm[1] + y;
    meet[2] = arm[2] - x, meet[3] = arm[3] - y;
}

// The same for the relax pass, at the end of the sub-step: the bodies have moved since the bias pass.
static V2D__INLINE void V2D__K(joint_arms_ahead)(const v2d__joint_block *k, int32_t lane,
                                                 const v2d__wdof *a, const v2d__wdof *b,
                                                 v2d__w *arm, v2d__w keep) {
    v2d__w half = v2d__w_splat(0.5f), meets = half * V2D__K(joint_meets_now)(k, lane, keep);
    v2d__w wa = a->inv_k * a->du, wb = b->inv_k * b->du;
    v2d__w ca = v2d__w_min(half * wa * wa, v2d__w_splat(0.125f));
    v2d__w cb = v2d__w_min(half * wb * wb, v2d__w_splat(0.125f));
    v2d__w x = v2d__w_splat(0.0f) - (arm[1] * wa + arm[0] * ca) - (arm[3] * wb + arm[2] * cb);
    v2d__w y = (arm[0] * wa - arm[1] * ca) + (arm[2] * wb - arm[3] * cb); // of both arms
    v2d__w dx = b->dx - a->dx, dy = b->dy - a->dy;
    v2d__w mx = v2d__w_load(k->mx + lane), my = v2d__w_load(k->my + lane);
    arm[0] = arm[0] + (mx + V2D__K(sane)(meets * (x + dx)));
    arm[1] = arm[1] + (my + V2D__K(sane)(meets * (y + dy)));
    arm[2] = arm[2] - (mx - V2D__K(sane)(meets * (x - dx)));
    arm[3] = arm[3] - (my - V2D__K(sane)(meets * (y - dy)));
}

// In a block with soft joints all arms have been turned already.
static V2D__INLINE void V2D__K(joint_bias_lanes)(v2d__dof *dof, v2d__joint_block *k,
                                                 v2d__joint_extra *x, bool extra, bool soft,
                                                 bool fast, int32_t lane,
                                                 const v2d__softness *stiff) {
    v2d__wdof a, b;
    v2d__w arm[4], inverse[3], e[2], v[2], one = v2d__w_splat(1.0f), tiny = v2d__w_splat(1e-18f);
    v2d__w_gather(&a, dof, k->a + lane);
    v2d__w_gather(&b, dof, k->b + lane);
    if (extra) V2D__K(joint_angle)(x, lane, &a, &b, stiff);
    if (!soft) V2D__K(joint_arms)(k, lane, &a, &b, arm, fast);
    if (soft) V2D__K(joint_arms_load)(k, lane, arm);
    V2D__K(joint_mass)(k, lane, &a, &b, arm, inverse);
    V2D__K(joint_error)(k, lane, &a, &b, arm, e);
    v2d__w r = v2d__w_splat(stiff->rate), m = v2d__w_splat(stiff->mass_scale);
    v2d__w z = v2d__w_splat(stiff->impulse_scale), most = v2d__w_splat(stiff->most);
    if (extra) m = m * v2d__w_load(x->stiff + lane), z = z * v2d__w_load(x->stiff + lane);
    v2d__w apart = e[0] * e[0] + e[1] * e[1], keep = V2D__K(joint_keep)(arm, apart);
    v2d__w_store(k->keep + lane, keep);
    v2d__w push = r * v2d__w_sqrt(apart); // no correction is faster than `most`
    r = r * v2d__w_if_gt(push, most, most / v2d__w_max(push, tiny), one);
    v2d__w meet[4] = {arm[0], arm[1], arm[2], arm[3]};
    if (fast) {
        V2D__K(joint_arms_meet)(k, lane, arm, e, V2D__K(joint_meets_now)(k, lane, keep), meet);
        V2D__K(joint_carry)(k, lane, &a, &b, meet);
    }
    V2D__K(joint_relative)(&a, &b, arm, keep, v);
    v[0] = v[0] + r * e[0], v[1] = v[1] + r * e[1];
    v2d__w zero = v2d__w_splat(0.0f);
    v2d__w px = zero - m * (inverse[0] * v[0] + inverse[1] * v[1]) - z * v2d__w_load(k->lx + lane);
    v2d__w py = zero - m * (inverse[1] * v[0] + inverse[2] * v[1]) - z * v2d__w_load(k->ly + lane);
    V2D__K(joint_push)(k, lane, &a, &b, meet, px, py, fast);
    v2d__w_scatter(dof, k->a + lane, &a);
    v2d__w_scatter(dof, k->b + lane, &b);
}

static V2D__INLINE void V2D__K(joint_relax_lanes)(v2d__dof *dof, v2d__joint_block *k,
                                                  v2d__joint_extra *x, bool extra, bool fast,
                                                  int32_t lane, const v2d__softness *stiff) {
    v2d__wdof a, b;
    v2d__w arm[4], v[2], zero = v2d__w_splat(0.0f);
    v2d__w_gather(&a, dof, k->a + lane);
    v2d__w_gather(&b, dof, k->b + lane);
    if (extra) V2D__K(joint_angle)(x, lane, &a, &b, stiff);
    if (!extra) a.inv_k = v2d__w_load(k->inv_ka + lane), b.inv_k = v2d__w_load(k->inv_kb + lane);
    V2D__K(joint_arms_load)(k, lane, arm);
    v2d__w keep = v2d__w_load(k->keep + lane);
    V2D__K(joint_relative)(&a, &b, arm, keep, v);
    v2d__w k11 = v2d__w_load(k->k11 + lane), k12 = v2d__w_load(k->k12 + lane);
    v2d__w k22 = v2d__w_load(k->k22 + lane);
    v2d__w px = zero - (k11 * v[0] + k12 * v[1]), py = zero - (k12 * v[0] + k22 * v[1]);
    if (extra) px = px * v2d__w_load(x->stiff + lane), py = py * v2d__w_load(x->stiff + lane);
    if (fast) V2D__K(joint_arms_ahead)(k, lane, &a, &b, arm, keep);
    V2D__K(joint_push)(k, lane, &a, &b, arm, px, py, fast);
    v2d__w lx = v2d__w_load(k->lx + lane), ly = v2d__w_load(k->ly + lane);
    v2d__w_store(k->sum_x + lane, v2d__w_load(k->sum_x + lane) + lx);
    v2d__w_store(k->sum_y + lane, v2d__w_load(k->sum_y + lane) + ly);
    v2d__w_store(k->peak + lane, v2d__w_max(v2d__w_load(k->peak + lane), lx * lx + ly * ly));
    if (extra)
        v2d__w_store(x->motor_sum + lane,
                     v2d__w_load(x->motor_sum + lane) + v2d__w_load(x->motor_lambda + lane));
    v2d__w_scatter(dof, k->a + lane, &a);
    v2d__w_scatter(dof, k->b + lane, &b);
}

static void V2D__K(joint_begin)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                                int32_t lanes, const v2d__call *call) {
    v2d__joint_block *k = (v2d__joint_block *)blocks;
    v2d__joint_extra *x = (v2d__joint_extra *)extras;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES;
        bool extra = (flags[at] & V2D__BLOCK_EXTRA) != 0;
        V2D__K(joint_begin_lanes)
        (world, &k[at], &x[at], extra, i % V2D__LANES, v2d__w_splat(call->warm));
    }
}

// Whether bodies turn fast in some lane of a block, whatever the width, for all its lanes. Where there
// are soft joints it is taken so: their springs carry the stored impulse.
static V2D__INLINE void V2D__K(joint_block_mark)(v2d__joint_block *k, uint8_t flags) {
    v2d__w most = v2d__w_load(k->meets), zero = v2d__w_splat(0.0f);
    for (int32_t lane = V2D__WIDTH; lane < V2D__LANES; lane += V2D__WIDTH)
        most = v2d__w_max(most, v2d__w_load(k->meets + lane));
    int32_t fast = (flags & V2D__BLOCK_SOFT) != 0 || v2d__w_any_gt(most, zero) ? 1 : 0;
    for (int32_t lane = 0; lane < V2D__LANES; lane += V2D__WIDTH)
        k->fast[lane] = fast; // what a kernel looks at
}

static void V2D__K(joint_warm)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                               int32_t lanes, const v2d__call *call) {
    v2d__joint_block *k = (v2d__joint_block *)blocks;
    const v2d__joint_extra *x = (const v2d__joint_extra *)extras;
    (void)call;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES, lane = i % V2D__LANES;
        bool extra = (flags[at] & V2D__BLOCK_EXTRA) != 0;
        V2D__K(joint_warm_lanes)(world, &k[at], &x[at], extra, lane);
        if (lane + V2D__WIDTH == V2D__LANES || i + V2D__WIDTH >= lanes)
            V2D__K(joint_block_mark)(&k[at], flags[at]);
    }
}

// Joints of blocks with extras, or where bodies turn fast.
V2D__OUTLINE static void V2D__K(joint_bias_rare)(v2d__dof *dof, v2d__joint_block *k,
                                                 v2d__joint_extra *x, uint8_t flags, int32_t lane,
                                                 const v2d__softness *stiff) {
    bool fast = k->fast[lane] != 0, soft = (flags & V2D__BLOCK_SOFT) != 0;
    if ((flags & V2D__BLOCK_EXTRA) != 0)
        V2D__K(joint_bias_lanes)(dof, k, x, true, soft, fast, lane, stiff);
    else
        V2D__K(joint_bias_lanes)(dof, k, x, false, false, true, lane, stiff);
}

static void V2D__K(joint_bias)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                               int32_t lanes, const v2d__call *call) {
    v2d__joint_block *k = (v2d__joint_block *)blocks;
    v2d__joint_extra *x = (v2d__joint_extra *)extras;
    const v2d__softness *stiff = &call->stiff;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES, lane = i % V2D__LANES;
        if (k[at].fast[lane] != 0 || (flags[at] & V2D__BLOCK_EXTRA) != 0)
            V2D__K(joint_bias_rare)(world->dof, &k[at], &x[at], flags[at], lane, stiff);
        else
            V2D__K(joint_bias_lanes)(world->dof, &k[at], &x[at], false, false, false, lane, stiff);
    }
}

V2D__OUTLINE static void V2D__K(joint_relax_rare)(v2d__dof *dof, v2d__joint_block *k,
                                                  v2d__joint_extra *x, uint8_t flags, int32_t lane,
                                                  const v2d__softness *stiff) {
    if ((flags & V2D__BLOCK_EXTRA) != 0)
        V2D__K(joint_relax_lanes)(dof, k, x, true, k->fast[lane] != 0, lane, stiff);
    else
        V2D__K(joint_relax_lanes)(dof, k, x, false, true, lane, stiff);
}

static void V2D__K(joint_relax)(v2d_world *world, void *blocks, void *extras, const uint8_t *flags,
                                int32_t lanes, const v2d__call *call) {
    v2d__joint_block *k = (v2d__joint_block *)blocks;
    v2d__joint_extra *x = (v2d__joint_extra *)extras;
    const v2d__softness *stiff = &call->stiff;
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        int32_t at = i / V2D__LANES, lane = i % V2D__LANES;
        if (k[at].fast[lane] != 0 || (flags[at] & V2D__BLOCK_EXTRA) != 0)
            V2D__K(joint_relax_rare)(world->dof, &k[at], &x[at], flags[at], lane, stiff);
        else
            V2D__K(joint_relax_lanes)(world->dof, &k[at], &x[at], false, false, lane, stiff);
    }
}

// ---- boxes -------------------------------------------------------------------------------------

// v2d__geometry_aabb of a figure that is padded and no half-plane, to the bit.
static V2D__INLINE v2d__w4 V2D__K(figure_box)(const v2d_geometry *g, const v2d__pose *pose) {
#if V2D__WIDTH == 1
    v2d_transform xf;
    xf.p = v2d__vec2(pose->x, pose->y), xf.q = v2d__rot(pose->c, pose->s);
    return v2d__box_make(v2d__geometry_aabb(g, xf));
#else
    v2d__w4 c = v2d__w4_splat(pose->c), s = {-pose->s, pose->s, -pose->s, pose->s};
    v2d__w4 lower = v2d__w4_splat(1e30f), upper = lower; // of even and odd vertices; upper negated
    for (int32_t i = 0; i < g->count; i += 2) {
        v2d__w4 v = *(const v2d__w_row *)&g->vertices[i];
        v2d__w4 swapped = {v[1], v[0], v[3], v[2]};
        v = c * v + s * swapped;
        lower = v2d__w4_min(v, lower), upper = v2d__w4_min(-v, upper);
    }
    v2d__w4 even = {lower[0], lower[1], upper[0], upper[1]};
    v2d__w4 odd = {lower[2], lower[3], upper[2], upper[3]};
    v2d__w4 at = {pose->x, pose->y, -pose->x, -pose->y};
    return v2d__w4_grown(v2d__w4_min(even, odd) + at, g->radius);
#endif
}

// Set the box of a proxy, and enlarge it anew when it left its enlarged box; true when it did.
// `margin` is half of what contacts look ahead [m].
static V2D__INLINE bool V2D__K(proxy_fit)(v2d_world *world, int32_t i, v2d__w4 box, float margin,
                                          float motion) {
    bool fresh = (world->proxy_flags[i] & V2D__PROXY_FRESH) != 0u;
    v2d__w4 need = v2d__w4_grown(box, margin);
    v2d__w4_store(&world->ahead[i], need);
    bool fits = v2d__w4_below(v2d__w4_load(&world->fat[i]), need) && motion <= world->reach[i];
    if (fits && !fresh) return false;
    v2d__box tight;
    v2d__w4_store(&tight, box);
    float size = -v2d__minf(tight.v[0] + tight.v[2], tight.v[1] + tight.v[3]);
    float spare = v2d__clampf(0.1f * size, 2.0f * margin, 8.0f * margin);
    // What would leave it in the next step anyhow gets none: that means fewer pairs. (But relaxed
    // bodies are pushed farther within a step than they were going to move.)
    if (motion > spare && i < V2D__SOFT_PROXY) spare = 0.0f;
    world->fat_before[i] = fresh ? v2d__box_empty() : world->fat[i];
    v2d__w4_store(&world->fat[i], v2d__w4_grown(need, spare));
    world->reach[i] = motion > margin ? 1.25f * motion : margin;
    world->proxy_flags[i] |= V2D__PROXY_ESCAPED;
    return true;
}

static bool V2D__K(box_fit)(v2d_world *world, int32_t i, v2d_aabb box, float margin, float motion) {
    v2d__box b = v2d__box_make(box);
    return V2D__K(proxy_fit)(world, i, v2d__w4_load(&b), margin, motion);
}

// Refresh the boxes of shapes and list those that escaped; returns how many.
static int32_t V2D__K(shapes_fit)(v2d_world *world, int32_t first, int32_t end, int32_t *escaped) {
    int32_t count = 0;
    for (int32_t i = first; i < end; ++i) {
        uint32_t flags = world->proxy_flags[i];
        if (!v2d__proxy_refits(flags)) continue;
        const v2d__shape *shape = &world->shapes[i];
        const v2d__look *look = &world->look[shape->body];
        const v2d__pose *pose = &world->pose[shape->body];
        if ((flags & V2D__PROXY_PLANE) != 0u) {
            if (v2d__plane_fit(world, i, pose, look->motion)) escaped[count++] = i;
            continue;
        }
        v2d__w4 box = V2D__K(figure_box)(&shape->geometry, pose);
        if (V2D__K(proxy_fit)(world, i, box, look->margin, look->motion)) escaped[count++] = i;
    }
    return count;
}

// The same for loose points. Their proxies begin at `first`.
static int32_t V2D__K(points_fit)(v2d_world *world, int32_t first, int32_t end, float margin,
                                  int32_t *escaped) {
    int32_t count = 0;
    for (int32_t i = first; i < end; ++i) {
        if (!v2d__proxy_refits(world->proxy_flags[i])) continue;
        int32_t point = i - V2D__POINT_PROXY, node = V2D__POINT_NODE + point;
        v2d_aabb box;
        box.lower = box.upper = v2d__vec2(world->pose[node].x, world->pose[node].y);
        box = v2d__aabb_expand(box, world->points[point].radius);
        if (V2D__K(box_fit)(world, i, box, margin, world->look[node].motion)) escaped[count++] = i;
    }
    return count;
}

// ---- pairs of boxes ----------------------------------------------------------------------------

static V2D__INLINE void V2D__K(search_span)(v2d__search *search, const v2d__item *item,
                                            v2d__wframe frame, bool reach, v2d__span span) {
    const v2d__item *other = search->items + span.first, *end = search->items + span.end;
    for (; other < end; ++other)
        if (v2d__wframe_enters(frame, other, reach)) search->on_found(search, item, other);
}

// Items of a cell against those that come after: in the cell, to its right, and above.
static V2D__INLINE void V2D__K(search_half)(v2d__search *search, const v2d__layer *layer, int32_t x,
                                            int32_t y) {
    const int32_t *start = search->start + layer->first + y * layer->width + x;
    v2d__span spans[3], own = {start[0], start[1]};
    v2d__cells above = {x - 1, y + 1, 3}, right = {0, y, 1};
    int32_t count = v2d__layer_row(layer, search->start, above, spans);
    if (x + 1 < layer->width) {
        own.end = start[2];
    } else {
        count += v2d__layer_row(layer, search->start, right, spans + count);
    }
    while (own.first < start[1]) {
        const v2d__item *item = &search->items[own.first++];
        v2d__wframe frame = v2d__wframe_of(item, false);
        V2D__K(search_span)(search, item, frame, false, own);
        for (int32_t i = 0; i < count; ++i)
            V2D__K(search_span)(search, item, frame, false, spans[i]);
    }
}

// A layer within itself, without reach: all items.
static void V2D__K(search_own)(v2d__search *search, const v2d__layer *layer) {
    const int32_t *start = search->start + layer->first;
    for (int32_t y = 0; y < layer->height; ++y)
        for (int32_t x = 0; x < layer->width; ++x, ++start)
            if (start[0] != start[1]) V2D__K(search_half)(search, layer, x, y);
}

// Loose items of `count` cells of a layer from (x, y) on.
static void V2D__K(search_loose)(v2d__search *search, const v2d__item *item, const v2d__layer *in,
                                 v2d__cells row, bool reach) {
    const int32_t *loose1 = search->loose1 + in->first + (row.y & (in->height - 1)) * in->width;
    v2d__wframe frame = v2d__wframe_of(item, reach);
    for (int32_t x = row.x; x < row.x + row.count; ++x) {
        for (int32_t k1 = loose1[x & (in->width - 1)]; k1 > 0; k1 = search->items[k1 - 1].next1) {
            v2d__span span = {k1 - 1, k1};
            V2D__K(search_span)(search, item, frame, reach, span);
        }
    }
}

// Around an item in a layer.
static V2D__INLINE void V2D__K(search_around)(v2d__search *search, const v2d__item *item,
                                              const v2d__layer *in, bool reach) {
    v2d__span spans[2];
    v2d__wframe frame = v2d__wframe_of(item, reach);
    float grow = in->half + (reach ? in->reach + item->reach : 0.0f), scale = in->inverse_cell;
    v2d__cells row;
    row.x = v2d__grid_coordinate((item->now.v[0] - grow) * scale);
    row.y = v2d__grid_coordinate((item->now.v[1] - grow) * scale);
    row.count = v2d__grid_coordinate((grow - item->now.v[2]) * scale) - row.x + 1;
    int32_t rows = v2d__grid_coordinate((grow - item->now.v[3]) * scale) - row.y + 1;
    if (row.count > in->width) row.count = in->width;
    if (rows > in->height) rows = in->height;
    for (int32_t end = row.y + rows; row.y < end; ++row.y) {
        int32_t count = v2d__layer_row(in, search->start, row, spans);
        for (int32_t i = 0; i < count; ++i)
            V2D__K(search_span)(search, item, frame, reach, spans[i]);
        if (search->loose1 != NULL) V2D__K(search_loose)(search, item, in, row, reach);
    }
}

static void V2D__K(search_item)(v2d__search *search, const v2d__item *item, const v2d__layer *in,
                                bool reach) {
    if (reach) {
        V2D__K(search_around)(search, item, in, true);
    } else {
        V2D__K(search_around)(search, item, in, false);
    }
}

// Items of one layer in another, or in the same.
static void V2D__K(search_other)(v2d__search *search, const v2d__layer *from, const v2d__layer *in,
                                 bool reach) {
    int32_t k = search->start[from->first];
    int32_t end = search->start[from->first + from->width * from->height];
    for (; k < end; ++k) {
        const v2d__item *item = &search->items[k];
        if (search->all || item->escaped) V2D__K(search_item)(search, item, in, reach);
    }
}

// Mark the pairs whose boxes do not meet; returns how many.
static int32_t V2D__K(pairs_test)(const v2d__box *boxes, v2d__pair *pairs, int32_t count) {
    int32_t apart = 0;
    for (int32_t i = 0; i < count; ++i) {
        v2d__w4 box = v2d__w4_load(&boxes[pairs[i].b]);
        v2d__w4 turned = v2d__w4_turned(v2d__w4_load(&boxes[pairs[i].a]));
        if (v2d__w4_below(box, turned)) continue;
        pairs[i].b |= V2D__PAIR_APART;
        apart += 1;
    }
    return apart;
}

// The greater gap between two turning boxes along the axes of the first. `x`, `y`: from the centre of
// the first to that of the second; c, s: the size of cosine and sine between their axes.
static V2D__INLINE v2d__w V2D__K(frame_gap)(const v2d__w *pose, const v2d__w *frame,
                                            const v2d__w *other, v2d__w x, v2d__w y, v2d__w c,
                                            v2d__w s) {
    v2d__w along = pose[2] * x + pose[3] * y, across = pose[2] * y - pose[3] * x;
    along = v2d__w_max(along, -along) - (frame[2] + (c * other[2] + s * other[3]));
    across = v2d__w_max(across, -across) - (frame[3] + (s * other[2] + c * other[3]));
    return v2d__w_max(along, across);
}

// The gap between shapes a[i] and b[i] at least: that between the circles around their bodies, with
// this sum of radii, or between the boxes that turn with these, whichever shows the greater one.
static V2D__INLINE v2d__w V2D__K(wpair_gap)(const v2d_world *world, const v2d__wpair *p,
                                            const int32_t *a, const int32_t *b, v2d__w radii) {
    v2d__w fa[4], fb[4], x = p->b[0] - p->a[0], y = p->b[1] - p->a[1];
    v2d__w gap = v2d__w_sqrt(x * x + y * y) - radii;
    v2d__w_load4(fa, &world->frames[0].x, V2D__ROW4, a);
    v2d__w_load4(fb, &world->frames[0].x, V2D__ROW4, b);
    x = x + (p->b[2] * fb[0] - p->b[3] * fb[1]) - (p->a[2] * fa[0] - p->a[3] * fa[1]);
    y = y + (p->b[3] * fb[0] + p->b[2] * fb[1]) - (p->a[3] * fa[0] + p->a[2] * fa[1]);
    v2d__w c = p->a[2] * p->b[2] + p->a[3] * p->b[3], s = p->a[2] * p->b[3] - p->a[3] * p->b[2];
    c = v2d__w_max(c, -c), s = v2d__w_max(s, -s);
    gap = v2d__w_max(gap, V2D__K(frame_gap)(p->a, fa, fb, x, y, c, s));
    return v2d__w_max(gap, V2D__K(frame_gap)(p->b, fb, fa, x, y, c, s));
}

// Of the listed pairs, keeps those whose shapes may be as near as contacts look ahead; returns how
// many. (Boxes along the axes of the world are wide when long shapes lie across.)
static int32_t V2D__K(pairs_near)(const v2d_world *world, int32_t *list, int32_t count) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    int32_t kept = 0;
    for (int32_t from = 0; from < count; from += V2D__WIDTH) {
        int32_t a[V2D__WIDTH], b[V2D__WIDTH], node_a[V2D__WIDTH], node_b[V2D__WIDTH];
        float radii[V2D__WIDTH], ahead[V2D__WIDTH], far[V2D__WIDTH];
        v2d__wpair p;
        for (int32_t i = 0; i < V2D__WIDTH; ++i) { // the last pair again in lanes too many
            const v2d__pair *pair = &pairs[list[from + i < count ? from + i : count - 1]];
            int32_t body_a = world->shapes[pair->a].body, body_b = world->shapes[pair->b].body;
            const v2d__look *la = &world->look[body_a], *lb = &world->look[body_b];
            a[i] = (int32_t)pair->a, b[i] = (int32_t)pair->b;
            node_a[i] = V2D__LANE_NODE * body_a, node_b[i] = V2D__LANE_NODE * body_b;
            uint32_t fa = world->proxy_flags[pair->a], fb = world->proxy_flags[pair->b];
            radii[i] = ((fa | fb) & V2D__PROXY_PLANE) != 0u ? 1e30f : la->extent + lb->extent;
            ahead[i] = la->margin + lb->margin;
            if (v2d__flags_reach(fa, fb)) ahead[i] += la->motion + lb->motion;
        }
        V2D__K(wpair_place)(&p, world, node_a, node_b);
        v2d__w gap = V2D__K(wpair_gap)(world, &p, a, b, v2d__w_load(radii));
        v2d__w_store(far, gap - v2d__w_load(ahead));
        for (int32_t i = 0; i < V2D__WIDTH && from + i < count; ++i) {
            list[kept] = list[from + i];
            kept += far[i] <= 0.0f;
        }
    }
    return kept;
}

// Lists those of the pairs `first` to `end` that are rigid shapes without a contact and so near that
// they may touch; returns how many.
static int32_t V2D__K(pairs_choose)(const v2d_world *world, int32_t first, int32_t end,
                                    int32_t *list) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    int32_t count = 0, chosen = 0;
    for (int32_t i = first; i < end; ++i) {
        list[count] = i;
        count += (int32_t)(pairs[i].contact1 == 0) & (int32_t)(pairs[i].b < V2D__POINT_PROXY);
    }
    for (int32_t i = 0; i < count; ++i) {
        uint32_t a = pairs[list[i]].a, b = pairs[list[i]].b;
        v2d__w4 box_a = v2d__w4_load(&world->ahead[a]), box_b = v2d__w4_load(&world->ahead[b]);
        if (v2d__flags_reach(world->proxy_flags[a], world->proxy_flags[b])) {
            box_a = v2d__w4_grown(box_a, world->look[world->shapes[a].body].motion);
            box_b = v2d__w4_grown(box_b, world->look[world->shapes[b].body].motion);
        }
        list[chosen] = list[i];
        chosen += v2d__w4_below(box_b, v2d__w4_turned(box_a));
    }
    return V2D__K(pairs_near)(world, list, chosen);
}

// ---- self-check --------------------------------------------------------------------------------

// Each kind of operation on the given nodes; v2d_selfcheck() knows what must come out.
static void V2D__K(probe)(v2d__dof *dof, const int32_t *node, int32_t lanes) {
    for (int32_t i = 0; i < lanes; i += V2D__WIDTH) {
        v2d__wdof a;
        v2d__w_gather(&a, dof, node + i);
        v2d__w root = v2d__w_sqrt(a.Dx) / a.Dy;
        a.du = a.dx * a.dy + a.du;
        a.dx = v2d__w_if_gt(root, a.Du, v2d__w_max(root, a.inv_k), v2d__w_min(a.Du, a.inv_k));
        a.dy = v2d__w_clamp(a.Dx - a.Dy, a.inv_k);
        v2d__w_scatter(dof, node + i, &a);
    }
}

// ---- the table ---------------------------------------------------------------------------------

static const v2d__kernels V2D__K(kernels) = {
    V2D__WIDTH,
    V2D__K(probe),
    V2D__K(nodes_begin),
    V2D__K(nodes_integrate),
    V2D__K(nodes_advance),
    V2D__K(nodes_finish),
    V2D__K(collide_pairs),
    V2D__K(contact_prepare),
    V2D__K(contact_bias),
    V2D__K(contact_relax),
    V2D__K(contact_closes),
    V2D__K(contact_load),
    V2D__K(contact_store),
    V2D__K(bodies_motion),
    V2D__K(row_bias),
    V2D__K(row_relax),
    V2D__K(edge_begin),
    V2D__K(edge_bias),
    V2D__K(edge_relax),
    V2D__K(bend_begin),
    V2D__K(bend_bias),
    V2D__K(bend_relax),
    V2D__K(joint_begin),
    V2D__K(joint_warm),
    V2D__K(joint_bias),
    V2D__K(joint_relax),
    V2D__K(joint_spring_bias),
    V2D__K(joint_spring_relax),
    V2D__K(shapes_fit),
    V2D__K(points_fit),
    V2D__K(box_fit),
    V2D__K(search_own),
    V2D__K(search_other),
    V2D__K(search_item),
    V2D__K(pairs_test),
    V2D__K(pairs_choose),
};

#if defined(V2D__TARGET_AVX2)
#undef V2D__TARGET_AVX2
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

// ---- part 3: once ------------------------------------------------------------------------------

#if !defined(V2D__NESTED)
#undef V2D__WIDTH

// ================================================================================================
// >>parallel  One step by several workers.
//
// Sees:    ranges of items; not what they are.
// Method:  a step makes one call of the caller's parallel-for, one task a worker. The task that comes
//          first leads: it runs the step. The others help: where work may be split, the leader opens
//          a stage of a few parts, everybody takes parts until none is left, and the leader goes on
//          when all are done. So it waits for parts that somebody works on and for nothing else:
//          tasks may begin late, run one after the other, or be missing.
// Bits:    parts of one stage change different things, so neither the number of parts nor who does
//          which matters. One exception is harmless: kernels write back all nodes of their lanes,
//          and those that cannot be pushed, the dummy above all, may be in several parts. All of
//          these write the bits that were there: x - 0 * impulse is x, for x = -0 never occurs.
// ================================================================================================

#if defined(__GNUC__) || defined(__clang__)
#if defined(__GCC_ATOMIC_INT_LOCK_FREE) && __GCC_ATOMIC_INT_LOCK_FREE == 2
#define V2D__HAS_ATOMICS
#endif
#elif defined(_MSC_VER)
#include <intrin.h>
#define V2D__HAS_ATOMICS
#endif

// What is read sees all that was written before the release of what it read.
static uint32_t v2d__atomic_read(uint32_t *x) {
#if defined(_MSC_VER) && !defined(__clang__)
    return (uint32_t)_InterlockedOr((volatile long *)x, 0);
#elif defined(V2D__HAS_ATOMICS)
    return __atomic_load_n(x, __ATOMIC_ACQUIRE);
#else
    return *x;
#endif
}

static void v2d__atomic_release(uint32_t *x, uint32_t value) {
#if defined(_MSC_VER) && !defined(__clang__)
    _InterlockedExchange((volatile long *)x, (long)value);
#elif defined(V2D__HAS_ATOMICS)
    __atomic_store_n(x, value, __ATOMIC_RELEASE);
#else
    *x = value;
#endif
}

static void v2d__atomic_count(uint32_t *x) {
#if defined(_MSC_VER) && !defined(__clang__)
    _InterlockedIncrement((volatile long *)x);
#elif defined(V2D__HAS_ATOMICS)
    __atomic_fetch_add(x, 1u, __ATOMIC_RELEASE);
#else
    *x += 1u;
#endif
}

// Replace `old`; false, and nothing done, when it is not there any more.
static bool v2d__atomic_replace(uint32_t *x, uint32_t old, uint32_t value) {
#if defined(_MSC_VER) && !defined(__clang__)
    return _InterlockedCompareExchange((volatile long *)x, (long)value, (long)old) == (long)old;
#elif defined(V2D__HAS_ATOMICS)
    return __atomic_compare_exchange_n(x, &old, value, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
#else
    if (*x != old) return false;
    *x = value;
    return true;
#endif
}

// Tells the processor that a loop waits for another one.
static void v2d__pause(void) {
#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86)) && !defined(__clang__)
    _mm_pause();
#elif (defined(__GNUC__) || defined(__clang__)) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif (defined(__GNUC__) || defined(__clang__)) && defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

// Kernels that need nothing but what the compiler's flags promise.
static const v2d__kernels *v2d__kernels_base(void) { return &V2D__JOIN(kernels, V2D__BASE_WIDTH); }

// The widest kernels for this processor: asked for anew in every step and never stored in the world.
static const v2d__kernels *v2d__kernels_now(void) {
#if defined(V2D__CHOOSE_WIDTH)
    if (V2D_HAS_AVX2()) return &v2d__kernels_w8;
#endif
    return v2d__kernels_base();
}

// Does the items `first` to `last` (exclusive) of a stage.
typedef void (*v2d__task)(const void *argument, int32_t first, int32_t last);

enum {
    V2D__MAX_WORKERS = 16,
    V2D__PARTS_EACH = 4,   // of a stage, for each worker, so that a late one holds up nobody
    V2D__MAX_PARTS = 31,   // bits of v2d__team.open; at least V2D__ZONES
    V2D__LINES_APART = 128 // bytes: neighbouring lines of a cache may be fetched together
};

#define V2D__STEP_OVER 0x80000000u

// Fewest items of a part. (Tests make all parts small.)
#ifndef V2D__GRAIN
#define V2D__GRAIN(items) (items)
#endif

// Lives on the stack of the step's call. What several workers write lies apart.
typedef struct v2d__team {
    const v2d__kernels *kernels;
    int32_t workers; // 1: a stage is a plain call
    int32_t leader;  // its task
    uint32_t led;    // there is a leader
    uint8_t apart0[V2D__LINES_APART];
    uint32_t open; // parts that nobody has taken yet, a bit each; or V2D__STEP_OVER
    uint8_t apart1[V2D__LINES_APART];
    uint32_t done; // parts that helpers have done
    uint8_t apart2[V2D__LINES_APART];
    // The stage. The leader changes it while no part is open or being done.
    v2d__task function;
    const void *argument;
    uint32_t parts; // also read by who comes late for the stage before
    int32_t stride, row_count, row_length;
    const int32_t *rows; // part i is, of each row, the items from rows[i * stride] on
    int32_t even[V2D__MAX_PARTS + 1];
    int32_t zone_start[V2D__ZONES + 1]; // of the active nodes, in items of whole lanes
    bool zoned;
} v2d__team;

static void v2d__team_begin(v2d__team *team, int32_t workers) {
    memset(team, 0, sizeof(*team));
    team->kernels = v2d__kernels_now();
#if defined(V2D__HAS_ATOMICS)
    team->workers = workers < V2D__MAX_WORKERS ? workers : V2D__MAX_WORKERS;
#else
    (void)workers;
#endif
    if (team->workers < 1) team->workers = 1;
}

// A part that is open: the first one from the worker's share on, so that it gets about the same items
// in each stage and has them in its cache.
static int32_t v2d__team_choose(v2d__team *team, uint32_t open, int32_t worker) {
    int32_t parts = (int32_t)v2d__atomic_read(&team->parts);
    int32_t part = worker * parts / team->workers % V2D__MAX_PARTS;
    while ((open >> part & 1u) == 0u)
        part = (part + 1) % V2D__MAX_PARTS;
    return part;
}

// Take one part and do it; false when none is open.
static bool v2d__team_work(v2d__team *team, int32_t worker) {
    for (;;) {
        uint32_t open = v2d__atomic_read(&team->open);
        if (open == 0u || open == V2D__STEP_OVER) return false;
        int32_t part = v2d__team_choose(team, open, worker);
        if (!v2d__atomic_replace(&team->open, open, open & ~((uint32_t)1 << part))) continue;
        for (int32_t i = 0; i < team->row_count; ++i) { // the stage stays until this part is done
            const int32_t *at = team->rows + i * team->row_length + part * team->stride;
            if (at[0] < at[team->stride]) team->function(team->argument, at[0], at[team->stride]);
        }
        return true;
    }
}

// Do a stage; its rows are set.
static void v2d__team_run(v2d__team *team, v2d__task function, const void *argument) {
    team->function = function, team->argument = argument;
    team->done = 0u;
    v2d__atomic_release(&team->open, ((uint32_t)1 << team->parts) - 1u);
    uint32_t left = team->parts;
    while (v2d__team_work(team, team->leader))
        left -= 1u;
    while (v2d__atomic_read(&team->done) != left)
        v2d__pause();
}

// Do the items `first` to `last`, no fewer than `grain` in a part.
static void v2d__parallel(v2d__team *team, v2d__task function, const void *argument, int32_t first,
                          int32_t last, int32_t grain) {
    int32_t parts = (last - first) / V2D__GRAIN(grain), most = V2D__PARTS_EACH * team->workers;
    (void)grain;
    if (team->workers == 1 || parts < 2) {
        v2d__atomic_release(&team->parts, 1u);
        team->even[0] = first, team->even[1] = last;
        if (first < last) function(argument, first, last);
        return;
    }
    if (most > V2D__MAX_PARTS) most = V2D__MAX_PARTS;
    if (parts > most) parts = most;
    v2d__atomic_release(&team->parts, (uint32_t)parts);
    for (int32_t i = 0; i <= parts; ++i)
        team->even[i] = first + (int32_t)((int64_t)(last - first) * i / parts);
    team->rows = team->even, team->row_count = 1, team->row_length = 0, team->stride = 1;
    v2d__team_run(team, function, argument);
}

// After a stage whose parts list some of their items: `list` has room for all items, and each part put
// its own from the place of its first one on, with -1 behind them unless they fill it. Returns how
// many there are when they are moved together; the first item of all has the first place.
static int32_t v2d__team_gather(const v2d__team *team, int32_t *list) {
    int32_t count = 0, base = team->even[0];
    for (uint32_t part = 0; part < team->parts; ++part) {
        int32_t end = team->even[part + 1] - base;
        for (int32_t i = team->even[part] - base; i < end && list[i] >= 0; ++i)
            list[count++] = list[i];
    }
    return count;
}

// Do rows of items that are sorted by zone.
static void v2d__parallel_zones(v2d__team *team, v2d__task function, const void *argument,
                                const int32_t *starts, int32_t row_count) {
    team->stride = V2D__ZONES / (V2D__PARTS_EACH * team->workers);
    if (team->stride < 1) team->stride = 1;
    v2d__atomic_release(&team->parts, (uint32_t)(V2D__ZONES / team->stride));
    team->rows = starts, team->row_count = row_count, team->row_length = V2D__ZONES + 1;
    v2d__team_run(team, function, argument);
}

// What a helper does until the step is over.
static void v2d__team_help(v2d__team *team, int32_t worker) {
    while (v2d__atomic_read(&team->open) != V2D__STEP_OVER) {
        if (v2d__team_work(team, worker)) {
            v2d__atomic_count(&team->done);
        } else {
            v2d__pause();
        }
    }
}

// Blocks of one colour share no node that moves, so they may be split; colours come one after the
// other. Small ones are done together with their neighbours. `runs` is NULL when none are known.
static void v2d__parallel_colors(v2d__team *team, v2d__task function, const void *argument,
                                 const v2d__batch *batch, const v2d__runs *runs, int32_t grain) {
    int32_t from = batch->first[0];
    for (int32_t color = 0; color < V2D__MAX_COLORS && team->workers > 1; ++color) {
        int32_t first = batch->first[color], last = batch->first[color + 1];
        if (last - first < 2 * V2D__GRAIN(grain)) continue;
        if (from < first) function(argument, from, first);
        if (runs != NULL && team->zoned) {
            const int32_t *run = &runs->first[color];
            v2d__parallel_zones(team, function, argument, runs->start[run[0]], run[1] - run[0]);
        } else {
            v2d__parallel(team, function, argument, first, last, grain);
        }
        from = last;
    }
    if (from < batch->block_count) function(argument, from, batch->block_count);
}

// ================================================================================================
// >>solver  Soft rows, colours, and the passes over contacts, point rows, edges and joints.
//
// Sees:    nodes and blocks; never ids, never shapes.
// Method:  soft step (Catto, "Solver2D", 2024; "Soft Constraints", GDC 2011), in displacements:
//          with d = h * v every impulse is mass * displacement and h leaves the inner loops.
// Symbols: s separation or error; lambda accumulated impulse [kg m]; j normal and t tangent lever
//          arms divided by k; mass_n, mass_t effective masses.
// ================================================================================================

// Source: Catto 2011: a spring of frequency [Hz] and damping ratio, integrated implicitly over h.
V2D__OUTLINE static v2d__softness v2d__soften(float frequency, float damping_ratio, float h) {
    v2d__softness soft;
    float omega = 6.28318531f * frequency;
    float a1 = 2.0f * damping_ratio + h * omega;
    float a2 = h * omega * a1;
    float a3 = 1.0f / (1.0f + a2);
    soft.rate = a1 > 0.0f ? h * omega / a1 : 0.0f;
    soft.mass_scale = a2 * a3;
    soft.impulse_scale = a3;
    soft.most = 1e30f;
    return soft;
}

// As stiff as the step allows: above a quarter of the sub-step frequency energy would grow. 60 Hz
// for four sub-steps of a sixtieth.
static v2d__softness v2d__soften_stiff(float h) { return v2d__soften(0.25f / h, 2.0f, h); }

static v2d__softness v2d__soften_spring(float frequency, float damping_ratio, float h) {
    return v2d__soften(v2d__minf(frequency, 0.25f / h), damping_ratio, h);
}

// ---- springs -----------------------------------------------------------------------------------
// A spring is not a soft row: what softens such a row damps it by frequency times h. It solves
//     lambda = -m (stiffness x + damping v_before) - implicit (m v - lambda)
// with x and v_before of the sub-step's start. v less lambda / m is v_before and what everything
// else adds, a per sub-step. Alone it moves by v <- (1 - damping - implicit) v + (1 - implicit) a -
// stiffness x, x <- x + v, with the determinant 1 - damping - implicit and the trace
// 2 - damping - implicit - stiffness. With q = w h those of x'' + 2 zeta w x' + w^2 x = a are
// exp(-2 zeta q) and 2 exp(-zeta q) cos(q sqrt(1 - zeta^2)), and at rest x is a / q^2: so there are
// three equations for three coefficients, and frequency, damping and sag are exact for any h. (But
// for zeta < q / 12 damping would be negative: then it is 0, and x at rest is too far by up to q^2 / 12.)
// The relax pass solves the same equation again, with what others did since: it changes nothing
// when they did nothing.

// 1 - exp(-x) for x >= 0, to the last digits for small x too: its series where x is small, and
// 1 - exp(-2 y) = (1 - exp(-y)) (1 + exp(-y)).
static float v2d__one_minus_exp(float x) {
    int32_t halvings = 0;
    x = v2d__minf(x, 64.0f);
    for (; x > 0.125f; x *= 0.5f)
        halvings += 1;
    float r = x * (1.0f - x * (1.0f / 2.0f) *
                              (1.0f - x * (1.0f / 3.0f) *
                                          (1.0f - x * (1.0f / 4.0f) * (1.0f - x * (1.0f / 5.0f)))));
    for (; halvings > 0; --halvings)
        r *= 2.0f - r;
    return r;
}

// The spring that is exact when nothing else acts on its nodes.
V2D__OUTLINE static v2d__spring v2d__spring_exact(float q, float damping_ratio) {
    v2d__spring spring;
    float z = damping_ratio, loss = v2d__one_minus_exp(2.0f * z * q);
    if (z < 1.0f) {
        float first = v2d__one_minus_exp(z * q);
        float s = v2d__sincos(0.5f * q * sqrtf((1.0f - z) * (1.0f + z))).s;
        spring.stiffness = first * first + 4.0f * (1.0f - first) * s * s;
    } else { // two roots, without a difference of large numbers
        float fast = z + sqrtf((z - 1.0f) * (z + 1.0f));
        spring.stiffness = v2d__one_minus_exp(q * fast) * v2d__one_minus_exp(q / fast);
    }
    float sag = q > 1e-12f ? 1.0f - spring.stiffness / (q * q) : 0.0f;
    spring.implicit = v2d__clampf(sag, 0.0f, loss); // beyond `loss` it would take negative damping
    spring.damping = loss - spring.implicit;
    return spring;
}

#define V2D__SPRINGS_STIFFNESS 1.0f // sum up to which the springs of a node are exact

// A spring of `frequency` [Hz], as far as the step and its neighbours allow. `sum` is that of the node
// that has most. Nearly explicit springs, as the exact ones are, are stable while their stiffness adds
// up to less than 4: a spring's energy is at most its stiffness times that of its ends. From a quarter
// of that on they become implicit ones, of the same stiffness at rest. These, and stiff rows, are solved
// one after the other, twice in a sub-step: where many share a node they do not agree in time, so each
// is scaled down. By how much was found by the growth of random networks, stars among them.
static v2d__spring v2d__spring_make(float frequency, float damping_ratio, float h,
                                    v2d__spring_sum sum) {
    float q = 6.28318531f * v2d__minf(frequency * h, 0.25f);
    v2d__spring spring = v2d__spring_exact(q, damping_ratio);
    float crowd = v2d__clampf(sum.stiffness - V2D__SPRINGS_STIFFNESS, 0.0f, 1.0f);
    if (crowd > 0.0f) {
        float soft = q * (2.0f * damping_ratio + q), implicit = soft / (1.0f + soft);
        spring.implicit += crowd * (implicit - spring.implicit);
        spring.damping -= crowd * spring.damping;
        spring.stiffness += crowd * (q * q / (1.0f + soft) - spring.stiffness);
    }
    float most = 1.0f / (0.5f + 0.25f * sum.implicit);
    if (spring.implicit > most) {
        float scale = most / spring.implicit;
        spring.stiffness *= scale, spring.damping *= scale, spring.implicit = most;
    }
    return spring;
}

// The relax pass of a stiff row: no bias, no softness.
static v2d__softness v2d__soften_none(void) {
    v2d__softness soft = {0.0f, 1.0f, 0.0f, 1e30f};
    return soft;
}

// Movable and asleep. (What is immovable may rest apart from what it touches.)
static bool v2d__node_sleeps(const v2d_world *world, int32_t node) {
    return world->sleep_next1[node] != 0 && world->dof[node].inv_mass > 0.0f;
}

// What the kernels of one pass need. Each kernel exists for the bias pass and for the relax pass.
typedef struct v2d__pass {
    v2d_world *world;
    v2d__team *team;
    const v2d__kernels *kernels;
    v2d__call call;
    bool bias; // the bias pass; else the relax pass
} v2d__pass;

// Friction or restitution of two materials: rule is a v2d_mix.
V2D__OUTLINE static float v2d__mix(int32_t rule, float a, float b) {
    switch (rule) {
    case V2D_MIX_MAXIMUM: return a > b ? a : b;
    case V2D_MIX_MINIMUM: return a < b ? a : b;
    case V2D_MIX_AVERAGE: return 0.5f * (a + b);
    case V2D_MIX_PRODUCT: return a * b;
    default: return sqrtf(a * b);
    }
}

// ---- colours -----------------------------------------------------------------------------------

// Lowest colour that none of the masks holds, or V2D__MAX_COLORS.
static int32_t v2d__color_lowest(uint64_t used) {
    if (used == ~(uint64_t)0) return V2D__MAX_COLORS;
#if defined(__GNUC__) || defined(__clang__)
    return (int32_t)__builtin_ctzll(~used);
#else
    int32_t color = 0;
    while (used >> color & 1u)
        color += 1;
    return color;
#endif
}

// Colour of the next item in canonical order: lowest one not used by its nodes. Nodes that cannot
// move need none. V2D__MAX_COLORS means overflow.
V2D__OUTLINE static int32_t v2d__color_take(uint64_t *mask, const v2d__dof *dof,
                                            const int32_t *node, int32_t count) {
    uint64_t used = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (dof[node[i]].inv_mass > 0.0f) used |= mask[node[i]];
    }
    int32_t color = v2d__color_lowest(used);
    if (color == V2D__MAX_COLORS) return color;
    for (int32_t i = 0; i < count; ++i) {
        if (dof[node[i]].inv_mass > 0.0f) mask[node[i]] |= (uint64_t)1 << color;
    }
    return color;
}

// First lane of each colour: colours begin at a block, overflow lies behind the last.
V2D__OUTLINE static v2d__batch v2d__batch_layout(const int32_t *color_count, int32_t *lane) {
    v2d__batch batch;
    int32_t next = 0;
    batch.color_count = 0;
    for (int32_t color = 0; color < V2D__MAX_COLORS; ++color) {
        lane[color] = next;
        batch.first[color] = next / V2D__LANES;
        next += (color_count[color] + V2D__LANES - 1) / V2D__LANES * V2D__LANES;
        if (color_count[color] > 0) batch.color_count += 1;
    }
    lane[V2D__MAX_COLORS] = next;
    batch.first[V2D__MAX_COLORS] = batch.block_count = next / V2D__LANES;
    batch.overflow_start = next;
    batch.overflow_count = color_count[V2D__MAX_COLORS];
    return batch;
}

// Blocks that are worth a part of a stage: about half a microsecond of work.
enum { V2D__GRAIN_BLOCKS = 16, V2D__GRAIN_PREPARE = 8 };

enum {                      // what world->colors holds besides the colour of a constraint
    V2D__COLOR_EXTRA = 128, // it needs its extra
    V2D__COLOR_NONE = 255   // it has no lane
};

// Its entry in world->colors.
static uint8_t v2d__color_of(v2d_world *world, const int32_t *node, int32_t count, bool extra) {
    int32_t color = v2d__color_take(world->color_mask, world->dof, node, count);
    return (uint8_t)(extra ? color + V2D__COLOR_EXTRA : color);
}

// ---- passes over blocks ------------------------------------------------------------------------

// Blocks are arrays of V2D__LANES four-byte numbers, so a lane can be copied without knowing more.
V2D__OUTLINE static void v2d__lane_copy(void *to, int32_t to_lane, const void *from,
                                        int32_t from_lane, size_t block_size) {
    unsigned char *t = (unsigned char *)to + 4 * to_lane;
    const unsigned char *f = (const unsigned char *)from + 4 * from_lane;
    for (size_t row = 0; row < block_size; row += 4 * V2D__LANES)
        memcpy(t + row, f + row, 4);
}

// One lane of contacts, alone in a block of padding.
typedef struct v2d__contact_lone {
    v2d__contact_block block;
    v2d__contact_extra extra;
} v2d__contact_lone;

static void v2d__contact_take(const v2d_world *world, int32_t at, v2d__contact_lone *lone) {
    memset(lone, 0, sizeof(*lone));
    for (int32_t lane = 0; lane < V2D__LANES; ++lane)
        lone->block.a[lane] = lone->block.b[lane] = V2D__LANE_NODE * V2D__DUMMY_NODE;
    v2d__lane_copy(&lone->block, 0, &world->contact_blocks[at / V2D__LANES], at % V2D__LANES,
                   sizeof(lone->block));
    v2d__lane_copy(&lone->extra, 0, &world->contact_extras[at / V2D__LANES], at % V2D__LANES,
                   sizeof(lone->extra));
}

static void v2d__contact_return(v2d_world *world, int32_t at, const v2d__contact_lone *lone) {
    v2d__lane_copy(&world->contact_blocks[at / V2D__LANES], at % V2D__LANES, &lone->block, 0,
                   sizeof(lone->block));
    v2d__lane_copy(&world->contact_extras[at / V2D__LANES], at % V2D__LANES, &lone->extra, 0,
                   sizeof(lone->extra));
}

static void v2d__contact_pass(v2d__dof *dof, v2d__contact_block *k, v2d__contact_extra *x,
                              uint8_t *flags, int32_t lanes, const v2d__pass *pass) {
    if (pass->bias) {
        pass->kernels->contact_bias(dof, k, flags, lanes, &pass->call.contact);
    } else {
        pass->kernels->contact_relax(dof, k, x, flags, lanes, pass->call.last);
    }
}

static void v2d__contacts_part(const void *argument, int32_t first, int32_t last) {
    const v2d__pass *pass = (const v2d__pass *)argument;
    v2d_world *world = pass->world;
    v2d__contact_pass(world->dof, &world->contact_blocks[first], &world->contact_extras[first],
                      &world->contact_flags[first], (last - first) * V2D__LANES, pass);
}

V2D__OUTLINE static void v2d__solve_contacts(v2d_world *world, const v2d__pass *pass) {
    const v2d__batch *batch = &world->contact_batch;
    v2d__parallel_colors(pass->team, v2d__contacts_part, pass, batch, &world->contact_runs,
                         V2D__GRAIN_BLOCKS);
    for (int32_t i = 0; i < batch->overflow_count; ++i) {
        int32_t at = batch->overflow_start + i;
        // The bias pass would tell of one lane what later ones ask for all of the block.
        const int landing = V2D__BLOCK_LANDS | V2D__BLOCK_STRUCK;
        uint8_t flags = (uint8_t)(world->contact_flags[at / V2D__LANES] | landing);
        v2d__contact_lone lone;
        v2d__contact_take(world, at, &lone);
        v2d__contact_pass(world->dof, &lone.block, &lone.extra, &flags, 1, pass);
        v2d__contact_return(world, at, &lone);
    }
}

// ---- sets of blocks ----------------------------------------------------------------------------

// The blocks of one kind of constraint that keeps its lanes from step to step.
typedef struct v2d__set {
    void *blocks, *extras;
    size_t block_size, extra_size;
    int32_t node_count; // of a constraint; blocks begin with arrays of them
    int32_t *slots;     // constraint of each lane, -1 for padding
    uint8_t *flags;     // V2D__BLOCK_* of each block
    v2d__batch *batch;
} v2d__set;

static void v2d__block_clear(const v2d__set *set, void *block, void *extra) {
    const int32_t dummy = V2D__DUMMY_NODE;
    memset(block, 0, set->block_size);
    memset(extra, 0, set->extra_size);
    for (int32_t i = 0; i < set->node_count * V2D__LANES; ++i)
        memcpy((unsigned char *)block + 4 * i, &dummy, 4);
}

static void *v2d__set_block(const v2d__set *set, int32_t at) {
    return (unsigned char *)set->blocks + (size_t)(at / V2D__LANES) * set->block_size;
}

static void *v2d__set_extra(const v2d__set *set, int32_t at) {
    return (unsigned char *)set->extras + (size_t)(at / V2D__LANES) * set->extra_size;
}

static int32_t v2d__set_lanes(const v2d__set *set) {
    return set->batch->overflow_start + set->batch->overflow_count;
}

// A lane for each of the constraints 0 to `high`, whose colours stand in world->colors: colour by
// colour, and within one those first that need no extra. Blocks with padding are cleared. `lanes`, if
// any, gets the lane of each constraint.
V2D__OUTLINE static void v2d__set_layout(v2d_world *world, const v2d__set *set, int32_t high,
                                         int32_t *lanes) {
    int32_t count[V2D__MAX_COLORS + 1] = {0}, plain[V2D__MAX_COLORS + 1] = {0};
    int32_t lane[2][V2D__MAX_COLORS + 1];
    for (int32_t i = 0; i < high; ++i) {
        if (world->colors[i] == V2D__COLOR_NONE) continue;
        count[world->colors[i] % V2D__COLOR_EXTRA] += 1;
        if (world->colors[i] < V2D__COLOR_EXTRA) plain[world->colors[i]] += 1;
    }
    *set->batch = v2d__batch_layout(count, lane[0]);
    for (int32_t color = 0; color <= V2D__MAX_COLORS; ++color)
        lane[1][color] = lane[0][color] + plain[color];
    int32_t blocks = (v2d__set_lanes(set) + V2D__LANES - 1) / V2D__LANES;
    memset(set->flags, 0, (size_t)blocks);
    for (int32_t i = 0; i < high; ++i) {
        if (world->colors[i] == V2D__COLOR_NONE) continue;
        bool extra = world->colors[i] >= V2D__COLOR_EXTRA;
        int32_t at = lane[extra ? 1 : 0][world->colors[i] % V2D__COLOR_EXTRA]++;
        set->slots[at] = i;
        if (lanes != NULL) lanes[i] = at;
        if (extra) set->flags[at / V2D__LANES] |= V2D__BLOCK_EXTRA;
    }
    for (int32_t color = 0; color <= V2D__MAX_COLORS; ++color) { // the last block of each colour
        int32_t end = lane[1][color];
        if (end % V2D__LANES == 0) continue;
        v2d__block_clear(set, v2d__set_block(set, end), v2d__set_extra(set, end));
        for (int32_t at = end; at % V2D__LANES != 0; ++at)
            set->slots[at] = -1;
    }
}

// The colours from `first` on and before `last`, with the overflow after the last colour.
static v2d__batch v2d__batch_part(const v2d__batch *batch, int32_t first, int32_t last) {
    v2d__batch part = *batch;
    for (int32_t color = 0; color <= V2D__MAX_COLORS; ++color)
        part.first[color] = batch->first[color < first ? first : color > last ? last : color];
    part.block_count = part.first[V2D__MAX_COLORS];
    if (last < V2D__MAX_COLORS) part.overflow_count = 0;
    return part;
}

// A block of any kind, for one lane alone.
typedef union v2d__any_block {
    v2d__row_block row;
    v2d__edge_block edge;
    v2d__bend_block bend;
    v2d__joint_block joint;
} v2d__any_block;

typedef union v2d__any_extra {
    v2d__row_extra row;
    v2d__edge_extra edge;
    v2d__joint_extra joint;
} v2d__any_extra;

// A kernel and what it runs over.
typedef struct v2d__set_run {
    v2d_world *world;
    const v2d__set *set;
    v2d__kernel kernel;
    const v2d__call *call;
} v2d__set_run;

static void v2d__set_part(const void *argument, int32_t first, int32_t last) {
    const v2d__set_run *run = (const v2d__set_run *)argument;
    const v2d__set *set = run->set;
    run->kernel(run->world, v2d__set_block(set, first * V2D__LANES),
                v2d__set_extra(set, first * V2D__LANES), &set->flags[first],
                (last - first) * V2D__LANES, run->call);
}

// Run a kernel over all blocks. Overflow lanes share nodes, so they are visited one after the
// other: each alone in a block of padding.
V2D__OUTLINE static void v2d__set_visit(v2d_world *world, v2d__team *team, const v2d__set *set,
                                        v2d__kernel kernel, const v2d__call *call) {
    v2d__any_block block;
    v2d__any_extra extra;
    const v2d__batch *batch = set->batch;
    v2d__set_run run;
    run.world = world, run.set = set, run.kernel = kernel, run.call = call;
    v2d__parallel_colors(team, v2d__set_part, &run, batch, NULL, V2D__GRAIN_BLOCKS);
    if (batch->overflow_count > 0) v2d__block_clear(set, &block, &extra);
    for (int32_t at = batch->overflow_start; at < v2d__set_lanes(set); ++at) {
        int32_t lane = at % V2D__LANES;
        v2d__lane_copy(&block, 0, v2d__set_block(set, at), lane, set->block_size);
        v2d__lane_copy(&extra, 0, v2d__set_extra(set, at), lane, set->extra_size);
        kernel(world, &block, &extra, &set->flags[at / V2D__LANES], 1, call);
        v2d__lane_copy(v2d__set_block(set, at), lane, &block, 0, set->block_size);
        v2d__lane_copy(v2d__set_extra(set, at), lane, &extra, 0, set->extra_size);
    }
}

// ================================================================================================
// >>joints  Revolute and distance joints, drags, tethers.
//
// Sees:    nodes, joint records. Distance joints, drags and tethers are scalar rows, one after the
//          other; revolute joints keep their lanes from step to step.
// Law:     as for edges: a row whose direction or arms turn moves its stored impulse along.
// Symbols: arm: anchor relative to the centre of mass [m]; arm0 at the start of the step.
// ================================================================================================

enum {
    V2D__JOINT_LIMITED = 1,
    V2D__JOINT_MOTOR = 2,
    V2D__JOINT_COLLIDE = 4,
    V2D__JOINT_INSIDE = 64
};
// A tether is longer than what it holds by this share while that bears its load: it waits for what the
// rows cannot bear.
#define V2D__TETHER_SLACK 3e-5f

static bool v2d__impulse_is_sane(float lambda) { return v2d__sensible(lambda); }

static bool v2d__node_is_point(int32_t node) { return node >= V2D__POINT_NODE; }

// The greatest sums of springs at some nodes. What is immovable bears any number of them.
static v2d__spring_sum v2d__springs_of(const v2d_world *world, const int32_t *node, int32_t count) {
    v2d__spring_sum most = {0.0f, 0.0f};
    for (int32_t i = 0; i < count; ++i) {
        const v2d__spring_sum *sum = &world->spring_sums[node[i]];
        if (world->dof[node[i]].inv_mass <= 0.0f) continue;
        most.stiffness = v2d__maxf(most.stiffness, sum->stiffness);
        most.implicit = v2d__maxf(most.implicit, sum->implicit);
    }
    return most;
}

static v2d_vec2 v2d__node_arm(const v2d_world *world, int32_t node, v2d_vec2 local) {
    v2d_rot q = {world->pose[node].c, world->pose[node].s};
    return v2d__rotate(q, local);
}

static v2d_vec2 v2d__node_place(const v2d_world *world, int32_t node) {
    return v2d_vec2_make(world->pose[node].x, world->pose[node].y);
}

// Greatest correction of a stiff joint in a sub-step: well below the speed limit, lest that cut it.
static float v2d__most_bias(const v2d_world *world, float h) { return 0.1f * world->max_speed * h; }

// Turn an arm by the node's turn since the start of the step.
static v2d_vec2 v2d__arm_now(v2d_vec2 arm0, const v2d__dof *node) {
    float angle = node->inv_k * node->Du, q = angle * angle;
    float s = angle - angle * q * (1.0f / 6.0f), c = 1.0f - q * 0.5f + q * q * (1.0f / 24.0f);
    return v2d_vec2_make(c * arm0.x - s * arm0.y, s * arm0.x + c * arm0.y);
}

// Impulse p [kg m] on b at arm_b, and -p on a at arm_a; nothing when it makes no sense.
static void v2d__apply_pair(v2d__dof *a, v2d__dof *b, v2d_vec2 arm_a, v2d_vec2 arm_b, v2d_vec2 p) {
    if (!v2d__sensible(p.x) || !v2d__sensible(p.y)) return;
    a->dx -= a->inv_mass * p.x;
    a->dy -= a->inv_mass * p.y;
    a->du -= a->inv_mass * a->inv_k * v2d__cross(arm_a, p);
    b->dx += b->inv_mass * p.x;
    b->dy += b->inv_mass * p.y;
    b->du += b->inv_mass * b->inv_k * v2d__cross(arm_b, p);
}

// Impulse p on b with the torque tb, and -p on a with -ta.
static void v2d__apply_turned(v2d__dof *a, v2d__dof *b, v2d_vec2 p, float ta, float tb) {
    a->dx -= a->inv_mass * p.x;
    a->dy -= a->inv_mass * p.y;
    a->du -= a->inv_mass * a->inv_k * ta;
    b->dx += b->inv_mass * p.x;
    b->dy += b->inv_mass * p.y;
    b->du += b->inv_mass * b->inv_k * tb;
}

// Displacement of anchor b relative to anchor a in this sub-step.
static v2d_vec2 v2d__relative_d(const v2d__dof *a, const v2d__dof *b, v2d_vec2 arm_a,
                                v2d_vec2 arm_b) {
    float wa = a->inv_k * a->du, wb = b->inv_k * b->du;
    return v2d_vec2_make((b->dx - arm_b.y * wb) - (a->dx - arm_a.y * wa),
                         (b->dy + arm_b.x * wb) - (a->dy + arm_a.x * wa));
}

// What the change of the anchors' distance in this sub-step has beside that along n, to second order;
// see the edges.
static float v2d__bow(const v2d__dof *a, const v2d__dof *b, v2d_vec2 arm_a, v2d_vec2 arm_b,
                      v2d_vec2 n, float length, float error) {
    float wa = a->inv_k * a->du, wb = b->inv_k * b->du;
    v2d_vec2 d = v2d__relative_d(a, b, arm_a, arm_b);
    float off = 100.0f * error * error, arms = v2d__length_sq(arm_a) + v2d__length_sq(arm_b);
    v2d_vec2 curve = v2d__sub(v2d__scale(v2d__minf(0.5f * wa * wa, 0.125f), arm_a),
                              v2d__scale(v2d__minf(0.5f * wb * wb, 0.125f), arm_b));
    curve = v2d__scale(arms > off ? 1.0f - off / arms : 0.0f, curve);
    float across = v2d__cross(n, d), square = length * length;
    float swing =
        length > 1e-9f ? v2d__minf(0.5f * across * across / length, 0.125f * length) : 0.0f;
    swing *= v2d__minf(square > off ? 1.05f * (1.0f - off / square) : 0.0f, 1.0f);
    return v2d__dot(n, curve) + swing;
}

// Change of the anchors' distance in this sub-step, which begins with the direction n.
static float v2d__closing(const v2d__dof *a, const v2d__dof *b, v2d_vec2 arm_a, v2d_vec2 arm_b,
                          v2d_vec2 n, float length, float error) {
    return v2d__dot(n, v2d__relative_d(a, b, arm_a, arm_b)) +
           v2d__bow(a, b, arm_a, arm_b, n, length, error);
}

// The same in the sub-step before, which ended with the direction n.
static float v2d__closed(const v2d__dof *a, const v2d__dof *b, v2d_vec2 arm_a, v2d_vec2 arm_b,
                         v2d_vec2 n, float length, float error) {
    return v2d__dot(n, v2d__relative_d(a, b, arm_a, arm_b)) -
           v2d__bow(a, b, arm_a, arm_b, n, length, error);
}

// A node with the motion of the sub-step before.
static v2d__dof v2d__node_before(const v2d_world *world, int32_t node) {
    v2d__dof before = world->dof[node];
    before.dx = world->previous[node].x, before.dy = world->previous[node].y;
    before.du = world->previous[node].u;
    return before;
}

// Inverse effective mass of a row along n.
static float v2d__inverse_mass(const v2d__dof *a, const v2d__dof *b, v2d_vec2 arm_a, v2d_vec2 arm_b,
                               v2d_vec2 n) {
    float ja = a->inv_k * v2d__cross(arm_a, n), jb = b->inv_k * v2d__cross(arm_b, n);
    return (a->inv_mass + b->inv_mass) + (a->inv_mass * ja * ja + b->inv_mass * jb * jb);
}

// ---- tethers -----------------------------------------------------------------------------------

static void v2d__tether_prepare(v2d_world *world, v2d__tether *t, float warm) {
    t->arm_a = t->arm_a0 = v2d__node_arm(world, t->node_a, t->local_a);
    t->arm_b = t->arm_b0 = v2d__node_arm(world, t->node_b, t->local_b);
    t->separation0 =
        v2d__add(v2d__sub(v2d__node_place(world, t->node_b), v2d__node_place(world, t->node_a)),
                 v2d__sub(t->arm_b, t->arm_a));
    float length = v2d__length(t->separation0);
    if (length > 1e-9f) t->direction = v2d__scale(1.0f / length, t->separation0);
    t->lambda = length > 0.9f * t->length ? t->lambda * warm : 0.0f;
    if (!v2d__node_sleeps(world, t->node_a) && !v2d__node_sleeps(world, t->node_b)) t->sum = 0.0f;
}

static v2d_vec2 v2d__separation_now(v2d_vec2 separation0, v2d_vec2 arm_a0, v2d_vec2 arm_b0,
                                    v2d_vec2 arm_a, v2d_vec2 arm_b, const v2d__dof *a,
                                    const v2d__dof *b) {
    return v2d_vec2_make(
        separation0.x + (b->Dx - a->Dx) + (arm_b.x - arm_b0.x) - (arm_a.x - arm_a0.x),
        separation0.y + (b->Dy - a->Dy) + (arm_b.y - arm_b0.y) - (arm_a.y - arm_a0.y));
}

// `most`: its length now. `waits`: it acts only where it is too long, not where it will be.
V2D__OUTLINE static void v2d__tether_solve(v2d_world *world, v2d__tether *t, v2d__softness soft,
                                           bool bias, float most, bool waits) {
    v2d__dof *a = &world->dof[t->node_a], *b = &world->dof[t->node_b];
    if (bias) {
        v2d__apply_pair(a, b, t->arm_a, t->arm_b, v2d__scale(-t->lambda, t->direction));
        t->arm_a = v2d__arm_now(t->arm_a0, a);
        t->arm_b = v2d__arm_now(t->arm_b0, b);
    }
    v2d_vec2 r =
        v2d__separation_now(t->separation0, t->arm_a0, t->arm_b0, t->arm_a, t->arm_b, a, b);
    float length = v2d__length(r);
    if (bias) {
        if (length > 1e-9f) t->direction = v2d__scale(1.0f / length, r);
        v2d__apply_pair(a, b, t->arm_a, t->arm_b, v2d__scale(t->lambda, t->direction));
    }
    float k = v2d__inverse_mass(a, b, t->arm_a, t->arm_b, t->direction);
    if (k <= 0.0f) return;
    float error = length - most;
    if (!v2d__sensible(error) || (waits && (!bias || error <= 0.0f))) return;
    if (error < 0.0f) { // slack: may close by that much
        soft = v2d__soften_none();
        soft.rate = 1.0f;
    }
    float dv = v2d__closing(a, b, t->arm_a, t->arm_b, t->direction, length, error);
    float old = t->lambda;
    t->lambda = v2d__minf(
        old - soft.mass_scale / k * (dv + v2d__clampf(soft.rate * error, -soft.most, soft.most)) -
            soft.impulse_scale * old,
        0.0f);
    if (!bias) t->sum += t->lambda;
    v2d__apply_pair(a, b, t->arm_a, t->arm_b, v2d__scale(t->lambda - old, t->direction));
}

// ---- distance joints ---------------------------------------------------------------------------

// One of its rows: equality, upper limit (lambda <= 0) or lower limit (lambda >= 0).
static void v2d__distance_row(v2d__joint *j, v2d__dof *a, v2d__dof *b, float length, float error,
                              v2d__softness soft, float low, float high, float *lambda) {
    float k = v2d__inverse_mass(a, b, j->arm_a, j->arm_b, j->direction);
    if (k <= 0.0f || !v2d__sensible(error)) return;
    float dv = v2d__closing(a, b, j->arm_a, j->arm_b, j->direction, length, error);
    float old = *lambda;
    float next =
        old - soft.mass_scale / k * (dv + v2d__clampf(soft.rate * error, -soft.most, soft.most)) -
        soft.impulse_scale * old;
    *lambda = v2d__clampf(next, low, high);
    v2d__apply_pair(a, b, j->arm_a, j->arm_b, v2d__scale(*lambda - old, j->direction));
}

// What a distance joint that is a spring wants in this sub-step; nothing between its lengths.
static void v2d__distance_push(const v2d_world *world, v2d__joint *j, float length) {
    v2d__dof a = v2d__node_before(world, j->node_a), b = v2d__node_before(world, j->node_b);
    bool over = length > j->max_length, under = length < j->min_length;
    bool both = j->min_length == j->max_length; // else it only pulls or only pushes
    float error = over || both ? length - j->max_length : under ? length - j->min_length : 0.0f;
    j->least = both || over ? -1e30f : 0.0f;
    j->most = both || under ? 1e30f : 0.0f;
    j->push.x =
        j->spring.stiffness * error +
        j->spring.damping * v2d__closed(&a, &b, j->arm_a, j->arm_b, j->direction, length, error);
}

static void v2d__distance_spring(v2d__joint *j, v2d__dof *a, v2d__dof *b, float length) {
    float k = v2d__inverse_mass(a, b, j->arm_a, j->arm_b, j->direction), old = j->lambda.x;
    if (k <= 0.0f) return;
    float dv = v2d__closing(a, b, j->arm_a, j->arm_b, j->direction, length, 0.0f);
    float next = j->spring.implicit * old - (j->push.x + j->spring.implicit * dv) / k;
    j->lambda.x = v2d__clampf(next, j->least, j->most);
    v2d__apply_pair(a, b, j->arm_a, j->arm_b, v2d__scale(j->lambda.x - old, j->direction));
}

V2D__OUTLINE static void v2d__distance_solve(v2d_world *world, v2d__joint *j, float h, bool bias) {
    v2d__dof *a = &world->dof[j->node_a], *b = &world->dof[j->node_b];
    float stored = j->lambda.x + j->min_lambda, late = stored - j->biased;
    v2d_vec2 old_direction = j->direction, old_a = j->arm_a, old_b = j->arm_b;
    if (bias) {
        j->arm_a = v2d__arm_now(j->arm_a0, a);
        j->arm_b = v2d__arm_now(j->arm_b0, b);
    }
    v2d_vec2 r =
        v2d__separation_now(j->separation0, j->arm_a0, j->arm_b0, j->arm_a, j->arm_b, a, b);
    float length = v2d__length(r);
    if (bias) {
        if (length > 1e-9f) j->direction = v2d__scale(1.0f / length, r);
        v2d_vec2 turn = v2d__sub(j->direction, old_direction);
        float turn_a = v2d__cross(j->arm_a, j->direction) - v2d__cross(old_a, old_direction);
        float turn_b = v2d__cross(j->arm_b, j->direction) - v2d__cross(old_b, old_direction);
        // Far off, what the relax pass took back was a correction, no motion.
        float off =
            10.0f * v2d__minf(v2d__absf(length - j->min_length), v2d__absf(length - j->max_length));
        float keep = length > off ? 1.05f * (1.0f - off * off / (length * length)) : 0.0f;
        late *= v2d__minf(keep, 1.0f);
        if (j->frequency > 0.0f) late = 0.0f;
        float both = stored + late;
        v2d__apply_turned(a, b, v2d__sub(v2d__scale(both, turn), j->turned),
                          both * turn_a - j->turned_a, both * turn_b - j->turned_b);
        j->turned = v2d__scale(late, turn);
        j->turned_a = late * turn_a, j->turned_b = late * turn_b;
    }
    if (j->frequency > 0.0f) {
        if (bias) v2d__distance_push(world, j, length);
        v2d__distance_spring(j, a, b, length);
        return;
    }
    v2d__softness soft = bias ? v2d__soften_stiff(h) : v2d__soften_none();
    if (bias) soft.most = v2d__most_bias(world, h);
    v2d__softness gap = v2d__soften_none();
    gap.rate = 1.0f;
    if (j->min_length == j->max_length) {
        v2d__distance_row(j, a, b, length, length - j->max_length, soft, -1e30f, 1e30f,
                          &j->lambda.x);
        if (bias) j->biased = j->lambda.x + j->min_lambda;
        return;
    }
    float over = length - j->max_length, under = length - j->min_length;
    v2d__distance_row(j, a, b, length, over, over < 0.0f ? gap : soft, -1e30f, 0.0f, &j->lambda.x);
    v2d__distance_row(j, a, b, length, under, under > 0.0f ? gap : soft, 0.0f, 1e30f,
                      &j->min_lambda);
    if (bias) j->biased = j->lambda.x + j->min_lambda;
}

// ---- drags -------------------------------------------------------------------------------------

// A soft body held by its inside (V2D__JOINT_INSIDE): the anchor is a place of the rest shape, which the
// points carry along as the linear map does that fits them best. It is sum w x over the points, with
// w = m (1 / M + (q - mean q) . C^-1 p), C = sum m (q - mean q)(q - mean q)^T, for a place p of rest
// places q; so the pull spreads over all points, and accelerates the body without crumpling it. During
// a step arm_a0 is C^-1 p, arm_b0 is mean q, and direction is (1 / M, the anchor's inverse mass).

typedef struct v2d__soft_moments {
    float mass, xx, xy, yy; // about the mean rest place
    float ax, ay, bx, by;   // sum m r q^T, with r the place now about its mean
    v2d_vec2 rest, center;  // mean places
} v2d__soft_moments;

static const v2d__soft *v2d__drag_soft(const v2d_world *world, const v2d__joint *j) {
    return &world->softs[world->points[j->node_b - V2D__POINT_NODE].soft1 - 1];
}

V2D__COLD static v2d__soft_moments v2d__soft_moments_now(const v2d_world *world,
                                                         const v2d__soft *s) {
    v2d__soft_moments m;
    memset(&m, 0, sizeof(m));
    v2d_vec2 origin = v2d__node_place(world, V2D__POINT_NODE + s->point1 - 1);
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        const v2d__point *p = &world->points[p1 - 1];
        v2d_vec2 at = v2d__sub(v2d__node_place(world, V2D__POINT_NODE + p1 - 1), origin);
        m.mass += p->mass;
        m.rest = v2d__add_scaled(m.rest, p->mass, p->shape_local);
        m.center = v2d__add_scaled(m.center, p->mass, at);
    }
    m.rest = v2d__scale(1.0f / m.mass, m.rest), m.center = v2d__scale(1.0f / m.mass, m.center);
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        const v2d__point *p = &world->points[p1 - 1];
        v2d_vec2 at = v2d__sub(v2d__node_place(world, V2D__POINT_NODE + p1 - 1), origin);
        v2d_vec2 q = v2d__sub(p->shape_local, m.rest), r = v2d__sub(at, m.center);
        m.xx += p->mass * q.x * q.x, m.xy += p->mass * q.x * q.y, m.yy += p->mass * q.y * q.y;
        m.ax += p->mass * r.x * q.x, m.ay += p->mass * r.x * q.y;
        m.bx += p->mass * r.y * q.x, m.by += p->mass * r.y * q.y;
    }
    m.center = v2d__add(origin, m.center);
    return m;
}

// [a b; c d]^-1 v, or (0, 0) when that is nearly singular.
static v2d_vec2 v2d__solve2(float a, float b, float c, float d, v2d_vec2 v) {
    float det = a * d - b * c, size = v2d__absf(a * d) + v2d__absf(b * c);
    v2d_vec2 zero = {0.0f, 0.0f};
    if (!(v2d__absf(det) > 1e-5f * size)) return zero;
    return v2d_vec2_make((d * v.x - b * v.y) / det, (a * v.y - c * v.x) / det);
}

static float v2d__inside_weight(const v2d__joint *j, const v2d__point *p) {
    return p->mass * (j->direction.x + v2d__dot(v2d__sub(p->shape_local, j->arm_b0), j->arm_a0));
}

// Where the anchor is now.
V2D__COLD static v2d_vec2 v2d__inside_place(const v2d_world *world, const v2d__joint *j) {
    v2d__soft_moments m = v2d__soft_moments_now(world, v2d__drag_soft(world, j));
    v2d_vec2 u = v2d__solve2(m.xx, m.xy, m.xy, m.yy, j->local_b);
    return v2d_vec2_make(m.center.x + m.ax * u.x + m.ay * u.y,
                         m.center.y + m.bx * u.x + m.by * u.y);
}

// Scratch of this step, and what the first sub-step adds.
static void v2d__inside_begin(v2d_world *world, v2d__joint *j) {
    const v2d__soft *s = v2d__drag_soft(world, j);
    v2d__soft_moments m = v2d__soft_moments_now(world, s);
    v2d_vec2 place = v2d__inside_place(world, j);
    j->arm_a0 = v2d__solve2(m.xx, m.xy, m.xy, m.yy, j->local_b);
    j->arm_b0 = m.rest;
    j->direction = v2d_vec2_make(1.0f / m.mass, 0.0f);
    j->separation0 = v2d__sub(place, j->target);
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        float w = v2d__inside_weight(j, &world->points[p1 - 1]);
        j->direction.y += w * w * world->dof[V2D__POINT_NODE + p1 - 1].inv_mass;
    }
}

static void v2d__inside_warm(v2d_world *world, const v2d__joint *j) {
    const v2d__soft *s = v2d__drag_soft(world, j);
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        int32_t node = V2D__POINT_NODE + p1 - 1;
        float w = v2d__inside_weight(j, &world->points[p1 - 1]) * world->dof[node].inv_mass;
        world->start[node].x += w * j->lambda.x, world->start[node].y += w * j->lambda.y;
    }
}

V2D__OUTLINE static void v2d__inside_solve(v2d_world *world, v2d__joint *j, float h) {
    const v2d__soft *s = v2d__drag_soft(world, j);
    v2d__softness soft = v2d__soften_spring(j->frequency, j->damping_ratio, h);
    v2d_vec2 error = j->separation0, v = {0.0f, 0.0f}, old = j->lambda, next;
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        const v2d__dof *node = &world->dof[V2D__POINT_NODE + p1 - 1];
        float w = v2d__inside_weight(j, &world->points[p1 - 1]);
        error = v2d__add_scaled(error, w, v2d_vec2_make(node->Dx, node->Dy));
        v = v2d__add_scaled(v, w, v2d_vec2_make(node->dx, node->dy));
    }
    if (j->direction.y <= 0.0f) return;
    float mass = soft.mass_scale / j->direction.y, limit = j->max_force * h * h;
    next = v2d__add_scaled(v2d__scale(1.0f - soft.impulse_scale, old), -mass,
                           v2d__add_scaled(v, soft.rate, error));
    float length = v2d__length(next);
    if (length > limit) next = v2d__scale(limit / length, next);
    j->lambda = next;
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        v2d__dof *node = &world->dof[V2D__POINT_NODE + p1 - 1];
        float w = v2d__inside_weight(j, &world->points[p1 - 1]) * node->inv_mass;
        node->dx += w * (next.x - old.x), node->dy += w * (next.y - old.y);
    }
}

V2D__OUTLINE static void v2d__drag_solve(v2d_world *world, v2d__joint *j, float h, bool bias) {
    if ((j->flags & V2D__JOINT_INSIDE) != 0u) {
        v2d__inside_solve(world, j, h);
        return;
    }
    v2d__dof *a = &world->dof[V2D__DUMMY_NODE], *b = &world->dof[j->node_b];
    v2d_vec2 zero = {0.0f, 0.0f};
    if (bias) {
        v2d__apply_pair(a, b, zero, j->arm_b, v2d__neg(j->lambda));
        j->arm_b = v2d__arm_now(j->arm_b0, b);
        v2d__apply_pair(a, b, zero, j->arm_b, j->lambda);
    }
    float m = b->inv_mass, w = b->inv_mass * b->inv_k * b->inv_k;
    float k11 = m + w * j->arm_b.y * j->arm_b.y, k22 = m + w * j->arm_b.x * j->arm_b.x;
    float k12 = -w * j->arm_b.x * j->arm_b.y, det = k11 * k22 - k12 * k12;
    if (det <= 0.0f) return;
    const v2d__spring *spring = &j->spring;
    if (bias) {
        v2d__dof before = v2d__node_before(world, j->node_b);
        v2d_vec2 error = v2d__separation_now(j->separation0, zero, j->arm_b0, zero, j->arm_b, a, b);
        v2d_vec2 v = v2d__relative_d(a, &before, zero, j->arm_b);
        j->push = v2d__add_scaled(v2d__scale(spring->stiffness, error), spring->damping, v);
    }
    v2d_vec2 v = v2d__add_scaled(j->push, spring->implicit, v2d__relative_d(a, b, zero, j->arm_b));
    v2d_vec2 old = j->lambda;
    v2d_vec2 next;
    next.x = spring->implicit * old.x - (k22 * v.x - k12 * v.y) / det;
    next.y = spring->implicit * old.y - (k11 * v.y - k12 * v.x) / det;
    float limit = j->max_force * h * h, length = v2d__length(next);
    if (length > limit) next = v2d__scale(limit / length, next);
    j->lambda = next;
    v2d__apply_pair(a, b, zero, j->arm_b, v2d__sub(next, old));
}

// ---- revolute joints ---------------------------------------------------------------------------

static bool v2d__joint_is_angular(const v2d__joint *j) {
    return j->kind == V2D_JOINT_REVOLUTE &&
           ((j->flags & (V2D__JOINT_LIMITED | V2D__JOINT_MOTOR)) != 0u ||
            j->spring_frequency > 0.0f);
}

static v2d__set v2d__joint_set(v2d_world *world) {
    v2d__set set;
    set.blocks = world->joint_blocks, set.block_size = sizeof(world->joint_blocks[0]);
    set.extras = world->joint_extras, set.extra_size = sizeof(world->joint_extras[0]);
    set.node_count = 2;
    set.slots = world->joint_slots, set.flags = world->joint_flags;
    set.batch = &world->joint_batch;
    return set;
}

static float v2d__sane(float lambda) { return v2d__impulse_is_sane(lambda) ? lambda : 0.0f; }

// Impulse on end b in the last sub-step, wherever it is kept.
static v2d_vec2 v2d__joint_impulse(const v2d_world *world, const v2d__joint *j) {
    if (j->kind == V2D_JOINT_DISTANCE) return v2d__scale(j->lambda.x + j->min_lambda, j->direction);
    if (j->lane1 == 0) return j->lambda;
    const v2d__joint_block *k = &world->joint_blocks[(j->lane1 - 1) / V2D__LANES];
    int32_t lane = (j->lane1 - 1) % V2D__LANES;
    return v2d_vec2_make(v2d__sane(k->lx[lane]), v2d__sane(k->ly[lane]));
}

static float v2d__joint_motor_lambda(const v2d_world *world, const v2d__joint *j) {
    if (j->lane1 == 0) return j->motor_lambda;
    const v2d__joint_extra *x = &world->joint_extras[(j->lane1 - 1) / V2D__LANES];
    return v2d__sane(x->motor_lambda[(j->lane1 - 1) % V2D__LANES]);
}

// Mean force on end b in the last step, and its greatest size in a sub-step [N].
static v2d_vec2 v2d__joint_mean_force(const v2d_world *world, const v2d__joint *j, float *peak) {
    *peak = j->peak;
    if (j->lane1 == 0) return j->force;
    const v2d__joint_block *k = &world->joint_blocks[(j->lane1 - 1) / V2D__LANES];
    int32_t lane = (j->lane1 - 1) % V2D__LANES;
    *peak = sqrtf(v2d__maxf(v2d__sane(k->peak[lane]), 0.0f)) * world->peak_scale;
    return v2d__scale(world->force_scale,
                      v2d_vec2_make(v2d__sane(k->sum_x[lane]), v2d__sane(k->sum_y[lane])));
}

// Mean torque of the motor in the last step [N m].
static float v2d__joint_mean_motor(const v2d_world *world, const v2d__joint *j) {
    if (j->lane1 == 0) return j->motor_torque;
    const v2d__joint_extra *x = &world->joint_extras[(j->lane1 - 1) / V2D__LANES];
    return v2d__sane(x->motor_sum[(j->lane1 - 1) % V2D__LANES]) * world->force_scale;
}

// Put what the lanes keep back into the records.
V2D__COLD static void v2d__joints_save(v2d_world *world) {
    v2d__set set = v2d__joint_set(world);
    for (int32_t at = 0; at < v2d__set_lanes(&set); ++at) {
        if (set.slots[at] < 0) continue;
        v2d__joint *j = V2D__AT(&world->joints[set.slots[at]]);
        if (j->lane1 != at + 1) continue; // another joint has taken the slot
        const v2d__joint_extra *x = &world->joint_extras[at / V2D__LANES];
        j->force = v2d__joint_mean_force(world, j, &j->peak);
        j->motor_torque = v2d__joint_mean_motor(world, j);
        j->lambda = v2d__joint_impulse(world, j);
        j->motor_lambda = v2d__joint_motor_lambda(world, j);
        j->limit_lambda = v2d__sane(x->limit_lambda[at % V2D__LANES]);
        j->spring_lambda = v2d__sane(x->spring_lambda[at % V2D__LANES]);
        j->lane1 = 0;
    }
}

static void v2d__joint_place(v2d_world *world, int32_t at) {
    v2d__joint *j = V2D__AT(&world->joints[world->joint_slots[at]]);
    v2d__joint_block *k = &world->joint_blocks[at / V2D__LANES];
    v2d__joint_extra *x = V2D__AT(&world->joint_extras[at / V2D__LANES]);
    int32_t lane = at % V2D__LANES;
    j->lane1 = at + 1;
    k->a[lane] = j->node_a, k->b[lane] = j->node_b;
    k->sum_x[lane] = k->sum_y[lane] = k->peak[lane] = x->motor_sum[lane] = 0.0f;
    k->lx[lane] = j->lambda.x;
    k->ly[lane] = j->lambda.y;
    x->local_ax[lane] = j->local_a.x, x->local_ay[lane] = j->local_a.y;
    x->local_bx[lane] = j->local_b.x, x->local_by[lane] = j->local_b.y;
    x->reference_c[lane] = j->reference.c, x->reference_s[lane] = j->reference.s;
    bool limited = (j->flags & V2D__JOINT_LIMITED) != 0u;
    x->lower[lane] = limited ? j->lower_angle : -1e30f;
    x->upper[lane] = limited ? j->upper_angle : 1e30f;
    x->limit_lambda[lane] = j->limit_lambda;
    x->motor_lambda[lane] = j->motor_lambda;
    x->spring_lambda[lane] = j->spring_lambda;
    uint8_t *flags = V2D__AT(&world->joint_flags[at / V2D__LANES]);
    if (j->frequency > 0.0f) *flags |= V2D__BLOCK_SPRING | V2D__BLOCK_SOFT;
    if (j->spring_frequency > 0.0f) *flags |= V2D__BLOCK_SPRING;
    if ((*flags & V2D__BLOCK_SPRING) != 0) world->joint_springs = 1;
}

// One of its springs, none with a frequency of 0.
static v2d__spring v2d__joint_spring(const v2d_world *world, const v2d__joint *j, float h,
                                     float frequency, float damping_ratio) {
    v2d__spring none = {0.0f, 0.0f, 0.0f};
    int32_t node[2] = {j->node_a, j->node_b};
    if (frequency <= 0.0f) return none;
    return v2d__spring_make(frequency, damping_ratio, h, v2d__springs_of(world, node, 2));
}

// Springs and motors depend on the sub-step.
static void v2d__joint_soften(v2d_world *world, int32_t at, float h) {
    const v2d__joint *j = V2D__AT(&world->joints[world->joint_slots[at]]);
    v2d__joint_extra *x = V2D__AT(&world->joint_extras[at / V2D__LANES]);
    int32_t lane = at % V2D__LANES;
    v2d__spring s = v2d__joint_spring(world, j, h, j->frequency, j->damping_ratio);
    x->stiff[lane] = j->frequency > 0.0f ? 0.0f : 1.0f;
    x->stiffness[lane] = s.stiffness, x->damping[lane] = s.damping;
    x->implicit[lane] = s.implicit;
    s = v2d__joint_spring(world, j, h, j->spring_frequency, j->spring_damping_ratio);
    x->spring_stiffness[lane] = s.stiffness;
    x->spring_damping[lane] = s.damping;
    x->spring_implicit[lane] = s.implicit;
    bool motor = (j->flags & V2D__JOINT_MOTOR) != 0u;
    x->motor_turn[lane] = motor ? j->motor_speed * h : 0.0f;
    x->motor_limit[lane] = motor ? j->max_motor_torque * h * h : 0.0f;
}

// List the distance joints and drags that are awake and springs, or not.
V2D__COLD static void v2d__joints_list(v2d_world *world, bool springs) {
    for (int32_t i = 0; i < world->joint_pool.high; ++i) {
        const v2d__joint *j = V2D__AT(&world->joints[i]);
        if (world->joint_generation[i] % 2u == 0u || j->kind == V2D_JOINT_REVOLUTE) continue;
        if (v2d__node_sleeps(world, j->node_a) || v2d__node_sleeps(world, j->node_b)) continue;
        if ((j->frequency > 0.0f) == springs) world->loose_joints[world->loose_count++] = i;
    }
}

// Colour the revolute joints that are awake and give each its lane; list the others. Only after
// joints changed or something slept or woke.
V2D__COLD static void v2d__joints_layout(v2d_world *world) {
    v2d__set set = v2d__joint_set(world);
    v2d__joints_save(world);
    world->loose_count = 0;
    v2d__joints_list(world, true);
    world->loose_springs = world->loose_count;
    v2d__joints_list(world, false);
    memset(world->color_mask, 0, sizeof(world->color_mask));
    for (int32_t i = 0; i < world->joint_pool.high; ++i) {
        const v2d__joint *j = V2D__AT(&world->joints[i]);
        world->colors[i] = V2D__COLOR_NONE;
        if (v2d__node_sleeps(world, j->node_a) || v2d__node_sleeps(world, j->node_b)) continue;
        if (world->joint_generation[i] % 2u == 0u || j->kind != V2D_JOINT_REVOLUTE) continue;
        int32_t node[2];
        node[0] = j->node_a, node[1] = j->node_b;
        bool extra = j->frequency > 0.0f || v2d__joint_is_angular(j);
        world->colors[i] = v2d__color_of(world, node, 2, extra);
    }
    v2d__set_layout(world, &set, world->joint_pool.high, NULL);
    world->joint_springs = 0;
    for (int32_t at = 0; at < v2d__set_lanes(&set); ++at) {
        if (set.slots[at] >= 0) v2d__joint_place(world, at);
    }
    world->joints_h = world->springs_h = 0.0f;
}

// ---- all joints --------------------------------------------------------------------------------

static void v2d__solve_loose(v2d_world *world, const v2d__pass *pass, int32_t first, int32_t last,
                             float h) {
    for (int32_t i = first; i < last; ++i) {
        v2d__joint *j = &world->joints[world->loose_joints[i]];
        if (j->kind == V2D_JOINT_DISTANCE) v2d__distance_solve(world, j, h, pass->bias);
        if (j->kind == V2D_JOINT_DRAG) v2d__drag_solve(world, j, h, pass->bias);
        if (pass->bias) continue;
        v2d_vec2 impulse = v2d__joint_impulse(world, j);
        j->sum = v2d__add(j->sum, impulse);
        j->sum_peak = v2d__maxf(j->sum_peak, v2d__length_sq(impulse));
    }
}

static void v2d__solve_joints(v2d_world *world, const v2d__pass *pass, float h) {
    v2d__set set = v2d__joint_set(world);
    v2d__solve_loose(world, pass, world->loose_springs, world->loose_count, h);
    v2d__kernel kernel = pass->bias ? pass->kernels->joint_bias : pass->kernels->joint_relax;
    v2d__set_visit(world, pass->team, &set, kernel, &pass->call);
}

// Sum an impulse that was stored in the last step into what the first sub-step adds.
static void v2d__warm_pair(v2d_world *world, int32_t na, int32_t nb, v2d_vec2 arm_a, v2d_vec2 arm_b,
                           v2d_vec2 p) {
    const v2d__dof *a = &world->dof[na], *b = &world->dof[nb];
    v2d__vec3 *sa = &world->start[na], *sb = &world->start[nb];
    sa->x -= a->inv_mass * p.x;
    sa->y -= a->inv_mass * p.y;
    sa->u -= a->inv_mass * a->inv_k * v2d__cross(arm_a, p);
    sb->x += b->inv_mass * p.x;
    sb->y += b->inv_mass * p.y;
    sb->u += b->inv_mass * b->inv_k * v2d__cross(arm_b, p);
}

// What a distance joint adds to the inertia of a node for its pull times the arm. A spring whose pull
// swings the node slowly enough for the sub-step needs none, and keeps its frequency.
static float v2d__stiffening(const v2d_world *world, const v2d__joint *j, int32_t node,
                             float pull) {
    if (j->frequency <= 0.0f || node >= V2D__POINT_NODE) return pull;
    return v2d__maxf(pull - 0.5f * world->bodies[node].inertia, 0.0f);
}

// Scratch and impulses of a distance joint or drag for this step. Arms and direction of a distance
// joint are those of its impulse until the first bias pass turns them.
static void v2d__loose_begin(v2d_world *world, v2d__joint *j, float warm) {
    v2d_vec2 center_a = j->kind == V2D_JOINT_DRAG ? j->target : v2d__node_place(world, j->node_a);
    j->arm_a0 = v2d__node_arm(world, j->node_a, j->local_a);
    j->arm_b0 = v2d__node_arm(world, j->node_b, j->local_b);
    j->separation0 = v2d__add(v2d__sub(v2d__node_place(world, j->node_b), center_a),
                              v2d__sub(j->arm_b0, j->arm_a0));
    j->lambda = v2d__scale(warm, j->lambda);
    j->min_lambda *= warm, j->biased *= warm;
    j->turned.x = j->turned.y = j->turned_a = j->turned_b = 0.0f;
    j->sum.x = j->sum.y = j->sum_peak = 0.0f;
    if (j->kind != V2D_JOINT_DISTANCE) j->arm_a = j->arm_a0, j->arm_b = j->arm_b0;
    if ((j->flags & V2D__JOINT_INSIDE) != 0u) v2d__inside_begin(world, j);
    if (j->kind != V2D_JOINT_DISTANCE) return;
    float *inertia = world->extra_inertia; // geometric stiffness, as of revolute joints
    v2d_vec2 lambda = v2d__joint_impulse(world, j);
    inertia[j->node_a] += v2d__stiffening(world, j, j->node_a, -v2d__dot(j->arm_a, lambda));
    inertia[j->node_b] += v2d__stiffening(world, j, j->node_b, v2d__dot(j->arm_b, lambda));
}

// Springs and motors for a new sub-step, in new lanes, or after a motor changed.
V2D__COLD static void v2d__joints_soften(v2d_world *world, float h) {
    v2d__set set = v2d__joint_set(world);
    for (int32_t at = 0; at < v2d__set_lanes(&set); ++at) {
        if (set.slots[at] >= 0) v2d__joint_soften(world, at, h);
    }
    for (int32_t i = 0; i < world->loose_count; ++i) {
        v2d__joint *j = V2D__AT(&world->joints[world->loose_joints[i]]);
        j->spring = v2d__joint_spring(world, j, h, j->frequency, j->damping_ratio);
    }
    world->joints_h = h;
}

// What joints know before the masses do: arms, separations, and what they add to the inertia.
V2D__OUTLINE static void v2d__joints_begin(v2d_world *world, v2d__team *team, const v2d__call *call,
                                           float h) {
    v2d__set set = v2d__joint_set(world);
    memset(world->extra_inertia, 0,
           (size_t)world->body_pool.high * sizeof(world->extra_inertia[0]));
    if (world->joints_h != h) v2d__joints_soften(world, h);
    v2d__set_visit(world, team, &set, team->kernels->joint_begin, call);
    for (int32_t i = 0; i < world->loose_count; ++i)
        v2d__loose_begin(world, &world->joints[world->loose_joints[i]], call->warm);
    for (int32_t i = 0; i < world->tether_count; ++i)
        v2d__tether_prepare(world, &world->tethers[i], call->warm);
}

// Sum all stored impulses into what the first sub-step adds.
V2D__OUTLINE static void v2d__joints_warm(v2d_world *world, v2d__team *team,
                                          const v2d__call *call) {
    v2d__set set = v2d__joint_set(world);
    v2d__set_visit(world, team, &set, team->kernels->joint_warm, call);
    for (int32_t i = 0; i < world->loose_count; ++i) {
        const v2d__joint *j = &world->joints[world->loose_joints[i]];
        if ((j->flags & V2D__JOINT_INSIDE) != 0u) {
            v2d__inside_warm(world, j);
            continue;
        }
        v2d__warm_pair(world, j->node_a, j->node_b, j->arm_a, j->arm_b,
                       v2d__joint_impulse(world, j));
    }
    for (int32_t i = 0; i < world->tether_count; ++i) {
        const v2d__tether *t = V2D__AT(&world->tethers[i]);
        v2d__warm_pair(world, t->node_a, t->node_b, t->arm_a, t->arm_b,
                       v2d__scale(t->lambda, t->direction));
    }
}

// Forget impulses that a node gone wrong has left behind: they must not reach the other end. (The
// blocks do so when the next step begins.)
V2D__OUTLINE static void v2d__joints_clean(v2d_world *world) {
    for (int32_t i = 0; i < world->loose_count; ++i) {
        v2d__joint *j = V2D__AT(&world->joints[world->loose_joints[i]]);
        j->force =
            v2d__scale(world->force_scale, v2d_vec2_make(v2d__sane(j->sum.x), v2d__sane(j->sum.y)));
        j->peak = sqrtf(v2d__maxf(v2d__sane(j->sum_peak), 0.0f)) * world->peak_scale;
        if (v2d__impulse_is_sane(j->lambda.x) && v2d__impulse_is_sane(j->lambda.y) &&
            v2d__impulse_is_sane(j->min_lambda) && v2d__is_finite2(j->direction))
            continue;
        j->lambda.x = j->lambda.y = j->min_lambda = j->biased = 0.0f;
        j->direction = v2d_vec2_make(0.0f, 1.0f);
    }
    for (int32_t i = 0; i < world->tether_count; ++i) {
        v2d__tether *t = &world->tethers[i];
        if (v2d__impulse_is_sane(t->lambda) && v2d__is_finite2(t->direction)) continue;
        t->lambda = 0.0f;
        t->direction = v2d_vec2_make(0.0f, 1.0f);
    }
}

// ================================================================================================
// >>soft  Edges, bends, area and shape matching: what holds points together.
//
// Sees:    nodes, points, edges, bends, soft bodies by slot.
// Lists:   soft_points and soft_edges hold each soft body's points and colliding edges one after
//          the other; they, and the blocks of edges, are rebuilt when soft_dirty says so.
// ================================================================================================

enum { V2D__POINT_PINNED = 1, V2D__POINT_COLLIDES = 2, V2D__POINT_DISABLED = 4 };
enum { // what soft_dirty says must be made anew
    V2D__SOFT_LISTS = 1,
    V2D__SOFT_BLOCKS = 2
};
enum {
    V2D__SOFT_CLOSED = 1, // its outline edges form one closed ring
    V2D__SOFT_RELAXED = 2,
    V2D__SOFT_TETHERED = 4 // may have tethers
};

static bool v2d__edge_live(const v2d_world *world, int32_t i) {
    return world->edge_generation[i] % 2u == 1u;
}

static bool v2d__soft_live(const v2d_world *world, int32_t i) {
    return world->soft_generation[i] % 2u == 1u;
}

// Points of a soft body sleep together.
static bool v2d__soft_sleeps(const v2d_world *world, int32_t i) {
    int32_t first1 = world->softs[i].point1;
    return first1 > 0 && world->sleep_next1[V2D__POINT_NODE + first1 - 1] != 0;
}

static bool v2d__point_live(const v2d_world *world, int32_t i) {
    return world->point_generation[i] % 2u == 1u;
}

static v2d_vec2 v2d__point_place(const v2d_world *world, int32_t point) {
    return v2d__node_place(world, V2D__POINT_NODE + point);
}

// Where a point is within the running step.
static v2d_vec2 v2d__point_now(const v2d_world *world, int32_t point) {
    const v2d__dof *node = &world->dof[V2D__POINT_NODE + point];
    const v2d__pose *pose = &world->pose[V2D__POINT_NODE + point];
    return v2d_vec2_make(pose->x + node->Dx, pose->y + node->Dy);
}

static bool v2d__edge_is_relaxed(const v2d_world *world, const v2d__edge *e) {
    return e->soft1 > 0 && (world->softs[e->soft1 - 1].flags & V2D__SOFT_RELAXED) != 0u;
}

// ---- lists and colours -------------------------------------------------------------------------

V2D__COLD static void v2d__soft_lists(v2d_world *world) {
    int32_t points = 0, edges = 0;
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        v2d__soft *s = V2D__AT(&world->softs[i]);
        if (!v2d__soft_live(world, i)) continue;
        s->list_start = points;
        for (int32_t p = s->point1; p > 0; p = world->points[p - 1].next1)
            world->soft_points[points++] = p - 1;
        s->outline_start = edges;
        bool closed = true;
        int32_t first = -1, last = -1;
        for (int32_t e1 = s->edge1; e1 > 0; e1 = world->edges[e1 - 1].next1) {
            const v2d__edge *e = V2D__AT(&world->edges[e1 - 1]);
            if (e->side == V2D_EDGE_INNER) continue;
            world->soft_edges[edges++] = e1 - 1;
            if (first < 0) first = e->a;
            if (e->side != V2D_EDGE_OUTLINE || (last >= 0 && last != e->a)) closed = false;
            last = e->b;
        }
        s->outline_count = edges - s->outline_start;
        closed = closed && s->outline_count >= 3 && last == first;
        s->flags =
            (s->flags & ~(uint32_t)V2D__SOFT_CLOSED) | (closed ? (uint32_t)V2D__SOFT_CLOSED : 0u);
    }
    world->soft_dirty &= ~V2D__SOFT_LISTS;
}

// ---- edges -------------------------------------------------------------------------------------

static v2d__set v2d__edge_set(v2d_world *world) {
    v2d__set set;
    set.blocks = world->edge_blocks, set.block_size = sizeof(world->edge_blocks[0]);
    set.extras = world->edge_extras, set.extra_size = sizeof(world->edge_extras[0]);
    set.node_count = 2;
    set.slots = world->edge_slots, set.flags = world->edge_flags, set.batch = &world->edge_batch;
    return set;
}

// Edges of a closed outline that inner ones brace: they carry loads as a truss does.
static bool v2d__edge_is_strut(const v2d_world *world, const v2d__edge *e) {
    if (e->soft1 == 0) return false;
    const v2d__soft *s = &world->softs[e->soft1 - 1];
    return (s->flags & V2D__SOFT_CLOSED) != 0u && s->edge_count > s->outline_count;
}

// The impulse of an edge, wherever it is kept.
static float v2d__edge_lambda(const v2d_world *world, const v2d__edge *e) {
    int32_t at = e->lane1 - 1;
    float lambda = at < 0 ? e->lambda : world->edge_blocks[at / V2D__LANES].lambda[at % V2D__LANES];
    return v2d__impulse_is_sane(lambda) ? lambda : 0.0f;
}

// Mean force of the last step, < 0 pulls, and its greatest size in a sub-step [N].
static float v2d__edge_force(const v2d_world *world, const v2d__edge *e, float *peak) {
    int32_t at = e->lane1 - 1;
    *peak = e->peak;
    if (at < 0) return e->force;
    const v2d__edge_block *k = V2D__AT(&world->edge_blocks[at / V2D__LANES]);
    float sum = k->sum[at % V2D__LANES], most = k->peak[at % V2D__LANES];
    *peak = v2d__impulse_is_sane(most) ? most * world->peak_scale : 0.0f;
    return v2d__impulse_is_sane(sum) ? sum * world->force_scale : 0.0f;
}

// Put what the lanes keep back into the records.
V2D__COLD static void v2d__edges_save(v2d_world *world) {
    for (int32_t at = 0; at < world->edge_batch.overflow_start + world->edge_batch.overflow_count;
         ++at) {
        if (world->edge_slots[at] < 0) continue;
        const v2d__edge_block *k = &world->edge_blocks[at / V2D__LANES];
        v2d__edge *e = &world->edges[world->edge_slots[at]];
        if (e->lane1 != at + 1) continue; // another edge has taken the slot
        e->force = v2d__edge_force(world, e, &e->peak);
        e->lambda = v2d__edge_lambda(world, e);
        e->biased = k->biased[at % V2D__LANES];
        e->normal = v2d_vec2_make(k->nx[at % V2D__LANES], k->ny[at % V2D__LANES]);
        e->lane1 = 0;
    }
}

static void v2d__edge_fill(v2d_world *world, int32_t at) {
    v2d__edge *e = V2D__AT(&world->edges[world->edge_slots[at]]);
    v2d__edge_block *k = V2D__AT(&world->edge_blocks[at / V2D__LANES]);
    v2d__edge_extra *x = &world->edge_extras[at / V2D__LANES];
    int32_t lane = at % V2D__LANES;
    e->lane1 = at + 1;
    k->a[lane] = V2D__POINT_NODE + e->a, k->b[lane] = V2D__POINT_NODE + e->b;
    k->rest[lane] = e->rest, k->lambda[lane] = e->lambda;
    k->biased[lane] = e->biased;
    k->sum[lane] = k->peak[lane] = 0.0f;
    k->nx[lane] = e->normal.x, k->ny[lane] = e->normal.y;
    x->one_sided[lane] = 0.0f, x->upper[lane] = 1e30f;
    x->held[lane] = v2d__edge_is_strut(world, e) ? 3e-4f : 0.0f; // 1 degree
}

// Colour the edges that are springs, or those that are not, in slot order. Returns how many colours
// these have. Relaxed bodies have passes of their own.
V2D__COLD static int32_t v2d__edges_color(v2d_world *world, bool springs) {
    int32_t count = 0;
    for (int32_t i = 0; i < world->edge_pool.high; ++i) {
        const v2d__edge *e = &world->edges[i];
        if (!v2d__edge_live(world, i) || v2d__edge_is_relaxed(world, e)) continue;
        if ((e->frequency > 0.0f) != springs) continue;
        int32_t node[2];
        node[0] = V2D__POINT_NODE + e->a, node[1] = V2D__POINT_NODE + e->b;
        if (v2d__node_sleeps(world, node[0]) || v2d__node_sleeps(world, node[1])) continue;
        bool extra = springs || v2d__edge_is_strut(world, e);
        world->colors[i] = v2d__color_of(world, node, 2, extra);
        int32_t color = world->colors[i] % V2D__COLOR_EXTRA;
        if (color < V2D__MAX_COLORS && color >= count) count = color + 1;
    }
    return count;
}

// Give each edge its lane. Springs come first: see v2d__solve_springs().
V2D__COLD static void v2d__edges_layout(v2d_world *world) {
    v2d__set set = v2d__edge_set(world);
    v2d__edges_save(world);
    memset(world->color_mask, 0, sizeof(world->color_mask));
    memset(world->colors, V2D__COLOR_NONE, (size_t)world->edge_pool.high);
    world->edge_spring_colors = v2d__edges_color(world, true);
    // No other edge shares a colour with a spring.
    uint64_t taken = world->edge_spring_colors < V2D__MAX_COLORS
                         ? ((uint64_t)1 << world->edge_spring_colors) - 1
                         : ~(uint64_t)0;
    for (int32_t i = 0; i < world->point_pool.high && taken != 0; ++i)
        world->color_mask[V2D__POINT_NODE + i] = taken;
    v2d__edges_color(world, false);
    v2d__set_layout(world, &set, world->edge_pool.high, NULL);
    for (int32_t at = 0; at < v2d__set_lanes(&set); ++at) {
        if (world->edge_slots[at] >= 0) v2d__edge_fill(world, at);
    }
}

// Springs depend on the sub-step.
static void v2d__edge_soften(v2d_world *world, int32_t at, float h) {
    const v2d__edge *e = &world->edges[world->edge_slots[at]];
    v2d__edge_extra *x = V2D__AT(&world->edge_extras[at / V2D__LANES]);
    int32_t lane = at % V2D__LANES;
    float swing = 0.3f * h * e->rest; // at 0.3 rad/s [m]
    x->slow[lane] = swing * swing;
    x->spring[lane] = e->frequency > 0.0f ? 1.0f : 0.0f;
    if (e->frequency <= 0.0f) {
        v2d__softness stiff = v2d__soften_stiff(h);
        x->stiffness[lane] = stiff.mass_scale * stiff.rate, x->damping[lane] = 0.0f;
        x->mass_scale[lane] = stiff.mass_scale, x->impulse_scale[lane] = stiff.impulse_scale;
        x->relax_mass[lane] = 1.0f, x->relax_impulse[lane] = 0.0f;
        return;
    }
    int32_t node[2] = {V2D__POINT_NODE + e->a, V2D__POINT_NODE + e->b};
    v2d__spring spring =
        v2d__spring_make(e->frequency, e->damping_ratio, h, v2d__springs_of(world, node, 2));
    x->stiffness[lane] = spring.stiffness, x->damping[lane] = spring.damping;
    x->mass_scale[lane] = x->relax_mass[lane] = spring.implicit;
    x->impulse_scale[lane] = x->relax_impulse[lane] = 1.0f - spring.implicit;
}

// ---- bends -------------------------------------------------------------------------------------
// The turning angle at b: theta = angle(c - b) - angle(b - a). Its gradients are
// perp(b - a) / |b - a|^2 at a and perp(c - b) / |c - b|^2 at c, and minus their sum at b.

static float v2d__turning_angle(v2d_vec2 u, v2d_vec2 v) {
    return v2d__atan2(v2d__cross(u, v), v2d__dot(u, v));
}

static v2d__set v2d__bend_set(v2d_world *world) {
    v2d__set set;
    set.blocks = world->bend_blocks, set.block_size = sizeof(world->bend_blocks[0]);
    set.extras = world->bend_blocks, set.extra_size = 0; // none
    set.node_count = 3;
    set.slots = world->bend_slots, set.flags = world->bend_flags, set.batch = &world->bend_batch;
    return set;
}

// Put what the lanes keep back into the records.
V2D__COLD static void v2d__bends_save(v2d_world *world) {
    v2d__set set = v2d__bend_set(world);
    for (int32_t at = 0; at < v2d__set_lanes(&set); ++at) {
        if (set.slots[at] < 0) continue;
        const v2d__bend_block *k = V2D__AT(&world->bend_blocks[at / V2D__LANES]);
        v2d__bend *bend = V2D__AT(&world->bends[set.slots[at]]);
        int32_t lane = at % V2D__LANES;
        if (bend->lane1 != at + 1) continue; // another bend has taken the slot
        bend->lambda = k->lambda[lane];
        bend->gradient_a = v2d_vec2_make(k->gax[lane], k->gay[lane]);
        bend->gradient_c = v2d_vec2_make(k->gcx[lane], k->gcy[lane]);
        bend->lane1 = 0;
    }
}

static void v2d__bend_fill(v2d_world *world, int32_t at) {
    v2d__bend *bend = V2D__AT(&world->bends[world->bend_slots[at]]);
    v2d__bend_block *k = V2D__AT(&world->bend_blocks[at / V2D__LANES]);
    int32_t lane = at % V2D__LANES;
    bend->lane1 = at + 1;
    k->a[lane] = V2D__POINT_NODE + bend->a, k->b[lane] = V2D__POINT_NODE + bend->b;
    k->c[lane] = V2D__POINT_NODE + bend->c;
    k->gax[lane] = bend->gradient_a.x, k->gay[lane] = bend->gradient_a.y;
    k->gcx[lane] = bend->gradient_c.x, k->gcy[lane] = bend->gradient_c.y;
    k->rest[lane] = bend->rest, k->lambda[lane] = bend->lambda;
}

V2D__COLD static void v2d__bends_layout(v2d_world *world) {
    v2d__set set = v2d__bend_set(world);
    v2d__bends_save(world);
    memset(world->color_mask, 0, sizeof(world->color_mask));
    for (int32_t i = 0; i < world->bend_pool.high; ++i) {
        const v2d__bend *bend = &world->bends[i];
        world->colors[i] = V2D__COLOR_NONE;
        if (world->bend_generation[i] % 2u == 0u) continue;
        int32_t node[3];
        node[0] = V2D__POINT_NODE + bend->a, node[1] = V2D__POINT_NODE + bend->b;
        node[2] = V2D__POINT_NODE + bend->c;
        if (v2d__node_sleeps(world, node[0]) || v2d__node_sleeps(world, node[1]) ||
            v2d__node_sleeps(world, node[2]))
            continue;
        world->colors[i] = v2d__color_of(world, node, 3, false);
    }
    v2d__set_layout(world, &set, world->bend_pool.high, NULL);
    for (int32_t at = 0; at < v2d__set_lanes(&set); ++at) {
        if (set.slots[at] >= 0) v2d__bend_fill(world, at);
    }
}

static void v2d__bend_soften(v2d_world *world, int32_t at, float h) {
    const v2d__bend *bend = &world->bends[world->bend_slots[at]];
    v2d__bend_block *k = &world->bend_blocks[at / V2D__LANES];
    int32_t node[3] = {V2D__POINT_NODE + bend->a, V2D__POINT_NODE + bend->b,
                       V2D__POINT_NODE + bend->c};
    v2d__spring spring =
        v2d__spring_make(bend->frequency, bend->damping_ratio, h, v2d__springs_of(world, node, 3));
    k->stiffness[at % V2D__LANES] = spring.stiffness;
    k->damping[at % V2D__LANES] = spring.damping;
    k->implicit[at % V2D__LANES] = spring.implicit;
}

// ---- area --------------------------------------------------------------------------------------
// Area by the shoelace formula; the gradient at a point is half the perpendicular of the line from
// its predecessor to its successor on the outline.

V2D__OUTLINE static float v2d__soft_area_now(const v2d_world *world, const v2d__soft *s) {
    v2d_vec2 origin = v2d__point_now(world, world->edges[world->soft_edges[s->outline_start]].a);
    float twice = 0.0f;
    for (int32_t i = 0; i < s->outline_count; ++i) {
        const v2d__edge *e = &world->edges[world->soft_edges[s->outline_start + i]];
        twice += v2d__cross(v2d__sub(v2d__point_now(world, e->a), origin),
                            v2d__sub(v2d__point_now(world, e->b), origin));
    }
    return 0.5f * twice;
}

static void v2d__area_apply(v2d_world *world, const v2d__soft *s, float p) {
    for (int32_t i = 0; i < s->outline_count; ++i) {
        int32_t point = world->edges[world->soft_edges[s->outline_start + i]].a;
        v2d__dof *node = &world->dof[V2D__POINT_NODE + point];
        v2d_vec2 g = world->points[point].area_gradient;
        node->dx += node->inv_mass * p * g.x;
        node->dy += node->inv_mass * p * g.y;
    }
}

static void v2d__area_gradients(v2d_world *world, const v2d__soft *s) {
    for (int32_t i = 0; i < s->outline_count; ++i) {
        const v2d__edge *e = &world->edges[world->soft_edges[s->outline_start + i]];
        const v2d__edge *before =
            &world->edges[world->soft_edges[s->outline_start + (i > 0 ? i : s->outline_count) - 1]];
        v2d_vec2 span = v2d__sub(v2d__point_now(world, e->b), v2d__point_now(world, before->a));
        if (!v2d__sensible(span.x + span.y)) continue; // some node went wrong
        world->points[e->a].area_gradient = v2d_vec2_make(0.5f * span.y, -0.5f * span.x);
    }
}

V2D__OUTLINE static void v2d__area_solve(v2d_world *world, v2d__soft *s, v2d__softness soft,
                                         bool bias) {
    if (bias) {
        v2d__area_apply(world, s, -s->area_lambda);
        v2d__area_gradients(world, s);
        v2d__area_apply(world, s, s->area_lambda);
    }
    float w = 0.0f, dv = 0.0f;
    for (int32_t i = 0; i < s->outline_count; ++i) {
        int32_t point = world->edges[world->soft_edges[s->outline_start + i]].a;
        const v2d__dof *node = &world->dof[V2D__POINT_NODE + point];
        v2d_vec2 g = world->points[point].area_gradient;
        w += node->inv_mass * v2d__length_sq(g);
        dv += g.x * node->dx + g.y * node->dy;
    }
    if (w <= 0.0f) return;
    float error = v2d__soft_area_now(world, s) - s->area_rest * s->area_scale;
    float impulse =
        -soft.mass_scale / w * (dv + soft.rate * error) - soft.impulse_scale * s->area_lambda;
    if (!v2d__sensible(impulse)) return;
    s->area_lambda += impulse;
    v2d__area_apply(world, s, impulse);
}

// ---- shape matching ----------------------------------------------------------------------------
// Pull every point towards its place in the rest shape, turned and moved to fit best. Impulses sum
// to zero and exert no torque, so momentum is kept.
// Source: Mueller, Heidelberger, Teschner, Gross, "Meshless Deformations Based on Shape Matching",
// SIGGRAPH 2005, eq. 7; in 2D the best rotation is the angle of sum m (q . p, q x p).

typedef struct v2d__shape_frame {
    v2d_vec2 center, velocity; // of the mass centre; velocity per sub-step
    v2d_rot q;
    float spin;    // angle per sub-step [rad]
    float inertia; // [kg m^2]; 0 when a point is pinned
} v2d__shape_frame;

static v2d__shape_frame v2d__shape_fit(const v2d_world *world, const v2d__soft *s) {
    v2d__shape_frame f;
    v2d_vec2 origin = v2d__point_now(world, world->soft_points[s->list_start]);
    v2d_vec2 sum = {0.0f, 0.0f}, momentum = {0.0f, 0.0f};
    float mass = 0.0f;
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        const v2d__dof *node = &world->dof[V2D__POINT_NODE + point];
        float m = world->points[point].mass;
        sum = v2d__add_scaled(sum, m, v2d__sub(v2d__point_now(world, point), origin));
        momentum = v2d__add_scaled(momentum, m, v2d_vec2_make(node->dx, node->dy));
        mass += m;
    }
    f.center = v2d__add_scaled(origin, 1.0f / mass, sum);
    f.velocity = v2d__scale(1.0f / mass, momentum);
    float c = 0.0f, sn = 0.0f, inertia = 0.0f, spin = 0.0f;
    bool pinned = false;
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        const v2d__dof *node = &world->dof[V2D__POINT_NODE + point];
        float m = world->points[point].mass;
        v2d_vec2 r = v2d__sub(v2d__point_now(world, point), f.center),
                 q = world->points[point].shape_local;
        c += m * v2d__dot(q, r);
        sn += m * v2d__cross(q, r);
        inertia += m * v2d__length_sq(r);
        spin += m * v2d__cross(r, v2d__sub(v2d_vec2_make(node->dx, node->dy), f.velocity));
        pinned = pinned || node->inv_mass <= 0.0f;
    }
    v2d_vec2 axis = v2d__normalize(v2d_vec2_make(c, sn));
    f.q.c = axis.x, f.q.s = axis.y;
    if (v2d__length_sq(axis) < 0.5f) f.q = s->shape_q; // crumpled to nothing: keep the last one
    f.spin = inertia > 0.0f ? spin / inertia : 0.0f;
    f.inertia = pinned ? 0.0f : inertia;
    return f;
}

static bool v2d__frame_is_sound(const v2d__shape_frame *f) {
    return v2d__sensible(f->center.x) && v2d__sensible(f->center.y) &&
           v2d__sensible(f->velocity.x) && v2d__sensible(f->velocity.y) && v2d__sensible(f->spin) &&
           v2d__sensible(f->q.c) && v2d__sensible(f->q.s);
}

// Give a body a spin that is not repeated in the next sub-step.
static void v2d__shape_spin(v2d_world *world, const v2d__soft *s, v2d_vec2 center, float spin) {
    if (!v2d__sensible(spin)) return;
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i], node = V2D__POINT_NODE + point;
        v2d_vec2 by = v2d__cross_sv(spin, v2d__sub(v2d__point_now(world, point), center));
        world->dof[node].dx += by.x, world->dof[node].dy += by.y;
        world->previous[node].x += by.x, world->previous[node].y += by.y;
    }
}

V2D__OUTLINE static void v2d__shape_solve(v2d_world *world, v2d__soft *s, v2d__softness soft,
                                          bool bias) {
    v2d__shape_frame f = v2d__shape_fit(world, s);
    v2d_rot q = bias ? f.q : s->shape_q;
    if (!v2d__frame_is_sound(&f)) return; // some node went wrong
    float torque = 0.0f;
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        v2d__dof *node = V2D__AT(&world->dof[V2D__POINT_NODE + point]);
        v2d__point *p = V2D__AT(&world->points[point]);
        if (node->inv_mass <= 0.0f) continue;
        v2d_vec2 r = v2d__sub(v2d__point_now(world, point), f.center);
        v2d_vec2 goal = v2d__rotate(f.q, p->shape_local);
        v2d_vec2 rigid = v2d__add(f.velocity, v2d__cross_sv(f.spin, r));
        v2d_vec2 dv = v2d__sub(v2d_vec2_make(node->dx, node->dy), rigid);
        v2d_vec2 wanted = v2d__add_scaled(dv, soft.rate, v2d__sub(r, goal));
        v2d_vec2 old = v2d__rotate(q, p->shape_lambda);
        v2d_vec2 impulse =
            v2d__add_scaled(v2d__scale(-soft.mass_scale, wanted), -soft.impulse_scale, old);
        if (bias) { // the stored impulse turns with the frame
            impulse = v2d__add(impulse, v2d__sub(old, v2d__rotate(s->shape_q, p->shape_lambda)));
        }
        node->dx += impulse.x;
        node->dy += impulse.y;
        v2d_vec2 applied = bias ? v2d__add(v2d__rotate(s->shape_q, p->shape_lambda), impulse)
                                : v2d__add(old, impulse);
        torque += p->mass * v2d__cross(r, bias ? applied : impulse);
        p->shape_lambda = v2d__inv_rotate(q, applied);
    }
    s->shape_q = q;
    // Impulses of the relax pass belong to a frame that the body has turned out of: what torque that
    // exerts, then and in the next sub-step, is given back.
    if (f.inertia > 0.0f) v2d__shape_spin(world, s, f.center, -torque / f.inertia);
}

// ---- all of it ---------------------------------------------------------------------------------

static bool v2d__soft_has_area(const v2d__soft *s) {
    return s->area_frequency > 0.0f && (s->flags & V2D__SOFT_CLOSED) != 0u;
}

static bool v2d__soft_has_shape(const v2d__soft *s) {
    return s->shape_frequency > 0.0f && s->point_count > 1;
}

static void v2d__soft_warm(v2d_world *world, v2d__soft *s, float warm) {
    s->area_lambda = v2d__soft_has_area(s) ? s->area_lambda * warm : 0.0f;
    bool shape = v2d__soft_has_shape(s);
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        v2d__point *p = V2D__AT(&world->points[point]);
        v2d__vec3 *start = &world->start[V2D__POINT_NODE + point];
        float w = world->dof[V2D__POINT_NODE + point].inv_mass;
        start->x += w * s->area_lambda * p->area_gradient.x;
        start->y += w * s->area_lambda * p->area_gradient.y;
        if (!shape || w <= 0.0f) continue;
        p->shape_lambda = v2d__scale(warm, p->shape_lambda);
        v2d_vec2 add = v2d__rotate(s->shape_q, p->shape_lambda);
        start->x += add.x;
        start->y += add.y;
    }
}

V2D__COLD static void v2d__soft_layout(v2d_world *world) {
    v2d__edges_layout(world);
    v2d__bends_layout(world);
    world->soft_h = world->springs_h = 0.0f;
}

// Add a spring, or with the frequency 0 a stiff row, to the sums of its nodes: first stiffness, and
// then, from the sums of that, `implicit`.
static void v2d__spring_count(v2d_world *world, const int32_t *node, int32_t count, float frequency,
                              float damping_ratio, bool second) {
    v2d__spring_sum sum = {0.0f, 0.0f};
    if (frequency <= 0.0f) {
        float stiff = second ? v2d__soften_stiff(world->springs_h).mass_scale : 0.0f;
        for (int32_t i = 0; i < count; ++i)
            world->spring_sums[node[i]].implicit += stiff;
        return;
    }
    if (second) sum.stiffness = v2d__springs_of(world, node, count).stiffness;
    v2d__spring spring = v2d__spring_make(frequency, damping_ratio, world->springs_h, sum);
    for (int32_t i = 0; i < count; ++i) {
        if (second) world->spring_sums[node[i]].implicit += spring.implicit;
        if (!second) world->spring_sums[node[i]].stiffness += spring.stiffness;
    }
}

static void v2d__springs_count(v2d_world *world, bool second) {
    int32_t node[3];
    for (int32_t i = 0; i < world->joint_pool.high; ++i) {
        const v2d__joint *j = V2D__AT(&world->joints[i]);
        if (world->joint_generation[i] % 2u == 0u) continue;
        node[0] = j->node_a, node[1] = j->node_b;
        v2d__spring_count(world, node, 2, j->frequency, j->damping_ratio, second);
        if (j->spring_frequency > 0.0f)
            v2d__spring_count(world, node, 2, j->spring_frequency, j->spring_damping_ratio, second);
    }
    for (int32_t i = 0; i < world->edge_pool.high; ++i) {
        const v2d__edge *e = V2D__AT(&world->edges[i]);
        if (!v2d__edge_live(world, i) || v2d__edge_is_relaxed(world, e)) continue;
        node[0] = V2D__POINT_NODE + e->a, node[1] = V2D__POINT_NODE + e->b;
        v2d__spring_count(world, node, 2, e->frequency, e->damping_ratio, second);
    }
    for (int32_t i = 0; i < world->bend_pool.high; ++i) {
        const v2d__bend *bend = V2D__AT(&world->bends[i]);
        if (world->bend_generation[i] % 2u == 0u) continue;
        node[0] = V2D__POINT_NODE + bend->a, node[1] = V2D__POINT_NODE + bend->b;
        node[2] = V2D__POINT_NODE + bend->c;
        v2d__spring_count(world, node, 3, bend->frequency, bend->damping_ratio, second);
    }
}

// What the springs of each node add up to. Only after springs or the sub-step changed.
V2D__COLD static void v2d__springs_sum(v2d_world *world, float h) {
    memset(world->spring_sums, 0, sizeof(world->spring_sums));
    world->springs_h = h;
    v2d__springs_count(world, false);
    v2d__springs_count(world, true);
    world->joints_h = world->soft_h = 0.0f;
}

// Springs for a new sub-step or in new lanes.
V2D__COLD static void v2d__soft_soften(v2d_world *world, float h) {
    v2d__set edges = v2d__edge_set(world), bends = v2d__bend_set(world);
    for (int32_t at = 0; at < v2d__set_lanes(&edges); ++at) {
        if (edges.slots[at] >= 0) v2d__edge_soften(world, at, h);
    }
    for (int32_t at = 0; at < v2d__set_lanes(&bends); ++at) {
        if (bends.slots[at] >= 0) v2d__bend_soften(world, at, h);
    }
    world->soft_h = h;
}

V2D__OUTLINE static void v2d__soft_prepare(v2d_world *world, v2d__team *team, const v2d__call *call,
                                           float h) {
    v2d__set edges = v2d__edge_set(world), bends = v2d__bend_set(world);
    if (world->soft_h != h) v2d__soft_soften(world, h);
    v2d__set_visit(world, team, &edges, team->kernels->edge_begin, call);
    v2d__set_visit(world, team, &bends, team->kernels->bend_begin, call);
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        if (v2d__soft_live(world, i) && !v2d__soft_sleeps(world, i))
            v2d__soft_warm(world, &world->softs[i], call->warm);
    }
}

// The edges of some colours.
static void v2d__solve_edges(v2d_world *world, const v2d__pass *pass, int32_t first, int32_t last) {
    v2d__set edges = v2d__edge_set(world);
    v2d__batch part = v2d__batch_part(edges.batch, first, last);
    edges.batch = &part;
    v2d__set_visit(world, pass->team, &edges,
                   pass->bias ? pass->kernels->edge_bias : pass->kernels->edge_relax, &pass->call);
}

// All springs, before what is stiff: that must know what they pull, or it follows a sub-step late, and
// that gives energy.
V2D__OUTLINE static void v2d__solve_springs(v2d_world *world, const v2d__pass *pass, float h) {
    v2d__set bends = v2d__bend_set(world), joints = v2d__joint_set(world);
    const v2d__kernels *k = pass->kernels;
    v2d__solve_loose(world, pass, 0, world->loose_springs, h);
    if (world->joint_springs)
        v2d__set_visit(world, pass->team, &joints,
                       pass->bias ? k->joint_spring_bias : k->joint_spring_relax, &pass->call);
    if (world->edge_spring_colors > 0) v2d__solve_edges(world, pass, 0, world->edge_spring_colors);
    v2d__set_visit(world, pass->team, &bends, pass->bias ? k->bend_bias : k->bend_relax,
                   &pass->call);
}

V2D__OUTLINE static void v2d__solve_soft(v2d_world *world, const v2d__pass *pass, float h) {
    v2d__solve_edges(world, pass, world->edge_spring_colors, V2D__MAX_COLORS);
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        v2d__soft *s = &world->softs[i];
        if (!v2d__soft_live(world, i) || v2d__soft_sleeps(world, i)) continue;
        if (v2d__soft_has_shape(s)) {
            v2d__shape_solve(world, s,
                             v2d__soften_spring(s->shape_frequency, s->shape_damping_ratio, h),
                             pass->bias);
        }
        if (v2d__soft_has_area(s)) {
            v2d__area_solve(world, s, v2d__soften_spring(s->area_frequency, 2.0f, h), pass->bias);
        }
    }
}

// ================================================================================================
// >>links  Serial chains of stiff edges and joints, each solved at once.
//
// Sees:    nodes, edges and joints with their blocks, tethers.
// Why:     one visit a sub-step leaves in each row the stretch F / (m w^2), F its load, m the reduced
//          mass of its ends, w = 2 pi 0.25 / h its stiffness: n points of a hung rope add up to
//          n^2 g (2 h / pi)^2 [m], a load of M points' mass to 2 n M of that, whatever the number of
//          visits. And what the visits leave of the rows' motion takes energy from every swing.
// Method:  in a serial chain, what is left is a block-tridiagonal system J W J' x = -r with blocks of
//          one row (edge, rod) or two (revolute joint). Elimination solves it in O(links). x is added
//          to the impulses that the rows keep, so nothing else knows of it. r is the exact change of
//          length in a sub-step, not its first terms: then forces along the rows as they stood at its
//          beginning hold the lengths at its end, and no energy is lost or won (SHAKE).
// Source:  Ryckaert, Ciccotti, Berendsen, "Numerical integration of the Cartesian equations of motion
//          of a system with constraints", 1977; Baraff, "Linear-Time Dynamics using Lagrange
//          Multipliers", SIGGRAPH 1996.
// ================================================================================================

// Share of an error that a sub-step takes back: rows keep their length by motion, and what rounding
// leaves is little. Faster, a chain that cracks like a whip would win energy from it.
static const float v2d__link_rate = 0.1f;
// What may be left of a row, over its length, and the most steps that are taken to get there.
static const float v2d__link_tolerance = 1e-6f;
enum { V2D__LINK_STEPS = 6 };
// Added to the diagonal, for a straight chain between two pins has no solution.
static const float v2d__link_softness = 1e-5f;
// Greatest pull [kg m] over what is stable. A pull F turns a body of inertia I by its arms r, as a
// spring of F r does: from r F h^2 = 4 I on the turn would grow in each sub-step, and so would the zigzag
// of points, from F h^2 = m length on. Beyond these shares of it tethers must carry the load.
static const float v2d__link_most_turn = 1.0f, v2d__link_most_pull = 0.5f;

static bool v2d__row_is_edge(int32_t row) { return row < V2D_MAX_EDGES; }

static uint32_t v2d__row_generation(const v2d_world *world, int32_t row) {
    return v2d__row_is_edge(row) ? world->edge_generation[row]
                                 : world->joint_generation[row - V2D_MAX_EDGES];
}

// Whether a row can be a link: it is stiff, and one of its nodes moves. Gives its nodes.
static bool v2d__row_links(const v2d_world *world, int32_t row, int32_t *node) {
    if (v2d__row_generation(world, row) % 2u == 0u) return false;
    if (v2d__row_is_edge(row)) {
        const v2d__edge *e = &world->edges[row];
        if (e->frequency > 0.0f || v2d__edge_is_relaxed(world, e)) return false;
        node[0] = V2D__POINT_NODE + e->a, node[1] = V2D__POINT_NODE + e->b;
    } else {
        const v2d__joint *j = &world->joints[row - V2D_MAX_EDGES];
        bool rod = j->kind == V2D_JOINT_DISTANCE && j->min_length == j->max_length;
        if (j->frequency > 0.0f || (j->kind != V2D_JOINT_REVOLUTE && !rod)) return false;
        node[0] = j->node_a, node[1] = j->node_b;
    }
    return world->dof[node[0]].inv_mass > 0.0f || world->dof[node[1]].inv_mass > 0.0f;
}

// The next such row at or after `row`, or -1.
static int32_t v2d__row_next(const v2d_world *world, int32_t row, int32_t *node) {
    for (; row < V2D_MAX_EDGES + world->joint_pool.high; ++row) {
        if (v2d__row_is_edge(row) && row >= world->edge_pool.high) row = V2D_MAX_EDGES;
        if (row >= V2D_MAX_EDGES + world->joint_pool.high) return -1;
        if (v2d__row_links(world, row, node)) return row;
    }
    return -1;
}

// Add the chain that begins with a row at a node that cannot move.
static void v2d__links_follow(v2d_world *world, int32_t row, int32_t from) {
    int32_t first = world->link_start[world->serial_count], last = first, node = from;
    for (;;) {
        int32_t ends[2];
        if (last >= V2D__MAX_LINKS || !v2d__row_links(world, row, ends)) return;
        v2d__link *l = V2D__AT(&world->links[last++]);
        memset(l, 0, sizeof(*l));
        bool forward = ends[0] == node;
        l->row = row, l->generation = v2d__row_generation(world, row);
        l->sign = forward ? 1.0f : -1.0f;
        l->from = node;
        node = l->to = forward ? ends[1] : ends[0];
        if (world->dof[node].inv_mass <= 0.0f || world->link_count[node] != 2) break;
        int32_t one = world->link_rows[0][node], two = world->link_rows[1][node];
        row = one == row ? two : one;
    }
    bool fixed = world->dof[node].inv_mass <= 0.0f;
    if (last - first < 2 || (fixed && world->links[first].row > row)) return; // or found from there
    world->serial_count += 1;
    world->held_count += fixed ? 1 : 0;
    world->link_start[world->serial_count] = last;
}

// Find the chains: of two rows or more, that hang on what cannot move, and whose inner nodes have two
// rows each. They begin at what cannot move.
V2D__COLD static void v2d__links_find(v2d_world *world) {
    int32_t node[2];
    world->serial_count = world->held_count = 0, world->link_start[0] = 0;
    memset(world->link_count, 0, sizeof(world->link_count));
    for (int32_t row = v2d__row_next(world, 0, node); row >= 0;
         row = v2d__row_next(world, row + 1, node)) {
        for (int32_t end = 0; end < 2; ++end) {
            int32_t n = world->link_count[node[end]];
            if (n < 2) world->link_rows[n][node[end]] = row;
            if (n < 3) world->link_count[node[end]] += 1;
        }
    }
    for (int32_t row = v2d__row_next(world, 0, node); row >= 0;
         row = v2d__row_next(world, row + 1, node)) {
        for (int32_t end = 0; end < 2; ++end) {
            if (world->dof[node[end]].inv_mass <= 0.0f) v2d__links_follow(world, row, node[end]);
        }
    }
}

static v2d_vec2 v2d__link_anchor(const v2d_world *world, const v2d__link *l, bool to) {
    v2d_vec2 none = {0.0f, 0.0f};
    if (v2d__row_is_edge(l->row)) return none;
    const v2d__joint *j = &world->joints[l->row - V2D_MAX_EDGES];
    return to == (l->sign > 0.0f) ? j->local_b : j->local_a;
}

static float v2d__link_rest(const v2d_world *world, const v2d__link *l) {
    if (v2d__row_is_edge(l->row)) return world->edges[l->row].rest;
    const v2d__joint *j = &world->joints[l->row - V2D_MAX_EDGES];
    return j->kind == V2D_JOINT_DISTANCE ? j->max_length : 0.0f;
}

// Limit how far the links `first` to `last` - 1 reach: then their load does not matter, nor what becomes
// of them when they crack like a whip.
static void v2d__tether_add(v2d_world *world, int32_t first, int32_t last) {
    if (world->tether_count >= V2D__MAX_TETHERS) return;
    const v2d__link *a = &world->links[first], *b = &world->links[last - 1];
    v2d__tether *t = V2D__AT(&world->tethers[world->tether_count]);
    memset(t, 0, sizeof(*t));
    t->first = first, t->last = last;
    t->node_a = a->from, t->node_b = b->to;
    t->local_a = v2d__link_anchor(world, a, false), t->local_b = v2d__link_anchor(world, b, true);
    int32_t spans = 0;
    for (int32_t k = first; k < last; ++k) {
        const v2d__link *l = &world->links[k];
        float rest = v2d__link_rest(world, l);
        if (k > first) {
            rest += v2d__length(
                v2d__sub(v2d__link_anchor(world, l, false), v2d__link_anchor(world, l - 1, true)));
        }
        t->length += rest;
        if (rest > 0.0f) spans += 1;
    }
    if (spans > 2) world->tether_count += 1; // two links bear it themselves
}

// The tether of a chain with a free end. (Chains between two pins bear what they must, see below.)
static void v2d__tether_chain(v2d_world *world, int32_t first, int32_t last) {
    const v2d__link *end = &world->links[last - 1];
    if (world->dof[end->to].inv_mass <= 0.0f) return;
    if (v2d__row_is_edge(end->row)) {
        int32_t soft = world->edges[end->row].soft1 - 1;
        if (soft >= 0 && (world->softs[soft].flags & V2D__SOFT_TETHERED) == 0u) return;
    }
    v2d__tether_add(world, first, last);
}

// A body that hangs on a point where a tethered chain ends, but not alone: its tether goes past the
// light point.
V2D__COLD static void v2d__tether_load(v2d_world *world, int32_t joint) {
    const v2d__joint *j = V2D__AT(&world->joints[joint]);
    bool a_point = v2d__node_is_point(j->node_a);
    int32_t point = a_point ? j->node_a : j->node_b, body = a_point ? j->node_b : j->node_a;
    if (a_point == v2d__node_is_point(j->node_b)) return;
    for (int32_t i = 0; i < world->tether_count; ++i) {
        if (world->tethers[i].node_b != point) continue;
        if (world->tether_count >= V2D__MAX_TETHERS) return;
        v2d__tether *t = V2D__AT(&world->tethers[world->tether_count++]);
        *t = world->tethers[i];
        t->node_b = body;
        t->local_b = a_point ? j->local_b : j->local_a;
        t->joint1 = joint + 1;
        return;
    }
}

// What a tether carried before the chains were found anew.
static void v2d__tethers_recall(v2d_world *world, int32_t before_count) {
    for (int32_t i = 0; i < world->tether_count; ++i) {
        v2d__tether *t = &world->tethers[i];
        for (int32_t k = 0; k < before_count; ++k) {
            const v2d__tether *b = &world->tethers_before[k];
            if (b->node_a != t->node_a || b->node_b != t->node_b || b->local_a.x != t->local_a.x ||
                b->local_a.y != t->local_a.y)
                continue;
            t->lambda = b->lambda, t->sum = b->sum, t->direction = b->direction;
            break;
        }
    }
}

V2D__COLD static void v2d__links_build(v2d_world *world) {
    int32_t before = world->tether_count;
    memcpy(world->tethers_before, world->tethers, (size_t)before * sizeof(world->tethers[0]));
    v2d__links_find(world);
    world->tether_count = 0;
    for (int32_t c = 0; c < world->serial_count; ++c)
        v2d__tether_chain(world, world->link_start[c], world->link_start[c + 1]);
    for (int32_t i = 0; i < world->joint_pool.high; ++i) {
        const v2d__joint *j = V2D__AT(&world->joints[i]);
        if (world->joint_generation[i] % 2u == 1u && j->kind == V2D_JOINT_REVOLUTE &&
            j->frequency <= 0.0f)
            v2d__tether_load(world, i);
    }
    v2d__tethers_recall(world, before);
}

// ---- one sub-step ------------------------------------------------------------------------------

// Displacement of an anchor in this sub-step.
static v2d_vec2 v2d__arm_motion(const v2d__dof *node, v2d_vec2 arm) {
    float w = node->inv_k * node->du, q = w * w;
    float s = w - w * q * (1.0f / 6.0f), c = q * 0.5f - q * q * (1.0f / 24.0f);
    return v2d_vec2_make(node->dx - (c * arm.x + s * arm.y), node->dy + (s * arm.x - c * arm.y));
}

// Change of a length whose ends part by dx along it and by dy across. Of motion beyond all sense only
// the part along it counts.
static float v2d__length_change(float length, float dx, float dy) {
    float along = length + dx, across = dy * dy;
    if (along <= 0.5f * length || across >= length * length) return dx;
    return dx + across / (along + sqrtf(along * along + across));
}

// Direction i of a link: (x, y) for the node that it leads to, at these arms.
static void v2d__link_direct(const v2d_world *world, v2d__link *l, int32_t i, float x, float y,
                             v2d_vec2 from_arm, v2d_vec2 to_arm) {
    l->u[i] = v2d_vec2_make(x, y);
    l->from_turn[i] = world->dof[l->from].inv_k * v2d__cross(from_arm, l->u[i]);
    l->to_turn[i] = world->dof[l->to].inv_k * v2d__cross(to_arm, l->u[i]);
}

// How a row stands: its direction in the bias pass, and x = -r in either.
static void v2d__link_edge(const v2d_world *world, v2d__link *l, bool bias) {
    int32_t at = world->edges[l->row].lane1 - 1, lane = at % V2D__LANES;
    const v2d__edge_block *k = &world->edge_blocks[at / V2D__LANES];
    const v2d__dof *a = &world->dof[k->a[lane]], *b = &world->dof[k->b[lane]];
    float nx = k->nx[lane], ny = k->ny[lane], dx = b->dx - a->dx, dy = b->dy - a->dy, error = 0.0f;
    if (bias) {
        float rx = k->rx[lane] + (b->Dx - a->Dx), ry = k->ry[lane] + (b->Dy - a->Dy);
        l->length = nx * rx + ny * ry;
        error = l->length - k->rest[lane];
        l->u[0] = v2d_vec2_make(l->sign * nx, l->sign * ny);
    }
    float change = v2d__length_change(l->length, nx * dx + ny * dy, nx * dy - ny * dx);
    l->x[0] = -(change + v2d__link_rate * error);
}

static void v2d__link_rod(const v2d_world *world, v2d__link *l, const v2d__joint *j, bool bias,
                          float most) {
    const v2d__dof *a = &world->dof[j->node_a], *b = &world->dof[j->node_b];
    float error = 0.0f;
    if (bias) {
        v2d_vec2 r =
            v2d__separation_now(j->separation0, j->arm_a0, j->arm_b0, j->arm_a, j->arm_b, a, b);
        l->length = v2d__length(r);
        error = l->length - j->max_length;
        bool forward = l->sign > 0.0f;
        v2d__link_direct(world, l, 0, l->sign * j->direction.x, l->sign * j->direction.y,
                         forward ? j->arm_a : j->arm_b, forward ? j->arm_b : j->arm_a);
    }
    v2d_vec2 d = v2d__sub(v2d__arm_motion(b, j->arm_b), v2d__arm_motion(a, j->arm_a));
    float change =
        v2d__length_change(l->length, v2d__dot(j->direction, d), v2d__cross(j->direction, d));
    l->x[0] = -(change + v2d__clampf(v2d__link_rate * error, -most, most));
}

static void v2d__link_revolute(const v2d_world *world, v2d__link *l, const v2d__joint *j, bool bias,
                               float most) {
    int32_t at = j->lane1 - 1, i = at % V2D__LANES;
    const v2d__joint_block *k = &world->joint_blocks[at / V2D__LANES];
    const v2d__dof *a = &world->dof[j->node_a], *b = &world->dof[j->node_b];
    v2d_vec2 arm_a = {k->ax[i], k->ay[i]}, arm_b = {k->bx[i], k->by[i]};
    v2d_vec2 v = v2d__sub(v2d__arm_motion(b, arm_b), v2d__arm_motion(a, arm_a));
    if (bias) {
        v2d_vec2 apart = v2d_vec2_make(
            k->cx[i] + (b->Dx - a->Dx) + (arm_b.x - k->bx0[i]) - (arm_a.x - k->ax0[i]),
            k->cy[i] + (b->Dy - a->Dy) + (arm_b.y - k->by0[i]) - (arm_a.y - k->ay0[i]));
        float push = v2d__link_rate * v2d__length(apart);
        v = v2d__add_scaled(v, push > most ? v2d__link_rate * most / push : v2d__link_rate, apart);
        bool forward = l->sign > 0.0f;
        v2d_vec2 from = forward ? arm_a : arm_b, to = forward ? arm_b : arm_a;
        v2d__link_direct(world, l, 0, l->sign, 0.0f, from, to);
        v2d__link_direct(world, l, 1, 0.0f, l->sign, from, to);
    }
    l->x[0] = -v.x, l->x[1] = -v.y;
}

static void v2d__link_prepare(const v2d_world *world, v2d__link *l, bool bias, float most) {
    if (v2d__row_is_edge(l->row)) {
        v2d__link_edge(world, l, bias);
        return;
    }
    const v2d__joint *j = &world->joints[l->row - V2D_MAX_EDGES];
    if (j->kind == V2D_JOINT_DISTANCE) {
        v2d__link_rod(world, l, j, bias, most);
    } else {
        v2d__link_revolute(world, l, j, bias, most);
    }
}

// J W J' of directions i and k of links that share the node with inverse mass w.
static float v2d__link_product(v2d_vec2 u, float turn, v2d_vec2 v, float other_turn, float w) {
    return w * ((u.x * v.x + u.y * v.y) + turn * other_turn);
}

// Its diagonal block: 11, 12, 22. A link of one row has an empty second one.
static void v2d__link_block(const v2d_world *world, const v2d__link *l, float *k) {
    float wf = world->dof[l->from].inv_mass, wt = world->dof[l->to].inv_mass;
    for (int32_t i = 0; i < 3; ++i) {
        int32_t r = i / 2, c = (i + 1) / 2; // 00, 01, 11
        k[i] = v2d__link_product(l->u[r], l->from_turn[r], l->u[c], l->from_turn[c], wf) +
               v2d__link_product(l->u[r], l->to_turn[r], l->u[c], l->to_turn[c], wt);
    }
    k[0] += v2d__link_softness * k[0], k[2] += v2d__link_softness * k[2];
}

// Eliminate: the inverse of each diagonal block, less what the links before take from it.
static void v2d__links_factor(v2d_world *world, int32_t first, int32_t last) {
    for (int32_t at = first; at < last; ++at) {
        v2d__link *l = &world->links[at];
        float k[3];
        v2d__link_block(world, l, k);
        if (at > first) {
            const float *o = world->links[at - 1].next, *v = world->links[at - 1].inverse;
            float a = v[0] * o[0] + v[1] * o[2], b = v[0] * o[1] + v[1] * o[3];
            float c = v[1] * o[0] + v[2] * o[2], d = v[1] * o[1] + v[2] * o[3];
            k[0] -= o[0] * a + o[2] * c;
            k[1] -= o[0] * b + o[2] * d;
            k[2] -= o[1] * b + o[3] * d;
        }
        if (k[2] <= 0.0f) k[1] = 0.0f, k[2] = 1.0f;
        float det = k[0] * k[2] - k[1] * k[1], inverse = det > 1e-36f ? 1.0f / det : 0.0f;
        l->inverse[0] = k[2] * inverse, l->inverse[1] = -k[1] * inverse;
        l->inverse[2] = k[0] * inverse;
        if (at + 1 == last) return;
        const v2d__link *n = &world->links[at + 1];
        float w = world->dof[l->to].inv_mass;
        for (int32_t i = 0; i < 4; ++i)
            l->next[i] = -v2d__link_product(l->u[i / 2], l->to_turn[i / 2], n->u[i % 2],
                                            n->from_turn[i % 2], w);
    }
}

static void v2d__links_substitute(v2d_world *world, int32_t first, int32_t last) {
    for (int32_t at = first; at < last; ++at) {
        v2d__link *l = &world->links[at];
        if (at > first) {
            const v2d__link *b = &world->links[at - 1];
            l->x[0] -= b->next[0] * b->x[0] + b->next[2] * b->x[1];
            l->x[1] -= b->next[1] * b->x[0] + b->next[3] * b->x[1];
        }
        float x = l->x[0], y = l->x[1];
        l->x[0] = l->inverse[0] * x + l->inverse[1] * y;
        l->x[1] = l->inverse[1] * x + l->inverse[2] * y;
    }
    for (int32_t at = last - 2; at >= first; --at) {
        v2d__link *l = &world->links[at];
        const v2d__link *n = &world->links[at + 1];
        float x = l->next[0] * n->x[0] + l->next[1] * n->x[1];
        float y = l->next[2] * n->x[0] + l->next[3] * n->x[1];
        l->x[0] -= l->inverse[0] * x + l->inverse[1] * y;
        l->x[1] -= l->inverse[1] * x + l->inverse[2] * y;
    }
}

// How much a pull exceeds what a link can bear, `most`. The greatest of all pulls over theirs goes into
// *load.
static float v2d__pull_excess(float pull, float most, float *load) {
    *load = v2d__maxf(*load, pull / most);
    return v2d__maxf(pull - most, 0.0f);
}

// The same of a revolute joint's impulse p on a node at an arm.
static float v2d__turn_excess(const v2d__dof *node, v2d_vec2 arm, v2d_vec2 p, float *load) {
    float turn = node->inv_mass * node->inv_k * node->inv_k * v2d__dot(arm, p);
    *load = v2d__maxf(*load, turn / v2d__link_most_turn);
    return turn > v2d__link_most_turn ? v2d__length(p) * (1.0f - v2d__link_most_turn / turn) : 0.0f;
}

// The impulse that a link's row keeps, with what is to be added: along it, or of a revolute joint.
static v2d_vec2 v2d__link_impulse(const v2d_world *world, const v2d__link *l) {
    if (v2d__row_is_edge(l->row))
        return v2d_vec2_make(l->x[0] + v2d__edge_lambda(world, &world->edges[l->row]), 0.0f);
    const v2d__joint *j = &world->joints[l->row - V2D_MAX_EDGES];
    if (j->kind == V2D_JOINT_DISTANCE) return v2d_vec2_make(l->x[0] + j->lambda.x, 0.0f);
    const v2d__joint_block *k = &world->joint_blocks[(j->lane1 - 1) / V2D__LANES];
    int32_t i = (j->lane1 - 1) % V2D__LANES;
    return v2d_vec2_make(l->x[0] + k->lx[i], l->x[1] + k->ly[i]);
}

static bool v2d__link_is_revolute(const v2d_world *world, const v2d__link *l) {
    return !v2d__row_is_edge(l->row) &&
           world->joints[l->row - V2D_MAX_EDGES].kind == V2D_JOINT_REVOLUTE;
}

// By how much the pull in a link is greater than it can bear [kg m].
static float v2d__link_excess(const v2d_world *world, const v2d__link *l, float *load) {
    const v2d__dof *from = &world->dof[l->from], *to = &world->dof[l->to];
    v2d_vec2 p = v2d__link_impulse(world, l);
    if (!v2d__link_is_revolute(world, l)) {
        float most = v2d__link_most_pull * v2d__maxf(l->length, 1e-9f);
        most /= v2d__maxf(from->inv_mass, to->inv_mass);
        return v2d__pull_excess(-p.x, most, load);
    }
    const v2d__joint *j = &world->joints[l->row - V2D_MAX_EDGES];
    const v2d__joint_block *k = &world->joint_blocks[(j->lane1 - 1) / V2D__LANES];
    int32_t i = (j->lane1 - 1) % V2D__LANES;
    v2d_vec2 arm_a = {k->ax[i], k->ay[i]}, arm_b = {k->bx[i], k->by[i]};
    float b = v2d__turn_excess(&world->dof[j->node_b], arm_b, p, load);
    return v2d__maxf(b, v2d__turn_excess(&world->dof[j->node_a], arm_a, v2d__neg(p), load));
}

// Let go of some of the pull in a link. The same in all links of a straight rope takes force from its
// end alone, so that what it does between its points remains exact.
static void v2d__link_relieve(const v2d_world *world, v2d__link *l, float excess) {
    v2d_vec2 p = v2d__link_impulse(world, l);
    if (!v2d__link_is_revolute(world, l)) {
        l->x[0] += v2d__minf(excess, v2d__maxf(-p.x, 0.0f));
        return;
    }
    float size = v2d__length(p), part = size > excess ? excess / size : 1.0f;
    l->x[0] -= part * p.x, l->x[1] -= part * p.y;
}

// The share of what a link adds with which its pull, l->load times what it can bear, is just that.
static float v2d__link_share(const v2d_world *world, const v2d__link *l) {
    v2d_vec2 p = v2d__link_impulse(world, l), x = v2d_vec2_make(l->x[0], l->x[1]);
    if (l->load <= 1.0f) return 1.0f;
    if (!v2d__link_is_revolute(world, l)) x.y = 0.0f;
    float now = v2d__length(p), before = v2d__length(v2d__sub(p, x)), most = now / l->load;
    if (now <= before) return 1.0f;
    return before < most ? (most - before) / (now - before) : 0.0f;
}

// Add its impulse to its row and to both nodes.
static void v2d__link_apply(v2d_world *world, const v2d__link *l, bool bias) {
    v2d__dof *from = &world->dof[l->from], *to = &world->dof[l->to];
    float x = l->x[0], y = l->x[1];
    v2d_vec2 p = v2d__add_scaled(v2d__scale(x, l->u[0]), y, l->u[1]);
    from->dx -= from->inv_mass * p.x, from->dy -= from->inv_mass * p.y;
    from->du -= from->inv_mass * (l->from_turn[0] * x + l->from_turn[1] * y);
    to->dx += to->inv_mass * p.x, to->dy += to->inv_mass * p.y;
    to->du += to->inv_mass * (l->to_turn[0] * x + l->to_turn[1] * y);
    if (v2d__row_is_edge(l->row)) {
        int32_t at = world->edges[l->row].lane1 - 1;
        v2d__edge_block *k = V2D__AT(&world->edge_blocks[at / V2D__LANES]);
        k->lambda[at % V2D__LANES] += x;
        (bias ? k->biased : k->sum)[at % V2D__LANES] += x;
        return;
    }
    v2d__joint *j = &world->joints[l->row - V2D_MAX_EDGES];
    if (j->kind == V2D_JOINT_DISTANCE) {
        j->lambda.x += x;
        if (bias) j->biased += x;
        if (!bias) j->sum = v2d__add_scaled(j->sum, x, j->direction);
        return;
    }
    int32_t at = j->lane1 - 1;
    v2d__joint_block *k = V2D__AT(&world->joint_blocks[at / V2D__LANES]);
    k->lx[at % V2D__LANES] += x, k->ly[at % V2D__LANES] += y;
    k->ta[at % V2D__LANES] += k->ax[at % V2D__LANES] * y - k->ay[at % V2D__LANES] * x;
    k->tb[at % V2D__LANES] += k->bx[at % V2D__LANES] * y - k->by[at % V2D__LANES] * x;
    if (bias) return;
    k->sum_x[at % V2D__LANES] += x, k->sum_y[at % V2D__LANES] += y;
}

// Where the greatest impulse of a link's row in this step is kept, and its size now, with what a tether
// adds on the node that the link leads to. That of a joint is squared.
static float *v2d__link_peak(v2d_world *world, const v2d__link *l, v2d_vec2 tether, float *size) {
    if (v2d__row_is_edge(l->row)) {
        int32_t at = world->edges[l->row].lane1 - 1;
        v2d__edge_block *k = V2D__AT(&world->edge_blocks[at / V2D__LANES]);
        *size = v2d__absf(k->lambda[at % V2D__LANES] + v2d__dot(l->u[0], tether));
        return &k->peak[at % V2D__LANES];
    }
    v2d__joint *j = V2D__AT(&world->joints[l->row - V2D_MAX_EDGES]);
    *size = v2d__length_sq(v2d__add_scaled(v2d__joint_impulse(world, j), l->sign, tether));
    if (j->kind == V2D_JOINT_DISTANCE) return &j->sum_peak;
    int32_t at = j->lane1 - 1;
    return &world->joint_blocks[at / V2D__LANES].peak[at % V2D__LANES];
}

// What a row's tethers carry for it is part of its force.
static void v2d__link_add_tether(v2d_world *world, const v2d__link *l, v2d_vec2 tether) {
    if (tether.x == 0.0f && tether.y == 0.0f) return;
    if (v2d__row_is_edge(l->row)) {
        int32_t at = world->edges[l->row].lane1 - 1;
        world->edge_blocks[at / V2D__LANES].sum[at % V2D__LANES] += v2d__dot(l->u[0], tether);
        return;
    }
    v2d__joint *j = V2D__AT(&world->joints[l->row - V2D_MAX_EDGES]);
    if (j->kind == V2D_JOINT_DISTANCE) {
        j->sum = v2d__add_scaled(j->sum, l->sign, tether);
        return;
    }
    int32_t at = j->lane1 - 1;
    v2d__joint_block *k = V2D__AT(&world->joint_blocks[at / V2D__LANES]);
    k->sum_x[at % V2D__LANES] += l->sign * tether.x;
    k->sum_y[at % V2D__LANES] += l->sign * tether.y;
}

// What the relax pass of a row takes for its impulse is not yet that of the sub-step: keep what the
// greatest was before it, and set it when all is solved.
static void v2d__links_note(v2d_world *world, bool bias) {
    for (int32_t c = 0; c < world->serial_count; ++c) {
        int32_t first = world->link_start[c], last = world->link_start[c + 1];
        v2d_vec2 tether = {0.0f, 0.0f};
        if (v2d__node_sleeps(world, world->links[first].to)) continue;
        for (int32_t at = last - 1; at >= first; --at) {
            v2d__link *l = &world->links[at];
            tether = v2d__add(tether, l->tether);
            float size, *peak = v2d__link_peak(world, l, tether, &size);
            if (!bias) v2d__link_add_tether(world, l, tether);
            if (!bias) *peak = v2d__maxf(l->peak, size);
            l->peak = *peak, l->tether.x = l->tether.y = 0.0f;
        }
    }
}

// Whether its chain bears its load with ease: then a tether that sees it become taut would only stop
// it, without need and for good, whenever it passes through a straight line.
static bool v2d__tether_waits(const v2d_world *world, const v2d__tether *t) {
    return t->lambda >= 0.0f && t->joint1 == 0 && world->links[t->first].load < 0.2f;
}

// Newton's method: one step does nearly always. Where a link turns fast while its pull changes much, as
// when a light body between heavy ones snaps through a straight line, what one leaves is felt as motion.
// (Not so between two pins, for what is straight there has no solution; nor with revolute joints.)
static void v2d__links_solve(v2d_world *world, const v2d__pass *pass, int32_t first, int32_t last) {
    bool once = world->dof[world->links[last - 1].to].inv_mass <= 0.0f;
    for (int32_t step = 0; step < V2D__LINK_STEPS; ++step) {
        float left = 0.0f, excess = 0.0f, load = 0.0f, share = 1.0f;
        int32_t joints = 0;
        for (int32_t at = first; at < last; ++at) {
            v2d__link *l = &world->links[at];
            v2d__link_prepare(world, l, pass->bias, pass->call.stiff.most);
            left = v2d__maxf(left, v2d__absf(l->x[0]) / v2d__maxf(l->length, 1e-9f));
            once = once || l->x[1] != 0.0f;
        }
        if (step > 0 && !(left > v2d__link_tolerance)) return;
        if (pass->bias && step == 0) v2d__links_factor(world, first, last);
        v2d__links_substitute(world, first, last);
        for (int32_t at = first; at < last; ++at) {
            v2d__link *l = V2D__AT(&world->links[at]);
            if (!v2d__sensible(l->x[0]) || !v2d__sensible(l->x[1])) return;
            l->load = 0.0f;
            excess = v2d__maxf(excess, v2d__link_excess(world, l, &l->load));
            load = v2d__maxf(load, l->load), share = v2d__minf(share, v2d__link_share(world, l));
            joints += v2d__row_is_edge(l->row) ? 0 : 1;
        }
        // A rope, with what hangs on it. Bodies in a row would turn and gain energy if they let go.
        bool rope = joints < 2 && last - first > 2;
        if (rope) share = 1.0f;
        for (int32_t at = first; at < last; ++at) {
            v2d__link *l = V2D__AT(&world->links[at]);
            l->load = load;
            l->x[0] *= share, l->x[1] *= share;
            if (excess > 0.0f && rope) v2d__link_relieve(world, l, excess);
            if (share > 0.0f) v2d__link_apply(world, l, pass->bias);
        }
        if (once || excess > 0.0f) return;
    }
}

// Chains one after the other: what they leave to each other, at nodes where several end, is little.
// Then tethers, for they shall only carry what the chains do not.
V2D__OUTLINE static void v2d__solve_links(v2d_world *world, const v2d__pass *pass) {
    for (int32_t c = 0; c < world->serial_count; ++c) {
        int32_t first = world->link_start[c], last = world->link_start[c + 1];
        if (v2d__node_sleeps(world, world->links[first].to)) continue; // then all of it does
        v2d__links_solve(world, pass, first, last);
    }
    for (int32_t i = 0; i < world->tether_count; ++i) {
        v2d__tether *t = &world->tethers[i];
        if (v2d__node_sleeps(world, t->node_a) || v2d__node_sleeps(world, t->node_b)) continue;
        float load = world->links[t->first].load; // less when the tether has taken its part
        bool needed = load >= 1.0f || (load > 0.3f && t->lambda < 0.0f);
        float slack = needed ? 0.0f : V2D__TETHER_SLACK;
        v2d__tether_solve(world, t, pass->call.stiff, pass->bias, t->length * (1.0f + slack),
                          v2d__tether_waits(world, t));
        v2d_vec2 *sum = &world->links[t->last - 1].tether;
        if (!pass->bias) *sum = v2d__add_scaled(*sum, t->lambda, t->direction);
    }
}

// ---- tethers of points -------------------------------------------------------------------------
// In a sheet that hangs on pins every fourth point, counted along the edges, is kept within the length
// of edges to its nearest pin: then the sag is that of four rows, however many there are. In a rope that
// hangs on one pin every point is, while its links cannot bear the load.
// Source: Kim, Chentanez, Mueller, "Long Range Attachments", SCA 2012.

// Let the distance from a pin pass along an edge.
static bool v2d__reach_pass(v2d_world *world, int32_t from, int32_t to, float rest) {
    v2d__point *a = V2D__AT(&world->points[from]), *b = V2D__AT(&world->points[to]);
    if (a->reach < 0.0f || world->dof[V2D__POINT_NODE + to].inv_mass <= 0.0f) return false;
    if (b->reach >= 0.0f && b->reach <= (a->reach + rest) * 1.00001f) return false;
    b->reach = a->reach + rest;
    b->reach_pin = a->reach_pin;
    b->reach_edges = a->reach_edges + 1;
    return true;
}

static bool v2d__edge_reaches(const v2d_world *world, int32_t i) {
    const v2d__edge *e = &world->edges[i];
    return v2d__edge_live(world, i) && e->soft1 > 0 && e->frequency <= 0.0f &&
           (world->softs[e->soft1 - 1].flags & V2D__SOFT_TETHERED) != 0u;
}

// Lengths of edges to the nearest pin, over all edges forth and back. Too few sweeps leave some too
// long, which does no harm.
V2D__COLD static void v2d__reaches_find(v2d_world *world) {
    enum { SWEEPS = 16 };
    for (int32_t i = 0; i < world->point_pool.high; ++i) {
        v2d__point *p = &world->points[i];
        bool pin = v2d__point_live(world, i) && world->dof[V2D__POINT_NODE + i].inv_mass <= 0.0f;
        p->reach = pin ? 0.0f : -1.0f;
        p->reach_pin = i, p->reach_edges = 0;
    }
    bool more = true;
    for (int32_t sweep = 0; sweep < SWEEPS && more; ++sweep) {
        more = false;
        for (int32_t k = 0; k < world->edge_pool.high; ++k) {
            int32_t i = sweep % 2 == 0 ? k : world->edge_pool.high - 1 - k;
            if (!v2d__edge_reaches(world, i)) continue;
            const v2d__edge *e = &world->edges[i];
            if (v2d__reach_pass(world, e->a, e->b, e->rest)) more = true;
            if (v2d__reach_pass(world, e->b, e->a, e->rest)) more = true;
        }
    }
}

// The points of ropes between the pin and the free end.
static void v2d__reaches_link(v2d_world *world) {
    for (int32_t i = 0; i < world->point_pool.high; ++i)
        world->points[i].reach_link1 = 0;
    for (int32_t c = 0; c < world->serial_count; ++c) {
        int32_t first = world->link_start[c], last = world->link_start[c + 1];
        if (world->dof[world->links[last - 1].to].inv_mass <= 0.0f) continue;
        for (int32_t at = first; at < last - 1; ++at) {
            const v2d__link *l = &world->links[at];
            if (v2d__row_is_edge(l->row))
                world->points[l->to - V2D__POINT_NODE].reach_link1 = at + 1;
        }
    }
}

V2D__COLD static void v2d__reaches_build(v2d_world *world) {
    world->reach_count = 0;
    v2d__reaches_find(world);
    v2d__reaches_link(world);
    for (int32_t i = 0; i < world->point_pool.high; ++i) {
        v2d__point *p = V2D__AT(&world->points[i]);
        bool woven = p->reach_edges % 4 == 0 && world->link_count[V2D__POINT_NODE + i] > 2;
        bool holds = v2d__point_live(world, i) && p->reach > 0.0f && (woven || p->reach_link1 > 0);
        if (!holds) p->reach_lambda = 0.0f;
        if (holds) world->reach_points[world->reach_count++] = i;
    }
}

static void v2d__reaches_warm(v2d_world *world, float warm) {
    for (int32_t k = 0; k < world->reach_count; ++k) {
        int32_t i = world->reach_points[k], node = V2D__POINT_NODE + i;
        v2d__point *p = V2D__AT(&world->points[i]);
        if (v2d__node_sleeps(world, node)) continue;
        p->reach_lambda = v2d__sane(p->reach_lambda) * warm;
        float w = world->dof[node].inv_mass * p->reach_lambda;
        world->start[node].x += w * p->reach_direction.x;
        world->start[node].y += w * p->reach_direction.y;
    }
}

// That of cloth acts only where it is too long, and until it is loose: not where it will be taut.
static void v2d__reach_solve(v2d_world *world, v2d__point *p, v2d__dof *b, v2d_vec2 r,
                             v2d__softness soft, bool bias) {
    const v2d__dof *a = &world->dof[V2D__POINT_NODE + p->reach_pin];
    float length = v2d__length(r), error = length - p->reach, old = p->reach_lambda;
    bool waits = p->reach_link1 == 0 && (!bias || error <= 0.0f);
    if ((old >= 0.0f && waits) || length < 1e-9f) return;
    if (bias) {
        v2d_vec2 n = v2d__scale(1.0f / length, r);
        float turn = old * b->inv_mass;
        b->dx += turn * (n.x - p->reach_direction.x);
        b->dy += turn * (n.y - p->reach_direction.y);
        p->reach_direction = n;
    }
    if (error < 0.0f) {
        soft = v2d__soften_none();
        soft.rate = 1.0f;
    }
    v2d_vec2 n = p->reach_direction, d = v2d_vec2_make(b->dx - a->dx, b->dy - a->dy);
    float dv = v2d__length_change(length, v2d__dot(n, d), v2d__cross(n, d));
    float push = v2d__clampf(soft.rate * error, -soft.most, soft.most);
    float next = old - soft.mass_scale / b->inv_mass * (dv + push) - soft.impulse_scale * old;
    p->reach_lambda = v2d__minf(next, 0.0f);
    float change = (p->reach_lambda - old) * b->inv_mass;
    b->dx += change * n.x, b->dy += change * n.y;
}

V2D__OUTLINE static void v2d__solve_reaches(v2d_world *world, const v2d__pass *pass) {
    for (int32_t k = 0; k < world->reach_count; ++k) {
        int32_t i = world->reach_points[k];
        v2d__point *p = V2D__AT(&world->points[i]);
        v2d__dof *b = V2D__AT(&world->dof[V2D__POINT_NODE + i]);
        v2d__link *l = p->reach_link1 > 0 ? V2D__AT(&world->links[p->reach_link1 - 1]) : NULL;
        if (l != NULL && l->load < 1.0f && p->reach_lambda >= 0.0f) continue;
        if (v2d__node_sleeps(world, V2D__POINT_NODE + i) || b->inv_mass <= 0.0f) continue;
        v2d_vec2 r = v2d__sub(v2d__point_now(world, i), v2d__point_now(world, p->reach_pin));
        v2d__reach_solve(world, p, b, r, pass->call.stiff, pass->bias);
        if (l != NULL && !pass->bias) l->tether = v2d__scale(p->reach_lambda, p->reach_direction);
    }
}

// ================================================================================================
// >>relax  The documents' own scheme, for soft bodies marked `relaxed`.
//
// Positions are corrected directly, pass after pass: clamp to the bounds, restore edge lengths,
// separate overlapping polygons by collision vertex and collision edge. Moving a position moves
// the velocity too, since position Verlet's velocity is the difference of positions; bodies start
// to spin by themselves. Two differences to the documents: the edge's effective mass is
// lambda * mass, with their lambda = 1 / (t^2 + (1 - t)^2), so that momentum is conserved exactly; and
// what restoring lengths would take from a spin is given back.
// ================================================================================================

static void v2d__point_shift(v2d_world *world, int32_t point, v2d_vec2 by) {
    v2d__dof *node = V2D__AT(&world->dof[V2D__POINT_NODE + point]);
    if (node->inv_mass <= 0.0f || !v2d__sensible(by.x) || !v2d__sensible(by.y)) return;
    node->dx += by.x, node->dy += by.y;
    node->Dx += by.x, node->Dy += by.y;
    // Shifting the sub-step before as well keeps d - d_prev, and with it the extrapolation, as it
    // was.
    world->previous[V2D__POINT_NODE + point].x += by.x;
    world->previous[V2D__POINT_NODE + point].y += by.y;
}

// About the centre of mass [kg m^2]: sum of r^2 in *inertia, and the sum of r x d returned, which over the
// sub-step is the angular momentum. Both are 0 when a point is pinned.
static float v2d__relax_spin(const v2d_world *world, const v2d__soft *s, v2d_vec2 *center,
                             float *inertia) {
    v2d_vec2 c = {0.0f, 0.0f}, way = c;
    float mass = 0.0f, spin = 0.0f;
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        const v2d__dof *node = V2D__AT(&world->dof[V2D__POINT_NODE + point]);
        *inertia = 0.0f;
        if (node->inv_mass <= 0.0f) return 0.0f;
        float m = 1.0f / node->inv_mass;
        mass += m, c = v2d__add_scaled(c, m, v2d__point_now(world, point));
        way = v2d__add_scaled(way, m, v2d_vec2_make(node->dx, node->dy));
    }
    c = v2d__scale(1.0f / mass, c), way = v2d__scale(1.0f / mass, way);
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        const v2d__dof *node = V2D__AT(&world->dof[V2D__POINT_NODE + point]);
        float m = 1.0f / node->inv_mass;
        v2d_vec2 r = v2d__sub(v2d__point_now(world, point), c);
        spin += m * v2d__cross(r, v2d__vec2(node->dx - way.x, node->dy - way.y));
        *inertia += m * v2d__dot(r, r);
    }
    *center = c;
    return spin;
}

// Restore the lengths of its edges. Shifting places turns velocities with them, but by half the angle:
// what that takes from the angular momentum is given back as velocity.
static void v2d__relax_edges(v2d_world *world, const v2d__soft *s) {
    v2d_vec2 center;
    float inertia, spin = v2d__relax_spin(world, s, &center, &inertia);
    for (int32_t e1 = s->edge1; e1 > 0; e1 = world->edges[e1 - 1].next1) {
        const v2d__edge *e = V2D__AT(&world->edges[e1 - 1]);
        v2d_vec2 r = v2d__sub(v2d__point_now(world, e->b), v2d__point_now(world, e->a));
        float wa = world->dof[V2D__POINT_NODE + e->a].inv_mass,
              wb = world->dof[V2D__POINT_NODE + e->b].inv_mass;
        float length = v2d__length(r);
        if (length < 1e-9f || wa + wb <= 0.0f) continue;
        v2d_vec2 fix = v2d__scale((length - e->rest) / (length * (wa + wb)), r);
        v2d__point_shift(world, e->a, v2d__scale(wa, fix));
        v2d__point_shift(world, e->b, v2d__scale(-wb, fix));
    }
    spin -= v2d__relax_spin(world, s, &center, &inertia);
    if (!(inertia > 0.0f) || !v2d__sensible(spin / inertia)) return;
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t node = V2D__POINT_NODE + world->soft_points[s->list_start + i];
        v2d_vec2 r = v2d__sub(v2d__point_now(world, node - V2D__POINT_NODE), center);
        float x = -spin / inertia * r.y, y = spin / inertia * r.x;
        world->dof[node].dx += x, world->dof[node].dy += y;
        world->previous[node].x += x, world->previous[node].y += y;
    }
}

// Push a point by `depth` along n, which is an axis; then friction against this sub-step's slip, at most
// friction * depth, so that what the clamp takes over from the wall's row it takes with its friction.
static void v2d__relax_wall(v2d_world *world, int32_t point, v2d_vec2 n, float depth,
                            float friction) {
    if (depth <= 0.0f) return;
    const v2d__dof *node = &world->dof[V2D__POINT_NODE + point];
    v2d_vec2 tangent = v2d__perp(n);
    float slip = v2d__dot(tangent, v2d_vec2_make(node->dx, node->dy));
    float grip = v2d__clampf(slip, -friction * depth, friction * depth);
    v2d__point_shift(world, point, v2d__add_scaled(v2d__scale(depth, n), -grip, tangent));
}

static void v2d__relax_bounds(v2d_world *world, const v2d__soft *s) {
    const v2d_aabb *b = &world->bounds;
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        const v2d__point *p = &world->points[point];
        float r = p->radius;
        v2d_vec2 at = v2d__point_now(world, point);
        bool inside = at.x >= b->lower.x + r && at.x <= b->upper.x - r && //
                      at.y >= b->lower.y + r && at.y <= b->upper.y - r;
        if (inside) continue;
        float mu = v2d__mix(world->friction_mix, p->friction, world->bounds_friction);
        v2d__relax_wall(world, point, v2d_vec2_make(1.0f, 0.0f), b->lower.x + r - at.x, mu);
        v2d__relax_wall(world, point, v2d_vec2_make(-1.0f, 0.0f), at.x - b->upper.x + r, mu);
        v2d__relax_wall(world, point, v2d_vec2_make(0.0f, 1.0f), b->lower.y + r - at.y, mu);
        v2d__relax_wall(world, point, v2d_vec2_make(0.0f, -1.0f), at.y - b->upper.y + r, mu);
    }
}

// Outline of a relaxed body as vertices; returns how many.
static int32_t v2d__relax_outline(const v2d_world *world, const v2d__soft *s, v2d_vec2 *vertices) {
    int32_t count = s->outline_count < V2D_MAX_OUTLINE ? s->outline_count : V2D_MAX_OUTLINE;
    for (int32_t i = 0; i < count; ++i) {
        vertices[i] =
            v2d__point_now(world, world->edges[world->soft_edges[s->outline_start + i]].a);
    }
    return count;
}

// Separate vertex v from edge (a, b) by `depth` along n, which points at the vertex; then friction
// against this sub-step's slip, at most friction * depth.
static void v2d__relax_contact(v2d_world *world, int32_t v, int32_t a, int32_t b, v2d_vec2 n,
                               float depth, float friction) {
    v2d_vec2 pa = v2d__point_now(world, a), pb = v2d__point_now(world, b),
             pv = v2d__point_now(world, v);
    float t;
    v2d__point_segment(pv, pa, pb, &t);
    v2d__dof *nv = &world->dof[V2D__POINT_NODE + v], *na = &world->dof[V2D__POINT_NODE + a];
    v2d__dof *nb = &world->dof[V2D__POINT_NODE + b];
    float w = nv->inv_mass + (1.0f - t) * (1.0f - t) * na->inv_mass + t * t * nb->inv_mass;
    if (w <= 0.0f) return;
    v2d_vec2 tangent = v2d__perp(n);
    float slip = v2d__dot(tangent, v2d_vec2_make(nv->dx - (1.0f - t) * na->dx - t * nb->dx,
                                                 nv->dy - (1.0f - t) * na->dy - t * nb->dy));
    float grip = v2d__clampf(slip, -friction * depth, friction * depth);
    v2d_vec2 p = v2d__scale(1.0f / w, v2d__add_scaled(v2d__scale(depth, n), -grip, tangent));
    v2d__point_shift(world, v, v2d__scale(nv->inv_mass, p));
    v2d__point_shift(world, a, v2d__scale(-(1.0f - t) * na->inv_mass, p));
    v2d__point_shift(world, b, v2d__scale(-t * nb->inv_mass, p));
}

V2D__OUTLINE static void v2d__relax_pair(v2d_world *world, const v2d__soft *sa,
                                         const v2d__soft *sb) {
    v2d_vec2 va[V2D_MAX_OUTLINE], vb[V2D_MAX_OUTLINE];
    int32_t ca = v2d__relax_outline(world, sa, va), cb = v2d__relax_outline(world, sb, vb);
    v2d_sat_result sat = v2d_sat(va, ca, vb, cb);
    if (!sat.overlap) return;
    const v2d__soft *edge_body = sat.edge_owner == 0 ? sa : sb,
                    *vertex_body = sat.edge_owner == 0 ? sb : sa;
    const v2d__edge *edge = &world->edges[world->soft_edges[edge_body->outline_start + sat.edge]];
    int32_t vertex = world->edges[world->soft_edges[vertex_body->outline_start + sat.vertex]].a;
    float friction = v2d__mix(world->friction_mix, sa->friction, sb->friction);
    v2d__relax_contact(world, vertex, edge->a, edge->b, sat.normal, sat.depth, friction);
}

static bool v2d__soft_is_relaxed(const v2d_world *world, int32_t soft) {
    return (world->softs[soft].flags & V2D__SOFT_RELAXED) != 0u;
}

// One pass. `pairs` are the pairs of soft bodies, relaxed or not.
V2D__OUTLINE static void v2d__relax_pass(v2d_world *world, const v2d__pair *pairs,
                                         int32_t pair_count) {
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        if (!v2d__soft_live(world, i) || !v2d__soft_is_relaxed(world, i)) continue;
        if (v2d__soft_sleeps(world, i)) continue;
        if (world->bounded) v2d__relax_bounds(world, &world->softs[i]);
        v2d__relax_edges(world, &world->softs[i]);
    }
    for (int32_t i = 0; i < pair_count; ++i) {
        int32_t a = (int32_t)pairs[i].a - V2D__SOFT_PROXY,
                b = (int32_t)pairs[i].b - V2D__SOFT_PROXY;
        if (!v2d__soft_is_relaxed(world, a) || !v2d__soft_is_relaxed(world, b)) continue;
        if (world->softs[a].outline_count < 3 || world->softs[b].outline_count < 3) continue;
        // What sleeps is not moved by a step; see v2d__relaxed_wake().
        if (v2d__soft_sleeps(world, a) || v2d__soft_sleeps(world, b)) continue;
        v2d__relax_pair(world, &world->softs[a], &world->softs[b]);
    }
}

// ================================================================================================
// >>broadphase  Which boxes are near each other.
//
// Sees:       boxes, flags and filters; keeps the sorted list of pairs.
// Boxes:      every proxy has a tight box and an enlarged one, and pairs are those whose enlarged
//             boxes meet. Nothing is to be done until a tight box leaves its enlarged one; then
//             only pairs change that such a proxy is part of.
// Method:     a pair is new when the boxes meet now and did not meet before, which is seldom. Boxes,
//             as they are and as they were, lie in a grid that is searched for new pairs around
//             those that left their enlarged box. New pairs are sorted and merged into the list,
//             whose old pairs are only tested for whether they still meet.
// Grid:       one layer for each kind of proxy and class of size. A box lies in the cell of its
//             centre, and cells are as large as the largest box that the layer takes. Each layer
//             wraps around, so the world needs no bounds. Half-planes stay outside. When many
//             escape, all are sorted anew by cell (counting sort); what few change cell are hung
//             into their new cells.
// Invariants: pairs are sorted by (a, b), a < b: an order of ids, not of places or addresses.
// ================================================================================================

enum {
    V2D__BODY_LOCK_X = 1,
    V2D__BODY_LOCK_Y = 2,
    V2D__BODY_LOCK_ANGLE = 4,
    V2D__BODY_BULLET = 8,
    V2D__BODY_DISABLED = 16,
    V2D__BODY_SLEEPLESS = 32,
    V2D__BODY_HANGS = 64,   // was made asleep and never woke: what is immovable does not wake it
    V2D__BODY_CHANGED = 128 // in place, mass or shapes, since contacts were laid out
};

// First and last + 1 of the proxies in use: shapes, bounds, loose points, soft bodies.
typedef struct v2d__proxy_range {
    int32_t first, end;
} v2d__proxy_range;

enum { V2D__PROXY_RANGES = 4, V2D__SHAPE_RANGES = 2 };

static v2d__proxy_range v2d__proxies(const v2d_world *world, int32_t range) {
    v2d__proxy_range r = {0, world->shape_pool.high};
    if (range == 1) r.first = V2D__BOUNDS_PROXY, r.end = r.first + (world->bounded ? 4 : 0);
    if (range == 2) r.first = V2D__POINT_PROXY, r.end = r.first + world->point_pool.high;
    if (range == 3) r.first = V2D__SOFT_PROXY, r.end = r.first + world->soft_pool.high;
    return r;
}

// Is it a wall of the bounds? These hold everything, whatever its filter.
static bool v2d__proxy_is_bounds(int32_t proxy) {
    return proxy >= V2D__BOUNDS_PROXY && proxy < V2D__POINT_PROXY;
}

static bool v2d__filter_passes(const v2d_filter *a, const v2d_filter *b) {
    if (a->group != 0 && a->group == b->group) return a->group > 0;
    return (a->mask & b->category) != 0u && (b->mask & a->category) != 0u;
}

static const v2d_filter *v2d__proxy_filter(const v2d_world *world, int32_t proxy) {
    if (proxy < V2D__POINT_PROXY) return &world->shapes[proxy].filter;
    if (proxy < V2D__SOFT_PROXY) return &world->points[proxy - V2D__POINT_PROXY].filter;
    return &world->softs[proxy - V2D__SOFT_PROXY].filter;
}

static bool v2d__joint_forbids(const v2d_world *world, int32_t node_a, int32_t node_b) {
    if (!world->node_apart[node_a] || !world->node_apart[node_b]) return false;
    uint64_t key = node_a < node_b ? (uint64_t)node_a << 32 | (uint64_t)node_b
                                   : (uint64_t)node_b << 32 | (uint64_t)node_a;
    int32_t low = 0, high = world->apart_count;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (world->apart[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < world->apart_count && world->apart[low] == key;
}

// Node of a shape or loose point; -1 for soft bodies.
static int32_t v2d__proxy_node(const v2d_world *world, int32_t proxy) {
    if ((uint32_t)proxy < (uint32_t)V2D__POINT_PROXY) return world->shapes[proxy].body;
    if (proxy < V2D__SOFT_PROXY) return V2D__POINT_NODE + proxy - V2D__POINT_PROXY;
    return -1;
}

V2D__OUTLINE static bool v2d__pair_allowed(const v2d_world *world, int32_t a, int32_t b) {
    if (((world->proxy_flags[a] | world->proxy_flags[b]) & V2D__PROXY_MOVES) == 0u) return false;
    int32_t na = v2d__proxy_node(world, a), nb = v2d__proxy_node(world, b);
    if (na >= 0 && na == nb) return false;
    if (v2d__proxy_is_bounds(a) || v2d__proxy_is_bounds(b)) return true;
    if (!v2d__filter_passes(v2d__proxy_filter(world, a), v2d__proxy_filter(world, b))) return false;
    return na < 0 || nb < 0 || !v2d__joint_forbids(world, na, nb);
}

V2D__OUTLINE static void v2d__count64(uint32_t *counter,
                                      uint32_t by) { // 64 bits in two words, low first
    uint32_t old = counter[0];
    counter[0] += by;
    if (counter[0] < old) counter[1] += 1u;
}

// ---- enlarged boxes ----------------------------------------------------------------------------

static v2d__box v2d__box_union(v2d__box a, v2d__box b) {
    for (int32_t i = 0; i < 4; ++i)
        a.v[i] = v2d__minf(a.v[i], b.v[i]);
    return a;
}

static bool v2d__boxes_meet(v2d__box a, v2d__box b) {
    return v2d__box_below(a, v2d__box_turned(b));
}

static float v2d__box_size(v2d__box box) {
    return v2d__maxf(-box.v[2] - box.v[0], -box.v[3] - box.v[1]);
}

static int32_t v2d__proxy_kind(const v2d_world *world, int32_t i) {
    uint32_t flags = world->proxy_flags[i];
    if ((flags & V2D__PROXY_MOVES) == 0u) return V2D__MEETS_FIXED;
    if ((flags & V2D__PROXY_BULLET) != 0u) return V2D__MEETS_BULLET;
    return i < V2D__POINT_PROXY ? V2D__MEETS_RIGID : V2D__MEETS_LOOSE;
}

// Whether reach counts between two kinds.
static bool v2d__kinds_reach(int32_t a, int32_t b) { return a != b || a >= V2D__MEETS_BULLET; }

// Whether a half-plane is so near to a box that the two are a pair.
V2D__OUTLINE static bool v2d__plane_meets(const v2d_world *world, int32_t plane, int32_t i) {
    const v2d__shape *shape = &world->shapes[plane];
    const v2d__pose *pose = &world->pose[shape->body];
    const v2d__box *box = &world->fat[i];
    v2d_rot q = {pose->c, pose->s};
    v2d_vec2 n = v2d__rotate(q, shape->geometry.normals[0]);
    v2d_vec2 on =
        v2d__add(v2d_vec2_make(pose->x, pose->y), v2d__rotate(q, shape->geometry.vertices[0]));
    v2d_vec2 deepest = {n.x > 0.0f ? box->v[0] : -box->v[2], n.y > 0.0f ? box->v[1] : -box->v[3]};
    return v2d__dot(n, v2d__sub(deepest, on)) <= world->reach[i] + world->reach[plane];
}

// Whether two proxies are near enough to be a pair, given that their enlarged boxes do not meet.
V2D__OUTLINE static bool v2d__proxies_near(const v2d_world *world, int32_t a, int32_t b) {
    uint32_t fa = world->proxy_flags[a], fb = world->proxy_flags[b];
    if ((fa & V2D__PROXY_PLANE) != 0u)
        return (fb & V2D__PROXY_PLANE) == 0u && v2d__plane_meets(world, a, b);
    if ((fb & V2D__PROXY_PLANE) != 0u) return v2d__plane_meets(world, b, a);
    if (!v2d__kinds_reach(v2d__proxy_kind(world, a), v2d__proxy_kind(world, b))) return false;
    return v2d__boxes_meet(v2d__box_grown(world->fat[a], world->reach[a]),
                           v2d__box_grown(world->fat[b], world->reach[b]));
}

// ---- the grid ----------------------------------------------------------------------------------

static int32_t v2d__size_class_of(float size) {
    uint32_t bits;
    memcpy(&bits, &size, sizeof(bits));
    int32_t exponent = (int32_t)(bits >> 23 & 255u) - 127 + V2D__SIZE_CLASSES / 2;
    return exponent < 0 ? 0 : exponent < V2D__SIZE_CLASSES ? exponent : V2D__SIZE_CLASSES - 1;
}

static bool v2d__proxy_in_grid(const v2d_world *world, int32_t i) {
    const uint32_t mask = V2D__PROXY_LIVE | V2D__PROXY_PLANE | V2D__PROXY_LONE;
    return (world->proxy_flags[i] & mask) == V2D__PROXY_LIVE;
}

static bool v2d__proxy_escaped(const v2d_world *world, int32_t i) {
    return (world->proxy_flags[i] & V2D__PROXY_ESCAPED) != 0u;
}

static void v2d__classes_join(v2d__size_class *c, const v2d__size_class *other) {
    if (c->count == 0) {
        *c = *other;
        return;
    }
    c->bounds = v2d__box_union(c->bounds, other->bounds);
    c->least = v2d__minf(c->least, other->least), c->most = v2d__maxf(c->most, other->most);
    c->reach_sum += other->reach_sum;
    c->count += other->count;
}

// Sort the proxies by kind and size.
V2D__OUTLINE static void v2d__grid_survey(const v2d_world *world, v2d__size_class *classes) {
    memset(classes, 0, V2D__MEETS_KINDS * V2D__SIZE_CLASSES * sizeof(*classes));
    for (int32_t range = 0; range < V2D__PROXY_RANGES; ++range) {
        v2d__proxy_range r = v2d__proxies(world, range);
        for (int32_t i = r.first; i < r.end; ++i) {
            if (!v2d__proxy_in_grid(world, i)) continue;
            v2d__size_class one;
            one.count = 1, one.bounds = world->fat[i], one.reach_sum = world->reach[i];
            one.least = one.most = v2d__box_size(one.bounds);
            int32_t index = v2d__size_class_of(one.most);
            v2d__classes_join(&classes[v2d__proxy_kind(world, i) * V2D__SIZE_CLASSES + index],
                              &one);
        }
    }
}

static int32_t v2d__power_of_two(float cells, int32_t most) { // from 4 on
    int32_t n = 4;
    while ((float)n < cells && n < most)
        n *= 2;
    return n;
}

// Two cells to a proxy at most; sixteen at least. A hundredth of a cell is room for rounding up to
// 20,000 cells from the origin (half a unit in the last place of a centre, and as much in its cell).
static void v2d__layer_add(v2d__grid *grid, int32_t kind, const v2d__size_class *c) {
    v2d__layer *layer = &grid->layers[grid->layer_count++];
    const float units = 2097152.0f; // in the last place, divided by four
    float far = 0.0f, dx = -c->bounds.v[2] - c->bounds.v[0], dy = -c->bounds.v[3] - c->bounds.v[1];
    for (int32_t i = 0; i < 4; ++i)
        far = v2d__maxf(far, v2d__absf(c->bounds.v[i]));
    layer->kind = kind;
    layer->count = layer->escaped = 0;
    layer->reach = 0.0f, layer->mean_reach = c->reach_sum / (float)c->count;
    layer->least = 0.5f * c->least, layer->most = 1.05f * c->most; // for they change
    float wide = layer->most;
    if (kind == V2D__MEETS_BULLET) // searched as far as they reach: in fewer, larger cells
        wide = v2d__maxf(wide, v2d__minf(2.0f * layer->mean_reach, 1e30f));
    float room = v2d__maxf(v2d__maxf(0.01f * wide, 1.5f * far / units), 1e-6f);
    layer->half = 0.5f * wide + room;
    layer->inverse_cell = 0.5f / layer->half;
    layer->limit = (int32_t)v2d__minf(room * units * layer->inverse_cell, 1e9f);
    layer->width = v2d__power_of_two(dx * layer->inverse_cell, V2D__MAX_PROXIES);
    layer->height = v2d__power_of_two(dy * layer->inverse_cell, V2D__MAX_PROXIES);
    while (layer->width > 4 || layer->height > 4) {
        if ((int64_t)layer->width * layer->height <= 2 * c->count) break;
        if (layer->width > layer->height) {
            layer->width /= 2;
        } else {
            layer->height /= 2;
        }
    }
    layer->first = grid->cell_count;
    grid->cell_count += layer->width * layer->height;
}

// Whether boxes of a class are better put into the cells of the next larger class: a layer more to
// look at costs each box about as much as cells of twice the size.
static bool v2d__layer_joins(int32_t count, int32_t steps, int32_t larger) {
    return (steps == 1 && count <= 4 * larger) || count <= larger / 32;
}

// Choose the layers, from small to large, each of one class of size or of several.
V2D__OUTLINE static void v2d__grid_layers(v2d__grid *grid, v2d__size_class *classes) {
    int32_t first[V2D__MEETS_KINDS] = {-1, -1, -1, -1}, layers[V2D__MEETS_KINDS] = {0, 0, 0, 0};
    grid->layer_count = grid->cell_count = 0;
    for (int32_t size = 0; size < V2D__SIZE_CLASSES; ++size) {
        for (int32_t kind = 0; kind < V2D__MEETS_KINDS; ++kind) {
            v2d__size_class *c = &classes[kind * V2D__SIZE_CLASSES + size];
            if (c->count == 0) continue;
            if (first[kind] < 0) first[kind] = size;
            int32_t next = size + 1;
            while (next < V2D__SIZE_CLASSES && c[next - size].count == 0)
                next += 1;
            if (next < V2D__SIZE_CLASSES &&
                (layers[kind] == V2D__MAX_LAYERS / V2D__MEETS_KINDS - 1 ||
                 v2d__layer_joins(c->count, next - first[kind], c[next - size].count))) {
                v2d__classes_join(&c[next - size], c);
                continue;
            }
            v2d__layer_add(grid, kind, c);
            first[kind] = -1;
            layers[kind] += 1;
        }
    }
}

// Nothing is at the place of an item any more.
static void v2d__item_void(v2d__grid *grid, int32_t i) {
    if (grid->item1[i] == 0) return;
    v2d__item *item = &grid->items[grid->item1[i] - 1];
    item->now = item->before = v2d__box_empty();
    item->escaped = 0;
    grid->item1[i] = 0;
}

static void v2d__grid_remove(v2d__grid *grid, int32_t i) {
    if (grid->cell1[i] == 0) return;
    v2d__item_void(grid, i);
    grid->layers[grid->layer[i]].count -= 1;
    grid->count -= 1;
    grid->cell1[i] = 0;
}

// May a box of this size and with its centre in cell (x, y) lie in a layer?
static bool v2d__layer_takes(const v2d__layer *layer, float size, int32_t x, int32_t y) {
    int32_t limit = layer->limit;
    return size <= layer->most && size >= layer->least && x >= -limit && x < limit && y >= -limit &&
           y < limit;
}

// Find the cell of a proxy, that of its centre. False when no layer takes it.
static bool v2d__grid_locate(v2d_world *world, int32_t i) {
    v2d__grid *grid = &world->grid;
    v2d__box box = world->fat[i];
    float size = v2d__box_size(box);
    float center_x = 0.5f * (box.v[0] - box.v[2]), center_y = 0.5f * (box.v[1] - box.v[3]);
    int32_t kind = v2d__proxy_kind(world, i), index = 0, x = 0, y = 0;
    for (; index < grid->layer_count; ++index) {
        const v2d__layer *layer = &grid->layers[index];
        if (layer->kind != kind || size > layer->most) continue;
        x = v2d__grid_coordinate(center_x * layer->inverse_cell);
        y = v2d__grid_coordinate(center_y * layer->inverse_cell);
        if (v2d__layer_takes(layer, size, x, y)) break;
    }
    if (index == grid->layer_count) return false;
    v2d__layer *layer = &grid->layers[index];
    x &= layer->width - 1, y &= layer->height - 1;
    if (grid->cell1[i] != 0) {
        grid->layers[grid->layer[i]].count -= 1;
    } else {
        grid->count += 1;
    }
    layer->count += 1;
    layer->reach = v2d__maxf(layer->reach, world->reach[i]);
    grid->layer[i] = (uint8_t)index;
    grid->cell1[i] = layer->first + y * layer->width + x + 1;
    return true;
}

// Choose the layers anew, and the cells of all proxies.
V2D__OUTLINE static void v2d__grid_choose(v2d_world *world) {
    v2d__grid *grid = &world->grid;
    v2d__grid_survey(world, world->search.classes);
    v2d__grid_layers(grid, world->search.classes);
    grid->count = grid->wear = 0;
    for (int32_t range = 0; range < V2D__PROXY_RANGES; ++range) {
        v2d__proxy_range r = v2d__proxies(world, range);
        for (int32_t i = r.first; i < r.end; ++i) {
            grid->cell1[i] = grid->item1[i] = 0;
            bool placed = !v2d__proxy_in_grid(world, i) || v2d__grid_locate(world, i);
            V2D_ASSERT(placed);
            (void)placed;
        }
    }
    grid->count_then = grid->count;
}

static void v2d__item_set(const v2d_world *world, v2d__item *item, int32_t i) {
    item->escaped = v2d__proxy_escaped(world, i);
    item->now = item->before = world->fat[i];
    if (item->escaped) item->before = world->fat_before[i];
    item->reach = world->reach[i];
    item->proxy = i;
    item->next1 = 0;
}

// Sort all items by cell, and in a cell by number.
V2D__OUTLINE static void v2d__grid_sort(v2d_world *world) {
    v2d__grid *grid = &world->grid;
    int32_t *start = grid->start;
    memset(start, 0, (size_t)(grid->cell_count + 2) * sizeof(start[0]));
    if (grid->loose_count > 0)
        memset(grid->loose1, 0, (size_t)grid->cell_count * sizeof(grid->loose1[0]));
    grid->loose_count = 0, grid->sorted_count = grid->count;
    for (int32_t range = 0; range < V2D__PROXY_RANGES; ++range) {
        v2d__proxy_range r = v2d__proxies(world, range);
        for (int32_t i = r.first; i < r.end; ++i)
            if (grid->cell1[i] > 0) start[grid->cell1[i] + 1] += 1;
    }
    for (int32_t c = 0; c < grid->cell_count; ++c)
        start[c + 2] += start[c + 1];
    // Now start[c + 1] is the start of cell c, and that of cell c + 1 when c is full.
    for (int32_t range = 0; range < V2D__PROXY_RANGES; ++range) {
        v2d__proxy_range r = v2d__proxies(world, range);
        for (int32_t i = r.first; i < r.end; ++i) {
            if (grid->cell1[i] == 0) continue;
            int32_t at = start[grid->cell1[i]]++;
            v2d__item_set(world, &grid->items[at], i);
            grid->item1[i] = at + 1;
        }
    }
}

// Update the item of a proxy that escaped. When it changes cell, it becomes loose.
static bool v2d__item_move(v2d_world *world, int32_t i) {
    v2d__grid *grid = &world->grid;
    int32_t old_cell1 = grid->cell1[i];
    if (!v2d__grid_locate(world, i)) return false;
    int32_t at = grid->item1[i] - 1, cell1 = grid->cell1[i];
    if (at >= 0 && old_cell1 == cell1) {
        int32_t next1 = grid->items[at].next1;
        v2d__item_set(world, &grid->items[at], i);
        grid->items[at].next1 = next1;
        return true;
    }
    v2d__item_void(grid, i);
    at = grid->sorted_count + grid->loose_count++;
    v2d__item_set(world, &grid->items[at], i);
    grid->items[at].next1 = grid->loose1[cell1 - 1];
    grid->loose1[cell1 - 1] = at + 1;
    grid->item1[i] = at + 1;
    return true;
}

// Bring the grid up to date with what escaped; false when its items have to be sorted. Layers are
// chosen anew when one does not fit, and when so much has changed that it costs little beside.
V2D__OUTLINE static bool v2d__grid_update(v2d_world *world) {
    v2d__grid *grid = &world->grid;
    bool fits = grid->wear <= 32 * grid->count && grid->count <= 2 * grid->count_then &&
                2 * grid->count >= grid->count_then;
    bool sorted = grid->settled && 4 * world->escaped_count <= grid->count &&
                  8 * (grid->loose_count + world->escaped_count) <= grid->count + 128;
    grid->wear += world->escaped_count;
    for (int32_t k = 0; fits && k < world->escaped_count; ++k) {
        int32_t i = world->escaped[k];
        if (!v2d__proxy_in_grid(world, i)) {
            v2d__grid_remove(grid, i);
        } else {
            fits = sorted ? v2d__item_move(world, i) : v2d__grid_locate(world, i);
        }
    }
    if (!fits) {
        if (grid->loose_count > 0)
            memset(grid->loose1, 0, (size_t)grid->cell_count * sizeof(grid->loose1[0]));
        grid->loose_count = 0;
        v2d__grid_choose(world);
    }
    return fits && sorted;
}

// ---- new pairs ---------------------------------------------------------------------------------

static void v2d__search_add(v2d__search *search, int32_t i, int32_t j) {
    v2d_world *world = search->world;
    int32_t a = i < j ? i : j, b = i < j ? j : i;
    if (!v2d__pair_allowed(world, a, b)) return;
    if (search->count >= V2D_MAX_PAIRS) {
        search->missing += 1;
        return;
    }
    v2d__pair *pair = &search->found[search->count++];
    pair->a = (uint32_t)a, pair->b = (uint32_t)b;
    pair->contact1 = 0;
}

// Called for boxes that meet and did not before. When each of them finds the other, once is enough.
static void v2d__search_found(v2d__search *search, const v2d__item *item, const v2d__item *other) {
    if (item->proxy == other->proxy) return;
    bool both = search->mutual && (search->all || other->escaped);
    if (both && item->proxy > other->proxy) return;
    v2d__search_add(search, item->proxy, other->proxy);
}

// A half-plane against everything that escaped, or, if it escaped itself, against everything. (Pairs
// that are in the list already are found again.)
V2D__COLD static void v2d__search_plane(v2d__search *search, int32_t plane) {
    const v2d_world *world = search->world;
    bool every = v2d__proxy_escaped(world, plane);
    for (int32_t range = 0; range < V2D__PROXY_RANGES; ++range) {
        v2d__proxy_range r = v2d__proxies(world, range);
        for (int32_t i = r.first; i < r.end; ++i) {
            if (!every && !v2d__proxy_escaped(world, i)) continue;
            if (v2d__proxy_in_grid(world, i) && v2d__plane_meets(world, plane, i))
                v2d__search_add(search, plane, i);
        }
    }
}

V2D__COLD static void v2d__search_planes(v2d__search *search) {
    const v2d_world *world = search->world;
    for (int32_t range = 0; range < V2D__SHAPE_RANGES; ++range) {
        v2d__proxy_range r = v2d__proxies(world, range);
        for (int32_t i = r.first; i < r.end; ++i) {
            if ((world->proxy_flags[i] & V2D__PROXY_PLANE) != 0u) v2d__search_plane(search, i);
        }
    }
}

// About how many instructions it takes to search around `count` items of a layer in another.
static float v2d__search_cost(const v2d__layer *from, int32_t count, const v2d__layer *in,
                              bool reach) {
    if (count == 0 || in->count == 0) return 0.0f;
    float wide = from->half + (reach ? from->mean_reach + in->reach : 0.0f);
    float rows = 2.0f * wide * in->inverse_cell + 2.0f;
    float cells = (float)(in->width * in->height);
    float share = v2d__minf(rows * rows / cells, 1.0f);
    return (float)count * (60.0f + 30.0f * rows + 10.0f * share * (float)in->count);
}

// Pairs of two layers that were none before. Each is found from the one layer or from the other, or
// from whichever of the two items escaped.
static void v2d__layers_search(const v2d__kernels *kernels, v2d__search *search,
                               const v2d__layer *a, const v2d__layer *b, bool reach) {
    float from_a = v2d__search_cost(a, a->count, b, reach);
    float from_b = v2d__search_cost(b, b->count, a, reach);
    float escaped =
        v2d__search_cost(a, a->escaped, b, reach) + v2d__search_cost(b, b->escaped, a, reach);
    search->all = escaped > v2d__minf(from_a, from_b);
    search->mutual = !search->all;
    if (!search->all || from_a <= from_b) kernels->search_other(search, a, b, reach);
    if (!search->all || from_a > from_b) kernels->search_other(search, b, a, reach);
}

// The same within a layer. From all items half of the cells around is enough.
static void v2d__layer_search(const v2d__kernels *kernels, v2d__search *search,
                              const v2d__layer *layer, bool reach) {
    search->all = 3 * layer->escaped > layer->count;
    search->mutual = !search->all || reach;
    if (search->all && !reach) {
        kernels->search_own(search, layer);
    } else {
        kernels->search_other(search, layer, layer, reach);
    }
}

// All pairs that were none before, from layer to layer.
static void v2d__search_layers(const v2d__kernels *kernels, v2d__search *search) {
    v2d_world *world = search->world;
    v2d__grid *grid = &world->grid;
    for (int32_t i = 0; i < grid->layer_count; ++i)
        grid->layers[i].escaped = 0;
    for (int32_t k = 0; k < world->escaped_count; ++k)
        if (grid->cell1[world->escaped[k]] > 0)
            grid->layers[grid->layer[world->escaped[k]]].escaped += 1;
    for (int32_t i = 0; i < grid->layer_count; ++i) {
        const v2d__layer *a = &grid->layers[i];
        if (a->kind != V2D__MEETS_FIXED)
            v2d__layer_search(kernels, search, a, v2d__kinds_reach(a->kind, a->kind));
        for (int32_t k = i + 1; k < grid->layer_count; ++k) {
            const v2d__layer *b = &grid->layers[k];
            if (a->kind != V2D__MEETS_FIXED || b->kind != V2D__MEETS_FIXED)
                v2d__layers_search(kernels, search, a, b, v2d__kinds_reach(a->kind, b->kind));
        }
    }
}

// The same from each proxy that escaped.
static void v2d__search_escaped(const v2d__kernels *kernels, v2d__search *search) {
    const v2d_world *world = search->world;
    const v2d__grid *grid = &world->grid;
    search->all = false, search->mutual = true;
    for (int32_t k = 0; k < world->escaped_count; ++k) {
        int32_t item1 = grid->item1[world->escaped[k]];
        if (item1 == 0) continue;
        int32_t kind = grid->layers[grid->layer[world->escaped[k]]].kind;
        for (int32_t i = 0; i < grid->layer_count; ++i) {
            const v2d__layer *in = &grid->layers[i];
            if (in->count > 0 && (kind != V2D__MEETS_FIXED || in->kind != V2D__MEETS_FIXED))
                kernels->search_item(search, &grid->items[item1 - 1], in,
                                     v2d__kinds_reach(kind, in->kind));
        }
    }
}

V2D__OUTLINE static void v2d__pairs_search(v2d_world *world, v2d__search *search) {
    const v2d__kernels *kernels = v2d__kernels_now();
    const v2d__grid *grid = &world->grid;
    bool sorted = v2d__grid_update(world);
    if (!sorted) v2d__grid_sort(world);
    search->world = world;
    search->items = grid->items, search->start = grid->start;
    search->loose1 = grid->loose_count > 0 ? grid->loose1 : NULL;
    search->on_found = v2d__search_found;
    search->found = world->pairs[2];
    search->count = 0, search->missing = 0u;
    if (sorted) {
        v2d__search_escaped(kernels, search);
    } else {
        v2d__search_layers(kernels, search);
    }
    if (grid->plane_count > 0) v2d__search_planes(search);
}

// ---- the list of pairs -------------------------------------------------------------------------

// Stable counting sort by eleven bits of one member.
static void v2d__pairs_sort_digit(v2d_world *world, const v2d__pair *from, v2d__pair *to,
                                  int32_t count, bool by_b, int32_t shift) {
    const uint32_t mask = V2D__SORT_DIGITS - 1;
    int32_t *start = world->search.sort_start;
    memset(start, 0, sizeof(world->search.sort_start));
    for (int32_t i = 0; i < count; ++i)
        start[((by_b ? from[i].b : from[i].a) >> shift & mask) + 1u] += 1;
    for (int32_t d = 0; d < V2D__SORT_DIGITS; ++d)
        start[d + 1] += start[d];
    for (int32_t i = 0; i < count; ++i)
        to[start[(by_b ? from[i].b : from[i].a) >> shift & mask]++] = from[i];
}

static uint64_t v2d__pair_key(const v2d__pair *pair) {
    return (uint64_t)pair->a << 32 | (uint64_t)pair->b;
}

// Insertion sort, for few.
static void v2d__pairs_sort_few(v2d__pair *pairs, int32_t count) {
    for (int32_t i = 1; i < count; ++i) {
        v2d__pair pair = pairs[i];
        int32_t k = i;
        for (; k > 0 && v2d__pair_key(&pairs[k - 1]) > v2d__pair_key(&pair); --k)
            pairs[k] = pairs[k - 1];
        pairs[k] = pair;
    }
}

// By a, then by b. (Numbers of proxies have 22 bits at most.)
V2D__OUTLINE static void v2d__pairs_sort(v2d_world *world, v2d__pair *pairs, v2d__pair *scratch,
                                         int32_t count) {
    if (count < 64) {
        v2d__pairs_sort_few(pairs, count);
        return;
    }
    for (int32_t by_a = 0; by_a < 2; ++by_a) {
        v2d__pairs_sort_digit(world, pairs, scratch, count, by_a == 0, 0);
        v2d__pairs_sort_digit(world, scratch, pairs, count, by_a == 0, 11);
    }
}

// The pair gets or loses a contact: keep count of those with chains.
static void v2d__pair_hold(v2d_world *world, const v2d__pair *pair, int32_t by) {
    int32_t chain1, node = v2d__pair_chain(world, pair, &chain1);
    if (node < 0) return;
    world->hold[node].count += by;
    if (by > 0) world->hold[node].chain1 = chain1;
}

// A contact goes into a lane, alone: it has not been solved yet.
static void v2d__contact_put(v2d_world *world, int32_t at, int32_t slot) {
    const v2d__contact *c = V2D__AT(&world->contacts[slot]);
    v2d__contact_block *k = V2D__AT(&world->contact_blocks[at / V2D__LANES]);
    v2d__manifold_block *m = V2D__AT(&world->manifold_blocks[at / V2D__LANES]);
    int32_t lane = at % V2D__LANES;
    world->contact_slots[at] = slot;
    world->contact_flags[at / V2D__LANES] &= (uint8_t)~V2D__BLOCK_READY;
    world->contact_extras[at / V2D__LANES].roll_lambda[lane] = 0.0f;
    world->contact_extras[at / V2D__LANES].restitution[lane] = c->restitution;
    k->nx[lane] = c->normal.x, k->ny[lane] = c->normal.y, k->friction[lane] = c->friction;
    m->delta[0][lane] = c->delta.x, m->delta[1][lane] = c->delta.y;
    m->qa[0][lane] = c->qa.c, m->qa[1][lane] = c->qa.s;
    m->qb[0][lane] = c->qb.c, m->qb[1][lane] = c->qb.s;
    for (int i = 0; i < 2; ++i) {
        k->p[i].lambda_n[lane] = k->p[i].lambda_t[lane] = k->p[i].between[lane] = 0.0f;
        m->anchor[i][0][lane] = c->anchor[i].x, m->anchor[i][1][lane] = c->anchor[i].y;
        m->separation[i][lane] = c->separation[i], m->feature[i][lane] = c->feature[i];
    }
    m->points[lane] = c->points, m->drift[lane] = c->drift;
    m->shape_a[lane] = c->shape_a, m->shape_b[lane] = c->shape_b;
}

static void v2d__contact_pad(v2d_world *world, int32_t at) {
    v2d__contact_block *k = &world->contact_blocks[at / V2D__LANES];
    k->a[at % V2D__LANES] = k->b[at % V2D__LANES] = V2D__LANE_NODE * V2D__DUMMY_NODE;
    v2d__contact_put(world, at, V2D_MAX_CONTACTS);
}

// A contact leaves the list of those asleep; the last one takes its place.
V2D__COLD static void v2d__dormant_remove(v2d_world *world, int32_t slot) {
    int32_t at = -2 - world->contacts[slot].lane;
    if (at < 0) return;
    V2D_ASSERT(at < world->dormant_count && world->laid[V2D_MAX_CONTACTS - 1 - at] == slot);
    world->contacts[slot].lane = -1;
    world->dormant_count -= 1;
    int32_t last = world->laid[V2D_MAX_CONTACTS - 1 - world->dormant_count];
    if (last == slot) return;
    world->laid[V2D_MAX_CONTACTS - 1 - at] = last;
    world->contacts[last].lane = -2 - at;
}

// A contact that has a lane leaves padding there; its record is free when lanes are laid anew.
V2D__OUTLINE static void v2d__contact_release(v2d_world *world, v2d__pair *pair) {
    int32_t slot = pair->contact1 - 1;
    if (slot < 0) return;
    v2d__pair_hold(world, pair, -1);
    pair->contact1 = 0;
    int32_t at = world->contacts[slot].lane;
    world->touching_stale = 1;
    if (at < 0) {
        v2d__dormant_remove(world, slot);
        v2d__pool_give(&world->contact_pool, world->contact_generation, world->contact_next, slot);
        return;
    }
    v2d__contact_pad(world, at);
    world->contact_state[slot] = V2D__CONTACT_GONE;
}

// Whether an old pair is one still. `apart`: their enlarged boxes do not meet.
static bool v2d__pair_stays(const v2d_world *world, const v2d__pair *pair, bool apart) {
    int32_t a = (int32_t)pair->a, b = (int32_t)pair->b;
    if (apart && !v2d__proxies_near(world, a, b)) return false;
    bool fresh = ((world->proxy_flags[a] | world->proxy_flags[b]) & V2D__PROXY_FRESH) != 0u;
    return !fresh || v2d__pair_allowed(world, a, b);
}

// Lists of pairs on their way into one, all sorted.
typedef struct v2d__merge {
    v2d__pair *old, *old_end;
    const v2d__pair *found, *found_end;
    v2d__pair *now, *now_end;
    uint32_t missing; // found no room
} v2d__merge;

// Old pairs that nothing is to be asked about, up to the next new one.
static void v2d__merge_run(v2d__merge *m) {
    uint64_t next = m->found < m->found_end ? v2d__pair_key(m->found) : ~(uint64_t)0;
    v2d__pair *old = m->old, *end = m->old_end, *now = m->now;
    if (end - old > m->now_end - now) end = old + (m->now_end - now);
    while (old < end && (old->b & V2D__PAIR_APART) == 0u && v2d__pair_key(old) < next)
        *now++ = *old++;
    m->old = old, m->now = now;
}

// The next old pair, if it is one still.
static void v2d__merge_old(v2d_world *world, v2d__merge *m) {
    v2d__pair *pair = m->old++;
    bool apart = (pair->b & V2D__PAIR_APART) != 0u;
    pair->b &= ~V2D__PAIR_APART;
    bool stays = v2d__pair_stays(world, pair, apart);
    if (stays && m->now < m->now_end) {
        *m->now++ = *pair;
    } else {
        m->missing += stays;
        v2d__contact_release(world, pair);
    }
}

static void v2d__merge_found(v2d__merge *m) {
    if (m->now < m->now_end) {
        *m->now++ = *m->found++;
    } else {
        m->missing += 1u, m->found += 1;
    }
}

// Old and new pairs into one list. New ones that were there already keep their contact.
V2D__OUTLINE static void v2d__pairs_merge(v2d_world *world, v2d__merge *m) {
    bool fresh = world->proxies_fresh != 0;
    while (m->old < m->old_end || m->found < m->found_end) {
        if (!fresh) v2d__merge_run(m);
        uint64_t old = ~(uint64_t)0, found = ~(uint64_t)0;
        if (m->old < m->old_end) old = v2d__pair_key(m->old) & ~(uint64_t)V2D__PAIR_APART;
        if (m->found < m->found_end) found = v2d__pair_key(m->found);
        if (found < old) {
            v2d__merge_found(m);
        } else if (m->old < m->old_end) {
            if (found == old) m->found += 1;
            v2d__merge_old(world, m);
        }
    }
}

// When pairs found no room, all proxies are searched anew.
V2D__COLD static void v2d__proxies_escape(v2d_world *world) {
    for (int32_t range = 0; range < V2D__PROXY_RANGES; ++range) {
        v2d__proxy_range r = v2d__proxies(world, range);
        for (int32_t i = r.first; i < r.end; ++i) {
            if ((world->proxy_flags[i] & V2D__PROXY_LIVE) == 0u) continue;
            world->fat_before[i] = v2d__box_empty();
            if (v2d__proxy_escaped(world, i)) continue;
            world->proxy_flags[i] |= V2D__PROXY_ESCAPED;
            world->escaped[world->escaped_count++] = i;
        }
    }
}

// Nothing of a proxy has changed any more. (Items of very many are not worth it: they are sorted
// anew in the next step.)
V2D__OUTLINE static void v2d__proxies_settle(v2d_world *world) {
    v2d__grid *grid = &world->grid;
    grid->settled = 2 * world->escaped_count <= grid->count;
    for (int32_t k = 0; k < world->escaped_count; ++k) {
        int32_t i = world->escaped[k];
        world->proxy_flags[i] &= ~(uint32_t)(V2D__PROXY_FRESH | V2D__PROXY_ESCAPED);
        if (!grid->settled || grid->item1[i] == 0) continue;
        v2d__item *item = &grid->items[grid->item1[i] - 1];
        item->before = item->now;
        item->escaped = 0;
    }
    world->proxies_fresh = 0;
}

// Old pairs and new ones into the other list.
static void v2d__pairs_renew(v2d_world *world, const v2d__search *search) {
    v2d__merge merge;
    int32_t side = world->pair_side;
    merge.old = world->pairs[side], merge.old_end = merge.old + world->pair_count;
    merge.found = search->found, merge.found_end = search->found + search->count;
    merge.now = world->pairs[1 - side], merge.now_end = merge.now + V2D_MAX_PAIRS;
    merge.missing = search->missing;
    v2d__pairs_merge(world, &merge);
    world->pairs_missing = merge.missing;
    world->pair_count = (int32_t)(merge.now - world->pairs[1 - side]);
    if (world->pair_count > world->pair_peak) world->pair_peak = world->pair_count;
    v2d__count64(world->dropped_pairs, world->pairs_missing);
    world->pair_side = 1 - side;
}

// What the stages over boxes and pairs share.
typedef struct v2d__boxes_run {
    v2d_world *world;
    const v2d__kernels *kernels;
    int32_t *apart; // set when some pair's enlarged boxes do not meet
} v2d__boxes_run;

enum { V2D__GRAIN_BOXES = 64, V2D__GRAIN_PAIRS = 256 };

static void v2d__pairs_test_part(const void *argument, int32_t first, int32_t last) {
    const v2d__boxes_run *run = (const v2d__boxes_run *)argument;
    v2d__pair *pairs = run->world->pairs[run->world->pair_side];
    if (run->kernels->pairs_test(run->world->fat, pairs + first, last - first) > 0)
        v2d__mark(run->apart);
}

V2D__OUTLINE static void v2d__pairs_update(v2d_world *world, v2d__team *team) {
    v2d__search search;
    int32_t apart = 0;
    v2d__boxes_run run = {world, team->kernels, &apart};
    bool missed = world->pairs_missing != 0u;
    if (missed) v2d__proxies_escape(world);
    v2d__pairs_search(world, &search);
    v2d__pairs_sort(world, search.found, world->pairs[1 - world->pair_side], search.count);
    v2d__parallel(team, v2d__pairs_test_part, &run, 0, world->pair_count, V2D__GRAIN_PAIRS);
    if (missed || world->proxies_fresh || apart != 0 || search.count > 0 || search.missing > 0u)
        v2d__pairs_renew(world, &search);
    v2d__proxies_settle(world);
}

// ---- boxes -------------------------------------------------------------------------------------

static v2d_transform v2d__node_transform(const v2d_world *world, int32_t node) {
    const v2d__pose *pose = &world->pose[node];
    v2d_transform xf;
    xf.p.x = pose->x, xf.p.y = pose->y;
    xf.q.c = pose->c, xf.q.s = pose->s;
    return xf;
}

V2D__OUTLINE static v2d_aabb v2d__soft_box(const v2d_world *world, const v2d__soft *s,
                                           float *motion) {
    v2d_aabb box = {{1e30f, 1e30f}, {-1e30f, -1e30f}};
    float r = 0.0f;
    *motion = 0.0f;
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        v2d_vec2 p = v2d__point_place(world, p1 - 1);
        box.lower.x = v2d__minf(box.lower.x, p.x), box.lower.y = v2d__minf(box.lower.y, p.y);
        box.upper.x = v2d__maxf(box.upper.x, p.x), box.upper.y = v2d__maxf(box.upper.y, p.y);
        r = v2d__maxf(r, world->points[p1 - 1].radius);
        *motion = v2d__maxf(*motion, world->look[V2D__POINT_NODE + p1 - 1].motion);
    }
    return v2d__aabb_expand(box, r);
}

// How far contacts of points look ahead [m].
static float v2d__margin(const v2d_world *world) { return 0.02f * world->length_unit; }

// How far contacts of a rigid body look ahead: more for larger bodies, whose impacts press deeper.
static float v2d__body_margin(const v2d_world *world, int32_t body) {
    float margin = v2d__margin(world);
    return v2d__clampf(0.07f * world->bodies[body].extent, margin, 2.5f * margin);
}

// Tell those that can meet nothing, by their filter, from those that can. The latter are fresh when
// they just became so.
V2D__COLD static void v2d__proxies_introduce(v2d_world *world) {
    world->grid.plane_count = 0;
    for (int32_t pass = 0; pass < 2; ++pass) {
        for (int32_t range = 0; range < V2D__PROXY_RANGES; ++range) {
            v2d__proxy_range r = v2d__proxies(world, range);
            for (int32_t i = r.first; i < r.end; ++i) {
                uint32_t *flags = &world->proxy_flags[i];
                world->grid.plane_count += (*flags & V2D__PROXY_PLANE) != 0u;
                if ((*flags & (V2D__PROXY_FRESH | V2D__PROXY_LONE)) == 0u) continue;
                if (v2d__proxy_is_bounds(i)) continue;
                const v2d_filter *filter = v2d__proxy_filter(world, i);
                world->all_categories |= filter->category, world->all_masks |= filter->mask;
                if (pass == 0) continue;
                bool lone = filter->group <= 0 && ((filter->mask & world->all_categories) == 0u ||
                                                   (filter->category & world->all_masks) == 0u);
                if (world->bounded) lone = false;
                if (!lone && (*flags & V2D__PROXY_LONE) != 0u) *flags |= V2D__PROXY_FRESH;
                *flags &= ~(uint32_t)V2D__PROXY_LONE;
                if (lone) *flags |= V2D__PROXY_LONE;
            }
        }
    }
}

static void v2d__shapes_fit_part(const void *argument, int32_t first, int32_t last) {
    const v2d__boxes_run *run = (const v2d__boxes_run *)argument;
    int32_t *escaped = run->world->escaped + first;
    int32_t count = run->kernels->shapes_fit(run->world, first, last, escaped);
    if (count < last - first) escaped[count] = -1;
}

// Refresh the boxes, and the list of pairs when one left its enlarged box.
V2D__OUTLINE static void v2d__broadphase_update(v2d_world *world, v2d__team *team) {
    const v2d__kernels *kernels = team->kernels;
    float margin = 0.5f * v2d__margin(world), motion;
    v2d__boxes_run run = {world, kernels, NULL};
    if (world->proxies_fresh) v2d__proxies_introduce(world);
    v2d__parallel(team, v2d__shapes_fit_part, &run, 0, world->shape_pool.high, V2D__GRAIN_BOXES);
    int32_t *escaped = world->escaped, count = v2d__team_gather(team, escaped);
    v2d__proxy_range walls = v2d__proxies(world, 1);
    count += kernels->shapes_fit(world, walls.first, walls.end, escaped + count);
    count += kernels->points_fit(world, V2D__POINT_PROXY, V2D__POINT_PROXY + world->point_pool.high,
                                 margin, escaped + count);
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        if (!v2d__proxy_refits(world->proxy_flags[V2D__SOFT_PROXY + i])) continue;
        v2d_aabb box = v2d__soft_box(world, &world->softs[i], &motion);
        if (kernels->box_fit(world, V2D__SOFT_PROXY + i, box, margin, motion))
            escaped[count++] = V2D__SOFT_PROXY + i;
    }
    world->escaped_count = count;
    if (count > 0) v2d__pairs_update(world, team);
}

static void v2d__proxy_recheck(v2d_world *world, int32_t proxy) {
    if ((world->proxy_flags[proxy] & V2D__PROXY_LIVE) == 0u) return;
    world->proxy_flags[proxy] |= V2D__PROXY_FRESH;
    world->proxies_fresh = 1;
}

// Joints of a node came or went, and with them whom it may meet. (Pairs are looked at again when
// one of the two is fresh.)
V2D__COLD static void v2d__node_recheck(v2d_world *world, int32_t node) {
    if (node == V2D__DUMMY_NODE) return;
    if (node >= V2D__POINT_NODE) {
        v2d__proxy_recheck(world, V2D__POINT_PROXY + node - V2D__POINT_NODE);
        return;
    }
    for (int32_t s1 = world->bodies[node].shape1; s1 > 0; s1 = world->shapes[s1 - 1].next1)
        v2d__proxy_recheck(world, s1 - 1);
}

// ================================================================================================
// >>sleep  Islands: what rests together sleeps together.
//
// Sees:       nodes, proxies, pairs, and everything that connects nodes.
// Asleep:     a node is in a circle with the rest of its island. It has no velocity, is not listed
//             among the active ones, its boxes are not refreshed, and its contacts, edges and joints
//             have no lanes: their impulses wait in the records.
// Falling:    once boxes and pairs are those of the new step and nothing has moved yet. Every eighth
//             step, and only when some node has rested long enough, islands are found (union-find).
// Waking:     at once, from calls between steps as well. A step wakes what touches something awake
//             until there is nothing more to wake; only then are lanes given and masses moved.
// Invariants: nothing awake and movable touches anything asleep and movable; the points of a soft
//             body sleep together.
// ================================================================================================

static bool v2d__flags_sleep(uint32_t flags) { // movable and asleep
    const uint32_t mask = V2D__PROXY_ASLEEP | V2D__PROXY_MOVES;
    return (flags & mask) == mask;
}

static bool v2d__pair_sleeps(const v2d_world *world, uint32_t a, uint32_t b) {
    return v2d__flags_sleep(world->proxy_flags[a]) || v2d__flags_sleep(world->proxy_flags[b]);
}

static bool v2d__node_has_velocity(const v2d_world *world, int32_t node) {
    const v2d__dof *d = &world->dof[node];
    return d->dx != 0.0f || d->dy != 0.0f || d->du != 0.0f;
}

// Awake, or changed from outside, so that what it touches must be awake.
static bool v2d__node_disturbs(const v2d_world *world, int32_t node) {
    if (world->dof[node].inv_mass > 0.0f) return world->sleep_next1[node] == 0;
    return world->rest[node] < 0.0f || v2d__node_has_velocity(world, node);
}

// Whether a proxy does nothing that another one could feel in this step.
static bool v2d__proxy_is_quiet(const v2d_world *world, int32_t proxy) {
    uint32_t flags = world->proxy_flags[proxy];
    if ((flags & V2D__PROXY_STIRRED) != 0u) return false;
    if ((flags & (V2D__PROXY_ASLEEP | V2D__PROXY_STILL)) != 0u) return true;
    return (flags & V2D__PROXY_MOVES) == 0u &&
           !v2d__node_has_velocity(world, v2d__proxy_node(world, proxy));
}

static bool v2d__pair_is_quiet(const v2d_world *world, const v2d__pair *pair) {
    return v2d__proxy_is_quiet(world, (int32_t)pair->a) &&
           v2d__proxy_is_quiet(world, (int32_t)pair->b);
}

// ---- waking ------------------------------------------------------------------------------------

// Change the flags of all proxies of a node.
static void v2d__node_flag(v2d_world *world, int32_t node, uint32_t clear, uint32_t set) {
    if (node >= V2D__POINT_NODE) {
        int32_t point = node - V2D__POINT_NODE, soft1 = world->points[point].soft1;
        int32_t proxy = soft1 > 0 ? V2D__SOFT_PROXY + soft1 - 1 : V2D__POINT_PROXY + point;
        uint32_t flags = world->proxy_flags[proxy];
        if (flags != 0u) world->proxy_flags[proxy] = (flags & ~clear) | set;
        return;
    }
    for (int32_t s1 = world->bodies[node].shape1; s1 > 0; s1 = world->shapes[s1 - 1].next1)
        world->proxy_flags[s1 - 1] = (world->proxy_flags[s1 - 1] & ~clear) | set;
}

// Who is awake changed: lanes must follow.
static void v2d__awake_changed(v2d_world *world, int32_t node, int32_t by) {
    world->asleep_count -= by;
    world->awake_changed = world->contacts_dirty = world->joint_lanes_dirty = 1;
    if (node >= V2D__POINT_NODE) world->soft_dirty |= V2D__SOFT_BLOCKS;
}

// Wake a node with its island.
V2D__COLD static void v2d__node_wake(v2d_world *world, int32_t node) {
    int32_t at = node;
    while (world->sleep_next1[at] != 0) {
        int32_t next = world->sleep_next1[at] - 1;
        world->sleep_next1[at] = 0;
        world->rest[at] = 0.0f;
        if (at < V2D__POINT_NODE) world->bodies[at].flags &= ~(uint32_t)V2D__BODY_HANGS;
        v2d__node_flag(world, at, V2D__PROXY_ASLEEP, V2D__PROXY_WOKEN);
        v2d__awake_changed(world, at, 1);
        world->woken = 1;
        at = next;
    }
}

static bool v2d__node_hangs(const v2d_world *world, int32_t node) {
    return node < V2D__POINT_NODE && (world->bodies[node].flags & V2D__BODY_HANGS) != 0u;
}

// Wake what something immovable touched that changed.
static void v2d__node_rouse(v2d_world *world, int32_t node) {
    bool immovable = node < V2D__POINT_NODE && world->dof[node].inv_mass <= 0.0f;
    if (!immovable && !v2d__node_hangs(world, node)) v2d__node_wake(world, node);
}

static void v2d__proxy_rouse(v2d_world *world, int32_t proxy) {
    int32_t node = v2d__proxy_node(world, proxy);
    if (node < 0) node = V2D__POINT_NODE + world->softs[proxy - V2D__SOFT_PROXY].point1 - 1;
    v2d__node_rouse(world, node);
}

static void v2d__pair_rouse(v2d_world *world, const v2d__pair *pair) {
    if (pair->contact1 == 0 && pair->b < (uint32_t)V2D__POINT_PROXY) return; // they do not touch
    v2d__proxy_rouse(world, (int32_t)pair->a);
    v2d__proxy_rouse(world, (int32_t)pair->b);
}

// Something immovable changed: the next step wakes what touches it.
V2D__COLD static void v2d__node_mark(v2d_world *world, int32_t node) {
    if (world->sleep == 0) return;
    world->rest[node] = -1.0f;
    world->stirred = 1;
    v2d__node_flag(world, node, 0u, V2D__PROXY_STIRRED);
}

// The caller is about to change what may move a node, or what a node may move.
V2D__COLD static void v2d__node_stir(v2d_world *world, int32_t node) {
    if (node == V2D__DUMMY_NODE || world->sleep == 0) return;
    v2d__node_wake(world, node);
    if (world->dof[node].inv_mass > 0.0f) {
        world->rest[node] = -1.0f;
    } else if (!v2d__node_has_velocity(world, node)) {
        v2d__node_mark(world, node);
    }
}

V2D__COLD static void v2d__soft_stir(v2d_world *world, int32_t soft) {
    int32_t first1 = world->softs[soft].point1;
    if (first1 > 0) v2d__node_stir(world, V2D__POINT_NODE + first1 - 1);
}

V2D__COLD static void v2d__joint_stir(v2d_world *world, int32_t joint) {
    v2d__node_stir(world, world->joints[joint].node_a);
    v2d__node_stir(world, world->joints[joint].node_b);
}

V2D__COLD static void v2d__wake_all(v2d_world *world, bool hanging) {
    for (int32_t node = 0; node < V2D__DUMMY_NODE && world->asleep_count > 0; ++node) {
        if (hanging || !v2d__node_hangs(world, node)) v2d__node_wake(world, node);
    }
}

// ---- what connects nodes -----------------------------------------------------------------------

typedef void (*v2d__link_fn)(v2d_world *world, int32_t a, int32_t b);

// Call `link` for joints, and for edges and bends of loose points.
static void v2d__links_visit(v2d_world *world, v2d__link_fn link) {
    const int32_t first = V2D__POINT_NODE;
    for (int32_t i = 0; i < world->joint_pool.high; ++i) {
        const v2d__joint *j = &world->joints[i];
        if (world->joint_generation[i] % 2u == 1u) link(world, j->node_a, j->node_b);
    }
    for (int32_t i = 0; i < world->edge_pool.high; ++i) {
        const v2d__edge *e = &world->edges[i];
        if (e->soft1 == 0 && v2d__edge_live(world, i)) link(world, first + e->a, first + e->b);
    }
    for (int32_t i = 0; i < world->bend_pool.high; ++i) {
        const v2d__bend *bend = V2D__AT(&world->bends[i]);
        if (bend->soft1 > 0 || world->bend_generation[i] % 2u == 0u) continue;
        link(world, first + bend->a, first + bend->b);
        link(world, first + bend->b, first + bend->c);
    }
}

static void v2d__link_rouse(v2d_world *world, int32_t a, int32_t b) {
    if (world->rest[a] >= 0.0f && world->rest[b] >= 0.0f) return;
    v2d__node_rouse(world, a);
    v2d__node_rouse(world, b);
}

// Wake all that touches something immovable that the caller changed.
V2D__COLD static void v2d__stirred_wake(v2d_world *world) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    for (int32_t i = 0; i < world->pair_count && world->asleep_count > 0; ++i) {
        uint32_t flags = world->proxy_flags[pairs[i].a] | world->proxy_flags[pairs[i].b];
        if ((flags & V2D__PROXY_STIRRED) != 0u) v2d__pair_rouse(world, &pairs[i]);
    }
    if (world->asleep_count > 0) v2d__links_visit(world, v2d__link_rouse);
}

V2D__COLD static void v2d__stirred_clear(v2d_world *world) {
    for (int32_t i = 0; i < V2D__MAX_PROXIES; ++i)
        world->proxy_flags[i] &= ~(uint32_t)V2D__PROXY_STIRRED;
    for (int32_t node = 0; node < V2D__DUMMY_NODE; ++node)
        world->rest[node] = v2d__maxf(world->rest[node], 0.0f);
    world->stirred = 0;
}

// What was woken since the last round is looked at in this one.
V2D__COLD static void v2d__woken_next(v2d_world *world) {
    for (int32_t range = 0; range < V2D__PROXY_RANGES; ++range) {
        v2d__proxy_range r = v2d__proxies(world, range);
        for (int32_t i = r.first; i < r.end; ++i) {
            uint32_t *flags = &world->proxy_flags[i];
            bool woken = (*flags & V2D__PROXY_WOKEN) != 0u;
            *flags &= ~(uint32_t)(V2D__PROXY_WOKEN | V2D__PROXY_TRIED);
            if (woken) *flags |= V2D__PROXY_TRIED;
        }
    }
    world->woken = 0;
}

// ---- islands -----------------------------------------------------------------------------------

static int32_t v2d__island_root(v2d_world *world, int32_t node) {
    int32_t *parent = world->island;
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

// The root of an island is its first node.
static void v2d__island_join(v2d_world *world, int32_t a, int32_t b) {
    a = v2d__island_root(world, a), b = v2d__island_root(world, b);
    if (a < b) world->island[b] = a;
    if (b < a) world->island[a] = b;
}

// What cannot be pushed connects nothing; while it moves it keeps awake what it touches.
static void v2d__island_link(v2d_world *world, int32_t a, int32_t b) {
    bool moves_a = world->dof[a].inv_mass > 0.0f, moves_b = world->dof[b].inv_mass > 0.0f;
    if (world->sleep_next1[a] != 0 || world->sleep_next1[b] != 0) return;
    if (moves_a && moves_b) {
        v2d__island_join(world, a, b);
    } else if (moves_a && v2d__node_disturbs(world, b)) {
        world->rest[a] = 0.0f;
    } else if (moves_b && v2d__node_disturbs(world, a)) {
        world->rest[b] = 0.0f;
    }
}

static bool v2d__contact_pushes(const v2d_world *world, int32_t slot) {
    return world->contact_state[slot] != 0 && world->contact_state[slot] < V2D__CONTACT_HIDDEN;
}

static void v2d__islands_link_contacts(v2d_world *world) {
    for (int32_t i = 0; i < world->touching_count; ++i) {
        int32_t slot = world->touching[i];
        if (world->contact_generation[slot] % 2u == 0u || !v2d__contact_pushes(world, slot))
            continue;
        v2d__island_link(world, world->contact_nodes[slot][0], world->contact_nodes[slot][1]);
    }
    for (int32_t i = 0; i < world->row_count; ++i) {
        const v2d__row *row = &world->rows[i];
        v2d__island_link(world, row->node[0], row->node[1]);
        v2d__island_link(world, row->node[0], row->node[2]);
    }
}

static int32_t v2d__soft_first_node(const v2d_world *world, int32_t soft) {
    return V2D__POINT_NODE + world->softs[soft].point1 - 1;
}

// Whether some point of it can push what it touches.
static bool v2d__soft_disturbs(const v2d_world *world, int32_t soft) {
    for (int32_t p1 = world->softs[soft].point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        if (v2d__node_disturbs(world, V2D__POINT_NODE + p1 - 1)) return true;
    }
    return false;
}

// Points of a soft body, pinned ones too, and relaxed bodies near each other.
static void v2d__islands_link_softs(v2d_world *world) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        if (!v2d__soft_live(world, i) || v2d__soft_sleeps(world, i)) continue;
        for (int32_t p1 = world->softs[i].point1; p1 > 0; p1 = world->points[p1 - 1].next1)
            v2d__island_join(world, v2d__soft_first_node(world, i), V2D__POINT_NODE + p1 - 1);
    }
    for (int32_t i = world->pair_count - 1; i >= 0; --i) {
        int32_t a = (int32_t)pairs[i].a - V2D__SOFT_PROXY,
                b = (int32_t)pairs[i].b - V2D__SOFT_PROXY;
        if (a < 0) return;
        if (!v2d__soft_is_relaxed(world, a) || !v2d__soft_is_relaxed(world, b)) continue;
        if (v2d__soft_sleeps(world, a) || v2d__soft_sleeps(world, b)) continue;
        v2d__island_join(world, v2d__soft_first_node(world, a), v2d__soft_first_node(world, b));
    }
}

// Afterwards `island` leads from each active node to the first node of its island.
static void v2d__islands_find(v2d_world *world) {
    for (int32_t k = 0; k < world->active_count; ++k)
        world->island[world->active[k]] = world->active[k];
    v2d__islands_link_contacts(world);
    v2d__islands_link_softs(world);
    v2d__links_visit(world, v2d__island_link);
}

// ---- falling asleep ----------------------------------------------------------------------------

// How long a node has rested, from its speed in the last step. What is not pushed rests when it
// stands still.
static void v2d__node_rest(v2d_world *world, int32_t node, float speed, float dt) {
    bool moves = world->dof[node].inv_mass > 0.0f;
    float *rest = &world->rest[node];
    if (*rest < 0.0f) { // somebody changed it since the last step
        if (moves) *rest = 0.0f;
        return;
    }
    *rest = speed <= (moves ? world->sleep_speed : 0.0f) ? *rest + dt : 0.0f;
    if (*rest >= world->sleep_time) v2d__mark(&world->drowsy);
}

// Put a node to sleep in the circle of an island.
static void v2d__node_sleep(v2d_world *world, int32_t node, int32_t root) {
    v2d__dof *d = &world->dof[node];
    world->sleep_next1[node] = node == root ? root + 1 : world->sleep_next1[root];
    world->sleep_next1[root] = node + 1;
    d->dx = d->dy = d->du = 0.0f;
    memset(&world->incoming[node], 0, sizeof(world->incoming[node]));
    memset(&world->previous[node], 0, sizeof(world->previous[node]));
    world->drive[node].force = v2d_vec2_make(0.0f, 0.0f), world->drive[node].torque = 0.0f;
    world->old_pose[node] = world->pose[node];
    v2d__node_flag(world, node, 0u, V2D__PROXY_ASLEEP);
    v2d__awake_changed(world, node, -1);
}

// Islands of which every node has rested long enough fall asleep.
V2D__OUTLINE static void v2d__islands_sleep(v2d_world *world) {
    bool due = world->sleep_asked != 0 || world->steps[0] % 8u == 0u;
    if (world->sleep == 0 || world->drowsy == 0 || !due) return;
    world->sleep_asked = 0;
    v2d__islands_find(world);
    for (int32_t k = 0; k < world->active_count; ++k)
        world->island_rest[world->active[k]] = 1e30f;
    for (int32_t k = 0; k < world->active_count; ++k) {
        int32_t node = world->active[k], root = v2d__island_root(world, node);
        world->island_rest[root] = v2d__minf(world->island_rest[root], world->rest[node]);
    }
    for (int32_t k = 0; k < world->active_count; ++k) {
        int32_t node = world->active[k], root = v2d__island_root(world, node);
        float rest = world->island_rest[root];
        if (rest > 0.0f && rest >= world->sleep_time) v2d__node_sleep(world, node, root);
    }
}

// The sub-step changed: stored impulses that no lane holds follow.
V2D__COLD static void v2d__asleep_rescale(v2d_world *world, float warm) {
    for (int32_t i = 0; i < world->dormant_count; ++i) {
        v2d__contact *c = &world->contacts[world->laid[V2D_MAX_CONTACTS - 1 - i]];
        for (int32_t k = 0; k < 2; ++k)
            c->lambda[k][0] *= warm, c->lambda[k][1] *= warm;
        c->roll_lambda *= warm;
    }
    for (int32_t i = 0; i < world->row_memory_count; ++i) {
        v2d__row_memory *m = &world->row_memory[i];
        if (v2d__pair_sleeps(world, m->pair_a, m->pair_b)) m->lambda_n *= warm, m->lambda_t *= warm;
    }
    for (int32_t i = 0; i < world->edge_pool.high; ++i)
        world->edges[i].lambda *= warm, world->edges[i].biased *= warm; // not used of one awake
    for (int32_t i = 0; i < world->bend_pool.high; ++i)
        world->bends[i].lambda *= warm;
    for (int32_t i = 0; i < world->joint_pool.high; ++i) {
        v2d__joint *j = V2D__AT(&world->joints[i]);
        if (!v2d__node_sleeps(world, j->node_a) && !v2d__node_sleeps(world, j->node_b)) continue;
        j->lambda = v2d__scale(warm, j->lambda);
        j->min_lambda *= warm, j->limit_lambda *= warm, j->biased *= warm;
        j->motor_lambda *= warm, j->spring_lambda *= warm;
    }
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        v2d__soft *s = &world->softs[i];
        if (!v2d__soft_live(world, i) || !v2d__soft_sleeps(world, i)) continue;
        s->area_lambda *= warm;
        for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1)
            world->points[p1 - 1].shape_lambda =
                v2d__scale(warm, world->points[p1 - 1].shape_lambda);
    }
}

// ================================================================================================
// >>contacts  From pairs to manifolds and rows, and from those to lanes.
//
// Sees:    pairs, shapes, points, soft bodies; writes contacts, rows and their blocks.
// Frozen:  while a pair that touches at two points has hardly moved against each other, normal and
//          both anchors stay as they are, in the axes of the world, and only separations are
//          updated. Columns need it: under levers that do not turn with it a column cannot buckle,
//          however soft its contacts are; otherwise one of 20 boxes does. Each new manifold lets a
//          column lean a little more. So it is what slides that counts as drift: sinking under a
//          load does not make another manifold, and counts a tenth. And where a load presses both
//          corners in, so that contacts give way as the column sways, bodies may turn farther.
// ================================================================================================

// ---- rigid against rigid -----------------------------------------------------------------------

static void v2d__contact_materials(v2d_world *world, v2d__contact *c) {
    const v2d__shape *a = V2D__AT(&world->shapes[c->shape_a]),
                     *b = V2D__AT(&world->shapes[c->shape_b]);
    c->friction = v2d__mix(world->friction_mix, a->friction, b->friction);
    c->restitution = v2d__mix(world->restitution_mix, a->restitution, b->restitution);
    if (c->restitution > 0.0f) world->bounces = 1;
    float round = v2d__maxf(a->geometry.radius, b->geometry.radius);
    c->rolling = v2d__maxf(a->rolling_resistance, b->rolling_resistance) * round;
    c->tangent_speed = a->surface_speed + b->surface_speed;
}

// See v2d__K(wcontact_limit)().
static float v2d__contact_limit(const v2d_world *world, const v2d__contact *c) {
    float most = 0.1f * world->length_unit;
    if (c->points < 1.5f) return 0.0f;
    for (int i = 0; i < 2; ++i) {
        const v2d__dof *node = &world->dof[world->shapes[i == 0 ? c->shape_a : c->shape_b].body];
        if (node->inv_mass <= 0.0f && node->inv_k * node->du * node->du > 0.0f) return 0.0f;
    }
    return v2d__minf(0.25f * v2d__length_sq(v2d__sub(c->anchor[1], c->anchor[0])), most * most);
}

// A contact as it is now, whether it has a lane or not.
V2D__OUTLINE static v2d__contact v2d__contact_get(const v2d_world *world, int32_t slot) {
    v2d__contact c = world->contacts[slot];
    if (c.lane < 0) return c;
    const v2d__contact_block *k = &world->contact_blocks[c.lane / V2D__LANES];
    const v2d__manifold_block *m = V2D__AT(&world->manifold_blocks[c.lane / V2D__LANES]);
    int32_t lane = c.lane % V2D__LANES;
    c.normal = v2d__vec2(k->nx[lane], k->ny[lane]);
    c.delta = v2d__vec2(m->delta[0][lane], m->delta[1][lane]);
    c.qa = v2d__rot(m->qa[0][lane], m->qa[1][lane]);
    c.qb = v2d__rot(m->qb[0][lane], m->qb[1][lane]);
    for (int i = 0; i < 2; ++i) {
        float ln = k->p[i].lambda_n[lane], limit = c.friction * ln;
        c.anchor[i] = v2d__vec2(m->anchor[i][0][lane], m->anchor[i][1][lane]);
        c.separation[i] = m->separation[i][lane], c.feature[i] = m->feature[i][lane];
        c.lambda[i][0] = ln, c.lambda[i][1] = v2d__clampf(k->p[i].lambda_t[lane], -limit, limit);
    }
    c.points = m->points[lane];
    return c;
}

// Separation of a point at the given poses, from how its anchors moved since the manifold was
// computed.
static float v2d__contact_follow(const v2d_world *world, const v2d__contact *c, int32_t i,
                                 const v2d__pose *poses) {
    const v2d__pose *a = &poses[world->shapes[c->shape_a].body],
                    *b = &poses[world->shapes[c->shape_b].body];
    v2d_rot qa = {a->c, a->s}, qb = {b->c, b->s};
    v2d_vec2 anchor_b = v2d__sub(c->anchor[i], c->delta);
    v2d_vec2 turned_a = v2d__rotate(v2d__rot_inv_mul(c->qa, qa), c->anchor[i]);
    v2d_vec2 turned_b = v2d__rotate(v2d__rot_inv_mul(c->qb, qb), anchor_b);
    v2d_vec2 moved = v2d__sub(v2d_vec2_make(b->x - a->x, b->y - a->y), c->delta);
    v2d_vec2 change =
        v2d__add(moved, v2d__sub(v2d__sub(turned_b, anchor_b), v2d__sub(turned_a, c->anchor[i])));
    return c->separation[i] + v2d__dot(c->normal, change);
}

static float v2d__contact_separation(const v2d_world *world, const v2d__contact *c) {
    float s = v2d__contact_follow(world, c, 0, world->pose);
    return c->points > 1.0f ? v2d__minf(s, v2d__contact_follow(world, c, 1, world->pose)) : s;
}

// Take back the records of contacts that are gone. The lanes have to be laid anew.
static void v2d__contacts_reclaim(v2d_world *world) {
    int32_t kept = 0;
    for (int32_t i = 0; i < world->laid_count; ++i) {
        int32_t slot = world->laid[i];
        if ((world->contact_state[slot] & V2D__CONTACT_GONE) == 0) {
            world->laid[kept++] = slot;
            continue;
        }
        world->contact_state[slot] = 0;
        v2d__pool_give(&world->contact_pool, world->contact_generation, world->contact_next, slot);
    }
    world->laid_count = kept;
    world->contacts_dirty = 1;
}

// A record for a new contact that is `separation` deep. When all are taken, the shallowest contact
// gives way if it is shallower; else 0.
V2D__COLD static int32_t v2d__contact_claim(v2d_world *world, float separation) {
    int32_t slot = v2d__pool_take(&world->contact_pool, world->contact_generation,
                                  world->contact_next, V2D_MAX_CONTACTS);
    if (slot < 0) {
        v2d__contacts_reclaim(world);
        slot = v2d__pool_take(&world->contact_pool, world->contact_generation, world->contact_next,
                              V2D_MAX_CONTACTS);
    }
    if (slot >= 0) return slot + 1;
    v2d__count64(world->dropped_contacts, 1);
    v2d__pair *pairs = world->pairs[world->pair_side];
    int32_t shallowest = -1;
    float most = separation;
    for (int32_t i = 0; i < world->pair_count; ++i) {
        if (pairs[i].contact1 == 0) continue;
        v2d__contact c = v2d__contact_get(world, pairs[i].contact1 - 1);
        float s = v2d__contact_separation(world, &c);
        if (s > most) most = s, shallowest = i;
    }
    if (shallowest < 0) return 0;
    slot = pairs[shallowest].contact1;
    v2d__pair_hold(world, &pairs[shallowest], -1);
    pairs[shallowest].contact1 = 0;
    if (world->contacts[slot - 1].lane >= 0)
        v2d__contact_pad(world, world->contacts[slot - 1].lane);
    v2d__dormant_remove(world, slot - 1);
    world->contacts_dirty = 1;
    return slot;
}

// ---- seams -------------------------------------------------------------------------------------
// A body that slides over the seam between two immovable shapes must not feel the side face that
// lies hidden there. A contact is hidden when each of its points lies on another immovable shape
// that carries the same body in another direction, above which its own shape does not rise.

// The immovable shape of a contact and its outward normal; -1 when both sides move.
static int32_t v2d__contact_ground(const v2d_world *world, const v2d__contact *c,
                                   v2d_vec2 *outward) {
    bool a = world->dof[world->shapes[c->shape_a].body].inv_mass <= 0.0f;
    *outward = a ? c->normal : v2d__neg(c->normal);
    if (a) return c->shape_a;
    return world->dof[world->shapes[c->shape_b].body].inv_mass <= 0.0f ? c->shape_b : -1;
}

static float v2d__shape_distance(const v2d_world *world, int32_t shape, v2d_vec2 place,
                                 float margin) {
    const v2d__shape *s = &world->shapes[shape];
    v2d_vec2 normal;
    float separation = margin;
    v2d_vec2 local = v2d__inv_transform_point(v2d__node_transform(world, s->body), place);
    return v2d__point_geometry(&s->geometry, local, margin, &separation, &normal) ? separation
                                                                                  : margin;
}

V2D__OUTLINE static bool v2d__contact_is_hidden_by(const v2d_world *world, const v2d__contact *c,
                                                   const v2d__contact *other) {
    v2d_vec2 n, up;
    float slop = 0.005f * world->length_unit;
    int32_t ground = v2d__contact_ground(world, c, &n),
            cover = v2d__contact_ground(world, other, &up);
    // the links of one chain know each other
    if (world->shapes[ground].chain1 > 0 &&
        world->shapes[ground].chain1 == world->shapes[cover].chain1)
        return false;
    if (v2d__dot(n, up) > 0.9995f ||
        v2d__contact_separation(world, other) > v2d__contact_separation(world, c) + slop)
        return false;
    v2d_vec2 center = v2d__node_place(world, world->shapes[c->shape_a].body);
    for (int32_t i = 0; i < (int32_t)c->points; ++i) {
        v2d_vec2 middle = v2d__add(center, c->anchor[i]);
        v2d_vec2 place =
            v2d__add_scaled(middle, -0.5f * v2d__contact_follow(world, c, i, world->pose), n);
        if (v2d__shape_distance(world, cover, place, 8.0f * slop) > slop) return false;
        v2d_vec2 above = v2d__add_scaled(place, 3.0f * slop, up);
        if (v2d__shape_distance(world, ground, above, 8.0f * slop) < 1.5f * slop) return false;
    }
    return true;
}

// Lists for each body of its contacts with immovable shapes; seam_nodes are those with several.
static void v2d__seam_add(v2d_world *world, int32_t slot) {
    const v2d__contact *c = &world->contacts[slot];
    v2d_vec2 n;
    int32_t ground = v2d__contact_ground(world, c, &n);
    if (ground < 0) return;
    int32_t node = world->contact_nodes[slot][ground == c->shape_a ? 1 : 0];
    int32_t first1 = world->seam_first1[node];
    world->seam_next1[slot] = first1;
    world->seam_first1[node] = slot + 1;
    if (first1 > 0 && world->seam_next1[first1 - 1] == 0)
        world->seam_nodes[world->seam_count++] = node;
}

V2D__OUTLINE static void v2d__seams_list(v2d_world *world) {
    memset(world->seam_first1, 0, (size_t)world->body_pool.high * sizeof(world->seam_first1[0]));
    world->seam_count = 0;
    for (int32_t i = 0; i < world->laid_count; ++i) {
        world->contact_state[world->laid[i]] &= (uint8_t)~V2D__CONTACT_HIDDEN;
        v2d__seam_add(world, world->laid[i]);
    }
}

// Softness of contacts: twice as stiff against what cannot be pushed.
static v2d__contact_softness v2d__contact_soften(const v2d_world *world, float h) {
    v2d__contact_softness soft;
    float frequency = v2d__minf(world->contact_frequency, 1.0f / (7.5f * h));
    soft.both = v2d__soften(frequency, world->contact_damping_ratio, h);
    soft.fixed = v2d__soften(2.0f * frequency, world->contact_damping_ratio, h);
    // What is pushed out no faster than this carries no more than it weighs: the load that is to be
    // carried is gravity's, which moves things of size l at sqrt(g l).
    float unit = world->length_unit, fall = sqrtf(0.1f * v2d__length(world->gravity) * unit);
    soft.max_push = world->contact_push_speed * v2d__maxf(unit, fall) * h;
    return soft;
}

// The contact of padding lanes: frozen, and between nothing.
V2D__COLD static void v2d__contacts_init(v2d_world *world) {
    v2d__contact *c = V2D__AT(&world->contacts[V2D_MAX_CONTACTS]);
    c->qa.c = c->qb.c = 1.0f;
    c->drift = 1.0f;
    c->separation[0] = c->separation[1] = -1e-9f; // less than any margin, and not deep
    world->pose[V2D__DUMMY_NODE].c = 1.0f;
}

// ---- lanes of contacts -------------------------------------------------------------------------

static void v2d__contact_place(v2d_world *world, int32_t at, int32_t slot) {
    v2d__contact *c = V2D__AT(&world->contacts[slot]);
    v2d__contact_block *k = &world->contact_blocks[at / V2D__LANES];
    world->contact_slots[at] = slot;
    c->lane = at;
    k->a[at % V2D__LANES] = V2D__LANE_NODE * world->contact_nodes[slot][0];
    k->b[at % V2D__LANES] = V2D__LANE_NODE * world->contact_nodes[slot][1];
    if (c->restitution > 0.0f) world->contact_flags[at / V2D__LANES] |= V2D__BLOCK_BOUNCES;
    if (c->rolling > 0.0f || c->tangent_speed != 0.0f)
        world->contact_flags[at / V2D__LANES] |= V2D__BLOCK_ROLLS;
    if (c->thin > 0.0f) world->contact_flags[at / V2D__LANES] |= V2D__BLOCK_THIN;
    if ((world->contact_state[slot] & V2D__CONTACT_STRUCK) != 0) {
        world->contact_flags[at / V2D__LANES] |= V2D__BLOCK_STRUCK;
        world->contact_state[slot] &= (uint8_t)~V2D__CONTACT_STRUCK;
    }
}

// Within a colour, contacts of one group lie side by side, so that most blocks hold one kind of
// work: manifolds that may be frozen, then the others by class.
static int32_t v2d__contact_group(const v2d_world *world, int32_t slot) {
    return (world->contact_state[slot] & 3) == 2 ? 0 : 1 + world->contact_kind[slot];
}

// Blocks that hold contacts, overflow included.
static int32_t v2d__contact_blocks(const v2d__batch *batch) {
    return (batch->overflow_start + batch->overflow_count + V2D__LANES - 1) / V2D__LANES;
}

static int32_t v2d__zone_of(const v2d_world *world, int32_t body) {
    return body * world->zone_scale >> 16;
}

// Where its count of a contact is.
static int32_t *v2d__census_of(v2d__contact_census *census, const v2d_world *world, int32_t color,
                               int32_t slot) {
    const int32_t *node = world->contact_nodes[slot];
    int32_t zone = v2d__zone_of(world, node[world->dof[node[0]].inv_mass > 0.0f ? 0 : 1]);
    return &census->group[color][v2d__contact_group(world, slot)][zone];
}

// Contacts asleep that push are listed; hidden ones only wait.
V2D__COLD static void v2d__dormant_add(v2d_world *world, int32_t slot) {
    if (!v2d__contact_pushes(world, slot)) return;
    world->contacts[slot].lane = -2 - world->dormant_count;
    world->laid[V2D_MAX_CONTACTS - ++world->dormant_count] = slot;
}

// Manifolds of bodies that were changed from outside are made anew: they may have moved along the
// normal, and then nothing drifted.
V2D__COLD static void v2d__contacts_unfreeze(v2d_world *world) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    for (int32_t i = 0; i < world->pair_count; ++i) {
        int32_t slot = pairs[i].contact1 - 1;
        if (slot < 0) continue;
        const int32_t *node = world->contact_nodes[slot];
        uint32_t flags = world->bodies[node[0]].flags | world->bodies[node[1]].flags;
        if ((flags & V2D__BODY_CHANGED) != 0u) world->contacts[slot].drift = 0.0f;
    }
    for (int32_t i = 0; i < world->body_pool.high; ++i)
        world->bodies[i].flags &= ~(uint32_t)V2D__BODY_CHANGED;
    world->bodies_changed = 0;
}

// The contacts in the order of the pairs, and their colours. Those asleep wait.
static void v2d__contacts_color(v2d_world *world, v2d__contact_census *count) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    memset(world->color_mask, 0, sizeof(world->color_mask));
    memset(count, 0, sizeof(*count));
    world->laid_count = world->dormant_count = 0;
    for (int32_t i = 0; i < world->pair_count; ++i) {
        int32_t slot = pairs[i].contact1 - 1;
        if (slot < 0) continue;
        world->contacts[slot].lane = -1; // until it is placed
        if (v2d__pair_sleeps(world, pairs[i].a, pairs[i].b)) {
            v2d__dormant_add(world, slot);
            continue;
        }
        int32_t color =
            v2d__color_take(world->color_mask, world->dof, world->contact_nodes[slot], 2);
        world->colors[world->laid_count] = (uint8_t)color;
        world->laid[world->laid_count++] = slot;
        count->color[color] += 1;
        *v2d__census_of(count, world, color, slot) += 1;
    }
}

static void v2d__late_clear(v2d_world *world) {
    memset(world->late_mask, 0, (size_t)world->body_pool.high * sizeof(world->late_mask[0]));
    world->late_count = 0;
}

// Lanes for the contacts of a colour from `at` on: group by group, and zone by zone in each. Counts
// become next free lanes. A block belongs to the zone of its first lane, and to the run before when
// there is no room for more runs.
static int32_t v2d__lanes_allot(v2d_world *world, v2d__contact_census *next, int32_t color,
                                int32_t at) {
    v2d__runs *runs = &world->contact_runs;
    runs->first[color] = runs->count;
    for (int32_t group = 0; group < V2D__CONTACT_GROUPS && next->color[color] > 0; ++group) {
        int32_t *count = next->group[color][group], from = at;
        bool room = runs->count < V2D__MAX_RUNS - V2D__MAX_COLORS + color;
        for (int32_t zone = 0; zone < V2D__ZONES; ++zone) {
            int32_t n = count[zone];
            if (room) runs->start[runs->count][zone] = (at + V2D__LANES - 1) / V2D__LANES;
            count[zone] = at;
            at += n;
        }
        if (room && at > from) runs->count += 1;
        if (runs->count > 0)
            runs->start[runs->count - 1][V2D__ZONES] = (at + V2D__LANES - 1) / V2D__LANES;
    }
    return at;
}

// Late blocks lie behind the last colour and are visited in turn; lanes of one block share no node.
// Contacts that begin go there, and those for which there was no colour. The last of the blocks,
// V2D__MAX_COLORS at most, are open to more.

// The late block with room for a contact between two nodes, or -1.
static int32_t v2d__late_block(v2d_world *world, const int32_t *node) {
    uint64_t used = 0;
    for (int i = 0; i < 2; ++i) {
        if (world->dof[node[i]].inv_mass > 0.0f) used |= world->late_mask[node[i]];
    }
    for (int32_t i = 0; i < world->late_count; ++i) {
        if ((used >> i & 1u) == 0u && world->late_lanes[i] < V2D__LANES) return i;
    }
    v2d__batch *batch = &world->contact_batch;
    if (batch->block_count == V2D__BLOCKS(V2D_MAX_CONTACTS)) return -1;
    if (world->late_count == V2D__MAX_COLORS) v2d__late_clear(world); // those are closed
    for (int32_t lane = 0; lane < V2D__LANES; ++lane)
        v2d__contact_pad(world, batch->overflow_start + lane);
    world->contact_flags[batch->block_count] = 0;
    batch->block_count += 1;
    batch->overflow_start += V2D__LANES;
    world->late_lanes[world->late_count] = 0;
    return world->late_count++;
}

// A lane in a late block for a contact, or -1.
static int32_t v2d__late_lane(v2d_world *world, int32_t slot) {
    const int32_t *node = world->contact_nodes[slot];
    int32_t late = v2d__late_block(world, node);
    if (late < 0) return -1;
    for (int i = 0; i < 2; ++i) {
        if (world->dof[node[i]].inv_mass > 0.0f) world->late_mask[node[i]] |= (uint64_t)1 << late;
    }
    int32_t block = world->contact_batch.block_count - world->late_count + late;
    return block * V2D__LANES + world->late_lanes[late]++;
}

// Is there room for late blocks with one contact each, instead of overflow, and for more?
static bool v2d__overflow_spreads(const v2d__batch *batch) {
    return batch->block_count + batch->overflow_count + 16 <= V2D__BLOCKS(V2D_MAX_CONTACTS);
}

// Between lanes and records.
typedef struct v2d__records_run {
    v2d_world *world;
    void (*kernel)(v2d_world *world, int32_t from, int32_t to);
} v2d__records_run;

static void v2d__records_part(const void *argument, int32_t first, int32_t last) {
    const v2d__records_run *run = (const v2d__records_run *)argument;
    run->kernel(run->world, first, last);
}

// Marks the contacts of blocks in which something landed hard.
static void v2d__contacts_note_struck(v2d_world *world) {
    int32_t blocks = v2d__contact_blocks(&world->contact_batch);
    for (int32_t block = 0; block < blocks; ++block) {
        if ((world->contact_flags[block] & V2D__BLOCK_STRUCK) == 0) continue;
        for (int32_t lane = 0; lane < V2D__LANES; ++lane) {
            int32_t slot = world->contact_slots[block * V2D__LANES + lane];
            if (slot != V2D_MAX_CONTACTS) world->contact_state[slot] |= V2D__CONTACT_STRUCK;
        }
    }
}

// Give every touching pair its lane. It keeps it until the set of touching pairs changes.
V2D__OUTLINE static void v2d__contacts_layout(v2d_world *world, v2d__team *team) {
    int32_t lane[V2D__MAX_COLORS + 1];
    v2d__contact_census *next = &world->census;
    world->zone_scale =
        V2D__ZONES * 65536 / (world->body_pool.high > 0 ? world->body_pool.high : 1);
    v2d__records_run run = {world, team->kernels->contact_store};
    v2d__parallel(team, v2d__records_part, &run, 0, v2d__contact_blocks(&world->contact_batch),
                  V2D__GRAIN_BLOCKS);
    v2d__contacts_note_struck(world);
    v2d__contacts_reclaim(world);
    if (world->bodies_changed) v2d__contacts_unfreeze(world);
    v2d__contacts_color(world, next);
    world->contact_batch = v2d__batch_layout(next->color, lane);
    bool spreads = v2d__overflow_spreads(&world->contact_batch);
    if (spreads) world->contact_batch.overflow_count = next->color[V2D__MAX_COLORS] = 0;
    v2d__late_clear(world);
    world->late_total = 0;
    memset(world->contact_flags, 0, sizeof(world->contact_flags));
    world->contact_runs.count = 0;
    for (int32_t color = 0; color <= V2D__MAX_COLORS; ++color) {
        int32_t at = v2d__lanes_allot(world, next, color, lane[color]);
        for (; at % V2D__LANES != 0; ++at) // fill up its last block
            v2d__contact_pad(world, at);
    }
    for (int32_t i = 0; i < world->laid_count; ++i) {
        int32_t slot = world->laid[i];
        bool late = spreads && world->colors[i] == V2D__MAX_COLORS;
        int32_t at = late ? v2d__late_lane(world, slot)
                          : (*v2d__census_of(next, world, world->colors[i], slot))++;
        v2d__contact_place(world, at, slot);
    }
    run.kernel = team->kernels->contact_load;
    v2d__parallel(team, v2d__records_part, &run, 0, v2d__contact_blocks(&world->contact_batch),
                  V2D__GRAIN_BLOCKS);
    v2d__seams_list(world);
    world->contacts_dirty = 0;
    world->touching_stale = 1;
}

// ---- contacts that begin -----------------------------------------------------------------------

// All lanes are laid anew when more contacts than these came late, or more lanes are there for nothing.
static int32_t v2d__lanes_spare(const v2d_world *world) { return 48 + world->laid_count / 8; }

// Contacts that begin, until there are too many.
static void v2d__contact_place_late(v2d_world *world, int32_t slot) {
    bool full = world->late_total > v2d__lanes_spare(world) ||
                world->contact_batch.overflow_count > 0 || world->contacts_dirty;
    int32_t at = full ? -1 : v2d__late_lane(world, slot);
    if (at < 0) {
        world->contacts_dirty = 1;
        return;
    }
    v2d__contact_place(world, at, slot);
    v2d__contact_put(world, at, slot);
    world->late_total += 1;
    world->laid[world->laid_count++] = slot;
    world->touching_stale = 1;
    v2d__seam_add(world, slot);
}

// A body begins to touch another one.
V2D__COLD static void v2d__touch_wake(v2d_world *world, int32_t node, int32_t other) {
    if (!v2d__node_sleeps(world, node)) return;
    world->contacts_dirty = 1; // whether it has a lane depends on who wakes
    if (!v2d__node_disturbs(world, other)) return;
    bool stands = world->dof[other].inv_mass <= 0.0f && !v2d__node_has_velocity(world, other);
    if (!stands || !v2d__node_hangs(world, node)) v2d__node_wake(world, node);
}

V2D__OUTLINE static void v2d__contact_begin(v2d_world *world, v2d__pair *pair,
                                            const v2d__contact_manifold *m) {
    float s = m->points[0].separation;
    if (m->count > 1) s = v2d__minf(s, m->points[1].separation);
    pair->contact1 = v2d__contact_claim(world, s);
    if (pair->contact1 == 0) return;
    v2d__pair_hold(world, pair, 1);
    v2d__contact *c = V2D__AT(&world->contacts[pair->contact1 - 1]);
    const v2d__shape *sa = V2D__AT(&world->shapes[pair->a]), *sb = V2D__AT(&world->shapes[pair->b]);
    v2d_transform xa = v2d__node_transform(world, sa->body),
                  xb = v2d__node_transform(world, sb->body);
    memset(c, 0, sizeof(*c));
    c->normal = m->normal;
    c->delta = v2d__sub(xb.p, xa.p);
    c->qa = xa.q, c->qb = xb.q;
    c->points = (float)m->count;
    for (int32_t i = 0; i < m->count; ++i) {
        c->anchor[i] = m->points[i].anchor_from_a;
        c->separation[i] = m->points[i].separation;
        c->feature[i] = (float)m->points[i].feature;
    }
    c->shape_a = (int32_t)pair->a, c->shape_b = (int32_t)pair->b;
    c->drift = v2d__contact_limit(world, c);
    c->thin = sa->geometry.kind == V2D_GEOMETRY_SEGMENT && sb->geometry.kind == V2D_GEOMETRY_SEGMENT
                  ? 1.0f
                  : 0.0f;
    v2d__contact_materials(world, c);
    int32_t slot = pair->contact1 - 1;
    world->contact_state[slot] = (uint8_t)m->count;
    world->contact_kind[slot] = (uint8_t)v2d__pair_class_of(&sa->geometry, &sb->geometry);
    world->contact_nodes[slot][0] = sa->body, world->contact_nodes[slot][1] = sb->body;
    c->lane = -1;
    if (world->asleep_count > 0) {
        v2d__touch_wake(world, sa->body, sb->body);
        v2d__touch_wake(world, sb->body, sa->body);
    }
    v2d__contact_place_late(world, slot);
}

// Which of some pairs are to be looked at: not those of what sleeps, and, but for `all`, only those of
// what was woken. Returns how many.
static int32_t v2d__pairs_awake(const v2d_world *world, int32_t *list, int32_t count, bool all) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    const uint32_t *flags = world->proxy_flags;
    int32_t kept = 0;
    for (int32_t i = 0; i < count; ++i) {
        const v2d__pair *pair = &pairs[list[i]];
        if (!all && ((flags[pair->a] | flags[pair->b]) & V2D__PROXY_TRIED) == 0u) continue;
        if (!v2d__pair_is_quiet(world, pair)) list[kept++] = list[i];
    }
    return kept;
}

// What the stages over pairs that may begin to touch share.
typedef struct v2d__begin_run {
    v2d_world *world;
    const v2d__kernels *kernels;
    int32_t *list; // of pairs
    int32_t count;
    v2d__horizon horizon;
} v2d__begin_run;

enum { V2D__GRAIN_CHOOSE = 256, V2D__GRAIN_COLLIDE = 4 };

static void v2d__pairs_choose_part(const void *argument, int32_t first, int32_t last) {
    const v2d__begin_run *run = (const v2d__begin_run *)argument;
    int32_t count = run->kernels->pairs_choose(run->world, first, last, run->list + first);
    if (count < last - first) run->list[first + count] = -1;
}

// As many pairs at once as there are lanes.
static void v2d__pairs_collide_part(const void *argument, int32_t first, int32_t last) {
    const v2d__begin_run *run = (const v2d__begin_run *)argument;
    v2d_world *world = run->world;
    for (int32_t at = first * V2D__LANES; at < last * V2D__LANES; at += V2D__LANES) {
        int32_t count = run->count - at < V2D__LANES ? run->count - at : V2D__LANES;
        run->kernels->collide_pairs(world, world->pairs[world->pair_side], run->list + at, count,
                                    &run->horizon, world->begun + at);
    }
}

// Contacts of those of the first `left` listed pairs that touch.
static void v2d__pairs_begin(v2d__begin_run *run, v2d__team *team, int32_t left) {
    v2d_world *world = run->world;
    v2d__pair *pairs = world->pairs[world->pair_side];
    for (; left > 0; left -= run->count, run->list += run->count) {
        run->count = left < V2D__MAX_BEGUN ? left : V2D__MAX_BEGUN;
        v2d__parallel(team, v2d__pairs_collide_part, run, 0,
                      (run->count + V2D__LANES - 1) / V2D__LANES, V2D__GRAIN_COLLIDE);
        for (int32_t i = 0; i < run->count; ++i) {
            const v2d__contact_manifold *m = &world->begun[i];
            if (m->count > 0) v2d__contact_begin(world, &pairs[run->list[i]], m);
        }
    }
}

// How far gravity moves things in a step.
static float v2d__fall(const v2d_world *world, float dt) {
    return v2d__length(world->gravity) * dt * dt;
}

static v2d__begin_run v2d__begin_run_make(v2d_world *world, v2d__team *team, float dt) {
    v2d__horizon horizon = {dt, v2d__fall(world, dt)};
    v2d__begin_run run = {world, team->kernels, (int32_t *)(void *)world->pairs[2], 0, horizon};
    return run;
}

// Pairs of rigid shapes that did not touch in the last step and do now; all of them, or those of
// what was woken.
V2D__OUTLINE static void v2d__contacts_begin(v2d_world *world, v2d__team *team, float dt,
                                             bool all) {
    v2d__begin_run run = v2d__begin_run_make(world, team, dt);
    v2d__parallel(team, v2d__pairs_choose_part, &run, 0, world->pair_count, V2D__GRAIN_CHOOSE);
    int32_t left = v2d__team_gather(team, run.list);
    if (!all || world->asleep_count > 0) left = v2d__pairs_awake(world, run.list, left, all);
    v2d__pairs_begin(&run, team, left);
}

// Before lanes are laid anew: contacts that ended lose theirs, unless they begin again in this step.
V2D__OUTLINE static void v2d__contacts_end(v2d_world *world, v2d__team *team, float dt) {
    v2d__begin_run run = v2d__begin_run_make(world, team, dt);
    v2d__pair *pairs = world->pairs[world->pair_side];
    int32_t left = 0;
    for (int32_t i = 0; i < world->pair_count; ++i) {
        int32_t slot = pairs[i].contact1 - 1;
        if (slot < 0 || world->contact_state[slot] != 0) continue;
        v2d__contact_release(world, &pairs[i]);
        run.list[left++] = i;
    }
    if (world->asleep_count > 0) left = v2d__pairs_awake(world, run.list, left, true);
    v2d__pairs_begin(&run, team, left);
}

// What the stored impulses of one lane do in the first sub-step, added `times`.
static void v2d__contact_start(v2d_world *world, int32_t at, float times) {
    const v2d__contact_block *k = V2D__AT(&world->contact_blocks[at / V2D__LANES]);
    int32_t lane = at % V2D__LANES;
    int32_t node_a = k->a[lane] / V2D__LANE_NODE, node_b = k->b[lane] / V2D__LANE_NODE;
    const v2d__dof *a = &world->dof[node_a], *b = &world->dof[node_b];
    v2d__vec3 *sa = &world->start[node_a], *sb = &world->start[node_b];
    float wa = times * a->inv_mass, wb = times * b->inv_mass;
    for (int i = 0; i < 2; ++i) {
        const v2d__lane_point *p = &k->p[i];
        float ln = p->lambda_n[lane], lt = p->lambda_t[lane];
        float x = ln * k->nx[lane] - lt * k->ny[lane], y = ln * k->ny[lane] + lt * k->nx[lane];
        sa->x -= wa * x, sa->y -= wa * y, sa->u -= wa * (ln * p->ja[lane] + lt * p->ta[lane]);
        sb->x += wb * x, sb->y += wb * y, sb->u += wb * (ln * p->jb[lane] + lt * p->tb[lane]);
    }
    if ((world->contact_flags[at / V2D__LANES] & V2D__BLOCK_ROLLS) == 0) return;
    float roll = world->contact_extras[at / V2D__LANES].roll_lambda[lane];
    sa->u -= wa * a->inv_k * roll, sb->u += wb * b->inv_k * roll;
}

// Take a contact out of this step.
static void v2d__contact_silence(v2d_world *world, int32_t at) {
    v2d__contact_block *k = &world->contact_blocks[at / V2D__LANES];
    int32_t lane = at % V2D__LANES;
    v2d__contact_start(world, at, -1.0f);
    world->contact_flags[at / V2D__LANES] &= (uint8_t)~V2D__BLOCK_READY;
    for (int i = 0; i < 2; ++i) {
        v2d__lane_point *p = &k->p[i];
        p->mass_n[lane] = p->mass_t[lane] = p->lambda_n[lane] = p->lambda_t[lane] = 0.0f;
    }
    if ((world->contact_flags[at / V2D__LANES] & V2D__BLOCK_ROLLS) == 0) return;
    v2d__contact_extra *x = &world->contact_extras[at / V2D__LANES];
    x->roll_mass[lane] = x->roll_lambda[lane] = 0.0f;
}

// Silence the contacts that are hidden in seams.
V2D__OUTLINE static void v2d__contacts_hide(v2d_world *world) {
    const int32_t *next1 = world->seam_next1;
    for (int32_t n = 0; n < world->seam_count; ++n) {
        int32_t first1 = world->seam_first1[world->seam_nodes[n]];
        for (int32_t i = first1; i > 0; i = next1[i - 1])
            world->contact_state[i - 1] &= (uint8_t)~V2D__CONTACT_HIDDEN;
        world->touching_stale = 1;
        for (int32_t i = first1; i > 0; i = next1[i - 1]) {
            v2d__contact c = v2d__contact_get(world, i - 1);
            for (int32_t k = first1; k > 0 && v2d__contact_pushes(world, i - 1); k = next1[k - 1]) {
                if (k == i || !v2d__contact_pushes(world, k - 1)) continue;
                v2d__contact other = v2d__contact_get(world, k - 1);
                if (!v2d__contact_is_hidden_by(world, &c, &other)) continue;
                world->contact_state[i - 1] |= V2D__CONTACT_HIDDEN;
                v2d__contact_silence(world, c.lane);
            }
        }
    }
}

// The contacts that push, in the order of their lanes' making.
V2D__OUTLINE static void v2d__touching_list(v2d_world *world) {
    world->touching_count = 0;
    for (int32_t i = 0; i < world->laid_count; ++i) {
        int32_t slot = world->laid[i];
        if (v2d__contact_pushes(world, slot)) world->touching[world->touching_count++] = slot;
    }
    world->touching_stale = 0;
}

// Mix the materials of all contacts anew.
V2D__COLD static void v2d__contacts_mix(v2d_world *world) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    for (int32_t i = 0; i < world->pair_count; ++i) {
        if (pairs[i].contact1 > 0)
            v2d__contact_materials(world, &world->contacts[pairs[i].contact1 - 1]);
    }
    world->materials_dirty = 0;
    world->contacts_dirty = 1;
}

// What the stages over all contacts share.
typedef struct v2d__contacts_run {
    v2d_world *world;
    const v2d__kernels *kernels;
    v2d__prepare prepare;
    bool apart; // lanes of a block share no node that moves
    v2d__approach least;
} v2d__contacts_run;

static void v2d__contacts_prepare_part(const void *argument, int32_t first, int32_t last) {
    const v2d__contacts_run *run = (const v2d__contacts_run *)argument;
    run->kernels->contact_prepare(run->world, first, last, &run->prepare, run->apart);
}

V2D__OUTLINE static void v2d__contacts_prepare(v2d_world *world, v2d__team *team, float h,
                                               float warm) {
    const v2d__batch *batch = &world->contact_batch;
    int32_t lanes = batch->overflow_start + batch->overflow_count;
    v2d__contacts_run run;
    run.world = world, run.kernels = team->kernels, run.apart = true;
    run.prepare.h = h, run.prepare.warm = warm;
    run.prepare.horizon.scale = (float)world->last_substeps;
    run.prepare.horizon.fall = v2d__fall(world, h * run.prepare.horizon.scale);
    run.prepare.keep = warm == 1.0f && world->joint_pool.count == 0; // joints change inertias
    v2d__parallel_colors(team, v2d__contacts_prepare_part, &run, batch, &world->contact_runs,
                         V2D__GRAIN_PREPARE);
    run.apart = false;
    v2d__parallel(team, v2d__contacts_prepare_part, &run, batch->block_count,
                  v2d__contact_blocks(batch), V2D__GRAIN_PREPARE);
    for (int32_t at = batch->overflow_start; at < lanes; ++at)
        v2d__contact_start(world, at, 1.0f);
    v2d__contacts_hide(world);
    if (world->touching_stale) v2d__touching_list(world);
    if (world->laid_count - world->touching_count > v2d__lanes_spare(world))
        world->contacts_dirty = 1;
}

// ---- rows: points and edges --------------------------------------------------------------------

// Everything a new row needs to be found again and kept in order.
V2D__OUTLINE static v2d__row v2d__row_make(const v2d__pair *pair, uint32_t feature,
                                           v2d_contact_kind kind) {
    v2d__row row;
    memset(&row, 0, sizeof(row));
    row.pair_a = pair->a, row.pair_b = pair->b;
    row.feature = feature;
    row.kind = (int32_t)kind;
    row.node[0] = row.node[1] = row.node[2] = V2D__DUMMY_NODE;
    row.w1 = 1.0f;
    row.edge = row.shape = -1;
    return row;
}

static int32_t v2d__row_compare(const v2d__row *row, const v2d__row_memory *memory) {
    if (row->pair_a != memory->pair_a) return row->pair_a < memory->pair_a ? -1 : 1;
    if (row->pair_b != memory->pair_b) return row->pair_b < memory->pair_b ? -1 : 1;
    if (row->feature != memory->feature) return row->feature < memory->feature ? -1 : 1;
    return 0;
}

// The same row in the last step, or NULL. Rows come in ascending order, so the cursor only
// advances.
static const v2d__row_memory *v2d__row_recall(v2d_world *world, const v2d__row *row,
                                              int32_t *cursor) {
    while (*cursor < world->row_memory_count &&
           v2d__row_compare(row, &world->row_memory[*cursor]) > 0)
        *cursor += 1;
    if (*cursor >= world->row_memory_count) return NULL;
    return v2d__row_compare(row, &world->row_memory[*cursor]) == 0 ? &world->row_memory[*cursor]
                                                                   : NULL;
}

// Add a row; when all are taken, the shallowest gives way if it is shallower.
V2D__OUTLINE static void v2d__row_add(v2d_world *world, const v2d__row *row,
                                      const v2d__row_memory *memory) {
    if (world->row_count >= V2D_MAX_ROWS) {
        int32_t shallowest = 0;
        for (int32_t i = 1; i < world->row_count; ++i) {
            if (world->rows[i].separation > world->rows[shallowest].separation) shallowest = i;
        }
        v2d__count64(world->dropped_contacts, 1);
        if (world->rows[shallowest].separation <= row->separation) return;
        world->row_count -= 1;
        memmove(&world->rows[shallowest], &world->rows[shallowest + 1],
                (size_t)(world->row_count - shallowest) * sizeof(*row));
    }
    v2d__row *r = &world->rows[world->row_count++];
    *r = *row;
    if (memory != NULL) r->lambda_n = memory->lambda_n, r->lambda_t = memory->lambda_t;
    if (world->row_count > world->row_peak) world->row_peak = world->row_count;
}

static bool v2d__box_is_near(const v2d__box *box, v2d_vec2 place, float reach) {
    return place.x >= box->v[0] - reach && place.x <= reach - box->v[2] &&
           place.y >= box->v[1] - reach && place.y <= reach - box->v[3];
}

static bool v2d__row_is_dead(const v2d_world *world, const v2d__row *row) {
    return world->dof[row->node[0]].inv_mass <= 0.0f && world->dof[row->node[1]].inv_mass <= 0.0f &&
           world->dof[row->node[2]].inv_mass <= 0.0f;
}

// Distance of the point of a row from its chain segment. A point is thin: it counts as in front for
// a margin behind the line, and for much more when it was carried in the last step.
static bool v2d__row_link_distance(const v2d_world *world, const v2d__row *row, const v2d__point *p,
                                   v2d_vec2 local, bool carried, float reach, float *separation,
                                   v2d_vec2 *normal) {
    const v2d_geometry *g = &world->shapes[row->shape].geometry;
    float behind = carried ? 0.25f * world->length_unit : v2d__margin(world);
    if (v2d__point_link(g, local, behind, reach, separation, normal)) return true;
    v2d_geometry circle = v2d__geometry_make(V2D_GEOMETRY_CIRCLE, &local, 1, p->radius);
    const v2d__dof *a = &world->dof[row->node[1]], *b = &world->dof[row->node[0]];
    v2d_vec2 v = v2d__normalize(v2d__vec2(b->dx - a->dx, b->dy - a->dy));
    v2d_vec2 way =
        v2d__scale(world->look[row->node[1]].motion + world->look[row->node[0]].motion, v);
    v2d_transform own = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    v2d__contact_manifold m;
    way = v2d__inv_rotate(v2d__node_transform(world, row->node[1]).q, way);
    if (v2d__sweep_link(g, &circle, own, way, &m) == 0) return false;
    *separation = m.points[0].separation + p->radius;
    *normal = m.normal;
    return true;
}

// Passing by.
// A row holds one normal for a step. Seen from a corner's side that normal is tilted, and what only
// slides past the corner would bump into it. So the normal is taken where the two come nearest on
// their way in this step: by convexity they do not meet as long as they stay on either side there.

// Velocity of the place of a node that is now at `place`.
static v2d_vec2 v2d__node_velocity_at(const v2d_world *world, int32_t node, v2d_vec2 place) {
    const v2d__dof *d = &world->dof[node];
    v2d_vec2 arm = v2d__sub(place, v2d_vec2_make(world->pose[node].x, world->pose[node].y));
    return v2d__add(v2d__vec2(d->dx, d->dy), v2d__cross_sv(d->inv_k * d->du, arm));
}

// After how many times its way something at `offset` from a place comes nearest to it; 0 if it recedes,
// or moves less than `least`. Two ways at most: a corner's skin may overlap a step before.
static float v2d__way_nearest(v2d_vec2 offset, v2d_vec2 way, float least) {
    float nearer = -v2d__dot(offset, way), square = v2d__length_sq(way);
    return nearer > 0.0f && square > least * least ? v2d__minf(nearer / square, 2.0f) : 0.0f;
}

// How deep something may graze what it passes by [m].
static float v2d__graze(const v2d_world *world) { return 0.25f * v2d__margin(world); }

// Something that passes a shape: from `local` along its way, in the coordinates of the shape.
typedef struct v2d__passing {
    v2d_vec2 local, way; // of a step
    float least;         // what counts as moving [m]
    float closest;       // nearer is meeting it [m]
    v2d_vec2 at, normal; // where it comes nearest, and the normal there
    float distance;      // there [m]
} v2d__passing;

// Where it comes nearest to the shape, from `t` times its way on; false when it meets it. The distance is
// convex over the way: each step goes to the place on the way that is nearest to the present place on the
// shape, later ones halve what is left.
static bool v2d__passes(v2d__passing *p, const v2d_geometry *g, float t) {
    float square = v2d__length_sq(p->way), low = 0.0f, high = 2.0f, reach = v2d__infinity;
    for (int32_t i = 0; i < 24; ++i) {
        p->at = v2d__add_scaled(p->local, t, p->way);
        if (!v2d__point_geometry(g, p->at, reach, &p->distance, &p->normal)) return false;
        if (p->distance <= 0.0f || p->distance < p->closest) return false;
        float slope = v2d__dot(p->normal, p->way), next = t - p->distance * slope / square;
        if ((next - t) * (next - t) * square < p->least * p->least) break;
        if (t >= 2.0f && slope < 0.0f) break;
        if (slope < 0.0f) low = t;
        if (slope > 0.0f) high = t;
        t = i < 3 && next > low ? v2d__minf(next, high) : 0.5f * (low + high);
    }
    return true;
}

// Of a point at `local` in the coordinates of a shape.
static void v2d__row_pass_shape(const v2d_world *world, const v2d__row *row, v2d_vec2 local,
                                float radius, float *separation, v2d_vec2 *normal) {
    const v2d_geometry *g = &world->shapes[row->shape].geometry;
    v2d_rot q = v2d__node_transform(world, row->node[1]).q;
    v2d_vec2 place = v2d__node_place(world, row->node[0]);
    v2d_vec2 v = v2d__sub(v2d__node_velocity_at(world, row->node[0], place),
                          v2d__node_velocity_at(world, row->node[1], place));
    v2d__passing p;
    p.local = local, p.way = v2d__inv_rotate(q, v2d__scale(world->step_dt, v));
    p.least = 0.02f * v2d__graze(world), p.closest = radius - v2d__graze(world);
    float t = v2d__way_nearest(v2d__scale(*separation, *normal), p.way, p.least);
    if (t <= 0.0f || !v2d__passes(&p, g, t)) return;
    *separation = p.distance + v2d__dot(p.normal, v2d__sub(local, p.at)), *normal = p.normal;
}

V2D__OUTLINE static void v2d__row_point_shape(v2d_world *world, const v2d__pair *pair,
                                              uint32_t feature, int32_t point, int32_t shape,
                                              int32_t *cursor) {
    const v2d__shape *s = V2D__AT(&world->shapes[shape]);
    const v2d__point *p = V2D__AT(&world->points[point]);
    int32_t node = V2D__POINT_NODE + point;
    if (v2d__joint_forbids(world, node, s->body)) return; // attached to it
    v2d_vec2 place = v2d__point_place(world, point);
    float margin = v2d__margin(world) + world->look[node].motion + world->look[s->body].motion;
    float reach = margin + p->radius;
    if (!v2d__box_is_near(&world->ahead[shape], place, reach)) return;
    v2d_transform xf = v2d__node_transform(world, s->body);
    float separation;
    v2d_vec2 normal, local = v2d__inv_transform_point(xf, place);
    bool link = s->geometry.kind == V2D_GEOMETRY_CHAIN_SEGMENT;
    if (!link && !v2d__point_geometry(&s->geometry, local, reach, &separation, &normal)) return;
    v2d__row row = v2d__row_make(pair, feature, V2D_CONTACT_POINT_SHAPE);
    row.node[0] = node, row.node[1] = s->body;
    row.shape = shape;
    if (v2d__row_is_dead(world, &row)) return;
    const v2d__row_memory *memory = v2d__row_recall(world, &row, cursor);
    if (link &&
        !v2d__row_link_distance(world, &row, p, local, memory != NULL, reach, &separation, &normal))
        return;
    if (separation > p->radius - v2d__graze(world))
        v2d__row_pass_shape(world, &row, local, p->radius, &separation, &normal);
    row.normal = v2d__rotate(xf.q, normal);
    row.separation = separation - p->radius;
    row.position = v2d__add_scaled(place, -(p->radius + 0.5f * row.separation), row.normal);
    row.arm1 = v2d__sub(row.position, xf.p);
    row.friction = v2d__mix(world->friction_mix, p->friction, s->friction);
    row.restitution = v2d__mix(world->restitution_mix, p->restitution, s->restitution);
    row.tangent_speed = s->surface_speed;
    v2d__row_add(world, &row, memory);
}

V2D__OUTLINE static void v2d__row_point_point(v2d_world *world, const v2d__pair *pair, int32_t a,
                                              int32_t b, int32_t *cursor) {
    const v2d__point *pa = &world->points[a], *pb = &world->points[b];
    v2d_vec2 r = v2d__sub(v2d__point_place(world, a), v2d__point_place(world, b));
    float reach = pa->radius + pb->radius, margin = v2d__margin(world);
    float square = v2d__length_sq(r);
    if (square > (reach + margin) * (reach + margin)) return;
    v2d__row row = v2d__row_make(pair, 0u, V2D_CONTACT_POINT_POINT);
    row.node[0] = V2D__POINT_NODE + a, row.node[1] = V2D__POINT_NODE + b;
    if (v2d__row_is_dead(world, &row)) return;
    float distance = sqrtf(square);
    row.normal = v2d_vec2_make(0.0f, 1.0f);
    if (distance > 1e-9f) row.normal = v2d__scale(1.0f / distance, r);
    row.separation = distance - reach;
    row.position =
        v2d__add_scaled(v2d__point_place(world, b), pb->radius + 0.5f * row.separation, row.normal);
    row.friction = v2d__mix(world->friction_mix, pa->friction, pb->friction);
    row.restitution = v2d__mix(world->restitution_mix, pa->restitution, pb->restitution);
    v2d__row_add(world, &row, v2d__row_recall(world, &row, cursor));
}

// Nearest place on the colliding edges of a soft body.
typedef struct v2d__near_edge {
    int32_t at; // index in its outline, -1 when it has none
    float t, square;
} v2d__near_edge;

static v2d__near_edge v2d__soft_nearest(const v2d_world *world, const v2d__soft *s, v2d_vec2 p) {
    v2d__near_edge best = {-1, 0.0f, 1e30f};
    for (int32_t i = 0; i < s->outline_count; ++i) {
        const v2d__edge *e = &world->edges[world->soft_edges[s->outline_start + i]];
        float t, square = v2d__point_segment_here(p, v2d__point_place(world, e->a),
                                                  v2d__point_place(world, e->b), &t);
        if (square < best.square) best.at = i, best.t = t, best.square = square;
    }
    return best;
}

// Edge before (step -1) or after (+1) edge `at` of an outline, if they are joined; else -1.
static int32_t v2d__outline_neighbour(const v2d_world *world, const v2d__soft *s, int32_t at,
                                      int32_t step) {
    int32_t to = at + step;
    if (to < 0) to = s->outline_count - 1;
    if (to >= s->outline_count) to = 0;
    const v2d__edge *e = &world->edges[world->soft_edges[s->outline_start + at]];
    const v2d__edge *n = &world->edges[world->soft_edges[s->outline_start + to]];
    if (to == at) return -1;
    return (step > 0 ? e->b == n->a : n->b == e->a) ? world->soft_edges[s->outline_start + to] : -1;
}

// Unit normal on its right; upwards while it has no length.
static v2d_vec2 v2d__edge_right(const v2d_world *world, int32_t edge) {
    const v2d__edge *e = &world->edges[edge];
    v2d_vec2 r = v2d__sub(v2d__point_place(world, e->b), v2d__point_place(world, e->a));
    v2d_vec2 right = v2d__normalize(v2d_vec2_make(r.y, -r.x));
    if (right.x == 0.0f && right.y == 0.0f) right.y = 1.0f;
    return right;
}

// Signed distance and normal from the nearest place to p. `side` is +1 when p belongs on the right
// of the edge (always so for closed outlines) and -1 for the left; 0 lets an open edge choose.
static float v2d__edge_distance(const v2d_world *world, const v2d__soft *s,
                                const v2d__near_edge *near, v2d_vec2 p, int32_t *side,
                                v2d_vec2 *normal) {
    int32_t edge = world->soft_edges[s->outline_start + near->at];
    const v2d__edge *e = &world->edges[edge];
    v2d_vec2 a = v2d__point_place(world, e->a), b = v2d__point_place(world, e->b);
    v2d_vec2 right = v2d__edge_right(world, edge), facing = right;
    v2d_vec2 offset = v2d__sub(p, v2d__add_scaled(a, near->t, v2d__sub(b, a)));
    bool end = near->t <= 0.0f || near->t >= 1.0f;
    if (end) {
        int32_t next = v2d__outline_neighbour(world, s, near->at, near->t <= 0.0f ? -1 : 1);
        if (next >= 0) facing = v2d__add(right, v2d__edge_right(world, next));
        if (v2d__length_sq(facing) < 1e-12f) facing = right; // folded back
        float length = v2d__length(offset);
        if (next < 0 && length > 1e-9f) { // the free end of a string has no sides
            *side = 1;
            *normal = v2d__scale(1.0f / length, offset);
            return length;
        }
    }
    float out = v2d__dot(offset, facing);
    if (e->side == V2D_EDGE_OUTLINE) *side = 1;
    if (*side == 0) *side = out >= 0.0f ? 1 : -1;
    float sign = (float)*side;
    if (!end) {
        *normal = v2d__scale(sign, right);
        return sign * v2d__dot(offset, right);
    }
    float length = v2d__length(offset);
    bool outside = sign * out >= 0.0f;
    *normal = length > 1e-9f ? v2d__scale((outside ? 1.0f : -1.0f) / length, offset)
                             : v2d__scale(sign, v2d__normalize(facing));
    return outside ? length : -length;
}

// What touches an edge: a point, or a corner of a rigid shape.
typedef struct v2d__prober {
    v2d_vec2 place;
    float radius, friction, restitution, surface_speed;
    int32_t node, shape; // shape -1: a point
    v2d_vec2 outward;    // of a corner that does not touch what comes from within; else (0, 0)
} v2d__prober;

// Of what passes an end of an edge, `distance` away. Sets edge, normal, side and separation.
static void v2d__row_pass_edge(const v2d_world *world, const v2d__prober *prober,
                               const v2d__soft *s, int32_t side, v2d__near_edge *near,
                               v2d__row *row) {
    const v2d__edge *e = &world->edges[world->soft_edges[s->outline_start + near->at]];
    int32_t end = V2D__POINT_NODE + (near->t <= 0.0f ? e->a : e->b);
    const v2d__dof *na = &world->dof[V2D__POINT_NODE + e->a],
                   *nb = &world->dof[V2D__POINT_NODE + e->b];
    v2d_vec2 mean = v2d_vec2_make(0.5f * (na->dx + nb->dx), 0.5f * (na->dy + nb->dy));
    v2d_vec2 v = v2d__sub(v2d__node_velocity_at(world, prober->node, prober->place), mean);
    v2d_vec2 way = v2d__scale(world->step_dt, v), n;
    float t = v2d__way_nearest(v2d__sub(prober->place, v2d__node_place(world, end)), way,
                               0.02f * v2d__graze(world));
    if (t <= 0.0f) return;
    v2d_vec2 at = v2d__add_scaled(prober->place, t, way);
    v2d__near_edge then = {-1, 0.0f, 1e30f};
    for (int32_t k = -1; k <= 1; ++k) { // this edge and those beside it
        int32_t i = (near->at + k + s->outline_count) % s->outline_count;
        const v2d__edge *o = &world->edges[world->soft_edges[s->outline_start + i]];
        float part, square = v2d__point_segment(at, v2d__point_place(world, o->a),
                                                v2d__point_place(world, o->b), &part);
        if (square < then.square) then.at = i, then.t = part, then.square = square;
    }
    float d = v2d__edge_distance(world, s, &then, at, &side, &n);
    float gap = d - prober->radius - s->radius;
    if (d <= 0.0f || gap < -v2d__graze(world)) return;
    *near = then, row->normal = n, row->side = side;
    row->separation = gap + v2d__dot(n, v2d__sub(prober->place, at));
}

// Whether a corner that is nearest to a point of a soft body is itself nearer to an edge there, beside the
// point. Then that edge holds it, and the point would only stop what slides along.
static bool v2d__corner_lies_on(const v2d_world *world, const v2d__prober *prober, int32_t corner) {
    if (prober->shape >= 0) return false;
    int32_t point = prober->node - V2D__POINT_NODE, soft1 = world->points[point].soft1;
    if (soft1 <= 0 || world->softs[soft1 - 1].outline_count == 0) return false;
    v2d_vec2 place = v2d__point_place(world, corner);
    v2d__near_edge near = v2d__soft_nearest(world, &world->softs[soft1 - 1], place);
    return near.at >= 0 && near.square < 0.999f * v2d__length_sq(v2d__sub(place, prober->place));
}

V2D__OUTLINE static void v2d__row_edge(v2d_world *world, const v2d__pair *pair, uint32_t feature,
                                       const v2d__prober *prober, int32_t soft, int32_t *cursor) {
    const v2d__soft *s = &world->softs[soft];
    float margin = v2d__margin(world) + world->look[prober->node].motion;
    float wide = margin + world->reach[V2D__SOFT_PROXY + soft] + prober->radius;
    if (!v2d__box_is_near(&world->ahead[V2D__SOFT_PROXY + soft], prober->place, wide)) return;
    v2d__near_edge near = v2d__soft_nearest(world, s, prober->place);
    if (near.at < 0) return;
    v2d__row row = v2d__row_make(
        pair, feature, prober->shape >= 0 ? V2D_CONTACT_SHAPE_EDGE : V2D_CONTACT_POINT_EDGE);
    const v2d__row_memory *memory = v2d__row_recall(world, &row, cursor);
    row.side = memory != NULL ? memory->side : 0;
    float distance = v2d__edge_distance(world, s, &near, prober->place, &row.side, &row.normal);
    row.separation = distance - prober->radius - s->radius;
    if (row.separation > -v2d__graze(world) && (near.t <= 0.0f || near.t >= 1.0f))
        v2d__row_pass_edge(world, prober, s, memory != NULL ? memory->side : 0, &near, &row);
    if (memory == NULL && v2d__dot(row.normal, prober->outward) > 0.0f) return;
    int32_t edge = world->soft_edges[s->outline_start + near.at];
    const v2d__edge *e = &world->edges[edge];
    margin += v2d__maxf(world->look[V2D__POINT_NODE + e->a].motion,
                        world->look[V2D__POINT_NODE + e->b].motion);
    if (row.separation > margin) return;
    if ((near.t <= 0.0f || near.t >= 1.0f) &&
        v2d__corner_lies_on(world, prober, near.t <= 0.0f ? e->a : e->b))
        return;
    row.node[0] = prober->node;
    row.node[1] = V2D__POINT_NODE + e->a, row.node[2] = V2D__POINT_NODE + e->b;
    if (v2d__row_is_dead(world, &row)) return;
    // Near a pinned end the free end would have to be flung to give way: let it count for more.
    float t = near.t;
    if (world->dof[row.node[1]].inv_mass <= 0.0f) t = v2d__maxf(t, 0.25f);
    if (world->dof[row.node[2]].inv_mass <= 0.0f) t = v2d__minf(t, 0.75f);
    row.w1 = 1.0f - t, row.w2 = t;
    row.edge = edge, row.shape = prober->shape;
    row.position =
        v2d__add_scaled(prober->place, -(prober->radius + 0.5f * row.separation), row.normal);
    if (prober->shape >= 0) row.arm0 = v2d__sub(row.position, v2d__node_place(world, prober->node));
    row.friction = v2d__mix(world->friction_mix, prober->friction, s->friction);
    row.restitution = v2d__mix(world->restitution_mix, prober->restitution, s->restitution);
    row.tangent_speed = prober->surface_speed;
    v2d__row_add(world, &row, memory);
}

static v2d__prober v2d__probe_point(const v2d_world *world, int32_t point) {
    const v2d__point *p = &world->points[point];
    v2d__prober prober;
    prober.place = v2d__point_place(world, point);
    prober.radius = p->radius, prober.friction = p->friction, prober.restitution = p->restitution;
    prober.surface_speed = 0.0f;
    prober.node = V2D__POINT_NODE + point, prober.shape = -1;
    prober.outward = v2d__vec2(0.0f, 0.0f);
    return prober;
}

// Does vertex i of a shape stand out, so that the edge of a soft body can lie on it? Vertices of a
// chain do where it turns away, for the link that ends there, or begins it. Sets prober->outward.
static bool v2d__probe_corner(const v2d_geometry *g, v2d_rot q, int32_t i, v2d__prober *prober) {
    prober->outward = v2d__vec2(0.0f, 0.0f);
    if (g->kind == V2D_GEOMETRY_HALF_PLANE) return false;
    if (g->kind != V2D_GEOMETRY_CHAIN_SEGMENT) return true;
    bool is_free = v2d__link_is_free(g, i);
    v2d_vec2 beyond = is_free ? v2d__vec2(0.0f, 0.0f) : g->normals[2 + i];
    prober->outward = v2d__rotate(q, v2d__add(g->normals[0], beyond));
    return is_free || (i == 1 && v2d__link_is_convex(g, i));
}

// Corners of a shape against the edges of a soft body, then its points against the shape.
static void v2d__rows_shape_soft(v2d_world *world, const v2d__pair *pair, int32_t shape,
                                 int32_t soft, int32_t *cursor) {
    const v2d__shape *sh = V2D__AT(&world->shapes[shape]);
    const v2d__soft *s = &world->softs[soft];
    v2d__prober prober;
    prober.radius = sh->geometry.radius, prober.friction = sh->friction,
    prober.restitution = sh->restitution;
    prober.surface_speed = sh->surface_speed;
    prober.node = sh->body, prober.shape = shape;
    v2d_transform xf = v2d__node_transform(world, sh->body);
    for (int32_t i = 0; i < sh->geometry.count; ++i) {
        if (!v2d__probe_corner(&sh->geometry, xf.q, i, &prober)) continue;
        prober.place = v2d__transform_point(xf, sh->geometry.vertices[i]);
        v2d__row_edge(world, pair, (uint32_t)i, &prober, soft, cursor);
    }
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        if ((world->points[point].flags & V2D__POINT_COLLIDES) == 0u) continue;
        v2d__row_point_shape(world, pair, (uint32_t)(V2D_MAX_VERTICES + i), point, shape, cursor);
    }
}

static void v2d__rows_points_soft(v2d_world *world, const v2d__pair *pair, int32_t from, int32_t to,
                                  uint32_t feature, int32_t *cursor) {
    const v2d__soft *s = &world->softs[from];
    if (world->softs[to].outline_count == 0) return;
    for (int32_t i = 0; i < s->point_count; ++i) {
        int32_t point = world->soft_points[s->list_start + i];
        if ((world->points[point].flags & V2D__POINT_COLLIDES) == 0u) continue;
        v2d__prober prober = v2d__probe_point(world, point);
        v2d__row_edge(world, pair, feature + (uint32_t)i, &prober, to, cursor);
    }
}

// Relaxed bodies without restitution have no rows against each other; passes part them.
static bool v2d__soft_pair_has_rows(const v2d_world *world, int32_t a, int32_t b) {
    if (!v2d__soft_is_relaxed(world, a) || !v2d__soft_is_relaxed(world, b)) return true;
    return v2d__mix(world->restitution_mix, world->softs[a].restitution,
                    world->softs[b].restitution) > 0.0f;
}

// Where there are no rows: wake a relaxed body that another may reach in this step.
static void v2d__relaxed_wake(v2d_world *world, int32_t a, int32_t b) {
    if (v2d__soft_sleeps(world, a)) {
        int32_t sleeper = a;
        a = b, b = sleeper;
    }
    int32_t awake = V2D__SOFT_PROXY + a, asleep = V2D__SOFT_PROXY + b;
    if (v2d__soft_sleeps(world, a) || !v2d__soft_sleeps(world, b)) return;
    if (v2d__soft_disturbs(world, a) &&
        v2d__boxes_meet(v2d__box_grown(world->ahead[awake], world->reach[awake]),
                        world->ahead[asleep]))
        v2d__node_wake(world, v2d__soft_first_node(world, b));
}

V2D__OUTLINE static void v2d__rows_update(v2d_world *world, const v2d__pair *pair,
                                          int32_t *cursor) {
    int32_t a = (int32_t)pair->a, b = (int32_t)pair->b;
    int32_t soft_a = a - V2D__SOFT_PROXY, soft_b = b - V2D__SOFT_PROXY;
    if (b < V2D__SOFT_PROXY) {
        int32_t point = b - V2D__POINT_PROXY;
        if (a < V2D__POINT_PROXY) {
            v2d__row_point_shape(world, pair, 0u, point, a, cursor);
        } else {
            v2d__row_point_point(world, pair, a - V2D__POINT_PROXY, point, cursor);
        }
    } else if (a < V2D__POINT_PROXY) {
        v2d__rows_shape_soft(world, pair, a, soft_b, cursor);
    } else if (a < V2D__SOFT_PROXY) {
        v2d__prober prober = v2d__probe_point(world, a - V2D__POINT_PROXY);
        v2d__row_edge(world, pair, 0u, &prober, soft_b, cursor);
    } else if (v2d__soft_pair_has_rows(world, soft_a, soft_b)) {
        v2d__rows_points_soft(world, pair, soft_a, soft_b, 0u, cursor);
        v2d__rows_points_soft(world, pair, soft_b, soft_a, (uint32_t)V2D_MAX_POINTS, cursor);
    } else if (world->asleep_count > 0) {
        v2d__relaxed_wake(world, soft_a, soft_b);
    }
}

// Rows between something awake and something asleep wake the latter. Those of what is asleep and of
// what is immovable and stands still are not needed.
V2D__COLD static void v2d__rows_wake(v2d_world *world) {
    int32_t kept = 0;
    for (int32_t i = 0; i < world->row_count; ++i) {
        const v2d__row *row = &world->rows[i];
        bool sleeper = false, disturbed = false;
        for (int32_t k = 0; k < 3; ++k) {
            sleeper |= v2d__node_sleeps(world, row->node[k]);
            disturbed |= v2d__node_disturbs(world, row->node[k]);
        }
        for (int32_t k = 0; k < 3 && disturbed; ++k) {
            if (v2d__node_sleeps(world, row->node[k])) v2d__node_wake(world, row->node[k]);
        }
        if (!sleeper || disturbed) world->rows[kept++] = *row;
    }
    world->row_count = kept;
}

V2D__OUTLINE static void v2d__rows_find(v2d_world *world) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    int32_t cursor = 0, count = world->point_pool.count > 0 ? world->pair_count : 0;
    world->row_count = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (pairs[i].b < (uint32_t)V2D__POINT_PROXY) continue;
        if (world->asleep_count > 0 && v2d__pair_is_quiet(world, &pairs[i])) continue;
        v2d__rows_update(world, &pairs[i], &cursor);
    }
    if (world->asleep_count > 0) v2d__rows_wake(world);
}

// All pairs that begin to touch, and all rows of this step. What is woken by them may touch more.
V2D__OUTLINE static void v2d__narrowphase_update(v2d_world *world, v2d__team *team, float dt) {
    world->woken = 0, world->step_dt = dt;
    v2d__contacts_begin(world, team, dt, true);
    if (world->contacts_dirty) v2d__contacts_end(world, team, dt);
    do {
        while (world->woken) {
            v2d__woken_next(world);
            v2d__contacts_begin(world, team, dt, false);
        }
        v2d__rows_find(world);
    } while (world->woken);
    if (world->materials_dirty) v2d__contacts_mix(world);
    if (world->contacts_dirty) v2d__contacts_layout(world, team);
}

// ---- into lanes --------------------------------------------------------------------------------

static float v2d__inverse_or_zero(float x) { return x > 0.0f ? 1.0f / x : 0.0f; }

static v2d__set v2d__row_set(v2d_world *world) {
    v2d__set set;
    set.blocks = world->row_blocks, set.block_size = sizeof(world->row_blocks[0]);
    set.extras = world->row_extras, set.extra_size = sizeof(world->row_extras[0]);
    set.node_count = 3;
    set.slots = world->row_slots, set.flags = world->row_flags, set.batch = &world->row_batch;
    return set;
}

static bool v2d__row_needs_extra(const v2d_world *world, const v2d__row *row) {
    return row->w2 != 0.0f || row->restitution > 0.0f || row->tangent_speed != 0.0f ||
           world->dof[row->node[0]].inv_k > 0.0f || world->dof[row->node[1]].inv_k > 0.0f;
}

// Lever arms over k of a row along n, for nodes 0 and 1; returns what they add to the inverse mass.
static float v2d__row_levers(const v2d_world *world, const v2d__row *row, v2d_vec2 n, float *j0,
                             float *j1) {
    const v2d__dof *n0 = &world->dof[row->node[0]], *n1 = &world->dof[row->node[1]];
    *j0 = n0->inv_k * v2d__cross(row->arm0, n), *j1 = n1->inv_k * v2d__cross(row->arm1, n);
    return n0->inv_mass * *j0 * *j0 + n1->inv_mass * *j1 * *j1;
}

V2D__OUTLINE static void v2d__row_load(v2d_world *world, int32_t i, float h, float warm) {
    const v2d__row *row = V2D__AT(&world->rows[i]);
    int32_t at = world->row_lanes[i], lane = at % V2D__LANES;
    v2d__row_block *k = V2D__AT(&world->row_blocks[at / V2D__LANES]);
    float m0 = world->dof[row->node[0]].inv_mass, m1 = world->dof[row->node[1]].inv_mass,
          m2 = world->dof[row->node[2]].inv_mass, j0 = 0.0f, j1 = 0.0f, t0 = 0.0f, t1 = 0.0f;
    v2d_vec2 n = row->normal, t = v2d__perp(n);
    float m = m0 + row->w1 * row->w1 * m1 + row->w2 * row->w2 * m2;
    float ln = warm * row->lambda_n, lt = warm * row->lambda_t, mass_n = v2d__inverse_or_zero(m);
    if ((world->row_flags[at / V2D__LANES] & V2D__BLOCK_EXTRA) != 0) {
        v2d__row_extra *x = V2D__AT(&world->row_extras[at / V2D__LANES]);
        mass_n = v2d__inverse_or_zero(m + v2d__row_levers(world, row, n, &j0, &j1));
        x->mass_t[lane] = v2d__inverse_or_zero(m + v2d__row_levers(world, row, t, &t0, &t1));
        x->w1[lane] = row->w1, x->w2[lane] = row->w2;
        x->j0[lane] = j0, x->j1[lane] = j1, x->t0[lane] = t0, x->t1[lane] = t1;
        x->tangent_speed[lane] = row->tangent_speed * h;
        x->restitution[lane] = row->restitution;
    }
    k->a[lane] = row->node[0], k->b[lane] = row->node[1], k->c[lane] = row->node[2];
    k->nx[lane] = n.x, k->ny[lane] = n.y, k->s[lane] = row->separation;
    k->mass_n[lane] = mass_n, k->friction[lane] = row->friction;
    k->lambda_n[lane] = ln, k->lambda_t[lane] = lt;
    k->sum.n[lane] = k->sum.t[lane] = k->sum.peak[lane] = 0.0f;
    if (row->restitution > 0.0f) world->bounces = 1;
    v2d__vec3 *s0 = &world->start[row->node[0]], *s1 = &world->start[row->node[1]],
              *s2 = &world->start[row->node[2]];
    float px = ln * n.x + lt * t.x, py = ln * n.y + lt * t.y;
    s0->x += m0 * px, s0->y += m0 * py, s0->u += m0 * (ln * j0 + lt * t0);
    s1->x -= m1 * row->w1 * px, s1->y -= m1 * row->w1 * py, s1->u -= m1 * (ln * j1 + lt * t1);
    s2->x -= m2 * row->w2 * px, s2->y -= m2 * row->w2 * py;
}

V2D__OUTLINE static void v2d__rows_prepare(v2d_world *world, float h, float warm) {
    v2d__set set = v2d__row_set(world);
    memset(&world->row_batch, 0, sizeof(world->row_batch));
    if (world->row_count == 0) return;
    memset(world->color_mask, 0, sizeof(world->color_mask));
    for (int32_t i = 0; i < world->row_count; ++i) {
        const v2d__row *row = &world->rows[i];
        world->colors[i] = v2d__color_of(world, row->node, 3, v2d__row_needs_extra(world, row));
    }
    v2d__set_layout(world, &set, world->row_count, world->row_lanes);
    for (int32_t i = 0; i < world->row_count; ++i)
        v2d__row_load(world, i, h, warm);
}

V2D__OUTLINE static void v2d__solve_rows(v2d_world *world, const v2d__pass *pass) {
    v2d__set set = v2d__row_set(world);
    v2d__set_visit(world, pass->team, &set,
                   pass->bias ? pass->kernels->row_bias : pass->kernels->row_relax, &pass->call);
}

// ---- storing -----------------------------------------------------------------------------------

// What the rows of the next step will recall: these, and what was remembered of pairs asleep. Both
// are in order; they are merged from the end.
static void v2d__rows_remember(v2d_world *world) {
    v2d__row_memory *memory = world->row_memory;
    int32_t kept = 0, r = world->row_count - 1;
    for (int32_t i = 0; i < world->row_memory_count && world->asleep_count > 0; ++i) {
        if (v2d__pair_sleeps(world, memory[i].pair_a, memory[i].pair_b)) memory[kept++] = memory[i];
    }
    if (kept > V2D_MAX_ROWS - world->row_count) kept = V2D_MAX_ROWS - world->row_count;
    int32_t k = kept - 1;
    world->row_memory_count = kept + world->row_count;
    for (int32_t i = world->row_memory_count - 1; i >= 0 && r >= 0; --i) {
        const v2d__row *row = V2D__AT(&world->rows[r]);
        if (k >= 0 && v2d__row_compare(row, &memory[k]) < 0) {
            memory[i] = memory[k--];
            continue;
        }
        memory[i].pair_a = row->pair_a, memory[i].pair_b = row->pair_b;
        memory[i].feature = row->feature, memory[i].side = row->side;
        memory[i].lambda_n = row->lambda_n, memory[i].lambda_t = row->lambda_t;
        r -= 1;
    }
}

V2D__OUTLINE static void v2d__rows_store(v2d_world *world) {
    for (int32_t i = 0; i < world->row_count; ++i) {
        int32_t at = world->row_lanes[i];
        const v2d__row_block *k = V2D__AT(&world->row_blocks[at / V2D__LANES]);
        v2d__row *row = V2D__AT(&world->rows[i]);
        int32_t lane = at % V2D__LANES;
        row->lambda_n = k->lambda_n[lane], row->lambda_t = k->lambda_t[lane];
        row->sum_n = k->sum.n[lane] + row->lambda_n, row->sum_t = k->sum.t[lane] + row->lambda_t;
        row->peak = v2d__maxf(k->sum.peak[lane], row->lambda_n);
    }
    v2d__rows_remember(world);
}

// ---- collisions --------------------------------------------------------------------------------
// Restitution. Before the bias pass of a sub-step, what closes faster than the threshold and would
// touch within the sub-step collides: first all touching points that close, by Newton's law and at
// once (a linear complementarity problem); then those that close because of that, until none does. So
// a blow runs through a row of balls, a symmetric one stays symmetric, and no energy is made. Source:
// Smith, Kaufman, Vouga, Tamstorf, Grinspun, "Reflections on Simultaneous Impact", SIGGRAPH 2012.
//
// Motions are those of the sub-step before (`previous`), for d holds also what is predicted and not
// solved yet. Both change alike: d - previous, which the next sub-step repeats, stays what forces do.
//
// Nothing is moved: the motion is thrown back where it is, with the speed that it will have there by
// the laws of the fall. With the approach c in the last sub-step, and a what forces add to it in each,
// u = c + a / 2 is what becomes w at touch, w^2 = u^2 + 2 a s for a gap s, without any loss from the
// steps; the rebound e w has sqrt(e^2 w^2 - 2 a s) at that gap again.

enum { V2D__MOST_BLOWS = 64, V2D__MOST_SWEEPS = 64 };

typedef struct v2d__collision {
    v2d_world *world;
    float threshold;              // slowest approach that begins a collision, in a sub-step [m]
    float rebound;                // what gravity takes back within two sub-steps is none [m]
    v2d_vec2 fall;                // what gravity adds to a motion in a sub-step [m]
    float half_fall;              // no less than half the length of that [m]
    float near;                   // what is so near to touching takes part [m]
    bool first;                   // what is looked at was not struck in this sub-step
    bool full;                    // there was no room for some impacts
    int32_t spread;               // so many nodes that were struck have been looked at
    int32_t next_block, next_row; // where the search for what begins to collide goes on
} v2d__collision;

enum { V2D__ROW_PLACES = 2 * V2D__BLOCKS(V2D_MAX_CONTACTS) * V2D__LANES };

// Where the impulses of an impact are summed up. Its place is twice the lane of a contact and the
// point, or beyond those the lane of a row; *lane becomes that in the block.
static v2d__lane_sum *v2d__impact_place(v2d_world *world, int32_t place, int32_t *lane) {
    int32_t at = place < V2D__ROW_PLACES ? place / 2 : place - V2D__ROW_PLACES;
    *lane = at % V2D__LANES;
    return place < V2D__ROW_PLACES ? &world->contact_blocks[at / V2D__LANES].sum[place % 2]
                                   : &world->row_blocks[at / V2D__LANES].sum;
}

// How fast the sides of an impact part along (x, y), of three motions.
static float v2d__impact_parting(const v2d__impact *m, const float *a, const float *b,
                                 const float *c) {
    return m->nx * (a[0] - m->w1 * b[0] - m->w2 * c[0]) +
           m->ny * (a[1] - m->w1 * b[1] - m->w2 * c[1]) + (m->j0 * a[2] - m->j1 * b[2]);
}

static float v2d__impact_approach(const v2d_world *world, const v2d__impact *m) {
    return -v2d__impact_parting(m, &world->previous[m->node[0]].x, &world->previous[m->node[1]].x,
                                &world->previous[m->node[2]].x);
}

// Impulse (x, y) on the first node of an impact, with its lever arm, and its opposite on the others.
static void v2d__impact_push(const v2d_world *world, const v2d__impact *m, float *a, float *b,
                             float *c, float n, float t) {
    float x = n * m->nx - t * m->ny, y = n * m->ny + t * m->nx;
    float ia = world->dof[m->node[0]].inv_mass, ib = world->dof[m->node[1]].inv_mass;
    a[0] += ia * x, a[1] += ia * y, a[2] += ia * (n * m->j0 + t * m->t0);
    b[0] -= ib * m->w1 * x, b[1] -= ib * m->w1 * y, b[2] -= ib * (n * m->j1 + t * m->t1);
    if (m->w2 == 0.0f) return;
    float ic = world->dof[m->node[2]].inv_mass * m->w2;
    c[0] -= ic * x, c[1] -= ic * y;
}

// An impulse that is no number is left out: what cannot be pushed takes no part in the search for those.
static void v2d__impact_change(v2d_world *world, const v2d__impact *m, float n, float t) {
    v2d__vec3 *v = world->previous;
    if (!v2d__sensible(n) || !v2d__sensible(t)) return;
    v2d__impact_push(world, m, &v[m->node[0]].x, &v[m->node[1]].x, &v[m->node[2]].x, n, t);
}

// Point i of the contact in lane `at`. Returns its gap.
static float v2d__impact_of_contact(const v2d_world *world, int32_t at, int32_t i, v2d__impact *m) {
    const v2d__contact_block *k = V2D__AT(&world->contact_blocks[at / V2D__LANES]);
    const v2d__lane_point *p = &k->p[i];
    int32_t lane = at % V2D__LANES;
    m->node[0] = k->b[lane] / V2D__LANE_NODE, m->node[1] = k->a[lane] / V2D__LANE_NODE;
    m->node[2] = V2D__DUMMY_NODE;
    m->place = 2 * at + i;
    m->w1 = 1.0f, m->w2 = 0.0f;
    m->nx = k->nx[lane], m->ny = k->ny[lane];
    m->j0 = p->jb[lane], m->j1 = p->ja[lane], m->t0 = p->tb[lane], m->t1 = p->ta[lane];
    m->mass_n = p->mass_n[lane], m->mass_t = p->mass_t[lane], m->grip = k->friction[lane];
    bool rolls = (world->contact_flags[at / V2D__LANES] & V2D__BLOCK_ROLLS) != 0;
    m->slip = rolls ? world->contact_extras[at / V2D__LANES].tangent_speed[lane] : 0.0f;
    // Lever arms end in the middle of the gap there was; what meets the ground does so at its surface.
    float half = 0.5f * v2d__maxf(p->s[lane], 0.0f);
    const v2d__dof *b = V2D__AT(&world->dof[m->node[0]]), *a = V2D__AT(&world->dof[m->node[1]]);
    if (half > 0.0f && (a->inv_mass <= 0.0f || b->inv_mass <= 0.0f)) {
        m->t0 += b->inv_k * half, m->t1 -= a->inv_k * half;
        m->mass_t =
            1.0f / (a->inv_mass * (1.0f + m->t1 * m->t1) + b->inv_mass * (1.0f + m->t0 * m->t0));
    }
    return p->between[lane];
}

// The row in lane `at`.
static float v2d__impact_of_row(const v2d_world *world, int32_t at, v2d__impact *m) {
    const v2d__row_block *k = V2D__AT(&world->row_blocks[at / V2D__LANES]);
    const v2d__row_extra *x = V2D__AT(&world->row_extras[at / V2D__LANES]);
    int32_t lane = at % V2D__LANES;
    m->node[0] = k->a[lane], m->node[1] = k->b[lane], m->node[2] = k->c[lane];
    m->place = V2D__ROW_PLACES + at;
    m->w1 = x->w1[lane], m->w2 = x->w2[lane], m->nx = k->nx[lane], m->ny = k->ny[lane];
    m->j0 = x->j0[lane], m->j1 = x->j1[lane], m->t0 = x->t0[lane], m->t1 = x->t1[lane];
    m->mass_n = k->mass_n[lane], m->mass_t = x->mass_t[lane], m->grip = k->friction[lane];
    m->slip = x->tangent_speed[lane];
    const v2d__dof *a = &world->dof[m->node[0]], *b = &world->dof[m->node[1]];
    return k->s[lane] + v2d__impact_parting(m, &a->Dx, &b->Dx, &world->dof[m->node[2]].Dx);
}

// What forces add to the approach of an impact in a sub-step: what was found, unless it is more than
// gravity can do. Then it comes from impulses that ended, and gravity alone counts.
static float v2d__impact_force(const v2d__collision *run, const v2d__impact *m, float found) {
    const v2d_world *world = run->world;
    v2d__vec3 fall[3];
    float most = 0.0f;
    for (int32_t i = 0; i < 3; ++i) {
        bool falls = world->dof[m->node[i]].inv_mass > 0.0f;
        float scale = falls ? world->drive[m->node[i]].gravity_scale : 0.0f;
        fall[i].x = scale * run->fall.x, fall[i].y = scale * run->fall.y, fall[i].u = 0.0f;
        most = v2d__maxf(most, 1.01f * v2d__absf(scale));
    }
    most *= v2d__length(run->fall);
    if (found <= most && found >= -most) return found;
    return -v2d__impact_parting(m, &fall[0].x, &fall[1].x, &fall[2].x);
}

enum { V2D__IMPACT_NONE, V2D__IMPACT_JOINS, V2D__IMPACT_HITS };

// Whether an impact takes place, or takes part where others do; and what it is to become. `e`:
// restitution, s: gap [m].
static int v2d__impact_judge(const v2d__collision *run, v2d__impact *m, float s, float e) {
    const v2d_world *world = run->world;
    const v2d__dof *a = &world->dof[m->node[0]], *b = &world->dof[m->node[1]];
    if (m->mass_n <= 0.0f) return V2D__IMPACT_NONE;
    float before = v2d__impact_approach(world, m);
    float now = -v2d__impact_parting(m, &a->dx, &b->dx, &world->dof[m->node[2]].dx);
    float add = v2d__impact_force(run, m, now - before);
    float u = before + 0.5f * add, reach = v2d__maxf(before + add, now) - s;
    if (u <= 0.0f || reach <= -run->near) return V2D__IMPACT_NONE;
    float touch = v2d__maxf(u * u + 2.0f * add * s, 0.0f);
    m->goal = -(sqrtf(v2d__maxf(e * e * touch - 2.0f * add * s, 0.0f)) + 0.5f * add);
    m->lambda_n = m->lambda_t = m->coupling = 0.0f;
    if (before <= m->goal) return V2D__IMPACT_NONE;
    m->grip *= (1.0f + e) * sqrtf(touch) / (before - m->goal);
    bool fast = run->first ? u > run->threshold : e * e * u > run->rebound;
    m->slack = (1e-5f + 0.1f * (1.0f - e) * (1.0f - e)) * before;
    return fast && reach > 0.0f ? V2D__IMPACT_HITS : V2D__IMPACT_JOINS;
}

static void v2d__impact_add(v2d__collision *run, const v2d__impact *m) {
    v2d_world *world = run->world;
    if (world->impact_count < V2D__MAX_IMPACTS) {
        world->impacts[world->impact_count++] = *m;
    } else {
        run->full = true;
    }
}

// No less than the approach of either point of the contact in lane `at`, forces included: most contacts
// close too slowly to collide, and this is told at little cost. (In the order of impact_parting(), so
// that it is rounded alike.)
static float v2d__contact_approach(const v2d__collision *run, int32_t at) {
    const v2d_world *world = run->world;
    const v2d__contact_block *k = V2D__AT(&world->contact_blocks[at / V2D__LANES]);
    int32_t lane = at % V2D__LANES, na = k->a[lane] / V2D__LANE_NODE,
            nb = k->b[lane] / V2D__LANE_NODE;
    const v2d__vec3 *a = &world->previous[na], *b = &world->previous[nb];
    float parting = k->nx[lane] * (b->x - a->x) + k->ny[lane] * (b->y - a->y);
    float first = parting + (k->p[0].jb[lane] * b->u - k->p[0].ja[lane] * a->u);
    float second = parting + (k->p[1].jb[lane] * b->u - k->p[1].ja[lane] * a->u);
    float scale =
        v2d__absf(world->drive[na].gravity_scale) + v2d__absf(world->drive[nb].gravity_scale);
    return scale * run->half_fall - v2d__minf(first, second);
}

static void v2d__impacts_of_contact(v2d__collision *run, int32_t at) {
    v2d__impact m[2];
    int what[2];
    const v2d_world *world = run->world;
    float e = world->contact_extras[at / V2D__LANES].restitution[at % V2D__LANES];
    for (int32_t i = 0; i < 2; ++i) {
        float s = v2d__impact_of_contact(world, at, i, &m[i]);
        what[i] = v2d__impact_judge(run, &m[i], s, e);
    }
    if (what[0] != V2D__IMPACT_HITS && what[1] != V2D__IMPACT_HITS) return;
    if (what[0] != V2D__IMPACT_NONE && what[1] != V2D__IMPACT_NONE) {
        float wb = world->dof[m->node[0]].inv_mass, wa = world->dof[m->node[1]].inv_mass;
        m->coupling = wb * (1.0f + m[0].j0 * m[1].j0) + wa * (1.0f + m[0].j1 * m[1].j1);
    }
    for (int32_t i = 0; i < 2; ++i) {
        if (what[i] != V2D__IMPACT_NONE) v2d__impact_add(run, &m[i]);
    }
}

// The same, for what was struck.
static void v2d__impacts_beyond(v2d__collision *run, int32_t at) {
    const v2d_world *world = run->world;
    float e = world->contact_extras[at / V2D__LANES].restitution[at % V2D__LANES];
    if (e > 0.0f && e * e * v2d__contact_approach(run, at) > run->rebound)
        v2d__impacts_of_contact(run, at);
}

static float v2d__row_restitution(const v2d_world *world, int32_t at) {
    if ((world->row_flags[at / V2D__LANES] & V2D__BLOCK_EXTRA) == 0) return 0.0f;
    return world->row_extras[at / V2D__LANES].restitution[at % V2D__LANES];
}

static int v2d__row_judge(const v2d__collision *run, int32_t at, v2d__impact *m) {
    float e = v2d__row_restitution(run->world, at);
    if (e <= 0.0f) return V2D__IMPACT_NONE;
    float s = v2d__impact_of_row(run->world, at, m);
    return v2d__impact_judge(run, m, s, e);
}

// Rows from `first` on that belong to one pair. Returns the first of the next pair.
static int32_t v2d__impacts_of_pair(v2d__collision *run, int32_t first) {
    v2d_world *world = run->world;
    const v2d__row *row = &world->rows[first];
    v2d__impact m;
    bool hit = false;
    int32_t end = first;
    for (; end < world->row_count && world->rows[end].pair_a == row->pair_a &&
           world->rows[end].pair_b == row->pair_b;
         ++end)
        hit = hit || v2d__row_judge(run, world->row_lanes[end], &m) == V2D__IMPACT_HITS;
    for (int32_t i = first; i < end && hit; ++i) {
        if (v2d__row_judge(run, world->row_lanes[i], &m) != V2D__IMPACT_NONE)
            v2d__impact_add(run, &m);
    }
    return end;
}

// Whether there is room for the impacts of one more contact.
static bool v2d__impacts_room(const v2d__collision *run) {
    return run->world->impact_count + 2 <= V2D__MAX_IMPACTS;
}

// What begins to collide, from where the search stopped for lack of room.
static void v2d__impacts_find(v2d__collision *run, int32_t lanes) {
    v2d_world *world = run->world;
    run->first = true, run->full = false;
    for (; run->next_block * V2D__LANES < lanes; ++run->next_block) {
        uint8_t *closing = &world->contact_closing[run->next_block];
        for (int32_t lane = 0; *closing != 0 && v2d__impacts_room(run); ++lane) {
            int32_t at = run->next_block * V2D__LANES + lane;
            if ((*closing >> lane & 1) != 0 && at < lanes) v2d__impacts_of_contact(run, at);
            *closing &= (uint8_t) ~(1u << lane);
        }
        if (*closing != 0) return;
    }
    while (run->next_row < world->row_count) {
        int32_t before = world->impact_count, next = v2d__impacts_of_pair(run, run->next_row);
        if (run->full && before > 0) {
            world->impact_count = before;
            return;
        }
        run->next_row = next;
    }
}

// Change the normal impulse of an impact. If by more than it takes to meet its goal well, what else
// its nodes take part in is to be looked at again.
static void v2d__impact_set(v2d_world *world, v2d__impact *m, float lambda, int32_t sweep) {
    float change = lambda - m->lambda_n;
    m->lambda_n = lambda;
    v2d__impact_change(world, m, change, 0.0f);
    if (v2d__absf(change) <= m->slack * m->mass_n) return;
    for (int32_t k = 0; k < 3; ++k)
        world->node_sweep[m->node[k]] = (uint8_t)sweep;
}

// Whether a node that an impact moves has changed in the sweep before this one or in this one.
static bool v2d__impact_stirs(const v2d_world *world, const v2d__impact *m, int32_t sweep) {
    const uint8_t *last = world->node_sweep;
    return (last[m->node[0]] + 1 >= sweep && world->dof[m->node[0]].inv_mass > 0.0f) ||
           (last[m->node[1]] + 1 >= sweep && world->dof[m->node[1]].inv_mass > 0.0f) ||
           (m->w2 != 0.0f && last[m->node[2]] + 1 >= sweep);
}

// Both points of a manifold, exactly: they may lie so near to each other that one after the other
// would not end. r: what the impulses are to take from the approaches.
static void v2d__impact_block(const v2d__impact *m, const float *r, float *lambda) {
    float k0 = 1.0f / m[0].mass_n, k1 = 1.0f / m[1].mass_n, k01 = m->coupling;
    float det = k0 * k1 - k01 * k01;
    lambda[0] = lambda[1] = 0.0f;
    if (det > 1e-6f * k0 * k1) {
        float x0 = (k1 * r[0] - k01 * r[1]) / det, x1 = (k0 * r[1] - k01 * r[0]) / det;
        if (x0 >= 0.0f && x1 >= 0.0f) {
            lambda[0] = x0, lambda[1] = x1;
            return;
        }
    }
    if (r[0] > 0.0f && k01 * m[0].mass_n * r[0] >= r[1]) {
        lambda[0] = m[0].mass_n * r[0];
    } else if (r[1] > 0.0f) {
        lambda[1] = m[1].mass_n * r[1];
    }
}

// One visit to an impact, and to the next one if that is of the same manifold.
static void v2d__impact_visit(v2d_world *world, v2d__impact *m, int32_t sweep) {
    float r[2], lambda[2], own = v2d__impact_approach(world, m) - m->goal;
    if (m->coupling == 0.0f) {
        lambda[0] = m->lambda_n + m->mass_n * own;
        if (m->place >= 0) lambda[0] = v2d__maxf(lambda[0], 0.0f);
        v2d__impact_set(world, m, lambda[0], sweep);
        return;
    }
    r[0] = own + m->lambda_n / m->mass_n + m->coupling * m[1].lambda_n;
    r[1] = v2d__impact_approach(world, &m[1]) - m[1].goal + m[1].lambda_n / m[1].mass_n +
           m->coupling * m->lambda_n;
    v2d__impact_block(m, r, lambda);
    v2d__impact_set(world, m, lambda[0], sweep);
    v2d__impact_set(world, &m[1], lambda[1], sweep);
}

// Normal impulses of all impacts: projected Gauss-Seidel over manifolds, until all goals are met. (The
// less they bounce the less well: what is left is for the passes that follow.) Most are met soon, and
// later sweeps visit few.
static void v2d__impacts_solve(v2d_world *world) {
    bool again = true;
    for (int32_t i = 0; i < world->impact_count; ++i) {
        for (int32_t k = 0; k < 3; ++k)
            world->node_sweep[world->impacts[i].node[k]] = 0;
    }
    for (int32_t sweep = 1; sweep <= V2D__MOST_SWEEPS && again; ++sweep) {
        again = false;
        for (int32_t i = 0; i < world->impact_count; ++i) {
            v2d__impact *m = &world->impacts[i];
            int32_t first = i;
            if (m->coupling != 0.0f) i += 1;
            if (!v2d__impact_stirs(world, m, sweep)) continue;
            v2d__impact_visit(world, &world->impacts[first], sweep);
            again = true;
        }
    }
}

// Soft bodies that may take part in one blow as a whole, and their edges; joints and other edges.
enum { V2D__MOST_BOUND = 32, V2D__MOST_BOUND_EDGES = 96, V2D__MOST_BOUND_ROWS = 24 };

// A row between two nodes along (nx, ny), at arms, takes part in a blow, pushed and pulled: its rate is
// thrown back. (It is what passes left, and small; kept as it is, the blow would work on it.)
static void v2d__pair_bind(v2d_world *world, int32_t row, int32_t a, int32_t b, v2d_vec2 arm_a,
                           v2d_vec2 arm_b, v2d_vec2 n, float slack) {
    if (world->impact_count >= V2D__MAX_IMPACTS) return;
    v2d__impact *m = &world->impacts[world->impact_count];
    const v2d__dof *na = &world->dof[a], *nb = &world->dof[b];
    memset(m, 0, sizeof(*m));
    m->node[0] = b, m->node[1] = a, m->node[2] = V2D__DUMMY_NODE;
    m->place = -1 - row;
    m->w1 = 1.0f, m->nx = n.x, m->ny = n.y;
    m->j0 = nb->inv_k * v2d__cross(arm_b, n), m->j1 = na->inv_k * v2d__cross(arm_a, n);
    float w = v2d__inverse_mass(na, nb, arm_a, arm_b, n);
    if (!(w > 0.0f) || !v2d__sensible(w)) return;
    m->mass_n = 1.0f / w, m->slack = slack;
    m->goal = -v2d__impact_approach(world, m);
    world->impact_count += 1;
}

// A stiff edge or joint, and the nodes that it leads to.
static void v2d__row_bind(v2d_world *world, int32_t row, float slack) {
    v2d_vec2 none = {0.0f, 0.0f}, x = {1.0f, 0.0f}, y = {0.0f, 1.0f};
    bool edge = v2d__row_is_edge(row);
    const v2d__edge *e = &world->edges[edge ? row : 0];
    const v2d__joint *j = &world->joints[edge ? 0 : row - V2D_MAX_EDGES];
    int32_t a = edge ? V2D__POINT_NODE + e->a : j->node_a;
    int32_t b = edge ? V2D__POINT_NODE + e->b : j->node_b;
    v2d_vec2 arm_a = none, arm_b = none;
    if (!edge) {
        arm_a = v2d__arm_now(v2d__node_arm(world, a, j->local_a), &world->dof[a]);
        arm_b = v2d__arm_now(v2d__node_arm(world, b, j->local_b), &world->dof[b]);
    }
    if (!edge && j->kind == V2D_JOINT_REVOLUTE) {
        v2d__pair_bind(world, row, a, b, arm_a, arm_b, x, slack);
        v2d__pair_bind(world, row, a, b, arm_a, arm_b, y, slack);
        return;
    }
    v2d_vec2 r = v2d__sub(v2d__node_place(world, b), v2d__node_place(world, a));
    r.x += world->dof[b].Dx - world->dof[a].Dx, r.y += world->dof[b].Dy - world->dof[a].Dy;
    r = v2d__add(r, v2d__sub(arm_b, arm_a));
    float length = v2d__length(r);
    if (length < 1e-9f) return;
    v2d__pair_bind(world, row, a, b, arm_a, arm_b, v2d__scale(1.0f / length, r), slack);
}

// The stiff edges of the soft bodies that collide take part: a body without elasticity of its own
// bounces as a rigid one does, and not point by point.
static void v2d__softs_bind(v2d_world *world) {
    int32_t bound[V2D__MOST_BOUND], count = 0, impacts = world->impact_count;
    for (int32_t i = 0; i < impacts * 3; ++i) {
        const v2d__impact *m = &world->impacts[i / 3];
        int32_t point = m->node[i % 3] - V2D__POINT_NODE;
        if (point < 0 || m->node[i % 3] == V2D__DUMMY_NODE) continue;
        int32_t soft = world->points[point].soft1 - 1, k = 0;
        while (k < count && bound[k] != soft)
            k += 1;
        if (soft < 0 || k < count || count == V2D__MOST_BOUND) continue;
        bound[count++] = soft;
        const v2d__soft *s = &world->softs[soft];
        if (s->edge_count > V2D__MOST_BOUND_EDGES) continue;
        if (world->impact_count + s->edge_count > V2D__MAX_IMPACTS) continue;
        for (int32_t e1 = s->edge1; e1 > 0; e1 = world->edges[e1 - 1].next1) {
            const v2d__edge *e = V2D__AT(&world->edges[e1 - 1]);
            if (e->frequency <= 0.0f || v2d__soft_is_relaxed(world, soft))
                v2d__row_bind(world, e1 - 1, -1e-4f * m->goal);
        }
    }
}

// Whether a row takes part in this blow already, as one of the impacts from `first` on.
static bool v2d__row_is_bound(const v2d_world *world, int32_t row, int32_t first) {
    for (int32_t i = first; i < world->impact_count; ++i) {
        if (world->impacts[i].place == -1 - row) return true;
    }
    return false;
}

// Stiff joints of what collides, and those beyond them: what hangs on a rod or a hinge is struck with
// its weight, and leads a blow on.
static void v2d__joints_bind(v2d_world *world) {
    int32_t impacts = world->impact_count, rows = 0, ends[2];
    for (int32_t i = 0; i < world->impact_count; ++i) {
        for (int32_t k = 0; k < 4; ++k) {
            const v2d__impact *m = &world->impacts[i];
            int32_t node = m->node[k / 2];
            if (world->dof[node].inv_mass <= 0.0f || k % 2 >= world->link_count[node]) continue;
            int32_t row = world->link_rows[k % 2][node];
            if (!v2d__row_links(world, row, ends) || v2d__row_is_bound(world, row, impacts))
                continue;
            if (++rows > V2D__MOST_BOUND_ROWS) return;
            v2d__row_bind(world, row, i < impacts ? -1e-4f * m->goal : m->slack);
        }
    }
}

static void v2d__impacts_bind(v2d_world *world) {
    if (world->joint_pool.count > 0 || world->edge_pool.count > 0) v2d__joints_bind(world);
    if (world->soft_pool.count > 0) v2d__softs_bind(world);
}

// What a blow sent through a joint belongs to its force.
static void v2d__bound_report(v2d_world *world, const v2d__impact *m) {
    int32_t row = -1 - m->place;
    float x = m->lambda_n * m->nx, y = m->lambda_n * m->ny, square = m->lambda_n * m->lambda_n;
    if (v2d__row_is_edge(row)) {
        int32_t at = world->edges[row].lane1 - 1;
        if (at < 0) return;
        v2d__edge_block *k = &world->edge_blocks[at / V2D__LANES];
        k->sum[at % V2D__LANES] += m->lambda_n;
        k->peak[at % V2D__LANES] = v2d__maxf(k->peak[at % V2D__LANES], v2d__absf(m->lambda_n));
        return;
    }
    v2d__joint *j = V2D__AT(&world->joints[row - V2D_MAX_EDGES]);
    if (j->lane1 == 0) {
        j->sum.x += x, j->sum.y += y;
        j->sum_peak = v2d__maxf(j->sum_peak, square);
        return;
    }
    v2d__joint_block *k = &world->joint_blocks[(j->lane1 - 1) / V2D__LANES];
    int32_t lane = (j->lane1 - 1) % V2D__LANES;
    k->sum_x[lane] += x, k->sum_y[lane] += y;
    k->peak[lane] = v2d__maxf(k->peak[lane], square);
}

// Coulomb friction during the collisions, by their whole normal impulses.
static void v2d__impacts_rub(v2d_world *world) {
    for (int32_t i = 0; i < world->impact_count; ++i) {
        v2d__impact *m = &world->impacts[i];
        float limit = m->grip * m->lambda_n;
        if (limit <= 0.0f) continue;
        const v2d__vec3 *a = &world->previous[m->node[0]], *b = &world->previous[m->node[1]];
        const v2d__vec3 *c = &world->previous[m->node[2]];
        float x = a->x - m->w1 * b->x - m->w2 * c->x, y = a->y - m->w1 * b->y - m->w2 * c->y;
        float slip = (m->nx * y - m->ny * x) + (m->t0 * a->u - m->t1 * b->u) - m->slip;
        m->lambda_t = v2d__clampf(-m->mass_t * slip, -limit, limit);
        v2d__impact_change(world, m, 0.0f, m->lambda_t);
    }
}

static void v2d__struck_add(v2d_world *world, int32_t node) {
    if (world->dof[node].inv_mass <= 0.0f || world->node_struck[node] != 0) return;
    if (world->struck_count == V2D__MAX_STRUCK) return;
    world->node_struck[node] = 1;
    world->struck[world->struck_count++] = node;
}

// Forget the first `count` nodes that were struck.
static void v2d__struck_drop(v2d_world *world, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        world->node_struck[world->struck[i]] = 0;
    world->struck_count -= count;
    for (int32_t i = 0; i < world->struck_count && count > 0; ++i)
        world->struck[i] = world->struck[i + count];
}

// What was in `previous` alone goes to d and to the sums; then list what was struck.
static void v2d__impacts_finish(v2d__collision *run) {
    v2d_world *world = run->world;
    v2d__struck_drop(world, run->spread);
    for (int32_t i = 0; i < world->impact_count; ++i) {
        const v2d__impact *m = &world->impacts[i];
        int32_t lane;
        if (m->lambda_n == 0.0f) continue;
        v2d__dof *d = world->dof;
        v2d__impact_push(world, m, &d[m->node[0]].dx, &d[m->node[1]].dx, &d[m->node[2]].dx,
                         m->lambda_n, m->lambda_t);
        if (m->place >= 0) {
            v2d__lane_sum *sum = v2d__impact_place(world, m->place, &lane);
            sum->n[lane] += m->lambda_n, sum->t[lane] += m->lambda_t;
            sum->peak[lane] = v2d__maxf(sum->peak[lane], m->lambda_n);
        } else {
            v2d__bound_report(world, m);
        }
        for (int32_t k = 0; k < 3; ++k)
            v2d__struck_add(world, m->node[k]);
    }
    world->impact_count = 0;
}

static void v2d__bounce_link(v2d_world *world, int32_t node, int32_t link) {
    if (world->dof[node].inv_mass <= 0.0f) return;
    world->bounce_next1[link] = world->bounce_first1[node];
    world->bounce_first1[node] = link + 1;
}

// Lists of the contacts and rows with restitution of each node.
static void v2d__bounces_link(v2d_world *world, int32_t lanes) {
    int32_t *first1 = world->bounce_first1;
    memset(first1, 0, (size_t)world->body_pool.high * sizeof(*first1));
    memset(first1 + V2D__POINT_NODE, 0, (size_t)world->point_pool.high * sizeof(*first1));
    for (int32_t at = 0; at < lanes; ++at) {
        const v2d__contact_block *k = V2D__AT(&world->contact_blocks[at / V2D__LANES]);
        int32_t lane = at % V2D__LANES;
        if ((world->contact_flags[at / V2D__LANES] & V2D__BLOCK_BOUNCES) == 0) continue;
        if (world->contact_extras[at / V2D__LANES].restitution[lane] <= 0.0f) continue;
        v2d__bounce_link(world, k->b[lane] / V2D__LANE_NODE, 2 * at);
        v2d__bounce_link(world, k->a[lane] / V2D__LANE_NODE, 2 * at + 1);
    }
    for (int32_t i = 0; i < world->row_count; ++i) {
        int32_t at = world->row_lanes[i];
        if (v2d__row_restitution(world, at) <= 0.0f) continue;
        for (int32_t k = 0; k < 3; ++k)
            v2d__bounce_link(world, world->rows[i].node[k], V2D__ROW_PLACES + 3 * at + k);
    }
    world->bounce_linked = 1;
}

// Whether a node before the k-th of some was struck: then what they share was seen from there.
static bool v2d__struck_before(const v2d_world *world, const int32_t *node, int32_t k) {
    for (int32_t i = 0; i < k; ++i) {
        if (world->node_struck[node[i]] != 0) return true;
    }
    return false;
}

// Impacts of a node that was struck. False: there was no room for some of them.
static bool v2d__impacts_of_struck(v2d__collision *run, int32_t struck) {
    v2d_world *world = run->world;
    v2d__impact m;
    for (int32_t l1 = world->bounce_first1[struck]; l1 > 0; l1 = world->bounce_next1[l1 - 1]) {
        int32_t row = l1 - 1 - V2D__ROW_PLACES, at = (l1 - 1) / 2, node[3];
        if (!v2d__impacts_room(run)) return false;
        if (row < 0) {
            node[0] = world->contact_blocks[at / V2D__LANES].b[at % V2D__LANES] / V2D__LANE_NODE;
            if (!v2d__struck_before(world, node, (l1 - 1) % 2)) v2d__impacts_beyond(run, at);
            continue;
        }
        int what = v2d__row_judge(run, row / 3, &m);
        if (what == V2D__IMPACT_HITS && !v2d__struck_before(world, m.node, row % 3))
            v2d__impact_add(run, &m);
    }
    return true;
}

// Impacts of what was struck. The nodes that there is no room for stay in the list.
static void v2d__impacts_spread(v2d__collision *run, int32_t lanes) {
    v2d_world *world = run->world;
    run->first = false, run->spread = 0;
    if (world->struck_count > 0 && !world->bounce_linked) v2d__bounces_link(world, lanes);
    while (run->spread < world->struck_count &&
           v2d__impacts_of_struck(run, world->struck[run->spread]))
        run->spread += 1;
}

static void v2d__bounce_part(const void *argument, int32_t first, int32_t last) {
    const v2d__contacts_run *run = (const v2d__contacts_run *)argument;
    run->kernels->contact_closes(run->world, first, last, &run->least);
}

static v2d__collision v2d__collision_make(v2d_world *world, float h) {
    v2d__collision run;
    memset(&run, 0, sizeof(run));
    run.world = world;
    run.fall = v2d__scale(h * h, world->gravity);
    float fall = v2d__length(run.fall);
    run.half_fall = 0.51f * fall;
    run.rebound = v2d__maxf(2.0f * fall, 0.001f * world->length_unit * h);
    run.threshold = v2d__maxf(world->restitution_threshold * h, run.rebound);
    run.near = 0.005f * world->length_unit;
    return run;
}

V2D__OUTLINE static void v2d__bounce(v2d_world *world, v2d__team *team, float h) {
    int32_t lanes = world->contact_batch.overflow_start + world->contact_batch.overflow_count;
    v2d__collision run = v2d__collision_make(world, h);
    v2d__contacts_run marks;
    memset(&marks, 0, sizeof(marks));
    marks.world = world, marks.kernels = team->kernels;
    float fall = v2d__length(run.fall);
    marks.least.speed = run.threshold - fall, marks.least.near = run.near + 4.0f * fall;
    v2d__parallel(team, v2d__bounce_part, &marks, 0, v2d__contact_blocks(&world->contact_batch),
                  V2D__GRAIN_BLOCKS);
    for (int32_t blow = 0; blow < V2D__MOST_BLOWS; ++blow) {
        v2d__impacts_spread(&run, lanes);
        if (world->impact_count == 0) v2d__impacts_find(&run, lanes);
        if (world->impact_count == 0) break;
        v2d__impacts_bind(world);
        v2d__impacts_solve(world);
        v2d__impacts_rub(world);
        v2d__impacts_finish(&run);
    }
    v2d__struck_drop(world, world->struck_count);
}

// ================================================================================================
// >>continuous  What moved far in a step is swept against what cannot be pushed.
//
// Sees:    poses at the start and at the end of the step, contacts, the grid of the broadphase.
// Why:     contacts look ahead by the motion that a body begins the step with. They do not see what
//          happens within it: a kick to where there is no contact, a turn that brings another corner
//          to the wall, and two contacts that press harder than passes can settle.
// Who:     a body whose surface moved farther than its contacts looked; one whose way, turned, leads
//          past all faces of something that it has a contact with, or into it; and one that began deep.
// Method:  it goes its way from the old pose to the new one again, until it is `least` deep in
//          something. From there it slides on, turning only as that does, a few times at most; then it
//          stops. Its velocity stays what it is: the next step begins with a contact there, which takes
//          it, bounces it and reports it. So nothing gains energy by it, and what is not stopped keeps
//          its pose.
// Least:   as deep as the body is already, but no more than V2D__SWEEP_DEEPEST and no less than a
//          little. So seams and resting contacts do not stop what slides, and what is pressed step after
//          step never gets so deep that its contacts push it out on the other side.
// ================================================================================================

enum { V2D__SWEEP_STOPS = 4, V2D__SWEEP_PLANES = 16 };

// The stage, and what it knows of one body.
typedef struct v2d__sweeper {
    v2d_world *world;
    v2d__search search;
    const v2d__layer *layers[V2D__MAX_LAYERS]; // of what cannot be pushed
    int32_t layer_count;
    int32_t planes[V2D__SWEEP_PLANES], plane_count;
    v2d__sweep body;     // what is left of its way
    v2d_geometry circle; // of a point; count 0 for bodies
    int32_t node;
    float core, extent; // of the body or point [m]
    float t;            // of the step that is over
    int32_t stops;
    float slop, least, tolerance;
    // Of the shape that is searched for: vertices from the centre at both ends of the way, and how far
    // they bulge between these at most.
    v2d_vec2 arm[2][V2D_MAX_VERTICES];
    float bulge;
} v2d__sweeper;

// The motion of an immovable shape in what is left of the step.
static v2d__sweep v2d__sweep_ground(const v2d__sweeper *s, int32_t shape) {
    const v2d_world *world = s->world;
    int32_t body = world->shapes[shape].body;
    const v2d__pose *pose = &world->pose[body];
    v2d__sweep ground;
    ground.figure = &world->shapes[shape].geometry;
    ground.place = v2d__vec2(pose->x, pose->y);
    ground.way = v2d__vec2(0.0f, 0.0f);
    ground.q = v2d__rot(pose->c, pose->s);
    ground.turn = 0.0f;
    if (world->bodies[body].type != V2D_BODY_KINEMATIC) return ground;
    const v2d__dof *node = &world->dof[body];
    float back = -(1.0f - s->t) * world->h * (float)world->last_substeps;
    // from what is left of the motion that it has ended
    v2d_vec2 way = v2d__scale(back, v2d__vec2(node->dx, node->dy));
    // What turns farther in a step than this has no direction any more in which it carries.
    float turn = v2d__clampf(back * node->inv_k * node->du, -V2D__SWEEP_TURN, V2D__SWEEP_TURN);
    ground.place = v2d__add(ground.place, way), ground.way = v2d__neg(way);
    ground.q = v2d__rot_integrate(ground.q, turn), ground.turn = -turn;
    return ground;
}

static const v2d_geometry *v2d__sweep_figure(const v2d__sweeper *s, int32_t shape) {
    return s->circle.count > 0 ? &s->circle : &s->world->shapes[shape].geometry;
}

// A line that a ground takes along: where it is at both ends of what is left of the step.
typedef struct v2d__sweep_line {
    v2d_vec2 n[2], on[2];
} v2d__sweep_line;

static v2d__sweep_line v2d__sweep_line_of(const v2d__sweep *ground, v2d_vec2 n, v2d_vec2 on) {
    v2d__sweep_line line;
    for (int32_t end = 0; end < 2; ++end) {
        v2d_transform xf = v2d__sweep_at(ground, (float)end);
        line.n[end] = v2d__rotate(xf.q, n), line.on[end] = v2d__transform_point(xf, on);
    }
    return line;
}

// Least height of a shape over a line at both ends of its way.
static float v2d__sweep_height(const v2d__sweeper *s, int32_t count, const v2d__sweep_line *line) {
    float height = v2d__infinity;
    for (int32_t end = 0; end < 2; ++end) {
        float least = v2d__dot(line->n[end], s->arm[end][0]);
        for (int32_t i = 1; i < count; ++i)
            least = v2d__minf(least, v2d__dot(line->n[end], s->arm[end][i]));
        v2d_vec2 from =
            v2d__sub(v2d__add_scaled(s->body.place, (float)end, s->body.way), line->on[end]);
        height = v2d__minf(height, least + v2d__dot(line->n[end], from));
    }
    return height;
}

// How far the way of the body bends at most for one who turns with the ground: an eighth of the
// acceleration.
static float v2d__sweep_bend(const v2d__sweeper *s, const v2d__sweep *ground) {
    if (ground->turn == 0.0f) return 0.0f;
    float frame = v2d__absf(ground->turn), way = v2d__length(v2d__sub(s->body.way, ground->way));
    float far = v2d__length(v2d__sub(s->body.place, ground->place)) + way;
    return 0.125f * frame * (3.0f * frame * far + 2.0f * way);
}

// Is the middle of the shape behind a line?
static bool v2d__sweep_behind(const v2d__sweeper *s, int32_t count, v2d_vec2 n, v2d_vec2 on) {
    float sum = (float)count * v2d__dot(n, v2d__sub(s->body.place, on));
    for (int32_t i = 0; i < count; ++i)
        sum += v2d__dot(n, s->arm[0][i]);
    return sum < 0.0f;
}

// Whether an immovable shape need not be looked at: the shape stays in front of one of its faces all the
// way, or gets no deeper than a sweep would allow; or it is a chain segment, which is solid on one side,
// and the shape behind it.
static bool v2d__sweep_misses(const v2d__sweeper *s, int32_t shape, int32_t other) {
    const v2d_geometry *g = &s->world->shapes[other].geometry;
    const v2d_geometry *moving = v2d__sweep_figure(s, shape);
    bool link = g->kind == V2D_GEOMETRY_CHAIN_SEGMENT;
    if (g->kind == V2D_GEOMETRY_CIRCLE) return false;
    v2d__sweep ground = v2d__sweep_ground(s, other);
    float clear = g->radius + moving->radius + s->bulge - V2D__SWEEP_DEEP * s->core;
    clear += v2d__sweep_bend(s, &ground);
    for (int32_t i = 0; i < (link ? 1 : g->count); ++i) {
        bool back = g->count == 2 && i == 1; // of a segment or capsule
        v2d_vec2 n = back ? v2d__neg(g->normals[0]) : g->normals[i];
        v2d__sweep_line line = v2d__sweep_line_of(&ground, n, g->vertices[i]);
        if (v2d__sweep_height(s, moving->count, &line) >= clear) return true;
        if (link) return v2d__sweep_behind(s, moving->count, line.n[0], line.on[0]);
    }
    return false;
}

static void v2d__sweep_found(v2d__search *search, const v2d__item *item, const v2d__item *other) {
    const v2d__sweeper *s = (const v2d__sweeper *)search->context;
    if (other->proxy >= V2D__POINT_PROXY) return;
    if (s->circle.count > 0 &&
        v2d__joint_forbids(s->world, s->node, s->world->shapes[other->proxy].body))
        return;
    if (!v2d__sweep_misses(s, item->proxy, other->proxy))
        v2d__search_add(search, item->proxy, other->proxy);
}

// Vertices of a figure at both ends of what is left of its way.
static void v2d__sweep_arms(v2d__sweeper *s, const v2d_geometry *g) {
    v2d_rot q = v2d__sweep_at(&s->body, 1.0f).q;
    float square = 0.0f;
    for (int32_t i = 0; i < g->count; ++i) {
        square = v2d__maxf(square, v2d__length_sq(g->vertices[i]));
        s->arm[0][i] = v2d__rotate(s->body.q, g->vertices[i]);
        s->arm[1][i] = v2d__rotate(q, g->vertices[i]);
    }
    // an arc lies at most 1 - cos(turn / 2) < turn^2 / 8 of its radius beyond its ends
    s->bulge = v2d__minf(0.125f * s->body.turn * s->body.turn, 2.0f) * sqrtf(square);
}

// Around one proxy of what is swept.
static void v2d__sweep_search_proxy(v2d__sweeper *s, v2d__item *item, int32_t proxy) {
    const v2d__kernels *kernels = v2d__kernels_now();
    item->proxy = proxy;
    if (!v2d__proxy_in_grid(s->world, proxy)) return;
    v2d__sweep_arms(s, v2d__sweep_figure(s, proxy));
    for (int32_t i = 0; i < s->layer_count; ++i)
        kernels->search_item(&s->search, item, s->layers[i], true);
    for (int32_t i = 0; i < s->plane_count; ++i) {
        if (!v2d__sweep_misses(s, proxy, s->planes[i]))
            v2d__search_add(&s->search, s->planes[i], proxy);
    }
}

// Pairs of the shapes of a body, or of a point, and of immovable shapes that may be on its way.
static void v2d__sweep_search(v2d__sweeper *s) {
    const v2d_world *world = s->world;
    v2d_vec2 from = s->body.place, to = v2d__add(from, s->body.way);
    v2d__item item;
    memset(&item, 0, sizeof(item));
    item.before = v2d__box_empty();
    v2d_aabb box;
    box.lower = v2d__vec2(v2d__minf(from.x, to.x), v2d__minf(from.y, to.y));
    box.upper = v2d__vec2(v2d__maxf(from.x, to.x), v2d__maxf(from.y, to.y));
    item.now = v2d__box_make(v2d__aabb_expand(box, s->extent));
    s->search.count = 0, s->search.missing = 0u;
    s->slop = 0.25f * v2d__minf(s->core, v2d__margin(world));
    if (s->node >= V2D__POINT_NODE) {
        int32_t point = s->node - V2D__POINT_NODE, soft1 = world->points[point].soft1;
        v2d__sweep_search_proxy(s, &item,
                                soft1 > 0 ? V2D__SOFT_PROXY + soft1 - 1 : V2D__POINT_PROXY + point);
        return;
    }
    for (int32_t s1 = world->bodies[s->node].shape1; s1 > 0; s1 = world->shapes[s1 - 1].next1) {
        const v2d_geometry *g = &world->shapes[s1 - 1].geometry;
        bool inside = g->kind == V2D_GEOMETRY_POLYGON || g->radius > 0.0f;
        if (inside) v2d__sweep_search_proxy(s, &item, s1 - 1);
    }
}

// Sorts a pair found: the immovable shape and that of the body.
static void v2d__sweep_shapes(const v2d_world *world, const v2d__pair *pair, int32_t *ground,
                              int32_t *shape) {
    bool a = (world->proxy_flags[pair->a] & V2D__PROXY_MOVES) != 0u;
    *ground = (int32_t)(a ? pair->b : pair->a), *shape = (int32_t)(a ? pair->a : pair->b);
}

// Drop pairs that hold nothing: those of figures that are in each other with the core already. Sets
// s->least.
static void v2d__sweep_begin(v2d__sweeper *s) {
    int32_t kept = 0;
    float core = s->core, depth = 0.0f;
    for (int32_t i = 0; i < s->search.count; ++i) {
        int32_t shape, other;
        v2d_vec2 normal;
        v2d__sweep_shapes(s->world, &s->search.found[i], &other, &shape);
        v2d__sweep ground = v2d__sweep_ground(s, other);
        s->body.figure = v2d__sweep_figure(s, shape);
        float separation = v2d__separation(ground.figure, v2d__sweep_at(&ground, 0.0f),
                                           s->body.figure, v2d__sweep_at(&s->body, 0.0f), &normal);
        if (separation < -core) continue;
        depth = v2d__minf(depth, separation);
        s->search.found[kept++] = s->search.found[i];
    }
    s->search.count = kept;
    s->tolerance = 0.1f * s->slop;
    s->least = v2d__clampf(depth, -V2D__SWEEP_DEEPEST * core, -s->slop);
    s->least -= (float)s->stops * s->tolerance; // or rounding would stop it where it is already
}

// What a body runs into first.
typedef struct v2d__sweep_hit {
    float t; // of what is left of the way; 2: nothing
    v2d_vec2 normal;
    int32_t ground, shape;
} v2d__sweep_hit;

static v2d__sweep_hit v2d__sweep_first(v2d__sweeper *s) {
    v2d__sweep_hit hit = {2.0f, {0.0f, 0.0f}, -1, -1};
    v2d__sweep_search(s);
    if (s->search.count == 0) return hit;
    v2d__sweep_begin(s);
    for (int32_t i = 0; i < s->search.count; ++i) {
        int32_t shape, other;
        v2d_vec2 normal;
        v2d__sweep_shapes(s->world, &s->search.found[i], &other, &shape);
        v2d__sweep ground = v2d__sweep_ground(s, other);
        s->body.figure = v2d__sweep_figure(s, shape);
        float t = v2d__sweep_time(&ground, &s->body, s->least, s->tolerance, true, &normal);
        bool first =
            t < hit.t || (t == hit.t && t <= 1.0f &&
                          (shape < hit.shape || (shape == hit.shape && other < hit.ground)));
        if (!first) continue;
        hit.t = t, hit.normal = normal;
        hit.ground = other, hit.shape = shape;
    }
    return hit;
}

// Go to where the body was stopped. What is left of its way no longer leads into what stopped it, and it
// turns as that does: neither where that sets out to nor where it arrives is in the way.
static void v2d__sweep_slide(v2d__sweeper *s, const v2d__sweep_hit *hit) {
    bool point = s->node >= V2D__POINT_NODE;
    uint32_t flags = point ? (uint32_t)V2D__BODY_LOCK_ANGLE : s->world->bodies[s->node].flags;
    v2d_transform xf = v2d__sweep_at(&s->body, hit->t);
    float left = 1.0f - hit->t;
    s->t += hit->t * (1.0f - s->t);
    s->stops += 1;
    v2d__sweep ground = v2d__sweep_ground(s, hit->ground);
    v2d_vec2 arm = v2d__sub(xf.p, ground.place);
    v2d_vec2 arc = v2d__rotate(v2d__rot_integrate(v2d__rot(1.0f, 0.0f), ground.turn), arm);
    v2d_vec2 first = v2d__add(ground.way, v2d__cross_sv(ground.turn, arm));
    v2d_vec2 last = v2d__add(ground.way, v2d__sub(arc, arm));
    s->body.place = xf.p, s->body.q = xf.q;
    s->body.way = v2d__scale(left, s->body.way);
    s->body.turn = flags & V2D__BODY_LOCK_ANGLE ? 0.0f : ground.turn;
    float carried = v2d__maxf(v2d__dot(hit->normal, first), v2d__dot(hit->normal, last));
    float closing = v2d__dot(hit->normal, s->body.way) - carried;
    if (closing < 0.0f) s->body.way = v2d__add_scaled(s->body.way, -closing, hit->normal);
    if (flags & V2D__BODY_LOCK_X) s->body.way.x = 0.0f;
    if (flags & V2D__BODY_LOCK_Y) s->body.way.y = 0.0f;
}

// Set out on the way that a node went in this step.
static void v2d__sweep_start(v2d__sweeper *s, int32_t node, float turn) {
    const v2d__pose *old = &s->world->old_pose[node], *pose = &s->world->pose[node];
    s->node = node, s->t = 0.0f, s->stops = 0;
    s->body.place = v2d__vec2(old->x, old->y);
    s->body.way = v2d__vec2(pose->x - old->x, pose->y - old->y);
    s->body.q = v2d__rot(old->c, old->s), s->body.turn = turn;
}

// From stop to stop, to where the node ends.
static void v2d__sweep_node(v2d__sweeper *s) {
    v2d__pose *pose = &s->world->pose[s->node];
    v2d__sweep_hit hit = v2d__sweep_first(s);
    if (hit.t > 1.0f) return;
    while (s->stops < V2D__SWEEP_STOPS && hit.t <= 1.0f) {
        v2d__sweep_slide(s, &hit);
        hit = v2d__sweep_first(s);
    }
    v2d_transform end = v2d__sweep_at(&s->body, v2d__minf(hit.t, 1.0f));
    pose->x = end.p.x, pose->y = end.p.y;
    pose->c = end.q.c, pose->s = end.q.s;
}

V2D__COLD static void v2d__body_sweep(v2d__sweeper *s, int32_t i, float turn) {
    s->circle.count = 0;
    s->core = s->world->bodies[i].core, s->extent = s->world->bodies[i].extent;
    v2d__sweep_start(s, i, turn);
    v2d__sweep_node(s);
}

// Ready to sweep a point; false when it touches nothing or has no inside.
static bool v2d__sweep_point(v2d__sweeper *s, int32_t point) {
    const v2d__point *p = &s->world->points[point];
    v2d_vec2 zero = v2d__vec2(0.0f, 0.0f);
    bool collides = (p->flags & V2D__POINT_COLLIDES) != 0u && p->radius > 0.0f;
    if (!collides || s->world->dof[V2D__POINT_NODE + point].inv_mass <= 0.0f) return false;
    s->circle = v2d__geometry_make(V2D_GEOMETRY_CIRCLE, &zero, 1, p->radius);
    s->core = s->extent = p->radius;
    v2d__sweep_start(s, V2D__POINT_NODE + point, 0.0f);
    s->body.q = v2d__rot(1.0f, 0.0f);
    return true;
}

// The first of the points of a body that is stopped on its way, or a hit with t = 2.
static v2d__sweep_hit v2d__soft_first(v2d__sweeper *s, const v2d__soft *soft, int32_t stops,
                                      int32_t *point) {
    v2d__sweep_hit first = {2.0f, {0.0f, 0.0f}, -1, -1};
    for (int32_t i = 0; i < soft->point_count; ++i) {
        if (!v2d__sweep_point(s, s->world->soft_points[soft->list_start + i])) continue;
        s->stops = stops;
        v2d__sweep_hit hit = v2d__sweep_first(s);
        if (hit.t < first.t) first = hit, *point = s->node - V2D__POINT_NODE;
    }
    return first;
}

// What takes a stopped point from where it ends to where it would slide: never farther than it went and
// was carried.
static v2d_vec2 v2d__soft_back(v2d__sweeper *s, int32_t point, const v2d__sweep_hit *hit) {
    (void)v2d__sweep_point(s, point);
    v2d__sweep_slide(s, hit);
    return v2d__sub(v2d__add(s->body.place, s->body.way), v2d__point_place(s->world, point));
}

// A body of the documents' kind is swept as a whole, so that it stays on one side and keeps its shape:
// where one of its points is stopped and slides on, the others go with it; and at last, as far as one is
// stopped, all of it is.
V2D__COLD static void v2d__soft_sweep(v2d__sweeper *s, const v2d__soft *soft) {
    v2d_world *world = s->world;
    const int32_t *list = &world->soft_points[soft->list_start];
    for (int32_t stops = 0; stops <= V2D__SWEEP_STOPS; ++stops) {
        int32_t point = -1;
        v2d__sweep_hit hit = v2d__soft_first(s, soft, stops, &point);
        if (hit.t > 1.0f) return;
        v2d_vec2 back = v2d__soft_back(s, point, &hit);
        for (int32_t i = 0; i < soft->point_count; ++i) {
            int32_t node = V2D__POINT_NODE + list[i];
            v2d__pose *pose = &world->pose[node];
            const v2d__pose *old = &world->old_pose[node];
            if (world->dof[node].inv_mass <= 0.0f) continue;
            if (stops < V2D__SWEEP_STOPS) {
                pose->x += back.x, pose->y += back.y;
            } else {
                pose->x = old->x + hit.t * (pose->x - old->x);
                pose->y = old->y + hit.t * (pose->y - old->y);
            }
        }
    }
}

// How far a body moved at most against a shape that cannot be pushed, as one sees it who moves with that;
// `lever`: see v2d__body_needs_sweep().
static float v2d__sweep_path(const v2d__sweeper *s, int32_t shape, float lever) {
    const v2d_world *world = s->world;
    int32_t body = world->shapes[shape].body;
    const v2d__dof *node = &world->dof[body];
    const v2d__pose *pose = &world->pose[body];
    v2d__sweep ground;
    float step = world->bodies[body].type == V2D_BODY_KINEMATIC
                     ? world->h * (float)world->last_substeps
                     : 0.0f;
    ground.way = v2d__vec2(step * node->dx, step * node->dy);
    ground.turn = v2d__clampf(step * node->inv_k * node->du, -V2D__SWEEP_TURN, V2D__SWEEP_TURN);
    ground.place = v2d__sub(v2d__vec2(pose->x, pose->y), ground.way);
    v2d_vec2 arm = v2d__sub(s->body.place, ground.place);
    v2d_vec2 carried = v2d__add(ground.way, v2d__cross_sv(ground.turn, arm));
    return v2d__length(v2d__sub(s->body.way, carried)) + v2d__sweep_bend(s, &ground) +
           1.2f * v2d__absf(s->body.turn - ground.turn) * lever;
}

// Whether one of the contacts of a body with what cannot be pushed may have been passed, or pressed in.
// Which links of a chain have one depends on the way they were expected to be met.
static bool v2d__sweep_grazes(v2d__sweeper *s, int32_t i, float turn, float lever) {
    const v2d_world *world = s->world;
    s->core = world->bodies[i].core, s->circle.count = 0;
    v2d__sweep_start(s, i, turn);
    for (int32_t c1 = world->seam_first1[i]; c1 > 0; c1 = world->seam_next1[c1 - 1]) {
        const v2d__contact *c = &world->contacts[c1 - 1];
        bool a = world->shapes[c->shape_a].body == i;
        int32_t shape = a ? c->shape_a : c->shape_b, ground = a ? c->shape_b : c->shape_a;
        if (v2d__sweep_path(s, ground, lever) <= V2D__SWEEP_FREE * s->core) continue;
        if (world->shapes[ground].geometry.kind == V2D_GEOMETRY_CHAIN_SEGMENT) return true;
        v2d__sweep_arms(s, &world->shapes[shape].geometry);
        if (!v2d__sweep_misses(s, shape, ground)) return true;
    }
    return false;
}

// Whether a body has to be swept, and by what angle it turned.
static bool v2d__body_needs_sweep(v2d__sweeper *s, int32_t i, float *turn) {
    const v2d_world *world = s->world;
    const v2d__body *body = &world->bodies[i];
    const v2d__pose *old = &world->old_pose[i], *pose = &world->pose[i];
    float far = world->start[i].far;
    if ((far == 0.0f && world->seam_first1[i] == 0) || body->core <= 0.0f) return false;
    v2d_vec2 way = v2d__vec2(pose->x - old->x, pose->y - old->y);
    float c = old->c * pose->c + old->s * pose->s, d = old->c * pose->s - old->s * pose->c;
    float lever = sqrtf(v2d__maxf(body->extent * body->extent - body->core * body->core, 0.0f));
    float free = V2D__SWEEP_FREE * body->core;
    *turn = far == 1.0f ? world->start[i].u : c > 0.0f ? d : v2d__atan2(d, c);
    float swing = 1.2f * v2d__absf(*turn) * lever;
    // What rests deep in something is held by its contacts, as long as it is not too deep.
    float path = v2d__length(way) + swing;
    bool moved = path > free, stirs = path > V2D__SWEEP_REST * body->core;
    bool needs = far > 2.0f || (far > 1.0f && stirs) || (far > 0.0f && moved);
    if ((needs || moved) && far != 1.0f) *turn = v2d__atan2(d, c);
    return needs || (moved && v2d__sweep_grazes(s, i, *turn, lever));
}

// Whether the body of a lane is to be swept: 3 when it began the step twice as deep in something that
// cannot be pushed as is deep, or it would be pressed through bit by bit; if it stirs, 2, when it began
// deep; if it moved, 0.5, when it should have passed it, for then no contact has held it; else 0.
static float v2d__sweep_cause(const v2d_world *world, int32_t at, int32_t *body) {
    const v2d__contact_block *k = &world->contact_blocks[at / V2D__LANES];
    const v2d__manifold_block *m = &world->manifold_blocks[at / V2D__LANES];
    int32_t lane = at % V2D__LANES, a = k->a[lane] / V2D__LANE_NODE;
    int32_t b = k->b[lane] / V2D__LANE_NODE;
    *body = world->dof[a].inv_mass > 0.0f ? a : b;
    if (m->points[lane] < 0.5f || world->dof[a == *body ? b : a].inv_mass > 0.0f) return 0.0f;
    float s = k->p[0].s[lane];
    if (s > 0.5f * V2D__PASSES * world->length_unit) return 0.5f;
    if (m->points[lane] > 1.5f) s = v2d__minf(s, k->p[1].s[lane]);
    float deep = -V2D__SWEEP_DEEP * world->bodies[*body].core;
    return s < 2.0f * deep ? 3.0f : s < deep ? 2.0f : 0.0f;
}

static void v2d__sweep_mark(v2d_world *world) {
    for (int32_t i = 0; i < v2d__contact_blocks(&world->contact_batch); ++i) {
        if ((world->contact_flags[i] & V2D__BLOCK_DEEP) == 0) continue;
        for (int32_t lane = 0; lane < V2D__LANES; ++lane) {
            int32_t body;
            float cause = v2d__sweep_cause(world, i * V2D__LANES + lane, &body);
            if (cause > world->start[body].far) world->start[body].far = cause;
        }
    }
}

// Where what cannot be pushed is to be found; false when there is nothing.
static bool v2d__sweeper_begin(v2d__sweeper *s, v2d_world *world) {
    const v2d__grid *grid = &world->grid;
    memset(s, 0, sizeof(*s));
    s->world = s->search.world = world;
    s->search.items = grid->items, s->search.start = grid->start;
    s->search.loose1 = grid->loose_count > 0 ? grid->loose1 : NULL;
    s->search.on_found = v2d__sweep_found, s->search.context = s;
    s->search.found = world->pairs[2];
    for (int32_t i = 0; i < grid->layer_count; ++i) {
        const v2d__layer *layer = &grid->layers[i];
        if (layer->kind == V2D__MEETS_FIXED && layer->count > 0)
            s->layers[s->layer_count++] = layer;
    }
    for (int32_t i = 0; i < world->shape_pool.high && grid->plane_count > 0; ++i) {
        if ((world->proxy_flags[i] & V2D__PROXY_PLANE) == 0u) continue;
        if (s->plane_count < V2D__SWEEP_PLANES) s->planes[s->plane_count++] = i;
    }
    return s->layer_count > 0 || s->plane_count > 0;
}

static void v2d__point_sweep(v2d__sweeper *s, int32_t point) {
    int32_t soft1 = s->world->points[point].soft1;
    if (soft1 > 0 && v2d__soft_is_relaxed(s->world, soft1 - 1)) return; // see v2d__soft_sweep()
    if (v2d__sweep_point(s, point)) v2d__sweep_node(s);
}

// Points that are deeper in something at the end of the step than is free, by their contact.
static void v2d__rows_sweep(v2d__sweeper *s) {
    const v2d_world *world = s->world;
    for (int32_t i = 0; i < world->row_count; ++i) {
        const v2d__row *row = &world->rows[i];
        if (row->kind != V2D_CONTACT_POINT_SHAPE || world->dof[row->node[1]].inv_mass > 0.0f)
            continue;
        int32_t node = row->node[0], point = node - V2D__POINT_NODE;
        const v2d__pose *old = &world->old_pose[node], *pose = &world->pose[node];
        float way = row->normal.x * (pose->x - old->x) + row->normal.y * (pose->y - old->y);
        if (row->separation + way < -V2D__SWEEP_FREE * world->points[point].radius)
            v2d__point_sweep(s, point);
    }
}

// Bodies of the documents' kind are pushed about after their contacts were solved.
static void v2d__softs_sweep(v2d__sweeper *s) {
    const v2d_world *world = s->world;
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        if (v2d__soft_live(world, i) && v2d__soft_is_relaxed(world, i) &&
            !v2d__soft_sleeps(world, i))
            v2d__soft_sweep(s, &world->softs[i]);
    }
}

V2D__OUTLINE static void v2d__nodes_sweep(v2d_world *world) {
    v2d__sweeper sweeper;
    world->moved_far = 0;
    if (!v2d__sweeper_begin(&sweeper, world)) return;
    v2d__sweep_mark(world);
    for (int32_t k = 0; k < world->active_count; ++k) {
        int32_t i = world->active[k];
        float turn;
        if (i >= V2D__POINT_NODE) {
            if (world->start[i].far > 0.0f) v2d__point_sweep(&sweeper, i - V2D__POINT_NODE);
        } else if (v2d__body_needs_sweep(&sweeper, i, &turn)) {
            v2d__body_sweep(&sweeper, i, turn);
        }
    }
    v2d__rows_sweep(&sweeper);
    v2d__softs_sweep(&sweeper);
}

// ================================================================================================
// >>world  Mass, destruction, and the order of a step.
//
// Sees:       everything above.
// A step:     motion, boxes and pairs, manifolds and rows, choose sub-steps, velocities become
//             displacements, blocks; sub-steps; one more relax pass; bounces; displacements become
//             velocities, poses move; tears, bounds, what went wrong.
// ================================================================================================

static bool v2d__body_live(const v2d_world *world, int32_t i) {
    return world->body_generation[i] % 2u == 1u;
}

V2D__COLD static void v2d__event_add(v2d_world *world, const v2d_event *event) {
    if (world->event_count >= V2D_MAX_EVENTS) {
        v2d__count64(world->dropped_events, 1);
        return;
    }
    world->events[world->event_count++] = *event;
    if (world->event_count > world->event_peak) world->event_peak = world->event_count;
}

static uint64_t v2d__user(const uint32_t *user) { return (uint64_t)user[1] << 32 | user[0]; }

static void v2d__set_user(uint32_t *user, uint64_t value) {
    user[0] = (uint32_t)(value & 0xffffffffu);
    user[1] = (uint32_t)(value >> 32);
}

// ---- mass --------------------------------------------------------------------------------------

static bool v2d__body_moves(const v2d__body *body) {
    return body->type == V2D_BODY_DYNAMIC && (body->flags & V2D__BODY_DISABLED) == 0u;
}

static bool v2d__body_is_fixed(const v2d__body *body) {
    return body->type == V2D_BODY_STATIC || (body->flags & V2D__BODY_DISABLED) != 0u;
}

// Velocities are stored as (vx, vy, k * omega): keep omega while k changes.
V2D__COLD static void v2d__body_set_inertia(v2d_world *world, int32_t i, float mass,
                                            float inertia) {
    v2d__body *body = V2D__AT(&world->bodies[i]);
    v2d__dof *node = &world->dof[i];
    float omega = body->k > 0.0f ? node->du / body->k : 0.0f;
    bool moves = v2d__body_moves(body);
    if (inertia < 1e-16f * mass) inertia = 0.0f; // too little to divide by
    world->contacts_dirty = 1;                   // rows depend on them
    body->mass = mass;
    body->inertia = inertia;
    // Without inertia k only scales the stored turn of kinematic bodies; 1 will do.
    body->k = mass > 0.0f && inertia > 0.0f ? sqrtf(inertia / mass) : 1.0f;
    bool turns = moves ? inertia > 0.0f && (body->flags & V2D__BODY_LOCK_ANGLE) == 0u
                       : body->type == V2D_BODY_KINEMATIC;
    node->inv_mass = moves && mass > 0.0f ? 1.0f / mass : 0.0f;
    node->inv_k = turns ? 1.0f / body->k : 0.0f;
    if (!moves) memset(&world->previous[i], 0, sizeof(world->previous[i]));
    // A body that has no inertia yet keeps its spin for when its first shape comes.
    node->du = (body->flags & V2D__BODY_LOCK_ANGLE) != 0u ? 0.0f : omega * body->k;
}

// Whether it looks ahead by its motion against everything: asked for, or so long that its ends are
// fast even when it turns slowly.
static bool v2d__body_is_bullet(const v2d_world *world, int32_t i) {
    const v2d__body *body = &world->bodies[i];
    bool lengthy = body->extent > 10.0f * world->length_unit && world->dof[i].inv_mass > 0.0f;
    return lengthy || (body->flags & V2D__BODY_BULLET) != 0u;
}

// Square of (x, y, u) in a step below which no part of a body's surface gets farther along any axis than
// is free.
static float v2d__body_least_way(const v2d__body *body) {
    float lever = sqrtf(v2d__maxf(body->extent * body->extent - body->core * body->core, 0.0f));
    // |(x, y)| + |u| lever / k is at most the square root of two times the greater of 1 and lever / k.
    float way = V2D__SWEEP_FREE * body->core / v2d__maxf(1.0f, lever / body->k);
    return 0.5f * way * way;
}

// The smallest of all bodies says from when on any of them may be worth a sweep.
static void v2d__world_expect(v2d_world *world, const v2d__body *body) {
    world->least_way = v2d__minf(world->least_way, v2d__body_least_way(body));
    world->least_core = v2d__minf(world->least_core, body->core);
}

V2D__COLD static void v2d__body_refresh_proxies(v2d_world *world, int32_t i) {
    const v2d__body *body = &world->bodies[i];
    bool asleep = world->sleep_next1[i] != 0, bullet = v2d__body_is_bullet(world, i);
    for (int32_t s1 = body->shape1; s1 > 0; s1 = world->shapes[s1 - 1].next1) {
        uint32_t flags = V2D__PROXY_LIVE | V2D__PROXY_FRESH;
        if (world->dof[i].inv_mass > 0.0f) flags |= V2D__PROXY_MOVES;
        if (world->shapes[s1 - 1].geometry.kind == V2D_GEOMETRY_HALF_PLANE)
            flags |= V2D__PROXY_PLANE;
        if (bullet) flags |= V2D__PROXY_BULLET;
        if (v2d__body_is_fixed(body)) flags |= V2D__PROXY_STILL;
        if (asleep) flags |= V2D__PROXY_ASLEEP;
        flags |= world->proxy_flags[s1 - 1] & V2D__PROXY_STIRRED;
        world->proxy_flags[s1 - 1] = flags;
    }
    v2d__look *look = &world->look[i];
    look->margin = 0.5f * v2d__body_margin(world, i);
    look->bullet = bullet ? 1.0f : 0.0f;
    look->extent = body->extent;
    if (world->dof[i].inv_mass > 0.0f && body->core > 0.0f) v2d__world_expect(world, body);
    if (world->dof[i].inv_mass <= 0.0f) v2d__node_mark(world, i);
    world->bodies[i].flags |=
        V2D__BODY_CHANGED; // what is frozen of its contacts is not true any more
    world->bodies_changed = world->proxies_fresh = world->contacts_dirty = 1;
}

// Shift the geometry of a shape so that it is relative to a new centre of mass.
static void v2d__shape_recenter(v2d__shape *shape, v2d_vec2 center) {
    v2d_vec2 by = v2d__sub(shape->offset, center);
    for (int32_t i = 0; i < v2d__geometry_entries(&shape->geometry); ++i) {
        shape->geometry.vertices[i] = v2d__add(shape->geometry.vertices[i], by);
    }
    v2d__geometry_pad(&shape->geometry);
    shape->offset = center;
}

static v2d__frame v2d__frame_make(const v2d_geometry *g) {
    v2d__frame frame = {0.0f, 0.0f, 1e30f, 1e30f};
    if (g->kind == V2D_GEOMETRY_HALF_PLANE) return frame;
    v2d_transform xf = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    v2d_aabb box = v2d__geometry_aabb(g, xf);
    frame.x = 0.5f * (box.lower.x + box.upper.x), frame.y = 0.5f * (box.lower.y + box.upper.y);
    frame.half_width = 0.5f * (box.upper.x - box.lower.x);
    frame.half_height = 0.5f * (box.upper.y - box.lower.y);
    return frame;
}

// Do so with a shape of the world.
static void v2d__shape_place(v2d_world *world, int32_t i, v2d_vec2 center) {
    v2d__shape_recenter(&world->shapes[i], center);
    world->frames[i] = v2d__frame_make(&world->shapes[i].geometry);
}

// Origin of the body from its centre of mass.
static v2d_vec2 v2d__body_origin(const v2d_world *world, int32_t i) {
    v2d_transform xf = v2d__node_transform(world, i);
    return v2d__sub(xf.p, v2d__rotate(xf.q, world->bodies[i].local_center));
}

// Distance from the centre of mass to the farthest point; nothing for half-planes.
static float v2d__shape_extent(const v2d__shape *shape) {
    const v2d_geometry *g = &shape->geometry;
    float extent = 0.0f;
    if (g->kind == V2D_GEOMETRY_HALF_PLANE) return extent;
    for (int32_t k = 0; k < g->count; ++k)
        extent = v2d__maxf(extent, v2d__length(g->vertices[k]) + g->radius);
    return extent;
}

// Extent and core of a body with one more shape.
V2D__COLD static void v2d__body_widen(v2d__body *body, const v2d__shape *shape) {
    float core = v2d__geometry_core(&shape->geometry);
    body->extent = v2d__maxf(body->extent, v2d__shape_extent(shape));
    if (core > 0.0f) body->core = body->core > 0.0f ? v2d__minf(body->core, core) : core;
}

V2D__COLD static void v2d__body_update_extent(v2d_world *world, int32_t i) {
    v2d__body *body = &world->bodies[i];
    body->extent = body->core = 0.0f;
    for (int32_t s1 = body->shape1; s1 > 0; s1 = world->shapes[s1 - 1].next1)
        v2d__body_widen(body, &world->shapes[s1 - 1]);
}

// Move the centre of mass within the body. Its place in the world and the velocity of the body's
// material there change with it.
V2D__COLD static void v2d__body_set_center(v2d_world *world, int32_t i, v2d_vec2 center) {
    v2d__body *body = &world->bodies[i];
    v2d_vec2 by = v2d__sub(body->local_center, center);
    if (by.x == 0.0f && by.y == 0.0f) return;
    v2d_vec2 origin = v2d__body_origin(world, i);
    v2d_transform xf = v2d__node_transform(world, i);
    v2d_vec2 shift = v2d__rotate(xf.q, v2d__neg(by));
    float omega = world->dof[i].inv_k * world->dof[i].du;
    world->dof[i].dx -= omega * shift.y;
    world->dof[i].dy += omega * shift.x;
    for (int32_t j = 0; j < world->joint_pool.high; ++j) {
        v2d__joint *joint = V2D__AT(&world->joints[j]);
        if (world->joint_generation[j] % 2u == 0u) continue;
        if (joint->node_a == i) joint->local_a = v2d__add(joint->local_a, by);
        if (joint->node_b == i) joint->local_b = v2d__add(joint->local_b, by);
        world->joints_dirty = 1;
    }
    body->local_center = center;
    v2d_vec2 place = v2d__add(origin, v2d__rotate(xf.q, center));
    world->pose[i].x = place.x, world->pose[i].y = place.y;
    world->old_pose[i].x = place.x, world->old_pose[i].y = place.y;
    for (int32_t s1 = body->shape1; s1 > 0; s1 = world->shapes[s1 - 1].next1)
        v2d__shape_place(world, s1 - 1, center);
    v2d__body_update_extent(world, i);
}

V2D__COLD static v2d_mass v2d__shape_mass(const v2d__shape *shape) {
    v2d_geometry geometry = v2d__geometry_unpad(&shape->geometry);
    return v2d_geometry_mass(&geometry, shape->density);
}

// Mass, centre and inertia from the shapes (parallel axis theorem). A dynamic body whose shapes
// weigh nothing has mass 1 and does not turn.
V2D__COLD static void v2d__body_update_mass(v2d_world *world, int32_t i) {
    v2d__body *body = V2D__AT(&world->bodies[i]);
    bool dynamic =
        body->type == V2D_BODY_DYNAMIC; // others weigh nothing, however many shapes they have
    float mass = 0.0f, inertia = 0.0f;
    v2d_vec2 sum = {0.0f, 0.0f}, center = {0.0f, 0.0f};
    for (int32_t s1 = body->shape1; s1 > 0 && dynamic; s1 = world->shapes[s1 - 1].next1) {
        const v2d__shape *shape = &world->shapes[s1 - 1];
        v2d_mass m = v2d__shape_mass(shape);
        mass += m.mass;
        sum = v2d__add_scaled(sum, m.mass, v2d__add(m.center, shape->offset));
    }
    if (mass < 1e-12f) mass = 0.0f; // too little to divide by
    if (mass > 0.0f) center = v2d__scale(1.0f / mass, sum);
    v2d__body_set_center(world, i, center);
    for (int32_t s1 = body->shape1; s1 > 0 && mass > 0.0f; s1 = world->shapes[s1 - 1].next1) {
        v2d_mass m = v2d__shape_mass(&world->shapes[s1 - 1]);
        inertia += m.inertia + m.mass * v2d__length_sq(m.center);
    }
    if (dynamic && mass == 0.0f) mass = 1.0f;
    v2d__body_set_inertia(world, i, mass, inertia);
    v2d__body_refresh_proxies(world, i);
}

// ---- destruction -------------------------------------------------------------------------------
// Slots only; ids were checked above. Contacts of a dead proxy go when pairs are found anew, which
// must be before the slot is taken again: proxies of dead things are purged at once.

V2D__COLD static void v2d__proxy_kill(v2d_world *world, int32_t proxy) {
    world->proxy_flags[proxy] = 0u;
    v2d__grid_remove(&world->grid, proxy);
    v2d__pair *pairs = world->pairs[world->pair_side];
    int32_t kept = 0;
    for (int32_t i = 0; i < world->pair_count; ++i) {
        if (pairs[i].a == (uint32_t)proxy || pairs[i].b == (uint32_t)proxy) {
            v2d__pair_rouse(world, &pairs[i]);
            v2d__contact_release(world, &pairs[i]);
        } else {
            pairs[kept++] = pairs[i];
        }
    }
    world->pair_count = kept;
    int32_t rows = 0;
    for (int32_t i = 0; i < world->row_memory_count; ++i) {
        const v2d__row_memory *m = &world->row_memory[i];
        if (m->pair_a != (uint32_t)proxy && m->pair_b != (uint32_t)proxy)
            world->row_memory[rows++] = *m;
    }
    world->row_memory_count = rows;
    rows = 0;
    for (int32_t i = 0; i < world->row_count; ++i) {
        const v2d__row *r = &world->rows[i];
        if (r->pair_a != (uint32_t)proxy && r->pair_b != (uint32_t)proxy) world->rows[rows++] = *r;
    }
    world->row_count = rows;
    v2d__touching_list(world);
}

static void v2d__joint_free(v2d_world *world, int32_t i) {
    v2d__joint_stir(world, i);
    v2d__pool_give(&world->joint_pool, world->joint_generation, world->joint_next, i);
    world->joints_dirty = 1;
    v2d__node_recheck(world, world->joints[i].node_b);
}

V2D__COLD static void v2d__node_free_joints(v2d_world *world, int32_t node) {
    for (int32_t i = 0; i < world->joint_pool.high; ++i) {
        if (world->joint_generation[i] % 2u == 0u) continue;
        if (world->joints[i].node_a == node || world->joints[i].node_b == node)
            v2d__joint_free(world, i);
    }
}

static void v2d__shape_free(v2d_world *world, int32_t i) {
    v2d__shape *shape = &world->shapes[i];
    int32_t *link = &world->bodies[shape->body].shape1;
    while (*link != i + 1)
        link = &world->shapes[*link - 1].next1;
    *link = shape->next1;
    v2d__proxy_kill(world, i);
    v2d__pool_give(&world->shape_pool, world->shape_generation, world->shape_next, i);
}

static void v2d__body_free(v2d_world *world, int32_t i) {
    v2d__node_stir(world, i);
    while (world->bodies[i].shape1 > 0)
        v2d__shape_free(world, world->bodies[i].shape1 - 1);
    v2d__node_free_joints(world, i);
    memset(&world->dof[i], 0, sizeof(world->dof[i]));
    world->awake_changed = 1;
    v2d__pool_give(&world->body_pool, world->body_generation, world->body_next, i);
}

static void v2d__edge_unlink(v2d_world *world, int32_t i) {
    v2d__edge *e = &world->edges[i];
    if (e->soft1 == 0) return;
    v2d__soft *s = &world->softs[e->soft1 - 1];
    int32_t *link = &s->edge1, last = 0;
    while (*link != i + 1)
        last = *link, link = &world->edges[*link - 1].next1;
    *link = e->next1;
    if (s->last_edge1 == i + 1) s->last_edge1 = last;
    s->edge_count -= 1;
}

// Rows of the last step are reported until the next one: forget those of a point or an edge that goes.
V2D__COLD static void v2d__rows_forget(v2d_world *world, int32_t node, int32_t edge) {
    int32_t kept = 0;
    for (int32_t i = 0; i < world->row_count; ++i) {
        const v2d__row *row = &world->rows[i];
        bool names = row->node[0] == node || row->node[1] == node || row->node[2] == node;
        if (!names && (edge < 0 || row->edge != edge)) world->rows[kept++] = *row;
    }
    world->row_count = kept;
}

V2D__COLD static void v2d__edge_free(v2d_world *world, int32_t i) {
    v2d__rows_forget(world, -1, i);
    v2d__node_stir(world, V2D__POINT_NODE + world->edges[i].a);
    v2d__node_stir(world, V2D__POINT_NODE + world->edges[i].b);
    v2d__edge_unlink(world, i);
    v2d__pool_give(&world->edge_pool, world->edge_generation, world->edge_next, i);
    world->soft_dirty = V2D__SOFT_LISTS | V2D__SOFT_BLOCKS;
}

static void v2d__bend_free(v2d_world *world, int32_t i) {
    v2d__node_stir(world, V2D__POINT_NODE + world->bends[i].a);
    v2d__node_stir(world, V2D__POINT_NODE + world->bends[i].b);
    v2d__node_stir(world, V2D__POINT_NODE + world->bends[i].c);
    v2d__pool_give(&world->bend_pool, world->bend_generation, world->bend_next, i);
    world->soft_dirty |= V2D__SOFT_BLOCKS;
}

V2D__COLD static void v2d__point_free_constraints(v2d_world *world, int32_t i) {
    for (int32_t e = 0; e < world->edge_pool.high; ++e) {
        if (!v2d__edge_live(world, e)) continue;
        if (world->edges[e].a == i || world->edges[e].b == i) v2d__edge_free(world, e);
    }
    for (int32_t k = 0; k < world->bend_pool.high; ++k) {
        const v2d__bend *bend = &world->bends[k];
        if (world->bend_generation[k] % 2u == 0u) continue;
        if (bend->a == i || bend->b == i || bend->c == i) v2d__bend_free(world, k);
    }
    v2d__node_free_joints(world, V2D__POINT_NODE + i);
}

static void v2d__point_release(v2d_world *world, int32_t i) {
    memset(&world->dof[V2D__POINT_NODE + i], 0, sizeof(world->dof[0]));
    if (world->proxy_flags[V2D__POINT_PROXY + i] != 0u)
        v2d__proxy_kill(world, V2D__POINT_PROXY + i);
    v2d__pool_give(&world->point_pool, world->point_generation, world->point_next, i);
    world->soft_dirty = V2D__SOFT_LISTS | V2D__SOFT_BLOCKS;
    world->awake_changed = 1;
}

static void v2d__point_free(v2d_world *world, int32_t i) {
    v2d__node_stir(world, V2D__POINT_NODE + i);
    v2d__point_free_constraints(world, i);
    v2d__rows_forget(world, V2D__POINT_NODE + i, -1);
    int32_t soft = world->points[i].soft1 - 1;
    if (soft >= 0) {
        v2d__soft *s = V2D__AT(&world->softs[soft]);
        int32_t *link = &s->point1, last = 0;
        while (*link != i + 1)
            last = *link, link = &world->points[*link - 1].next1;
        *link = world->points[i].next1;
        if (s->last_point1 == i + 1) s->last_point1 = last;
        s->point_count -= 1;
        s->shape_frequency = 0.0f; // its rest shape is gone
        if (s->point_count == 0) v2d__proxy_kill(world, V2D__SOFT_PROXY + soft);
    }
    v2d__point_release(world, i);
}

static void v2d__soft_free(v2d_world *world, int32_t i) {
    v2d__soft *s = &world->softs[i];
    v2d__soft_stir(world, i);
    for (int32_t e1 = s->edge1; e1 > 0;) {
        int32_t next = world->edges[e1 - 1].next1;
        v2d__pool_give(&world->edge_pool, world->edge_generation, world->edge_next, e1 - 1);
        e1 = next;
    }
    for (int32_t k = 0; k < world->bend_pool.high; ++k) {
        if (world->bend_generation[k] % 2u == 1u && world->bends[k].soft1 == i + 1)
            v2d__bend_free(world, k);
    }
    for (int32_t p1 = s->point1; p1 > 0;) {
        int32_t next = world->points[p1 - 1].next1;
        v2d__node_free_joints(world, V2D__POINT_NODE + p1 - 1);
        v2d__point_release(world, p1 - 1);
        p1 = next;
    }
    v2d__proxy_kill(world, V2D__SOFT_PROXY + i);
    v2d__pool_give(&world->soft_pool, world->soft_generation, world->soft_next, i);
    world->soft_dirty = V2D__SOFT_LISTS | V2D__SOFT_BLOCKS;
}

// ---- numbers that went wrong -------------------------------------------------------------------
// A node whose numbers make no sense is put aside and reported, alone. It is looked for where all
// nodes are read anyhow: at the start of a step, when displacements are integrated, when they are
// added up, and at the end. Rows do not hand on what makes no sense, but for contacts of rigid bodies:
// they hand on what is infinite or huge. Of several nodes that a pass has spoilt none tells who began:
// all get back the displacement that they had before, and none is put aside.

V2D__COLD static v2d_event v2d__event_make(v2d_event_kind kind) {
    v2d_event event;
    memset(&event, 0, sizeof(event));
    event.kind = kind;
    return event;
}

static bool v2d__node_is_sound(const v2d_world *world, int32_t i) {
    const v2d__pose *p = &world->pose[i];
    return v2d__dof_is_sound(&world->dof[i]) && v2d__sensible(p->x) && v2d__sensible(p->y) &&
           v2d__sensible(p->c) && v2d__sensible(p->s);
}

// Put a body that went wrong aside: it stays at its last good pose and moves no more.
V2D__COLD static void v2d__body_disable(v2d_world *world, int32_t i) {
    v2d__body *body = &world->bodies[i];
    v2d__node_wake(world, i);
    memset(&world->dof[i], 0, sizeof(world->dof[i]));
    world->look[i].motion = 0.0f;
    body->flags |= V2D__BODY_DISABLED;
    v2d__body_set_inertia(world, i, body->mass, body->inertia);
    v2d__body_refresh_proxies(world, i);
    world->joints_dirty = world->awake_changed = 1;
    v2d_event event = v2d__event_make(V2D_EVENT_BODY_DISABLED);
    event.body.index1 = (uint32_t)i + 1u;
    event.body.generation = v2d__stamp(V2D__KIND_BODY, world->body_generation[i]);
    event.user = v2d__user(body->user);
    v2d__event_add(world, &event);
}

V2D__COLD static void v2d__point_disable(v2d_world *world, int32_t i) {
    v2d__point *p = V2D__AT(&world->points[i]);
    v2d__node_wake(world, V2D__POINT_NODE + i);
    memset(&world->dof[V2D__POINT_NODE + i], 0, sizeof(world->dof[0]));
    world->look[V2D__POINT_NODE + i].motion = 0.0f;
    p->flags |= V2D__POINT_DISABLED | V2D__POINT_PINNED;
    p->shape_lambda.x = p->shape_lambda.y = 0.0f;
    p->area_gradient.x = p->area_gradient.y = 0.0f;
    world->soft_dirty = V2D__SOFT_LISTS | V2D__SOFT_BLOCKS;
    world->joints_dirty = 1;
    v2d_event event = v2d__event_make(V2D_EVENT_POINT_DISABLED);
    event.point.index1 = (uint32_t)i + 1u;
    event.point.generation = v2d__stamp(V2D__KIND_POINT, world->point_generation[i]);
    event.user = v2d__user(p->user);
    v2d__event_add(world, &event);
}

// A pose that makes no sense: back to where the last step began.
V2D__COLD static void v2d__pose_mend(v2d_world *world, int32_t i) {
    v2d__pose *p = &world->pose[i], *old = &world->old_pose[i];
    for (int k = 0; k < 2; ++k, p = old) {
        if (v2d__sensible(p->x) && v2d__sensible(p->y) && v2d__sensible(p->c) &&
            v2d__sensible(p->s)) {
            world->pose[i] = *p;
            break;
        }
    }
    p = &world->pose[i];
    if (!v2d__sensible(p->x)) p->x = 0.0f;
    if (!v2d__sensible(p->y)) p->y = 0.0f;
    if (!v2d__sensible(p->c) || !v2d__sensible(p->s)) p->c = 1.0f, p->s = 0.0f;
    *old = *p;
}

V2D__COLD static void v2d__node_disable(v2d_world *world, int32_t i) {
    memset(&world->drive[i].force, 0, sizeof(world->drive[i].force));
    world->drive[i].torque = 0.0f;
    v2d__pose_mend(world, i);
    memset(&world->previous[i], 0, sizeof(world->previous[i]));
    memset(&world->start[i], 0, sizeof(world->start[i]));
    memset(&world->incoming[i], 0, sizeof(world->incoming[i]));
    if (i < V2D__POINT_NODE) {
        v2d__body_disable(world, i);
    } else {
        v2d__point_disable(world, i - V2D__POINT_NODE);
    }
}

static bool v2d__node_live(const v2d_world *world, int32_t i) {
    if (i == V2D__BOUNDS_NODE) return false; // it is nobody's
    return i < V2D__POINT_NODE ? v2d__body_live(world, i)
                               : v2d__point_live(world, i - V2D__POINT_NODE);
}

// Before anything reads them in this step: nodes that something outside made wrong.
V2D__COLD static void v2d__nodes_check(v2d_world *world) {
    for (int32_t i = 0; i < V2D__POINT_NODE + world->point_pool.high; ++i) {
        if (v2d__node_is_sound(world, i)) continue;
        if (v2d__node_live(world, i)) {
            v2d__node_disable(world, i);
        } else {
            v2d__pose_mend(world, i);
            memset(&world->dof[i], 0, sizeof(world->dof[i]));
        }
    }
    world->went_wrong = 0;
}

// Active nodes whose numbers make no sense within a step; returns how many.
V2D__COLD static int32_t v2d__unsound_list(const v2d_world *world, int32_t *list) {
    int32_t count = 0;
    for (int32_t k = 0; k < world->active_count; ++k) {
        if (!v2d__dof_is_sound(&world->dof[world->active[k]])) list[count++] = world->active[k];
    }
    return count;
}

// Nothing can push it.
static bool v2d__dof_is_fixed(const v2d__dof *d) {
    return d->inv_mass <= 0.0f && v2d__sensible(d->inv_mass);
}

// What no pass can spoil: it went wrong by itself.
static bool v2d__dof_is_cause(const v2d__dof *d) {
    return !(v2d__sensible(d->Dx) && v2d__sensible(d->Dy) && v2d__sensible(d->Du) &&
             v2d__sensible(d->inv_mass) && v2d__sensible(d->inv_k));
}

// The displacement before what spoilt it.
V2D__COLD static void v2d__node_revert(v2d_world *world, int32_t i) {
    v2d__dof *d = V2D__AT(&world->dof[i]);
    v2d__vec3 *back = V2D__AT(&world->previous[i]);
    const v2d__vec3 *incoming = V2D__AT(&world->incoming[i]);
    if (!v2d__sensible(back->x) || !v2d__sensible(back->y) || !v2d__sensible(back->u))
        back->x = incoming->x, back->y = incoming->y, back->u = incoming->u;
    d->dx = back->x, d->dy = back->y, d->du = back->u;
    if (!v2d__dof_is_cause(d)) return; // else nothing can push it: it goes on as it came
    float n = (float)world->last_substeps;
    d->Dx = n * incoming->x, d->Dy = n * incoming->y, d->Du = n * incoming->u;
}

static void v2d__number_mend(float *x) {
    if (!v2d__sensible(*x)) *x = 0.0f;
}

static void v2d__numbers_mend(float *x, size_t bytes) {
    for (size_t i = 0; i < bytes / sizeof(float); ++i)
        v2d__number_mend(&x[i]);
}

// Those of a lane that push faster than anything may be.
static void v2d__contact_mend(const v2d_world *world, v2d__contact_block *k, int32_t lane) {
    const v2d__dof *a = V2D__AT(&world->dof[k->a[lane] / V2D__LANE_NODE]);
    const v2d__dof *b = V2D__AT(&world->dof[k->b[lane] / V2D__LANE_NODE]);
    float most = 0.5f * world->max_speed * world->h, w = a->inv_mass + b->inv_mass;
    for (int i = 0; i < 2; ++i) {
        v2d__lane_point *p = &k->p[i];
        if (w * v2d__maxf(p->lambda_n[lane], v2d__absf(p->lambda_t[lane])) <= most) continue;
        p->lambda_n[lane] = p->lambda_t[lane] = 0.0f;
    }
}

// Impulses that were spoilt: forget them.
V2D__COLD static void v2d__impulses_mend(v2d_world *world) {
    for (int32_t b = 0; b < v2d__contact_blocks(&world->contact_batch); ++b) {
        v2d__contact_block *k = &world->contact_blocks[b];
        v2d__contact_extra *x = &world->contact_extras[b];
        for (int i = 0; i < 2; ++i) {
            v2d__numbers_mend(k->p[i].lambda_n, sizeof(k->p[i].lambda_n));
            v2d__numbers_mend(k->p[i].lambda_t, sizeof(k->p[i].lambda_t));
            v2d__numbers_mend(k->p[i].between, sizeof(k->p[i].between));
        }
        for (int32_t lane = 0; lane < V2D__LANES; ++lane)
            v2d__contact_mend(world, k, lane);
        v2d__numbers_mend(x->roll_lambda, sizeof(x->roll_lambda));
        v2d__numbers_mend(k->sum[0].n, sizeof(k->sum));
    }
    const v2d__batch *rows = &world->row_batch;
    int32_t lanes = world->row_count > 0 ? rows->overflow_start + rows->overflow_count : 0;
    for (int32_t b = 0; b * V2D__LANES < lanes; ++b) {
        v2d__row_block *k = &world->row_blocks[b];
        v2d__numbers_mend(k->lambda_n, sizeof(k->lambda_n));
        v2d__numbers_mend(k->lambda_t, sizeof(k->lambda_t));
        v2d__numbers_mend(k->sum.n, sizeof(k->sum));
    }
    for (int32_t i = 0; i < world->row_count; ++i)
        v2d__number_mend(&world->rows[i].lambda_n), v2d__number_mend(&world->rows[i].lambda_t);
    for (int32_t i = 0; i < world->row_memory_count; ++i) {
        v2d__number_mend(&world->row_memory[i].lambda_n);
        v2d__number_mend(&world->row_memory[i].lambda_t);
    }
    for (int32_t i = 0; i < world->soft_pool.high; ++i)
        v2d__number_mend(&world->softs[i].area_lambda);
    for (int32_t i = 0; i < world->point_pool.high; ++i) {
        v2d__point *p = &world->points[i];
        v2d__number_mend(&p->area_gradient.x), v2d__number_mend(&p->area_gradient.y);
        v2d__number_mend(&p->shape_lambda.x), v2d__number_mend(&p->shape_lambda.y);
    }
    v2d__joints_clean(world);
}

// What a number that went wrong pushed as fast as anything may be, within this sub-step, gets back what
// it had before. `unit`: of the displacements of what makes sense [displacements of a sub-step].
V2D__COLD static void v2d__rescue_pushed(v2d_world *world, float unit) {
    float most = world->max_speed * world->h;
    for (int32_t k = 0; k < world->active_count; ++k) {
        v2d__dof *d = V2D__AT(&world->dof[world->active[k]]);
        const v2d__vec3 *back = V2D__AT(&world->previous[world->active[k]]);
        if (!v2d__dof_is_sound(d) || d->inv_mass <= 0.0f) continue;
        float now = unit * v2d__length(v2d_vec2_make(d->dx, d->dy));
        float before = v2d__length(v2d_vec2_make(back->x, back->y));
        float turn = v2d__absf(unit * d->inv_k * d->du), turned = v2d__absf(d->inv_k * back->u);
        bool leapt = now > 0.99f * most && before < 0.5f * most;
        bool spun = turn > 0.77f && turned < 0.4f; // of an eighth of a circle
        if (!leapt && !spun) continue;
        d->dx = back->x / unit, d->dy = back->y / unit, d->du = back->u / unit;
    }
}

// Something went wrong within a step. In the first sub-step nothing has been handed on yet. `unit` as
// above.
V2D__COLD static void v2d__rescue(v2d_world *world, bool first, float unit) {
    int32_t count = 0;
    if (!first) v2d__rescue_pushed(world, unit);
    bool known = first;
    for (int32_t k = 0; k < world->active_count; ++k) {
        const v2d__dof *d = V2D__AT(&world->dof[world->active[k]]);
        if (v2d__dof_is_sound(d) || v2d__dof_is_fixed(d)) continue;
        known |= v2d__dof_is_cause(d);
        count += 1;
    }
    for (int32_t k = 0; k < world->active_count; ++k) {
        int32_t i = world->active[k];
        const v2d__dof *d = V2D__AT(&world->dof[i]);
        if (v2d__dof_is_sound(d)) continue;
        bool blamed = known ? first || v2d__dof_is_cause(d) : count == 1;
        if (v2d__dof_is_fixed(d) || !blamed) {
            v2d__node_revert(world, i);
        } else {
            v2d__node_disable(world, i);
        }
    }
    for (int32_t i = 0; i < V2D__POINT_NODE + world->point_pool.high; ++i) { // what is not active
        v2d__dof *d = V2D__AT(&world->dof[i]);
        if (v2d__dof_is_sound(d)) continue;
        d->dx = d->dy = d->du = 0.0f;
        d->Dx = d->Dy = d->Du = 0.0f;
    }
    memset(&world->dof[V2D__DUMMY_NODE], 0, sizeof(world->dof[0]));
    v2d__impulses_mend(world);
    world->went_wrong = 0;
}

// ---- the step: begin ---------------------------------------------------------------------------

// What the stage over all bodies needs.
typedef struct v2d__motion_run {
    v2d_world *world;
    const v2d__kernels *kernels;
    v2d__motion motion;
} v2d__motion_run;

// How far the surface of a body may move in this step, and how long it has rested.
static void v2d__body_motion(v2d_world *world, int32_t i, const v2d__motion *m) {
    const v2d__dof *node = V2D__AT(&world->dof[i]);
    v2d__look *look = &world->look[i];
    if (!v2d__node_is_sound(world, i)) {
        v2d__mark(&world->went_wrong);
        return;
    }
    if (world->sleep_next1[i] != 0) return;
    float speed = v2d__length(v2d_vec2_make(node->dx, node->dy)) +
                  v2d__absf(node->inv_k * node->du) * look->extent;
    look->motion = speed * m->dt + (node->inv_mass > 0.0f ? m->fall : 0.0f);
    if (speed > m->lively) v2d__mark(&world->lively);
    if (i < V2D__POINT_NODE && (world->bodies[i].flags & m->sleepless) != 0u) speed = 1e30f;
    v2d__node_rest(world, i, speed, m->dt);
}

static void v2d__bodies_motion_part(const void *argument, int32_t first, int32_t last) {
    const v2d__motion_run *run = (const v2d__motion_run *)argument;
    while (first < last) {
        first = run->kernels->bodies_motion(run->world, first, last, &run->motion);
        int32_t to = first + run->kernels->width < last ? first + run->kernels->width : last;
        for (; first < to; ++first)
            v2d__body_motion(run->world, first, &run->motion);
    }
}

// How far each node's surface may move in this step, and how long it has rested.
V2D__OUTLINE static void v2d__nodes_motion(v2d_world *world, v2d__team *team, float dt) {
    float fall = v2d__fall(world, dt);
    // Two that are slower than half the threshold, and fall for a step, do not bounce.
    float lively = 0.5f * world->restitution_threshold - v2d__length(world->gravity) * dt;
    v2d__motion_run run = {
        world, team->kernels, {dt, fall, v2d__maxf(lively, 0.0f), V2D__BODY_SLEEPLESS}};
    world->drowsy = world->lively = 0;
    v2d__parallel(team, v2d__bodies_motion_part, &run, 0, world->body_pool.high, V2D__GRAIN_BOXES);
    v2d__parallel(team, v2d__bodies_motion_part, &run, V2D__POINT_NODE,
                  V2D__POINT_NODE + world->point_pool.high, V2D__GRAIN_BOXES);
}

// The nodes that this step moves: all but immovable and disabled bodies and what sleeps.
static void v2d__nodes_list(v2d_world *world) {
    int32_t count = 0;
    for (int32_t i = 0; i < world->body_pool.high; ++i) {
        if (world->sleep_next1[i] == 0 && v2d__body_live(world, i) &&
            !v2d__body_is_fixed(&world->bodies[i]))
            world->active[count++] = i;
    }
    for (int32_t i = 0; i < world->point_pool.high; ++i) {
        if (world->sleep_next1[V2D__POINT_NODE + i] == 0 && v2d__point_live(world, i))
            world->active[count++] = V2D__POINT_NODE + i;
    }
    world->active_count = count;
    world->awake_changed = 0;
    for (; count % V2D__LANES != 0; ++count)
        world->active[count] = V2D__DUMMY_NODE;
}

// What joints add to the inertia of a node, beyond what is stable without. (What they add to others
// depends on who comes first: immovable nodes may be in several lanes.)
static float v2d__node_stiffness(const v2d_world *world, int32_t i) {
    const v2d__dof *node = &world->dof[i];
    if (node->inv_mass <= 0.0f || node->inv_k <= 0.0f) return 0.0f;
    return v2d__maxf(world->extra_inertia[i] - 0.75f * world->bodies[i].inertia, 0.0f);
}

// Give bodies what the joints add to their inertia: I' = I + extra. The spin stays, but where the
// extra grows: then I' w^2 stays, for the extra must not bring energy with it.
static void v2d__nodes_stiffen(v2d_world *world, float most_turn) {
    if (world->joint_pool.count == 0) return;
    for (int32_t k = 0; k < world->active_count && world->active[k] < V2D__POINT_NODE; ++k) {
        int32_t i = world->active[k];
        v2d__dof *node = V2D__AT(&world->dof[i]);
        v2d__body *body = V2D__AT(&world->bodies[i]);
        if (!v2d__sensible(node->du)) continue;
        float before = body->extra_inertia, extra = v2d__node_stiffness(world, i);
        body->extra_inertia = extra;
        if (extra <= 0.0f) continue;
        float omega = v2d__clampf(node->inv_k * node->du, -most_turn, most_turn);
        if (extra > before) omega *= sqrtf((body->inertia + before) / (body->inertia + extra));
        node->inv_k = sqrtf(body->mass / (body->inertia + extra));
        node->du = omega / node->inv_k;
    }
}

// Take it from them again.
static void v2d__nodes_soften(v2d_world *world) {
    if (world->joint_pool.count == 0) return;
    for (int32_t k = 0; k < world->active_count && world->active[k] < V2D__POINT_NODE; ++k) {
        int32_t i = world->active[k];
        v2d__dof *node = &world->dof[i];
        const v2d__body *body = V2D__AT(&world->bodies[i]);
        if (body->extra_inertia <= 0.0f || node->inv_k <= 0.0f) continue;
        node->du *= node->inv_k * body->k;
        node->inv_k = 1.0f / body->k;
    }
}

// Points of chains that are held at both ends gain mass under load, for a step. A pull F over a length L
// acts on a point across it like a spring of F / L, and a row that presses it with F gives way the
// more, the lighter it is: either is too much for a light point under a heavy thing. So the mass is at
// least 4 F h^2 / L for each edge, and 16 F h^2 over its radius for each row. The extra has no
// weight, and brings no energy: where it grows, m' v^2 stays. From step to step it halves at most, also
// when the chain is let go: what springs of a heavy point have stored would throw a light one far. (What
// hangs on a free end has its tether instead: extra mass would brake its swing.)
static void v2d__points_load(v2d_world *world) {
    float *load = world->extra_inertia;
    memset(&load[V2D__POINT_NODE], 0, (size_t)world->point_pool.high * sizeof(load[0]));
    for (int32_t c = 0; c < world->serial_count; ++c) {
        int32_t first = world->link_start[c], last = world->link_start[c + 1];
        if (world->dof[world->links[last - 1].to].inv_mass > 0.0f) continue;
        for (int32_t at = first; at < last; ++at) {
            const v2d__link *l = &world->links[at];
            load[l->to] += 1e-30f; // it may have a load
            if (!v2d__row_is_edge(l->row)) continue;
            const v2d__edge *e = &world->edges[l->row];
            float pull = 4.0f * v2d__maxf(-v2d__edge_lambda(world, e), 0.0f) / e->rest;
            load[l->from] += pull, load[l->to] += pull;
        }
    }
    for (int32_t i = 0; i < world->row_count; ++i) {
        const v2d__row *r = &world->rows[i];
        for (int32_t k = 0; k < 3; ++k) {
            int32_t point = r->node[k] - V2D__POINT_NODE;
            if (point < 0 || point >= V2D_MAX_POINTS || !(load[r->node[k]] > 0.0f)) continue;
            float share = k == 0 ? 1.0f : v2d__absf(k == 1 ? r->w1 : r->w2);
            float radius = v2d__maxf(world->points[point].radius, 0.005f * world->length_unit);
            load[r->node[k]] += 16.0f * share * v2d__maxf(r->lambda_n, 0.0f) / radius;
        }
    }
}

// A point that has extra mass in this step.
static bool v2d__point_is_heavy(const v2d_world *world, int32_t i) {
    int32_t node = V2D__POINT_NODE + i;
    return world->points[i].extra_mass > 0.0f && world->dof[node].inv_mass > 0.0f &&
           world->sleep_next1[node] == 0;
}

static void v2d__points_stiffen(v2d_world *world) {
    if (world->held_count == 0 && world->heavy_count == 0) return;
    v2d__points_load(world);
    world->heavy_count = 0;
    for (int32_t i = 0; i < world->point_pool.high; ++i) {
        v2d__dof *node = V2D__AT(&world->dof[V2D__POINT_NODE + i]);
        v2d__point *p = V2D__AT(&world->points[i]);
        float before = p->extra_mass, load = world->extra_inertia[V2D__POINT_NODE + i];
        if (!v2d__point_live(world, i) || (before <= 0.0f && !(load > 0.0f))) continue;
        float extra = v2d__is_finite(load) ? v2d__maxf(load - p->mass, 0.0f) : 0.0f;
        if (before > 0.01f * p->mass) extra = v2d__maxf(extra, 0.5f * before);
        if (node->inv_mass > 0.0f && world->sleep_next1[V2D__POINT_NODE + i] == 0)
            p->extra_mass = extra;
        if (p->extra_mass > 0.0f) world->heavy_count += 1;
        if (!v2d__point_is_heavy(world, i)) continue;
        float keep = extra > before ? sqrtf((p->mass + before) / (p->mass + extra)) : 1.0f;
        node->dx *= keep, node->dy *= keep;
        node->inv_mass = 1.0f / (p->mass + extra);
    }
}

// Take the weight of the extra from what the first sub-step adds.
static void v2d__points_lighten(v2d_world *world, float h) {
    for (int32_t i = 0; i < world->point_pool.high && world->heavy_count > 0; ++i) {
        if (!v2d__point_is_heavy(world, i)) continue;
        const v2d__point *p = &world->points[i];
        int32_t node = V2D__POINT_NODE + i;
        float share = p->extra_mass / (p->mass + p->extra_mass);
        share *= h * h * world->drive[node].gravity_scale;
        world->start[node].x -= share * world->gravity.x;
        world->start[node].y -= share * world->gravity.y;
    }
}

static void v2d__points_soften(v2d_world *world) {
    for (int32_t i = 0; i < world->point_pool.high && world->heavy_count > 0; ++i) {
        if (v2d__point_is_heavy(world, i))
            world->dof[V2D__POINT_NODE + i].inv_mass = 1.0f / world->points[i].mass;
    }
}

// Nodes that are locked along an axis.
static void v2d__nodes_find_locked(v2d_world *world) {
    world->locked_count = 0;
    if (!world->has_locks) return;
    for (int32_t i = 0; i < world->body_pool.high; ++i) {
        if ((world->bodies[i].flags & (V2D__BODY_LOCK_X | V2D__BODY_LOCK_Y)) != 0u)
            world->locked[world->locked_count++] = i;
    }
}

static void v2d__nodes_lock(v2d_world *world) {
    for (int32_t k = 0; k < world->locked_count; ++k) {
        int32_t i = world->locked[k];
        if (world->bodies[i].flags & V2D__BODY_LOCK_X)
            world->dof[i].dx = world->previous[i].x = world->start[i].x = 0.0f;
        if (world->bodies[i].flags & V2D__BODY_LOCK_Y)
            world->dof[i].dy = world->previous[i].y = world->start[i].y = 0.0f;
    }
}

// What the stages over all active nodes share. Their items are as many nodes as a block has lanes.
typedef struct v2d__nodes_run {
    v2d_world *world;
    const v2d__kernels *kernels;
    const v2d__time *time;
    float most, inverse_h; // greatest displacement in a sub-step [m]; [1/s]
    bool first;            // sub-step
} v2d__nodes_run;

enum { V2D__GRAIN_NODES = 64 };

static int32_t v2d__nodes_items(const v2d_world *world) {
    return (world->active_count + V2D__LANES - 1) / V2D__LANES;
}

// Number of nodes in some items: the last one may be filled up with the dummy.
static int32_t v2d__nodes_count(const v2d_world *world, int32_t first, int32_t last) {
    int32_t end = last * V2D__LANES;
    return (end < world->active_count ? end : world->active_count) - first * V2D__LANES;
}

// Share out the active nodes by zone, if several workers are to share them and there are no points.
V2D__OUTLINE static void v2d__nodes_share(const v2d_world *world, v2d__team *team) {
    int32_t count = world->active_count, at = 0;
    team->zoned = team->workers > 1 && world->point_pool.count == 0 && count >= V2D__GRAIN(512);
    for (int32_t zone = 0; zone < V2D__ZONES && team->zoned; ++zone) {
        for (int32_t step = 1 << 20; step > 0; step /= 2) {
            if (at + step <= count && v2d__zone_of(world, world->active[at + step - 1]) < zone)
                at += step;
        }
        team->zone_start[zone] = at / V2D__LANES;
    }
    team->zone_start[V2D__ZONES] = v2d__nodes_items(world);
}

static void v2d__parallel_nodes(v2d__team *team, v2d__task function, const v2d__nodes_run *run) {
    if (team->zoned) {
        v2d__parallel_zones(team, function, run, team->zone_start, 1);
    } else {
        v2d__parallel(team, function, run, 0, v2d__nodes_items(run->world), V2D__GRAIN_NODES);
    }
}

static void v2d__nodes_begin_part(const void *argument, int32_t first, int32_t last) {
    const v2d__nodes_run *run = (const v2d__nodes_run *)argument;
    v2d_world *world = run->world;
    run->kernels->nodes_begin(world, &world->active[first * V2D__LANES],
                              v2d__nodes_count(world, first, last), run->time);
}

V2D__OUTLINE static void v2d__nodes_begin(v2d_world *world, v2d__team *team,
                                          const v2d__time *time) {
    v2d__nodes_run run;
    memset(&run, 0, sizeof(run));
    run.world = world, run.kernels = team->kernels, run.time = time;
    v2d__nodes_stiffen(world, 0.785398163f / time->h);
    v2d__points_stiffen(world);
    v2d__parallel_nodes(team, v2d__nodes_begin_part, &run);
    memset(&world->start[V2D__DUMMY_NODE], 0, sizeof(world->start[0]));
    v2d__points_lighten(world, time->h);
    v2d__nodes_find_locked(world);
    v2d__nodes_lock(world);
}

// ---- the step: sub-steps -----------------------------------------------------------------------

// Nodes that were wrong when displacements were added up were left out. What they are put back to may be
// faster than anything may be, for only here that is looked at.
V2D__COLD static void v2d__rescue_advance(v2d_world *world, float most) {
    int32_t count = v2d__unsound_list(world, world->island);
    v2d__rescue(world, false, 1.0f);
    for (int32_t k = 0; k < count; ++k) {
        v2d__dof *d = V2D__AT(&world->dof[world->island[k]]);
        v2d__node_limit(d, most);
        d->Dx += d->dx, d->Dy += d->dy, d->Du += d->du;
    }
}

V2D__OUTLINE static void v2d__solve_pass(v2d_world *world, const v2d__pass *pass, float h) {
    V2D_ASSERT(h > 0.0f && pass->world == world);
    v2d__solve_springs(world, pass, h);
    v2d__solve_joints(world, pass, h);
    v2d__solve_soft(world, pass, h);
    if (world->serial_count + world->tether_count > 0) v2d__solve_links(world, pass);
    if (world->reach_count > 0) v2d__solve_reaches(world, pass);
    if (world->serial_count > 0) v2d__links_note(world, pass->bias);
    v2d__solve_rows(world, pass);
    v2d__solve_contacts(world, pass);
}

// Pairs of soft bodies: they come last in the list.
static int32_t v2d__soft_pairs(const v2d_world *world) {
    const v2d__pair *pairs = world->pairs[world->pair_side];
    int32_t first = world->pair_count;
    while (first > 0 && pairs[first - 1].a >= (uint32_t)V2D__SOFT_PROXY)
        first -= 1;
    return first;
}

static void v2d__nodes_integrate_part(const void *argument, int32_t first, int32_t last) {
    const v2d__nodes_run *run = (const v2d__nodes_run *)argument;
    v2d_world *world = run->world;
    run->kernels->nodes_integrate(world, &world->active[first * V2D__LANES],
                                  v2d__nodes_count(world, first, last), run->first);
}

static void v2d__nodes_advance_part(const void *argument, int32_t first, int32_t last) {
    const v2d__nodes_run *run = (const v2d__nodes_run *)argument;
    v2d_world *world = run->world;
    run->kernels->nodes_advance(world, &world->active[first * V2D__LANES],
                                v2d__nodes_count(world, first, last), run->most);
}

V2D__OUTLINE static void v2d__substeps(v2d_world *world, v2d__team *team, float h, int32_t substeps,
                                       int32_t passes) {
    int32_t soft_pairs = v2d__soft_pairs(world);
    const v2d__pair *pairs = world->pairs[world->pair_side] + soft_pairs;
    world->bounce_linked = 0;
    v2d__nodes_run run;
    memset(&run, 0, sizeof(run));
    run.world = world, run.kernels = team->kernels, run.most = world->max_speed * h;
    v2d__pass bias, relax;
    bias.world = relax.world = world;
    bias.team = relax.team = team;
    bias.kernels = relax.kernels = team->kernels;
    bias.call.stiff = v2d__soften_stiff(h), relax.call.stiff = v2d__soften_none();
    bias.call.stiff.most = v2d__most_bias(world, h);
    bias.call.warm = relax.call.warm = 1.0f;
    bias.bias = true, relax.bias = bias.call.last = relax.call.last = false;
    bias.call.contact = relax.call.contact = v2d__contact_soften(world, h);
    for (int32_t s = 0; s < substeps; ++s) {
        run.first = s == 0, relax.call.last = s == substeps - 1;
        v2d__parallel_nodes(team, v2d__nodes_integrate_part, &run);
        if (world->went_wrong) v2d__rescue(world, run.first, 1.0f);
        v2d__nodes_lock(world);
        if (world->lively && world->bounces) {
            v2d__bounce(world, team, h);
            v2d__nodes_lock(world);
        }
        v2d__solve_pass(world, &bias, h);
        v2d__nodes_lock(world);
        v2d__parallel_nodes(team, v2d__nodes_advance_part, &run);
        if (world->went_wrong) v2d__rescue_advance(world, run.most);
        for (int32_t p = 0; p < passes; ++p)
            v2d__relax_pass(world, pairs, world->pair_count - soft_pairs);
        v2d__solve_pass(world, &relax, h);
    }
    // One more relax pass lets the slow sway of large piles die out.
    v2d__solve_rows(world, &relax);
    v2d__solve_contacts(world, &relax);
    v2d__nodes_lock(world);
}

// ---- the step: end -----------------------------------------------------------------------------

// Poses move on; displacements become velocities [m/s]; forces are used up.
static void v2d__node_finish(v2d_world *world, int32_t i, float most, float inverse_h) {
    v2d__dof *node = V2D__AT(&world->dof[i]);
    v2d__pose *pose = V2D__AT(&world->pose[i]);
    pose->x += node->Dx, pose->y += node->Dy;
    float angle = node->inv_k * node->Du;
    if (angle * angle > 0.0f) {
        v2d_rot q = {pose->c, pose->s};
        q = v2d__rot_integrate(q, angle);
        pose->c = q.c, pose->s = q.s;
    }
    v2d__node_note(world, i);
    v2d__node_limit(node, most);
    node->dx *= inverse_h, node->dy *= inverse_h, node->du *= inverse_h;
    node->Dx = node->Dy = node->Du = 0.0f;
}

// The walls do the work; this makes sure that nothing gets out, whatever happens.
static void v2d__node_confine(v2d_world *world, int32_t node, float margin) {
    v2d__pose *pose = V2D__AT(&world->pose[node]);
    v2d__dof *dof = V2D__AT(&world->dof[node]);
    const v2d_aabb *b = &world->bounds;
    if (dof->inv_mass <= 0.0f) return;
    float x = v2d__clampf(pose->x, b->lower.x + margin, b->upper.x - margin);
    float y = v2d__clampf(pose->y, b->lower.y + margin, b->upper.y - margin);
    if (x != pose->x && (x - pose->x) * dof->dx < 0.0f) dof->dx = 0.0f;
    if (y != pose->y && (y - pose->y) * dof->dy < 0.0f) dof->dy = 0.0f;
    pose->x = x, pose->y = y;
}

V2D__OUTLINE static void v2d__edges_tear(v2d_world *world) {
    for (int32_t i = 0; i < world->edge_pool.high; ++i) {
        const v2d__edge *e = V2D__AT(&world->edges[i]);
        if (!v2d__edge_live(world, i) || e->tear_strain <= 0.0f) continue;
        float length =
            v2d__length(v2d__sub(v2d__point_place(world, e->b), v2d__point_place(world, e->a)));
        if (length <= e->rest * (1.0f + e->tear_strain)) continue;
        v2d_event event = v2d__event_make(V2D_EVENT_EDGE_TORN);
        event.edge.index1 = (uint32_t)i + 1u;
        event.edge.generation = v2d__stamp(V2D__KIND_EDGE, world->edge_generation[i]);
        if (e->soft1 > 0) {
            event.soft.index1 = (uint32_t)e->soft1;
            event.soft.generation =
                v2d__stamp(V2D__KIND_SOFT, world->soft_generation[e->soft1 - 1]);
        }
        event.user = v2d__user(e->user);
        v2d__event_add(world, &event);
        v2d__edge_free(world, i);
    }
}

// Those that are not sane are left for later.
static void v2d__nodes_finish_part(const void *argument, int32_t first, int32_t last) {
    const v2d__nodes_run *run = (const v2d__nodes_run *)argument;
    v2d_world *world = run->world;
    int32_t from = first * V2D__LANES, end = from + v2d__nodes_count(world, first, last);
    while (from < end) {
        from =
            run->kernels->nodes_finish(world, world->active, from, end, run->most, run->inverse_h);
        int32_t to = from + run->kernels->width < end ? from + run->kernels->width : end;
        for (; from < to; ++from) { // lanes that need more care
            int32_t node = world->active[from];
            if (v2d__dof_is_sound(&world->dof[node])) {
                v2d__node_finish(world, node, run->most, run->inverse_h);
            } else {
                v2d__mark(&world->went_wrong);
            }
        }
    }
}

// Nodes that were left for later are put right, or aside, and then finished like the others.
V2D__COLD static void v2d__unsound_finish(v2d_world *world, const v2d__nodes_run *run) {
    int32_t count = v2d__unsound_list(world, world->island);
    v2d__rescue(world, false, world->h);
    for (int32_t k = 0; k < count; ++k)
        v2d__node_finish(world, world->island[k], run->most, run->inverse_h);
}

// The documents' scheme shifts points when their speed was limited already: what that adds up to in a
// step is no more than what they could have flown.
static void v2d__relaxed_limit(v2d_world *world, float most) {
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        const v2d__soft *soft = &world->softs[i];
        if (!v2d__soft_live(world, i) || !v2d__soft_is_relaxed(world, i)) continue;
        for (int32_t k = 0; k < soft->point_count; ++k) {
            v2d__dof *node =
                &world->dof[V2D__POINT_NODE + world->soft_points[soft->list_start + k]];
            float square = node->Dx * node->Dx + node->Dy * node->Dy;
            if (node->inv_mass <= 0.0f || !(square > most * most)) continue;
            if (!v2d__dof_is_sound(node)) continue; // it is put aside
            float scale = most / sqrtf(square);
            node->Dx *= scale, node->Dy *= scale;
        }
    }
}

V2D__OUTLINE static void v2d__nodes_finish(v2d_world *world, v2d__team *team, float h) {
    v2d__nodes_run run;
    v2d__relaxed_limit(world, world->max_speed * h * (float)world->last_substeps);
    memset(&run, 0, sizeof(run));
    run.world = world, run.kernels = team->kernels;
    run.most = world->max_speed * h, run.inverse_h = 1.0f / h;
    v2d__parallel_nodes(team, v2d__nodes_finish_part, &run);
    if (world->went_wrong) v2d__unsound_finish(world, &run);
    if (world->moved_far || world->point_pool.count > 0) v2d__nodes_sweep(world);
    v2d__nodes_soften(world);
    v2d__points_soften(world);
    if (!world->bounded) return;
    for (int32_t k = 0; k < world->active_count; ++k) {
        int32_t node = world->active[k], point = node - V2D__POINT_NODE;
        v2d__node_confine(world, node, point < 0 ? 0.0f : world->points[point].radius);
    }
}

// ---- the step ----------------------------------------------------------------------------------

// Node pairs that joints keep from colliding, sorted. Shell sort: small, in place, no recursion.
V2D__COLD static void v2d__apart_build(v2d_world *world) {
    world->apart_count = 0;
    memset(world->node_apart, 0, sizeof(world->node_apart));
    for (int32_t i = 0; i < world->joint_pool.high; ++i) {
        const v2d__joint *j = V2D__AT(&world->joints[i]);
        if (world->joint_generation[i] % 2u == 0u || j->kind == V2D_JOINT_DRAG) continue;
        if ((j->flags & V2D__JOINT_COLLIDE) != 0u) continue;
        uint64_t low = (uint64_t)(j->node_a < j->node_b ? j->node_a : j->node_b);
        uint64_t high = (uint64_t)(j->node_a < j->node_b ? j->node_b : j->node_a);
        world->apart[world->apart_count++] = low << 32 | high;
        world->node_apart[j->node_a] = world->node_apart[j->node_b] = 1;
    }
    for (int32_t gap = world->apart_count / 2; gap > 0; gap /= 2) {
        for (int32_t i = gap; i < world->apart_count; ++i) {
            uint64_t key = world->apart[i];
            int32_t k = i;
            for (; k >= gap && world->apart[k - gap] > key; k -= gap)
                world->apart[k] = world->apart[k - gap];
            world->apart[k] = key;
        }
    }
}

// Rows that one pass over everything visits: of the solver, and of the documents' scheme.
static void v2d__count_rows(const v2d_world *world, int64_t *rows, int64_t *relaxed) {
    *rows = world->row_count + world->bend_pool.count + world->joint_pool.count;
    *relaxed = 0;
    *rows += 2 * world->laid_count;
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        if (v2d__soft_live(world, i) && v2d__soft_is_relaxed(world, i))
            *relaxed += world->softs[i].edge_count;
    }
    *rows += world->edge_pool.count - *relaxed;
    *relaxed += world->pair_count - v2d__soft_pairs(world);
}

// Fewer sub-steps and passes when the work budget demands it.
V2D__OUTLINE static void v2d__apply_budget(v2d_world *world, int32_t parts, int32_t *substeps,
                                           int32_t *passes) {
    int64_t rows, relaxed;
    v2d__count_rows(world, &rows, &relaxed);
    if (relaxed == 0) *passes = 0;
    int64_t cost = 2 * rows * *substeps + relaxed * *passes;
    int64_t budget = ((int64_t)world->work_budget + parts - 1) / parts;
    if (budget > 0 && cost > budget) {
        *substeps = (int32_t)(*substeps * budget / cost);
        *passes = (int32_t)(*passes * budget / cost);
        if (*substeps < 1) *substeps = 1;
        if (*passes < 1 && relaxed > 0) *passes = 1;
    }
    cost = 2 * rows * *substeps + relaxed * *passes;
    world->last_visits = cost > 0x7fffffff ? 0x7fffffff : (int32_t)cost;
    world->last_substeps = *substeps;
    world->last_passes = *passes;
}

static double v2d__clock_now(const v2d_step_def *def) {
    return def->clock != NULL && def->profile != NULL ? def->clock(def->clock_context) : 0.0;
}

// Blocks of joints, edges and bends, when these or who of them is awake changed.
static void v2d__lanes_update(v2d_world *world) {
    if (world->joints_dirty || world->joint_lanes_dirty) v2d__joints_layout(world);
    if ((world->soft_dirty & V2D__SOFT_BLOCKS) != 0) v2d__soft_layout(world);
    if (world->joints_dirty || world->links_dirty || (world->soft_dirty & V2D__SOFT_BLOCKS) != 0) {
        v2d__links_build(world);
        v2d__reaches_build(world);
    }
    world->links_dirty = world->joints_dirty = world->joint_lanes_dirty = world->soft_dirty = 0;
}

// Nothing moves and nothing was changed: the step has nothing to do.
static bool v2d__world_is_still(const v2d_world *world) {
    return world->active_count == 0 && !world->proxies_fresh && !world->contacts_dirty &&
           !world->materials_dirty && !world->soft_dirty && !world->joints_dirty &&
           !world->joint_lanes_dirty && !world->stirred;
}

static void v2d__step_nothing(v2d_world *world, const v2d_step_def *def) {
    world->last_substeps = def->substeps;
    world->last_passes = world->last_visits = 0;
}

static void v2d__profile_add(v2d_profile *profile, const double *t) {
    profile->broadphase += t[1] - t[0];
    profile->narrowphase += t[2] - t[1];
    profile->prepare += t[3] - t[2];
    profile->substeps += t[4] - t[3];
    profile->finish += t[5] - t[4];
    profile->total += t[5] - t[0];
}

// One of the steps that a long one is taken in; `last` of them.
static void v2d__step_part(v2d_world *world, const v2d_step_def *def, v2d__team *team,
                           int32_t parts, bool last) {
    double t[6];
    t[0] = v2d__clock_now(def);
    int32_t substeps = def->substeps, passes = world->relax_passes;
    if (world->stirred) v2d__stirred_wake(world);
    if (world->awake_changed) v2d__nodes_list(world);
    if (v2d__world_is_still(world)) {
        v2d__step_nothing(world, def);
        return;
    }
    v2d__nodes_motion(world, team, def->dt);
    if (world->went_wrong) v2d__nodes_check(world);
    if (world->awake_changed) v2d__nodes_list(world);
    if (world->joints_dirty) v2d__apart_build(world);
    if ((world->soft_dirty & V2D__SOFT_LISTS) != 0) v2d__soft_lists(world);
    v2d__broadphase_update(world, team);
    v2d__islands_sleep(world);
    t[1] = v2d__clock_now(def);
    v2d__narrowphase_update(world, team, def->dt);
    if (world->awake_changed) v2d__nodes_list(world);
    v2d__lanes_update(world);
    t[2] = v2d__clock_now(def);

    v2d__apply_budget(world, parts, &substeps, &passes);
    float h = def->dt / (float)substeps;
    // A force f shows as the impulse f h^2 in displacements, so stored ones scale with h^2.
    float warm = world->h > 0.0f && h != world->h ? (h / world->h) * (h / world->h) : 1.0f;
    world->h = h;
    world->peak_scale = 1.0f / (h * h), world->force_scale = world->peak_scale / (float)substeps;
    if (warm != 1.0f && world->asleep_count > 0) v2d__asleep_rescale(world, warm);
    v2d__call call;
    call.stiff = v2d__soften_stiff(h);
    call.contact = v2d__contact_soften(world, h);
    call.warm = warm, call.last = false;
    v2d__time time;
    time.dt = def->dt, time.h = h, time.share = h / (float)substeps;
    time.keeps_forces = !last;
    v2d__nodes_share(world, team);
    if (world->springs_h != h) v2d__springs_sum(world, h);
    v2d__joints_begin(world, team, &call, h);
    v2d__nodes_begin(world, team, &time);
    v2d__joints_warm(world, team, &call);
    v2d__soft_prepare(world, team, &call, h);
    v2d__reaches_warm(world, call.warm);
    v2d__rows_prepare(world, h, warm);
    v2d__contacts_prepare(world, team, h, warm);
    t[3] = v2d__clock_now(def);

    v2d__substeps(world, team, h, substeps, (passes + substeps - 1) / substeps);
    t[4] = v2d__clock_now(def);

    v2d__rows_store(world);
    v2d__joints_clean(world);
    if (world->stirred) v2d__stirred_clear(world);
    v2d__nodes_finish(world, team, h);
    v2d__edges_tear(world);
    t[5] = v2d__clock_now(def);
    if (def->clock != NULL && def->profile != NULL) v2d__profile_add(def->profile, t);
}

// Poses are interpolated from the start of the whole step.
V2D__COLD static void v2d__step_join(v2d_world *world) {
    for (int32_t k = 0; k < world->active_count; ++k)
        world->old_pose[world->active[k]] = world->step_pose[world->active[k]];
}

enum { V2D__MAX_SUBSTEPS = 64 };

// A pile of ten sinks by 2 % when gravity moves its parts by 1/800 of their size in a sub-step, and
// by more with the square of it. So where things are small, there are at least as many sub-steps.
static int32_t v2d__least_substeps(const v2d_world *world, float dt) {
    if (world->length_unit >= 1.0f) return 1;
    float least = dt * sqrtf(800.0f * v2d__length(world->gravity) / world->length_unit);
    if (!(least < (float)V2D__MAX_SUBSTEPS)) return V2D__MAX_SUBSTEPS;
    int32_t whole = (int32_t)least;
    return (float)whole < least ? whole + 1 : whole;
}

// A step, in as many parts as it takes.
static void v2d__step(v2d_world *world, const v2d_step_def *def, v2d__team *team) {
    const float longest = 1.0f / 16.0f; // [s]
    int32_t parts = 1, substeps = 0, passes = 0, visits = 0;
    while ((float)parts * longest < def->dt)
        parts += 1;
    v2d_step_def part = *def;
    part.dt = parts > 1 ? def->dt / (float)parts : def->dt;
    part.substeps = (def->substeps + parts - 1) / parts;
    int32_t least = v2d__least_substeps(world, part.dt);
    if (part.substeps < least) part.substeps = least;
    if (def->clock != NULL && def->profile != NULL) memset(def->profile, 0, sizeof(*def->profile));
    if (parts > 1) memcpy(world->step_pose, world->pose, sizeof(world->pose));
    world->event_count = 0;
    for (int32_t left = parts; left > 0; --left) {
        v2d__step_part(world, &part, team, parts, left == 1);
        substeps += world->last_substeps, passes += world->last_passes;
        visits =
            world->last_visits > 0x7fffffff - visits ? 0x7fffffff : visits + world->last_visits;
    }
    world->last_substeps = substeps, world->last_passes = passes, world->last_visits = visits;
    if (parts > 1) v2d__step_join(world);
    v2d__count64(world->steps, 1);
}

// A step and who does it.
typedef struct v2d__shift {
    v2d_world *world;
    const v2d_step_def *def;
    v2d__team team;
} v2d__shift;

// One task of the caller's parallel-for.
static void v2d__step_task(void *argument, int index) {
    v2d__shift *shift = (v2d__shift *)argument;
    v2d__team *team = &shift->team;
    if (!v2d__atomic_replace(&team->led, 0u, 1u)) {
        v2d__team_help(team, index);
        return;
    }
    team->leader = index;
    v2d__step(shift->world, shift->def, team);
    v2d__atomic_release(&team->open, V2D__STEP_OVER);
}

static void v2d__step_run(v2d_world *world, const v2d_step_def *def) {
    v2d__shift shift;
    shift.world = world, shift.def = def;
    v2d__team_begin(&shift.team, def->parallel_for == NULL ? 1 : def->workers);
    if (shift.team.workers > 1)
        def->parallel_for(def->parallel_context, shift.team.workers, v2d__step_task, &shift);
    if (v2d__atomic_read(&shift.team.led) != 0u) return;
    shift.team.workers = 1; // also when the parallel-for called nothing
    v2d__step(world, def, &shift.team);
}

// ================================================================================================
// >>public  Checks ids and arguments, reports errors, calls down.
//
// Every function checks everything it is given before it changes anything.
// ================================================================================================

#if defined(V2D__SETUP_OPTIMIZE)
#pragma GCC push_options
#pragma GCC optimize("O1")
#endif

#define V2D__MAGIC  0x56324457u
#define V2D__COOKIE 0x5632c00cu
#define V2D__MOST   1e9f // largest coordinate, speed, force and the like that is accepted

V2D__COLD static v2d_result v2d__world_check(const v2d_world *world) {
    if (world == NULL) return V2D_ERROR_NULL;
    return world->magic == V2D__MAGIC ? V2D_OK : V2D_ERROR_NOT_INITIALIZED;
}

// Remember the first cause, and hand it on.
V2D__COLD static v2d_result v2d__fail(v2d_world *world, v2d_result code) {
    if (code != V2D_OK && v2d__world_check(world) == V2D_OK && world->status == (int32_t)V2D_OK) {
        world->status = (int32_t)code;
    }
    return code;
}

// A number in [low, high].
V2D__COLD static v2d_result v2d__check(float x, float low, float high) {
    if (!v2d__is_finite(x)) return V2D_ERROR_NOT_FINITE;
    return x >= low && x <= high ? V2D_OK : V2D_ERROR_OUT_OF_RANGE;
}

V2D__COLD static v2d_result v2d__check2(v2d_vec2 v) {
    v2d_result r = v2d__check(v.x, -V2D__MOST, V2D__MOST);
    return r != V2D_OK ? r : v2d__check(v.y, -V2D__MOST, V2D__MOST);
}

// First of several results that is not V2D_OK.
V2D__COLD static v2d_result v2d__first(const v2d_result *results, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        if (results[i] != V2D_OK) return results[i];
    }
    return V2D_OK;
}

V2D_API const char *v2d_result_text(v2d_result result) {
    switch (result) { // no default: -Wswitch then reports a missing entry
    case V2D_OK: return "ok";
    case V2D_ERROR_NULL: return "a pointer that is needed is NULL";
    case V2D_ERROR_NOT_INITIALIZED: return "the world was not accepted by v2d_world_init";
    case V2D_ERROR_CONFIG_MISMATCH:
        return "files were compiled with different V2D_MAX_ capacities, or unsafe flags";
    case V2D_ERROR_BAD_DEF: return "a def was not made by its _default function";
    case V2D_ERROR_NOT_FINITE: return "a value is NaN or infinite";
    case V2D_ERROR_OUT_OF_RANGE: return "a value is outside its documented range";
    case V2D_ERROR_BAD_ID: return "an id is null, stale or was never issued";
    case V2D_ERROR_WRONG_KIND: return "an id or an object is of another kind";
    case V2D_ERROR_CAPACITY: return "a fixed array is full: raise its V2D_MAX_ macro";
    case V2D_ERROR_DEGENERATE: return "duplicate points, zero length or zero area";
    case V2D_ERROR_NOT_CONVEX: return "a polygon that must be convex is not";
    case V2D_ERROR_VERTEX_COUNT: return "too few or too many vertices";
    case V2D_ERROR_SELF_CROSSING: return "an outline crosses or touches itself";
    case V2D_ERROR_SAME_OBJECT: return "two different objects are needed";
    }
    return "unknown result";
}

// Eight nodes in any order through the lanes, against the same in plain floats. a * b + c is 0.
static bool v2d__lanes_are_right(const v2d__kernels *kernels, float a, float b, float c) {
    static const int32_t node[V2D__LANES] = {3, 0, 6, 1, 7, 4, 2, 5};
    v2d__dof dof[V2D__LANES];
    for (int32_t i = 0; i < V2D__LANES; ++i) {
        v2d__dof start = {a, b, c, (float)i, (float)(i + 1), 3.0f, 0.8f, 0.7f};
        dof[i] = start;
    }
    kernels->probe(dof, node, V2D__LANES);
    for (int32_t i = 0; i < V2D__LANES; ++i) {
        float Dx = (float)(i + 1), root = sqrtf(Dx) / 3.0f;
        float x = root > 0.8f ? v2d__maxf(root, 0.7f) : 0.7f,
              y = v2d__clampf(Dx - 3.0f, -0.7f, 0.7f);
        if (dof[i].dx != x || dof[i].dy != y || dof[i].du != 0.0f || dof[i].inv_mass != (float)i)
            return false;
    }
    return true;
}

// A fused or reordered build gets one of these wrong. The volatile operands keep the compiler from
// computing them itself.
V2D_API v2d_result v2d_selfcheck(void) {
    volatile float a = 1.0f + 1.0f / 8192.0f, b = 1.0f - 1.0f / 8192.0f, minus_one = -1.0f,
                   big = 1e8f;
    float unfused = a * b + minus_one; // the product 1 - 2^-26 rounds to 1
    float ordered = (a + big) - big;   // the sum rounds to 1e8
    bool ok = unfused == 0.0f && ordered == 0.0f && sizeof(float) == 4;
    ok = ok && v2d__lanes_are_right(v2d__kernels_base(), a, b, minus_one);
    ok = ok && v2d__lanes_are_right(v2d__kernels_now(), a, b, minus_one);
    return ok ? V2D_OK : V2D_ERROR_CONFIG_MISMATCH;
}

// ---- defaults ----------------------------------------------------------------------------------

V2D_API v2d_filter v2d_filter_default(void) {
    v2d_filter filter = {1u, 0xffffffffu, 0};
    return filter;
}

V2D_API v2d_world_def v2d_world_def_default(void) {
    v2d_world_def def;
    memset(&def, 0, sizeof(def));
    def.gravity.y = -10.0f;
    def.length_unit = 1.0f;
    def.contact_frequency = 10000.0f;
    def.contact_damping_ratio = 10.0f;
    def.contact_push_speed = 3.0f;
    def.restitution_threshold = 0.5f;
    def.max_speed = 400.0f;
    def.friction_mix = V2D_MIX_GEOMETRIC;
    def.restitution_mix = V2D_MIX_MAXIMUM;
    def.bounds.lower = v2d_vec2_make(-100.0f, -100.0f);
    def.bounds.upper = v2d_vec2_make(100.0f, 100.0f);
    def.bounds_friction = 0.6f;
    def.relax_passes = 15;
    def.sleep = true;
    def.sleep_speed = 0.05f;
    def.sleep_time = 0.5f;
    def.cookie = V2D__COOKIE;
    return def;
}

V2D_API v2d_body_def v2d_body_def_default(void) {
    v2d_body_def def;
    memset(&def, 0, sizeof(def));
    def.type = V2D_BODY_DYNAMIC;
    def.gravity_scale = 1.0f;
    def.allow_sleep = def.awake = true;
    def.cookie = V2D__COOKIE;
    return def;
}

V2D_API v2d_shape_def v2d_shape_def_default(void) {
    v2d_shape_def def;
    memset(&def, 0, sizeof(def));
    def.density = 1.0f;
    def.friction = 0.6f;
    def.filter = v2d_filter_default();
    def.cookie = V2D__COOKIE;
    return def;
}

V2D_API v2d_point_def v2d_point_def_default(void) {
    v2d_point_def def;
    memset(&def, 0, sizeof(def));
    def.mass = 1.0f;
    def.radius = 0.02f;
    def.friction = 0.6f;
    def.gravity_scale = 1.0f;
    def.collides = true;
    def.filter = v2d_filter_default();
    def.cookie = V2D__COOKIE;
    return def;
}

V2D_API v2d_edge_def v2d_edge_def_default(void) {
    v2d_edge_def def;
    memset(&def, 0, sizeof(def));
    def.damping_ratio = 1.0f;
    def.cookie = V2D__COOKIE;
    return def;
}

V2D_API v2d_bend_def v2d_bend_def_default(void) {
    v2d_bend_def def;
    memset(&def, 0, sizeof(def));
    def.frequency = 10.0f;
    def.damping_ratio = 1.0f;
    def.cookie = V2D__COOKIE;
    return def;
}

V2D_API v2d_soft_def v2d_soft_def_default(void) {
    v2d_soft_def def;
    memset(&def, 0, sizeof(def));
    def.mass = 1.0f;
    def.radius = 0.02f;
    def.friction = 0.6f;
    def.gravity_scale = 1.0f;
    def.linear_damping = 0.5f;
    def.damping_ratio = 1.0f;
    def.area_scale = 1.0f;
    def.shape_damping_ratio = 1.0f;
    def.tethered = true;
    def.filter = v2d_filter_default();
    def.cookie = V2D__COOKIE;
    return def;
}

V2D_API v2d_joint_def v2d_joint_def_default(v2d_joint_kind kind) {
    v2d_joint_def def;
    memset(&def, 0, sizeof(def));
    def.kind = kind;
    def.frequency = kind == V2D_JOINT_DRAG ? 5.0f : 0.0f;
    def.damping_ratio = 1.0f;
    def.min_length = def.max_length = -1.0f;
    def.spring_damping_ratio = 1.0f;
    def.max_force = 1000.0f;
    def.cookie = V2D__COOKIE;
    return def;
}

V2D_API v2d_step_def v2d_step_def_default(void) {
    v2d_step_def def;
    memset(&def, 0, sizeof(def));
    def.dt = 1.0f / 60.0f;
    def.substeps = 4;
    def.workers = 1;
    def.cookie = V2D__COOKIE;
    return def;
}

// ---- world -------------------------------------------------------------------------------------

// A side may be V2D_UNLIMITED away.
static v2d_result v2d__bounds_check(v2d_aabb b) {
    v2d_result r[4];
    r[0] = b.lower.x == -V2D_UNLIMITED ? V2D_OK : v2d__check(b.lower.x, -V2D__MOST, V2D__MOST);
    r[1] = b.lower.y == -V2D_UNLIMITED ? V2D_OK : v2d__check(b.lower.y, -V2D__MOST, V2D__MOST);
    r[2] = b.upper.x == V2D_UNLIMITED ? V2D_OK : v2d__check(b.upper.x, -V2D__MOST, V2D__MOST);
    r[3] = b.upper.y == V2D_UNLIMITED ? V2D_OK : v2d__check(b.upper.y, -V2D__MOST, V2D__MOST);
    return v2d__first(r, 4);
}

static bool v2d__bounds_enclose(v2d_aabb b) {
    return b.lower.x < b.upper.x && b.lower.y < b.upper.y;
}

static v2d_result v2d__world_def_check(const v2d_world_def *def) {
    v2d_result r[16];
    r[0] = v2d__check2(def->gravity);
    r[1] = v2d__check(def->length_unit, 1e-4f, 1e4f);
    r[2] = v2d__check(def->contact_frequency, 1.0f, 10000.0f);
    r[3] = v2d__check(def->contact_damping_ratio, 0.0f, 100.0f);
    r[4] = v2d__check(def->contact_push_speed, 0.0f, V2D__MOST);
    r[5] = v2d__check(def->restitution_threshold, 0.0f, V2D__MOST);
    r[6] = v2d__check(def->max_speed, 1e-6f, V2D__MOST);
    r[7] = v2d__bounds_check(def->bounds);
    r[8] = def->bounded && !v2d__bounds_enclose(def->bounds) ? V2D_ERROR_DEGENERATE : V2D_OK;
    r[9] = v2d__check(def->bounds_friction, 0.0f, 1000.0f);
    r[10] = def->relax_passes >= 1 && def->relax_passes <= 1000 ? V2D_OK : V2D_ERROR_OUT_OF_RANGE;
    r[11] = def->work_budget >= 0 ? V2D_OK : V2D_ERROR_OUT_OF_RANGE;
    r[12] =
        (uint32_t)def->friction_mix <= (uint32_t)V2D_MIX_PRODUCT ? V2D_OK : V2D_ERROR_OUT_OF_RANGE;
    r[13] = (uint32_t)def->restitution_mix <= (uint32_t)V2D_MIX_PRODUCT ? V2D_OK
                                                                        : V2D_ERROR_OUT_OF_RANGE;
    r[14] = v2d__check(def->sleep_speed, 0.0f, V2D__MOST);
    r[15] = v2d__check(def->sleep_time, 0.0f, V2D__MOST);
    return v2d__first(r, 16);
}

// A wall of the bounds; nothing when it is V2D_UNLIMITED away. Returns where the next one is linked.
V2D__COLD static int32_t *v2d__bounds_wall(v2d_world *world, int32_t *link, int32_t side,
                                           v2d_vec2 on, v2d_vec2 normal) {
    int32_t i = V2D__BOUNDS_PROXY + side;
    v2d__shape *shape = V2D__AT(&world->shapes[i]);
    if (v2d__absf(v2d__dot(on, normal)) >= V2D_UNLIMITED) return link;
    v2d_vec2 center = {0.0f, 0.0f};
    memset(shape, 0, sizeof(*shape));
    shape->geometry = v2d_geometry_half_plane(center, normal);
    shape->geometry.vertices[0] = on; // it may be farther off than vertices of a user's shape
    v2d__shape_place(world, i, center);
    shape->body = V2D__BOUNDS_NODE;
    shape->friction = world->bounds_friction;
    shape->filter.category = shape->filter.mask = 0xffffffffu;
    world->bounded = 1;
    *link = i + 1;
    return &shape->next1;
}

// The bounds are an immovable body of up to four half-planes.
V2D__COLD static void v2d__bounds_make(v2d_world *world) {
    v2d__body *body = V2D__AT(&world->bodies[V2D__BOUNDS_NODE]);
    v2d_aabb b = world->bounds;
    memset(body, 0, sizeof(*body));
    body->k = 1.0f;
    world->pose[V2D__BOUNDS_NODE].c = world->old_pose[V2D__BOUNDS_NODE].c = 1.0f;
    world->bounded = 0;
    int32_t *link = &body->shape1;
    link = v2d__bounds_wall(world, link, 0, v2d__vec2(0.0f, b.lower.y), v2d__vec2(0.0f, 1.0f));
    link = v2d__bounds_wall(world, link, 1, v2d__vec2(b.lower.x, 0.0f), v2d__vec2(1.0f, 0.0f));
    link = v2d__bounds_wall(world, link, 2, v2d__vec2(0.0f, b.upper.y), v2d__vec2(0.0f, -1.0f));
    v2d__bounds_wall(world, link, 3, v2d__vec2(b.upper.x, 0.0f), v2d__vec2(-1.0f, 0.0f));
    v2d__body_refresh_proxies(world, V2D__BOUNDS_NODE);
}

V2D_API v2d_result v2d_world_set_bounds(v2d_world *world, v2d_aabb bounds) {
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK) r = v2d__bounds_check(bounds);
    if (r == V2D_OK && !v2d__bounds_enclose(bounds)) r = V2D_ERROR_DEGENERATE;
    if (r != V2D_OK) return v2d__fail(world, r);
    for (int32_t i = V2D__BOUNDS_PROXY; i < V2D__POINT_PROXY; ++i) {
        if (world->proxy_flags[i] != 0u) v2d__proxy_kill(world, i);
    }
    world->bounds = bounds;
    v2d__bounds_make(world);
    return V2D_OK;
}

V2D_API v2d_result v2d_world_init_sized(v2d_world *world, const v2d_world_def *def,
                                        size_t world_size) {
    if (world == NULL || def == NULL) return V2D_ERROR_NULL;
    if (world_size != sizeof(v2d_world)) return V2D_ERROR_CONFIG_MISMATCH;
    if (def->cookie != V2D__COOKIE) return V2D_ERROR_BAD_DEF;
    v2d_result r = v2d__world_def_check(def);
    if (r != V2D_OK) return r;
    memset(world, 0, sizeof(*world));
    world->magic = V2D__MAGIC;
    world->size = (uint32_t)sizeof(*world);
    world->gravity = def->gravity;
    world->length_unit = def->length_unit;
    world->contact_frequency = def->contact_frequency;
    world->contact_damping_ratio = def->contact_damping_ratio;
    world->contact_push_speed = def->contact_push_speed;
    world->restitution_threshold = def->restitution_threshold;
    world->max_speed = def->max_speed;
    world->friction_mix = (int32_t)def->friction_mix;
    world->restitution_mix = (int32_t)def->restitution_mix;
    world->bounded = def->bounded ? 1 : 0;
    world->bounds = def->bounds;
    world->bounds_friction = def->bounds_friction;
    world->relax_passes = def->relax_passes;
    world->work_budget = def->work_budget;
    world->sleep = def->sleep ? 1 : 0;
    world->sleep_speed = def->sleep_speed * def->length_unit;
    world->sleep_time = def->sleep_time;
    v2d__contacts_init(world);
    world->least_way = world->least_core = v2d__infinity;
    if (def->bounded) v2d__bounds_make(world);
    return V2D_OK;
}

V2D_API v2d_result v2d_world_step_with(v2d_world *world, const v2d_step_def *def) {
    v2d_result r = v2d__world_check(world);
    if (r != V2D_OK) return r;
    if (def == NULL) return v2d__fail(world, V2D_ERROR_NULL);
    if (def->cookie != V2D__COOKIE) return v2d__fail(world, V2D_ERROR_BAD_DEF);
    r = v2d__check(def->dt, 1e-6f, 1.0f);
    if (r == V2D_OK && (def->substeps < 1 || def->substeps > V2D__MAX_SUBSTEPS))
        r = V2D_ERROR_OUT_OF_RANGE;
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__step_run(world, def);
    return V2D_OK;
}

V2D_API v2d_result v2d_world_step(v2d_world *world, float dt, int substeps) {
    v2d_step_def def = v2d_step_def_default();
    def.dt = dt;
    def.substeps = substeps;
    return v2d_world_step_with(world, &def);
}

V2D_API v2d_result v2d_world_step_parallel(v2d_world *world, float dt, int substeps, int workers,
                                           v2d_parallel_for_fn parallel_for, void *context) {
    v2d_step_def def = v2d_step_def_default();
    def.dt = dt;
    def.substeps = substeps;
    def.workers = workers;
    def.parallel_for = parallel_for;
    def.parallel_context = context;
    return v2d_world_step_with(world, &def);
}

V2D_API v2d_result v2d_world_status(const v2d_world *world) {
    v2d_result r = v2d__world_check(world);
    return r != V2D_OK ? r : (v2d_result)world->status;
}

V2D_API void v2d_world_clear_status(v2d_world *world) {
    if (v2d__world_check(world) == V2D_OK) world->status = (int32_t)V2D_OK;
}

static uint64_t v2d__hash_words(uint64_t hash, const float *values, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        uint32_t word;
        memcpy(&word, &values[i], 4);
        hash = (hash ^ word) * 1099511628211u;
    }
    return hash;
}

static uint64_t v2d__hash_node(const v2d_world *world, uint64_t hash, int32_t node) {
    const v2d__pose *p = &world->pose[node];
    const v2d__dof *d = &world->dof[node];
    float values[7];
    values[0] = p->x, values[1] = p->y, values[2] = p->c, values[3] = p->s;
    values[4] = d->dx, values[5] = d->dy, values[6] = d->du;
    float slot = (float)node;
    return v2d__hash_words(v2d__hash_words(hash, &slot, 1), values, 7);
}

V2D_API uint64_t v2d_world_hash(const v2d_world *world) {
    uint64_t hash = 14695981039346656037u;
    if (v2d__world_check(world) != V2D_OK) return 0;
    for (int32_t i = 0; i < world->body_pool.high; ++i) {
        if (v2d__body_live(world, i)) hash = v2d__hash_node(world, hash, i);
    }
    for (int32_t i = 0; i < world->point_pool.high; ++i) {
        if (v2d__point_live(world, i)) hash = v2d__hash_node(world, hash ^ 1u, V2D__POINT_NODE + i);
    }
    return hash;
}

static v2d_usage v2d__usage(int32_t count, int32_t peak, int32_t capacity) {
    v2d_usage usage;
    usage.count = count, usage.peak = peak, usage.capacity = capacity;
    return usage;
}

V2D_API v2d_counters v2d_world_counters(const v2d_world *world) {
    v2d_counters c;
    memset(&c, 0, sizeof(c));
    if (v2d__world_check(world) != V2D_OK) return c;
    c.bodies = v2d__usage(world->body_pool.count, world->body_pool.peak, V2D_MAX_BODIES);
    c.shapes = v2d__usage(world->shape_pool.count, world->shape_pool.peak, V2D_MAX_SHAPES);
    c.points = v2d__usage(world->point_pool.count, world->point_pool.peak, V2D_MAX_POINTS);
    c.edges = v2d__usage(world->edge_pool.count, world->edge_pool.peak, V2D_MAX_EDGES);
    c.bends = v2d__usage(world->bend_pool.count, world->bend_pool.peak, V2D_MAX_BENDS);
    c.softs = v2d__usage(world->soft_pool.count, world->soft_pool.peak, V2D_MAX_SOFTS);
    c.joints = v2d__usage(world->joint_pool.count, world->joint_pool.peak, V2D_MAX_JOINTS);
    c.pairs = v2d__usage(world->pair_count, world->pair_peak, V2D_MAX_PAIRS);
    c.contacts = v2d__usage(world->touching_count + world->dormant_count, world->contact_pool.peak,
                            V2D_MAX_CONTACTS);
    c.rows = v2d__usage(world->row_count, world->row_peak, V2D_MAX_ROWS);
    c.events = v2d__usage(world->event_count, world->event_peak, V2D_MAX_EVENTS);
    c.dropped_pairs = v2d__user(world->dropped_pairs);
    c.dropped_contacts = v2d__user(world->dropped_contacts);
    c.dropped_events = v2d__user(world->dropped_events);
    c.steps = v2d__user(world->steps);
    c.substeps = world->last_substeps;
    c.relax_passes = world->last_passes;
    c.colors = world->contact_batch.color_count;
    c.row_visits = world->last_visits;
    c.awake = world->active_count;
    c.bytes = (int32_t)sizeof(v2d_world);
    return c;
}

V2D_API v2d_vec2 v2d_world_gravity(const v2d_world *world) {
    v2d_vec2 zero = {0.0f, 0.0f};
    return v2d__world_check(world) == V2D_OK ? world->gravity : zero;
}

V2D_API v2d_result v2d_world_set_gravity(v2d_world *world, v2d_vec2 gravity) {
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK) r = v2d__check2(gravity);
    if (r != V2D_OK) return v2d__fail(world, r);
    world->gravity = gravity;
    v2d__wake_all(world, false);
    return V2D_OK;
}

V2D_API v2d_result v2d_world_set_sleep(v2d_world *world, bool sleep) {
    v2d_result r = v2d__world_check(world);
    if (r != V2D_OK) return v2d__fail(world, r);
    if (!sleep) v2d__wake_all(world, true);
    v2d__stirred_clear(world);
    world->sleep = sleep ? 1 : 0;
    return V2D_OK;
}

V2D_API v2d_result v2d_world_set_budget(v2d_world *world, int row_visits) {
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && row_visits < 0) r = V2D_ERROR_OUT_OF_RANGE;
    if (r != V2D_OK) return v2d__fail(world, r);
    world->work_budget = row_visits;
    return V2D_OK;
}

V2D_API v2d_result v2d_world_set_relax_passes(v2d_world *world, int passes) {
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && (passes < 1 || passes > 1000)) r = V2D_ERROR_OUT_OF_RANGE;
    if (r != V2D_OK) return v2d__fail(world, r);
    world->relax_passes = passes;
    return V2D_OK;
}

V2D_API v2d_timer v2d_timer_make(double step, int max_steps) {
    v2d_timer timer;
    timer.step = step >= 1e-6 && step <= 1.0 ? step : 1.0 / 60.0;
    timer.accumulator = 0.0;
    timer.max_steps = max_steps >= 1 ? max_steps : 8;
    return timer;
}

V2D_API int v2d_timer_advance(v2d_timer *timer, double frame_time) {
    if (timer == NULL || !(timer->step > 0.0)) return 0;
    if (frame_time > 0.0 && frame_time < 1e9) timer->accumulator += frame_time;
    int steps = 0;
    // A millionth of a step of grace: sixty frames of 1/60 s are sixty steps, whatever they round
    // to.
    double enough = timer->step * (1.0 - 1e-6);
    while (timer->accumulator >= enough && steps < timer->max_steps) {
        timer->accumulator -= timer->step;
        steps += 1;
    }
    if (timer->accumulator >= enough) timer->accumulator = 0.0; // too slow: drop the rest
    return steps;
}

V2D_API float v2d_timer_alpha(const v2d_timer *timer) {
    if (timer == NULL || !(timer->step > 0.0)) return 0.0f;
    return v2d__clampf((float)(timer->accumulator / timer->step), 0.0f, 1.0f);
}

// ---- ids ---------------------------------------------------------------------------------------

V2D__COLD static int32_t v2d__body_slot(const v2d_world *world, v2d_body_id id) {
    if (v2d__world_check(world) != V2D_OK) return -(int32_t)v2d__world_check(world);
    return v2d__slot(id.index1, id.generation, V2D__KIND_BODY, world->body_generation,
                     &world->body_pool);
}

V2D__COLD static int32_t v2d__shape_slot(const v2d_world *world, v2d_shape_id id) {
    if (v2d__world_check(world) != V2D_OK) return -(int32_t)v2d__world_check(world);
    return v2d__slot(id.index1, id.generation, V2D__KIND_SHAPE, world->shape_generation,
                     &world->shape_pool);
}

V2D__COLD static int32_t v2d__point_slot(const v2d_world *world, v2d_point_id id) {
    if (v2d__world_check(world) != V2D_OK) return -(int32_t)v2d__world_check(world);
    return v2d__slot(id.index1, id.generation, V2D__KIND_POINT, world->point_generation,
                     &world->point_pool);
}

V2D__COLD static int32_t v2d__edge_slot(const v2d_world *world, v2d_edge_id id) {
    if (v2d__world_check(world) != V2D_OK) return -(int32_t)v2d__world_check(world);
    return v2d__slot(id.index1, id.generation, V2D__KIND_EDGE, world->edge_generation,
                     &world->edge_pool);
}

V2D__COLD static int32_t v2d__bend_slot(const v2d_world *world, v2d_bend_id id) {
    if (v2d__world_check(world) != V2D_OK) return -(int32_t)v2d__world_check(world);
    return v2d__slot(id.index1, id.generation, V2D__KIND_BEND, world->bend_generation,
                     &world->bend_pool);
}

V2D__COLD static int32_t v2d__soft_slot(const v2d_world *world, v2d_soft_id id) {
    if (v2d__world_check(world) != V2D_OK) return -(int32_t)v2d__world_check(world);
    return v2d__slot(id.index1, id.generation, V2D__KIND_SOFT, world->soft_generation,
                     &world->soft_pool);
}

V2D__COLD static int32_t v2d__joint_slot(const v2d_world *world, v2d_joint_id id) {
    if (v2d__world_check(world) != V2D_OK) return -(int32_t)v2d__world_check(world);
    return v2d__slot(id.index1, id.generation, V2D__KIND_JOINT, world->joint_generation,
                     &world->joint_pool);
}

V2D__COLD static v2d_body_id v2d__body_id_of(const v2d_world *world, int32_t slot) {
    v2d_body_id id = {0, 0};
    if (slot < 0 || slot >= V2D_MAX_BODIES || world->body_generation[slot] % 2u == 0u) return id;
    id.index1 = (uint32_t)slot + 1u;
    id.generation = v2d__stamp(V2D__KIND_BODY, world->body_generation[slot]);
    return id;
}

V2D__COLD static v2d_shape_id v2d__shape_id_of(const v2d_world *world, int32_t slot) {
    v2d_shape_id id = {0, 0};
    if (slot < 0 || slot >= V2D_MAX_SHAPES || world->shape_generation[slot] % 2u == 0u) return id;
    id.index1 = (uint32_t)slot + 1u;
    id.generation = v2d__stamp(V2D__KIND_SHAPE, world->shape_generation[slot]);
    return id;
}

V2D__COLD static v2d_point_id v2d__point_id_of(const v2d_world *world, int32_t slot) {
    v2d_point_id id = {0, 0};
    if (slot < 0 || world->point_generation[slot] % 2u == 0u) return id;
    id.index1 = (uint32_t)slot + 1u;
    id.generation = v2d__stamp(V2D__KIND_POINT, world->point_generation[slot]);
    return id;
}

V2D__COLD static v2d_edge_id v2d__edge_id_of(const v2d_world *world, int32_t slot) {
    v2d_edge_id id = {0, 0};
    if (slot < 0 || world->edge_generation[slot] % 2u == 0u) return id;
    id.index1 = (uint32_t)slot + 1u;
    id.generation = v2d__stamp(V2D__KIND_EDGE, world->edge_generation[slot]);
    return id;
}

V2D__COLD static v2d_soft_id v2d__soft_id_of(const v2d_world *world, int32_t slot) {
    v2d_soft_id id = {0, 0};
    if (slot < 0 || world->soft_generation[slot] % 2u == 0u) return id;
    id.index1 = (uint32_t)slot + 1u;
    id.generation = v2d__stamp(V2D__KIND_SOFT, world->soft_generation[slot]);
    return id;
}

V2D__COLD static v2d_joint_id v2d__joint_id_of(const v2d_world *world, int32_t slot) {
    v2d_joint_id id = {0, 0};
    if (slot < 0 || world->joint_generation[slot] % 2u == 0u) return id;
    id.index1 = (uint32_t)slot + 1u;
    id.generation = v2d__stamp(V2D__KIND_JOINT, world->joint_generation[slot]);
    return id;
}

// Next live slot after `previous1` (slot + 1), or -1.
static int32_t v2d__next_live(const uint32_t *generation, int32_t high, uint32_t previous1) {
    for (uint32_t i = previous1; i < (uint32_t)high; ++i) {
        if (generation[i] % 2u == 1u) return (int32_t)i;
    }
    return -1;
}

V2D_API v2d_body_id v2d_world_next_body(const v2d_world *world, v2d_body_id previous) {
    v2d_body_id none = {0, 0};
    if (v2d__world_check(world) != V2D_OK) return none;
    return v2d__body_id_of(
        world, v2d__next_live(world->body_generation, world->body_pool.high, previous.index1));
}

V2D_API v2d_point_id v2d_world_next_point(const v2d_world *world, v2d_point_id previous) {
    v2d_point_id none = {0, 0};
    if (v2d__world_check(world) != V2D_OK) return none;
    return v2d__point_id_of(
        world, v2d__next_live(world->point_generation, world->point_pool.high, previous.index1));
}

V2D_API v2d_edge_id v2d_world_next_edge(const v2d_world *world, v2d_edge_id previous) {
    v2d_edge_id none = {0, 0};
    if (v2d__world_check(world) != V2D_OK) return none;
    return v2d__edge_id_of(
        world, v2d__next_live(world->edge_generation, world->edge_pool.high, previous.index1));
}

V2D_API v2d_soft_id v2d_world_next_soft(const v2d_world *world, v2d_soft_id previous) {
    v2d_soft_id none = {0, 0};
    if (v2d__world_check(world) != V2D_OK) return none;
    return v2d__soft_id_of(
        world, v2d__next_live(world->soft_generation, world->soft_pool.high, previous.index1));
}

V2D_API v2d_joint_id v2d_world_next_joint(const v2d_world *world, v2d_joint_id previous) {
    v2d_joint_id none = {0, 0};
    if (v2d__world_check(world) != V2D_OK) return none;
    return v2d__joint_id_of(
        world, v2d__next_live(world->joint_generation, world->joint_pool.high, previous.index1));
}

// ---- contacts and events -----------------------------------------------------------------------

V2D_API int v2d_world_contact_count(const v2d_world *world) {
    if (v2d__world_check(world) != V2D_OK) return 0;
    return world->touching_count + world->dormant_count + world->row_count;
}

// Sums over the step and greatest normal impulse of a sub-step, of point i of a contact.
static void v2d__impulses_report(const v2d_world *world, v2d_contact *out, int32_t i, float n,
                                 float t, float peak) {
    float inverse_h = world->h > 0.0f ? 1.0f / world->h : 0.0f;
    out->normal_impulse[i] = n * inverse_h;
    out->tangent_impulse[i] = t * inverse_h;
    out->peak_force[i] = peak * inverse_h * inverse_h;
}

// Those of a rigid contact: what was summed up, and the last sub-step. Asleep, all were like that one.
static void v2d__contact_impulses(const v2d_world *world, const v2d__contact *c, int32_t i,
                                  v2d_contact *out) {
    float n = c->lambda[i][0], t = c->lambda[i][1], count = (float)world->last_substeps;
    if (c->lane < 0) {
        v2d__impulses_report(world, out, i, count * n, count * t, n);
        return;
    }
    const v2d__contact_block *k = &world->contact_blocks[c->lane / V2D__LANES];
    const v2d__lane_sum *sum = &k->sum[i];
    int32_t lane = c->lane % V2D__LANES;
    v2d__impulses_report(world, out, i, sum->n[lane] + n, sum->t[lane] + k->p[i].lambda_t[lane],
                         v2d__maxf(sum->peak[lane], n));
}

static void v2d__contact_report(const v2d_world *world, const v2d__contact *c, v2d_contact *out) {
    out->kind = V2D_CONTACT_SHAPE_SHAPE;
    out->shape_a = v2d__shape_id_of(world, c->shape_a);
    out->shape_b = v2d__shape_id_of(world, c->shape_b);
    out->manifold.normal = c->normal;
    out->manifold.count = (int)c->points;
    for (int32_t i = 0; i < out->manifold.count; ++i) {
        v2d_vec2 on_a =
            v2d__add(v2d__node_place(world, world->shapes[c->shape_a].body), c->anchor[i]);
        v2d_vec2 on_b = v2d__add(v2d__node_place(world, world->shapes[c->shape_b].body),
                                 v2d__sub(c->anchor[i], c->delta));
        out->manifold.points[i].position = v2d__scale(0.5f, v2d__add(on_a, on_b));
        out->manifold.points[i].separation = v2d__contact_follow(world, c, i, world->old_pose);
        out->manifold.points[i].feature = (uint32_t)c->feature[i];
        v2d__contact_impulses(world, c, i, out);
    }
}

static void v2d__row_report(const v2d_world *world, const v2d__row *row, v2d_contact *out) {
    bool corner = row->kind == (int32_t)V2D_CONTACT_SHAPE_EDGE;
    out->kind = (v2d_contact_kind)row->kind;
    if (corner) {
        out->shape_a = v2d__shape_id_of(world, row->shape);
    } else {
        out->point_a = v2d__point_id_of(world, row->node[0] - V2D__POINT_NODE);
    }
    if (row->kind == (int32_t)V2D_CONTACT_POINT_SHAPE)
        out->shape_b = v2d__shape_id_of(world, row->shape);
    if (row->kind == (int32_t)V2D_CONTACT_POINT_POINT) {
        out->point_b = v2d__point_id_of(world, row->node[1] - V2D__POINT_NODE);
    }
    if (row->edge >= 0) out->edge_b = v2d__edge_id_of(world, row->edge);
    out->manifold.normal = v2d__neg(row->normal); // rows point at node 0, which is a
    out->manifold.count = 1;
    out->manifold.points[0].position = row->position;
    out->manifold.points[0].separation = row->separation;
    out->manifold.points[0].feature = row->feature;
    v2d__impulses_report(world, out, 0, row->sum_n, row->sum_t, row->peak);
}

V2D_API v2d_result v2d_world_contact(const v2d_world *world, int index, v2d_contact *out) {
    v2d_result r = v2d__world_check(world);
    if (r != V2D_OK) return r;
    if (out == NULL) return V2D_ERROR_NULL;
    int32_t rigid = world->touching_count + world->dormant_count;
    if (index < 0 || index >= rigid + world->row_count) return V2D_ERROR_OUT_OF_RANGE;
    memset(out, 0, sizeof(*out));
    if (index < rigid) {
        int32_t asleep = index - world->touching_count;
        int32_t slot =
            asleep < 0 ? world->touching[index] : world->laid[V2D_MAX_CONTACTS - 1 - asleep];
        v2d__contact c = v2d__contact_get(world, slot);
        v2d__contact_report(world, &c, out);
    } else {
        v2d__row_report(world, &world->rows[index - rigid], out);
    }
    return V2D_OK;
}

V2D_API int v2d_world_event_count(const v2d_world *world) {
    return v2d__world_check(world) == V2D_OK ? world->event_count : 0;
}

V2D_API v2d_result v2d_world_event(const v2d_world *world, int index, v2d_event *out) {
    v2d_result r = v2d__world_check(world);
    if (r != V2D_OK) return r;
    if (out == NULL) return V2D_ERROR_NULL;
    if (index < 0 || index >= world->event_count) return V2D_ERROR_OUT_OF_RANGE;
    *out = world->events[index];
    return V2D_OK;
}

// ---- bodies ------------------------------------------------------------------------------------

V2D__COLD static v2d_result v2d__body_def_check(const v2d_body_def *def) {
    v2d_result r[9];
    r[0] = (uint32_t)def->type <= (uint32_t)V2D_BODY_DYNAMIC ? V2D_OK : V2D_ERROR_OUT_OF_RANGE;
    r[1] = v2d__check2(def->position);
    r[2] = v2d__check(def->angle, -V2D__MOST, V2D__MOST);
    r[3] = v2d__check2(def->velocity);
    r[4] = v2d__check(def->angular_velocity, -V2D__MOST, V2D__MOST);
    r[5] = v2d__check(def->gravity_scale, -V2D__MOST, V2D__MOST);
    r[6] = v2d__check(def->linear_damping, 0.0f, V2D__MOST);
    r[7] = v2d__check(def->angular_damping, 0.0f, V2D__MOST);
    return v2d__first(r, 8);
}

static uint32_t v2d__lock_flags(bool lock_x, bool lock_y, bool lock_angle) {
    return (lock_x ? (uint32_t)V2D__BODY_LOCK_X : 0u) | (lock_y ? (uint32_t)V2D__BODY_LOCK_Y : 0u) |
           (lock_angle ? (uint32_t)V2D__BODY_LOCK_ANGLE : 0u);
}

V2D_API v2d_body_id v2d_body_create(v2d_world *world, const v2d_body_def *def) {
    v2d_body_id none = {0, 0};
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && def == NULL) r = V2D_ERROR_NULL;
    if (r == V2D_OK && def->cookie != V2D__COOKIE) r = V2D_ERROR_BAD_DEF;
    if (r == V2D_OK) r = v2d__body_def_check(def);
    if (r == V2D_OK && world->body_pool.count >= V2D_MAX_BODIES) r = V2D_ERROR_CAPACITY;
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    int32_t i =
        v2d__pool_take(&world->body_pool, world->body_generation, world->body_next, V2D_MAX_BODIES);
    v2d__body *body = &world->bodies[i];
    v2d__dof *node = &world->dof[i];
    memset(body, 0, sizeof(*body));
    memset(node, 0, sizeof(*node));
    body->type = (int32_t)def->type;
    if (def->lock_x || def->lock_y) world->has_locks = 1;
    bool hangs = !def->awake && world->sleep != 0 && def->type == V2D_BODY_DYNAMIC;
    body->flags = v2d__lock_flags(def->lock_x, def->lock_y, def->lock_angle) |
                  (def->bullet ? (uint32_t)V2D__BODY_BULLET : 0u) |
                  (def->allow_sleep ? 0u : (uint32_t)V2D__BODY_SLEEPLESS) |
                  (hangs ? (uint32_t)V2D__BODY_HANGS : 0u);
    memset(&world->look[i], 0, sizeof(world->look[i]));
    world->rest[i] = def->type == V2D_BODY_DYNAMIC ? -1.0f : 0.0f;
    world->sleep_next1[i] = hangs ? i + 1 : 0;
    world->asleep_count += hangs ? 1 : 0;
    world->awake_changed = 1;
    v2d__drive *drive = &world->drive[i];
    memset(drive, 0, sizeof(*drive));
    drive->gravity_scale = def->gravity_scale;
    drive->linear_damping = def->linear_damping, drive->angular_damping = def->angular_damping;
    v2d__set_user(body->user, def->user);
    v2d_rot q = v2d_rot_make(def->angle);
    world->pose[i].x = def->position.x, world->pose[i].y = def->position.y;
    world->pose[i].c = q.c, world->pose[i].s = q.s;
    world->old_pose[i] = world->pose[i];
    v2d__body_update_mass(world, i);
    if (def->type != V2D_BODY_STATIC && !hangs) {
        node->dx = def->velocity.x, node->dy = def->velocity.y;
        node->du = def->lock_angle ? 0.0f : def->angular_velocity * body->k;
    }
    return v2d__body_id_of(world, i);
}

V2D_API v2d_result v2d_body_destroy(v2d_world *world, v2d_body_id id) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i < 0) return v2d__fail(world, r);
    v2d__body_free(world, i);
    return V2D_OK;
}

V2D_API bool v2d_body_is_valid(const v2d_world *world, v2d_body_id id) {
    return v2d__body_slot(world, id) >= 0;
}

V2D_API v2d_body_type v2d_body_get_type(const v2d_world *world, v2d_body_id id) {
    int32_t i = v2d__body_slot(world, id);
    return i < 0 ? V2D_BODY_STATIC : (v2d_body_type)world->bodies[i].type;
}

static bool v2d__body_has_plane(const v2d_world *world, int32_t i) {
    for (int32_t s1 = world->bodies[i].shape1; s1 > 0; s1 = world->shapes[s1 - 1].next1) {
        if (world->shapes[s1 - 1].geometry.kind == V2D_GEOMETRY_HALF_PLANE) return true;
    }
    return false;
}

V2D_API v2d_result v2d_body_set_type(v2d_world *world, v2d_body_id id, v2d_body_type type) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i >= 0 && (uint32_t)type > (uint32_t)V2D_BODY_DYNAMIC) r = V2D_ERROR_OUT_OF_RANGE;
    if (i >= 0 && r == V2D_OK && type == V2D_BODY_DYNAMIC && v2d__body_has_plane(world, i))
        r = V2D_ERROR_WRONG_KIND;
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    world->bodies[i].type = (int32_t)type;
    v2d__body_update_mass(world, i);
    if (type == V2D_BODY_STATIC) world->dof[i].dx = world->dof[i].dy = world->dof[i].du = 0.0f;
    world->joints_dirty = world->awake_changed = 1;
    return V2D_OK;
}

V2D_API v2d_vec2 v2d_body_position(const v2d_world *world, v2d_body_id id) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int32_t i = v2d__body_slot(world, id);
    return i < 0 ? zero : v2d__body_origin(world, i);
}

V2D_API v2d_transform v2d_body_transform(const v2d_world *world, v2d_body_id id) {
    v2d_transform xf = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    int32_t i = v2d__body_slot(world, id);
    if (i < 0) return xf;
    xf = v2d__node_transform(world, i);
    xf.p = v2d__body_origin(world, i);
    return xf;
}

V2D_API float v2d_body_angle(const v2d_world *world, v2d_body_id id) {
    return v2d_rot_angle(v2d_body_transform(world, id).q);
}

V2D_API v2d_transform v2d_body_interpolated(const v2d_world *world, v2d_body_id id, float alpha) {
    v2d_transform xf = v2d_body_transform(world, id);
    int32_t i = v2d__body_slot(world, id);
    if (i < 0 || !v2d__is_finite(alpha)) return xf;
    float t = v2d__clampf(alpha, 0.0f, 1.0f);
    const v2d__pose *from = &world->old_pose[i], *to = &world->pose[i];
    v2d_vec2 q = v2d__normalize(
        v2d_vec2_make((1.0f - t) * from->c + t * to->c, (1.0f - t) * from->s + t * to->s));
    if (v2d__length_sq(q) > 0.5f) xf.q.c = q.x, xf.q.s = q.y;
    v2d_vec2 center = {(1.0f - t) * from->x + t * to->x, (1.0f - t) * from->y + t * to->y};
    xf.p = v2d__sub(center, v2d__rotate(xf.q, world->bodies[i].local_center));
    return xf;
}

V2D_API v2d_result v2d_body_set_transform(v2d_world *world, v2d_body_id id, v2d_vec2 position,
                                          float angle) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(position);
    if (r == V2D_OK) r = v2d__check(angle, -V2D__MOST, V2D__MOST);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    v2d_rot q = v2d_rot_make(angle);
    v2d_vec2 center = v2d__add(position, v2d__rotate(q, world->bodies[i].local_center));
    world->pose[i].x = center.x, world->pose[i].y = center.y;
    world->pose[i].c = q.c, world->pose[i].s = q.s;
    world->old_pose[i] = world->pose[i];
    v2d__body_refresh_proxies(world, i);
    return V2D_OK;
}

V2D_API v2d_vec2 v2d_body_center(const v2d_world *world, v2d_body_id id) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int32_t i = v2d__body_slot(world, id);
    return i < 0 ? zero : v2d__node_place(world, i);
}

V2D_API v2d_vec2 v2d_body_velocity(const v2d_world *world, v2d_body_id id) {
    v2d_vec2 v = {0.0f, 0.0f};
    int32_t i = v2d__body_slot(world, id);
    if (i >= 0) v.x = world->dof[i].dx, v.y = world->dof[i].dy;
    return v;
}

V2D_API v2d_result v2d_body_set_velocity(v2d_world *world, v2d_body_id id, v2d_vec2 velocity) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(velocity);
    if (r == V2D_OK && v2d__body_is_fixed(&world->bodies[i])) r = V2D_ERROR_WRONG_KIND;
    if (r != V2D_OK) return v2d__fail(world, r);
    if (velocity.x != world->dof[i].dx || velocity.y != world->dof[i].dy) v2d__node_stir(world, i);
    world->dof[i].dx = velocity.x, world->dof[i].dy = velocity.y;
    return V2D_OK;
}

V2D_API float v2d_body_angular_velocity(const v2d_world *world, v2d_body_id id) {
    int32_t i = v2d__body_slot(world, id);
    return i < 0 ? 0.0f : world->dof[i].du * world->dof[i].inv_k;
}

V2D_API v2d_result v2d_body_set_angular_velocity(v2d_world *world, v2d_body_id id,
                                                 float angular_velocity) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(angular_velocity, -V2D__MOST, V2D__MOST);
    if (r == V2D_OK && v2d__body_is_fixed(&world->bodies[i])) r = V2D_ERROR_WRONG_KIND;
    if (r != V2D_OK) return v2d__fail(world, r);
    if (world->dof[i].inv_k <= 0.0f) return V2D_OK;
    float turn = angular_velocity * world->bodies[i].k;
    if (turn != world->dof[i].du) v2d__node_stir(world, i);
    world->dof[i].du = turn;
    return V2D_OK;
}

V2D_API v2d_vec2 v2d_body_velocity_at(const v2d_world *world, v2d_body_id id,
                                      v2d_vec2 world_point) {
    v2d_vec2 v = {0.0f, 0.0f};
    int32_t i = v2d__body_slot(world, id);
    if (i < 0 || v2d__check2(world_point) != V2D_OK) return v;
    const v2d__dof *node = &world->dof[i];
    v2d_vec2 arm = v2d__sub(world_point, v2d__node_place(world, i));
    return v2d__add(v2d_vec2_make(node->dx, node->dy), v2d__cross_sv(node->inv_k * node->du, arm));
}

V2D_API v2d_mass v2d_body_mass(const v2d_world *world, v2d_body_id id) {
    v2d_mass mass;
    memset(&mass, 0, sizeof(mass));
    int32_t i = v2d__body_slot(world, id);
    if (i < 0) return mass;
    mass.mass = world->bodies[i].mass;
    mass.center = world->bodies[i].local_center;
    mass.inertia = world->bodies[i].inertia;
    return mass;
}

V2D_API v2d_result v2d_body_set_mass(v2d_world *world, v2d_body_id id, v2d_mass mass) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(mass.mass, 1e-6f, 1e9f);
    if (r == V2D_OK) r = v2d__check(mass.inertia, 0.0f, 1e18f);
    if (r == V2D_OK) r = v2d__check2(mass.center);
    if (r == V2D_OK && world->bodies[i].type != V2D_BODY_DYNAMIC) r = V2D_ERROR_WRONG_KIND;
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    v2d__body_set_center(world, i, mass.center);
    v2d__body_set_inertia(world, i, mass.mass, mass.inertia);
    v2d__body_refresh_proxies(world, i);
    return V2D_OK;
}

// Forces on what cannot be pushed are nothing.
static void v2d__node_push(v2d_world *world, int32_t node, v2d_vec2 force, float torque) {
    v2d__drive *drive = &world->drive[node];
    if (world->dof[node].inv_mass <= 0.0f) return;
    drive->force = v2d__add(drive->force, force);
    drive->torque += torque;
}

V2D_API v2d_result v2d_body_apply_force(v2d_world *world, v2d_body_id id, v2d_vec2 force,
                                        v2d_vec2 world_point) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(force);
    if (r == V2D_OK) r = v2d__check2(world_point);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    v2d__node_push(world, i, force,
                   v2d__cross(v2d__sub(world_point, v2d__node_place(world, i)), force));
    return V2D_OK;
}

V2D_API v2d_result v2d_body_apply_force_to_center(v2d_world *world, v2d_body_id id,
                                                  v2d_vec2 force) {
    return v2d_body_apply_force(world, id, force, v2d_body_center(world, id));
}

V2D_API v2d_result v2d_body_apply_torque(v2d_world *world, v2d_body_id id, float torque) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(torque, -V2D__MOST, V2D__MOST);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    v2d__node_push(world, i, v2d__vec2(0.0f, 0.0f), torque);
    return V2D_OK;
}

V2D_API v2d_result v2d_body_apply_impulse(v2d_world *world, v2d_body_id id, v2d_vec2 impulse,
                                          v2d_vec2 world_point) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(impulse);
    if (r == V2D_OK) r = v2d__check2(world_point);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    v2d__dof *node = V2D__AT(&world->dof[i]);
    if (node->inv_mass <= 0.0f) return V2D_OK; // nothing pushes it
    float turn = v2d__cross(v2d__sub(world_point, v2d__node_place(world, i)), impulse);
    const v2d__body *body = &world->bodies[i];
    if ((body->flags & V2D__BODY_LOCK_X) == 0u) node->dx += node->inv_mass * impulse.x;
    if ((body->flags & V2D__BODY_LOCK_Y) == 0u) node->dy += node->inv_mass * impulse.y;
    node->du += node->inv_mass * node->inv_k * turn;
    return V2D_OK;
}

V2D_API v2d_result v2d_body_apply_impulse_to_center(v2d_world *world, v2d_body_id id,
                                                    v2d_vec2 impulse) {
    return v2d_body_apply_impulse(world, id, impulse, v2d_body_center(world, id));
}

V2D_API v2d_result v2d_body_apply_angular_impulse(v2d_world *world, v2d_body_id id, float impulse) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(impulse, -V2D__MOST, V2D__MOST);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    world->dof[i].du += world->dof[i].inv_mass * world->dof[i].inv_k * impulse;
    return V2D_OK;
}

V2D_API v2d_vec2 v2d_body_world_point(const v2d_world *world, v2d_body_id id,
                                      v2d_vec2 local_point) {
    if (v2d__body_slot(world, id) < 0) return v2d__vec2(0.0f, 0.0f);
    return v2d_transform_point(v2d_body_transform(world, id), local_point);
}

V2D_API v2d_vec2 v2d_body_world_vector(const v2d_world *world, v2d_body_id id,
                                       v2d_vec2 local_vector) {
    if (v2d__body_slot(world, id) < 0) return v2d__vec2(0.0f, 0.0f);
    return v2d__rotate(v2d_body_transform(world, id).q, local_vector);
}

V2D_API v2d_vec2 v2d_body_local_point(const v2d_world *world, v2d_body_id id,
                                      v2d_vec2 world_point) {
    if (v2d__body_slot(world, id) < 0) return v2d__vec2(0.0f, 0.0f);
    return v2d_transform_inverse_point(v2d_body_transform(world, id), world_point);
}

V2D_API v2d_vec2 v2d_body_local_vector(const v2d_world *world, v2d_body_id id,
                                       v2d_vec2 world_vector) {
    if (v2d__body_slot(world, id) < 0) return v2d__vec2(0.0f, 0.0f);
    return v2d__inv_rotate(v2d_body_transform(world, id).q, world_vector);
}

V2D_API v2d_result v2d_body_set_gravity_scale(v2d_world *world, v2d_body_id id, float scale) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(scale, -V2D__MOST, V2D__MOST);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    world->drive[i].gravity_scale = scale;
    return V2D_OK;
}

V2D_API v2d_result v2d_body_set_damping(v2d_world *world, v2d_body_id id, float linear,
                                        float angular) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(linear, 0.0f, V2D__MOST);
    if (r == V2D_OK) r = v2d__check(angular, 0.0f, V2D__MOST);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    world->drive[i].linear_damping = linear;
    world->drive[i].angular_damping = angular;
    return V2D_OK;
}

V2D_API v2d_result v2d_body_set_locks(v2d_world *world, v2d_body_id id, bool lock_x, bool lock_y,
                                      bool lock_angle) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, i);
    v2d__body *body = &world->bodies[i];
    if (lock_x || lock_y) world->has_locks = 1;
    const uint32_t all = V2D__BODY_LOCK_X | V2D__BODY_LOCK_Y | V2D__BODY_LOCK_ANGLE;
    body->flags = (body->flags & ~all) | v2d__lock_flags(lock_x, lock_y, lock_angle);
    v2d__body_set_inertia(world, i, body->mass, body->inertia);
    if (lock_x) world->dof[i].dx = 0.0f;
    if (lock_y) world->dof[i].dy = 0.0f;
    return V2D_OK;
}

// Stop the island of a node that is awake and let it sleep in the next step.
V2D__COLD static void v2d__node_lull(v2d_world *world, int32_t node) {
    v2d__nodes_list(world);
    v2d__islands_find(world);
    int32_t root = v2d__island_root(world, node);
    for (int32_t k = 0; k < world->active_count; ++k) {
        int32_t i = world->active[k];
        if (v2d__island_root(world, i) != root) continue;
        world->dof[i].dx = world->dof[i].dy = world->dof[i].du = 0.0f;
        world->rest[i] = world->sleep_time;
    }
    world->sleep_asked = 1;
}

static void v2d__node_set_awake(v2d_world *world, int32_t node, bool awake) {
    if (awake) v2d__node_stir(world, node);
    bool fixed = node < V2D__POINT_NODE && v2d__body_is_fixed(&world->bodies[node]);
    if (!awake && !fixed && world->sleep != 0 && world->sleep_next1[node] == 0)
        v2d__node_lull(world, node);
}

V2D_API bool v2d_body_is_awake(const v2d_world *world, v2d_body_id id) {
    int32_t i = v2d__body_slot(world, id);
    return i >= 0 && world->sleep_next1[i] == 0 && !v2d__body_is_fixed(&world->bodies[i]);
}

V2D_API v2d_result v2d_body_set_awake(v2d_world *world, v2d_body_id id, bool awake) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_set_awake(world, i, awake);
    return V2D_OK;
}

V2D_API v2d_result v2d_body_set_allow_sleep(v2d_world *world, v2d_body_id id, bool allow) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    if (!allow) v2d__node_stir(world, i);
    world->bodies[i].flags &= ~(uint32_t)V2D__BODY_SLEEPLESS;
    if (!allow) world->bodies[i].flags |= (uint32_t)V2D__BODY_SLEEPLESS;
    return V2D_OK;
}

V2D_API v2d_result v2d_body_set_user(v2d_world *world, v2d_body_id id, uint64_t user) {
    int32_t i = v2d__body_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__set_user(world->bodies[i].user, user);
    return V2D_OK;
}

V2D_API uint64_t v2d_body_user(const v2d_world *world, v2d_body_id id) {
    int32_t i = v2d__body_slot(world, id);
    return i < 0 ? 0 : v2d__user(world->bodies[i].user);
}

V2D_API v2d_shape_id v2d_body_first_shape(const v2d_world *world, v2d_body_id id) {
    v2d_shape_id none = {0, 0};
    int32_t i = v2d__body_slot(world, id);
    return i < 0 ? none : v2d__shape_id_of(world, world->bodies[i].shape1 - 1);
}

// ---- shapes ------------------------------------------------------------------------------------

V2D__COLD static v2d_result v2d__material_check(float friction, float restitution) {
    v2d_result r = v2d__check(friction, 0.0f, 1000.0f);
    return r != V2D_OK ? r : v2d__check(restitution, 0.0f, 1.0f);
}

V2D__COLD static v2d_result v2d__shape_def_check(const v2d_shape_def *def) {
    v2d_result r[4];
    r[0] = v2d__check(def->density, 0.0f, 1e9f);
    r[1] = v2d__material_check(def->friction, def->restitution);
    r[2] = v2d__check(def->rolling_resistance, 0.0f, 1.0f);
    r[3] = v2d__check(def->surface_speed, -V2D__MOST, V2D__MOST);
    return v2d__first(r, 4);
}

// Make the geometry anew, so that one that was not made by our functions is checked all the same.
V2D__COLD static v2d_geometry v2d__geometry_remake(const v2d_geometry *g) {
    const v2d_vec2 *v = g->vertices;
    switch (g->kind) {
    case V2D_GEOMETRY_CIRCLE: return v2d_geometry_circle(v[0], g->radius);
    case V2D_GEOMETRY_CAPSULE: return v2d_geometry_capsule(v[0], v[1], g->radius);
    case V2D_GEOMETRY_SEGMENT: return v2d_geometry_segment(v[0], v[1]);
    case V2D_GEOMETRY_POLYGON: return v2d_geometry_polygon(v, g->count, g->radius);
    case V2D_GEOMETRY_HALF_PLANE: return v2d_geometry_half_plane(v[0], g->normals[0]);
    case V2D_GEOMETRY_CHAIN_SEGMENT: return v2d_geometry_chain_segment(v[2], v[0], v[1], v[3]);
    case V2D_GEOMETRY_NONE: break;
    }
    v2d_geometry none;
    memset(&none, 0, sizeof(none));
    none.error =
        g->kind == V2D_GEOMETRY_NONE && g->error != V2D_OK ? g->error : V2D_ERROR_WRONG_KIND;
    return none;
}

// Where the number of the next shape of a body goes: shapes stay in the order they were added.
V2D__COLD static int32_t *v2d__shape_tail(v2d_world *world, int32_t body) {
    int32_t *link = &world->bodies[body].shape1;
    while (*link > 0)
        link = &world->shapes[*link - 1].next1;
    return link;
}

// There is room. Returns the slot.
V2D__COLD static int32_t v2d__shape_add(v2d_world *world, int32_t body, const v2d_shape_def *def,
                                        const v2d_geometry *geometry, int32_t *tail) {
    int32_t i = v2d__pool_take(&world->shape_pool, world->shape_generation, world->shape_next,
                               V2D_MAX_SHAPES);
    v2d__shape *shape = V2D__AT(&world->shapes[i]);
    memset(shape, 0, sizeof(*shape));
    shape->geometry = *geometry;
    v2d__shape_place(world, i, world->bodies[body].local_center);
    shape->body = body;
    v2d__body_widen(&world->bodies[body], shape);
    shape->density = def->density;
    shape->friction = def->friction, shape->restitution = def->restitution;
    shape->rolling_resistance = def->rolling_resistance;
    shape->surface_speed = def->surface_speed;
    shape->filter = def->filter;
    v2d__set_user(shape->user, def->user);
    *tail = i + 1;
    return i;
}

// The parts of v2d_shape_create that can fail, without the geometry.
V2D__COLD static v2d_result v2d__shape_create_check(const v2d_world *world, v2d_body_id body,
                                                    const v2d_shape_def *def, int32_t *slot) {
    *slot = v2d__body_slot(world, body);
    if (*slot < 0) return v2d__cause(*slot);
    if (def == NULL) return V2D_ERROR_NULL;
    if (def->cookie != V2D__COOKIE) return V2D_ERROR_BAD_DEF;
    return v2d__shape_def_check(def);
}

V2D_API v2d_shape_id v2d_shape_create(v2d_world *world, v2d_body_id body, const v2d_shape_def *def,
                                      const v2d_geometry *geometry) {
    v2d_shape_id none = {0, 0};
    int32_t owner;
    v2d_result r = v2d__shape_create_check(world, body, def, &owner);
    if (r == V2D_OK && geometry == NULL) r = V2D_ERROR_NULL;
    v2d_geometry checked;
    memset(&checked, 0, sizeof(checked));
    if (r == V2D_OK) {
        checked = v2d__geometry_remake(geometry);
        r = checked.error;
    }
    if (r == V2D_OK && checked.kind == V2D_GEOMETRY_HALF_PLANE &&
        world->bodies[owner].type == V2D_BODY_DYNAMIC) {
        r = V2D_ERROR_WRONG_KIND;
    }
    if (r == V2D_OK && world->shape_pool.count >= V2D_MAX_SHAPES) r = V2D_ERROR_CAPACITY;
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    if (!v2d__node_hangs(world, owner)) v2d__node_stir(world, owner);
    int32_t i = v2d__shape_add(world, owner, def, &checked, v2d__shape_tail(world, owner));
    v2d__body_update_mass(world, owner);
    return v2d__shape_id_of(world, i);
}

V2D_API v2d_result v2d_shape_create_outline(v2d_world *world, v2d_body_id body,
                                            const v2d_shape_def *def, const v2d_vec2 *outline,
                                            int count) {
    v2d__decomposition d;
    int32_t owner;
    v2d_result r = v2d__shape_create_check(world, body, def, &owner);
    if (r == V2D_OK) r = v2d__decompose(&d, outline, count);
    if (r == V2D_OK && d.piece_count > V2D_MAX_SHAPES - world->shape_pool.count)
        r = V2D_ERROR_CAPACITY;
    if (r != V2D_OK) return v2d__fail(world, r);
    if (!v2d__node_hangs(world, owner)) v2d__node_stir(world, owner);
    for (int32_t i = 0; i < d.piece_count; ++i) {
        v2d_geometry piece = v2d__piece_geometry(&d, &d.pieces[i]);
        v2d__shape_add(world, owner, def, &piece, v2d__shape_tail(world, owner));
    }
    v2d__body_update_mass(world, owner);
    return V2D_OK;
}

V2D_API v2d_result v2d_shape_destroy(v2d_world *world, v2d_shape_id id) {
    int32_t i = v2d__shape_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i >= 0 && world->shapes[i].chain1 > 0) r = V2D_ERROR_WRONG_KIND;
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, world->shapes[i].body);
    int32_t body = world->shapes[i].body;
    v2d__shape_free(world, i);
    v2d__body_update_extent(world, body);
    v2d__body_update_mass(world, body);
    return V2D_OK;
}

V2D_API bool v2d_shape_is_valid(const v2d_world *world, v2d_shape_id id) {
    return v2d__shape_slot(world, id) >= 0;
}

V2D_API v2d_shape_id v2d_shape_next(const v2d_world *world, v2d_shape_id id) {
    v2d_shape_id none = {0, 0};
    int32_t i = v2d__shape_slot(world, id);
    return i < 0 ? none : v2d__shape_id_of(world, world->shapes[i].next1 - 1);
}

V2D_API v2d_body_id v2d_shape_body(const v2d_world *world, v2d_shape_id id) {
    v2d_body_id none = {0, 0};
    int32_t i = v2d__shape_slot(world, id);
    return i < 0 ? none : v2d__body_id_of(world, world->shapes[i].body);
}

V2D_API v2d_geometry v2d_shape_geometry(const v2d_world *world, v2d_shape_id id) {
    v2d_geometry none;
    memset(&none, 0, sizeof(none));
    int32_t i = v2d__shape_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i < 0) {
        none.error = r;
        return none;
    }
    v2d__shape shape = world->shapes[i];
    v2d_vec2 origin = {0.0f, 0.0f};
    v2d__shape_recenter(&shape, origin);
    return v2d__geometry_unpad(&shape.geometry);
}

V2D_API v2d_aabb v2d_shape_aabb(const v2d_world *world, v2d_shape_id id) {
    v2d_aabb none = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    int32_t i = v2d__shape_slot(world, id);
    if (i < 0) return none;
    return v2d_geometry_aabb(&world->shapes[i].geometry,
                             v2d__node_transform(world, world->shapes[i].body));
}

V2D_API bool v2d_shape_contains(const v2d_world *world, v2d_shape_id id, v2d_vec2 world_point) {
    int32_t i = v2d__shape_slot(world, id);
    if (i < 0) return false;
    return v2d_geometry_contains(&world->shapes[i].geometry,
                                 v2d__node_transform(world, world->shapes[i].body), world_point);
}

V2D_API v2d_result v2d_shape_set_friction(v2d_world *world, v2d_shape_id id, float friction) {
    int32_t i = v2d__shape_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(friction, 0.0f, 1000.0f);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, world->shapes[i].body);
    world->shapes[i].friction = friction;
    world->materials_dirty = 1;
    return V2D_OK;
}

V2D_API v2d_result v2d_shape_set_restitution(v2d_world *world, v2d_shape_id id, float restitution) {
    int32_t i = v2d__shape_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(restitution, 0.0f, 1.0f);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, world->shapes[i].body);
    world->shapes[i].restitution = restitution;
    world->materials_dirty = 1;
    return V2D_OK;
}

V2D_API v2d_result v2d_shape_set_surface_speed(v2d_world *world, v2d_shape_id id, float speed) {
    int32_t i = v2d__shape_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(speed, -V2D__MOST, V2D__MOST);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, world->shapes[i].body);
    world->shapes[i].surface_speed = speed;
    world->materials_dirty = 1;
    return V2D_OK;
}

V2D_API v2d_result v2d_shape_set_filter(v2d_world *world, v2d_shape_id id, v2d_filter filter) {
    int32_t i = v2d__shape_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, world->shapes[i].body);
    world->shapes[i].filter = filter;
    v2d__proxy_recheck(world, i);
    return V2D_OK;
}

V2D_API v2d_result v2d_shape_set_user(v2d_world *world, v2d_shape_id id, uint64_t user) {
    int32_t i = v2d__shape_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__set_user(world->shapes[i].user, user);
    return V2D_OK;
}

V2D_API uint64_t v2d_shape_user(const v2d_world *world, v2d_shape_id id) {
    int32_t i = v2d__shape_slot(world, id);
    return i < 0 ? 0 : v2d__user(world->shapes[i].user);
}

// ---- chains ------------------------------------------------------------------------------------
// A chain's id is the slot of its first shape, under another kind. Its shapes are created and
// destroyed together and follow one another in the list of the body.

static v2d_chain_id v2d__chain_id_of(const v2d_world *world, int32_t first) {
    v2d_chain_id id = {0, 0};
    if (first < 0) return id;
    id.index1 = (uint32_t)(first + 1);
    id.generation = v2d__stamp(V2D__KIND_CHAIN, world->shape_generation[first]);
    return id;
}

// First shape of a chain.
V2D__COLD static int32_t v2d__chain_slot(const v2d_world *world, v2d_chain_id id) {
    if (v2d__world_check(world) != V2D_OK) return -(int32_t)v2d__world_check(world);
    int32_t i = v2d__slot(id.index1, id.generation, V2D__KIND_CHAIN, world->shape_generation,
                          &world->shape_pool);
    if (i < 0 || world->shapes[i].chain1 == i + 1) return i;
    return -(int32_t)V2D_ERROR_BAD_ID; // nobody was given that
}

// The shape after shape i of the same chain, or -1.
static int32_t v2d__chain_shape_after(const v2d_world *world, int32_t i) {
    int32_t next = world->shapes[i].next1 - 1;
    return next >= 0 && world->shapes[next].chain1 == world->shapes[i].chain1 ? next : -1;
}

V2D__COLD static v2d_geometry v2d__chain_segment(const v2d_vec2 *v, int count, bool closed, int i) {
    int next = i + 1 < count ? i + 1 : 0;
    bool starts = i == 0 && !closed, ends = i + 2 == count && !closed;
    v2d_vec2 before = v[starts ? next : (i > 0 ? i : count) - 1];
    v2d_vec2 after = v[ends ? i : (next + 1 < count ? next + 1 : 0)];
    return v2d_geometry_chain_segment(before, v[i], v[next], after);
}

V2D__COLD static v2d_result v2d__chain_check(const v2d_world *world, const v2d_vec2 *vertices,
                                             int count, bool closed) {
    if (vertices == NULL) return V2D_ERROR_NULL;
    if (count < (closed ? 3 : 2)) return V2D_ERROR_VERTEX_COUNT;
    int links = closed ? count : count - 1;
    if (links > V2D_MAX_SHAPES - world->shape_pool.count) return V2D_ERROR_CAPACITY;
    for (int i = 0; i < links; ++i) {
        v2d_geometry link = v2d__chain_segment(vertices, count, closed, i);
        if (link.error != V2D_OK) return link.error;
    }
    return V2D_OK;
}

V2D_API v2d_chain_id v2d_chain_create(v2d_world *world, v2d_body_id body, const v2d_shape_def *def,
                                      const v2d_vec2 *vertices, int count, bool closed) {
    int32_t owner, first = -1;
    v2d_result r = v2d__shape_create_check(world, body, def, &owner);
    if (r == V2D_OK) r = v2d__chain_check(world, vertices, count, closed);
    if (r != V2D_OK) {
        v2d_chain_id none = {0, 0};
        v2d__fail(world, r);
        return none;
    }
    if (!v2d__node_hangs(world, owner)) v2d__node_stir(world, owner);
    int32_t *tail = v2d__shape_tail(world, owner);
    for (int i = 0; i < (closed ? count : count - 1); ++i) {
        v2d_geometry link = v2d__chain_segment(vertices, count, closed, i);
        int32_t slot = v2d__shape_add(world, owner, def, &link, tail);
        if (first < 0) first = slot;
        world->shapes[slot].chain1 = first + 1;
        tail = &world->shapes[slot].next1;
    }
    v2d__body_update_mass(world, owner);
    return v2d__chain_id_of(world, first);
}

V2D_API v2d_result v2d_chain_destroy(v2d_world *world, v2d_chain_id id) {
    int32_t i = v2d__chain_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i < 0) return v2d__fail(world, r);
    int32_t body = world->shapes[i].body;
    v2d__node_stir(world, body);
    while (i >= 0) {
        int32_t next = v2d__chain_shape_after(world, i);
        v2d__shape_free(world, i);
        i = next;
    }
    v2d__body_update_extent(world, body);
    v2d__body_update_mass(world, body);
    return V2D_OK;
}

V2D_API bool v2d_chain_is_valid(const v2d_world *world, v2d_chain_id id) {
    return v2d__chain_slot(world, id) >= 0;
}

V2D_API int v2d_chain_shape_count(const v2d_world *world, v2d_chain_id id) {
    int count = 0;
    for (int32_t i = v2d__chain_slot(world, id); i >= 0; i = v2d__chain_shape_after(world, i))
        count += 1;
    return count;
}

V2D_API v2d_shape_id v2d_chain_shape(const v2d_world *world, v2d_chain_id id, int index) {
    v2d_shape_id none = {0, 0};
    int32_t i = v2d__chain_slot(world, id);
    for (int k = 0; k < index && i >= 0; ++k)
        i = v2d__chain_shape_after(world, i);
    return i < 0 || index < 0 ? none : v2d__shape_id_of(world, i);
}

V2D_API v2d_chain_id v2d_shape_chain(const v2d_world *world, v2d_shape_id id) {
    v2d_chain_id none = {0, 0};
    int32_t i = v2d__shape_slot(world, id);
    return i < 0 ? none : v2d__chain_id_of(world, world->shapes[i].chain1 - 1);
}

V2D_API v2d_result v2d_chain_set_friction(v2d_world *world, v2d_chain_id id, float friction) {
    int32_t i = v2d__chain_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(friction, 0.0f, 1000.0f);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, world->shapes[i].body);
    for (; i >= 0; i = v2d__chain_shape_after(world, i))
        world->shapes[i].friction = friction;
    world->materials_dirty = 1;
    return V2D_OK;
}

V2D_API v2d_result v2d_chain_set_restitution(v2d_world *world, v2d_chain_id id, float restitution) {
    int32_t i = v2d__chain_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(restitution, 0.0f, 1.0f);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, world->shapes[i].body);
    for (; i >= 0; i = v2d__chain_shape_after(world, i))
        world->shapes[i].restitution = restitution;
    world->materials_dirty = 1;
    return V2D_OK;
}

V2D_API v2d_result v2d_chain_set_surface_speed(v2d_world *world, v2d_chain_id id, float speed) {
    int32_t i = v2d__chain_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(speed, -V2D__MOST, V2D__MOST);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, world->shapes[i].body);
    for (; i >= 0; i = v2d__chain_shape_after(world, i))
        world->shapes[i].surface_speed = speed;
    world->materials_dirty = 1;
    return V2D_OK;
}

// ---- points ------------------------------------------------------------------------------------

V2D__COLD static v2d_result v2d__point_def_check(const v2d_world *world, const v2d_point_def *def,
                                                 int32_t *soft) {
    v2d_result r[8];
    r[0] = v2d__check2(def->position);
    r[1] = v2d__check2(def->velocity);
    r[2] = v2d__check(def->mass, 1e-6f, 1e9f);
    r[3] = v2d__check(def->radius, 0.0f, V2D__MOST);
    r[4] = v2d__material_check(def->friction, def->restitution);
    r[5] = v2d__check(def->gravity_scale, -V2D__MOST, V2D__MOST);
    r[6] = v2d__check(def->linear_damping, 0.0f, V2D__MOST);
    bool has_soft = def->soft.index1 != 0u || def->soft.generation != 0u;
    *soft = has_soft ? v2d__soft_slot(world, def->soft) : -1;
    r[7] = has_soft ? v2d__cause(*soft) : V2D_OK;
    return v2d__first(r, 8);
}

V2D__COLD static void v2d__point_refresh_proxy(v2d_world *world, int32_t i) {
    const v2d__point *p = &world->points[i];
    int32_t proxy = p->soft1 > 0 ? V2D__SOFT_PROXY + p->soft1 - 1 : V2D__POINT_PROXY + i;
    uint32_t flags = V2D__PROXY_LIVE | V2D__PROXY_MOVES | V2D__PROXY_FRESH;
    if (p->soft1 == 0) {
        if ((p->flags & V2D__POINT_COLLIDES) == 0u) return;
        if (world->dof[V2D__POINT_NODE + i].inv_mass <= 0.0f)
            flags = V2D__PROXY_LIVE | V2D__PROXY_FRESH;
    }
    world->proxy_flags[proxy] = flags;
    world->proxies_fresh = 1;
    if (world->dof[V2D__POINT_NODE + i].inv_mass <= 0.0f)
        v2d__node_mark(world, V2D__POINT_NODE + i);
}

// Everything is checked and there is room.
V2D__COLD static int32_t v2d__point_add(v2d_world *world, const v2d_point_def *def, int32_t soft) {
    int32_t i = v2d__pool_take(&world->point_pool, world->point_generation, world->point_next,
                               V2D_MAX_POINTS);
    v2d__point *p = V2D__AT(&world->points[i]);
    v2d__dof *node = &world->dof[V2D__POINT_NODE + i];
    v2d__pose *pose = &world->pose[V2D__POINT_NODE + i];
    memset(p, 0, sizeof(*p));
    memset(node, 0, sizeof(*node));
    world->awake_changed = 1;
    p->flags = (def->pinned ? (uint32_t)V2D__POINT_PINNED : 0u) |
               (def->collides ? (uint32_t)V2D__POINT_COLLIDES : 0u);
    if (soft >= 0) v2d__soft_stir(world, soft);
    world->rest[V2D__POINT_NODE + i] = def->pinned ? 0.0f : -1.0f;
    p->mass = def->mass, p->radius = def->radius;
    float free = V2D__SWEEP_FREE * def->radius;
    if (free > 0.0f) world->least_way = v2d__minf(world->least_way, free * free);
    world->look[V2D__POINT_NODE + i].margin = 0.5f * v2d__margin(world);
    p->friction = def->friction, p->restitution = def->restitution;
    v2d__drive *drive = &world->drive[V2D__POINT_NODE + i];
    memset(drive, 0, sizeof(*drive));
    drive->gravity_scale = def->gravity_scale, drive->linear_damping = def->linear_damping;
    p->filter = def->filter;
    v2d__set_user(p->user, def->user);
    node->dx = def->velocity.x, node->dy = def->velocity.y;
    node->inv_mass = def->pinned ? 0.0f : 1.0f / def->mass;
    pose->x = def->position.x, pose->y = def->position.y, pose->c = 1.0f, pose->s = 0.0f;
    world->old_pose[V2D__POINT_NODE + i] = *pose;
    if (soft >= 0) {
        v2d__soft *s = V2D__AT(&world->softs[soft]);
        p->soft1 = soft + 1;
        if (s->last_point1 > 0) {
            world->points[s->last_point1 - 1].next1 = i + 1;
        } else {
            s->point1 = i + 1;
        }
        s->last_point1 = i + 1;
        s->point_count += 1;
        world->soft_dirty = V2D__SOFT_LISTS | V2D__SOFT_BLOCKS;
    }
    v2d__point_refresh_proxy(world, i);
    return i;
}

V2D_API v2d_point_id v2d_point_create(v2d_world *world, const v2d_point_def *def) {
    v2d_point_id none = {0, 0};
    int32_t soft = -1;
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && def == NULL) r = V2D_ERROR_NULL;
    if (r == V2D_OK && def->cookie != V2D__COOKIE) r = V2D_ERROR_BAD_DEF;
    if (r == V2D_OK) r = v2d__point_def_check(world, def, &soft);
    if (r == V2D_OK && world->point_pool.count >= V2D_MAX_POINTS) r = V2D_ERROR_CAPACITY;
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    if (soft >= 0) world->softs[soft].shape_frequency = 0.0f; // its rest shape has no place for it
    return v2d__point_id_of(world, v2d__point_add(world, def, soft));
}

V2D_API v2d_result v2d_point_destroy(v2d_world *world, v2d_point_id id) {
    int32_t i = v2d__point_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i < 0) return v2d__fail(world, r);
    v2d__point_free(world, i);
    return V2D_OK;
}

V2D_API bool v2d_point_is_valid(const v2d_world *world, v2d_point_id id) {
    return v2d__point_slot(world, id) >= 0;
}

V2D_API v2d_vec2 v2d_point_position(const v2d_world *world, v2d_point_id id) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int32_t i = v2d__point_slot(world, id);
    return i < 0 ? zero : v2d__point_place(world, i);
}

V2D_API v2d_result v2d_point_set_position(v2d_world *world, v2d_point_id id, v2d_vec2 position) {
    int32_t i = v2d__point_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(position);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, V2D__POINT_NODE + i);
    world->pose[V2D__POINT_NODE + i].x = position.x,
                                  world->pose[V2D__POINT_NODE + i].y = position.y;
    world->old_pose[V2D__POINT_NODE + i] = world->pose[V2D__POINT_NODE + i];
    return V2D_OK;
}

V2D_API v2d_vec2 v2d_point_velocity(const v2d_world *world, v2d_point_id id) {
    v2d_vec2 v = {0.0f, 0.0f};
    int32_t i = v2d__point_slot(world, id);
    if (i >= 0) v.x = world->dof[V2D__POINT_NODE + i].dx, v.y = world->dof[V2D__POINT_NODE + i].dy;
    return v;
}

V2D_API v2d_result v2d_point_set_velocity(v2d_world *world, v2d_point_id id, v2d_vec2 velocity) {
    int32_t i = v2d__point_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(velocity);
    if (r != V2D_OK) return v2d__fail(world, r);
    const v2d__dof *node = &world->dof[V2D__POINT_NODE + i];
    if (velocity.x != node->dx || velocity.y != node->dy)
        v2d__node_stir(world, V2D__POINT_NODE + i);
    world->dof[V2D__POINT_NODE + i].dx = velocity.x,
                                 world->dof[V2D__POINT_NODE + i].dy = velocity.y;
    return V2D_OK;
}

V2D_API v2d_result v2d_point_apply_force(v2d_world *world, v2d_point_id id, v2d_vec2 force) {
    int32_t i = v2d__point_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(force);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, V2D__POINT_NODE + i);
    v2d__node_push(world, V2D__POINT_NODE + i, force, 0.0f);
    return V2D_OK;
}

V2D_API v2d_result v2d_point_apply_impulse(v2d_world *world, v2d_point_id id, v2d_vec2 impulse) {
    int32_t i = v2d__point_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(impulse);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, V2D__POINT_NODE + i);
    v2d__dof *node = &world->dof[V2D__POINT_NODE + i];
    node->dx += node->inv_mass * impulse.x;
    node->dy += node->inv_mass * impulse.y;
    return V2D_OK;
}

static void v2d__point_set_inverse_mass(v2d_world *world, int32_t i) {
    const v2d__point *p = &world->points[i];
    world->dof[V2D__POINT_NODE + i].inv_mass =
        (p->flags & V2D__POINT_PINNED) != 0u ? 0.0f : 1.0f / p->mass;
    world->soft_dirty = V2D__SOFT_LISTS | V2D__SOFT_BLOCKS; // what cannot move has no colour
    world->joints_dirty = 1;
    v2d__point_refresh_proxy(world, i);
}

V2D_API v2d_result v2d_point_set_pinned(v2d_world *world, v2d_point_id id, bool pinned) {
    int32_t i = v2d__point_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__point *p = V2D__AT(&world->points[i]);
    bool was = (p->flags & V2D__POINT_PINNED) != 0u;
    if (was == pinned) return V2D_OK;
    v2d__node_stir(world, V2D__POINT_NODE + i);
    p->flags = pinned ? p->flags | (uint32_t)V2D__POINT_PINNED
                      : p->flags & ~(uint32_t)(V2D__POINT_PINNED | V2D__POINT_DISABLED);
    if (pinned) world->dof[V2D__POINT_NODE + i].dx = world->dof[V2D__POINT_NODE + i].dy = 0.0f;
    v2d__point_set_inverse_mass(world, i);
    return V2D_OK;
}

V2D_API bool v2d_point_is_pinned(const v2d_world *world, v2d_point_id id) {
    int32_t i = v2d__point_slot(world, id);
    return i >= 0 && (world->points[i].flags & V2D__POINT_PINNED) != 0u;
}

V2D_API float v2d_point_mass(const v2d_world *world, v2d_point_id id) {
    int32_t i = v2d__point_slot(world, id);
    return i < 0 ? 0.0f : world->points[i].mass;
}

V2D_API v2d_result v2d_point_set_mass(v2d_world *world, v2d_point_id id, float mass) {
    int32_t i = v2d__point_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(mass, 1e-6f, 1e9f);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, V2D__POINT_NODE + i);
    world->points[i].mass = mass;
    v2d__point_set_inverse_mass(world, i);
    return V2D_OK;
}

V2D_API float v2d_point_radius(const v2d_world *world, v2d_point_id id) {
    int32_t i = v2d__point_slot(world, id);
    return i < 0 ? 0.0f : world->points[i].radius;
}

V2D_API v2d_soft_id v2d_point_soft(const v2d_world *world, v2d_point_id id) {
    v2d_soft_id none = {0, 0};
    int32_t i = v2d__point_slot(world, id);
    return i < 0 ? none : v2d__soft_id_of(world, world->points[i].soft1 - 1);
}

V2D_API bool v2d_point_is_awake(const v2d_world *world, v2d_point_id id) {
    int32_t i = v2d__point_slot(world, id);
    return i >= 0 && world->sleep_next1[V2D__POINT_NODE + i] == 0;
}

V2D_API v2d_result v2d_point_set_awake(v2d_world *world, v2d_point_id id, bool awake) {
    int32_t i = v2d__point_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_set_awake(world, V2D__POINT_NODE + i, awake);
    return V2D_OK;
}

V2D_API uint64_t v2d_point_user(const v2d_world *world, v2d_point_id id) {
    int32_t i = v2d__point_slot(world, id);
    return i < 0 ? 0 : v2d__user(world->points[i].user);
}

// ---- edges and bends ---------------------------------------------------------------------------

V2D__COLD static int32_t v2d__edge_add(v2d_world *world, int32_t a, int32_t b, v2d_edge_side side,
                                       float frequency, float damping_ratio, float tear_strain) {
    int32_t i =
        v2d__pool_take(&world->edge_pool, world->edge_generation, world->edge_next, V2D_MAX_EDGES);
    v2d__edge *e = V2D__AT(&world->edges[i]);
    memset(e, 0, sizeof(*e));
    v2d__node_stir(world, V2D__POINT_NODE + a);
    v2d__node_stir(world, V2D__POINT_NODE + b);
    e->a = a, e->b = b;
    e->side = (int32_t)side;
    e->frequency = frequency, e->damping_ratio = damping_ratio, e->tear_strain = tear_strain;
    v2d_vec2 r = v2d__sub(v2d__point_place(world, b), v2d__point_place(world, a));
    e->rest = v2d__length(r);
    e->normal = v2d__normalize(r);
    e->soft1 = world->points[a].soft1;
    if (e->soft1 > 0) {
        v2d__soft *s = V2D__AT(&world->softs[e->soft1 - 1]);
        if (s->last_edge1 > 0) {
            world->edges[s->last_edge1 - 1].next1 = i + 1;
        } else {
            s->edge1 = i + 1;
        }
        s->last_edge1 = i + 1;
        s->edge_count += 1;
    }
    world->soft_dirty = V2D__SOFT_LISTS | V2D__SOFT_BLOCKS;
    return i;
}

// Can there be an edge between two places?
static bool v2d__places_apart(v2d_vec2 a, v2d_vec2 b) {
    return v2d__length(v2d__sub(b, a)) > 1e-9f;
}

V2D__COLD static v2d_result v2d__edge_def_check(const v2d_world *world, const v2d_edge_def *def,
                                                int32_t *a, int32_t *b) {
    v2d_result r[6];
    *a = v2d__point_slot(world, def->a);
    *b = v2d__point_slot(world, def->b);
    r[0] = v2d__cause(*a), r[1] = v2d__cause(*b);
    r[2] = (uint32_t)def->side <= (uint32_t)V2D_EDGE_OUTLINE ? V2D_OK : V2D_ERROR_OUT_OF_RANGE;
    r[3] = v2d__check(def->frequency, 0.0f, V2D__MOST);
    r[4] = v2d__check(def->damping_ratio, 0.0f, 100.0f);
    r[5] = v2d__check(def->tear_strain, 0.0f, V2D__MOST);
    v2d_result first = v2d__first(r, 6);
    if (first != V2D_OK) return first;
    if (*a == *b) return V2D_ERROR_SAME_OBJECT;
    if (world->points[*a].soft1 != world->points[*b].soft1) return V2D_ERROR_WRONG_KIND;
    bool apart = v2d__places_apart(v2d__point_place(world, *a), v2d__point_place(world, *b));
    return apart ? V2D_OK : V2D_ERROR_DEGENERATE;
}

V2D_API v2d_edge_id v2d_edge_create(v2d_world *world, const v2d_edge_def *def) {
    v2d_edge_id none = {0, 0};
    int32_t a = -1, b = -1;
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && def == NULL) r = V2D_ERROR_NULL;
    if (r == V2D_OK && def->cookie != V2D__COOKIE) r = V2D_ERROR_BAD_DEF;
    if (r == V2D_OK) r = v2d__edge_def_check(world, def, &a, &b);
    if (r == V2D_OK && world->edge_pool.count >= V2D_MAX_EDGES) r = V2D_ERROR_CAPACITY;
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    int32_t i =
        v2d__edge_add(world, a, b, def->side, def->frequency, def->damping_ratio, def->tear_strain);
    v2d__set_user(world->edges[i].user, def->user);
    return v2d__edge_id_of(world, i);
}

V2D_API v2d_result v2d_edge_destroy(v2d_world *world, v2d_edge_id id) {
    int32_t i = v2d__edge_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i < 0) return v2d__fail(world, r);
    v2d__edge_free(world, i);
    return V2D_OK;
}

V2D_API bool v2d_edge_is_valid(const v2d_world *world, v2d_edge_id id) {
    return v2d__edge_slot(world, id) >= 0;
}

V2D_API v2d_point_id v2d_edge_point_a(const v2d_world *world, v2d_edge_id id) {
    v2d_point_id none = {0, 0};
    int32_t i = v2d__edge_slot(world, id);
    return i < 0 ? none : v2d__point_id_of(world, world->edges[i].a);
}

V2D_API v2d_point_id v2d_edge_point_b(const v2d_world *world, v2d_edge_id id) {
    v2d_point_id none = {0, 0};
    int32_t i = v2d__edge_slot(world, id);
    return i < 0 ? none : v2d__point_id_of(world, world->edges[i].b);
}

V2D_API v2d_edge_side v2d_edge_get_side(const v2d_world *world, v2d_edge_id id) {
    int32_t i = v2d__edge_slot(world, id);
    return i < 0 ? V2D_EDGE_INNER : (v2d_edge_side)world->edges[i].side;
}

static float v2d__edge_length_now(const v2d_world *world, const v2d__edge *e) {
    return v2d__length(v2d__sub(v2d__point_place(world, e->b), v2d__point_place(world, e->a)));
}

V2D_API float v2d_edge_length(const v2d_world *world, v2d_edge_id id) {
    int32_t i = v2d__edge_slot(world, id);
    if (i < 0) return 0.0f;
    return v2d__edge_length_now(world, &world->edges[i]);
}

V2D_API float v2d_edge_rest_length(const v2d_world *world, v2d_edge_id id) {
    int32_t i = v2d__edge_slot(world, id);
    return i < 0 ? 0.0f : world->edges[i].rest;
}

V2D_API v2d_result v2d_edge_set_rest_length(v2d_world *world, v2d_edge_id id, float rest_length) {
    int32_t i = v2d__edge_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(rest_length, 1e-6f, V2D__MOST);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__node_stir(world, V2D__POINT_NODE + world->edges[i].a);
    v2d__node_stir(world, V2D__POINT_NODE + world->edges[i].b);
    v2d__edge *e = V2D__AT(&world->edges[i]);
    e->rest = rest_length;
    world->links_dirty = 1;
    int32_t at = e->lane1 - 1;
    if (at >= 0) world->edge_blocks[at / V2D__LANES].rest[at % V2D__LANES] = rest_length;
    return V2D_OK;
}

V2D_API float v2d_edge_tension(const v2d_world *world, v2d_edge_id id) {
    int32_t i = v2d__edge_slot(world, id);
    if (i < 0 || world->h <= 0.0f) return 0.0f;
    const v2d__edge *e = &world->edges[i];
    float peak, force = v2d__edge_force(world, e, &peak);
    return -force;
}

V2D_API float v2d_edge_peak_force(const v2d_world *world, v2d_edge_id id) {
    int32_t i = v2d__edge_slot(world, id);
    float peak = 0.0f;
    if (i >= 0 && world->h > 0.0f) v2d__edge_force(world, &world->edges[i], &peak);
    return peak;
}

V2D__COLD static int32_t v2d__bend_add(v2d_world *world, int32_t a, int32_t b, int32_t c,
                                       float frequency, float damping_ratio) {
    int32_t i =
        v2d__pool_take(&world->bend_pool, world->bend_generation, world->bend_next, V2D_MAX_BENDS);
    v2d__bend *k = V2D__AT(&world->bends[i]);
    memset(k, 0, sizeof(*k));
    v2d__node_stir(world, V2D__POINT_NODE + a);
    v2d__node_stir(world, V2D__POINT_NODE + b);
    v2d__node_stir(world, V2D__POINT_NODE + c);
    k->a = a, k->b = b, k->c = c;
    k->soft1 = world->points[b].soft1;
    k->frequency = frequency, k->damping_ratio = damping_ratio;
    v2d_vec2 u = v2d__sub(v2d__point_place(world, b), v2d__point_place(world, a));
    k->rest =
        v2d__turning_angle(u, v2d__sub(v2d__point_place(world, c), v2d__point_place(world, b)));
    world->soft_dirty |= V2D__SOFT_BLOCKS;
    return i;
}

V2D__COLD static v2d_result v2d__bend_def_check(const v2d_world *world, const v2d_bend_def *def,
                                                int32_t *point) {
    v2d_result r[5];
    point[0] = v2d__point_slot(world, def->a);
    point[1] = v2d__point_slot(world, def->b);
    point[2] = v2d__point_slot(world, def->c);
    for (int32_t i = 0; i < 3; ++i)
        r[i] = v2d__cause(point[i]);
    r[3] = v2d__check(def->frequency, 1e-6f, V2D__MOST);
    r[4] = v2d__check(def->damping_ratio, 0.0f, 100.0f);
    v2d_result first = v2d__first(r, 5);
    if (first != V2D_OK) return first;
    if (point[0] == point[1] || point[1] == point[2] || point[0] == point[2])
        return V2D_ERROR_SAME_OBJECT;
    if (world->points[point[0]].soft1 != world->points[point[1]].soft1) return V2D_ERROR_WRONG_KIND;
    if (world->points[point[1]].soft1 != world->points[point[2]].soft1) return V2D_ERROR_WRONG_KIND;
    v2d_vec2 u = v2d__sub(v2d__point_place(world, point[1]), v2d__point_place(world, point[0]));
    v2d_vec2 v = v2d__sub(v2d__point_place(world, point[2]), v2d__point_place(world, point[1]));
    return v2d__length(u) > 1e-6f && v2d__length(v) > 1e-6f ? V2D_OK : V2D_ERROR_DEGENERATE;
}

V2D_API v2d_bend_id v2d_bend_create(v2d_world *world, const v2d_bend_def *def) {
    v2d_bend_id id = {0, 0};
    int32_t point[3];
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && def == NULL) r = V2D_ERROR_NULL;
    if (r == V2D_OK && def->cookie != V2D__COOKIE) r = V2D_ERROR_BAD_DEF;
    if (r == V2D_OK) r = v2d__bend_def_check(world, def, point);
    if (r == V2D_OK && world->bend_pool.count >= V2D_MAX_BENDS) r = V2D_ERROR_CAPACITY;
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return id;
    }
    int32_t i =
        v2d__bend_add(world, point[0], point[1], point[2], def->frequency, def->damping_ratio);
    id.index1 = (uint32_t)i + 1u;
    id.generation = v2d__stamp(V2D__KIND_BEND, world->bend_generation[i]);
    return id;
}

V2D_API v2d_result v2d_bend_destroy(v2d_world *world, v2d_bend_id id) {
    int32_t i = v2d__bend_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i < 0) return v2d__fail(world, r);
    v2d__bend_free(world, i);
    return V2D_OK;
}

V2D_API bool v2d_bend_is_valid(const v2d_world *world, v2d_bend_id id) {
    return v2d__bend_slot(world, id) >= 0;
}

V2D_API float v2d_bend_angle(const v2d_world *world, v2d_bend_id id) {
    int32_t i = v2d__bend_slot(world, id);
    if (i < 0) return 0.0f;
    const v2d__bend *k = &world->bends[i];
    v2d_vec2 b = v2d__point_place(world, k->b);
    return v2d__turning_angle(v2d__sub(b, v2d__point_place(world, k->a)),
                              v2d__sub(v2d__point_place(world, k->c), b));
}

// ---- soft bodies -------------------------------------------------------------------------------

V2D__COLD static v2d_result v2d__soft_def_check(const v2d_soft_def *def) {
    v2d_result r[16];
    r[0] = v2d__check2(def->position);
    r[1] = v2d__check(def->angle, -V2D__MOST, V2D__MOST);
    r[2] = v2d__check2(def->velocity);
    r[3] = v2d__check(def->mass, 1e-6f, 1e9f);
    r[4] = v2d__check(def->radius, 0.0f, V2D__MOST);
    r[5] = v2d__material_check(def->friction, def->restitution);
    r[6] = v2d__check(def->gravity_scale, -V2D__MOST, V2D__MOST);
    r[7] = v2d__check(def->linear_damping, 0.0f, V2D__MOST);
    r[8] = v2d__check(def->frequency, 0.0f, V2D__MOST);
    r[9] = v2d__check(def->damping_ratio, 0.0f, 100.0f);
    r[10] = v2d__check(def->bend_frequency, 0.0f, V2D__MOST);
    r[11] = v2d__check(def->area_frequency, 0.0f, V2D__MOST);
    r[12] = v2d__check(def->area_scale, 0.1f, 10.0f);
    r[13] = v2d__check(def->shape_frequency, 0.0f, V2D__MOST);
    r[14] = v2d__check(def->shape_damping_ratio, 0.0f, 100.0f);
    r[15] = v2d__check(def->tear_strain, 0.0f, V2D__MOST);
    return v2d__first(r, 16);
}

// What a maker is going to add, so that all of it can be checked before anything is.
typedef struct v2d__soft_plan {
    int32_t points, edges, bends;
} v2d__soft_plan;

V2D__COLD static v2d_result v2d__soft_check(const v2d_world *world, const v2d_soft_def *def,
                                            const v2d__soft_plan *plan) {
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && def == NULL) r = V2D_ERROR_NULL;
    if (r == V2D_OK && def->cookie != V2D__COOKIE) r = V2D_ERROR_BAD_DEF;
    if (r == V2D_OK) r = v2d__soft_def_check(def);
    if (r != V2D_OK) return r;
    if (world->soft_pool.count >= V2D_MAX_SOFTS) return V2D_ERROR_CAPACITY;
    if (plan->points > V2D_MAX_POINTS - world->point_pool.count) return V2D_ERROR_CAPACITY;
    if (plan->edges > V2D_MAX_EDGES - world->edge_pool.count) return V2D_ERROR_CAPACITY;
    return plan->bends > V2D_MAX_BENDS - world->bend_pool.count ? V2D_ERROR_CAPACITY : V2D_OK;
}

V2D__COLD static int32_t v2d__soft_add(v2d_world *world, const v2d_soft_def *def) {
    int32_t i =
        v2d__pool_take(&world->soft_pool, world->soft_generation, world->soft_next, V2D_MAX_SOFTS);
    v2d__soft *s = V2D__AT(&world->softs[i]);
    memset(s, 0, sizeof(*s));
    s->flags = def->relaxed    ? (uint32_t)V2D__SOFT_RELAXED
               : def->tethered ? (uint32_t)V2D__SOFT_TETHERED
                               : 0u;
    s->radius = def->radius, s->friction = def->friction, s->restitution = def->restitution;
    s->area_frequency = def->area_frequency, s->area_scale = def->area_scale;
    s->shape_frequency = def->shape_frequency, s->shape_damping_ratio = def->shape_damping_ratio;
    s->shape_q.c = 1.0f;
    s->filter = def->filter;
    v2d__set_user(s->user, def->user);
    world->proxy_flags[V2D__SOFT_PROXY + i] = 0u;
    world->soft_dirty = V2D__SOFT_LISTS | V2D__SOFT_BLOCKS;
    return i;
}

// Where places relative to def->position come to lie.
static v2d_transform v2d__soft_transform(const v2d_soft_def *def) {
    v2d_transform xf;
    xf.p = def->position, xf.q = v2d_rot_make(def->angle);
    return xf;
}

// Far from the origin neighbours may be rounded to one place: then there can be no edge between them.
static bool v2d__soft_apart(const v2d_transform *xf, v2d_vec2 a, v2d_vec2 b) {
    return v2d__places_apart(v2d__transform_point(*xf, a), v2d__transform_point(*xf, b));
}

// Every vertex of an outline against the next `reach` ones.
V2D__COLD static v2d_result v2d__soft_outline_check(const v2d_soft_def *def,
                                                    const v2d_vec2 *vertices, int32_t count,
                                                    int32_t reach) {
    const v2d_transform xf = v2d__soft_transform(def);
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = 1; k <= reach; ++k) {
            if (!v2d__soft_apart(&xf, vertices[i], vertices[(i + k) % count]))
                return V2D_ERROR_DEGENERATE;
        }
    }
    return V2D_OK;
}

// Add a point at a place relative to def->position, turned by def->angle.
V2D__COLD static int32_t v2d__soft_add_point(v2d_world *world, const v2d_soft_def *def,
                                             int32_t soft, v2d_vec2 local, float mass,
                                             bool pinned) {
    v2d_point_def point = v2d_point_def_default();
    point.position = v2d__transform_point(v2d__soft_transform(def), local);
    if (!pinned) point.velocity = def->velocity;
    point.mass = mass;
    point.radius = def->radius, point.friction = def->friction,
    point.restitution = def->restitution;
    point.gravity_scale = def->gravity_scale, point.linear_damping = def->linear_damping;
    point.filter = def->filter;
    point.pinned = pinned;
    return v2d__point_add(world, &point, soft);
}

V2D__COLD static int32_t v2d__soft_add_edge(v2d_world *world, const v2d_soft_def *def, int32_t a,
                                            int32_t b, v2d_edge_side side) {
    return v2d__edge_add(world, a, b, side, def->frequency, def->damping_ratio, def->tear_strain);
}

// Remember area and shape as they are now.
V2D__COLD static void v2d__soft_set_rest(v2d_world *world, int32_t soft) {
    v2d__soft *s = V2D__AT(&world->softs[soft]);
    v2d__soft_lists(world);
    if ((s->flags & V2D__SOFT_CLOSED) != 0u) s->area_rest = v2d__soft_area_now(world, s);
    v2d_vec2 sum = {0.0f, 0.0f}, origin = v2d__point_place(world, s->point1 - 1);
    float mass = 0.0f;
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        float m = world->points[p1 - 1].mass;
        sum = v2d__add_scaled(sum, m, v2d__sub(v2d__point_place(world, p1 - 1), origin));
        mass += m;
    }
    v2d_vec2 center = v2d__add_scaled(origin, 1.0f / mass, sum);
    for (int32_t p1 = s->point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        world->points[p1 - 1].shape_local = v2d__sub(v2d__point_place(world, p1 - 1), center);
    }
}

V2D_API v2d_soft_id v2d_soft_create(v2d_world *world, const v2d_soft_def *def) {
    v2d_soft_id none = {0, 0};
    v2d__soft_plan plan = {0, 0, 0};
    v2d_result r = v2d__soft_check(world, def, &plan);
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    return v2d__soft_id_of(world, v2d__soft_add(world, def));
}

// Vertices must be finite and apart from each other.
V2D__COLD static v2d_result v2d__vertices_check(const v2d_vec2 *vertices, int32_t count,
                                                int32_t most) {
    if (vertices == NULL) return V2D_ERROR_NULL;
    if (count < 3 || count > most) return V2D_ERROR_VERTEX_COUNT;
    for (int32_t i = 0; i < count; ++i) {
        v2d_result r = v2d__check2(vertices[i]);
        if (r != V2D_OK) return r;
    }
    for (int32_t i = 0; i < count; ++i) {
        v2d_vec2 side = v2d__sub(vertices[(i + 1) % count], vertices[i]);
        if (v2d__length(side) < 1e-6f) return V2D_ERROR_DEGENERATE;
    }
    return v2d__absf(v2d_polygon_area(vertices, count)) > 1e-12f ? V2D_OK : V2D_ERROR_DEGENERATE;
}

// Every corner turns the same way, and all of them together turn once.
V2D__COLD static v2d_result v2d__convex_check(const v2d_vec2 *vertices, int32_t count) {
    float sign = v2d_polygon_area(vertices, count) > 0.0f ? 1.0f : -1.0f, turn = 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        v2d_vec2 u = v2d__sub(vertices[(i + 1) % count], vertices[i]);
        v2d_vec2 v = v2d__sub(vertices[(i + 2) % count], vertices[(i + 1) % count]);
        if (sign * v2d__cross(u, v) <= 0.0f) return V2D_ERROR_NOT_CONVEX;
        turn += v2d__turning_angle(u, v);
    }
    return v2d__absf(turn) < 7.0f ? V2D_OK : V2D_ERROR_NOT_CONVEX;
}

// Inner edges of a polygon: to the vertex after the next and straight across; when there are many
// vertices also a third of the way round, without which opposite ones could move alike.
static int32_t v2d__brace_count(int32_t count) {
    if (count == 3) return 0;
    if (count <= 5) return count == 4 ? 2 : 5;
    return count + count / 2 + (count > 8 ? count : 0);
}

static void v2d__soft_add_braces(v2d_world *world, const v2d_soft_def *def, const int32_t *point,
                                 int32_t count) {
    int32_t near = count == 3 ? 0 : count == 4 ? 2 : count;
    for (int32_t i = 0; i < near; ++i) {
        v2d__soft_add_edge(world, def, point[i], point[(i + 2) % count], V2D_EDGE_INNER);
    }
    for (int32_t i = 0; i < count / 2 && count > 5; ++i) {
        v2d__soft_add_edge(world, def, point[i], point[i + count / 2], V2D_EDGE_INNER);
    }
    for (int32_t i = 0; i < count && count > 8; ++i) {
        v2d__soft_add_edge(world, def, point[i], point[(i + count / 3) % count], V2D_EDGE_INNER);
    }
}

V2D_API v2d_soft_id v2d_soft_create_polygon(v2d_world *world, const v2d_soft_def *def,
                                            const v2d_vec2 *vertices, int count) {
    v2d_soft_id none = {0, 0};
    v2d_result r =
        v2d__vertices_check(vertices, count, V2D_MAX_OUTLINE < 64 ? V2D_MAX_OUTLINE : 64);
    if (r == V2D_OK) r = v2d__convex_check(vertices, count);
    v2d__soft_plan plan = {0, 0, 0};
    if (r == V2D_OK) {
        plan.points = count, plan.edges = count + v2d__brace_count(count);
        r = v2d__soft_check(world, def, &plan);
    }
    if (r == V2D_OK) r = v2d__soft_outline_check(def, vertices, count, count / 2);
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    int32_t soft = v2d__soft_add(world, def), point[V2D_MAX_OUTLINE];
    bool forward = v2d_polygon_area(vertices, count) > 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        v2d_vec2 v = vertices[forward ? i : count - 1 - i];
        point[i] = v2d__soft_add_point(world, def, soft, v, def->mass / (float)count, false);
    }
    for (int32_t i = 0; i < count; ++i) {
        v2d__soft_add_edge(world, def, point[i], point[(i + 1) % count], V2D_EDGE_OUTLINE);
    }
    v2d__soft_add_braces(world, def, point, count);
    v2d__soft_set_rest(world, soft);
    return v2d__soft_id_of(world, soft);
}

V2D_API v2d_soft_id v2d_soft_create_box(v2d_world *world, const v2d_soft_def *def, float width,
                                        float height) {
    v2d_vec2 v[4];
    float x = 0.5f * width, y = 0.5f * height;
    v[0] = v2d_vec2_make(-x, -y), v[1] = v2d_vec2_make(x, -y), v[2] = v2d_vec2_make(x, y),
    v[3] = v2d_vec2_make(-x, y);
    v2d_soft_id none = {0, 0};
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK) r = v2d__check(width, 1e-6f, V2D__MOST);
    if (r == V2D_OK) r = v2d__check(height, 1e-6f, V2D__MOST);
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    return v2d_soft_create_polygon(world, def, v, 4);
}

V2D_API v2d_soft_id v2d_soft_create_triangle(v2d_world *world, const v2d_soft_def *def, float width,
                                             float height) {
    v2d_vec2 v[3];
    float x = 0.5f * width, y = 0.5f * height;
    v[0] = v2d_vec2_make(-x, -y), v[1] = v2d_vec2_make(x, -y), v[2] = v2d_vec2_make(0.0f, y);
    v2d_soft_id none = {0, 0};
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK) r = v2d__check(width, 1e-6f, V2D__MOST);
    if (r == V2D_OK) r = v2d__check(height, 1e-6f, V2D__MOST);
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    return v2d_soft_create_polygon(world, def, v, 3);
}

static bool v2d__sides_cross(v2d_vec2 a, v2d_vec2 b, v2d_vec2 c, v2d_vec2 d) {
    v2d_vec2 ab = v2d__sub(b, a), cd = v2d__sub(d, c);
    float c1 = v2d__cross(ab, v2d__sub(c, a)), c2 = v2d__cross(ab, v2d__sub(d, a));
    float d1 = v2d__cross(cd, v2d__sub(a, c)), d2 = v2d__cross(cd, v2d__sub(b, c));
    return (c1 > 0.0f) != (c2 > 0.0f) && (d1 > 0.0f) != (d2 > 0.0f);
}

V2D__COLD static v2d_result v2d__simple_check(const v2d_vec2 *outline, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = i + 2; k < count; ++k) {
            if (i == 0 && k == count - 1) continue; // neighbours
            if (v2d__sides_cross(outline[i], outline[i + 1], outline[k],
                                 outline[(k + 1) % count])) {
                return V2D_ERROR_SELF_CROSSING;
            }
        }
    }
    return V2D_OK;
}

V2D_API v2d_soft_id v2d_soft_create_blob(v2d_world *world, const v2d_soft_def *def,
                                         const v2d_vec2 *outline, int count) {
    v2d_soft_id none = {0, 0};
    v2d_result r = v2d__vertices_check(outline, count, V2D_MAX_POINTS);
    if (r == V2D_OK) r = v2d__simple_check(outline, count);
    v2d__soft_plan plan = {0, 0, 0};
    if (r == V2D_OK) {
        plan.points = plan.edges = count;
        plan.bends = def != NULL && def->bend_frequency > 0.0f ? count : 0;
        r = v2d__soft_check(world, def, &plan);
    }
    if (r == V2D_OK) r = v2d__soft_outline_check(def, outline, count, 1);
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    int32_t soft = v2d__soft_add(world, def), first = -1, last = -1, before = -1;
    bool forward = v2d_polygon_area(outline, count) > 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        v2d_vec2 v = outline[forward ? i : count - 1 - i];
        int32_t point = v2d__soft_add_point(world, def, soft, v, def->mass / (float)count, false);
        if (i == 0) first = point;
        if (i > 0) v2d__soft_add_edge(world, def, last, point, V2D_EDGE_OUTLINE);
        if (i > 1 && plan.bends > 0)
            v2d__bend_add(world, before, last, point, def->bend_frequency, 1.0f);
        before = last, last = point;
    }
    v2d__soft_add_edge(world, def, last, first, V2D_EDGE_OUTLINE);
    if (plan.bends > 0) {
        int32_t second = world->points[first].next1 - 1;
        v2d__bend_add(world, before, last, first, def->bend_frequency, 1.0f);
        v2d__bend_add(world, last, first, second, def->bend_frequency, 1.0f);
    }
    v2d__soft_set_rest(world, soft);
    return v2d__soft_id_of(world, soft);
}

// Point i of a rope.
static v2d_vec2 v2d__rope_place(v2d_vec2 a, v2d_vec2 b, int32_t i, int32_t segments) {
    return v2d__add_scaled(a, (float)i / (float)segments, v2d__sub(b, a));
}

V2D__COLD static v2d_result v2d__rope_check(const v2d_soft_def *def, v2d_vec2 a, v2d_vec2 b,
                                            int32_t segments) {
    const v2d_transform xf = v2d__soft_transform(def);
    for (int32_t i = 0; i < segments; ++i) {
        if (!v2d__soft_apart(&xf, v2d__rope_place(a, b, i, segments),
                             v2d__rope_place(a, b, i + 1, segments)))
            return V2D_ERROR_DEGENERATE;
    }
    return V2D_OK;
}

V2D_API v2d_soft_id v2d_soft_create_rope(v2d_world *world, const v2d_soft_def *def, v2d_vec2 a,
                                         v2d_vec2 b, int segments, bool pin_a, bool pin_b) {
    v2d_soft_id none = {0, 0};
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK) r = v2d__check2(a);
    if (r == V2D_OK) r = v2d__check2(b);
    if (r == V2D_OK && (segments < 1 || segments > V2D_MAX_POINTS)) r = V2D_ERROR_OUT_OF_RANGE;
    float segment = segments > 0 ? v2d__length(v2d__sub(b, a)) / (float)segments : 0.0f;
    if (r == V2D_OK && segment < 1e-6f) r = V2D_ERROR_DEGENERATE;
    v2d__soft_plan plan = {0, 0, 0};
    if (r == V2D_OK) {
        plan.points = segments + 1;
        plan.edges = segments;
        plan.bends = def != NULL && def->bend_frequency > 0.0f ? segments - 1 : 0;
        r = v2d__soft_check(world, def, &plan);
    }
    if (r == V2D_OK) r = v2d__rope_check(def, a, b, segments);
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    int32_t soft = v2d__soft_add(world, def), last = -1, before = -1;
    for (int32_t i = 0; i <= segments; ++i) {
        v2d_vec2 v = v2d__rope_place(a, b, i, segments);
        bool pin = (i == 0 && pin_a) || (i == segments && pin_b);
        int32_t point =
            v2d__soft_add_point(world, def, soft, v, def->mass / (float)(segments + 1), pin);
        if (i > 0) v2d__soft_add_edge(world, def, last, point, V2D_EDGE_OPEN);
        if (i > 1 && plan.bends > 0)
            v2d__bend_add(world, before, last, point, def->bend_frequency, 1.0f);
        before = last, last = point;
    }
    v2d__soft_set_rest(world, soft);
    return v2d__soft_id_of(world, soft);
}

static void v2d__cloth_add_edges(v2d_world *world, const v2d_soft_def *def, int32_t soft,
                                 int32_t columns, int32_t rows) {
    const int32_t *point = &world->soft_points[world->softs[soft].list_start];
    for (int32_t y = 0; y < rows; ++y) {
        for (int32_t x = 0; x + 1 < columns; ++x) {
            bool rim = y == 0 || y == rows - 1;
            v2d__soft_add_edge(world, def, point[y * columns + x], point[y * columns + x + 1],
                               rim ? V2D_EDGE_OPEN : V2D_EDGE_INNER);
        }
    }
    for (int32_t y = 0; y + 1 < rows; ++y) {
        for (int32_t x = 0; x < columns; ++x) {
            bool rim = x == 0 || x == columns - 1;
            v2d__soft_add_edge(world, def, point[y * columns + x], point[(y + 1) * columns + x],
                               rim ? V2D_EDGE_OPEN : V2D_EDGE_INNER);
        }
    }
    for (int32_t y = 0; y + 1 < rows; ++y) { // one diagonal a cell, in turn either way
        for (int32_t x = 0; x + 1 < columns; ++x) {
            int32_t lean = (x + y) % 2;
            v2d__soft_add_edge(world, def, point[y * columns + x + lean],
                               point[(y + 1) * columns + x + 1 - lean], V2D_EDGE_INNER);
        }
    }
}

static void v2d__cloth_add_bends(v2d_world *world, const v2d_soft_def *def, int32_t soft,
                                 int32_t columns, int32_t rows) {
    const int32_t *point = &world->soft_points[world->softs[soft].list_start];
    for (int32_t y = 0; y < rows; ++y) {
        for (int32_t x = 0; x < columns; ++x) {
            const int32_t *at = &point[y * columns + x];
            if (x + 2 < columns)
                v2d__bend_add(world, at[0], at[1], at[2], def->bend_frequency, 1.0f);
            if (y + 2 < rows)
                v2d__bend_add(world, at[0], at[columns], at[2 * columns], def->bend_frequency,
                              1.0f);
        }
    }
}

// Point (x, y) of a cloth.
static v2d_vec2 v2d__cloth_place(int32_t x, int32_t y, float spacing) {
    return v2d_vec2_make((float)x * spacing, -(float)y * spacing);
}

// Every point against those to its right and below it.
V2D__COLD static v2d_result v2d__cloth_check(const v2d_soft_def *def, int32_t columns, int32_t rows,
                                             float spacing) {
    const v2d_transform xf = v2d__soft_transform(def);
    for (int32_t y = 0; y < rows; ++y) {
        for (int32_t x = 0; x < columns; ++x) {
            for (int32_t k = 1; k < 4; ++k) { // one to the right, one below, both
                if (x + k % 2 == columns || y + k / 2 == rows) continue;
                v2d_vec2 here = v2d__cloth_place(x, y, spacing);
                v2d_vec2 right = v2d__cloth_place(x + k % 2, y, spacing);
                v2d_vec2 below = v2d__cloth_place(x, y + k / 2, spacing);
                v2d_vec2 other = v2d__cloth_place(x + k % 2, y + k / 2, spacing);
                if (!v2d__soft_apart(&xf, here, other) ||
                    (k == 3 && !v2d__soft_apart(&xf, right, below)))
                    return V2D_ERROR_DEGENERATE;
            }
        }
    }
    return V2D_OK;
}

V2D_API v2d_soft_id v2d_soft_create_cloth(v2d_world *world, const v2d_soft_def *def, int columns,
                                          int rows, float spacing) {
    v2d_soft_id none = {0, 0};
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && (columns < 2 || rows < 2 || columns > V2D_MAX_POINTS / rows)) {
        r = columns < 2 || rows < 2 ? V2D_ERROR_OUT_OF_RANGE : V2D_ERROR_CAPACITY;
    }
    if (r == V2D_OK) r = v2d__check(spacing, 1e-6f, V2D__MOST);
    v2d__soft_plan plan = {0, 0, 0};
    if (r == V2D_OK) {
        plan.points = columns * rows;
        plan.edges = (columns - 1) * rows + columns * (rows - 1) + (columns - 1) * (rows - 1);
        if (def != NULL && def->bend_frequency > 0.0f)
            plan.bends = (columns - 2) * rows + columns * (rows - 2);
        r = v2d__soft_check(world, def, &plan);
    }
    if (r == V2D_OK) r = v2d__cloth_check(def, columns, rows, spacing);
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    int32_t soft = v2d__soft_add(world, def);
    for (int32_t i = 0; i < plan.points; ++i) {
        v2d_vec2 v = v2d__cloth_place(i % columns, i / columns, spacing);
        v2d__soft_add_point(world, def, soft, v, def->mass / (float)plan.points, false);
    }
    v2d__soft_lists(world);
    v2d__cloth_add_edges(world, def, soft, columns, rows);
    if (plan.bends > 0) v2d__cloth_add_bends(world, def, soft, columns, rows);
    v2d__soft_set_rest(world, soft);
    return v2d__soft_id_of(world, soft);
}

V2D_API v2d_result v2d_soft_destroy(v2d_world *world, v2d_soft_id id) {
    int32_t i = v2d__soft_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i < 0) return v2d__fail(world, r);
    v2d__soft_free(world, i);
    return V2D_OK;
}

V2D_API bool v2d_soft_is_valid(const v2d_world *world, v2d_soft_id id) {
    return v2d__soft_slot(world, id) >= 0;
}

V2D_API int v2d_soft_point_count(const v2d_world *world, v2d_soft_id id) {
    int32_t i = v2d__soft_slot(world, id);
    return i < 0 ? 0 : world->softs[i].point_count;
}

V2D_API v2d_point_id v2d_soft_point(const v2d_world *world, v2d_soft_id id, int index) {
    v2d_point_id none = {0, 0};
    int32_t i = v2d__soft_slot(world, id);
    if (i < 0 || index < 0 || index >= world->softs[i].point_count) return none;
    if ((world->soft_dirty & V2D__SOFT_LISTS) == 0)
        return v2d__point_id_of(world, world->soft_points[world->softs[i].list_start + index]);
    int32_t p1 = world->softs[i].point1;
    while (index-- > 0)
        p1 = world->points[p1 - 1].next1;
    return v2d__point_id_of(world, p1 - 1);
}

V2D_API int v2d_soft_edge_count(const v2d_world *world, v2d_soft_id id) {
    int32_t i = v2d__soft_slot(world, id);
    return i < 0 ? 0 : world->softs[i].edge_count;
}

// Mass-weighted mean of positions (what 0) or velocities (what 1) of a soft body.
V2D__COLD static v2d_vec2 v2d__soft_mean(const v2d_world *world, int32_t soft, int32_t what) {
    v2d_vec2 sum = {0.0f, 0.0f};
    float mass = 0.0f;
    for (int32_t p1 = world->softs[soft].point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        const v2d__dof *node = &world->dof[V2D__POINT_NODE + p1 - 1];
        v2d_vec2 v =
            what == 0 ? v2d__point_place(world, p1 - 1) : v2d_vec2_make(node->dx, node->dy);
        sum = v2d__add_scaled(sum, world->points[p1 - 1].mass, v);
        mass += world->points[p1 - 1].mass;
    }
    return mass > 0.0f ? v2d__scale(1.0f / mass, sum) : sum;
}

V2D_API v2d_vec2 v2d_soft_center(const v2d_world *world, v2d_soft_id id) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int32_t i = v2d__soft_slot(world, id);
    return i < 0 ? zero : v2d__soft_mean(world, i, 0);
}

V2D_API v2d_vec2 v2d_soft_velocity(const v2d_world *world, v2d_soft_id id) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int32_t i = v2d__soft_slot(world, id);
    return i < 0 ? zero : v2d__soft_mean(world, i, 1);
}

V2D_API v2d_aabb v2d_soft_aabb(const v2d_world *world, v2d_soft_id id) {
    v2d_aabb none = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    float motion;
    int32_t i = v2d__soft_slot(world, id);
    if (i < 0 || world->softs[i].point_count == 0) return none;
    return v2d__soft_box(world, &world->softs[i], &motion);
}

V2D_API float v2d_soft_area(const v2d_world *world, v2d_soft_id id) {
    int32_t i = v2d__soft_slot(world, id);
    if (i < 0) return 0.0f;
    float twice = 0.0f;
    int32_t first = -1, last = -1;
    v2d_vec2 origin = {0.0f, 0.0f};
    for (int32_t e1 = world->softs[i].edge1; e1 > 0; e1 = world->edges[e1 - 1].next1) {
        const v2d__edge *e = V2D__AT(&world->edges[e1 - 1]);
        if (e->side != V2D_EDGE_OUTLINE) continue;
        if (first < 0) first = e->a, origin = v2d__point_place(world, e->a);
        if (last >= 0 && last != e->a) return 0.0f;
        last = e->b;
        twice += v2d__cross(v2d__sub(v2d__point_place(world, e->a), origin),
                            v2d__sub(v2d__point_place(world, e->b), origin));
    }
    return first >= 0 && last == first ? 0.5f * twice : 0.0f;
}

V2D_API v2d_result v2d_soft_set_area_scale(v2d_world *world, v2d_soft_id id, float scale) {
    int32_t i = v2d__soft_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(scale, 0.1f, 10.0f);
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__soft_stir(world, i);
    world->softs[i].area_scale = scale;
    return V2D_OK;
}

V2D_API bool v2d_soft_is_awake(const v2d_world *world, v2d_soft_id id) {
    int32_t i = v2d__soft_slot(world, id);
    return i >= 0 && world->softs[i].point_count > 0 && !v2d__soft_sleeps(world, i);
}

V2D_API v2d_result v2d_soft_set_awake(v2d_world *world, v2d_soft_id id, bool awake) {
    int32_t i = v2d__soft_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r != V2D_OK) return v2d__fail(world, r);
    if (world->softs[i].point_count > 0)
        v2d__node_set_awake(world, v2d__soft_first_node(world, i), awake);
    return V2D_OK;
}

V2D_API uint64_t v2d_soft_user(const v2d_world *world, v2d_soft_id id) {
    int32_t i = v2d__soft_slot(world, id);
    return i < 0 ? 0 : v2d__user(world->softs[i].user);
}

// ---- joints ------------------------------------------------------------------------------------

V2D_API v2d_anchor v2d_anchor_body(v2d_body_id body, v2d_vec2 local) {
    v2d_anchor anchor;
    memset(&anchor, 0, sizeof(anchor));
    anchor.body = body;
    anchor.local = local;
    return anchor;
}

V2D_API v2d_anchor v2d_anchor_point(v2d_point_id point) {
    v2d_anchor anchor;
    memset(&anchor, 0, sizeof(anchor));
    anchor.point = point;
    return anchor;
}

// Node of an anchor, and its place relative to the centre of mass.
V2D__COLD static v2d_result v2d__anchor_resolve(const v2d_world *world, const v2d_anchor *anchor,
                                                int32_t *node, v2d_vec2 *local) {
    bool has_body = anchor->body.index1 != 0u || anchor->body.generation != 0u;
    bool has_point = anchor->point.index1 != 0u || anchor->point.generation != 0u;
    local->x = local->y = 0.0f;
    *node = -1;
    if (has_body == has_point) return has_body ? V2D_ERROR_WRONG_KIND : V2D_ERROR_BAD_ID;
    if (has_point) {
        int32_t i = v2d__point_slot(world, anchor->point);
        if (i >= 0) *node = V2D__POINT_NODE + i;
        return v2d__cause(i);
    }
    *node = v2d__body_slot(world, anchor->body);
    v2d_result r = v2d__cause(*node);
    if (r == V2D_OK) r = v2d__check2(anchor->local);
    if (r == V2D_OK) *local = v2d__sub(anchor->local, world->bodies[*node].local_center);
    return r;
}

V2D__COLD static v2d_result v2d__joint_def_check(const v2d_joint_def *def) {
    v2d_result r[14];
    bool measured = def->min_length == -1.0f && def->max_length == -1.0f;
    r[0] = (uint32_t)def->kind <= (uint32_t)V2D_JOINT_DRAG ? V2D_OK : V2D_ERROR_OUT_OF_RANGE;
    r[1] = v2d__check(def->frequency, def->kind == V2D_JOINT_DRAG ? 1e-6f : 0.0f, V2D__MOST);
    r[2] = v2d__check(def->damping_ratio, 0.0f, 100.0f);
    r[3] = measured ? V2D_OK : v2d__check(def->min_length, 0.0f, V2D__MOST);
    r[4] = measured ? V2D_OK : v2d__check(def->max_length, def->min_length, V2D__MOST);
    r[5] = v2d__check(def->lower_angle, -3.14159274f, 0.0f);
    r[6] = v2d__check(def->upper_angle, 0.0f, 3.14159274f);
    r[7] = v2d__check(def->motor_speed, -V2D__MOST, V2D__MOST);
    r[8] = v2d__check(def->max_motor_torque, 0.0f, 1e18f);
    r[9] = v2d__check(def->spring_frequency, 0.0f, V2D__MOST);
    r[10] = v2d__check(def->spring_damping_ratio, 0.0f, 100.0f);
    r[11] = v2d__check2(def->target);
    r[12] = v2d__check(def->max_force, 1e-9f, 1e18f);
    return v2d__first(r, 13);
}

static void v2d__joint_fill(v2d_world *world, v2d__joint *j, const v2d_joint_def *def) {
    j->kind = (int32_t)def->kind;
    j->flags = (def->limited ? (uint32_t)V2D__JOINT_LIMITED : 0u) |
               (def->motor ? (uint32_t)V2D__JOINT_MOTOR : 0u) |
               (def->collide_connected ? (uint32_t)V2D__JOINT_COLLIDE : 0u);
    j->frequency = def->frequency, j->damping_ratio = def->damping_ratio;
    j->min_length = def->min_length, j->max_length = def->max_length;
    j->lower_angle = def->lower_angle, j->upper_angle = def->upper_angle;
    j->motor_speed = def->motor_speed, j->max_motor_torque = def->max_motor_torque;
    j->spring_frequency = def->spring_frequency,
    j->spring_damping_ratio = def->spring_damping_ratio;
    j->target = def->target;
    j->max_force = def->max_force;
    v2d__set_user(j->user, def->user);
    v2d_rot qa = {world->pose[j->node_a].c, world->pose[j->node_a].s};
    v2d_rot qb = {world->pose[j->node_b].c, world->pose[j->node_b].s};
    j->reference = v2d__rot_inv_mul(qa, qb);
    v2d_vec2 a =
        v2d__add(v2d__node_place(world, j->node_a), v2d__node_arm(world, j->node_a, j->local_a));
    v2d_vec2 b =
        v2d__add(v2d__node_place(world, j->node_b), v2d__node_arm(world, j->node_b, j->local_b));
    j->direction = v2d__normalize(v2d__sub(b, a));
    if (v2d__length_sq(j->direction) < 0.5f) j->direction = v2d_vec2_make(0.0f, 1.0f);
    if (def->min_length < 0.0f) j->min_length = j->max_length = v2d__length(v2d__sub(b, a));
}

V2D_API v2d_joint_id v2d_joint_create(v2d_world *world, const v2d_joint_def *def) {
    v2d_joint_id none = {0, 0};
    int32_t a = V2D__DUMMY_NODE, b = -1;
    v2d_vec2 local_a = {0.0f, 0.0f}, local_b = {0.0f, 0.0f};
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK && def == NULL) r = V2D_ERROR_NULL;
    if (r == V2D_OK && def->cookie != V2D__COOKIE) r = V2D_ERROR_BAD_DEF;
    if (r == V2D_OK) r = v2d__joint_def_check(def);
    if (r == V2D_OK && def->kind != V2D_JOINT_DRAG)
        r = v2d__anchor_resolve(world, &def->a, &a, &local_a);
    if (r == V2D_OK) r = v2d__anchor_resolve(world, &def->b, &b, &local_b);
    if (r == V2D_OK && a == b) r = V2D_ERROR_SAME_OBJECT;
    if (r == V2D_OK && world->joint_pool.count >= V2D_MAX_JOINTS) r = V2D_ERROR_CAPACITY;
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    int32_t i = v2d__pool_take(&world->joint_pool, world->joint_generation, world->joint_next,
                               V2D_MAX_JOINTS);
    v2d__joint *j = &world->joints[i];
    memset(j, 0, sizeof(*j));
    j->node_a = a, j->node_b = b;
    j->local_a = local_a, j->local_b = local_b;
    v2d__joint_fill(world, j, def);
    v2d__joint_stir(world, i);
    world->joints_dirty = 1;
    v2d__node_recheck(world, b);
    return v2d__joint_id_of(world, i);
}

V2D_API v2d_joint_id v2d_point_attach(v2d_world *world, v2d_point_id point, v2d_body_id body) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    def.a = v2d_anchor_point(point);
    def.b =
        v2d_anchor_body(body, v2d_body_local_point(world, body, v2d_point_position(world, point)));
    return v2d_joint_create(world, &def);
}

V2D_API v2d_result v2d_joint_destroy(v2d_world *world, v2d_joint_id id) {
    int32_t i = v2d__joint_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (i < 0) return v2d__fail(world, r);
    v2d__joint_free(world, i);
    return V2D_OK;
}

V2D_API bool v2d_joint_is_valid(const v2d_world *world, v2d_joint_id id) {
    return v2d__joint_slot(world, id) >= 0;
}

V2D_API v2d_joint_kind v2d_joint_get_kind(const v2d_world *world, v2d_joint_id id) {
    int32_t i = v2d__joint_slot(world, id);
    return i < 0 ? V2D_JOINT_REVOLUTE : (v2d_joint_kind)world->joints[i].kind;
}

V2D__COLD static v2d_vec2 v2d__anchor_place(const v2d_world *world, const v2d__joint *j,
                                            int32_t end) {
    if (end == 0 && j->kind == V2D_JOINT_DRAG) return j->target;
    if ((j->flags & V2D__JOINT_INSIDE) != 0u) return v2d__inside_place(world, j);
    int32_t node = end == 0 ? j->node_a : j->node_b;
    return v2d__add(v2d__node_place(world, node),
                    v2d__node_arm(world, node, end == 0 ? j->local_a : j->local_b));
}

V2D_API v2d_vec2 v2d_joint_anchor_a(const v2d_world *world, v2d_joint_id id) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int32_t i = v2d__joint_slot(world, id);
    return i < 0 ? zero : v2d__anchor_place(world, &world->joints[i], 0);
}

V2D_API v2d_vec2 v2d_joint_anchor_b(const v2d_world *world, v2d_joint_id id) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int32_t i = v2d__joint_slot(world, id);
    return i < 0 ? zero : v2d__anchor_place(world, &world->joints[i], 1);
}

V2D_API v2d_vec2 v2d_joint_force(const v2d_world *world, v2d_joint_id id) {
    v2d_vec2 zero = {0.0f, 0.0f};
    int32_t i = v2d__joint_slot(world, id);
    if (i < 0 || world->h <= 0.0f) return zero;
    const v2d__joint *j = &world->joints[i];
    float peak;
    v2d_vec2 force = v2d__joint_mean_force(world, j, &peak);
    for (int32_t t = 0; t < world->tether_count; ++t) { // past the end of a rope
        const v2d__tether *tether = &world->tethers[t];
        if (tether->joint1 != i + 1) continue;
        float sign = j->node_b == tether->node_b ? world->force_scale : -world->force_scale;
        force = v2d__add_scaled(force, sign * tether->sum, tether->direction);
    }
    return force;
}

V2D_API float v2d_joint_peak_force(const v2d_world *world, v2d_joint_id id) {
    int32_t i = v2d__joint_slot(world, id);
    float peak = 0.0f;
    if (i >= 0 && world->h > 0.0f) v2d__joint_mean_force(world, &world->joints[i], &peak);
    return peak;
}

V2D_API float v2d_joint_angle(const v2d_world *world, v2d_joint_id id) {
    int32_t i = v2d__joint_slot(world, id);
    if (i < 0 || world->joints[i].kind != V2D_JOINT_REVOLUTE) return 0.0f;
    const v2d__joint *j = V2D__AT(&world->joints[i]);
    v2d_rot qa = {world->pose[j->node_a].c, world->pose[j->node_a].s};
    v2d_rot qb = {world->pose[j->node_b].c, world->pose[j->node_b].s};
    return v2d_rot_angle(v2d__rot_inv_mul(j->reference, v2d__rot_inv_mul(qa, qb)));
}

V2D_API v2d_result v2d_joint_set_motor(v2d_world *world, v2d_joint_id id, float speed,
                                       float max_torque) {
    int32_t i = v2d__joint_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(speed, -V2D__MOST, V2D__MOST);
    if (r == V2D_OK) r = v2d__check(max_torque, 0.0f, 1e18f);
    if (r == V2D_OK && world->joints[i].kind != V2D_JOINT_REVOLUTE) r = V2D_ERROR_WRONG_KIND;
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__joint_stir(world, i);
    v2d__joint *j = V2D__AT(&world->joints[i]);
    j->motor_speed = speed, j->max_motor_torque = max_torque;
    if (max_torque > 0.0f) {
        j->flags |= (uint32_t)V2D__JOINT_MOTOR;
    } else {
        j->flags &= ~(uint32_t)V2D__JOINT_MOTOR;
        j->motor_lambda = j->motor_torque = 0.0f;
    }
    int32_t at = j->lane1 - 1;
    if (at >= 0) {
        if (max_torque <= 0.0f) {
            v2d__joint_extra *x = V2D__AT(&world->joint_extras[at / V2D__LANES]);
            x->motor_lambda[at % V2D__LANES] = x->motor_sum[at % V2D__LANES] = 0.0f;
        }
        world->joint_flags[at / V2D__LANES] |= V2D__BLOCK_EXTRA;
        world->joints_h = 0.0f;
    }
    return V2D_OK;
}

V2D_API float v2d_joint_motor_torque(const v2d_world *world, v2d_joint_id id) {
    int32_t i = v2d__joint_slot(world, id);
    if (i < 0 || world->h <= 0.0f) return 0.0f;
    return v2d__joint_mean_motor(world, &world->joints[i]);
}

V2D_API v2d_result v2d_joint_set_target(v2d_world *world, v2d_joint_id id, v2d_vec2 target) {
    int32_t i = v2d__joint_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check2(target);
    if (r == V2D_OK && world->joints[i].kind != V2D_JOINT_DRAG) r = V2D_ERROR_WRONG_KIND;
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__joint_stir(world, i);
    world->joints[i].target = target;
    return V2D_OK;
}

V2D_API v2d_result v2d_joint_set_lengths(v2d_world *world, v2d_joint_id id, float min_length,
                                         float max_length) {
    int32_t i = v2d__joint_slot(world, id);
    v2d_result r = v2d__cause(i);
    if (r == V2D_OK) r = v2d__check(min_length, 0.0f, V2D__MOST);
    if (r == V2D_OK) r = v2d__check(max_length, min_length, V2D__MOST);
    if (r == V2D_OK && world->joints[i].kind != V2D_JOINT_DISTANCE) r = V2D_ERROR_WRONG_KIND;
    if (r != V2D_OK) return v2d__fail(world, r);
    v2d__joint_stir(world, i);
    world->joints[i].min_length = min_length;
    world->joints[i].max_length = max_length;
    world->links_dirty = 1;
    return V2D_OK;
}

V2D_API uint64_t v2d_joint_user(const v2d_world *world, v2d_joint_id id) {
    int32_t i = v2d__joint_slot(world, id);
    return i < 0 ? 0 : v2d__user(world->joints[i].user);
}

// ---- picking and dragging ----------------------------------------------------------------------

V2D__COLD static int32_t v2d__nearest_point(const v2d_world *world, v2d_vec2 position, float radius,
                                            bool free_only) {
    int32_t nearest = -1;
    float best = radius * radius;
    for (int32_t i = 0; i < world->point_pool.high; ++i) {
        if (!v2d__point_live(world, i) ||
            (free_only && world->dof[V2D__POINT_NODE + i].inv_mass <= 0.0f))
            continue;
        float square = v2d__length_sq(v2d__sub(v2d__point_place(world, i), position));
        if (square <= best && (nearest < 0 || square < best)) best = square, nearest = i;
    }
    return nearest;
}

V2D_API v2d_point_id v2d_world_pick_point(const v2d_world *world, v2d_vec2 position, float radius) {
    v2d_point_id none = {0, 0};
    if (v2d__world_check(world) != V2D_OK || v2d__check2(position) != V2D_OK) return none;
    if (v2d__check(radius, 0.0f, V2D__MOST) != V2D_OK) return none;
    return v2d__point_id_of(world, v2d__nearest_point(world, position, radius, false));
}

V2D__COLD static int32_t v2d__body_at(const v2d_world *world, v2d_vec2 position) {
    int32_t found = -1;
    for (int32_t i = 0; i < world->shape_pool.high; ++i) {
        if (world->shape_generation[i] % 2u == 0u) continue;
        int32_t body = world->shapes[i].body;
        bool moves = world->dof[body].inv_mass > 0.0f;
        if (found >= 0 && (!moves || world->dof[found].inv_mass > 0.0f)) continue;
        if (v2d_geometry_contains(&world->shapes[i].geometry, v2d__node_transform(world, body),
                                  position))
            found = body;
    }
    return found;
}

V2D_API v2d_body_id v2d_world_pick_body(const v2d_world *world, v2d_vec2 position) {
    v2d_body_id none = {0, 0};
    if (v2d__world_check(world) != V2D_OK || v2d__check2(position) != V2D_OK) return none;
    return v2d__body_id_of(world, v2d__body_at(world, position));
}

// Is a place inside the outline: does a ray from it to the right cross the outline an odd number of times?
V2D__COLD static bool v2d__soft_contains(const v2d_world *world, const v2d__soft *s, v2d_vec2 at) {
    bool inside = false;
    if ((s->flags & V2D__SOFT_CLOSED) == 0u) return false;
    for (int32_t e1 = s->edge1; e1 > 0; e1 = world->edges[e1 - 1].next1) {
        const v2d__edge *e = V2D__AT(&world->edges[e1 - 1]);
        if (e->side != V2D_EDGE_OUTLINE) continue;
        v2d_vec2 a = v2d__sub(v2d__point_place(world, e->a), at);
        v2d_vec2 b = v2d__sub(v2d__point_place(world, e->b), at);
        if ((a.y > 0.0f) == (b.y > 0.0f)) continue;
        if ((v2d__cross(a, b) > 0.0f) == (b.y > a.y)) inside = !inside;
    }
    return inside;
}

V2D__COLD static int32_t v2d__soft_at(const v2d_world *world, v2d_vec2 position) {
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        if (v2d__soft_live(world, i) && v2d__soft_contains(world, &world->softs[i], position))
            return i;
    }
    return -1;
}

// Its first point that is not pinned, or -1.
V2D__COLD static int32_t v2d__soft_free_point(const v2d_world *world, int32_t soft) {
    for (int32_t p1 = world->softs[soft].point1; p1 > 0; p1 = world->points[p1 - 1].next1) {
        if (world->dof[V2D__POINT_NODE + p1 - 1].inv_mass > 0.0f) return p1 - 1;
    }
    return -1;
}

V2D_API v2d_soft_id v2d_world_pick_soft(const v2d_world *world, v2d_vec2 position) {
    v2d_soft_id none = {0, 0};
    if (v2d__world_check(world) != V2D_OK || v2d__check2(position) != V2D_OK) return none;
    return v2d__soft_id_of(world, v2d__soft_at(world, position));
}

// Turn the drag of a point of a soft body into one of its inside. What was built by hand has the shape
// that it has now as its rest shape, unless shape matching gave it one.
V2D__COLD static void v2d__drag_inside(v2d_world *world, int32_t joint, int32_t soft,
                                       v2d_vec2 position) {
    v2d__joint *j = &world->joints[joint];
    v2d__soft_moments m = v2d__soft_moments_now(world, &world->softs[soft]);
    if (!(m.xx + m.yy > 0.0f)) {
        for (int32_t p1 = world->softs[soft].point1; p1 > 0; p1 = world->points[p1 - 1].next1)
            world->points[p1 - 1].shape_local = v2d__sub(v2d__point_place(world, p1 - 1), m.center);
        m = v2d__soft_moments_now(world, &world->softs[soft]);
    }
    j->flags |= V2D__JOINT_INSIDE;
    v2d_vec2 u = v2d__solve2(m.ax, m.ay, m.bx, m.by, v2d__sub(position, m.center));
    j->local_b = v2d_vec2_make(m.xx * u.x + m.xy * u.y, m.xy * u.x + m.yy * u.y);
    j->max_force = 1000.0f * world->length_unit * m.mass;
}

V2D_API v2d_joint_id v2d_world_drag_begin(v2d_world *world, v2d_vec2 position, float radius) {
    v2d_joint_id none = {0, 0};
    v2d_result r = v2d__world_check(world);
    if (r == V2D_OK) r = v2d__check2(position);
    if (r == V2D_OK) r = v2d__check(radius, 0.0f, V2D__MOST);
    if (r != V2D_OK) {
        v2d__fail(world, r);
        return none;
    }
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DRAG);
    def.target = position;
    int32_t body = v2d__body_at(world, position);
    if (body >= 0 && world->dof[body].inv_mass > 0.0f) {
        v2d_body_id id = v2d__body_id_of(world, body);
        def.b = v2d_anchor_body(id, v2d_body_local_point(world, id, position));
        def.max_force = 1000.0f * world->length_unit * world->bodies[body].mass;
        return v2d_joint_create(world, &def);
    }
    int32_t point = v2d__nearest_point(world, position, radius, true), inside = -1;
    if (point < 0) {
        inside = v2d__soft_at(world, position);
        if (inside < 0) return none;
        point = v2d__soft_free_point(world, inside);
        if (point < 0) return none;
    }
    def.b = v2d_anchor_point(v2d__point_id_of(world, point));
    def.max_force = 1000.0f * world->length_unit * world->points[point].mass;
    int32_t soft = world->points[point].soft1 - 1;
    if (soft >= 0) def.max_force *= (float)world->softs[soft].point_count;
    v2d_joint_id id = v2d_joint_create(world, &def);
    if (inside >= 0 && id.index1 != 0)
        v2d__drag_inside(world, (int32_t)id.index1 - 1, inside, position);
    return id;
}

// ---- debug draw --------------------------------------------------------------------------------

static v2d_draw_kind v2d__body_draw_kind(const v2d__body *body) {
    if (body->flags & V2D__BODY_DISABLED) return V2D_DRAW_DISABLED;
    if (body->type == V2D_BODY_STATIC) return V2D_DRAW_STATIC;
    return body->type == V2D_BODY_KINEMATIC ? V2D_DRAW_KINEMATIC : V2D_DRAW_DYNAMIC;
}

V2D__COLD static void v2d__draw_shape(const v2d_world *world, const v2d_draw *draw,
                                      const v2d__shape *shape) {
    const v2d_geometry *g = &shape->geometry;
    v2d_transform xf = v2d__node_transform(world, shape->body);
    v2d_draw_style style;
    style.kind = v2d__body_draw_kind(&world->bodies[shape->body]);
    style.index = (uint32_t)shape->body;
    style.asleep = world->sleep_next1[shape->body] != 0;
    style.user = v2d__user(shape->user);
    if (style.user == 0) style.user = v2d__user(world->bodies[shape->body].user);
    v2d_vec2 v[V2D_MAX_VERTICES];
    for (int32_t i = 0; i < g->count; ++i)
        v[i] = v2d__transform_point(xf, g->vertices[i]);
    switch (g->kind) {
    case V2D_GEOMETRY_CIRCLE:
        if (draw->circle) draw->circle(draw->context, v[0], g->radius, xf.q, style);
        break;
    case V2D_GEOMETRY_CAPSULE:
        if (draw->capsule) draw->capsule(draw->context, v[0], v[1], g->radius, style);
        break;
    case V2D_GEOMETRY_SEGMENT:
    case V2D_GEOMETRY_CHAIN_SEGMENT:
        if (draw->segment) draw->segment(draw->context, v[0], v[1], style);
        break;
    case V2D_GEOMETRY_POLYGON:
        if (draw->polygon) draw->polygon(draw->context, v, g->count, g->radius, style);
        break;
    case V2D_GEOMETRY_HALF_PLANE:
        if (draw->half_plane) {
            draw->half_plane(draw->context, v2d__transform_point(xf, g->vertices[0]),
                             v2d__rotate(xf.q, g->normals[0]), style);
        }
        break;
    case V2D_GEOMETRY_NONE: break;
    }
}

enum { V2D__DRAW_OUTLINE = 480 }; // longest outline that is handed over as one polygon

static v2d_draw_style v2d__soft_style(const v2d_world *world, int32_t soft) {
    v2d_draw_style style;
    style.kind = V2D_DRAW_SOFT;
    style.index = (uint32_t)soft;
    style.user = v2d__user(world->softs[soft].user);
    style.asleep = v2d__soft_sleeps(world, soft);
    return style;
}

static void v2d__draw_outline(const v2d_world *world, const v2d_draw *draw, int32_t soft) {
    v2d_vec2 v[V2D__DRAW_OUTLINE];
    int32_t count = 0, first = -1, last = -1;
    for (int32_t e1 = world->softs[soft].edge1; e1 > 0; e1 = world->edges[e1 - 1].next1) {
        const v2d__edge *e = V2D__AT(&world->edges[e1 - 1]);
        if (e->side != V2D_EDGE_OUTLINE) continue;
        if (first < 0) first = e->a;
        if (count >= V2D__DRAW_OUTLINE || (last >= 0 && last != e->a)) return; // not one ring
        v[count++] = v2d__point_place(world, e->a);
        last = e->b;
    }
    if (count < 3 || last != first) return;
    draw->outline(draw->context, v, count, world->softs[soft].radius, v2d__soft_style(world, soft));
}

static void v2d__draw_edge(const v2d_world *world, const v2d_draw *draw, const v2d__edge *e) {
    v2d_draw_style style = {V2D_DRAW_SOFT, 0u, 0u, world->sleep_next1[V2D__POINT_NODE + e->a] != 0};
    float radius = world->points[e->a].radius;
    if (e->soft1 > 0) {
        style = v2d__soft_style(world, e->soft1 - 1);
        radius = world->softs[e->soft1 - 1].radius;
    }
    float strain = (v2d__edge_length_now(world, e) - e->rest) / e->rest;
    draw->edge(draw->context, v2d__point_place(world, e->a), v2d__point_place(world, e->b), radius,
               strain, (v2d_edge_side)e->side, style);
}

static void v2d__draw_point(const v2d_world *world, const v2d_draw *draw, int32_t i) {
    const v2d__point *p = V2D__AT(&world->points[i]);
    v2d_draw_style style = {V2D_DRAW_SOFT, (uint32_t)i, v2d__user(p->user),
                            world->sleep_next1[V2D__POINT_NODE + i] != 0};
    if (p->soft1 > 0) {
        style.index = (uint32_t)(p->soft1 - 1);
        if (style.user == 0) style.user = v2d__user(world->softs[p->soft1 - 1].user);
    }
    if ((p->flags & V2D__POINT_PINNED) != 0u) style.kind = V2D_DRAW_PINNED;
    if ((p->flags & V2D__POINT_DISABLED) != 0u) style.kind = V2D_DRAW_DISABLED;
    draw->point(draw->context, v2d__point_place(world, i), p->radius, style);
}

static void v2d__draw_joint(const v2d_world *world, const v2d_draw *draw, const v2d__joint *j) {
    v2d_vec2 a = v2d__anchor_place(world, j, 0), b = v2d__anchor_place(world, j, 1);
    v2d_vec2 center_a = j->kind == V2D_JOINT_DRAG ? a : v2d__node_place(world, j->node_a);
    draw->joint(draw->context, (v2d_joint_kind)j->kind, center_a, a, b,
                v2d__node_place(world, j->node_b));
}

static void v2d__draw_contacts(const v2d_world *world, const v2d_draw *draw) {
    int count = v2d_world_contact_count(world);
    for (int i = 0; i < count; ++i) {
        v2d_contact c;
        if (v2d_world_contact(world, i, &c) != V2D_OK) continue;
        for (int32_t k = 0; k < c.manifold.count; ++k) {
            const v2d_manifold_point *p = &c.manifold.points[k];
            draw->contact(draw->context, p->position, c.manifold.normal, p->separation,
                          c.normal_impulse[k]);
        }
    }
}

static void v2d__draw_boxes(const v2d_world *world, const v2d_draw *draw) {
    for (int32_t i = 0; i < world->shape_pool.high; ++i) {
        if (world->shape_generation[i] % 2u == 0u) continue;
        if (world->shapes[i].geometry.kind == V2D_GEOMETRY_HALF_PLANE) continue;
        draw->box(draw->context,
                  v2d_geometry_aabb(&world->shapes[i].geometry,
                                    v2d__node_transform(world, world->shapes[i].body)));
    }
    for (int32_t i = 0; i < world->soft_pool.high; ++i) {
        float motion;
        if (!v2d__soft_live(world, i) || world->softs[i].point_count == 0) continue;
        draw->box(draw->context, v2d__soft_box(world, &world->softs[i], &motion));
    }
}

V2D_API v2d_result v2d_world_draw(const v2d_world *world, const v2d_draw *draw) {
    v2d_result r = v2d__world_check(world);
    if (r != V2D_OK) return r;
    if (draw == NULL) return V2D_ERROR_NULL;
    for (int32_t i = 0; i < world->shape_pool.high; ++i) {
        if (world->shape_generation[i] % 2u == 1u) v2d__draw_shape(world, draw, &world->shapes[i]);
    }
    for (int32_t i = 0; i < world->soft_pool.high && draw->outline; ++i) {
        if (v2d__soft_live(world, i)) v2d__draw_outline(world, draw, i);
    }
    for (int32_t i = 0; i < world->edge_pool.high && draw->edge; ++i) {
        if (v2d__edge_live(world, i)) v2d__draw_edge(world, draw, &world->edges[i]);
    }
    for (int32_t i = 0; i < world->point_pool.high && draw->point; ++i) {
        if (v2d__point_live(world, i)) v2d__draw_point(world, draw, i);
    }
    for (int32_t i = 0; i < world->joint_pool.high && draw->joint; ++i) {
        if (world->joint_generation[i] % 2u == 1u) v2d__draw_joint(world, draw, &world->joints[i]);
    }
    if (draw->contact) v2d__draw_contacts(world, draw);
    if (draw->box) v2d__draw_boxes(world, draw);
    return V2D_OK;
}

#if defined(V2D__SETUP_OPTIMIZE)
#pragma GCC pop_options
#endif

#ifdef __cplusplus
}
#endif

#ifndef V2D_ALLOW_FP_CONTRACT
#if defined(__clang__)
#pragma STDC FP_CONTRACT DEFAULT
#elif defined(__GNUC__)
#pragma GCC pop_options
#elif defined(_MSC_VER)
#pragma float_control(pop)
#endif
#endif

#endif // V2D__NESTED: end of part 3
#endif // V2D__WIDTH: end of part 2
#endif // VERLET2D_IMPLEMENTATION

/*
------------------------------------------------------------------------------
This software is available under 2 licenses - choose whichever you prefer.
------------------------------------------------------------------------------
ALTERNATIVE A - MIT License
Copyright (c) 2026 the verlet2d authors
Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so, subject to the following conditions:
The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.
THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
------------------------------------------------------------------------------
ALTERNATIVE B - Public Domain (www.unlicense.org)
This is free and unencumbered software released into the public domain.
Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.
In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.
THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
------------------------------------------------------------------------------
*/
