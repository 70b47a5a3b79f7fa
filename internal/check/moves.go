package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// judgeKeys requires that the key changes at all.
func judgeKeys(ev *Evidence) Result {
	r := Result{Count: len(ev.nodes), Unit: "position"}
	r.Says = ", not all with one key"
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
	case wrong > 0:
		r.Says = ", when asked one at a time"
	}
	return r
}

// explain finds the bugs behind all wrong keys by moves: of each position it solves by what
// its key is wrong since the position before.
func (ev *Evidence) explain() {
	ev.strayed()
	if whole := ev.whole(); whole != nil {
		ev.wrong = append(ev.wrong, *whole)
		return
	}
	for _, solve := range []func() ([]solve.Bug, []*Node){ev.solved, ev.readings} {
		bugs, nodes := solve()
		for _, b := range bugs {
			for _, part := range ev.split(&b, nodes) {
				if f := ev.report(part, nodes); f != nil {
					ev.wrong = append(ev.wrong, *f)
				}
			}
		}
	}
	if shredded := filter(ev.wrongs(), func(n *Node) bool { return n.shredder }); len(shredded) > 0 {
		f := ev.judgeShredder(shredded[0])
		f.Count = len(shredded)
		ev.wrong = append(ev.wrong, f)
	}
}

// solved returns the bugs of which the cases of some nodes consist, with what keys from FENs lack.
func (ev *Evidence) solved() ([]solve.Bug, []*Node) {
	ev.absent, ev.told = ev.lacking(), make(map[string]bool)
	cases, nodes, right := ev.cases()
	if ev.absent != nil {
		for _, name := range ev.numbers.Learn(cases, ev.absent) {
			ev.told[name] = true
		}
	}
	return ev.numbers.Solve(cases, right), nodes
}

// cases returns the positions after which the key is wrong by more than before, or where
// something changes that keys from FENs lack, with their nodes, and some of the others.
func (ev *Evidence) cases() (cases []solve.Case, nodes []*Node, right []solve.Place) {
	var same []*Node
	for _, n := range ev.nodes {
		before := n.Parent
		older := before != nil && (!before.queued || before.unread) // its difference may be
		if n.shredder || n.trivial() || n.strayed || n.unread || older {
			continue
		}
		if n.diff() == before.diff() {
			if before != nil {
				same = append(same, n)
				ev.stays[before] = n.differs() && n.position().EP == ""
			}
			if ev.absent == nil || before == nil {
				continue
			}
		}
		c := solve.Case{Law: "moves", Got: n.From ^ n.diff(), Want: n.From, After: ev.features(n), Size: len(n.Moves)}
		if before != nil {
			c.Place, c.Before = ev.place(n), ev.features(before)
			c.GotBefore, c.WantBefore = before.From^before.diff(), before.From
		}
		cases, nodes = append(cases, c), append(nodes, n)
	}
	if len(cases) > 0 {
		right = places(same, ev.place)
	}
	return cases, nodes, right
}

// split divides the bugs of en passant by whether a capture is legal: where none is, two
// rules may differ, as long as the next move ends the difference. If most keys are wrong
// where a capture is legal, it is one bug.
func (ev *Evidence) split(b *solve.Bug, nodes []*Node) []solve.Bug {
	one := slices.Equal(b.Kinds, []string{"en-passant"}) && len(b.Features()) <= 1
	if !one || b.Law != "moves" || b.Missing || b.Rest != 0 || b.Old() || !ev.known {
		return []solve.Bug{*b}
	}
	rules, wrong := *b, *b
	rules.Law, rules.Cases, wrong.Cases = "rules", nil, nil
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
	switch {
	case wrong.Cases == nil:
		return []solve.Bug{rules}
	case rules.Cases == nil, 2*wrongLegal > legal, ev.exceptions(rules.Cases, nodes):
		return []solve.Bug{*b}
	}
	return []solve.Bug{wrong, rules}
}

// exceptions reports whether most en passant squares like those of some cases, where a pawn can
// capture or not, have right keys. Then no rule makes the cases wrong.
func (ev *Evidence) exceptions(cases []int, nodes []*Node) bool {
	all, wrong := make(map[bool]int), make(map[bool]int)
	for _, n := range ev.nodes {
		if p := n.position(); p.EP != "" && !p.LegalEP() && n.Parent != nil {
			all[p.Capturable()]++
		}
	}
	for _, c := range cases {
		wrong[nodes[c].position().Capturable()]++
	}
	return 2*wrong[false] < all[false]+1 && 2*wrong[true] < all[true]+1
}

