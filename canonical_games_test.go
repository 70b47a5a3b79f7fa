package zobrist_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/othello"
)

// Stones of games for two players.
const (
	noStone uint8 = iota
	blackStone
	whiteStone
)

var swapStones = []uint8{noStone: noStone, blackStone: whiteStone, whiteStone: blackStone}

// A symmetricRules is a game with its symmetries. The last cell of a board has the side to move.
type symmetricRules struct {
	pieces     int // the kinds of pieces on a board, the empty one included
	symmetries [][]int
	changes    [][]uint8 // of the pieces, by symmetry
	next       func(board string) []string
}

// withSide adds a cell for the side to move, which stays where it is.
func withSide(symmetries [][]int) [][]int {
	var all [][]int
	for _, g := range symmetries {
		all = append(all, append(slices.Clone(g), len(g)))
	}
	return all
}

// reach returns all boards from start on, breadth first, at most limit of them if that isn't zero.
func (g *symmetricRules) reach(limit int, start ...string) []string {
	boards := slices.Clone(start)
	seen := map[string]bool{}
	for _, board := range start {
		seen[board] = true
	}
	for i := 0; i < len(boards); i++ {
		for _, after := range g.next(boards[i]) {
			if len(boards) == limit {
				return boards
			}
			if !seen[after] {
				seen[after] = true
				boards = append(boards, after)
			}
		}
	}
	return boards
}

// classes returns how many classes of boards there are, by brute force. It requires that the
// canonical keys divide the boards in the same way.
func (g *symmetricRules) classes(t *testing.T, boards []string) int {
	t.Helper()
	cells := len(boards[0])
	table := zobrist.NewTable[int, uint8](cells, g.pieces, zobrist.NewSplitMix64(68), 0)
	canonical := zobrist.NewCanonical(table, g.symmetries, g.changes...)
	keyOf := map[string]zobrist.Key{} // by the smallest image, which stands for the class
	keys := map[zobrist.Key]bool{}
	for _, board := range boards {
		smallest := board
		for i, cells := range g.symmetries {
			smallest = min(smallest, string(image([]uint8(board), cells, g.changes[i])))
		}
		k, _ := canonical.Hash([]uint8(board))
		if known, ok := keyOf[smallest]; ok {
			require.Equal(t, known, k, "%v is an image of %v", []byte(board), []byte(smallest))
		}
		keyOf[smallest] = k
		keys[k] = true
	}
	require.Len(t, keys, len(keyOf), "two classes share a key")
	return len(keyOf)
}

// placing returns the boards after the side to move has placed a stone on an empty cell.
func placing(board string) (after []string) {
	last := len(board) - 1
	for cell := range last {
		if board[cell] == noStone {
			b := []byte(board)
			b[cell] = board[last]
			b[last] = swapStones[board[last]]
			after = append(after, string(b))
		}
	}
	return after
}

// emptyBoard returns a board on which a side is to move.
func emptyBoard(cells int, toMove uint8) string {
	return string(append(make([]byte, cells), toMove))
}

// There are 5,478 positions of tic-tac-toe and 765 classes (both are well known). Which side
// begins does not matter if the colours are swapped.
func TestClassesOfTicTacToe(t *testing.T) {
	symmetries, changes := zobrist.WithSwap(withSide(zobrist.SquareSymmetries[int](3)), swapStones)
	rules := &symmetricRules{pieces: 3, symmetries: symmetries, changes: changes}
	rules.next = func(board string) []string {
		if hasLine(board) {
			return nil
		}
		return placing(board)
	}
	crossBegins := rules.reach(0, emptyBoard(9, blackStone))
	assert.Equal(t, 5478, len(crossBegins))
	assert.Equal(t, 765, rules.classes(t, crossBegins))
	both := rules.reach(0, emptyBoard(9, blackStone), emptyBoard(9, whiteStone))
	assert.Equal(t, 2*5478, len(both))
	assert.Equal(t, 765, rules.classes(t, both))
}

