//go:build !((amd64 || arm64) && gc && !purego)

package tt

import (
	"sync/atomic"
	"unsafe"
)

// prefetch loads from the cache line at p. Nothing waits for the result.
func prefetch(p unsafe.Pointer) {
	atomic.LoadUint64((*uint64)(p))
}
