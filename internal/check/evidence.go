package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A Need is a piece of evidence.
type Need int

const (
	Lines     Need = iota // positions reached by moves, each with its key by moves and from its FEN
	Varied                // the keys of Lines are not all the same
	Clocks                // the halfmove clocks that change keys
	Probes                // keys of FENs that show each number, and of pairs of FENs that differ in one field
	Schemes               // what keys from FENs are made of, and keys by moves
	Explained             // why keys by moves differ from keys from FENs
)

// absent is the error of evidence that is not to be had. The checks that need it do not
// run, and say so.
type absent string

func (a absent) Error() string { return string(a) }

// Evidence is what is known about an engine's keys. It grows only by gather: a check
// reads the pieces that it needs.
type Evidence struct {
	ctx    context.Context
	src    *session
	about  About
	opt    Options
	mover  mover
	starts []string
	known  bool // the game is chess, so its rules are known
	got    map[Need]error
	err    error // why nothing more is asked for the present check or piece of evidence

	rate   int // keys per second, roughly
	keys   int // asked for
	notes  []string
	budget time.Duration // of all checks
	until  time.Time     // nothing is asked afterwards, at present
	end    time.Time     // of the budget
	late   bool          // something was not asked for lack of time
	deaths []death
	patience
	fading  []fading       // answers that were others before
	logs    [][]step       // of engines that have ended
	traces  bool           // nothing is logged any more
	closing sync.WaitGroup // engines that end
	own     *bool          // each process has numbers of its own; nil if that is unknown

	// Lines.
	nodes   []*Node
	refused []*Node // the engine refuses their last move
	tried   int     // positions that were asked for
	untried int     // positions that the engine cannot set up
	refusal string  // the first of them, and why

	// Clocks.
	clock     int           // the lowest halfmove clock that changes keys; 0 if none does
	clockKeys []zobrist.Key // by halfmove clock: what it changes in the key

	// Probes.
	pairs []probe
	keyOf map[string]zobrist.Key // of FENs, among them those of pairs
	same  map[string][]probe     // by field: the pairs with one key

	// Schemes.
	fromFEN *solve.Scheme
	numbers *solve.Numbers // for naming features

	// Explained.
	wrong     []Finding
	between   []*Node                // positions that were asked for later, to find the move that makes a key wrong
	takenBack []string               // kinds of features that taking back moves changes
	stays     map[*Node]bool         // the key of the next position is wrong in the same way
	number    *Finding               // that the key depends on the number of the move, or nil
	blind     string                 // why keys from FENs tell nothing, or ""
	absent    func(name string) bool // whether keys from FENs seem to lack a feature; nil if they lack none
	told      map[string]bool        // features that keys from FENs lack, as a finding says
}

// A Node is a position reached by moves.
type Node struct {
	Query
	FEN    string      // the position
	Parent *Node       // before the last move; nil at the start of the line
	By     Answer      // to the query
	From   zobrist.Key // the key from FEN

	pos      *solve.Position // of the FEN, when it was needed
	shredder bool            // the query has the FEN in Shredder form
	strayed  bool            // the engine has another position
	skipped  bool            // its keys need not be asked for: it is one of many in a long game
}

// position returns what the FEN says. It is empty for an invalid one.
func (n *Node) position() *solve.Position {
	if n.pos == nil {
		var err error
		if n.pos, err = solve.Parse(n.FEN); err != nil {
			n.pos = &solve.Position{}
		}
	}
	return n.pos
}

// diff is what the key by moves is wrong by.
func (n *Node) diff() zobrist.Key { return n.By.Key ^ n.From }

func (n *Node) move() string { return n.Moves[len(n.Moves)-1] }

func (n *Node) child(move, fen string) *Node {
	return &Node{Query: n.then(move), FEN: fen, Parent: n}
}

// differs reports whether the key by moves differs from the key from the FEN.
func (n *Node) differs() bool { return n.By.Key != n.From }

// root returns the start of the line.
func (n *Node) root() *Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// asked returns the last node of the line, up to n, whose keys were asked for, or nil.
func (n *Node) asked() *Node {
	for n != nil && n.By == (Answer{}) && n.From == 0 {
		n = n.Parent
	}
	return n
}

// trivial reports whether both keys of the node are those of one query.
func (n *Node) trivial() bool { return len(n.Moves) == 0 && n.Query.FEN != "" && !n.shredder }

// Nodes returns the positions of Lines, parents before children.
func (ev *Evidence) Nodes() []*Node { return ev.nodes }

// Source returns the engine.
func (ev *Evidence) Source() Source { return ev.src.src }

