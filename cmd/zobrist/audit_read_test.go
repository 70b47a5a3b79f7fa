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
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// read returns the keys of a text as "KEY NAME", and its errors.
func read(text string) (keys, errs []string) {
	set, _, wrong := readKeys(strings.NewReader(text))
	for _, k := range set {
		keys = append(keys, fmt.Sprintf("%x %s", uint64(k.Key), k.Name))
	}
	for _, err := range wrong {
		errs = append(errs, err.Error())
	}
	return keys, errs
}

// What people have.
func TestReadKeys(t *testing.T) {
	const a, b = "9d39247e33776d41", "2af7398005aaa5c7"
	for name, c := range map[string]struct{ text, want string }{
		"alone":                     {a + "\n" + b, a + " line 1|" + b + " line 2"},
		"byte order mark, CRLF":     {"\ufeff" + a + "\r\n\r\n" + b + "\r\n", a + " line 1|" + b + " line 3"},
		"upper case, 0x":            {"0X9D39247E33776D41", a + " line 1"},
		"name after a tab":          {a + "\te4 P", a + " e4 P"},
		"name before":               {"e4 P  \t " + a, a + " e4 P"},
		"names like keys":           {"e0 P," + a + "\nbad," + b, a + " e0 P|" + b + " bad"},
		"a square is no key":        {"e4 " + a + "\n12 a1\na1 12\ne4 0xb2", a + " e4|12 a1|12 a1|b2 e4"},
		"comma-separated":           {"name,key\n\"a1 P\",0x" + a + "\n\"b1 P\"," + b, a + " a1 P|" + b + " b1 P"},
		"semicolons":                {"Feld;Zahl\na1 P;" + a + "\nb1 P;" + b, a + " a1 P|" + b + " b1 P"},
		"colon":                     {"castling K: " + a, a + " castling K"},
		"several":                   {a + " " + b + "\n" + a + "," + b, a + " line 1 #1|" + b + " line 1 #2|" + a + " line 2 #1|" + b + " line 2 #2"},
		"several, a label":          {"white pawn: " + a + " " + b, a + " white pawn #1|" + b + " white pawn #2"},
		"several, names before":     {"a1 " + a + ", b1 " + b, a + " a1|" + b + " b1"},
		"several, names after":      {a + " a1, " + b + " b1", a + " a1|" + b + " b1"},
		"32 bits":                   {"piece 12 910a2dec\n77ba9 piece 1\n910a2dec beeb8da1", "910a2dec piece 12|77ba9 piece 1|910a2dec line 3 #1|beeb8da1 line 3 #2"},
		"small, in columns":         {"piece 0\t0\n12,e0 P\n\"piece 3\" ; 2f01", "0 piece 0|12 e0 P|2f01 piece 3"},
		"several, a zero lost":      {a + " 44db015024623547 c15f73e62a76ae2", a + " line 1 #1|44db015024623547 line 1 #2|c15f73e62a76ae2 line 1 #3"},
		"decimal":                   {"11329126462075137345\n3096006490854172103\n12", a + " line 1|" + b + " line 2|c line 3"},
		"digits among hexadecimals": {a + "\n1234567812345678\n12", a + " line 1|1234567812345678 line 2|12 line 3"},
		"digits among decimals":     {"11329126462075137345\n3096006490854172", a + " line 1|affcd2f1c131c line 2"},
		"comments":                  {"# 1\n// " + b + "\n" + a + " // a1\n/* 5\n6 */ " + b + " /* b1 */", a + " a1|" + b + " b1"},
		"C": {`/* keys 0x1 */
#include <stdint.h>
#define SIDE 0x9D39247E33776D41ULL
static const uint64_t random64[2][2] = {
	{ 0x9D39247E33776D41ULL, UINT64_C(0x2AF7398005AAA5C7) }, // pawns
	{ U64(0x0), 0x2AF7398005AAA5C7ull },
};
U64 ep = 0x2AF7398005AAA5C7;
void init(void) { mt_seed(42, 7, 8); for (int i = 0; i < 781; i++) keys[i] = mt(); }
`, a + " #define SIDE|" + a + " line 5 #1|" + b + " line 5 #2|0 line 6 #1|" + b + " line 6 #2|" + b + " U64 ep"},
		"Rust": {`pub const RANDOM: [u64; 4] = [
    0x9D39_247E_3377_6D41, 0x2AF7398005AAA5C7_u64,
    11329126462075137345u64,
    0x2AF7398005AAA5C7u64, // b1
];
`, a + " line 2 #1|" + b + " line 2 #2|" + a + " line 3|" + b + " b1"},
		"Go": {`package chess

import "math/bits"

var random = [12][64]uint64{
	{0x9d39247e33776d41, 0x2af7398005aaa5c7},
	{1: 0x9d39247e33776d41},
	{3096006490854172103, 0, 5},
}
`, a + " line 6 #1|" + b + " line 6 #2|" + a + " 1|" + b + " line 8 #1|0 line 8 #2|5 line 8 #3"},
		"code with other numbers": {`
func index(p int) int { return [13]int{-1, 1, 2, 3}[p] & 0x3f }
const mask = 0xff
var keys = [][]uint64{
	{0x9d39247e33776d41, 0},
	{0x0, 0},
	{
		5,
		0x2af7398005aaa5c7, // b1
	},
}`, a + " line 5 #1|0 line 5 #2|0 line 6 #1|0 line 6 #2|5 line 8|" + b + " b1"},
		"code with short numbers": {"U64 keys[] = {0x12,\n3}; // x\nU64 side = 0x5;", "12 U64 keys|3 x|5 U64 side"},
		"JavaScript, JSON": {`{
  "a1 P": "9d39247e33776d41",
  "keys": [ 0x2af7398005aaa5c7n ]
}`, a + " a1 P|" + b + " keys"},
		"one line of code": {"[2]uint64{0x9d39247e33776d41,0x2af7398005aaa5c7}", a + " [2]uint64 #1|" + b + " [2]uint64 #2"},
	} {
		keys, errs := read(c.text)
		if name == "one line of code" {
			c.want = strings.ReplaceAll(c.want, "[2]uint64", "2]uint64")
		}
		assert.Equal(t, c.want, strings.Join(keys, "|"), name)
		assert.Empty(t, errs, name)
	}
}

