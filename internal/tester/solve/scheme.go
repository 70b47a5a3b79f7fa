package solve

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A Sample is a position and the key that a program gives it.
type Sample struct {
	Position *Position
	Key      zobrist.Key
}

// A Scheme says which numbers the keys of some samples are made of.
type Scheme struct {
	Samples int

	Outside []Sample // whose keys are not the XOR of the numbers that the others agree on

	Numbers []Number
	Given   bool // the numbers are those of other samples: see Against
	system  *system
	rank    int // of the equations that agree
}

// Find finds the numbers of which the samples' keys consist. Up to a fifth of the keys, and
// often more, may be wrong. Numbers that the samples leave free are drawn from seed.
func Find(samples []Sample, seed uint64) *Scheme {
	// one key in 200 contradicts the others: perhaps the key has a number for something else
	const many = 200
	s := find(samples, seed, extra)
	if wrong := len(s.Outside); many*wrong >= len(samples) && wrong > 0 {
		if with := find(samples, seed, func(string) bool {
			return false
		}); 10*len(with.Outside) < wrong {
			if s = find(samples, seed, func(name string) bool {
				return keycheck.KindOf(name) == "piece"
			}); len(s.Outside) > len(with.Outside) {
				s = with // no key of the material
			}
		}
	}
	return s
}

// find finds the numbers of keys, without those of some features.
func find(samples []Sample, seed uint64, without func(name string) bool) *Scheme {
	features := make([][]string, len(samples))
	for i, sample := range samples {
		features[i] = slices.DeleteFunc(Features(sample.Position), without)
	}
	n := newSystem(features)
	for i, sample := range samples {
		n.all[i].key, n.all[i].men = sample.Key, len(sample.Position.Board)
	}
	s := &Scheme{Samples: len(samples), system: n, rank: n.solve(seed)}
	for i, e := range n.all {
		// these captures may follow no rule
		if n.wrong && !e.holds(n.numbers) && !samples[i].Position.illegalEP {
			s.Outside = append(s.Outside, samples[i])
		}
	}
	s.Numbers = slices.DeleteFunc(slices.Clone(n.numbers), func(number Number) bool {
		return number.Key == 0 && besides(number.Name) ||
			idle(number.Name) && (number.Key == 0 || n.Usual(number.Name) != number.Name)
	})
	return s
}

// Lacks reports whether all numbers of castling or en passant that the samples determine are zero.
func (s *Scheme) Lacks(kind string) (lacks bool) {
	for _, n := range s.Numbers {
		if (kind == "castling" || kind == "en-passant") && n.Free == 0 &&
			keycheck.KindOf(n.Name) == kind {
			lacks = true
			if n.Key != 0 {
				return false
			}
		}
	}
	return lacks
}

// Sets reports whether sets of castling rights have numbers of their own.
func (s *Scheme) Sets() bool { return haveSets(s.Numbers) }

func haveSets(all []Number) bool {
	return slices.ContainsFunc(all, func(n Number) bool {
		return keycheck.KindOf(n.Name) == "castling" && besides(n.Name) && n.Key != 0
	})
}

// Against returns the scheme with other samples, whose keys are compared with its numbers,
// which all stay known.
func (s *Scheme) Against(samples []Sample) *Scheme {
	t := *s
	t.Given, t.Samples, t.Outside = true, len(samples)+s.rank, nil
	for i, n := range t.Numbers {
		if strings.Contains(n.Name, lineFrom) { // it is in no key from a FEN
			t.Numbers[i].Name = Constant
		}
	}
	count := make(map[zobrist.Key]int)
	for _, sample := range samples { // the start whose lines have no number may be wrong itself
		want, _ := s.Predict(sample.Position)
		if count[want^sample.Key]++; 2*count[want^sample.Key] > len(samples) {
			s.system.numbers[s.system.ids[Constant]].Key ^= want ^ sample.Key
			break
		}
	}
	for _, sample := range samples {
		if want, ok := s.Predict(sample.Position); ok && want != sample.Key &&
			!sample.Position.illegalEP {
			t.Outside = append(t.Outside, sample)
		}
	}
	return &t
}

// Checked returns how many keys could have contradicted the others. The other keys are
// needed to determine the numbers.
func (s *Scheme) Checked() int { return s.Samples - s.rank }

// XOR reports whether the keys are the XOR of numbers of features: at least three fifths
// of the keys that were checked are. If not, Numbers has no meaning.
func (s *Scheme) XOR() bool { return s != nil && (s.Given || 5*len(s.Outside) <= 2*s.Checked()) }

// A system is the equations of samples.
type system struct {
	*Numbers
	all   []equation
	wrong bool // some keys are
}

// newSystem returns equations without keys. Each determines its last number, so those
// besides come first.
func newSystem(features [][]string) *system {
	s := &system{Numbers: newNumbers(nil), all: make([]equation, len(features))}
	for _, names := range features {
		for _, name := range names {
			if besides(name) {
				s.id(name)
			}
		}
	}
	for i, names := range features {
		for _, name := range names {
			s.all[i].ids = append(s.all[i].ids, s.id(name))
		}
	}
	return s
}

