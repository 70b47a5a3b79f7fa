package main

import (
	"bufio"
	"fmt"
	"os"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/report"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// A neighbour is another library's program, in any language. It is a timing.Program that
// does the same jobs over the same positions and moves.
//
// Its argument is a file with a line for each position: a FEN, a tab, and the legal moves
// in UCI notation, separated by spaces. Castling is the king's move, such as e1g1. The
// job "hash" computes the full key of every position. The job "after" computes the key
// after every move without making it. The checksum is the XOR of the keys, which must be
// Polyglot's.
type neighbour struct {
	program *timing.Program
	err     error // the first error
}

// writePositions writes the neighbour's file.
func (c *corpus) writePositions(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	for i, fen := range c.fens {
		fmt.Fprint(w, fen)
		for k, m := range c.legal(i) {
			fmt.Fprintf(w, "%c%v", "\t "[min(k, 1)], m.move)
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}

func (n *neighbour) side(name, job string, ops int) side {
	do := func(passes int) (zobrist.Key, time.Duration) {
		if n.err != nil {
			return 0, time.Hour
		}
		xor, took, err := n.program.Do(job, passes)
		if err != nil {
			n.err, took = err, time.Hour
		}
		return zobrist.Key(xor), took
	}
	return side{
		name: name, ops: ops,
		elsewhere: func(passes int) time.Duration { _, took := do(passes); return took },
		run:       func() zobrist.Key { xor, _ := do(1); return xor },
	}
}

// beside compares Chess with another library in one run.
func beside(m *meter, name, program string, c *corpus) (report.Table, error) {
	found := report.Table{
		Title: "Compared with " + name,
		Intro: fmt.Sprintf("Polyglot keys, over %s legal moves in %s positions of random games, and over %s positions. The two sides alternate in one run, and CPU time counts.",
			report.Thousands(len(c.moves)), report.Thousands(c.withMoves), report.Thousands(len(c.positions))),
		Head: []string{"job", "ns", name + ", ns", "ratio", "quartiles"},
	}
	dir, err := os.MkdirTemp("", "positions")
	if err != nil {
		return found, err
	}
	defer os.RemoveAll(dir)
	file := dir + "/positions"
	if err := c.writePositions(file); err != nil {
		return found, err
	}
	n := &neighbour{}
	if n.program, err = timing.Start(program, file); err != nil {
		return found, err
	}
	defer n.program.Stop()
	theirAfter, theirHash := n.side("their key after a move", "after", len(c.moves)), n.side("their full key", "hash", len(c.fens))
	legal := polyglot.WithEnPassant(zobrist.EnPassantLegal)
	for _, contest := range []contest{
		{job: "Chess.After, en passant pseudo-legal", ours: c.after(polyglot), peer: theirAfter},
		{job: "Chess.After, en passant legal", ours: c.after(legal), peer: theirAfter},
		{job: "Chess.Hash", ours: c.hash(), peer: theirHash},
	} {
		r, err := m.contest(contest)
		if n.err != nil {
			return found, n.err
		}
		if err != nil {
			return found, err
		}
		found.Add(contest.job, report.Number(r.oursT.Median), report.Number(r.hisT.Median), report.Number(r.ratio.Median), report.Quartiles(r.ratio))
	}
	return found, nil
}
