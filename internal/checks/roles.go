package checks

import (
	"maps"
	"slices"
	"strings"

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

// mostRoles is how many sorts of mismatches of one item are told apart: more are no help.
const mostRoles = 3

// roles says what the features are to the moves: in all mismatches, or in so many of them each.
func roles(all []*Mismatch) (facts []report.Fact) {
	facts = append(facts, rolesOf(all, report.RoleLacks, lackedBy)...)
	return append(facts, rolesOf(all, report.RoleHas, hadBy)...)
}

// lackedBy returns the features that the key lacks.
func lackedBy(m *Mismatch) []state.Feature { return m.Lacks }

// hadBy returns the features that the key wrongly has.
func hadBy(m *Mismatch) []state.Feature { return m.WronglyHas }

// rolesOf counts the roles of some features of all mismatches. It says nothing if more than a few
// have features that are nothing to the move.
func rolesOf(
	all []*Mismatch, topic report.Topic, of func(m *Mismatch) []state.Feature,
) (facts []report.Fact) {
	count := make(map[string]int)
	for _, m := range all {
		text, ok := rolesIn(m, of(m))
		if !ok {
			return nil
		}
		if text != "" {
			count[text]++
		}
	}
	if len(count) > mostRoles {
		return nil
	}
	for _, text := range slices.Sorted(maps.Keys(count)) {
		facts = append(facts, report.Fact{Topic: topic, N: count[text], All: len(all), Text: text})
	}
	return facts
}

// rolesIn returns the roles of features of one mismatch. ok is false if one of them is nothing to
// the move.
func rolesIn(m *Mismatch, features []state.Feature) (text string, ok bool) {
	if m.Place == nil || m.Place.Before == nil || m.Place.Move == noMove {
		return "", false
	}
	var names []string
	for _, f := range features {
		switch r := roleOf(movedTo(m.Place), f); r {
		case somethingNew:
			return "", false
		case sideToMove: // the item says it as well
		default:
			names = append(names, string(r))
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " and "), true
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

// pieceRole returns what a piece on a square is to a move.
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

// passantRole returns what an en passant file is to a move. If the old one and the new one are the
// same, that is not known.
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
