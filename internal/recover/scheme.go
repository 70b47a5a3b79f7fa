package recover

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A Sample is a position and the key that a program gives it.
type Sample struct {
	Position *Position
	Key      zobrist.Key
}

// A Scheme says which numbers the keys of some samples are made of. A field is "" if
// no sample shows its part.
type Scheme struct {
	Model       Model
	Samples     int
	Independent int // equations that are independent
	Castling    string
	EnPassant   string // "by file" or "by square"
	Rule        Rule   // which en passant squares count
	Hands       string
	Checks      string
	Promoted    map[string]string // marked pieces that share the numbers of others: "Q~" those of "Q", "+P" those of "G"
	PromotedOwn bool              // some marked pieces have numbers of their own

	Contradictions []int  // indices of the samples that contradict the others
	Pinned         int    // how many of them have an illegal en passant capture, which may follow no rule
	Suspect        string // a feature of contradicting samples, or ""

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

// Find finds the scheme of the samples' keys. It fits them with a model in which every
// known scheme is linear, and reads the scheme from the numbers. Then it fits them
// again, with the model of that scheme. Numbers that the samples leave free are drawn
// from seed.
func Find(samples []Sample, seed uint64) *Scheme {
	s := &Scheme{Samples: len(samples)}
	// Some engines detect only some illegal en passant captures. In positions with
	// such a capture, their keys follow no rule. These positions come last.
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

// fitAll fits the samples, and returns those that contradict the others. A wrong
// sample makes later right ones look wrong. So if some samples contradict others,
// fitAll looks for a feature whose samples are wrong, and adds its samples last.
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

// Contradiction returns the sample with the fewest men that contradicts the others,
// leaving out those of Pinned. There must be such a sample.
func (s *Scheme) Contradiction() Sample { return s.wrong }

// Predict returns the key that the scheme gives a position, and whether the
// samples determine it.
func (s *Scheme) Predict(p *Position) (zobrist.Key, bool) {
	return s.fit.Predict(s.Model.Features(p))
}

// Named returns the numbers that name the features of a wrong key. The XOR of some of
// them is meaningful only if the samples determine it.
func (s *Scheme) Named() []keycheck.Named {
	var all []keycheck.Named
	for _, n := range s.Numbers {
		if n.Name != Constant {
			all = append(all, keycheck.Named{Name: n.Name, Key: n.Key})
		}
	}
	return all
}

// Judged returns the numbers that the samples determine. For numbers that are
// determined except for a constant, such as a king's, it returns the XOR of each with
// the first.
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
