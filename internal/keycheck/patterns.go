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

// squares finds bits that are equal in all keys of each square, not by chance, but not in those of all squares:
// all keys together hide them. It leaves out numbers that are known only except for a constant.
func (r *Report) squares(all *problems) {
	first := make(map[string]uint64)
	var differ, vary, any uint64
	n := 0
	for i, name := range r.finder.names {
		cell, _, ok := Cell(name)
		if !ok || strings.Contains(name, " against ") {
			continue
		}
		k := r.finder.keys[i]
		if x, seen := first[cell]; seen {
			differ, n = differ|(k^x), n+1
			continue
		} else if len(first) == 0 {
			any = k
		}
		first[cell], vary = k, vary|(k^any)
	}
	var same []int
	for b := range 64 {
		if (vary&^differ)>>b&1 != 0 && 64*tail(n, n) < Alarm {
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
}

// poor finds numbers with few bits, and those that have nearly all, if most numbers have about half of 64.
func (r *Report) poor(all *problems) {
	const few = 7 // bits: one random number in 10^10 has so few
	var counts []int
	for _, k := range r.Keys {
		counts = append(counts, bits.OnesCount64(uint64(k.Key)))
	}
	if slices.Sort(counts); len(counts) == 0 || counts[len(counts)/2] < 24 || counts[len(counts)/2] > 40 {
		return // all are poor, or narrow; other problems say so
	}
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
			if k.Key == 0 || bits.OnesCount64(uint64(k.Key)^kind.flip) > few {
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
			continue
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
