package solve

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// Numbers are the numbers of features: those that a program lists, or those that are
// recovered from its keys. They say which features a difference of two keys consists of.
type Numbers struct {
	numbers []Number
	all     *Numbers // with those of which the numbers are made
	ids     map[string]int32
	sets    bool // castling has numbers of sets of rights
	// no en passant square has a number, so where one counts in other keys is not known
	never  bool
	rank   int // of the numbers over GF(2): how many bits tell sets of them apart
	finder *keycheck.Finder
	learnt map[int32]bool // see Learn
	memo   map[zobrist.Key][]int32
	tried  map[zobrist.Key]bool // differences that all numbers do not explain
}

// Listed returns the numbers that a program lists.
func Listed(keys []keycheck.Named) *Numbers {
	all := make([]Number, len(keys))
	for i, k := range keys {
		all[i] = Number{Name: k.Name, Key: k.Key}
	}
	return newNumbers(all)
}

// Known returns the numbers of the scheme. That of a set of castling rights includes those
// of its rights.
func (s *Scheme) Known() *Numbers {
	n := newNumbers(s.Numbers)
	n.never = s.Lacks("en-passant")
	for i, number := range n.numbers {
		if rights, ok := strings.CutPrefix(number.Name, "castling "); ok && len(rights) > 1 {
			for _, r := range strings.Split(rights, "") {
				n.numbers[i].Key ^= n.Sum([]string{"castling " + r})
			}
		}
	}
	n.forget()
	n.all = s.system.Numbers
	n.set(Number{Name: Constant}) // each position has it, so no difference does
	return n
}

func newNumbers(all []Number) *Numbers {
	n := &Numbers{ids: make(map[string]int32)}
	n.all = n
	for _, number := range all {
		n.set(number)
	}
	n.forget()
	return n
}

// set adds a number, or replaces it.
func (n *Numbers) set(number Number) {
	id := n.id(number.Name)
	n.numbers[id] = number
}

// id returns the index of a feature. A new one has the number 0.
func (n *Numbers) id(name string) int32 {
	id, ok := n.ids[name]
	if !ok {
		id = int32(len(n.numbers))
		n.ids[name] = id
		n.numbers = append(n.numbers, Number{Name: name})
	}
	return id
}

// forget drops what was solved with other numbers.
func (n *Numbers) forget() {
	n.memo, n.tried = make(map[zobrist.Key][]int32), make(map[zobrist.Key]bool)
	n.finder, n.sets = keycheck.NewFinder(n.Named()), haveSets(n.numbers)
	n.rank = n.finder.Rank()
}

// Named returns the numbers by name. The XOR of some of them is meaningful only if keys
// determine it.
func (n *Numbers) Named() []keycheck.Named {
	all := make([]keycheck.Named, 0, len(n.numbers))
	for _, number := range n.numbers {
		if number.Name != Constant {
			all = append(all, keycheck.Named{Name: number.Name, Key: number.Key})
		}
	}
	return all
}

// Of returns the names of the features of a position, without those that are known to have
// no number.
func (n *Numbers) Of(p *Position) (names []string) {
	for _, name := range Features(p)[1:] {
		if _, ok := n.ids[name]; !ok && idle(name) {
			name = n.all.Usual(name)
		}
		_, known := n.ids[name]
		if !known && (besides(name) || idle(name)) {
			continue
		}
		if n.never && keycheck.KindOf(name) == "en-passant" {
			continue
		}
		names = append(names, name)
	}
	if n.never && p.EP != "" {
		names = append(names, "en passant "+p.EP+p.epClass())
	}
	if _, ok := n.ids["castling "+p.Castling]; ok && len(p.Castling) > 1 {
		names = slices.DeleteFunc(names, func(name string) bool {
			return keycheck.KindOf(name) == "castling" && name != "castling "+p.Castling
		})
	}
	return names
}

