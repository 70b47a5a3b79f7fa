package checks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// These tests are of bugs as public engines had them, of which reports once said what was not so.

// always has the numbers of the other tests, and each en passant square in the key.
var always = numbers.WithEnPassant(zobrist.EnPassantAlways)

// TestPartlyHeals: a capture en passant leaves the side in the key, and the next move takes it out.
// Besides, FENs have each en passant square in the key, and moves only those that a pawn can
// capture. So a double push after such a capture heals the key, and follows the two rules: it has
// no bug of its own.
func TestPartlyHeals(t *testing.T) {
	t.Parallel()
	wrong := make(map[*chess.Position]bool)
	m := sound()
	m.positions = 8000
	m.fen = func(p *chess.Position) zobrist.Key { return p.Hash(always) }
	healed := 0
	moved := make(map[*chess.Position]bool)
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		key := rightMove(before, after, move)
		if !moved[before] {
			key = m.fen(before) ^ right(after) // the first move removes what the FEN put in
		}
		moved[after] = true
		if wrong[before] {
			key ^= numbers.Side()
			if after.EnPassant != 0 && !after.EnPassantCounts(zobrist.EnPassantPseudoLegal) {
				healed++
			}
		}
		isPawn := before.Board[move.From].Kind() == zobrist.WhitePawn
		if isPawn && move.To == before.EnPassant && before.EnPassant != 0 {
			wrong[after] = true
			key ^= numbers.Side()
		}
		return key
	}
	o := run(t, "moves", m.log(t))
	require.Positive(t, healed)
	assert.ElementsMatch(t, []string{"moves-side", "en-passant-rules"}, namesOf(o.Items))
}

// TestSomeFENsHave: keys from FENs have the number of an en passant square in some positions only.
// That they never have it is not so, and the report counts.
func TestSomeFENsHave(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 4000
	isSome := func(p *chess.Position) bool { return right(p)%8 == 0 }
	m.fen = func(p *chess.Position) zobrist.Key {
		blind := *p
		if !isSome(p) {
			blind.EnPassant = 0
		}
		return right(&blind)
	}
	log := m.log(t)
	for _, p := range log.Places {
		if isSome(&p.Board) || !p.Board.EnPassantCounts(zobrist.EnPassantLegal) {
			continue
		}
		without := p.Board
		without.EnPassant = 0
		log.FENs[p.FEN], log.FENs[without.FEN()] = m.fen(&p.Board), m.fen(&without)
		log.Probes = append(log.Probes, observe.Probe{
			Feature: state.Feature{Kind: state.EnPassant, Square: p.State.EP[:1]},
			FEN:     p.FEN, Without: without.FEN(),
		})
	}
	assert.Equal(t, []string{"fields-en-passant"}, namesOf(run(t, "fields", log).Items))
	o := run(t, "moves", log)
	require.Equal(t, "missing-from-fen", o.Items[0].Name, o.Items[0].Text())
	assert.Contains(t, o.Items[0].Title(), "most keys from FENs lack")
	counted := slices.ContainsFunc(o.Items[0].Facts, func(f report.Fact) bool {
		return f.Topic == report.NoNumberFEN && 0 < f.N && f.N < f.All
	})
	assert.True(t, counted, o.Items[0].Text())
}

// TestFileInSomeKeys: keys from FENs have the number of an en passant file if any man stands beside
// the pushed pawn of White, or two ranks behind that of Black. The numbers that are fitted to the
// squares are then that of the file. So the report names the file, and doesn't say that no number
// explains the keys.
func TestFileInSomeKeys(t *testing.T) {
	t.Parallel()
	each := numbers.WithEnPassant(zobrist.EnPassantAlways)
	m := sound()
	m.positions = 8000
	m.fen = func(p *chess.Position) zobrist.Key {
		blind := *p
		blind.EnPassant = 0
		if p.EnPassant == 0 {
			return right(p)
		}
		rank := zobrist.Square(3 * 8)
		if !p.BlackToMove {
			rank = 6 * 8
		}
		for _, beside := range []int{-1, 1} {
			file := p.EnPassant.File() + beside
			if file >= 0 && file < 8 && p.Board[int(rank)+file] != zobrist.NoPiece {
				return p.Hash(each)
			}
		}
		return blind.Hash(each)
	}
	m.move = func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return m.fen(before) ^ m.fen(after)
	}
	o := run(t, "XOR", m.log(t))
	for _, item := range o.Items {
		assert.Zero(t, item.Unexplained, item.Text())
		assert.Equal(t, "xor-en-passant", item.Name)
	}
	assert.Positive(t, o.Wrong)
}

