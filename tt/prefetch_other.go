//go:build !((amd64 || arm64) && gc && !purego)

package tt

import (
	"sync/atomic"
	"unsafe"
)

// prefetch loads from the cache line at p. The processor need not wait for it.
func prefetch(p unsafe.Pointer) {
	atomic.LoadUint64((*uint64)(p))
}
