package zobristtest_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

const (
	startFEN  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwipete  = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	promotion = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
)

// A planted is a game with a mistake. What is reported is in testdata/golden.txt.
type planted struct {
	name string
	game func() zobristtest.Game
	cfg  zobristtest.Config // if it has no Games, a short run
	by   string             // which subtest finds it: "play"; "" for start, walk and play
}

// allPlanted returns the games with a mistake.
func allPlanted() (all []planted) {
	for kind, games := range map[string][]planted{
		"chess": chessPlanted(), "undo": undoPlanted(), "gap": gapPlanted(), "toy": toyPlanted(),
		"othello": othelloPlanted(),
	} {
		for _, p := range games {
			p.name = kind + ": " + p.name
			if p.cfg.Games == 0 {
				p.cfg = zobristtest.Config{Games: 10, Seed: 1, Plies: 150}
			}
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b planted) int { return strings.Compare(a.name, b.name) })
	return all
}

// not returns a bug: the update of the key ignores features of this kind.
func not(kind string) chessBug { return when(func(f feature) bool { return f.kind == kind }) }

// when returns a bug: the update of the key ignores features for which is returns true.
func when(is func(f feature) bool) chessBug {
	return chessBug{update: func(f feature) int {
		if is(f) {
			return 0
		}
		return 1
	}}
}

func isKing(p zobrist.ChessPiece) bool { return p == zobrist.WhiteKing || p == zobrist.BlackKing }

