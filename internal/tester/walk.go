package tester

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// look makes a runner with a new game, which visit plays until a law breaks. If none does, look
// reports a key that no move changes or that is cut, and a new game that differs from the first.
func (r *Session) look(rec *record, plies int, visit func(p *live) *Break) (*Result, error) {
	first := r.newState()
	p := r.player(rec, r.limits(plies))
	if p == nil {
		return nil, errors.New("no game can be made")
	}
	b := visit(p)
	r.reached = max(r.reached, p.Positions)
	p.Again = rec.again
	p.compares = p.has(Text)
	p.known = r.known != nil
	r.Total.add(&p.Result)
	if b != nil {
		return nil, r.judged(b)
	}
	if p.Made > 0 && p.Changes == 0 && r.known == nil {
		return nil, fmt.Errorf("no move changes the key: it is the same in all %d positions",
			p.Positions)
	}
	const few = 8 // in sums of odd numbers, the lowest bits may be the same by design
	if same := rec.span.Same(); len(same) >= few && !r.Weak {
		return nil, fmt.Errorf(
			"the keys of %d positions have the same %d of 64 bits, such as bit %d: "+
				"they are cut, and collisions are more likely", rec.span.Keys, len(same), same[0])
	}
	if now := r.newState(); now != first {
		return nil, fmt.Errorf(
			"after games were played, a new game has the key %v and the position %q, and had %v "+
				"and %q: games share data that moves change, or keys change",
			now.Key, now.Text, first.Key, first.Text)
	}
	return &p.Result, nil
}

// Walk checks all lines, short lines first.
func (r *Session) Walk() (*Result, error) {
	for start := range r.starts() {
		if err := r.blind(start); err != nil {
			return nil, err
		}
	}
	depth := 0
	w := walk{cut: true}
	found, err := r.look(newRecord(r.starts()...), walkDepth, func(p *live) *Break {
		w.live, p.sample.walks = p, true
		p.limits = r.within(p.limits, r.Walking, walkTime)
		if r.Games > 0 && r.repeats == 0 {
			p.positions = min(manyWalked, max(fewWalked, walkedPerGame*r.Games))
		}
		for w.cut && depth < p.plies {
			w.cut = false
			for start := range p.starts {
				if b := p.at(start, func() { p.arrive(p.frame(0)); w.walk(depth + 1) }); b != nil {
					return b
				}
			}
			if p.late {
				break
			}
			depth++
		}
		return nil
	})
	r.Total.Depth = max(r.Total.Depth, depth)
	if err != nil {
		return nil, err
	}
	found.Depth = depth
	found.Whole = !w.cut && !w.late
	r.Total.Whole = found.Whole
	return found, nil
}

// A walk is one through all lines of a length.
type walk struct {
	*live
	cut bool // a line ended by its length, with moves left
}

// walk runs the laws at this place and at all places up to a depth below it.
func (w *walk) walk(depth int) {
	f := w.frame(len(w.line))
	w.look(f)
	if w.over() {
		return
	}
	isCut := f.count > 0 && depth <= 1
	w.cut = w.cut || isCut
	if depth <= 0 || len(w.line) >= w.plies {
		return
	}
	var then func(int32)
	if depth > 1 {
		then = func(int32) {
			if !w.over() {
				w.arrive(w.frame(len(w.line)))
				w.walk(depth - 1)
			}
		}
	}
	w.tries(f, 0, f.count, then)
	w.asides(f)
}

// blind plays lines on new games, and asks for the key only before the first move and after all
// moves are taken back. No other move is made before in these games.
func (r *Session) blind(start int) error {
	for _, plies := range []int{1, 2, 3, 5, 8} {
		p := r.player(newRecord(r.starts()...), r.limits(walkDepth))
		if p == nil || plies > p.plies || p.ended() {
			return nil
		}
		b := p.at(start, func() {
			was := p.state()
			draw := drawFrom(zobrist.NewSplitMix64(uint64(plies)))
			for range plies {
				if n := p.count(&p.games[0]); n > 0 {
					i := draw(n)
					p.step(Step{Call: Make, Arg: int32(i), Text: p.name(&p.games[0], i)})
				}
			}
			p.back(p.steps(len(p.line)), 0, state{Value: was})
		})
		if b != nil {
			return r.judged(b)
		}
	}
	return nil
}
