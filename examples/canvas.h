// SPDX-License-Identifier: MIT OR Unlicense
// canvas.h - a small anti-aliased software canvas for the example programs.
//
// Shows physics as an explainer figure: world units (metres, y up) through a camera, soft edges
// from signed distances, one designed palette, the letters of stb_easy_font. Include-only, C99, needs libm
// and two headers of stb (Debian: apt-get install libstb-dev).
//
//     canvas c;
//     if (!canvas_open(&c, 960, 540)) return 1;
//     canvas_camera(&c, 0.0f, 2.0f, 8.0f);             // centre (0, 2) [m], 8 m high
//     canvas_clear(&c);                                // paper and grid
//     canvas_circle(&c, 0.0f, 1.0f, 0.5f, 1.0f, 0.0f, canvas_style_body(0));
//     canvas_title(&c, "A disc");
//     ... c.pixels is width * height * 3 bytes, RGB, top row first
//     canvas_close(&c);
//
// Contents: >>color  >>camera  >>paint  >>mask  >>shapes  >>strokes  >>text  >>furniture
#ifndef CANVAS_H
#define CANVAS_H

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_include)
#if !__has_include(<stb/stb_easy_font.h>)
#error "the examples need stb: apt-get install libstb-dev (or put its headers into <stb/> yourself)"
#endif
#endif
#include <stb/stb_easy_font.h>
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#if defined(__GNUC__)
#define CANVAS__PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define CANVAS__PRINTF(format_at, first_at)
#endif

#define CANVAS__CAPITAL 7.0f // height of the font's capitals, in its units
#define CANVAS__TIGHTER 0.7f // less space between two letters, of which the font has two units

/// Polygons with more vertices than this are filled by the slower general path.
#define CANVAS_MAX_CONVEX 32

/// A place in the world [m] or on the image [px], as the function says.
typedef struct canvas_point {
    float x, y;
} canvas_point;

/// 8-bit sRGB; `a` 255 is opaque.
typedef struct canvas_color {
    uint8_t r, g, b, a;
} canvas_color;

/// How a filled shape looks. `width` is the outline [ui px], drawn inside the shape's edge.
typedef struct canvas_style {
    canvas_color fill;
    canvas_color line;
    float width;
} canvas_style;

/// The image and its camera. Read freely; change it through the functions.
///
/// A "ui px" is one pixel of a 960x540 image: widths, text and margins grow with the image.
typedef struct canvas {
    int width, height;        ///< [px]
    uint8_t *pixels;          ///< RGB, width * height * 3 bytes, top row first
    float center_x, center_y; ///< camera [m]
    float scale;              ///< [px/m]
    float ui;                 ///< [px per ui px]
    int shadow_pass;          ///< not 0: filled shapes draw only their soft shadow
    float *mask;              // coverage of the stroke or polygon under way, always left zeroed
} canvas;

// ================================================================================================
// >>color  The palette: light paper, slate ink, eight muted body colours with darker outlines.
// ================================================================================================

/// Opaque colour from 0xRRGGBB.
static inline canvas_color canvas_rgb(uint32_t rgb) {
    canvas_color color;
    color.r = (uint8_t)(rgb >> 16 & 255u);
    color.g = (uint8_t)(rgb >> 8 & 255u);
    color.b = (uint8_t)(rgb & 255u);
    color.a = 255;
    return color;
}

/// The same colour with opacity 0 .. 1.
static inline canvas_color canvas_alpha(canvas_color color, float opacity) {
    float a = opacity < 0.0f ? 0.0f : opacity > 1.0f ? 1.0f : opacity;
    color.a = (uint8_t)(a * 255.0f + 0.5f);
    return color;
}

/// From `a` (t = 0) to `b` (t = 1); t outside is clamped.
static inline canvas_color canvas_mix(canvas_color a, canvas_color b, float t) {
    float s = t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f; // not a number becomes 0
    canvas_color color;
    color.r = (uint8_t)((float)a.r + ((float)b.r - (float)a.r) * s + 0.5f);
    color.g = (uint8_t)((float)a.g + ((float)b.g - (float)a.g) * s + 0.5f);
    color.b = (uint8_t)((float)a.b + ((float)b.b - (float)a.b) * s + 0.5f);
    color.a = (uint8_t)((float)a.a + ((float)b.a - (float)a.a) * s + 0.5f);
    return color;
}

static inline canvas_color canvas_paper(void) { return canvas_rgb(0xF7F8FAu); }
static inline canvas_color canvas_grid(void) { return canvas_rgb(0xE9ECF1u); }
static inline canvas_color canvas_ink(void) { return canvas_rgb(0x2A3342u); }
static inline canvas_color canvas_muted(void) { return canvas_rgb(0x66718Au); }
static inline canvas_color canvas_accent(void) { return canvas_rgb(0xE0335Cu); } ///< contacts
static inline canvas_color canvas_joint(void) { return canvas_rgb(0x475569u); }

static inline canvas_style canvas__style(uint32_t fill, uint32_t line) {
    canvas_style style;
    style.fill = canvas_rgb(fill);
    style.line = canvas_rgb(line);
    style.width = 1.5f;
    return style;
}

/// Eight harmonious body colours; any index, also negative, is wrapped.
static inline canvas_style canvas_style_body(int index) {
    static const uint32_t fills[8] = {0x8DBBE8u, 0xF5B183u, 0x86CDBCu, 0xF0959Au,
                                      0xB9ACE8u, 0xF3D582u, 0xA9D392u, 0xE3A6CCu};
    static const uint32_t lines[8] = {0x34689Fu, 0xB2612Bu, 0x2A7D6Eu, 0xA9434Bu,
                                      0x6250A6u, 0xA27E1Cu, 0x548438u, 0x974B7Fu};
    return canvas__style(fills[(unsigned)index % 8u], lines[(unsigned)index % 8u]);
}

static inline canvas_style canvas_style_static(void) { return canvas__style(0xD3D8E0u, 0x8993A3u); }

static inline canvas_style canvas_style_kinematic(void) {
    return canvas__style(0xA7B2C4u, 0x55627Au);
}

