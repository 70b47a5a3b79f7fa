//go:build gc && !purego && !race

package tt

// storePair writes the two words of an entry. No word is torn, but a reader may see one
// without the other. It is in store_amd64.s because sync/atomic also waits until other
// processors see each word. The seal makes that unnecessary, and the wait would be a third of
// the time of a Store in cache.
//
//go:noescape
func storePair(p *pair, w, d uint64)
