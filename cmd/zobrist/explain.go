package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const explainHelp = `usage: zobrist explain [flags] POSITION KEY

Says what is wrong with KEY, which an engine has for POSITION: which keys, up to
four, it lacks or has too much, and whether it is right under another en passant
rule, or with the other side to move. The names are those of zobrist keys; a
POSITION is as for zobrist hash.

The numbers of the engine's keys are to be those of -keys: Polyglot's, those that
this library draws from a seed, or the engine's own, in a FILE that names each as
zobrist keys does, as KEY<TAB>NAME or otherwise as zobrist audit reads it. There
"side Black" may stand for side, if it counts when Black is to move.

The exit status is 0 when KEY is the position's key, 1 when it is not, and 2 when
POSITION or KEY cannot be read.

flags:
`

func explain(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	game := flags.String("game", "chess", gameFlag)
	keys := flags.String("keys", "", "the `keys`: polyglot, for chess, a seed from 0 to 2^64-1, or a FILE of the engine's own (default polyglot; for othello 1)")
	ep := flags.String("ep", "", epFlag)
	if status, ok := parseFlags(flags, explainHelp, endFlags(flags, args), stdout, stderr); !ok {
		return status
	}
	if flags.NArg() < 2 {
		return misuse(flags, explainHelp, stderr, fmt.Errorf("%d arguments, want a position and a key", flags.NArg()))
	}
	// One position, even if it is not quoted.
	last := flags.NArg() - 1
	position := strings.TrimSpace(strings.Join(flags.Args()[:last], " "))
	explainer, err := newExplainer(*game, *keys, *ep)
	if err != nil {
		return misuse(flags, explainHelp, stderr, err)
	}
	fail := func(err error) int {
		fmt.Fprintf(stderr, "zobrist explain: %s\n", plain(err))
		return 2
	}
	var e *explained
	key, err := parseNumber(strings.TrimSpace(flags.Arg(last)))
	if err == nil {
		e, err = explainer(position)
	}
	if err != nil {
		if _, keyErr := parseNumber(strings.TrimSpace(flags.Arg(0))); keyErr == nil {
			if _, positionErr := explainer(strings.Join(flags.Args()[1:], " ")); positionErr == nil {
				return misuse(flags, explainHelp, stderr, errors.New("the position comes first, then the key"))
			}
		}
		return fail(err)
	}
	var out bytes.Buffer
	e.explain(&out, key)
	if _, err := out.WriteTo(stdout); err != nil {
		return fail(err)
	}
	if key != e.key {
		return 1
	}
	return 0
}

// An explained position is what there is to know of it to explain a key.
type explained struct {
	key    zobrist.Key
	side   zobrist.Key
	toMove string // the side to move
	other  string
	all    []keycheck.Named
	has    map[string]bool  // the names of the keys that make up its key
	rules  []keycheck.Named // its keys under other en passant rules, where they differ

	enPassant string // the name of the key by which they do
}

// newExplainer returns a function that reads a position.
func newExplainer(game, keys, ep string) (func(position string) (*explained, error), error) {
	if _, err := parseSeed(keys); err != nil && keys != "" && keys != "polyglot" {
		if _, statErr := os.Stat(keys); statErr != nil {
			return nil, fmt.Errorf("%w, or a FILE that exists", err)
		}
		return ownExplainer(game, keys, ep)
	}
	switch game {
	case "chess":
		c, err := chessKeys(keys, ep)
		if err != nil {
			return nil, err
		}
		return func(position string) (*explained, error) { return explainedChess(c, position) }, nil
	case "othello":
		if ep != "" {
			return nil, errOthelloEP
		}
		o, err := othelloKeys(keys)
		if err != nil {
			return nil, err
		}
		return func(position string) (*explained, error) { return explainedOthello(o, position) }, nil
	}
	return nil, unknownGame(game)
}

