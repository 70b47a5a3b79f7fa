package solve

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// A step is a move and the positions around it.
type step struct {
	was, is chess.Position
	chess.Move
}

func (s step) captures() bool { return s.was.Board[s.To] != zobrist.NoPiece }

// spoiled plays random games with an engine whose key by moves is wrong by what bug returns for
// each move, and returns the cases.
func spoiled(
	t testing.TB, n *Numbers, engine *zobrist.Chess, bug func(s step) zobrist.Key, moves int,
) (cases []Case) {
	rng := rand.New(zobrist.NewSplitMix64(7))
	fens := []string{
		starts[0],
		starts[1],
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"4k3/p7/8/8/1p6/8/P7/4K3 w - - 0 1",
	}
	for played := 0; played < moves; {
		for _, fen := range fens {
			p, err := chess.ParseFEN(fen)
			require.NoError(t, err)
			features, key, want := n.Of(newPosition(t, p).parsed), p.Hash(engine), p.Hash(engine)
			for range 40 {
				legal := movegen.Legal(&p)
				if len(legal) == 0 {
					break
				}
				s := step{was: p, Move: legal[rng.IntN(len(legal))]}
				p.Play(s.Move)
				s.is = p
				c := Case{GotBefore: key, WantBefore: want, Before: features}
				key, want = key^want^bug(s), p.Hash(engine)
				key ^= want
				c.Got, c.Want, c.After, c.Size = key, want, n.Of(newPosition(t, p).parsed), played
				c.Move = s.String()
				features = c.After
				played++
				if c.Got^c.Want != c.GotBefore^c.WantBefore {
					cases = append(cases, c)
				}
			}
		}
	}
	return cases
}

// TestSolve has bugs that one item names, and pairs of bugs that two do.
func TestSolve(t *testing.T) {
	const junk zobrist.Key = 0x1234567890abcdef
	kept := func(s step) zobrist.CastlingRights { // the rook on h8 is captured, and its right stays
		if s.To == 63 && s.was.Castling&zobrist.BlackShort != 0 && s.captures() {
			return s.is.Castling | zobrist.BlackShort
		}
		return s.is.Castling
	}
	captured := func(s step) zobrist.Key {
		if s.captures() && s.was.Board[s.From] == zobrist.WhiteKnight {
			return numbers.Table().Key(s.To, s.was.Board[s.To])
		}
		return 0
	}
	push := func(p chess.Position) zobrist.Key { // a double push counts though no pawn can capture
		if p.EnPassant == 0 || p.EnPassantKey(numbers) != 0 {
			return 0
		}
		return numbers.EnPassant(p.EnPassant)
	}
	const (
		right = "[moves-castling] the old castling number stays in the key"
		left  = "[moves-piece] the captured piece stays in the key"
	)
	for name, c := range map[string]struct {
		engine *zobrist.Chess
		bug    func(s step) zobrist.Key
		want   []string
	}{
		"a right kept, four numbers": {numbers, func(s step) zobrist.Key {
			return numbers.Castling(kept(s)) ^ numbers.Castling(s.is.Castling)
		}, []string{right}},
		"pushes count, on one file twice, too": {numbers, func(s step) zobrist.Key {
			return push(s.is) ^ push(s.was)
		}, []string{
			"[moves-en-passant] a wrong en passant number changes in the key",
		}},
		"a number for check, and captures": {numbers, func(s step) zobrist.Key {
			k := captured(s)
			if movegen.InCheck(&s.is) {
				k ^= junk
			}
			return k
		}, []string{"[moves-unknown] ", left}},
		"an unknown number and the side's": {numbers, func(s step) zobrist.Key {
			switch {
			case !s.captures():
				return 0
			case s.is.BlackToMove:
				return junk
			}
			return junk ^ numbers.Side()
		}, []string{"[moves-unknown] "}},
	} {
		n := Listed(keycheck.Collect(c.engine.Keys()))
		cases := spoiled(t, n, c.engine, c.bug, 6000)
		var got []string
		for _, b := range n.Solve(cases) {
			got = append(got, fmt.Sprintf("[%s] %s", b.Name("moves"), b.What()))
		}
		assert.Equal(t, c.want, got, "%s: %d cases", name, len(cases))
	}
}
