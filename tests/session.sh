#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# session.sh - recorded sessions of the page and the test bed, without a window: in every scene the gestures of a
# pointer, a knife and a drive make the same bits when they are played again, from bytes too, on the way back
# to each step, and on another way from there. make page-test does the same in a browser.
cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
engine=build/obj/verlet2d.o # of make test
if [ ! -f $engine ]; then
    engine=$dir/verlet2d.o
    ${CC:-cc} -O1 -x c -DVERLET2D_IMPLEMENTATION -c -o "$engine" verlet2d.h || exit 1
fi
${CC:-cc} -O1 -I. -o "$dir/replay" examples/testbed/replay.c "$engine" -lm || exit 1
"$dir/replay" check || exit 1
# A link to a scene that was left alone for a second names its hash; a wrong hash is noticed.
hash=$("$dir/replay" hashes | sed -n 's/^playground alone [0-9a-f]* [0-9a-f]* \([0-9a-f]*\) .*/\1/p')
"$dir/replay" link "page#playground@60~~$hash" || exit 1
"$dir/replay" link "page#playground@60~~0123456789abcdef" >"$dir/out" && { cat "$dir/out"; exit 1; }
"$dir/replay" link "page#playground@60~A!~$hash" >"$dir/out" && { cat "$dir/out"; exit 1; }
exit 0
