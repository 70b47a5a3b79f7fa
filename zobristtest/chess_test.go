package zobristtest_test

import (
	"iter"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A chessGame is legal chess with the positions and keys of this library. It updates
// its key feature by feature: pieces, castling rights, en passant file, side. A bug
// changes some of these updates.
type chessGame struct {
	keys     *zobrist.Chess
	position chess.Position
	key      zobrist.Key
	before   []chessState
	legal    []chess.Move // in position; nil until needed
	bug      chessBug
	unmade   int // calls of Unmake
}

type chessState struct {
	position chess.Position
	key      zobrist.Key
	legal    []chess.Move
}

// A chessBug replaces parts of a chessGame.
type chessBug struct {
	update    func(f feature) int // how often to XOR the key, instead of once
	make      func(g *chessGame, m chess.Move) zobrist.Key
	keys      func(name string, key zobrist.Key) zobrist.Key
	recompute func(g *chessGame) zobrist.Key
	position  func(g *chessGame) string
	after     func(g *chessGame, m chess.Move) zobrist.Key
	unmake    func(g *chessGame, last chessState)
	null      func(g *chessGame)
	undoNull  func(g *chessGame, last chessState)
	load      func(g *chessGame)
	moves     func(g *chessGame, n int) int
}

// A feature is a part of the position that a move adds or removes.
type feature struct {
	// "from", "to", "captured", "promoted", "rook", "victim", "castling", "en passant
	// gone", "en passant", "side"
	kind  string
	name  string // of its key
	key   zobrist.Key
	piece zobrist.ChessPiece
	move  chess.Move
	was   *chess.Position
}

func newChessGame(fen string, bug chessBug) func() zobristtest.Game {
	position, err := chess.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	keys := zobrist.NewChess(2026)
	return func() zobristtest.Game {
		g := &chessGame{keys: keys, position: position, bug: bug}
		g.key = g.Recompute()
		return g
	}
}

func (g *chessGame) Key() zobrist.Key { return g.key }

func (g *chessGame) Recompute() zobrist.Key {
	switch {
	case g.bug.recompute != nil:
		return g.bug.recompute(g)
	case g.bug.keys != nil: // the slow way, key by key
		var empty chess.Position
		empty.BlackToMove = true
		var k zobrist.Key
		for _, f := range g.features(chess.Move{}, &empty, &g.position) {
			k ^= f.key
		}
		return k
	}
	return g.position.Hash(g.keys)
}

func (g *chessGame) moves() []chess.Move {
	if g.legal == nil {
		g.legal = movegen.Legal(&g.position)
	}
	return g.legal
}

func (g *chessGame) Moves() int {
	if g.bug.moves != nil {
		return g.bug.moves(g, len(g.moves()))
	}
	return len(g.moves())
}

func (g *chessGame) MoveString(i int) string { return g.moves()[i].String() }

func (g *chessGame) Make(i int) { g.play(g.moves()[i]) }

func (g *chessGame) play(m chess.Move) {
	g.before = append(g.before, chessState{g.position, g.key, g.legal})
	if g.bug.make != nil {
		g.key = g.bug.make(g, m)
		g.position.Play(m)
		g.legal = nil
		return
	}
	g.position.Play(m)
	g.legal = nil
	for _, f := range g.features(m, &g.before[len(g.before)-1].position, &g.position) {
		times := 1
		if g.bug.update != nil {
			times = g.bug.update(f)
		}
		if times%2 == 1 {
			g.key ^= f.key
		}
	}
}

// restore takes a move back, but for the key if there is a bug.
func (g *chessGame) restore(bug func(g *chessGame, last chessState)) {
	last := g.before[len(g.before)-1]
	g.before = g.before[:len(g.before)-1]
	g.position = last.position
	g.legal = last.legal
	if bug != nil {
		bug(g, last)
	} else {
		g.key = last.key
	}
}

func (g *chessGame) Unmake() {
	g.unmade++
	g.restore(g.bug.unmake)
}

func (g *chessGame) Null() bool {
	if g.bug.null != nil {
		g.before = append(g.before, chessState{g.position, g.key, g.legal})
		g.legal = nil
		g.bug.null(g)
		return true
	}
	g.play(chess.Move{})
	return true
}

func (g *chessGame) UndoNull() { g.restore(g.bug.undoNull) }

func (g *chessGame) After(i int) zobrist.Key {
	m := g.moves()[i]
	switch {
	case g.bug.after != nil:
		return g.bug.after(g, m)
	case g.bug.make != nil || g.bug.update != nil || g.bug.keys != nil || g.bug.recompute != nil:
		g.play(m) // makes the move, which After must not do
		k := g.key
		g.restore(nil)
		return k
	}
	return g.position.After(g.keys, g.key, m)
}

// Position returns the FEN without clocks. It has the en passant square only if a
// pawn stands next to the pushed pawn.
func (g *chessGame) Position() string {
	if g.bug.position != nil {
		return g.bug.position(g)
	}
	return position(&g.position)
}

func position(p *chess.Position) string {
	show := *p
	if p.EnPassant != 0 && enPassantName(p) == "" {
		show.EnPassant = 0
	}
	fields := strings.Fields(show.FEN())
	return strings.Join(fields[:4], " ")
}

func (g *chessGame) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for name, key := range g.keys.Keys() {
			if !yield(name, g.named(name, key)) {
				return
			}
		}
	}
}

