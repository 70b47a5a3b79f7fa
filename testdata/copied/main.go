// Command copied copies a History, which go vet must report.
package main

import "github.com/zobrist-go/zobrist"

func main() {
	var game zobrist.History
	thread := game
	thread.Push(1)
}
