package checks

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// undoAct counts sequences of one move, which the engine makes and takes back, and then some of
// two.
func undoAct() observe.Act {
	return observe.Act{
		Commands: func(about source.About) []string { return about.Perft },
		Places:   200,
		Time:     2 * time.Second,
	}
}

// undo requires that what makes moves and takes them back leaves the key as it was.
//
// It is for an undo that does not restore what the move changed: the number of a captured
// piece, a castling right, the old en passant square. Keys by moves never show it, as no move
// is taken back. A count of moves (perft) takes back each legal move, so the key afterwards has
// the XOR of all that was not restored. What two moves leave may cancel, but the positions have
// odd numbers of such moves as well as even ones.
func undo(e *Evidence) Outcome {
	o := Outcome{Unit: report.Acts, Skip: e.Unavailable()}
	switch {
	case o.Skip != report.Ran:
		return o
	case len(e.Log.About.Perft) == 0:
		o.Skip = report.SkipNoPerft
		return o
	}
	trials := e.Log.Trials["undo"]
	if len(trials) == 0 {
		o.Skip, o.Why = e.noResult(e.Log.About.Perft...)
		return o
	}
	// What makes one move is asked first. If it is wrong, more moves would hide which one is.
	first := slices.DeleteFunc(slices.Clone(trials), func(t observe.Trial) bool {
		return t.Act != e.Log.About.Perft[0]
	})
	wrong := wrongTrials(e, first)
	o.Compared = len(first)
	if len(wrong) == 0 {
		wrong = wrongTrials(e, trials)
		o.Compared = len(trials)
	}
	o.Wrong = len(wrong)
	o.Items = actItems("undo", wrong)
	o.Notes = e.keylessAfter(e.Log.About.Perft...)
	return o
}

// wrongTrials returns the trials after which the key, or the state that the engine shows, is
// another.
func wrongTrials(e *Evidence, trials []observe.Trial) (wrong []*Mismatch) {
	for _, t := range trials {
		if !t.After.Is(t.Before) {
			wrong = append(wrong, afterAct(e, t))
		}
	}
	return wrong
}

// otherKeys returns those whose keys differ. In the others, the engine shows another board with the
// same key.
func otherKeys(wrong []*Mismatch) (differ []*Mismatch) {
	for _, m := range wrong {
		if m.Difference() != 0 {
			differ = append(differ, m)
		}
	}
	return differ
}

// afterAct compares the keys before and after an act.
func afterAct(e *Evidence, t observe.Trial) *Mismatch {
	m := &Mismatch{
		State: t.State,
		Got: report.Key{
			Query: t.Query,
			Then:  t.Act,
			Stop:  t.After.Stopped,
			Route: report.Afterwards,
			Key:   t.After.Key,
		},
		Want: report.Key{Query: t.Query, Route: report.BeforeAct, Key: t.Before.Key},
	}
	if m.Difference() == 0 {
		m.Got.FEN, m.Want.FEN = t.After.FEN, t.Before.FEN
	}
	e.Models.explainAmong(m, append(e.Models.near(nil, m.State), tried(t.State))...)
	return m
}

// tried returns the features of a state, and those that each legal move changes, with what a
// promotion may leave: the new piece where the pawn was, and the pawn where the piece is. What
// makes moves and takes them back may leave them in the key.
func tried(s *state.State) (features []state.Feature) {
	p, err := chess.ParseFEN(s.FEN)
	if err != nil {
		return nil
	}
	seen := make(featureSet)
	take := func(f state.Feature) {
		if f.Piece != "" && !seen[f] {
			seen[f] = true
			features = append(features, f)
		}
	}
	for _, m := range movegen.Legal(&p) {
		after := p
		after.Play(m)
		from, to := pieceOn(&p, m.From), pieceOn(&after, m.To)
		take(from)
		take(to)
		take(pieceOn(&p, m.To))
		if m.Promotion != zobrist.NoPiece {
			take(state.Feature{Kind: state.Piece, Square: from.Square, Piece: to.Piece})
			take(state.Feature{Kind: state.Piece, Square: to.Square, Piece: from.Piece})
		}
	}
	return features
}

