package chess_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// The numbers of two engines of docs/field-report.md. Both have a number for each of the 16 sets of
// castling rights, one even for the empty set, and one for each en passant square.
var engines = map[string]struct {
	numbers func() zobrist.ChessNumbers
	rule    zobrist.EnPassantRule
	black   bool // the side's number is in the key when Black is to move
	keys    []zobrist.Key
}{
	"weiss 60c5137": {weissNumbers, zobrist.EnPassantPseudoLegal, false, []zobrist.Key{
		4827569442936520980, 2688527573224300731, 17532107983487116840, 5129161322218045387,
		2151849669056177731, 17979590967190313695, 8406342264683242001, 6058604764916514489,
		17766075983836223682, 8804613765757539570,
	}},
	"BBC 9f2dbc2": {bbcNumbers, zobrist.EnPassantAlways, true, []zobrist.Key{
		0x6ed57b118ae99580, 0xe31eb47239560bd3, 0x75b23379aa169283, 0xaa26fafed0cc539d,
		0xb49f6206a4cc4bda, 0xea75a1dcee89848, 0x3e5210250d0027bf, 0x9039d65a6f0b6ee8,
		0x56bce005145be717, 0x8f6b61c98908fc41,
	}},
}

// engineLines are the positions whose keys the engines printed.
var engineLines = []string{
	chess.StartFEN,
	chess.StartFEN + " moves e2e4",
	chess.StartFEN + " moves e2e4 d7d5 e4e5 f7f5",
	chess.StartFEN + " moves e2e4 d7d5 e4e5 f7f5 e5f6",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves a1a8",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves a1a8 e8e7",
	"4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1 moves a2a4",
	"4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1 moves a2a4 b4a3",
}

// weissNumbers draws from a xorshift* generator: side, squares a3 to h6, pieces of White and of
// Black, sets of rights.
func weissNumbers() (n zobrist.ChessNumbers) {
	seed := uint64(1070372)
	return drawNumbers(func() zobrist.Key {
		seed ^= seed >> 12
		seed ^= seed << 25
		seed ^= seed >> 27
		return zobrist.Key(seed * 2685821657736338717)
	}, "side, en passant, pieces, castling", 16, 48, 0)
}

// bbcNumbers puts each number together from four draws of a 32-bit xorshift generator. Squares go
// from a8 to h1.
func bbcNumbers() zobrist.ChessNumbers {
	state := uint32(1804289383)
	return drawNumbers(func() (k zobrist.Key) {
		for i := range 4 {
			state ^= state << 13
			state ^= state >> 17
			state ^= state << 5
			k |= zobrist.Key(state&0xffff) << (16 * i)
		}
		return k
	}, "pieces, en passant, castling, side", 0, 64, 56)
}

// drawNumbers draws the kinds of numbers in their order, those of en passant for
// the squares from first to end. The engine's square is s XOR flip.
func drawNumbers(
	draw func() zobrist.Key, order string, first, end, flip zobrist.Square,
) (n zobrist.ChessNumbers) {
	var pieces [13][64]zobrist.Key
	var castling [16]zobrist.Key
	var enPassant [64]zobrist.Key
	fill := func(keys []zobrist.Key) {
		for i := range keys {
			keys[i] = draw()
		}
	}
	for _, kind := range strings.Split(order, ", ") {
		switch kind {
		case "side":
			n.Side = draw()
		case "pieces":
			for p := range pieces[1:] {
				fill(pieces[1+p][:])
			}
		case "castling":
			fill(castling[:])
		case "en passant":
			fill(enPassant[first:end])
		}
	}
	n.Piece = func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key { return pieces[p][s^flip] }
	n.Castling = func(r zobrist.CastlingRights) zobrist.Key { return castling[r] }
	n.EnPassant = func(ep zobrist.Square) zobrist.Key { return enPassant[ep^flip] }
	return n
}

// publishedKeys reads Polyglot's array Random64 and makes keys of it by the description of the book
// format.
func publishedKeys(t *testing.T) *zobrist.Chess {
	var random64 []zobrist.Key
	lines := sample.Lines(t, "../testdata/polyglot_random64.txt", "#")
	for _, s := range strings.Fields(strings.Join(lines, " ")) {
		random64 = append(random64, sample.Must(zobrist.ParseKey(s)))
	}
	require.Len(t, random64, 781)
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			kind := strings.Index("pPnNbBrRqQkK", p.String())
			return random64[64*kind+8*int(s/8)+int(s%8)]
		},
		Castling: func(r zobrist.CastlingRights) (k zobrist.Key) {
			for i := range 4 {
				if r>>i&1 != 0 {
					k ^= random64[768+i]
				}
			}
			return k
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key { return random64[772+int(ep&7)] },
		Side:      random64[780],
	})
}

