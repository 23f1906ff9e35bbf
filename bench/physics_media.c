// SPDX-License-Identifier: MIT OR Unlicense
// physics_media.c - floating, sinking, buoys and wind: Archimedes, laws of drag, and integrations in double
// precision.
#include "physics_own.h"

#include <math.h>
#include <string.h>

enum { BOX = 0, DISC, CAPSULE, HULL, FIGURES };
enum { SIDES = 360 }; // of the outline of what is round

static const double water = 1000.0; // density [kg/m^2]
static const int substeps[] = {1, 4, 8};

// ---- figures ------------------------------------------------------------------------------------

// An outline in double precision, counter-clockwise.
typedef struct outline {
    double x[SIDES], y[SIDES];
    int count;
} outline;

static void outline_add(outline *o, double x, double y) {
    o->x[o->count] = x, o->y[o->count] = y;
    o->count += 1;
}

// Figures that are wider than high, so that they float level; their centre of mass is at (0, 0).
static v2d_geometry figure(int kind, outline *o) {
    o->count = 0;
    if (kind == DISC || kind == CAPSULE) {
        double half = kind == DISC ? 0.0 : 0.8, r = kind == DISC ? 0.7 : 0.3;
        for (int i = 0; i < SIDES; ++i) {
            double turn = 2.0 * SIM_PI * (i + 0.5) / SIDES;
            outline_add(o, r * cos(turn) + (cos(turn) > 0.0 ? half : -half), r * sin(turn));
        }
        if (kind == DISC) return v2d_geometry_circle(own_v(0.0, 0.0), (float)r);
        return v2d_geometry_capsule(own_v(-half, 0.0), own_v(half, 0.0), (float)r);
    }
    // A box, or a trapezoid whose centre of mass is at its origin.
    double top = kind == HULL ? 1.5 : 1.0, low = 1.0, h = kind == HULL ? 0.5 : 0.6;
    double middle = h / 3.0 * (low + 2.0 * top) / (low + top);
    v2d_vec2 v[4];
    outline_add(o, -low, -middle), outline_add(o, low, -middle);
    outline_add(o, top, h - middle), outline_add(o, -top, h - middle);
    for (int i = 0; i < 4; ++i)
        v[i] = own_v(o->x[i], o->y[i]);
    return v2d_geometry_polygon(v, 4, 0.0f);
}

// The area of an outline below the level y [m^2]: the sum of x dy along it; along the level dy is 0.
static double area_below(const outline *o, double y) {
    double sum = 0.0;
    for (int i = 0; i < o->count; ++i) {
        int k = (i + 1) % o->count;
        double ax = o->x[i], ay = o->y[i], bx = o->x[k], by = o->y[k];
        if (ay > y && by > y) continue;
        double cut = ay > y || by > y ? ax + (bx - ax) * (y - ay) / (by - ay) : 0.0;
        if (ay > y) ax = cut, ay = y;
        if (by > y) bx = cut, by = y;
        sum += 0.5 * (ax + bx) * (by - ay);
    }
    return sum;
}

// The level on its outline at which it floats: that share of its area is below.
static double float_level(const outline *o, double share) {
    double low = -2.0, high = 2.0, all = area_below(o, 3.0);
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high);
        if (area_below(o, middle) > share * all)
            high = middle;
        else
            low = middle;
    }
    return low;
}

// ---- water --------------------------------------------------------------------------------------

static void add_pool(double drag, double flow) {
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_FLUID);
    def.shape = own_sensor(0.0, -100.0, v2d_geometry_box(1000.0f, 100.0f));
    def.density = (float)water, def.drag = (float)drag, def.flow.x = (float)flow;
    v2d_zone_create(own, &def);
}

// How deep figure a lies whose density is 0.1 to 0.9 of the water's: the worst, as a share of a metre. With 1, 4 and 8
// sub-steps of 1/60 s.
static void floats(lab *l) {
    outline o;
    v2d_geometry g = figure((int)l->a, &o);
    l->theory = 0.0;
    for (int k = 0; k < 3; ++k) {
        v2d_body_id body[5];
        own_open(LAB_GRAVITY);
        add_pool(2.0, 0.0);
        for (int i = 0; i < 5; ++i)
            body[i] = own_solid(10.0 * i, 0.1, g, water * (0.1 + 0.2 * i));
        own_run(15.0, 1.0 / 60.0, substeps[k]);
        for (int i = 0; i < 5; ++i) {
            double level = -(double)v2d_body_position(own, body[i]).y;
            l->value = fmax(l->value, fabs(level - float_level(&o, 0.1 + 0.2 * i)));
        }
        own_close(l);
    }
}

