package observe

import (
	"context"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// Options are the options of [Gather].
type Options struct {
	Starts    []string      // see explore.Options
	Positions int           // 0 for as many as Time allows, at most Most
	Most      int           // 0 for 100,000
	Time      time.Duration // for positions; 0 for four seconds
	Seed      uint64        // of the random games
	Sub       bool          // the key has only some features on purpose
	Progress  func(stage string, positions, keys int)
	Now       func() time.Time // the clock; nil for time.Now
}

// mostPositions is for Options without a number. With more, it takes seconds to compare them.
const mostPositions = 100_000

// fixedPlaces is about how many positions the fixed sequences have, without those that try each
// file en passant.
const fixedPlaces = 150

// A gatherer asks the questions of one log, one sort after the other.
type gatherer struct {
	opt  Options
	acts []Act
	pace *pace
	desk *desk
	main *Client
	log  *Log

	places map[*explore.Node]*Place
	stage  string
}

// Gather asks an engine all questions, and lets it do some acts. It leaves the source open. If ctx
// ends, the log has what was answered until then. An error says that the engine can't be asked at
// all.
func Gather(ctx context.Context, src source.Source, acts []Act, opt Options) (*Log, error) {
	about := src.About()
	g := &gatherer{
		opt:  opt,
		acts: acts,
		pace: newPace(opt),
		log: &Log{
			About:  about,
			Known:  about.Variant == "",
			FENs:   make(map[string]zobrist.Key),
			Trials: make(map[string][]Trial),
		},
		places: make(map[*explore.Node]*Place),
	}
	g.desk = newDesk(ctx, func(keys int) {
		if opt.Progress != nil {
			opt.Progress(g.stage, len(g.log.Places), keys)
		}
	})
	g.main = g.desk.client(src, mainLives)
	explorer, err := g.explorer()
	if err != nil {
		return nil, err
	}
	if g.log.Known {
		g.main.deadly = newDeadly()
	}
	defer func() { g.main.Close() }()
	g.askAll(explorer)
	g.finish()
	return g.log, nil
}

// askAll asks in the order in which later questions need the answers to earlier ones.
func (g *gatherer) askAll(explorer *explore.Explorer) {
	type stage struct {
		name string
		ask  func()
	}
	stages := []stage{
		{"positions", func() { g.askPlaces(explorer) }},
		{"asked again", g.askAgain},
		{"printed twice", g.askPrinted},
		{"clocks", g.askClocks},
		{"one field at a time", g.askFENs},
		{"another process", g.askElsewhere},
	}
	for _, act := range g.acts {
		stages = append(stages, stage{act.Name, func() { g.askAct(act) }})
	}
	stages = append(
		stages,
		stage{"search", g.askSearch},
		stage{"null moves", g.askNulls},
		stage{"new game", g.askNewGame},
	)
	for _, s := range stages {
		g.stage = s.name
		s.ask()
		if g.ending() != Complete {
			return
		}
	}
}

// ending says whether more questions make sense.
func (g *gatherer) ending() Ending {
	log := g.log
	switch {
	case g.desk.ctx.Err() != nil:
		log.Ending = Interrupted
	case g.desk.failed != nil:
		log.Ending, log.Error = Broken, g.desk.failed.Error()
	case g.main.mute != "":
		log.Ending, log.Error = Broken, "it prints no key any more: "+g.main.mute
	case len(log.Places) == 0:
		log.Ending = NoPosition
	case g.constant():
		log.Ending = Constant
	case noisy(log.Again):
		log.Ending = TwoAnswers
	}
	return log.Ending
}

// constant reports whether every position has the same key, so that keys tell nothing.
func (g *gatherer) constant() bool {
	places := g.log.Places
	first := places[0].ByMoves.Key
	return len(places) > 1 && !slices.ContainsFunc(places, func(p *Place) bool {
		return p.ByMoves.Key != first || p.FromFEN.Key != first
	})
}

// noisy reports whether more than one answer in 50 changes. The keys of such an engine tell nothing
// about anything else.
func noisy(a Again) bool {
	const oneIn = 50
	return oneIn*len(a.Changed) > a.Asked
}

// finish notes how the engine behaved.
func (g *gatherer) finish() {
	log := g.log
	log.Keys, log.Deaths, log.Late = g.desk.keys, g.desk.deaths, g.desk.late
	log.Failed = g.desk.failures
	log.Alone = g.desk.alone
	log.Dead = g.main.ended && !g.main.otherStart
	log.Renewed = g.main.otherStart
	log.Slow = g.pace.share < 1
}

// explorer returns what chooses the sequences. The engine lists moves if it alone knows the rules.
func (g *gatherer) explorer() (*explore.Explorer, error) {
	about := g.log.About
	opt := explore.Options{
		Rules:    explore.Chess(about.Chess960),
		Known:    g.log.Known,
		Chess960: about.Chess960,
		Starts:   g.opt.Starts,
		Seed:     g.opt.Seed,
	}
	if g.log.Known {
		e, err := explore.New(opt)
		if err == nil || !about.Lists {
			return e, err
		}
		// A start that the rules of chess don't have: the engine may have it all the same.
		g.log.Known, opt.Known = false, false
	}
	opt.Rules = explore.Listed(
		func(q source.Query) (string, []string, bool) { return g.main.List(q) },
	)
	return explore.New(opt)
}

// askPlaces asks for both keys of many nodes: of short sequences, then of random games.
func (g *gatherer) askPlaces(e *explore.Explorer) {
	most := g.opt.Positions
	if most == 0 {
		most = g.opt.Most
	}
	if most == 0 {
		most = mostPositions
	}
	// Games find what short sequences don't, so they have half of the positions. Of few positions
	// they have a quarter: the fixed sequences find more.
	short := e.Short(max(most/2, min(3*most/4, fixedPlaces), 1))
	if g.pace.timed {
		short = g.sample(short)
	}
	for len(short) > 0 {
		some := short[:min(len(short), chunk)]
		g.askBoth(some)
		short = short[len(some):]
		if g.pace.over(g.desk.keys) && len(g.log.Places) > g.pace.count(len(short), firstAnswers) {
			break
		}
	}
	const patience = 250 // games without a new position: there are no more
	idle := 0
	for len(g.log.Places) < most && idle < patience && !g.main.silent() {
		// Of an engine that prints few keys, games would show no end of positions without one.
		fewKeys := g.log.Keyless > len(g.log.Places)+mostKeyless
		if g.pace.over(g.desk.keys) || fewKeys {
			break
		}
		nodes := g.wanted(e.Game())
		nodes = nodes[:min(len(nodes), most-len(g.log.Places))]
		before := len(g.log.Places)
		g.askBoth(nodes)
		idle++
		if len(g.log.Places) > before {
			idle = 0
		}
	}
	g.pace.measure(g.desk.keys)
}

// sample leaves out some of the short sequences if the engine is slow: it asks for the first few to
// find out. The rest is spread over all of them.
func (g *gatherer) sample(short []*explore.Node) []*explore.Node {
	first := short[:min(len(short), firstAnswers)]
	g.askBoth(first)
	g.pace.measure(g.desk.keys)
	rest := short[len(first):]
	n := g.pace.count(len(rest), firstAnswers)
	if n >= len(rest) {
		return rest
	}
	// A node tells nothing without the one before it, so that whole sequences are taken.
	var some []*explore.Node
	taken := make(map[*explore.Node]bool)
	for _, node := range spread(rest, n/2) {
		var line []*explore.Node
		for ; node != nil && !taken[node] && g.places[node] == nil; node = node.Before {
			taken[node] = true
			line = append(line, node)
		}
		slices.Reverse(line)
		some = append(some, line...)
	}
	return some
}

// wanted returns the nodes whose keys are worth asking for.
func (g *gatherer) wanted(nodes []*explore.Node) []*explore.Node {
	return slices.DeleteFunc(nodes, func(n *explore.Node) bool { return n.Passed })
}

// askBoth asks for the key by moves and for the key from the FEN of each node.
func (g *gatherer) askBoth(nodes []*explore.Node) {
	var queries []source.Query
	for _, n := range nodes {
		queries = append(queries, n.Query)
		if n.FEN != "" {
			queries = append(queries, n.FromFEN())
		}
	}
	if g.main.deadly != nil {
		g.main.deadly.asking = nodes
	}
	answers := g.main.Ask(queries...)
	var later []*explore.Node // whose FEN only the first answer has told
	var by []source.Answer
	at := 0
	for _, n := range nodes {
		first := answers[at]
		at++
		if n.FEN != "" {
			g.add(n, first, answers[at])
			at++
			continue
		}
		if Answered(first) && first.FEN != "" {
			n.FEN = first.FEN
			later, by = append(later, n), append(by, first)
		}
	}
	var fens []source.Query
	for _, n := range later {
		fens = append(fens, n.FromFEN())
	}
	for i, from := range g.main.Ask(fens...) {
		g.add(later[i], by[i], from)
	}
}

// add adds the place of a node, if the engine has both keys.
func (g *gatherer) add(n *explore.Node, by, from source.Answer) {
	if by.Lost || from.Lost {
		return
	}
	before := g.places[n.Before]
	switch {
	case by.NoKey || from.NoKey:
		g.addKeyless(n, by, from)
	case by.Refused == "" && from.Refused == "":
		s, err := state.Parse(n.FEN)
		if err != nil {
			return
		}
		p := &Place{Node: n, Before: before, State: s, ByMoves: by, FromFEN: from}
		if g.main.deadly != nil {
			g.main.deadly.survives(n)
		}
		g.places[n] = p
		g.log.Places = append(g.log.Places, p)
	case by.Refused != "" && before != nil:
		g.log.Refused = append(g.log.Refused, n)
	case by.Refused != "" && n.Before != nil && g.places[n.Root()] != nil:
		// It stands behind a refused move.
	default:
		g.log.Untried++
		if g.log.Example.FEN == "" {
			g.log.Example = Untried{FEN: n.FEN, Why: from.Refused}
			if by.Refused != "" {
				g.log.Example = Untried{FEN: n.Root().FEN, Why: by.Refused}
			}
		}
	}
}

// addKeyless notes that the engine prints no key for a node by moves, or from its FEN.
func (g *gatherer) addKeyless(n *explore.Node, by, from source.Answer) {
	g.log.Keyless++
	if g.log.Keyless > 1 {
		return
	}
	g.log.Silent = Silent{Query: n.FromFEN(), Said: from.Refused}
	if by.NoKey {
		g.log.Silent = Silent{Query: n.Query, Said: by.Refused}
	}
}

// spread returns at most n elements at equal distances, with the first and the last.
func spread[T any](all []T, n int) []T {
	if n >= len(all) {
		return slices.Clone(all)
	}
	some := make([]T, n)
	for i := range some {
		some[i] = all[i*(len(all)-1)/max(n-1, 1)]
	}
	return some
}
