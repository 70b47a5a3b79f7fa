package adapter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	walkTime    = 1500 * time.Millisecond // if Options has no number of moves
	playoutTime = 5500 * time.Millisecond
	plies       = 200 // of a random game

	// With fewer, nothing is called right.
	fewPositions = 50
	fewAgain     = 5

	mostTexts = 2000
	fewSame   = 8 // changes of a word that leave the key as it is, if no other changes it
)

// Options are the options of [Check].
type Options struct {
	Seed     uint64 // of the random games
	Starts   []string
	Moves    int           // to make, about; 0 is as many as seven seconds allow
	Limit    time.Duration // of an answer; 0 is ten seconds
	Progress func(text string)
	haste    time.Duration // divides the times; for tests
}

// Check runs a program and checks its game. It returns an error if the program cannot
// be checked: it does not start, crashes, hangs or violates the protocol.
func Check(ctx context.Context, opt Options, program string, args ...string) (*report.Report, error) {
	p, err := Start(ctx, opt.Limit, program, args...)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	begin := time.Now()
	c := newChecker(ctx, opt, p)
	r := &report.Report{Engine: strings.Join(append([]string{program}, args...), " "), Seed: opt.Seed, Results: []report.Result{c.numbers()}}
	lines, err := c.lines(r)
	r.Results = append(r.Results, lines...)
	var others []report.Result
	if err == nil {
		others, err = c.another(opt, args, len(r.Bugs()) > 0)
	}
	switch {
	case ctx.Err() != nil:
		r.Interrupted = true
		r.Results = append(r.Results, report.Result{Name: "fields", Main: true, Why: "interrupted"})
	case err != nil:
		return nil, err
	default:
		r.Results = append(r.Results, others...)
	}
	r.Moves, r.Seconds = p.made, time.Since(begin).Seconds()
	return r, ctx.Err()
}

// numbers judges the numbers themselves.
func (c *checker) numbers() report.Result {
	r := c.needs(keys, report.Result{Name: "numbers", Count: len(c.keys), Unit: "number"})
	for _, problem := range tester.KeyProblems(c.keys) {
		if problem.Harmless {
			r.Says += "; " + problem.Explained()
		} else {
			r.Findings = append(r.Findings, report.Finding{Name: problem.Name, What: problem.Explained(), Count: 1})
		}
	}
	c.Weak = len(r.Findings) > 0
	return r
}

// needs returns the result of a check that needs a request. Its Why counts only if nothing was
// compared.
func (p *Program) needs(request string, r report.Result) report.Result {
	switch {
	case p.unknown[request]:
		r.Why = fmt.Sprintf("the program answers unknown to %s: add the request if your game needs it", request)
	case r.Count > 0:
		r.Why = ""
	}
	return r
}

// finding returns a bug.
func finding(err error) report.Finding {
	f := report.Finding{What: err.Error(), Count: 1}
	var bug *tester.Bug
	if errors.As(err, &bug) {
		if f.Features = bug.Features; bug.A.Text != bug.B.Text && bug.Kind() == "undo unmake" {
			f.Look = "what unmake restores besides the key"
		}
	}
	return f
}

// A checker checks the game of a program.
type checker struct {
	*Program
	*tester.Session
	doing string      // now, for Options.Progress
	over  func() bool // what is done now has had its share of the moves
	moves int
	total tester.Result // of all looks that were not ended by a bug
}

func newChecker(ctx context.Context, opt Options, p *Program) *checker {
	c := &checker{Program: p, doing: "the start", moves: opt.Moves}
	haste := max(1, opt.haste)
	c.Session = &tester.Session{
		Options: tester.Options{Seed: opt.Seed, Plies: plies, Starts: opt.Starts, Sequential: true},
		Times:   tester.Times{Context: ctx, Walking: walkTime / haste, Playing: playoutTime / haste, Haste: haste},
		New: func() tester.Game {
			if opt.Progress != nil {
				opt.Progress(fmt.Sprintf("%d moves; %s", p.made, c.doing))
			}
			p.Begin()
			return p
		},
	}
	if c.moves > 0 {
		c.Stop = func() bool { return c.over() }
		c.Walking, c.Playing = time.Hour, time.Hour
	}
	return c
}

