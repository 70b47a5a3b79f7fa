package report

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A Skip says why a check did not run.
type Skip string

// The reasons why a check does not run. The empty one is that it did.
const (
	Ran             Skip = ""
	SkipInterrupted Skip = "interrupted"
	SkipBroken      Skip = "broken"
	SkipNoStart     Skip = "no-start" // Row.Why says why another engine did not start
	SkipNoPosition  Skip = "no-position"
	SkipConstant    Skip = "constant"
	SkipTwoAnswers  Skip = "two-answers"
	SkipConstantFEN Skip = "constant-fens"
	SkipNoNumbers   Skip = "no-numbers"
	SkipBoard       Skip = "wrong-board"
	SkipClock       Skip = "clock"
	SkipNoPerft     Skip = "no-perft"
	SkipNoSearch    Skip = "no-search"
	SkipNoNewGame   Skip = "no-new-game"
	SkipNoRules     Skip = "no-rules"
	SkipIgnored     Skip = "ignores-null" // its FENs show that it makes no null move for 0000
	SkipNullSame    Skip = "same-null"    // without FENs: the key after 0000 is the one before
	SkipNullUnsure  Skip = "unsure-null"  // without FENs: some keys after 0000 are others
	SkipNoAnswer    Skip = "no-answer"
	SkipEnded       Skip = "ended"         // Row.Why says after which commands
	SkipNoKeyAfter  Skip = "no-key"        // the engine prints no key after the commands Row.Why
	SkipNoResult    Skip = "no-result"     // the commands Row.Why gave no result in time
	SkipOther       Skip = "other-numbers" // another process has other numbers
	SkipFew         Skip = "few"           // fewer were compared than are needed
	SkipFormat      Skip = "format"        // what FENs of this game mean is not known
	SkipShareKeys   Skip = "share-keys"    // another check, Row.Why, tells why positions share keys
	SkipSub         Skip = "sub-key"
	SkipDead        Skip = "dead"
	SkipFaded       Skip = "faded"
	SkipWrongKeys   Skip = "wrong-keys"
	SkipNoFEN       Skip = "no-fen"
	SkipLate        Skip = "late" // answers came later than the limit, which the option Why raises
	SkipNoMethod    Skip = "no-method"
	SkipSequential  Skip = "sequential"
	SkipShared      Skip = "shared"      // engines are not independent
	SkipKeyChanges  Skip = "key-changes" // asking for the key changes it
	SkipNoRace      Skip = "no-race"
	SkipNoProcess   Skip = "no-process"
	SkipNothing     Skip = "nothing"

	// An adapter answers unknown to a request.
	SkipNoUnmake    Skip = "no-unmake"
	SkipNoRecompute Skip = "no-recompute"
	SkipNoPositions Skip = "no-positions"
	SkipNoPass      Skip = "no-pass"
	SkipNoKeys      Skip = "no-keys"
	SkipNoNewText   Skip = "no-new-text"
	SkipNoEnd       Skip = "no-end" // no random game came to its end
)

// A Row is what a check compared.
type Row struct {
	Check    string `json:"check"`
	Main     bool   `json:"main,omitempty"` // an engine is sound only if it ran
	Compared int    `json:"compared"`
	Wrong    int    `json:"wrong,omitempty"`
	Later    int    `json:"later,omitempty"` // of Wrong, as wrong as before the last move
	Unit     Unit   `json:"unit"`
	Needed   int    `json:"needed,omitempty"` // how many must be compared
	Skip     Skip   `json:"skip,omitempty"`
	Why      string `json:"why,omitempty"` // what the engine said, if that is the reason

	Game  bool `json:"game,omitempty"`  // of a game behind an adapter
	Depth int  `json:"depth,omitempty"` // every sequence of up to this number of plies was played
	Games int  `json:"games,omitempty"` // random games, and how many came to their end
	Ended int  `json:"ended,omitempty"`

	Status Status `json:"status"`
}

// A Status is the outcome of a check.
type Status string

const (
	OK           Status = "ok"
	IsWrong      Status = "wrong"
	OnlyHarmless Status = "harmless" // all its items are harmless
	OnlyWeak     Status = "weak"     // all its items are weak or harmless
	Skipped      Status = "skipped"  // it did not run
)

// A Topic of a note says what is worth knowing besides the checks.
type NoteTopic string

// The topics of notes.
const (
	NoteClock    NoteTopic = "clock"     // the halfmove clock is in the key from N on
	NoteUntried  NoteTopic = "untried"   // N states not tried: the engine can't set up FEN: Text
	NoteAtOnce   NoteTopic = "at-once"   // the engine loses commands
	NoteSlow     NoteTopic = "slow"      // N keys were asked for
	NoteLate     NoteTopic = "late"      // N answers came later than the limit: Text is the option
	NoteEngine   NoteTopic = "engine"    // Text
	NoteBroken   NoteTopic = "broken"    // nothing more was asked: Text is the error
	NoteEPRule   NoteTopic = "ep-rule"   // in N keys, en passant is not one number for each square
	NoteSub      NoteTopic = "sub"       // several kinds of features are missing
	NoteKeyless  NoteTopic = "keyless"   // N states without a key, such as after FEN: Text
	NoteMute     NoteTopic = "mute"      // the engine prints no key after some commands: Text
	NoteRenewed  NoteTopic = "renewed"   // the engine ended, and another process has other numbers
	NoteNewGames NoteTopic = "new-games" // all keys change at a new game
)

// A Note is worth knowing besides the rows.
type Note struct {
	Topic NoteTopic `json:"topic"`
	N     int       `json:"n,omitempty"`
	FEN   string    `json:"fen,omitempty"`
	Text  string    `json:"text,omitempty"`
}

// A Report is the result of all checks.
type Report struct {
	Engine  string `json:"engine"`
	Variant string `json:"variant,omitempty"`
	source.Reading
	Positions   int      `json:"positions"`
	Asked       int      `json:"keys"`            // how many keys the engine was asked for
	Moves       int      `json:"moves,omitempty"` // made by a program behind an adapter
	Seconds     float64  `json:"seconds"`
	Seed        uint64   `json:"seed"`
	Rows        []Row    `json:"checks"`
	Items       []Item   `json:"bugs"`
	Notes       []Note   `json:"notes,omitempty"`
	Numbers     []Number `json:"numbers,omitempty"`
	Interrupted bool     `json:"interrupted,omitempty"`
}

// A Number is the number of a feature.
type Number struct {
	Name string      `json:"name"`
	Key  zobrist.Key `json:"key"`
	// known except for a constant: all squares of a king share it
	Unknown bool `json:"unknown,omitempty"`
}
