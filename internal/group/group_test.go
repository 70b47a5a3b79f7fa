package group

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPermutation(t *testing.T) {
	for _, test := range []struct {
		g    []int
		want string
	}{
		{[]int{0, 1, 2}, ""},
		{[]int{2, 0, 1}, ""},
		{[]int{0, 1}, "it has 2 discs, want 3"},
		{[]int{0, 1, 2, 3}, "it has 4 discs, want 3"},
		{[]int{0, 3, 1}, "disc 1 becomes 3, which is outside the table"},
		{[]int{0, 1, -1}, "disc 2 becomes -1, which is outside the table"},
		{[]int{1, 0, 1}, "discs 0 and 2 both become 1"},
		{[]int{0, 0, 0}, "discs 0 and 1 both become 0"},
	} {
		err := Permutation("disc", "discs", 3, test.g)
		if test.want == "" {
			assert.NoError(t, err, test.g)
			continue
		}
		assert.EqualError(t, err, test.want, test.g)
	}
}

// A subset of the 24 permutations of four cells is a group exactly if it has the identity and all
// products. Check says the same as the definition, for all subsets with up to four permutations.
func TestCheckIsTheDefinition(t *testing.T) {
	all := permutations(4)
	groups := 0
	var chosen [][]int
	var choose func(from int)
	choose = func(from int) {
		err := Check[int, int](4, 1, chosen, nil)
		isGroup := closed(chosen)
		if isGroup {
			groups++
		}
		assert.Equal(t, isGroup, err == nil, "%v: %v", chosen, err)
		if len(chosen) == 4 {
			return
		}
		for i := from; i < len(all); i++ {
			chosen = append(chosen, all[i])
			choose(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0)
	// Of the 30 subgroups, 1 has one element, 9 have two, 4 have three and 7 have four.
	assert.Equal(t, 1+9+4+7, groups)
}

// permutations returns all permutations of n things.
func permutations(n int) (all [][]int) {
	if n == 0 {
		return [][]int{{}}
	}
	for _, shorter := range permutations(n - 1) {
		for at := range n {
			longer := append([]int{}, shorter[:at]...)
			longer = append(longer, n-1)
			all = append(all, append(longer, shorter[at:]...))
		}
	}
	return all
}

// closed is the definition of a finite group of permutations.
func closed(permutations [][]int) bool {
	isThere := map[[4]int]bool{}
	for _, g := range permutations {
		isThere[[4]int(g)] = true
	}
	for _, g := range permutations {
		for _, h := range permutations {
			var product [4]int
			for c := range product {
				product[c] = h[g[c]]
			}
			if !isThere[product] {
				return false
			}
		}
	}
	return isThere[[4]int{0, 1, 2, 3}]
}

// The pieces are part of a symmetry: two turns with the same cells are different ones.
func TestCheckOfPieces(t *testing.T) {
	keep, turn := []int{0, 1}, []int{1, 0}
	swap := []int{1, 0}
	for _, test := range []struct {
		name  string
		cells [][]int
		swaps [][]int
		want  string
	}{
		{"a turn that swaps", [][]int{keep, turn}, [][]int{nil, swap}, ""},
		{"a turn and a swap", [][]int{keep, turn, keep, turn}, [][]int{nil, nil, swap, swap}, ""},
		{"only a swap", [][]int{keep, keep}, [][]int{nil, swap}, ""},
		{"no turn that swaps", [][]int{keep, turn, keep}, [][]int{nil, nil, swap},
			"the symmetries are not a group: symmetry 2 after symmetry 1 is missing: " +
				"it moves the cells as symmetry 1 does, but makes the pieces [1 0], not [0 1]"},
		{"the identity swaps", [][]int{keep, turn}, [][]int{swap, nil},
			"the symmetries are not a group: the identity is missing"},
		{"one list too few", [][]int{keep, turn}, [][]int{nil},
			"1 permutations of pieces for 2 symmetries, want one for each, or none"},
	} {
		err := Check(2, 2, test.cells, test.swaps)
		if test.want == "" {
			assert.NoError(t, err, test.name)
			continue
		}
		assert.EqualError(t, err, test.want, test.name)
	}
}
