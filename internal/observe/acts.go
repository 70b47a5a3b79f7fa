package observe

import (
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// This file asks for keys before and after an act, which must leave the key as it was: a count of
// moves, a search, a new game. Each is asked of a process of its own, which may hang.

// An Act is what an engine does in many positions. A check that needs one says so by its field Act,
// and finds what was answered in [Log.Trials]. What is asked for in another way, such as searches
// and null moves, has a function and a field of Log of its own.
type Act struct {
	Name string // of the check
	// Commands returns the act, or several that do the same and take longer and longer. Of an
	// engine that does not know them (see source.About.Does), nothing is asked.
	Commands func(about source.About) []string
	Places   int           // it is tried in so many of random games, and in all rare ones
	Time     time.Duration // an engine that takes longer does it in fewer
}

const (
	firstActs  = 14 // after so many it is known how long one takes
	mostFailed = 3  // acts in a row may end without a result. Each costs seconds
)

// A spot is a position in which an act is done.
type spot struct {
	query source.Query
	state *state.State
}

// spots returns the FENs of rare places and starts, and of some others.
func (g *gatherer) spots(most int) (all []spot) {
	seen := make(map[string]bool)
	take := func(p *Place) {
		if !p.Shredder && !seen[p.FEN] {
			seen[p.FEN] = true
			all = append(all, spot{p.FENQuery(), p.State})
		}
	}
	for _, p := range g.log.Places {
		if p.Rare || p.Start() {
			take(p)
		}
	}
	for _, p := range spread(g.log.Places, most) {
		take(p)
	}
	return spread(all, g.pace.count(len(all), firstActs))
}

// try does an act in positions, until it has failed in several in a row. A search's move is asked
// for, too: some engines play it.
func (g *gatherer) try(
	client *Client,
	spots []spot,
	act string,
	within time.Duration,
) (trials []Trial) {
	begun := g.pace.now()
	failed, most := 0, len(spots)
	for i := range spots {
		if i == firstActs {
			most = g.pace.acts(len(spots), firstActs, g.pace.now().Sub(begun), within)
		}
		if i >= most || failed == mostFailed {
			break
		}
		t := Trial{Query: spots[i].query, State: spots[i].state, Act: act, Next: lost()}
		t.Before = client.AskAlone(t.Query)[0]
		if !Answered(t.Before) {
			continue
		}
		t.After = client.Do(t.Query, act)
		if !Answered(t.After) {
			failed++
			continue
		}
		failed = 0
		if t.After.Move != "" && !t.After.Is(t.Before) {
			t.Next = client.AskAlone(t.Query.Then(t.After.Move))[0]
		}
		trials = append(trials, t)
	}
	return trials
}

// askPrinted asks for some keys twice without a command in between: what prints the key must not
// change it, as it does if the function that should only compare the key sets it.
func (g *gatherer) askPrinted() {
	act := g.log.About.Ask
	if act == "" {
		return
	}
	const places = 40
	spots := spread(g.spots(places), places)
	g.log.Printed = g.try(g.main, spots, act, time.Second)
}

// askAct makes the engine do an act that a check needs.
func (g *gatherer) askAct(act Act) {
	var known []string
	for _, command := range act.Commands(g.log.About) {
		if g.log.About.Does(command) {
			known = append(known, command)
		}
	}
	if len(known) == 0 {
		return
	}
	client := g.main.Fresh()
	defer client.Close()
	spots := g.spots(act.Places)
	var trials []Trial
	for i, command := range known {
		if i > 0 {
			spots = spread(spots, len(spots)/8) // each takes as long as thirty of the first command
		}
		trials = append(trials, g.try(client, spots, command, act.Time)...)
	}
	g.log.Trials[act.Name] = trials
}

// askSearch makes the engine search: first where the only move is a double push or the capture of
// one, and where a search may pass after a double push.
func (g *gatherer) askSearch() {
	act := g.log.About.Search
	if act == "" {
		return
	}
	const (
		// A search takes longest of all acts, so it is tried in few places: a bug in one of ten
		// positions stays unseen in fifty with a probability of 0.5 %.
		places        = 50
		stoppedPlaces = 8 // for searches that end by time
		within        = 3 * time.Second
	)
	client := g.main.Fresh()
	defer client.Close()
	spots := g.spots(places)
	var special []spot
	if g.log.Known {
		for _, line := range rare.Searches() {
			special = append(special, g.spotOf(line))
		}
	}
	var trials []Trial
	shallow, usual := strings.CutSuffix(act, "depth 4")
	if usual && len(special) > 1 {
		// An even number of iterations may take out a number as often as it puts it in.
		trials = g.try(client, special[:2], shallow+"depth 3", within)
	}
	trials = append(trials, g.try(client, append(special, spots...), act, within)...)
	if usual {
		// How far these come varies, so they come last.
		stopped := spots[:min(len(spots), stoppedPlaces)]
		trials = append(trials, g.try(client, stopped, shallow+"movetime 20", within)...)
	}
	g.log.Search = trials
}

// spotOf returns the position after the moves of a rare sequence.
func (g *gatherer) spotOf(line rare.Line) spot {
	p, _ := chess.ParseFEN(line.FEN)
	for _, name := range line.Moves {
		move, err := chess.ParseMove(name)
		if err == nil {
			p.Play(move)
		}
	}
	s, _ := state.Parse(p.FEN())
	return spot{source.Query{FEN: line.FEN, Moves: line.Moves}, s}
}

// An askFunc asks for keys: [Client.Ask] or [Client.AskAlone].
type askFunc func(c *Client, queries ...source.Query) []source.Answer

// askThenAlone asks a new process for some keys, and returns what it answered, of which some may be
// wrong. If some are, but not most, and many commands were sent at once, it asks another process
// for one at a time, and returns the answers of that, unless there are none. An engine that gives
// wrong keys only while commands wait has no bug that a game would show.
func askThenAlone[T any](
	g *gatherer,
	ask func(c *Client, keys askFunc) (answered []T, wrong int),
) []T {
	client := g.main.Fresh()
	atOnce, wrong := ask(client, (*Client).Ask)
	client.Close()
	if wrong == 0 || 2*wrong > len(atOnce) || !g.log.About.Many || g.desk.alone {
		return atOnce
	}
	client = g.main.Fresh()
	defer client.Close()
	alone, _ := ask(client, (*Client).AskAlone)
	if len(alone) == 0 {
		return atOnce
	}
	return alone
}

// askNewGame asks for keys by moves before and after ucinewgame.
func (g *gatherer) askNewGame() {
	act := g.log.About.NewGame
	if act == "" {
		return
	}
	const usualPlaces = 200
	var places []*Place
	for _, p := range g.log.Places {
		if p.Rare {
			places = append(places, p)
		}
	}
	places = append(places, spread(g.log.Places, usualPlaces)...)
	places = spread(places, g.pace.count(len(places), firstActs))
	var queries []source.Query
	for _, p := range places {
		queries = append(queries, p.Query)
	}
	g.log.NewGame = askThenAlone(g, func(c *Client, keys askFunc) (trials []Trial, wrong int) {
		before := keys(c, queries...)
		begun := c.Do(queries[0], act)
		if !Answered(begun) {
			return nil, 0
		}
		for i, after := range keys(c, queries...) {
			if after.NoKey && Answered(before[i]) {
				g.desk.noteFailure(Failed{Query: queries[i], Act: act, Answer: after})
			}
			if !Answered(before[i]) || !Answered(after) {
				continue
			}
			trials = append(trials, Trial{
				Query: queries[i], State: places[i].State, Act: act,
				Before: before[i], After: after, Next: lost(),
			})
			if before[i].Key != after.Key {
				wrong++
			}
		}
		return trials, wrong
	})
}

// askNulls asks for keys after a null move, and for those of the FEN with the other side to move.
func (g *gatherer) askNulls() {
	if !g.log.Known {
		return
	}
	var nulls []Null
	for _, p := range g.nullPlaces() {
		after := p.Board
		after.Play(chess.Move{})
		s, err := state.Parse(after.FEN())
		if err != nil {
			continue
		}
		nulls = append(nulls, Null{Before: p, Query: p.FENQuery().Then(source.NullMove), State: s})
	}
	var passes, turned []source.Query
	for _, n := range nulls {
		passes = append(passes, n.Query)
		turned = append(turned, source.Query{FEN: n.State.FEN})
	}
	g.log.Nulls = askThenAlone(g, func(c *Client, keys askFunc) (passed []Null, wrong int) {
		// The FENs are asked for later, so that an engine that ignores 0000 has another position
		// then.
		by := keys(c, passes...)
		from := keys(c, turned...)
		for i, n := range nulls {
			n.By, n.From = by[i], from[i]
			if n.By.NoKey {
				g.desk.noteFailure(Failed{Query: n.Query, Act: source.NullMove, Answer: n.By})
			}
			if !Answered(n.By) || !Answered(n.From) {
				continue
			}
			passed = append(passed, n)
			if n.By.Key != n.From.Key {
				wrong++
			}
		}
		return passed, wrong
	})
}

// nullPlaces returns places where a null move is legal: the rare ones, and some others.
func (g *gatherer) nullPlaces() (all []*Place) {
	const (
		usualPlaces = 400
		// With a higher halfmove clock, the FEN after the null move is drawn, and some engines say
		// nothing more about it.
		mostClock = 90
	)
	canPass := func(p *Place) bool {
		return !p.Shredder && p.Board.HalfmoveClock <= mostClock && !movegen.InCheck(&p.Board)
	}
	for _, p := range g.log.Places {
		if p.Rare && canPass(p) {
			all = append(all, p)
		}
	}
	for _, p := range spread(g.log.Places, usualPlaces) {
		if canPass(p) {
			all = append(all, p)
		}
	}
	return spread(all, g.pace.count(usualPlaces, firstActs))
}
