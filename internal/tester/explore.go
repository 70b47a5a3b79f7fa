package tester

import (
	"math"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	nullEvery = 5 // in a random game, one ply in this many is a null move

	// A random game is played again once for each distance up to mostApart, with one move in
	// exchangeEvery exchanged for one that many plies later.
	mostApart     = 4
	exchangeEvery = 4
)

// playout checks a random game. At the end the game is back at its start.
func (l *live) playout(how course) {
	l.sample.salt = mix(how.seed + 1)
	if !how.explore {
		l.excursion(how, &steering{}, nil)
		return
	}
	e := &explorer{}
	for i := 0; i < excursions && !l.late; i++ {
		how, from := e.course(i, how)
		line, states := l.excursion(how, &steering{rare: e}, from)
		e.visit(line, states, len(from))
	}
}

// excursion plays a random game that begins with a line. Then it takes all back, and plays the
// game again without asking after each move, and with moves exchanged.
func (l *live) excursion(how course, s *steering, from []placed) (line []placed, states []state) {
	states = l.roam(how, s, from)
	line = slices.Clone(l.line)
	l.rewind(line, states)
	if !l.ended() {
		l.replay(line, states)
	}
	for apart := 1; apart <= mostApart; apart++ {
		if how.apart == 0 || how.apart == apart {
			l.transpose(line, apart, how.seed)
		}
	}
	return line, states
}

// roam makes the moves of a line, then random moves. It also tries the other moves of
// each position after the line.
func (l *live) roam(how course, s *steering, line []placed) (states []state) {
	f := l.frame(0)
	states = append(states, l.arrive(f))
	for _, p := range line {
		if l.repeat(p.Step) {
			states = append(states, l.arrive(f))
		}
	}
	for len(l.line) < how.plies && !l.over() && !l.wrong(f, 0) {
		if l.look(f); f.count == 0 {
			l.asides(f, asides)
			break
		}
		now := &states[len(states)-1]
		now.list, now.names = slices.Clone(f.names), f.vals[l.names]
		l.asides(f, passing)
		if l.mayPass() && how.draw(nullEvery) == 0 != how.mostlyNull && l.pass(f) {
			states = append(states, l.arrive(f))
			continue
		}
		chosen, near := how.draw(f.count), math.MaxInt
		if chosen < 0 {
			break
		}
		var see func(int32)
		if far := s.aim(how, states); far != nil {
			see = func(i int32) {
				if d := far(f.vals[l.nodes[l.made].ask[2]].Text); d < near {
					chosen, near = int(i), d
				}
			}
		}
		l.tries(f, chosen+1, l.most(), see) // the chosen move last
		l.asides(f, asides)
		l.step(Step{Call: Make, Arg: int32(chosen), Text: f.nameOf(chosen)})
		states = append(states, l.arrive(f))
	}
	return states
}

// mayPass reports whether a null move may be tried here.
func (l *live) mayPass() bool { return l.has(Null) && l.allowed(Step{Call: Null}) }

// pass makes a null move for good.
func (l *live) pass(f *frame) bool {
	ok := l.step(Step{Call: Null})
	if !ok {
		l.unchanged(f, 0, Step{Call: Null})
	}
	return ok
}

// most returns the number of moves to try in a position. In a slow game, one position
// takes at most an eighth of the time.
func (l *live) most() int {
	if l.deadline.IsZero() || l.Positions == 0 {
		return mostTried
	}
	each := time.Since(l.sample.began) / time.Duration(l.Positions)
	return int(min(mostTried, max(1, l.deadline.Sub(l.sample.began)/8/max(1, each))))
}

// repeat makes a move of an earlier line, if it can be made.
func (l *live) repeat(st Step) bool {
	if st.Call == Null {
		return l.mayPass() && l.step(st)
	}
	l.cursor.node = 0
	if len(l.line) < l.plies {
		st.Arg = l.find(&l.games[0], st)
	}
	return len(l.line) < l.plies && st.Arg >= 0 && l.step(st)
}

// rewind takes back all moves, and checks that the game returns to each of the states.
func (l *live) rewind(line []placed, states []state) {
	for i := len(states) - 2; i >= 0; i-- {
		l.back(line, i, states[i])
	}
}

// replay makes the moves of a line once more and takes them back. It asks for the key only after
// every one to four moves.
func (l *live) replay(line []placed, states []state) {
	if len(states) != len(line)+1 { // the line did not begin here
		return
	}
	f := l.frame(0)
	steps := 1
	for at := 0; at < len(line); steps = steps%4 + 1 {
		for range min(steps, len(line)-at) {
			if st := line[at].Step; st.Call == Make && l.count(&l.games[0]) <= int(st.Arg) || !l.step(st) {
				return // other checks report this
			}
			at++
		}
		if now, was := l.arrive(f).Value, states[at].Value; now.Key != was.Key {
			l.again("playing the same line again", Key, now, was)
		} else if now != was {
			l.again("playing the same line again", Text, now, was)
		}
	}
	for at := len(line); at > 0; steps = steps%4 + 1 {
		at -= min(steps, at)
		l.back(line, at, state{Value: states[at].Value, at: states[at].at})
	}
}

// transpose plays a line again with some moves exchanged for the moves this number of plies
// later, such as the next of the same player. This often leads to positions seen before,
// which random games hardly do if a board fills.
func (l *live) transpose(line []placed, apart int, seed uint64) {
	if !is[MoveStringer](&l.games[0]) || !l.has(Text) || len(line) == 0 {
		return
	}
	line = slices.Clone(line)
	f := l.frame(0)
	states := []state{l.arrive(f)}
	draw := drawFrom(zobrist.NewSplitMix64(seed + uint64(apart)))
	for i := 0; i+apart < len(line); i++ {
		if draw(exchangeEvery) == 0 {
			line[i], line[i+apart] = line[i+apart], line[i]
			i += apart
		}
	}
	left := 0
	for _, p := range line {
		if left == mostApart || len(l.line) >= l.plies || l.over() {
			break
		}
		if l.repeat(p.Step) {
			states, left = append(states, l.arrive(f)), 0
		} else if p.Call != Null {
			left++
		}
	}
	l.rewind(slices.Clone(l.line), states)
}
