package tester

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// look makes a runner with a new game, which visit plays until a law breaks. If none does, look
// reports a key that no move changes or that is cut, and a new game that differs from the first.
func (r *Session) look(rec *record, plies int, visit func(p *live) *Break) (*Result, error) {
	first := r.firstState()
	p := r.player(rec, r.limits(plies))
	if p == nil {
		return nil, errNoGame
	}
	if b := visit(p); b != nil {
		return nil, r.judged(b, first, p)
	}
	if p.Made > 0 && p.Changes == 0 && r.known == nil {
		return nil, fmt.Errorf("no move changes the key: it is %v in all %d positions", first.Key, p.Positions)
	}
	const few = 8 // in sums of odd numbers, the lowest bits may be the same by design
	if same := rec.span.Same(); len(same) >= few && !r.Weak {
		return nil, fmt.Errorf("the keys of %d positions have the same %d of 64 bits, such as bit %d: they are cut, and collisions are more likely", rec.span.Keys, len(same), same[0])
	}
	return p.result(), r.sameStart(first)
}

// Walk checks all lines, short lines first.
func (r *Session) Walk() (*Result, error) {
	first := r.firstState()
	for start := range r.starts() {
		if b := r.blind(start); b != nil {
			return nil, r.judged(b, first, nil)
		}
	}
	depth, cut, late := 0, true, false
	found, err := r.look(newRecord(r.starts()...), walkDepth, func(p *live) *Break {
		l := r.within(p.limits, r.Walking, walkTime)
		if r.Games > 0 {
			l.positions = min(manyWalked, max(fewWalked, walkedPerGame*r.Games))
		}
		for p.sample.walks = true; cut && !late && depth < l.plies; depth++ {
			cut = false
			for start := range p.starts {
				w := walk{live: p}
				if p.limits = l; l.positions > 0 { // each start has its share
					p.limits.positions = p.Positions + (l.positions-p.Positions)/(len(p.starts)-start) + 1
				}
				if b := p.at(start, func() { p.arrive(p.frame(0)); w.walk(depth + 1) }); b != nil {
					return b
				}
				cut, late = cut || w.cut, late || p.late
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	found.Depth, found.Whole, found.known = depth, !cut && !late, r.known != nil
	if r.whole = found.Whole; late {
		found.Depth--
	}
	return found, nil
}

// A walk is one through all lines of a length.
type walk struct {
	*live
	cut, deep bool // a line ended by its length, with moves left; and by the limit of plies
}

// walk runs the laws at this place and at all places up to a depth below it.
func (w *walk) walk(depth int) {
	f := w.frame(len(w.line))
	if w.look(f); w.over() {
		return
	}
	if w.cut = w.cut || f.count > 0 && depth <= 1; depth <= 0 || len(w.line) >= w.plies {
		w.deep = w.deep || len(w.line) >= w.plies && f.count > 0
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
func (r *Session) blind(start int) *Break {
	for _, plies := range []int{1, 2, 3, 5, 8} {
		p := r.player(newRecord(r.starts()...), r.limits(walkDepth))
		if p == nil || plies > p.plies || p.ended() {
			return nil
		}
		b := p.at(start, func() {
			was := p.state(0, p.has(Text))
			draw := drawFrom(zobrist.NewSplitMix64(uint64(plies)))
			for range plies {
				if n := p.count(&p.games[0]); n > 0 {
					i := draw(n)
					p.step(Step{Call: Make, Arg: int32(i), Text: p.name(&p.games[0], i)})
				}
			}
			p.back(slices.Clone(p.line), 0, state{Value: was})
		})
		if b != nil {
			return b
		}
	}
	return nil
}

// sameStart returns an error if a new game differs from the first.
func (r *Session) sameStart(first Value) error {
	if now := r.newState(); now != first {
		hint := ifMeant
		if r.Sequential {
			hint = ""
		}
		return fmt.Errorf("a new game differs after games were played: %s. Games share data that moves change,"+
			" or their keys have changed%s", differ(now, first), hint)
	}
	return nil
}

// differ says how a value differs from an earlier one.
func differ(now, was Value) string {
	if now.Key != was.Key {
		return "key " + now.Key.String() + ", was " + was.Key.String()
	}
	return fmt.Sprintf("position %q, was %q", now.Text, was.Text)
}
