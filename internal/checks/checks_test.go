package checks_test

import (
	"errors"
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
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// TestSound requires that no check finds anything in a sound engine.
func TestSound(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	e := evidence(log)
	for _, c := range checks.All() {
		o := c.Run(e)
		assert.Empty(t, o.Items, c.Name)
		assert.Zero(t, o.Wrong, c.Name)
	}
	for _, name := range []string{"keys", "moves", "fields", "XOR", "numbers", "routes"} {
		o := run(t, name, log)
		assert.Equal(t, report.Ran, o.Skip, name)
		assert.Greater(t, o.Compared, 40, name)
	}
}

// TestWords requires that the report says what each check compares, and that its bugs have a name
// that users can accept.
func TestWords(t *testing.T) {
	ownNames := []string{"board", "new game"} // no bug has the name of these checks
	for _, c := range append(checks.All(), checks.Polyglot) {
		if c.Name == "crash" {
			continue // it has items, and no row
		}
		row := report.Row{Check: c.Name, Compared: 2, Unit: report.Keys, Status: report.OK}
		assert.Contains(t, row.Text(), "2 keys: ", "add %q to allChecks of package report", c.Name)
		if !slices.Contains(ownNames, c.Name) {
			_, known := report.NameOf(checks.NameOf(c.Name))
			assert.True(t, known, "add what %q requires to allChecks of package report", c.Name)
		}
	}
}

// TestMoves requires the names, kinds and roles of what moves make wrong.
func TestMoves(t *testing.T) {
	t.Parallel()
	taken := func(before, _ *chess.Position, m chess.Move) zobrist.Key {
		if before.Board[m.To] == zobrist.NoPiece {
			return 0
		}
		return numbers.Table().Key(m.To, before.Board[m.To])
	}
	takenPawn := func(before, after *chess.Position, m chess.Move) zobrist.Key {
		if before.Board[m.To].Kind() != zobrist.WhitePawn {
			return 0
		}
		return taken(before, after, m)
	}
	rights := func(before, after *chess.Position, m chess.Move) zobrist.Key {
		if before.Board[m.To] == zobrist.NoPiece {
			return 0
		}
		return numbers.Castling(before.Castling) ^ numbers.Castling(after.Castling)
	}
	arrived := func(_, after *chess.Position, m chess.Move) zobrist.Key {
		if m.Promotion == zobrist.NoPiece {
			return 0
		}
		return numbers.Table().Key(m.To, after.Board[m.To])
	}
	for _, c := range []struct {
		wrong func(before, after *chess.Position, m chess.Move) zobrist.Key
		name  string
		class report.MoveKind
		role  report.Role
	}{
		{taken, "moves-piece", report.PlainCapture, report.CapturedOn},
		{takenPawn, "moves-piece", report.PawnCaptured, report.CapturedOn},
		{rights, "moves-castling", report.CaptureOfRights, report.LostRights},
		{arrived, "moves-piece", report.Promotion, report.PromotedTo},
	} {
		m := sound()
		m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
			return rightMove(before, after, move) ^ c.wrong(before, after, move)
		}
		o := run(t, "moves", m.log(t))
		require.Equal(t, []string{c.name}, namesOf(o.Items))
		item := o.Items[0]
		assert.Equal(t, report.Moves, item.CountOf)
		var classes []report.MoveKind
		var roles []report.Role
		for _, f := range item.Facts {
			if f.Topic == report.Class {
				classes = append(classes, f.Class.Kind)
				assert.Equal(t, f.All, f.Wrong, "each move of the class is wrong")
			}
			roles = append(roles, f.Roles...)
		}
		assert.Equal(t, []report.MoveKind{c.class}, classes)
		assert.Contains(t, roles, c.role)
	}
}

