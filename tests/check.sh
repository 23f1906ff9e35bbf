#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# check.sh - what a compiler, a linker, a sanitizer or clang-format can object to. Silent when good.
#
# Each line of `jobs` is a name and a command; a command that fails or prints anything is a failure.
# QUICK=1 in the environment leaves out some of what takes long.
cd "$(dirname "$0")/.." || exit 1
dir=build/check
rm -rf "$dir"
mkdir -p "$dir/jobs" || exit 1

WARN="-Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Wundef -Wcast-qual -Werror"
export WARN dir QUICK
slow='-O2 -c -o /dev/null'
[ -n "$QUICK" ] && slow=-fsyntax-only

# Every translation unit that a user may make of the header.
printf '#define VERLET2D_IMPLEMENTATION\n#include "verlet2d.h"\n' >"$dir/whole.c"
printf '#define VERLET2D_STATIC\n#define VERLET2D_IMPLEMENTATION\n#include "verlet2d.h"\nint unused_use(void);\nint unused_use(void) { return (int)v2d_selfcheck(); }\n' >"$dir/static.c"
printf '#include "verlet2d.h"\n#include "verlet2d.h"\nint other(void);\nint other(void) { return (int)v2d_selfcheck(); }\n' >"$dir/user.c"
printf '#include "verlet2d.h"\nstatic v2d_world world;\nint other(void);\nint main(void) {\n    v2d_world_def def = v2d_world_def_default();\n    return (int)v2d_world_init(&world, &def) + other();\n}\n' >"$dir/main.c"
# After all the headers and names that a program may have before it.
printf '#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#define NDEBUG\n#define VERLET2D_IMPLEMENTATION\n#include "verlet2d.h"\n#include "verlet2d.h"\n' >"$dir/late.c"

# job NAME COMMAND: kept in a file, so that the command may quote as it likes.
job() {
    job_count=$((${job_count:-0} + 1))
    printf '%s\n%s\n' "$1" "$2" >"$dir/jobs/$(printf %03d $job_count)"
}

# One width, for the time that it takes to compile; test_lanes has both. Tests share engines here, too. Optimising an
# engine of its own takes longer than it saves in any test. Of the long ones a tenth is run, or what the environment says.
export V2D_SHARE="${V2D_SHARE:-10}"
asan='clang -g1 -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all'
printf '%s\n' DEFAULT TINY SMALL MEDIUM | xargs -P "${JOBS:-2}" -I{} $asan -O1 -DV2D_WIDTH=4 -DENGINE_{} -I. \
    -c -o "$dir/engine_{}.o" tests/engine.c || echo "FAILED: the engines with sanitizers"
for test in tests/test_*.c; do
    name=$(basename "$test" .c)
    width='-O0 -DV2D_WIDTH=4 -DV2D_VALIDATE' engine=$(sed -nE 's/^#define ENGINE_(TINY|SMALL|MEDIUM)$/\1/p' "$test")
    engine=$dir/engine_${engine:-DEFAULT}.o
    [ "$name" = test_lanes ] && width='-O0 -DV2D_VALIDATE'
    grep -q '^#define VERLET2D_IMPLEMENTATION$' "$test" && engine=
    job "sanitizers: $name" "$asan $width -I. -o $dir/$name $test $engine -lcmocka -lm -pthread &&
        { $dir/$name >$dir/$name.log 2>&1 || { grep -v -e '  OK \]' -e '^\[ RUN ' $dir/$name.log | head -n 40; false; }; }"
done

job "threads: test_parallel" "clang -O1 -g -DROUNDS=100 -DV2D_WIDTH=4 -fsanitize=thread -I. -o $dir/threads tests/test_parallel.c -lcmocka -lm -pthread &&
    { $dir/threads >$dir/threads.log 2>&1 || { grep -v -e '  OK \]' -e '^\[ RUN ' $dir/threads.log | head -n 40; false; }; }"

