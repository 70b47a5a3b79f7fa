package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A kitGame is chess, with the methods that the kit requires.
type kitGame struct {
	position zobrist.ChessPosition
	key      zobrist.Key
	legal    []zobrist.ChessMove // in position; nil until needed
	before   []kitGame
}

func newKitGame(fen string) *kitGame {
	p, err := zobrist.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return &kitGame{position: p, key: polyglot.Hash(&p)}
}

func (g *kitGame) Key() zobrist.Key       { return g.key }
func (g *kitGame) Recompute() zobrist.Key { return polyglot.Hash(&g.position) }

func (g *kitGame) Moves() int {
	if g.legal == nil {
		g.legal = movegen.Legal(&g.position)
	}
	return len(g.legal)
}

func (g *kitGame) Make(i int) {
	m := g.legal[i]
	g.before = append(g.before, kitGame{position: g.position, key: g.key, legal: g.legal})
	g.key = polyglot.After(g.key, &g.position, m)
	g.position.Play(m)
	g.legal = nil
}

func (g *kitGame) Unmake() {
	last := g.before[len(g.before)-1]
	g.before = g.before[:len(g.before)-1]
	g.position, g.key, g.legal = last.position, last.key, last.legal
}

// visit visits every position of the tree and returns their number.
func visit(g zobristtest.Game, depth int) int {
	n := 1
	for i := range g.Moves() {
		if depth > 0 {
			g.Make(i)
			n += visit(g, depth-1)
			g.Unmake()
		}
	}
	return n
}

// measureKit compares Walk with a visit of the same positions.
func measureKit(b *bench) error {
	g := newKitGame("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	depth := 2
	if b.small {
		depth = 1
	}
	positions := visit(g, depth)
	return b.collecting().contest("kit/walk",
		side{ops: positions, run: func() zobrist.Key {
			if err := zobristtest.Walk(g, depth); err != nil {
				panic(err)
			}
			return 0
		}},
		side{ops: positions, run: func() zobrist.Key { return zobrist.Key(visit(g, depth) - positions) }})
}

// measureCheck runs zobrist check on this program as a UCI engine, which does little more
// than parse positions and print keys.
func measureCheck(b *bench) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "check")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "zobrist")
	if out, err := exec.Command("go", "build", "-o", file, "github.com/zobrist-go/zobrist/cmd/zobrist").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, bytes.TrimSpace(out))
	}
	var failed error
	times := timing.Alternate((b.rounds+3)/4, 1, func() float64 {
		cmd := exec.Command(file, "check", "-json", "-n", fmt.Sprint(b.size(4000)), self, "-uci")
		out, err := cmd.Output()
		var report struct{ Keys int }
		if err == nil {
			err = json.Unmarshal(out, &report)
		}
		if err == nil && report.Keys == 0 {
			err = fmt.Errorf("no keys in %s", out)
		}
		if err != nil {
			failed = firstError(failed, fmt.Errorf("%v: %w\n%s", cmd, err, out))
			return 1
		}
		return float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) / float64(report.Keys)
	})
	if failed == nil {
		b.add("check/keys", times[0], nil)
	}
	return failed
}

// uci is the engine of measureCheck. It answers go with the first legal move.
func uci(in io.Reader, out io.Writer) error {
	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	if err != nil {
		return err
	}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		line := lines.Text()
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "uci":
			fmt.Fprintln(out, "id name bench\nuciok")
		case "isready":
			fmt.Fprintln(out, "readyok")
		case "d":
			fmt.Fprintf(out, "Fen: %s\nKey: %v\n", p.FEN(), polyglot.Hash(&p))
		case "go":
			best := "0000"
			if legal := movegen.Legal(&p); len(legal) > 0 {
				best = legal[0].String()
			}
			fmt.Fprintln(out, "bestmove", best)
		case "quit":
			return nil
		case "position":
			setUp, moves, _ := strings.Cut(rest, " moves ")
			fen, isFEN := strings.CutPrefix(setUp, "fen ")
			if !isFEN {
				fen = zobrist.StartFEN
			}
			next, err := zobrist.ParseFEN(fen)
			if err != nil {
				fmt.Fprintln(out, "info string", err)
				continue
			}
			p = next
			for text := range strings.FieldsSeq(moves) {
				m, err := zobrist.ParseMove(text)
				if err != nil {
					return err
				}
				p.Play(m)
			}
		}
	}
	return nil
}
