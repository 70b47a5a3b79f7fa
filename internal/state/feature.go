package state

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Kind says what sort of thing a [Feature] is.
type Kind uint8

const (
	// Constant is a feature of every state. Its number is the key of an empty board.
	Constant Kind = iota
	// Piece is a piece on a square.
	Piece
	// Side is the second player to move.
	Side
	// Right is one castling right.
	Right
	// Rights is a set of several castling rights, beside its single ones. Some engines have one
	// number for each set.
	Rights
	// RookSquare is what a castling right has beside its number if its rook is not in the corner,
	// as in Chess960. It has a number if an engine has one for each rook that may castle, by its
	// file or its square, and not one for each right.
	RookSquare
	// EnPassant is the file of the en passant square.
	EnPassant
	// EnPassantSquare is what the first player's en passant square has beside its file. It has a
	// number if an engine has one for each square, and not one for each file. With the number of
	// the file, which is then that of the second player's square, it is the number of the square.
	EnPassantSquare
	// Hand is a count of pieces in hand.
	Hand
	// Checks is a counter of checks, as in three-check chess.
	Checks
	// Clock is the halfmove clock.
	Clock
	// Field is another field of a FEN.
	Field
	// Count is the nth piece of a sort. With it, an engine may have numbers for material.
	Count
	// InCheck is that the side to move is in check.
	InCheck
	// SideRights is a set of castling rights with the second player to move.
	SideRights
	// Line is the FEN from which a sequence of moves started. All keys along it share what is wrong
	// in the key of that FEN.
	Line
)

// String returns the kind as names of bugs have it, such as "en-passant". Several kinds share one.
func (k Kind) String() string {
	switch k {
	case Piece:
		return "piece"
	case Side:
		return "side"
	case Right, Rights, RookSquare, SideRights:
		return "castling"
	case EnPassant, EnPassantSquare:
		return "en-passant"
	case Hand:
		return "hand"
	case Checks:
		return "checks"
	case Clock:
		return "clock"
	}
	return "field"
}

// A Capture says whether a pawn can capture on an en passant square. Engines follow different
// rules about which squares are part of the key.
type Capture uint8

const (
	// LegalCapture is a capture that is legal, as far as that is known.
	LegalCapture Capture = iota
	// NoLegalCapture is a pawn beside, whose capture would expose its king.
	NoLegalCapture
	// NoCapture is no pawn beside.
	NoCapture
)

// A Feature is one thing that a state has, such as a white pawn on e4. Features compare with ==.
type Feature struct {
	Kind    Kind
	Square  string  // of Piece, RookSquare and EnPassantSquare: "e4"; of EnPassant the file: "e"
	Piece   string  // of Piece, Hand and Count, as a FEN has it: "P", "+r"
	Text    string  // the rights, the words of Checks and Field, or the FEN of Line
	N       int     // of Hand, Clock and Count, and the position of a Field
	Capture Capture // of EnPassant and EnPassantSquare
}

// The parts of names that are both printed and parsed.
const (
	clockPrefix     = "halfmove clock "
	enPassantPrefix = "en passant "
	castlingPrefix  = "castling "
	fieldPrefix     = "field "
	countPrefix     = "at least "
	linePrefix      = "line from "
	inCheckName     = "the side to move is in check"
	blackSuffix     = " with Black to move"
	inPlaceInfix    = " in place of "
	rookInfix       = " of the rook on "
	boardSuffix     = " on the board"
	handInfix       = " in hand "
	checksInfix     = " checks "
	noPawnSuffix    = " (no pawn can capture)"
	illegalSuffix   = " (no legal capture)"
)

