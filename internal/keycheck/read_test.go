package keycheck

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// read returns the keys of a text as "KEY NAME", and its errors.
func read(t testing.TB, text string) (keys, errs []string) {
	got, err := Read(strings.NewReader(text))
	require.NoError(t, err)
	for _, k := range got.Keys {
		keys = append(keys, fmt.Sprintf("%x %s", uint64(k.Key), k.Name))
	}
	for _, err := range got.Wrong {
		errs = append(errs, err.Error())
	}
	return keys, errs
}

// TestRead has texts that people have.
func TestRead(t *testing.T) {
	const a, b = "9d39247e33776d41", "2af7398005aaa5c7"
	for name, c := range map[string]struct{ text, want string }{
		"alone": {a + "\n" + b, a + " line 1|" + b + " line 2"},
		"byte order mark, CRLF": {"\ufeff" + a + "\r\n\r\n" + b + "\r\n",
			a + " line 1|" + b + " line 3"},
		"upper case, 0x":   {"0X9D39247E33776D41", a + " line 1"},
		"name after a tab": {a + "\te4 P", a + " e4 P"},
		"name before":      {"e4 P  \t " + a, a + " e4 P"},
		"comma-separated": {"name,key\n\"a1 P\",0x" + a + "\n\"b1 P\"," + b,
			a + " a1 P|" + b + " b1 P"},
		"semicolons": {"Feld;Zahl\na1 P;" + a + "\nb1 P;" + b,
			a + " a1 P|" + b + " b1 P"},
		"colon": {"castling K: " + a, a + " castling K"},
		"several": {a + " " + b + "\n" + a + "," + b,
			a + " line 1 #1|" + b + " line 1 #2|" + a + " line 2 #1|" + b + " line 2 #2"},
		"32 bits": {"910a2dec\n77ba9\tpiece 1\n0x12",
			"910a2dec line 1|77ba9 piece 1|12 line 3"},
		"padded digits": {strings.Repeat("0000000012345678\n", 5),
			"12345678 line 1|12345678 line 2|12345678 line 3|12345678 line 4|12345678 line 5"},
		"digits among hexadecimals": {a + "\n1234567812345678\n12",
			a + " line 1|1234567812345678 line 2|12 line 3"},
		"underscores": {"[0x9D39_247E_3377_6D41, 0x2AF7398005AAA5C7_u64]",
			a + " line 1 #1|" + b + " line 1 #2"},
		"JavaScript": {"keys: [ 0x2af7398005aaa5c7n ]", b + " keys: [ ]"},
		"tabs between keys": {a + "\t" + b + "\n" + a + "\t" + b,
			a + " line 1 #1|" + b + " line 1 #2|" + a + " line 2 #1|" + b + " line 2 #2"},
		"decimals": {"[1,2]: 6402364705153495313,\n[1,3]: 2400841112928608,\n",
			"58d9c4c7352c3111 [1,2]|8878d61b2c160 [1,3]"},
		"decimals in Rust": {"const T: [u64; 2] = [11071850447646664433, 15525846075063937795];",
			"99a71d522a3aa6f1 line 1 #1|d776e2beed942b03 line 1 #2"},
		"decimals in Java": {"long[] t = {-6402364705153495313L, 6402364705153495313L};",
			"a7263b38cad3ceef line 1 #1|58d9c4c7352c3111 line 1 #2"},
		"a list of decimals": {"6402364705153495313\ta1 P\n2400841112928608\tb1 P\n",
			"58d9c4c7352c3111 a1 P|8878d61b2c160 b1 P"},
		"comments": {"# 1\n" + a + " # a1\n# " + b, a + " # a1"},
		"source code": {`#define MASK 0xff
static const uint64_t random64[2][2] = {
	{ 0x9D39247E33776D41ULL, UINT64_C(0x2AF7398005AAA5C7) }, // pawns
	{ 12, 345678 },
};
void init(void) { mt_seed(42, 7, 8); for (int i = 0; i < 781; i++) keys[i] &= 0x3f; }`,
			a + " line 3 #1|" + b + " line 3 #2"},
		"go test": {"--- PASS: TestKeys (0.00s)\nPASS\nok  " +
			"\tgithub.com/zobrist-go/zobrist\t0.006s\nok  \texample.com/x\t12.34567890123456789s\n",
			""},
		"fractions": {"0.12345678901234567\n1234567890123456.5\nv1.12345678901234567 " +
			"0.9d39247e33776d41", ""},
		"prose": {"dead beef\n12 monkeys\nthe facade of a decade\n", ""},
	} {
		keys, errs := read(t, c.text)
		assert.Equal(t, c.want, strings.Join(keys, "|"), name)
		assert.Empty(t, errs, name)
	}
}

