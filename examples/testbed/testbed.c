// SPDX-License-Identifier: MIT OR Unlicense
// testbed.c - a window with scenes to touch: drag with the pointer, pause, step, look at the layers.
//
// Shows:  v2d_timer and drawing between two steps, drag joints, every drawing callback, saves to go back in
//         time.
//         The picture is the canvas of the examples, as a texture.
// Build:  make testbed    (or cc -O2 examples/testbed/testbed.c bench/scenes.c -lSDL2 -lm -pthread)
// Run:    build/bin/testbed [--scene NAME] [--list] [--help]
//
// Its own scenes, and what hands do in them, are those of the page: see scenes.h and session.h. Besides it has
// all of bench/scenes.h. Both run behind the engine layer of the benchmarks, which is included here, with its
// capacities for the largest scene.
#define SDL_MAIN_HANDLED
#include "../../bench/engine_verlet2d.c"

#include <SDL2/SDL.h>

#include "session.h"
#include "../show.h"

enum { BED_LAYERS = 6, BED_MOST_STEPS = 4, BED_MEMORY = 256 << 20 };

static const char *const bed_layer_names[BED_LAYERS] = {"contacts", "normals", "joints",
                                                        "boxes",    "strain",  "points"};

static const char *const bed_help[] = {
    "left button",
    "drag a body, a point or a jelly",
    "right button",
    "move the view; wheel: zoom; F: back",
    "Space",
    "pause",
    ".",
    "one step",
    "R",
    "hold: time runs backwards, in the first twelve scenes",
    "K  B",
    "knife instead of the hand; drop: T changes what",
    "Backspace",
    "restart the scene",
    "N  P  L",
    "next and previous scene; a list to click",
    "+  -",
    "sub-steps",
    "1 to 6",
    "layers: contacts, normals, joints, boxes, strain, points",
    "A  D",
    "drive, where something has a motor",
    "S",
    "save a picture",
    "H",
    "this help",
    "Esc",
    "quit",
};

typedef struct bed {
    canvas view;
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    sim *s;
    v2d_world *world;
    v2d_timer timer;
    v2d_joint_id drag;
    v2d_body_id held; // what is dragged, when it is a body
    int scene, substeps, frame, frames;
    unsigned layers;
    bool paused, trace, help, list, panning, quit, once, failed;
    bool knife, pressed, rewinding; // what the left button does; is it down? is R?
    int thing;                      // to drop
    canvas_point cut_from;          // [px]
    double step_ms, frame_ms;       // running means
    float drive, view_height;
    canvas_point view_center, pointer; // [m], [px]
    const char *picture;               // --screenshot
    char message[200];
} bed;

static bed bed_one; // large
static session_state bed_session;

static const char *const bed_things[SESSION_THINGS] = {"crate", "ball", "star",
                                                       "jelly", "doll", "blast"};

// ---- scenes ----------------------------------------------------------------------------------------

static int bed_scene_count(void) { return BED_SCENES + sim_scene_count; }

static void bed_scene_name(int i, char *out, size_t size) {
    bool own = i < BED_SCENES;
    snprintf(out, size, "%s%s", own ? "" : "bench/",
             own ? bed_scenes[i].name : sim_scenes[i - BED_SCENES].name);
}

static int bed_scene_find(const char *name) {
    char other[64];
    for (int i = 0; i < bed_scene_count(); ++i) {
        bed_scene_name(i, other, sizeof(other));
        if (strcmp(name, other) == 0) return i;
    }
    return -1;
}

// An own scene as one of the benchmarks' scenes: a world that it fills itself.
static void bed_open_world(sim *s) { s->ctx = s->engine->create(&s->world); }

static void bed_include(v2d_aabb *all, v2d_aabb box) {
    all->lower.x = fminf(all->lower.x, box.lower.x);
    all->lower.y = fminf(all->lower.y, box.lower.y);
    all->upper.x = fmaxf(all->upper.x, box.upper.x);
    all->upper.y = fmaxf(all->upper.y, box.upper.y);
}

