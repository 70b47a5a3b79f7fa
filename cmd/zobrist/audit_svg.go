package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// drawAudit draws, one above the other, how far each bit is from being set in
// half the keys, and the odds of a collision by the number of positions.
func drawAudit(title string, r *keycheck.Report, widths []width) []byte {
	d := &drawing{}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 760" width="800" height="760" font-family="sans-serif" font-size="13" fill="#222">` + "\n")
	d.printf(`<rect width="800" height="760" fill="white"/>` + "\n")
	d.text(400, 28, "middle", `font-size="17" font-weight="bold"`, fmt.Sprintf("%s: %d keys", title, len(r.Keys)))
	drawBias(d, r)
	drawOdds(d, widths)
	d.printf("</svg>\n")
	return d.Bytes()
}

// isSVG reports whether a file is one that drawAudit may have written.
func isSVG(f *os.File, _ int64) bool {
	start := make([]byte, 1<<10)
	n, _ := io.ReadFull(f, start)
	return bytes.Contains(start[:n], []byte("<svg"))
}

const (
	drawLeft, drawRight = 80.0, 770.0
	gridLine            = `stroke="#ddd"`
	limitLine           = `stroke="#c33" stroke-dasharray="6 4"`
)

type drawing struct{ bytes.Buffer }

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d, format, args...) }

func (d *drawing) text(x, y float64, anchor, style, s string) {
	d.printf(`<text x="%.1f" y="%.1f" text-anchor="%s" %s>`, x, y, anchor, style)
	xml.EscapeText(d, []byte(s))
	d.printf("</text>\n")
}

func (d *drawing) line(x1, y1, x2, y2 float64, style string) {
	d.printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`+"\n", x1, y1, x2, y2, style)
}

// side writes the label of a vertical axis.
func (d *drawing) side(y float64, s string) {
	d.text(24, y, "middle", fmt.Sprintf(`transform="rotate(-90 24 %.1f)"`, y), s)
}

func drawBias(d *drawing, r *keycheck.Report) {
	const top, bottom = 75.0, 335.0
	limit := r.BiasLimit()
	most := max(8, limit*1.1, math.Abs(r.Z(r.WorstBit()))*1.1)
	y := func(z float64) float64 { return (top+bottom)/2 - z/most*(bottom-top)/2 }
	width := (drawRight - drawLeft) / 64
	d.text(drawLeft, 60, "start", `font-weight="bold"`, "Bit bias: how far each bit is from being set in half of the keys")
	step := math.Ceil(most / 5)
	for z := -math.Floor(most/step) * step; z <= most; z += step {
		d.line(drawLeft, y(z), drawRight, y(z), gridLine)
		d.text(drawLeft-8, y(z)+4, "end", "", signed(z))
	}
	for bit := range r.Ones {
		z := r.Z(bit)
		color := "#47a"
		if !r.BiasOK(bit) {
			color = "#c33"
		}
		d.printf(`<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s"/>`+"\n",
			drawLeft+float64(bit)*width+1, min(y(0), y(z)), width-2, math.Abs(y(z)-y(0)), color)
		if bit%8 == 0 || bit == 63 {
			d.text(drawLeft+(float64(bit)+0.5)*width, bottom+18, "middle", "", fmt.Sprint(bit))
		}
	}
	d.line(drawLeft, y(0), drawRight, y(0), `stroke="#222"`)
	for _, z := range []float64{limit, -limit} {
		d.line(drawLeft, y(z), drawRight, y(z), limitLine)
	}
	d.text(drawRight, y(limit)-5, "end", `fill="#c33"`, "what chance allows, once in 10⁹ sets of keys")
	d.text((drawLeft+drawRight)/2, bottom+38, "middle", "", "bit, 0 the lowest")
	d.side((top+bottom)/2, "standard deviations from half")
}

func drawOdds(d *drawing, widths []width) {
	const top, bottom, least, first, last = 450.0, 680.0, -12.0, 4.0, 12.0
	x := func(exp float64) float64 { return drawLeft + (exp-first)/(last-first)*(drawRight-drawLeft) }
	y := func(exp float64) float64 { return top + exp/least*(bottom-top) }
	d.text(drawLeft, 435, "start", `font-weight="bold"`, "Odds that two of N positions have one key, if the keys are as good as random")
	for exp := first; exp <= last; exp++ {
		d.line(x(exp), top, x(exp), bottom, gridLine)
		d.text(x(exp), bottom+18, "middle", "", power(int(exp)))
	}
	for exp := least; exp <= 0; exp += 3 {
		d.line(drawLeft, y(exp), drawRight, y(exp), gridLine)
		d.text(drawLeft-8, y(exp)+4, "end", "", power(int(exp)))
	}
	for i, w := range widths {
		if i > 0 && w.rank == widths[i-1].rank {
			continue // the same line
		}
		color := []string{"#47a", "#b80", "#c33"}[i]
		d.printf(`<polyline fill="none" stroke-width="2" stroke="%s" points="`, color)
		label, name := 0.0, fmt.Sprint(w.bits, " bits")
		if w.rank < w.bits {
			name += fmt.Sprint(", worth ", w.rank)
		}
		for exp := first; exp <= last; exp += 0.05 {
			odds := math.Log10(keycheck.Collision(math.Pow(10, exp), w.rank))
			if odds < least {
				continue
			}
			d.printf("%.1f,%.1f ", x(exp), y(odds))
			if odds < -1.5 || label == 0 {
				label = exp
			}
		}
		d.printf(`"/>` + "\n")
		odds := math.Log10(keycheck.Collision(math.Pow(10, label), w.rank))
		d.text(x(label)+10, y(odds)+14, "start", fmt.Sprintf(`fill="%s" font-weight="bold"`, color), name)
	}
	d.text((drawLeft+drawRight)/2, bottom+40, "middle", "", "N, positions")
	d.side((top+bottom)/2, "odds")
}

// signed writes a number with its sign, if it has one.
func signed(z float64) string {
	if z == 0 {
		return "0"
	}
	return fmt.Sprintf("%+g", z)
}

// power writes a power of ten.
func power(exp int) string {
	if exp == 0 {
		return "1"
	}
	return "10" + superscripts.Replace(fmt.Sprint(exp))
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
