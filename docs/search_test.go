package docs_test

import (
	"sync"

	"github.com/zobrist-go/zobrist"
)

// Shogi: seven kinds of pieces, of which a player may hold up to 18.
const kinds, most = 7, 18

// A cell is a player's stock of one kind. The table's piece is the count.
// No count is declared empty, so an empty hand has a random key too.
var hands = zobrist.NewTable[int, int](2*kinds, most+1, zobrist.NewSplitMix64(2026).Split("hands"))

type Hands [2][kinds]int

func (n *Hands) hash() zobrist.Key {
	var h zobrist.Key
	for player := range n {
		for kind, count := range n[player] {
			h = hands.Toggle(h, kinds*player+kind, count)
		}
	}
	return h
}

// add changes how many pieces of a kind a player holds: by 1 after a capture, by
// -1 before a drop.
func (n *Hands) add(h zobrist.Key, player, kind, by int) zobrist.Key {
	count := n[player][kind]
	n[player][kind] = count + by
	return hands.Replace(h, kinds*player+kind, count, count+by)
}

func (b *Board) makeNull() {
	b.Hash ^= sideKey ^ b.enPassantKey()
	b.Black = !b.Black
	b.EnPassant = 0
}

type thread struct {
	line zobrist.History // the game so far, then the moves of this thread's search
	root int             // number of positions in the game, the root included
}

// drawn reports whether a node is a draw. Call it after pushing the node's key.
func (t *thread) drawn() bool {
	ply := t.line.Len() - t.root
	plies, count := t.line.Repeats()
	return plies > 0 && plies < ply || count >= 3
}

// perThread runs a search in n threads, each with its own copy of the game.
func perThread(game *zobrist.History, n int, search func(t *thread)) {
	threads := make([]thread, n) // keep them for the next search: CopyFrom reuses their memory
	var wg sync.WaitGroup
	for i := range threads {
		t := &threads[i]
		t.line.CopyFrom(game)
		t.root = t.line.Len()
		wg.Add(1)
		go func() {
			defer wg.Done()
			search(t)
		}()
	}
	wg.Wait()
}
