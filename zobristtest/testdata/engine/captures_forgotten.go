//go:build forgets

package engine

// forgetCaptured is the most common mistake.
const forgetCaptured = true
