package tester

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
)

const (
	// A process says at most this number of plies and of keys.
	printedPlies = 40
	printedKeys  = 10_000
)

// A printout is what a process says about a new game: some moves, and the keys.
type printout struct {
	Line []reached // the start first
	Keys []keycheck.Named
}

// A reached is a move and the position after it, with its recomputed key.
type reached struct {
	Move, Position string
	Key            zobrist.Key
}

// print plays the moves that every process draws on a new game, whatever their order.
func (s *subject) print(plies int) (r printout, b *Break) {
	see := func(move string) {
		at := reached{Move: printable(move), Key: s.ask(Recompute).Key}
		if s.has(Text) {
			at.Position = printable(s.ask(Text).Text)
		}
		r.Line = append(r.Line, at)
	}
	b = s.contain(func() {
		s.ask(New)
		see("")
		s.playDrawn(0, plies, see)
		r.Keys, _ = uniqueNames(s.keys(&s.games[0]))
		r.Keys = r.Keys[:min(len(r.Keys), printedKeys)]
		for i := range r.Keys {
			r.Keys[i].Name = printable(r.Keys[i].Name)
		}
	})
	return r, b
}

// printable returns a text as another process reads it.
func printable(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// playDrawn makes moves, and calls see after each with its name.
func (s *subject) playDrawn(seed uint64, plies int, see func(move string)) {
	g := &s.games[0]
	draw := drawFrom(zobrist.NewSplitMix64(seed))
	for range min(plies, printedPlies) {
		s.list(g, true)
		if g.moves == 0 {
			return
		}
		names := slices.Clone(g.listed)
		for i := len(names); i < g.moves; i++ {
			names = append(names, fmt.Sprint("#", i))
		}
		name := slices.Sorted(slices.Values(names))[draw(g.moves)]
		s.do(0, Make, int32(slices.Index(names, name)), "")
		see(name)
	}
}

// sayElsewhere is what the other process does. It first plays a game with other moves: keys
// that are drawn at first use then differ.
func (r *Session) sayElsewhere() {
	plies := r.limits(playoutPlies).plies
	s := newSubject(r.make, nil)
	b := s.contain(func() {
		s.ask(New)
		s.playDrawn(1, plies, func(string) { s.ask(Recompute); s.ask(Key) })
	})
	var said printout
	if b == nil {
		said, b = s.print(plies)
	}
	if b != nil {
		fmt.Println(b.Law, b.Says)
	} else if err := elsewhere.Say(os.Stdout, said); err != nil {
		fmt.Println(err)
	}
}

// checkProcess runs a test again in another process, and compares the keys with what Run says
// there. It says what it compared, or the reason why it could not. A test may call Run several
// times, so it looks for a game with the same position.
func (r *Session) checkProcess(test string) (compared, reason string, err error) {
	const within = 20 * time.Second
	p, other, failed := elsewhere.Start[struct{}, printout](cmp.Or(r.Context, context.Background()), test, within)
	if failed != nil {
		return "", failed.Error(), nil
	}
	defer p.Close()
	mine, b := newSubject(r.make, nil).print(r.limits(playoutPlies).plies)
	if b != nil {
		return "", "", errors.New(b.Says)
	}
	for ; failed == nil; other, failed = p.Next() {
		if mine.Line[0].Position != other.Line[0].Position {
			continue
		}
		plies, differ := compare(mine, other)
		if differ == nil {
			return fmt.Sprintf("another process has the same keys in a new game and after %d plies, and the same %d keys of Keys", plies, len(mine.Keys)), "", nil
		}
		err = differ
	}
	if err == nil {
		reason = "a new game in another process has another position"
	}
	return "", reason, err
}

// compare compares two records. It returns the number of plies whose keys are equal, or an
// error if the keys differ.
func compare(mine, other printout) (plies int, err error) {
	there := make(map[string]zobrist.Key)
	for _, k := range other.Keys {
		there[k.Name] = k.Key
	}
	differ := slices.DeleteFunc(slices.Clone(mine.Keys), func(k keycheck.Named) bool {
		key, ok := there[k.Name]
		return !ok || key == k.Key
	})
	if len(differ) > 0 {
		k := differ[0]
		return 0, fmt.Errorf("%d of %d keys differ from those of another process: the key of %q is %v in this process and %v in the other%s",
			len(differ), len(mine.Keys), k.Name, k.Key, there[k.Name], guessProcess(k.Key, there[k.Name]))
	}
	what := "a new game"
	both := min(len(mine.Line), len(other.Line))
	for i, here := range mine.Line[:both] {
		there := other.Line[i]
		if i == 1 {
			what = "the game after"
		}
		if i > 0 {
			what += " " + here.Move
		}
		switch {
		case here.Move != there.Move || here.Position != there.Position:
			return i - 1, nil
		case here.Key != there.Key:
			return i, fmt.Errorf("the key of %s is %v in this process and %v in another%s", what, here.Key, there.Key, guessProcess(here.Key, there.Key))
		}
	}
	return both - 1, nil
}

// guessProcess guesses why a key differs between two processes.
func guessProcess(here, there zobrist.Key) string {
	switch {
	case there == 0:
		return ": are the keys made in another test? The other process runs only this one"
	case here == 0:
		return ": are the keys made after the game?"
	}
	return ": is the generator unseeded, or are keys drawn at first use? The other process played a game first. Play is not affected, but data stored under such keys cannot be found again. If this is intended, set Config.Unseeded"
}
