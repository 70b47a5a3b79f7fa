package keycheck

import "math"

// WorstBit returns the bit that is farthest from being set in half the keys.
func (r *Report) WorstBit() (worst int) {
	farthest := -1
	for b, ones := range r.Ones {
		far := max(2*ones-r.Distinct, r.Distinct-2*ones)
		if far > farthest {
			farthest = far
			worst = b
		}
	}
	return worst
}

// BiasOK reports whether chance can make one of 64 bits as uneven as this one. In sound keys it
// can, but less than once in 10^9.
func (r *Report) BiasOK(bit int) bool {
	return 64*tail(r.Distinct, r.Ones[bit]) >= Alarm
}

// tail bounds the chance that n coin tosses are at least as uneven as k heads (Chernoff's bound).
// It is exact if all tosses are equal.
func tail(n, k int) float64 {
	exponent := float64(n)*math.Ln2 + logShare(k, n) + logShare(n-k, n)
	return min(1, 2*math.Exp(-exponent))
}

// logShare returns k log(k/n), which is 0 for k = 0.
func logShare(k, n int) float64 {
	if k == 0 {
		return 0
	}
	return float64(k) * math.Log(float64(k)/float64(n))
}

// logSets returns the logarithm of the number of sets of k of n elements.
func logSets(n, k int) float64 {
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

// logFactorial returns the logarithm of n!. It is infinite for a negative n, so that there are no
// sets of more elements than there are.
func logFactorial(n int) float64 {
	log, _ := math.Lgamma(float64(n) + 1)
	return log
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
