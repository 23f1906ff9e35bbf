#!/bin/sh
# SPDX-License-Identifier: MIT OR Unlicense
# sections.sh - whether verlet2d.h keeps to its own plan. Silent when it does.
#
# Run:  tests/sections.sh [FILE]       checks verlet2d.h, or FILE
#       tests/sections.sh --uses       prints the line "Uses:" that each section should have
#       tests/sections.sh --self-test  puts one violation of each kind into a copy, and looks whether it is named
#
# A section begins with a banner, "// >>name  What it is.". One of the implementation says in it, "// Uses:",
# whose functions, types and constants it needs; what all may use (math, tuning, layout and the interface) is not
# listed. Checked besides: sections of at most 1,500 lines, functions of at most 60, a comment above every
# public function, and no comment line that breaks off early.
cd "$(dirname "$0")/.." || exit 1
mode=check
file=verlet2d.h
case $1 in
--uses) mode=uses ;;
--self-test) mode=self ;;
?*) file=$1 ;;
esac

check() { # FILE MODE
    awk -v mode="$2" '
    function fail(what) {
        if (mode == "check") print file ":" FNR ": " what
        bad = 1
    }

    # What stands outside comments and strings.
    function code(line) {
        gsub(/"[^"]*"/, "\"\"", line)
        sub(/\/\/.*/, "", line)
        return line
    }

    # The name that a line at the left margin defines, or "".
    function defined(line,   name) {
        if (line ~ /^#define V2D__/) { split(line, words, /[ (]/); return words[2] }
        if (line ~ /^(typedef )?(struct|enum|union) v2d__/) {
            match(line, /v2d__[a-z0-9_]+/); return substr(line, RSTART, RLENGTH)
        }
        if (line ~ /^typedef .*v2d__[a-z0-9_]+\)?\(/ || line ~ /^}? ?v2d__[a-z0-9_]+;/) {
            match(line, /v2d__[a-z0-9_]+/); return substr(line, RSTART, RLENGTH)
        }
        if (line ~ /^ *V2D__[A-Z0-9_]+( =.*)?,?$/ || line ~ /^(enum \{ ?| +)V2D__[A-Z0-9_]+( =|,| *})/) {
            match(line, /V2D__[A-Z0-9_]+/); return substr(line, RSTART, RLENGTH)
        }
        if (line ~ /^V2D__KERNEL\(/) { split(line, words, /[(,]/); return "v2d__" words[2] }
        if (line ~ /^V2D__(ID|SLOT)_OF\(/) { split(line, words, /[(,]/); return "v2d__" words[2] (line ~ /_ID_/ ? "_id_of" : "_slot") }
        if (line !~ /^(static|V2D__OUTLINE|V2D__COLD|V2D__PART|V2D__INLINE) /) return ""
        if (line ~ /;$/ && line !~ /[={]/) return "" # declared ahead
        if (match(line, /V2D__K\([a-z0-9_]+\)/)) return "v2d__" substr(line, RSTART + 7, RLENGTH - 8)
        if (match(line, /v2d__[a-z0-9_]+(\(|\[| =)/)) {
            name = substr(line, RSTART, RLENGTH)
            sub(/(\(|\[| =)$/, "", name)
            # The last such name before the parenthesis is that of the function, not of its type.
            return name
        }
        return ""
    }

    FNR == 1 { pass += 1; section = ""; private = 0; file = FILENAME }

    /^\/\/ >>[a-z_]+  / {
        if (pass == 2 && section != "" && FNR - first > 1500)
            fail("section >>" section " has " FNR - first " lines")
        section = $2; sub(/^>>/, "", section)
        first = FNR; in_banner = 1
        if (pass == 1) order[++sections] = section
        if (section == "impl") private = 1
        if (FNR < 100) private = 0
    }
    in_banner && /^\/\/ ====/ { in_banner = 0 }
    in_banner && /^\/\/ Uses: / {
        for (i = 3; i <= NF; ++i) named[section, $i] = 1
        uses = 1; next
    }
    in_banner && uses && /^\/\/       / { for (i = 2; i <= NF; ++i) named[section, $i] = 1; next }
    { uses = 0 }

    pass == 1 {
        name = defined($0)
        if (name != "" && !(name in owner)) owner[name] = section
        next
    }

    # ---- pass 2 ----
    {
        # Functions.
        if (private && $0 ~ /^(static|V2D__OUTLINE|V2D__COLD|V2D__PART|V2D__INLINE|V2D_API) / && $0 ~ /\(/ && $0 !~ /;$/) {
            start = FNR; title = $0
        }
        if ($0 ~ /}$/ && $0 ~ /^(static|V2D)/) start = 0
        if ($0 == "}" && start > 0) {
            if (FNR - start + 1 > 60) fail("function of " FNR - start + 1 " lines: " title)
            start = 0
        }
        # Public functions.
        if (section == "api" && /^V2D_API / && last !~ /^\/\/\//) fail("no comment: " $0)
        # Comments that break off.
        if (last ~ /^ *\/\/\/? [A-Za-z(]/ && $0 ~ /^ *\/\/\/? [a-z]/ && length(last) < 62 && last !~ /[.:;,!?)|]$/ &&
            last !~ /----|====|  [^ ]/ && index(last, "/") == index($0, "/"))
            fail("line breaks off: " last)
        last = $0
    }
    private && section != "" {
        text = $0 ~ /^#define v2d__w/ ? "" : code($0)
        while (match(text, /V2D__K\([a-z0-9_]+\)|[vV]2[dD]__[A-Za-z0-9_]+/)) {
            name = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            if (name ~ /^V2D__K\(/) name = "v2d__" substr(name, 8, length(name) - 8)
            if (name in everywhere) continue
            if (!(name in owner) && sub(/_w[148]$/, "", name) == 0) continue
            from = owner[name]
            if (from == section || from == "" || from in common) continue
            if (!((section, from) in used)) { used[section, from] = FNR; why[section, from] = name ":" FNR }
        }
    }

    BEGIN {
        split("config types defs outputs api layout world impl tuning math", free, " ")
        for (i in free) common[free[i]] = 1
        # What tells in which part of the file a line stands, and lane counts, are no use of >>lanes.
        split("V2D__NESTED V2D__WIDTH V2D__LANES V2D__K", free, " ")
        for (i in free) everywhere[free[i]] = 1
    }

    END {
        for (k = 1; k <= sections; ++k) {
            section = order[k]; list = ""
            for (j = 1; j <= sections; ++j) {
                from = order[j]
                if ((section, from) in used) {
                    list = list " " from
                    if (mode == "check" && !((section, from) in named)) {
                        FNR = used[section, from]
                        fail("section >>" section " uses >>" from " (" why[section, from] "), which its banner does not name")
                    }
                } else if (mode == "check" && (section, from) in named) {
                    FNR = 0
                    fail("section >>" section " names >>" from ", which it does not use")
                }
            }
            if (mode == "uses" && list != "") print section ":" list
        }
        exit mode == "check" ? bad : 0
    }' "$1" "$1"
}

if [ $mode != self ]; then
    check "$file" $mode
    exit
fi

# One violation of each kind, in a copy.
dir=build/sections
mkdir -p $dir || exit 1
copy=$dir/verlet2d.h
failed=0
# expect WHAT SED-SCRIPT: the check of the changed copy says WHAT.
expect() {
    sed "$2" verlet2d.h >$copy
    if cmp -s verlet2d.h $copy; then
        echo "self-test: \"$1\" could not be put in"
        failed=1
    elif ! check $copy check | grep -q -e "$1"; then
        echo "self-test: \"$1\" is not noticed"
        failed=1
    fi
}
blank='/^\/\/ >>pool  /,/^#/{/^$/{'
expect 'section >>pool uses >>geometry' '/^static V2D__INLINE v2d_result v2d__slot_result(/i\
static bool v2d__intruder(const v2d_geometry *g) { return v2d__geometry_entries(g) > 0; }\
'
expect 'section >>pool names >>broadphase' 's|^// >>pool  .*|&\
// Uses: broadphase|'
expect 'function of 6[0-9] lines' "$(printf '/^static V2D__INLINE v2d_result v2d__slot_result(/i\\\nstatic void v2d__long(void) {\\\n'; i=0; while [ $i -lt 62 ]; do printf ';\\\n'; i=$((i + 1)); done; printf '}\\\n')"
expect 'section >>pool has 1[0-9]* lines' "$(printf '/^static V2D__INLINE v2d_result v2d__slot_result(/i\\\n'; i=0; while [ $i -lt 1500 ]; do printf '\\\n'; i=$((i + 1)); done)"
expect 'no comment: V2D_API' 's|^V2D_API v2d_world_def v2d_world_def_default|\
&|'
expect 'line breaks off' 's|^// >>pool  .*|&\
// A line that breaks\
// off in the middle of what it says.|'
exit $failed
