#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# hosts.sh - the programs and command lines of the chapter "Hosts" in examples/README.md, built and run as they
# stand there, and the hashes of scenes under Wine. Ends with "N passed, N failed".
#
# Run:  make hosts-test          all; it brings what is missing
#       tests/hosts.sh NAME...   some: install pkgconfig cmake fetch meson cpp mingw clangcl cl cortex wasm
#
# For the time that it takes, -O2 and release builds become -O0 where the lines have them. What is not installed
# is left out, and is told.
cd "$(dirname "$0")/.." || exit 1
root=$PWD
if [ "$1" = --one ]; then # one job, from below
    dir=$3
else
    dir=$(mktemp -d) || exit 1
    trap 'rm -rf "$dir"' EXIT
    mkdir "$dir/home" "$dir/log"
fi
export HOME="$dir/home"

# block LANGUAGE HEADING NUMBER: a block of the chapter, under the heading that begins so.
block() {
    awk -v language="\`\`\`$1" -v heading="$2" -v number="$3" '
        /^#+ / && !on { inside = index($0, heading) == 1; count = 0 }
        $0 == "```" { on = 0 }
        on
        $0 == language && inside { on = ++count == number }' "$root/examples/README.md" | grep . || {
        echo "examples/README.md has no block $3 in $1 under $2" >&2
        return 1
    }
}
# run HEADING NUMBER [SED-SCRIPT]: the command lines of a block, in the current folder.
run() {
    block sh "$1" "$2" | sed -e 's/-O2/-O0/g; s/Release/Debug/' -e "${3:-}" >run.sh || return 1
    sh -e ./run.sh
}
# Whether the ball of the first program came to rest on the floor.
rests() { tr -d '\r' | grep -q '0\.500'; }
# An empty folder with that program and the engine.
folder() {
    mkdir "$dir/$1" && cd "$dir/$1" || return 1
    awk '/^```$/ && on { exit } on; /^```c$/ { on = 1 }' "$root/README.md" >main.c
    block c "# Hosts" 1 >engine.c && cp engine.c engine.cpp
}

# ---- installed, and what finds it ----------------------------------------------------------------

have_install=make
do_install() { # before the others; and nothing is left after uninstall
    folder install || return 1
    for goal in install uninstall; do
        env -u MAKEFLAGS make -s -C "$root" $goal DESTDIR="$dir/install/dest" PREFIX=/usr || return 1
        find dest -type f >$goal.txt
    done
    [ "$(wc -l <install.txt)" -eq 5 ] && [ ! -s uninstall.txt ] || { cat install.txt uninstall.txt; return 1; }
    cd "$root" && block sh '### Install' 1 | env -u MAKEFLAGS sh -e >/dev/null
}

have_pkgconfig=pkg-config
do_pkgconfig() {
    folder pkgconfig && run '### Install' 2 >out.txt && rests <out.txt || return 1
    version=$(PKG_CONFIG_PATH=$HOME/.local/share/pkgconfig pkg-config --modversion verlet2d)
    grep -q "^/\* verlet2d.h - v$version - " "$root/verlet2d.h"
}

have_cmake=cmake
do_cmake() {
    folder cmake && block cmake '### CMake' 1 >CMakeLists.txt && run '### CMake' 1 >out.txt || return 1
    [ "$(grep -c '0\.500' out.txt)" = 2 ] || { cat out.txt; return 1; }
    # Another series is refused; a program in C++ alone gets the engine as C++.
    mkdir other && cd other && cp ../main.c main.cpp
    printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' 'project(other CXX)' \
        'find_package(verlet2d 0.3)' 'if(verlet2d_FOUND)' 'message(FATAL_ERROR found)' 'endif()' \
        'find_package(verlet2d)' 'find_package(verlet2d REQUIRED)' 'add_executable(other main.cpp)' \
        'target_link_libraries(other verlet2d::verlet2d)' >CMakeLists.txt
    cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_PREFIX_PATH="$HOME/.local" >out.txt 2>&1 &&
        cmake --build build >>out.txt 2>&1 && ./build/other | rests || { cat out.txt; return 1; }
}

