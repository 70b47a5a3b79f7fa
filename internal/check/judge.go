package check

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
	"github.com/zobrist-go/zobrist/internal/uci"
	"github.com/zobrist-go/zobrist/internal/verdict"
)

const (
	mostJudged = 60 // wrong keys that are named
	mostGroups = 8  // mistakes of one check that are reported
)

// judgeMoves groups the wrong keys by what is wrong with them, and shows the
// shortest line of each group.
func (c *run) judgeMoves() error {
	c.schemeWords()
	ignored, err := c.judgePositions()
	if err != nil || ignored {
		return err
	}
	if len(c.onsets) == 0 {
		c.r.check(byMoves, OK, fmt.Sprintf("the key by moves is the key from the FEN in all %d positions", len(c.nodes)))
		return nil
	}
	c.r.check(byMoves, Wrong, fmt.Sprintf("the key by moves is not the key from the FEN in %d of %d positions", min(c.bad, len(c.nodes)), len(c.nodes)))
	groups := make(map[string]*Mistake)
	var order []string
	groupOf := make(map[string]string) // kind: the group of the first
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
	if len(order) > mostGroups {
		c.r.Notes = append(c.r.Notes, fmt.Sprintf("%d more kinds of wrong keys by moves are not shown", len(order)-mostGroups))
		order = order[:mostGroups]
	}
	for _, group := range order {
		c.r.Mistakes = append(c.r.Mistakes, *groups[group])
	}
	return nil
}

// kindOf tells moves apart by what they do.
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

// judge names what is wrong with a key by moves, and shows it by a short line.
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
		// Of the two, the key from the FEN is the one that does not fit all others.
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
		m.What = fmt.Sprintf("keys by moves have %s, and keys from a FEN have not", quotedList(v.Differ))
		m.Why = ""
		group = fmt.Sprint("only by moves", kinds)
	case slices.Equal(kinds, []string{"en passant"}) && c.byMove.Rule != c.fromFEN.Rule && c.byMove.Rule != "" && c.byMove.Rule != recover.RuleOther:
		m.What = fmt.Sprintf("en passant counts by another rule from a FEN (%s) than by moves (%s)", ruleWords(c.fromFEN.Rule), ruleWords(c.byMove.Rule))
		m.Why = plainEP(v)
		group = m.What
	}
	return m, group, nil
}

// zeroMoved returns the features that the last move changes and that are in no
// key from a FEN. Their numbers by moves may not be known.
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

// promotes tells whether the key is the same for each piece that a pawn promotes
// to. Then the key may have the pawn on its last rank, where no position shows
// a pawn's number.
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

// plainEP says who has the number, without guessing who is right.
func plainEP(v *verdict.Verdict) string {
	quoted := make([]string, len(v.Differ))
	for i, name := range v.Differ {
		quoted[i] = fmt.Sprintf("%q", name)
	}
	return "they differ by " + strings.Join(quoted, ", ")
}

func ruleWords(r recover.Rule) string {
	switch r {
	case recover.RuleAlways:
		return "always, after each double push"
	case recover.RulePseudo:
		return "where a pawn can capture, pseudo-legal"
	case recover.RuleLegal:
		return "where the capture is legal"
	case recover.RuleNever:
		return "never"
	case recover.RuleOther:
		return "by a rule of its own"
	}
	return "not known"
}

