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
// It leaves 0001.png ..., sheet.png (nine moments) and film.png (an animated PNG, plays in any
// browser). Every image is packed by stb_image_write (Debian: apt-get install libstb-dev); only the
// chunks of the animation, which stb does not know, are put together here.
//
// Contents: >>stb  >>files  >>options  >>reduce  >>palette  >>apng  >>film
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

#define FILM_RATE       30      // frames per second of simulated time
#define FILM_MAX_FRAMES 9999    // four digits in the file names
#define FILM__LARGE     5000000 // film size beyond which every second frame is dropped [bytes]
#define FILM__TILES     9       // of the sheet
#define FILM__GAP       8       // between them [px]
#ifndef FILM_SIZE               // the README's film: -DFILM_SHOTS=75, --frames 225
#define FILM_SIZE 480           // largest side of the film and of a tile of the sheet [px]
#endif
#ifndef FILM_SHOTS
#define FILM_SHOTS 150 // most frames of the film; longer runs skip evenly
#endif

// ================================================================================================
// >>stb  stb_image_write, private to this file and silent.
// ================================================================================================

#if defined(__has_include)
#if !__has_include(<stb/stb_image_write.h>)
#error \
    "the examples need stb_image_write: apt-get install libstb-dev (or put it in <stb/> yourself)"
#endif
#endif

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#elif defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#if defined(__clang__)
#pragma clang diagnostic pop
#elif defined(__GNUC__)
#pragma GCC diagnostic pop
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
    int reduced_width, reduced_height; // of the film and of a tile [px]
    int skip;                          // every skip-th frame goes into the film
    int shot_count;
    uint8_t *shots; // FILM_SHOTS reduced RGB images, one after the other
    uint8_t *sheet; // RGB
    int sheet_width, sheet_height;
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

// The folder and all above it; then a trial file, so that a run fails early or not at all.
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
    snprintf(path, sizeof(path), "%s/.film-trial", f->folder);
    errno = 0;
    FILE *file = fopen(path, "wb");
    if (file == NULL) film__fail(f, "cannot write to folder", f->folder);
    fclose(file);
    remove(path);
}

// Frames that a longer run left in the same folder would look like the end of this one.
static inline void film__remove_old(const film *f) {
    char path[1100];
    for (int i = f->frame_count + 1; i <= FILM_MAX_FRAMES; ++i) {
        snprintf(path, sizeof(path), "%s/%04d.png", f->folder, i);
        if (remove(path) != 0) break; // a run leaves no gaps
    }
}

static inline void film__write_file(const film *f, const char *leaf, const unsigned char *data,
                                    size_t size) {
    char path[1100];
    snprintf(path, sizeof(path), "%s/%s", f->folder, leaf);
    errno = 0;
    FILE *file = fopen(path, "wb");
    if (file == NULL) film__fail(f, "cannot create", path);
    size_t written = fwrite(data, 1, size, file);
    if (fclose(file) != 0 || written != size) film__fail(f, "cannot write", path);
}

static inline void film__write_png(const film *f, const char *leaf, const uint8_t *rgb, int width,
                                   int height, int quality, int filter) {
    int size = 0;
    stbi_write_png_compression_level = quality;
    stbi_write_force_png_filter = filter;
    unsigned char *png = stbi_write_png_to_mem(rgb, width * 3, width, height, 3, &size);
    errno = ENOMEM;
    if (png == NULL) film__fail(f, "cannot encode", leaf);
    film__write_file(f, leaf, png, (size_t)size);
    STBIW_FREE(png);
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

// Digits only, so that signs, blanks, hexadecimals and rubbish are refused. Returns past the
// number, or NULL when it is none or not in low .. high.
static inline const char *film__number(const char *text, uint32_t low, uint32_t high,
                                       uint32_t *number) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; ++at) {
        value = value * 10u + (uint64_t)(*at - '0');
        if (value > high) return NULL;
    }
    if (at == text || value < low) return NULL;
    *number = (uint32_t)value;
    return at;
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
// >>reduce  The mean over the box of source pixels under each target pixel, fractions included.
// ================================================================================================

