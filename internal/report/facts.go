package report

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/words"
)

// This file has what is measured about an item, and the sentence for it. A new sentence is a topic
// and a case in [Fact.Sentence], and a line in TestCounts. Package checks adds a Fact of this topic
// to its items: group.item in group.go to those of all checks that compare pairs of keys, and
// describe in classes.go what is counted about wrong moves.

// A Topic says what a [Fact] is about.
type Topic string

// The topics of facts, each with the fields of a Fact that it has.
const (
	// Class: Wrong of All moves of Class are wrong.
	Class Topic = "class"
	// OtherMoves: Wrong of All moves of no class shown.
	OtherMoves Topic = "other-moves"
	// Heals: N moves that make a wrong key right again are not counted. Those that only end what
	// the en passant square made wrong are counted as right.
	Heals Topic = "heals"
	// OtherWays: N moves make keys wrong in other ways, and are not counted.
	OtherWays Topic = "other-ways"
	// Strayed: N moves make a position of which the engine prints another FEN, or come after one,
	// and are not counted.
	Strayed Topic = "strayed"
	// UnclearPassant: N moves set or remove an en passant square where the capture would be
	// illegal, so that engines judge it by different rules. They are not counted.
	UnclearPassant Topic = "unclear-en-passant"
	// RoleLacks, RoleHas and RoleDiffers: in N of All mismatches, what the key lacks, or wrongly
	// has, or what the two keys differ in, is Roles.
	RoleLacks   Topic = "lacks-role"
	RoleHas     Topic = "has-role"
	RoleDiffers Topic = "differs-role"
	// LacksOne and HasOne: in N of All keys, the key lacks one number of the kind Text, or wrongly
	// has one, and differs in nothing else.
	LacksOne Topic = "lacks-one"
	HasOne   Topic = "has-one"
	// Range: Quantity is From to To where keys are wrong, and OtherFrom to OtherTo elsewhere.
	Range Topic = "range"
	// InKinds: in N of All mismatches, the keys differ in features of Kinds.
	InKinds Topic = "in-kinds"
	// Unchanged: in all N, the key is the same as before the move.
	Unchanged Topic = "unchanged"
	// SameDifference: in all N, the keys differ by Key.
	SameDifference Topic = "same-difference"
	// SameRest: in all N, the part Key of the difference that is no known number is the same.
	SameRest Topic = "same-rest"
	// NoneLegal: in none of N positions is a capture en passant legal; All positions follow a
	// double push.
	NoneLegal Topic = "none-legal"
	// Explains: different numbers explain N of All moves that change one of Features and change the
	// two keys differently, and Together more with the different numbers of other items. Against
	// more moves that change one of Features change the two keys alike.
	Explains Topic = "explains"
	// NoNumberFEN and NoNumberMoves: keys of this sort have no number for Features. If All is set,
	// this is so of N of All keys of states with one of these.
	NoNumberFEN   Topic = "no-number-from-fens"
	NoNumberMoves Topic = "no-number-by-moves"
	// Outside: N of All keys of the sort Text are not the XOR of the numbers of the others.
	Outside Topic = "outside"
	// Fits: N of All keys from FENs, and OtherFrom of OtherTo keys by moves, agree on one number
	// for each feature of the position. Those of one of the two routes all do.
	Fits Topic = "fits"
	// Common: each of N has Features, and none of the All others has.
	Common Topic = "common"
	// AllPairs: N of All pairs that differ only in Text have the same key.
	AllPairs Topic = "pairs"
	// Rest: N more are explained by no few known numbers. RestUncounted: they are not counted as
	// right or wrong.
	Rest          Topic = "rest"
	RestUncounted Topic = "rest-uncounted"
	// RestOfKind: N more wrong keys are in the same kind of features.
	RestOfKind Topic = "rest-of-kind"
	// Weakness and Effect: Text is what is wrong with numbers, and what follows in play.
	Weakness Topic = "weakness"
	Effect   Topic = "effect"
	// Zeros: N of All keys end in From zero bits or more.
	Zeros Topic = "zeros"
	// ShortKeys: all N keys have fewer than 16 digits.
	ShortKeys Topic = "short-keys"
	// Best: the engine plays its best move, N of All times.
	Best Topic = "best"
	// Shows: the engine shows the state Text, and the rules give OtherText.
	Shows Topic = "shows"
	// Says: the engine says Text.
	Says Topic = "says"
	// Failure: Text is how the process ended.
	Failure Topic = "failure"
	// NewSurvives: a new process survives the commands.
	NewSurvives Topic = "new-survives"
	// IgnoredCommand and IgnoredMoves: N of All sequences after a FEN have the key of the command
	// before, or of the FEN.
	IgnoredCommand Topic = "ignored-command"
	IgnoredMoves   Topic = "ignored-moves"
	// Both: the same commands gave two keys, asked N times.
	Both Topic = "both"
	// PrintedLate: N of All keys are those that were printed for the question before.
	PrintedLate Topic = "printed-late"
	// AllKeys: all N keys changed.
	AllKeys Topic = "all-keys"
	// Faded: a new process did not show N wrong keys.
	Faded Topic = "faded"
	// FromClock: the key depends on the halfmove clock from N on.
	FromClock Topic = "from-clock"
	// Stay: an en passant number stays wrong after the next move, N times.
	Stay Topic = "stays"
	// RestOfCheck: N more comparisons of the check are wrong.
	RestOfCheck Topic = "rest-of-check"
	// NotAlone: the calls that are shown do not show it on a new engine.
	NotAlone Topic = "not-alone"
	// Returns: the last call returns Text, and by the law OtherText.
	Returns Topic = "returns"
	// NotListed: N of All numbers are not in the list of Keys: those of Features.
	NotListed Topic = "not-listed"
	// Like: Text is the feature whose number in Polyglot's books is that of Features.
	Like Topic = "like"
)

