// SPDX-License-Identifier: MIT OR Unlicense
// paint.h - filled figures with soft edges, lines and text for the test bed, by SDL_RenderGeometry.
//
// A figure is its contour, drawn at several depths: fill, outline, and a rim one pixel wide that fades
// to nothing. What is opaque and what fades go into two batches, because a software renderer draws
// opaque triangles much faster. The palette, the camera and the letters are those of canvas.h.
//
// Contents: >>batch  >>contour  >>figures  >>lines  >>letters
#ifndef PAINT_H
#define PAINT_H

#include <SDL2/SDL.h>

#include "../canvas.h"

#define PAINT_BATCH 49152 // vertices of a batch, a multiple of 3
#define PAINT_MOST  1024  // samples of a contour
#define PAINT_FAR   4096  // triangles that reach farther out of the window are cut [px]
#define PAINT_OPEN  64    // figures that a batch remembers
#define PAINT_CODES 101   // letters: ASCII from the blank on, and six of Latin-1

typedef struct paint_batch {
    SDL_Vertex at[PAINT_BATCH];
    int count;
} paint_batch;

// At a depth d a contour goes through base + (radius + d) * out.
typedef struct paint_contour {
    canvas_point base[PAINT_MOST], out[PAINT_MOST]; // [px], pointing outwards
    int count;
    bool open;       // the last sample is not joined to the first
    float radius;    // [px]
    float thickness; // smallest extent [px]
} paint_contour;

typedef struct paint_font {
    SDL_Texture *texture;
    int size, cell_width, cell_height; // capitals' height [px]
    float advance[PAINT_CODES];
} paint_font;

typedef struct paint {
    SDL_Renderer *renderer;
    canvas view; // camera and sizes only, no pixels
    paint_batch solid, soft;
    SDL_FRect open[PAINT_OPEN]; // boxes of the figures that are collected [px]
    int open_count;
    paint_contour contour;
    canvas_point ring[PAINT_MOST];
    int next[PAINT_MOST];
    paint_font title, note;
} paint;

// ================================================================================================
// >>batch
// ================================================================================================

static inline void paint__send(paint *p, paint_batch *batch, SDL_BlendMode mode) {
    if (batch->count == 0) return;
    SDL_SetRenderDrawBlendMode(p->renderer, mode);
    SDL_RenderGeometry(p->renderer, NULL, batch->at, batch->count, NULL, 0);
    batch->count = 0;
}

/// Draw what was collected: first what is opaque, then what fades.
static inline void paint_flush(paint *p) {
    paint__send(p, &p->solid, SDL_BLENDMODE_NONE);
    paint__send(p, &p->soft, SDL_BLENDMODE_BLEND);
    p->open_count = 0;
}

static inline SDL_Vertex paint__vertex(canvas_point at, canvas_color color) {
    SDL_Vertex v;
    memset(&v, 0, sizeof(v));
    v.position.x = at.x;
    v.position.y = at.y;
    v.color.r = color.r;
    v.color.g = color.g;
    v.color.b = color.b;
    v.color.a = color.a;
    return v;
}

static inline SDL_Vertex paint__between(SDL_Vertex a, SDL_Vertex b, float t) {
    canvas_color from = {a.color.r, a.color.g, a.color.b, a.color.a};
    canvas_color to = {b.color.r, b.color.g, b.color.b, b.color.a};
    return paint__vertex(canvas__at(a.position.x + t * (b.position.x - a.position.x),
                                    a.position.y + t * (b.position.y - a.position.y)),
                         canvas_mix(from, to, t));
}

// How far a vertex is inside of one side of the drawable part of the plane.
static inline float paint__inside(const paint *p, SDL_Vertex v, int side) {
    switch (side) {
    case 0: return v.position.x + 64.0f;
    case 1: return (float)p->view.width + 64.0f - v.position.x;
    case 2: return v.position.y + 64.0f;
    default: return (float)p->view.height + 64.0f - v.position.y;
    }
}

static inline void paint__put(paint *p, paint_batch *batch, const SDL_Vertex *abc) {
    if (batch->count + 3 > PAINT_BATCH) paint_flush(p);
    memcpy(&batch->at[batch->count], abc, 3 * sizeof(SDL_Vertex));
    batch->count += 3;
}

