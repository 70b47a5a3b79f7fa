//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tt

import "syscall"

const canMap = true

func mapMemory(bytes int) ([]byte, error) {
	return syscall.Mmap(-1, 0, mapSize(bytes), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

func unmapMemory(memory []byte) { _ = syscall.Munmap(memory) }
