package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the pictures of the READMEs")

// pictured is a game that ends with an en passant capture.
const pictured = "#steps=e2e4.a7a6.e4e5.d7d5.e5d6"

// TestPicture takes the pictures of the READMEs from the page, and compares them with the
// files: the numbers with the alternative text, the rest by its colours, because fonts
// differ between machines. Write them with -update.
func TestPicture(t *testing.T) {
	tab := open(t, "")
	for _, theme := range []string{"light", "dark"} {
		tab.do(chromedp.EmulateViewport(790, 900, chromedp.EmulateScale(1.5)), media(theme))
		tab.visit(pictured)
		tab.eval(`document.getElementById('sum').closest('.card').id = 'picture'`)
		shot, err := chromedp.Run(tab.ctx, chromedp.Screenshot(chromedp.CSS("#picture")))
		require.NoError(t, err)
		got, err := png.Decode(bytes.NewReader(shot))
		require.NoError(t, err)
		name := "changed-" + theme + ".png"
		if *update {
			var small bytes.Buffer
			require.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, paletted(got)))
			require.NoError(t, os.WriteFile(name, small.Bytes(), 0o644))
		}
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Less(t, len(file), 80<<10, name)
		want, err := png.Decode(bytes.NewReader(file))
		require.NoError(t, err)
		assert.InDelta(t, want.Bounds().Dx(), got.Bounds().Dx(), 4, name)
		assert.InDelta(t, want.Bounds().Dy(), got.Bounds().Dy(), 40, name)
		a, b := colours(want), colours(got)
		for i := range a {
			assert.InDelta(t, a[i], b[i], 0.06, "%s: part %d of 12: run go test -run Picture -update", name, i+1)
		}
	}
	names, _ := tab.sum()
	require.Len(t, names, 7)
	want := fmt.Sprintf(`alt="The en passant capture e5d6 XORs five numbers into the key: %s"`, strings.Join(names[1:6], ", "))
	for _, name := range []string{"../README.md", "README.md"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Contains(t, string(text), want, name)
		assert.Contains(t, string(text), "https://zobrist-go.github.io/zobrist/"+pictured, name)
	}
}

// paletted returns a copy with at most 256 colours: those that occur most.
func paletted(m image.Image) image.Image {
	count := map[color.Color]int{}
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			count[m.At(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.Color) int { return count[b] - count[a] })
	p := image.NewPaletted(m.Bounds(), all[:min(256, len(all))])
	draw.Draw(p, p.Bounds(), m, image.Point{}, draw.Src)
	return p
}

// colours returns the mean red, green and blue of each quarter of a picture, from 0 to 1,
// top left first.
func colours(m image.Image) []float64 {
	sums, b := make([]float64, 12), m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			part := 6*(2*(y-b.Min.Y)/b.Dy()) + 3*(2*(x-b.Min.X)/b.Dx())
			red, green, blue, _ := m.At(x, y).RGBA()
			for i, c := range []uint32{red, green, blue} {
				sums[part+i] += 4 * float64(c) / 0xffff / float64(b.Dx()*b.Dy())
			}
		}
	}
	return sums
}
