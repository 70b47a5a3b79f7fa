package docs_test

import (
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// This is the page's correction history.

var split = keys.SubKeys()

// subNames names the sub-keys, in the order of Chess.SubKeys.
var subNames = [5]string{"pawn", "minor", "major", "white non-pawn", "black non-pawn"}

const (
	entries = 1 << 14 // of each table
	limit   = 1024    // of a correction
	grain   = 4       // corrections in a point of evaluation, for each sub-key
)

// A Corrections stores how far the evaluation was off, by side to move and by sub-key.
type Corrections [2][len(subNames)][entries]int16

// Correct returns the evaluation with the mean of what its sub-keys have learned.
func (c *Corrections) Correct(eval, side int, subs *[5]zobrist.Key) int {
	sum := 0
	for part, k := range subs {
		sum += int(c[side][part][k%entries])
	}
	return eval + sum/(grain*len(subs))
}

// Learn is called when a search has found another score than the corrected evaluation.
func (c *Corrections) Learn(score, corrected, depth, side int, subs *[5]zobrist.Key) {
	bonus := max(-limit/4, min(limit/4, (score-corrected)*depth/8))
	for part, k := range subs {
		entry := &c[side][part][k%entries]
		*entry += int16(bonus - int(*entry)*max(bonus, -bonus)/limit) // never exceeds limit
	}
}

// A subEngine is an engine with the library's positions, as RunChess sees it.
type subEngine struct {
	state
	line []state // to undo
}

type state struct {
	p    chess.Position
	hash zobrist.Key
	subs [5]zobrist.Key
}

func (e *subEngine) SetFEN(fen string) (err error) {
	e.line = nil
	if e.p, err = chess.ParseFEN(fen); err == nil {
		e.hash = e.p.Hash(keys)
		split.Hash(e.subs[:], e.p.Board[:])
	}
	return err
}

func (e *subEngine) Move(uci string) error {
	m, err := chess.ParseMove(uci)
	e.line = append(e.line, e.state)
	e.hash = e.p.After(keys, e.hash, m)
	e.p.AfterSplit(split, e.subs[:], m)
	e.p.Play(m)
	return err
}

func (e *subEngine) Undo() {
	e.state = e.line[len(e.line)-1]
	e.line = e.line[:len(e.line)-1]
}

func (e *subEngine) Key() zobrist.Key { return e.hash }

func (e *subEngine) SubKeys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for part, name := range subNames {
			if !yield(name, e.subs[part]) {
				return
			}
		}
	}
}

func TestSubKeys(t *testing.T) {
	zobristtest.RunChess(t, func() zobristtest.ChessEngine { return new(subEngine) })
}

// The evaluation does not know that knights of the side to move are worth 40 more, nor that a
// pawn on its fifth rank is. Corrections learn it in games, and are right in other games.
func TestCorrections(t *testing.T) {
	corrections, rng := new(Corrections), rand.New(rand.NewPCG(50, 7))
	off := func(e *subEngine) (points int) {
		for s, piece := range e.p.Board {
			if piece.Kind() == zobrist.WhiteKnight && piece.Black() == e.p.BlackToMove || piece == zobrist.WhitePawn && s/8 == 4 {
				points += 40
			}
		}
		return points
	}
	// play returns how far evaluations are off on average, plain and corrected.
	play := func(games int, learn bool) (plain, corrected float64) {
		var n float64
		for range games {
			e := new(subEngine)
			require.NoError(t, e.SetFEN(chess.StartFEN))
			for range 30 {
				side := map[bool]int{true: 1}[e.p.BlackToMove]
				want, got := off(e), corrections.Correct(0, side, &e.subs)
				plain, corrected, n = plain+float64(want), corrected+float64(max(want-got, got-want)), n+1
				if learn {
					corrections.Learn(want, got, 8, side, &e.subs)
				}
				legal := movegen.Legal(&e.p)
				if len(legal) == 0 {
					break
				}
				require.NoError(t, e.Move(legal[rng.IntN(len(legal))].String()))
			}
		}
		return plain / n, corrected / n
	}
	play(2000, true)
	plain, corrected := play(200, false)
	t.Logf("off by %.1f points on average, corrected by %.1f", plain, corrected)
	assert.Less(t, corrected, 0.6*plain)
}
