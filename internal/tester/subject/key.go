package subject

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A reader finds keys and FENs in the output of an engine.
type reader struct {
	custom  *regexp.Regexp // finds the key, if the user gave one
	short   string         // what is wrong with custom
	key     place
	fen     place
	hex     bool     // a key had a letter, so all are hexadecimal
	wide    bool     // a key had more than 64 bits
	line    string   // from which a key was read first
	others  []string // the labels of the other keys in that line
	hasFEN  bool
	fenLast bool // the FEN comes after the key
	fenIn   func(line string) (label, fen string)
}

// A place says where a value stands in an answer: after the same words as others before it.
type place struct {
	label string
	rank  int
	nth   int
}

// A value is a number in a line.
type value struct {
	place
	text string
}

// The forms of a number: 64 bits, bytes, groups of four digits, two words of 32 bits, one
// number. Bytes with commas are decimal, as languages print an array.
const (
	numbers = `(?:0b)?[01]{8}(?:[ _]?[01]{8}){7}` +
		`|(?:0x)?[0-9a-f]{2}(?:(?:[ :_-]|, ?0x)(?:0x)?[0-9a-f]{2}){7}` +
		`|[0-9]{1,3}(?:, ?[0-9]{1,3}){7}` +
		`|(?:0x)?[0-9a-f]{4}(?:[ :_'.-][0-9a-f]{4}){3}` +
		`|(?:0x)?[0-9a-f]{7,8}[ _:,-]{1,2}(?:0x)?[0-9a-f]{7,8}` +
		`|-?(?:0x)?[0-9a-f]{1,32}`
	ending = `(?:ull|ul|ll|[luhn])?(?:[^0-9a-z]|$)`
)

var (
	// A key with its name: "Key: 8F8F01D4562F59FB", "| Zobrist hash = 0x...", `"key":"...`.
	labelled = regexp.MustCompile(`(?i)(?:^|[^0-9a-z])((?:[a-z]+[ _-]+)*[a-z]*(?:zobrist|key|hash)[a-z]*(?:[ _-]?(?:key|hash|code|value))*[^0-9a-z-]*(?:is[^0-9a-z-]+)?)(` + numbers + `)` + ending)
	// A number alone.
	number = regexp.MustCompile(`(?i)^[\s[{(]*(` + numbers + `)` + ending + `[\s\]})]*$`)
	// A number of 64 bits, after any words.
	sure = regexp.MustCompile(`(?i)(?:^|[^0-9a-z-])(-?(?:0x[0-9a-f]{9,16}|[0-9a-f]{16}|[0-9]{17,20}))` + ending)
	// Keys of parts of the position.
	partial = regexp.MustCompile(`(?i)pawn|material|structure|hashfull|evaluation|eval |table|size`)
	// The digits of a number.
	digitsOf = regexp.MustCompile(`(?i)^-?(?:0x)?[0-9a-f]+`)
	valueOf  = regexp.MustCompile(`(?i)^(?:` + numbers + `)`)
)

// rank prefers the word zobrist to key, and key to hash. 3 is none of them.
func rank(label string) int {
	label = strings.ToLower(label)
	for i, word := range []string{"zobrist", "key", "hash"} {
		if strings.Contains(label, word) {
			return i
		}
	}
	return 3
}

// valuesIn returns what may be a key in a line: a number with a name, best at the beginning
// of the line; then a number alone; then one of 64 bits anywhere in a line that has such a
// name. Other such numbers may be sets of squares.
func valuesIn(line string) (all []value) {
	if strings.HasPrefix(line, "option ") || strings.HasPrefix(line, "info ") && !strings.HasPrefix(line, "info string ") {
		return nil
	}
	if m := number.FindStringSubmatch(line); m != nil {
		return []value{{place{rank: 3}, m[1]}}
	}
	for _, m := range labelled.FindAllStringSubmatchIndex(line, -1) {
		v := value{place{label: line[m[2]:m[3]]}, line[m[4]:m[5]]}
		if v.rank = rank(v.label); strings.ContainsFunc(line[:m[2]], isWord) || strings.HasPrefix(line, "info ") {
			v.rank += 4
		}
		if !partial.MatchString(v.label) {
			all = append(all, v)
		}
	}
	m := sure.FindStringSubmatchIndex(line)
	if m != nil && all == nil && !partial.MatchString(line) && rank(line) < 3 {
		before := line[:m[2]]
		all = append(all, value{place{label: before[strings.LastIndexAny(before, "0123456789")+1:], rank: 8 + rank(line)}, line[m[2]:m[3]]})
	}
	return all
}

