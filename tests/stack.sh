#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# stack.sh - the stack that verlet2d.h needs on x86-64, by gcc: prints each frame that is larger than
# the header says, and the deepest chain of calls when it needs more. Silent when good.
#
# Run:  tests/stack.sh        silent unless a bound is passed
#       tests/stack.sh -v     prints the largest frames and the deepest chain all the same
#
# A call through a pointer may reach any function that is called by no other name: the self-check its scenes, a
# kernel of the narrowphase those for one class of pairs, the overflow of joints their kernels, another kernel
# visitors, anything else the kernels, a stage any part of one. Functions that the user hands over are not counted.
cd "$(dirname "$0")/.." || exit 1
dir=build/stack
rm -rf "$dir"
mkdir -p "$dir" || exit 1
printf '#define VERLET2D_IMPLEMENTATION\n#include "verlet2d.h"\n' >"$dir/whole.c"

look() { # LEVEL FRAME KERNEL CHAIN: bounds in bytes; KERNEL is of functions that handle lanes
    gcc -std=c99 "$1" -I. -fstack-usage -fcallgraph-info=su -c -o "$dir/whole.o" "$dir/whole.c" || exit 1
    awk -v level="$1" -v most_frame="$2" -v most_kernel="$3" -v most_chain="$4" -v verbose="$verbose" '
        function is_kernel(f) { return f ~ /_w[148](\.|$)/ }
        function reaches(from, to) { # through a pointer
            if (from ~ /draw/ || to in called || to !~ /^v2d__/) return 0
            if (to ~ /^v2d__selfcheck/) return from ~ /selfcheck/
            if (from ~ /^v2d__(team_work|parallel|stage)/) return to ~ /_part$/
            if (from ~ /overflow_joints/) return to ~ /^v2d__joint_.*_w/
            if (from ~ /^v2d__collide_/) return to ~ /^v2d__collide_.*_w/ && to !~ /pairs|mixed/
            if (is_kernel(from)) return !is_kernel(to) && to !~ /_(part|task)$/
            return is_kernel(to)
        }
        function depth(f,    i, n, list, to, most) {
            if (f in need) return need[f]
            need[f] = 0 # a task that steps leads to no second one
            most = 0
            n = split(calls[f], list, " ")
            for (i = 1; i <= n; ++i) {
                if (list[i] != "__indirect_call") {
                    if (list[i] in size && depth(list[i]) > most) most = need[next_of[f] = list[i]]
                    continue
                }
                for (to in size)
                    if (reaches(f, to) && depth(to) > most) most = need[next_of[f] = to]
            }
            return need[f] = most + size[f] + 8
        }
        function bare(title) { sub(/^.*:/, "", title); return title }
        { split($0, quoted, "\"") }
        /^node: / && / bytes / {
            f = bare(quoted[2])
            n = split(quoted[4], label, /\\n/)
            size[f] = label[n] + 0
            bound = is_kernel(f) ? most_kernel : most_frame
            if (label[n] ~ /dynamic/ && label[n] !~ /bounded/) print level ": " f ": no bound"
            if (size[f] > bound || (verbose && size[f] > bound / 2))
                print level ": " f ": a frame of " size[f] " bytes, bound " bound
        }
        /^edge: / {
            calls[bare(quoted[2])] = calls[bare(quoted[2])] " " bare(quoted[4])
            called[bare(quoted[4])] = 1
        }
        END {
            for (f in size)
                if (f ~ /^v2d_[^_]/ && depth(f) > need[worst]) worst = f
            if (worst == "") print level ": no call graph"
            if (need[worst] <= most_chain && !verbose) exit
            print level ": " need[worst] " bytes, bound " most_chain
            for (f = worst; f != ""; f = next_of[f]) print "    " f " " size[f]
        }' "$dir/whole.ci"
}

verbose=
[ "$1" = -v ] && verbose=1
# As the header says under USE.
look -O2 4096 4864 16384
look -O0 4096 65536 131072
