package main

import (
	"fmt"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// withoutHugePages calls f, which allocates and fills a table.
func withoutHugePages(f func()) error {
	if err := unix.Prctl(unix.PR_SET_THP_DISABLE, 1, 0, 0, 0); err != nil {
		return err
	}
	f()
	return unix.Prctl(unix.PR_SET_THP_DISABLE, 0, 0, 0, 0)
}

// hugeMemory returns memory for which huge pages are allowed.
func hugeMemory(n int) ([]byte, error) {
	const huge = 2 << 20
	m, err := unix.Mmap(-1, 0, n+huge, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	m = m[-uintptr(unsafe.Pointer(&m[0]))%huge:][:n]
	return m, unix.Madvise(m, unix.MADV_HUGEPAGE)
}

// inHugePages returns how many bytes of the process are in huge pages.
func inHugePages() (n int) {
	text, _ := os.ReadFile("/proc/self/smaps_rollup")
	for l := range strings.Lines(string(text)) {
		if size, ok := strings.CutPrefix(l, "AnonHugePages:"); ok {
			_, _ = fmt.Sscan(size, &n)
		}
	}
	return n << 10
}