func chessPlanted() []planted {
	numbers := zobrist.NewChess(2026)
	always := numbers.WithEnPassant(zobrist.EnPassantAlways)
	play := func(name, fen string, bug chessBug) planted {
		return planted{name: name, game: newChessGame(fen, bug)}
	}
	keys := func(change func(name string, key zobrist.Key) zobrist.Key) chessBug {
		return chessBug{keys: change}
	}
	unnamed := func(name, fen string, bug chessBug) planted {
		newGame := newChessGame(fen, bug)
		return planted{name: name + ", without Keys", game: func() zobristtest.Game {
			return withoutKeys(newGame())
		}}
	}
	// more in TestRareMoves
	rare := func(name, fen string, seed uint64, plies int, bug chessBug) planted {
		return planted{name, newChessGame(fen, bug),
			zobristtest.Config{Games: 1, Seed: seed, Plies: plies}, "play"}
	}
	return []planted{
		play("en passant hashed when nobody can capture", startFEN,
			chessBug{recompute: func(g *chessGame) zobrist.Key {
				return g.position.Hash(always)
			}}),
		play("en passant left in after a null move", startFEN, chessBug{null: func(g *chessGame) {
			g.position.Play(chess.Move{})
			g.key ^= g.keys.Side()
		}}),
		play("en passant left in by a move", kiwipete, not("en passant gone")),
		play("en passant not put in", kiwipete, not("en passant")),
		play("en passant different by FEN and by moves", startFEN, chessBug{
			update: func(f feature) int { return 1 },
			after: func(g *chessGame, m chess.Move) zobrist.Key {
				return g.position.After(always, g.key, m)
			},
			// hides the mistake from the check of Recompute
			recompute: func(g *chessGame) zobrist.Key { return g.key },
		}),
		play("en passant in the key after every double push, but not in the position", startFEN,
			enPassantAlways()),
		{name: "en passant in every key, with Load",
			game: newLoadedChess(startFEN, enPassantAlways())},
		{name: "en passant left in by castling, which a rare line shows",
			game: newLoadedChess(startFEN, when(func(f feature) bool {
				return f.kind == "en passant gone" && isKing(f.was.Board[f.move.From]) &&
					(f.move.From^f.move.To) == 2
			}))},

		play("castling rights not updated", kiwipete, not("castling")),
		play("rook captured on its corner", kiwipete, when(func(f feature) bool {
			return f.kind == "castling" && !isKing(f.was.Board[f.move.From]) &&
				f.was.Board[f.move.To] != zobrist.NoPiece
		})),
		play("castling forgets the rook", kiwipete, not("rook")),
		play("castling rights share a key", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			keys(func(name string, key zobrist.Key) zobrist.Key {
				if strings.HasPrefix(name, "castling") {
					return numbers.Castling(zobrist.WhiteShort)
				}
				return key
			})),
		rare("castling that gives check", startFEN, 37, 100, when(func(f feature) bool {
			if f.kind != "rook" || !isKing(f.was.Board[f.move.From]) {
				return false
			}
			p := *f.was
			p.Play(f.move)
			return movegen.InCheck(&p)
		})),
		rare("a king takes a rook on its corner", "r3k2r/8/8/3q4/4Q3/8/8/R3K2R w KQkq - 0 1", 10,
			60, when(func(f feature) bool {
				his := (f.name == "castling K" || f.name == "castling Q") == f.was.BlackToMove
				return f.kind == "castling" && his && isKing(f.was.Board[f.move.From]) &&
					f.was.Board[f.move.To] != zobrist.NoPiece
			})),

		play("captured piece left in", startFEN, not("captured")),
		play("captured piece toggled twice", startFEN, chessBug{update: func(f feature) int {
			if f.kind == "captured" {
				return 2
			}
			return 1
		}}),
		play("pawn captured en passant left in", kiwipete, not("victim")),
		play("promoted to a pawn", promotion, chessBug{update: func(f feature) int { return 1 },
			after: func(g *chessGame, m chess.Move) zobrist.Key {
				if m.Promotion == zobrist.NoPiece {
					return g.position.After(numbers, g.key, m)
				}
				h := g.position.After(numbers, g.key, m)
				h ^= numbers.Table().Key(m.To, m.Promotion)
				return h ^ numbers.Table().Key(m.To, g.position.Board[m.From])
			},
		}),
		play("promoted piece missing", promotion, not("promoted")),
		play("piece captured by a promotion left in", promotion, when(func(f feature) bool {
			return f.kind == "captured" && f.move.Promotion != zobrist.NoPiece
		})),
		play("moved piece left behind", startFEN, not("from")),
		play("moved piece not put down", startFEN, not("to")),

		play("Unmake does not restore", startFEN,
			chessBug{unmake: func(g *chessGame, last chessState) {
				g.key = g.position.Hash(g.keys) ^ g.keys.Side()
			}}),
		play("Unmake forgets the castling rights", kiwipete,
			chessBug{unmake: func(g *chessGame, last chessState) {
				g.key = last.key
				g.position.Castling &^= zobrist.WhiteShort
			}}),
		play("null move does not change the key", startFEN, chessBug{null: func(g *chessGame) {
			g.position.Play(chess.Move{})
		}}),
		play("null move not in Recompute", startFEN,
			chessBug{recompute: func(g *chessGame) zobrist.Key {
				p := g.position
				p.BlackToMove = false
				return p.Hash(g.keys)
			}}),
		play("UndoNull does not restore", startFEN,
			chessBug{undoNull: func(g *chessGame, last chessState) {}}),
		play("After makes the move", startFEN,
			chessBug{after: func(g *chessGame, m chess.Move) zobrist.Key {
				g.position.Play(m)
				return g.position.After(g.keys, g.key, m)
			}}),
		play("After changes the key", startFEN,
			chessBug{after: func(g *chessGame, m chess.Move) zobrist.Key {
				g.key = g.position.After(g.keys, g.key, m)
				return g.key
			}}),
		play("an index range off by one", startFEN,
			keys(func(name string, key zobrist.Key) zobrist.Key {
				if name[:1] == "h" {
					return 0
				}
				return key
			})),
		play("two features share a key", startFEN,
			keys(func(name string, key zobrist.Key) zobrist.Key {
				if name == "a4 P" {
					return numbers.Table().Key(16, zobrist.WhitePawn) // a3
				}
				return key
			})),
		play("moves are lost", startFEN, chessBug{moves: func(g *chessGame, n int) int {
			return n - min(1, g.unmade)
		}}),
		play("a negative number of moves", startFEN, chessBug{moves: func(g *chessGame, n int) int {
			if len(g.before) == 1 {
				return -n
			}
			return n
		}}),

		unnamed("captured piece left in", startFEN, not("captured")),
		{name: "clocks in Position", game: func() zobristtest.Game {
			return clocked{newChessGame("8/8/4k3/8/8/4K3/8/8 w - - 0 1", chessBug{})().(*chessGame)}
		}, cfg: zobristtest.Config{Games: 20}, by: "play"},
		{name: "Load of rare positions", game: newHalfLoader,
			cfg: zobristtest.Config{Games: 3, Seed: 1, Plies: 30}, by: "play"},
	}
}

// clocked has the clocks in the text.
type clocked struct{ *chessGame }

func (c clocked) Position() string { return c.position.FEN() }

// halfLoader sets up a wrong key if a pawn can be captured en passant.
type halfLoader struct{ loadedChess }

