#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# run.sh - run example programs side by side, join their films, and look at what they wrote.
#
# Run:  examples/run.sh BIN_FOLDER OUT_FOLDER JOBS NAME...
#
# Films are joined by pngquant and apngasm; without them, strip.png is left as it is.
bin=$1
out=$2
jobs=$3
shift 3
mkdir -p "$out" || exit 1
command -v apngasm >/dev/null && command -v pngquant >/dev/null && film=film.png || film=strip.png

# An example says at its end: NAME: ..., strip.png: 150 of 2/30 s.
join='
    rm -rf "$3/$1"
    "$2/$1" --out "$3/$1" >"$3/$1.log" 2>&1
    status=$?
    said=$(grep "strip.png: " "$3/$1.log")
    if [ $status = 0 ] && [ $4 = film.png ]; then
        set -- "$@" $(echo "$said" | sed "s|.*: \([0-9]*\) of \([0-9]*\)/\([0-9]*\) s\$|\1 \2 \3|")
        cd "$3/$1" && pngquant --nofs 255 --output colors.png strip.png >>../$1.log 2>&1 &&
            apngasm film.png colors.png $6 $7 -vs$5 -z0 >>../$1.log 2>&1 && rm strip.png colors.png
        status=$?
        said=${said%strip.png*}film.png
        cd - >/dev/null
    fi
    echo $status >"$3/$1.status"
    if [ $status = 0 ]; then echo "$said"; fi'
printf '%s\n' "$@" | xargs -P "$jobs" -I{} sh -c "$join" run {} "$bin" "$out" "$film"

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
    [ -s "$out/$name/$film" ] || wrong="$wrong; no $film"
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
