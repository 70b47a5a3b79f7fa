//go:build !broken

package engine

const forgetCaptured = false
