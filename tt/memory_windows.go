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
	allocate := syscall.NewLazyDLL("kernel32.dll").NewProc("VirtualAlloc")
	address, _, err := allocate.Call(0, uintptr(bytes), commitAndReserve, readWrite)
	if address == 0 {
		return nil, err
	}
	// This is not Go's memory: the collector does not move or free it.
	start := *(*unsafe.Pointer)(unsafe.Pointer(&address))
	return unsafe.Slice((*byte)(start), bytes), nil
}

func unmapMemory(memory []byte) {
	const release = 0x8000
	free := syscall.NewLazyDLL("kernel32.dll").NewProc("VirtualFree")
	_, _, _ = free.Call(uintptr(unsafe.Pointer(&memory[0])), 0, release)
}
