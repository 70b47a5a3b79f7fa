package subject

import (
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester/process"
)

// findKey finds the command that prints the key. Only the first may answer late.
func (s *Session) findKey() error {
	tried := []string{s.opt.Ask}
	if s.opt.Ask == "" {
		tried = strings.Fields("d print display board eval key hash zobrist")
	}
	var printed []string
	for i, ask := range tried {
		blocks, err := s.answers(ask, 0)
		if e := failed(err); e != nil && e.Kind == process.Exited && i > 0 { // by an unknown command
			blocks, err = nil, s.restart()
		}
		found := err == nil && s.read.learn(blocks...)
		if err == nil && !found && i == 0 {
			blocks, err = s.answers(ask, lateKey)
			found = err == nil && s.read.learn(blocks...)
			s.late, s.alone = found, found
		}
		if err != nil {
			return err
		}
		if found {
			s.opt.Ask = ask
			return nil
		}
		if len(blocks) > 0 {
			printed = append(printed, blocks[0]...)
		}
	}
	return s.noKey(false, printed, append([]string{s.protocol.position(Query{})}, tried...)...)
}

// answers returns what a command prints in a few positions, and what comes late.
func (s *Session) answers(ask string, late time.Duration) (blocks [][]string, err error) {
	starts := []Query{{}}
	for _, move := range s.usual(2) {
		starts = append(starts, Query{Moves: []string{move}})
	}
	for i := 0; i < len(starts) && err == nil; i++ {
		var lines []string
		if lines, err = s.block(s.protocol.position(starts[i]), ask); err == nil && late > 0 {
			_, err = s.wait(late, ask, func(line string) bool { lines = append(lines, line); return false })
		}
		if e := failed(err); e != nil && e.Kind == process.Exited && i > 0 { // a variant, perhaps, in which the move is illegal
			return blocks, s.restart()
		}
		blocks = append(blocks, lines)
	}
	return blocks, err
}

// usual returns at most n first moves of the protocol's game.
func (s *Session) usual(n int) []string {
	if !s.opt.IsChess() {
		return nil
	}
	all := strings.Fields(s.protocol.usual)
	return all[:min(n, len(all))]
}

// calibrate finds out how keys are printed, and when.
func (s *Session) calibrate() error {
	err := s.findKey()
	if err != nil {
		return err
	}
	moves, err := s.findActs()
	if err != nil {
		return err
	}
	if !s.lists {
		moves = s.usual(5)
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