// report returns the finding of a bug, or nil if its keys are others when asked again.
func (ev *Evidence) report(b solve.Bug, nodes []*Node) *Finding {
	const tries = 3
	at, calls, how := -1, "", tester.Alone
	for i, c := range b.Cases[:min(len(b.Cases), tries)] {
		if ev.confirm(nodes[c].by(), nodes[c].from()) {
			at, how = i, tester.Alone
			break
		}
		if p, inside := ev.src.src.(Player); inside && at < 0 && len(ev.fading) == 0 { // it has lost no command, so two answers are a bug
			if calls, how = p.Prove(nodes[c]); how != tester.Never {
				at = i
			}
		}
	}
	if at < 0 {
		n := nodes[b.Cases[0]]
		ev.fading = append(ev.fading, fading{n.Query, n.By.Key, true})
		return nil
	}
	n := nodes[b.Cases[at]]
	if how == tester.Alone {
		n = ev.shorten(n)
	}
	f := compared("the key by moves is wrong", n.by(), n.from())
	switch {
	case b.Law == "from FEN":
		f = compared("the key from the FEN is wrong", n.from(), n.by())
		if len(b.Lacks) > 0 {
			f.What = "keys from a FEN are wrong in " + words.Quoted(b.Lacks, 6)
		}
		ev.misreading[strings.Join(b.Kinds, "")] = b.Name()
	case n.Parent == nil:
		f.What, f.Of = "the key of the start position is not the key of its FEN", "of startpos"
	}
	f.FEN, f.Features, f.Count = n.FEN, b.Features(), len(b.Cases)
	if f.Got == f.Want { // keys from FENs lack what the move should change
		f.Want, f.WantAt = f.Got^ev.numbers.Sum(f.Features)^b.Rest, f.At
		f.OfWant = "by the numbers of other moves; the key from the FEN is wrong, too"
	}
	f.Name, f.Cause, f.Why = b.Name(), b.Name()+b.What(), lined(b.Clause(), b.Where)
	if text := b.What(); text != "" {
		f.What += ": " + text
	}
	switch {
	case b.Law == "from FEN":
		f.Why, _ = ev.Explain(n.From, n.By.Key, ev.features(n)...)
		f.Look, f.Why = "the function that sets up a FEN", lined(f.Why, b.Where)
	case b.Missing:
		f.Name, f.Features = "missing-from-fen", ev.toldOf(b.Kinds)
		f.What = fmt.Sprintf("keys by moves have %s, but keys from a FEN do not", words.Quoted(f.Features, 6))
		f.Cause, f.Why = fmt.Sprint("only by moves ", b.Kinds), ""
	case b.Law == "rules":
		f.Name, f.Cause = "en-passant-rules", "en-passant-rules"
		f.What = "the en passant rules differ where no capture is legal"
		f.Why = lined(b.Clause()+"; keys from a FEN have en passant "+ruleWords(ev.fromFEN.Rule), b.Where)
	case how != tester.Alone:
		f.Then, f.Why = calls, lined(how.String(), f.Why)
	}
	return &f
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
		if d := a[0].Key ^ n.From; d != 0 && (d == diff || d == since) && a[1].Key == line.From {
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

// lacking returns which features keys from FENs seem to lack, or nil. If they lack several
// pieces of one square, or on several squares one piece, they lack all of these.
func (ev *Evidence) lacking() func(name string) bool {
	const several = 3
	left := ev.onPurpose()
	zero, parts := make(map[string]bool), make(map[string]int)
	class := make(map[uint64][]solve.Number) // numbers known except for a constant
	for _, n := range ev.fromFEN.Numbers {
		class[n.Free] = append(class[n.Free], n)
	}
	for free, numbers := range class {
		equal := !slices.ContainsFunc(numbers, func(n solve.Number) bool { return n.Key != numbers[0].Key })
		for _, n := range numbers {
			if left(n.Name) {
				continue
			}
			if free == 0 && n.Key == 0 && n.Name != solve.Constant || free != 0 && equal && len(numbers) > several {
				zero[n.Name] = true
				square, man, _ := strings.Cut(n.Name, " ")
				parts[square]++
				parts[man]++
			}
		}
	}
	some := len(zero) > 0 || !ev.opt.Sub && (ev.lacks("castling") || ev.lacks("en-passant"))
	if !ev.isXOR() || ev.fromFEN.Given || !some {
		return nil
	}
	return func(name string) bool {
		kind := keycheck.KindOf(name)
		square, man, _ := strings.Cut(name, " ")
		return zero[name] || !left(name) && (ev.lacks(kind) || kind == "piece" && max(parts[square], parts[man]) >= several)
	}
}

// toldOf returns the features of some kinds that keys from FENs lack.
func (ev *Evidence) toldOf(kinds []string) (names []string) {
	for name := range ev.told {
		if slices.Contains(kinds, keycheck.KindOf(name)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// onlyByMoves reports whether keys from FENs lack all of some features.
func (ev *Evidence) onlyByMoves(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !ev.told[name] })
}

// Lacking reports whether two keys differ in features that keys from FENs lack, as the check of
// moves says.
func (ev *Evidence) Lacking(got, want zobrist.Key) bool { return ev.onlyByMoves(ev.differ(got, want)) }

// unread reports whether a finding says that keys from FENs lack a feature with a number, or
// others of its square or its kind of piece.
func (ev *Evidence) unread(name string, key zobrist.Key) bool {
	name, _, _ = strings.Cut(name, " against ")
	if key != 0 || ev.told[name] || ev.absent == nil || !ev.absent(name) {
		return ev.told[name]
	}
	square, man, _ := strings.Cut(name, " ")
	for name := range ev.told {
		if s, m, _ := strings.Cut(name, " "); s == square || m == man {
			return true
		}
	}
	return false
}
