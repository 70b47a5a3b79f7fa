package report

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/words"
)

// This file has what a test of a game in Go says besides bugs at one place: about a new game, about
// all keys together, and about another process. It also says how much was checked.

// MoreLaws says that more laws are broken than there are items.
func MoreLaws(laws string) error { return fmt.Errorf("more laws are broken: %s", laws) }

// NothingChanges says that all positions of a game have one key.
func NothingChanges(positions int) error {
	return fmt.Errorf("no move changes the key: it is the same in all %s",
		words.Plural(positions, "position"))
}

// SameBits says that the keys of positions agree in some bits.
func SameBits(positions int, same []int) error {
	return fmt.Errorf("the keys of %s have the same %d of 64 bits, such as bit %d: they are cut, "+
		"and collisions are more likely", words.Plural(positions, "position"), len(same), same[0])
}

// NewGameDiffers says that a new game is another one after games were played.
func NewGameDiffers(now, first zobrist.Key, nowText, firstText string) error {
	return fmt.Errorf("after games were played, a new game has the key %v and the position %q, "+
		"and had %v and %q: games share data that moves change, or keys change",
		now, nowText, first, firstText)
}

// A Start is what a new game is.
type Start struct {
	Key      zobrist.Key
	Position string
	Moves    int
}

func (s Start) String() string {
	return fmt.Sprintf("the key %v, the position %q and %s", s.Key, s.Position,
		words.Plural(s.Moves, "move"))
}

// StartsDiffer says that two new games differ before any move is made.
func StartsDiffer(first, second Start) error {
	return fmt.Errorf("a new game has %v, and the second time %v: is the generator unseeded, "+
		"or does something depend on memory that is not initialised?", first, second)
}

// BadStart says why a starting position of the configuration is no position of the game.
func BadStart(i int, from, why string) error {
	return fmt.Errorf("Config.Starts[%d], %q: %s", i, from, why)
}

// NoKeys says that the list of numbers is empty.
func NoKeys() error {
	return errors.New("the method Keys lists no key: " +
		"list every number that a key is made of, or leave the method out")
}

// FeaturesDiffer says that the XOR of a position's Features is not its recomputed key.
func FeaturesDiffer(moves []string, sum, key zobrist.Key) error {
	return fmt.Errorf("after %s: the XOR of Features is %v, and the recomputed key %v",
		strings.Join(moves, " "), sum, key)
}

// FewMoves says that too few moves were made to call the keys right.
func FewMoves(moves, games int) error {
	return fmt.Errorf("only %s made in %s: too few to say that the keys are right. "+
		"A new game or a move takes too long for the time: set Config.Games",
		words.Plural(moves, "move"), words.Plural(games, "game"))
}

// KeysDiffer says that another process has other keys. of names the first.
func KeysDiffer(wrong, all int, of string, here, there zobrist.Key) error {
	return fmt.Errorf("%d of %s differ from those of another process: "+
		"the key of %s is %v in this process and %v in the other",
		wrong, words.Plural(all, "key"), of, here, there)
}

// InOtherProcess adds to an error of KeysDiffer what the other process did.
func InOtherProcess(differ error) error {
	return fmt.Errorf("%w. The other process runs only this test, and plays another game first. "+
		"If each may have its own keys, set Config.Unseeded", differ)
}

// A Count is how often something was done, and its noun.
type Count struct {
	N    int
	Noun string
}

// A Played is what was checked of a game.
type Played struct {
	Positions      int
	Compares       bool // equal positions are compared: the game has a method Position
	Transpositions int  // positions reached again by different moves
	Undone         int  // moves taken back
	Others         []Count
}

// String says what was counted. What did not occur is left out.
func (p Played) String() string {
	again := "not compared: the game has no method Position"
	if p.Compares {
		again = fmt.Sprintf("%d reached again by different moves", p.Transpositions)
	}
	said := []string{fmt.Sprintf("%d positions (%s)", p.Positions, again)}
	if p.Undone > 0 {
		said = append(said, fmt.Sprintf("%d moves taken back", p.Undone))
	}
	for _, c := range p.Others {
		if c.N > 0 {
			said = append(said, words.Plural(c.N, c.Noun))
		}
	}
	return strings.Join(said, ", ")
}

// Walked says what a walk checked: every sequence of up to a depth, or all to their ends.
func (p Played) Walked(depth int, ends bool) string {
	how := "every sequence of moves to its end"
	if !ends {
		how = "every sequence of up to " + words.Plural(depth, "ply")
	}
	return fmt.Sprintf("%v; %s", p, how)
}

// Random says what random games checked.
func (p Played) Random(games int, seed uint64) string {
	return fmt.Sprintf("%v, in %s from seed %d", p, words.Plural(games, "game"), seed)
}
