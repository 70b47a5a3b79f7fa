package checks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// These tests require that a report says no more than is known.

// stray is by how much keys of these tests are wrong: no number of the engine.
const stray = 0x0123456789abcdef

// TestClassesByChance requires that no class of moves is named if the wrong moves may be in it by
// chance, as two of all captures are.
func TestClassesByChance(t *testing.T) {
	t.Parallel()
	for wrong, isClass := range map[int]bool{2: false, 30: true} {
		left, captures := wrong, 0
		every := 60 / wrong
		m := sound()
		m.positions = 1000
		m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
			key := rightMove(before, after, move)
			captured := before.Board[move.To]
			if captured == zobrist.NoPiece {
				return key
			}
			captures++
			if captures%every != 0 || left == 0 {
				return key
			}
			left--
			return key ^ numbers.Table().Key(move.To, captured)
		}
		o := run(t, "moves", m.log(t))
		require.Len(t, o.Items, 1)
		at := slices.IndexFunc(o.Items[0].Facts, func(f report.Fact) bool {
			return f.Topic == report.Class
		})
		require.GreaterOrEqual(t, at, 0)
		fact := o.Items[0].Facts[at]
		assert.Equal(t, wrong, fact.Wrong)
		isAny := *fact.Class == report.MoveClass{Kind: report.AnyMove}
		assert.Equal(t, isClass, !isAny, fact.Sentence())
	}
}

// TestWhichIsRight requires that the key from a FEN is the wrong one if the other keys say so, and
// that nothing is said to be right if both may be wrong.
func TestWhichIsRight(t *testing.T) {
	t.Parallel()
	isOne := func(p *chess.Position) bool {
		return p.EnPassantCounts(zobrist.EnPassantLegal) && right(p)%16 == 0
	}
	passant := func(p *chess.Position) zobrist.Key {
		without := *p
		without.EnPassant = 0
		return right(p) ^ right(&without)
	}
	log := sound().log(t)
	passants := slices.DeleteFunc(slices.Clone(log.Places), func(p *observe.Place) bool {
		return p.Start() || !p.Board.EnPassantCounts(zobrist.EnPassantLegal)
	})
	one := passants[len(passants)/2]
	one.FromFEN.Key ^= passant(&one.Board) // other FENs show the number
	o := run(t, "moves", log)
	require.Equal(t, []string{"moves-en-passant"}, namesOf(o.Items))
	assert.True(t, o.Items[0].WrongWant, "the key from the FEN is wrong")
	assert.False(t, o.Items[0].Unsure)

	byMoves := sound()
	byMoves.move = func(before, after *chess.Position, m chess.Move) zobrist.Key {
		key := rightMove(before, after, m)
		if isOne(after) {
			key ^= passant(after)
		}
		return key
	}
	for _, item := range run(t, "moves", byMoves.log(t)).Items {
		assert.False(t, item.WrongWant || item.Unsure, "the key by moves is wrong")
	}

	both := sound()
	both.positions = 1500
	both.move = func(before, after *chess.Position, m chess.Move) zobrist.Key {
		key := rightMove(before, after, m)
		if isOne(after) {
			key ^= passant(after) ^ stray
		}
		return key
	}
	both.fen = func(p *chess.Position) zobrist.Key {
		if isOne(p) && len(p.FEN())%2 == 0 {
			return right(p) ^ stray
		}
		return right(p)
	}
	for _, item := range run(t, "moves", both.log(t)).Items {
		for _, f := range item.Facts {
			isClaim := f.Topic == report.RoleLacks || f.Topic == report.RoleHas
			assert.False(t, item.Unsure && isClaim, f.Sentence())
		}
	}
}

// TestEitherByNumbers requires that a key is not said to be wrong if it is not the XOR of the
// numbers of other keys, and nothing explains why: the numbers may be wrong.
func TestEitherByNumbers(t *testing.T) {
	t.Parallel()
	m := sound()
	m.fen = func(p *chess.Position) zobrist.Key {
		if right(p)%16 == 0 {
			return right(p) ^ stray
		}
		return right(p)
	}
	o := run(t, "XOR", m.log(t))
	require.Equal(t, []string{"xor"}, namesOf(o.Items))
	assert.True(t, o.Items[0].Unsure)
	text := o.Items[0].Text()
	assert.Contains(t, text, "\n   and  ")
	assert.NotContains(t, text, "\n   want ")
}

