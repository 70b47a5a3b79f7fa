package zobristtest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// libraryEngine is a chess engine on the library's keys.
type libraryEngine struct {
	keys *zobrist.Chess
	p    chess.Position
	h    zobrist.Key
}

func (e *libraryEngine) SetFEN(fen string) (err error) {
	if e.p, err = chess.ParseFEN(fen); err == nil {
		e.h = e.p.Hash(e.keys)
	}
	return err
}

func (e *libraryEngine) Move(uci string) error {
	m, err := chess.ParseMove(uci)
	if err == nil {
		e.h = e.p.After(e.keys, e.h, m)
		e.p.Play(m)
	}
	return err
}

func (e *libraryEngine) Key() zobrist.Key { return e.h }

var polyglot = zobrist.Polyglot()

// A single engine is the only one: another one ends it.
type single struct {
	libraryEngine
	number int
	newest *int
}

func (e *single) SetFEN(fen string) error {
	if e.number != *e.newest {
		panic("a later engine has ended this one")
	}
	return e.libraryEngine.SetFEN(fen)
}

// TestRunChessSound has two engines in one test, whose processes must not be confused.
func TestRunChessSound(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	zobristtest.RunChess(t, func() zobristtest.ChessEngine {
		return &libraryEngine{keys: polyglot}
	})
	other, engines := zobrist.NewChess(5), 0
	zobristtest.ChessConfig{Sequential: true}.Run(t, func() zobristtest.ChessEngine {
		engines++
		return &single{libraryEngine{keys: other}, engines, &engines}
	})
}

// A rookEngine has a castling number for each square of a rook that may castle, and none
// for rights.
type rookEngine struct {
	libraryEngine
	rooks *zobrist.Table[zobrist.Square, int]
}

func (e *rookEngine) Key() zobrist.Key {
	key := e.h ^ e.keys.Castling(e.p.Castling)
	for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
		if e.p.Castling&right != 0 {
			key ^= e.rooks.Key(e.p.Rook(right), 0)
		}
	}
	return key
}

// TestRunChess960Sound has engines with a castling number for each right, and for each square of a
// rook. In the games rooks pass each other, so that the letter of a right in FENs changes although
// the right stays.
func TestRunChess960Sound(t *testing.T) {
	sample.Slow(t)
	rooks := zobrist.NewTable[zobrist.Square, int](64, 1, zobrist.NewSplitMix64(1))
	config := zobristtest.ChessConfig{Chess960: true, Starts: []string{
		"startpos",
		"1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GBgb - 0 1",
		"1rr1k1rr/8/8/8/8/8/8/1RR1K1RR b HCkq - 0 1",
		"1r3kr1/p1pp1ppp/8/8/8/8/P1PP1PPP/1R3KR1 w KQkq - 0 1",
		"2rk2r1/pppp1ppp/8/8/8/8/PPPP1PPP/2RK2R1 w KQkq - 0 1",
	}}
	config.Run(t, func() zobristtest.ChessEngine { return &libraryEngine{keys: polyglot} })
	config.Run(t, func() zobristtest.ChessEngine {
		return &rookEngine{libraryEngine{keys: polyglot}, rooks}
	})
}

// An exiting engine ends its process where it would have to promote.
type exiting struct{ libraryEngine }

func (e *exiting) Move(uci string) error {
	if len(uci) == 5 {
		os.Exit(3)
	}
	return e.libraryEngine.Move(uci)
}

// scholars is a line that ends with a capture.
const scholars = "e2e4 d7d5 e4d5"

// A lastWrong engine has a wrong key after one line, from its last move on.
type lastWrong struct {
	libraryEngine
	line string
}

func (e *lastWrong) SetFEN(fen string) error {
	e.line = ""
	return e.libraryEngine.SetFEN(fen)
}

func (e *lastWrong) Move(uci string) error {
	e.line += " " + uci
	err := e.libraryEngine.Move(uci)
	if e.line == " "+scholars {
		e.h ^= 1
	}
	return err
}

// A cached engine has a cache that all engines share, and that does not tell castling
// rights and en passant apart.
type cached struct{ libraryEngine }

var cache = make(map[string]zobrist.Key)

