package keycheck

import (
	"math"
	"sort"
)

// Z returns how far the number of keys with the bit set is from half, in standard
// deviations.
func (r *Report) Z(bit int) float64 { return deviations(r.Distinct, r.Ones[bit]) }

// deviations returns how far k heads of n coin tosses are from half, in standard deviations.
func deviations(n, k int) float64 { return float64(2*k-n) / math.Sqrt(float64(max(n, 1))) }

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
	term := math.Exp(logSets(n, k) - float64(n)*math.Ln2)
	sum := term
	for ; k < n && term > sum*1e-17; k++ {
		term *= float64(n-k) / float64(k+1)
		sum += term
	}
	return min(1, 2*sum)
}

// logSets returns the logarithm of the number of sets of k of n elements.
func logSets(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
	return lg(n) - lg(k) - lg(n-k)
}

// dead returns the bits below a width that are never set, and not by chance.
func (r *Report) dead(width int) (bits []int) {
	for b, n := range r.Ones[:width] {
		if n == 0 && !r.BiasOK(b) {
			bits = append(bits, b)
		}
	}
	return bits
}

// likelier returns how many times as likely two positions agree in a bit as by chance, if
// they differ in four keys, like two moves from one position. If a share p of the keys has
// the bit set, the bit is zero in the XOR of k keys with a chance of (1 + (1-2p)^k) / 2.
func likelier(n, ones int) float64 {
	return 1 + math.Pow(1-2*float64(ones)/float64(n), 4)
}
