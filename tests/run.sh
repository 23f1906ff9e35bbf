#!/bin/sh
# run.sh - run test programs and scripts and add up what they say.
#
# Run:  tests/run.sh LOG_FOLDER JOBS PROGRAM...
#
# Of a cmocka program every test counts, a crash as all the tests that did not come to an end. Of a
# script the exit status counts. The last line is "N passed, N failed"; no other has that form.
logs=$1
jobs=$2
shift 2
mkdir -p "$logs" || exit 1

# The exit status goes into a file: the programs run side by side, the report comes in order.
printf '%s\n' "$@" | xargs -P "$jobs" -I{} sh -c '
    name=$(basename "$1")
    "$1" >"$2/$name.log" 2>&1
    echo $? >"$2/$name.status"' run {} "$logs"

passed=0
failed=0
for program in "$@"; do
    name=$(basename "$program")
    log=$logs/$name.log
    status=$(cat "$logs/$name.status")
    case $name in
    *.sh)
        good=0 bad=0
        if [ "$status" = 0 ]; then good=1; else bad=1; fi
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
    printf '%-20s %4d ok, %d not\n' "$name" "$good" "$bad"
    case $name in *.sh) sed 's/^/    /' "$log" ;; esac
    if [ "$bad" != 0 ] && [ "${name%.sh}" = "$name" ]; then
        [ "$status" -gt 128 ] && echo "    ended by signal $((status - 128))"
        grep -v '^\[ RUN \|^\[       OK \]\|^\[ RUN      \]' "$log" | tail -n 40 | sed 's/^/    /'
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