# The profiles of bench/README.md, one width; of QUICK the tiny one; the default ones have both below. Clang's warnings do not need optimisation.
bench/sizes.sh --profiles >"$dir/profiles.txt"
levels='-O0 -O1 -O2 -O3'
[ -n "$QUICK" ] && levels=-O3
while read -r profile macros; do
    [ -n "$QUICK" ] && [ "$profile" != tiny ] && continue
    for level in $levels; do
        [ "$profile" = default ] || job "gcc $level: $profile" "gcc -std=c99 $level $WARN $macros -DV2D_WIDTH=4 -I. -c -o /dev/null $dir/whole.c"
        [ -n "$QUICK" ] && level=-fsyntax-only
        job "clang $level: $profile" "clang -std=c99 $level $WARN $macros -DV2D_WIDTH=4 -I. -c -o /dev/null $dir/whole.c"
    done
done <"$dir/profiles.txt"

for unit in whole static late; do
    for std in c99 c11 c17; do
        for cc in gcc clang; do
            # Optimised once a compiler: some warnings need it, and it takes longest.
            level=-fsyntax-only
            [ $unit = whole ] && [ $std = c99 ] && level="-O2 -c -o /dev/null"
            job "$cc -std=$std: $unit" "$cc -std=$std $level $WARN -I. $dir/$unit.c"
        done
    done
    for std in c++11 c++20; do
        for cc in g++ clang++; do
            job "$cc -std=$std: $unit" "$cc -std=$std -fsyntax-only $WARN -I. -x c++ $dir/$unit.c"
        done
    done
done
# It inlines more, and so finds more to warn of.
[ -z "$QUICK" ] && for level in -O0 -O1 -O3; do job "gcc: $level" "gcc -std=c99 $level -c -o /dev/null $WARN -I. $dir/whole.c"; done
for cc in gcc clang; do # as the README compiles it
    job "$cc: the header as a file" "$cc -std=c99 -fsyntax-only $WARN -DVERLET2D_IMPLEMENTATION -x c verlet2d.h"
done
job "gcc: one lane" "gcc -std=c99 $slow -DV2D_WIDTH=1 $WARN -I. $dir/whole.c"
job "clang: one lane" "clang -std=c99 -fsyntax-only -DV2D_WIDTH=1 $WARN -I. $dir/whole.c"
# The text in the middle of another file cannot include itself.
{ echo '#define VERLET2D_IMPLEMENTATION' && cat verlet2d.h && cat "$dir/main.c"; } | sed -e 's/ + other()//' -e '/^#include "verlet2d.h"/d' >"$dir/pasted.c"
job "gcc: pasted into another file" "gcc -std=c99 -O0 $WARN -o $dir/pasted $dir/pasted.c -lm && $dir/pasted"
if [ "$(uname -m)" = x86_64 ]; then
    for width in 4 8; do
        for cc in gcc clang; do
            job "$cc: $width lanes" "$cc -std=c99 -fsyntax-only -DV2D_WIDTH=$width $WARN -I. $dir/whole.c"
        done
    done
    job "gcc: AVX2" "gcc -std=c99 $slow -mavx2 $WARN -I. $dir/whole.c"
    job "clang: AVX2" "clang -std=c99 -fsyntax-only -mavx2 $WARN -I. $dir/whole.c"
fi
job "gcc: without guard on fused operations" "gcc -std=c99 $slow -DV2D_ALLOW_FP_CONTRACT $WARN -I. $dir/whole.c"
job "clang: WebAssembly" "make -s B=$dir/wasm WEB_OPT='-O1 $WARN' $dir/wasm/web/verlet2d.o $dir/wasm/web/scenes_web.o $dir/wasm/web/page.o $dir/wasm/web/libc.o"