// What cannot be told is refused, and the rest is read.
func TestReadKeysRefuses(t *testing.T) {
	const a = "9d39247e33776d41"
	for text, want := range map[string]string{
		"not a key":                   `line 1: no key in "not a key", want 1 to 16 hexadecimal digits`,
		"nothing":                     `line 1: key "nothing": character 1 is 'n', want a hexadecimal digit`,
		"e4":                          "line 1: e4 is a square and no key, which 0xe4 would be",
		"e4 P":                        `line 1: no key in "e4 P"`,
		"12 34":                       `line 1: "12 34": both "12" and "34" may be the key, want 0x before it`,
		"1bad face1 2decade":          `line 1: "1bad face1 2decade": both "face1" and "2decade" may be the key`,
		"bad face":                    `line 1: no key in "bad face"`,
		"0x":                          `line 1: key "0x": no digits`,
		"0xfg":                        `line 1: key "0xfg": character 4 is 'g'`,
		"0x12345678123456789":         `line 1: key "0x12345678123456789": 17 digits, want 1 to 16`,
		"-9d39247e33776d41":           `line 1: key "-9d39247e33776d41": a minus before hexadecimal digits, want 0x between`,
		"x -9223372036854775809":      `line 1: key "-9223372036854775809": want a decimal number of -2^63 or more`,
		a + "\n-11329126462075":       `line 2: key "-11329126462075": a decimal number, among keys of hexadecimal digits`,
		"x -12":                       `line 1: no key in "x -12"`,
		"12345678123456789a":          `line 1: key "12345678123456789a": 18 digits, want 1 to 16`,
		"18446744073709551616":        `line 1: key "18446744073709551616": 20 digits, want 1 to 16`,
		"18446744073709551616ULL":     `line 1: key "18446744073709551616ULL": want a decimal number below 2^64`,
		"x " + a + " y " + a + " z":   `line 1: 2 keys in "x 9d39247e33776d41 y 9d39247e33776d41 z", and no telling whether names stand before or after them`,
		a + "\n11329126462075137345":  `line 2: key "11329126462075137345": a decimal number, among keys of hexadecimal digits`,
		"{ 1234567812345678, };":      `line 1: key "1234567812345678": may be hexadecimal or decimal, want 0x before it or a suffix such as ULL after it`,
		a + "\n" + a + " 12 x 0xzz":   `line 2: key "0xzz": character 3 is 'z'`,
		strings.Repeat("1b 2d ", 100): `both "1b" and "2d" may be the key`,
	} {
		_, errs := read(text)
		if assert.NotEmpty(t, errs, text) {
			assert.Contains(t, errs[0], want)
			assert.Less(t, len(errs[0]), 200)
		}
		keys, _ := read(text + "\n0x9d39247e33776d41\tname")
		if assert.NotEmpty(t, keys, text) {
			assert.Equal(t, a+" name", keys[len(keys)-1], text)
		}
	}
}

