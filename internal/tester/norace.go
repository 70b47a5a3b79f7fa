//go:build !race

package tester

// Race tells whether the race detector is on.
const Race = false
