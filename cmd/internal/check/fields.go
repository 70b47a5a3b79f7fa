package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/cmd/internal/uci"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// A tally counts the probes of one field.
type tally struct {
	same    int   // how many have equal keys
	example probe // the shortest of these
}

// judgeFields looks at the pairs of FENs that differ in one field.
func (c *run) judgeFields() error {
	tallies := make(map[string]*tally)
	compared, same := 0, 0
	for _, p := range c.pairs {
		a, okA := c.keyOf[p.fen]
		b, okB := c.keyOf[p.and]
		if !okA || !okB {
			continue
		}
		if compared++; a != b {
			continue
		}
		same++
		t := tallies[p.field]
		if t == nil {
			t = &tally{example: p}
			tallies[p.field] = t
		}
		if t.same++; len(p.fen) < len(t.example.fen) {
			t.example = p
		}
	}
	byKind := make(map[string][]string)
	for field := range tallies {
		kind := kindsOf([]string{field})[0]
		byKind[kind] = append(byKind[kind], field)
	}
	before := len(c.r.Mistakes)
	for _, kind := range []string{"side", "castling", "en passant", "piece", "hand", "checks"} {
		if list := byKind[kind]; list != nil {
			slices.Sort(list)
			if err := c.fieldMistake(kind, list, tallies); err != nil {
				return err
			}
		}
	}
	if err := c.judgeClocks(); err != nil {
		return err
	}
	switch {
	case same > 0 && len(c.r.Mistakes) == before:
		c.r.check(fields, Skipped, fmt.Sprintf("%d of %d changes of one field of a FEN left the key unchanged, but not when asked again one by one", same, compared))
	case same > 0:
		c.r.check(fields, Wrong, fmt.Sprintf("%d of %d changes of one field of a FEN leave the key unchanged", same, compared))
	case len(c.r.Mistakes) > before:
		c.r.check(fields, Wrong, "a clock is in the key")
	case compared == 0:
		c.r.check(fields, Skipped, "no position has a field that can be changed alone")
	default:
		c.r.check(fields, OK, fmt.Sprintf("all %d changes of one field of a FEN change the key", compared))
	}
	return nil
}

// fieldMistake reports fields of a kind that do not change the key.
func (c *run) fieldMistake(kind string, list []string, tallies map[string]*tally) error {
	p := tallies[list[0]].example
	key := c.keyOf[p.fen]
	if ok, err := c.confirm(uci.Query{FEN: p.fen}, uci.Query{FEN: p.and}, key, key); err != nil || !ok {
		return err
	}
	m := Mistake{Check: fields, FEN: p.fen, Key: key, Want: key, Features: list, Why: "the key of " + p.and + " is the same"}
	for _, f := range list {
		m.Count += tallies[f].same
		c.reported[f] = true
	}
	switch {
	case kind == "castling" && c.fromFEN.Castling == recover.Missing, kind == "en passant" && c.fromFEN.Rule == recover.RuleNever:
		m.What = kind + " is in no key"
		if len(c.onlyMoves) > 0 {
			m.What += " from a FEN"
		}
	case len(list) == 1:
		m.What = quotedList(list) + " does not change the key"
	default:
		m.What = quotedList(list) + " do not change the key"
	}
	c.r.Mistakes = append(c.r.Mistakes, m)
	return nil
}

// judgeClocks reports clocks in the key if they do harm.
func (c *run) judgeClocks() error {
	var fens []string
	for _, fen := range c.someFENs(5) {
		f := strings.Fields(fen)
		f[len(f)-1] = "37"
		fens = append(fens, fen, strings.Join(f, " "))
	}
	answers, err := c.ask(queriesOf(fens))
	if err != nil {
		return err
	}
	for i := 0; i < len(answers); i += 2 {
		a, b := answers[i].Key, answers[i+1].Key
		if a == b {
			continue
		}
		ok, err := c.confirm(uci.Query{FEN: fens[i]}, uci.Query{FEN: fens[i+1]}, a, b)
		if err != nil {
			return err
		}
		if ok {
			c.r.Mistakes = append(c.r.Mistakes, Mistake{Check: fields, What: "the move number is in the key", FEN: fens[i],
				Key: a, Want: b, HasKeys: true, Of: "here", OfWant: "with move number 37", Count: 1})
			break
		}
	}
	if c.clock > 0 && c.clock < 8 {
		c.r.Mistakes = append(c.r.Mistakes, Mistake{Check: fields, FEN: c.someFENs(1)[0], Count: 1,
			What: fmt.Sprintf("the halfmove clock is in the key from %d on: the table does not find a position that was reached by more moves", c.clock)})
	}
	return nil
}

func quotedList(names []string) string {
	var b strings.Builder
	for i, n := range names {
		if i == 6 {
			fmt.Fprintf(&b, " and %d more", len(names)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", n)
	}
	return b.String()
}
