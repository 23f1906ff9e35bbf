#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# page.sh - the page in Chromium, opened as a file: dragging, cutting, rewinding, links, every scene, a phone
# with several fingers. Hashes are compared with those of native programs. Ends with "N passed, N failed".
#
# Run:  make page-test      (which builds the page, and brings Chromium and playwright-core)
#
# Pictures of all scenes go to build/page/pictures/. The session that the browser was driven through is
# replayed by gcc, by clang, and for aarch64 under qemu where they are there.
cd "$(dirname "$0")/.." || exit 1
dir=build/page
[ -f $dir/verlet2d.html ] && [ -d $dir/node_modules ] || { echo "page: run make page-test"; exit 1; }
if [ ! -d $dir/node_modules/playwright-core ]; then
    echo "page: without playwright-core only the recorded sessions are replayed"
    $dir/replay check
    exit
fi
tests/need.sh clang || exit 1

# other NAME COMPILER OPTIONS...: another build of the program that replays sessions.
other() {
    name=$dir/replay-$1
    shift
    [ "$name" -nt verlet2d.h ] && [ "$name" -nt examples/testbed/session.h ] && [ "$name" -nt examples/testbed/scenes.h ] &&
        [ "$name" -nt examples/testbed/replay.c ] && return
    printf '#define VERLET2D_IMPLEMENTATION\n#include "examples/testbed/replay.c"\n' |
        "$@" -I. -iquote . -x c -o "$name" - -lm || exit 1
}

set -- "$dir/replay"
case $(${CC:-cc} --version | head -n 1) in
*clang*) other other gcc -O1 ;;
*) other other clang -O1 ;;
esac
set -- "$@" "$dir/replay-other"
if tests/need.sh --have qemu-user gcc-aarch64-linux-gnu 2>/dev/null; then
    other aarch64 aarch64-linux-gnu-gcc -O1 -static
    set -- "$@" "qemu-aarch64 $dir/replay-aarch64"
fi
"$dir/replay" check || exit 1
node examples/web/test.mjs $dir "$@"
