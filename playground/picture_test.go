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

// TestPicture compares the numbers in the pictures of the READMEs with their alternative
// text. It takes the pictures from the page with -update.
func TestPicture(t *testing.T) {
	tab := open(t, "")
	tab.do(chromedp.EmulateViewport(790, 900, chromedp.EmulateScale(1.5)))
	tab.visit(pictured)
	tab.eval(`document.getElementById('sum').closest('.card').id = 'picture'`)
	for _, theme := range []string{"light", "dark"} {
		tab.do(media(theme))
		shot, err := chromedp.Run(tab.ctx, chromedp.Screenshot(chromedp.CSS("#picture")))
		require.NoError(t, err)
		got, err := png.Decode(bytes.NewReader(shot))
		require.NoError(t, err)
		name := "changed-" + theme + ".png"
		if *update {
			var small bytes.Buffer
			require.NoError(t,
				(&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, paletted(got)))
			require.NoError(t, os.WriteFile(name, small.Bytes(), 0o644))
		}
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Less(t, len(file), 80<<10, name)
		want, err := png.DecodeConfig(bytes.NewReader(file))
		require.NoError(t, err)
		assert.InDelta(t, want.Width, got.Bounds().Dx(), 4, name)
		assert.InDelta(t, want.Height, got.Bounds().Dy(), 40, name)
	}
	names, _ := tab.sum()
	require.Len(t, names, 7)
	want := fmt.Sprintf(`alt="The en passant capture e5d6 XORs five numbers into the key: %s"`,
		strings.Join(names[1:6], ", "))
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
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.Color) int {
		return count[b] - count[a]
	})
	p := image.NewPaletted(m.Bounds(), all[:min(256, len(all))])
	draw.Draw(p, p.Bounds(), m, image.Point{}, draw.Src)
	return p
}