// TestMoveKinds requires that a bug in the moves of each kind is said to be one of these: each must
// be counted, and told apart from the others.
func TestMoveKinds(t *testing.T) {
	t.Parallel()
	type board = *chess.Position
	captures := func(before board, m chess.Move) bool {
		return before.Board[m.To] != zobrist.NoPiece
	}
	enPassant := func(before board, m chess.Move) bool {
		isPawn := before.Board[m.From].Kind() == zobrist.WhitePawn
		return isPawn && before.EnPassant != 0 && m.To == before.EnPassant
	}
	pseudoLegal := func(b board) bool { return b.EnPassantCounts(zobrist.EnPassantPseudoLegal) }
	losesRights := func(before, after board) bool { return before.Castling != after.Castling }
	isKind := map[report.MoveKind]func(before, after board, m chess.Move) bool{
		report.Promotion: func(_, _ board, m chess.Move) bool {
			return m.Promotion != zobrist.NoPiece
		},
		report.PassantCapture: func(before, _ board, m chess.Move) bool {
			return enPassant(before, m)
		},
		report.Castling: func(before, _ board, m chess.Move) bool {
			isKing := before.Board[m.From].Kind() == zobrist.WhiteKing
			return isKing && (m.To == m.From+2 || m.To == m.From-2)
		},
		report.DoublePush: func(before, after board, m chess.Move) bool {
			return after.EnPassant != 0
		},
		report.PlainCapture: func(before, _ board, m chess.Move) bool {
			return captures(before, m)
		},
		report.Capture: func(before, _ board, m chess.Move) bool {
			return captures(before, m) || enPassant(before, m)
		},
		report.PromotionCapture: func(before, _ board, m chess.Move) bool {
			return m.Promotion != zobrist.NoPiece && captures(before, m)
		},
		report.PawnCaptured: func(before, _ board, m chess.Move) bool {
			return before.Board[m.To].Kind() == zobrist.WhitePawn
		},
		report.LosesRights: func(before, after board, _ chess.Move) bool {
			return losesRights(before, after)
		},
		report.CaptureOfRights: func(before, after board, m chess.Move) bool {
			return captures(before, m) && losesRights(before, after)
		},
		report.AfterPush: func(before, _ board, _ chess.Move) bool {
			return before.EnPassant != 0
		},
		report.AfterPushPast: func(before, _ board, _ chess.Move) bool {
			return pseudoLegal(before)
		},
		report.PushPast: func(_, after board, _ chess.Move) bool { return pseudoLegal(after) },
		report.GivesCheck: func(_, after board, _ chess.Move) bool {
			return movegen.InCheck(after)
		},
		report.OutOfCheck: func(before, _ board, _ chess.Move) bool {
			return movegen.InCheck(before)
		},
	}
	for _, name := range sample.Constants(t, "../report/moves.go", "MoveKind") {
		kind := report.MoveKind(name)
		if kind == report.AnyMove {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			is := isKind[kind]
			require.NotNil(t, is, "say here which moves are of the kind %q", kind)
			m := sound()
			m.move = func(before, after board, move chess.Move) zobrist.Key {
				h := rightMove(before, after, move)
				if is(before, after, move) {
					h ^= zobrist.NewSplitMix64(9).Split(after.FEN()).Key()
				}
				return h
			}
			o := run(t, "moves", m.log(t))
			require.Len(t, o.Items, 1)
			var classes []report.MoveClass
			for _, f := range o.Items[0].Facts {
				if f.Topic == report.Class {
					classes = append(classes, *f.Class)
					assert.Equal(t, f.All, f.Wrong, "each move of the kind is wrong")
				}
			}
			want := []report.MoveClass{{Kind: kind}}
			assert.Equal(t, want, classes, "add the kind to kinds in classes.go")
		})
	}
}

// TestHeals: promotions do not change the side in the key, so that every second one in a game makes
// the key right again. These are not counted as right.
func TestHeals(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 3000
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		h := rightMove(before, after, move)
		if move.Promotion != zobrist.NoPiece {
			h ^= numbers.Side()
		}
		return h
	}
	o := run(t, "moves", m.log(t))
	require.Equal(t, []string{"moves-side"}, namesOf(o.Items))
	heals := 0
	for _, f := range o.Items[0].Facts {
		switch f.Topic {
		case report.Class:
			assert.Equal(t, report.Promotion, f.Class.Kind)
			assert.Equal(t, f.All, f.Wrong, "each move of the class is wrong")
		case report.OtherMoves:
			assert.Zero(t, f.Wrong)
		case report.Heals:
			heals = f.N
		}
	}
	assert.Positive(t, heals)
}

// TestNotSeen makes a key wrong by a move that was not asked about, in a game of which only the
// end is compared. All later keys are wrong by the same number.
func TestNotSeen(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	first := log.Places[slices.IndexFunc(log.Places, func(p *observe.Place) bool {
		return p.Before != nil && p.Before.Before != nil && !p.One()
	})]
	first.Before = nil
	wrong := map[*observe.Place]bool{}
	for _, p := range log.Places {
		if p == first || wrong[p.Before] {
			wrong[p] = true
			p.ByMoves.Key ^= 0x0123456789abcdef
		}
	}
	o := run(t, "moves", log)
	assert.Equal(t, len(wrong), o.Wrong)
	assert.Equal(t, []string{"moves-unknown"}, namesOf(o.Items))
}

