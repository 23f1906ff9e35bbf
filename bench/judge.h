// SPDX-License-Identifier: MIT OR Unlicense
// judge.h - how well an engine did, from shapes and poses alone, so that any engine can be judged.
//
// Overlaps are measured in double precision by separating axes and by distances between cores; no
// code is shared with verlet2d.h.
#ifndef JUDGE_H
#define JUDGE_H

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct judge_report {
    int finite;           // every pose is a number
    int pairs;            // overlapping pairs at the end
    double overlap_end;   // deepest overlap at the end [m]
    double overlap_mean;  // mean over the overlapping pairs at the end [m]
    double overlap_worst; // deepest at any check, that is every 50 steps and at the end [m]
    double drop;          // farthest that a watched body ended below its expected place [m]
    double slide;         // farthest beside it [m]
    double tilt_max;      // most and least turn of a watched body from its expected angle [rad]
    double tilt_min;
    double tilt_last;    // of the last watched body
    double speed;        // root mean square speed of the bodies in the last step [m/s]
    double peak_speed;   // fastest body in any step [m/s]
    double anchor_worst; // anchors of a joint apart: at any check [m]
    double anchor_end;   // at the end [m]
} judge_report;

typedef struct judge judge;

judge *judge_create(sim *s);         // after the scene is built; NULL when memory is out
void judge_step(judge *j);           // after each sim_step()
void judge_check(judge *j);          // or only now and then: overlaps, without speeds
judge_report judge_finish(judge *j); // after the last one; the overlap at the end is measured here
void judge_destroy(judge *j);

// Depth by which two shapes overlap [m], <= 0 when they do not; poses give origins and rotations.
double judge_overlap(const sim_shape *a, const sim_pose *pose_a, const sim_shape *b,
                     const sim_pose *pose_b);

// Compare with the limits of the scene. Returns NULL when all of them are met,
// else the name of the first quantity that misses. Scenes without limits only need finite poses.
const char *judge_verdict(const char *scene, const judge_report *report);
// The bar in words.
const char *judge_bar(const char *scene);

#ifdef __cplusplus
}
#endif
#endif
