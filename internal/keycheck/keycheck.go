// Package keycheck looks for weaknesses in a set of Zobrist keys. Package zobristtest and the
// command zobrist audit report what it finds. Every bound here is exact or lenient. [Alarm]
// says how often sound keys fail.
package keycheck

import (
	"iter"
	"math"

	"github.com/zobrist-go/zobrist"
)

const (
	// MostSets limits the search for dependent sets to that many distinct keys: it
	// keeps 4.5 million pairs (64 MB).
	MostSets = 3_000

	// Alarm and alarmRank bound the chance that sound keys fail the bias test, and the rank test.
	// [Expected] returns how many small sets have XOR zero by chance.
	Alarm     = 1e-9
	alarmRank = 1e-10
)

// A Named is a key and what it stands for.
type Named struct {
	Name string
	Key  zobrist.Key
}

// Collect returns the names and keys that an iterator yields, in its order.
func Collect(keys iter.Seq2[string, zobrist.Key]) []Named {
	var all []Named
	for name, key := range keys {
		all = append(all, Named{name, key})
	}
	return all
}

// A Report has the weaknesses of a set of keys. Zero and Shared report zero keys and
// copies. The other fields are about the distinct keys that are not zero.
type Report struct {
	Keys      []Named
	Zero      []string   // names of the keys that are zero
	Shared    [][]string // names that share a key, one slice per key
	Distinct  int
	Rank      int     // over GF(2)
	Dependent []int   // bits that in every key are the XOR of lower bits
	Ones      [64]int // how many of the distinct keys have the bit set
	Sets      []Sets  // of three and of four
	finder    *Finder
}

// A Sets counts the sets of Size keys whose XOR is zero.
type Sets struct {
	Size    int
	Keys    int // how many keys were searched, from the first
	Count   int
	Example []string // the first set found
}

// add counts n sets, of which one has these keys, if two positions may differ in just these.
func (s *Sets) add(f *Finder, n int, indices ...int) {
	names := f.set(indices...)
	if exclude(names) {
		return
	}
	s.Count += n
	if s.Example == nil {
		s.Example = names
	}
}

// Analyse examines the keys. It takes about 10 ms for those of chess.
func Analyse(all []Named) *Report {
	f := NewFinder(all)
	r := &Report{Keys: all, Sets: f.sets(), finder: f}
	names := make(map[zobrist.Key][]string)
	for _, k := range all {
		if k.Key == 0 {
			r.Zero = append(r.Zero, k.Name)
		} else {
			names[k.Key] = append(names[k.Key], k.Name)
		}
	}
	for _, k := range f.keys {
		if same := names[zobrist.Key(k)]; len(same) > 1 {
			r.Shared = append(r.Shared, same)
		}
		r.count(k)
	}
	r.Rank, r.Dependent = rankOf(f.keys)
	return r
}

// count counts the bits of a key that is not zero.
func (r *Report) count(k uint64) {
	r.Distinct++
	for b := range r.Ones {
		r.Ones[b] += int((k >> b) & 1)
	}
}

// RankOK reports whether sound keys may have this rank. A random matrix of s by m bits, s <= m, has
// rank s-d or less with a chance of at most 3.47 x 2^-d(m-s+d). This is the number of subspaces of
// dimension d, times the chance that each of the m vectors is orthogonal to one of them.
func (r *Report) RankOK() bool {
	s := min(r.Distinct, 64)
	m := max(r.Distinct, 64)
	d := s - r.Rank
	if d == 0 {
		return true
	}
	return 3.47*math.Exp2(-float64(d*(m-s+d))) >= alarmRank
}

// Bits returns how many bits the keys are worth: without those that at most one has,
// and that follow from others.
func (r *Report) Bits() int {
	bits := 64 - len(r.dead())
	if r.Distinct >= 64 {
		bits = min(bits, r.Rank)
	}
	return bits
}

// Expected returns how many sets of k out of n random 64-bit keys have XOR zero: C(n, k) / 2^64.
func Expected(n, k int) float64 { return math.Exp(logSets(n, k) - 64*math.Ln2) }

// Collision returns the chance that two of n random keys of that many bits are equal.
func Collision(n float64, bits int) float64 {
	return -math.Expm1(-n * (n - 1) / math.Exp2(float64(bits)+1))
}
