package othello_test

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/othello"
)

const othelloStartLine = "---------------------------OX------XO--------------------------- X"

var othelloStart = othello.Start()

// othelloMoves yields the squares of the legal moves.
func othelloMoves(p othello.Position) iter.Seq[zobrist.Square] {
	return func(yield func(zobrist.Square) bool) {
		for moves := p.Moves(); moves != 0; moves &= moves - 1 {
			if !yield(zobrist.Square(bits.TrailingZeros64(moves))) {
				return
			}
		}
	}
}

// othelloBoard returns what stands on each square.
func othelloBoard(p othello.Position) (board [64]zobrist.Disc) {
	for square := range board {
		board[square] = zobrist.Disc(p.Black>>square&1 | p.White>>square&1<<1)
	}
	return board
}

// naiveOthelloHash is the definition of the key of a position.
func naiveOthelloHash(o *zobrist.Othello, p othello.Position) zobrist.Key {
	board := othelloBoard(p)
	h := o.Table().Hash(board[:])
	if p.ToMove == zobrist.WhiteDisc {
		h ^= o.Side()
	}
	return h
}

// checkOthello compares all that the library says of a position, and of each square as
// a move, with the rule of the game on a mailbox.
func checkOthello(t *testing.T, o *zobrist.Othello, p othello.Position) {
	h, board := naiveOthelloHash(o, p), othelloBoard(p)
	if back, err := othello.Parse(p.String()); p.Hash(o) != h || back != p {
		require.NoError(t, err)
		require.Equal(t, p, back)
		require.Equal(t, h, p.Hash(o), p)
	}
	var moves uint64
	for at := range zobrist.Square(64) {
		var flips uint64
		for _, d := range [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1},
			{1, -1}} {
			var line uint64
			for f, r := int(at%8)+d[0], int(at/8)+d[1]; board[at] == zobrist.NoDisc && f >= 0 &&
				f < 8 && r >= 0 && r < 8; f, r = f+d[0], r+d[1] {
				disc := board[8*r+f]
				if disc == p.ToMove {
					flips |= line
				}
				if disc == p.ToMove || disc == zobrist.NoDisc {
					break
				}
				line |= 1 << (8*r + f)
			}
		}
		if p.Flips(at) != flips {
			require.Equal(t, flips, p.Flips(at), "%v %v", p, at)
		}
		want, after := p, p
		if flips != 0 {
			moves |= 1 << at
			want = othello.Position{Black: p.Black ^ flips, White: p.White ^ flips,
				ToMove: 3 - p.ToMove}
			if p.ToMove == zobrist.BlackDisc {
				want.Black |= 1 << at
			} else {
				want.White |= 1 << at
			}
			if key := o.After(h, p.ToMove, at, flips); key != naiveOthelloHash(o,
				want) || o.After(key, p.ToMove, at, flips) != h {
				require.Fail(t, "After, or its inverse", "%v %v", p, at)
			}
		}
		if key := p.After(o, h, at); key != naiveOthelloHash(o, want) {
			require.Fail(t, "After", "%v %v", p, at)
		}
		if played := after.Play(at); played != (flips != 0) || after != want {
			require.Equal(t, want, after, "%v %v: %v", p, at, played)
		}
	}
	require.Equal(t, moves, p.Moves(), p)
}

// othelloSample returns n positions of random games, from start to end.
func othelloSample(n int) (positions []othello.Position) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := othelloStart
	for len(positions) < n {
		legal := slices.Collect(othelloMoves(p))
		if len(legal) == 0 {
			p.Pass()
			if p.Moves() == 0 {
				p = othelloStart
			}
			continue
		}
		positions = append(positions, p)
		p.Play(legal[rng.IntN(len(legal))])
	}
	return positions
}

// randomOthelloBoards returns n boards that no game leads to, of any density.
func randomOthelloBoards(n int) []othello.Position {
	rng := rand.New(rand.NewPCG(3, 4))
	positions := make([]othello.Position, n)
	for i := range positions {
		taken, black := rng.Uint64(), rng.Uint64()
		for range rng.IntN(4) {
			taken |= rng.Uint64()
		}
		positions[i] = othello.Position{Black: taken & black, White: taken &^ black,
			ToMove: zobrist.BlackDisc + zobrist.Disc(rng.IntN(2))}
	}
	return positions
}

