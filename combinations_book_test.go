package zobrist_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// bookOf returns the entries of all moves of some positions of games, castling as the
// format has it, and the positions by key.
func bookOf(keys *zobrist.Chess, start func(int) zobrist.ChessPosition) (entries map[zobrist.Key][]book.Entry, positions map[zobrist.Key]zobrist.ChessPosition) {
	entries, positions = map[zobrist.Key][]book.Entry{}, map[zobrist.Key]zobrist.ChessPosition{}
	chessGames(79, 10, 30, start, func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
		k := keys.Hash(p)
		if _, ok := entries[k]; ok || len(legal) == 0 {
			return
		}
		positions[k] = *p
		for i, m := range legal {
			entries[k] = append(entries[k], book.Entry{Move: toRook(p, m), Weight: uint16(len(legal) - i)})
		}
	})
	return entries, positions
}

// toRook returns castling as the king's move to its rook, and other moves as they are.
func toRook(p *zobrist.ChessPosition, m zobrist.ChessMove) zobrist.ChessMove {
	after := *p
	after.Play(m)
	for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
		castling, castled := zobrist.ChessMove{From: m.From, To: p.Rook(right)}, *p
		if castled.Play(castling); p.Castling&right != 0 && p.Board[m.From]%6 == 0 && castled == after {
			return castling
		}
	}
	return m
}

// writeBook writes a book of the keys that belong to one of n owners.
func writeBook(t *testing.T, entries map[zobrist.Key][]book.Entry, owner, n int) *book.Book {
	var file bytes.Buffer
	require.NoError(t, book.Write(&file, func(yield func(zobrist.Key, book.Entry) bool) {
		for k, es := range entries {
			for _, e := range es {
				if k.Owner(n) == owner && !yield(k, e) {
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
		for _, start := range []func(int) zobrist.ChessPosition{startPosition, chess960Start, castlingPosition} {
			entries, positions := bookOf(keys, start)
			b := writeBook(t, entries, 0, 1)
			for k, p := range positions {
				parsed := parseFEN(t, p.FEN())
				found, err := b.Find(keys.Hash(&parsed))
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
					require.Equal(t, keys.Hash(&after), keys.After(k, &p, e.Move), "%s %v", p.FEN(), e.Move)
				}
			}
		}
		assert.NotZero(t, castling, name)
	}
}
