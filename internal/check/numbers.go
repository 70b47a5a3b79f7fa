package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// judgeXOR requires that each key is the XOR of its features' numbers. It counts the keys
// that could contradict: the others determine the numbers.
func judgeXOR(ev *Evidence) Result {
	if ev.blind != "" {
		return Result{Why: ev.blind}
	}
	const least = 30 // keys to be sure that they are no XOR
	s := ev.fromFEN
	r := Result{Count: s.Checked(), Unit: "key", Bad: s.Wrong()}
	switch {
	case r.Bad > 0 && !ev.known && !slices.ContainsFunc(ev.nodes, (*Node).differs): // in Seirawan chess, castling rights are gates, too
		r = Result{Why: fmt.Sprintf("what FENs of this game mean is not known: %s of %s are not the XOR of one number for each word or letter",
			words.Thousands(r.Bad), words.Plural(r.Count, "key"))}
	case !ev.isXOR() && r.Count >= least:
		r.Findings = []Finding{{Name: "no-xor", What: "the key is not the XOR of one number for each feature, or too many keys are wrong", Count: r.Bad}}
		r.Says = " are no XOR of the numbers that fit most keys"
	case !ev.isXOR():
		r.Why = "the numbers are not known: too many keys contradict each other"
	case s.Given && len(ev.wrong) > 0:
		r.Why = "keys from FENs are wrong: see moves"
	case r.Bad > 0:
		r.Findings = []Finding{ev.contradiction(r.Bad)}
	default:
		r.Says = fmt.Sprintf(" are the XOR of %s that the other keys determine", words.Plural(len(s.Numbers)-1, "number"))
	}
	return r
}

// judgeNumbers looks for weaknesses in the recovered numbers.
func judgeNumbers(ev *Evidence) Result {
	if ev.blind != "" {
		return Result{Why: ev.blind}
	}
	if !ev.isXOR() {
		return Result{Why: "the numbers are not known: see XOR"}
	}
	keys := ev.judgedKeys()
	r := Result{Count: len(keys), Unit: "number"}
	report := keycheck.Analyse(keys)
	problems := slices.DeleteFunc(report.Problems(), func(p keycheck.Problem) bool { return p.Harmless })
	for _, p := range slices.CompactFunc(problems, func(p, q keycheck.Problem) bool { return p.Kind == q.Kind }) {
		f := Finding{Name: p.Name, What: p.What, Why: p.Means, Count: 1}
		if p.Kind == keycheck.Uneven && report.Bits() < 64 {
			f.What = fmt.Sprintf("the keys have %d bits, want 64", report.Bits())
			f.Why = strings.TrimPrefix(p.What, f.What+": ") + ": " + p.Means + "; if that is intended, accept it"
		}
		r.Findings = append(r.Findings, f)
	}
	if r.Says = ": " + words.Plural(len(r.Findings), "problem"); len(r.Findings) == 0 {
		r.Says = ": " + report.Sound()
	}
	return r
}

// contradiction shows a key that contradicts the others.
func (ev *Evidence) contradiction(n int) Finding {
	sample := ev.fromFEN.Example
	at := Query{FEN: sample.Position.Text}
	f := Finding{What: "the key from a FEN is not the XOR of its features' numbers", At: at, FEN: at.FEN, Keys: Keys{WantAt: at, Got: sample.Key}, Count: n}
	if want, ok := ev.fromFEN.Predict(sample.Position); ok {
		f.Want, f.Of, f.OfWant = want, "from the FEN", "by the numbers of all other keys"
		f.Why, f.Features = ev.Explain(f.Got, f.Want, ev.Features(at.FEN)...)
	}
	return f
}

// judgedKeys returns the recovered numbers, without the parts that are missing from all
// keys. Sets of castling letters may be XORs of others by design, if their meaning is not known.
func (ev *Evidence) judgedKeys() []keycheck.Named {
	castling := ev.fromFEN.Sets() && (!ev.known || len(ev.sameOf("castling")) > 0)
	return slices.DeleteFunc(ev.fromFEN.Judged(), func(k keycheck.Named) bool {
		return ev.opt.Sub && k.Key == 0 || castling && strings.HasPrefix(k.Name, "castling ") || ev.lacks(keycheck.KindOf(k.Name)) ||
			ev.same[k.Name] != nil || ev.unread(k.Name, k.Key) ||
			strings.ContainsAny(k.Name, "+~") // promoted pieces, which may share the numbers of others
	})
}
