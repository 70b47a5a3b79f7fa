package verdict

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// The causes that cause guesses.
const (
	sideNotSwitched    = "side to move not switched, or switched twice"
	castlingWrong      = "castling right left in, or left out"
	castlingLeftIn     = "castling right left in: the king or a rook moved, or a rook was captured on its corner"
	castlingLeftOut    = "castling right lost too early, or two rights share a number"
	enPassantWrong     = "en passant key left in, or left out"
	enPassantLeftIn    = "en passant key left in: after another move, after a null move, or where no pawn can capture"
	enPassantLeftOut   = "en passant key left out, either by moves or when reading a FEN"
	enPassantWrongFile = "en passant key of the wrong file"

	leftWhereItWas   = "piece left on the square it moved from"
	notPutDown       = "piece not put on the square it moved to"
	notMoved         = "piece not moved, or moved twice"
	captureLeftIn    = "captured piece left in"
	enPassantVictim  = "pawn captured en passant left in"
	notPromoted      = "pawn put on the promotion square, or captured piece left in"
	promotionIgnored = "promotion forgotten"
	rookNotMoved     = "second piece of the move not moved, such as the rook in castling"

	otherNumbers = "different numbers, a different position, or squares, pieces or files in a different order"
	notChanged   = "not changed by the move, or changed twice"
	wronglyMoved = "changed by the move, but should not be"
	toggledTwice = "new key XORed into the old one instead of replacing it, as in h ^= t.Toggle(h, ...)"
)

// cause guesses the cause of a bug from the features that differ. It returns ""
// if it has no guess.
func (c *Case) cause(v *Verdict) string {
	guess := ""
	switch directed := c.Features != nil; {
	case all(v.Differ, "side"):
		guess = sideNotSwitched
	case all(v.Differ, "castling"):
		guess = pick(directed, v, castlingLeftIn, castlingLeftOut, castlingWrong, castlingWrong)
	case all(v.Differ, "en passant"):
		guess = pick(directed, v, enPassantLeftIn, enPassantLeftOut, enPassantWrongFile, enPassantWrong)
	}
	if guess != "" || c.Move == nil {
		return guess
	}
	e := c.effect(v)
	switch len(v.Differ) {
	case 1:
		guess = e.one(v)
	case 2:
		guess = e.two(v)
	}
	if guess == "" && !c.Move.Unsure {
		guess = e.any(v)
	}
	if c.Move.Before != 0 && c.Has^c.Want == c.Move.Before && (guess == "" || guess == notChanged || guess == wronglyMoved) {
		return "together the whole key from before the move: " + toggledTwice
	}
	return guess
}

// pick chooses a cause by what the key has and lacks.
func pick(directed bool, v *Verdict, extra, lacks, both, either string) string {
	switch {
	case !directed:
		return either
	case len(v.Lacks) == 0:
		return extra
	case len(v.Extra) == 0:
		return lacks
	}
	return both
}

// all reports whether all names begin with prefix.
func all(names []string, prefix string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !strings.HasPrefix(strings.ToLower(name), prefix) })
}

// An effect has the features that a move changed in the key, and those that it
// should have changed. nil means unknown.
type effect struct {
	changed, should []string
	move            cells
	keys            []keycheck.Named
}

func (c *Case) effect(v *Verdict) effect {
	e := effect{move: newBoard(c.Keys).read(c.Move.Name), keys: c.Keys}
	if c.Features != nil && c.Move.Features != nil {
		e.should = either(c.Features, c.Move.Features)
	} else {
		e.should = keycheck.Explain(c.Want^c.Move.Before, c.Keys)
		e.changed = keycheck.Explain(c.Has^c.Move.Before, c.Keys)
	}
	// If only one is known, Differ gives the other.
	if e.changed == nil && e.should != nil {
		e.changed = either(e.should, v.Differ)
	} else if e.should == nil && e.changed != nil {
		e.should = either(e.changed, v.Differ)
	}
	return e
}