func newHalfLoader() zobristtest.Game {
	return halfLoader{newLoadedChess(startFEN, chessBug{})().(loadedChess)}
}

func (f halfLoader) Load(position string) error {
	err := f.loadedChess.Load(position)
	if !strings.HasSuffix(position, "-") {
		f.key++
	}
	return err
}

// undoPlanted returns games with one mistake: in Unmake, after a null move, or in
// the order or number of moves.
func undoPlanted() []planted {
	type hook = func(t *toy, was state)
	save := func(t *toy, was state) { t.slot = was }
	load := func(t *toy, _ state) { t.state = t.slot }
	flip := func(t *toy, _ state) { t.h ^= toySide }
	back := func(n int) hook { return func(t *toy, _ state) { t.back = n } }
	when := func(is func(t *toy) bool, do hook) hook {
		return func(t *toy, was state) {
			if is(t) {
				do(t, was)
			}
		}
	}
	isDeep := func(t *toy) bool { return t.count >= deep }
	afterNull := func(t *toy) bool { return t.nulls > 0 }
	var all []planted
	for name, b := range map[string]bug{
		"UndoNull restores what Make has overwritten": {make: save, null: save, undoNull: load},
		"UndoNull restores the side that Make has overwritten": {
			make: save, null: save, undoNull: func(t *toy, _ state) { t.side = t.slot.side },
		},
		"UndoNull restores what Make has overwritten, far from the start": {make: save, null: save,
			undoNull: when(isDeep, load)},
		"UndoNull does nothing": {undoNull: func(t *toy, _ state) {
			t.side, t.h = 1-t.side, t.h^toySide
		}},
		"Make forgets the side after a null move": {make: when(afterNull, flip)},
		"one move in four forgets the side after a null move": {make: when(func(t *toy) bool {
			return t.nulls > 0 && t.last == 4
		}, flip)},
		"Make forgets the side after a null move, far from the start": {
			make: when(func(t *toy) bool { return t.nulls > 0 && isDeep(t) }, flip),
		},
		"Unmake restores a wrong key after a null move": {unmake: when(afterNull, flip)},

		"all moves are saved in one place": {make: save, unmake: load},
		"all moves are saved in one place, far from the start": {make: save,
			unmake: when(isDeep, load)},
		"a null move overwrites what Unmake restores": {
			// 0 at the start
			make: save, null: save, unmake: when(func(t *toy) bool {
				return t.slot.last != 0
			}, flip),
		},
		"After returns the old key": {after: func(t *toy, i int) zobrist.Key { return t.h }},

		"a move is lost": {moves: func(t *toy) int { return 4 - min(1, t.back) }},
		"a move is lost, far from the start": {
			make: back(0), unmake: back(1), moves: func(t *toy) int {
				return 4 - t.back*min(1, t.count/deep)
			},
		},
		"the order changes when a move is taken back": {
			unmake: back(1), names: func(t *toy, i int) string {
				return fmt.Sprint("+", 1+(i+t.back)%4)
			},
		},
		"the order changes when a move is taken back, far from the start": {
			make: back(0), unmake: back(1), names: func(t *toy, i int) string {
				return fmt.Sprint("+", 1+(i^t.back*min(1, t.count/deep)))
			},
		},
	} {
		all = append(all, planted{name: name, game: newStroll(b),
			cfg: zobristtest.Config{Games: 2, Seed: 1, Plies: 150}})
	}
	return all
}

const deep = 12

