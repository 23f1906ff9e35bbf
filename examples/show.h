// SPDX-License-Identifier: MIT OR Unlicense
// show.h - a world of verlet2d.h on the canvas of canvas.h: the adapter of v2d_world_draw().
//
//     canvas_clear(&f.canvas);
//     canvas_draw_world(&f.canvas, &world);                               // bodies, softs, joints
//     canvas_draw_world_with(&f.canvas, &world, SHOW_CONTACTS, 0.5f);     // between two steps
//
// Colours: a user number n >= 1 picks body colour n - 1 (eight of them, wrapped); without one the
// slot decides. Edges go from blue (squeezed) over grey to red (stretched). Sensors are clear, and
// tint what is in them.
// Include it after any #define VERLET2D_IMPLEMENTATION and V2D_MAX_*.
#ifndef SHOW_H
#define SHOW_H

#include "canvas.h"
#include "../verlet2d.h"

/// What canvas_draw_world_with() draws, to be or-ed. The first six are layers of the test bed.
enum {
    SHOW_CONTACTS = 1,
    SHOW_NORMALS = 2, ///< of contacts: an arrow by the impulse
    SHOW_JOINTS = 4,
    SHOW_BOXES = 8,   ///< bounding boxes
    SHOW_STRAIN = 16, ///< edges blue when squeezed, red when stretched
    SHOW_POINTS = 32, ///< points of soft bodies, too; pinned and loose points always show
    SHOW_SLEEP = 64,  ///< what sleeps is darker
    SHOW_FLAT = 128   ///< no shadows: faster
};

/// Edge strain that is drawn fully red or blue [-].
#define SHOW_FULL_STRAIN 0.08f

/// Pieces of one body that are drawn as one figure, without the cuts between them.
#define SHOW_MAX_PIECES 64

typedef struct show__piece {
    canvas_point corner[V2D_MAX_VERTICES];
    int count;
} show__piece;

typedef struct show__pass {
    canvas *canvas;
    unsigned flags;
    int inset;                          // half-planes: fill only, up to their outline
    int sensors;                        // only they are drawn, else only what is solid
    show__piece piece[SHOW_MAX_PIECES]; // polygons of the body under way
    int piece_count;
    v2d_draw_style piece_style;
    canvas_point outline[V2D_MAX_POINTS];
} show__pass;

static inline canvas_style show__style(const show__pass *pass, v2d_draw_style style) {
    canvas_style look = canvas_style_body((int)(style.index % 8u));
    if (style.user > 0) look = canvas_style_body((int)((style.user - 1u) % 8u));
    if (style.sensor) {
        if (style.user == 0) look = canvas_style_static();
        look.fill = canvas_alpha(look.fill, style.user == 0 ? 0.15f : 0.35f);
        look.line = canvas_alpha(look.line, 0.5f);
        return look;
    }
    if (style.kind == V2D_DRAW_STATIC) look = canvas_style_static();
    if (style.kind == V2D_DRAW_KINEMATIC) look = canvas_style_kinematic();
    if (style.kind == V2D_DRAW_DISABLED) {
        look.fill = canvas_mix(canvas_paper(), canvas_accent(), 0.25f);
        look.line = canvas_accent();
    }
    if (style.asleep && (pass->flags & SHOW_SLEEP) != 0) {
        look.fill = canvas_mix(look.fill, look.line, 0.38f);
    }
    return look;
}

// A width in metres as ui px, at least `least`.
static inline float show__width(const canvas *c, float metres, float least) {
    return canvas__max(metres * c->scale / c->ui, least);
}

