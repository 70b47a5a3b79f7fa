package main

import (
	"fmt"
	"math"
	"strings"
)

// Colours that the colour-blind can tell apart (M. Okabe and K. Ito).
var colours = [maxTemperatures]string{
	"#d55e00", "#009e73", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#777777",
}

// The picture's size, and the edges of the plot in it.
const (
	width, height            = 760, 480
	left, right, top, bottom = 70.0, 735.0, 50.0, 420.0
)

// chart draws, as SVG, the share of states seen before up to a step against
// that step, for every temperature; the paper's figures are broken lines.
func chart(results []result) string {
	var b strings.Builder
	decades := 1.0
	for _, r := range results {
		decades = max(decades, math.Log10(float64(len(r.run.trace))))
	}
	x := func(step float64) float64 { return left + (right-left)*math.Log10(step)/decades }
	y := func(percent float64) float64 { return bottom - (bottom-top)*percent/100 }
	text := func(x, y float64, anchor, attributes, s string) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`+"\n", x, y, anchor, attributes, s)
	}
	line := func(x1, y1, x2, y2 float64, attributes string) {
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`+"\n", x1, y1, x2, y2, attributes)
	}

	const title = "States seen before: vacancy diffusion in Fe-1at.%Cu"
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="13">
<title>%s</title>
<rect width="100%%" height="100%%" fill="#ffffff"/>
`, width, height, title)
	text((left+right)/2, 28, "middle", ` font-size="17"`, title)

	// The grid and its labels.
	for percent := 0; percent <= 100; percent += 20 {
		h := y(float64(percent))
		line(left, h, right, h, `stroke="#dddddd"`)
		text(left-8, h+4, "end", "", fmt.Sprint(percent))
	}
	for d := 0; float64(d) <= decades; d++ {
		v := x(math.Pow10(d))
		line(v, top, v, bottom, `stroke="#dddddd"`)
		text(v, bottom+20, "middle", "", fmt.Sprintf(`10<tspan dy="-6" font-size="10">%d</tspan>`, d))
	}
	fmt.Fprintf(&b, `<rect x="%v" y="%v" width="%v" height="%v" fill="none" stroke="#333333"/>`+"\n", left, top, right-left, bottom-top)
	text((left+right)/2, bottom+45, "middle", "", "jumps of the vacancy")
	text(0, 0, "middle", fmt.Sprintf(` transform="translate(24 %.0f) rotate(-90)"`, (top+bottom)/2),
		"states seen before, % of those considered so far")

	for i, r := range results {
		if p, ok := published[r.kelvin]; ok {
			line(left, y(p.seen), right, y(p.seen), fmt.Sprintf(`stroke="%s" stroke-width="1.2" stroke-dasharray="2 4"`, colours[i]))
		}
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-width="2" points="`, colours[i])
		for _, at := range curve(r.run.trace) {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(at.step), y(at.percent))
		}
		b.WriteString("\"/>\n")
	}

	// The legend, in the corner that curves rising to the right leave free.
	const rowHeight, legendWidth = 20.0, 290.0
	rows := float64(len(results))
	boxTop := bottom - 14 - rowHeight*rows
	boxLeft := right - 10 - legendWidth
	fmt.Fprintf(&b, `<rect x="%v" y="%v" width="%v" height="%v" fill="#ffffff" fill-opacity="0.9" stroke="#bbbbbb"/>`+"\n",
		boxLeft, boxTop, legendWidth, rowHeight*rows+6)
	for i, r := range results {
		middle := boxTop + 3 + rowHeight*(float64(i)+0.5)
		line(boxLeft+8, middle, boxLeft+34, middle, fmt.Sprintf(`stroke="%s" stroke-width="2"`, colours[i]))
		label := fmt.Sprintf("%v K: %.1f %%", r.kelvin, r.run.share())
		if p, ok := published[r.kelvin]; ok {
			label += fmt.Sprintf(" (paper, dotted: %.1f %%)", p.seen)
		}
		text(boxLeft+42, middle+4, "start", ` font-size="12"`, label)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

type curvePoint struct{ step, percent float64 }

// curve thins a trace to some forty points a decade, the last one included.
func curve(trace []point) []curvePoint {
	var points []curvePoint
	seen, next := 0, 1.0
	for i, p := range trace {
		seen += int(p.seen)
		if step := float64(i + 1); step >= next || i == len(trace)-1 {
			points = append(points, curvePoint{step, 100 * float64(seen) / (8 * step)})
			next = step * math.Pow(10, 1.0/40)
		}
	}
	return points
}
