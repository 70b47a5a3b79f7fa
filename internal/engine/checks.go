package engine

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// Checks returns the checks of an engine in this process: those of every engine, and one
// for each optional method. within is the longest time of each check of a method.
func Checks(within time.Duration) []check.Check {
	all := []check.Check{{Name: "Key", Main: true, Needs: []check.Need{check.Lines}, Run: checkKey, Inside: true}}
	for _, c := range check.All() {
		switch c.Name {
		case "moves":
			c = enough(c)
		case "processes":
			c = seeded(c)
		case "undo":
			c = only(c, "Perft or Search", func(e Engine) bool { return is[perfter](Options{}, e) || is[searcher](Options{}, e) })
		case "null move":
			c = only(c, "Null", func(e Engine) bool { return is[nuller](Options{}, e) })
		}
		all = append(all, c)
	}
	needs := []check.Need{check.Varied, check.Schemes}
	for _, c := range []struct {
		name string
		at   func(*inspection) error
		has  func(Options, Engine) bool
	}{
		{"Undo", undoAt, is[undoer]},
		{"Try", tryAt, is[trier]},
		{"After", afterAt, is[afterer]},
		{"UndoNull", undoNullAt, is[nuller]},
		{"Clone", cloneAt, func(o Options, _ Engine) bool { return o.Clone != nil }},
	} {
		all = append(all, check.Check{Name: c.name, Needs: needs, Inside: true, Run: func(ev *check.Evidence) (check.Result, error) {
			s, err := fresh(ev)
			if err != nil {
				return check.Result{}, err
			}
			if !c.has(s.Options, s.e) {
				return check.Result{Why: "the engine has no method " + c.name}, nil
			}
			return inspect(ev, s, within, c.at)
		}})
	}
	return append(all,
		check.Check{Name: "two engines", Needs: needs, Inside: true, Run: func(ev *check.Evidence) (check.Result, error) { return checkApart(ev, within) }},
		check.Check{Name: "threads", Needs: needs, Inside: true, Run: checkThreads},
		check.Check{Name: "PawnKey", Needs: needs, Inside: true, Run: func(ev *check.Evidence) (check.Result, error) { return checkPawnKey(ev, within) }},
		check.Check{Name: "Keys", Run: checkKeys, Inside: true})
}

// only returns the check for engines that have a method.
func only(c check.Check, method string, has func(Engine) bool) check.Check {
	run := c.Run
	c.Run = func(ev *check.Evidence) (check.Result, error) {
		if !has(ev.Source().(*source).e) {
			return check.Result{Why: "the engine has no method " + method}, nil
		}
		return run(ev)
	}
	return c
}

// enough returns a check that does not run with a few positions.
func enough(c check.Check) check.Check {
	const least = 20
	run := c.Run
	c.Run = func(ev *check.Evidence) (check.Result, error) {
		r, err := run(ev)
		if r.Status() == check.OK && r.Count < least {
			r.Why = fmt.Sprintf("only %d of the positions can be set up or reached by moves, want %d", r.Count, least)
		}
		return r, err
	}
	return c
}

// seeded names the option for engines with other keys in each process.
func seeded(c check.Check) check.Check {
	run := c.Run
	c.Run = func(ev *check.Evidence) (check.Result, error) {
		r, err := run(ev)
		if r.Bad > 0 && r.Why != "" {
			r.Why += "; set Config.Unseeded if that is meant"
		}
		return r, err
	}
	return c
}

func is[T any](_ Options, e Engine) bool {
	_, ok := e.(T)
	return ok
}

func fresh(ev *check.Evidence) (*source, error) {
	src, err := ev.Source().Fresh()
	if err != nil {
		return nil, err
	}
	return src.(*source), nil
}