// TestNotSeenLate makes keys wrong from the 40th ply on, by moves that were not asked about. The
// number of moves tells the wrong keys from the right ones, and the clock does not.
func TestNotSeenLate(t *testing.T) {
	t.Parallel()
	const late = 40
	m := sound()
	m.positions = 2000
	log := m.log(t)
	for _, p := range log.Places {
		plies := len(p.Query.Moves)
		if plies == late {
			p.Before = nil
		}
		if plies >= late {
			p.ByMoves.Key ^= 0x0123456789abcdef
		}
	}
	o := run(t, "moves", log)
	require.Equal(t, []string{"moves-unknown"}, namesOf(o.Items))
	var ranges []report.Fact
	for _, f := range o.Items[0].Facts {
		if f.Topic == report.Range {
			ranges = append(ranges, f)
		}
	}
	require.Len(t, ranges, 1)
	assert.Equal(t, report.MovesSince, ranges[0].Quantity)
	assert.Equal(t, late, ranges[0].From)
	assert.Less(t, ranges[0].OtherTo, late)
}

// TestPawnOnLastRank: a number of no feature, by which promotions are wrong that capture the same
// piece, from one square or from any, is not said to be a pawn's on the last rank. If it is the
// same for all promotions there, it is.
func TestPawnOnLastRank(t *testing.T) {
	t.Parallel()
	for _, of := range []string{"square and captured", "captured", "pawn"} {
		isPawns := of == "pawn"
		m := sound()
		m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
			key := rightMove(before, after, move)
			captured := before.Board[move.To]
			wrong := move.Promotion != zobrist.NoPiece && (isPawns || captured != zobrist.NoPiece)
			if !wrong {
				return key
			}
			seed := uint64(move.To)
			if !isPawns {
				seed |= uint64(captured) << 16
			}
			if of == "square and captured" {
				seed |= uint64(move.From) << 8
			}
			return key ^ zobrist.NewSplitMix64(seed).Key()
		}
		o := run(t, "moves", m.log(t))
		require.NotEmpty(t, o.Items)
		pawns := slices.ContainsFunc(o.Items, func(item report.Item) bool {
			return slices.ContainsFunc(item.Features, func(f state.Feature) bool {
				lastRank := strings.ContainsAny(f.Square, "18")
				return f.Kind == state.Piece && lastRank && strings.EqualFold(f.Piece, "p")
			})
		})
		assert.Equal(t, isPawns, pawns, "%+v", o.Items)
	}
}

// TestOneForAll requires one item for what makes all keys wrong at once.
func TestOneForAll(t *testing.T) {
	t.Parallel()
	constant := maker{
		fen:  func(*chess.Position) zobrist.Key { return 1 },
		move: rightMove,
	}
	assert.Equal(t, []string{"fen-constant"}, namesOf(run(t, "moves", constant.log(t)).Items))

	lag := sound().log(t)
	keys := make(map[*observe.Place]zobrist.Key)
	for _, p := range lag.Places {
		keys[p] = p.ByMoves.Key
		if p.Before != nil {
			p.ByMoves.Key = keys[p.Before]
		}
	}
	assert.Equal(t, []string{"lags"}, namesOf(run(t, "moves", lag).Items))

	deaf := sound().log(t)
	for i, p := range deaf.Places {
		if p.Query.FEN != "" && len(p.Query.Moves) > 0 {
			p.ByMoves.Key = deaf.Places[i-1].FromFEN.Key
		}
	}
	assert.Equal(t, []string{"ignored-moves"}, namesOf(run(t, "moves", deaf).Items))
}

// TestMissingTwo requires two items of an engine whose FENs lack two numbers, and that what is said
// to be observed was observed: by how much the keys differed before the last move.
func TestMissingTwo(t *testing.T) {
	t.Parallel()
	m := sound()
	m.positions = 1000
	m.fen = func(p *chess.Position) zobrist.Key {
		blind := *p
		blind.EnPassant = 0
		return right(&blind) ^ sideKey(&blind)
	}
	log := m.log(t)
	o := run(t, "moves", log)
	assert.Equal(t, []string{"missing-from-fen", "missing-from-fen"}, namesOf(o.Items))
	kinds := [][]string{}
	for _, item := range o.Items {
		kinds = append(kinds, item.Kinds)
	}
	assert.ElementsMatch(t, [][]string{{"side"}, {"en-passant"}}, kinds)
	for _, item := range run(t, "fields", log).Items {
		assert.Equal(t, "no-side", item.Name)
	}
}

