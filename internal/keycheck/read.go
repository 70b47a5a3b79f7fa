package keycheck

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Text is what [Read] found in a text.
type Text struct {
	Keys  []Named
	Wrong []error // the lines of a list that have no key
}

// Read reads the hexadecimal keys in a text, in time in proportion to its length. It skips blank
// lines and lines that begin with #. The rest of a line with one key is the key's name.
//
// If most lines are KEY or KEY<TAB>NAME, the text is a list, and a line without a key is wrong. In
// any other text, Read takes only words that must be keys: 16 digits, or 0x and 9 digits or more. A
// key may have a suffix such as ULL.
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
	t.Keys = t.sure
	if t.listed > t.others {
		t.Keys = t.list
		t.Wrong = append(t.Wrong, t.without...)
	}
	return t.Text, cmp.Or(err, binary)
}

// ParseKey reads one key, in a form that [Read] reads, or in decimal, if it has a
// minus or more than 16 digits.
func ParseKey(s string) (zobrist.Key, error) {
	if key, err := strconv.ParseUint(s, 10, 64); err == nil && len(s) > 16 {
		return zobrist.Key(key), nil
	}
	if key, err := strconv.ParseInt(s, 10, 64); err == nil && key < 0 {
		return zobrist.Key(key), nil
	}
	key, _, err := parse(s)
	return key, err
}

// parse reads a word as a key, with the suffix of C, Rust, Java or JavaScript. sure
// reports whether it must be a key.
func parse(word string) (key zobrist.Key, sure bool, err error) {
	bare := word
	for _, suffix := range [...]string{"u64", "i64", "n"} {
		bare = strings.TrimSuffix(bare, suffix)
	}
	bare = strings.ReplaceAll(strings.TrimRight(bare, "uUlL"), "_", "")
	key, err = zobrist.ParseKey(bare)
	digits := len(strings.TrimPrefix(strings.ToLower(bare), "0x"))
	hasPrefix := digits < len(bare)
	// A number of at most 8 digits fits in 32 bits: it may be a mask.
	return key, digits == 16 || hasPrefix && digits > 8, err
}

// A reader keeps what may be keys.
type reader struct {
	Text
	sure, list []Named // the keys of a text, and of a list
	listed     int     // how many lines are KEY or KEY<TAB>NAME
	others     int     // how many are not
	without    []error // the first lines without a key
}

// line adds a line.
func (r *reader) line(at int, text string) {
	const most = 20 // wrong lines that are reported
	var keys []Named
	for _, word := range strings.FieldsFunc(text, separates) {
		if key, sure, err := parse(strings.TrimSuffix(word, ".")); err == nil && sure {
			keys = append(keys, Named{word, key})
		}
	}
	for i, k := range keys {
		keys[i].Name = nameOf(at, i, len(keys), text, k.Name)
	}
	r.sure = append(r.sure, keys...)
	if word, key, ok := listed(text); ok && len(keys) <= 1 {
		r.list = append(r.list, Named{nameOf(at, 0, 1, text, word), key})
		r.listed++
		return
	}
	r.list = append(r.list, keys...)
	r.others++
	if len(keys) == 0 && len(r.without) < most {
		err := fmt.Errorf("line %d: no key in %q, want KEY or KEY<TAB>NAME",
			at, lines.Excerpt(text))
		r.without = append(r.without, err)
	}
}

// listed returns the key at the beginning of a line that is KEY, KEY<TAB>NAME, or a word
// that must be a key and a name.
func listed(text string) (word string, key zobrist.Key, ok bool) {
	word = text
	rest := ""
	if at := strings.IndexAny(text, " \t"); at >= 0 {
		word = text[:at]
		rest = strings.TrimLeft(text[at:], " ")
	}
	key, sure, err := parse(word)
	if err != nil {
		return word, key, false
	}
	alone := rest == "" || rest[0] == '\t'
	return word, key, alone || sure || strings.HasPrefix(word, "0x")
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
