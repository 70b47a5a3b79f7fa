package keycheck

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// biasProblems returns a problem for each bit that is set too often, or not
// often enough.
func (r *Report) biasProblems() (all []Problem) {
	var always, uneven []int
	times := 1.0 // how many times as likely all uneven bits together make a collision
	for b, n := range r.Ones {
		switch {
		case r.BiasOK(b) || n == 0:
		case n == r.Distinct:
			always = append(always, b)
		default:
			uneven = append(uneven, b)
			times *= likelier(r.Distinct, n)
		}
	}
	means := collide(times)
	harmless := times < 1.1
	if harmless {
		means = "harmless in play: " + means
	} else if len(uneven) > 1 {
		means += ", with all uneven bits together"
	}
	for i, b := range uneven {
		what := fmt.Sprintf("bit %d is set in %d of %d keys, %.1f standard deviations from half", b, r.Ones[b], r.Distinct, math.Abs(r.Z(b)))
		if i == 5 {
			what = fmt.Sprintf("and %d more bits are uneven, too", len(uneven)-i)
		} else if i > 5 {
			break
		}
		all = append(all, Problem{What: what, Means: means, Harmless: harmless})
	}
	width := r.Width() // narrow keys are a problem of their own
	if never := slices.DeleteFunc(r.dead(), func(b int) bool { return b >= width }); len(never) > 0 {
		p := Problem{
			What:  isOrAre(never) + " never set",
			Means: fmt.Sprintf("collisions are %s as likely, as with keys of %d bits", power(len(never)), 64-len(never)),
		}
		if width == 64 {
			p.Look = sourceOf(never)
		}
		all = append(all, p)
	}
	if always != nil {
		all = append(all, Problem{
			What:  isOrAre(always) + " set in every key",
			Means: fmt.Sprintf("collisions are %s as likely between positions that both have an even number of keys, or both an odd number", power(len(always))),
		})
	}
	if bits, ones, ok := r.pool(); all == nil && !ok {
		all = append(all, Problem{
			What:  fmt.Sprintf("%d of the %d bits of all keys are set, %.1f standard deviations from half", ones, bits, math.Abs(deviations(bits, ones))),
			Means: collide(math.Pow(likelier(bits, ones), 64)),
			Look:  "look for an AND or an OR of random numbers",
		})
	}
	return all
}

func collide(times float64) string {
	return fmt.Sprintf("two moves from one position collide %.3g times as often", times)
}

// dead returns the bits that are never set, and not by chance.
func (r *Report) dead() (bits []int) {
	for b, n := range r.Ones {
		if n == 0 && !r.BiasOK(b) {
			bits = append(bits, b)
		}
	}
	return bits
}

// Z returns how far the number of keys with the bit set is from half, in standard
// deviations.
func (r *Report) Z(bit int) float64 {
	return deviations(r.Distinct, r.Ones[bit])
}

// deviations returns how far k heads of n coin tosses are from half, in standard deviations.
func deviations(n, k int) float64 {
	if n == 0 {
		return 0
	}
	return float64(2*k-n) / math.Sqrt(float64(n))
}

// WorstBit returns the bit that is farthest from being set in half the keys.
func (r *Report) WorstBit() (worst int) {
	for b := range r.Ones {
		if math.Abs(r.Z(b)) > math.Abs(r.Z(worst)) {
			worst = b
		}
	}
	return worst
}

// BiasOK reports whether chance can make one of 64 bits as uneven as this one.
func (r *Report) BiasOK(bit int) bool {
	return 64*tail(r.Distinct, r.Ones[bit]) >= Alarm
}

// BiasLimit returns how far from half a bit may be and pass [Report.BiasOK], in
// standard deviations.
func (r *Report) BiasLimit() float64 {
	n := r.Distinct
	return deviations(n, n-sort.Search(n-n/2, func(i int) bool { return 64*tail(n, n-i) >= Alarm }))
}

// tail returns the chance that n coin tosses are at least as uneven as k heads.
func tail(n, k int) float64 {
	k = max(k, n-k)
	if 2*k == n {
		return 1
	}
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
	term := math.Exp(lg(n) - lg(k) - lg(n-k) - float64(n)*math.Ln2)
	sum := term
	for ; k < n && term > sum*1e-17; k++ {
		term *= float64(n-k) / float64(k+1)
		sum += term
	}
	return min(1, 2*sum)
}

// pool counts the bits of all keys together, and those that are set. It leaves out
// bits that are equal in all keys, as in narrow keys or in few keys. ok reports
// whether chance can make the bits this uneven, with the limit of [Alarm].
func (r *Report) pool() (bits, ones int, ok bool) {
	for _, n := range r.Ones {
		if n > 0 && n < r.Distinct {
			bits += r.Distinct
			ones += n
		}
	}
	return bits, ones, bits == 0 || tail(bits, ones) >= Alarm
}

// likelier returns how many times as likely two positions agree in a bit as by chance, if
// they differ in four keys, like two moves from one position. If a share p of the keys has
// the bit set, the bit is zero in the XOR of k keys with a chance of (1 + (1-2p)^k) / 2.
func likelier(n, ones int) float64 {
	return 1 + math.Pow(1-2*float64(ones)/float64(n), 4)
}
