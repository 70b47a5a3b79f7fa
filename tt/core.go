package tt

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A core is a Table without its type parameter. (In a generic method, the
// functions of sync/atomic would be calls unless the program that instantiates
// it imports sync/atomic as well.)
//
// For a key k, h = k*hashFactor. The bucket is the high word of h times the
// number of buckets. An entry is two words: d, the value, and
//
//	w = (h<<14 | (worth+1)<<6 | generation) ^ seal(d)
//
// so that 50 bits of h are compared, and an empty entry is two zero words. The
// seal is the product of d and sealFactor without its 22 low bits. It leaves the
// worth, the generation and 8 of the bits of h, the tag, as they are: most
// entries of other keys are rejected by their tag, without a look at d.
//
// A pair of words from two different stores matches only if the seals of their
// values are equal where they should differ by 42 random bits. Two values have
// one seal only if they are more than 2^41 apart.
type core struct {
	buckets    []bucket      // the first at a multiple of 64 bytes
	generation atomic.Uint32 // NewSearch counts it, entries have its low 6 bits

	// The memory of buckets, nil if that is on the heap. Every method that has
	// read or written a bucket ends with KeepAlive, else the finalizer could
	// unmap it in the middle of the last call.
	memory *mapping
}

type bucket [perBucket]pair

type pair struct{ w, d uint64 } // all access is atomic, except by Clear

const (
	perBucket   = 4
	bucketBytes = 64

	hashFactor        = 0x9e3779b97f4a7c15 // the golden ratio of 2^64: neighbours are spread evenly
	hashFactorInverse = 0xf1de83e19937733d
	sealFactor        = 0xf1de83e19937733d // values of one seal differ by a small multiple of hashFactor, modulo 2^64

	sealShift  = 22 // bits of w that are not sealed: the tag, the worth, the generation
	checkShift = 14
	worthShift = 6
	tagMask    = 1<<sealShift - 1<<checkShift
	worthMask  = 1<<checkShift - 1<<worthShift
	ageMask    = 1<<worthShift - 1
	worthMax   = 254
	ageCost    = 8 // of worth, a search

	// reversible is the number of buckets from which a bucket holds no two
	// values of h that agree in the 50 bits that are compared.
	reversible = 1 << checkShift
)

// init makes the table. Root is where the system's files are: "/".
func (c *core) init(bytes int, root string) (err error) {
	if bytes < 0 {
		return fmt.Errorf("tt: New: %d bytes, want 0 or more", bytes)
	}
	n := max(1, bytes/bucketBytes)
	if memory := memorySize(root); uint64(n) > memory/bucketBytes {
		return fmt.Errorf("tt: New: a table of %d bytes, and the machine, or the container, has %d bytes of memory", bytes, memory)
	}
	c.buckets, c.memory, err = allocate(n)
	return err
}

func (c *core) bucket(h uint64) *bucket {
	i, _ := bits.Mul64(h, uint64(len(c.buckets)))
	return &c.buckets[i]
}

func seal(d uint64) uint64 { return d * sealFactor >> sealShift << sealShift }

// matches reports that w and d are an entry of check, and not an empty one.
func matches(w, d, check uint64) bool {
	return w^seal(d)^check-1<<worthShift < 1<<checkShift-1<<worthShift
}

// probe has no branch on which of the four entries matches, since that cannot be
// predicted: only on whether one of them has the key's tag.
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
	if ok = matches(w, d, check); !ok {
		_, d, ok = b.find(check)
	}
	runtime.KeepAlive(c)
	return d, ok
}

// tagged shifts set to the left and adds 1 if w has the tag of check.
func tagged(set, w, check uint64) uint64 {
	_, borrow := bits.Sub64((w^check)&tagMask, 1, 0)
	set, _ = bits.Add64(set, set, borrow)
	return set
}

// find returns the words of the first entry that matches.
func (b *bucket) find(check uint64) (w, d uint64, ok bool) {
	for i := range b {
		w = atomic.LoadUint64(&b[i].w)
		if (w^check)&tagMask == 0 {
			if d = atomic.LoadUint64(&b[i].d); matches(w, d, check) {
				return w, d, true
			}
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
	return d, int(w&worthMask>>worthShift) - 1, int((uint64(c.generation.Load()) - w) & ageMask), true
}

// store replaces the first entry that matches, else the one that is worth least.
func (c *core) store(k, d uint64, worth int) {
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
	meta := uint64(max(0, min(worth, worthMax))+1)<<worthShift | now
	storePair(p, (check|meta)^seal(d), d)
	runtime.KeepAlive(c)
}

// victim returns the first entry that matches, else the one that is worth least.
func (b *bucket) victim(check, now uint64) *pair {
	slot, least := 0, worthMax+1
	for i := range b {
		w := atomic.LoadUint64(&b[i].w)
		if (w^check)&tagMask == 0 && matches(w, atomic.LoadUint64(&b[i].d), check) {
			return &b[i]
		}
		if left := worthLeft(w, now); left < least {
			slot, least = i, left
		}
	}
	return &b[slot]
}

// worthLeft returns what an entry is worth now; an empty one is worth less than
// any other.
func worthLeft(w, now uint64) int {
	stored := int(w & worthMask >> worthShift)
	if stored == 0 {
		return -1 - ageCost*(ageMask+1)
	}
	return stored - 1 - ageCost*int((now-w)&ageMask)
}

// at returns the entry in a slot of bucket i, when there is one, with its key.
func (c *core) at(i, slot int, now uint32) (k, d uint64, worth, age int, ok bool) {
	p := &c.buckets[i][slot]
	w, d := atomic.LoadUint64(&p.w), atomic.LoadUint64(&p.d)
	runtime.KeepAlive(c)
	raw := w ^ seal(d)
	stored := int(raw & worthMask >> worthShift)
	if stored == 0 {
		return 0, 0, 0, 0, false
	}
	// The values of h in bucket i begin at i*2^64 divided by the number of
	// buckets, or the next integer, and there are at most 2^50 of them: h is the
	// first number from there on that has the entry's 50 bits.
	n := uint64(len(c.buckets))
	first, _ := bits.Div64(uint64(i), 0, n)
	h := first + (raw>>checkShift-first)&(1<<(64-checkShift)-1)
	if there, _ := bits.Mul64(h, n); there != uint64(i) {
		return 0, 0, 0, 0, false // a torn pair
	}
	return h * hashFactorInverse, d, stored - 1, int((uint64(now) - raw) & ageMask), true
}

func (c *core) used() float64 {
	const sample = 256
	n := min(sample, len(c.buckets))
	now, used := c.generation.Load(), 0
	for i := range n {
		b := &c.buckets[int(uint64(i)*uint64(len(c.buckets))/uint64(n))]
		for slot := range b {
			if w := atomic.LoadUint64(&b[slot].w); w&worthMask != 0 && (uint64(now)-w)&ageMask == 0 {
				used++
			}
		}
	}
	runtime.KeepAlive(c)
	return float64(used) / float64(max(1, n*perBucket)) // 0 for the zero Table
}

func (c *core) clear() {
	clear(c.buckets)
	runtime.KeepAlive(c)
}

// prefetch returns the bucket, for the test.
func (c *core) prefetch(k uint64) *bucket {
	b := c.bucket(k * hashFactor)
	prefetch(unsafe.Pointer(b))
	runtime.KeepAlive(c) // a load, on some processors
	return b
}
