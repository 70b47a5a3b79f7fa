package chess_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// sameByRule returns the part of p that counts under a rule: its FEN without
// clocks, and without an en passant square that the rule does not count.
func sameByRule(rule zobrist.EnPassantRule, p chess.Position) string {
	p.HalfmoveClock, p.FullmoveNumber = 0, 1
	if !naiveEnPassant(rule, &p) {
		p.EnPassant = 0
	}
	return p.FEN()
}

// A History of chess keys counts the same as a list of positions, under each en
// passant rule. Games shuffle pieces and take moves back. A key is pushed as
// irreversible when the halfmove clock is zero or a right is lost.
func TestChessAndHistory(t *testing.T) {
	t.Parallel()
	games, plies := sample.Rounds(3, 3, 6), sample.Rounds(100, 200, 300)
	// Kings and rooks, rights to lose, and pawns that push past one another.
	starts := []string{
		"r3k2r/2p5/8/3P4/4p3/8/5P2/R3K2R w KQkq - 0 1",
		"4k3/8/8/3p4/8/8/2P1P3/4K3 w - - 0 1",
		"1r2k1r1/1p6/8/P7/8/8/8/1R2K1R1 b KQkq - 0 1",
	}
	for name, c := range map[string]*zobrist.Chess{"NewChess": zobrist.NewChess(71), "NewChessFunc": ownNumbers(), "Polyglot": zobrist.Polyglot()} {
		for rule, keys := range chessByRule(c) {
			rng := zobrist.NewSplitMix64(72)
			repeated, differs := 0, 0
			for game := range games {
				var line zobrist.History
				p := parseFEN(t, starts[game%len(starts)])
				h := p.Hash(keys)
				line.PushIrreversible(h)
				times := map[string]int{sameByRule(rule, p): 1}
				for range plies {
					legal := movegen.Legal(&p)
					if len(legal) == 0 {
						break
					}
					// Rarely push a pawn, so that positions come up again.
					m := legal[rng.Uint64()%uint64(len(legal))]
					if piece := p.Board[m.From]; piece%6 == zobrist.WhitePawn && rng.Uint64()%8 != 0 {
						continue
					}
					after := p
					after.Play(m)
					k := p.After(keys, h, m)
					require.Equal(t, after.Hash(keys), k)
					if after.HalfmoveClock == 0 || after.Castling != p.Castling {
						line.PushIrreversible(k)
					} else {
						line.Push(k)
					}
					same := sameByRule(rule, after)
					times[same]++
					require.Equal(t, times[same], line.Count(k), "%s, %v: %s", name, rule, after.FEN())
					require.True(t, line.Contains(k))
					if times[same] > 1 {
						repeated++
					}
					if after.EnPassant != 0 {
						differs++
					}
					if rng.Uint64()%4 == 0 { // the search takes it back
						require.Equal(t, k, line.Pop())
						times[same]--
						continue
					}
					p, h = after, k
				}
			}
			assert.NotZero(t, repeated, "%s, %v", name, rule)
			assert.NotZero(t, differs, "%s, %v", name, rule)
		}
	}
}
