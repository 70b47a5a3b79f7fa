package tester

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A span is what the keys of all positions have in common: bits that are the same in all, and how
// many keys are independent.
type span struct {
	first  zobrist.Key
	varied uint64 // bits
	basis  [64]uint64
	rank   int
	keys   int
}

func (s *span) add(k zobrist.Key) {
	if s.keys++; s.keys == 1 {
		s.first = k
	}
	if s.rank == 64 {
		return
	}
	x := uint64(k ^ s.first)
	for s.varied |= x; x != 0; {
		b := &s.basis[bits.LeadingZeros64(x)]
		if *b == 0 {
			*b = x
			s.rank++
			return
		}
		x ^= *b
	}
}

// same says which bits are the same in all keys, if that is no chance: each of some independent
// random keys has them with a probability of 1/2. Else it returns "".
func (s *span) same() string {
	same := 64 - bits.OnesCount64(s.varied)
	sets, _ := math.Lgamma(65) // of so many bits
	x, _ := math.Lgamma(float64(same + 1))
	y, _ := math.Lgamma(float64(65 - same))
	if same < fewCut || (sets-x-y)/math.Ln2-float64(same*s.rank) > -30 {
		return ""
	}
	return fmt.Sprintf("%s of 64, such as bit %d", words.Plural(same, "bit"), bits.TrailingZeros64(^s.varied))
}

// In sums of odd numbers, the lowest bits may be the same by design.
const fewCut = 8

// samples returns the positions of a record whose texts are like a FEN.
func (r *record) samples() (all []solve.Sample) {
	for _, m := range r.all[:min(len(r.all), mostFitted)] {
		if p, ok := parseFEN(m.text); ok {
			all = append(all, solve.Sample{Position: p, Key: m.key})
		}
	}
	return all
}

// listed compares the keys that a game lists with those of which the keys of positions consist, if
// their texts are like a FEN and the names are those of [zobrist.Chess.Keys].
func (r *record) listed(keys []keycheck.Named) error {
	samples := r.samples()
	if len(keys) == 0 || len(samples) < 10*fewFitted {
		return nil
	}
	list := make(map[string]zobrist.Key)
	for _, k := range keys {
		list[k.Name] = k.Key
	}
	same := 0
	var differ []string
	for _, k := range solve.Find(samples, 1).Judged() {
		name, base, two := strings.Cut(k.Name, " against ")
		listed, ok := list[name]
		if other, known := list[base]; two {
			listed, ok = listed^other, ok && known
		}
		if ok && listed == k.Key {
			same++
		} else if ok {
			differ = append(differ, name)
		}
	}
	if len(differ) < 3 || len(differ) < same {
		return nil
	}
	slices.SortFunc(differ, cmp.Compare)
	return fmt.Errorf("the method Keys lists other numbers than those of which keys consist: %d of %d names differ, such as %s. List the numbers that are in use, under their own names",
		len(differ), len(differ)+same, words.Quoted(differ, 3))
}

// rareLines returns lines with rare moves if the game is chess and its texts are FENs, perhaps
// without clocks.
func rareLines(first string) (lines []Line) {
	fields := strings.Fields(first)
	if len(fields) < 4 || !strings.HasPrefix(zobrist.StartFEN, first) {
		return nil
	}
	for _, l := range rare.Lines() {
		fen := strings.Fields(cmp.Or(l.FEN, zobrist.StartFEN))
		lines = append(lines, Line{strings.Join(fen[:min(len(fen), len(fields))], " "), l.Moves})
	}
	return lines
}
