package docs_test

import (
	"sync"

	"github.com/zobrist-go/zobrist"
)

func (b *Board) makeNull() {
	b.Hash ^= sideKey ^ b.enPassantKey()
	b.Black = !b.Black
	b.EnPassant = 0
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