// checkKey requires that asking for the key does not change it.
func checkKey(ev *check.Evidence) (check.Result, error) {
	s := ev.Source().(*source)
	r := check.Result{Count: s.keys, Unit: "key", Says: " asked for twice: the same"}
	if t := s.twice; t != nil {
		r.Bad, r.Says = 1, ""
		r.Findings = []check.Finding{{
			What: "Key returns another key when it is called again: does it change the position?", Cause: "Key",
			At: t.at, FEN: played(t.at), Got: t.second, Of: "second call", Want: t.first, OfWant: "first call", WantAt: t.at, Count: 1,
		}}
	}
	return r, nil
}

// An inspection is one position in the check of a method.
type inspection struct {
	*source
	ev    *check.Evidence
	query check.Query
	pos   *zobrist.ChessPosition
	key   zobrist.Key
	count int // of comparisons
	found *check.Finding
}

// inspect calls at in positions from all lines, until it has found a bug or the time is
// over.
func inspect(ev *check.Evidence, s *source, within time.Duration, at func(*inspection) error) (check.Result, error) {
	const least = 20 // positions, however slow the engine is
	in := &inspection{source: s, ev: ev}
	r := check.Result{Unit: "comparison"}
	begin := time.Now()
	nodes := ev.Nodes()
	tried := 0
	for _, i := range visits(nodes) {
		if in.found != nil || tried >= least && time.Since(begin) > within {
			break
		}
		tried++
		p, err := zobrist.ParseFEN(nodes[i].FEN)
		if err != nil {
			return r, err
		}
		in.query, in.pos = check.Query{FEN: nodes[i].FEN}, &p
		if tried%4 == 0 { // what the engine keeps of earlier moves may matter
			in.query = nodes[i].Query
		}
		err = s.call(in.query.Command, func() {
			if s.place(in.query) == "" {
				in.key = s.e.Key()
			}
		})
		if err == nil && s.placed {
			err = at(in)
		}
		if err != nil {
			return r, err
		}
	}
	r.Count = in.count
	if in.found != nil {
		r.Bad, r.Findings = 1, []check.Finding{*in.found}
	}
	return r, nil
}

// visits returns the order in which to visit nodes, spread evenly, however many there is
// time for. Every second one has an en passant square, while there are any: these are rare.
func visits(nodes []*check.Node) (order []int) {
	var rare, others []int
	for i, step := 0, stride(len(nodes)); len(rare)+len(others) < len(nodes); i = (i + step) % len(nodes) {
		if f := strings.Fields(nodes[i].FEN); len(f) > 3 && f[3] != "-" {
			rare = append(rare, i)
		} else {
			others = append(others, i)
		}
	}
	for len(rare) > 0 || len(others) > 0 {
		if len(rare) > 0 {
			order, rare = append(order, rare[0]), rare[1:]
		}
		if len(others) > 0 {
			order, others = append(order, others[0]), others[1:]
		}
	}
	return order
}