have_fetch='cmake git'
do_fetch() { # from a clone of what is here now
    clone=$HOME/clone-of-verlet2d
    mkdir "$clone" && cp -R "$root/verlet2d.h" "$root/LICENSE" "$root/examples" "$clone" || return 1
    git="git -c user.name=test -c user.email=test@localhost"
    (cd "$clone" && git init -q . && git add . && $git commit -q -m test && $git tag v0.4.0) || return 1
    folder fetch && block cmake '### CMake' 2 >CMakeLists.txt && run '### CMake' 2 >out.txt && rests <out.txt
}

have_meson='meson ninja pkg-config'
do_meson() {
    folder meson && block meson '### Meson' 1 | sed 's/=release/=debug/' >meson.build &&
        run '### Meson' 1 >out.txt && rests <out.txt || { cat out.txt; return 1; }
}

have_cpp='g++ clang++'
do_cpp() {
    folder cpp && block cpp '### C++' 1 >main.cpp && cp "$root/verlet2d.h" . || return 1
    warn='-Wall -Wextra -pedantic -Wconversion -Wshadow -Werror'
    for compiler in g++ clang++; do
        run '### C++' 1 "s/^c++/$compiler $warn/" | rests || return 1
    done
}

# ---- Windows -------------------------------------------------------------------------------------

# One prefix for all; the first program that runs in it sets it up.
export WINEPREFIX="$dir/wine" WINEDEBUG=-all
gcc=x86_64-w64-mingw32-gcc
clang_cl='clang --driver-mode=cl --target=x86_64-pc-windows-msvc -Wno-unused-command-line-argument /GS-' # no cookies: MinGW has none
# link PROGRAM OBJECT...: objects of Clang and of MinGW. The probe of the stack is the same under another name.
link() {
    program=$1
    shift
    $gcc -o "$program" "$@" -Wl,--defsym=__chkstk=___chkstk_ms -static -pthread 2>link.txt && return
    tail -n 5 link.txt
    return 1
}

# scenes PROGRAM: its hashes are the published ones.
scenes() {
    wine "$1" 2>err.txt | tr -d '\r' >hashes.txt
    cmp -s hashes.txt "$root/tests/hashes.txt" && return
    echo "$1: other hashes:"
    diff hashes.txt "$root/tests/hashes.txt" | head -n 10
    return 1
}
# All but the engine, by MinGW: scenes.o and so on, and $capacities for the engine.
frame() {
    capacities=$(sed -n 's/^#define \(V2D_MAX_[A-Z]*\) *\([0-9]*\).*/-D\1=\2/p' "$root/bench/engine_verlet2d.c")
    sed '/^#define VERLET2D_IMPLEMENTATION$/d; s|"\.\./|"|' "$root/bench/engine_verlet2d.c" >rest.c
    for file in rest.c "$root"/tests/hash_scenes.c "$root"/tests/hash_worlds.c "$root"/bench/scenes.c; do
        $gcc -O1 -w -I"$root" -iquote "$root/bench" -DHAVE_VERLET2D -DENGINE_EXPORTS -c -o "$(basename "$file" .c).o" "$file" || return 1
    done
}
scene_objects='rest.o hash_scenes.o hash_worlds.o scenes.o'

have_mingw="$gcc wine"
do_mingw() {
    folder mingw && cp "$root/verlet2d.h" . && run '### Windows' 1 && wine game.exe 2>/dev/null | rests || return 1
    frame && $gcc -O1 -w -I. $capacities -c -o whole.o engine.c &&
        link scenes.exe $scene_objects whole.o && scenes scenes.exe || return 1
    # Even where the compiler may use AVX2, for other code has its fault.
    echo '#if V2D__BASE_WIDTH != 4' >>engine.c && echo '#error' >>engine.c && echo '#endif' >>engine.c
    $gcc -O0 -mavx2 -I. -fsyntax-only engine.c
}

