//go:build !(amd64 && gc && !purego && !race)

package tt

import "sync/atomic"

// storePair writes the two words of an entry. No word is torn, but a reader may see one
// without the other.
func storePair(p *pair, w, d uint64) {
	atomic.StoreUint64(&p.w, w)
	atomic.StoreUint64(&p.d, d)
}
