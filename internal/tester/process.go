package tester

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
)

const (
	// printedPlies is for how many plies of a line a process says the key. Before each key are the
	// names of all moves so far, so that the text grows with the square: some 30 KiB in chess.
	printedPlies = 100
	// processTime is how long another process may take. It runs this test from its
	// beginning to Run, on a machine that may run other tests.
	processTime = 20 * time.Second
)

// A printed is what a process says about a new game: the key of a number, or of the position
// after moves, which Of names.
type printed struct {
	Of, Position string
	Key          zobrist.Key
}

const newGames = "a new game"

// print says the numbers of Keys, and the recomputed keys along the moves that every process draws,
// whatever their order. Another process reads texts as UTF-8, and plays a game with other moves
// first: keys that are drawn at first use then differ.
func (r *Session) print(another bool) (all []printed, err error) {
	plies := r.limits(playoutPlies).plies
	utf8 := func(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
	err = r.probe(func(s *subject) {
		if another {
			s.playDrawn(1, plies, func(string) { s.ask(Recompute); s.ask(Key) })
			s.ask(New)
		}
		keys, _ := uniqueNames(s.numbers(&s.games[0], "Keys"))
		for _, k := range keys {
			all = append(all, printed{Of: strconv.Quote(utf8(k.Name)), Key: k.Key})
		}
		see := func(of string) {
			key := s.ask(Recompute).Key
			all = append(all, printed{Of: of, Key: key, Position: utf8(s.state().Text)})
		}
		see(newGames)
		of := "the game after"
		s.playDrawn(0, plies, func(move string) { of += " " + utf8(move); see(of) })
	})
	return all, err
}

// playDrawn makes moves, and calls see after each with its name.
func (s *subject) playDrawn(seed uint64, plies int, see func(move string)) {
	g := &s.games[0]
	draw := drawFrom(zobrist.NewSplitMix64(seed))
	for range min(plies, printedPlies) {
		s.list(g)
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

// testProcess runs the test again in another process, and compares the keys with what Run says
// there. It says what it compared, or skips t if it could not. A test may call Run several
// times, so it looks for a game with the same position.
func (r *Session) testProcess(t *testing.T) (compared string, err error) {
	if testing.Short() {
		t.Skip("-short")
	} else if r.Unseeded {
		t.Skip("Config.Unseeded: every process has its own keys")
	}
	mine, err := r.print(false)
	if err != nil && r.facts.ended() {
		t.Skip("a random game fails, as was said")
	} else if err != nil {
		return "", err
	}
	others, failed := elsewhere.Run[[]printed](cmp.Or(r.Context, context.Background()),
		t.Name()[:strings.LastIndex(t.Name(), "/")], processTime)
	for _, other := range others {
		n, _, differ := same(mine, other)
		if differ != nil {
			err = report.InOtherProcess(differ)
		} else if n > 0 {
			return fmt.Sprintf("another process has the same keys: %d in a new game, after "+
				"moves, and of Keys", n), nil
		}
	}
	if err == nil {
		t.Skip(cmp.Or(failed, errors.New("a new game in another process has another position")))
	}
	return "", err
}

// Compare returns how many keys of positions were compared with those of another session, with a
// game in another process, and an error if a part of them differs. If all differ, there is no
// error, and it returns 0.
func (r *Session) Compare(with *Session) (compared int, part error) {
	mine, _ := r.print(false)
	other, _ := with.print(false)
	mine = slices.DeleteFunc(mine, func(k printed) bool { return k.Of[0] == '"' }) // a number
	n, wrong, part := same(mine, other)
	if n == 0 {
		return 0, nil
	}
	return n + wrong, part
}

// same returns how many keys, but zeros, another process has, too, how many differ, and an error if
// some do. It needs the same game.
func same(mine, other []printed) (n, wrong int, differ error) {
	there := make(map[printed]zobrist.Key)
	of := func(k printed) printed { k.Key = 0; return k }
	for _, k := range other {
		there[of(k)] = k.Key
	}
	var first printed
	for _, k := range mine {
		key, ok := there[of(k)]
		switch {
		case !ok && k.Of == newGames:
			return 0, 0, nil
		case ok && key != k.Key:
			wrong++
			if wrong == 1 {
				first = k
			}
		case ok && key != 0:
			n++
		}
	}
	if wrong > 0 {
		differ = report.KeysDiffer(wrong, len(mine), first.Of, first.Key, there[of(first)])
	}
	return n, wrong, differ
}
