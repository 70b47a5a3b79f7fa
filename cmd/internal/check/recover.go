package check

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/uci"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/recover"
)

// schemes recovers what keys from FENs are made of, and then keys by moves.
func (c *run) schemes() error {
	c.progress("%d positions; solving for the numbers", len(c.nodes))
	var from, by []recover.Sample
	add := func(to []recover.Sample, fen string, key zobrist.Key) []recover.Sample {
		p, err := recover.Parse(fen)
		if err != nil || c.clock > 0 && p.Clock >= c.clock {
			return to
		}
		return append(to, recover.Sample{Position: p, Key: key})
	}
	for _, p := range c.probes {
		from = add(from, p.fen, p.key)
	}
	for _, n := range c.nodes {
		from = add(from, n.fen, n.from)
	}
	c.fromFEN = recover.Find(from, c.opt.Seed)
	// If the engine loads FENs wrongly, lines that begin with a FEN are of no use.
	all := c.bad == 0 || lacks(c.fromFEN) == 0 && len(c.fromFEN.Outside) == 0
	for _, n := range c.nodes {
		if all || n.q.FEN == "" {
			by = add(by, n.fen, n.by.Key)
		}
	}
	if c.rule {
		lines := epLines()
		queries := make([]uci.Query, len(lines))
		for i, l := range lines {
			queries[i] = uci.Query{FEN: l.before, Moves: []string{l.move}}
		}
		answers, err := c.ask(queries)
		if err != nil {
			return err
		}
		var nodes []*node
		for i, l := range lines {
			root := &node{q: uci.Query{FEN: l.before}, fen: l.before, from: c.keyOf[l.before], by: uci.Answer{Key: c.keyOf[l.before]}}
			n := root.child(l.move, l.after)
			n.by, n.from = answers[i], c.keyOf[l.after]
			nodes = append(nodes, n)
		}
		if all {
			for _, n := range nodes {
				by = add(by, n.fen, n.by.Key)
			}
		}
		for _, n := range nodes {
			if n.by.Key != n.from {
				c.bad++
				c.onsets = append(c.onsets, n)
			}
		}
	}
	c.byMove = recover.Find(by, c.opt.Seed)
	c.merge()
	return nil
}

// lacks counts the parts, and the pieces on a square, that are missing from all keys.
func lacks(s *recover.Scheme) int {
	n := 0
	if s.Castling == recover.Missing {
		n++
	}
	if s.Rule == recover.RuleNever {
		n++
	}
	for _, k := range s.Numbers {
		if k.Key == 0 && k.Free == 0 {
			n++
		}
	}
	return n
}

// merge sets the numbers and the model for naming features. They are from keys from
// FENs. For features that those keys lack, they are from keys by moves.
func (c *run) merge() {
	from, by := c.fromFEN, c.byMove
	c.model = from.Model
	c.onlyMoves = make(map[string]bool)
	if from.Castling == recover.Missing {
		c.model.CastlingSets = by.Model.CastlingSets
	}
	if from.Rule == recover.RuleNever {
		c.model.EPRule, c.model.EPSquares = by.Model.EPRule, by.Model.EPSquares
	}
	if c.notXOR() {
		return
	}
	c.named = from.Named()
	if 10*len(by.Outside) > by.Samples {
		return
	}
	at := make(map[string]int)
	c.zero = make(map[string]bool)
	for _, n := range from.Numbers {
		c.zero[n.Name] = n.Key == 0 && n.Free == 0
	}
	for i, k := range c.named {
		at[k.Name] = i
	}
	for _, n := range by.Numbers {
		if n.Key == 0 || n.Free != 0 {
			continue
		}
		i, known := at[n.Name]
		switch kind := kindsOf([]string{n.Name})[0]; {
		case known && c.zero[n.Name]:
			c.named[i].Key = n.Key
		case !known && (kind == "castling" && from.Castling == recover.Missing || kind == "en passant" && from.Rule == recover.RuleNever):
			c.named = append(c.named, keycheck.Named{Name: n.Name, Key: n.Key})
		default:
			continue
		}
		c.onlyMoves[n.Name] = true
	}
}
