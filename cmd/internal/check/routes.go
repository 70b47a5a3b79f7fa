package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/uci"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// swapped returns lines, and the same lines with the last move and the third last
// exchanged. If the positions are the same, the keys must be, too.
func (c *run) swapped() (lines, others []*node, err error) {
	const most = 400
	step := max(len(c.nodes)/(3*most), 1)
	for i := 0; i < len(c.nodes) && len(lines) < most; i += step {
		n := c.nodes[i]
		k := len(n.q.Moves) - 3
		if k < 0 {
			continue
		}
		m := slices.Clone(n.q.Moves)
		if m[k], m[k+2] = m[k+2], m[k]; m[k] == m[k+2] {
			continue
		}
		if c.rule { // without rules, the engine's FEN shows the position
			base := n.parent.parent.parent
			same, err := c.src.replay(base.fen, m[k:])
			if err != nil {
				return nil, nil, err
			}
			if same == nil || same.fen != n.fen {
				continue
			}
		}
		lines = append(lines, n)
		others = append(others, &node{q: uci.Query{FEN: n.q.FEN, Moves: m}, fen: n.fen})
	}
	queries := make([]uci.Query, len(others))
	for i, n := range others {
		queries[i] = n.q
	}
	answers, err := c.ask(queries)
	for i := range answers {
		if others[i].by = answers[i]; !c.rule && answers[i].FEN != lines[i].fen {
			others[i] = nil // another position: one of the moves was illegal
		}
	}
	return lines, others, err
}

// judgeRoutes looks for a position with two keys, and for two positions with one key.
func (c *run) judgeRoutes() error {
	lines, others, err := c.swapped()
	if err != nil {
		return err
	}
	type seen struct {
		node *node
		key  zobrist.Key
	}
	byText, byKey := make(map[string]seen), make(map[zobrist.Key]seen)
	transposed := 0
	var two, one []*node // pairs
	countTwo, countOne := 0, 0
	shorter := func(pair []*node, a, b *node) bool {
		return pair == nil || len(a.q.Moves)+len(b.q.Moves) < len(pair[0].q.Moves)+len(pair[1].q.Moves)
	}
	for i, n := range lines {
		if o := others[i]; o != nil {
			if transposed++; o.by.Key != n.by.Key {
				if countTwo++; shorter(two, n, o) {
					two = []*node{n, o}
				}
			}
		}
	}
	for _, n := range c.nodes {
		text := identity(n.fen, c.clock > 0)
		if old, ok := byText[text]; !ok {
			byText[text] = seen{n, n.by.Key}
		} else {
			if !slices.Equal(old.node.q.Moves, n.q.Moves) {
				transposed++
			}
			if old.key != n.by.Key {
				if countTwo++; shorter(two, old.node, n) {
					two = []*node{old.node, n}
				}
			}
		}
		if n.by.Key != n.from {
			continue // wrong keys are reported above
		}
		core := c.coreOf(n.fen)
		if old, ok := byKey[n.by.Key]; !ok {
			byKey[n.by.Key] = seen{n, n.by.Key}
		} else if c.coreOf(old.node.fen) != core {
			if countOne++; one == nil || len(n.fen)+len(old.node.fen) < len(one[0].fen)+len(one[1].fen) {
				one = []*node{old.node, n}
			}
		}
	}
	for _, pair := range []*[]*node{&two, &one} {
		if *pair == nil {
			continue
		}
		a, b := (*pair)[0], (*pair)[1]
		same, err := c.confirm(a.q, b.q, a.by.Key, b.by.Key)
		if err != nil {
			return err
		}
		if !same {
			*pair = nil
		}
	}
	known := c.bad > 0 // a wrong update makes two keys of one position, too
	if one == nil && (two == nil || known) {
		text := fmt.Sprintf("%d positions have the same key by different moves; no two positions share a key", transposed)
		if two != nil {
			text = "the wrong keys above give some positions two keys"
		}
		status := OK
		if transposed == 0 && two == nil {
			status = Skipped
			text = "too few positions: none has been reached by different moves; no two positions share a key"
		}
		c.r.check(routes, status, text)
		return nil
	}
	var parts []string
	if two != nil && !known {
		parts = append(parts, fmt.Sprintf("%d positions have two keys", countTwo))
		c.r.Mistakes = append(c.r.Mistakes, Mistake{
			Check: routes, What: "one position has two keys", Start: two[0].q.FEN, Moves: two[0].q.Moves, FEN: two[0].fen,
			Key: two[1].by.Key, Want: two[0].by.Key, HasKeys: true, Of: "after " + lineWords(two[1].q), OfWant: "after " + lineWords(two[0].q), Count: countTwo,
		})
	}
	if one != nil {
		parts = append(parts, fmt.Sprintf("%d pairs of positions share a key", countOne))
		c.r.Mistakes = append(c.r.Mistakes, Mistake{
			Check: routes, What: "two positions share a key: " + differ(one[0].fen, one[1].fen), FEN: one[0].fen,
			Why: "the key of " + one[1].fen + " is the same", Key: one[0].by.Key, Want: one[0].by.Key, Count: countOne,
		})
	}
	c.r.check(routes, Wrong, strings.Join(parts, "; "))
	return nil
}

// lineWords returns a line as in a UCI command.
func lineWords(q uci.Query) string {
	start := "startpos"
	if q.FEN != "" {
		start = "fen " + q.FEN
	}
	if len(q.Moves) == 0 {
		return start
	}
	return start + " moves " + strings.Join(q.Moves, " ")
}

// identity returns the parts of a FEN that the key depends on. clock adds the halfmove
// clock.
func identity(fen string, clock bool) string {
	core := clockless(fen)
	if p, err := recover.Parse(fen); err == nil && clock {
		core = fmt.Sprint(core, " ", p.Clock)
	}
	return core
}

// coreOf returns the board, the side and the castling rights of a FEN. Positions that
// differ in these must have different keys. It replaces promoted pieces by the pieces
// whose numbers they share by design.
func (c *run) coreOf(fen string) string {
	f := strings.Fields(clockless(fen))
	for letter, as := range c.fromFEN.Promoted {
		f[0] = strings.ReplaceAll(f[0], letter, as)
	}
	if len(f) > 3 {
		f = append(f[:3], f[4:]...) // without en passant
	}
	return strings.Join(f, " ")
}

// differ names the fields in which two FENs differ.
func differ(a, b string) string {
	names := []string{"board", "side to move", "castling rights", "en passant square"}
	x, y := strings.Fields(a), strings.Fields(b)
	var all []string
	for i := range min(len(x), len(y), len(names)) {
		if x[i] != y[i] {
			all = append(all, names[i])
		}
	}
	return "they differ in the " + strings.Join(all, ", the ")
}
