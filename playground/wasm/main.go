//go:build js

// Command wasm gives package board to the page, as the JavaScript object zobrist. Every
// function returns an object. If something is wrong, its field error has the text.
package main

import (
	"reflect"
	"runtime/debug"
	"strings"
	"syscall/js"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/playground/board"
)

func main() {
	debug.SetGCPercent(1000) // the heap is small, and an answer should not wait
	var experiment *board.Birthday
	api := map[string]any{}
	for name, f := range map[string]func(args []js.Value) (any, error){
		"view": func(args []js.Value) (any, error) { return state(args[0]).View() },
		"edit": func(args []js.Value) (any, error) {
			step, err := state(args[0]).Edit(args[1].String())
			return struct{ Step string }{step}, err
		},
		"paste": func(args []js.Value) (any, error) {
			steps, err := state(args[0]).Paste(args[1].String())
			return struct{ Steps []string }{steps}, err
		},
		"explain": func(args []js.Value) (any, error) {
			return state(args[0]).Explain(args[1].String())
		},
		// birthday(game, bits, seed) starts the experiment. more(milliseconds) continues it.
		"birthday": func(args []js.Value) (_ any, err error) {
			experiment, err = board.NewBirthday(args[0].String(), args[1].Int(),
				uint64(args[2].Float()))
			return struct{}{}, err
		},
		"more": func(args []js.Value) (any, error) {
			before := len(experiment.Trials)
			milliseconds := args[0].Float()
			end := time.Now().Add(time.Duration(milliseconds * 1e6))
			for time.Now().Before(end) {
				experiment.Step()
			}
			return struct {
				Trials []int
				Tried  int
			}{experiment.Trials[before:], experiment.Tried}, nil
		},
	} {
		api[name] = js.FuncOf(func(_ js.Value, args []js.Value) any {
			answer, err := f(args)
			o, ok := script(reflect.ValueOf(answer)).(map[string]any)
			if !ok {
				o = map[string]any{}
			}
			if err != nil {
				o["error"] = notation.Plain(err)
			}
			return o
		})
	}
	js.Global().Set("zobrist", api)
	select {}
}

// script returns a value for JavaScript. A key becomes its text, and a struct an object
// whose names begin with a small letter.
func script(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer:
		return script(v.Elem()) // nil has no value, and no object
	case reflect.Struct:
		o := map[string]any{}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				o[strings.ToLower(f.Name[:1])+f.Name[1:]] = script(v.Field(i))
			}
		}
		return o
	case reflect.Slice:
		all := make([]any, v.Len())
		for i := range all {
			all[i] = script(v.Index(i))
		}
		return all
	case reflect.Invalid:
		return nil
	}
	if k, ok := v.Interface().(zobrist.Key); ok {
		return k.String()
	}
	return v.Interface()
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
