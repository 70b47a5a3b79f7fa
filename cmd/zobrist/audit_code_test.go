package main

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// Numbers with a sign are those of Java and SQL: two's complement.
func TestReadKeysNegative(t *testing.T) {
	for text, want := range map[string]string{
		"static final long[] KEYS = { -5060803636482931868L, 1940164072735634121L,\n  -1L, 0L };": "b9c469e7e96e0364|1aecd8f1d961f2c9|ffffffffffffffff|0",
		"-1940164072735634121\n-8007199254740993\n-9223372036854775808":                           "e513270e269e0d37|ffe38d7ea4c67fff|8000000000000000",
		"e4-P -0x1, e5-P -0x62c6db81cc8892bf":                                                     "ffffffffffffffff|9d39247e33776d41",
		"INSERT INTO keys VALUES ('e4 P', -5060803636482931868);":                                 "b9c469e7e96e0364",
		"e4 P\t-5060803636482931868\na-1\t5060803636482931868":                                    "b9c469e7e96e0364|463b96181691fc9c",
		"\"a1\": \"-12\"\n11329126462075137345":                                                   "fffffffffffffff4|9d39247e33776d41",
		"side = 5 - 5060803636482931868;":                                                         "463b96181691fc9c",
	} {
		set, _, wrong := readKeys(strings.NewReader(text))
		assert.Empty(t, wrong, text)
		var got []string
		for _, k := range set {
			got = append(got, fmt.Sprintf("%x", uint64(k.Key)))
		}
		assert.Equal(t, want, strings.Join(got, "|"), text)
	}
	keys, _ := read("e4 P\t-5060803636482931868\na-1\t5060803636482931868")
	assert.Equal(t, []string{"b9c469e7e96e0364 e4 P", "463b96181691fc9c a-1"}, keys)
	var java strings.Builder
	java.WriteString("final class Zobrist {\n  static final long[] KEYS = {\n")
	for _, k := range zobrist.Polyglot().Keys() {
		fmt.Fprintf(&java, "    %dL,\n", int64(k))
	}
	java.WriteString("  };\n}\n")
	status, out, errs := runAudit(java.String())
	assert.Zero(t, status, out)
	assert.Empty(t, errs)
	assert.Contains(t, out, "keys                                     781\n")
}

// Digits without a letter are decimal where there are many.
func TestReadKeysDigits(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for name, format := range map[string]string{"list": "%d\n", "named": "e0 P,%d\n", "array": "%d,\n", "C": "%d,\n"} {
		var text strings.Builder
		if name == "C" {
			text.WriteString("unsigned keys[782] = {\n")
		}
		var want []uint32
		for range 782 {
			want = append(want, rng.Uint32())
			fmt.Fprintf(&text, format, want[len(want)-1])
		}
		if name == "C" {
			text.WriteString("};\n")
		}
		set, notes, wrong := readKeys(strings.NewReader(text.String()))
		require.Empty(t, wrong, name)
		require.Len(t, set, len(want), name)
		for i := range want {
			require.EqualValues(t, want[i], set[i].Key, name)
		}
		assert.Equal(t, []string{"read as decimal: keys of digits, none of which has a letter"}, notes, name)
	}
	// Rows of them may have some of fewer digits.
	keys, errs := read(strings.Repeat("2444710012,53179176,577090037,3639700191\n", 3))
	assert.Empty(t, errs)
	assert.Len(t, keys, 12)
	assert.Equal(t, "32b7328 line 1 #2", keys[1])
	// Among decimals of 19 digits, those of 16 are decimal too.
	set, notes, _ := readKeys(strings.NewReader("8007199254740993\n5060803636482931868"))
	assert.Equal(t, zobrist.Key(8007199254740993), set[0].Key)
	assert.Empty(t, notes)
	// Zeros in front, few digits and 0x say that digits are hexadecimal.
	var zeros, prefixed strings.Builder
	for i := range 64 {
		fmt.Fprintf(&zeros, "%016x\n", uint64(1)<<i)
		fmt.Fprintf(&prefixed, "%#x\n", uint64(1)<<i)
	}
	for _, text := range []string{zeros.String(), prefixed.String(), "1\n2\n4\n8\n10\n20\n40\n80"} {
		set, notes, wrong := readKeys(strings.NewReader(text))
		assert.Empty(t, wrong)
		assert.Empty(t, notes)
		for i := range set {
			assert.Equal(t, zobrist.Key(1)<<i, set[i].Key)
		}
	}
}

// Tables of small numbers beside keys are passed over, and said to be.
func TestReadKeysSmallTables(t *testing.T) {
	var keys strings.Builder
	for _, k := range keycheck.Collect(zobrist.Polyglot().Keys()) {
		fmt.Fprintf(&keys, "  0x%016X,\n", uint64(k.Key))
	}
	for name, c := range map[string]struct{ text, want string }{
		"C": {"int mvv[6] = {100, 320, 330, 500, 900, 0};\nstatic const int dirs[8] =\n{ 1, 9, -1, -9,\n  8, 7, -8, -7 };\nU64 Random64[781] = {\n@};\nint pst[2][3] = {\n {1, 2, 3},\n { 4, 5, 6 }\n};\n",
			"passed over: 3 tables of small numbers (mvv, line 3, pst)"},
		"Go": {"var mvv = []int{3, 2, 4}\nvar random = [781]uint64{\n@}\nfunc f() {\n\tfor _, d := range []int{-1, 1} {\n\t}\n}\n",
			"passed over: 2 tables of small numbers (mvv, d)"},
		"Java": {"class Zobrist {\n  static final int[] DIRS = {1, -1};\n  static final int[] MORE = new int[] {\n    2, 3 };\n  long[] keys = {\n@  };\n  enum Side { A, B }\n}\n",
			"passed over: 2 tables of small numbers (DIRS, MORE)"},
		"Rust": {"const DIRS: [i32; 4] = [1, -1, 8, -8];\npub static KEYS: [u64; 781] = [\n@];\n",
			"passed over: 1 table of small numbers (DIRS)"},
		"JSON": {"{\"mvv\": [1, 2], \"dirs\": [3, 4],\n\"keys\": [\n@]}",
			"passed over: 2 tables of small numbers (mvv, dirs)"},
		"many": {strings.Repeat("int t[] = {1, 2};\n", 7) + "U64 Random64[781] = {\n@};",
			"passed over: 7 tables of small numbers (t, t, t, t, t, ...)"},
	} {
		text := strings.Replace(c.text, "@", keys.String(), 1)
		status, out, errs := runAudit(text)
		assert.Zero(t, status, name+out)
		assert.Empty(t, errs, name)
		assert.Contains(t, out, "keys                                     781\n", name)
		assert.Contains(t, out, "\n  "+c.want+"\n", name)
	}
	// A row is of the array that its neighbours are of.
	set, notes, wrong := readKeys(strings.NewReader("U64 side = 0x9d39247e33776d41;\nU64 k[2][2][2] = {\n  {{0x1,\n 2}, {0, 0}},\n  {{0x9d39247e33776d41, 3}, {0,\n 0}},\n};"))
	assert.Empty(t, wrong)
	assert.Empty(t, notes)
	assert.Len(t, set, 9)
}
