package model

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/state"
)

// An equation says that the XOR of the numbers of some features is key.
type equation struct {
	ids []int32 // indices of features
	men int     // ids[1:1+men] are the men on the board; 0 if it is about a move
	key zobrist.Key
}

// A fit solves equations by elimination.
type fit struct {
	of   []state.Feature // by index
	rows []row           // rows[i] is empty, or its highest feature is i
	set  []uint64        // of features, while an equation is reduced
	rank int
}

// A row is an equation: the XOR of the numbers of the features in set is key.
type row struct {
	set []uint64
	key zobrist.Key
}

// newFit returns a fit without equations.
func newFit(of []state.Feature) *fit {
	return &fit{of: of, rows: make([]row, len(of)), set: make([]uint64, (len(of)+63)/64)}
}

// reduce eliminates the features that have a row from the XOR of some equations. It returns the
// key that is left, and the highest feature left in f.set, or -1 if none is.
func (f *fit) reduce(key zobrist.Key, equations ...[]int32) (left zobrist.Key, highest int) {
	clear(f.set)
	for _, ids := range equations {
		for _, id := range ids {
			f.set[id/64] ^= 1 << (id % 64)
		}
	}
	for w := len(f.set) - 1; w >= 0; w-- {
		for f.set[w] != 0 {
			top := 64*w + 63 - bits.LeadingZeros64(f.set[w])
			r := f.rows[top]
			if r.set == nil {
				return key, top
			}
			for i, x := range r.set {
				f.set[i] ^= x
			}
			key ^= r.key
		}
	}
	return key, -1
}

// add adds an equation: the XOR of the numbers of all these features is key. It returns false for
// one that contradicts the others.
func (f *fit) add(key zobrist.Key, equations ...[]int32) bool {
	left, top := f.reduce(key, equations...)
	if top < 0 {
		return left == 0
	}
	set := append([]uint64(nil), f.set[:top/64+1]...)
	f.rows[top] = row{set, left}
	f.rank++
	return true
}

// A Number is the number of a feature, as far as the keys determine it.
//
// Free is zero if they do. If two numbers have the same Free that isn't zero, the keys determine
// only the XOR of the two. For example, each position has one king of each side, so the numbers of
// a king's squares are known except for a constant that all of them share.
type Number struct {
	Feature state.Feature
	Key     zobrist.Key
	Free    uint64
	// Assumed is zero unless Key depends on optional numbers that the keys leave open, and that are
	// taken for zero: an engine without numbers for sets of castling rights has none for a set that
	// no key shows.
	Assumed uint64
}

// numbers solves the equations. A number that they leave open is drawn at random from seed, but an
// optional one is zero unless openOptional. So the XOR of some numbers is right if the equations
// determine it, and if they don't, it is right by chance only, with a probability of 2^-64.
func (f *fit) numbers(seed uint64, openOptional bool) []Number {
	// An engine may draw its own numbers from the same seed, so these come from a stream of theirs.
	open := zobrist.NewSplitMix64(seed).Split("open")
	labels, assumed := open.Split("labels"), open.Split("assumed")
	all := make([]Number, len(f.rows))
	for i, r := range f.rows {
		n := &all[i]
		n.Feature, n.Key = f.of[i], r.key
		switch {
		case r.set != nil:
		case openOptional || !n.Feature.Optional():
			n.Key, n.Free = open.Key(), labels.Uint64()
		default:
			n.Assumed = assumed.Uint64()
		}
		for w, x := range r.set {
			if w == i/64 {
				x &^= 1 << (i % 64)
			}
			for ; x != 0; x &= x - 1 {
				lower := all[64*w+bits.TrailingZeros64(x)]
				n.Key ^= lower.Key
				n.Free ^= lower.Free
				n.Assumed ^= lower.Assumed
			}
		}
	}
	return all
}

// rest returns the XOR of the key and the numbers of an equation, which is zero if it holds, and
// the label of those numbers that are open.
func (e equation) rest(numbers []Number) (key zobrist.Key, free uint64) {
	key = e.key
	for _, id := range e.ids {
		key ^= numbers[id].Key
		free ^= numbers[id].Free
	}
	return key, free
}

// holds reports whether the numbers of the features have the XOR key.
func (e equation) holds(numbers []Number) bool {
	key, _ := e.rest(numbers)
	return key == 0
}
