package tester

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// asError turns a broken law into an error, which says by what the keys differ, as far as
// that is known.
func (b *Break) asError(why, note string) error {
	if b.Law == "gone" {
		return b.Err
	}
	b.message = b.sentence(why) + note
	return b
}

// A view is what a game shows at the end of a line: its keys by name, and the features of
// its last two positions.
type view struct {
	keys          []keycheck.Named
	before, after []string // nil if the game does not list features
	wasKey, was   zobrist.Key
	moved         bool // the line ends with a move, and was and wasKey are the two keys before it
}

// explain says in which features two keys differ, and stores them with the law.
func (r *Session) explain(b *Break) (why string) {
	s := r.subject() // its games have the names of keys
	if !b.isKey() || s == nil {
		return ""
	}
	var v view
	_ = s.contain(func() { b.look(s, &v) })
	numbers := newFeatureNumbers()
	numbers.add(v.keys)
	// the key is right, and Recompute wrong
	if b.Law == "recompute" && v.after != nil && numbers.sum(v.after) == b.A.Key {
		b.swap()
	}
	if numbers.none() {
		return " (list the keys with their names to see which are wrong)"
	}
	differ, ok := numbers.differ(b, &v)
	if !ok {
		return "; " + fact(b, &v)
	}
	b.Differ = differ
	return "; " + clause(differ, v.after)
}

// differ returns the features in which the keys of a broken law differ.
func (n *featureNumbers) differ(b *Break, v *view) (features []string, ok bool) {
	for _, near := range [][]string{either(v.before, v.after), v.after} {
		if features, ok = n.among(b.difference(), n.named(near)); ok {
			return features, true
		}
	}
	return n.explainMove(b.difference(), b.lastMove())
}

// named returns the numbers of features.
func (n *featureNumbers) named(names []string) (numbers []keycheck.Named) {
	for _, feature := range n.all {
		if slices.Contains(names, feature.Name) {
			numbers = append(numbers, feature)
		}
	}
	return numbers
}

// sum returns the XOR of the numbers of features.
func (n *featureNumbers) sum(names []string) (sum zobrist.Key) {
	for _, feature := range n.named(names) {
		sum ^= feature.Key
	}
	return sum
}

// either returns the names that are in one list and not in the other.
func either(a, b []string) (names []string) {
	for _, name := range a {
		if !slices.Contains(b, name) {
			names = append(names, name)
		}
	}
	for _, name := range b {
		if !slices.Contains(a, name) {
			names = append(names, name)
		}
	}
	return names
}

// clause says which features a key lacks or wrongly has. Which of both is known if the
// features of the position are.
func clause(differ, position []string) string {
	const most = 6
	if position == nil {
		return "wrong by: " + words.Quoted(differ, most)
	}
	var lacks, has, parts []string
	for _, name := range differ {
		if slices.Contains(position, name) {
			lacks = append(lacks, name)
		} else {
			has = append(has, name)
		}
	}
	if lacks != nil {
		parts = append(parts, "lacks "+words.Quoted(lacks, most))
	}
	if has != nil {
		parts = append(parts, "wrongly has "+words.Quoted(has, most))
	}
	return strings.Join(parts, "; ")
}

// fact says what is known of two keys whose difference no few numbers explain.
func fact(b *Break, v *view) string {
	const few = 5 // bits: random keys differ in so few less than once in 10,000 times
	differ := b.A.Key ^ b.B.Key
	switch ones := bits.OnesCount64(uint64(differ)); {
	case v.moved && differ == v.was:
		return "wrong by the whole key from before the move"
	case v.moved && b.A.Key == v.wasKey:
		return "the key does not change with the move"
	case ones < few:
		return fmt.Sprintf("they differ in %s", words.Plural(ones, "bit"))
	}
	return "no small set of the named keys explains the difference"
}

// look asks a game for its keys with their names, and for the features of the last two positions.
func (b *Break) look(s *subject, v *view) {
	line := b.Base.then(b.Got...)
	if b.Law == "After" {
		line = b.Base.then(Step{Call: Make, Arg: b.Got[0].Arg, Text: b.Got[0].Text})
	}
	for line.ending().Call.reads() {
		line = line[:len(line)-1]
	}
	move := line.ending()
	v.keys = slices.Clip(s.numbers(&s.games[0], "Keys"))
	for _, end := range []int{max(0, len(line)-1), len(line)} {
		if _, ok := s.play(slices.Clone(line[:end])); !ok || s.games[move.On].Game == nil {
			break
		}
		v.before = v.after
		v.after = nil
		for _, feature := range s.numbers(&s.games[move.On], "Features") {
			v.keys = append(v.keys, feature)
			v.after = append(v.after, feature.Name)
		}
		byMove := (b.Law == "recompute" || b.Law == "After") && move.forward()
		if end < len(line) && byMove {
			v.wasKey = s.do(move.On, Key, 0, "").Key
			v.was = s.do(move.On, Recompute, 0, "").Key
			v.moved = true
		}
	}
	if b.twoLines() || b.Law == "load" { // neither of the two positions is known to be right
		v.before = nil
		v.after = nil
	}
}

// swap exchanges the sides of a law about two reads of one place.
func (b *Break) swap() {
	b.A, b.B = b.B, b.A
	got := b.Got
	b.Got = got[:len(got)-1].then(b.Want.ending())
	b.Want = got
}
