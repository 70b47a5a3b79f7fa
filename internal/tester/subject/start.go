package subject

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/source"
	"github.com/zobrist-go/zobrist/internal/words"
)

// start starts the process and makes it ready for a game.
func (s *Session) start() (err error) {
	isRestart := s.spoken
	p, err := process.Start(s.ctx, s.opt.Limit, exec.Command(s.opt.Program, s.opt.Args...))
	if err == nil {
		s.p = p
		if err = s.hello(); err != nil {
			s.Close()
		}
	}
	if err != nil && isRestart {
		err = fmt.Errorf("%w: %v", source.ErrStart, err)
	}
	return err
}

// hello finds out which protocol the engine speaks, and sets its options.
func (s *Session) hello() error {
	if all, err := s.greet(); err != nil {
		return err
	} else if all {
		return s.restart() // it may have misunderstood what else it was asked
	}
	s.read.fenIn = s.protocol.fenIn
	for _, set := range s.opt.Set {
		if err := s.set(set); err != nil {
			return err
		}
	}
	// Some engines are ready for a new game only after these commands.
	lines, err := s.block()
	s.variant = s.plays(lines)
	if err == nil {
		_, err = s.block(s.protocol.newGame)
	}
	s.p.Limit = s.opt.Limit
	if !s.hung {
		s.p.Patience = min(patience*s.opt.Limit, mostPatience)
	}
	return err
}

const (
	// patience is how many limits to wait once more for an answer, but at most mostPatience: so the
	// report can say that an answer is late, and not that it never comes. With the usual limit a
	// user waits half a minute in all.
	patience     = 3
	mostPatience = 20 * time.Second

	// An engine that has answered once before needs no limit to find out its protocol. It gets
	// startLimits of them to start anew: the machine may be busy, or the engine read a large file.
	startLimits = 10

	// If the engine does not answer to the usual protocol within a third of the limit, it is
	// greeted by the others, too, and has the whole limit once more.
	helloPart = 3
)

// greet greets by the protocol that is usual. If the engine does not answer soon, it tries all of
// them. An engine that has answered once gets more time: the machine may be busy.
func (s *Session) greet() (all bool, err error) {
	s.name, s.options = s.opt.Program, nil
	try, hello, limit := []protocol{s.protocol}, s.protocol.hello, s.opt.Limit
	hear := func(line string) (over bool) {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			s.name = lines.Printable(strings.TrimSpace(name), 100)
		}
		if rest, ok := strings.CutPrefix(line, s.protocol.option); ok {
			s.options = append(s.options, parseOption(rest))
		}
		for _, p := range try {
			if strings.TrimSpace(line) == p.ok {
				s.protocol, over = p, true
			}
		}
		return over
	}
	s.p.Send(hello)
	if s.spoken {
		s.p.Limit = startLimits * limit
		return false, s.p.Answer(hello, hear)
	}
	s.spoken, err = s.p.Wait(limit/helloPart, hello, hear)
	if err != nil || s.spoken {
		return false, err
	}
	try = protocols()
	greetings := []string{hello}
	for _, p := range try[1:] {
		greetings = append(greetings, p.hello)
		s.p.Send(p.hello)
	}
	if err = s.p.Answer(hello, hear); err != nil {
		return true, fmt.Errorf("%w\nIt does not answer %s as engines do, with "+
			"\"uciok\". Does it flush its output after each answer? Give a slow engine more time "+
			"with -limit. For other programs, such as those that speak only xboard's protocol, "+
			"see zobrist check -adapter", err, words.Or(greetings))
	}
	s.spoken = true
	return true, nil
}

// plays returns the game: that of the protocol, or what the engine says once options are set, or
// its UCI_Variant.
func (s *Session) plays(lines []string) string {
	game := s.protocol.variant
	if i := s.option("UCI_Variant"); i >= 0 {
		game = s.options[i].usual
	}
	for _, line := range lines {
		if said, ok := strings.CutPrefix(line, "info string variant "); ok {
			game, _, _ = strings.Cut(said, " ")
		}
	}
	if strings.EqualFold(game, "chess") {
		return ""
	}
	return game
}

// set sets an option of the engine, if it lists the value. It ignores the case of the name.
func (s *Session) set(set string) error {
	name, value, ok := strings.Cut(set, "=")
	if !ok {
		return fmt.Errorf("option %q: want NAME=VALUE", set)
	}
	i := s.option(name)
	if i < 0 {
		return fmt.Errorf("option %q: %s has no option %q", set, s.name, name)
	}
	if values := s.options[i].values; values != nil {
		at := slices.IndexFunc(values, func(v string) bool { return strings.EqualFold(v, value) })
		if at < 0 {
			return fmt.Errorf("option %q of %s: want one of %s",
				set, s.name, strings.Join(values, ", "))
		}
		value = values[at]
	}
	low, high := s.options[i].low, s.options[i].high
	if n, err := strconv.Atoi(value); low <= high && (err != nil || n < low || n > high) {
		return fmt.Errorf("option %q of %s: want a number from %d to %d", set, s.name, low, high)
	}
	s.options[i].usual = value
	s.p.Send(fmt.Sprintf(s.protocol.set, s.options[i].name, value))
	return nil
}

// option returns the index of an option, or -1. It ignores the case of the name.
func (s *Session) option(name string) int {
	return slices.IndexFunc(s.options, func(o option) bool {
		return strings.EqualFold(o.name, name)
	})
}

// An option is what an engine says of one: "option name UCI_Variant type combo default chess var
// chess var atomic".
type option struct {
	name, usual string
	values      []string // that it may have; nil for any
	low, high   int      // of a number; high is less than low for any
}

var fieldOf = regexp.MustCompile(` (default|min|max|var)\b`)

// parseOption reads what follows "option name" in a line.
func parseOption(line string) (o option) {
	name, rest, _ := strings.Cut(line, " type ")
	o.name, o.high = strings.TrimSpace(name), -1
	if strings.HasPrefix(rest, "check") {
		o.values = []string{"true", "false"}
	}
	values := fieldOf.Split(rest, -1)[1:]
	for i, field := range fieldOf.FindAllString(rest, -1) {
		switch value := strings.TrimSpace(values[i]); field {
		case " default":
			o.usual = value
		case " min":
			o.low, _ = strconv.Atoi(value)
		case " max":
			o.high, _ = strconv.Atoi(value)
		case " var":
			o.values = append(o.values, value)
		}
	}
	return o
}
