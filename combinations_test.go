package zobrist_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/othello"
	"github.com/zobrist-go/zobrist/tt"
)

// Whatever a page or an example combines, a test here combines.

// randomGame plays legal moves at random, and calls visit before each with the move.
func randomGame(
	t *testing.T, rng *rand.Rand, plies int, visit func(p *chess.Position, m chess.Move),
) {
	p := chess.Start()
	for ply := range plies {
		legal := slices.Collect(p.Moves())
		if len(legal) == 0 {
			require.Greater(t, ply, 3, "the shortest game has four plies")
			break
		}
		m := legal[rng.IntN(len(legal))]
		visit(&p, m)
		p.Play(m)
	}
}

// A Board of Chess.Table, moved by hand, has the key of the pieces that all other routes have: a
// full hash, bitboards, the key of Hash less its other features, and Diff between two positions.
func TestBoardOfChess(t *testing.T) {
	keys := zobrist.NewChess(11).WithEnPassant(zobrist.EnPassantLegal)
	table := keys.Table()
	rng := rand.New(rand.NewPCG(68, 2))
	for range 20 {
		start := chess.Start()
		board := zobrist.NewBoard(table, start.Board[:])
		ply := zobrist.NewBoard(table, start.Board[:])
		randomGame(t, rng, 80, func(p *chess.Position, m chess.Move) {
			after := *p
			after.Play(m)
			byDiff := table.Diff(board.Key(), p.Board[:], after.Board[:])
			require.Equal(t, table.Hash(after.Board[:]), byDiff)
			ply.CopyFrom(board)
			for s := range zobrist.Square(64) {
				if after.Board[s] != board.At(s) {
					board.Set(s, after.Board[s])
				}
			}
			require.Equal(t, after.Board[:], board.Pieces())
			require.Equal(t, table.Hash(p.Board[:]), ply.Key(), "the copy stays")

			rest := keys.Castling(after.Castling) ^ after.EnPassantKey(keys)
			if !after.BlackToMove {
				rest ^= keys.Side()
			}
			require.Equal(t, after.Hash(keys), board.Key()^rest)
			white, black := after.Bitboards()
			byBitboards := keys.HashBitboards(
				&white, &black, after.BlackToMove, after.Castling, after.EnPassant)
			require.Equal(t, byBitboards, board.Key()^rest)
		})
	}
}

// The idiom of ToggleBits's comment updates the key after a move of any kind: toggle the bits that
// differ, of each piece.
func TestToggleBitsOfChess(t *testing.T) {
	keys := zobrist.Polyglot()
	rng := rand.New(rand.NewPCG(68, 3))
	for range 20 {
		randomGame(t, rng, 80, func(p *chess.Position, m chess.Move) {
			after := *p
			after.Play(m)
			h := keys.Table().Hash(p.Board[:])
			whiteBefore, blackBefore := p.Bitboards()
			whiteAfter, blackAfter := after.Bitboards()
			for kind := range whiteBefore {
				white := zobrist.WhitePawn + zobrist.ChessPiece(kind)
				black := zobrist.BlackPawn + zobrist.ChessPiece(kind)
				h = keys.Table().ToggleBits(h, 0, whiteBefore[kind]^whiteAfter[kind], white)
				h = keys.Table().ToggleBits(h, 0, blackBefore[kind]^blackAfter[kind], black)
			}
			require.Equal(t, keys.Table().Hash(after.Board[:]), h)
		})
	}
}

