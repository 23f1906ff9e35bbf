#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# readme.sh - the programs in the READMEs compile and do what they say.
#
# README.md's first program is compiled by its first cc line in an empty folder that holds only verlet2d.h,
# and says where the ball came to rest. The other programs there, and the recipes of examples/README.md,
# are put into one file with tests/recipes.h, which runs them. The targets of make that the READMEs name exist,
# and README.md is short.
cd "$(dirname "$0")/.." || exit 1
root=$PWD
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# programs FILE FROM TO: the C programs from a heading to another, without the first `skip`.
programs() {
    awk -v from="$2" -v to="$3" -v skip="$4" '
        index($0, from) == 1 { inside = 1 }
        to != "" && index($0, to) == 1 { inside = 0 }
        /^```c$/ && inside { on = ++count > skip; next }
        /^```$/ { on = 0 }
        on' "$1"
}

[ "$(wc -l <README.md)" -le 160 ] || { echo "README.md has more than 160 lines"; exit 1; }
film=$(sed -n '3s/^!\[.*](\(.*\))$/\1/p' README.md)
[ "$(wc -c <"$film")" -le 2000000 ] || { echo "README.md does not begin with a film of at most 2 MB"; exit 1; }
# In the first column of a table the words in backquotes after `make demo` are targets, too.
missing=$(sed -n -e 's/^| \(`make [^|]*\)|.*/\1/p' README.md examples/README.md bench/README.md | grep -o '`[a-z -]*`' |
    cat - README.md examples/README.md bench/README.md | grep -o '^`[a-z-]*`$\|`make [a-z-]*`' |
    tr -d '`' | sed 's/^make //' | sort -u | while read -r target; do
    grep -q "^\(.PHONY:.*\|[a-z -]*\)\<$target\>" Makefile || echo "$target"
done)
[ -z "$missing" ] || { echo "the Makefile has no target" $missing; exit 1; }

programs README.md '# ' '## Drawing' 0 >"$dir/main.c"
{
    printf '#include <math.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <string.h>\n#include "verlet2d.h"\n'
    programs examples/README.md '# Recipes' '# The examples' 0
    echo '#include "tests/recipes.h"'
    programs README.md '# ' '' 1
    echo '#include "tests/recipes.h"'
} >"$dir/recipes.c"
line=$(sed -n 's/^ *\(cc .*\)$/\1/p' README.md | head -n 1)
cp verlet2d.h "$dir/"
[ -s "$dir/main.c" ] || { echo "README.md has no C program"; exit 1; }
[ -n "$line" ] || { echo "README.md has no cc line"; exit 1; }

cd "$dir" || exit 1
printf '#!/bin/sh\n%s\n' "$line" >run.sh
sh ./run.sh >out.txt 2>err.txt
status=$?
if [ $status != 0 ] || [ -s err.txt ]; then
    echo "$line: exit status $status"
    cat err.txt
    exit 1
fi
# The ball of radius 0.5 lies on the ground y = 0.
awk '{ for (i = 1; i <= NF; ++i) if ($i + 0 > 0.45 && $i + 0 < 0.55) found = 1 }
     END { exit !found }' out.txt || { echo "the program printed something else:"; cat out.txt; exit 1; }
echo "$line: $(tail -n 1 out.txt)"

# Recipes are for C and C++, and without a warning.
warn="-Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Werror"
${CC:-cc} -std=c99 $warn -Wno-unused-parameter -g -I"$root" -o recipes recipes.c verlet2d.o -lcmocka -lm -pthread || exit 1
programs "$root/examples/README.md" '# Recipes' '# The examples' 0 >pasted
{ printf '#include <math.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <string.h>\n#include "verlet2d.h"\n' && cat pasted; } >pasted.cpp
${CXX:-g++} -std=c++11 $warn -Wno-unused-function -fsyntax-only pasted.cpp || exit 1
if ! ./recipes >out.txt 2>&1; then
    grep -v -e '  OK \]' -e '^\[ RUN ' out.txt
    exit 1
fi
echo "recipes: $(grep -c '  OK \]' out.txt) run"
