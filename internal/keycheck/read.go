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
	Keys   []Named
	Wrong  []error // the lines of a list that have no key
	Unread int     // numbers of another text that are too short or too long to be keys
}

// Read reads the keys in a text, in time in proportion to its length. It skips blank lines and
// lines that begin with #. The rest of a line with one key is the key's name.
//
// If most lines are KEY or KEY<TAB>NAME, the text is a list, and a line without a key is wrong. In
// any other text, Read takes only words that must be keys: 16 digits, or 0x and 9 digits or more,
// or 17 to 20 decimal digits. A key may have a suffix such as ULL.
//
// A key is hexadecimal if it has a letter, 0x or at most 16 digits. But if other keys have more
// digits, and none has a letter or 0x, then all are decimal.
func Read(r io.Reader) (Text, error) {
	var t reader
	var binary error
	err := lines.Each(r, nil, func(at int, text string, err error) {
		switch {
		case err != nil:
			t.Wrong = append(t.Wrong, fmt.Errorf("line %d: %w", at, err))
		case strings.ContainsRune(text, 0):
			err := fmt.Errorf("line %d has a zero byte: want text in UTF-8, not binary data", at)
			binary = cmp.Or(binary, err)
		default:
			t.line(at, text)
		}
	})
	if t.listed <= t.others {
		t.Keys = keysOf(t.sure)
		return t.Text, cmp.Or(err, binary)
	}
	t.Wrong = append(t.Wrong, t.without...)
	t.Unread = 0
	if hasForm(t.list, isHex) { // in one list, all keys have one form
		for _, c := range t.list {
			if c.form == isDecimal {
				t.Wrong = append(t.Wrong, noKey(c.line, c.word))
			}
		}
		t.list = slices.DeleteFunc(t.list, func(c candidate) bool { return c.form == isDecimal })
	}
	t.Keys = keysOf(t.list)
	return t.Text, cmp.Or(err, binary)
}

// noKey is the error of a line of a list without a key.
func noKey(line int, text string) error {
	return fmt.Errorf("line %d: no key in %q, want KEY or KEY<TAB>NAME", line, lines.Excerpt(text))
}

func hasForm(found []candidate, f form) bool {
	return slices.ContainsFunc(found, func(c candidate) bool { return c.form == f })
}

// keysOf decides whether digits without a letter are decimal.
func keysOf(found []candidate) (keys []Named) {
	allDecimal := hasForm(found, isDecimal) && !hasForm(found, isHex)
	for _, c := range found {
		if allDecimal && c.form == isEither {
			key, err := decimal(bare(c.word))
			if err == nil {
				c.Key = key
			}
		}
		keys = append(keys, c.Named)
	}
	return keys
}

// ParseKey reads one key, in a form that [Read] reads, or in decimal, if it has a
// minus or more than 16 digits.
func ParseKey(s string) (zobrist.Key, error) {
	if len(s) > 16 || strings.HasPrefix(s, "-") {
		key, err := decimal(s)
		if err == nil {
			return key, nil
		}
	}
	key, _, _, err := parse(s)
	return key, err
}

// decimal reads a number of 64 bits. A negative number is the same bits with a sign.
func decimal(s string) (zobrist.Key, error) {
	if strings.HasPrefix(s, "-") {
		key, err := strconv.ParseInt(s, 10, 64)
		return zobrist.Key(key), err
	}
	key, err := strconv.ParseUint(s, 10, 64)
	return zobrist.Key(key), err
}

// A form is how the digits of a key are written.
type form int

const (
	isEither  form = iota // at most 16 digits, none of them a letter
	isHex                 // with a letter or 0x
	isDecimal             // more than 16 digits, or a minus
)

// bare returns a word without the suffix of C, Rust, Java or JavaScript.
func bare(word string) string {
	for _, suffix := range [...]string{"u64", "i64", "n"} {
		word = strings.TrimSuffix(word, suffix)
	}
	return strings.ReplaceAll(strings.TrimRight(word, "uUlL"), "_", "")
}