// Begin returns the evidence of an engine, with nothing gathered yet. It chooses who knows
// the moves: the rules of chess, or the engine.
func Begin(ctx context.Context, src Source, opt Options) (*Evidence, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	ev := &Evidence{
		ctx: ctx, about: src.About(), opt: opt, got: make(map[Need]error), keyOf: make(map[string]zobrist.Key),
		same: make(map[string][]probe), stays: make(map[*Node]bool), told: make(map[string]bool),
	}
	if ev.about.More != "" {
		ev.about.More = "; " + ev.about.More
	}
	ev.src = &session{ev: ev, src: src, lives: mainLives}
	ev.known = ev.about.Variant == ""
	ev.starts = slices.Clone(opt.Starts)
	rules := &chess{seed: opt.Seed, king: ev.about.Chess960, lines: make(map[string][]*Node)}
	for i, start := range opt.Starts {
		if line, err := rules.parseStart(start); err != nil && ev.known && !ev.about.Lists {
			return nil, fmt.Errorf("start %d: %w", i+1, err)
		} else if err != nil {
			ev.known = false
		} else if ev.known {
			ev.starts[i] = line[len(line)-1].FEN
			rules.lines[ev.starts[i]] = line
		}
	}
	switch {
	case ev.known:
		if len(ev.starts) == 0 {
			if ev.starts = rare.Starts(); rules.king {
				ev.starts = rare.Starts960()
			}
		}
		rules.starts, ev.mover = ev.starts, rules
		return ev, nil
	case !ev.about.Lists:
		return nil, fmt.Errorf("%s does not list moves for \"go perft 1\", so only chess can be checked", ev.about.Name)
	}
	if ev.starts = opt.Starts; len(ev.starts) == 0 {
		ev.starts = []string{""}
	}
	ev.mover = &listed{ev: ev, starts: ev.starts, seed: opt.Seed}
	return ev, nil
}

