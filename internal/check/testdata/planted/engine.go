// Package planted is a chess engine with a bug of choice in its Zobrist keys, for tests of
// internal/check. It plays legal chess, and its keys are right unless a bug is planted.
package planted

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// An Engine is a position and its key.
type Engine struct {
	numbers
	pos   zobrist.ChessPosition
	shown zobrist.ChessPosition // pos with the en passant square of every double push
	key   uint64
	last  uint64 // the key before the last move

	playing bool     // this is the move that a search found
	plies   int      // made since the start of the line
	seen    []uint64 // keys of the line

	other uint64 // what earlier commands leave in the key
	games int
	asked int // for keys
}

// New returns an engine with a bug of [Bugs], or "" for none.
func New(bug string, seed uint64) (*Engine, error) {
	if rate, ok := strings.CutPrefix(bug, "rare="); ok {
		if _, err := strconv.ParseFloat(rate, 64); err != nil {
			return nil, err
		}
	} else if _, ok := Bugs()[bug]; !ok && bug != "" {
		return nil, fmt.Errorf("no bug %q", bug)
	}
	started := uint64(time.Now().UnixNano()) // differs in each process, and in each engine of one
	if bug == "own-numbers" {
		seed = started
	}
	e := &Engine{numbers: newNumbers(bug, seed), games: 1}
	if bug == "uninitialised" {
		e.pieces[36][zobrist.BlackPawn] = zobrist.NewSplitMix64(started).Uint64()
	}
	e.setUp(zobrist.StartFEN)
	return e, nil
}

// Is reports whether the bug is planted.
func (e *Engine) Is(bug string) bool { return e.is(bug) }

// Key returns the key of the position.
func (e *Engine) Key() uint64 {
	e.asked++
	switch {
	case e.is("flaky") && e.asked%331 == 0 || e.is("flaky-rare") && e.asked%3001 == 0:
		return e.key ^ uint64(e.asked)<<20
	case e.is("newgame") && e.games > 1, e.is("position-before"):
		return e.key ^ e.other
	case e.is("constant"):
		return 0xdeadbeef
	case e.is("repetition"):
		key := e.key
		for i, n := 0, 1; i < len(e.seen); i++ {
			if e.seen[i] == e.key {
				n++
				key = e.key ^ e.sets[n&15]
			}
		}
		return key
	case e.is("lag") && e.last != 0:
		return e.last
	case e.is("move-number"):
		return e.key ^ uint64(e.pos.FullmoveNumber)*0x9e3779b97f4a7c15
	case e.is("clock-low"):
		return e.key ^ uint64(e.pos.HalfmoveClock)*0x9e3779b97f4a7c15
	case e.is("e4-by-side") && e.pos.BlackToMove && e.pos.Board[28] == zobrist.WhitePawn:
		return e.key ^ 0x1234567812345678
	case e.is("wrong-pair") && e.pos.BlackToMove && e.pos.Board[21] == zobrist.WhiteKnight:
		return e.key ^ e.key>>7
	case e.rare > 0:
		h := fnv.New64a()
		fmt.Fprint(h, e.pos.Board, e.pos.BlackToMove, e.pos.Castling)
		if r := zobrist.NewSplitMix64(h.Sum64()); float64(r.Uint64()>>11)/(1<<53) < e.rare {
			return e.key ^ r.Uint64()
		}
	}
	return e.key
}

// NewGame begins a game, as ucinewgame does.
func (e *Engine) NewGame() {
	e.games++
	e.other = uint64(e.games) * 0x9e3779b97f4a7c15
}

// Position sets up a position, from the words of the UCI command position. An illegal
// move ends the list.
func (e *Engine) Position(words []string) error {
	moves := words[len(words):]
	for i, w := range words {
		if w == "moves" {
			words, moves = words[:i], words[i+1:]
			break
		}
	}
	if e.is("position-before") {
		e.other = 0
		if e.pos.Board[28] != zobrist.NoPiece { // on e4
			e.other = 0x123456789abcdef
		}
	}
	ep := e.pos.EnPassant
	if len(words) > 1 && words[0] == "fen" {
		if err := e.setUp(strings.Join(words[1:], " ")); err != nil {
			return err
		}
	} else if !e.is("startpos-stays") {
		e.setUp(zobrist.StartFEN)
		if e.is("ep-stays") && ep != 0 {
			e.pos.EnPassant = ep
			e.key = e.scratch(&e.pos)
		}
	}
	for _, word := range moves {
		if e.Move(word) != nil {
			break
		}
	}
	return nil
}

