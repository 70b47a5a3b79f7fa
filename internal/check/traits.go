package check

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// places returns what f says of some nodes.
func places(nodes []*Node, f func(n *Node) solve.Place) []solve.Place {
	all := make([]solve.Place, len(nodes))
	for i, n := range nodes {
		all[i] = f(n)
	}
	return all
}

// place returns what can be said of the last move of a node.
func (ev *Evidence) place(n *Node) solve.Place {
	clock, men := n.Parent.position().Clock, len(n.position().Board)
	return solve.Place{Move: n.move(), Traits: ev.traits(n, true), Ply: len(n.Moves), Clock: clock, Men: men}
}

// around returns what can be said of the moves that a position allows, but not which men move where.
// If a null move is made there, it is the position before.
func (ev *Evidence) around(q Query) solve.Place {
	if i := slices.Index(q.Moves, NullMove); i >= 0 {
		q.Moves = q.Moves[:i]
	}
	n := &Node{Query: q, FEN: ev.fenAfter(q)}
	place := solve.Place{In: "in positions", Men: len(n.position().Board)}
	if n.position().Capturable() {
		place.Traits = []string{"where a pawn can capture en passant"}
	}
	if ev.known {
		for _, child := range ev.children(n) {
			for _, t := range ev.traits(child, false) {
				place.Traits = append(place.Traits, "with moves "+t)
			}
		}
	}
	slices.Sort(place.Traits)
	place.Traits = slices.Compact(place.Traits)
	return place
}

// toMove returns what can be said of the position of a node.
func toMove(n *Node) solve.Place {
	side := map[bool]string{false: "with White to move", true: "with Black to move"}[n.position().Black]
	return solve.Place{In: "in positions", Traits: []string{side}}
}

// traits returns what is special in the last move of a node, and perhaps which man moves where.
func (ev *Evidence) traits(n *Node, where bool) (traits []string) {
	p, err := chess.ParseFEN(n.Parent.FEN)
	m, moveErr := chess.ParseMove(n.move())
	if !ev.known || err != nil || moveErr != nil {
		return nil
	}
	q := p
	q.Play(m)
	names := strings.Fields(". pawn knight bishop rook queen king pawn knight bishop rook queen king")
	const files, ranks = "abcdefgh", "12345678"
	man, taken := p.Board[m.From], p.Board[m.To]
	by, toFile, toRank, file, rank := names[man], m.To&7, m.To>>3, m.From&7, m.From>>3
	own := taken != zobrist.NoPiece && (taken >= zobrist.BlackPawn) == p.BlackToMove
	promotes := m.Promotion != zobrist.NoPiece
	castles := by == "king" && (own || file == 4 && (toFile == 6 || toFile == 2) && rank == toRank)
	enPassant := by == "pawn" && taken == zobrist.NoPiece && file != toFile
	takes := taken != zobrist.NoPiece && !own || enPassant
	double := by == "pawn" && (m.To == m.From+16 || m.From == m.To+16)
	pseudo, legal := double && n.position().Capturable(), double && n.position().LegalEP()
	length := max(max(toFile, file)-min(toFile, file), max(toRank, rank)-min(toRank, rank))
	left, right, edge := neighbours(&q)
	kingTo, rookTo := m.From&^7+6, m.From&^7+5
	if m.To < m.From {
		kingTo, rookTo = m.From&^7+2, m.From&^7+3
	}
	const white = zobrist.WhiteShort | zobrist.WhiteLong
	lost := map[bool]zobrist.CastlingRights{false: p.Castling &^ q.Castling & white, true: p.Castling &^ q.Castling &^ white} // by colour: is it Black's?
	for _, t := range []struct {
		is    bool
		trait string
	}{
		{takes, "that capture"},
		{castles, "that castle"},
		{promotes, "that promote"},
		{double, "of a pawn by two squares"},
		{enPassant, "that capture en passant"},
		{takes && !enPassant, "that capture, but not en passant"},
		{takes && promotes, "that promote and capture"},
		{promotes && names[m.Promotion] != "queen", "that promote to another piece than a queen"},
		{p.Castling != q.Castling, "that lose castling rights"},
		{taken != zobrist.NoPiece && !own && lost[!p.BlackToMove] != 0, "that capture a rook that could castle"},
		{!takes && !castles, "that only move a piece"},
		{takes && !enPassant, "that capture a " + names[taken]},
		{p.BlackToMove, "by Black"},
		{!p.BlackToMove, "by White"},
		{movegen.InCheck(&q), "that give check"},
		{movegen.InCheck(&p), "out of check"},
		{p.EnPassant != 0, "after a push by two squares"},
		{n.Parent.position().Capturable(), "where a pawn could capture en passant"},
		{double && !pseudo, "of a pawn by two squares where no pawn can capture"},
		{pseudo, "of a pawn by two squares beside an enemy pawn"},
		{left && right, "of a pawn by two squares between two enemy pawns"},
		{pseudo && !legal, "of a pawn by two squares where no capture en passant is legal"},
		{legal, "of a pawn by two squares where a capture en passant is legal"},
		{edge && !left && !right, "with a pawn on the other edge of the board"},
		{promotes, "that promote to a " + names[m.Promotion]},
		{castles && m.To > m.From, "that castle short"},
		{castles && m.To < m.From, "that castle long"},
		{castles && own && kingTo == m.To && rookTo == m.From, "where king and rook swap squares"},
		{castles && own && kingTo == m.From, "where the king stays"},
		{castles && own && rookTo == m.To, "where the rook stays"},
		{where, "by a " + by},
		{where && toRank != rank && (toRank < rank) != p.BlackToMove, "backwards"},
		{where && length > 3, "over more than three squares"},
		{where && length > 4, "over more than four squares"},
		{where, "to the " + files[toFile:toFile+1] + "-file"},
		{where && (toFile == 0 || toFile == 7), "to the a-file or the h-file"},
		{where, "to rank " + ranks[toRank:toRank+1]},
		{where, "from the " + files[file:file+1] + "-file"},
		{where, "from rank " + ranks[rank:rank+1]},
		{where, "to " + m.To.String()},
		{where, "from " + m.From.String()},
	} {
		if t.is {
			traits = append(traits, t.trait)
		}
	}
	return traits
}

// neighbours reports whether enemy pawns stand beside a pawn that has just moved two squares, and on the square
// whose index is next, on the other edge of the board.
func neighbours(p *chess.Position) (left, right, edge bool) {
	pawn, enemy := p.EnPassant+8, zobrist.BlackPawn // White has pushed
	if !p.BlackToMove {
		pawn, enemy = p.EnPassant-8, zobrist.WhitePawn
	}
	if p.EnPassant == 0 {
		return false, false, false
	}
	left, right = p.Board[pawn-1] == enemy, p.Board[pawn+1] == enemy
	switch pawn & 7 {
	case 0:
		return false, right, left
	case 7:
		return left, false, right
	}
	return left, right, false
}

// atEdge reports whether an enemy pawn on the other edge of the board is next to the pushed one in all of some nodes.
func atEdge(nodes []*Node, cases []int) bool {
	return !slices.ContainsFunc(cases, func(i int) bool {
		p, err := chess.ParseFEN(nodes[i].FEN)
		left, right, edge := neighbours(&p)
		return err != nil || left || right || !edge
	})
}
