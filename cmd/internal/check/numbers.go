package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// notXOR reports whether keys are not the XOR of numbers of features.
func (c *run) notXOR() bool { return !c.fromFEN.XOR() }

// judgeNumbers looks for weaknesses in the recovered numbers.
func (c *run) judgeNumbers() error {
	s := c.fromFEN
	if c.notXOR() {
		c.r.check(xor, Skipped, fmt.Sprintf("%d of %d keys contradict the others: the key is not the XOR of one number for each feature", len(s.Outside)+len(s.Unclear), s.Samples))
		c.r.check(numbers, Skipped, "not recovered")
		return nil
	}
	if n := len(s.Outside) + len(s.Unclear) - s.Pinned; n > 0 {
		text := fmt.Sprintf("%d of %d keys from FENs contradict the others", n, s.Samples)
		c.r.check(xor, Wrong, text)
		c.r.Mistakes = append(c.r.Mistakes, c.contradiction(s))
	} else {
		if s.Pinned > 0 {
			c.r.Notes = append(c.r.Notes, "en passant follows no known rule where a capture is not legal")
		}
		c.r.check(xor, OK, fmt.Sprintf("each key is the XOR of its features' numbers: %d numbers, no contradiction in %d keys", len(s.Numbers)-1, s.Samples))
	}
	keys := c.judgedKeys()
	var problems []string
	report := keycheck.Analyse(keys)
	for _, p := range report.Problems() {
		switch {
		case p.Harmless:
		case p.Means == "" && len(problems) > 0: // it means the same as the one before
			problems[len(problems)-1] += "\n" + p.What
		default:
			problems = append(problems, p.Explained())
		}
	}
	if len(problems) == 0 {
		text := fmt.Sprintf("%d numbers: %s", len(keys), report.Sound())
		if c.polyglot() {
			text += "; they are Polyglot's"
		}
		c.r.check(numbers, OK, text)
		return nil
	}
	c.r.check(numbers, Wrong, fmt.Sprintf("%d numbers: %s", len(keys), plural(len(problems), "problem")))
	for _, text := range problems {
		c.r.Mistakes = append(c.r.Mistakes, Mistake{Check: numbers, What: text, Count: 1})
	}
	return nil
}

// contradiction shows a key that contradicts the others.
func (c *run) contradiction(s *recover.Scheme) Mistake {
	m := Mistake{Check: xor, Count: len(s.Outside) + len(s.Unclear) - s.Pinned, What: "the key from a FEN is not the XOR of its features' numbers"}
	if s.Suspects != nil {
		m.What += " where it has " + quotedList(s.Suspects)
		m.Features = s.Suspects
	}
	sample := s.Contradiction()
	m.Key, m.FEN = sample.Key, sample.Position.Text
	if want, ok := s.Predict(sample.Position); ok {
		m.Want, m.HasKeys, m.Of, m.OfWant = want, true, "from the FEN", "by the numbers of all other keys"
	}
	return m
}

// polyglot reports whether keys are Polyglot's.
func (c *run) polyglot() bool {
	if !c.rule {
		return false
	}
	keys := zobrist.Polyglot()
	same := 0
	all := c.nodes[:min(len(c.nodes), 100)]
	for _, n := range all {
		if p, err := zobrist.ParseFEN(n.fen); err == nil && keys.Hash(&p) == n.by.Key {
			same++
		}
	}
	return same > len(all)/2
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(n, " ", what, "s")
}

// judgedKeys returns the recovered numbers, without the parts that are missing from all
// keys.
func (c *run) judgedKeys() []keycheck.Named {
	return slices.DeleteFunc(c.fromFEN.Judged(), func(k keycheck.Named) bool {
		return c.fromFEN.Castling == recover.Missing && strings.HasPrefix(k.Name, "castling ") ||
			c.fromFEN.Rule == recover.RuleNever && strings.HasPrefix(k.Name, "en passant ") ||
			c.reported[k.Name] ||
			strings.Contains(k.Name, "+") && strings.Contains(k.Name, " against ") ||
			c.fromFEN.Promoted[k.Name[strings.LastIndexByte(k.Name, ' ')+1:]] != ""
	})
}
