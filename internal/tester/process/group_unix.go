//go:build unix

package process

import (
	"os/exec"
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
