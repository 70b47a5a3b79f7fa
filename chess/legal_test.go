package chess_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// perft counts the sequences of depth legal moves.
func perft(p *chess.Position, depth int) (n int) {
	for m := range p.Moves() {
		if depth == 1 {
			n++
			continue
		}
		after := *p
		after.Play(m)
		n += perft(&after, depth-1)
	}
	return n
}

// Published numbers: the start position, "Kiwipete" and positions 3 to 6 of the Chess Programming
// Wiki, and positions 1, 3, 4 and 10 of the wiki's Chess960 suite.
func TestPerft(t *testing.T) {
	t.Parallel()
	most := sample.Rounds(100_000, 300_000, 20_000_000)
	for _, c := range []struct {
		fen    string
		leaves []int
	}{
		{chess.StartFEN, []int{20, 400, 8902, 197281, 4865609}},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			[]int{48, 2039, 97862, 4085603}},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
			[]int{14, 191, 2812, 43238, 674624, 11030083}},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
			[]int{6, 264, 9467, 422333, 15833292}},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
			[]int{44, 1486, 62379, 2103487}},
		{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
			[]int{46, 2079, 89890, 3894594}},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
			[]int{21, 528, 12189, 326672, 8146062}},
		{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
			[]int{21, 807, 18002, 667366, 16253601}},
		{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
			[]int{20, 479, 10471, 273318, 6417013}},
		{"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
			[]int{22, 593, 13440, 382958, 9183776}},
		// A black pawn beside a1. The value of a1 also means no en passant square.
		{"4k3/8/8/8/8/8/1p6/4K3 b - - 0 1", []int{9, 40}},
	} {
		p := parseFEN(t, c.fen)
		for i, want := range c.leaves {
			if want <= most {
				assert.Equal(t, want, perft(&p, i+1), "%s depth %d", c.fen, i+1)
			}
		}
	}
}

// requireMoves compares Moves and Legal with movegen, which shares no code with them. It asks Legal
// for the legal moves, those that leave the king in check, and others.
func requireMoves(t *testing.T, p *chess.Position, others []chess.Move) {
	t.Helper()
	before := *p
	legal := movegen.Legal(p)
	moves := slices.Collect(p.Moves())
	if !slices.Equal(sorted(moves), sorted(legal)) {
		require.ElementsMatch(t, legal, moves, p.FEN())
	}
	for _, m := range legal {
		requireLegal(t, p, m, true)
	}
	for _, m := range movegen.Illegal(p) {
		requireLegal(t, p, m, false)
	}
	for _, m := range others {
		own := m // movegen knows promotions to pieces of the mover's colour
		own.Promotion = m.Promotion.Of(p.BlackToMove)
		requireLegal(t, p, m, movegen.IsLegal(p, own))
	}
	require.Equal(t, before, *p)
}

func requireLegal(t *testing.T, p *chess.Position, m chess.Move, want bool) {
	t.Helper()
	if p.Legal(m) != want {
		require.Equal(t, want, p.Legal(m), "%s %v", p.FEN(), m)
	}
}

func sorted(moves []chess.Move) []chess.Move {
	return slices.SortedFunc(slices.Values(moves), func(a, b chess.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
			cmp.Compare(a.Promotion, b.Promotion))
	})
}

// Positions of games of standard chess and Chess960, with castling in both forms.
func TestMovesOfGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	castling := 0
	visit := func(p *chess.Position, legal []chess.Move) {
		others := []chess.Move{{}, {From: 64}, {To: 64}, randomMove(rng), randomMove(rng)}
		for right := range 4 {
			rook := p.Rook(1 << right)
			for _, from := range []zobrist.Square{4, 60, rook &^ 7, rook&^7 + 3, rook&^7 + 6} {
				others = append(others,
					chess.Move{From: from, To: rook},
					chess.Move{From: from, To: from + 2},
					chess.Move{From: from, To: from - 2},
					chess.Move{From: from, To: rook, Promotion: zobrist.WhiteQueen})
			}
		}
		requireMoves(t, p, others)
		for _, m := range legal {
			own := zobrist.WhiteRook.Of(p.BlackToMove)
			if p.Board[m.From].Kind() == zobrist.WhiteKing && p.Board[m.To] == own {
				castling++
			}
		}
	}
	games := sample.Rounds(10, 30, 3000)
	chessGames(11, games, 200, startPosition, visit)
	chessGames(12, games, 200, chess960Start, visit)
	chessGames(13, games, 40, castlingPosition, visit)
	assert.Greater(t, castling, games/10, "castling of Chess960")
}