func isWord(r rune) bool { return '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' }

// A scan reads one answer.
type scan struct {
	*reader
	keys, fens int // seen, where the learned label stands
}

// key returns the key in a line.
func (s *scan) keyIn(line string) (zobrist.Key, bool) {
	if text, ok := s.textIn(line); ok {
		return s.parse(text)
	}
	return 0, false
}

// textIn returns the text of the key in a line.
func (s *scan) textIn(line string) (text string, ok bool) {
	if s.custom != nil {
		return s.customIn(line)
	}
	if !strings.Contains(line, s.key.label) {
		return "", false
	}
	for _, v := range valuesIn(line) {
		if v.label == s.key.label && v.rank == s.key.rank {
			if s.keys++; s.keys == s.key.nth+1 {
				return v.text, true
			}
		}
	}
	return "", false
}

// customIn returns what the user's regexp matches.
func (r *reader) customIn(line string) (string, bool) {
	m := r.custom.FindStringSubmatchIndex(line)
	if len(m) > 2 {
		m = m[2:]
	}
	if m == nil || m[0] < 0 {
		return "", false
	}
	text := strings.TrimSpace(line[m[0]:m[1]])
	if isHex := regexp.MustCompile(`(?i)[0-9a-f]$`); isHex.MatchString(text) && m[1] < len(line) && isHex.MatchString(line[m[1]:m[1]+1]) {
		r.short = fmt.Sprintf("it matches only %q of %q: a hexadecimal number is [0-9a-fA-F]+", cut(text), cut(digitsOf.FindString(line[m[0]:])))
		return "", false
	}
	return text, text != ""
}

// fenOf returns the FEN in a line, or "".
func (s *scan) fenOf(line string) string {
	if !s.hasFEN || !strings.Contains(line, s.fen.label) {
		return ""
	}
	label, fen := s.fenIn(line)
	if fen == "" || label != s.fen.label {
		return ""
	}
	if s.fens++; s.fens != s.fen.nth+1 {
		return ""
	}
	return fen
}

// parse reads a number. Until one has a letter, numbers are decimal. Of more than 64 bits it
// takes the last, which are a key, too.
func (r *reader) parse(text string) (key zobrist.Key, ok bool) {
	text, negative := strings.CutPrefix(strings.ToLower(valueOf.FindString(text)), "-")
	groups := strings.FieldsFunc(text, func(c rune) bool { return !isWord(c) })
	bits := 16
	for i, g := range groups {
		groups[i] = strings.TrimPrefix(g, "0x")
	}
	joined := strings.Join(groups, "")
	binary := strings.TrimPrefix(joined, "0b") // which may also begin a hexadecimal number
	switch {
	case len(groups) == 0:
		return 0, false
	case len(binary) == 64 && strings.Trim(binary, "01") == "":
		joined, bits = binary, 2
	case len(groups) == 8 && strings.Contains(text, ",") && !strings.Contains(text, "0x"):
		for _, g := range groups {
			n, _ := strconv.Atoi(g)
			key = key<<8 | zobrist.Key(n&255)
		}
		return key, true
	case len(groups) > 1:
		joined = ""
		for _, g := range groups {
			joined += fmt.Sprintf("%0*s", 16/len(groups), g)
		}
	case strings.ContainsAny(text, "abcdefx") || r.hex:
		r.hex = true
		if len(joined) > 16 {
			r.wide, joined = true, joined[len(joined)-16:]
		}
	default:
		bits = 10
	}
	n, err := strconv.ParseUint(joined, bits, 64)
	if negative {
		n = -n
	}
	return zobrist.Key(n), err == nil
}