// TestOld requires that by how much two keys differed before the last move is what was observed,
// where the first move of each sequence is wrong, and so are captures after it.
func TestOld(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	for _, p := range log.Places {
		isCapture := p.Before != nil && p.Before.Board.Board[p.Move.To] != zobrist.NoPiece
		if len(p.Query.Moves) > 0 {
			p.ByMoves.Key ^= 0x123456789abcdef
		}
		if isCapture && len(p.Query.Moves) > 1 {
			p.ByMoves.Key ^= numbers.Table().Key(p.Move.To, p.Before.Board.Board[p.Move.To])
		}
	}
	checked := 0
	for _, item := range run(t, "moves", log).Items {
		for _, p := range log.Places {
			if !p.Query.Equal(item.Got.Query) || item.Old == 0 {
				continue
			}
			checked++
			assert.Equal(t, p.Before.Error(), item.Old, "%s\n%s %s", item.Text(), p.Query, p.FEN)
		}
	}
	assert.Positive(t, checked)
}

// TestFields requires that only a kind of which no field changes a key is missing.
func TestFields(t *testing.T) {
	t.Parallel()
	none := sound()
	none.fen = func(p *chess.Position) zobrist.Key {
		return right(p) ^ numbers.Castling(p.Castling)
	}
	assert.Equal(t, []string{"no-castling"}, namesOf(run(t, "fields", none.log(t)).Items))

	one := sound()
	one.fen = func(p *chess.Position) zobrist.Key {
		if p.Castling == zobrist.WhiteShort {
			return right(p) ^ numbers.Castling(p.Castling)
		}
		return right(p)
	}
	o := run(t, "fields", one.log(t))
	assert.Equal(t, []string{"fields-castling"}, namesOf(o.Items))
	assert.Equal(t, []state.Feature{state.Castling("K")}, o.Items[0].Features)
}

// TestXOR requires an item of a key that is no XOR, and of keys of which many are none.
func TestXOR(t *testing.T) {
	t.Parallel()
	rare := sound()
	rare.fen = func(p *chess.Position) zobrist.Key {
		if p.BlackToMove && p.Board[21] == zobrist.WhiteKnight {
			return right(p) ^ 0x123456789abcdef
		}
		return right(p)
	}
	log := rare.log(t)
	for _, p := range log.Places {
		p.ByMoves.Key = p.FromFEN.Key
	}
	o := run(t, "XOR", log)
	assert.Equal(t, []string{"xor"}, namesOf(o.Items))
	assert.Equal(t, o.Wrong, o.Items[0].Facts[len(o.Items[0].Facts)-1].N)

	times := func(p *chess.Position) zobrist.Key { return right(p) * 3 }
	timesMove := func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return times(before) ^ times(after)
	}
	product := maker{fen: times, move: timesMove}
	assert.Equal(t, []string{"no-xor"}, namesOf(run(t, "XOR", product.log(t)).Items))
}

// TestNumbers requires that the row counts numbers, not items.
func TestNumbers(t *testing.T) {
	t.Parallel()
	const d6, e6 = 43, 44
	swap := func(p *chess.Position) zobrist.Key {
		key := right(p)
		if man := p.Board[d6]; man != zobrist.NoPiece {
			key ^= numbers.Table().Key(d6, man) ^ numbers.Table().Key(e6, man)
		}
		return key
	}
	m := maker{fen: swap, move: func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return swap(before) ^ swap(after)
	}}
	o := run(t, "numbers", m.log(t))
	require.Equal(t, []string{"numbers"}, namesOf(o.Items))
	assert.Equal(t, 0, o.Wrong%2, "two squares for each piece")
	assert.Greater(t, o.Wrong, 15)
	assert.Equal(t, o.Wrong, o.Items[0].Count)
}

