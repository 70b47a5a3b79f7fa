package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// A program computes keys with another library, in any language. BENCHMARKS.md says what it
// reads and prints.
type program struct {
	name    string
	ask     io.WriteCloser
	answers *bufio.Reader
	wait    func() error
}

// startProgram writes the corpus into a file and starts the program with its name.
func startProgram(name string, c *corpus) *program {
	var lines bytes.Buffer
	moves := c.moves
	for i, fen := range c.fens {
		lines.WriteString(fen)
		separator := "\t"
		for len(moves) > 0 && moves[0].position == i {
			fmt.Fprint(&lines, separator, moves[0].move)
			separator = " "
			moves = moves[1:]
		}
		lines.WriteByte('\n')
	}
	dir := must(os.MkdirTemp("", "positions"))
	file := filepath.Join(dir, "positions")
	check(os.WriteFile(file, lines.Bytes(), 0o644))
	cmd := exec.Command(name, file)
	cmd.Stderr = os.Stderr
	p := &program{name: name, ask: must(cmd.StdinPipe()),
		answers: bufio.NewReader(must(cmd.StdoutPipe()))}
	p.wait = func() error { return errors.Join(p.ask.Close(), cmd.Wait(), os.RemoveAll(dir)) }
	check(cmd.Start())
	return p
}

// side is a job of the program, which has ops keys.
func (p *program) side(job string, ops int) side {
	do := func(passes int) (xor key, took time.Duration) {
		fmt.Fprintln(p.ask, job, passes)
		line, err := p.answers.ReadString('\n')
		if _, scanErr := fmt.Sscanf(line, "%x %d", &xor, &took); scanErr != nil || took <= 0 {
			check(fmt.Errorf("%s: answer %q to %q, want a checksum and nanoseconds (%v)",
				p.name, line, job, err))
		}
		return xor, took
	}
	return side{
		ops:       ops,
		run:       func() key { xor, _ := do(1); return xor },
		elsewhere: func(passes int) time.Duration { _, took := do(passes); return took },
	}
}

// pinFEN has pins along a rank: the rules of en passant differ after c7c5, e2e4 and g2g4.
const pinFEN = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"

// ruleCorpus has positions of whole games, and positions in which the rules differ after
// some move.
func ruleCorpus(games, pins int) *corpus {
	pinned := slices.DeleteFunc(sample(pinFEN, 6, 5*pins), func(p chess.Position) bool {
		return rulesDiffer(newCorpus([]chess.Position{p}, 1)) == 0
	})
	positions := shuffled(slices.Concat(sample(chess.StartFEN, 400, games),
		pinned[:min(pins, len(pinned))]))
	return newCorpus(positions, len(positions))
}

// rulesDiffer returns after how many of the moves the key depends on whether an en passant
// capture is legal.
func rulesDiffer(c *corpus) (n int) {
	for _, m := range c.moves {
		p := c.positions[m.position]
		p.Play(m.move)
		if p.Hash(polyglot) != p.Hash(legal) {
			n++
		}
	}
	return n
}

var legal = polyglot.WithEnPassant(zobrist.EnPassantLegal)

// measureLibrary compares positions with chess-library, built with -O3 and with
// -march=native too. The programs have the same source.
func measureLibrary(b *bench) {
	games := ruleCorpus(b.size(2000), b.size(750))
	if n := rulesDiffer(games); !b.small && n < 1000 {
		check(fmt.Errorf("the rules of en passant differ after %d moves, want 1000", n))
	}
	for i, flags := range []string{"-O3", "-march=native"} {
		if b.programs[i] == "" {
			continue
		}
		peer := "chess-library, " + flags
		p := startProgram(b.programs[i], games)
		b.contest(row{job: "`Position.After`, en passant pseudo-legal", peer: peer},
			games.after(polyglot), p.side("after-pseudo-legal", len(games.moves)))
		b.contest(row{job: "`Position.After`, en passant legal", peer: peer}, games.after(legal),
			p.side("after-legal", len(games.moves)))
		check(p.wait())
		for _, games := range []struct { // the longer the games, the fewer pieces are left
			plies int
			name  string
		}{{400, "13 pieces"}, {150, "22 pieces"}} {
			name := games.name
			c := newCorpus(sample(chess.StartFEN, games.plies, b.size(1<<13)), 0)
			boards := c.bitboards(legal)
			n := len(c.fens)
			p := startProgram(b.programs[i], c)
			b.contest(row{job: "`Position.Hash`, " + name, peer: peer},
				side{ops: n, run: c.hash(legal)}, p.side("hash", n))
			if i == 0 {
				b.contest(row{job: "loop over occupied squares, " + name, peer: peer},
					side{ops: n, run: func() key {
						return hashOccupied(legal, boards)
					}}, p.side("hash", n))
				b.contest(row{job: "`Table.ToggleBits` of 12 bitboards, " + name, peer: peer},
					side{ops: n, run: func() key {
						return hashBitboards(legal, boards)
					}}, p.side("hash", n))
			}
			check(p.wait())
		}
	}
}

// A bitboardPosition is what a program with bitboards keeps, and often a mailbox besides.
// Its en passant square is 0 unless the rule counts it.
type bitboardPosition struct {
	pieces      [13]uint64
	board       [64]zobrist.ChessPiece
	castling    zobrist.CastlingRights
	enPassant   zobrist.Square
	blackToMove bool
}

func (c *corpus) bitboards(keys *zobrist.Chess) []bitboardPosition {
	boards := make([]bitboardPosition, len(c.positions))
	for i, p := range c.positions {
		b := &boards[i]
		b.board, b.castling, b.blackToMove = p.Board, p.Castling, p.BlackToMove
		if p.EnPassantKey(keys) != 0 {
			b.enPassant = p.EnPassant
		}
		for s, piece := range p.Board {
			b.pieces[piece] |= 1 << s
		}
	}
	return boards
}

// rest returns what is in the key besides the pieces.
func (b *bitboardPosition) rest(keys *zobrist.Chess) key {
	h := keys.Castling(b.castling) ^ keys.EnPassant(b.enPassant)
	if !b.blackToMove {
		h ^= keys.Side()
	}
	return h
}

// hashBitboards hashes positions piece by piece.
func hashBitboards(keys *zobrist.Chess, boards []bitboardPosition) (sum key) {
	table := keys.Table()
	for i := range boards {
		b := &boards[i]
		h := b.rest(keys)
		for piece := zobrist.WhitePawn; piece <= zobrist.BlackKing; piece++ {
			h = table.ToggleBits(h, 0, b.pieces[piece], piece)
		}
		sum ^= h
	}
	return sum
}

// hashOccupied hashes positions square by square, as chess-library does.
func hashOccupied(keys *zobrist.Chess, boards []bitboardPosition) (sum key) {
	for i := range boards {
		b := &boards[i]
		h := b.rest(keys)
		for set := ^b.pieces[zobrist.NoPiece]; set != 0; set &= set - 1 {
			s := zobrist.Square(bits.TrailingZeros64(set))
			h ^= keys.Piece(s, b.board[s&63])
		}
		sum ^= h
	}
	return sum
}