func explainedChess(c *zobrist.Chess, position string) (*explained, error) {
	p, key, err := walkChess(c, position, nil)
	if err != nil {
		return nil, err
	}
	e := &explained{key: key, side: c.Side(), toMove: "White", other: "Black", all: keycheck.Collect(c.Keys()), has: map[string]bool{}}
	if p.BlackToMove {
		e.toMove, e.other = e.other, e.toMove
	}
	for s, piece := range p.Board {
		e.has[fmt.Sprint(zobrist.Square(s), " ", piece)] = true
	}
	for _, right := range p.Castling.String() {
		e.has["castling "+string(right)] = true
	}
	e.enPassant = "en passant " + p.EnPassant.String()[:1]
	e.has[e.enPassant] = c.EnPassantKey(&p) != 0
	e.has["side"] = !p.BlackToMove
	for rule := zobrist.EnPassantPseudoLegal; rule <= zobrist.EnPassantAlways; rule++ {
		if k := c.WithEnPassant(rule).Hash(&p); k != key {
			e.rules = append(e.rules, keycheck.Named{Name: rule.String(), Key: k})
		}
	}
	return e, nil
}

func explainedOthello(o *zobrist.Othello, position string) (*explained, error) {
	p, key, err := walkOthello(o, position, nil)
	if err != nil {
		return nil, err
	}
	e := &explained{key: key, side: o.Side(), toMove: p.ToMove.String(), other: p.ToMove.Opponent().String(), all: keycheck.Collect(o.Keys()), has: map[string]bool{}}
	for s := range zobrist.Square(64) {
		e.has[fmt.Sprint(s, " ", zobrist.BlackDisc)] = p.Black>>s&1 != 0
		e.has[fmt.Sprint(s, " ", zobrist.WhiteDisc)] = p.White>>s&1 != 0
	}
	e.has["side"] = p.ToMove == zobrist.WhiteDisc
	return e, nil
}

// explain writes what is wrong with a key.
func (e *explained) explain(w io.Writer, key zobrist.Key) {
	if key == e.key {
		fmt.Fprintf(w, "%v is the key of the position\n", key)
		return
	}
	fmt.Fprintf(w, "%v is not the key of the position, which is %v\n", key, e.key)
	known := false
	for _, rule := range e.rules {
		switch key {
		case rule.Key:
			fmt.Fprintf(w, "it is right under the en passant rule %s\n", rule.Name)
		case rule.Key ^ e.side:
			fmt.Fprintf(w, "it is right under the en passant rule %s with %s to move instead of %s\n", rule.Name, e.other, e.toMove)
		default:
			continue
		}
		known = true
	}
	switch {
	case key == e.key^e.side:
		fmt.Fprintf(w, "it is right with %s to move instead of %s\n", e.other, e.toMove)
		known = true
	case key == zobrist.Key(bits.ReverseBytes64(uint64(e.key))):
		fmt.Fprintf(w, "it is the right key with its bytes in reverse order\n")
		return
	case key == e.key&0xffffffff || key == e.key>>32:
		fmt.Fprintf(w, "it is half of the right key: 32 of its 64 bits\n")
		return
	}
	names := keycheck.Explain(key^e.key, e.all)
	if names == nil {
		if !known {
			fmt.Fprintf(w, "no four keys or fewer make the difference: are its numbers those of -keys, which may be a FILE of its own, and its squares, pieces and files in the same order?\n")
		}
		return
	}
	var lacks, extra []string
	for _, name := range names {
		if e.has[name] {
			lacks = append(lacks, fmt.Sprintf("%q", name))
		} else {
			extra = append(extra, fmt.Sprintf("%q", name))
		}
	}
	for _, part := range []struct {
		what  string
		names []string
	}{{"it lacks", lacks}, {"it wrongly has", extra}} {
		if len(part.names) > 0 {
			slices.Sort(part.names)
			fmt.Fprintf(w, "%s %s\n", part.what, strings.Join(part.names, ", "))
		}
	}
}
