// Package check finds wrong keys of a chess engine, and what its keys are made of. It
// works from outside: it asks the engine for the keys of positions, and compares them.
package check

import (
	"github.com/zobrist-go/zobrist"
)

// A Report is the result of a check.
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

// A Check is one of the checks, with its outcome.
type Check struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Text   string `json:"text"`
}

// A Number is the number of a feature. A king's number is known except for a constant,
// which is the same for all squares of the king.
type Number struct {
	Name    string      `json:"name"`
	Key     zobrist.Key `json:"key"`
	Unknown bool        `json:"unknown,omitempty"` // known except for a constant
}

// A Status is the outcome of a check.
type Status string

const (
	OK      Status = "ok"
	Wrong   Status = "wrong"
	Skipped Status = "skipped" // the check was not possible
	Info    Status = "info"    // see the text
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
	Of       string      `json:"of,omitempty"`      // the origin of Key: "by moves"
	OfWant   string      `json:"of_want,omitempty"` // the origin of Want: "from the FEN"
	Why      string      `json:"why,omitempty"`
	Features []string    `json:"features,omitempty"`
	Count    int         `json:"count"` // how many positions or lines show it
}

// Sound reports whether no check found a mistake.
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
