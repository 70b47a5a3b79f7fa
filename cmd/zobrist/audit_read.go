package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// readKeys reads keys and their names from a list, a table of comma-separated
// values or source code, and returns an error for each line that has no key, or
// where it cannot be told which words are keys, and what else there is to say.
//
// A word is a key when it starts with 0x, has 9 to 16 hexadecimal digits, or is a
// decimal number of 17 to 20 digits. Shorter words without 0x are keys in a line
// that has no such key: one of 5 to 8 digits, or several and nothing else, or one
// of fewer digits, or one that fills a column between tabs, commas or semicolons;
// and decimal ones of 5 to 8 digits in a row of keys and nothing else.
// Squares, a1 to h8, never are.
//
// Digits alone are hexadecimal, unless other keys are plainly decimal, or 64 digits
// and more have no letter among them.
//
// Source code has many other numbers. If some there have 9 digits or more, shorter
// ones are keys only as elements of an array that has longer ones; 0x12 too.
func readKeys(r io.Reader) (set []keycheck.Named, notes []string, wrong []error) {
	var reader keyReader
	err := readLines(r, func() error { return nil }, reader.line)
	if reader.settleBase() {
		notes = append(notes, "read as decimal: keys of digits, none of which has a letter")
	}
	set, wrong = reader.finish()
	if passed := reader.passedOver(); passed != "" {
		notes = append(notes, passed)
	}
	if err != nil {
		wrong = append(wrong, err)
	}
	return set, notes, wrong
}

// A keyReader collects lines, as the others tell what one means: whether they are
// source code, and whether digits are decimal.
type keyReader struct {
	lines     []keyLine
	code      bool // a line has a brace, or ends as a statement does
	inComment bool // of source code, between /* and */
	hex, dec  bool // there are bare hexadecimal keys, there are decimal ones

	number int       // of the line
	last   byte      // that is no blank, and before the next word or bracket
	open   []bracket // those that are open
	arrays []*array  // of source code
	long   bool      // there are keys of 9 digits or more
}

// A keyLine is a line of words, or an error.
type keyLine struct {
	number        int
	text, comment string
	words         []word // in text
	err           error
}

// line takes a line, as readLines reads it.
func (r *keyReader) line(number int, text string, err error) {
	r.number = number
	l := keyLine{number: number, err: err}
	if err == nil {
		if l.text, l.comment = r.splitComment(text); l.text == "" {
			return
		}
		r.code = r.code || isCode(l.text)
		l.words = r.splitWords(l.text)
		for _, w := range l.words {
			r.hex = r.hex || w.kind == hexKey && !w.prefixed
			r.dec = r.dec || w.kind == decKey
			r.long = r.long || w.long
			if w.long && w.array != nil {
				w.array.long = true
			}
		}
	}
	r.lines = append(r.lines, l)
}

// splitComment splits a line into what counts and a comment: of a list, a line
// that starts with #, of source code what follows // or is between /* and */.
func (r *keyReader) splitComment(line string) (text, comment string) {
	line = strings.TrimSpace(line)
	if !r.inComment && strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "#define") {
		return "", ""
	}
	for line != "" {
		if r.inComment {
			_, rest, ended := strings.Cut(line, "*/")
			r.inComment, line = !ended, rest
			continue
		}
		i := strings.Index(line, "//")
		if star := strings.Index(line, "/*"); star >= 0 && (i < 0 || star < i) {
			inside, rest, ended := strings.Cut(line[star+2:], "*/")
			text += line[:star] + " "
			comment += inside + " "
			r.inComment, line = !ended, rest
			continue
		}
		if i < 0 {
			i = len(line)
		} else {
			comment += line[i+2:]
		}
		text += line[:i]
		break
	}
	return strings.TrimSpace(text), strings.TrimSpace(comment)
}

// settleBase decides whether digits are decimal where no key tells: in random
// hexadecimal keys, 64 digits have a letter but once in 10^13 times.
func (r *keyReader) settleBase() bool {
	if r.hex || r.dec {
		return false
	}
	r.dec = true // to see which words are keys then
	digits := 0
	for _, l := range r.lines {
		keys, _ := r.choose(l, false)
		for _, w := range keys {
			switch text := l.text[w.start:w.end]; {
			case w.prefixed, r.code && w.kind == weakKey:
			case !isDecimal(text), len(text) > 1 && text[0] == '0':
				r.dec = false
				return false
			default:
				digits += len(text)
			}
		}
	}
	r.dec = digits >= 64
	return r.dec
}

// isDecimal reports whether a word has digits alone, and perhaps a minus.
func isDecimal(text string) bool { return strings.Trim(text, "-0123456789") == "" }

// finish returns the keys of all lines.
func (r *keyReader) finish() (set []keycheck.Named, wrong []error) {
	for i, l := range r.lines {
		keys, err := l.words, l.err
		if err == nil {
			keys, err = r.choose(l, i == 0)
		}
		var names []string
		if err == nil {
			names, err = r.names(l, keys)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("line %d: %s", l.number, plain(err)))
			continue
		}
		for i, w := range keys {
			set = append(set, keycheck.Named{Name: names[i], Key: w.key})
		}
	}
	return set, wrong
}

