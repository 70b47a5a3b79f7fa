package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// judgeXOR requires that each key is the XOR of its features' numbers. It counts the keys
// that could contradict: the others determine the numbers.
func judgeXOR(ev *Evidence) Result {
	if ev.blind != "" {
		return Result{Why: ev.blind}
	}
	s := ev.fromFEN
	against := len(s.Outside)
	r := Result{Count: s.Checked(), Unit: "key", Bad: against - s.Pinned}
	const least = 30 // keys to be sure that they are no XOR
	switch {
	case r.Bad > 0 && !ev.known && !slices.ContainsFunc(ev.nodes, (*Node).differs): // in Seirawan chess, castling rights are gates, too
		r = Result{Why: fmt.Sprintf("what FENs of this game mean is not known: %s of %s are not the XOR of one number for each word or letter",
			words.Thousands(r.Bad), words.Plural(r.Count, "key"))}
	case !ev.isXOR() && r.Count >= least:
		r.Findings = []Finding{{Name: "no-xor", What: "the key is not the XOR of one number for each feature, or too many keys are wrong", Count: r.Bad,
			Why: fmt.Sprintf("%s of %s contradict each other", words.Thousands(against), words.Plural(s.Samples, "key"))}}
		r.Says = " are no XOR of the numbers that fit most keys"
	case !ev.isXOR():
		r.Why = "the numbers are not known: too many keys contradict each other"
	case r.Bad > 0:
		r.Findings = []Finding{ev.contradiction(r.Bad)}
	case r.Count <= 0:
		r.Why = "too few positions: the numbers fit any keys" + ev.about.More
	default:
		r.Says = fmt.Sprintf(" are the XOR of %s that the other keys determine", words.Plural(len(s.Numbers)-1, "number"))
	}
	if n := ev.idle(); n > 0 {
		ev.note("en passant is in the key of %s in which no capture is legal: the transposition table does not find them when they are reached by other moves, and repetitions are not seen", words.Plural(n, "position"))
	}
	if s.Pinned > 0 && ev.isXOR() {
		ev.note("en passant follows another rule in %s, where no capture is legal", words.Plural(s.Pinned, "key"))
	}
	return r
}

// judgeNumbers looks for weaknesses in the recovered numbers.
func judgeNumbers(ev *Evidence) Result {
	if ev.blind != "" {
		return Result{Why: ev.blind}
	}
	if !ev.isXOR() {
		if f := ev.stuck(); f != nil {
			return Result{Count: len(ev.nodes), Unit: "key", Bad: len(ev.nodes), Findings: []Finding{*f}}
		}
		return Result{Why: "the numbers are not known: see XOR"}
	}
	keys := ev.judgedKeys()
	r := Result{Count: len(keys), Unit: "number"}
	if slices.ContainsFunc(ev.fromFEN.Judged(), func(k keycheck.Named) bool { return ev.same[k.Name] != nil || ev.unread(k.Name, k.Key) }) {
		r.Unit = "other number" // than those that fields reports
	}
	report := keycheck.Analyse(keys)
	var kinds []keycheck.Kind // of the findings
	for _, p := range report.Problems() {
		f := Finding{Name: p.Name, What: p.What, Why: p.Means, Count: 1}
		switch i := slices.Index(kinds, p.Kind); {
		case i >= 0:
			r.Findings[i].Why += "\n" + p.What
			continue
		case p.Harmless:
			continue
		case p.Kind == keycheck.Uneven && report.Bits() < 64:
			f.What = fmt.Sprintf("the keys have %d bits, want 64", report.Bits())
			f.Why = strings.TrimPrefix(p.What, f.What+": ") + ": " + p.Means + "; if that is intended, accept it"
		}
		kinds, r.Findings = append(kinds, p.Kind), append(r.Findings, f)
	}
	if r.Says = ": " + words.Plural(len(r.Findings), "problem"); len(r.Findings) == 0 {
		r.Says = ": " + report.Sound() + ev.polyglot()
	}
	return r
}

