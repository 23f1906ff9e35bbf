// SPDX-License-Identifier: MIT OR Unlicense
// manifolds_lanes.h - the part of test_manifolds.c that is compiled once per width.

// The manifolds of all eight pairs, V2D__WIDTH at a time.
static void V2D__K(collide_wide)(const block *k, numbers *out) {
    for (int lane = 0; lane < 8; lane += V2D__WIDTH) {
        float pose[8][V2D__WIDTH], wanted[V2D__WIDTH];
        v2d__wpairs pairs;
        pairs.figures.first = &k->figures[0];
        pairs.figures.stride = sizeof(v2d_geometry) / sizeof(float);
        v2d__wmanifold m;
        for (int i = 0; i < V2D__WIDTH; ++i) {
            v2d_transform xa = k->xa[lane + i], xb = k->xb[lane + i];
            pairs.a[i] = lane + i, pairs.b[i] = 8 + lane + i;
            wanted[i] = k->skipped[lane + i] ? 0.0f : 1.0f;
            pose[0][i] = xa.p.x, pose[1][i] = xa.p.y, pose[2][i] = xa.q.c, pose[3][i] = xa.q.s;
            pose[4][i] = xb.p.x, pose[5][i] = xb.p.y, pose[6][i] = xb.q.c, pose[7][i] = xb.q.s;
        }
        pairs.xa.x = v2d__w_load(pose[0]), pairs.xa.y = v2d__w_load(pose[1]);
        pairs.xa.c = v2d__w_load(pose[2]), pairs.xa.s = v2d__w_load(pose[3]);
        pairs.xb.x = v2d__w_load(pose[4]), pairs.xb.y = v2d__w_load(pose[5]);
        pairs.xb.c = v2d__w_load(pose[6]), pairs.xb.s = v2d__w_load(pose[7]);
        pairs.margin = v2d__w_load(k->margin + lane);
        pairs.vx = pairs.vy = pairs.reach = v2d__w_splat(0.0f);
        memset(pairs.carried, 0, sizeof(pairs.carried));
        pairs.wanted = v2d__w_load(wanted) > v2d__w_splat(0.5f);
        V2D__K(collide)(&pairs, &m);
        v2d__w_store(out->count + lane, m.count);
        v2d__w_store(out->nx + lane, m.nx);
        v2d__w_store(out->ny + lane, m.ny);
        for (int p = 0; p < 2; ++p) {
            v2d__w_store(out->ax[p] + lane, m.ax[p]);
            v2d__w_store(out->ay[p] + lane, m.ay[p]);
            v2d__w_store(out->separation[p] + lane, m.separation[p]);
            v2d__w_store(out->feature[p] + lane, m.feature[p]);
        }
    }
}