// Sinks or rises with drag 2/s: the worst speed over (density / water - 1) g / drag, densities 0.5 to 4, steps of
// 1/30, 1/60 and 1/240 s.
static void sinks(lab *l) {
    static const double rates[] = {30.0, 60.0, 240.0}, densities[] = {0.5, 1.5, 2.0, 4.0};
    outline o;
    v2d_geometry g = figure((int)l->a, &o);
    l->theory = l->value = 1.0;
    for (int k = 0; k < 9; ++k) {
        v2d_body_id body[4];
        own_open(LAB_GRAVITY);
        add_pool(2.0, 0.0);
        for (int i = 0; i < 4; ++i)
            body[i] = own_solid(10.0 * i, -90.0, g, water * densities[i]);
        own_run(5.0, 1.0 / rates[k / 3], substeps[k % 3]);
        for (int i = 0; i < 4; ++i) {
            double speed = (1.0 - densities[i]) * LAB_GRAVITY / 2.0;
            double rate = 2.0 / densities[i]; // it gets there as 1 - e^(-rate t)
            lab_worst(&l->value, 1.0,
                      (double)v2d_body_velocity(own, body[i]).y /
                          (speed * (1.0 - exp(-5.0 * rate))));
        }
        own_close(l);
    }
}

// A stream of 3 m/s takes along what lies in it: its speed after half a second.
static void stream(lab *l) {
    outline o;
    own_open(LAB_GRAVITY);
    add_pool(2.0, 3.0);
    v2d_body_id body = own_solid(0.0, -50.0, figure(BOX, &o), water);
    own_run(0.5, 1.0 / 60.0, 4);
    l->theory = 3.0 * (1.0 - exp(-2.0 * 0.5));
    l->value = (double)v2d_body_velocity(own, body).x;
    own_close(l);
}

// ---- buoys --------------------------------------------------------------------------------------

// A box of 2 x 0.6 m and half the water's density. It is pressed down by 5 cm, or turned by 0.05 rad, and let go:
// the oscillator that its motion follows. b: 0 heaves, 1 rolls. Returns the natural frequency [1/s].
static double buoy(lab *l, double drag, int count_substeps, double *omega, double *zeta) {
    enum { STEPS = 240 };
    outline o;
    double x[STEPS], w = 2.0, h = 0.6, share = 0.5;
    int rolls = l->b > 0.5;
    own_open(LAB_GRAVITY);
    add_pool(drag, 0.0);
    v2d_body_id body = own_solid(0.0, 0.0, figure(BOX, &o), share * water);
    v2d_body_set_transform(own, body, own_v(0.0, rolls ? 0.0 : -0.05), rolls ? 0.05f : 0.0f);
    for (int i = 0; i < STEPS; ++i) {
        v2d_world_step(own, 1.0f / 60.0f, count_substeps);
        x[i] = rolls ? (double)v2d_body_angle(own, body) : (double)v2d_body_position(own, body).y;
    }
    lab_oscillator(x, STEPS, 1.0 / 60.0, omega, zeta);
    own_close(l);
    if (!rolls) return sqrt(LAB_GRAVITY / (share * h));
    // Metacentre: the second moment of the waterline over the submerged area, less the distance of the centres.
    double stands = w * w * w / 12.0 / (share * w * h) - 0.5 * (1.0 - share) * h;
    return sqrt(LAB_GRAVITY * stands / ((w * w + h * h) / 12.0));
}

// The frequency over that in theory, the worst of 1, 4 and 8 sub-steps. a: drag [1/s].
static void buoy_hertz(lab *l) {
    l->theory = l->value = 1.0;
    for (int k = 0; k < 3; ++k) {
        double omega, zeta, natural = buoy(l, l->a, substeps[k], &omega, &zeta);
        lab_worst(&l->value, 1.0, omega / natural);
    }
}

// Its damping ratio: drag over twice the natural frequency. What floats half in displaces its own mass.
static void buoy_zeta(lab *l) {
    for (int k = 0; k < 3; ++k) {
        double omega, zeta, natural = buoy(l, l->a, substeps[k], &omega, &zeta);
        l->theory = l->a / (2.0 * natural);
        if (k == 0) l->value = l->theory;
        lab_worst(&l->value, l->theory, zeta);
    }
}

