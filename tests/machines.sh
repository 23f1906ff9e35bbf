#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# machines.sh - some scenes on other machines: their hashes are those of tests/hashes.txt. Silent when they are.
#
# Run:  tests/machines.sh [--list]    --list says what was compared
#
# And a world that is saved on one of them goes on on the other as if nothing had happened: carry.c.
#
# 64 and 32 bits, both byte orders, with 4 lanes and with 1; compiled by GCC for Linux, run by qemu-user. And
# two compilations without a C library. What is not installed is left out.
cd "$(dirname "$0")/.." || exit 1
dir=build/machines
mkdir -p "$dir" || exit 1
scenes="stack15 card_house friction_ramp compounds spinner cloth ropes jellies seed_scene particles zones reports joints"
for scene in $scenes; do grep "^$scene " tests/hashes.txt; done >"$dir/expected.txt"

cat >"$dir/one.sh" <<'END'
# one.sh FOLDER NAME-OF-GCC QEMU SCENE...
dir=$1 gcc=$2 qemu=$3
shift 3
case $gcc in i686*) gcc="$gcc -msse2 -mfpmath=sse" ;; esac # GCC 12 fails where only a part of a file has SSE
$gcc -O1 -w -static -DHAVE_VERLET2D -DENGINE_EXPORTS -o "$dir/$qemu" \
    tests/hash_scenes.c tests/hash_worlds.c bench/scenes.c bench/engine_verlet2d.c -lm -pthread &&
    "qemu-$qemu" "$dir/$qemu" "$@" >"$dir/$qemu.txt"
# Saves of this machine there, saves made there, and these here.
mkdir -p "$dir/$qemu-saves" &&
    $gcc -O0 -w -static -I. -o "$dir/$qemu-carry" tests/carry.c -lm -pthread &&
    { "qemu-$qemu" "$dir/$qemu-carry" load "$dir" && "qemu-$qemu" "$dir/$qemu-carry" save "$dir/$qemu-saves" &&
        "$dir/carry" load "$dir/$qemu-saves"; } >"$dir/$qemu-carried.txt"
END
gcc -O0 -w -I. -o "$dir/carry" tests/carry.c -lm -pthread && "$dir/carry" save "$dir" >"$dir/once.txt" || exit 1
cat "$dir/once.txt" "$dir/once.txt" "$dir/once.txt" >"$dir/carried.txt"

# QUICK=1: one of 64 bits, one with the other byte order, one of 32 bits.
machines="aarch64-linux-gnu aarch64
arm-linux-gnueabihf arm
riscv64-linux-gnu riscv64
powerpc64-linux-gnu ppc64
s390x-linux-gnu s390x
i686-linux-gnu i386"
[ -n "$QUICK" ] && machines="aarch64-linux-gnu aarch64
s390x-linux-gnu s390x
arm-linux-gnueabihf arm"
printf '%s\n' "$machines" | while read -r target qemu; do
    command -v "$target-gcc" >/dev/null && command -v "qemu-$qemu" >/dev/null && echo "$target-gcc $qemu"
done >"$dir/there.txt"

xargs -P "${JOBS:-2}" -L1 -a "$dir/there.txt" sh -c 'sh "$0/one.sh" "$0" "$@" '"$scenes" "$dir" 2>"$dir/errors.txt"

failed=0
while read -r gcc qemu; do
    if ! cmp -s "$dir/expected.txt" "$dir/$qemu.txt"; then
        echo "$gcc, qemu-$qemu: differs"
        diff "$dir/expected.txt" "$dir/$qemu.txt"
        head -n 5 "$dir/errors.txt"
        failed=1
    elif ! cmp -s "$dir/carried.txt" "$dir/$qemu-carried.txt"; then
        echo "$gcc, qemu-$qemu: saves do not carry"
        diff "$dir/carried.txt" "$dir/$qemu-carried.txt"
        failed=1
    elif [ "$1" = --list ]; then
        echo "$gcc, qemu-$qemu: $(wc -l <"$dir/$qemu.txt") scenes as in tests/hashes.txt"
    fi
done <"$dir/there.txt"

# No header but the compiler's own.
printf '#define VERLET2D_IMPLEMENTATION\n#include "verlet2d.h"\n' >"$dir/whole.c"
bare() { # NAME COMPILER...
    name=$1
    shift
    command -v "$1" >/dev/null || return
    if ! "$@" -nostdinc -I. -c -o "$dir/whole.o" "$dir/whole.c"; then
        echo "$name: does not compile without a C library"
        failed=1
    elif [ "$list" = --list ]; then
        echo "$name: compiles without a header of a C library"
    fi
}
list=$1
bare wasm32 clang --target=wasm32 -nostdlib -O1 -isystem "$(clang -print-resource-dir 2>/dev/null)/include"
bare "Cortex-M4" arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -ffreestanding -O1 \
    -isystem "$(arm-none-eabi-gcc -print-file-name=include 2>/dev/null)"
exit $failed
