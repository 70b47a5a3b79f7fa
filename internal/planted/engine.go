// Package planted is a chess engine with a bug of choice in its Zobrist keys, for tests of the
// tester. It plays legal chess with the keys of the library, made of its own numbers, until a bug
// changes them.
package planted

import (
	"fmt"
	"hash/fnv"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
)

// An Engine is a position and its key.
type Engine struct {
	*numbers
	keys *zobrist.Chess // made of the numbers
	rule *zobrist.Chess // says which en passant squares count
	rare float64        // the part of the positions that have a wrong key

	bugs     []string
	askBug   func(e *Engine) key // what the bug changes in the key: when it is asked for,
	setUpBug func(e *Engine) key // when a FEN is set up,
	moveBug  func(c *change) key // when a move is made or taken back,
	undoBug  func(c *change) key // and when it is taken back

	hashed  position // and its key, as the library has it
	hashKey key

	pos   position
	shown position // pos with the en passant square of every double push
	key   key
	last  key // before the last move

	playing bool   // this is the move that a search found
	plies   int    // made since the start of the line
	to      square // of the last of these
	seen    []key  // of the line

	other key // what earlier commands leave in the key
	games int
	asked int // for keys
	cache map[string]key

	searched bool
	from     string // the last line
	line     []string
}

// New returns an engine with a bug of [Bugs], or "" for none, or several with "+" in between.
func New(bug string, seed uint64) (*Engine, error) {
	e := &Engine{
		bugs: strings.Split(bug, "+"), games: 1, rule: zobrist.NewChess(1),
		cache: make(map[string]key),
	}
	for i, bug := range e.bugs {
		if rate, ok := strings.CutPrefix(bug, "rare="); ok {
			var err error
			if e.rare, err = strconv.ParseFloat(rate, 64); err != nil {
				return nil, err
			}
			e.bugs[i] = "rare"
		} else if _, ok := Bugs()[bug]; !ok && bug != "" {
			return nil, fmt.Errorf("no bug %q", bug)
		}
	}
	e.askBug, e.setUpBug = together(askBugs(), e.bugs), together(setUpBugs(), e.bugs)
	e.moveBug, e.undoBug = together(moveBugs(), e.bugs), together(undoBugs(), e.bugs)
	started := uint64(time.Now().UnixNano()) // differs in each process, and in each engine of one
	switch {
	case e.Is("own-numbers"):
		seed = started
	case slices.ContainsFunc(legalRule(), e.Is):
		e.rule = e.rule.WithEnPassant(zobrist.EnPassantLegal)
	case e.Is("ep-always"), e.Is("fen-ep-square"):
		e.rule = e.rule.WithEnPassant(zobrist.EnPassantAlways)
	}
	e.numbers = newNumbers(e.bugs, seed)
	if e.Is("uninitialised") {
		e.pieces[36][zobrist.BlackPawn] = zobrist.NewSplitMix64(started).Key()
	}
	if e.Is("castling-unset") {
		e.sets[5] = zobrist.NewSplitMix64(started).Key()
	}
	e.keys = e.numbers.chess(e.Is)
	return e, e.setUp(chess.StartFEN)
}

// legalRule lists the bugs of engines in which en passant counts if the capture is legal.
func legalRule() []string {
	return []string{
		"ep-legal", "ep-partly", "ep-rank-pin", "ep-uncovered", "ep-one-capturer", "ep-rank-two",
		"ep-first-capturer", "ep-last-capturer",
	}
}

// Is reports whether the bug is planted.
func (e *Engine) Is(bug string) bool { return slices.Contains(e.bugs, bug) }

// together returns the sum of what some bugs change in the key.
func together[T any](all map[string]func(T) key, bugs []string) func(T) key {
	var some []func(T) key
	for _, bug := range bugs {
		if f := all[bug]; f != nil {
			some = append(some, f)
		}
	}
	return func(at T) (k key) {
		for _, f := range some {
			k ^= f(at)
		}
		return k
	}
}

// hash returns the key of a position, as the library has it. It remembers the last.
func (e *Engine) hash(pos *position) key {
	if *pos != e.hashed {
		e.hashed, e.hashKey = *pos, pos.Hash(e.keys)
	}
	return e.hashKey
}

// Key returns the key of the position.
func (e *Engine) Key() uint64 {
	e.asked++
	return uint64(e.key ^ e.askBug(e))
}

