package main

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/examples/beam/internal/block"
	"github.com/zobrist-go/zobrist/examples/beam/internal/packed"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

func init() {
	register.DoFn3x1[[]byte, func(int64, []byte), func(string, int64), error](&start{})
	register.DoFn4x1[int64, func(*[]byte) bool, func(int64, []byte), func(string, int64), error](&ply{})
	register.DoFn3x0[context.Context, string, func(*int64) bool](&total{})
	register.Emitter2[int64, []byte]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
	register.Iter1[int64]()
}

// namespace is the namespace of the metrics.
const namespace = "distinct"

// options say what to count and how to divide the work.
type options struct {
	Plies  int
	Owners int
	Bits   int  // how many bits of each key to keep
	Exact  bool // compare whole positions, not keys
}

// record returns the size of a record that arrives at a ply. The last ply needs only
// keys, except with Exact.
func (o *options) record(ply int) int {
	if ply == o.Plies && !o.Exact {
		return block.KeySize
	}
	return block.KeySize + packed.Size
}

// build adds the count to a pipeline: a shuffle by owner for each ply.
//
//	start -> by owner -> ply 0 -> by owner -> ply 1 -> ... -> by owner -> ply n
//	                       |                    |                           |
//	                       +---- counts --------+---------------------------+-> by name -> total
func build(s beam.Scope, o options) {
	positions, noCounts := beam.ParDo2(s, &start{o}, beam.Impulse(s))
	counts := []beam.PCollection{noCounts}
	for n := range o.Plies + 1 {
		s := s.Scope(fmt.Sprintf("ply %d", n))
		var count beam.PCollection
		positions, count = beam.ParDo2(s, &ply{Options: o, Ply: n}, beam.GroupByKey(s, positions))
		counts = append(counts, count)
	}
	beam.ParDo0(s, &total{}, beam.GroupByKey(s, beam.Flatten(s, counts...)))
}

// start sends the start position.
type start struct{ Options options }

func (f *start) ProcessElement(_ []byte, send func(int64, []byte), _ func(string, int64)) error {
	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	if err != nil {
		return err
	}
	out := newOutgoing(&f.Options, 0)
	out.Emit = send
	if err := out.send(&p); err != nil {
		return err
	}
	out.Flush()
	return nil
}

// ply counts the different positions that an owner gets. It sends the positions one
// move later to their owners.
type ply struct {
	Options options
	Ply     int

	out *outgoing // new for each bundle, so that a repeated bundle sends everything
}

func (f *ply) StartBundle(func(int64, []byte), func(string, int64)) {
	f.out = newOutgoing(&f.Options, f.Ply+1)
}

func (f *ply) FinishBundle(send func(int64, []byte), _ func(string, int64)) {
	f.out.Emit = send
	f.out.Flush()
	f.out = nil
}

func (f *ply) ProcessElement(_ int64, blocks func(*[]byte) bool, send func(int64, []byte), count func(string, int64)) error {
	f.out.Emit = send
	keys := map[zobrist.Key]struct{}{}
	whole := map[packed.Position]struct{}{}
	var data []byte
	for blocks(&data) {
		records, err := block.Records(data, f.Options.record(f.Ply))
		if err != nil {
			return err
		}
		for k, rest := range records {
			known := len(keys)
			keys[k] = struct{}{}
			isNew := len(keys) > known
			if f.Options.Exact {
				known = len(whole)
				whole[packed.Position(rest)] = struct{}{}
				isNew = len(whole) > known
			}
			if isNew && f.Ply < f.Options.Plies {
				if err := f.out.sendAfter((*packed.Position)(rest)); err != nil {
					return err
				}
			}
		}
	}
	if f.Options.Exact {
		count(countName(f.Ply), int64(len(whole)))
		count(missedName(f.Ply), int64(len(whole)-len(keys)))
	} else {
		count(countName(f.Ply), int64(len(keys)))
	}
	return nil
}

// outgoing sends positions to the next ply.
type outgoing struct {
	*block.Sender
	chess *zobrist.Chess
	mask  zobrist.Key
	size  int
}

func newOutgoing(o *options, ply int) *outgoing {
	compared := block.KeySize
	if o.Exact {
		compared = o.record(ply)
	}
	return &outgoing{
		Sender: block.NewSender(o.Owners, o.record(ply), compared),
		chess:  zobrist.NewChess(0).WithEnPassant(zobrist.EnPassantLegal),
		mask:   ^zobrist.Key(0) >> (64 - o.Bits),
		size:   o.record(ply) - block.KeySize,
	}
}

// sendAfter sends the position after each legal move.
func (o *outgoing) sendAfter(from *packed.Position) error {
	p, err := from.Unpack()
	if err != nil {
		return err
	}
	for _, m := range movegen.Legal(&p) {
		after := p
		after.Play(m)
		if err := o.send(&after); err != nil {
			return err
		}
	}
	return nil
}

func (o *outgoing) send(p *zobrist.ChessPosition) error {
	// Equal positions must have equal bytes, so the en passant square stays only if a
	// capture is legal.
	if o.chess.EnPassantKey(p) == 0 {
		p.EnPassant = 0
	}
	k := o.chess.Hash(p) & o.mask
	if o.size == 0 {
		o.Send(k, nil)
		return nil
	}
	small, err := packed.Pack(p)
	if err != nil {
		return err
	}
	o.Send(k, small[:])
	return nil
}

func countName(ply int) string  { return fmt.Sprintf("positions after %d plies", ply) }
func missedName(ply int) string { return fmt.Sprintf("missed by keys after %d plies", ply) }

// total adds up the counts of a name. It reports the sum as a metric, so that no shared file is needed. The metric is a
// distribution because a runner may run this code twice. The same value again does not
// change the minimum and maximum, but a counter would double.
type total struct{}

func (*total) ProcessElement(ctx context.Context, name string, counts func(*int64) bool) {
	var sum, n int64
	for counts(&n) {
		sum += n
	}
	beam.NewDistribution(namespace, name).Update(ctx, sum)
}

// totals returns the sums by name.
func totals(results metrics.Results) (map[string]int64, error) {
	sums := map[string]int64{}
	for _, r := range results.AllMetrics().Distributions() {
		if r.Namespace() != namespace {
			continue
		}
		d := r.Result()
		if _, again := sums[r.Name()]; again || d.Count == 0 || d.Min != d.Max {
			return nil, fmt.Errorf("the runner returned %d to %d for %q, want one value", d.Min, d.Max, r.Name())
		}
		sums[r.Name()] = d.Min
	}
	return sums, nil
}
