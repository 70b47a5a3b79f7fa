package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// awaitExit waits until a child exits, but does not reap it. So its number, and the
// number of its group, stay its own.
func awaitExit(pid int) bool {
	for {
		const ofPid = 1
		_, _, err := syscall.Syscall6(syscall.SYS_WAITID, ofPid, uintptr(pid), 0, syscall.WEXITED|syscall.WNOWAIT, 0, 0)
		if err != syscall.EINTR {
			return err == 0
		}
	}
}

// killMarked kills all processes with a mark in their environment: children of a program that
// are in a group or a session of their own.
func killMarked(mark string) {
	all, _ := filepath.Glob("/proc/[1-9]*/environ")
	for _, file := range all {
		environ, _ := os.ReadFile(file) // not of other users
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil && pid != os.Getpid() && bytes.Contains(environ, []byte(mark)) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}
