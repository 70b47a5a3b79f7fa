// Package group checks the symmetries of a board.
package group

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/exp/constraints"
)

// Permutation returns an error unless g is a permutation of n things.
func Permutation[Thing constraints.Integer](things string, n int, g []Thing) error {
	if len(g) != n {
		return fmt.Errorf("it has %d %s, want %d", len(g), things, n)
	}
	from := make([]int, n) // one more than what becomes that
	for c, to := range g {
		if uint64(to) >= uint64(n) {
			return fmt.Errorf("%s %d becomes %d, which is outside the table", things[:len(things)-1], c, to)
		}
		if from[to] != 0 {
			return fmt.Errorf("%s %d and %d both become %d", things, from[to]-1, c, to)
		}
		from[to] = c + 1
	}
	return nil
}

// Check returns an error unless the symmetries are a group of permutations of the cells 0 to cells-1.
func Check[Cell constraints.Integer](cells int, symmetries [][]Cell) error {
	places := make(map[string]int)                  // of a permutation, as text, in symmetries
	for i, g := range slices.Backward(symmetries) { // so that the first of equal ones counts
		if err := Permutation("cells", cells, g); err != nil {
			return fmt.Errorf("symmetry %d is not a permutation of the cells: %w", i, err)
		}
		places[permutationText(g)] = i
	}
	product := make([]Cell, cells)
	for c := range product {
		product[c] = Cell(c)
	}
	identity, ok := places[permutationText(product)]
	if !ok {
		return errors.New("the symmetries are not a group: the identity is missing")
	}

	// Multiply by generators, starting from the identity. The next generator is a symmetry not
	// reached so far: it at least doubles the group. So there are few.
	var generators []int
	group := []int{identity}
	reached := map[int]bool{identity: true}
	for next, g := range symmetries {
		if reached[places[permutationText(g)]] {
			continue
		}
		generators = append(generators, next)
		for n := 0; n < len(group); n++ {
			for _, j := range generators {
				for c := range product {
					product[c] = symmetries[j][symmetries[group[n]][c]]
				}
				place, ok := places[permutationText(product)]
				if !ok {
					return fmt.Errorf("the symmetries are not a group: symmetry %d after symmetry %d is missing", j, group[n])
				}
				if !reached[place] {
					reached[place] = true
					group = append(group, place)
				}
			}
		}
	}
	return nil
}

// permutationText returns a text that no other permutation has.
func permutationText[Cell constraints.Integer](g []Cell) string {
	b := make([]byte, 0, 2*len(g))
	for _, c := range g {
		b = binary.AppendUvarint(b, uint64(c))
	}
	return string(b)
}
