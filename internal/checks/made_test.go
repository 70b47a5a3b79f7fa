package checks_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A maker makes the log of an engine that does not exist.
type maker struct {
	// fen is the key from a FEN.
	fen func(p *chess.Position) zobrist.Key
	// move is what a move changes in the key by moves.
	move func(before, after *chess.Position, m chess.Move) zobrist.Key
	// positions is how many there are; 0 for a few hundred.
	positions int
}

// numbers are those of the engines that the tests make.
var numbers = zobrist.NewChess(5).WithEnPassant(zobrist.EnPassantLegal)

// right is the key of a position.
func right(p *chess.Position) zobrist.Key { return p.Hash(numbers) }

// rightMove is what a move changes in the key.
func rightMove(before, after *chess.Position, _ chess.Move) zobrist.Key {
	return right(before) ^ right(after)
}

// sound makes the log of a sound engine.
func sound() maker { return maker{fen: right, move: rightMove} }

// few is how many positions suffice for most bugs.
const few = 700

// log asks the engine for the keys of positions by moves and from FENs, and of single FENs.
func (m maker) log(t *testing.T) *observe.Log {
	t.Helper()
	e, err := explore.New(explore.Options{Rules: explore.Chess(false), Known: true, Seed: 1})
	require.NoError(t, err)
	made := cmp.Or(m.positions, few)
	nodes := e.Short(made * 3 / 4)
	for len(nodes) < made {
		nodes = append(nodes, e.Game()...)
	}
	log := &observe.Log{
		Known:  true,
		FENs:   make(map[string]zobrist.Key),
		Trials: make(map[string][]observe.Trial),
	}
	places := make(map[*explore.Node]*observe.Place)
	for _, n := range nodes[:made] {
		s, err := state.Parse(n.FEN)
		require.NoError(t, err)
		p := &observe.Place{Node: n, Before: places[n.Before], State: s}
		p.FromFEN = m.answer(&n.Board)
		p.ByMoves = p.FromFEN
		switch {
		case p.Before != nil:
			p.ByMoves.Key = p.Before.ByMoves.Key ^ m.move(&n.Before.Board, &n.Board, n.Move)
		case n.Before != nil:
			continue // the place before was not asked for
		}
		places[n] = p
		log.Places = append(log.Places, p)
	}
	for _, fen := range observe.FixedFENs() {
		log.FENs[fen] = m.key(t, fen)
	}
	for i, p := range log.Places {
		m.probe(t, log, p, i%5 == 0) // more FENs would show no more
	}
	log.Keys = 2 * len(log.Places)
	return log
}

// answer is the answer to a FEN.
func (m maker) answer(p *chess.Position) source.Answer {
	return source.Answer{Key: m.fen(p), FEN: p.FEN()}
}

// key is the key from a FEN.
func (m maker) key(t *testing.T, fen string) zobrist.Key {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	require.NoError(t, err, fen)
	return m.fen(&p)
}

// probe adds the FENs of a place that differ in castling rights, and perhaps in the side.
func (m maker) probe(t *testing.T, log *observe.Log, p *observe.Place, side bool) {
	t.Helper()
	fields := strings.Fields(p.FEN)
	add := func(f state.Feature, field int, text string) {
		changed := slices.Clone(fields)
		changed[field] = text
		without := strings.Join(changed, " ")
		_, err := chess.ParseFEN(without)
		if err != nil {
			return
		}
		log.FENs[p.FEN], log.FENs[without] = m.key(t, p.FEN), m.key(t, without)
		log.Probes = append(log.Probes, observe.Probe{Feature: f, FEN: p.FEN, Without: without})
	}
	if side && p.State.EP == "" && !p.State.Black && p.Board.CheckStandard() == nil {
		add(state.Feature{Kind: state.Side}, 1, "b")
	}
	if len(p.State.Castling) == 1 && p.Board.CheckStandard() == nil {
		add(state.Castling(p.State.Castling), 2, "-")
	}
}

// evidence is what checks read of a log.
func evidence(log *observe.Log) *checks.Evidence {
	return &checks.Evidence{Log: log, Models: checks.Learn(log, 1)}
}

// run runs the check of a name on a log. Its items have that name, as in a report.
func run(t *testing.T, name string, log *observe.Log) checks.Outcome {
	t.Helper()
	all := append(checks.All(), checks.Polyglot)
	at := slices.IndexFunc(all, func(c checks.Check) bool { return c.Name == name })
	require.GreaterOrEqual(t, at, 0, name)
	o := all[at].Run(evidence(log))
	for i := range o.Items {
		o.Items[i].Check = name
	}
	return o
}

// namesOf returns the names of items.
func namesOf(items []report.Item) (names []string) {
	for _, i := range items {
		names = append(names, i.Name)
	}
	return names
}

// sideKey is the number of the side to move in a position.
func sideKey(p *chess.Position) zobrist.Key {
	other := *p
	other.BlackToMove = !other.BlackToMove
	if !p.BlackToMove {
		return 0
	}
	p.EnPassant, other.EnPassant = 0, 0
	return right(p) ^ right(&other)
}
