// Package sample lets a test try some of many cases, such as planted bugs. The following command
// judges all planted bugs, pairs, games and sound engines:
//
//	ZOBRIST_SAMPLE=100 go test -count=1 -v \
//	    -run 'TestPlanted|TestPairs|TestAccept|TestMethods|TestGolden' \
//	    ./internal/examine ./internal/methods ./internal/tester/subject ./zobristtest
//
// With -args -update it writes the golden tables in testdata.
package sample

import (
	"flag"
	"hash/crc32"
	"os"
	"strconv"
	"strings"
	"testing"
)

// one returns which of n cases a sample has: one in 8n. With ZOBRIST_SAMPLE=4, as in .ci/run full,
// it is four in n. With -args -long, and with -update, which writes golden files, it is all of
// them.
func one(n int) (in uint32) {
	long := flag.Lookup("long")
	if Updates() || long != nil && long.Value.String() == "true" {
		return 1
	}
	larger, err := strconv.Atoi(os.Getenv("ZOBRIST_SAMPLE"))
	if err != nil || larger < 1 {
		return 8 * uint32(n)
	}
	return uint32(max(1, n/larger))
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

// Slow skips a test that costs seconds and whose subject seldom changes: another program is built,
// or started, or waited for. It runs in .ci/run, which gives ZOBRIST_SAMPLE=1.
func Slow(t *testing.T) {
	t.Helper()
	if !All(1) {
		t.Skip("it takes seconds: .ci/run runs it, as ZOBRIST_SAMPLE=1 does")
	}
}

// Rounds returns a small number for -short and most tests, the usual one with
// ZOBRIST_SAMPLE=4, a larger one with -long.
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
func Updates() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}