// choose returns the words of a line that are keys.
func (r *keyReader) choose(l keyLine, first bool) ([]word, error) {
	var keys, longer, shorter, columns []word
	for _, w := range l.words {
		text := l.text[w.start:w.end]
		if r.passOver(w, text) {
			continue
		}
		switch w.kind {
		case badKey:
			return nil, w.err
		case hexKey:
			keys = append(keys, w)
		case decKey:
			if r.hex {
				return nil, fmt.Errorf("key %q: a decimal number, among keys of hexadecimal digits", shortened(text))
			}
			w.key = w.decimal
			keys = append(keys, w)
		case digitsKey:
			switch {
			case r.hex && r.dec, r.code && !r.hex && !r.dec:
				return nil, fmt.Errorf("key %q: may be hexadecimal or decimal, want 0x before it or a suffix such as ULL after it", text)
			case r.dec:
				w.key = w.decimal
			}
			keys = append(keys, w)
		case weakKey:
			switch digits := isDecimal(text); {
			case r.code && digits && w.element:
				w.key = w.decimal
				keys = append(keys, w)
			case !r.code && (!w.negative || r.dec && digits):
				if r.dec && digits {
					w.key = w.decimal
				}
				if len(text) > 4 {
					longer = append(longer, w)
				} else if len(l.words) == 1 || strings.ContainsAny(text, "0123456789") {
					shorter = append(shorter, w)
					if w.column {
						columns = append(columns, w)
					}
				}
			}
		}
	}
	switch {
	case r.dec && len(keys) > 1 && len(keys)+len(longer) == len(l.words): // a row of decimals, some of which are small
		keys = append(keys, longer...)
		slices.SortFunc(keys, func(a, b word) int { return a.start - b.start })
		return keys, nil
	case len(keys) > 0 || r.code:
		return keys, nil
	case len(longer) == 1 || len(longer) > 0 && len(longer) == len(l.words):
		return longer, nil
	case len(longer) == 0 && len(shorter) == 1:
		return shorter, nil
	case len(longer) == 0 && len(columns) == 1:
		return columns, nil
	case len(longer)+len(shorter) > 1:
		either := append(longer, shorter...)
		return nil, fmt.Errorf("%q: both %q and %q may be the key, want 0x before it", shortened(l.text),
			l.text[either[0].start:either[0].end], l.text[either[1].start:either[1].end])
	case first && strings.ContainsAny(l.text, ",;\t") && !strings.ContainsAny(l.text, "0123456789"):
		return nil, nil // the titles of columns
	case isSquare(l.text):
		return nil, fmt.Errorf("%s is a square and no key, which 0x%[1]s would be", l.text)
	case len(l.words) == 1 && len(l.text) == l.words[0].end:
		_, err := zobrist.ParseKey(l.text)
		return nil, err
	}
	return nil, fmt.Errorf("no key in %q, want 1 to 16 hexadecimal digits", shortened(l.text))
}

// names names the keys of a line, by what stands before or after them.
func (r *keyReader) names(l keyLine, keys []word) ([]string, error) {
	names := make([]string, len(keys))
	if len(keys) == 0 {
		return names, nil
	}
	gaps := make([]string, len(keys)+1)
	at, inner := 0, 0
	for i, w := range keys {
		gaps[i] = r.trim(l.text[at:w.start])
		at = w.end
		if i > 0 && gaps[i] != "" {
			inner++
		}
	}
	head, tail := gaps[0], r.trim(l.text[at:])
	switch {
	case len(keys) == 1:
		if names[0] = strings.Join(strings.Fields(head+" "+tail), " "); names[0] == "" {
			names[0] = l.comment
		}
	case inner == 0 && (r.code || tail == ""):
		for i := range names {
			names[i] = head // and a number, below
		}
	case r.code:
	case inner == len(keys)-1 && head != "" && tail == "":
		copy(names, gaps)
		return names, nil
	case inner == len(keys)-1 && head == "" && tail != "":
		copy(names, append(gaps[1:len(keys)], tail))
		return names, nil
	default:
		return nil, fmt.Errorf("%d keys in %q, and no telling whether names stand before or after them", len(keys), shortened(l.text))
	}
	for i := range names {
		if names[i] == "" {
			names[i] = fmt.Sprint("line ", l.number)
		}
		if len(keys) > 1 {
			names[i] += fmt.Sprint(" #", i+1)
		}
	}
	return names, nil
}

// trim removes what separates a key from its name.
func (r *keyReader) trim(s string) string {
	if !r.code {
		return strings.Trim(s, " \t,;:=|\"'")
	}
	if call, ok := strings.CutSuffix(s, "("); ok { // such as UINT64_C
		s = strings.TrimRightFunc(call, func(c rune) bool { return c < 0x80 && isWordByte(byte(c)) })
	}
	return strings.Trim(s, " \t,;:=|\"'(){}[]")
}

// shortened returns the start of a text that may be very long.
func shortened(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "..."
	}
	return s
}
