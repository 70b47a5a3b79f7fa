//go:build !race

package kit

// raceEnabled tells whether the race detector is on.
const raceEnabled = false
