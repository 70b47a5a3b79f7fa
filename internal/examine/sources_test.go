package examine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/planted"
	"github.com/zobrist-go/zobrist/internal/proofread"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// examined examines a source that answers to the end.
func examined(t *testing.T, src source.Source, opt observe.Options) *report.Report {
	t.Helper()
	r, err := examine.Engine(context.Background(), src, examine.Options{Options: opt})
	require.NoError(t, err)
	return r
}

// noted reports whether a report has a note of a topic.
func noted(r *report.Report, topic report.NoteTopic) bool {
	return slices.ContainsFunc(r.Notes, func(n report.Note) bool { return n.Topic == topic })
}

// A picky engine refuses queries, and calls a function after each answer.
type picky struct {
	source.Source
	refuses func(q source.Query) bool
	asked   func()
}

func (s picky) Ask(queries []source.Query, _ bool) ([]source.Answer, error) {
	return alone(s, queries)
}

// alone asks a source for one key after the other.
func alone(s source.Source, queries []source.Query) (answers []source.Answer, err error) {
	for _, q := range queries {
		a, err := s.Do(q, "")
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

func (s picky) Do(q source.Query, act string) (source.Answer, error) {
	a, err := s.Source.Do(q, act)
	if err != nil {
		return a, err
	}
	if s.asked != nil {
		s.asked()
	}
	if s.refuses != nil && act == "" && s.refuses(q) {
		a = source.Answer{Refused: "too many pieces"}
	}
	return a, nil
}

func (s picky) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	s.Source = fresh
	return s, err
}

// TestStarts requires that an engine is not sound if there was nothing to compare, and that the
// search for positions ends.
func TestStarts(t *testing.T) {
	t.Parallel()
	stalemates := make([]string, 110)
	for i := range stalemates {
		stalemates[i] = fmt.Sprint("k7/2Q5/8/8/8/8/8/7K b - - 0 ", i+1)
	}
	// one legal move, and then mate in one
	mate := []string{"k7/8/1QK5/8/8/8/8/8 b - - 0 1"}
	for _, c := range []struct {
		starts []string
		n      int
	}{{stalemates, 1000}, {stalemates, 0}, {mate, 1000}, {nil, 1}, {nil, 5}, {nil, 40}} {
		t.Run(fmt.Sprint(len(c.starts), " starts, ", c.n), func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			src := newInstance(context.Background(), "")
			r := examined(t, src, observe.Options{Starts: c.starts, Positions: c.n, Seed: 1})
			assert.Equal(t, 3, r.Exit(), r.Text())
			assert.NotEmpty(t, r.Missed(), r.Text())
		})
	}
}

// TestRefused requires that a FEN that the engine cannot set up is counted, and is no bug. A legal
// move that it refuses is a bug.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		refuses func(q source.Query) bool
		exit    int
		ok      string // a check that ran
	}{
		{"each FEN", func(q source.Query) bool { return q.FEN != "" }, 3, ""},
		{"all", func(q source.Query) bool { return true }, 3, ""},
		{"black queens", func(q source.Query) bool {
			board, _, _ := strings.Cut(q.FEN, " ")
			return strings.Count(board, "q") > 1
		}, 0, "moves"},
		{"the move number 37", func(q source.Query) bool {
			return strings.HasSuffix(q.FEN, " 37")
		}, 0, "fields"},
		{"clocks", func(q source.Query) bool {
			f := strings.Fields(q.FEN)
			return len(f) == 6 && f[4] != "0"
		}, 0, "routes"},
		{"a move", func(q source.Query) bool { return slices.Contains(q.Moves, "e2e4") }, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			src := picky{newInstance(context.Background(), ""), c.refuses, nil}
			r := examined(t, src, observe.Options{Positions: 700, Seed: 1})
			assert.Equal(t, c.exit, r.Exit(), r.Text())
			if c.ok != "" {
				assert.Equal(t, report.OK, r.StatusOf(c.ok), r.Text())
			}
			if c.exit == 1 {
				assert.Equal(t, "refused-move", r.Items[0].Name, r.Text())
			}
			assert.Equal(t, c.name != "a move", noted(r, report.NoteUntried),
				"sequences behind a refused move are no refused FENs\n%s", r.Text())
		})
	}
}

