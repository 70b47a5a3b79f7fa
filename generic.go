package zobrist

import "iter"

// A Set gives every element of any type a random key, however many elements
// there are: points of an unbounded lattice, atoms of a planning problem,
// words.
//
//	words := zobrist.NewSet(src.Split("words"), fnv64) // your func(string) uint64
//	h = words.Toggle(h, "zebra")
//
// The hash of a set is the XOR of its elements' keys. The empty set has the
// zero [Key]. A Set takes no memory: it computes each key from the number that
// id returns for the element, in three to four nanoseconds with the call of id.
//
// Elements with the same number have the same key, so id must return different
// numbers for different elements. If you store keys, id must also return the
// same numbers in every process. Pack small fields into the 64 bits as they
// are: similar numbers give well-mixed keys. Hash strings and larger structs to
// 64 bits, for instance with FNV-1a of hash/fnv. Avoid hash/maphash, which
// differs from process to process.
//
// Give each Set, Bag and [Table] of a hash its own stream ([SplitMix64.Split]),
// because equal streams give equal keys. For each stream, exactly one id has
// key 0.
//
// A Set never changes. It is safe for concurrent use if id is.
type Set[E any] struct {
	src SplitMix64
	id  func(E) uint64
}

// NewSet returns the set keys of a stream for elements numbered by id.
//
//	words := zobrist.NewSet(zobrist.NewSplitMix64(2026).Split("words"), fnv64)
//
// The key of e is src.At(id(e)), computed from a copy of src. NewSet does not
// draw from src, and later draws change no keys. A [Table] from the same
// stream, without empty pieces, has the same keys: piece p on cell c has the
// key of element number c*pieces+p. NewSet panics when src or id is nil.
func NewSet[E any](src *SplitMix64, id func(E) uint64) *Set[E] {
	mustMake("NewSet", src, id)
	return &Set[E]{*src, id}
}

// mustMake panics when src or id is nil.
func mustMake[E any](caller string, src *SplitMix64, id func(E) uint64) {
	if src == nil {
		panic("zobrist: " + caller + ": src is nil, want a stream, such as NewSplitMix64(seed).Split(name)")
	}
	if id == nil {
		panic("zobrist: " + caller + ": id is nil, want a function")
	}
}

// Key returns the key of e: draw id(e) of the stream, counted from 0.
func (s *Set[E]) Key(e E) Key { return Key(s.src.At(s.id(e))) }

// Toggle adds e to the set with key h, or removes e if the set has it, and
// returns the new key.
func (s *Set[E]) Toggle(h Key, e E) Key { return h ^ s.Key(e) }

// Replace returns the key after new replaces old in the set with key h.
func (s *Set[E]) Replace(h Key, old, new E) Key { return h ^ s.Key(old) ^ s.Key(new) }

// Hash returns the key of a set of elements, in any order. An element that
// appears twice cancels itself. If elements may repeat, use a [Bag].
func (s *Set[E]) Hash(elements iter.Seq[E]) Key {
	var h Key
	for e := range elements {
		h ^= s.Key(e)
	}
	return h
}

// A Bag gives every element of any type a random key, for multisets: tiles on a
// rack, molecules, anything that is counted.
//
//	h = tiles.Add(h, 'e', 2) // two more
//
// The hash of a multiset is a sum, modulo 2^64: the key of each element times
// its count. The empty multiset has the zero Key. Equal elements do not cancel,
// as they would by XOR. A count is any int, also a negative one. For small
// bounded counts, such as pieces in hand, use the simpler [Table] with counts
// as its pieces: h = t.Replace(h, hand, n, n+1).
//
// Keep the hash of a multiset in its own variable, because sums and XORs do not
// commute. XOR it with the hash of a board to get the key of both.
//
// Index a hash table by the high bits, h >> (64 - bits), or by [Key.Owner]: the
// lowest bit is only the parity of the number of elements. Multisets collide
// with a chance of 2^-63, or 2^(g-63) if 2^g divides every difference in count.
//
// Bag is MSet-Add-Hash of Clarke et al. (ASIACRYPT 2003), without its secret
// key. The notes on id, streams and concurrent use at [Set] apply to a Bag too.
type Bag[E any] struct {
	src SplitMix64
	id  func(E) uint64
}

// NewBag returns the multiset keys of a stream for elements numbered by id.
//
//	tiles := zobrist.NewBag(zobrist.NewSplitMix64(2026).Split("tiles"), number)
//
// The key of e is src.At(id(e)) with its lowest bit set, computed from a copy
// of src. NewBag does not draw from src. It panics when src or id is nil.
func NewBag[E any](src *SplitMix64, id func(E) uint64) *Bag[E] {
	mustMake("NewBag", src, id)
	return &Bag[E]{*src, id}
}

// Key returns the key of e: draw id(e) of the stream, counted from 0, with its
// lowest bit set. It is an odd number.
func (b *Bag[E]) Key(e E) Key { return Key(b.src.At(b.id(e)) | 1) }

// Add returns the hash after n copies of e join the multiset with hash h. If n
// is negative, -n copies leave it. The order of additions does not matter.
// Adding -n undoes adding n, unless n is the smallest int.
func (b *Bag[E]) Add(h Key, e E, n int) Key { return h + b.Key(e)*Key(n) }

// Hash returns the hash of a multiset, given as elements and their counts in
// any order. If an element appears more than once, its counts add up.
func (b *Bag[E]) Hash(counts iter.Seq2[E, int]) Key {
	var h Key
	for e, n := range counts {
		h = b.Add(h, e, n)
	}
	return h
}