// TestActs requires an item of an act after which keys are wrong, and none of one after which they
// are right.
func TestActs(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	log.About.Perft = []string{"go perft 1"}
	log.About.Search, log.About.NewGame = "go depth 1", "ucinewgame"
	trials := func(act string, change func(p *chess.Position) zobrist.Key) (all []observe.Trial) {
		for _, p := range log.Places[:100] {
			after := p.FromFEN
			after.Key ^= change(&p.Board)
			after.Move = "e2e4"
			all = append(all, observe.Trial{
				Query: p.FENQuery(), State: p.State, Act: act, Before: p.FromFEN, After: after,
				Next: source.Answer{Lost: true},
			})
		}
		return all
	}
	side := right(&log.Places[0].Board) ^ func() zobrist.Key {
		p := log.Places[0].Board
		p.BlackToMove = !p.BlackToMove
		return right(&p)
	}()
	leaveSide := func(*chess.Position) zobrist.Key { return side }
	nothing := func(*chess.Position) zobrist.Key { return 0 }
	for _, c := range []struct {
		check, name string
		set         func(trials []observe.Trial)
		act         string
	}{
		{"undo", "undo-side", func(t []observe.Trial) { log.Trials["undo"] = t }, "go perft 1"},
		{"search", "search-side", func(t []observe.Trial) { log.Search = t }, "go depth 1"},
		{"new game", "new-numbers", func(t []observe.Trial) { log.NewGame = t }, "ucinewgame"},
	} {
		c.set(trials(c.act, nothing))
		o := run(t, c.check, log)
		assert.Empty(t, o.Items, c.check)
		assert.Equal(t, 100, o.Compared)
		c.set(trials(c.act, leaveSide))
		o = run(t, c.check, log)
		assert.Equal(t, []string{c.name}, namesOf(o.Items), c.check)
		assert.Equal(t, 100, o.Wrong)
		if c.check == "new game" {
			assert.NotNil(t, o.Items[0].Got.Last, "the position is set up again")
		}

		// The board changes, and the key does not: the title must say so.
		moved := trials(c.act, nothing)
		for i := range moved {
			moved[i].After.FEN = log.Places[i+1].FromFEN.FEN
		}
		c.set(moved)
		o = run(t, c.check, log)
		require.NotEmpty(t, o.Items, c.check)
		assert.Equal(t, "the position changes with "+c.act, o.Items[0].Title())
	}
}

// TestNoResult requires that a command of several lines, after which an engine gave no result, is
// shown on one line.
func TestNoResult(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	log.About.Perft = []string{"go perft 1"}
	log.About.SetUp = func(source.Query) string { return "setpos start\nplay e2e4" }
	log.Failed = []observe.Failed{{Act: "go perft 1"}}
	o := run(t, "undo", log)
	assert.Equal(t, report.SkipNoResult, o.Skip)
	assert.Equal(t, `"setpos start; play e2e4; go perft 1"`, o.Why)
}

// TestPlays requires that of an engine that plays its best move the key must be that after the
// move: what it lacks is what the move brings.
func TestPlays(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	log.About.Search = "go depth 1"
	for _, p := range log.Places[:100] {
		legal := movegen.Legal(&p.Board)
		if len(legal) == 0 {
			continue
		}
		next := p.Board
		next.Play(legal[0])
		after := p.FromFEN // the board of the move, and the key from before
		after.Move, after.FEN = legal[0].String(), next.FEN()
		log.Search = append(log.Search, observe.Trial{
			Query: p.FENQuery(), State: p.State, Act: "go depth 1", Before: p.FromFEN, After: after,
			Next: source.Answer{Key: right(&next), FEN: next.FEN()},
		})
	}
	o := run(t, "search", log)
	require.Equal(t, []string{"search-make"}, namesOf(o.Items))
	item := o.Items[0]
	shown, err := state.Parse(item.Got.Query.FEN)
	require.NoError(t, err)
	for _, f := range item.Lacks {
		assert.NotContains(t, shown.Features(), f, "it is there after the move")
	}
	for _, f := range item.WronglyHas {
		assert.Contains(t, shown.Features(), f, "it is there before the move")
	}
}

// nulls adds null moves to a log. by is the key after the null move.
func nulls(
	t *testing.T, m maker, log *observe.Log, by func(p, after *chess.Position) zobrist.Key,
) {
	t.Helper()
	for _, p := range log.Places[:200] {
		if p.State.EP != "" || p.Shredder {
			continue
		}
		after := p.Board
		if !after.Play(chess.Move{}) {
			continue
		}
		s, err := state.Parse(after.FEN())
		require.NoError(t, err)
		log.Nulls = append(log.Nulls, observe.Null{
			Before: p, Query: p.FENQuery().Then(source.NullMove), State: s,
			By:   source.Answer{Key: by(&p.Board, &after), FEN: after.FEN()},
			From: m.answer(&after),
		})
	}
}

