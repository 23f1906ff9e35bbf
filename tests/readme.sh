#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# readme.sh - the README's first program, compiled by the README's first cc line in an empty folder
# that holds only verlet2d.h, runs and says where the ball came to rest.
cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md >"$dir/main.c"
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