// A box of density a falls from 1 m above the water: how far it is from an integration in double precision, at the
// worst in 3 s [m]. It meets the water at 4.5 m/s, 0.15 m in two steps.
static void plunge(lab *l) {
    outline o;
    v2d_geometry g = figure(BOX, &o);
    double y = 1.3, v = 0.0, area = area_below(&o, 9.0), drag = 1.0, h = 1e-4;
    own_open(LAB_GRAVITY);
    add_pool(drag, 0.0);
    v2d_body_id body = own_solid(0.0, y, g, l->a * water);
    for (int i = 0; i < 180; ++i) {
        v2d_world_step(own, 1.0f / 60.0f, 4);
        for (int k = 0; k < 167; ++k) {
            double dt = k < 166 ? h : 1.0 / 60.0 - 166.0 * h;
            double in = area_below(&o, -y) / (area * l->a);
            v += dt * (in * (LAB_GRAVITY - drag * v) - LAB_GRAVITY);
            y += dt * v;
        }
        l->value = fmax(l->value, fabs((double)v2d_body_position(own, body).y - y));
    }
    l->theory = 0.0;
    own_close(l);
}

// ---- wind ---------------------------------------------------------------------------------------

static void add_wind(double speed, double density, double drag, double lift) {
    v2d_zone_def def = v2d_zone_def_default(V2D_ZONE_WIND);
    def.everywhere = true;
    def.flow.x = (float)speed;
    def.density = (float)density, def.drag = (float)drag, def.lift = (float)lift;
    v2d_zone_create(own, &def);
}

// Falls through still air: the worst speed over sqrt(2 m g / (density width drag)), of steps as in sinks().
static void falls(lab *l) {
    static const double rates[] = {30.0, 60.0, 240.0}, widths[] = {2.0, 1.4, 2.2, 3.0};
    outline o;
    v2d_geometry g = figure((int)l->a, &o);
    l->theory = l->value = 1.0;
    for (int k = 0; k < 9; ++k) {
        own_open(LAB_GRAVITY);
        add_wind(0.0, 1.2, 0.8, 0.0);
        v2d_body_id body = own_solid(0.0, 0.0, g, 20.0);
        double mass = (double)v2d_body_mass(own, body).mass, rate = rates[k / 3];
        double speed = sqrt(2.0 * mass * LAB_GRAVITY / (1.2 * 0.8 * widths[(int)l->a]));
        own_run(20.0, 1.0 / rate, substeps[k % 3]);
        double now = -(double)v2d_body_velocity(own, body).y;
        lab_worst(&l->value, 1.0, now / (speed * tanh(LAB_GRAVITY * 20.0 / speed)));
        own_close(l);
    }
}

// A wind of 15 m/s begins to blow at a box on ice: its speed after a second, w k w t / (1 + k w t).
static void sail(lab *l) {
    outline o;
    own_open(0.0);
    add_wind(15.0, 1.2, 1.0, 0.0);
    v2d_body_id body = own_solid(0.0, 0.0, figure(BOX, &o), 2.0);
    double k = 0.5 * 1.2 * 0.6 / (double)v2d_body_mass(own, body).mass;
    own_run(1.0, 1.0 / 60.0, 4);
    l->theory = 15.0 * k * 15.0 / (1.0 + k * 15.0);
    l->value = (double)v2d_body_velocity(own, body).x;
    own_close(l);
}

// ---- flags --------------------------------------------------------------------------------------

enum { COLUMNS = 20, ROWS = 10, POINTS = COLUMNS * ROWS, EDGES = 3 * POINTS };
enum { FINER = 20 }; // steps of the integration in one of 1/60 s

// A flag of 4 x 2 m and 0.4 kg, and the same mesh in double precision: its edges are springs of 100 Hz that resist
// pressing with 2 Hz only, and feel the wind as zones have it.
typedef struct flag {
    double x[POINTS][2], v[POINTS][2], rest[EDGES];
    int end[EDGES][2], rim[EDGES], edges;
} flag;

static const double flag_mass = 0.4, flag_space = 0.2, air = 1.2, air_drag = 0.3, air_lift = 0.6;

static void flag_edge(flag *f, int a, int b, int rim) {
    f->end[f->edges][0] = a, f->end[f->edges][1] = b, f->rim[f->edges] = rim;
    f->rest[f->edges] = hypot(f->x[b][0] - f->x[a][0], f->x[b][1] - f->x[a][1]);
    f->edges += 1;
}

