#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# coverage.sh - the share of verlet2d.h's lines that the test programs run. Bar: 95 %.
#
# Run:  tests/coverage.sh [--lines]   also lists the lines that nothing runs
cd "$(dirname "$0")/.." || exit 1
dir=build/coverage
rm -rf "$dir"
mkdir -p "$dir" || exit 1

# Atomic counters: test_parallel counts in several threads, and gcovr refuses what races leave. It adds up what the
# tests run that share an engine. What looks whether all holds does not count.
flags='-O0 --coverage -fprofile-update=atomic -DENGINE_UNCHECKED -I.'
for engine in DEFAULT TINY SMALL MEDIUM; do
    gcc $flags -DENGINE_$engine -c -o "$dir/engine_$engine.o" tests/engine.c || exit 1
done
V2D_SHARE="${V2D_SHARE:-10}" # of the long tests a tenth is run
export flags V2D_SHARE
one='name=$(basename "$1" .c)
engine=$(sed -nE "s/^#define ENGINE_(TINY|SMALL|MEDIUM)$/\1/p" "$1")
engine=$2/engine_${engine:-DEFAULT}.o
grep -q "^#define VERLET2D_IMPLEMENTATION$" "$1" && engine=
gcc $flags -o "$2/$name" "$1" $engine -lcmocka -lm && "$2/$name" >"$2/$name.log" 2>&1 ||
    echo "$1 failed: its coverage may be too low"'
printf '%s\n' tests/test_*.c | xargs -P "${JOBS:-2}" -I{} sh -c "$one" one {} "$dir"

gcovr -j "${JOBS:-2}" --root . --filter 'verlet2d\.h' --merge-mode-functions=merge-use-line-min \
    --exclude-unreachable-branches --txt "$dir/report.txt" --json-summary "$dir/summary.json" \
    "$dir" >"$dir/gcovr.log" 2>&1 ||
    gcovr --root . --filter 'verlet2d\.h' --txt "$dir/report.txt" \
        --json-summary "$dir/summary.json" "$dir" >"$dir/gcovr.log" 2>&1 || { cat "$dir/gcovr.log"; exit 1; }
[ "$1" = --lines ] && cat "$dir/report.txt"
percent=$(sed -n 's/.*"line_percent": *\([0-9.]*\).*/\1/p' "$dir/summary.json" | tail -n 1)
echo "verlet2d.h: $percent % of lines"
awk -v p="$percent" 'BEGIN { exit !(p >= 95) }' || { echo "under 95 %"; exit 1; }
