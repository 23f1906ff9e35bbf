// SPDX-License-Identifier: MIT OR Unlicense
// page.c - sessions of session.h for page.js: what it calls, and pictures as numbers that it paints.
#include "../testbed/session.h"

#define EXPORT __attribute__((visibility("default")))

enum { MEMORY = 208 << 20, MOST_FLOATS = 1 << 19, BYTES = 1 << 17 };

/// A figure begins with its kind and its style, then come its numbers.
enum { POLYGON, CIRCLE, CAPSULE, SEGMENT, HALF_PLANE, OUTLINE, POINT, EDGE, JOINT, CONTACT, BOX };

/// Bits of a style: 0 to 2 the colour, 3 to 5 a v2d_draw_kind, then these; the slot is above.
enum { ASLEEP = 1 << 6, SENSOR = 1 << 7, LOOSE = 1 << 8, COLORED = 1 << 9, SLOT = 1 << 10 };

static v2d_world world, ghost;
static session_state session;
static float floats[MOST_FLOATS];
static unsigned char bytes[BYTES];
static int used;

// ---- pictures --------------------------------------------------------------------------------------

static void put(float value) {
    if (used < MOST_FLOATS) floats[used++] = value;
}

static void put_vec(const v2d_vec2 *v) {
    put(v->x);
    put(v->y);
}

static void begin(int kind, const v2d_draw_style *style) {
    uint32_t color = style->index % 8u, bits = 0;
    if (style->user > 0) color = (uint32_t)((style->user - 1u) % 8u);
    bits = color | (uint32_t)style->kind << 3;
    if (style->asleep) bits |= ASLEEP;
    if (style->sensor) bits |= SENSOR;
    if (style->loose) bits |= LOOSE;
    if (style->user > 0) bits |= COLORED;
    put((float)kind);
    put((float)(bits + style->index % 8192u * SLOT));
}

static void polygon(void *context, const v2d_vec2 *v, int count, float radius,
                    const v2d_draw_style *style) {
    (void)context;
    begin(POLYGON, style);
    put(radius);
    put((float)count);
    for (int i = 0; i < count; ++i)
        put_vec(&v[i]);
}

static void circle(void *context, const v2d_vec2 *center, float radius, const v2d_rot *rotation,
                   const v2d_draw_style *style) {
    (void)context;
    begin(CIRCLE, style);
    put_vec(center);
    put(radius);
    put(rotation->c);
    put(rotation->s);
}

static void capsule(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                    const v2d_draw_style *style) {
    (void)context;
    begin(CAPSULE, style);
    put_vec(a);
    put_vec(b);
    put(radius);
}

static void segment(void *context, const v2d_vec2 *a, const v2d_vec2 *b,
                    const v2d_draw_style *style) {
    (void)context;
    begin(SEGMENT, style);
    put_vec(a);
    put_vec(b);
}

static void half_plane(void *context, const v2d_vec2 *point, const v2d_vec2 *normal,
                       const v2d_draw_style *style) {
    (void)context;
    begin(HALF_PLANE, style);
    put_vec(point);
    put_vec(normal);
}

static void outline(void *context, const v2d_vec2 *v, int count, float radius,
                    const v2d_draw_style *style) {
    (void)context;
    if (used + 2 * count + 8 > MOST_FLOATS) return;
    begin(OUTLINE, style);
    put(radius);
    put((float)count);
    for (int i = 0; i < count; ++i)
        put_vec(&v[i]);
}

static void point(void *context, const v2d_vec2 *position, float radius,
                  const v2d_draw_style *style) {
    (void)context;
    begin(POINT, style);
    put_vec(position);
    put(radius);
}

static void edge(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius, float strain,
                 v2d_edge_side side, const v2d_draw_style *style) {
    (void)context;
    begin(EDGE, style);
    put_vec(a);
    put_vec(b);
    put(radius);
    put(strain);
    put((float)side);
}

static void joint(void *context, v2d_joint_kind kind, const v2d_vec2 *center_a,
                  const v2d_vec2 *anchor_a, const v2d_vec2 *anchor_b, const v2d_vec2 *center_b) {
    (void)context;
    (void)center_a;
    (void)center_b;
    put((float)JOINT);
    put((float)kind);
    put_vec(anchor_a);
    put_vec(anchor_b);
}

static void contact(void *context, const v2d_vec2 *position, const v2d_vec2 *normal,
                    float separation, float impulse) {
    (void)context;
    (void)separation;
    put((float)CONTACT);
    put(0.0f);
    put_vec(position);
    put_vec(normal);
    put(impulse);
}

static void box(void *context, const v2d_aabb *aabb) {
    (void)context;
    put((float)BOX);
    put(0.0f);
    put_vec(&aabb->lower);
    put_vec(&aabb->upper);
}

static int draw(const v2d_world *of, int layers, float alpha) {
    v2d_draw d;
    memset(&d, 0, sizeof(d));
    d.interpolate = true;
    d.alpha = alpha;
    d.polygon = polygon;
    d.circle = circle;
    d.capsule = capsule;
    d.segment = segment;
    d.half_plane = half_plane;
    d.outline = outline;
    d.point = point;
    d.edge = edge;
    d.joint = joint;
    if ((layers & 1) != 0) d.contact = contact;
    if ((layers & 2) != 0) d.box = box;
    used = 0;
    v2d_world_draw(of, &d);
    return used;
}

/// Paint what is at `alpha` between the last two steps. Layers: 1 contacts, 2 boxes. @return how many floats
EXPORT int page_draw(int layers, float alpha) { return draw(&world, layers, alpha); }
EXPORT const float *page_floats(void) { return floats; }

