package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// audited runs the command and requires its status.
func audited(t *testing.T, want int, stdin string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	status := run(append([]string{"audit"}, args...), strings.NewReader(stdin), &out, &errs)
	require.Equal(t, want, status, errs.String())
	return out.String(), errs.String()
}

const noKeys = "zobrist audit: standard input: no keys: want lines of KEY or KEY<TAB>NAME\n"

func TestAuditSound(t *testing.T) {
	for _, seed := range []string{"polyglot", "1", "0xffffffffffffffff"} {
		_, keys, _ := call("", "keys", "-keys", seed)
		out, _ := audited(t, 0, keys)
		for _, line := range []string{
			"keys                                     781\n",
			"  all 64 bits                             64            64  ok\n",
			"  4                                        0       8.3e-10           781  ok\n",
			"  7                             not searched        0.0019\n",
			"  10^6 positions                     2.7e-08\n",
			"  10^9 positions                      0.0267\n",
			"\nnothing wrong\n",
			"Limits: ",
		} {
			assert.Contains(t, out, line)
		}
		assert.NotContains(t, out, "WRONG")
	}
}

// TestAuditHarmless: keys of which no position has all are no bug.
func TestAuditHarmless(t *testing.T) {
	c := zobrist.Polyglot()
	var text strings.Builder
	for name, key := range c.Keys() {
		if name == "en passant c" {
			key = c.EnPassant(16) ^ c.EnPassant(17)
		}
		fmt.Fprintf(&text, "%v\t%s\n", key, name)
	}
	out, _ := audited(t, 0, text.String())
	assert.Contains(t, out, "\nnothing wrong\n")
	assert.NotContains(t, out, "WRONG")
	out, _ = audited(t, 1, strings.ReplaceAll(text.String(), "en passant", "right"))
	assert.Contains(t, out,
		"wrong: \"right a\", \"right b\" and \"right c\" have XOR zero (such sets of 3 keys: 1)\n")
}

func TestAuditBadLines(t *testing.T) {
	in := "9d39247e33776d41\nnot a key\n\n2af7398005aaa5c7 b1\n12345678123456789\n" +
		strings.Repeat("f", 2<<20) + "\n44db015024623547 c1"
	out, errs := audited(t, 1, in, "-")
	assert.Equal(t, `zobrist audit: standard input: line 6: longer than 1048576 bytes
zobrist audit: standard input: line 2: no key in "not a key", want KEY or KEY<TAB>NAME
zobrist audit: standard input: line 5: no key in "12345678123456789", want KEY or KEY<TAB>NAME
`, errs)
	assert.Contains(t, out, "keys                                       3\n")

	for _, in := range []string{"\n", "\n# none\n"} {
		out, errs := audited(t, 2, in, "-")
		assert.Empty(t, out)
		assert.Equal(t, noKeys, errs)
	}
}

func TestAuditUsage(t *testing.T) {
	refused(t, "zobrist audit: unknown flag -x (zobrist audit -h says more)\n", "audit", "-x")
	refused(t, "got 2 files, want at most one", "audit", "a", "b")
	refused(t, "zobrist audit: open no/such/file: ", "audit", "no/such/file")
	refused(t, "unknown flag -svg", "audit", "-svg", "x.svg")
	helped(t, "one number per line", "audit", "-h")
}

func TestAuditStandardInput(t *testing.T) {
	_, keys, _ := call("", "keys")
	out, _ := audited(t, 0, keys)
	first := "standard input\n\n" +
		"keys                                     781\n" +
		"  the first                   5355f900c2a82dc7  a1 P\n"
	assert.True(t, strings.HasPrefix(out, first), out)
	dash, _ := audited(t, 0, keys, "-")
	assert.Equal(t, out, dash)
	_, errs := called(t, 2, "", "audit")
	assert.Equal(t, noKeys, errs)
	// The null device is empty, too, and not a terminal.
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	var nothing, report bytes.Buffer
	assert.Equal(t, 2, run([]string{"audit"}, null, &nothing, &report))
	assert.Empty(t, nothing.String())
	assert.Equal(t, noKeys, report.String())
}

// TestAuditDecimal reads tables of decimal numbers, and says how many long numbers it did not read.
func TestAuditDecimal(t *testing.T) {
	out, _ := audited(t, 0, "[1,2]: 6402364705153495313,\n[1,3]: 2400841112928608,\n")
	assert.Contains(t, out, "\nkeys                                       2\n")
	assert.Contains(t, out, "  the first                   58d9c4c7352c3111  ")
	assert.NotContains(t, out, "not read")
	out, _ = audited(t, 0, "t = {11071850447646664433, 15525846075063937795, 12345678901234}")
	assert.Contains(t, out, "  long numbers not read                    1\n")

	_, errs := audited(t, 2, "6402364705153495313\n")
	assert.Contains(t, errs, "only one key, 58d9c4c7352c3111: want at least two")
	_, errs = audited(t, 2, "t = {12345678901234, 12345678901234}")
	assert.Contains(t, errs, "no keys: want lines of KEY or KEY<TAB>NAME "+
		"(2 numbers of more than 10 digits not read as keys)")
}

// TestSubHint requires that a key of a part of the position is told from a key with bugs.
func TestSubHint(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	exe := planted(t)
	for flag, status := range map[string]int{"-sub=false": 1, "-sub": 0} {
		out, _ := called(t, status, "", "check", "-n", "100", "-limit", "1m",
			flag, exe, "-bug", "non-pawn")
		assert.Equal(t, status == 1, strings.Contains(out, "add -sub"), out)
	}
}
