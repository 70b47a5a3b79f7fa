//go:build cache

package racy

import "github.com/zobrist-go/zobrist"

// last is the key returned last, in any game.
var last struct {
	at  int
	key zobrist.Key
}

func cached(g *game) zobrist.Key {
	if last.at != g.at || last.key == 0 {
		last.at, last.key = g.at, keyOf(g.at)
	}
	return last.key
}
