// Package solve finds the numbers of a Zobrist hash from positions and their keys, without
// the program that made them.
//
// A Zobrist key is the XOR of one number for each feature of the position. So each position
// is an equation over GF(2): the XOR of the numbers of its features is its key. [Find]
// solves the equations by elimination. If some keys are wrong, it finds the numbers that
// most keys agree on, and the positions whose keys differ from them.
package solve

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// An equation says that the XOR of the numbers of some features is key.
type equation struct {
	ids []int32 // indices of features
	men int     // ids[1:1+men] are the men on the board
	key zobrist.Key
}

// A fit solves equations by elimination.
type fit struct {
	of   []Number // the features, by name
	rows []row    // rows[i] is empty, or its highest feature is i
	set  []uint64
	rank int
}

// A row is an equation: the XOR of the numbers of the features in set is key.
type row struct {
	set []uint64
	key zobrist.Key
}

func newFit(of []Number) *fit {
	return &fit{of: of, rows: make([]row, len(of)), set: make([]uint64, (len(of)+63)/64)}
}

// reduce eliminates features that have a row. It returns the reduced key, and the highest
// feature left in f.set, or -1.
func (f *fit) reduce(key zobrist.Key, ids ...[]int32) (zobrist.Key, int) {
	clear(f.set)
	for _, ids := range ids {
		for _, id := range ids {
			f.set[id/64] ^= 1 << (id % 64)
		}
	}
	for w := len(f.set) - 1; w >= 0; w-- {
		for f.set[w] != 0 {
			top := 63 - bits.LeadingZeros64(f.set[w])
			r := f.rows[64*w+top]
			if r.set == nil {
				return key, 64*w + top
			}
			for i, x := range r.set {
				f.set[i] ^= x
			}
			key ^= r.key
		}
	}
	return key, -1
}

// add adds an equation: the XOR of the numbers of all ids is key. It returns false for one
// that contradicts the others.
func (f *fit) add(key zobrist.Key, ids ...[]int32) bool {
	key, top := f.reduce(key, ids...)
	if top < 0 {
		return key == 0
	}
	f.rows[top] = row{append([]uint64(nil), f.set[:top/64+1]...), key}
	f.rank++
	return true
}

// A Number is the number of a feature, as far as the equations determine it.
//
// Free is zero if the equations determine the number. If two numbers have the same Free and
// it isn't zero, only their XOR is determined. For example, every position has one king of
// each side. So the numbers of a king's squares are determined except for a constant, which
// is the same for all squares.
type Number struct {
	Name string
	Key  zobrist.Key
	Free uint64

	Against string // the name of the number with which its XOR is given, see Determined
}

// numbers solves the equations. A number that they leave free is drawn at random from seed,
// but one besides may be zero instead. So the XOR of some numbers equals the XOR of the
// true numbers if the equations determine it, and otherwise only with a chance of 2^-64.
func (f *fit) numbers(seed uint64, besidesToo bool) []Number {
	// a program may draw its numbers from the seed itself
	open := zobrist.NewSplitMix64(seed).Split("open")
	labels := open.Split("labels")
	all := make([]Number, len(f.rows))
	for i, r := range f.rows {
		n := &all[i]
		n.Name, n.Key = f.of[i].Name, r.key
		if r.set == nil && (besidesToo || !besides(n.Name)) {
			n.Key, n.Free = open.Key(), labels.Uint64()
		}
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
