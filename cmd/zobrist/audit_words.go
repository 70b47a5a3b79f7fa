package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A word is a run of letters, digits and underscores in a line, with the minus
// before it.
type word struct {
	start, end int
	kind       wordKind
	prefixed   bool // by 0x
	long       bool // a key of 9 digits or more
	negative   bool
	element    bool        // where an element of an array stands
	array      *array      // that it is in, or nil
	column     bool        // between tabs, commas, semicolons and ends of the line
	key        zobrist.Key // what it is, or, of digits alone, is as a hexadecimal number
	decimal    zobrist.Key // what it is, of digits alone, as a decimal number
	err        error
}

type wordKind int

const (
	noKey     wordKind = iota
	weakKey            // 1 to 8 hexadecimal digits
	digitsKey          // 9 to 16 digits, hexadecimal or decimal
	hexKey             // after 0x, or of 9 to 16 digits some of which are letters
	decKey             // of 17 to 20 digits, or with a suffix such as ULL
	badKey             // meant as a key, and wrong
)

// splitWords returns the words of a line, and keeps track of open brackets.
func (r *keyReader) splitWords(line string) []word {
	var words []word
	before := byte(0) // the last byte that is no blank
	for i := 0; i < len(line); {
		c := line[i]
		minus := isMinus(line, i)
		if !isWordByte(c) && !minus {
			switch c {
			case '{', '[', '(':
				r.openBracket(c, line[:i])
			case '}', ']', ')':
				r.open = r.open[:max(0, len(r.open)-1)]
			}
			if c != ' ' && c != '\t' {
				before, r.last = c, c
			}
			i++
			continue
		}
		start := i
		for i++; i < len(line) && isWordByte(line[i]); {
			i++
		}
		w := classify(line[start:i])
		w.start, w.end = start, i
		after := byte(0)
		if rest := strings.TrimLeft(line[i:], " \t"); rest != "" {
			after = rest[0]
		}
		w.element, w.array = r.element(before, after)
		longDigits := 8
		if w.prefixed {
			longDigits += len("0x")
		}
		w.long = w.kind > weakKey && w.kind < badKey && len(trimSuffix(strings.TrimPrefix(line[start:i], "-"))) > longDigits
		w.column = endsColumn(strings.TrimRight(line[:start], " \"'"), true) && endsColumn(strings.TrimLeft(line[i:], " \"'"), false)
		words = append(words, w)
		before, r.last = line[i-1], line[i-1]
	}
	return words
}

// isMinus reports whether the byte at i is the minus of a word.
func isMinus(line string, i int) bool {
	return line[i] == '-' && i+1 < len(line) && isWordByte(line[i+1]) &&
		(i == 0 || !isWordByte(line[i-1]) && strings.IndexByte(")]-", line[i-1]) < 0)
}

// endsColumn reports whether a column ends where the text before or after it
// touches it.
func endsColumn(text string, before bool) bool {
	if text == "" {
		return true
	}
	c := text[0]
	if before {
		c = text[len(text)-1]
	}
	return c == '\t' || c == ',' || c == ';'
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// classify tells what a word may be. A negative number is the one of 64 bits that
// two's complement makes of it.
func classify(s string) word {
	bad := func(err error) word { return word{kind: badKey, err: err} }
	if number, ok := strings.CutPrefix(s, "-"); ok {
		w := classify(number)
		switch {
		case w.kind == hexKey && !w.prefixed:
			return bad(fmt.Errorf("key %q: a minus before hexadecimal digits, want 0x between", s))
		case w.decimal > 1<<63:
			return bad(fmt.Errorf("key %q: want a decimal number of -2^63 or more", s))
		case w.kind == digitsKey:
			w.kind = decKey
		}
		w.negative, w.key, w.decimal = true, -w.key, -w.decimal
		return w
	}
	if len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		key, err := zobrist.ParseKey(strings.ReplaceAll(trimSuffix(s), "_", ""))
		if err != nil {
			return bad(err)
		}
		return word{kind: hexKey, prefixed: true, key: key}
	}
	number := strings.ReplaceAll(trimSuffix(s), "_", "")
	decimal, err := strconv.ParseUint(number, 10, 64)
	switch hex := strings.Trim(s, "0123456789abcdefABCDEF") == ""; {
	case hex && len(s) <= 16 && !isSquare(s):
		key, _ := zobrist.ParseKey(s)
		w := word{kind: hexKey, key: key, decimal: zobrist.Key(decimal)}
		switch {
		case len(s) <= 8:
			w.kind = weakKey
		case err == nil:
			w.kind = digitsKey
		}
		return w
	case err == nil: // more digits than 16, or a suffix
		return word{kind: decKey, decimal: zobrist.Key(decimal)}
	case hex && len(s) > 16:
		return bad(fmt.Errorf("key %q: %d digits, want 1 to 16 hexadecimal digits", shortened(s), len(s)))
	case number != "" && strings.Trim(number, "0123456789") == "":
		return bad(fmt.Errorf("key %q: want a decimal number below 2^64", shortened(s)))
	}
	return word{}
}

func isSquare(s string) bool {
	_, err := zobrist.ParseSquare(s)
	return err == nil
}

// trimSuffix returns a number without the suffix that it has in C, Rust, Java or
// JavaScript.
func trimSuffix(s string) string {
	for _, suffix := range [...]string{"u64", "i64", "n"} {
		if strings.HasSuffix(s, suffix) {
			return s[:len(s)-len(suffix)]
		}
	}
	return strings.TrimRight(s, "uUlL")
}

// parseNumber reads a key that is a word by itself, in a form that audit reads.
func parseNumber(s string) (zobrist.Key, error) {
	if key, err := zobrist.ParseKey(s); err == nil {
		return key, nil
	}
	switch w := classify(s); {
	case w.kind == decKey, w.kind == weakKey && w.negative:
		return w.decimal, nil
	case w.kind == hexKey:
		return w.key, nil
	case w.kind == badKey:
		return 0, w.err
	}
	if key, err := zobrist.ParseKey(trimSuffix(s)); err == nil { // 9cULL
		return key, nil
	}
	return zobrist.ParseKey(s)
}
