// Package tester finds wrong keys. It plays a program under test and looks for two scripts of
// calls that must give the same value and do not.
//
// A wrong key travels downwards, from room to room:
//
//   - walk and play choose where to look: every short line, fixed lines, and random games, which
//     steer back to positions met before or prefer what is rare (explore).
//   - live stands at a place and runs the laws there. Laws are a table of templates (law); compile
//     makes one tree of them, so that each move is made once for all laws. Each step that it
//     takes, also the one that takes a move back, is a node of the tree. A frame has the values of
//     the nodes at one place, and a sample says which laws are checked now.
//   - game lists the calls. subject makes each, under one watch for panics and methods that do not
//     return, and writes it to one log.
//   - record remembers the texts and keys that were met, with a line to each. evidence says what
//     all of them have in common.
//   - broken is a law that does not hold: the law, the place, and its variables bound to moves.
//     It is thrown, or a judge gets it and the run goes on. So Run finds one bug after the other:
//     what consists of known ones is ignored.
//   - proof makes the calls again on new games: the line alone, the line with a read after each
//     step, and then the very calls of the log. It looks for the shortest scripts that still
//     break the law (shorten), by leaving steps out and by short random games.
//   - report puts it into words. The form of the message follows from the scripts. The features
//     come from the difference of the two keys (name), which package solve explains.
//
// A session is a game with its options. Run holds its subtests, and process, texts, start and fuzz
// are further ways to look. Check gives all broken laws to a judge of the caller. A single checks
// one game of the caller.
//
// Another kind of program adds calls of its own (Verb) and laws about them (Session.Laws), and
// fixed lines (Session.Lines). A game that cannot take moves back says so (Limiter): it is then
// set up again.
package tester