// actItems returns the item of the largest group with known kinds. What makes and takes back many
// moves is wrong in many ways at once, so that this item has the number of all, but for groups that
// have an item of their own: of other kinds, or of another position than before.
func actItems(check string, wrong []*Mismatch) (items []report.Item) {
	if len(wrong) == 0 {
		return nil
	}
	groups := groupsOf(wrong)
	known := slices.IndexFunc(groups, func(g *group) bool { return g.name != unknown })
	shown := groups[max(known, 0)]
	var own []*group
	for _, g := range groups {
		if g != shown && isOwn(g, shown) {
			own = append(own, g)
		}
	}
	if kinds, one := oneAct(shown, own); one {
		item := actItem(check, shown)
		item.Name, item.Kinds = nameOf(check, kinds...), kinds
		item.Count = len(wrong)
		item.Features = featuresOf(wrong)
		item.Facts = append(item.Facts, sortFacts(append(own, shown), len(wrong))...)
		return []report.Item{item}
	}
	rest := len(wrong) - len(shown.all)
	for _, g := range own {
		items = append(items, actItem(check, g))
		rest -= len(g.all)
	}
	item := actItem(check, shown)
	item.Count += rest
	return append([]report.Item{item}, items...)
}

// oneAct returns the kinds of several groups of one act, if they are one bug: an undo that restores
// nothing leaves whatever the last moves change, which are three kinds or more, and a null move
// that is not taken back leaves the side and, if there was one, the en passant square.
func oneAct(shown *group, own []*group) (kinds []string, one bool) {
	if shown.name == position || shown.name == unknown {
		return nil, false
	}
	kinds = shown.kinds
	for _, g := range own {
		if g.name == position {
			return nil, false
		}
		kinds = union(kinds, g.kinds)
	}
	const nothing = 3
	return kinds, len(own) > 0 && (len(kinds) >= nothing || isNullMove(kinds))
}

// isNullMove reports whether kinds are those that a null move changes.
func isNullMove(kinds []string) bool {
	return slices.Equal(kinds, []string{state.EnPassant.String(), state.Side.String()})
}

// sortFacts says how many of all mismatches each group has, the largest first.
func sortFacts(groups []*group, all int) (facts []report.Fact) {
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(len(b.all)-len(a.all), strings.Compare(a.name, b.name))
	})
	for _, g := range groups {
		facts = append(facts, report.Fact{
			Topic: report.InKinds, N: len(g.all), All: all, Kinds: g.kinds,
		})
	}
	return facts
}

// fewOwn is how many mismatches a group needs for an item of its own beside another one. One alone
// is mostly the other bug in a move that does two things.
const fewOwn = 2

// isOwn reports whether a group is told apart from the one that is shown: if each has a kind that
// the other lacks, so that neither is the other with something else, or if the position is another
// one.
func isOwn(g, shown *group) bool {
	if g.name == unknown || len(g.all) < fewOwn {
		return false
	}
	if g.name == position || shown.name == position {
		return g.name != shown.name
	}
	return hasOther(g.kinds, shown.kinds) && hasOther(shown.kinds, g.kinds)
}

// hasOther reports whether some kinds are not all among others.
func hasOther(kinds, others []string) bool {
	isOther := func(kind string) bool { return !slices.Contains(others, kind) }
	return slices.ContainsFunc(kinds, isOther)
}

// actItem returns the item of a group. What no numbers explain, and another position, have the name
// of the check.
func actItem(check string, g *group) report.Item {
	item := g.item(check)
	if g.name == position || g.name == unknown {
		item.Name = check
	}
	return item
}

// search requires that a search leaves the key as it was, or, if the engine plays the best move,
// that the key is that after it.
//
// It is for what a search alone does: null moves, cutoffs that leave a move on the board, a
// function of its own to make moves. An engine is said to play its best move if it does so
// after most of its searches: after a single one, that would be the bug.
func search(e *Evidence) Outcome {
	o := Outcome{Unit: report.Searches, Skip: e.Unavailable()}
	switch {
	case o.Skip != report.Ran:
		return o
	case e.Log.About.Search == "":
		o.Skip = report.SkipNoSearch
		return o
	}
	var trials []observe.Trial
	for _, t := range e.Log.Search {
		// A search without a result, and without a trace, has shown nothing.
		if t.After.Move != "" || !t.After.Is(t.Before) {
			trials = append(trials, t)
		}
	}
	if len(trials) == 0 {
		o.Skip, o.Why = e.noResult(e.Log.About.Search)
		return o
	}
	o.Compared = len(trials)
	o.Notes = e.keylessAfter(e.Log.About.Search)
	played, wrong := playedTrials(e, trials)
	if 2*played > len(trials) {
		o.Wrong = len(wrong)
		if len(wrong) > 0 {
			item := actItems("search-make", wrong)[0]
			item.Name = "search-make"
			item.Facts = append(
				item.Facts,
				report.Fact{Topic: report.Best, N: played, All: len(trials)},
			)
			o.Items = []report.Item{item}
		}
		return o
	}
	all := wrongTrials(e, trials)
	o.Wrong = len(all)
	o.Items = actItems("search", all)
	return o
}

