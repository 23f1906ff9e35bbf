// SPDX-License-Identifier: MIT OR Unlicense
// plot.c - a picture of a CSV that a bench wrote.
//
// Run:   plot bars  IN.csv OUT.png TITLE LABEL SERIES VALUE
//        plot lines IN.csv OUT.png TITLE PANEL SERIES X Y
//        plot curves IN.csv OUT.png TITLE PANEL SERIES X Y
// The capital words name columns of the CSV's first line. Bars: one group for each label, one bar for
// each series, lengths on a logarithmic scale. Lines: one panel for each name, one curve for each
// series, x logarithmic, y from 0. Curves: the same with x linear and from 0, without dots, and the name
// of x under each panel; the series `theory` is thin and grey.
#include "../examples/film.h" // the canvas, and stb_image_write without its warnings

enum { MAX_COLUMNS = 64, MAX_ROWS = 16384, MAX_NAMES = 64, NAME_SIZE = 40 };

typedef struct row {
    char group[NAME_SIZE], series[NAME_SIZE];
    double x, y;
} row;

typedef struct table {
    row rows[MAX_ROWS];
    int count;
    char groups[MAX_NAMES][NAME_SIZE], series[MAX_NAMES][NAME_SIZE]; // in order of appearance
    int group_count, series_count;
} table;

// ---- reading -----------------------------------------------------------------------------------------

static int split(char *line, char **cells) {
    int count = 0;
    line[strcspn(line, "\r\n")] = 0;
    for (char *at = line; count < MAX_COLUMNS; ++at) {
        cells[count++] = at;
        at += strcspn(at, ",");
        if (*at == 0) break;
        *at = 0;
    }
    return count;
}

static void remember(char names[MAX_NAMES][NAME_SIZE], int *count, const char *name) {
    for (int i = 0; i < *count; ++i) {
        if (strcmp(names[i], name) == 0) return;
    }
    if (*count < MAX_NAMES) snprintf(names[(*count)++], NAME_SIZE, "%s", name);
}

// `names` are those of the group, the series, y, and x or NULL.
static int read_table(table *t, const char *path, char *const names[4]) {
    char line[2048], *cells[MAX_COLUMNS];
    int at[4] = {-1, -1, -1, -1};
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof(line), file) == NULL) return 0;
    int columns = split(line, cells);
    for (int c = 0; c < columns; ++c) {
        for (int i = 0; i < 4; ++i) {
            if (names[i] != NULL && strcmp(cells[c], names[i]) == 0) at[i] = c;
        }
    }
    while (t->count < MAX_ROWS && fgets(line, sizeof(line), file) != NULL) {
        if (at[0] < 0 || at[1] < 0 || at[2] < 0 || split(line, cells) != columns) break;
        row *r = &t->rows[t->count++];
        snprintf(r->group, NAME_SIZE, "%s", cells[at[0]]);
        snprintf(r->series, NAME_SIZE, "%s", cells[at[1]]);
        r->y = atof(cells[at[2]]);
        r->x = at[3] >= 0 ? atof(cells[at[3]]) : 0.0;
        remember(t->groups, &t->group_count, r->group);
        remember(t->series, &t->series_count, r->series);
    }
    fclose(file);
    return t->count > 0;
}

static int series_index(const table *t, const char *name) {
    for (int i = 0; i < t->series_count; ++i) {
        if (strcmp(t->series[i], name) == 0) return i;
    }
    return 0;
}

// ---- drawing -------------------------------------------------------------------------------------------

static void number_text(char *text, size_t size, double value) {
    if (value >= 1e4)
        snprintf(text, size, "%.0fk", 1e-3 * value);
    else
        snprintf(text, size, value >= 100.0 ? "%.0f" : "%.3g", value);
}

static void line_at(canvas *c, float x0, float y0, float x1, float y1, float width,
                    canvas_color color) {
    canvas_point a = canvas_to_world(c, x0, y0), b = canvas_to_world(c, x1, y1);
    canvas_segment(c, a.x, a.y, b.x, b.y, width, color);
}

static void bar_at(canvas *c, float x0, float y0, float x1, float y1, canvas_style style) {
    canvas_point p[4];
    p[0] = canvas_to_world(c, x0, y1);
    p[1] = canvas_to_world(c, x1, y1);
    p[2] = canvas_to_world(c, x1, y0);
    p[3] = canvas_to_world(c, x0, y0);
    canvas_polygon(c, p, 4, 0.0f, style);
}

