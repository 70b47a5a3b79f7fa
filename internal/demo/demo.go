// Package demo is a small UCI engine with a bug of choice in its key, so that everybody can
// see a report of zobrist check. It plays legal moves of chess, but it does not think.
//
// The bugs are of the kind that public engines had. A bug is what the function that makes a
// move forgets to change in the key.
package demo

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// Sound is the name of the engine without a bug.
const Sound = "sound"

// A Bug is a bug that the engine can have.
type Bug struct {
	Name  string
	About string // what the engine does wrong: the end of a sentence that begins with "it"

	// forgotten returns the XOR of the numbers that the update for the move m should have
	// changed, and did not. The position is the one before the move.
	forgotten func(z *zobrist.Chess, before chess.Position, m chess.Move) zobrist.Key
}

// Bugs returns the bugs. The first is the usual one.
func Bugs() []Bug {
	return []Bug{
		{"capture", "leaves a captured piece in the key", capture},
		{"castling", "moves the king in the key when it castles, but not the rook", castling},
		{"rights", "keeps the castling right of a captured rook in the key", rights},
		{"en-passant", "leaves the old en passant number in the key", enPassant},
		{"promotion", "leaves the pawn that promotes on the seventh rank in the key", promotion},
	}
}

// ByName returns the bug of a name, or a Bug that forgets nothing for Sound.
func ByName(name string) (bug Bug, ok bool) {
	if name == Sound {
		nothing := func(*zobrist.Chess, chess.Position, chess.Move) zobrist.Key { return 0 }
		return Bug{Sound, "has no bug", nothing}, true
	}
	for _, bug := range Bugs() {
		if bug.Name == name {
			return bug, true
		}
	}
	return Bug{}, false
}

// capture forgets that the captured piece leaves its square.
func capture(z *zobrist.Chess, before chess.Position, m chess.Move) zobrist.Key {
	return z.Piece(m.To, before.Board[m.To]) // 0 if the square is empty
}

// castling forgets the rook.
func castling(z *zobrist.Chess, before chess.Position, m chess.Move) zobrist.Key {
	king := before.Board[m.From]
	isKing := king == zobrist.WhiteKing || king == zobrist.BlackKing
	rook := zobrist.WhiteRook.Of(before.BlackToMove)
	switch {
	case isKing && m.To == m.From+2:
		return z.Piece(m.To+1, rook) ^ z.Piece(m.To-1, rook)
	case isKing && m.To+2 == m.From:
		return z.Piece(m.To-2, rook) ^ z.Piece(m.To+1, rook)
	}
	return 0
}

// rights forgets that a side loses the right of a rook that is captured.
func rights(z *zobrist.Chess, before chess.Position, m chess.Move) (forgotten zobrist.Key) {
	for _, right := range []zobrist.CastlingRights{
		zobrist.WhiteShort, zobrist.WhiteLong, zobrist.BlackShort, zobrist.BlackLong,
	} {
		if before.Castling&right != 0 && before.Rook(right) == m.To {
			forgotten ^= z.Castling(right)
		}
	}
	return forgotten
}

// enPassant forgets that an en passant capture is possible for one move only.
func enPassant(z *zobrist.Chess, before chess.Position, m chess.Move) zobrist.Key {
	return before.EnPassantKey(z) // 0 if no capture was possible
}

// promotion forgets that the pawn has left its square.
func promotion(z *zobrist.Chess, before chess.Position, m chess.Move) zobrist.Key {
	if m.Promotion == zobrist.NoPiece {
		return 0
	}
	return z.Piece(m.From, before.Board[m.From])
}

// An engine is a position and its key.
type engine struct {
	bug      Bug
	numbers  *zobrist.Chess
	position chess.Position
	key      zobrist.Key
}

