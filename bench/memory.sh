#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# memory.sh - what v2d_world costs: in all at the default capacities, and an item of each capacity.
#
# Run:  bench/memory.sh [--total]
# An item's cost is by how much sizeof(v2d_world) grows when its capacity is doubled, over the growth.
cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

size() {
    printf '%s\n' '#include "verlet2d.h"' '#include <stdio.h>' \
        'int main(void) { printf("%lu\n", (unsigned long)sizeof(v2d_world)); return 0; }' >"$dir/size.c"
    ${CC:-cc} -I. "$@" -o "$dir/size" "$dir/size.c" && "$dir/size"
}

total=$(size) || exit 1
echo "sizeof(v2d_world) = $total bytes with the default capacities"
[ "$1" = --total ] && exit 0
echo "capacity             default  bytes each    bytes"
# Each with its default value: some follow from others.
sed -n 's/^#define \(V2D_MAX_[A-Z]*\) .*/\1/p' verlet2d.h | grep -v VERTICES | while read -r macro; do
    printf '#include "verlet2d.h"\nlong count = %s;\n' "$macro" >"$dir/count.c"
    echo "$macro $(($(${CC:-cc} -I. -E "$dir/count.c" | sed -n 's/^long count = \(.*\);$/\1/p')))"
done >"$dir/counts"
while read -r macro count; do
    twice=$(size $(awk -v m="$macro" '{ print "-D" $1 "=" $2 * ($1 == m ? 2 : 1) }' "$dir/counts")) || exit 1
    awk -v m="$macro" -v n="$count" -v d=$((twice - total)) \
        'BEGIN { printf "%-18s %9d %11.1f %8d\n", m, n, d / n, d }'
done <"$dir/counts"
