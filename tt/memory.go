package tt

import (
	"fmt"
	"runtime"
	"time"
	"unsafe"
)

// mapFrom is the size in bytes from which a table lies outside the Go heap.
const mapFrom = 2 << 20

// A mapping is memory outside the Go heap. Keep it alive while you use the memory,
// because its finalizer returns the memory to the system.
type mapping struct {
	memory []byte
}

// unmap returns the memory to the system, and the finalizer no longer will.
func (m *mapping) unmap() {
	runtime.SetFinalizer(m, nil)
	unmapMemory(m.memory)
}

// allocate returns n empty buckets and their mapping, or nil if they are on the
// heap. The address of the first is a multiple of 64.
func allocate(n int) ([]bucket, *mapping, error) {
	bytes := n * bucketBytes
	if bytes < mapFrom || !canMap {
		buckets, err := onHeap(n)
		return buckets, nil, err
	}
	memory, err := mapMemory(bytes)
	if err != nil {
		awaitFinalizers() // of tables that were dropped, but not closed
		if memory, err = mapMemory(bytes); err != nil {
			return nil, nil, fmt.Errorf("tt: New: a table of %d bytes: %w", bytes, err)
		}
	}
	m := &mapping{memory}
	runtime.SetFinalizer(m, (*mapping).unmap)
	return unsafe.Slice((*bucket)(unsafe.Pointer(&hugePages(memory, bytes)[0])), n), m, nil
}

func onHeap(n int) (buckets []bucket, err error) {
	defer func() {
		if reason := recover(); reason != nil { // the slice would be too long
			err = fmt.Errorf("tt: New: a table of %d bytes: %v", n*bucketBytes, reason)
		}
	}()
	const words = bucketBytes / 8
	m := make([]uint64, n*words+words-1)
	for uintptr(unsafe.Pointer(&m[0]))%bucketBytes != 0 {
		m = m[1:]
	}
	return unsafe.Slice((*bucket)(unsafe.Pointer(&m[0])), n), nil
}

// awaitFinalizers collects garbage and waits for its finalizers, at most a second.
func awaitFinalizers() {
	for range 2 { // one collection's finalizers run in any order
		done := make(chan struct{})
		runtime.SetFinalizer(&mapping{}, func(*mapping) { close(done) })
		runtime.GC()
		select {
		case <-done:
		case <-time.After(time.Second / 2):
		}
	}
}