// Usual returns the name of an en passant square where a capture is legal, if one where
// none is has its number.
func (n *Numbers) Usual(name string) string {
	base, _, _ := strings.Cut(name, " (")
	if n.Sum([]string{name}) == n.Sum([]string{base}) {
		return base
	}
	return name
}

// Add adds a number, or replaces it.
func (n *Numbers) Add(name string, key zobrist.Key) {
	n.set(Number{Name: name, Key: key})
	n.forget()
}

// Explain returns the features that a difference consists of, preferably of those near. It
// returns nil if none do.
func (n *Numbers) Explain(got, want zobrist.Key, near []string) []string {
	ids, _ := n.find(got^want, nil, n.indices(near), true)
	return n.names(ids)
}

func (n *Numbers) names(ids []int32) (names []string) {
	for _, id := range ids {
		names = append(names, n.numbers[id].Name)
	}
	return names
}

func (n *Numbers) indices(names []string) []int32 {
	ids := make([]int32, 0, len(names))
	for _, name := range names {
		if id, ok := n.ids[name]; ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// Sum returns the XOR of the numbers of features.
func (n *Numbers) Sum(names []string) (k zobrist.Key) {
	for _, id := range n.indices(names) {
		k ^= n.numbers[id].Key
	}
	return k
}

const (
	// spare is by how many bits the numbers must exceed a choice of features, so that
	// chance hardly ever explains.
	spare = 20
	rare  = 1e-3 // sets that are expected by chance
	few   = 40   // independent numbers: a random difference has a set with a chance of 2^-24
)

// find returns the features that a difference consists of: among those that the last move
// changed, or those of the two positions. If it is asked to look further, and once for each
// difference, it takes few of all numbers.
func (n *Numbers) find(
	diff zobrist.Key, changed, near []int32, further bool,
) (ids []int32, ok bool) {
	// differences to search for sets of three, and of four: each takes milliseconds
	most := [...]int{3: 2000, 4: 20}
	if ids, ok = n.subset(diff, changed); ok || diff == 0 {
		return ids, true
	}
	if ids, ok = n.memo[diff]; !ok {
		ids, ok = n.subset(diff, near)
	}
	if !ok && further && !n.tried[diff] {
		n.tried[diff] = true
		var all []int32
		for id := range min(len(n.numbers), few+1) {
			all = append(all, int32(id))
		}
		if ids, ok = n.subset(diff, all); !ok || len(all) > few {
			size := 4
			for size > 2 && len(n.tried) > most[size] ||
				size > 0 && n.finder.ByChance(size)*float64(len(n.tried)) > rare {
				size--
			}
			ids = n.indices(n.finder.Explain(diff, size))
			ok = len(ids) > 0
		}
	}
	if ok {
		n.memo[diff] = ids
	}
	ids = slices.Clone(ids)
	for i, id := range ids { // of equal numbers, that of a feature near
		if at := slices.IndexFunc(near, func(other int32) bool {
			return n.numbers[other].Key == n.numbers[id].Key
		}); at >= 0 {
			ids[i] = near[at]
		}
	}
	return ids, ok
}

// subset returns the set of some features whose numbers have the XOR diff, by elimination.
// Of features with dependent numbers the first are preferred. It returns false if these
// features are so many that some set has each difference.
func (n *Numbers) subset(diff zobrist.Key, ids []int32) (found []int32, ok bool) {
	const most = 64
	if all := len(ids) <= few && n.rank == len(n.numbers) &&
		n.rank == len(ids); len(ids) > most || !all && len(ids)+spare > max(n.rank, spare+8) {
		return nil, false
	}
	var b keycheck.Basis
	for i, id := range ids {
		b.Add(uint64(n.numbers[id].Key), 1<<i)
	}
	rest, parts := b.Reduce(uint64(diff))
	for ; rest == 0 && parts != 0; parts &= parts - 1 {
		found = append(found, ids[bits.TrailingZeros64(parts)])
	}
	return found, rest == 0
}
