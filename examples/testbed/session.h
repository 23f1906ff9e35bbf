// SPDX-License-Identifier: MIT OR Unlicense
// session.h - a scene under somebody's hands: fingers that drag, a knife, things to drop, and the way back.
//
// Whatever is done to a world is an input, which acts before a certain step. Scene and inputs together make
// the same world everywhere, to the bit: so a session can be stored, sent and played again. The way back is
// a save of every 20th step in a ring of memory; what lies between is stepped again.
//
// Nothing here allocates or needs a C library.
#ifndef SESSION_H
#define SESSION_H

#include "scenes.h"

#include <string.h>

typedef enum session_input_kind {
    SESSION_PRESS = 0, ///< finger `what` takes what is at (x, y), within x2
    SESSION_MOVE,      ///< it moves to (x, y)
    SESSION_LIFT,      ///< and lets go
    SESSION_CUT,       ///< a knife goes from (x, y) to (x2, y2)
    SESSION_DROP,      ///< a thing of kind `what` appears at (x, y)
    SESSION_DRIVE,     ///< x: -1, 0 or 1
    SESSION_CROWD,     ///< x: how many more bodies there shall be
    SESSION_INPUT_KINDS
} session_input_kind;

typedef enum session_thing {
    SESSION_CRATE,
    SESSION_BALL,
    SESSION_STAR,
    SESSION_JELLY,
    SESSION_DOLL,
    SESSION_BLAST,
    SESSION_THINGS
} session_thing;

enum {
    SESSION_FINGERS = 10,
    SESSION_UNITS = 128, // of an input's coordinates in a metre
    SESSION_EVERY = 20,  // steps between two saves
    SESSION_BACK = 3600, // steps that can be taken back: 60 s
    SESSION_FRAMES = SESSION_BACK / SESSION_EVERY + 2,
    SESSION_INPUTS = 1 << 16,
    SESSION_MOST_CROWD = 600,
    SESSION_SUBSTEPS = 4
};

typedef struct session_input {
    uint32_t step; // it acts before this one
    uint8_t kind, what;
    int16_t x, y, x2, y2; // [m / SESSION_UNITS]
} session_input;

/// What belongs to a moment, besides its world.
typedef struct session_hands {
    uint32_t step; // steps made
    v2d_joint_id drag[SESSION_FINGERS];
    float drive;
    int32_t crowd, crowded; // wanted and there
    uint32_t dropped;       // counts them, for places and colours
} session_hands;

/// Where a moment is in the memory.
typedef struct session_save {
    uint32_t step;
    size_t begin, size; // size 0: there is none
} session_save;

/// A stretch of SESSION_EVERY steps, each of which is there.
typedef struct session_stretch {
    uint32_t begin;
    int filled; // moments from the beginning on; 0: nothing is there
    size_t used;
    session_save moments[SESSION_EVERY];
} session_stretch;

typedef struct session_state {
    v2d_world *world, *ghost; // the second one makes what lies between saves
    session_hands hands, ghost_hands;
    int ghost_at; // the stretch that the ghost's moment belongs to, or -1
    int scene, substeps;
    uint32_t end;  // newest step of this history
    uint32_t from; // inputs before this step are lost
    int input_count;
    session_input inputs[SESSION_INPUTS];
    unsigned char *memory; // its last quarter is for two stretches
    size_t ring_size, ring_head, stretch_size;
    int first, count; // saves in the ring
    session_save saves[SESSION_FRAMES];
    session_stretch stretches[2];
} session_state;

// ---- what hands do ---------------------------------------------------------------------------------

