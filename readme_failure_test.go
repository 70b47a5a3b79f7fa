package zobrist_test

import (
	"iter"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A forgetful board leaves the key of a captured piece in its key.
type forgetful struct {
	keys *zobrist.Chess
	line []forgetfulPosition
}

type forgetfulPosition struct {
	zobrist.ChessPosition
	key   zobrist.Key
	legal []zobrist.ChessMove
}

func newForgetful(t *testing.T) *forgetful {
	g := &forgetful{keys: zobrist.Polyglot()}
	p := parseFEN(t, startFEN)
	g.line = []forgetfulPosition{{p, g.keys.Hash(&p), movegen.Legal(&p)}}
	return g
}

func (g *forgetful) last() *forgetfulPosition             { return &g.line[len(g.line)-1] }
func (g *forgetful) Key() zobrist.Key                     { return g.last().key }
func (g *forgetful) Recompute() zobrist.Key               { return g.keys.Hash(&g.last().ChessPosition) }
func (g *forgetful) Moves() int                           { return len(g.last().legal) }
func (g *forgetful) Unmake()                              { g.line = g.line[:len(g.line)-1] }
func (g *forgetful) MoveString(i int) string              { return g.last().legal[i].String() }
func (g *forgetful) Keys() iter.Seq2[string, zobrist.Key] { return g.keys.Keys() }
func (g *forgetful) Make(i int) {
	p := *g.last()
	m := p.legal[i]
	captured := p.Board[m.To]
	p.key = g.keys.After(p.key, &p.ChessPosition, m)
	if captured != zobrist.NoPiece {
		p.key ^= g.keys.Pieces().Key(m.To, captured)
	}
	p.Play(m)
	p.legal = movegen.Legal(&p.ChessPosition)
	g.line = append(g.line, p)
}

// The failure that the README shows is the one that the kit reports.
func TestREADMEFailure(t *testing.T) {
	err := zobristtest.Walk(newForgetful(t), 3)
	require.Error(t, err)
	text, readErr := os.ReadFile("README.md")
	require.NoError(t, readErr)
	assert.True(t, strings.Contains(string(text), "\n    "+err.Error()+"\n"), "not in the README: %v", err)
}
