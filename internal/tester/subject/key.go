package subject

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A value is a number or a FEN in a line, with the words before it. Keys with better names have
// a lower rank.
type value struct {
	label string
	rank  int
	text  string
}

// A place says where in an answer a value stands: it is the nth after the same words.
type place struct {
	find  func(line string) []value
	label string
	rank  int
	nth   int
	seen  int // in the present answer
}

// in returns the text in a line if the line is at this place.
func (p *place) in(line string) (text string, ok bool) {
	if p.find == nil || !strings.Contains(line, p.label) {
		return "", false
	}
	for _, v := range p.find(line) {
		if v.label == p.label && v.rank == p.rank {
			if p.seen++; p.seen == p.nth+1 {
				return v.text, true
			}
		}
	}
	return "", false
}

// choose returns the place in the first of several answers with the lowest cost, and its line. A
// cost below zero excludes a place. texts are those at the place in all answers that have one.
func choose(find func(line string) []value, answers [][]string, cost func(p place, texts []string) int) (best place, at int) {
	lowest, at := math.MaxInt, -1
	nth := make(map[value]int)
	for i, line := range answers[0] {
		for _, v := range find(line) {
			same := value{label: v.label, rank: v.rank}
			p := place{find: find, label: v.label, rank: v.rank, nth: nth[same]}
			nth[same]++
			var texts []string
			for _, answer := range answers {
				here := p
				for _, line := range answer {
					if text, ok := here.in(line); ok {
						texts = append(texts, text)
					}
				}
			}
			if c := cost(p, texts); c >= 0 && c < lowest {
				best, at, lowest = p, i, c
			}
		}
	}
	return best, at
}

// A reader finds keys and FENs in the output of an engine.
type reader struct {
	custom   *regexp.Regexp // finds the key, if the user gave one
	short    string         // what is wrong with custom
	key, fen place
	fenLast  bool     // the FEN comes after the key
	hex      bool     // a key had a letter, so all are hexadecimal
	wide     bool     // a key had more than 64 bits
	line     string   // from which a key was read first
	others   []string // the labels of the other keys in that line
	fenIn    func(line string) []value
}

// learn finds the key in answers to several positions, and the FEN. It reports whether it found
// a key. It prefers what changes with the position: an engine may also print the FEN that it was
// given.
func (r *reader) learn(answers ...[]string) bool {
	if len(answers) == 0 {
		return false
	}
	find, cost := valuesIn, func(p place, texts []string) int {
		vary := slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] })
		switch {
		case len(texts) < len(answers) || !isKey(p.rank, texts, vary):
			return -1
		case vary:
			return 2 * p.rank
		}
		return 2*p.rank + 1
	}
	if r.custom != nil {
		find, cost = r.customIn, func(place, []string) int { return 0 }
	}
	key, at := choose(find, answers, cost)
	if at < 0 {
		return false
	}
	r.key, r.line = key, answers[0][at]
	for _, v := range find(r.line) {
		if v.label != key.label && len(v.text) >= 9 {
			r.others = append(r.others, strings.TrimSpace(v.label))
		}
	}
	fen, line := choose(r.fenIn, answers, func(p place, texts []string) (cost int) {
		if len(texts) < len(answers) || slices.Contains(texts[1:], texts[0]) {
			cost = 2
		}
		if !strings.Contains(strings.ToLower(p.label), "fen") {
			cost++
		}
		return cost
	})
	r.fen, r.fenLast = fen, line > at
	return true
}

// answer reads the key and the FEN in an answer.
func (r *reader) answer(lines []string) (a Answer, found bool) {
	key, fen := r.key, r.fen
	for _, line := range lines {
		if text, ok := key.in(line); ok {
			a.Key, found = r.parse(text)
		}
		if text, ok := fen.in(line); ok {
			a.FEN = text
		}
	}
	return a, found
}