// stride returns a step that visits all of n nodes, neighbours far apart.
func stride(n int) int {
	step := max(n*5/8, 1)
	for gcd(step, n) > 1 {
		step++
	}
	return step
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// expect compares a key after the moves then, which is a text such as "Move(e2e4), Undo()".
func (in *inspection) expect(got, want zobrist.Key, then, what string) {
	in.count++
	if got == want || in.found != nil {
		return
	}
	why, features := in.ev.Explain(got, want)
	in.found = &check.Finding{What: what, Cause: what, At: in.query, FEN: in.pos.FEN(), Then: then,
		Got: got, Of: "got", Want: want, OfWant: "want", WantAt: in.query, Why: why, Features: features, Count: 1}
	in.placed = false
}

// fail reports a bug without keys.
func (in *inspection) fail(then, what string) {
	if in.count++; in.found == nil {
		in.found = &check.Finding{What: what, Cause: what, At: in.query, FEN: in.pos.FEN(), Then: then, Count: 1}
	}
	in.placed = false
}

// again brings the engine back to the position.
func (in *inspection) again() {
	in.placed = in.placed && len(in.at.Moves) == len(in.query.Moves)
	in.place(in.query)
}

// legal calls f for each legal move, at the position.
func (in *inspection) legal(f func(move string, m zobrist.ChessMove)) error {
	for _, m := range movegen.Legal(in.pos) {
		move := in.ev.MoveText(in.pos, m)
		err := in.call(func() string { return in.query.Command() + ", then " + move }, func() {
			in.again()
			f(move, m)
		})
		if err != nil || in.found != nil {
			return err
		}
	}
	return nil
}

// moved makes a move. It reports whether the engine accepted it: the check of moves
// reports refused moves.
func (in *inspection) moved(move string) bool {
	in.placed = false
	return in.e.Move(move) == nil
}

// undoAt makes each move and a reply, and takes both back.
func undoAt(in *inspection) error {
	u := in.e.(undoer)
	return in.legal(func(move string, m zobrist.ChessMove) {
		if !in.moved(move) {
			return
		}
		after := in.e.Key()
		next := *in.pos
		next.Play(m)
		if replies := movegen.Legal(&next); len(replies) > 0 {
			reply := in.ev.MoveText(&next, replies[in.count%len(replies)])
			if in.moved(reply) {
				u.Undo()
				in.expect(in.e.Key(), after, "Move("+move+"), Move("+reply+"), Undo()", "Undo does not restore the key")
			}
		}
		u.Undo()
		in.expect(in.e.Key(), in.key, "Move("+move+"), Undo()", "Undo does not restore the key")
		if f, ok := in.e.(fener); ok && in.found == nil {
			if got, want := f.FEN(), in.fenBefore(); got != want {
				in.fail("Move("+move+"), Undo()", "Undo does not restore the position: FEN returns "+got+", want "+want)
			}
		}
		in.placed = in.found == nil
	})
}

// fenBefore returns the FEN that the engine writes of the position.
func (in *inspection) fenBefore() string {
	in.placed = false
	in.place(in.query)
	return in.e.(fener).FEN()
}

// tryAt tries illegal moves, which must change nothing, and legal ones.
func tryAt(in *inspection) error {
	try := in.e.(trier).Try
	for _, m := range movegen.Illegal(in.pos) {
		err := in.call(func() string { return in.query.Command() + ", then Try(" + m.String() + ")" }, func() {
			in.again()
			then := "Try(" + m.String() + ")"
			if try(m.String()) {
				in.fail(then, "Try accepts a move that leaves the king in check")
				return
			}
			in.expect(in.e.Key(), in.key, then, "Try of an illegal move changes the key")
		})
		if err != nil || in.found != nil {
			return err
		}
	}
	return in.legal(func(move string, _ zobrist.ChessMove) {
		if !in.moved(move) {
			return
		}
		want := in.e.Key()
		in.again()
		in.placed = false
		if !try(move) {
			in.fail("Try("+move+")", "Try refuses a legal move")
			return
		}
		in.expect(in.e.Key(), want, "Try("+move+")", "the key after Try is not the key after Move")
	})
}

// afterAt compares the key that After predicts with the key after the move.
func afterAt(in *inspection) error {
	after := in.e.(afterer).After
	return in.legal(func(move string, _ zobrist.ChessMove) {
		predicted := after(move)
		in.expect(in.e.Key(), in.key, "After("+move+")", "After changes the key of the position")
		if in.found == nil && in.moved(move) {
			in.expect(predicted, in.e.Key(), "After("+move+")", "After does not return the key after the move")
		}
	})
}

// undoNullAt makes a null move and takes it back.
func undoNullAt(in *inspection) error {
	return in.call(in.query.Command, func() {
		n := in.e.(nuller)
		if !n.Null() {
			in.expect(in.e.Key(), in.key, "Null()", "Null returns false, but changes the key")
			return
		}
		in.placed = false
		n.UndoNull()
		in.expect(in.e.Key(), in.key, "Null(), UndoNull()", "UndoNull does not restore the key")
	})
}

// cloneAt requires that a clone has the same keys, and that a move in the clone or in the
// engine does not change the other.
func cloneAt(in *inspection) error {
	return in.legal(func(move string, _ zobrist.ChessMove) {
		c := in.Options.Clone(in.e)
		in.expect(c.Key(), in.key, "Clone()", "a clone has another key")
		if c.Move(move) != nil {
			return
		}
		after := c.Key()
		in.expect(in.e.Key(), in.key, "Clone(), Move("+move+") on the clone", "a move on a clone changes the engine's key")
		if in.found == nil && in.moved(move) {
			in.expect(after, in.e.Key(), "Clone(), Move("+move+") on both", "a clone has another key after a move")
			in.expect(c.Key(), after, "Clone(), Move("+move+") on both", "a move on the engine changes the key of its clone")
		}
	})
}

// checkApart requires that moves of one engine change no other engine. Engines that share
// a board are no bug, but only one of them can be used at a time.
func checkApart(ev *check.Evidence, within time.Duration) (check.Result, error) {
	s, err := fresh(ev)
	if err != nil {
		return check.Result{}, err
	}
	other, err := s.open(s.ctx)
	if err != nil {
		return check.Result{}, err
	}
	r, err := inspect(ev, s, within, func(in *inspection) error {
		return in.legal(func(move string, _ zobrist.ChessMove) {
			other.placed = false
			if in.again(); other.place(in.query) == "" && other.e.Move(move) == nil {
				in.expect(in.e.Key(), in.key, "Move("+move+") on another engine", "engines share a board")
			}
		})
	})
	if len(r.Findings) > 0 {
		r = check.Result{Why: "a move on one engine changes the key of another, so only one can be used at a time"}
	}
	return r, err
}

// checkThreads lets several engines play the same lines at the same time. The race
// detector finds what they share.
func checkThreads(ev *check.Evidence) (check.Result, error) {
	const threads, lines = 4, 200
	r := check.Result{Unit: "position", Says: fmt.Sprintf(" in each of %d goroutines", threads)}
	nodes := ev.Nodes()
	sources := make([]*source, threads)
	for i := range sources {
		s, err := fresh(ev)
		if err != nil {
			return r, err
		}
		sources[i] = &source{shared: &shared{Options: s.Options}, ctx: s.ctx, e: s.e}
	}
	var wg sync.WaitGroup
	errs := make([]error, threads)
	wrong := make([]*check.Node, threads)
	for i, s := range sources {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range min(lines, len(nodes)) {
				n := nodes[j*len(nodes)/lines%len(nodes)]
				a, err := s.answer(n.Query)
				if err != nil {
					errs[i] = err
					return
				}
				if a.Refused == "" && a.Key != n.By.Key {
					wrong[i] = n
				}
			}
		}()
	}
	wg.Wait()
	r.Count = min(lines, len(nodes))
	for _, n := range wrong {
		if n != nil && len(r.Findings) == 0 {
			r.Findings = append(r.Findings, check.Finding{What: "engines in parallel disturb each other: a key differs", At: n.Query, FEN: n.FEN, Count: 1})
		}
	}
	return r, errors.Join(errs...)
}

