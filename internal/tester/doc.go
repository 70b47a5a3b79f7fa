// Package tester finds wrong keys of games. It plays a program and looks for two scripts of calls
// that must give the same value and do not. Each program is a [Game]: one in Go, or one behind an
// adapter. (Chess engines are tested by internal/examine.) Key is what is tested: the key by moves.
// Recompute is what it should be: the key from scratch.
//
// A wrong key travels like this:
//
//  1. A session chooses where to look: fixed lines, every short line, and random games.
//  2. live stands at a place and runs the laws there. Laws are a table of templates (law), which
//     compile makes one tree, so that each move is made once for all laws. A frame has the tree's
//     values at one place, and a sample says which laws are checked now.
//  3. subject makes each call of game, under one watch for panics and methods that do not return,
//     and writes it to one log.
//  4. record remembers the texts and keys of positions visited. broken is a law that does not hold,
//     bound to moves. found collects the laws that a game breaks, and the line goes on: only what
//     a move changes in the difference of Key and Recompute is its own.
//  5. numbers explains a difference of keys by the features that a game lists. found groups broken
//     laws by law and kinds of features, and counts the moves that are right and wrong.
//  6. proof makes the calls again on new games: the line alone, or else more and more of the log.
//     Then it leaves out steps.
//  7. line.go says what was asked and answered, explain.go in which features the keys differ, and
//     package report has the sentences, for engines, games and adapters.
//
// A game in Go crosses two rooms: tester and report. An adapter crosses adapter and process, too.
//
// Run holds a session's subtests and Fuzz. Check gives broken laws to a function of the caller.
// Another kind of program adds calls (Verb), laws about them (Session.Laws) and fixed lines
// (Places). A game that plans its moves is a Chooser, one that foresees them a Foreseer.
package tester
