package kit

import (
	"fmt"
	"hash/maphash"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	// The kit reports a method that has not returned after stuckTime. It leaves
	// the method running, because nothing can stop it. The kit counts ticks, so a
	// debugger or a sleeping computer does not look like a stuck method.
	stuckTime  = 10 * time.Second
	stuckTicks = 20

	// More moves than this in a position are a mistake.
	mostMoves = 1 << 24
)

// A player plays a game, one call at a time. It knows the line and the present
// call. Call its methods in contain.
type player struct {
	game     Game
	position Positioner // this and the next are nil if the game has no such method
	after    Afterer
	null     Nuller
	keys     Keyer
	names    MoveStringer
	features Featurer
	clones   func() Game
	loads    Loader
	fails    Failer

	cloning  Cloning
	patience time.Duration // the time for a method to return

	from    string // the starting position, from Config.Starts, or ""
	start   int    // the number of the starting position
	line    []move // the moves made and not taken back
	history        // the moves made, with those taken back
	count   int    // the last result of Moves

	call string // the last method called
	arg  int    // its argument, or -1
	*watch
}

// A watch guards the calls of the methods of one or more games, one call at a time.
type watch struct {
	player *player // whose method was called last

	// calls counts the calls and the returns from them. It is odd during a call. It is
	// abandoned after the kit has given up a call. During a call, or after it was given up,
	// nothing else is written.
	calls atomic.Uint64
}

const abandoned = 1 << 63

func newPlayer(g Game, cloning Cloning) *player {
	p := &player{patience: stuckTime, cloning: cloning, watch: &watch{}}
	p.setGame(g)
	return p
}

// setGame makes g the player's game.
func (p *player) setGame(g Game) {
	p.game = g
	p.position, _ = g.(Positioner)
	p.after, _ = g.(Afterer)
	p.null, _ = g.(Nuller)
	p.keys, _ = g.(Keyer)
	p.names, _ = g.(MoveStringer)
	p.features, _ = g.(Featurer)
	p.loads, _ = g.(Loader)
	p.fails, _ = g.(Failer)
	if p.cloning != nil {
		p.clones = p.cloning(g)
	}
}

func (p *player) enter(call string, arg int) {
	p.call, p.arg, p.watch.player = call, arg, p
	p.calls.Add(1)
}

// leave ends a call that has returned, and reports an error of a Failer.
func (p *player) leave() {
	p.left()
	if p.fails != nil {
		if err := p.fails.Err(); err != nil {
			fail := p.failure(own)
			fail.err = err
			fail.detail = fmt.Sprintf("%s: %v", p.callString(), err)
			panic(fail)
		}
	}
}

func (p *player) left() {
	if n := p.calls.Load(); n == abandoned || !p.calls.CompareAndSwap(n, n+1) {
		runtime.Goexit()
	}
}

// contain calls f and returns its failure or nil. A failure is one that the kit
// found, a panic of the game, or a method that does not return. f plays the game. If
// f calls runtime.Goexit, for example by t.FailNow, contain calls it too.
func (p *player) contain(f func()) *failure {
	type result struct {
		failure *failure
		panics  any // not by the game
		exits   bool
	}
	results := make(chan result, 1)
	go func() {
		r := result{exits: true}
		defer func() {
			if r.panics = recover(); r.panics != nil {
				r.exits = false
			}
			results <- r
		}()
		r.failure = p.caught(f)
		r.exits = false
	}()
	ticker := time.NewTicker(p.patience / stuckTicks)
	defer ticker.Stop()
	last, ticks := uint64(0), 0
	for {
		select {
		case r := <-results:
			switch {
			case r.panics != nil:
				panic(r.panics)
			case r.exits:
				runtime.Goexit()
			}
			return r.failure
		case <-ticker.C:
			n := p.calls.Load()
			if n != last || n%2 == 0 {
				last, ticks = n, 0
				continue
			}
			if ticks++; ticks < stuckTicks || !p.calls.CompareAndSwap(n, abandoned) {
				continue
			}
			fail := p.watch.player.failure(stuck)
			fail.detail = fmt.Sprintf("%s does not return: given up after %v", p.watch.player.callString(), p.patience)
			return fail
		}
	}
}

// caught calls f in contain, and returns its failure or nil.
func (p *player) caught(f func()) (fail *failure) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		inCall := p.calls.Load()%2 == 1
		if inCall {
			p.left()
		}
		var ok bool
		if fail, ok = v.(*failure); !ok {
			if !inCall {
				panic(v)
			}
			fail = p.watch.player.panicked(v)
		}
	}()
	f()
	return nil
}

// panicked returns the failure of a method that panics. It may have panicked because the
// position now has fewer moves than before.
func (p *player) panicked(v any) *failure {
	fail := p.failure(panics)
	fail.detail = fmt.Sprintf("%s panics: %v\n%s", p.callString(), v, trimStack(debug.Stack()))
	if fail.arg < 0 || fail.call == "Make" { // the move is in the line
		return fail
	}
	was, now := p.count, 0
	if p.caught(func() { now = p.Moves() }) == nil && now != was && fail.arg >= now {
		fail.kind, fail.call = moves, "Moves"
		fail.detail = fmt.Sprintf("Moves() was %d and is %d now\n%s", was, now, fail.detail)
	}
	return fail
}

