// SPDX-License-Identifier: MIT OR Unlicense
// film.h - options, frames, contact sheet and film: everything around an example's scene.
//
// An example is only a scene and a loop:
//
//     int main(int argc, char **argv) {
//         film f;
//         film_open(&f, argc, argv, "rope", 300);      // does not return on a wrong option
//         canvas_camera(&f.canvas, 0.0f, 2.0f, 8.0f);
//         build_scene(f.seed);
//         while (film_running(&f)) {
//             v2d_world_step(&world, 1.0f / 60.0f, 4); // a frame is 1/30 s: two steps
//             v2d_world_step(&world, 1.0f / 60.0f, 4);
//             canvas_clear(&f.canvas);
//             draw_scene(&f.canvas);
//             film_frame(&f);
//         }
//         return film_close(&f);
//     }
//
// It leaves 0001.png ..., sheet.png (nine moments), and strip.png: the frames of a film, small, one
// below the other. make demo, or examples/run.sh, joins these to an animated PNG, film.png; by hand, with
// the number of frames and their duration (2/30 s) that film_close() tells:
//
//     pngquant --nofs 255 -o colors.png strip.png  &&  apngasm film.png colors.png 2 30 -vs150
//
// Images are written by stb_image_write (Debian: apt-get install libstb-dev pngquant apngasm).
//
// Contents: >>files  >>options  >>film
#ifndef FILM_H
#define FILM_H

#include "canvas.h"

#include <errno.h>
#include <stddef.h>
#include <sys/stat.h>
#include <time.h>
#if defined(_WIN32)
#include <direct.h>
#include <io.h>
#else
#include <unistd.h>
#endif

#define FILM_RATE       30   // frames per second of simulated time
#define FILM_MAX_FRAMES 9999 // four digits in the file names
#define FILM__TILES     9    // of the sheet
#define FILM__GAP       8    // between them [px]
#ifndef FILM_SIZE
#define FILM_SIZE 480 // largest side of the film and of a tile of the sheet [px]
#endif
#ifndef FILM_SHOTS
#define FILM_SHOTS 150 // most frames of the film; longer runs skip evenly
#endif

// ================================================================================================
// >>files
// ================================================================================================

/// A run of an example. Read the first block freely; the rest is private.
typedef struct film {
    canvas canvas;    ///< draw here
    const char *name; ///< of the example
    uint32_t seed;    ///< --seed; the state of film_random()
    int frame;        ///< frames written so far
    int frame_count;  ///< --frames
    double time;      ///< simulated time of the frame being drawn [s], frame / FILM_RATE

    char folder[1024];
    int factor;                        // of the image's sides to those of the film [-]
    int reduced_width, reduced_height; // of the film and of a tile [px]
    int skip;                          // every skip-th frame goes into the film
    int shot_count;
    uint8_t *shots; // FILM_SHOTS reduced RGB images, one after the other
    time_t started, reported;
} film;

static inline void film__fail(const film *f, const char *what, const char *path) {
    fprintf(stderr, "%s: %s %s%s%s\n", f->name, what, path, errno != 0 ? ": " : "",
            errno != 0 ? strerror(errno) : "");
    exit(1);
}

static inline int film__make_folder(const char *path) {
#if defined(_WIN32)
    int made = _mkdir(path);
#else
    int made = mkdir(path, 0777);
#endif
    return made == 0 || errno == EEXIST;
}

// The folder and all above it.
static inline void film__prepare_folder(const film *f) {
    char path[1100];
    size_t length = strlen(f->folder);
    memcpy(path, f->folder, length + 1);
    for (size_t i = 1; i <= length; ++i) {
        char kept = path[i];
        if (kept != '/' && kept != '\\' && kept != 0) continue;
#if !defined(_WIN32)
        if (kept == '\\') continue;
#endif
        path[i] = 0;
        errno = 0;
        // What exists is fine, also a drive or a read-only parent: only the last one must work.
        if (!film__make_folder(path) && kept == 0) film__fail(f, "cannot create folder", path);
        path[i] = kept;
    }
}

// Frames that a longer run left in the same folder would look like the end of this one.
static inline void film__remove_old(const film *f) {
    char path[1100];
    for (int i = f->frame_count + 1; i <= FILM_MAX_FRAMES; ++i) {
        snprintf(path, sizeof(path), "%s/%04d.png", f->folder, i);
        if (remove(path) != 0) break; // a run leaves no gaps
    }
}

static inline void film__write_png(const film *f, const char *leaf, const uint8_t *rgb, int width,
                                   int height, int quality) {
    char path[1100];
    snprintf(path, sizeof(path), "%s/%s", f->folder, leaf);
    errno = 0;
    stbi_write_png_compression_level = quality;
    stbi_write_force_png_filter = 0;
    if (!stbi_write_png(path, width, height, 3, rgb, width * 3))
        film__fail(f, "cannot write", path);
}