// counted returns the XOR of numbers for the first man of a kind, the second one ...
func (e *Engine) counted(is func(n int, p man) bool) (k key) {
	var count [13]int
	for _, p := range e.pos.Board {
		count[p]++
		k ^= when(p != zobrist.NoPiece && is(count[p], p), e.clock[count[p]+10*int(p)])
	}
	return k
}

// askBugs are wrong in the key when it is asked for.
func askBugs() map[string]func(e *Engine) key {
	const some = 0x9e3779b97f4a7c15
	return map[string]func(e *Engine) key{
		"constant":   func(e *Engine) key { return e.key ^ 0xdeadbeef },
		"flaky":      func(e *Engine) key { return when(e.asked%331 == 0, key(e.asked)<<20) },
		"flaky-even": func(e *Engine) key { return when(e.asked%500 == 0, 1) },
		"new-key":    func(e *Engine) key { return zobrist.NewSplitMix64(uint64(e.asked)).Key() },
		"flaky-rare": func(e *Engine) key { return when(e.asked%3001 == 0, key(e.asked)<<20) },
		"stale": func(e *Engine) key {
			was := e.other
			e.other = e.key
			return when(was != 0 && zobrist.NewSplitMix64(1).At(uint64(e.asked))%20 == 0, was^e.key)
		},
		"newgame":         func(e *Engine) key { return when(e.games > 1, e.other) },
		"position-before": func(e *Engine) key { return e.other },
		"cached": func(e *Engine) key {
			men := strings.Join(strings.Fields(e.pos.FEN())[:2], " ")
			if _, ok := e.cache[men]; !ok {
				e.cache[men] = e.key
			}
			return e.key ^ e.cache[men]
		},
		// black pawns have other numbers until the first search
		"numbers-late": func(e *Engine) key {
			return when(!e.searched, e.counted(func(_ int, p man) bool {
				return p == zobrist.BlackPawn
			}))
		},
		"turned": func(e *Engine) key { // the key of the board as the side to move sees it
			if !e.pos.BlackToMove {
				return 0
			}
			p, _ := chess.ParseFEN(rare.Mirror(e.pos.FEN()))
			return e.key ^ e.side ^ p.Hash(e.keys)
		},
		"number-check": func(e *Engine) key { return when(movegen.InCheck(&e.pos), some) },
		"number-bishops": func(e *Engine) key {
			return e.counted(func(n int, p man) bool {
				return n == 2 && (p == zobrist.WhiteBishop || p == zobrist.BlackBishop)
			})
		},
		"number-counts": func(e *Engine) key {
			return e.counted(func(int, man) bool { return true })
		},
		"rounded": func(e *Engine) key { return e.key ^ key(float64(e.key>>1))<<1 },
		"key-before": func(e *Engine) key {
			was := e.other
			e.other = e.key
			return e.key ^ was
		},
		"lag":         func(e *Engine) key { return when(e.last != 0, e.key^e.last) },
		"move-number": func(e *Engine) key { return key(e.pos.FullmoveNumber) * some },
		"start-zero":  func(e *Engine) key { return when(e.pos == chess.Start(), e.key) },
		"clock-low":   func(e *Engine) key { return key(e.pos.HalfmoveClock) * some },
		"clock":       (*Engine).clockKey,
		"castling-by-side": func(e *Engine) key {
			return when(
				e.pos.BlackToMove,
				key(bits.RotateLeft64(uint64(e.keys.Castling(e.pos.Castling)), 17)),
			)
		},
		"e4-by-side": func(e *Engine) key {
			return when(e.pos.BlackToMove && e.pos.Board[28] == zobrist.WhitePawn, some)
		},
		"ep-capturers": func(e *Engine) key {
			ep, pawn := e.pos.EnPassant, zobrist.WhitePawn.Of(e.pos.BlackToMove)
			left := ep - 9 // of White's pawn that can capture
			if e.pos.BlackToMove {
				left = ep + 7
			}
			return when(ep != 0 && ep&7 > 0 && e.pos.Board[left&63] == pawn, some)
		},
		"ep-capturer-file": func(e *Engine) key { // the number is that of each pawn's file
			ep, pawn := e.pos.EnPassant, zobrist.WhitePawn.Of(e.pos.BlackToMove)
			row, k := ep^8, e.keys.EnPassant(ep)
			k ^= when(row&7 > 0 && e.pos.Board[(row-1)&63] == pawn, e.keys.EnPassant(ep-1))
			k ^= when(row&7 < 7 && e.pos.Board[(row+1)&63] == pawn, e.keys.EnPassant(ep+1))
			return when(ep != 0, k)
		},
		"ep-first-capturer": func(e *Engine) key { return e.uncounted(0) },
		"ep-last-capturer":  func(e *Engine) key { return e.uncounted(1) },
		"ep-two": func(e *Engine) key { // the number is put in once for each pawn that can capture
			row, pawn := e.pos.EnPassant^8, zobrist.WhitePawn.Of(e.pos.BlackToMove)
			two := row&7 > 0 && row&7 < 7 && e.pos.Board[row-1] == pawn &&
				e.pos.Board[row+1] == pawn
			return when(e.pos.EnPassant != 0 && two, e.keys.EnPassant(e.pos.EnPassant))
		},
		"ep-own-pawn": func(e *Engine) key {
			ep, pawn := e.shown.EnPassant, zobrist.WhitePawn.Of(!e.pos.BlackToMove)
			row := ep ^ 8
			beside := (row&7 > 0 && e.pos.Board[(row-1)&63] == pawn) ||
				(row&7 < 7 && e.pos.Board[(row+1)&63] == pawn)
			counted := e.keys.EnPassant(e.pos.EnPassant)
			return counted ^ when(ep != 0 && beside, e.keys.EnPassant(ep))
		},
		"overwritten": func(e *Engine) key {
			return when(e.asked > 2000 && e.pos.Board[18] == zobrist.WhiteKnight, some)
		},
		"960-rooks": func(e *Engine) key { // castling has a number for each rook's square
			k := e.keys.Castling(e.pos.Castling)
			for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
				k ^= when(e.pos.Castling&right != 0, e.squares[e.pos.Rook(right)&63])
			}
			return k
		},
		"960-corners": func(e *Engine) key { // only rooks on the corners have rights
			lost := zobrist.CastlingRights(0)
			for i, home := range []square{7, 0, 63, 56} {
				if right := e.pos.Castling & (1 << i); right != 0 && e.pos.Rook(right) != home {
					lost |= right
				}
			}
			return e.keys.Castling(e.pos.Castling) ^ e.keys.Castling(e.pos.Castling&^lost)
		},
		"wrong-pair": func(e *Engine) key {
			return when(e.pos.BlackToMove && e.pos.Board[21] == zobrist.WhiteKnight, e.key>>7)
		},
		"repetition": func(e *Engine) key {
			others := slices.DeleteFunc(slices.Clone(e.seen), func(k key) bool {
				return k != e.key
			})
			return when(len(others) > 0, e.sets[(len(others)+1)&15])
		},
		"rare": func(e *Engine) key {
			h := fnv.New64a()
			fmt.Fprint(h, e.pos.Board, e.pos.BlackToMove, e.pos.Castling)
			r := zobrist.NewSplitMix64(h.Sum64())
			return when(float64(r.Uint64()>>11)/(1<<53) < e.rare, r.Key())
		},
	}
}

