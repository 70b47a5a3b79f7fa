//go:build js

package main

import "syscall"

const hangup = syscall.SIGTERM // there is no SIGHUP
