//go:build !js

package main

import "syscall"

const hangup = syscall.SIGHUP
