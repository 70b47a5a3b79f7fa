package zobrist

import "iter"

// A Set holds a random key for every element of any type, however many there
// are: points of an unbounded lattice, atoms of a planning problem, words.
//
//	words := zobrist.NewSet(src.Split("words"), fnv64) // your func(string) uint64
//	h = words.Toggle(h, "zebra")
//
// The hash of a set is the XOR of its elements' keys; the empty set has the zero
// Key. A Set computes a key when it is asked for, from its stream and the number
// that id gives the element, and takes no memory. A key takes three to four
// nanoseconds, the call of id included.
//
// Elements with the same number have the same key, so id must give different
// elements different numbers, and the same ones in every process if keys are to
// be kept. Small fields can be packed into the 64 bits as they are: keys are
// well mixed however alike the numbers are. Strings and larger structs need a
// 64-bit hash, such as FNV-1a of hash/fnv; hash/maphash differs from process to
// process.
//
// Give each Set, Bag and [Table] of a hash a stream of its own
// ([SplitMix64.Split]): two that are made from equal streams have equal keys. For
// each stream, exactly one id has key 0.
//
// A Set does not change once it is made and is safe for concurrent use if id
// is.
type Set[E any] struct {
	src SplitMix64
	id  func(E) uint64
}

// NewSet returns the set keys of a stream for elements numbered by id.
//
//	words := zobrist.NewSet(zobrist.NewSplitMix64(2026).Split("words"), fnv64)
//
// The key of e is src.At(id(e)), as src is now. NewSet does not draw from src and
// does not keep it: later draws change no key. A [Table] made from the same
// stream, without empty pieces, has on cell c for piece p the key of the element
// numbered c*pieces+p. It panics when src or id is nil.
func NewSet[E any](src *SplitMix64, id func(E) uint64) *Set[E] {
	mustMake("NewSet", src, id)
	return &Set[E]{*src, id}
}

// mustMake panics unless there are a stream and a function.
func mustMake[E any](caller string, src *SplitMix64, id func(E) uint64) {
	if src == nil {
		panic("zobrist: " + caller + ": src is nil, want a stream, such as NewSplitMix64(seed).Split(name)")
	}
	if id == nil {
		panic("zobrist: " + caller + ": id is nil, want a function")
	}
}

// Key returns the key of e: draw id(e) of the stream, counted from 0.
func (s *Set[E]) Key(e E) Key {
	return Key(s.src.At(s.id(e)))
}

// Toggle returns the key after e joins the set of key h, where it was not, or
// leaves it, where it was.
func (s *Set[E]) Toggle(h Key, e E) Key {
	return h ^ s.Key(e)
}

// Replace returns the key after new replaces old in the set of key h.
func (s *Set[E]) Replace(h Key, old, new E) Key {
	return h ^ s.Key(old) ^ s.Key(new)
}

// Hash returns the key of a set of elements, in any order. An element that
// comes twice cancels itself; where elements may repeat, use a [Bag].
func (s *Set[E]) Hash(elements iter.Seq[E]) Key {
	var h Key
	for e := range elements {
		h ^= s.Key(e)
	}
	return h
}

// A Bag holds a random key for every element of any type, as [Set] does, for
// multisets: tiles on a rack, molecules, anything that is counted.
//
//	h = tiles.Add(h, 'e', 2) // two more
//
// The hash of a multiset is the sum, modulo 2^64, of its elements' keys, each
// as many times as it occurs; the empty multiset has the zero Key. Two of a kind
// do not cancel, as they would by XOR, and a count is any int, negative too.
// Where counts are small and bounded, as pieces in hand are, a [Table] whose
// pieces are the counts is simpler: h = t.Replace(h, hand, n, n+1).
//
// Keep the hash of a multiset in a variable of its own, and XOR it with the key
// of the board where both make up a position: sums and XORs do not mix in one
// variable, because their updates do not commute.
//
// Take the index of a hash table from the high bits, h >> (64 - bits), or by
// [Key.Owner]: the low bits are weak, the lowest being the parity of the number
// of elements. Two multisets that differ in the count of one element only never
// collide; others do with a chance of 2^-63, or 2^(g-63) when every difference
// in count is a multiple of 2^g.
//
// It is MSet-Add-Hash of Clarke et al., "Incremental Multiset Hash Functions and
// Their Application to Memory Integrity Checking" (ASIACRYPT 2003), without its
// secret key. What [Set] says of id, of streams, of cost and of concurrent use
// holds for a Bag too.
type Bag[E any] struct {
	src SplitMix64
	id  func(E) uint64
}

// NewBag returns the multiset keys of a stream for elements numbered by id.
//
//	tiles := zobrist.NewBag(zobrist.NewSplitMix64(2026).Split("tiles"), number)
//
// The key of e is src.At(id(e)), as src is now, with its lowest bit set. NewBag
// does not draw from src and does not keep it. It panics when src or id is nil.
func NewBag[E any](src *SplitMix64, id func(E) uint64) *Bag[E] {
	mustMake("NewBag", src, id)
	return &Bag[E]{*src, id}
}

// Key returns the key of e, an odd number: draw id(e) of the stream, counted
// from 0, with its lowest bit set.
func (b *Bag[E]) Key(e E) Key {
	return Key(b.src.At(b.id(e)) | 1)
}

// Add returns the hash after n of e join the multiset of hash h, or -n of them
// leave it when n is negative. The order of additions does not matter, and
// adding -n undoes adding n, where -n is an int too.
func (b *Bag[E]) Add(h Key, e E, n int) Key {
	return h + b.Key(e)*Key(n)
}

// Hash returns the hash of a multiset, given as elements and their counts in
// any order. The counts of an element that comes more than once add up.
func (b *Bag[E]) Hash(counts iter.Seq2[E, int]) Key {
	var h Key
	for e, n := range counts {
		h = b.Add(h, e, n)
	}
	return h
}
