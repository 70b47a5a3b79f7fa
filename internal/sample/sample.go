// Package sample lets a test try some of many cases, such as planted bugs.
package sample

import (
	"flag"
	"hash/crc32"
	"os"
	"strconv"
	"testing"
)

// Has reports whether the sample of one case in n has the case of this name. The same names
// are in each run. With ZOBRIST_SAMPLE=4, as in .ci/run, samples are four times as large, and
// with -args -long they have all cases.
func Has(name string, n int) bool {
	if long := flag.Lookup("long"); long != nil && long.Value.String() == "true" {
		return true
	}
	larger, _ := strconv.Atoi(os.Getenv("ZOBRIST_SAMPLE"))
	return crc32.ChecksumIEEE([]byte(name))%uint32(max(1, n/max(1, larger))) == 0
}

// Skip skips a subtest that is not in the sample.
func Skip(t *testing.T, n int) {
	t.Helper()
	if !Has(t.Name(), n) {
		t.Skipf("one of %d such tests runs: ZOBRIST_SAMPLE=%d runs all", n, n)
	}
}
