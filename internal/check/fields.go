package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// gatherClocks finds the lowest halfmove clock that changes the key, and whether the number of
// the move does. Then the key tells nothing about most of the rest.
func (ev *Evidence) gatherClocks() {
	const most = 106 // above the clocks of all lines that are asked for
	ev.clockKeys = make([]zobrist.Key, most)
	some := filter(spread(ev.nodes, 3), func(n *Node) bool { return clockless(n.FEN) != n.FEN })
	var low Finding
	var numbered []Finding // the key changes with the number of the move
	for _, n := range some {
		at := strings.LastIndexByte(n.FEN, ' ')
		number, _ := strconv.Atoi(n.FEN[at+1:])
		// the other parity: some keys depend on it
		queries := []Query{{FEN: n.FEN}, {FEN: fmt.Sprint(n.FEN[:at], " ", number+37)}}
		for clock := range most {
			// a possible number
			queries = append(queries, Query{FEN: fmt.Sprint(clockless(
				n.FEN,
			), " ", clock, " ", clock/2+
				1)})
		}
		answers := ev.src.Ask(queries...)
		if a, b := answers[0], answers[1]; a.Key != b.Key && a.Refused+b.Refused == "" {
			f := compared("the move number is in the key", side{
				queries[0], a.Key, "here",
			}, side{queries[1], b.Key, fmt.Sprint("with move number ", number+
				37)})
			f.Name, f.FEN = "move-number", n.FEN
			numbered = append(numbered, f)
			continue
		}
		zero := side{queries[2], answers[2].Key, "with halfmove clock 0"}
		for clock, a := range answers[2:] {
			if a.Key == zero.key || a.Refused+answers[2].Refused != "" {
				continue
			}
			if ev.clock == 0 || clock < ev.clock {
				ev.clock = clock
				low = compared(fmt.Sprint(
					"the halfmove clock is in the key from ", clock, " on",
				), side{queries[clock+
					2], a.Key, fmt.Sprint("with ", clock)}, zero)
				low.Name = "halfmove-clock"
			}
			ev.clockKeys[clock] = a.Key ^ zero.key
		}
	}
	switch {
	case numbered != nil && len(numbered) == len(some): // not of one FEN only, such as the start's
		ev.blind, ev.clocked = "the move number is in the key: see fields", numbered[:1]
	case ev.clock > 0 && ev.clock < 14: // that of Stockfish
		ev.clocked = []Finding{low}
	}
}

// clockless returns a FEN without its last two fields if these are clocks.
func clockless(fen string) string {
	f := strings.Fields(fen)
	for len(f) > 4 && strings.Trim(f[len(f)-1], "0123456789") == "" {
		f = f[:len(f)-1]
	}
	return strings.Join(f, " ")
}

// A probe is two FENs that differ in one field. Their keys must differ.
type probe struct {
	field    string // "side", "castling K", ...
	fen, and string
}

// gatherProbes asks for the keys of positions that differ in one field.
func (ev *Evidence) gatherProbes() {
	ev.progress("%d positions; one field at a time", len(ev.nodes))
	src, bases, fens := ev.src, []string(nil), []string(nil)
	for _, n := range spread(ev.nodes, 60) {
		if ev.about.Chess960 || !ev.known || !apart(n.FEN) {
			bases = append(bases, n.FEN)
		}
	}
	if ev.known {
		for _, l := range rare.EnPassant() {
			bases = append(bases, Played(Query{FEN: l.FEN, Moves: l.Moves[:1]}))
		}
		bases = append(bases, "4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1") // two pawns can capture
		fens, bases = append(menFENs(), bases...), append(bases, rare.Starts()...)
		for rights := zobrist.CastlingRights(1); rights < 16; rights++ {
			bases = append(bases, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w "+rights.String()+
				" - 0 1")
		}
	} else { // without rules, a probe may be an impossible position
		src = ev.src.fresh(20) // crashes
		defer src.Close()
		src.risky = true
	}
	for _, fen := range bases {
		ev.pairs = append(ev.pairs, ev.changes(fen)...)
	}
	// time may end before the last
	if most := max(10*ev.rate, 120); 2*len(ev.pairs)+len(fens) > most {
		ev.pairs, fens = spread(ev.pairs, most/4), spread(fens, most/2)
	}
	var queries []Query
	for _, p := range ev.pairs {
		queries = append(queries, Query{FEN: p.fen}, Query{FEN: p.and})
	}
	for _, fen := range fens {
		queries = append(queries, Query{FEN: fen})
	}
	answers := src.Ask(queries...)
	for i, q := range queries {
		// it is a position of this game
		if a := answers[i]; a.Refused == "" && (ev.known || clockless(a.FEN) == clockless(q.FEN)) {
			ev.keyOf[q.FEN] = a.Key
		}
	}
	ev.pairs = slices.DeleteFunc(ev.pairs, func(p probe) bool {
		a, okA := ev.keyOf[p.fen]
		b, okB := ev.keyOf[p.and]
		if okA && okB && a == b {
			ev.same[p.field] = append(ev.same[p.field], p)
		}
		return !okA || !okB
	})
}

