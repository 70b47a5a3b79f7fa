package zobrist_test

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/tt"
)

// ownNumbers makes a Chess of an engine that has a number for each set of
// castling rights and for each en passant square.
func ownNumbers() *zobrist.Chess {
	src := zobrist.NewSplitMix64(70)
	pieces := zobrist.NewSet(src.Split("pieces"), func(i uint64) uint64 { return i })
	castling, enPassant := src.Split("castling"), src.Split("en passant")
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece:     func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key { return pieces.Key(uint64(s)<<8 | uint64(p)) },
		Castling:  func(r zobrist.CastlingRights) zobrist.Key { return zobrist.Key(castling.At(uint64(r))) },
		EnPassant: func(ep zobrist.Square) zobrist.Key { return zobrist.Key(enPassant.At(uint64(ep))) },
		Side:      src.Key(),
	})
}

// sameByRule returns the part of p that counts under a rule: its FEN without
// clocks, and without an en passant square that the rule does not count. The
// move generator decides, not the library.
func sameByRule(rule zobrist.EnPassantRule, p *zobrist.ChessPosition) string {
	q := *p
	q.HalfmoveClock, q.FullmoveNumber = 0, 1
	if naiveChessKey(zobrist.Polyglot(), rule, p) == naiveChessKey(zobrist.Polyglot(), rule, withoutEnPassant(p)) {
		q.EnPassant = 0
	}
	return q.FEN()
}

func withoutEnPassant(p *zobrist.ChessPosition) *zobrist.ChessPosition {
	q := *p
	q.EnPassant = 0
	return &q
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
				names := []string{sameByRule(rule, &p)}
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
					name := sameByRule(rule, &after)
					count := 1
					for _, earlier := range names {
						if earlier == name {
							count++
						}
					}
					require.Equal(t, count, line.Count(k), "%s, %v: %s", name, rule, after.FEN())
					require.True(t, line.Contains(k))
					if count > 1 {
						repeated++
					}
					if withoutEnPassant(&after).FEN() != after.FEN() {
						differs++
					}
					if rng.Uint64()%4 == 0 { // the search takes it back
						require.Equal(t, k, line.Pop())
						continue
					}
					p, h, names = after, k, append(names, name)
				}
			}
			assert.NotZero(t, repeated, "%s, %v", name, rule)
			assert.NotZero(t, differs, "%s, %v", name, rule)
		}
	}
}

// perftByTable returns a function that counts leaves with a table by key and
// depth. It adds to hits.
func perftByTable[P any](table *tt.Table[uint64], hits *int, children func(P, zobrist.Key) iter.Seq2[P, zobrist.Key]) func(P, zobrist.Key, int) uint64 {
	depths := zobrist.NewSplitMix64(73).Split("depth")
	var perft func(p P, h zobrist.Key, depth int) uint64
	perft = func(p P, h zobrist.Key, depth int) uint64 {
		if depth == 0 {
			return 1
		}
		k := h ^ zobrist.Key(depths.At(uint64(depth)))
		if n, ok := table.Probe(k); ok {
			*hits++
			return n
		}
		n := uint64(0)
		for after, key := range children(p, h) {
			n += perft(after, key, depth-1)
		}
		table.Store(k, n, depth)
		return n
	}
	return perft
}

