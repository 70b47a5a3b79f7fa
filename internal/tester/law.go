package tester

import (
	"slices"
	"strings"
)

// A Law says that two scripts have the same value at each place of a game. In them m is each
// move of the place, x is one move and y is another; load sets up the text of the place. A number
// and a point say which game makes the call. With Reads, both scripts are followed by each of
// these reads: "@1" says which game they ask, and "x+Key" that the read follows a move.
type Law struct {
	Name             string
	Says             string // how a kind of game calls its bugs; %s is what differs
	Got, Want, Reads string
	Share            int  // it costs much: check it for one place or move in this number
	Costly           bool // and not in all lines
}

// Laws lists what must hold at each place of every game. The runner adds three rules. After
// each step forward, Key and Recompute agree, and equal texts have equal keys and no others
// (see record). A line that is taken back leads through the same places (undo). It does so
// again when it is made again (replay).
func Laws() []Law {
	const both, all = "Key Text", "Key Recompute Text"
	return []Law{
		{Name: "reads", Got: "Recompute", Reads: "Key Text Recompute"},
		{Name: "reads", Got: "Moves", Reads: both},
		{Name: "reads", Got: "Names", Reads: both},
		{Name: "After", Got: "After:m", Want: "m Key"},
		{Name: "Try", Got: "try:m", Want: "m", Reads: both, Share: 2},
		{Name: "Try", Got: "try:m unmake", Reads: both, Share: 2},
		{Name: "reads", Got: "m Moves", Want: "m", Reads: both, Share: 16},
		{Name: "reads", Got: "After:m", Reads: both, Share: 4},
		{Name: "undo", Got: "m null undonull", Want: "m", Reads: both, Share: 3},
		{Name: "undo", Got: "m unmake", Reads: both},
		{Name: "undo", Got: "x unmake", Reads: both},
		{Name: "moves", Got: "x unmake", Reads: "Names"},
		{Name: "undo", Got: "null undonull", Reads: both},
		{Name: "undo", Got: "null x unmake", Want: "null", Reads: both},
		{Name: "undo", Got: "null x unmake undonull", Reads: both},
		{Name: "undo", Got: "x x unmake unmake", Reads: both, Share: 8},

		{Name: "clone", Got: "clone @1", Reads: all, Share: 4, Costly: true},
		{Name: "clone", Got: "clone 1.x @1", Want: "x", Reads: both, Share: 4, Costly: true},
		{Name: "clone", Got: "clone 1.x 1.unmake @1", Reads: "Key", Share: 4, Costly: true},
		{Name: "clone", Got: "clone 1.x", Reads: both, Share: 4, Costly: true},
		{Name: "clone", Got: "clone x @1", Reads: both, Share: 4, Costly: true},
		{Name: "clone", Got: "clone x unmake @1", Reads: both, Share: 4, Costly: true},
		{Name: "clone", Got: "clone x 1.y x 1.y 1.unmake unmake", Want: "clone x", Reads: "Key",
			Share: 4, Costly: true},
		{Name: "clone", Got: "clone x 1.y x 1.y 1.unmake @1", Want: "clone x 1.y @1", Reads: "Key",
			Share: 4, Costly: true},
		{Name: "load", Got: "3.new 3.load @3", Reads: all, Share: 3, Costly: true},
		{Name: "load", Got: "3.new 3.load 3.x @3", Want: "x", Reads: both, Share: 3, Costly: true},
		{Name: "load", Got: "3.new 3.load 3.x 3.y 3.unmake 3.Key", Want: "3.new 3.load 3.x 3.Key",
			Share: 3, Costly: true},
		twoGames,
	}
}

// twoGames is the law about a game in which nothing happens: it stays as it is.
var twoGames = Law{Name: "two games", Got: "m @2", Want: "@2", Reads: "Key Text", Share: 16}

// ends returns a side of the law with each of the reads.
func (l *Law) ends(side string) (all []string) {
	if l.Reads == "" {
		return []string{side}
	}
	side, game, other := strings.Cut(side, "@")
	if other {
		game += "."
	}
	for _, read := range strings.Fields(l.Reads) {
		all = append(all, strings.TrimSpace(side)+" "+game+strings.ReplaceAll(read, "+", " "+game))
	}
	return all
}

