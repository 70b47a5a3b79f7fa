// Package check finds out what the keys of a chess engine are made of and where
// they are wrong, from outside: it asks the engine for keys of positions, and
// compares.
package check

import (
	"github.com/zobrist-go/zobrist"
)

// A Report says what was found.
type Report struct {
	Engine    string    `json:"engine"`
	Variant   string    `json:"variant,omitempty"`
	Positions int       `json:"positions,omitempty"`
	Keys      int       `json:"keys,omitempty"`
	Moves     int       `json:"moves,omitempty"` // made by a program behind an adapter
	Seconds   float64   `json:"seconds"`
	Seed      uint64    `json:"seed"`
	Scheme    []Part    `json:"scheme,omitempty"`
	Checks    []Check   `json:"checks"`
	Mistakes  []Mistake `json:"mistakes"`
	Notes     []string  `json:"notes,omitempty"`
	Numbers   []Number  `json:"numbers,omitempty"` // recovered
}

// A Part is a part of the scheme, in words.
type Part struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Check is one of the checks and how it ended.
type Check struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Text   string `json:"text"`
}

// A Number is the number of a feature. That of a king is known but for a
// constant that all squares of the king share.
type Number struct {
	Name    string      `json:"name"`
	Key     zobrist.Key `json:"key"`
	Unknown bool        `json:"unknown,omitempty"` // known but for a constant
}

// A Status is how a check ended.
type Status string

const (
	OK      Status = "ok"
	Wrong   Status = "wrong"
	Skipped Status = "skipped" // it could not be made
	Info    Status = "info"    // its text says how
)

// A Mistake is a wrong key, with the shortest line found that shows it.
type Mistake struct {
	Check    string      `json:"check"` // name of the check
	What     string      `json:"what"`  // a sentence
	Start    string      `json:"start,omitempty"`
	Moves    []string    `json:"moves,omitempty"`
	Then     string      `json:"then,omitempty"` // a command, such as go perft 1
	FEN      string      `json:"fen,omitempty"`
	Key      zobrist.Key `json:"key"`
	Want     zobrist.Key `json:"want"`
	HasKeys  bool        `json:"-"`
	Of       string      `json:"of,omitempty"`      // what Key is the key of
	OfWant   string      `json:"of_want,omitempty"` // what Want is the key of
	Why      string      `json:"why,omitempty"`
	Features []string    `json:"features,omitempty"`
	Count    int         `json:"count"` // of positions or lines that show it
}

// Sound tells whether no check found a mistake.
func (r *Report) Sound() bool { return len(r.Mistakes) == 0 }

func (r *Report) check(name string, status Status, text string) {
	r.Checks = append(r.Checks, Check{name, status, text})
}

// The names of the checks.
const (
	byMoves   = "moves"
	routes    = "routes"
	undo      = "undo"
	nullMove  = "null move"
	fields    = "fields"
	xor       = "XOR"
	numbers   = "numbers"
	processes = "processes"
)