// The part of a triangle near the window, cut by one side after the other.
static inline void paint__cut(paint *p, paint_batch *batch, const SDL_Vertex *abc) {
    SDL_Vertex from[8], to[8];
    int count = 3;
    memcpy(from, abc, 3 * sizeof(SDL_Vertex));
    for (int side = 0; side < 4; ++side) {
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            SDL_Vertex a = from[i], b = from[(i + 1) % count];
            float da = paint__inside(p, a, side), db = paint__inside(p, b, side);
            if (da >= 0.0f) to[kept++] = a;
            if ((da >= 0.0f) != (db >= 0.0f)) to[kept++] = paint__between(a, b, da / (da - db));
        }
        count = kept;
        memcpy(from, to, (size_t)count * sizeof(SDL_Vertex));
    }
    for (int i = 2; i < count; ++i) {
        SDL_Vertex piece[3] = {from[0], from[i - 1], from[i]};
        paint__put(p, batch, piece);
    }
}

static inline void paint__triangle(paint *p, paint_batch *batch, SDL_Vertex a, SDL_Vertex b,
                                   SDL_Vertex c) {
    SDL_Vertex abc[3] = {a, b, c};
    bool far = false;
    for (int i = 0; i < 3; ++i) {
        float x = abc[i].position.x, y = abc[i].position.y;
        if (!(fabsf(x) < 1e9f) || !(fabsf(y) < 1e9f)) return; // NaN too
        if (fabsf(x) > PAINT_FAR || fabsf(y) > PAINT_FAR) far = true;
    }
    for (int side = 0; side < 4; ++side) {
        if (paint__inside(p, a, side) < 0.0f && paint__inside(p, b, side) < 0.0f &&
            paint__inside(p, c, side) < 0.0f)
            return;
    }
    if (far) {
        paint__cut(p, batch, abc);
    } else {
        paint__put(p, batch, abc);
    }
}

// ================================================================================================
// >>contour
// ================================================================================================

static inline void paint__sample(paint_contour *k, canvas_point base, float x, float y) {
    if (k->count == PAINT_MOST) return;
    k->base[k->count] = base;
    k->out[k->count] = canvas__at(x, y);
    k->count += 1;
}

// Chords of an arc of `angle` that stay within 0.12 px of it.
static inline int paint__chords(float radius, float angle) {
    int count = 1 + (int)(fabsf(angle) * sqrtf(canvas__max(radius, 0.0f)));
    return count < 64 ? count : 64;
}

// Samples at a corner between the unit normals n and m: an arc when it is rounded, else its mitre.
static inline void paint__corner(paint_contour *k, canvas_point at, canvas_point n,
                                 canvas_point m) {
    float cross = n.x * m.y - n.y * m.x, dot = n.x * m.x + n.y * m.y;
    float turn = dot < -0.9999f ? 3.14159265f : atan2f(cross, dot);
    if (turn > 0.0f && k->radius > 2.5f) {
        int count = paint__chords(k->radius, turn);
        for (int i = 0; i <= count; ++i) {
            float a = turn * (float)i / (float)count, c = cosf(a), s = sinf(a);
            paint__sample(k, at, n.x * c - n.y * s, n.x * s + n.y * c);
        }
        return;
    }
    if (dot < -0.7f) { // too sharp for a mitre: cut off
        paint__sample(k, at, n.x - 0.4f * n.y, n.y + 0.4f * n.x);
        paint__sample(k, at, m.x + 0.4f * m.y, m.y - 0.4f * m.x);
        return;
    }
    float scale = 1.0f / (1.0f + dot);
    paint__sample(k, at, (n.x + m.x) * scale, (n.y + m.y) * scale);
}