// Counting leaves with a table by key and depth gives the same count as
// without, under each en passant rule and with an engine's own numbers.
func TestChessAndTable(t *testing.T) {
	t.Parallel()
	known := map[string][]int{
		startFEN: {20, 400, 8902, 197281},
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": {48, 2039},
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1":                            {14, 191, 2812, 43238},
	}
	if rounds(0, 0, 1) == 0 {
		known[startFEN] = known[startFEN][:3]
	}
	for name, c := range map[string]*zobrist.Chess{"NewChess": zobrist.NewChess(74), "NewChessFunc": ownNumbers()} {
		for rule, keys := range chessByRule(c) {
			table, err := tt.New[uint64](1 << 20)
			require.NoError(t, err)
			hits := 0
			perft := perftByTable(table, &hits, func(p zobrist.ChessPosition, h zobrist.Key) iter.Seq2[zobrist.ChessPosition, zobrist.Key] {
				return func(yield func(zobrist.ChessPosition, zobrist.Key) bool) {
					for _, m := range movegen.Legal(&p) {
						after := p
						after.Play(m)
						yield(after, keys.After(h, &p, m))
					}
				}
			})
			for fen, want := range known {
				p := parseFEN(t, fen)
				for i, n := range want {
					require.EqualValues(t, n, perft(p, keys.Hash(&p), i+1), "%s, %v, %s, depth %d", name, rule, fen, i+1)
				}
			}
			assert.NotZero(t, hits, rule)
		}
	}
}

// The same with Othello, whose counts are known too.
func TestOthelloAndTable(t *testing.T) {
	o := zobrist.NewOthello(75)
	table, err := tt.New[uint64](1 << 20)
	require.NoError(t, err)
	hits := 0
	perft := perftByTable(table, &hits, func(p zobrist.OthelloPosition, h zobrist.Key) iter.Seq2[zobrist.OthelloPosition, zobrist.Key] {
		return func(yield func(zobrist.OthelloPosition, zobrist.Key) bool) {
			for m := range movesOf(p) {
				after := p
				after.Play(m)
				yield(after, o.After(h, p.ToMove, m, p.Flips(m)))
			}
		}
	})
	start := zobrist.OthelloStart()
	for i, want := range []uint64{4, 12, 56, 244, 1396, 8200, 55092} {
		assert.Equal(t, want, perft(start, o.Hash(start), i+1), "depth %d", i+1)
	}
	assert.NotZero(t, hits)
}

// A pawn table finds what was stored under the key of the pawns: for the same
// pawns, whatever other pieces stand on the board, and for no others.
func TestOnlyAndTable(t *testing.T) {
	keys := zobrist.NewChess(77)
	pawns := keys.Pieces().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	table, err := tt.New[uint64](1 << 20)
	require.NoError(t, err)
	number, stored, found := map[string]uint64{}, 0, 0
	chessGames(78, 20, 150, startPosition, func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
		only := p.Board
		for s, piece := range only {
			if piece != zobrist.WhitePawn && piece != zobrist.BlackPawn {
				only[s] = zobrist.NoPiece
			}
		}
		name := fmt.Sprint(only)
		h := pawns.Hash(p.Board[:])
		require.Equal(t, keys.Pieces().Hash(only[:]), h)
		v, ok := table.Probe(h)
		n, seen := number[name]
		require.Equal(t, seen, ok, p.FEN())
		if ok {
			found++
			require.Equal(t, n, v)
			return
		}
		stored++
		number[name] = uint64(stored)
		table.Store(h, uint64(stored), 0)
	})
	assert.Greater(t, found, stored)
}

// bookOf returns a book of the first moves of games, the key of each position,
// and the positions by key.
func bookOf(t *testing.T, keys *zobrist.Chess, start func(int) zobrist.ChessPosition) (entries map[zobrist.Key][]book.Entry, positions map[zobrist.Key]zobrist.ChessPosition) {
	entries, positions = map[zobrist.Key][]book.Entry{}, map[zobrist.Key]zobrist.ChessPosition{}
	chessGames(79, 10, 30, start, func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
		k := keys.Hash(p)
		if _, ok := entries[k]; ok {
			return
		}
		positions[k] = *p
		for i, m := range legal {
			if to, ok := rookOfCastling(p, m); ok {
				m.To = to // as the format has it
			}
			entries[k] = append(entries[k], book.Entry{Move: m, Weight: uint16(len(legal) - i)})
		}
		if len(legal) == 0 {
			delete(entries, k)
		}
	})
	require.NotEmpty(t, entries)
	return entries, positions
}

