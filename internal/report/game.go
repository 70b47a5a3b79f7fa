package report

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// This file has what the report says about a game in Go or behind an adapter. Such a game names
// its features itself, and its moves need no FEN.

// A Line is what a game answered after a sequence of calls, and what it should have answered.
type Line struct {
	What  string   `json:"what"`           // what was read: "key", "position", "After(e2e4)"
	Where string   `json:"where"`          // the calls before it: "after e2e4, e7e5 taken back"
	Got   string   `json:"got,omitempty"`  // a key, or a position in quotes
	Want  string   `json:"want,omitempty"` // likewise
	Is    Relation `json:"is"`             // what Want is
	Plies int      `json:"plies"`          // the moves and null moves that are shown
	Says  string   `json:"says,omitempty"` // what the call says, if it fails

	// The position after Where, and another one with the calls before it, if two are compared.
	Position      string `json:"position,omitempty"`
	Other         string `json:"other,omitempty"`
	OtherPosition string `json:"other_position,omitempty"`

	// The features in which the keys differ, by their names. Those of WrongBy are in one of the
	// two keys, and the game does not tell in which.
	Lacks      []string `json:"lacks,omitempty"`
	WronglyHas []string `json:"wrongly_has,omitempty"`
	WrongBy    []string `json:"wrong_by,omitempty"`
}

// A Relation says what the wanted answer of a [Line] is.
type Relation string

// The relations.
const (
	Recomputed    Relation = "recomputed"     // the key from scratch, or what another call returns
	AsBefore      Relation = "before"         // the answer before the calls
	ByTheMoves    Relation = "by-moves"       // the key by moves, of a position that is loaded
	SamePosition  Relation = "same-position"  // the key of the same position after other calls
	OtherPosition Relation = "other-position" // the same key, in another position
	Fails         Relation = "fails"          // the last call fails: Says
	LoadFails     Relation = "load-fails"     // Load returns the error Says
	RefusesLegal  Relation = "refuses-legal"  // Try returns false for a legal move
)

// sentence says the line.
func (l *Line) sentence() string {
	var said string
	switch l.Is {
	case Fails:
		return l.Where + ": " + l.Says
	case LoadFails:
		return fmt.Sprintf("%s %s: error: %s", l.What, l.Where, l.Says)
	case RefusesLegal:
		return fmt.Sprintf("%s %s returns false, but the move is legal", l.What, l.Where)
	case OtherPosition:
		return fmt.Sprintf(
			"%s %s: got %s, the same as %s, but the positions differ: %q and %q "+
				"(clocks belong in neither)",
			l.What, l.Where, l.Got, l.Other, l.Position, l.OtherPosition)
	case SamePosition:
		said = fmt.Sprintf("%s %s: got %s, and %s %s, in the same position %q",
			l.What, l.Where, l.Got, l.Other, l.Want, l.Position)
	case ByTheMoves:
		said = fmt.Sprintf("%s %s: got %s, by moves %s", l.What, l.Where, l.Got, l.Want)
	case AsBefore:
		said = fmt.Sprintf("%s %s: got %s, want %s as before", l.What, l.Where, l.Got, l.Want)
	default:
		said = fmt.Sprintf("%s %s: got %s, want %s", l.What, l.Where, l.Got, l.Want)
	}
	return said + l.differences()
}

// differences names the features by which the keys differ.
func (l *Line) differences() string {
	said := ""
	if l.WrongBy != nil {
		said += "; wrong by: " + words.Quoted(l.WrongBy, mostNames)
	}
	if l.Lacks != nil {
		said += "; lacks " + words.Quoted(l.Lacks, mostNames)
	}
	if l.WronglyHas != nil {
		said += "; wrongly has " + words.Quoted(l.WronglyHas, mostNames)
	}
	return said
}

// The topics of facts about games, each with the fields of a Fact that it has.
const (
	// WholeKey: the keys differ by the whole key from before the move.
	WholeKey Topic = "whole-key"
	// KeyStays: the key is the same as before the move.
	KeyStays Topic = "key-stays"
	// EarlierKey: the wrong key is the one that the game had before, where Text says.
	EarlierKey Topic = "earlier-key"
	// FewBits: the keys differ in N bits.
	FewBits Topic = "few-bits"
	// NoneKnown: no small set of the named numbers explains the difference.
	NoneKnown Topic = "none-known"
	// NoNames: the game lists no numbers.
	NoNames Topic = "no-names"
	// SharedData: moves of one game change what another one returns.
	SharedData Topic = "shared-data"
	// LineNotAlone: the line that is shown does not show it on a new game.
	LineNotAlone Topic = "line-not-alone"
	// SameCalls: all calls that were made before show it on a new game.
	SameCalls Topic = "same-calls"
	// GameClass: Wrong of All moves are wrong of the sort Text, which change features of the kinds
	// OtherText, if these are known.
	GameClass Topic = "game-class"
	// MoreClasses: N more classes of moves are wrong.
	MoreClasses Topic = "more-classes"
	// SinceFirst: moves are counted since the first wrong one.
	SinceFirst Topic = "since-first"
	// OtherKinds: the keys differ in features of the kinds Text, N times more.
	OtherKinds Topic = "other-kinds"
	// Unexplained: the keys differ N times more, and no few known numbers were found to explain it.
	Unexplained Topic = "unexplained"
	// NoKey: something else than the key differs, N times more.
	NoKey Topic = "no-key"
	// OtherLaws: the laws that Text counts are broken, too.
	OtherLaws Topic = "other-laws"
	// ParallelGames: it was found in one of N games in parallel.
	ParallelGames Topic = "parallel"
)

