package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/uci"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// Options are the options of a check.
type Options struct {
	UCI       uci.Options
	Starts    []string // FENs that lines begin with; nil for the default, which makes rare moves likely
	Positions int      // in lines of moves; 0 for about four seconds' worth, at most 9000
	Seed      uint64
	Progress  func(text string) // called now and then
}

const (
	mostPositions = 9000 // if Options has no number
	lineTime      = 4 * time.Second
)

// A run is one check of an engine.
type run struct {
	ctx  context.Context
	opt  Options
	s    *uci.Session
	src  source
	r    *Report
	rule bool // the game is chess, and its rules are known

	nodes  []*node
	onsets []*node // whose key by moves differs from the key from the FEN, and whose parent's does not
	bad    int     // how many positions have a key by moves that differs from the key from the FEN
	probes []sample
	pairs  []probe
	keyOf  map[string]zobrist.Key // of probes
	clock  int                    // the lowest halfmove clock that changes keys; 0 if none does

	rate int // keys a second, roughly

	fromFEN, byMove *recover.Scheme
	model           recover.Model    // for naming features
	named           []keycheck.Named // likewise
	onlyMoves       map[string]bool  // features that are in keys by moves, but not in keys from FENs
	zero            map[string]bool  // features whose number in keys from FENs is zero
	clockKeys       []zobrist.Key    // by halfmove clock: its number in keys from FENs
	reported        map[string]bool  // features that have been reported
}

// A sample is a FEN with its key.
type sample struct {
	fen string
	key zobrist.Key
}

// UCI checks an engine. It returns an error if the check is not possible.
func UCI(ctx context.Context, opt Options) (*Report, error) {
	begin := time.Now()
	s, err := uci.Start(ctx, opt.UCI)
	if err != nil {
		return nil, err
	}
	c := &run{ctx: ctx, opt: opt, s: s, keyOf: make(map[string]zobrist.Key), reported: make(map[string]bool), r: &Report{Engine: s.Name, Seed: opt.Seed, Mistakes: []Mistake{}}}
	if !s.Perft { // do not try perft in other processes
		c.opt.UCI.NoPerft = "the engine does not list moves"
	}
	defer func() { c.s.Close() }() // c.s may have changed by then
	if err := c.begin(); err != nil {
		return nil, err
	}
	for _, step := range []func() error{c.lines, c.askAgain, c.clocks, c.probe, c.schemes, c.judgeMoves, c.judgeRoutes, c.undo, c.null, c.judgeFields, c.judgeNumbers, c.second} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	c.r.Positions = len(c.nodes)
	for _, n := range c.fromFEN.Numbers {
		if n.Name != recover.Constant {
			c.r.Numbers = append(c.r.Numbers, Number{n.Name, n.Key, n.Free != 0})
		}
	}
	c.r.Seconds = time.Since(begin).Seconds()
	return c.r, nil
}

func (c *run) progress(format string, args ...any) {
	if c.opt.Progress != nil {
		c.opt.Progress(fmt.Sprintf(format, args...))
	}
}

// IsChess reports whether options, NAME=VALUE, choose chess: no variant is set.
func IsChess(set []string) bool {
	for _, set := range set {
		name, value, _ := strings.Cut(set, "=")
		if strings.EqualFold(name, "UCI_Variant") && !strings.EqualFold(value, "chess") {
			return false
		}
	}
	return true
}

