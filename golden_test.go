package zobrist_test

import (
	"fmt"
	"hash/fnv"
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// checksum is FNV-1a of every name and key, in their order.
func checksum(keys iter.Seq2[string, zobrist.Key]) string {
	h := fnv.New64a()
	for name, k := range keys {
		fmt.Fprintf(h, "%s %v\n", name, k)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// Do not change the expected values: keys are API, and books, caches and stores
// hold them.
func TestAllKeysAreStable(t *testing.T) {
	for name, c := range map[string]struct {
		keys iter.Seq2[string, zobrist.Key]
		want string
	}{
		"Polyglot":     {zobrist.Polyglot().Keys(), "0018b9976645fc10"},
		"NewChess 1":   {zobrist.NewChess(1).Keys(), "7f1e5a0f5b760ecc"},
		"NewChess 2":   {zobrist.NewChess(2).Keys(), "1521e03d15e521b3"},
		"NewOthello 1": {zobrist.NewOthello(1).Keys(), "181d86fb7f0de82a"},
		"NewOthello 2": {zobrist.NewOthello(2).Keys(), "3d55e55fa4eab6cd"},
	} {
		assert.Equal(t, c.want, checksum(c.keys), name)
	}
}

// Each key is the draw that the documentation says.
func TestKeysByStream(t *testing.T) {
	for _, seed := range []uint64{0, 1, 1 << 63} {
		src := zobrist.NewSplitMix64(seed)
		draw := func(label string) func() zobrist.Key {
			stream := src.Split(label)
			return func() zobrist.Key { return zobrist.Key(stream.Uint64()) }
		}

		chess := zobrist.NewChess(seed)
		next := draw("chess pieces")
		for s := range zobrist.Square(64) {
			for p := zobrist.WhitePawn; p <= zobrist.BlackKing; p++ {
				require.Equal(t, next(), chess.Pieces().Key(s, p), "%v %v", s, p)
			}
			require.Zero(t, chess.Pieces().Key(s, zobrist.NoPiece))
		}
		next = draw("chess castling")
		for _, r := range []zobrist.CastlingRights{zobrist.WhiteShort, zobrist.WhiteLong, zobrist.BlackShort, zobrist.BlackLong} {
			require.Equal(t, next(), chess.Castling(r), r)
		}
		next = draw("chess en passant")
		for file := range 8 {
			require.Equal(t, chess.EnPassant(zobrist.Square(16+file)), chess.EnPassant(zobrist.Square(40+file)))
			require.Equal(t, next(), chess.EnPassant(zobrist.Square(40+file)), file)
		}
		for r := range zobrist.CastlingRights(16) {
			require.Equal(t, chess.Castling(r), chess.Castling(r&1)^chess.Castling(r&2)^chess.Castling(r&4)^chess.Castling(r&8), r)
		}
		require.Equal(t, draw("chess side")(), chess.Side())

		othello := zobrist.NewOthello(seed)
		next = draw("othello discs")
		for s := range zobrist.Square(64) {
			require.Equal(t, next(), othello.Discs().Key(s, zobrist.BlackDisc), s)
			require.Equal(t, next(), othello.Discs().Key(s, zobrist.WhiteDisc), s)
			require.Zero(t, othello.Discs().Key(s, zobrist.NoDisc))
		}
		require.Equal(t, draw("othello side")(), othello.Side())
	}
}