// What moves, and immovable shapes that are not very large, fill the view.
static void bed_fit_view(bed *b) {
    v2d_aabb all = {{1e9f, 1e9f}, {-1e9f, -1e9f}};
    v2d_body_id body = {0, 0};
    v2d_point_id point = {0, 0};
    while (body = v2d_world_next_body(b->world, body), !V2D_IS_NULL(body)) {
        v2d_shape_id shape = v2d_body_first_shape(b->world, body);
        for (; !V2D_IS_NULL(shape); shape = v2d_shape_next(b->world, shape)) {
            v2d_aabb box = v2d_shape_aabb(b->world, shape);
            bool large = box.upper.x - box.lower.x > 80.0f || box.upper.y - box.lower.y > 80.0f;
            bool rests = bed_def(b->world, body).type == V2D_BODY_STATIC;
            if (!(rests && large)) bed_include(&all, box);
        }
    }
    while (point = v2d_world_next_point(b->world, point), !V2D_IS_NULL(point)) {
        v2d_vec2 at = v2d_point_position(b->world, point);
        v2d_aabb box = {at, at};
        bed_include(&all, box);
    }
    if (all.lower.x > all.upper.x) all.lower = scene_vec(-10, -1), all.upper = scene_vec(10, 10);
    float width = all.upper.x - all.lower.x, height = all.upper.y - all.lower.y;
    float aspect = (float)b->view.width / (float)b->view.height;
    b->view_height = 1.4f * fmaxf(fmaxf(height, width / aspect), 0.5f);
    b->view_center.x = 0.5f * (all.lower.x + all.upper.x);
    // A little lower in the window, for the text.
    b->view_center.y = 0.5f * (all.lower.y + all.upper.y) + 0.07f * b->view_height;
}

static void bed_view_reset(bed *b) {
    if (b->scene < BED_SCENES) {
        const bed_scene *own = &bed_scenes[b->scene];
        // At least as much as in a window of 16 to 9 is to be seen.
        float narrow = 16.0f / 9.0f * (float)b->view.height / (float)b->view.width;
        b->view_height = own->height * fmaxf(1.0f, narrow);
        b->view_center.x = own->x;
        b->view_center.y = own->y;
    } else {
        bed_fit_view(b);
    }
    canvas_camera(&b->view, b->view_center.x, b->view_center.y, b->view_height);
}

static void bed_fail(bed *b, const char *why) {
    char name[64];
    if (b->failed) return;
    bed_scene_name(b->scene, name, sizeof(name));
    snprintf(b->message, sizeof(b->message), "%s: %s", name, why);
    fprintf(stderr, "testbed: %s\n", b->message);
    b->failed = true;
}

// Where everything is, for a script that wants to touch it.
static void bed_trace_scene(const bed *b) {
    char name[64];
    v2d_body_id body = {0, 0};
    bed_scene_name(b->scene, name, sizeof(name));
    printf("scene %s view %g %g scale %g size %d %d\n", name, (double)b->view.center_x,
           (double)b->view.center_y, (double)b->view.scale, b->view.width, b->view.height);
    while (body = v2d_world_next_body(b->world, body), !V2D_IS_NULL(body)) {
        v2d_vec2 at = v2d_body_position(b->world, body);
        if (bed_def(b->world, body).type != V2D_BODY_DYNAMIC) continue;
        printf("body %u at %g %g\n", (unsigned)body.index1, (double)at.x, (double)at.y);
    }
}

static void bed_load(bed *b, int scene) {
    static sim_scene own;
    int count = bed_scene_count();
    if (b->s != NULL) sim_destroy(b->s);
    b->scene = (scene + count) % count;
    b->failed = false;
    b->drag.index1 = 0;
    b->pressed = b->rewinding = false;
    b->message[0] = 0;
    b->timer = v2d_timer_make(1.0 / 60.0, BED_MOST_STEPS);
    own.build = bed_open_world;
    b->s = sim_create(&engine_verlet2d,
                      b->scene < BED_SCENES ? &own : &sim_scenes[b->scene - BED_SCENES]);
    if (b->s == NULL || b->s->ctx == NULL) {
        fprintf(stderr, "testbed: out of memory\n");
        exit(1);
    }
    b->world = &((v2d_engine *)b->s->ctx)->world;
    if (b->scene < BED_SCENES) {
        bed_session.world = b->world;
        session_open(&bed_session, b->scene);
    }
    if (b->s->error != NULL) bed_fail(b, b->s->error);
    bed_view_reset(b);
    if (b->trace) bed_trace_scene(b);
}

// ---- stepping --------------------------------------------------------------------------------------

