package checks

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// undo requires that what makes moves and takes them back leaves the key as it was.
func undo(e *Evidence) Outcome {
	o := Outcome{Unit: report.Acts, Skip: e.Unavailable()}
	switch {
	case o.Skip != report.Ran:
		return o
	case len(e.Log.About.Acts) == 0:
		o.Skip = report.SkipNoPerft
		return o
	case len(e.Log.Undo) == 0:
		o.Skip = report.SkipNoAnswer
		return o
	}
	// What makes one move is asked first. If it is wrong, more moves would hide which one is.
	first := e.Log.About.Acts[0]
	wrong := wrongTrials(e, e.Log.Undo, func(t observe.Trial) bool { return t.Act == first })
	if len(wrong) == 0 {
		wrong = wrongTrials(e, e.Log.Undo, func(observe.Trial) bool { return true })
	}
	o.Compared, o.Wrong = len(e.Log.Undo), len(wrong)
	o.Items = actItems("undo", wrong)
	return o
}

// wrongTrials returns the trials after which the key, or the state that the engine shows, is
// another.
func wrongTrials(
	e *Evidence,
	trials []observe.Trial,
	wanted func(t observe.Trial) bool,
) (wrong []*Mismatch) {
	for _, t := range trials {
		if wanted(t) && !t.After.Is(t.Before) {
			wrong = append(wrong, afterAct(e, t))
		}
	}
	return wrong
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
	rest := 0
	for _, g := range groups {
		switch {
		case g == shown:
		case isOwn(g, shown):
			items = append(items, actItem(check, g))
		default:
			rest += len(g.all)
		}
	}
	item := actItem(check, shown)
	item.Count += rest
	return append([]report.Item{item}, items...)
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
		o.Skip = report.SkipNoAnswer
		return o
	}
	o.Compared = len(trials)
	played, wrong := playedTrials(e, trials)
	if 2*played > len(trials) {
		o.Wrong = len(wrong)
		if len(wrong) > 0 {
			item := actItems("search-make", wrong)[0]
			item.Check, item.Name = "search", "search-make"
			item.Facts = append(
				item.Facts,
				report.Fact{Topic: report.Best, N: played, All: len(trials)},
			)
			o.Items = []report.Item{item}
		}
		return o
	}
	all := wrongTrials(e, trials, func(observe.Trial) bool { return true })
	o.Wrong = len(all)
	o.Items = actItems("search", all)
	return o
}

