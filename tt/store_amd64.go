//go:build gc && !purego && !race

package tt

// storePair writes the words of an entry, each of them whole. It is in
// store_amd64.s: the functions of sync/atomic also wait until other processors
// can see each word, which no reader needs here, since the seal tells it. That
// takes a third of the time of a Store in cache.
//
//go:noescape
func storePair(p *pair, w, d uint64)
