package zobristtest_test

import (
	"fmt"
	"iter"
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// The games of docs/testing-your-engine.md. TestSnippets checks that the code on the
// page is here word for word.

// A fourGame is Connect Four, with its own types in the table and a side key.
type fourGame struct {
	board [42]Disc
	line  []Column
	key   zobrist.Key
}

type (
	Column int
	Disc   int8
)

var (
	source = zobrist.NewSplitMix64(2026)
	discs  = zobrist.NewTable[Column, Disc](42, 3, source.Split("discs"), 0) // 0 is the empty cell
	side   = zobrist.Key(source.Split("side").At(0))
)

func (g *fourGame) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for name, key := range discs.Keys() {
			if !yield(name, key) {
				return
			}
		}
		yield("side", side)
	}
}

var (
	_ zobristtest.Positioner   = (*fourGame)(nil)
	_ zobristtest.MoveStringer = (*fourGame)(nil)
	_ zobristtest.Keyer        = (*fourGame)(nil)
)

func newFourGame() zobristtest.Game { return &fourGame{} }

// open returns the lowest free cell of each column that is not full.
func (g *fourGame) open() (cells []Column) {
	for c := range Column(7) {
		for ; c < 42; c += 7 {
			if g.board[c] == 0 {
				cells = append(cells, c)
				break
			}
		}
	}
	return cells
}

func (g *fourGame) toMove() Disc     { return Disc(1 + len(g.line)%2) }
func (g *fourGame) Key() zobrist.Key { return g.key }

func (g *fourGame) Recompute() zobrist.Key {
	key := discs.Hash(g.board[:])
	if g.toMove() == 2 {
		key ^= side
	}
	return key
}

func (g *fourGame) Moves() int { return len(g.open()) }

func (g *fourGame) Make(i int) {
	cell := g.open()[i]
	g.key = discs.Toggle(g.key, cell, g.toMove()) ^ side
	g.board[cell] = g.toMove()
	g.line = append(g.line, cell)
}

func (g *fourGame) Unmake() {
	cell := g.line[len(g.line)-1]
	g.line = g.line[:len(g.line)-1]
	g.board[cell] = 0
	g.key = discs.Toggle(g.key, cell, g.toMove()) ^ side
}

func (g *fourGame) MoveString(i int) string { return fmt.Sprint(g.open()[i]) }
func (g *fourGame) Position() string        { return fmt.Sprint(g.board) }

func TestZobristCourse(t *testing.T) {
	zobristtest.Config{Games: 20, Seed: 1, Plies: 100}.Run(t, newFourGame)
}

// A copied game copies its board with each move.
type copied struct {
	*fourGame
	board chain
	stack []chain
}

// A chain is a board that is copied with each move: a row of up to 20 stones.
type chain struct {
	stones int
	key    zobrist.Key
}

func (c chain) After(i int) chain {
	return chain{c.stones + i + 1, zobrist.Key(zobrist.NewSplitMix64(5).At(uint64(c.stones + i + 1)))}
}

func (g *copied) Make(i int) { g.stack = append(g.stack, g.board); g.board = g.board.After(i) }
func (g *copied) Unmake()    { g.board = g.stack[len(g.stack)-1]; g.stack = g.stack[:len(g.stack)-1] }

func (g *copied) Key() zobrist.Key { return g.board.key }

func (g *copied) Recompute() zobrist.Key {
	if g.board.stones == 0 {
		return 0
	}
	return zobrist.Key(zobrist.NewSplitMix64(5).At(uint64(g.board.stones)))
}

func (g *copied) Moves() int              { return min(3, 20-g.board.stones) }
func (g *copied) Position() string        { return fmt.Sprint(g.board.stones) }
func (g *copied) MoveString(i int) string { return fmt.Sprint("+", i+1) }

