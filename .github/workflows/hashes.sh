#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# hashes.sh COMPILER [OPTION...] - the hashes of all scenes with one compiler, for systems without the rest of
# what `make hashes` needs.
cd "$(dirname "$0")/../.." || exit 1
mkdir -p build || exit 1
"$@" -O2 -DHAVE_VERLET2D -DENGINE_EXPORTS -o build/hash_scenes tests/hash_scenes.c tests/hash_worlds.c bench/scenes.c \
    bench/engine_verlet2d.c -lm -pthread || exit 1
build/hash_scenes | tr -d '\r' >build/hashes.txt
diff build/hashes.txt tests/hashes.txt && echo "all scenes as in tests/hashes.txt"