// TestCanceled requires that nothing more is asked when the context ends, and that the report has
// the wrong keys that were seen.
func TestCanceled(t *testing.T) {
	t.Parallel()
	found := make(map[int]int) // reports by the number of their items
	for after := 1; ; after = after*2 + 1 {
		ctx, cancel := context.WithCancel(context.Background())
		asks := after
		src := picky{newInstance(ctx, "captured"), nil, func() {
			asks--
			if asks == 0 {
				cancel()
			}
		}}
		r, err := examine.Engine(ctx, src, examine.Options{
			Options: observe.Options{Positions: 400, Seed: 1},
		})
		cancel()
		if err == nil {
			assert.Positive(t, asks, "it ended before")
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		assert.Equal(t, 130, r.Exit())
		assert.Zero(t, asks, "after %d answers", after)
		found[min(len(r.Items), 1)]++
	}
	assert.Positive(t, found[0])
	assert.Positive(t, found[1])
}

// TestLateAnswer requires that one late answer does not make an engine slow.
func TestLateAnswer(t *testing.T) {
	t.Parallel()
	for _, late := range []int{1, 63} {
		now, answers := time.Now(), 0
		src := picky{newInstance(context.Background(), ""), nil, func() {
			now = now.Add(100 * time.Microsecond)
			answers++
			if answers == late {
				now = now.Add(2 * time.Second)
			}
		}}
		r := examined(t, src, observe.Options{
			Time: 2500 * time.Millisecond,
			Most: 600,
			Seed: 1,
			Now:  func() time.Time { return now },
		})
		assert.Zero(t, r.Exit(), r.Text())
		assert.Equal(t, 600, r.Positions, "answer %d was late", late)
		assert.False(t, noted(r, report.NoteSlow), r.Text())
	}
}

// TestBudget requires a report of a slow engine in time, or of as many positions as are wanted,
// with the bug. Each act that a check needs may take some more time.
func TestBudget(t *testing.T) {
	t.Parallel()
	const (
		each       = 200 * time.Millisecond
		eachAct    = 6 * time.Second // 14 times the act, and the key before it
		mostOthers = 110 * time.Second
	)
	most := mostOthers
	about := newInstance(context.Background(), "").About()
	for _, act := range checks.Acts(checks.All()) {
		commands := act.Commands(about)
		most += time.Duration(len(commands)) * eachAct
	}
	for _, positions := range []int{0, 100} {
		now := time.Now()
		begin := now
		src := picky{
			newInstance(context.Background(), "no-side"), nil, func() { now = now.Add(each) },
		}
		r := examined(t, src, observe.Options{
			Positions: positions, Seed: 1, Now: func() time.Time { return now },
		})
		took := now.Sub(begin)
		assert.Equal(t, 1, r.Exit(), r.Text())
		assert.Contains(t, r.Items[0].Kinds, "side", r.Text())
		assert.LessOrEqual(t, r.Asked, int(took/each), "all are counted once")
		assert.Equal(t, positions == 0, noted(r, report.NoteSlow), r.Text())
		if positions > 0 {
			assert.Equal(t, positions, r.Positions, "however long that takes")
			continue
		}
		assert.Less(t, took, most, "the others were not asked for")
		assert.Positive(t, r.Positions)
	}
}

// A deaf engine does no acts.
type deaf struct{ source.Source }

func (s deaf) Do(q source.Query, act string) (source.Answer, error) {
	if act == "" {
		return s.Source.Do(q, act)
	}
	return source.Answer{Refused: "no best move"}, nil
}

func (s deaf) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	return deaf{fresh}, err
}

// TestDeaf requires that a check counts only what it compared: here the engine gives no key after
// perft and searches.
func TestDeaf(t *testing.T) {
	t.Parallel()
	src := deaf{newInstance(context.Background(), "undo-side")}
	r := examined(t, src, observe.Options{Positions: 400, Seed: 1})
	for _, row := range r.Rows {
		if row.Check == "undo" || row.Check == "search" {
			assert.Equal(t, report.Skipped, row.Status, r.Text())
			assert.Zero(t, row.Compared)
			assert.NotEqual(t, report.Ran, row.Skip)
		}
	}
}

