package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// whole reports the one cause of all wrong keys by moves, if each FEN has the same key, or
// each key is the one before.
func (ev *Evidence) whole() bool {
	wrongs := ev.wrongs()
	lags := filter(wrongs, func(n *Node) bool {
		return n.Parent != nil && n.By.Key == n.Parent.From
	})
	what, name := "each FEN has the same key", "fen-constant"
	switch {
	case len(wrongs) == 0:
		return false
	case !slices.ContainsFunc(ev.nodes, func(n *Node) bool { return n.From != ev.nodes[0].From }):
		ev.blind = what + ": see moves"
	case 20*len(lags) > 19*len(wrongs) && 2*len(lags) > len(ev.nodes):
		what = "the key by moves is that of the position before the last move"
		name = "lags"
		wrongs = lags
	default:
		return false
	}
	n := shortest(wrongs)
	f := compared(what, n.by(), n.from())
	f.Name, f.Cause, f.FEN, f.Count = name, name, n.FEN, len(wrongs)
	ev.wrong = append(ev.wrong, f)
	return true
}

// strayed reports an engine that shows another position than a FEN, refuses a legal move,
// or makes a different one: its FENs show it. What follows in these lines is of no use. It
// returns true if keys from FENs tell nothing.
func (ev *Evidence) strayed() bool {
	first := filter(ev.refused, func(n *Node) bool { // or the cause is earlier
		return !n.Parent.differs() || n.Parent.diff() == n.root().diff()
	})
	if len(first) > 0 && ev.known {
		n := shortest(first)
		ev.wrong = append(ev.wrong, Finding{What: "the engine refuses the legal move " +
			n.move(), Name: "refused-move", Cause: "refuses moves",
			At: n.Query, FEN: n.FEN, Why: n.By.Refused, Count: len(first)})
	}
	dialect := make(map[int]bool) // the fields that the engine writes in its own way
	var wrong, roots []*Node
	for _, n := range ev.nodes {
		fields := differing(n.By.FEN, n.FEN)
		if n.Parent == nil && len(fields) > 0 {
			p, err := chess.ParseFEN(n.By.FEN)
			readable := err == nil && !apart(n.FEN)
			castling := fields[0] == 2 && p.Castling != 0 && len(ev.sameOf("castling")) > 0
			if readable && (fields[0] < 2 || castling) {
				roots = append(roots, n)
			}
			for _, i := range fields {
				dialect[i] = true
			}
		}
		fields = slices.DeleteFunc(fields, func(i int) bool { return dialect[i] })
		if n.strayed = n.Parent != nil && n.Parent.strayed; len(fields) > 0 && !n.strayed {
			n.strayed, wrong = true, append(wrong, n)
		}
	}
	// or the move before may be why
	wrong = filter(wrong, func(n *Node) bool { return n.Parent.diff() == n.Parent.Parent.diff() })
	shows := func(wrong []*Node) string {
		n := shortest(wrong)
		names := []string{ // of the fields of a FEN
			"another board",
			"another side to move",
			"other castling rights",
			"another en passant square",
		}
		return "shows " + names[differing(n.By.FEN, n.FEN)[0]]
	}
	switch {
	case len(roots) > 0:
		ev.blind = "FENs are set up as other positions: see moves"
		ev.stray("wrong-board", "the engine "+shows(roots)+" than the FEN", roots)
	case len(wrong) > 0:
		n := shortest(wrong)
		name, what := "wrong-board", shows(wrong)+" after"
		if n.By.FEN == n.Parent.By.FEN {
			name, what = "refused-move", "does not make"
		}
		ev.stray(name, "the engine "+what+" the legal move "+n.move(), wrong)
	}
	return len(roots) > 0
}

