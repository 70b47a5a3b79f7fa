package chess_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

var sink zobrist.Key // what a benchmark computes, so that the compiler cannot leave it out

// A corpus has positions of random games, and their legal moves. It is in random order and large,
// because the processor would learn the branches of a small one.
type corpus struct {
	positions []chess.Position
	fens      []string
	moves     [][]chess.Move // of each position
	played    int            // moves of all positions
}

func newCorpus() *corpus {
	c := new(corpus)
	rng := rand.New(rand.NewPCG(9, 10))
	visit := func(p *chess.Position, legal []chess.Move) {
		if rng.IntN(6) == 0 {
			c.positions = append(c.positions, *p)
			c.fens = append(c.fens, p.FEN())
			c.moves = append(c.moves, legal)
			c.played += len(legal)
		}
	}
	chessGames(15, 100, 200, startPosition, visit)
	rng.Shuffle(len(c.positions), func(i, j int) {
		c.positions[i], c.positions[j] = c.positions[j], c.positions[i]
		c.fens[i], c.fens[j] = c.fens[j], c.fens[i]
		c.moves[i], c.moves[j] = c.moves[j], c.moves[i]
	})
	return c
}

// measure runs a function that makes n operations. It reports the time of one of them.
func measure(b *testing.B, name string, n int, pass func()) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			pass()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/op")
	})
}

// eachPosition measures a function of a position.
func (c *corpus) eachPosition(b *testing.B, name string, f func(i int, p *chess.Position)) {
	measure(b, name, len(c.positions), func() {
		for i := range c.positions {
			f(i, &c.positions[i])
		}
	})
}

// eachMove measures a function of a move.
func (c *corpus) eachMove(b *testing.B, name string, f func(p *chess.Position, m chess.Move)) {
	measure(b, name, c.played, func() {
		for i := range c.positions {
			for _, m := range c.moves[i] {
				f(&c.positions[i], m)
			}
		}
	})
}

// BenchmarkPosition measures what a program does with a position. A function of a move takes the
// time of copying the position with it only where Play needs a copy.
func BenchmarkPosition(b *testing.B) {
	c := newCorpus()
	z := zobrist.Polyglot()
	legal := z.WithEnPassant(zobrist.EnPassantLegal)
	var sets [][2][6]uint64
	for i := range c.positions {
		white, black := c.positions[i].Bitboards()
		sets = append(sets, [2][6]uint64{white, black})
	}

	c.eachPosition(b, "op=Hash", func(_ int, p *chess.Position) { sink ^= p.Hash(z) })
	c.eachPosition(b, "op=HashBitboards", func(i int, p *chess.Position) {
		white, black := &sets[i][0], &sets[i][1]
		sink ^= z.HashBitboards(white, black, p.BlackToMove, p.Castling, p.EnPassant)
	})
	c.eachMove(b, "op=After/rule=pseudo-legal", func(p *chess.Position, m chess.Move) {
		sink ^= p.After(z, 0, m)
	})
	c.eachMove(b, "op=After/rule=legal", func(p *chess.Position, m chess.Move) {
		sink ^= p.After(legal, 0, m)
	})
	subs := z.SubKeys()
	var keys [5]zobrist.Key
	c.eachMove(b, "op=AfterSubKeys", func(p *chess.Position, m chess.Move) {
		p.AfterSubKeys(subs, keys[:], m)
	})
	sink ^= keys[0]
	c.eachMove(b, "op=Play", func(p *chess.Position, m chess.Move) {
		next := *p
		next.Play(m)
		sink ^= zobrist.Key(next.Board[m.To])
	})
	c.eachMove(b, "op=Irreversible", func(p *chess.Position, m chess.Move) {
		if p.Irreversible(m) {
			sink++
		}
	})
	c.eachMove(b, "op=Legal", func(p *chess.Position, m chess.Move) {
		if p.Legal(m) {
			sink++
		}
	})
	c.eachPosition(b, "op=Moves", func(_ int, p *chess.Position) {
		for m := range p.Moves() {
			sink ^= zobrist.Key(m.To)
		}
	})
	c.eachPosition(b, "op=InCheck", func(_ int, p *chess.Position) {
		if p.InCheck() {
			sink++
		}
	})
	c.eachPosition(b, "op=Bitboards", func(_ int, p *chess.Position) {
		white, _ := p.Bitboards()
		sink ^= zobrist.Key(white[0])
	})
	c.eachPosition(b, "op=ParseFEN", func(i int, _ *chess.Position) {
		p, err := chess.ParseFEN(c.fens[i])
		if err != nil {
			b.Error(err)
		}
		sink ^= zobrist.Key(p.Board[0])
	})
	var fen []byte
	c.eachPosition(b, "op=AppendFEN", func(_ int, p *chess.Position) {
		fen = p.AppendFEN(fen[:0])
	})
}

// BenchmarkUpcoming asks near the end of a line in which no piece can go back to where it was.
func BenchmarkUpcoming(b *testing.B) {
	z := zobrist.Polyglot()
	reversals := z.Reversals()
	p := chess.Start()
	var line zobrist.History
	line.Push(p.Hash(z))
	moves := []string{"g1f3", "b8c6", "b1c3", "g8f6", "f3g1", "c6b8", "c3b1", "h8g8", "a1b1"}
	for range 12 {
		for _, uci := range moves {
			m := parseMove(b, uci)
			line.Push(p.After(z, line.Last(), m))
			p.Play(m)
		}
		switch line.Len() - 1 {
		case 9, 27, 99:
		default:
			continue
		}
		squares := occupied(&p)
		measure(b, fmt.Sprintf("plies=%d", line.Len()-1), 1, func() {
			plies, _ := reversals.Upcoming(&line, squares, p.BlackToMove)
			sink ^= zobrist.Key(plies)
		})
	}
}
