package adapter

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/zobristtest"
)

const (
	walkTime    = 3 * time.Second // if Options has no number of moves
	playoutTime = 3 * time.Second
	gamesTime   = 1 * time.Second
	mostReached = 100_000 // positions
	plies       = 200     // of a random game
	otherPlies  = 100     // compared with another process
)

// Options are the options of [Check]. The zero value is the default.
type Options struct {
	Limit  time.Duration // of an answer; 0 is ten seconds
	Seed   uint64        // of the random games
	Moves  int           // how many to make; 0 is as many as seven seconds allow
	Starts []string      // positions to begin from, after the usual one
	// Progress, if not nil, is called now and then with the current work.
	Progress func(doing string, moves int)
}

// A Report lists the checks and the mistakes.
type Report struct {
	Program  string
	Moves    int // made
	Games    int // random ones
	Time     time.Duration
	Checks   []Line   // what was checked, in order
	Mistakes []string // each with the shortest line found
}

// A Line is a check and its outcome.
type Line struct{ Name, Status, Text string }

// The statuses of a check. They are those of a UCI engine's report.
const (
	ok      = "ok"
	wrong   = "wrong"
	skipped = "skipped"
)

// Check runs a program and checks its game. It returns an error if the program cannot
// be checked: it does not start, crashes, hangs or violates the protocol.
func Check(ctx context.Context, opt Options, program string, args ...string) (*Report, error) {
	p, err := Start(ctx, opt.Limit, program, args...)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	c := &checker{Options: opt, p: p, begin: time.Now()}
	c.Program = program
	c.numbers()
	if err := c.lines(); err != nil {
		return nil, err
	}
	if err := c.another(ctx, args); err != nil {
		return nil, err
	}
	c.Report.Moves, c.Time = p.Made(), time.Since(c.begin)
	return &c.Report, nil
}

type checker struct {
	Options
	Report
	p     *Program
	begin time.Time
}

func (c *checker) say(name, status, format string, args ...any) {
	c.Checks = append(c.Checks, Line{name, status, fmt.Sprintf(format, args...)})
}

func (c *checker) progress(doing string) {
	if c.Progress != nil {
		c.Progress(doing, c.p.Made())
	}
}

// numbers judges the numbers themselves.
func (c *checker) numbers() {
	if !c.p.HasKeys {
		c.say("numbers", skipped, "the program does not know the request keys")
		return
	}
	problems := 0
	for _, problem := range keycheck.Analyse(c.p.keys).Problems() {
		if problem.Harmless {
			c.say("numbers", ok, "%s", problem.Explained())
			continue
		}
		problems++
		c.Mistakes = append(c.Mistakes, problem.Explained())
	}
	switch problems {
	case 0:
		c.say("numbers", ok, "%d numbers, sound", len(c.p.keys))
	case 1:
		c.say("numbers", wrong, "%d numbers, with a mistake", len(c.p.keys))
	default:
		c.say("numbers", wrong, "%d numbers, with %d mistakes", len(c.p.keys), problems)
	}
}

// lines checks the key along lines of moves, from each start. It stops at the first
// mistake, because one mistake shows in many ways.
func (c *checker) lines() error {
	depth := 0
	for i, start := range append([]string{""}, c.Starts...) {
		n := len(c.Starts) + 1
		if c.p.Begin(start); c.p.err != nil {
			return c.p.err
		}
		d, err := c.walk(n)
		if i == 0 {
			depth = d
		}
		if err == nil {
			err = c.playouts(i, n)
		}
		if err == nil {
			err = c.games(start, n)
		}
		if c.p.err != nil {
			return err
		}
		if err != nil {
			message := err.Error()
			if start != "" {
				message += fmt.Sprintf("\n(the start is %s)", start)
			}
			c.Mistakes = append(c.Mistakes, message)
			c.say("lines", wrong, "a line of moves shows a mistake; the other checks of lines did not run")
			return nil
		}
	}
	if c.p.HasRecompute {
		c.say("moves", ok, "the key by moves equals the recomputed key in %s", c.reach(depth))
	} else {
		c.say("moves", skipped, "the program does not know the request recompute")
	}
	c.say("undo", ok, "undoing each move restores the key")
	if c.p.HasNull {
		c.say("null move", ok, "the keys after null moves, and after the moves that follow, are right")
	} else {
		c.say("null move", skipped, "the program does not know the request null at the start")
	}
	if c.p.HasPosition {
		c.say("routes", ok, "equal positions have equal keys, different ones different keys")
	} else {
		c.say("routes", skipped, "the program does not know the request position")
	}
	if c.p.HasLoad {
		c.say("positions", ok, "positions have the same key by moves as set up from their text")
	}
	return nil
}

func (c *checker) reach(depth int) string {
	return fmt.Sprintf("%d random games and every line of up to %d plies", c.Games, depth)
}

