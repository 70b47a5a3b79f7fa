package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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
	f := ev.fromFEN
	all := len(f.Outside) == 0 && f.Castling != recover.Missing && f.Rule != recover.RuleNever && !slices.ContainsFunc(f.Numbers, isZero)
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

// isZero reports whether a feature changes no key.
func isZero(n recover.Number) bool { return n.Key == 0 && n.Free == 0 }

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
	ev.zero = make(map[string]bool)
	for _, n := range from.Numbers {
		ev.zero[n.Name] = isZero(n)
	}
	for _, n := range by.Numbers {
		if n.Key == 0 || n.Free != 0 {
			continue
		}
		i := slices.IndexFunc(ev.named, func(k keycheck.Named) bool { return k.Name == n.Name })
		switch kind := kindOfName(n.Name); {
		case i >= 0 && ev.zero[n.Name]:
			ev.named[i].Key = n.Key
		case i < 0 && (kind == "castling" && from.Castling == recover.Missing || kind == "en passant" && from.Rule == recover.RuleNever):
			ev.named = append(ev.named, keycheck.Named{Name: n.Name, Key: n.Key})
		default:
			continue
		}
		ev.onlyMoves[n.Name] = true
	}
}

// byMoves reports whether what keys by moves are made of has a meaning: they are not wrong,
// or only by another en passant rule or by what FENs lack.
func (ev *Evidence) byMoves() bool {
	return !slices.ContainsFunc(ev.wrong, func(f Finding) bool { return f.Name != "en-passant-rules" && f.Name != "missing-from-fen" })
}

// Scheme returns what keys are made of, in words.
func (ev *Evidence) Scheme() (parts []Part) {
	s := ev.fromFEN
	if s == nil || ev.byMove == nil {
		return nil
	}
	if !ev.isXOR() {
		return []Part{{"keys", "not the XOR of a number for each feature"}}
	}
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, Part{name, value})
		}
	}
	words := map[string]string{
		recover.FourNumbers: "4 numbers",
		recover.SetNumbers:  "16 numbers, one for each set of rights",
		recover.Missing:     "missing",
		recover.Cancelling:  "two of a kind cancel",
		recover.ByCount:     "a number for each count",
		recover.Counted:     "counted",
	}
	castling, by := words[s.Castling], words[ev.byMove.Castling]
	if by != "" && by != castling && ev.byMoves() {
		castling += " from a FEN, " + by + " by moves"
	}
	add("castling", castling)
	ep := ruleWords(s.Rule)
	if some, all := ev.changing("en passant"); s.Rule == recover.RuleNever && all > 0 {
		ep = fmt.Sprintf("in %d of the %s that were compared", some, plural(all, "key"))
	}
	if by := ev.byMove.Rule; by != s.Rule && by != "" && by != recover.RuleOther && ev.byMoves() {
		ep = "from a FEN " + ep + ", by moves " + ruleWords(by)
	}
	if s.EnPassant != "" {
		ep = s.EnPassant + "; " + ep
	}
	if s.Rule != "" {
		add("en passant", ep)
	}
	add("hands", words[s.Hands])
	add("check counters", words[s.Checks])
	var promoted []string
	for letter, as := range s.Promoted {
		promoted = append(promoted, letter+" as "+as)
	}
	slices.Sort(promoted)
	switch {
	case s.PromotedOwn && len(promoted) > 0:
		promoted = append(promoted, "others with numbers of their own")
	case s.PromotedOwn:
		promoted = []string{"numbers of their own"}
	}
	add("promoted", strings.Join(promoted, ", "))
	clock := "not in the key"
	if ev.clock > 0 {
		clock = fmt.Sprintf("from %d on", ev.clock)
	}
	add("halfmove clock", clock)
	return parts
}

func ruleWords(r recover.Rule) string {
	switch r {
	case recover.RuleAlways:
		return "always (after each double push)"
	case recover.RulePseudo:
		return "pseudo-legal (if a pawn can capture)"
	case recover.RuleLegal:
		return "legal (if the capture is legal)"
	case recover.RuleNever:
		return "never"
	case recover.RuleOther:
		return "a rule of its own"
	}
	return "unknown"
}
