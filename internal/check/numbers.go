package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// judgeXOR requires that each key is the XOR of its features' numbers. It counts the keys
// that could contradict: the others determine the numbers.
func judgeXOR(ev *Evidence) (Result, error) {
	s := ev.fromFEN
	against := len(s.Outside) + len(s.Unclear)
	r := Result{Count: s.Checked(), Unit: "key", Bad: against - s.Pinned}
	switch {
	case !ev.isXOR():
		r.Why = fmt.Sprintf("%s of %s contradict each other, so these checks can't tell which are wrong: the key is not the XOR of one number for each feature, or too many keys are wrong", thousands(against), plural(s.Samples, "key"))
	case r.Bad > 0:
		r.Findings = []Finding{ev.contradiction(r.Bad)}
	case r.Count <= 0:
		r.Why = "too few positions: the numbers fit any keys. Give more with -n"
	default:
		r.Says = fmt.Sprintf(" are the XOR of the %s that others give", plural(len(s.Numbers)-1, "number"))
	}
	if s.Pinned > 0 && ev.isXOR() {
		ev.note("en passant follows no known rule where a capture is not legal")
	}
	return r, nil
}

// judgeNumbers looks for weaknesses in the recovered numbers.
func judgeNumbers(ev *Evidence) (Result, error) {
	if !ev.isXOR() {
		return Result{Why: "the numbers are not known: see XOR"}, nil
	}
	keys := ev.judgedKeys()
	r := Result{Count: len(keys), Unit: "number"}
	var problems []string
	err := ev.await(func() {
		report := keycheck.Analyse(keys)
		r.Says = ": " + report.Sound()
		for _, p := range report.Problems() {
			switch {
			case p.Harmless:
			case p.Means == "" && len(problems) > 0: // it means the same as the one before
				problems[len(problems)-1] += "\n" + p.What
			default:
				problems = append(problems, p.Explained())
			}
		}
	})
	for _, text := range problems {
		r.Findings = append(r.Findings, Finding{What: text, Count: 1})
	}
	if len(problems) > 0 {
		r.Says = ": " + plural(len(problems), "problem")
	} else if ev.polyglot() {
		r.Says += "; they are Polyglot's"
	}
	return r, err
}

// numbers returns the recovered numbers.
func (ev *Evidence) numbers() (all []Number) {
	if ev.fromFEN == nil {
		return nil
	}
	for _, n := range ev.fromFEN.Numbers {
		if n.Name != recover.Constant {
			all = append(all, Number{n.Name, n.Key, n.Free != 0})
		}
	}
	return all
}

// contradiction shows a key that contradicts the others.
func (ev *Evidence) contradiction(n int) Finding {
	s := ev.fromFEN
	f := Finding{Count: n, What: "the key from a FEN is not the XOR of its features' numbers"}
	if s.Suspects != nil {
		f.What += " where it has " + quotedList(s.Suspects)
		f.Features = s.Suspects
	}
	sample := s.Contradiction()
	f.Got, f.FEN, f.At = sample.Key, sample.Position.Text, Query{FEN: sample.Position.Text}
	f.WantAt = f.At
	if want, ok := s.Predict(sample.Position); ok {
		f.Want, f.Of, f.OfWant = want, "from the FEN", "by the numbers of all other keys"
		v := ev.verdict(f.Got, f.Want)
		f.Why = v.Clause()
		f.Features = append(f.Features, v.Differ...)
	}
	return f
}

// polyglot reports whether keys are Polyglot's.
func (ev *Evidence) polyglot() bool {
	if !ev.known {
		return false
	}
	keys := zobrist.Polyglot()
	same := 0
	all := ev.nodes[:min(len(ev.nodes), 100)]
	for _, n := range all {
		if p, err := zobrist.ParseFEN(n.FEN); err == nil && keys.Hash(&p) == n.By.Key {
			same++
		}
	}
	return same > len(all)/2
}

// judgedKeys returns the recovered numbers, without the parts that are missing from all
// keys.
func (ev *Evidence) judgedKeys() []keycheck.Named {
	return slices.DeleteFunc(ev.fromFEN.Judged(), func(k keycheck.Named) bool {
		return ev.fromFEN.Castling == recover.Missing && strings.HasPrefix(k.Name, "castling ") ||
			ev.fromFEN.Rule == recover.RuleNever && strings.HasPrefix(k.Name, "en passant ") ||
			ev.same[k.Name] != nil || ev.told[k.Name] ||
			strings.Contains(k.Name, "+") && strings.Contains(k.Name, " against ") ||
			ev.fromFEN.Promoted[k.Name[strings.LastIndexByte(k.Name, ' ')+1:]] != ""
	})
}
