//go:build race

package kit

const Race = true
