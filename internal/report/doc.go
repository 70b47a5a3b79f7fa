// Package report says what was found in an engine, a game, or a program behind an adapter. A
// [Report] has a row for each check and an item for each bug. These have numbers, names and
// commands. The sentences are made of them when the report is printed, so that the JSON has what
// stands behind each. (Only what a law of a method says is in package methods.)
//
// Each kind of sentence has a file:
//
//   - checks.go: what each check compares, and all else that is said of it whatever it finds;
//   - sentences.go: why a check did not run, notes, the first line of a bug;
//   - facts.go: what was measured about a bug, such as how many of which moves are wrong;
//   - moves.go: the words for moves, as in "captures by White";
//   - names.go: the names of bugs in brackets, their severity, and where to look;
//   - game.go: what is said only of games in Go or behind an adapter;
//   - run.go: what a test of a game in Go says besides.
package report
