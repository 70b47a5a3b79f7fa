package bench

import "github.com/zobrist-go/zobrist"

// measureHistory does what a search does at each node: it adds a key, looks for a
// repetition and removes the key, after a game of 100 reversible plies. Engines scan a
// stack of keys, and skip positions of the other side to move.
func measureHistory(b *bench) {
	const plies = 100
	var ours zobrist.History
	var theirs []key
	for i := range plies {
		ours.Push(keyAt(i))
		theirs = append(theirs, keyAt(i))
	}
	nodes := make([]key, b.size(1<<14))
	for i := range nodes {
		if nodes[i] = keyAt(plies + i); i%16 == 0 { // a repetition
			nodes[i] = keyAt(i % (plies - 4) &^ 1)
		}
	}
	b.versus(row{job: "`History`, a node after 100 reversible plies", peer: "scan of a stack"}, len(nodes),
		func() key {
			return over(nodes, func(h key, k *key) key {
				ours.Push(*k)
				if ago, _ := ours.Repeats(); ago > 0 {
					h ^= *k
				}
				ours.Pop()
				return h
			})
		},
		func() key {
			return over(nodes, func(h key, k *key) key {
				theirs = append(theirs, *k)
				for i := plies - 4; i >= 0; i -= 2 {
					if theirs[i] == *k {
						h ^= *k
						break
					}
				}
				theirs = theirs[:plies]
				return h
			})
		})
}