// A quiet engine prints no key after an act, or in some positions.
type quiet struct {
	source.Source
	act    string // how its command begins
	silent func(q source.Query) bool
	many   bool // only if many commands come at once
	some   bool // after the act only in the positions of silent, and else never
}

func (s quiet) About() source.About {
	about := s.Source.About()
	about.Ask, about.Many = "d", true
	return about
}

func (s quiet) Ask(queries []source.Query, one bool) ([]source.Answer, error) {
	answers, err := s.Source.Ask(queries, one)
	for i := range answers {
		isSilent := s.silent != nil && s.silent(queries[i])
		if isSilent && !s.some && !(s.many && one) {
			answers[i] = noKey()
		}
	}
	return answers, err
}

func (s quiet) Do(q source.Query, act string) (source.Answer, error) {
	a, err := s.Source.Do(q, act)
	if s.act != "" && strings.HasPrefix(act, s.act) && (!s.some || s.silent(q)) {
		a = noKey()
	}
	return a, err
}

func (s quiet) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	s.Source = fresh
	return s, err
}

// noKey is the answer of an engine that prints something else.
func noKey() source.Answer {
	return source.Answer{NoKey: true, Refused: "it prints ?"}
}

// TestNoKeyAfterAct requires that an engine which prints no key after one kind of command is
// checked with all others, and that the row of the check says so, with the commands.
func TestNoKeyAfterAct(t *testing.T) {
	t.Parallel()
	isNull := func(q source.Query) bool { return slices.Contains(q.Moves, source.NullMove) }
	for check, src := range map[string]quiet{
		"undo":      {act: "go perft"},
		"search":    {act: "go depth 1"},
		"new game":  {act: "ucinewgame"},
		"null move": {silent: isNull},
	} {
		t.Run(check, func(t *testing.T) {
			t.Parallel()
			src.Source = newInstance(context.Background(), "captured")
			r := examined(t, src, observe.Options{Positions: 400, Seed: 1})
			assert.Equal(t, []string{"moves-piece"}, allNames(r), r.Text())
			for _, row := range r.Rows {
				switch row.Check {
				case check:
					assert.Equal(t, report.SkipNoKeyAfter, row.Skip, r.Text())
					assert.Contains(t, row.Text(), `prints no key after "position `)
					assert.Contains(t, row.Text(), src.act)
					assert.Contains(t, row.Text(), `; d": it prints ?`)
				case "board", "undo", "search", "null move", "new game", "processes", "again":
					assert.Equal(t, report.OK, row.Status, r.Text())
				}
			}
			assert.Empty(t, proofread.Report(r), r.Text())
		})
	}
}

// TestNoKeyAfterSome requires that an engine which prints no key after some searches is not said to
// be right in all of them without a word.
func TestNoKeyAfterSome(t *testing.T) {
	t.Parallel()
	black := func(q source.Query) bool { return strings.Contains(q.FEN, " b ") }
	src := quiet{
		Source: newInstance(context.Background(), ""), act: "go depth", silent: black, some: true,
	}
	r := examined(t, src, observe.Options{Positions: 400, Seed: 1})
	assert.Positive(t, rowNamed(t, r, "search").Compared)
	assert.True(t, noted(r, report.NoteMute), r.Text())
	assert.Contains(t, r.Text(), "prints no key after some commands")
}

// TestNoKeyInPosition requires that positions without a key are counted, and are no bug. If there
// is a key once only that position is asked for, the engine has lost a command.
func TestNoKeyInPosition(t *testing.T) {
	t.Parallel()
	black := func(q source.Query) bool { return strings.Contains(q.FEN, " b ") }
	for _, many := range []bool{false, true} {
		src := quiet{Source: newInstance(context.Background(), ""), silent: black, many: many}
		r := examined(t, src, observe.Options{Positions: 400, Seed: 1})
		assert.NotEqual(t, 1, r.Exit(), r.Text())
		assert.Equal(t, many, noted(r, report.NoteAtOnce), r.Text())
		assert.Equal(t, !many, noted(r, report.NoteKeyless), r.Text())
		assert.Empty(t, proofread.Report(r), r.Text())
	}
	asked := 0
	mute := func(source.Query) bool {
		asked++
		return asked > 600
	}
	src := quiet{Source: newInstance(context.Background(), ""), silent: mute}
	r := examined(t, src, observe.Options{Positions: 800, Seed: 1})
	assert.Contains(t, r.Text(), "it prints no key any more: it prints ?")
	assert.Equal(t, 3, r.Exit(), r.Text())
}

