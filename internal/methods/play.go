package methods

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A player plays fixed sequences and random games with every method that an engine has, at every
// place, and collects the laws that it breaks.
type player struct {
	*tester.Session
	src      *Source
	evidence *checks.Evidence
	rules    explore.Rules
	seed     uint64
	from     []string // the starts of games

	starts   map[string]*explore.Node // by text
	barred   map[string]bool          // moves that the engine refuses, after the FEN
	compared map[string]int           // by check
	groups   map[string]*group
	deadly   map[string]bool // lines of files where the engine has ended before

	// wrongMoves and wrongBoards say that moves give wrong keys, or other positions than those
	// of the rules, as was reported.
	wrongMoves, wrongBoards bool

	// All boards share these.
	proving bool // each key is asked for
	// onlyAlone says that only calls count that show a broken law alone, on new engines.
	onlyAlone bool
	accepts   bool // Try accepts illegal moves, as was reported
	// hangs is set once a method does not return. Each such call takes ten seconds, so that nothing
	// more is played, and no shorter calls are looked for.
	hangs bool
}

// A group is what breaks laws of one check in the same kinds of features, or ends the engine in one
// way.
type group struct {
	check string
	count int
	tried map[string]int // proofs, by law
	// claims are those for which a proof was tried, if only what is shown alone counts.
	claims map[string]bool
	best   *tester.Break // with the shortest calls
	// shows is 2 if the calls of best alone show it, 1 if they do with more calls after the same
	// position than the law has, and 0 if they do not.
	shows int
}

const (
	// mostTried is how often shorter calls are looked for, for one law and group. The first place
	// where a law breaks may be a complicated one.
	mostTried = 2

	// mostClaims is how many claims of a group are tried if only what is shown alone counts. The
	// first ones may compare with an engine that earlier calls have spoilt.
	mostClaims = 16

	// mostStarts limits the memory for positions that were loaded.
	mostStarts = 10_000

	// playedPlies is more than any sequence has that is played here.
	playedPlies = 400

	// An eighth of the time is for two engines, one for the longest sequence, four for methods that
	// make or take back a move, one for Perft and one for Search, which take long. On a slow
	// engine the fixed sequences alone take longer: they have up to five times as long.
	shares    = 8
	lineShare = 5
)

func newPlayer(src *Source, e *checks.Evidence, seed uint64, from []string) *player {
	p := &player{
		src:      src,
		evidence: e,
		rules:    explore.Chess(src.Chess960),
		seed:     seed,
		from:     from,
		starts:   make(map[string]*explore.Node),
		barred:   make(map[string]bool),
		compared: make(map[string]int),
		groups:   make(map[string]*group),
		deadly:   make(map[string]bool),
	}
	for _, d := range e.Log.Deaths {
		p.deadly[where(d.Failure.Err.Error())] = true
	}
	if len(p.from) == 0 {
		p.from = rare.Starts()
		if src.Chess960 {
			p.from = rare.Starts960()
		}
	}
	p.Session = p.session()
	return p
}

// session returns a session that plays from each start, and along the rare sequences.
func (p *player) session() *tester.Session {
	s := &tester.Session{
		Options: tester.Options{Seed: p.seed, Plies: playedPlies, Sequential: p.src.Sequential},
		Times: tester.Times{
			Context: p.src.ctx,
			Stop:    func() bool { return p.hangs },
		},
		New:     func() tester.Game { return p.newBoard() },
		Cloning: func(g tester.Game) func() tester.Game { return g.(*board).clone },
		Verbs:   verbs(),
		Reuse:   true,
		Places:  tester.Places{From: p.from},
	}
	for _, start := range p.from {
		s.Lines = append(s.Lines, tester.Line{Start: start})
		s.Starts = append(s.Starts, start)
	}
	for _, l := range rareLines(p.src.Chess960) {
		if l.FEN == "" {
			continue // the moves from the usual start are also made in games
		}
		s.Lines = append(s.Lines, tester.Line{Start: l.FEN, Moves: l.Moves})
		s.Starts = append(s.Starts, l.FEN)
	}
	// Sequences with many men take long, and those with moves are the rare ones.
	slices.SortStableFunc(s.Lines, func(a, b tester.Line) int {
		return len(b.Moves) - len(a.Moves)
	})
	slices.Sort(s.Starts)
	s.Starts = slices.Compact(s.Starts)
	return s
}

