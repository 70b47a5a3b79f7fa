package tester

import "slices"

// A frame has the values of the tree's nodes at one place.
type frame struct {
	base  int // moves of the line to the place
	at    int // calls to the place
	steps []Step
	vals  []Value
	stamp []uint32
	root  uint32 // the stamp of nodes that do not depend on the move tried
	now   uint32
	names []string // of the moves, if they have names
	count int
	move  int32            // that is tried
	then  func(move int32) // called after each move tried
}

// frame returns a frame that is in use nowhere else: the walk has one for each ply.
func (l *live) frame(depth int) *frame {
	for depth >= len(l.frames) {
		n := len(l.nodes)
		f := &frame{vals: make([]Value, n), steps: make([]Step, n), stamp: make([]uint32, n)}
		for i, n := range l.nodes {
			f.steps[i] = Step{On: n.On, Call: n.Call}
		}
		l.frames = append(l.frames, f)
	}
	return l.frames[depth]
}

// base is the script to the place after the first n moves.
func (l *live) base(n int) Script {
	s := begin(l.starts[l.start])
	for _, p := range l.line[:n] {
		s = append(s, p.Step)
	}
	return s
}

// trail is the script to a node.
func (l *live) trail(f *frame, at int) Script {
	var s Script
	for ; at > 0; at = l.nodes[at].parent {
		s = append(s, f.steps[at])
	}
	slices.Reverse(s)
	return append(l.base(f.base), s...)
}

// textOf returns the node of the text that a Load sets up.
func (l *live) textOf(at int) int {
	for at = l.nodes[at].parent; l.nodes[at].ask[2] == 0 || l.nodes[at].On > 0; {
		at = l.nodes[at].parent
	}
	return l.nodes[at].ask[2]
}

// bind returns the step of a node, with its variable bound to a move if there is one.
func (l *live) bind(f *frame, at int) (st Step, ok bool) {
	n := &l.nodes[at]
	st = n.Step
	pick, count := f.move, f.count
	switch {
	case n.Call == Load:
		st.Text = f.vals[l.textOf(at)].Text
		return st, true
	case n.Arg >= 0:
		st.Arg = 0
		return st, true
	case n.Arg == none:
		return st, true
	case n.Arg != each:
		if n.parent > 0 {
			count = int(l.do(n.On, Moves, 0, "").Key)
		}
		if count == 0 {
			return st, false
		}
		pick = int32((int(l.sample.pick) + int(some-n.Arg)) % count)
	}
	st.Arg = pick
	copied := l.nodes[n.parent].Call == Clone || l.nodes[n.parent].Call == Load
	switch {
	case n.parent == 0 || n.Arg == each:
		st.Text = f.nameOf(int(pick))
	case n.Arg == some && copied && len(f.names) > 0: // its moves may have another order
		st.Text = f.names[int(l.sample.pick)%len(f.names)]
		st.Arg = l.find(&l.games[n.On], st)
	default:
		st.Text = l.name(&l.games[n.On], int(pick))
	}
	return st, st.Arg >= 0
}

func (f *frame) nameOf(i int) string {
	if i < len(f.names) {
		return f.names[i]
	}
	return ""
}

// allowed reports whether a step can be made here. There are never two null moves in a row.
func (l *live) allowed(st Step) bool {
	if !st.forward() {
		return st.On != kept || l.games[kept].Game != nil
	}
	stack := l.games[st.On].stack
	return len(stack) < l.plies && (st.Call != Null || len(stack) == 0 || last(stack) != Null)
}
