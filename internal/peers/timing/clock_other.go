//go:build !linux

package timing

import "time"

var started = time.Now()

// Now returns wall time, because this system does not report CPU time.
func Now() time.Duration { return time.Since(started) }
