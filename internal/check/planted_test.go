package check_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
	"github.com/zobrist-go/zobrist/internal/check/testdata/reports"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

var (
	long = flag.Bool("long", false, "all planted bugs, and more seeds")
	_    = flag.Bool("update", false, "write the golden files")
)

// TestMain collects garbage less often: the tests make much, for a quarter of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

// An instance is the planted engine in this process as a source of keys.
type instance struct {
	*planted.Engine
	ctx context.Context
	bug string
}

func newInstance(ctx context.Context, bug string) check.Source {
	e, err := planted.New(bug, 1)
	if err != nil {
		panic(err)
	}
	return &instance{e, ctx, bug}
}

// run runs all checks, as the command does.
func run(ctx context.Context, src check.Source, opt check.Options) (*check.Report, error) {
	r, err := check.Run(ctx, src, opt)
	if r != nil {
		r.Finish(opt.Accept)
	}
	return r, err
}

func (s *instance) About() check.About {
	return check.About{Name: "Planted", Acts: []string{"go perft 1", "go perft 2"},
		Search: "go depth 1", NewGame: "ucinewgame", Chess960: strings.HasPrefix(s.bug, "960")}
}

func (s *instance) Ask(queries []check.Query, _ bool) (answers []check.Answer, err error) {
	for _, q := range queries {
		if err := s.ctx.Err(); err != nil {
			return answers, err
		}
		a := check.Answer{}
		if err := s.Position(strings.Fields(q.String())); err != nil {
			a.Refused = err.Error()
		}
		a.Key, a.FEN = zobrist.Key(s.Key()), s.FEN()
		answers = append(answers, a)
	}
	return answers, nil
}

func (s *instance) Do(q check.Query, act string) (check.Answer, error) {
	a, err := first(s.Ask([]check.Query{q}, true))
	if err != nil {
		return a, err
	}
	move := ""
	switch act {
	case "":
		return a, nil
	case "ucinewgame":
		s.NewGame()
		return first(s.Ask([]check.Query{q}, true))
	case "go perft 1":
		s.Perft(1)
	case "go perft 2":
		s.Perft(2)
	default:
		move = s.Search(1)
	}
	return check.Answer{Key: zobrist.Key(s.Key()), FEN: s.FEN(), Move: move}, nil
}

func first(answers []check.Answer, err error) (check.Answer, error) {
	if err != nil {
		return check.Answer{}, err
	}
	return answers[0], nil
}

func (s *instance) List(check.Query) (check.Answer, []string, error) {
	return check.Answer{}, nil, errors.New("it lists no moves")
}

func (s *instance) Fresh() (check.Source, error) { return newInstance(s.ctx, s.bug), nil }
func (s *instance) Close()                       {}

// judged returns the exit status of the command, and the text that names what is wrong:
// of bugs, of an error, or the whole report of a sound engine.
func judged(r *check.Report, err error) (exit int, text string) {
	if err != nil {
		return 2, err.Error()
	}
	var b strings.Builder
	short := *r
	r, short.Numbers = &short, nil
	if r.Exit() != 1 {
		if err := r.WriteText(&b); err != nil {
			return 2, err.Error()
		}
		return r.Exit(), b.String()
	}
	fmt.Fprintln(&b, "bugs:", len(r.Bugs()))
	for _, f := range r.Bugs() {
		if err := report.CheckNames([]string{f.Name}); err != nil {
			return 2, err.Error()
		}
		fmt.Fprintf(&b, "[%s] %s ", f.Name, f.Severity)
		fmt.Fprintln(&b, f.What, f.Why, f.Then, f.At.Moves, f.Features, f.Look)
	}
	return 1, b.String()
}

// positions is enough to find each planted bug.
const positions = 1500

