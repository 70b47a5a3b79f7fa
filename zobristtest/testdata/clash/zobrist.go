// Package zobrist is a package of an engine. It has the same name as the
// library: see docs/test-go.md.
package zobrist

// A Hash is this package's key.
type Hash uint64
