package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/zobrist-go/zobrist"
)

// measureLibrary compares Chess with another library, in any language. Its program has a
// file as its argument, with a line for each position: a FEN, a tab, and the legal moves
// in UCI notation, separated by spaces. Castling is the king's move, such as e1g1. The
// job "hash" computes the full key of every position. The job "after" computes the key
// after every move without making it. The checksum is the XOR of the keys, which must be
// Polyglot's.
func measureLibrary(b *bench, part string) {
	if b.library[part] == "" {
		b.LeftOut = append(b.LeftOut, fmt.Sprintf("no program of chess-library: -%s", part))
		return
	}
	c := newCorpus(400, b.size(1<<13), b.size(3000))
	dir := must(os.MkdirTemp("", "positions"))
	defer os.RemoveAll(dir)
	var lines bytes.Buffer
	moves := c.moves
	for i, fen := range c.fens {
		lines.WriteString(fen)
		for separator := "\t"; len(moves) > 0 && moves[0].position == i; separator, moves = " ", moves[1:] {
			fmt.Fprint(&lines, separator, moves[0].move)
		}
		lines.WriteByte('\n')
	}
	file := filepath.Join(dir, "positions")
	check(os.WriteFile(file, lines.Bytes(), 0o644))
	p := start(b.library[part], file)
	defer p.stop()
	theirs := func(job string, ops int) side {
		return side{
			ops:       ops,
			run:       func() key { xor, _ := p.do(job, 1); return xor },
			elsewhere: func(passes int) time.Duration { _, took := p.do(job, passes); return took },
		}
	}
	after, legal := theirs("after", len(c.moves)), polyglot.WithEnPassant(zobrist.EnPassantLegal)
	b.contest(part+"/after", c.after(polyglot), after)
	b.contest(part+"/after-legal", c.after(legal), after)
	b.contest(part+"/hash", side{ops: len(c.fens), run: c.hash([]*zobrist.Chess{polyglot})}, theirs("hash", len(c.fens)))
}
