//go:build !linux

package main

func withoutHugePages(f func()) error  { f(); return nil }
func hugeMemory(n int) ([]byte, error) { return make([]byte, n), nil }
func inHugePages() int                 { return 0 }
