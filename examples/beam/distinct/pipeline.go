package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

func init() {
	register.DoFn4x1[int, func(*[]byte) bool, func(int, []byte), func(string, int64), error](&ply{})
	register.DoFn3x0[context.Context, string, func(*int64) bool](&total{})
	register.Emitter2[int, []byte]()
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
}

// build adds the count to a pipeline: a shuffle by owner for each ply.
//
//	start -> by owner -> ply 0 -> by owner -> ply 1 -> ... -> by owner -> ply n
//	                       |                    |                           |
//	                       +---- counts --------+---------------------------+-> by name -> total
func build(s beam.Scope, o options) {
	// a block; any key will do, because ply 0 has only one
	start := append(make([]byte, 8), chess.StartFEN+"\n"...)
	positions := beam.AddFixedKey(s, beam.Create(s, start))
	var counts []beam.PCollection
	for n := range o.Plies + 1 {
		s := s.Scope(fmt.Sprintf("ply %d", n))
		var count beam.PCollection
		positions, count = beam.ParDo2(s, &ply{Options: o, Ply: n}, beam.GroupByKey(s, positions))
		counts = append(counts, count)
	}
	beam.ParDo0(s, &total{}, beam.GroupByKey(s, beam.Flatten(s, counts...)))
}

// ply counts the different positions that an owner gets. It sends the positions one move
// later to their owners.
type ply struct {
	Options options
	Ply     int

	out *outgoing // new for each bundle, so that a repeated bundle sends everything
}

func (f *ply) StartBundle(func(int, []byte), func(string, int64)) {
	f.out = &outgoing{
		chess:  zobrist.NewChess(0).WithEnPassant(zobrist.EnPassantLegal),
		fens:   f.Ply+1 < f.Options.Plies,
		blocks: make([][]byte, f.Options.Owners),
	}
}

func (f *ply) FinishBundle(send func(int, []byte), _ func(string, int64)) {
	for owner := range f.out.blocks {
		f.out.flush(owner, send)
	}
	f.out = nil
}

func (f *ply) ProcessElement(_ int, blocks func(*[]byte) bool, send func(int, []byte),
	count func(string, int64)) error {
	keys := map[zobrist.Key]struct{}{}
	var data []byte
	for blocks(&data) {
		for block := data; len(block) > 0; {
			fen, rest, whole := bytes.Cut(block[min(8, len(block)):], []byte{'\n'})
			if !whole {
				return fmt.Errorf("block: it ends with %q, want a key, a FEN and a newline", block)
			}
			k := zobrist.Key(binary.BigEndian.Uint64(block))
			block = rest
			_, known := keys[k]
			keys[k] = struct{}{}
			if known || f.Ply == f.Options.Plies {
				continue
			}
			p, err := chess.ParseFEN(string(fen))
			if err != nil {
				return err
			}
			for m := range p.Moves() {
				after := p
				after.Play(m)
				f.out.send(&after, send)
			}
		}
	}
	count(countName(f.Ply), int64(len(keys)))
	return nil
}

// outgoing collects positions by the owners of their keys, and sends them in blocks. For each
// position a block has the key, big-endian, the FEN unless the next ply needs only keys, and
// a newline.
type outgoing struct {
	chess  *zobrist.Chess
	fens   bool
	blocks [][]byte // by owner
}

func (o *outgoing) send(p *chess.Position, emit func(int, []byte)) {
	k := p.Hash(o.chess)
	owner := k.Shard(len(o.blocks))
	b := binary.BigEndian.AppendUint64(o.blocks[owner], uint64(k))
	if o.fens {
		b = append(b, p.FEN()...)
	}
	o.blocks[owner] = append(b, '\n')
	if len(b) > 64<<10 { // smaller blocks cost time, larger ones memory
		o.flush(owner, emit)
	}
}

// flush emits an owner's block and drops it, because the runner may keep it.
func (o *outgoing) flush(owner int, emit func(int, []byte)) {
	if len(o.blocks[owner]) > 0 {
		emit(owner, o.blocks[owner])
		o.blocks[owner] = nil
	}
}

func countName(ply int) string { return fmt.Sprintf("positions after %d plies", ply) }

// total adds up the counts of a name, and reports the sum as a metric. The metric is a
// distribution because a runner may run this code twice: the same value again does not change
// the minimum and maximum.
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
			return nil, fmt.Errorf("the runner returned %d to %d for %q, want one value",
				d.Min, d.Max, r.Name())
		}
		sums[r.Name()] = d.Min
	}
	return sums, nil
}
