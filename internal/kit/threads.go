package kit

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	threads     = 4
	threadTime  = time.Second
	threadPlies = 40
	clonePly    = 10 // clones are made after this ply
)

// testThreads plays games in several goroutines in parallel: clones of one game if it can
// be cloned, else new games. The race detector reports what they share.
func (r *Session) testThreads(*testing.T) (said, why string, err error) {
	if r.alone() {
		return "", "Config.Sequential: games cannot run in parallel", nil
	}
	limits := r.within(r.limits(playoutPlies), 0, threadTime)
	limits.plies = min(limits.plies, threadPlies)
	players := make([]*player, threads)
	for i := range players {
		players[i] = r.fresh("")
	}
	if p := players[0]; p.clones != nil {
		_ = p.contain(func() {
			draw := drawFrom(zobrist.NewSplitMix64(r.Seed))
			for range min(clonePly, limits.plies/2) {
				if n := p.Moves(); n > 0 {
					p.Make(draw(n))
				}
			}
			for i := 1; i < threads; i++ {
				players[i] = p.Clone()
			}
		})
	}
	checked, errs := make([]int, threads), make([]error, threads)
	var wg sync.WaitGroup
	for i, p := range players {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c := newChecker(p, nil, limits)
			draw := drawFrom(zobrist.NewSplitMix64(r.Seed + uint64(i)))
			if fail := c.contain(func() { c.playout(drawn(draw, limits.plies)) }); fail != nil {
				errs[i] = fmt.Errorf("%w\n(in one of %d games in parallel: do games share data?)", report(fail, p), threads)
			}
			checked[i] = c.Positions
		}()
	}
	wg.Wait()
	positions := 0
	for _, n := range checked {
		positions += n
	}
	return fmt.Sprintf("%d games in parallel, %d positions", threads, positions), "", errors.Join(errs...)
}
