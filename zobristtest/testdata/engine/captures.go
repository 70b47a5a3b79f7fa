//go:build !forgets

package engine

const forgetCaptured = false
