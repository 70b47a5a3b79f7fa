package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// A program does jobs of another library, in any language. It is a timing.Program that
// does the same jobs over the same positions and moves.
//
// Its argument is a file with a line for each position: a FEN, a tab, and the legal moves
// in UCI notation, separated by spaces. Castling is the king's move, such as e1g1. The
// job "hash" computes the full key of every position. The job "after" computes the key
// after every move without making it. The checksum is the XOR of the keys, which must be
// Polyglot's.
type program struct {
	*timing.Program
	err error // the first error
}

func (p *program) side(job string, ops int) side {
	do := func(passes int) (zobrist.Key, time.Duration) {
		xor, took, err := p.Do(job, passes)
		if err != nil {
			p.err, took = err, time.Hour
		}
		return zobrist.Key(xor), max(took, 1)
	}
	return side{
		ops:       ops,
		run:       func() zobrist.Key { xor, _ := do(1); return xor },
		elsewhere: func(passes int) time.Duration { _, took := do(passes); return took },
	}
}

// write writes the program's file.
func (c *corpus) write(name string) error {
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

// measureLibrary compares Chess with a program of chess-library.
func measureLibrary(b *bench, part string) error {
	name := b.library[part]
	if name == "" {
		b.note("The rows of %s are missing, because there is no program of chess-library: see -%s.", part, part)
		return nil
	}
	c, err := newCorpus(400, b.size(1<<13), b.size(3000))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "positions")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "positions")
	if err := c.write(file); err != nil {
		return err
	}
	started, err := timing.Start(name, file)
	if err != nil {
		return err
	}
	p := &program{Program: started}
	defer p.Stop()
	after, legal := p.side("after", len(c.moves)), polyglot.WithEnPassant(zobrist.EnPassantLegal)
	for _, row := range []struct {
		id         string
		ours, peer side
	}{
		{part + "/after", c.after(polyglot), after},
		{part + "/after-legal", c.after(legal), after},
		{part + "/hash", side{ops: len(c.fens), run: func() zobrist.Key { return chessHash([]*zobrist.Chess{polyglot}, c.positions) }}, p.side("hash", len(c.fens))},
	} {
		if err := b.contest(row.id, row.ours, row.peer); p.err != nil || err != nil {
			return firstError(p.err, err)
		}
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
