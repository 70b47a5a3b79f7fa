package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// judgeRoutes looks for two positions with one key. One with two keys is reported as a wrong key.
func judgeRoutes(ev *Evidence) Result {
	r := Result{Unit: "position", Why: ev.blind}
	if ev.blind != "" {
		return r
	}
	byText, byKey, reached, two := make(map[string]*Node), make(map[zobrist.Key]*Node), make(map[string]bool), false
	var one [][2]*Node
	images := 0
	var span keycheck.Span
	weak := sync.OnceValue(func() bool { return len(judgeNumbers(ev).Findings) > 0 })
	for _, n := range ev.nodes {
		span.Add(n.By.Key)
		text, core, old := clockless(n.FEN), ev.coreOf(n.FEN), byKey[n.By.Key]
		if ev.clock > 0 {
			text = fmt.Sprint(text, " ", n.position().Clock)
		}
		if byText[text] == nil {
			byText[text] = n
		}
		two = two || byText[text].By.Key != n.By.Key
		if n.Parent != nil && !n.rare {
			reached[core] = true
		}
		switch {
		case ev.opt.Sub, n.differs(): // it may leave out what tells them apart; the check of moves reports it
		case old == nil:
			byKey[n.By.Key] = n
		case exchanged(ev.coreOf(old.FEN)) == core && !ev.lackingApart(old, n): // keys from the view of the side to move
			images++
		case ev.coreOf(old.FEN) != core && !ev.lackingApart(old, n) && !(ev.cancelling(old, n) && weak()):
			one = append(one, [2]*Node{old, n})
		}
	}
	if r.Count, r.Says = len(reached), " reached by moves: no two share a key"; ev.opt.Sub {
		r.Says = " reached by moves: none has two keys"
	}
	if images > 0 {
		r.Says = " reached by moves: only those share a key that are equal if colours are exchanged"
	}
	if bits := 64 - len(span.Same()); ev.fewBits(bits, len(one)) { // the check of numbers reports these
		r.Says = fmt.Sprintf(" reached by moves: no more share a key than chance makes of %d bits", bits)
	} else if len(one) > 0 {
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
	case r.Count < 20:
		r.Why = "too few positions were reached by moves" + ev.about.More
	}
	return r
}

// fewBits reports whether keys of some bits share so few keys that it is chance.
func (ev *Evidence) fewBits(bits, shared int) bool {
	pairs := float64(len(ev.nodes)) * float64(len(ev.nodes)) / 2
	expected := math.Ldexp(pairs, -bits)
	return shared > 0 && expected > 0.01 && float64(shared) <= 1+4*expected
}

// shared reports two positions with one key. If they differ in fields of which none changes
// the key, it is the bug that the check of fields reports.
func (ev *Evidence) shared(a, b *Node, count int) Finding {
	var differ, same []string
	for _, i := range differing(a.FEN, b.FEN) {
		differ = append(differ, fenFields[i])
		if kind := []string{"piece", "side", "castling", "en-passant"}[i]; i < 3 || ev.sameOf(kind) != nil { // a square where no pawn can capture changes no key
			same = append(same, kind)
		}
	}
	if same != nil && !slices.ContainsFunc(same, func(kind string) bool { return kind == "piece" || ev.sameOf(kind) == nil }) {
		return ev.unchanged(same[0], ev.sameOf(same[0]))
	}
	f := compared("two positions share a key", a.by(), b.by())
	if differ != nil {
		f.What += ": they differ in the " + strings.Join(differ, ", the ")
	}
	f.Why, f.Of, f.OfWant, f.FEN, f.Count = "the key of "+b.FEN+" is the same", "", "", a.FEN, count
	return f
}

// exchanged returns the core of a position with colours exchanged: the board is upside down, and the other
// side moves. A key from the view of the side to move is the same for both.
func exchanged(core string) string {
	f := strings.Fields(core)
	if len(f) < 3 {
		return ""
	}
	swap := func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}
	ranks := strings.Split(strings.Map(swap, f[0]), "/")
	slices.Reverse(ranks)
	rights := []byte(strings.Map(swap, f[2]))
	slices.Sort(rights)
	side := map[string]string{"w": "b", "b": "w"}[f[1]]
	return strings.Join([]string{strings.Join(ranks, "/"), side, string(rights)}, " ")
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
