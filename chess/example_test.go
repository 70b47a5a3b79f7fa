package chess_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// must returns a value, or ends the program because of an error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// Update the sub-keys at every move, like the key of the position.
func ExamplePosition_AfterSubKeys() {
	p, err := chess.ParseFEN("r3k3/1P1p4/8/8/8/8/8/4K2R w Kq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	// The keys of pawns, minor pieces, major pieces, White's pieces but pawns, and Black's.
	subs := zobrist.NewChess(1).SubKeys()
	var keys, fresh [5]zobrist.Key
	subs.Hash(keys[:], p.Board[:])
	for _, uci := range []string{"b7a8q", "e8e7", "a8a7", "d7d5", "e1g1"} {
		move, err := chess.ParseMove(uci)
		if err != nil {
			fmt.Println(err)
			return
		}
		pawns := keys[0]
		p.AfterSubKeys(subs, keys[:], move)
		p.Play(move)
		subs.Hash(fresh[:], p.Board[:])
		fmt.Println(uci, keys == fresh, "pawns:", keys[0] != pawns)
	}
	// Output:
	// b7a8q true pawns: true
	// e8e7 true pawns: false
	// a8a7 true pawns: false
	// d7d5 true pawns: true
	// e1g1 true pawns: false
}

func ExamplePosition() {
	var p chess.Position // filled by hand: an empty board, White to move
	p.Board[4], p.Board[60], p.Board[0] = zobrist.WhiteKing, zobrist.BlackKing, zobrist.WhiteRook
	p.Castling = zobrist.WhiteLong
	fmt.Println(p.FEN())
	// Output: 4k3/8/8/8/8/8/8/R3K3 w Q - 0 0
}

func ExampleParseFEN() {
	p, err := chess.ParseFEN("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2")
	fmt.Println(p.Board[35], p.EnPassant, p.Castling, err)

	_, err = chess.ParseFEN("rnbqkbnr/pppppppp/8/8/7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	fmt.Println(err)
	_, err = chess.ParseFEN("4k3/8/8/8/8/8/8/4K3 x - - 0 1")
	fmt.Println(err)
	// Output:
	// p d6 KQkq <nil>
	// zobrist: FEN: field 1 (board): character 24: rank 4 has only 7 squares, want 8
	// zobrist: FEN: field 2 (side to move): "x", want w or b
}

func ExamplePosition_FEN() {
	p := must(chess.ParseFEN("rr2k3/8/8/8/8/8/8/RR2K3 w Aa -"))
	fmt.Println(p.FEN())
	p = must(chess.ParseFEN("rr2k3/8/8/8/8/8/8/RR2K3 w Bb -")) // Chess960: the inner rooks
	fmt.Println(p.FEN())
	// Output:
	// rr2k3/8/8/8/8/8/8/RR2K3 w Qq - 0 1
	// rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1
}

func ExamplePosition_Play() {
	p := must(chess.ParseFEN(chess.StartFEN))
	for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"} {
		m := must(chess.ParseMove(uci))
		p.Play(m)
	}
	fmt.Println(p.FEN())
	// Output: r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4
}

// In Chess960 a rook may start on any file. If Rooks is zero, Rook returns the corner.
func ExamplePosition_Rook() {
	p := must(chess.ParseFEN("1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1"))
	var zero chess.Position
	for _, right := range []zobrist.CastlingRights{
		zobrist.WhiteShort, zobrist.WhiteLong, zobrist.BlackShort, zobrist.BlackLong,
	} {
		fmt.Println(right, p.Rook(right), zero.Rook(right))
	}
	// Output:
	// K g1 h1
	// Q b1 a1
	// k g8 h8
	// q b8 a8
}

func ExampleMove() {
	null := chess.Move{}
	promotion := chess.Move{From: 52, To: 60, Promotion: zobrist.WhiteQueen}
	fmt.Println(null, promotion)
	// Output: 0000 e7e8q
}

func ExampleParseMove() {
	m, err := chess.ParseMove("e7e8q")
	fmt.Println(m.From, m.To, m.Promotion, err)
	_, err = chess.ParseMove("e2e9")
	fmt.Println(err)
	// Output:
	// e7 e8 Q <nil>
	// zobrist: move "e2e9": to "e9", want a square from a1 to h8
}

func ExamplePosition_EnPassantCounts() {
	p := must(chess.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"))
	if !p.EnPassantCounts(zobrist.EnPassantLegal) {
		p.EnPassant = 0
	}
	fmt.Println(p.FEN())
	// Output: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
}

// Opening books write castling as the king's move to its rook.
func ExamplePosition_StandardCastling() {
	p := must(chess.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
	for _, uci := range []string{"e1h1", "e1g1", "e1e2", "h1g1"} {
		m := must(chess.ParseMove(uci))
		fmt.Println(uci, p.StandardCastling(m))
	}
	// Output:
	// e1h1 e1g1
	// e1g1 e1g1
	// e1e2 e1e2
	// h1g1 h1g1
}

func ExamplePosition_CheckStandard() {
	for _, fen := range []string{
		chess.StartFEN,
		"4k3/8/8/8/8/8/8/8 w - - 0 1",
		"1r2k3/8/8/8/8/8/8/4K3 b q - 0 1",
		"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
	} {
		p := must(chess.ParseFEN(fen))
		fmt.Println(p.CheckStandard())
	}
	// Output:
	// <nil>
	// zobrist: not standard chess: White has 0 kings, want 1
	// zobrist: not standard chess: castling right q, want k on e8 with its r on a8
	// zobrist: not standard chess: Black is in check, but White is to move
}

// A search keeps the key of each position. To undo a move, it uses the earlier key again.
func ExamplePosition_After() {
	z := zobrist.Polyglot()
	p := chess.Start()
	h := p.Hash(z)
	for _, uci := range []string{"e2e4", "d7d5", "0000"} {
		m := must(chess.ParseMove(uci))
		h = p.After(z, h, m)
		p.Play(m)
		fmt.Println(uci, h, h == p.Hash(z))
	}
	// Output:
	// e2e4 823c9b50fd114196 true
	// d7d5 0756b94461c50fb0 true
	// 0000 ff809feecee28ab9 true
}

func ExamplePosition_Hash() {
	p, err := chess.ParseFEN("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
	fmt.Println(p.Hash(zobrist.Polyglot()), err)
	// Output: 22a48b5a8e47ff78 <nil>
}

// The square that a double push passed over is in the key only if the rule counts it.
func ExamplePosition_EnPassantKey() {
	z := zobrist.Polyglot()
	const e4, d4, e3 = 28, 27, 20
	p := chess.Position{BlackToMove: true, EnPassant: e3} // after e2e4
	p.Board[e4] = zobrist.WhitePawn
	fmt.Println(p.EnPassantKey(z))
	p.Board[d4] = zobrist.BlackPawn // which can capture
	fmt.Println(p.EnPassantKey(z) == z.EnPassant(e3))
	// Output:
	// 0000000000000000
	// true
}

// In JSON a position is its FEN and a move is its text.
func ExamplePosition_MarshalText() {
	text, err := json.Marshal(map[string]any{"position": chess.Start()})
	fmt.Println(string(text), err)
	text, err = json.Marshal(map[string]any{"move": chess.Move{From: 12, To: 28}})
	fmt.Println(string(text), err)
	// Output:
	// {"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"} <nil>
	// {"move":"e2e4"} <nil>
}

// After an irreversible move no earlier position can come up again.
func ExamplePosition_Irreversible() {
	z, p := zobrist.Polyglot(), chess.Start()
	var line zobrist.History
	for _, uci := range []string{"e2e4", "g8f6", "b1c3"} {
		m := must(chess.ParseMove(uci))
		irreversible := p.Irreversible(m)
		p.Play(m)
		if irreversible {
			line.PushIrreversible(p.Hash(z))
		} else {
			line.Push(p.Hash(z))
		}
		fmt.Println(m, irreversible)
	}
	// Output:
	// e2e4 true
	// g8f6 false
	// b1c3 false
}

func ExamplePosition_Moves() {
	p := must(chess.ParseFEN("4k3/P7/8/8/8/8/4p3/4K2R w K - 0 1"))
	for m := range p.Moves() {
		fmt.Print(m, " ")
	}
	fmt.Println()
	// Output: e1d2 e1e2 e1f2 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 a7a8q a7a8r a7a8b a7a8n
}

// Check a move from an opening book or a transposition table before you play it.
func ExamplePosition_Legal() {
	p := must(chess.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
	for _, uci := range []string{"e1g1", "e1h1", "e1c1", "h1h8", "h1a1"} {
		m := must(chess.ParseMove(uci))
		fmt.Println(m, p.Legal(m))
	}
	// Output:
	// e1g1 true
	// e1h1 true
	// e1c1 false
	// h1h8 true
	// h1a1 false
}

func ExamplePosition_Bitboards() {
	p := chess.Start()
	white, black := p.Bitboards()
	fmt.Printf("%016x %016x\n", white[0], black[0]) // pawns
	// Output: 000000000000ff00 00ff000000000000
}