// String returns the name of the feature, such as "e4 P", "castling KQ" or "en passant c".
// [ParseFeature] reads it.
func (f Feature) String() string {
	switch f.Kind {
	case Constant:
		return "constant"
	case Piece:
		return f.Square + " " + f.Piece
	case Side:
		return "side"
	case Right, Rights:
		if f.Square != "" {
			return castlingPrefix + f.Text + rookInfix + f.Square
		}
		return castlingPrefix + f.Text
	case RookSquare:
		return castlingPrefix + f.Text + rookInfix + f.Square + inPlaceInfix + corner(f.Text)
	case EnPassant:
		return enPassantPrefix + f.Square + f.captureSuffix()
	case EnPassantSquare:
		return enPassantPrefix + f.Square + inPlaceInfix + f.mirrored() + f.captureSuffix()
	case Hand:
		return f.Piece + handInfix + strconv.Itoa(f.N)
	case Checks:
		return f.Text
	case Clock:
		return clockPrefix + strconv.Itoa(f.N)
	case Field:
		return fieldPrefix + strconv.Itoa(f.N) + " " + f.Text
	case Count:
		return countPrefix + strconv.Itoa(f.N) + " " + f.Piece + boardSuffix
	case InCheck:
		return inCheckName
	case SideRights:
		return castlingPrefix + f.Text + blackSuffix
	case Line:
		return linePrefix + f.Text
	}
	return fmt.Sprintf("feature of kind %d", f.Kind)
}

// mirrored returns what has the number of the file of an EnPassantSquare: the second player's
// square on that file. On a board of other than eight ranks it is not known.
func (f Feature) mirrored() string {
	file, rank := f.Square[:1], f.Square[1:]
	if rank == "6" {
		return file + "3"
	}
	return "the other square on file " + file
}

// corner returns the square of the rook of a right in standard chess.
func corner(right string) string {
	switch right {
	case "K":
		return "h1"
	case "Q":
		return "a1"
	case "k":
		return "h8"
	}
	return "a8"
}

// captureSuffix returns what the name of an en passant feature ends with.
func (f Feature) captureSuffix() string {
	switch f.Capture {
	case NoLegalCapture:
		return illegalSuffix
	case NoCapture:
		return noPawnSuffix
	}
	return ""
}

// ParseFeature reads the name of a feature, as String returns it.
func ParseFeature(name string) (Feature, error) {
	switch name {
	case "constant":
		return Feature{Kind: Constant}, nil
	case "side":
		return Feature{Kind: Side}, nil
	case inCheckName:
		return Feature{Kind: InCheck}, nil
	}
	if text, ok := strings.CutPrefix(name, linePrefix); ok {
		return Feature{Kind: Line, Text: text}, nil
	}
	if rest, ok := strings.CutPrefix(name, castlingPrefix); ok {
		rights, black := strings.CutSuffix(rest, blackSuffix)
		if black {
			return Feature{Kind: SideRights, Text: rights}, nil
		}
		return parseRight(rights), nil
	}
	if rest, ok := strings.CutPrefix(name, enPassantPrefix); ok {
		return parseEnPassant(rest), nil
	}
	if strings.Contains(name, checksInfix) {
		return Feature{Kind: Checks, Text: name}, nil
	}
	return parseCounted(name)
}

// parseRight reads what follows "castling ": "K", "KQ", or "K of the rook on g1", which may have
// " in place of h1".
func parseRight(rest string) Feature {
	rights, rook, hasRook := strings.Cut(rest, rookInfix)
	f := Castling(rights)
	if !hasRook {
		return f
	}
	square, _, inPlace := strings.Cut(rook, inPlaceInfix)
	f.Square = square
	if inPlace {
		f.Kind = RookSquare
	}
	return f
}

// parseEnPassant reads what follows "en passant ": "c (no pawn can capture)", or "c6 in place of
// c3".
func parseEnPassant(rest string) Feature {
	f := Feature{Kind: EnPassant}
	if text, ok := strings.CutSuffix(rest, noPawnSuffix); ok {
		f.Capture, rest = NoCapture, text
	} else if text, ok := strings.CutSuffix(rest, illegalSuffix); ok {
		f.Capture, rest = NoLegalCapture, text
	}
	square, _, inPlace := strings.Cut(rest, inPlaceInfix)
	f.Square = square
	if inPlace {
		f.Kind = EnPassantSquare
	}
	return f
}

