package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// judgeKeys requires that the key changes at all.
func judgeKeys(ev *Evidence) Result {
	r := Result{Count: len(ev.nodes), Unit: "position"}
	r.Says = ": the key changes"
	if ev.constant() {
		r.Bad, r.Says = r.Count, ""
		r.Findings = []Finding{{Name: "constant", Cause: "constant", What: fmt.Sprintf("the key is %v in every position", ev.nodes[0].By.Key),
			Why: "is it the key of the current position? The other checks did not run", Count: r.Count}}
	} else if r.Count < 2 {
		r.Count, r.Why = 0, "too few positions"+ev.about.More
	}
	return r
}

// judgeMoves requires that the key by moves is the key from the FEN.
func judgeMoves(ev *Evidence) Result {
	r := Result{Unit: "position", Findings: ev.wrong}
	r.Count = len(filter(ev.nodes, func(n *Node) bool { return !n.trivial() }))
	switch wrong := len(ev.wrongs()); {
	case r.Count == 0:
		r.Why = "no start has a legal move" + ev.about.More
	case len(ev.wrong) > 0:
		r.Bad = wrong
	case wrong > 0: // nothing is known of these
		why := "keys from FENs contradict each other"
		if len(ev.fading) > 0 {
			why = "their keys change when asked again"
		}
		r.Count -= wrong
		if r.Says = fmt.Sprintf("; %s others were left out, because %s", words.Thousands(wrong), why); wrong > r.Count {
			r.Why = words.Plural(r.Count, r.Unit) + r.Says
		}
	}
	return r
}

// explain finds the bugs behind all wrong keys by moves: of each position it solves by what
// its key is wrong since the position before.
func (ev *Evidence) explain() {
	if ev.wrong = ev.otherRights(); ev.wrong != nil {
		return
	}
	ev.strayed()
	if whole := ev.whole(); whole != nil {
		ev.wrong = append(ev.wrong, *whole)
		return
	}
	bugs, nodes := ev.solved()
	for _, b := range bugs {
		wrong, rules := ev.split(b, nodes)
		ev.report("moves", wrong, nodes)
		ev.report(otherRules, rules, nodes)
	}
	bugs, nodes = ev.readings()
	for _, b := range bugs {
		ev.report(fromFEN, b, nodes)
	}
	if shredded := filter(ev.wrongs(), func(n *Node) bool { return n.shredder }); len(shredded) > 0 {
		f := ev.judgeShredder(shredded[0])
		f.Count = len(shredded)
		ev.wrong = append(ev.wrong, f)
	}
}

// solved returns the bugs of which the cases of some nodes consist, with what keys from FENs lack.
func (ev *Evidence) solved() ([]solve.Bug, []*Node) {
	ev.absent = ev.lacking()
	cases, nodes := ev.cases()
	if ev.absent != nil {
		ev.told = ev.numbers.Learn(cases, ev.absent)
	}
	return ev.numbers.Solve(cases), nodes
}

// cases returns the positions after which the key is wrong by more than before, or where
// something changes that keys from FENs lack, with their nodes.
func (ev *Evidence) cases() (cases []solve.Case, nodes []*Node) {
	for _, n := range ev.nodes {
		before := n.Parent
		older := before != nil && (!before.queued || before.unread) // its difference may be
		alike := before == nil && n.By.Key == n.From                // the FEN is wrong, then
		if n.shredder || n.trivial() || n.strayed || n.unread || older || alike {
			continue
		}
		if n.diff() == before.diff() {
			if before != nil {
				ev.stays[before] = n.differs() && n.position().EP == ""
			}
			if ev.absent == nil || before == nil {
				continue
			}
		}
		c := solve.Case{Got: n.From ^ n.diff(), Want: n.From, After: ev.features(n), Size: len(n.Moves)}
		if before != nil {
			c.Move, c.Before = n.move(), ev.features(before)
			c.GotBefore, c.WantBefore = before.From^before.diff(), before.From
		}
		cases, nodes = append(cases, c), append(nodes, n)
	}
	return cases, nodes
}

// Besides moves, a bug may be one of these.
const (
	fromFEN    = "from-fen"
	otherRules = "en-passant-rules"
)