// playedTrials counts the searches after which the engine stands behind its best move. It returns
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
		shown := differing(t.After.FEN, t.Next.FEN)
		sameKey := t.After.Key == t.Next.Key
		if sameKey || shown != nil && len(shown) == 0 {
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
func newGame(e *Evidence) Outcome {
	o := Outcome{Unit: report.Positions, Skip: e.Unavailable()}
	switch {
	case o.Skip != report.Ran:
		return o
	case e.Log.About.NewGame == "":
		o.Skip = report.SkipNoNewGame
		return o
	case len(e.Log.NewGame) == 0:
		o.Skip = report.SkipNoAnswer
		return o
	}
	wrong := wrongTrials(e, e.Log.NewGame, func(observe.Trial) bool { return true })
	o.Compared, o.Wrong = len(e.Log.NewGame), len(wrong)
	if len(wrong) == 0 {
		return o
	}
	const fewGames = 10 // positions: all of fewer may change by a bug
	if len(wrong) == o.Compared && o.Compared >= fewGames {
		item := report.Item{
			Check:    "new game",
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
		o.Items[i].Check, o.Items[i].Got.Last = "new game", &last
	}
	return o
}

// nullMove requires that the key after a null move is that of the FEN with the other side to move.
func nullMove(e *Evidence) Outcome {
	o := Outcome{Unit: report.NullMoves, Skip: e.untrusted()}
	switch {
	case o.Skip != report.Ran:
		return o
	case !e.Log.Known:
		o.Skip = report.SkipNoRules
		return o
	case !e.Models.FromFEN.Holds():
		o.Skip = report.SkipNoNumbers
		return o
	}
	differ := e.Models.differ()
	ignored, another, printed := 0, 0, false
	// The keys of told differ in numbers that keys by moves and keys from FENs have differently.
	var wrong, told []*Mismatch
	for _, n := range e.Log.Nulls {
		if !e.Models.Clock.counts(n.State.Clock) || movegen.InCheck(&n.Before.Board) {
			continue
		}
		if n.Before.State.UnsureEP() && len(differ) > 0 {
			continue // see walk.unsure
		}
		fields := differing(n.By.FEN, n.State.FEN)
		printed = printed || fields != nil
		same := n.By.Key == n.Before.FromFEN.Key && n.By.Key != n.From.Key
		switch {
		case len(fields) > 0 && fields[0] == 0:
			another++ // 0000 was read as a1a1, or as h8h8
			continue
		case len(fields) > 0 && fields[0] == 1, fields == nil && same:
			ignored++
			continue
		}
		m := nullMismatch(e, n, differ)
		if m.Difference() != 0 && followsFrom(e, n.Before, m.Difference(), differ) {
			continue
		}
		o.Compared++
		switch {
		case m.Difference() == 0 && m.Told == 0:
			continue
		case m.Difference() == 0:
			m.Told = 0
			e.Models.explain(m, n.Before.State)
			told = append(told, m)
			continue
		}
		e.Models.explain(m, n.Before.State)
		if fields == nil && movesPiece(m) {
			o.Compared--
			another++
			continue
		}
		wrong = append(wrong, m)
	}
	o.Wrong = len(wrong)
	// If the engine shows no FEN, a null move that is mostly wrong may be another move.
	unsure := !printed && (ignored > 0 || 2*o.Wrong > o.Compared)
	if o.Compared == 0 || another > 0 || o.Compared < ignored || unsure {
		switch {
		case o.Compared+ignored+another == 0:
			o.Skip = report.SkipNoAnswer
		case printed:
			o.Skip = report.SkipIgnored
		case o.Compared+another == 0:
			o.Skip = report.SkipNullSame
		default:
			o.Skip = report.SkipNullUnsure
		}
		o.Wrong = 0
		return o
	}
	o.Wrong += len(told)
	o.Items = foldRest("null-move", itemsOf("null-move", wrong))
	o.Items = append(o.Items, toldItems(e.Models.Differ, told)...)
	for i := range o.Items {
		o.Items[i].Check = "null move"
	}
	return o
}

// toldItems returns an item for each kind of numbers that differ by moves and from FENs, and that
// null moves change.
func toldItems(differ []Difference, told []*Mismatch) (items []report.Item) {
	for _, d := range differ {
		isOfKind := func(f feature) bool { return f.Kind.String() == d.Kind }
		var these []*Mismatch
		for _, m := range told {
			if slices.ContainsFunc(m.Features(), isOfKind) {
				these = append(these, m)
			}
		}
		if len(these) == 0 {
			continue
		}
		item := report.Item{
			Name: nameOf("null-move", d.Kind), Kinds: []string{d.Kind}, Features: d.Features,
			Count: len(these), Follows: true,
		}
		show(&item, simplest(these))
		items = append(items, item)
	}
	return items
}

// followsFrom reports whether a difference is that of the place before the null move: the key from
// its FEN, with which the null move begins, is wrong by it.
func followsFrom(e *Evidence, p *observe.Place, difference zobrist.Key, differ featureSet) bool {
	last := p.Error()
	if p.Before != nil {
		last ^= p.Before.Error() ^ e.Models.expected(p.Before.State, p.State, differ)
	}
	return difference == last || difference == p.Error()
}

// nullMismatch compares the key after a null move with that of the FEN.
func nullMismatch(e *Evidence, n observe.Null, differ featureSet) *Mismatch {
	m := &Mismatch{
		State: n.State,
		Got:   report.Key{Query: n.Query, Route: report.AfterNull, Key: n.By.Key},
		Want:  report.Key{Query: fen(n.State.FEN), Route: report.FromFEN, Key: n.From.Key},
	}
	m.Told = e.Models.expected(n.Before.State, n.State, differ)
	if m.Got.Key == m.Want.Key && m.Told != 0 {
		// The FEN's key lacks a number, so that the null move must lack it as well.
		m.Want = report.Key{
			Query: m.Got.Query, Route: report.ByMoveNumbers, Key: m.Want.Key ^ m.Told,
		}
		m.Told = 0
	}
	return m
}

// movesPiece reports whether a piece has moved, or a right is lost, as by no null move.
func movesPiece(m *Mismatch) bool {
	return slices.ContainsFunc(m.Features(), func(f feature) bool {
		kind := f.Kind.String()
		return kind == "piece" || kind == "castling"
	})
}
