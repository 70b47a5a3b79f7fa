package explore

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// Rules know the moves of a game.
type Rules interface {
	// Start returns the node of a start: a FEN, "startpos", or in chess also a sequence of moves.
	Start(text string) (*Node, error)
	// Names returns the names of the legal moves.
	Names(n *Node) []string
	// After returns the node after the ith of these.
	After(n *Node, i int) *Node
}

// chessRules are those of chess, or of Chess960.
type chessRules struct {
	chess960 bool
}

// Chess returns the rules of chess. With chess960, castling moves are named as the king's move to
// its rook.
func Chess(chess960 bool) Rules { return chessRules{chess960} }

// Start reads a FEN, or startpos with moves, and plays these.
func (r chessRules) Start(text string) (*Node, error) {
	line, moves, err := notation.Played("chess", text)
	if err != nil {
		return nil, err
	}
	board, err := chess.ParseFEN(line[0].String())
	if err != nil {
		return nil, err
	}
	n := &Node{Board: board, FEN: board.FEN()}
	if n.FEN != chess.StartFEN {
		n.Query.FEN = n.FEN
	}
	n, ok := r.play(n, moves)
	if !ok {
		return nil, fmt.Errorf("%q has an illegal move", text)
	}
	return n, nil
}

// play returns the node after some moves. Castling may have both forms. ok is false if a move is
// illegal.
func (r chessRules) play(n *Node, moves []string) (end *Node, ok bool) {
	for _, move := range moves {
		names := r.Names(n)
		at := -1
		for i, m := range n.moves {
			if names[i] == move || m.String() == move {
				at = i
				break
			}
		}
		if at < 0 {
			return n, false
		}
		n = r.After(n, at)
	}
	return n, true
}

// Names lists the legal moves, and keeps them until Forget.
func (r chessRules) Names(n *Node) []string {
	if n.names != nil {
		return n.names
	}
	n.names = []string{}
	n.moves = movegen.Legal(&n.Board)
	for _, m := range n.moves {
		n.names = append(n.names, MoveText(&n.Board, m, r.chess960))
	}
	return n.names
}

// After plays the move, if the node is new.
func (r chessRules) After(n *Node, i int) *Node {
	child, isNew := n.child(r.Names(n)[i])
	if isNew {
		child.Move, child.Board = n.moves[i], n.Board
		child.Board.Play(child.Move)
		child.FEN = child.Board.FEN()
	}
	return child
}

// A Lister tells the FEN of a position and its legal moves, as an engine lists them. ok is false if
// there is no answer.
type Lister func(q source.Query) (fen string, moves []string, ok bool)

// listedRules are those of an engine.
type listedRules struct {
	list Lister
}

// Listed returns the rules of a game that only an engine knows.
func Listed(list Lister) Rules { return listedRules{list} }

// Start takes the text as it is: the engine will say what it makes of it.
func (r listedRules) Start(text string) (*Node, error) {
	fen := strings.TrimSpace(strings.TrimPrefix(text, "startpos"))
	return &Node{Query: source.Query{FEN: fen}}, nil
}

// Names asks the engine, once.
func (r listedRules) Names(n *Node) []string {
	if n.names == nil {
		fen, moves, ok := r.list(n.Query)
		n.names = []string{}
		if ok {
			n.FEN = fen
			n.names = append(n.names, moves...)
		}
	}
	return n.names
}

// After knows nothing of the state: the engine will print it.
func (r listedRules) After(n *Node, i int) *Node {
	child, _ := n.child(r.Names(n)[i])
	return child
}