// learn finds the line with the key in answers to several positions, and that with the FEN.
// It reports whether it found a key.
func (r *reader) learn(blocks ...[]string) bool {
	if len(blocks) == 0 {
		return false
	}
	if r.custom != nil {
		i := slices.IndexFunc(blocks[0], func(line string) bool { _, ok := r.customIn(line); return ok })
		if i < 0 {
			return false
		}
		r.line = blocks[0][i]
		r.learnFEN(blocks, i)
		return true
	}
	best, at, varies := value{}, -1, false
	nth := make(map[place]int)
	var here [][]value
	for i, line := range blocks[0] {
		values := valuesIn(line)
		here = append(here, values)
		for _, v := range values {
			p := v.place
			v.nth = nth[p]
			nth[p]++
			all, vary := r.at(v.place, blocks)
			if len(all) < len(blocks) || !isKey(v.rank, all, vary) {
				continue
			}
			if at < 0 || v.rank < best.rank || v.rank == best.rank && vary && !varies {
				best, at, varies = v, i, vary
			}
		}
	}
	if at < 0 {
		return false
	}
	r.key, r.line = best.place, blocks[0][at]
	for _, v := range here[at] {
		if v.label != best.label && len(v.text) >= 9 {
			r.others = append(r.others, strings.TrimSpace(v.label))
		}
	}
	r.learnFEN(blocks, at)
	return true
}

// at returns the texts at a place in each answer that has one, and whether they differ.
func (r *reader) at(p place, blocks [][]string) (all []string, vary bool) {
	for _, block := range blocks {
		s := scan{reader: &reader{key: p}}
		for _, line := range block {
			if text, ok := s.textIn(line); ok {
				all = append(all, text)
				vary = vary || text != all[0]
				break
			}
		}
	}
	return all, vary
}

// isKey reports whether numbers are long enough for keys. One that never changes needs more
// digits, but it may be zero.
func isKey(rank int, all []string, vary bool) bool {
	most := 0
	for _, text := range all {
		most = max(most, len(text))
	}
	switch {
	case rank == 3 && !strings.HasPrefix(strings.TrimPrefix(strings.ToLower(all[0]), "-"), "0x"):
		return most >= 14 || most >= 10 && (vary || strings.Trim(all[0], "-0123456789") == "")
	case rank >= 8:
		return true
	}
	return vary || most >= 4 || strings.Trim(all[0], "0x") == ""
}

// learnFEN finds the line with the FEN. It prefers one that changes with the position: an
// engine may also print the FEN that it was given.
func (r *reader) learnFEN(blocks [][]string, key int) {
	best := 4
	nth := make(map[string]int)
	for i, line := range blocks[0] {
		label, fen := r.fenIn(line)
		if fen == "" {
			continue
		}
		p := place{label: label, nth: nth[label]}
		nth[label]++
		cost := 0
		if !strings.Contains(strings.ToLower(label), "fen") {
			cost++
		}
		for _, block := range blocks[1:] {
			s := scan{reader: &reader{hasFEN: true, fen: p, fenIn: r.fenIn}}
			if !slices.ContainsFunc(block, func(line string) bool { other := s.fenOf(line); return other != "" && other != fen }) {
				cost |= 2
			}
		}
		if cost < best {
			best = cost
			r.hasFEN, r.fen, r.fenLast = true, p, i > key
		}
	}
}

// where says which command prints the key, in which line, and how to choose another.
func (r *reader) where(ask string) string {
	text := fmt.Sprintf("%s, which prints %q", ask, cut(strings.TrimSpace(r.line)))
	if r.wide {
		text += "; of its more than 64 bits, the last 64 were read"
	}
	if len(r.others) > 0 {
		text += fmt.Sprintf(". The line has more numbers; read was %q. For another: -key '%s([0-9a-fA-F]+)'", strings.TrimSpace(r.key.label), regexp.QuoteMeta(r.others[0])+`\s*`)
	}
	return text
}

var fenOf = regexp.MustCompile(`((?:[A-Za-z]+[^0-9A-Za-z/]+)?)((?:[A-Za-z0-9+~*]+/){2,}[A-Za-z0-9+~*]*(?:\[[A-Za-z-]*\])? [wbr](?: (?:-|[A-HKQa-hkq]{1,16}|[a-p][0-9]{1,2}|[0-9]+\+[0-9]+|\+[0-9]\+[0-9]|[0-9]+)\b?)*)(?:[^0-9A-Za-z/]|$)`)

// fenIn returns the FEN in a line, and the word before it.
func fenIn(line string) (label, fen string) {
	if strings.Count(line, "/") < 2 {
		return "", ""
	}
	m := fenOf.FindStringSubmatch(line)
	if m == nil {
		return "", ""
	}
	if _, err := solve.Parse(m[2]); err != nil {
		return "", ""
	}
	return m[1], m[2]
}

// cut shortens a line for a message.
func cut(s string) string {
	if len(s) > 200 {
		return s[:200] + "..."
	}
	return cmp.Or(s, `""`)
}
