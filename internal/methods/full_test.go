package methods_test

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/methods"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// A full is an engine on the library's keys with every optional method, and a bug.
type full struct {
	bug    string
	keys   *zobrist.Chess
	pawns  *zobrist.Table[zobrist.Square, zobrist.ChessPiece]
	p      chess.Position
	h      zobrist.Key
	stale  zobrist.Key // wrong in the pawn key
	slot   zobrist.Key // before the last move or null move
	saved  []saved
	asked  int
	parent *full       // of a clone
	child  *full       // the last clone
	first  zobrist.Key // wrong in the key until a move
	// of en passant, which a null move leaves on the board: the next move XORs it
	square zobrist.Key
	king   bool // castling is the king's move to its rook, and no other
	known  bool // the key is cached
	cached zobrist.Key
	plies  map[int]zobrist.Key // keys by the number of moves made
	made   int                 // moves, without null moves
	cache  pawnCache
}

type saved struct {
	p     chess.Position
	h     zobrist.Key
	after [64]zobrist.ChessPiece // the board
}

// A pawnCache keeps the pawn key until a move changes pawns.
type pawnCache struct {
	key   zobrist.Key
	known bool
}

// oneKey is the key of all engines with the bug "one key". searched says that one with the bug
// "search, first" has searched.
var (
	oneKey zobrist.Key
	// oneSquare is the number of the en passant square of the engine that has moved last, with the
	// bug "one square".
	oneSquare zobrist.Key
	searched  bool
	setUps    atomic.Int64 // of all engines
)

// A mute is a full that prints no FEN, so that what is wrong with its
// board shows only in later keys.
type mute struct{ *full }

func (mute) FEN(struct{}) {}

func (e *full) SetFEN(fen string) (err error) {
	switch e.bug {
	case "refuses all":
		return errors.New("not supported")
	case "start only":
		if fen != chess.StartFEN {
			return errors.New("not supported")
		}
	case "no promotions":
		isLate := strings.Contains(fen, " 100 ")
		hasPawn := strings.Contains(fen, "1P4P1") || strings.HasPrefix(fen, "7k/8/8/8/8/8/1P6/K")
		if isLate || hasPawn {
			return errors.New("not supported")
		}
	}
	if e.bug == "panics at a FEN" && strings.Contains(fen, "1P4P1") {
		var none []int
		_ = none[len(fen)]
	}
	before, pawns := e.p.EnPassant, e.pawnKey()
	e.known = false
	e.made = 0
	e.cache = pawnCache{}
	if e.p, err = chess.ParseFEN(fen); err == nil {
		e.h, e.saved, e.stale, e.plies = e.p.Hash(e.keys), e.saved[:0], 0, make(map[int]zobrist.Key)
		if e.bug == "one key" {
			oneKey = e.h
		}
		if e.bug == "one square" {
			oneSquare = e.p.EnPassantKey(e.keys)
		}
	}
	if e.bug == "pawn key, stays" {
		e.stale = pawns
	}
	if e.bug == "set up, counts" && setUps.Add(1) > 800 ||
		e.bug == "set up, side" && e.p.BlackToMove {
		e.h ^= 0x5bd1e995
	}
	if e.bug == "set up, en passant" && e.p.BlackToMove {
		e.h ^= e.p.EnPassantKey(e.keys)
	}
	if e.bug == "set up and null" {
		e.h ^= e.p.EnPassantKey(e.keys)
	}
	for s, man := range e.p.Board {
		if e.bug == "set up, mirrored" && man == zobrist.BlackPawn {
			e.h ^= e.keys.Table().Key(zobrist.Square(s), man)
			e.h ^= e.keys.Table().Key(zobrist.Square(s^7), man)
		}
	}
	if e.bug == "set up, en passant stays" && e.p.EnPassant == 0 {
		e.h ^= e.keys.EnPassant(before)
	}
	return err
}