// schemes reports one bug, and those of other features, if the differences of keys by moves
// and keys from FENs are the XOR of one number for each feature: half of them predict the
// others. Then each is sound in itself, and either may be wrong.
func (ev *Evidence) schemes() {
	wrong := ev.wrongs()
	if len(wrong) < 20 {
		return
	}
	var differ []solve.Sample
	var half [2][]solve.Sample
	for i, n := range filter(spread(ev.nodes, 20_000), func(n *Node) bool { return !n.trivial() }) {
		differ = append(
			differ, solve.Sample{Position: n.position().In(n.root().FEN), Key: n.By.Key ^ n.From},
		)
		half[i%2] = append(half[i%2], differ[i])
	}
	s, predicted := solve.Find(half[0], ev.opt.Seed), 0
	for _, at := range half[1] {
		if key, ok := s.Predict(at.Position); ok && key != at.Key &&
			(at.Position.LegalEP() || !at.Position.Capturable()) {
			return
		} else if ok && key != 0 {
			predicted++
		}
	}
	if s = solve.Find(differ, ev.opt.Seed); predicted < 20 || len(s.Outside) > 0 {
		return
	}
	var parts, names []string
	for _, n := range solve.Determined(s.Numbers) {
		if name, _, _ := strings.Cut(n.Name, " ("); n.Key != 0 && keycheck.KindOf(name) != "field" {
			names, parts = append(names, name), append(parts, keycheck.PartOf(name))
		}
	}
	if names == nil {
		return
	}
	names = slices.Compact(names)
	slices.Sort(parts)
	parts = slices.Compact(parts)
	if len(names) <= 6 {
		parts = names
	}
	ev.others, ev.apart = names, s.Known()
	n, kinds := shortest(wrong), keycheck.KindsOf(names)
	f := compared("keys by moves and keys from FENs have different numbers for "+
		words.Quoted(parts, 12), n.by(), n.from())
	f.Name, f.FEN, f.Count = keycheck.Join("moves", kinds...), n.FEN, len(wrong)
	f.Why = fmt.Sprintf(
		"one number for each feature predicts %s of these differences, "+
			"so either kind of key may be wrong",
		words.Thousands(predicted),
	)
	f.Cause = f.What
	f.Look = "which numbers the moves use, and which the function that sets up a FEN"
	ev.wrong = append([]Finding{f}, slices.DeleteFunc(ev.wrong, func(w Finding) bool {
		own := keycheck.KindsOf(w.Features)
		return own == nil || slices.ContainsFunc(own, func(k string) bool {
			return slices.Contains(kinds, k)
		})
	})...)
}

// differing returns the indices of the fields of an engine's FEN, up to the fourth, that
// say something else than those of another. It is nil if the engine's has no board or no
// side, and empty if none differ. Castling rights may have any order; files instead of KQkq
// say nothing. Engines show an en passant square by different rules, but not a wrong one.
func differing(got, want string) []int {
	x, y := strings.Fields(got), strings.Fields(want)
	if len(x) < 2 || len(y) < 2 {
		return nil
	}
	fields := []int{}
	for i := range min(len(x), len(y), 4) {
		same := x[i] == y[i]
		switch i {
		case 2:
			a, b := []byte(x[2]), []byte(y[2])
			slices.Sort(a)
			slices.Sort(b)
			same = string(a) == string(b) || strings.Trim(x[2], "KQkq-") != "" ||
				strings.Trim(y[2], "KQkq-") != ""
		case 3:
			same = same || x[3] == "-" || y[3] == "-" && strings.Trim(x[3], "abcdefgh36") != ""
		}
		if !same {
			fields = append(fields, i)
		}
	}
	return fields
}

// stray reports positions that the engine prints as others.
func (ev *Evidence) stray(name, what string, wrong []*Node) {
	n := shortest(wrong)
	ev.wrong = append(ev.wrong, Finding{What: what, Name: name, Cause: "strayed",
		At: n.Query, FEN: n.FEN, Why: "it shows " + n.By.FEN, Count: len(wrong)})
}

// readings reports keys from FENs that keys by moves show to be wrong, once for each kind
// of features.
func (ev *Evidence) readings() {
	own, of := make(map[*Node][]string), make(map[string][]*Node)
	// the right key by moves
	shows := func(n *Node) bool { return !n.trivial() && n.rootMisread == 0 }
	all := filter(ev.nodes, func(n *Node) bool { return n.misread != 0 && !n.differs() })
	some := filter(all, shows)
	// moves only show it where the FEN of the line's start is wrong
	if len(some)+len(ev.wrong) == 0 {
		some = all
	}
	for _, n := range some {
		_, own[n] = ev.Explain(n.misread, 0, ev.features(n)...)
		for _, kind := range keycheck.KindsOf(own[n]) {
			of[kind] = append(of[kind], n)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		// the clearest
		n := slices.MinFunc(of[kind], func(a, b *Node) int {
			return cmp.Or(len(own[a])-len(own[b]), len(a.Moves)-len(b.Moves))
		})
		want := n.by()
		if !shows(n) {
			want = side{n.from().Query, n.From ^ n.misread, "by the numbers of keys by moves"}
		}
		f := compared("the key from the FEN is wrong", n.from(), want)
		f.Name = keycheck.Join(fromFEN, kind)
		f.Cause, f.FEN, f.Features, f.Why, f.Count = f.Name, n.FEN, ofKinds(
			own[n], kind,
		), "wrong by: "+
			words.Quoted(own[n], 6), len(of[kind])
		ev.wrong = append(ev.wrong, f)
	}
}

const fromFEN = "from-fen"