// An engine that starts once only.
type once struct{ source.Source }

func (once) Fresh() (source.Source, error) { return nil, source.ErrStart }

// TestOnce requires that an engine that cannot be started again has no bug for that.
func TestOnce(t *testing.T) {
	t.Parallel()
	src := once{newInstance(context.Background(), "")}
	r := examined(t, src, observe.Options{Positions: 400, Seed: 1})
	assert.Contains(t, []int{0, 3}, r.Exit(), r.Text())
	assert.Equal(t, report.Skipped, r.StatusOf("processes"), r.Text())
}

// A misreader takes 0000 for the move h8h8, which captures its own man. It may print FENs.
type misreader struct {
	source.Source
	prints bool
}

func (s misreader) Ask(queries []source.Query, _ bool) ([]source.Answer, error) {
	return alone(s, queries)
}

func (s misreader) Do(q source.Query, act string) (source.Answer, error) {
	a, err := s.Source.Do(q, act)
	if err != nil {
		return a, err
	}
	if len(q.Moves) > 0 && q.Moves[len(q.Moves)-1] == source.NullMove {
		p, err := chess.ParseFEN(a.FEN)
		if err != nil {
			return a, err
		}
		p.Board[63] = zobrist.NoPiece
		p.Castling &^= zobrist.BlackShort
		a, err = s.Source.Do(source.Query{FEN: p.FEN()}, act)
		if err != nil {
			return a, err
		}
	}
	if !s.prints {
		a.FEN = ""
	}
	return a, nil
}

func (s misreader) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	return misreader{fresh, s.prints}, err
}

// TestMisreadNull requires that an engine that does not know 0000 has no bug in null moves,
// whatever move it reads.
func TestMisreadNull(t *testing.T) {
	t.Parallel()
	for _, prints := range []bool{false, true} {
		src := misreader{newInstance(context.Background(), "null-ep"), prints}
		r := examined(t, src, observe.Options{Positions: 500, Seed: 1})
		assert.Zero(t, r.Exit(), r.Text())
		assert.NotEqual(t, report.OK, r.StatusOf("null move"), r.Text())
	}
}

// A mortal dies of each FEN with a halfmove clock over 50. If it is hasty, it dies of many commands
// at once instead.
type mortal struct {
	source.Source
	hasty bool
}

func (s mortal) About() source.About {
	about := s.Source.About()
	about.Many = true
	return about
}

func (s mortal) Ask(queries []source.Query, one bool) ([]source.Answer, error) {
	const most = 20
	if s.hasty && len(queries) > most && !one {
		answers, _ := s.Source.Ask(queries[:most], false)
		return answers, &source.Failure{Kind: process.Exited, Status: "exit status 3"}
	}
	return alone(s, queries)
}

func (s mortal) Do(q source.Query, act string) (source.Answer, error) {
	f := strings.Fields(q.FEN)
	isLate := len(f) > 4 && len(f[4]) > 1 && f[4] > "50" // by the halfmove clock
	if !s.hasty && act == "" && isLate {
		return source.Answer{}, &source.Failure{Command: q.String(), Err: errors.New("crashed")}
	}
	return s.Source.Do(q, act)
}

func (s mortal) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	return mortal{fresh, s.hasty}, err
}

