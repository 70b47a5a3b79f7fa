//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the program the leader of a process group.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup kills the program and its children, if they are in its process group. It
// sends no signal after [exec.Cmd.Wait] has returned, because the system may have given
// the number of the group to another program.
func killGroup(cmd *exec.Cmd) {
	if cmd.Process.Signal(syscall.Signal(0)) == nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