// solve solves the equations by elimination. If one contradicts the earlier ones, most of
// all decide. It returns how many of them agree and are needed to determine the numbers.
func (s *system) solve(seed uint64) (rank int) {
	f := newFit(s.numbers)
	for _, e := range s.all {
		if !s.wrong && !f.add(e.key, e.ids) {
			s.wrong = true
			f = agreed(s.distinct(), s.numbers, seed)
		}
	}
	s.numbers = f.numbers(seed, false)
	return f.rank
}

// distinct returns the equations, an empty one first. The same position and key twice are
// no evidence.
func (s *system) distinct() []equation {
	all := []equation{{}}
	seen := make(map[[2]uint64]bool, len(s.all))
	for _, e := range s.all {
		if content := [2]uint64{label(e.ids), uint64(e.key)}; !seen[content] {
			seen[content] = true
			all = append(all, e)
		}
	}
	return all
}

// Predict returns the key that the scheme gives a position, and whether the samples determine it.
func (s *Scheme) Predict(p *Position) (zobrist.Key, bool) {
	// an extra one is not in most schemes
	names := slices.DeleteFunc(Features(p), func(name string) bool {
		_, ok := s.system.ids[name]
		return !ok && extra(name)
	})
	ids := s.system.indices(names)
	key, free := equation{ids: ids}.rest(s.system.numbers)
	return key, free == 0 && len(ids) == len(names)
}

// Determined returns the numbers that the samples determine. For those that are determined
// except for a constant, such as a king's, it returns the XOR of each with the first by
// name, so that those of two kings may be equal.
func Determined(numbers []Number) (all []Number) {
	first := make(map[uint64]Number)
	for _, n := range slices.SortedFunc(slices.Values(numbers), func(a, b Number) int {
		return strings.Compare(a.Name, b.Name)
	}) {
		switch base, ok := first[n.Free]; {
		case n.Name == Constant:
			continue
		case ok:
			n.Key, n.Against = n.Key^base.Key, base.Name
		case n.Free != 0:
			first[n.Free] = n
			continue
		}
		all = append(all, n)
	}
	return all
}

// Judged returns the numbers that the samples determine, but for what may be so by design.
// A set of castling rights and White's en passant square have whole numbers, not only what
// the rights' and the file's leave.
func (s *Scheme) Judged() (all []keycheck.Named) {
	known := Determined(s.Numbers)
	n := newNumbers(slices.DeleteFunc(slices.Clone(known), func(n Number) bool {
		return n.Against != ""
	}))
	for _, number := range known {
		name := number.Name
		base, square, _ := strings.Cut(name, " (")
		parts := []string{base}
		if rights, is := strings.CutPrefix(name, "castling "); is {
			parts, square = strings.Split("castling "+
				strings.Join(strings.Split(rights, ""), ",castling "), ","), ""
		}
		switch plain := !besides(name) && !idle(name) || extra(name); {
		case plain && number.Against != "":
			name += " against " + number.Against
		case plain:
		case number.Against != "" || number.Key == 0 || len(n.indices(parts)) < len(parts) ||
			idle(name) ||
			strings.Contains(square, "("):
			continue
		default:
			if number.Key ^= n.Sum(parts); number.Key == 0 { // as the check of fields says
				continue
			} else if square != "" {
				name = "en passant " + square[:2]
			}
		}
		all = append(all, keycheck.Named{Name: name, Key: number.Key})
	}
	return all
}

// Compare returns how many numbers of a list are those that the samples determine under the
// same names, perhaps except for a constant, and the names of those that are others, or
// whose numbers are not in the list at all.
func (s *Scheme) Compare(list []keycheck.Named) (same int, differ []string) {
	byName, listed := make(map[string]zobrist.Key), make(map[zobrist.Key]bool)
	for _, k := range list {
		byName[k.Name], listed[k.Key] = k.Key, true
	}
	composed := func(k zobrist.Key) bool { // such as a rook's and that of a rook that may castle
		return slices.ContainsFunc(list, func(a keycheck.Named) bool {
			return k != 0 && a.Key != 0 && a.Key != k && listed[a.Key^k]
		})
	}
	first := map[uint64]zobrist.Key{0: 0} // by how much the first of a class is wrong
	for _, n := range s.Numbers {
		k, ok := byName[n.Name]
		by := k ^ n.Key
		if _, seen := first[n.Free]; ok && !seen {
			first[n.Free] = by
		}
		switch {
		case n.Name == Constant, besides(n.Name), s.Sets() && keycheck.KindOf(n.Name) == "castling":
		case ok && by == first[n.Free]:
			same++
		case (ok || n.Free == 0 && n.Key != 0 && !listed[n.Key]) && !composed(n.Key) &&
			!(n.Free != 0 && composed(by^first[n.Free])):
			differ = append(differ, n.Name)
		}
	}
	return same, differ
}