// TestMortal requires that an engine that dies of some FENs is checked with the others, and that
// one that dies of many commands at once is asked for one key at a time.
func TestMortal(t *testing.T) {
	t.Parallel()
	for _, hasty := range []bool{false, true} {
		src := mortal{newInstance(context.Background(), "right-rook-captured"), hasty}
		r := examined(t, src, observe.Options{Positions: 700, Seed: 1})
		assert.Equal(t, 1, r.Exit())
		names := []string{"moves-castling"}
		if !hasty {
			names = append(names, "crash")
		}
		var found []string
		for _, item := range r.Items {
			found = append(found, item.Name)
		}
		assert.ElementsMatch(t, names, found, r.Text())
		assert.Greater(t, r.Positions, 350, r.Text())
		assert.Equal(t, hasty, noted(r, report.NoteAtOnce), r.Text())
	}
}

// A fragile engine dies of each promotion.
type fragile struct{ source.Source }

func (s fragile) Ask(queries []source.Query, _ bool) ([]source.Answer, error) {
	return alone(s, queries)
}

func (s fragile) Do(q source.Query, act string) (source.Answer, error) {
	const promotion = len("a7a8q")
	for _, move := range q.Moves {
		if len(move) == promotion {
			return source.Answer{}, &source.Failure{Command: q.Command(), Kind: process.Exited}
		}
	}
	return s.Source.Do(q, act)
}

func (s fragile) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	return fragile{fresh}, err
}

// TestDeadlyMoves requires that an engine that dies of each move of a kind is checked with all
// other moves, although the first sequences have more of that kind than it has lives.
func TestDeadlyMoves(t *testing.T) {
	t.Parallel()
	src := fragile{newInstance(context.Background(), "captured")}
	r := examined(t, src, observe.Options{Positions: 400, Seed: 1})
	assert.ElementsMatch(t, []string{"crash", "moves-piece"}, allNames(r), r.Text())
	assert.Greater(t, rowNamed(t, r, "moves").Compared, 250, r.Text())
	for _, check := range []string{"fields", "XOR", "numbers", "routes"} {
		assert.Equal(t, report.OK, r.StatusOf(check), r.Text())
	}
}

// TestSameSeed requires the same report for the same seed, and that of a sound engine on one
// screen.
func TestSameSeed(t *testing.T) {
	t.Parallel()
	for _, bug := range []string{"captured", ""} {
		var texts [2]string
		for i := range texts {
			src := newInstance(context.Background(), bug)
			r := examined(t, src, observe.Options{Positions: 400, Seed: 7})
			r.Seconds, r.Numbers = 0, nil
			texts[i] = r.Text()
		}
		assert.Equal(t, texts[0], texts[1])
		if bug == "" {
			assert.LessOrEqual(t, strings.Count(texts[0], "\n"), 24)
		}
	}
}

// TestRows requires that the sound engine gets an "ok" in each row, with a count, and that a
// planted bug turns it into a failure. Without ZOBRIST_SAMPLE=1 it tries some of the rows.
func TestRows(t *testing.T) {
	t.Parallel()
	sound := inProcess(t, "")
	assert.Zero(t, sound.Exit(), sound.Text())
	bugs := map[string]string{
		"keys":      "constant",
		"board":     "960-inner-rook",
		"moves":     "captured",
		"undo":      "undo-capture",
		"search":    "search-cutoff",
		"null move": "null-ep",
		"new game":  "second-game",
		"fields":    "no-side",
		"XOR":       "e4-by-side",
		"numbers":   "zero",
		"routes":    "side-many",
		"processes": "uninitialised",
		"again":     "startpos-stays",
	}
	for _, c := range checks.All() {
		if c.Name == "crash" {
			continue // TestMortal; that an engine goes on is no news, so there is no row
		}
		t.Run(c.Name, func(t *testing.T) {
			bug := bugs[c.Name]
			_, isPlanted := planted.Bugs()[bug]
			require.True(t, isPlanted, "plant a bug that this check finds, and name it here")
			assert.Equal(t, report.OK, sound.StatusOf(c.Name), sound.Text())
			sample.Skip(t, 1)
			t.Parallel()
			r := inProcess(t, bug)
			wrong := []report.Status{report.IsWrong, report.OnlyWeak, report.OnlyHarmless}
			assert.Contains(t, wrong, r.StatusOf(c.Name), r.Text())
			assert.Equal(t, 1, r.Exit())
		})
	}
}