// ================================================================================================
// >>options
// ================================================================================================

static inline void film__usage(const film *f, FILE *to) {
    fprintf(to,
            "usage: %s [options]\n"
            "  --frames N   frames to make, 1 to %d (default %d; %d are one second)\n"
            "  --size WxH   image size in pixels, each 64 to 4096 (default 960x540)\n"
            "  --out DIR    folder for the images, made when missing (default build/out/%s)\n"
            "  --seed S     start of the random numbers, 0 to 4294967295 (default 1)\n"
            "  --help       show this text\n",
            f->name, FILM_MAX_FRAMES, f->frame_count, FILM_RATE, f->name);
}

static inline void film__refuse(const film *f, const char *option, const char *value,
                                const char *wanted) {
    if (value == NULL) {
        fprintf(stderr, "%s: %s needs %s\n", f->name, option, wanted);
    } else {
        fprintf(stderr, "%s: %s needs %s, not '%s'\n", f->name, option, wanted, value);
    }
    exit(2);
}

// Returns past the number, or NULL when it is none or not in low .. high.
static inline const char *film__number(const char *text, uint32_t low, uint32_t high,
                                       uint32_t *number) {
    char *end = NULL;
    if (*text < '0' || *text > '9') return NULL; // strtoull() takes signs and blanks
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || value < low || value > high) return NULL;
    *number = (uint32_t)value;
    return end;
}

static inline void film__parse(film *f, int argc, char **argv, int *width, int *height) {
    uint32_t number = 0, other = 0;
    for (int i = 1; i < argc; ++i) {
        const char *option = argv[i];
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0) {
            film__usage(f, stdout);
            exit(0);
        } else if (strcmp(option, "--frames") == 0) {
            const char *end = value ? film__number(value, 1, FILM_MAX_FRAMES, &number) : NULL;
            if (end == NULL || *end != 0) {
                film__refuse(f, option, value, "a whole number from 1 to 9999");
            }
            f->frame_count = (int)number;
        } else if (strcmp(option, "--size") == 0) {
            const char *end = value ? film__number(value, 64, 4096, &number) : NULL;
            end = end != NULL && *end == 'x' ? film__number(end + 1, 64, 4096, &other) : NULL;
            if (end == NULL || *end != 0) {
                film__refuse(f, option, value, "WxH like 960x540, each from 64 to 4096");
            }
            *width = (int)number;
            *height = (int)other;
        } else if (strcmp(option, "--out") == 0) {
            if (value == NULL || *value == 0 || strlen(value) >= sizeof(f->folder)) {
                film__refuse(f, option, value, "a folder (under 1024 bytes)");
            } else {
                memcpy(f->folder, value, strlen(value) + 1);
            }
        } else if (strcmp(option, "--seed") == 0) {
            const char *end = value ? film__number(value, 0, 4294967295u, &number) : NULL;
            if (end == NULL || *end != 0) {
                film__refuse(f, option, value, "a whole number from 0 to 4294967295");
            }
            f->seed = number;
        } else {
            fprintf(stderr, "%s: unknown option '%s'\n", f->name, option);
            film__usage(f, stderr);
            exit(2);
        }
        i += 1; // all options that get here took a value
    }
}

