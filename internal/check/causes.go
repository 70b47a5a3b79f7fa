package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// whole looks for one cause of all wrong keys by moves: each FEN has the same key, or the
// key is that of the position before the last move. It returns nil if there is none.
func (ev *Evidence) whole() *Finding {
	const least = 6                // positions that show it
	differ, lags, right := 0, 0, 0 // right: changed as they should
	fens := make(map[zobrist.Key]bool)
	for _, n := range ev.nodes {
		fens[n.From] = true
		if n.differs() {
			differ++
			if n.Parent != nil && n.By.Key == n.Parent.From {
				lags++
			}
		} else if n.Parent != nil && n.From != n.Parent.From {
			right++
		}
	}
	var what, name string
	switch {
	case differ < least:
		return nil
	case len(fens) == 1:
		what, name = "each FEN has the same key", "fen-constant"
		ev.blind = what + ": see moves"
	case 20*lags > 19*(differ+right):
		what, name = "the key by moves is that of the position before the last move", "lags"
	default:
		return nil
	}
	for _, n := range ev.wrongs() {
		if (n.Parent != nil || len(fens) == 1) && ev.confirm(n.by(), n.from()) {
			f := compared(what, n.by(), n.from())
			f.Name, f.Cause, f.FEN, f.Count = name, name, n.FEN, differ
			return &f
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
	first := slices.DeleteFunc(slices.Clone(ev.refused), func(n *Node) bool { // the cause is earlier
		return n.Parent.differs() && n.Parent.diff() != n.root().diff()
	})
	if len(first) > 0 {
		n := shortest(first)
		ev.wrong = append(ev.wrong, Finding{What: "the engine refuses the legal move " + n.move(), Name: "refused-move", Cause: "refuses moves",
			At: n.Query, FEN: n.FEN, Why: lines(n.By.Refused, ev.where(first)), Count: len(first)})
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
			if _, err := zobrist.ParseFEN(n.By.FEN); err == nil && slices.Contains(fields, 0) {
				ev.wrong = append(ev.wrong, Finding{What: "the engine sets up another position than the FEN", Name: "wrong-board", Cause: "strayed",
					At: n.Query, FEN: n.FEN, Why: "it prints " + n.By.FEN, Count: 1})
				return
			} else if slices.Contains(fields, 0) {
				ev.note("the engine prints FENs in a format of its own, such as %s, so it is unknown whether it makes each move", n.By.FEN)
				return
			}
			continue
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

// misplaced reports positions that the engine's FEN shows to be others than the rules say.
func (ev *Evidence) misplaced(wrong []*Node) Finding {
	n := shortest(wrong)
	f := Finding{What: "the engine has a different position after the legal move " + n.move(), Name: "wrong-board", Cause: "strayed", At: n.Query, FEN: n.FEN, Count: len(wrong)}
	if fields := differing(n.By.FEN, n.FEN); !slices.Contains(fields, 0) && !slices.Contains(fields, 1) {
		f.What = "the engine has a wrong " + fieldNames()[fields[0]] + " after the legal move " + n.move()
	} else if len(differing(n.By.FEN, n.Parent.FEN)) == 0 {
		f.What = "the engine ignores the legal move " + n.move()
	}
	f.Why = lines("it prints "+n.By.FEN, ev.where(wrong))
	if short := (Query{FEN: n.Parent.FEN}).then(n.move()); len(n.Moves) > 1 {
		if a := ev.src.Ask(short)[0]; a.Refused == "" && slices.Equal(differing(a.FEN, n.FEN), differing(n.By.FEN, n.FEN)) {
			f.At = short
		}
	}
	if p, err := zobrist.ParseFEN(n.Parent.FEN); err == nil && p.Castling != 0 && p.CheckStandard() != nil && ev.about.Hint != "" {
		f.Why += "; " + ev.about.Hint
	}
	return f
}

// where says what the last moves of some nodes have in common and others do not.
func (ev *Evidence) where(wrong []*Node) string {
	var bad, right []solve.Place
	for _, n := range wrong {
		bad = append(bad, ev.place(n))
	}
	for _, n := range spread(ev.nodes, 4000) {
		if n.Parent != nil && !slices.Contains(wrong, n) {
			right = append(right, ev.place(n))
		}
	}
	return solve.Where(bad, right)
}

func fieldNames() []string {
	return []string{"board", "side to move", "set of castling rights", "en passant square"}
}

// differing returns the indices of the fields of an engine's FEN, up to the fourth, that say
// something else than those of another. It is nil if the engine's has no board or no side,
// and empty if none differ. Castling rights may have any order; files instead of KQkq say
// nothing. Engines show an en passant square by different rules, but not a wrong one.
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
			same = string(a) == string(b) || strings.Trim(x[2], "KQkq-") != "" || strings.Trim(y[2], "KQkq-") != ""
		case 3:
			same = same || x[3] == "-" || y[3] == "-" && strings.Trim(x[3], "abcdefgh36") != ""
		}
		if !same {
			fields = append(fields, i)
		}
	}
	return fields
}

// noFEN begins a sentence about what is unknown without the engine's FENs.
func (ev *Evidence) noFEN() string {
	if ev.about.Ask == "" { // it is in this process
		return "the engine has no method FEN, so it is unknown whether it"
	}
	return "the engine prints no FEN, so it is unknown whether it"
}

// shortest returns the node with the fewest moves.
func shortest(nodes []*Node) *Node {
	return slices.MinFunc(nodes, func(a, b *Node) int { return cmp.Compare(len(a.Moves), len(b.Moves)) })
}

// samePosition compares the boards and the sides to move of two FENs. ok is
// false if one has no board or side.
func samePosition(a, b string) (same, ok bool) {
	fields := differing(a, b)
	return !slices.Contains(fields, 0) && !slices.Contains(fields, 1), fields != nil
}