// Names of the series in a row, from x0 on, each with a bar or a piece of its curve.
static void legend(canvas *c, const table *t, float x0, float y, int curves) {
    for (int i = 0; i < t->series_count; ++i) {
        int theory = strcmp(t->series[i], "theory") == 0;
        if (theory || curves)
            line_at(c, x0, y - 4.0f, x0 + 14.0f, y - 4.0f, theory ? 1.0f : 3.0f,
                    theory ? canvas_muted() : canvas_style_body(i).line);
        else
            bar_at(c, x0, y - 9.0f, x0 + 14.0f, y, canvas_style_body(i));
        canvas_text(c, x0 + 20.0f, y, 9.0f, 0.0f, canvas_muted(), t->series[i]);
        x0 += 44.0f + canvas_text_width(t->series[i], 9.0f);
    }
}

static int open_image(canvas *c, int width, int height, const char *title) {
    if (!canvas_open(c, width, height)) return 0;
    c->ui = 1.0f;
    canvas_camera(c, 0.0f, 0.0f, 10.0f);
    memset(c->pixels, 255, (size_t)width * (size_t)height * 3u);
    canvas_title(c, title);
    return 1;
}

static int draw_bars(canvas *c, const table *t, const char *title) {
    float bar = 12.0f, gap = 10.0f, left = 130.0f, top = 84.0f, right = 900.0f;
    float group = bar * (float)t->series_count + gap;
    float bottom = top + group * (float)t->group_count;
    if (!open_image(c, 960, (int)bottom + 30, title)) return 0;
    legend(c, t, 20.0f, 60.0f, 0);
    double low = 1e300, high = 0.0;
    for (int i = 0; i < t->count; ++i) {
        low = t->rows[i].y < low && t->rows[i].y > 0.0 ? t->rows[i].y : low;
        high = t->rows[i].y > high ? t->rows[i].y : high;
    }
    double from = pow(10.0, floor(log10(low) + 1e-9)), to = pow(10.0, ceil(log10(high) - 1e-9));
    if (to <= from) to = 10.0 * from;
    float scale = (right - left) / (float)log10(to / from);
    for (double tick = from; tick < 1.001 * to; tick *= 10.0) {
        char text[32];
        float x = left + scale * (float)log10(tick / from);
        number_text(text, sizeof(text), tick);
        line_at(c, x, top - 6.0f, x, bottom, 1.0f, canvas_grid());
        canvas_text(c, x, bottom + 16.0f, 8.0f, 0.5f, canvas_muted(), text);
    }
    for (int g = 0; g < t->group_count; ++g) {
        float y = top + group * (float)g;
        canvas_text(c, left - 10.0f, y + 0.5f * (group - gap) + 4.5f, 9.0f, 1.0f, canvas_ink(),
                    t->groups[g]);
        for (int i = 0; i < t->count; ++i) {
            const row *r = &t->rows[i];
            if (strcmp(r->group, t->groups[g]) != 0 || r->y <= 0.0) continue;
            int s = series_index(t, r->series);
            float y0 = y + bar * (float)s, x = left + scale * (float)log10(r->y / from);
            char text[32];
            number_text(text, sizeof(text), r->y);
            bar_at(c, left, y0, x > left + 2.0f ? x : left + 2.0f, y0 + bar - 2.0f,
                   canvas_style_body(s));
            canvas_text(c, x + 6.0f, y0 + 9.0f, 7.0f, 0.0f, canvas_muted(), text);
        }
    }
    return 1;
}

// How the panels of a picture are drawn.
typedef struct panel_scale {
    double from, to;
    int linear; // x; else logarithmic, with a dot and a number for each place
} panel_scale;

static float scaled(const panel_scale *k, double x) {
    return (float)(k->linear ? (x - k->from) / (k->to - k->from)
                             : log(x / k->from) / log(k->to / k->from));
}

static void draw_series(canvas *c, const table *t, const char *group, int s, canvas_panel p,
                        const panel_scale *k) {
    int theory = strcmp(t->series[s], "theory") == 0, drawn = 0;
    canvas_color color = theory ? canvas_muted() : canvas_style_body(s).line;
    float before_x = 0.0f, before_y = 0.0f;
    for (int i = 0; i < t->count; ++i) {
        const row *r = &t->rows[i];
        if (strcmp(r->group, group) != 0 || strcmp(r->series, t->series[s]) != 0) continue;
        float part = (float)r->y / p.high;
        float x = p.x0 + (p.x1 - p.x0) * scaled(k, r->x);
        float y = p.y0 + (p.y1 - p.y0) * (part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part);
        if (drawn++ > 0) line_at(c, before_x, before_y, x, y, theory ? 1.0f : 2.0f, color);
        before_x = x;
        before_y = y;
        if (k->linear) continue;
        char text[32];
        canvas_point dot = canvas_to_world(c, x, y);
        canvas_dot(c, dot.x, dot.y, 6.0f, color);
        number_text(text, sizeof(text), r->x);
        if (s == 0) canvas_text(c, x, p.y0 + 22.0f, 7.0f, 0.5f, canvas_muted(), text);
    }
}

