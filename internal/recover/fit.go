// Package recover finds the numbers of a Zobrist hash from positions and their
// keys, without the program that made them.
//
// A Zobrist key is the XOR of one number for each feature of the position. So
// each position is an equation over GF(2): the XOR of the numbers of its features is
// its key. [Fit] solves the equations by elimination, one at a time, and reports each
// that contradicts the earlier ones.
package recover

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// A Fit solves for the numbers of features. The zero Fit has no equations.
type Fit struct {
	names []string
	ids   map[string]int
	rows  []row // rows[i] is empty, or its highest feature is i

	equations      int
	contradictions int
}

// A row is an equation: the XOR of the numbers of the features in set is key.
type row struct {
	set []uint64
	key uint64
}

// id returns the index of a feature, in the order of their first use. If the equations
// leave numbers free, these are the numbers of early features.
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

// reduce eliminates from an equation the features that have a row. It returns the
// reduced key, and the highest feature left, or -1.
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

// Add adds an equation. If the equation contradicts the earlier ones, Add leaves it
// out and returns false.
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

// Has reports whether a feature occurs in the equations.
func (f *Fit) Has(feature string) bool {
	_, ok := f.ids[feature]
	return ok
}

// Features returns the names of the features, in the order of their first use.
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
// Free is zero if the equations determine the number. If two numbers have the same
// Free and it isn't zero, only their XOR is determined. For example, every position
// has one king of each side. So the numbers of a king's squares are determined except
// for a constant, which is the same for all squares.
type Number struct {
	Name string
	Key  zobrist.Key
	Free uint64
}

// Numbers solves the equations. A number that they leave free is drawn at random from
// seed. So the XOR of some numbers equals the XOR of the true numbers if the equations
// determine it, and otherwise only with a chance of 2^-64.
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
