package zobrist

import "iter"

// Elements gives each element of any type a random number, however many elements there are: points
// of an unbounded lattice, atoms of a planning problem, words. The key of a set of elements is the
// XOR of their numbers. Elements holds no set itself.
//
// It takes no memory, because it computes the number of an element from its id. The function id
// must return different values for different elements and, if you store keys, the same values in
// every process. Pack small fields into the 64 bits as they are, because similar ids give
// well-mixed numbers. Hash larger elements, for instance with FNV-1a of hash/fnv, but not with
// hash/maphash, which differs from process to process.
//
// Give each Elements its own stream ([SplitMix64.Split]). For each stream, exactly one id has the
// number zero. An Elements is safe for concurrent use if id is.
type Elements[E any] struct {
	src SplitMix64
	id  func(E) uint64
}

// NewElements returns an Elements in which e has the number src.At(id(e)). A [Table] from the same
// stream, without empty pieces, has the same numbers: piece p on cell c has that of id c*pieces+p.
// NewElements copies src and does not draw from it.
func NewElements[E any](src *SplitMix64, id func(E) uint64) *Elements[E] {
	mustHaveSource("NewElements", src, id)
	return &Elements[E]{src: *src, id: id}
}

// mustHaveSource panics if src or id is nil.
func mustHaveSource[E any](caller string, src *SplitMix64, id func(E) uint64) {
	if src == nil {
		const want = "want a stream, such as NewSplitMix64(seed).Split(name)"
		panic("zobrist: " + caller + ": src is nil, " + want)
	}
	if id == nil {
		panic("zobrist: " + caller + ": id is nil, want a function")
	}
}

// Key returns the number of e.
func (s *Elements[E]) Key(e E) Key {
	if s.id == nil {
		panic("zobrist: Elements.Key: the zero value has no numbers, want one made by NewElements")
	}
	return Key(s.src.At(s.id(e)))
}

// Toggle adds e to the set with key h, or removes it, and returns the new key.
func (s *Elements[E]) Toggle(h Key, e E) Key { return h ^ s.Key(e) }

// Replace returns the key after new replaces old in the set with key h.
func (s *Elements[E]) Replace(h Key, old, new E) Key { return h ^ s.Key(old) ^ s.Key(new) }

// Hash returns the key of a set of elements, in any order. An element that appears twice
// cancels itself, so use a [Multiset] if elements may repeat.
func (s *Elements[E]) Hash(elements iter.Seq[E]) Key {
	var h Key
	for e := range elements {
		h ^= s.Key(e)
	}
	return h
}

// A Multiset makes keys of multisets, whose elements are counted: tiles on a rack, molecules. It
// holds no multiset itself. See [Elements] on id, streams and concurrent use. For small bounded
// counts, a [Table] is simpler.
//
// The key of a multiset is a sum, modulo 2^64: the number of each element times its count, which is
// any int, even a negative one. So equal elements do not cancel. Keep the key in its own variable,
// because sums and XORs do not commute. XOR it with the key of a board to get the key of both.
//
// Index a hash table by the high bits, h >> (64 - bits), or by [Key.Shard]: the lowest bit is only
// the parity of the number of elements. Two different multisets collide with probability 2^-63
// if one of their counts differs by an odd number. If 2^g divides the difference of every count,
// the probability is 2^(g-63).
//
// Multiset is MSet-Add-Hash of Clarke et al. (ASIACRYPT 2003), without its secret key.
type Multiset[E any] struct {
	src SplitMix64
	id  func(E) uint64
}

// NewMultiset returns a Multiset in which e has the number src.At(id(e)) | 1. It treats src and id
// as [NewElements] does.
func NewMultiset[E any](src *SplitMix64, id func(E) uint64) *Multiset[E] {
	mustHaveSource("NewMultiset", src, id)
	return &Multiset[E]{src: *src, id: id}
}

// Key returns the number of e. It is odd, so that no count up to 2^64 of one element has the key
// zero.
func (m *Multiset[E]) Key(e E) Key {
	if m.id == nil {
		panic("zobrist: Multiset.Key: the zero value has no numbers, want one made by NewMultiset")
	}
	return Key(m.src.At(m.id(e)) | 1)
}

// Add returns the key after n copies of e join the multiset with key h, or -n copies leave it. The
// order of additions does not matter. Adding -n undoes adding n, except on a 32-bit machine if n is
// the smallest int, because -n is then n.
func (m *Multiset[E]) Add(h Key, e E, n int) Key { return h + m.Key(e)*Key(n) }

// Hash returns the key of a multiset, given as elements and counts in any order. The counts of
// an element that appears more than once add up.
func (m *Multiset[E]) Hash(counts iter.Seq2[E, int]) Key {
	var h Key
	for e, n := range counts {
		h = m.Add(h, e, n)
	}
	return h
}
