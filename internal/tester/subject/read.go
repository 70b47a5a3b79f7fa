package subject

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// A reader finds keys and FENs in the output of an engine.
type reader struct {
	custom      *regexp.Regexp
	short       string // what is wrong with custom
	prefix      string // of the line with the key
	alone       bool   // the key is a line by itself
	halves      bool   // the key is two words
	hex         bool   // a key had a letter, so all are hexadecimal
	fenPrefix   string // of the line with the FEN
	hasFEN      bool
	fenAfterKey bool
}

// Two words of 32 bits, or a word of 64.
const (
	twoWords = `(?:0x)?[0-9a-f]{7,8}[ _:,-]{1,2}(?:0x)?[0-9a-f]{7,8}`
	ending   = `(?:[^0-9a-z]|ull|$)`
)

var (
	// A key with its name: "Key: 8F8F01D4562F59FB", "| Zobrist hash = 0x...".
	labelled = regexp.MustCompile(`(?i)^[^0-9a-z]*(?:[a-z]+[ _-])*?(?:zobrist|key|hash)[a-z]*(?:[ _-]?(?:key|hash|code|value))*[^0-9a-z-]*(?:is[^0-9a-z-]+)?(` + twoWords + `|-?(?:0x)?[0-9a-f]{4,20})` + ending)
	// A number alone.
	number = regexp.MustCompile(`(?i)^\s*(` + twoWords + `|-?(?:0x[0-9a-f]{4,16}|[0-9a-f]{14,16}|[0-9]{10,20}))\s*$`)
	// A number of 64 bits, after any words.
	sure = regexp.MustCompile(`(?i)(?:^|[^0-9a-z-])(-?(?:0x[0-9a-f]{9,16}|[0-9a-f]{16}|[0-9]{17,20}))` + ending)
	// Keys of parts of the position.
	partial = regexp.MustCompile(`(?i)pawn|material|structure|hashfull|evaluation|eval |table|size`)
	// The digits of a key.
	digitsOf = regexp.MustCompile(`(?i)^-?(?:0x)?[0-9a-f]+`)
	halvesOf = regexp.MustCompile(`(?i)^(?:0x)?([0-9a-f]{1,8})[ _:,-]{1,2}(?:0x)?([0-9a-f]{1,8})`)
)

// learn finds the line with the key in an answer, and the line with the FEN. It reports
// whether it found a key.
func (r *reader) learn(block []string) bool {
	at := -1
	if r.custom == nil {
		at = r.learnLine(block)
	} else {
		at = slices.IndexFunc(block, func(line string) bool { _, ok := r.digits(line); return ok })
	}
	if at < 0 {
		return false
	}
	for i, line := range block {
		if fen := fenIn(line); fen != "" {
			r.hasFEN, r.fenAfterKey = true, i > at
			r.fenPrefix = line[:strings.Index(line, fen)]
			break
		}
	}
	return true
}

// learnLine returns the index of the line with the key, or -1. It prefers a line that
// begins with the words zobrist, then key, then hash, then a line that is only a number,
// and last one with such a word and a number of 64 bits anywhere. Other such numbers may
// be sets of squares.
func (r *reader) learnLine(block []string) int {
	for _, form := range []struct {
		word string
		line *regexp.Regexp
	}{{"zobrist", labelled}, {"key", labelled}, {"hash", labelled}, {"", number}, {"zobrist", sure}, {"key", sure}, {"hash", sure}} {
		for i, line := range block {
			if partial.MatchString(line) || strings.HasPrefix(line, "option ") || !strings.Contains(strings.ToLower(line), form.word) ||
				strings.HasPrefix(line, "info ") && (form.line != sure || !strings.HasPrefix(line, "info string ")) {
				continue
			}
			if m := form.line.FindStringSubmatchIndex(line); m != nil {
				r.prefix, r.alone = line[:m[2]], form.line == number
				r.halves = strings.ContainsAny(line[m[2]+1:m[3]], " _:,-")
				return i
			}
		}
	}
	return -1
}

// digits returns the digits of the key in a line.
func (r *reader) digits(line string) (string, bool) {
	rest, ok := line, true
	switch {
	case r.custom != nil:
		m := r.custom.FindStringSubmatchIndex(line)
		if m == nil {
			return "", false
		}
		if len(m) > 2 {
			m = m[2:]
		}
		if m[0] < 0 {
			return "", false
		}
		if rest = line[m[0]:m[1]]; rest != "" && isHex(rest[len(rest)-1]) && m[1] < len(line) && isHex(line[m[1]]) {
			whole := digitsOf.FindString(line[m[0]:])
			r.short = fmt.Sprintf("it matches only %q of %q: a hexadecimal number is [0-9a-fA-F]+", cut(rest), cut(whole))
			return "", false
		}
		r.halves = strings.ContainsAny(strings.TrimLeft(rest, "-"), " _:,-")
	case r.alone:
		ok = number.MatchString(line)
		rest = strings.TrimSpace(line)
	case r.prefix == "":
		m := sure.FindStringSubmatchIndex(line)
		ok = m != nil && m[2] == 0
	default:
		rest, ok = strings.CutPrefix(line, r.prefix)
	}
	if !ok {
		return "", false
	}
	if m := halvesOf.FindStringSubmatch(rest); r.halves && m != nil {
		return fmt.Sprintf("0x%s%08s", m[1], m[2]), true
	}
	rest = digitsOf.FindString(rest)
	return rest, rest != ""
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// key reads the key in a line. Until one has a letter, numbers are decimal.
func (r *reader) key(line string) (zobrist.Key, bool) {
	digits, ok := r.digits(line)
	if !ok {
		return 0, false
	}
	r.hex = r.hex || strings.ContainsAny(digits, "abcdefABCDEFxX")
	switch {
	case r.hex:
		key, err := keycheck.ParseKey("0x" + strings.TrimPrefix(strings.ToLower(digits), "0x"))
		return key, err == nil
	case digits[0] == '-':
		n, err := strconv.ParseInt(digits, 10, 64)
		return zobrist.Key(n), err == nil
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return zobrist.Key(n), err == nil
}

// fen returns the FEN in a line, or "".
func (r *reader) fen(line string) string {
	if !r.hasFEN || !strings.HasPrefix(line, r.fenPrefix) {
		return ""
	}
	return fenIn(line[len(r.fenPrefix):])
}

// fenIn returns the FEN in a line, or "".
func fenIn(line string) string {
	before, _, ok := strings.Cut(line, "/")
	if !ok {
		return ""
	}
	start := strings.LastIndexAny(before, " \t\"'|:") + 1
	fen := strings.TrimRight(line[start:], " \t\"'|")
	if strings.Count(fen, "/") < 2 {
		return ""
	}
	if _, err := recover.Parse(fen); err != nil || !strings.Contains(fen, " ") {
		return ""
	}
	return fen
}
