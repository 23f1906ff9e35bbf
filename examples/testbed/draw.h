// SPDX-License-Identifier: MIT OR Unlicense
// draw.h - a world of verlet2d.h by paint.h: the test bed's functions for v2d_world_draw(), between two
// steps.
#ifndef DRAW_H
#define DRAW_H

#include "paint.h"
#include "../show.h" // the colours of a style

/// Layers, to be or-ed.
enum {
    DRAW_CONTACTS = 1,
    DRAW_NORMALS = 2, ///< arrows that grow with the logarithm of the impulse
    DRAW_JOINTS = 4,
    DRAW_BOXES = 8,
    DRAW_STRAIN = 16, ///< edges blue when squeezed, red when stretched
    DRAW_POINTS = 32  ///< of soft bodies; pinned and loose ones always show
};

typedef struct draw_state {
    paint *p;
    unsigned layers;
    int inset; // of half-planes: the second pass fills what outlines of others ran into
    canvas_point piece[SHOW_MAX_PIECES][V2D_MAX_VERTICES]; // polygons of the body under way
    int piece_size[SHOW_MAX_PIECES], piece_count;
    v2d_draw_style piece_style;
} draw_state;

static inline canvas_point draw__at(v2d_vec2 at) { return canvas__at(at.x, at.y); }

// ---- rigid bodies ----------------------------------------------------------------------------------

// As in the examples, but what sleeps is darker.
static inline canvas_style draw__style(v2d_draw_style style) {
    canvas_style look = show__style(style);
    if (style.asleep) look.fill = canvas_mix(look.fill, look.line, 0.38f);
    return look;
}

// The part [*from, *to] of the line from a to b that lies in a piece or on its rim; none: from > to.
// Source: M. Cyrus, J. Beck, "Generalized two- and three-dimensional clipping", 1978.
static inline void draw__clip(const draw_state *d, int piece, canvas_point a, canvas_point b,
                              float range[2]) {
    float near = 0.3f / d->p->view.scale;
    range[0] = 0.0f;
    range[1] = 1.0f;
    for (int i = 0; i < d->piece_size[piece]; ++i) {
        canvas_point u = d->piece[piece][i];
        canvas_point v = d->piece[piece][(i + 1) % d->piece_size[piece]];
        float x = v.x - u.x, y = v.y - u.y, length = hypotf(x, y);
        float at_a = ((a.x - u.x) * y - (a.y - u.y) * x) / length - near; // > 0 is outside
        float at_b = ((b.x - u.x) * y - (b.y - u.y) * x) / length - near;
        if (at_a > 0.0f && at_b > 0.0f) range[1] = -1.0f;
        if ((at_a > 0.0f) == (at_b > 0.0f)) continue;
        float t = at_a / (at_a - at_b);
        if (at_a > 0.0f) range[0] = canvas__max(range[0], t);
        if (at_b > 0.0f) range[1] = canvas__min(range[1], t);
    }
}

// Draws what no other piece covers of an edge of a piece: the rest is a cut, not an outline.
static inline void draw__piece_edge(draw_state *d, int piece, canvas_point a, canvas_point b,
                                    canvas_style look) {
    float range[SHOW_MAX_PIECES][2], done = 0.0f, width = look.width * d->p->view.ui;
    float x = b.x - a.x, y = b.y - a.y, length = hypotf(x, y);
    if (!(length * d->p->view.scale > 0.5f)) return;
    for (int i = 0; i < d->piece_count; ++i) {
        range[i][0] = 2.0f;
        if (i != piece) draw__clip(d, i, a, b, range[i]);
    }
    while (done < 1.0f) {
        float begin = 1.0f, end = 1.0f; // of the next covered part
        for (int i = 0; i < d->piece_count; ++i) {
            if (range[i][1] <= done || range[i][0] > range[i][1] || range[i][0] >= begin) continue;
            begin = canvas__max(range[i][0], done);
            end = range[i][1];
        }
        if ((begin - done) * length * d->p->view.scale > 1.0f) {
            paint_line(d->p, canvas__at(a.x + done * x, a.y + done * y),
                       canvas__at(a.x + begin * x, a.y + begin * y), width, look.line);
        }
        done = end;
    }
}

// Draws the polygons kept so far: one as it is, several as one figure.
static inline void draw__flush(draw_state *d) {
    canvas_style look = draw__style(d->piece_style), bare = look;
    bare.width = 0.0f;
    for (int i = 0; i < d->piece_count; ++i) {
        bool alone = d->piece_count == 1;
        // A little larger, so that the paper does not shine through between two of them.
        paint_convex(d->p, d->piece[i], d->piece_size[i], alone ? 0.0f : 0.4f / d->p->view.scale,
                     alone ? look : bare);
    }
    for (int i = 0; i < d->piece_count && d->piece_count > 1; ++i) {
        for (int k = 0; k < d->piece_size[i]; ++k) {
            canvas_point next = d->piece[i][(k + 1) % d->piece_size[i]];
            draw__piece_edge(d, i, d->piece[i][k], next, look);
        }
    }
    d->piece_count = 0;
}