// split divides the cases of a bug of en passant by whether a capture is legal: where none is, two
// rules may differ, as long as the next move ends the difference. If most keys are wrong
// where a capture is legal, it is one bug.
func (ev *Evidence) split(b solve.Bug, nodes []*Node) (wrong, rules solve.Bug) {
	if !slices.Equal(b.Kinds, []string{"en-passant"}) || len(b.Features()) > 1 || b.Missing || b.Rest != 0 || b.Old() || !ev.known {
		return b, rules
	}
	wrong, rules = b, b
	wrong.Cases, rules.Cases = nil, nil
	wrongLegal, legal := 0, len(filter(ev.nodes, func(n *Node) bool { return n.Parent != nil && n.position().LegalEP() }))
	for _, i := range b.Cases {
		n := nodes[i]
		is := n.position().LegalEP()
		if is {
			wrongLegal++
		}
		if is || ev.stays[n] || n.position().EP == "" { // no push by two squares
			wrong.Cases = append(wrong.Cases, i)
		} else {
			rules.Cases = append(rules.Cases, i)
		}
	}
	if wrong.Cases != nil && (2*wrongLegal > legal || ev.exceptions(rules.Cases, nodes)) {
		wrong.Cases, rules.Cases = b.Cases, nil
	}
	return wrong, rules
}

// exceptions reports whether most en passant squares like those of some cases, where a pawn can
// capture or not, have right keys. Then no rule makes the cases wrong.
func (ev *Evidence) exceptions(cases []int, nodes []*Node) bool {
	most := make(map[bool]int) // twice the wrong ones, less all
	for _, n := range ev.nodes {
		if p := n.position(); p.EP != "" && !p.LegalEP() && n.Parent != nil {
			most[p.Capturable()]--
		}
	}
	for _, c := range cases {
		most[nodes[c].position().Capturable()] += 2
	}
	return most[false] <= 0 && most[true] <= 0
}

// shown returns the first of a bug's cases whose keys are the same when asked again. It returns nil if none are.
func (ev *Evidence) shown(b *solve.Bug, nodes []*Node) *Node {
	const tries = 3
	for _, c := range b.Cases[:min(len(b.Cases), tries)] {
		if ev.confirm(nodes[c].by(), nodes[c].from()) {
			return ev.shorten(nodes[c])
		}
	}
	first := nodes[b.Cases[0]]
	ev.fading = append(ev.fading, fading{first.Query, first.By.Key, true})
	return nil
}

// report adds the finding of a bug, unless its keys are others when asked again.
func (ev *Evidence) report(law string, b solve.Bug, nodes []*Node) {
	if len(b.Cases) == 0 {
		return
	}
	n := ev.shown(&b, nodes)
	if n == nil {
		return
	}
	f := compared("the key by moves is wrong", n.by(), n.from())
	name, features := b.Name(law), b.Features()
	what, clause := b.What(), b.Clause()
	switch {
	case law == fromFEN:
		f = compared("the key from the FEN is wrong", n.from(), n.by())
		if len(b.Lacks) > 0 {
			f.What = "keys from a FEN are wrong in " + keycheck.Listed(b.Lacks)
		}
		ev.misreading[strings.Join(b.Kinds, "")] = name
		f.Look = "the function that sets up a FEN"
		clause, _ = ev.Explain(n.From, n.By.Key, ev.features(n)...)
	case law == otherRules:
		name = law
		f.What, what = "the en passant rules differ where no capture is legal", ""
	case n.Parent == nil:
		f.What, f.Of = "the key of the start position is not the key of its FEN", "of startpos"
	}
	f.FEN, f.Features, f.Count = n.FEN, features, len(b.Cases)
	if f.Got == f.Want { // keys from FENs lack what the move should change
		f.Want, f.WantAt = f.Got^ev.numbers.Sum(features)^b.Rest, f.At
		f.OfWant = "by the numbers of other moves; the key from the FEN is wrong, too"
	}
	if what == "" && law == "moves" {
		var span keycheck.Span
		for _, c := range b.Cases {
			span.Add(nodes[c].By.Key)
		}
		if same := span.Same(); same != nil { // keys are cut
			what = fmt.Sprintf("%d of its bits are the same in all wrong keys", len(same))
		}
	}
	f.Name, f.Cause, f.Why = name, strings.TrimSpace(name+" "+what), clause
	if what != "" {
		f.What += ": " + what
	}
	if b.Missing {
		f.Name, f.Features = "missing-from-fen", ofKinds(ev.told, b.Kinds...)
		what = keycheck.Listed(f.Features)
		if len(f.Features) > 6 && slices.Equal(b.Kinds, []string{"en-passant"}) { // by file, or by square
			what = "en passant"
		}
		f.What = fmt.Sprintf("keys by moves have %s, but keys from a FEN do not", what)
		f.Cause, f.Why = fmt.Sprint("only by moves ", b.Kinds), ""
	}
	ev.wrong = append(ev.wrong, f)
}

