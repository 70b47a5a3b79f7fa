package observe

import (
	"context"

	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A Bench asks new processes a few questions each. What it is told goes into no log: it is there to
// find out whether a few commands show what many did.
type Bench struct {
	src  source.Source
	desk *desk
}

// NewBench returns a bench for an engine.
func NewBench(ctx context.Context, src source.Source) *Bench {
	return &Bench{src, newDesk(ctx, nil)}
}

// A Step is a position, and perhaps an act in it.
type Step struct {
	Query source.Query
	Act   string
}

// Ask starts a process, takes steps one after the other, and returns their answers. Some may be
// Lost.
func (b *Bench) Ask(steps ...Step) []source.Answer {
	// Whatever another process died of, this one may survive.
	client := newDesk(b.desk.ctx, nil).client(b.src, 1).Fresh()
	defer client.Close()
	answers := make([]source.Answer, len(steps))
	for i, s := range steps {
		answers[i] = client.Do(s.Query, s.Act)
	}
	return answers
}