// upTo returns whether a count has grown by a number.
func upTo(count *int, by int) func() bool {
	end := *count + by
	return func() bool { return *count >= end }
}

// lines checks the keys along lines of moves, from each start, until a look finds no further bug.
func (c *checker) lines(to *report.Report) ([]report.Result, error) {
	starts, share := c.Starts, 1
	var late []string
	bugs := c.Each(func() (err error) {
		var walked, played *tester.Result
		if c.Starts = starts; c.err == nil {
			err = c.Start()
		}
		if err == nil {
			c.doing, c.over = "every line", upTo(&c.made, c.moves/4/share)
			walked, err = c.Walk()
		}
		if err == nil && late == nil {
			late, err = c.endings()
			c.Seed *= uint64(3 * (len(starts) + len(late) + 1)) // begin with a plain game from each start
		}
		if err == nil {
			c.Starts, c.doing, c.over = slices.Concat(starts, late), "random games", upTo(&c.made, 3*c.moves/4/share)
			played, _, err = c.Play()
		}
		share = 2 // of further looks
		if bug := (*tester.Bug)(nil); errors.As(err, &bug) && bug.Kind() == "load" {
			late = []string{}
		}
		if err == nil {
			c.total.Add(walked)
			c.total.Add(played)
		}
		return err
	})
	stopped := c.Context.Err()
	if stopped != nil { // which ended the program
		bugs = slices.DeleteFunc(bugs, func(err error) bool { return errors.Is(err, stopped) || !errors.As(err, new(*tester.Bug)) })
	} else if c.err != nil {
		return nil, errors.Join(bugs...) // with the line
	}
	if len(bugs) > 0 || c.Weak {
		to.Notes = []string{"a wrong key that one of these bugs explains is not reported again, not even in a check that says ok, and no line goes on after it"}
	}
	all := c.lineResults(len(bugs) > 0)
	for _, err := range bugs {
		r := resultOf(err, all)
		if r.Findings = append(r.Findings, finding(err)); r.Count == 0 {
			r.Bad++
		}
	}
	return all, stopped
}

// endings plays random games, without any check, and returns positions near their ends: rare moves
// are likely there.
func (c *checker) endings() (texts []string, err error) {
	texts = []string{}
	draw := zobrist.NewSplitMix64(c.Seed)
	enough, until := upTo(&c.made, c.moves/8), time.Now().Add(c.Playing/8)
	for _, before := range []int{4, 10} {
		if c.unknown[newText] {
			break
		}
		var all, moves []string
		for c.Begin(); len(all) < plies && c.Moves() > 0 && time.Now().Before(until) && (c.moves == 0 || !enough()); {
			i := int(draw.Uint64() % uint64(c.Moves()))
			moves = append(moves, c.MoveString(i))
			c.Make(i)
			all = append(all, c.Position())
		}
		if c.err != nil {
			return nil, fmt.Errorf("new, then make %s: %w", strings.Join(moves, " "), c.err)
		}
		if len(all) > before {
			texts = append(texts, all[len(all)-before])
		}
	}
	return texts, nil
}

// resultOf returns the result to which a bug belongs. What else its line does is not called right.
func resultOf(err error, all []report.Result) *report.Result {
	var bug *tester.Bug
	if !errors.As(err, &bug) {
		return &all[0]
	}
	row := map[tester.Call]int{tester.Unmake: 1, tester.Null: 2, tester.UndoNull: 2}
	at := 0
	for _, act := range bug.Acts() {
		if at = row[act]; at > 0 {
			all[at].Why = "a bug was found after " + [...]string{1: "undo", 2: "a null move"}[at] + ": repair it first"
		}
	}
	switch kind := bug.Kind(); {
	case kind == "load":
		at = 4
	case bug.Law == "routes" || bug.Law == "collision":
		at = 3
	}
	return &all[at]
}

