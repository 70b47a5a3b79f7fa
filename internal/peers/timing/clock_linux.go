package timing

import (
	"time"

	"golang.org/x/sys/unix"
)

// Process returns the CPU time that this process has used. That includes its garbage
// collector, but no other process.
func Process() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
