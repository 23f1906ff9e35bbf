// SPDX-License-Identifier: MIT OR Unlicense
// rooms.c - a world where some capacities are 0: what has no room is refused by name, and all else goes on with the
// same bits. Compiled and run by rooms.sh, which compares the hash that this prints.
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include <stdio.h>
#include <stdlib.h>

static v2d_world world;
static unsigned char bytes[64 + sizeof world];

// Exits when an object was made though there is no room, or was not made though there is.
static void made(const char *kind, uint32_t index1, int room) {
    v2d_result status = v2d_world_status(&world);
    int right =
        room > 0 ? index1 != 0 && status == V2D_OK : index1 == 0 && status == V2D_ERROR_CAPACITY;
    v2d_world_clear_status(&world);
    if (right) return;
    printf("%s: made %u, room %d, status %s\n", kind, index1, room, v2d_result_text(status));
    exit(1);
}

static void step(int times) {
    for (int i = 0; i < times; ++i) {
        if (v2d_world_step(&world, 1.0f / 60.0f, 4) == V2D_OK) continue;
        printf("step %d: %s\n", i, v2d_result_text(v2d_world_status(&world)));
        exit(1);
    }
}

// Makes one of each kind, far from the boxes.
static void others(v2d_body_id box) {
    v2d_point_def point = v2d_point_def_default();
    v2d_edge_def edge = v2d_edge_def_default();
    v2d_bend_def bend = v2d_bend_def_default();
    v2d_cell_def cell = v2d_cell_def_default();
    v2d_soft_def soft = v2d_soft_def_default();
    v2d_joint_def joint = v2d_joint_def_default(V2D_JOINT_REVOLUTE);
    v2d_zone_def zone = v2d_zone_def_default(V2D_ZONE_WIND);
    v2d_point_id p[3];
    v2d_body_id none = {0, 0};
    for (int i = 0; i < 3; ++i) {
        point.position = v2d_vec2_make(50.0f + (float)(i % 2), 1.0f + (float)i);
        p[i] = v2d_point_create(&world, &point);
        made("point", p[i].index1, V2D_MAX_POINTS);
    }
    if (V2D_MAX_POINTS > 0) {
        edge.a = bend.a = cell.a = p[0], edge.b = bend.b = cell.b = p[1], bend.c = cell.c = p[2];
        made("edge", v2d_edge_create(&world, &edge).index1, V2D_MAX_EDGES);
        made("bend", v2d_bend_create(&world, &bend).index1, V2D_MAX_BENDS);
        made("cell", v2d_cell_create(&world, &cell).index1, V2D_MAX_CELLS);
    }
    soft.position = v2d_vec2_make(60.0f, 2.0f);
    made("soft body", v2d_soft_create_box(&world, &soft, 1.0f, 1.0f).index1,
         V2D_MAX_SOFTS > 0 && V2D_MAX_POINTS > 0 && V2D_MAX_EDGES > 0);
    joint.a = v2d_anchor_world(v2d_vec2_make(70.0f, 5.0f), 0.0f);
    joint.b = v2d_anchor_body(box, v2d_vec2_make(-1.0f, 0.0f));
    made("joint", v2d_joint_create(&world, &joint).index1, V2D_MAX_JOINTS);
    zone.shape = v2d_body_first_shape(
        &world, v2d_world_next_body(&world, v2d_world_next_body(&world, none)));
    made("zone", v2d_zone_create(&world, &zone).index1, V2D_MAX_ZONES);
}

// Boxes fall on a floor, with reports and a sensor.
static v2d_body_id scene(void) {
    v2d_world_def def = v2d_world_def_default();
    v2d_body_def body = v2d_body_def_default();
    v2d_shape_def shape = v2d_shape_def_default();
    v2d_geometry box = v2d_geometry_box(0.4f, 0.4f), wide = v2d_geometry_box(20.0f, 0.5f);
    v2d_body_id last = {0, 0};
    if (v2d_world_init(&world, &def) != V2D_OK) exit(2);
    shape.report = V2D_REPORT_CONTACT | V2D_REPORT_HIT;
    body.type = V2D_BODY_STATIC;
    v2d_body_create_with(&world, &body, &shape, &wide);
    shape.sensor = true, body.position.x = 60.0f;
    v2d_body_create_with(&world, &body, &shape, &box);
    shape.sensor = false, body.type = V2D_BODY_DYNAMIC;
    for (int i = 0; i < 10; ++i) {
        body.position = v2d_vec2_make(0.1f * (float)(i % 3), 1.0f + (float)i);
        v2d_body_create_with(&world, &body, &shape, &box);
    }
    body.position = v2d_vec2_make(71.0f, 5.0f);
    last = v2d_body_create_with(&world, &body, NULL, &box);
    return last;
}

// Hash of the poses of the boxes of the scene.
static uint64_t boxes(void) {
    v2d_body_id none = {0, 0}, id = v2d_world_next_body(&world, none);
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < 12; ++i, id = v2d_world_next_body(&world, id)) {
        v2d_transform at = v2d_body_transform(&world, id);
        const unsigned char *byte = (const unsigned char *)&at;
        for (size_t k = 0; k < sizeof at; ++k)
            hash = (hash ^ byte[k]) * 1099511628211u;
    }
    return hash;
}

int main(void) {
    v2d_body_id box = scene();
    step(60);
    others(box);
    step(60);
    size_t size = v2d_world_save(&world, NULL, 0);
    if (size > sizeof bytes || v2d_world_save(&world, bytes, size) != size) return 3;
    step(60);
    uint64_t hash = v2d_world_hash(&world);
    if (v2d_world_load(&world, bytes, size) != V2D_OK) return 4;
    step(60);
    if (v2d_world_hash(&world) != hash) return 5;
    printf("%016llx\n", (unsigned long long)boxes());
    return 0;
}