// kindsOf are the kinds of features: pieces are of one kind.
func kindsOf(names []string) (kinds []string) {
	for _, name := range names {
		switch {
		case strings.HasPrefix(name, "castling "):
			name = "castling"
		case strings.HasPrefix(name, "en passant "):
			name = "en passant"
		case strings.Contains(name, " in hand "):
			name = "hand"
		case strings.Contains(name, " checks "):
			name = "checks"
		case name != "side":
			name = "piece"
		}
		kinds = append(kinds, name)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// shorten looks for the shortest line whose last move makes the key wrong: the
// line itself where it is short, else its end from the FEN before.
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
		// The same difference, so that it is the same mistake.
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

// judgePositions compares the FENs that the engine prints with ours: one that
// ignores a move, or makes another, has another position.
func (c *run) judgePositions() (ignored bool, err error) {
	if !c.rule {
		return false, nil
	}
	count := 0
	var first *node
	seen := false
	for _, n := range c.nodes {
		have := strings.Fields(n.by.FEN)
		want := strings.Fields(n.fen)
		if len(have) < 2 || len(want) < 2 {
			continue
		}
		seen = true
		if have[0] == want[0] && have[1] == want[1] || n.parent == nil {
			continue
		}
		if count++; first == nil || len(n.q.Moves) < len(first.q.Moves) {
			first = n
		}
	}
	if !seen {
		c.r.Notes = append(c.r.Notes, "the engine prints no FEN: whether it makes each move cannot be seen")
	}
	if first == nil {
		return false, nil
	}
	what := fmt.Sprintf("the engine has another position after %s", first.move())
	if clockless(first.by.FEN) == clockless(first.parent.by.FEN) {
		what = fmt.Sprintf("the engine ignores the legal move %s", first.move())
	}
	c.r.check(byMoves, Wrong, fmt.Sprintf("in %d of %d positions the engine has another position than the moves lead to", count, len(c.nodes)))
	c.r.Mistakes = append(c.r.Mistakes, Mistake{Check: byMoves, What: what, Start: first.q.FEN, Moves: first.q.Moves, FEN: first.fen, Why: "it prints " + first.by.FEN, Count: count})
	return true, nil
}

// swapped are lines that end with the same three moves as others, and have the
// first and the third the other way round. Where the position is the same, so
// must be the key.
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
		if c.rule { // else the engine's FEN tells
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

// judgeRoutes looks for a position with two keys, and a key of two positions.
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
	known := c.bad > 0 // a wrong update makes two keys of one position, too
	if one == nil && (two == nil || known) {
		text := fmt.Sprintf("%d positions have the same key by other moves; no two positions have one key", transposed)
		if two != nil {
			text = "the wrong keys above give some positions two keys"
		}
		c.r.check(routes, OK, text)
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
		parts = append(parts, fmt.Sprintf("%d pairs of positions have one key", countOne))
		c.r.Mistakes = append(c.r.Mistakes, Mistake{
			Check: routes, What: "two positions have one key: " + differ(one[0].fen, one[1].fen), FEN: one[0].fen,
			Why: "the key of " + one[1].fen + " is the same", Key: one[0].by.Key, Want: one[0].by.Key, Count: countOne,
		})
	}
	c.r.check(routes, Wrong, strings.Join(parts, "; "))
	return nil
}

// lineWords is a line as people write it.
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

// identity is what a key must tell apart, and the halfmove clock where keys
// depend on it.
func identity(fen string, clock bool) string {
	core := clockless(fen)
	if p, err := recover.Parse(fen); err == nil && clock {
		core = fmt.Sprint(core, " ", p.Clock)
	}
	return core
}

// coreOf is the least that two positions must differ in to have two keys: the
// board, the side and the castling rights. Promoted pieces that have the numbers
// of others by design are those.
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

// differ says in which fields two FENs differ.
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

// notXOR tells whether keys are made in another way.
func (c *run) notXOR() bool { return len(c.fromFEN.Contradictions) > c.fromFEN.Samples/5 }

// judgeNumbers judges the numbers that were recovered.
func (c *run) judgeNumbers() error {
	s := c.fromFEN
	if c.notXOR() {
		c.r.check(xor, Skipped, fmt.Sprintf("%d of %d keys contradict the others: the key is not the XOR of one number for each feature", len(s.Contradictions), s.Samples))
		c.r.check(numbers, Skipped, "not recovered")
		return nil
	}
	if n := len(s.Contradictions); n > 0 && !strings.HasSuffix(s.Suspect, recover.NoLegal) {
		text := fmt.Sprintf("%d of %d keys from FENs contradict the others", n, s.Samples)
		c.r.check(xor, Wrong, text)
		c.r.Mistakes = append(c.r.Mistakes, c.contradiction(s))
	} else {
		c.r.check(xor, OK, fmt.Sprintf("each key is the XOR of its features' numbers: %d numbers, no contradiction in %d keys", len(s.Numbers)-1, s.Samples))
	}
	width := zobrist.Key(0)
	for _, n := range c.nodes {
		width |= n.by.Key
	}
	keys := c.judgedKeys()
	report := keycheck.Analyse(keys)
	var problems []string
	if w := bits.Len64(uint64(width)); w <= 56 {
		problems = append(problems, fmt.Sprintf("keys have only %d bits: of a million positions, about %.0f pairs have one key", w, 1e12/2/float64(uint64(1)<<w)))
		report.Ranks, report.Ones = [5]keycheck.Rank{}, [64]int{}
		short := &keycheck.Report{Keys: report.Keys, Zero: report.Zero, Shared: report.Shared}
		report = short
	}
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
		text := fmt.Sprintf("%d numbers judged: none is zero, shared or the sum of others; bits even", len(keys))
		if c.polyglot() {
			text += "; they are Polyglot's"
		}
		c.r.check(numbers, OK, text)
		return nil
	}
	c.r.check(numbers, Wrong, fmt.Sprintf("%d numbers judged: %s", len(keys), plural(len(problems), "problem")))
	for _, text := range problems {
		c.r.Mistakes = append(c.r.Mistakes, Mistake{Check: numbers, What: text, Count: 1})
	}
	return nil
}

// contradiction shows a key that contradicts the others.
func (c *run) contradiction(s *recover.Scheme) Mistake {
	m := Mistake{Check: xor, Count: len(s.Contradictions), What: "the key from a FEN is not the XOR of its features' numbers"}
	if s.Suspect != "" {
		m.What += fmt.Sprintf(" where it has %q", s.Suspect)
		m.Features = []string{s.Suspect}
	}
	sample := s.Contradiction()
	m.Key, m.FEN = sample.Key, sample.Position.Text
	if want, ok := s.Predict(sample.Position); ok {
		m.Want, m.HasKeys, m.Of, m.OfWant = want, true, "from the FEN", "by the numbers of all other keys"
	}
	return m
}

// polyglot tells whether keys are those of Polyglot's books.
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

// schemeWords says what keys are made of.
func (c *run) schemeWords() {
	add := func(name, value string) {
		if value != "" {
			c.r.Scheme = append(c.r.Scheme, Part{name, value})
		}
	}
	s := c.fromFEN
	if c.notXOR() {
		add("keys", "not the XOR of a number for each feature")
		return
	}
	words := map[string]string{
		recover.FourNumbers: "4 numbers", recover.SetNumbers: "16 numbers, one for each set of rights", recover.Missing: "missing",
		recover.Cancelling: "two of a kind cancel", recover.ByCount: "a number for each count", recover.Counted: "counted",
	}
	apart := func(a, b string) string {
		if b != "" && a != b {
			return a + " from a FEN, " + b + " by moves"
		}
		return a
	}
	add("castling", apart(words[s.Castling], words[c.byMove.Castling]))
	ep := ruleWords(s.Rule)
	if by := c.byMove.Rule; by != s.Rule && by != "" && by != recover.RuleOther {
		ep = "from a FEN " + ep + "; by moves " + ruleWords(by)
	}
	if s.EnPassant != "" {
		ep = "by " + strings.TrimPrefix(s.EnPassant, "by ") + ", " + ep
	}
	if s.Rule != "" {
		add("en passant", ep)
	}
	add("hands", words[s.Hands])
	add("check counters", words[s.Checks])
	var promoted []string
	for letter, as := range s.Promoted {
		promoted = append(promoted, letter+" as "+as)
	}
	slices.Sort(promoted)
	if s.PromotedOwn {
		own := "numbers of their own"
		if len(promoted) > 0 {
			own = "others with " + own
		}
		promoted = append(promoted, own)
	}
	add("promoted", strings.Join(promoted, ", "))
	clock := "not in the key"
	if c.clock > 0 {
		clock = fmt.Sprintf("from %d on", c.clock)
	}
	add("halfmove clock", clock)
}
