package zobristtest

import (
	"cmp"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// The inputs that a fuzz target of Fuzz starts from, and plays without -fuzz:
// so many games, of so many moves each.
const (
	fuzzGames = 3
	fuzzPlies = 100
)

// Fuzz makes a fuzz target of the checks of [Run]. Each byte of an input chooses
// a move, up to 400 of them. Where a position has more than 256 moves, three bytes
// do. With a game that has null moves, a byte also decides whether to pass. Fuzz
// tries the other moves of each position as well. It reports a failure with the
// shortest line found that shows it. It needs no seeds: it adds three random
// games. Those are played without -fuzz too, for a second and a half each at most.
//
//	func FuzzBoard(f *testing.F) {
//		zobristtest.Fuzz(f, func() zobristtest.Game { return newBoard() })
//	}
func Fuzz(f *testing.F, newGame func() Game) {
	f.Helper()
	Config{}.Fuzz(f, newGame)
}

// Fuzz is [Fuzz] with this course: it adds Games random games, and plays each to
// its end. No line is longer than Plies. With Starts, the first byte chooses the
// position to begin from.
func (cfg Config) Fuzz(f *testing.F, newGame func() Game) {
	f.Helper()
	if err := cmp.Or(cfg.check(), checkStart(newGame)); err != nil {
		f.Fatal(err)
	}
	if err := checkMethods(newGame()); err != nil {
		f.Fatal(err)
	}
	for game := range cmp.Or(cfg.Games, fuzzGames) {
		f.Add(randomBytes(cfg.Seed+uint64(game), min(fuzzPlies, cfg.playouts().plies)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &runner{Config: cfg, newGame: newGame}
		limits := cfg.playouts()
		if cfg.Games == 0 {
			limits.deadline = soon(walkTime)
		}
		draw, from := drawBytes(data), ""
		if len(cfg.Starts) > 0 {
			if i := draw(len(cfg.Starts) + 1); i > 0 {
				from = cfg.Starts[i-1]
			}
		}
		c := r.checker(from, newSeen(cfg.froms()...), limits)
		if c == nil {
			t.Fatalf("zobristtest: Config.Starts: cannot load %q", from)
		}
		if fail := c.contain(func() { c.playout(drawn(draw, c.plies)) }); fail != nil {
			t.Fatal(report(shrink(fail, r.fresh, c.plies, shrinkTime/5), c.player))
		}
	})
}

// randomBytes returns enough bytes for so many moves of any position.
func randomBytes(seed uint64, plies int) []byte {
	rng := zobrist.NewSplitMix64(seed)
	data := make([]byte, 3*plies)
	for i := range data {
		data[i] = byte(rng.Uint64())
	}
	return data
}

// drawBytes chooses moves by bytes until they run out.
func drawBytes(data []byte) func(n int) int {
	return func(n int) int {
		size := 1
		if n > 256 {
			size = 3
		}
		if len(data) < size {
			return -1
		}
		var x int
		for _, b := range slices.Backward(data[:size]) {
			x = x<<8 | int(b)
		}
		data = data[size:]
		return x % n
	}
}
