//go:build table

package main

import "github.com/zobrist-go/zobrist"

type key = zobrist.Key

// These functions use zobrist.Table, with the same keys.
var pieceKeys = zobrist.NewTableFunc(128, 13, number)

func toggled(h key, s square, p piece) key { return pieceKeys.Toggle(h, s, p) }

func moved(h key, from, to square, p piece) key { return pieceKeys.Move(h, from, to, p) }
