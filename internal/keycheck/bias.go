package keycheck

import (
	"fmt"
	"math"
	"sort"
)

// biasProblems returns a problem for each bit that is set too often, or not
// often enough.
func (r *Report) biasProblems() []Problem {
	var never, always, uneven []int
	for b := range 64 {
		switch {
		case r.BiasOK(b) || b >= r.Width():
		case r.Ones[b] == 0:
			never = append(never, b)
		case r.Ones[b] == r.Distinct:
			always = append(always, b)
		default:
			uneven = append(uneven, b)
		}
	}
	var all []Problem
	// times is how many times as likely all uneven bits together make a collision.
	times := 1.0
	for _, b := range uneven {
		times *= r.likelier(b)
	}
	harmless := times < 1.1
	means := fmt.Sprintf("two moves from one position collide %.3g times as often", times)
	if harmless {
		means = "harmless in play: " + means
	} else if len(uneven) > 1 {
		means += ", with all uneven bits together"
	}
	for i, b := range uneven {
		if i == 5 {
			all = append(all, Problem{fmt.Sprintf("and %d more bits are uneven, too", len(uneven)-i), means, harmless, ""})
			break
		}
		all = append(all, Problem{fmt.Sprintf("bit %d is set in %d of %d keys, %.1f standard deviations from half",
			b, r.Ones[b], r.Distinct, math.Abs(r.Z(b))), means, harmless, ""})
	}
	if never != nil {
		look := ""
		if r.Width() == 64 {
			look = sourceOf(never)
		}
		all = append(all, Problem{isOrAre(never) + " never set",
			fmt.Sprintf("collisions are %s as likely, as with keys of %d bits", power(len(never)), 64-len(never)), false, look})
	}
	if always != nil {
		all = append(all, Problem{isOrAre(always) + " set in every key",
			fmt.Sprintf("collisions are %s as likely between positions that both have an even number of keys, or both an odd number", power(len(always))), false, ""})
	}
	if bits, ones, ok := r.pool(); all == nil && !ok {
		all = append(all, Problem{fmt.Sprintf("%d of the %d bits of all keys are set, %.1f standard deviations from half", ones, bits, pooledZ(bits, ones)),
			fmt.Sprintf("two moves from one position collide %.3g times as often: are the keys an AND or an OR of random numbers?", pooledLikelier(bits, ones)), false, ""})
	}
	return all
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
	if r.Distinct == 0 {
		return 0
	}
	n := float64(r.Distinct)
	return (2*float64(r.Ones[bit]) - n) / math.Sqrt(n)
}

// WorstBit returns the bit that is farthest from being set in half the keys.
func (r *Report) WorstBit() int {
	worst := 0
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
	if n == 0 {
		return 0
	}
	most := n - sort.Search(n-n/2, func(i int) bool { return 64*tail(n, n-i) >= Alarm })
	return (2*float64(most) - float64(n)) / math.Sqrt(float64(n))
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

func pooledZ(bits, ones int) float64 {
	return math.Abs(2*float64(ones)-float64(bits)) / math.Sqrt(float64(bits))
}

// pooledLikelier is like likelier, for all bits together.
func pooledLikelier(bits, ones int) float64 {
	p := float64(ones) / float64(bits)
	return math.Pow(1+math.Pow(1-2*p, 4), 64)
}

// likelier returns how many times as likely two positions agree in a bit as by
// chance, if they differ in four keys, like two moves from one position. If a share p
// of the keys has the bit set, the bit is zero in the XOR of k keys with a chance of
// (1 + (1-2p)^k) / 2.
func (r *Report) likelier(bit int) float64 {
	p := float64(r.Ones[bit]) / float64(r.Distinct)
	return 1 + math.Pow(1-2*p, 4)
}