// A pair is one pair of a law, ready to run.
type pair struct {
	*Law
	law   int      // the bit of its law
	paths [2][]int // the nodes of its steps
}

func (p *pair) steps() int { return len(p.paths[0]) + len(p.paths[1]) }

// needs returns the calls of a pair as bits, and whether only one game at a time can run it.
func needs(sides ...Script) (calls uint64, atOnce bool) {
	for _, side := range sides {
		another := false
		for _, st := range side {
			calls |= 1 << st.Call
			if st.On > 0 { // only game 0 is set up again
				calls |= 1 << st.Call.undo()
			}
			returns := another && st.On == 0 && !st.back() // to a game that the other has ended
			atOnce = atOnce || st.On == untouched || returns
			another = another || st.Call == New
		}
	}
	return calls, atOnce
}

// parse reads a side of a law.
func parse(side string, own []Verb) (s Script) {
	for _, w := range strings.Fields(side) {
		st := Step{}
		if len(w) > 2 && w[1] == '.' {
			st.On = w[0] - '0'
			w = w[2:]
		}
		w, arg, _ := strings.Cut(w, ":")
		if strings.Contains("mxy", w) {
			arg = w
			w = "make"
		}
		for st.Call.Name(own) != w { // an unknown word is not found
			st.Call++
		}
		if arg != "" {
			st.Arg = int32(eachMove - strings.Index("mxy", arg))
		} else if st.Call >= verbs {
			st.Arg = noMove
		}
		s = append(s, st)
	}
	return s
}

// A node is a step of the laws' tree: scripts that begin alike share their first steps.
//
// An interpreter of the table, which runs each script of a law by itself, would have some 200 lines
// fewer. Both were measured on the 128 planted bugs of zobristtest. Within four seconds for each,
// with seeds 1 to 3, the tree found 384 of 384. The interpreter found 376 if it asked for the key
// once after each beginning of a script, and 378 if it asked after every step. Within five seconds,
// on a busy machine, it found 383 of 384 if it asked once; the tree found 256 of 256, with seeds 1
// and 3. The interpreter needs up to twice as many calls for what only random games show, because
// it makes each move once for each law: with much time it finds as much.
type node struct {
	Step
	parent   int
	kids     []int
	undoNode int    // the kid that takes the step back, or 0
	laws     uint64 // the laws that need the step
	checks   []check
	ask      [3]int // after a step forward: its nodes Key, Recompute, Text
	before   int    // of a step forward in game 0: the node where this game stood before it
}

func (n *node) asks(k int) bool { return k == n.ask[0] || k == n.ask[1] || k == n.ask[2] }

// A check compares the value of a node with that of another, if this was executed before.
type check struct{ pair, law, other int }

// The children of the place are executed in phases.
const (
	asking    = iota // what every place is asked
	listing          // the names of the moves
	comparing        // what laws compare
	first            // one move, before anything else can spoil the game
	reading
	trying // each move
	asides
	phases
)

// A plan is the tree of all pairs that a game can run. Node 0 is the place.
type plan struct {
	laws  []*Law // that the game can run
	pairs []pair
	nodes []node
	phase [phases][]int
	names int    // the node that lists the moves
	ends  uint64 // the calls that laws compare
	made  int    // that makes each move
	can   uint64
}

func (p *plan) has(c Call) bool { return (p.can>>c)&1 == 1 }

