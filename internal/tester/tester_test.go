package tester

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
)

// A counter counts up by one or two. A bug changes what a method does.
type counter struct {
	n    int
	line []int
	bug  string
}

func (c *counter) key() zobrist.Key       { return zobrist.Key(mix(uint64(c.n + 1))) }
func (c *counter) Key() zobrist.Key       { return c.key() }
func (c *counter) Recompute() zobrist.Key { return c.key() }
func (c *counter) Moves() int             { return 2 }
func (c *counter) Position() string       { return fmt.Sprint(c.n) }
func (c *counter) MoveString(i int) string {
	return fmt.Sprint("+", i+1)
}

func (c *counter) Make(i int) {
	c.line = append(c.line, i+1)
	c.n += i + 1
}

func (c *counter) Try(i int) bool {
	c.Make(i)
	if c.bug == "Try" && c.n == 7 {
		c.n++
	}
	return c.bug != "refuses" || c.n != 5
}

func (c *counter) Unmake() {
	c.n -= c.line[len(c.line)-1]
	c.line = c.line[:len(c.line)-1]
}

func (c *counter) Load(text string) error {
	c.line = nil
	_, err := fmt.Sscan(text, &c.n)
	return err
}

func (c *counter) Perft() int {
	if c.bug == "Perft" && c.n == 4 {
		c.n++
	}
	return 1
}

// Lacks says that a counter without Unmake is set up again.
func (c *counter) Lacks(call string) bool { return call == "unmake" && c.bug == "no unmake" }

func ownLaws() ([]Law, []Verb) {
	return append(Laws(), Law{Name: "Perft", Got: "Perft", Reads: "Key Text"}),
		[]Verb{{Name: "Perft", Has: func(Game) bool { return true }, Do: func(g Game, _ int) Value {
			return Value{Key: zobrist.Key(g.(*counter).Perft())}
		}}}
}

// TestOwnLaws adds a call and a law about it, and makes moves by Try. A game
// without Unmake is set up again.
func TestOwnLaws(t *testing.T) {
	for bug, want := range map[string]string{
		"":          "",
		"no unmake": "",
		"Try":       `Try(+2) taken back: got `,
		"refuses":   `but the move is legal`,
		"Perft":     "key after +2 +2, then Perft(): got ",
	} {
		s := &Session{Options: Options{Games: 3, Plies: 20, Seed: 1}, New: func() Game {
			return &counter{bug: bug}
		}}
		s.Laws, s.Verbs = ownLaws()
		s.Lines = []Line{{Moves: []string{"+1", "+2", "+2"}}}
		found, errs := s.Play()
		err := errors.Join(errs...)
		if want == "" {
			assert.NoError(t, err, bug)
			assert.Greater(t, found.Made, 100, bug)
		} else if assert.Error(t, err, bug) {
			assert.Contains(t, err.Error(), want)
			t.Log(err)
		}
	}
}

// TestTextOfLoad: another game is set up where the first one stands when it is loaded.
func TestTextOfLoad(t *testing.T) {
	s := (&Session{New: func() Game { return new(counter) }}).subject()
	v, _ := s.play(Script{
		{On: loading, Call: New},
		{Call: Make, Text: "+2"},
		{On: loading, Call: Load},
		{On: loading, Call: Text},
	})
	assert.Equal(t, "2", v.Text)
}

type (
	unmaker       struct{}
	embedsUnmaker struct{ unmaker }
	pops          struct{}
)

func (unmaker) Unmake()       {}
func (pops) Unmake(plies int) {}

// TestUsualNames: a method that has another usual name of an optional method would be
// ignored, so it is said.
func TestUsualNames(t *testing.T) {
	undo := []Method{{Kind: reflect.TypeFor[interface{ Undo() }](), See: "zobristtest.ChessEngine"}}
	_, err := CheckMethods(undo, unmaker{})
	assert.EqualError(
		t, err, "tester.unmaker has a method Unmake(), want Undo(): see zobristtest.ChessEngine",
	)
	for _, g := range []any{embedsUnmaker{}, pops{}} { // the method may be something else
		_, err = CheckMethods(undo, g)
		assert.NoError(t, err, "%T", g)
	}
}
