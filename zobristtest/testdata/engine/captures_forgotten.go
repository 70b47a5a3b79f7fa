//go:build forgets

package engine

// forgetCaptured makes the most common mistake: a capture does not update the key.
const forgetCaptured = true
