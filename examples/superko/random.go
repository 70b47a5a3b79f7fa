package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"text/tabwriter"
	"time"

	"github.com/zobrist-go/zobrist"
)

// A batch is a number of random games on boards of one size.
type batch struct{ size, games int }

// sizes are the batches of the program: many games on small boards, where
// positions repeat most, and some on those that people play on.
var sizes = []batch{{2, 8000}, {3, 3000}, {4, 1000}, {5, 500}, {6, 300}, {7, 200}, {9, 80}, {13, 20}, {19, 5}, {25, 2}}

// A tally is what a batch came to.
type tally struct {
	games, moves            int
	plays                   int // asked about: two verdicts each
	positional, situational int // plays forbidden
	wrong                   int // plays with a wrong verdict, and games that end with a wrong key
	byKeys, byBoards        time.Duration
}

func (t *tally) add(u tally) {
	t.games += u.games
	t.moves += u.moves
	t.plays += u.plays
	t.positional += u.positional
	t.situational += u.situational
	t.wrong += u.wrong
	t.byKeys += u.byKeys
	t.byBoards += u.byBoards
}

// playRandom plays all batches and prints a line of figures for each. It
// returns the exit status.
func playRandom(seed uint64, batches []batch, stdout, stderr io.Writer) int {
	fmt.Fprintf(stdout, "Random games of Go, seed %d. For every point on which the player to move could\n"+
		"play, superko is decided twice: by keys, and by comparing whole boards.\n\n", seed)
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "board\tgames\tmoves\tplays asked\tpositional\tsituational\twrong\tby keys\tby boards\tkeys are\t\n"+
		"\t\t\tabout\tforbids\tforbids\tverdicts\tns\tns\tfaster\t\n")
	var total tally
	shown := time.Now()
	for _, b := range batches {
		var t tally
		keys := NewKeys(b.size, seed)
		rng := newRand(seed, b.size)
		g := game{seen: make(map[string]uint8)}
		for t.games < b.games {
			g.play(keys, b.size, t.games, rng)
			t.add(g.check(keys))
			if time.Since(shown) > 1500*time.Millisecond {
				shown = time.Now()
				fmt.Fprintf(stderr, "%dx%d: game %d of %d\n", b.size, b.size, t.games, b.games)
			}
		}
		t.row(w, fmt.Sprintf("%dx%d", b.size, b.size))
		total.add(t)
	}
	total.row(w, "all")
	w.Flush()
	fmt.Fprint(stdout, "\nBoards are looked up in a Go map, the quick way to compare with all earlier ones.\n"+
		"Either time is for both verdicts on a play, without finding what it captures:\n"+
		"the fastest of three runs of each game.\n")
	if total.wrong != 0 {
		fmt.Fprintf(stdout, "\n%d verdicts are wrong.\n", total.wrong)
		return 1
	}
	return 0
}

// newRand returns the generator of the games of one size: a stream of its own.
func newRand(seed uint64, size int) *rand.Rand {
	return rand.New(zobrist.NewSplitMix64(seed).Split(fmt.Sprintf("games on %dx%d", size, size)))
}

func (t *tally) row(w io.Writer, name string) {
	perPlay := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / float64(max(t.plays, 1)) }
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.0f\t%.0f\t%.1fx\t\n", name, t.games, t.moves, t.plays,
		t.positional, t.situational, t.wrong, perPlay(t.byKeys), perPlay(t.byBoards), float64(t.byBoards)/float64(max(t.byKeys, 1)))
}

// A game is a random game kept with every play that was possible in it, so
// that both ways to decide can be timed without the search for captures.
type game struct {
	size     int
	turns    []turn
	trials   []trial // of all turns
	captured []Point // of all trials

	boards, situations zobrist.History  // of decideByKeys: reused, as a program would
	seen               map[string]uint8 // of decideByBoards: the players who were to move, a bit each
}

type turn struct {
	toMove      Color
	first, last int // of its trials
	played      int // the trial; -1 for a pass
}

type trial struct {
	at          Point
	color       Color // of what comes off
	first, last int   // of the captured
}

