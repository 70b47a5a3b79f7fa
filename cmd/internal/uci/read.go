package uci

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A reader finds keys and FENs in the output of an engine.
type reader struct {
	learned     bool
	custom      *regexp.Regexp
	prefix      string // of the line with the key
	alone       bool   // the key is a line by itself
	decimal     bool
	fenPrefix   string // of the line with the FEN
	hasFEN      bool
	fenAfterKey bool
	raw         *[]string // collects the digits of keys
}

var (
	// A key with its name: "Key: 8F8F01D4562F59FB", "| Zobrist hash = 0x...".
	labelled = regexp.MustCompile(`(?i)^[^0-9a-z]*(?:[a-z]+[ _-])*?(?:zobrist|key|hash)[a-z]*(?:[ _-]?(?:key|hash|code|value))*[^0-9a-z-]*(?:is\s+)?(-?(?:0x)?[0-9a-f]{4,20})(?:[^0-9a-z]|ull|$)`)
	// A number alone.
	number = regexp.MustCompile(`(?i)^\s*(-?(?:0x[0-9a-f]{4,16}|[0-9a-f]{14,16}|[0-9]{10,20}))\s*$`)
	// Keys of parts of the position.
	partial = regexp.MustCompile(`(?i)pawn|material|structure|hashfull|evaluation|eval |table|size`)
)

// learn finds the line with the key in an answer, and the line with the FEN. It reports
// whether it found a key.
func (r *reader) learn(block []string, custom *regexp.Regexp) bool {
	r.custom = custom
	at := -1
	switch {
	case custom != nil:
		for i, line := range block {
			if _, ok := r.digits(line); ok {
				at = i
				break
			}
		}
	default:
		at = r.learnLine(block)
	}
	if at < 0 {
		return false
	}
	r.learned = true
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
// says zobrist, then key, then hash, and last a line that is only a number.
func (r *reader) learnLine(block []string) int {
	for _, word := range []string{"zobrist", "key", "hash"} {
		for i, line := range block {
			if strings.HasPrefix(line, "info ") || strings.HasPrefix(line, "option ") || partial.MatchString(line) || !strings.Contains(strings.ToLower(line), word) {
				continue
			}
			if m := labelled.FindStringSubmatchIndex(line); m != nil {
				r.prefix = line[:m[2]]
				return i
			}
		}
	}
	for i, line := range block {
		if number.MatchString(line) {
			r.alone = true
			return i
		}
	}
	return -1
}

// digits returns the digits of the key in a line.
func (r *reader) digits(line string) (string, bool) {
	switch {
	case r.custom != nil:
		m := r.custom.FindStringSubmatch(line)
		if m == nil {
			return "", false
		}
		return m[min(1, len(m)-1)], true
	case r.alone:
		m := number.FindStringSubmatch(line)
		if m == nil {
			return "", false
		}
		return m[1], true
	}
	rest, ok := strings.CutPrefix(line, r.prefix)
	if !ok {
		return "", false
	}
	end := 0
	for end < len(rest) && (isHex(rest[end]) || end == 0 && rest[0] == '-' || (rest[end]|0x20) == 'x' && end <= 2) {
		end++
	}
	return rest[:end], end > 0
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// decide sets r.decimal: numbers are decimal if none of many has a hexadecimal letter.
func (r *reader) decide(digits []string) {
	r.decimal = true
	for _, d := range digits {
		if strings.ContainsAny(d, "abcdefABCDEFxX") {
			r.decimal = false
		}
	}
}

// key reads the key in a line.
func (r *reader) key(line string) (zobrist.Key, bool) {
	digits, ok := r.digits(line)
	if !ok {
		return 0, false
	}
	if r.raw != nil {
		*r.raw = append(*r.raw, digits)
		return 0, true
	}
	if r.decimal {
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return zobrist.Key(n), true
		}
		n, err := strconv.ParseUint(digits, 10, 64)
		return zobrist.Key(n), err == nil
	}
	digits = strings.TrimPrefix(strings.ToLower(digits), "0x")
	n, err := strconv.ParseUint(digits, 16, 64)
	return zobrist.Key(n), err == nil
}

// fen returns the FEN in a line, or "".
func (r *reader) fen(line string) string {
	if !r.hasFEN || !strings.HasPrefix(line, r.fenPrefix) {
		return ""
	}
	return fenIn(line[len(r.fenPrefix):])
}

// A NoKeyError says that an engine printed no key.
type NoKeyError struct {
	Program string
	Asked   []string
	Came    []string
	Regexp  *regexp.Regexp // the regexp for the key
	Before  bool           // it printed keys before
}

func (e *NoKeyError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s prints no key", e.Program)
	if e.Before {
		b.WriteString(" here, although it did before")
	} else if e.Regexp != nil {
		fmt.Fprintf(&b, " that matches %s", e.Regexp)
	}
	b.WriteString(".\nAsked:")
	for _, line := range e.Asked {
		b.WriteString("\n\t" + cut(line))
	}
	b.WriteString("\nIt printed")
	if len(e.Came) == 0 {
		b.WriteString(" nothing.")
	} else {
		b.WriteString(":")
	}
	for i, line := range e.Came {
		if i == 30 {
			fmt.Fprintf(&b, "\n\t... (%d more lines)", len(e.Came)-i)
			break
		}
		b.WriteString("\n\t" + cut(line))
	}
	if !e.Before {
		b.WriteString("\n" + Help)
	}
	return b.String()
}

func cut(s string) string {
	if len(s) > 200 {
		return s[:200] + "..."
	}
	return s
}

// Help says how to make an engine print its key.
const Help = `If another command prints the key, name it with -ask. If need be, -key REGEXP finds the key in its output.
If no command does, add one to the loop that reads UCI commands. In C, C++ and Rust:
	if (strcmp(line, "d") == 0) { printf("Fen: %s\nKey: %016" PRIX64 "\n", fen(pos), pos->key); fflush(stdout); }
	if (line == "d") std::cout << "Fen: " << pos.fen() << "\nKey: " << std::hex << pos.key() << std::dec << std::endl;
	if line == "d" { println!("Fen: {}\nKey: {:016X}", pos.fen(), pos.key()); }
The line with Fen is optional.`