func rareLines(chess960 bool) []rare.Line {
	lines := append(rare.Lines(), rare.EnPassant()...)
	if chess960 {
		lines = append(lines, rare.Lines960()...)
	}
	return lines
}

// start returns the node of a start, which is the same one each time.
func (p *player) start(text string) (*explore.Node, error) {
	n := p.starts[text]
	if n != nil {
		return n, nil
	}
	n, err := p.rules.Start(strings.TrimSpace(text))
	if err != nil {
		return nil, err
	}
	if len(p.starts) >= mostStarts {
		clear(p.starts)
	}
	p.starts[text] = n
	return n, nil
}

// independent plays the laws of two engines, and reports whether they hold. If not, no other law
// means anything. These laws also break if an earlier call of a method has spoilt an engine, so
// only calls count that show it alone, on new engines. All else is forgotten: the laws of the
// methods break, too, and say more. Only a call that does not return stays, because then nothing
// more is played.
func (p *player) independent() bool {
	p.onlyAlone = true
	p.play(1, twoEngines)
	p.onlyAlone = false
	shared := false
	maps.DeleteFunc(p.groups, func(_ string, g *group) bool {
		if g.best == nil {
			return true
		}
		isShared := g.shows == 2 && checkOf(g.best) == twoEngines
		shared = shared || isShared
		return !isShared && g.best.Law != "stuck"
	})
	return !shared
}

// playMethods plays the laws of all methods. One sequence is longer than the arrays in which some
// engines keep what they must restore. It is also made and taken back without any law, because what
// laws call may end an engine long before.
func (p *player) playMethods() {
	long := p.longLine()
	lines := p.Lines
	p.Lines = []tester.Line{long}
	p.check(lineShare*p.src.Within/shares, 0)
	p.Lines = append(lines, long)
	p.play(4, "FEN", "SubKeys", "Undo", "UndoNull", nullMove, "Try", "After", "Clone")
	p.Lines = lines
	p.play(1, "Perft")
	p.play(1, "Search")
}

// longLine returns the longest of some random games.
func (p *player) longLine() tester.Line {
	const games = 16 // one of them is a long one
	line := tester.Line{Start: p.from[0], Only: true}
	e, err := explore.New(explore.Options{
		Rules: p.rules, Known: true, Chess960: p.src.Chess960, Starts: p.from[:1],
		Seed: p.seed,
	})
	if err != nil {
		return line
	}
	for range games {
		nodes := e.Game()
		if len(nodes) == 0 {
			continue
		}
		q := nodes[len(nodes)-1].Query
		if len(q.Moves) > len(line.Moves) {
			line.Moves = q.Moves
		}
	}
	return line
}

// play plays the laws of some checks for some shares of the time.
func (p *player) play(share time.Duration, names ...string) {
	within := p.src.Within * share / shares
	p.check(lineShare*within, within, names...)
}

// check plays the fixed sequences for at most a time, and then random games until a time after the
// beginning, with the laws of some checks.
func (p *player) check(lines, games time.Duration, names ...string) {
	p.Laws = slices.DeleteFunc(laws(), func(l tester.Law) bool {
		another := strings.Contains(l.Want, "3.new")
		return !slices.Contains(names, l.Name) || p.src.Sequential && another
	})
	for name, n := range p.Check(lines, games, p.broken, p.prove) {
		p.compared[name] += n
	}
}

// broken counts a broken law in its group. The session calls it for each, and if it returns false,
// ends the game and calls prove. That costs much, so it is done only for the first laws of a group,
// until calls are known that show it alone, or if a law has fewer calls than these.
func (p *player) broken(b *tester.Break) (goOn bool) {
	g := p.groupOf(b)
	if g == nil {
		return true
	}
	g.count++
	if p.onlyAlone && b.Law != "stuck" {
		isTried := g.claims[claimOf(b)] || len(g.claims) == mostClaims
		return g.check != twoEngines || g.shows == 2 || isTried
	}
	if g.tried[lawOf(b).Got] == mostTried {
		return true
	}
	return g.shows == 2 && len(b.Got) >= len(g.best.Got)
}

// claimOf tells the calls of broken laws apart.
func claimOf(b *tester.Break) string { return fmt.Sprint(b.Base, b.Got) }