func inProcess(bug string, seed uint64, checks ...check.Check) (*check.Report, error) {
	ctx := context.Background()
	r, err := run(ctx, newInstance(ctx, bug),
		check.Options{Seed: seed, Positions: positions, Checks: checks})
	if err == nil && slices.ContainsFunc(r.Bugs(), func(f check.Finding) bool {
		return f.Of != "" && f.Got == f.Want
	}) {
		err = fmt.Errorf("%s: a key is said to be wrong that is right", bug)
	}
	return r, err
}

// known has what inProcess returns for bugs and seed 1: several tests read them.
var known sync.Map

func reportOf(bug string) (*check.Report, error) {
	run, _ := known.LoadOrStore(bug, sync.OnceValues(func() (*check.Report, error) {
		return inProcess(bug, 1)
	}))
	return run.(func() (*check.Report, error))()
}

const rareBugs = "tenth-man clock-100 ep-castling ep-one-capturer ep-rank-two second-game " +
	"search-null-ep 960-inner-rook undo-promotion"

// TestPlanted requires that check finds each planted bug by the check, and in the kinds of
// features, that the table of bugs has, and that no fact has changed since testdata/golden.txt was
// written. A test in internal/tester/subject has the bugs that only a process can show.
func TestPlanted(t *testing.T) {
	t.Parallel()
	table := golden.Open(t, "testdata/golden.txt")
	var bugs atomic.Int64
	t.Run("each", func(t *testing.T) {
		for name, bug := range planted.Bugs() {
			if bug.OnlyProcess {
				continue
			}
			t.Run(name, func(t *testing.T) {
				sample.Skip(t, 4)
				t.Parallel()
				r, err := reportOf(name)
				exit, text := judged(r, err)
				assert.Equal(t, bug.Exit, exit, "%s: %s", bug.About, text)
				require.NoError(t, err)
				assert.Empty(t, bug.Missing(r.Results), "%s: %s", bug.About, text)
				assert.Empty(t, reports.Read(r))
				assert.LessOrEqual(t, r.Positions, positions)
				assert.LessOrEqual(t, r.Results[1].Bad, r.Results[1].Count,
					"moves counts wrong positions")
				table.Add(t, planted.RowOf(name, fmt.Sprint(exit), r.Bugs()))
				if bug.Exit == 1 {
					bugs.Add(1)
				}
			})
		}
	})
	least := 7 // in the smallest sample
	if sample.All(4) {
		least = 70
	}
	assert.GreaterOrEqual(t, int(bugs.Load()), least)
}

// TestSeeds: with every seed, what only rare lines show is found, and nothing in the sound engine.
func TestSeeds(t *testing.T) {
	seeds := uint64(1)
	if *long {
		seeds = 20
	}
	for _, bug := range append(strings.Fields(rareBugs), "") {
		t.Run(bug, func(t *testing.T) {
			sample.Skip(t, 4)
			t.Parallel()
			for seed := range seeds {
				r, err := inProcess(bug, seed)
				exit, text := judged(r, err)
				assert.Equal(t, min(len(bug), 1), exit, text)
				require.NoError(t, err)
				assert.Empty(t, planted.Bugs()[bug].Missing(r.Results), text)
			}
		})
	}
}

// matrix has a planted bug for each line of the report that can say "ok".
var matrix = map[string]string{
	"keys":      "constant",
	"moves":     "captured",
	"routes":    "side-many",
	"undo":      "undo-capture",
	"search":    "search-cutoff",
	"null move": "null-ep",
	"fields":    "no-side",
	"XOR":       "e4-by-side",
	"numbers":   "zero",
	"processes": "uninitialised",
	"again":     "startpos-stays",
}

// TestMatrix requires that the sound engine gets an "ok" on each line, with a count, and
// that a planted bug turns it into a failure.
func TestMatrix(t *testing.T) {
	t.Parallel()
	sound, err := inProcess("", 1)
	require.NoError(t, err)
	assert.Equal(t, 0, sound.Exit())
	for i, c := range check.All() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			bug, ok := matrix[c.Name]
			require.True(t, ok, "plant a bug that this check finds")
			assert.Equal(t, check.OK, sound.Results[i].Status())
			assert.Positive(t, sound.Results[i].Count)
			r, err := reportOf(bug)
			require.NoError(t, err)
			assert.Equal(t, check.Wrong, r.Results[i].Status())
			assert.Equal(t, 1, r.Exit())
		})
	}
}

