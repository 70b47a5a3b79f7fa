package gamekeys

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Verdict says what is wrong with an engine's key for a position.
type Verdict struct {
	Facts  []string // what is known besides the features, such as "they differ in 2 bits"
	Differ []string // the features that the key lacks or wrongly has
	Lacks  []string // those of the position
	Has    []string // those that are not of the position
	Cause  string   // a guess, or ""
	Want   zobrist.Key
	Rules  string // the en passant rules under which the key is right, or "" if all give one key
}

// Judge judges an engine's key after at moves of a game. line has the position at
// the start and after each move.
func (s *Set) Judge(key zobrist.Key, line []notation.Position, at int) (v Verdict) {
	p := line[at]
	v.Want = s.Hash(p)
	if chess, ok := p.(notation.Chess); ok {
		v.Rules = s.rules(key, chess)
	}
	if key == v.Want {
		return v
	}
	facts := s.facts(key, &v, line, at)
	if facts != nil && key == 0 {
		v.Facts = facts // the features of an empty key say nothing
		return v
	}
	var before notation.Position
	if at > 0 {
		before = line[at-1]
	}
	explained := s.explain(&v, key, before, p)
	switch {
	case facts != nil:
		v.Facts = facts
	case explained:
	default:
		v.Facts = []string{s.whole(key, v.Want, before)}
		v.Cause = "different numbers, a different position, " +
			"or squares, pieces or files in a different order"
		if bits.OnesCount64(uint64(key^v.Want)) == 1 {
			v.Cause = "a copying error"
		}
	}
	return v
}

// byChance is how many sets of few numbers a random difference may have, as expected: one answer
// in a thousand may name features that have nothing to do with it.
const byChance = 1e-3

// explain finds the features by which a key is wrong: among those that the last move changes, or
// else among those of the position too, or else few of all. before is nil without a move.
func (s *Set) explain(v *Verdict, key zobrist.Key, before, now notation.Position) bool {
	index := make(map[string]int, len(s.named))
	for i, k := range s.named {
		index[k.Name] = i
	}
	after := s.Features(now)
	changed := []string{}
	if before != nil {
		changed = keycheck.Changed(s.Features(before), after)
	}
	unchanged := slices.DeleteFunc(slices.Clone(after), func(name string) bool {
		return slices.Contains(changed, name)
	})
	finder := keycheck.NewFinder(s.named)
	diff := key ^ v.Want
	for _, near := range [][]string{changed, slices.Concat(changed, unchanged)} {
		keys := make([]zobrist.Key, len(near))
		for i, name := range near {
			keys[i] = s.named[index[name]].Key
		}
		set, _ := keycheck.Subset(diff, keys, finder.Rank())
		for _, i := range set {
			v.Differ = append(v.Differ, near[i])
		}
		if set != nil {
			break
		}
	}
	if v.Differ == nil {
		v.Differ = finder.Explain(diff, finder.Trusted(keycheck.MostSize, byChance))
	}
	slices.SortFunc(v.Differ, func(a, b string) int { return index[a] - index[b] })
	for _, name := range v.Differ {
		if slices.Contains(after, name) {
			v.Lacks = append(v.Lacks, name)
		} else {
			v.Has = append(v.Has, name)
		}
	}
	return v.Differ != nil
}

// whole says what is known of a key that no features explain.
func (s *Set) whole(key, want zobrist.Key, before notation.Position) string {
	const few = 5 // bits: random keys differ in so few less than once in 10,000 times
	if before != nil {
		switch was := s.Hash(before); was {
		case key ^ want:
			return "wrong by the whole key from before the move, as in h ^= t.Toggle(h, ...)"
		case key:
			return "the key does not change with the move"
		}
	}
	ones := bits.OnesCount64(uint64(key ^ want))
	if ones < few {
		return "they differ in " + words.Plural(ones, "bit")
	}
	return "no small set of the named keys explains the difference"
}

// facts says of what else a wrong key is the key: of the position under another rule or with other
// numbers, or of another position of the game.
func (s *Set) facts(key zobrist.Key, v *Verdict, line []notation.Position, at int) []string {
	var facts []string
	p := line[at]
	mover, other := p.ToMove()
	turned := "with " + other + " to move instead of " + mover
	switch chess, isChess := p.(notation.Chess); {
	case v.Rules != "":
		facts = append(facts, "it is right under "+v.Rules)
	case key == v.Want^s.Side():
		facts = append(facts, "it is right "+turned)
	case isChess && s.rules(key^s.Side(), chess) != "":
		facts = append(facts, "it is right under "+s.rules(key^s.Side(), chess)+" "+turned)
	}
	published, err := New("chess", "polyglot", "")
	if err == nil && s.Chess != nil && key == published.Hash(p) {
		facts = append(facts, "it is the key of the position with Polyglot's numbers")
	}
	earlier := slices.IndexFunc(line, func(q notation.Position) bool { return s.Hash(q) == key })
	if earlier >= 0 {
		facts = append(facts, fmt.Sprintf("it is the key of another position of this game: "+
			"after %d of %d moves, not after %d", earlier, len(line)-1, at))
	}
	if key == 0 {
		facts = append(facts, "it is zero: perhaps it was never set")
	}
	return facts
}

// Lines says what is wrong in sentences without full stops.
func (v Verdict) Lines() []string {
	lines := slices.Clone(v.Facts)
	// The number of the side may count for either side, so that nobody knows which key has it.
	isSide := func(name string) bool { return name == "side" }
	for _, part := range []struct {
		says  string
		names []string
	}{
		{"it lacks ", slices.DeleteFunc(slices.Clone(v.Lacks), isSide)},
		{"it wrongly has ", slices.DeleteFunc(slices.Clone(v.Has), isSide)},
	} {
		if len(part.names) > 0 {
			lines = append(lines, part.says+keycheck.Listed(part.names))
		}
	}
	if slices.ContainsFunc(v.Differ, isSide) {
		lines = append(lines, `it is wrong by "side"`)
	}
	if v.Cause != "" {
		lines = append(lines, "perhaps: "+v.Cause)
	}
	return lines
}

// rules returns the en passant rules under which a key is right, in words,
// or "" if none is, or all are.
func (s *Set) rules(key zobrist.Key, p notation.Chess) string {
	all := Rules()
	var right []string
	for _, rule := range all {
		with := *s
		with.Chess = s.Chess.WithEnPassant(rule)
		if key == with.Hash(p) {
			right = append(right, rule.String())
		}
	}
	switch len(right) {
	case 0, len(all):
		return ""
	case 1:
		return "the en passant rule " + right[0]
	}
	return "the en passant rules " + strings.Join(right, " and ")
}
