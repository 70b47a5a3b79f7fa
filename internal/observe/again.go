package observe

import (
	"slices"

	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

const (
	// againPlaces are asked again, spread over all. A key that changes in one of 100 positions
	// stays unseen with a probability of 0.7 %.
	againPlaces = 500
	againWrong  = 20 // places where keys begin to differ: what is wrong must not be chance
	againPairs  = 20 // see afterAlike

	elsewherePlaces = 300 // asked of another process, besides all single FENs
)

// An asked query is one with the last answer to it.
type askedQuery struct {
	query source.Query
	last  source.Answer
	// previous is what was asked just before last, if that is known.
	previous source.Query
	// only is set if it is asked for nothing but to stand before another query.
	only bool
}

// askAgain asks for some keys again, one at a time, in the opposite order.
//
// Some engines lose commands when many come at once. So if an answer differs that was one of many,
// this proves nothing about keys. Then all are asked a third time, and only what differs between
// the second and the third time counts. If nothing does, keys that are wrong are replaced by what
// the engine answers alone, and from then on it is asked for one key at a time.
func (g *gatherer) askAgain() {
	all := g.repeated()
	many := g.log.About.Many && !g.desk.alone
	changed := g.repeat(all)
	again := Again{Asked: len(all), Changed: changed}
	if len(changed) > 0 && many {
		again.Changed = g.repeat(all)
		again.Asked += len(all)
		if len(again.Changed) == 0 {
			g.desk.alone, g.main.alone = true, true
		}
	}
	g.log.Again = again
	if len(changed) > 0 && !noisy(again) {
		g.replaceWrong()
	}
}

// repeated returns what to ask again.
func (g *gatherer) repeated() (all []askedQuery) {
	var first []*Place // the first wrong ones of a sequence
	for _, p := range g.log.Places {
		if p.Error() != 0 && p.Before.Error() == 0 {
			first = append(first, p)
		}
	}
	some := spread(first, againWrong)
	some = append(some, spread(g.log.Places, g.pace.count(againPlaces, againWrong))...)
	for _, p := range some {
		all = append(all, byMoves(p), askedQuery{query: p.FENQuery(), last: p.FromFEN})
	}
	all = append(all, g.afterAlike()...)
	all = append(all, g.afterPassant()...)
	return append(all, g.afterBefore()...)
}

// afterBefore returns places, each to be asked for right after the place before it, as in a game.
// An engine may then make only the last move: on the state that it still has, or on what a search
// left of it. Half of the places follow a state with an en passant square, which is easy to forget.
func (g *gatherer) afterBefore() (all []askedQuery) {
	var pushed, others []*Place
	for _, p := range g.log.Places {
		switch {
		case p.Before == nil:
		case p.Before.State.LegalEP():
			pushed = append(pushed, p)
		default:
			others = append(others, p)
		}
	}
	half := g.pace.count(againPairs/2, 2)
	for _, p := range append(spread(pushed, half), spread(others, half)...) {
		// They are asked in the opposite order.
		all = append(all, byMoves(p), byMoves(p.Before))
	}
	return all
}

// byMoves returns the query of a place by moves, with its answer.
func byMoves(p *Place) askedQuery { return askedQuery{query: p.Query, last: p.ByMoves} }

// FENQuery is the query for the place's FEN.
func (p *Place) FENQuery() source.Query { return p.Node.FromFEN() }

// afterAlike returns places after three moves, each to be asked for right after a sequence of two
// moves that has its second move, though not its first. An engine that only makes the moves that
// are new may compare sequences by their lengths, or by one move.
func (g *gatherer) afterAlike() (all []askedQuery) {
	var three []*Place
	for _, p := range g.log.Places {
		if len(p.Query.Moves) == 3 && g.log.Known {
			three = append(three, p)
		}
	}
	for _, p := range spread(three, againPairs) {
		other, ok := alike(p, g.log.About.Chess960)
		if ok {
			// They are asked in the opposite order.
			all = append(all, byMoves(p), askedQuery{query: other, only: true})
		}
	}
	return all
}

// alike returns a sequence of another first move, and the same second one.
func alike(p *Place, chess960 bool) (q source.Query, ok bool) {
	second := p.Node.Before
	root := second.Before.Before.Board
	for _, first := range movegen.Legal(&root) {
		after := root
		after.Play(first)
		if first != second.Before.Move && movegen.IsLegal(&after, second.Move) {
			name := explore.MoveText(&root, first, chess960)
			return source.Query{FEN: p.Query.FEN, Moves: []string{name, second.Last()}}, true
		}
	}
	return source.Query{}, false
}

// afterPassant returns starts, each to be asked for right after a state with an en passant square.
// What a start does not reset, castling rights and the board among them, shows after any other
// position.
func (g *gatherer) afterPassant() (all []askedQuery) {
	var pushed, starts []*Place
	for _, p := range g.log.Places {
		if p.State.LegalEP() {
			pushed = append(pushed, p)
		}
		if p.Start() {
			starts = append(starts, p)
		}
	}
	for i, p := range spread(starts, againPairs) {
		if len(pushed) > 0 {
			all = append(all, byMoves(p), byMoves(pushed[i%len(pushed)]))
		}
	}
	return all
}

// repeat asks in the opposite order, and keeps the new answers. It returns those that differ.
func (g *gatherer) repeat(all []askedQuery) (changed []Repeat) {
	slices.Reverse(all)
	for i := range all {
		q := &all[i]
		now := g.main.AskAlone(q.query)[0]
		if !Answered(now) || q.only {
			continue
		}
		var previous source.Query
		if i > 0 {
			previous = all[i-1].query
		}
		if now.Key != q.last.Key {
			changed = append(changed, Repeat{
				Query: q.query, Earlier: q.last, Now: now,
				Previous: previous, Before: q.previous,
			})
		}
		q.last, q.previous = now, previous
	}
	return changed
}

// replaceWrong asks again for all places whose keys differ, one key at a time.
func (g *gatherer) replaceWrong() {
	for _, p := range g.log.Places {
		if p.Error() == 0 {
			continue
		}
		answers := g.main.AskAlone(p.Query, p.FENQuery())
		if Answered(answers[0]) && Answered(answers[1]) {
			p.ByMoves, p.FromFEN = answers[0], answers[1]
		}
	}
}

// An elsewhere is a source with the answers of another process. Some may be Lost. If there is no
// other process, it says why.
type elsewhere interface {
	Elsewhere(queries []source.Query) (answers []source.Answer, why string)
}

// askElsewhere asks another process in another order. Its keys are the same, or it has other
// numbers and all its keys differ. If only some differ, they depend on the process, or on the
// order.
//
// An engine in this process has a source that knows what another process has answered: see
// elsewhere.
func (g *gatherer) askElsewhere() {
	other := g.main.Fresh()
	defer other.Close()
	ask := func(queries []source.Query) []source.Answer { return other.Ask(queries...) }
	most := g.pace.count
	e, isElsewhere := g.main.src.(elsewhere)
	if isElsewhere {
		most = func(usual, _ int) int { return usual } // the other process has answered already
		ask = func(queries []source.Query) (answers []source.Answer) {
			answers, g.log.NoProcess = e.Elsewhere(queries)
			return answers
		}
	}
	about := g.log.About
	if len(g.desk.deaths) == 0 && about.Search != "" {
		// The first process has searched while it was found out how it answers.
		other.Do(g.log.Places[0].Query, about.Search)
	}
	type known struct {
		fen   string
		state *state.State
		here  source.Answer
	}
	var all []known
	for _, p := range g.various(g.pace.count(elsewherePlaces, againWrong)) {
		all = append(all, known{p.FEN, p.State, p.FromFEN})
	}
	for _, fen := range g.sortedFENs() {
		s, err := state.Parse(fen)
		if err == nil {
			all = append(all, known{fen, s, source.Answer{Key: g.log.FENs[fen]}})
		}
	}
	slices.Reverse(all)
	all = spread(all, most(len(all), againPlaces))
	var queries []source.Query
	for _, k := range all {
		queries = append(queries, source.Query{FEN: k.fen})
	}
	answers := ask(queries)
	for i, a := range answers {
		if Answered(a) {
			k := all[i]
			g.log.Others = append(
				g.log.Others,
				Other{FEN: k.fen, State: k.state, Here: k.here.Key, There: a.Key},
			)
		}
	}
	if about.Many && !g.desk.alone && !isElsewhere {
		g.askApart(other)
	}
}

// askApart asks both processes again, one key at a time, where their keys differ. An engine that
// gives wrong keys only if many commands wait has no bug that a game would show. If the processes
// have different numbers, nothing is asked.
func (g *gatherer) askApart(other *Client) {
	const enough = 20 // differences that stay: the processes do differ
	if !HaveSameNumbers(g.log.Others) {
		return
	}
	stayed := 0
	for i := range g.log.Others {
		o := &g.log.Others[i]
		if o.Here == o.There || stayed == enough {
			continue
		}
		query := source.Query{FEN: o.FEN}
		here, there := g.main.AskAlone(query)[0], other.AskAlone(query)[0]
		if !Answered(here) || !Answered(there) {
			continue
		}
		o.Here, o.There = here.Key, there.Key
		if o.Here != o.There {
			stayed++
		}
	}
}

// various returns places spread over all, and those that are the first with a feature, such as a
// set of castling rights.
func (g *gatherer) various(most int) (some []*Place) {
	seen := make(map[state.Feature]bool)
	every := max(len(g.log.Places)/most, 1)
	for i, p := range g.log.Places {
		take := i%every == 0
		for _, f := range p.State.Features() {
			if !seen[f] {
				seen[f], take = true, true
			}
		}
		if take {
			some = append(some, p)
		}
	}
	return some
}
