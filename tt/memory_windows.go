package tt

import (
	"syscall"
	"unsafe"
)

const canMap = true

func mapMemory(bytes int) ([]byte, error) {
	const (
		commitAndReserve = 0x3000
		readWrite        = 0x04
	)
	address, _, err := syscall.NewLazyDLL("kernel32.dll").NewProc("VirtualAlloc").Call(0, uintptr(bytes), commitAndReserve, readWrite)
	if address == 0 {
		return nil, err
	}
	start := *(*unsafe.Pointer)(unsafe.Pointer(&address)) // not Go's memory: the collector does not move or free it
	return unsafe.Slice((*byte)(start), bytes), nil
}

func unmapMemory(memory []byte) {
	const release = 0x8000
	_, _, _ = syscall.NewLazyDLL("kernel32.dll").NewProc("VirtualFree").Call(uintptr(unsafe.Pointer(&memory[0])), 0, release)
}
