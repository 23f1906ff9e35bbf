#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# instructions.sh - instructions of each stage of a step, by callgrind, beside those of the committed
# table bench/instructions.txt.
#
# Run:  bench/instructions.sh           prints the table, and by how much each number has changed
#       bench/instructions.sh --update  writes the table
# Counts do not depend on the machine, nor on what else it does, but on the compiler: the table says
# which one it was. The flags are fixed: gcc -O2, one width at a time.
cd "$(dirname "$0")/.." || exit 1
dir=build/instructions
table=bench/instructions.txt
rm -rf "$dir"
mkdir -p "$dir" || exit 1
scenes=${SCENE:-large_pyramid washer tumbler spinner smash junkyard jellies}
first=200 # steps before the counted ones
steps=20

build() { # WIDTH
    for part in scenes engine_verlet2d instructions; do
        gcc -std=gnu99 -O2 "-DV2D_WIDTH=$1" -DENGINE_CLOCK=instructions_clock -DHAVE_VERLET2D \
            -c -o "$dir/$part-$1.o" "bench/$part.c" || exit 1
    done
    gcc -o "$dir/run-$1" "$dir/scenes-$1.o" "$dir/engine_verlet2d-$1.o" "$dir/instructions-$1.o" -lm -pthread
}

count() { # WIDTH SCENE
    out=$dir/$2-$1
    valgrind --tool=callgrind --instr-atstart=no "--callgrind-out-file=$out.out" \
        "$dir/run-$1" "$2" $first $steps >"$out.txt" 2>"$out.log" || { cat "$out.log" >&2; exit 1; }
    read -r contacts hash <"$out.txt"
    awk -v scene="$2" -v width="$1" -v steps=$steps -v contacts="$contacts" -v hash="$hash" '
        FNR == 1 { stage = "" }
        /^desc: Trigger: Client Request: / { stage = $5 }
        /^(totals|summary): / && stage != "" && FILENAME != seen { sum[stage] += $2; seen = FILENAME }
        END {
            n = split("broadphase narrowphase prepare substeps finish", names, " ")
            printf "%-14s %5d", scene, width
            for (i = 1; i <= n; ++i) { total += sum[names[i]]; printf " %11.0f", sum[names[i]] / steps }
            printf " %11.0f %8d %8.0f  %s\n", total / steps, contacts, total / steps / contacts, hash
        }' "$out".out.*
}

{
    echo "# Instructions of a step, mean of steps $((first + 1)) to $((first + steps)); gcc -O2." \
        "make bench-instructions UPDATE=1 writes this."
    echo "# $(gcc --version | head -n 1), $(valgrind --version)"
    printf '%-14s %5s %11s %11s %11s %11s %11s %11s %8s %8s  %s\n' scene width broadphase \
        narrowphase prepare substeps finish total contacts each 'state hash'
    for width in 4 8; do
        build $width
        for scene in $scenes; do count $width "$scene"; done
    done
} >"$dir/table.txt" || exit 1

if [ "$1" = --update ]; then
    cp "$dir/table.txt" "$table"
    cat "$table"
    exit 0
fi
cat "$dir/table.txt"
[ -f "$table" ] || exit 0
echo
echo "Change against $table ($(sed -n '2s/^# //p' "$table")) [%]"
awk 'FNR == 1 { ++file }
     /^#/ || $1 == "scene" { if (file == 2 && $1 == "scene") print substr($0, 1, 92); next }
     file == 1 { for (i = 3; i <= 8; ++i) old[$1, $2, i] = $i; hash[$1, $2] = $11; next }
     {
         printf "%-14s %5d", $1, $2
         for (i = 3; i <= 8; ++i) {
             if (old[$1, $2, i] > 0) printf " %+11.2f", 100 * ($i / old[$1, $2, i] - 1)
             else printf " %11s", "-"
         }
         print ($1, $2) in hash && hash[$1, $2] != $11 ? "  other results" : ""
     }' "$table" "$dir/table.txt"