// checkKeys judges the keys that the engine lists.
func checkKeys(ev *check.Evidence) (r check.Result, err error) {
	s, err := fresh(ev)
	if err != nil {
		return r, err
	}
	k, ok := s.e.(interface {
		Keys() iter.Seq2[string, zobrist.Key]
	})
	if !ok {
		r.Why = "the engine has no method Keys"
		return r, nil
	}
	var keys []keycheck.Named
	err = s.call(func() string { return "Keys()" }, func() {
		for name, key := range k.Keys() {
			keys = append(keys, keycheck.Named{Name: name, Key: key})
		}
	})
	r.Count, r.Unit = len(keys), "key"
	for _, p := range keycheck.Analyse(keys).Problems() {
		if !p.Harmless {
			r.Findings = append(r.Findings, check.Finding{What: p.Explained(), Count: 1})
		}
	}
	return r, err
}

// checkPawnKey requires that the pawn key is the same by every route, and changes only
// with pawns, or only with pawns and kings.
func checkPawnKey(ev *check.Evidence, within time.Duration) (r check.Result, err error) {
	s, err := fresh(ev)
	if err != nil {
		return r, err
	}
	e, ok := s.e.(pawnKeys)
	if !ok {
		r.Why = "the engine has no method PawnKey"
		return r, nil
	}
	type seen struct {
		key   zobrist.Key
		query check.Query
	}
	const pawns, men = 0, 1 // men: pawns and kings
	keyOf := [2]map[string]seen{{}, {}}
	structOf := [2]map[zobrist.Key]string{{}, {}}
	two, one := [2]*check.Finding{}, [2]*check.Finding{}
	r.Unit = "position"
	begin := time.Now()
	for _, n := range ev.Nodes() {
		if r.Count >= 100 && time.Since(begin) > within || len(r.Findings) > 0 {
			break
		}
		var by, from zobrist.Key
		asked := false
		err = s.call(n.Command, func() {
			if s.place(n.Query) != "" {
				return
			}
			by = e.PawnKey()
			s.placed = false
			if s.e.SetFEN(n.FEN) == nil {
				from, asked = e.PawnKey(), true
			}
		})
		if err != nil {
			return r, err
		}
		if !asked {
			continue
		}
		r.Count++
		f := check.Finding{At: n.Query, FEN: n.FEN, Got: by, Of: "by moves", Want: from, OfWant: "from the FEN", WantAt: check.Query{FEN: n.FEN}, Count: 1}
		if f.Why, f.Features = ev.Explain(by, from); by != from {
			f.What = "the pawn key by moves is not the pawn key of the FEN"
			r.Findings = append(r.Findings, f)
			break
		}
		for kind := range keyOf {
			text := skeleton(n.FEN, kind == men)
			old, ok := keyOf[kind][text]
			if keyOf[kind][text] = (seen{by, n.Query}); ok && old.key != by && two[kind] == nil {
				f := f
				f.What = "positions with the same pawns have two pawn keys"
				f.Want, f.OfWant, f.WantAt = old.key, "after "+old.query.String(), old.query
				f.Why, f.Features = ev.Explain(by, old.key)
				two[kind] = &f
			}
			other, ok := structOf[kind][by]
			if structOf[kind][by] = text; ok && other != text && one[kind] == nil {
				f := f
				f.What = "positions with different pawns share a pawn key: " + other + " and " + text
				one[kind] = &f
			}
		}
	}
	kind := pawns
	r.Says = ": the pawn key changes only with pawns"
	if two[pawns] != nil {
		kind = men
		r.Says += " and kings"
	}
	for _, f := range []*check.Finding{two[kind], one[kind]} {
		if f != nil && len(r.Findings) == 0 {
			r.Findings = append(r.Findings, *f)
		}
	}
	r.Bad = len(r.Findings)
	return r, nil
}

// skeleton returns the board of a FEN with only its pawns, and perhaps its kings.
func skeleton(fen string, kings bool) string {
	p, err := zobrist.ParseFEN(fen)
	if err != nil {
		return fen
	}
	keep := []zobrist.ChessPiece{zobrist.WhitePawn, zobrist.BlackPawn}
	if kings {
		keep = append(keep, zobrist.WhiteKing, zobrist.BlackKing)
	}
	board := make([]byte, 64)
	for s, man := range p.Board {
		board[s] = '.'
		if slices.Contains(keep, man) {
			board[s] = man.String()[0]
		}
	}
	return string(board)
}
