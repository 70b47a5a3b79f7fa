package recover

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A Sample is a position and the key that a program gives it.
type Sample struct {
	Position *Position
	Key      zobrist.Key
}

// A Scheme says what the keys of some samples are made of. A part that no
// sample shows has the value "".
type Scheme struct {
	Model       Model
	Samples     int
	Independent int // equations that are independent
	Castling    string
	EnPassant   string // "by file" or "by square"
	Rule        Rule   // which en passant squares count
	Hands       string
	Checks      string
	Promoted    map[string]string // marked pieces that have the numbers of others: "Q~" of "Q", "+P" of "G"
	PromotedOwn bool              // there are marked pieces with numbers of their own

	Contradictions []int  // the samples that contradict the others
	Pinned         int    // those of them where a capture en passant is not legal, as may be
	Suspect        string // a feature whose samples contradict, or ""

	Numbers []Number
	fit     *Fit
	wrong   Sample
}

// The values of a Scheme's fields.
const (
	FourNumbers = "4 numbers" // one for each right
	SetNumbers  = "one number for each set of rights"
	Missing     = "missing" // in no key
	ByFile      = "by file"
	BySquare    = "by square"
	ByCount     = "by count"   // a number for each count
	Cancelling  = "cancelling" // two of a kind leave no trace
	Counted     = "counted"    // in the key
)

// Find finds the scheme of the samples' keys: it fits them with the model in
// which every scheme that it knows is linear, reads the scheme from the
// numbers, and fits them again in the scheme's own terms. Seed draws the
// numbers that the samples leave open.
func Find(samples []Sample, seed uint64) *Scheme {
	s := &Scheme{Samples: len(samples)}
	// Some engines test in part whether a capture en passant is legal: where it
	// is not, their keys follow no rule. Those come last.
	samples = slices.Clone(samples)
	slices.SortStableFunc(samples, func(a, b Sample) int { return cmp.Compare(a.Position.pinned(), b.Position.pinned()) })
	fit, _, _ := fitAll(samples, rich)
	n := newReader(fit, seed)
	s.Castling = n.castling(samples)
	s.EnPassant, s.Rule = n.enPassant()
	s.Model = Model{CastlingSets: s.Castling == SetNumbers, EPSquares: s.EnPassant == BySquare, EPRule: s.Rule}
	if s.Rule == RuleOther {
		s.Model.EPRule = RuleUnknown
	}
	s.fit, s.Contradictions, s.Suspect = fitAll(samples, s.Model)
	_, s.Independent, _ = s.fit.Counts()
	for _, i := range s.Contradictions {
		if samples[i].Position.pinned() > 0 {
			s.Pinned++
			continue
		}
		if s.wrong.Position == nil || len(samples[i].Position.Board) < len(s.wrong.Position.Board) {
			s.wrong = samples[i]
		}
	}
	s.Numbers = s.fit.Numbers(seed)
	n = newReader(s.fit, seed)
	s.Hands, s.Checks = n.hands(), n.checks()
	s.Promoted, s.PromotedOwn = n.promoted()
	return s
}

// fitAll fits the samples, and returns those that contradict the others. A
// wrong sample that comes before right ones makes those look wrong. So where
// there are contradictions, it looks for a feature whose samples are wrong, and
// adds those last.
func fitAll(samples []Sample, m Model) (fit *Fit, wrong []int, suspect string) {
	features := make([][]string, len(samples))
	for i, s := range samples {
		features[i] = m.Features(s.Position)
	}
	fit, wrong = fitWithout(samples, features, "")
	if len(wrong) == 0 || len(wrong) > len(samples)*3/4 {
		return fit, wrong, ""
	}
	for _, name := range suspects(features, wrong) {
		f, w := fitWithout(samples, features, name)
		if len(w) >= len(wrong) {
			continue
		}
		fit, wrong, suspect = f, w, name
		if !slices.ContainsFunc(w, func(i int) bool { return !slices.Contains(features[i], name) }) {
			break // all others fit
		}
	}
	return fit, wrong, suspect
}

// fitWithout adds the samples that have a feature after all others.
func fitWithout(samples []Sample, features [][]string, name string) (*Fit, []int) {
	fit := new(Fit)
	var wrong, last []int
	add := func(i int) {
		if !fit.Add(features[i], samples[i].Key) {
			wrong = append(wrong, i)
		}
	}
	for i := range samples {
		if name != "" && slices.Contains(features[i], name) {
			last = append(last, i)
			continue
		}
		add(i)
	}
	for _, i := range last {
		add(i)
	}
	slices.Sort(wrong)
	return fit, wrong
}

