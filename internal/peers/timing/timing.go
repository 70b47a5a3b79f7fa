// Package timing times code on busy machines. It uses CPU time, alternates the sides, and
// takes the median of the ratios of all rounds.
package timing

import "slices"

// A Spread has the median, the quartiles, the minimum and the maximum of some values.
type Spread struct{ Least, Low, Median, High, Greatest float64 }

// SpreadOf returns the spread of the values.
func SpreadOf(values []float64) Spread {
	v := slices.Clone(values)
	slices.Sort(v)
	at := func(q float64) float64 {
		x := q * float64(len(v)-1)
		i := int(x)
		if i+1 == len(v) {
			return v[i]
		}
		return v[i] + (x-float64(i))*(v[i+1]-v[i])
	}
	return Spread{v[0], at(0.25), at(0.5), at(0.75), v[len(v)-1]}
}

// Ratios returns a/b, round by round.
func Ratios(a, b []float64) []float64 {
	r := make([]float64, len(a))
	for i := range r {
		r[i] = a[i] / b[i]
	}
	return r
}