// TestRolesOfTwo: captures leave the captured piece in the key, and promotions the pawn. Both are
// said, although promotions that capture leave both, and captures en passant another pawn.
func TestRolesOfTwo(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 3000
	promotions := 0
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		key := rightMove(before, after, move)
		pawn := before.Board[move.From]
		if captured := before.Board[move.To]; captured != zobrist.NoPiece {
			key ^= numbers.Table().Key(move.To, captured)
		}
		if pawn.Kind() == zobrist.WhitePawn && move.To == before.EnPassant && move.To != 0 {
			victim := move.From&^7 | move.To&7
			key ^= numbers.Table().Key(victim, before.Board[victim])
		}
		if move.Promotion != zobrist.NoPiece {
			promotions++
			key ^= numbers.Table().Key(move.From, pawn)
		}
		return key
	}
	o := run(t, "moves", m.log(t))
	require.Equal(t, []string{"moves-piece"}, namesOf(o.Items))
	said := make(map[report.Role]int)
	for _, f := range o.Items[0].Facts {
		if f.Topic == report.RoleHas {
			for _, r := range f.Roles {
				said[r] = f.N
			}
		}
	}
	assert.Equal(t, promotions, said[report.PawnFrom], o.Items[0].Text())
	assert.Positive(t, said[report.CapturedOn])
	assert.Positive(t, said[report.Victim])
}

// TestUndoNothing: an undo that restores nothing leaves whatever the last move changed, in each
// position something else. That is one item, with how often each kind was left.
func TestUndoNothing(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	log.About.Perft = []string{"go perft 1"}
	for i, p := range log.Places[:200] {
		after := p.FromFEN
		switch {
		case i%4 == 0 && p.Board.Castling != 0:
			after.Key ^= numbers.Castling(p.Board.Castling)
		case i%4 == 1:
			after.Key ^= numbers.Table().Key(28, zobrist.WhitePawn)
		default:
			after.Key ^= numbers.Side()
		}
		log.Trials["undo"] = append(log.Trials["undo"], observe.Trial{
			Query: p.FENQuery(), State: p.State, Act: "go perft 1", Before: p.FromFEN, After: after,
		})
	}
	o := run(t, "undo", log)
	require.Equal(t, []string{"undo-castling-piece-side"}, namesOf(o.Items))
	sum := 0
	for _, f := range o.Items[0].Facts {
		if f.Topic == report.InKinds {
			sum += f.N
		}
	}
	assert.Equal(t, 200, sum)
}

// TestNullChangesNothing: a null move that leaves the key as it was is wrong in the side, and where
// there was an en passant square, in that too. It is one item.
func TestNullChangesNothing(t *testing.T) {
	t.Parallel()
	m := sound()
	log := m.log(t)
	for _, p := range log.Places {
		after := p.Board
		if p.Shredder || !after.Play(chess.Move{}) {
			continue
		}
		s, err := state.Parse(after.FEN())
		require.NoError(t, err)
		log.Nulls = append(log.Nulls, observe.Null{
			Before: p, State: s, By: m.answer(&p.Board), From: m.answer(&after),
		})
		log.Nulls[len(log.Nulls)-1].By.FEN = after.FEN()
	}
	o := run(t, "null move", log)
	require.Equal(t, []string{"null-move-en-passant-side"}, namesOf(o.Items))
	assert.Equal(t, o.Wrong, o.Items[0].Count)
}

// TestRightMovesContradict: a pawn that captures a pawn leaves it in the key. After such a move all
// keys are wrong, so that numbers are fitted to what single moves change, and some to wrong moves.
// Right moves contradict these, so they are not said to be other numbers than those of FENs.
func TestRightMovesContradict(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 3000
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		key := rightMove(before, after, move)
		moved, captured := before.Board[move.From], before.Board[move.To]
		if moved.Kind() == zobrist.WhitePawn && captured.Kind() == zobrist.WhitePawn {
			key ^= numbers.Table().Key(move.To, captured)
		}
		return key
	}
	o := run(t, "moves", m.log(t))
	assert.Equal(t, []string{"moves-piece"}, namesOf(o.Items))
}

