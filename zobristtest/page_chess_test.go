package zobristtest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A Board is the board of the chess engine on the page.
type (
	Board struct {
		position zobrist.ChessPosition
		Hash     zobrist.Key
		before   []boardState
	}
	boardState struct {
		position zobrist.ChessPosition
		hash     zobrist.Key
	}
	Move = zobrist.ChessMove
)

var keys = zobrist.NewChess(2026)

func ParseBoard(fen string) (*Board, error) {
	p, err := zobrist.ParseFEN(fen)
	return &Board{position: p, Hash: keys.Hash(&p)}, err
}

func (b *Board) FEN() string        { return b.position.FEN() }
func (b *Board) LegalMoves() []Move { return movegen.Legal(&b.position) }
func (b *Board) InCheck() bool      { return movegen.InCheck(&b.position) }

func (b *Board) Do(m Move) {
	b.before = append(b.before, boardState{b.position, b.Hash})
	b.Hash = keys.After(b.Hash, &b.position, m)
	b.position.Play(m)
}

func (b *Board) Undo() {
	last := len(b.before) - 1
	b.position, b.Hash, b.before = b.before[last].position, b.before[last].hash, b.before[:last]
}

func (b *Board) DoNull() { b.Do(Move{}) }

func (b *Board) Copy() *Board {
	c := *b
	c.before = nil
	return &c
}

func newBoardGame() zobristtest.Game {
	board, err := ParseBoard(startFEN)
	if err != nil {
		panic(err)
	}
	return &boardGame{board: board, lists: make([][]Move, 1)}
}

// A boardGame keeps the move list of each position of the line.
type boardGame struct {
	board *Board
	lists [][]Move // the present position's is the last; nil until needed
}

func (g *boardGame) list() []Move {
	last := len(g.lists) - 1
	if g.lists[last] == nil {
		g.lists[last] = g.board.LegalMoves()
	}
	return g.lists[last]
}

func (g *boardGame) Moves() int              { return len(g.list()) }
func (g *boardGame) MoveString(i int) string { return g.list()[i].String() }
func (g *boardGame) Make(i int)              { g.board.Do(g.list()[i]); g.lists = append(g.lists, nil) }
func (g *boardGame) Unmake()                 { g.board.Undo(); g.lists = g.lists[:len(g.lists)-1] }

func (g *boardGame) Key() zobrist.Key { return g.board.Hash }

func (g *boardGame) Recompute() zobrist.Key {
	p, err := zobrist.ParseFEN(g.board.FEN())
	if err != nil {
		panic(err) // the kit reports it, with the line
	}
	return keys.Hash(&p)
}

func (g *boardGame) Position() string {
	p, err := zobrist.ParseFEN(g.board.FEN())
	if err != nil {
		panic(err)
	}
	if keys.EnPassantKey(&p) == 0 {
		p.EnPassant = 0
	}
	return strings.Join(strings.Fields(p.FEN())[:4], " ") // without the clocks
}

func (g *boardGame) Null() bool {
	if g.board.InCheck() {
		return false
	}
	g.board.DoNull()
	g.lists = append(g.lists, nil)
	return true
}

func (g *boardGame) UndoNull() { g.Unmake() }

func (g *boardGame) Load(position string) error {
	board, err := ParseBoard(position + " 0 1") // the clocks
	if err != nil {
		return err
	}
	*g = boardGame{board: board, lists: make([][]Move, 1)}
	return nil
}

func (g *boardGame) Clone() zobristtest.Game {
	return &boardGame{board: g.board.Copy(), lists: make([][]Move, 1)}
}

func TestZobristPositions(t *testing.T) {
	config := zobristtest.Config{Starts: []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", // castling
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq -",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", // en passant, and pins
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",   // promotion
	}}
	config.Run(t, newBoardGame)
}

// TestEnPassantInEveryKey uses the Position on the page, which does not follow the
// engine's own rule. It shows an en passant key that is in the hash when nobody can
// capture.
func TestEnPassantInEveryKey(t *testing.T) {
	always := keys.WithEnPassant(zobrist.EnPassantAlways)
	newGame := func() zobristtest.Game {
		g := newBoardGame().(*boardGame)
		g.board.Hash = always.Hash(&g.board.position)
		return alwaysGame{g, always}
	}
	_, err := zobristtest.Config{Games: 2, Seed: 1}.Walk(newGame)
	require.Error(t, err)
	assert.Contains(t, err.Error(), `, in the same position "`) // not: Load is wrong
	assert.NotContains(t, err.Error(), "castling")
	assert.NotNil(t, newGame().(zobristtest.Loader).Load("8/8"))
}

type alwaysGame struct {
	*boardGame
	always *zobrist.Chess
}

func (g alwaysGame) Make(i int) {
	h := g.always.After(g.board.Hash, &g.board.position, g.list()[i])
	g.boardGame.Make(i)
	g.board.Hash = h
}

func (g alwaysGame) Null() bool {
	h := g.always.After(g.board.Hash, &g.board.position, Move{})
	ok := g.boardGame.Null()
	if ok {
		g.board.Hash = h
	}
	return ok
}

func (g alwaysGame) Recompute() zobrist.Key { return g.always.Hash(&g.board.position) }