func (e *full) Move(uci string) error {
	m, err := chess.ParseMove(uci)
	if err != nil {
		return err
	}
	if e.king && isKing(e.p.Board[m.From]) && e.p.Board[m.To] == zobrist.NoPiece &&
		max(m.From, m.To)-min(m.From, m.To) == 2 {
		return errors.New("want the rook's square")
	}
	if e.bug == "refuses castling" && uci == "e1g1" && e.p.Board[4] == zobrist.WhiteKing {
		return errors.New("illegal move")
	}
	if e.bug == "panics at a promotion" && len(uci) == 5 ||
		e.bug == "panics at a capture" && e.p.Board[m.To] != zobrist.NoPiece {
		panic("no such piece")
	}
	isMover := e.p.Board[m.From].Black() == e.p.BlackToMove
	if strings.Contains(e.bug, "undo null, turn") && !isMover {
		return errors.New("a man of the other side")
	}
	if e.bug == "ignores castling" {
		if uci == "e1g1" && e.p.Board[4] == zobrist.WhiteKing {
			e.saved = append(e.saved, saved{p: e.p, h: e.h})
			return nil
		} else if e.p.Board[m.From] == zobrist.NoPiece {
			return errors.New("no piece there")
		}
	}
	if e.bug == "null, only side" && !movegen.IsLegal(&e.p, m) {
		panic(uci)
	}
	if (e.bug == "FEN, drops" || e.bug == "clone, en passant") && !movegen.IsLegal(&e.p, m) {
		return errors.New("illegal move")
	}
	if man := e.p.Board[m.From]; e.bug == "undo, side" &&
		man >= zobrist.BlackPawn != e.p.BlackToMove {
		return errors.New("not your turn")
	}
	keepsPawn := e.bug == "pawn key, promotion" || e.bug == "moves and pawn key"
	if keepsPawn && m.Promotion != zobrist.NoPiece {
		e.stale ^= e.pawns.Key(m.From, e.p.Board[m.From])
	}
	e.saved = append(e.saved, saved{p: e.p, h: e.h})
	if n := len(e.saved) - 129; n >= 0 && strings.Contains(e.bug, "undo, ring") { // of 128
		e.saved[n].h = 1 // overwritten, whatever it was
	}
	e.slot, e.first, e.known = e.h, 0, false
	e.h, e.square = e.h^e.square, 0
	if e.bug == "clone, follows" && e.child != nil {
		e.child.h ^= 1
	}
	if e.bug == "one key" {
		e.h = oneKey
		defer func() { oneKey = e.h }()
	}
	e.made++
	e.cacheMove(m)
	if e.bug == "moves, late" && e.made > lateMoves {
		defer func(before zobrist.Key) { e.h = before }(e.h)
	}
	if e.bug == "one square" {
		e.h ^= e.p.EnPassantKey(e.keys) ^ oneSquare
		defer func() { oneSquare = e.p.EnPassantKey(e.keys) }()
	}
	last := &e.saved[len(e.saved)-1]
	e.h = e.p.After(e.keys, e.h, m)
	if e.bug == "moves of Black" && e.p.BlackToMove {
		e.h ^= 0x9e3779b97f4a7c15
	}
	if e.bug == "moves and after" || e.bug == "moves and pawn key" {
		e.h ^= e.victim(m)
	}
	e.p.Play(m)
	switch {
	case e.bug == "moves and null":
		e.h ^= zobrist.Key(zobrist.NewSplitMix64(31).At(uint64(len(e.saved))))
	case e.bug == "undo, promotion" && m.Promotion != zobrist.NoPiece:
		last.h ^= zobrist.Key(zobrist.NewSplitMix64(30).At(uint64(m.To)))
	case e.bug == "clone, stack of moves":
		last.after = e.p.Board
	}
	if e.bug == "clone, board" && e.parent != nil {
		e.parent.p.Castling &= e.p.Castling
	}
	return nil
}

// ringAndTurn are two bugs: a ring of 128 positions for Undo, and UndoNull leaves the side to move.
// After the second, the engine refuses moves, which must not hide the first.
const ringAndTurn = "undo, ring; undo null, turn"

// lateMoves is after how many moves an engine with the bug "moves, late" keeps its key.
const lateMoves = 100

// cacheMove forgets the cached pawn key before a move that changes pawns. If a piece captures a
// pawn, an engine with the bug "pawn key, cached" takes the last cached key for the right one.
func (e *full) cacheMove(m chess.Move) {
	isPawn := e.p.Board[m.From].Kind() == zobrist.WhitePawn
	takesPawn := e.p.Board[m.To].Kind() == zobrist.WhitePawn
	switch {
	case isPawn:
		e.cache.known = false
	case takesPawn:
		e.cache.known = e.cache.key != 0
	}
}

