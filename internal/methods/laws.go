package methods

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/tester"
)

// laws lists what the optional methods of an engine promise, by checks: after one sequence of
// calls, each read has the value that it has after the other. tester.Law explains how they are
// written: m is each move, x and y are two moves, 1 is a clone and 3 another engine. The calls are
// those of the tester and of verbs. The last number is not 0 for a law that costs much: it is
// checked for one place or move in that number.
func laws() []tester.Law {
	const act, load = "Key FEN Sub x+Key", "3.new 3.load @3"
	law := func(check, says, got, want, reads string, share int) tester.Law {
		return tester.Law{Name: check, Says: says, Got: got, Want: want, Reads: reads, Share: share}
	}
	return []tester.Law{
		law("FEN", "FEN changes %s", "FEN", "", "Key FEN", 4),
		law("FEN", "FEN returns another position", "Reread", "Reset", "", 2),
		law("SubKeys", "SubKeys changes %s", "Sub", "", "Key FEN Sub", 4),
		law("SubKeys", "%s by moves differs from that of the FEN", "m Sub", "m SubOfFEN", "", 2),
		law(
			"SubKeys", "after Null, %s differs from that of the FEN", "null Sub", "null SubOfFEN",
			"", 0,
		),

		law("Undo", "Undo does not restore %s", "m unmake", "", act, 0),
		// before other calls
		law("Undo", "Undo does not restore %s", "x Key unmake", "", "Key FEN x+Key y+Key", 0),
		law(
			"Undo", "after Undo and another move, %s differs from that of the FEN",
			"x Key unmake y Key", "y OfFEN", "", 0,
		),
		law("Undo", "Undo does not restore %s", "x unmake x unmake", "", "y+Key", 0),
		law("Undo", "Undo does not restore %s", "m x unmake", "m", "Key FEN Sub", 2),
		law("Undo", "Undo does not restore %s", "m x unmake unmake", "", "Key FEN", 2),
		law(
			nullMove, "after Null, %s differs from that of the FEN", "null Key", "null OfFEN", "",
			0,
		),
		law(
			nullMove, "after Null, %s differs from that of the FEN", "x unmake Key null Key",
			"null OfFEN", "", 0,
		),
		law(
			nullMove, "Null and a move give another result than the FEN and the move: %s", "null",
			"null "+load, "x+Key x+FEN", 0,
		),
		// whatever moves do
		law(
			nullMove, "after Null, %s differs from that of the FEN", "3.new 3.load 3.null 3.Key",
			"3.new 3.load 3.null 3.OfFEN", "", 2,
		),
		law("Undo", "after Null, Undo does not restore %s", "null x unmake", "null", "Key FEN", 0),
		law(
			nullMove, "after Null, FEN returns another position", "null Reread", "null Reset", "",
			4,
		),
		law("UndoNull", "UndoNull does not restore %s", "null undonull", "", act, 0),
		law("UndoNull", "UndoNull does not restore %s", "null x unmake undonull", "", "Key FEN", 0),
		law(
			"UndoNull", "UndoNull does not restore %s", "null x null undonull unmake undonull", "",
			"Key", 2,
		),
		law(
			"UndoNull", "after UndoNull, Undo of the move before does not restore %s",
			"x null undonull unmake", "", "Key", 0,
		),
		law("UndoNull", "UndoNull does not restore %s", "x null undonull", "x", "Key", 0),

		law("Try", "Try and Move do not agree on %s", "try:m", "m", "Key FEN Sub y+Key", 0),
		law("Try", "Undo after Try does not restore %s", "try:m unmake", "", "Key FEN x+Key", 0),
		law("Try", "Try and Move do not agree on %s", "x unmake try:y", "y", "Key", 2),
		law("Try", "Try of an illegal move changes %s", "Refuse", "", act, 0),
		law(
			"Try", "after Try of an illegal move, Undo of the move before does not restore %s",
			"x Refuse unmake", "", "Key", 0,
		),
		law("After", "After and the same Move do not agree on %s", "After:m", "m Key", "", 0),
		law("After", "After changes %s", "After:m", "", act, 2),
		law("After", "Undo after After does not restore %s", "x After:y unmake", "", "Key", 0),

		law("Clone", "Clone changes %s", "clone", "", act, 2),
		law("Clone", "a clone differs in %s", "x clone @1", "x", "Key FEN Sub", 0),
		law("Clone", "a clone differs in %s", "null clone @1", "null", "Key FEN", 2),
		law(
			"Clone", "after the same move a clone differs in %s", "clone 1.x @1", "x",
			"Key FEN Sub", 0,
		),
		law(
			"Clone", "a move on the engine changes what Undo on its clone restores: %s",
			"x clone 1.y x 1.unmake @1", "x", "Key FEN", 0,
		),
		law("Clone", "a move on a clone changes %s", "clone 1.x", "", "Key FEN Sub y+Key", 0),
		law(
			"Clone", "a move on the engine changes its clone: %s", "clone x @1", "clone @1",
			"Key FEN Sub y+Key", 0,
		),
		law(
			"Clone", "a move on a clone changes what Undo restores: %s",
			"clone x 1.y x 1.y 1.unmake unmake", "clone x", "Key", 0,
		),

		law("Perft", "Perft changes %s", "Perft", "", act, 4),
		law(
			"Perft", "after Perft, Undo of the move before does not restore %s", "x Perft unmake",
			"", "Key", 4,
		),
		law("Perft", "Perft changes %s", "Perft2", "", act, 4),
		law("Perft", "Perft changes %s", "Perft3", "", act, 4),
		law("Search", "Search changes %s", "Search", "", act, 4),
		law(
			"Search", "after Search, Undo of the move before does not restore %s",
			"x Search unmake", "", "Key", 4,
		),
		law("Search", "Search changes %s", "Search2", "", act, 4),
		law("Search", "Search changes %s", "Search3", "", act, 4),

		law(
			twoEngines, "two engines differ in %s of one position", "3.new 3.load 3.Key", "OfFEN",
			"", 2,
		),
		law(twoEngines, "setting up another engine changes %s", "3.new 3.load", "", "x+Key", 2),
		law(
			twoEngines, "a move on one engine changes another: %s", "3.new 3.load 3.x", "",
			"Key FEN y+Key", 2,
		),
		law(
			twoEngines, "a move on one engine changes another: %s", "3.new 3.load x @3", load,
			"Key FEN y+Key", 2,
		),

		// A cache may keep what a move changes. What others compare comes before, because SubKeys
		// may leave something behind.
		law(
			"SubKeys", "%s by moves differs from that of the FEN", "x unmake Sub x Sub",
			"x SubOfFEN", "", 2,
		),
	}
}

