package chess_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// shuffleNumbers are numbers of all makes, of engines with Side in the keys of White or Black.
func shuffleNumbers() []*zobrist.Chess {
	short := func(label string, i int) zobrist.Key { // of 32 bits
		return zobrist.Key(uint32(zobrist.NewSplitMix64(5).Split(label).At(uint64(i))))
	}
	return []*zobrist.Chess{
		zobrist.Polyglot(),
		zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal),
		zobrist.NewChess(2).WithEnPassant(zobrist.EnPassantAlways),
		zobrist.NewChessFunc(zobrist.ChessNumbers{
			Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
				return short("piece", 64*int(p)+int(s))
			},
			Castling: func(r zobrist.CastlingRights) zobrist.Key {
				return short("castling", int(r))
			},
			EnPassant: func(s zobrist.Square) zobrist.Key { return short("en passant", int(s)) },
			Side:      1 << 40,
		}),
	}
}

// shuffleStarts are positions with castling rights, en passant squares, walls of pawns and few men.
var shuffleStarts = []string{
	chess.StartFEN,
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
	"1r2k1r1/8/8/p6p/P6P/8/8/1R2K1R1 w GBgb - 0 1",
	"4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
	"4k3/8/8/2PpP3/8/8/8/R3K3 w Q d6 0 1",
	"8/8/8/1k1p1p1p/pPpPpPpP/P1P1P1P1/1B2K1N1/8 w - - 0 1",
	"b1k5/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/R6R/1K6 b - - 0 1",
	"8/8/4k3/8/8/3QK3/8/8 w - - 0 1",
	"7k/8/6q1/8/8/1N6/8/K1R5 b - - 0 1",
	"6rk/8/8/8/8/8/8/6K1 w - - 0 1",
	"8/1b1k1n2/8/8/8/8/2N1K1B1/8 w - - 0 1",
}

// A shuffle is a random game with many moves back, and its history.
type shuffle struct {
	p       chess.Position
	keys    *zobrist.Chess
	history zobrist.History
	all     bool // Push every key, as an engine may that pushes none by PushIrreversible
	moves   []chess.Move
	rng     *rand.Rand
}

// next plays a null move, takes back the mover's last move, or plays another move.
func (g *shuffle) next(legal []chess.Move) {
	m, r := legal[g.rng.IntN(len(legal))], g.rng.IntN(100)
	if n := len(g.moves); n >= 2 && r < 55 {
		last := g.moves[n-2]
		if n >= 6 && r < 15 {
			last = g.moves[n-4-2*(r&1)]
		}
		back := chess.Move{From: last.To, To: last.From}
		if slices.Contains(legal, back) {
			m = back
		}
	} else if r < 97 {
		for range 5 {
			if !g.p.Irreversible(m) {
				break
			}
			m = legal[g.rng.IntN(len(legal))]
		}
	} else if !movegen.InCheck(&g.p) {
		m = chess.Move{}
	}
	g.play(m)
}

func (g *shuffle) play(m chess.Move) {
	h := g.p.After(g.keys, g.history.Last(), m)
	g.moves = append(g.moves, m)
	isNull := m == chess.Move{}
	if !g.all && (isNull || g.p.Irreversible(m)) {
		g.history.PushIrreversible(h)
	} else {
		g.history.Push(h)
	}
	g.p.Play(m)
}

// occupied returns the occupied squares of a position.
func occupied(p *chess.Position) (squares uint64) {
	for s, piece := range p.Board {
		if piece != zobrist.NoPiece {
			squares |= 1 << s
		}
	}
	return squares
}

// tryMoves looks up the key after each move. It returns the latest place, as Upcoming does.
func (g *shuffle) tryMoves(moves []chess.Move) (plies int, ok bool) {
	for _, m := range moves {
		ago, occurs := g.history.Ago(g.p.After(g.keys, g.history.Last(), m))
		if occurs && (!ok || ago < plies) {
			plies, ok = ago, true
		}
	}
	return plies, ok
}

