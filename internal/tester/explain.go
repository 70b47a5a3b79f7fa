package tester

import (
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/report"
)

// asError turns a broken law into an error that says what is known of it.
func (r *Session) asError(b *Break) error {
	if b.Law == "gone" {
		return b.Err
	}
	r.describe(b)
	return b
}

// describe says where a law is broken, and in which features the keys differ.
func (r *Session) describe(b *Break) {
	b.item.Line = b.line()
	if b.Got.ending().On == untouched {
		b.say(report.Fact{Topic: report.SharedData})
		return
	}
	r.explain(b)
}

// A view is what a game shows at the end of a line: its keys by name, and the features of
// its last two positions.
type view struct {
	keys          []keycheck.Named
	before, after []string // nil if the game does not list features
	wasKey, was   zobrist.Key
	moved         bool // the line ends with a move, and was and wasKey are the two keys before it
}

// explain adds to the item of a broken law in which features the keys differ.
func (r *Session) explain(b *Break) {
	s := r.subject() // its games have the names of keys
	if !b.isKey() || s == nil {
		return
	}
	var v view
	_ = s.contain(func() { b.look(s, &v) })
	numbers := newFeatureNumbers()
	numbers.add(v.keys)
	// the key is right, and Recompute wrong
	if b.Law == "recompute" && v.after != nil && numbers.sum(v.after) == b.A.Key {
		b.swap()
		b.item.Line = b.line()
	}
	if b.Law == "collision" { // the keys are the same
		return
	}
	if numbers.none() {
		b.say(report.Fact{Topic: report.NoNames})
		return
	}
	features, ok := numbers.differ(b, &v)
	if !ok {
		b.say(unexplained(b, &v))
		return
	}
	b.item.Kinds = keycheck.KindsOf(features)
	divide(b.item.Line, features, v.after)
}

// differ returns the features in which the keys of a broken law differ.
func (n *featureNumbers) differ(b *Break, v *view) (features []string, ok bool) {
	for _, near := range [][]string{keycheck.Changed(v.before, v.after), v.after} {
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

// divide adds to a line the features that its key lacks, and those that it wrongly has. Which is
// known only if the game lists the features of the position.
func divide(l *report.Line, features, position []string) {
	if position == nil {
		l.WrongBy = features
		return
	}
	for _, name := range features {
		if slices.Contains(position, name) {
			l.Lacks = append(l.Lacks, name)
		} else {
			l.WronglyHas = append(l.WronglyHas, name)
		}
	}
}

// fewBits is in how many bits keys may differ for the report to count them. The keys of two
// positions differ in so few by chance once in 10^13 comparisons.
const fewBits = 4

// unexplained says what is known of two keys whose difference no few numbers explain.
func unexplained(b *Break, v *view) report.Fact {
	differ := b.A.Key ^ b.B.Key
	ones := bits.OnesCount64(uint64(differ))
	switch {
	case v.moved && differ == v.was:
		return report.Fact{Topic: report.WholeKey}
	case v.moved && b.A.Key == v.wasKey:
		return report.Fact{Topic: report.KeyStays}
	case ones <= fewBits:
		return report.Fact{Topic: report.FewBits, N: ones}
	}
	return report.Fact{Topic: report.NoneKnown}
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