// victim is the number of the pawn that a move captures en passant.
func (e *full) victim(m chess.Move) zobrist.Key {
	man := e.p.Board[m.From]
	isPawn := man == zobrist.WhitePawn || man == zobrist.BlackPawn
	if !isPawn || m.To.File() == m.From.File() || e.p.Board[m.To] != zobrist.NoPiece {
		return 0
	}
	s := m.To ^ 8
	return e.keys.Table().Key(s, e.p.Board[s])
}

// twoStale are what two sub-keys wrongly have by the moves made: one the rooks that have castled
// where they came from, and the other the bishops captured.
func (e *full) twoStale() (rooks, bishops zobrist.Key) {
	for i, before := range e.saved {
		after := e.p
		if i+1 < len(e.saved) {
			after = e.saved[i+1].p
		}
		for s, man := range before.p.Board {
			now := after.Board[s]
			n := e.keys.Table().Key(zobrist.Square(s), man)
			switch {
			case man.Kind() == zobrist.WhiteBishop && now != man && now != zobrist.NoPiece:
				bishops ^= n
			case isKing(man) && now == zobrist.NoPiece && before.p.Castling&^after.Castling != 0:
				home := zobrist.Square(s)
				for _, corner := range []zobrist.Square{home + 3, home - 4} {
					rook := before.p.Board[corner]
					if rook != zobrist.NoPiece && after.Board[corner] == zobrist.NoPiece {
						rooks ^= e.keys.Table().Key(corner, rook)
					}
				}
			}
		}
	}
	return rooks, bishops
}

func (e *full) Key() zobrist.Key {
	if e.asked++; e.bug == "key changes" && e.asked%7 == 0 {
		e.h ^= 1
	}
	if e.bug == "key, castling in check" && movegen.InCheck(&e.p) {
		e.h, e.p.Castling = e.h^e.keys.Castling(e.p.Castling)^e.keys.Castling(0), 0
	}
	if e.bug == "key changes later" && e.asked%3 == 0 {
		defer func() { e.h, e.p.EnPassant = e.h^e.p.EnPassantKey(e.keys), 0 }()
	}
	if k, ok := e.plies[len(e.saved)]; ok {
		return k
	} else if e.bug == "key, by ply" {
		e.plies[len(e.saved)] = e.h
	}
	if e.bug == "key, cached null" {
		if !e.known {
			e.known, e.cached = true, e.h
		}
		return e.cached
	}
	if e.hidesSquare() {
		return e.h ^ e.p.EnPassantKey(e.keys)
	}
	return e.h ^ e.first ^ e.clock(e.p)
}

// hidesSquare reports whether a move has left an en passant square on file a, which an engine with
// this bug does not know of.
func (e *full) hidesSquare() bool {
	return e.bug == "moves, no square on a" && len(e.saved) > 0 && e.p.EnPassant != 0 &&
		e.p.EnPassant.File() == 0
}

// clock is what high clocks are in the key of an engine that keeps them in a null move.
func (e *full) clock(p chess.Position) zobrist.Key {
	if e.bug == "search, first" && !searched {
		return 1
	}
	if e.bug != "clock, not of null" || p.HalfmoveClock < 20 {
		return 0
	}
	return zobrist.Key(zobrist.NewSplitMix64(20).At(uint64(p.HalfmoveClock)))
}

