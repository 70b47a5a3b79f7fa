package zobrist_test

import (
	"bufio"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

const othelloStartLine = "---------------------------OX------XO--------------------------- X"

var othelloStart = zobrist.OthelloStart()

// othelloMoves returns the legal moves in p, by Flips alone. The tests compare
// Moves with it.
func othelloMoves(p zobrist.OthelloPosition) []zobrist.Square {
	var moves []zobrist.Square
	for at := range zobrist.Square(64) {
		if p.Flips(at) != 0 {
			moves = append(moves, at)
		}
	}
	return moves
}

// othelloAfter returns the position after a legal move.
func othelloAfter(p zobrist.OthelloPosition, at zobrist.Square) zobrist.OthelloPosition {
	if !p.Play(at) {
		panic("not a legal move")
	}
	return p
}

// othelloPass returns p with the other side to move.
func othelloPass(p zobrist.OthelloPosition) zobrist.OthelloPosition {
	p.Pass()
	return p
}

// othelloOver says whether neither side has a move.
func othelloOver(p zobrist.OthelloPosition) bool {
	return len(othelloMoves(p)) == 0 && len(othelloMoves(othelloPass(p))) == 0
}

// othelloBoard returns what stands on each square.
func othelloBoard(p zobrist.OthelloPosition) (board [64]zobrist.Disc) {
	for square := range board {
		board[square] = zobrist.Disc(p.Black>>square&1 | p.White>>square&1<<1)
	}
	return board
}

// naiveFlips is the rule of the game on a mailbox. The tests compare Flips with
// it.
func naiveFlips(p zobrist.OthelloPosition, at zobrist.Square) uint64 {
	board := othelloBoard(p)
	if board[at] != zobrist.NoDisc {
		return 0
	}
	var flips uint64
	for _, d := range [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
		var line uint64
		for f, r := int(at%8)+d[0], int(at/8)+d[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+d[0], r+d[1] {
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
	return flips
}

// naiveOthelloHash is the definition of the key of a position.
func naiveOthelloHash(o *zobrist.Othello, p zobrist.OthelloPosition) zobrist.Key {
	var h zobrist.Key
	for square, disc := range othelloBoard(p) {
		h = o.Discs().Toggle(h, zobrist.Square(square), disc)
	}
	if p.ToMove == zobrist.WhiteDisc {
		h ^= o.Side()
	}
	return h
}

// An othelloMove is what After is told of a move.
type othelloMove struct {
	mover   zobrist.Disc
	at      zobrist.Square
	flipped uint64
}

// othelloSample returns n positions of random games, from start to end, with a
// legal move in each. Their order is random, because the processor would learn
// the branches of the loops in the order of the games.
func othelloSample(n int) ([]zobrist.OthelloPosition, []othelloMove) {
	rng := rand.New(rand.NewPCG(1, 2))
	positions, moves := make([]zobrist.OthelloPosition, 0, n), make([]othelloMove, 0, n)
	p := othelloStart
	for len(positions) < n {
		legal := othelloMoves(p)
		if len(legal) == 0 {
			p.Pass()
			if legal = othelloMoves(p); len(legal) == 0 {
				p = othelloStart
				continue
			}
		}
		at := legal[rng.IntN(len(legal))]
		positions = append(positions, p)
		moves = append(moves, othelloMove{p.ToMove, at, p.Flips(at)})
		p.Play(at)
	}
	rng.Shuffle(n, func(i, j int) {
		positions[i], positions[j] = positions[j], positions[i]
		moves[i], moves[j] = moves[j], moves[i]
	})
	return positions, moves
}

// randomOthelloBoards returns n boards on which every square is empty, black or
// white with equal chances.
func randomOthelloBoards(n int) []zobrist.OthelloPosition {
	rng := rand.New(rand.NewPCG(3, 4))
	positions := make([]zobrist.OthelloPosition, n)
	for i := range positions {
		p := &positions[i]
		for square := range 64 {
			switch rng.IntN(3) {
			case 1:
				p.Black |= 1 << square
			case 2:
				p.White |= 1 << square
			}
		}
		p.ToMove = zobrist.BlackDisc + zobrist.Disc(rng.IntN(2))
	}
	return positions
}

func TestParseOthello(t *testing.T) {
	const board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------" // FFO 40
	ffo40 := zobrist.OthelloPosition{
		Black:  1<<7 | 1<<15 | 1<<18 | 1<<19 | 1<<23 | 1<<26 | 1<<30 | 1<<31 | 1<<38 | 1<<39 | 1<<47 | 1<<55,
		ToMove: zobrist.BlackDisc,
	}
	for i, c := range board {
		if c == 'O' {
			ffo40.White |= 1 << i
		}
	}
	for _, tt := range []struct {
		name, line string
		want       zobrist.OthelloPosition
	}{
		{"start", othelloStartLine, othelloStart},
		{"white to move", board + " O", zobrist.OthelloPosition{Black: ffo40.Black, White: ffo40.White, ToMove: zobrist.WhiteDisc}},
		{"black to move", board + " X", ffo40},
		{"no blank", board + "X", ffo40},
		{"blanks", " \t" + board + "  X\t\r\n", ffo40},
		{"lower case", strings.ToLower(board) + " x", ffo40},
		{"points", strings.ReplaceAll(board, "-", ".") + " X", ffo40},
		{"GGF", strings.ReplaceAll(board, "X", "*") + " *", ffo40},
		{"OBF", board + " X; A2:+38; C7:+36; D8:+34;", ffo40},
		{"semicolon at once", board + " X;nonsense", ffo40},
		{"comment", board + " X % FFO 40", ffo40},
		{"empty board", strings.Repeat("-", 64) + " O", zobrist.OthelloPosition{ToMove: zobrist.WhiteDisc}},
		{"full board", strings.Repeat("X", 65), zobrist.OthelloPosition{Black: 1<<64 - 1, ToMove: zobrist.BlackDisc}},
		{"a1 and h8", "X" + strings.Repeat("-", 62) + "OX", zobrist.OthelloPosition{Black: 1, White: 1 << 63, ToMove: zobrist.BlackDisc}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := zobrist.ParseOthello(tt.line)
			require.NoError(t, err)
			assert.Equal(t, tt.want, p)
			back, err := zobrist.ParseOthello(p.String())
			require.NoError(t, err)
			assert.Equal(t, p, back)
		})
	}
	assert.Equal(t, othelloStartLine, othelloStart.String())
	assert.Equal(t, board+" X", ffo40.String())
}

func TestParseOthelloErrors(t *testing.T) {
	const board = "---------------------------OX------XO---------------------------"
	for _, tt := range []struct{ name, line, want string }{
		{"empty", "", "ends at character 1, after 0 squares"},
		{"blank", "  ", "ends at character 3, after 0 squares"},
		{"short", board[:63], "ends at character 64, after 63 squares"},
		{"short, with a side", board[:63] + " X", "character 64 is ' ', want X, O or - for h8"},
		{"long", board + "- X", "character 65 is '-', want X or O for the side to move after 64 squares"},
		{"longer", board + "XO", `character 66 is 'O', want the end or a semicolon`},
		{"unknown letter", board[:28] + "b" + board[29:] + " X", "character 29 is 'b', want X, O or - for e4"},
		{"unknown letter after a blank", " " + board[:28] + "8" + board[29:] + " X", "character 30 is '8', want X, O or - for e4"},
		{"not ASCII", "-●" + board[2:] + " X", "character 2 is '●', want X, O or - for b1"},
		{"not UTF-8", "-\xff" + board[2:] + " X", "character 2 is"},
		{"no side", board, "no side to move at character 65, want X or O"},
		{"no side but a blank", board + " ", "no side to move at character 66, want X or O"},
		{"no side but a comment", board + " ; X", "no side to move at character 66, want X or O"},
		{"unknown side", board + " w", "character 66 is 'w', want X or O for the side to move"},
		{"two sides", board + " X O", "character 68 is 'O', want the end or a semicolon"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := zobrist.ParseOthello(tt.line)
			require.ErrorContains(t, err, tt.want)
			assert.True(t, strings.HasPrefix(err.Error(), "zobrist: "), err)
			assert.Zero(t, p)
		})
	}
	_, err := zobrist.ParseOthello(board + strings.Repeat("?", 10_000))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 300)
}

func TestOthelloStringOfMisuse(t *testing.T) {
	p := zobrist.OthelloPosition{Black: 3, White: 6}
	assert.Equal(t, "X?O"+strings.Repeat("-", 61)+" -", p.String())
	p.ToMove = 7
	assert.Equal(t, "X?O"+strings.Repeat("-", 61)+" -", p.String())
}

func TestOthelloFlips(t *testing.T) {
	check := func(p zobrist.OthelloPosition) {
		for at := range zobrist.Square(64) {
			if got, want := p.Flips(at), naiveFlips(p, at); got != want {
				require.Equal(t, want, got, "%v %v", p, at)
			}
		}
	}
	positions, _ := othelloSample(2_000)
	for _, p := range positions {
		check(p)
		check(othelloPass(p))
	}
	for _, p := range randomOthelloBoards(2_000) {
		check(p)
	}
	for _, p := range []zobrist.OthelloPosition{
		{ToMove: zobrist.BlackDisc},
		{Black: 1<<64 - 1, ToMove: zobrist.WhiteDisc},
		{Black: 0x8100000000000081, White: 0x7e8181818181817e, ToMove: zobrist.BlackDisc},
		{White: 0x8100000000000081, Black: 0x3c7ebdffffbd7e3c &^ (1 << 27), ToMove: zobrist.WhiteDisc},
		{White: 0xff818181818181ff, Black: 0x007e7e7e7e7e7e00 &^ (1 << 36), ToMove: zobrist.WhiteDisc},
	} {
		check(p)
	}
	// Off the board, and with nobody to move.
	for _, p := range randomOthelloBoards(100) {
		for at := range 256 {
			if at > 63 {
				assert.Zero(t, p.Flips(zobrist.Square(at)), "%v %d", p, at)
			}
			for _, nobody := range []zobrist.Disc{zobrist.NoDisc, 3, 255} {
				q := p
				q.ToMove = nobody
				assert.Zero(t, q.Flips(zobrist.Square(at)), "%v %d", q, at)
			}
		}
	}
}

func TestOthelloPlay(t *testing.T) {
	p := othelloStart
	assert.True(t, p.Play(37)) // f5 flips e5
	assert.Equal(t, zobrist.OthelloPosition{Black: 1<<28 | 1<<35 | 1<<36 | 1<<37, White: 1 << 27, ToMove: zobrist.WhiteDisc}, p)
	for _, at := range []zobrist.Square{0, 27, 28, 29, 64, 255} {
		p := othelloStart
		assert.False(t, p.Play(at), at)
		assert.Equal(t, othelloStart, p, "an illegal move changes nothing")
	}
	nobody := zobrist.OthelloPosition{Black: 2, White: 1}
	assert.False(t, nobody.Play(2))
	nobody.Pass()
	assert.Equal(t, zobrist.OthelloPosition{Black: 2, White: 1}, nobody)
}

func TestDisc(t *testing.T) {
	for d, want := range map[zobrist.Disc]string{
		zobrist.NoDisc: "- -", zobrist.BlackDisc: "Black White", zobrist.WhiteDisc: "White Black", 3: "? ?", 255: "? ?",
	} {
		assert.Equal(t, want, d.String()+" "+d.Opponent().String())
		assert.Equal(t, d, d.Opponent().Opponent())
	}
}

func TestOthelloMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	check := func(p zobrist.OthelloPosition) {
		var want uint64
		for _, at := range othelloMoves(p) {
			want |= 1 << at
		}
		require.Equal(t, want, p.Moves(), "%v", p)
	}
	positions, _ := othelloSample(5000)
	for _, p := range positions {
		check(p)
		check(othelloPass(p))
	}
	for range 20000 { // boards that no game leads to, of any density
		taken, black := rng.Uint64(), rng.Uint64()
		for range rng.IntN(4) {
			taken |= rng.Uint64()
		}
		p := zobrist.OthelloPosition{Black: taken & black, White: taken &^ black, ToMove: zobrist.BlackDisc + zobrist.Disc(rng.IntN(2))}
		check(p)
		p.ToMove = zobrist.NoDisc
		require.Zero(t, p.Moves())
	}
}

