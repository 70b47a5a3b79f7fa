package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// judgeRoutes looks for positions with two keys, and for two with one key, which a bug
// found before may explain.
func judgeRoutes(ev *Evidence) Result {
	with := ""
	if ev.clocked != nil {
		with = ", with their clocks,"
	}
	r := Result{
		Unit: "position",
		Why:  ev.blind,
		Says: with + " reached by moves: none has two keys",
	}
	byText := make(map[string]*Node)
	byKey := make(map[zobrist.Key]*Node)
	reached := make(map[string]bool)
	var one [][2]*Node
	for _, n := range ev.nodes {
		text, core, old := clockless(n.FEN), ev.coreOf(n.FEN), byKey[n.By.Key]
		if ev.clock > 0 {
			text = fmt.Sprint(text, " ", n.position().Clock)
		}
		// a wrong update makes two keys of one position, too
		if was := byText[text]; was != nil && was.By.Key != n.By.Key {
			r.Why = cmp.Or(r.Why, "some positions have two keys by moves")
		}
		byText[text] = n
		if n.Parent != nil && !n.rare {
			reached[core] = true
		}
		if old == nil {
			byKey[n.By.Key] = n
		} else if ev.coreOf(old.FEN) != core {
			one = append(one, [2]*Node{old, n})
		}
	}
	if r.Count = len(reached); r.Count < 20 && r.Why == "" {
		r.Why = "too few positions were reached by moves" + ev.about.More
	}
	if ev.found || ev.opt.Sub || r.Why != "" {
		return r
	}
	r.Says = " reached by moves: no two share a key"
	size := func(p [2]*Node) int { return len(p[0].FEN) + len(p[1].FEN) }
	if len(one) > 0 {
		p := slices.MinFunc(one, func(p, q [2]*Node) int { return cmp.Compare(size(p), size(q)) })
		if a, b := p[0], p[1]; ev.confirm(a.by(), b.by()) {
			f := compared("two positions share a key", a.by(), b.by())
			f.Why, f.Of, f.OfWant, f.FEN, f.Count = "the key of "+b.FEN+
				" is the same", "", "", a.FEN, len(one)
			r.Bad, r.Says, r.Findings = len(one), " share a key with another", []Finding{f}
		}
	}
	return r
}

// coreOf returns the board, the side and the castling rights of a FEN. Positions that
// differ in these must have different keys. A promoted piece may share the numbers of
// another by design.
func (ev *Evidence) coreOf(fen string) string {
	f := strings.Fields(clockless(fen))
	f[0] = strings.ReplaceAll(f[0], "~", "")
	if len(f) > 3 {
		f = slices.Delete(f, 3, 4) // en passant
	}
	return strings.Join(f, " ")
}