// TestNullMove requires an item of null moves that leave the side, and that null moves of an engine
// whose FENs lack the side are no ok: their keys differ by a number that another item tells.
func TestNullMove(t *testing.T) {
	t.Parallel()
	m := sound()
	log := m.log(t)
	nulls(t, m, log, func(_, after *chess.Position) zobrist.Key { return right(after) })
	o := run(t, "null move", log)
	assert.Empty(t, o.Items)
	assert.Greater(t, o.Compared, 50)

	log = m.log(t)
	nulls(t, m, log, func(p, _ *chess.Position) zobrist.Key { return right(p) })
	o = run(t, "null move", log)
	assert.Equal(t, []string{"null-move-side"}, namesOf(o.Items))
	assert.False(t, o.Items[0].Follows)

	// Without FENs, a null move that leaves the key as it is passes for none, or none for one.
	for i := range log.Nulls {
		log.Nulls[i].By.FEN = ""
	}
	o = run(t, "null move", log)
	assert.Equal(t, report.SkipNullSame, o.Skip)
	for i := range log.Nulls {
		log.Nulls[i].By.Key ^= zobrist.Key(i) << 20
	}
	o = run(t, "null move", log)
	assert.Equal(t, report.SkipNullUnsure, o.Skip)

	m.fen = func(p *chess.Position) zobrist.Key {
		turned := *p
		return right(p) ^ sideKey(&turned)
	}
	log = m.log(t)
	nulls(t, m, log, func(p, after *chess.Position) zobrist.Key {
		return m.fen(p) ^ right(p) ^ right(after)
	})
	o = run(t, "null move", log)
	assert.Equal(t, o.Compared, o.Wrong, "each key differs")
	require.Equal(t, []string{"null-move-side"}, namesOf(o.Items))
	assert.True(t, o.Items[0].Follows)
}

// TestNullOfPawns: the key of the pawns is the same after a null move as before, and so it is if
// the engine ignores the move. Without FENs, the row says so.
func TestNullOfPawns(t *testing.T) {
	t.Parallel()
	pawns := func(p *chess.Position) (key zobrist.Key) {
		for square, man := range p.Board {
			if man.Kind() == zobrist.WhitePawn {
				key ^= numbers.Table().Key(zobrist.Square(square), man)
			}
		}
		return key
	}
	m := maker{fen: pawns, move: func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return pawns(before) ^ pawns(after)
	}}
	for printed, skip := range map[bool]report.Skip{true: report.Ran, false: report.SkipNullSame} {
		log := m.log(t)
		nulls(t, m, log, func(p, _ *chess.Position) zobrist.Key { return pawns(p) })
		for i := range log.Nulls {
			if !printed {
				log.Nulls[i].By.FEN = ""
			}
		}
		o := run(t, "null move", log)
		assert.Empty(t, o.Items)
		assert.Equal(t, skip, o.Skip)
	}
}

// TestComparedOnly: a row counts as compared only what may be counted as wrong. If counts of one
// move are wrong, those of two are not looked at. Whole sets of rights may share a number.
func TestComparedOnly(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	log.About.Perft = []string{"go perft 1", "go perft 2"}
	for i, p := range log.Places[:120] {
		trial := observe.Trial{
			Query: p.FENQuery(), State: p.State, Act: log.About.Perft[i/100],
			Before: p.FromFEN, After: p.FromFEN,
		}
		trial.After.Key ^= numbers.Side()
		log.Trials["undo"] = append(log.Trials["undo"], trial)
	}
	o := run(t, "undo", log)
	assert.Equal(t, 100, o.Compared)
	assert.Equal(t, 100, o.Wrong)

	before := run(t, "fields", log).Compared
	require.Positive(t, before)
	set := log.Probes[0]
	set.Feature = state.Castling("KQkq")
	log.Probes = append(log.Probes, set)
	assert.Equal(t, before, run(t, "fields", log).Compared)
}

// TestMuteOfTwo: an engine dies in a count of one move, and prints no key after a count of two. The
// second is said to give no key.
func TestMuteOfTwo(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	log.About.Perft = []string{"go perft 1", "go perft 2"}
	log.Trials["undo"] = []observe.Trial{{Act: "go perft 1", State: log.Places[0].State}}
	log.Failed = []observe.Failed{
		{Act: "go perft 1", Failure: &source.Failure{Err: errors.New("it died")}},
		{Act: "go perft 2", Answer: source.Answer{NoKey: true, Refused: "it prints nothing"}},
	}
	o := run(t, "undo", log)
	require.Len(t, o.Notes, 1)
	assert.Contains(t, o.Notes[0].Text, "go perft 2")
}