// isKey reports whether numbers are long enough for keys. One that never changes needs more
// digits, but it may be zero.
func isKey(rank int, texts []string, vary bool) bool {
	most := len(slices.MaxFunc(texts, func(a, b string) int { return len(a) - len(b) }))
	switch {
	case rank == nameless && !strings.HasPrefix(strings.TrimPrefix(strings.ToLower(texts[0]), "-"), "0x"):
		return most >= 14 || most >= 10 && (vary || strings.Trim(texts[0], "-0123456789") == "")
	case rank >= sentence:
		return true
	}
	return vary || most >= 4 || strings.Trim(texts[0], "0x") == ""
}

// where says which command prints the key, in which line, and how to choose another.
func (r *reader) where(ask string) string {
	text := fmt.Sprintf("%s, which prints %q", ask, cut(strings.TrimSpace(r.line)))
	if r.wide {
		text += "; of its more than 64 bits, the last 64 are read"
	}
	if len(r.others) > 0 {
		text += fmt.Sprintf(". The line has more numbers; read was %q. For another: -key '%s([0-9a-fA-F]+)'", strings.TrimSpace(r.key.label), regexp.QuoteMeta(r.others[0])+`\s*`)
	}
	return text
}

// numbers matches a number, or two halves of one in hexadecimal.
const numbers = `(?:0x)?[0-9a-f]{7,8}[ _:,-]{1,2}(?:0x)?[0-9a-f]{7,8}|-?(?:0x)?[0-9a-f]{1,32}`

const ending = `(?:ull|ul|ll|[luhn])?(?:[^0-9a-z]|$)`

var (
	// A key with its name: "Key: 8F8F01D4562F59FB", "| Zobrist hash = 0x...", `"key":"...`.
	labelled = regexp.MustCompile(`(?i)(?:^|[^0-9a-z])((?:[a-z]+[ _-]+)*[a-z]*(?:zobrist|key|hash)[a-z]*(?:[ _-]?(?:key|hash|code|value))*[^0-9a-z-]*(?:is[^0-9a-z-]+)?)(` + numbers + `)` + ending)
	// A number alone.
	number = regexp.MustCompile(`(?i)^[\s[{(]*(` + numbers + `)` + ending + `[\s\]})]*$`)
	// A number of 64 bits, after any words.
	sure = regexp.MustCompile(`(?i)(?:^|[^0-9a-z-])(-?(?:0x[0-9a-f]{9,16}|[0-9a-f]{16}|[0-9]{17,20}))` + ending)
	// Keys of parts of the position.
	partial = regexp.MustCompile(`(?i)pawn|material|structure|hashfull|evaluation|eval |table|size`)
	// A number at the beginning.
	whole = regexp.MustCompile(`^(?:` + numbers + `)`)
	// The digits of a number, which a user's regexp should match.
	digitsOf = regexp.MustCompile(`(?i)^-?(?:0x)?[0-9a-f]+`)
	hexDigit = regexp.MustCompile(`(?i)^[0-9a-f]$`)
)

// parse reads a number. Until one has a letter, numbers are decimal. Of more than 64 bits, the last count.
func (r *reader) parse(text string) (key zobrist.Key, ok bool) {
	text = strings.ToLower(text)
	if !isPlain(text) {
		text = whole.FindString(text)
	}
	digits, negative := strings.CutPrefix(text, "-")
	groups := strings.FieldsFunc(digits, func(c rune) bool { return !isWord(c) })
	base := 10
	if r.hex || len(groups) == 2 || strings.ContainsAny(digits, "abcdefx") {
		r.hex, base = true, 16
	}
	for _, g := range groups {
		if g = strings.TrimPrefix(g, "0x"); base == 16 && len(g) > 16 {
			r.wide, g = true, g[len(g)-16:]
		}
		n, err := strconv.ParseUint(g, base, 64)
		if err != nil {
			return 0, false
		}
		key = key<<32 | zobrist.Key(n)
	}
	if negative {
		key = -key
	}
	return key, len(groups) > 0
}

// The ranks of labels: that of a number without a name, and those of labels that do not begin
// the line, or stand anywhere in it.
const (
	nameless = 3
	inside   = 4
	sentence = 8
)

