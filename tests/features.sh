#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# features.sh - prints tests/features.txt with the result of each test that it names.
#
# Run:  tests/features.sh LOG_FOLDER          with the logs of make test
#       tests/features.sh --fresh LOG_FOLDER  exit status 0 when these are of the sources as they are now
#       tests/features.sh --self-test         rows whose tests are missing or fail must fail
#
# A row is done when it names tests and all of them passed, failed when one did not pass or does not exist,
# and open when it names none. The last line is "N passed, N failed"; an open row that OPEN does not list
# counts as failed, and so does a row of ROWS that is not there.
cd "$(dirname "$0")/.." || exit 1
OPEN="C10" # rows that no test shows yet
ROWS="A22 B20 C10" # the last ones of each part

# make test leaves `began` and, when it came to its end, `ended`.
fresh() {
    [ -f "$1/began" ] && [ "$1/ended" -nt "$1/began" ] &&
        [ -z "$(find verlet2d.h README.md examples tests -type f -newer "$1/began")" ]
}

# table LIST LOG_FOLDER
table() {
    {
        sed -nE 's/^\[       OK \] ([a-z0-9_]+)$/\1 ok/p; s/^\[  FAILED  \] ([a-z0-9_]+)$/\1 failed/p' "$2"/test_*.log
        for script in "$2"/*.sh.count; do
            [ -f "$script" ] && read -r good _ <"$script" &&
                echo "$(basename "$script" .count) $([ "$good" = 1 ] && echo ok || echo failed)"
        done
        echo "end of results"
        cat "$1"
    } | awk -v open="$OPEN" -v rows="$ROWS" '
        BEGIN {
            count = split(open, word, " ")
            for (i = 1; i <= count; ++i) may_be_open[word[i]] = 1
            parts = split(rows, last, " ")
        }
        /^end of results$/ { listing = 1; next }
        !listing { if (result[$1] != "failed") result[$1] = $2; next }
        /^#/ || NF == 0 { next }
        {
            split($0, field, / *[|] */)
            id = field[1]
            state = "done"
            tests = split(field[3], test, " ")
            if (tests == 0) state = "open"
            for (i = 1; i <= tests; ++i)
                if (result[test[i]] != "ok") state = "failed"
            if (id in seen) state = "failed" # twice
            seen[id] = 1
            printf "%-4s %-7s %s\n", id, state, field[2]
            for (i = 1; i <= tests; ++i)
                printf "             %-7s %s\n", test[i] in result ? result[test[i]] : "missing", test[i]
            if (state == "done" || (state == "open" && id in may_be_open)) ++passed
            else ++failed
        }
        END {
            for (i = 1; i <= parts; ++i)
                for (k = 1; k <= substr(last[i], 2) + 0; ++k)
                    if (!(substr(last[i], 1, 1) k in seen)) {
                        printf "%-4s failed  is not listed\n", substr(last[i], 1, 1) k
                        ++failed
                    }
            printf "%d passed, %d failed\n", passed, failed
            exit failed > 0
        }'
}

# expect TEXT: the last line of the table of $dir is this.
expect() {
    said=$(table "$dir/list" "$dir/log" | tail -n 1)
    [ "$said" = "$1" ] || { echo "features.sh: $2: said $said, expected $1"; wrong=1; }
}

self_test() {
    dir=$(mktemp -d) || exit 1
    trap 'rm -rf "$dir"' EXIT
    wrong=0 ROWS="A2 B1" OPEN=B1
    mkdir "$dir/log"
    printf '# comment\n\nA1 | one | a_test other.sh\nA2 | two | b_test\nB1 | three |\n' >"$dir/list"
    printf '[ RUN      ] a_test\n[       OK ] a_test\n' >"$dir/log/test_a.log"
    printf '[       OK ] b_test\n' >"$dir/log/test_b.log"
    echo "1 0" >"$dir/log/other.sh.count"
    expect "3 passed, 0 failed" "all well"
    echo "0 1" >"$dir/log/other.sh.count"
    expect "2 passed, 1 failed" "a script fails"
    rm "$dir/log/other.sh.count"
    expect "2 passed, 1 failed" "a script did not run"
    echo "1 0" >"$dir/log/other.sh.count"
    printf '[  FAILED  ] b_test\n' >"$dir/log/test_b.log"
    expect "2 passed, 1 failed" "a test fails"
    printf '[       OK ] b_test\n' >"$dir/log/test_c.log"
    expect "2 passed, 1 failed" "one of two tests of a name fails"
    rm "$dir/log/test_b.log" "$dir/log/test_c.log"
    expect "2 passed, 1 failed" "a test is missing"
    OPEN=
    expect "1 passed, 2 failed" "an open row that may not be"
    OPEN=B1
    printf '[       OK ] b_test\n' >"$dir/log/test_b.log"
    sed -i /^A2/d "$dir/list"
    expect "2 passed, 1 failed" "a row is missing"
    exit $wrong
}

case $1 in
--self-test) self_test ;;
--fresh) fresh "$2" ;;
*) table tests/features.txt "$1" ;;
esac
