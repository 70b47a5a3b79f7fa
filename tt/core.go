package tt

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A core is a Table without its type parameter. (A generic method is compiled in the program
// that uses it. There, sync/atomic is inlined only if that program imports it too.)
//
// For a key k, h = k*hashFactor. The bucket is the high word of h times the
// number of buckets. An entry is two words: d, the value, and
//
//	w = (h<<14 | (worth+1)<<6 | generation) ^ seal(d)
//
// A look-up compares 50 bits of h. An empty entry is two zero words. The seal is d*sealFactor
// with its 22 low bits cleared. It leaves the low 22 bits of w as they are: 8 bits of h,
// called the tag, the worth and the generation. The tag alone rejects most entries of other
// keys, without a look at d.
//
// A pair of words from two stores matches only if the two values have the same
// seal, in 42 bits. Values with the same seal are more than 2^41 apart.
type core struct {
	buckets    []bucket      // the first at a multiple of 64 bytes
	generation atomic.Uint32 // NewSearch adds 1; an entry stores the low 6 bits

	// The memory of buckets, or nil if they are on the heap. Every method that uses a
	// bucket ends with KeepAlive, or the finalizer could unmap the memory meanwhile.
	memory *mapping
	closed bool // then there are no buckets, so that Probe and Store need no check
}

type bucket [perBucket]pair

type pair struct{ w, d uint64 } // always accessed atomically, except in clear

const (
	perBucket   = 4
	bucketBytes = 64

	// hashFactor is 2^64 divided by the golden ratio. It spreads neighbouring keys evenly.
	hashFactor        = 0x9e3779b97f4a7c15
	hashFactorInverse = 0xf1de83e19937733d // hashFactor * hashFactorInverse = 1 modulo 2^64
	// sealFactor is the inverse, because then values with equal seals differ by a small
	// multiple of hashFactor, modulo 2^64.
	sealFactor = hashFactorInverse

	sealShift  = 22 // the low bits of w that are not sealed: tag, worth, generation
	checkShift = 14 // the low bits of w that are not compared: worth, generation
	worthShift = 6  // the low bits of w that have the generation

	tagMask   = (1 << sealShift) - (1 << checkShift)
	worthMask = (1 << checkShift) - (1 << worthShift)
	ageMask   = (1 << worthShift) - 1

	worthMax = 254
	ageCost  = 8 // worth that an entry loses with each search

	// reversible is the least number of buckets with which a bucket and the 50
	// bits that are compared determine h, and so the key.
	reversible = 1 << checkShift
	// comparedMask has the low bits of h that are compared.
	comparedMask = (1 << (64 - checkShift)) - 1
)

// init makes the table. Root is the folder of /proc and /sys: "/", except in tests.
func (c *core) init(bytes int, root string) (err error) {
	if bytes < 0 {
		return fmt.Errorf("tt: New: %d bytes, want 0 or more", bytes)
	}
	n := max(1, bytes/bucketBytes)
	if bytes >= mapFrom { // else reading the limits would take longer than all else
		if memory := memorySize(root); uint64(n) > memory/bucketBytes {
			return fmt.Errorf("tt: New: a table of %d bytes, but the machine or container has %d "+
				"bytes of memory", bytes, memory)
		}
	}
	c.buckets, c.memory, err = allocate(n)
	return err
}

// close gives the memory back. Memory on the heap goes with the collector.
func (c *core) close() {
	if c.memory != nil {
		c.memory.unmap()
	}
	c.buckets, c.memory, c.closed = nil, nil, true
	runtime.KeepAlive(c)
}

// mustBeOpen panics in a method that would do nothing without buckets.
func (c *core) mustBeOpen(method string) {
	if c.closed {
		panic("tt: Table." + method + ": the table is closed")
	}
}

func (c *core) bucket(h uint64) *bucket {
	i, _ := bits.Mul64(h, uint64(len(c.buckets)))
	return &c.buckets[i]
}

func seal(d uint64) uint64 {
	return (d * sealFactor) >> sealShift << sealShift
}

// matches reports whether w and d are an entry, not an empty one, with the bits of check.
func matches(w, d, check uint64) bool {
	// What is left of an entry with these bits is worth+1 and the generation. So it is at
	// least 1<<worthShift, because worth+1 is 0 only if the entry is empty, and less than
	// 1<<checkShift. The subtraction makes one comparison of the two: what is too small
	// becomes very large.
	const least, end = 1 << worthShift, 1 << checkShift
	left := w ^ seal(d) ^ check
	return left-least < end-least
}

// storedWorth returns the worth of an entry plus 1, or 0 for an empty entry. w may be sealed
// or not.
func storedWorth(w uint64) int {
	return int((w & worthMask) >> worthShift)
}

// searchesSince returns how many searches ago an entry was stored, modulo 64, if now is the
// generation.
func searchesSince(w, now uint64) int {
	return int((now - w) & ageMask)
}

// probe returns the value of a key.
//
// It branches only on whether one of the four entries has the key's tag. It does not branch
// on which one, because a processor cannot predict that. Bit i of set says that entry i has
// the tag. Nearly always that is the entry of the key. If not, find looks at all four.
func (c *core) probe(k uint64) (value uint64, ok bool) {
	h := k * hashFactor
	b, check := c.bucket(h), h<<checkShift
	set := tagged(0, atomic.LoadUint64(&b[3].w), check)
	set = tagged(set, atomic.LoadUint64(&b[2].w), check)
	set = tagged(set, atomic.LoadUint64(&b[1].w), check)
	set = tagged(set, atomic.LoadUint64(&b[0].w), check)
	if set == 0 {
		runtime.KeepAlive(c)
		return 0, false
	}
	slot := bits.TrailingZeros64(set) % perBucket
	w, d := atomic.LoadUint64(&b[slot].w), atomic.LoadUint64(&b[slot].d)
	ok = matches(w, d, check)
	if !ok {
		_, d, ok = b.find(check)
	}
	runtime.KeepAlive(c)
	return d, ok
}

// tagged shifts set to the left and adds 1 if w has the tag of check. It does not branch: to
// subtract 1 from the difference of the tags borrows only if they are equal.
func tagged(set, w, check uint64) uint64 {
	_, borrow := bits.Sub64((w^check)&tagMask, 1, 0)
	set, _ = bits.Add64(set, set, borrow)
	return set
}

// find returns the words of the first entry that matches.
func (b *bucket) find(check uint64) (w, d uint64, ok bool) {
	for i := range b {
		w = atomic.LoadUint64(&b[i].w)
		if (w^check)&tagMask != 0 {
			continue
		}
		d = atomic.LoadUint64(&b[i].d)
		if matches(w, d, check) {
			return w, d, true
		}
	}
	return 0, 0, false
}

// probeEntry is probe with the worth and the age.
func (c *core) probeEntry(k uint64) (value uint64, worth, age int, ok bool) {
	h := k * hashFactor
	w, d, ok := c.bucket(h).find(h << checkShift)
	runtime.KeepAlive(c)
	if !ok {
		return 0, 0, 0, false
	}
	now := uint64(c.generation.Load())
	return d, storedWorth(w) - 1, searchesSince(w, now), true
}

// store replaces the first entry that matches, else the one with the lowest worth. If keep
// is set, it keeps an entry that matches and has more worth left.
func (c *core) store(k, d uint64, worth int, keep bool) {
	h := k * hashFactor
	b, check := c.bucket(h), h<<checkShift
	now := uint64(c.generation.Load()) & ageMask
	set := tagged(0, atomic.LoadUint64(&b[3].w), check)
	set = tagged(set, atomic.LoadUint64(&b[2].w), check)
	set = tagged(set, atomic.LoadUint64(&b[1].w), check)
	set = tagged(set, atomic.LoadUint64(&b[0].w), check)
	p := &b[bits.TrailingZeros64(set)%perBucket]
	if set == 0 || !matches(atomic.LoadUint64(&p.w), atomic.LoadUint64(&p.d), check) {
		p = b.victim(check, now)
	}
	worth = max(0, min(worth, worthMax))
	if keep {
		w := atomic.LoadUint64(&p.w)
		keep = worthLeft(w, now) > worth && matches(w, atomic.LoadUint64(&p.d), check)
	}
	if !keep {
		w := check | uint64(worth+1)<<worthShift | now
		storePair(p, w^seal(d), d)
	}
	runtime.KeepAlive(c)
}

// victim returns the first entry that matches, else the one with the lowest worth.
func (b *bucket) victim(check, now uint64) *pair {
	slot, least := 0, worthMax+1
	for i := range b {
		w := atomic.LoadUint64(&b[i].w)
		if (w^check)&tagMask == 0 && matches(w, atomic.LoadUint64(&b[i].d), check) {
			return &b[i]
		}
		left := worthLeft(w, now)
		if left < least {
			slot, least = i, left
		}
	}
	return &b[slot]
}

// worthLeft returns the worth of an entry, less 8 for each search since it was stored. An empty
// entry has less than any other.
func worthLeft(w, now uint64) int {
	stored := storedWorth(w)
	if stored == 0 {
		return -1 - ageCost*(ageMask+1)
	}
	return stored - 1 - ageCost*searchesSince(w, now)
}

// at returns the entry in a slot of bucket i and its key. Ok is false if the slot is
// empty or the pair is visibly torn.
func (c *core) at(i, slot int, now uint32) (k, d uint64, worth, age int, ok bool) {
	p := &c.buckets[i][slot]
	w, d := atomic.LoadUint64(&p.w), atomic.LoadUint64(&p.d)
	runtime.KeepAlive(c)
	stored := storedWorth(w)
	if stored == 0 {
		return 0, 0, 0, 0, false
	}
	// Bucket i holds at most 2^50 consecutive values of h, from i*2^64/n on, rounded up. So h
	// is the first number from there on with the entry's low 50 bits.
	n := uint64(len(c.buckets))
	first, _ := bits.Div64(uint64(i), 0, n)
	low := (w ^ seal(d)) >> checkShift
	h := first + (low-first)&comparedMask
	there, _ := bits.Mul64(h, n)
	if there != uint64(i) {
		return 0, 0, 0, 0, false // a torn pair
	}
	return h * hashFactorInverse, d, stored - 1, searchesSince(w, uint64(now)), true
}

func (c *core) used() float64 {
	c.mustBeOpen("Used")
	const sample = 256
	n := min(sample, len(c.buckets))
	now := uint64(c.generation.Load())
	used := 0
	for i := range n {
		// The sample is spread evenly over the table.
		b := &c.buckets[int(uint64(i)*uint64(len(c.buckets))/uint64(n))]
		for slot := range b {
			w := atomic.LoadUint64(&b[slot].w)
			if storedWorth(w) != 0 && searchesSince(w, now) == 0 {
				used++
			}
		}
	}
	runtime.KeepAlive(c)
	return float64(used) / float64(max(1, n*perBucket)) // 0 for the zero Table
}

func (c *core) clear() {
	c.mustBeOpen("Clear")
	clear(c.buckets)
	runtime.KeepAlive(c)
}

// prefetch returns the bucket so that a test can compare it.
func (c *core) prefetch(k uint64) *bucket {
	b := c.bucket(k * hashFactor)
	prefetch(unsafe.Pointer(b))
	runtime.KeepAlive(c) // prefetch is a load on some processors
	return b
}
