//go:build !race

package kit

// Race tells whether the race detector is on.
const Race = false