static inline void film__reduce(const uint8_t *from, int width, int height, uint8_t *to,
                                int to_width, int to_height) {
    // In units of 1 / to_width of a source pixel everything is an integer, hence exact.
    for (int ty = 0; ty < to_height; ++ty) {
        int64_t y0 = (int64_t)ty * height, y1 = y0 + height;
        for (int tx = 0; tx < to_width; ++tx) {
            int64_t x0 = (int64_t)tx * width, x1 = x0 + width;
            uint64_t sum[3] = {0, 0, 0}, total = (uint64_t)width * (uint64_t)height;
            for (int64_t y = y0 / to_height; y * to_height < y1; ++y) {
                int64_t top = y * to_height > y0 ? y * to_height : y0;
                int64_t bottom = (y + 1) * to_height < y1 ? (y + 1) * to_height : y1;
                const uint8_t *row = from + (size_t)y * (size_t)width * 3u;
                for (int64_t x = x0 / to_width; x * to_width < x1; ++x) {
                    int64_t left = x * to_width > x0 ? x * to_width : x0;
                    int64_t right = (x + 1) * to_width < x1 ? (x + 1) * to_width : x1;
                    uint64_t area = (uint64_t)((right - left) * (bottom - top));
                    sum[0] += area * row[x * 3];
                    sum[1] += area * row[x * 3 + 1];
                    sum[2] += area * row[x * 3 + 2];
                }
            }
            for (int k = 0; k < 3; ++k) {
                *to++ = (uint8_t)((sum[k] + total / 2) / total);
            }
        }
    }
}

// ================================================================================================
// >>palette  255 colours for the whole film; number 255 means "as in the frame before".
//
// Colours are counted in 32 x 32 x 32 bins. The box of bins with the largest squared error is cut
// at its mean along its widest axis until there are 255 boxes.
// Source: after Heckbert, "Color image quantization for frame buffer display", 1982, with the
// variance criterion of Wu, 1991.
// ================================================================================================

typedef struct film__bin {
    uint64_t count, sum[3];
} film__bin;

typedef struct film__cut {
    int low[3], high[3]; // bins, high exclusive
    int axis;
    double error, mean; // along `axis`, in bins
} film__cut;

typedef struct film__palette {
    uint8_t rgb[256][3];
    int count;
    uint8_t of_bin[32768];
    film__bin bins[32768];
} film__palette;

static inline int film__bin_of(const uint8_t *rgb) {
    return (rgb[0] >> 3) << 10 | (rgb[1] >> 3) << 5 | rgb[2] >> 3;
}

static inline void film__cut_measure(const film__palette *p, film__cut *cut) {
    double n = 0.0, sum[3] = {0.0, 0.0, 0.0}, square[3] = {0.0, 0.0, 0.0};
    int at[3];
    for (at[0] = cut->low[0]; at[0] < cut->high[0]; ++at[0]) {
        for (at[1] = cut->low[1]; at[1] < cut->high[1]; ++at[1]) {
            for (at[2] = cut->low[2]; at[2] < cut->high[2]; ++at[2]) {
                // The root keeps rare colours alive: an accent in a few pixels matters.
                double w = (double)p->bins[at[0] << 10 | at[1] << 5 | at[2]].count;
                w = sqrt(w);
                n += w;
                for (int k = 0; k < 3; ++k) {
                    sum[k] += w * at[k];
                    square[k] += w * at[k] * at[k];
                }
            }
        }
    }
    cut->error = 0.0;
    for (int k = 0; k < 3 && n > 0.0; ++k) {
        double error = square[k] - sum[k] * sum[k] / n;
        if (error > cut->error + 1e-9) {
            cut->error = error;
            cut->axis = k;
            cut->mean = sum[k] / n;
        }
    }
}

static inline void film__palette_make(film__palette *p) {
    film__cut cuts[255];
    int count = 1;
    for (int k = 0; k < 3; ++k) {
        cuts[0].low[k] = 0;
        cuts[0].high[k] = 32;
    }
    film__cut_measure(p, &cuts[0]);
    while (count < 255) {
        int worst = 0;
        for (int i = 1; i < count; ++i) {
            if (cuts[i].error > cuts[worst].error) worst = i;
        }
        film__cut *cut = &cuts[worst];
        if (!(cut->error > 0.0)) break;
        int middle = (int)cut->mean + 1; // some bins lie on either side, as the error is not 0
        cuts[count] = *cut;
        cut->high[cut->axis] = middle;
        cuts[count].low[cuts[count].axis] = middle;
        film__cut_measure(p, cut);
        film__cut_measure(p, &cuts[count]);
        count += 1;
    }
    memset(p->rgb, 0, sizeof(p->rgb));
    p->count = count;
    for (int i = 0; i < count; ++i) {
        film__cut *cut = &cuts[i];
        uint64_t n = 0, sum[3] = {0, 0, 0};
        for (int r = cut->low[0]; r < cut->high[0]; ++r) {
            for (int g = cut->low[1]; g < cut->high[1]; ++g) {
                for (int b = cut->low[2]; b < cut->high[2]; ++b) {
                    const film__bin *bin = &p->bins[r << 10 | g << 5 | b];
                    n += bin->count;
                    for (int k = 0; k < 3; ++k) {
                        sum[k] += bin->sum[k];
                    }
                    p->of_bin[r << 10 | g << 5 | b] = (uint8_t)i;
                }
            }
        }
        for (int k = 0; k < 3 && n > 0; ++k) {
            p->rgb[i][k] = (uint8_t)((sum[k] + n / 2) / n);
        }
    }
}