func TestCopiedBoards(t *testing.T) {
	g := &copied{}
	assert.NoError(t, zobristtest.Walk(struct {
		zobristtest.Game
		zobristtest.MoveStringer
		zobristtest.Positioner
	}{g, g, g}, 9))
}

// An arrayGame is a chess engine with arrays of keys.
type arrayGame struct{ *chessGame }

var (
	pieceKeys     [12][64]uint64
	castlingKeys  [16]uint64 // by set of rights
	enPassantKeys [8]uint64
	sideKey       uint64
)

func init() {
	chess := zobrist.NewChess(2026)
	for s := range zobrist.Square(64) {
		for p := range pieceKeys {
			pieceKeys[p][s] = uint64(chess.Pieces().Key(s, zobrist.WhitePawn+zobrist.ChessPiece(p)))
		}
	}
	for set := range castlingKeys {
		castlingKeys[set] = uint64(chess.Castling(zobrist.CastlingRights(set)))
	}
	for file := range enPassantKeys {
		enPassantKeys[file] = uint64(chess.EnPassant(zobrist.Square(16 + file)))
	}
	sideKey = uint64(chess.Side())
}

func (g *arrayGame) Keys() iter.Seq2[string, zobrist.Key] {
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key { // white pawn to king, then black
			return zobrist.Key(pieceKeys[p-zobrist.WhitePawn][s])
		},
		Castling:  func(r zobrist.CastlingRights) zobrist.Key { return zobrist.Key(castlingKeys[r]) },
		EnPassant: func(ep zobrist.Square) zobrist.Key { return zobrist.Key(enPassantKeys[ep&7]) },
		Side:      zobrist.Key(sideKey),
	}).Keys()
}

func TestChessArrays(t *testing.T) {
	assert.NoError(t, zobristtest.Walk(&arrayGame{newChessGame(kiwipete, chessBug{})().(*chessGame)}, 2))
}

// A handGame has men on a ring of squares, and any number of tokens in hand. Every
// step adds a token.
type handGame struct {
	men          [11]int8
	held         map[string]int
	board, hands zobrist.Key
	at           int
	line         []string
	forgets      bool
}

var (
	squares = zobrist.NewTable[int, int8](11, 2, zobrist.NewSplitMix64(1), 0)
	tokens  = zobrist.NewBag(zobrist.NewSplitMix64(1).Split("bag"), func(kind string) uint64 { return uint64(kind[0]) })
)

func newHandGame(forgets bool) func() zobristtest.Game {
	return func() zobristtest.Game {
		g := &handGame{held: map[string]int{}, forgets: forgets}
		g.men[0] = 1
		g.board = squares.Hash(g.men[:])
		return g
	}
}

func (g *handGame) Key() zobrist.Key { return g.board ^ g.hands } // of a Table, and of a Bag

func (g *handGame) Recompute() zobrist.Key {
	return squares.Hash(g.men[:]) ^ tokens.Hash(maps.All(g.held))
}

func (g *handGame) Keys() iter.Seq2[string, zobrist.Key] { return squares.Keys() }
func (g *handGame) Moves() int                           { return 3 }
func (g *handGame) MoveString(i int) string              { return "abc"[i : i+1] }
func (g *handGame) Position() string                     { return fmt.Sprint(g.men, g.held) }

func (g *handGame) step(by int, kind string) {
	g.men[g.at] = 0
	from := g.at
	g.at = (g.at + by + 11) % 11
	g.men[g.at] = 1
	g.board = squares.Move(g.board, from, g.at, 1)
	if g.held[kind] += by; g.held[kind] == 0 {
		delete(g.held, kind)
	}
	if !g.forgets || g.held[kind] < 3 {
		g.hands = tokens.Add(g.hands, kind, by)
	}
}

func (g *handGame) Make(i int) {
	g.line = append(g.line, g.MoveString(i))
	g.step(1, g.MoveString(i))
}

func (g *handGame) Unmake() {
	last := g.line[len(g.line)-1]
	g.line = g.line[:len(g.line)-1]
	g.step(-1, last)
}