static double bed_ms(void) {
    return 1e3 * (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

static void bed_step(bed *b) {
    double start = bed_ms();
    if (b->failed) return;
    b->s->substeps = bed_session.substeps = b->substeps;
    if (b->scene < BED_SCENES) {
        session_step(&bed_session);
        b->s->step_count = (int)bed_session.hands.step;
    } else if (!sim_step(b->s)) {
        bed_fail(b, b->s->error);
    }
    if (v2d_world_status(b->world) != V2D_OK)
        bed_fail(b, v2d_result_text(v2d_world_status(b->world)));
    b->step_ms += 0.1 * (bed_ms() - start - b->step_ms);
}

// As many steps back as the time since the last frame asks for.
static void bed_back(bed *b, double seconds) {
    int steps = v2d_timer_advance(&b->timer, seconds);
    for (int i = 0; i < steps && b->scene < BED_SCENES; ++i) {
        uint32_t step = bed_session.hands.step;
        session_prepare(&bed_session);
        if (step > session_oldest(&bed_session)) session_show(&bed_session, step - 1u);
    }
    b->s->step_count = b->scene < BED_SCENES ? (int)bed_session.hands.step : b->s->step_count;
}

// Steps that the time since the last frame asks for. @return where the frame lies between the last two
static float bed_advance(bed *b, double seconds) {
    if (b->rewinding) {
        bed_back(b, seconds);
        return 1.0f;
    }
    // With --frames a frame is a step, however long it takes.
    int steps = b->frames > 0 ? 1 : v2d_timer_advance(&b->timer, seconds);
    if (b->paused) steps = 0;
    if (b->once) steps = 1;
    for (int i = 0; i < steps; ++i)
        bed_step(b);
    bool between = !b->paused && b->frames == 0;
    b->once = false;
    return between ? v2d_timer_alpha(&b->timer) : 1.0f;
}

// ---- the pointer -----------------------------------------------------------------------------------

static v2d_vec2 bed_pointer(const bed *b) {
    canvas_point at = canvas_to_world(&b->view, b->pointer.x, b->pointer.y);
    return v2d_vec2_make(at.x, at.y);
}

// What a hand does: an input of the session, or for scenes of the benchmarks at once.
static void bed_do(bed *b, session_input_kind kind, int what, v2d_vec2 at, v2d_vec2 to) {
    static const session_input none;
    session_input input = none;
    if (b->scene >= BED_SCENES) {
        v2d_joint_id *drag = &b->drag;
        if (kind == SESSION_PRESS) *drag = v2d_world_drag_begin(b->world, at, to.x);
        if (kind == SESSION_MOVE) v2d_joint_set_target(b->world, *drag, at);
        if (kind == SESSION_LIFT) v2d_joint_destroy(b->world, *drag);
        if (kind == SESSION_CUT) session_cut(b->world, at, to);
        if (kind == SESSION_DROP)
            session_drop(b->world, (session_thing)what, at, b->s->step_count % 8);
        return;
    }
    input.kind = (uint8_t)kind;
    input.what = (uint8_t)what;
    input.x = kind == SESSION_DRIVE ? (int16_t)at.x : session_units(at.x);
    input.y = session_units(at.y);
    input.x2 = session_units(to.x);
    input.y2 = session_units(to.y);
    session_do(&bed_session, input);
}

static void bed_drop(bed *b) { bed_do(b, SESSION_DROP, b->thing, bed_pointer(b), scene_vec(0, 0)); }

static void bed_press(bed *b) {
    b->pressed = true;
    b->cut_from = b->pointer;
    if (b->knife) return;
    bed_do(b, SESSION_PRESS, 0, bed_pointer(b), scene_vec(10.0f * b->view.ui / b->view.scale, 0));
}

static void bed_release(bed *b) {
    if (b->pressed &&
        b->knife) { // in one cut: what is cut piece by piece may hang together in between
        canvas_point from = canvas_to_world(&b->view, b->cut_from.x, b->cut_from.y);
        bed_do(b, SESSION_CUT, 0, scene_vec(from.x, from.y), bed_pointer(b));
    }
    if (b->pressed && !b->knife && (b->scene < BED_SCENES || v2d_joint_is_valid(b->world, b->drag)))
        bed_do(b, SESSION_LIFT, 0, bed_pointer(b), scene_vec(0, 0));
    b->pressed = false;
    b->drag.index1 = 0;
}

// Once a frame: the knife, what is dragged, and who drives.
static void bed_hold(bed *b) {
    v2d_joint_def def = v2d_joint_def_default(V2D_JOINT_DRAG);
    v2d_vec2 at = bed_pointer(b);
    bool own = b->scene < BED_SCENES;
    if (b->rewinding) return;
    if (own && b->pressed && !b->knife) b->drag = bed_session.hands.drag[0];
    if (v2d_joint_is_valid(b->world, b->drag)) {
        bed_do(b, SESSION_MOVE, 0, at, scene_vec(0, 0));
        v2d_joint_describe(b->world, b->drag, &def);
        b->held = def.b.body;
    }
    float change = own ? b->drive - bed_session.hands.drive : 0.0f;
    if (change > 0.5f || change < -0.5f)
        bed_do(b, SESSION_DRIVE, 0, scene_vec(b->drive, 0), scene_vec(0, 0));
}

static void bed_rewind(bed *b, bool on) {
    if (on && !b->rewinding) bed_release(b);
    if (!on && b->rewinding && b->scene < BED_SCENES) {
        session_branch(&bed_session);
        session_lift_all(&bed_session);
    }
    b->rewinding = on;
}

static void bed_zoom(bed *b, float factor) {
    canvas *view = &b->view;
    canvas_point before = canvas_to_world(view, b->pointer.x, b->pointer.y);
    b->view_height = fminf(fmaxf(b->view_height / factor, 0.05f), 5000.0f);
    canvas_camera(view, view->center_x, view->center_y, b->view_height);
    canvas_point after = canvas_to_world(view, b->pointer.x, b->pointer.y);
    canvas_camera(view, view->center_x + before.x - after.x, view->center_y + before.y - after.y,
                  b->view_height);
}

static void bed_motion(bed *b, const SDL_MouseMotionEvent *e) {
    canvas *view = &b->view;
    b->pointer = canvas__at((float)e->x, (float)e->y);
    if (b->panning) {
        view->center_x -= (float)e->xrel / view->scale;
        view->center_y += (float)e->yrel / view->scale;
    }
}

// ---- keys and events -------------------------------------------------------------------------------

static void bed_save(bed *b, const char *path) {
    const canvas *c = &b->view;
    bool good = stbi_write_png(path, c->width, c->height, 3, c->pixels, 3 * c->width) != 0;
    snprintf(b->message, sizeof(b->message), "%s %s", good ? "saved" : "cannot write", path);
    printf("%s\n", b->message);
}

static void bed_key(bed *b, SDL_Keycode key) {
    char path[160], name[64];
    if (key >= SDLK_1 && key < SDLK_1 + BED_LAYERS) b->layers ^= 1u << (unsigned)(key - SDLK_1);
    switch (key) {
    case SDLK_ESCAPE: b->quit = true; break;
    case SDLK_SPACE: b->paused = !b->paused; break;
    case SDLK_PERIOD: b->once = b->paused = true; break;
    case SDLK_r: bed_rewind(b, true); break;
    case SDLK_BACKSPACE: bed_load(b, b->scene); break;
    case SDLK_k: b->knife = !b->knife; break;
    case SDLK_b: bed_drop(b); break;
    case SDLK_t: b->thing = (b->thing + 1) % SESSION_THINGS; break;
    case SDLK_l: b->list = !b->list; break;
    case SDLK_n:
    case SDLK_RIGHT: bed_load(b, b->scene + 1); break;
    case SDLK_p:
    case SDLK_LEFT: bed_load(b, b->scene - 1); break;
    case SDLK_PLUS:
    case SDLK_EQUALS:
    case SDLK_KP_PLUS: b->substeps = b->substeps < 64 ? b->substeps + 1 : 64; break;
    case SDLK_MINUS:
    case SDLK_KP_MINUS: b->substeps = b->substeps > 1 ? b->substeps - 1 : 1; break;
    case SDLK_f: bed_view_reset(b); break;
    case SDLK_h: b->help = !b->help; break;
    case SDLK_s:
        bed_scene_name(b->scene, name, sizeof(name));
        for (char *c = name; *c != 0; ++c)
            *c = *c == '/' ? '-' : *c;
        snprintf(path, sizeof(path), "testbed-%s-%d.png", name, b->s->step_count);
        bed_save(b, path);
        break;
    default: break;
    }
}

// The canvas and its texture, as large as the window is now.
static void bed_resized(bed *b) {
    canvas old = b->view;
    int width = 1, height = 1;
    SDL_GetRendererOutputSize(b->renderer, &width, &height);
    width = width > 16 ? width : 16;
    height = height > 16 ? height : 16;
    if (b->texture != NULL) SDL_DestroyTexture(b->texture);
    b->texture = SDL_CreateTexture(b->renderer, SDL_PIXELFORMAT_RGB24, SDL_TEXTUREACCESS_STREAMING,
                                   width, height);
    if (b->texture == NULL || !canvas_open(&b->view, width, height)) {
        fprintf(stderr, "testbed: no picture of %d x %d: %s\n", width, height, SDL_GetError());
        exit(1);
    }
    b->view.ui = fmaxf(0.75f, b->view.ui);
    if (b->view_height > 0.0f) canvas_camera(&b->view, old.center_x, old.center_y, b->view_height);
    canvas_close(&old);
}

// The list of scenes: columns of rows, as large as there is room for.
static int bed_list_rows(const bed *b) {
    int rows = (int)(((float)b->view.height / b->view.ui - 90.0f) / 22.0f);
    return rows < 1 ? 1 : rows;
}

static canvas_point bed_list_place(const bed *b, int i) {
    int rows = bed_list_rows(b);
    float ui = b->view.ui;
    return canvas__at((60.0f + 200.0f * (float)(i / rows)) * ui,
                      (60.0f + 22.0f * (float)(i % rows)) * ui);
}

// A click into the list begins a scene, one beside it closes the list.
static void bed_click_list(bed *b) {
    float ui = b->view.ui;
    b->list = false;
    for (int i = 0; i < bed_scene_count(); ++i) {
        canvas_point at = bed_list_place(b, i);
        float x = b->pointer.x - at.x, y = b->pointer.y - at.y;
        if (x > -10.0f * ui && x < 190.0f * ui && y > -15.0f * ui && y < 7.0f * ui) {
            bed_load(b, i);
            return;
        }
    }
}

static void bed_event(bed *b, const SDL_Event *e) {
    bool pans = e->button.button == SDL_BUTTON_RIGHT || e->button.button == SDL_BUTTON_MIDDLE;
    switch (e->type) {
    case SDL_QUIT: b->quit = true; break;
    case SDL_KEYDOWN: bed_key(b, e->key.keysym.sym); break;
    case SDL_KEYUP:
        if (e->key.keysym.sym == SDLK_r) bed_rewind(b, false);
        break;
    case SDL_MOUSEMOTION: bed_motion(b, &e->motion); break;
    case SDL_MOUSEBUTTONDOWN:
        b->pointer = canvas__at((float)e->button.x, (float)e->button.y);
        if (e->button.button == SDL_BUTTON_LEFT && b->list) {
            bed_click_list(b);
        } else if (e->button.button == SDL_BUTTON_LEFT) {
            bed_press(b);
        }
        if (pans) b->panning = true;
        break;
    case SDL_MOUSEBUTTONUP:
        if (e->button.button == SDL_BUTTON_LEFT) bed_release(b);
        if (pans) b->panning = false;
        break;
    case SDL_MOUSEWHEEL: bed_zoom(b, powf(1.15f, (float)e->wheel.y)); break;
    case SDL_WINDOWEVENT:
        if (e->window.event == SDL_WINDOWEVENT_SIZE_CHANGED) bed_resized(b);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET: bed_resized(b); break; // the letters are lost
    default: break;
    }
}

// Once a frame: what keys hold down, and the pull on what is dragged.
static void bed_poll(bed *b) {
    SDL_Event e;
    while (SDL_PollEvent(&e))
        bed_event(b, &e);
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    b->drive = (float)keys[SDL_SCANCODE_D] - (float)keys[SDL_SCANCODE_A];
    bed_hold(b);
}

// ---- the picture -----------------------------------------------------------------------------------

// On paper that lets a little through, so that it can be read over anything.
static void bed_write_large(bed *b, float x, float y, float size, float align, canvas_color color,
                            const char *text) {
    float ui = b->view.ui, width = canvas_text_width(text, size);
    canvas_rect(&b->view, x - align * width - 4.0f * ui, y - size - 4.0f * ui, width + 8.0f * ui,
                size + 9.0f * ui, canvas_alpha(canvas_paper(), 0.75f));
    canvas_text(&b->view, x, y, size, align, color, text);
}

static void bed_write(bed *b, float x, float y, float align, canvas_color color, const char *text) {
    bed_write_large(b, x, y, 9.0f * b->view.ui, align, color, text);
}

static void bed_write_state(bed *b) {
    v2d_counters n = v2d_world_counters(b->world);
    float ui = b->view.ui, x = 20.0f * ui;
    char name[64], line[160];
    bed_scene_name(b->scene, name, sizeof(name));
    snprintf(line, sizeof(line), "%s  (%d of %d)", name, b->scene + 1, bed_scene_count());
    bed_write_large(b, x, 33.0f * ui, 13.0f * ui, 0.0f, canvas_ink(), line);
    if (b->scene < BED_SCENES)
        bed_write(b, x, 55.0f * ui, 0.0f, canvas_muted(), bed_scenes[b->scene].hint);
    snprintf(line, sizeof(line), "%.2f ms a step, %d bodies, %d points, %d contacts", b->step_ms,
             (int)n.bodies.count, (int)n.points.count, (int)(n.contacts.count + n.rows.count));
    bed_write(b, x, 73.0f * ui, 0.0f, canvas_muted(), line);
    snprintf(line, sizeof(line), "%d sub-steps, %.0f frames a second%s", b->substeps,
             b->frame_ms > 0.1 ? 1000.0 / b->frame_ms : 0.0, b->paused ? ", paused" : "");
    bed_write(b, x, 91.0f * ui, 0.0f, canvas_muted(), line);
    if (b->message[0] != 0) {
        bed_write(b, x, 109.0f * ui, 0.0f, b->failed ? canvas_accent() : canvas_ink(), b->message);
    }
}

static void bed_write_sides(bed *b) {
    float ui = b->view.ui, right = (float)b->view.width - 20.0f * ui;
    char line[160];
    snprintf(line, sizeof(line), "t = %.2f s", (double)b->s->step_count / 60.0);
    bed_write(b, right, 33.0f * ui, 1.0f, canvas_muted(), line);
    for (int i = 0; i < BED_LAYERS; ++i) {
        bool on = (b->layers >> (unsigned)i & 1u) != 0;
        snprintf(line, sizeof(line), "%s %d", bed_layer_names[i], i + 1);
        bed_write(b, right, (55.0f + 18.0f * (float)i) * ui, 1.0f,
                  on ? canvas_accent() : canvas_muted(), line);
    }
    bed_write(b, 20.0f * ui, (float)b->view.height - 14.0f * ui, 0.0f, canvas_muted(),
              "Space: pause   .: step   R: back in time   K: knife   B: drop   L: scenes   "
              "1-6: layers   H: help");
}

static void bed_write_help(bed *b) {
    float ui = b->view.ui, width = 520.0f * ui, row = 22.0f * ui;
    int rows = (int)(sizeof(bed_help) / sizeof(bed_help[0])) / 2;
    float height = row * (float)rows + 24.0f * ui;
    float x = 0.5f * ((float)b->view.width - width), y = 0.5f * ((float)b->view.height - height);
    canvas_rect(&b->view, x - ui, y - ui, width + 2.0f * ui, height + 2.0f * ui,
                canvas_rgb(0xD5DAE3u));
    canvas_rect(&b->view, x, y, width, height, canvas_rgb(0xFFFFFFu));
    for (int i = 0; i < rows; ++i) {
        float line = y + row * (float)(i + 1) + 2.0f * ui;
        canvas_text(&b->view, x + 20.0f * ui, line, 9.0f * ui, 0.0f, canvas_ink(), bed_help[2 * i]);
        canvas_text(&b->view, x + 130.0f * ui, line, 9.0f * ui, 0.0f, canvas_muted(),
                    bed_help[2 * i + 1]);
    }
}

static void bed_write_list(bed *b) {
    float ui = b->view.ui, width = (float)b->view.width, height = (float)b->view.height;
    char name[64];
    canvas_rect(&b->view, 30.0f * ui, 30.0f * ui, width - 60.0f * ui, height - 60.0f * ui,
                canvas_alpha(canvas_rgb(0xFFFFFFu), 0.94f));
    for (int i = 0; i < bed_scene_count(); ++i) {
        bed_scene_name(i, name, sizeof(name));
        canvas_point at = bed_list_place(b, i);
        canvas_text(&b->view, at.x, at.y, 9.0f * ui, 0.0f,
                    i == b->scene ? canvas_accent() : canvas_ink(), name);
    }
}

// What the left button does, when it is not a hand.
static void bed_write_tool(bed *b) {
    char line[80];
    float ui = b->view.ui, x = 0.5f * (float)b->view.width;
    if (b->rewinding) {
        snprintf(line, sizeof(line), "%.2f s back in time",
                 (double)(bed_session.end - bed_session.hands.step) / 60.0);
        bed_write(b, x, 33.0f * ui, 0.5f, canvas_accent(), line);
    } else if (b->knife) {
        bed_write(b, x, 33.0f * ui, 0.5f, canvas_accent(),
                  "knife: a swipe cuts ropes, cloth, joints");
    }
    snprintf(line, sizeof(line), "B drops a %s", bed_things[b->thing]);
    bed_write(b, 20.0f * ui, 127.0f * ui, 0.0f, canvas_muted(), line);
    if (!b->knife || !b->pressed) return;
    canvas_point from = canvas_to_world(&b->view, b->cut_from.x, b->cut_from.y);
    canvas_point to = canvas_to_world(&b->view, b->pointer.x, b->pointer.y);
    canvas_segment(&b->view, from.x, from.y, to.x, to.y, 2.5f, canvas_accent());
}

// The view goes with what drives.
static void bed_follow(bed *b) {
    canvas *view = &b->view;
    if (b->scene >= BED_SCENES || bed_scenes[b->scene].focus == NULL || b->panning) return;
    v2d_vec2 at = bed_scenes[b->scene].focus(b->world);
    float x = fmaxf(at.x + 2.0f, b->view_center.x);
    canvas_camera(view, view->center_x + 0.05f * (x - view->center_x), view->center_y,
                  b->view_height);
}

static void bed_draw(bed *b, float alpha) {
    bed_follow(b);
    canvas_clear(&b->view);
    if (canvas_draw_world_with(&b->view, b->world, b->layers | SHOW_SLEEP | SHOW_FLAT, alpha) !=
        V2D_OK)
        bed_fail(b, "not drawn");
    bed_write_state(b);
    bed_write_sides(b);
    bed_write_tool(b);
    if (b->list) bed_write_list(b);
    if (b->help) bed_write_help(b);
    SDL_UpdateTexture(b->texture, NULL, b->view.pixels, 3 * b->view.width);
    SDL_RenderCopy(b->renderer, b->texture, NULL, NULL);
}

// ---- the program -----------------------------------------------------------------------------------

static void bed_trace_frame(const bed *b) {
    v2d_counters n = v2d_world_counters(b->world);
    char name[64];
    bed_scene_name(b->scene, name, sizeof(name));
    printf("frame %d scene %s steps %d paused %d substeps %d layers %u bodies %d "
           "contacts %d joints %d edges %d frame_ms %.1f view %g %g scale %g",
           b->frame, name, b->s->step_count, b->paused, b->substeps, b->layers, (int)n.bodies.count,
           (int)(n.contacts.count + n.rows.count), (int)n.joints.count, (int)n.edges.count,
           b->frame_ms, (double)b->view.center_x, (double)b->view.center_y, (double)b->view.scale);
    if (v2d_joint_is_valid(b->world, b->drag)) {
        v2d_joint_state drag = v2d_joint_get_state(b->world, b->drag);
        v2d_vec2 target = drag.anchor_a, held = drag.anchor_b;
        v2d_vec2 body = v2d_body_position(b->world, b->held);
        printf(" target %.3f %.3f held %.3f %.3f body %u at %.3f %.3f", (double)target.x,
               (double)target.y, (double)held.x, (double)held.y, (unsigned)b->held.index1,
               (double)body.x, (double)body.y);
    }
    printf("\n");
    fflush(stdout);
}

static void bed_loop(bed *b) {
    double last = bed_ms();
    while (!b->quit) {
        double now = bed_ms(), passed = now - last;
        last = now;
        b->frame_ms += 0.1 * (passed - b->frame_ms);
        bed_poll(b);
        bed_draw(b, bed_advance(b, 1e-3 * passed));
        b->frame += 1;
        if (b->trace) bed_trace_frame(b);
        bool end = b->frames > 0 && b->frame >= b->frames;
        if (end) b->quit = true;
        if (b->quit && b->picture != NULL) bed_save(b, b->picture);
        SDL_RenderPresent(b->renderer);
        // A window that is hidden may not wait for the screen.
        if (b->frames == 0 && bed_ms() - now < 4.0) SDL_Delay(8);
    }
}

static void bed_usage(FILE *to) {
    fprintf(to, "usage: testbed [options]\n"
                "  --scene NAME       begin with this scene\n"
                "  --list             names of all scenes\n"
                "  --size WxH         of the window [px], each 160 to 8192 (default 1280x720)\n"
                "  --frames N         make N steps, a frame each, and end\n"
                "  --screenshot FILE  write the last frame as PNG\n"
                "  --layers 1346      layers to show at first, by their keys (default 3)\n"
                "  --trace            write the state after each frame to stdout\n"
                "  --help             show this text; keys are listed by H in the window\n");
}

static int bed_refuse(const char *option, const char *value) {
    fprintf(stderr, "testbed: cannot use %s %s\n", option, value);
    bed_usage(stderr);
    return 2;
}

// @return -1 to go on, or the exit status
static int bed_options(bed *b, int argc, char **argv, int *width, int *height) {
    for (int i = 1; i < argc; ++i) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        char name[64], rest;
        if (strcmp(option, "--help") == 0) {
            bed_usage(stdout);
            return 0;
        }
        if (strcmp(option, "--list") == 0) {
            for (int k = 0; k < bed_scene_count(); ++k) {
                bed_scene_name(k, name, sizeof(name));
                puts(name);
            }
            return 0;
        }
        if (strcmp(option, "--trace") == 0) {
            b->trace = true;
            continue;
        }
        i += 1;
        bool good = false;
        if (strcmp(option, "--scene") == 0) {
            b->scene = bed_scene_find(value);
            good = b->scene >= 0;
        } else if (strcmp(option, "--size") == 0) {
            good = sscanf(value, "%dx%d%c", width, height, &rest) == 2 && *width >= 160 &&
                   *height >= 160 && *width <= 8192 && *height <= 8192;
        } else if (strcmp(option, "--frames") == 0) {
            good = sscanf(value, "%d%c", &b->frames, &rest) == 1 && b->frames > 0;
        } else if (strcmp(option, "--layers") == 0) {
            b->layers = 0;
            for (const char *c = value; *c >= '1' && *c < '1' + BED_LAYERS; ++c)
                b->layers |= 1u << (unsigned)(*c - '1');
            good = strspn(value, "123456") == strlen(value);
        } else if (strcmp(option, "--screenshot") == 0) {
            b->picture = value;
            good = *value != 0;
        }
        if (!good) return bed_refuse(option, value);
    }
    return -1;
}

static bool bed_open(bed *b, int width, int height) {
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    b->window = SDL_CreateWindow("verlet2d test bed", SDL_WINDOWPOS_CENTERED,
                                 SDL_WINDOWPOS_CENTERED, width, height, SDL_WINDOW_RESIZABLE);
    if (b->window == NULL) return false;
    b->renderer = SDL_CreateRenderer(b->window, -1, b->frames > 0 ? 0 : SDL_RENDERER_PRESENTVSYNC);
    return b->renderer != NULL;
}

int main(int argc, char **argv) {
    bed *b = &bed_one;
    int width = 1280, height = 720;
    b->substeps = 4;
    b->layers = SHOW_JOINTS;
    int status = bed_options(b, argc, argv, &width, &height);
    if (status >= 0) return status;
    if (!bed_open(b, width, height)) {
        fprintf(stderr, "testbed: no window: %s\n", SDL_GetError());
        return 1;
    }
    v2d_world *ghost = (v2d_world *)malloc(sizeof(v2d_world));
    unsigned char *memory = (unsigned char *)malloc(BED_MEMORY);
    if (ghost == NULL || memory == NULL) {
        fprintf(stderr, "testbed: out of memory\n");
        return 1;
    }
    session_init(&bed_session, NULL, ghost, memory, BED_MEMORY);
    bed_resized(b);
    bed_load(b, b->scene);
    bed_loop(b);
    status = b->failed ? 1 : 0;
    canvas_close(&b->view);
    sim_destroy(b->s);
    free(memory);
    free(ghost);
    SDL_DestroyRenderer(b->renderer);
    SDL_DestroyWindow(b->window);
    SDL_Quit();
    return status;
}
