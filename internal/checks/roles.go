package checks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// mostRoles is how many sorts of mismatches of one item are told apart: more are no help.
const mostRoles = 3

// roles says what the features are to the moves: in all mismatches, or in so many of them each. If
// it is not known which of the two keys is wrong, neither lacks anything.
func roles(all []*Mismatch, unsure bool) (facts []report.Fact) {
	if unsure {
		return rolesOf(all, report.RoleDiffers, (*Mismatch).Features)
	}
	facts = append(facts, rolesOf(all, report.RoleLacks, lackedBy)...)
	return append(facts, rolesOf(all, report.RoleHas, hadBy)...)
}

// lackedBy returns the features that the key lacks.
func lackedBy(m *Mismatch) []state.Feature { return m.Lacks }

// hadBy returns the features that the key wrongly has.
func hadBy(m *Mismatch) []state.Feature { return m.WronglyHas }

// rolesOf counts the roles of some features of all mismatches. If some features are nothing to the
// move, it says only which roles are in all mismatches: such a feature may stand for a role, as a
// set of rights does for the right in it, so that a count would be too low.
func rolesOf(
	all []*Mismatch, topic report.Topic, of func(m *Mismatch) []state.Feature,
) (facts []report.Fact) {
	count := make(map[string]int)
	roles := make(map[string][]report.Role)
	single := make(map[report.Role]int)
	for _, m := range all {
		these, ok := rolesIn(m, of(m))
		if !ok {
			return rolesInAll(all, topic, of)
		}
		if len(these) > 0 {
			name := fmt.Sprint(these)
			count[name]++
			roles[name] = these
		}
		for _, r := range these {
			single[r]++
		}
	}
	if len(count) > mostRoles {
		return mostFrequent(single, topic, len(all))
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		facts = append(facts, report.Fact{
			Topic: topic, N: count[name], All: len(all), Roles: roles[name],
		})
	}
	return facts
}

// mostFrequent says in how many mismatches features have the most frequent roles, each by itself:
// there are too many sets of roles to say all.
func mostFrequent(
	count map[report.Role]int, topic report.Topic, all int,
) (facts []report.Fact) {
	roles := slices.SortedFunc(maps.Keys(count), func(a, b report.Role) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a, b))
	})
	for _, r := range roles[:min(len(roles), mostRoles)] {
		facts = append(facts, report.Fact{
			Topic: topic, N: count[r], All: all, Roles: []report.Role{r},
		})
	}
	return facts
}

// rolesInAll says which roles the features of each mismatch have, besides others.
func rolesInAll(
	all []*Mismatch, topic report.Topic, of func(m *Mismatch) []state.Feature,
) (facts []report.Fact) {
	var common []report.Role
	for i, m := range all {
		these, _ := rolesIn(m, of(m))
		if i == 0 {
			common = these
		}
		common = slices.DeleteFunc(common, func(r report.Role) bool {
			return !slices.Contains(these, r)
		})
	}
	if len(common) == 0 {
		return nil
	}
	return []report.Fact{{Topic: topic, N: len(all), All: len(all), Roles: common}}
}

// rolesIn returns the roles of features of one mismatch. ok is false if one of them is nothing to
// the move.
func rolesIn(m *Mismatch, features []state.Feature) (roles []report.Role, ok bool) {
	if m.Place == nil || m.Place.Before == nil || m.Place.Move == noMove {
		return nil, false
	}
	ok = true
	for _, f := range features {
		switch r := roleOf(movedTo(m.Place), f); r {
		case report.NoRole:
			ok = false
		case report.SideToMove: // the item says it as well
		default:
			roles = append(roles, r)
		}
	}
	slices.Sort(roles)
	return slices.Compact(roles), ok
}

var noMove = moved{}.Move

// Roles returns what features are to a move between two boards, each role once. ok is false if one
// of them is nothing to the move.
func Roles(
	move chess.Move, before, after *chess.Position, features []state.Feature,
) (roles []report.Role, ok bool) {
	for _, f := range features {
		r := roleOf(moved{move, before, after}, f)
		if r == report.NoRole {
			return nil, false
		}
		roles = append(roles, r)
	}
	slices.Sort(roles)
	return slices.Compact(roles), true
}

// roleOf returns what a feature is to a move.
func roleOf(m moved, f state.Feature) report.Role {
	switch f.Kind {
	case state.Piece:
		return pieceRole(m, f)
	case state.Side:
		return report.SideToMove
	case state.EnPassant, state.EnPassantSquare:
		return passantRole(m, f)
	case state.Right, state.Rights, state.RookSquare:
		return rightRole(m, f)
	case state.SideRights:
		if m.after.BlackToMove {
			return rightRole(m, f)
		}
	}
	return report.NoRole
}

// pieceRole returns what a piece on a square is to a move.
func pieceRole(m moved, f state.Feature) report.Role {
	from, to := pieceOn(m.before, m.From), pieceOn(m.after, m.To)
	taken := pieceOn(m.before, m.To)
	switch {
	case m.castles():
		return castlingRole(m, f)
	case m.promotes() && f == to:
		return report.PromotedTo
	case m.promotes() && f == from:
		return report.PawnFrom
	case m.promotes() && f.Square == to.Square && f.Piece == from.Piece:
		return report.PawnLast
	case f == from:
		return report.MovedFrom
	case f == to:
		return report.ArrivesAt
	case f == taken:
		return report.CapturedOn
	case m.enPassant() && f == pieceOn(m.before, m.From&^7|m.To&7):
		return report.Victim
	}
	return report.NoRole
}

// castlingRole returns what a piece is to castling: the king or the rook, where it stood or stands.
func castlingRole(m moved, f state.Feature) report.Role {
	isKing := f.Piece == pieceOn(m.before, m.From).Piece
	s, err := zobrist.ParseSquare(f.Square)
	if err != nil {
		return report.NoRole
	}
	stood, stands := f == pieceOn(m.before, s), f == pieceOn(m.after, s)
	switch {
	case isKing && stood:
		return report.MovedFrom
	case isKing && stands:
		return report.ArrivesAt
	case stood && !stands:
		return report.RookFrom
	case stands && !stood:
		return report.RookTo
	}
	return report.NoRole
}

// passantRole returns what an en passant file is to a move. If the old one and the new one are the
// same, that is not known.
func passantRole(m moved, f state.Feature) report.Role {
	isOld := m.before.EnPassant != 0 && m.before.EnPassant.String()[:1] == f.Square[:1]
	isNew := m.after.EnPassant != 0 && m.after.EnPassant.String()[:1] == f.Square[:1]
	switch {
	case isOld && !isNew:
		return report.OldPassant
	case isNew && !isOld:
		return report.NewPassant
	}
	return report.NoRole
}

// rightRole returns what a castling right or a set is to a move.
func rightRole(m moved, f state.Feature) report.Role {
	isSet := f.Kind == state.Rights || f.Kind == state.SideRights
	has := func(rights zobrist.CastlingRights) bool {
		set := sortedRights(rights)
		if isSet {
			return set == f.Text
		}
		return slices.Contains([]byte(set), f.Text[0])
	}
	before, after := has(m.before.Castling), has(m.after.Castling)
	switch {
	case before && !after && !isSet:
		return report.LostRights
	case before && !after:
		return report.OldRights
	case after && !before:
		return report.NewRights
	}
	return report.NoRole
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