// Draws what no other piece covers of the edge from a to b: the rest is a cut, not an outline.
static inline void show__edge_of_piece(const show__pass *pass, int piece, canvas_point a,
                                       canvas_point b, canvas_style look) {
    canvas *c = pass->canvas;
    float dx = b.x - a.x, dy = b.y - a.y, length = sqrtf(dx * dx + dy * dy);
    float near = 0.02f / c->scale, done = 0.0f; // covered or drawn up to here [m]
    if (!(length > 0.0f)) return;
    dx /= length;
    dy /= length;
    while (done < length - near) {
        float next = length, skip = length; // where the next covered part begins, and where it ends
        for (int i = 0; i < pass->piece_count; ++i) {
            const show__piece *p = &pass->piece[i];
            for (int k = 0; k < p->count && i != piece; ++k) {
                // It runs the other way: its second corner comes first.
                canvas_point to = p->corner[k], from = p->corner[(k + 1) % p->count];
                float t0 = (from.x - a.x) * dx + (from.y - a.y) * dy;
                float t1 = (to.x - a.x) * dx + (to.y - a.y) * dy;
                float off0 = (from.x - a.x) * dy - (from.y - a.y) * dx;
                float off1 = (to.x - a.x) * dy - (to.y - a.y) * dx;
                if (fabsf(off0) > near || fabsf(off1) > near) continue;
                if (t1 - t0 < near || t1 < done + near || t0 > next) continue;
                next = canvas__max(t0, done);
                skip = t1;
            }
        }
        if (next > done + near) {
            canvas_segment(c, a.x + done * dx, a.y + done * dy, a.x + next * dx, a.y + next * dy,
                           look.width, look.line);
        }
        done = skip;
    }
}

// Draws the polygons kept so far: one as it is, several as one figure.
static inline void show__flush(show__pass *pass) {
    canvas *c = pass->canvas;
    canvas_style look = show__style(pass, pass->piece_style), bare = look;
    if (pass->piece_count == 1) {
        canvas_polygon(c, pass->piece[0].corner, pass->piece[0].count, 0.0f, look);
    }
    bare.width = 0.0f;
    bare.line = bare.fill; // which the soft edge is drawn with, too
    for (int i = 0; i < pass->piece_count && pass->piece_count > 1; ++i) {
        // A little larger, so that the paper does not shine through between two soft edges.
        canvas_polygon(c, pass->piece[i].corner, pass->piece[i].count, 0.6f / c->scale, bare);
    }
    for (int i = 0; i < pass->piece_count && pass->piece_count > 1; ++i) {
        const show__piece *p = &pass->piece[i];
        for (int k = 0; k < p->count; ++k) {
            canvas_point from = p->corner[k], to = p->corner[(k + 1) % p->count];
            show__edge_of_piece(pass, i, from, to, look);
        }
    }
    pass->piece_count = 0;
}

static inline void show__polygon(void *context, const v2d_vec2 *vertices, int count, float radius,
                                 const v2d_draw_style *style) {
    show__pass *pass = (show__pass *)context;
    show__piece *piece;
    if (style->sensor != (pass->sensors != 0)) return;
    int same = style->index == pass->piece_style.index && style->kind == pass->piece_style.kind &&
               style->user == pass->piece_style.user;
    if (!same || pass->piece_count == SHOW_MAX_PIECES) show__flush(pass);
    pass->piece_style = *style;
    piece = &pass->piece[pass->piece_count];
    piece->count = count < V2D_MAX_VERTICES ? count : V2D_MAX_VERTICES;
    for (int i = 0; i < piece->count; ++i) {
        piece->corner[i] = canvas__at(vertices[i].x, vertices[i].y);
    }
    if (radius > 0.0f || pass->canvas->shadow_pass) {
        canvas_polygon(pass->canvas, piece->corner, piece->count, radius,
                       show__style(pass, *style));
    } else {
        pass->piece_count += 1;
    }
}

static inline void show__circle(void *context, const v2d_vec2 *center, float radius,
                                const v2d_rot *rotation, const v2d_draw_style *style) {
    show__pass *pass = (show__pass *)context;
    if (style->sensor != (pass->sensors != 0)) return;
    show__flush(pass);
    canvas_circle(pass->canvas, center->x, center->y, radius, rotation->c, rotation->s,
                  show__style(pass, *style));
}

static inline void show__capsule(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                                 const v2d_draw_style *style) {
    show__pass *pass = (show__pass *)context;
    if (style->sensor != (pass->sensors != 0)) return;
    show__flush(pass);
    canvas_capsule(pass->canvas, a->x, a->y, b->x, b->y, radius, show__style(pass, *style));
}

static inline void show__segment(void *context, const v2d_vec2 *a, const v2d_vec2 *b,
                                 const v2d_draw_style *style) {
    show__pass *pass = (show__pass *)context;
    if (pass->canvas->shadow_pass) return;
    canvas_segment(pass->canvas, a->x, a->y, b->x, b->y, 2.5f, show__style(pass, *style).line);
}