/// The picture of another scene after so many steps.
EXPORT int page_thumbnail(int scene, int steps) {
    session.ghost_at = -1;
    session_build(&ghost, scene);
    for (int i = 0; i < steps; ++i) {
        if (bed_scenes[scene].step != NULL) bed_scenes[scene].step(&ghost, 0.0f);
        v2d_world_step(&ghost, 1.0f / 60.0f, SESSION_SUBSTEPS);
    }
    return draw(&ghost, 0, 1.0f);
}

// ---- scenes ----------------------------------------------------------------------------------------

/// Once, before all others. @return 0: out of memory
EXPORT int page_init(void) {
    extern unsigned char __heap_base;
    size_t start = ((size_t)&__heap_base + 63u) / 64u * 64u;
    size_t have = (size_t)__builtin_wasm_memory_size(0) * 65536u, size = MEMORY;
    for (;; size /= 2) { // with less of it the way back is shorter
        if (size < MEMORY / 16) return 0;
        if (start + size <= have) break;
        size_t pages = (start + size - have + 65535u) / 65536u;
        if (__builtin_wasm_memory_grow(0, pages) != (size_t)-1) break;
    }
    session_init(&session, &world, &ghost, (unsigned char *)start, size);
    return 1;
}

EXPORT int page_scenes(void) { return BED_SCENES; }
EXPORT const char *page_name(int scene) { return bed_scenes[scene].name; }
EXPORT const char *page_hint(int scene) { return bed_scenes[scene].hint; }

EXPORT float page_camera(int scene, int which) {
    const bed_scene *s = &bed_scenes[scene];
    return which == 0 ? s->x : which == 1 ? s->y : s->height;
}

/// Where the camera of this scene wants to be now. 2: does it?
EXPORT float page_focus(int which) {
    const bed_scene *s = &bed_scenes[session.scene];
    if (s->focus == NULL || which == 2) return s->focus != NULL ? 1.0f : 0.0f;
    v2d_vec2 at = s->focus(&world);
    return which == 0 ? at.x : at.y;
}

EXPORT void page_open(int scene) { session_open(&session, scene); }
EXPORT void page_play(int scene) { session_play_gestures(&session, scene); }
EXPORT void page_again(void) { session_again(&session); }
EXPORT int page_plays(void) { return session_plays(&session); }

// ---- time ------------------------------------------------------------------------------------------

EXPORT void page_step(void) { session_step(&session); }
EXPORT int page_show(int step) { return session_show(&session, (uint32_t)step); }
EXPORT void page_prepare(void) { session_prepare(&session); }

/// History goes on from the moment that is shown, with all fingers up.
EXPORT void page_branch(void) {
    session_branch(&session);
    session_lift_all(&session);
}

EXPORT int page_now(void) { return (int)session.hands.step; }
EXPORT int page_end(void) { return (int)session.end; }
EXPORT int page_oldest(void) { return (int)session_oldest(&session); }

EXPORT uint32_t page_hash(int high) {
    uint64_t hash = v2d_world_hash(&world);
    return (uint32_t)(high ? hash >> 32 : hash);
}

EXPORT int page_count(int which) {
    v2d_counters n = v2d_world_counters(&world);
    switch (which) {
    case 0: return n.bodies.count;
    case 1: return n.points.count;
    case 2: return n.contacts.count + n.rows.count;
    case 3: return n.joints.count;
    case 4: return n.awake;
    case 5: return (int)v2d_world_save(&world, NULL, 0);
    case 6: return session.hands.crowd;
    default: return session.count;
    }
}

// ---- inputs ----------------------------------------------------------------------------------------

EXPORT void page_do(int kind, int what, float x, float y, float x2, float y2) {
    session_input input = {0, 0, 0, 0, 0, 0, 0};
    input.kind = (uint8_t)kind;
    input.what = (uint8_t)what;
    input.x = kind >= SESSION_DRIVE ? (int16_t)x : session_units(x);
    input.y = session_units(y);
    input.x2 = session_units(x2);
    input.y2 = session_units(y2);
    session_do(&session, input);
}

/// Does this finger hold something?
EXPORT int page_holds(int finger) {
    return v2d_joint_is_valid(&world, session.hands.drag[finger % SESSION_FINGERS]);
}

/// The finger that a played session moves: its place; 2: is it down? 3: does it cut?
EXPORT float page_hand(int which) {
    int i = session__input_at(&session, session.hands.step);
    static float x, y, down, cuts;
    if (i < session.input_count && session.inputs[i].step == session.hands.step) {
        const session_input *input = &session.inputs[i];
        cuts = input->kind == SESSION_CUT ? 1.0f : 0.0f;
        down = input->kind <= SESSION_MOVE || input->kind == SESSION_CUT ? 1.0f : 0.0f;
        if (input->kind <= SESSION_CUT && input->kind != SESSION_LIFT) {
            v2d_vec2 at = cuts > 0.0f ? session__place(input->x2, input->y2)
                                      : session__place(input->x, input->y);
            x = at.x;
            y = at.y;
        }
    } else {
        down = cuts = 0.0f;
    }
    return which == 0 ? x : which == 1 ? y : which == 2 ? down : cuts;
}

// ---- links -----------------------------------------------------------------------------------------

EXPORT unsigned char *page_bytes(void) { return bytes; }
EXPORT int page_encode(int step) { return session_encode(&session, (uint32_t)step, bytes, BYTES); }
EXPORT int page_inputs(void) { return session.input_count; }
EXPORT int page_decode(int scene, int size) {
    return size <= BYTES && scene >= 0 && scene < BED_SCENES &&
           session_decode(&session, scene, bytes, size);
}
