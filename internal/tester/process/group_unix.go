//go:build unix

package process

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// ownGroup makes the program the leader of a process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program and its process group. After the end of the program it does nothing,
// because the system may have given the number of the group to another.
func killGroup(cmd *exec.Cmd) {
	if cmd.Process.Signal(syscall.Signal(0)) == nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

// killChildren kills the process group of a program that has just ended.
func killChildren(pid int) { syscall.Kill(-pid, syscall.SIGKILL) }

// killMarked kills, on Linux, all processes with a mark in their environment: children of the
// program that are in a group or a session of their own.
func killMarked(mark string) {
	all, _ := filepath.Glob("/proc/[1-9]*/environ")
	for _, file := range all {
		environ, _ := os.ReadFile(file) // not of other users
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && pid != os.Getpid() && bytes.Contains(environ, []byte(mark)) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}
