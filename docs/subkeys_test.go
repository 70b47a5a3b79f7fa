package docs_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// This is the correction history of sub-keys.md.

const (
	entries = 1 << 14 // for each sub-key and side
	limit   = 1024    // the largest correction
	grain   = 4       // 4 units of correction are one point of the evaluation
)

// A Corrections stores how far the evaluation was off, by side to move and by sub-key.
type Corrections [2][5][entries]int16

// Correct returns the evaluation with the mean of what its sub-keys have learned.
func (c *Corrections) Correct(eval, side int, subs *[5]zobrist.Key) int {
	sum := 0
	for i, k := range subs {
		sum += int(c[side][i][k%entries])
	}
	return eval + sum/(grain*len(subs))
}

// Learn is called when the score of a search differs from the corrected evaluation.
func (c *Corrections) Learn(score, corrected, depth, side int, subs *[5]zobrist.Key) {
	bonus := max(-limit/4, min(limit/4, (score-corrected)*depth/8))
	for i, k := range subs {
		entry := &c[side][i][k%entries]
		*entry += int16(bonus - int(*entry)*max(bonus, -bonus)/limit) // never exceeds limit
	}
}

// The evaluation does not know that knights of the side to move are worth 40 more, nor that a
// pawn on its fifth rank is. Corrections learn it in games, and are right in other games.
func TestCorrections(t *testing.T) {
	corrections, rng := new(Corrections), rand.New(rand.NewPCG(50, 7))
	off := func(p *chess.Position) (points int) {
		for s, piece := range p.Board {
			ownKnight := piece.Kind() == zobrist.WhiteKnight && piece.Black() == p.BlackToMove
			fifthRank := piece == zobrist.WhitePawn && s/8 == 4
			if ownKnight || fifthRank {
				points += 40
			}
		}
		return points
	}
	// play returns how far evaluations are off on average, plain and corrected.
	play := func(games int, learn bool) (plain, corrected float64) {
		var n float64
		for range games {
			p := chess.Start()
			for b, ply := set(&p), 0; ply < 30; ply++ {
				side := ply % 2
				want, got := off(&p), corrections.Correct(0, side, &b.Sub)
				plain += float64(want)
				corrected += float64(max(want-got, got-want))
				n++
				if learn {
					corrections.Learn(want, got, 8, side, &b.Sub)
				}
				legal := movegen.Legal(&p)
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				b.Make(m)
				p.Play(m)
			}
		}
		return plain / n, corrected / n
	}
	play(2000, true)
	plain, corrected := play(200, false)
	t.Logf("off by %.1f points on average, corrected by %.1f", plain, corrected)
	assert.Less(t, corrected, 0.6*plain)
}
