// Package timing times code on busy machines.
//
// It uses CPU time, so that other programs count only through their effect on caches and
// clock rate. The sides take turns in short slices, so that this effect is the same for
// all. A side's time in a round is its fastest slice, because other programs only ever add
// time. Each round gives a ratio, and the median of the ratios counts.
package timing

import (
	"slices"
	"strconv"
)

// A Spread has the lower quartile, the median and the upper quartile of some values.
type Spread [3]float64

// Median returns the median.
func (s Spread) Median() float64 { return s[1] }

// SpreadOf returns the spread of the values, to five digits.
func SpreadOf(values []float64) (s Spread) {
	v := slices.Sorted(slices.Values(values))
	for i := range s {
		x := float64(i+1) / 4 * float64(len(v)-1)
		low := int(x)
		high := min(low+1, len(v)-1)
		exact := v[low] + (x-float64(low))*(v[high]-v[low])
		s[i], _ = strconv.ParseFloat(strconv.FormatFloat(exact, 'g', 5, 64), 64)
	}
	return s
}

// Alternate runs the sides in turn and returns the times of each side, by round. A side
// does one slice of work and returns its time. In a round each side has that many slices,
// and the fastest counts. The sides take turns in going first. A first round, which fills
// the caches, does not count.
func Alternate(rounds, slices int, sides ...func() float64) [][]float64 {
	times := make([][]float64, len(sides))
	for round := range rounds + 1 {
		least := make([]float64, len(sides))
		for slice := range slices {
			for k := range sides {
				i := (k + round + slice) % len(sides)
				if t := sides[i](); slice == 0 || t < least[i] {
					least[i] = t
				}
			}
		}
		for i, t := range least {
			if round > 0 {
				times[i] = append(times[i], t)
			}
		}
	}
	return times
}

// Ratios returns a/b, round by round.
func Ratios(a, b []float64) []float64 {
	r := make([]float64, len(a))
	for i := range r {
		r[i] = a[i] / b[i]
	}
	return r
}