// gapPlanted returns games with mistakes that earlier versions missed, or reported badly. Some
// show only in an unusual order of calls.
func gapPlanted() []planted {
	calls, made := 0, 0
	stroll := func(name string, b bug) planted {
		return planted{name: name, game: newStroll(b),
			cfg: zobristtest.Config{Games: 60, Seed: 1, Plies: 150}}
	}
	row := func(name string, wrong func(cell int) zobrist.Key) planted {
		return planted{name: name, game: rows.game(bug{make: func(t *toy, _ state) {
			t.h ^= wrong(t.last - 1)
		}})}
	}
	return []planted{
		stroll("two null moves share a slot", bug{
			null:     func(t *toy, was state) { t.slot = was },
			undoNull: func(t *toy, _ state) { t.state = t.slot },
		}),
		stroll("the first undo of a game is wrong", bug{unmake: flips(func(t *toy, _ state) bool {
			if t.back == 1 && len(t.stack) == 2 {
				t.slot.last = 7
			}
			return t.slot.last == 7
		})}),
		stroll("the second move after a null move is wrong",
			bug{make: flips(func(t *toy, was state) bool {
				n := len(t.stack)
				return t.nulls > 0 && was.last != 0 && n > 3 && t.stack[n-2].last == 0 &&
					t.stack[n-2].side != was.side
			})}),
		{name: "a pending update keeps only the last move", game: newLazyGame},
		{name: "games share a board", game: func() func() zobristtest.Game {
			var cells [60]int8
			return func() zobristtest.Game {
				g := rows.game(bug{})()
				share(&cells, toyOf(g))
				return withoutKeys(g)
			}
		}()},
		{name: "games share a counter, far from the start", game: newPotGame(),
			cfg: zobristtest.Config{Games: 60, Seed: 1, Plies: 150}},
		{name: "counts cancel each other, with Load", game: func() func() zobristtest.Game {
			r := dials(func(n int) zobrist.Key { return tokens(n % 2) })
			r.read = func(text string) (s state, err error) {
				_, err = fmt.Sscan(text[r.cells:], &s.count)
				for c := range r.cells {
					s.at[c] = int8(text[c] - '0')
				}
				return s, err
			}
			return r.game(bug{})
		}(), cfg: zobristtest.Config{Games: 60, Seed: 1, Plies: 150}},
		{name: "counts cancel each other", game: dials(func(n int) zobrist.Key {
			return tokens(n % 2)
		}).game(bug{}),
			cfg: zobristtest.Config{Games: 60, Seed: 1, Plies: 150}},

		stroll("Moves changes the key", bug{moves: func(t *toy) int {
			if t.count == 2 {
				t.h ^= 1
			}
			return 4
		}}),
		stroll("MoveString changes the position", bug{names: func(t *toy, i int) string {
			if t.count == 2 {
				t.side = 1
				t.h = t.hash()
			}
			return steps[i].name
		}}),
		stroll("Moves spoils the key for good, but only at the first call", bug{
			key:  func(t *toy, right zobrist.Key) zobrist.Key { return right ^ t.slot.h },
			make: func(t *toy, _ state) { t.asked = 0 },
			moves: func(t *toy) int {
				if t.asked++; t.count == 2 && t.asked == 1 {
					t.slot.h ^= 1 << 9
				}
				return 4
			},
		}),
		stroll("Recompute spoils the key for good", bug{
			key: func(t *toy, right zobrist.Key) zobrist.Key { return right ^ t.slot.h },
			recompute: func(t *toy, right zobrist.Key) zobrist.Key {
				if t.count == 3 {
					t.slot.h ^= 1 << 9
				}
				return right
			},
		}),
		stroll("Recompute returns another key the second time", bug{
			make: func(t *toy, _ state) { t.asked = 0 },
			recompute: func(t *toy, right zobrist.Key) zobrist.Key {
				if t.count == 3 {
					t.asked++
				}
				return right + zobrist.Key((t.asked+1)%2*min(1, t.asked))
			},
		}),
		stroll("a move taken back spoils the next one", bug{
			unmake: func(t *toy, _ state) { t.slot.last = 7 },
			make: func(t *toy, _ state) {
				if t.slot.last == 7 && t.last == 4 && t.count > 1 {
					t.h ^= toySide
				}
				t.slot.last = 0
			},
			null: func(t *toy, _ state) { t.slot.last = 0 },
		}),

		{name: "an undo stack of 64", game: func() zobristtest.Game {
			var saved [64]zobrist.Key
			return newStroll(bug{
				make:   func(t *toy, was state) { saved[len(t.stack)%64] = was.h },
				unmake: func(t *toy, _ state) { t.h = saved[(len(t.stack)+1)%64] },
			})()
		}},
		{name: "a new game is wrong once games were played", game: func() zobristtest.Game {
			wrong := zobrist.Key(made / 10_000)
			change := func(_ *toy, right zobrist.Key) zobrist.Key { return right ^ wrong }
			return withoutKeys(newStroll(bug{make: func(*toy, state) {
				made++
			}, key: change, recompute: change})())
		}},
		{name: "wrong once and never again",
			game: newStroll(bug{make: flips(func(*toy, state) bool {
				calls++
				return calls == 20_000
			})}), by: "play"},
		{name: "wrong after many moves of one game", game: func() zobristtest.Game {
			made := 0
			return newStroll(bug{make: flips(func(*toy, state) bool {
				made++
				return made > 15_000
			})})()
		}, by: "play"},
		stroll("After panics because moves are gone", bug{
			unmake: func(t *toy, _ state) { t.back = 1 },
			make:   func(t *toy, _ state) { t.back = 0 },
			moves: func(t *toy) int {
				if t.count > 1 && t.back > 0 {
					return 2
				}
				return 4
			},
			after: func(t *toy, i int) zobrist.Key {
				if t.count > 1 && t.back > 0 && i >= 2 {
					panic(errors.New("index out of range"))
				}
				t.step(i)
				defer t.back1()
				return t.h
			},
		}),

		{name: "five stones left in", game: func() zobristtest.Game {
			g := rows.game(bug{make: func(t *toy, was state) {
				for c := 12; c < 17 && t.last == 18; c++ {
					t.h ^= t.of(c, was.at[c])
				}
			}})()
			t := toyOf(g)
			copy(t.at[12:], []int8{1, 1, 1, 1, 1})
			t.h = t.hash()
			return g
		}},
		row("a key of 32 bits", func(cell int) zobrist.Key {
			if cell == 3 {
				return rows.of(cell, 1) >> 32 << 32
			}
			return 0
		}),
		{name: "a feature elsewhere", game: newFeaturedRow(bug{make: func(t *toy, _ state) {
			t.h ^= t.of(17, 1)
		}})},
		{name: "a feature that is missing", game: newFeaturedRow(bug{make: func(t *toy, _ state) {
			t.h ^= t.of(5, t.at[5])
		}})},

		stroll("two moves have the same name", bug{names: func(t *toy, i int) string {
			if t.count == 1 && i == 3 {
				i = 2
			}
			return steps[i].name
		}}),
		stroll("the second undo without asking for the key, far from the start", bug{
			key:  func(t *toy, right zobrist.Key) zobrist.Key { t.slot.last = 0; return right },
			make: func(t *toy, _ state) { t.slot.last = 0 },
			unmake: func(t *toy, _ state) {
				if t.slot.last == 7 && t.count > 8 {
					t.h ^= toySide
				}
				t.slot.last = 7
			},
		}),
		stroll("moves are lost after three undos, far from the start", bug{
			make: func(t *toy, _ state) { t.back = 0 },
			null: func(t *toy, _ state) { t.back = 0 },
			moves: func(t *toy) int {
				if t.back > 2 && t.count > 8 {
					return 3
				}
				return 4
			},
		}),
		stroll("a refused null move changes the game", bug{refuses: func(t *toy) bool {
			if t.count == 9 {
				t.h++
			}
			return t.count == 9
		}}),
		{name: "the order differs at the next visit", game: func() zobristtest.Game {
			visits := 0
			return newStroll(bug{
				make: func(t *toy, _ state) {
					if len(t.stack) == 2 {
						visits++
					}
				},
				names: func(t *toy, i int) string {
					if len(t.stack) == 2 {
						i = (i + visits/8) % 4
					}
					return steps[i].name
				},
			})()
		}},
	}
}

