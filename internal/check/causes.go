package check

import (
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// whole returns the one cause of all wrong keys by moves: each FEN has the same key, or the key is
// that of the position before the last move. It returns nil if there is none.
func (ev *Evidence) whole() *Finding {
	const least = 6 // positions that show it
	wrongs := ev.wrongs()
	lags := filter(wrongs, func(n *Node) bool { return n.Parent != nil && n.By.Key == n.Parent.From })
	right := filter(ev.nodes, func(n *Node) bool { return n.Parent != nil && !n.differs() && n.From != n.Parent.From })
	what, name := "each FEN has the same key", "fen-constant"
	switch {
	case len(wrongs) < least:
		return nil
	case !slices.ContainsFunc(ev.nodes, func(n *Node) bool { return n.From != ev.nodes[0].From }):
		ev.blind = what + ": see moves"
	case 20*len(lags) > 19*(len(wrongs)+len(right)):
		what, name, wrongs = "the key by moves is that of the position before the last move", "lags", lags
		ev.lags = true
	default:
		return nil
	}
	for _, n := range wrongs {
		if ev.confirm(n.by(), n.from()) {
			f := compared(what, n.by(), n.from())
			f.Name, f.Cause, f.FEN, f.Count = name, name, n.FEN, len(wrongs)
			return &f
		}
	}
	return nil
}

// otherRights returns a FEN without its own key that the engine prints with other castling rights, or nil.
func (ev *Evidence) otherRights() []Finding {
	for _, field := range slices.Sorted(maps.Keys(ev.same)) {
		q := Query{FEN: ev.same[field][0].fen}
		if a := ev.src.AskAlone(q)[0]; ev.known && !apart(q.FEN) && slices.Contains(differing(a.FEN, q.FEN), 2) {
			ev.blind = "FENs are set up as other positions: see moves"
			return []Finding{wrongBoard(&Node{Query: q, FEN: q.FEN, By: a}, len(ev.same[field]))}
		}
	}
	return nil
}

// strayed reports an engine that refuses a legal move, ignores it, or makes a different one:
// its FENs are not those of the moves. What follows in these lines is of no use.
func (ev *Evidence) strayed() {
	if !ev.known {
		return
	}
	first := filter(ev.refused, func(n *Node) bool { // or the cause is earlier
		return !n.Parent.differs() || n.Parent.diff() == n.root().diff()
	})
	if len(first) > 0 {
		n := shortest(first)
		ev.wrong = append(ev.wrong, Finding{What: "the engine refuses the legal move " + n.move(), Name: "refused-move", Cause: "refuses moves",
			At: n.Query, FEN: n.FEN, Why: n.By.Refused, Count: len(first)})
	}
	dialect, seen := map[int]bool{}, false // the fields that the engine writes in its own way
	var wrong []*Node
	for _, n := range ev.nodes {
		fields := differing(n.By.FEN, n.FEN)
		seen = seen || fields != nil
		if n.Parent == nil {
			for _, i := range fields {
				dialect[i] = true
			}
			if !dialect[0] {
				continue
			}
			if _, err := chess.ParseFEN(n.By.FEN); err == nil {
				ev.wrong = append(ev.wrong, wrongBoard(n, 1))
			} else {
				ev.note("the engine prints FENs in a format of its own, such as %s, so it is unknown whether it makes each move", n.By.FEN)
			}
			return
		}
		fields = slices.DeleteFunc(fields, func(i int) bool { return dialect[i] })
		n.strayed = n.Parent.strayed || len(fields) > 0
		if len(fields) > 0 && !n.Parent.strayed {
			wrong = append(wrong, n)
		}
	}
	if !seen {
		ev.note("%s makes each move", ev.noFEN())
	}
	if len(wrong) > 0 {
		ev.wrong = append(ev.wrong, ev.misplaced(wrong))
	}
}

// Strays reports whether the check of moves says that the engine prints other positions.
func (ev *Evidence) Strays() bool {
	return slices.ContainsFunc(ev.wrong, func(f Finding) bool { return f.Cause == "strayed" })
}

// wrongBoard reports a position that the engine prints as another one.
func wrongBoard(n *Node, count int) Finding {
	return Finding{What: "the engine sets up another position than the FEN", Name: "wrong-board", Cause: "strayed",
		At: n.Query, FEN: n.FEN, Why: "it prints " + n.By.FEN, Count: count}
}

// misplaced reports positions that the engine's FEN shows to be others than the rules say.
func (ev *Evidence) misplaced(wrong []*Node) Finding {
	n := shortest(wrong)
	fields, what := differing(n.By.FEN, n.FEN), "different position"
	if fields[0] > 1 {
		what = "wrong " + [...]string{2: "set of castling rights", 3: "en passant square"}[fields[0]]
	}
	f := wrongBoard(n, len(wrong))
	if f.What = "the engine has a " + what + " after the legal move " + n.move(); fields[0] <= 1 && len(differing(n.By.FEN, n.Parent.FEN)) == 0 {
		f.What = "the engine ignores the legal move " + n.move()
	}
	if p, err := chess.ParseFEN(n.Parent.FEN); err == nil && p.Castling != 0 && p.CheckStandard() != nil && ev.about.Hint != "" {
		f.Why += "; " + ev.about.Hint
	}
	return f
}

// readings returns the bugs of keys from FENs that keys by moves show to be wrong: one for each kind of
// features that makes them wrong. Its cases are nodes of which the key by moves is right.
func (ev *Evidence) readings() (bugs []solve.Bug, nodes []*Node) {
	nodes = filter(ev.nodes, func(n *Node) bool { return n.misread != 0 && !n.trivial() && n.rootMisread == 0 && !n.differs() })
	own := make(map[*Node][]string)
	for _, n := range nodes {
		own[n] = ev.differ(n.misread, 0, ev.features(n)...)
	}
	slices.SortStableFunc(nodes, func(a, b *Node) int { return len(own[a]) - len(own[b]) }) // the clearest first
	of := make(map[string]*solve.Bug)
	for i, n := range nodes {
		for _, kind := range keycheck.KindsOf(own[n]) {
			if of[kind] == nil {
				of[kind] = &solve.Bug{Kinds: []string{kind}}
			}
			of[kind].Cases = append(of[kind].Cases, i)
			of[kind].Lacks = append(of[kind].Lacks, ofKinds(own[n], kind)...)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		b := of[kind]
		slices.Sort(b.Lacks)
		b.Lacks = slices.Compact(b.Lacks)
		bugs = append(bugs, *b)
	}
	return bugs, nodes
}

// noFEN begins a sentence about what is unknown without the engine's FENs.
func (ev *Evidence) noFEN() string {
	how := "prints no FEN"
	if ev.about.Ask == "" { // it is in this process
		how = "has no method FEN"
	}
	return "the engine " + how + ", so it is unknown whether it"
}

// judgeShredder explains a FEN in Shredder form with another key than the same in X-FEN.
func (ev *Evidence) judgeShredder(n *Node) Finding {
	got, want := side{n.Query, n.By.Key, "in Shredder form"}, side{Query{FEN: n.FEN}, n.From, "with KQkq"}
	f := compared("a FEN in Shredder form has another key than the same FEN with KQkq", got, want)
	f.Name, f.Cause, f.FEN = "shredder-fen", "shredder-fen", n.FEN
	return f
}