// contradiction shows a key that contradicts the others.
func (ev *Evidence) contradiction(n int) Finding {
	s := ev.fromFEN
	sample := s.Example
	at := Query{FEN: sample.Position.Text}
	f := Finding{What: "the key from a FEN is not the XOR of its features' numbers", At: at, FEN: at.FEN, Keys: Keys{WantAt: at, Got: sample.Key}, Count: n}
	if want, ok := s.Predict(sample.Position); ok {
		f.Want, f.Of, f.OfWant = want, "from the FEN", "by the numbers of all other keys"
		if fmt.Sprintf("%x", uint64(f.Got)) == fmt.Sprintf("%x%x", uint64(f.Want)>>32, uint32(f.Want)) {
			f.Look = "how the key is printed: its second half lacks zeros at its beginning"
		}
		why, differ := ev.Explain(f.Got, f.Want, ev.Features(at.FEN)...)
		f.Why, f.Features = why, differ
		causes := slices.Compact(slices.Sorted(maps.Values(ev.misreading)))
		for _, kind := range keycheck.KindsOf(differ) {
			causes = slices.DeleteFunc(causes, func(cause string) bool { return cause != ev.misreading[kind] })
		}
		if len(causes) == 1 { // a number that is known except for a constant explains nothing, but contradicts
			f.Cause = causes[0]
		}
	}
	return f
}

// stuck returns a weakness of keys that are no XOR: bits that are the same in all of them.
func (ev *Evidence) stuck() *Finding {
	var span keycheck.Span
	for _, n := range ev.nodes {
		span.Add(n.From)
	}
	same := span.Same()
	if same == nil {
		return nil
	}
	return &Finding{Name: fmt.Sprintf("%d-bits", 64-len(same)), Count: 1,
		What: fmt.Sprintf("the keys have %d bits, want 64: bits %v are the same in all of them", 64-len(same), same)}
}

// idle counts positions whose key by moves has en passant although nobody can capture.
func (ev *Evidence) idle() int {
	return len(filter(ev.nodes, func(n *Node) bool {
		return ev.isXOR() && ev.fromFEN.Rule == solve.RuleAlways && ev.known && n.Parent != nil && !n.differs() && n.position().EP != "" && !n.position().LegalEP()
	}))
}

// polyglot says that the numbers, or all but a few, are Polyglot's, or returns "".
func (ev *Evidence) polyglot() string {
	same, differ, _ := ev.fromFEN.Compare(keycheck.Collect(zobrist.Polyglot().Keys()))
	switch {
	case !ev.known || same < 4*len(differ) || same == 0:
		return ""
	case len(differ) == 0:
		return "; they are Polyglot's"
	}
	slices.Sort(differ)
	return fmt.Sprintf("; all but %s are Polyglot's", words.Quoted(differ, 6))
}

// judgedKeys returns the recovered numbers, without the parts that are missing from all
// keys. Sets of castling letters may be XORs of others by design, if their meaning is not known.
func (ev *Evidence) judgedKeys() []keycheck.Named {
	castling := ev.fromFEN.Castling == solve.Missing || ev.fromFEN.Castling != solve.FourNumbers && (!ev.known || ev.sameOf("castling") != nil)
	return slices.DeleteFunc(ev.fromFEN.Judged(), func(k keycheck.Named) bool {
		return ev.opt.Sub && k.Key == 0 || castling && strings.HasPrefix(k.Name, "castling ") ||
			ev.fromFEN.Rule == solve.RuleNever && strings.HasPrefix(k.Name, "en passant ") ||
			strings.HasSuffix(k.Name, ")") || // one of several rules' features, with the number of another
			ev.same[k.Name] != nil || ev.unread(k.Name, k.Key) ||
			strings.ContainsAny(k.Name, "+~") // promoted pieces, which may share the numbers of others
	})
}