link='for f in whole user main; do $1 $2 $WARN -I. $3 -c -o $dir/$4-$f.o $dir/$f.c || exit 1; done
$1 -o $dir/$4 $dir/$4-whole.o $dir/$4-user.o $dir/$4-main.o -lm && $dir/$4'
printf '%s\n' "$link" >"$dir/link.sh"
job "gcc: three files linked" "sh $dir/link.sh gcc -std=c99 '' gcc"
job "clang: three files linked" "sh $dir/link.sh clang -std=c17 '' clang"
job "g++: three files linked" "sh $dir/link.sh g++ -std=c++11 '-x c++' gxx"
job "C and C++: implementation in C, use in C++" "gcc -std=c99 -I. -c -o $dir/mix-c.o $dir/whole.c &&
    g++ -I. -x c++ -c -o $dir/mix-user.o $dir/user.c && g++ -I. -x c++ -c -o $dir/mix-main.o $dir/main.c &&
    g++ -o $dir/mix $dir/mix-c.o $dir/mix-user.o $dir/mix-main.o -lm && $dir/mix"

# The header has been compiled with optimisation above. Examples are looked at without the engine, which takes
# longest, unless they have capacities of their own.
for cc in gcc clang; do
    for file in examples/*.c; do
        without='s/^#define VERLET2D_IMPLEMENTATION$//'
        grep -q 'define V2D_MAX_' "$file" && without=
        job "$cc: $file" "sed '$without' $file | $cc -std=c99 -fsyntax-only $WARN -I. -iquote examples -x c -"
    done
    for file in examples/testbed/*.c; do
        job "$cc: $file" "$cc -std=c99 -fsyntax-only $WARN -I. $file"
    done
    for file in tests/*.c bench/*.c; do
        job "$cc: $file" "$cc -std=c99 -fsyntax-only $WARN -I. -DHAVE_VERLET2D $file"
    done
done
for cc in g++ clang++; do
    for file in bench/engine_verlet2d.c bench/scenes.c bench/judge.c; do
        job "$cc: $file" "$cc -std=c++11 -fsyntax-only $WARN -I. -DHAVE_VERLET2D -x c++ $file"
    done
done

cat >"$dir/symbols.sh" <<'END'
for cc in gcc clang; do
    $cc -std=c99 -O2 -DNDEBUG -I. -c -o $dir/symbols-$cc.o $dir/whole.c || exit 1
    nm -u $dir/symbols-$cc.o | awk '{ print $NF }' |
        grep -v -x -e memcpy -e memset -e memmove -e memcmp -e sqrtf -e _GLOBAL_OFFSET_TABLE_ -e __cpu_model |
        sed "s/^/$cc: needs /"
    nm -g --defined-only $dir/symbols-$cc.o | awk '$3 !~ /^v2d_[^_]/ { print "exports " $3 }' | sed "s/^/$cc: /"
    # .data.rel.ro holds constant pointers: only the loader writes it.
    objdump -t $dir/symbols-$cc.o | grep -e ' O \.t*data' -e ' O \.t*bss' -e '[*]COM[*]' |
        grep -v ' \.data\.rel\.ro' | awk '{ print "writable: " $NF }' | sed "s/^/$cc: /"
done
END
job "symbols" "sh $dir/symbols.sh"

[ "$(uname -m)" = x86_64 ] && job "stack" "tests/stack.sh"

job "test bed" "tests/testbed.sh"
job "other machines" "tests/machines.sh"
job "sections" "tests/sections.sh; tests/sections.sh --self-test"
job "names" "tests/names.sh"
job "features" "tests/features.sh --self-test"

format=$(command -v clang-format-14 || command -v clang-format)
for file in verlet2d.h examples/*.[ch] examples/testbed/*.[ch] examples/web/*.c tests/*.[ch] bench/*.[ch] bench/*.cpp bench/web/*.[ch]; do
    job "format: $file" "$format --dry-run -Werror $file 2>&1 | head -n 6"
done

ls "$dir/jobs" | xargs -P "${JOBS:-2}" -I{} sh -c '
    tail -n +2 "$dir/jobs/$1" >"$dir/jobs/$1.sh"
    sh "$dir/jobs/$1.sh" >"$dir/jobs/$1.out" 2>&1 || echo "exit status $?" >>"$dir/jobs/$1.out"' run {}

failed=0
for out in "$dir"/jobs/*.out; do
    [ -s "$out" ] || continue
    failed=$((failed + 1))
    echo "FAILED: $(head -n 1 "${out%.out}")"
    sed 's/^/    /' "$out" | head -n 40
done
[ $failed = 0 ]