// suspects returns the features whose samples are wrong most often.
func suspects(features [][]string, wrong []int) []string {
	const most = 100
	total, bad := make(map[string]int), make(map[string]int)
	var names []string
	for _, sample := range features {
		for _, f := range sample {
			if total[f]++; total[f] == 1 {
				names = append(names, f)
			}
		}
	}
	for _, i := range wrong {
		for _, f := range features[i] {
			bad[f]++
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(float64(bad[b])/float64(total[b]), float64(bad[a])/float64(total[a]))
	})
	return names[:min(most, len(names))]
}

// A reader reads a scheme from solved numbers.
type reader struct {
	names  []string
	number map[string]Number
}

func newReader(f *Fit, seed uint64) *reader {
	r := &reader{f.Features(), make(map[string]Number)}
	for _, n := range f.Numbers(seed) {
		r.number[n.Name] = n
	}
	return r
}

// sum returns the XOR of the numbers of some features, and whether the
// equations determine it.
func (r *reader) sum(names ...string) (key zobrist.Key, ok bool) {
	var free uint64
	for _, name := range names {
		n, known := r.number[name]
		if !known {
			return 0, false
		}
		key ^= n.Key
		free ^= n.Free
	}
	return key, free == 0
}

// castling compares the numbers of sets of rights with the sums of their
// parts.
func (r *reader) castling(samples []Sample) string {
	sets := make(map[string]bool)
	for _, s := range samples {
		if s.Position.Castling != "" {
			sets[s.Position.Castling] = true
		}
	}
	linear, not, zero := 0, 0, 0
	known := 0
	for set := range sets {
		if v, ok := r.sum("castling " + set); ok {
			known++
			if v == 0 {
				zero++
			}
		}
		if len(set) < 2 {
			continue
		}
		parts := []string{"castling " + set}
		for i := range len(set) {
			parts = append(parts, "castling "+set[i:i+1])
		}
		if v, ok := r.sum(parts...); ok {
			if v == 0 {
				linear++
			} else {
				not++
			}
		}
	}
	switch {
	case len(sets) == 0:
		return ""
	case known > 0 && zero == known:
		return Missing
	case not > 0:
		return SetNumbers
	case linear > 0:
		return FourNumbers
	}
	return ""
}

// enPassant returns whether squares of one file share a number, and which
// squares count.
func (r *reader) enPassant() (numbers string, rule Rule) {
	type tally struct{ zero, other int }
	classes := make(map[string]*tally)
	for _, c := range []string{legalEP, pinnedEP, nobodysEP} {
		classes[c] = new(tally)
	}
	same, differ := 0, 0
	seen := make(map[string]string) // class and file: a feature
	for _, name := range r.names {
		if !strings.HasPrefix(name, "en passant ") {
			continue
		}
		square, class := name[len("en passant "):], legalEP
		if i := strings.IndexByte(square, ' '); i >= 0 {
			square, class = square[:i], square[i:]
		}
		v, ok := r.sum(name)
		if !ok {
			continue
		}
		if v == 0 {
			classes[class].zero++
			continue
		}
		classes[class].other++
		id := square[:1] + class
		if other, ok := seen[id]; !ok {
			seen[id] = name
		} else if v, ok := r.sum(other, name); ok && v == 0 {
			same++
		} else if ok {
			differ++
		}
	}
	switch {
	case differ > 0:
		numbers = BySquare
	case same > 0:
		numbers = ByFile
	}
	legal, pinned, nobody := classes[legalEP], classes[pinnedEP], classes[nobodysEP]
	all := func(t *tally) bool { return t.zero == 0 }
	none := func(t *tally) bool { return t.other == 0 }
	switch {
	case legal.zero+legal.other+nobody.zero+nobody.other == 0:
		return "", RuleUnknown
	case none(legal) && none(pinned) && none(nobody):
		return "", RuleNever
	case all(legal) && all(pinned) && all(nobody) && nobody.other > 0:
		return numbers, RuleAlways
	case all(legal) && all(pinned) && none(nobody) && pinned.other > 0:
		return numbers, RulePseudo
	case all(legal) && none(pinned) && none(nobody) && pinned.zero > 0:
		return numbers, RuleLegal
	case all(legal) && none(nobody) && pinned.zero+pinned.other == 0:
		return numbers, RulePseudo // or legal: no sample tells
	}
	return numbers, RuleOther
}

