package zobrist_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

func TestDisc(t *testing.T) {
	for d, want := range map[zobrist.Disc]string{
		zobrist.NoDisc:    "- -",
		zobrist.BlackDisc: "Black White",
		zobrist.WhiteDisc: "White Black",
		3:                 "? ?",
		255:               "? ?",
	} {
		assert.Equal(t, want, d.String()+" "+d.Opponent().String())
		assert.Equal(t, d, d.Opponent().Opponent())
	}
}

// Flip is the XOR of the keys of both colours, whatever stands on the board.
func TestOthelloFlip(t *testing.T) {
	o := zobrist.NewOthello(4)
	for row := range 8 {
		for set := range uint64(256) {
			var want zobrist.Key
			for f := set << (8 * row); f != 0; f &= f - 1 {
				want = o.Table().Replace(want, zobrist.Square(bits.TrailingZeros64(f)),
					zobrist.BlackDisc, zobrist.WhiteDisc)
			}
			require.Equal(t, want, o.Flip(set<<(8*row)))
			require.Equal(t, o.Flip(^uint64(0))^want, o.Flip(^(set << (8 * row))))
		}
	}
}

func TestOthelloAfterMisuse(t *testing.T) {
	o := zobrist.NewOthello(1)
	for _, tt := range []struct {
		mover zobrist.Disc
		at    zobrist.Square
	}{{zobrist.NoDisc, 0}, {3, 0}, {255, 63}, {zobrist.BlackDisc, 64}, {zobrist.WhiteDisc, 255}} {
		want := fmt.Sprintf("zobrist: Othello.After: mover %d on square %d, "+
			"want BlackDisc or WhiteDisc and 0 to 63", uint8(tt.mover), uint8(tt.at))
		assert.PanicsWithValue(t, want, func() { o.After(0, tt.mover, tt.at, 1) }, tt)
	}
}