// Upcoming says in each position what trying all legal moves says.
func TestUpcoming(t *testing.T) {
	t.Parallel()
	games := 3
	if sample.All(1000) { // -args -long
		games = 600
	} else if sample.All(4) {
		games = 15
	}
	var positions, found, far, castling, enPassant, chess960, nulls, black atomic.Int64
	t.Run("games", func(t *testing.T) {
		for i, keys := range shuffleNumbers() {
			reversals := keys.Reversals()
			for j := range 2 * len(shuffleStarts) {
				t.Run("", func(t *testing.T) {
					t.Parallel()
					for n := range games {
						g := shuffle{p: chess960Start(n), keys: keys, all: n%4 == 3,
							rng: rand.New(rand.NewPCG(uint64(100*i+j), uint64(n)))}
						if j < len(shuffleStarts) {
							g.p = parseFEN(t, shuffleStarts[j])
						} else if j%2 > 0 { // Chess960, without pawns
							for s := range 8 {
								g.p.Board[8+s], g.p.Board[48+s] = 0, 0
							}
						}
						started := g.p
						g.history.Push(g.p.Hash(keys))
						for range 100 {
							legal := movegen.Legal(&g.p)
							plies, ok := reversals.Upcoming(&g.history, occupied(&g.p),
								g.p.BlackToMove)
							if want, repeats := g.tryMoves(legal); plies != want || ok != repeats {
								require.Failf(t, "Upcoming", "%s %v: %d, %v, want %d, %v",
									started.FEN(), g.moves, plies, ok, want, repeats)
							}
							positions.Add(1)
							for counter, counts := range map[*atomic.Int64]bool{
								&found:     ok,
								&far:       plies > 3,
								&castling:  ok && g.p.Castling != 0,
								&enPassant: g.p.EnPassant != 0,
								&black:     ok && g.p.BlackToMove,
								&chess960:  ok && j >= len(shuffleStarts),
								&nulls:     ok && slices.Contains(g.moves, chess.Move{}),
							} {
								if counts {
									counter.Add(1)
								}
							}
							if len(legal) == 0 || g.p.HalfmoveClock >= 100 {
								break
							}
							g.next(legal)
						}
					}
				})
			}
		}
	})
	t.Logf("%d positions, %d with an en passant square", positions.Load(), enPassant.Load())
	t.Logf("a repetition is near in %d: more than 3 plies ago in %d, with castling rights in %d, "+
		"of Chess960 in %d, after a null move in %d, with Black to move in %d",
		found.Load(), far.Load(), castling.Load(), chess960.Load(), nulls.Load(), black.Load())
	for _, counter := range []*atomic.Int64{
		&found, &far, &castling, &enPassant, &chess960, &nulls, &black,
	} {
		assert.Greater(t, 1000*counter.Load(), positions.Load(), "fewer than one in a thousand")
	}
	assert.Greater(t, int(positions.Load()), 8000*games)
}

// Positions in which a simpler test would be wrong.
func TestUpcomingCases(t *testing.T) {
	for _, test := range []struct {
		about, fen, moves string // 0000 is a null move
		plies             int
		all               bool // push null moves, too, as if they could be taken back
	}{
		{"the latest of two", "7k/8/8/8/8/8/8/R3K3 b - - 0 1",
			"h8h7 a1a2 h7h8 a2a1 h8h7 a1a2 h7h8", 3, false},
		{"a way round", "7k/8/8/8/8/8/8/R3K3 b - - 0 1",
			"h8h7 a1b1 h7g7 b1b3 g7g8 b3a3 g8h8", 7, false},
		{"a pawn in the way back", "7k/8/8/8/8/8/P7/R3K3 b - - 0 1",
			"h8h7 a1b1 h7g7 b1b3 g7g8 b3a3 g8h8", 0, false},
		{"the other side has moved", "7k/8/8/8/8/8/8/R3K3 b - - 0 1",
			"h8h7 a1b1 h7g7 b1a1 g7g8", 0, false},
		{"no null move between", "7k/8/8/8/8/8/8/R3K3 b - - 0 1",
			"0000 a1a2 0000", 0, false},
		{"a null move like others", "7k/8/8/8/8/8/8/R3K3 b - - 0 1",
			"0000 a1a2 0000", 3, true},
		{"an en passant square", "4k3/8/8/8/Pp6/8/8/R3K3 b - a3 0 1",
			"e8e7 a1a2 e7e8", 0, true},
		{"no pawn can capture", "4k3/8/8/8/P7/8/8/R3K3 b - a3 0 1",
			"e8e7 a1a2 e7e8", 3, true},
		{"a right is lost", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1",
			"e8e7 a1a2 e7e8", 0, true},
		{"no right is lost", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
			"e8e7 a1a2 e7e8", 3, true},
		{"illegal: null move in check", "6rk/8/8/8/8/8/8/6K1 w - - 0 1",
			"0000 h8h7 g1f1 h7h8", 3, false},
	} {
		g := shuffle{p: parseFEN(t, test.fen), keys: zobrist.Polyglot(), all: test.all}
		g.history.PushIrreversible(g.p.Hash(g.keys))
		for _, m := range strings.Fields(test.moves) {
			if m == "0000" {
				g.play(chess.Move{})
				continue
			}
			g.play(parseMove(t, m))
		}
		r := g.keys.Reversals()
		plies, ok := r.Upcoming(&g.history, occupied(&g.p), g.p.BlackToMove)
		assert.Equal(t, test.plies, plies, test.about)
		assert.Equal(t, test.plies > 0, ok, test.about)
		_, legal := g.tryMoves(movegen.Legal(&g.p))
		assert.Equal(t, ok && !strings.HasPrefix(test.about, "illegal"), legal, test.about)
		_, ok = r.Upcoming(&g.history, occupied(&g.p), !g.p.BlackToMove)
		assert.False(t, ok, "the piece is of the other side: %s", test.about)
		for _, squares := range []uint64{0, 1<<64 - 1} {
			_, ok = r.Upcoming(&g.history, squares, g.p.BlackToMove)
			assert.False(t, ok, "the board has no move or no piece: %s", test.about)
		}
	}
	_, ok := zobrist.Polyglot().Reversals().Upcoming(new(zobrist.History), 0, false)
	assert.False(t, ok)
}

