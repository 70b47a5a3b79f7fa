//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package tt

import "errors"

const canMap = false

func mapMemory(int) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmapMemory([]byte) {}
