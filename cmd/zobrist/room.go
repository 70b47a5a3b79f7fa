package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/tester/subject"
	"github.com/zobrist-go/zobrist/internal/words"
)

// The rooms that judge an engine. While both exist, -room=both prints the reports of both.
const (
	oldRoom   = "old"
	newRoom   = "new"
	bothRooms = "both"
)

// A printed report is one of either room.
type printed interface {
	WriteText(w io.Writer) error
	WriteJSON(w io.Writer) error
	Exit() int
}

// reports returns the reports of an engine, one of each room.
func (call *checkCall) reports() (all []printed, err error) {
	if call.adapter || call.room != newRoom {
		r, err := call.runChecks()
		if err != nil {
			return nil, err
		}
		if !call.verbose {
			r.Numbers = nil
		}
		all = append(all, r)
	}
	if call.adapter || call.room == oldRoom {
		return all, nil
	}
	r, err := call.examine()
	if err != nil {
		return nil, err
	}
	return append(all, r), nil
}

// examine shows its progress. If a signal ends it, the report has what was found until then.
func (call *checkCall) examine() (printed, error) {
	usual := 10 * time.Second
	if call.checks.Positions > 0 { // nobody knows how long these take
		usual = 0
	}
	progress := newProgress(call.stderr, usual, 0)
	ctx, stop := call.interruptible()
	defer stop()
	s, err := subject.Open(ctx, call.engine)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r, err := examine.Engine(ctx, s, examine.Options{
		Options: observe.Options{
			Starts:    call.checks.Starts,
			Positions: call.checks.Positions,
			Seed:      call.checks.Seed,
			Sub:       call.checks.Sub,
			Progress: func(stage string, positions, keys int) {
				progress.show(fmt.Sprintf("%d positions; %d keys; %s", positions, keys, stage))
			},
		},
		Polyglot: call.checks.Polyglot,
		Accept:   call.checks.Accept,
	})
	progress.end()
	if r == nil {
		return nil, err
	}
	if !call.verbose {
		r.Numbers = nil
	}
	if errors.Is(err, context.Canceled) {
		call.warn(errors.New("interrupted"))
		err = nil
	}
	return r, err
}

// printFlags prints the flags that have a usage.
func (c *cli) printFlags() {
	visible := flag.NewFlagSet(c.Name(), flag.ContinueOnError)
	visible.SetOutput(c.out)
	c.VisitAll(func(f *flag.Flag) {
		if f.Usage != "" {
			const column, width = 8, 88 // where package flag begins, and where a line ends
			visible.Var(f.Value, f.Name, words.Wrapped(f.Usage, "", width-column))
			visible.Lookup(f.Name).DefValue = f.DefValue
		}
	})
	visible.PrintDefaults()
}