have_clangcl="clang $gcc wine"
do_clangcl() { # with the headers of MinGW for the program
    folder clangcl && cp "$root/verlet2d.h" . || return 1
    headers=$(echo '#include <stdio.h>' | $gcc -E - | sed -n 's/^# [0-9]* "\(.*\)\/stdio\.h".*/\1/p' | head -n 1)
    block sh '### Windows' 2 | sed -e "s|^clang-cl|$clang_cl /W4 /WX|" -e 's|/O2|/Od|' \
        -e "s|main.c.*|/c /imsvc $headers main.c /Fomain.obj|" >run.sh && sh -e ./run.sh &&
        link game.exe main.obj engine.obj && wine game.exe 2>/dev/null | rests || return 1
    frame || return 1
    # With AVX2 alone; 4 floats; 4 or 8, as the program says.
    $clang_cl /Od /DNDEBUG /arch:AVX2 /W4 /WX /c engine.c /Fowhole.obj || return 1
    avx2=0
    grep -q avx2 /proc/cpuinfo && avx2=1
    for choice in /DUSUAL "/DV2D_HAS_AVX2()=$avx2"; do
        $clang_cl /O1 /DNDEBUG "$choice" $capacities /c engine.c /Fowhole.obj &&
            link scenes.exe $scene_objects whole.obj && scenes scenes.exe || return 1
    done
}

have_cl="clang $gcc wine"
do_cl() { # what cl would see of the header, by Clang: no vectors, no builtin functions but cl's
    folder cl && cp "$root/verlet2d.h" . && mkdir include || return 1
    echo 'float sqrtf(float);' >include/math.h
    for f in memcpy memmove; do echo "void *$f(void *, const void *, size_t);"; done >include/string.h
    echo 'void *memset(void *, int, size_t);' >>include/string.h
    for f in Or Exchange; do echo "long _Interlocked$f(long volatile *, long);"; done >include/intrin.h
    echo 'long _InterlockedIncrement(long volatile *);' >>include/intrin.h
    echo 'long _InterlockedCompareExchange(long volatile *, long, long);' >>include/intrin.h
    echo 'void _mm_pause(void);' >>include/intrin.h
    as_cl="clang --target=x86_64-pc-windows-msvc -U__clang__ -nostdinc -isystem include -isystem $(clang -print-resource-dir)/include"
    for language in '-std=c99 -x c' '-std=c++14 -x c++'; do
        $as_cl $language -DNDEBUG -fsyntax-only -Wall -Wextra -pedantic -Wno-unknown-pragmas -Werror engine.c || return 1
    done
    frame && $as_cl -w -O1 -DNDEBUG $capacities -c -o whole.obj engine.c &&
        link scenes.exe $scene_objects whole.obj && scenes scenes.exe
}

# ---- without an operating system -----------------------------------------------------------------