// begin chooses the source of moves: the rules of chess, or the engine.
func (c *run) begin() error {
	known, king := IsChess(c.opt.UCI.Set), false
	for _, set := range c.opt.UCI.Set {
		name, value, _ := strings.Cut(set, "=")
		switch strings.ToLower(name) {
		case "uci_variant":
			c.r.Variant = value
		case "uci_chess960":
			king = strings.EqualFold(value, "true")
		}
	}
	starts := c.opt.Starts
	for _, fen := range starts {
		if _, err := zobrist.ParseFEN(fen); err != nil {
			known = false
		}
	}
	if !known && !c.s.Perft {
		return fmt.Errorf("%s does not list moves for \"go perft 1\", so only chess can be checked", c.s.Name)
	}
	if !known {
		if len(starts) == 0 {
			starts = []string{""}
		}
		c.src = &perft{s: c.s, starts: starts, seed: c.opt.Seed}
		return nil
	}
	c.rule = true
	if len(starts) == 0 {
		starts = chessStarts[:]
	} else {
		for i, fen := range starts {
			p, _ := zobrist.ParseFEN(fen)
			starts[i] = p.FEN()
		}
	}
	c.src = &chess{starts: starts, seed: c.opt.Seed, king: king}
	return nil
}

// ask asks for keys and counts them.
func (c *run) ask(queries []uci.Query) (answers []uci.Answer, err error) {
	piece := max(c.rate/4, 16) // a quarter of a second
	for len(queries) > 0 && err == nil {
		n := min(piece, len(queries))
		var a []uci.Answer
		a, err = c.s.Ask(queries[:n])
		answers = append(answers, a...)
		c.r.Keys += n
		if queries = queries[n:]; len(queries) > 0 {
			c.progress("%d keys", c.r.Keys)
		}
	}
	return answers, err
}

// measure finds out how fast the engine answers.
func (c *run) measure(nodes []*node) error {
	queries := make([]uci.Query, min(len(nodes), 32))
	for i := range queries {
		queries[i] = nodes[i].q
	}
	begin := time.Now()
	_, err := c.ask(queries)
	c.rate = int(float64(len(queries)) / max(time.Since(begin), time.Microsecond).Seconds())
	return err
}

// lines plays short lines and random games, and compares the key by moves with
// the key from the FEN in each position.
func (c *run) lines() error {
	begin := time.Now()
	all, err := c.src.walk()
	if err != nil {
		return err
	}
	if err := c.measure(all); err != nil {
		return err
	}
	most, deadline := c.opt.Positions, time.Time{}
	if most == 0 {
		most, deadline = mostPositions, begin.Add(lineTime)
		// With a slow engine, leave half of the positions to games.
		all = all[:min(len(all), max(100, int(lineTime.Seconds()*float64(c.rate)/4)))]
	} else {
		all = all[:min(len(all), most)]
	}
	if err := c.compare(all); err != nil {
		return err
	}
	over := func() bool { return !deadline.IsZero() && time.Now().After(deadline) }
	for game := 0; len(c.nodes) < most && (!over() || game == 0); {
		all = all[:0]
		for len(all) < min(500, max(c.rate/4, 1), most-len(c.nodes)) && (!over() || game == 0) {
			nodes, err := c.src.game(game)
			if err != nil {
				return err
			}
			if game++; len(nodes) == 0 && game > 100 && len(c.nodes) < 100 {
				return nil // no moves in any game
			}
			all = append(all, nodes...)
		}
		if err := c.compare(all); err != nil {
			return err
		}
	}
	return nil
}

// compare asks for both keys of nodes.
func (c *run) compare(nodes []*node) error {
	queries := make([]uci.Query, 0, 2*len(nodes))
	for _, n := range nodes {
		queries = append(queries, n.q, uci.Query{FEN: n.fen})
	}
	answers, err := c.ask(queries)
	if err != nil {
		return err
	}
	for i, n := range nodes {
		n.by, n.from = answers[2*i], answers[2*i+1].Key
	}
	c.nodes = append(c.nodes, nodes...)
	c.count(nodes)
	return nil
}

// count counts the nodes with a wrong key by moves.
func (c *run) count(nodes []*node) {
	for _, n := range nodes {
		if n.by.Key != n.from {
			c.bad++
			if n.parent == nil || n.parent.by.Key == n.parent.from {
				c.onsets = append(c.onsets, n)
			}
		}
	}
}