func (e *full) Undo() {
	n := len(e.saved) - 1
	old := e.saved[n]
	captured := e.p
	e.p, e.saved, e.known = old.p, e.saved[:n], false
	e.made--
	e.cache.known = false
	// the next Undo repairs the first
	if e.bug == "undo, reply" && n == 1 || e.bug == "undo, long line" && n > 3 {
		old.h ^= 1
	}
	if e.bug == "undo, en passant" && old.p.EnPassant != 0 {
		old.h ^= old.p.EnPassantKey(e.keys)
	}
	if e.bug == "clone, stack of moves" {
		for s, man := range old.p.Board { // by the squares that the move changed
			if man == old.after[s] {
				e.p.Board[s] = captured.Board[s]
			}
		}
	}
	e.h = old.h
	if e.bug == "undo, older" && n > 0 {
		e.h = e.saved[n-1].h
	} else if e.bug == "undo, after null" && n > 0 && e.saved[n-1].p.Board == old.p.Board {
		e.h ^= e.keys.Side()
	}
	for s, man := range captured.Board {
		if was := old.p.Board[s]; e.bug == "undo, captures" && man != zobrist.NoPiece &&
			was != zobrist.NoPiece && man != was {
			e.h ^= e.keys.Table().Key(zobrist.Square(s), was)
			e.h ^= e.keys.Castling(old.p.Castling) ^ e.keys.Castling(captured.Castling)
			e.h ^= old.p.EnPassantKey(e.keys)
		}
	}
	switch e.bug {
	case "undo, position", "undo, board":
		e.p.Castling = captured.Castling
	case "undo, side":
		e.p.BlackToMove = captured.BlackToMove
	case "pawn key, undo":
		if captured.Board != e.p.Board && captured.HalfmoveClock == 0 {
			e.stale ^= 1
		}
	}
}

func (e *full) Try(uci string) bool {
	m, _ := chess.ParseMove(uci)
	if !movegen.IsLegal(&e.p, m) {
		switch e.bug {
		case "try, illegal":
			e.h ^= e.p.EnPassantKey(e.keys)
		case "try, board":
			e.p.EnPassant = 0
		case "try, stack":
			e.saved = append(e.saved, saved{p: e.p, h: e.h})
		case "try, side":
			e.h = e.p.After(e.keys, e.h, m) ^ e.keys.Side()
		}
		return e.bug == "try, accepts" || e.bug == "try, pinned" && m.To == e.p.EnPassant
	}
	castles := isKing(e.p.Board[m.From]) && max(m.From, m.To)-min(m.From, m.To) == 2
	takes := e.p.EnPassant != 0 && m.To == e.p.EnPassant &&
		(e.p.Board[m.From] == zobrist.WhitePawn || e.p.Board[m.From] == zobrist.BlackPawn)
	refuses := false
	switch e.bug {
	case "try, refuses":
		refuses = e.p.Board[m.To] != zobrist.NoPiece
	case "try, refuses castling":
		refuses = castles && m.To < m.From
	case "try, refuses en passant":
		refuses = takes
	}
	if refuses {
		return false
	}
	if e.Move(uci) != nil && e.bug == "refuses castling" {
		return false
	}
	if e.bug == "try, undo" {
		e.saved[len(e.saved)-1].h ^= e.keys.Side()
	}
	if e.bug == "try, castling" && e.saved[len(e.saved)-1].p.Castling != e.p.Castling {
		e.h ^= e.keys.Castling(e.p.Castling)
	}
	return true
}

func (e *full) After(uci string) zobrist.Key {
	m, _ := chess.ParseMove(uci)
	next := e.p
	next.Play(m)
	h := e.p.After(e.keys, e.h, m) ^ e.clock(next)
	if e.bug == "one key" {
		oneKey = h
	}
	switch captured := e.p.Board[m.To]; {
	case (e.bug == "after, captures" || e.bug == "moves and after") && captured != zobrist.NoPiece:
		h ^= e.keys.Table().Key(m.To, captured)
	case e.bug == "after, changes":
		e.h ^= e.p.EnPassantKey(e.keys)
	case e.bug == "after, board":
		e.p.EnPassant = 0
	}
	return h
}

func (e *full) Null() bool {
	if movegen.InCheck(&e.p) || e.bug == "null, never" {
		switch e.bug {
		case "null, refused":
			e.h ^= e.keys.Side()
		case "null, asserts":
			panic("in check")
		case "null, in check":
			e.p = chess.Position{}
		}
		return e.bug == "null, in check"
	}
	e.saved = append(e.saved, saved{p: e.p, h: e.h})
	e.slot, e.known = e.h, e.known && e.bug == "key, cached null"
	if e.bug == "null, nothing" {
		return true
	}
	if e.bug == "null, only side" {
		e.h ^= e.keys.Side()
		return true
	}
	e.h ^= e.keys.Side()
	if e.bug != "null, en passant" && e.bug != "moves and null" &&
		(e.bug != "null, en passant with rights" || e.p.Castling == 0) {
		e.h ^= e.p.EnPassantKey(e.keys)
	}
	if e.bug == "null, square stays" || e.bug == "set up and null" {
		e.square = e.p.EnPassantKey(e.keys)
	}
	clock := e.p.HalfmoveClock
	ep := e.p.EnPassant
	e.p.Play(chess.Move{})
	if strings.HasPrefix(e.bug, "clock") {
		e.p.HalfmoveClock = clock
	} else if e.bug == "null, board" {
		e.p.EnPassant = ep
	}
	return true
}

