#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# need.sh - install the Debian packages of a make target that are missing.
#
# Run:  tests/need.sh PACKAGE...          installs as root, or through sudo without a password;
#                                         else says what to run and exits with 1
#       tests/need.sh --have PACKAGE...   only looks: exits with 0 when all are there
#
# What counts is whether the compiler finds the header or the shell the program, so that a copy that
# did not come as a package is as good.

header() {
    printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$1" | ${CC:-cc} -E -x c - >/dev/null 2>&1
}

have() {
    case $1 in
    libstb-dev) header stb/stb_image_write.h ;;
    libsdl2-dev) header SDL2/SDL.h ;;
    libcmocka-dev) header cmocka.h ;;
    libbox2d-dev) header box2d/box2d.h ;;
    libchipmunk-dev) header chipmunk/chipmunk.h ;;
    gnuplot-nox) command -v gnuplot >/dev/null ;;
    imagemagick) command -v mogrify >/dev/null ;;
    webp) command -v img2webp >/dev/null ;;
    xvfb) command -v Xvfb >/dev/null ;;
    binutils) command -v nm >/dev/null ;;
    binaryen) command -v wasm-opt >/dev/null ;;
    lld) command -v wasm-ld >/dev/null ;;
    gcc-*-linux-gnu*) echo '#include <stdint.h>' | "${1#gcc-}-gcc" -E - >/dev/null 2>&1 ;;
    gcc-arm-none-eabi) command -v arm-none-eabi-gcc >/dev/null ;;
    qemu-user) command -v qemu-s390x >/dev/null ;;
    ninja-build) command -v ninja >/dev/null ;;
    gcc-mingw-w64-x86-64) command -v x86_64-w64-mingw32-gcc >/dev/null ;;
    libnewlib-arm-none-eabi) echo '#include <string.h>' | arm-none-eabi-gcc -E - >/dev/null 2>&1 ;;
    nodejs) command -v node >/dev/null ;;
    libclang-rt-*) [ -n "$(ls "$(clang -print-resource-dir 2>/dev/null)"/lib/linux/*asan* 2>/dev/null)" ] ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# The C library of a cross compiler, which the compiler's package only recommends.
library() {
    case $1 in
    gcc-aarch64-linux-gnu) echo libc6-dev-arm64-cross ;;
    gcc-arm-linux-gnueabihf) echo libc6-dev-armhf-cross ;;
    gcc-i686-linux-gnu) echo libc6-dev-i386-cross ;;
    gcc-powerpc64-linux-gnu) echo libc6-dev-ppc64-cross ;;
    gcc-riscv64-linux-gnu) echo libc6-dev-riscv64-cross ;;
    gcc-s390x-linux-gnu) echo libc6-dev-s390x-cross ;;
    esac
}

look=0
if [ "$1" = --have ]; then
    look=1
    shift
fi
missing=
for package in "$@"; do
    have "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
[ $look = 1 ] && exit 1
packages=
for package in $missing; do
    packages="$packages $package $(library "$package")"
done
packages=$(echo $packages)

if [ "$(id -u)" = 0 ]; then
    root=
elif sudo -n true 2>/dev/null; then
    root="sudo -n"
else
    root=none
fi
if ! command -v apt-get >/dev/null; then
    echo "missing, by the names of Debian packages: $packages" >&2
    exit 1
fi
if [ "$root" = none ]; then
    echo "missing; run:  sudo apt-get install $packages" >&2
    exit 1
fi
log=$(mktemp) || exit 1
if ! { $root apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
    $root apt-get install -y -qq --no-install-recommends $packages; } </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo "could not install; run:  sudo apt-get install $packages" >&2
    exit 1
fi
rm -f "$log"
for package in $missing; do
    have "$package" || { echo "$package is installed but not usable by ${CC:-cc}" >&2; exit 1; }
done
