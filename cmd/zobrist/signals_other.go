//go:build !unix

package main

import (
	"os"
	"syscall"
)

// stopSignals returns the signals that stop a check.
func stopSignals() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }
