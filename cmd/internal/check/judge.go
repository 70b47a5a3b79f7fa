package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/cmd/internal/uci"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
	"github.com/zobrist-go/zobrist/internal/verdict"
)

const (
	mostJudged = 60 // wrong keys to explain
	mostGroups = 8  // mistakes to report for one check
)

// judgeMoves groups the wrong keys by their mistake, and reports the shortest line of
// each group.
func (c *run) judgeMoves() error {
	c.schemeWords()
	ignored, err := c.judgePositions()
	if err != nil || ignored {
		return err
	}
	if len(c.onsets) == 0 {
		c.r.check(byMoves, OK, fmt.Sprintf("the key by moves equals the key from the FEN in all %d positions", len(c.nodes)))
		return nil
	}
	groups := make(map[string]*Mistake)
	var order []string
	groupOf := make(map[string]string) // the group of the first key of each kind
	judged := make(map[string]int)
	slices.SortStableFunc(c.onsets, func(a, b *node) int { return cmp.Compare(len(a.q.Moves), len(b.q.Moves)) })
	total := 0
	for _, n := range c.onsets {
		kind := c.kindOf(n)
		if judged[kind]++; judged[kind] > 3 || total >= mostJudged {
			if m := groups[groupOf[kind]]; m != nil {
				m.Count++
			}
			continue
		}
		total++
		same, err := c.confirm(n.q, uci.Query{FEN: n.fen}, n.by.Key, n.from)
		if err != nil {
			return err
		}
		if !same {
			c.bad--
			continue
		}
		m, group, err := c.judge(n)
		if err != nil {
			return err
		}
		if groupOf[kind] == "" {
			groupOf[kind] = group
		}
		if old, ok := groups[group]; ok {
			old.Count++
			if len(m.Moves) < len(old.Moves) {
				m.Count = old.Count
				*old = *m
			}
			continue
		}
		m.Count = 1
		groups[group] = m
		order = append(order, group)
	}
	if len(order) == 0 {
		c.r.check(byMoves, OK, fmt.Sprintf("the key by moves equals the key from the FEN in all %d positions, when asked one at a time", len(c.nodes)))
		c.bad = 0
		return nil
	}
	c.r.check(byMoves, Wrong, fmt.Sprintf("the key by moves differs from the key from the FEN in %d of %d positions", min(c.bad, len(c.nodes)), len(c.nodes)))
	if len(order) > mostGroups {
		c.r.Notes = append(c.r.Notes, fmt.Sprintf("%d more kinds of wrong keys by moves are not shown", len(order)-mostGroups))
		order = order[:mostGroups]
	}
	for _, group := range order {
		c.r.Mistakes = append(c.r.Mistakes, *groups[group])
	}
	return nil
}

// kindOf returns a string that is equal for moves with similar effects.
func (c *run) kindOf(n *node) string {
	if n.parent == nil {
		return "start"
	}
	a, errA := recover.Parse(n.parent.fen)
	b, errB := recover.Parse(n.fen)
	if errA != nil || errB != nil {
		return ""
	}
	var gone, come []string
	for _, m := range a.Board {
		if !slices.Contains(b.Board, m) {
			gone = append(gone, m.Letter)
		}
	}
	for _, m := range b.Board {
		if !slices.Contains(a.Board, m) {
			come = append(come, m.Letter)
		}
	}
	slices.Sort(gone)
	slices.Sort(come)
	return strings.ToUpper(fmt.Sprint(gone, come, a.EP != "", b.EP != "", b.Capturable(), a.Castling != b.Castling))
}

// judge explains a wrong key by moves, with a short line that leads to it.
func (c *run) judge(n *node) (m *Mistake, group string, err error) {
	if n, err = c.shorten(n); err != nil {
		return nil, "", err
	}
	p, err := recover.Parse(n.fen)
	if err != nil {
		return nil, "", err
	}
	features := c.model.Features(p)[1:] // without the constant
	named := c.named
	if p.Clock < len(c.clockKeys) && c.clockKeys[p.Clock] != 0 {
		name := fmt.Sprint("halfmove clock ", p.Clock)
		named = append(slices.Clone(named), keycheck.Named{Name: name, Key: c.clockKeys[p.Clock]})
		features = append(features, name)
	}
	m = &Mistake{
		Check: byMoves, What: "the key by moves is wrong", Start: n.q.FEN, Moves: n.q.Moves, FEN: n.fen,
		Key: n.by.Key, Want: n.from, HasKeys: true, Of: "by moves", OfWant: "from the FEN",
	}
	if n.parent == nil {
		m.What, m.Of = "the key of the start position is not the key of its FEN", "of startpos"
	}
	vc := verdict.Case{Has: n.by.Key, Want: n.from, Keys: named, Features: features}
	if k, ok := c.fromFEN.Predict(p); ok && k == vc.Has && (c.clock == 0 || p.Clock < c.clock) {
		// The key by moves fits the scheme, so the key from the FEN is wrong.
		vc.Has, vc.Want = vc.Want, vc.Has
		m.What = "the key from the FEN is wrong"
		m.Key, m.Want, m.Of, m.OfWant = m.Want, m.Key, m.OfWant, m.Of
	} else if n.parent != nil {
		vc.Move = &verdict.Move{Name: n.move(), Before: n.parent.by.Key}
		if q, err := recover.Parse(n.parent.fen); err == nil {
			vc.Move.Features = c.model.Features(q)[1:]
		}
	}
	v := verdict.Judge(vc)
	if v.Differ == nil && n.parent != nil {
		v.Differ = c.zeroMoved(n, features)
	}
	m.Why, m.Features = v.Clause(), v.Differ
	kinds := kindsOf(v.Differ)
	group = fmt.Sprint(m.Of, kinds, v.Cause, len(v.Lacks) > 0, len(v.Extra) > 0)
	switch {
	case v.Differ == nil:
		group = v.Clue + v.Cause + strings.Join(v.Facts, ";")
		if why := c.promotes(n, p); why != "" {
			m.Why, group = why, "promotion"
		}
	case !slices.ContainsFunc(v.Differ, func(name string) bool { return !c.onlyMoves[name] }):
		for _, name := range v.Differ {
			c.reported[name] = true
		}
		m.What = fmt.Sprintf("keys by moves have %s, but keys from a FEN do not", quotedList(v.Differ))
		m.Why = ""
		group = fmt.Sprint("only by moves", kinds)
	case slices.Equal(kinds, []string{"en passant"}) && c.byMove.Rule != c.fromFEN.Rule && c.byMove.Rule != "" && c.byMove.Rule != recover.RuleOther:
		m.What = fmt.Sprintf("the en passant rules differ: from a FEN %s, by moves %s", ruleWords(c.fromFEN.Rule), ruleWords(c.byMove.Rule))
		m.Why = plainEP(v)
		group = m.What
	}
	return m, group, nil
}

