package tester

import (
	"errors"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/report"
)

// look makes a runner with a new game, which visit plays. It returns the broken laws that
// no earlier look has found. If none is broken, it reports a key that no move changes or
// that is cut, and a new game that differs from the first.
func (r *Session) look(rec *record, plies int, visit func(p *live) *live) (*Result, []error) {
	first, p := r.newState(), r.player(rec, r.limits(plies))
	if p == nil {
		return nil, []error{errors.New("no game can be made")}
	}
	p = visit(p)
	r.reached = p.Positions
	r.played += p.cut + len(p.log)
	found := &p.Result
	found.Transpositions = rec.transpositions
	found.compares = p.has(Text)
	r.Total.add(found)
	if len(r.facts.groups) > 0 {
		return found, r.newItems()
	}
	if r.facts.other {
		return found, nil
	}
	if err := r.otherwise(found, rec, first); err != nil {
		r.facts.other = true
		return nil, []error{err}
	}
	return found, nil
}

// otherwise says what else is wrong if no law is broken: no move changes the key, keys are
// cut, or a new game differs from the first.
func (r *Session) otherwise(found *Result, rec *record, first Value) error {
	if found.Made > 0 && found.Changes == 0 {
		return report.NothingChanges(found.Positions)
	}
	same := rec.span.Same()
	if len(same) >= fewSame && !r.Weak {
		return report.SameBits(rec.span.Keys, same)
	}
	if now := r.newState(); now != first {
		return report.NewGameDiffers(now.Key, first.Key, now.Text, first.Text)
	}
	return nil
}

// fewSame is how many bits all keys may have in common by design: in sums of odd numbers, the
// lowest bits are the same. Keys of 32 bits have 32 in common. What chance explains does not get
// here: one session in a billion has such bits by chance (see keycheck.Span).
const fewSame = 8

// lost notes a law that ended a game, such as a panic. It returns false if no other game
// may be played: a method does not return, or no game can be made.
func (r *Session) lost(p *live, b *Break) (goesOn bool) {
	if b.Law != "gone" || len(r.facts.groups) == 0 {
		r.collect(p, b)
	}
	return b.Law != "gone" && b.Law != "stuck" && b.Law != "own"
}

// Walk checks all lines, short lines first. It returns the broken laws that no earlier look
// has found.
func (r *Session) Walk() (*Result, []error) {
	for start := range r.starts() {
		r.playUnasked(start)
	}
	depth := 0
	w := walk{cut: true}
	found, errs := r.look(newRecord(r.starts()...), walkDepth, func(p *live) *live {
		w.live, p.sample.walks = p, true
		p.limits = r.within(p.limits, r.Walking, walkTime)
		if r.Games > 0 && r.repeats == 0 {
			p.positions = min(manyWalked, max(fewWalked, walkedPerGame*r.Games))
		}
		for w.cut && depth < p.plies {
			w.cut = false
			for start := range p.starts {
				if b := p.at(start, func() { p.arrive(p.frame(0)); w.walk(depth + 1) }); b != nil {
					r.lost(p, b)
					return p
				}
			}
			if p.late {
				break
			}
			depth++
		}
		return p
	})
	r.Total.Depth = max(r.Total.Depth, depth)
	if found != nil {
		found.Depth, found.Complete = depth, !w.cut && !w.late && !w.missed
		found.missed = w.missed
		r.Total.Complete = found.Complete
	}
	return found, errs
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
				below := w.frame(len(w.line))
				below.differ = w.keyAt(f, w.made, 0) ^ w.keyAt(f, w.made, 1)
				w.arrive(below)
				w.walk(depth - 1)
			}
		}
	}
	w.tries(f, 0, f.count, then)
	w.asides(f)
}

// playUnasked plays lines on new games, and asks for the key only before the first move and after
// all moves are taken back. No other move is made before in these games.
func (r *Session) playUnasked(start int) {
	// Each line needs new games, so they are few: an undo that is wrong without Key is mostly wrong
	// after one to three moves, and two longer lines have castling and captures, too.
	for _, plies := range []int{1, 2, 3, 5, 8} {
		p := r.player(newRecord(r.starts()...), r.limits(walkDepth))
		if p == nil || plies > p.plies || p.ended() {
			return
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
		if b != nil && !r.lost(p, b) {
			return
		}
	}
}
