package zobrist

import "iter"

// A Set holds a random key for every element of any type, however many there
// are: points of an unbounded lattice, atoms of a planning problem, words. It
// computes a key when it is asked for, from a seed and the number that id
// gives the element, and takes no memory. The hash of a set of elements is the
// XOR of their keys; the empty set has the zero Key.
//
// The number decides: elements of one number have one key, so id must give
// different elements different numbers, and the same ones in every process if
// keys are to be kept. Pack small fields into the 64 bits; keys are well mixed
// however alike the numbers are. Strings and larger structs need a 64-bit hash
// for their number, such as FNV-1a of hash/fnv (not hash/maphash, which differs
// from process to process); some two of n elements then share a number with a
// chance of about n²/2^65.
//
// Up to the choice of numbers the keys are those of a [Table]: number i of
// NewSet(seed, id) has the key that NewSplitMix64(seed) draws after i others,
// so that a Table made from that source, without empty pieces, has the key of
// number Pieces()*cell + piece. For the same reason, where a Set and a Table,
// or two Sets, make up one hash, give each a seed of its own. One number of
// each seed has the zero key: for seed 0 that is the number of -1.
//
// A key takes three to four nanoseconds, the call of id among them. A look-up in
// a Table takes less than one while the table fits the processor's caches, and
// more than a Set's key when it is several times larger than they are, from
// somewhere between 1 and 3 million keys on.
//
// A Set does not change once it is made and is safe for concurrent use if id
// is.
type Set[E any] struct {
	src SplitMix64
	id  func(E) uint64
}

// NewSet returns the set keys of that seed for elements numbered by id. It
// panics when id is nil.
func NewSet[E any](seed uint64, id func(E) uint64) *Set[E] {
	if id == nil {
		panic("zobrist: NewSet: id is nil")
	}
	return &Set[E]{SplitMix64{seed}, id}
}

// Key returns the key of e: NewSplitMix64(seed).At(id(e)).
func (s *Set[E]) Key(e E) Key {
	return Key(s.src.At(s.id(e)))
}

// Toggle returns the key after e joins the set of key h, where it was not, or
// leaves it, where it was.
func (s *Set[E]) Toggle(h Key, e E) Key {
	return h ^ s.Key(e)
}

// Replace returns the key after new takes the place of old in the set of key h.
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
// multisets: men in hand, tiles on a rack, molecules, anything that counts. The
// hash of a multiset is the sum, modulo 2^64, of its elements' keys, each as
// many times as it occurs; the empty multiset has the zero Key. Two of a kind
// do not cancel, as they would by XOR, and no count is too large: a count is
// any int, negative ones too. It is MSet-Add-Hash of Clarke, Devadas, van Dijk,
// Gassend and Suh, "Incremental Multiset Hash Functions and Their Application
// to Memory Integrity Checking" (ASIACRYPT 2003), with 64 bits and without its
// secret key, and goes back to AdHASH of Bellare and Micciancio, "A New Paradigm for
// Collision-free Hashing: Incrementality at Reduced Cost" (EUROCRYPT 1997).
//
// Keys are odd. Two multisets that differ in one element only, by whatever
// count, therefore never have the same hash. Those that differ in several have
// with a chance of at most 2^(g-63), where 2^g is the largest power of two that
// divides every difference in count: 2^-63 as a rule, 2^-32 when all counts
// differ by 2^31. As with every key of this package, collisions are easily
// forged; it is not a cryptographic hash.
//
// The price is in the low bits: the lowest is the parity of the number of
// elements, and a count that changes by 2^g leaves the lowest g bits alone. So
// take the index of a hash table from the high bits, h >> (64 - bits), and not
// from h & mask as for other keys.
//
// Keep the hash of a multiset in a variable of its own, and XOR it with the key
// of the board where both make up a position: sums and XORs do not mix in one
// variable, because updates of the two kinds do not commute.
//
// The keys are independent of those of a Set of the same seed. What is said
// there of id, of cost and of concurrent use holds for a Bag too.
type Bag[E any] struct {
	src SplitMix64
	id  func(E) uint64
}

// NewBag returns the multiset keys of that seed for elements numbered by id.
// It panics when id is nil.
func NewBag[E any](seed uint64, id func(E) uint64) *Bag[E] {
	if id == nil {
		panic("zobrist: NewBag: id is nil")
	}
	return &Bag[E]{*NewSplitMix64(seed).Split("bag"), id}
}

// Key returns the key of e, an odd number: draw id(e) of the stream
// NewSplitMix64(seed).Split("bag") with its lowest bit set.
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
