//go:build race

package zobristtest

const raceEnabled = true