// Polyglot's keys, as engines have them, are read as what they are.
func TestReadKeysFormats(t *testing.T) {
	want := keycheck.Collect(zobrist.Polyglot().Keys())
	for name, line := range map[string]func(i int, k keycheck.Named) string{
		"keys":     func(i int, k keycheck.Named) string { return fmt.Sprintf("%v\t%s\n", k.Key, k.Name) },
		"no zeros": func(i int, k keycheck.Named) string { return fmt.Sprintf("%s,%x\n", k.Name, k.Key) },
		"0x":       func(i int, k keycheck.Named) string { return fmt.Sprintf("%#x %s\n", uint64(k.Key), k.Name) },
		"decimal":  func(i int, k keycheck.Named) string { return fmt.Sprintf("%d;%s\n", uint64(k.Key), k.Name) },
		"C": func(i int, k keycheck.Named) string {
			return strings.Repeat("U64 keys[781] = {\n", 1-min(i, 1)) + fmt.Sprintf("  0x%016XULL, // %s\n", uint64(k.Key), k.Name) + strings.Repeat("};\n", i/780)
		},
		"Go, decimal": func(i int, k keycheck.Named) string {
			return strings.Repeat("var keys = [781]uint64{\n", 1-min(i, 1)) + fmt.Sprintf("\t%d, // %s\n", uint64(k.Key), k.Name) + strings.Repeat("}\n", i/780)
		},
	} {
		var text strings.Builder
		for i, k := range want {
			text.WriteString(line(i, k))
		}
		got, _, errs := readKeys(strings.NewReader(text.String()))
		assert.Empty(t, errs, name)
		require.Len(t, got, len(want), name)
		for i := range got {
			require.Equal(t, want[i], got[i], name)
		}
	}
}

func TestAuditStandardInput(t *testing.T) {
	_, keys, _ := call("", "keys")
	status, out, errs := runAudit(keys)
	assert.Zero(t, status, errs)
	assert.True(t, strings.HasPrefix(out, "standard input\n\nkeys                                     781\n  the first                   5355f900c2a82dc7  a1 P\n"), out)
	_, dash, _ := runAudit(keys, "-")
	assert.Equal(t, out, dash)
	// What is asked for by flags is not read.
	_, out, _ = runAudit(keys, "-keys", "polyglot")
	assert.True(t, strings.HasPrefix(out, "chess, polyglot\n"), out)
	const none = "zobrist audit: standard input: no keys, for those of this library give -keys\n"
	status, _, errs = call("", "audit")
	assert.Equal(t, 1, status)
	assert.Equal(t, none, errs)
	// The null device is as empty, and no terminal.
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	var nothing, report bytes.Buffer
	assert.Equal(t, 1, run([]string{"audit"}, null, &nothing, &report))
	assert.Empty(t, nothing.String())
	assert.Equal(t, none, report.String())
}

// The odds are those of the bits that the rank leaves.
func TestAuditOddsByRank(t *testing.T) {
	s := zobrist.NewSplitMix64(1)
	var text strings.Builder
	for i := range 200 {
		k := s.At(uint64(i)) >> 32
		fmt.Fprintf(&text, "%016x\n", k<<32|k) // halves alike: 32 bits
	}
	status, out, _ := runAudit(text.String())
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "  by rank, bits worth                     32            32            32\n")
	assert.Contains(t, out, "  10^6 positions                           1             1             1\n")
	_, svg, _ := runAudit(text.String(), "-svg", "-")
	assert.Contains(t, svg, "64 bits, worth 32")
	assert.True(t, strings.HasPrefix(svg, "<svg "), svg)

	// Few keys that are independent lack nothing.
	_, out, _ = runAudit("9d39247e33776d41\n2af7398005aaa5c7\n44db015024623547")
	assert.Contains(t, out, "  by rank, bits worth                     64            48            32\n")
}

func FuzzReadKeys(f *testing.F) {
	f.Add("9d39247e33776d41\te4 P\n0x12,a1\n# x\n12 34")
	f.Add("U64 a[2] = { 0x9D39247E33776D41ULL, U64(5), // x\n 12 /* \n */ };")
	f.Add("pub const A: [u64; 2] = [1_000, 11329126462075137345u64];")
	f.Add("}}]])) {[( // /* x\n*/")
	f.Add("a[2] = {-5060803636482931868L, -1},\nb: [3, -0x4]; -9d39247e33776d41")
	f.Add("1804289383\n846930886\n1681692777\n1714636915\n1957747793\n424238335\n719885386\n")
	f.Fuzz(func(t *testing.T, text string) {
		set, _, wrong := readKeys(strings.NewReader(text))
		require.LessOrEqual(t, len(wrong), strings.Count(text, "\n")+1)
		for _, err := range wrong {
			require.NotContains(t, err.Error(), "\n")
			require.Less(t, len(err.Error()), 500)
		}
		for _, k := range set {
			require.NotEmpty(t, k.Name)
			// A key that is read is there: its digits, in one base or the other, or
			// those that a minus is before.
			plain := strings.ToLower(strings.ReplaceAll(text, "_", ""))
			there := k.Key == 0
			for _, key := range []uint64{uint64(k.Key), -uint64(k.Key)} {
				there = there || strings.Contains(plain, fmt.Sprintf("%x", key)) || strings.Contains(plain, fmt.Sprint(key))
			}
			require.True(t, there, k)
		}
	})
}
