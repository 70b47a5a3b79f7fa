package check

import (
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// place returns what can be said of the last move of a node.
func (ev *Evidence) place(n *Node) solve.Place {
	place := solve.Place{Move: n.move(), Ply: len(n.Moves), Clock: n.position().Clock}
	p, err := zobrist.ParseFEN(n.Parent.FEN)
	m, moveErr := zobrist.ParseMove(n.move())
	if !ev.known || err != nil || moveErr != nil {
		return place
	}
	names := strings.Fields(". pawn knight bishop rook queen king")
	name := func(man zobrist.ChessPiece) string {
		if man >= zobrist.BlackPawn {
			man -= zobrist.BlackPawn - zobrist.WhitePawn
		}
		return names[man]
	}
	say := func(yes bool, trait ...string) {
		if yes {
			place.Traits = append(place.Traits, strings.Join(trait, " "))
		}
	}
	q := p
	q.Play(m)
	man, taken := p.Board[m.From], p.Board[m.To]
	by, own := name(man), taken != zobrist.NoPiece && (taken >= zobrist.BlackPawn) == p.BlackToMove
	castles := by == "king" && (own || m.From&7 == 4 && (m.To&7 == 6 || m.To&7 == 2) && m.From>>3 == m.To>>3)
	enPassant := by == "pawn" && taken == zobrist.NoPiece && m.From&7 != m.To&7
	takes := taken != zobrist.NoPiece && !own || enPassant
	double := by == "pawn" && (m.To == m.From+16 || m.From == m.To+16)
	say(takes, "that capture")
	say(castles, "that castle")
	say(m.Promotion != zobrist.NoPiece, "that promote")
	say(double, "of a pawn by two squares")
	say(enPassant, "that capture en passant")
	say(takes && m.Promotion != zobrist.NoPiece, "that promote and capture")
	say(p.Castling != q.Castling, "that lose castling rights")
	say(true, "by a", by)
	say(!takes && !castles, "that only move a piece")
	if takes && !enPassant {
		say(true, "that capture a", name(taken))
	}
	say(p.BlackToMove, "by Black")
	say(!p.BlackToMove, "by White")
	say(movegen.InCheck(&q), "that give check")
	say(movegen.InCheck(&p), "out of check")
	say(p.EnPassant != 0, "after a push by two squares")
	if double {
		pseudo, legal := n.position().Capturable(), n.position().LegalEP()
		say(!pseudo, "of a pawn by two squares where no pawn can capture")
		say(pseudo, "of a pawn by two squares beside an enemy pawn")
		say(pseudo && !legal, "where its capture is illegal")
		say(legal, "where its capture is legal")
		say(wraps(n.FEN), "with a pawn on the other edge of the board")
	}
	if m.Promotion != zobrist.NoPiece {
		say(true, "that promote to a", name(m.Promotion))
	}
	if castles {
		kingTo, rookTo := m.From&^7+6, m.From&^7+5
		if m.To < m.From {
			kingTo, rookTo = m.From&^7+2, m.From&^7+3
		}
		say(m.To > m.From, "that castle short")
		say(m.To < m.From, "that castle long")
		say(own && kingTo == m.To && rookTo == m.From, "where king and rook swap squares")
		say(own && kingTo == m.From, "where the king stays")
		say(own && rookTo == m.To, "where the rook stays")
	}
	say(ev.appeared(n), "to a position that appeared before")
	files, ranks := "abcdefgh", "12345678"
	say(true, "to file", files[m.To&7:m.To&7+1])
	say(true, "to rank", ranks[m.To>>3:m.To>>3+1])
	say(true, "from file", files[m.From&7:m.From&7+1])
	say(true, "from rank", ranks[m.From>>3:m.From>>3+1])
	say(true, "to", m.To.String())
	say(true, "from", m.From.String())
	return place
}

// appeared reports whether the position was reached before, with the right key.
func (ev *Evidence) appeared(n *Node) bool {
	core := clockless(n.FEN)
	for p := n.Parent; p != nil; p = p.Parent {
		if strings.HasPrefix(p.FEN, core) && !p.differs() {
			return true
		}
	}
	return false
}

// wraps reports whether a pawn that has just moved two squares has no enemy pawn beside
// it, but one on the square whose index is next, on the other edge of the board.
func wraps(fen string) bool {
	p, err := zobrist.ParseFEN(fen)
	if err != nil || p.EnPassant == 0 {
		return false
	}
	pawn, enemy := p.EnPassant+8, zobrist.BlackPawn // White has pushed
	if !p.BlackToMove {
		pawn, enemy = p.EnPassant-8, zobrist.WhitePawn
	}
	is := func(s zobrist.Square) bool { return p.Board[s] == enemy }
	beside := func(s zobrist.Square) bool { return is(s) && s>>3 == pawn>>3 }
	return (is(pawn-1) || is(pawn+1)) && !beside(pawn-1) && !beside(pawn+1)
}
