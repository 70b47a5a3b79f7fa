package kit

import "fmt"

// checkReads checks that methods which should only read do not change the game. It
// tries each on a new game. Later checks would blame such a change on another
// method.
func checkReads(newGame func() Game) error {
	position := func(p *player) string { return p.Position() }
	key := func(p *player) string { return p.Key().String() }
	recompute := func(p *player) string { return p.Recompute().String() }
	moves := func(p *player) string { return fmt.Sprint(p.Moves()) }
	for _, c := range []struct {
		call, what string
		read, look func(*player) string
	}{
		// Each method that looks has been checked before it is used to look.
		{"Position()", "position", position, position},
		{"Key()", "position", key, position},
		{"Key()", "key", key, key},
		{"Position()", "key", position, key},
		{"Recompute()", "position", recompute, position},
		{"Recompute()", "key", recompute, key},
		{"Moves()", "position", moves, position},
		{"Moves()", "key", moves, key},
	} {
		g, err := begin(newGame)
		if err != nil {
			return err
		}
		p := newPlayer(g, nil)
		var before, after string
		if fail := p.contain(func() { before = c.look(p); c.read(p); after = c.look(p) }); fail != nil {
			return report(fail, p)
		}
		if before != after {
			return fmt.Errorf("%s changes the %s of a new game from %q to %q: it must restore what it changes, or work on a copy", c.call, c.what, before, after)
		}
	}
	return nil
}
