package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/words"
)

// This file has why a check did not run, notes, and the first lines of items. What a check compares
// is said in checks.go, and what was measured about an item in facts.go.

// skipSentences say why a check did not run.
var skipSentences = map[Skip]string{
	SkipInterrupted: "the run was interrupted",
	SkipBroken:      "the engine could not be asked any more: see the note",
	SkipNoStart:     "another engine did not start:",
	SkipNoPosition:  "the engine set up no position that it was asked for",
	SkipConstant:    "every position has the same key",
	SkipConstantFEN: "every FEN has the same key: see moves",
	SkipTwoAnswers:  "too many queries have two answers: see again",
	SkipNoNumbers: "the numbers are not known, because too many keys contradict each " +
		"other: see XOR",
	SkipBoard: "the engine shows FENs as other positions: see board",
	SkipClock: "the clocks are in the key: see fields",
	SkipNoPerft: "the engine has neither of the commands \"go perft 1\" and \"perft 1\", or " +
		"does not answer them with the number of legal moves",
	SkipNoSearch:  "the engine does not search",
	SkipNoNewGame: "the protocol has no command for a new game",
	SkipNoRules:   "the rules of this game are not known",
	SkipIgnored: "after the move 0000 the engine does not always show the position after a " +
		"null move",
	SkipNullSame: "the move 0000 leaves the key as it is: the engine ignores it, or its null " +
		"move does not change the key",
	SkipNullUnsure: "some keys after the move 0000 are not those of a null move, and without a " +
		"FEN from the engine it is not known what it makes of this move",
	SkipNoAnswer:   "the engine gave no result that could be compared",
	SkipEnded:      "nothing was compared:",
	SkipNoKeyAfter: "nothing was compared, because the engine prints no key after",
	SkipNoResult:   "nothing was compared, because the engine gives no result after",
	SkipOther:      "a second process has other keys, so the keys must not be stored",
	SkipFew: "too few positions were reached by moves: give more with -n, or other " +
		"starts with -from",
	SkipFormat:     "what FENs of this game mean is not known",
	SkipShareKeys:  "positions share keys, as another check tells: see",
	SkipSub:        "positions share keys that have only some features",
	SkipDead:       "the engine died, or was late, too often",
	SkipFaded:      "a new process does not show what was wrong here: see again",
	SkipWrongKeys:  "keys are wrong: see moves",
	SkipNoFEN:      "the engine prints no FEN",
	SkipLate:       "answers came later than the limit, so some positions were not asked for: add",
	SkipNoMethod:   "the engine has no such method",
	SkipSequential: "ChessConfig.Sequential: only one engine can exist at a time",
	SkipShared:     "engines are not independent: see two engines",
	SkipKeyChanges: "Key changes the key or the position: see Key",
	SkipNoRace:     "only with -race",
	SkipNoProcess:  "no other process could be asked",
	SkipNothing:    "nothing could be compared",
}

// Sentence says a note.
func (n Note) Sentence() string {
	switch n.Topic {
	case NoteClock:
		return fmt.Sprintf("the halfmove clock is in the key from %d on", n.N)
	case NoteUntried:
		return fmt.Sprintf(
			"%s not tried: the engine cannot set them up, such as %s: %s",
			words.Plural(n.N, "position"),
			n.FEN,
			n.Text,
		)
	case NoteAtOnce:
		return "the engine answered otherwise, or not at all, when many commands came at " +
			"once, so it was asked for one key at a time"
	case NoteSlow:
		return fmt.Sprintf(
			"the engine is slow, so only %s were asked for",
			words.Plural(n.N, "key"),
		)
	case NoteLate:
		return fmt.Sprintf(
			"%s came later than the limit: add %s",
			words.Plural(n.N, "answer"),
			n.Text,
		)
	case NoteBroken:
		return "the engine could not be asked any more: " + n.Text
	case NoteEPRule:
		return fmt.Sprintf(
			"what en passant changes in %s is not one number for each square",
			words.Plural(n.N, "key"),
		)
	case NoteSub:
		return "kinds of features are missing from the key: if it has only some features on " +
			"purpose, such as a pawn key, add -sub"
	case NoteKeyless:
		return fmt.Sprintf(
			"%s not compared: the engine prints no key there, such as after %s: %s",
			words.Plural(n.N, "position"),
			n.FEN,
			n.Text,
		)
	case NoteMute:
		return "the engine prints no key after some commands, which were not compared, such as " +
			n.Text
	case NoteRenewed:
		return "the engine ended, and a new process has other numbers, so nothing more was asked"
	}
	return n.Text
}

// titles has the first line of items whose name has none in Designs, and for which that of their
// check does not do.
var titles = map[string]string{
	"moves-unchanged": "the key does not change with some moves",
	"53-bits":         "most keys end in zero bits, like floating-point numbers",
}

// Title returns the first line of an item.
func (i *Item) Title() string {
	if i.Line != nil {
		return i.Line.sentence()
	}
	if i.Name == "refused-move" {
		return "the engine does not make the legal move " + i.Move
	}
	if i.Law != "" {
		return i.Law
	}
	if i.Check == "again" && i.Name == "lags" {
		return "the engine prints the key of the position that it was asked for before"
	}
	if i.Name == "missing-from-fen" && i.someFENsHave() {
		return "keys by moves have numbers that most keys from FENs lack"
	}
	known, _ := NameOf(i.Name)
	if title := cmp.Or(known.Title, titles[i.Name]); title != "" {
		return title
	}
	switch i.Check {
	case "fields":
		return i.fieldTitle()
	case "crash":
		return i.crashTitle()
	case "null move":
		if i.Want != nil && i.Want.Route == ByMoveNumbers {
			return "the key after a null move is not that by the numbers of the keys by moves"
		}
	case "again":
		isPrinted := i.Got != nil && i.Got.Route == AskedAgain && i.Got.Then != ""
		if isPrinted && i.Got.FEN == "" {
			return "the key changes when the engine prints it"
		}
	}
	if i.Got != nil && i.Got.Then != "" && i.Got.FEN != "" {
		// The engine shows another board after an act, with the same key.
		return "the position changes with " + i.Got.Then
	}
	return wordsOf(i.Check).title
}

// someFENsHave reports whether some keys from FENs may have the numbers that most of them lack.
func (i *Item) someFENsHave() bool {
	return slices.ContainsFunc(i.Facts, func(f Fact) bool {
		return f.Topic == NoNumberFEN && f.All > 0
	})
}

// fieldTitle says which fields of a FEN are not in the key.
func (i *Item) fieldTitle() string {
	names := words.Quoted(state.Names(i.Features), mostNames)
	switch {
	case len(i.Lacks) > 0:
		return "the key lacks numbers, but has others like these"
	case len(i.WronglyHas) > 0:
		return "the key has numbers, but no others like these"
	case strings.HasPrefix(i.Name, "no-"):
		return "changing " + names + " in a FEN never changed the key"
	}
	return "changing " + names + " in a FEN can leave the key as it is"
}

// crashTitle says that the engine did not survive commands.
func (i *Item) crashTitle() string {
	return "the engine ends, or gives no answer, after these commands"
}