// TestAccept: the status ignores what is accepted, and the report still says it.
func TestAccept(t *testing.T) {
	t.Parallel()
	// and a7a5, one file twice
	const twice = "rnbqkbnr/p2ppppp/8/2p5/1p6/4P2N/PPPPKPPP/RNBQ1B1R w kq - 0 4 moves a2a4"
	for bug, accept := range map[string]string{"ep-fen-always": "en-passant-rules",
		"ep-square+ep-fen-always": "en-passant-rules", "linear": "32-bits"} {
		ctx := context.Background()
		opt := check.Options{Seed: 1, Positions: positions, Accept: []string{accept},
			Starts: append(rare.Starts(), twice)}
		// few answers, and Black's square is the first: its number is not White's
		if bug == "ep-square+ep-fen-always" {
			opt.Seed, opt.Positions, opt.Starts = 2, 60,
				[]string{"rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"}
		}
		r, err := run(ctx, newInstance(ctx, bug), opt)
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, r.WriteText(&b))
		assert.Zero(t, r.Exit(), b.String())
		assert.Contains(t, b.String(), "sound; accepted: "+accept+"\n")
		assert.Contains(t, b.String(), "["+accept+"]")
		assert.Contains(t, b.String(), "\n   (accepted)\n")
	}
}

// TestStarts: an engine is not sound if there was nothing to compare, and
// the search for positions ends.
func TestStarts(t *testing.T) {
	t.Parallel()
	stalemates := make([]string, 110)
	for i := range stalemates {
		stalemates[i] = fmt.Sprint("k7/2Q5/8/8/8/8/8/7K b - - 0 ", i+1)
	}
	for _, c := range []struct {
		starts []string
		n      int
		exit   int
		want   string
	}{
		{stalemates, 1000, 3, "too few positions"},
		{stalemates, 0, 3, "too few positions"},
		// one legal move, and then mate in one
		{[]string{"k7/8/1QK5/8/8/8/8/8 b - - 0 1"}, 1000, 3, "too few positions"},
		{nil, 1, 3, "too few positions"},
		{nil, 5, 3, "only 5 positions compared, and 60 are needed"},
		{nil, 40, 3, "only 40 positions compared, and 60 are needed"},
	} {
		ctx := context.Background()
		r, err := run(ctx, newInstance(ctx, ""),
			check.Options{Starts: c.starts, Positions: c.n, Seed: 1})
		exit, text := judged(r, err)
		assert.Equal(t, c.exit, exit, "%s: %s", c.want, text)
		assert.Contains(t, text, c.want)
	}
	ctx := context.Background()
	r, err := run(ctx, newInstance(ctx, "fen-rank-8"), check.Options{Positions: 200, Seed: 1})
	require.NoError(t, err)
	assert.Regexp(t, `^\d+ positions; \d+ others were left out: why their two keys differ was `+
		`not found$`, r.Results[1].Text())
}

// A picky engine refuses queries, and calls a function after each answer.
type picky struct {
	check.Source
	refuses func(q check.Query) bool
	asked   func()
}

func (s picky) Ask(queries []check.Query, _ bool) ([]check.Answer, error) {
	return alone(s, queries)
}

// alone asks a source for one key after the other.
func alone(s check.Source, queries []check.Query) (answers []check.Answer, err error) {
	for i := 0; i < len(queries) && err == nil; i++ {
		var a check.Answer
		if a, err = s.Do(queries[i], ""); err == nil {
			answers = append(answers, a)
		}
	}
	return answers, err
}

func (s picky) Do(q check.Query, act string) (check.Answer, error) {
	a, err := s.Source.Do(q, act)
	if err != nil {
		return a, err
	}
	s.asked()
	if s.refuses != nil && act == "" && s.refuses(q) {
		a = check.Answer{Refused: "too many pieces"}
	}
	return a, nil
}

