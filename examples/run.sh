#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# run.sh - run example programs side by side and look at what they wrote.
#
# Run:  examples/run.sh BIN_FOLDER OUT_FOLDER JOBS NAME...
bin=$1
out=$2
jobs=$3
shift 3
mkdir -p "$out" || exit 1

printf '%s\n' "$@" | xargs -P "$jobs" -I{} sh -c '
    rm -rf "$3/$1"
    "$2/$1" --out "$3/$1" >"$3/$1.log" 2>&1
    status=$?
    echo $status >"$3/$1.status"
    if [ $status = 0 ]; then tail -n 1 "$3/$1.log"; fi' run {} "$bin" "$out"

good=0
bad=0
frames=0
for name in "$@"; do
    status=$(cat "$out/$name.status")
    count=$(ls "$out/$name" 2>/dev/null | grep -c '^[0-9][0-9]*\.png$')
    wrong=
    [ "$status" = 0 ] || wrong="exit status $status"
    [ "$count" -gt 0 ] || wrong="$wrong; no frames"
    [ -s "$out/$name/sheet.png" ] || wrong="$wrong; no sheet.png"
    [ -s "$out/$name/film.png" ] || wrong="$wrong; no film.png"
    if [ -z "$wrong" ]; then
        good=$((good + 1))
        rm -f "$out/$name.log"
    else
        bad=$((bad + 1))
        echo "$name: ${wrong#; }"
        sed 's/^/    /' "$out/$name.log" | tail -n 10
    fi
    rm -f "$out/$name.status"
    frames=$((frames + count))
done
echo "$good examples wrote $frames frames, $good contact sheets and $good films to $out; $bad examples failed"
[ "$bad" = 0 ]
