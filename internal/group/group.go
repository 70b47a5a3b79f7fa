// Package group checks the symmetries of a board.
package group

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/exp/constraints"
)

// Permutation returns an error unless g is a permutation of n things. It names a thing by one and
// many: "cell" and "cells".
func Permutation[Thing constraints.Integer](one, many string, n int, g []Thing) error {
	if len(g) != n {
		return fmt.Errorf("it has %d %s, want %d", len(g), many, n)
	}
	const nothing = -1
	becomes := slices.Repeat([]int{nothing}, n) // becomes[to] is the thing that becomes to
	for thing, to := range g {
		if uint64(to) >= uint64(n) {
			return fmt.Errorf("%s %d becomes %d, which is outside the table", one, thing, to)
		}
		if becomes[to] != nothing {
			return fmt.Errorf("%s %d and %d both become %d", many, becomes[to], thing, to)
		}
		becomes[to] = thing
	}
	return nil
}

// A symmetry takes cell c to cells[c], and makes piece p into pieces[p].
type symmetry[Cell, Piece constraints.Integer] struct {
	cells  []Cell
	pieces []Piece
}

// Check returns an error unless the symmetries are a group: with the identity, and with the product
// of any two. Symmetry i takes cell c to symmetries[i][c] and makes piece p into pieces[i][p]. If
// pieces is empty, or pieces[i] is nil, the pieces stay as they are.
func Check[Cell, Piece constraints.Integer](
	cellCount, pieceCount int, symmetries [][]Cell, pieces [][]Piece,
) error {
	all, err := pairs(cellCount, pieceCount, symmetries, pieces)
	if err != nil {
		return err
	}
	places := make(map[string]int) // the index of each symmetry, by its text
	for i, s := range slices.Backward(all) {
		places[s.text()] = i // the first of equal ones counts
	}
	identity, ok := places[unchanged[Cell, Piece](cellCount, pieceCount).text()]
	if !ok {
		return errors.New("the symmetries are not a group: the identity is missing")
	}

	// Multiply by generators, starting from the identity. The next generator is a symmetry not
	// reached so far: it at least doubles what is reached. So there are few generators, and few
	// products to look up.
	var generators []int
	reached := []int{identity}
	isReached := map[int]bool{identity: true}
	product := unchanged[Cell, Piece](cellCount, pieceCount)
	for next, s := range all {
		if isReached[places[s.text()]] {
			continue
		}
		generators = append(generators, next)
		for n := 0; n < len(reached); n++ {
			for _, second := range generators {
				first := reached[n]
				product.set(all[second], all[first])
				place, ok := places[product.text()]
				if !ok {
					return notClosed(all, second, first, product)
				}
				if !isReached[place] {
					isReached[place] = true
					reached = append(reached, place)
				}
			}
		}
	}
	return nil
}

// pairs joins the permutations of cells and of pieces, and returns an error unless all are
// permutations.
func pairs[Cell, Piece constraints.Integer](
	cellCount, pieceCount int, symmetries [][]Cell, pieces [][]Piece,
) ([]symmetry[Cell, Piece], error) {
	if len(pieces) != 0 && len(pieces) != len(symmetries) {
		const want = "want one for each, or none"
		return nil, fmt.Errorf("%d permutations of pieces for %d symmetries, %s",
			len(pieces), len(symmetries), want)
	}
	all := make([]symmetry[Cell, Piece], len(symmetries))
	for i, cells := range symmetries {
		if err := Permutation("cell", "cells", cellCount, cells); err != nil {
			return nil, fmt.Errorf("symmetry %d is not a permutation of the cells: %w", i, err)
		}
		all[i] = unchanged[Cell, Piece](cellCount, pieceCount)
		copy(all[i].cells, cells)
		if len(pieces) == 0 || pieces[i] == nil {
			continue
		}
		if err := Permutation("piece", "pieces", pieceCount, pieces[i]); err != nil {
			return nil, fmt.Errorf("symmetry %d is not a permutation of the pieces: %w", i, err)
		}
		copy(all[i].pieces, pieces[i])
	}
	return all, nil
}

// unchanged returns the identity.
func unchanged[Cell, Piece constraints.Integer](cells, pieces int) symmetry[Cell, Piece] {
	s := symmetry[Cell, Piece]{cells: make([]Cell, cells), pieces: make([]Piece, pieces)}
	for c := range s.cells {
		s.cells[c] = Cell(c)
	}
	for p := range s.pieces {
		s.pieces[p] = Piece(p)
	}
	return s
}

// set makes s the product: what second does after first.
func (s symmetry[Cell, Piece]) set(second, first symmetry[Cell, Piece]) {
	for c := range s.cells {
		s.cells[c] = second.cells[first.cells[c]]
	}
	for p := range s.pieces {
		s.pieces[p] = second.pieces[first.pieces[p]]
	}
}

// text returns a text that no other symmetry of the same board has.
func (s symmetry[Cell, Piece]) text() string {
	b := make([]byte, 0, 2*len(s.cells)+len(s.pieces))
	for _, c := range s.cells {
		b = binary.AppendUvarint(b, uint64(c))
	}
	for _, p := range s.pieces {
		b = binary.AppendUvarint(b, uint64(p))
	}
	return string(b)
}

// notClosed says which product is missing, and which symmetry would be it if it changed the pieces
// in the same way.
func notClosed[Cell, Piece constraints.Integer](
	all []symmetry[Cell, Piece], second, first int, product symmetry[Cell, Piece],
) error {
	const notGroup = "the symmetries are not a group: symmetry %d after symmetry %d is missing"
	const otherPieces = ": it moves the cells as symmetry %d does, but makes the pieces %v, not %v"
	for i, s := range all {
		if slices.Equal(s.cells, product.cells) {
			return fmt.Errorf(notGroup+otherPieces, second, first, i, product.pieces, s.pieces)
		}
	}
	return fmt.Errorf(notGroup, second, first)
}
