package main

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"testing/fstest"
	"time"

	"github.com/chromedp/chromedp"
)

// shown is the position of the picture: a double push that only one rule counts.
const shown = "#steps=e2e4.e7e5.g1f3.b8c6.f1b5.a7a6.b5a4.b7b5&at=8"

// chromium returns the first Chromium that is installed, or "".
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// browser starts a Chromium with a new profile that makes no network requests.
func browser(ctx context.Context) (context.Context, context.CancelFunc) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium()),
		chromedp.NoSandbox, // Chromium's sandbox does not work for root, as in a container
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	ctx, cancel := chromedp.NewContext(ctx)
	return ctx, func() { cancel(); stop() }
}

// picture writes a PNG of the page.
func picture(site fstest.MapFS, file string) error {
	if chromium() == "" {
		return errors.New("a picture needs a Chromium, and none is installed")
	}
	server := httptest.NewServer(handler(site))
	defer server.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	ctx, stop := browser(ctx)
	defer stop()
	err := chromedp.Do(ctx,
		chromedp.EmulateViewport(1280, 800),
		chromedp.Navigate(server.URL+"/"+shown),
		chromedp.WaitVisible(chromedp.CSS("body[data-ready]")))
	if err != nil {
		return err
	}
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	if data, err = fewerColours(data); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
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
