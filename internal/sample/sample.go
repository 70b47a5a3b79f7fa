// Package sample lets a test try some of many cases, such as planted bugs, and counts which heuristics
// fire. The following command judges all planted bugs, pairs, games and sound engines:
//
//	ZOBRIST_SAMPLE=100 go test -count=1 -v -run 'TestPlanted|TestPairs|TestAccept|TestMethods|TestGolden' \
//	    ./internal/check ./zobristtest ./internal/tester/subject
//
// With -args -update it writes testdata/*.txt, and how often each heuristic fired.
package sample

import (
	"flag"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// one returns which of n cases a sample has: one in 2n. With ZOBRIST_SAMPLE=4, as in .ci/run, samples are eight
// times as large: four in n. With -args -long, and with -update, which writes golden files, they have all cases.
func one(n int) (in uint32) {
	if f := flag.Lookup("long"); Updates() || f != nil && f.Value.String() == "true" {
		return 1
	}
	larger, _ := strconv.Atoi(os.Getenv("ZOBRIST_SAMPLE"))
	return uint32(max(1, 2*int64(n)/max(1, 2*int64(larger))))
}

// Has reports whether the sample has the case of this name. The same names are in each run.
func Has(name string, n int) bool { return crc32.ChecksumIEEE([]byte(name))%one(n) == 0 }

// All reports whether the sample has all cases.
func All(n int) bool { return one(n) == 1 }

// Skip skips a subtest that is not in the sample.
func Skip(t *testing.T, n int) {
	t.Helper()
	if !Has(t.Name(), n) {
		t.Skipf("one of %d such tests runs: ZOBRIST_SAMPLE=%d runs all", one(n), n)
	}
}

// Rounds returns a small number for -short and most tests, the usual one with ZOBRIST_SAMPLE=4, a larger one with -long.
func Rounds(short, usual, many int) int {
	switch {
	case All(1 << 30):
		return many
	case testing.Short() || !All(4):
		return short
	}
	return usual
}

// Lines returns the lines of a file that are neither empty nor comments.
func Lines(t testing.TB, name, comment string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && !strings.HasPrefix(line, comment) {
			lines = append(lines, line)
		}
	}
	return lines
}

// Must returns the value, for what cannot fail.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Updates reports whether tests write their golden files: -args -update.
func Updates() bool { f := flag.Lookup("update"); return f != nil && f.Value.String() == "true" }

// Main runs the tests of a package. With -update it counts in testdata/fired.txt how often each
// heuristic calls the hook: one that never does is in the way.
func Main(m *testing.M, hook *func(heuristic string)) int {
	if flag.Parse(); !Updates() {
		return m.Run()
	}
	var mu sync.Mutex
	fired := make(map[string]int)
	*hook = func(heuristic string) {
		mu.Lock()
		defer mu.Unlock()
		fired[heuristic]++
	}
	code, text := m.Run(), ""
	for _, name := range slices.Sorted(maps.Keys(fired)) {
		text += fmt.Sprintln(name, fired[name])
	}
	if err := os.WriteFile("testdata/fired.txt", []byte(text), 0o644); err != nil {
		panic(err)
	}
	return code
}
