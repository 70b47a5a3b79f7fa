package docs_test

import (
	"sync"

	"github.com/zobrist-go/zobrist"
)

// Shogi: seven kinds of pieces, of which a player may hold up to 18.
const kinds, most = 7, 18

// A cell is a player's stock of one kind, a piece is how many there are of it.
// No count is declared empty: the key of an empty hand is any number.
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

// add puts so many pieces of a kind into a player's hand: 1 after a capture, -1
// before a drop.
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
	root int             // how many positions are the game's, the root included
}

// drawn is asked at the entry of a node, after its key has been pushed.
func (t *thread) drawn() bool {
	ply := t.line.Len() - t.root
	plies, count := t.line.Repeats()
	return plies > 0 && plies < ply || count >= 3
}

// perThread runs a search in n threads, each with the game for itself.
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