// gather completes pieces of evidence, and those that they need.
func (ev *Evidence) gather(needs ...Need) error {
	pieces := [...]struct {
		part  float64 // of the time, for a slow engine
		needs []Need
		find  func()
	}{
		Lines:     {0.3, nil, ev.gatherLines},
		Varied:    {1, []Need{Lines}, ev.gatherVaried},
		Clocks:    {0.05, []Need{Varied}, ev.gatherClocks},
		Probes:    {0.2, []Need{Varied}, ev.gatherProbes},
		Schemes:   {1, []Need{Clocks, Probes}, ev.gatherSchemes},
		Explained: {0.05, []Need{Schemes}, ev.explain},
	}
	for _, n := range needs {
		err, ok := ev.got[n]
		if !ok {
			if err = ev.gather(pieces[n].needs...); err == nil {
				err = ev.limited(pieces[n].part, pieces[n].find)
			}
			ev.got[n] = err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (ev *Evidence) progress(format string, args ...any) {
	if ev.opt.Progress != nil {
		ev.opt.Progress(fmt.Sprintf(format, args...))
	}
}

// note adds a note to the report, once.
func (ev *Evidence) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(ev.notes, text) {
		ev.notes = append(ev.notes, text)
	}
}

// await returns what f returns, which may take seconds. If the context ends before, it
// returns the zero value and the check fails.
func await[T any](ev *Evidence, f func() T) (result T) {
	done := make(chan T, 1)
	go func() { done <- f() }()
	select {
	case result = <-done:
	case <-ev.ctx.Done():
		ev.fail(ev.ctx.Err())
	}
	return result
}

const (
	mostPositions = 100_000 // if Options has no number
	lineTime      = 4 * time.Second
	budget        = 40 * time.Second
	busy          = 5
	fewKeys       = 4000 // an engine that gives fewer in the budget is slow
)

// gatherLines plays short lines and random games, and asks for the key by moves and the
// key from the FEN of each position.
func (ev *Evidence) gatherLines() {
	begin := ev.opt.Now()
	all := ev.mover.walk()
	ev.measure(all)
	switch {
	case ev.slow():
	case ev.opt.Positions > 0: // as many as the user wants
		ev.until, ev.end = time.Time{}, time.Time{}
	default: // the budget is for engines that are slow, and not for a machine that is busy
		ev.end = ev.end.Add(busy * ev.budget)
		ev.until = ev.end
	}
	most, timed, within := ev.opt.Positions, ev.opt.Positions == 0, cmp.Or(ev.opt.Time, lineTime)
	short := max(most/2, 1) // the others are for games
	if timed {
		most = cmp.Or(ev.opt.Most, mostPositions)
		if ev.slow() {
			within = max(within, ev.budget/4)
		}
		short = max(20, int(within.Seconds()*float64(ev.rate)/4))
	}
	if ev.slow() {
		all = spread(all, short)
	}
	all = all[:min(len(all), short)]
	tree := make(tree)
	for _, n := range all {
		tree.add(n)
	}
	over := func() bool { return ev.src.silent() != "" || timed && ev.opt.Now().Sub(begin) > within }
	const patience = 200 // games without a new position
	for game, idle := 0, 0; ; {
		all = all[:min(len(all), most-len(ev.nodes))]
		ev.compare(all)
		if ev.tried >= most || idle >= patience || over() && (game > 0 || ev.src.silent() != "") {
			break
		}
		all = all[:0]
		for len(all) < min(500, max(ev.rate/4, 1)) && idle < patience && (!over() || game == 0) {
			added := tree.graft(ev.mover.game(game))
			game++
			if idle++; len(added) > 0 {
				idle = 0
			}
			if ev.slow() { // it gets positions from more games
				added = spread(added, (len(added)+7)/8)
			}
			all = append(all, added...)
		}
	}
	if ev.untried > 0 {
		ev.note("%s not tried: the engine cannot set them up%s", plural(ev.untried, "position"), ev.refusal)
	}
	if len(ev.nodes) == 0 {
		ev.fail(absent("the engine set up no position that it was asked for" + ev.refusal))
	}
	ev.askAgain()
}

// measure finds out how fast the engine answers. One late answer does not make an engine
// slow: the machine may have been busy.
func (ev *Evidence) measure(nodes []*Node) {
	queries := queriesOf(nodes[:min(len(nodes), 32)])
	last, late := 0, 0
	for n := 1; n <= len(queries) && late < 2; n *= 2 {
		ev.rate = 4 * n // all at once
		begin := ev.opt.Now()
		ev.src.Ask(queries[:n]...)
		took := max(ev.opt.Now().Sub(begin), time.Microsecond)
		rate := int(float64(n) / took.Seconds())
		if took > ev.budget/100 {
			late++
		}
		ev.rate, last = max(rate, last), rate
	}
}

func (ev *Evidence) slow() bool { return ev.affords(1) < fewKeys }

// affords returns how many queries there is time for in a part of the budget.
func (ev *Evidence) affords(part float64) int {
	return max(int(part*ev.budget.Seconds()*float64(ev.rate)), 4)
}

// compare asks for both keys of nodes, and adds them to the evidence.
func (ev *Evidence) compare(nodes []*Node) {
	answers := ev.both(nodes)
	for i, n := range nodes {
		by, from := answers[i][0], answers[i][1]
		n.By, n.From = by, from.Key
		if n.trivial() && n.differs() && by.Refused+from.Refused == "" { // two answers to one query
			ev.fading = append(ev.fading, fading{Query: n.Query, key: n.From})
			n.By = ev.src.AskAlone(n.Query)[0]
			n.From = n.By.Key
		}
		switch before := n.Parent.asked(); {
		case by.Lost || from.Lost:
			continue
		case by.Refused+from.Refused == "":
			ev.nodes = append(ev.nodes, n)
		case by.Refused != "" && before != nil && before.By.Refused == "":
			ev.refused = append(ev.refused, n)
		case by.Refused != "" && n.Parent != nil && n.root().By.Refused == "": // behind a refused move
		default:
			if ev.untried++; ev.refusal == "" && by.Refused != "" {
				ev.refusal = fmt.Sprintf(", such as %s: %s", n.root().FEN, by.Refused)
			} else if ev.refusal == "" {
				ev.refusal = fmt.Sprintf(", such as %s: %s", n.FEN, from.Refused)
			}
		}
		ev.tried++
	}
}

// wrongs returns the nodes with a key by moves that differs from the key from the FEN.
// onsets returns those of them whose parents' keys do not differ.
func (ev *Evidence) wrongs() []*Node {
	return slices.DeleteFunc(slices.Clone(ev.nodes), func(n *Node) bool { return !n.differs() })
}

func (ev *Evidence) onsets() []*Node {
	return slices.DeleteFunc(ev.wrongs(), func(n *Node) bool { return n.Parent != nil && n.Parent.differs() })
}

// askAgain asks again for some keys that differ, one at a time. If an answer is not the
// same as before, it asks again for all keys that differ, and uses the new answers.
func (ev *Evidence) askAgain() {
	const some = 20
	if !slices.ContainsFunc(spread(ev.onsets(), some), func(n *Node) bool { return !ev.confirm(n.by(), n.from()) }) {
		return
	}
	ev.src.single = true
	differ := ev.wrongs()
	answers := ev.both(differ)
	for i, n := range differ {
		by, from := answers[i][0], answers[i][1]
		if by.Lost || from.Lost {
			continue
		}
		if len(ev.fading) < mostFading {
			ev.steady(n.by(), by)
			ev.steady(n.from(), from)
		}
		n.By, n.From = by, from.Key
	}
	ev.note("%d keys were asked again one at a time, because their first answers differed", 2*len(differ))
}

// constant reports whether all keys are the same, so that they tell nothing.
func (ev *Evidence) constant() bool {
	first := ev.nodes[0].By.Key
	return len(ev.nodes) > 1 && !slices.ContainsFunc(ev.nodes, func(n *Node) bool { return n.By.Key != first || n.From != first })
}

func (ev *Evidence) gatherVaried() {
	if ev.constant() {
		ev.fail(absent("every position has the same key"))
	}
}
