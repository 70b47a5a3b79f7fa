package bitboard

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// randomBoard returns a board with about so many pieces.
func randomBoard(rng *rand.Rand, pieces int) (board [64]uint8) {
	for range pieces {
		board[rng.IntN(64)] = uint8(1 + rng.IntN(12))
	}
	return board
}

func TestOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 1000 {
		board := randomBoard(rng, i%64)
		white, black := naiveOf(&board)
		gotWhite, gotBlack := Of(&board)
		require.Equal(t, white, gotWhite, board)
		require.Equal(t, black, gotBlack, board)
		var all uint64
		for s, piece := range board {
			if piece != 0 {
				all |= 1 << s
			}
		}
		require.Equal(t, all, Occupied(&white, &black), board)
	}
}

// naiveOf is Of by a loop over the squares.
func naiveOf(board *[64]uint8) (white, black [6]uint64) {
	for s, piece := range board {
		switch {
		case piece == 0:
		case piece <= 6:
			white[piece-1] |= 1 << s
		default:
			black[piece-7] |= 1 << s
		}
	}
	return white, black
}

// BenchmarkOf compares Of with a loop over the squares of boards with 10 to 32 pieces.
func BenchmarkOf(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	boards := make([][64]uint8, 4096) // more than the processor remembers
	for i := range boards {
		boards[i] = randomBoard(rng, 10+rng.IntN(23))
	}
	sum := uint64(0)
	b.Run("impl=Of", func(b *testing.B) {
		for i := range b.N {
			white, black := Of(&boards[i%len(boards)])
			sum += white[i%6] ^ black[i%6]
		}
	})
	b.Run("impl=loop", func(b *testing.B) {
		for i := range b.N {
			white, black := naiveOf(&boards[i%len(boards)])
			sum += white[i%6] ^ black[i%6]
		}
	})
	b.Log(sum != 0)
}

// A direction goes so many files to the right and ranks up.
type direction struct{ files, ranks int }

