#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# hash.sh - the state of every scene is the same, bit for bit, whatever compiles verlet2d.h, and the
# one that tests/hashes.txt publishes: a change that alters all builds alike is noticed, too.
#
# Run:  tests/hash.sh           compares
#       tests/hash.sh --all     the same with more configurations
#       tests/hash.sh --update  writes tests/hashes.txt, for a change that is meant to alter results
#
# The engine is compiled once for each line of `few` or `all`, with the compilers' default -std and
# no floating-point flag but where the line says so; scenes and main program are compiled once.
cd "$(dirname "$0")/.." || exit 1
dir=build/hash
published=tests/hashes.txt
rm -rf "$dir"
mkdir -p "$dir" || exit 1

few() { # each level, compiler, language, width and instruction set once
    echo "clang -O0"
    command -v tcc >/dev/null && echo tcc
    echo "g++ -O1"
    echo "gcc -Ofast"
    echo "gcc -O2 -std=c99 -DNDEBUG -DV2D_WIDTH=1"
    [ "$(uname -m)" = x86_64 ] || { echo "clang++ -Os" && echo "clang -O3" && return; }
    echo "clang++ -Os -DV2D_WIDTH=4"
    echo "gcc -O3 -march=native"
    echo "clang -O3 -mfma"
}
all() {
    for level in -O0 -O1 -O2 -O3 -Os; do
        for compiler in gcc g++ clang clang++; do echo "$compiler $level"; done
    done
    for compiler in gcc g++; do echo "$compiler -Ofast"; done
    for compiler in gcc g++ clang clang++; do
        [ "$(uname -m)" = x86_64 ] && echo "$compiler -O3 -march=native"
        echo "$compiler -O2 -DV2D_WIDTH=1"
        [ "$(uname -m)" = x86_64 ] && echo "$compiler -O2 -DV2D_WIDTH=4"
    done
    echo "gcc -O2 -std=c99 -DNDEBUG"
    command -v tcc >/dev/null && echo tcc
    [ "$(uname -m)" = x86_64 ] || return
    for compiler in gcc clang; do echo "$compiler -O2 -mfma"; done
    echo "gcc -O2 -mavx2 -mfma -DV2D_WIDTH=1"
    echo "gcc -O2 -mavx2 -mfma -DV2D_WIDTH=4"
    echo "clang -O2 -mavx2 -mfma -DV2D_WIDTH=4"
}
configurations=few
[ "$1" = --all ] && configurations=all

gcc -O2 -c -o "$dir/scenes.o" bench/scenes.c &&
    gcc -O2 -c -o "$dir/worlds.o" tests/hash_worlds.c &&
    gcc -O2 -DHAVE_VERLET2D -c -o "$dir/main.o" tests/hash_scenes.c || exit 1

# One configuration: compile, run, keep the output. $1 is its number, the rest its words.
cat >"$dir/one.sh" <<'END'
dir=$1
number=$2
compiler=$3
shift 3
language=c
case $compiler in *++) language=c++ ;; esac
object=$dir/$number.o
$compiler "$@" -DENGINE_EXPORTS -x $language -c -o "$object" bench/engine_verlet2d.c &&
    $compiler -o "$dir/$number" "$dir/main.o" "$dir/worlds.o" "$dir/scenes.o" "$object" -lm -pthread &&
    "$dir/$number" >"$dir/$number.txt"
rm -f "$object" "$dir/$number"
END

# -O0 runs longest, and comes first: no core waits for it at the end.
$configurations | nl -ba -w1 -s' ' |
    xargs -P "${JOBS:-2}" -L1 sh "$dir/one.sh" "$dir" 2>"$dir/errors.txt"

count=$($configurations | wc -l)
scenes=$(wc -l <"$dir/1.txt")
different=0
number=0
while [ $number -lt "$count" ]; do
    number=$((number + 1))
    what=$($configurations | sed -n "${number}p")
    if [ ! -s "$dir/$number.txt" ]; then
        echo "$what: did not compile or run"
        different=$((different + 1))
    elif ! cmp -s "$dir/1.txt" "$dir/$number.txt"; then
        echo "$what: differs in" $(diff "$dir/1.txt" "$dir/$number.txt" | sed -n 's/^> \([^ ]*\).*/\1/p')
        different=$((different + 1))
    fi
done
[ "$1" = --update ] && cp "$dir/1.txt" "$published"
if [ $different = 0 ] && ! cmp -s "$published" "$dir/1.txt"; then
    echo "All builds agree, but not with $published:"
    diff "$published" "$dir/1.txt"
    exit 1
fi

# A world of 64 KB: less room, the same bits.
{ echo '#include "bench/engine_verlet2d.c"' && echo 'typedef char fits[sizeof(v2d_world) <= 65536 ? 1 : -1];'; } |
    gcc -O2 -I. -DENGINE_EXPORTS -DV2D_MAX_BODIES=15 -DV2D_MAX_SHAPES=15 -DV2D_MAX_POINTS=0 -DV2D_MAX_EDGES=0 -DV2D_MAX_BENDS=0 \
        -DV2D_MAX_SOFTS=0 -DV2D_MAX_JOINTS=0 -DV2D_MAX_PAIRS=64 -DV2D_MAX_CONTACTS=28 -DV2D_MAX_ROWS=0 \
        -DV2D_MAX_EVENTS=0 -DV2D_MAX_TOUCHES=0 -DV2D_MAX_ZONES=0 -x c -c -o "$dir/small.o" - &&
    gcc -o "$dir/small" "$dir/main.o" "$dir/worlds.o" "$dir/scenes.o" "$dir/small.o" -lm -pthread &&
    "$dir/small" ten_boxes >"$dir/small.txt"
if [ "$(cat "$dir/small.txt")" != "$(grep '^ten_boxes ' "$published")" ]; then
    echo "ten_boxes in a world of 64 KB: $(cat "$dir/small.txt")"
    different=$((different + 1))
fi

# Enums of one byte: scenes and main program have them, too.
flags='-O1 -fshort-enums -DHAVE_VERLET2D -DENGINE_EXPORTS'
[ "$(uname -m)" = x86_64 ] && flags="$flags -DV2D_WIDTH=4"
gcc $flags -o "$dir/short" tests/hash_scenes.c tests/hash_worlds.c bench/scenes.c bench/engine_verlet2d.c -lm -pthread &&
    "$dir/short" >"$dir/short.txt"
if ! cmp -s "$dir/short.txt" "$published"; then
    echo "gcc $flags: differs"
    different=$((different + 1))
fi
if [ $different = 0 ] && [ "$scenes" -gt 0 ]; then
    echo "$count configurations, $scenes scenes: equal to each other and to $published"
    echo "a world of 64 KB: ten_boxes as published"
    exit 0
fi
head -n 20 "$dir/errors.txt"
echo "$count configurations, $scenes scenes: $different differ from $($configurations | head -n 1)"
exit 1