// randomPosition returns a position that ParseFEN accepts, of any density, with castling rights and
// en passant squares. Some have pawns on the last ranks, no king of a side, or several.
func randomPosition(rng *rand.Rand) chess.Position {
	var p chess.Position
	for range rng.IntN(30) {
		p.Board[rng.IntN(64)] = zobrist.WhitePawn + zobrist.ChessPiece(rng.IntN(11))
	}
	for s, piece := range p.Board {
		if piece.Kind() == zobrist.WhiteKing && rng.IntN(40) != 0 {
			p.Board[s] = zobrist.NoPiece
		}
	}
	p.BlackToMove = rng.IntN(2) == 1
	p.Rooks = [4]zobrist.Square{7, 0, 63, 56}
	for _, black := range []bool{false, true} {
		king := zobrist.WhiteKing.Of(black)
		home := rng.IntN(8)
		if black {
			home += 56
		}
		if rng.IntN(2) == 0 {
			home = rng.IntN(64)
		}
		if rng.IntN(40) != 0 {
			p.Board[home] = king
		}
	}
	if rng.IntN(3) == 0 {
		placePush(rng, &p)
	}
	for right := range 4 {
		placeRight(rng, &p, right)
	}
	p.FullmoveNumber = 1
	return p
}

// placePush lets the other side have made a double push, often beside a pawn that can capture.
func placePush(rng *rand.Rand, p *chess.Position) {
	passed := zobrist.Square(40 + rng.IntN(8))
	from, to := passed+8, passed-8
	if p.BlackToMove {
		passed, from, to = passed^56, from^56, to^56
	}
	p.Board[from], p.Board[passed] = zobrist.NoPiece, zobrist.NoPiece
	p.Board[to] = zobrist.WhitePawn.Of(!p.BlackToMove)
	p.EnPassant = passed
	beside := to + 1
	if rng.IntN(2) == 0 {
		beside = to - 1
	}
	if beside.Rank() == to.Rank() && rng.IntN(2) == 0 {
		p.Board[beside] = zobrist.WhitePawn.Of(p.BlackToMove)
	}
}

// placeRight gives a side a castling right if it has one king on its first rank, and a rook on the
// right side of it.
func placeRight(rng *rand.Rand, p *chess.Position, right int) {
	first, black := 0, right >= 2
	if black {
		first = 56
	}
	rank := p.Board[first : first+8]
	king := slices.Index(rank, zobrist.WhiteKing.Of(black))
	if king < 0 || slices.Contains(rank[king+1:], rank[king]) {
		return
	}
	long := right%2 == 1
	rook := king + 1 + rng.IntN(8-king)
	if long {
		rook = rng.IntN(king + 1)
	}
	free := rook != king && rook < 8
	if !free || rank[rook].Kind() == zobrist.WhiteKing {
		return
	}
	if p.EnPassant != 0 && (first+rook) == int(p.EnPassant^24) {
		return // the pushed pawn came from there
	}
	rank[rook] = zobrist.WhiteRook.Of(black)
	p.Rooks[right] = zobrist.Square(first + rook)
	p.Castling |= 1 << right
}

// A million random positions with -args -long.
func TestMovesOfRandomPositions(t *testing.T) {
	t.Parallel()
	positions := sample.Rounds(3_000, 20_000, 1_000_000)
	seen := map[string]int{}
	rng := rand.New(rand.NewPCG(14, 14))
	for range positions {
		p := randomPosition(rng)
		parsed, err := chess.ParseFEN(p.FEN())
		if err != nil || parsed != p {
			require.NoError(t, err, p.FEN())
			require.Equal(t, p, parsed)
		}
		others := []chess.Move{randomMove(rng), randomMove(rng), randomMove(rng)}
		for right := range 4 {
			for s, piece := range p.Board {
				if piece.Kind() == zobrist.WhiteKing {
					others = append(others,
						chess.Move{From: zobrist.Square(s), To: p.Rook(1 << right)})
				}
			}
		}
		requireMoves(t, &p, others)
		count(seen, &p)
	}
	t.Log(seen)
	for _, what := range []string{"in check", "castling", "en passant", "promotion", "pinned"} {
		assert.Greater(t, seen[what], positions/100, what)
	}
}