func (e *full) UndoNull() {
	old := e.saved[len(e.saved)-1]
	e.saved, e.known, e.square = e.saved[:len(e.saved)-1], false, 0
	side := e.p.BlackToMove
	e.p = old.p
	switch e.bug {
	case "undo null":
		old.h ^= old.p.EnPassantKey(e.keys)
	case "undo null, one slot":
		old.h = e.slot
	}
	e.h = old.h
	switch e.bug {
	case "undo null, board":
		e.p.EnPassant = 0
	case "undo null, turn", ringAndTurn:
		e.p.BlackToMove = side
	}
}

func (e *full) clone() methods.Engine {
	if e.bug == "clone, shared" {
		return e
	}
	c := *e
	if n := len(e.saved); e.bug == "clone, null" && n > 0 && e.saved[n-1].p.Board == e.p.Board {
		c.h ^= e.keys.Side()
	}
	c.parent = e
	c.child = nil
	e.child = &c
	c.saved = slices.Clone(e.saved)
	switch e.bug {
	case "clone, writes":
		e.h ^= e.keys.Side()
	case "clone, key":
		c.h = 0
	case "clone, en passant":
		c.p.EnPassant = 0
	case "clone, first key":
		c.first = 1
	case "clone, stack", "clone, stack of moves":
		if e.bug == "clone, stack" || len(e.saved) > 0 {
			e.saved = slices.Grow(e.saved, 2)
		}
		c.saved = e.saved
	case "clone, nil":
		return nil
	}
	return &c
}

func isKing(p zobrist.ChessPiece) bool { return p == zobrist.WhiteKing || p == zobrist.BlackKing }

func (e *full) FEN() string {
	if e.bug == "set up wrongly" && e.p.Castling != 0 {
		p := e.p
		p.Board[15] = zobrist.NoPiece
		return p.FEN()
	}
	f := strings.Fields(e.p.FEN())
	switch {
	case e.bug == "FEN, en passant" || e.hidesSquare():
		f[3] = "-"
	case e.bug == "FEN, castling":
		f[2] = cmp.Or(strings.ReplaceAll(f[2], "q", ""), "-")
	case e.bug == "FEN, invalid" && f[3] != "-":
		f[3] = f[3][:1] + "4"
	case e.bug == "FEN, changes":
		e.h ^= e.p.EnPassantKey(e.keys)
	case e.bug == "FEN, board":
		e.p.EnPassant = 0
	case e.bug == "FEN, drops":
		e.h, e.p.EnPassant = e.h^e.p.EnPassantKey(e.keys), 0
	}
	return strings.Join(f, " ")
}

func (e *full) SubKeys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		if e.bug == "sub keys, none" && len(e.saved) > 0 {
			return
		}
		// A second key comes first or last, as from a map.
		hasSecond := e.bug == "sub keys, any order"
		isFirst := e.asked%2 == 0
		if hasSecond && isFirst && !yield("all", e.pawns.Hash(e.p.Board[:])) {
			return
		}
		if e.bug == "two sub-keys" {
			rooks, bishops := e.twoStale()
			if !yield("rook", e.only(zobrist.WhiteRook, zobrist.BlackRook)^rooks) {
				return
			}
			yield("bishop", e.only(zobrist.WhiteBishop, zobrist.BlackBishop)^bishops)
			return
		}
		yield("pawn", e.pawnKey())
		if hasSecond && !isFirst {
			yield("all", e.pawns.Hash(e.p.Board[:]))
		}
		if e.bug == "pawn key, writes" {
			e.stale ^= e.pawns.Hash(e.p.Board[:])
		}
	}
}

// only is the key of some pieces.
func (e *full) only(pieces ...zobrist.ChessPiece) zobrist.Key {
	return e.keys.Table().Only(pieces...).Hash(e.p.Board[:])
}

