package check_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// TestNoFalseAlarm checks right engines that differ in what their keys are made of: three
// en passant rules, castling by 4 and by 16 numbers, en passant by file and by square,
// Chess960. Each run draws other numbers and plays other games.
func TestNoFalseAlarm(t *testing.T) {
	rules := []zobrist.EnPassantRule{zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal,
		zobrist.EnPassantAlways}
	runs := 6
	if *long {
		runs = 100
	}
	for run := range runs {
		if !sample.Has(fmt.Sprint(run), 2) { // ZOBRIST_SAMPLE=2 has each kind of engine
			continue
		}
		src := zobrist.NewSplitMix64(uint64(run)).Split("numbers")
		pieces := zobrist.NewTable[zobrist.Square, zobrist.ChessPiece](64, 13, src.Split("pieces"),
			zobrist.NoPiece)
		castling, enPassant := zobrist.NewTable[zobrist.CastlingRights, int](16, 1,
			src.Split("castling")), zobrist.NewTable[zobrist.Square, int](64, 1, src.Split("ep"))
		sets, squares := run%2 == 0, run/2%2 == 0
		keys := zobrist.NewChessFunc(zobrist.ChessNumbers{
			Piece: pieces.Key,
			Castling: func(r zobrist.CastlingRights) (k zobrist.Key) {
				if sets {
					return castling.Key(r, 0)
				}
				for bit := zobrist.WhiteShort; bit <= zobrist.BlackLong; bit <<= 1 {
					if r&bit != 0 {
						k ^= castling.Key(bit, 0)
					}
				}
				return k
			},
			EnPassant: func(ep zobrist.Square) zobrist.Key {
				if squares {
					return enPassant.Key(ep, 0)
				}
				return enPassant.Key(ep&7, 0)
			},
			Side: src.Split("side").Key(),
		}).WithEnPassant(rules[run%3])
		opt := check.InProcess{Chess960: run%5 == 0, Clone: func(e check.Engine) check.Engine {
			return e.(*full).clone()
		}, New: func() check.Engine {
			return &full{keys: keys, pawns: keys.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn),
				king: run%5 == 0}
		}}
		wrong, missed, _, text := judgedInside(t, opt, 400+run%7*200, uint64(run))
		require.Empty(t, wrong, "run %d: %s", run, text)
		assert.Empty(t, missed, "run %d", run)
	}
}
