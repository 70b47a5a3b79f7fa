package tt

import (
	"fmt"
	"runtime"
	"time"
	"unsafe"
)

// mapFrom is the size in bytes from which a table lies outside the Go heap.
const mapFrom = 2 << 20

// A mapping is memory outside the Go heap. The finalizer returns it to the
// system, so whoever uses the memory keeps the mapping alive meanwhile.
type mapping struct {
	memory []byte
}

// allocate returns n empty buckets, the first at a multiple of 64 bytes, and the
// mapping that they lie in, nil for those on the heap.
func allocate(n int) ([]bucket, *mapping, error) {
	bytes := n * bucketBytes
	if bytes < mapFrom || !canMap {
		buckets, err := onHeap(n)
		return buckets, nil, err
	}
	// The garbage collector does not see how large the tables are that the program
	// has dropped, and so may not run for minutes.
	runtime.GC()
	memory, err := mapMemory(bytes)
	if err != nil {
		awaitFinalizers()
		if memory, err = mapMemory(bytes); err != nil {
			return nil, nil, fmt.Errorf("tt: New: a table of %d bytes: %w", bytes, err)
		}
	}
	m := &mapping{memory}
	runtime.SetFinalizer(m, func(m *mapping) { unmapMemory(m.memory) })
	return unsafe.Slice((*bucket)(unsafe.Pointer(&hugePages(memory, bytes)[0])), n), m, nil
}

func onHeap(n int) (buckets []bucket, err error) {
	defer func() {
		if reason := recover(); reason != nil { // longer than any slice
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

// awaitFinalizers collects garbage and waits until the finalizers have run that
// this makes due, or for a second.
func awaitFinalizers() {
	for range 2 { // finalizers of one collection run in any order
		done := make(chan struct{})
		runtime.SetFinalizer(&mapping{}, func(*mapping) { close(done) })
		runtime.GC()
		select {
		case <-done:
		case <-time.After(time.Second / 2):
		}
	}
}
