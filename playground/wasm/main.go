//go:build js

// Command wasm gives package board to the page, as the JavaScript object zobrist. Every
// function returns an object. If something is wrong, its field error has the text.
package main

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/playground/board"
)

type object = map[string]any

func main() {
	debug.SetGCPercent(1000) // the heap is small, and an answer should not wait
	var b board.Board
	var experiment *board.Birthday
	functions := map[string]func(args []js.Value) object{
		"view": func(args []js.Value) object {
			v, err := b.View(state(args[0]))
			if v == nil {
				return failed(object{}, err)
			}
			return failed(view(v), err)
		},
		"edit": func(args []js.Value) object {
			step, err := b.Edit(state(args[0]), args[1].String())
			return failed(object{"step": step}, err)
		},
		"paste": func(args []js.Value) object {
			steps, err := b.Paste(state(args[0]), args[1].String())
			return failed(object{"steps": list(steps, func(s string) any { return s })}, err)
		},
		"explain": func(args []js.Value) object {
			v, err := b.Explain(state(args[0]), args[1].String())
			return failed(object{"key": v.Key.String(), "right": v.Right, "text": v.Text, "differ": list(v.Differ, feature)}, err)
		},
		// birthday(game, bits, seed) starts the experiment. more(milliseconds)
		// continues it.
		"birthday": func(args []js.Value) object {
			var err error
			experiment, err = board.NewBirthday(args[0].String(), args[1].Int(), uint64(args[2].Float()))
			return failed(object{}, err)
		},
		"more": func(args []js.Value) object {
			before := len(experiment.Trials)
			for end := time.Now().Add(time.Duration(args[0].Float() * 1e6)); time.Now().Before(end); {
				experiment.Step()
			}
			return object{
				"trials": list(experiment.Trials[before:], func(n int) any { return n }),
				"tried":  experiment.Tried,
			}
		},
	}
	api := object{}
	for name, f := range functions {
		api[name] = js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) })
	}
	js.Global().Set("zobrist", api)
	select {}
}

// failed puts the error into o.
func failed(o object, err error) object {
	if err != nil {
		o["error"] = err.Error()
	}
	return o
}

func list[E any](all []E, one func(E) any) []any {
	values := make([]any, len(all))
	for i, e := range all {
		values[i] = one(e)
	}
	return values
}

func state(v js.Value) board.State {
	s := board.State{
		Game: v.Get("game").String(),
		Keys: v.Get("keys").String(),
		Rule: v.Get("rule").String(),
		At:   v.Get("at").Int(),
		From: v.Get("from").Int(),
	}
	steps := v.Get("steps")
	for i := range steps.Length() {
		s.Steps = append(s.Steps, steps.Index(i).String())
	}
	return s
}

func view(v *board.View) object {
	text := func(k zobrist.Key) any { return k.String() }
	return object{
		"steps":    list(v.Steps, func(s string) any { return s }),
		"at":       v.At,
		"from":     v.From,
		"position": v.Position,
		"cells":    string(v.Cells[:]),
		"moves":    list(v.Moves, func(m board.Move) any { return object{"from": m.From, "to": m.To, "step": m.Step} }),
		"pass":     v.Pass,
		"status":   v.Status,
		"last":     list(v.Last, func(s int) any { return s }),
		"key":      text(v.Key),
		"features": list(v.Features, feature),
		"before":   text(v.Before),
		"changed":  list(v.Changed, feature),
		"seen":     v.Seen,
		"rules": list(v.Rules, func(r board.Rule) any {
			return object{"name": r.Name, "key": text(r.Key), "counts": r.Counts, "why": r.Why}
		}),
		"switches": list(v.Switches, func(w board.Switch) any {
			return object{"name": w.Name, "key": text(w.Key), "on": w.On, "possible": w.Possible, "note": w.Note}
		}),
	}
}

func feature(f board.Feature) any {
	return object{"name": f.Name, "key": f.Key.String(), "gone": f.Gone}
}