// A Fact is something measured about an item. What its fields mean depends on the topic.
type Fact struct {
	Topic     Topic           `json:"topic"`
	Text      string          `json:"text,omitempty"`
	Roles     []Role          `json:"roles,omitempty"`
	Class     *MoveClass      `json:"class,omitempty"`
	Quantity  Quantity        `json:"quantity,omitempty"`
	OtherText string          `json:"other_text,omitempty"`
	Wrong     int             `json:"wrong,omitempty"`
	All       int             `json:"all,omitempty"`
	N         int             `json:"n,omitempty"`
	From      int             `json:"from,omitempty"`
	To        int             `json:"to,omitempty"`
	OtherFrom int             `json:"other_from,omitempty"`
	OtherTo   int             `json:"other_to,omitempty"`
	Together  int             `json:"together,omitempty"`
	Against   int             `json:"against,omitempty"`
	Key       zobrist.Key     `json:"key,omitempty"`
	Features  []state.Feature `json:"features,omitempty"`
	Kinds     []string        `json:"kinds,omitempty"`
}

// counted returns a count and what it is of: "1 move is", "2,000 moves are".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return words.Thousands(n) + " " + many
}

// part says how many of all: "1 of 1 move", "273 of 1,000 moves".
func part(n, all int, one, many string) string {
	return words.Thousands(n) + " of " + counted(all, one, many)
}

// inHowMany says in how many of all mismatches something is so. Of a single one it says nothing.
func inHowMany(f Fact) string {
	switch {
	case f.All == 1:
		return ""
	case f.N == f.All:
		return "in all " + words.Thousands(f.N) + ", "
	}
	return fmt.Sprintf("in %s of %s, ", words.Thousands(f.N), words.Thousands(f.All))
}

// restText says how many moves are explained by no few known numbers.
func restText(n int) string {
	return counted(n, "more move makes the key wrong by ", "more moves make keys wrong by ") +
		"the XOR of no few known numbers"
}