static inline void show__half_plane(void *context, const v2d_vec2 *point, const v2d_vec2 *normal,
                                    const v2d_draw_style *style) {
    show__pass *pass = (show__pass *)context;
    canvas *c = pass->canvas;
    canvas_style look = show__style(pass, *style);
    float inset = pass->inset ? look.width * c->ui / c->scale : 0.0f;
    if (pass->inset) look.width = 0.0f;
    canvas_half_plane(c, point->x - inset * normal->x, point->y - inset * normal->y, normal->x,
                      normal->y, look);
}

// The skin reaches `radius` beyond the points: a dark band to its rim, then the fill with a band of
// its own colour, thinner by the outline.
static inline void show__outline(void *context, const v2d_vec2 *vertices, int count, float radius,
                                 const v2d_draw_style *style) {
    show__pass *pass = (show__pass *)context;
    canvas *c = pass->canvas;
    canvas_style look = show__style(pass, *style);
    if (c->shadow_pass) return;
    if (count > V2D_MAX_POINTS) count = V2D_MAX_POINTS;
    for (int i = 0; i < count; ++i) {
        pass->outline[i] = canvas__at(vertices[i].x, vertices[i].y);
    }
    float skin = show__width(c, 2.0f * radius, 0.0f), line = 1.5f;
    if (skin < 2.0f * line) { // too thin for two bands
        look.width = canvas__max(skin, line);
        canvas_outline(c, pass->outline, count, look);
        return;
    }
    canvas_polyline(c, pass->outline, count, 1, skin, look.line);
    look.line = look.fill;
    look.width = skin - 2.0f * line;
    canvas_outline(c, pass->outline, count, look);
}

static inline void show__point(void *context, const v2d_vec2 *position, float radius,
                               const v2d_draw_style *style) {
    show__pass *pass = (show__pass *)context;
    canvas *c = pass->canvas;
    float size = show__width(c, 2.0f * radius, 4.0f);
    if (style->kind == V2D_DRAW_PINNED) {
        canvas_dot(c, position->x, position->y, canvas__max(size, 8.0f), canvas_ink());
        canvas_dot(c, position->x, position->y, canvas__max(size, 8.0f) - 4.0f, canvas_paper());
    } else if (style->loose || (pass->flags & SHOW_POINTS) != 0) {
        canvas_dot(c, position->x, position->y, size, show__style(pass, *style).line);
    }
}

static inline void show__edge(void *context, const v2d_vec2 *a, const v2d_vec2 *b, float radius,
                              float strain, v2d_edge_side side, const v2d_draw_style *style) {
    show__pass *pass = (show__pass *)context;
    canvas *c = pass->canvas;
    int strained = (pass->flags & SHOW_STRAIN) != 0;
    canvas_color color =
        strained ? canvas_strain(strain / SHOW_FULL_STRAIN) : show__style(pass, *style).line;
    float width = side == V2D_EDGE_OPEN ? show__width(c, 2.0f * radius, 2.0f) : 1.2f;
    if (side == V2D_EDGE_OUTLINE && !strained) return;             // its body shows it
    if (side == V2D_EDGE_INNER) color = canvas_alpha(color, 0.7f); // braces: behind, in spirit
    canvas_segment(c, a->x, a->y, b->x, b->y, width, color);
}

static inline void show__contact(void *context, const v2d_vec2 *position, const v2d_vec2 *normal,
                                 float separation, float impulse) {
    show__pass *pass = (show__pass *)context;
    canvas *c = pass->canvas;
    // Impulses span decades, so the arrow grows with the logarithm: 10 to 40 ui px.
    float length =
        canvas__min(10.0f + 8.0f * log10f(1.0f + 100.0f * canvas__max(impulse, 0.0f)), 40.0f) *
        c->ui / c->scale;
    (void)separation;
    if ((pass->flags & SHOW_CONTACTS) != 0) {
        canvas_dot(c, position->x, position->y, 4.5f, canvas_accent());
    }
    if (impulse > 0.0f && (pass->flags & SHOW_NORMALS) != 0) {
        canvas_arrow(c, position->x, position->y, normal->x * length, normal->y * length, 1.2f,
                     canvas_accent());
    }
}