func TestParseOthello(t *testing.T) {
	const board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------" // FFO 40
	ffo40 := othello.Position{
		Black: 1<<7 | 1<<15 | 1<<18 | 1<<19 | 1<<23 | 1<<26 | 1<<30 | 1<<31 | 1<<38 | 1<<39 |
			1<<47 | 1<<55,
		ToMove: zobrist.BlackDisc,
	}
	for i, c := range board {
		if c == 'O' {
			ffo40.White |= 1 << i
		}
	}
	for _, tt := range []struct {
		name, line string
		want       othello.Position
	}{
		{"start", othelloStartLine, othelloStart},
		{"white to move", board + " O",
			othello.Position{Black: ffo40.Black, White: ffo40.White, ToMove: zobrist.WhiteDisc}},
		{"black to move", board + " X", ffo40},
		{"no blank", board + "X", ffo40},
		{"blanks", " \t" + board + "  X\t\r\n", ffo40},
		{"lower case", strings.ToLower(board) + " x", ffo40},
		{"points", strings.ReplaceAll(board, "-", ".") + " X", ffo40},
		{"GGF", strings.ReplaceAll(board, "X", "*") + " *", ffo40},
		{"OBF", board + " X; A2:+38; C7:+36; D8:+34;", ffo40},
		{"semicolon at once", board + " X;nonsense", ffo40},
		{"comment", board + " X % FFO 40", ffo40},
		{"empty board", strings.Repeat("-", 64) + " O",
			othello.Position{ToMove: zobrist.WhiteDisc}},
		{"full board", strings.Repeat("X", 65),
			othello.Position{Black: 1<<64 - 1, ToMove: zobrist.BlackDisc}},
		{"a1 and h8", "X" + strings.Repeat("-", 62) + "OX",
			othello.Position{Black: 1, White: 1 << 63, ToMove: zobrist.BlackDisc}},
	} {
		p, err := othello.Parse(tt.line)
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.want, p, tt.name)
	}
	assert.Equal(t, othelloStartLine, othelloStart.String())
	assert.Equal(t, board+" X", ffo40.String())
	for _, nobody := range []zobrist.Disc{zobrist.NoDisc, 7} {
		p := othello.Position{Black: 3, White: 6, ToMove: nobody}
		assert.Equal(t, "X?O"+strings.Repeat("-", 61)+" -", p.String())
	}
}

func TestParseOthelloErrors(t *testing.T) {
	const board = "---------------------------OX------XO---------------------------"
	for _, tt := range []struct{ name, line, want string }{
		{"empty", "", "ends at character 1, after 0 squares"},
		{"short", board[:63], "ends at character 64, after 63 squares"},
		{"short, with a side", board[:63] + " X", "character 64 is ' ', want X, O or - for h8"},
		{"long", board + "- X",
			"character 65 is '-', want X or O for the side to move after 64 squares"},
		{"longer", board + "XO", `character 66 is 'O', want the end or a semicolon`},
		{"unknown letter", board[:28] + "b" + board[29:] + " X",
			"character 29 is 'b', want X, O or - for e4"},
		{"not ASCII", "-●" + board[2:] + " X", "character 2 is '●', want X, O or - for b1"},
		{"not UTF-8", "-\xff" + board[2:] + " X", "character 2 is"},
		{"no side", board, "no side to move at character 65, want X or O"},
		{"no side but a comment", board + " ; X", "no side to move at character 66, want X or O"},
		{"unknown side", board + " w", "character 66 is 'w', want X or O for the side to move"},
		{"two sides", board + " X O", "character 68 is 'O', want the end or a semicolon"},
	} {
		p, err := othello.Parse(tt.line)
		require.ErrorContains(t, err, tt.want, tt.name)
		assert.True(t, strings.HasPrefix(err.Error(), "zobrist: "), err)
		assert.Zero(t, p)
	}
	_, err := othello.Parse(board + strings.Repeat("?", 10_000))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 300)
}