// A wrong line of a list is reported, and the rest is read.
func TestReadRefuses(t *testing.T) {
	const a = "9d39247e33776d41"
	for text, want := range map[string]string{
		a + "\nnot a key\n" +
			a: `line 2: no key in "not a key", want KEY or KEY<TAB>NAME`,
		a + "\n12345678123456789\n" + a:         `line 2: no key in "12345678123456789"`,
		a + "\n0x12345678123456789\n" + a:       `line 2: no key in "0x12345678123456789"`,
		a + "\n" + a + "\n-9d39247e33776d41":    `line 3: no key in`,
		a + "\n" + a + "\n-9223372036854775809": `line 3: no key in`,
		a + "\n" + a + "\n18446744073709551616": `line 3: no key in`,
		a + "\n" + a + "\n" + strings.Repeat("x", 500): `line 3: no key in "` +
			strings.Repeat("x", 40) + `..."`,
		a + "\n" + a + "\n" + strings.Repeat("f", 2<<20): `line 3: longer than 1048576 bytes`,
	} {
		keys, errs := read(t, text)
		assert.NotEmpty(t, keys)
		if assert.Len(t, errs, 1, text) {
			assert.Contains(t, errs[0], want)
		}
	}
}

func TestParseKey(t *testing.T) {
	const a zobrist.Key = 0x9d39247e33776d41
	for _, text := range []string{"9d39247e33776d41", "0x9D39247E33776D41ULL",
		"9d39247e33776d41ULL", "11329126462075137345", "-7117617611634414271",
		"0x9d39_247e_3377_6d41"} {
		k, err := ParseKey(text)
		require.NoError(t, err, text)
		assert.Equal(t, a, k, text)
	}
	for text, want := range map[string]string{
		"xyz":                  `key "xyz": character 1 is 'x'`,
		"":                     "no digits",
		"-9223372036854775809": "character 1 is '-'",
		"-9d39247e33776d41":    "character 1 is '-'",
		"18446744073709551616": "20 digits",
	} {
		_, err := ParseKey(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("9d39247e33776d41\te4 P\n0x12,a1\n# x\n12 34")
	f.Add("U64 a[2] = { 0x9D39247E33776D41ULL, U64(5), // x\n 12 /* \n */ };")
	f.Add("a[2] = {-5060803636482931868L, -1},\nb: [3, -0x4]; -9d39247e33776d41")
	f.Add("1804289383\n846930886\n1681692777\n1714636915\n1957747793\n424238335\n719885386\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Read(strings.NewReader(text))
		if err != nil {
			require.ErrorContains(t, err, "want text in UTF-8, not binary data")
			require.Contains(t, text, "\x00")
		}
		for _, err := range got.Wrong {
			require.NotContains(t, err.Error(), "\n")
			require.Less(t, len(err.Error()), 500)
		}
		for _, k := range got.Keys {
			require.NotEmpty(t, k.Name)
			// The text has the digits of each key, hexadecimal or decimal, perhaps with a minus.
			plain := strings.ToLower(strings.ReplaceAll(text, "_", ""))
			there := k.Key == 0
			for _, key := range []uint64{uint64(k.Key), -uint64(k.Key)} {
				there = there || strings.Contains(plain, fmt.Sprintf("%x", key)) ||
					strings.Contains(plain, fmt.Sprint(key))
			}
			require.True(t, there, k)
		}
	})
}

// TestBinary: what is no text has no keys.
func TestBinary(t *testing.T) {
	random := make([]byte, 100_000)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(random)
	_, err := Read(bytes.NewReader(random))
	assert.ErrorContains(t, err, "has a zero byte: want text in UTF-8, not binary data")
}

// TestUnread counts the long numbers of source code that are not keys.
func TestUnread(t *testing.T) {
	got, err := Read(strings.NewReader("t = {123456789012345, 11071850447646664433, 42, 0xff,\n" +
		"15525846075063937795, 99999999999999999999, 1234567890};"))
	require.NoError(t, err)
	assert.Len(t, got.Keys, 2)
	assert.Equal(t, 2, got.Unread)
}
