package subject

import (
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

const (
	// usualMoves is after how many moves of the start calibrate asks for the key. Keys of
	// 16 hexadecimal digits all lack a letter in six positions once in 10^19 engines, and
	// those of eight digits once in six billion: then they are taken for decimal numbers.
	usualMoves = 5
	// comparedMoves is after how many of them a command is tried that may print a key: what changes
	// with the position is seen in three.
	comparedMoves = 2

	// slowKey is how slow an engine is for which many commands at once gain nothing: they save the
	// time between an answer and the next command.
	slowKey = 300 * time.Millisecond
	// Many commands at once are tried for a second, but at most mostRounds times: 72 keys are
	// enough to tell whether answers are lost. They may take lateFactor times as long as one at a
	// time, and lateTime more on a busy machine.
	roundsTime = time.Second
	mostRounds = 12
	lateFactor = 3
	lateTime   = 2 * time.Second
)

// calibrate finds out how keys are printed, and when.
func (s *Session) calibrate() error {
	if err := s.findKey(); err != nil {
		return err
	}
	moves, err := s.findActs()
	if err != nil {
		return err
	}
	if !s.counts.lists {
		moves = s.usual()
	}
	queries := s.afterEach(moves[:min(len(moves), usualMoves)])
	// A number without letters may be hexadecimal or decimal: this looks at more keys. The
	// shortest time counts: other programs may have slowed the others.
	each := s.opt.Limit
	for i := range queries {
		begin := time.Now()
		if _, err = s.askOne(queries[i]); err != nil {
			return err
		}
		each = min(each, time.Since(begin))
	}
	return s.pipeline(queries, each)
}

// usual returns the protocol's usual first moves, if this is its game. From a position of the
// user's own, they are the first legal moves, which are known in chess only.
func (s *Session) usual() (moves []string) {
	switch {
	case s.variant != s.protocol.variant:
		return nil
	case s.base.Equal(Query{}):
		return strings.Fields(s.protocol.usual)
	}
	p, ok := s.board()
	if !ok {
		return nil
	}
	for _, m := range movegen.Legal(&p) {
		moves = append(moves, m.String())
	}
	return moves[:min(len(moves), usualMoves)]
}

// board returns the position of chess with which the session begins.
func (s *Session) board() (p chess.Position, ok bool) { return s.after(s.base) }

// after returns the position of chess that a query is for.
func (s *Session) after(q Query) (p chess.Position, ok bool) {
	if s.variant != "" {
		return p, false
	}
	p = chess.Start()
	if q.FEN != "" {
		var err error
		p, err = chess.ParseFEN(q.FEN)
		if err != nil {
			return p, false
		}
	}
	for _, uci := range q.Moves {
		m, err := chess.ParseMove(uci)
		if err != nil || !p.Play(m) {
			return p, false
		}
	}
	return p, true
}

// afterEach returns the base, and the position after each of some moves.
func (s *Session) afterEach(moves []string) []Query {
	queries := []Query{s.base}
	for _, move := range moves {
		queries = append(queries, s.base.Then(move))
	}
	return queries
}

// findKey finds the command that prints the key. Only the first may answer late.
func (s *Session) findKey() error {
	tried := []string{s.opt.Ask}
	if s.opt.Ask == "" {
		tried = KeyCommands()
	}
	var printed []string
	for i, ask := range tried {
		answers, err := s.print(ask, 0)
		if exited(err) && i > 0 { // by an unknown command
			answers, err = nil, s.restart()
		}
		found := err == nil && s.read.learn(answers...)
		if err == nil && !found && i == 0 {
			answers, err = s.print(ask, lateKey)
			found = err == nil && s.read.learn(answers...)
			s.late, s.alone, s.read.fen = found, found, place{} // which may come after the key
		}
		if err != nil || found {
			s.opt.Ask = ask
			return err
		}
		if len(answers) > 0 {
			printed = append(printed, answers[0]...)
		}
	}
	return s.noKey("", printed, append([]string{s.protocol.position(s.base)}, tried...)...)
}

// print returns what a command prints in a few positions, and what comes late.
func (s *Session) print(ask string, late time.Duration) (answers [][]string, err error) {
	usual := s.usual()
	for i, q := range s.afterEach(usual[:min(len(usual), comparedMoves)]) {
		lines, err := s.block(s.protocol.position(q), ask)
		if err == nil && late > 0 {
			_, err = s.p.Wait(late, ask, func(line string) bool {
				lines = append(lines, line)
				return false
			})
		}
		if exited(err) && i > 0 { // a variant, perhaps, in which the move is illegal
			return answers, s.restart()
		}
		if err != nil {
			return nil, err
		}
		answers = append(answers, lines)
	}
	return answers, nil
}

// pipeline finds out whether the engine answers many queries at once as it does alone, in a time
// each.
func (s *Session) pipeline(queries []Query, each time.Duration) error {
	if s.alone || each > slowKey {
		s.alone = true
		return nil
	}
	want, err := s.Ask(queries, true)
	if err != nil {
		return err
	}
	all := each * time.Duration(len(queries))
	times := min(max(int(roundsTime/max(all, 1)), 1), mostRounds)
	s.p.Limit = lateTime + lateFactor*time.Duration(times)*all
	got, err := s.Ask(slices.Repeat(queries, times), false)
	s.p.Limit = s.opt.Limit
	if err == nil && slices.Equal(got, slices.Repeat(want, times)) || s.ctx.Err() != nil {
		return err
	}
	s.alone = true
	err = s.restart()
	if err != nil {
		return err
	}
	repeats, err := s.repeats(queries)
	if repeats {
		s.note = source.AtOnce
	}
	return err
}

// repeats reports whether the engine gives the same answers twice when it is asked for one key at
// a time. If not, many commands at once are not to blame for other answers.
func (s *Session) repeats(queries []Query) (bool, error) {
	first, err := s.Ask(queries, true)
	if err != nil {
		return false, err
	}
	second, err := s.Ask(queries, true)
	return err == nil && slices.Equal(first, second), err
}
