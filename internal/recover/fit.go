// Package recover finds the numbers of a Zobrist hash from positions and their
// keys, without the program that made them.
//
// A Zobrist key is the XOR of one number for each feature of the position. So
// each position is an equation over GF(2): the numbers of its features make its
// key. [Fit] solves the equations by elimination as they come, and shows each
// that contradicts those before it.
package recover

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// A Fit solves for the numbers of features. The zero Fit has no equation yet.
type Fit struct {
	names []string
	ids   map[string]int
	rows  []row // rows[i] has i as its highest feature, or is empty

	equations      int
	contradictions int
}

// A row is an equation: the numbers of the features whose bits are set make key.
type row struct {
	set []uint64
	key uint64
}

// id returns the number of a feature. Features that come early are those that
// stay free where the equations do not determine all.
func (f *Fit) id(name string) int {
	if f.ids == nil {
		f.ids = make(map[string]int)
	}
	id, ok := f.ids[name]
	if !ok {
		id = len(f.names)
		f.ids[name] = id
		f.names = append(f.names, name)
		f.rows = append(f.rows, row{})
	}
	return id
}

// reduce takes out of an equation what the rows know. It returns the highest
// feature left, or -1.
func (f *Fit) reduce(set []uint64, key uint64) (uint64, int) {
	for w := len(set) - 1; w >= 0; w-- {
		for set[w] != 0 {
			top := 63 - bits.LeadingZeros64(set[w])
			r := f.rows[64*w+top]
			if r.set == nil {
				return key, 64*w + top
			}
			for i, x := range r.set {
				set[i] ^= x
			}
			key ^= r.key
		}
	}
	return key, -1
}

func (f *Fit) set(features []string) []uint64 {
	set := make([]uint64, (len(f.names)+len(features)+63)/64)
	for _, name := range features {
		id := f.id(name)
		set[id/64] ^= 1 << (id % 64)
	}
	return set
}

// Add adds an equation. It reports false when the equation contradicts those
// before it, and then leaves it out.
func (f *Fit) Add(features []string, key zobrist.Key) bool {
	f.equations++
	set := f.set(features)
	k, top := f.reduce(set, uint64(key))
	if top < 0 {
		if k != 0 {
			f.contradictions++
		}
		return k == 0
	}
	f.rows[top] = row{set[:top/64+1], k}
	return true
}

// Predict returns the key that the equations give these features, and whether
// they determine it.
func (f *Fit) Predict(features []string) (zobrist.Key, bool) {
	for _, name := range features {
		if _, ok := f.ids[name]; !ok {
			return 0, false
		}
	}
	k, top := f.reduce(f.set(features), 0)
	return zobrist.Key(k), top < 0
}

// Has tells whether a feature occurs in the equations.
func (f *Fit) Has(feature string) bool {
	_, ok := f.ids[feature]
	return ok
}

// Features returns the names of the features, in the order in which they came.
func (f *Fit) Features() []string { return f.names }

// Counts returns how many equations were added, how many of them are
// independent, and how many contradict others.
func (f *Fit) Counts() (equations, independent, contradictions int) {
	for _, r := range f.rows {
		if r.set != nil {
			independent++
		}
	}
	return f.equations, independent, f.contradictions
}

// A Number is the number of a feature, as far as the equations determine it.
//
// Every position has one king a side. So nothing tells the numbers of a king's
// squares from others that all differ from them by one constant. Free is zero
// where the equations determine the number. Numbers with equal Free differ by
// a constant of their own: their XOR is determined, and they are not.
type Number struct {
	Name string
	Key  zobrist.Key
	Free uint64
}

// Numbers solves the equations. A number that they leave open is drawn at
// random from seed, so that the XOR of some numbers is that of the true ones
// exactly where the equations determine it (but for a chance of 2^-64).
func (f *Fit) Numbers(seed uint64) []Number {
	open := zobrist.NewSplitMix64(seed)
	labels := open.Split("labels")
	all := make([]Number, len(f.names))
	for i, r := range f.rows {
		n := &all[i]
		n.Name = f.names[i]
		if r.set == nil {
			n.Key, n.Free = zobrist.Key(open.Uint64()), labels.Uint64()
			continue
		}
		n.Key = zobrist.Key(r.key)
		for w, x := range r.set {
			if w == i/64 {
				x &^= 1 << (i % 64)
			}
			for ; x != 0; x &= x - 1 {
				lower := all[64*w+bits.TrailingZeros64(x)]
				n.Key ^= lower.Key
				n.Free ^= lower.Free
			}
		}
	}
	return all
}