// parseCounted reads the names that have a number, and those of pieces.
func parseCounted(name string) (f Feature, err error) {
	if n, ok := strings.CutPrefix(name, clockPrefix); ok {
		f.Kind = Clock
		f.N, err = strconv.Atoi(n)
		return f, err
	}
	if rest, ok := strings.CutPrefix(name, fieldPrefix); ok {
		n, text, _ := strings.Cut(rest, " ")
		f.Kind, f.Text = Field, text
		f.N, err = strconv.Atoi(n)
		return f, err
	}
	if rest, ok := strings.CutPrefix(name, countPrefix); ok {
		n, piece, _ := strings.Cut(strings.TrimSuffix(rest, boardSuffix), " ")
		f.Kind, f.Piece = Count, piece
		f.N, err = strconv.Atoi(n)
		return f, err
	}
	if piece, n, ok := strings.Cut(name, handInfix); ok {
		f.Kind, f.Piece = Hand, piece
		f.N, err = strconv.Atoi(n)
		return f, err
	}
	square, piece, ok := strings.Cut(name, " ")
	if !ok {
		return f, fmt.Errorf("feature %q: want a name such as \"e4 P\" or \"castling K\"", name)
	}
	return Feature{Kind: Piece, Square: square, Piece: piece}, nil
}

// MarshalText returns the name.
func (f Feature) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a name.
func (f *Feature) UnmarshalText(name []byte) (err error) {
	*f, err = ParseFeature(string(name))
	return err
}

// Whole returns the features of one state or difference as an engine has numbers for them. What a
// feature has beside another one stands for both where both are there: an en passant square for its
// file, too, and the rook that may castle for its right.
func Whole(features []Feature) (whole []Feature) {
	for _, f := range features {
		isShown := func(beside Feature) bool {
			other, ok := beside.Besides()
			return ok && other == f
		}
		if slices.ContainsFunc(features, isShown) {
			continue // its square or its rook shows it
		}
		other, ok := f.Besides()
		if ok && slices.Contains(features, other) {
			f.Kind = other.Kind
		}
		whole = append(whole, f)
	}
	return whole
}

// Besides returns the feature beside which an EnPassantSquare or a RookSquare has a number.
func (f Feature) Besides() (other Feature, ok bool) {
	switch f.Kind {
	case EnPassantSquare:
		return Feature{Kind: EnPassant, Square: f.Square[:1], Capture: f.Capture}, true
	case RookSquare:
		return Castling(f.Text), true
	}
	return Feature{}, false
}

// Castling returns the feature of one right, such as "K", or of a set of several.
func Castling(rights string) Feature {
	if len(rights) == 1 {
		return Feature{Kind: Right, Text: rights}
	}
	return Feature{Kind: Rights, Text: rights}
}

// Idle reports whether the feature is an en passant square where no capture is legal. Whether it is
// part of the key is a matter of the engine's rule.
func (f Feature) Idle() bool { return f.Kind == EnPassant && f.Capture != LegalCapture }

// Extra reports whether the feature is no part of a position by itself: a check, a count of pieces,
// or the side together with castling rights. Most engines have no number for these.
func (f Feature) Extra() bool {
	return f.Kind == Count || f.Kind == InCheck || f.Kind == SideRights
}

// Optional reports whether most engines have no number for the feature, since other features
// explain it. Unless keys say otherwise, its number is zero.
func (f Feature) Optional() bool {
	switch f.Kind {
	case Rights, RookSquare, EnPassantSquare:
		return true
	}
	return f.Extra()
}

// Counting returns the feature as it is where a capture is legal.
func (f Feature) Counting() Feature {
	f.Capture = LegalCapture
	return f
}
