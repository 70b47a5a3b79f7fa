package zobrist

import "fmt"

// CheckStandard returns nil when p can be a position of standard chess. Otherwise
// its error says what breaks a rule, and where. [ParseFEN] accepts more: Chess960,
// boards without kings, any number of pieces. Call CheckStandard after it in a
// program that only plays standard chess.
//
//	p, err := zobrist.ParseFEN(s)
//	if err == nil {
//		err = p.CheckStandard()
//	}
//
// It checks these rules, in this order:
//
//   - Each side has one king, and no pawn on rank 1 or 8.
//   - No side has more pieces than it can have: at most 8 pawns, and one pawn
//     less for each piece more than at the start.
//   - A castling right has its king on e1 or e8, and its rook in the corner.
//   - A double push can have passed over the en passant square.
//   - The side that has just moved is not in check.
//
// It does not search for a game that leads to p. It does not allocate unless it
// fails.
func (p *ChessPosition) CheckStandard() error {
	if err := p.checkPieces(); err != nil {
		return fmt.Errorf("zobrist: not standard chess: %w", err)
	}
	for i := range 4 {
		right, black := CastlingRights(1<<i), i >= 2
		king := Square(4 + 56*(i/2))
		switch {
		case p.Castling&right == 0:
		case p.Board[king] != WhiteKing.of(black):
			return fmt.Errorf("zobrist: not standard chess: castling right %v, but no %v on %v", right, WhiteKing.of(black), king)
		case p.rook(i) != corner(i):
			return fmt.Errorf("zobrist: not standard chess: castling right %v with the rook on %v, want %v", right, p.rook(i), corner(i))
		case p.Board[corner(i)] != WhiteRook.of(black):
			return fmt.Errorf("zobrist: not standard chess: castling right %v, but no %v on %v", right, WhiteRook.of(black), corner(i))
		}
	}
	if p.EnPassant != 0 {
		if err := p.checkEnPassant(p.EnPassant); err != nil {
			return fmt.Errorf("zobrist: not standard chess: en passant square %w", err)
		}
	}
	if kingAttacked(&p.Board, !p.BlackToMove) {
		return fmt.Errorf("zobrist: not standard chess: %s is in check, but %s is to move", sideName(!p.BlackToMove), sideName(p.BlackToMove))
	}
	return nil
}

// checkPieces returns an error unless the numbers of pieces, and the ranks of
// pawns, are those of standard chess.
func (p *ChessPosition) checkPieces() error {
	var count [BlackKing + 1]int
	for s, piece := range p.Board {
		switch {
		case piece > BlackKing:
			return fmt.Errorf("the value %d on %v, want NoPiece to BlackKing", uint8(piece), Square(s))
		case (piece == WhitePawn || piece == BlackPawn) && (s < 8 || s >= 56):
			return fmt.Errorf("a pawn (%v) on %v, want none on rank 1 or 8", piece, Square(s))
		}
		count[piece]++
	}
	for _, black := range [2]bool{false, true} {
		if n := count[WhiteKing.of(black)]; n != 1 {
			return fmt.Errorf("%s has %d kings, want 1", sideName(black), n)
		}
		promoted := 0
		for piece, atStart := range [...]int{WhiteKnight: 2, WhiteBishop: 2, WhiteRook: 2, WhiteQueen: 1} {
			if piece >= int(WhiteKnight) {
				promoted += max(0, count[ChessPiece(piece).of(black)]-atStart)
			}
		}
		if pawns := count[WhitePawn.of(black)]; pawns+promoted > 8 {
			return fmt.Errorf("%s has %d pawns and %d pieces more than at the start, want at most 8 together", sideName(black), pawns, promoted)
		}
	}
	return nil
}

// sideName returns the name of a side.
func sideName(black bool) string {
	if black {
		return "Black"
	}
	return "White"
}