func (e *cached) Key() zobrist.Key {
	board, _, _ := strings.Cut(e.p.FEN(), " ")
	if _, ok := cache[board]; !ok {
		cache[board] = e.h
	}
	return cache[board]
}

// TestRunChessFails requires the line at which an engine ends its process, and a message
// for each wrong ChessConfig.
func TestRunChessFails(t *testing.T) {
	t.Parallel()
	const variable = "TEST_RUNCHESS"
	exits := func() zobristtest.ChessEngine { return &exiting{libraryEngine{keys: polyglot}} }
	cases := map[string]struct {
		cfg    zobristtest.ChessConfig
		want   string
		engine func() zobristtest.ChessEngine // nil for exits
	}{
		"nil": {zobristtest.ChessConfig{}, `zobrist: newEngine returned nil, want an engine`,
			func() zobristtest.ChessEngine {
				return nil
			}},
		"hidden": {zobristtest.ChessConfig{Accept: []string{"undo"}}, `a clone differs in the key`,
			func() zobristtest.ChessEngine {
				return &twofold{libraryEngine: libraryEngine{keys: polyglot}}
			}},
		"cache": {zobristtest.ChessConfig{},
			`a position has two keys \[again\](?s:.*)in another process`,
			func() zobristtest.ChessEngine {
				return &cached{libraryEngine{keys: polyglot}}
			}},
		"exits": {zobristtest.ChessConfig{},
			`the process of the engine ends at this line \[crash\]\s+position fen .* moves ` +
				`\w\d\w\d[qrbn]\s+it ended \(exit status 3\)`, nil},
		"accept": {zobristtest.ChessConfig{Accept: []string{"subkeys-piece", "moves-castle"}},
			`zobrist: ChessConfig.Accept: unknown name "moves-castle": want .*zobrist check ` +
				`-names lists them all`, nil},
		"starts": {zobristtest.ChessConfig{Starts: []string{chess.StartFEN, "8/8/8/8/8/8/8/8 x"}},
			`zobrist: ChessConfig.Starts: start 2: FEN: `, nil},
		"last move": {zobristtest.ChessConfig{
			Starts: []string{"position startpos moves " + scholars},
		},
			`position startpos moves ` + scholars + `\s+got +2089b309bbaa4db7 by moves\s+` +
				`position fen \S+ b KQkq - 0 2\s+want 2089b309bbaa4db6 from the FEN`,
			func() zobristtest.ChessEngine {
				return &lastWrong{libraryEngine: libraryEngine{keys: polyglot}}
			}},
	}
	if name := os.Getenv(variable); name != "" {
		newEngine := cases[name].engine
		if newEngine == nil {
			newEngine = exits
		}
		cases[name].cfg.Run(t, newEngine)
		return
	}
	sample.Slow(t) // after the part of the processes, which do not have the flags of this one
	self, err := os.Executable()
	require.NoError(t, err)
	for name, c := range cases {
		cmd := exec.Command(self, "-test.run=^TestRunChessFails$")
		cmd.Env = append(os.Environ(), variable+"="+name)
		out, err := cmd.CombinedOutput()
		require.Error(t, err, name)
		assert.Regexp(t, `--- FAIL: (?s:.*)`+c.want, string(out))
	}
}

// A twofold engine has two bugs that nothing explains: each clone has a wrong key, and Undo of a
// capture or of a pawn's move leaves another wrong one.
type twofold struct {
	libraryEngine
	undo []libraryEngine
}

func (e *twofold) SetFEN(fen string) error {
	e.undo = nil
	return e.libraryEngine.SetFEN(fen)
}

func (e *twofold) Move(uci string) error {
	e.undo = append(e.undo, e.libraryEngine)
	return e.libraryEngine.Move(uci)
}

func (e *twofold) Undo() {
	last := len(e.undo) - 1
	if e.p.HalfmoveClock == 0 {
		e.undo[last].h ^= 0x123456789abcdef1
	}
	e.libraryEngine, e.undo = e.undo[last], e.undo[:last]
}

func (e *twofold) Clone() zobristtest.ChessEngine {
	c := &twofold{libraryEngine: e.libraryEngine}
	c.h ^= 0xfedcba9876543217
	return c
}
