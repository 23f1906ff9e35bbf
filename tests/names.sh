#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# names.sh - whether what the READMEs and the header's comments name exists: functions, macros, sections,
# files, headings. Silent when it does.
cd "$(dirname "$0")/.." || exit 1
texts="README.md bench/README.md examples/README.md"
code=$(mktemp) || exit 1
trap 'rm -f "$code"' EXIT
# V2D__K(name) is v2d__name.
sed -e "s,//.*,," -e 's/V2D__K(\([a-z0-9_]*\))/v2d__\1/g' verlet2d.h >"$code"
{
    grep -oh '\(v2d\|V2D\)_[A-Za-z0-9_]*[A-Za-z0-9]' $texts
    sed -n 's,.*//\(.*\),\1,p' verlet2d.h | grep -oh '\(v2d\|V2D\)_[A-Za-z0-9_]*[A-Za-z0-9]'
} | sort -u | while read -r name; do
    grep -q "\<$name" "$code" "Makefile" || grep -qs "\<$name" tests/*.c tests/*.sh examples/*.[ch] bench/*.[ch] bench/*/*.[ch] || echo "nothing is called $name"
done | grep -v 'v2d__name_w8$'
grep -oh '>>[a-z_]*[a-z]' $texts verlet2d.h | sort -u | grep -v -x -e '>>name' -e '>>public_' | while read -r section; do
    grep -q "^// $section  " verlet2d.h || echo "no section $section"
done
for text in $texts; do
    grep -o -e '](\([^)#:]*\)' -e 'src="[^"]*' "$text" | sed 's/^](//; s/^src="//' | grep . | sort -u | while read -r file; do
        [ -e "$(dirname "$text")/$file" ] || echo "$text: no file $file"
    done
done
# Headings that links name, as GitHub makes anchors of them.
for text in $texts; do
    grep -o '](\([a-zA-Z./]*\.md\)\?#[^)]*)' "$text" | sed 's/^](//; s/)$//' | sort -u | while read -r link; do
        file=$(dirname "$text")/${link%%#*}
        [ -n "${link%%#*}" ] || file=$text
        sed -n 's/^##* //p' "$file" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-' | grep -qx -e "${link#*#}" || echo "$text: no heading $link"
    done
done
exit 0