// compile makes one tree of all laws that a game can run, with its calls. alone: only
// one game can exist at a time.
func compile(laws []Law, own []Verb, can uint64, alone bool) *plan {
	p := &plan{nodes: make([]node, 1), can: can}
	p.point(0)
	p.names = p.child(0, Step{Call: Names})
	for i := range laws {
		l := &laws[i]
		law := len(p.laws) // the bit of the law
		runs := false
		wants := l.ends(l.Want)
		for j, side := range l.ends(l.Got) {
			got := parse(side, own)
			want := parse(wants[j], own)
			needs, atOnce := needs(got, want)
			if needs&^can != 0 || alone && atOnce {
				continue
			}
			var paths [2][]int
			if len(want) > 0 && want[0].Call == New {
				// What another game gives by itself comes first: the calls that should not change
				// it may leave something behind.
				paths[1] = p.add(want, 1<<law)
			}
			paths[0] = p.add(got, 1<<law)
			if paths[1] == nil {
				paths[1] = p.add(want, 1<<law)
			}
			p.pairs = append(p.pairs, pair{Law: l, law: law, paths: paths})
			p.ends |= 1 << want.ending().Call
			runs = true
		}
		if runs {
			p.laws = append(p.laws, l)
		}
	}
	for at := range p.nodes {
		p.nodes[at].before = p.standing(p.nodes[at].parent)
	}
	for at := range p.nodes { // what no law takes back, the runner does
		n := &p.nodes[at]
		if n.forward() && n.undoNode == 0 && p.has(n.Call.undo()) {
			p.child(at, Step{On: n.On, Call: n.Call.undo()})
		}
	}
	for _, k := range p.nodes[0].kids {
		phase := p.phaseOf(k)
		p.phase[phase] = append(p.phase[phase], k)
		if phase == trying && p.nodes[k].Call == Make {
			p.made = k
		}
	}
	for i, pr := range p.pairs {
		for side, path := range pr.paths {
			n := &p.nodes[last(path)]
			n.checks = append(n.checks, check{i, pr.law, last(pr.paths[1-side])})
		}
	}
	// Of several broken laws, all steps of the longest were made: it is reported.
	for _, n := range p.nodes {
		slices.SortStableFunc(n.checks, func(a, b check) int {
			return p.pairs[b.pair].steps() - p.pairs[a.pair].steps()
		})
	}
	return p
}

// phaseOf returns the phase of a child of the place.
func (p *plan) phaseOf(at int) int {
	switch n := &p.nodes[at]; {
	case p.nodes[0].asks(at):
		return asking
	case at == p.names:
		return listing
	case n.Arg == eachMove:
		return trying
	case n.On == 0 && n.Call == Make:
		return first
	case n.Call >= verbs && (p.ends>>n.Call)&1 == 1:
		return comparing
	case n.Call.reads():
		return reading
	}
	return asides
}

// point adds the questions that are asked after each step forward.
func (p *plan) point(at int) {
	n := p.nodes[at]
	if at > 0 && !n.forward() && n.Call != Clone && n.Call != Load {
		return
	}
	on := n.On
	if n.Call == Clone {
		on = 1
	}
	for i, c := range asked {
		if p.has(c) {
			k := p.child(at, Step{On: on, Call: c})
			p.nodes[at].ask[i] = k
		}
	}
}

// standing returns the node of the last step forward in game 0 that stands at a node, or the place.
func (p *plan) standing(at int) int {
	undone := 0
	for ; at > 0; at = p.nodes[at].parent {
		n := &p.nodes[at]
		switch {
		case n.On > 0:
		case n.back():
			undone++
		case n.forward() && undone > 0:
			undone--
		case n.forward():
			return at
		}
	}
	return 0
}

// asked is what every place is asked.
var asked = [3]Call{Key, Recompute, Text}

func (p *plan) child(at int, st Step) int {
	for _, k := range p.nodes[at].kids {
		if p.nodes[k].Step == st {
			return k
		}
	}
	k := len(p.nodes)
	p.nodes = append(p.nodes, node{Step: st, parent: at})
	n := &p.nodes[at]
	n.kids = append(n.kids, k)
	if n.forward() && st.On == n.On && st.Call == n.Call.undo() {
		n.undoNode = k
	}
	p.point(k)
	return k
}

// add adds a script. What takes a step back is below that step: it is executed once,
// after all else that is below.
func (p *plan) add(s Script, law uint64) (path []int) {
	at := 0
	var open [4][]int
	for _, st := range s {
		stack := open[st.On]
		if st.back() {
			at = last(stack)
			open[st.On] = stack[:len(stack)-1]
		}
		at = p.child(at, st)
		if st.forward() {
			open[st.On] = append(stack, at)
		}
		p.nodes[at].laws |= law
		path = append(path, at)
	}
	return path
}
