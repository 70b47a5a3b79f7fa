package keycheck

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
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
	Wrong   []error // the lines of a list that have no key
}

// Read reads the keys in a text, in time in proportion to its length. It skips blank
// lines and lines that begin with #. The rest of a line with one key is the key's name.
//
// If most lines are KEY or KEY<TAB>NAME, the text is a list, and a line without a key is
// wrong. In any other text, Read takes only words that must be keys: 0x and 9 or more hexadecimal
// digits, 16 hexadecimal digits, or 17 to 20 decimal digits. A key may have a suffix such as ULL,
// a decimal key a minus.
//
// Numbers without 0x are hexadecimal if one of them has a letter or begins with 0. Else they are decimal.
func Read(r io.Reader) (Text, error) {
	var t reader
	var binary error
	err := lines.Each(r, nil, func(at int, text string, err error) {
		switch {
		case err != nil:
			t.long = append(t.long, fmt.Errorf("line %d: %w", at, err))
		case strings.ContainsRune(text, 0):
			binary = cmp.Or(binary, fmt.Errorf("line %d has a zero byte: want text in UTF-8, not binary data", at))
		default:
			t.line(at, text)
		}
	})
	return t.read(), cmp.Or(err, binary)
}

// ParseKey reads one key, in a form that [Read] reads.
func ParseKey(s string) (zobrist.Key, error) {
	if n, ok := parseNumber(s); ok {
		if key, ok := n.key(len(n.digits) <= 16); ok {
			return key, nil
		}
	}
	return zobrist.ParseKey(s)
}

// A number is a word that looks like one.
type number struct {
	word               string
	digits             string // without prefix, underscores and suffix
	negative, prefixed bool
}

// numeral is a number with the suffix that it has in C, Rust, Java or JavaScript.
var numeral = regexp.MustCompile(`^(-?)(0[xX])?([0-9a-fA-F_]+?)(?:[uUlL]+|[ui]64|n)?$`)

func parseNumber(word string) (n number, ok bool) {
	if len(word) > 40 { // with underscores
		return n, false
	}
	m := numeral.FindStringSubmatch(word)
	if m == nil {
		return n, false
	}
	n = number{word, strings.ReplaceAll(m[3], "_", ""), m[1] != "", m[2] != ""}
	_, hex := n.key(true)
	_, decimal := n.key(false)
	return n, hex || decimal
}

// hex reports whether a number must be hexadecimal.
func (n number) hex() bool {
	return n.prefixed || len(n.digits) > 1 && n.digits[0] == '0' || strings.Trim(n.digits, "0123456789") != ""
}

// key returns the value of a number, if it has one.
func (n number) key(hex bool) (k zobrist.Key, ok bool) {
	base := 10
	if n.prefixed || hex && !n.negative {
		base = 16
	}
	x, err := strconv.ParseUint(n.digits, base, 64)
	if k = zobrist.Key(x); n.negative {
		k = -k
	}
	return k, err == nil && !(n.negative && base == 10 && x > 1<<63)
}

// A reader keeps the numbers that may be keys.
type reader struct {
	found         []found // the keys for a list, and the keys for other text
	listed        int     // how many lines are KEY or KEY<TAB>NAME
	others        int     // how many are not
	without, long []error
}

// A found is a number in a line.
type found struct {
	number
	line   int
	text   string // of the line
	listed bool   // a key only if the text is a list
}

// line adds a line.
func (r *reader) line(at int, text string) {
	const most = 20 // wrong lines that are reported
	var sure []found
	for _, word := range strings.FieldsFunc(text, func(c rune) bool {
		return !strings.ContainsRune("-._", c) && (c < '0' || c > '9') && c < 0x80 && !words.IsLetter(byte(c))
	}) {
		if n, ok := parseNumber(strings.TrimSuffix(word, ".")); ok &&
			(n.prefixed && len(n.digits) > 8 || len(n.digits) == 16 || len(n.digits) > 16 && !n.hex()) {
			sure = append(sure, found{n, at, text, false})
		}
	}
	word, rest := text, ""
	if at := strings.IndexAny(text, " \t"); at >= 0 {
		word, rest = text[:at], strings.TrimLeft(text[at:], " ")
	}
	n, listed := parseNumber(word)
	switch {
	case listed && len(sure) == 0 && (n.prefixed || rest == "" || rest[0] == '\t'):
		r.listed++
		sure = []found{{n, at, text, true}}
	case listed && len(sure) == 1 && sure[0].word == word:
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
		all = slices.DeleteFunc(all, func(f found) bool { return f.listed })
	}
	bare := func(f found) bool { return !f.prefixed }
	hex := slices.ContainsFunc(all, func(f found) bool { return bare(f) && f.hex() })
	t.Decimal = !hex && slices.ContainsFunc(all, bare)
	nth := 0 // in its line
	for i, f := range all {
		if nth++; i > 0 && all[i-1].line != f.line {
			nth = 1
		}
		if key, ok := f.key(hex); ok {
			t.Keys = append(t.Keys, Named{f.name(nth, nth == 1 && (i+1 == len(all) || all[i+1].line != f.line)), key})
		} else {
			t.Wrong = append(t.Wrong, fmt.Errorf("line %d: key %q is decimal, and other keys are hexadecimal", f.line, f.word))
		}
	}
	return t
}

// name returns the rest of the line. If the line has several keys, it returns the number of
// the line, and the number of f among its keys.
func (f found) name(nth int, only bool) string {
	const around, longest = " \t,;:=|\"'", 200
	if !only {
		return fmt.Sprintf("line %d #%d", f.line, nth)
	}
	before, after, _ := strings.Cut(f.text, f.word)
	name := strings.TrimSpace(strings.Trim(before, around) + " " + strings.Trim(after, around))
	if name == "" || len(name) > longest {
		return fmt.Sprint("line ", f.line)
	}
	return name
}