func TestOthelloPositions(t *testing.T) {
	o := zobrist.NewOthello(1)
	for _, p := range slices.Concat(othelloSample(2_000), randomOthelloBoards(5_000),
		[]othello.Position{
			{ToMove: zobrist.BlackDisc},
			{Black: 1<<64 - 1, ToMove: zobrist.WhiteDisc},
			{Black: 0x8100000000000081, White: 0x7e8181818181817e, ToMove: zobrist.BlackDisc},
			{White: 0x8100000000000081, Black: 0x3c7ebdffffbd7e3c &^ (1 << 27),
				ToMove: zobrist.WhiteDisc},
			{White: 0xff818181818181ff, Black: 0x007e7e7e7e7e7e00 &^ (1 << 36),
				ToMove: zobrist.WhiteDisc},
		}) {
		checkOthello(t, o, p)
		passed := p
		passed.Pass()
		assert.Equal(t, p.Hash(o)^o.Side(), passed.Hash(o))
		checkOthello(t, o, passed)
		for at := 64; at < 256; at += 9 {
			assert.Zero(t, p.Flips(zobrist.Square(at)), "%v %d", p, at)
		}
	}
	for _, p := range randomOthelloBoards(20) {
		hash := o.Hash(p.Black, p.White, zobrist.BlackDisc)
		for _, nobody := range []zobrist.Disc{zobrist.NoDisc, 3, 255} {
			p.ToMove = nobody
			q := p
			q.Pass()
			assert.Equal(t, p, q)
			assert.Zero(t, p.Moves())
			assert.Equal(t, hash, p.Hash(o))
			for at := range 256 {
				assert.False(t, p.Flips(zobrist.Square(at)) != 0 || q.Play(zobrist.Square(at)),
					"%v %d", p, at)
			}
		}
	}
}

// TestOthelloPositions checks positions of games. This is the number of lines.
func TestOthelloPerft(t *testing.T) {
	var lines func(p othello.Position, depth int) int
	lines = func(p othello.Position, depth int) (n int) {
		if depth == 0 {
			return 1
		}
		for at := range othelloMoves(p) {
			after := p
			after.Play(at)
			n += lines(after, depth-1)
		}
		return n
	}
	for depth, want := range []int{1, 4, 12, 56, 244, 1396, 8200, 55092,
		390216}[:sample.Rounds(8, 9, 9)] { // no pass before the ninth move
		assert.Equal(t, want, lines(othelloStart, depth))
	}
}

// Real games to the last disc.
func TestOthelloGames(t *testing.T) {
	o := zobrist.NewOthello(7)
	for _, line := range sample.Lines(t, "../testdata/othello_games.txt", "#") {
		score, transcript, _ := strings.Cut(line, " ") // black - white
		p := othelloStart
		for ; transcript != ""; transcript = transcript[2:] {
			checkOthello(t, o, p)
			if p.Moves() == 0 {
				p.Pass()
			}
			at := sample.Must(zobrist.ParseSquare(strings.ToLower(transcript[:2])))
			require.True(t, p.Play(at), "%v %v", p, at)
		}
		assert.Equal(t, score,
			fmt.Sprint(bits.OnesCount64(p.Black), "-", bits.OnesCount64(p.White)))
		passed := p
		passed.Pass()
		assert.Zero(t, p.Moves()|passed.Moves(), score)
	}
}

func TestOthelloAllocations(t *testing.T) {
	o := zobrist.NewOthello(1)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		p, _ := othello.Parse(othelloStartLine)
		h := p.Hash(o) ^ o.Flip(1<<36) ^ o.Side() ^ o.Table().Key(0, zobrist.BlackDisc)
		_ = o.After(h, zobrist.BlackDisc, 37, p.Flips(37))
		p.Play(37)
	}))
	size := reflect.TypeFor[zobrist.Othello]().Size() + 8*64*3
	assert.LessOrEqual(t, int(size), 42<<10, "the memory that the documentation of Othello gives")
}

func FuzzParseOthello(f *testing.F) {
	f.Add(othelloStartLine)
	f.Add(strings.Repeat("-", 64) + "O")
	f.Add(" .xXoO*" + strings.Repeat(".", 58) + " x; h8:+64;")
	f.Add(strings.Repeat("X", 65) + "%")
	f.Add("-●")
	o := zobrist.NewOthello(1)
	f.Fuzz(func(t *testing.T, line string) {
		p, err := othello.Parse(line)
		if err != nil {
			assert.Zero(t, p)
			assert.True(t, strings.HasPrefix(err.Error(), "zobrist: "), err)
			return
		}
		assert.Zero(t, p.Black&p.White)
		checkOthello(t, o, p)
	})
}