static inline void show__box(void *context, const v2d_aabb *box) {
    show__pass *pass = (show__pass *)context;
    canvas_box(pass->canvas, box->lower.x, box->lower.y, box->upper.x, box->upper.y, 1.0f,
               canvas_alpha(canvas_muted(), 0.7f));
}

static inline void show__joint(void *context, v2d_joint_kind kind, const v2d_vec2 *center_a,
                               const v2d_vec2 *anchor_a, const v2d_vec2 *anchor_b,
                               const v2d_vec2 *center_b) {
    show__pass *pass = (show__pass *)context;
    canvas *c = pass->canvas;
    int drag = kind == V2D_JOINT_DRAG;
    canvas_color color = drag ? canvas_accent() : canvas_joint();
    // Smaller where the view is so large that dots would cover everything.
    float size = canvas__min(1.0f, canvas__max(0.05f * c->scale, 0.25f) / c->ui);
    if (kind == V2D_JOINT_GEAR || (!drag && (pass->flags & SHOW_JOINTS) == 0)) return;
    if (kind == V2D_JOINT_PULLEY) { // a, over_a, over_b, b
        canvas_segment(c, center_a->x, center_a->y, anchor_a->x, anchor_a->y, 1.8f * size, color);
        canvas_segment(c, anchor_b->x, anchor_b->y, center_b->x, center_b->y, 1.8f * size, color);
    }
    if (kind != V2D_JOINT_REVOLUTE) {
        canvas_segment(c, anchor_a->x, anchor_a->y, anchor_b->x, anchor_b->y, 1.8f * size, color);
        canvas_dot(c, anchor_a->x, anchor_a->y, 5.0f * size, color);
    }
    canvas_dot(c, anchor_b->x, anchor_b->y, 6.5f * size, color);
    canvas_dot(c, anchor_b->x, anchor_b->y, 3.0f * size, canvas_paper());
}

/// Draw the world with what `flags` name (SHOW_*), at `alpha` between the last two steps: 1 is the last
/// one. Reads the world only.
/// @return the result of v2d_world_draw()
static inline v2d_result canvas_draw_world_with(canvas *c, const v2d_world *world, unsigned flags,
                                                float alpha) {
    static show__pass pass; // large, for the outlines; examples have one thread
    // What lies below comes first. The ground, twice, because the outline of one half-plane runs on inside
    // another; shadows, so that none falls on a neighbour; what is filled; soft bodies; what is thin;
    // sensors.
    enum { GROUND, GROUND_FILL, SHADOWS, FILLED, SOFT, THIN, SENSORS, PASSES };
    v2d_result result = V2D_OK;
    pass.canvas = c;
    pass.flags = flags;
    pass.piece_count = 0;
    for (int i = 0; i < PASSES && result == V2D_OK; ++i) {
        v2d_draw draw;
        memset(&draw, 0, sizeof(draw));
        draw.context = &pass;
        draw.interpolate = alpha < 1.0f;
        draw.alpha = alpha;
        if (i == GROUND || i == GROUND_FILL) draw.half_plane = show__half_plane;
        if (i == SHADOWS && (flags & SHOW_FLAT) != 0) continue;
        if (i == SHADOWS || i == FILLED || i == SENSORS) {
            draw.polygon = show__polygon;
            draw.circle = show__circle;
            draw.capsule = show__capsule;
        }
        if (i == FILLED) draw.segment = show__segment;
        if (i == SOFT) draw.outline = show__outline;
        if (i == THIN) {
            draw.edge = show__edge;
            draw.point = show__point;
            draw.joint = show__joint;
            if ((flags & (SHOW_CONTACTS | SHOW_NORMALS)) != 0) draw.contact = show__contact;
            if ((flags & SHOW_BOXES) != 0) draw.box = show__box;
        }
        pass.inset = i == GROUND_FILL;
        pass.sensors = i == SENSORS;
        c->shadow_pass = i == SHADOWS;
        result = v2d_world_draw(world, &draw);
        show__flush(&pass);
    }
    c->shadow_pass = 0;
    return result;
}

/// Draw bodies with shadows, soft bodies, strings and joints.
static inline v2d_result canvas_draw_world(canvas *c, const v2d_world *world) {
    return canvas_draw_world_with(c, world, SHOW_JOINTS | SHOW_STRAIN, 1.0f);
}

#endif // SHOW_H
