package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/process"
	"github.com/zobrist-go/zobrist/cmd/internal/uci"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/verdict"
)

// undo checks that counting moves and searching leave the key unchanged.
func (c *run) undo() error {
	c.progress("%d positions; perft and search", len(c.nodes))
	var roots []uci.Query
	seen := make(map[string]bool)
	for _, n := range c.nodes {
		if n.parent == nil && !seen[n.q.FEN] {
			seen[n.q.FEN] = true
			roots = append(roots, n.q)
		}
	}
	for i := range 3 { // and some from the middle of games
		roots = append(roots, c.nodes[(i+1)*(len(c.nodes)-1)/4].q)
	}
	if c.rule && len(c.opt.Starts) == 0 {
		for _, l := range epLines()[:4] {
			roots = append(roots, uci.Query{FEN: l.after})
		}
	}
	before, err := c.ask(roots)
	if err != nil {
		return err
	}
	what := "a short search leaves"
	if c.s.Perft {
		what = "perft and a short search leave"
	}
	wrong := 0
	for i, q := range roots {
		m, err := c.undone(q, before[i].Key)
		var slow *process.Error
		if errors.As(err, &slow) && slow.Kind == process.TimedOut {
			c.r.check(undo, Skipped, fmt.Sprintf("no answer in %v after %s", slow.Limit, slow.Command))
			c.s.Close()
			opt := c.opt.UCI
			opt.NoPerft = "it takes too long"
			again, err := uci.Start(c.ctx, opt)
			if err == nil {
				c.s = again
			}
			return err
		}
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		if wrong++; wrong == 1 {
			c.r.Mistakes = append(c.r.Mistakes, *m)
		} else if last := &c.r.Mistakes[len(c.r.Mistakes)-1]; len(m.Then) < len(last.Then) {
			*last = *m
		}
		c.r.Mistakes[len(c.r.Mistakes)-1].Count = wrong
	}
	if wrong > 0 {
		if err := c.simplest(&c.r.Mistakes[len(c.r.Mistakes)-1]); err != nil {
			return err
		}
		c.r.check(undo, Wrong, fmt.Sprintf("%s a different key in %d of %d positions", what, wrong, len(roots)))
		return nil
	}
	c.r.check(undo, OK, fmt.Sprintf("%s the key unchanged in %d positions", what, len(roots)))
	return nil
}

// simplest looks for a position with the same mistake in only one or two features, where
// the engine unmakes few moves wrongly.
func (c *run) simplest(m *Mistake) error {
	if !strings.HasPrefix(m.Then, "go perft") {
		return nil
	}
	var queries []uci.Query
	if c.rule {
		for _, l := range epLines() {
			queries = append(queries, uci.Query{FEN: l.after})
		}
	}
	for i := 0; i < len(c.nodes); i += max(len(c.nodes)/200, 1) {
		queries = append(queries, uci.Query{FEN: c.nodes[i].fen})
	}
	before, err := c.ask(queries)
	if err != nil {
		return err
	}
	features := len(m.Features)
	if features == 0 {
		features = 5
	}
	for i, q := range queries {
		c.r.Keys++
		a, err := c.s.RunPerft(q, 1)
		if err != nil {
			return err
		}
		if a.Key == before[i].Key {
			continue
		}
		v := c.verdict(a.Key, before[i].Key)
		if n := len(v.Differ); n > 0 && (n < features || n == features && len(m.Moves) > 0) {
			features = n
			m.Start, m.Moves, m.Then = q.FEN, nil, "go perft 1"
			m.Key, m.Want, m.Why, m.Features = a.Key, before[i].Key, v.Clause(), v.Differ
		}
		if features == 1 {
			break
		}
	}
	return nil
}

// undone makes the engine make and unmake moves, and compares the key afterwards.
func (c *run) undone(q uci.Query, key zobrist.Key) (*Mistake, error) {
	mistake := func(a uci.Answer, then, what string) *Mistake {
		v := c.verdict(a.Key, key)
		return &Mistake{Check: undo, What: what, Start: q.FEN, Moves: q.Moves, Then: then,
			Key: a.Key, Want: key, HasKeys: true, Of: "afterwards", OfWant: "before", Why: v.Clause(), Features: v.Differ}
	}
	if c.s.Perft {
		for depth := 1; depth <= 2; depth++ {
			c.r.Keys++
			a, err := c.s.RunPerft(q, depth)
			if err != nil {
				return nil, err
			}
			if a.Key != key {
				return mistake(a, fmt.Sprint("go perft ", depth), "making and unmaking a move changes the key"), nil
			}
		}
	}
	c.r.Keys++
	a, err := c.s.Search(q)
	if err != nil || a.Key == key {
		return nil, err
	}
	return mistake(a, "a short search", "a search changes the key"), nil
}