func (s picky) Fresh() (check.Source, error) {
	fresh, err := s.Source.Fresh()
	s.Source = fresh
	return s, err
}

// A misreader takes 0000 for the move h8h8, which captures its own man. It may print FENs.
type misreader struct {
	check.Source
	prints bool
}

func (s misreader) Ask(queries []check.Query, _ bool) ([]check.Answer, error) {
	return alone(s, queries)
}

func (s misreader) Do(q check.Query, act string) (check.Answer, error) {
	a, err := s.Source.Do(q, act)
	if p, _ := chess.ParseFEN(a.FEN); err == nil && len(q.Moves) > 0 &&
		q.Moves[len(q.Moves)-1] == check.NullMove {
		p.Board[63], p.Castling = zobrist.NoPiece, p.Castling&^zobrist.BlackShort
		a, err = s.Source.Do(check.Query{FEN: p.FEN()}, act)
	}
	if !s.prints {
		a.FEN = ""
	}
	return a, err
}

func (s misreader) Fresh() (check.Source, error) {
	fresh, err := s.Source.Fresh()
	return misreader{fresh, s.prints}, err
}

// TestMisreadNull: an engine that does not know 0000 has no bug in null
// moves, whatever move it reads.
func TestMisreadNull(t *testing.T) {
	t.Parallel()
	for _, prints := range []bool{false, true} {
		ctx := context.Background()
		exit, text := judged(
			run(ctx, misreader{newInstance(ctx, "null-ep"), prints},
				check.Options{Positions: 1000, Seed: 1}))
		assert.Zero(t, exit, text)
		assert.NotContains(t, text, "ok     null move", text)
	}
}

// TestRefused: a FEN that the engine cannot set up is not a bug, and is counted. A legal
// move that it refuses is a bug.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		refuses func(q check.Query) bool
		exit    int
		want    string
	}{
		{"each FEN", func(q check.Query) bool {
			return q.FEN != ""
		}, 3, "positions not tried: the engine cannot set them up, such as " +
			chess.StartFEN + ": too many pieces"},
		{"all", func(q check.Query) bool {
			return true
		}, 3, "the engine set up no position that it was asked for, such as " +
			chess.StartFEN + ": too many pieces"},
		{"black queens", func(q check.Query) bool {
			board, _, _ := strings.Cut(q.FEN, " ")
			return strings.Count(board, "q") > 1
		}, 0, "ok     moves"},
		{"the move number 37", func(q check.Query) bool {
			return strings.HasSuffix(q.FEN, " 37")
		}, 0, "ok     fields"},
		{"clocks", func(q check.Query) bool {
			f := strings.Fields(q.FEN)
			return len(f) == 6 && f[4] != "0"
		}, 0, "ok     routes"},
		{"a move", func(q check.Query) bool {
			return slices.Contains(q.Moves, "e2e4")
		}, 1, "refuses the legal move e2e4 too many pieces"},
	} {
		ctx := context.Background()
		r, err := run(ctx, picky{newInstance(ctx, ""), c.refuses, func() {}},
			check.Options{Positions: 1000, Seed: 1})
		exit, text := judged(r, err)
		assert.Equal(t, c.exit, exit, "%s: %s", c.name, text)
		assert.Contains(t, strings.Join(strings.Fields(text), " "),
			strings.Join(strings.Fields(c.want), " "), c.name)
		untried := slices.ContainsFunc(r.Notes, func(note string) bool {
			return strings.Contains(note, "not tried")
		})
		assert.Equal(t, c.name != "a move", untried,
			"%s: lines behind a refused move are no refused FENs", c.name)
	}
}

