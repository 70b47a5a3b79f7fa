package report

import (
	"slices"
	"strings"
)

// This file has the words for moves: what a feature is to a move, classes of moves, and quantities
// that tell moves apart.

// A Role is what a feature is to a move.
type Role string

// The roles.
const (
	MovedFrom  Role = "moved-from"
	ArrivesAt  Role = "arrives-at"
	PromotedTo Role = "promoted-to"
	PawnFrom   Role = "pawn-from"
	PawnLast   Role = "pawn-last"
	CapturedOn Role = "captured-on"
	Victim     Role = "victim"
	RookFrom   Role = "rook-from"
	RookTo     Role = "rook-to"
	OldPassant Role = "old-en-passant"
	NewPassant Role = "new-en-passant"
	OldRights  Role = "old-rights"
	NewRights  Role = "new-rights"
	LostRights Role = "lost-rights"
	SideToMove Role = "side-to-move"
	NoRole     Role = "" // it is nothing to the move
)

var roleNames = map[Role]string{
	MovedFrom:  "the piece that moves, where it came from",
	ArrivesAt:  "the piece that moves, where it arrives",
	PromotedTo: "the promoted piece",
	PawnFrom:   "the pawn that promotes, where it came from",
	PawnLast:   "the pawn that promotes, on the last rank",
	CapturedOn: "the captured piece",
	Victim:     "the pawn captured en passant",
	RookFrom:   "the rook that castles, where it came from",
	RookTo:     "the rook that castles, where it arrives",
	OldPassant: "the old en passant square",
	NewPassant: "the new en passant square",
	OldRights:  "castling rights from before the move",
	NewRights:  "castling rights after the move",
	LostRights: "castling rights that are lost",
	SideToMove: "the side to move",
}

// rolesText names several roles: "the captured piece and the promoted piece".
func rolesText(roles []Role) string {
	var names []string
	for _, r := range roles {
		names = append(names, roleNames[r])
	}
	slices.Sort(names)
	return strings.Join(names, " and ")
}

// A MoveKind is what the moves of a class have in common, besides the piece and the side.
type MoveKind string

// The kinds of moves.
const (
	AnyMove          MoveKind = "move"
	Promotion        MoveKind = "promotion"
	PassantCapture   MoveKind = "en-passant-capture"
	Castling         MoveKind = "castling"
	DoublePush       MoveKind = "double-push"
	PlainCapture     MoveKind = "plain-capture"
	Capture          MoveKind = "capture"
	PromotionCapture MoveKind = "promotion-capture"
	PawnCaptured     MoveKind = "capture-of-pawn" // not en passant
	LosesRights      MoveKind = "loses-rights"
	CaptureOfRights  MoveKind = "capture-loses-rights"
	AfterPush        MoveKind = "after-double-push"
	AfterPushPast    MoveKind = "after-double-push-past-pawn"
	PushPast         MoveKind = "double-push-past-pawn"
	GivesCheck       MoveKind = "gives-check"
	OutOfCheck       MoveKind = "out-of-check"
)

// A phrase is a noun, and what follows it.
type phrase struct {
	noun string
	tail string
}

// A kindName names one move of a kind, and several.
type kindName struct {
	one, many phrase
}

const (
	losingTail   = " after which castling rights are lost"
	pushTail     = " right after a double push"
	pushPastTail = " right after a double push past an enemy pawn"
	pastTail     = " past an enemy pawn"
)

var moveKinds = map[MoveKind]kindName{
	AnyMove:        {phrase{"move", ""}, phrase{"moves", ""}},
	Promotion:      {phrase{"promotion", ""}, phrase{"promotions", ""}},
	PassantCapture: {phrase{"capture en passant", ""}, phrase{"captures en passant", ""}},
	Castling:       {phrase{"castling move", ""}, phrase{"castling moves", ""}},
	DoublePush:     {phrase{"double push", ""}, phrase{"double pushes", ""}},
	PlainCapture: {
		phrase{"capture", " that is not en passant"},
		phrase{"captures", " that are not en passant"},
	},
	PawnCaptured: {
		phrase{"capture", " of a pawn that is not en passant"},
		phrase{"captures", " of pawns that are not en passant"},
	},
	Capture: {phrase{"capture", ""}, phrase{"captures", ""}},
	PromotionCapture: {
		phrase{"promotion", " that captures"},
		phrase{"promotions", " that capture"},
	},
	LosesRights:     {phrase{"move", losingTail}, phrase{"moves", losingTail}},
	CaptureOfRights: {phrase{"capture", losingTail}, phrase{"captures", losingTail}},
	AfterPush:       {phrase{"move", pushTail}, phrase{"moves", pushTail}},
	AfterPushPast:   {phrase{"move", pushPastTail}, phrase{"moves", pushPastTail}},
	PushPast:        {phrase{"double push", pastTail}, phrase{"double pushes", pastTail}},
	GivesCheck:      {phrase{"move", " that gives check"}, phrase{"moves", " that give check"}},
	OutOfCheck:      {phrase{"move", " out of check"}, phrase{"moves", " out of check"}},
}

// A MoveClass is a class of moves, perhaps of one sort of piece, or by one side.
type MoveClass struct {
	Kind  MoveKind `json:"kind"`
	Piece string   `json:"piece,omitempty"` // "knight"
	Side  string   `json:"side,omitempty"`  // "White" or "Black"
}

// text names n moves of the class, without the number: "captures by White", "moves of white
// knights".
func (c MoveClass) text(n int) string {
	name := moveKinds[c.Kind].many
	if n == 1 {
		name = moveKinds[c.Kind].one
	}
	owner := c.Side
	if c.Piece != "" {
		owner = strings.TrimSpace(strings.ToLower(c.Side) + " " + c.Piece + "s")
	}
	switch {
	case owner == "":
	case strings.HasPrefix(name.noun, "move"):
		owner = " of " + owner
	default:
		owner = " by " + owner
	}
	return name.noun + owner + name.tail
}

// A Quantity is a number that a position has. All wrong keys may be where it is great.
type Quantity string

// The quantities.
const (
	HalfmoveClock Quantity = "halfmove-clock"
	MovesSince    Quantity = "moves"
	Occurrences   Quantity = "occurrences"
	Men           Quantity = "men"
)

var quantities = map[Quantity]string{
	HalfmoveClock: "the halfmove clock",
	MovesSince:    "the number of moves since the FEN or the start",
	Occurrences:   "the number of earlier occurrences of the position",
	Men:           "the number of men on the board",
}
