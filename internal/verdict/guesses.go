package verdict

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// Causes that several bugs share.
const (
	captureLeftIn = "captured piece left in"
	notPutDown    = "piece not put on the square it moved to"
	notChanged    = "not changed by the move, or changed twice"
	wronglyMoved  = "changed by the move, but should not be"
	toggledTwice  = "new key XORed into the old one instead of replacing it, as in h ^= t.Toggle(h, ...)"
)

// cause guesses the cause of a bug from the features that differ. It returns ""
// if it has no guess.
func (c *Case) cause(v *Verdict) string {
	switch {
	case all(v.Differ, "side"):
		return "side to move not switched, or switched twice"
	case all(v.Differ, "castling"):
		return v.which("castling right left in, or left out", "castling right left in, or left out",
			"castling right left in: the king or a rook moved, or a rook was captured on its corner",
			"castling right lost too early, or two rights share a number")
	case all(v.Differ, "en passant"):
		return v.which("en passant key left in, or left out", "en passant key of the wrong file",
			"en passant key left in: after another move, after a null move, or where no pawn can capture",
			"en passant key left out, either by moves or when reading a FEN")
	case c.Move == nil:
		return ""
	}
	e := c.effect(v)
	guess := ""
	switch len(v.Differ) {
	case 1:
		guess = e.one(v)
	case 2:
		guess = e.two(v.Differ[0], v.Differ[1])
	}
	if guess == "" && !c.Foreign && e.known {
		switch len(either(v.Differ, e.should)) {
		case len(e.should) - len(v.Differ): // all should have changed
			guess = notChanged
		case len(e.should) + len(v.Differ): // none should
			guess = wronglyMoved
		}
	}
	if c.Move.Before != 0 && c.Has^c.Want == c.Move.Before && (guess == "" || guess == notChanged || guess == wronglyMoved) {
		return "together the whole key from before the move: " + toggledTwice
	}
	return guess
}

// which chooses a cause by what the key wrongly has and lacks.
func (v *Verdict) which(unknown, both, extra, lacks string) string {
	switch {
	case v.Lacks == nil && v.Extra == nil:
		return unknown
	case v.Lacks == nil:
		return extra
	case v.Extra == nil:
		return lacks
	}
	return both
}

// all reports whether all names begin with prefix.
func all(names []string, prefix string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !strings.HasPrefix(strings.ToLower(name), prefix) })
}

// An effect has the features that a move should have changed in the key. It did change
// the same, but for those that differ.
type effect struct {
	should []string
	known  bool
	move   cells
	keys   []keycheck.Named
}

func (c *Case) effect(v *Verdict) effect {
	e := effect{move: newBoard(c.Keys).read(c.Move.Name), keys: c.Keys, known: true}
	if c.Features != nil && c.Move.Features != nil {
		e.should = either(c.Features, c.Move.Features)
	} else if e.should = keycheck.Explain(c.Want^c.Move.Before, c.Keys); e.should == nil {
		changed := keycheck.Explain(c.Has^c.Move.Before, c.Keys)
		if e.known = changed != nil; e.known {
			e.should = either(changed, v.Differ)
		}
	}
	return e
}

// either returns the names that are in one list and not in the other.
func either(a, b []string) (names []string) {
	for _, name := range slices.Concat(a, b) {
		if slices.Contains(a, name) != slices.Contains(b, name) {
			names = append(names, name)
		}
	}
	return names
}

// one guesses why a move's key is wrong by one feature.
func (e *effect) one(v *Verdict) string {
	name, m := v.Differ[0], e.move
	cell, piece := m.split(name)
	if piece == "" || m.to == "" {
		return ""
	}
	comes := strings.EqualFold(piece, m.promotion) || // the moving piece, or the piece it promotes to
		m.promotion == "" && m.from != "" && slices.Contains(e.should, m.join(m.from, piece))
	should := slices.Contains(e.should, name)
	switch lacks, extra := len(v.Lacks) > 0, len(v.Extra) > 0; {
	case cell == m.from && !lacks:
		return "piece left on the square it moved from"
	case cell == m.to && !extra && (comes || m.from == "" && should):
		return notPutDown
	case lacks:
		return ""
	case cell != m.to && cell == m.victim && should:
		return "pawn captured en passant left in"
	case m.from == "" || cell != m.to && !e.leaves(name):
		return ""
	case cell == m.to && m.promotion != "" && !should:
		return "pawn put on the promotion square"
	}
	return captureLeftIn
}

// two guesses why a move's key is wrong by two features.
func (e *effect) two(first, second string) string {
	m := e.move
	a, piece := m.split(first)
	b, other := m.split(second)
	if piece == "" || other == "" || m.from == "" {
		return ""
	}
	onMove := func(cell string) bool { return cell == m.from || cell == m.to }
	switch same := piece == other && a != b; {
	case a == m.to && b == m.to && (strings.EqualFold(piece, m.promotion) || strings.EqualFold(other, m.promotion)):
		return "promotion forgotten"
	case same && onMove(a) && onMove(b):
		return "piece not moved, or moved twice"
	case same && !onMove(a) && !onMove(b) && slices.Contains(e.should, first) && slices.Contains(e.should, second):
		return "second piece of the move not moved, such as the rook in castling"
	}
	return ""
}

// leaves reports whether the key should have lost or gained a feature away from the
// move and did not, and no other piece of the same kind, such as a rook that castles:
// the piece is probably captured, as in a custodian capture.
func (e *effect) leaves(name string) bool {
	at, piece := e.move.split(name)
	onTarget := e.move.join(e.move.to, piece) // if it has no key, name is perhaps a piece in hand
	return slices.Contains(e.should, name) &&
		strings.ContainsAny(at, "0123456789") &&
		slices.ContainsFunc(e.keys, func(k keycheck.Named) bool { return k.Name == onTarget }) &&
		!slices.ContainsFunc(e.should, func(other string) bool {
			cell, same := e.move.split(other)
			return other != name && same == piece && cell != e.move.from && cell != e.move.to
		})
}
