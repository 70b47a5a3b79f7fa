package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
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
		if ev.known && ev.fenAfter(Query{n.Parent.Parent.Parent.FEN, m[k:]}) != n.FEN {
			continue
		}
		other := &Node{Query: Query{n.Query.FEN, m}, FEN: n.FEN}
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

// A collision is the shortest of some pairs of positions with wrong keys.
type collision struct {
	a, b  *Node // nil if there is none
	count int
}

func (c *collision) add(a, b *Node, size func(n *Node) int) {
	if c.count++; c.a == nil || size(a)+size(b) < size(c.a)+size(c.b) {
		c.a, c.b = a, b
	}
}

// confirmed reports whether there is a collision, also when the engine is asked again.
func (c *collision) confirmed(ev *Evidence) bool { return c.a != nil && ev.confirm(c.a.by(), c.b.by()) }

// judgeRoutes looks for a position with two keys, and for two positions with one key.
func judgeRoutes(ev *Evidence) Result {
	r := Result{Unit: "position", Why: ev.blind}
	if ev.blind != "" {
		return r
	}
	pairs := ev.swapped()
	byText, byKey := make(map[string]*Node), make(map[zobrist.Key]*Node)
	var one collision // two positions with one key
	for _, n := range ev.nodes {
		text := ev.identity(n.FEN)
		if old := byText[text]; old != nil {
			pairs = append(pairs, [2]*Node{old, n})
		} else {
			byText[text] = n
		}
		old := byKey[n.By.Key]
		switch {
		case ev.opt.Sub, n.differs(): // it may leave out what tells them apart; the check of moves reports it
		case old == nil:
			byKey[n.By.Key] = n
		case ev.coreOf(old.FEN) != ev.coreOf(n.FEN) && !ev.onlyAbsent(old, n):
			one.add(old, n, func(n *Node) int { return len(n.FEN) })
		}
	}
	var two collision // one position with two keys
	for _, p := range pairs {
		if !slices.Equal(p[0].Moves, p[1].Moves) {
			r.Count++
		}
		if p[0].By.Key != p[1].By.Key {
			two.add(p[0], p[1], func(n *Node) int { return len(n.Moves) })
		}
	}
	hasTwo, hasOne := two.confirmed(ev), one.confirmed(ev)
	if r.Says = " reached by two routes"; !ev.opt.Sub {
		r.Says += fmt.Sprintf("; no two of %s share a key", thousands(len(byText)))
	}
	if a, b := one.a, one.b; hasOne {
		r.Bad, r.Says = one.count, " share a key with another"
		kinds, differ := apartIn(a.FEN, b.FEN)
		f := compared("two positions share a key: they differ in the "+differ, a.by(), b.by())
		f.Why, f.Of, f.OfWant, f.FEN, f.Count = "the key of "+b.FEN+" is the same", "", "", a.FEN, one.count
		if kind := ev.sameIn(kinds); kind != "" {
			f = ev.unchanged(kind, ev.sameOf(kind)) // the check of fields reports it
		}
		r.Findings = append(r.Findings, f)
	}
	switch {
	case hasTwo && len(ev.wrong) > 0: // a wrong update makes two keys of one position, too
		r.Why = "the wrong keys by moves give some positions two keys"
	case hasTwo:
		r.Bad, r.Says = two.count, " have two keys"
		f := compared("one position has two keys", two.a.by(), two.b.by())
		f.FEN, f.Of, f.OfWant, f.Count = two.a.FEN, "here", "by the other moves", two.count
		r.Findings = append(r.Findings, f)
	case r.Count == 0:
		r.Why = "too few positions: none was reached by different moves" + ev.about.More
	}
	return r
}

// onlyAbsent reports whether two positions differ only in features that keys from FENs lack,
// as the check of moves reports.
func (ev *Evidence) onlyAbsent(a, b *Node) bool {
	if len(ev.told) == 0 {
		return false
	}
	x, y := ev.features(a), ev.features(b)
	return !slices.ContainsFunc(slices.Concat(x, y), func(name string) bool {
		return slices.Contains(x, name) != slices.Contains(y, name) && !ev.absent(name)
	})
}

// identity returns the parts of a FEN that the key depends on.
func (ev *Evidence) identity(fen string) string {
	core := clockless(fen)
	if ev.clock == 0 {
		return core
	}
	p, err := solve.Parse(fen)
	if err != nil {
		return core
	}
	return fmt.Sprint(core, " ", p.Clock)
}

// coreOf returns the board, the side and the castling rights of a FEN. Positions that
// differ in these must have different keys. It replaces promoted pieces by the pieces
// whose numbers they share by design.
func (ev *Evidence) coreOf(fen string) string {
	f := strings.Fields(clockless(fen))
	for letter, as := range ev.fromFEN.Promoted {
		f[0] = strings.ReplaceAll(f[0], letter, as)
	}
	if len(f) > 3 {
		f = slices.Delete(f, 3, 4) // en passant
	}
	return strings.Join(f, " ")
}

// apartIn returns the kinds of features in which two FENs differ, and names their fields.
func apartIn(a, b string) (kinds []string, names string) {
	fields := [][2]string{{"piece", "board"}, {"side", "side to move"}, {"castling", "castling rights"}, {"en-passant", "en passant square"}}
	x, y := strings.Fields(a), strings.Fields(b)
	var all []string
	for i := range min(len(x), len(y), len(fields)) {
		if x[i] != y[i] {
			kinds, all = append(kinds, fields[i][0]), append(all, fields[i][1])
		}
	}
	return kinds, strings.Join(all, ", the ")
}

// sameIn returns the first of some kinds if none of them changes keys, or else "".
func (ev *Evidence) sameIn(kinds []string) string {
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { // a square where no pawn can capture changes no key
		return kind == "en-passant" && ev.sameOf(kind) == nil
	})
	for _, kind := range kinds {
		if kind == "piece" || ev.sameOf(kind) == nil {
			return ""
		}
	}
	return append(kinds, "")[0]
}
