package zobrist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// Under each rule, the 18 pieces of Example_chess18 and the 781 keys find the
// same positions equal. So do FENs without the parts that the rule does not
// count. Tested on all lines of some plies, where positions occur again by
// other routes, and on random games.
func TestChess18(t *testing.T) {
	t.Parallel()
	src := zobrist.NewSplitMix64(18)
	table := zobrist.NewTable[zobrist.Square](64, piecesOf18, src.Split("pieces"), zobrist.NoPiece)
	side := src.Split("side").Key()
	for _, rule := range []zobrist.EnPassantRule{zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways} {
		keys := zobrist.NewChess(18).WithEnPassant(rule)
		by781, by18 := map[zobrist.Key]zobrist.ChessPosition{}, map[zobrist.Key]zobrist.ChessPosition{}
		seen, again := map[zobrist.ChessPosition]bool{}, 0
		visit := func(p zobrist.ChessPosition) {
			h := table.Hash(encode18(keys, &p))
			if !p.BlackToMove {
				h ^= side
			}
			k := keys.Hash(&p)
			p.HalfmoveClock, p.FullmoveNumber = 0, 0
			if keys.EnPassantKey(&p) == 0 {
				p.EnPassant = 0
			}
			if seen[p] {
				again++
			}
			seen[p] = true
			if q, ok := by781[k]; ok {
				require.Equal(t, q, p, rule)
			}
			if q, ok := by18[h]; ok {
				require.Equal(t, q, p, rule)
			}
			by781[k], by18[h] = p, p
		}
		var walk func(p zobrist.ChessPosition, plies int)
		walk = func(p zobrist.ChessPosition, plies int) {
			visit(p)
			if plies == 0 {
				return
			}
			for _, m := range movegen.Legal(&p) {
				after := p
				after.Play(m)
				walk(after, plies-1)
			}
		}
		plies, games := rounds(2, 2, 3), rounds(20, 40, 60)
		for _, fen := range []string{
			startFEN,
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
			"r3k2r/2p1p3/8/1P1P1P2/1p1p1p2/8/2P1P3/R3K2R w KQkq - 0 1",
		} {
			p, err := zobrist.ParseFEN(fen)
			require.NoError(t, err)
			walk(p, plies)
		}
		chessGames(18, games, 120, startPosition, func(p *zobrist.ChessPosition, _ []zobrist.ChessMove) { visit(*p) })
		assert.Len(t, by781, len(seen), rule)
		assert.Len(t, by18, len(seen), rule)
		assert.Greater(t, again, len(seen)/100, "positions that came up again")
		t.Log(rule, len(seen), again)
	}
}

// Simple tabulation is 3-independent: under a random table, the hashes of any
// three different words take every triple of values equally often. Tested for
// all triples of words of two letters out of three, over all 2^6 tables of keys
// of one bit. It is not 4-independent: the corners of a rectangle XOR to zero.
func TestTabulationIsThreeIndependent(t *testing.T) {
	const letters, places = 3, 2
	words := make([][]int, 0, letters*letters)
	for a := range letters {
		for b := range letters {
			words = append(words, []int{a, b})
		}
	}
	const tables = 1 << (letters * places)
	hashes := make([][]zobrist.Key, tables)
	for i := range hashes {
		table := zobrist.NewTableFunc(places, letters, func(place, letter int) zobrist.Key {
			return zobrist.Key(i >> (letters*place + letter) & 1)
		})
		for _, w := range words {
			hashes[i] = append(hashes[i], table.Hash(w))
		}
	}
	triples, uniform := 0, [8]int{8, 8, 8, 8, 8, 8, 8, 8} // 64 tables, 8 values
	for a := range words {
		for b := range a {
			for c := range b {
				var count [8]int
				for _, h := range hashes {
					count[h[a]|h[b]<<1|h[c]<<2]++
				}
				require.Equal(t, uniform, count, "%v %v %v", words[a], words[b], words[c])
				triples++
			}
		}
	}
	assert.Equal(t, 84, triples, "9 choose 3")
	for _, h := range hashes {
		require.Zero(t, h[0]^h[1]^h[letters]^h[letters+1])
	}
}
