#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# testbed.sh - the test bed in a window that nobody sees: every scene runs, and pointer and keys do what
# they should. Silent when good.
#
# Run:  tests/testbed.sh
#
# The program is built, and runs under Xvfb; xdotool moves the pointer and presses keys. What it did is
# read from its --trace, a line a frame.
cd "$(dirname "$0")/.." || exit 1
tests/need.sh libsdl2-dev libstb-dev xvfb xdotool || exit 1
dir=build/testbed
rm -rf "$dir"
mkdir -p "$dir" || exit 1

failed=0
fail() {
    echo "test bed: $*"
    failed=1
}

# Counts the colours of a picture, and how many of 1000 pixels have the most frequent one.
cat >"$dir/colors.c" <<'END'
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
int main(int argc, char **argv) {
    static int count[4096];
    int width, height, colors = 0, most = 0;
    unsigned char *p = argc > 1 ? stbi_load(argv[1], &width, &height, NULL, 3) : NULL;
    if (p == NULL) return 1;
    for (int i = 0; i < width * height; ++i)
        ++count[p[3 * i] / 16 * 256 + p[3 * i + 1] / 16 * 16 + p[3 * i + 2] / 16];
    for (int i = 0; i < 4096; ++i) {
        colors += count[i] > 0;
        most = count[i] > most ? count[i] : most;
    }
    printf("%d %d %d %d\n", width, height, colors, (int)(1000.0 * most / (width * height)));
    return 0;
}
END
cc=${CC:-cc}
$cc -O1 -o "$dir/colors" "$dir/colors.c" -lm || exit 1
$cc -O1 -DV2D_WIDTH=4 -I. -o "$dir/testbed" examples/testbed/testbed.c bench/scenes.c -lSDL2 -lm -pthread || exit 1

# It looks for a free display itself, and writes its number.
Xvfb -displayfd 3 -screen 0 960x540x24 3>"$dir/display" >"$dir/xvfb.log" 2>&1 &
xvfb=$!
bed=
trap 'kill $bed $xvfb 2>/dev/null' EXIT
trap 'exit 1' INT TERM
for i in $(seq 100); do
    [ -s "$dir/display" ] && break
    sleep 0.1
done
[ -s "$dir/display" ] || { cat "$dir/xvfb.log"; echo "test bed: Xvfb does not start"; exit 1; }
DISPLAY=:$(cat "$dir/display")
SDL_AUDIODRIVER=dummy
export DISPLAY SDL_AUDIODRIVER

# picture FILE WIDTHxHEIGHT: it has that size, and something is on it.
picture() {
    "$dir/colors" "$1" >"$dir/colors.txt" 2>&1 || { fail "$1 cannot be read"; return; }
    read -r width height colors most <"$dir/colors.txt"
    [ "${width}x$height" = "$2" ] || fail "$1 is ${width}x$height"
    [ "$colors" -ge 16 ] && [ "$most" -lt 970 ] || fail "$1 is nearly empty: $colors colours"
}

# ---- every scene ---------------------------------------------------------------------------------

