//go:build !linux

package tt

import "math"

func memorySize(string) uint64 { return math.MaxUint64 }

func mapSize(bytes int) int { return bytes }

func hugePages(memory []byte, bytes int) []byte { return memory[:bytes] }
