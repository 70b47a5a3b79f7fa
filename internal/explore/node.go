package explore

import (
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A Node is a state that a sequence of moves reaches.
type Node struct {
	Query  source.Query
	FEN    string         // the state; "" if only the engine knows, and has not said it yet
	Board  chess.Position // zero if the rules are unknown
	Move   chess.Move     // the last one; zero at a start, or if the rules are unknown
	Before *Node          // before the last move; nil at a start
	Rare   bool           // it is on a fixed sequence of rare moves
	// Shredder is set if the FEN of the query names the files of rooks, as in HAha.
	Shredder bool
	// Passed is set if the keys of the node need not be asked for: it is one of many in a long
	// game.
	Passed bool

	moves []chess.Move // the legal ones, once they were needed
	names []string     // of the legal moves, once they were needed; nil before
	next  []*Node      // those after one more move
}

// Start reports whether no move leads to the node.
func (n *Node) Start() bool { return n.Before == nil }

// Root returns the start of the sequence.
func (n *Node) Root() *Node {
	for n.Before != nil {
		n = n.Before
	}
	return n
}

// Last returns the name of the last move, or "".
func (n *Node) Last() string {
	if n.Before == nil {
		return ""
	}
	return n.Query.Moves[len(n.Query.Moves)-1]
}

// FromFEN returns the query for the same state without moves.
func (n *Node) FromFEN() source.Query { return source.Query{FEN: n.FEN} }

// One reports whether the key by moves and the key from the FEN are asked for by the same query.
func (n *Node) One() bool { return n.Query.Equal(n.FromFEN()) }

// child returns the node after one more move, which is the same one each time.
func (n *Node) child(move string) (child *Node, isNew bool) {
	for _, c := range n.next {
		if c.Last() == move {
			return c, false
		}
	}
	child = &Node{Query: n.Query.Then(move), Before: n}
	n.next = append(n.next, child)
	return child, true
}

// Forget drops the legal moves of all nodes up to the start. Of all nodes they would take much
// memory.
func (n *Node) Forget() {
	for ; n != nil; n = n.Before {
		n.moves, n.names = nil, nil
	}
}

// Drop drops the legal moves of one node.
func (n *Node) Drop() { n.moves, n.names = nil, nil }

// MoveText returns a move as an engine expects it. In Chess960, castling is the king's move to its
// rook, also where king and rook stand as in standard chess.
func MoveText(p *chess.Position, m chess.Move, chess960 bool) string {
	king := p.Board[m.From].Kind() == zobrist.WhiteKing
	if chess960 && king && p.Board[m.To] == zobrist.NoPiece {
		switch m.To {
		case m.From + 2:
			m.To++
		case m.From - 2:
			m.To -= 2
		}
	}
	return m.String()
}

// shredder returns a FEN with the files of the rooks that may castle instead of KQkq. ok is false
// if there are none.
func shredder(p *chess.Position) (fen string, ok bool) {
	if p.Castling == 0 {
		return "", false
	}
	var files strings.Builder
	for i, first := range "AAaa" {
		right := zobrist.WhiteShort << i
		if p.Castling&right != 0 {
			files.WriteString(string(first + rune(p.Rook(right).File())))
		}
	}
	fields := strings.Fields(p.FEN())
	fields[2] = files.String()
	return strings.Join(fields, " "), true
}
