package engine

import (
	"fmt"
	"iter"

	"github.com/zobrist-go/zobrist"
)

func (g game) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for man := range keys {
			for s, key := range keys[man] {
				if !yield(fmt.Sprintf("%s %c", square(s), "wb"[man]), zobrist.Key(key)) {
					return
				}
			}
		}
		yield("black to move", zobrist.Key(blackMove))
	}
}