// clockKey is what the clock changes in the key, from 14 on.
func (e *Engine) clockKey() key {
	if e.pos.HalfmoveClock < 14 {
		return 0
	}
	return e.clock[min((e.pos.HalfmoveClock-14)/8, 199)]
}

// sideKey is the number of a side to move.
func (e *Engine) sideKey(black bool) key { return when(black, e.side) ^ when(!black, e.white) }

// NewGame begins a game, as ucinewgame does.
func (e *Engine) NewGame() {
	e.games++
	e.other = key(e.games) * 0x9e3779b97f4a7c15
}

// Position sets up a position, from the words of the UCI command position. An illegal move
// ends the list.
func (e *Engine) Position(words []string) error {
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 {
		words, moves = words[:i], words[i+1:]
	}
	if e.Is("position-before") { // whether e4 was empty
		e.other = when(e.pos.Board[28] != zobrist.NoPiece, 0x123456789abcdef)
	}
	last, from, ep := e.line, e.from, e.pos.EnPassant
	e.line, e.from = moves, strings.Join(words, " ")
	n := len(last)
	isLonger := 0 < n && n < len(moves) && last[n-1] == moves[n-1] && from == e.from
	if e.Is("new-moves") && isLonger {
		moves = moves[n:]
	} else if len(words) > 1 && words[0] == "fen" {
		if err := e.setUp(strings.Join(words[1:], " ")); err != nil {
			return err
		}
		if e.Is("fen-ep-stays") && e.pos.EnPassant == 0 {
			e.pos.EnPassant = ep
			e.key ^= e.keys.EnPassant(ep)
		}
	} else if !e.Is("startpos-stays") {
		if err := e.setUp(chess.StartFEN); err != nil {
			return err
		}
		if e.Is("ep-stays") {
			e.pos.EnPassant = ep
			e.key ^= e.keys.EnPassant(ep)
		}
	}
	for _, word := range moves {
		if e.Move(word) != nil {
			break
		}
	}
	return nil
}

