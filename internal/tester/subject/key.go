package subject

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/words"
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

	anywhere bool // in its line: a board may stand before the label in one line, and not in another
}

// in returns the text in a line if the line is at this place.
func (p *place) in(line string) (text string, ok bool) {
	if p.find == nil || !strings.Contains(line, p.label) {
		return "", false
	}
	for _, v := range p.find(line) {
		sameRank := v.rank == p.rank || p.anywhere && v.rank%inside == p.rank%inside
		if v.label == p.label && sameRank {
			if p.seen++; p.seen == p.nth+1 {
				return v.text, true
			}
		}
	}
	return "", false
}

// within returns the text in the lines of an answer. If there is none at this place, the
// label may have moved to another line, with something else before it.
func (p place) within(answer []string) (text string, ok bool) {
	for _, anywhere := range []bool{false, true} {
		p.anywhere = anywhere
		p.seen = 0
		for _, line := range answer {
			text, ok = p.in(line)
			if ok {
				return text, true
			}
		}
	}
	return "", false
}

// choose returns the place in the first of several answers with the lowest cost, and its line. A
// cost below zero excludes a place. texts are those at the place in all answers that have one.
func choose(
	find func(line string) []value,
	answers [][]string,
	cost func(p place, texts []string) int,
) (best place, at int) {
	lowest, at := math.MaxInt, -1
	nth := make(map[value]int)
	for i, line := range answers[0] {
		for _, v := range find(line) {
			same := value{label: v.label, rank: v.rank}
			p := place{find: find, label: v.label, rank: v.rank, nth: nth[same]}
			nth[same]++
			var texts []string
			for _, answer := range answers {
				text, ok := p.within(answer)
				if ok {
					texts = append(texts, text)
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
	key, fen place
	hex      bool   // a key had a letter, so all are hexadecimal
	line     string // from which a key was read first
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
	r.fen, _ = choose(r.fenIn, answers, func(p place, texts []string) (cost int) {
		if len(texts) < len(answers) || slices.Contains(texts[1:], texts[0]) {
			cost = 2
		}
		if !strings.Contains(strings.ToLower(p.label), "fen") {
			cost++
		}
		return cost
	})
	return true
}

// answer reads the key and the FEN in an answer.
func (r *reader) answer(lines []string) (a Answer, found bool) {
	text, ok := r.key.within(lines)
	if ok {
		a.Key, found = r.parse(text)
	}
	fen := r.fen
	for _, line := range lines {
		text, ok = fen.in(line)
		if ok {
			a.FEN = text
		}
	}
	return a, found
}

const (
	// namelessDigits is how many digits a key without a name has. Times, counts and scores have
	// fewer. A key of 64 bits has fewer hexadecimal digits once in 3 * 10^8 positions, and the
	// longest of several counts. A key of 32 bits is found only if it has a name, or by -key.
	namelessDigits = 10
	// constantDigits is how many digits a key has that does not change with the position, because a
	// name such as hash may also stand before a size.
	constantDigits = 4
)

// isKey reports whether numbers are long enough for keys. One that never changes needs more
// digits, but it may be zero.
func isKey(rank int, texts []string, vary bool) bool {
	most := len(slices.MaxFunc(texts, func(a, b string) int { return len(a) - len(b) }))
	if rank == nameless {
		return most >= namelessDigits
	}
	return vary || most >= constantDigits || strings.Trim(texts[0], "0x") == ""
}

const (
	// A number.
	numbers = `-?(?:0x)?[0-9a-f]{1,20}`
	// What follows a number that is not a part of a longer text, such as 40ce_d296.
	end = `(?:[^0-9a-z_'.:-]|[_'.:-](?:[^0-9a-z]|$)|$)`
)

var (
	// A key with its name: "Key: 8F8F01D4562F59FB", "| Zobrist hash = 0x...", `"key":"...`.
	labelled = regexp.MustCompile(`(?i)(?:^|[^0-9a-z])` +
		`((?:[a-z]+[ _-]+)*[a-z]*(?:zobrist|key|hash|hex)[a-z]*(?:[ _-]?(?:key|hash|code|value))*` +
		`[^0-9a-z-]*(?:is[^0-9a-z-]+)?)(` + numbers + `)` + end)
	// A number alone.
	number = regexp.MustCompile(`(?i)^[\s[{(]*(` + numbers + `)[\s\]})]*$`)
	// Keys of parts of the position.
	partial = regexp.MustCompile(`(?i)pawn|material|structure|hashfull|evaluation|eval |table|size`)
	// A number at the beginning.
	whole = regexp.MustCompile(`(?i)^` + numbers)
	ended = regexp.MustCompile(`(?i)^` + numbers + end)
)

// parse reads a number. Until one has a letter, numbers are decimal.
func (r *reader) parse(text string) (key zobrist.Key, ok bool) {
	digits, negative := strings.CutPrefix(strings.ToLower(whole.FindString(text)), "-")
	base := 10
	if r.hex = r.hex || strings.ContainsAny(digits, "abcdefx"); r.hex {
		base = 16
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(digits, "0x"), base, 64)
	if negative {
		n = -n
	}
	return zobrist.Key(n), err == nil
}

// The ranks of labels: that of a number without a name, after all names that a key may
// have, and what is added for labels that do not begin the line, so that these come after
// all that do.
const nameless, inside = 4, 5

// rank prefers the word zobrist to key, key to hash, and hash to hex.
func rank(label string) int {
	label = strings.ToLower(label)
	for i, word := range []string{"zobrist", "key", "hash", "hex"} {
		if strings.Contains(label, word) {
			return i
		}
	}
	return nameless
}

// valuesIn returns what may be a key in a line: a number alone, or numbers with names, best at
// its beginning.
func valuesIn(line string) (all []value) {
	isInfo := strings.HasPrefix(line, "info ") && !strings.HasPrefix(line, "info string ")
	if isInfo || strings.HasPrefix(line, "option ") {
		return nil
	}
	line = ungrouped(line, rank(line) < nameless)
	if m := number.FindStringSubmatch(line); m != nil {
		return []value{{"", nameless, m[1]}}
	}
	for begin := 0; rank(line) < nameless; { // what ends a number may begin the next label
		m := labelled.FindStringSubmatchIndex(line[begin:])
		if m == nil {
			break
		}
		// Blanks may stand for the zeros with which a number begins.
		label := strings.TrimRight(line[begin+m[2]:begin+m[3]], " \t")
		v := value{label, rank(label), line[begin+m[4] : begin+m[5]]}
		if strings.ContainsFunc(line[:begin+m[2]], unicode.IsLetter) {
			v.rank += inside
		}
		if !partial.MatchString(label) {
			all = append(all, v)
		}
		begin += m[5]
	}
	return all
}

// customIn returns what the user's regexp matches, unless it is a part of a number.
func (r *reader) customIn(line string) []value {
	m := r.custom.FindStringSubmatchIndex(line)
	if len(m) > 2 {
		m = m[2:]
	}
	if m == nil || m[0] < 0 {
		return nil
	}
	text := ungrouped(strings.TrimSpace(line[m[0]:m[1]]), true)
	number := whole.FindString(ungrouped(line[m[0]:], true))
	if !ended.MatchString(text) || len(text) < len(number) {
		return nil
	}
	return []value{{text: text}}
}

// A FEN of any game, with the word before it: the board, pieces in hand, the side to move, and then
// castling rights, squares, counts of checks and clocks, in any order.
var fenOf = regexp.MustCompile(`((?:[A-Za-z]+[^0-9A-Za-z/+]+)?)` +
	`((?:[A-Za-z0-9+~*]+/){2,}[A-Za-z0-9+~*]*(?:\[[A-Za-z-]*\])? [wbr]` +
	`(?: (?:-|[A-HKQa-hkq]{1,20}|[a-p][0-9]{1,2}|[0-9]+\+[0-9]+|\+[0-9]\+[0-9]|[0-9]+)\b?)*)` +
	`(?:[^0-9A-Za-z/]|$)`)

// fenIn returns the FEN in a line, and the word before it.
func fenIn(line string) []value {
	if strings.Count(line, "/") < 2 {
		return nil
	}
	label, fen, _ := strings.Cut(line, ": ")
	p, err := chess.ParseFEN(fen)
	hasLabel := label != "" && words.AllLetters(label)
	if err == nil && hasLabel && p.FEN() == fen { // the usual form, which this finds faster
		return []value{{label: label + ": ", text: fen}}
	}
	m := fenOf.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	if _, err := state.Parse(m[2]); err != nil {
		return nil
	}
	return []value{{label: m[1], text: m[2]}}
}