// ownNumbers makes a Chess of an engine that has a number for each set of
// castling rights and for each en passant square.
func ownNumbers() *zobrist.Chess {
	src := zobrist.NewSplitMix64(70)
	pieces := zobrist.NewElements(src.Split("pieces"), func(i uint64) uint64 { return i })
	castling, enPassant := src.Split("castling"), src.Split("en passant")
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return pieces.Key(uint64(s)<<8 | uint64(p))
		},
		Castling: func(r zobrist.CastlingRights) zobrist.Key {
			return zobrist.Key(castling.At(uint64(r)))
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key {
			return zobrist.Key(enPassant.At(uint64(ep)))
		},
		Side: src.Key(),
	})
}

// keyOf returns the key of a FEN with moves. It is the same by moves, from the FEN at the
// end, and without the square if the rule does not count it.
func keyOf(t *testing.T, c *zobrist.Chess, line string) zobrist.Key {
	fen, moves, _ := strings.Cut(line, " moves ")
	p := parseFEN(t, fen)
	h := p.Hash(c)
	for _, uci := range strings.Fields(moves) {
		m := parseMove(t, uci)
		h = p.After(c, h, m)
		p.Play(m)
	}
	parsed := parseFEN(t, p.FEN())
	assert.Equal(t, h, parsed.Hash(c), "%s from a FEN", line)
	return h
}

// The library has the keys that the engines printed, from a FEN and by moves.
func TestNumbersOfEngines(t *testing.T) {
	for name, engine := range engines {
		c := zobrist.NewChessFunc(engine.numbers()).WithEnPassant(engine.rule)
		for i, line := range engineLines {
			want := engine.keys[i]
			if engine.black {
				want ^= c.Side()
			}
			assert.Equal(t, want, keyOf(t, c, line), "%s: %s by moves", name, line)
		}
	}
}

// Published pairs of keys and FENs: the nine of the book format's specification, others
// that programs publish as tests, and keys along one line of moves.
func TestPolyglotPairs(t *testing.T) {
	c := zobrist.Polyglot()
	pairs := sample.Lines(t, "../testdata/polyglot.txt", "#")
	require.Len(t, pairs, 35)
	for _, pair := range pairs {
		key, fen, _ := strings.Cut(pair, " ")
		assert.Equal(t, key, keyOf(t, c, fen).String(), fen)
		p := parseFEN(t, fen)
		assert.Equal(t, fen, p.FEN())
	}
	for moves, key := range map[string]string{
		"a2a4":                               "2df2e8f47b022952",
		"a2a4 b7b5":                          "4df682e1e0af946f",
		"a2a4 b7b5 h2h4 b5b4 c2c4":           "3c8123ea7b067637",
		"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3":      "93d32682782edfae",
		"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": "5c3f9b829b279560",
	} {
		assert.Equal(t, key, keyOf(t, c, chess.StartFEN+" moves "+moves).String(), moves)
	}
	assert.Equal(t, maps.Collect(c.Keys()), maps.Collect(publishedKeys(t).Keys()),
		"NewChessFunc of the published numbers")
}