// groupOf returns the group of a broken law, or nil if nothing is wrong that the moves before have
// not made wrong.
func (p *player) groupOf(b *tester.Break) *group {
	check := checkOf(b)
	if check == "" || b.Err == errRefused {
		return nil
	}
	id, ok := p.idOf(check, b)
	if !ok {
		return nil
	}
	if p.groups[id] == nil {
		p.groups[id] = &group{
			check: check, tried: make(map[string]int), claims: make(map[string]bool),
		}
	}
	return p.groups[id]
}

// idOf returns what broken laws of one group have in common. ok is false if nothing is wrong that
// the moves before have not made wrong, or if the engine is known to end there.
func (p *player) idOf(check string, b *tester.Break) (id string, ok bool) {
	switch {
	case b.Err != nil:
		return check + " " + b.Err.Error(), true
	case fails(b):
		id = where(ended(b))
		return id, !p.deadly[id]
	}
	m := p.mismatch(b)
	if m == nil {
		return "", false
	}
	return check + " " + m.id(), true
}

// where returns the line of the file in what is said of a panic.
func where(says string) string {
	lines := strings.Split(strings.TrimSpace(says), "\n")
	const file = 2 // the first two lines are the panic and the function
	return lines[min(file, len(lines)-1)]
}

// prove looks for the shortest calls that break a law, on a new engine, and keeps them if the group
// has none that show as much with fewer calls.
func (p *player) prove(b *tester.Break) {
	g := p.groupOf(b)
	if g == nil {
		return
	}
	if b.Law == "stuck" {
		p.hangs = true
		g.best = b
		return
	}
	// What an engine has played may be left in it.
	p.proving, p.Reuse = true, false
	defer func() { p.proving, p.Reuse = false, true }()
	q, _ := p.line(b.Base)
	if p.onlyAlone {
		g.claims[claimOf(b)] = true
		short, shows := p.ProveAlone(b, fenAfter(q), tester.ShrinkCalls/2)
		if shows == 2 {
			g.best, g.shows = short, shows
		}
		return
	}
	short, shows := p.Prove(b, fenAfter(q), tester.ShrinkCalls)
	if shows == 1 && loads(short.Base) > 1 {
		// A report has the calls after the last position that is set up, and here the earlier ones
		// are needed, too.
		shows = 0
		_, rest := p.line(short.Base)
		if text(slices.Concat(rest, short.Got)) == "" {
			short = b
		}
	}
	g.tried[lawOf(b).Got]++
	better := shows == 2 && (g.shows < 2 || size(short) <= size(g.best))
	if g.best == nil || better {
		g.best, g.shows = short, shows
	}
}

// loads returns how often a script sets up a position.
func loads(s tester.Script) (n int) {
	for _, st := range s {
		if st.On == 0 && st.Call == tester.Load {
			n++
		}
	}
	return n
}

// size orders broken laws: the one with the smallest size is the easiest to read.
func size(b *tester.Break) int {
	const aMove = 100 // a call before the law costs more than one of the law
	return aMove*len(b.Base) + len(b.Got) + len(b.Want)
}

// line returns the position that a script loads last, with the moves up to the first other call,
// and the steps from that on.
func (p *player) line(s tester.Script) (q source.Query, rest tester.Script) {
	for i, st := range s {
		switch {
		case st.On == 0 && st.Call == tester.Load:
			n, err := p.start(st.Text)
			if err == nil {
				q, rest = n.Query, nil
			}
		case rest != nil || st.On == 0 && st.Call == tester.New:
		case st.On == 0 && st.Call == tester.Make:
			q = q.Then(st.Text)
		case st.On == 0 && st.Call == tester.Null && !st.Refused():
			q = q.Then(source.NullMove)
		default:
			rest = s[i:]
		}
	}
	return q, rest
}

// standsAt returns the position that the last call of a script finds on its engine: 0, a clone (1)
// or another one.
func (p *player) standsAt(s tester.Script) source.Query {
	const engines = 4
	var at [engines]source.Query
	on := uint8(0)
	for _, st := range s {
		on = st.On
		q := &at[on]
		switch st.Call {
		case tester.Load:
			n, err := p.start(st.Text)
			if err == nil {
				*q = n.Query
			}
		case tester.Make, tester.Try:
			*q = q.Then(st.Text)
		case tester.Null:
			if !st.Refused() {
				*q = q.Then(source.NullMove)
			}
		case tester.Unmake, tester.UndoNull:
			q.Moves = q.Moves[:max(0, len(q.Moves)-1)]
		case tester.Clone:
			at[1] = *q
		}
	}
	return at[on]
}

// comparisons is the unit of the checks of methods.
const comparisons = report.Comparisons
