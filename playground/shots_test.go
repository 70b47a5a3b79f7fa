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
	"path/filepath"
	"slices"
	"testing"

	"context"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	shots = flag.String("shots", "", "write pictures of the page to `DIR`, for review")
	shot  = flag.String("shot", "", "write the picture of the README to `FILE`")
)

// shown is the position of the picture: a double push that only one rule counts.
const shown = "#steps=e2e4.e7e5.g1f3.b8c6.f1b5.a7a6.b5a4.b7b5&at=8"

// states are the states in which the page looks different. Each has a link, and a
// script for what a link cannot hold.
var states = map[string]struct{ hash, script string }{
	"start":    {"", "0"},
	"selected": {shown, `enter(1)`},
	"game":     {shown + "&says=c8e3a304faecd2d6", `document.getElementById('all').open = true`},
	"passant":  {"#steps=8/8/8/8/k2p3Q/8/4P3/3K4_w_-_-_0_1.e2e4", "0"},
	"wrong": {"#steps=e2e4.e2e4&says=7aeabdfa5236c49f", `document.getElementById('edit').click();
		document.getElementById('text').value = 'x/'; document.getElementById('paste').requestSubmit()`},
	"promote": {"#steps=1n6/P6k/8/8/8/8/8/K7_w_-_-_0_1", `enter(48); enter(57)`},
	"othello": {"#game=othello&steps=f5.f6.d3.g5.h5.h4.f7.h6", `document.getElementById('run').click()`},
}

// TestShots takes pictures of whole pages, as wide as a phone and as a desktop, light
// and dark. Nothing may be wider than the window.
func TestShots(t *testing.T) {
	tab := open(t, "")
	for _, width := range []int64{360, 768, 1280} {
		themes := []string{"light"}
		if *shots != "" {
			themes = []string{"light", "dark"}
		}
		for _, theme := range themes {
			for name, state := range states {
				height := int64(740)
				if width == 1280 {
					height = 900
				}
				tab.do(chromedp.EmulateViewport(width, height), media(theme))
				tab.visit(state.hash)
				tab.eval(state.script)
				wide := value[float64](tab, `document.documentElement.scrollWidth`)
				assert.LessOrEqual(t, wide, float64(width), "%s, %s", name, theme)
				assert.Empty(t, value[string](tab, cutOff), "%s at %d: something is cut off", name, width)
				if *shots != "" {
					data, err := chromedp.Run(tab.ctx, chromedp.FullScreenshot(100))
					require.NoError(t, err)
					file := fmt.Sprintf("%s-%d-%s.png", name, width, theme)
					require.NoError(t, os.WriteFile(filepath.Join(*shots, file), data, 0o644))
				}
			}
		}
	}
}

// cutOff names the elements that are wider than their box, except the list of steps,
// which scrolls, and hidden elements.
const cutOff = `[...document.querySelectorAll('body *')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 &&
	!e.closest('#steps, .hidden, svg, select') && getComputedStyle(e).display !== 'inline').map(e => e.tagName + '#' + e.id + '.' + e.className).join(' ')`

func media(theme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
		})
		return err
	})
}

// TestShot takes the picture of the README, in few colours, so that the file is small.
func TestShot(t *testing.T) {
	tab := open(t, shown)
	tab.do(chromedp.EmulateViewport(1280, 800))
	data, err := chromedp.Run(tab.ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	small, err := fewerColours(data)
	require.NoError(t, err)
	assert.Less(t, len(small), len(data))
	if *shot != "" {
		require.NoError(t, os.WriteFile(*shot, small, 0o644))
	}
}

// fewerColours makes a PNG small. It keeps the 256 most frequent colours, and replaces
// each other colour by the nearest of these.
func fewerColours(data []byte) ([]byte, error) {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	used := map[color.Color]int{}
	size := img.Bounds()
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			used[img.At(x, y)]++
		}
	}
	colours := color.Palette(slices.SortedFunc(maps.Keys(used), func(a, b color.Color) int { return used[b] - used[a] }))
	small := image.NewPaletted(size, colours[:min(len(colours), 256)])
	draw.Draw(small, size, img, size.Min, draw.Src)
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, small)
	return b.Bytes(), err
}
