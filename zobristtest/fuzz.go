package zobristtest

import (
	"cmp"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// The number of games that Fuzz adds as seeds, and their length. go test plays them
// without -fuzz too.
const (
	fuzzGames = 3
	fuzzPlies = 100
)

// Fuzz runs the checks of [Run] as a fuzz target. It reports a failure with the
// shortest line it finds. You need not add seeds: Fuzz adds three random games.
// Without -fuzz it plays these three, for at most one and a half seconds each.
//
//	func FuzzBoard(f *testing.F) {
//		zobristtest.Fuzz(f, func() zobristtest.Game { return newBoard() })
//	}
//
// Each byte of the input chooses a move, for up to 400 moves. If a position has
// more than 256 moves, three bytes choose. If the game has null moves, a byte also
// decides whether to make one. Fuzz also tries the other moves of each position.
func Fuzz(f *testing.F, newGame func() Game) {
	f.Helper()
	Config{}.Fuzz(f, newGame)
}

// Fuzz does what the function [Fuzz] does, with these options. It adds Games random
// games, and has no time limit for them. No line is longer than Plies. With Starts,
// the first byte chooses the starting position.
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

// randomBytes returns enough bytes for the given number of moves.
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