// The contour of a closed ring of points [px], in either order. Equal neighbours count once.
static inline void paint__contour_set(paint *p, const canvas_point *v, int count, float radius) {
    paint_contour *k = &p->contour;
    canvas_point *ring = p->ring;
    float area = 0.0f;
    int n = 0;
    for (int i = 0; i < count && n < PAINT_MOST; ++i) {
        if (n > 0 && hypotf(v[i].x - ring[n - 1].x, v[i].y - ring[n - 1].y) < 0.01f) continue;
        ring[n++] = v[i];
    }
    if (n > 1 && hypotf(ring[0].x - ring[n - 1].x, ring[0].y - ring[n - 1].y) < 0.01f) n -= 1;
    for (int i = 0; i < n; ++i) {
        canvas_point a = ring[i], b = ring[(i + 1) % n];
        area += (a.x - ring[0].x) * (b.y - ring[0].y) - (a.y - ring[0].y) * (b.x - ring[0].x);
    }
    k->count = 0;
    k->open = false;
    k->radius = radius;
    k->thickness = 2.0f * radius;
    if (n == 1) {
        int most = paint__chords(radius, 6.2831853f) + 8;
        for (int i = 0; i < most; ++i) {
            float a = 6.2831853f * (float)i / (float)most;
            paint__sample(k, ring[0], cosf(a), sinf(a));
        }
        return;
    }
    // Walking backwards over a ring of negative area turns it around.
    canvas_point before = canvas__at(0.0f, 0.0f);
    for (int i = -1; i < n; ++i) {
        int step = area < 0.0f ? n - 1 : 1, at = (i + n) % n * step % n;
        canvas_point a = ring[at], b = ring[(at + step) % n];
        float x = b.x - a.x, y = b.y - a.y, length = hypotf(x, y);
        canvas_point normal = canvas__at(y / length, -x / length);
        if (i >= 0) paint__corner(k, a, before, normal);
        before = normal;
    }
}

static inline canvas_point paint__at_depth(const paint_contour *k, int i, float depth) {
    float r = k->radius + depth;
    return canvas__at(k->base[i].x + r * k->out[i].x, k->base[i].y + r * k->out[i].y);
}

// The band between two depths, from one colour to another.
static inline void paint__band(paint *p, float d0, canvas_color c0, float d1, canvas_color c1) {
    const paint_contour *k = &p->contour;
    paint_batch *batch = c0.a == 255 && c1.a == 255 ? &p->solid : &p->soft;
    for (int i = 0; i + (k->open ? 1 : 0) < k->count; ++i) {
        int j = (i + 1) % k->count;
        SDL_Vertex a = paint__vertex(paint__at_depth(k, i, d0), c0);
        SDL_Vertex b = paint__vertex(paint__at_depth(k, j, d0), c0);
        SDL_Vertex c = paint__vertex(paint__at_depth(k, j, d1), c1);
        SDL_Vertex d = paint__vertex(paint__at_depth(k, i, d1), c1);
        paint__triangle(p, batch, a, b, c);
        paint__triangle(p, batch, a, c, d);
    }
}

static inline void paint__fill_convex(paint *p, float depth, canvas_color color) {
    const paint_contour *k = &p->contour;
    paint_batch *batch = color.a == 255 ? &p->solid : &p->soft;
    for (int i = 2; i < k->count; ++i) {
        paint__triangle(p, batch, paint__vertex(paint__at_depth(k, 0, depth), color),
                        paint__vertex(paint__at_depth(k, i - 1, depth), color),
                        paint__vertex(paint__at_depth(k, i, depth), color));
    }
}

