package process

import "syscall"

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
