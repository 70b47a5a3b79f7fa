package check

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// A probe is two FENs that differ in one field. Their keys must differ.
type probe struct {
	field    string // "side", "castling K", ...
	fen, and string
}

// gatherProbes asks for the keys of positions that differ in one field.
func (ev *Evidence) gatherProbes() {
	ev.progress("%d positions; one field at a time", len(ev.nodes))
	var fens []string
	bases := ev.someFENs(60)
	if ev.known {
		fens = slices.Concat(menFENs(), epFENs())
		bases = slices.DeleteFunc(bases, apart) // the check of moves sets up their castling rights in two forms
		bases = slices.Concat(bases, chessStarts[:], epFENs())
		for rights := zobrist.CastlingRights(1); rights < 16; rights++ {
			bases = append(bases, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w "+rights.String()+" - 0 1")
		}
	}
	for _, fen := range bases {
		ev.pairs = append(ev.pairs, ev.changes(fen)...)
	}
	if !ev.known {
		ev.pairs = append(ev.pairs, ev.removals()...)
	}
	for _, p := range ev.pairs {
		fens = append(fens, p.fen, p.and)
	}
	slices.Sort(fens)
	fens = slices.Compact(fens)
	if most := max(3*ev.rate, 120); (ev.opt.Positions == 0 || ev.slow()) && len(fens) > most { // a slow engine
		turn, next := make(map[probe]int), make(map[string]int) // the kinds of fields take turns
		for _, p := range ev.pairs {
			kind := kindOfName(p.field)
			turn[p] = next[kind]
			next[kind]++
		}
		slices.SortStableFunc(ev.pairs, func(a, b probe) int { return cmp.Compare(turn[a], turn[b]) })
		rand.New(zobrist.NewSplitMix64(ev.opt.Seed).Split("fens")).Shuffle(len(fens), func(i, j int) { fens[i], fens[j] = fens[j], fens[i] })
		var first []string // time may end before the last
		for _, p := range ev.pairs[:min(len(ev.pairs), most/4)] {
			first = append(first, p.fen, p.and)
		}
		fens = append(first, fens[:most-len(first)]...)
	}
	src := ev.src
	if !ev.known { // without rules, a probe may be an impossible position
		const crashes = 20
		src = ev.src.fresh(crashes)
		defer src.Close()
		src.risky = true
	}
	answers := src.Ask(fenQueries(fens)...)
	for i, a := range answers {
		if a.Refused == "" && (ev.known || clockless(a.FEN) == clockless(fens[i])) { // it is a position of this game
			ev.keyOf[fens[i]] = a.Key
		}
	}
	ev.pairs = slices.DeleteFunc(ev.pairs, func(p probe) bool {
		_, okA := ev.keyOf[p.fen]
		_, okB := ev.keyOf[p.and]
		return !okA || !okB
	})
	for _, p := range ev.pairs {
		if ev.keyOf[p.fen] == ev.keyOf[p.and] {
			ev.same[p.field] = append(ev.same[p.field], p)
		}
	}
	for field, pairs := range ev.same {
		p := pairs[0]
		key := ev.keyOf[p.fen]
		if !ev.confirm(side{Query: Query{FEN: p.fen}, key: key}, side{Query: Query{FEN: p.and}, key: key}) {
			delete(ev.same, field)
		}
	}
}

// changes returns pairs of a FEN and the same with one field changed. If the rules are known
// an engine accepts all of them. If not, the FEN that the engine prints shows whether it
// accepts one.
func (ev *Evidence) changes(fen string) (pairs []probe) {
	p, err := recover.Parse(fen)
	f := strings.Fields(fen)
	if err != nil || len(f) < 2 {
		return nil
	}
	if ev.known {
		f = append(f[:4:4], "0", "1")
	}
	with := func(name string, field int, text string) {
		g := slices.Clone(f)
		g[field] = text
		pairs = append(pairs, probe{name, strings.Join(f, " "), strings.Join(g, " ")})
	}
	for _, letter := range []string{"P", "p"} {
		if !p.HasHand {
			break
		}
		q := *p
		q.Pocket = slices.Clone(p.Pocket)
		if i := slices.IndexFunc(q.Pocket, func(c recover.Count) bool { return c.Letter == letter }); i >= 0 {
			q.Pocket[i].N++
		} else {
			q.Pocket = append(q.Pocket, recover.Count{Letter: letter, N: 1})
		}
		with(letter+" in hand", 0, q.BoardText())
	}
	for set := 1; set < 1<<len(p.Castling); set++ { // of rights to take away
		gone, rest := "", f[2]
		for i, right := range p.Castling {
			if set>>i&1 != 0 {
				gone, rest = gone+string(right), strings.Replace(rest, string(right), "", 1)
			}
		}
		with("castling "+gone, 2, cmp.Or(rest, "-"))
	}
	other := map[string]string{"w": "b", "r": "b", "b": "w"}[f[1]]
	position, err := zobrist.ParseFEN(fen)
	turned := position
	turned.BlackToMove = !turned.BlackToMove
	switch {
	case p.EP == "" && other != "" && !(ev.known && hangs(&turned)):
		with("side", 1, other)
	case ev.known && err == nil && zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal).EnPassantKey(&position) != 0:
		with("en passant "+p.EP[:1], 3, "-")
	}
	if i := slices.Index(f, p.Checks); p.Checks != "" && i > 0 {
		white, black, _ := strings.Cut(p.Checks, "+")
		for _, n := range []string{"1", "2"} {
			with("white checks", i, n+"+"+black)
			with("black checks", i, white+"+"+n)
		}
	}
	return slices.DeleteFunc(pairs, func(p probe) bool { return p.and == p.fen })
}

// removals returns pairs of positions, the second without a man. It has each man on each
// square once, but none that may be royal or have a castling right.
func (ev *Evidence) removals() (pairs []probe) {
	counts := make(map[string]int)
	seen := make(map[recover.Man]bool)
	for i, n := range ev.nodes {
		p, err := recover.Parse(n.FEN)
		if err != nil {
			continue
		}
		for j, m := range p.Board {
			if i == 0 {
				counts[m.Letter]++
			}
			if seen[m] || counts[m.Letter] == 1 || p.Castling != "" && strings.EqualFold(m.Letter, "r") {
				continue
			}
			seen[m] = true
			q := *p
			q.Board = slices.Delete(slices.Clone(p.Board), j, j+1)
			_, rest, _ := strings.Cut(p.Text, " ")
			pairs = append(pairs, probe{m.Square + " " + m.Letter, p.Text, q.BoardText() + " " + rest})
		}
	}
	return pairs
}