// Sentence says a fact.
func (f Fact) Sentence() string {
	n, all := words.Thousands(f.N), words.Thousands(f.All)
	features := words.Quoted(state.Names(f.Features), mostNames)
	switch f.Topic {
	case Class:
		return fmt.Sprintf(
			"wrong: %s of %s %s", words.Thousands(f.Wrong), all, f.Class.text(f.All),
		)
	case OtherMoves:
		return "wrong: " + part(f.Wrong, f.All, "other move", "other moves")
	case Heals:
		return counted(f.N, "move that makes a wrong key right again is",
			"moves that make a wrong key right again are") + " not counted"
	case OtherWays:
		return counted(f.N, "move makes the key wrong in another way: it is",
			"moves make keys wrong in other ways: these are") + " not counted"
	case Strayed:
		return counted(f.N, "move makes, or comes after, a position of which the engine prints "+
			"another FEN: it is", "moves make, or come after, a position of which the engine "+
			"prints another FEN: these are") + " not counted"
	case UnclearPassant:
		return counted(
			f.N,
			"move that sets or removes an en passant square where the capture would be illegal is",
			"moves that set or remove an en passant square where the capture would be illegal are",
		) + " not counted"
	case RoleLacks:
		return inHowMany(f) + "the key lacks " + rolesText(f.Roles)
	case RoleHas:
		return inHowMany(f) + "the key wrongly has " + rolesText(f.Roles)
	case RoleDiffers:
		return inHowMany(f) + "the keys differ in " + rolesText(f.Roles)
	case LacksOne:
		return inHowMany(f) + "the key lacks one number of " + kindsText([]string{f.Text})
	case HasOne:
		return inHowMany(f) + "the key wrongly has one number of " +
			kindsText([]string{f.Text})
	case InKinds:
		return inHowMany(f) + "the keys differ only in " + kindsText(f.Kinds)
	case Range:
		return fmt.Sprintf(
			"%s is %s where the key is wrong, and %s elsewhere",
			quantities[f.Quantity],
			interval(f.From, f.To),
			interval(f.OtherFrom, f.OtherTo),
		)
	case Unchanged:
		return inHowMany(Fact{N: f.N, All: f.N}) + "the key is the same as before the move"
	case SameDifference:
		return fmt.Sprintf("in all %s, the keys differ by %v", n, f.Key)
	case SameRest:
		return fmt.Sprintf("in all %s, the keys differ by %v besides", n, f.Key)
	case NoneLegal:
		if f.N == 1 {
			return "in this position no capture en passant is legal"
		}
		return fmt.Sprintf("in none of these %s positions is a capture en passant legal", n)
	case Explains:
		return f.explains(features)
	case NoNumberFEN:
		return f.noNumber("from FENs", features)
	case NoNumberMoves:
		return f.noNumber("by moves", features)
	case Outside:
		return "keys from FENs that are not the XOR of the numbers of the others: " +
			n + " of " + all
	case Fits:
		const fits = "all %s keys %s that were tested agree on one number for each feature, " +
			"but some keys %s contradict each other"
		if f.N == f.All {
			return fmt.Sprintf(fits, all, FromFENs, ByMoves)
		}
		return fmt.Sprintf(fits, words.Thousands(f.OtherTo), ByMoves, FromFENs)
	case Common:
		return "the key differs for each FEN that has " + features + ", and for no other: " +
			part(f.N, f.N+f.All, "FEN", "FENs")
	case AllPairs:
		return "in " + part(f.N, f.All, "pair", "pairs") + " of FENs that differ only in " +
			strings.ReplaceAll(f.Text, "-", " ") + ", both have the same key"
	case Rest:
		return restText(f.N)
	case RestUncounted:
		if f.N == 1 {
			return restText(f.N) + ": it is not counted"
		}
		return restText(f.N) + ": these are not counted"
	case RestOfKind:
		return counted(f.N, "more move makes the key wrong in ", "more moves make keys wrong in ") +
			"the same kind of features"
	case Zeros:
		return fmt.Sprintf("keys that end in %d zero bits or more: %s of %s", f.From, n, all)
	case ShortKeys:
		return fmt.Sprintf(
			"all %s keys have fewer than 16 digits, as if a zero in them were not printed",
			n,
		)
	case Best:
		return "the engine plays its best move: " + part(f.N, f.All, "time", "times")
	case Shows:
		return "it shows " + f.Text + "\nby the rules it is " + f.OtherText
	case NewSurvives:
		return "a new process survives these commands"
	case IgnoredCommand:
		return "after " + part(f.N, f.All, "command", "commands") +
			" with moves after a FEN, the key is as it was before the command"
	case IgnoredMoves:
		return "after " + part(f.N, f.All, "command", "commands") +
			" with moves after a FEN, the key is that of the FEN"
	case Both:
		return "one process gave both keys, " + counted(f.N, "time", "times") +
			" in all; a new one with few commands did not"
	case PrintedLate:
		return "keys that are the key of the command before: " + n + " of " + all
	case AllKeys:
		return fmt.Sprintf(
			"all %s keys changed, as if new numbers were drawn: keys from before must not be "+
				"used any more",
			n,
		)
	case Faded:
		return "a new process did not show " + counted(f.N, "wrong key", "wrong keys")
	case FromClock:
		return fmt.Sprintf("the key depends on the halfmove clock from %d on", f.N)
	case Stay:
		return counted(f.N, "time", "times") +
			", the number of the en passant square stays wrong after the next move"
	case RestOfCheck:
		return counted(f.N, "more comparison of this check is wrong, in another way",
			"more comparisons of this check are wrong, in other ways")
	case NotAlone:
		return "on a new engine these calls alone do not show it: other calls were made before"
	case Returns:
		return "returns " + f.Text + "\nwant    " + f.OtherText
	case NotListed:
		return "Keys does not list " + part(f.N, f.All, "number", "numbers") + ", such as " +
			features
	case Like:
		return fmt.Sprintf("%s has the number that Polyglot's books have for %q", features, f.Text)
	case Says, Failure, Weakness, Effect:
		return f.Text
	}
	return f.gameSentence()
}

