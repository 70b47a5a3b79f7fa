package board

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/notation"
)

func showChess(v *View, k keys, q notation.Chess) {
	p := &q.Position
	for _, piece := range p.Board {
		v.Cells += piece.String()
	}
	for _, m := range movegen.Legal(p) {
		v.Moves = append(v.Moves, Move{int(m.From), int(m.To), m.String()})
	}
	v.Pass = !movegen.InCheck(p)
	v.Status = chessStatus(q, len(v.Moves) > 0, !v.Pass)
	for _, r := range gamekeys.Rules() {
		v.Rules = append(v.Rules, Rule{r.String(), p.Hash(k.Chess.WithEnPassant(r)),
			p.EnPassantCounts(r), whyEnPassant(p, r)})
	}
	v.Switches = append([]Switch{sideSwitch(k, q)}, switches(k.Chess, p)...)
}

func chessStatus(p notation.Chess, moves, check bool) string {
	side, other := p.ToMove()
	switch {
	case movegen.KingHangs(&p.Position):
		return side + " to move, and " + other + "’s king can be taken: no game leads here"
	case moves && check:
		return side + " to move, in check"
	case moves:
		return side + " to move"
	case check:
		return "Checkmate: " + other + " has won"
	case !slices.Contains(p.Board[:], zobrist.WhiteKing) ||
		!slices.Contains(p.Board[:], zobrist.BlackKing):
		return side + " to move, and has no move"
	}
	return "Stalemate: " + side + " has no move"
}

func whyEnPassant(p *chess.Position, r zobrist.EnPassantRule) string {
	switch counts := p.EnPassantCounts(r); {
	case p.EnPassant == 0:
		return "no pawn has just moved two squares"
	case r == zobrist.EnPassantAlways:
		return "counts: a pawn has just moved two squares"
	case counts && r == zobrist.EnPassantLegal:
		return "counts: the capture is legal"
	case counts:
		return "counts: an enemy pawn stands beside the pushed pawn"
	case !p.EnPassantCounts(zobrist.EnPassantPseudoLegal):
		return "does not count: no pawn can capture"
	}
	return "does not count: the capture would leave the king in check"
}

// switches lists castling rights and en passant files. A switch is possible if ParseFEN
// accepts the position.
func switches(k *zobrist.Chess, p *chess.Position) (all []Switch) {
	add := func(name string, key zobrist.Key, on bool, impossible string) {
		_, err := editChess(p, name)
		w := Switch{Name: name, Key: key, On: on, Possible: err == nil}
		if err != nil {
			w.Note = impossible
		}
		all = append(all, w)
	}
	for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
		add("castling "+right.String(), k.Castling(right), p.Castling&right != 0,
			"no king and rook for it")
	}
	for file := range 8 {
		on := p.EnPassant != 0 && int(p.EnPassant&7) == file
		add("en passant "+"abcdefgh"[file:file+1], k.EnPassant(zobrist.Square(16+file)), on,
			"no pawn has just moved two squares")
		if on && p.EnPassantKey(k) == 0 {
			all[len(all)-1].Note = "set, but not counted under this rule"
		}
	}
	return all
}

// editChess returns the FEN of p with one thing changed: "side", "castling K", "en passant
// e", or a piece on a square, "e4 N" or "e4 ." for none. It removes castling rights
// without their king or rook, and an en passant square without its pawn.
func editChess(p *chess.Position, edit string) (fen string, err error) {
	q := *p
	what, arg, _ := strings.Cut(edit, " ")
	switch what {
	case "side":
		q.BlackToMove, q.EnPassant = !q.BlackToMove, 0
	case "castling":
		i := strings.Index("KQkq", arg)
		if len(arg) != 1 || i < 0 {
			return "", fmt.Errorf("castling %q, want K, Q, k or q", arg)
		}
		if q.Castling ^= 1 << i; q.Castling>>i&1 != 0 {
			fields := strings.Fields(p.FEN())
			fields[2] = strings.Trim(fields[2], "-") + arg
			q, err = chess.ParseFEN(strings.Join(fields, " "))
		}
	case "en":
		rank := "6"
		if q.BlackToMove {
			rank = "3"
		}
		q.EnPassant, err = zobrist.ParseSquare(strings.TrimPrefix(arg, "passant ") + rank)
		if q.EnPassant == p.EnPassant {
			q.EnPassant = 0
		}
	default:
		var at zobrist.Square
		piece := strings.Index(".PNBRQKpnbrqk", arg)
		if at, err = zobrist.ParseSquare(what); err == nil && (len(arg) != 1 || piece < 0) {
			err = fmt.Errorf("piece %q, want one of PNBRQKpnbrqk, or . for none", arg)
		}
		if err == nil {
			q.Board[at] = zobrist.ChessPiece(piece)
			q = wellFormed(q)
		}
	}
	if err == nil {
		_, err = chess.ParseFEN(q.FEN())
	}
	if err != nil {
		return "", err
	}
	return q.FEN(), nil
}

// wellFormed returns p without what a FEN cannot express.
func wellFormed(p chess.Position) chess.Position {
	held := p.Castling
	for i := range 4 {
		q := p
		q.Castling, q.EnPassant = held&(1<<i), 0
		if r, err := chess.ParseFEN(q.FEN()); err != nil || r.Rooks[i] != p.Rooks[i] {
			p.Castling &^= 1 << i
			p.Rooks[i] = 0
		}
	}
	if _, err := chess.ParseFEN(p.FEN()); err != nil {
		p.EnPassant = 0
	}
	return p
}
