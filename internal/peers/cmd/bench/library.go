package main

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

// A program does jobs in a separate process, so that programs in any language can be
// measured in alternation. It reads a job and a number of passes from each line of its
// standard input, such as "hash 10". It answers with a line: a checksum of one pass, in 16
// hexadecimal digits, and the CPU time of all passes in nanoseconds.
type program struct {
	cmd    *exec.Cmd
	ask    io.WriteCloser
	answer *bufio.Reader
}

func start(name string, args ...string) *program {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	p := &program{cmd, must(cmd.StdinPipe()), bufio.NewReader(must(cmd.StdoutPipe()))}
	check(cmd.Start())
	return p
}

// do runs a job of the program that many times.
func (p *program) do(job string, passes int) (checksum key, took time.Duration) {
	fmt.Fprintln(p.ask, job, passes)
	line, _ := p.answer.ReadString('\n')
	if _, err := fmt.Sscanf(line, "%x %d", &checksum, &took); err != nil || took <= 0 {
		check(fmt.Errorf("%s: answer %q to %q, want a checksum and nanoseconds", p.cmd.Path, line, job))
	}
	return checksum, took
}

// stop ends the program and waits for it.
func (p *program) stop() {
	p.ask.Close()
	check(p.cmd.Wait())
}
