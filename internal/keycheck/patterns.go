package keycheck

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// sources are generators that leave some bits always zero.
var sources = []struct {
	dead   string // as plural writes it
	source string
}{
	{"bits 31, 63", "look for rand() << 32 | rand(), where rand() has 31 bits"},
	{"bits 15, 31, 47, 63", "look for four calls of rand() that are 16 bits apart, where rand() has 15 bits, as on Windows"},
	{"bits 60-63", "look for four calls of rand() that are 15 bits apart, where rand() has 15 bits, as on Windows"},
	{"bits 45-63", "look for three calls of rand() that are 15 bits apart, where rand() has 15 bits, as on Windows"},
	{"bits 30-63", "look for two calls of rand() that are 15 bits apart, where rand() has 15 bits, as on Windows"},
	{"bits 15-63", "look for one call of rand() a number, where rand() has 15 bits, as on Windows"},
	{"bits 62-63", "look for two calls of rand() that are 31 bits apart, where rand() has 31 bits"},
	{"bits 31-63", "look for one call of rand() a number, where rand() has 31 bits"},
	{"bits 32-63", "look for numbers of 32 bits: a type that is too narrow, or one draw for each number"},
	{"bit 63", "look for a generator of 63 bits, such as a non-negative signed integer"},
	{"bits 0-10", "look for floating-point numbers that are scaled: they have 53 bits"},
	{"bits 53-63", "look for floating-point numbers that are scaled: they have 53 bits"},
}

// sourceOf names the generator that leaves these bits zero, if it is a known one.
func sourceOf(dead []int) string {
	for _, s := range sources {
		if plural(dead) == s.dead {
			return s.source
		}
	}
	return ""
}

// sparsest is the chance of a random number to have as few bits as [Report.few] says. For
// numbers of 64 bits that is 7 bits.
const sparsest = 1e-10

// few returns the number of bits that a number may have at most to be called poor, and how
// many bits are in use: set in several numbers. It expects as many bits as most numbers have.
func (r *Report) few() (most, used int) {
	for _, n := range r.Ones {
		if n > 1 {
			used++
		}
	}
	counts := make([]int, 0, len(r.Keys))
	for _, k := range r.Keys {
		counts = append(counts, bits.OnesCount64(uint64(k.Key)))
	}
	slices.Sort(counts)
	half := float64(used) / 2
	usual := float64(counts[len(counts)/2])
	if math.Abs(usual-half) <= half/4 {
		usual = half // by chance it is more or less
	}
	p := usual / max(float64(used), 1)
	chance := math.Pow(1-p, float64(used))
	for sum := chance; sum <= sparsest && most < used; sum += chance {
		most++
		chance *= float64(used-most+1) / float64(most) * p / (1 - p)
	}
	return most - 1, used
}

// poorProblems returns problems for numbers with few bits among others with many, and for
// those that have nearly all.
func (r *Report) poorProblems() (all []Problem) {
	if r.Distinct == 0 {
		return nil
	}
	few, used := r.few()
	for _, flip := range []uint64{0, math.MaxUint64} {
		if flip != 0 && used < 64 {
			break
		}
		poor := slices.DeleteFunc(slices.Clone(r.Keys), func(k Named) bool {
			return k.Key == 0 || bits.OnesCount64(uint64(k.Key)^flip) > few
		})
		if len(poor) == 0 || 4*len(poor) > len(r.Keys) {
			continue // all are poor; other problems say so
		}
		bare, names := false, make([]string, len(poor))
		for i, k := range poor {
			names[i] = k.Name
			kind, _, _ := strings.Cut(strings.ToLower(k.Name), " ")
			bare = bare || kind == "castling" || kind == "en"
		}
		bare = bare && !slices.ContainsFunc(poor, func(k Named) bool { return k.Key > 255 })
		keys, limit := "key of %s has", fmt.Sprint("at most ", few)
		if len(poor) > 1 {
			keys = "keys of %s have"
		}
		p := Problem{
			Means: "weak: positions that differ in few of these share most bits of their keys",
			Look:  "look for a constant instead of a random number",
		}
		if flip != 0 {
			p.Means = "weak: these change nearly every bit of a key in the same way"
			limit = fmt.Sprint("at least ", 64-few)
		}
		if bare {
			p.Look = "look for castling rights or an en passant square that are XORed into the key themselves, instead of table[rights] or table[square]"
		}
		p.What = fmt.Sprintf("the "+keys+" %s bits set, such as %#x for %q", list(names), limit, uint64(poor[0].Key), names[0])
		all = append(all, p)
	}
	return all
}

// zeroByDesign reports whether a zero key may be meant: one of the players to move, or no
// castling rights, where another player or right has a number.
func (r *Report) zeroByDesign(name string) bool {
	kind := func(name string) string {
		words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c < 'a' || c > 'z' })
		for _, w := range words {
			switch w {
			case "turn", "side", "player", "move", "mover":
				return "turn"
			case "castling":
				if words[len(words)-1] == "none" || !strings.ContainsAny(name, "KQkqABCDEFGHabdefh") || strings.HasSuffix(name, " -") {
					return "castling"
				}
				return "rights"
			}
		}
		return ""
	}
	mine, others := kind(name), 0
	for _, k := range r.Keys {
		switch other := kind(k.Name); {
		case k.Key != 0 && (other == mine || mine == "castling" && other == "rights"):
			others++
		case k.Key == 0 && other == mine && k.Name != name:
			return false
		}
	}
	return others > 0 && (mine == "turn" || mine == "castling")
}