// A Reversals that somebody forgot to make would never find anything.
func TestZeroReversals(t *testing.T) {
	var zero zobrist.Reversals
	var h zobrist.History
	for range 5 {
		assert.PanicsWithValue(t, "zobrist: Reversals.Upcoming: the zero Reversals has no moves, "+
			"want one made by Chess.Reversals", func() { zero.Upcoming(&h, 0, false) })
		h.Push(1)
	}
}

// Weak numbers are refused, because the keys of two positions would be equal. All seeds do.
func TestReversalsOfNumbers(t *testing.T) {
	for seed := range uint64(100) {
		require.NotPanics(t, func() { zobrist.NewChess(seed).Reversals() })
	}
	random := zobrist.Polyglot().Table().Key
	type (
		square = zobrist.Square
		piece  = zobrist.ChessPiece
	)
	for weak, number := range map[string]func(square, piece) zobrist.Key{
		"N from a1 to b3 changes the key by 0000000000000000": func(square, piece) zobrist.Key {
			return 0
		},
		"n from a1 to b3 changes the key by d3fe029e2ee27e6f": func(s square, p piece) zobrist.Key {
			return random(s, (p-1)%6+1) // one number for both sides
		},
		"N from b1 to a3 changes the key by 0000000000000044": func(s square, p piece) zobrist.Key {
			return zobrist.Key(s) << p
		},
	} {
		func() {
			defer func() {
				assert.Contains(t, recover(), "zobrist: Chess.Reversals: "+weak)
			}()
			none := func(zobrist.Square) zobrist.Key { return 0 }
			zobrist.NewChessFunc(zobrist.ChessNumbers{
				Piece:     number,
				Castling:  func(zobrist.CastlingRights) zobrist.Key { return 0 },
				EnPassant: none,
			}).Reversals()
		}()
	}
}

// The clock's numbers are none of the others, and change each 8 plies from 14 on.
func TestClockKey(t *testing.T) {
	stream := zobrist.NewSplitMix64(0).Split("chess clock")
	seen := map[zobrist.Key]bool{0: true}
	for _, c := range shuffleNumbers() {
		for _, k := range c.Keys() {
			seen[k] = true
		}
		for clock := -20; clock < 1000; clock++ {
			want := zobrist.Key(0)
			if clock >= 14 {
				want = zobrist.Key(stream.At(uint64(clock-14) / 8))
			}
			assert.Equal(t, want, zobrist.ClockKey(clock), clock)
		}
	}
	for i := range 200 {
		k := zobrist.Key(stream.At(uint64(i)))
		assert.False(t, seen[k], i)
		seen[k] = true
	}
}
