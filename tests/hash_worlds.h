// SPDX-License-Identifier: MIT OR Unlicense
// hash_worlds.h - worlds of hash_scenes.c that no other engine has; see hash_worlds.c.
#ifndef HASH_WORLDS_H
#define HASH_WORLDS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The state hash after so many steps, into which what was told along the way is folded; 0: an error.
uint64_t hash_zones(int steps);
uint64_t hash_reports(int steps);
uint64_t hash_joints(int steps);

#ifdef __cplusplus
}
#endif
#endif