// zeroMoved returns the features that the last move changes and that are in no key from
// a FEN. Their numbers in keys by moves may be unknown.
func (c *run) zeroMoved(n *node, features []string) (names []string) {
	q, err := recover.Parse(n.parent.fen)
	if err != nil {
		return nil
	}
	before := c.model.Features(q)[1:]
	for _, name := range slices.Concat(before, features) {
		if c.zero[name] && slices.Contains(before, name) != slices.Contains(features, name) {
			names = append(names, name)
			c.onlyMoves[name] = true
		}
	}
	return names
}

// promotes returns an explanation if the key is the same for every piece that a pawn
// can promote to, and otherwise "". Then the key may have the pawn on its last rank. No
// position shows that pawn's number.
func (c *run) promotes(n *node, p *recover.Position) string {
	if !c.rule || n.parent == nil || len(n.move()) != 5 {
		return ""
	}
	move := n.move()
	base := move[:4]
	q := uci.Query{FEN: n.q.FEN}
	var queries []uci.Query
	for _, letter := range "qrbn" {
		q.Moves = append(slices.Clone(n.q.Moves[:len(n.q.Moves)-1]), base+string(letter))
		queries = append(queries, q)
	}
	answers, err := c.ask(queries)
	if err != nil {
		return ""
	}
	for _, a := range answers {
		if a.Key != n.by.Key {
			return ""
		}
	}
	piece, pawn := move[4:], "p"
	if p.Black { // White has moved
		piece, pawn = strings.ToUpper(piece), "P"
	}
	return fmt.Sprintf("the key is the same for each piece that the pawn promotes to: it lacks \"%s %s\", and may have \"%s %s\" (promotion forgotten?)", move[2:4], piece, move[2:4], pawn)
}

// plainEP names the features that differ, without guessing which key is right.
func plainEP(v *verdict.Verdict) string {
	quoted := make([]string, len(v.Differ))
	for i, name := range v.Differ {
		quoted[i] = fmt.Sprintf("%q", name)
	}
	return "they differ by " + strings.Join(quoted, ", ")
}

// kindsOf returns the kinds of features. All pieces are one kind.
func kindsOf(names []string) (kinds []string) {
	for _, name := range names {
		switch {
		case strings.HasPrefix(name, "castling "):
			name = "castling"
		case strings.HasPrefix(name, "en passant "):
			name = "en passant"
		case strings.Contains(name, " in hand"):
			name = "hand"
		case strings.Contains(name, " checks"):
			name = "checks"
		case name != "side":
			name = "piece"
		}
		kinds = append(kinds, name)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// shorten looks for the shortest line whose last move makes the key wrong. That is the
// line itself if it is short, or its last moves from the FEN before them.
func (c *run) shorten(n *node) (*node, error) {
	const short = 4
	if n.q.FEN == "" && len(n.q.Moves) <= short {
		return n, nil
	}
	// The position before each of the last moves.
	var before []*node
	for p := n.parent; p != nil && len(before) < 12; p = p.parent {
		before = append(before, p)
	}
	if len(before) == 0 {
		return n, nil
	}
	var queries []uci.Query
	for i, p := range before {
		queries = append(queries, uci.Query{FEN: p.fen, Moves: n.q.Moves[len(n.q.Moves)-1-i:]})
	}
	answers, err := c.ask(append(queries, queriesOf(fensOf(before))...))
	if err != nil {
		return nil, err
	}
	for i, a := range answers[:len(before)] {
		// It has the same difference, so it is the same mistake.
		if a.Key^n.from == n.by.Key^n.from && a.Key != n.from && answers[len(before)+i].Key == before[i].from {
			moves := queries[i].Moves
			line := &node{q: uci.Query{FEN: before[i].fen}, fen: before[i].fen, by: uci.Answer{Key: before[i].from}, from: before[i].from}
			for j := len(moves) - 1; j >= 0; j-- {
				next := n
				for range j {
					next = next.parent
				}
				child := line.child(moves[len(moves)-1-j], next.fen)
				child.by, child.from = next.by, next.from
				line = child
			}
			line.by = a
			return line, nil
		}
	}
	return n, nil
}

func fensOf(nodes []*node) (fens []string) {
	for _, n := range nodes {
		fens = append(fens, n.fen)
	}
	return fens
}