have_cortex='arm-none-eabi-gcc qemu-system-arm'
do_cortex() { # a board with a Cortex-M4: the first program, and the self-check
    folder cortex && cp "$root/verlet2d.h" . || return 1
    cat >board.ld <<'END'
ENTRY(reset)
SECTIONS {
    .text 0x00000000 : { KEEP(*(.vectors)) *(.text*) *(.rodata*) }
    .data 0x20000000 : { *(.data*) }
    .bss 0x21000000 : { *(.bss*) *(COMMON) }
}
END
    cat >board.c <<'END'
#include "verlet2d.h"
static v2d_world world;
static void host(unsigned number, const void *argument) { // semihosting
    register unsigned r0 __asm__("r0") = number;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}
static float fall(void) {
    v2d_world_def def = v2d_world_def_default();
    def.bounded = true;
    def.bounds.lower.y = 0.0f;
    v2d_world_init(&world, &def);
    v2d_body_id ball = v2d_circle(&world, V2D_BODY_DYNAMIC, v2d_vec2_make(0.0f, 4.0f), 0.5f);
    for (int i = 0; i < 120; ++i) v2d_world_step(&world, 1.0f / 60.0f, 4);
    return v2d_body_position(&world, ball).y;
}
int main(void) {
    const char *wrong = "the ball";
    float y = fall();
    if (y > 0.4995f && y < 0.5005f) v2d_world_selfcheck(&world, &wrong);
    host(4, wrong != 0 ? wrong : "0.500");
    host(0x18, (void *)0x20026);
    return 0;
}
void reset(void);
void reset(void) {
    *(volatile unsigned *)0xe000ed88u |= 0xfu << 20; // the FPU
    __asm__ volatile("dsb\nisb");
    main();
}
__attribute__((section(".vectors"), used)) static const void *const vectors[2] = {(void *)0x20400000, (void *)reset};
END
    block sh '### Microcontrollers' 1 | sed 's/-Os/-O1/' >tiny.sh
    sed 's/-DV2D_MAX_[A-Z]*=[0-9]*//g; s/^ *\\$/\\/' tiny.sh >default.sh # more scenes in the self-check
    for profile in tiny default; do
        sh -e ./$profile.sh && sed "s/-c engine.c/-nostartfiles -T board.ld -Wl,--gc-sections -o game.elf board.c engine.o -lm -lc -lgcc/" $profile.sh >link.sh &&
            sh -e ./link.sh || return 1
        timeout 60 qemu-system-arm -M mps2-an386 -display none -monitor none -serial null -semihosting \
            -kernel game.elf >out.txt 2>&1
        grep -q '^0\.500' out.txt || { echo "$profile:"; head -n 3 out.txt; return 1; }
    done
}

have_wasm='clang wasm-ld node'
do_wasm() {
    folder wasm && cp "$root/verlet2d.h" . && block c '### WebAssembly' 1 >game.c && run '### WebAssembly' 1 >out.txt &&
        [ "$(cat out.txt)" = 1 ]
}

# ---- all of them ---------------------------------------------------------------------------------

if [ "$1" = --one ]; then
    started=$(date +%s)
    if "do_$2" >"$dir/log/$2" 2>&1; then
        echo "$2: good, $(($(date +%s) - started)) s" && echo good >"$dir/log/$2.result"
    else
        echo "$2: NOT GOOD" && tail -n 30 "$dir/log/$2" | sed 's/^/    /'
    fi
    exit
fi

passed=0
failed=0
names=
for name in ${*:-install pkgconfig cmake fetch meson cpp mingw clangcl cl cortex wasm}; do
    lacks=
    for program in $(eval echo "\$have_$name"); do
        command -v "$program" >/dev/null || lacks="$lacks $program"
    done
    if [ -n "$lacks" ]; then
        echo "$name: left out, without$lacks"
    else
        names="$names $name"
    fi
done
# What installs comes first, and Wine's own files, as all that follow need them.
command -v wine >/dev/null && case $names in *mingw* | *cl*) wine wineboot -i >/dev/null 2>&1 ;; esac
case $names in *pkgconfig* | *cmake* | *meson*) tests/hosts.sh --one install "$dir" >"$dir/log/first" ;; esac
case $names in *install*) cat "$dir/log/first" 2>/dev/null || tests/hosts.sh --one install "$dir" ;; esac
# Those that take longest begin.
for name in clangcl cl mingw cortex cmake cpp fetch meson pkgconfig wasm; do
    case " $names " in *" $name "*) echo $name ;; esac
done | xargs -P "${JOBS:-2}" -I{} tests/hosts.sh --one {} "$dir"
for name in $names; do
    if [ -e "$dir/log/$name.result" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
command -v wineserver >/dev/null && wineserver -k 2>/dev/null
echo "$passed passed, $failed failed"
[ $failed = 0 ]