// rank prefers the word zobrist to key, and key to hash.
func rank(label string) int {
	label = strings.ToLower(label)
	for i, word := range []string{"zobrist", "key", "hash"} {
		if strings.Contains(label, word) {
			return i
		}
	}
	return nameless
}

// valuesIn returns what may be a key in a line: a number with a name, best at the beginning
// of the line; then a number alone; then one of 64 bits anywhere in a line that has such a
// name. Other such numbers may be sets of squares.
func valuesIn(line string) (all []value) {
	info := strings.HasPrefix(line, "info ")
	if strings.HasPrefix(line, "option ") || info && !strings.HasPrefix(line, "info string ") {
		return nil
	}
	// The usual line, such as "Key: 8F8F01D4562F59FB", needs no regular expression.
	if name, text, _ := strings.Cut(line, ": "); isPlain(text) && rank(name) < nameless && strings.Trim(name, letters) == "" && !partial.MatchString(name) {
		return []value{{line[:len(name)+2], rank(name), text}}
	}
	if m := number.FindStringSubmatch(line); m != nil {
		return []value{{"", nameless, m[1]}}
	}
	if rank(line) == nameless { // as of most lines
		return nil
	}
	for begin := 0; ; { // what ends a number may begin the next label
		m := labelled.FindStringSubmatchIndex(line[begin:])
		if m == nil {
			break
		}
		label, text := line[begin+m[2]:begin+m[3]], line[begin+m[4]:begin+m[5]]
		v := value{label, rank(label), text}
		if info || strings.ContainsFunc(line[:begin+m[2]], isWord) {
			v.rank += inside
		}
		if !partial.MatchString(label) {
			all = append(all, v)
		}
		begin += m[5]
	}
	m := sure.FindStringSubmatchIndex(line)
	if m != nil && all == nil && !partial.MatchString(line) {
		before := line[:m[2]]
		label := before[strings.LastIndexAny(before, "0123456789")+1:]
		all = append(all, value{label, sentence + rank(line), line[m[2]:m[3]]})
	}
	return all
}

const (
	hexDigits = "0123456789abcdefABCDEF"
	letters   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// isPlain reports whether a text is a number of only digits.
func isPlain(text string) bool {
	return text != "" && len(text) <= 32 && strings.Trim(text, hexDigits) == ""
}

func isWord(r rune) bool { return '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' }

// customIn returns what the user's regexp matches.
func (r *reader) customIn(line string) []value {
	m := r.custom.FindStringSubmatchIndex(line)
	if len(m) > 2 {
		m = m[2:]
	}
	if m == nil || m[0] < 0 {
		return nil
	}
	text, rest := strings.TrimSpace(line[m[0]:m[1]]), line[m[1]:]
	switch {
	case text == "":
		return nil
	case rest != "" && hexDigit.MatchString(text[len(text)-1:]) && hexDigit.MatchString(rest[:1]):
		r.short = fmt.Sprintf("it matches only %q of %q: a hexadecimal number is [0-9a-fA-F]+", cut(text), cut(digitsOf.FindString(line[m[0]:])))
		return nil
	}
	return []value{{text: text}}
}

var fenOf = regexp.MustCompile(`((?:[A-Za-z]+[^0-9A-Za-z/+]+)?)((?:[A-Za-z0-9+~*]+/){2,}[A-Za-z0-9+~*]*(?:\[[A-Za-z-]*\])? [wbr](?: (?:-|[A-HKQa-hkq]{1,20}|[a-p][0-9]{1,2}|[0-9]+\+[0-9]+|\+[0-9]\+[0-9]|[0-9]+)\b?)*)(?:[^0-9A-Za-z/]|$)`)

// fenIn returns the FEN in a line, and the word before it.
func fenIn(line string) []value {
	if strings.Count(line, "/") < 2 {
		return nil
	}
	m := fenOf.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	if _, err := solve.Parse(m[2]); err != nil {
		return nil
	}
	return []value{{label: m[1], text: m[2]}}
}

// cut shortens a line for a message.
func cut(s string) string {
	if len(s) > 200 {
		return s[:200] + "..."
	}
	return cmp.Or(s, `""`)
}
