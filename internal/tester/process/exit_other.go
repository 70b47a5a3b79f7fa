//go:build !linux

package process

// awaitExit returns false, because this system cannot wait without reaping. So children
// of a program that exits by itself keep running. On Windows, so do those of a program
// that is killed.
func awaitExit(int) bool { return false }

func killMarked(string) {}