// setUp reads a FEN. A wrong one leaves all as it is.
func (e *Engine) setUp(fen string) error {
	pos, err := chess.ParseFEN(fen)
	if err != nil {
		return err
	}
	if rights := strings.Fields(fen)[2]; e.Is("960-shredder") &&
		!strings.ContainsAny(rights, "KQkq") {
		pos.Castling = 0
	}
	if inner := strings.Replace(fen, "RR w K", "RR w G", 1); e.Is("960-inner-rook") &&
		inner != fen {
		pos, _ = chess.ParseFEN(inner)
	}
	if r := pos.Castling; e.Is("fen-two-rights") && r&3 == 3 {
		pos.Castling = r & 3
	}
	if e.Is("fen-castling-stays") {
		pos.Castling |= e.pos.Castling
	}
	e.plies, e.seen, e.last = 0, e.seen[:0], 0
	e.pos, e.shown = pos, pos
	if e.Is("ep-wraps-too") {
		e.settleMove(&e.pos)
	}
	e.settle(&e.pos, e.Is("ep-fen-always") || e.Is("ep-left-rules") || e.Is("ep-wraps-too"))
	e.key = e.hash(&e.pos) ^ e.side
	e.key ^= e.setUpBug(e)
	return nil
}

// settle forgets an en passant square that does not count.
func (e *Engine) settle(pos *position, always bool) {
	rule := e.rule
	// its pins on the rank are not seen
	if e.Is("ep-partly") && slices.Contains(pos.Board[32:40], zobrist.WhiteKing) {
		rule = rule.WithEnPassant(zobrist.EnPassantPseudoLegal)
	}
	if !always && pos.EnPassantKey(rule) == 0 {
		pos.EnPassant = 0
	}
}

// uncounted is the en passant number that a key lacks if of two pawns that can capture only one is
// asked whether its capture is legal: the first one on the board (0), or the second one (1).
func (e *Engine) uncounted(which int) key {
	ep := e.pos.EnPassant
	var capturers []square
	for s := (ep ^ 8) &^ 7; ep != 0 && s>>3 == (ep^8)>>3; s++ {
		isBeside := s+1 == ep^8 || s == ep^8+1
		if isBeside && e.pos.Board[s] == zobrist.WhitePawn.Of(e.pos.BlackToMove) {
			capturers = append(capturers, s)
		}
	}
	if len(capturers) < 2 {
		return 0
	}
	asked := chess.Move{From: capturers[which], To: ep}
	return when(!e.pos.Legal(asked), e.keys.EnPassant(ep))
}

