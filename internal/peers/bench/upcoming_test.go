package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// A cuckoo is what an author would write who follows the published idea: two tables of 8,192
// entries, and a table of the squares between two squares. The number of the side to move
// is in the keys of the moves.
type cuckoo struct {
	keys    [8192]key
	moves   [8192][2]uint8
	between [64][64]uint64 // with the second square
	side    key
}

func newCuckoo(keys *zobrist.Chess) *cuckoo {
	c := &cuckoo{side: keys.Side()}
	for s := range 64 * 12 {
		a, piece := s&63, zobrist.WhitePawn+zobrist.ChessPiece(s>>6)
		for b := a + 1; b < 64; b++ {
			files, ranks := abs(a&7-b&7), b>>3-a>>3
			line, diagonal := files == 0 || ranks == 0, files == ranks
			if line || diagonal {
				step := (b - a) / max(files, ranks)
				for at := a + step; at != b; at += step {
					c.between[a][b] |= 1 << at
				}
			}
			c.between[a][b] |= 1 << b
			c.between[b][a] = c.between[a][b]&^(1<<b) | 1<<a
			if reaches(piece.Kind(), files, ranks) {
				from := keys.Table().Key(zobrist.Square(a), piece)
				to := keys.Table().Key(zobrist.Square(b), piece)
				c.insert(from^to^c.side, [2]uint8{uint8(a), uint8(b)})
			}
		}
	}
	return c
}

// reaches reports whether a piece moves so many files and ranks on an empty board.
func reaches(kind zobrist.ChessPiece, files, ranks int) bool {
	line := files == 0 || ranks == 0
	diagonal := files == ranks
	switch kind {
	case zobrist.WhiteKnight:
		return files*ranks == 2
	case zobrist.WhiteBishop:
		return diagonal
	case zobrist.WhiteRook:
		return line
	case zobrist.WhiteQueen:
		return line || diagonal
	case zobrist.WhiteKing:
		return max(files, ranks) == 1
	}
	return false
}

func abs(x int) int { return max(x, -x) }

func (c *cuckoo) insert(k key, m [2]uint8) {
	for i := k & 8191; ; {
		c.keys[i], k = k, c.keys[i]
		c.moves[i], m = m, c.moves[i]
		if k == 0 {
			return
		}
		if i == k&8191 { // into the other place of what was here
			i = k >> 16 & 8191
		} else {
			i = k & 8191
		}
	}
}

// upcoming returns how many plies ago the position occurred that one move can repeat, or 0.
func (c *cuckoo) upcoming(keys []key, occupied uint64) int {
	last := len(keys) - 1
	if last < 3 {
		return 0
	}
	now := keys[last]
	other := now ^ keys[last-1] ^ c.side
	for i := last - 3; i >= 0; i -= 2 {
		if other ^= keys[i] ^ keys[i+1] ^ c.side; other != 0 {
			continue
		}
		move := now ^ keys[i]
		j := move & 8191
		if c.keys[j] != move {
			if j = move >> 16 & 8191; c.keys[j] != move {
				continue
			}
		}
		a, b := c.moves[j][0], c.moves[j][1]
		if (c.between[a&63][b&63]^1<<b)&occupied == 0 {
			return last - i
		}
	}
	return 0
}

// measureUpcoming asks whether a move can repeat a position, after random reversible moves of
// few men.
func measureUpcoming(b *bench) {
	type node struct {
		history  zobrist.History
		keys     []key
		occupied uint64
		black    bool
	}
	reversals, peer := polyglot.Reversals(), newCuckoo(polyglot)
	for _, plies := range []int{8, 30, 100} {
		rng := rand.New(rand.NewPCG(3, uint64(plies)))
		nodes := make([]node, 128)
		for i := range nodes {
			n, p := &nodes[i], must(chess.ParseFEN("1nb1k3/8/8/p6p/P6P/8/8/3RKN2 w - - 0 1"))
			for len(n.keys) <= plies {
				n.keys = append(n.keys, p.Hash(polyglot))
				n.history.Push(p.Hash(polyglot))
				legal := movegen.Legal(&p)
				m := legal[rng.IntN(len(legal))]
				for try := 0; p.Irreversible(m) && try < 100; try++ {
					m = legal[rng.IntN(len(legal))]
				}
				if len(n.keys) <= plies {
					p.Play(m)
				}
			}
			for s, man := range p.Board {
				if man != zobrist.NoPiece {
					n.occupied |= 1 << s
				}
			}
			n.black = p.BlackToMove
		}
		b.versus(row{job: fmt.Sprintf("`Upcoming`, after %d reversible plies", plies),
			peer: "a cuckoo table, as in Stockfish"}, len(nodes),
			func() (h key) {
				for i := range nodes {
					n := &nodes[i]
					ago, _ := reversals.Upcoming(&n.history, n.occupied, n.black)
					h = h*31 + key(ago)
				}
				return h
			},
			func() (h key) {
				for i := range nodes {
					n := &nodes[i]
					h = h*31 + key(peer.upcoming(n.keys, n.occupied))
				}
				return h
			})
	}
}
