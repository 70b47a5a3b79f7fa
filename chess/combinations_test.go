package chess_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// sameByRule returns the part of p that counts under a rule: its FEN without
// clocks, and without an en passant square that the rule does not count.
func sameByRule(rule zobrist.EnPassantRule, p chess.Position) string {
	p.HalfmoveClock, p.FullmoveNumber = 0, 1
	if !naiveEnPassant(rule, &p) {
		p.EnPassant = 0
	}
	return p.FEN()
}

// A History of chess keys counts the same as a list of positions, under each en
// passant rule. Games shuffle pieces and take moves back. A key is pushed as
// irreversible when the halfmove clock is zero or a right is lost.
func TestChessAndHistory(t *testing.T) {
	t.Parallel()
	games, plies := sample.Rounds(3, 3, 6), sample.Rounds(100, 200, 300)
	// Kings and rooks, rights to lose, and pawns that push past one another.
	starts := []string{
		"r3k2r/2p5/8/3P4/4p3/8/5P2/R3K2R w KQkq - 0 1",
		"4k3/8/8/3p4/8/8/2P1P3/4K3 w - - 0 1",
		"1r2k1r1/1p6/8/P7/8/8/8/1R2K1R1 b KQkq - 0 1",
	}
	for name, c := range map[string]*zobrist.Chess{"NewChess": zobrist.NewChess(71), "NewChessFunc": ownNumbers(), "Polyglot": zobrist.Polyglot()} {
		for rule, keys := range chessByRule(c) {
			rng := zobrist.NewSplitMix64(72)
			repeated, differs := 0, 0
			for game := range games {
				var line zobrist.History
				p := parseFEN(t, starts[game%len(starts)])
				h := p.Hash(keys)
				line.PushIrreversible(h)
				times := map[string]int{sameByRule(rule, p): 1}
				for range plies {
					legal := movegen.Legal(&p)
					if len(legal) == 0 {
						break
					}
					// Rarely push a pawn, so that positions come up again.
					m := legal[rng.Uint64()%uint64(len(legal))]
					if piece := p.Board[m.From]; piece%6 == zobrist.WhitePawn && rng.Uint64()%8 != 0 {
						continue
					}
					after := p
					after.Play(m)
					k := p.After(keys, h, m)
					require.Equal(t, after.Hash(keys), k)
					if after.HalfmoveClock == 0 || after.Castling != p.Castling {
						line.PushIrreversible(k)
					} else {
						line.Push(k)
					}
					same := sameByRule(rule, after)
					times[same]++
					require.Equal(t, times[same], line.Count(k), "%s, %v: %s", name, rule, after.FEN())
					require.True(t, line.Contains(k))
					if times[same] > 1 {
						repeated++
					}
					if after.EnPassant != 0 {
						differs++
					}
					if rng.Uint64()%4 == 0 { // the search takes it back
						require.Equal(t, k, line.Pop())
						times[same]--
						continue
					}
					p, h = after, k
				}
			}
			assert.NotZero(t, repeated, "%s, %v", name, rule)
			assert.NotZero(t, differs, "%s, %v", name, rule)
		}
	}
}

// bookOf returns the entries of all moves of some positions of games, castling as the
// format has it, and the positions by key.
func bookOf(keys *zobrist.Chess, start func(int) chess.Position) (entries map[zobrist.Key][]book.Entry, positions map[zobrist.Key]chess.Position) {
	entries, positions = map[zobrist.Key][]book.Entry{}, map[zobrist.Key]chess.Position{}
	chessGames(79, 10, 30, start, func(p *chess.Position, legal []chess.Move) {
		k := p.Hash(keys)
		if _, ok := entries[k]; ok || len(legal) == 0 {
			return
		}
		positions[k] = *p
		for i, m := range legal {
			entries[k] = append(entries[k], book.Entry{Key: k, Move: toRook(p, m), Weight: uint16(len(legal) - i)})
		}
	})
	return entries, positions
}

// toRook returns castling as the king's move to its rook, and other moves as they are.
func toRook(p *chess.Position, m chess.Move) chess.Move {
	after := *p
	after.Play(m)
	for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
		castling, castled := chess.Move{From: m.From, To: p.Rook(right)}, *p
		if castled.Play(castling); p.Castling&right != 0 && p.Board[m.From]%6 == 0 && castled == after {
			return castling
		}
	}
	return m
}

// writeBook writes a book of the keys that belong to one of n owners.
func writeBook(t *testing.T, entries map[zobrist.Key][]book.Entry, owner, n int) *book.Book {
	var file bytes.Buffer
	require.NoError(t, book.Write(&file, func(yield func(book.Entry) bool) {
		for k, es := range entries {
			for _, e := range es {
				if k.Owner(n) == owner && !yield(e) {
					return
				}
			}
		}
	}))
	b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return b
}

// A book finds a position read from its FEN or reached by moves, with Polyglot's keys or
// an engine's own. Its moves, normalized, are the legal ones. In Chess960 too, where
// castling stays the king's move to its rook.
func TestFENAndBook(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string]*zobrist.Chess{"Polyglot": zobrist.Polyglot(), "NewChessFunc": ownNumbers()} {
		castling := 0
		for _, start := range []func(int) chess.Position{startPosition, chess960Start, castlingPosition} {
			entries, positions := bookOf(keys, start)
			b := writeBook(t, entries, 0, 1)
			for k, p := range positions {
				parsed := parseFEN(t, p.FEN())
				found, err := b.Find(parsed.Hash(keys))
				require.NoError(t, err)
				want := movegen.Legal(&p)
				require.Len(t, found, len(want), name)
				for _, e := range found {
					m := parsed.Normalize(e.Move)
					require.Contains(t, want, m, p.FEN())
					if m != e.Move {
						castling++
					}
					after := parsed
					require.True(t, after.Play(m))
					require.Equal(t, after.Hash(keys), p.After(keys, k, e.Move), "%s %v", p.FEN(), e.Move)
				}
			}
		}
		assert.NotZero(t, castling, name)
	}
}