static void flag_begin(flag *f) {
    memset(f, 0, sizeof(*f));
    for (int i = 0; i < POINTS; ++i)
        f->x[i][0] = flag_space * (i % COLUMNS), f->x[i][1] = -flag_space * (i / COLUMNS);
    for (int i = 0; i < POINTS; ++i) {
        int x = i % COLUMNS, y = i / COLUMNS, lean = (x + y) % 2;
        if (x + 1 < COLUMNS) flag_edge(f, i, i + 1, y == 0 || y == ROWS - 1);
        if (y + 1 < ROWS) flag_edge(f, i, i + COLUMNS, x == 0 || x == COLUMNS - 1);
        if (x + 1 < COLUMNS && y + 1 < ROWS) flag_edge(f, i + lean, i + COLUMNS + 1 - lean, 0);
    }
}

// Adds the wind's force on one side of half an edge: density / 2 w^2 L s times drag along the wind, and times
// lift and the cosine across it.
static void flag_blow(const flag *f, int i, double nx, double ny, double length, double wind,
                      double (*force)[2]) {
    double ux = wind - f->v[i][0], uy = -f->v[i][1], speed = hypot(ux, uy);
    double facing = -(nx * ux + ny * uy), push = 0.5 * air * length * facing;
    if (facing <= 0.0) return;
    double ax = -nx - facing / (speed * speed) * ux, ay = -ny - facing / (speed * speed) * uy;
    force[i][0] += push * (air_drag * ux + air_lift * speed * ax);
    force[i][1] += push * (air_drag * uy + air_lift * speed * ay);
}

static void flag_step(flag *f, double h, double wind) {
    double force[POINTS][2], m = flag_mass / POINTS;
    for (int i = 0; i < POINTS; ++i) { // linear damping 0.5/s
        force[i][0] = -0.5 * m * f->v[i][0];
        force[i][1] = -0.5 * m * f->v[i][1] - m * LAB_GRAVITY;
    }
    for (int e = 0; e < f->edges; ++e) {
        int a = f->end[e][0], b = f->end[e][1];
        double dx = f->x[b][0] - f->x[a][0], dy = f->x[b][1] - f->x[a][1], length = hypot(dx, dy);
        double nx = dx / length, ny = dy / length, longer = length - f->rest[e];
        double rate = nx * (f->v[b][0] - f->v[a][0]) + ny * (f->v[b][1] - f->v[a][1]);
        double w = 2.0 * SIM_PI * (longer > 0.0 ? 100.0 : 2.0), zeta = longer > 0.0 ? 0.1 : 1.0;
        double pull = 0.5 * m * (w * w * longer + 2.0 * zeta * w * rate);
        force[a][0] += pull * nx, force[a][1] += pull * ny;
        force[b][0] -= pull * nx, force[b][1] -= pull * ny;
        for (int k = 0; f->rim[e] && k < 4; ++k) {
            double side = k < 2 ? 1.0 : -1.0;
            flag_blow(f, f->end[e][k % 2], -side * ny, side * nx, 0.5 * length, wind, force);
        }
    }
    for (int i = 0; i < POINTS; ++i) {
        for (int k = 0; i % COLUMNS > 0 && k < 2; ++k) {
            f->v[i][k] += h * force[i][k] / m;
            f->x[i][k] += h * f->v[i][k];
        }
    }
}

// Root of the mean square way of points in a step, and the longest, while a flag is watched.
typedef struct flutter {
    double last[POINTS][2], sum, most;
    int count;
} flutter;

static void flutter_look(flutter *w, double (*x)[2]) {
    for (int i = 0; i < POINTS && w->count > 0; ++i) {
        double way = hypot(x[i][0] - w->last[i][0], x[i][1] - w->last[i][1]);
        w->sum += way * way / POINTS;
        w->most = fmax(w->most, way);
    }
    memcpy(w->last, x, sizeof(w->last));
    w->count += 1;
}

static double flutter_mean(const flutter *w) { return sqrt(w->sum / (w->count - 1)); }

// A flag of the engine in a wind of a [m/s], after 10 s. press: its press_frequency.
static void fly(lab *l, double press, flutter *w) {
    own_open(LAB_GRAVITY);
    add_wind(l->a, air, air_drag, air_lift);
    v2d_soft_def def = v2d_soft_def_default();
    def.mass = (float)flag_mass;
    def.press_frequency = (float)press;
    v2d_soft_id cloth = v2d_soft_create_cloth(own, &def, COLUMNS, ROWS, (float)flag_space);
    for (int i = 0; i < ROWS; ++i)
        v2d_point_set_pinned(own, v2d_soft_point(own, cloth, COLUMNS * i), true);
    own_run(10.0, 1.0 / 60.0, 4);
    for (int i = 0; i < 180; ++i) {
        double x[POINTS][2];
        for (int k = 0; k < POINTS; ++k) {
            v2d_vec2 p = v2d_point_position(own, v2d_soft_point(own, cloth, k));
            x[k][0] = (double)p.x, x[k][1] = (double)p.y;
        }
        flutter_look(w, x);
        own_run(1.0 / 60.0, 1.0 / 60.0, 4);
    }
    own_close(l);
}

