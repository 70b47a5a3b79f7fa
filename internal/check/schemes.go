package check

import (
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// gatherSchemes recovers what keys from FENs are made of, and then keys by moves.
func (ev *Evidence) gatherSchemes() {
	ev.progress("%d positions; solving for the numbers", len(ev.nodes))
	var from, by []recover.Sample
	add := func(to []recover.Sample, fen string, key zobrist.Key) []recover.Sample {
		p, err := recover.Parse(fen)
		if err != nil || ev.clock > 0 && p.Clock >= ev.clock || ev.about.Chess960 && apart(fen) {
			return to
		}
		return append(to, recover.Sample{Position: p, Key: key})
	}
	for _, fen := range slices.Sorted(maps.Keys(ev.keyOf)) {
		from = add(from, fen, ev.keyOf[fen])
	}
	some := spread(ev.nodes, 20_000) // solving for the numbers takes long with more
	for _, n := range some {
		from = add(from, n.FEN, n.From)
	}
	if ev.fromFEN = await(ev, func() *recover.Scheme { return recover.Find(from, ev.opt.Seed) }); ev.err != nil {
		return
	}
	whole := ev.whole()
	if whole != nil {
		ev.wrong = []Finding{*whole}
	}
	if ev.byMove = ev.fromFEN; len(ev.wrongs()) == 0 || whole != nil { // these are the same keys, or nothing more is to be learnt
		ev.merge()
		return
	}
	// If the engine loads FENs wrongly, lines that begin with a FEN are of no use.
	all := lacks(ev.fromFEN) == 0 && len(ev.fromFEN.Outside) == 0
	for _, n := range some {
		if all || n.Query.FEN == "" {
			by = add(by, n.FEN, n.By.Key)
		}
	}
	if ev.byMove = await(ev, func() *recover.Scheme { return recover.Find(by, ev.opt.Seed) }); ev.err == nil {
		ev.merge()
	}
}

// isXOR reports whether keys from FENs are the XOR of numbers of features, if some of
// them may be wrong.
func (ev *Evidence) isXOR() bool {
	return ev.fromFEN != nil && ev.fromFEN.XOR()
}

// lacks counts the parts, and the pieces on a square, that are missing from all keys.
func lacks(s *recover.Scheme) int {
	n := 0
	if s.Castling == recover.Missing {
		n++
	}
	if s.Rule == recover.RuleNever {
		n++
	}
	for _, k := range s.Numbers {
		if k.Key == 0 && k.Free == 0 {
			n++
		}
	}
	return n
}

// merge sets the numbers and the model for naming features. They are from keys from
// FENs. For features that those keys lack, they are from keys by moves.
func (ev *Evidence) merge() {
	from, by := ev.fromFEN, ev.byMove
	ev.model = from.Model
	if from.Castling == recover.Missing {
		ev.model.CastlingSets = by.Model.CastlingSets
	}
	if from.Rule == recover.RuleNever {
		ev.model.EPRule, ev.model.EPSquares = by.Model.EPRule, by.Model.EPSquares
	}
	if !ev.isXOR() {
		return
	}
	ev.named = from.Named()
	if 10*len(by.Outside) > by.Samples {
		return
	}
	at := make(map[string]int)
	ev.zero = make(map[string]bool)
	for _, n := range from.Numbers {
		ev.zero[n.Name] = n.Key == 0 && n.Free == 0
	}
	for i, k := range ev.named {
		at[k.Name] = i
	}
	for _, n := range by.Numbers {
		if n.Key == 0 || n.Free != 0 {
			continue
		}
		i, known := at[n.Name]
		switch kind := kindsOf([]string{n.Name})[0]; {
		case known && ev.zero[n.Name]:
			ev.named[i].Key = n.Key
		case !known && (kind == "castling" && from.Castling == recover.Missing || kind == "en passant" && from.Rule == recover.RuleNever):
			ev.named = append(ev.named, keycheck.Named{Name: n.Name, Key: n.Key})
		default:
			continue
		}
		ev.onlyMoves[n.Name] = true
	}
}