// ================================================================================================
// >>apng  An animated PNG from indexed frames: only the box that changed is stored, and in it the
//         unchanged pixels are transparent, which packs well.
//
// Source: PNG specification, third edition (W3C 2025), sections 5 and 11.3.6.
// ================================================================================================

typedef struct film__chunks {
    unsigned char *data;
    size_t size, capacity;
    size_t start; // of the chunk under way
    int failed;
} film__chunks;

static inline void film__put(film__chunks *c, const void *data, size_t size) {
    if (c->size + size > c->capacity) {
        size_t capacity = (c->size + size) * 2 + 65536;
        unsigned char *grown = c->failed ? NULL : (unsigned char *)realloc(c->data, capacity);
        if (grown == NULL) {
            c->failed = 1;
            return;
        }
        c->data = grown;
        c->capacity = capacity;
    }
    if (size > 0) memcpy(c->data + c->size, data, size);
    c->size += size;
}

static inline void film__put32(film__chunks *c, uint32_t value) {
    unsigned char bytes[4];
    for (int i = 0; i < 4; ++i) {
        bytes[i] = (unsigned char)(value >> (24 - 8 * i) & 255u);
    }
    film__put(c, bytes, 4);
}

static inline void film__put16(film__chunks *c, int value) {
    unsigned char bytes[2];
    bytes[0] = (unsigned char)(value >> 8 & 255);
    bytes[1] = (unsigned char)(value & 255);
    film__put(c, bytes, 2);
}

static inline void film__put8(film__chunks *c, int value) {
    unsigned char byte = (unsigned char)value;
    film__put(c, &byte, 1);
}

static inline void film__chunk_begin(film__chunks *c, const char *tag) {
    c->start = c->size;
    film__put32(c, 0); // the length, known at the end
    film__put(c, tag, 4);
}

static inline uint32_t film__crc(const unsigned char *data, size_t size) {
    uint32_t table[256], crc = 0xFFFFFFFFu;
    for (uint32_t i = 0; i < 256; ++i) {
        uint32_t x = i;
        for (int k = 0; k < 8; ++k) {
            x = x >> 1 ^ (0xEDB88320u & (0u - (x & 1u)));
        }
        table[i] = x;
    }
    for (size_t i = 0; i < size; ++i) {
        crc = table[(crc ^ data[i]) & 255u] ^ crc >> 8;
    }
    return ~crc;
}

static inline void film__chunk_end(film__chunks *c) {
    if (c->failed) return;
    uint32_t length = (uint32_t)(c->size - c->start - 8);
    for (int i = 0; i < 4; ++i) {
        c->data[c->start + (size_t)i] = (unsigned char)(length >> (24 - 8 * i) & 255u);
    }
    film__put32(c, film__crc(c->data + c->start + 4, (size_t)length + 4));
}

static inline void film__header(film__chunks *c, const film *f, const film__palette *p) {
    static const unsigned char signature[8] = {137, 80, 78, 71, 13, 10, 26, 10};
    film__put(c, signature, 8);
    film__chunk_begin(c, "IHDR");
    film__put32(c, (uint32_t)f->reduced_width);
    film__put32(c, (uint32_t)f->reduced_height);
    film__put8(c, 8); // bits
    film__put8(c, 3); // indexed
    film__put8(c, 0);
    film__put8(c, 0);
    film__put8(c, 0);
    film__chunk_end(c);
    film__chunk_begin(c, "acTL");
    film__put32(c, (uint32_t)f->shot_count);
    film__put32(c, 0); // for ever
    film__chunk_end(c);
    film__chunk_begin(c, "PLTE");
    film__put(c, p->rgb, sizeof(p->rgb));
    film__chunk_end(c);
    film__chunk_begin(c, "tRNS");
    for (int i = 0; i < 256; ++i) {
        film__put8(c, i < 255 ? 255 : 0);
    }
    film__chunk_end(c);
}

