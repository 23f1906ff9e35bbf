// SPDX-License-Identifier: MIT OR Unlicense
// carry.c - worlds that are saved on one machine and go on on another: see machines.sh.
//
// Run:  carry save FOLDER     writes saves, and prints the hashes of what the worlds become
//       carry load FOLDER     reads them, and prints the hashes of what they become here
#define VERLET2D_IMPLEMENTATION
#define V2D_MAX_BODIES   256
#define V2D_MAX_SHAPES   512
#define V2D_MAX_POINTS   512
#define V2D_MAX_EDGES    1024
#define V2D_MAX_BENDS    256
#define V2D_MAX_SOFTS    16
#define V2D_MAX_JOINTS   64
#define V2D_MAX_PAIRS    4096
#define V2D_MAX_CONTACTS 1024
#define V2D_MAX_ROWS     1024
#include "verlet2d.h"

#include <stdio.h>
#include <string.h>

enum { WORLDS = 3, STEPS = 60 };

static v2d_world world;
static unsigned char bytes[sizeof(v2d_world)];

static v2d_body_id add(v2d_body_type type, float x, float y, v2d_geometry geometry) {
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    body.type = type, body.position = v2d_vec2_make(x, y);
    shape.restitution = 0.2f, shape.report = V2D_REPORT_CONTACT;
    v2d_body_id id = v2d_body_create(&world, &body);
    (void)v2d_shape_create(&world, id, &shape, &geometry);
    return id;
}

static void add_joints(void) {
    v2d_body_id last = add(V2D_BODY_STATIC, 0.0f, 12.0f, v2d_geometry_box(0.2f, 0.2f));
    for (int i = 0; i < 10; ++i) {
        v2d_body_id next =
            add(V2D_BODY_DYNAMIC, (float)i + 1.0f, 12.0f, v2d_geometry_box(0.4f, 0.1f));
        v2d_joint_def def = v2d_joint_def_default(i % 3 == 2 ? V2D_JOINT_WELD : V2D_JOINT_REVOLUTE);
        v2d_vec2 at = v2d_vec2_make((float)i + 0.5f, 12.0f);
        def.a = v2d_anchor_at(&world, last, at, 0.0f),
        def.b = v2d_anchor_at(&world, next, at, 0.0f);
        (void)v2d_joint_create(&world, &def);
        last = next;
    }
}

static void add_soft_bodies(void) {
    v2d_soft_def def = v2d_soft_def_default();
    def.area_frequency = 5.0f, def.position = v2d_vec2_make(-6.0f, 3.0f);
    (void)v2d_soft_create_box(&world, &def, 1.5f, 1.5f);
    def.area_frequency = 0.0f, def.position = v2d_vec2_make(3.0f, 9.0f);
    v2d_soft_id cloth = v2d_soft_create_cloth(&world, &def, 8, 8, 0.3f);
    (void)v2d_point_set_pinned(&world, v2d_soft_point(&world, cloth, 0), true);
    for (int i = 0; i < 60; ++i) {
        v2d_point_def point = v2d_point_def_default();
        point.radius = 0.1f, point.position = v2d_vec2_make(5.0f + 0.22f * (float)(i % 8),
                                                            1.0f + 0.25f * (float)(i / 8));
        (void)v2d_point_create(&world, &point);
    }
}

// A pile, which partly sleeps; a chain of joints that falls onto it; soft bodies and loose points.
static void make(int number) {
    v2d_world_def def = v2d_world_def_default();
    (void)v2d_world_init(&world, &def);
    (void)add(V2D_BODY_STATIC, 0.0f, -1.0f, v2d_geometry_box(30.0f, 1.0f));
    for (int i = 0; i < 60; ++i) {
        float x = (float)(i % 10) - 5.0f + 0.05f * (float)(i / 10),
              y = 0.5f + 1.1f * (float)(i / 10);
        v2d_geometry figure = v2d_geometry_box(0.45f, 0.45f);
        if (i % 3 == 1) figure = v2d_geometry_circle(v2d_vec2_make(0.0f, 0.0f), 0.4f);
        (void)add(V2D_BODY_DYNAMIC, x, y, figure);
    }
    if (number > 0) add_joints();
    if (number > 1) add_soft_bodies();
}

static void go_on(const char *when) {
    for (int i = 0; i < STEPS; ++i)
        (void)v2d_world_step(&world, 1.0f / 60.0f, 4);
    uint64_t hash = v2d_world_hash(&world);
    if (when != NULL)
        printf("%s %08x%08x\n", when, (unsigned)(hash >> 32), (unsigned)(hash & 0xffffffffu));
}

int main(int argc, char **argv) {
    for (int i = 0; i < WORLDS && argc == 3; ++i) {
        char path[512], name[32];
        bool save = strcmp(argv[1], "save") == 0;
        (void)snprintf(path, sizeof(path), "%s/world%d.save", argv[2], i);
        (void)snprintf(name, sizeof(name), "world%d", i);
        FILE *file = fopen(path, save ? "wb" : "rb");
        if (file == NULL) return 1;
        if (save) {
            make(i);
            go_on(NULL);
            size_t size = v2d_world_save(&world, bytes, sizeof(bytes));
            if (fwrite(bytes, 1, size, file) != size) return 1;
        } else {
            size_t size = fread(bytes, 1, sizeof(bytes), file);
            if (v2d_world_load(&world, bytes, size) != V2D_OK) printf("%s is refused\n", name);
        }
        if (fclose(file) != 0) return 1;
        go_on(name);
    }
    return argc == 3 ? 0 : 1;
}
