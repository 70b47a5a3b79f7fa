package zobristtest_test

import (
	"fmt"
	"iter"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func TestConstantKey(t *testing.T) {
	t.Parallel()
	_, err := zobristtest.Config{Games: 1}.Walk(func() zobristtest.Game { return bare{newQuickOthello("all keys")()} })
	assert.ErrorContains(t, err, "no move changes the key: it is 0000000000000007 in all ")
}

// clocked has the clocks in the text.
type clocked struct{ *chessGame }

func (c clocked) Position() string { return c.position.FEN() }

func TestClocksInPosition(t *testing.T) {
	t.Parallel()
	_, _, err := zobristtest.Config{Games: 20}.Play(func() zobristtest.Game {
		g := clocked{newChessGame("8/8/4k3/8/8/4K3/8/8 w - - 0 1", chessBug{})().(*chessGame)}
		return struct {
			zobristtest.Game
			zobristtest.Positioner
			zobristtest.MoveStringer
		}{g, g, g}
	})
	assert.ErrorContains(t, err, "(only numbers at the end differ: are they clocks? Leave them out of Position)")
}

// A wary game refuses a null move in every second position.
type wary struct{ *quickOthello }

func (w wary) Null() bool { return len(w.moves())%2 == 0 && w.quickOthello.Null() }

// A sly game refuses it, and changes the key.
type sly struct{ *quickOthello }

func (s sly) Null() bool { s.key++; return false }

func TestRefusedNullMoves(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 3, Seed: 1, Plies: 60}
	said, _, err := cfg.Play(func() zobristtest.Game { return wary{newQuickOthello("")().(*quickOthello)} })
	assert.NoError(t, err)
	assert.Regexp(t, `[1-9]\d* null moves`, said)
	_, _, err = cfg.Play(func() zobristtest.Game { return sly{newQuickOthello("")().(*quickOthello)} })
	assert.ErrorContains(t, err, "Null(), which returned false, at the start changes the key")
}

// A board has the usual Clone.
type board struct{ *quickOthello }

func (b *board) Clone() *board { return b }

type (
	embedsBoard struct{ *board }
	ownClone    struct{ *quickOthello }
)

func (ownClone) Clone() *board { return nil }

func TestPromotedMethods(t *testing.T) {
	t.Parallel()
	newBoard := func() *quickOthello { return newQuickOthello("")().(*quickOthello) }
	assert.NoError(t, zobristtest.Walk(embedsBoard{&board{newBoard()}}, 1))
	assert.NoError(t, zobristtest.Walk(&embedsBoard{&board{newBoard()}}, 1))
	assert.ErrorContains(t, zobristtest.Walk(ownClone{newBoard()}, 1), "ownClone has a method Clone() *zobristtest_test.board, want Clone() zobristtest.Game")
	out, err := runOn(t, "embeds", nil, "-test.run=^TestRunOnGame$/^methods$", "-test.v")
	assert.NoError(t, err)
	assert.Contains(t, out, "ignored, because the embedded board has it: zobristtest_test.embedsBoard has a method Clone() ")
}

func TestHarmlessKeys(t *testing.T) {
	t.Parallel()
	random := zobrist.NewSplitMix64(1)
	a, b := zobrist.Key(random.Uint64()), zobrist.Key(random.Uint64())
	yield := func(third string) iter.Seq2[string, zobrist.Key] {
		return func(yield func(string, zobrist.Key) bool) {
			for i := range 100 {
				if !yield(fmt.Sprint("key ", i), zobrist.Key(zobrist.NewSplitMix64(2).At(uint64(i)))) {
					return
				}
			}
			_ = yield("e4 P", a) && yield("e4 N", b) && yield(third, a^b)
		}
	}
	assert.NoError(t, zobristtest.CheckKeys(yield("e4 B")), "no two positions differ in three pieces on a square")
	assert.ErrorContains(t, zobristtest.CheckKeys(yield("e5 B")), "XOR")
}

// featured has Features, and a key that no position has.
type featured struct{ *quickOthello }