// explains says how many moves different numbers explain.
func (f Fact) explains(features string) string {
	these := "one of these"
	if len(f.Features) == 1 {
		these = "it"
	}
	moves := "moves that change " + these + " and change the two keys differently"
	if f.All == 1 {
		moves = "move that changes " + these + " and changes the two keys differently"
	}
	explains := "this explains " + part(f.N, f.All, moves, moves)
	together := part(f.Together, f.All, moves, moves)
	switch {
	case f.Together > 0 && f.N > 0:
		explains += ", and " + words.Thousands(f.Together) +
			" more together with another bug of this report"
	case f.Together > 0:
		explains = "together with another bug of this report, this explains " + together
	}
	if f.Against > 0 {
		explains += fmt.Sprintf(
			"; but %s",
			counted(
				f.Against,
				"more move that changes "+these+" changes the two keys alike",
				"more moves that change "+these+" change the two keys alike",
			),
		)
	}
	return "keys by moves and keys from FENs have different numbers for " + features + ": " +
		explains
}

// kindsText names kinds of features: "en passant and the side".
func kindsText(kinds []string) string {
	var names []string
	for _, kind := range kinds {
		switch kind {
		case state.Piece.String():
			kind = "pieces"
		case state.Side.String():
			kind = "the side"
		}
		names = append(names, strings.ReplaceAll(kind, "-", " "))
	}
	return strings.Join(names, " and ")
}

// noNumber says that keys of one route have no number for features, or how many have none.
func (f Fact) noNumber(route, features string) string {
	if f.All == 0 {
		return "keys " + route + " do not change with " + features
	}
	return fmt.Sprintf(
		"keys %s of positions with one of %s that are the XOR of the other numbers: %s of %s",
		route, features, words.Thousands(f.N), words.Thousands(f.All),
	)
}

// interval returns "3 to 5", or "3" if both are.
func interval(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d to %d", from, to)
}