// either returns the names that are in one list and not in the other.
func either(a, b []string) []string {
	var names []string
	for _, name := range a {
		if !slices.Contains(b, name) {
			names = append(names, name)
		}
	}
	for _, name := range b {
		if !slices.Contains(a, name) {
			names = append(names, name)
		}
	}
	return names
}

// one guesses why a move's key is wrong by one feature.
func (e *effect) one(v *Verdict) string {
	cell, piece := e.move.split(v.Differ[0])
	m := e.move
	if piece == "" || m.to == "" {
		return ""
	}
	comes := strings.EqualFold(piece, m.promotion) || // the moving piece, or the piece it promotes to
		m.promotion == "" && m.from != "" && e.moves(m.join(m.from, piece))
	switch lacks, extra := len(v.Lacks) > 0, len(v.Extra) > 0; {
	case cell == m.from && !lacks:
		return leftWhereItWas
	case cell == m.to && comes && !extra:
		return notPutDown
	case cell == m.to && m.from == "" && slices.Contains(e.should, v.Differ[0]) && !extra:
		return notPutDown
	case cell != m.to || m.from == "" || lacks:
		if cell == m.victim && slices.Contains(e.should, v.Differ[0]) && !lacks {
			return enPassantVictim
		}
		if m.from != "" && cell != m.to && !lacks && e.leaves(v.Differ[0]) {
			return captureLeftIn
		}
		return ""
	case m.promotion != "":
		return notPromoted
	}
	return captureLeftIn
}

// two guesses why a move's key is wrong by two features.
func (e *effect) two(v *Verdict) string {
	a, piece := e.move.split(v.Differ[0])
	b, other := e.move.split(v.Differ[1])
	m := e.move
	if piece == "" || other == "" || m.from == "" {
		return ""
	}
	switch onMove := func(cell string) bool { return cell == m.from || cell == m.to }; {
	case a == m.to && b == m.to && (strings.EqualFold(piece, m.promotion) || strings.EqualFold(other, m.promotion)):
		return promotionIgnored
	case piece == other && a != b && onMove(a) && onMove(b):
		return notMoved
	case piece == other && a != b && !onMove(a) && !onMove(b) && slices.Contains(e.should, v.Differ[0]) && slices.Contains(e.should, v.Differ[1]):
		return rookNotMoved
	}
	return ""
}

// any reports features that all should have changed with the move and did not, or
// that all changed and should not have.
func (e *effect) any(v *Verdict) string {
	missing, extra := true, true
	for _, name := range v.Differ {
		should, did := slices.Contains(e.should, name), slices.Contains(e.changed, name)
		missing = missing && (should || e.changed != nil && !did) && !(did || e.should != nil && !should)
		extra = extra && (did || e.should != nil && !should) && !(should || e.changed != nil && !did)
	}
	switch {
	case missing:
		return notChanged
	case extra:
		return wronglyMoved
	}
	return ""
}

// moves reports whether the move changes a feature, or should.
func (e *effect) moves(name string) bool {
	return slices.Contains(e.should, name) || slices.Contains(e.changed, name)
}

// leaves reports whether the key should have lost or gained a feature away from the
// move and did not, and no other piece of the same kind, such as a rook that castles:
// the piece is probably captured, as in a custodian capture.
func (e *effect) leaves(name string) bool {
	if !slices.Contains(e.should, name) || slices.Contains(e.changed, name) {
		return false
	}
	at, piece := e.move.split(name)
	if onTarget := e.move.join(e.move.to, piece); !strings.ContainsAny(at, "0123456789") ||
		!slices.ContainsFunc(e.keys, func(k keycheck.Named) bool { return k.Name == onTarget }) {
		return false // not a piece on a cell, but one in hand, for example
	}
	return !slices.ContainsFunc(e.should, func(other string) bool {
		cell, same := e.move.split(other)
		return other != name && same == piece && cell != e.move.from && cell != e.move.to
	})
}
