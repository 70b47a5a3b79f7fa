package peers_test

import (
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// These tests show why some comparisons leave out corentings/chess v2.3.2. If one fails
// after an update, the other tests can compare more.

// The Chess960 tests do not use the moves of corentings/chess. It does not read the
// letters of Shredder-FEN. It reads KQkq as the rights of a king on e1 and of rooks in the
// corners, wherever they stand. Its castling then moves whatever stands on e1 to g1 and
// puts a rook on f1.
func TestNoChess960(t *testing.T) {
	_, err := readPosition("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1")
	require.Error(t, err)

	p, err := readPosition("1k6/8/8/8/8/8/8/RK5R w KQ - 0 1") // king on b1, e1 is empty
	require.NoError(t, err)
	castlings := 0
	for _, m := range p.ValidMoves() {
		if m.HasTag(chess.KingSideCastle) {
			castlings++
			require.Equal(t, "e1g1", m.String())
			require.Equal(t, chess.NoPiece, p.Board().Piece(chess.E1))
		}
	}
	require.Equal(t, 1, castlings, "a castling move from an empty square")
}

// Its Polyglot key ignores castling rights in letters that it does not know, and it does
// not check the FEN. The key is right for an ordinary FEN, as TestAfterRandomGames tests.
func TestTheirPolyglotKey(t *testing.T) {
	key := func(fen string) string {
		h, err := chess.NewZobristHasher().HashPosition(fen)
		require.NoError(t, err)
		return h
	}
	const board = "r3k2r/8/8/8/8/8/8/R3K2R w "
	require.Equal(t, key(board+"- - 0 1"), key(board+"HAha - 0 1"), "rights lost")
	p := parseFEN(t, board+"HAha - 0 1")
	require.Equal(t, key(board+"KQkq - 0 1"), zobrist.Polyglot().Hash(&p).String())
}

// Its Position.Hash is an MD5 sum of the position and the clocks. The same position at
// another move has another hash, so Hash recognises no transpositions or repetitions. It
// cuts the halfmove clock to 8 bits.
func TestTheirPositionHash(t *testing.T) {
	hash := func(fen string) [16]byte {
		p, err := readPosition(fen)
		require.NoError(t, err)
		return p.Hash()
	}
	require.NotEqual(t, hash("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), hash("4k3/8/8/8/8/8/8/4K2R w K - 4 3"))
	require.Equal(t, hash("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), hash("4k3/8/8/8/8/8/8/4K2R w K - 256 1"))
}

// Its FEN reader panics on a byte outside ASCII.
func TestTheirFEN(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/4K2\xff w - - 0 1"
	require.Panics(t, func() { _, _ = readPosition(fen) })
	_, err := zobrist.ParseFEN(fen)
	require.Error(t, err)
}
