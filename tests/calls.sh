#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# calls.sh - the public functions that no random sequence of calls ever calls. None is to be left out.
cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# A name before a parenthesis, between the markers of the interface; a macro counts as what it calls.
sed -n '/^\/\/ >>api /,/^\/\/ >>layout /p' verlet2d.h | grep '^V2D_API' |
    sed 's/^[^(]*[ *]\(v2d_[a-z0-9_]*\)(.*/\1/' | sort -u >"$dir/public"
grep -oh 'v2d_[a-z0-9_]*(' tests/fuzz.h tests/test_fuzz.c tests/test_fuzz_small.c | tr -d '(' >"$dir/names"
grep -q -x v2d_world_init "$dir/names" && echo v2d_world_init_sized >>"$dir/names"
sort -u -o "$dir/names" "$dir/names"

count=$(wc -l <"$dir/public")
[ "$count" -gt 150 ] || { echo "only $count public functions found"; exit 1; }
comm -23 "$dir/public" "$dir/names" >"$dir/missing"
if [ -s "$dir/missing" ]; then
    echo "no fuzz test calls:"
    cat "$dir/missing"
    exit 1
fi
echo "fuzz tests call all $count public functions"
