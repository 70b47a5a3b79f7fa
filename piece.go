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

// String returns the letter of the piece in a FEN, such as P or n, "." for NoPiece, and "?" for
// a value above BlackKing.
func (p ChessPiece) String() string {
	if p > BlackKing {
		return "?"
	}
	return pieceLetters[p : p+1]
}

// Black reports whether p is a black piece.
func (p ChessPiece) Black() bool { return BlackPawn <= p && p <= BlackKing }

// Kind returns the white piece of the same kind: WhiteKnight for BlackKnight. It returns every
// other value unchanged.
func (p ChessPiece) Kind() ChessPiece {
	if p.Black() {
		return p - blackOffset
	}
	return p
}

// Of returns the piece of the same kind for White or Black: WhitePawn.Of(true) is BlackPawn. It
// returns NoPiece and invalid values unchanged.
func (p ChessPiece) Of(black bool) ChessPiece {
	kind := p.Kind()
	if black && WhitePawn <= kind && kind <= WhiteKing {
		return kind + blackOffset
	}
	return kind
}

// blackOffset is the difference between a black piece and the same white piece.
const blackOffset = BlackPawn - WhitePawn