static inline void draw__polygon(void *context, const v2d_vec2 *v, int count, float radius,
                                 const v2d_draw_style *p_style) {
    const v2d_draw_style style = *p_style;
    draw_state *d = (draw_state *)context;
    const v2d_draw_style *last = &d->piece_style;
    bool same = style.index == last->index && style.kind == last->kind && style.user == last->user;
    if (!same || d->piece_count == SHOW_MAX_PIECES) draw__flush(d);
    d->piece_style = style;
    canvas_point *piece = d->piece[d->piece_count];
    for (int i = 0; i < count; ++i)
        piece[i] = draw__at(v[i]);
    d->piece_size[d->piece_count] = count;
    if (radius > 0.0f) {
        paint_convex(d->p, piece, count, radius, draw__style(style));
    } else {
        d->piece_count += 1;
    }
}

static inline void draw__circle(void *context, const v2d_vec2 *p_center, float radius,
                                const v2d_rot *p_rotation, const v2d_draw_style *p_style) {
    const v2d_vec2 center = *p_center;
    const v2d_rot rotation = *p_rotation;
    const v2d_draw_style style = *p_style;
    draw_state *d = (draw_state *)context;
    canvas_point c = draw__at(center);
    canvas_style look = draw__style(style);
    draw__flush(d);
    paint_convex(d->p, &c, 1, radius, look);
    float width = look.width * d->p->view.ui, px = radius * d->p->view.scale - width;
    if (px < 3.0f) return;
    float share = px / d->p->view.scale;
    canvas_point end =
        draw__at(v2d_vec2_make(center.x + share * rotation.c, center.y + share * rotation.s));
    paint_line(d->p, c, end, canvas__min(width, 0.32f * px), look.line);
}

static inline void draw__capsule(void *context, const v2d_vec2 *p_a, const v2d_vec2 *p_b,
                                 float radius, const v2d_draw_style *p_style) {
    const v2d_vec2 a = *p_a;
    const v2d_vec2 b = *p_b;
    const v2d_draw_style style = *p_style;
    draw_state *d = (draw_state *)context;
    canvas_point ends[2];
    ends[0] = draw__at(a);
    ends[1] = draw__at(b);
    draw__flush(d);
    paint_convex(d->p, ends, 2, radius, draw__style(style));
}

static inline void draw__segment(void *context, const v2d_vec2 *p_a, const v2d_vec2 *p_b,
                                 const v2d_draw_style *p_style) {
    const v2d_vec2 a = *p_a;
    const v2d_vec2 b = *p_b;
    const v2d_draw_style style = *p_style;
    draw_state *d = (draw_state *)context;
    paint_line(d->p, draw__at(a), draw__at(b), 2.5f * d->p->view.ui, draw__style(style).line);
}

static inline void draw__half_plane(void *context, const v2d_vec2 *p_point,
                                    const v2d_vec2 *p_normal, const v2d_draw_style *p_style) {
    const v2d_vec2 point = *p_point;
    const v2d_vec2 normal = *p_normal;
    const v2d_draw_style style = *p_style;
    draw_state *d = (draw_state *)context;
    canvas_style look = draw__style(style);
    paint_half_plane(d->p, canvas__at(point.x, point.y), canvas__at(normal.x, normal.y),
                     d->inset ? look.width * d->p->view.ui : 0.0f, look);
}

// ---- soft bodies, points, joints and contacts ------------------------------------------------------

static inline void draw__outline(void *context, const v2d_vec2 *v, int count, float radius,
                                 const v2d_draw_style *p_style) {
    const v2d_draw_style style = *p_style;
    draw_state *d = (draw_state *)context;
    canvas_point at[PAINT_MOST];
    if (count > PAINT_MOST) return;
    for (int i = 0; i < count; ++i)
        at[i] = draw__at(v[i]);
    paint_outline(d->p, at, count, radius, draw__style(style));
}

static inline void draw__point(void *context, const v2d_vec2 *p_position, float radius,
                               const v2d_draw_style *p_style) {
    const v2d_vec2 position = *p_position;
    const v2d_draw_style style = *p_style;
    draw_state *d = (draw_state *)context;
    canvas_point at = draw__at(position);
    float ui = d->p->view.ui, size = canvas__max(2.0f * radius * d->p->view.scale, 2.0f * ui);
    if (style.kind == V2D_DRAW_PINNED) {
        paint_dot(d->p, at, canvas__max(size, 8.0f * ui), canvas_ink());
        paint_dot(d->p, at, canvas__max(size, 8.0f * ui) - 4.0f * ui, canvas_paper());
    } else if ((d->layers & DRAW_POINTS) != 0 || style.loose) {
        canvas_style look = draw__style(style);
        paint_dot(d->p, at, size, look.line);
    }
}

