//go:build unix

package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/lines"
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

// TestLinear runs the commands on hostile input of 128 kB and of 1 MB: the longest
// lines allowed, or very short lines. 8 times the input may take 24 times the processor
// time, and 16 times the memory and output. Quadratic code takes 64 times as much.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes several seconds")
	}
	const mb = 1 << 17 // 1 << 20 gives the figures of whole megabytes
	dir := t.TempDir()
	file := func(name string, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	// longLines repeats a part in lines that are as long as allowed.
	longLines := func(before, part string, size int) string {
		length := min(size, lines.Max) - len("\r\n")
		line := before + strings.Repeat(part, (length-len(before))/len(part)) + "\n"
		return strings.Repeat(line, max(1, size/length))
	}
	empty := file("empty.bin", "")
	knights := "g1f3 g8f6 f3g1 f6g8 "
	for name, call := range map[string]func(size int) (stdin string, args []string){
		"hash, a long game": func(n int) (string, []string) {
			return longLines("startpos moves ", knights, n), []string{"hash", "-k"}
		},
		"hash -each, a long game": func(n int) (string, []string) {
			return longLines("startpos moves ", knights, n/8), []string{"hash", "-each"}
		},
		"hash, null moves":   func(n int) (string, []string) { return longLines("startpos ", "0000 ", n/4), []string{"hash"} },
		"hash, a wrong game": func(n int) (string, []string) { return longLines("startpos moves ", "e2e5 ", n), []string{"hash"} },
		"hash, moves alone":  func(n int) (string, []string) { return longLines("", "e2e4 ", n), []string{"hash"} },
		"hash, ranks":        func(n int) (string, []string) { return longLines("", "8/", n), []string{"hash"} },
		"hash, words":        func(n int) (string, []string) { return longLines("", "fen ", n), []string{"hash"} },
		"hash, PGN":          func(n int) (string, []string) { return longLines("", "1. e4 ", n), []string{"hash"} },
		"hash, blanks":       func(n int) (string, []string) { return longLines("", " \t", n), []string{"hash"} },
		"hash, short lines":  func(n int) (string, []string) { return strings.Repeat("x\n", n/16), []string{"hash"} },
		"hash othello, transcript": func(n int) (string, []string) {
			return longLines("startpos ", "f5", n), []string{"hash", "-game", "othello", "-each"}
		},
		"hash othello, passes": func(n int) (string, []string) {
			return longLines("startpos f5 ", "--", n), []string{"hash", "-game", "othello"}
		},
		"hash with a file of keys": func(n int) (string, []string) {
			return "", []string{"hash", "-keys", file(fmt.Sprint("keys", n), strings.Repeat("9d39247e33776d41\tname\n", n/22)), "startpos"}
		},
		"explain, a long game": func(n int) (string, []string) {
			return "", []string{"explain", "startpos moves " + strings.Repeat(knights, n/160), "463b96181691fc9d"}
		},
		"explain, a long key":      func(n int) (string, []string) { return "", []string{"explain", "startpos", strings.Repeat("f", n)} },
		"explain, a long position": func(n int) (string, []string) { return "", []string{"explain", strings.Repeat("8/", n/2), "0"} },
		"explain, arguments": func(n int) (string, []string) {
			return "", append([]string{"explain"}, strings.Fields(strings.Repeat("8 ", n/64))...)
		},
		"audit, comments":    func(n int) (string, []string) { return longLines("", "/**/", n), []string{"audit"} },
		"audit, one number":  func(n int) (string, []string) { return longLines("", "f", n), []string{"audit"} },
		"audit, no keys":     func(n int) (string, []string) { return strings.Repeat("x\n", n/2), []string{"audit"} },
		"audit, half a list": func(n int) (string, []string) { return strings.Repeat("0x1\nxyz\n", n/8), []string{"audit"} },
		"audit, one key":     func(n int) (string, []string) { return strings.Repeat("9d39247e33776d41\n", n/17), []string{"audit"} },
		"audit, brackets":    func(n int) (string, []string) { return longLines("", "{[(", n), []string{"audit"} },
		"book -make, a long game": func(n int) (string, []string) {
			return longLines("", knights, n/4), []string{"book", "-make", filepath.Join(dir, "made.bin")}
		},
		"book -make, PGN": func(n int) (string, []string) {
			return strings.Repeat("1. e4 e5\n", n/16), []string{"book", "-make", filepath.Join(dir, "made.bin")}
		},
		"book -make, tags": func(n int) (string, []string) {
			return strings.Repeat("[FEN \"x\"]\n", n/10), []string{"book", "-make", filepath.Join(dir, "made.bin")}
		},
		"book, a long game": func(n int) (string, []string) {
			return longLines("startpos moves ", knights, n/4), []string{"book", empty}
		},
		"book, one key": func(n int) (string, []string) {
			var entries []byte
			for i := range n / 64 {
				entries = binary.BigEndian.AppendUint64(entries, 0x463b96181691fc9c)
				entries = binary.BigEndian.AppendUint64(entries, uint64(i%4096)<<48|uint64(i%65536)<<32)
			}
			return "startpos\n", []string{"book", file(fmt.Sprint("one", n), string(entries))}
		},
	} {
		stdin, args := call(mb)
		small := measure(t, stdin, args...)
		stdin, args = call(8 * mb)
		large := measure(t, stdin, args...)
		t.Logf("%-26s %8s %8s   %5d %5d MB", name, small.cpu.Round(time.Millisecond), large.cpu.Round(time.Millisecond), small.allocated>>20, large.allocated>>20)
		assert.Less(t, large.cpu, 24*small.cpu+300*time.Millisecond, name)
		assert.Less(t, large.allocated, 16*small.allocated+32*mb, name)
		assert.LessOrEqual(t, large.printed, 16*small.printed+1000, name)
	}
}
