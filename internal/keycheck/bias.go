package keycheck

import "math"

// WorstBit returns the bit that is farthest from being set in half the keys.
func (r *Report) WorstBit() (worst int) {
	far := func(bit int) int { return max(2*r.Ones[bit]-r.Distinct, r.Distinct-2*r.Ones[bit]) }
	for b := range r.Ones {
		if far(b) > far(worst) {
			worst = b
		}
	}
	return worst
}

// BiasOK reports whether chance can make one of 64 bits as uneven as this one.
func (r *Report) BiasOK(bit int) bool {
	return 64*tail(r.Distinct, r.Ones[bit]) >= Alarm
}

// tail bounds the chance that n coin tosses are at least as uneven as k heads (Chernoff). It is exact if all are equal.
func tail(n, k int) float64 {
	entropy := func(k int) float64 { return float64(k) * math.Log(float64(max(k, 1))/float64(max(n, 1))) }
	return min(1, 2*math.Exp(-float64(n)*math.Ln2-entropy(k)-entropy(n-k)))
}

// logSets returns the logarithm of the number of sets of k of n elements.
func logSets(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
	return lg(n) - lg(k) - lg(n-k)
}

// dead returns the bits that at most one key has, and not by chance.
func (r *Report) dead() (bits []int) {
	for b, n := range r.Ones {
		if n <= 1 && !r.BiasOK(b) {
			bits = append(bits, b)
		}
	}
	return bits
}
