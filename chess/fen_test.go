package chess_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/sample"
)

func TestChessNames(t *testing.T) {
	for s := range zobrist.Square(64) {
		assert.Equal(t, s, sample.Must(zobrist.ParseSquare(s.String())))
	}
	for _, bad := range []string{"", "e", "e44", "i1", "a0", "a9", "E4", "4e", "é"} {
		_, err := zobrist.ParseSquare(bad)
		assert.ErrorContains(t, err, "zobrist: square ", bad)
	}
	var names []string
	for _, name := range []fmt.Stringer{
		zobrist.Square(28), zobrist.Square(64),
		zobrist.NoPiece, zobrist.ChessPiece(13), zobrist.WhitePawn, zobrist.BlackKing,
		zobrist.WhiteShort | zobrist.BlackLong, zobrist.CastlingRights(0), zobrist.EnPassantRule(3),
	} {
		names = append(names, name.String())
	}
	assert.Equal(t, "e4 - . ? P k Kq - unknown rule", strings.Join(names, " "))
}

func TestParseFEN(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{chess.StartFEN, ""},
		{"8/8/8/8/8/8/8/8 b - - 99 2147483647", ""},
		{"PPPPPPPP/8/8/8/8/8/8/pppppppp w - - 0 0", ""},
		{"8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - - 0 1"},
		{"  8/8/8/8/8/8/8/8\t w  -   - \r\n", "8/8/8/8/8/8/8/8 w - - 0 1"},
		{"1111k111/8/62/8/8/8/8/4K3 w - - 3 4", "4k3/8/8/8/8/8/8/4K3 w - - 3 4"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 007 0010", "4k3/8/8/8/8/8/8/4K3 w - - 7 10"},
		{`4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Kf2; id "A.1; x";`, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - - ; anything 9 9", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{chess.StartFEN + " ;D1 20 ;D2 400", chess.StartFEN},
		{chess.StartFEN + " bm e4;", chess.StartFEN},
		{chess.StartFEN + ";D1 20", chess.StartFEN},
		{"4k3/8/8/8/8/8/8/4K3 w - -;D1 5", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - - hmvc 7; fmvn 9; remark", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		// Castling: any order; X-FEN and Shredder-FEN; the outermost rook.
		{"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", ""},
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", ""},
		{"rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGah - 0 1", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1"},
		{"1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1", ""},
		{"r1k2r1r/8/8/8/8/8/8/4K3 b fa - 0 1", "r1k2r1r/8/8/8/8/8/8/4K3 b fq - 0 1"},
		{"4k3/8/8/8/8/4K3/8/RK5R w K - 0 1", ""}, // a second king elsewhere
		{"rnbqkbnr/pppp1ppp/8/4pP2/8/8/PPPPP1PP/RNBQKBNR w KQkq e6 0 2", ""},
		{"4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", ""},
		// Five fields, as some programs print, leading zeros, and every kind of blank.
		{"8/8/8/8/8/8/8/8 b - - 7", "8/8/8/8/8/8/8/8 b - - 7 1"},
		{"8/8/8/8/8/8/8/8 b - - 7; comment", "8/8/8/8/8/8/8/8 b - - 7 1"},
		{"8/8/8/8/8/8/8/8 w - - 00000000001 00000000000002147483647",
			"8/8/8/8/8/8/8/8 w - - 1 2147483647"},
		{"8/8/8/8/8/8/8/8 w - - 000 0", "8/8/8/8/8/8/8/8 w - - 0 0"},
		{"\v8/8/8/8/8/8/8/8\vw\f-\t-\r3\n4\v", "8/8/8/8/8/8/8/8 w - - 3 4"},
	} {
		if c.out == "" {
			c.out = c.in
		}
		p, err := chess.ParseFEN(c.in)
		if assert.NoError(t, err, c.in) {
			assert.Equal(t, c.out, p.FEN())
			assert.Equal(t, c.out+" "+c.out, fmt.Sprint(p, " ", &p),
				"positions and pointers print as FENs")
		}
	}
	p := parseFEN(t, "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQk - 5 6")
	assert.Equal(t, [4]zobrist.Square{6, 1, 62, 56}, p.Rooks)
	assert.Equal(t, zobrist.WhiteShort|zobrist.WhiteLong|zobrist.BlackShort, p.Castling)
	assert.Equal(t, zobrist.BlackKing, p.Board[58])
	assert.Equal(t, 5, p.HalfmoveClock)
	assert.Equal(t, 6, p.FullmoveNumber)
}

// Errors name the field and the place.
func TestParseFENErrors(t *testing.T) {
	const rest = " w - - 0 1"
	for _, c := range []struct{ in, want string }{
		{"", "field 1 (board): missing"},
		{"8/8/8/8/8/8/8" + rest, "field 1 (board): 7 ranks, want 8"},
		{"8/8/8/8/8/8/8/8/8" + rest, "field 1 (board): character 16: more than 8 ranks"},
		{"8/8/7/8/8/8/8/8" + rest, "field 1 (board): character 6: rank 6 has only 7 squares"},
		{"8/8/8/8/8/8/8/7" + rest, "field 1 (board): character 16: rank 1 has only 7 squares"},
		{"8/8/8//8/8/8/8" + rest, "field 1 (board): character 7: rank 5 has only 0 squares"},
		{"8/ppppppppp/8/8/8/8/8/8" + rest,
			"field 1 (board): character 11: rank 7 has more than 8 squares"},
		{"8/8/8/8/8/8/8/p8" + rest,
			"field 1 (board): character 16: rank 1 has more than 8 squares"},
		{"8/8/8/8/8/8/8/0p7" + rest, `field 1 (board): character 15: "0" on rank 1`},
		{"8/8/é7/8/8/8/8/8" + rest, `field 1 (board): character 5: "é" on rank 6`},
		{"8/8/8/8/8/8/8/8", "field 2 (side to move): missing"},
		{"8/8/8/8/8/8/8/8 W - - 0 1", `field 2 (side to move): "W", want w or b`},
		{"8/8/8/8/8/8/8/8 w", "field 3 (castling rights): missing"},
		{"8/8/8/8/8/8/8/8 w K - 0 1",
			`field 3 (castling rights): character 19: right "K", want exactly one king on rank 1`},
		{"4k3/8/8/8/8/8/8/4K3 w Q - 0 1",
			`field 3 (castling rights): character 23: right "Q", but no rook for it on rank 1`},
		{"r3k3/8/8/8/8/8/8/4K2R w Kk - 0 1",
			`field 3 (castling rights): character 26: right "k", but no rook for it on rank 8`},
		{"r3k2r/8/8/8/8/8/4K3/R6R w Kkq - 0 1",
			`field 3 (castling rights): character 27: right "K", want exactly one king on rank 1`},
		{"r3k2r/8/8/8/8/8/8/R2KK2R w kqK - 0 1",
			`field 3 (castling rights): character 30: right "K", want exactly one king`},
		{"r3k2r/8/8/8/8/8/8/r3K2r w KQ - 0 1", `right "K", but no rook for it`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
			`field 3 (castling rights): character 28: right "K" is a second right on that side`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1",
			`field 3 (castling rights): character 28: right "H" is a second right on that side`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkqa - 0 1",
			`character 31: right "a" is a second right on that side of the king`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w G - 0 1",
			`character 27: right "G", but no rook for it on rank 1`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w -K - 0 1", `field 3 (castling rights): character 27: "-"`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w Kx - 0 1", `field 3 (castling rights): character 28: "x"`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w @ - 0 1", `field 3 (castling rights): character 27: "@"`},
		{"8/8/8/8/8/8/8/8 w -", "field 4 (en passant square): missing"},
		{"8/8/8/8/8/8/8/8 w - e9 0 1", `field 4 (en passant square): "e9", want - or a square`},
		{"8/8/8/8/8/8/8/8 w - e66 0 1", `field 4 (en passant square): "e66"`},
		{"4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1",
			"field 4 (en passant square): e3, want a square of rank 6 with White to move"},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1",
			"field 4 (en passant square): e6, want a square of rank 3 with Black to move"},
		{"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "field 4 (en passant square): e6, but no p on e5"},
		{"4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", "field 4 (en passant square): e6, but no p on e5"},
		{"4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "field 4 (en passant square): e6 is not empty"},
		{"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
			"field 4 (en passant square): e6, but e7, where the pawn came from, is not empty"},
		{"4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1",
			"field 4 (en passant square): e3, but e2, where the pawn came from, is not empty"},
		{"p8/7/8/8/8/8/8/8 w - - 0 1", "character 2: rank 8 has more than 8 squares"},
		{"8//88/8/8/8/8/8 w - - 0 1", "character 3: rank 7 has only 0 squares"},
		{"8/8/8/8/8/8/8/8w - - 0 1",
			`field 1 (board): character 16: "w" after 8 ranks, want a blank`},
		{"8/8/8/8/8/8/8/8; w - - 0 1",
			`field 1 (board): character 16: ";" after 8 ranks, want a blank`},
		{"8/8/8/8/8/8/8/8\x00 w - - 0 1",
			`field 1 (board): character 16: "\x00" after 8 ranks, want a blank`},
		{"8/8/8/8/8/8/8/8 w - - 0 1 2;", `"2;" after the last field`},
		{"8/8/8/8/8/8/8/8 w - - bm e4",
			`field 5 (halfmove clock): "bm", want a number, or operations of an EPD that end`},
		{"8/8/8/8/8/8/8/8 w - - -1 1", `field 5 (halfmove clock): "-1"`},
		{"8/8/8/8/8/8/8/8 w - - 2147483648 1",
			"field 5 (halfmove clock): \"2147483648\", want a number from 0 to 2147483647"},
		{"8/8/8/8/8/8/8/8 w - - 10000000000 1",
			"field 5 (halfmove clock): \"10000000000\", want a number from 0 to 2147483647"},
		{"8/8/8/8/8/8/8/8 w - - \x00",
			"field 5 (halfmove clock): \"\", want a number from 0 to 2147483647"},
		{"8/8/8/8/8/8/8/8 w - - 0 x",
			"field 6 (fullmove number): \"x\", want a number from 0 to 2147483647"},
		{"8/8/8/8/8/8/8/8 w - - 0 99999999999999999999",
			`field 6 (fullmove number): "99999999999999999999", want a number from 0 to 2147483`},
		{"8/8/8/8/8/8/8/8 w - - 0 1 2", `character 27: "2" after the last field`},
		{"8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4", `character 27: "moves e2e4" after the last field`},
		{"8/8/8/8/8/8/8/8 w - - 0 1\x00", `character 26: "\x00" after the last field`},
		// Characters are those of the whole text, with its blanks.
		{"   8/8/8/8/8/8/8/9 w - - 0 1", `field 1 (board): character 18: "9" on rank 1`},
		{"  8/8/8/8/8/8/8/8  w K - 0 1", `field 3 (castling rights): character 22: right "K"`},
		{"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
			`character 26: right "H" is a second right on that side`},
		{strings.Repeat("8", 5000), "character 2: rank 8 has more than 8 squares"},
		{"8/8/8/8/8/8/8/8 w - " + strings.Repeat("-", 5000), "field 4 (en passant square)"},
	} {
		p, err := chess.ParseFEN(c.in)
		if assert.ErrorContains(t, err, c.want, c.in) {
			assert.True(t, strings.HasPrefix(err.Error(), "zobrist: FEN: "), err)
			assert.Less(t, len(err.Error()), 400, "an error message of bounded length")
		}
		assert.Equal(t, chess.Position{}, p)
	}
}

// naiveBoard reads the first field of a FEN the slow way.
func naiveBoard(s string) (board [64]zobrist.ChessPiece, ok bool) {
	ranks := strings.Split(s, "/")
	if len(ranks) != 8 {
		return board, false
	}
	for i, rank := range ranks {
		file := 0
		for _, c := range rank {
			n, piece := 1, strings.IndexRune(".PNBRQKpnbrqk", c)
			if '1' <= c && c <= '8' {
				n, piece = int(c-'0'), 0
			} else if piece < 1 {
				return board, false
			}
			if file+n > 8 {
				return board, false
			}
			board[8*(7-i)+file] = zobrist.ChessPiece(piece)
			file += n
		}
		if file != 8 {
			return board, false
		}
	}
	return board, true
}

// Boards that differ from a right one in one or two letters, and boards of any letters.
func TestParseFENBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	const letters = "PNBRQKpnbrqk12345678/8/p1"
	accepted := 0
	for range 200_000 {
		board := []byte("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R")
		for range rng.IntN(4) {
			i := rng.IntN(len(board))
			switch rng.IntN(3) {
			case 0:
				board[i] = letters[rng.IntN(len(letters))]
			case 1:
				board = slices.Insert(board, i, letters[rng.IntN(len(letters))])
			case 2:
				board = slices.Delete(board, i, i+1)
			}
		}
		p, err := chess.ParseFEN(string(board) + " w - - 0 1")
		want, ok := naiveBoard(string(board))
		if ok {
			accepted++
		}
		if ok != (err == nil) || p.Board != want && ok {
			require.Equal(t, ok, err == nil, "%s: %v", board, err)
			require.Equal(t, want, p.Board, "%s", board)
		}
	}
	assert.Greater(t, accepted, 40_000)
	assert.Less(t, accepted, 160_000)
}

// Any FEN that ParseFEN accepts parses again as the same position, and so does
// the same position written by hand, without rooks.
func FuzzParseFEN(f *testing.F) {
	for _, pair := range sample.Lines(f, "../testdata/polyglot.txt", "#") {
		_, fen, _ := strings.Cut(pair, " ")
		f.Add(fen)
	}
	for _, s := range []string{
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGah - 0 1",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
		`4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "A.1";`,
		"4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1 ;D1 5",
		"8/8/8/8/8/8/8/8",
		"",
	} {
		f.Add(s)
	}
	keys := chessByRule(zobrist.NewChess(1))
	f.Fuzz(func(t *testing.T, s string) {
		p, err := chess.ParseFEN(s)
		if fields := strings.Fields(s); len(fields) > 0 {
			board, ok := naiveBoard(fields[0])
			if err == nil {
				require.Equal(t, board, p.Board, "%q", s)
			} else if ok && len(fields) == 6 {
				require.NotContains(t, err.Error(), "field 1", "%q", s)
			}
		}
		if err != nil {
			assert.True(t, strings.HasPrefix(err.Error(), "zobrist: FEN: "), err)
			assert.Equal(t, chess.Position{}, p)
			return
		}
		again, err := chess.ParseFEN(p.FEN())
		require.NoError(t, err, "%q as %q", s, p.FEN())
		require.Equal(t, p, again, "%q as %q", s, p.FEN())
		require.Equal(t, p.FEN(), again.FEN())
		for rule, c := range keys {
			want := naiveChessKey(c, rule, &p)
			require.Equal(t, want, p.Hash(c), "%q rule %v", s, rule)
			require.Equal(t, want, hashBitboards(c, &p), "%q rule %v", s, rule)
		}
	})
}

func TestParseMove(t *testing.T) {
	for s, want := range map[string]chess.Move{
		"0000":  {},
		"e2e4":  {From: 12, To: 28},
		"a1h8":  {From: 0, To: 63},
		"e7e8q": {From: 52, To: 60, Promotion: zobrist.WhiteQueen},
		"e7e8N": {From: 52, To: 60, Promotion: zobrist.WhiteKnight},
		"a2b1r": {From: 8, To: 1, Promotion: zobrist.BlackRook},
		"h2h1b": {From: 15, To: 7, Promotion: zobrist.BlackBishop},
	} {
		m, err := chess.ParseMove(s)
		require.NoError(t, err, s)
		assert.Equal(t, want, m)
	}
	assert.Equal(t, "e7e8q", chess.Move{From: 52, To: 60, Promotion: zobrist.WhiteQueen}.String())
	for s, want := range map[string]string{
		"": "want two squares", "e2": "want two squares", "e2e4e5": "want two squares",
		"e2e9": `to "e9"`, "z2e4": `from "z2"`, "e2e2": "from and to are both e2",
		"e7e8k": `promotion to "k"`,
		"e7e8p": `promotion to "p"`,
		"e4e5q": "promotion on e5, want rank 1 or 8",
		"e2-e4": `to "-e"`,
	} {
		m, err := chess.ParseMove(s)
		assert.ErrorContains(t, err, want, s)
		assert.Zero(t, m)
	}
}