func TestSums(t *testing.T) {
	assert.NoError(t, zobristtest.Walk(newHandGame(false)(), 6))
	assert.NoError(t, zobristtest.Playout(newHandGame(false)(), zobrist.NewSplitMix64(1), 300))
	err := zobristtest.Walk(newHandGame(true)(), 4)
	assert.ErrorContains(t, err, "key after a a a: got ")
	assert.ErrorContains(t, err, "; no set of the named keys explains the difference")
}

// A wideGame has a hash of 128 bits.
type wideGame struct {
	*fourGame
	hash [2]zobrist.Key
}

var wideDiscs = [2]*zobrist.Table[Column, Disc]{
	zobrist.NewTable[Column, Disc](42, 3, source.Split("low"), 0),
	zobrist.NewTable[Column, Disc](42, 3, source.Split("high"), 0),
}

func bothHalves(yield func(string, zobrist.Key) bool) {
	for i, table := range wideDiscs {
		for name, key := range table.Keys() {
			if !yield(fmt.Sprintf("%s, half %d", name, i), key) {
				return
			}
		}
	}
}

func newWideGame() *wideGame { return &wideGame{fourGame: &fourGame{}} }

func (g *wideGame) compute() (hash [2]zobrist.Key) {
	for i, table := range wideDiscs {
		hash[i] = table.Hash(g.board[:])
	}
	return hash
}

func (g *wideGame) toggle(cell Column, disc Disc) {
	for i, table := range wideDiscs {
		g.hash[i] = table.Toggle(g.hash[i], cell, disc)
	}
}

func (g *wideGame) Make(i int) { g.toggle(g.open()[i], g.toMove()); g.fourGame.Make(i) }

func (g *wideGame) Unmake() {
	last := g.line[len(g.line)-1]
	g.fourGame.Unmake()
	g.toggle(last, g.toMove())
}

type half struct {
	*wideGame
	i int // 0 or 1
}

func (g half) Key() zobrist.Key       { return g.hash[g.i] }
func (g half) Recompute() zobrist.Key { return g.compute()[g.i] }

func TestZobristHalves(t *testing.T) {
	for i := range 2 {
		t.Run(fmt.Sprint("half ", i), func(t *testing.T) {
			zobristtest.Run(t, func() zobristtest.Game { return half{newWideGame(), i} })
		})
	}
	if err := zobristtest.CheckKeys(bothHalves); err != nil {
		t.Error(err)
	}
}

func (g half) Keys() iter.Seq2[string, zobrist.Key] { return wideDiscs[g.i].Keys() }

// forgetful does not update the second half of the hash in column 3.
type forgetful struct{ half }

func (g forgetful) Make(i int) {
	cell := g.open()[i]
	g.half.Make(i)
	if cell%7 == 3 {
		g.hash[1] = wideDiscs[1].Toggle(g.hash[1], cell, 3-g.toMove())
	}
}

// TestMistakeInOneHalf also checks that CheckKeys finds two equal halves.
func TestMistakeInOneHalf(t *testing.T) {
	for i, want := range []string{"", `key after 3: got .*; wrong by: "3 1"`} {
		err := zobristtest.Walk(forgetful{half{newWideGame(), i}}, 3)
		if want == "" {
			assert.NoError(t, err)
			continue
		}
		if assert.Error(t, err) {
			assert.Regexp(t, want, err.Error())
		}
	}
	twice := func(yield func(string, zobrist.Key) bool) {
		for i := range 2 {
			for name, key := range wideDiscs[0].Keys() {
				if !yield(fmt.Sprintf("%s, half %d", name, i), key) {
					return
				}
			}
		}
	}
	assert.ErrorContains(t, zobristtest.CheckKeys(twice), `"0 1, half 0" and "0 1, half 1" have the same key: a wrong key in play`)
}
