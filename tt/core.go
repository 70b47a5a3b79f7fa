package tt

import (
	"fmt"
	"math/bits"
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
//	w = (h<<14 | (worth+1)<<6 | generation) ^ d*sealFactor
//
// so that 50 bits of h are compared, and an empty entry is two zero words. The
// product is the seal: a pair of words from two different stores does not match
// unless the products of their values differ in the 14 lowest bits alone, and
// for two values under one key that takes values more than 2^49 apart.
type core struct {
	buckets    []bucket      // the first at a multiple of 64 bytes
	generation atomic.Uint32 // NewSearch counts it, entries have its low 6 bits
}

type bucket [2 * perBucket]uint64 // w, d, w, d, ...: all access is atomic, save by clear

const (
	perBucket   = 4
	bucketBytes = 64

	hashFactor        = 0x9e3779b97f4a7c15 // the golden ratio of 2^64: neighbours are spread evenly
	hashFactorInverse = 0xf1de83e19937733d
	sealFactor        = 0xf1de83e19937733d // values that pass under one key differ by a small multiple of hashFactor, modulo 2^64

	checkShift = 14
	worthShift = 6
	worthMax   = 254
	ageMask    = 1<<worthShift - 1
	ageCost    = 8 // of worth, a search

	// reversible is the number of buckets from which a bucket holds no two
	// values of h that agree in the 50 bits that are compared.
	reversible = 1 << checkShift
)

func (c *core) init(bytes int) error {
	if bytes < 0 {
		return fmt.Errorf("tt: New: %d bytes, want 0 or more", bytes)
	}
	n := max(1, bytes/bucketBytes)
	if memory := memorySize(); uint64(n) > memory/bucketBytes {
		return fmt.Errorf("tt: New: a table of %d bytes, and the machine, or the container, has %d bytes of memory", bytes, memory)
	}
	const words = bucketBytes / 8
	m := make([]uint64, n*words+words-1)
	for uintptr(unsafe.Pointer(&m[0]))%bucketBytes != 0 {
		m = m[1:]
	}
	c.buckets = unsafe.Slice((*bucket)(unsafe.Pointer(&m[0])), n)
	hugePages(c.buckets)
	return nil
}

func (c *core) bucket(h uint64) *bucket {
	i, _ := bits.Mul64(h, uint64(len(c.buckets)))
	return &c.buckets[i]
}

// differs returns 0 to 2^14-1 when w and d are an entry of check, with the
// entry's worth+1 and generation, or an empty one where check is 0; and more
// when they are not.
func differs(w, d, check uint64) uint64 {
	return w ^ d*sealFactor ^ check
}

// matches reports that what differs returned is of an entry that is not empty.
func matches(x uint64) bool {
	return x-1<<worthShift < 1<<checkShift-1<<worthShift
}

// probe has no branch, since which of the four matches cannot be predicted: a
// hit in cache takes 0.6 of the time of a loop. The first that matches counts,
// as in store.
func (c *core) probe(k uint64) (value uint64, ok bool) {
	h := k * hashFactor
	b, check := c.bucket(h), h<<checkShift
	d0, d1, d2, d3 := atomic.LoadUint64(&b[1]), atomic.LoadUint64(&b[3]), atomic.LoadUint64(&b[5]), atomic.LoadUint64(&b[7])
	if matches(differs(atomic.LoadUint64(&b[6]), d3, check)) {
		value, ok = d3, true
	}
	if matches(differs(atomic.LoadUint64(&b[4]), d2, check)) {
		value, ok = d2, true
	}
	if matches(differs(atomic.LoadUint64(&b[2]), d1, check)) {
		value, ok = d1, true
	}
	if matches(differs(atomic.LoadUint64(&b[0]), d0, check)) {
		value, ok = d0, true
	}
	return value, ok
}

// probeEntry is probe with the worth and the age.
func (c *core) probeEntry(k uint64) (value uint64, worth, age int, ok bool) {
	h := k * hashFactor
	b, check := c.bucket(h), h<<checkShift
	for i := 0; i < 2*perBucket; i += 2 {
		d := atomic.LoadUint64(&b[i+1])
		if x := differs(atomic.LoadUint64(&b[i]), d, check); matches(x) {
			return d, int(x>>worthShift) - 1, int((uint64(c.generation.Load()) - x) & ageMask), true
		}
	}
	return 0, 0, 0, false
}

// store branches, so that the processor may guess the slot and go on while the
// line is on its way: without branches it takes up to three times as long.
func (c *core) store(k, d uint64, worth int) {
	h := k * hashFactor
	b, check := c.bucket(h), h<<checkShift
	now := uint64(c.generation.Load()) & ageMask
	slot, least := 0, worthMax+1
	for i := 0; i < 2*perBucket; i += 2 {
		x := differs(atomic.LoadUint64(&b[i]), atomic.LoadUint64(&b[i+1]), check)
		if matches(x) {
			slot = i
			break
		}
		if left := worthLeft(x^check, now); left < least {
			slot, least = i, left
		}
	}
	meta := uint64(max(0, min(worth, worthMax))+1)<<worthShift | now
	atomic.StoreUint64(&b[slot], (check|meta)^d*sealFactor)
	atomic.StoreUint64(&b[slot+1], d)
}

// worthLeft returns what an entry is worth now, from its word without the seal;
// an empty one is worth less than any other.
func worthLeft(raw, now uint64) int {
	stored := int(raw >> worthShift & (1<<(checkShift-worthShift) - 1))
	if stored == 0 {
		return -1 - ageCost*(ageMask+1)
	}
	return stored - 1 - ageCost*int((now-raw)&ageMask)
}

// at returns the entry in a slot of bucket i, when there is one, with its key.
func (c *core) at(i, slot int, now uint32) (k, d uint64, worth, age int, ok bool) {
	w, d := atomic.LoadUint64(&c.buckets[i][2*slot]), atomic.LoadUint64(&c.buckets[i][2*slot+1])
	raw := w ^ d*sealFactor
	stored := int(raw >> worthShift & (1<<(checkShift-worthShift) - 1))
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
		for slot := 0; slot < 2*perBucket; slot += 2 {
			raw := atomic.LoadUint64(&b[slot]) ^ atomic.LoadUint64(&b[slot+1])*sealFactor
			if raw&(1<<checkShift-1<<worthShift) != 0 && (uint64(now)-raw)&ageMask == 0 {
				used++
			}
		}
	}
	return float64(used) / float64(n*perBucket)
}

func (c *core) prefetch(k uint64) {
	prefetch(unsafe.Pointer(c.bucket(k * hashFactor)))
}