// count counts what the legal moves of a position have.
func count(seen map[string]int, p *chess.Position) {
	kinds := map[string]bool{
		"in check": p.InCheck(),
		"pinned":   !p.InCheck() && len(movegen.Illegal(p)) > 0,
	}
	for m := range p.Moves() {
		piece := p.Board[m.From].Kind()
		after := *p
		after.Play(m)
		if piece == zobrist.WhiteKing && after.Board[m.To].Kind() != zobrist.WhiteKing {
			kinds["castling"] = true
		}
		if piece == zobrist.WhitePawn && p.EnPassant != 0 && m.To == p.EnPassant {
			kinds["en passant"] = true
		}
		if m.Promotion != zobrist.NoPiece {
			kinds["promotion"] = true
		}
	}
	for kind, has := range kinds {
		if has {
			seen[kind]++
		}
	}
}

// A loop over Moves may play them on the position, and may end early.
func TestMovesWhilePlaying(t *testing.T) {
	p := startPosition(0)
	moves := p.Moves()
	var played []chess.Move
	for m := range moves {
		played = append(played, m)
		p = startPosition(0)
		p.Play(m)
		p.Play(chess.Move{From: 52, To: 36})
	}
	assert.Len(t, played, 20)
	again := slices.Collect(moves)
	assert.Equal(t, played, again, "the same moves in the same order")
	for n := range 20 {
		got := 0
		for range moves {
			got++
			if got > n {
				break
			}
		}
		assert.Equal(t, n+1, got)
	}
	for _, fen := range []string{
		"r3k2r/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", // castling and promotions
		"4k3/8/8/8/8/8/8/RK2R3 w EA - 0 1",
	} {
		all := slices.Collect(parseFEN(t, fen).Moves())
		for n := range all {
			var first []chess.Move
			for m := range parseFEN(t, fen).Moves() {
				first = append(first, m)
				if len(first) > n {
					break
				}
			}
			assert.Equal(t, all[:n+1], first, fen)
		}
	}
}

// randomMove returns a move between any squares, sometimes with a promotion.
func randomMove(rng *rand.Rand) chess.Move {
	m := chess.Move{From: zobrist.Square(rng.IntN(64)), To: zobrist.Square(rng.IntN(64))}
	if rng.IntN(8) == 0 {
		m.Promotion = zobrist.ChessPiece(rng.IntN(13))
	}
	return m
}

// Legal takes castling in both forms, and a promotion to a piece of either colour.
func TestLegal(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      bool
	}{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", true},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", true},
		{"r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1", false},
		{"r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1h1", false},
		{"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", true},
		{"4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", true}, // a step of the king
		{"r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "e1c1", false},
		{"4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1", false}, // the rook shields the king
		// The king ends where castling takes it, and the rook stays, but nobody writes it so.
		{"4k3/8/8/8/8/8/8/3R1KR1 w KQ - 0 1", "f1c1", false},
		{"4k3/8/8/8/8/8/8/3R1KR1 w KQ - 0 1", "f1d1", true},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", false},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", true},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "0000", false},
	} {
		p := parseFEN(t, c.fen)
		m := parseMove(t, c.move)
		assert.Equal(t, c.want, p.Legal(m), "%s %s", c.fen, c.move)
		assert.Equal(t, c.want, movegen.IsLegal(&p, m), "movegen: %s %s", c.fen, c.move)
	}
	p := parseFEN(t, "4k3/8/8/8/8/8/p7/4K3 b - - 0 1")
	for piece, want := range map[zobrist.ChessPiece]bool{
		zobrist.WhiteQueen: true, zobrist.BlackQueen: true, zobrist.BlackKnight: true,
		zobrist.NoPiece: false, zobrist.WhitePawn: false, zobrist.BlackKing: false,
		13: false, 255: false,
	} {
		m := chess.Move{From: 8, To: 0, Promotion: piece}
		assert.Equal(t, want, p.Legal(m), "promotion to %d", piece)
	}
	p = startPosition(0)
	assert.False(t, p.Legal(chess.Move{From: 12, To: 28, Promotion: zobrist.WhiteQueen}))
}
