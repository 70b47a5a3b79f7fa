package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCommand(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "k.svg")
	var stdout, stderr bytes.Buffer
	status := command([]string{"-cells", "4", "-steps", "300", "-seed", "2", "-svg", picture}, &stdout, &stderr)
	require.Equal(t, 0, status, stderr.String())
	out := stdout.String()
	assert.Contains(t, out, "128 sites, copper on 1,")
	assert.Regexp(t, `(?m)^  1073 +\d+\.\d   61\.2 .* [0-9a-f]{16}$`, out)
	assert.Regexp(t, `(?m)^   773 +\d+\.\d   85\.1 +\d+\.\d    6\.3 .* [0-9a-f]{16}$`, out)
	assert.Regexp(t, `(?m)^   373 +\d+\.\d   99\.9 +\d+\.\d   >100 .* [0-9a-f]{16}$`, out)
	assert.Contains(t, out, "the same, in every site and every bit")
	assert.Contains(t, out, "no two with one key")
	assert.Contains(t, out, "Where this model is known to differ")
	for _, line := range strings.Split(out, "\n") {
		assert.LessOrEqual(t, len(line), 110, line)
	}
	svg, err := os.ReadFile(picture)
	require.NoError(t, err)
	assert.Contains(t, string(svg), "1073 K: ")
	wellFormed(t, string(svg))

	// The same again, times apart.
	var again bytes.Buffer
	require.Equal(t, 0, command([]string{"-cells=4", "-steps=300", "-seed=2"}, &again, io.Discard))
	sums := regexp.MustCompile(`[0-9a-f]{16}`)
	assert.Equal(t, sums.FindAllString(out, -1), sums.FindAllString(again.String(), -1))

	// Other temperatures have nothing published; no verification when not wanted.
	again.Reset()
	require.Equal(t, 0, command([]string{"-cells=3", "-steps=1", "-t=600", "-verify=false"}, &again, io.Discard))
	assert.Regexp(t, `(?m)^   600 +0\.0 +- +\d+\.\d +- +1\.0 `, again.String())
	assert.NotContains(t, again.String(), "whole configurations")
}

func TestCommandRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"-cells 2":                      "-cells 2: want 3 to 64",
		"-cells 65":                     "-cells 65: want 3 to 64",
		"-cells many":                   "invalid value",
		"-steps 0":                      "-steps 0: want 1 to 1000000",
		"-steps 1000001":                "want 1 to 1000000",
		"-seed -1":                      "invalid value",
		"-t ,":                          "is not a temperature",
		"-t 373,NaN":                    `"NaN" is not a temperature`,
		"-t 1":                          "from 50 to 10000 K",
		"-t +Inf":                       "is not a temperature",
		"-t 373,373.0":                  "373 K twice",
		"-t 51,52,53,54,55,56,57,58,59": "9 temperatures, want at most 8",
		"-speed 3":                      "not defined",
		"1073":                          `unexpected argument "1073"`,
	} {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, 2, command(strings.Fields(args), &stdout, &stderr), args)
		assert.Contains(t, stderr.String(), want, args)
		assert.Empty(t, stdout.String(), args)
	}

	var stdout, stderr bytes.Buffer
	assert.Equal(t, 0, command([]string{"-h"}, &stdout, &stderr))
	assert.Contains(t, stderr.String(), "Usage: kmc [flags]")
	assert.Contains(t, stderr.String(), "1 at.% of copper")
	for _, name := range []string{"-cells", "-steps", "-seed", "-t", "-svg", "-verify"} {
		assert.Contains(t, stderr.String(), "\n  "+name)
	}

	stderr.Reset()
	nowhere := filepath.Join(t.TempDir(), "no", "such", "k.svg")
	assert.Equal(t, 1, command([]string{"-steps", "1", "-svg", nowhere}, &stdout, &stderr))
	assert.Contains(t, stderr.String(), "k.svg")
	assert.Empty(t, stdout.String(), "it failed before the run")
}

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, "773 K", 1000)
	p.report(0)
	p.report(10)
	assert.Empty(t, b.String(), "not in the first second")
	p.start, p.next = time.Now().Add(-3*time.Second), time.Now()
	p.report(250)
	assert.Equal(t, "kmc: 773 K: 25% done, 9s to go\n", b.String())
	p.report(251)
	assert.Equal(t, 1, strings.Count(b.String(), "\n"), "not again at once")
}

func TestChart(t *testing.T) {
	m := newModel(4, 1)
	for _, steps := range []int{1, 9, 10, 2500} {
		var results []result
		for _, kelvin := range append([]float64{900, 600.5}, paper...) {
			results = append(results, result{kelvin: kelvin, run: jump(m, kelvin, true, steps)})
		}
		svg := chart(results)
		wellFormed(t, svg)
		lines := regexp.MustCompile(`points="([^"]*)"`).FindAllStringSubmatch(svg, -1)
		require.Len(t, lines, len(results))
		for _, line := range lines {
			points := strings.Fields(line[1])
			require.NotEmpty(t, points)
			before := 0.0
			for _, p := range points {
				sx, sy, _ := strings.Cut(p, ",")
				x, err := strconv.ParseFloat(sx, 64)
				require.NoError(t, err)
				y, err := strconv.ParseFloat(sy, 64)
				require.NoError(t, err)
				require.True(t, before <= x && left <= x && x <= right && top <= y && y <= bottom, p)
				before = x
			}
		}
		assert.Contains(t, svg, "600.5 K: ")
		assert.Contains(t, svg, "(paper, dotted: 61.2 %)")
	}
}

func TestCurve(t *testing.T) {
	r := jump(newModel(4, 1), 773, true, 5000)
	points := curve(r.trace)
	assert.Equal(t, 1.0, points[0].step)
	last := points[len(points)-1]
	assert.Equal(t, 5000.0, last.step)
	assert.InDelta(t, r.share(), last.percent, 1e-9)
	assert.Less(t, len(points), 160)
}

// wellFormed reads SVG to its end.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	elements := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if start, ok := token.(xml.StartElement); ok {
			elements++
			for _, a := range start.Attr {
				require.NotContains(t, a.Value, "NaN")
				require.NotContains(t, a.Value, "Inf")
				require.NotContains(t, a.Value, "%!")
			}
		}
	}
	assert.Greater(t, elements, 20)
}
