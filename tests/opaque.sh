#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# opaque.sh - with V2D_OPAQUE, a C and a C++ file that know neither layout nor capacities run a world, and
# cannot look into it.
cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cat >"$dir/user.c" <<'END'
#define V2D_OPAQUE
#define V2D_MAX_BODIES 5 /* not those of the engine */
#include "verlet2d.h"
#include "verlet2d.h"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    void *memory = malloc(v2d_world_size() + 64);
    size_t skip = 64 - (size_t)memory % 64;
    v2d_world *world = (v2d_world *)(void *)((char *)memory + skip);
    v2d_world_def def = v2d_world_def_default();
    v2d_body_def body_def = v2d_body_def_default();
    v2d_body_id body;
    if (v2d_world_init(world, &def) != V2D_OK) return 1;
    body = v2d_body_create(world, &body_def);
    for (int i = 0; i < 60; ++i) v2d_world_step(world, 1.0f / 60.0f, 4);
    if ((size_t)v2d_world_counters(world).bytes != v2d_world_size()) return 2;
    if (v2d_world_counters(world).bodies.capacity != 8) return 3;
    if (v2d_version() != (V2D_VERSION_MAJOR << 16 | V2D_VERSION_MINOR << 8 | V2D_VERSION_PATCH)) return 4;
    printf("%.3f\n", (double)v2d_body_velocity(world, body).y);
    free(memory);
    return 0;
}
END
printf '#define V2D_OPAQUE\n#include "verlet2d.h"\nsize_t size = sizeof(v2d_world);\n' >"$dir/peep.c"
# Included as opaque first, and with the implementation then.
printf '#define V2D_OPAQUE\n#define V2D_MAX_BODIES 8\n#include "verlet2d.h"\n#define VERLET2D_IMPLEMENTATION\n#include "verlet2d.h"\n' >"$dir/engine.c"
${CC:-gcc} -std=c99 -O0 -DV2D_WIDTH=1 -I. -c -o "$dir/engine.o" "$dir/engine.c" || exit 1
for language in c c++; do
    ${CXX:-g++} -x $language -Wall -Wextra -I. -c -o "$dir/user.o" "$dir/user.c" &&
        ${CXX:-g++} -o "$dir/user" "$dir/user.o" "$dir/engine.o" -lm || exit 1
    out=$("$dir/user") || { echo "$language: exit status $?"; exit 1; }
    [ "$out" = "-10.000" ] || { echo "$language: a second of free fall gave $out m/s"; exit 1; }
done
${CC:-gcc} -I. -c -o "$dir/peep.o" "$dir/peep.c" 2>"$dir/err" && { echo "sizeof(v2d_world) is known"; exit 1; }
echo "opaque worlds in C and in C++"
