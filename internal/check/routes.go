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
func (ev *Evidence) swapped() (lines, others []*Node, err error) {
	most := min(max(len(ev.nodes)/10, 100), 400)
	step := max(len(ev.nodes)/(3*most), 1)
	for i := 0; i < len(ev.nodes) && len(lines) < most; i += step {
		n := ev.nodes[i]
		k := len(n.Moves) - 3
		if k < 0 {
			continue
		}
		m := slices.Clone(n.Moves)
		if m[k], m[k+2] = m[k+2], m[k]; m[k] == m[k+2] {
			continue
		}
		if ev.known { // without rules, the engine's FEN shows the position
			base := n.Parent.Parent.Parent
			if ev.fenAfter(Query{base.FEN, m[k:]}) != n.FEN {
				continue
			}
		}
		lines = append(lines, n)
		others = append(others, &Node{Query: Query{n.Query.FEN, m}, FEN: n.FEN})
	}
	answers, err := ev.Ask(queriesOf(others)...)
	for i := range answers {
		if others[i].By = answers[i]; answers[i].Refused != "" || !ev.known && answers[i].FEN != lines[i].FEN {
			others[i] = nil // refused, or another position: one of the moves was illegal
		}
	}
	return lines, others, err
}

// judgeRoutes looks for a position with two keys, and for two positions with one key.
func judgeRoutes(ev *Evidence) (Result, error) {
	r := Result{Unit: "position", Why: ev.blind}
	if ev.blind != "" {
		return r, nil
	}
	lines, others, err := ev.swapped()
	if err != nil {
		return r, err
	}
	var two, one []*Node // the shortest pairs
	transposed, countTwo, countOne := 0, 0, 0
	twice := func(a, b *Node) { // two lines to one position
		if !slices.Equal(a.Moves, b.Moves) {
			transposed++
		}
		if a.By.Key == b.By.Key {
			return
		}
		if countTwo++; two == nil || len(a.Moves)+len(b.Moves) < len(two[0].Moves)+len(two[1].Moves) {
			two = []*Node{a, b}
		}
	}
	for i, n := range lines {
		if others[i] != nil {
			twice(n, others[i])
		}
	}
	byText, byKey := make(map[string]*Node), make(map[zobrist.Key]*Node)
	for _, n := range ev.nodes {
		text := identity(n.FEN, ev.clock > 0)
		if old := byText[text]; old != nil {
			twice(old, n)
		} else {
			byText[text] = n
		}
		old := byKey[n.By.Key]
		switch {
		case n.differs(): // the check of moves reports it
		case old == nil:
			byKey[n.By.Key] = n
		case ev.coreOf(old.FEN) != ev.coreOf(n.FEN):
			if countOne++; one == nil || len(n.FEN)+len(old.FEN) < len(one[0].FEN)+len(one[1].FEN) {
				one = []*Node{old, n}
			}
		}
	}
	for _, pair := range []*[]*Node{&two, &one} {
		if *pair == nil {
			continue
		}
		a, b := (*pair)[0], (*pair)[1]
		same, err := ev.Confirm(a.Query, b.Query, a.By.Key, b.By.Key)
		if err != nil {
			return r, err
		}
		if !same {
			*pair = nil
		}
	}
	r.Count, r.Says = transposed, fmt.Sprintf(" reached by two routes; no two of %s share a key", thousands(len(byText)))
	if one != nil {
		r.Bad, r.Says = countOne, " share a key with another"
		f := Finding{
			What: "two positions share a key: " + differ(one[0].FEN, one[1].FEN), At: one[0].Query, FEN: one[0].FEN, WantAt: one[1].Query,
			Why: "the key of " + one[1].FEN + " is the same", Got: one[0].By.Key, Want: one[1].By.Key, Count: countOne,
		}
		if kind, list := ev.sameIn(one[0].FEN, one[1].FEN); list != nil {
			f = ev.unchanged(kind, list) // the check of fields reports it
		}
		r.Findings = append(r.Findings, f)
	}
	switch {
	case two != nil && len(ev.wrong) > 0: // a wrong update makes two keys of one position, too
		r.Why = "the wrong keys by moves give some positions two keys"
	case two != nil:
		r.Bad, r.Says = countTwo, " have two keys"
		r.Findings = append(r.Findings, Finding{
			What: "one position has two keys", At: two[0].Query, FEN: two[0].FEN, WantAt: two[1].Query,
			Got: two[0].By.Key, Of: "here", Want: two[1].By.Key, OfWant: "by the other moves", Count: countTwo,
		})
	case transposed == 0:
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
