package check_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/check"
)

// A lazy engine computes its key when it is first asked for. A move updates the key only if it is
// known, and then wrongly.
type lazy struct {
	keys  *zobrist.Chess
	p     chess.Position
	h     zobrist.Key
	known bool
	bug   string
}

func (e *lazy) SetFEN(fen string) (err error) {
	e.p, err = chess.ParseFEN(fen)
	e.known = false
	return err
}

func (e *lazy) Key() zobrist.Key {
	if !e.known {
		e.known, e.h = true, e.p.Hash(e.keys)
	}
	return e.h
}

func (e *lazy) Move(uci string) error {
	m, err := chess.ParseMove(uci)
	if err != nil {
		return err
	}
	captured, ep := e.p.Board[m.To], e.p.EnPassantKey(e.keys)
	h := e.p.After(e.keys, e.h, m)
	switch {
	case e.bug == "captured" && captured != zobrist.NoPiece:
		h ^= e.keys.Table().Key(m.To, captured)
	case e.bug == "castling" && isKing(e.p.Board[m.From]) &&
		max(m.From, m.To)-min(m.From, m.To) == 2:
		h ^= e.keys.Table().Key(m.To, zobrist.WhiteRook)
	case e.bug == "promotion" && m.Promotion != zobrist.NoPiece:
		h = e.h
	case e.bug == "en passant":
		h ^= ep
	}
	e.h = h
	e.p.Play(m)
	return nil
}

// TestLazy requires that a wrong key is found that shows only if the key is asked for before the
// move, with the calls that show it, though the line alone gives the right key.
func TestLazy(t *testing.T) {
	for bug, want := range map[string]string{"": "", "captured": "[asking-piece]",
		"en passant": "[asking-en-passant]", "castling": "[asking-piece]", "promotion": "[asking"} {
		positions := 1000
		if bug == "castling" || bug == "promotion" { // few positions show it
			positions = 30_000
		}
		wrong, missed, _, text := judgedInside(t, check.InProcess{New: func() check.Engine {
			return &lazy{bug: bug, keys: zobrist.Polyglot()}
		}}, positions, 1)
		if want == "" {
			assert.Empty(t, wrong, text)
			assert.Empty(t, missed)
			continue
		}
		assert.Equal(t, []string{"again"}, wrong, text)
		assert.Contains(t, text, want)
		assert.Regexp(t, `then Key\(\), Move\(`, text)
	}
}