// askAgain asks again for some keys that differ, one at a time. If an answer is not the
// same as before, it asks again for all keys that differ, and uses the new answers.
func (c *run) askAgain() error {
	const some = 20
	for i := 0; i < len(c.onsets); i += max(len(c.onsets)/some, 1) {
		changed, err := c.alone(c.onsets[i])
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		asked := 2 // keys
		for _, n := range c.nodes {
			if n.by.Key != n.from {
				if _, err := c.alone(n); err != nil {
					return err
				}
				asked += 2
			}
		}
		c.bad, c.onsets = 0, nil
		c.count(c.nodes)
		c.r.Notes = append(c.r.Notes, fmt.Sprintf("%d keys were asked again one at a time, because their first answers differed", asked))
		return nil
	}
	return nil
}

// alone asks for both keys of a node, one after the other, and stores them. It reports
// whether one has changed.
func (c *run) alone(n *node) (changed bool, err error) {
	c.r.Keys += 2
	answers, err := c.s.AskAlone([]uci.Query{n.q, {FEN: n.fen}})
	if err != nil {
		return false, err
	}
	changed = n.by.Key != answers[0].Key || n.from != answers[1].Key
	n.by, n.from = answers[0], answers[1].Key
	return changed, nil
}

// confirm asks again for two keys, one after the other, and reports whether they are
// the same as before. Some engines lose commands when many come at once.
func (c *run) confirm(a, b uci.Query, keyA, keyB zobrist.Key) (bool, error) {
	c.r.Keys += 2
	answers, err := c.s.AskAlone([]uci.Query{a, b})
	if err != nil {
		return false, err
	}
	if answers[0].Key == keyA && answers[1].Key == keyB {
		return true, nil
	}
	const note = "some answers differ when many commands are sent at once: these answers were left out"
	if !slices.Contains(c.r.Notes, note) {
		c.r.Notes = append(c.r.Notes, note)
	}
	return false, nil
}

// clocks finds the lowest halfmove clock that changes the key.
func (c *run) clocks() error {
	change := 100
	bases := 3
	if c.opt.Positions == 0 && c.rate < 1000 {
		bases = 1
	}
	for _, fen := range c.someFENs(bases) {
		fens := clockFENs(fen)
		answers, err := c.ask(queriesOf(fens))
		if err != nil {
			return err
		}
		for i, a := range answers {
			if c.clockKeys = append(c.clockKeys, 0); a.Key != answers[0].Key {
				c.clockKeys[i] = a.Key ^ answers[0].Key
				change = min(change, i)
			}
		}
	}
	if change < 100 {
		c.clock = change
	}
	return nil
}

// someFENs returns n FENs with clocks, of positions from different parts of the lines.
func (c *run) someFENs(n int) (fens []string) {
	seen := make(map[string]bool)
	for i := range n {
		fen := c.nodes[i*(len(c.nodes)-1)/max(n-1, 1)].fen
		if f := strings.Fields(fen); len(f) >= 2 && len(clockless(fen)) < len(fen) && !seen[fen] {
			seen[fen] = true
			fens = append(fens, fen)
		}
	}
	return fens
}

func queriesOf(fens []string) []uci.Query {
	queries := make([]uci.Query, len(fens))
	for i, fen := range fens {
		queries[i].FEN = fen
	}
	return queries
}

// second starts the engine again and compares its keys.
func (c *run) second() error {
	s, err := uci.Start(c.ctx, c.opt.UCI)
	if err != nil {
		return err
	}
	defer s.Close()
	queries := []uci.Query{}
	for _, n := range c.nodes[:min(len(c.nodes), 5)] {
		queries = append(queries, n.q)
	}
	answers, err := s.Ask(queries)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if a.Key != c.nodes[i].by.Key {
			c.r.check(processes, OK, "a second process has different keys: do not store keys")
			return nil
		}
	}
	c.r.check(processes, OK, "a second process has the same keys")
	return nil
}