// setUpBugs are wrong in the key of a FEN.
func setUpBugs() map[string]func(e *Engine) key {
	type rights = zobrist.CastlingRights
	castling := func(read func(r rights) rights) func(e *Engine) key {
		return func(e *Engine) key {
			return e.keys.Castling(e.pos.Castling) ^ e.keys.Castling(read(e.pos.Castling))
		}
	}
	home := func(e *Engine) key {
		all, at := rights(0), e.pos.Board
		for i, rook := range []square{7, 0, 63, 56} {
			k, r := zobrist.WhiteKing, zobrist.WhiteRook
			if i > 1 {
				k, r = zobrist.BlackKing, zobrist.BlackRook
			}
			if at[rook&56+4] == k && at[rook] == r {
				all |= 1 << i
			}
		}
		return e.keys.Castling(e.pos.Castling) ^ e.keys.Castling(all)
	}
	each := func(of func(e *Engine, s square, p man) key) func(e *Engine) key {
		return func(e *Engine) (k key) {
			for s, p := range e.pos.Board {
				k ^= of(e, square(s), p)
			}
			return k
		}
	}
	without := func(missing func(s square, p man) bool) func(e *Engine) key {
		return each(func(e *Engine, s square, p man) key {
			return when(missing(s, p), e.pieces[s][p])
		})
	}
	return map[string]func(e *Engine) key{
		"fen-one-key":          func(e *Engine) key { return e.key ^ 0x123456789abcdef },
		"fen-side":             func(e *Engine) key { return e.sideKey(e.pos.BlackToMove) },
		"fen-home":             home,
		"fen-castling":         castling(func(r rights) rights { return 0 }),
		"fen-black-castling":   castling(func(r rights) rights { return r & 3 }),
		"fen-white-castling":   castling(func(r rights) rights { return r & 12 }),
		"fen-black-long":       castling(func(r rights) rights { return r &^ (min(r&7, 1) * 8) }),
		"fen-castling-swapped": castling(func(r rights) rights { return r&5<<1 | r&10>>1 }),
		"fen-last-right": castling(func(r rights) rights {
			return 1 << bits.Len8(uint8(r)) >> 1
		}),
		"fen-h8":       without(func(s square, _ man) bool { return s == 63 }),
		"fen-a1-twice": without(func(s square, _ man) bool { return s == 0 }),
		"fen-queens": without(func(_ square, p man) bool {
			return p == zobrist.BlackQueen
		}),
		"fen-kings": without(func(_ square, p man) bool {
			return p == zobrist.WhiteKing || p == zobrist.BlackKing
		}),
		"fen-bishops": each(func(e *Engine, s square, p man) key {
			return when(p == zobrist.BlackBishop, e.pieces[s][p]^e.pieces[s][zobrist.WhiteBishop])
		}),
		"fen-mirror": each(func(e *Engine, s square, p man) key {
			return when(p >= zobrist.BlackPawn, e.pieces[s][p]^e.pieces[s^56][p])
		}),
		"fen-second-queen": each(func(e *Engine, s square, p man) key {
			return when(p == zobrist.WhiteQueen &&
				slices.Contains(e.pos.Board[:s], p), e.pieces[s][p])
		}),
		"fen-rank-8": each(func(e *Engine, s square, p man) key {
			return when(e.pos.BlackToMove && s >= 56, e.pieces[s][p]^e.pieces[s%8][p])
		}),
		// of the other rank: whether it counts depends on other pawns
		"fen-ep-rank": func(e *Engine) key {
			turned := e.shown
			turned.EnPassant ^= 56
			counts := e.shown.EnPassant != 0 && turned.EnPassantKey(e.rule) != 0
			return e.keys.EnPassant(
				e.pos.EnPassant,
			) ^ when(counts, e.keys.EnPassant(turned.EnPassant))
		},
		"fen-ep-black": func(e *Engine) key {
			return when(e.pos.BlackToMove, e.keys.EnPassant(e.pos.EnPassant))
		},
		"fen-ep":        func(e *Engine) key { return e.keys.EnPassant(e.pos.EnPassant) },
		"fen-ep-square": func(e *Engine) key { return e.keys.EnPassant(e.pos.EnPassant) },
		"fen-ep-file": func(e *Engine) key {
			return e.keys.EnPassant(e.pos.EnPassant) ^ e.keys.EnPassant(e.pos.EnPassant^1)
		},
		// of the pawn that an en passant capture takes, and no side
		"fen-ep-pawn": func(e *Engine) key {
			ep := e.pos.EnPassant
			pawn := ep + 8
			if ep >= 32 {
				pawn = ep - 8
			}
			return e.sideKey(
				e.pos.BlackToMove,
			) ^ when(ep != 0, e.keys.EnPassant(ep)^e.squares[pawn&63])
		},
		"clock-fen": (*Engine).clockKey,
	}
}

// FEN writes the position, in a kind of its own for a variant.
func (e *Engine) FEN() string {
	fen := e.pos.FEN()
	switch {
	case e.Is("no-fen"):
		return ""
	case e.Is("fen-no-clocks"):
		return strings.Join(strings.Fields(fen)[:4], " ")
	case e.Is("fen-castling-order"):
		return strings.NewReplacer(" KQ", " QK", "kq ", "qk ").Replace(fen)
	case e.Is("fen-ep-always"):
		return e.shown.FEN()
	}
	return fen
}

