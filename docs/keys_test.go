package docs_test

import (
	"iter"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
)

var z = zobrist.Polyglot() // or zobrist.NewChess(seed), for numbers of your own

var (
	pieceNumbers     [2][6][64]zobrist.Key // by colour, kind and square, in your engine's order
	castlingNumbers  [16]zobrist.Key       // by your mask of rights
	enPassantNumbers [8]zobrist.Key        // by file
	sideNumber       = z.Side()
)

func init() {
	for colour := range pieceNumbers {
		for kind := range pieceNumbers[colour] {
			for square := range pieceNumbers[colour][kind] {
				number := z.Piece(zobrist.Square(square), piece(colour, kind))
				pieceNumbers[colour][kind][square] = number
			}
		}
	}
	for set := range zobrist.CastlingRights(16) { // all 16 sets of rights
		castlingNumbers[castlingMask(set)] = z.Castling(set)
	}
	for file := range enPassantNumbers { // on rank 3; rank 6 has the same numbers
		enPassantNumbers[file] = z.EnPassant(zobrist.Square(16 + file))
	}
}

// piece returns the library's piece of a colour and a kind.
func piece(colour, kind int) zobrist.ChessPiece {
	return zobrist.WhitePawn + zobrist.ChessPiece(6*colour+kind)
}

// rights lists the right of each bit in your mask, from the lowest bit up.
var rights = [4]zobrist.CastlingRights{
	zobrist.BlackLong, zobrist.BlackShort, zobrist.WhiteLong, zobrist.WhiteShort,
}

// castlingMask returns your mask of a set of rights.
func castlingMask(set zobrist.CastlingRights) (mask int) {
	for bit, right := range rights {
		if set&right != 0 { // == 0 if a set bit means a lost right
			mask |= 1 << bit
		}
	}
	return mask
}

func chessOfMyNumbers() *zobrist.Chess {
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(square zobrist.Square, piece zobrist.ChessPiece) zobrist.Key {
			man := piece - zobrist.WhitePawn
			return pieceNumbers[man/6][man%6][square]
		},
		Castling: func(set zobrist.CastlingRights) zobrist.Key {
			return castlingNumbers[castlingMask(set)]
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key { return enPassantNumbers[ep&7] },
		Side:      sideNumber,
	})
}

func (b *Board) hash() zobrist.Key {
	h := z.HashBitboards(&b.Pieces[0], &b.Pieces[1], b.Black, 0, 0) // pieces and side to move
	return h ^ castlingNumbers[b.Castling] ^ b.enPassantKey()
}

// fromA8 has the library's numbers for a board whose bit 0 is a8 and bit 63 is h1.
var fromA8 = func() *zobrist.Table[zobrist.Square, zobrist.ChessPiece] {
	squares := make([]zobrist.Square, 64)
	for mine := range squares {
		squares[mine] = zobrist.Square(mine ^ 56) // ^ 7, if bit 0 is h1
	}
	return z.Table().Permute(squares)
}()

// forgetEnPassant forgets the square unless a pawn of the side to move can capture.
func (b *Board) forgetEnPassant() {
	ep := zobrist.Square(b.EnPassant)
	if !zobrist.EnPassantPseudoLegal.Counts(ep, &b.Pieces[0], &b.Pieces[1]) {
		b.EnPassant = 0
	}
}

func (b *Board) enPassantKey() zobrist.Key {
	if b.EnPassant == 0 {
		return 0
	}
	return enPassantNumbers[b.EnPassant&7]
}

var split = z.SubKeys() // or zobrist.NewSubKeys(z.Table(), groups...), for other groups

// update places a piece in all keys, or removes it.
func (b *Board) update(colour, kind, square int) {
	b.Hash ^= pieceNumbers[colour][kind][square]
	split.Toggle(b.Sub[:], zobrist.Square(square), piece(colour, kind))
}

func (e *engine) SubKeys() iter.Seq2[string, zobrist.Key] {
	names := []string{"pawn", "minor", "major", "white non-pawn", "black non-pawn"}
	return func(yield func(string, zobrist.Key) bool) {
		for i, name := range names {
			if !yield(name, e.b.Sub[i]) {
				return
			}
		}
	}
}

// material updates a material key when a piece joins n others of its kind, or leaves n behind.
func material(h zobrist.Key, colour, kind, n int) zobrist.Key {
	return z.Table().Toggle(h, zobrist.Square(n), piece(colour, kind))
}

// bookMove draws a book move by weight. ok is false if the book has no legal move here.
func bookMove(b *book.Book, p *chess.Position) (m chess.Move, ok bool, err error) {
	entries, err := b.Find(p.Hash(z))
	if err != nil {
		return m, false, err
	}
	e, ok := book.Pick(entries, nil)
	if !ok || !p.Legal(e.Move) {
		return m, false, nil
	}
	return p.StandardCastling(e.Move), true, nil
}

func (b *Board) makeNull() {
	b.Hash ^= sideNumber ^ b.enPassantKey()
	b.Black = !b.Black
	b.EnPassant = 0
}

// threefold reports whether the present position occurs for the third time. Call it with the
// key of the first position, and with the key after each move.
func threefold(game *zobrist.History, key zobrist.Key) bool {
	game.Push(key)
	return game.Count(key) >= 3
}

type thread struct {
	line zobrist.History // the game so far, then the moves of this thread's search
	root int             // number of positions in the game, the root included
}

// begin is called before each search. CopyFrom reuses the thread's memory.
func (t *thread) begin(game *zobrist.History) {
	t.line.CopyFrom(game)
	t.root = t.line.Len()
}

// drawn reports whether a node is a draw. Call it after pushing the node's key.
func (t *thread) drawn() bool {
	ply := t.line.Len() - t.root
	plies, count := t.line.Repeats()
	return plies > 0 && plies < ply || count >= 3
}

var reversals = z.Reversals() // the 3,668 moves that can be taken back

// upcoming reports whether the side to move can repeat a position of the search by one move.
// Call it before the moves of a node are tried.
func (t *thread) upcoming(occupied uint64, black bool) bool {
	plies, ok := reversals.Upcoming(&t.line, occupied, black)
	return ok && plies < t.line.Len()-t.root
}

// perThread runs a search in n threads, each with its own copy of the game.
func perThread(game *zobrist.History, n int, search func(t *thread)) {
	threads := make([]thread, n)
	var wg sync.WaitGroup
	for i := range threads {
		t := &threads[i]
		t.begin(game)
		wg.Add(1)
		go func() {
			defer wg.Done()
			search(t)
		}()
	}
	wg.Wait()
}
