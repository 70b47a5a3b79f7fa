package main

import (
	"os"
	"syscall"
)

// endSignals are the notes that end a command.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// signalNumber returns 0: the notes of Plan 9 have no numbers.
func signalNumber(os.Signal) int32 { return 0 }