// Move makes a move, or a null move: 0000.
func (e *Engine) Move(word string) error {
	if word == "0000" && !e.Is("no-null") {
		e.key ^= e.nullKey(&e.pos)
		e.pos.Play(move{})
		e.shown = e.pos
		return nil
	}
	m, err := chess.ParseMove(word)
	p := e.pos.Board[m.From]
	ours := p != zobrist.NoPiece && p >= zobrist.BlackPawn == e.pos.BlackToMove
	if err != nil || m.From == m.To || !ours {
		return fmt.Errorf("illegal move %s", word)
	}
	e.shown = e.pos
	e.shown.Play(m)
	c := e.change(&e.pos, m)
	e.last, e.seen = e.key, append(e.seen, e.key)
	e.pos, e.key, e.to = c.next, e.key^c.made, m.To
	e.hashed, e.hashKey = c.next, c.hash
	switch e.plies++; {
	case e.Is("long-line") && e.plies > 100 || e.Is("longer-line") && e.plies > 128:
		e.key = e.last
	case e.playing:
		e.key ^= when(e.Is("plays-ep"), c.oldEP) ^ when(e.Is("plays-side"), c.side)
	}
	return nil
}

// nullKey is what a null move changes in the key, and what taking it back changes.
func (e *Engine) nullKey(pos *position) key {
	ep, side := e.keys.EnPassant(pos.EnPassant), e.side^e.white
	return when(!e.Is("null-ep"), ep) ^ when(!e.Is("null-side"), side)
}

// Perft counts lines of moves, and returns the count of each move. It makes and takes
// back each move, so the key is as before unless that is the bug.
func (e *Engine) Perft(depth int) (lines []string, total int) {
	total, e.key = e.walk(&e.pos, e.key, depth, false, func(m move, n int) {
		lines = append(lines, fmt.Sprint(m.String(), ": ", n))
	})
	return lines, total
}

// Search makes and takes back moves and null moves, and returns the first legal move, perhaps made.
func (e *Engine) Search(depth int) (move string) {
	e.searched = true
	_, e.key = e.walk(&e.pos, e.key, depth, true, nil)
	isStopped := depth == 0
	e.key ^= when(e.Is("search-stop") && isStopped, e.side)
	if e.Is("search-board") {
		e.pos.EnPassant = 0
	}
	legal := movegen.Legal(&e.pos)
	if len(legal) > 0 && !e.Is("no-search") {
		move = legal[0].String()
	}
	if e.Is("plays-board") && move != "" {
		m, _ := chess.ParseMove(move)
		e.pos.Play(m)
	}
	if e.playsBest() {
		e.playing = true
		_ = e.Move(move) // "" is refused
		e.playing = false
	}
	return move
}

// playsBest reports whether a search leaves its move on the board.
func (e *Engine) playsBest() bool {
	leaves := e.Is("search-leaves") && e.pos.EnPassant != 0
	return leaves || e.Is("plays") || e.Is("plays-ep") || e.Is("plays-side")
}

// ahead reports whether the side to move has more, in pawns. Only then a search passes.
func ahead(pos *position) bool {
	n := 0
	worths := [...]int{0, 1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0} // by piece
	for _, p := range pos.Board {
		worth := worths[p]
		n += worth
		if pos.BlackToMove {
			n -= 2 * worth
		}
	}
	return n > 3
}

// walk makes moves and takes them back, and in a search null moves, too. It returns the number of
// lines, and the key afterwards. each, if not nil, gets the number of lines of each move.
func (e *Engine) walk(
	pos *position, k key, depth int, search bool, each func(m move, n int),
) (lines int, after key) {
	if depth == 0 {
		return 1, k
	}
	if search && !movegen.InCheck(pos) {
		k ^= when(e.Is("search-null"), e.side)
		k ^= when(e.Is("search-null-ep") && ahead(pos), e.keys.EnPassant(pos.EnPassant))
	}
	for i, m := range movegen.Legal(pos) {
		c := e.change(pos, m)
		n, inner := e.walk(&c.next, k^c.made, depth-1, search, nil)
		if search && e.Is("search-cutoff") && i == 5 {
			return lines, inner
		}
		if each != nil {
			each(m, n)
		}
		lines, k = lines+n, inner^c.undone
	}
	return lines, k
}
