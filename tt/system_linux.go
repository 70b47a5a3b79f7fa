package tt

import (
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// memorySize returns the memory of the machine or of the container, the smaller, in bytes.
// Linux would grant more, and kill the program once it writes there. Root is the folder of
// /proc and /sys.
func memorySize(root string) uint64 {
	limit := uint64(math.MaxUint64)
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) == nil {
		limit = uint64(info.Totalram) * uint64(max(1, info.Unit))
	}
	limits := func(dir, group, file string) {
		for group = path.Clean("/" + group); ; group = path.Dir(group) {
			text, _ := os.ReadFile(path.Join(root, dir, group, file))
			bytes, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
			if err == nil { // no file or no number means no limit
				limit = min(limit, bytes)
			}
			if group == "/" { // the group of the container or of the machine
				return
			}
		}
	}
	groups, _ := os.ReadFile(path.Join(root, "proc/self/cgroup"))
	for _, line := range strings.Split("0::/\n0:memory:/\n"+string(groups), "\n") {
		fields := strings.SplitN(line, ":", 3)
		switch {
		case len(fields) < 3:
		case fields[1] == "": // cgroups, version 2
			limits("sys/fs/cgroup", fields[2], "memory.max")
		case slices.Contains(strings.Split(fields[1], ","), "memory"): // cgroups, version 1
			limits("sys/fs/cgroup/memory", fields[2], "memory.limit_in_bytes")
		}
	}
	return limit
}

const hugePage = 2 << 20

// mapSize adds a huge page, so that the table can start at a multiple of one.
func mapSize(bytes int) int { return bytes + min(hugePage, math.MaxInt-bytes) }

// hugePages returns the given number of bytes of memory, and asks for pages of 2 MiB
// there, where a look-up in a large table does not also miss in the TLB.
func hugePages(memory []byte, bytes int) []byte {
	start := int(-uintptr(unsafe.Pointer(&memory[0])) % hugePage)
	if start > len(memory)-bytes {
		start = 0
	}
	memory = memory[start : start+bytes]
	_ = syscall.Madvise(memory[:bytes&^(hugePage-1)], syscall.MADV_HUGEPAGE)
	return memory
}
