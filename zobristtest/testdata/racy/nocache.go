//go:build !cache

// Package racy has a game with a cache of keys that all games share.
package racy

import "github.com/zobrist-go/zobrist"

func cached(g *game) zobrist.Key { return keyOf(g.at) }
