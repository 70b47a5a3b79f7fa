package report

import (
	"encoding/json"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A Route says how a key was asked for, as the report prints it after the key.
type Route string

// The routes to a key.
const (
	ByMoves       Route = "by moves"
	FromFEN       Route = "from the FEN"
	FromFENs      Route = "from FENs"
	FromThisFEN   Route = "from this FEN"
	FromThatFEN   Route = "from this FEN, too"
	ByNumbers     Route = "by the numbers of the other keys"
	ByMoveNumbers Route = "by the numbers of the keys by moves"
	Afterwards    Route = "afterwards"
	BeforeAct     Route = "before"
	AfterSearch   Route = "after the search"
	AfterBest     Route = "after its best move"
	AfterNull     Route = "after the null move"
	AtFirst       Route = "at first"
	AskedAgain    Route = "when it is asked again"
	AfterCommand  Route = "after both commands, in a new process"
	Alone         Route = "after this command alone, in a new process"
	ThisProcess   Route = "in this process"
	OtherProcess  Route = "in another process"
	NewProcess    Route = "in a new process"
	Polyglot      Route = "in Polyglot's books"
	WithClock     Route = "with this clock"
	WithClock0    Route = "with halfmove clock 0"
	WithNumber    Route = "with this number of the move"
	WithLater     Route = "with a later number of the move"
	ByThisLine    Route = "by these moves"
	ByThatLine    Route = "by these moves, too"
	FromCalls     Route = "from these calls"
	WithoutCalls  Route = "without these calls"
	InGoroutines  Route = "while other goroutines use other engines"
)

// A Key is a key and the commands that gave it.
type Key struct {
	Query source.Query `json:"query"`
	Then  string       `json:"then,omitempty"` // an act, or the next command
	Stop  bool         `json:"stop,omitempty"` // the act is a search that was stopped
	// Last is the position that is set up after Then, before the key is asked for; nil for none.
	Last  *source.Query `json:"last,omitempty"`
	Route Route         `json:"route"`
	// Key is 0 if it was not asked for, as after a move that is refused. Then JSON has none.
	Key     zobrist.Key `json:"key"`
	Unasked bool        `json:"-"`
	FEN     string      `json:"fen,omitempty"` // that the engine prints, where that matters
}

// plainKey has the fields of a Key, and no methods.
type plainKey Key

// A keyJSON is a Key as JSON has it.
type keyJSON struct {
	*plainKey
	Key *zobrist.Key `json:"key,omitempty"`
}

// MarshalJSON leaves out a key that was not asked for.
func (k Key) MarshalJSON() ([]byte, error) {
	out := keyJSON{plainKey: (*plainKey)(&k)}
	if !k.Unasked {
		out.Key = &k.Key
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (k *Key) UnmarshalJSON(text []byte) error {
	in := keyJSON{plainKey: (*plainKey)(k)}
	err := json.Unmarshal(text, &in)
	if err != nil {
		return err
	}
	k.Unasked = in.Key == nil
	if in.Key != nil {
		k.Key = *in.Key
	}
	return nil
}

// An Item is what the report says about mismatches of one check in the same kinds of features. The
// text calls it a bug.
type Item struct {
	Check    string   `json:"check"`
	Name     string   `json:"name"`
	Severity Severity `json:"severity"`
	Accepted bool     `json:"accepted,omitempty"`
	Kinds    []string `json:"kinds,omitempty"`
	Count    int      `json:"count"` // mismatches
	Compared int      `json:"compared,omitempty"`
	Unit     Unit     `json:"unit,omitempty"` // of Compared, and of Count unless CountOf is set
	CountOf  Unit     `json:"count_of,omitempty"`

	Got  *Key `json:"got,omitempty"`
	Want *Key `json:"want,omitempty"` // must be the same key as Got, or another one if Differ
	// Differ is set if the keys are those of two states, which must differ.
	Differ bool `json:"differ,omitempty"`
	// Unsure is set if nothing tells which of Got and Want is the wrong key.
	Unsure bool `json:"unsure,omitempty"`
	// WrongWant is set while Want, and not Got, is the wrong key: the two are yet to be swapped.
	WrongWant bool `json:"-"`
	// Old is by how much the two keys differed before the last move. It was observed.
	Old zobrist.Key `json:"old,omitempty"`
	// Told is by how much the last move must change the two keys differently, as other items tell.
	// It is predicted by the numbers.
	Told        zobrist.Key     `json:"told,omitempty"`
	Lacks       []state.Feature `json:"lacks,omitempty"`
	WronglyHas  []state.Feature `json:"wrongly_has,omitempty"`
	Features    []state.Feature `json:"features,omitempty"` // of all mismatches
	Unexplained zobrist.Key     `json:"unexplained,omitempty"`
	// OtherNumbers is set if Got and Want are keys of another process than the one whose numbers
	// are known, and this one may have others.
	OtherNumbers bool   `json:"other_numbers,omitempty"`
	Move         string `json:"move,omitempty"` // that is refused
	// Line is what a game in Go or behind an adapter answered; nil for engines.
	Line *Line `json:"line,omitempty"`
	// Law says which law of a method is broken, with what differs.
	Law string `json:"law,omitempty"`

	Facts []Fact `json:"facts,omitempty"`
	// Within has the classes that have all wrong moves of the item.
	Within []MoveClass `json:"-"`
	// Follows is set if the keys differ by numbers that another item tells.
	Follows bool `json:"follows,omitempty"`
	// Also has the items of other checks in the same kinds of features. It takes the names of all
	// to accept the item.
	Also []Also `json:"also,omitempty"`
}

// Plies returns how many moves the item shows.
func (i *Item) Plies() int {
	switch {
	case i.Line != nil:
		return i.Line.Plies
	case i.Got != nil:
		return len(i.Got.Query.Moves)
	}
	return 0
}

// An Also is an item of another check that is shown together with an item.
type Also struct {
	Check    string `json:"check"`
	Name     string `json:"name"`
	Count    int    `json:"count"`
	Compared int    `json:"compared"`
	Unit     Unit   `json:"unit"`
	// Title is the first line of the other item, if this one does not say the same.
	Title string `json:"title,omitempty"`
	// Fails is what the engine does if nothing could be compared: it panics, or refuses a move.
	Fails string `json:"fails,omitempty"`
}

// A Unit is what a check counts, in the singular.
type Unit string

// The units of checks.
const (
	Positions    Unit = "position"
	Moves        Unit = "move"
	Fields       Unit = "changed field"
	Keys         Unit = "key"
	Numbers      Unit = "number"
	Answers      Unit = "answer"
	NullMoves    Unit = "null move"
	Searches     Unit = "searched position"
	Acts         Unit = "position"
	LegalMoves   Unit = "legal move"
	Sequences    Unit = "sequence of moves"
	PlacesOfFENs Unit = "FEN"
	Comparisons  Unit = "comparison"
)
