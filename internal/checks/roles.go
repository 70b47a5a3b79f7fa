package checks

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// A role is what a feature is to a move.
type role string

const (
	movedFrom    role = "the piece that moves, where it came from"
	arrivesAt    role = "the piece that moves, where it arrives"
	promotedTo   role = "the promoted piece"
	pawnFrom     role = "the pawn that promotes, where it came from"
	pawnLast     role = "the pawn that promotes, on the last rank"
	capturedOn   role = "the captured piece"
	victim       role = "the pawn captured en passant"
	rookFrom     role = "the rook that castles, where it came from"
	rookTo       role = "the rook that castles, where it arrives"
	oldPassant   role = "the old en passant square"
	newPassant   role = "the new en passant square"
	oldRights    role = "castling rights from before the move"
	newRights    role = "castling rights after the move"
	lostRights   role = "castling rights that are lost"
	sideToMove   role = "the side to move"
	somethingNew role = ""
)

// roles says what the features are to the moves, if they are the same in all mismatches.
func roles(all []*Mismatch) (facts []report.Fact) {
	lacks, lacksSame := commonRoles(all, func(m *Mismatch) []state.Feature { return m.Lacks })
	has, hasSame := commonRoles(all, func(m *Mismatch) []state.Feature { return m.WronglyHas })
	if lacksSame && lacks != "" {
		facts = append(facts, report.Fact{Topic: report.RoleLacks, N: len(all), Text: lacks})
	}
	if hasSame && has != "" {
		facts = append(facts, report.Fact{Topic: report.RoleHas, N: len(all), Text: has})
	}
	return facts
}

// commonRoles returns the roles of some features of all mismatches, if they are the same in each.
func commonRoles(all []*Mismatch, of func(m *Mismatch) []state.Feature) (text string, same bool) {
	for i, m := range all {
		if m.Place == nil || m.Place.Before == nil || m.Place.Move == noMove {
			return "", false
		}
		var names []string
		for _, f := range of(m) {
			r := roleOf(movedTo(m.Place), f)
			if r == somethingNew {
				return "", false
			}
			if r != sideToMove { // the item says it as well
				names = append(names, string(r))
			}
		}
		slices.Sort(names)
		this := join(slices.Compact(names))
		if i > 0 && this != text {
			return "", false
		}
		text = this
	}
	return text, true
}

var noMove = moved{}.Move

// roleOf returns what a feature is to a move.
func roleOf(m moved, f state.Feature) role {
	switch f.Kind {
	case state.Piece:
		return pieceRole(m, f)
	case state.Side:
		return sideToMove
	case state.EnPassant, state.EnPassantSquare:
		return passantRole(m, f)
	case state.Right, state.Rights:
		return rightRole(m, f)
	}
	return somethingNew
}

func pieceRole(m moved, f state.Feature) role {
	from, to := pieceOn(m.before, m.From), pieceOn(m.after, m.To)
	taken := pieceOn(m.before, m.To)
	switch {
	case m.castles():
		return castlingRole(m, f)
	case m.promotes() && f == to:
		return promotedTo
	case m.promotes() && f == from:
		return pawnFrom
	case m.promotes() && f.Square == to.Square && f.Piece == from.Piece:
		return pawnLast
	case f == from:
		return movedFrom
	case f == to:
		return arrivesAt
	case f == taken:
		return capturedOn
	case m.enPassant() && f == pieceOn(m.before, m.From&^7|m.To&7):
		return victim
	}
	return somethingNew
}

// castlingRole returns what a piece is to castling: the king or the rook, where it stood or stands.
func castlingRole(m moved, f state.Feature) role {
	isKing := f.Piece == pieceOn(m.before, m.From).Piece
	s, err := zobrist.ParseSquare(f.Square)
	if err != nil {
		return somethingNew
	}
	stood, stands := f == pieceOn(m.before, s), f == pieceOn(m.after, s)
	switch {
	case isKing && stood:
		return movedFrom
	case isKing && stands:
		return arrivesAt
	case stood && !stands:
		return rookFrom
	case stands && !stood:
		return rookTo
	}
	return somethingNew
}

func passantRole(m moved, f state.Feature) role {
	isOld := m.before.EnPassant != 0 && m.before.EnPassant.String()[:1] == f.Square[:1]
	isNew := m.after.EnPassant != 0 && m.after.EnPassant.String()[:1] == f.Square[:1]
	switch {
	case isOld && !isNew:
		return oldPassant
	case isNew && !isOld:
		return newPassant
	}
	return somethingNew
}

// rightRole returns what a castling right or a set is to a move.
func rightRole(m moved, f state.Feature) role {
	has := func(rights zobrist.CastlingRights) bool {
		set := sortedRights(rights)
		if f.Kind == state.Rights {
			return set == f.Text
		}
		return slices.Contains([]byte(set), f.Text[0])
	}
	before, after := has(m.before.Castling), has(m.after.Castling)
	switch {
	case before && !after && f.Kind == state.Right:
		return lostRights
	case before && !after:
		return oldRights
	case after && !before:
		return newRights
	}
	return somethingNew
}

// sortedRights returns the letters of rights as a state has them.
func sortedRights(rights zobrist.CastlingRights) string {
	if rights == 0 {
		return ""
	}
	letters := []byte(rights.String())
	slices.Sort(letters)
	return string(letters)
}

func join(names []string) string {
	text := ""
	for i, name := range names {
		if i > 0 {
			text += " and "
		}
		text += name
	}
	return text
}
