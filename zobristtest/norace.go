//go:build !race

package zobristtest

// raceEnabled tells whether the race detector is on.
const raceEnabled = false
