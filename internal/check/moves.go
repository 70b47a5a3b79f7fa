package check

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// judgeKeys requires that the key changes at all.
func judgeKeys(ev *Evidence) Result {
	r := Result{Count: len(ev.nodes), Unit: "position", Says: ": the key changes"}
	if ev.constant() {
		r.Bad, r.Says = r.Count, ""
		r.Findings = []Finding{{
			Name:  "constant",
			Cause: "constant",
			What:  fmt.Sprintf("the key is %v in every position", ev.nodes[0].By.Key),
			Why: "is it the key of the current position? " +
				"The other checks did not run",
			Count: r.Count,
		}}
	}
	return r
}

// judgeMoves requires that the key by moves is the key from the FEN.
func judgeMoves(ev *Evidence) Result {
	r := Result{Unit: "position", Findings: ev.wrong}
	r.Count = len(filter(ev.nodes, func(n *Node) bool { return !n.trivial() }))
	switch wrong := len(ev.wrongs()); {
	case len(ev.wrong) > 0:
		r.Bad = wrong
	case wrong > 0: // nothing is known of these
		r.Count -= wrong
		if r.Says = fmt.Sprintf(
			"; %s others were left out: why their two keys differ was not found",
			words.Thousands(wrong),
		); wrong > r.Count {
			r.Why = words.Plural(r.Count, r.Unit) + r.Says
		}
	}
	return r
}

// unexplained is the result of moves before wrong keys were explained: one of them is found
// all the same.
func (ev *Evidence) unexplained() Result {
	r, wrongs := Result{Count: len(ev.nodes), Unit: "position", Why: "interrupted"}, ev.wrongs()
	if r.Bad = len(wrongs); r.Bad > 0 {
		n := shortest(wrongs)
		f := compared("the key by moves is not the key of the FEN", n.by(), n.from())
		f.FEN, f.Why, f.Count = n.FEN, "interrupted before the keys could be explained", r.Bad
		r.Findings = []Finding{f}
	}
	return r
}

// explain finds the bugs behind all wrong keys by moves: by what each key is wrong since
// the position before.
func (ev *Evidence) explain() {
	if ev.strayed() || ev.whole() {
		return
	}
	ev.absent = ev.lacking()
	cases, nodes := ev.cases()
	if ev.absent != nil {
		ev.told = ev.numbers.Learn(cases, ev.absent)
	}
	unknown, most := false, -1 // the bug behind most captures
	right := slices.ContainsFunc(ev.nodes, func(n *Node) bool {
		return n.captures() && n.Parent.position().EP == "" && n.diff() == n.Parent.diff()
	})
	for _, b := range ev.numbers.Solve(cases) {
		all := !right && !slices.ContainsFunc(b.Cases, func(i int) bool {
			return !nodes[i].captures()
		})
		if all && b.Rest != 0 && most >= 0 {
			ev.wrong[most].Count += len(b.Cases)
			continue
		}
		unknown = unknown || b.Rest != 0
		told := len(ev.wrong)
		ev.report(b, nodes)
		if all && most < 0 && len(ev.wrong) > told { // it may not be confirmed
			most = len(ev.wrong) - 1
		}
		if b.Name("moves") == "moves-unchanged" && 10*len(b.Cases) > 9*len(cases) {
			break // what such moves show is no number
		}
	}
	// a pawn that is gone for ever
	promotes := slices.ContainsFunc(ev.wrong, func(f Finding) bool {
		return f.Cause == "promotion"
	})
	ev.readings()
	if ev.told == nil && !promotes && (unknown || ev.wrong == nil) {
		ev.schemes()
	}
}

