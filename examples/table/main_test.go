package main

import (
	"testing"

	"github.com/zobrist-go/zobrist/tt"
)

// The player to move loses exactly if the number of stones is a multiple of four.
func TestWins(t *testing.T) {
	table, err := tt.New[result](1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	for stones := range 200 {
		got, want := wins(table, stones), stones%4 != 0
		if got != want {
			t.Errorf("with %d stones: got %t, want %t", stones, got, want)
		}
	}
}

func Example() {
	main()
	// Output: false true
}
