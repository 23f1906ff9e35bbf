#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# options.sh - the examples' options: right ones work, wrong ones and bad folders are refused.
cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
${CC:-cc} -O1 -I. -o "$dir/hello" examples/hello.c -lm || exit 1
bad=0

# expect STATUS WORD OPTION...: the exit status, and a word in the message.
expect() {
    status=$1 word=$2
    shift 2
    "$dir/hello" "$@" >"$dir/out" 2>"$dir/err"
    got=$?
    if [ $got != "$status" ] || ! cat "$dir/out" "$dir/err" | grep -q -e "$word"; then
        echo "hello $*: exit status $got, not $status, or no '$word' in:"
        cat "$dir/err"
        bad=1
    fi
}
expect 0 "3 frames" --frames 3 --size 320x180 --out "$dir/a/b" --seed 7
for file in 0001.png 0003.png sheet.png strip.png; do
    [ -s "$dir/a/b/$file" ] || { echo "no $file"; bad=1; }
done
[ -e "$dir/a/b/0004.png" ] && { echo "too many frames"; bad=1; }
expect 0 usage --help
for value in 0 -1 1.5 x 10000 ""; do expect 2 --frames --frames "$value" --out "$dir/x"; done
for value in 10 10x10 320 320x 320x180x2 99999x10; do expect 2 --size --size $value --out "$dir/x"; done
expect 2 --seed --seed -1 --out "$dir/x"
expect 2 --seed --seed 4294967296 --out "$dir/x"
expect 2 --frames --frames
expect 2 --out --out ""
expect 2 "unknown option" --fast
expect 2 "unknown option" 12
[ -e "$dir/x" ] && { echo "a refused run made its folder"; bad=1; }
touch "$dir/file"
expect 1 "$dir/file" --frames 1 --out "$dir/file"
expect 1 "$dir/file/sub" --frames 1 --out "$dir/file/sub"
if [ "$(id -u)" != 0 ]; then
    mkdir "$dir/shut"
    chmod 555 "$dir/shut"
    expect 1 "$dir/shut" --frames 1 --out "$dir/shut"
fi
[ $bad = 0 ] && echo "options as documented"
exit $bad