// gameSentence says a fact about a game.
func (f Fact) gameSentence() string {
	switch f.Topic {
	case WholeKey:
		return "wrong by the whole key from before the move"
	case KeyStays:
		return "the key does not change with the move"
	case EarlierKey:
		return "got is the key " + f.Text
	case FewBits:
		return "they differ in " + words.Plural(f.N, "bit")
	case NoneKnown:
		return "no small set of the named keys explains the difference"
	case NoNames:
		return "list the keys with their names to see which are wrong"
	case SharedData:
		return "the two games share data that moves change (if only one game can exist at a " +
			"time, set Config.Sequential)"
	case LineNotAlone:
		return "(these moves alone do not show it on a new game)"
	case SameCalls:
		return "(the same calls show it again: moves that were taken back are needed, " +
			"or an earlier game)"
	case GameClass:
		return f.gameClass()
	case MoreClasses:
		return fmt.Sprintf("wrong: some of %s more", words.Plural(f.N, "kind of move"))
	case SinceFirst:
		return "moves are counted from the first wrong one on"
	case OtherKinds:
		return fmt.Sprintf("the keys differ in %s %s more", f.Text, times(f.N))
	case Unexplained:
		return fmt.Sprintf("the keys differ %s more, by what is not explained", times(f.N))
	case NoKey:
		return fmt.Sprintf("something else than the key differs %s more", times(f.N))
	case OtherLaws:
		return "also broken: " + f.Text
	case ParallelGames:
		return fmt.Sprintf("(in one of %d games in parallel: do games share data?)", f.N)
	}
	return ""
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return words.Thousands(n) + " times"
}

// The sorts of moves of a [GameClass].
const (
	SomeMove  = "move"
	ANullMove = "null move"
	// TwoOnCell moves change two features of one cell, by their names: they capture, flip or
	// promote, for example.
	TwoOnCell = "move on one cell"
)

// UnknownChange are the kinds of moves whose features no few known numbers were found to explain.
const UnknownChange = "unknown"

// gameClass says how many moves of a class are wrong.
func (f Fact) gameClass() string {
	noun, does := f.Text, ""
	if f.Text == TwoOnCell {
		noun = SomeMove
		does = " that change two features of one cell"
		if f.All == 1 {
			does = " that changes two features of one cell"
		}
	}
	switch {
	case f.OtherText == "":
	case f.OtherText == UnknownChange:
		does += " whose change of the key is not explained"
	case does != "":
		does += ", and in all " + f.OtherText
	case f.All == 1:
		does += " that changes " + f.OtherText
	default:
		does += " that change " + f.OtherText
	}
	return fmt.Sprintf("wrong: %s of %s%s", words.Thousands(f.Wrong), words.Plural(f.All, noun),
		does)
}

// CountedLaws says how often laws were broken.
func CountedLaws(laws []string, count map[string]int) string {
	var said []string
	for _, law := range laws {
		said = append(said, fmt.Sprintf("%s (%s)", law, times(count[law])))
	}
	return strings.Join(said, ", ")
}

// comparesInGames says what each check of a game behind an adapter compares, as its row ends.
var comparesInGames = map[string]string{
	"undo":      "taken back, and the key compared with the one before",
	"null move": "and moves after them",
	"routes":    "reached again by different moves, and the keys compared",
	"positions": "set up from the text, and compared with those by moves, also after more moves",
	"processes": "compared with those of a second process",
}

// gameSentence says what a check of a game compared.
func (row Row) gameSentence() string {
	said := words.Plural(row.Compared, string(row.Unit))
	switch row.Check {
	case "moves":
		return fmt.Sprintf("%s compared with the recomputed key, in every sequence of up to %s "+
			"and in %s, %d of them to the end",
			said, words.Plural(row.Depth, "ply"), words.Plural(row.Games, "random game"), row.Ended)
	case "null move":
		said += ","
	case "numbers":
		return said + ": " + wordsOf(row.Check).compares
	}
	if what := comparesInGames[row.Check]; what != "" {
		said += " " + what
	}
	return said
}

// gameSkips say why a check of a game behind an adapter did not run.
var gameSkips = map[Skip]string{
	SkipNoUnmake: "the program answers unknown to unmake: to take a move back, the game was " +
		"played again",
	SkipNoRecompute: noRequest("recompute"),
	SkipNoPositions: noRequest("position"),
	SkipNoPass:      noRequest("null"),
	SkipNoKeys:      noRequest("keys"),
	SkipNoNewText:   noRequest("new TEXT"),
	SkipOther:       "a second process has different keys: do not store keys",
}

func noRequest(request string) string {
	return "the program answers unknown to " + request + ": add the request if your game needs it"
}

// gameSkipped says why a check of a game behind an adapter did not run.
func (row Row) gameSkipped() string {
	switch row.Skip {
	case SkipFew:
		return fmt.Sprintf("%d compared, and %d are needed: allow more moves with -n, "+
			"or a longer game, and repair bugs first", row.Compared, row.Needed)
	case SkipNoEnd:
		return row.gameSentence() + ": rare moves may be missing. Allow more moves with -n, or " +
			"give positions near the end of games with -from"
	}
	return gameSkips[row.Skip]
}
