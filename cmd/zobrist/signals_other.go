//go:build !unix

package main

import (
	"os"
	"syscall"
)

// stopSignals returns the signals that interrupt a command.
func stopSignals() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }
