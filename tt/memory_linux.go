package tt

import (
	"math"
	"syscall"
	"unsafe"
)

// memorySize returns the bytes of memory that the machine has. Linux would grant
// more, and kill the program when it is written to.
func memorySize() uint64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return math.MaxUint64
	}
	return uint64(info.Totalram) * uint64(max(1, info.Unit))
}

// hugePages asks for pages of 2 MiB, so that a look-up in a large table does not
// miss the translation of its address besides. Where they are turned off nothing
// is lost. The request stays with the addresses when the garbage collector has freed
// them.
func hugePages(buckets []bucket) {
	const page = 2 << 20
	if len(buckets) < page/bucketBytes {
		return
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(&buckets[0])), len(buckets)*bucketBytes)
	b = b[-uintptr(unsafe.Pointer(&b[0]))%page:]
	b = b[:len(b)&^(page-1)]
	if len(b) > 0 {
		_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE)
	}
}
