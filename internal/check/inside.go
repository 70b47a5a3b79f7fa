package check

import (
	"github.com/zobrist-go/zobrist"
)

// First returns the first n lines of moves that an engine is asked for: starts, each move
// from there, en passant.
func (ev *Evidence) First(n int) ([]Query, error) {
	all := ev.mover.walk()
	return queriesOf(all[:min(len(all), n)]), ev.err
}

// Notes returns what is worth knowing beside the results.
func (ev *Evidence) Notes() []string {
	if ev.late {
		ev.note("%s", ev.shortage())
	}
	return ev.notes
}

// Explain says in words by which features a key differs from the right one, and names
// them. It needs Schemes.
func (ev *Evidence) Explain(got, want zobrist.Key) (why string, features []string) {
	v := ev.verdict(got, want)
	return v.Clause(), v.Differ
}

// MoveText returns a move as the engine expects it.
func (ev *Evidence) MoveText(p *zobrist.ChessPosition, m zobrist.ChessMove) string {
	return ev.mover.(*chess).text(p, m)
}
