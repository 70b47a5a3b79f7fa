//go:build unix

package main

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// A tally counts bytes and discards them.
type tally struct{ bytes int }

func (t *tally) Write(p []byte) (int, error) {
	t.bytes += len(p)
	return len(p), nil
}

// cost is the cost of one call of the command.
type cost struct {
	cpu       time.Duration
	allocated uint64
	printed   int
}

// cpuTime returns the processor time that this process has used. Unlike the time by the
// clock, it does not depend on other processes.
func cpuTime(t *testing.T) time.Duration {
	var r syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// measure runs the command and returns its cost.
func measure(t *testing.T, stdin string, args ...string) cost {
	var before, after runtime.MemStats
	var out tally
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := cpuTime(t)
	run(args, strings.NewReader(stdin), &out, &out)
	used := cpuTime(t) - start
	runtime.ReadMemStats(&after)
	return cost{used, after.TotalAlloc - before.TotalAlloc, out.bytes}
}

// TestLinear runs the commands on hostile input of 64 kB and of 512 kB: the longest
// lines allowed, or very short lines. 8 times the input may take 24 times the processor
// time, and 16 times the memory and output. Quadratic code takes 64 times as much.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes several seconds")
	}
	const mb = 1 << 16 // 1 << 20 gives the figures of whole megabytes
	const knights = "g1f3 g8f6 f3g1 f6g8 "
	made := filepath.Join(t.TempDir(), "made.bin")
	read := file(t, "read.bin", strings.Repeat("\x00", 16))
	for _, c := range []struct {
		name         string
		before, part string // a line is before, and then part as often as is allowed
		of           int    // one nth of the size; negative: part is a line of its own
		args         []string
	}{
		{"hash, a long game", "startpos moves ", knights, 1, []string{"hash", "-k"}},
		{"hash -each, a long game", "startpos moves ", knights, 8, []string{"hash", "-each"}},
		{"hash, a wrong game", "startpos moves ", "e2e5 ", 1, []string{"hash"}},
		{"hash, ranks", "", "8/", 1, []string{"hash"}},
		{"hash, short lines", "", "x\n", -8, []string{"hash"}},
		{"hash othello, transcript", "startpos ", "f5", 1,
			[]string{"hash", "-game", "othello", "-each"}},
		{"hash with a file of keys", "", "9d39247e33776d41\tname\n", -1,
			[]string{"hash", "-keys", "FILE", "startpos"}},
		{"explain, a long game", "startpos moves ", knights, 8,
			[]string{"explain", "TEXT", "463b96181691fc9d"}},
		{"explain, a long key", "", "f", 1, []string{"explain", "startpos", "TEXT"}},
		{"audit, comments", "", "/**/", 1, []string{"audit"}},
		{"audit, one number", "", "f", 1, []string{"audit"}},
		{"audit, one key", "", "9d39247e33776d41\n", -1, []string{"audit"}},
		{"audit, brackets", "", "{[(", 1, []string{"audit"}},
		{"book -make, a long game", "", knights, 4, []string{"book", "-make", made}},
		{"book, a long game", "startpos moves ", knights, 4, []string{"book", read}},
		{"book, one key", "",
			"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01\x00\x00\x00\x00", -4,
			[]string{"book", "FILE", "startpos"}},
	} {
		if !sample.Has(c.name, 2) { // ZOBRIST_SAMPLE=2 measures all
			continue
		}
		call := func(size int) cost {
			var text string
			if c.of < 0 {
				text = strings.Repeat(c.part, size/-c.of/len(c.part))
			} else {
				length := min(size/c.of, lines.Max) - len("\r\n")
				line := c.before + strings.Repeat(c.part, (length-len(c.before))/len(c.part)) + "\n"
				text = strings.Repeat(line, max(1, size/c.of/length))
			}
			args, stdin := slices.Clone(c.args), text
			for i, arg := range args {
				switch arg {
				case "FILE":
					args[i], stdin = file(t, "file", text), ""
				case "TEXT":
					args[i], stdin = text, ""
				}
			}
			return measure(t, stdin, args...)
		}
		small, large := call(mb), call(8*mb)
		t.Logf("%-26s %8s %8s   %5d %5d MB", c.name,
			small.cpu.Round(time.Millisecond), large.cpu.Round(time.Millisecond),
			small.allocated>>20, large.allocated>>20)
		assert.Less(t, large.cpu, 24*small.cpu+300*time.Millisecond, c.name)
		assert.Less(t, large.allocated, 16*small.allocated+32*mb, c.name)
		assert.LessOrEqual(t, large.printed, 16*small.printed+1000, c.name)
	}
}