static inline float paint__turn(canvas_point a, canvas_point b, canvas_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// May the corner b between a and c be cut off: it is convex, and no other corner lies in it.
static inline bool paint__is_ear(const paint *p, int a, int b, int c) {
    canvas_point A = p->ring[a], B = p->ring[b], C = p->ring[c];
    if (paint__turn(A, B, C) <= 0.0f) return false;
    for (int i = p->next[c]; i != a; i = p->next[i]) {
        canvas_point q = p->ring[i];
        if (paint__turn(A, B, q) >= 0.0f && paint__turn(B, C, q) >= 0.0f &&
            paint__turn(C, A, q) >= 0.0f)
            return false;
    }
    return true;
}

// Cuts off ears. Where the ring crosses itself there may be none; then any corner goes.
static inline void paint__fill_concave(paint *p, float depth, canvas_color color) {
    int left = p->contour.count, a = left - 1, waited = 0;
    for (int i = 0; i < left; ++i) {
        p->ring[i] = paint__at_depth(&p->contour, i, depth);
        p->next[i] = (i + 1) % left;
    }
    while (left > 2) {
        int b = p->next[a], c = p->next[b];
        if (left > 3 && waited < left && !paint__is_ear(p, a, b, c)) {
            a = b;
            waited += 1;
            continue;
        }
        paint__triangle(p, &p->solid, paint__vertex(p->ring[a], color),
                        paint__vertex(p->ring[b], color), paint__vertex(p->ring[c], color));
        p->next[a] = c;
        left -= 1;
        waited = 0;
    }
}

// Begins a figure with the contour. What it covers must be drawn before, also the rims that fade; figures
// that only touch do not count.
static inline void paint__begin(paint *p) {
    const paint_contour *k = &p->contour;
    float grown = k->radius - 2.0f, x0 = FLT_MAX, y0 = FLT_MAX, x1 = -FLT_MAX, y1 = -FLT_MAX;
    for (int i = 0; i < k->count; ++i) {
        x0 = canvas__min(x0, k->base[i].x), x1 = canvas__max(x1, k->base[i].x);
        y0 = canvas__min(y0, k->base[i].y), y1 = canvas__max(y1, k->base[i].y);
    }
    SDL_FRect box = {x0 - grown, y0 - grown, x1 - x0 + 2.0f * grown, y1 - y0 + 2.0f * grown};
    bool covers = p->open_count == PAINT_OPEN;
    for (int i = 0; i < p->open_count && !covers; ++i) {
        const SDL_FRect *o = &p->open[i];
        covers = o->x < box.x + box.w && box.x < o->x + o->w && o->y < box.y + box.h &&
                 box.y < o->y + o->h;
    }
    if (covers) paint_flush(p);
    p->open[p->open_count++] = box;
}

// ================================================================================================
// >>figures  World units [m].
// ================================================================================================

static inline canvas_color paint__clear(canvas_color color) {
    color.a = 0;
    return color;
}

// The bands of an outline whose fill is done. `width` [px] is of its line, inside of the contour.
static inline void paint__outline(paint *p, float width, canvas_style style) {
    paint__band(p, -width - 0.5f, style.fill, -width + 0.5f, style.line);
    if (width > 1.0f) paint__band(p, -width + 0.5f, style.line, -0.5f, style.line);
    paint__band(p, -0.5f, style.line, 0.5f, paint__clear(style.line));
}

/// A convex polygon grown by `radius` [m]. One vertex makes a disc, two a capsule.
static inline void paint_convex(paint *p, const canvas_point *v, int count, float radius,
                                canvas_style style) {
    canvas_point px[CANVAS_MAX_CONVEX];
    paint_contour *k = &p->contour;
    float extent = count < 3 ? 0.0f : FLT_MAX, ui = p->view.ui;
    if (count < 1 || count > CANVAS_MAX_CONVEX) return;
    for (int i = 0; i < count; ++i)
        px[i] = canvas_to_pixel(&p->view, v[i].x, v[i].y);
    for (int i = 0; i < count && count > 2; ++i) { // the smallest extent across an edge
        canvas_point a = px[i], b = px[(i + 1) % count];
        float length = hypotf(b.x - a.x, b.y - a.y), depth = 0.0f;
        for (int j = 0; j < count; ++j)
            depth = canvas__max(depth, fabsf(paint__turn(a, b, px[j])));
        if (length > 0.0f) extent = canvas__min(extent, depth / length);
    }
    paint__contour_set(p, px, count, radius * p->view.scale);
    k->thickness += extent;
    if (k->thickness < 1.6f * ui) { // a body thinner than a line becomes one
        k->radius += 0.5f * (1.6f * ui - k->thickness);
        style.fill = style.line;
    }
    float width = canvas__min(style.width * ui, 0.16f * k->thickness);
    paint__begin(p);
    if (k->thickness < 3.5f) { // too small for an outline
        paint__fill_convex(p, 0.0f, canvas_mix(style.fill, style.line, 0.4f));
    } else if (style.width > 0.0f) {
        paint__fill_convex(p, -width - 0.5f, style.fill);
        paint__outline(p, width, style);
    } else {
        paint__fill_convex(p, 0.0f, style.fill);
    }
}

/// A closed outline, convex or not, with a skin of `radius` [m], its line along the skin's rim.
static inline void paint_outline(paint *p, const canvas_point *v, int count, float radius,
                                 canvas_style style) {
    canvas_point px[PAINT_MOST];
    if (count < 3 || count > PAINT_MOST) return;
    for (int i = 0; i < count; ++i)
        px[i] = canvas_to_pixel(&p->view, v[i].x, v[i].y);
    paint__contour_set(p, px, count, radius * p->view.scale);
    float width = style.width * p->view.ui;
    paint__begin(p);
    paint__fill_concave(p, -width - 0.5f, style.fill);
    paint__outline(p, width, style);
}

/// Everything on the far side of a line from its unit normal. `inset` [px] leaves a strip out.
static inline void paint_half_plane(paint *p, canvas_point at, canvas_point normal, float inset,
                                    canvas_style style) {
    paint_contour *k = &p->contour;
    canvas_point px = canvas_to_pixel(&p->view, at.x, at.y), n = canvas__at(normal.x, -normal.y);
    // The line's nearest point to the middle of the window, so that the ends are far out.
    float x = 0.5f * (float)p->view.width - px.x, y = 0.5f * (float)p->view.height - px.y;
    float along = x * -n.y + y * n.x, far = 4.0f * (float)(p->view.width + p->view.height);
    for (int i = 0; i < 2; ++i) {
        float t = along + (i == 0 ? -far : far);
        k->base[i] = canvas__at(px.x - n.y * t, px.y + n.x * t);
        k->out[i] = n;
    }
    k->count = 2;
    k->open = true;
    k->radius = 0.0f;
    float width = style.width * p->view.ui, deep = 2.0f * far;
    if (inset > 0.0f) {
        paint__band(p, -deep, style.fill, -inset, style.fill);
        return;
    }
    paint__band(p, -deep, style.fill, -width - 0.5f, style.fill);
    paint__outline(p, width, style);
}

// ================================================================================================
// >>lines  Ends in world units [m], widths in pixels.
// ================================================================================================

/// A line in pixels: two fading sides and, when it is wide enough, a core.
static inline void paint_line_px(paint *p, canvas_point a, canvas_point b, float width,
                                 canvas_color color) {
    float half = 0.5f * width, x = b.x - a.x, y = b.y - a.y, length = hypotf(x, y);
    float core = canvas__max(half - 0.5f, 0.0f), rim = core + 1.0f;
    canvas_color full = canvas_alpha(color, canvas__min(width, 1.0f) * (float)color.a / 255.0f);
    if (!(length > 1e-4f)) x = 1.0f, y = 0.0f, length = 1.0f;
    x /= length;
    y /= length;
    // A little longer, for corners; no more, for twice a fading side is darker.
    float longer = canvas__min(core, 0.75f);
    a = canvas__at(a.x - x * longer, a.y - y * longer);
    b = canvas__at(b.x + x * longer, b.y + y * longer);
    float offset[4] = {-rim, -core, core, rim};
    for (int i = 0; i < 3; ++i) {
        float s = offset[i], t = offset[i + 1];
        if (!(t - s > 1e-3f)) continue;
        canvas_color cs = i == 0 ? paint__clear(full) : full;
        canvas_color ct = i == 2 ? paint__clear(full) : full;
        SDL_Vertex v0 = paint__vertex(canvas__at(a.x - y * s, a.y + x * s), cs);
        SDL_Vertex v1 = paint__vertex(canvas__at(b.x - y * s, b.y + x * s), cs);
        SDL_Vertex v2 = paint__vertex(canvas__at(b.x - y * t, b.y + x * t), ct);
        SDL_Vertex v3 = paint__vertex(canvas__at(a.x - y * t, a.y + x * t), ct);
        paint__triangle(p, &p->soft, v0, v1, v2);
        paint__triangle(p, &p->soft, v0, v2, v3);
    }
}

/// A line between two places in the world, `width` [px] wide.
static inline void paint_line(paint *p, canvas_point a, canvas_point b, float width,
                              canvas_color color) {
    paint_line_px(p, canvas_to_pixel(&p->view, a.x, a.y), canvas_to_pixel(&p->view, b.x, b.y),
                  width, color);
}

/// A round mark of `size` [px] across, which does not change with the camera. It fades itself, so that it
/// may lie on lines.
static inline void paint_dot(paint *p, canvas_point at, float size, canvas_color color) {
    canvas_point px = canvas_to_pixel(&p->view, at.x, at.y);
    float half = 0.5f * size;
    int count = 8 + (int)(1.5f * half);
    SDL_Vertex middle = paint__vertex(px, color);
    if (size < 3.5f) { // there may be very many: a square of the same area
        float side = 0.886f * size, reach = canvas__max(0.5f * side - 0.25f, 0.1f);
        paint_line_px(p, canvas__at(px.x - reach, px.y), canvas__at(px.x + reach, px.y), side,
                      color);
        return;
    }
    for (int i = 0; i < count; ++i) {
        float s = 6.2831853f * (float)i / (float)count;
        float t = 6.2831853f * (float)(i + 1) / (float)count;
        canvas_point u = canvas__at(cosf(s), sinf(s)), v = canvas__at(cosf(t), sinf(t));
        float in = canvas__max(half - 0.5f, 0.0f), out = half + 0.5f;
        SDL_Vertex a = paint__vertex(canvas__at(px.x + in * u.x, px.y + in * u.y), color);
        SDL_Vertex b = paint__vertex(canvas__at(px.x + in * v.x, px.y + in * v.y), color);
        canvas_color none = paint__clear(color);
        SDL_Vertex c = paint__vertex(canvas__at(px.x + out * v.x, px.y + out * v.y), none);
        SDL_Vertex d = paint__vertex(canvas__at(px.x + out * u.x, px.y + out * u.y), none);
        paint__triangle(p, &p->soft, middle, a, b);
        paint__triangle(p, &p->soft, a, b, c);
        paint__triangle(p, &p->soft, a, c, d);
    }
}

/// An arrow from a place along a unit direction, `length` [px].
static inline void paint_arrow(paint *p, canvas_point at, canvas_point along, float length,
                               canvas_color color) {
    float ui = p->view.ui, head = canvas__min(6.0f * ui, length), side = 0.42f * head;
    canvas_point a = canvas_to_pixel(&p->view, at.x, at.y), u = canvas__at(along.x, -along.y);
    canvas_point tip = canvas__at(a.x + length * u.x, a.y + length * u.y);
    canvas_point neck = canvas__at(tip.x - head * u.x, tip.y - head * u.y);
    paint_line_px(p, a, neck, 1.3f * ui, color);
    paint__triangle(p, &p->soft, paint__vertex(tip, color),
                    paint__vertex(canvas__at(neck.x - side * u.y, neck.y + side * u.x), color),
                    paint__vertex(canvas__at(neck.x + side * u.y, neck.y - side * u.x), color));
}

/// A box of pixels in one colour, which may be translucent.
static inline void paint_rect(paint *p, float x, float y, float width, float height,
                              canvas_color color) {
    SDL_FRect rect = {x, y, width, height};
    paint_flush(p);
    SDL_SetRenderDrawBlendMode(p->renderer, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(p->renderer, color.r, color.g, color.b, color.a);
    SDL_RenderFillRectF(p->renderer, &rect);
}

/// Paper with a faint grid, 1 m wide or the power of ten that suits the camera.
static inline void paint_paper(paint *p) {
    const canvas *c = &p->view;
    canvas_color paper = canvas_paper(), grid = canvas_grid();
    float step = 1.0f, width = floorf(canvas__max(1.0f, c->ui));
    for (int i = 0; i < 30 && step * c->scale < 22.0f * c->ui; ++i)
        step *= 10.0f;
    for (int i = 0; i < 30 && step * c->scale > 240.0f * c->ui; ++i)
        step *= 0.1f;
    SDL_SetRenderDrawColor(p->renderer, paper.r, paper.g, paper.b, 255);
    SDL_RenderClear(p->renderer);
    canvas_point low = canvas_to_world(c, 0.0f, (float)c->height);
    canvas_point first =
        canvas_to_pixel(c, step * floorf(low.x / step), step * floorf(low.y / step));
    for (float x = first.x; x < (float)c->width; x += step * c->scale)
        paint_rect(p, floorf(x), 0.0f, width, (float)c->height, grid);
    for (float y = first.y; y > 0.0f; y -= step * c->scale)
        paint_rect(p, 0.0f, floorf(y), (float)c->width, width, grid);
}

// ================================================================================================
// >>letters  Drawn once by canvas_text() into a texture, 16 in a row.
// ================================================================================================

static inline const char *paint__letter(int index) {
    static const unsigned char latin[6] = {0xB0, 0xB1, 0xB2, 0xB5, 0xB7, 0xD7};
    static char text[3];
    text[1] = text[2] = 0;
    if (index < 95) {
        text[0] = (char)(index + 32);
        return text;
    }
    unsigned code = latin[index - 95];
    text[0] = (char)(0xC0u | code >> 6);
    text[1] = (char)(0x80u | (code & 63u));
    return text;
}

static inline void paint_font_close(paint_font *f) {
    if (f->texture != NULL) SDL_DestroyTexture(f->texture);
    memset(f, 0, sizeof(*f));
}

// White letters whose coverage is their opacity.
static inline SDL_Texture *paint__font_texture(paint *p, const canvas *c) {
    SDL_Texture *texture = SDL_CreateTexture(p->renderer, SDL_PIXELFORMAT_ARGB8888,
                                             SDL_TEXTUREACCESS_STATIC, c->width, c->height);
    size_t count = (size_t)c->width * (size_t)c->height;
    uint32_t *argb = (uint32_t *)malloc(count * sizeof(uint32_t));
    if (texture != NULL && argb != NULL) {
        for (size_t i = 0; i < count; ++i)
            argb[i] = (uint32_t)c->pixels[3 * i] << 24 | 0xFFFFFFu;
        SDL_UpdateTexture(texture, NULL, argb, c->width * 4);
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    }
    free(argb);
    return texture;
}

/// Make letters with capitals `size` [px] high. @return whether there is a texture
static inline bool paint_font_open(paint *p, paint_font *f, int size) {
    canvas c;
    paint_font_close(f);
    f->size = size;
    f->cell_width = size + 6;
    f->cell_height = 2 * size;
    if (!canvas_open(&c, 16 * f->cell_width, (PAINT_CODES + 15) / 16 * f->cell_height))
        return false;
    for (int i = 0; i < PAINT_CODES; ++i) {
        const char *letter = paint__letter(i);
        canvas_text(&c, (float)(i % 16 * f->cell_width + 2),
                    (float)(i / 16 * f->cell_height) + 1.4f * (float)size, (float)size, 0.0f,
                    canvas_rgb(0xFFFFFFu), letter);
        f->advance[i] =
            canvas_text_width(letter, (float)size) + CANVAS__TRACKING * 0.1f * (float)size;
    }
    f->texture = paint__font_texture(p, &c);
    canvas_close(&c);
    return f->texture != NULL;
}

static inline int paint__letter_index(const char **text) {
    unsigned code = canvas__decode(text);
    for (int i = 95; i < PAINT_CODES && code >= 0x80u; ++i) {
        const char *letter = paint__letter(i);
        if (canvas__decode(&letter) == code) return i;
    }
    return code >= 32u && code < 127u ? (int)code - 32 : '?' - 32;
}

/// Width of a text [px].
static inline float paint_text_width(const paint_font *f, const char *text) {
    float width = 0.0f;
    while (*text != 0)
        width += f->advance[paint__letter_index(&text)];
    return width;
}

/// Text with its baseline at (x, y) [px]. `align` 0 starts at x, 0.5 centres on it, 1 ends there.
static inline void paint_text(paint *p, const paint_font *f, canvas_point at, float align,
                              canvas_color color, const char *text) {
    float pen = at.x - align * paint_text_width(f, text);
    paint_flush(p);
    SDL_SetTextureColorMod(f->texture, color.r, color.g, color.b);
    SDL_SetTextureAlphaMod(f->texture, color.a);
    while (*text != 0) {
        int i = paint__letter_index(&text);
        SDL_Rect from = {i % 16 * f->cell_width, i / 16 * f->cell_height, f->cell_width,
                         f->cell_height};
        SDL_Rect to = {(int)floorf(pen + 0.5f) - 2, (int)at.y - (int)(1.4f * (float)f->size),
                       f->cell_width, f->cell_height};
        SDL_RenderCopy(p->renderer, f->texture, &from, &to);
        pen += f->advance[i];
    }
}

#endif // PAINT_H