// play plays a random game, under one of the four pairs of a rule of superko
// and one of suicide in turn: any legal play as likely as another, and a pass
// in one of sixteen moves, without which the superko rules would seldom
// differ. It ends when neither player has a legal play, or after as many
// moves as would cover the board twice, and twenty.
func (g *game) play(keys *Keys, size, number int, rng *rand.Rand) {
	g.size, g.turns, g.trials, g.captured = size, g.turns[:0], g.trials[:0], g.captured[:0]
	rule, suicide := Positional, number&2 != 0
	if number&1 != 0 {
		rule = Situational
	}
	game := newGame(keys, size, Rules{Repeat: rule, Suicide: suicide})
	var legal []int // trials
	stuck := 0      // players in succession who had no legal play
	for moves := 0; moves < 2*size*size+20 && stuck < 2; moves++ {
		t := turn{toMove: game.ToMove, first: len(g.trials), played: -1}
		legal = legal[:0]
		for p := range Point(size * size) {
			r, err := game.Try(t.toMove, p)
			if err != nil || r.Suicide(t.toMove) && !suicide {
				continue
			}
			if !game.forbids(r.Key, t.toMove.Opponent()) {
				legal = append(legal, len(g.trials))
			}
			first := len(g.captured)
			g.captured = append(g.captured, r.Taken...)
			g.trials = append(g.trials, trial{p, r.Color, first, len(g.captured)})
		}
		t.last = len(g.trials)
		at := Pass
		stuck++
		if len(legal) > 0 {
			stuck = 0
			if rng.IntN(16) != 0 {
				t.played = legal[rng.IntN(len(legal))]
				at = g.trials[t.played].at
			}
		}
		if err := game.Play(at, ""); err != nil {
			panic(err) // it was just found legal
		}
		g.turns = append(g.turns, t)
	}
}

const (
	positionalBit = 1 << iota
	situationalBit
)

// check decides all plays of the game by keys and by boards, and compares.
func (g *game) check(keys *Keys) tally {
	t := tally{games: 1, moves: len(g.turns), plays: len(g.trials)}
	byKeys, byBoards := make([]uint8, len(g.trials)), make([]uint8, len(g.trials))

	var last zobrist.Key
	var board []Color
	t.byKeys = fastest(func() { last = g.decideByKeys(keys, byKeys) })
	t.byBoards = fastest(func() { board = g.decideByBoards(byBoards) })

	if last != keys.Stones.Hash(board) {
		t.wrong++
	}
	for i, verdict := range byBoards {
		if verdict&positionalBit != 0 {
			t.positional++
		}
		if verdict&situationalBit != 0 {
			t.situational++
		}
		if verdict != byKeys[i] {
			t.wrong++
		}
	}
	return t
}

// fastest returns the time of the quickest of three runs, which other work of
// the machine disturbs least.
func fastest(f func()) time.Duration {
	var best time.Duration
	for i := range 3 {
		start := time.Now()
		f()
		if d := time.Since(start); i == 0 || d < best {
			best = d
		}
	}
	return best
}

// decideByKeys writes the verdict on every trial, and returns the key of the
// last board.
func (g *game) decideByKeys(keys *Keys, verdicts []uint8) zobrist.Key {
	for g.boards.Len() > 0 {
		g.boards.Pop()
		g.situations.Pop()
	}
	var key, side zobrist.Key
	after := func(t *trial, c Color) zobrist.Key {
		k := keys.Stones.Toggle(key, t.at, c)
		for _, p := range g.captured[t.first:t.last] {
			k = keys.Stones.Toggle(k, p, t.color)
		}
		return k
	}
	for _, turn := range g.turns {
		g.boards.Push(key)
		g.situations.Push(key ^ side)
		side ^= keys.Side
		for i := turn.first; i < turn.last; i++ {
			k := after(&g.trials[i], turn.toMove)
			if g.boards.Contains(k) {
				verdicts[i] = positionalBit
				if g.situations.Contains(k ^ side) {
					verdicts[i] |= situationalBit
				}
			}
		}
		if turn.played >= 0 {
			key = after(&g.trials[turn.played], turn.toMove)
		}
	}
	return key
}

// decideByBoards does the same without keys, and returns the last board.
func (g *game) decideByBoards(verdicts []uint8) []Color {
	clear(g.seen)
	board := make([]Color, g.size*g.size)
	text := make([]byte, len(board))
	after := func(t *trial, c Color) {
		for p, stone := range board {
			text[p] = byte(stone)
		}
		text[t.at] = byte(c)
		for _, p := range g.captured[t.first:t.last] {
			text[p] = byte(Empty)
		}
	}
	for _, turn := range g.turns {
		for p, stone := range board {
			text[p] = byte(stone)
		}
		g.seen[string(text)] |= 1 << turn.toMove
		for i := turn.first; i < turn.last; i++ {
			after(&g.trials[i], turn.toMove)
			players := g.seen[string(text)]
			if players != 0 {
				verdicts[i] = positionalBit
			}
			if players&(1<<turn.toMove.Opponent()) != 0 {
				verdicts[i] |= situationalBit
			}
		}
		if turn.played >= 0 {
			after(&g.trials[turn.played], turn.toMove)
			for p, stone := range text {
				board[p] = Color(stone)
			}
		}
	}
	return board
}
