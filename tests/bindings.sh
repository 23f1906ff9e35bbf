#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# bindings.sh - the bindings for JavaScript, Python and LuaJIT. The programs of "Bindings" in examples/README.md
# print what the same program in C does, hash included; every function is called with nothing and with nonsense;
# types are checked. Ends with "N passed, N failed".
#
# Run:  make bindings-test      (which builds them)
cd "$(dirname "$0")/.." || exit 1
root=$PWD
built=$root/build/bindings
for file in js/verlet2d.wasm python/libverlet2d.so lua/libverlet2d.so; do
    [ -f "$built/$file" ] || { echo "bindings: run make bindings-test"; exit 1; }
done
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
PYTHONPATH=$built/python PYTHONDONTWRITEBYTECODE=1 LUA_PATH="$built/lua/?.lua;;"
export PYTHONPATH PYTHONDONTWRITEBYTECODE LUA_PATH

# All public functions and the macros that are like them, found without the generator.
sed -n '/^\/\/ >>api /,/^#endif \/\/ VERLET2D_H/p' verlet2d.h |
    sed -n -e 's/^V2D_API [^(]*[ *]\(v2d_[a-z0-9_]*\)(.*/\1/p' \
        -e 's/^static inline [^(]*[ *]\(v2d_[a-z0-9_]*\)(.*/\1/p' -e 's/^#define \(v2d_[a-z0-9_]*\)(.*/\1/p' |
    sort -u >"$dir/names"
[ "$(wc -l <"$dir/names")" -gt 230 ] || { echo "bindings: only $(wc -l <"$dir/names") functions found"; exit 1; }

# report NAME STATUS: a line as the programs print for each test.
report() {
    [ "$2" = 0 ] && echo "ok - $1" || echo "not ok - $1"
}

# The package as npm would publish it.
mkdir -p "$dir/node_modules"
(cd "$built/js" && npm pack --silent --pack-destination "$dir" >/dev/null) &&
    tar -xzf "$dir"/verlet2d-*.tgz -C "$dir/node_modules" && mv "$dir/node_modules/package" "$dir/node_modules/verlet2d"
report "npm packs the package" $? >"$dir/log"

# program LANGUAGE FILE COMMAND...: the program of the chapter that is marked so.
program() {
    awk -v fence="\`\`\`$1" '/^# Bindings$/ { inside = 1; next } /^##? / { inside = 0 }
        /^```/ { on = inside && $0 == fence; next } on' examples/README.md >"$dir/$2"
    (cd "$dir" && shift 2 && "$@") >"$dir/$1.out" 2>&1
    cmp -s "$dir/c.out" "$dir/$1.out"
    status=$?
    report "$1: prints what C does: $(tail -n 1 "$dir/c.out")" $status
    [ $status = 0 ] || diff "$dir/c.out" "$dir/$1.out"
}
${CC:-cc} -O1 -I. -o "$dir/c" tests/bindings.c build/obj/verlet2d.o -lm && "$dir/c" >"$dir/c.out" || exit 1
{
    grep -q "$(head -n 1 "$dir/c.out")" README.md
    report "c: the first program prints what README.md says" $?
    program js program.mjs node program.mjs
    program python program.py python3 program.py
    program lua program.lua luajit program.lua
    cp tests/bindings.mjs tests/bindings.mts "$dir/"
    # A program that dies has not told all: that is one more that failed.
    (cd "$dir" && node bindings.mjs names node_modules/verlet2d/verlet2d.d.ts) || echo "not ok - js: exit status $?"
    python3 tests/bindings.py "$dir/names" || echo "not ok - python: exit status $?"
    luajit tests/bindings.lua "$dir/names" verlet2d.h || echo "not ok - lua: exit status $?"
    if [ -x "$built/node_modules/.bin/tsc" ]; then
        (cd "$dir" && "$built/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext bindings.mts)
        report "types: are those of the functions" $?
    else
        echo "types: without typescript they are not checked"
    fi
} >>"$dir/log" 2>&1
cat "$dir/log"
passed=$(grep -c '^ok - ' "$dir/log")
failed=$(grep -c '^not ok - ' "$dir/log")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