// parse reads a word as a key. sure reports whether it must be a key.
func parse(word string) (key zobrist.Key, f form, sure bool, err error) {
	text := bare(word)
	digits, hasPrefix := strings.CutPrefix(strings.ToLower(text), "0x")
	positive := strings.TrimPrefix(text, "-")
	isNumber := strings.Trim(positive, "0123456789") == ""
	if isNumber && 17 <= len(positive) && len(positive) <= 20 {
		key, err = decimal(text)
		if err == nil {
			return key, isDecimal, true, nil
		}
	}
	key, err = zobrist.ParseKey(text)
	if hasPrefix || !isNumber {
		f = isHex
	}
	// A number of at most 8 digits fits in 32 bits: it may be a mask.
	return key, f, len(digits) == 16 || hasPrefix && len(digits) > 8, err
}

// A candidate may be a key.
type candidate struct {
	Named
	line int
	word string
	form form
}

// A reader keeps what may be keys.
type reader struct {
	Text
	sure, list []candidate // the keys of a text, and of a list
	listed     int         // how many lines are KEY or KEY<TAB>NAME
	others     int         // how many are not
	without    []error     // the first lines without a key
}

// line adds a line.
func (r *reader) line(at int, text string) {
	const most = 20 // wrong lines that are reported
	var keys []candidate
	for _, word := range strings.FieldsFunc(text, separates) {
		word = strings.TrimSuffix(word, ".")
		key, form, sure, err := parse(word)
		if err == nil && sure {
			keys = append(keys, candidate{Named{word, key}, at, word, form})
		} else if isLong(word) {
			r.Unread++
		}
	}
	for i, k := range keys {
		keys[i].Name = nameOf(at, i, len(keys), text, k.Name)
	}
	r.sure = append(r.sure, keys...)
	if c, ok := listed(text); ok && len(keys) <= 1 {
		c.line = at
		c.Name = nameOf(at, 0, 1, text, c.word)
		r.list = append(r.list, c)
		r.listed++
		return
	}
	r.list = append(r.list, keys...)
	r.others++
	if len(keys) == 0 && len(r.without) < most {
		r.without = append(r.without, noKey(at, text))
	}
}

// isLong reports whether a word is a number that is not a key, and too long for an index, a size
// or a 32-bit mask. It may be meant as a key.
func isLong(word string) bool {
	digits := strings.TrimPrefix(bare(word), "-")
	return len(digits) > 10 && strings.Trim(digits, "0123456789") == ""
}

// listed returns the key at the beginning of a line that is KEY, KEY<TAB>NAME, or a word
// that must be a key and a name.
func listed(text string) (c candidate, ok bool) {
	c.word = text
	rest := ""
	if at := strings.IndexAny(text, " \t"); at >= 0 {
		c.word = text[:at]
		rest = strings.TrimLeft(text[at:], " ")
	}
	key, form, sure, err := parse(c.word)
	if err != nil {
		return c, false
	}
	c.Key = key
	c.form = form
	alone := rest == "" || rest[0] == '\t'
	return c, alone || sure || strings.HasPrefix(c.word, "0x")
}

// separates reports whether a character separates words in which keys are looked for. Letters that
// are not ASCII belong to words, so that no part of a foreign word is a key.
func separates(c rune) bool {
	switch {
	case c >= 0x80, '0' <= c && c <= '9', words.IsLetter(byte(c)):
		return false
	}
	return !strings.ContainsRune("-._", c)
}

// nameOf returns the name of a key: the rest of its line, or, if there are several, the
// numbers of the line and key.
func nameOf(line, i, of int, text, word string) string {
	const around, longest = " \t,;:=|\"'", 200
	if of > 1 {
		return fmt.Sprintf("line %d #%d", line, i+1)
	}
	before, after, _ := strings.Cut(text, word)
	name := strings.TrimSpace(strings.Trim(before, around) + " " + strings.Trim(after, around))
	if name == "" || len(name) > longest {
		return fmt.Sprint("line ", line)
	}
	return name
}
