package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// swapped returns lines, and the same lines with the last move and the third last
// exchanged. If the positions are the same, the keys must be, too.
func (ev *Evidence) swapped() (pairs [][2]*Node) {
	most := min(max(len(ev.nodes)/10, 100), 400)
	step := max(len(ev.nodes)/(3*most), 1)
	var others []*Node
	for i := 0; i < len(ev.nodes) && len(pairs) < most; i += step {
		n := ev.nodes[i]
		k := len(n.Moves) - 3
		if k < 0 || n.Moves[k] == n.Moves[k+2] {
			continue
		}
		m := slices.Clone(n.Moves)
		m[k], m[k+2] = m[k+2], m[k]
		// Without rules, the engine's FEN shows the position.
		if ev.known && ev.fenAfter(Query{FEN: n.Parent.Parent.Parent.FEN, Moves: m[k:]}) != n.FEN {
			continue
		}
		other := &Node{Query: Query{FEN: n.Query.FEN, Moves: m}, FEN: n.FEN}
		others = append(others, other)
		pairs = append(pairs, [2]*Node{n, other})
	}
	for i, a := range ev.src.Ask(queriesOf(others)...) {
		others[i].By = a
	}
	return slices.DeleteFunc(pairs, func(p [2]*Node) bool { // refused, or another position: one of the moves was illegal
		return p[1].By.Refused != "" || !ev.known && p[1].By.FEN != p[0].FEN
	})
}

// met returns the nodes with the position of an earlier one, those with the key of another position,
// and how many positions there are.
func (ev *Evidence) met() (again, one [][2]*Node, positions int) {
	byText, byKey := make(map[string]*Node), make(map[zobrist.Key]*Node)
	weak := sync.OnceValue(func() bool { return len(judgeNumbers(ev).Findings) > 0 })
	for _, n := range ev.nodes {
		text := clockless(n.FEN)
		if ev.clock > 0 {
			text = fmt.Sprint(text, " ", n.position().Clock)
		}
		if old := byText[text]; old != nil {
			again = append(again, [2]*Node{old, n})
		} else {
			byText[text] = n
		}
		old := byKey[n.By.Key]
		switch {
		case ev.opt.Sub, n.differs(): // it may leave out what tells them apart; the check of moves reports it
		case old == nil:
			byKey[n.By.Key] = n
		case ev.coreOf(old.FEN) != ev.coreOf(n.FEN) && !ev.lackingApart(old, n) && !(ev.cancelling(old, n) && weak()):
			one = append(one, [2]*Node{old, n})
		}
	}
	return again, one, len(byText)
}

// judgeRoutes looks for two positions with one key. One with two keys is reported as a wrong key.
func judgeRoutes(ev *Evidence) Result {
	r := Result{Unit: "position", Why: ev.blind}
	if ev.blind != "" {
		return r
	}
	met, one, positions := ev.met()
	two := false // one position has two keys
	for _, p := range append(ev.swapped(), met...) {
		if !slices.Equal(p[0].Moves, p[1].Moves) {
			r.Count++
		}
		two = two || p[0].By.Key != p[1].By.Key
	}
	if r.Says = " reached by two routes"; !ev.opt.Sub {
		r.Says += fmt.Sprintf("; no two of %s share a key", words.Thousands(positions))
	}
	if len(one) > 0 {
		size := func(p [2]*Node) int { return len(p[0].FEN) + len(p[1].FEN) }
		p := slices.MinFunc(one, func(p, q [2]*Node) int { return cmp.Compare(size(p), size(q)) })
		if ev.confirm(p[0].by(), p[1].by()) {
			r.Bad, r.Says = len(one), " share a key with another"
			r.Findings = append(r.Findings, ev.shared(p[0], p[1], len(one)))
		}
	}
	switch {
	case two: // a wrong update makes two keys of one position, too
		r.Why = "the wrong keys by moves give some positions two keys"
	case r.Count == 0:
		r.Why = "too few positions: none was reached by different moves" + ev.about.More
	}
	return r
}

// shared reports two positions with one key. If they differ in fields of which none changes
// the key, it is the bug that the check of fields reports.
func (ev *Evidence) shared(a, b *Node, count int) Finding {
	x, y := strings.Fields(a.FEN), strings.Fields(b.FEN)
	var differ, same []string
	for i, kind := range []string{"piece", "side", "castling", "en-passant"}[:min(len(x), len(y), 4)] {
		if x[i] == y[i] {
			continue
		}
		differ = append(differ, []string{"board", "side to move", "castling rights", "en passant square"}[i])
		if kind != "en-passant" || ev.sameOf(kind) != nil { // a square where no pawn can capture changes no key
			same = append(same, kind)
		}
	}
	if len(same) > 0 && !slices.ContainsFunc(same, func(kind string) bool { return kind == "piece" || ev.sameOf(kind) == nil }) {
		return ev.unchanged(same[0], ev.sameOf(same[0]))
	}
	f := compared("two positions share a key: they differ in the "+strings.Join(differ, ", the "), a.by(), b.by())
	f.Why, f.Of, f.OfWant, f.FEN, f.Count = "the key of "+b.FEN+" is the same", "", "", a.FEN, count
	return f
}

// apart returns the features of one of two positions.
func (ev *Evidence) apart(a, b *Node) []string {
	x, y := ev.features(a), ev.features(b)
	return slices.DeleteFunc(slices.Concat(x, y), func(name string) bool {
		return slices.Contains(x, name) && slices.Contains(y, name)
	})
}

// lackingApart reports whether two positions differ only in features that keys from FENs lack, as
// the check of moves reports.
func (ev *Evidence) lackingApart(a, b *Node) bool {
	return len(ev.told) > 0 && !slices.ContainsFunc(ev.apart(a, b), func(name string) bool { return !ev.absent(name) })
}

// cancelling reports whether two positions differ in so few features whose numbers cancel that the
// check of numbers finds these.
func (ev *Evidence) cancelling(a, b *Node) bool {
	differ := ev.apart(a, b)
	return ev.isXOR() && len(differ) <= keycheck.MostSize && ev.numbers.Sum(differ) == 0
}

// coreOf returns the board, the side and the castling rights of a FEN. Positions that
// differ in these must have different keys. A promoted piece
// may share the numbers of another by design.
func (ev *Evidence) coreOf(fen string) string {
	f := strings.Fields(clockless(fen))
	f[0] = strings.ReplaceAll(f[0], "~", "")
	if len(f) > 3 {
		f = slices.Delete(f, 3, 4) // en passant
	}
	return strings.Join(f, " ")
}
