package zobristtest_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// long makes tests use the large numbers, which take minutes.
var long = flag.Bool("long", false, "use large numbers")

// TestNoFalseAlarm runs the kit on correct games, once for each seed. To test a
// thousand seeds in a few minutes, with shorter runs:
//
//	ZOBRISTTEST_RUNS=1000 ZOBRIST_SAMPLE=4 \
//	    go test -short -timeout 1h -run TestNoFalseAlarm ./zobristtest
func TestNoFalseAlarm(t *testing.T) {
	t.Parallel()
	runs := sample.Must(strconv.Atoi(cmp.Or(os.Getenv("ZOBRISTTEST_RUNS"), "1")))
	if testing.Short() && os.Getenv("ZOBRISTTEST_RUNS") == "" {
		t.Skip("the same games are played by other tests")
	}
	right := map[string]func() zobristtest.Game{
		"castling":  newChessGame(kiwipete, chessBug{}),
		"pins":      newChessGame("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", chessBug{}),
		"promotion": newChessGame(promotion, chessBug{}),
		"always":    newChessGame(startFEN, enPassantAlwaysRight()),
		"stroll":    newStroll(bug{}),
		"drops":     packs(1).game(bug{}),
		"marks":     func() zobristtest.Game { return &ticTacToe{} },
		"telling":   func() zobristtest.Game { return tellingGame{&ticTacToe{}} },
		"passing":   func() zobristtest.Game { return &passingGame{} },
		"dials":     dials(tokens).game(bug{}),
		"ladder":    newLadder(0),
		"trio":      trio(3).game(bug{}),
		"row":       rows.game(bug{}),
		"features":  newFeaturedRow(bug{}),
		"ring":      newRing(0, ""),
		"half ring": newRing(1, ""),
		"loaded":    func() zobristtest.Game { return &copiedGame{} },
		"unnamed": func() zobristtest.Game {
			return withoutKeys(newChessGame(kiwipete, chessBug{})())
		},
		"quick": newQuickOthello(""),
		"board": newLoadedChess(startFEN, chessBug{}),
		"duel":  duel(separateChecks, true).game(bug{}),
		"bare":  func() zobristtest.Game { return bare{newChessGame(startFEN, chessBug{})()} },
	}
	starts := map[string][]string{"ladder": {"20", "48"}, "loaded": {"[1 2 1 0 0 0 0 0 0]"},
		"board": {
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq -", // castling
			"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
			// en passant, and pins
		}}
	for seed := range runs {
		for name, newGame := range right {
			t.Run(fmt.Sprint(seed, "/", name), func(t *testing.T) {
				sample.Skip(t, 4)
				t.Parallel()
				cfg := zobristtest.Config{Seed: 1 + uint64(seed), Starts: starts[name]}
				if !*long && runs == 1 {
					cfg.Games, cfg.Plies = 2, 40
				}
				cfg.Run(t, newGame)
			})
		}
	}
}

// enPassantAlwaysRight has the en passant file in key and position after every double push.
func enPassantAlwaysRight() chessBug {
	bug := enPassantAlways()
	bug.position = func(g *chessGame) string {
		return fmt.Sprint(g.position.Board, g.position.BlackToMove, g.position.Castling,
			g.position.EnPassant)
	}
	always := zobrist.NewChess(2026).WithEnPassant(zobrist.EnPassantAlways)
	bug.null = func(g *chessGame) {
		g.key = g.position.After(always, g.key, chess.Move{})
		g.position.Play(chess.Move{})
	}
	return bug
}
