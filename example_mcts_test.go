package zobrist_test

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/othello"
)

// An mctsNode counts the playouts through a position. It is shared by all threads.
type mctsNode struct {
	visits atomic.Int64
	wins   atomic.Int64 // of the side that moved into the position
}

// An mctsGraph has the nodes of all positions that were visited. A transposition table may forget
// entries, so it cannot hold a graph. The nodes are in maps with a lock each, which
// [zobrist.Key.Shard] chooses, so that threads seldom wait for each other.
type mctsGraph struct {
	shards [64]struct {
		sync.Mutex
		nodes map[zobrist.Key]*mctsNode
	}
}

func (g *mctsGraph) node(k zobrist.Key) *mctsNode {
	shard := &g.shards[k.Shard(len(g.shards))]
	shard.Lock()
	defer shard.Unlock()
	if shard.nodes == nil {
		shard.nodes = map[zobrist.Key]*mctsNode{}
	}
	n := shard.nodes[k]
	if n == nil {
		n = new(mctsNode)
		shard.nodes[k] = n
	}
	return n
}

func (g *mctsGraph) len() (nodes int) {
	for i := range g.shards {
		nodes += len(g.shards[i].nodes)
	}
	return nodes
}

var mctsKeys = zobrist.NewOthello(3)

// simulate follows the best moves to a position that is new, plays at random from there, and
// counts the result for each node on the way.
func (g *mctsGraph) simulate(p othello.Position, rng *rand.Rand) {
	type step struct {
		node  *mctsNode
		mover zobrist.Disc // who moved into the position
	}
	h := p.Hash(mctsKeys)
	var path []step
	for {
		n := g.node(h)
		path = append(path, step{node: n, mover: p.ToMove.Opponent()})
		isNew := n.visits.Load() == 0
		if isNew {
			break
		}
		if p.Moves() == 0 {
			p.Pass()
			if p.Moves() == 0 {
				break // the game is over
			}
			h ^= mctsKeys.Side()
			continue
		}
		at := g.best(p, h, n, rng)
		h = p.After(mctsKeys, h, at)
		p.Play(at)
	}
	winner := mctsPlayout(p, rng)
	for _, s := range path {
		s.node.visits.Add(1)
		if s.mover == winner {
			s.node.wins.Add(1)
		}
	}
}

// best returns the move with the highest upper bound of its share of wins. It reads the nodes of
// the positions after the moves by their keys, and makes none of the moves.
func (g *mctsGraph) best(
	p othello.Position, h zobrist.Key, n *mctsNode, rng *rand.Rand,
) (best zobrist.Square) {
	highest := math.Inf(-1)
	logVisits := math.Log(float64(n.visits.Load() + 1))
	for moves := p.Moves(); moves != 0; moves &= moves - 1 {
		at := zobrist.Square(bits.TrailingZeros64(moves))
		child := g.node(p.After(mctsKeys, h, at))
		visits := float64(child.visits.Load())
		bound := math.Sqrt(logVisits/(visits+1)) + 0.001*rng.Float64()
		if visits > 0 {
			bound += float64(child.wins.Load()) / visits
		}
		if bound > highest {
			highest = bound
			best = at
		}
	}
	return best
}

// mctsPlayout plays at random to the end, and returns the winner, or NoDisc.
func mctsPlayout(p othello.Position, rng *rand.Rand) zobrist.Disc {
	for passes := 0; passes < 2; {
		moves := p.Moves()
		if moves == 0 {
			p.Pass()
			passes++
			continue
		}
		passes = 0
		for range rng.IntN(bits.OnesCount64(moves)) {
			moves &= moves - 1
		}
		p.Play(zobrist.Square(bits.TrailingZeros64(moves)))
	}
	switch black, white := bits.OnesCount64(p.Black), bits.OnesCount64(p.White); {
	case black > white:
		return zobrist.BlackDisc
	case white > black:
		return zobrist.WhiteDisc
	}
	return zobrist.NoDisc
}

// Monte Carlo tree search, whose threads share a graph of positions by their keys.
func Example_mcts() {
	var graph mctsGraph
	start := othello.Start()
	var threads sync.WaitGroup
	for thread := range 2 {
		threads.Add(1)
		go func() {
			defer threads.Done()
			rng := rand.New(rand.NewPCG(uint64(thread), 1))
			for range 200 {
				graph.simulate(start, rng)
			}
		}()
	}
	threads.Wait()
	root := graph.node(start.Hash(mctsKeys))
	fmt.Println(root.visits.Load(), "playouts;", graph.len() > 100, root.wins.Load() < 400)
	// Output: 400 playouts; true true
}
