package zobrist

// CastlingRights is a set of castling rights. Short is king's side and long is queen's side,
// whatever the files of king and rook.
type CastlingRights uint8

// The four rights, as bits.
const (
	WhiteShort CastlingRights = 1 << iota
	WhiteLong
	BlackShort
	BlackLong
)

// AllCastling is the set of all four rights, as in the start position.
const AllCastling CastlingRights = WhiteShort | WhiteLong | BlackShort | BlackLong

const (
	whiteRights = WhiteShort | WhiteLong
	blackRights = BlackShort | BlackLong
)

// String returns the rights as in a FEN of standard chess, such as KQkq, or "-" for none.
func (r CastlingRights) String() string {
	if r&AllCastling == 0 {
		return "-"
	}
	var b []byte
	for i := range 4 {
		if r>>i&1 != 0 {
			b = append(b, "KQkq"[i])
		}
	}
	return string(b)
}
