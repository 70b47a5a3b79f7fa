package checks

import (
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
)

// board requires that the engine shows the state that the rules give, and makes each legal move.
//
// It comes before all checks of keys, since a key may be right for the wrong state: what looks like
// a bug in keys is then one in the move generator or in the FEN reader.
func board(e *Evidence) Outcome {
	o := Outcome{Unit: report.Positions, Skip: e.Unavailable()}
	if o.Skip == report.SkipInterrupted {
		return o
	}
	_, ignores := ignored(e.Log)
	// What an engine shows after a command that it ignores is told by the check of moves.
	isIgnored := func(p *observe.Place) bool {
		return ignores && p.Query.FEN != "" && len(p.Query.Moves) > 0
	}
	for _, p := range e.Log.Places {
		if p.ByMoves.FEN != "" && !isIgnored(p) {
			o.Compared++
		}
	}
	refused := firstRefused(e.Log)
	if o.Compared == 0 && len(refused) == 0 {
		o.Skip = report.SkipNoFEN
		return o
	}
	o.Skip = report.Ran
	starts := strayedStarts(e.Log)
	first := slices.DeleteFunc(firstStrayed(e.Log), isIgnored)
	others := otherFENs(e.Log)
	maps.DeleteFunc(others, func(p *observe.Place, _ bool) bool { return isIgnored(p) })
	o.Wrong = len(starts) + len(others)
	switch {
	case len(starts) > 0:
		o.Items = append(o.Items, strayedItem("wrong-board", starts, o.Wrong))
	case len(first) > 0:
		name := "wrong-board"
		p := shortestPlace(first)
		if p.Before != nil && p.ByMoves.FEN == p.Before.ByMoves.FEN {
			name = "refused-move"
		}
		o.Items = append(o.Items, strayedItem(name, first, o.Wrong))
	}
	if len(refused) > 0 && e.Log.Known {
		n := slices.MinFunc(
			refused,
			func(a, b node) int { return len(a.Query.Moves) - len(b.Query.Moves) },
		)
		o.Wrong += len(refused)
		o.Items = append(o.Items, report.Item{
			Name: "refused-move", Count: len(refused), Move: n.Last(),
			Got: &report.Key{Query: n.Query, Route: report.ByMoves, Unasked: true},
		})
	}
	return o
}

// firstRefused returns the nodes whose last move the engine refuses, without those whose move
// before it made wrongly.
func firstRefused(log *observe.Log) (all []node) {
	places := placesOf(log)
	for _, n := range log.Refused {
		before := places[n.Before]
		root := places[n.Root()]
		if before.Error() == 0 || before.Error() == root.Error() {
			all = append(all, n)
		}
	}
	return all
}

// placesOf returns the places by node.
func placesOf(log *observe.Log) map[node]*observe.Place {
	places := make(map[node]*observe.Place, len(log.Places))
	for _, p := range log.Places {
		places[p.Node] = p
	}
	return places
}

// strayedItem shows the shortest of some sequences after which the engine shows another state. It
// does so in count positions.
func strayedItem(name string, all []*observe.Place, count int) report.Item {
	p := shortestPlace(all)
	item := report.Item{Name: name, Count: count, Move: p.Last()}
	item.Got = &report.Key{
		Query: p.Query,
		Route: report.ByMoves,
		Key:   p.ByMoves.Key,
		FEN:   p.ByMoves.FEN,
	}
	item.Facts = []report.Fact{{Topic: report.Shows, Text: p.ByMoves.FEN, OtherText: p.FEN}}
	return item
}

// shortestPlace returns the place after the fewest moves.
func shortestPlace(all []*observe.Place) *observe.Place {
	return slices.MinFunc(
		all,
		func(a, b *observe.Place) int { return len(a.Query.Moves) - len(b.Query.Moves) },
	)
}

// strayedStarts returns the starts that the engine shows as another state. Engines write castling
// rights in several ways, so that other rights count only if some right changes no key.
func strayedStarts(log *observe.Log) (all []*observe.Place) {
	if !log.Known {
		return nil
	}
	castling := func(p observe.Probe) bool { return p.Feature.Kind.String() == "castling" }
	silent := slices.ContainsFunc(sameProbes(log), castling)
	for _, p := range log.Places {
		if !p.Start() || p.Shredder || !usualCastling(log, p) {
			continue
		}
		shown, err := chess.ParseFEN(p.ByMoves.FEN)
		fields := differing(p.ByMoves.FEN, p.FEN)
		if err != nil || len(fields) == 0 {
			continue
		}
		if fields[0] < 2 || fields[0] == 2 && shown.Castling != 0 && silent {
			all = append(all, p)
		}
	}
	return all
}

// passantField is the index of the en passant square among the fields of a FEN.
const passantField = 3

// dialect returns the fields that the engine writes in its own way: those that differ at a start. A
// start with an en passant square tells nothing: squares have one way to be written.
func dialect(log *observe.Log) map[int]bool {
	own := make(map[int]bool)
	for _, p := range log.Places {
		if !p.Start() {
			continue
		}
		for _, field := range differing(p.ByMoves.FEN, p.FEN) {
			if field == passantField && p.State.EP != "" {
				continue
			}
			own[field] = true
		}
	}
	return own
}

// otherFENs returns the places after moves of which the engine prints a FEN of another state. The
// fields that it writes in its own way tell nothing.
func otherFENs(log *observe.Log) map[*observe.Place]bool {
	others := make(map[*observe.Place]bool)
	own := dialect(log)
	isOther := func(field int) bool { return !own[field] }
	for _, p := range log.Places {
		fields := differing(p.ByMoves.FEN, p.FEN)
		if !p.Start() && slices.ContainsFunc(fields, isOther) {
			others[p] = true
		}
	}
	return others
}

// strayedPlaces returns the places in which the engine has another state, by the FEN that it
// shows, and all after them.
func strayedPlaces(log *observe.Log) map[*observe.Place]bool {
	all := make(map[*observe.Place]bool)
	others := otherFENs(log)
	for _, p := range log.Places {
		all[p] = others[p] || p.Before != nil && all[p.Before]
	}
	return all
}

// firstStrayed returns the first places of sequences in which the engine has another state.
func firstStrayed(log *observe.Log) (all []*observe.Place) {
	strayed := strayedPlaces(log)
	for _, p := range log.Places {
		if strayed[p] && !strayed[p.Before] {
			all = append(all, p)
		}
	}
	return all
}

// differing returns the indices of the fields of an engine's FEN, up to the fourth, that say
// something else than those of another. It is nil if the engine's has no board or no side, and
// empty if none differ. Castling rights may have any order, and files instead of KQkq say nothing.
// Engines show an en passant square by different rules, but not a wrong one.
func differing(got, want string) []int {
	x, y := strings.Fields(got), strings.Fields(want)
	if len(x) < 2 || len(y) < 2 {
		return nil
	}
	fields := []int{}
	for i := range min(len(x), len(y), 4) {
		same := x[i] == y[i]
		switch i {
		case 2:
			same = sameRights(x[2], y[2])
		case passantField:
			isSquare := strings.Trim(x[3], "abcdefgh36") == ""
			same = same || x[3] == "-" || y[3] == "-" && !isSquare
		}
		if !same {
			fields = append(fields, i)
		}
	}
	return fields
}

// sameRights compares castling rights in any order. Files of rooks can be compared with nothing.
func sameRights(a, b string) bool {
	const letters = "KQkq-"
	if strings.Trim(a, letters) != "" || strings.Trim(b, letters) != "" {
		return true
	}
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}
