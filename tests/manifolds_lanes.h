// SPDX-License-Identifier: MIT OR Unlicense
// manifolds_lanes.h - the part of test_manifolds.c that is compiled once per width.

static v2d__wpose V2D__K(wide_poses)(const v2d_transform *xf) {
    float pose[4][V2D__WIDTH];
    v2d__wpose wide;
    for (int i = 0; i < V2D__WIDTH; ++i) {
        pose[0][i] = xf[i].p.x, pose[1][i] = xf[i].p.y;
        pose[2][i] = xf[i].q.c, pose[3][i] = xf[i].q.s;
    }
    wide.x = v2d__w_load(pose[0]), wide.y = v2d__w_load(pose[1]);
    wide.c = v2d__w_load(pose[2]), wide.s = v2d__w_load(pose[3]);
    return wide;
}

static void V2D__K(wide_numbers)(const v2d__wmanifold *m, int lane, numbers *out) {
    v2d__w_store(out->count + lane, m->count);
    v2d__w_store(out->nx + lane, m->nx);
    v2d__w_store(out->ny + lane, m->ny);
    for (int p = 0; p < 2; ++p) {
        v2d__w_store(out->ax[p] + lane, m->ax[p]);
        v2d__w_store(out->ay[p] + lane, m->ay[p]);
        v2d__w_store(out->separation[p] + lane, m->separation[p]);
        v2d__w_store(out->feature[p] + lane, m->feature[p]);
    }
}

// The manifolds of all eight pairs, V2D__WIDTH at a time. `boxes`: the oriented boxes of the figures, or NULL.
static void V2D__K(collide_wide)(const block *k, const v2d__oriented_box *boxes, numbers *out) {
    for (int lane = 0; lane < 8; lane += V2D__WIDTH) {
        float wanted[V2D__WIDTH], ahead[3][V2D__WIDTH];
        v2d__wpairs pairs;
        pairs.figures.first = &k->figures[0];
        pairs.figures.stride = sizeof(v2d_geometry) / sizeof(float);
        pairs.boxes = boxes != NULL ? &boxes[0].x : NULL;
        v2d__wmanifold m;
        for (int i = 0; i < V2D__WIDTH; ++i) {
            pairs.a[i] = lane + i, pairs.b[i] = 8 + lane + i;
            wanted[i] = k->skipped[lane + i] ? 0.0f : 1.0f;
            ahead[0][i] = k->ahead[lane + i].velocity.x,
            ahead[1][i] = k->ahead[lane + i].velocity.y;
            ahead[2][i] = k->ahead[lane + i].reach, pairs.carried[i] = k->ahead[lane + i].carried;
        }
        pairs.xa = V2D__K(wide_poses)(k->xa + lane), pairs.xb = V2D__K(wide_poses)(k->xb + lane);
        pairs.margin = v2d__w_load(k->margin + lane);
        pairs.vx = v2d__w_load(ahead[0]), pairs.vy = v2d__w_load(ahead[1]);
        pairs.reach = v2d__w_load(ahead[2]);
        pairs.wanted = v2d__w_load(wanted) > v2d__w_splat(0.5f);
        V2D__K(collide)(&pairs, &m);
        V2D__K(wide_numbers)(&m, lane, out);
    }
}
