package keycheck

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Text is what [Read] found in a text.
type Text struct {
	Keys    []Named
	Decimal bool    // keys were read as decimal, because none without 0x has a letter
	Skipped int     // how many short numbers such as 0xff were skipped, because others have 9 or more digits
	Short   string  // the first number skipped, and its line
	Wrong   []error // the lines of a list that have no key
}

// Read reads the keys in a text, in time in proportion to its length. It skips blank
// lines and lines that begin with #. The rest of a line with one key is the key's name.
//
// If most lines are KEY or KEY<TAB>NAME, the text is a list, and a line without a key is
// wrong. In any other text, Read takes only words that must be keys: 0x and hexadecimal
// digits, 16 hexadecimal digits, or 17 to 20 decimal digits. It skips words of up to
// 8 digits if others have more. A key may have a suffix such as ULL, a decimal key a minus.
//
// Numbers without letters or 0x are hexadecimal if another key without 0x has a letter or begins with 0.
// Else they are decimal.
func Read(r io.Reader) (Text, error) {
	var t reader
	err := lines.Each(r, nil, func(number int, text string, err error) {
		switch {
		case err != nil:
			t.long = append(t.long, fmt.Errorf("line %d: %w", number, err))
		case strings.ContainsRune(text, 0) && t.binary == nil:
			t.binary = fmt.Errorf("line %d has a zero byte: want text in UTF-8, not binary data", number)
		default:
			t.line(number, text)
		}
	})
	return t.read(), cmp.Or(err, t.binary)
}

// ParseKey reads one key, in a form that [Read] reads.
func ParseKey(s string) (zobrist.Key, error) {
	switch n, ok := parseNumber(s); {
	case ok && n.hex:
		return n.asHex, nil
	case ok:
		return n.asDecimal, nil
	case strings.HasPrefix(s, "-") && strings.Trim(s[1:], "0123456789") == "":
		return 0, fmt.Errorf("key %q: want a decimal number of -2^63 or more", lines.Excerpt(s))
	}
	return zobrist.ParseKey(s)
}

// A number is a word read as a number, in each base that is possible.
type number struct {
	prefixed, negative bool
	hex, decimal       bool
	suffixed, padded   bool // padded: with leading zeros
	digits             int  // without the prefix
	asHex, asDecimal   zobrist.Key
}

// parseNumber reads a word as a number. It returns false if the word is not a number,
// or too large.
func parseNumber(s string) (n number, ok bool) {
	s, n.negative = strings.CutPrefix(s, "-")
	if len(s) > 40 { // with underscores
		return n, false
	}
	if len(s) > 1 && s[0] == '0' && s[1]|0x20 == 'x' {
		s, n.prefixed = s[2:], true
	}
	bare := s // without the suffix that it has in C, Rust, Java or JavaScript
	for _, suffix := range [...]string{"u64", "i64", "n"} {
		bare = strings.TrimSuffix(bare, suffix)
	}
	bare = strings.TrimRight(bare, "uUlL")
	n.suffixed = len(bare) < len(s)
	bare = strings.ReplaceAll(bare, "_", "")
	if n.digits = len(bare); n.digits == 0 || strings.Trim(bare, "0123456789abcdefABCDEF") != "" {
		return n, false
	}
	n.padded = n.digits > 1 && bare[0] == '0'
	hex, err := strconv.ParseUint(bare, 16, 64)
	n.hex = err == nil && n.digits <= 16
	dec, err := strconv.ParseUint(bare, 10, 64)
	n.decimal = err == nil && n.digits <= 20 && !n.prefixed && !(n.negative && dec > 1<<63)
	if n.suffixed && n.decimal { // a hexadecimal number with a suffix has 0x, too
		n.hex = false
	}
	n.asHex, n.asDecimal = zobrist.Key(hex), zobrist.Key(dec)
	if n.negative {
		n.asHex, n.asDecimal = -n.asHex, -n.asDecimal
		n.hex = n.hex && n.prefixed
	}
	return n, n.hex || n.decimal
}

// A reader keeps the numbers that may be keys.
type reader struct {
	found   []found // the keys for a list, and the keys for other text
	listed  int     // how many lines are KEY or KEY<TAB>NAME
	others  int     // how many are not
	without []error // the first lines without a key
	long    []error
	binary  error
}

