package check

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	mostPositions = 100_000 // if Options has no number
	lineTime      = 4 * time.Second
	budget        = 40 * time.Second
	busy          = 5
	fewKeys       = 4000 // an engine that gives fewer in the budget is slow
	patience      = 250  // starts in a row without a new position
)

// gatherLines plays short lines and random games, and asks for both keys of each position.
func (ev *Evidence) gatherLines() {
	first := []*Node{ev.begin(ev.starts[0])}
	if ev.known {
		first = append(first, ev.children(first[0])...)
	}
	ev.src.Ask(queriesOf(first[:min(len(first), 3)])...)
	if !ev.slow() { // how fast is it?
		ev.src.Ask(queriesOf(first)...)
	}
	begin, timed, most, within := ev.opt.Now(), ev.opt.Positions == 0, ev.opt.Positions, cmp.Or(
		ev.opt.Time, lineTime,
	)
	short := max(most/2, 1) // the others are for games
	if timed {
		most = cmp.Or(ev.opt.Most, mostPositions)
		if ev.slow() {
			within = max(within, ev.budget/4)
		}
		short = max(20, int(within.Seconds()*float64(ev.rate)/4))
	}
	s, judge, ended := ev.Session(), func(*tester.Break) bool {
		return true
	}, func(*tester.Break) {}
	if ev.slow() {
		s.Tries, s.Lines = 3, spread(s.Lines, max(short/6, 6))
	}
	least := short + min(500, ev.rate/4) // however busy the machine is
	s.Stop = func() bool {
		over := timed && len(ev.nodes) >= least && ev.opt.Now().Sub(begin) > within
		return over || ev.src.silent(nil) != "" || len(ev.nodes) >= ev.most || ev.stale > patience
	}
	ev.most = short
	s.Check(0, 0, judge, ended)
	ev.most, s.Lines = most, nil
	s.Check(0, time.Hour, judge, ended)
	if ev.untried > 0 {
		ev.note(
			"%s not tried: the engine cannot set them up%s", words.Plural(ev.untried, "position"),
			ev.refusal,
		)
	}
	if len(ev.nodes) == 0 {
		why := ev.refusal
		if len(ev.deaths) > 0 {
			why = ": " + ev.deaths[0].failure.Error()
		}
		ev.fail(absent("the engine set up no position that it was asked for" + why))
	}
}

// First returns the first n lines that an engine is asked for.
func (ev *Evidence) First(n int) (all []Query) {
	for _, l := range ev.Session().Lines {
		end := ev.play(ev.begin(l.Start), l.Moves)
		for at := end; at != nil; at = at.Parent {
			all = append(all, at.Query)
		}
		if end == nil || l.Only {
			continue
		}
		bare := end.p // asked for by no line, so that a cache may confuse them
		bare.Castling, bare.EnPassant = 0, 0
		all = append(append(all, queriesOf(ev.children(end))...), Query{FEN: bare.FEN()})
	}
	for _, fen := range menFENs() {
		all = append(all, Query{FEN: fen})
	}
	return all[:min(len(all), n)]
}

