package check

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Node is a position reached by moves.
type Node struct {
	Query
	FEN    string      // the position
	Parent *Node       // before the last move; nil at the start of the line
	By     Answer      // to the query
	From   zobrist.Key // the key from FEN

	misread, rootMisread zobrist.Key // what the keys from FEN, and from the FEN of the root, are wrong by

	pos      *solve.Position // of the FEN, when it was needed
	shredder bool            // the query has the FEN in Shredder form
	strayed  bool            // the engine has another position
	unread   bool            // it is unknown whether the key from FEN is right
	skipped  bool            // its keys need not be asked for: it is one of many in a long game
	rare     bool            // it is on a fixed line
	queued   bool            // its keys were asked for, or will be
	next     []*Node         // after one more move
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

// diff is what the moves make wrong in the key; 0 for a position that does not exist.
func (n *Node) diff() zobrist.Key {
	if n == nil {
		return 0
	}
	return n.By.Key ^ n.rootMisread ^ n.From ^ n.misread
}

// differs reports whether the key by moves differs from the key from the FEN.
func (n *Node) differs() bool { return n.diff() != 0 }

func (n *Node) move() string { return n.Moves[len(n.Moves)-1] }

// child returns the node after the last move of a query, which is always the same one.
func (n *Node) child(q Query, fen string) *Node {
	move := q.Moves[len(q.Moves)-1]
	if i := slices.IndexFunc(n.next, func(c *Node) bool { return c.move() == move }); i >= 0 {
		return n.next[i]
	}
	c := &Node{Query: q, FEN: fen, Parent: n}
	n.next = append(n.next, c)
	return c
}

// root returns the start of the line.
func (n *Node) root() *Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// asked reports whether there are answers.
func (n *Node) asked() bool { return n.By != (Answer{}) || n.From != 0 }

// trivial reports whether both keys of the node are those of one query.
func (n *Node) trivial() bool { return len(n.Moves) == 0 && n.Query.FEN != "" && !n.shredder }

// shortest returns the node with the fewest moves.
func shortest(nodes []*Node) *Node {
	return slices.MinFunc(nodes, func(a, b *Node) int { return cmp.Compare(len(a.Moves), len(b.Moves)) })
}

// filter returns the nodes for which f holds.
func filter(nodes []*Node, f func(n *Node) bool) []*Node {
	return slices.DeleteFunc(slices.Clone(nodes), func(n *Node) bool { return !f(n) })
}

// wrongs returns the nodes with a key by moves that differs from the key from the FEN.
func (ev *Evidence) wrongs() []*Node {
	return filter(ev.nodes, func(n *Node) bool { return n.By.Key != n.From })
}

// A side is one of two keys that are compared.
type side struct {
	Query
	key zobrist.Key
	of  string // its origin, such as "by moves"
}

func (n *Node) by() side   { return side{n.Query, n.By.Key, "by moves"} }
func (n *Node) from() side { return side{Query{FEN: n.FEN}, n.From, "from the FEN"} }

// compared returns the finding that two keys should be equal.
func compared(what string, got, want side) Finding {
	return Finding{What: what, At: got.Query, Count: 1, Keys: Keys{got.of, got.key, want.of, want.key, want.Query}}
}

// confirm asks again for two keys, one after the other, and reports whether they are the
// same as before. Some engines lose commands when many come at once.
func (ev *Evidence) confirm(a, b side) bool {
	answers := ev.src.AskAlone(a.Query, b.Query)
	same := ev.steady(a, answers[0])
	return ev.steady(b, answers[1]) && same
}

// steady reports whether an answer has the key of an earlier answer, and remembers it if not.
func (ev *Evidence) steady(before side, now Answer) bool {
	if now.Lost || now.Key == before.key {
		return true
	}
	ev.fading = append(ev.fading, fading{Query: before.Query, key: before.key})
	return false
}

// both asks for the key by moves and the key from the FEN of each node.
func (ev *Evidence) both(nodes []*Node) [][]Answer {
	queries := make([]Query, 0, 2*len(nodes))
	for _, n := range nodes {
		queries = append(queries, n.Query, Query{FEN: n.FEN})
	}
	return slices.Collect(slices.Chunk(ev.src.Ask(queries...), 2))
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
	ev.src.revive()
	timed, most, within := ev.opt.Positions == 0, ev.opt.Positions, cmp.Or(ev.opt.Time, lineTime)
	if !ev.slow() {
		ev.part = time.Time{}
		if ev.end = ev.end.Add(busy * ev.budget); !timed { // as many as the user wants
			ev.end = time.Time{}
		} // else the budget is for engines that are slow, and not for a machine that is busy
	}
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
	for _, n := range all {
		n.queued = true
	}
	over := func() bool { return ev.src.silent() != "" || timed && ev.opt.Now().Sub(begin) > within }
	const patience = 200 // games without a new position
	var asked []*Node
	for game, idle := 0, 0; ; {
		all = all[:min(len(all), most-len(ev.nodes))]
		asked = append(asked, all...)
		for ev.compare(all); ev.src.revive(); ev.compare(asked) { // those before are of another process
			ev.lines, ev.fading = lines{starts: ev.starts}, nil
		}
		if ev.tried >= most || idle >= patience || over() && (game > 0 || ev.src.silent() != "") {
			break
		}
		all = all[:0]
		for len(all) < min(500, max(ev.rate/4, 1)) && idle < patience && (!over() || game == 0) {
			added := filter(ev.mover.game(game), func(n *Node) bool { return !n.queued && !n.skipped && n.Parent != nil })
			game++
			for _, n := range added {
				n.queued = true
			}
			if idle++; len(added) > 0 {
				idle = 0
			}
			if ev.slow() && len(added) > 0 { // it gets positions from more games, and those before them
				first := game * 37 % len(added)
				added = added[first:min(first+(len(added)+7)/8, len(added))]
			}
			all = append(all, added...)
		}
	}
	if ev.untried > 0 {
		ev.note("%s not tried: the engine cannot set them up%s", words.Plural(ev.untried, "position"), ev.refusal)
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

// compare asks for both keys of nodes, and adds them to the evidence.
func (ev *Evidence) compare(nodes []*Node) {
	answers := ev.both(nodes)
	for i, n := range nodes {
		by, from := answers[i][0], answers[i][1]
		if n.trivial() && by.Key != from.Key && by.Refused+from.Refused == "" { // two answers to one query
			ev.fading = append(ev.fading, fading{Query: n.Query, key: from.Key})
			by = ev.src.AskAlone(n.Query)[0]
			from = by
		}
		if by.Lost || from.Lost {
			continue
		}
		n.By, n.From = by, from.Key
		switch {
		case by.Refused+from.Refused == "":
			ev.nodes = append(ev.nodes, n)
		case by.Refused != "" && n.Parent != nil && n.Parent.asked() && n.Parent.By.Refused == "":
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
		ev.tried++
	}
}

// askAgain asks again for some keys that differ, one at a time. If an answer is not the
// same as before, it asks again for all keys that differ, and uses the new answers.
func (ev *Evidence) askAgain() {
	const some = 20
	differ := ev.wrongs()
	onsets := filter(differ, func(n *Node) bool { return !n.Parent.differs() })
	if !slices.ContainsFunc(spread(onsets, some), func(n *Node) bool { return !ev.confirm(n.by(), n.from()) }) {
		return
	}
	ev.src.single = true
	for i, a := range ev.both(differ) {
		n, by, from := differ[i], a[0], a[1]
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

func queriesOf(nodes []*Node) []Query {
	queries := make([]Query, len(nodes))
	for i, n := range nodes {
		queries[i] = n.Query
	}
	return queries
}