func (e *full) pawnKey() zobrist.Key {
	if e.bug == "pawn key, cached" {
		if !e.cache.known {
			e.cache = pawnCache{key: e.pawns.Hash(e.p.Board[:]), known: true}
		}
		return e.cache.key
	}
	h := e.pawns.Hash(e.p.Board[:]) ^ e.stale
	switch e.bug {
	case "pawn key, changes":
		e.h ^= e.p.EnPassantKey(e.keys)
	case "pawn key, constant":
		first := slices.Concat(e.saved, []saved{{p: e.p}})[0].p
		h = e.keys.Table().Hash(e.p.Board[:]) ^ e.keys.Table().Hash(first.Board[:])
	case "pawn key, side":
		if !e.p.BlackToMove {
			h ^= e.keys.Side()
		}
	case "pawn key, moves":
		if len(e.saved) > 0 && e.saved[len(e.saved)-1].p.EnPassant != 0 {
			h ^= 1
		}
	case "pawn key, half":
		half := e.p.Board
		for s := 32; s < 64; s++ {
			half[s] = zobrist.NoPiece
		}
		h = e.pawns.Hash(half[:])
	}
	return h
}

func (e *full) Keys() iter.Seq2[string, zobrist.Key] {
	last := e.keys.Side() ^ 1
	return func(yield func(string, zobrist.Key) bool) {
		for name, k := range e.keys.Keys() {
			switch {
			case e.bug == "keys, zero" && name == "side":
				k = 0
			// a number for each, of which a key has one
			case e.bug == "keys, two sides" && name == "side":
				const white = 0x9e3779b97f4a7c15
				k ^= white
				if !yield("white to move", white) {
					return
				}
				name = "black to move"
			case e.bug == "keys, kings" && len(name) == 4 && name[3] == 'K':
				k = e.keys.Table().Key(zobrist.Square(name[0]-'a')+8*zobrist.Square(name[1]-'1'),
					zobrist.BlackKing)
			case e.bug == "keys, one name" && name == "d4 n":
				name = "d4 p"
			case e.bug == "keys, missing" && name == "d4 n":
				continue
			case e.bug == "keys, shifted":
				k, last = last, k
			}
			if !yield(name, k) {
				return
			}
		}
	}
}

func (e *full) Perft(depth int) {
	if depth == 0 {
		return
	}
	before := e.h
	if e.bug == "try, side" {
		for _, m := range movegen.Illegal(&e.p) {
			e.Try(m.String())
		}
	}
	for _, m := range movegen.Legal(&e.p) {
		if e.Move(m.String()) == nil {
			e.Perft(depth - 1)
			e.Undo()
		}
	}
	switch {
	case e.bug == "perft" && e.p.Castling != 0:
		e.h = before ^ e.keys.Castling(e.p.Castling)
	case e.bug == "perft, deep" && depth > 1:
		e.h ^= 1
	case e.bug == "perft, depth 2" && depth == 2:
		e.p.EnPassant = 0
	case e.bug == "perft, board":
		e.p.EnPassant = 0
	}
}

func (e *full) Search(depth int) {
	e.Perft(min(depth, 1))
	if e.bug == "search, first" {
		searched = true
	}
	switch {
	case e.bug == "search" && e.p.EnPassant != 0:
		e.h ^= e.p.EnPassantKey(e.keys)
	case e.bug == "search, board":
		e.p.Castling = 0
	case e.bug == "search, no moves" && depth > 1:
		for _, m := range movegen.Legal(&e.p) {
			p := e.p
			p.Play(m)
			_ = movegen.Legal(&p)[0]
		}
	}
}

// boardBugs returns the bugs of a mute, and the checks that must find each, some with the kinds of
// features: "moves; null move: en-passant".
func boardBugs() map[string]string {
	return map[string]string{
		"":                 "",
		"undo, ring":       "Undo",
		"undo, board":      "Undo: castling",
		"undo, side":       "Undo",
		"undo null, board": "UndoNull: en-passant",
		"try, board":       "Try: en-passant",
		"after, board":     "After: en-passant",
		"clone, board":     "Clone: castling",
		"perft, board":     "Perft: en-passant",
		"search, board":    "Search: castling",
	}
}