func hasLine(board string) bool {
	for _, line := range [][3]int{
		{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
	} {
		a, b, c := board[line[0]], board[line[1]], board[line[2]]
		if a != noStone && a == b && b == c {
			return true
		}
	}
	return false
}

// hex returns the rules of Hex: Black joins top and bottom, White left and right. The mirrors in
// the diagonals swap the colours.
func hex(n int) *symmetricRules {
	s := withSide(zobrist.SquareSymmetries[int](n))
	rules := &symmetricRules{
		pieces:     3,
		symmetries: [][]int{s[0], s[3], s[4], s[7]},
		changes:    [][]uint8{nil, nil, swapStones, swapStones},
	}
	rules.next = func(board string) []string {
		if hexWinner(board, n) != noStone {
			return nil
		}
		return placing(board)
	}
	return rules
}

// hexWinner returns the colour that has joined its sides.
func hexWinner(board string, n int) uint8 {
	for _, colour := range []uint8{blackStone, whiteStone} {
		var joined []int // to the first side of the colour
		isJoined := map[int]bool{}
		reach := func(row, column int) {
			cell := n*row + column
			inside := 0 <= row && row < n && 0 <= column && column < n
			if inside && board[cell] == colour && !isJoined[cell] {
				isJoined[cell] = true
				joined = append(joined, cell)
			}
		}
		for i := range n {
			if colour == blackStone {
				reach(0, i)
			} else {
				reach(i, 0)
			}
		}
		for i := 0; i < len(joined); i++ {
			row, column := joined[i]/n, joined[i]%n
			if colour == blackStone && row == n-1 || colour == whiteStone && column == n-1 {
				return colour
			}
			for _, d := range [][2]int{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}} {
				reach(row+d[0], column+d[1])
			}
		}
	}
	return noStone
}

func TestClassesOfHex(t *testing.T) {
	three := hex(3)
	boards := three.reach(0, emptyBoard(9, blackStone), emptyBoard(9, whiteStone))
	assert.Equal(t, 2*5514, len(boards), "each side may begin")
	assert.Equal(t, 2781, three.classes(t, boards))

	four := hex(4)
	some := four.reach(sample.Rounds(20_000, 200_000, 4_000_000), emptyBoard(16, blackStone))
	assert.Less(t, four.classes(t, some), len(some))
}

// The symmetries of Hex leave the result the same, for the side to move. Swapped colours alone, or
// a mirror alone, do not: a Canonical with these would give one key to a won game and a lost one.
func TestSymmetriesOfHexKeepTheResult(t *testing.T) {
	rules := hex(3)
	boards := rules.reach(0, emptyBoard(9, blackStone), emptyBoard(9, whiteStone))
	wins := map[string]bool{} // whether the side to move wins
	for _, board := range slices.Backward(boards) {
		for _, after := range rules.next(board) {
			wins[board] = wins[board] || !wins[after]
		}
	}
	merged := func(symmetries [][]int, changes [][]uint8) (wrong int) {
		table := zobrist.NewTable[int, uint8](10, 3, zobrist.NewSplitMix64(1), noStone)
		canonical := zobrist.NewCanonical(table, symmetries, changes...)
		result := map[zobrist.Key]bool{}
		for _, board := range boards {
			k, _ := canonical.Hash([]uint8(board))
			known, ok := result[k]
			if ok && known != wins[board] {
				wrong++
			}
			result[k] = wins[board]
		}
		return wrong
	}
	assert.Zero(t, merged(rules.symmetries, rules.changes))
	turns := rules.symmetries[:2]
	wrong := merged(zobrist.WithSwap(turns, swapStones))
	assert.Positive(t, wrong, "the half turn, and swapped colours")
	assert.Positive(t, merged(rules.symmetries, nil), "mirrors that keep the colours")
}

