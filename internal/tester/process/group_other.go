//go:build !unix

package process

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup kills the program. Its children keep running, unless they exit when their
// input ends: only an interpreter or a launcher has any.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