// cases returns the positions after which the key is wrong by more than before, or where
// something changes that keys from FENs lack, with their nodes.
func (ev *Evidence) cases() (cases []solve.Case, nodes []*Node) {
	for _, n := range ev.nodes {
		before := n.Parent
		older := before != nil && (!before.queued || before.unread) // its difference may be
		alike := before == nil && n.By.Key == n.From                // the FEN is wrong, then
		if n.trivial() || n.strayed || n.unread {
			continue
		}
		if older || alike {
			continue
		}
		if n.diff() == before.diff() && (ev.absent == nil || before == nil) {
			continue
		}
		c := solve.Case{
			Got: n.From ^ n.diff(), Want: n.From, After: ev.features(n), Size: len(n.Moves),
		}
		if before != nil {
			c.Move, c.Before = n.move(), ev.features(before)
			c.Got ^= n.root().diff() // a wrong start is a bug of its own
			c.GotBefore, c.WantBefore = before.From^before.diff()^n.root().diff(), before.From
		}
		cases, nodes = append(cases, c), append(nodes, n)
	}
	return cases, nodes
}

// otherRules reports whether a bug is that en passant follows two rules: keys are only
// wrong where no capture is legal, and the next move ends the difference. A square has two
// features if its number is not its file's.
func (ev *Evidence) otherRules(b solve.Bug, nodes []*Node) bool {
	file := "en passant " + cmp.Or(nodes[b.Cases[0]].position().EP, "-")[:1]
	en := ev.known && b.Rest == 0 && !b.Missing &&
		!slices.ContainsFunc(b.Features(), func(name string) bool {
			return !strings.HasPrefix(name, file)
		})
	return en && !slices.ContainsFunc(b.Cases, func(i int) bool {
		p := nodes[i].position()
		return p.EP == "" || p.LegalEP() || slices.ContainsFunc(nodes[i].next, func(n *Node) bool {
			return n.queued && n.differs() && n.diff() == nodes[i].diff() && n.position().EP == ""
		})
	})
}

// report adds the finding of a bug, unless its keys are others when asked again.
func (ev *Evidence) report(b solve.Bug, nodes []*Node) {
	n := nodes[b.Cases[0]]
	if !ev.confirm(n.by(), n.from()) {
		return
	}
	n, old := ev.shorten(n), n
	f := compared("the key by moves is wrong", n.by(), n.from())
	what := b.What()
	right := func(i int) bool { return nodes[i].By.Key == nodes[i].From }
	f.Name, f.FEN, f.Features, f.Why = b.Name("moves"), n.FEN, b.Features(), b.Clause()
	if n == old && n.Parent.diff() != 0 && f.Why != "" {
		f.Why = "it was wrong before the last move, too; what is new: " + f.Why
	}
	// as the row of the report counts
	f.Count = cmp.Or(len(slices.DeleteFunc(slices.Clone(b.Cases), right)), 1)
	switch {
	case ev.otherRules(b, nodes):
		f.Name = "en-passant-rules"
		f.What = "the en passant rules differ where no capture is legal"
		what = ""
	case b.Missing:
		f.Name, f.Features, what = "missing-from-fen", ofKinds(ev.told, b.Kinds...), ""
		f.Features = slices.DeleteFunc(f.Features, func(name string) bool {
			return ev.numbers.Usual(name) != name
		})
		has := func(i int) bool { // which the move brings: so its key from the FEN lacks it
			return slices.ContainsFunc(ev.features(nodes[i]), func(name string) bool {
				return slices.Contains(f.Features, name)
			})
		}
		if i := slices.IndexFunc(b.Cases, has); i >= 0 && !has(b.Cases[0]) {
			n = nodes[b.Cases[i]]
			f.At, f.Got = n.Query, n.By.Key
			f.WantAt, f.Want = Query{FEN: n.FEN}, n.From
			f.FEN = n.FEN
		}
		f.What = fmt.Sprintf(
			"keys by moves have %s, but keys from a FEN do not", keycheck.Listed(f.Features),
		)
		f.Why = ""
		// the key from the FEN is the wrong one
		f.At, f.WantAt = f.WantAt, f.At
		f.Got, f.Want = f.Want, f.Got
		f.Of, f.OfWant = f.OfWant, f.Of
		f.Cause = fmt.Sprint("only by moves ", b.Kinds)
	case n.Parent == nil:
		f.What, f.Of, what = "the key of a start is not that of its FEN", "of the start", ""
		f.Look = "how the start is set up, and what is drawn or reset before it"
		if n.shredder {
			f.Name, f.Look = "shredder-fen", ""
		}
	}
	if f.Got == f.Want { // keys from FENs lack what the move should change
		f.Want, f.WantAt = f.Got^ev.numbers.Sum(b.Features())^b.Rest, f.At
		f.OfWant = "by the numbers of other moves; the key from the FEN is wrong, too"
	}
	common, promotes, clock := ev.common(b, nodes)
	if clock {
		f.Name = keycheck.Join("moves", "clock")
		f.What = "keys by moves and keys from FENs differ where the halfmove clock is high"
		what = ""
		f.Look = "whether moves and the function that sets up a FEN count the halfmove clock alike"
	}
	f.Why += common
	if promotes {
		f.Look = "what a promotion changes in the key, " +
			"or the function that reads moves such as e7e8r"
		if b.Rest != 0 { // a number that only one of them has is not told
			f.Cause = "promotion"
		}
	}
	f.Cause = cmp.Or(f.Cause, strings.TrimSpace(f.Name+" "+what))
	if what != "" {
		f.What += ": " + what
	}
	ev.wrong = append(ev.wrong, f)
}

