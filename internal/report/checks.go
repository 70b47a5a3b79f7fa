package report

import "strings"

// checkWords are what the report says about a check of an engine, whatever it finds. What it says
// about a bug that it found is in sentences.go and facts.go.
type checkWords struct {
	name      string // as package checks has it
	asks      string // the question that it answers, as docs/test-uci-engine.md has it
	compares  string // what it compares, as its row ends
	ofNumbers string // the same of a check that compares numbers, if the key is a sub-key
	title     string // the first line of its items; "" if each has one of its own: see Item.Title

	// means says what must hold, and look where to look in the source if it does not. They are ""
	// if the bugs of this check have names of their own, which are among Designs.
	means string
	look  string
}

// allChecks has the words of each check, in the order of checks.All.
func allChecks() []checkWords {
	return []checkWords{
		{
			name:     "keys",
			asks:     "Does the key change at all, when the position changes?",
			compares: "whether the key changes",
		},
		{
			name: "board",
			asks: "Does the engine have the position that the rules of chess give, and does " +
				"it make every legal move? (Only if it prints `Fen:`)",
			compares: "the FEN that the engine prints, without its clocks, and the rules",
		},
		{
			name:     "moves",
			asks:     "Is the key after moves the same as the key from the FEN?",
			compares: "the key by moves, and the key from the FEN",
			title:    "the key by moves is not the key from the FEN",
			means:    "the key by moves is the key from the FEN",
			look:     "what each move changes in the key",
		},
		{
			name:     "undo",
			asks:     "Is the key unchanged after `go perft`?",
			compares: "the key before and after moves are made and taken back",
			title:    "the key changes when moves are made and taken back",
			means:    "making moves and taking them back leaves the key as it was",
			look:     "what a move changes and its undo does not restore, or a cache",
		},
		{
			name: "search",
			asks: "Is the key unchanged after a search? And if the engine then makes its " +
				"best move, is the key right?",
			compares: "the key before and after a search, or after the best move",
			title:    "the key changes in a search",
			means:    "a search leaves the key as it was",
			look: "a move or a null move that the search does not take back on some path, such " +
				"as a cutoff or a timeout, or a search thread that is still running",
		},
		{
			name: "null move",
			asks: "Does `position ... moves 0000`, a [null " +
				"move](glossary.md#games-and-searches), give the right key?",
			compares: "the key after each, and the key from the FEN",
			title: "the key after a null move is not the key of the FEN with the other side to " +
				"move",
			means: "a null move changes the side to move and en passant, and nothing else",
			look: "what a null move changes. It must change the side and, in chess, remove the " +
				"en passant number",
		},
		{
			name:     "new game",
			asks:     "Does a position have the same key before and after `ucinewgame`?",
			compares: "the key before and after the command for a new game",
			title:    "some keys change after ucinewgame",
		},
		{
			name: "fields",
			asks: "Does the key change with the side to move, each castling right and en " +
				"passant?",
			compares:  "two FENs that differ in one field",
			ofNumbers: "whether each is in the key, as most of its kind are",
			means:     "each field of a FEN changes the key, except for the clocks",
			look:      "a number that is missing, zero, or the same as another",
		},
		{
			name:     "XOR",
			asks:     "Is the key the XOR of one number for each feature?",
			compares: "the key from a FEN, and the XOR of the numbers of the other keys",
			title:    "the key from a FEN is not the XOR of the numbers of the other keys",
			means:    "each key is the XOR of one number for each feature",
			look:     "what the key depends on besides the position",
		},
		{
			name: "numbers",
			asks: "Is a number zero, shared, or the XOR of others? Are some bits set much " +
				"too often or too rarely?",
			compares: "zero, shared, uneven or dependent ones",
			title:    "the numbers have a weakness",
			means:    "no number is zero, or the XOR of few others",
			look:     "where the numbers are drawn, and the index by which they are read",
		},
		{
			name: "routes",
			asks: "Does a position have the same key whatever moves lead to it, and does no " +
				"other position have that key?",
			compares: "two that share a key",
			title:    "two positions share a key",
			means: "a position has one key whatever moves lead to it, and different positions " +
				"have different keys",
			look: "a feature that has no number, a number that moves forget to remove, or two " +
				"equal numbers that cancel",
		},
		{
			name: "processes",
			asks: "Are the keys of a second process all equal (a fixed seed) or all " +
				"different (a random seed)? A mixture means that some numbers are not " +
				"initialised",
			compares: "the key here, and in a second process that was asked in a different order",
			title: "some keys differ in a second process, which was asked in a different " +
				"order",
			means: "the keys of a second process are all the same, or all different",
			look:  "a number that each process draws anew, or that is not initialised",
		},
		{
			name: "again",
			asks: "Does a position still have the same key after other commands have been " +
				"sent?",
			compares: "the same question at a different time, in a different order",
			title:    "a position has two keys",
			means:    "a position has the same key whatever was asked before",
			look: "what survives when the next position is set up: a cache, a counter, a field " +
				"that is not reset, numbers that are drawn again, or anything that depends on " +
				"time",
		},
		{
			name:     "polyglot",
			compares: "the key from a FEN, and the key in Polyglot's books",
		},
	}
}

// Question returns the question that a check answers.
func Question(check string) string { return wordsOf(check).asks }

// wordsOf returns the words of a check; none for a check of methods or of games, whose rows end
// otherwise.
func wordsOf(check string) checkWords {
	for _, c := range allChecks() {
		if c.name == check {
			return c
		}
	}
	return checkWords{}
}

// fromFEN is the name for what the check moves finds if the key from the FEN is the wrong one.
var fromFEN = Name{
	Name:     "from-fen",
	Severity: WrongKey,
	Means:    "the key from a FEN is the XOR of the numbers that were worked out from other keys",
	Look:     "the function that sets up a FEN",
}

// CheckLaws returns what must hold by the checks of engines. A bug is named after the check that
// found it and the kinds of features that are wrong: moves-castling.
func CheckLaws() (laws []Name) {
	for _, c := range allChecks() {
		if c.means == "" {
			continue
		}
		laws = append(laws, Name{
			Name:     BugName(c.name),
			Severity: WrongKey,
			Means:    c.means,
			Look:     c.look,
		})
		if c.name == "moves" {
			laws = append(laws, fromFEN)
		}
	}
	return laws
}

// BugName returns the name of bugs that a check finds in some kinds of features.
func BugName(check string, kinds ...string) string {
	parts := append([]string{check}, kinds...)
	name := strings.ToLower(strings.Join(parts, "-"))
	return strings.ReplaceAll(name, " ", "-")
}
