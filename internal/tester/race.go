//go:build race

package tester

const Race = true