// One frame: `next` where it differs from `shown`, which is brought up to date. `work` has room for
// the image and a byte per row.
static inline void film__put_shot(film__chunks *c, const film *f, int shot, const uint8_t *next,
                                  uint8_t *shown, uint8_t *work, uint32_t *sequence) {
    int width = f->reduced_width, height = f->reduced_height;
    int x0 = width, y0 = height, x1 = 0, y1 = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            if (shot > 0 && next[y * width + x] == shown[y * width + x]) continue;
            x0 = x < x0 ? x : x0;
            x1 = x >= x1 ? x + 1 : x1;
            y0 = y < y0 ? y : y0;
            y1 = y + 1;
        }
    }
    if (x1 == 0) x0 = 0, y0 = 0, x1 = 1, y1 = 1; // nothing moved: one transparent pixel

    film__chunk_begin(c, "fcTL");
    film__put32(c, (*sequence)++);
    film__put32(c, (uint32_t)(x1 - x0));
    film__put32(c, (uint32_t)(y1 - y0));
    film__put32(c, (uint32_t)x0);
    film__put32(c, (uint32_t)y0);
    film__put16(c, f->skip); // delay: skip / FILM_RATE seconds
    film__put16(c, FILM_RATE);
    film__put8(c, 0);                // leave it
    film__put8(c, shot > 0 ? 1 : 0); // over what is there
    film__chunk_end(c);

    uint8_t *to = work;
    for (int y = y0; y < y1; ++y) {
        *to++ = 0; // filter: none
        for (int x = x0; x < x1; ++x) {
            int at = y * width + x;
            *to++ = shot > 0 && next[at] == shown[at] ? (uint8_t)255 : next[at];
            shown[at] = next[at];
        }
    }
    int size = 0;
    unsigned char *packed = stbi_zlib_compress(work, (int)(to - work), &size, 48);
    if (packed == NULL) {
        c->failed = 1;
        return;
    }
    film__chunk_begin(c, shot > 0 ? "fdAT" : "IDAT");
    if (shot > 0) film__put32(c, (*sequence)++);
    film__put(c, packed, (size_t)size);
    film__chunk_end(c);
    STBIW_FREE(packed);
}

// Returns the size of the file. Cost: about 1 ms a shot when few bodies move.
static inline size_t film__write_film(const film *f) {
    size_t area = (size_t)f->reduced_width * (size_t)f->reduced_height;
    film__palette *palette = (film__palette *)calloc(1, sizeof(film__palette));
    uint8_t *images = (uint8_t *)calloc(3, area + (size_t)f->reduced_height);
    film__chunks chunks;
    memset(&chunks, 0, sizeof(chunks));
    errno = ENOMEM;
    if (palette == NULL || images == NULL) film__fail(f, "cannot make", "film.png");

    for (size_t i = 0; i < area * (size_t)f->shot_count; ++i) {
        const uint8_t *rgb = f->shots + i * 3;
        film__bin *bin = &palette->bins[film__bin_of(rgb)];
        bin->count += 1;
        for (int k = 0; k < 3; ++k) {
            bin->sum[k] += rgb[k];
        }
    }
    film__palette_make(palette);
    film__header(&chunks, f, palette);
    uint8_t *next = images, *shown = images + area, *work = images + 2 * area;
    uint32_t sequence = 0;
    for (int shot = 0; shot < f->shot_count; ++shot) {
        const uint8_t *rgb = f->shots + (size_t)shot * area * 3;
        for (size_t i = 0; i < area; ++i) {
            next[i] = palette->of_bin[film__bin_of(rgb + i * 3)];
        }
        film__put_shot(&chunks, f, shot, next, shown, work, &sequence);
    }
    film__chunk_begin(&chunks, "IEND");
    film__chunk_end(&chunks);
    errno = ENOMEM;
    if (chunks.failed) film__fail(f, "cannot make", "film.png");
    film__write_file(f, "film.png", chunks.data, chunks.size);
    free(chunks.data);
    free(images);
    free(palette);
    return chunks.size;
}

