package timing

import (
	"time"

	"golang.org/x/sys/unix"
)

// Now is the CPU time that this process has used: what others run on the
// machine does not count, the collector's work for this one does.
func Now() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