// Keys names what there is, and may be left early.
func TestKeysOfNumbers(t *testing.T) {
	names := func(kind, which string) (list []string) {
		for _, name := range strings.Fields(which) {
			list = append(list, kind+" "+name)
		}
		return list
	}
	var (
		four    = names("castling", "K Q k q")
		colours = names("castling", "K Q KQ k q kq")
		sets    = names("castling", "K Q KQ k Kk Qk KQk q Kq Qq KQq kq Kkq Qkq KQkq")
		none    = names("castling", "-")
		files   = names("en passant", "a b c d e f g h")
		rank3   = names("en passant", "a3 b3 c3 d3 e3 f3 g3 h3")
		rank6   = names("en passant", "a6 b6 c6 d6 e6 f6 g6 h6")
		mixed   = names("en passant", "a b c d e3 f3 g3 h3 e6 f6 g6 h6")
	)
	// Numbers of rights that are the XOR of four, of two, and of nothing smaller than the set.
	ofFour := func(r zobrist.CastlingRights) zobrist.Key { return zobrist.Key(r) << 8 }
	ofColours := func(r zobrist.CastlingRights) zobrist.Key {
		return zobrist.Key(r&3)*3 ^ zobrist.Key(r>>2)*50
	}
	ofSets := func(r zobrist.CastlingRights) zobrist.Key { return zobrist.Key(r) * 3 }
	// Some engines have a number even for the empty set.
	with := func(
		empty zobrist.Key, of func(zobrist.CastlingRights) zobrist.Key,
	) func(zobrist.CastlingRights) zobrist.Key {
		return func(r zobrist.CastlingRights) zobrist.Key { return of(r) ^ empty }
	}
	single := []zobrist.CastlingRights{
		zobrist.WhiteShort, zobrist.WhiteLong, zobrist.BlackShort, zobrist.BlackLong,
	}
	sides := []zobrist.CastlingRights{
		zobrist.WhiteShort | zobrist.WhiteLong, zobrist.BlackShort | zobrist.BlackLong,
	}
	whole := []zobrist.CastlingRights{zobrist.AllCastling}
	file := func(ep zobrist.Square) zobrist.Key { return zobrist.Key(ep & 7) }
	square := func(ep zobrist.Square) zobrist.Key { return zobrist.Key(ep) }
	fromE := func(ep zobrist.Square) zobrist.Key { // e3 and e6 differ, and so on to h
		return file(ep) ^ zobrist.Key(ep/44)
	}
	for _, c := range []struct {
		castling  func(zobrist.CastlingRights) zobrist.Key
		enPassant func(zobrist.Square) zobrist.Key
		want      [][]string
		parts     []zobrist.CastlingRights // the sets of rights with a number of their own
	}{
		{ofFour, file, [][]string{four, files}, single},
		{with(1, ofFour), file, [][]string{none, four, files}, single},
		{ofColours, file, [][]string{colours, files}, sides},
		{with(9, ofColours), file, [][]string{none, colours, files}, sides},
		{ofSets, file, [][]string{sets, files}, whole},
		{with(1, ofSets), file, [][]string{none, sets, files}, whole},
		{ofFour, square, [][]string{four, rank3, rank6}, single},
		{ofFour, fromE, [][]string{four, mixed}, single},
	} {
		keys := zobrist.NewChessFunc(zobrist.ChessNumbers{
			Piece:     func(zobrist.Square, zobrist.ChessPiece) zobrist.Key { return 1 },
			Castling:  c.castling,
			EnPassant: c.enPassant,
		})
		var got []string
		named := map[string]zobrist.Key{}
		for name, key := range keys.Keys() {
			got = append(got, name)
			named[name] = key
		}
		want := append(slices.Concat(c.want...), "side")
		assert.Equal(t, want, got[768:])
		for range keys.Keys() {
			break
		}
		for r := range zobrist.CastlingRights(16) {
			assert.Equal(t, c.castling(r), keys.Castling(r))
			sum := named["castling -"]
			if len(c.parts) == 1 && r != 0 {
				sum = 0 // a number of the whole set includes that of the empty one
			}
			for _, part := range c.parts {
				if r&part != 0 {
					sum ^= named["castling "+(r&part).String()]
				}
			}
			assert.Equal(t, c.castling(r), sum, "%v of %v", r, want[:4])
		}
		for file := range zobrist.Square(8) {
			assert.Equal(t, c.enPassant(16+file), keys.EnPassant(16+file))
			assert.Equal(t, c.enPassant(40+file), keys.EnPassant(40+file))
		}
	}
}

// A double push may open a line from behind the pawn: then a capture en passant leaves the king in
// check, so by the rule EnPassantLegal the square is not part of the key, by moves too.
func TestAfterDoublePushThatGivesCheck(t *testing.T) {
	p := sample.Must(chess.ParseFEN("8/8/8/7k/3p4/8/4P3/3B2K1 w - - 0 1"))
	push := sample.Must(chess.ParseMove("e2e4"))
	next := p
	require.True(t, next.Play(push))
	require.True(t, next.InCheck())
	for _, rule := range []zobrist.EnPassantRule{
		zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways,
	} {
		z := zobrist.Polyglot().WithEnPassant(rule)
		assert.Equal(t, next.Hash(z), p.After(z, p.Hash(z), push), rule)
		counts := next.EnPassantCounts(rule)
		assert.Equal(t, rule != zobrist.EnPassantLegal, counts, rule)
	}
}
