package main

import (
	"bytes"
	"image/color"
	"math"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/zobrist-go/zobrist/internal/peers/report"
)

var (
	barColor    = color.NRGBA{R: 0x3b, G: 0x75, B: 0xaf, A: 0xff}
	limitColor  = color.NRGBA{R: 0xc4, G: 0x4e, B: 0x52, A: 0xff}
	gridColor   = color.NRGBA{R: 0xdd, G: 0xdd, B: 0xdd, A: 0xff}
	spreadColor = color.Black
)

// bars draws a ratio a row, from 1 to the median on a logarithmic axis, with a
// line for its quartiles and a mark at the limit.
type bars struct {
	results []result // the last one lowest
	label   text.Style
}

const halfBar = vg.Length(6)

// Plot implements plot.Plotter.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" {
			c.StrokeLine2(draw.LineStyle{Color: gridColor, Width: 0.5}, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	for i, r := range b.results {
		at := y(float64(len(b.results) - 1 - i))
		c.FillPolygon(barColor, []vg.Point{
			{X: x(1), Y: at - halfBar}, {X: x(r.ratio.Median), Y: at - halfBar},
			{X: x(r.ratio.Median), Y: at + halfBar}, {X: x(1), Y: at + halfBar},
		})
		c.StrokeLine2(draw.LineStyle{Color: spreadColor, Width: 1}, x(r.ratio.Low), at, x(r.ratio.High), at)
		if r.target > 0 {
			c.StrokeLine2(draw.LineStyle{Color: limitColor, Width: 2}, x(r.target), at-halfBar-2, x(r.target), at+halfBar+2)
		}
		b.number(c, x, at, r)
	}
	c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: 1}, x(1), c.Min.Y, x(1), c.Max.Y)
}

// number writes a ratio at the end of its bar, clear of its quartiles and limit.
func (b bars) number(c draw.Canvas, x func(float64) vg.Length, y vg.Length, r result) {
	label, away := b.label, vg.Length(-1)
	label.XAlign = text.XRight
	end := x(min(r.ratio.Low, r.ratio.Median))
	if r.ratio.Median > 1 {
		label.XAlign, away = text.XLeft, 1
		end = x(max(r.ratio.High, r.ratio.Median))
	}
	if r.target > 0 {
		if beyond := (x(r.target) - end) * away; beyond > -4 && beyond < 30 {
			end = x(r.target)
		}
	}
	at, where := vg.Point{X: end + 4*away, Y: y}, label.Rectangle(report.Number(r.ratio.Median))
	c.FillPolygon(color.White, []vg.Point{ // the grid does not run through it
		at.Add(where.Min), at.Add(vg.Point{X: where.Max.X, Y: where.Min.Y}), at.Add(where.Max), at.Add(vg.Point{X: where.Min.X, Y: where.Max.Y}),
	})
	c.FillText(label, at, report.Number(r.ratio.Median))
}

// DataRange implements plot.DataRanger.
func (b bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = 1, 1
	for _, r := range b.results {
		xmin = min(xmin, r.ratio.Low, r.ratio.Median)
		xmax = max(xmax, r.ratio.High, r.target)
	}
	return xmin / 2, xmax * 1.5, -0.7, float64(len(b.results)) - 0.3
}

// drawChart draws the ratios of the contests to an SVG file.
func drawChart(results []result, file string) error {
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"} // as wide as Arial
	p := plot.New()
	p.Title.Text = "Time taken, in ratio to the peer's: to the left is faster"
	p.Title.TextStyle.Font.Size = 14
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text = "bar: median; line: quartiles; red: limit"
	p.X.Label.TextStyle.Font.Size = 10
	p.X.Label.Padding = vg.Points(8) // clear of the ticks
	p.X.Scale = plot.LogScale{}
	b := bars{results: results, label: p.X.Tick.Label}
	b.label.Font = font.From(b.label.Font, 9)
	b.label.YAlign = text.YCenter
	p.Add(b)

	var ticks plot.ConstantTicks
	for exponent := math.Floor(math.Log10(p.X.Min)); exponent < 2; exponent++ {
		for _, digit := range []float64{1, 3} {
			if v := digit * math.Pow(10, exponent); v >= p.X.Min && v <= p.X.Max {
				ticks = append(ticks, plot.Tick{Value: v, Label: report.ShortNumber(v)})
			}
		}
	}
	p.X.Tick.Marker = ticks
	names := make([]string, len(results))
	for i, r := range results {
		names[len(results)-1-i] = r.ours.name + " / " + r.peer.name + "  (" + r.over + ")"
	}
	p.NominalY(names...)
	p.Y.Tick.Label.Font.Size = 9
	p.BackgroundColor = color.White
	const margin = 10
	picture := vgsvg.New(vg.Points(900), vg.Points(float64(90+24*len(results))))
	p.Draw(draw.Crop(draw.New(picture), margin, -margin, margin, -margin))
	var svg bytes.Buffer
	if _, err := picture.WriteTo(&svg); err != nil {
		return err
	}
	const family = "font-family:Liberation Sans"
	return os.WriteFile(file, bytes.ReplaceAll(svg.Bytes(), []byte(family+";"), []byte(family+",Arial,Helvetica,sans-serif;")), 0o644)
}