/// Next number of a fixed sequence, >= 0 and < 1; the same on every machine. `seed` is its state.
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014 (the idea:
/// a counter and a mixer); the 32-bit mixer is Wellons' "lowbias32" (hash-prospector, 2018).
static inline float film_random(uint32_t *seed) {
    *seed += 0x9E3779B9u;
    uint32_t x = *seed;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    x ^= x >> 16;
    return (float)(x >> 8) * (1.0f / 16777216.0f); // 24 bits: every value is exact
}

/// A number from `low` to `high`.
static inline float film_random_range(uint32_t *seed, float low, float high) {
    return low + (high - low) * film_random(seed);
}

// ================================================================================================
// >>film
// ================================================================================================

/// Read the options, make the folder, open the canvas. Frames of an earlier, longer run are removed
/// from the folder. `frames` is the default for --frames.
/// Ends the program: status 0 after --help, 2 on a wrong option, 1 when the folder cannot be
/// written or memory is short; a message says why.
static inline void film_open(film *f, int argc, char **argv, const char *name, int frames) {
    int width = 960, height = 540;
    memset(f, 0, sizeof(*f));
    f->name = name;
    f->frame_count = frames;
    f->seed = 1;
    snprintf(f->folder, sizeof(f->folder), "build/out/%s", name);
    film__parse(f, argc, argv, &width, &height);

    f->factor = ((width > height ? width : height) + FILM_SIZE - 1) / FILM_SIZE;
    f->reduced_width = width / f->factor; // an option's size is at least 64
    f->reduced_height = height / f->factor;
    f->skip = (f->frame_count + FILM_SHOTS - 1) / FILM_SHOTS;

    for (size_t n = strlen(f->folder); n > 1 && f->folder[n - 1] == '/'; --n) {
        f->folder[n - 1] = 0;
    }
    film__prepare_folder(f);
    film__remove_old(f);
    size_t shots = (size_t)((f->frame_count + f->skip - 1) / f->skip);
    f->shots = (uint8_t *)malloc((size_t)f->reduced_width * (size_t)f->reduced_height * 3u * shots);
    errno = ENOMEM;
    if (f->shots == NULL || !canvas_open(&f->canvas, width, height)) {
        film__fail(f, "cannot open", "the canvas");
    }
    f->started = f->reported = time(NULL);
}

/// Whether another frame is due.
static inline int film_running(const film *f) { return f->frame < f->frame_count; }

static inline int film__is_terminal(void) {
#if defined(_WIN32)
    return _isatty(2);
#else
    return isatty(2);
#endif
}

// At most once a second, and only where the line can be overwritten.
static inline void film__progress(film *f) {
    time_t now = time(NULL);
    if (now == f->reported || now - f->started < 2 || !film__is_terminal()) return;
    f->reported = now;
    fprintf(stderr, "\r%s: %d of %d frames", f->name, f->frame, f->frame_count);
    fflush(stderr);
}

// Another image of the film: the mean of each square of pixels.
static inline void film__shoot(film *f) {
    const canvas *c = &f->canvas;
    int width = f->reduced_width, height = f->reduced_height, side = f->factor;
    uint8_t *to = f->shots + (size_t)f->shot_count * (size_t)width * (size_t)height * 3u;
    for (int i = 0; i < width * height * 3; ++i) {
        int x = i / 3 % width * side, y = i / 3 / width * side, sum = 0;
        for (int k = 0; k < side * side; ++k) {
            sum += c->pixels[((y + k / side) * c->width + x + k % side) * 3 + i % 3];
        }
        to[i] = (uint8_t)((sum + side * side / 2) / (side * side));
    }
    f->shot_count += 1;
}

/// Write the canvas as the next frame. Ends the program with status 1 when that fails.
/// Cost: about 15 ms for 960x540.
static inline void film_frame(film *f) {
    char leaf[32];
    if (!film_running(f)) return;
    snprintf(leaf, sizeof(leaf), "%04d.png", f->frame + 1);
    film__write_png(f, leaf, f->canvas.pixels, f->canvas.width, f->canvas.height, 5);
    if (f->frame % f->skip == 0) film__shoot(f);
    f->frame += 1;
    f->time = (double)f->frame / FILM_RATE;
    film__progress(f);
}

// Nine images of the film: the first, the last, and seven evenly between.
static inline void film__write_sheet(const film *f) {
    int width = 3 * f->reduced_width + 4 * FILM__GAP,
        height = 3 * f->reduced_height + 4 * FILM__GAP;
    size_t row = (size_t)f->reduced_width * 3u;
    uint8_t *sheet = (uint8_t *)malloc((size_t)width * (size_t)height * 3u);
    errno = ENOMEM;
    if (sheet == NULL) film__fail(f, "cannot make", "sheet.png");
    canvas__span(sheet, width * height, canvas_rgb(0xDDE1E8u));
    for (int i = 0; i < FILM__TILES * f->reduced_height; ++i) {
        int tile = i / f->reduced_height, y = i % f->reduced_height;
        int shot = (tile * (f->shot_count - 1) + FILM__TILES / 2) / (FILM__TILES - 1);
        int left = FILM__GAP + tile % 3 * (f->reduced_width + FILM__GAP);
        int top = FILM__GAP + tile / 3 * (f->reduced_height + FILM__GAP);
        memcpy(sheet + ((size_t)(top + y) * (size_t)width + (size_t)left) * 3u,
               f->shots + ((size_t)shot * (size_t)f->reduced_height + (size_t)y) * row, row);
    }
    film__write_png(f, "sheet.png", sheet, width, height, 32);
    free(sheet);
}

/// Write sheet.png and strip.png, say what was made (on stderr), free everything.
/// @return the exit status for main(): 0; it ends the program with 1 when a file cannot be written
static inline int film_close(film *f) {
    if (f->shot_count > 0) {
        film__write_sheet(f);
        film__write_png(f, "strip.png", f->shots, f->reduced_width,
                        f->reduced_height * f->shot_count, 5);
    }
    fprintf(stderr,
            "%s%s: %d frames, %s/0001.png ... %04d.png, sheet.png, strip.png: %d of %d/%d s\n",
            f->reported != f->started ? "\r" : "", f->name, f->frame, f->folder, f->frame,
            f->shot_count, f->skip, FILM_RATE);
    free(f->shots);
    canvas_close(&f->canvas);
    f->shots = NULL;
    return 0;
}

#endif // FILM_H
