package peers_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// After is right for every legal move of played Chess960 games. Only After updates the
// keys of the games. The moves are from the library's own generator, because
// corentings/chess does not play Chess960.
func TestChess960Games(t *testing.T) {
	for _, game := range chess960Games(t) {
		t.Run(game.name, func(t *testing.T) {
			p := parseFEN(t, game.fen)
			h := hashes(&p)
			castlings := 0
			for ply, san := range game.moves {
				legal := movegen.Legal(&p)
				for _, m := range append(legal, zobrist.ChessMove{}) {
					played := p
					played.Play(m)
					parsed := parseFEN(t, played.FEN())
					require.Equal(t, played, parsed, "%s %v", p.FEN(), m)
					want := hashes(&played)
					for i, c := range chessKeys {
						require.Equal(t, want[i], c.After(h[i], &p, m), "rule %d: %s %v", i, p.FEN(), m)
					}
				}
				m := findSAN(t, &p, legal, san)
				if san[0] == 'O' {
					castlings++
				}
				for i, c := range chessKeys {
					h[i] = c.After(h[i], &p, m)
				}
				p.Play(m)
				require.Equal(t, hashes(&p), h, "ply %d: %s", ply+1, p.FEN())
			}
			require.NotZero(t, castlings)
		})
	}
}

type playedGame struct {
	name, fen string
	moves     []string
}

func chess960Games(t *testing.T) []playedGame {
	f, err := os.Open("testdata/chess960.txt")
	require.NoError(t, err)
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	require.NotEmpty(t, lines)
	require.Zero(t, len(lines)%3)
	var games []playedGame
	for ; len(lines) > 0; lines = lines[3:] {
		games = append(games, playedGame{lines[0], lines[1], strings.Fields(lines[2])})
	}
	return games
}

// findSAN returns the only legal move that fits a move in SAN.
func findSAN(t *testing.T, p *zobrist.ChessPosition, legal []zobrist.ChessMove, san string) zobrist.ChessMove {
	var found []zobrist.ChessMove
	for _, m := range legal {
		if isSAN(p, m, strings.TrimRight(san, "+#")) {
			found = append(found, m)
		}
	}
	require.Len(t, found, 1, "%s %s", p.FEN(), san)
	return found[0]
}

func isSAN(p *zobrist.ChessPosition, m zobrist.ChessMove, san string) bool {
	piece := strings.ToUpper(p.Board[m.From].String())
	own := p.Board[m.To] != zobrist.NoPiece && (p.Board[m.To] < zobrist.BlackPawn) == (p.Board[m.From] < zobrist.BlackPawn)
	if piece == "K" && (own || m.From&7 == 4 && (m.To&7 == 6 || m.To&7 == 2)) {
		if m.From < m.To {
			return san == "O-O"
		}
		return san == "O-O-O"
	}
	if piece == "P" {
		piece = ""
	}
	promotion := ""
	if m.Promotion != zobrist.NoPiece {
		promotion = "=" + strings.ToUpper(m.Promotion.String())
	}
	capture := ""
	if p.Board[m.To] != zobrist.NoPiece || piece == "" && m.From&7 != m.To&7 {
		capture = "x"
	}
	from := m.From.String()
	for _, which := range []string{"", from[:1], from[1:], from} {
		if san == piece+which+capture+m.To.String()+promotion {
			return true
		}
	}
	return false
}
