package check

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/uci"
)

// TestDialect: if an engine prints FENs in its own format from the start, its moves are
// not called wrong.
func TestDialect(t *testing.T) {
	root := &node{fen: zobrist.StartFEN}
	child := root.child("e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	for _, c := range []struct{ root, child, note string }{
		{zobrist.StartFEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1", ""},
		{"RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w KQkq -", "RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr b KQkq -", "FENs in a format of its own, such as RNBKQBNR/"},
		{"", "", "prints no FEN"},
	} {
		root.by, child.by = uci.Answer{FEN: c.root}, uci.Answer{FEN: c.child}
		run := &run{rule: true, r: new(Report), nodes: []*node{root, child}}
		ignored, err := run.judgePositions()
		require.NoError(t, err)
		assert.False(t, ignored)
		assert.Empty(t, run.r.Mistakes)
		if c.note == "" {
			assert.Empty(t, run.r.Notes)
			continue
		}
		require.Len(t, run.r.Notes, 1)
		assert.Contains(t, run.r.Notes[0], c.note)
	}
}

// TestIgnored finds an engine that is not told that the game is Chess960.
func TestIgnored(t *testing.T) {
	const start = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"
	exe := engine(t, "stockfish")
	for _, set := range [][]string{nil, {"UCI_Chess960=true"}} {
		opt := Options{UCI: uci.Options{Program: exe, Set: set, Limit: time.Minute}, Starts: []string{start}, Positions: 800, Seed: 1}
		r, err := UCI(context.Background(), opt)
		require.NoError(t, err)
		if set != nil {
			assert.True(t, r.Sound())
			continue
		}
		require.Len(t, r.Mistakes, 1)
		assert.Contains(t, r.Mistakes[0].What, "the engine ignores the legal move e")
		assert.Len(t, r.Mistakes[0].Moves, 1)
		assert.Contains(t, r.Mistakes[0].Why, "add -option UCI_Chess960=true")
	}
}

// TestEPLines: the lines of en passant probes are legal, and of all three kinds.
func TestEPLines(t *testing.T) {
	classes := make(map[string]int)
	c := chess{}
	for _, l := range epLines() {
		n, err := c.replay(l.before, []string{l.move})
		require.NoError(t, err)
		require.NotNil(t, n, l)
		assert.Equal(t, l.after, n.fen)
		p, err := zobrist.ParseFEN(l.after)
		require.NoError(t, err)
		for _, rule := range []zobrist.EnPassantRule{zobrist.EnPassantLegal, zobrist.EnPassantPseudoLegal, zobrist.EnPassantAlways} {
			if zobrist.NewChess(1).WithEnPassant(rule).EnPassantKey(&p) != 0 {
				classes[rule.String()+" "+p.EnPassant.String()]++
			}
		}
	}
	for _, file := range "abcdefgh" {
		for _, rank := range "36" {
			square := string(file) + string(rank)
			legal, pseudo, always := classes["legal "+square], classes["pseudo-legal "+square], classes["always "+square]
			assert.True(t, 0 < legal && legal < pseudo && pseudo < always, square)
		}
	}
}

// TestMenFENs: the probes have each man on each legal square.
func TestMenFENs(t *testing.T) {
	seen := make(map[string]bool)
	for _, fen := range menFENs() {
		p, err := zobrist.ParseFEN(fen)
		require.NoError(t, err)
		assert.False(t, hangs(&p), fen)
		for s, man := range p.Board {
			if man != zobrist.NoPiece {
				seen[zobrist.Square(s).String()+man.String()] = true
			}
		}
	}
	assert.Len(t, seen, 12*64-2*2*8)
}
