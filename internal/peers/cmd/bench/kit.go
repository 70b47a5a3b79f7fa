package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A kitGame is chess, with the methods that the kit requires.
type kitGame struct {
	position zobrist.ChessPosition
	key      key
	legal    []zobrist.ChessMove // in position; nil until needed
	before   []kitGame
}

func (g *kitGame) Key() key       { return g.key }
func (g *kitGame) Recompute() key { return polyglot.Hash(&g.position) }

func (g *kitGame) Moves() int {
	if g.legal == nil {
		g.legal = movegen.Legal(&g.position)
	}
	return len(g.legal)
}

func (g *kitGame) Make(i int) {
	m := g.legal[i]
	g.before = append(g.before, *g)
	g.key = polyglot.After(g.key, &g.position, m)
	g.position.Play(m)
	g.legal = nil
}

func (g *kitGame) Unmake() { *g = g.before[len(g.before)-1] }

// visit visits every position of the tree and returns their number.
func visit(g zobristtest.Game, depth int) int {
	n := 1
	if depth > 0 {
		for i := range g.Moves() {
			g.Make(i)
			n += visit(g, depth-1)
			g.Unmake()
		}
	}
	return n
}

// measureKit compares Walk with a visit of the same positions.
func measureKit(b *bench) {
	p := must(zobrist.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"))
	const depth = 2
	g := &kitGame{position: p, key: polyglot.Hash(&p)}
	positions := visit(g, depth)
	b.contest(row{name: "kit/walk", job: "`zobristtest.Walk`, a position", peer: "perft of the game alone"},
		side{ops: positions, run: func() key {
			check(zobristtest.Walk(g, depth))
			return 0
		}},
		side{ops: positions, run: func() key { return key(visit(g, depth) - positions) }})
}

// measureCheck runs zobrist check on the engine of its tests. The CPU time includes the
// engine's.
func measureCheck(b *bench, root string) {
	r := row{name: "check/key", job: "`zobrist check`, CPU time of a key"}
	if !strings.Contains(r.name, b.only) {
		return
	}
	dir := must(os.MkdirTemp("", "check"))
	defer os.RemoveAll(dir)
	build := exec.Command("go", "build", "-o", dir, "./cmd/zobrist", "./internal/check/testdata/engine")
	build.Dir, build.Stderr = root, os.Stderr
	check(build.Run())
	once := bench{rounds: (b.rounds + 3) / 4, slices: 1}
	times := once.alternate(func() float64 {
		cmd := exec.Command(filepath.Join(dir, "zobrist"), "check", "-json", "-n", fmt.Sprint(b.size(4000)), filepath.Join(dir, "engine"))
		out, err := cmd.Output()
		var report struct{ Keys int }
		if err = errors.Join(err, json.Unmarshal(out, &report)); err != nil || report.Keys == 0 {
			check(fmt.Errorf("%v: %w, %d keys\n%s", cmd, err, report.Keys, out))
		}
		return float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) / float64(report.Keys)
	})
	b.add(r, times[0], nil)
}
