package tt

import (
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// memorySize returns the bytes of memory that the machine has, or the container
// if it has been given less. Linux would grant more, and kill the program when it
// is written to.
func memorySize() uint64 {
	return min(machineMemory(),
		memoryLimit("/sys/fs/cgroup/memory.max"),                   // cgroups, version 2
		memoryLimit("/sys/fs/cgroup/memory/memory.limit_in_bytes")) // and 1
}

func machineMemory() uint64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return math.MaxUint64
	}
	return uint64(info.Totalram) * uint64(max(1, info.Unit))
}

// memoryLimit reads a limit in bytes; there is none when the file does not have a
// number.
func memoryLimit(file string) uint64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return math.MaxUint64
	}
	limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return math.MaxUint64
	}
	return limit
}

// hugePages asks for pages of 2 MiB, so that a look-up in a large table does not
// miss the translation of its address besides. Where they are turned off nothing
// is lost. The request stays with the addresses when the garbage collector has
// freed them.
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
