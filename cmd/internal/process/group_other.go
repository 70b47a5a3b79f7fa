//go:build !unix

package process

import "os/exec"

func ownGroup(*exec.Cmd) {}

// kill ends the program. Its children are left to the system.
func kill(cmd *exec.Cmd) {
	cmd.Process.Kill()
}
