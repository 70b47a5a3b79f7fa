//go:build !(amd64 && gc && !purego && !race)

package tt

import "sync/atomic"

// storePair writes the words of an entry, each of them whole.
func storePair(p *pair, w, d uint64) {
	atomic.StoreUint64(&p.w, w)
	atomic.StoreUint64(&p.d, d)
}
