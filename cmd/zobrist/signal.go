//go:build !plan9

package main

import (
	"os"
	"syscall"
)

// endSignals are the signals that end a command. The last one is SIGHUP, which GOOS=js does not
// name.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.Signal(1)}

// signalNumber returns the number of a signal.
func signalNumber(s os.Signal) int32 {
	number, _ := s.(syscall.Signal)
	return int32(number)
}