// callString names the last call: "Make(e2e4)".
func (p *player) callString() string {
	if p.arg < 0 {
		return p.call + "()"
	}
	name := fmt.Sprint(p.arg)
	if p.names != nil && p.call == "Make" {
		name = p.line[len(p.line)-1].name
	}
	return p.call + "(" + name + ")"
}

// trimStack cuts a stack: it keeps the frames from the function that panicked to the
// method of the game.
func trimStack(stack []byte) string {
	const most = 12 // functions
	lines := strings.Split(strings.TrimSpace(string(stack)), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") {
			lines = lines[min(i+2, len(lines)):]
			break
		}
	}
	for i, line := range lines {
		if strings.Contains(line, "kit.(*player).") || strings.Contains(line, "kit.begin(") || i == 2*most {
			lines = lines[:i]
			break
		}
	}
	return strings.Join(lines, "\n")
}

func (p *player) Key() zobrist.Key {
	p.enter("Key", -1)
	k := p.game.Key()
	p.leave()
	return k
}

func (p *player) Recompute() zobrist.Key {
	p.enter("Recompute", -1)
	k := p.game.Recompute()
	p.leave()
	return k
}

// Position returns "" if the game has no such method.
func (p *player) Position() string {
	if p.position == nil {
		return ""
	}
	p.enter("Position", -1)
	s := p.position.Position()
	p.leave()
	return s
}

func (p *player) state() state { return state{key: p.Key(), position: p.Position()} }

func (p *player) Moves() int {
	p.enter("Moves", -1)
	n := p.game.Moves()
	p.leave()
	if n < 0 || n > mostMoves {
		fail := p.failure(moves)
		fail.detail = fmt.Sprintf("Moves() is %d", n)
		panic(fail)
	}
	p.count = n
	return n
}

func (p *player) After(i int) zobrist.Key {
	p.enter("After", i)
	k := p.after.After(i)
	p.leave()
	return k
}

func (p *player) MoveString(i int) string {
	if p.names == nil {
		return fmt.Sprint("#", i)
	}
	p.enter("MoveString", i)
	s := p.names.MoveString(i)
	p.leave()
	return s
}

// Make makes move i. If it panics, the move is already the last of the line.
func (p *player) Make(i int) { p.make(move{index: i, name: p.MoveString(i)}) }

// make makes a move with a known name, or the null move. It returns false, and makes no
// move, if the game allows no null move here.
func (p *player) make(m move) bool {
	m.line = maphash.String(hashSeed, m.name) ^ uint64(m.index) + lineHash(p.line)*hashFactor
	p.line = append(p.line, m)
	p.history.add(m)
	if !m.isNull() {
		p.enter("Make", m.index)
		p.game.Make(m.index)
		p.leave()
		return true
	}
	p.enter("Null", -1)
	ok := p.null.Null()
	p.leave()
	if !ok {
		p.line, p.log = p.line[:len(p.line)-1], p.log[:len(p.log)-1]
	}
	return ok
}

// hashSeed and hashFactor may have any value: hashes are only compared within a
// run.
var hashSeed = maphash.MakeSeed()

const hashFactor = 0x9e3779b97f4a7c15

func (p *player) Null() bool { return p.make(move{index: nullMove, name: "null"}) }

// Unmake takes back the last move. The move may be a null move.
func (p *player) Unmake() {
	last := len(p.line) - 1
	null := p.line[last].isNull()
	p.history.add(move{index: undoMove, name: "undo"})
	if null {
		p.enter("UndoNull", -1)
		p.null.UndoNull()
	} else {
		p.enter("Unmake", -1)
		p.game.Unmake()
	}
	p.leave()
	p.line = p.line[:last]
}

// Rewind takes back all moves.
func (p *player) Rewind() {
	for len(p.line) > 0 {
		p.Unmake()
	}
}

// Keys returns the game's keys by name.
func (p *player) Keys() []keycheck.Named {
	if p.keys == nil {
		return nil
	}
	p.enter("Keys", -1)
	keys := keycheck.Collect(p.keys.Keys())
	p.leave()
	return keys
}

// Features returns the names and keys of the position, or nil if the game has no
// such method.
func (p *player) Features() []keycheck.Named {
	if p.features == nil {
		return nil
	}
	p.enter("Features", -1)
	features := keycheck.Collect(p.features.Features())
	p.leave()
	return features
}

// Clone returns a player of a copy of the game, in the same position.
func (p *player) Clone() *player {
	p.enter("Clone", -1)
	g := p.clones()
	p.leave()
	if g == nil {
		fail := p.failure(panics)
		fail.detail = "Clone() returns nil"
		panic(fail)
	}
	q := newPlayer(g, p.cloning)
	q.patience, q.from, q.start, q.line = p.patience, p.from, p.start, slices.Clone(p.line)
	return q
}

// Load sets up a position.
func (p *player) Load(position string) error {
	p.enter("Load", -1)
	err := p.loads.Load(position)
	p.leave()
	p.line, p.history = nil, history{}
	return err
}