// Move makes a move, or a null move: 0000.
func (e *Engine) Move(word string) error {
	if word == "0000" && !e.is("no-null") {
		e.makeNull()
		return nil
	}
	m, err := zobrist.ParseMove(word)
	if err != nil || m.From == m.To || !e.ours(m.From) {
		return fmt.Errorf("illegal move %s", word)
	}
	e.last, e.shown = e.key, e.pos
	e.shown.Play(m)
	e.seen = append(e.seen, e.key)
	before := e.pos
	e.pos, e.key = e.after(&e.pos, m, e.key)
	switch e.plies++; {
	case e.is("long-line") && e.plies > 100:
		e.key = e.last
	case e.is("plays-ep") && e.playing:
		e.key ^= e.epKey(before.EnPassant)
	}
	return nil
}

// ours reports whether a piece of the side to move is there.
func (e *Engine) ours(s zobrist.Square) bool {
	p := e.pos.Board[s]
	return p != zobrist.NoPiece && (p >= zobrist.BlackPawn) == e.pos.BlackToMove
}

// setUp reads a FEN. A wrong one leaves all as it is.
func (e *Engine) setUp(fen string) error {
	pos, err := zobrist.ParseFEN(fen)
	if err != nil {
		return err
	}
	if f := strings.Fields(fen); e.is("960-shredder") && strings.ContainsAny(f[2], "ABCDEFGHabcdefgh") {
		pos.Castling = 0
	}
	e.plies, e.seen = 0, e.seen[:0]
	e.pos, e.shown = pos, pos
	e.settle(&e.pos, e.is("ep-fen-always") || e.is("ep-left-rules"))
	e.key, e.last = e.scratch(&e.pos), 0
	if e.is("fen-one-key") {
		e.key = 0x123456789abcdef
	}
	return nil
}

// FEN writes the position, in a kind of its own for a variant.
func (e *Engine) FEN() string {
	fen := e.pos.FEN()
	f := strings.Fields(fen)
	switch e.bug {
	case "no-fen":
		return ""
	case "fen-no-clocks":
		return strings.Join(f[:4], " ")
	case "fen-castling-order":
		f[2] = strings.NewReplacer("KQ", "QK", "kq", "qk").Replace(f[2])
	case "fen-ep-always":
		return e.shown.FEN()
	}
	return strings.Join(f, " ")
}

// Perft counts lines of moves, and returns the count of each move. It makes and takes
// back each move, so the key is as before unless that is the bug.
func (e *Engine) Perft(depth int) (lines []string, total int) {
	for _, m := range movegen.Legal(&e.pos) {
		next, k := e.after(&e.pos, m, e.key)
		n := 1
		if depth > 1 {
			n, k = e.perft(&next, k, depth-1)
		}
		e.key = e.undo(&e.pos, m, k)
		lines = append(lines, fmt.Sprint(m.String(), ": ", n))
		total += n
	}
	return lines, total
}

// Search makes and takes back moves and null moves, and returns the first legal move. An
// engine that plays its move makes it.
func (e *Engine) Search(depth int) (move string) {
	e.key = e.alphaBeta(&e.pos, e.key, depth)
	if legal := movegen.Legal(&e.pos); len(legal) > 0 {
		if move = legal[0].String(); e.is("no-search") {
			return ""
		}
		if e.is("plays") || e.is("plays-ep") {
			e.playing = true
			e.Move(move)
			e.playing = false
		}
	}
	return move
}

func (e *Engine) perft(pos *zobrist.ChessPosition, key uint64, depth int) (int, uint64) {
	n := 0
	for _, m := range movegen.Legal(pos) {
		next, k := e.after(pos, m, key)
		c := 1
		if depth > 1 {
			c, k = e.perft(&next, k, depth-1)
		}
		n += c
		key = e.undo(pos, m, k)
	}
	return n, key
}

// alphaBeta searches without a value: it makes moves, and null moves.
func (e *Engine) alphaBeta(pos *zobrist.ChessPosition, key uint64, depth int) uint64 {
	if depth == 0 {
		return key
	}
	if !movegen.InCheck(pos) {
		key = e.undoNull(pos, e.nullKey(pos, key))
		if e.is("search-null") {
			key ^= e.side
		}
	}
	for i, m := range movegen.Legal(pos) {
		next, k := e.after(pos, m, key)
		k = e.alphaBeta(&next, k, depth-1)
		if e.is("search-cutoff") && i == 5 {
			return k
		}
		key = e.undo(pos, m, k)
	}
	return key
}