static inline float session__cross(v2d_vec2 a, v2d_vec2 b, v2d_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Do the ways a-b and c-d cross?
static inline bool session__ways_cross(v2d_vec2 a, v2d_vec2 b, v2d_vec2 c, v2d_vec2 d) {
    bool apart = (session__cross(a, b, c) > 0.0f) == (session__cross(a, b, d) > 0.0f);
    return !apart && (session__cross(c, d, a) > 0.0f) != (session__cross(c, d, b) > 0.0f);
}

static inline bool session__near_way(v2d_vec2 p, v2d_vec2 a, v2d_vec2 b, float distance) {
    float x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    float t = square > 0.0f ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    x = a.x + t * x - p.x;
    y = a.y + t * y - p.y;
    return x * x + y * y < distance * distance;
}

// Does the knife meet a joint? A hinge is met at its place, and between it and the centre of what is small.
static inline bool session__cuts_joint(const v2d_world *world, v2d_joint_id id, v2d_vec2 a,
                                       v2d_vec2 b) {
    enum { SMALL = 1 }; // [m]
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    v2d_joint_state now = v2d_joint_get_state(world, id);
    v2d_vec2 p = now.anchor_a, q = now.anchor_b;
    v2d_joint_describe(world, id, &def);
    if (def.kind == V2D_JOINT_DRAG || def.kind == V2D_JOINT_NO_COLLIDE) return false;
    if (session__ways_cross(a, b, p, q) || session__near_way(q, a, b, 0.06f)) return true;
    for (int end = 0; end < 2; ++end) {
        v2d_anchor anchor = end == 0 ? def.a : def.b;
        if (anchor.kind != V2D_ANCHOR_BODY) continue;
        if (bed_def(world, anchor.body).type != V2D_BODY_DYNAMIC) continue;
        v2d_vec2 center = v2d_body_center(world, anchor.body);
        float x = center.x - q.x, y = center.y - q.y;
        if (4.0f * (x * x + y * y) < (float)SMALL && session__ways_cross(a, b, center, q))
            return true;
    }
    return false;
}

/// A knife goes from a to b: what v2d_world_cut() cuts parts, and joints. @return how many parted
static inline int session_cut(v2d_world *world, v2d_vec2 a, v2d_vec2 b) {
    v2d_joint_id joint = {0, 0};
    int cut = v2d_world_cut(world, NULL, a, b, NULL, 0);
    if (cut < 0) cut = 0; // no room, or no way
    joint = v2d_world_next_joint(world, joint);
    while (!V2D_IS_NULL(joint)) {
        v2d_joint_id next = v2d_world_next_joint(world, joint);
        if (session__cuts_joint(world, joint, a, b) && v2d_joint_destroy(world, joint) == V2D_OK)
            cut += 1;
        joint = next;
    }
    return cut;
}

static inline void session_drop(v2d_world *world, session_thing thing, v2d_vec2 at, int color) {
    switch (thing) {
    case SESSION_CRATE: scene_box(world, at.x, at.y, 0.35f, 0.35f, 1.0f, color); break;
    case SESSION_BALL: scene_ball(world, at.x, at.y, 0.38f, 1.5f, color); break;
    case SESSION_STAR: bed_star(world, at.x, at.y, color); break;
    case SESSION_JELLY: bed_jelly(world, at.x, at.y, 0.75f, color); break;
    case SESSION_DOLL: bed_doll(world, at.x, at.y, color); break;
    case SESSION_BLAST: v2d_world_explode(world, NULL, at, 4.0f, 12.0f, NULL, 0); break;
    case SESSION_THINGS: break;
    }
}

enum { SESSION_CROWD_USER = 8000 }; // user numbers of bodies of the crowd are above

// Two bodies of the crowd a step come from above, or go, the newest first.
static inline void session__crowd(v2d_world *world, session_hands *hands, const bed_scene *scene) {
    for (int i = 0; i < 2 && hands->crowded < hands->crowd; ++i) {
        uint32_t n = hands->dropped++;
        float x = scene->x + 0.042f * scene->height * ((float)(n * 7u % 29u) - 14.0f);
        float y = scene->y + scene->height * (0.6f + 0.05f * (float)(n % 5u));
        float size = 0.14f + 0.02f * (float)(n * 5u % 7u);
        v2d_body_id id = n % 3u == 0 ? scene_ball(world, x, y, size, 1.0f, (int)(n % 8u))
                                     : scene_box(world, x, y, size, size, 1.0f, (int)(n % 8u));
        v2d_world_clear_status(world); // it may be full
        if (V2D_IS_NULL(id)) return;
        bed_mark(world, id, (uint64_t)SESSION_CROWD_USER + n % 8u + 1u);
        hands->crowded += 1;
    }
    for (int i = 0; i < 4 && hands->crowded > hands->crowd; ++i) {
        v2d_body_id id = {0, 0}, last = {0, 0};
        while (id = v2d_world_next_body(world, id), !V2D_IS_NULL(id)) {
            if (bed_def(world, id).user > (uint64_t)SESSION_CROWD_USER) last = id;
        }
        v2d_body_destroy(world, last);
        hands->crowded -= 1;
    }
}

static inline v2d_vec2 session__place(int16_t x, int16_t y) {
    return v2d_vec2_make((float)x / SESSION_UNITS, (float)y / SESSION_UNITS);
}

static inline void session__apply(v2d_world *world, session_hands *hands,
                                  const session_input *input) {
    v2d_vec2 at = session__place(input->x, input->y), to = session__place(input->x2, input->y2);
    v2d_joint_id *drag = &hands->drag[input->what % SESSION_FINGERS];
    bool holds = v2d_joint_is_valid(world, *drag);
    switch ((session_input_kind)input->kind) {
    case SESSION_PRESS:
        if (holds) v2d_joint_destroy(world, *drag);
        *drag = v2d_world_drag_begin(world, at, to.x);
        break;
    case SESSION_MOVE:
        if (holds) v2d_joint_set_target(world, *drag, at);
        break;
    case SESSION_LIFT:
        if (holds) v2d_joint_destroy(world, *drag);
        break;
    case SESSION_CUT: session_cut(world, at, to); break;
    case SESSION_DROP:
        session_drop(world, (session_thing)input->what, at, (int)(hands->dropped++ % 8u));
        break;
    case SESSION_DRIVE: hands->drive = (float)input->x; break;
    case SESSION_CROWD:
        hands->crowd = input->x < 0                    ? 0
                       : input->x > SESSION_MOST_CROWD ? SESSION_MOST_CROWD
                                                       : input->x;
        break;
    case SESSION_INPUT_KINDS: break;
    }
    v2d_world_clear_status(world); // a full world refuses, and goes on
}

// Number of the first input that acts before `step`, or later.
static inline int session__input_at(const session_state *s, uint32_t step) {
    int low = 0, high = s->input_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->inputs[middle].step < step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// One step of a world of this session, with the inputs that act before it.
static inline void session__advance(const session_state *s, v2d_world *world,
                                    session_hands *hands) {
    const bed_scene *scene = &bed_scenes[s->scene];
    int i = session__input_at(s, hands->step);
    for (; i < s->input_count && s->inputs[i].step == hands->step; ++i)
        session__apply(world, hands, &s->inputs[i]);
    session__crowd(world, hands, scene);
    if (scene->step != NULL) scene->step(world, hands->drive);
    v2d_world_step(world, 1.0f / 60.0f, s->substeps);
    hands->step += 1;
}

// ---- the way back ----------------------------------------------------------------------------------

static inline session_save *session__save_at(session_state *s, int i) {
    return &s->saves[(s->first + i) % SESSION_FRAMES];
}

static inline size_t session__round(size_t size) { return (size + 15u) / 16u * 16u; }

// Hands and world at `begin`, which is less than `limit`. @return their size, or 0 when there is no room
static inline size_t session__write(const session_state *s, const v2d_world *world,
                                    const session_hands *hands, size_t begin, size_t limit) {
    size_t head = session__round(sizeof(*hands));
    if (begin + head >= limit) return 0;
    size_t size = v2d_world_save(world, s->memory + begin + head, limit - begin - head);
    memcpy(s->memory + begin, hands, sizeof(*hands));
    return size == 0 ? 0 : head + size;
}

static inline bool session__read(const session_state *s, const session_save *save, v2d_world *world,
                                 session_hands *hands) {
    size_t head = session__round(sizeof(*hands));
    if (save->size == 0) return false;
    memcpy(hands, s->memory + save->begin, sizeof(*hands));
    return v2d_world_load(world, s->memory + save->begin + head, save->size - head) == V2D_OK;
}

static inline void session__keep(session_state *s) {
    size_t size = v2d_world_save(s->world, NULL, 0) + sizeof(session_hands) + 64u,
           begin = s->ring_head;
    if (size > s->ring_size) return;
    if (begin + size > s->ring_size) begin = 0;
    for (bool again = true; again && s->count > 0;) { // what is in the way goes, the oldest first
        again = s->count == SESSION_FRAMES ||
                session__save_at(s, 0)->step + SESSION_BACK < s->hands.step;
        for (int i = 0; i < s->count && !again; ++i) {
            const session_save *other = session__save_at(s, i);
            again = other->begin < begin + size && begin < other->begin + other->size;
        }
        if (!again) break;
        s->first = (s->first + 1) % SESSION_FRAMES;
        s->count -= 1;
    }
    session_save *save = session__save_at(s, s->count);
    save->step = s->hands.step;
    save->begin = begin;
    save->size = session__write(s, s->world, &s->hands, begin, begin + size);
    if (save->size == 0) return;
    s->count += 1;
    s->ring_head = session__round(begin + save->size);
}

// The ghost's next moment, as the next of a stretch.
static inline void session__fill(session_state *s, int which) {
    session_stretch *stretch = &s->stretches[which];
    size_t start = s->ring_size + (size_t)which * s->stretch_size;
    session_save *save = &stretch->moments[stretch->filled];
    if (s->ghost_at != which) {
        session__read(s, &stretch->moments[stretch->filled - 1], s->ghost, &s->ghost_hands);
        s->ghost_at = which;
    }
    session__advance(s, s->ghost, &s->ghost_hands);
    save->step = s->ghost_hands.step;
    save->begin = start + stretch->used;
    save->size = session__write(s, s->ghost, &s->ghost_hands, save->begin, start + s->stretch_size);
    if (save->size == 0) { // no room: this moment will look like the one before
        *save = stretch->moments[stretch->filled - 1];
        s->ghost_at = -1;
    }
    stretch->used += save->step == s->ghost_hands.step ? session__round(save->size) : 0;
    stretch->filled += 1;
}

// The stretch with a step, with at least its first moment. @return its number, or -1: that is too long ago
static inline int session__stretch_of(session_state *s, uint32_t step) {
    uint32_t begin = step / SESSION_EVERY * SESSION_EVERY;
    int which = (int)(step / SESSION_EVERY % 2u);
    session_stretch *stretch = &s->stretches[which];
    for (int i = 0; i < s->count; ++i) {
        if (session__save_at(s, i)->step != begin) continue;
        if (stretch->filled > 0 && stretch->begin == begin) return which;
        stretch->begin = begin;
        stretch->filled = 1;
        stretch->used = 0;
        stretch->moments[0] = *session__save_at(s, i);
        if (s->ghost_at == which) s->ghost_at = -1;
        return which;
    }
    return -1;
}

/// The oldest step that session_show() can show.
static inline uint32_t session_oldest(session_state *s) {
    return s->count > 0 ? session__save_at(s, 0)->step : s->hands.step;
}

/// Make the world what it was after `step` steps. History stays as it is. @return false: too long ago
static inline bool session_show(session_state *s, uint32_t step) {
    if (step > s->end) step = s->end;
    if (step == s->hands.step) return true;
    int which = session__stretch_of(s, step);
    if (which < 0) return false;
    session_stretch *stretch = &s->stretches[which];
    int index = (int)(step - stretch->begin);
    while (stretch->filled <= index)
        session__fill(s, which);
    if (!session__read(s, &stretch->moments[index], s->world, &s->hands)) return false;
    s->hands.step = step;
    return true;
}

/// For the way back: makes one moment of the stretch before the one that is shown, so that no frame has to
/// make all of them.
static inline void session_prepare(session_state *s) {
    uint32_t begin = s->hands.step / SESSION_EVERY * SESSION_EVERY;
    if (begin < SESSION_EVERY) return;
    int which = session__stretch_of(s, begin - 1u);
    if (which >= 0 && s->stretches[which].filled < SESSION_EVERY) session__fill(s, which);
}

/// What came after the moment that is shown has not happened. Fingers of that time let go.
static inline void session_branch(session_state *s) {
    uint32_t step = s->hands.step;
    s->input_count = session__input_at(s, step);
    s->end = step;
    while (s->count > 0 && session__save_at(s, s->count - 1)->step > step)
        s->count -= 1;
    if (s->count > 0) {
        const session_save *last = session__save_at(s, s->count - 1);
        s->ring_head = session__round(last->begin + last->size);
    }
    for (int i = 0; i < 2; ++i) {
        session_stretch *stretch = &s->stretches[i];
        if (stretch->begin + (uint32_t)stretch->filled > step) stretch->filled = 0;
    }
    s->ghost_at = -1;
}

// ---- sessions --------------------------------------------------------------------------------------

/// An empty session. Worlds and memory are the caller's: 64 MB and more for the memory.
static inline void session_init(session_state *s, v2d_world *world, v2d_world *ghost,
                                unsigned char *memory, size_t size) {
    memset(s, 0, sizeof(*s));
    s->world = world;
    s->ghost = ghost;
    s->memory = memory;
    s->substeps = SESSION_SUBSTEPS;
    s->ring_size = size / 64u * 48u;
    s->stretch_size = size / 64u * 8u;
}

static inline void session_build(v2d_world *world, int scene) {
    v2d_world_def def = v2d_world_def_default();
    v2d_world_init(world, &def);
    bed_scenes[scene].build(world);
}

/// Restart a scene, without inputs.
static inline void session_open(session_state *s, int scene) {
    s->scene = scene;
    s->end = s->from = 0;
    s->input_count = s->first = s->count = 0;
    s->ring_head = 0;
    s->stretches[0].filled = s->stretches[1].filled = 0;
    s->ghost_at = -1;
    memset(&s->hands, 0, sizeof(s->hands));
    session_build(s->world, scene);
    session__keep(s);
}

/// Restart it with the inputs that there are.
static inline void session_again(session_state *s) {
    int count = s->input_count;
    session_open(s, s->scene);
    s->input_count = count;
}

/// Is there an input still to act?
static inline bool session_plays(const session_state *s) {
    return s->input_count > 0 && s->inputs[s->input_count - 1].step >= s->hands.step;
}

// The oldest half of the inputs goes, when they are too many.
static inline void session__forget(session_state *s) {
    int half = SESSION_INPUTS / 2;
    s->from = s->inputs[half].step;
    while (half < s->input_count && s->inputs[half].step == s->from)
        half += 1;
    s->from += 1u;
    s->input_count -= half;
    memmove(s->inputs, s->inputs + half, (size_t)s->input_count * sizeof(s->inputs[0]));
}

/// An input for the next step. It ends what is being played.
static inline void session_do(session_state *s, session_input input) {
    if (s->hands.step < s->end ||
        (s->input_count > 0 && s->inputs[s->input_count - 1].step > s->hands.step)) {
        session_branch(s);
    }
    input.step = s->hands.step;
    for (int i = s->input_count - 1; i >= 0 && s->inputs[i].step == input.step; --i) {
        session_input *last = &s->inputs[i];
        bool same = last->kind == input.kind && last->what == input.what;
        bool replaces = input.kind == SESSION_MOVE || input.kind == SESSION_CROWD ||
                        input.kind == SESSION_DRIVE;
        if (last->what == input.what && last->kind < SESSION_CUT && input.kind == SESSION_MOVE &&
            !same)
            break; // a press between two moves stays between them
        if (!same || !replaces) continue;
        *last = input;
        return;
    }
    if (s->input_count == SESSION_INPUTS) session__forget(s);
    s->inputs[s->input_count++] = input;
}

/// All fingers let go, and nothing drives.
static inline void session_lift_all(session_state *s) {
    session_input input = {0, SESSION_LIFT, 0, 0, 0, 0, 0};
    for (int i = 0; i < SESSION_FINGERS; ++i) {
        input.what = (uint8_t)i;
        if (v2d_joint_is_valid(s->world, s->hands.drag[i])) session_do(s, input);
    }
    input.kind = SESSION_DRIVE;
    input.what = 0;
    if (s->hands.drive > 0.0f || s->hands.drive < 0.0f) session_do(s, input);
}

/// One step on. History that lies after the moment that is shown is gone then.
static inline void session_step(session_state *s) {
    if (s->hands.step < s->end) {
        session_branch(s);
        session_lift_all(s);
    }
    if (s->hands.step % SESSION_EVERY == 0 &&
        (s->count == 0 || session__save_at(s, s->count - 1)->step < s->hands.step)) {
        session__keep(s);
    }
    session__advance(s, s->world, &s->hands);
    s->end = s->hands.step;
}

static inline int16_t session_units(float metres) {
    float units = metres * (float)SESSION_UNITS;
    if (!(units > -32000.0f)) return -32000;
    if (units > 32000.0f) return 32000;
    return (int16_t)(units < 0.0f ? units - 0.5f : units + 0.5f);
}

// ---- gestures --------------------------------------------------------------------------------------

static inline v2d_vec2 session__on_way(const bed_gesture *g, int step) {
    float t = (float)(step - g->begin) / (float)(g->end - g->begin);
    if (t > 1.0f) t = 1.0f;
    if (g->kind == BED_GESTURE_DRAG) t = t * t * (3.0f - 2.0f * t);
    return v2d_vec2_make(g->from.x + t * (g->to.x - g->from.x),
                         g->from.y + t * (g->to.y - g->from.y));
}

/// Restart a scene, with the gestures of its table as inputs.
static inline void session_play_gestures(session_state *s, int scene) {
    enum { REST = 12, LONGEST = 3600 }; // a finger rests before it lets go [steps]
    session_open(s, scene);
    for (int step = 0; step < LONGEST; ++step) {
        for (int i = 0; i < BED_GESTURES; ++i) {
            const bed_gesture *g = &bed_gestures[i];
            bool drags = g->kind == BED_GESTURE_DRAG;
            int last = drags ? g->end + REST : g->end;
            if (g->scene != scene || step < g->begin || step > last) continue;
            v2d_vec2 at = session__on_way(g, step), next = session__on_way(g, step + 1);
            session_input input = {0, SESSION_CUT, 0, 0, 0, 0, 0};
            input.step = (uint32_t)step;
            input.x = session_units(at.x);
            input.y = session_units(at.y);
            input.x2 = session_units(next.x);
            input.y2 = session_units(next.y);
            if (drags) {
                input.kind = SESSION_MOVE;
                if (step == g->begin) input.kind = SESSION_PRESS;
                if (step == last) input.kind = SESSION_LIFT;
                input.what = (uint8_t)(i % SESSION_FINGERS);
                input.x2 = step == g->begin ? session_units(0.4f) : (int16_t)0;
                input.y2 = 0;
            }
            if (g->kind == BED_GESTURE_DRIVE) {
                if (step > g->begin && step < last) continue;
                input.kind = SESSION_DRIVE;
                input.x = (int16_t)(step == last ? 0.0f : g->from.x);
                input.y = input.x2 = input.y2 = 0;
            }
            s->inputs[s->input_count++] = input;
        }
    }
}

// ---- sessions as bytes -----------------------------------------------------------------------------
// An input is: steps since the one before; kind and finger; its coordinates, those of moves as differences
// to the finger's last place. Numbers take 7 bits a byte, the sign in the lowest one.

static inline int session__coordinates(int kind) {
    static const uint8_t count[SESSION_INPUT_KINDS] = {3, 2, 0, 4, 2, 1, 1};
    return kind < SESSION_INPUT_KINDS ? count[kind] : 0;
}

static inline int session__put(unsigned char *bytes, int at, int32_t value) {
    uint32_t bits = value < 0 ? ((uint32_t)(-(value + 1)) << 1u) | 1u : (uint32_t)value << 1u;
    for (; bits >= 128u; bits >>= 7u)
        bytes[at++] = (unsigned char)((bits & 127u) | 128u);
    bytes[at++] = (unsigned char)bits;
    return at;
}

// @return where the next number begins, or -1
static inline int session__get(const unsigned char *bytes, int at, int size, int32_t *value) {
    uint32_t bits = 0, shift = 0;
    for (; at >= 0 && at < size && shift < 28u; shift += 7u) {
        unsigned char byte = bytes[at++];
        bits |= (uint32_t)(byte & 127u) << shift;
        if (byte >= 128u) continue;
        *value = (bits & 1u) != 0 ? -(int32_t)(bits >> 1u) - 1 : (int32_t)(bits >> 1u);
        return at;
    }
    return -1;
}

/// Writes the inputs before `step`. @return their size, or 0: there is no room, or some were lost
static inline int session_encode(const session_state *s, uint32_t step, unsigned char *bytes,
                                 int capacity) {
    int16_t x[SESSION_FINGERS] = {0}, y[SESSION_FINGERS] = {0};
    uint32_t before = 0;
    int at = 0;
    if (s->from > 0) return 0;
    for (int i = 0; i < s->input_count && s->inputs[i].step < step; ++i) {
        const session_input *input = &s->inputs[i];
        int finger = input->what % SESSION_FINGERS, count = session__coordinates(input->kind);
        int32_t values[4];
        values[0] = input->x, values[1] = input->y, values[2] = input->x2, values[3] = input->y2;
        if (at + 32 > capacity) return 0;
        at = session__put(bytes, at, (int32_t)(input->step - before));
        bytes[at++] = (unsigned char)(input->kind * 16u + input->what % 16u);
        if (input->kind == SESSION_MOVE) values[0] -= x[finger], values[1] -= y[finger];
        for (int k = 0; k < count; ++k)
            at = session__put(bytes, at, values[k]);
        if (input->kind <= SESSION_MOVE) x[finger] = input->x, y[finger] = input->y;
        before = input->step;
    }
    return at;
}

/// Restart a scene with the inputs of session_encode(). Bytes from a stranger do no harm.
static inline bool session_decode(session_state *s, int scene, const unsigned char *bytes,
                                  int size) {
    int16_t x[SESSION_FINGERS] = {0}, y[SESSION_FINGERS] = {0};
    int32_t step = 0;
    session_open(s, scene);
    for (int at = 0; at < size;) {
        session_input input = {0, 0, 0, 0, 0, 0, 0};
        int32_t value = 0, values[4] = {0, 0, 0, 0};
        at = session__get(bytes, at, size, &value);
        if (at < 0 || at >= size || value < 0 || s->input_count == SESSION_INPUTS) break;
        if (value > 1 << 24 || step > 1 << 24) break;
        step += value;
        input.step = (uint32_t)step;
        input.kind = bytes[at] / 16u;
        input.what = bytes[at++] % 16u;
        int finger = input.what % SESSION_FINGERS, count = session__coordinates(input.kind);
        if (input.kind >= SESSION_INPUT_KINDS) break;
        for (int k = 0; k < count && at >= 0; ++k)
            at = session__get(bytes, at, size, &values[k]);
        if (at < 0) break;
        if (input.kind == SESSION_MOVE) values[0] += x[finger], values[1] += y[finger];
        input.x = (int16_t)values[0], input.y = (int16_t)values[1];
        input.x2 = (int16_t)values[2], input.y2 = (int16_t)values[3];
        if (input.kind <= SESSION_MOVE) x[finger] = input.x, y[finger] = input.y;
        s->inputs[s->input_count++] = input;
        if (at == size) return true;
    }
    if (size > 0) s->input_count = 0;
    return size == 0;
}

#endif // SESSION_H
