// Command importonly imports the library and uses nothing of it.
package main

import "github.com/zobrist-go/zobrist"

func main() { _ = zobrist.Key(0) }