func (g *chessGame) named(name string, key zobrist.Key) zobrist.Key {
	if g.bug.keys != nil {
		return g.bug.keys(name, key)
	}
	return key
}

// features lists what the move m changes from one position to the next.
func (g *chessGame) features(m chess.Move, from, to *chess.Position) []feature {
	var all []feature
	add := func(kind, name string, key zobrist.Key, piece zobrist.ChessPiece) {
		all = append(all, feature{kind, name, g.named(name, key), piece, m, from})
	}
	pieces := g.keys.Table()
	for i := range 64 {
		s := zobrist.Square(i)
		old, new := from.Board[s], to.Board[s]
		if old == new {
			continue
		}
		if old != zobrist.NoPiece {
			kind := "victim"
			switch {
			case s == m.From:
				kind = "from"
			case s == m.To:
				kind = "captured"
			case old == zobrist.WhiteRook || old == zobrist.BlackRook:
				kind = "rook"
			}
			add(kind, s.String()+" "+old.String(), pieces.Key(s, old), old)
		}
		if new != zobrist.NoPiece {
			kind := "rook"
			switch {
			case s == m.To && m.Promotion != zobrist.NoPiece:
				kind = "promoted"
			case s == m.To:
				kind = "to"
			}
			add(kind, s.String()+" "+new.String(), pieces.Key(s, new), new)
		}
	}
	for i, name := range "KQkq" {
		if right := zobrist.CastlingRights(1 << i); (from.Castling^to.Castling)&right != 0 {
			add("castling", "castling "+string(name), g.keys.Castling(right), 0)
		}
	}
	if name := enPassantName(from); name != "" {
		add("en passant gone", name, g.keys.EnPassant(from.EnPassant), 0)
	}
	if name := enPassantName(to); name != "" {
		add("en passant", name, g.keys.EnPassant(to.EnPassant), 0)
	}
	if from.BlackToMove != to.BlackToMove {
		add("side", "side", g.keys.Side(), 0)
	}
	return all
}

// enPassantName returns the name of the en passant key, or "".
func enPassantName(p *chess.Position) string {
	if p.EnPassant == 0 {
		return ""
	}
	pawn, pushed := zobrist.WhitePawn, p.EnPassant^8
	if p.BlackToMove {
		pawn = zobrist.BlackPawn
	}
	if pushed&7 > 0 && p.Board[pushed-1] == pawn || pushed&7 < 7 && p.Board[pushed+1] == pawn {
		return "en passant " + string("abcdefgh"[p.EnPassant&7])
	}
	return ""
}

// A loadedChess also has Clone and Load, and refuses a null move in check.
type loadedChess struct{ *chessGame }

func newLoadedChess(fen string, bug chessBug) func() zobristtest.Game {
	newGame := newChessGame(fen, bug)
	return func() zobristtest.Game { return loadedChess{newGame().(*chessGame)} }
}

func (g loadedChess) Null() bool { return !movegen.InCheck(&g.position) && g.chessGame.Null() }

func (g loadedChess) Clone() zobristtest.Game {
	c := *g.chessGame
	c.before = nil
	return loadedChess{&c}
}

func (g loadedChess) Load(text string) error {
	p, err := chess.ParseFEN(text + " 0 1") // the clocks
	if err == nil {
		*g.chessGame = chessGame{keys: g.keys, position: p, bug: g.bug}
		g.key = g.Recompute()
		if g.bug.load != nil {
			g.bug.load(g.chessGame)
		}
	}
	return err
}

// enPassantAlways has the en passant file in the key after every double push, but in
// the position only if a pawn can capture.
func enPassantAlways() chessBug {
	always := zobrist.NewChess(2026).WithEnPassant(zobrist.EnPassantAlways)
	return chessBug{
		recompute: func(g *chessGame) zobrist.Key { return g.position.Hash(always) },
		make: func(g *chessGame, m chess.Move) zobrist.Key {
			return g.position.After(always, g.key, m)
		},
	}
}
