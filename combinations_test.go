package zobrist_test

import (
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/tt"
)

// sameByRule returns the part of p that counts under a rule: its FEN without
// clocks, and without an en passant square that the rule does not count.
func sameByRule(rule zobrist.EnPassantRule, p zobrist.ChessPosition) string {
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
	games, plies := rounds(3, 3, 6), rounds(100, 200, 300)
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
				h := keys.Hash(&p)
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
					k := keys.After(h, &p, m)
					require.Equal(t, keys.Hash(&after), k)
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

// Counting leaves with a table by key and depth gives the known counts, under each en
// passant rule with an engine's own numbers, and for Othello.
func TestPerftWithTable(t *testing.T) {
	t.Parallel()
	hits := 0
	for rule, keys := range chessByRule(ownNumbers()) {
		children := func(p zobrist.ChessPosition, h zobrist.Key) iter.Seq2[zobrist.ChessPosition, zobrist.Key] {
			return func(yield func(zobrist.ChessPosition, zobrist.Key) bool) {
				for _, m := range movegen.Legal(&p) {
					after := p
					after.Play(m)
					yield(after, keys.After(h, &p, m))
				}
			}
		}
		for fen, want := range map[string][]uint64{
			startFEN: []uint64{20, 400, 8902, 197281}[:rounds(3, 3, 4)],
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": {48, 2039},
			"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1":                            {14, 191, 2812, 43238},
		} {
			p := parseFEN(t, fen)
			assert.Equal(t, want, perftWithTable(t, &hits, p, keys.Hash(&p), len(want), children), "%s, %v", fen, rule)
		}
	}
	assert.NotZero(t, hits, "chess")
	o := zobrist.NewOthello(75)
	children := func(p zobrist.OthelloPosition, h zobrist.Key) iter.Seq2[zobrist.OthelloPosition, zobrist.Key] {
		return func(yield func(zobrist.OthelloPosition, zobrist.Key) bool) {
			for m := range othelloMoves(p) {
				after := p
				after.Play(m)
				yield(after, o.After(h, p.ToMove, m, p.Flips(m)))
			}
		}
	}
	assert.Equal(t, []uint64{4, 12, 56, 244, 1396, 8200, 55092}, perftWithTable(t, &hits, othelloStart, o.Hash(othelloStart), 7, children))
}

// perftWithTable counts the leaves at each depth, and the hits.
func perftWithTable[P any](t *testing.T, hits *int, root P, h zobrist.Key, depth int, children func(P, zobrist.Key) iter.Seq2[P, zobrist.Key]) (counts []uint64) {
	table, err := tt.New[uint64](1 << 20)
	require.NoError(t, err)
	depths := zobrist.NewSplitMix64(73).Split("depth")
	var perft func(p P, h zobrist.Key, depth int) uint64
	perft = func(p P, h zobrist.Key, depth int) (n uint64) {
		if depth == 0 {
			return 1
		}
		k := h ^ zobrist.Key(depths.At(uint64(depth)))
		if n, ok := table.Probe(k); ok {
			*hits++
			return n
		}
		for after, key := range children(p, h) {
			n += perft(after, key, depth-1)
		}
		table.Store(k, n, depth)
		return n
	}
	for d := range depth {
		counts = append(counts, perft(root, h, d+1))
	}
	return counts
}