// A History, a table with the clock in its keys, SubKeys, a KeySet and a book with the same keys
// work beside each other in one game.
func TestChessPartsTogether(t *testing.T) {
	keys := zobrist.Polyglot()
	subKeys := keys.SubKeys()
	table, err := tt.New[int](1 << 20)
	require.NoError(t, err)
	defer table.Close()
	rng := rand.New(rand.NewPCG(68, 4))
	for range 10 {
		var history zobrist.History
		var visited zobrist.KeySet
		distinct := map[zobrist.Key]bool{}
		var entries []book.Entry
		start := chess.Start()
		h := start.Hash(keys)
		var subs [5]zobrist.Key
		subKeys.Hash(subs[:], start.Board[:])
		history.Push(h)
		visited.Add(h)
		distinct[h] = true
		randomGame(t, rng, 120, func(p *chess.Position, m chess.Move) {
			entries = append(entries, book.Entry{Key: h, Move: m, Weight: 1})
			irreversible := p.Irreversible(m)
			p.AfterSubKeys(subKeys, subs[:], m)
			h = p.After(keys, h, m)
			after := *p
			after.Play(m)
			var wantSubs [5]zobrist.Key
			subKeys.Hash(wantSubs[:], after.Board[:])
			require.Equal(t, wantSubs, subs)
			require.Equal(t, after.Hash(keys), h)

			if irreversible {
				history.PushIrreversible(h)
			} else {
				ago, was := history.Ago(h)
				history.Push(h)
				if was {
					plies, _ := history.Repeats()
					require.Equal(t, ago+1, plies, "Ago before the push is one less")
				}
			}
			require.Equal(t, !distinct[h], visited.Add(h))
			distinct[h] = true
			probe := h ^ zobrist.ClockKey(after.HalfmoveClock)
			table.Store(probe, after.HalfmoveClock, 1)
			clock, ok := table.Probe(probe)
			require.True(t, ok)
			require.Equal(t, after.HalfmoveClock, clock)
		})
		assert.Equal(t, len(distinct), visited.Len())
		requireInBook(t, entries)
	}
}

// requireInBook writes entries as a book and finds each move under its key.
func requireInBook(t *testing.T, entries []book.Entry) {
	t.Helper()
	var file bytesFile
	require.NoError(t, book.Write(&file, slices.Values(entries)))
	b, err := book.New(&file, int64(len(file)))
	require.NoError(t, err)
	for _, e := range entries {
		found, err := b.Find(e.Key)
		require.NoError(t, err)
		isMove := func(f book.Entry) bool { return f.Move == e.Move }
		require.True(t, slices.ContainsFunc(found, isMove))
	}
}

// A bytesFile is a file in memory.
type bytesFile []byte

func (f *bytesFile) Write(b []byte) (int, error) {
	*f = append(*f, b...)
	return len(b), nil
}

func (f *bytesFile) ReadAt(b []byte, at int64) (int, error) {
	return copy(b, (*f)[at:]), nil
}

// The keys of an Othello position by its discs' table, by Board, by After and by Canonical agree,
// and keys of all images are one key in a KeySet.
func TestOthelloPartsTogether(t *testing.T) {
	keys := zobrist.NewOthello(4)
	table := keys.Table()
	canonical := zobrist.NewCanonical(table, zobrist.SquareSymmetries[zobrist.Square](8))
	rng := rand.New(rand.NewPCG(68, 5))
	var classes zobrist.KeySet
	for range 20 {
		p := othello.Start()
		board := zobrist.NewBoard(table, make([]zobrist.Disc, 64))
		h := p.Hash(keys)
		for moves := p.Moves(); moves != 0; moves = p.Moves() {
			for range rng.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			at := zobrist.Square(bits.TrailingZeros64(moves))
			h = p.After(keys, h, at)
			p.Play(at)
			require.Equal(t, p.Hash(keys), h)
			for s := range zobrist.Square(64) {
				board.Set(s, zobrist.Disc(p.Black>>s&1|p.White>>s&1<<1))
			}
			side := keys.Hash(0, 0, p.ToMove)
			require.Equal(t, h, board.Key()^side)
			fromBoard, i := canonical.Hash(board.Pieces())
			fromDiscs, j := keys.Canonical(p.Black, p.White, zobrist.BlackDisc)
			require.Equal(t, fromDiscs, fromBoard)
			require.Equal(t, i, j)
			before := classes.Len()
			images := canonical.Images(board.Pieces())
			least, _ := canonical.Min(images)
			added := classes.Add(least)
			require.Equal(t, added, classes.Len() > before)
			require.False(t, classes.Add(fromBoard))
		}
	}
}

// Keys of canonical boards, multisets and elements go through Shard, text and integers unchanged.
func TestKeysOfAllKindsTravel(t *testing.T) {
	for kind, key := range kindsOfKeys {
		shards := map[int]*zobrist.KeySet{}
		for i := range uint64(1000) {
			k := key(i)
			shard := k.Shard(8)
			if shards[shard] == nil {
				shards[shard] = new(zobrist.KeySet)
			}
			assert.True(t, shards[shard].Add(k), "%s: %v", kind, k)
			parsed, err := zobrist.ParseKey(k.String())
			require.NoError(t, err)
			require.Equal(t, k, parsed)
			require.Equal(t, k, zobrist.Key(int64(k)))
		}
		total := 0
		for _, set := range shards {
			total += set.Len()
		}
		assert.Equal(t, 1000, total, kind)
	}
}