// playedTrials counts the searches after which the engine has played its best move. It returns
// those whose key is neither that of the position nor that after the best move.
func playedTrials(e *Evidence, trials []observe.Trial) (played int, wrong []*Mismatch) {
	for _, t := range trials {
		if t.After.Is(t.Before) {
			continue
		}
		if !observe.Answered(t.Next) {
			wrong = append(wrong, afterAct(e, t))
			continue
		}
		if showsNoMove(t) {
			wrong = append(wrong, afterAct(e, t))
			continue
		}
		sameKey := t.After.Key == t.Next.Key
		if sameKey || showSame(t.After.FEN, t.Next.FEN) {
			played++
		}
		if sameKey {
			continue
		}
		m := &Mismatch{
			State: stateAfter(t),
			Got: report.Key{
				Query: t.Query,
				Then:  t.Act,
				Stop:  t.After.Stopped,
				Route: report.AfterSearch,
				Key:   t.After.Key,
			},
			Want: report.Key{
				Query: t.Query.Then(t.After.Move),
				Route: report.AfterBest,
				Key:   t.Next.Key,
			},
		}
		e.Models.explain(m, nil)
		wrong = append(wrong, m)
	}
	return played, wrong
}

// showsNoMove reports whether the engine, after a search, prints the position without its best
// move, so that it has not played the move.
func showsNoMove(t observe.Trial) bool {
	changed := differing(t.After.FEN, t.Next.FEN)
	return showSame(t.After.FEN, t.Before.FEN) && len(changed) > 0
}

// showSame reports whether two FENs that an engine prints are of the same position. It is false for
// an engine that prints no FENs.
func showSame(a, b string) bool {
	fields := differing(a, b)
	isKnown := fields != nil
	return isKnown && len(fields) == 0
}

// stateAfter returns the state after the move that a search found, of which the key must be; or the
// state before it, if the rules are not known.
func stateAfter(t observe.Trial) *state.State {
	p, err := chess.ParseFEN(t.State.FEN)
	if err != nil {
		return t.State
	}
	m, err := chess.ParseMove(t.After.Move)
	if err != nil || !p.Play(m) {
		return t.State
	}
	after, err := state.Parse(p.FEN())
	if err != nil {
		return t.State
	}
	return after
}

// newGame requires that another game has the same keys. If all keys change, the engine draws new
// numbers, as each process may. That is harmless if it forgets the old keys.
//
// It is for what a new game does not reset, such as a table that is made anew and in part. The keys
// are asked for by moves, since a FEN sets up everything, and some of the bugs lie in the moves.
func newGame(e *Evidence) Outcome {
	o := Outcome{Unit: report.Positions, Skip: e.Unavailable()}
	switch {
	case o.Skip != report.Ran:
		return o
	case e.Log.About.NewGame == "":
		o.Skip = report.SkipNoNewGame
		return o
	case len(e.Log.NewGame) == 0:
		o.Skip, o.Why = e.noResult(e.Log.About.NewGame)
		return o
	}
	wrong := wrongTrials(e, e.Log.NewGame)
	o.Compared, o.Wrong = len(e.Log.NewGame), len(wrong)
	if len(wrong) == 0 {
		return o
	}
	// A bug may change all of few positions: each of ten would have to have the same feature.
	const fewGames = 10
	if len(otherKeys(wrong)) == o.Compared && o.Compared >= fewGames {
		item := report.Item{
			Name:     "new-numbers",
			Count:    o.Wrong,
			Compared: o.Compared,
			Unit:     o.Unit,
		}
		show(&item, simplest(wrong))
		item.Unexplained, item.Lacks, item.WronglyHas = 0, nil, nil
		item.Facts = []report.Fact{{Topic: report.AllKeys, N: o.Wrong}}
		o.Items = []report.Item{item}
	} else {
		o.Items = actItems("again", wrong)
	}
	for i := range o.Items {
		// The position is set up again after the command.
		last := o.Items[i].Got.Query
		o.Items[i].Got.Last = &last
	}
	return o
}
