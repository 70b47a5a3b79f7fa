package zobrist

// A ChessPiece is a piece of either side, or none.
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

// String returns the letter of the piece in a FEN, such as P or n; "." for
// NoPiece and "?" for a value that is no piece.
func (p ChessPiece) String() string {
	if p > BlackKing {
		return "?"
	}
	return pieceLetters[p : p+1]
}

// blackOffset is what a black piece has over the white piece of its kind.
const blackOffset = BlackPawn - WhitePawn

// of returns the piece of kind white (WhitePawn ... WhiteKing) that belongs to
// the given side.
func (white ChessPiece) of(black bool) ChessPiece {
	var offset ChessPiece
	if black {
		offset = 1 // no branch: the compiler sees a conversion
	}
	return white + offset*blackOffset
}