// Run is the engine's main loop: it reads UCI commands until quit or the end of in, and
// writes the answers to out, which it flushes after each of them.
func Run(bug Bug, in io.Reader, out *bufio.Writer) error {
	e := &engine{bug: bug, numbers: zobrist.NewChess(1)}
	e.setUp(chess.Start())
	commands := bufio.NewScanner(in)
	commands.Buffer(nil, 1<<20) // a line of moves may be long
	for commands.Scan() {
		words := strings.Fields(commands.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			break
		}
		e.command(words, out)
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return commands.Err()
}

// command does what one line of UCI asks for.
func (e *engine) command(words []string, out io.Writer) {
	switch words[0] {
	case "uci":
		fmt.Fprintf(out, "id name Demonstration engine (%s)\n", e.bug.Name)
		fmt.Fprintln(out, "id author the authors of zobrist")
		fmt.Fprintln(out, "uciok")
	case "isready":
		fmt.Fprintln(out, "readyok")
	case "position":
		if err := e.setPosition(words[1:]); err != nil {
			fmt.Fprintln(out, "info string", err)
		}
	case "d":
		fmt.Fprintf(out, "Fen: %s\nKey: %v\n", e.position, e.key)
	case "go":
		e.search(words[1:], out)
	case "ucinewgame", "setoption", "stop":
	default:
		fmt.Fprintf(out, "info string unknown command %q\n", words[0])
	}
}

// setPosition does the command position [startpos | fen FEN] [moves MOVE ...].
func (e *engine) setPosition(words []string) error {
	before, list, _ := strings.Cut(strings.Join(words, " "), "moves")
	start := chess.Start()
	if fen, ok := strings.CutPrefix(before, "fen "); ok {
		var err error
		start, err = chess.ParseFEN(fen)
		if err != nil {
			return err
		}
	}
	e.setUp(start)
	for _, uci := range strings.Fields(list) {
		m, err := chess.ParseMove(uci)
		if err != nil {
			return err
		}
		if uci != "0000" && !movegen.IsLegal(&e.position, m) {
			return fmt.Errorf("illegal move %s", uci)
		}
		e.makeMove(m)
	}
	return nil
}

// setUp computes the key from scratch. This is right, whatever the bug.
func (e *engine) setUp(p chess.Position) {
	e.position = p
	e.key = p.Hash(e.numbers)
}

// makeMove updates the key for a move, and forgets what the bug forgets.
func (e *engine) makeMove(m chess.Move) {
	e.key = e.position.After(e.numbers, e.key, m)
	if m != (chess.Move{}) { // a null move captures nothing, whatever stands on a1
		e.key ^= e.bug.forgotten(e.numbers, e.position, m)
	}
	e.position.Play(m)
}

// search does the command go. "go perft N" counts the lines of N legal moves, and lists the
// first moves. Every other search plays through two plies, and names a legal move.
func (e *engine) search(words []string, out io.Writer) {
	moves := movegen.Legal(&e.position)
	if len(words) == 2 && words[0] == "perft" {
		depth, _ := strconv.Atoi(words[1])
		total := 0
		for _, m := range moves {
			lines := e.linesAfter(m, depth-1)
			fmt.Fprintf(out, "%v: %d\n", m, lines)
			total += lines
		}
		fmt.Fprintf(out, "\nNodes searched: %d\n", total)
		return
	}
	if len(moves) == 0 {
		fmt.Fprintln(out, "bestmove 0000")
		return
	}
	for _, m := range moves {
		e.linesAfter(m, 1)
	}
	fmt.Fprintf(out, "bestmove %v\n", moves[0])
}

// linesAfter makes a move, counts the lines of so many more legal moves, and takes the move
// back: the position and the key are again what they were.
func (e *engine) linesAfter(m chess.Move, plies int) (lines int) {
	before := *e
	e.makeMove(m)
	if plies <= 0 {
		lines = 1
	} else {
		for _, next := range movegen.Legal(&e.position) {
			lines += e.linesAfter(next, plies-1)
		}
	}
	*e = before
	return lines
}
