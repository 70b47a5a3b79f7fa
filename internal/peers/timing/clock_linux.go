package timing

import (
	"time"

	"golang.org/x/sys/unix"
)

// Process returns the CPU time that this process has used. That includes its garbage
// collector, but no other process.
func Process() time.Duration { return clock(unix.CLOCK_PROCESS_CPUTIME_ID) }

// Thread returns the CPU time that this thread has used. Lock the goroutine to it.
func Thread() time.Duration { return clock(unix.CLOCK_THREAD_CPUTIME_ID) }

func clock(id int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