static inline void draw__edge(void *context, const v2d_vec2 *p_a, const v2d_vec2 *p_b, float radius,
                              float strain, v2d_edge_side side, const v2d_draw_style *p_style) {
    const v2d_vec2 a = *p_a;
    const v2d_vec2 b = *p_b;
    const v2d_draw_style style = *p_style;
    draw_state *d = (draw_state *)context;
    canvas_color color = draw__style(style).line;
    float ui = d->p->view.ui, width = 1.2f * ui;
    bool strained = (d->layers & DRAW_STRAIN) != 0;
    if (side == V2D_EDGE_OUTLINE && !strained) return; // its body shows it
    if (side == V2D_EDGE_OPEN) width = canvas__max(2.0f * radius * d->p->view.scale, 2.0f * ui);
    if (side == V2D_EDGE_OUTLINE) width = 2.5f * ui;
    if (strained) color = canvas_strain(strain / SHOW_FULL_STRAIN);
    if (side == V2D_EDGE_INNER) color = canvas_alpha(color, 0.6f);
    paint_line(d->p, draw__at(a), draw__at(b), width, color);
}

static inline void draw__contact(void *context, const v2d_vec2 *p_position,
                                 const v2d_vec2 *p_normal, float separation, float impulse) {
    const v2d_vec2 position = *p_position;
    const v2d_vec2 normal = *p_normal;
    draw_state *d = (draw_state *)context;
    float ui = d->p->view.ui;
    canvas_point at = canvas__at(position.x, position.y);
    (void)separation;
    if ((d->layers & DRAW_CONTACTS) != 0) paint_dot(d->p, at, 4.5f * ui, canvas_accent());
    if ((d->layers & DRAW_NORMALS) == 0 || !(impulse > 0.0f)) return;
    // Impulses span decades, so the arrow grows with the logarithm.
    float length = canvas__min(10.0f + 8.0f * log10f(1.0f + 100.0f * impulse), 40.0f) * ui;
    paint_arrow(d->p, at, canvas__at(normal.x, normal.y), length, canvas_accent());
}

static inline void draw__box(void *context, const v2d_aabb *p_box) {
    const v2d_aabb box = *p_box;
    draw_state *d = (draw_state *)context;
    canvas_color color = canvas_alpha(canvas_muted(), 0.8f);
    float width = 1.0f * d->p->view.ui;
    canvas_point corner[4];
    corner[0] = canvas__at(box.lower.x, box.lower.y);
    corner[1] = canvas__at(box.upper.x, box.lower.y);
    corner[2] = canvas__at(box.upper.x, box.upper.y);
    corner[3] = canvas__at(box.lower.x, box.upper.y);
    for (int i = 0; i < 4; ++i)
        paint_line(d->p, corner[i], corner[(i + 1) % 4], width, color);
}

static inline void draw__joint(void *context, v2d_joint_kind kind, const v2d_vec2 *p_center_a,
                               const v2d_vec2 *p_anchor_a, const v2d_vec2 *p_anchor_b,
                               const v2d_vec2 *p_center_b) {
    const v2d_vec2 anchor_a = *p_anchor_a;
    const v2d_vec2 anchor_b = *p_anchor_b;
    draw_state *d = (draw_state *)context;
    (void)p_center_a;
    (void)p_center_b;
    bool drag = kind == V2D_JOINT_DRAG;
    canvas_color color = drag ? canvas_accent() : canvas_joint();
    canvas_point a = draw__at(anchor_a), b = draw__at(anchor_b);
    // Smaller where the view is so large that dots would cover everything.
    float ui = fminf(d->p->view.ui, fmaxf(0.05f * d->p->view.scale, 0.25f));
    if (!drag && (d->layers & DRAW_JOINTS) == 0) return;
    if (kind != V2D_JOINT_REVOLUTE) {
        paint_line(d->p, a, b, 1.8f * ui, color);
        paint_dot(d->p, a, 5.0f * ui, color);
    }
    paint_dot(d->p, b, 6.5f * ui, color);
    paint_dot(d->p, b, 3.0f * ui, canvas_paper());
}

/// Draw the world at `alpha` between the last two steps: 1 is the last one.
/// @return the result of v2d_world_draw()
static inline v2d_result draw_world(draw_state *d, const v2d_world *world, unsigned layers,
                                    float alpha) {
    // What lies below comes first: the ground, rigid bodies, soft bodies, what is thin, and layers.
    v2d_draw pass[6];
    v2d_result result = V2D_OK;
    memset(pass, 0, sizeof(pass));
    pass[0].half_plane = pass[1].half_plane = draw__half_plane;
    pass[2].polygon = draw__polygon;
    pass[2].circle = draw__circle;
    pass[2].capsule = draw__capsule;
    pass[2].segment = draw__segment;
    pass[3].outline = draw__outline;
    pass[4].edge = draw__edge;
    pass[4].point = draw__point;
    pass[5].joint = draw__joint;
    if ((layers & DRAW_BOXES) != 0) pass[5].box = draw__box;
    if ((layers & (DRAW_CONTACTS | DRAW_NORMALS)) != 0) pass[5].contact = draw__contact;
    d->layers = layers;
    for (int i = 0; i < 6 && result == V2D_OK; ++i) {
        pass[i].context = d;
        pass[i].interpolate = true;
        pass[i].alpha = alpha;
        d->inset = i == 1;
        result = v2d_world_draw(world, &pass[i]);
        draw__flush(d);
        paint_flush(d->p);
    }
    return result;
}

#endif // DRAW_H