// gameRules are what the tester requires of every game. Other checks judge moves.
var gameRules = map[string]tester.Law{
	"refused":   {Name: nullMove, Says: "Null returns false, but changes %s"},
	"undo":      {Name: "Undo", Says: "a line undone does not restore %s"},
	"replay":    {Name: "Undo", Says: "the same line, made again, gives another result: %s"},
	"Try":       {Name: "Try", Says: "Try refuses a legal move"},
	"two games": {Name: twoEngines, Says: "moves on one engine change another: %s"},
}

// calls are the calls of the tester and of verbs as those of an engine's methods.
var calls = map[string]string{
	"load":     "SetFEN(the present FEN)",
	"make":     "Move(%s)",
	"unmake":   "Undo()",
	"null":     "Null()",
	"undonull": "UndoNull()",
	"try":      "Try(%s)",
	"after":    "After(%s)",
	"clone":    "Clone()",
	"Key":      "Key()",
	"Refuse":   "Try(each illegal move)",
	"After":    "After(%s)",
	"Perft":    "Perft(1)",
	"Perft2":   "Perft(2)",
	"Perft3":   "Perft(3)",
	"Search":   "Search(1)",
	"Search2":  "Search(2)",
	"Search3":  "Search(3)",
	"FEN":      "FEN()",
	"Reread":   "FEN(), another.SetFEN(that FEN)",
	"Reset":    "another.SetFEN(the present FEN)",
	"Sub":      "SubKeys()",
	"OfFEN":    "another.SetFEN(the present FEN)",
	"SubOfFEN": "another.SetFEN(the present FEN), another.SubKeys()",
}

// methodOf returns the method that a call calls, or "".
func methodOf(call string) string {
	method, _, _ := strings.Cut(calls[call], "(")
	return strings.TrimPrefix(method, "another.")
}

// checkOf returns the check whose law is broken. What fails is a matter of the last call
// that is neither a read nor, if there is another, an Undo: these come after the call that
// spoils the engine.
func checkOf(b *tester.Break) (name string) {
	if !fails(b) {
		return lawOf(b).Name
	}
	for _, st := range slices.Concat(b.Base, b.Got) {
		method := methodOf(st.Call.Name(verbs()))
		switch method {
		case "", "SetFEN", "Move", "Key":
		case "Undo":
			name = cmp.Or(name, method)
		case "Null":
			name = "UndoNull"
		default:
			name = method
		}
	}
	return name
}

// lawOf returns the law that is broken. A shorter sequence of calls may show that it is another one
// than that which was compared: if none of its calls is of the law's own method.
func lawOf(b *tester.Break) tester.Law {
	l := gameRules[b.Law]
	if b.Of != nil {
		l = *b.Of
	}
	calls := slices.Concat(b.Base, b.Got)
	own, undoes := false, false
	other := "" // a method that no other law of this sequence is about
	for i, st := range calls {
		method := methodOf(st.Call.Name(verbs()))
		own = own || method == l.Name
		undoes = undoes || method == "Undo"
		if i == len(calls)-1 {
			break
		}
		switch method {
		case "", "SetFEN", "Move", "Key", "Undo", "Null", "UndoNull":
		default:
			other = method
		}
	}
	switch {
	case l.Name == "Undo" && other != "":
		// It is Undo that shows it, but the other method was called before.
		l.Name, l.Says = other, other+" changes what later calls give: %s"
	case (l.Name == "UndoNull" || l.Name == "Try") && !own && undoes:
		l.Name, l.Says = "Undo", "Undo does not restore %s"
	}
	return l
}

// objects are the engines on which a step is called, as a report writes them.
var objects = [...]string{"", "clone.", "another.", "another."}

// text writes the calls of a script as those of an engine's methods, but for a read at its end.
func text(s tester.Script) string {
	var all []string
	for i, st := range s {
		call := calls[st.Call.Name(verbs())]
		reads := call == "FEN()" || call == "SubKeys()" || call == "Key()"
		if call == "" || reads && i == len(s)-1 {
			continue
		}
		all = append(all, objects[st.On]+strings.ReplaceAll(call, "%s", st.Text))
	}
	return strings.ReplaceAll(strings.Join(all, ", "), "another.another.", "another.")
}

// last names the last call of a script.
func last(s tester.Script) string { return s[len(s)-1].Call.Name(verbs()) }

// fails reports whether the game ended: with an error, a panic, or in a call that does not return.
func fails(b *tester.Break) bool { return b.Err != nil || b.Law == "panic" || b.Law == "stuck" }

// ended says why the game ended, or is "".
func ended(b *tester.Break) string {
	switch {
	case b.Err != nil:
		return b.Err.Error()
	case fails(b):
		_, says, _ := strings.Cut(b.Says, ") ") // after the name of the call
		return says
	}
	return ""
}