// common says what all moves of a bug have in common: a special move, and more if no
// numbers explain it.
func (ev *Evidence) common(b solve.Bug, nodes []*Node) (says string, promotes, clock bool) {
	squares := func(n *Node) (changed int) {
		for s, p := range n.p.Board {
			if p != n.Parent.p.Board[s] {
				changed++
			}
		}
		return changed
	}
	first := nodes[b.Cases[0]]
	kinds := []struct {
		says string
		is   func(n *Node) bool
	}{
		{"promotes a pawn", func(n *Node) bool { return len(n.move()) > 4 }},
		{"castles", func(n *Node) bool { return squares(n) > 2 && !n.captures() }},
		{"captures en passant", func(n *Node) bool { return squares(n) == 3 && n.captures() }},
		{"captures", (*Node).captures},
		{"pushes a pawn by two squares", func(n *Node) bool { return n.position().EP != "" }},
		{"is by the same side", func(n *Node) bool {
			return n.p.BlackToMove == first.p.BlackToMove
		}},
		{"makes the key wrong by the same number", func(n *Node) bool {
			return n.diff()^n.Parent.diff() == b.Rest
		}},
		{"repeats a position", (*Node).repeats},
	}
	for i, kind := range kinds {
		other := func(i int) bool {
			return !ev.known || nodes[i].Parent == nil || !kind.is(nodes[i])
		}
		// The first three are rare among moves. The others need some moves, so as not to be
		// said of a few that have it by chance.
		enough := i < 3 || b.Rest != 0 && len(b.Cases) > 3
		if enough && !slices.ContainsFunc(b.Cases, other) {
			says += "\neach of these moves " + kind.says
			promotes = promotes || i == 0
		}
	}
	for _, made := range []int{300, 0} {
		// halfmove clocks of wrong and right positions, or only of the moves made
		least, most := math.MaxInt, 0
		for _, n := range ev.nodes {
			if clock := min(n.p.HalfmoveClock, made+len(n.Moves)); n.differs() {
				least = min(least, clock)
			} else if !n.trivial() {
				most = max(most, clock)
			}
		}
		if clock = ev.known && b.Rest != 0 && least > most; clock {
			of := ""
			if made == 0 {
				of = " of the moves made"
			}
			says += fmt.Sprintf(
				"\nthe halfmove clock%s is %d or more, and less in all positions with a right key",
				of, least,
			)
			break
		}
	}
	return says, promotes, clock
}

// repeats reports whether the position was on the board before, with the same side to move.
func (n *Node) repeats() bool {
	for o := n.Parent; o != nil; o = o.Parent {
		if o.p.Board == n.p.Board && o.p.BlackToMove == n.p.BlackToMove {
			return true
		}
	}
	return false
}

