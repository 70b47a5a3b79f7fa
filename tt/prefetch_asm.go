//go:build (amd64 || arm64) && gc && !purego

package tt

import "unsafe"

// prefetch asks for the cache line at p. It is in prefetch_amd64.s and prefetch_arm64.s.
//
//go:noescape
func prefetch(p unsafe.Pointer)