// share returns the part of the time and the moves for one of n starts.
func (c *checker) share(d time.Duration, moves, n int) (until time.Time, most int) {
	if c.Options.Moves == 0 {
		return time.Now().Add(d / time.Duration(n)), math.MaxInt
	}
	return time.Now().Add(time.Hour), c.p.Made() + max(1, moves/n)
}

// walk checks every line of one ply, of two, and so on, while there is time. It returns
// the depth that it reached.
func (c *checker) walk(n int) (depth int, err error) {
	until, most := c.share(walkTime, c.Options.Moves/2, n)
	grown := max(2, float64(c.p.Moves())) // the factor of one more ply
	for ; depth < 1000; depth++ {
		begin, made := time.Now(), c.p.Made()
		c.progress("every line")
		if err := zobristtest.Walk(c.p.Game(), depth+1); err != nil {
			return depth, err
		}
		took, moves := time.Since(begin), c.p.Made()-made
		next := time.Duration(float64(took) * grown)
		if time.Now().Add(next).After(until) || float64(c.p.Made())+float64(moves)*grown > float64(most) {
			return depth + 1, nil
		}
	}
	return depth, nil
}

// playouts checks random games.
func (c *checker) playouts(start, n int) error {
	until, most := c.share(playoutTime, c.Options.Moves/2, n)
	long := 4 // plies of a game, doubled while there is time
	for game := uint64(0); time.Now().Before(until) && c.p.Made() < most && game < 10_000; game++ {
		c.progress("random games")
		c.Games++
		begin := time.Now()
		seed := zobrist.NewSplitMix64(c.Seed + uint64(start)<<32 + game)
		if err := zobristtest.Playout(c.p.Game(), seed, long); err != nil {
			return err
		}
		if c.Options.Moves > 0 || 5*time.Since(begin) < time.Until(until) {
			long = min(2*long, plies)
		}
	}
	return nil
}

// A reached is the key of a position, or the position of a key, and the line to it.
type reached[T any] struct {
	is   T
	line []string
}

// games compares the positions of different games. The kit does so within each game.
// Every game begins with the request new.
func (c *checker) games(start string, n int) error {
	if !c.p.HasPosition {
		return nil
	}
	until, most := c.share(gamesTime, c.Options.Moves/4, n)
	keys := make(map[string]reached[zobrist.Key])
	positions := make(map[zobrist.Key]reached[string])
	draw := zobrist.NewSplitMix64(c.Seed).Split("games")
	for long := 4; time.Now().Before(until) && c.p.Made() < most && len(keys) < mostReached; long = min(long+1, plies) {
		var line []string
		for c.p.Begin(start); ; {
			position, _ := c.p.Position()
			key := c.p.Key()
			moves := c.p.list()
			if c.p.err != nil {
				return c.p.err
			}
			if was, ok := keys[position]; ok && was.is != key {
				return fmt.Errorf("key %s: has %v, and %v %s, in the same position %q", where(line), key, was.is, where(was.line), position)
			}
			if was, ok := positions[key]; ok && was.is != position {
				return fmt.Errorf("key %s: has %v, the same as %s, but the positions differ: %q and %q", where(line), key, where(was.line), position, was.is)
			}
			keys[position], positions[key] = reached[zobrist.Key]{key, line}, reached[string]{position, line}
			if len(moves) == 0 || len(line) == long {
				break
			}
			i := int(draw.Uint64() % uint64(len(moves)))
			line = append(line, moves[i]) // the maps keep its earlier, shorter slices
			c.p.Make(i)
		}
	}
	return nil
}

// where names a position by the line to it.
func where(line []string) string {
	if len(line) == 0 {
		return "at the start"
	}
	return "after " + strings.Join(line, " ")
}

// another compares the keys with those of a second process. Different keys are not a
// mistake.
func (c *checker) another(ctx context.Context, args []string) error {
	const name = "processes"
	q, err := Start(ctx, c.Limit, c.Program, args...)
	if err != nil {
		return fmt.Errorf("started a second time: %w", err)
	}
	defer q.Close()
	if c.p.Begin(""); c.p.err != nil {
		return c.p.err
	}
	draw := zobrist.NewSplitMix64(c.Seed)
	same := slices.Equal(c.p.keys, q.keys)
	for range otherPlies {
		n := c.p.Moves()
		same = same && c.p.Key() == q.Key() && slices.Equal(c.p.list(), q.list())
		if n == 0 || !same || c.p.err != nil || q.err != nil {
			break
		}
		i := int(draw.Uint64() % uint64(n))
		c.p.Make(i)
		q.Make(i)
	}
	if err := cmp.Or(c.p.err, q.err); err != nil {
		return err
	}
	if same {
		c.say(name, ok, "a second process has the same keys")
	} else {
		c.say(name, ok, "a second process has different keys: do not store keys")
	}
	return nil
}
