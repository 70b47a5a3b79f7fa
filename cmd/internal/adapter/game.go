package adapter

import (
	"iter"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/kit"
)

// Game returns a struct of these, with methods for only the requests that the program
// knows.
type (
	game       struct{ p *Program }
	positioner struct{ p *Program }
	loader     struct{ p *Program }
)

func (g game) Key() zobrist.Key                     { return g.p.Key() }
func (g game) Recompute() zobrist.Key               { return g.p.Recompute() }
func (g game) Moves() int                           { return g.p.Moves() }
func (g game) MoveString(i int) string              { return g.p.MoveString(i) }
func (g game) Make(i int)                           { g.p.Make(i) }
func (g game) Unmake()                              { g.p.Unmake() }
func (g game) Null() bool                           { return g.p.Null() }
func (g game) UndoNull()                            { g.p.UndoNull() }
func (g game) Keys() iter.Seq2[string, zobrist.Key] { return g.p.Keys() }
func (g game) Err() error                           { return g.p.err }
func (g positioner) Position() (s string)           { s, _ = g.p.Position(); return s }
func (g loader) Load(position string) error         { return g.p.Load(position) }

// Game returns the program's game, in its current position.
func (p *Program) Game() kit.Game {
	g := game{p}
	switch {
	case p.HasLoad:
		return struct {
			game
			positioner
			loader
		}{g, positioner{p}, loader{p}}
	case p.HasPosition:
		return struct {
			game
			positioner
		}{g, positioner{p}}
	}
	return g
}