// shorten returns the last move from the FEN before it if it makes the key wrong in the
// same way, or the line itself.
func (ev *Evidence) shorten(n *Node) *Node {
	if len(n.Moves) < 2 || n.Query.FEN == "" && len(n.Moves) <= 4 { // it is short
		return n
	}
	line := &Node{
		Query: Query{FEN: n.Parent.FEN, Moves: n.Moves[len(n.Moves)-1:]}, FEN: n.FEN,
		Parent: n.Parent, From: n.From,
	}
	line.By = ev.answers([]*Node{line})[0][0]
	if d := line.By.Key ^ n.From; d != 0 && d == n.diff()^n.Parent.diff() {
		return line
	}
	return n
}

// features returns the features of a position.
func (ev *Evidence) features(n *Node) []string {
	p := n.position()
	if ev.numbers == nil {
		return solve.Features(p)[1:]
	}
	names := ev.numbers.Of(p)
	if p.Clock < len(ev.clockKeys) && ev.clockKeys[p.Clock] != 0 {
		names = append(names, fmt.Sprint("halfmove clock ", p.Clock))
	}
	return names
}

// lacking returns which features keys from FENs seem to lack, or nil: those whose numbers
// are zero, and many that are known except for a constant, and equal. Of a square that
// lacks several, it returns all.
func (ev *Evidence) lacking() func(name string) bool {
	const several = 3
	parts := leftOut(solve.Determined(ev.fromFEN.Numbers))
	left := func(name string) bool { return ev.opt.Sub && parts[keycheck.PartOf(name)] > 0 }
	class := make(map[uint64][]solve.Number) // numbers known except for a constant
	for _, n := range ev.fromFEN.Numbers {
		class[n.Free] = append(class[n.Free], n)
	}
	zero, of := make(map[string]bool), make(map[string]int) // of: how many of a square
	for free, numbers := range class {
		equal := len(numbers) > several && !slices.ContainsFunc(numbers, func(n solve.Number) bool {
			return n.Key != numbers[0].Key
		})
		for _, n := range numbers {
			if left(n.Name) || n.Name == solve.Constant {
				continue
			}
			if free == 0 && n.Key == 0 || free != 0 && equal {
				square, _, _ := strings.Cut(n.Name, " ")
				zero[n.Name] = true
				of[square]++
			}
		}
	}
	maps.DeleteFunc(zero, func(name string, _ bool) bool { // not of one side alone
		return slices.ContainsFunc(ev.fromFEN.Numbers, func(n solve.Number) bool {
			return n.Key != 0 && strings.HasPrefix(n.Name, name+" (") &&
				strings.HasSuffix(n.Name, "mirrored)")
		})
	})
	kinds := map[string]bool{
		"castling": ev.fromFEN.Lacks("castling"), "en-passant": ev.fromFEN.Lacks("en-passant"),
	}
	some := len(zero) > 0 || !ev.opt.Sub && (kinds["castling"] || kinds["en-passant"])
	if !ev.fromFEN.XOR() || ev.fromFEN.Given || !some {
		return nil
	}
	return func(name string) bool {
		kind := keycheck.KindOf(name)
		square, _, _ := strings.Cut(name, " ")
		return zero[name] ||
			!left(name) && (kinds[kind] || kind == "piece" && of[square] >= several)
	}
}

// ofKinds returns those of some features that are of some kinds.
func ofKinds(names []string, kinds ...string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !slices.Contains(kinds, keycheck.KindOf(name))
	})
}

// Lacking reports whether two keys differ only in features that keys from FENs lack, or of
// which they have other numbers.
func (ev *Evidence) Lacking(got, want zobrist.Key) bool {
	names := ev.numbers.Explain(got, want, nil)
	return len(names) > 0 && within(names, ev.told) ||
		ev.apart != nil && ev.apart.Explain(got, want, ev.others) != nil
}

// unread reports whether a finding says that keys from FENs lack a feature with a number,
// or others.
func (ev *Evidence) unread(name string, key zobrist.Key) bool {
	name, _, _ = strings.Cut(name, " against ")
	return slices.Contains(ev.told, name) || key == 0 && len(ev.told) > 0 && ev.absent(name)
}