// TestClockOfAll requires that the halfmove clock is in the key only if each board shows it: if the
// first key of a scan is wrong now and then, all others of the scan differ from it.
func TestClockOfAll(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	for i := range 3 {
		keys := make([]source.Answer, 106)
		for clock := range keys {
			keys[clock].Key = zobrist.Key(i)
		}
		log.Clocks = append(log.Clocks, observe.ClockScan{
			FEN: chess.StartFEN, LaterFEN: chess.StartFEN, Clocks: keys,
		})
	}
	log.Clocks[0].Clocks[0].Key = stray
	log.Clocks[1].Clocks[33].Key = stray
	assert.Zero(t, checks.Learn(log, 1).Clock.From)
	for i := range log.Clocks {
		log.Clocks[i].Clocks[33].Key ^= stray * 3
	}
	log.Clocks[0].Clocks[0].Key = 0
	assert.Equal(t, 33, checks.Learn(log, 1).Clock.From)
}

// TestIgnoredBoard requires that the board after moves which the engine ignores is no other bug.
func TestIgnoredBoard(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	all := len(log.Places)
	starts := make(map[string]source.Answer)
	compared := 0
	for _, p := range log.Places {
		if p.Start() {
			starts[p.Query.FEN] = p.ByMoves
		}
		if p.Query.FEN == "" || len(p.Query.Moves) == 0 {
			compared++
			continue
		}
		p.ByMoves = starts[p.Query.FEN]
	}
	assert.Equal(t, []string{"ignored-moves"}, namesOf(run(t, "moves", log).Items))
	o := run(t, "board", log)
	assert.Empty(t, o.Items)
	assert.Equal(t, compared, o.Compared)
	assert.Less(t, o.Compared, all)
}

// TestWrongBoardNumbers requires that keys by moves have no other numbers if they are those of
// another position, which the engine shows: a capture leaves the rights of the captured rook.
func TestWrongBoardNumbers(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 2000
	log := m.log(t)
	kept := make(map[*observe.Place]zobrist.CastlingRights)
	for _, p := range log.Places {
		if p.Before == nil {
			continue
		}
		kept[p] = kept[p.Before]
		if p.Before.Board.Board[p.Move.To] != zobrist.NoPiece {
			kept[p] |= p.Before.Board.Castling &^ p.Board.Castling
		}
		if kept[p] != 0 {
			shown := p.Board
			shown.Castling |= kept[p]
			p.ByMoves = source.Answer{Key: right(&shown), FEN: strings.Replace(
				p.FEN, " "+p.Board.Castling.String()+" ", " "+shown.Castling.String()+" ", 1,
			)}
		}
	}
	models := checks.Learn(log, 1)
	assert.Empty(t, models.Differ)
	assert.Equal(t, []string{"wrong-board"}, namesOf(run(t, "board", log).Items))
	assert.Empty(t, namesOf(run(t, "moves", log).Items))
}

// TestNullAsFEN requires that a null move is right if its key is the one from the FEN, although
// moves change the side by another number than FENs.
func TestNullAsFEN(t *testing.T) {
	t.Parallel()
	for _, fenLacks := range []bool{false, true} {
		m := sound()
		m.positions = 1000
		m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
			return rightMove(before, after, move) ^ stray
		}
		if fenLacks {
			m.move = rightMove
			m.fen = func(p *chess.Position) zobrist.Key { return right(p) ^ sideKey(p) }
		}
		log := m.log(t)
		for _, p := range log.Places {
			after := p.Board
			after.Play(chess.Move{})
			s, err := state.Parse(after.FEN())
			if err != nil || movegen.InCheck(&p.Board) {
				continue
			}
			key := source.Answer{Key: m.fen(&after), FEN: after.FEN()}
			log.Nulls = append(log.Nulls, observe.Null{
				Before: p, Query: p.FENQuery().Then(source.NullMove), State: s, By: key, From: key,
			})
		}
		o := run(t, "null move", log)
		assert.Greater(t, o.Compared, 100)
		assert.Equal(t, fenLacks, len(o.Items) > 0, "%+v", o.Items)
	}
}