// methodBugs returns the bugs of a full, and what the report must have of each.
func methodBugs() map[string]string {
	return map[string]string{
		"":                             "",
		"pawns and kings":              "",
		"no promotions":                "",
		"one board":                    "two engines",
		"key changes":                  "Key",
		"key, castling in check":       "Key",
		"key changes later":            "Key",
		"undo, promotion":              "Undo",
		"clone, stack of moves":        "Clone: piece",
		"try, side":                    "Try: piece",
		"FEN, drops":                   "FEN: en-passant",
		"search, first":                "Search",
		"one key":                      "two engines",
		"one square":                   "two engines: en-passant",
		"undo, en passant":             "Undo: en-passant",
		"undo, position":               "Undo: castling",
		"undo, captures":               "Undo: piece",
		"undo, after null":             "Undo: side",
		"moves of Black":               "moves",
		"undo, older":                  "Undo",
		"clock, not of null":           "",
		"undo, reply":                  "Undo",
		"undo, long line":              "Undo",
		"undo null, one slot":          "UndoNull: side",
		"try, illegal":                 "Try: en-passant",
		"try, undo":                    "Try: side",
		"try, accepts":                 "Try",
		"try, refuses":                 "Try",
		"try, pinned":                  "Try",
		"key, by ply":                  "Undo: piece",
		"search, no moves":             "Search",
		"try, castling":                "Try: castling",
		"try, refuses castling":        "Try",
		"try, refuses en passant":      "Try",
		"try, stack":                   "Try",
		"keys, two sides":              "",
		"keys, kings":                  "Keys",
		"after, captures":              "After: piece",
		"after, changes":               "After: en-passant",
		"null, refused":                "null move: side",
		"null, asserts":                "",
		"null, in check":               "",
		"null, only side":              "null move: side",
		"null, board":                  "null move",
		"null, en passant":             "null move: en-passant",
		"undo null":                    "UndoNull: en-passant",
		"moves and null":               "moves; null move: en-passant",
		"null, square stays":           "null move: en-passant",
		"null, en passant with rights": "null move: en-passant",
		"clone, shared":                "Clone",
		"clone, nil":                   "Clone",
		"clone, writes":                "Clone: side",
		"clone, stack":                 "Clone: piece",
		"clone, board":                 "Clone: castling",
		"clone, key":                   "Clone",
		"clone, null":                  "Clone: side",
		"clone, en passant":            "Clone: en-passant",
		"key, cached null":             "null move: side",
		"FEN, board":                   "FEN: en-passant",
		"clone, first key":             "Clone",
		"clone, follows":               "Clone",
		"set up wrongly":               "moves",
		"pawn key, side":               "",
		"pawn key, constant":           "SubKeys",
		"pawn key, stays":              "SubKeys",
		"sub keys, none":               "SubKeys",
		"pawn key, moves":              "SubKeys",
		"pawn key, half":               "SubKeys: piece",
		"pawn key, promotion":          "SubKeys: piece",
		"pawn key, writes":             "SubKeys: piece",
		"sub keys, any order":          "",
		"pawn key, changes":            "SubKeys: en-passant",
		"pawn key, undo":               "Undo",
		"FEN, en passant":              "FEN: en-passant",
		"FEN, castling":                "FEN: castling",
		"FEN, invalid":                 "moves",
		"FEN, changes":                 "FEN: en-passant",
		"null, nothing":                "null move: side",
		"set up, counts":               "again",
		"set up, side":                 "moves",
		"set up, mirrored":             "moves: piece",
		"set up, en passant":           "moves: en-passant",
		"set up, en passant stays":     "again",
		"keys, zero":                   "Keys",
		"keys, one name":               "Keys",
		"keys, missing":                "Keys",
		"keys, shifted":                "Keys",
		"perft":                        "Perft: castling",
		"perft, deep":                  "Perft",
		"perft, depth 2":               "Perft: en-passant",
		"moves, late":                  "moves",
		"pawn key, cached":             "SubKeys: piece",
		"search":                       "Search: en-passant",
		"refuses castling":             "moves",
		"ignores castling":             "moves",
		"panics at a FEN":              "again",

		"panics at a promotion": "again",
		"panics at a capture":   "again",
	}
}