// rookOfCastling returns the square of the rook if m castles.
func rookOfCastling(p *zobrist.ChessPosition, m zobrist.ChessMove) (zobrist.Square, bool) {
	after := *p
	after.Play(m)
	for i := range 4 {
		right := zobrist.CastlingRights(1 << i)
		rook := p.Rook(right)
		if p.Castling&right == 0 || (i >= 2) != p.BlackToMove || p.Board[m.From]%6 != 0 {
			continue
		}
		castled := *p
		if castled.Play(zobrist.ChessMove{From: m.From, To: rook}); castled == after {
			return rook, true
		}
	}
	return 0, false
}

func writeBook(t *testing.T, entries map[zobrist.Key][]book.Entry, of func(zobrist.Key) bool) *book.Book {
	var file bytes.Buffer
	require.NoError(t, book.Write(&file, func(yield func(zobrist.Key, book.Entry) bool) {
		for k, es := range entries {
			for _, e := range es {
				if of(k) && !yield(k, e) {
					return
				}
			}
		}
	}))
	b, err := book.New(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return b
}

// A book finds a position read from its FEN or reached by moves, with
// Polyglot's keys or an engine's own. Its moves, normalized, are the legal
// ones. In Chess960 too, where castling stays the king's move to its rook.
func TestFENAndBook(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string]*zobrist.Chess{"Polyglot": zobrist.Polyglot(), "NewChessFunc": ownNumbers()} {
		castling := 0
		for _, start := range []func(int) zobrist.ChessPosition{
			startPosition, chess960Start,
			func(int) zobrist.ChessPosition { return parseFEN(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") },
		} {
			entries, positions := bookOf(t, keys, start)
			b := writeBook(t, entries, func(zobrist.Key) bool { return true })
			for k, p := range positions {
				parsed := parseFEN(t, p.FEN())
				require.Equal(t, k, keys.Hash(&parsed))
				found, err := b.Find(keys.Hash(&parsed))
				require.NoError(t, err)
				want := movegen.Legal(&p)
				require.Len(t, found, len(want), name)
				for _, e := range found { // heaviest first, which is the generator's order
					m := parsed.Normalize(e.Move)
					require.Contains(t, want, m, p.FEN())
					if m != e.Move {
						castling++
					}
					after := parsed
					require.True(t, after.Play(m))
					require.Equal(t, keys.Hash(&after), keys.After(k, &p, e.Move), "%s %v", p.FEN(), e.Move)
				}
			}
		}
		assert.NotZero(t, castling, name)
	}
}

// Owners write books apart that together hold what one book holds. Each
// position is in its owner's book.
func TestOwnerAndBook(t *testing.T) {
	keys := zobrist.Polyglot()
	entries, _ := bookOf(t, keys, startPosition)
	whole := writeBook(t, entries, func(zobrist.Key) bool { return true })
	for _, n := range []int{1, 3, 16} {
		total := 0
		parts := make([]*book.Book, n)
		for owner := range parts {
			parts[owner] = writeBook(t, entries, func(k zobrist.Key) bool { return k.Owner(n) == owner })
			total += parts[owner].Len()
		}
		assert.Equal(t, whole.Len(), total)
		for k := range entries {
			want, err := whole.Find(k)
			require.NoError(t, err)
			for owner, part := range parts {
				got, err := part.Find(k)
				require.NoError(t, err)
				if owner == k.Owner(n) {
					require.Equal(t, want, got)
				} else {
					require.Empty(t, got)
				}
			}
		}
		// Read in turn and merged, they are the book.
		var all []zobrist.Key
		for _, part := range parts {
			var err error
			for k := range part.All(&err) {
				all = append(all, k)
			}
			require.NoError(t, err)
		}
		slices.Sort(all)
		var want []zobrist.Key
		var err error
		for k := range whole.All(&err) {
			want = append(want, k)
		}
		require.NoError(t, err)
		require.Equal(t, want, all)
	}
}