// TestStrayedCounts requires that what is compared in a position that the engine has not is counted
// neither as right nor as wrong, and that each position with another FEN counts in its own check.
func TestStrayedCounts(t *testing.T) {
	t.Parallel()
	m := sound()
	m.move = func(before, after *chess.Position, move chess.Move) zobrist.Key {
		return rightMove(before, after, move) ^ numbers.Table().Key(move.To, before.Board[move.To])
	}
	log := m.log(t)
	isHere := func(p *observe.Place) bool { // a white pawn on e4, which may go on
		return p.Before != nil && p.Board.Board[28] == zobrist.WhitePawn
	}
	strayed, wrong, isAfter := 0, 0, make(map[*observe.Place]bool)
	for _, p := range log.Places {
		isAfter[p] = isHere(p) || isAfter[p.Before]
		if isHere(p) {
			p.ByMoves.FEN = "8/8/8/8/8/8/8/8 w - - 0 1"
			wrong++
		}
		if isAfter[p] {
			strayed++
		}
	}
	require.Greater(t, strayed, wrong)
	o := run(t, "board", log)
	assert.Equal(t, wrong, o.Wrong)
	assert.Equal(t, wrong, o.Items[0].Count)
	o = run(t, "moves", log)
	require.Len(t, o.Items, 1)
	assert.Contains(t, o.Items[0].Facts, report.Fact{Topic: report.Strayed, N: strayed})
	for _, f := range o.Items[0].Facts {
		if f.Topic == report.Class {
			assert.Equal(t, f.All, f.Wrong, f.Sentence())
		}
	}
}

// TestRoutes requires that the reason why positions share keys is the check that tells it.
func TestRoutes(t *testing.T) {
	t.Parallel()
	m := sound()
	m.fen = func(p *chess.Position) zobrist.Key {
		turned := *p
		return right(p) ^ sideKey(&turned)
	}
	o := run(t, "routes", m.log(t))
	assert.NotEqual(t, "numbers", o.Why, "the numbers are good")
	assert.Empty(t, o.Items)

	zero := func(p *chess.Position) zobrist.Key {
		key := right(p)
		for s := range zobrist.Square(8) { // men on the first rank have no number
			if p.Board[s] != zobrist.NoPiece {
				key ^= numbers.Table().Key(s, p.Board[s])
			}
		}
		return key
	}
	weak := maker{fen: zero, move: func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return zero(before) ^ zero(after)
	}}
	o = run(t, "routes", weak.log(t))
	assert.Equal(t, report.SkipShareKeys, o.Skip)
	assert.Equal(t, "numbers", o.Why)
}

// TestRepeats requires an item of an answer that changes, and one of a number that each process
// draws anew.
func TestRepeats(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	log.Again.Asked = 100
	assert.Empty(t, run(t, "again", log).Items)
	p := log.Places[5]
	log.Again.Changed = []observe.Repeat{{
		Query: p.Query, Earlier: p.ByMoves, Now: source.Answer{Key: 1},
	}}
	assert.Equal(t, []string{"again"}, namesOf(run(t, "again", log).Items))

	pawn := state.Feature{Kind: state.Piece, Square: "e4", Piece: "P"}
	for _, p := range log.Places {
		other := observe.Other{
			FEN: p.FEN, State: p.State, Here: p.FromFEN.Key, There: p.FromFEN.Key,
		}
		if p.Board.Board[28] == zobrist.WhitePawn {
			other.There ^= 0x123456789abcdef
		}
		log.Others = append(log.Others, other)
	}
	o := run(t, "processes", log)
	require.Equal(t, []string{"processes-piece"}, namesOf(o.Items))
	assert.Equal(t, []state.Feature{pawn}, o.Items[0].Features)
	for i := range log.Others {
		log.Others[i].There = log.Others[i].Here ^ zobrist.Key(i+1)
	}
	assert.Equal(t, report.SkipOther, run(t, "processes", log).Skip)
}

// TestBoard requires an item of a state that the engine shows wrongly, and of a move that it
// refuses, which has no key.
func TestBoard(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	assert.Empty(t, run(t, "board", log).Items)
	for _, p := range log.Places {
		if p.Before != nil {
			log.Refused = append(log.Refused, p.Node)
			break
		}
	}
	o := run(t, "board", log)
	require.Equal(t, []string{"refused-move"}, namesOf(o.Items))
	assert.True(t, o.Items[0].Got.Unasked)

	log = sound().log(t)
	for _, p := range log.Places {
		if p.Before != nil && p.Board.Board[p.Move.To].Kind() == zobrist.WhiteQueen {
			p.ByMoves.FEN = p.Before.FEN
		}
	}
	assert.Contains(t, []string{"refused-move", "wrong-board"}, run(t, "board", log).Items[0].Name)
}

