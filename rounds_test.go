package zobrist_test

import (
	"flag"
	"testing"
)

var long = flag.Bool("long", false, "more games and positions, for minutes")

// rounds returns the number for a usual test, a smaller one for -short, or a larger
// one for -long.
func rounds(short, usual, many int) int {
	switch {
	case *long:
		return many
	case testing.Short():
		return short
	}
	return usual
}
