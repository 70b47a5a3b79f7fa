//go:build !linux

package timing

import "time"

var started = time.Now()

// Process returns wall time, because this system does not report CPU time.
func Process() time.Duration { return time.Since(started) }
