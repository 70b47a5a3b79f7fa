package tester

import (
	"context"
	"math/bits"
	"slices"
	"time"
)

// limits say where a run stops.
type limits struct {
	deadline  time.Time       // zero: no limit
	ctx       context.Context // nil: no limit
	stop      func() bool     // nil: no limit
	positions int             // stop after this number; 0: no limit
	plies     int             // the length of the longest line, null moves included
	alone     bool            // only one game can exist at a time
	late      bool            // one of the limits is reached
}

// ended reports whether the time is up.
func (l *limits) ended() bool {
	return l.ctx != nil && l.ctx.Err() != nil || l.stop != nil && l.stop() || !l.deadline.IsZero() && time.Now().After(l.deadline)
}

// A sample says which laws are checked now.
type sample struct {
	mask    uint64
	salt    uint64    // of the random game: its seed repeats the sample
	pick    uint32    // chooses the move x
	repeats bool      // the game is repeated by its seed: make every check that it may have made
	only    uint64    // if not 0: the laws to check
	walks   bool      // all lines: no laws with a budget
	spent   []*budget // of each law; laws of one name share one
	began   time.Time // the time that counts for budgets
	Checked []int     // comparisons of each pair
}

func newSample(p *plan) sample {
	s := sample{began: time.Now(), Checked: make([]int, len(p.pairs))}
	for _, law := range p.laws {
		b := &budget{}
		if same := slices.IndexFunc(p.laws[:len(s.spent)], func(l *Law) bool { return l.Name == law.Name }); same >= 0 {
			b = s.spent[same]
		}
		s.spent = append(s.spent, b)
	}
	return s
}

// compared adds how often each law was compared, by name.
func (l *live) compared(laws map[string]int) {
	for i, p := range l.pairs {
		laws[p.Name] += l.sample.Checked[i]
	}
}

// A budget counts what a check costs.
type budget struct {
	times int
	calls uint64
	time  time.Duration
}

const (
	// No optional method takes more than about a quarter of the calls and of the time. The
	// first oftenMoves moves get every check, and the first fewTimes of a budget are free.
	oftenMoves  = 1000
	rareShare   = 8 // a law with this share is never checked more often
	fewTimes    = 8
	budgetShare = 4
)

// needed reports whether a node is executed now.
func (l *live) needed(at int) bool { return l.nodes[at].laws&l.sample.mask != 0 }

// chosen returns the laws that are checked for a move tried here, or for the place.
func (l *live) chosen(move int) (mask uint64) {
	if l.sample.only > 0 {
		return l.sample.only
	}
	h := mix(l.sample.salt + lineHash(l.start, l.line) + uint64(move)*hashFactor)
	for i, law := range l.laws {
		often := law.Share == 0 || !law.Budget && law.Share < rareShare && l.Made < oftenMoves
		if law.Budget {
			often = l.sample.spent[i].times < fewTimes
		}
		if often || mix(h+uint64(len(law.Name)*64+law.Share))%uint64(law.Share) == 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// within makes the checks of a node, whose law may have a budget, unless they have cost enough.
// With Config.Games only the calls count.
func (l *live) within(at int, check func()) {
	law := bits.TrailingZeros64(l.nodes[at].laws)
	if !l.laws[law].Budget {
		check()
		return
	}
	b := l.sample.spent[law]
	enough := b.times >= fewTimes && !l.sample.repeats && (budgetShare*b.calls > l.calls.Load() ||
		!l.deadline.IsZero() && budgetShare*b.time > time.Since(l.sample.began))
	if l.sample.walks || enough {
		return
	}
	calls, began := l.calls.Load(), time.Now()
	check()
	b.times, b.calls, b.time = b.times+1, b.calls+l.calls.Load()-calls, b.time+time.Since(began)
}
