package tt_test

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/tt"
)

var tornHits = flag.Int64("hits",
	3e6, "contested hits in the test for torn entries (a fiftieth with -short)")

// A contested table is written and read by many goroutines at once.
type contested interface {
	Probe(k zobrist.Key) (uint64, bool)
	Store(k zobrist.Key, v uint64, worth int)
}

// detect runs goroutines that store and look up 64 keys in a table of few buckets.
// It returns the number of hits, and how many of them are torn: they return the value
// of another key. It stops after most hits, or when enough are torn.
//
// A value has 64 bits: the key's number in one of four places, and zeros elsewhere.
// Each round has a new table and the next place. This finds a seal that leaves out
// some bits of the value, because it accepts pairs that differ only there.
func detect(newTable func() contested, most, enough int64) (hits, torn int64) {
	const numbers = 64
	keys := make([]zobrist.Key, numbers)
	for n := range keys {
		keys[n] = random(n)
	}
	for round := 0; (hits < most || round < 4) && torn < enough; round++ {
		table, place := newTable(), round%4*16
		var allHits, allTorn atomic.Int64
		var wait sync.WaitGroup
		for g := range max(4, 2*runtime.GOMAXPROCS(0)) {
			wait.Add(1)
			go func() {
				defer wait.Done()
				rng := zobrist.NewSplitMix64(uint64(round<<8 + g))
				hits, torn := int64(0), int64(0)
				for range 20_000 {
					draw := rng.Uint64()
					n, m := draw%numbers, draw>>8%numbers
					table.Store(keys[n], n<<place, int(draw>>16%4))
					if v, ok := table.Probe(keys[m]); ok {
						hits++
						if v != m<<place {
							torn++
						}
					}
				}
				allHits.Add(hits)
				allTorn.Add(torn)
			}()
		}
		wait.Wait()
		hits += allHits.Load()
		torn += allTorn.Load()
	}
	return hits, torn
}

// No hit is torn. The imitations tear one in 30 to 150. (For more hits: -hits 100000000.)
func TestTornPairsAreNotFound(t *testing.T) {
	most := *tornHits
	switch {
	case testing.Short():
		most /= 50
	case !sample.All(4): // ZOBRIST_SAMPLE=4 has them all
		most /= 5
	}
	for buckets := 1; buckets <= 4; buckets *= 2 {
		for _, deepest := range []bool{false, true} {
			hits, torn := detect(func() contested {
				return storing{newTable[uint64](t, 64*buckets), deepest}
			}, most/6, 1)
			assert.Zero(t, torn, "torn hits of %d, with %d buckets, StoreMax: %v",
				hits, buckets, deepest)
			t.Logf("%d buckets, StoreMax %v: %d torn of %d contested hits",
				buckets, deepest, torn, hits)
		}
	}
}

// storing is a table whose entries come from Store or, deepest, from StoreMax.
type storing struct {
	*tt.Table[uint64]
	deepest bool
}

func (t storing) Store(k zobrist.Key, v uint64, worth int) {
	if t.deepest {
		t.StoreMax(k, v, worth)
	} else {
		t.Table.Store(k, v, worth)
	}
}

// The detector finds torn hits in each imitation.
func TestDetectFindsTornHits(t *testing.T) {
	for name, newTable := range imitations {
		t.Run(name, func(t *testing.T) {
			hits, torn := detect(newTable, 1e7, 5)
			require.Positive(t, torn, "of %d hits", hits)
			t.Logf("1 in %d hits is torn", hits/torn)
		})
	}
}

// pause sometimes lets other goroutines run between two steps of an imitation. With
// one processor or on a busy machine they would rarely do so.
func pause() {
	if rand.Uint32N(64) == 0 {
		runtime.Gosched()
	}
}

// An imitation is a bucket of four entries with one planted mistake in how it writes
// a pair of words or how it reads one.
type imitation struct {
	pairs [4][2]uint64
	write func(p *[2]uint64, k, v uint64)
	read  func(p *[2]uint64, k uint64) (uint64, bool)
}

func (im *imitation) Store(k zobrist.Key, v uint64, worth int) {
	im.write(&im.pairs[(uint64(k)>>7+uint64(worth))%4], uint64(k), v)
}

func (im *imitation) Probe(k zobrist.Key) (uint64, bool) {
	for i := range im.pairs {
		if v, ok := im.read(&im.pairs[i], uint64(k)); ok {
			return v, true
		}
	}
	return 0, false
}

// writeApart writes two words, sometimes one long after the other.
func writeApart(p *[2]uint64, w, v uint64) {
	atomic.StoreUint64(&p[0], w)
	pause()
	atomic.StoreUint64(&p[1], v)
}

// sealedBy returns an imitation with atomic words and the given seal. It compares the
// bits in mask.
func sealedBy(mask uint64, seal func(v uint64) uint64) func() contested {
	return func() contested {
		return &imitation{
			write: func(p *[2]uint64, k, v uint64) { writeApart(p, k&mask^seal(v), v) },
			read: func(p *[2]uint64, k uint64) (uint64, bool) {
				w, v := atomic.LoadUint64(&p[0]), atomic.LoadUint64(&p[1])
				return v, (w^seal(v)^k)&mask == 0
			},
		}
	}
}

const odd = 0xbf58476d1ce4e5b9

var imitations = map[string]func() contested{
	"no seal": sealedBy(^uint64(0), func(uint64) uint64 { return 0 }),
	"a seal of the low half": sealedBy(^uint64(0), func(v uint64) uint64 {
		return uint64(uint32(v)) * odd
	}),
	"a seal of the high half": sealedBy(^uint64(0), func(v uint64) uint64 {
		return v >> 32 * odd
	}),
	"an XOR seal, 48 bits compared": sealedBy(^uint64(0xffff), func(v uint64) uint64 { return v }),
	"the value read after the check": func() contested {
		return &imitation{
			write: func(p *[2]uint64, k, v uint64) { writeApart(p, k^v*odd, v) },
			read: func(p *[2]uint64, k uint64) (uint64, bool) {
				value := &p[1]
				if atomic.LoadUint64(&p[0])^atomic.LoadUint64(value)*odd != k {
					return 0, false
				}
				pause()
				return atomic.LoadUint64(value), true
			},
		}
	},
}
