package main

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A Rule says which repetitions a play may not make. Passes are always legal,
// and a position set up counts as one that occurred. Whether the stones that
// come off are the player's own makes no difference to any of these rules.
type Rule int

const (
	// Ko: a play may not recreate the whole board as it was before the
	// opponent's last move. Longer cycles are left alone.
	Ko Rule = iota

	// Positional superko: a play may not recreate any earlier whole-board
	// position, whoever was to move then.
	Positional

	// Situational superko: a play may not recreate any earlier whole-board
	// position with the same player to move next. What led to the earlier
	// one, a play, a pass or a setup, does not matter. (The natural variant,
	// in which a position counts for the player whose play made it, is
	// another rule, and not implemented.)
	Situational
)

func (r Rule) String() string {
	return [...]string{"simple ko", "positional superko", "situational superko"}[r]
}

// Rules are the parts of a set of rules that decide whether a play is legal.
type Rules struct {
	Name    string // as people call them
	Repeat  Rule
	Suicide bool   // a play may take its own chain off
	Remark  string // for the reader of the report; often empty
}

// RulesOf returns the rules that a game record names in RU. SGF makes four
// names mandatory, AGA, GOE, Japanese and NZ; the others are in common use.
func RulesOf(name string) Rules {
	const noSuperko = "these rules know no superko: a game with a longer cycle may end without a result"
	plain := strings.ToLower(strings.TrimSpace(name))
	plain = strings.TrimSpace(strings.TrimSuffix(plain, "rules"))
	switch strings.NewReplacer(" ", "", "-", "", "_", "").Replace(plain) {
	case "chinese", "cn", "china":
		return Rules{"Chinese", Positional, false, "positional superko, as servers and programs play them"}
	case "japanese", "jp", "japan", "nihonkiin":
		return Rules{"Japanese", Ko, false, noSuperko}
	case "korean", "kr", "korea":
		return Rules{"Korean", Ko, false, noSuperko}
	case "goe", "ing":
		return Rules{"Ing", Ko, true, "Ing's own rule of fighting and disturbing ko is not checked, simple ko is"}
	case "aga":
		return Rules{"AGA", Situational, false, ""}
	case "nz", "newzealand":
		// Their text compares with the positions after the same player's
		// earlier moves: all but the start of the game, which no move made.
		return Rules{"New Zealand", Situational, true, ""}
	case "tromptaylor":
		return Rules{"Tromp-Taylor", Positional, true, ""}
	case "":
		return Rules{"unnamed", Positional, false, "the record names no rules: positional superko is assumed, and suicide forbidden"}
	}
	return Rules{fmt.Sprintf("%.40q", name), Positional, false, "unknown rules: positional superko is assumed, and suicide forbidden"}
}

// A Game is a board with turns, and the memory that superko asks for: the
// keys of all positions that occurred.
type Game struct {
	*Board
	Rules  Rules
	ToMove Color

	boards     zobrist.History // Board.Key: positional superko
	situations zobrist.History // the same with Keys.Side when White is next: situational
	past       []position      // what goes with them, oldest first
}

type position struct {
	board  zobrist.Key
	toMove Color
	when   string // it occurred, for a report
	undo   Undo   // of the play that led to it
}

// NewGame returns a game that starts from the empty board, Black to move.
func NewGame(size int, rules Rules) *Game {
	const seed = 20 // any will do: keys need not differ from run to run
	return newGame(NewKeys(size, seed), size, rules)
}

func newGame(keys *Keys, size int, rules Rules) *Game {
	g := &Game{Board: NewBoard(size, keys), Rules: rules}
	g.Start(Black, "at the start")
	return g
}

// Start makes the board as it stands the first position of the game: what came
// before a setup cannot be repeated.
func (g *Game) Start(toMove Color, when string) {
	g.boards, g.situations, g.past = zobrist.History{}, zobrist.History{}, nil
	g.ToMove = toMove
	g.record(when, Undo{at: Pass})
}

// situation returns the key of a board with the player who is next to move.
func (g *Game) situation(board zobrist.Key, next Color) zobrist.Key {
	if next == White {
		return board ^ g.keys.Side
	}
	return board
}

func (g *Game) record(when string, u Undo) {
	g.boards.Push(g.Key)
	g.situations.Push(g.situation(g.Key, g.ToMove))
	g.past = append(g.past, position{g.Key, g.ToMove, when, u})
}

// An Illegal error says why a play is illegal.
type Illegal struct {
	Why      string
	Repeated string // when the position that it would repeat occurred, or ""
}

func (e *Illegal) Error() string {
	if e.Repeated != "" {
		return "forbidden by " + e.Why + ": it would repeat the position " + e.Repeated
	}
	return e.Why
}

// Check returns what the player to move would do by playing on p, and an
// *Illegal when that is against the rules. A pass is not to be asked about.
func (g *Game) Check(p Point) (Result, error) {
	r, err := g.Try(g.ToMove, p)
	if err != nil {
		return r, &Illegal{Why: err.Error()}
	}
	if r.Suicide(g.ToMove) && !g.Rules.Suicide {
		return r, &Illegal{Why: "suicide, which these rules forbid"}
	}
	next := g.ToMove.Opponent()
	if g.forbids(r.Key, next) {
		earlier, _ := g.earlier(r.Key, next, len(g.past))
		return r, &Illegal{g.Rules.Repeat.String(), earlier}
	}
	return r, nil
}

// forbids tells whether the rule about repetition forbids a play that leads to
// this board, next being the player to move then.
func (g *Game) forbids(board zobrist.Key, next Color) bool {
	switch g.Rules.Repeat {
	case Positional:
		return g.boards.Contains(board)
	case Situational:
		return g.situations.Contains(g.situation(board, next))
	}
	n := len(g.past)
	return n >= 2 && g.past[n-2].board == board
}

// earlier returns when, among the first n positions, the board occurred first,
// and whether the same player was to move. Of several it prefers the first
// with the same player.
func (g *Game) earlier(board zobrist.Key, toMove Color, n int) (when string, same bool) {
	for _, p := range g.past[:n] {
		if p.board == board && p.toMove == toMove {
			return p.when, true
		}
		if p.board == board && when == "" {
			when = p.when
		}
	}
	return when, false
}

// Repeats returns when the position on the board occurred before, "" if it
// did not, and whether the same player was to move: repetitions that the rule
// allows, or that a pass has made.
func (g *Game) Repeats() (when string, same bool) {
	if g.boards.Count(g.Key) == 1 {
		return "", false
	}
	return g.earlier(g.Key, g.ToMove, len(g.past)-1)
}

// Play plays on p, or passes, and gives the turn to the opponent. An illegal
// play is not made. The position that follows is called when in reports.
func (g *Game) Play(p Point, when string) error {
	u := Undo{at: Pass}
	if p != Pass {
		r, err := g.Check(p)
		if err != nil {
			return err
		}
		u = g.Board.Play(g.ToMove, p, r)
	}
	g.ToMove = g.ToMove.Opponent()
	g.record(when, u)
	return nil
}

// Undo takes the last play or pass back. It panics at the first position.
func (g *Game) Undo() {
	last := len(g.past) - 1
	if last == 0 {
		panic("superko: nothing to undo")
	}
	if u := g.past[last].undo; u.at != Pass {
		g.Board.Undo(u)
	}
	g.boards.Pop()
	g.situations.Pop()
	g.past = g.past[:last]
	g.ToMove = g.ToMove.Opponent()
}
