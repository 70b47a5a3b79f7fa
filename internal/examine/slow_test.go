package examine_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A pieceKey is a sound engine whose key has some pieces only, as engines keep for their
// correction histories.
type pieceKey struct {
	source.Source
	table *zobrist.Table[zobrist.Square, zobrist.ChessPiece]
}

// keyOf returns an engine whose key has these pieces only.
func keyOf(pieces ...zobrist.ChessPiece) source.Source {
	table := zobrist.NewChess(5).Table().Only(pieces...)
	return pieceKey{newInstance(context.Background(), ""), table}
}

func (s pieceKey) Ask(queries []source.Query, _ bool) ([]source.Answer, error) {
	return alone(s, queries)
}

func (s pieceKey) Do(q source.Query, act string) (source.Answer, error) {
	a, err := s.Source.Do(q, act)
	if err != nil || a.Refused != "" {
		return a, err
	}
	p, err := chess.ParseFEN(a.FEN)
	a.Key = s.table.Hash(p.Board[:])
	return a, err
}

func (s pieceKey) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	return pieceKey{fresh, s.table}, err
}

// TestSlowSubKey requires that nothing is said of a sound sub-key however slow the engine is, and
// however few keys it was asked for. With few keys, what is known of some numbers is only their XOR
// with another one.
func TestSlowSubKey(t *testing.T) {
	t.Parallel()
	for _, each := range []time.Duration{1, 6, 10, 20, 30, 40, 70, 100, 200, 400} {
		each *= time.Millisecond
		for name, src := range map[string]source.Source{
			"kings, rooks and pawns": keyOf(
				zobrist.WhiteKing, zobrist.BlackKing, zobrist.WhiteRook, zobrist.BlackRook,
				zobrist.WhitePawn, zobrist.BlackPawn,
			),
			"pawns": keyOf(zobrist.WhitePawn, zobrist.BlackPawn),
			"knights and bishops": keyOf(
				zobrist.WhiteKnight, zobrist.BlackKnight, zobrist.WhiteBishop, zobrist.BlackBishop,
			),
			"kings": keyOf(zobrist.WhiteKing, zobrist.BlackKing),
		} {
			t.Run(fmt.Sprint(name, "/", each), func(t *testing.T) {
				sample.Skip(t, 10)
				t.Parallel()
				now := time.Now()
				slow := picky{src, nil, func() { now = now.Add(each) }}
				r := examined(t, slow, observe.Options{
					Seed: 1, Sub: true, Now: func() time.Time { return now },
				})
				r.Numbers = nil
				assert.Empty(t, r.Items, r.Text())
			})
		}
	}
}
