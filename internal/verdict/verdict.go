// Package verdict says what is wrong with a key: the features it has or lacks,
// another en passant rule, the other side to move, half a key, and the likely
// cause. The command, the playground and package zobristtest use it, so all three
// report a bug in the same words.
package verdict

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A Case is a key to judge, and what is known about it. Only Has and Want are
// required. The other fields let the verdict say more.
type Case struct {
	Has, Want zobrist.Key
	Keys      []keycheck.Named // the number of each feature
	Features  []string         // the names of the features in Want; nil if unknown
	Move      *Move            // the move that led here, or nil

	Rules       []keycheck.Named // the key under each en passant rule; nil without such rules
	Side        zobrist.Key      // the number of the side to move; 0 if unknown
	Foreign     bool             // Has may be made from other numbers than Keys, and so may the key before the move
	SideToMove  string           // "White"
	OtherSide   string           // "Black"
	Alternative []keycheck.Named // other keys to compare with Has; Name follows "it is the key of "
}

// A Move is the last move before a wrong key.
type Move struct {
	Name     string      // in any notation: e7e8q, Nf3, 7g7f+, null
	Before   zobrist.Key // the right key before the move
	Features []string    // as in the case, but before the move; nil if unknown
}

// A Verdict says what is wrong with a key.
type Verdict struct {
	Has, Want zobrist.Key
	Right     bool     // Has is Want
	Rules     []string // the en passant rules under which Has is right; nil if all rules give one key

	// Differ names the features that Has lacks or wrongly has, in the order of
	// the case's Keys. Lacks and Extra separate the two, if the features of the
	// position are known.
	Differ, Lacks, Extra []string
	Certain              bool     // Differ is very unlikely to be chance
	Facts                []string // what else is known: "it is right under the en passant rule always"
	Clue                 string   // what is known if Differ is empty
	Cause                string   // a guess, or ""
}

// Judge compares a key with the right one. It takes as long as
// [keycheck.Explain].
func Judge(c Case) *Verdict {
	v := &Verdict{Has: c.Has, Want: c.Want, Right: c.Has == c.Want}
	c.rules(v)
	if v.Right {
		return v
	}
	diff := c.Has ^ c.Want
	for _, other := range c.Alternative {
		if other.Key == c.Has {
			v.Facts = append(v.Facts, "it is the key of "+other.Name)
		}
	}
	switch {
	case c.Has == 0 && c.Foreign:
		v.Facts = append(v.Facts, "it is zero: perhaps it was never set")
		return v
	case c.Has == zobrist.Key(bits.ReverseBytes64(uint64(c.Want))):
		v.Facts = append(v.Facts, "it is the right key with its bytes in reverse order")
		return v
	case c.Has != 0 && (c.Has == c.Want&0xffffffff || c.Has == c.Want>>32):
		v.Facts = append(v.Facts, "it is half of the right key: 32 of its 64 bits")
		return v
	}
	if v.Differ = keycheck.Explain(diff, c.Keys); v.Differ == nil {
		v.Differ = c.near(diff)
	}
	v.Certain = v.Differ != nil && keycheck.ByChance(c.Keys, len(v.Differ)) < 1e-3
	for _, name := range v.Differ {
		switch {
		case c.Features == nil:
		case slices.Contains(c.Features, name):
			v.Lacks = append(v.Lacks, name)
		default:
			v.Extra = append(v.Extra, name)
		}
	}
	switch {
	case v.Differ == nil && len(v.Facts) == 0:
		v.Clue, v.Cause = c.clue()
	case v.Differ != nil && (len(v.Facts) == 0 || diff == c.Side):
		v.Cause = c.cause(v)
	}
	return v
}

// rules compares the key with those of each en passant rule.
func (c *Case) rules(v *Verdict) {
	differ := slices.ContainsFunc(c.Rules, func(rule keycheck.Named) bool { return rule.Key != c.Want })
	right, turned := "", c.Has == c.Want^c.Side && c.SideToMove != ""
	for _, rule := range c.Rules {
		if differ && c.Has == rule.Key {
			v.Rules = append(v.Rules, rule.Name)
		} else if c.Has == rule.Key^c.Side && rule.Key != c.Want {
			right, turned = "under the en passant rule "+rule.Name+" ", true
		}
	}
	switch {
	case v.Right:
	case len(v.Rules) > 0:
		v.Facts = append(v.Facts, "it is right under "+rulesInWords(v.Rules))
	case turned && c.Side != 0:
		v.Facts = append(v.Facts, "it is right "+right+"with "+c.OtherSide+" to move instead of "+c.SideToMove)
	}
}

// near looks for a larger set among only the features of this position and of the
// one before. If these are few, at most one set explains a difference.
func (c *Case) near(diff zobrist.Key) []string {
	if c.Features == nil {
		return nil
	}
	return keycheck.Explain(diff, slices.DeleteFunc(slices.Clone(c.Keys), func(k keycheck.Named) bool {
		return !slices.Contains(c.Features, k.Name) && (c.Move == nil || !slices.Contains(c.Move.Features, k.Name))
	}))
}

// Adding a small number to a key changes fewer than fewBits bits. Two random halves
// of keys differ in so few bits less than once in 10,000 times.
const fewBits = 5

// clue says what is known about a key that lacks and has no named features, and guesses
// the cause.
func (c *Case) clue() (clue, cause string) {
	diff := c.Has ^ c.Want
	switch n := bits.OnesCount64(uint64(diff)); {
	case n == 1:
		return "they differ in one bit", ""
	case n < fewBits:
		return fmt.Sprintf("they differ in %d of 64 bits", n), ""
	}
	for _, half := range []struct {
		right, wrong string
		mask         zobrist.Key
	}{{"low", "high", 0xffffffff << 32}, {"high", "low", 0xffffffff}} {
		if diff&^half.mask != 0 || c.Want&^half.mask == 0 { // not if all keys have 32 bits
			continue
		}
		cut := slices.Clone(c.Keys)
		for i := range cut {
			cut[i].Key &= half.mask
		}
		clue = "the " + half.right + " 32 bits are right"
		// With 32 bits, a set of three is often chance.
		if names := keycheck.Explain(diff, cut); len(names) == 1 || len(names) == 2 {
			clue = "wrong by the " + half.wrong + " half of " + quoted(names)
		}
		return clue, "a key cut to 32 bits"
	}
	switch m := c.Move; {
	case m == nil:
	case m.Before != 0 && diff == m.Before:
		return "wrong by the whole key from before the move", toggledTwice
	case c.Has == m.Before:
		return "the key does not change with the move", ""
	case c.Want == m.Before:
		return "the key should not change with the move", ""
	}
	if len(c.Keys) == 0 {
		return "", ""
	}
	if c.Foreign {
		cause = "different numbers, a different position, or squares, pieces or files in a different order"
	}
	if reach := keycheck.Reach(c.Keys); reach < len(c.Keys) {
		return fmt.Sprintf("no set of up to %d named keys explains the difference", reach), cause
	}
	return "no set of the named keys explains the difference", cause
}
