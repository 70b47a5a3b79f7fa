package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/recover"
	"github.com/zobrist-go/zobrist/internal/words"
)

// judgeFields requires that each field of a FEN changes the key, except for the clocks.
func judgeFields(ev *Evidence) Result {
	if ev.blind != "" && ev.number == nil {
		return Result{Why: ev.blind}
	}
	r := Result{Count: len(ev.pairs), Unit: "change", Says: " of one field of a FEN"}
	for _, pairs := range ev.same {
		r.Bad += len(pairs)
	}
	for _, kind := range []string{"side", "castling", "en passant", "piece", "hand", "checks"} {
		if list := ev.sameOf(kind); list != nil {
			r.Findings = append(r.Findings, ev.unchanged(kind, list))
		}
	}
	if ev.number != nil {
		r.Findings = append(r.Findings, *ev.number)
	}
	if ev.clock > 0 && ev.clock < 8 {
		r.Findings = append(r.Findings, Finding{Name: "halfmove-clock", FEN: ev.someFENs(1)[0], Count: 1,
			What: fmt.Sprintf("the halfmove clock is in the key from %d on: the table does not find a position that was reached by more moves", ev.clock)})
	}
	if r.Count == 0 {
		r.Why = "no position has a field that can be changed alone"
	}
	return r
}

// sameOf returns the fields of a kind that do not change some key.
func (ev *Evidence) sameOf(kind string) (list []string) {
	for _, field := range slices.Sorted(maps.Keys(ev.same)) {
		if kindOfName(field) == kind {
			list = append(list, field)
		}
	}
	return list
}

// unchanged reports fields of a kind that do not change some keys.
func (ev *Evidence) unchanged(kind string, list []string) Finding {
	pairs := ev.same[list[0]]
	p := slices.MinFunc(pairs, func(a, b probe) int { return cmp.Compare(len(a.fen), len(b.fen)) })
	key := ev.keyOf[p.fen]
	f := compared("", side{Query: Query{FEN: p.fen}, key: key}, side{Query: Query{FEN: p.and}, key: key})
	f.Cause, f.FEN, f.Features, f.Why = "no "+kind, p.fen, list, "the key of "+p.and+" is the same"
	f.Count = 0
	told := false
	for _, field := range list {
		f.Count += len(ev.same[field])
		told = told || ev.told[field]
	}
	if told && ev.onlyByMoves(list) { // the check of moves reports it
		f.Cause = fmt.Sprint("only by moves", kindsOf(list))
	}
	all := 0
	for _, p := range ev.pairs {
		if kindOfName(p.field) == kind {
			all++
		}
	}
	missing := kind == "castling" && ev.fromFEN.Castling == recover.Missing || kind == "en passant" && ev.fromFEN.Rule == recover.RuleNever
	switch {
	case missing && f.Count == all:
		f.What = fmt.Sprintf("%s changes none of the %s from FENs that were compared", kind, plural(all, "key"))
		f.Name = "no-" + strings.ReplaceAll(kind, " ", "-")
	case missing:
		f.What = fmt.Sprintf("%s changes only %d of the %s from FENs that were compared", kind, all-f.Count, plural(all, "key"))
	case len(list) == 1:
		if kind == "side" {
			f.Name = "no-side"
		}
		f.What = words.Quoted(list, 6) + " does not change the key"
	default:
		f.What = words.Quoted(list, 6) + " do not change the key"
	}
	return f
}

// gatherNumber finds out whether the key depends on the number of the move. Then it tells
// nothing about most of the rest.
func (ev *Evidence) gatherNumber() {
	var fens []string
	for _, fen := range ev.someFENs(2) {
		f := strings.Fields(fen)
		f[len(f)-1] = "37"
		fens = append(fens, fen, strings.Join(f, " "))
	}
	answers := ev.src.Ask(fenQueries(fens)...)
	for i := 0; i < len(answers); i += 2 {
		a, b := answers[i], answers[i+1]
		if a.Key == b.Key || a.Refused != "" || b.Refused != "" {
			continue
		}
		got, want := side{Query{FEN: fens[i]}, a.Key, "here"}, side{Query{FEN: fens[i+1]}, b.Key, "with move number 37"}
		if ev.confirm(got, want) {
			f := compared("the move number is in the key", got, want)
			f.Name, f.FEN = "move-number", fens[i]
			ev.number, ev.blind = &f, "the move number is in the key: see fields"
			return
		}
	}
}

// gatherClocks finds the lowest halfmove clock that changes the key.
func (ev *Evidence) gatherClocks() {
	if ev.gatherNumber(); ev.number != nil {
		return
	}
	bases, clocks := 3, make([]int, 100)
	for i := range clocks {
		clocks[i] = i
	}
	if ev.opt.Positions == 0 && ev.rate < 1000 || ev.slow() {
		bases = 1
	}
	if ev.slow() {
		clocks = []int{0, 1, 7, 14, 99}
	}
	ev.clockKeys = make([]zobrist.Key, 100)
	for _, fen := range ev.someFENs(bases) {
		queries := make([]Query, len(clocks))
		for i, clock := range clocks {
			queries[i].FEN = fmt.Sprint(clockless(fen), " ", clock, " ", clock/2+1) // a possible move number
		}
		answers := ev.src.Ask(queries...)
		for at, a := range answers {
			clock := clocks[at]
			if a.Key == answers[0].Key || a.Refused+answers[0].Refused != "" {
				continue
			}
			if ev.clock == 0 || clock < ev.clock {
				if !ev.confirm(side{Query: queries[0], key: answers[0].Key}, side{Query: queries[at], key: a.Key}) {
					continue
				}
				ev.clock = clock
			}
			ev.clockKeys[clock] = a.Key ^ answers[0].Key
		}
	}
}

// someFENs returns at most n FENs with clocks, of positions from different parts of the lines.
func (ev *Evidence) someFENs(n int) (fens []string) {
	for _, n := range spread(ev.nodes, n) {
		if len(clockless(n.FEN)) < len(n.FEN) && !slices.Contains(fens, n.FEN) {
			fens = append(fens, n.FEN)
		}
	}
	return fens
}

// clockless returns a FEN without its last two fields if these are clocks.
func clockless(fen string) string {
	f := strings.Fields(fen)
	for len(f) > 4 && strings.Trim(f[len(f)-1], "0123456789") == "" {
		f = f[:len(f)-1]
	}
	return strings.Join(f, " ")
}
