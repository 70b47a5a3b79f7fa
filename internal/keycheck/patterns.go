package keycheck

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// sourceOf names the generator that leaves these bits zero, if it is a known one.
func sourceOf(dead []int) string {
	const windows = ", where rand() has 15 bits, as on Windows"
	return map[string]string{
		"bits 31, 63":         "look for rand() << 32 | rand(), where rand() has 31 bits",
		"bits 15, 31, 47, 63": "look for four calls of rand() that are 16 bits apart" + windows,
		"bits 60-63":          "look for four calls of rand() that are 15 bits apart" + windows,
		"bits 45-63":          "look for three calls of rand() that are 15 bits apart" + windows,
		"bits 30-63":          "look for two calls of rand() that are 15 bits apart" + windows,
		"bits 15-63":          "look for one call of rand() a number" + windows,
		"bits 62-63":          "look for two calls of rand() that are 31 bits apart, where rand() has 31 bits",
		"bits 31-63":          "look for one call of rand() a number, where rand() has 31 bits",
		"bits 32-63":          "look for numbers of 32 bits: a type that is too narrow, or one draw for each number",
		"bit 63":              "look for a generator of 63 bits, such as a non-negative signed integer",
		"bits 0-10":           "look for floating-point numbers that are scaled: they have 53 bits",
		"bits 53-63":          "look for floating-point numbers that are scaled: they have 53 bits",
	}[plural(dead)]
}

// exclude reports whether, by their names, no two positions can differ in just these
// keys. A position has at most one en passant square, and at most one piece on each
// square. So two positions differ in at most two en passant keys, and in at most two
// keys of one square.
func exclude(names []string) bool {
	count := make(map[string]int)
	for _, name := range names {
		group, _, ok := Cell(name)
		if KindOf(name) == "en-passant" {
			group, ok = "en passant", true
		}
		if ok {
			count[group]++
		}
		if count[group] > 2 {
			return true
		}
	}
	return false
}

// squares finds bits that are equal in all keys of each square, not by chance: all keys together hide
// them. It leaves out numbers that are known only except for a constant.
func (r *Report) squares() (all problems) {
	first := make(map[string]uint64)
	var differ uint64
	n := 0
	for i, name := range r.finder.names {
		cell, _, ok := Cell(name)
		if !ok || strings.Contains(name, " against ") {
			continue
		}
		if k, seen := first[cell]; seen {
			differ, n = differ|(k^r.finder.keys[i]), n+1
		} else {
			first[cell] = r.finder.keys[i]
		}
	}
	var same []int
	for b := range 64 {
		if differ>>b&1 == 0 && len(first) > 1 && 64*tail(n, n) < Alarm {
			same = append(same, b)
		}
	}
	if same != nil {
		Fired("bits of a square")
		look := "look for an index that is left out of the table or of its initialisation"
		if same[0] == 0 && same[len(same)-1] == len(same)-1 {
			look = "look for a linear congruential generator whose low bits are used: they repeat after 2, 4, 8 ... draws"
		}
		all.add(Uneven, fmt.Sprintf("collisions between positions with the same occupied squares are %s as likely", power(len(same))), look,
			"all keys of one square have the same %s", plural(same))
	}
	return all
}

// few returns the number of bits that a number may have at most to be called poor, and how
// many bits are in use: set in several numbers. It expects as many bits as most numbers have.
func (r *Report) few() (most, used int) {
	const chance = 1e-10 // of a random number to have so few; with 64 bits, that is 7
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
	for sum := 0.0; most < used; most++ {
		if sum += math.Exp(logSets(used, most)) * math.Pow(p, float64(most)) * math.Pow(1-p, float64(used-most)); sum > chance {
			break
		}
	}
	return most - 1, used
}

// poor finds numbers with few bits among others with many, and those that have nearly all.
func (r *Report) poor(all *problems) {
	if r.Distinct == 0 {
		return
	}
	few, used := r.few()
	for _, kind := range []struct {
		flip         uint64
		limit, means string
	}{
		{0, fmt.Sprint("at most ", few), "weak: positions that differ in few of these share most bits of their keys"},
		{math.MaxUint64, fmt.Sprint("at least ", 64-few), "weak: these change nearly every bit of a key in the same way"},
	} {
		var names []string
		var first uint64
		bare, wide := false, false
		for _, k := range r.Keys {
			if k.Key == 0 || bits.OnesCount64(uint64(k.Key)^kind.flip) > few || kind.flip != 0 && used < 64 {
				continue
			}
			if names = append(names, k.Name); len(names) == 1 {
				first = uint64(k.Key)
			}
			kind := KindOf(k.Name)
			bare = bare || kind == "castling" || kind == "en-passant"
			wide = wide || k.Key > 255
		}
		if len(names) == 0 || 4*len(names) > len(r.Keys) {
			continue // all are poor; other problems say so
		}
		keys, look := "key of %s has", "look for a constant instead of a random number"
		if len(names) > 1 {
			keys = "keys of %s have"
		}
		if bare && !wide {
			look = "look for castling rights or an en passant square that are XORed into the key themselves, instead of table[rights] or table[square]"
		}
		Fired("poor")
		all.add(Poor, kind.means, look, "the "+keys+" %s bits set, such as %#x for %q", list(names), kind.limit, first, names[0])
		if len(names) == 1 && kind.flip != 0 { // a constant among random numbers
			last := &(*all)[len(*all)-1]
			last.Harmless, last.Means = true, "harmless in play: one constant makes no collisions if all others are random"
		}
	}
}
