package tester

import (
	"context"
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
	switch {
	case l.ctx != nil && l.ctx.Err() != nil:
		return true
	case l.stop != nil && l.stop():
		return true
	}
	return !l.deadline.IsZero() && time.Now().After(l.deadline)
}

// A sample says which laws are checked now.
type sample struct {
	mask    uint64
	salt    uint64 // of the random game: its seed repeats the sample
	pick    uint32 // chooses the move x
	walks   bool   // all lines: no laws with a budget
	Checked []int  // comparisons of each pair
}

// compared adds how often each law was compared, by name.
func (l *live) compared(laws map[string]int) {
	for i, p := range l.pairs {
		laws[p.Name] += l.sample.Checked[i]
	}
}

const (
	// The first oftenMoves moves get every check, so that a short run compares something of each
	// law, but for those with the share rareShare or more: these are the dearest, and with them a
	// slow program would spend its time on the first moves.
	oftenMoves = 1000
	rareShare  = 8
)

// needed reports whether a node is executed now.
func (l *live) needed(at int) bool { return l.nodes[at].laws&l.sample.mask != 0 }

// chosen returns the laws that are checked for a move tried here, or for the place.
func (l *live) chosen(move int) (mask uint64) {
	h := mix(l.sample.salt + lineHash(l.start, l.line) + uint64(move)*hashFactor)
	for i, law := range l.laws {
		if law.Costly && l.sample.walks {
			continue
		}
		isFirst := !law.Costly && law.Share < rareShare && l.Made < oftenMoves
		// The hash differs by law, so that laws with one share are not all checked at one place.
		ofLaw := h + uint64(len(law.Name)*64+law.Share)
		if law.Share == 0 || isFirst || mix(ofLaw)%uint64(law.Share) == 0 {
			mask |= 1 << i
		}
	}
	return mask
}