// There are 57 legal positions of Go on 2 x 2, and 12,675 on 3 x 3 (OEIS A094777). Without komi,
// swapped colours change nothing but the sign of the score.
func TestClassesOfGo(t *testing.T) {
	for _, size := range []struct{ n, legal, classes int }{{2, 57, 13}, {3, 12675, 1824}} {
		turns := withSide(zobrist.SquareSymmetries[int](size.n))
		symmetries, changes := zobrist.WithSwap(turns, swapStones)
		rules := &symmetricRules{pieces: 3, symmetries: symmetries, changes: changes}
		var boards []string
		stones := make([]byte, size.n*size.n)
		for {
			if allHaveLiberties(stones, size.n) {
				for _, side := range []uint8{blackStone, whiteStone} {
					boards = append(boards, string(append(slices.Clone(stones), side)))
				}
			}
			cell := 0
			for cell < len(stones) && stones[cell] == whiteStone { // count up in base 3
				stones[cell] = noStone
				cell++
			}
			if cell == len(stones) {
				break
			}
			stones[cell]++
		}
		assert.Equal(t, 2*size.legal, len(boards))
		assert.Equal(t, size.classes, rules.classes(t, boards), "%d x %d", size.n, size.n)
	}
}

// allHaveLiberties reports whether each stone is joined to an empty point by stones of its colour.
func allHaveLiberties(stones []byte, n int) bool {
	neighbours := func(at int) (all []int) {
		row, column := at/n, at%n
		for _, d := range [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
			r, c := row+d[0], column+d[1]
			if 0 <= r && r < n && 0 <= c && c < n {
				all = append(all, n*r+c)
			}
		}
		return all
	}
	free := make([]bool, len(stones))
	isFreedBy := func(at, near int) bool {
		if stones[near] == noStone {
			return true
		}
		return free[near] && stones[near] == stones[at]
	}
	for changed := true; changed; {
		changed = false
		for at, stone := range stones {
			if free[at] || stone == noStone {
				continue
			}
			for _, near := range neighbours(at) {
				free[at] = free[at] || isFreedBy(at, near)
			}
			changed = changed || free[at]
		}
	}
	for at, stone := range stones {
		if stone != noStone && !free[at] {
			return false
		}
	}
	return true
}

// The four first moves of Othello are one class, and swapped colours make the start position its
// own mirror image.
func TestClassesOfOthello(t *testing.T) {
	symmetries, changes := zobrist.WithSwap(withSide(zobrist.SquareSymmetries[int](8)), swapStones)
	text := func(p othello.Position) string {
		board := make([]byte, 65)
		for s := range 64 {
			board[s] = byte(p.Black>>s&1 | p.White>>s&1<<1)
		}
		board[64] = byte(p.ToMove)
		return string(board)
	}
	positions := map[string]othello.Position{}
	rules := &symmetricRules{pieces: 3, symmetries: symmetries, changes: changes}
	rules.next = func(board string) (after []string) {
		p := positions[board]
		moves := p.Moves()
		if moves == 0 {
			p.Pass()
			positions[text(p)] = p
			return []string{text(p)}
		}
		for ; moves != 0; moves &= moves - 1 {
			next := p
			next.Play(zobrist.Square(bits.TrailingZeros64(moves)))
			positions[text(next)] = next
			after = append(after, text(next))
		}
		return after
	}
	start := othello.Start()
	positions[text(start)] = start
	for _, ply := range []struct{ boards, classes int }{{1, 1}, {1 + 4, 2}, {1 + 4 + 12, 2 + 3}} {
		assert.Equal(t, ply.classes, rules.classes(t, rules.reach(ply.boards, text(start))))
	}
	boards := rules.reach(sample.Rounds(5_000, 50_000, 500_000), text(start))
	assert.Less(t, rules.classes(t, boards), len(boards)/2)

	// The same game with the colours swapped adds no class.
	var swapped []string
	for _, board := range boards {
		swapped = append(swapped, string(image([]byte(board), symmetries[0], swapStones)))
	}
	assert.Equal(t, rules.classes(t, boards), rules.classes(t, append(swapped, boards...)))
}