// lineResults says what was compared.
func (c *checker) lineResults(bugs bool) (all []report.Result) {
	t, none := &c.total, "nothing was compared: allow more moves with -n"
	if c.Context.Err() != nil {
		none = "interrupted"
	} else if t.Positions == 0 && bugs {
		none = "a bug ended this check: repair it first"
	}
	how := fmt.Sprintf(" compared with the recomputed key, in every line of up to %s and in %s, %d of them to the end",
		words.Plural(t.Depth, "ply"), words.Plural(t.Roamed, "random game"), t.Ended)
	for _, line := range []struct {
		request    string // that it needs
		floor      int
		name, unit string
		count      int
		says       string
	}{
		{recompute, fewPositions, "moves", "position", min(t.Positions, c.computed), how},
		{"", fewPositions, "undo", "move", t.Undone, " taken back, and the key compared with the one before"},
		{null, 0, "null move", "null move", t.Calls[tester.Null], ", and moves after them"},
		{position, fewAgain, "routes", "position", t.Again, " reached again by another line, and the keys compared"},
		{newText, 0, "positions", "position", t.Calls[tester.Load], " set up from the text, and compared with those by moves, also after more moves"},
	} {
		r := c.needs(line.request, report.Result{Name: line.name, Count: line.count, Unit: line.unit, Says: line.says, Why: none})
		if r.Status() == report.OK && r.Count < line.floor {
			r.Why = fmt.Sprintf("%d compared, and %d are needed: allow more moves with -n, or a longer game", r.Count, line.floor)
		}
		all = append(all, r)
	}
	if r := &all[0]; r.Status() == report.OK && t.Ended == 0 {
		r.Why = words.Plural(r.Count, r.Unit) + how + ": rare moves may be missing. Allow more moves with -n, or give positions near the end of games with -from"
	}
	all[0].Main, all[3].Main = true, all[4].Status() != report.OK // routes or positions compares equal positions
	return all
}

// another compares the keys with those of a second process. Different keys are not a
// bug. That process may then crash at texts that are no position.
func (c *checker) another(opt Options, args []string, bugs bool) ([]report.Result, error) {
	r := report.Result{Name: "processes", Unit: "key", Says: ", the same in a second process"}
	q, err := Start(c.Context, opt.Limit, c.name, args...)
	if err != nil {
		return nil, fmt.Errorf("started a second time: %w", err)
	}
	defer q.Close()
	if r.Count, err = c.Compare(newChecker(c.Context, Options{}, q).Session); err != nil {
		r.Findings = []report.Finding{finding(err)}
	} else if r.Count == 0 {
		r.Why = "a second process has different keys: do not store keys"
	}
	if err = cmp.Or(c.err, q.err); err != nil {
		return nil, err
	}
	if bugs { // which would explain much
		return []report.Result{r, {Name: "fields", Why: "repair the bugs first"}}, nil
	}
	return []report.Result{r, c.fields(q)}, nil
}

// fields changes a word of a text to that of another position. A word that never changes the key has no
// number in it.
func (c *checker) fields(q *Program) report.Result {
	r := report.Result{Name: "fields", Unit: "change", Says: " of one word of a text"}
	draw, until := zobrist.NewSplitMix64(c.Seed), time.Now().Add(c.Playing/4)
	pick := func(n int) int { return int(draw.Uint64() % uint64(n)) }
	type place struct {
		tried, same int
		example     string
	}
	var places []place
	for i := 0; i < cmp.Or(c.moves, mostTexts)/4 && len(c.texts) > 0 && !c.unknown[newText] && q.err == nil && time.Now().Before(until); i++ {
		text := c.texts[pick(len(c.texts))]
		words, other := strings.Fields(text), strings.Fields(c.texts[pick(len(c.texts))])
		at := pick(len(words) + 1)
		if at >= min(len(words), len(other)) || words[at] == other[at] || q.Load(text) != nil {
			continue
		}
		key := q.Recompute()
		words[at] = other[at]
		changed := strings.Join(words, " ")
		if q.Load(changed) != nil || q.Position() != changed {
			continue
		}
		r.Count++
		places = append(places, make([]place, max(0, at+1-len(places)))...)
		if p := &places[at]; q.Recompute() == key {
			p.same, p.example = p.same+1, fmt.Sprintf("new %s and new %s have the key %v", text, changed, key)
		}
		places[at].tried++
	}
	for i, p := range places {
		if p.same == p.tried && p.same >= fewSame {
			r.Findings = append(r.Findings, report.Finding{Count: p.same, What: fmt.Sprintf("no change of word %d of a text changes the key: %s. If the word follows from the others, leave it out of position", i+1, p.example)})
		}
	}
	return c.needs(newText, r)
}
