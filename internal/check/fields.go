package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/recover"
	"github.com/zobrist-go/zobrist/internal/uci"
)

// judgeFields looks at the pairs of FENs that differ in one field.
func (c *run) judgeFields() error {
	type tally struct {
		same, all int
		example   probe
	}
	tallies := make(map[string]*tally)
	var order []string
	compared, same := 0, 0
	for _, p := range c.pairs {
		a, okA := c.keyOf[p.fen]
		b, okB := c.keyOf[p.and]
		if !okA || !okB {
			continue
		}
		compared++
		t := tallies[p.field]
		if t == nil {
			t = new(tally)
			tallies[p.field] = t
			order = append(order, p.field)
		}
		if t.all++; a == b {
			same++
			if t.same++; t.same == 1 || len(p.fen) < len(t.example.fen) {
				t.example = p
			}
		}
	}
	if compared == 0 {
		c.r.check(fields, Skipped, "no position could be changed in one field")
		return nil
	}
	slices.Sort(order)
	missing := make(map[string][]string) // kind: fields
	for _, field := range order {
		if t := tallies[field]; t.same > 0 {
			kind, _, _ := strings.Cut(field, " ")
			if strings.HasPrefix(field, "en passant") {
				kind = "en passant"
			}
			missing[kind] = append(missing[kind], field)
		}
	}
	if same == 0 {
		c.r.check(fields, OK, fmt.Sprintf("%d changes of one field of a FEN change the key each time", compared))
	} else {
		c.r.check(fields, Wrong, fmt.Sprintf("%d of %d changes of one field of a FEN leave the key as it was", same, compared))
	}
	for _, kind := range order {
		list, ok := missing[kind]
		if kind, _, _ = strings.Cut(kind, " "); !ok {
			if kind == "en" {
				kind = "en passant"
			}
			if list, ok = missing[kind]; !ok {
				continue
			}
		}
		delete(missing, kind)
		t := tallies[list[0]]
		confirmed, err := c.confirm(uci.Query{FEN: t.example.fen}, uci.Query{FEN: t.example.and}, c.keyOf[t.example.fen], c.keyOf[t.example.and])
		if err != nil {
			return err
		}
		if !confirmed {
			continue
		}
		m := Mistake{Check: fields, FEN: t.example.fen, Key: c.keyOf[t.example.fen], Want: c.keyOf[t.example.and], Features: list}
		for _, f := range list {
			m.Count += tallies[f].same
		}
		for _, f := range list {
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
		m.Why = "the key of " + t.example.and + " is the same"
		c.r.Mistakes = append(c.r.Mistakes, m)
	}
	return c.judgeClocks()
}

// judgeClocks reports clocks in the key where they do harm.
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
		if answers[i].Key != answers[i+1].Key && !strings.HasSuffix(fens[i], " 37") {
			c.r.Mistakes = append(c.r.Mistakes, Mistake{Check: fields, What: "the number of the move is in the key", FEN: fens[i],
				Key: answers[i].Key, Want: answers[i+1].Key, HasKeys: true, Of: "here", OfWant: "with the number 37", Count: 1})
			break
		}
	}
	if c.clock > 0 && c.clock < 8 {
		fen := c.someFENs(1)[0]
		c.r.Mistakes = append(c.r.Mistakes, Mistake{Check: fields, FEN: fen, Count: 1,
			What: fmt.Sprintf("the halfmove clock is in the key from %d on: a position that is reached by more moves is not found in the table", c.clock)})
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
