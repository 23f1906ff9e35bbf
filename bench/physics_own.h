// SPDX-License-Identifier: MIT OR Unlicense
// physics_own.h - worlds of verlet2d.h itself, for experiments on what no peer has: rays, movers, zones.
//
// The engine is that of physics_verlet2d.o; to these files the world is opaque.
#ifndef PHYSICS_OWN_H
#define PHYSICS_OWN_H

#define V2D_OPAQUE
#include "../verlet2d.h"

#include "physics.h"

extern v2d_world *own; // the world of this experiment

// Begins it anew: gravity down [m/s^2], no sleep.
void own_open(double gravity);
v2d_vec2 own_v(double x, double y);
v2d_body_id own_body(v2d_body_type type, double x, double y, double angle);
v2d_shape_id own_shape(v2d_body_id body, v2d_geometry geometry, double density);
// Both, dynamic.
v2d_body_id own_solid(double x, double y, v2d_geometry geometry, double density);
v2d_shape_id own_sensor(double x, double y, v2d_geometry geometry);
void own_run(double seconds, double dt, int substeps);
// The engine's refusal, if there was one, becomes the experiment's.
void own_close(lab *l);

#endif