"$dir/testbed" --list >"$dir/list" || fail "--list fails"
[ "$(sort -u "$dir/list" | wc -l)" -ge 30 ] || fail "there are few scenes"
while read -r scene; do
    name=$(echo "$scene" | tr / -)
    # Those of the benchmarks are large, and run longer there.
    case $scene in
    bench/*) frames=6 layers=3 ;;
    *) frames=60 layers=123456 ;;
    esac
    timeout 300 "$dir/testbed" --scene "$scene" --frames $frames --size 480x270 --trace --layers $layers \
        --screenshot "$dir/$name.png" >"$dir/$name.log" 2>&1 </dev/null || fail "$scene: exit status $?: $(tail -n 1 "$dir/$name.log")"
    grep -q "^frame $frames scene $scene steps $frames " "$dir/$name.log" || fail "$scene: not $frames steps"
    picture "$dir/$name.png" 480x270
done <"$dir/list"
for wrong in '--scene nothing' '--frames 0' '--size 10x10' '--size 200' '--layers 9' '--frames' '--what'; do
    "$dir/testbed" $wrong >"$dir/wrong.log" 2>&1 && fail "$wrong is taken"
    grep -q usage "$dir/wrong.log" || fail "$wrong: no usage"
done

# ---- pointer and keys ----------------------------------------------------------------------------

log=$dir/trace.log
# The last line but one of the trace, which is whole.
line() { grep '^frame ' "$log" | tail -n 2 | head -n 1; }
# get NAME [OFFSET]: the number after a name, or one further on.
get() { line | awk -v name="$1" -v at="${2:-1}" '{ for (i = 1; i < NF; ++i) if ($i == name) { print $(i + at); exit } }'; }
# calc EXPRESSION: its value. holds EXPRESSION: is it true?
calc() { awk "BEGIN { printf \"%.6g\", $1 }"; }
holds() { [ "$(awk "BEGIN { print(($1) ? 1 : 0) }")" = 1 ]; }
# await NAME VALUE: the state has that value within 20 s.
await() {
    for i in $(seq 200); do
        [ "$(get "$1")" = "$2" ] && return
        kill -0 $bed 2>/dev/null || break
        sleep 0.1
    done
    fail "$1 is '$(get "$1")', not '$2' $3"
}
# soon TEST MESSAGE: the test, shell text that is read again each time, is true within 20 s. An event
# takes its time from the X server to the program, so a number of frames does not tell that it came.
soon() {
    for i in $(seq 200); do
        eval "$1" && return
        kill -0 $bed 2>/dev/null || break
        sleep 0.1
    done
    eval "fail \"$2\""
}
# frames N: waits until N more frames are drawn.
frames() {
    until_frame=$(($(get frame) + $1))
    for i in $(seq 300); do
        [ "$(get frame)" -ge $until_frame ] && return
        sleep 0.1
    done
    fail "no more frames"
}
# pixel X Y: where a place of the world is in the window.
pixel() { calc "int(480.5 + ($1 - $(get view)) * $(get scale))" && printf ' ' && calc "int(270.5 - ($2 - $(get view 2)) * $(get scale))"; }

"$dir/testbed" --scene pyramid --size 960x540 --trace --screenshot "$dir/last.png" >"$log" 2>&1 &
bed=$!
await scene pyramid "at the beginning"
frames 5

# The box on the top of the pyramid follows the pointer: 2 m to the right, 1 m up.
set -- $(awk '$1 == "body" && (y == "" || $5 > y) { y = $5; x = $4; number = $2 } END { print number, x, y }' "$log")
box=$1 x=$2 y=$3
xdotool mousemove $(pixel "$x" "$y")
frames 2
xdotool mousedown 1
soon '[ "$(get body)" = "$box" ]' 'the press takes body $(get body), not $box'
for part in 0.2 0.4 0.6 0.8 1; do
    xdotool mousemove $(pixel "$x + 2 * $part" "$y + $part")
    sleep 0.05
done
pixel_size=$(calc "1 / $(get scale)")
soon 'holds "($(get target) - $x - 2)^2 + ($(get target 2) - $y - 1)^2 < (2 * $pixel_size)^2"' \
    'the target is $(get target) $(get target 2), not where the pointer is'
sleep 2
frames 3
holds "($(get held) - $(get target))^2 + ($(get held 2) - $(get target 2))^2 < 0.05^2" ||
    fail "held is $(get held) $(get held 2), the target $(get target) $(get target 2)"
holds "($(get at) - $(get target))^2 + ($(get at 2) - $(get target 2))^2 < 0.05^2" ||
    fail "the box is at $(get at) $(get at 2), the target $(get target) $(get target 2)"
xdotool mouseup 1
soon '[ -n "$(line)" ] && [ -z "$(get target)" ]' "the drag does not end"

# Pause, single steps, going on.
xdotool key space
await paused 1 "after space"
steps=$(get steps)
frames 10
[ "$(get steps)" = "$steps" ] || fail "pause does not stop the steps: $steps, $(get steps)"
xdotool key period
await steps $((steps + 1)) "after one step"
frames 5
[ "$(get steps)" = $((steps + 1)) ] || fail "one step is more than one"
xdotool key period
await steps $((steps + 2)) "after two steps"
xdotool key space
await paused 0 "after space"
soon 'holds "$(get steps) > $steps + 4"' "it does not go on after the pause"

# Sub-steps, layers, the view, scenes.
substeps=$(get substeps)
xdotool key plus
await substeps $((substeps + 1)) "after +"
xdotool key minus minus
await substeps $((substeps - 1)) "after two -"
for i in 1 2 3 4 5 6; do
    layers=$(($(get layers) ^ 1 << (i - 1)))
    xdotool key $i
    await layers $layers "after $i"
done
center=$(get view) scale=$(get scale)
xdotool mousemove 400 200 mousedown 3 mousemove 460 200 mouseup 3
soon 'holds "($(get view) - $center + 60 / $scale)^2 < (2 / $scale)^2"' 'the view moves from $center to $(get view)'
center=$(get view)
xdotool click 4
soon 'holds "$(get scale) > 1.05 * $scale"' "the wheel does not zoom"
frames 2
holds "($(get view) - 20 / $(get scale) - $center + 20 / $scale)^2 < (2 / $scale)^2" ||
    fail "what is under the pointer, at x = 460, moves when the wheel turns"
xdotool mousemove 400 200 key h
frames 3
xdotool key h key n
await scene dominoes "after N"
xdotool key Right
await scene bridge "after the right arrow"
frames 20

# The knife cuts the bridge, R takes that back, and B drops something.
joints=$(get joints) bodies=$(get bodies)
xdotool key k mousemove $(pixel 1.05 0.3) mousedown 1
frames 3
for part in 0.8 1.3 1.8 2.3 2.8 3.3 3.8; do
    xdotool mousemove $(pixel 1.05 $part)
    frames 1
done
xdotool mouseup 1 key k
soon 'holds "$(get joints) < $joints || $(get bodies) > $bodies"' \
    'the knife cuts nothing: $joints joints, $(get joints); $bodies bodies, $(get bodies)'
frames 3
steps=$(get steps)
xdotool keydown r
soon 'holds "$(get steps) < 15"' 'R does not go back from step $steps, but to $(get steps)'
xdotool keyup r
frames 3
[ "$(get joints) $(get bodies)" = "$joints $bodies" ] ||
    fail "the way back has $(get joints) joints, not $joints, or $(get bodies) bodies, not $bodies"
steps=$(get steps)
soon 'holds "$(get steps) > $steps"' "it does not go on from the past"
bodies=$(get bodies)
xdotool mousemove 300 100 key b
soon '[ "$(get bodies)" = $((bodies + 1)) ]' 'B drops nothing: $bodies bodies, $(get bodies)'

# A click into the list: the eighth scene is the cloth, which tears when it is pulled hard.
xdotool key l
frames 2
xdotool mousemove 70 214 click 1
await scene cloth "after a click into the list"
frames 3
edges=$(get edges)
xdotool mousemove $(pixel -1.5 5.5) mousedown 1
frames 2
for y in 5 4 3 2 1; do
    xdotool mousemove $(pixel -3 $y)
    frames 3
done
soon 'holds "$(get edges) < $edges"' 'the cloth does not tear: $edges edges, $(get edges)'
xdotool mouseup 1
frames 3

# The seventh scene is the jellies, the fourth the bridge.
xdotool key l
frames 2
xdotool mousemove 70 192 click 1
await scene jellies "after a click into the list"
xdotool key l
frames 2
xdotool mousemove 70 126 click 1
await scene bridge "after a click into the list"
seen=$(grep -c '^scene bridge ' "$log")
xdotool key BackSpace
soon '[ "$(grep -c "^scene bridge " "$log")" = $((seen + 1)) ]' "Backspace does not restart"
xdotool key p
await scene dominoes "after P"
frames 5
xdotool key Escape
for i in $(seq 100); do
    kill -0 $bed 2>/dev/null || break
    sleep 0.1
done
kill -0 $bed 2>/dev/null && { fail "Escape does not end it"; kill $bed; }
wait $bed || fail "it ends with status $?"
picture "$dir/last.png" 960x540
grep -q '^testbed:' "$log" && fail "$(grep '^testbed:' "$log" | head -n 1)"
exit $failed