// A found is a number in a line.
type found struct {
	number
	line       int
	text       string // of the line
	start, end int    // in its text
	listed     bool   // a key only if the text is a list
}

func (f found) String() string { return f.text[f.start:f.end] }

// line adds a line.
func (r *reader) line(at int, text string) {
	const most = 20 // wrong lines that are reported
	sure := sureIn(at, text)
	key, _, _ := strings.Cut(text, "\t")
	key = strings.TrimRight(key, " ")
	n, listed := parseNumber(key)
	switch {
	case listed && len(sure) == 0:
		r.listed++
		sure = []found{{n, at, text, 0, len(key), true}}
	case len(sure) == 1 && sure[0].start == 0 && (listed || text[sure[0].end] == ' '):
		r.listed++
	default:
		if r.others++; len(sure) == 0 && len(r.without) < most {
			r.without = append(r.without, fmt.Errorf("line %d: no key in %q, want KEY or KEY<TAB>NAME", at, lines.Excerpt(text)))
		}
	}
	r.found = append(r.found, sure...)
}

func (r *reader) read() (t Text) {
	all := r.found
	if t.Wrong = r.long; r.listed > r.others {
		t.Wrong = append(t.Wrong, r.without...)
	} else {
		all = t.skipShort(slices.DeleteFunc(all, func(f found) bool { return f.listed }))
	}
	bare := func(f found) bool { return !f.prefixed && !f.suffixed }
	hex := slices.ContainsFunc(all, func(f found) bool { return bare(f) && (!f.decimal || f.padded) })
	t.Decimal = !hex && slices.ContainsFunc(all, bare)
	onLine, nth := make(map[int]int, len(all)), make(map[int]int)
	for _, f := range all {
		onLine[f.line]++
	}
	for _, f := range all {
		nth[f.line]++
		key := f.asDecimal
		switch {
		case hex && f.decimal && !f.hex && !f.suffixed:
			t.Wrong = append(t.Wrong, fmt.Errorf("line %d: key %q is decimal, and other keys are hexadecimal", f.line, f.String()))
			continue
		case f.hex && (!f.decimal || hex):
			key = f.asHex
		}
		t.Keys = append(t.Keys, Named{f.name(nth[f.line], onLine[f.line]), key})
	}
	return t
}

// sureIn returns the words of a line that must be keys.
func sureIn(line int, text string) (all []found) {
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && isWordByte(text[i]) {
			i++
		}
		if start == i || start > 1 && text[start-1] == '.' && isWordByte(text[start-2]) || i+1 < len(text) && text[i] == '.' && isWordByte(text[i+1]) {
			continue // no word, or a part of 0.123
		}
		if start > 0 && text[start-1] == '-' && (start == 1 || !isWordByte(text[start-2])) {
			start--
		}
		if n, ok := parseNumber(text[start:i]); ok && (n.prefixed || n.digits == 16 && n.hex || n.digits >= 17 && n.decimal) {
			all = append(all, found{n, line, text, start, i, false})
		}
	}
	return all
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || words.IsLetter(c) || c >= 0x80
}

// skipShort leaves out numbers of up to 8 digits if others have more. Source code has
// many short numbers that are not keys.
func (t *Text) skipShort(all []found) []found {
	isShort := func(f found) bool { return f.digits <= 8 }
	left := slices.DeleteFunc(slices.Clone(all), isShort)
	if len(left) == 0 || len(left) == len(all) {
		return all
	}
	first := all[slices.IndexFunc(all, isShort)]
	t.Skipped, t.Short = len(all)-len(left), fmt.Sprintf("%s in line %d", first, first.line)
	return left
}

// name returns the rest of the line. If the line has several keys, it returns the number of
// the line, and the number of f among its keys.
func (f found) name(nth, of int) string {
	const around, longest = " \t,;:=|\"'", 200
	if of > 1 {
		return fmt.Sprintf("line %d #%d", f.line, nth)
	}
	name := strings.TrimSpace(strings.Trim(f.text[:f.start], around) + " " + strings.Trim(f.text[f.end:], around))
	if name == "" || len(name) > longest {
		return fmt.Sprint("line ", f.line)
	}
	return name
}