func (f featured) Features() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for s := range zobrist.Square(64) {
			disc := zobrist.NoDisc
			switch {
			case f.position.Black>>s&1 == 1:
				disc = zobrist.BlackDisc
			case f.position.White>>s&1 == 1:
				disc = zobrist.WhiteDisc
			}
			if disc != zobrist.NoDisc && !yield(fmt.Sprint(s, " ", disc), f.keys.Discs().Key(s, disc)) {
				return
			}
		}
		yield("side", f.keys.Side()) // or not: it is enough for this test
	}
}

func (f featured) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		if !yield("a9 Pawn", 5) || !yield("never", 3) {
			return
		}
		for name, key := range f.keys.Keys() {
			if !yield(name, key) {
				return
			}
		}
	}
}

// manyKeys has more keys than changes can be made of.
type manyKeys struct{ *quickOthello }

func (m manyKeys) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for i := range 2000 {
			if !yield(fmt.Sprint("key ", i), zobrist.Key(i)) {
				return
			}
		}
	}
}

func TestKeysThatNeverChange(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 40, Seed: 1}
	said, err := cfg.NeverChanged(func() zobristtest.Game { return featured{newQuickOthello("")().(*quickOthello)} })
	assert.NoError(t, err)
	assert.Regexp(t, `by kind: Pawn 0 of 1: add Starts, never 0 of 1: add Starts, Black 64 of 64 \(about \d+ times\), White 64 of 64 \(about \d+ times\), side 1 of 1 \(about \d+ times\)\n`+
		`kinds of features that moves rarely changed together \(of 2; for others, add Starts\): nothing \(about \d+ times\), Black\+White \(about \d+ times\)\nkeys that no move changed \(.*\): "never", "a9 Pawn"\n`, said)
	said, err = cfg.NeverChanged(func() zobristtest.Game { return manyKeys{newQuickOthello("")().(*quickOthello)} })
	assert.NoError(t, err)
	assert.Regexp(t, `which of the 2000 keys no move changed cannot be told: `, said)
	said, err = cfg.NeverChanged(newQuickOthello(""))
	assert.NoError(t, err)
	assert.Regexp(t, `which of the 129 keys no move changed cannot be told: some of the \d+ changes`, said)
}

func TestPanicInAnotherProcess(t *testing.T) {
	t.Parallel()
	out, _ := runOn(t, "panics elsewhere", nil, "-test.run=^TestRunOnGame$/^process$", "-test.v")
	assert.Contains(t, out, "cannot run this test in another process: exit status 2")
	assert.Contains(t, out, "panic: no licence here")
	out, err := runOn(t, "right", []string{"ZOBRISTTEST_SEED=five"}, "-test.run=^FuzzGame$")
	assert.Error(t, err)
	assert.Contains(t, out, `ZOBRISTTEST_SEED="five"`)
}

func init() {
	games["embeds"] = func() zobristtest.Game { return embedsBoard{&board{newQuickOthello("")().(*quickOthello)}} }
	games["panics elsewhere"] = func() zobristtest.Game {
		if os.Getenv("ZOBRISTTEST_ELSEWHERE") != "" {
			panic("no licence here")
		}
		return newQuickOthello("")()
	}
}

// halfLoader sets up a wrong key if a pawn can be captured en passant.
type halfLoader struct{ loadedChess }

func (f halfLoader) Load(position string) error {
	err := f.loadedChess.Load(position)
	if !strings.HasSuffix(position, "-") {
		f.key++
	}
	return err
}

// TestLoadOfRarePositions: a position is loaded if its text has a word not seen before.
func TestLoadOfRarePositions(t *testing.T) {
	t.Parallel()
	_, _, err := zobristtest.Config{Games: 3, Seed: 1, Plies: 100}.Play(func() zobristtest.Game { return halfLoader{newLoadedChess(startFEN, chessBug{})().(loadedChess)} })
	matches(t, `^Load\("[^"]* [a-h][36]"\) after `, err)
}
