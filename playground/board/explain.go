package board

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A Verdict is what there is to say of a key that someone else has for the
// position.
type Verdict struct {
	Key    zobrist.Key
	Right  bool
	Text   string    // a sentence or two
	Differ []Feature // the keys by which it differs
}

// Explain judges a key, as text, that an engine has for the position of s.
func (b *Board) Explain(s State, text string) (Verdict, error) {
	k, err := b.keys(s)
	if err != nil {
		return Verdict{}, err
	}
	if err := b.play(&s); err != nil {
		return Verdict{}, err
	}
	key, err := zobrist.ParseKey(strings.TrimSpace(text))
	if err != nil {
		return Verdict{}, errors.New(plain(err))
	}
	p := b.line[s.At]
	v := Verdict{Key: key}
	want := k.hash(p)
	if v.Text, v.Right = rightUnder(k, p, key); v.Right {
		return v, nil
	}
	for i, q := range b.line {
		if k.hash(q) == key {
			v.Text = fmt.Sprintf("It is the key of another position of this game: the one after %d of its %d steps, where the page shows that after %d.", i, len(b.steps), s.At)
			break
		}
	}
	all := k.all()
	names := keycheck.Explain(key^want, all)
	for _, name := range names {
		for _, n := range all {
			if n.Name == name {
				v.Differ = append(v.Differ, Feature{Name: name, Key: n.Key})
			}
		}
	}
	switch {
	case v.Text != "":
	case names == nil && sameKeys(s, p, key):
		v.Text = "With Polyglot’s keys it is right; the page shows those of a seed."
	case names == nil:
		v.Text = fmt.Sprintf("No four of the %d keys make the difference: the engine has other keys, or another position.", len(all))
	default:
		v.Text = "It is wrong by " + count(len(names), "key") + ": " + strings.Join(names, ", ") + ". " + hint(names)
	}
	return v, nil
}

// rightUnder says under which rules of en passant the key is right.
func rightUnder(k keys, p position, key zobrist.Key) (text string, right bool) {
	c, isChess := k.(chessKeys)
	if !isChess {
		return "It is right.", k.hash(p) == key
	}
	var under []string
	for _, r := range rules {
		if c.WithEnPassant(r).Hash(p.(chess).position()) == key {
			under = append(under, r.String())
		}
	}
	switch len(under) {
	case 0:
		return "", false
	case len(rules):
		return "It is right, under each rule of en passant.", true
	case 1:
		return "It is right under the rule " + under[0] + " of en passant, and under no other.", true
	}
	return "It is right under the rules " + strings.Join(under, " and ") + " of en passant.", true
}

// sameKeys reports whether the key is right with Polyglot's keys.
func sameKeys(s State, p position, key zobrist.Key) bool {
	if s.Game != "chess" {
		return false
	}
	_, right := rightUnder(chessKeys{zobrist.Polyglot()}, p, key)
	return right
}

// hint says what such a difference usually means.
func hint(names []string) string {
	all := func(prefix string) bool {
		for _, name := range names {
			if !strings.HasPrefix(name, prefix) {
				return false
			}
		}
		return true
	}
	switch {
	case all("side"):
		return "The side to move was not switched, or switched twice; or the engine has this key when Black is to move, and the library when White is."
	case all("castling"):
		return "A castling right was left in or left out: the king or a rook moved, or a rook was captured on its corner."
	case all("en passant"):
		return "An en passant file was left in or left out: after another move, a null move, or where the capture does not count."
	case len(names) == 1:
		return "It was left on a square, or not put there: a capture, a promotion, or the rook when castling."
	}
	return ""
}

func count(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
