package zobrist

// A ChessPiece is a piece of either side, or NoPiece.
type ChessPiece uint8

// The pieces, in the order of their keys.
const (
	NoPiece ChessPiece = iota
	WhitePawn
	WhiteKnight
	WhiteBishop
	WhiteRook
	WhiteQueen
	WhiteKing
	BlackPawn
	BlackKnight
	BlackBishop
	BlackRook
	BlackQueen
	BlackKing
)

const pieceLetters = ".PNBRQKpnbrqk"

// String returns the letter of the piece in a FEN, such as P or n. It returns
// "." for NoPiece and "?" for a value above BlackKing.
func (p ChessPiece) String() string {
	if p > BlackKing {
		return "?"
	}
	return pieceLetters[p : p+1]
}

// blackOffset is the difference between a black piece and the same white piece.
const blackOffset = BlackPawn - WhitePawn

// of returns the piece of kind white (WhitePawn ... WhiteKing) for the given
// side.
func (white ChessPiece) of(black bool) ChessPiece {
	var offset ChessPiece
	if black {
		offset = 1 // no branch: the compiler sees a conversion
	}
	return white + offset*blackOffset
}
