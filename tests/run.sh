#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# run.sh - run test programs and scripts, say of each how it went as soon as it ends, and add up.
#
# Run:  tests/run.sh LOG_FOLDER JOBS PROGRAM...
#
# Of a cmocka program every test counts, a crash as all the tests that did not come to an end. Of a
# script the exit status counts. The last line is "N passed, N failed"; no other has that form.
logs=$1
jobs=$2
shift 2

# Run one program; `jobs` is --one then.
if [ "$jobs" = --one ]; then
    name=$(basename "$1")
    log=$logs/$name.log
    "$1" >"$log" 2>&1
    status=$?
    case $name in
    *.sh)
        if [ "$status" = 0 ]; then good=1 bad=0; else good=0 bad=1; fi
        ;;
    *)
        good=$(grep -c '^\[       OK \]' "$log")
        all=$(sed -n 's/^\[==========\].*Running \([0-9]*\) test.*/\1/p' "$log" |
            awk '{ n += $1 } END { print n + 0 }')
        skipped=$(grep -c '^\[  SKIPPED \] [a-z]' "$log")
        bad=$((all - good - skipped))
        if [ "$status" != 0 ] && [ "$bad" -le 0 ]; then bad=1; fi
        if [ "$all" = 0 ] && [ "$bad" = 0 ]; then bad=1; fi
        ;;
    esac
    echo "$good $bad" >"$logs/$name.count"
    {
        printf '%-20s %4d ok, %d not\n' "$name" "$good" "$bad"
        case $name in *.sh) sed 's/^/    /' "$log" ;; esac
        if [ "$bad" != 0 ] && [ "${name%.sh}" = "$name" ]; then
            [ "$status" -gt 128 ] && echo "    ended by signal $((status - 128))"
            grep -v '^\[ RUN \|^\[       OK \]\|^\[ RUN      \]' "$log" | tail -n 40 | sed 's/^/    /'
        fi
    } >"$logs/$name.report"
    cat "$logs/$name.report" # at once, so that reports of programs side by side do not mix
    exit 0
fi

mkdir -p "$logs" || exit 1
rm -f "$logs"/*.count
printf '%s\n' "$@" | xargs -P "$jobs" -I{} sh "$0" "$logs" --one {}

passed=0
failed=0
bad_ones=
for program in "$@"; do
    good=0 bad=1
    read -r good bad <"$logs/$(basename "$program").count"
    passed=$((passed + good))
    failed=$((failed + bad))
    [ "$bad" = 0 ] || bad_ones="$bad_ones $(basename "$program")"
done
# What is not good once more, where it is seen.
for name in $bad_ones; do
    echo "NOT OK: $name"
    cat "$logs/$name.report"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