// menFENs has each man on each square, and each king on each square.
func menFENs() (fens []string) {
	kings := [...][2]zobrist.Square{{0, 63}, {7, 56}, {4, 60}, {63, 0}}
	for man := zobrist.WhitePawn; man <= zobrist.BlackKing; man++ {
		king := man == zobrist.WhiteKing || man == zobrist.BlackKing
		for s := range zobrist.Square(64) {
			for _, k := range kings {
				p := chess.Position{BlackToMove: man <= zobrist.WhiteKing, FullmoveNumber: 1}
				p.Board[k[0]], p.Board[k[1]] = zobrist.WhiteKing, zobrist.BlackKing
				if king {
					p.Board[k[(man-zobrist.WhiteKing)/6]] = zobrist.NoPiece
				}
				if p.Board[s] != zobrist.NoPiece ||
					man.Kind() == zobrist.WhitePawn && (s < 8 || s >= 56) {
					continue
				}
				if p.Board[s] = man; !movegen.KingHangs(&p) {
					fens = append(fens, p.FEN())
					if !king {
						break
					}
				}
			}
		}
	}
	return fens
}

// changes returns pairs of a FEN and the same with one field changed. If the rules are
// known an engine accepts all of them. If not, the FEN that the engine prints shows whether
// it accepts one.
func (ev *Evidence) changes(fen string) (pairs []probe) {
	p, err := solve.Parse(fen)
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
	for _, right := range p.Castling {
		with("castling "+string(right), 2, cmp.Or(strings.Replace(f[2], string(right), "", 1), "-"))
	}
	if ev.known && len(p.Castling) > 1 {
		with("castling "+p.Castling, 2, "-")
	}
	other := "" // the letter of the other side to move
	switch f[1] {
	case "w", "r": // r is red, in xiangqi
		other = "b"
	case "b":
		other = "w"
	}
	turned, _ := chess.ParseFEN(strings.Join(f, " "))
	turned.BlackToMove = !turned.BlackToMove
	switch { // some keys are those of the board as the side to move sees it
	case p.EP == "" && other != "" &&
		!(ev.known &&
			(movegen.KingHangs(&turned) || turned.FEN() == rare.Mirror(strings.Join(f, " ")))):
		with("side", 1, other)
	case ev.known && p.LegalEP():
		with("en passant "+p.EP[:1], 3, "-")
	}
	return pairs
}

// judgeFields requires that each field of a FEN changes the key, except for the clocks.
func judgeFields(ev *Evidence) Result {
	if ev.blind != "" && ev.clocked == nil {
		return Result{Why: ev.blind}
	}
	if ev.opt.Sub {
		if !ev.fromFEN.XOR() {
			return Result{Unit: "number", Why: "the numbers are not known: see XOR"}
		}
		return judgeParts(ev.fromFEN.Numbers, func(n solve.Number) bool {
			return ev.unread(n.Name, n.Key)
		})
	}
	r := Result{Count: len(ev.pairs), Unit: "changed field", Findings: slices.Clone(ev.clocked)}
	for _, kind := range []string{"side", "castling", "en-passant"} {
		if list := ev.sameOf(kind); len(list) > 0 {
			f := ev.unchanged(kind, list)
			r.Bad, r.Findings = r.Bad+f.Count, append(r.Findings, f)
		}
	}
	return r
}

// sameOf returns the fields of a kind that do not change some key. Sets of rights with a
// number each are for numbers.
func (ev *Evidence) sameOf(kind string) []string {
	return slices.DeleteFunc(ofKinds(
		slices.Sorted(maps.Keys(ev.same)), kind,
	), func(field string) bool {
		return kind == "castling" && len(field) > len("castling K") && !ev.fromFEN.Sets()
	})
}

// unchanged reports fields of a kind that do not change some keys.
func (ev *Evidence) unchanged(kind string, list []string) Finding {
	p := slices.MinFunc(ev.same[list[0]], func(a, b probe) int {
		return cmp.Compare(len(a.fen), len(b.fen))
	})
	key := ev.keyOf[p.fen]
	f := compared("changing "+keycheck.Listed(list)+
		" in a FEN can leave the key as it is", side{
		Query: Query{FEN: p.fen}, key: key,
	}, side{Query: Query{FEN: p.and}, key: key})
	f.Cause, f.FEN, f.Features, f.Why, f.Count = "no "+
		kind, p.fen, list, "the key of "+p.and+" is the same", 0
	for _, field := range list {
		f.Count += len(ev.same[field])
	}
	changes := func(p probe) bool {
		return keycheck.KindOf(p.field) == kind && ev.keyOf[p.fen] != ev.keyOf[p.and]
	}
	// not even where no pawn can capture
	if !slices.ContainsFunc(ev.pairs, changes) &&
		(kind != "en-passant" || ev.fromFEN.Given || ev.fromFEN.Lacks(kind)) {
		f.What, f.Name = "no key from a FEN changes with "+
			strings.ReplaceAll(kind, "-", " "), "no-"+kind
	}
	// The check of moves reports it. It may know en passant by square, and this check by file.
	switch {
	case within(list, ev.told) ||
		(kind == "en-passant" || ev.fromFEN.Lacks(kind)) && len(ofKinds(ev.told, kind)) > 0:
		f.Cause = fmt.Sprint("only by moves ", keycheck.KindsOf(list))
	case ev.fromFEN.Given:
		f.Cause = keycheck.Join(fromFEN, kind)
	}
	return f
}