// TestCanceled: whatever check does when the context ends, it asks nothing more, and reports
// the wrong keys that it has seen.
func TestCanceled(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	for after := 1; ; after = after*3/2 + 1 {
		ctx, cancel := context.WithCancel(context.Background())
		asks := after
		engine := picky{newInstance(ctx, "captured"), nil, func() {
			if asks--; asks == 0 {
				cancel()
			}
		}}
		r, err := run(ctx, engine, check.Options{Positions: 700, Seed: 1})
		cancel()
		if err == nil {
			require.NotEmpty(t, r.Results)
			assert.Positive(t, asks, "it ended before")
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		assert.Equal(t, 130, r.Exit())
		found[r.Verdict()]++
		assert.Len(t, r.Results, len(check.All()))
		assert.Equal(t, "interrupted", r.Results[len(r.Results)-1].Why)
		assert.Zero(t, asks, "after %d answers", after)
	}
	assert.Greater(t, found["interrupted"], 2)
	assert.Positive(t, found["interrupted; 1 bug"], found)
}

// TestLateAnswer requires that one late answer does not make an engine slow.
func TestLateAnswer(t *testing.T) {
	t.Parallel()
	for _, late := range []int{1, 2, 5, 20, 63} {
		ctx := context.Background()
		now, answers := time.Now(), 0
		engine := picky{newInstance(ctx, ""), nil, func() {
			now = now.Add(100 * time.Microsecond)
			if answers++; answers == late {
				now = now.Add(2 * time.Second)
			}
		}}
		opt := check.Options{Time: 2500 * time.Millisecond, Most: 1500, Seed: 1,
			Now: func() time.Time {
				return now
			}}
		r, err := run(ctx, engine, opt)
		exit, text := judged(r, err)
		assert.Zero(t, exit, text)
		assert.Equal(t, 1500, r.Positions, "answer %d was late", late)
	}
}

// TestNoAnswerToAnAct requires that a check counts only what it compared: here the engine
// gives no key after perft and searches.
func TestNoAnswerToAnAct(t *testing.T) {
	ctx := context.Background()
	r, err := run(ctx, deaf{newInstance(ctx, "undo-side")},
		check.Options{Positions: positions, Seed: 1})
	require.NoError(t, err)
	for _, result := range r.Results {
		if result.Name == "undo" || result.Name == "search" {
			assert.Zero(t, result.Count)
			assert.Equal(t, check.Skipped, result.Status())
			assert.NotEmpty(t, result.Why)
		}
	}
}

// TestOnce: an engine that cannot be started again has no bug for that.
func TestOnce(t *testing.T) {
	r, err := run(context.Background(), once{newInstance(context.Background(), "")},
		check.Options{Positions: positions, Seed: 1})
	exit, text := judged(r, err)
	assert.NotContains(t, []int{1, 2}, exit, text)
	assert.Contains(t, text, "undo       the engine does not start again")
}

type once struct{ check.Source }

func (once) Fresh() (check.Source, error) { return nil, source.ErrStart }

// A deaf engine does no acts.
type deaf struct{ check.Source }

func (s deaf) Do(q check.Query, act string) (check.Answer, error) {
	if act == "" {
		return s.Source.Do(q, act)
	}
	return check.Answer{Refused: "no best move"}, nil
}

func (s deaf) Fresh() (check.Source, error) {
	fresh, err := s.Source.Fresh()
	return deaf{fresh}, err
}

// TestBudget requires a report of a slow engine in time, or of as many positions
// as are wanted, with the bug.
func TestBudget(t *testing.T) {
	const each = 200 * time.Millisecond
	for _, positions := range []int{0, 100} {
		ctx := context.Background()
		now := time.Now()
		begin := now
		engine := picky{newInstance(ctx, "no-side"), nil, func() { now = now.Add(each) }}
		r, err := run(ctx, engine,
			check.Options{Positions: positions, Seed: 1, Now: func() time.Time {
				return now
			}})
		took := now.Sub(begin)
		exit, text := judged(r, err)
		assert.Equal(t, 1, exit, text)
		assert.Contains(t, text, "side")
		assert.LessOrEqual(t, r.Keys, int(took/each), "all are counted once")
		if positions > 0 {
			assert.Equal(t, positions, r.Positions, "however long that takes")
			assert.NotContains(t, fmt.Sprint(r.Notes), "is slow")
			continue
		}
		assert.Contains(t, fmt.Sprint(r.Notes), "is slow")
		assert.Less(t, took, time.Minute, "the others were not asked for")
		assert.Positive(t, r.Positions)
	}
	now := time.Now()
	slow := picky{newInstance(context.Background(), ""), nil, func() { now = now.Add(2 * each) }}
	_, text := judged(run(context.Background(), slow, check.Options{Seed: 1, Now: func() time.Time {
		return now
	}}))
	assert.NotRegexp(t, `makes no null|prints no|gives no`, text, "nobody knows")
	assert.Contains(t, text, "are needed; the engine is slow")
}

// TestSameSeed requires the same report for the same seed, on one screen.
func TestSameSeed(t *testing.T) {
	t.Parallel()
	for _, bug := range []string{"captured", ""} {
		var texts [2]string
		for i := range texts {
			r, err := inProcess(bug, 7)
			require.NoError(t, err)
			r.Seconds, r.Numbers = 0, nil
			var b strings.Builder
			require.NoError(t, r.WriteText(&b))
			texts[i] = b.String()
		}
		assert.Equal(t, texts[0], texts[1])
		if bug == "" {
			assert.LessOrEqual(t, strings.Count(texts[0], "\n"), 24)
		}
	}
}

// TestRare plants wrong keys among right ones, the same by moves and from FENs.
func TestRare(t *testing.T) {
	t.Parallel()
	for _, rate := range []string{"0.0003", "0.001", "0.01", "0.05", "0.2"} {
		t.Run(rate, func(t *testing.T) {
			sample.Skip(t, 4)
			exit, text := judged(inProcess("rare="+rate, 1))
			assert.NotEqual(t, 0, exit, text)
			if exit == 3 {
				t.Skip("the numbers cannot yet be fitted to keys of which some are wrong")
			}
			assert.Equal(t, 1, exit, text)
		})
	}
}

// A mortal dies of each FEN with a halfmove clock over 50. If it is hasty, it
// dies of many commands at once.
type mortal struct {
	check.Source
	hasty bool
}

func (s mortal) About() check.About {
	about := s.Source.About()
	about.Many = true
	return about
}

func (s mortal) Ask(queries []check.Query, one bool) ([]check.Answer, error) {
	if s.hasty && len(queries) > 20 && !one {
		answers, _ := s.Source.Ask(queries[:20], false)
		return answers, &check.Failure{Kind: process.Exited, Status: "exit status 3"}
	}
	return alone(s, queries)
}

func (s mortal) Do(q check.Query, act string) (check.Answer, error) {
	f := strings.Fields(q.FEN)
	isLate := len(f) > 4 && len(f[4]) > 1 && f[4] > "50" // by the halfmove clock
	if !s.hasty && act == "" && isLate {
		return check.Answer{}, &check.Failure{Command: q.String(), Err: errors.New("crashed")}
	}
	return s.Source.Do(q, act)
}

func (s mortal) Fresh() (check.Source, error) {
	fresh, err := s.Source.Fresh()
	return mortal{fresh, s.hasty}, err
}

// TestMortal: an engine that dies of some FENs is checked with the others, and one that dies of
// many commands at once is asked for one key at a time.
func TestMortal(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, hasty := range []bool{false, true} {
		r, err := run(ctx, mortal{newInstance(ctx, "right-rook-captured"), hasty},
			check.Options{Positions: positions})
		exit, text := judged(r, err)
		assert.Equal(t, 1, exit)
		assert.Contains(t, text, "castling")
		assert.Equal(t, !hasty, strings.Contains(text, "dies at this line"))
		assert.Less(t, len(r.Bugs()), 3, text)
		assert.Greater(t, r.Positions, positions/2, text)
		const slow = source.AtOnce
		assert.Equal(t, hasty, slices.Contains(r.Notes, slow), r.Notes)
	}
}