// newLazyGame returns a stroll that updates its key in Key. It then knows only the last move.
func newLazyGame() zobristtest.Game {
	type pending struct{ shown, change zobrist.Key }
	var now pending
	var kept []pending
	t := newStroll(bug{
		key: func(*toy, zobrist.Key) zobrist.Key {
			now = pending{now.shown ^ now.change, 0}
			return now.shown
		},
		make: func(t *toy, was state) {
			kept = append(kept, now)
			now.change = was.h ^ t.h
		},
		unmake: func(*toy, state) { now, kept = kept[len(kept)-1], kept[:len(kept)-1] },
	})()
	now.shown = toyOf(t).h
	return withoutKeys(t)
}

// newPotGame returns strolls that share one pot, which is in the key. A sixth
// move of four steps adds to it.
func newPotGame() func() zobristtest.Game {
	pot := 0
	return func() zobristtest.Game {
		mine := 0
		share := func(t *toy, _ state) {
			now := max(0, t.count-5)
			pot, mine = pot+now-mine, now
		}
		inPot := func(_ *toy, right zobrist.Key) zobrist.Key {
			return right ^ zobrist.Key(pot)*0x9e3779b97f4a7c15
		}
		t := newStroll(bug{make: share, unmake: share, key: inPot, recompute: inPot})()
		return struct {
			zobristtest.Game
			zobristtest.MoveStringer
		}{t, t.(*toy)}
	}
}
