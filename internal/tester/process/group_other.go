//go:build !unix

package process

import "os/exec"

// Children keep running, unless they exit when their input ends: only an interpreter or a
// launcher has any.

func ownGroup(*exec.Cmd)      {}
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
func killChildren(int)        {}
