package zobristtest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	walkTime    = 1500 * time.Millisecond
	playoutTime = 2500 * time.Millisecond
	shorter     = 5 // what -short divides them by

	playoutPlies = 400
	walkDepth    = 1000

	seedVariable = "ZOBRISTTEST_SEED"
)

// Run checks a game, in subtests:
//
//   - start: newGame returns the same position with the same key every time,
//     and there is a move to make;
//   - process: the key of a new game is the same in another process, which runs
//     the test up to the call of Run (not with -short);
//   - keys: [CheckKeys], of a game that has Keys;
//   - walk: every line of one ply, of two plies, and so on;
//   - playouts: random games, and in each position of them every move.
//
// The last two check in each position that the key is the recomputed one, and
// after each move that Unmake restores key, position and number of moves; and,
// of a game with the methods for it, that After tells the key, that a null
// move and its undoing do as moves do, and that equal positions have equal
// keys by whatever route and different positions different ones. See [Game].
//
// The first mistake ends a subtest, and the ones that follow are skipped: one
// mistake shows in many ways. It is reported with the shortest line found that
// shows it. With -v a subtest says how much it has checked.
//
// Run takes about four seconds, and one with -short. It calls newGame as often
// as it needs a game to begin anew: it should not take long, and make no keys.
// The random games are
// different ones in every run; the message of one that fails says how to
// repeat it: with the environment variable ZOBRISTTEST_SEED.
//
// To compare positions Run remembers up to 262,144 of them, and up to 32 MB of
// what Position says, in about 60 MB in all. When there are more it forgets
// them and starts anew.
func Run(t *testing.T, newGame func() Game) {
	t.Helper()
	if os.Getenv(processVariable) == t.Name() {
		if line, fail := newGameLine(newPlayer(newGame())); fail == nil {
			fmt.Println("\n" + line)
		}
		return
	}
	seed, err := runSeed()
	if err != nil {
		t.Fatal(err)
	}
	part := func(scale time.Duration) time.Time {
		if testing.Short() {
			scale /= shorter
		}
		return time.Now().Add(scale)
	}
	fresh := func() *player { return newPlayer(newGame()) }
	ok := true
	subtest := func(name string, check func(t *testing.T)) {
		t.Helper()
		good := t.Run(name, func(t *testing.T) {
			t.Helper()
			if !ok {
				t.Skip("a check before this one has failed")
			}
			check(t)
		})
		ok = ok && good
	}
	subtest("start", func(t *testing.T) {
		t.Helper()
		if err := checkStart(newGame); err != nil {
			t.Fatal(err)
		}
	})
	parent := t
	subtest("process", func(t *testing.T) {
		t.Helper()
		if testing.Short() {
			t.Skip("-short")
		}
		reason, err := checkProcess(parent, fresh())
		if err != nil {
			t.Fatal(err)
		}
		if reason != "" {
			t.Skip(reason)
		}
	})
	subtest("keys", func(t *testing.T) {
		t.Helper()
		p := fresh()
		if p.keys == nil {
			t.Skip("the game has no method Keys")
		}
		if fail := p.contain(func() { p.Keys() }); fail != nil {
			t.Fatal(fail.message(nil))
		}
		if err := CheckKeys(p.keys.Keys()); err != nil {
			t.Fatal(err)
		}
	})
	subtest("walk", func(t *testing.T) {
		t.Helper()
		c := newChecker(fresh(), newSeen(), part(walkTime))
		depth := 0
		fail := c.contain(func() {
			now := c.here()
			c.pass(now)
			for c.cut = true; c.cut && depth < walkDepth; depth++ {
				c.cut = false
				if c.walk(now, depth+1); c.over() {
					break
				}
			}
		})
		if fail != nil { // no shorter line has shown it
			t.Fatal(report(fail, c.player))
		}
		if c.cut || c.late {
			t.Logf("%v; every line of up to %d plies", c, depth)
		} else {
			t.Logf("%v; every line to its end", c)
		}
	})
	subtest("playouts", func(t *testing.T) {
		t.Helper()
		c := newChecker(fresh(), newSeen(), part(playoutTime))
		begins := []int{} // where the nodes of each game begin
		for game := uint64(0); !c.over() && !t.Failed(); game++ {
			begins = append(begins, len(c.seen.nodes))
			if fail := c.contain(func() {
				c.playout(drawFrom(zobrist.NewSplitMix64(seed+game)), playoutPlies)
			}); fail != nil {
				// A game may disagree with one before it: repeat from there.
				for fail.other != nil && game > 0 && begins[game] > int(fail.node) {
					game--
				}
				err := report(shrink(fail, fresh, shrinkTime), c.player)
				t.Fatalf("%v\nrepeat with %s=%d go test -run '%s'", err, seedVariable, seed+game, regexp.QuoteMeta(t.Name()))
			}
		}
		t.Logf("%v, in %d games from seed %d", c, len(begins), seed)
	})
}

// runSeed returns the seed of the first random game.
func runSeed() (uint64, error) {
	s := os.Getenv(seedVariable)
	if s == "" {
		return rand.Uint64() >> 32, nil // short enough to type
	}
	seed, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		return 0, fmt.Errorf("zobristtest: %s=%q: want a number from 0 to 2^64-1", seedVariable, s)
	}
	return seed, nil
}

// String tells how much was checked.
func (c *checker) String() string {
	s := fmt.Sprintf("%d positions", c.positions)
	if c.position == nil {
		s += " (not compared: the game has no method Position)"
	} else {
		s += fmt.Sprintf(" (%d met again)", c.seen.again)
	}
	if c.null != nil {
		s += fmt.Sprintf(", %d null moves", c.passed)
	}
	return s
}

// checkStart checks that newGame returns a game, and the same every time.
func checkStart(newGame func() Game) error {
	a, b := newGame(), newGame()
	if a == nil || b == nil {
		return fmt.Errorf("zobristtest: newGame returned nil")
	}
	p, q := newPlayer(a), newPlayer(b)
	start, fail := startOf(p)
	again, broken := startOf(q)
	switch {
	case cmp.Or(fail, broken) != nil:
		return report(cmp.Or(fail, broken), p)
	case start.key != start.recomputed:
		return report(p.failure(recomputed).keys(start.key, start.recomputed), p)
	case start.position != again.position:
		return fmt.Errorf("newGame returns the position %q and then %q: the kit needs a game to begin anew", start.position, again.position)
	case start.key != again.key:
		return fmt.Errorf("the key of a new game is %v, and %v the second time: are the keys drawn anew, or unseeded?", start.key, again.key)
	case start.moves == 0:
		return fmt.Errorf("a new game has no moves: Moves() is 0, so there is nothing to check")
	}
	return nil
}

// Fuzz makes a fuzz target of the checks of [Run]: each byte of an input, or
// three where a position has more than 256 moves, chooses a move, 400 of them at
// most, and the other moves of each position are tried as well. A failure is
// reported with the shortest line found that shows it. It needs no seeds.
//
//	func FuzzBoard(f *testing.F) {
//		zobristtest.Fuzz(f, func() zobristtest.Game { return newBoard() })
//	}
func Fuzz(f *testing.F, newGame func() Game) {
	f.Helper()
	if err := checkStart(newGame); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fresh := func() *player { return newPlayer(newGame()) }
		c := newChecker(fresh(), newSeen(), time.Now().Add(walkTime))
		if fail := c.contain(func() { c.playout(drawBytes(data), playoutPlies) }); fail != nil {
			t.Fatal(report(shrink(fail, fresh, shrinkTime/5), c.player))
		}
	})
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
