#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# sizes.sh - code and memory of the README's profiles: x86-64, Cortex-M4 and WebAssembly, as a table in Markdown.
#
# Run:  make sizes [PROFILES="tiny small"]
#       bench/sizes.sh --profiles     their names and macros, a line each; tests/check.sh compiles them
#
# Code is all of the engine, every public function, in bytes; "linked" is the README's first program with what it
# needs of the engine and of the C library. Needs a gcc for x86-64, arm-none-eabi-gcc, clang, wasm-ld, wasm-opt.
cd "$(dirname "$0")/.." || exit 1
soft='-DV2D_MAX_POINTS=0 -DV2D_MAX_EDGES=0 -DV2D_MAX_BENDS=0 -DV2D_MAX_SOFTS=0 -DV2D_MAX_ROWS=0 -DV2D_MAX_ZONES=0'
# profile NAME BODIES SHAPES JOINTS PAIRS CONTACTS EVENTS TOUCHES [MORE]
profile() {
    name=$1
    echo "$name -DV2D_MAX_BODIES=$2 -DV2D_MAX_SHAPES=$3 -DV2D_MAX_JOINTS=$4 -DV2D_MAX_PAIRS=$5" \
        "-DV2D_MAX_CONTACTS=$6 -DV2D_MAX_EVENTS=$7 -DV2D_MAX_TOUCHES=$8 $9"
}
profiles() {
    echo default
    profile tiny 15 15 0 64 28 0 0 "$soft"
    profile small 64 96 16 384 192 16 32 "$soft"
    profile medium 256 384 64 1536 768 64 128 "$soft"
    profile large 8192 12288 2048 49152 24576 1024 2048
}
if [ "$1" = --profiles ]; then
    profiles
    exit
fi

dir=build/sizes
mkdir -p $dir || exit 1
printf '#define VERLET2D_IMPLEMENTATION\n#include "verlet2d.h"\n' >$dir/engine.c
printf '#include "verlet2d.h"\nchar world[sizeof(v2d_world)];\n' >$dir/world.c
awk '/^```$/ && on { exit } on; /^```c$/ { on = 1 }' README.md | sed -e '/stdio/d' -e 's/ *printf(\(.*\))*;/    return (int)v2d_body_position(\&world, ball).y;/' >$dir/first.c
arm='arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -Os -ffunction-sections -fdata-sections -DNDEBUG -I.'
code() { "$1" "$2" | awk 'NR == 2 { print $1 }'; }
commas() { sed -e :a -e 's/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/' -e ta; }

echo "| profile | \`v2d_world\` | x86-64, gcc \`-O2\` | one width | Cortex-M4, gcc \`-Os\` | linked | wasm, clang \`-Oz\` | gzip |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
profiles | while read -r name flags; do
    case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
    gcc $flags -I. -c -o $dir/world.o $dir/world.c &&
        gcc -O2 -DNDEBUG $flags -I. -c -o $dir/x86.o $dir/engine.c &&
        gcc -O2 -DNDEBUG -DV2D_WIDTH=4 $flags -I. -c -o $dir/one.o $dir/engine.c &&
        $arm $flags -c -o $dir/arm.o $dir/engine.c &&
        $arm $flags -nostartfiles -Wl,--gc-sections -Wl,-e,main -o $dir/arm.elf $dir/first.c $dir/arm.o -lm 2>$dir/link.txt &&
        ${MAKE:-make} -s B=$dir/$name CPPFLAGS="$flags" $dir/$name/web/verlet2d.wasm || { echo "sizes: $name failed" >&2; exit 1; }
    echo "| $name | $(nm -S $dir/world.o | awk '{ print "0x" $2 }' | xargs printf '%d' | commas) | $(code size $dir/x86.o | commas) |" \
        "$(code size $dir/one.o | commas) | $(code arm-none-eabi-size $dir/arm.o | commas) |" \
        "$(code arm-none-eabi-size $dir/arm.elf | commas) | $(wc -c <$dir/$name/web/verlet2d.wasm | commas) |" \
        "$(gzip -9 <$dir/$name/web/verlet2d.wasm | wc -c | commas) |"
done
