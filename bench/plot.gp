# SPDX-License-Identifier: MIT OR Unlicense
# plot.gp - a picture of a CSV that a bench wrote, by gnuplot.
#
# Run:  gnuplot -c bench/plot.gp bars   IN.csv OUT.png TITLE LABEL SERIES VALUE
#       gnuplot -c bench/plot.gp lines  IN.csv OUT.png TITLE PANEL SERIES X Y
#       gnuplot -c bench/plot.gp curves IN.csv OUT.png TITLE PANEL SERIES X Y
# The capital words name columns of the CSV's first line. Bars: one group for each label, one bar for each
# series, lengths on a logarithmic scale. Lines: one panel for each name, one curve for each series, x
# logarithmic. Curves: x linear, without dots; the series `theory` is thin and grey.
set datafile separator comma columnheaders
in = ARG2
bars = ARG1 eq "bars"
across = ARG7
value = bars ? ARG7 : ARG8

# Different cells of a column, in order of appearance, each in quotes.
names(head) = system(sprintf("awk -F, -v head='%s' 'NR == 1 { while ($++c != head); next } \
    !seen[$c]++ { printf \"\\\"%%s\\\" \", $c }' '%s'", head, in))
groups = names(ARG5)
series = names(ARG6)
group_is(g) = stringcolumn(ARG5) eq word(groups, g)
series_is(s) = stringcolumn(ARG6) eq word(series, s)

array color[8] = [0x34689F, 0xB2612B, 0x2A7D6E, 0xA9434B, 0x6250A6, 0xA27E1C, 0x548438, 0x974B7F]
ink = 0x2A3342
muted = 0x66718A
shade(s) = word(series, s) eq "theory" ? muted : color[(s - 1) % 8 + 1]
rows = bars ? words(groups) * (words(series) + 1) : (words(groups) + 1) / 2
height = bars ? 120 + 13 * rows : 76 + 260 * rows
set terminal pngcairo enhanced size 960, height font "sans,9" background "#FFFFFF"
set output ARG3
set border 0
set tics scale 0 textcolor rgb muted
set grid linetype 1 linecolor rgb 0xE1E5EB
set key noenhanced horizontal left top Left reverse textcolor rgb ink at screen 0.02, screen 1 - 36.0 / height
set style fill solid 0.75 noborder

if (bars) {
    # Group g takes a row for each series and one between groups, from the top.
    top(g) = rows - (g - 1) * (words(series) + 1)
    row(s) = top(sum [g = 1:words(groups)] (group_is(g) ? g : 0)) - s
    stats in using (column(value)) nooutput
    low = 10 ** floor(log10(STATS_min))
    set label ARG4 noenhanced at screen 0.02, screen 1 - 18.0 / height font ",14" textcolor rgb ink
    set tmargin at screen 1 - 70.0 / height
    set rmargin 8
    set logscale x
    set xrange [low:*]
    set yrange [0:rows]
    set format x "%g"
    set ytics () noenhanced textcolor rgb ink
    set grid noytics
    do for [g = 1:words(groups)] { set ytics add (word(groups, g) top(g) - 0.5 * (words(series) + 1)) }
    plot for [s = 1:words(series)] in using (low):(series_is(s) ? row(s) : NaN):(low):(column(value)): \
            (row(s) - 0.42):(row(s) + 0.42) with boxxyerror linecolor rgb shade(s) title word(series, s), \
        in using (column(value)):(row(sum [s = 1:words(series)] (series_is(s) ? s : 0))): \
            (sprintf("%.3g", column(value))) with labels left offset 0.5, 0 font ",7" textcolor rgb muted notitle
} else {
    dots = ARG1 eq "lines"
    set label 1 ARG4 noenhanced at screen 0.02, screen 1 - 18.0 / height font ",14" textcolor rgb ink
    set multiplot layout rows, 2 margins 0.05, 0.97, 50.0 / height, 1 - 95.0 / height spacing 0.06, 90.0 / height
    set yrange [0:*]
    if (dots) { set logscale x; set format x "%.0s%c" }
    set xlabel across noenhanced textcolor rgb muted
    wide(s) = word(series, s) eq "theory" ? 1 : 2
    do for [g = 1:words(groups)] {
        set title word(groups, g) noenhanced font ",10" textcolor rgb ink offset 0, -0.5
        # The first series is on top, and the first in the legend.
        plot for [s = words(series):1:-1] in using \
                (group_is(g) && series_is(s) ? column(across) : NaN):(column(value) > 0 ? column(value) : 0) with linespoints \
                linecolor rgb shade(s) linewidth wide(s) pointtype 7 pointsize (dots ? 0.7 : 0) notitle, \
            for [s = 1:words(series)] keyentry with lines linecolor rgb shade(s) linewidth wide(s) \
                title word(series, s)
        unset key
        unset label 1
    }
    unset multiplot
}
