package keycheck

import (
	"fmt"
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
		if plural("bit", dead) == s.dead {
			return s.source
		}
	}
	return ""
}

const fewBits = 5 // one of 781 random numbers has as few bits with a chance of 4e-10

// poorProblems returns a problem for keys with few bits among others with many.
func (r *Report) poorProblems() []Problem {
	var names []string
	var example Named
	kinds := make(map[string]bool)
	small := true
	for _, k := range r.Keys {
		if k.Key == 0 || bits.OnesCount64(uint64(k.Key)) > fewBits {
			continue
		}
		if names = append(names, k.Name); len(names) == 1 {
			example = k
		}
		kind, _, _ := strings.Cut(k.Name, " ")
		kinds[strings.ToLower(kind)] = true
		small = small && k.Key < 256
	}
	if len(names) == 0 || 4*len(names) > len(r.Keys) {
		return nil // all keys are poor; other problems say so
	}
	p := Problem{
		What:  fmt.Sprintf("the key of %s has at most %d bits set, such as %#x for %q", list(names), fewBits, uint64(example.Key), example.Name),
		Means: "weak: positions that differ in few of these share most bits of their keys",
		Look:  "look for a constant instead of a random number",
	}
	if len(names) > 1 {
		p.What = strings.Replace(strings.Replace(p.What, "the key of", "the keys of", 1), " has at most", " have at most", 1)
	}
	if small && (kinds["castling"] || kinds["en"]) {
		p.Look = "look for castling rights or an en passant square that are XORed into the key themselves, instead of table[rights] or table[square]"
	}
	return []Problem{p}
}

// zeroByDesign reports whether a zero key may be meant: one of the players to move, or no
// castling rights, where another player or right has a number.
func (r *Report) zeroByDesign(name string) bool {
	kind := func(name string) string {
		words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !('a' <= c && c <= 'z') })
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
	mine := kind(name)
	if mine != "turn" && mine != "castling" {
		return false
	}
	same := slices.ContainsFunc(r.Keys, func(k Named) bool {
		other := kind(k.Name)
		return k.Name != name && (k.Key == 0) && other == mine
	})
	return !same && slices.ContainsFunc(r.Keys, func(k Named) bool {
		other := kind(k.Name)
		return k.Key != 0 && (other == mine || mine == "castling" && other == "rights")
	})
}
