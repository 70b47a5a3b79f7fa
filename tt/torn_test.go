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
)

var tornHits = flag.Int64("hits", 1e7, "contested hits in the test for torn entries (a fiftieth with -short)")

// A contested table is one that goroutines fight over.
type contested interface {
	Probe(k zobrist.Key) (uint64, bool)
	Store(k zobrist.Key, v uint64, worth int)
}

// detect counts the hits of goroutines that store and look up 64 keys in a
// table, which should be of few buckets, and the torn ones among them: those
// that return the value of another key. It ends after that many hits, or when
// enough are torn.
//
// A value is its key's number in one of four places, and otherwise zero; the
// places come in turn, each with a new table. A seal that leaves out some bits
// of the value lets pairs through that differ only there.
func detect(newTable func() contested, most, enough int64) (hits, torn int64) {
	const numbers = 64
	keys := make([]zobrist.Key, numbers)
	for n := range keys {
		keys[n] = random(n)
	}
	for round := 0; hits < most && torn < enough; round++ {
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

// No hit is torn. (With -hits 100000000, as many.)
func TestTorn(t *testing.T) {
	most := *tornHits
	if testing.Short() {
		most /= 50
	}
	for buckets := 1; buckets <= 4; buckets *= 2 {
		hits, torn := detect(func() contested { return newTable[uint64](t, 64*buckets) }, most/3, 1)
		assert.Zero(t, torn, "torn hits of %d, with %d buckets", hits, buckets)
		t.Logf("%d buckets: %d torn of %d contested hits", buckets, torn, hits)
	}
}

// The detector finds what is wrong with each imitation.
func TestTornImitations(t *testing.T) {
	for name, newTable := range imitations {
		t.Run(name, func(t *testing.T) {
			if name == "plain words" && raceEnabled {
				t.Skip("the race detector finds it first")
			}
			hits, torn := detect(newTable, 1e7, 5)
			require.Positive(t, torn, "of %d hits", hits)
			t.Logf("1 in %d hits is torn", hits/torn)
		})
	}
}

// The same words, with a seal of all bits and each read once, pass: the
// imitations fail by their mistakes and not by how they are run.
func TestTornSealed(t *testing.T) {
	hits, torn := detect(sealedBy(^uint64(0), func(v uint64) uint64 { return v * odd }), 1e6, 1)
	require.Zero(t, torn, "of %d hits", hits)
}

// pause now and then lets other goroutines run between two steps of an imitation,
// so that they get in between on one processor too, however busy the machine is.
func pause() {
	if rand.Uint32N(64) == 0 {
		runtime.Gosched()
	}
}

// An imitation is a bucket of four entries in which every detail is right but
// one. It is given by how it writes a pair of words and how it reads one.
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

// sealedBy returns an imitation with a seal, of atomic words, that compares the
// bits of mask.
func sealedBy(mask uint64, seal func(v uint64) uint64) func() contested {
	return func() contested {
		return &imitation{
			write: func(p *[2]uint64, k, v uint64) {
				atomic.StoreUint64(&p[0], k&mask^seal(v))
				pause()
				atomic.StoreUint64(&p[1], v)
			},
			read: func(p *[2]uint64, k uint64) (uint64, bool) {
				w, v := atomic.LoadUint64(&p[0]), atomic.LoadUint64(&p[1])
				return v, (w^seal(v)^k)&mask == 0
			},
		}
	}
}

const odd = 0xbf58476d1ce4e5b9

var imitations = map[string]func() contested{
	"no seal":                         sealedBy(^uint64(0), func(uint64) uint64 { return 0 }),
	"a seal of the low half":          sealedBy(^uint64(0), func(v uint64) uint64 { return uint64(uint32(v)) * odd }),
	"a seal of the high half":         sealedBy(^uint64(0), func(v uint64) uint64 { return v >> 32 * odd }),
	"a check of 48 bits, under a XOR": sealedBy(^uint64(0xffff), func(v uint64) uint64 { return v }),
	"the first word read again": func() contested {
		return &imitation{
			write: func(p *[2]uint64, k, v uint64) {
				atomic.StoreUint64(&p[0], k)
				pause()
				atomic.StoreUint64(&p[1], v)
			},
			read: func(p *[2]uint64, k uint64) (uint64, bool) {
				w, v := atomic.LoadUint64(&p[0]), atomic.LoadUint64(&p[1])
				pause()
				return v, w == k && atomic.LoadUint64(&p[0]) == k
			},
		}
	},
	"the value read after the check": func() contested {
		return &imitation{
			write: func(p *[2]uint64, k, v uint64) {
				atomic.StoreUint64(&p[0], k^v*odd)
				pause()
				atomic.StoreUint64(&p[1], v)
			},
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
	"plain words": func() contested {
		return &imitation{
			write: func(p *[2]uint64, k, v uint64) { p[0] = k; pause(); p[1] = v },
			read:  func(p *[2]uint64, k uint64) (uint64, bool) { return p[1], p[0] == k },
		}
	},
}
