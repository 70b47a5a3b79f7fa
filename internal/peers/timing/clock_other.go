//go:build !linux

package timing

import "time"

var started = time.Now()

// Now is the time that has passed: this system does not tell the CPU time.
func Now() time.Duration { return time.Since(started) }
