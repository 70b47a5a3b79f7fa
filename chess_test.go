package zobrist_test

import (
	"fmt"
	"hash/fnv"
	"iter"
	"strings"
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

// Do not change the expected values: keys are API, and books, caches and stores hold them.
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

// NewChessFunc with the parts of NewChess gives the same keys. It asks for each once, and never for
// NoPiece.
func TestNewChessFuncOfParts(t *testing.T) {
	c := zobrist.NewChess(1)
	var asked, names []string
	numbers := zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			asked = append(asked, s.String()+" "+p.String())
			return c.Table().Key(s, p)
		},
		Castling: func(r zobrist.CastlingRights) zobrist.Key {
			asked = append(asked, r.String())
			return c.Castling(r)
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key {
			asked = append(asked, ep.String())
			return c.EnPassant(ep)
		},
		Side: c.Side(),
	}
	made := zobrist.NewChessFunc(numbers)
	assert.Equal(t, checksum(c.Keys()), checksum(made.Keys()))
	for name := range c.Keys() {
		names = append(names, name)
	}
	assert.Equal(t, names[:768], asked[:768])
	assert.Equal(t, "- K Q KQ k Kk Qk KQk q Kq Qq KQq kq Kkq Qkq KQkq "+
		"a3 b3 c3 d3 e3 f3 g3 h3 a6 b6 c6 d6 e6 f6 g6 h6", strings.Join(asked[768:], " "))
	for s := range zobrist.Square(255) {
		if rank := s / 8; rank != 2 && rank != 5 {
			require.Zero(t, made.EnPassant(s), s)
		}
	}
	for name, n := range map[string]zobrist.ChessNumbers{
		"Piece":     {Castling: numbers.Castling, EnPassant: numbers.EnPassant},
		"Castling":  {Piece: numbers.Piece, EnPassant: numbers.EnPassant},
		"EnPassant": {Piece: numbers.Piece, Castling: numbers.Castling},
	} {
		assert.PanicsWithValue(t, "zobrist: NewChessFunc: "+name+" is nil, want a function",
			func() { zobrist.NewChessFunc(n) })
	}
}

// The lists of numbers stop when the loop does, at each place.
func TestKeysStop(t *testing.T) {
	byFile := zobrist.NewChess(1)
	bySquare := zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece:     byFile.Piece,
		Castling:  byFile.Castling,
		EnPassant: func(s zobrist.Square) zobrist.Key { return zobrist.Key(s) + 1 },
	})
	for name, keys := range map[string]iter.Seq2[string, zobrist.Key]{
		"en passant by file":   byFile.Keys(),
		"en passant by square": bySquare.Keys(),
		"Othello":              zobrist.NewOthello(1).Keys(),
	} {
		all := 0
		for range keys {
			all++
		}
		for stop := 1; stop <= all; stop++ {
			n := 0
			for range keys {
				n++
				if n == stop {
					break
				}
			}
			require.Equal(t, stop, n, name)
		}
	}
}

func TestChessMisusePanics(t *testing.T) {
	c := zobrist.NewChess(1)
	for p := zobrist.BlackKing + 1; p != zobrist.NoPiece; p++ {
		require.Equal(t, [3]zobrist.ChessPiece{p, p, p},
			[3]zobrist.ChessPiece{p.Kind(), p.Of(false), p.Of(true)})
	}
	assertIndexPanics(t, 16, func() { c.Castling(16) })
	assertIndexPanics(t, 255, func() { c.Castling(255) })
	for of, f := range map[string]func(){
		"Chess.WithEnPassant": func() { c.WithEnPassant(3) },
		"EnPassantRule.Counts": func() {
			zobrist.EnPassantRule(3).Counts(40, &[6]uint64{}, &[6]uint64{})
		},
	} {
		want := "zobrist: " + of + ": rule 3, " +
			"want EnPassantPseudoLegal, EnPassantLegal or EnPassantAlways"
		assert.PanicsWithValue(t, want, f)
	}
	for _, others := range [][64]zobrist.ChessPiece{startBoard(), {}} {
		for s := range 64 {
			for _, bad := range []zobrist.ChessPiece{13, 14, 16, 64, 127, 128, 200, 255} {
				board := others
				board[s] = bad
				want := fmt.Sprintf("zobrist: Chess.Hash: the value %d on %v, "+
					"want NoPiece to BlackKing", uint8(bad), zobrist.Square(s))
				assert.PanicsWithValue(t, want, func() { c.Hash(&board, false, 0, 0) })
			}
		}
	}
	for _, f := range []func(){
		func() { c.Piece(64, 1) }, func() { c.Piece(0, 13) }, func() { c.Piece(255, 255) },
	} {
		assert.PanicsWithValue(t, "zobrist: Chess.Piece: no such piece or square, "+
			"want NoPiece to BlackKing on 0 to 63", f)
	}
	for s := range zobrist.Square(64) {
		for p := range zobrist.BlackKing + 1 {
			require.Equal(t, c.Table().Key(s, p), c.Piece(s, p))
		}
	}
	// Of other impossible values, only the low bits count.
	board := startBoard()
	assert.Equal(t, c.Hash(&board, false, 15, 0), c.Hash(&board, false, 255, 255))
}

// The methods of the zero values say what is missing.
func TestZeroNumbers(t *testing.T) {
	var c zobrist.Chess
	for method, f := range map[string]func(){
		"Hash":          func() { c.Hash(new([64]zobrist.ChessPiece), false, 0, 0) },
		"HashBitboards": func() { c.HashBitboards(new([6]uint64), new([6]uint64), false, 0, 0) },
		"Table":         func() { c.Table() },
		"Piece":         func() { c.Piece(0, 1) },
		"Side":          func() { c.Side() },
		"Castling":      func() { c.Castling(1) },
		"EnPassant":     func() { c.EnPassant(20) },
		"EnPassantKey":  func() { c.EnPassantKey(20, new([6]uint64), new([6]uint64)) },
		"WithEnPassant": func() { c.WithEnPassant(1) },
		"Reversals":     func() { c.Reversals() },
		"SubKeys":       func() { c.SubKeys() },
		"Keys":          func() { c.Keys()(func(string, zobrist.Key) bool { return true }) },
	} {
		want := "zobrist: Chess." + method + ": the zero Chess has no numbers, " +
			"want one made by NewChess, NewChessFunc or Polyglot"
		assert.PanicsWithValue(t, want, f, method)
	}

	var o zobrist.Othello
	for method, f := range map[string]func(){
		"Hash":      func() { o.Hash(1, 2, zobrist.BlackDisc) },
		"After":     func() { o.After(0, zobrist.BlackDisc, 1, 2) },
		"Flip":      func() { o.Flip(1) },
		"Side":      func() { o.Side() },
		"Table":     func() { o.Table() },
		"Canonical": func() { o.Canonical(1, 2, zobrist.BlackDisc) },
		"Keys":      func() { o.Keys()(func(string, zobrist.Key) bool { return true }) },
	} {
		want := "zobrist: Othello." + method + ": the zero Othello has no numbers, " +
			"want one made by NewOthello"
		assert.PanicsWithValue(t, want, f, method)
	}
}