// verdict names the features that a key lacks or wrongly has.
func (c *run) verdict(has, want zobrist.Key) *verdict.Verdict {
	return verdict.Judge(verdict.Case{Has: has, Want: want, Keys: c.named})
}

// null checks whether the engine makes null moves, and their keys.
func (c *run) null() error {
	var before, after []uci.Query
	var want []string
	add := func(q uci.Query, fen string) {
		p, err := zobrist.ParseFEN(fen)
		if err != nil || movegen.InCheck(&p) || p.Board[0] != zobrist.NoPiece || c.clock > 0 && p.HalfmoveClock+1 >= c.clock {
			return // some engines read 0000 as a1a1
		}
		null := q
		null.Moves = append(slices.Clone(q.Moves), "0000")
		before, after = append(before, q), append(after, null)
		p.BlackToMove, p.EnPassant = !p.BlackToMove, 0
		want = append(want, p.FEN())
	}
	if c.rule {
		for _, l := range epLines() {
			add(uci.Query{FEN: l.before, Moves: []string{l.move}}, l.after)
		}
		for i := 0; i < len(c.nodes) && len(want) < 150; i += max(len(c.nodes)/100, 1) {
			add(uci.Query{FEN: c.nodes[i].fen}, c.nodes[i].fen)
		}
	}
	if len(want) == 0 {
		why := "no position allows a null move"
		if !c.rule {
			why = "the rules of this game are not known"
		}
		c.r.check(nullMove, Skipped, why)
		return nil
	}
	// An engine may crash on an invalid move: ask another process.
	s, err := uci.Start(c.ctx, c.opt.UCI)
	if err != nil {
		return err
	}
	defer s.Close()
	answers, err := s.Ask(append(append(before, after...), queriesOf(want)...))
	if err != nil {
		var e *process.Error
		if errors.As(err, &e) && e.Kind != process.Canceled {
			c.r.check(nullMove, Skipped, "the engine does not survive position ... moves 0000")
			return nil
		}
		return err
	}
	n := len(want)
	made, wrong := 0, 0
	var m Mistake
	for i := range n {
		was, is, due := answers[i], answers[n+i], answers[2*n+i]
		if is.Key == was.Key && is.FEN == was.FEN || is.FEN == "" {
			continue
		}
		have, expect := strings.Fields(is.FEN), strings.Fields(want[i])
		if len(have) < 2 || have[0] != expect[0] || have[1] != expect[1] {
			continue // it read 0000 as a move
		}
		if made++; is.Key == due.Key {
			continue
		}
		v := c.verdict(is.Key, due.Key)
		if len(v.Differ) > 0 && !slices.ContainsFunc(v.Differ, func(name string) bool { return !c.onlyMoves[name] }) {
			continue // the key from the FEN lacks them, as reported above
		}
		if wrong++; wrong == 1 || len(v.Differ) > 0 && len(v.Differ) < len(m.Features) {
			m = Mistake{Check: nullMove, What: "the key after a null move is wrong", Start: after[i].FEN, Moves: after[i].Moves, FEN: want[i],
				Key: is.Key, Want: due.Key, HasKeys: true, Of: "by moves", OfWant: "from the FEN", Why: v.Clause(), Features: v.Differ}
		}
	}
	switch {
	case made == 0 && answers[0].FEN == "":
		c.r.check(nullMove, Skipped, "the engine prints no FEN, so it is unknown whether it makes null moves")
	case made < n/2: // it may read 0000 as a move that sometimes looks like a null move
		c.r.check(nullMove, Skipped, "the engine makes no null move on position ... moves 0000")
	case wrong == 0:
		c.r.check(nullMove, OK, fmt.Sprintf("%d null moves lead to the key from the FEN", made))
	default:
		m.Count = wrong
		c.r.Mistakes = append(c.r.Mistakes, m)
		c.r.check(nullMove, Wrong, fmt.Sprintf("%d of %d null moves lead to a wrong key", wrong, made))
	}
	return nil
}