static void draw_curves(canvas *c, const table *t, const char *group, canvas_panel p,
                        const panel_scale *k) {
    for (int i = 0; k->linear && i <= 4; ++i) {
        char text[32];
        number_text(text, sizeof(text), k->from + 0.25 * i * (k->to - k->from));
        canvas_text(c, p.x0 + 0.25f * (float)i * (p.x1 - p.x0), p.y0 + 22.0f, 7.0f, 0.5f,
                    canvas_muted(), text);
    }
    // The first series is on top.
    for (int s = t->series_count - 1; s >= 0; --s)
        draw_series(c, t, group, s, p, k);
}

// The top of a scale: a tenth above the highest value; with linear panels a number that is round, and
// so is its half.
static double scale_top(double high, int linear) {
    static const double round[] = {1.0, 1.2, 1.6, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
    if (!linear) return 1.1 * high;
    double power = pow(10.0, floor(log10(high > 0.0 ? high : 1.0)));
    int i = 0;
    while (i < 9 && round[i] * power < 1.02 * high)
        ++i;
    return round[i] * power;
}

static int draw_lines(canvas *c, const table *t, const char *title, const char *x_name,
                      int linear) {
    float width = 460.0f, height = 220.0f;
    int lines = (t->group_count + 1) / 2;
    if (!open_image(c, 960, 76 + lines * 260, title)) return 0;
    legend(c, t, 20.0f, 60.0f, linear);
    for (int g = 0; g < t->group_count; ++g) {
        double from = linear ? 0.0 : 1e300, to = 0.0, high = 0.0;
        for (int i = 0; i < t->count; ++i) {
            const row *r = &t->rows[i];
            if (strcmp(r->group, t->groups[g]) != 0) continue;
            from = r->x < from ? r->x : from;
            to = r->x > to ? r->x : to;
            high = r->y > high ? r->y : high;
        }
        canvas_panel p = canvas_panel_draw(c, 13.0f + (float)(g % 2) * (width + 14.0f),
                                           76.0f + 260.0f * (float)(g / 2), width, height, 0.0f,
                                           (float)scale_top(high, linear), t->groups[g]);
        p.x1 -= 14.0f;
        p.x0 += linear ? 0.0f : 14.0f;
        panel_scale k = {from, to > from ? to : 2.0 * from, linear};
        draw_curves(c, t, t->groups[g], p, &k);
        if (linear)
            canvas_text(c, 0.5f * (p.x0 + p.x1), p.y0 + 36.0f, 8.0f, 0.5f, canvas_muted(), x_name);
    }
    return 1;
}

int main(int argc, char **argv) {
    static table t;
    canvas c;
    int bars = argc == 8 && strcmp(argv[1], "bars") == 0;
    int lines = argc == 9 && strcmp(argv[1], "lines") == 0;
    int curves = argc == 9 && strcmp(argv[1], "curves") == 0;
    if (!bars && !lines && !curves) {
        fprintf(stderr, "plot bars  IN.csv OUT.png TITLE LABEL SERIES VALUE\n"
                        "plot lines IN.csv OUT.png TITLE PANEL SERIES X Y\n"
                        "plot curves IN.csv OUT.png TITLE PANEL SERIES X Y\n");
        return 2;
    }
    char *names[4] = {argv[5], argv[6], argv[bars ? 7 : 8], bars ? NULL : argv[7]};
    if (!read_table(&t, argv[2], names)) {
        fprintf(stderr, "plot: nothing to show in %s\n", argv[2]);
        return 1;
    }
    int drawn = bars ? draw_bars(&c, &t, argv[4]) : draw_lines(&c, &t, argv[4], argv[7], curves);
    if (!drawn || !stbi_write_png(argv[3], c.width, c.height, 3, c.pixels, 3 * c.width)) {
        fprintf(stderr, "plot: cannot write %s\n", argv[3]);
        return 1;
    }
    canvas_close(&c);
    return 0;
}