// TestWrongComparison: the update of Black's long castling right compares White's right with the
// one that it remembers of Black, as in a public engine, and if they differ, toggles Black's number
// and forgets the right. Some moves change either right rightly, so that keys by moves have no
// other numbers for these rights than keys from FENs.
func TestWrongComparison(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 2000
	const right = zobrist.BlackLong
	remembered := make(map[*chess.Position]bool)
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		key := rightMove(before, after, move)
		if (before.Castling^after.Castling)&right != 0 {
			key ^= numbers.Castling(right)
		}
		remembers, isLater := remembered[before]
		if !isLater {
			remembers = before.Castling&right != 0
		}
		hasWhite := after.Castling&zobrist.WhiteLong != 0
		if hasWhite != remembers {
			key ^= numbers.Castling(right)
			remembers = false
		}
		remembered[after] = remembers
		return key
	}
	o := run(t, "moves", m.log(t))
	require.NotEmpty(t, o.Items)
	for _, item := range o.Items {
		assert.Equal(t, "moves-castling", item.Name)
		for _, f := range item.Facts {
			assert.NotEqual(t, report.Explains, f.Topic, item.Text())
		}
	}
}

// TestWholeClass: all promotions are wrong, most of them by a number that is in no FEN, and some by
// one that is known, as in a public engine. That is one bug.
func TestWholeClass(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 4000
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		key := rightMove(before, after, move)
		switch {
		case move.Promotion == zobrist.NoPiece:
			return key
		case move.To.File() < 2:
			return key ^ numbers.Table().Key(move.From, before.Board[move.From])
		default:
			return key ^ zobrist.NewSplitMix64(uint64(right(after))).Key()
		}
	}
	o := run(t, "moves", m.log(t))
	require.Len(t, o.Items, 1)
	assert.True(t, slices.ContainsFunc(o.Items[0].Facts, func(f report.Fact) bool {
		return f.Topic == report.RestUncounted && f.N > o.Items[0].Count
	}), o.Items[0].Text())
}

// TestNoHands: no piece in hand is in any key, as in a public engine. No two FENs differ in that
// alone, so the numbers must say it.
func TestNoHands(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	for _, fen := range observe.FixedFENs() {
		board, rest, _ := strings.Cut(fen, " ")
		for _, hand := range []string{"N", "n", "Nn", "NN"} {
			log.FENs[board+"["+hand+"] "+rest] = log.FENs[fen]
		}
	}
	o := run(t, "numbers", log)
	require.NotEmpty(t, o.Items)
	assert.Contains(t, o.Items[0].Text(), `"N in hand 1`)
}

// TestSingleMoves: a captured piece stays in the key, so that most keys by moves are wrong, and
// FENs lack castling rights. What single moves change shows that keys by moves have them.
func TestSingleMoves(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 3000
	m.fen = func(p *chess.Position) zobrist.Key {
		return right(p) ^ numbers.Castling(p.Castling)
	}
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		key := rightMove(before, after, move)
		if captured := before.Board[move.To]; captured != zobrist.NoPiece {
			key ^= numbers.Table().Key(move.To, captured)
		}
		return key
	}
	o := run(t, "moves", m.log(t))
	assert.ElementsMatch(t, []string{"missing-from-fen", "moves-piece"}, namesOf(o.Items))
}

// TestAbsolute: the key is printed as the absolute value of a signed number. Such a key is no XOR
// of numbers, and no features of other positions explain by how much it is wrong.
func TestAbsolute(t *testing.T) {
	t.Parallel()
	absolute := func(p *chess.Position) zobrist.Key {
		signed := int64(right(p))
		return zobrist.Key(max(signed, -signed))
	}
	m := maker{
		fen: absolute,
		move: func(before, after *chess.Position, _ chess.Move) zobrist.Key {
			return absolute(before) ^ absolute(after)
		},
		positions: 1500,
	}
	o := run(t, "XOR", m.log(t))
	for _, item := range o.Items {
		assert.Contains(t, []string{"xor", "no-xor"}, item.Name, item.Text())
	}
}

// TestRightsOfSide: a key has the castling rights of the side to move only, and those of a captured
// rook stay in it. The numbers that explain the keys are those of White's rights, and those of
// Black's with Black to move. Both are of castling rights, and it is one bug.
func TestRightsOfSide(t *testing.T) {
	t.Parallel()
	const white = zobrist.WhiteShort | zobrist.WhiteLong
	const black = zobrist.BlackShort | zobrist.BlackLong
	ofSide := func(p *chess.Position) zobrist.Key {
		counted := *p
		counted.Castling &= white
		if p.BlackToMove {
			counted.Castling = p.Castling & black
		}
		return right(&counted)
	}
	m := maker{fen: ofSide, positions: 3000}
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		key := ofSide(before) ^ ofSide(after)
		if before.Board[move.To].Kind() == zobrist.WhiteRook {
			kept := *after
			kept.Castling = before.Castling
			key ^= ofSide(&kept) ^ ofSide(after)
		}
		return key
	}
	o := run(t, "moves", m.log(t))
	assert.Equal(t, []string{"moves-castling"}, namesOf(o.Items))
}
