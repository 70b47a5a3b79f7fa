//go:build unix

package process

import (
	"bytes"
	"os"
	"os/exec"
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
	proc, err := os.Open("/proc")
	if err != nil {
		return
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == os.Getpid() {
			continue
		}
		environ, _ := os.ReadFile("/proc/" + name + "/environ") // not of other users
		if bytes.Contains(environ, []byte(mark)) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}