// Keeps every second shot, shown for twice as long.
static inline void film__thin(film *f) {
    size_t size = (size_t)f->reduced_width * (size_t)f->reduced_height * 3u;
    for (int i = 1; 2 * i < f->shot_count; ++i) {
        memcpy(f->shots + (size_t)i * size, f->shots + (size_t)(2 * i) * size, size);
    }
    f->shot_count = (f->shot_count + 1) / 2;
    f->skip *= 2;
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

    int larger = width > height ? width : height;
    f->reduced_width = larger > FILM_SIZE ? width * FILM_SIZE / larger : width;
    f->reduced_height = larger > FILM_SIZE ? height * FILM_SIZE / larger : height;
    if (f->reduced_width < 1) f->reduced_width = 1;
    if (f->reduced_height < 1) f->reduced_height = 1;
    f->skip = (f->frame_count + FILM_SHOTS - 1) / FILM_SHOTS;
    f->sheet_width = 3 * f->reduced_width + 4 * FILM__GAP;
    f->sheet_height = 3 * f->reduced_height + 4 * FILM__GAP;

    for (size_t n = strlen(f->folder); n > 1 && f->folder[n - 1] == '/'; --n) {
        f->folder[n - 1] = 0;
    }
    film__prepare_folder(f);
    film__remove_old(f);
    size_t shots = (size_t)((f->frame_count + f->skip - 1) / f->skip);
    f->shots = (uint8_t *)malloc((size_t)f->reduced_width * (size_t)f->reduced_height * 3u * shots);
    f->sheet = (uint8_t *)malloc((size_t)f->sheet_width * (size_t)f->sheet_height * 3u);
    errno = ENOMEM;
    if (f->shots == NULL || f->sheet == NULL || !canvas_open(&f->canvas, width, height)) {
        film__fail(f, "cannot open", "the canvas");
    }
    canvas__span(f->sheet, f->sheet_width * f->sheet_height, canvas_rgb(0xDDE1E8u));
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

/// Write the canvas as the next frame. Ends the program with status 1 when that fails.
/// Cost: about 15 ms for 960x540.
static inline void film_frame(film *f) {
    char leaf[32];
    size_t tile = (size_t)f->reduced_width * (size_t)f->reduced_height * 3u;
    if (!film_running(f)) return;
    snprintf(leaf, sizeof(leaf), "%04d.png", f->frame + 1);
    film__write_png(f, leaf, f->canvas.pixels, f->canvas.width, f->canvas.height, 5, 0);

    // Which tiles show this frame: the first, the last, and seven evenly between.
    int tiles[FILM__TILES], tile_count = 0;
    for (int i = 0; i < FILM__TILES; ++i) {
        int moment = (2 * i * (f->frame_count - 1) + FILM__TILES - 1) / (2 * (FILM__TILES - 1));
        if (moment == f->frame) tiles[tile_count++] = i;
    }
    int in_film = f->frame % f->skip == 0;
    if (in_film || tile_count > 0) {
        // A tile that is not in the film as well needs room of its own.
        uint8_t *image = f->shots + tile * (size_t)f->shot_count;
        uint8_t *own = NULL;
        if (!in_film) {
            own = (uint8_t *)malloc(tile);
            errno = ENOMEM;
            if (own == NULL) film__fail(f, "cannot make", "sheet.png");
            image = own;
        }
        film__reduce(f->canvas.pixels, f->canvas.width, f->canvas.height, image, f->reduced_width,
                     f->reduced_height);
        for (int i = 0; i < tile_count; ++i) {
            int left = FILM__GAP + tiles[i] % 3 * (f->reduced_width + FILM__GAP);
            int top = FILM__GAP + tiles[i] / 3 * (f->reduced_height + FILM__GAP);
            for (int y = 0; y < f->reduced_height; ++y) {
                memcpy(f->sheet + ((size_t)(top + y) * (size_t)f->sheet_width + (size_t)left) * 3u,
                       image + (size_t)y * (size_t)f->reduced_width * 3u,
                       (size_t)f->reduced_width * 3u);
            }
        }
        free(own);
        if (in_film) f->shot_count += 1;
    }
    f->frame += 1;
    f->time = (double)f->frame / FILM_RATE;
    film__progress(f);
}

/// Write sheet.png and film.png, say what was made (on stderr), free everything.
/// @return the exit status for main(): 0; it ends the program with 1 when a file cannot be written
static inline int film_close(film *f) {
    if (f->frame > 0) {
        film__write_png(f, "sheet.png", f->sheet, f->sheet_width, f->sheet_height, 32, 0);
        // Films of crowds do not pack well; rather fewer frames than a file nobody can send.
        if (film__write_film(f) > FILM__LARGE && f->shot_count > 60) {
            film__thin(f);
            film__write_film(f);
        }
    }
    fprintf(stderr, "%s%s: %d frames, %s/0001.png ... %04d.png, sheet.png, film.png\n",
            f->reported != f->started ? "\r" : "", f->name, f->frame, f->folder, f->frame);
    free(f->shots);
    free(f->sheet);
    canvas_close(&f->canvas);
    f->shots = NULL;
    f->sheet = NULL;
    return 0;
}

#endif // FILM_H