// Session returns a session that plays from the starts: each move, the rare lines, and the
// lines of two moves.
func (ev *Evidence) Session() *tester.Session {
	s := &tester.Session{
		Options: tester.Options{Seed: ev.opt.Seed, Plies: longPlies + plies, Sequential: true},
		Times:   tester.Times{Context: ev.ctx, Limited: true},
		New:     func() tester.Game { return game{&Board{Evidence: ev}} },
		Laws:    []tester.Law{{Name: "moves", Got: "m", Want: "m", Reads: "Key"}},
		Reuse:   true, Places: tester.Places{Both: true, Plain: true, From: ev.starts},
	}
	for _, start := range ev.starts {
		s.Lines = append(s.Lines, tester.Line{Start: start})
		n := ev.begin(start)
		if ev.known && len(n.Moves) > 0 {
			// What is wrong since before a move is not its bug. So the keys before and after each
			// move of the start are asked for, too.
			root := cmp.Or(n.root().Query.FEN, "startpos")
			s.Lines = append(s.Lines, tester.Line{Start: root, Moves: n.Moves, Only: true})
		}
		if ev.known && ev.about.Chess960 {
			if text, ok := shredder(n.FEN); ok {
				ev.begins[text] = &Node{
					Query: Query{FEN: text}, FEN: n.FEN, ground: ground{p: n.p}, shredder: true,
				}
				s.Lines = append(s.Lines, tester.Line{Start: text, Only: true})
			}
		}
	}
	for _, l := range ev.rare() {
		s.Lines = append(
			s.Lines, tester.Line{Start: cmp.Or(l.FEN, again), Moves: l.Moves, Only: true},
		)
	}
	if usual := ev.starts[max(slices.Index(ev.starts, "startpos"), 0)]; ev.known &&
		(usual == "startpos" || len(ev.starts) == 1) {
		for _, move := range ev.moves(ev.begin(usual)) {
			s.Lines = append(s.Lines, tester.Line{Start: usual, Moves: []string{move}})
		}
	}
	for _, l := range s.Lines {
		s.Starts = append(s.Starts, l.Start)
	}
	slices.Sort(s.Starts)
	s.Starts = slices.Compact(s.Starts)
	return s
}

// again is the usual start of fixed lines: it is asked for again.
const again = "startpos "

// rare returns the fixed lines, or, if the user gave starts, those of double pushes. Their
// nodes are marked.
func (ev *Evidence) rare() (all []rare.Line) {
	switch {
	case !ev.known:
		return nil
	case len(ev.opt.Starts) > 0:
		all = rare.EnPassant()
	default:
		all = append(rare.Lines(), rare.EnPassant()...)
		if ev.about.Chess960 {
			all = append(all, rare.Lines960()...)
		}
	}
	for _, l := range all {
		for n := ev.play(ev.begin(cmp.Or(l.FEN, again)), l.Moves); n != nil; n = n.Parent {
			n.rare = true
		}
	}
	return all
}

// both asks for the key by moves and the key from the FEN of each node that was not asked for, and
// adds these nodes to the evidence, as many as there is room for.
func (ev *Evidence) both(nodes ...*Node) {
	room := ev.most - len(ev.nodes)
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(n *Node) bool {
		if n.queued || n.skipped || room <= 0 {
			return true
		}
		room--
		n.queued = true
		return false
	})
	for i, a := range ev.answers(nodes) {
		ev.compare(nodes[i], a[0], a[1])
	}
}

// answers asks for both keys of nodes. If the rules are not known, the FEN is in the first answer.
func (ev *Evidence) answers(nodes []*Node) (all [][2]Answer) {
	by, queries, at := ev.src.Ask(queriesOf(nodes)...), []Query(nil), []int(nil)
	for i, n := range nodes {
		all = append(all, [2]Answer{by[i], lost(died)})
		if ev.placed(n, by[i]) {
			queries, at = append(queries, Query{FEN: n.FEN}), append(at, i)
		}
	}
	for i, a := range ev.src.Ask(queries...) {
		all[at[i]][1] = a
	}
	return all
}

// compare adds a node with two answers to the evidence.
func (ev *Evidence) compare(n *Node, by, from Answer) {
	if by.Lost || from.Lost {
		return
	}
	n.By, n.From = by, from.Key
	switch {
	case by.Refused+from.Refused == "":
		ev.nodes, ev.stale = append(ev.nodes, n), 0
	case by.Refused != "" && n.Parent != nil && n.Parent.queued && n.Parent.By.Refused == "":
		ev.refused = append(ev.refused, n)
	case by.Refused != "" && n.Parent != nil && n.root().By.Refused == "": // behind a refused move
	default:
		fen, why := n.FEN, from.Refused
		if by.Refused != "" {
			fen, why = n.root().FEN, by.Refused
		}
		ev.refusal = cmp.Or(ev.refusal, fmt.Sprintf(", such as %s: %s", fen, why))
		ev.untried++
	}
}
