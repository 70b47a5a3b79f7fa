package tester

import (
	"math/bits"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	// mostExplained is how many differences are searched among all numbers. A search takes
	// milliseconds, and a group needs only one difference that is explained.
	mostExplained = 300

	// quickSize is the size of the sets that are looked for in all other differences. That takes
	// microseconds.
	quickSize = 2

	// byChance is how many sets all differences of a session may have by chance.
	byChance = 1e-3
)

// featureNumbers are the numbers of features that a game has listed. They explain
// differences of keys.
type featureNumbers struct {
	listed bool // the game was asked for them
	all    []keycheck.Named
	cells  []string // of each, or ""
	width  uint64   // the bits that numbers have
	names  map[string]bool
	finder *keycheck.Finder

	memo  map[zobrist.Key][]string // nil if nothing explains it
	tried int
}

func newFeatureNumbers() *featureNumbers {
	return &featureNumbers{
		names: make(map[string]bool),
		memo:  make(map[zobrist.Key][]string),
	}
}

func (n *featureNumbers) none() bool { return len(n.all) == 0 }

// add adds numbers of features with new names.
func (n *featureNumbers) add(named []keycheck.Named) {
	before := len(n.all)
	for _, feature := range named {
		if !n.names[feature.Name] {
			n.names[feature.Name] = true
			n.all = append(n.all, feature)
			cell, _, ok := keycheck.Cell(feature.Name)
			if !ok {
				cell = ""
			}
			n.width |= uint64(feature.Key)
			n.cells = append(n.cells, cell)
		}
	}
	if len(n.all) > before {
		n.finder = keycheck.NewFinder(n.all)
		n.memo = make(map[zobrist.Key][]string)
	}
}

// explain returns the features that a difference consists of: among those near a move,
// among those of the position if the game lists them, or else few of all.
func (n *featureNumbers) explain(
	s *subject, on uint8, difference zobrist.Key, move string,
) (features []string, ok bool) {
	features, known := n.memo[difference]
	if known {
		return features, features != nil
	}
	g := &s.games[on]
	if n.tried < mostExplained && g.Game != nil && is[Featurer](g) {
		now := s.numbers(g, "Features")
		n.add(now)
		if features, ok = n.among(difference, now); ok {
			n.memo[difference] = features
			return features, true
		}
	}
	return n.explainMove(difference, move)
}

// explainMove is explain without a game.
func (n *featureNumbers) explainMove(
	difference zobrist.Key, move string,
) (features []string, ok bool) {
	features, known := n.memo[difference]
	switch {
	case known:
		return features, features != nil
	case n.none() || difference == 0:
		return nil, false
	}
	features, ok = n.among(difference, n.near(move))
	switch {
	case ok:
	case n.tried < mostExplained:
		n.tried++
		features = n.explainFar(difference)
	default:
		features = n.finder.Explain(difference, n.finder.Trusted(quickSize, byChance/mostExplained))
	}
	n.memo[difference] = features
	return features, features != nil
}

// near returns the numbers of features on the cells that the name of a move has, and of
// those on no cell.
func (n *featureNumbers) near(move string) (near []keycheck.Named) {
	for i, feature := range n.all {
		if n.cells[i] == "" || strings.Contains(move, n.cells[i]) {
			near = append(near, feature)
		}
	}
	return near
}

// among returns those of some numbers whose XOR is a difference.
func (n *featureNumbers) among(
	difference zobrist.Key, numbers []keycheck.Named,
) (features []string, ok bool) {
	keys := make([]zobrist.Key, len(numbers))
	for i, feature := range numbers {
		keys[i] = feature.Key
	}
	set, _ := keycheck.Subset(difference, keys, bits.OnesCount64(n.width))
	for _, i := range set {
		features = append(features, numbers[i].Name)
	}
	return features, features != nil
}

// explainFar returns those of all numbers that a difference consists of: any number of them if
// there are few in all, or else few of many.
func (n *featureNumbers) explainFar(difference zobrist.Key) []string {
	if features, ok := n.among(difference, n.all); ok {
		return features
	}
	const mostOfFour = 20 // differences, because a search for a set of four takes milliseconds
	most := keycheck.MostSize
	if n.tried > mostOfFour {
		most--
	}
	size := n.finder.Trusted(most, byChance/float64(n.tried))
	return n.finder.Explain(difference, size)
}
