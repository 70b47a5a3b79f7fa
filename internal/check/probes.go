package check

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// gatherProbes asks for the keys of positions that differ in one field.
func (ev *Evidence) gatherProbes() {
	ev.progress("%d positions; one field at a time", len(ev.nodes))
	var fens []string
	if ev.known {
		bases := slices.DeleteFunc(ev.someFENs(60), apart) // the check of moves sets up their castling rights in two forms
		for _, fen := range chessStarts {
			bases = append(bases, fen)
		}
		for rights := zobrist.CastlingRights(1); rights < 16; rights++ {
			p, _ := zobrist.ParseFEN("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1")
			p.Castling = rights
			bases = append(bases, p.FEN())
		}
		fens, ev.pairs = chessProbes(bases)
	} else {
		ev.pairs = ev.mutations()
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

// mutations returns the probes of a game whose rules are unknown.
func (ev *Evidence) mutations() (pairs []probe) {
	counts := make(map[string]int)
	if p, err := recover.Parse(ev.nodes[0].FEN); err == nil {
		for _, m := range p.Board {
			counts[m.Letter]++
		}
	}
	src := zobrist.NewSplitMix64(ev.opt.Seed).Split("probes")
	for _, fen := range ev.someFENs(60) {
		pairs = append(pairs, variantProbes(fen,
			func(letter string) bool { return counts[letter] == 1 },
			func(n int) int { return int(src.Uint64() % uint64(n)) })...)
	}
	// Removing a man shows its number.
	seen := make(map[string]bool)
	for _, n := range ev.nodes {
		p, err := recover.Parse(n.FEN)
		if err != nil {
			continue
		}
		for i, m := range p.Board {
			castles := p.Castling != "" && strings.EqualFold(m.Letter, "r")
			if man := m.Square + " " + m.Letter; !seen[man] && counts[m.Letter] != 1 && !castles {
				seen[man] = true
				pairs = append(pairs, without(p, i))
			}
		}
	}
	return pairs
}
