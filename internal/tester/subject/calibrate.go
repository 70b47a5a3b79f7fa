package subject

import (
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester/process"
)

// usual are moves of chess, to see how an engine prints keys if it lists no moves.
var usual = strings.Fields("e2e4 d2d4 g1f3 b1c3 a2a3")

// findKey finds the command that prints the key. Only the first may answer late.
func (s *Session) findKey() error {
	tried := []string{s.opt.Ask}
	if s.opt.Ask == "" {
		tried = strings.Fields("d print display board eval key hash zobrist")
	}
	start := Query{}.Command()
	var printed []string
	for i, ask := range tried {
		lines, err := s.block(start, ask)
		if e := failed(err); e != nil && e.Kind == process.Exited && i > 0 { // by an unknown command
			err = s.restart()
		}
		found := err == nil && s.read.learn(lines)
		if err == nil && !found && i == 0 {
			_, err = s.wait(lateKey, ask, func(line string) bool { lines = append(lines, line); return false })
			found = s.read.learn(lines)
			s.late, s.alone = found, found
		}
		if err != nil {
			return err
		}
		if found {
			s.opt.Ask = ask
			return nil
		}
		printed = append(printed, lines...)
	}
	return s.noKey(false, printed, append([]string{start}, tried...)...)
}

// calibrate finds out how keys are printed, and when.
func (s *Session) calibrate() error {
	if err := s.findKey(); err != nil {
		return err
	}
	moves, err := s.findPerft()
	if err != nil {
		return err
	}
	if !s.lists {
		moves = usual
	}
	queries := []Query{{}}
	for _, m := range moves[:min(len(moves), 5)] {
		queries = append(queries, Query{Moves: []string{m}})
	}
	// A number without letters may be hexadecimal or decimal: this looks at more keys.
	each := s.opt.Limit
	for i := range queries {
		begin := time.Now()
		if _, err = s.AskAlone(queries[i : i+1]); err != nil {
			return err
		}
		each = min(each, time.Since(begin))
	}
	return s.pipeline(queries, each)
}

// pipeline finds out whether the engine answers many queries at once as it does alone.
// each is the shortest time of one answer alone: other programs may have slowed the others.
func (s *Session) pipeline(queries []Query, each time.Duration) error {
	if s.alone || each > 300*time.Millisecond { // slower: it would gain nothing
		s.alone = true
		return nil
	}
	want, err := s.AskAlone(queries)
	if err != nil {
		return err
	}
	all := each * time.Duration(len(queries))
	times := min(max(int(time.Second/max(all, 1)), 1), 12)
	s.p.SetLimit(2*time.Second + 3*time.Duration(times)*all)
	got, err := s.ask(slices.Repeat(queries, times))
	s.p.SetLimit(s.opt.Limit)
	if err == nil && slices.Equal(got, slices.Repeat(want, times)) || s.ctx.Err() != nil {
		return err
	}
	s.askSlowly(err)
	return s.restart()
}