// TestPrintedTwice requires that a key which changes when it is printed is a bug, unless the answer
// to the same query changes in another way, too.
func TestPrintedTwice(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		log := sound().log(t)
		p := log.Places[0]
		other := source.Answer{Key: p.FromFEN.Key ^ stray, FEN: p.FromFEN.FEN}
		log.Again.Asked = 100
		log.Printed = []observe.Trial{{
			Query: p.Query, State: p.State, Act: "d", Before: p.FromFEN, After: other,
		}}
		if again {
			log.Again.Changed = []observe.Repeat{{
				Query: p.Query, Earlier: p.FromFEN, Now: other,
			}}
		}
		o := run(t, "again", log)
		require.Len(t, o.Items, 1)
		want := "key"
		if again {
			want = "again"
		}
		assert.Equal(t, want, o.Items[0].Name)
		isTitle := o.Items[0].Title() == "the key changes when the engine prints it"
		assert.Equal(t, !again, isTitle, o.Items[0].Title())
	}
}

// TestOtherWays requires that a move which is wrong in another way is not counted as right: of
// captures, those of knights are wrong by another number. These moves are told once.
func TestOtherWays(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 1500
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		key := rightMove(before, after, move)
		switch captured := before.Board[move.To]; {
		case captured == zobrist.NoPiece:
			return key
		case captured.Kind() == zobrist.WhiteKnight:
			return key ^ zobrist.NewSplitMix64(uint64(move.To)).Key()
		default:
			return key ^ numbers.Table().Key(move.To, captured)
		}
	}
	o := run(t, "moves", m.log(t))
	require.NotEmpty(t, o.Items)
	others, rest := 0, 0
	for _, f := range o.Items[0].Facts {
		switch f.Topic {
		case report.Class:
			assert.Equal(t, f.All, f.Wrong, f.Sentence())
		case report.OtherMoves:
			assert.Zero(t, f.Wrong, f.Sentence())
		case report.OtherWays:
			others = f.N
		case report.RestUncounted:
			rest = f.N
		}
	}
	assert.Positive(t, rest, "no numbers explain them")
	assert.Zero(t, others, "they are told already")
}

// TestExampleHasFeature requires of an engine whose FENs have no numbers for castling rights that
// the example has a move which changes them, and that no key is said to be right: the key by moves
// began with a FEN that lacked them.
func TestExampleHasFeature(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 1500
	m.fen = func(p *chess.Position) zobrist.Key {
		without := *p
		without.Castling = 0
		return right(&without)
	}
	log := m.log(t)
	o := run(t, "moves", log)
	require.Len(t, o.Items, 1)
	item := o.Items[0]
	require.Equal(t, "missing-from-fen", item.Name)
	at := slices.IndexFunc(log.Places, func(p *observe.Place) bool {
		return p.Query.Equal(item.Got.Query)
	})
	p := log.Places[at]
	assert.NotEqual(t, p.Before.State.Castling, p.State.Castling, "the move changes none")
	assert.True(t, item.Unsure, "the key by moves began with a FEN that lacks rights")
}

// TestNoPassant requires that no key of a position without an en passant square is said to have
// what the square d6 adds to the number of the file d, though its difference is that number.
func TestNoPassant(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 1000
	m.fen = func(p *chess.Position) zobrist.Key {
		const d6 = 43
		isD6 := p.EnPassant == d6 && p.EnPassantCounts(zobrist.EnPassantLegal)
		isWrong := p.EnPassant == 0 && right(p)%16 == 0
		if isD6 || isWrong {
			return right(p) ^ stray
		}
		return right(p)
	}
	m.move = func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return m.fen(before) ^ m.fen(after)
	}
	o := run(t, "XOR", m.log(t))
	assert.Equal(t, []string{"xor"}, namesOf(o.Items))
}

// TestLackedByFEN requires that the key from a FEN is not said to be right where nothing explains
// the difference, if FENs have no numbers of a kind that the position has: here of en passant, for
// which keys by moves have another number in each position.
func TestLackedByFEN(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 1000
	m.fen = func(p *chess.Position) zobrist.Key {
		without := *p
		without.EnPassant = 0
		return right(&without)
	}
	passant := func(p *chess.Position) zobrist.Key {
		if !p.EnPassantCounts(zobrist.EnPassantLegal) {
			return 0
		}
		return zobrist.NewSplitMix64(uint64(right(p))).Key()
	}
	m.move = func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return m.fen(before) ^ m.fen(after) ^ passant(before) ^ passant(after)
	}
	o := run(t, "moves", m.log(t))
	require.Equal(t, []string{"moves-unknown"}, namesOf(o.Items))
	assert.True(t, o.Items[0].Unsure)
}