// A flag that folds flaps in any steady wind: how far its points go in a step, over how far they go in the
// integration.
static void flaps(lab *l) {
    static flag f;
    static flutter seen, reference;
    fly(l, 2.0, &seen);
    flag_begin(&f);
    for (int i = 0; i < 780; ++i) {
        if (i >= 600) flutter_look(&reference, f.x);
        for (int k = 0; k < FINER; ++k)
            flag_step(&f, 1.0 / (60.0 * FINER), l->a);
    }
    l->theory = 1.0;
    l->value = flutter_mean(&seen) / flutter_mean(&reference);
}

// One that resists pressing as it resists pulling comes to rest: the longest way of a point in a step.
static void rests(lab *l) {
    static flutter seen;
    fly(l, 0.0, &seen);
    l->theory = 0.0;
    l->value = seen.most;
}

static const char *const depth =
    "0: off its depth by Archimedes [m], density 0.1 - 0.9 x 1 - 8 sub-steps";
static const char *const terminal =
    "(1 - density) g / drag, dt 1/30 - 1/240 x 1 - 8 sub-steps: worst ratio";
static const char *const still_air =
    "sqrt(2 m g / (density width drag)), the same steps: worst ratio";

static const char *const flapping =
    "way of a flag's points in a step over that in double at 1/20 of the step";

static const experiment rows[] = {
    {"float_box", depth, floats, BOX, 0, LAB_AT_MOST, 0.003, NULL, LAB_ALONE},
    {"float_disc", depth, floats, DISC, 0, LAB_AT_MOST, 0.003, NULL, LAB_ALONE},
    {"float_capsule", depth, floats, CAPSULE, 0, LAB_AT_MOST, 0.003, NULL, LAB_ALONE},
    {"float_hull", depth, floats, HULL, 0, LAB_AT_MOST, 0.003, NULL, LAB_ALONE},
    {"sink_box", terminal, sinks, BOX, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"sink_disc", terminal, sinks, DISC, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"sink_hull", terminal, sinks, HULL, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"stream", "u (1 - e^(-drag t))", stream, 0, 0, LAB_RELATIVE, 0.02, NULL, LAB_ALONE},
    {"buoy_heaves", "sqrt(g / depth), 1 - 8 sub-steps: worst ratio", buoy_hertz, 0, 0, LAB_WITHIN,
     0.02, NULL, LAB_ALONE},
    {"buoy_rolls", "sqrt(g m GM / I), by its metacentre: worst ratio", buoy_hertz, 0, 1, LAB_WITHIN,
     0.02, NULL, LAB_ALONE},
    {"buoy_damped", "zeta = drag / 2 w", buoy_zeta, 2, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"buoy_undamped", "zeta = 0", buoy_zeta, 0, 0, LAB_WITHIN, 0.02, NULL, LAB_ALONE},
    {"plunge_light", "0 off an integration in double, density 0.3, from 1 m [m]", plunge, 0.3, 0,
     LAB_AT_MOST, 0.15, NULL, LAB_ALONE},
    {"plunge_heavy", "the same, 0.8", plunge, 0.8, 0, LAB_AT_MOST, 0.15, NULL, LAB_ALONE},
    {"air_box", still_air, falls, BOX, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"air_disc", still_air, falls, DISC, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"air_capsule", still_air, falls, CAPSULE, 0, LAB_WITHIN, 0.01, NULL, LAB_ALONE},
    {"sail", "w k w t / (1 + k w t)", sail, 0, 0, LAB_RELATIVE, 0.02, NULL, LAB_ALONE},
    {"flag_flaps_8", flapping, flaps, 8, 0, LAB_AT_MOST, 1, NULL, LAB_ALONE},
    {"flag_flaps_20", "the same, 20 m/s", flaps, 20, 0, LAB_AT_MOST, 1, NULL, LAB_ALONE},
    {"flag_rests_8", "one that does not fold: 0 in a step at 8 m/s [m]", rests, 8, 0, LAB_AT_MOST,
     0.001, NULL, LAB_ALONE},
    {"flag_rests_20", "the same, 20 m/s", rests, 20, 0, LAB_AT_MOST, 0.001, NULL, LAB_ALONE},
    {NULL, NULL, NULL, 0, 0, LAB_WITHIN, 0, NULL, 0}};

const experiment_group physics_media = {"media", rows};