// TestCrash requires an item of a death, whose text does not repeat the commands.
func TestCrash(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	assert.Empty(t, run(t, "crash", log).Items)
	q := log.Places[3].Query
	log.Deaths = []observe.Death{{
		Query:   q,
		Failure: &source.Failure{Program: "engine", Command: q.Command()},
	}}
	o := run(t, "crash", log)
	require.Equal(t, []string{"crash"}, namesOf(o.Items))
	assert.NotContains(t, o.Items[0].Facts[0].Text, "position")
	assert.True(t, o.Items[0].Got.Unasked)
	log.About.SetUp = func(source.Query) string { return "setboard" }
	log.Deaths[0].Failure.Command = "setboard; d"
	assert.NotContains(t, run(t, "crash", log).Items[0].Facts[0].Text, "setboard")
	log.Deaths[0].Failure = &source.Failure{Err: errors.New("it panicked")}
	assert.Equal(t, "it panicked", run(t, "crash", log).Items[0].Facts[0].Text)
}

// TestKeys requires an item of keys that never change.
func TestKeys(t *testing.T) {
	t.Parallel()
	log := sound().log(t)
	assert.Empty(t, run(t, "keys", log).Items)
	log.Ending = observe.Constant
	assert.Equal(t, []string{"constant"}, namesOf(run(t, "keys", log).Items))
}

// TestPolyglot requires that keys with other numbers are not those of Polyglot's books.
func TestPolyglot(t *testing.T) {
	t.Parallel()
	book := zobrist.Polyglot()
	key := func(p *chess.Position) zobrist.Key { return p.Hash(book) }
	m := maker{fen: key, move: func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return key(before) ^ key(after)
	}}
	assert.Empty(t, run(t, "polyglot", m.log(t)).Items)
	assert.Equal(t, []string{"polyglot"}, namesOf(run(t, "polyglot", sound().log(t)).Items))

	// An engine that hashes each en passant square has numbers that the books' keys have not.
	each := book.WithEnPassant(zobrist.EnPassantAlways)
	key = func(p *chess.Position) zobrist.Key { return p.Hash(each) }
	m.fen = key
	items := run(t, "polyglot", m.log(t)).Items
	require.Len(t, items, 1)
	assert.Empty(t, items[0].Lacks)
	require.Len(t, items[0].WronglyHas, 1)
	assert.Contains(t, items[0].WronglyHas[0].String(), "en passant")
}

// TestPolyglotSign: an engine hashes each en passant square, but not on the file d, whatever stands
// beside. So its key lacks a number of the books' keys in some positions, and has one too many in
// others, and each is said of that very position.
func TestPolyglotSign(t *testing.T) {
	t.Parallel()
	book := zobrist.Polyglot()
	each := book.WithEnPassant(zobrist.EnPassantAlways)
	key := func(p *chess.Position) zobrist.Key {
		if p.EnPassant != 0 && p.EnPassant.File() == 3 {
			without := *p
			without.EnPassant = 0
			p = &without
		}
		return p.Hash(each)
	}
	m := maker{fen: key, move: func(before, after *chess.Position, _ chess.Move) zobrist.Key {
		return key(before) ^ key(after)
	}}
	log := m.log(t)
	lacks, has := 0, 0
	for _, p := range log.Places {
		want := p.Board.Hash(book)
		switch {
		case p.FromFEN.Key == want:
		case p.Board.EnPassant.File() == 3:
			lacks++
		default:
			has++
		}
	}
	require.Positive(t, lacks)
	require.Positive(t, has)
	all := lacks + has
	for _, onlyLacking := range []bool{false, true} {
		if onlyLacking {
			log.Places = slices.DeleteFunc(log.Places, func(p *observe.Place) bool {
				return p.Board.EnPassant != 0 && p.Board.EnPassant.File() != 3
			})
		}
		items := run(t, "polyglot", log).Items
		require.Len(t, items, 1)
		if !onlyLacking {
			assert.Equal(t, []report.Fact{
				{Topic: report.HasOne, N: has, All: all, Text: "en-passant"},
				{Topic: report.LacksOne, N: lacks, All: all, Text: "en-passant"},
			}, items[0].Facts)
			continue
		}
		require.Len(t, items[0].Lacks, 1, items[0].Text())
		assert.Equal(t, "en passant d", items[0].Lacks[0].String())
		assert.Empty(t, items[0].WronglyHas)
	}
}

// TestOrder requires that no check leaves anything for another one: in the opposite order, each has
// the same outcome.
func TestOrder(t *testing.T) {
	t.Parallel()
	m := sound()
	m.fen = func(p *chess.Position) zobrist.Key {
		turned := *p
		return right(p) ^ sideKey(&turned)
	}
	e := evidence(m.log(t))
	all := checks.All()
	outcomes := make(map[string]checks.Outcome)
	for _, c := range all {
		outcomes[c.Name] = c.Run(e)
	}
	slices.Reverse(all)
	for _, c := range all {
		assert.Equal(t, outcomes[c.Name], c.Run(e), c.Name)
	}
}
