package zobristtest_test

import (
	"fmt"
	"iter"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// lateCounts is a game of four counters up to 8. It draws each key at first use.
type lateCounts struct {
	counts [4]int
	line   []int
}

// late has the keys drawn so far.
var (
	late       = map[string]zobrist.Key{}
	lateSource = zobrist.NewSplitMix64(77)
)

func lateKey(counter, n int) zobrist.Key {
	name := fmt.Sprint(counter, " at ", n)
	if _, ok := late[name]; !ok {
		late[name] = zobrist.Key(lateSource.Uint64())
	}
	return late[name]
}

func (g *lateCounts) Key() (k zobrist.Key) {
	for c, n := range g.counts {
		if n > 0 {
			k ^= lateKey(c, n)
		}
	}
	return k
}

func (g *lateCounts) Recompute() zobrist.Key { return g.Key() }
func (g *lateCounts) Moves() int {
	for _, n := range g.counts {
		if n == 8 {
			return 0
		}
	}
	return 4
}
func (g *lateCounts) Make(i int) { g.counts[i]++; g.line = append(g.line, i) }
func (g *lateCounts) Unmake() {
	g.counts[g.line[len(g.line)-1]]--
	g.line = g.line[:len(g.line)-1]
}
func (g *lateCounts) Position() string { return fmt.Sprint(g.counts) }

func (g *lateCounts) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for c := range g.counts {
			for n := 1; n <= 8; n++ {
				if !yield(fmt.Sprint(c, " at ", n), lateKey(c, n)) {
					return
				}
			}
		}
	}
}

// A lateGame is lateCounts without Keys.
type lateGame struct{ zobristtest.Game }

func (g lateGame) Position() string { return g.Game.(*lateCounts).Position() }

// oneName lists its keys under ten names only.
type oneName struct{ *packs }

func (g oneName) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		i := 0
		for _, key := range g.packs.Keys() {
			if !yield(fmt.Sprint("0 ", i%10), key) {
				return
			}
			i++
		}
	}
}
