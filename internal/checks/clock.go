package checks

import (
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// stockfishClock is the lowest halfmove clock that may change a key by design: Stockfish's keys
// depend on the clock from 14 on, so that positions near a draw by the rule of fifty moves are
// told apart.
const stockfishClock = 14

// A Clock says how keys depend on clocks.
type Clock struct {
	From     int  // the lowest halfmove clock that changes a key; 0 if none does
	Numbered bool // the number of the move changes keys
	// Numbers are what high clocks change in a key.
	Numbers []model.Number

	low      *observe.ClockScan // that shows From
	numbered *observe.ClockScan
}

// LowClock reports whether a low clock changes keys, which is no design.
func (c Clock) LowClock() bool { return 0 < c.From && c.From < stockfishClock }

// counts reports whether keys with a clock consist of the other features.
func (c Clock) counts(clock int) bool { return c.From == 0 || clock < c.From }

// clockOf finds out how keys depend on clocks.
func clockOf(log *observe.Log) (c Clock) {
	numbered := 0
	shown, asked := make(map[int]int), make(map[int]int) // scans, by clock
	for _, scan := range log.Clocks {
		for clock, a := range scan.Clocks {
			if differ(a, scan.Clocks[0]) {
				shown[clock]++
			}
			if observe.Answered(a) {
				asked[clock]++
			}
		}
	}
	known := make(map[int]model.Number)
	for i := range log.Clocks {
		scan := &log.Clocks[i]
		if differ(scan.Number, scan.Later) {
			c.numbered = scan
			numbered++
			continue
		}
		for clock, a := range scan.Clocks {
			zero := scan.Clocks[0]
			// A key that is wrong now and then is no matter of the clock, so each scan must show
			// it: one scan shows it for all clocks if its first key is the wrong one.
			if !differ(a, zero) || shown[clock] < asked[clock] {
				continue
			}
			if c.From == 0 || clock < c.From {
				c.From, c.low = clock, scan
			}
			f := state.Feature{Kind: state.Clock, N: clock}
			known[clock] = model.Number{Feature: f, Key: a.Key ^ zero.Key}
		}
	}
	// If one FEN alone shows it, such as the start's, something else is wrong with that FEN.
	c.Numbered = numbered > 0 && numbered == len(log.Clocks)
	for clock := range known {
		c.Numbers = append(c.Numbers, known[clock])
	}
	return c
}

// differ reports whether two answers have two keys.
func differ(a, b answer) bool {
	return observe.Answered(a) && observe.Answered(b) && a.Key != b.Key
}

// clockItems reports that clocks are in the key where they must not be.
func clockItems(log *observe.Log, c Clock) []report.Item {
	switch {
	case c.Numbered:
		s := c.numbered
		return []report.Item{{
			Name: "move-number", Count: 1,
			Got:  &report.Key{Query: fen(s.FEN), Route: report.WithNumber, Key: s.Number.Key},
			Want: &report.Key{Query: fen(s.LaterFEN), Route: report.WithLater, Key: s.Later.Key},
		}}
	case c.LowClock():
		s := c.low
		return []report.Item{
			{
				Name:  "halfmove-clock",
				Count: 1,
				Kinds: []string{state.Clock.String()},
				Facts: []report.Fact{{Topic: report.FromClock, N: c.From}},
				Got: &report.Key{
					Query: fen(observe.WithClock(s.FEN, c.From)),
					Route: report.WithClock, Key: s.Clocks[c.From].Key,
				},
				Want: &report.Key{
					Query: fen(observe.WithClock(s.FEN, 0)),
					Route: report.WithClock0, Key: s.Clocks[0].Key,
				},
			},
		}
	}
	return nil
}

// clockNote says that high clocks are in the key.
func clockNote(c Clock) []report.Note {
	if c.From < stockfishClock {
		return nil
	}
	return []report.Note{{Topic: report.NoteClock, N: c.From}}
}
