package zobristtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// unnamed is a chess game without Keys.
type unnamed struct {
	zobristtest.Game
	zobristtest.Positioner
	zobristtest.MoveStringer
}

func newUnnamed(fen string, bug chessBug) func() zobristtest.Game {
	newGame := newChessGame(fen, bug)
	return func() zobristtest.Game { return withoutKeys(newGame()) }
}

// TestNamesWithoutKeys has games without Keys whose Position is a FEN.
func TestNamesWithoutKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		fen  string
		bug  chessBug
		want string
	}{
		{"captured piece left in", startFEN, not("captured"), `wrong by: "[a-h][1-8] [PNBRQpnbrq]" \(captured piece left in\?\)`},
		{"castling", kiwipete, not("castling"), `wrong by: "castling [KQkq]"`},
		{"en passant", kiwipete, not("en passant"), `wrong by: "en passant [a-h]"`},
		{"side", startFEN, not("side"), `wrong by: "side" \(side to move not switched, or switched twice\?\)`},
		{"promotion", promotion, not("promoted"), `wrong by: "[a-h][18] [QRBNqrbn]" \(piece not put on the square it moved to\?\)`},
		{"rook in castling", kiwipete, not("rook"), `wrong by: "[a-h][18] [Rr]", "[a-h][18] [Rr]"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := zobristtest.Config{Games: 20, Seed: 1}.Walk(newUnnamed(c.fen, c.bug))
			if assert.Error(t, err) {
				assert.Regexp(t, c.want, err.Error())
				t.Log(err)
			}
		})
	}
	// Without a FEN, the kit cannot name the keys.
	_, err := zobristtest.Config{Games: 1}.Walk(func() zobristtest.Game {
		return withoutKeys(newStroll(strollBug{make: func(s *stroll, was strollState) { s.key++ }})())
	})
	assert.ErrorContains(t, err, "(add a Keys method to see which keys are wrong)")
}