var (
	straight = []direction{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	diagonal = []direction{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	jumps    = []direction{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// naiveAttacks walks from a square in some directions, at most so many steps, and up to the first
// occupied square.
func naiveAttacks(from int, occupied uint64, directions []direction, most int) (attacked uint64) {
	for _, d := range directions {
		file, rank := from%8, from/8
		for range most {
			file, rank = file+d.files, rank+d.ranks
			if file < 0 || file > 7 || rank < 0 || rank > 7 {
				break
			}
			square := uint64(1) << (8*rank + file)
			attacked |= square
			if occupied&square != 0 {
				break
			}
		}
	}
	return attacked
}

func TestAttacksOfPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	all := append(append([]direction{}, straight...), diagonal...)
	for range 200 {
		occupied := rng.Uint64() & rng.Uint64()
		for from := range 64 {
			at := uint64(1) << from
			what := fmt.Sprintf("from %d, occupied %016x", from, occupied)
			require.Equal(t, naiveAttacks(from, occupied, straight, 7), Rook(at, occupied), what)
			require.Equal(t, naiveAttacks(from, occupied, diagonal, 7), Bishop(at, occupied), what)
			require.Equal(t, naiveAttacks(from, occupied, jumps, 1), Knight(at), what)
			require.Equal(t, naiveAttacks(from, occupied, all, 1), King(at), what)
			up := []direction{{1, 1}, {-1, 1}}
			down := []direction{{1, -1}, {-1, -1}}
			require.Equal(t, naiveAttacks(from, occupied, up, 1), Pawn(at, false), what)
			require.Equal(t, naiveAttacks(from, occupied, down, 1), Pawn(at, true), what)
		}
	}
}

// The attacks of several pieces are those of each: two kings side by side attack each other.
func TestAttacksOfSeveral(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 1000 {
		occupied := rng.Uint64() & rng.Uint64()
		pieces := occupied & rng.Uint64()
		for name, attacks := range map[string]func(uint64) uint64{
			"rook":       func(from uint64) uint64 { return Rook(from, occupied) },
			"bishop":     func(from uint64) uint64 { return Bishop(from, occupied) },
			"knight":     Knight,
			"king":       King,
			"white pawn": func(from uint64) uint64 { return Pawn(from, false) },
			"black pawn": func(from uint64) uint64 { return Pawn(from, true) },
		} {
			var want uint64
			for left := pieces; left != 0; left &= left - 1 {
				want |= attacks(left & -left)
			}
			require.Equal(t, want, attacks(pieces), "%s %016x %016x", name, pieces, occupied)
		}
	}
}

// Each kind of piece attacks alone, and no more when it was just captured.
func TestAttacked(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	seen := map[bool]int{}
	for range 20_000 {
		board := randomBoard(rng, 1+rng.IntN(12))
		white, black := Of(&board)
		occupied := Occupied(&white, &black)
		target := uint64(1) << rng.IntN(64)
		gone := rng.Uint64() & rng.Uint64()
		for _, byBlack := range []bool{false, true} {
			by := &white
			if byBlack {
				by = &black
			}
			attacks := Pawn(by[pawns]&^gone, byBlack) | Knight(by[knights]&^gone) |
				King(by[kings]&^gone) |
				Rook((by[rooks]|by[queens])&^gone, occupied) |
				Bishop((by[bishops]|by[queens])&^gone, occupied)
			want := attacks&target != 0
			got := Attacked(target, by, gone, occupied, byBlack)
			require.Equal(t, want, got, "%v %016x %016x", board, target, gone)
			seen[want]++
		}
	}
	assert.Greater(t, seen[true], 4_000)
	assert.Greater(t, seen[false], 4_000)
}

// Counts and CountsSets agree, and count no square that a double push cannot have passed over.
func TestCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	counted := map[uint8]int{}
	for range 20_000 {
		board := randomBoard(rng, rng.IntN(40))
		passed := uint8(rng.IntN(256))
		if rng.IntN(4) > 0 { // a square of rank 3 or 6, with pawns around
			passed = uint8(16 + 24*rng.IntN(2) + rng.IntN(8))
			white := passed < 32
			board[passed] = 0
			board[pushedTo(passed)] = blackPawn
			if white {
				board[pushedTo(passed)] = whitePawn
			}
		}
		white, black := Of(&board)
		for rule := uint8(PseudoLegal); rule <= Always; rule++ {
			for _, blackToMove := range []bool{false, true} {
				rank := uint8(5)
				if blackToMove {
					rank = 2
				}
				got := Counts(rule, &board, passed, blackToMove)
				sets := CountsSets(rule, passed, &white, &black, blackToMove)
				what := fmt.Sprintf("%v %d, rule %d, %v", board, passed, rule, blackToMove)
				require.Equal(t, sets, got, what)
				if passed>>3 != rank {
					require.False(t, got, what)
				} else if rule == Always {
					require.True(t, got, what)
				}
				if got {
					counted[rule]++
				}
			}
		}
	}
	assert.Greater(t, counted[Legal], 100)
	assert.Greater(t, counted[PseudoLegal], counted[Legal]+100)
	assert.Greater(t, counted[Always], counted[PseudoLegal]+300)
}

// Each symmetry moves each square to where it belongs.
func TestImage(t *testing.T) {
	for i := range 8 {
		for square := range 64 {
			file, rank := square%8, square/8
			if i&4 != 0 {
				file, rank = rank, file
			}
			if i&1 != 0 {
				file = 7 - file
			}
			if i&2 != 0 {
				rank = 7 - rank
			}
			image := Image(1<<square, i)
			require.Equal(t, 8*rank+file, bits.TrailingZeros64(image), "symmetry %d of %d", i,
				square)
			require.Equal(t, 1, bits.OnesCount64(image))
		}
	}
	assert.Equal(t, Image(0xff, 4)|Image(0xf0f, 4), Image(0xfff, 4), "several squares")
}