// Hexapawn has three pawns a side on 3 x 3. Pawns move forward, so the top-bottom mirror and the
// half turn swap the colours.
func TestClassesOfHexapawn(t *testing.T) {
	s := withSide(zobrist.RectangleSymmetries[int](3, 3))
	rules := &symmetricRules{
		pieces:     3,
		symmetries: s,
		changes:    [][]uint8{nil, nil, swapStones, swapStones},
		next:       hexapawnMoves,
	}
	start := string([]byte{2, 2, 2, 0, 0, 0, 1, 1, 1, blackStone})
	other := string([]byte{2, 2, 2, 0, 0, 0, 1, 1, 1, whiteStone})
	boards := rules.reach(0, start, other)
	assert.Equal(t, 2*131, len(boards))
	assert.Equal(t, 69, rules.classes(t, boards))
}

// hexapawnMoves returns the boards after each move. Black moves up, White down.
func hexapawnMoves(board string) (after []string) {
	side := board[9]
	forward, last := -1, 0
	if side == whiteStone {
		forward, last = 1, 2
	}
	for column := range 3 {
		first, lastOfOther := board[column], board[6+column]
		if first == blackStone || lastOfOther == whiteStone {
			return nil // a pawn has arrived, and the game is over
		}
	}
	for from := range 9 {
		row, column := from/3, from%3
		if board[from] != side || row == last {
			continue
		}
		for _, d := range []int{-1, 0, 1} {
			if column+d < 0 || column+d > 2 {
				continue
			}
			to := 3*(row+forward) + column + d
			wanted := noStone
			if d != 0 {
				wanted = swapStones[side] // a capture
			}
			if board[to] == wanted {
				b := []byte(board)
				b[from], b[to], b[9] = noStone, side, swapStones[side]
				after = append(after, string(b))
			}
		}
	}
	return after
}

// Three players sit around a ring of nine cells, and each moves in turn. A third of a turn hands
// each player's pieces to the next.
func TestClassesOfThreePlayers(t *testing.T) {
	var symmetries [][]int
	for _, by := range []int{0, 3, 6} {
		var turn []int
		for cell := range 9 {
			turn = append(turn, (cell+by)%9)
		}
		symmetries = append(symmetries, append(turn, 9))
	}
	rules := &symmetricRules{
		pieces:     4,
		symmetries: symmetries,
		changes:    [][]uint8{nil, {0, 2, 3, 1}, {0, 3, 1, 2}},
	}
	rules.next = func(board string) (after []string) {
		for cell := range 9 {
			if board[cell] == 0 {
				b := []byte(board)
				b[cell] = board[9]
				b[9] = board[9]%3 + 1
				after = append(after, string(b))
			}
		}
		return after
	}
	boards := rules.reach(0, emptyBoard(9, 1), emptyBoard(9, 2), emptyBoard(9, 3))
	assert.Equal(t, 0, len(boards)%3)
	// No turn leaves the player to move the same, so each class has three boards.
	assert.Equal(t, len(boards)/3, rules.classes(t, boards))

	table := zobrist.NewTable[int, uint8](10, 4, zobrist.NewSplitMix64(1), 0)
	want := "zobrist: NewCanonical: the symmetries are not a group: " +
		"symmetry 1 after symmetry 1 is missing: " +
		"it moves the cells as symmetry 2 does, but makes the pieces [0 3 1 2], not [0 2 3 1]"
	assert.PanicsWithValue(t, want, func() {
		zobrist.NewCanonical(table, symmetries, nil, []uint8{0, 2, 3, 1}, []uint8{0, 2, 3, 1})
	})
}
