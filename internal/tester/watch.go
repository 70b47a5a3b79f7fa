package tester

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A method that has not returned after stuckTime is reported, and left running, because nothing can
// stop it. A method of a game takes microseconds, or as many seconds as a busy machine takes to run
// it at last. Ticks of a clock are counted, of which a debugger or a sleeping computer takes at
// most one, so that neither looks like a stuck method.
var stuckTime = 10 * time.Second // tests change it

const stuckTicks = 20

// A watch guards the calls of the methods of games, one call at a time.
type watch struct {
	method string
	arg    int    // of the method, or -1
	move   string // the name of the move that is made
	ends   bool   // each call ends in time by itself: none is given up

	// calls counts the calls and the returns from them. It is odd during a call. It is abandoned
	// after a call was given up. During a call, or after it was given up, nothing else is written.
	calls atomic.Uint64
}

const abandoned = 1 << 63

func (w *watch) enter(method string, arg int) {
	w.method, w.arg = method, arg
	w.calls.Add(1)
}

func (w *watch) left() {
	n := w.calls.Load()
	if w.isAbandoned() || !w.calls.CompareAndSwap(n, n+1) {
		runtime.Goexit()
	}
}

// isAbandoned reports whether a call was given up. It may still run, and write to its game.
func (w *watch) isAbandoned() bool { return w.calls.Load()&abandoned != 0 }

// call names the present call: "Make(e2e4)".
func (w *watch) call() string {
	arg := ""
	switch {
	case w.method == "Make" && w.move != "":
		arg = w.move
	case w.arg >= 0:
		arg = strconv.Itoa(w.arg)
	}
	return w.method + "(" + arg + ")"
}

// contain calls f, which calls the games, and returns the law that it breaks, or nil. A panic of
// a game breaks a law too, and so does a method that does not return. If f calls runtime.Goexit,
// for example by t.FailNow, contain calls it too. After a call was given up, f is not called.
func (s *subject) contain(f func()) (broken *Break) {
	if s.isAbandoned() {
		return &Break{Law: "stuck", Says: s.call() + " was given up, and may still run"}
	}
	done := make(chan func(), 1)
	go func() {
		end := runtime.Goexit // if f calls it
		defer func() {
			if v := recover(); v != nil {
				end = s.caught(v, &broken)
			}
			done <- end
		}()
		f()
		end = func() {}
	}()
	ticker := time.NewTicker(stuckTime / stuckTicks)
	defer ticker.Stop()
	last, ticks := uint64(0), 0
	for {
		select {
		case end := <-done:
			end()
			return broken
		case <-ticker.C:
			n := s.calls.Load()
			inCall := n%2 == 1
			if n != last || !inCall || s.ends {
				last = n
				ticks = 0
				continue
			}
			ticks++
			if ticks >= stuckTicks && s.calls.CompareAndSwap(n, abandoned) {
				says := fmt.Sprintf("%s does not return: given up after %v", s.call(), stuckTime)
				return &Break{Law: "stuck", Says: says}
			}
		}
	}
}

// Guard calls f, which calls methods of a program under test, and says what went wrong: that it
// panics, or does not return. It is "" if nothing did. f calls next to say that it goes on.
func Guard(f func(next func())) (says string, hangs bool) {
	s := newSubject(nil, nil)
	b := s.contain(func() {
		s.enter("", -1)
		f(func() {
			s.left()
			s.enter("", -1)
		})
		s.left()
	})
	if b == nil {
		return "", false
	}
	return strings.TrimPrefix(b.Says, "() "), b.Law == "stuck"
}

// caught returns how contain ends after a panic: with the law that it breaks,
// unless it is not by the game.
func (s *subject) caught(v any, broken **Break) (end func()) {
	inCall := s.calls.Load()%2 == 1
	if inCall {
		s.left()
	}
	b, ok := v.(*Break)
	switch {
	case !ok && !inCall:
		return func() { panic(v) }
	case ok && inCall: // by a game of another process
		b.Says = s.call() + ": " + b.Says
	case !ok:
		b = &Break{Law: "panic", Says: fmt.Sprintf("%s panics: %v\n%s", s.call(), v, frames())}
	}
	return func() { *broken = b }
}

// frames returns the stack of a panic from the function that panicked to the method of the game.
func frames() string {
	const most = 24 // lines: what fits on a small screen, or 12 functions
	lines := strings.Split(strings.TrimSpace(string(debug.Stack())), "\n")
	if i := slices.IndexFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "panic(")
	}); i >= 0 {
		lines = lines[min(i+2, len(lines)):]
	}
	for i, line := range lines {
		if strings.Contains(line, "internal/tester.") ||
			strings.Contains(line, "internal/methods.") || i == most {
			lines = lines[:i]
			break
		}
	}
	return strings.Join(lines, "\n")
}
