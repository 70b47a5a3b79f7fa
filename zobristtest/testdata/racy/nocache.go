//go:build !cache

// Package racy has a game whose keys are cached, and shared by all games.
package racy

import "github.com/zobrist-go/zobrist"

func cached(g *game) zobrist.Key { return keyOf(g.at) }