// Do not change the expected values: keys are API, and programs may have stored
// them.
func TestOthelloKeysAreStable(t *testing.T) {
	o := zobrist.NewOthello(1)
	keys := maps.Collect(o.Keys())
	for name, want := range map[string]zobrist.Key{
		"a1 Black": 0xc0459c32c6f832cc,
		"a1 White": 0xe4977622d8091c6d,
		"b1 Black": 0x32d21f5577895499,
		"e4 Black": 0x8ebfcd23b2c49858,
		"e4 White": 0x02ff8556c20c751b,
		"h8 White": 0x81f865532115461c,
		"side":     0xd311dc917a80a5ea,
	} {
		assert.Equal(t, want.String(), keys[name].String(), name)
	}
	assert.Equal(t, "85dbfbcd638ac03e", o.Hash(othelloStart).String(), "start")
	assert.Equal(t, "659fdf911797dc74", o.Hash(othelloAfter(othelloStart, 37)).String(), "after f5")
}

// Every entry of the row tables, compared with the table of discs.
func TestOthelloRows(t *testing.T) {
	o := zobrist.NewOthello(4)
	for row := range 8 {
		for set := range uint64(256) {
			discs := set << (8 * row)
			for _, p := range []zobrist.OthelloPosition{
				{Black: discs, ToMove: zobrist.BlackDisc},
				{White: discs, ToMove: zobrist.BlackDisc},
				{Black: discs, White: ^discs, ToMove: zobrist.WhiteDisc},
			} {
				if want, got := naiveOthelloHash(o, p), o.Hash(p); want != got {
					require.Equal(t, want, got, p)
				}
			}
			var flips zobrist.Key
			for f := discs; f != 0; f &= f - 1 {
				flips = o.Discs().Replace(flips, zobrist.Square(bits.TrailingZeros64(f)), zobrist.BlackDisc, zobrist.WhiteDisc)
			}
			if got := o.Flip(discs); got != flips {
				require.Equal(t, flips, got, "%016x", discs)
			}
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, p := range randomOthelloBoards(1_000) {
		require.Equal(t, naiveOthelloHash(o, p), o.Hash(p), p)
		a, b := rng.Uint64(), rng.Uint64()
		require.Equal(t, o.Flip(a)^o.Flip(b), o.Flip(a^b))
		// Flip is what it says even on a board where colours are swapped.
		swapped := zobrist.OthelloPosition{Black: p.White, White: p.Black, ToMove: p.ToMove}
		require.Equal(t, o.Hash(swapped), o.Hash(p)^o.Flip(p.Black|p.White))
	}
	for _, nobody := range []zobrist.Disc{zobrist.NoDisc, 3, 255} {
		p := othelloStart
		p.ToMove = nobody
		assert.Equal(t, o.Hash(othelloStart), o.Hash(p), nobody)
	}
}

func TestOthelloAfterMisuse(t *testing.T) {
	o := zobrist.NewOthello(1)
	for _, tt := range []struct {
		mover zobrist.Disc
		at    zobrist.Square
	}{{zobrist.NoDisc, 0}, {3, 0}, {255, 63}, {zobrist.BlackDisc, 64}, {zobrist.WhiteDisc, 255}} {
		want := fmt.Sprintf("zobrist: Othello.After: mover %d on square %d, want BlackDisc or WhiteDisc and 0 to 63", uint8(tt.mover), uint8(tt.at))
		assert.PanicsWithValue(t, want, func() { o.After(0, tt.mover, tt.at, 1) }, tt)
	}
}

// An othelloWalk plays every line from a position, and holds the key updated
// by After against Hash, and Hash against the discs, at every node.
type othelloWalk struct {
	t         *testing.T
	o         *zobrist.Othello
	positions map[zobrist.Key]zobrist.OthelloPosition
	leaves    []int // by depth
	passes    int
	ends      int
}

func (w *othelloWalk) visit(p zobrist.OthelloPosition, h zobrist.Key, ply int) {
	w.leaves[ply]++
	if hash, discs := w.o.Hash(p), naiveOthelloHash(w.o, p); h != hash || h != discs {
		require.Equal(w.t, [2]zobrist.Key{discs, discs}, [2]zobrist.Key{h, hash}, "After and Hash of %v", p)
	}
	if q, ok := w.positions[h]; ok && q != p {
		require.Equal(w.t, q, p, "two positions of key %v", h)
	}
	w.positions[h] = p
	if ply == len(w.leaves)-1 {
		return
	}
	stuck := true
	for at := range zobrist.Square(64) {
		flips := p.Flips(at)
		if flips == 0 {
			continue
		}
		stuck = false
		after := w.o.After(h, p.ToMove, at, flips)
		if w.o.After(after, p.ToMove, at, flips) != h {
			require.Fail(w.t, "After is not its own inverse", "%v %v", p, at)
		}
		w.visit(othelloAfter(p, at), after, ply+1)
	}
	switch pass := othelloPass(p); {
	case !stuck:
	case len(othelloMoves(pass)) > 0:
		w.passes++
		w.visit(pass, h^w.o.Side(), ply+1)
	default:
		w.ends++
	}
}

func newOthelloWalk(t *testing.T, depth int) *othelloWalk {
	return &othelloWalk{
		t: t, o: zobrist.NewOthello(1),
		positions: map[zobrist.Key]zobrist.OthelloPosition{},
		leaves:    make([]int, depth+1),
	}
}

func TestOthelloPerft(t *testing.T) {
	t.Parallel()
	want := []int{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216}
	if testing.Short() {
		want = want[:8]
	}
	w := newOthelloWalk(t, len(want)-1)
	w.visit(othelloStart, w.o.Hash(othelloStart), 0)
	assert.Equal(t, want, w.leaves)
	assert.Zero(t, w.ends, "no game ends before the ninth move")
}

// Every continuation of two games, from nine empty squares.
func TestOthelloEndings(t *testing.T) {
	for _, game := range readOthelloGames(t)[:3] {
		p := othelloStart
		for _, at := range game.moves {
			if bits.OnesCount64(p.Black|p.White) >= 55 {
				break
			}
			if p.Flips(at) == 0 {
				p = othelloPass(p)
			}
			p.Play(at)
		}
		w := newOthelloWalk(t, 18)
		w.visit(p, w.o.Hash(p), 0)
		assert.Positive(t, w.passes)
		assert.Positive(t, w.ends)
	}
}

type othelloGame struct {
	score string // black - white
	moves []zobrist.Square
}

func readOthelloGames(t *testing.T) []othelloGame {
	var games []othelloGame
	for _, line := range readLines(t, "testdata/othello_games.txt", "#") {
		score, transcript, _ := strings.Cut(line, " ")
		game := othelloGame{score: score}
		for i := 0; i < len(transcript); i += 2 {
			at, err := zobrist.ParseSquare(strings.ToLower(transcript[i : i+2]))
			require.NoError(t, err)
			game.moves = append(game.moves, at)
		}
		games = append(games, game)
	}
	require.NotEmpty(t, games)
	return games
}

// readLines returns the lines of a file that are neither empty nor comments.
func readLines(t *testing.T, name, comment string) []string {
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if s.Text() != "" && !strings.HasPrefix(s.Text(), comment) {
			lines = append(lines, s.Text())
		}
	}
	return lines
}

// Real games to the last disc and back again.
func TestOthelloGames(t *testing.T) {
	o := zobrist.NewOthello(7)
	for _, game := range readOthelloGames(t) {
		type ply struct {
			before  zobrist.OthelloPosition
			at      zobrist.Square
			flipped uint64
		}
		var plies []ply
		p, h := othelloStart, o.Hash(othelloStart)
		seen := map[zobrist.Key]bool{h: true}
		for i, at := range game.moves {
			if p.Flips(at) == 0 {
				require.Empty(t, othelloMoves(p), "move %d, %v: a pass when there is a move", i+1, at)
				p, h = othelloPass(p), h^o.Side()
				require.Equal(t, o.Hash(p), h)
				require.False(t, seen[h])
				seen[h] = true
			}
			flipped := p.Flips(at)
			require.NotZero(t, flipped, "move %d, %v", i+1, at)
			plies = append(plies, ply{p, at, flipped})
			h = o.After(h, p.ToMove, at, flipped)
			p.Play(at)
			require.Equal(t, o.Hash(p), h, "move %d, %v", i+1, at)
			require.Equal(t, naiveOthelloHash(o, p), h)
			require.False(t, seen[h])
			seen[h] = true
		}
		assert.True(t, othelloOver(p), game.score)
		assert.Equal(t, game.score, fmt.Sprint(bits.OnesCount64(p.Black), "-", bits.OnesCount64(p.White)))

		for i := len(plies) - 1; i >= 0; i-- {
			ply := plies[i]
			h = o.After(h, ply.before.ToMove, ply.at, ply.flipped)
			require.Equal(t, o.Hash(ply.before), h, "move %d taken back", i+1)
			if i > 0 && ply.before.ToMove == plies[i-1].before.ToMove {
				h ^= o.Side() // the pass
			}
		}
		assert.Equal(t, o.Hash(othelloStart), h)
	}
}

// The FFO positions list all legal moves.
func TestOthelloFFO(t *testing.T) {
	o := zobrist.NewOthello(8)
	keys := map[zobrist.Key]bool{}
	for _, line := range readLines(t, "testdata/othello_ffo.obf", "%") {
		p, err := zobrist.ParseOthello(line)
		require.NoError(t, err)
		assert.Equal(t, line[:66], p.String())
		var want uint64
		fields := strings.Split(line, ";")
		for _, field := range fields[1 : len(fields)-1] {
			name, _, _ := strings.Cut(strings.TrimSpace(field), ":")
			at, err := zobrist.ParseSquare(strings.ToLower(name))
			require.NoError(t, err)
			want |= 1 << at
		}
		var got uint64
		for _, at := range othelloMoves(p) {
			got |= 1 << at
		}
		assert.Equal(t, fmt.Sprintf("%016x", want), fmt.Sprintf("%016x", got), line)
		assert.Equal(t, naiveOthelloHash(o, p), o.Hash(p))
		keys[o.Hash(p)] = true
	}
	assert.Len(t, keys, 8)
}

func TestOthelloAllocations(t *testing.T) {
	o := zobrist.NewOthello(1)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		p, _ := zobrist.ParseOthello(othelloStartLine)
		h := o.Hash(p) ^ o.Flip(1<<36) ^ o.Side() ^ o.Discs().Key(0, zobrist.BlackDisc)
		sink ^= o.After(h, zobrist.BlackDisc, 37, p.Flips(37)) ^ zobrist.Key(othelloAfter(p, 37).Black)
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
		p, err := zobrist.ParseOthello(line)
		if err != nil {
			assert.Zero(t, p)
			assert.True(t, strings.HasPrefix(err.Error(), "zobrist: "), err)
			return
		}
		assert.Zero(t, p.Black&p.White)
		back, err := zobrist.ParseOthello(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, back)
		h := o.Hash(p)
		assert.Equal(t, naiveOthelloHash(o, p), h)
		for _, at := range othelloMoves(p) {
			assert.Equal(t, o.Hash(othelloAfter(p, at)), o.After(h, p.ToMove, at, p.Flips(at)))
		}
	})
}