// shorten looks for the shortest line whose last move makes the key wrong. That is the
// line itself if it is short, or its last moves from the FEN before them.
func (ev *Evidence) shorten(n *Node) *Node {
	const short = 4
	if n.Query.FEN == "" && len(n.Moves) <= short {
		return n
	}
	// The last moves, from the FENs before them.
	var lines []*Node
	for p := n.Parent; p != nil && len(lines) < 12; p = p.Parent {
		lines = append(lines, &Node{Query: Query{FEN: p.FEN, Moves: n.Moves[len(n.Moves)-1-len(lines):]}, FEN: p.FEN, From: p.From})
	}
	diff, since := n.By.Key^n.From, n.diff()^n.Parent.diff()
	for i, a := range ev.answers(lines) {
		line := lines[i]
		// It has the same difference, so it is the same bug.
		if d := a[0].Key ^ n.From; d != 0 && (d == since || d == diff && !n.Parent.differs()) && a[1].Key == line.From {
			return &Node{Query: line.Query, FEN: n.FEN, Parent: n.Parent, By: a[0], From: n.From}
		}
	}
	return n
}

// lined joins texts that are not empty as lines.
func lined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n")
}

// features returns the features of a position.
func (ev *Evidence) features(n *Node) []string {
	p := n.position()
	names := ev.numbers.Of(p)
	if p.Clock < len(ev.clockKeys) && ev.clockKeys[p.Clock] != 0 {
		names = append(names, fmt.Sprint("halfmove clock ", p.Clock))
	}
	return names
}

// lacking returns which features keys from FENs seem to lack, or nil: those whose numbers are zero, and
// many that are known except for a constant, and equal. Of a square that lacks several, it returns all.
func (ev *Evidence) lacking() func(name string) bool {
	const several = 3
	left := ev.onPurpose()
	class := make(map[uint64][]solve.Number) // numbers known except for a constant
	for _, n := range ev.fromFEN.Numbers {
		class[n.Free] = append(class[n.Free], n)
	}
	zero, of := make(map[string]bool), make(map[string]int) // of: how many of a square
	for free, numbers := range class {
		equal := len(numbers) > several && !slices.ContainsFunc(numbers, func(n solve.Number) bool { return n.Key != numbers[0].Key })
		for _, n := range numbers {
			if !left(n.Name) && n.Name != solve.Constant && (free == 0 && n.Key == 0 || free != 0 && equal) {
				square, _, _ := strings.Cut(n.Name, " ")
				zero[n.Name] = true
				of[square]++
			}
		}
	}
	some := len(zero) > 0 || !ev.opt.Sub && (ev.lacks("castling") || ev.lacks("en-passant"))
	if !ev.isXOR() || ev.fromFEN.Given || !some {
		return nil
	}
	return func(name string) bool {
		kind := keycheck.KindOf(name)
		square, _, _ := strings.Cut(name, " ")
		return zero[name] || !left(name) && (ev.lacks(kind) || kind == "piece" && of[square] >= several)
	}
}

// ofKinds returns those of some features that are of some kinds.
func ofKinds(names []string, kinds ...string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(kinds, keycheck.KindOf(name)) })
}

// onlyByMoves reports whether keys from FENs lack all of some features.
func (ev *Evidence) onlyByMoves(names []string) bool { return len(names) > 0 && within(names, ev.told) }

// Lacking reports whether two keys differ in features that keys from FENs lack, or by a number that no
// feature has, as the check of moves says.
func (ev *Evidence) Lacking(got, want zobrist.Key) bool {
	return ev.onlyByMoves(ev.differ(got, want)) ||
		slices.ContainsFunc(ev.wrong, func(f Finding) bool { return len(f.Features) == 0 && f.Of != "" && f.Got^f.Want == got^want })
}

// unread reports whether a finding says that keys from FENs lack a feature with a number, or others.
func (ev *Evidence) unread(name string, key zobrist.Key) bool {
	name, _, _ = strings.Cut(name, " against ")
	return slices.Contains(ev.told, name) || key == 0 && len(ev.told) > 0 && ev.absent(name)
}
