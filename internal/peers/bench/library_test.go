package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
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
//
// The program reads a job and a number of passes from each line of its standard input,
// such as "hash 10". It answers with a line: the checksum of one pass, in 16 hexadecimal
// digits, and the CPU time of all passes in nanoseconds.
func measureLibrary(b *bench) {
	if b.library == "" {
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
	cmd := exec.Command(b.library, file)
	cmd.Stderr = os.Stderr
	ask, answers := must(cmd.StdinPipe()), bufio.NewReader(must(cmd.StdoutPipe()))
	check(cmd.Start())
	theirs := func(job string, ops int) side {
		do := func(passes int) (xor key, took time.Duration) {
			fmt.Fprintln(ask, job, passes)
			line, err := answers.ReadString('\n')
			if _, scanErr := fmt.Sscanf(line, "%x %d", &xor, &took); scanErr != nil || took <= 0 {
				check(fmt.Errorf("%s: answer %q to %q, want a checksum and nanoseconds (%v)", b.library, line, job, err))
			}
			return xor, took
		}
		return side{
			ops:       ops,
			run:       func() key { xor, _ := do(1); return xor },
			elsewhere: func(passes int) time.Duration { _, took := do(passes); return took },
		}
	}
	after, legal := theirs("after", len(c.moves)), polyglot.WithEnPassant(zobrist.EnPassantLegal)
	b.contest(row{job: "`Chess.After`, en passant pseudo-legal", peer: "chess-library, -O3"}, c.after(polyglot), after)
	b.contest(row{job: "`Chess.After`, en passant legal", peer: "chess-library, -O3"}, c.after(legal), after)
	b.contest(row{job: "`Chess.Hash`, warm L1", peer: "chess-library, -O3"},
		side{ops: len(c.fens), run: c.hash}, theirs("hash", len(c.fens)))
	check(ask.(io.Closer).Close())
	check(cmd.Wait())
}
