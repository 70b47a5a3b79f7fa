package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// swapped returns lines, and the same lines with the last move and the third last
// exchanged. If the positions are the same, the keys must be, too.
func (ev *Evidence) swapped() (pairs [][2]*Node, err error) {
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
	answers, err := ev.Ask(queriesOf(others)...)
	for i, a := range answers {
		others[i].By = a
	}
	return slices.DeleteFunc(pairs, func(p [2]*Node) bool { // refused, or another position: one of the moves was illegal
		return p[1].By.Refused != "" || !ev.known && p[1].By.FEN != p[0].FEN
	}), err
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

// confirm reports whether there is a collision, also when the engine is asked again.
func (c *collision) confirm(ev *Evidence) (bool, error) {
	if c.a == nil {
		return false, nil
	}
	return ev.confirm(c.a.by(), c.b.by())
}

// judgeRoutes looks for a position with two keys, and for two positions with one key.
func judgeRoutes(ev *Evidence) (Result, error) {
	r := Result{Unit: "position", Why: ev.blind}
	if ev.blind != "" {
		return r, nil
	}
	pairs, err := ev.swapped()
	if err != nil {
		return r, err
	}
	byText, byKey := make(map[string]*Node), make(map[zobrist.Key]*Node)
	var one collision // two positions with one key
	for _, n := range ev.nodes {
		text := identity(n.FEN, ev.clock > 0)
		if old := byText[text]; old != nil {
			pairs = append(pairs, [2]*Node{old, n})
		} else {
			byText[text] = n
		}
		old := byKey[n.By.Key]
		switch {
		case n.differs(): // the check of moves reports it
		case old == nil:
			byKey[n.By.Key] = n
		case ev.coreOf(old.FEN) != ev.coreOf(n.FEN):
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
	hasTwo, err := two.confirm(ev)
	if err != nil {
		return r, err
	}
	hasOne, err := one.confirm(ev)
	if err != nil {
		return r, err
	}
	r.Says = fmt.Sprintf(" reached by two routes; no two of %s share a key", thousands(len(byText)))
	if a, b := one.a, one.b; hasOne {
		r.Bad, r.Says = one.count, " share a key with another"
		f := compared("two positions share a key: "+differ(a.FEN, b.FEN), a.by(), b.by())
		f.Why, f.Of, f.OfWant = "the key of "+b.FEN+" is the same", "", ""
		if kind, list := ev.sameIn(a.FEN, b.FEN); list != nil {
			f = ev.unchanged(kind, list) // the check of fields reports it
		} else {
			f.FEN, f.Count = a.FEN, one.count
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
		r.Why = "too few positions: none was reached by different moves" + ev.more()
	}
	return r, nil
}

// identity returns the parts of a FEN that the key depends on. clock adds the halfmove
// clock.
func identity(fen string, clock bool) string {
	core := clockless(fen)
	if !clock {
		return core
	}
	p, err := recover.Parse(fen)
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
		f = append(f[:3], f[4:]...) // without en passant
	}
	return strings.Join(f, " ")
}

// sameIn returns the fields of a kind that change no key, if two positions differ only in
// such kinds.
func (ev *Evidence) sameIn(a, b string) (kind string, list []string) {
	byKind := make(map[string][]string)
	for field := range ev.same {
		k := kindsOf([]string{field})[0]
		byKind[k] = append(byKind[k], field)
	}
	x, y := strings.Fields(clockless(a)), strings.Fields(clockless(b))
	for i, name := range []string{"piece", "side", "castling", "en passant"} {
		switch {
		case len(x) <= i || len(y) <= i || x[i] == y[i]:
		case i == 3 && byKind[name] == nil: // a square where no pawn can capture changes no key
		case i == 0 || byKind[name] == nil:
			return "", nil
		case kind == "":
			kind = name
		}
	}
	slices.Sort(byKind[kind])
	return kind, byKind[kind]
}

// differ names the fields in which two FENs differ.
func differ(a, b string) string {
	names := []string{"board", "side to move", "castling rights", "en passant square"}
	x, y := strings.Fields(a), strings.Fields(b)
	var all []string
	for i := range min(len(x), len(y), len(names)) {
		if x[i] != y[i] {
			all = append(all, names[i])
		}
	}
	return "they differ in the " + strings.Join(all, ", the ")
}
