#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# rooms.sh - capacities of 0: every two kinds with and without room, in combinations that a covering array gives, compile
# without a warning and run rooms.c, where boxes get the same bits each time.
cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
kinds="POINTS EDGES BENDS CELLS SOFTS JOINTS ZONES EVENTS TOUCHES ROWS"
# A column for each kind: of each two columns, every row of 00, 01, 10, 11 is there.
rows="1111111111 0000011111 1011100001 0101110010 0110101100 1100010100 0011001010 1001000000 0110000011"
want=
for row in $rows; do
    set -- $kinds
    flags=
    for bit in $(echo "$row" | sed 's/./& /g'); do
        [ "$bit" = 0 ] && flags="$flags -DV2D_MAX_$1=0"
        shift
    done
    for cc in ${CC:-gcc clang}; do
        # shellcheck disable=SC2086
        $cc -std=c99 -O0 -Wall -Wextra -pedantic -Werror -DV2D_VALIDATE $flags -I. -o "$dir/rooms" tests/rooms.c -lm || {
            echo "$cc$flags: does not compile without a warning"
            exit 1
        }
        got=$("$dir/rooms") || { echo "$cc$flags: $got (exit status $?)"; exit 1; }
        [ "${want:=$got}" = "$got" ] || { echo "$cc$flags: $got, not $want"; exit 1; }
    done
done
echo "capacities of 0: same bits"
