package examine_test

import (
	"context"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// An altered source is a planted engine whose answers another bug changes. Each process begins with
// a new bug.
type altered struct {
	source.Source
	start func() answerBug
	bug   answerBug
}

// An answerBug returns what is changed in the key of an answer.
type answerBug func(q source.Query, a source.Answer) zobrist.Key

func newAltered(bug string, start func() answerBug) *altered {
	return &altered{newInstance(context.Background(), bug), start, start()}
}

func (s *altered) Ask(queries []source.Query, alone bool) ([]source.Answer, error) {
	answers, err := s.Source.Ask(queries, alone)
	for i := range answers {
		answers[i].Key ^= s.bug(queries[i], answers[i])
	}
	return answers, err
}

func (s *altered) Do(q source.Query, act string) (source.Answer, error) {
	a, err := s.Source.Do(q, act)
	a.Key ^= s.bug(q, a)
	return a, err
}

func (s *altered) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	return &altered{fresh, s.start, s.start()}, err
}

// cachesFENs sets up each FEN with the key of the first with the same men and side.
func cachesFENs() answerBug {
	cache := make(map[string]zobrist.Key)
	return func(q source.Query, a source.Answer) zobrist.Key {
		if q.FEN == "" || len(q.Moves) > 0 {
			return 0
		}
		men := strings.Join(strings.Fields(q.FEN)[:2], " ")
		if _, ok := cache[men]; !ok {
			cache[men] = a.Key
		}
		return a.Key ^ cache[men]
	}
}

// drawsAnew makes one key in 200 a random one.
func drawsAnew() func() answerBug {
	rng := zobrist.NewSplitMix64(1)
	return func() answerBug {
		return func(source.Query, source.Answer) zobrist.Key {
			if rng.Uint64()%200 != 0 {
				return 0
			}
			return rng.Key()
		}
	}
}

// makesLastMove makes only the last move if the moves before it are those of the last command, and
// does so wrongly.
func makesLastMove() answerBug {
	last := ""
	return func(q source.Query, _ source.Answer) zobrist.Key {
		before := last
		last = q.String()
		if len(q.Moves) < 2 || before != last[:strings.LastIndexByte(last, ' ')] {
			return 0
		}
		return 0x123456789abcdef
	}
}

// keepsRights leaves the castling rights of the start in the key. Each right has a number that
// depends on how many others a process was asked for before it.
func keepsRights() answerBug {
	number := make(map[rune]zobrist.Key)
	return func(q source.Query, _ source.Answer) (added zobrist.Key) {
		rights := "KQkq"
		if q.FEN != "" {
			rights = strings.Fields(q.FEN)[2]
		}
		for _, right := range strings.Trim(rights, "-") {
			if number[right] == 0 {
				number[right] = zobrist.NewSplitMix64(uint64(len(number))).Key()
			}
			added ^= number[right]
		}
		return added
	}
}

// answered examines an engine whose answers a bug changes.
func answered(t *testing.T, bug string, start func() answerBug) *report.Report {
	t.Helper()
	r := examined(t, newAltered(bug, start), observe.Options{Seed: 1, Positions: positions})
	r.Numbers = nil
	return r
}

// TestOrderHidesNothing: the numbers of a process depend on what it is asked for first, as in a
// public engine. Wrong moves make two keys of one process differ all the same, by another number
// than before, and are not said to be right in a new process.
func TestOrderHidesNothing(t *testing.T) {
	t.Parallel()
	r := answered(t, "", keepsRights)
	assert.Contains(t, allNames(r), "moves-castling", r.Text())
	assert.Equal(t, report.IsWrong, rowNamed(t, r, "moves").Status)
	for _, item := range r.Items {
		if item.Name == "moves-castling" {
			shown := item.Got.Key ^ item.Want.Key
			assert.Equal(t, shown, item.Unexplained)
			assert.True(t, item.OtherNumbers)
		}
	}
}

// TestAgainShows requires that a position which is said to have two keys has them, by the commands
// that the report shows.
func TestAgainShows(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func() answerBug{
		"caches FENs":     cachesFENs,
		"makes last move": makesLastMove,
	} {
		t.Run(name, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			r := answered(t, "", start)
			require.Len(t, r.Items, 1, r.Text())
			item := r.Items[0]
			require.Equal(t, "again", item.Name, r.Text())
			require.NotNil(t, item.Got.Last, r.Text())
			assert.True(t, item.Want.Query.Equal(*item.Got.Last), "one position\n%s", r.Text())
			keyAfter := func(queries ...source.Query) zobrist.Key {
				answers, err := newAltered("", start).Ask(queries, true)
				require.NoError(t, err)
				return answers[len(answers)-1].Key
			}
			assert.NotEqual(t, item.Got.Key, item.Want.Key)
			assert.Equal(t, item.Got.Key, keyAfter(item.Got.Query, *item.Got.Last))
			assert.Equal(t, item.Want.Key, keyAfter(item.Want.Query))
		})
	}
}

// TestRandom requires that keys that are drawn anew at each question make no item but that of the
// check again, and that they are not taken for a clock in the key.
func TestRandom(t *testing.T) {
	t.Parallel()
	for _, bug := range []string{"", "captured"} {
		t.Run(bug, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			r := answered(t, bug, drawsAnew())
			for _, item := range r.Items {
				assert.Contains(t, []string{"again", "moves-piece"}, item.Name, r.Text())
			}
			for _, row := range r.Rows {
				assert.NotEqual(t, report.SkipClock, row.Skip, r.Text())
			}
		})
	}
}

// A leaving source is a planted engine that has the key after its best move after a search, and
// still the position before it.
type leaving struct{ source.Source }

func (s leaving) Do(q source.Query, act string) (source.Answer, error) {
	a, err := s.Source.Do(q, act)
	if err != nil || a.Move == "" {
		return a, err
	}
	after, err := s.Ask([]source.Query{q.Then(a.Move)}, true)
	if err == nil {
		a.Key = after[0].Key
	}
	return a, err
}

func (s leaving) Fresh() (source.Source, error) {
	fresh, err := s.Source.Fresh()
	return leaving{fresh}, err
}

// TestLeavesBest requires that the key after the best move is wrong if the engine shows that it has
// not made that move.
func TestLeavesBest(t *testing.T) {
	t.Parallel()
	src := leaving{newInstance(context.Background(), "")}
	r := examined(t, src, observe.Options{Seed: 1, Positions: positions})
	require.Len(t, r.Items, 1)
	assert.Equal(t, "search", r.Items[0].Check)
}

// wrongFENs gives one FEN in 64 a key of its own.
func wrongFENs() answerBug {
	return func(q source.Query, _ source.Answer) zobrist.Key {
		hash := fnv.New64()
		_, _ = hash.Write([]byte(q.FEN))
		if len(q.Moves) > 0 || q.FEN == "" || hash.Sum64()%64 != 0 {
			return 0
		}
		return zobrist.NewSplitMix64(hash.Sum64()).Key()
	}
}

// TestWrongFENs requires one item of keys that are wrong from FENs, compared with keys by moves as
// well as with the numbers of other FENs, and that it says which key is wrong.
func TestWrongFENs(t *testing.T) {
	t.Parallel()
	sample.Skip(t, 1)
	r := answered(t, "", wrongFENs)
	require.Len(t, r.Items, 1, r.Text())
	assert.Equal(t, report.FromFEN, r.Items[0].Got.Route, r.Text())
	assert.Contains(t, r.Text(), "look: the function that sets up a FEN.")
}
