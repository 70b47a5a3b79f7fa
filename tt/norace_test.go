//go:build !race

package tt_test

const raceEnabled = false