func (r *reader) hands() string {
	seen, counted, cancel := false, false, false
	for _, name := range r.names {
		letter, count, ok := strings.Cut(name, " in hand ")
		if !ok {
			continue
		}
		seen = true
		n, _ := strconv.Atoi(count)
		v, ok := r.sum(name)
		if !ok {
			continue
		}
		if v != 0 {
			counted = true
		} else if one, ok := r.sum(letter + " in hand 1"); n%2 == 0 && ok && one != 0 {
			cancel = true
		}
	}
	switch {
	case !seen:
		return ""
	case cancel:
		return Cancelling
	case !counted:
		return Missing
	}
	return ByCount
}

func (r *reader) checks() string {
	var first [2]string
	compared := false
	for _, name := range r.names {
		for side, prefix := range [2]string{"white checks ", "black checks "} {
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			if first[side] == "" {
				first[side] = name
			} else if v, ok := r.sum(first[side], name); ok {
				if v != 0 {
					return Counted
				}
				compared = true
			}
		}
	}
	if compared {
		return Missing
	}
	return ""
}

// promoted returns the letters of promoted pieces that have the numbers of
// another piece on every square where both are known, and whether there are
// promoted pieces with numbers of their own. A piece marked with '~' is taken
// for the piece without the mark until a number shows that it is not.
func (r *reader) promoted() (as map[string]string, own bool) {
	same, differ := make(map[[2]string]int), make(map[[2]string]int)
	others := make(map[string][]string) // on a square: letters without a mark
	for _, name := range r.names {
		if square, letter, ok := strings.Cut(name, " "); ok && !strings.ContainsAny(letter, "+~ ") {
			others[square] = append(others[square], letter)
		}
	}
	var letters []string
	for _, name := range r.names {
		square, letter, ok := strings.Cut(name, " ")
		if !ok || !strings.ContainsAny(letter, "+~") || strings.Contains(letter, " ") {
			continue
		}
		if !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
		for _, o := range others[square] {
			if v, ok := r.sum(name, square+" "+o); ok && v == 0 {
				same[[2]string{letter, o}]++
			} else if ok {
				differ[[2]string{letter, o}]++
			}
		}
	}
	as = make(map[string]string)
	for _, letter := range letters {
		bare, marked := strings.CutSuffix(letter, "~")
		if marked && differ[[2]string{letter, bare}] == 0 {
			as[letter] = bare
		}
		for pair := range same {
			if pair[0] == letter && differ[pair] == 0 {
				as[letter] = pair[1]
			}
		}
		own = own || as[letter] == ""
	}
	return as, own
}

// Contradiction returns the sample with the fewest men that contradicts the
// others, and is not one of Pinned. There must be one.
func (s *Scheme) Contradiction() Sample { return s.wrong }

// Predict returns the key that the scheme gives a position, and whether the
// samples determine it.
func (s *Scheme) Predict(p *Position) (zobrist.Key, bool) {
	return s.fit.Predict(s.Model.Features(p))
}

// Named returns the numbers to name the features of a wrong key by. The XOR
// of some of them means something where the samples determine it.
func (s *Scheme) Named() []keycheck.Named {
	var all []keycheck.Named
	for _, n := range s.Numbers {
		if n.Name != Constant {
			all = append(all, keycheck.Named{Name: n.Name, Key: n.Key})
		}
	}
	return all
}

// Judged returns the numbers that can be judged: those that the samples
// determine. Of numbers that are determined but for a constant, as a king's
// are, it returns the XOR of each with the first of them.
func (s *Scheme) Judged() []keycheck.Named {
	var all []keycheck.Named
	first := make(map[uint64]Number)
	for _, n := range s.Numbers {
		switch base, ok := first[n.Free]; {
		case n.Name == Constant:
		case n.Free == 0:
			all = append(all, keycheck.Named{Name: n.Name, Key: n.Key})
		case !ok:
			first[n.Free] = n
		default:
			all = append(all, keycheck.Named{Name: n.Name + " against " + base.Name, Key: n.Key ^ base.Key})
		}
	}
	return all
}