/// -1 squeezed (calm blue), 0 at rest (neutral grey), +1 stretched (hot red).
static inline canvas_color canvas_strain(float strain) {
    canvas_color rest = canvas_rgb(0x939DADu);
    if (strain < 0.0f) return canvas_mix(rest, canvas_rgb(0x1F7FD1u), -strain);
    return canvas_mix(rest, canvas_rgb(0xD8262Cu), strain);
}

// ================================================================================================
// >>camera
// ================================================================================================

static inline float canvas__min(float a, float b) { return a < b ? a : b; }
static inline float canvas__max(float a, float b) { return a > b ? a : b; }
static inline float canvas__clamp01(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

// Float to pixel index, safe for any input: bodies may have flown far away or become NaN.
static inline int canvas__pixel(float x, int limit) {
    if (!(x > 0.0f)) return 0;
    if (x >= (float)limit) return limit;
    return (int)x;
}

static inline canvas_point canvas__at(float x, float y) {
    canvas_point p;
    p.x = x;
    p.y = y;
    return p;
}

/// World [m] to image [px].
static inline canvas_point canvas_to_pixel(const canvas *c, float x, float y) {
    return canvas__at(0.5f * (float)c->width + (x - c->center_x) * c->scale,
                      0.5f * (float)c->height - (y - c->center_y) * c->scale);
}

/// Image [px] to world [m].
static inline canvas_point canvas_to_world(const canvas *c, float px, float py) {
    return canvas__at(c->center_x + (px - 0.5f * (float)c->width) / c->scale,
                      c->center_y - (py - 0.5f * (float)c->height) / c->scale);
}

/// Look at (x, y) [m] so that `view_height` [m], > 0, fits the image's height.
static inline void canvas_camera(canvas *c, float x, float y, float view_height) {
    c->center_x = x;
    c->center_y = y;
    c->scale = (float)c->height / view_height;
}

/// Free the memory; the canvas may be opened again. Harmless when it never was opened but zeroed.
static inline void canvas_close(canvas *c) {
    free(c->pixels);
    free(c->mask);
    memset(c, 0, sizeof(*c));
}

/// Make an image of width x height [px], both 16 .. 8192, camera at (0, 0) with 10 m of height.
/// @return 1, or 0 when the size is out of range or memory is short (nothing to close then)
static inline int canvas_open(canvas *c, int width, int height) {
    memset(c, 0, sizeof(*c));
    if (width < 16 || height < 16 || width > 8192 || height > 8192) return 0;
    size_t count = (size_t)width * (size_t)height;
    c->width = width;
    c->height = height;
    c->pixels = (uint8_t *)calloc(count, 3u);
    c->mask = (float *)calloc(count + 2u, sizeof(float)); // coverage runs spill up to two beyond
    if (c->pixels == NULL || c->mask == NULL) {
        canvas_close(c);
        return 0;
    }
    c->ui = canvas__min((float)width / 960.0f, (float)height / 540.0f);
    canvas_camera(c, 0.0f, 0.0f, 10.0f);
    return 1;
}

// ================================================================================================
// >>paint  Filled shapes by signed distance.
//
// A distance tells how many pixels may be skipped (outside) or filled unseen (inside), so large
// shapes cost little more than their edge.
// Invariants: shapes are in pixels, y down; the distance is exact or, outside, a lower bound.
// ================================================================================================

static inline void canvas__blend(uint8_t *pixel, canvas_color color, float coverage) {
    int a = (int)(coverage * (float)color.a * (256.0f / 255.0f) + 0.5f);
    pixel[0] = (uint8_t)(pixel[0] + ((color.r - pixel[0]) * a + 128) / 256);
    pixel[1] = (uint8_t)(pixel[1] + ((color.g - pixel[1]) * a + 128) / 256);
    pixel[2] = (uint8_t)(pixel[2] + ((color.b - pixel[2]) * a + 128) / 256);
}

static inline void canvas__span(uint8_t *pixel, int count, canvas_color color) {
    if (color.a == 255) {
        for (int i = 0; i < count; ++i, pixel += 3) {
            pixel[0] = color.r;
            pixel[1] = color.g;
            pixel[2] = color.b;
        }
    } else {
        for (int i = 0; i < count; ++i, pixel += 3) {
            canvas__blend(pixel, color, 1.0f);
        }
    }
}

/// A box of pixels [px], its top left corner at (x, y), for what is written on it.
static inline void canvas_rect(canvas *c, float x, float y, float width, float height,
                               canvas_color color) {
    int x0 = canvas__pixel(x, c->width), x1 = canvas__pixel(x + width, c->width);
    for (int row = canvas__pixel(y, c->height); row < canvas__pixel(y + height, c->height); ++row) {
        canvas__span(c->pixels + ((size_t)row * (size_t)c->width + (size_t)x0) * 3u, x1 - x0,
                     color);
    }
}

// A convex polygon grown by `radius`; 1 vertex is a disc, 2 a capsule. `plane` is a half-plane
// given by edge 0 alone.
typedef struct canvas__shape {
    canvas_point start[CANVAS_MAX_CONVEX];  // [px]
    canvas_point normal[CANVAS_MAX_CONVEX]; // unit, outward
    float length[CANVAS_MAX_CONVEX];        // [px]
    int count;
    float radius; // [px]
    int plane;
} canvas__shape;

static inline float canvas__segment_distance2(float px, float py, canvas_point a, float dx,
                                              float dy, float length) {
    float x = px - a.x, y = py - a.y;
    float t = x * dx + y * dy;
    t = t > 0.0f ? (t < length ? t : length) : 0.0f;
    x -= t * dx;
    y -= t * dy;
    return x * x + y * y;
}

static inline float canvas__distance(const canvas__shape *s, float px, float py) {
    if (s->count <= 2 && !s->plane) {
        return sqrtf(canvas__segment_distance2(px, py, s->start[0], -s->normal[0].y, s->normal[0].x,
                                               s->length[0])) -
               s->radius;
    }
    float planes = -FLT_MAX;
    for (int i = 0; i < s->count; ++i) {
        float d = (px - s->start[i].x) * s->normal[i].x + (py - s->start[i].y) * s->normal[i].y;
        planes = d > planes ? d : planes;
    }
    // Inside, or so far outside that only a lower bound matters.
    if (s->plane || planes <= 0.0f || planes > s->radius + 8.0f) return planes - s->radius;
    float best = FLT_MAX;
    for (int i = 0; i < s->count; ++i) {
        float d2 = canvas__segment_distance2(px, py, s->start[i], -s->normal[i].y, s->normal[i].x,
                                             s->length[i]);
        best = d2 < best ? d2 : best;
    }
    return sqrtf(best) - s->radius;
}

// Edges and normals from the vertices [px], whichever way they turn. Equal neighbours are dropped.
static inline void canvas__shape_set(canvas__shape *s, const canvas_point *vertices, int count,
                                     float radius) {
    float area = 0.0f;
    for (int i = 0; i < count; ++i) {
        canvas_point a = vertices[i], b = vertices[i + 1 < count ? i + 1 : 0];
        area += (a.x - vertices[0].x) * (b.y - vertices[0].y) -
                (a.y - vertices[0].y) * (b.x - vertices[0].x);
    }
    float turn = area < 0.0f ? -1.0f : 1.0f;
    s->count = 0;
    s->radius = radius;
    s->plane = 0;
    for (int i = 0; i < count; ++i) {
        // The distance functions take the direction as (-normal.y, normal.x); walking backwards
        // for a clockwise polygon keeps the normals outward.
        canvas_point a = vertices[turn > 0.0f ? i : count - 1 - i];
        canvas_point b = vertices[turn > 0.0f ? (i + 1) % count : (2 * count - 2 - i) % count];
        float dx = b.x - a.x, dy = b.y - a.y;
        float length = sqrtf(dx * dx + dy * dy);
        if (!(length > 1e-6f)) continue;
        s->start[s->count] = a;
        s->normal[s->count] = canvas__at(dy / length, -dx / length);
        s->length[s->count] = length;
        s->count += 1;
    }
    if (s->count == 0) { // all in one place
        s->start[0] = vertices[0];
        s->normal[0] = canvas__at(0.0f, -1.0f);
        s->length[0] = 0.0f;
        s->count = 1;
    }
}

typedef struct canvas__rect {
    int x0, y0, x1, y1; // [px], x1 and y1 exclusive
} canvas__rect;

static inline canvas__rect canvas__bounds(const canvas *c, const canvas_point *points, int count,
                                          float margin) {
    // In this order of arguments a NaN is ignored.
    float x0 = FLT_MAX, y0 = FLT_MAX, x1 = -FLT_MAX, y1 = -FLT_MAX;
    for (int i = 0; i < count; ++i) {
        x0 = canvas__min(points[i].x, x0);
        y0 = canvas__min(points[i].y, y0);
        x1 = canvas__max(points[i].x, x1);
        y1 = canvas__max(points[i].y, y1);
    }
    canvas__rect r;
    r.x0 = canvas__pixel(x0 - margin, c->width);
    r.y0 = canvas__pixel(y0 - margin, c->height);
    r.x1 = canvas__pixel(x1 + margin + 1.0f, c->width);
    r.y1 = canvas__pixel(y1 + margin + 1.0f, c->height);
    return r;
}

// Whole pixels that a distance lets us jump, at least one.
static inline int canvas__jump(float distance, int room) {
    if (!(distance > 1.0f)) return 1;
    return distance < (float)room ? (int)distance : room;
}

static inline void canvas__paint(canvas *c, const canvas__shape *s, canvas__rect r,
                                 canvas_style style, float width) {
    for (int y = r.y0; y < r.y1; ++y) {
        uint8_t *row = c->pixels + (size_t)y * (size_t)c->width * 3u;
        for (int x = r.x0; x < r.x1;) {
            float d = canvas__distance(s, (float)x + 0.5f, (float)y + 0.5f);
            uint8_t *pixel = row + (size_t)x * 3u;
            if (!(d < 0.5f)) { // outside; NaN too
                x += canvas__jump(d - 0.5f, r.x1 - x);
            } else if (d < -width - 0.5f) {
                int count = canvas__jump(-d - width - 0.5f, r.x1 - x);
                canvas__span(pixel, count, style.fill);
                x += count;
            } else {
                float inner = canvas__clamp01(0.5f - d - width);
                canvas__blend(pixel, canvas_mix(style.line, style.fill, inner),
                              canvas__clamp01(0.5f - d));
                x += 1;
            }
        }
    }
}

// A soft, lowered copy of the shape. Drawn before all bodies, in a pass of its own.
static inline void canvas__paint_shadow(canvas *c, canvas__shape *s, canvas__rect r) {
    float blur = 3.5f * c->ui, drop_x = 1.0f * c->ui, drop_y = 2.0f * c->ui;
    canvas_color color = canvas_alpha(canvas_ink(), 0.17f);
    for (int y = r.y0; y < r.y1; ++y) {
        uint8_t *row = c->pixels + (size_t)y * (size_t)c->width * 3u;
        for (int x = r.x0; x < r.x1;) {
            float d = canvas__distance(s, (float)x + 0.5f - drop_x, (float)y + 0.5f - drop_y);
            if (!(d < blur)) {
                x += canvas__jump(d - blur, r.x1 - x);
            } else if (d < -blur) { // hidden by the body itself, save for translucent ones
                int count = canvas__jump(-d - blur, r.x1 - x);
                canvas__span(row + (size_t)x * 3u, count, color);
                x += count;
            } else {
                float t = canvas__clamp01(0.5f - 0.5f * d / blur);
                canvas__blend(row + (size_t)x * 3u, color, t * t * (3.0f - 2.0f * t));
                x += 1;
            }
        }
    }
}

// Draws the shape or, in the shadow pass, its shadow. `thickness` [px] is the shape's smallest
// extent: the outline of a tiny body must leave some fill visible, and a body thinner than a line
// becomes a line.
static inline void canvas__shape_draw(canvas *c, canvas__shape *s, const canvas_point *points,
                                      int count, float thickness, canvas_style style) {
    if (thickness < 1.6f * c->ui) {
        s->radius += 0.5f * (1.6f * c->ui - thickness);
        style.fill = style.line;
    }
    if (c->shadow_pass) {
        if (thickness < 10.0f * c->ui) return; // would be a smudge, and thousands of them slow
        canvas__paint_shadow(c, s, canvas__bounds(c, points, count, s->radius + 6.0f * c->ui));
        return;
    }
    float width = canvas__min(style.width * c->ui, 0.16f * thickness);
    canvas__paint(c, s, canvas__bounds(c, points, count, s->radius + 1.0f), style, width);
}

// ================================================================================================
// >>mask  Coverage for things made of several pieces: text, polylines, arrows, concave polygons.
//
// Pieces are joined in the mask by maximum, then laid down once, so that translucent strokes do
// not darken where they overlap.
// ================================================================================================

static inline void canvas__mask_segment(canvas *c, canvas_point a, canvas_point b, float half) {
    canvas_point ends[2];
    ends[0] = a;
    ends[1] = b;
    canvas__rect r = canvas__bounds(c, ends, 2, half + 1.0f);
    float dx = b.x - a.x, dy = b.y - a.y;
    float length = sqrtf(dx * dx + dy * dy);
    if (length > 0.0f) {
        dx /= length;
        dy /= length;
    }
    // Thinner than a pixel is drawn one pixel wide and paler.
    float strength = canvas__min(1.0f, 2.0f * half);
    float reach = canvas__max(half, 0.5f);
    for (int y = r.y0; y < r.y1; ++y) {
        float *row = c->mask + (size_t)y * (size_t)c->width;
        for (int x = r.x0; x < r.x1;) {
            float d = sqrtf(canvas__segment_distance2((float)x + 0.5f, (float)y + 0.5f, a, dx, dy,
                                                      length)) -
                      reach;
            if (!(d < 0.5f)) {
                x += canvas__jump(d - 0.5f, r.x1 - x);
                continue;
            }
            row[x] = canvas__max(row[x], strength * canvas__clamp01(0.5f - d));
            x += 1;
        }
    }
}

// Lays `color` down where the mask is set and clears the mask.
static inline void canvas__mask_flush(canvas *c, canvas__rect r, canvas_color color) {
    for (int y = r.y0; y < r.y1; ++y) {
        float *mask = c->mask + (size_t)y * (size_t)c->width;
        uint8_t *row = c->pixels + (size_t)y * (size_t)c->width * 3u;
        for (int x = r.x0; x < r.x1; ++x) {
            if (mask[x] > 0.0f) {
                canvas__blend(row + (size_t)x * 3u, color, mask[x]);
                mask[x] = 0.0f;
            }
        }
    }
}

// Adds the signed area to the right of one edge, row by row, as differences along each row.
// Source: the accumulation buffer of Levien, "Inside the fastest font renderer in
// the world", 2016.
static inline void canvas__mask_edge(canvas *c, canvas_point a, canvas_point b, canvas__rect r) {
    float sign = 1.0f;
    if (a.y > b.y) {
        canvas_point swap = a;
        a = b;
        b = swap;
        sign = -1.0f;
    }
    if (!(b.y > a.y)) return; // level, or NaN
    float slope = (b.x - a.x) / (b.y - a.y);
    int y0 = canvas__pixel(a.y, c->height), y1 = canvas__pixel(b.y + 1.0f, c->height);
    float left = (float)r.x0, right = (float)r.x1;
    for (int y = y0; y < y1; ++y) {
        float top = canvas__max((float)y, a.y), bottom = canvas__min((float)y + 1.0f, b.y);
        if (!(bottom > top)) continue;
        float area = (bottom - top) * sign;
        float xa = a.x + slope * (top - a.y), xb = a.x + slope * (bottom - a.y);
        // Clamped to the drawn columns: what lies left still counts, what lies right never shows.
        float xl = canvas__min(canvas__max(canvas__min(xa, xb), left), right);
        float xr = canvas__min(canvas__max(canvas__max(xa, xb), left), right);
        float *row = c->mask + (size_t)y * (size_t)c->width;
        int first = (int)xl, last = (int)ceilf(xr);
        if (first >= r.x1) continue;
        if (last <= first + 1) { // within one pixel: a trapezoid and the rest
            float share = area * (1.0f - (0.5f * (xl + xr) - (float)first));
            row[first] += share;
            if (first + 1 < r.x1) row[first + 1] += area - share;
            continue;
        }
        float rate = 1.0f / (xr - xl), before = 0.0f;
        for (int x = first; x <= last && x < r.x1; ++x) {
            // Mean height of the ramp over pixel x, which is what it covers there.
            float lo = canvas__max((float)x, xl), hi = canvas__min((float)x + 1.0f, xr);
            float covered = 1.0f;
            if (hi > lo) {
                float h0 = (lo - xl) * rate, h1 = (hi - xl) * rate;
                covered = 0.5f * (h0 + h1) * (hi - lo) + h1 * ((float)x + 1.0f - hi);
            }
            row[x] += area * (covered - before);
            before = covered;
        }
    }
}

// Turns the differences into coverage, row by row.
static inline void canvas__mask_integrate(canvas *c, canvas__rect r) {
    for (int y = r.y0; y < r.y1; ++y) {
        float *row = c->mask + (size_t)y * (size_t)c->width;
        float sum = 0.0f;
        for (int x = r.x0; x < r.x1; ++x) {
            sum += row[x];
            float cover = canvas__min(fabsf(sum), 1.0f);
            row[x] = cover > 0.004f ? cover : 0.0f; // rounding must not leave a veil
        }
    }
}

// ================================================================================================
// >>shapes  World units [m].
// ================================================================================================

/// A closed outline filled, convex or not, simple or not (the absolute winding is filled), with
/// its outline in style.line along the edge. At most one canvas of work: cost O(bounding box).
static inline void canvas_outline(canvas *c, const canvas_point *vertices, int count,
                                  canvas_style style) {
    if (count < 2 || c->shadow_pass) return;
    canvas_point lo = canvas__at(FLT_MAX, FLT_MAX), hi = canvas__at(-FLT_MAX, -FLT_MAX);
    canvas_point before = canvas_to_pixel(c, vertices[count - 1].x, vertices[count - 1].y);
    for (int i = 0; i < count; ++i) {
        canvas_point p = canvas_to_pixel(c, vertices[i].x, vertices[i].y);
        lo = canvas__at(canvas__min(p.x, lo.x), canvas__min(p.y, lo.y));
        hi = canvas__at(canvas__max(p.x, hi.x), canvas__max(p.y, hi.y));
    }
    canvas_point corners[2];
    corners[0] = lo;
    corners[1] = hi;
    float half = 0.5f * style.width * c->ui;
    canvas__rect r = canvas__bounds(c, corners, 2, half + 2.0f);

    for (int i = 0; i < count; ++i) {
        canvas_point p = canvas_to_pixel(c, vertices[i].x, vertices[i].y);
        canvas__mask_edge(c, before, p, r);
        before = p;
    }
    canvas__mask_integrate(c, r);
    canvas__mask_flush(c, r, style.fill);
    if (!(style.width > 0.0f)) return;

    for (int i = 0; i < count; ++i) {
        canvas_point p = canvas_to_pixel(c, vertices[i].x, vertices[i].y);
        canvas__mask_segment(c, before, p, half);
        before = p;
    }
    canvas__mask_flush(c, r, style.line);
}

/// A convex polygon (either winding) grown by `radius` [m]. One vertex makes a disc, two a capsule.
static inline void canvas_polygon(canvas *c, const canvas_point *vertices, int count, float radius,
                                  canvas_style style) {
    if (count < 1) return;
    if (count > CANVAS_MAX_CONVEX) {
        canvas_outline(c, vertices, count, style);
        return;
    }
    canvas_point points[CANVAS_MAX_CONVEX];
    for (int i = 0; i < count; ++i) {
        points[i] = canvas_to_pixel(c, vertices[i].x, vertices[i].y);
    }
    canvas__shape shape;
    canvas__shape_set(&shape, points, count, radius * c->scale);
    float width = FLT_MAX; // smallest extent along any edge's normal
    for (int i = 0; i < shape.count && shape.count > 2; ++i) {
        float depth = 0.0f;
        for (int k = 0; k < shape.count; ++k) {
            float d = (shape.start[i].x - shape.start[k].x) * shape.normal[i].x +
                      (shape.start[i].y - shape.start[k].y) * shape.normal[i].y;
            depth = canvas__max(depth, d);
        }
        width = canvas__min(width, depth);
    }
    if (shape.count <= 2) width = 0.0f;
    canvas__shape_draw(c, &shape, points, count, width + 2.0f * shape.radius, style);
}

/// From (x1, y1) to (x2, y2) with round ends of `radius` [m].
static inline void canvas_capsule(canvas *c, float x1, float y1, float x2, float y2, float radius,
                                  canvas_style style) {
    canvas_point ends[2];
    ends[0] = canvas__at(x1, y1);
    ends[1] = canvas__at(x2, y2);
    canvas_polygon(c, ends, 2, radius, style);
}

// A stroke in pixels, used by everything that is a line.
static inline void canvas__line(canvas *c, canvas_point a, canvas_point b, float half,
                                canvas_color color) {
    canvas_point ends[2];
    ends[0] = a;
    ends[1] = b;
    canvas__mask_segment(c, a, b, half);
    canvas__mask_flush(c, canvas__bounds(c, ends, 2, half + 1.5f), color);
}

/// A disc with a spoke along (axis_x, axis_y), a unit vector; (0, 0) draws none.
static inline void canvas_circle(canvas *c, float x, float y, float radius, float axis_x,
                                 float axis_y, canvas_style style) {
    canvas_point center = canvas__at(x, y);
    canvas_polygon(c, &center, 1, radius, style);
    float r = radius * c->scale;
    int spoke = axis_x < 0.0f || axis_x > 0.0f || axis_y < 0.0f || axis_y > 0.0f;
    if (c->shadow_pass || !spoke || r < 3.0f) return;
    float width = canvas__min(style.width * c->ui, 0.32f * r);
    canvas_point p = canvas_to_pixel(c, x, y);
    canvas__line(c, p, canvas__at(p.x + axis_x * (r - width), p.y - axis_y * (r - width)),
                 0.5f * width, style.line);
}

/// Everything on the far side of the line through (x, y) from the unit normal (nx, ny): the ground.
static inline void canvas_half_plane(canvas *c, float x, float y, float nx, float ny,
                                     canvas_style style) {
    canvas__shape shape;
    shape.start[0] = canvas_to_pixel(c, x, y);
    shape.normal[0] = canvas__at(nx, -ny);
    shape.length[0] = 0.0f;
    shape.count = 1;
    shape.radius = 0.0f;
    shape.plane = 1;
    if (c->shadow_pass) return;
    canvas_point all[2];
    all[0] = canvas__at(0.0f, 0.0f);
    all[1] = canvas__at((float)c->width, (float)c->height);
    canvas__paint(c, &shape, canvas__bounds(c, all, 2, 1.0f), style, style.width * c->ui);
}

// ================================================================================================
// >>strokes  Ends in world units [m], widths in ui px.
// ================================================================================================

/// A line with round ends.
static inline void canvas_segment(canvas *c, float x1, float y1, float x2, float y2, float width,
                                  canvas_color color) {
    canvas__line(c, canvas_to_pixel(c, x1, y1), canvas_to_pixel(c, x2, y2), 0.5f * width * c->ui,
                 color);
}

static inline void canvas__strip(canvas *c, const canvas_point *pixels, int count, int closed,
                                 float half, canvas_color color) {
    for (int i = 0; i + 1 < count; ++i) {
        canvas__mask_segment(c, pixels[i], pixels[i + 1], half);
    }
    if (closed && count > 2) canvas__mask_segment(c, pixels[count - 1], pixels[0], half);
    canvas__mask_flush(c, canvas__bounds(c, pixels, count, half + 1.5f), color);
}

/// Joined lines; `closed` joins the last to the first. Overlaps do not darken.
static inline void canvas_polyline(canvas *c, const canvas_point *points, int count, int closed,
                                   float width, canvas_color color) {
    float half = 0.5f * width * c->ui;
    canvas_point corners[2];
    if (count < 2) return;
    corners[0] = canvas__at(FLT_MAX, FLT_MAX);
    corners[1] = canvas__at(-FLT_MAX, -FLT_MAX);
    canvas_point before = canvas_to_pixel(c, points[0].x, points[0].y);
    for (int i = 0; i < count + (closed ? 1 : 0); ++i) {
        canvas_point p = canvas_to_pixel(c, points[i % count].x, points[i % count].y);
        canvas__mask_segment(c, before, p, half);
        corners[0] = canvas__at(canvas__min(p.x, corners[0].x), canvas__min(p.y, corners[0].y));
        corners[1] = canvas__at(canvas__max(p.x, corners[1].x), canvas__max(p.y, corners[1].y));
        before = p;
    }
    canvas__mask_flush(c, canvas__bounds(c, corners, 2, half + 1.5f), color);
}

/// A round mark of `size` [ui px] across; its size does not change with the camera.
static inline void canvas_dot(canvas *c, float x, float y, float size, canvas_color color) {
    canvas_point p = canvas_to_pixel(c, x, y);
    canvas__line(c, p, p, 0.5f * size * c->ui, color);
}

/// An arrow from (x, y) along (dx, dy) [m]. Shorter than its head: only the head, smaller.
static inline void canvas_arrow(canvas *c, float x, float y, float dx, float dy, float width,
                                canvas_color color) {
    canvas_point a = canvas_to_pixel(c, x, y), b = canvas_to_pixel(c, x + dx, y + dy);
    float ux = b.x - a.x, uy = b.y - a.y;
    float length = sqrtf(ux * ux + uy * uy), half = 0.5f * width * c->ui;
    if (!(length > 0.5f)) return;
    ux /= length;
    uy /= length;
    float head = canvas__min(length, (4.0f + 3.0f * width) * c->ui), side = 0.42f * head;
    canvas_point neck = canvas__at(b.x - ux * head, b.y - uy * head);
    canvas_point tip[3];
    tip[0] = b;
    tip[1] = canvas__at(neck.x - uy * side, neck.y + ux * side);
    tip[2] = canvas__at(neck.x + uy * side, neck.y - ux * side);
    if (length > head) canvas__line(c, a, canvas__at(neck.x + ux, neck.y + uy), half, color);
    canvas__shape shape;
    canvas__shape_set(&shape, tip, 3, 0.5f * c->ui);
    canvas_style style;
    style.fill = style.line = color;
    style.width = 0.0f;
    canvas__paint(c, &shape, canvas__bounds(c, tip, 3, 2.0f * c->ui), style, 0.0f);
}

/// A dashed line, for bounds, rays and ranges.
static inline void canvas_dashed(canvas *c, float x1, float y1, float x2, float y2, float width,
                                 canvas_color color) {
    canvas_point a = canvas_to_pixel(c, x1, y1), b = canvas_to_pixel(c, x2, y2);
    float dx = b.x - a.x, dy = b.y - a.y;
    float length = sqrtf(dx * dx + dy * dy);
    float reach = 4.0f * (float)(c->width + c->height);
    if (!(length > 0.0f) || !(length < reach)) return; // far beyond the image: nothing sensible
    // A whole number of dashes, so that both ends are dashes and corners of boxes look closed.
    int count = 1 + (int)(length / (9.0f * c->ui));
    float period = length / ((float)count - 0.45f), dash = 0.55f * period;
    for (int i = 0; i < count; ++i) {
        float t0 = (float)i * period / length, t1 = ((float)i * period + dash) / length;
        canvas__line(c, canvas__at(a.x + dx * t0, a.y + dy * t0),
                     canvas__at(a.x + dx * t1, a.y + dy * t1), 0.5f * width * c->ui, color);
    }
}

/// A dashed axis-aligned box.
static inline void canvas_box(canvas *c, float min_x, float min_y, float max_x, float max_y,
                              float width, canvas_color color) {
    canvas_dashed(c, min_x, min_y, max_x, min_y, width, color);
    canvas_dashed(c, max_x, min_y, max_x, max_y, width, color);
    canvas_dashed(c, max_x, max_y, min_x, max_y, width, color);
    canvas_dashed(c, min_x, max_y, min_x, min_y, width, color);
}

// ================================================================================================
// >>text  Letters of stb_easy_font. Its rectangles, one unit wide, become strokes with round ends.
// ================================================================================================

// The next letter of a text. The font has ASCII only: of longer characters one '?' is left.
static inline int canvas__letter(const char **text, char letter[2]) {
    while (((unsigned char)**text & 0xC0u) == 0x80u)
        *text += 1;
    letter[0] = **text >= 32 && **text < 127 ? **text : '?';
    letter[1] = 0;
    return *(*text)++ != 0;
}

/// Width of the text [px] at a capital height of `size` [px].
static inline float canvas_text_width(const char *text, float size) {
    char letter[2];
    float units = 0.0f;
    while (canvas__letter(&text, letter)) {
        units += (float)stb_easy_font_width(letter) - CANVAS__TIGHTER;
    }
    return canvas__max(units - 2.0f + CANVAS__TIGHTER, 0.0f) * size / CANVAS__CAPITAL;
}

// Puts one letter, its top left corner on (x, y) [px], into the mask.
static inline void canvas__letter_draw(canvas *c, char *letter, float x, float y, float unit,
                                       float half) {
    struct {
        float x, y, z;
        unsigned char color[4];
    } quads[4 * 32];
    canvas_point ends[2 * 32];
    int count = 2 * stb_easy_font_print(0.0f, 0.0f, letter, NULL, quads, (int)sizeof(quads));
    for (int i = 0; i < count;
         ++i) { // the second and fourth of a rectangle's corners are not needed
        float inset = (i & 1) != 0 ? -0.5f : 0.5f;
        ends[i] =
            canvas__at(x + (quads[2 * i].x + inset) * unit, y + (quads[2 * i].y + inset) * unit);
    }
    for (int i = 0; i < count; ++i) {
        // A stroke, and joins to the ends that are neighbours of its ends, also diagonal ones.
        for (int k = i + 1; k < count; ++k) {
            float dx = fabsf(ends[k].x - ends[i].x) / unit,
                  dy = fabsf(ends[k].y - ends[i].y) / unit;
            int joined = (i ^ 1) == k || (dx < 1.1f && dy < 1.1f);
            if (joined) canvas__mask_segment(c, ends[i], ends[k], half);
        }
    }
}

/// Text on the image: baseline at (x, y) [px], capitals `size` [px] high (10 or more reads well).
/// `align` 0 starts at x, 0.5 centres on it, 1 ends there. ASCII only.
static inline void canvas_text(canvas *c, float x, float y, float size, float align,
                               canvas_color color, const char *text) {
    float unit = size / CANVAS__CAPITAL, half = canvas__max(0.5f, 0.5f * unit);
    char letter[2];
    canvas_point corners[2];
    // Stems on pixel centres are crisp.
    float pen = floorf(x - align * canvas_text_width(text, size)) + 0.5f - 0.5f * unit;
    float top = floorf(y) + 0.5f - 6.5f * unit;
    corners[0] = canvas__at(pen, top);
    while (canvas__letter(&text, letter)) {
        canvas__letter_draw(c, letter, pen, top, unit, half);
        pen += ((float)stb_easy_font_width(letter) - CANVAS__TIGHTER) * unit;
    }
    corners[1] = canvas__at(pen, top + 10.0f * unit);
    canvas__mask_flush(c, canvas__bounds(c, corners, 2, half + 2.0f), color);
}

/// Text centred on a world point [m], capitals `size` [ui px] high, on a halo of paper.
static inline void canvas_label(canvas *c, float x, float y, float size, canvas_color color,
                                const char *text) {
    canvas_point p = canvas_to_pixel(c, x, y);
    float height = size * c->ui, half = 0.5f * canvas_text_width(text, height);
    if (!(fabsf(p.x) < 1e5f) || !(fabsf(p.y) < 1e5f)) return;
    canvas__line(c, canvas__at(p.x - half, p.y), canvas__at(p.x + half, p.y), 0.95f * height,
                 canvas_alpha(canvas_paper(), 0.85f));
    canvas_text(c, p.x, p.y + 0.5f * height, height, 0.5f, color, text);
}

// ================================================================================================
// >>furniture  Paper, title, notes, clock, scale bar, plots.
// ================================================================================================

/// Start a picture: paper with a faint grid, 1 m wide or the power of ten that suits the camera.
static inline void canvas_clear(canvas *c) {
    float step = 1.0f;
    for (int i = 0; i < 30 && step * c->scale < 22.0f * c->ui; ++i) {
        step *= 10.0f;
    }
    for (int i = 0; i < 30 && step * c->scale > 240.0f * c->ui; ++i) {
        step *= 0.1f;
    }
    size_t stride = (size_t)c->width * 3u;
    canvas__span(c->pixels, c->width, canvas_paper());
    float width = canvas__max(1.0f, c->ui);
    canvas_point low = canvas_to_world(c, 0.0f, (float)c->height);
    float spacing = step * c->scale;
    // First line at or left of the image, in pixels; the count is bounded by the spacing.
    float first_x = -(low.x - step * floorf(low.x / step)) * c->scale;
    float first_y = (float)c->height + (low.y - step * floorf(low.y / step)) * c->scale;
    for (float line = first_x; line < (float)c->width + 1.0f; line += spacing) {
        float x = floorf(line) + 0.5f * width; // crisp: on whole pixels
        for (int i = canvas__pixel(x - width, c->width);
             i < canvas__pixel(x + width + 1.0f, c->width); ++i) {
            float cover = canvas__clamp01(0.5f * width + 0.5f - fabsf((float)i + 0.5f - x));
            canvas__blend(c->pixels + (size_t)i * 3u, canvas_grid(), cover);
        }
    }
    for (int y = 1; y < c->height; ++y) {
        memcpy(c->pixels + (size_t)y * stride, c->pixels, stride);
    }
    for (float line = first_y; line > -1.0f; line -= spacing) {
        float y = floorf(line) + 0.5f * width;
        for (int i = canvas__pixel(y - width, c->height);
             i < canvas__pixel(y + width + 1.0f, c->height); ++i) {
            float cover = canvas__clamp01(0.5f * width + 0.5f - fabsf((float)i + 0.5f - y));
            uint8_t *row = c->pixels + (size_t)i * stride;
            for (int x = 0; x < c->width; ++x) {
                canvas__blend(row + (size_t)x * 3u, canvas_grid(), cover);
            }
        }
    }
}

/// The headline, top left.
static inline void canvas_title(canvas *c, const char *text) {
    canvas_text(c, 20.0f * c->ui, 33.0f * c->ui, 13.0f * c->ui, 0.0f, canvas_ink(), text);
}

/// A line of explanation or numbers under the headline, printf style. `line` is 0, 1, 2 ...
static inline void canvas_note(canvas *c, int line, const char *format, ...) CANVAS__PRINTF(3, 4);
static inline void canvas_note(canvas *c, int line, const char *format, ...) {
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    canvas_text(c, 20.0f * c->ui, (55.0f + 18.0f * (float)line) * c->ui, 9.0f * c->ui, 0.0f,
                canvas_muted(), text);
}

/// What a colour means: a swatch and a word in the notes' column, on line 0, 1, 2 ...
static inline void canvas_legend(canvas *c, int line, canvas_color color, const char *text) {
    float y = (55.0f + 18.0f * (float)line) * c->ui, middle = y - 4.5f * c->ui;
    canvas__line(c, canvas__at(24.0f * c->ui, middle), canvas__at(34.0f * c->ui, middle),
                 3.5f * c->ui, color);
    canvas_text(c, 46.0f * c->ui, y, 9.0f * c->ui, 0.0f, canvas_muted(), text);
}

/// One line along the bottom, left: the caption of the figure.
static inline void canvas_caption(canvas *c, const char *text) {
    canvas_text(c, 20.0f * c->ui, (float)c->height - 18.0f * c->ui, 9.0f * c->ui, 0.0f,
                canvas_muted(), text);
}

/// "t = 1.23 s", top right.
static inline void canvas_time(canvas *c, double seconds) {
    char text[48];
    snprintf(text, sizeof(text), "t = %.2f s", seconds);
    canvas_text(c, (float)c->width - 20.0f * c->ui, 33.0f * c->ui, 10.0f * c->ui, 1.0f,
                canvas_muted(), text);
}

/// A bar of 1, 2 or 5 times a power of ten metres, bottom right.
static inline void canvas_scale_bar(canvas *c) {
    float longest = 130.0f * c->ui / c->scale; // [m]
    if (!(longest > 1e-12f) || !(longest < 1e12f)) return;
    int exponent = (int)floorf(log10f(longest));
    float power = powf(10.0f, (float)exponent);
    float factor = longest / power;
    float length = (factor >= 5.0f ? 5.0f : factor >= 2.0f ? 2.0f : 1.0f) * power;
    char text[48];
    if (length >= 1000.0f) {
        snprintf(text, sizeof(text), "%g km", (double)length / 1000.0);
    } else if (length >= 0.995f) {
        snprintf(text, sizeof(text), "%.0f m", (double)length);
    } else if (length >= 0.00995f) {
        snprintf(text, sizeof(text), "%.0f cm", (double)length * 100.0);
    } else {
        snprintf(text, sizeof(text), "%.3g mm", (double)length * 1000.0);
    }
    float right = floorf((float)c->width - 21.0f * c->ui) + 0.5f;
    float y = floorf((float)c->height - 20.0f * c->ui) + 0.5f;
    float left = right - length * c->scale, tick = 4.0f * c->ui;
    canvas_point path[4];
    path[0] = canvas__at(left, y - tick);
    path[1] = canvas__at(left, y);
    path[2] = canvas__at(right, y);
    path[3] = canvas__at(right, y - tick);
    canvas__strip(c, path, 4, 0, 0.75f * c->ui, canvas_muted());
    canvas_text(c, 0.5f * (left + right), y - 8.0f * c->ui, 9.0f * c->ui, 0.5f, canvas_muted(),
                text);
}

/// Where the curves of a plot are [px], y0 at the bottom, and what they show there.
typedef struct canvas_panel {
    float x0, y0, x1, y1;
    float low, high;
} canvas_panel;

/// A white panel with a name and a scale from `low` to `high`, for canvas_curve(). (x, y) is the top
/// left corner in ui px from the image's top left; negative counts from the right or bottom edge.
static inline canvas_panel canvas_panel_draw(canvas *c, float x, float y, float width, float height,
                                             float low, float high, const char *name) {
    float ui = c->ui;
    char text[32];
    float left = floorf(x < 0.0f ? (float)c->width + x * ui : x * ui) + 0.5f;
    float top = floorf(y < 0.0f ? (float)c->height + y * ui : y * ui) + 0.5f;
    canvas_panel p;
    p.y0 = floorf(top + (height - 6.0f) * ui) + 0.5f;
    p.y1 = floorf(top + 26.0f * ui) + 0.5f;
    p.x0 = floorf(left + 42.0f * ui) + 0.5f;
    p.x1 = floorf(left + (width - 6.0f) * ui) + 0.5f;
    p.low = low;
    p.high = high;
    canvas_point card[4];
    card[0] = canvas__at(left, top);
    card[1] = canvas__at(left + width * ui, top);
    card[2] = canvas__at(left + width * ui, top + height * ui);
    card[3] = canvas__at(left, top + height * ui);
    canvas__shape shape;
    canvas__shape_set(&shape, card, 4, 5.0f * ui);
    canvas_style style;
    style.fill = canvas_rgb(0xFFFFFFu);
    style.line = canvas_rgb(0xD5DAE3u);
    style.width = 1.0f;
    canvas__paint_shadow(c, &shape, canvas__bounds(c, card, 4, 12.0f * ui));
    canvas__paint(c, &shape, canvas__bounds(c, card, 4, 7.0f * ui), style, ui);

    canvas_text(c, left + 6.0f * ui, top + 14.0f * ui, 9.0f * ui, 0.0f, canvas_ink(), name);
    for (int i = 0; i <= 2; ++i) {
        float line = floorf(p.y0 + 0.5f * (float)i * (p.y1 - p.y0)) + 0.5f;
        canvas__line(c, canvas__at(p.x0, line), canvas__at(p.x1, line), 0.5f * ui, canvas_grid());
        snprintf(text, sizeof(text), "%.3g", (double)(low + 0.5f * (float)i * (high - low)));
        canvas_text(c, p.x0 - 6.0f * ui, line + 3.5f * ui, 7.0f * ui, 1.0f, canvas_muted(), text);
    }
    return p;
}

/// A curve on a panel: values[0 .. count) spread over `span` slots (>= count, so that a running plot
/// grows), `line_width` [ui px] thick. Values outside the scale run along its edge.
static inline void canvas_curve(canvas *c, const canvas_panel *p, const float *values, int count,
                                int span, float line_width, canvas_color color) {
    if (!(p->high > p->low) || count < 1) return;
    canvas_point before = canvas__at(p->x0, p->y0);
    canvas_point corners[2];
    corners[0] = canvas__at(p->x0, p->y1);
    corners[1] = canvas__at(p->x1, p->y0);
    for (int i = 0; i < count; ++i) {
        float t = span > 1 ? (float)i / (float)(span - 1) : 0.0f;
        float v = canvas__clamp01((values[i] - p->low) / (p->high - p->low));
        canvas_point at = canvas__at(p->x0 + t * (p->x1 - p->x0), p->y0 + v * (p->y1 - p->y0));
        canvas__mask_segment(c, i > 0 ? before : at, at, 0.5f * line_width * c->ui);
        before = at;
    }
    canvas__mask_flush(c, canvas__bounds(c, corners, 2, (2.0f + line_width) * c->ui), color);
    canvas__line(c, before, before, (1.6f + 0.5f * line_width) * c->ui, color);
}

/// A panel with one curve.
static inline void canvas_plot(canvas *c, float x, float y, float width, float height,
                               const float *values, int count, int span, float low, float high,
                               canvas_color color, const char *name) {
    canvas_panel p = canvas_panel_draw(c, x, y, width, height, low, high, name);
    canvas_curve(c, &p, values, count, span, 1.6f, color);
}

#endif // CANVAS_H
